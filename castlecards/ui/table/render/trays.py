"""Painter of trays under piles, and of the wooden rail of a table without a field.

With a field, neighbouring piles of a side share a tray, edged in the colour of that side. Without a
field, each pile lies in a hollow in the cloth.
"""

from __future__ import annotations

from functools import partial

import pygame
from pygame import Rect, Surface

from castlecards.core.position import Box, Position
from castlecards.ui.cardart.mat import BRASS, GROUNDS
from castlecards.ui.cardart.tabletop import wood_grain
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour, blank, mix
from castlecards.ui.kit.theme import Look
from castlecards.ui.table.layout.model import RATIO, Layout, Viewport, ZoneArea, side_in
from castlecards.ui.table.render.fortifications import team_sign

TRAY: tuple[Colour, Colour] = ((24, 26, 24), (14, 16, 15))
FOOT = 36.0  # units of tray below the cards, for a title of two lines
HIGH = 8.0  # units of tray above the cards
ROUND = 9  # units, corner radius of a tray
NEAR = 60.0  # units, widest gap between two piles of a tray
BOARD = 9  # units, width of the rail
SHADED = 10  # px, width of the shadow inside the rail
NOBODY: Colour = (96, 88, 66)


def draw_trays(canvas: Canvas, layout: Layout, pos: Position[object]) -> None:
    """Draw all trays or hollows of a table."""
    if layout.field is None:
        for area in _piles(layout):
            if area.part in ("", "crown") and area.ground:
                _draw_hollow(canvas, area)
        return
    for side, rect in tray_rects(canvas.look, canvas.rect, layout, pos.box):
        edge = mix(team_sign(pos.box, side).colour, (0, 0, 0), 0.25) if side >= 0 else NOBODY
        canvas.shadow(rect, ROUND, 9, 120)
        canvas.box(rect, ROUND, *TRAY, edge)


def tray_rects(look: Look, window: Rect, layout: Layout, box: Box) -> list[tuple[int, Rect]]:
    """Trays of a table with a field: (side, rectangle in px); side -1 belongs to no one."""
    groups: dict[tuple[int, bool], list[ZoneArea]] = {}
    for area in _piles(layout):
        side = side_in(box, box.zones[area.zone])
        groups.setdefault((side, area.x > window.centerx), []).append(area)
    edge = window.inflate(-6, 0)
    return [(n, r.clip(edge)) for (n, _), areas in groups.items() for r in _joined(look, areas)]


def _piles(layout: Layout) -> list[ZoneArea]:
    return [a for a in layout.areas if a.mark is None and a.width and not a.hand]


def _joined(look: Look, areas: list[ZoneArea]) -> list[Rect]:
    """Rectangles, px, around piles that lie close together."""
    rects: list[Rect] = []
    for area in sorted(areas, key=lambda area: (area.y, area.x)):
        high = area.tall * RATIO if area.angle else area.height
        wide = max(area.width + look.px(24), look.px(92))
        rect = Rect(0, 0, round(wide), round(high + look.px(HIGH + FOOT)))
        rect.midtop = (round(area.x), round(area.y - high / 2 - look.px(HIGH)))
        near = rect.inflate(look.px(NEAR) - rect.width // 2, 0)
        if rects and rects[-1].colliderect(near) and rects[-1].top == rect.top:
            rects[-1].union_ip(rect)
        else:
            rects.append(rect)
    return rects


def _draw_hollow(canvas: Canvas, area: ZoneArea) -> None:
    """Draw a shallow hollow in the cloth below a pile."""
    look = canvas.look
    high = area.tall * RATIO if area.angle else area.height
    rect = Rect(0, 0, round(area.width), round(high))
    rect.center = (round(area.x), round(area.y))
    rect.inflate_ip(look.px(12), look.px(12))
    key = ("hollow", rect.size, look.scale)
    canvas.blit(look.shapes.keep(key, lambda: _hollow_picture(rect.size, look.px(8))), rect.topleft)


def _hollow_picture(size: tuple[int, int], corner: int) -> Surface:
    """Picture of a hollow: darkest below its upper edge, with a lit lower edge."""
    image = blank(size)
    pygame.draw.rect(image, (0, 0, 0, 46), image.get_rect(), 0, corner)
    for k in range(5):
        pygame.draw.rect(image, (0, 0, 0, 84 - 15 * k), image.get_rect().inflate(-2 * k, -2 * k), 1,
                         corner)  # fmt: skip
    light = blank(size)
    pygame.draw.rect(light, (255, 255, 255, 40), light.get_rect(), 1, corner)
    light.fill((0, 0, 0, 0), (0, 0, size[0], size[1] // 2))
    image.blit(light, (0, 0))
    return image.premul_alpha()


def draw_rail(canvas: Canvas, viewport: Viewport, cloth: str) -> None:
    """Draw a wooden rail with a brass inlay around the table."""
    look = canvas.look
    thick, line = look.px(BOARD), max(1, round(look.px(1.4)))
    size = (viewport.width, viewport.height)
    for part in _sides(size, thick + line + SHADED):
        key = ("rail", size, cloth, thick, tuple(part))
        image = look.shapes.keep(key, partial(_frame, size, cloth, thick, line, part))
        canvas.blit(image, (viewport.left + part.left, part.top))


def _sides(size: tuple[int, int], deep: int) -> list[Rect]:
    """Parts of a picture at its edges, `deep` px each: top, bottom, left, right."""
    wide, high = size
    if 2 * deep >= min(size):
        return [Rect(0, 0, wide, high)]
    between = high - 2 * deep
    return [
        Rect(0, 0, wide, deep), Rect(0, high - deep, wide, deep),
        Rect(0, deep, deep, between), Rect(wide - deep, deep, deep, between),
    ]  # fmt: skip


def _frame(size: tuple[int, int], cloth: str, thick: int, line: int, part: Rect) -> Surface:
    """Picture of the `part` of a rail around a table of `size` px."""
    image = blank(part.size)
    whole = Rect((-part.left, -part.top), size)
    wood = GROUNDS[cloth].wood
    level = wood_grain((size[0], thick), mix(wood, (255, 255, 255), 0.06))
    upright = pygame.transform.rotate(wood_grain((size[1], thick), wood), 90)
    for k in range(SHADED):
        shade = whole.inflate(-2 * (thick + line + k), -2 * (thick + line + k))
        pygame.draw.rect(image, (0, 0, 0, 96 - 9 * k), shade, 1)
    for x in (whole.left, whole.right - thick):
        image.blit(upright, (x, whole.top))
    for y in (whole.top, whole.bottom - thick):
        image.blit(level, (whole.left, y))
    inner = whole.inflate(-2 * thick, -2 * thick)
    pygame.draw.rect(
        image, mix(BRASS, (0, 0, 0), 0.45), inner.inflate(2 * line, 2 * line), line + 1
    )
    pygame.draw.rect(image, (*BRASS, 255), inner, line)
    pygame.draw.rect(image, mix(wood, (0, 0, 0), 0.7), whole, 1)
    return image.premul_alpha()
