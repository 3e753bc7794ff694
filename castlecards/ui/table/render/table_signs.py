"""Painter of small signs: card counts, badges, remembered cards, selection marks, nameplates."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pygame import Rect, Surface

from castlecards.core.cards import Pose, Zone
from castlecards.core.game import Badge
from castlecards.core.position import Position
from castlecards.core.session import Session
from castlecards.ui.cardart.seat_signs import SeatSign, sign_of
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour, blank, mix
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.table.layout.camera import Camera, Quad
from castlecards.ui.table.layout.card_shape import CardShape, card_shape
from castlecards.ui.table.layout.model import RATIO, CardSpot, FormArea, Layout, ZoneArea, is_hand
from castlecards.ui.table.render.sprites import Sprites

COUNT = Style("bold", 14, "text")
LARGE = Style("bold", 15, "text")
TITLE = Style("medium", 14, "text")
SHIELD = Style("bold", 14, "text")
DIGIT = 0.54  # least font size in a shield, share of its height
MINI = 0.46  # of the card height: a remembered card
WORTH = Style("bold", 17, "text")
VALUE_SHIELD = (
    0.24,
    19.0,
    31.0,
)  # shield of a card value: part of the card height, min and max units
STEEL_LOW: Colour = (30, 46, 72)
RIM: Colour = (206, 220, 236)
GILT: Colour = (214, 178, 96)
TONES: dict[str, tuple[Colour, Colour]] = {  # fill and rim of a shield, by tone of its badge
    "plain": (STEEL_LOW, RIM), "same": ((38, 52, 74), GILT),
    "more": ((30, 84, 58), GILT), "less": ((134, 66, 34), GILT),
}  # fmt: skip
RUBBLE = Style("title", 26, "muted")
SMALL_RUBBLE = Style("title", 14, "muted")
RUBBLE_LEAST = 56  # units, height of a place from which the number on its rubble is large
RINGS: tuple[Colour, ...] = ((28, 104, 74), (34, 120, 86), (150, 62, 54))  # the largest ring first
RING: Colour = (236, 220, 170)  # edge of a ring
SIDES = 72  # sides of the polygon that draws a circle


@dataclass(frozen=True)
class Shield:
    """Badge with its rectangle, px."""

    badge: Badge
    rect: Rect


def counted(area: ZoneArea, change: int) -> ZoneArea:
    """Area that shows `change` more cards, if it counts them."""
    return replace(area, count=area.count + change) if change and area.count >= 0 else area


def draw_count(canvas: Canvas, area: ZoneArea, large: bool) -> None:
    """Draw the card count of a pile at its upper right corner."""
    look = canvas.look
    text = str(area.count)
    style = LARGE if large else COUNT
    radius = max(look.width(text, style) / 2 + look.px(4), look.px(11 if large else 10))
    high = area.tall * RATIO if area.angle else area.height
    x, y = area.x + area.width / 2 - look.px(2), area.y - high / 2 + look.px(6 if large else 2)
    x = min(x, canvas.size[0] - radius - look.px(3))
    canvas.circle((8, 20, 15), (x, y), radius + look.px(1.5))
    canvas.circle((20, 46, 36), (x, y), radius)
    canvas.circle(look.palette.gold, (x, y), radius, 1)
    canvas.text(text, (x, y), style, "c", look.palette.gold_high)


def fan_titles(look: Look, layout: Layout) -> list[tuple[ZoneArea, Rect]]:
    """Title rectangles, px, of the own fans, if there are several.

    The title of an empty fan stands low in its place. Else it stands at the outer side of the fan
    if there is room, or on its lower edge."""
    fans = [area for area in layout.areas if area.own and not area.is_only_hand]
    width, high = round(layout.viewport.left + layout.viewport.width), round(layout.viewport.height)
    every = [area_rect(area) for area in layout.areas if area.width]
    found = []
    for n, area in enumerate(fans):
        lines = title_lines(look, area)
        wide = max(look.width(line, TITLE) for line in lines) + look.px(16)
        rect = Rect(0, 0, wide, look.px(16) * len(lines) + look.px(5))
        fan, gap = area_rect(area), look.px(8)
        rect.midbottom = round(area.x), high - look.px(8)
        if area.count:
            if n < len(fans) / 2:
                rect.right = fan.left - gap
            else:
                rect.left = fan.right + gap
            others = [other for other in every if other != fan]
            window = Rect(round(layout.viewport.left), 0, width, high)
            if not window.contains(rect) or rect.collidelist(others) >= 0:
                rect.midbottom = (round(area.x), high - look.px(3))
        found.append((area, rect))
    return found


def title_lines(look: Look, area: ZoneArea) -> list[str]:
    return look.wrap(f"{area.title}: {area.count}", TITLE, look.px(84))


def area_rect(area: ZoneArea | FormArea) -> Rect:
    """Rectangle of an area that is not rotated, px."""
    rect = Rect(0, 0, round(area.width), round(area.height))
    rect.center = (round(area.x), round(area.y))
    return rect


def draw_fan_title(canvas: Canvas, area: ZoneArea, rect: Rect) -> None:
    """Draw the title of a hand on its plate `rect`."""
    look = canvas.look
    canvas.box(rect, 8, (14, 30, 23), (10, 22, 17), look.palette.gold_low)
    lines = title_lines(look, area)
    for n, line in enumerate(lines):
        y = rect.centery + look.px(16) * (n - (len(lines) - 1) / 2)
        canvas.text(line, (rect.centerx, y), TITLE, "c")


# -- badges ---------------------------------------------------------------------------------------


def badge_places(look: Look, window: Rect, layout: Layout, badges: Sequence[Badge]) -> list[Shield]:
    """Badges with their rectangles: at the lower right corner of a place, or low on a card.

    The value of a card stands at its lower left, because the next card can cover its right."""
    found: list[Shield] = []
    used: dict[tuple[int, int], float] = {}  # by place: px taken by badges so far
    for badge in badges:
        area = layout.by_zone.get(badge.zone)
        spot = layout.by_card.get(badge.card)
        if badge.tone != "plain":
            if spot is not None and spot.shown:
                found.append(Shield(badge, _worth_rect(look, window, layout, spot, badge.text)))
            continue
        wide = max(look.width(badge.text, SHIELD) + look.px(12), look.px(24))
        rect = Rect(0, 0, wide, look.px(25))
        if spot is not None:
            at = card_shape(spot, layout.camera, layout.field)
            right, y = at.x + wide / 2, at.y + at.height * 0.26
        elif area is not None and area.mark is not None:  # on the field: large, in the middle
            rect.size = round(area.height * 0.42), round(area.height * 0.46)
            right, y = area.x + rect.width / 2, area.y
        elif area is not None and area.width:
            right, y = area.x + area.width / 2 + look.px(6), area.y + area.height / 2 - look.px(11)
            if area.hand and not area.own:
                y = area.y
        else:
            continue
        key = (badge.zone, badge.card)
        rect.midright = (round(right - used.get(key, 0.0)), round(y))
        used[key] = used.get(key, 0.0) + wide + look.px(2)
        found.append(Shield(badge, rect.clamp(window)))
    return found


def _worth_rect(look: Look, window: Rect, layout: Layout, spot: CardSpot, text: str) -> Rect:
    """Rectangle of the shield that shows the value of a card, px; beside a remembered face."""
    at = card_shape(spot, layout.camera, layout.field)
    part, least, most = VALUE_SHIELD
    high = round(min(max(part * at.height, look.px(least)), look.px(most)))
    wide = max(round(1.08 * high), look.width(text, WORTH) + look.px(10))
    rect = Rect(0, 0, wide, high)
    rect.bottomleft = (round(at.x - at.width / 2), round(at.y + at.height / 2 - 0.05 * at.height))
    if spot.recalled:
        rect.left = memory_rect(look, at).right + look.px(3)
    return rect.clamp(window)


def draw_shield(canvas: Canvas, shield: Shield) -> None:
    """Draw a shield with the text of its badge."""
    look, rect = canvas.look, shield.rect
    ground, rim = TONES[shield.badge.tone]
    canvas.polygon((10, 16, 24), shield_outline(rect.inflate(look.px(3), look.px(3))))
    canvas.polygon(rim, shield_outline(rect.inflate(look.px(1), look.px(1))))
    canvas.polygon(ground, shield_outline(rect.inflate(-look.px(1), -look.px(1))))
    plain = shield.badge.tone == "plain"
    usual = SHIELD if plain else WORTH
    large = replace(usual, size=max(usual.size, DIGIT * rect.height / look.scale))
    text, style = look.fit(shield.badge.text, large, rect.width)
    canvas.text(text, (rect.centerx, rect.centery - look.px(1.5)), style, "c", (248, 250, 255))


def shield_outline(rect: Rect) -> list[tuple[float, float]]:
    """Polygon of a shield: straight at the top, pointed at the bottom."""
    left, right, top, low = rect.left, rect.right, rect.top, rect.bottom
    middle, shoulder = (left + right) / 2, top + 0.62 * (low - top)
    inset = min((right - left) * 0.3, (low - top) * 0.4)
    return [
        (left, top), (right, top), (right, shoulder), (right - inset, low - 0.12 * (low - top)),
        (middle, low), (left + inset, low - 0.12 * (low - top)), (left, shoulder),
    ]  # fmt: skip


# -- memories -------------------------------------------------------------------------------------


def memory_rect(look: Look, at: CardShape) -> Rect:
    """Rectangle of a remembered face on a face-down card, px: at its lower left."""
    height = round(max(at.height * MINI, look.px(34)))
    rect = Rect(0, 0, round(height * RATIO), height)
    low = round(at.y + at.height / 2) + look.px(3)
    rect.bottomleft = round(at.x - at.width / 2) - look.px(3), low
    return rect


def draw_memory(
    canvas: Canvas, sprites: Sprites, pos: Position[object], card: int, at: CardShape
) -> None:
    """Draw the face that this seat remembers, as a small pale card over a face-down card."""
    look = canvas.look
    place = memory_rect(look, at)
    image = sprites.plain(sprites.visible_side(card, pos.faces[card], True), place.height)
    rect = image.get_rect(bottomleft=place.bottomleft)
    canvas.box(rect.inflate(look.px(4), look.px(4)), 4, (16, 26, 44), (16, 26, 44))
    canvas.blit(image, rect.topleft)
    canvas.veil((70, 120, 210, 52), rect)
    _dashes(canvas, rect.inflate(look.px(3), look.px(3)), (150, 196, 255))
    for k, size in enumerate((2.6, 1.8)):  # bubbles, as beside a thought in a comic
        canvas.circle(
            (150, 196, 255),
            (rect.right + look.px(5 + 6 * k), rect.top - look.px(3 + 5 * k)),
            look.px(size),
        )


def _dashes(canvas: Canvas, rect: Rect, colour: Colour) -> None:
    corners = (rect.topleft, rect.topright, rect.bottomright, rect.bottomleft)
    dash = max(3, canvas.look.px(4))
    for k, start in enumerate(corners):
        end = corners[(k + 1) % 4]
        far = math.dist(start, end)
        for step in range(int(far // (2 * dash)) + 1):
            a, b = min(2 * step * dash / far, 1.0), min((2 * step + 1) * dash / far, 1.0)
            one = (start[0] + (end[0] - start[0]) * a, start[1] + (end[1] - start[1]) * a)
            two = (start[0] + (end[0] - start[0]) * b, start[1] + (end[1] - start[1]) * b)
            canvas.line(colour, one, two, 2)


# -- selection ------------------------------------------------------------------------------------


def cached_picture(
    canvas: Canvas,
    quad: Quad,
    around: float,
    key: tuple[object, ...],
    paint: Callable[[Canvas, Quad], None],
) -> None:
    """Draw a decoration of `quad` from the cache; `around`: units by which it can extend beyond.

    Its many antialiased lines cost about 1 ms, so `paint` runs once for each shape and `key`."""
    look = canvas.look
    room = look.px(around)
    left, top = (math.floor(min(point[n] for point in quad)) - room for n in (0, 1))
    right, low = (math.ceil(max(point[n] for point in quad)) + room for n in (0, 1))
    here: Quad = tuple((x - left, y - top) for x, y in quad)  # type: ignore[assignment]

    def painted() -> Surface:
        sheet = Canvas(blank((right - left, low - top)), look)
        paint(sheet, here)
        return sheet.surface

    canvas.blit(look.shapes.keep((*key, here, look.scale), painted), (left, top))


def draw_picked(canvas: Canvas, quad: Quad) -> None:
    """Draw the mark of a selected card: thick pale edge and tick, not colour alone."""
    cached_picture(canvas, quad, 20, ("picked",), _picked)


def _picked(canvas: Canvas, quad: Quad) -> None:
    look = canvas.look
    pale, deep = (255, 246, 214), (20, 60, 40)
    for k in range(4):
        canvas.line(deep, quad[k], quad[(k + 1) % 4], look.px(6))
    for k in range(4):
        canvas.line(pale, quad[k], quad[(k + 1) % 4], look.px(3))
    x = (quad[0][0] + quad[1][0]) / 2
    y = min(point[1] for point in quad)
    r = look.px(11)
    canvas.circle(deep, (x, y), r)
    canvas.circle(pale, (x, y), r, look.px(2))
    tick = [(x - r * 0.45, y), (x - r * 0.1, y + r * 0.38), (x + r * 0.5, y - r * 0.36)]
    canvas.line(pale, tick[0], tick[1], look.px(2.6))
    canvas.line(pale, tick[1], tick[2], look.px(2.6))


def draw_lasso(canvas: Canvas, rect: Rect) -> None:
    """Draw the lasso: the rectangle that selects several cards."""
    if rect.width and rect.height:
        canvas.veil((250, 226, 150, 26), rect.clip(canvas.rect))
        _dashes(canvas, rect, canvas.look.palette.gold_high)


def place_ground(canvas: Canvas, area: ZoneArea, cloth: Colour) -> None:
    """Draw the inlay of an empty pile in the cloth."""
    high = area.tall * RATIO if area.angle else area.height
    rect = Rect(0, 0, round(max(area.tall * RATIO, area.width)), round(high))
    rect.center = (round(area.x), round(area.y))
    if area.only_crosswise:
        rect.height = round(area.tall)
        rect.width = round(area.tall * RATIO)
        rect.center = (round(area.x), round(area.y + area.behind / 2))
    if area.count <= 0 or area.only_crosswise:
        canvas.ring(rect, 5, mix(cloth, (255, 255, 255), 0.22), 1.2)
        inner = rect.inflate(-rect.width * 0.34, -rect.height * 0.34)
        canvas.ring(inner, 4, mix(cloth, (255, 255, 255), 0.12), 1)


def draw_rings(canvas: Canvas, camera: Camera, centre: Pose, radii: Sequence[int]) -> None:
    """Draw the rings of a target on the table; `radii` in mm, the smallest first."""
    x, y = centre.x / 10, centre.y / 10
    turns = [2 * math.pi * k / SIDES for k in range(SIDES)]
    for n, radius in enumerate(reversed(radii)):
        circle = [
            camera.project(x + radius * math.cos(turn), y + radius * math.sin(turn))
            for turn in turns
        ]
        canvas.polygon(RINGS[n % len(RINGS)], circle)
        for start, end in zip(circle, (*circle[1:], circle[0]), strict=True):
            canvas.line(RING, start, end, canvas.look.px(1.5))


def within_shield(shields: Sequence[Shield], pos: tuple[float, float]) -> Shield | None:
    """Topmost shield at the point `pos` px; None if there is none."""
    for shield in reversed(shields):
        if shield.rect.collidepoint(pos):
            return shield
    return None


@dataclass(frozen=True, slots=True)
class Nameplate:
    """Name and sign of the owner of a hand."""

    name: str  # "" for a seat without a player
    sign: SeatSign


def nameplates(session: Session[Any]) -> dict[Zone, Nameplate]:
    """Nameplates of all hands, by zone."""
    return {
        zone: Nameplate(
            session.name(spec.owner) if session.owner(spec.owner) >= 0 else "",
            sign_of(session, spec.owner),
        )
        for zone, spec in enumerate(session.position.box.zones)
        if is_hand(spec) and spec.owner is not None
    }


def draw_rubble_number(title: str, shape: CardShape, canvas: Canvas) -> None:
    """Draw the number of a wall, the last word of its `title`, on its rubble at `shape`."""
    number = title.rpartition(" ")[2]
    if number.isdecimal():
        large = shape.height >= canvas.look.px(RUBBLE_LEAST)
        canvas.text(number, (shape.x, shape.y), RUBBLE if large else SMALL_RUBBLE, "c")
