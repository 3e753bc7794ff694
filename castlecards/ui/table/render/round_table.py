"""Painter of a round table without its cards: ring, seat plates, sockets and crown."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import pygame
from pygame import Rect, Surface

from castlecards.core.cards import CardId, Seat, Zone
from castlecards.core.game import Badge
from castlecards.core.position import Position
from castlecards.ui.cardart.seat_signs import SeatSign, draw_sign
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour, blank, mix
from castlecards.ui.kit.theme import Style
from castlecards.ui.kit.widgets.basic import draw_panel
from castlecards.ui.table.layout.model import Layout, RoundTable, SeatPlate, ZoneArea
from castlecards.ui.table.render.table_signs import Nameplate

NAME = 16.0  # units, type size of a name
SECOND = 13.0  # units, type size of a name in two lines
CHIP = 12.0  # units, type size on a chip
LABEL = 12.5  # units, type size beside sockets
TINY = 10.0  # units, type size of a title on a plate
PILL = 13.0  # units, type size below the crown
SOCKET = (17.0, 23.0)  # units, size of a socket: the frame of one counted item
PITCH = 22.0  # units from one socket to the next
SURPLUS: Colour = (186, 58, 50)
INSIDE = 9.0  # units between the two circles of the ring


class RoundTablePainter:
    """Painter for one layout. `names`: owners of hands by zone; `active`: the seat to decide."""

    def __init__(
        self,
        canvas: Canvas,
        layout: Layout,
        pos: Position[object],
        names: Mapping[Zone, Nameplate],
        active: Seat,
        badges: Sequence[Badge],
    ) -> None:
        assert layout.round is not None
        self.canvas, self.layout, self.pos, self.active = canvas, layout, pos, active
        self.table: RoundTable = layout.round
        self.badges = {badge.zone: badge for badge in badges}
        specs = pos.box.zones
        self.whose = {specs[zone].owner: plate for zone, plate in names.items()}

    def _style(self, face: str, size: float, tone: str = "text") -> Style:
        """Type style of `size` units that shrinks with the ring."""
        return Style(face, size * self.table.size / self.canvas.look.scale, tone)

    def _px(self, units: float) -> float:
        return units * self.table.size

    # -- below the cards --------------------------------------------------------------------------

    def draw_below(self, cloth: Colour) -> None:
        canvas, table = self.canvas, self.table
        key = ("ring", round(table.radius), cloth)
        image = canvas.look.shapes.keep(key, lambda: _circles(table.radius, table.size))
        canvas.blit_centred(image, (table.x, table.y))
        for plate in table.plates:
            self._plate(plate)
        for area in self.layout.areas:
            if area.part == "ring" and area.width and not self.pos.zones[area.zone]:
                self._empty(area, cloth)

    def _empty(self, area: ZoneArea, cloth: Colour) -> None:
        """Draw an empty place with the sign of its owner; bright if the owner is to decide."""
        canvas, seat = self.canvas, self.pos.box.zones[area.zone].owner
        asked = seat == self.active
        rect = Rect(0, 0, round(area.width), round(area.height))
        rect.center = (round(area.x), round(area.y))
        gold = canvas.look.palette.gold_high
        edge = gold if asked else mix(cloth, (255, 255, 255), 0.3)
        canvas.ring(rect, 6, edge, 2 if asked else 1)
        if asked:
            canvas.ring(rect.inflate(-canvas.look.px(8), -canvas.look.px(8)), 5, gold, 1)
        whose = self.whose.get(seat)
        if whose is not None:
            draw_sign(canvas, _faded(whose.sign, cloth), rect.center, round(self._px(9)))

    def _plate(self, plate: SeatPlate) -> None:
        canvas, look = self.canvas, self.canvas.look
        rect = Rect(0, 0, round(plate.width), round(plate.height))
        rect.center = (round(plate.x), round(plate.y))
        draw_panel(canvas, rect, radius=10)
        if plate.seat == self.active:
            canvas.ring(rect.inflate(look.px(4), look.px(4)), 11, look.palette.gold_high, 1.6)
        whose = self.whose.get(plate.seat)
        y = rect.centery if plate.own else rect.top + self._px(21)
        x = rect.left + self._px(20)
        if whose is not None:
            draw_sign(canvas, whose.sign, (x, y), round(self._px(8)))
            x += self._px(16)
            x = self._name(whose.name, (x, y), rect, plate)
        for badge in self._chips(plate.seat):
            x = self._chip(badge, x, y, rect) + self._px(6)
        for area in self.layout.areas:
            spec = self.pos.box.zones[area.zone]
            if spec.owner == plate.seat and area.width and spec.sockets:
                self._sockets(area, rect, plate)

    def _name(self, name: str, at: tuple[float, float], rect: Rect, plate: SeatPlate) -> float:
        """Draw a name, in two lines if it is long. Return the left edge of the next item, px."""
        look, (x, y), style = self.canvas.look, at, self._style("bold", NAME)
        ends = rect.left + plate.width * (0.4 if plate.own else 0.56)
        if not plate.own and not self._chips(plate.seat):
            ends = rect.right - self._px(60)  # leaves room for the cards of the plate
        room, lines = round(ends - x), [name]
        if look.cut(name, style, room):
            style = self._style("bold", SECOND)
            lines = look.wrap(name, style, room)
            lines = [lines[0], " ".join(lines[1:])] if len(lines) > 1 else lines
        right = x
        for n, line in enumerate(lines):
            text, fitted = look.fit(line, style, room)
            down = self._px(SECOND + 2) * (n - (len(lines) - 1) / 2)
            right = max(right, self.canvas.text(text, (x, y + down), fitted, "w").right)
        return right + self._px(8)

    def _chips(self, seat: Seat) -> list[Badge]:
        """Badges of a seat with words alone: those at its hand and at its zones on the plate."""
        specs = self.pos.box.zones
        return [
            badge
            for zone, badge in self.badges.items()
            if specs[zone].owner == seat and badge.have < 0 and not specs[zone].ring
        ]

    def _counts(self, badge: Badge) -> bool:
        """True if a badge of the same owner has sockets."""
        specs = self.pos.box.zones
        owner = specs[badge.zone].owner
        return any(b.have >= 0 and specs[zone].owner == owner for zone, b in self.badges.items())

    def _ends(self, badge: Badge, plate: Rect) -> float:
        """Left edge of the cards on a plate, px."""
        owner = self.pos.box.zones[badge.zone].owner
        on = [a for a in self.layout.areas if a.part == "plate" and a.width]
        lefts = [a.x - a.width / 2 for a in on if self.pos.box.zones[a.zone].owner == owner]
        return min([plate.right - self._px(58), *(left - self._px(4) for left in lefts)])

    def _chip(self, badge: Badge, x: float, y: float, plate: Rect) -> float:
        """Draw a chip at `x`, or below the name if there is no room. Return its right edge, px."""
        look = self.canvas.look
        style = self._style("medium", CHIP)
        if x + look.width(badge.text, style) + self._px(18) > self._ends(badge, plate):
            if y < plate.top + self._px(30) and self._counts(badge):
                return x  # sockets take the room below the name
            x, y = plate.left + self._px(14), y + self._px(34)  # below the name
        wide = look.width(badge.text, style) + round(self._px(18))
        rect = Rect(round(x), 0, wide, round(self._px(20)))
        rect.centery = round(y)
        c = look.palette
        self.canvas.box(rect, 9, c.inset, c.inset, c.gold_low)
        self.canvas.text(badge.text, rect.center, style, "c")
        return float(rect.right)

    def _sockets(self, area: ZoneArea, plate: Rect, seat: SeatPlate) -> None:
        """Draw a socket for each point of the goal, filled up to the count; surplus is red."""
        badge = self.badges.get(area.zone)
        if badge is None:
            return
        canvas, look = self.canvas, self.canvas.look
        label = self._style("ui", LABEL, "muted")
        left = area.x - area.width / 2
        if seat.own:
            canvas.text(area.title, (left - self._px(10), area.y), label, "e")
        else:
            canvas.text(area.title, (plate.left + self._px(14), area.y), label, "w")
        whose = self.whose.get(seat.seat)
        colour = whose.sign.colour if whose is not None else look.palette.gold
        count = max(badge.have, badge.goal)
        if badge.goal < 0 or not count:
            text, style = look.fit(badge.text, self._style("bold", LABEL), round(area.width))
            canvas.text(text, (left, area.y), style, "w")
            return
        pitch = min(self._px(PITCH), area.width / count)
        part = pitch / self._px(PITCH)
        for n in range(count):
            rect = Rect(0, 0, round(self._px(SOCKET[0]) * part), round(self._px(SOCKET[1])))
            rect.midleft = (round(left + n * pitch), round(area.y))
            surplus = n >= badge.goal
            if n < badge.have:
                fill = SURPLUS if surplus else colour
                canvas.box(rect, 3, mix(fill, (255, 255, 255), 0.25), fill, (250, 240, 220))
            else:
                canvas.ring(rect, 3, look.palette.gold, 1.2)
            if surplus:
                canvas.text("!", rect.center, self._style("bold", CHIP), "c", (255, 255, 255))

    # -- above the cards --------------------------------------------------------------------------

    def draw_above(self, absent: frozenset[CardId]) -> None:
        """Draw the signs at the cards in the ring, the titles on the plates and the crown."""
        for area in self.layout.areas:
            if area.part == "plate" and area.width:
                style = self._style("medium", TINY)
                at = (area.x, area.y + area.height / 2 + self._px(1))
                if not self._bar(area) and area.count:
                    self.canvas.text(area.title, at, style, "n")
            elif area.part == "crown":
                self._crowned(area)
            elif area.part == "ring" and area.width:
                cards = self.pos.zones[area.zone]
                if cards and cards[-1] not in absent:
                    self.sign_at(area)

    def _bar(self, area: ZoneArea) -> bool:
        """True if the zone lies on the bar above the own hand, which has no room below it."""
        owner = self.pos.box.zones[area.zone].owner
        return any(plate.own and plate.seat == owner for plate in self.table.plates)

    def sign_at(self, area: ZoneArea) -> None:
        """Draw the sign of the owner on the upper edge of a card."""
        whose = self.whose.get(self.pos.box.zones[area.zone].owner)
        if whose is not None:
            at = (area.x, area.y - area.height / 2)
            draw_sign(self.canvas, whose.sign, at, round(self._px(9)))

    def _crowned(self, area: ZoneArea) -> None:
        """Draw the crown above the zone of the best card, and its text below it."""
        canvas, look = self.canvas, self.canvas.look
        draw_crown(canvas, (area.x, area.y - area.height / 2 - self._px(12)), self._px(20))
        badge = self.badges.get(area.zone)
        text = badge.text if badge is not None else area.title
        style = self._style("bold", PILL, "gold_high")
        rect = Rect(0, 0, look.width(text, style) + round(self._px(20)), round(self._px(21)))
        rect.midtop = (round(area.x), round(area.y + area.height / 2 + self._px(8)))
        canvas.box(rect, 10, look.palette.panel, look.palette.panel_low, look.palette.gold_low)
        canvas.text(text, rect.center, style, "c")


def draw_crown(canvas: Canvas, at: tuple[float, float], wide: float) -> None:
    """Draw a golden crown, `wide` px wide, centred at `at` px."""
    look = canvas.look
    x, y, half, high = at[0], at[1], wide / 2, wide * 0.3
    points = [
        (x - half, y - high * 0.6), (x - half * 0.5, y + high * 0.1), (x, y - high),
        (x + half * 0.5, y + high * 0.1), (x + half, y - high * 0.6), (x + half * 0.8, y + high),
        (x - half * 0.8, y + high),
    ]  # fmt: skip
    canvas.polygon(look.palette.gold_high, points)
    for px, py in (points[0], points[2], points[4]):
        canvas.circle(look.palette.gold_high, (px, py), max(1.0, wide * 0.08))
    base = (x - half * 0.8, y + high * 0.72), (x + half * 0.8, y + high * 0.72)
    canvas.line(look.palette.gold_low, *base, max(1.0, wide * 0.05))


def _faded(sign: SeatSign, cloth: Colour) -> SeatSign:
    """Sign in faded colours, for an empty place."""
    return SeatSign(sign.shape, mix(cloth, sign.colour, 0.55), mix(cloth, (0, 0, 0), 0.3))


def _circles(radius: float, size: float) -> Surface:
    """Picture of the ring: a shallow hollow with a golden edge; `radius` px."""
    side = 2 * math.ceil(radius) + 6
    fine = blank((2 * side, 2 * side))
    middle = (side, side)
    pygame.draw.circle(fine, (0, 0, 0, 40), middle, 2 * radius)
    pygame.draw.circle(fine, (201, 162, 75, 150), middle, 2 * radius, max(2, round(2 * size)))
    inner = 2 * (radius - INSIDE * size)
    pygame.draw.circle(fine, (201, 162, 75, 80), middle, inner, max(1, round(1.4 * size)))
    return pygame.transform.smoothscale(fine.premul_alpha(), (side, side))
