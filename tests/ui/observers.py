"""Observers, which hook a scene and check invariants; see `invariants`."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from castlecards.core.cards import CardId
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.table.compositor import TableFrame
from castlecards.ui.table.playback.animation import Script
from castlecards.ui.table.playback.state import PlaybackState
from castlecards.ui.table.render.table_view import TableView

When = Literal["request", "command", "frame", "state", "layout", "picture", "script"]
SLACK = 1e-6
OBSERVER = "_observer_of_tests"  # attribute of an observed view


@dataclass(frozen=True)
class Invariant:
    """Condition that must hold at certain times.

    `broken`: returns the fault of an observer, or "". `when`: before ("request") or after a
    command, in each frame, after a new state, layout or script, or after a picture. `reason`: what
    a player would notice.
    """

    broken: Callable[[Any], str]
    when: When
    reason: str

    @property
    def name(self) -> str:
        return self.broken.__name__


class BrokenInvariant(BaseException):
    """Failure of an invariant; not an Exception, so that the app's crash page does not catch it."""


def by_moment(rows: Sequence[Invariant]) -> Mapping[When, Sequence[Invariant]]:
    """Return the invariants by the time at which they are checked."""
    return {when: [row for row in rows if row.when == when] for when in get_args(When)}


def watch_stages() -> None:
    """Count the cards that a stage draws, in all later tables."""
    draw_stage = TableFrame.draw_stage

    def draw_and_count(frame: TableFrame, canvas: Canvas) -> None:
        observer = vars(frame.table_view).get(OBSERVER)
        if observer is not None and frame.shot is not None:
            observer.drawn.update(frame.shot.cards_on_stage)
        draw_stage(frame, canvas)

    TableFrame.draw_stage = draw_and_count  # type: ignore[method-assign]


class Observer:
    """Observer of one scene; it counts drawn cards and compares times with earlier frames."""

    def __init__(self, rows: Mapping[When, Sequence[Invariant]]) -> None:
        self.rows = rows
        self.playback: PlaybackState | None = (
            None  # if set, its flying cards are drawn by the flight
        )
        self.drawn: Counter[CardId] = Counter()  # number of times that each card is in the picture
        self.progress: dict[
            str, tuple[object, float]
        ] = {}  # by name: an object, and a value that must not decrease

    def check(self, when: When) -> None:
        """Check the invariants of this time. Raises BrokenInvariant."""
        for row in self.rows[when]:
            if wrong := row.broken(self):
                raise BrokenInvariant(f"{row.name}: {wrong}. {row.reason}")

    def grew(self, what: str, of: object, now: float) -> bool:
        """Return True unless the value `what` of an object is smaller than in the frame before."""
        before = self.progress.get(what)
        self.progress[what] = of, now
        return before is None or before[0] is not of or of is None or now >= before[1] - SLACK

    def count_drawn_cards(self, view: TableView) -> None:
        """Hook a view to count in `drawn` how often each card is drawn."""
        ground, hand = view.draw_ground, view.draw_hand
        moving, held = view.draw_moving, view.draw_held

        def lie(absent: Collection[CardId], in_hand: bool) -> None:
            own = {area.zone for area in view.layout.areas if area.own}
            flying = self.playback.flying_cards if self.playback is not None else ()
            for spot in view.layout.spots:
                lies = (spot.zone in own) is in_hand and (in_hand or spot.shown)
                if lies and spot.card not in absent:
                    self.drawn[spot.card] += 2 if spot.card in flying else 1

        def draw_ground(canvas: Canvas, absent: Collection[CardId], *rest: Any) -> None:
            lie(absent, False)
            ground(canvas, absent, *rest)

        def draw_hand(canvas: Canvas, absent: Collection[CardId], bright: Any) -> None:
            lie(absent, True)
            hand(canvas, absent, bright)

        def draw_moving(canvas: Canvas, frames: Any) -> None:
            self.drawn.update(one.card for one in frames)
            moving(canvas, frames)

        def draw_held(canvas: Canvas, card: CardId, at: Any) -> None:
            self.drawn.update([card])
            held(canvas, card, at)

        for hook in (draw_ground, draw_hand, draw_moving, draw_held):
            setattr(view, hook.__name__, hook)
        setattr(view, OBSERVER, self)


def nothing_is_drawn_twice(watch: Observer) -> str:
    twice = [card for card, count in watch.drawn.items() if count > 1]
    return f"cards {twice}" if twice else ""


def script_fault(script: Script | None, view: TableView, ends: bool) -> str:
    """Return a fault in the times of a script or, if `ends`, in the last place of a card."""
    if script is None:
        return ""
    for card, track in script.tracks.items():
        times = [track.tweens[0].start if track.tweens else 0.0]
        for leg in track.tweens:
            times += [leg.start, leg.end]
        if sorted(times) != times or times[-1] > script.seconds + SLACK:
            return f"card {card} moves at {times} s of {script.seconds} s"
        last, spot = (
            track.tweens[-1].to if track.tweens else track.start,
            view.layout.by_card.get(card),
        )
        if ends and spot is not None and spot.shown:
            home = view.geometry.shape(spot)
            if (off := math.dist((last.x, last.y), (home.x, home.y))) > 2:
                return f"card {card} ends {off:.0f} px from its place"
    late = [cue for cue in script.cues if not 0 <= cue.at <= script.seconds + SLACK]
    return f"{late[0].kind} {late[0].text!r} never comes" if late else ""
