"""Rivals of the day: each character throws the ten cards with its own hand, by physics."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from castlecards.core.landing import Limits, Throw
from castlecards.today.generator import CARDS, TOTAL, Day
from castlecards.today.scoring import BEST, points
from castlecards.today.stations import start
from castlecards.toss.hand_error import PRACTISED
from castlecards.toss.world import TossWorld


class RivalScore(NamedTuple):
    """Points of the ten cards of a character."""

    character: str  # id
    points: tuple[int, ...]

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
            yield RivalScore(character, tuple(self._points(character, error)))

    def _points(self, character: str, error: float) -> Iterator[int]:
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
                yield points(pos, landing, cell.station.zone)

    def accepts(self, piece: Any) -> bool:
        return (
            isinstance(piece, RivalScore)
            and piece.character in dict(self.errors)
            and len(piece.points) == TOTAL
            and all(0 <= one <= BEST for one in piece.points)
        )
