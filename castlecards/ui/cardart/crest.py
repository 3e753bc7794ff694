"""Painter of a character's crest (a two-tone shield with an emblem) and of its playing strength."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface

from castlecards.core.session import LEVELS
from castlecards.ui.cardart.drawing import Pictures, dark, light
from castlecards.ui.cardart.outlines import OVERSAMPLE, Outline, placed
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour, blank

GOLD: Colour = (238, 206, 120)
EMPTY: Colour = (70, 82, 74)
EDGE: Colour = (10, 18, 15)
INK: Colour = (244, 236, 214)
COLOURS: dict[str, Colour] = {
    "green": (88, 132, 56), "blue": (64, 98, 168), "red": (158, 44, 46), "violet": (108, 62, 138),
    "gold": (176, 128, 34), "teal": (34, 128, 124), "rose": (176, 78, 118), "grey": (96, 104, 116),
}  # fmt: skip
TALL = 1.18  # height of a crest over its width
SHIELD: Outline = (  # width 1, its middle at 0
    (-0.5, -0.59), (0.5, -0.59), (0.5, 0.06), (0.47, 0.2), (0.38, 0.35), (0.22, 0.49), (0.0, 0.59),
    (-0.22, 0.49), (-0.38, 0.35), (-0.47, 0.2), (-0.5, 0.06),
)  # fmt: skip


def crest_height(width: int) -> int:
    """Height in px of a crest `width` px wide."""
    return round(width * TALL)


def draw_crest(
    canvas: Canvas, pictures: Pictures, emblem: str, colour: str, middle: tuple[float, float],
    width: int,
) -> None:  # fmt: skip
    """Draw a crest around `middle`, `width` px wide; `emblem` "" leaves its field plain."""
    key = ("crest", colour, width)
    shield = canvas.look.shapes.keep(key, lambda: _shield(COLOURS.get(colour, EMPTY), width))
    canvas.blit_centred(shield, middle)
    if emblem:
        sign = pictures.picture(f"emblem/{emblem}", round(width * 0.66), INK)
        canvas.blit_centred(sign, (middle[0], middle[1] - width * 0.05))


def draw_strength(canvas: Canvas, level: str, at: tuple[float, float], size: float) -> Rect:
    """Draw a row of small shields, as many filled as the level is high; return its rectangle.

    `at`: left end of the row, at half its height; `size`: width of one shield, px.
    """
    strong = LEVELS.index(level) + 1 if level in LEVELS else 0
    step = size * 1.35
    for n in range(len(LEVELS)):
        colour = GOLD if n < strong else EMPTY
        key = ("strength", colour, size)
        sign = canvas.look.shapes.keep(key, lambda colour=colour: _small(colour, size))  # type: ignore[misc]
        canvas.blit_centred(sign, (at[0] + size / 2 + n * step, at[1]))
    high = round(size * TALL)
    return Rect(round(at[0]), round(at[1] - high / 2), round(step * len(LEVELS)), high)


def _shield(colour: Colour, width: int) -> Surface:
    """Shield with a light left half, a dark right half and a gold rim; premultiplied."""
    side = crest_height(width) + 8
    large = blank((side * OVERSAMPLE, side * OVERSAMPLE))
    middle = side * OVERSAMPLE / 2
    points = placed(SHIELD, middle, middle, width * OVERSAMPLE)
    pygame.draw.polygon(large, light(colour, 0.06), points)
    right = blank(large.get_size())
    pygame.draw.polygon(right, dark(colour, 0.3), points)
    half = Rect(round(middle), 0, large.get_width(), large.get_height())
    large.fill((0, 0, 0, 0), half)
    large.blit(right, half.topleft, half)
    _outline(large, EDGE, points, max(1.0, width * 0.055))
    _outline(large, GOLD, points, max(0.7, width * 0.028))
    return pygame.transform.smoothscale(large.premul_alpha(), (side, side))


def _small(colour: Colour, size: float) -> Surface:
    side = round(size * TALL) + 4
    large = blank((side * OVERSAMPLE, side * OVERSAMPLE))
    middle = side * OVERSAMPLE / 2
    points = placed(SHIELD, middle, middle, size * OVERSAMPLE)
    pygame.draw.polygon(large, colour, points)
    return pygame.transform.smoothscale(large.premul_alpha(), (side, side))


def _outline(large: Surface, colour: Colour, points: list[tuple[float, float]], px: float) -> None:
    thick = px * OVERSAMPLE
    for start, end in zip(points, [*points[1:], points[0]], strict=True):
        pygame.draw.line(large, colour, start, end, round(2 * thick))
        pygame.draw.circle(large, colour, start, thick)
