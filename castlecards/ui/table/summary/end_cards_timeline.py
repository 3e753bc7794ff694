"""Closing scenes of card games as pure values: what is seen of them at each time.

The game says which scene with which public values (`Game.ending`). A building burns and falls, and
the winners' banners rise; markers climb a ladder while the points count; points fly to the players
row by row and add up. Times are s since the scene began, shares go from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from castlecards.core.cards import Face, Seat, SiteKind
from castlecards.core.game import BuildingEnding, LadderEnding, SumEnding
from castlecards.core.log_lines import Clash
from castlecards.core.session import Session
from castlecards.ui.cardart.seat_signs import SeatSign, sign_of
from castlecards.ui.table.layout.easing import ease, progress
from castlecards.ui.table.summary.end_timing import APART, FADE, RISING, Sounds, due_sounds

DUSK = (0.5, 1.6)  # s, the sky turns to night
BREAKS = (0.7, 1.3)  # s, the building shows the next state of its damage
WORDS = 1.0  # s, the headline appears over a falling building
BURN = (1.4, 2.4)  # s, the flames grow
FALL = 2.5  # s, the walls fall
BANNERS = 2.7  # s, the first banner begins to rise
BEGIN = 0.3  # s, the first marker climbs
CLIMB = 1.0  # s, a marker climbs
LATEST = 1.5  # s, the last marker begins
CLIMB_APART = 0.5  # s at most from one marker to the next
SWEPT = (0.55, 0.85)  # s, the last trick goes to its winner
COUNT = 0.85  # s, the first row of points appears
ROW = 0.45  # s from one row of points to the next
FLIGHT = 0.35  # s, points fly to a player
SUMMED = 2.7  # s, the headline appears, all points are counted


@dataclass(frozen=True)
class BuildingFrame:
    """Picture at one time. `state`: of the damage, from 0; `fallen`: s since the fall began."""

    state: int
    fallen: float
    night: float
    fire: float
    words: float
    banners: tuple[float, ...]


@dataclass(frozen=True)
class BuildingScene:
    """Fall of a building. `loser`: its owner's sign; `stands`: nobody lost, so it does not fall;
    `front`: kind of the ruin before it, "" if there is none."""

    headline: str
    why: str
    kind: SiteKind
    sign: str
    loser: SeatSign
    stands: bool
    banners: tuple[SeatSign, ...]
    front: SiteKind = ""
    words_at: ClassVar[float] = WORDS

    @classmethod
    def of(
        cls, session: Session[Any], ending: BuildingEnding, headline: str, why: str
    ) -> BuildingScene:
        stands = ending.loser < 0
        seats = [seat for seat in range(session.start.box.seats) if stands or seat != ending.loser]
        signs = tuple(sign_of(session, seat) for seat in seats)
        banners = signs if len(signs) > 1 else signs * 2
        loser = sign_of(session, max(ending.loser, 0))
        front: SiteKind = "" if stands else ending.front
        return cls(headline, why, ending.kind, ending.sign, loser, stands, banners, front)

    def frame(self, t: float) -> BuildingFrame:
        """Picture `t` s after the scene began."""
        rise = tuple(ease((t - BANNERS - APART * n) / RISING) for n in range(len(self.banners)))
        night, words = progress(t, *DUSK), progress(t, WORDS, WORDS + FADE)
        if self.stands:
            return BuildingFrame(0, 0.0, night, 0.0, words, rise)
        state = sum(t >= at for at in BREAKS)
        return BuildingFrame(state, max(t - FALL, 0.0), night, progress(t, *BURN), words, rise)

    def sounds(self, first: float, last: float) -> Sounds:
        """Sounds that begin after `first` s and until `last` s, with their volumes."""
        fall = [(BREAKS[0], "crack", 0.6), (BREAKS[1], "crack", 0.7), (FALL, "fall", 0.8)]
        return due_sounds([*([] if self.stands else fall), (BANNERS, "horn", 0.6)], first, last)


@dataclass(frozen=True)
class Climber:
    """Marker of a player that climbs to its rung, from 0; `beside`: others on the rung before."""

    player: int  # index into the scores
    rung: int
    letter: str
    begins: float  # s
    beside: int

    def at(self, t: float) -> float:
        """Rung on which it stands at `t`, with a fraction between two; -1 before the ladder."""
        return (self.rung + 1) * progress(t, self.begins, self.begins + CLIMB) - 1


@dataclass(frozen=True)
class LadderScene:
    """Count of the markers on a ladder: they climb one after the other, the lowest first."""

    headline: str
    why: str
    rungs: tuple[int, ...]  # points of each rung
    players: tuple[tuple[str, SeatSign], ...]
    climbers: tuple[Climber, ...]
    words_at: ClassVar[float] = SUMMED

    @classmethod
    def of(
        cls, session: Session[Any], ending: LadderEnding, headline: str, why: str
    ) -> LadderScene:
        markers = sorted(ending.ladder.markers, key=lambda one: (one.at, one.seat))
        step = min(CLIMB_APART, (LATEST - BEGIN) / max(len(markers) - 1, 1))
        climbers = tuple(
            Climber(
                one.seat, one.at, one.letter, BEGIN + step * n,
                sum(other.at == one.at for other in markers[:n]),
            )
            for n, one in enumerate(markers)
        )  # fmt: skip
        rungs = tuple(int(text) for text in ending.ladder.rungs)
        return cls(headline, why, rungs, _players(session), climbers)

    def scores(self, t: float) -> tuple[int, ...]:
        """Points of each player at `t`: those of the rungs that their markers have reached."""
        found = [0] * len(self.players)
        for one in self.climbers:
            reached = int(one.at(t) + 1e-6) if one.at(t) >= 0 else -1
            found[one.player] += self.rungs[reached] if reached >= 0 else 0
        return tuple(found)

    def sounds(self, first: float, last: float) -> Sounds:
        """Sounds that begin after `first` s and until `last` s, with their volumes."""
        climbs = [(one.begins, "slide", 0.4) for one in self.climbers]
        return due_sounds([*climbs, (SUMMED, "horn", 0.6)], first, last)


@dataclass(frozen=True)
class LastTrick:
    """Last trick of a match: the seat and the face of each card, in the order of play."""

    cards: tuple[tuple[Seat, Face], ...]
    winner: Seat

    @classmethod
    def of(cls, session: Session[Any]) -> LastTrick | None:
        """Last trick in the log; None if there is none."""
        for record in reversed(session.log):
            for event in reversed(record.events):
                if isinstance(event, Clash) and event.laid and event.winner >= 0:
                    faces = session.start.box.faces
                    cards = tuple(
                        (side.seat, faces[side.cards[0].face])
                        for side in event.sides
                        if side.cards[0].public
                    )
                    return cls(cards, event.sides[event.winner].seat)
        return None


@dataclass(frozen=True)
class SumScene:
    """Last trick of a match, then the sum of the points of all players, row by row."""

    headline: str
    why: str
    rows: tuple[tuple[str, tuple[int, ...]], ...]
    players: tuple[tuple[str, SeatSign], ...]
    winners: tuple[Seat, ...]
    trick: LastTrick | None = None
    words_at: ClassVar[float] = SUMMED

    @classmethod
    def of(cls, session: Session[Any], ending: SumEnding, headline: str, why: str) -> SumScene:
        result = session.position.result or ()
        winners = tuple(seat for seat, share in enumerate(result) if share == max(result))
        trick = LastTrick.of(session)
        return cls(headline, why, ending.rows, _players(session), winners, trick)

    def swept(self, t: float) -> float:
        """Share of the way to its winner that the last trick has gone at `t`; 1: it is gone."""
        return ease(progress(t, *SWEPT)) if self.trick is not None else 1.0

    def row(self, t: float) -> int:
        """Row that is counted at `t`; -1 before the first one."""
        return min(int((t - COUNT) // ROW), len(self.rows) - 1) if t >= COUNT else -1

    def flight(self, t: float, row: int) -> float:
        """Share of their way that the points of `row` have flown at `t`; 1: counted."""
        begins = COUNT + ROW * row + ROW - FLIGHT
        return progress(t, begins, begins + FLIGHT)

    def scores(self, t: float) -> tuple[int, ...]:
        """Points of each player that are counted at `t`."""
        counted = [amounts for n, (_, amounts) in enumerate(self.rows) if self.flight(t, n) >= 1]
        return tuple(sum(each[n] for each in counted) for n in range(len(self.players)))

    def sounds(self, first: float, last: float) -> Sounds:
        """Sounds that begin after `first` s and until `last` s, with their volumes."""
        rows = [(COUNT + ROW * (n + 1), "slide", 0.4) for n in range(len(self.rows))]
        sweep = [(SWEPT[0], "slide", 0.5)] if self.trick is not None else []
        return due_sounds([*sweep, *rows, (SUMMED, "horn", 0.6)], first, last)


CardGameScene = BuildingScene | LadderScene | SumScene
_SCENES: Mapping[type, Any] = {
    BuildingEnding: BuildingScene,
    LadderEnding: LadderScene,
    SumEnding: SumScene,
}


def card_game_scene(session: Session[Any], headline: str, why: str) -> CardGameScene | None:
    """Closing scene of a finished match of cards; None if its game has none."""
    ending = session.game.ending(session.public)
    if ending is None:
        return None
    scene: CardGameScene = _SCENES[type(ending)].of(session, ending, headline, why)
    return scene


def _players(session: Session[Any]) -> tuple[tuple[str, SeatSign], ...]:
    """Name and sign of each seat."""
    seats = range(session.start.box.seats)
    return tuple((session.name(seat), sign_of(session, seat)) for seat in seats)
