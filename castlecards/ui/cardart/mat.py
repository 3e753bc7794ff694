"""Painter of the battlefield mat: meadows, river, roads, bridges and woods in a wooden rail.

The mat is painted once, in mm of the table, from straight above with the south at the bottom. It
does not depend on window or camera. Its contrast is low on purpose, because cards should be the
brightest things on the table. All random numbers are seeded: the same plan gives the same picture.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import pygame
from pygame import Surface

from castlecards.ui.cardart.drawing import polygon
from castlecards.ui.cardart.tabletop import (
    LIGHTS,
    Light,
    enlarge,
    material,
    weave_steps,
    wood_grain,
)
from castlecards.ui.kit.incremental import Steps
from castlecards.ui.kit.shapes import Colour, blank, mix

SCALE = 2  # px per mm
BORDER = 1  # px around the picture, transparent
RAIL = 26  # mm of wood around the field
SHADE = 30  # mm of shadow around the rail
# mm: distance of each strip of farmland from the middle, and its depth
FIELD_ROWS = ((62, 34), (104, 30), (300, 46), (360, 52), (420, 44), (466, 30))
INLAY = 2.5  # mm, width of the brass inlay
RIVER = 45.0  # mm wide
ROAD = 16.0  # mm wide
CLEAR_ZONE = (145.0, 262.0)  # mm from the middle, without trees: throws aim there
LIGHT = 1.0  # brightness of the colours in the middle of the mat
BRASS: Colour = (198, 160, 84)


@dataclass(frozen=True)
class Ground:
    """Colours of a mat: the land from south to north, water, roads, trees and rail; the weave."""

    south: Colour
    middle: Colour
    north: Colour
    water: Colour
    road: Colour
    tree: Colour
    wood: Colour
    weave: str

    def lit_by(self, light: Light) -> Ground:
        """Return the same ground in another light."""
        on = light.on
        return Ground(
            on(self.south), on(self.middle), on(self.north), on(self.water), on(self.road),
            on(self.tree), on(self.wood), self.weave,
        )  # fmt: skip


GROUNDS = {
    "felt": Ground(
        (118, 104, 54), (58, 118, 70), (42, 100, 108), (30, 84, 110), (122, 108, 76),
        (40, 74, 46), (104, 66, 40), "felt",
    ),
    "night": Ground(
        (74, 54, 84), (44, 60, 112), (40, 62, 126), (28, 66, 124), (92, 88, 122),
        (34, 56, 62), (70, 58, 76), "felt",
    ),
    "wood": Ground(
        (136, 88, 46), (112, 84, 52), (92, 92, 88), (54, 94, 116), (136, 112, 78),
        (66, 78, 44), (96, 58, 34), "wood",
    ),
    "dark": Ground(
        (28, 24, 20), (18, 24, 22), (20, 24, 32), (8, 26, 48), (52, 50, 46),
        (14, 22, 16), (38, 34, 30), "felt",
    ),
}  # fmt: skip
GROUNDS |= {name: GROUNDS["felt"].lit_by(light) for name, light in LIGHTS.items()}


@dataclass(frozen=True)
class Plan:
    """Size of a mat and its roads, mm; the origin is in the middle."""

    half_width: int
    half_depth: int
    roads: tuple[tuple[int, int, int], ...] = ()  # x, and y of the southern and northern end


def extent(plan: Plan) -> tuple[float, float]:
    """Half the width and depth of the picture including rail and shadow without `BORDER`, mm."""
    return plan.half_width + RAIL + SHADE, plan.half_depth + RAIL + SHADE


def mat(plan: Plan, cloth: str) -> Steps[Surface]:
    """Paint the mat in steps: premultiplied, `SCALE` px per mm, with a transparent `BORDER`.

    `cloth` is one of `TABLES`."""
    ground = GROUNDS[cloth]
    yield from material.steps(ground.weave)
    yield from material.steps("wood")  # of the rail
    land = yield from _land(plan, ground)
    yield
    wide, deep = land.get_size()
    half_w, half_d = extent(plan)
    whole = blank((round(2 * half_w * SCALE) + 2 * BORDER, round(2 * half_d * SCALE) + 2 * BORDER))
    yield from _surround(whole.subsurface(whole.get_rect().inflate(-2 * BORDER, -2 * BORDER)))
    edge = BORDER + (RAIL + SHADE) * SCALE
    whole.blit(land, (edge, edge))
    del land  # as large as the mat; the rail needs memory of its own
    yield
    _rail(whole, pygame.Rect(edge, edge, wide, deep), ground)
    return whole


class _Pen:
    """Drawing tools for the land, in mm of the table."""

    def __init__(self, plan: Plan, surface: Surface) -> None:
        self.plan = plan
        self.surface = surface

    def at(self, x: float, y: float) -> tuple[float, float]:
        return (x + self.plan.half_width) * SCALE, (self.plan.half_depth - y) * SCALE

    def polygon(self, colour: Colour, points: list[tuple[float, float]], alpha: int = 255) -> None:
        polygon(self.surface, [self.at(*point) for point in points], colour, alpha)

    def stroke(
        self, colour: Colour, points: list[tuple[float, float]], width: float, alpha: int = 255
    ) -> None:
        """Draw a band along a polyline, `width` mm wide."""
        left, right = [], []
        for k, (x, y) in enumerate(points):
            ax, ay = points[max(k - 1, 0)]
            bx, by = points[min(k + 1, len(points) - 1)]
            far = math.hypot(bx - ax, by - ay) or 1
            dx, dy = -(by - ay) / far * width / 2, (bx - ax) / far * width / 2
            left.append((x + dx, y + dy))
            right.append((x - dx, y - dy))
        self.polygon(colour, left + right[::-1], alpha)


def _land(plan: Plan, ground: Ground) -> Steps[Surface]:
    size = (2 * plan.half_width * SCALE, 2 * plan.half_depth * SCALE)
    fall = Surface((1, 5), 0, 24)
    shades = (ground.north, mix(ground.north, ground.middle, 0.7), ground.middle,
              mix(ground.middle, ground.south, 0.62), ground.south)  # fmt: skip
    for k, shade in enumerate(shades):
        fall.set_at((0, k), _bright(shade))
    column = pygame.transform.smoothscale(pygame.transform.scale(fall, (4, 5)), (4, size[1]))
    yield
    image = pygame.transform.scale(column, size)  # one column suffices: a row has one colour
    yield
    pen = _Pen(plan, image)
    stream = random.Random(f"{plan.half_width}x{plan.half_depth}")
    _fields(pen, ground, stream)
    yield
    for road in plan.roads:
        _road(pen, ground, road)
    yield
    _river(pen, ground, stream)
    for x, _, _ in plan.roads:
        _bridge(pen, _river_y(x))
    yield
    _woods(pen, ground, stream)
    yield
    yield from weave_steps(image, ground.weave)
    lamp = yield from _lamp(size)
    image.blit(lamp, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    return image


def _bright(colour: Colour) -> Colour:
    """Brighten a colour by as much as the weave darkens it later."""
    red, green, blue = (min(255, round(part * LIGHT * 255 / 232)) for part in colour)
    return red, green, blue


def _lamp(size: tuple[int, int]) -> Steps[Surface]:
    """Light map of a lamp above the middle, darker towards the corners."""
    small = Surface((48, 48), 0, 24)
    for x in range(48):
        for y in range(48):
            far = math.hypot((x + 0.5) / 24 - 1, (y + 0.5) / 24 - 1) / math.sqrt(2)
            part = 1.0 - 0.55 * far**2.1
            small.set_at((x, y), (round(255 * part),) * 3)
    yield
    image = Surface(size, 0, 24)
    yield from enlarge(small, image)
    return image


def _fields(pen: _Pen, ground: Ground, stream: random.Random) -> None:
    """Draw strips of farmland in a slightly different shade than the meadow."""
    half_w, half_d = pen.plan.half_width, pen.plan.half_depth
    tones = [
        mix(ground.south, (196, 180, 96), 0.35),
        mix(ground.middle, (150, 190, 96), 0.35),
        mix(ground.north, (28, 70, 60), 0.4),
        mix(ground.middle, ground.south, 0.5),
    ]
    rows = [(side * y, high) for side in (1, -1) for y, high in FIELD_ROWS]
    for y, high in rows:
        if abs(y) + high > half_d - 8:
            continue
        x = -half_w + stream.uniform(-40, 60)
        while x < half_w:
            wide = stream.uniform(46, 118)
            near = min(abs(x + wide / 2 - road) for road, _, _ in pen.plan.roads or ((9999, 0, 0),))
            seen = stream.random() < (0.62 if abs(y) < 200 else 0.3)
            if seen and not (abs(y) > 280 and near < 160):
                lean = stream.uniform(-8, 8)
                top = [(x + lean, y + high / 2), (x + wide + lean, y + high / 2 - 3)]
                foot = [(x + wide - lean, y - high / 2), (x - lean, y - high / 2 + 2)]
                pen.polygon(_bright(stream.choice(tones)), top + foot, stream.randrange(40, 62))
            x += wide + stream.uniform(4, 46)


def _river_y(x: float) -> float:
    """Course of the river: y of its middle at `x`, mm."""
    return 11 * math.sin(x / 92 + 0.6) + 5 * math.sin(x / 41 + 2.1)


def _river(pen: _Pen, ground: Ground, stream: random.Random) -> None:
    far = pen.plan.half_width
    steps = range(-far - 10, far + 11, 10)
    line = [(float(x), _river_y(x)) for x in steps]
    bank = mix(ground.middle, ground.road, 0.55)
    pen.stroke(_bright(mix(ground.middle, (10, 20, 16), 0.35)), line, RIVER + 9, 90)
    pen.stroke(_bright(bank), line, RIVER + 4.5)
    pen.stroke(_bright(ground.water), line, RIVER)
    pen.stroke(_bright(mix(ground.water, (255, 255, 255), 0.07)), line, RIVER * 0.45, 120)
    pale = _bright(mix(ground.water, (210, 232, 240), 0.42))
    for _ in range(far // 9):
        x = stream.uniform(-far + 20, far - 30)
        y = _river_y(x) + stream.uniform(-0.38, 0.38) * RIVER
        pen.polygon(pale, [(x, y), (x + stream.uniform(7, 17), y + 1.2), (x, y + 0.9)], 150)


def _road_x(x: int, y: float) -> float:
    """Course of the road `x`: its x at `y`, mm; straight at its ends."""
    return x + 9 * math.sin(y / 71 + x / 300 + 0.3) * max(0.0, 1 - abs(y) / 330)


def _road(pen: _Pen, ground: Ground, road: tuple[int, int, int]) -> None:
    x, south, north = road
    line = [(_road_x(x, y), float(y)) for y in range(south, north + 1, 8)]
    pen.stroke(_bright(mix(ground.road, (30, 24, 16), 0.45)), line, ROAD + 2.6, 120)
    pen.stroke(_bright(ground.road), line, ROAD, 215)
    for side in (-1, 1):  # wheel tracks
        track = [(px + side * 3.4, py) for px, py in line]
        pen.stroke(_bright(mix(ground.road, (40, 32, 22), 0.3)), track, 1.6, 110)


def _bridge(pen: _Pen, middle: float) -> None:
    for x, _, _ in pen.plan.roads:
        if abs(_river_y(x) - middle) > 1e-9:
            continue
        x0, half, high = _road_x(x, 0), ROAD / 2 + 2.5, RIVER / 2 + 5
        dark: Colour = (62, 42, 26)
        pen.polygon(_bright(dark), [(x0 - half - 1, middle - high), (x0 + half + 1, middle - high),
                    (x0 + half + 1, middle + high), (x0 - half - 1, middle + high)])  # fmt: skip
        step, wide = 3.6, half - 0.8
        for k in range(int(2 * high / step)):
            y = middle - high + k * step + 0.5
            shade = mix((168, 126, 76), (142, 102, 58), (k * 5 % 7) / 7)
            plank = [(x0 - wide, y), (x0 + wide, y), (x0 + wide, y + step - 0.8)]
            pen.polygon(_bright(shade), [*plank, (x0 - wide, y + step - 0.8)])
        for side in (-1, 1):
            rail = [(x0 + side * half, middle - high - 1), (x0 + side * half, middle + high + 1)]
            pen.stroke(_bright((98, 66, 38)), rail, 1.8)


def _woods(pen: _Pen, ground: Ground, stream: random.Random) -> None:
    """Draw clumps of trees outside the zone where throws aim."""
    half_w, half_d = pen.plan.half_width, pen.plan.half_depth
    for _ in range(round(half_w * half_d / 8200)):
        x = stream.uniform(-half_w + 26, half_w - 26)
        y = stream.choice((-1, 1)) * stream.choice(
            (
                stream.uniform(44, CLEAR_ZONE[0] - 16),
                stream.uniform(CLEAR_ZONE[1] + 24, half_d - 24),
            )
        )
        roads = pen.plan.roads
        if any(abs(x - road) < (128 if abs(y) > CLEAR_ZONE[1] else 26) for road, _, _ in roads):
            continue
        leaf = mix(ground.tree, ground.south if y < 0 else ground.north, 0.22)
        for _ in range(stream.randrange(4, 10)):
            tx, ty = x + stream.gauss(0, 13), y + stream.gauss(0, 8)
            inside = abs(tx) < half_w - 10 and abs(ty) < half_d - 10
            clear = abs(ty - _river_y(tx)) > RIVER / 2 + 8 and not (
                CLEAR_ZONE[0] < abs(ty) < CLEAR_ZONE[1]
            )
            if inside and clear:
                _tree(pen, leaf, tx, ty, stream.uniform(4.2, 6.8))


def _tree(pen: _Pen, leaf: Colour, x: float, y: float, radius: float) -> None:
    px, py = pen.at(x, y)
    r = radius * SCALE
    shade = blank((round(3 * r), round(2 * r)))
    pygame.draw.ellipse(shade, (8, 16, 12, 80), shade.get_rect())
    pen.surface.blit(shade, (round(px - 0.5 * r), round(py - 0.3 * r)))
    for part, tone in ((1.0, 0.72), (0.86, 1.0), (0.6, 1.22), (0.3, 1.5)):
        lit = tuple(min(255, round(channel * tone * 1.2)) for channel in leaf)
        off = (1 - part) * r * 0.42
        pygame.draw.circle(pen.surface, lit, (px - off, py - off), part * r)


# -- the rail --------------------------------------------------------------------------------------


def _surround(image: Surface) -> Steps[None]:
    """Fill `image` with the rail's shadow on the table; drawn small and scaled up, which softens
    it."""
    wide, deep = image.get_size()
    part = 16
    small = blank((wide // part, deep // part))
    edge = max(1, SHADE * SCALE // part)
    inner = small.get_rect().inflate(-2 * edge, -2 * edge)
    pygame.draw.rect(small, (0, 0, 0, 190), inner)
    small = pygame.transform.gaussian_blur(small, 2)
    yield from enlarge(small, image)


def _rail(whole: Surface, field: pygame.Rect, ground: Ground) -> None:
    """Draw the rail: four mitred boards, a brass inlay, a ruler of studs, an inner shadow."""
    thick = RAIL * SCALE
    outer = field.inflate(2 * thick, 2 * thick)
    _inner_shadow(whole, field)
    level = wood_grain((outer.width, thick), mix(ground.wood, (255, 255, 255), 0.1))
    upright = pygame.transform.rotate(
        wood_grain((outer.height, thick), mix(ground.wood, (0, 0, 0), 0.06)), 90
    )
    corners = (
        (outer.topleft, field.topleft),
        (outer.topright, field.topright),
        (outer.bottomright, field.bottomright),
        (outer.bottomleft, field.bottomleft),
    )
    whole.blit(level, outer.topleft)
    whole.blit(pygame.transform.flip(level, True, False), (outer.left, field.bottom))
    for left, k in ((outer.left, 3), (field.right, 1)):
        board = upright.copy()
        (ax, ay), (bx, by) = corners[k]
        (cx, cy), (dx, dy) = corners[(k + 1) % 4]
        cut = blank(board.get_size())
        outline = [(ax - left, ay - outer.top), (bx - left, by - outer.top),
                   (dx - left, dy - outer.top), (cx - left, cy - outer.top)]  # fmt: skip
        pygame.draw.polygon(cut, (255, 255, 255, 255), outline)
        board.blit(cut, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        whole.blit(board, (left, outer.top))
    dark = mix(ground.wood, (0, 0, 0), 0.62)
    for far, near in corners:
        pygame.draw.line(whole, dark, far, near, 2)
    light = mix(ground.wood, (255, 236, 200), 0.35)
    pygame.draw.rect(whole, light, outer.inflate(-4, -4), 2)
    pygame.draw.rect(whole, mix(ground.wood, (0, 0, 0), 0.75), outer, 2)
    inlay = round(INLAY * SCALE)
    pygame.draw.rect(
        whole, mix(BRASS, (0, 0, 0), 0.5), field.inflate(2 * inlay + 4, 2 * inlay + 4), inlay + 4
    )
    pygame.draw.rect(whole, BRASS, field.inflate(2 * inlay, 2 * inlay), inlay)
    pygame.draw.rect(
        whole, mix(BRASS, (255, 250, 220), 0.5), field.inflate(2 * inlay, 2 * inlay), 1
    )
    _studs(whole, field)


def _inner_shadow(whole: Surface, field: pygame.Rect) -> None:
    """Draw the shadow of the rail on the land, which lies a little lower."""
    deep = 13 * SCALE
    for k in range(deep):
        alpha = round(118 * (1 - k / deep) ** 2.2)
        edge = field.inflate(-2 * k, -2 * k)
        for rect in (
            (edge.left, edge.top, edge.width, 1), (edge.left, edge.bottom - 1, edge.width, 1),
            (edge.left, edge.top, 1, edge.height), (edge.right - 1, edge.top, 1, edge.height),
        ):  # fmt: skip
            strip = blank(rect[2:])
            strip.fill((0, 0, 0, alpha))
            whole.blit(strip, rect[:2])


def _studs(whole: Surface, field: pygame.Rect) -> None:
    """Draw the ruler: brass studs every 5 cm from the middle, long ones every 10 cm."""
    bright = mix(BRASS, (255, 246, 210), 0.35)
    for step in range(-40, 41):
        off = step * 50 * SCALE
        long = (8 if step % 2 == 0 else 4) * SCALE
        x, y = field.centerx + off, field.centery + off
        gap = 6 * SCALE
        if field.left <= x <= field.right:
            for top in (field.top - gap - long, field.bottom + gap):
                pygame.draw.rect(whole, bright, (x - 1, top, 3, long), border_radius=1)
        if field.top <= y <= field.bottom:
            for left in (field.left - gap - long, field.right + gap):
                pygame.draw.rect(whole, bright, (left, y - 1, long, 3), border_radius=1)
