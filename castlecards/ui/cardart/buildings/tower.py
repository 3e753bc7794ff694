"""Painter of a camp that grows into a tower with its banner, in all its states.

The level says how many cards stand there: 0 a heap of stones, 1 a camp, then towers. Lengths
are in the units of `PaperCut`.
"""

from __future__ import annotations

from castlecards.ui.cardart.buildings.banner_signs import BannerSign, banner_sign
from castlecards.ui.cardart.buildings.building import Building
from castlecards.ui.cardart.buildings.paper_cut import WOOD, PaperCut
from castlecards.ui.kit.shapes import Colour, mix

TOWER = 66.0  # width of the tower
WALL_END = 92.0  # from the middle to the ends of the walls
WALL = 42.0  # height of the walls with their merlons
TURRET = 34.0  # width of the outer turrets
HEIGHTS = (0.0, 0.0, 92.0, 104.0, 118.0, 132.0)  # by level, of the tower with its crown
BANNER = (30.0, 46.0)  # width and height of a banner
DROP = 8.0  # from the crown of a tower down to its banner
SIGN = 21.0  # width of the sign on a banner
POLE = 90.0  # height of the banner pole of a camp
IRON: Colour = (112, 118, 126)  # walls of soldiers whose values are mechanised
STEEL: Colour = (72, 76, 84)  # their banner
INFECTED: Colour = (84, 132, 44)  # banner of an infected soldier
MOSS: Colour = (66, 104, 40)
GOLD: Colour = (226, 186, 96)
PALE: Colour = (246, 238, 218)


def paint_tower(pen: PaperCut, building: Building) -> None:
    """Draw the camp or tower of a pile; its banner shows the marks of the top card."""
    level, marks = building.level, building.marks
    colour = building.colours.colour
    if not level:
        _fallen(pen, colour)
        return
    if level == 1:
        _camp(pen, building)
        if "scaffold" in marks:
            _scaffold(pen, POLE)
        return
    stone, high = IRON if "mechanised" in marks else pen.stone, HEIGHTS[level]
    if level >= 3:
        pen.wall(-WALL_END, 0, 2 * WALL_END, WALL - 12, stone)
        pen.crown(-WALL_END, WALL - 12, 2 * WALL_END, stone)
    if level >= 5:
        for left in (-WALL_END, WALL_END - TURRET):
            pen.tower(left, TURRET, 84, stone)
            pen.roof(left, 84, TURRET, 32, colour)
            if building.full:
                pen.window(left + TURRET / 2, 52)
    pen.tower(-TOWER / 2, TOWER, high, stone)
    if level >= 4:
        pen.roof(-TOWER / 2, high, TOWER, 40, colour)
    if "mechanised" in marks:
        for n in range(int(high / 14) - 1):
            for x in (-TOWER / 2 + 5, TOWER / 2 - 5):
                pen.disc(x, 8 + 14 * n, 1.7, mix(IRON, (255, 255, 255), 0.45))
    elif building.full:
        for x in (-TOWER / 2 + 10, TOWER / 2 - 10):
            pen.window(x, high - 34)
    if "infected" in marks:
        for n, x in enumerate((-26, -12, 5, 20, 30)):
            pen.disc(x, high - 4, 5.0 + 2.0 * (n % 2), mix(MOSS, (0, 0, 0), 0.12 * (n % 3)))
    if "scaffold" in marks:
        _scaffold(pen, high)
    _banner(pen, building, 0.0, high - 12 - DROP)


def _scaffold(pen: PaperCut, high: float) -> None:
    """Draw a scaffold of poles and planks before a building that has just been built again."""
    wood, dark = mix(WOOD, (255, 255, 255), 0.25), mix(WOOD, (0, 0, 0), 0.25)
    half = TOWER / 2 + 9
    for x in (-half, 0.0, half):
        pen.box(x - 1.6, 0, 3.2, high + 8, dark)
    for row, y in enumerate(range(24, int(high), 30)):
        pen.box(-half - 5, y, 2 * half + 10, 3.6, wood)
        way = 1 if row % 2 else -1
        pen.line(dark, 2.2, (-way * half, y - 24), (way * half, y))


