"""Backgrounds of the Tech Deck: a scene for each domain and a frame for each tier of values.

A scene and a frame are drawn once for each size and shared; a card adds its own hue and motif.
Knowledge is a library at night, Science a lattice of molecules, Technology a city on a circuit
board, Services the streets of a town in the evening.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass

from castlecards.texts import tr
from castlecards.ui.cardart.drawing import LENGTH, WIDTH, Sheet, dark, light
from castlecards.ui.cardart.outlines import SIGNS, placed
from castlecards.ui.kit.shapes import Colour, mix

RAYS = 18  # number of light beams behind the picture
INK: Colour = (6, 8, 14)
IRON, SILVER, GOLD = (118, 126, 138), (202, 210, 222), (236, 188, 88)
CORNER_PLATE = (12.2, 16.4)  # mm, plate behind an index


@dataclass(frozen=True)
class Domain:
    """Domain of the Tech Deck: `sign` and `colour` of its shape, the rest of its scene."""

    name: str
    sign: str
    colour: Colour
    deep: Colour
    middle: Colour
    glow: Colour
    second: Colour  # hue towards which some cards are tinted


DOMAINS = {
    "K": Domain(tr("Knowledge"), "circle", (78, 138, 255),
                (10, 22, 64), (36, 86, 196), (150, 204, 255), (120, 96, 220)),
    "S": Domain(tr("Science"), "triangle", (48, 212, 148),
                (4, 42, 38), (14, 132, 100), (166, 255, 206), (40, 150, 190)),
    "T": Domain(tr("Technology"), "square", (255, 206, 84),
                (48, 24, 6), (196, 122, 24), (255, 232, 150), (214, 84, 30)),
    "V": Domain(tr("Services"), "plus", (255, 100, 180),
                (56, 8, 40), (196, 48, 110), (255, 190, 214), (140, 60, 190)),
}  # fmt: skip
WILD = Domain(tr("Wild"), "star", (236, 205, 128),
              (26, 14, 50), (92, 62, 150), (255, 234, 170), (60, 96, 170))  # fmt: skip


def scene(sheet: Sheet, domain: Domain, middle: float, shape: float) -> None:
    """Draw the scene of a domain with its shape, `shape` mm large, `middle` mm from the top."""
    top = mix(domain.middle, domain.deep, 0.12)
    sheet.gradient(top, mix(domain.deep, INK, 0.35))
    _light(sheet, domain, middle)
    SCENES[domain.sign](sheet, domain, random.Random(domain.name))
    sheet.polygon([(0, 60), (WIDTH, 60), (WIDTH, LENGTH), (0, LENGTH)], domain.deep, 96)
    sheet.polygon([(0, 78), (WIDTH, 78), (WIDTH, LENGTH), (0, LENGTH)], INK, 110)
    _medallion(sheet, domain, middle, shape)


def _light(sheet: Sheet, domain: Domain, middle: float) -> None:
    """Draw the beams behind the picture and a glow around it."""
    x, far = WIDTH / 2, 1.2 * LENGTH
    for radius, alpha in ((44, 26), (34, 34), (25, 44), (18, 52)):
        sheet.glow(x, middle, radius, domain.middle, alpha)
    for k in range(RAYS):
        turn = 2 * math.pi * (k + 0.25) / RAYS
        half = math.pi / RAYS * 0.5
        edge = [
            (x + far * math.sin(a), middle - far * math.cos(a)) for a in (turn - half, turn + half)
        ]
        sheet.polygon([(x, middle), *edge], light(domain.middle, 0.35), 30)


def _medallion(sheet: Sheet, domain: Domain, middle: float, size: float) -> None:
    """Draw the domain's shape as a halo behind the picture."""
    if domain.sign == "triangle":
        middle, size = middle - 0.06 * size, size * 1.12
    elif domain.sign == "plus":
        size *= 1.08
    x = WIDTH / 2
    for extra, alpha in ((7.0, 26), (4.4, 40), (2.4, 64)):
        sheet.sign(domain.sign, x, middle, size + extra, domain.glow, alpha)
    sheet.sign(domain.sign, x, middle, size, mix(domain.deep, INK, 0.25), 236)
    for outline in SIGNS[domain.sign]:
        sheet.path(placed(outline, x, middle, size), domain.glow, 1.0, closed=True)
        inner = placed(outline, x, middle, size - 3.0)
        sheet.path(inner, mix(domain.deep, domain.glow, 0.34), 0.3, closed=True)


