"""Flick path: places of the pointer that carries a card behind its castle and flicks it."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist

from castlecards.core.landing import Limits
from castlecards.ui.table.layout.camera import Camera

FRAME = 1 / 60  # s
SWING_FRAME = 0.008  # s, during the flick
BEHIND = 60.0  # mm before the gate where the flick begins
Px = tuple[float, float]


def between(one: Px, two: Px, part: float) -> tuple[int, int]:
    """Place at this part of the way, in whole px."""
    return round(one[0] + (two[0] - one[0]) * part), round(one[1] + (two[1] - one[1]) * part)


def flick_path(
    camera: Camera,
    limits: Limits,
    start: Px,
    ahead: float = -20.0,
    aside: float = 0.0,
    speed: float = 1100.0,
    through: float = 0.0,
    carry: int = 20,
    rest: int = 12,
    part: float = 1.0,
) -> Iterator[tuple[tuple[int, int], float]]:
    """Yield the place (px) and the duration (s) of each frame after the card was picked at `start`.

    The flick ends `ahead` mm beyond the release line and `aside` mm to the right of a straight
    throw, at `speed` mm/s; only the first `part` of it is made. `through`: mm beside the middle of
    the gate. `carry`, `rest`: frames of the drag to the gate, and of the pause before the flick.
    """
    sign = 1 if limits.start.angle == 0 else -1
    middle = (limits.gate[0] + limits.gate[1]) / 20 + sign * through
    begin = middle, limits.gate[2] / 10 - sign * BEHIND
    goal = limits.start.x / 10 + sign * (aside + through), limits.start.y / 10 + sign * ahead
    first = between(camera.project(*begin), (0, 0), 0)
    for k in range(1, carry + 1):
        yield between(start, first, k / carry), FRAME
    for _ in range(rest):
        yield first, FRAME
    steps = max(3, round(dist(begin, goal) / speed / SWING_FRAME))
    for k in range(1, int(steps * part) + 1):
        x = begin[0] + (goal[0] - begin[0]) * k / steps
        y = begin[1] + (goal[1] - begin[1]) * k / steps
        yield between(camera.project(x, y), (0, 0), 0), SWING_FRAME
