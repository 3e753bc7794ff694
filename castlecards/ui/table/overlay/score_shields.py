"""Score shields: a row of small shields that fill up to the goal of a score track."""

from __future__ import annotations

import pygame
from pygame import Surface

from castlecards.ui.cardart.outlines import star
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour, blank, mix
from castlecards.ui.kit.theme import Look
from castlecards.ui.table.throw import impact_effects

WIDE = 11.5  # units, width of a shield
HIGH = 14.0  # units, height of a shield
STEP = 14.5  # units from one shield to the next
LIT = 0.75  # s, glow of a new shield
GROWN = 1.7  # scale of a new shield at first
SHRINKS = 0.25  # s until it has its normal size
OVER = 4  # supersampling factor
EMPTY: Colour = (26, 40, 34)
RIM: Colour = (96, 112, 100)
GOLD: Colour = (240, 200, 110)


def shields_width(look: Look, goal: int) -> int:
    """Width of a row of `goal` shields, px."""
    return look.px(goal * STEP)


def draw_shields(
    canvas: Canvas,
    colour: Colour,
    track: tuple[int, int, int],
    at: tuple[float, float],
    had: int,
    since: float,
) -> None:
    """Draw a row of shields with its left middle at `at`, px.

    `track`: (points, goal, every n-th is starred). `had`: points before the last change, `since` s
    ago; if negative, the change is still to come.
    """
    have, goal, every = track
    look = canvas.look
    shown = had if since < 0 else have
    for n in range(goal):
        x, y = at[0] + look.px(STEP * (n + 0.5)), at[1]
        is_new = had <= n < shown and 0 <= since < LIT
        if is_new:
            impact_effects.draw_glow(canvas, (x, y), 20, 0.9 * (1 - since / LIT), GOLD)
        size = 1.0
        if is_new and since < SHRINKS:
            size = GROWN - (GROWN - 1) * (1 - (1 - since / SHRINKS) ** 3)
        image = _shield(look, colour, n < shown, bool(every) and (n + 1) % every == 0)
        canvas.blit_centred(pygame.transform.smoothscale_by(image, size) if size > 1 else image,
                            (x, y))  # fmt: skip


def _shield(look: Look, colour: Colour, filled: bool, starred: bool) -> Surface:
    size = look.px(WIDE), look.px(HIGH)
    key = ("score_shield", size, colour, filled, starred)
    return look.shapes.keep(key, lambda: _render(size, colour, filled, starred))


def _render(size: tuple[int, int], colour: Colour, filled: bool, starred: bool) -> Surface:
    wide, high = size[0] * OVER, size[1] * OVER
    image = blank((wide, high))
    edge = mix(colour, (255, 255, 255), 0.45) if filled else (GOLD if starred else RIM)
    for inset, tone in ((0.0, mix(edge, (0, 0, 0), 0.1)), (0.1, colour if filled else EMPTY)):
        dx, dy = inset * wide, inset * wide
        points = [
            (dx, dy), (wide - dx, dy), (wide - dx, 0.55 * high), (wide * 0.5, high - dy * 1.2),
            (dx, 0.55 * high),
        ]  # fmt: skip
        pygame.draw.polygon(image, tone, points)
    if starred:
        tone = (255, 240, 190) if filled else mix(GOLD, EMPTY, 0.25)
        middle = wide / 2, 0.42 * high
        points = [
            (middle[0] + 0.62 * wide * x, middle[1] + 0.62 * wide * y) for x, y in star(4, 0.2)
        ]
        pygame.draw.polygon(image, tone, points)
    return pygame.transform.smoothscale(image.premul_alpha(), size)
