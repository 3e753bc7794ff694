"""Strike of an attacker on a building as a pure value: rays and flying stones at each time.

Lengths are units around the place that is struck, y down; times are s since the strike began.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from castlecards.core.rng import noise
from castlecards.ui.table.clash.plain_clip import PlainClip
from castlecards.ui.table.layout.easing import progress

SECONDS = 0.36
RAYS = 16
LONGEST = 62.0  # units, length of a ray
STONES = 22
FASTEST = 230.0  # units/s, speed of a stone
PULL = 620.0  # units/s²: gravity
LARGEST = 4.5  # units, half the side of a stone

Point = tuple[float, float]


@dataclass(frozen=True)
class Strike(PlainClip):
    """Strike at (x, y) px in a script. `u`: px per unit; `down`: the attacker comes from above."""

    begins: float  # s of the script
    x: float
    y: float
    u: float
    down: bool

    @property
    def ends(self) -> float:
        return self.begins + SECONDS

    def rays(self, now: float) -> Iterator[tuple[Point, Point, Point]]:
        """Yield the corners of each ray as a triangle, px; they grow, then leave the middle."""
        part = progress(now, self.begins, self.begins + 0.6 * SECONDS)
        if part >= 1.0:
            return
        for n in range(RAYS):
            turn = 2 * math.pi * (n + 0.5) / RAYS
            far = LONGEST * (1.0 if n % 2 else 0.62)
            near, end = far * part**2, far * min(2 * part, 1.0)
            cos, sin = math.cos(turn), math.sin(turn)
            wide = 3.2 * (1 - part)
            yield (
                self._at(near * cos - wide * sin, near * sin + wide * cos),
                self._at(near * cos + wide * sin, near * sin - wide * cos),
                self._at(end * cos, end * sin),
            )

    def stones(self, now: float) -> Iterator[tuple[float, float, float, int]]:
        """Yield x, y and half the side of each stone, px, and its number; they fall and shrink."""
        t = max(now - self.begins, 0.0)
        left = max(1.0 - t / SECONDS, 0.0)
        for n, (dx, dy, size) in enumerate(_throws()):
            up = abs(dy) if self.down else -abs(dy)
            x, y = self._at(dx * t, up * t + PULL / 2 * t * t)
            yield x, y, size * self.u * left**0.5, n

    def _at(self, x: float, y: float) -> Point:
        return self.x + x * self.u, self.y + y * self.u


@cache
def _throws() -> tuple[tuple[float, float, float], ...]:
    """Speed in x and y, units/s, and half the side of each stone."""
    share = [word / 2**64 for word in noise(11, 0, 3 * STONES)]
    return tuple(
        (
            FASTEST * (2 * share[3 * n] - 1),
            FASTEST * (0.2 + 0.8 * share[3 * n + 1]),
            LARGEST * (0.35 + 0.65 * share[3 * n + 2]),
        )
        for n in range(STONES)
    )