# -- the scenes -----------------------------------------------------------------------------------


def _library(sheet: Sheet, domain: Domain, stream: random.Random) -> None:
    """Draw the scene of Knowledge: stars above bookshelves."""
    for _ in range(26):
        x, y = stream.uniform(3, WIDTH - 3), stream.uniform(3, 54)
        sheet.disc(x, y, stream.uniform(0.18, 0.42), mix(domain.middle, domain.glow, 0.6))
    for top in (52.0, 64.5, 77.0):
        x = -1.0
        while x < WIDTH:
            wide, high = stream.uniform(1.8, 4.2), stream.uniform(6.4, 10.4)
            tone = mix(
                domain.deep,
                stream.choice((domain.middle, domain.second)),
                stream.uniform(0.25, 0.6),
            )
            sheet.box((x, top + 11.4 - high, wide - 0.3, high), tone)
            sheet.box((x, top + 11.4 - high + 1.2, wide - 0.3, 0.5), mix(tone, domain.glow, 0.35))
            x += wide if stream.random() > 0.08 else wide + 3.4
        sheet.box((0, top + 11.4, WIDTH, 1.1), mix(domain.deep, INK, 0.4))
        sheet.box((0, top + 11.4, WIDTH, 0.3), mix(domain.middle, domain.glow, 0.25))


def _lattice(sheet: Sheet, domain: Domain, stream: random.Random) -> None:
    """Draw the scene of Science: a hexagonal lattice of atoms."""
    step = 7.6
    line = mix(domain.deep, domain.middle, 0.85)
    for row in range(-1, 10):
        for column in range(-1, 7):
            x = column * step * 1.732 + (step * 0.866 if row % 2 else 0) - 2
            y = row * step * 1.5 + 2
            ends = [
                (x + step * math.sin(math.pi * k / 3), y - step * math.cos(math.pi * k / 3))
                for k in range(4)
            ]
            if stream.random() < 0.86:
                sheet.path(ends, line, 0.34)
            for end in ends[:2]:
                if stream.random() < 0.7:
                    tone = mix(
                        domain.middle, domain.glow if stream.random() < 0.35 else domain.second, 0.5
                    )
                    sheet.disc(*end, stream.uniform(0.6, 1.25), tone)
    for _ in range(8):
        x, y = stream.uniform(4, WIDTH - 4), stream.uniform(44, 90)
        sheet.glow(x, y, stream.uniform(1.4, 3.4), domain.glow, 34)


def _city(sheet: Sheet, domain: Domain, stream: random.Random) -> None:
    """Draw the scene of Technology: a skyline above the conductors of a circuit board."""
    for depth, (base, part) in enumerate(((46.0, 0.62), (53.0, 0.34))):
        x = -2.0
        tone = mix(domain.deep, domain.middle, part)
        while x < WIDTH:
            wide, top = stream.uniform(4.5, 8.5), base + stream.uniform(-9, 6)
            sheet.box((x, top, wide - 0.5, 66 - top), tone)
            if stream.random() < 0.4:
                sheet.box((x + wide / 2 - 0.3, top - 3, 0.5, 3.2), tone)
            for k in range(int((64 - top) / 2.4)):
                for n in range(int(wide / 2)):
                    if depth and stream.random() < 0.3:
                        sheet.box(
                            (x + 0.8 + 1.9 * n, top + 1.2 + 2.4 * k, 0.9, 1.1),
                            mix(tone, domain.glow, 0.75),
                        )
            x += wide
    sheet.box((0, 62, WIDTH, 33), mix(domain.deep, INK, 0.2))
    copper = mix(domain.deep, domain.middle, 0.75)
    for k in range(13):
        x, y = 2.5 + 4.9 * k, 62 + stream.uniform(0, 2)
        aside, low = stream.choice((-4.0, 0.0, 4.0)), stream.uniform(70, 82)
        path = [
            (x, y),
            (x, low),
            (x + aside, low + abs(aside)),
            (x + aside, stream.uniform(88, 97)),
        ]
        sheet.path(path, copper, 0.45)
        sheet.disc(path[-2][0], path[-2][1], 0.85, mix(copper, domain.glow, 0.4))


