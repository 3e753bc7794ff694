"""Random landings without physics, for random games: a cheap replacement for NATURE.

It finds the loose zones that face the thrower and draws one of nine results of a throw, with
roughly the frequencies of a practised hand. Landings are cached, so one costs about 1 µs.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from castlecards.core.action import Action
from castlecards.core.cards import CardId, Pose, Zone
from castlecards.core.landing import TABLE, Contact, Landing, Throw
from castlecards.core.position import Box, Position

CARD_AREA = 6032  # mm² of 63.5 mm x 95 mm
BRUSHED = 80  # 0.1 mm, distance that a pushed wall moves
MISS = Pose(0, 0, 0)

# Cumulative probability of each result, up to 1 for the plain hit.
TABLE_FIRST = 0.33
AWAY = 0.35
UNDER = 0.37
OWN = 0.38
PERFECT = 0.40
DOUBLE = 0.45
PUSH = 0.49
SLID = 0.50


class Dice:
    """Source of random landings: the same in the same order for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random

    def landing(self, pos: Position[Any], throw: Throw) -> Action:
        """Landing of a throw, as NATURE's action. Reads zones, never faces."""
        roll: float = self._random()
        card = throw.card
        if roll < TABLE_FIRST:
            return _missed(card, False)
        if roll < AWAY:
            return _missed(card, True)
        own, targets = _facing(pos.box, pos.filled, throw.start.angle != 0)
        if roll < OWN and roll >= UNDER:
            targets = own
        if not targets:
            return _missed(card, False)
        share: float = self._random()
        pick = int(share * len(targets))
        target = targets[pick]
        lying = pos.zones[target][-1]
        if roll >= SLID or (UNDER <= roll < OWN):
            return _hit(pos.box, card, lying, target, 7)
        if roll < UNDER:
            return _under(pos.box, card, lying, target)
        if roll < PERFECT:
            return _hit(pos.box, card, lying, target, 15)
        if roll < DOUBLE:
            other = targets[pick - 1]
            return _double(pos.box, card, lying, pos.zones[other][-1], target)
        if roll < PUSH:
            return _pushed(pos.box, card, lying, target)
        return _slid(card, lying)


@cache
def _facing(box: Box, filled: int, north: bool) -> tuple[tuple[Zone, ...], tuple[Zone, ...]]:
    """Loose zones that hold a card: those on the thrower's side, those on the other."""
    own: list[Zone] = []
    other: list[Zone] = []
    for zone, spec in enumerate(box.zones):
        if spec.mark is not None and filled >> zone & 1:
            (own if (spec.mark.y > 0) == north else other).append(zone)
    return tuple(own), tuple(other)


def _on(box: Box, target: Zone, level: int) -> Pose:
    mark = box.zones[target].mark
    assert mark is not None  # _facing picks only marked zones
    return Pose(mark.x + 50, mark.y + 120, mark.angle + 100, level)


@cache
def _missed(card: CardId, off: bool) -> Action:
    return Landing(card, MISS, True, off, TABLE).action()


@cache
def _hit(box: Box, card: CardId, lying: CardId, target: Zone, covered: int) -> Action:
    on = (Contact(lying, CARD_AREA * 3 // 4, covered),)
    return Landing(card, _on(box, target, 1), True, False, lying, on).action()


@cache
def _double(box: Box, card: CardId, lying: CardId, other: CardId, target: Zone) -> Action:
    on = tuple(Contact(under, CARD_AREA // 4, 3) for under in sorted({lying, other}))
    return Landing(card, _on(box, target, 1), True, False, lying, on).action()


@cache
def _pushed(box: Box, card: CardId, lying: CardId, target: Zone) -> Action:
    at = _on(box, target, 1)
    moved = ((lying, Pose(at.x, at.y + BRUSHED, at.angle)),)
    on = (Contact(lying, CARD_AREA // 2, 5),)
    return Landing(card, at, True, False, lying, on, (), moved).action()


@cache
def _under(box: Box, card: CardId, lying: CardId, target: Zone) -> Action:
    return Landing(card, _on(box, target, 0), True, False, lying, (), (lying,)).action()


@cache
def _slid(card: CardId, lying: CardId) -> Action:
    return Landing(card, MISS, True, False, lying).action()
