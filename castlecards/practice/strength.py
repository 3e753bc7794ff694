"""How many times a hand counts, so that the movement that feels right to it reaches the wall.

A quick wrist and a slow one, a mouse and a trackpad differ by a factor of three in the speed of the
pointer for what feels like the same throw. Some throws tell the factor.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from castlecards.toss.flick import hand_speed
from castlecards.toss.styles import STYLES

THROWS = 5  # that tell it
LOW, HIGH, STEP = 0.5, 2.0, 0.05  # what it may be


def wanted(method: int) -> float:
    """mm/s of a hand of strength 1 whose throw reaches the opposite walls."""
    return hand_speed(STYLES[method].speed)


def fitted(throws: Sequence[tuple[int, float]]) -> float:
    """The strength with which the middle one of these throws, (method, mm/s of the hand), reaches
    the walls. Raises ValueError for no throw, and for a speed that is none."""
    if not throws or any(speed <= 0.0 for _, speed in throws):
        raise ValueError("at least one throw, each with a speed above 0")
    factor = median(wanted(method) / speed for method, speed in throws)
    return round(min(max(round(factor / STEP) * STEP, LOW), HIGH), 2)
