"""Collapse of a gate or castle as pure values: the place of every stone at each time.

Lengths are units from the middle of the ground line, upwards; times are s since the collapse began.
The wall gives way at the breach; stones further away follow later.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, ClassVar, Literal

from castlecards.core.rng import noise

if TYPE_CHECKING:
    from castlecards.ui.cardart.seat_signs import SeatSign

Kind = Literal["gate", "keep"]
SECONDS: dict[Kind, float] = {"gate": 1.2, "keep": 1.5}
STILL_SECONDS = 1.0  # s the rubble is shown while animations are off

COURSE = 17.0  # height of a stone
BRICK = 27.0  # usual width of a stone
TONES = 3  # shades of stones
HALF = 178.0  # from the middle to the outer edge
TOWER = 56.0  # width of a tower
ARCH = (52.0, 119.0)  # half the width and the height of the gateway
EARLY = 0.05  # s until the first stone falls
SPREAD = 420.0  # units/s: speed at which the collapse spreads
PULL = 780.0  # units/s²: gravity
DRIFT = 46.0  # units/s at most
SPIN = 260.0  # degrees/s at most
RUBBLE = 20.0  # height of the rubble, at most
TURN = 15  # degrees: step of the drawn rotation
DROPS = (0.1, 0.4)  # s: the portcullis sinks from the first to the second
HEADLINE = 0.45  # s: the headline appears
SETTLED = 9.0  # s: every stone lies still
QUAKE = 5.0  # units: largest shake of the ground
SHAKE = 0.6  # s of shaking


@dataclass(frozen=True, slots=True)
class Stone:
    """One stone of the building: its centre, size, shade, and how it falls."""

    x: float
    y: float
    width: float
    height: float
    tone: int
    start: float  # s: when it begins to fall
    drift: float  # units/s
    spin: float  # degrees/s
    rest: float  # height at which it comes to rest

    @property
    def falls(self) -> float:
        """Duration of the fall, s."""
        return math.sqrt(2 * max(self.y - self.rest, 0.0) / PULL)

    def at(self, t: float) -> tuple[float, float, float]:
        """Return the centre at `t` and the rotation in degrees."""
        part = min(max(t - self.start, 0.0), self.falls)
        y = self.y - PULL / 2 * part * part
        turn = round(self.spin * part / TURN) * TURN % 180
        return self.x + self.drift * part, max(y, min(self.rest, self.y)), turn


@dataclass(frozen=True)
class Collapse:
    """One collapse in a script, with its headline, note and the sign of the side that lost it.

    `still`: a still picture of its end, while animations are off.
    """

    kind: Kind
    headline: str
    note: str
    sign: SeatSign | None
    begins: float = 0.0  # s of the script
    still: bool = False
    decided: ClassVar[bool] = True

    @property
    def ends(self) -> float:
        return self.begins + SECONDS[self.kind]

    @property
    def verdict_seen(self) -> float:
        return self.ends

    def final_picture(self) -> Collapse:
        """Return the end of the collapse as a still picture, the same at every time."""
        return replace(self, still=True)


@cache
def stones(kind: Kind) -> tuple[Stone, ...]:
    """Return all stones of a building, each with its fall."""
    places = list(_gate() if kind == "gate" else _castle())
    chance = noise(7 if kind == "gate" else 8, 0, 5 * len(places))
    share = [word / 2**64 for word in chance]
    breach = (0.0, ARCH[1] if kind == "gate" else 40.0)
    found = []
    for n, (x, y, width, height) in enumerate(places):
        tone, late, aside, spin, low = share[5 * n : 5 * n + 5]
        start = EARLY + math.dist((x, y), breach) / SPREAD + 0.06 * late
        drift = DRIFT * (aside - 0.5 + 0.6 * x / HALF)
        rest = height / 2 + RUBBLE * low * (1 - 0.5 * abs(x) / HALF)
        turning = SPIN * (2 * spin - 1)
        found.append(
            Stone(x, y, width, height, int(tone * TONES), start, drift, turning, min(rest, y))
        )
    return tuple(found)


Place = tuple[float, float, float, float]  # middle, width and height of a stone


def _courses(left: float, right: float, first: int, last: int) -> Iterator[Place]:
    """Yield the stones of a wall, course by course, each over a joint of the course below."""
    for row in range(first, last):
        x = left
        width = BRICK * (0.6 if row % 2 else 1.0)
        while x < right - 3:
            width = min(width, right - x)
            yield x + width / 2, (row + 0.5) * COURSE, width - 1, COURSE - 1
            x, width = x + width, BRICK


def _merlons(left: float, right: float, row: int, count: int) -> Iterator[Place]:
    step = (right - left) / (2 * count - 1)
    for n in range(count):
        yield left + (2 * n + 0.5) * step, (row + 0.45) * COURSE, step, 0.9 * COURSE


def _gate() -> Iterator[Place]:
    for left in (-HALF, HALF - TOWER):
        yield from _courses(left, left + TOWER, 0, 13)
        yield from _merlons(left, left + TOWER, 13, 3)
    inner = HALF - TOWER
    for place in _courses(-inner, inner, 0, 11):
        x, y, width, _ = place
        lintel = ARCH[0] * math.sqrt(max(1 - max(y / ARCH[1] - 0.55, 0) ** 2 * 4.9, 0.0))
        if y > ARCH[1] or abs(x) - width / 2 > lintel - 8:
            yield place
    yield from _merlons(-inner, inner, 11, 8)


def _castle() -> Iterator[Place]:
    for left in (-HALF, HALF - TOWER):
        yield from _courses(left, left + TOWER, 0, 13)
        yield from _merlons(left, left + TOWER, 13, 3)
    inner = HALF - TOWER
    yield from _courses(-inner, inner, 0, 9)
    yield from _merlons(-inner, -52, 9, 3)
    yield from _merlons(52, inner, 9, 3)
    yield from _courses(-50, 50, 9, 16)
    yield from _merlons(-50, 50, 16, 4)


@dataclass(frozen=True, slots=True)
class Puff:
    """One cloud of dust: its place, start and largest size."""

    x: float
    y: float
    start: float
    size: float


@cache
def puffs(kind: Kind) -> tuple[Puff, ...]:
    """Puffs of dust of a collapse, the same ones each time."""
    share = [word / 2**64 for word in noise(9 if kind == "gate" else 10, 0, 36)]
    return tuple(
        [
            Puff(
                (2 * share[4 * n] - 1) * 150,
                18 + 46 * share[4 * n + 1],
                0.08 + 0.55 * share[4 * n + 2],
                64 + 52 * share[4 * n + 3],
            )
            for n in range(9)
        ]
    )


def ground_shake(t: float) -> tuple[float, float]:
    """Return the offset of the shaking ground at `t`, units."""
    if not 0 < t < SHAKE:
        return 0.0, 0.0
    fade = QUAKE * (1 - t / SHAKE)
    return fade * math.sin(t * 71), fade * math.cos(t * 93)
