"""Painter of the glow of legal cards and targets, and of the outline of a card."""

from __future__ import annotations

import math
from functools import partial

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour
from castlecards.ui.table.layout.camera import Quad
from castlecards.ui.table.render import table_signs

AROUND = 24  # units around a lit place, room for its brackets


def draw_glow(canvas: Canvas, quad: Quad, strong: bool = False) -> None:
    """Draw the glow of a legal target: bright edge and corner brackets, not colour alone."""
    paint = partial(_paint_glow, strong)
    table_signs.cached_picture(canvas, quad, AROUND, ("glow", strong), paint)


def _paint_glow(strong: bool, canvas: Canvas, quad: Quad) -> None:
    look = canvas.look
    gold = look.palette.gold_high
    centre = (sum(p[0] for p in quad) / 4, sum(p[1] for p in quad) / 4)
    wide = _grown(quad, centre, look.px(2))
    draw_outline(canvas, wide, gold, 0.06, look.px(3) if strong else look.px(1.4))
    outer = _grown(quad, centre, look.px(5))
    for k in range(4):
        here, before, after = outer[k], outer[k - 1], outer[(k + 1) % 4]
        for other in (before, after):
            reach = min(0.3, look.px(13) / max(math.dist(here, other), 1))
            end = (here[0] + (other[0] - here[0]) * reach, here[1] + (other[1] - here[1]) * reach)
            canvas.line(gold, here, end, look.px(3) if strong else look.px(2))


def _grown(quad: Quad, centre: tuple[float, float], by: float) -> Quad:
    grown = []
    for x, y in quad:
        away = math.dist((x, y), centre) or 1
        part = 1 + by * 1.3 / away
        grown.append((centre[0] + (x - centre[0]) * part, centre[1] + (y - centre[1]) * part))
    return tuple(grown)  # type: ignore[return-value]


def draw_outline(
    canvas: Canvas, quad: Quad, colour: Colour, cut: float = 0.05, width: float = 1
) -> None:
    """Draw the edge of a card; `cut`: the part of each side that a cut corner takes."""
    points = []
    for k in range(4):
        here, before, after = quad[k], quad[k - 1], quad[(k + 1) % 4]
        for other in (before, after):
            points.append(
                (here[0] + (other[0] - here[0]) * cut, here[1] + (other[1] - here[1]) * cut)
            )
    for k, start in enumerate(points):
        canvas.line(colour, start, points[(k + 1) % len(points)], width)
