"""Small plates beside places of the table, each with what would happen there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pygame
from pygame import Rect, Surface

from castlecards.core.game import Outlook, Tone
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import blank
from castlecards.ui.kit.text import Colour, Style
from castlecards.ui.kit.theme import Look

HIGH, SIDE, GAP = 26.0, 11.0, 5.0  # units: height, beside the words, from the place
MOST = 12
LEVELS = 3  # so far a chip moves out of the way of others
WORDS, STRONG = Style("bold", 13, "text"), Style("bold", 14.5, "text")
TONES: dict[Tone, tuple[Colour, Colour, Colour]] = {  # top, bottom, edge
    "good": ((38, 82, 60), (24, 58, 42), (120, 190, 140)),
    "even": ((66, 66, 58), (46, 46, 40), (190, 184, 150)),
    "bad": ((112, 56, 34), (82, 38, 24), (232, 160, 116)),
    "open": ((36, 48, 78), (24, 33, 56), (140, 160, 206)),
}


@dataclass(frozen=True)
class Wanted:
    """A chip for a place on the screen. `above`: rather above it than below; `strong`: the pointer
    is there."""

    outlook: Outlook
    place: Rect
    above: bool
    strong: bool


@dataclass(frozen=True)
class Chip:
    """Where it is drawn."""

    outlook: Outlook
    rect: Rect
    strong: bool


def place_chips(look: Look, window: Rect, wanted: Iterable[Wanted]) -> list[Chip]:
    """At most MOST, in `window` and apart from each other; one that finds no room is left out. The
    one under the pointer comes first and always has its place."""
    found: list[Chip] = []
    for each in sorted(wanted, key=lambda one: not one.strong)[:MOST]:
        style = STRONG if each.strong else WORDS
        rect = Rect(0, 0, look.width(each.outlook.text, style) + look.px(2 * SIDE), look.px(HIGH))
        step = look.px(HIGH + 2) * (-1 if each.above else 1)
        if each.above:
            rect.midbottom = (each.place.centerx, each.place.top - look.px(GAP))
        else:
            rect.midtop = (each.place.centerx, each.place.bottom + look.px(GAP))
        for _ in range(LEVELS):
            there = rect.clamp(window)
            if there.collidelist([chip.rect for chip in found]) < 0:
                found.append(Chip(each.outlook, there, each.strong))
                break
            rect.y += step
    return found


def draw_chip(canvas: Canvas, chip: Chip, part: float = 1.0) -> None:
    """`part`: how far it has faded in, 0 to 1."""
    look, size = canvas.look, chip.rect.size
    key = ("chip", chip.outlook.text, chip.outlook.tone, chip.strong, size)
    image = look.shapes.keep(key, lambda: _painted(look, chip))
    if part < 1:
        image = image.copy()
        image.fill((round(255 * max(part, 0.0)),) * 4, special_flags=pygame.BLEND_RGBA_MULT)
    canvas.blit(image, chip.rect.topleft)


def _painted(look: Look, chip: Chip) -> Surface:
    sheet = Canvas(blank(chip.rect.size), look)
    top, low, edge = TONES[chip.outlook.tone]
    rect = Rect((0, 0), chip.rect.size)
    sheet.box(rect, HIGH / 2, top, low, edge, 2 if chip.strong else 1)
    sheet.text(chip.outlook.text, rect.center, STRONG if chip.strong else WORDS, "c")
    return sheet.surface
