"""Landscape behind drawn buildings: sky, hills and ground, by day for banners and in the evening
for closing scenes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import pygame
from pygame import Surface

from castlecards.ui.kit.shapes import Colour, mix


@dataclass(frozen=True)
class Hills:
    """Row of hills in shares of the height: around `base`, up to `rise` above and below it."""

    base: float
    rise: float
    waves: float  # rad over the whole width
    start: float  # rad at the left edge
    colour: Colour


@dataclass(frozen=True)
class Landscape:
    """Sky down to `horizon`, a share of the height, and hills, the farthest first.

    `sky`: colours at shares of the way down to the horizon, each to the power of `bend`; `ground`:
    colour of everything below the horizon, None: the hills reach down to the lower edge.
    """

    sky: tuple[tuple[float, Colour], ...]
    horizon: float
    hills: tuple[Hills, ...]
    ground: Colour | None = None
    bend: float = 1.0


HILL: Colour = (78, 112, 104)
EARTH: Colour = (22, 24, 20)  # ground in the evening
DUSK: Colour = (44, 30, 38)
GLOW: Colour = (150, 74, 52)
DAY = Landscape(
    ((0.0, (62, 92, 136)), (1.0, (206, 180, 158))), 0.66,
    (Hills(0.62, 0.14, 7.0, 8 * 0.62, HILL), Hills(0.74, 0.07, 4.0, 8 * 0.74, (58, 98, 62))),
    bend=1.5,
)  # fmt: skip
EVENING = Landscape(
    ((0.0, (24, 22, 44)), (0.45, (66, 38, 58)), (0.8, GLOW), (1.0, (206, 120, 64))), 0.72,
    (
        Hills(0.60, 0.045, 5.1, 9 * 0.60, mix(DUSK, GLOW, 0.3)),
        Hills(0.66, 0.035, 5.1, 9 * 0.66, DUSK),
    ),
    EARTH,
)  # fmt: skip
STEP = 8  # px between two points of a ridge


def paint_landscape(image: Surface, landscape: Landscape) -> None:
    """Paint a landscape over the whole image."""
    wide, high = image.get_size()
    horizon = round(landscape.horizon * high)
    for y in range(horizon):
        share = (y / horizon) ** landscape.bend
        (low, one), (top, two) = next(
            pair for pair in pairwise(landscape.sky) if share <= pair[1][0]
        )
        tone = mix(one, two, (share - low) / (top - low))
        pygame.draw.line(image, tone, (0, y), (wide, y))
    image.fill(landscape.hills[0].colour, (0, horizon, wide, high - horizon))
    for hills in landscape.hills:
        ridge = [
            (x, high * (hills.base - hills.rise * math.sin(hills.waves * x / wide + hills.start)))
            for x in range(0, wide + STEP, STEP)
        ]
        pygame.draw.polygon(image, hills.colour, [*ridge, (wide, high), (0, high)])
    if landscape.ground is not None:
        image.fill(landscape.ground, (0, horizon, wide, high - horizon))
