"""Painters of a gatehouse, of the curtain wall behind it, and of a keep, in all their states.

The level says how many cards stand there, the damage how many have left. Level 0 is a ruin, or
a foundation if there is no damage. Lengths are in the units of `PaperCut`.
"""

from __future__ import annotations

from castlecards.ui.cardart.buildings.building import Building
from castlecards.ui.cardart.buildings.paper_cut import SOOT, WOOD, PaperCut
from castlecards.ui.cardart.seat_signs import SHAPES
from castlecards.ui.kit.shapes import mix

BED = 39.0  # half the width of the dark opening in which a pile lies
DEEP = 105.0  # height of that opening
TOWER = 44.0  # width of a tower of a gatehouse
BASTION = 27.0  # width of a bastion
TOWER_HEIGHTS = (0.0, 92.0, 112.0, 130.0, 130.0)  # by level, with the crown
WALL = 43.0  # height of the curtain wall with its merlons
WALL_END = 371.0  # from the middle to its ends
TURRET = 27.0  # width of the turrets at its ends
KEEP = 152.0  # half the width of a keep
CORNER = 42.0  # width of its outer towers
INNER = 26.0  # width of its inner turrets
PLANKS = 8  # of a door
IRON = (38, 38, 42)
GOLD = (226, 186, 96)


def paint_gate(pen: PaperCut, building: Building) -> None:
    """Draw a gatehouse: two towers, and a lintel with a portcullis over the opening."""
    level, damage = building.level, building.damage
    if not level:
        if damage:
            _fallen_gate(pen)
        else:
            _foundation(pen, BED + TOWER)
        return
    colour, forked = building.colours.colour, building.forked
    high = TOWER_HEIGHTS[level]
    burning = damage >= 3 or (level == 1 and damage >= 1)
    if level >= 4 and building.full:
        for left in (-BED - TOWER - BASTION + 2, BED + TOWER - 2):
            pen.tower(left, BASTION, 86)
            pen.window(left + BASTION / 2, 42)
    for left in (-BED - TOWER, BED):
        pen.tower(left, TOWER, high)
        middle = left + TOWER / 2
        if building.full:
            for y in (58, 98) if level >= 3 else (58,):
                pen.window(middle, y)
        if burning and left > 0:
            pen.flame(middle, high - 4, 30)
            continue
        if level >= 3:
            pen.roof(left, high, TOWER, 48, colour)
        if level >= 4 and building.full:
            pen.flag(middle, high + 44, colour, forked)
    _opening(pen, 0.0, 124, "door" in building.marks)
    if damage >= 1:
        pen.crack(-BED - 12, high - 16, 42)
        pen.heap(BED + TOWER, 52, 12, 18)
    if damage >= 2:
        pen.crack(BED + 33, high - 34, 48)
        pen.heap(-BED - TOWER, 56, 12, 20)
    if damage >= 3:
        pen.crack(-BED - 34, high - 52, 30)
        pen.crack(BED + 10, high - 16, 24)
    if damage >= 4:
        pen.crack(-BED - 36, high - 18, 26)


def _opening(pen: PaperCut, x: float, top: float, door: bool = False) -> None:
    """Draw the dark bed of a pile, its lintel up to `top` and the teeth of the portcullis.

    `door`: a wooden door fills the bed, where no pile lies in it."""
    pen.wall(x - BED - 2, DEEP, 2 * BED + 4, top - DEEP - 12)
    pen.crown(x - BED - 2, top - 12, 2 * BED + 4)
    pen.box(x - BED, 0, 2 * BED, DEEP, (18, 17, 18))
    pen.box(x - BED - 1.5, -1.5, 2 * BED + 3, 2.5, mix(pen.stone, (0, 0, 0), 0.45))
    if door:
        _door(pen, x)
        return
    for n in range(9):
        left = x - BED + 4 + n * (2 * BED - 8) / 8
        pen.polygon(
            mix(IRON, (255, 255, 255), 0.25), (left - 1.6, DEEP), (left + 1.6, DEEP),
            (left + 1.6, DEEP - 4), (left, DEEP - 8), (left - 1.6, DEEP - 4),
        )  # fmt: skip


def _door(pen: PaperCut, x: float) -> None:
    """Draw the two wings of a door of planks with iron bands."""
    for n in range(PLANKS):
        width = 2 * BED / PLANKS
        tone = mix(WOOD, (0, 0, 0), 0.14 * (n % 2))
        pen.box(x - BED + n * width, 0, width - 0.6, DEEP, tone)
    for y in (18, 52, 86):
        pen.box(x - BED, y, 2 * BED, 3, IRON)
    pen.box(x - 0.8, 0, 1.6, DEEP, IRON)
    for side in (-5, 5):
        pen.disc(x + side, 46, 1.8, GOLD)


