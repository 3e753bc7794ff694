"""Replay of the ten cards of a rival of the day, station by station."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from castlecards.core.cards import NATURE
from castlecards.texts import counted, ntr, tr
from castlecards.today.generator import CARDS, TOTAL, Day
from castlecards.today.rivals import RivalScore, rival_session
from castlecards.ui.kit.intents import Act
from castlecards.ui.scene import Push, Swap
from castlecards.ui.table.overlay.widgets import IconButton
from castlecards.ui.table.playback.state import Callout, FlightClip
from castlecards.ui.table.render.table_signs import nameplates
from castlecards.ui.table.replay import Replay
from castlecards.ui.table.slow_motion import SlowMotion, ThrowScene

if TYPE_CHECKING:
    from castlecards.ui.services import Services

LAST = 1000  # beyond the last line of a station


class RivalReplay(Replay):
    """Replay of a station from line `at`; a step past an end opens the next station, which also
    follows by itself."""

    def __init__(
        self, app: Services, task: Day, score: RivalScore, station: int = 0, at: int = 0
    ) -> None:
        self.task, self.score, self.station = task, score, station
        self.name = app.characters[score.character].name
        self.last_callout: Callout | None = None
        super().__init__(app, rival_session(task, score, station, self.name), at)

    def buttons(self) -> Sequence[IconButton]:
        return super().buttons()[:4]  # no film, and nothing to play on

    def acts(self) -> Mapping[Act, Callable[[], object]]:
        return {Act.REPLAY: self.show_slowly}

    def show_slowly(self) -> None:
        """Show the last card in slow motion."""
        if self.last_callout is not None and not self.playback.plays:
            self.playing = False
            names, named = nameplates(self.session), self.session.with_player_names
            table = ThrowScene(self.viewer, False, names, self.framed, named)
            self.go(Push(SlowMotion(self.app, self.last_callout, table)))

    def _tell(self, clip: FlightClip) -> None:
        super()._tell(clip)
        callout = self.playback.callout
        assert callout is not None
        points = self.score.points[self._lie]
        self.last_callout = replace(callout, detail=counted(points, "point"))
        self.playback.show_callout(self.last_callout)

    @property
    def _lie(self) -> int:
        """Number of cards that lie, at all stations."""
        log = self.session.log[: self.at]
        return sum(CARDS[: self.station]) + sum(one.seat == NATURE for one in log)

    @property
    def headline(self) -> str:
        station = self.task.cells[self.station].station.title
        return tr("{name} · {station}", name=self.name, station=station)

    @property
    def progress(self) -> str:
        """Number of the card and points of those that lie."""
        log, lie = self.session.log, self._lie
        card = lie if self.at and log[self.at - 1].seat == NATURE else lie + 1
        return ntr(
            sum(self.score.points[:lie]),
            "Card {card} of {all} · {n} point",
            "Card {card} of {all} · {n} points",
            card=card,
            all=TOTAL,
        )

    def nudge(self, step: int) -> None:
        ended, station = self.at + step > len(self.session.log), self.station + step
        began = self.at + step < 0
        if not self.playback.plays and (ended or began) and 0 <= station < len(CARDS):
            self.playing = False
            self._open(station, LAST if began else 0)
        else:
            super().nudge(step)

    def _forward(self) -> None:
        if self.at >= len(self.session.log) and self.station + 1 < len(CARDS):
            self._open(self.station + 1)
        else:
            super()._forward()

    def _open(self, station: int, at: int = 0) -> None:
        scene = RivalReplay(self.app, self.task, self.score, station, at)
        scene.playing = self.playing
        self.go(Swap(scene))
