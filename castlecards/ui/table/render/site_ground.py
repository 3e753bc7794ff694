"""Ground below buildings: earth below each side, road, river, and trees where no card can lie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise

from pygame import Rect

from castlecards.ui.cardart.buildings.building import Building
from castlecards.ui.cardart.buildings.ground import EARTH, RIVER, ROAD, soft_patch
from castlecards.ui.cardart.buildings.kinds import KINDS
from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.cardart.seat_signs import SEATS
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.partial_redraw import RecordingCanvas
from castlecards.ui.table.layout.hand_layout import opposite_column
from castlecards.ui.table.layout.model import Layout, ZoneArea
from castlecards.ui.table.render.site_layer import (
    Owned,
    StandingBuilding,
    draw_building,
    standing_buildings,
)

EARTH_SIZE = (860.0, 300.0)  # units, patch of earth below a gate and its keep
ROW = 250.0  # units, height of the earth below a row of houses or towers
BELOW_ROW = 30.0  # units from the feet of a row down to the middle of its earth
BANKS = 84.0  # units, height of a river between two rows of towers
ROAD_WIDTH = 130.0  # units, of the road between two gates
AIR = 8  # px between a tree and a place of cards
STRIP = 60  # units at the upper edge with names and tools
# Places of trees: units to the right of a foot and below it, and the size.
AT_GATES = (  # by far and near side
    ((-371, -146, 3), (-338, -156, 2), (-310, -140, 1), (352, -160, 3), (384, -146, 1)),
    ((-383, 74, 3), (-351, 102, 2), (338, 80, 2), (368, 96, 1)),
)
AT_TOWERS = ((-16, 178, 3), (16, 168, 2))  # from the middle between two towers
AT_HOUSES = ((44, 152, 3), (76, 160, 2), (104, 146, 1))  # from the left edge of the table

Patch = tuple[Rect, tuple[int, int, int, int]]


def draw_site_ground(
    canvas: RecordingCanvas, art: CardArt, layout: Layout, sites: Sequence[Owned]
) -> Iterator[None]:
    """Draw the ground below the buildings of `sites`; yields between the steps of a tree."""
    standing = standing_buildings(layout, sites)
    for rect, colour in ground_patches(layout, standing):
        canvas.part((tuple(rect), colour), partial(_draw_patch, art, rect, colour))
    for tree in trees(layout, standing):
        yield from draw_building(canvas, art, tree)


def _draw_patch(
    art: CardArt, rect: Rect, colour: tuple[int, int, int, int], canvas: Canvas
) -> None:
    size = rect.size
    picture = art.keep(("ground", size, colour), lambda: soft_patch(size, colour))
    canvas.blit(picture, rect.topleft)


def ground_patches(layout: Layout, standing: Sequence[StandingBuilding]) -> Iterator[Patch]:
    """Yield the rectangle, px, and colour of the earth below each side, and of road or river."""
    gates = [one for one in standing if one.building.kind == "gate"]
    for gate in gates:
        scale = gate.building.scale
        rect = Rect(0, 0, round(EARTH_SIZE[0] * scale), round(EARTH_SIZE[1] * scale))
        rect.center = gate.x, round(gate.foot - EARTH_SIZE[1] * scale / 8)
        yield rect, EARTH
    for far, near in pairwise(gates):
        reach = round(ROAD_WIDTH * far.building.scale)
        rect = Rect(0, far.foot - reach // 2, reach, near.foot - far.foot + reach)
        rect.centerx = far.x
        yield rect, ROAD
    if gates:
        return
    rows = feet(standing)
    middle, wide = opposite_column(0, 1, layout.viewport)
    for foot, scale in rows:
        rect = Rect(0, 0, round(wide), round(ROW * scale))
        rect.center = round(middle), round(foot + BELOW_ROW * scale)
        yield rect, EARTH
    towers = [one for one in standing if one.building.kind == "tower"]
    for (far_foot, scale), (near_foot, _) in pairwise(rows if towers else ()):
        card = KINDS["tower"].card * scale
        rect = Rect(0, 0, round(wide), round(BANKS * scale))
        rect.center = round(middle), round((far_foot + card + near_foot - card / 2) / 2)
        yield rect, RIVER


def feet(standing: Sequence[StandingBuilding]) -> list[tuple[int, float]]:
    """Foot line, px, and scale of each side, the far one first."""
    rows: dict[object, tuple[int, float]] = {}
    for one in standing:
        rows.setdefault(one.building.colours, (one.foot, one.building.scale))
    return sorted(rows.values())


def trees(layout: Layout, standing: Sequence[StandingBuilding]) -> Iterator[StandingBuilding]:
    """Yield the trees of a large table, where they touch no place of cards and no building."""
    if not any(one.building.full for one in standing):
        return
    taken = [_box(area) for area in layout.areas if area.width]
    taken += [one.rect for one in standing]
    view = layout.viewport
    taken.append(Rect(0, 0, view.left + view.width, round(STRIP * view.u)))
    for x, foot, scale, size in _places(layout, standing):
        building = Building("tree", size, 0, SEATS[0], "", (), scale, True)
        tree = StandingBuilding(building, round(x), round(foot))
        if tree.rect.inflate(2 * AIR, 2 * AIR).collidelist(taken) < 0:
            yield tree


def _places(
    layout: Layout, standing: Sequence[StandingBuilding]
) -> Iterator[tuple[float, float, float, int]]:
    """Yield x and foot, px, scale and size of each tree."""
    for gate, places in zip(
        (one for one in standing if one.building.kind == "gate"), AT_GATES, strict=False
    ):
        scale = gate.building.scale
        for right, down, size in places:
            yield gate.x + right * scale, gate.foot + down * scale, scale, size
    rows = feet(standing)
    towers = [one for one in standing if one.building.kind == "tower"]
    for one, other in pairwise(sorted(tower.x for tower in towers if tower.foot == rows[0][0])):
        foot, scale = rows[0]
        for right, down, size in AT_TOWERS:
            yield (one + other) / 2 + right * scale, foot + down * scale, scale, size
    if not towers and not any(one.building.kind == "gate" for one in standing):
        middle, wide = opposite_column(0, 1, layout.viewport)
        foot, scale = rows[0]
        for right, down, size in AT_HOUSES:
            yield middle - wide / 2 + right * scale, foot + down * scale, scale, size


def _box(area: ZoneArea) -> Rect:
    """Rectangle of an area, px."""
    box = Rect(0, 0, round(area.width), round(area.height))
    box.center = round(area.x), round(area.y)
    return box