def _foundation(pen: PaperCut, half: float) -> None:
    """Draw the lowest courses of a building that is not built yet; `half`: half its width."""
    for left, right in ((-half, -BED), (BED, half)):
        pen.wall(left, 0, right - left, 16)
    pen.box(-BED, 0, 2 * BED, 5, mix(pen.stone, (0, 0, 0), 0.5))


def _fallen_gate(pen: PaperCut) -> None:
    """Draw the ruin of a gatehouse: two stumps, rubble and a bent portcullis between them."""
    pen.stump(-BED - TOWER, TOWER, 50)
    pen.stump(BED, TOWER, 66)
    for n in range(8):
        left = -28 + 8 * n
        pen.line(IRON, 2.2, (left, 2), (left + 7 + pen.chance.uniform(-2, 2), 27))
    pen.line(IRON, 2.2, (-31, 10), (37, 14))
    pen.line(IRON, 2.2, (-28, 20), (40, 22))
    pen.heap(-BED - 16, 92, 14, 34)
    pen.heap(BED + 20, 92, 14, 34)
    pen.heap(0, 70, 8, 16)
    pen.flame(BED + 20, 26, 18)
    pen.smoke(-BED - 20, 36, 66)


def paint_wall(pen: PaperCut, building: Building) -> None:
    """Draw the curtain wall to both sides of a gatehouse, with a turret at each end."""
    for left, right in ((-WALL_END, -BED), (BED, WALL_END)):
        pen.wall(left, 0, right - left, WALL - 12)
        pen.crown(left, WALL - 12, right - left)
    for left in (-WALL_END, WALL_END - TURRET):
        pen.tower(left, TURRET, 70)
        if building.full:
            pen.window(left + TURRET / 2, 38)


def paint_keep(pen: PaperCut, building: Building) -> None:
    """Draw a castle: outer towers, walls, inner turrets, and a portal in the middle."""
    level, damage = building.level, building.damage
    if not level:
        if damage:
            _fallen_keep(pen)
        else:
            _foundation(pen, KEEP)
        return
    colour, forked = building.colours.colour, building.forked
    high = 84.0 if level == 1 else 94.0 if level < 5 else 102.0
    broken = damage >= 3 or (level == 1 and damage >= 1)
    portal = BED + 13
    for left, right in ((-KEEP + 8, -portal), (portal, KEEP - 8)):
        pen.wall(left, 0, right - left, 58)
        pen.crown(left, 58, right - left)
        if building.full and level == 1:
            pen.window((left + right) / 2 + (8 if left < 0 else -8), 26)
    if level >= 4 and building.full:
        for middle in (-portal - 24, portal + 24):
            pen.tower(middle - INNER / 2, INNER, high - 6)
            pen.roof(middle - INNER / 2, high - 6, INNER, 25, colour)
    for left in (-KEEP, KEEP - CORNER):
        if left < 0 and broken:
            pen.stump(left, CORNER, 52)
            pen.heap(left + 30, 90, 14, 30)
            continue
        pen.tower(left, CORNER, high)
        if building.full:
            for y in (30, 64):
                pen.window(left + CORNER / 2, y)
        if level >= 2:
            pen.roof(left, high, CORNER, 32, colour)
        if level >= 5 and building.full and left < 0:  # the other one would reach the tools
            pen.flag(left + CORNER / 2, high + 26, colour, forked)
    pen.wall(-portal, 0, 2 * portal, DEEP + 2)
    _opening(pen, 0.0, DEEP + 22, "door" in building.marks)
    if level >= 2 and building.full:
        for x in (-KEEP + CORNER + 14, KEEP - CORNER - 14):
            pen.shield(x, 36, colour, SHAPES[building.colours.shape])
    if damage >= 1:
        pen.crack(portal + 12, 52, 40)
        pen.heap(-portal - 20, 62, 10, 16)
    if damage >= 2:
        pen.crack(-portal - 14, 54, 44)
        pen.heap(portal + 44, 70, 10, 20)
    if damage >= 3:
        pen.crack(portal + 28, 56, 30)
    if level == 1 and damage >= 1:  # not one that is only being built
        pen.flame(-portal - 22, 66, 32)
        pen.flame(portal + 26, 66, 40)


def _fallen_keep(pen: PaperCut) -> None:
    """Draw the ruin of a castle: broken walls in flames and a wide heap of stones."""
    pen.box(-KEEP + 20, 0, 2 * KEEP - 40, 12, mix(SOOT, pen.stone, 0.2))
    pen.stump(-KEEP, CORNER, 64)
    pen.stump(KEEP - CORNER, CORNER, 50)
    pen.stump(-84, 46, 28)
    pen.stump(40, 56, 38)
    for x, size in ((-92, 34), (-36, 44), (34, 52), (92, 36)):
        pen.flame(x, 10, size)
    for x in (-110, -40, 40, 110):
        pen.heap(x, 110, 14, 34)