def _streets(sheet: Sheet, domain: Domain, stream: random.Random) -> None:
    """Draw the scene of Services: a town with lit streets from above."""
    for _ in range(60):
        x, y = stream.uniform(-4, WIDTH), stream.uniform(0, LENGTH)
        wide, high = stream.uniform(4, 9), stream.uniform(4, 8)
        tone = mix(
            domain.deep, stream.choice((domain.middle, domain.second)), stream.uniform(0.3, 0.75)
        )
        lean = 0.16 * wide
        sheet.polygon(
            [(x, y), (x + wide, y + lean), (x + wide - 1, y + high + lean), (x - 1, y + high)],
            tone,
            120,
        )
    lamp = mix(domain.middle, domain.glow, 0.75)
    road = mix(domain.deep, domain.middle, 0.4)
    for k in range(-2, 9):
        y = 12.5 * k + stream.uniform(-2, 2)
        sheet.path([(-2, y), (WIDTH + 2, y + 11)], road, 0.9)
        x = 11.0 * k + stream.uniform(-2, 2)
        sheet.path([(x + 8, -2), (x - 8, LENGTH + 2)], road, 0.7)
        for n in range(7):
            at = stream.uniform(0, WIDTH)
            sheet.disc(at, y + 11 * at / WIDTH, 0.42, lamp)
            sheet.glow(at, y + 11 * at / WIDTH, 1.3, domain.glow, 40 if n % 3 == 0 else 0)


def _sky(sheet: Sheet, domain: Domain, stream: random.Random) -> None:
    """Draw the scene of wild cards, which have no domain: stars."""
    for _ in range(70):
        x, y = stream.uniform(2, WIDTH - 2), stream.uniform(2, LENGTH - 2)
        sheet.disc(
            x, y, stream.uniform(0.15, 0.5), mix(domain.middle, domain.glow, stream.random())
        )


SCENES: dict[str, Callable[[Sheet, Domain, random.Random], None]] = {
    "circle": _library, "triangle": _lattice, "square": _city, "plus": _streets, "star": _sky,
}  # fmt: skip


# -- frames ---------------------------------------------------------------------------------------


FOILED = 3


def tier(rank: int) -> int:
    """Tier of a value: 0 iron, 1 silver, 2 gold, `FOILED` gold with foil; decoration only."""
    return 0 if rank < 5 else 1 if rank < 10 else 2 if rank < 13 else 3


def frame(sheet: Sheet, rank: int) -> None:
    """Draw the edge of a card; tiers differ in metal and in the number of studs."""
    kind = tier(rank)
    metal = (IRON, SILVER, GOLD, GOLD)[kind]
    sheet.box((0, 0, WIDTH, LENGTH), dark(metal, 0.62), 3.2, 1.7)
    sheet.box((0.3, 0.3, WIDTH - 0.6, LENGTH - 0.6), metal, 3.0, 1.15)
    sheet.box((0.3, 0.3, WIDTH - 0.6, LENGTH - 0.6), light(metal, 0.45), 3.0, 0.35)
    if kind:
        _studs(sheet, metal, pairs=kind > 1)


def foil(sheet: Sheet) -> None:
    """Draw a diagonal sheen, for cards of the highest tier."""
    for x, wide, alpha in ((8, 9, 24), (21, 4, 36), (48, 12, 22)):
        slant = [(x + 24, 0), (x + 24 + wide, 0), (x - 16 + wide, LENGTH), (x - 16, LENGTH)]
        sheet.polygon(slant, (255, 250, 226), alpha)


def _studs(sheet: Sheet, metal: Colour, pairs: bool) -> None:
    """Draw a lozenge in the middle of each edge; `pairs` adds one on either side."""
    x, y = WIDTH / 2, LENGTH / 2
    for cx, cy in ((x, 1.0), (x, LENGTH - 1.0), (1.0, y), (WIDTH - 1.0, y)):
        ends = [(cx, cy)]
        if pairs:
            level = cy in (1.0, LENGTH - 1.0)
            ends += [(cx - 7, cy), (cx + 7, cy)] if level else [(cx, cy - 7), (cx, cy + 7)]
        for k, (sx, sy) in enumerate(ends):
            half = 1.7 if k == 0 else 1.15
            for grown, tone in ((half + 0.4, dark(metal, 0.6)), (half, light(metal, 0.3))):
                sheet.polygon(
                    [(sx, sy - grown), (sx + grown, sy), (sx, sy + grown), (sx - grown, sy)], tone
                )


def corner_plates(sheet: Sheet, deep: Colour) -> None:
    """Draw the dark plates behind the four indices."""
    wide, high = CORNER_PLATE
    for x in (0.0, WIDTH - wide):
        for y in (0.0, LENGTH - high):
            sheet.box((x, y, wide, high), mix(deep, INK, 0.72), 2.6, alpha=214)
