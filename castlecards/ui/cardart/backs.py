"""Painter of card backs: an emblem for each deck on a patterned ground between gold hairlines.

The name of a back selects its design. The name may have a suffix: a number for a second or third
pack of the same design ("tech", "tech.2"), a word for a part of the deck with a small sign of its
own ("black.soldiers"), and "~0" or "~1" for the side that owns the card. An unknown name gets the
emblem of that name if there is one, else one of six emblems, in one of six colours; the choice
follows from the name alone.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal
from zlib import crc32

from pygame import Surface
from pygame.transform import rotate

from castlecards.ui.cardart.drawing import (
    LENGTH,
    WIDTH,
    Lettering,
    Pictures,
    Sheet,
    dark,
    lay,
    light,
    oversampling,
)
from castlecards.ui.cardart.outlines import bezier
from castlecards.ui.kit.shapes import Colour, mix

GOLD: Colour = (212, 174, 92)
MARGIN = 2.6  # mm of plain card stock around the pattern
PLATE = 15.2  # mm from the short edge to the centre of a part's sign
COLOURS: tuple[Colour, ...] = (
    (120, 26, 38),  # crimson
    (24, 64, 112),  # blue
    (22, 92, 62),  # green
    (92, 46, 120),  # violet
    (150, 92, 24),  # amber
    (44, 50, 62),  # slate
    (34, 33, 38),  # black
    (22, 76, 84),  # teal
)
STOCKS: tuple[Colour, ...] = ((142, 30, 38), (26, 72, 138))  # colour by side, for names with "~"
FREE = 6  # the first so many of COLOURS serve for unknown names
Pattern = Literal["lozenges", "scales", "weave", "rays"]


@dataclass(frozen=True)
class Design:
    """Emblem, colour and pattern of a back; `colour` is an index into `COLOURS`."""

    emblem: str
    colour: int
    pattern: Pattern = "lozenges"
    dark_stock: bool = False


DESIGNS = {
    "plain": Design("tower", 0),
    "tech": Design("circuit", 1, dark_stock=True),
    "siege": Design("siege", 5),
    "dragon": Design("dragon", 3),
    "crown": Design("crown", 4),
    "tower": Design("tower", 2),
    "black": Design("tower", 6, "weave"),
    "red": Design("crown", 0, "scales"),
    "blue": Design("shield", 1, "scales"),
    "rampage": Design("trebuchet", 7, "rays"),
    "token": Design("seal", 4, "rays"),
    "wish": Design("seal", 3, "rays"),
}
SIGNS = {"soldiers": "swords", "resources": "coins"}  # word after the dot -> emblem
EMBLEMS = ("tower", "siege", "trebuchet", "crown", "dragon", "shield")


def design_for(name: str, pictures: Pictures) -> tuple[Design, int, str]:
    """Parse the name of a back into design, index of the pack, and word after the dot."""
    found = re.fullmatch(r"(.*?)[ ._-]?(\d*)", name)
    stem, number = found.groups() if found else (name, "")
    pack = max(0, int(number) - 1) if number else 0
    family, _, part = stem.partition(".")
    if family in DESIGNS:
        return DESIGNS[family], pack, part
    chosen = crc32(stem.encode())
    own = re.fullmatch(r"[a-z]+", stem) and pictures.exists(f"emblem/{stem}")
    emblem = stem if own else EMBLEMS[chosen % len(EMBLEMS)]
    return Design(emblem, chosen // 5 % FREE), pack, ""


def back_colour(name: str, pictures: Pictures) -> Colour:
    """Ground colour of the back `name`."""
    name, _, side = name.partition("~")
    design, pack, _ = design_for(name, pictures)
    if side:
        return STOCKS[int(side) % len(STOCKS)]
    return COLOURS[(design.colour + pack) % (FREE if pack else len(COLOURS))]


def draw_back(name: str, size: tuple[int, int], pictures: Pictures, letters: Lettering) -> Surface:
    """Paint the back `name` at `size` px; premultiplied."""
    colour = back_colour(name, pictures)
    design, pack, part = design_for(name.partition("~")[0], pictures)
    sheet = Sheet(size, oversampling(size[1]))
    _ground(sheet, design, colour)
    x, y = WIDTH / 2, LENGTH / 2
    for radius, tint in ((17.5, dark(colour, 0.35)), (16.6, dark(colour, 0.72))):
        sheet.disc(x, y, radius, tint)
    sheet.disc(x, y, 17.5, GOLD, 0.6)
    sheet.disc(x, y, 15.8, dark(GOLD, 0.25), 0.25)
    for i in range(pack + 1 if pack else 0):  # studs count the pack, as colour alone is not enough
        for height in (24.5, LENGTH - 24.5) if part else (16.0, LENGTH - 16.0):
            sheet.sign("diamond", x + (i - pack / 2) * 5, height, 4.6, GOLD)
    if part:
        for height in (PLATE, LENGTH - PLATE):
            sheet.disc(x, height, 8.2, dark(colour, 0.72))
            sheet.disc(x, height, 8.2, GOLD, 0.5)
    image = sheet.finish()
    unit = size[1] / LENGTH
    emblem = pictures.picture(f"emblem/{design.emblem}", round(21 * unit), light(GOLD, 0.12))
    lay(image, emblem, size[0] / 2, size[1] / 2)
    if part:
        sign = _sign(part, unit, pictures, letters)
        lay(image, sign, x * unit, PLATE * unit)
        lay(image, rotate(sign, 180), x * unit, (LENGTH - PLATE) * unit)
    return image


def _sign(part: str, unit: float, pictures: Pictures, letters: Lettering) -> Surface:
    """Sign of a deck's part: its emblem, else the first letter of its name."""
    tint = light(GOLD, 0.2)
    name = f"emblem/{SIGNS.get(part, part)}"
    if re.fullmatch(r"[a-z/]+", name) and pictures.exists(name):
        return pictures.picture(name, round(11.5 * unit), tint)
    return letters.figure(part[:1].upper(), "figure", 7 * unit, 9 * unit, tint)


