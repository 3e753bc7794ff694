"""Fall of a drawn building as pure values: the place of each block of its picture at each time.

The picture is cut into blocks. Lengths are units from the middle of its foot line, y up; times are
s since the fall began. The lowest blocks in the middle give way first, those far away follow.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from castlecards.core.cards import Zone
from castlecards.core.rng import noise

SECONDS = 0.9  # s, whole fall
BLOCK = 15.0  # units, side of a block
SPREAD = 900.0  # units/s, speed at which the fall spreads
LATE = 0.05  # s at most that a block hesitates
PULL = 1150.0  # units/s²: gravity
DRIFT = 60.0  # units/s at most, outwards


@dataclass(frozen=True)
class SiteFall:
    """Fall of the building at `zone` in a script: its last card has left."""

    begins: float  # s of the script
    zone: Zone
    decided: ClassVar[bool] = False

    @property
    def ends(self) -> float:
        return self.begins + SECONDS

    @property
    def verdict_seen(self) -> float:
        """Time from which on the table shows the ruin, below the falling blocks."""
        return self.begins

    def final_picture(self) -> SiteFall:
        return self


@dataclass(frozen=True, slots=True)
class Block:
    """Block of a picture: the middle of its place, the start of its fall, its drift, and where it
    vanishes: a share of the ground before the building."""

    x: float
    y: float
    start: float
    drift: float  # units/s
    depth: float  # 0 to 1

    def offset(self, t: float) -> tuple[float, float]:
        """Units to the right and down by which it has moved at `t`."""
        part = max(t - self.start, 0.0)
        return self.drift * part, PULL / 2 * part * part


@cache
def blocks(half: float, height: float) -> tuple[Block, ...]:
    """Blocks of a building of `half` units to both sides and `height` units."""
    places = list(_places(half, height))
    share = [word / 2**64 for word in noise(12, 0, 3 * len(places))]
    return tuple(
        Block(
            x,
            y,
            math.hypot(x, y) / SPREAD + LATE * share[2 * n],
            DRIFT * (x / half + 0.5 * (2 * share[2 * n + 1] - 1)),
            share[2 * len(places) + n],
        )
        for n, (x, y) in enumerate(places)
    )


def _places(half: float, height: float) -> Iterator[tuple[float, float]]:
    """Middles of all blocks, row by row from below."""
    columns, rows = math.ceil(2 * half / BLOCK), math.ceil(height / BLOCK)
    for row in range(rows):
        for column in range(columns):
            yield (column + 0.5) * BLOCK - half, (row + 0.5) * BLOCK
