"""Outlines of suits, domains and other signs as polygons, sharp at any size.

An outline is a tuple of points in a box of side 1 around the origin, y down. A sign consists of one
or more overlapping outlines. The four domains differ in shape and lightness, not only in hue.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

import pygame

from castlecards.ui.kit.shapes import Colour, blank

Point = tuple[float, float]
Outline = tuple[Point, ...]
OVERSAMPLE = 4  # drawn px per shown px, each way


def bezier(a: Point, b: Point, c: Point, d: Point, steps: int = 16) -> Outline:
    """Cubic Bézier curve from `a` to `d` as `steps` points, without the last one."""
    points = []
    for i in range(steps):
        t = i / steps
        w = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        x = sum(f * p[0] for f, p in zip(w, (a, b, c, d), strict=True))
        y = sum(f * p[1] for f, p in zip(w, (a, b, c, d), strict=True))
        points.append((x, y))
    return tuple(points)


def disc(x: float, y: float, radius: float, steps: int = 48) -> Outline:
    return tuple([(x + radius * cos, y + radius * sin) for cos, sin in _circle(steps)])


@cache
def _circle(steps: int) -> Outline:
    """Polygon of `steps` points on a circle of radius 1."""
    turn = 2 * math.pi / steps
    return tuple((math.cos(turn * i), math.sin(turn * i)) for i in range(steps))


def mirrored(right: Sequence[Point]) -> Outline:
    """Outline from its right half, given from top to bottom, and its mirror image."""
    return (*right, *((-x, y) for x, y in reversed(right)))


def rounded(corners: Sequence[Point], radius: float) -> Outline:
    """Convex polygon with rounded corners; the curves begin `radius` from each corner."""
    points: list[Point] = []
    for i, (x, y) in enumerate(corners):
        ends = []
        for nx, ny in (corners[i - 1], corners[(i + 1) % len(corners)]):
            part = min(0.5, radius / math.hypot(nx - x, ny - y))
            ends.append((x + (nx - x) * part, y + (ny - y) * part))
        points += [*bezier(ends[0], (x, y), (x, y), ends[1], 6), ends[1]]
    return tuple(points)


def star(points: int, inner: float) -> Outline:
    """Outline of a star; `inner`: radius of its notches, where that of its points is 0.5."""
    turn = math.pi / points
    radius = (0.5, inner)
    return tuple(
        (radius[i % 2] * math.sin(turn * i), -radius[i % 2] * math.cos(turn * i))
        for i in range(2 * points)
    )


def _triangle() -> Outline:
    return rounded(((0, -0.5), (0.53, 0.42), (-0.53, 0.42)), 0.09)


def _plus() -> Outline:
    a, b = 0.5, 0.19
    return ((-b, -a), (b, -a), (b, -b), (a, -b), (a, b), (b, b), (b, a), (-b, a), (-b, b), (-a, b),
            (-a, -b), (-b, -b))  # fmt: skip


def _heart() -> Outline:
    return mirrored(
        (
            *bezier((0, -0.27), (0.06, -0.40), (0.16, -0.48), (0.27, -0.48)),
            *bezier((0.27, -0.48), (0.42, -0.48), (0.50, -0.36), (0.50, -0.20)),
            *bezier((0.50, -0.20), (0.50, 0.08), (0.20, 0.24), (0, 0.5)),
            (0, 0.5),
        )
    )


def _spade() -> tuple[Outline, ...]:
    blade = mirrored(
        (
            *bezier((0, -0.5), (0.16, -0.26), (0.47, -0.10), (0.47, 0.14)),
            *bezier((0.47, 0.14), (0.47, 0.30), (0.36, 0.36), (0.26, 0.36)),
            *bezier((0.26, 0.36), (0.16, 0.36), (0.07, 0.31), (0, 0.20)),
        )
    )
    return blade, _stem(0.12)


def _stem(top: float) -> Outline:
    return mirrored((*bezier((0.04, top), (0.05, 0.32), (0.09, 0.44), (0.20, 0.5)), (0.20, 0.5)))


def _diamond() -> Outline:
    right = (
        *bezier((0, -0.5), (0.10, -0.28), (0.22, -0.12), (0.38, 0)),
        *bezier((0.38, 0), (0.22, 0.12), (0.10, 0.28), (0, 0.5)),
        (0, 0.5),
    )
    return mirrored(right)


def _club() -> tuple[Outline, ...]:
    leaves = (disc(0, -0.265, 0.228), disc(-0.262, 0.105, 0.228), disc(0.262, 0.105, 0.228))
    return (*leaves, disc(0, -0.02, 0.14), _stem(-0.05))


def _shield() -> Outline:
    right = (
        (0, -0.5),
        *bezier((0, -0.5), (0.12, -0.42), (0.28, -0.40), (0.44, -0.43)),
        *bezier((0.44, -0.43), (0.47, -0.05), (0.40, 0.28), (0, 0.5)),
        (0, 0.5),
    )
    return mirrored(right)


def _tower() -> tuple[Outline, ...]:
    """Tower with three merlons; the gap between its outlines is the door."""
    merlons = tuple(_box(x - 0.09, -0.5, x + 0.09, -0.26) for x in (-0.3, 0.0, 0.3))
    head = _box(-0.39, -0.32, 0.39, -0.12)
    walls = (_box(-0.29, -0.14, 0.29, 0.14), _box(-0.29, 0.1, -0.09, 0.36),
             _box(0.09, 0.1, 0.29, 0.36))  # fmt: skip
    return (*merlons, head, *walls, _box(-0.40, 0.32, -0.09, 0.5), _box(0.09, 0.32, 0.40, 0.5))


def _portcullis() -> tuple[Outline, ...]:
    """Portcullis: a grating with pointed bars."""
    bars = []
    for x in (-0.36, -0.12, 0.12, 0.36):
        bars.append(((x - 0.055, -0.5), (x + 0.055, -0.5), (x + 0.055, 0.36), (x, 0.5),
                     (x - 0.055, 0.36)))  # fmt: skip
    beams = tuple(_box(-0.46, y - 0.05, 0.46, y + 0.05) for y in (-0.38, -0.1, 0.18))
    return (*bars, *beams)


def _box(left: float, top: float, right: float, low: float) -> Outline:
    return (left, top), (right, top), (right, low), (left, low)


SIGNS: dict[str, tuple[Outline, ...]] = {
    "circle": (disc(0, 0, 0.49),),
    "triangle": (_triangle(),),
    "square": (rounded(((-0.44, -0.44), (0.44, -0.44), (0.44, 0.44), (-0.44, 0.44)), 0.09),),
    "plus": (_plus(),),
    "star": (star(4, 0.17),),
    "heart": (_heart(),),
    "spade": _spade(),
    "diamond": (_diamond(),),
    "club": _club(),
    "shield": (_shield(),),
    "tower": _tower(),
    "gate": _portcullis(),
    "spark": (star(5, 0.2),),
}


def placed(outline: Outline, x: float, y: float, size: float) -> list[Point]:
    """Outline moved to the centre (x, y) and scaled to a box `size` wide."""
    return [(x + size * px, y + size * py) for px, py in outline]


@cache
def sign(name: str, size: int, colour: Colour) -> pygame.Surface:
    """Filled sign in a square of `size` px; premultiplied and shared: do not draw on it.

    Raises KeyError for a name that is not in `SIGNS`.
    """
    large = blank((size * OVERSAMPLE, size * OVERSAMPLE))
    middle = size * OVERSAMPLE / 2
    for outline in SIGNS[name]:
        pygame.draw.polygon(large, (255, 255, 255), placed(outline, middle, middle, 2 * middle))
    small = pygame.transform.smoothscale(large, (size, size))
    small.fill((*colour, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return small
