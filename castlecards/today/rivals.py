"""Rivals of the day: each character throws the ten cards with its own hand, by physics.

A score keeps the releases, so that the cards can be watched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from castlecards.core.cards import NATURE
from castlecards.core.landing import RANGES, Limits, Release, Throw, toss
from castlecards.core.session import Session
from castlecards.today.generator import CARDS, TOTAL, Day
from castlecards.today.scoring import BEST, points
from castlecards.today.stations import start
from castlecards.toss.hand_error import PRACTISED
from castlecards.toss.world import TossWorld


class RivalScore(NamedTuple):
    """Ten cards of a character: the points of each, and its release as the args of a toss."""

    character: str  # id
    points: tuple[int, ...]
    releases: tuple[tuple[int, ...], ...]

    @property
    def total(self) -> int:
        return sum(self.points)


@dataclass(frozen=True)
class RivalThrows:
    """Task for the worker: yields a RivalScore for each character.

    `errors`: id and error of the hand of each character. The same day and character give the same
    throws.
    """

    day: Day
    errors: tuple[tuple[str, float], ...]

    def pieces(self, stop: Callable[[], bool]) -> Iterator[RivalScore]:
        for character, error in self.errors:
            if stop():
                return
            yield RivalScore(character, *zip(*self._cards(character, error), strict=True))

    def _cards(self, character: str, error: float) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield points and release of each card."""
        random = Random(f"rival {self.day.date} {character}")
        hand = PRACTISED.times(error)
        for cell, count in zip(self.day.cells, CARDS, strict=True):
            match = start(cell.station)
            pos, decision = match.position, match.decision
            assert decision is not None
            limits = decision.aim
            assert isinstance(limits, Limits)
            world = TossWorld.of(pos)
            for _ in range(count):
                thrown = hand.throw(cell.release, random)
                throw = Throw(limits.cards[0], limits.start, thrown, world.field)
                landing = world.toss(throw).landing.action()
                yield points(pos, landing, cell.station.zone), thrown.args()

    def accepts(self, piece: Any) -> bool:
        return (
            isinstance(piece, RivalScore)
            and piece.character in dict(self.errors)
            and len(piece.points) == TOTAL
            and all(0 <= one <= BEST for one in piece.points)
            and len(piece.releases) == TOTAL
            and all(len(one) == len(RANGES) for one in piece.releases)
        )


def rival_session(day: Day, score: RivalScore, station: int, name: str) -> Session[Any]:
    """Match in which a character has thrown its cards at a station. `name`: shown to the player."""
    match, first = start(day.cells[station].station, name), sum(CARDS[:station])
    for args in score.releases[first : first + CARDS[station]]:
        decision = match.decision
        assert decision is not None
        assert isinstance(decision.aim, Limits)
        match.submit(decision.seat, toss(decision.aim.cards[0], Release(*args)))
        assert match.decision is not None
        assert isinstance(match.decision.aim, Throw)
        landing = TossWorld.of(match.position).toss(match.decision.aim).landing
        match.submit(NATURE, landing.action())
    return match
