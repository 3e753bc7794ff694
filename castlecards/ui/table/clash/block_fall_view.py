"""Painter of a falling building: the blocks of its picture, and dust."""

from __future__ import annotations

from pygame import Rect, Surface

from castlecards.core.cards import Zone
from castlecards.ui.cardart.buildings.building import Building
from castlecards.ui.cardart.buildings.kinds import KINDS, anchor
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.table.clash.block_fall import BLOCK, blocks
from castlecards.ui.table.clash.collapse import HALF
from castlecards.ui.table.clash.collapse_view import draw_dust
from castlecards.ui.table.render.site_layer import building_picture, standing_buildings
from castlecards.ui.table.render.table_view import TableView

DUST = 0.7  # of the size of the dust around a gate of the same width


def draw_block_fall(
    canvas: Canvas,
    building: Building,
    picture: Surface,
    foot: tuple[float, float],
    t: float,
    scale: float = 0.0,
) -> None:
    """Draw a building `t` s after its fall began. Each block vanishes as a whole on the
    ground before it: cut at one line, the stones would end in mid-air.

    `foot`: middle of the foot line, px; `scale`: px per unit, if the picture was enlarged."""
    kind, scale = KINDS[building.kind], scale or building.scale
    grown = scale / building.scale
    left, up = (grown * part for part in anchor(building))
    side = BLOCK * scale
    whole = picture.get_rect()
    for block in blocks(kind.half, kind.height):
        dx, down = (scale * part for part in block.offset(t))
        corner = left + block.x * scale - side / 2, up - block.y * scale - side / 2
        place = Rect(round(corner[0]), round(corner[1]), round(side) + 1, round(side) + 1)
        x, y = foot[0] - left + place.x + dx, foot[1] - up + place.y + down
        place = place.clip(whole)
        if y + side <= foot[1] + 1 + block.depth * kind.below * scale and place.width > 0:
            canvas.blit(picture, (round(x), round(y)), place)
    draw_dust(canvas, "gate", foot, t, DUST * scale * kind.half / HALF)


def draw_site_fall(canvas: Canvas, table_view: TableView, zone: Zone, t: float) -> None:
    """Draw the building that stood at `zone` before the last line, `t` s after its fall began."""
    layer = table_view.static_layer
    before = [owned for owned in layer.earlier_sites if owned[0].zone == zone]
    for one in standing_buildings(table_view.layout, before):
        picture = building_picture(layer.sprites.art, one.building)
        draw_block_fall(canvas, one.building, picture, (one.x, one.foot), t)
