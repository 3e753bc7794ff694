"""Painter of the castle keep on the back of a castle card.

The picture is a front view on a card that lies on its long side, upright for the viewer. The
state shows the damage: whole, cracked, burning or in ruins. The gate is open and lit if no pile
protects it.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import pygame
from pygame import Surface

from castlecards.ui.cardart.drawing import CORNER, LENGTH, WIDTH, Sheet, dark, light, oversampling
from castlecards.ui.cardart.masonry import BURNING, CRACKED, RUINED
from castlecards.ui.cardart.outlines import Point, placed
from castlecards.ui.cardart.seat_signs import SHAPES, SeatSign
from castlecards.ui.kit.shapes import Colour, mask, mix

STONE: Colour = (166, 162, 154)
GOLD: Colour = (214, 176, 94)
LIT: Colour = (255, 214, 120)  # of windows
FOOT = 59.0  # mm from the top to the foot of the walls


@dataclass(frozen=True)
class CastleKeep:
    """Look of a keep.

    `sign`: of its owner; `state`: damage, `WHOLE` to `RUINED` of `masonry`; `open`: the gate;
    `turns`: rotations by 90° anticlockwise that make it upright for the viewer.
    """

    sign: SeatSign
    state: int = 0
    open: bool = False
    turns: int = 1


def draw_castle_keep(keep: CastleKeep, size: tuple[int, int]) -> Surface:
    """Paint the back of an upright card with its keep, `size` px; premultiplied."""
    sheet = Sheet((size[1], size[0]), oversampling(size[1]), LENGTH, WIDTH)
    _sky(sheet, keep)
    _walls(sheet)
    _towers(sheet, keep)
    _great_tower(sheet, keep)
    if keep.state:
        _cracks(sheet, keep.state)
    if keep.state >= BURNING:
        _burning(sheet, keep.state)
    _frame(sheet, keep.sign.colour)
    image = pygame.transform.rotate(_cut(sheet.scaled_down()), 90 * keep.turns)
    return image if image.get_size() == size else pygame.transform.smoothscale(image, size)


def _cut(image: Surface) -> Surface:
    corner = round(CORNER * image.get_width() / LENGTH)
    image.blit(mask(image.get_size(), corner), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return image


def _warm(keep: CastleKeep) -> bool:
    red, _, blue = keep.sign.colour
    return red > blue


def _sky(sheet: Sheet, keep: CastleKeep) -> None:
    warm = _warm(keep)
    top, low = ((88, 38, 42), (214, 146, 88)) if warm else ((28, 46, 92), (108, 168, 214))
    sheet.gradient(top, low)
    for radius, alpha in ((30, 26), (23, 32), (16, 40)):
        sheet.glow(LENGTH / 2 + 4, 30, radius, (255, 226, 190) if warm else (206, 232, 255), alpha)
    for x, y, long in ((19, 9.5, 10), (27, 18.5, 9), (88, 23, 9), (66, 15, 7)):
        sheet.box((x, y, long, 1.6), (255, 230, 210), 0.8, alpha=60)
    hill = (62, 38, 36) if warm else (26, 42, 68)
    hills = [(0, 40), (14, 35.5), (34, 33.5), (58, 37), (80, 44), (95, 48), (95, 64), (0, 64)]
    sheet.polygon([(x, y) for x, y in hills], hill)
    sheet.polygon(
        [(0, 45), (40, 47), (95, 52), (95, 64), (0, 64)], (38, 62, 36) if warm else (24, 62, 56)
    )
    sheet.polygon(
        [(0, FOOT - 0.5), (95, FOOT - 0.5), (95, 64), (0, 64)],
        (34, 50, 30) if warm else (22, 50, 46),
    )


def _masonry(sheet: Sheet, x: float, y: float, wide: float, high: float, tone: Colour) -> None:
    """Draw a stone wall whose right part is in the shade."""
    sheet.box((x, y, wide, high), tone)
    joint = dark(tone, 0.22)
    rows = int(high / 2.6)
    for row in range(rows + 1):
        at = y + row * 2.6
        if at < y + high - 0.3:
            sheet.box((x, at, wide, 0.35), joint)
        step = 4.6
        for k in range(int(wide / step) + 2):
            bx = x + (k + 0.5 * (row % 2)) * step
            if x < bx < x + wide - 0.4 and at + 2.6 <= y + high:
                sheet.box((bx, at, 0.35, 2.6), joint)
    sheet.box((x + wide * 0.7, y, wide * 0.3, high), (0, 0, 0), alpha=46)


def _battlements(
    sheet: Sheet, x: float, y: float, wide: float, tone: Colour, count: int = 4
) -> None:
    """Draw battlements; they are wider than the tower that carries them."""
    high, step = 2.4, wide / (2 * count - 1)
    sheet.box((x, y, wide, 3.4), light(tone, 0.1))
    sheet.box((x, y + 3.0, wide, 0.5), dark(tone, 0.3))
    for k in range(count):
        sheet.box((x + 2 * k * step, y - high, step, high + 0.3), light(tone, 0.1))


def _broken_tower(sheet: Sheet, x: float, y: float, wide: float, tone: Colour) -> None:
    """Draw the stump of a tower with a ragged upper edge."""
    stream = random.Random(round(x * 7 + y))
    steps = 5
    points: list[Point] = [(x, FOOT)]
    for k in range(steps + 1):
        points.append((x + wide * k / steps, y + stream.uniform(-4, 5) * (1 if k % 2 else -0.6)))
    points.append((x + wide, FOOT))
    sheet.polygon(points, tone)
    for row in range(6):
        at = y + 6 + row * 2.6
        if at < FOOT:
            sheet.box((x, at, wide, 0.35), dark(tone, 0.22))


def _roof(sheet: Sheet, x: float, y: float, wide: float, high: float, colour: Colour) -> None:
    """Draw a conical roof whose right side is in the shade."""
    sheet.polygon([(x, y - high), (x + wide / 2, y), (x - wide / 2, y)], colour)
    sheet.polygon([(x, y - high), (x + wide / 2, y), (x + wide * 0.1, y)], dark(colour, 0.32))


def _pennant(sheet: Sheet, x: float, y: float, colour: Colour, long: float = 6.0) -> None:
    sheet.path([(x, y), (x, y - 5)], (236, 226, 210), 0.5)
    sheet.polygon([(x, y - 5), (x + long, y - 3.4), (x, y - 1.6)], light(colour, 0.32))


def _slit(sheet: Sheet, x: float, y: float) -> None:
    sheet.box((x - 1.2, y, 2.4, 5.2), (30, 26, 22), 1.2)
    sheet.box((x - 0.75, y + 0.5, 1.5, 4.2), LIT, 0.75)


def _walls(sheet: Sheet) -> None:
    tone = dark(STONE, 0.08)
    for x, wide in ((14, 14), (67, 14)):
        _masonry(sheet, x, 37, wide, FOOT - 37, tone)
        for k in range(3):
            sheet.box((x + 0.6 + 5 * k, 34.6, 2.8, 2.7), light(tone, 0.06))


def _towers(sheet: Sheet, keep: CastleKeep) -> None:
    roof, tone = keep.sign.colour, STONE
    for n, (x, wide, top, high) in enumerate(
        (
            (7.5, 13.0, 27.0, 13.0),
            (28.0, 9.5, 22.5, 13.5),
            (57.5, 9.5, 22.5, 13.5),
            (74.5, 13.0, 27.0, 13.0),
        )
    ):
        outer = n in (0, 3)
        broken = (keep.state >= BURNING and n == 0) or (keep.state >= RUINED and n in (2, 3))
        if broken:
            _broken_tower(sheet, x, top + (14 if outer else 17), wide, dark(tone, 0.06))
            continue
        _masonry(sheet, x, top, wide, FOOT - top, tone)
        _battlements(sheet, x - 1, top - 2.2, wide + 2, tone)
        burnt = keep.state >= BURNING and n == 3
        if not burnt:
            _roof(sheet, x + wide / 2, top - 4.6, wide + 3.4, high, roof)
        if outer and not burnt:
            _pennant(sheet, x + wide / 2, top - 4.4 - high, roof)
        _slit(sheet, x + wide / 2, top + (12 if outer else 9))


def _great_tower(sheet: Sheet, keep: CastleKeep) -> None:
    """Draw the great tower with its flag, banner and gate."""
    colour = keep.sign.colour
    x, wide, top = 37.5, 20.0, 15.0
    if keep.state < RUINED:
        sheet.path([(47.5, 14), (47.5, 4.5)], (236, 226, 210), 0.6)
        sheet.polygon([(47.5, 4.6), (60, 6.4), (57.5, 8.6), (60, 11), (47.5, 10.8)], colour)
        sheet.polygon([(47.5, 4.6), (60, 6.4), (47.5, 6.4)], light(colour, 0.3))
        _masonry(sheet, x, top, wide, FOOT - top, light(STONE, 0.05))
        _battlements(sheet, x - 1.4, top - 1.6, wide + 2.8, light(STONE, 0.05), 4)
    else:
        _broken_tower(sheet, x, 27.0, wide, light(STONE, 0.05))
        _masonry(sheet, x, 31, wide, FOOT - 31, light(STONE, 0.05))
    banner = 21.5  # mm, its upper edge
    sheet.box((42.3, banner - 1.6, 10.4, 1.6), GOLD)
    sheet.polygon(
        [
            (42.6, banner),
            (52.4, banner),
            (52.4, banner + 14),
            (47.5, banner + 17.5),
            (42.6, banner + 14),
        ],
        colour,
    )
    sheet.polygon(placed(SHAPES[keep.sign.shape], 47.5, banner + 7.4, 7.4), (250, 244, 228))
    gate = [
        (40.2 + 7.3 - 7.3 * math.cos(math.pi * k / 12), 49 - 7.6 * math.sin(math.pi * k / 12))
        for k in range(13)
    ]
    sheet.polygon([(40.2, FOOT + 2), *gate, (54.8, FOOT + 2)], (36, 30, 26))
    inner = [
        (47.5 - 5.8 * math.cos(math.pi * k / 12), 49 - 6.0 * math.sin(math.pi * k / 12))
        for k in range(13)
    ]
    shade = (255, 168, 62) if keep.open else (96, 62, 36)
    sheet.polygon([(41.7, FOOT + 2), *inner, (53.3, FOOT + 2)], shade)
    if keep.open:
        core = [
            (47.5 - 4.2 * math.cos(math.pi * k / 12), 49.6 - 4.6 * math.sin(math.pi * k / 12))
            for k in range(13)
        ]
        sheet.polygon([(43.3, FOOT + 2), *core, (51.7, FOOT + 2)], (255, 226, 150))
    else:
        for k in range(6):
            sheet.box((42.6 + 1.9 * k, 43.4 + 1.0 * abs(k - 2.5), 0.5, FOOT + 2 - 44), (48, 30, 18))
        for y in (47.5, 51.5, 55.5):
            sheet.box((42, y, 11, 0.5), (48, 30, 18))


CRACKS = (
    ((46, 16), (47.6, 19), (46.4, 22), (45.8, 26), (44, 29)),
    ((22, 37), (25, 42), (23.4, 46), (26, 51), (24, 56)),
    ((73, 39), (71, 44), (73.2, 48), (71.6, 56)),
    ((34.5, 27), (33, 31), (34.4, 34), (31.4, 40)),
    ((54, 38), (52.6, 43), (54.2, 46), (51, 50)),
)


def _cracks(sheet: Sheet, state: int) -> None:
    for line in CRACKS[: 3 if state == CRACKED else 5]:
        pale = [(x + 0.5, y + 0.3) for x, y in line]
        sheet.path(pale, (206, 200, 186), 0.7)
        sheet.path(list(line), (24, 20, 18), 1.1)


def _burning(sheet: Sheet, state: int) -> None:
    places = (
        ((81, 26, 1.0),) if state == BURNING else ((14, 36, 0.9), (47.5, 31, 1.25), (63, 28, 1.1))
    )
    stream = random.Random(state)
    for k in range(12):
        x, y = 80 + stream.gauss(0, 3.4), 5 + 16 * k / 12 + stream.gauss(0, 1)
        sheet.glow(x, y, 2.6 + stream.random() * 2.4, (34, 28, 30), 90)
    for x, y, size in places:
        for part, tone in ((1.0, (224, 96, 24)), (0.72, (255, 160, 40)), (0.42, (255, 232, 140))):
            sheet.polygon(_flame(x, y, 13 * size * part, 16 * size * part), tone, 225)


def _flame(x: float, y: float, wide: float, high: float) -> list[Point]:
    tips = (
        (-0.5, 0.42),
        (-0.3, 0.24),
        (-0.16, 0.72),
        (-0.02, 1.0),
        (0.12, 0.6),
        (0.3, 0.34),
        (0.5, 0.56),
    )
    crest: list[Point] = []
    for k, (tx, ty) in enumerate(tips):
        crest.append((x + tx * wide, y - ty * high))
        if k < len(tips) - 1:
            nx = (tx + tips[k + 1][0]) / 2
            crest.append((x + nx * wide, y - 0.26 * high))
    return [(x - 0.42 * wide, y), *crest, (x + 0.42 * wide, y)]


def _frame(sheet: Sheet, colour: Colour) -> None:
    edge = mix(colour, (255, 255, 255), 0.06)
    sheet.box((0, 0, LENGTH, WIDTH), dark(colour, 0.5), 3.2, 0.8)
    sheet.box((0.6, 0.6, LENGTH - 1.2, WIDTH - 1.2), edge, 2.9, 2.0)
    sheet.box((2.4, 2.4, LENGTH - 4.8, WIDTH - 4.8), dark(colour, 0.25), 1.6, 0.6)
    sheet.box((2.9, 2.9, LENGTH - 5.8, WIDTH - 5.8), GOLD, 1.3, 0.35)
