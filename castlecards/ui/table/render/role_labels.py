"""Role labels: a chip on a card of the own hand that names its present use, drawn over its name."""

from __future__ import annotations

import math

import pygame
from pygame import Rect, Surface

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import blank
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.table.layout.card_shape import CardShape

HIGH = 24.0  # units, height of the chip
AT = 0.71  # of the card height: from the top of the card to the centre of the chip
WORD = Style("bold", 14, "gold_high")
TOP, LOW = (38, 34, 20), (24, 21, 12)


def role_label_centre(at: CardShape) -> tuple[float, float]:
    """Centre of the chip on a card at `at`, px."""
    down, turn = (AT - 0.5) * at.height, math.radians(at.angle)
    return at.x + down * math.sin(turn), at.y + down * math.cos(turn)


def draw_role_label(canvas: Canvas, word: str, at: CardShape, light: int) -> None:
    """Draw the chip with `word`; `light` 0..255 dims it like its card."""
    look, wide = canvas.look, round(at.width * 0.92)
    turn = round(at.angle * 2) / 2 % 360
    key = ("role", word, wide, turn, light, look.scale)
    image = look.shapes.keep(key, lambda: _turned(look, word, wide, turn, light))
    canvas.blit_centred(image, role_label_centre(at))


def _turned(look: Look, word: str, wide: int, turn: float, light: int) -> Surface:
    sheet = Canvas(blank((wide, look.px(HIGH))), look)
    rect = Rect((0, 0), sheet.size)
    sheet.box(rect, 6, TOP, LOW, look.palette.gold_low)
    text, style = look.fit(word, WORD, wide - look.px(8))
    sheet.text(text, rect.center, style, "c")
    image = pygame.transform.rotozoom(sheet.surface, turn, 1) if turn else sheet.surface
    if light < 255:
        image = image.copy()
        image.fill((light, light, light, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return image
