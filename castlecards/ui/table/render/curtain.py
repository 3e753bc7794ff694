"""Painter of the hand-over curtain: opaque, or a strip at the lower edge, closed or rising."""

from __future__ import annotations

import math
from functools import lru_cache, partial

import pygame
from pygame import Rect, Surface

from castlecards.texts import tr
from castlecards.ui.cardart.seat_signs import SeatSign, draw_sign
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import mix
from castlecards.ui.kit.theme import Style
from castlecards.ui.table.viewer import Curtain

OPENING = 0.35  # s that the curtain takes to rise
DARKEST = 156  # of 255, lightness of the darkest row of the cloth
STRIP = 96  # units, height of a light curtain
NAME = Style("title", 40, "gold_high")
STRIP_NAME = Style("title", 26, "gold_high")
TEXT = Style("ui", 19, "text")
NOTE = Style("ui", 15, "text")


def draw_curtain(
    canvas: Canvas, curtain: Curtain, sign: SeatSign, around: tuple[int, int] | None = None
) -> None:
    """Draw the closed curtain: cloth, name, text and hold dial.

    `sign`: sign of the player that the curtain waits for. `around`: upper and lower edge, px, of a
    panel in the middle that the text must leave free."""
    if curtain.light:
        _strip(canvas, curtain, sign)
        return
    draw_cloth(canvas, 0.0)
    look = canvas.look
    width, height = canvas.size
    x, y = width / 2, height * 0.43
    up, text_, low = y - look.px(66), y + look.px(48), y + look.px(112)
    if around is not None:
        up, y, text_ = (around[0] - look.px(above) for above in (131, 79, 35))
        low = around[1] + look.px(66)
    draw_sign(canvas, sign, (x, up), look.px(15))
    text, style = look.fit(curtain.name, NAME, round(width * 0.86))
    canvas.text(text, (x, y), style, "c")
    text, style = look.fit(curtain.text, TEXT, round(width * 0.9))
    canvas.text(text, (x, text_), style, "c")
    note = tr("Only {name} should look. Hold a mouse button or key to open.", name=curtain.name)
    note, style = look.fit(note, NOTE, round(width * 0.9))
    canvas.text(note, (x, low + look.px(60 if around is None else 54)), style, "c")
    draw_dial(canvas, curtain, (x, low))


def _strip(canvas: Canvas, curtain: Curtain, sign: SeatSign) -> None:
    """Draw a light curtain: a strip at the lower edge, where the hand will lie."""
    look = canvas.look
    width, height = canvas.size
    strip = Rect(0, height - look.px(STRIP), width, look.px(STRIP))
    with canvas.clipped(strip):
        draw_cloth(canvas, 0.0)
    canvas.fill(look.palette.gold, Rect(0, strip.top, width, look.px(3)))
    x, y = width / 2, strip.centery
    text, style = look.fit(curtain.name, STRIP_NAME, round(width * 0.4))
    note = tr("is next: hold a mouse button or key")
    wide = look.width(text, style) + look.px(14) + look.width(note, TEXT)
    left = max(look.px(16), x - wide / 2 + look.px(30))
    draw_sign(canvas, sign, (left - look.px(20), y), look.px(8))
    end = canvas.text(text, (left, y), style, "w").right + look.px(14)
    note, small = look.fit(note, TEXT, round(width - end - look.px(12)))
    canvas.text(note, (end, y), small, "w")
    draw_dial(canvas, curtain, (left - look.px(76), y))


def draw_dial(canvas: Canvas, curtain: Curtain, at: tuple[float, float]) -> None:
    """Draw the hold dial: a ring that fills while a key or button is held."""
    look = canvas.look
    radius = look.px(26)
    canvas.circle(look.palette.gold_low, at, radius, look.px(5))
    part = min(curtain.held / curtain.hold, 1.0)
    steps = max(1, round(48 * part)) if part > 0 else 0
    gold = look.palette.gold_high
    for k in range(steps):
        turn = -math.pi / 2 + 2 * math.pi * k / 48
        spot = (at[0] + math.cos(turn) * (radius - 2), at[1] + math.sin(turn) * (radius - 2))
        canvas.circle(gold, spot, look.px(3))


def draw_cloth(canvas: Canvas, up: float) -> None:
    """Draw the opaque cloth; `up`: the part of the window height that is already free, 0..1."""
    width, height = canvas.size
    low = round(height * (1 - up))
    if low <= 0:
        return
    cloth = canvas.look.shapes.keep(("cloth", width), lambda: _cloth(width))
    rect = Rect(0, 0, width, low)
    canvas.call(("cloth", width, height), rect, partial(_draw_cloth, cloth, height, low))
    gold = canvas.look.palette.gold
    canvas.fill(gold, Rect(0, low - canvas.look.px(7), width, canvas.look.px(3)))


def _draw_cloth(cloth: Surface, height: int, low: int, canvas: Canvas) -> None:
    """Draw the lower `low` px of the cloth of a window, row by row."""
    clip, rows = canvas.clip, _rows(height)
    drawn = range(max(0, clip.top), min(low, clip.bottom))
    areas = ((cloth, (0, y), (0, rows[height - low + y], clip.right, 1)) for y in drawn)
    canvas.surface.blits(areas, False)


@lru_cache(2)
def _rows(height: int) -> list[int]:
    """Row of `_cloth` for each row of a window, darker towards its edges."""
    shades = (1 - 0.35 * abs(2 * y / height - 0.9) for y in range(height))
    return [round(255 * shade) - DARKEST for shade in shades]


def _cloth(width: int) -> Surface:
    """Picture of the cloth: dark red folds, darker towards the sides.

    Each row is lighter than the one above it. The cloth needs few different rows, and all of it
    would take as much memory as the window."""
    cloth = Surface((width, 256 - DARKEST))
    deep, high = (44, 8, 14), (98, 22, 30)
    for x in range(width):
        fold = 0.5 + 0.5 * math.sin(x / width * 2 * math.pi * 11 + math.sin(x / width * 17))
        rim = 1 - abs(2 * x / width - 1) ** 3 * 0.5
        cloth.fill(mix(deep, high, fold * rim * 0.8), (x, 0, 1, cloth.get_height()))
    for y in range(cloth.get_height()):
        level = DARKEST + y
        cloth.fill((level, level, level), (0, y, width, 1), pygame.BLEND_MULT)
    return cloth
