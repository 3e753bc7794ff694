"""Painters of an estate: houses, halls and castles behind their walls, and people.

A house on a plot with a wall stands raised behind it. The level says how many cards stand there,
for a hall one window a card. Lengths are in the units of `PaperCut`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace

from castlecards.ui.cardart.buildings.building import Building
from castlecards.ui.cardart.buildings.paper_cut import LIGHT, STONE, WOOD, PaperCut
from castlecards.ui.cardart.seat_signs import SHAPES
from castlecards.ui.kit.shapes import Colour, mix

WALL = 31.0  # height of a town wall with its merlons
POST = 15.0  # width of the towers at its ends
RAISED = 8.0  # by which a house stands higher behind its wall
HOVEL = 68.0  # width of a single hovel
HUTS = (1.0, 1.0, 0.74, 0.6)  # by number of hovels: scale of each
BARRACKS = 86.0  # width of barracks
WING = 26.0  # width of each more card of barracks
CASTLE = 108.0  # width of a castle
EAVES = 6.0  # by which roofs and walls stand out at each side
HALL = (44.0, 19.0)  # width of a hall without windows, and of each window
HALL_BODY = (33.0, 1.5)  # height of its walls, and more for each window
PLASTER: Colour = (206, 190, 152)
THATCH: Colour = (190, 152, 70)
SKIN: Colour = (226, 178, 138)
STEEL: Colour = (176, 182, 190)
HORSE: Colour = (206, 196, 180)
WATER: Colour = (52, 104, 138)
GOLD: Colour = (238, 196, 88)
ROSE: Colour = (232, 112, 158)
BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)


def house_width(building: Building) -> float:
    """Width of a house without its wall, units."""
    level = max(building.level, 1)
    match building.kind:
        case "hovel":
            return level * HOVEL * HUTS[level]
        case "barracks":
            return BARRACKS + WING * (level - 1)
        case "fortress":
            return CASTLE
        case "hall":
            return HALL[0] + HALL[1] * level
    return 0.0


def _width(building: Building) -> float:
    """Width of a house on its plot, units: not wider than its wall or the plot."""
    room = building.wide - (2 * POST - 14 if "wall" in building.marks else 0)
    return min(house_width(building), room)


def paint_plot(pen: PaperCut, building: Building) -> None:
    """Draw the house of a plot and its wall before it, or the moat before a castle."""
    walled = "wall" in building.marks
    house = HOUSES.get(building.kind)
    if house is not None:
        house(pen, building, RAISED if walled else 0.0)
    if not walled:
        return
    half = building.wide / 2
    if building.kind == "fortress":
        _moat(pen, half)
        return
    pen.wall(-half, 0, 2 * half, WALL - 12)
    pen.crown(-half, WALL - 12, 2 * half)
    for left in (-half, half - POST):
        pen.tower(left, POST, WALL + 9)


def single_houses(building: Building) -> list[tuple[float, Building]]:
    """Hovels of a plot, one building each without their wall, with the middle of each, units."""
    count, width = building.level, _width(building) / building.level
    marks = tuple(mark for mark in building.marks if mark != "wall")
    alone = replace(building, level=1, wide=width, marks=marks)
    return [((n - (count - 1) / 2) * width, alone) for n in range(count)]


def _dark(colour: Colour, part: float) -> Colour:
    return mix(colour, BLACK, part)


def _gable(
    pen: PaperCut, x: float, y: float, width: float, height: float, inset: float, colour: Colour
) -> None:
    """Draw a roof seen from its long side around `x`; its ridge is `inset` shorter at each end."""
    left, right, top = x - width / 2, x + width / 2, y + height
    pen.polygon(colour, (left, y), (left + inset, top), (right - inset, top), (right, y))
    shade = left + width * 2 / 3
    pen.polygon(_dark(colour, 0.2), (shade, y), (shade, top), (right - inset, top), (right, y))
    for n in range(1, max(2, round(height / 8))):
        part = n / max(2, round(height / 8))
        edge = inset * part
        pen.box(left + edge, y + height * part, width - 2 * edge, 1.1, _dark(colour, 0.32))


def _hovels(pen: PaperCut, building: Building, up: float) -> None:
    """Draw up to three thatched hovels side by side, each with a chimney."""
    count = building.level
    size = _width(building) / (count * HOVEL)
    for n in range(count):
        x = (n - (count - 1) / 2) * HOVEL * size
        body, width = up + 26 * size, 54 * size
        pen.box(x + 12 * size, body + 10 * size, 9 * size, 32 * size, pen.stone)
        pen.box(x + 18 * size, body + 10 * size, 3 * size, 32 * size, _dark(pen.stone, 0.25))
        pen.box(x - width / 2, 0, width, body, PLASTER)
        pen.box(x + width / 6, 0, width / 3, body, _dark(PLASTER, 0.2))
        for beam in (-0.5, -0.17, 0.17, 0.44):
            pen.box(x + beam * width, 0, 3 * size, body, _dark(WOOD, 0.2))
        if building.full:
            pen.box(x - 6 * size, up + 6 * size, 9 * size, 12 * size, _dark(WOOD, 0.3))
            pen.box(x - 4.6 * size, up + 7.4 * size, 6.2 * size, 9.2 * size, LIGHT)
        _gable(pen, x, body - 3, HOVEL * size, 38 * size, 13 * size, THATCH)
        left, right, low = x - 20 * size, x - 9 * size, body - 5 - 11 * size
        notch = low + 5 * size if building.forked else low
        pen.polygon(
            building.colours.colour, (left, body - 4), (right, body - 4), (right, low),
            ((left + right) / 2, notch), (left, low),
        )  # fmt: skip


def _barracks(pen: PaperCut, building: Building, up: float) -> None:
    """Draw long barracks: shields at the walls, spears at both ends."""
    colour, width = building.colours.colour, _width(building)
    body = up + 30
    for x in (-width / 2 + 2, -width / 2 + 9, width / 2 - 9, width / 2 - 2):
        pen.line(_dark(WOOD, 0.2), 1.8, (x, 0), (x, body + 18))
        pen.polygon(STEEL, (x - 2.6, body + 17), (x, body + 27), (x + 2.6, body + 17))
    pen.wall(-width / 2 + 8, 0, width - 16, body)
    _gable(pen, 0, body - 2, width - 6, 36, 9, colour)
    low = up + 3
    pen.box(-10, 0, 20, up + 20, _dark(WOOD, 0.55))
    pen.disc(0, up + 20, 10, _dark(WOOD, 0.55))
    if building.full:
        for x in (-width / 2 + 24, width / 2 - 24):
            _small_shield(pen, building, x, low + 15, 0.62)


def _small_shield(pen: PaperCut, building: Building, x: float, y: float, size: float) -> None:
    """Draw the shield of a player, 24 * `size` units wide, around (x, y)."""
    colour = building.colours.colour
    outline = [(-12, 14), (12, 14), (12, -2), (0, -14), (-12, -2)]
    for grow, tone in ((1.0, mix(GOLD, WOOD, 0.25)), (0.82, colour)):
        pen.polygon(tone, *((x + px * size * grow, y + py * size * grow) for px, py in outline))
    sign = SHAPES[building.colours.shape]
    pen.polygon(
        (244, 238, 222), *((x + 13 * size * px, y + size - 13 * size * py) for px, py in sign)
    )


def _castle(pen: PaperCut, building: Building, up: float) -> None:
    """Draw a castle: two towers with roofs, and a gate between them under a shield."""
    colour = building.colours.colour
    for left in (-CASTLE / 2 + 4, CASTLE / 2 - 34):
        pen.tower(left, 30, up + 54)
        pen.roof(left, up + 54, 30, 30, colour)
        if building.full:
            pen.window(left + 15, up + 24)
    pen.wall(-26, 0, 52, up + 34)
    pen.crown(-26, up + 34, 52)
    pen.box(-10, 0, 20, up + 16, (22, 20, 20))
    pen.disc(0, up + 16, 10, (22, 20, 20))
    pen.box(-0.9, up + 46, 1.8, 30, _dark(WOOD, 0.3))
    pen.pennant((0, up + 76), (0, up + 64), 21, colour, building.forked)
    if building.full:
        _small_shield(pen, building, 0, up + 34, 0.62)


def _moat(pen: PaperCut, half: float) -> None:
    """Draw the moat before a castle, with a bridge."""
    bank = [(half * math.cos(a / 12 * math.pi), 6 * math.sin(a / 12 * math.pi)) for a in range(24)]
    pen.polygon(_dark(WATER, 0.35), *((x, y + 7) for x, y in bank))
    pen.polygon(WATER, *((x * 0.96, y * 0.8 + 6.5) for x, y in bank))
    for x, wide in ((-0.62, 0.3), (0.3, 0.34), (-0.3, 0.12)):
        pen.box(half * x, 7, half * wide, 1.4, mix(WATER, WHITE, 0.35))
    pen.polygon(WOOD, (-9, 14), (9, 14), (12, 0), (-12, 0))
    for y in (3, 7, 11):
        pen.box(-11, y, 22, 1, _dark(WOOD, 0.4))


def _hall(pen: PaperCut, building: Building, up: float) -> None:
    """Draw the hall of a royal set: a lit window for each card, a crown or a rose on its roof."""
    count, colour = building.level, building.colours.colour
    width, body = _width(building), up + HALL_BODY[0] + HALL_BODY[1] * count
    pitch = (width - HALL[0]) / count + 1.5
    pen.wall(-width / 2, 0, width, body)
    pale = mix(pen.stone, WHITE, 0.2)
    pen.box(-width / 2 - 3, body - 3, width + 6, 4, pale)
    for n in range(count):
        x = (n - (count - 1) / 2) * pitch
        pen.box(x - 4.6, body - 20, 9.2, 10, _dark(STONE, 0.6))
        pen.disc(x, body - 10, 4.6, _dark(STONE, 0.6))
        pen.box(x - 3.3, body - 19, 6.6, 9, LIGHT)
        pen.disc(x, body - 10, 3.3, LIGHT)
    if up == 0:
        pen.box(-7, 0, 14, 11, _dark(WOOD, 0.4))
    top = body + 25
    _gable(pen, 0, body + 1, width + 10, 24, 12, colour)
    pen.box(-width / 2 + 7, top - 1.5, width - 14, 2.6, GOLD)
    if building.sign == "crown":
        _crown(pen, top + 1)
    else:
        _rose(pen, top + 9)


def _crown(pen: PaperCut, y: float) -> None:
    """Draw a golden crown, 28 units wide, that stands at height `y`."""
    points = ((-12, 0), (-14, 15), (-6, 8), (0, 18), (6, 8), (14, 15), (12, 0))
    pen.polygon(GOLD, *((px, y + py) for px, py in points))
    pen.polygon(_dark(GOLD, 0.2), (0, y), (0, y + 18), (6, y + 8), (14, y + 15), (12, y))
    pen.box(-12, y, 24, 3.4, _dark(GOLD, 0.3))
    for px, py in ((-14, 15), (0, 18), (14, 15)):
        pen.disc(px, y + py, 2.0, mix(GOLD, WHITE, 0.4))


def _rose(pen: PaperCut, y: float) -> None:
    """Draw a rose around height `y`, 24 units wide."""
    for n in range(5):
        turn = math.pi / 2 + n * math.tau / 5
        tone = _dark(ROSE, 0.16 if n in (3, 4) else 0.0)
        pen.disc(6.4 * math.cos(turn), y + 6.4 * math.sin(turn), 5.4, tone)
    pen.disc(0, y, 3.8, GOLD)


HOUSES: Mapping[str, Callable[[PaperCut, Building, float], None]] = {
    "hovel": _hovels,
    "barracks": _barracks,
    "fortress": _castle,
    "hall": _hall,
}


def paint_peasant(pen: PaperCut, building: Building) -> None:
    """Draw a peasant with a hat and a pitchfork."""
    coat = mix(WOOD, building.colours.colour, 0.3)
    x = 24.0
    pen.line(_dark(WOOD, 0.3), 2.6, (x, 0), (x, 56))
    for side in (-5, 0, 5):
        pen.line(STEEL, 1.9, (x + side, 54), (x + side, 68))
    pen.line(STEEL, 2.2, (x - 6, 54), (x + 6, 54))
    pen.polygon(coat, (-15, 0), (-11, 36), (11, 36), (15, 0))
    pen.polygon(_dark(coat, 0.2), (5, 0), (4, 36), (11, 36), (15, 0))
    pen.line(coat, 7.5, (-9, 33), (-16, 14))
    pen.line(_dark(coat, 0.1), 7, (8, 32), (22, 24))
    pen.disc(23, 24, 3.6, SKIN)
    pen.box(-14, 12, 28, 3.4, building.colours.colour)
    pen.disc(0, 43, 9.5, SKIN)
    pen.polygon(_dark(SKIN, 0.16), (3, 34), (9, 40), (9, 47), (4, 51))
    for eye in (-3.4, 3.4):
        pen.disc(eye, 42.5, 1.3, (30, 26, 24))
    straw = mix(THATCH, WHITE, 0.12)
    pen.polygon(straw, (-19, 47), (-9, 51), (0, 66), (9, 51), (19, 47), (8, 45), (-8, 45))
    pen.polygon(_dark(straw, 0.2), (19, 47), (9, 51), (0, 66), (4, 48), (8, 45))
    pen.line(building.colours.colour, 2.6, (-9.5, 51), (9.5, 51))


def paint_knight(pen: PaperCut, building: Building) -> None:
    """Draw a knight on a horse, with lance and shield in the colour of the player."""
    colour = building.colours.colour
    pen.line(_dark(WOOD, 0.1), 2.6, (22, 4), (8, 84))
    pen.pennant((8.6, 82), (11, 69), 19, colour, building.forked)
    pen.polygon(HORSE, (-30, 0), (-31, 24), (-20, 30), (12, 28), (20, 26), (26, 0))
    pen.polygon(HORSE, (8, 14), (22, 52), (30, 55), (42, 40), (39, 34), (31, 36), (28, 14))
    pen.polygon(_dark(HORSE, 0.18), (24, 14), (31, 36), (39, 34), (42, 40), (36, 38), (26, 30))
    pen.polygon(HORSE, (23, 51), (24, 61), (29, 54))
    pen.polygon(_dark(WOOD, 0.35), (6, 20), (19, 53), (23, 54), (14, 20))
    pen.disc(32, 46, 1.6, (26, 22, 20))
    pen.polygon(colour, (-26, 0), (-24, 25), (6, 25), (10, 0))
    pen.polygon(_dark(colour, 0.22), (-4, 0), (-2, 25), (6, 25), (10, 0))
    pen.box(-25, 23, 31, 3, GOLD)
    pen.polygon(STEEL, (-17, 24), (-15, 50), (2, 50), (5, 24))
    pen.polygon(_dark(STEEL, 0.2), (-3, 24), (-3, 50), (2, 50), (5, 24))
    pen.line(STEEL, 6, (0, 46), (14, 40))
    pen.disc(-6, 58, 9.5, STEEL)
    pen.box(-15, 54, 18.5, 6, _dark(STEEL, 0.1))
    pen.box(-9, 56.5, 13, 2.8, (24, 24, 28))
    pen.polygon(colour, (-8, 67), (-2, 77), (-16, 79), (-25, 70), (-20, 66), (-13, 70))
    _small_shield(pen, building, -12, 34, 0.8)