def _ground(sheet: Sheet, design: Design, colour: Colour) -> None:
    """Paint the card stock, the pattern and the hairlines."""
    if design.dark_stock:
        sheet.gradient((16, 22, 34), (8, 11, 18))
    else:
        sheet.gradient((252, 248, 238), (240, 232, 214))
    inner = (MARGIN, MARGIN, WIDTH - 2 * MARGIN, LENGTH - 2 * MARGIN)
    sheet.box(inner, dark(colour, 0.45), 0.8)
    with sheet.within(*inner):
        PATTERNS[design.pattern](sheet, colour)
    sheet.box((0, 0, WIDTH, LENGTH), dark(GOLD, 0.3), 3.2, 0.3)
    sheet.box(inner, GOLD, 0.8, 0.55)
    sheet.box((5.2, 5.2, WIDTH - 10.4, LENGTH - 10.4), GOLD, 1.2, 0.28)


def _shade(colour: Colour, y: float, part: float = 1.0) -> Colour:
    """Shade of the pattern at height `y` mm: lighter towards the middle."""
    near = 1 - abs(y - LENGTH / 2) / LENGTH
    return mix(dark(colour, 0.35), light(colour, 0.10), near * part)


def _lozenges(sheet: Sheet, colour: Colour) -> None:
    """Pattern: a net of diamonds."""
    columns, rows = 9, 14
    wide, high = (WIDTH - 2 * MARGIN) / columns, (LENGTH - 2 * MARGIN) / rows
    for row in range(2 * rows + 1):
        y = MARGIN + row * high / 2
        top, low = max(MARGIN, y - high / 2), min(LENGTH - MARGIN, y + high / 2)
        fill = _shade(colour, y, 1.0 if row % 2 else 0.7)
        for column in range(columns + row % 2):
            x = MARGIN + (column + (0.5 if row % 2 == 0 else 0)) * wide
            left, right = max(MARGIN, x - wide / 2), min(WIDTH - MARGIN, x + wide / 2)
            sheet.polygon(((x, top), (right, y), (x, low), (left, y)), fill)


def _scales(sheet: Sheet, colour: Colour) -> None:
    """Pattern: overlapping rows of rounded tiles, each of three rings.

    The lower half is the upper one rotated by 180°, so that the back looks the same both ways up.
    """
    columns = 7
    wide = (WIDTH - 2 * MARGIN) / columns
    step = wide * 0.5
    rows = math.ceil((LENGTH / 2 - MARGIN) / step)
    tile = [*bezier((-0.5, 0), (-0.5, -0.66), (0.5, -0.66), (0.5, 0), 12), (0.5, 0.0)]
    rings = []
    for part, tint in ((1.0, 0.25), (0.9, 1.0), (0.66, 0.35), (0.56, 0.85), (0.3, 0.3)):
        foot = step if part == 1 else 0.0
        ring = [(px * wide * part, py * wide * part) for px, py in tile]
        rings.append(([*ring, (part * wide / 2, foot), (-part * wide / 2, foot)], tint))
    for row in range(rows, -1, -1):
        y = LENGTH / 2 - row * step
        for ring, tint in rings:
            shade = _shade(colour, y, tint)
            for column in range(columns + 1):
                x = MARGIN + (column + (0.5 if row % 2 else 0)) * wide
                sheet.polygon([(x + px, y + py) for px, py in ring], shade)
    sheet.reflect()


def _weave(sheet: Sheet, colour: Colour) -> None:
    """Pattern: basketwork of horizontal and vertical bands."""
    columns, rows = 10, 15
    wide, high = (WIDTH - 2 * MARGIN) / columns, (LENGTH - 2 * MARGIN) / rows
    for row in range(rows):
        for column in range(columns):
            x, y = MARGIN + column * wide, MARGIN + row * high
            horizontal = (row + column) % 2
            for k in range(3):
                part = (0.95, 1.25, 0.95)[k] if horizontal else (0.55, 0.8, 0.55)[k]
                fill = _shade(light(colour, 0.10), y, part)
                if horizontal:
                    box = (x + 0.15, y + (k + 0.12) * high / 3, wide - 0.3, high / 3 * 0.76)
                else:
                    box = (x + (k + 0.12) * wide / 3, y + 0.15, wide / 3 * 0.76, high - 0.3)
                sheet.box(box, fill)


def _rays(sheet: Sheet, colour: Colour) -> None:
    """Pattern: a sunburst of 48 beams from the middle."""
    x, y, far = WIDTH / 2, LENGTH / 2, LENGTH
    beams = 48
    for k in range(beams):
        corners = [(x, y)]
        for part in (k - 0.5, k, k + 0.5):
            turn = 2 * math.pi * part / beams
            dx, dy = math.cos(turn) * far, math.sin(turn) * far
            room = min((x - MARGIN) / max(abs(dx), 1e-6), (y - MARGIN) / max(abs(dy), 1e-6))
            corners.append((x + dx * room, y + dy * room))
        sheet.polygon(corners, mix(dark(colour, 0.42), light(colour, 0.04), 0.9 if k % 2 else 0.3))


PATTERNS: dict[Pattern, Callable[[Sheet, Colour], None]] = {
    "lozenges": _lozenges,
    "scales": _scales,
    "weave": _weave,
    "rays": _rays,
}