def _camp(pen: PaperCut, building: Building) -> None:
    """Draw a tent, a palisade, and a banner on a pole."""
    colour = building.colours.colour
    for n in range(6):
        left, tall = 20.0 + 9 * n, 22.0 + pen.chance.uniform(-2, 2)
        tone = mix(WOOD, (0, 0, 0), 0.1 + 0.1 * (n % 2))
        pen.box(left, 0, 8, tall, tone)
        pen.polygon(tone, (left, tall), (left + 4, tall + 6), (left + 8, tall))
    tip, left, right = (-34.0, 72.0), -78.0, 10.0
    pen.polygon(colour, (left, 0), tip, (right, 0))
    pen.polygon(mix(colour, (0, 0, 0), 0.26), (-20, 0), tip, (right, 0))
    pen.polygon(mix(colour, (0, 0, 0), 0.55), (-44, 0), (-35, 40), (-26, 0))
    pen.disc(*tip, 3.0, GOLD)
    pen.box(50 - 1.5, 0, 3, POLE, mix(WOOD, (0, 0, 0), 0.3))
    pen.disc(50, POLE, 2.6, GOLD)
    _banner(pen, building, 50.0, POLE - 5)


def _fallen(pen: PaperCut, colour: Colour) -> None:
    """Draw a heap of stones with a broken banner."""
    pen.stump(-34, 30, 30)
    pen.stump(8, 24, 22)
    for x, width, height, stones in ((-42, 76, 14, 26), (30, 90, 12, 26), (0, 60, 22, 26)):
        pen.heap(x, width, height, stones)
    pen.line(mix(WOOD, (0, 0, 0), 0.3), 3, (26, 6), (58, 48))
    pen.polygon(colour, (58, 48), (40, 34), (50, 14), (56, 22), (62, 12), (66, 30))
    pen.polygon(mix(colour, (0, 0, 0), 0.25), (58, 48), (52, 30), (62, 12), (66, 30))
    pen.smoke(-16, 28, 62)


def _banner(pen: PaperCut, building: Building, x: float, top: float) -> None:
    """Draw a banner that hangs from (x, top); it is furled while the top card lies face down."""
    (width, tall), marks = BANNER, building.marks
    cloth = building.colours.colour
    if "infected" in marks:
        cloth = INFECTED
    elif "mechanised" in marks:
        cloth = STEEL
    half, dark = width / 2, mix(cloth, (0, 0, 0), 0.24)
    if "furled" in marks:
        pen.box(x - half, top - 8, width, 8, cloth)
        pen.box(x - half, top - 8, width, 3, dark)
        for side in (-half + 5, 0, half - 5):
            pen.box(x + side - 1, top - 9, 2, 10, GOLD)
    else:
        edge = ((-half, 0), (half, 0), (half, -tall + 12), (0, -tall), (-half, -tall + 12))
        pen.polygon(mix(GOLD, dark, 0.2), *((x + px * 1.08, top + py * 1.03) for px, py in edge))
        pen.polygon(cloth, *((x + px, top + py) for px, py in edge))
        pen.polygon(dark, *((x + max(px, 0.0), top + py) for px, py in edge))
        _sign(pen, banner_sign(building.sign, building.colours.shape), x, top - tall * 0.43, cloth)
    if "infected" in marks:
        low = top - (8 if "furled" in marks else tall - 10)
        for side, drop in ((-9, 9), (-2, 15), (6, 11)):
            pen.box(x + side - 1.5, low - drop, 3, drop, INFECTED)
            pen.disc(x + side, low - drop, 2.2, INFECTED)
    pen.box(x - half - 3, top, width + 6, 3.2, GOLD)


def _sign(pen: PaperCut, sign: BannerSign, x: float, y: float, cloth: Colour) -> None:
    """Draw a sign around (x, y); its holes have the colour of the cloth."""
    for outlines, tone in ((sign.solid, PALE), (sign.holes, mix(cloth, (0, 0, 0), 0.12))):
        for outline in outlines:
            pen.polygon(tone, *((x + SIGN * px, y - SIGN * py) for px, py in outline))
