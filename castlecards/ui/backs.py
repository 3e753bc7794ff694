"""Card backs: one emblem a deck, on a lozenge ground between gold hairlines.

A back is named by its design, with a number for a second or third pack of the same design that must
be told apart: "tech", "tech.2". A name not listed gets one of 36 designs, always the same one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from zlib import crc32

from pygame import Surface

from castlecards.ui.art import LENGTH, WIDTH, Pictures, Sheet, dark, lay, light, over_for
from castlecards.ui.shapes import mix
from castlecards.ui.text import Colour

GOLD: Colour = (212, 174, 92)
COLOURS: tuple[Colour, ...] = (
    (120, 26, 38),  # crimson
    (24, 64, 112),  # blue
    (22, 92, 62),  # green
    (92, 46, 120),  # violet
    (150, 92, 24),  # amber
    (44, 50, 62),  # slate
)


@dataclass(frozen=True)
class Design:
    emblem: str
    colour: int  # of COLOURS
    dark_stock: bool = False


DESIGNS = {
    "plain": Design("tower", 0),
    "castle": Design("castle", 0),
    "tech": Design("circuit", 1, dark_stock=True),
    "siege": Design("siege", 5),
    "dragon": Design("dragon", 3),
    "crown": Design("crown", 4),
    "tower": Design("tower", 2),
}
EMBLEMS = ("castle", "tower", "siege", "trebuchet", "crown", "dragon")


def design_for(name: str) -> tuple[Design, int]:
    """The design of a back and which of its packs it is, from 0."""
    found = re.fullmatch(r"(.*?)[ ._-]?(\d*)", name)
    stem, number = found.groups() if found else (name, "")
    pack = max(0, int(number) - 1) if number else 0
    if stem in DESIGNS:
        return DESIGNS[stem], pack
    chosen = crc32(stem.encode())
    return Design(EMBLEMS[chosen % len(EMBLEMS)], chosen // 7 % len(COLOURS)), pack


def draw_back(name: str, size: tuple[int, int], pictures: Pictures) -> Surface:
    """`size` in px; premultiplied."""
    design, pack = design_for(name)
    colour = COLOURS[(design.colour + pack) % len(COLOURS)]
    sheet = Sheet(size, over_for(size[1]))
    if design.dark_stock:
        sheet.fall((16, 22, 34), (8, 11, 18))
    else:
        sheet.fall((252, 248, 238), (240, 232, 214))
    margin = 2.6
    inner = (margin, margin, WIDTH - 2 * margin, LENGTH - 2 * margin)
    sheet.box(inner, dark(colour, 0.45), 1.8)
    _lozenges(sheet, margin, colour)
    sheet.box((0, 0, WIDTH, LENGTH), dark(GOLD, 0.3), 3.2, 0.3)
    sheet.box(inner, GOLD, 1.8, 0.55)
    sheet.box((5.2, 5.2, WIDTH - 10.4, LENGTH - 10.4), GOLD, 1.2, 0.28)
    x, y = WIDTH / 2, LENGTH / 2
    sheet.disc(x, y, 17.5, dark(colour, 0.35))
    sheet.disc(x, y, 16.6, dark(colour, 0.72))
    sheet.disc(x, y, 17.5, GOLD, 0.6)
    sheet.disc(x, y, 15.8, dark(GOLD, 0.25), 0.25)
    if pack:
        for i in range(pack + 1):  # the pack's number in studs, not by colour alone
            at = x + (i - pack / 2) * 5
            for height in (16.0, LENGTH - 16.0):
                sheet.sign("diamond", at, height, 4.6, GOLD)
    image = sheet.finish()
    across = round(21 * size[1] / LENGTH)
    emblem = pictures.picture(f"emblem/{design.emblem}", across, light(GOLD, 0.12))
    lay(image, emblem, size[0] / 2, size[1] / 2)
    return image


def _lozenges(sheet: Sheet, margin: float, colour: Colour) -> None:
    """A net of diamonds, lighter towards the middle."""
    columns, rows = 9, 14
    wide, high = (WIDTH - 2 * margin) / columns, (LENGTH - 2 * margin) / rows
    for row in range(2 * rows + 1):
        for column in range(columns + row % 2):
            x = margin + (column + (0.5 if row % 2 == 0 else 0)) * wide
            y = margin + row * high / 2
            left, right = max(margin, x - wide / 2), min(WIDTH - margin, x + wide / 2)
            top, low = max(margin, y - high / 2), min(LENGTH - margin, y + high / 2)
            near = 1 - abs(y - LENGTH / 2) / LENGTH
            fill = mix(dark(colour, 0.35), light(colour, 0.10), near if row % 2 else near * 0.7)
            sheet.polygon(((x, top), (right, y), (x, low), (left, y)), fill)
