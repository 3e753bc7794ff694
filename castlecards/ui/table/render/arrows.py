"""Painter of arrows from card to card: attacks that are declared, planned or feared."""

from __future__ import annotations

from dataclasses import dataclass

import pygame
from pygame import Rect, Surface, Vector2

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour
from castlecards.ui.kit.theme import Look


@dataclass(frozen=True)
class ArrowStyle:
    """Colours and lengths of an arrow. Lengths in units."""

    inside: Colour
    rim: Colour
    thin: float  # half the width at the tail
    thick: float  # half the width at the head
    head: float  # half the width of the head
    long: float  # length of the head
    short: float  # gap from the tip to the edge of the card; negative: the tip lies on the card


DECLARED = ArrowStyle((132, 28, 38), (242, 211, 129), 2.2, 3.8, 9.0, 17.0, -12.0)
PLANNED = ArrowStyle((178, 128, 44), (242, 211, 129), 1.6, 3.2, 7.5, 15.0, 26.0)
FEARED = ArrowStyle((132, 28, 38), (232, 150, 140), 1.6, 3.2, 7.5, 15.0, 4.0)
SHORTEST = 40.0  # units between the centres: cards nearer than this get no arrow


def draw_arrow(canvas: Canvas, start: Rect, end: Rect, pen: ArrowStyle, room: float = 0.0) -> None:
    """Draw a slightly bent arrow from the edge of card `start` to the edge of card `end`.

    `room`: px of extra gap at the tip, for text that stands there. Draws nothing if the cards are
    too close. The picture is cached by size and shape."""
    look = canvas.look
    one, two = Vector2(start.center), Vector2(end.center)
    way = two - one
    if way.length() < look.px(SHORTEST):
        return
    out = min(_reach(start, way), way.length() * 0.4)
    into = min(_reach(end, way), way.length() * 0.4)
    along = way.normalize()
    one, two = one + along * out, two - along * (into + look.px(pen.short) + room)
    if (two - one) * along < look.px(2 * pen.long):
        return
    around = Rect(one, (0, 0)).union(Rect(two, (0, 0))).inflate(2 * look.px(60), 2 * look.px(60))
    corner = Vector2(around.topleft)
    ends = (*map(round, one - corner), *map(round, two - corner))
    key = ("arrow", pen, around.size, ends, look.scale)
    painted = lambda: _painted(look, pen, around.size, one - corner, two - corner)  # noqa: E731
    canvas.blit(look.shapes.keep(key, painted), around.topleft)


def _reach(rect: Rect, way: Vector2) -> float:
    """Distance from the centre of a rectangle to its edge along `way`, px."""
    across = rect.width / 2 / abs(way.x) if way.x else 1e9
    down = rect.height / 2 / abs(way.y) if way.y else 1e9
    return min(across, down) * way.length()


def _painted(
    look: Look, pen: ArrowStyle, size: tuple[int, int], start: Vector2, end: Vector2
) -> Surface:
    """Picture of the arrow, drawn at three times its size and scaled down for smooth edges."""
    fine = 3
    sheet = Surface((size[0] * fine, size[1] * fine), pygame.SRCALPHA, 32)
    one, two = start * fine, end * fine
    along = (two - one).normalize()
    bend = (one + two) / 2 + along.rotate(90) * min((two - one).length() * 0.1, look.px(30) * fine)
    tip = (two - bend).normalize()
    neck = two - tip * look.px(pen.long) * fine
    parts = [n / 24 for n in range(25)]
    spine = [one * (1 - t) ** 2 + bend * 2 * t * (1 - t) + neck * t**2 for t in parts]
    for colour, more in ((pen.rim, 1.6), (pen.inside, 0.0)):
        rim = look.px(more) * fine if more else 0
        left, right = [], []
        for n, point in enumerate(spine):
            on = (spine[min(n + 1, 24)] - spine[max(n - 1, 0)]).normalize().rotate(90)
            half = look.px(pen.thin + (pen.thick - pen.thin) * n / 24) * fine + rim
            left.append(point + on * half)
            right.append(point - on * half)
        pygame.draw.polygon(sheet, colour, left + right[::-1])
        side = tip.rotate(90) * (look.px(pen.head) * fine + rim)
        back = neck - tip * rim
        pygame.draw.polygon(sheet, colour, [two + tip * rim * 1.6, back + side, back - side])
    return pygame.transform.smoothscale(sheet, size).premul_alpha()
