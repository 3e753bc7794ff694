"""Overlap test of flat cards in whole numbers: the same on every machine."""

from __future__ import annotations

from functools import cache
from math import cos, isqrt, sin

from castlecards.core.cards import Pose
from castlecards.games.decks import CARD_LENGTH, CARD_WIDTH

UNIT = 1_000_000
REACH = isqrt(CARD_WIDTH**2 + CARD_LENGTH**2) + 1  # centres farther apart: no overlap


@cache
def _axes(angle: int) -> tuple[int, int]:
    """Cosine and sine in millionths."""
    return round(cos(angle / 1000) * UNIT), round(sin(angle / 1000) * UNIT)


def overlap(one: Pose, other: Pose) -> bool:
    """True if two flat cards share any area; separating axes in whole numbers."""
    dx, dy = other.x - one.x, other.y - one.y
    if dx * dx + dy * dy >= REACH * REACH:
        return False
    (c1, s1), (c2, s2) = _axes(one.angle), _axes(other.angle)
    along = abs(c1 * c2 + s1 * s2)  # of the cards' like axes, millionths squared
    across = abs(c1 * s2 - s1 * c2)
    for c, s in ((c1, s1), (c2, s2)):
        gaps = (abs(dx * c + dy * s), CARD_WIDTH), (abs(dy * c - dx * s), CARD_LENGTH)
        for gap, own in gaps:
            foreign = CARD_WIDTH + CARD_LENGTH - own
            reach = own * UNIT * UNIT + own * along + foreign * across
            if 2 * gap * UNIT >= reach:
                return False
    return True
