"""All that lies still on the table, painted once and kept: cloth, field, places, resting cards."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

import pygame
from pygame import Rect, Surface

from castlecards.core.cards import CardId, Seat, Zone
from castlecards.core.game import Badge
from castlecards.core.position import Position
from castlecards.ui.cardart.markers import hang
from castlecards.ui.cardart.seat_signs import draw_sign
from castlecards.ui.cardart.tabletop import TABLES, cloth_of, table_surface
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import mix
from castlecards.ui.kit.text import Colour, Style
from castlecards.ui.kit.theme import Look
from castlecards.ui.table.view import signs
from castlecards.ui.table.view.camera import Quad
from castlecards.ui.table.view.nameplates import Nameplate
from castlecards.ui.table.view.place import RATIO, Area, Layout, Spot
from castlecards.ui.table.view.sprites import LIT, VEILED, Sprites
from castlecards.ui.table.view.stance import corners, lying, stance
from castlecards.ui.table.view.trays import edge_rail, trays
from castlecards.ui.table.view.vista import vista
from castlecards.ui.table.view.works import Wear, dressed, plan_of, works

PILE_TITLE = Style("ui", 12, "text")
PLATE = Style("medium", 13, "text")
SIGNED = 15  # units more for the sign of whoever it is
EYE = 0.36  # of a card's height below its middle: the sign that nobody else sees it


class Ground:
    """The picture of the table at rest, without the cards that move."""

    def __init__(self, sprites: Sprites, marks: Sequence[str] = ()) -> None:
        self.sprites = sprites
        self.marks = marks  # names of the kinds of mark
        self.surface = Surface((1, 1))
        self.shields: list[signs.Shield] = []  # badges, where they are drawn
        self.wear: Wear = {}  # how often what lies at a place was hit
        self.hasty = False  # the camera moves: the land may be coarse
        self._key: tuple[object, ...] | None = None
        self._land: tuple[tuple[object, ...], Surface] | None = None
        self._plan = plan_of(sprites.box)

    def forget(self) -> None:
        self._key = None

    def paint(
        self,
        look: Look,
        layout: Layout,
        pos: Position[object],
        absent: Collection[CardId],
        names: Mapping[Zone, Nameplate],
        cloth: str,
        active: Seat = -1,
        badges: tuple[Badge, ...] = (),
    ) -> Surface:
        """Paints it again if anything has changed. `absent`: cards drawn by somebody else;
        `names`: whose hand lies in a zone; `active`: the seat that is asked."""
        if layout.field is not None:
            cloth = cloth_of(cloth, layout.field.surface)
        there = frozenset(absent)
        worn = tuple(sorted(self.wear.items()))
        key = (look, layout, pos.faces, pos.up, pos.marks, there, cloth, active, badges, worn,
               self.hasty)  # fmt: skip
        if key == self._key:
            return self.surface
        self._key = key
        size = (layout.stage.left + layout.stage.width, layout.stage.height)
        if self.surface.get_size() != size:
            self.surface = Surface(size)
        canvas = Canvas(self.surface, look)
        middle = TABLES[cloth].middle
        if self._plan is not None:
            self._fortified(canvas, layout, pos, cloth)
        else:
            self.surface.blit(table_surface(cloth, size), (0, 0))
            edge_rail(canvas, layout.stage, cloth)
        trays(canvas, layout, pos)
        for area in layout.areas:
            if area.mark is not None:
                if not pos.box.zones[area.zone].works:
                    _mark(canvas, layout, area, bool(pos.zones[area.zone]), middle)
            elif area.width and not area.hand:
                signs.place_ground(canvas, area, middle)
        self._cards(canvas, layout, pos, absent)
        if pos.box.seats > 2:
            _owners(canvas, layout, pos, names, active)
        for area in layout.areas:
            if area.hand and not area.own:
                whose = names.get(area.zone)
                if (whose is not None and whose.name) or area.count:  # not the automaton's, empty
                    _plate(canvas, area, whose)
            elif area.width and area.mark is None and not area.hand:
                _caption(canvas, area, layout.field is None)
        own = {area.zone for area in layout.areas if area.own}
        self.shields = signs.shields(canvas, layout, badges)
        for shield in self.shields:
            if shield.badge.zone not in own:
                signs.draw_shield(canvas, shield)
        return self.surface

    def _fortified(self, canvas: Canvas, layout: Layout, pos: Position[object], cloth: str) -> None:
        """The land and what is built on it; whose cards lie there."""
        assert self._plan is not None
        sprites, camera, size = self.sprites, layout.camera, self.surface.get_size()
        sprites.dress = dressed(pos, self.wear, camera.facing, sprites.dress)
        key = (self._plan, cloth, camera, size, self.hasty)
        if self._land is None or self._land[0] != key:
            land = table_surface(cloth, size).copy()
            land.fill((118, 118, 118), special_flags=pygame.BLEND_RGB_MULT)
            seen = vista(self._plan, cloth, camera, size, self.hasty)
            land.blit(seen, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
            self._land = key, land
        self.surface.blit(self._land[1], (0, 0))
        for work in works(pos, self.wear):
            stamp = sprites.piece(work.piece, work.x, work.y, work.angle, camera)
            canvas.blit(stamp.image, (stamp.x, stamp.y))

    def foreseen(
        self, layout: Layout, pos: Position[object], gone: Collection[Zone], worn: Collection[Zone]
    ) -> list[Callable[[], object]]:
        """What has to be drawn when the cards of `gone` leave and what lies at `worn` is hit: one
        piece each, so that not all is drawn in one frame."""
        wear = {**self.wear, **{zone: self.wear.get(zone, 0) + 1 for zone in worn}}
        now, sprites = set(works(pos, self.wear)), self.sprites
        return [
            partial(sprites.piece, work.piece, work.x, work.y, work.angle, layout.camera)
            for work in works(pos, wear, gone)
            if work not in now
        ]

    def _cards(
        self,
        canvas: Canvas,
        layout: Layout,
        pos: Position[object],
        absent: Collection[CardId],
    ) -> None:
        own = {area.zone for area in layout.areas if area.own}
        for spot in layout.spots:
            if spot.shown and spot.card not in absent and spot.zone not in own:
                self.card(canvas, layout, pos, spot)

    def card(self, canvas: Canvas, layout: Layout, pos: Position[object], spot: Spot) -> Rect:
        """One card at rest."""
        at = stance(spot, layout.camera, layout.field)
        seen = self.sprites.seen(spot.card, pos.faces[spot.card], spot.up)
        shape = pos.box.zones[spot.zone].shape
        light = VEILED if spot.peek and shape == "stack" else LIT
        stamp = self.sprites.stamp(seen, at, light)
        rect = canvas.blit(stamp.image, (stamp.x, stamp.y))
        if spot.peek:  # it lies face down: only the one who looks sees through it
            eye = self.sprites.art.pictures.picture(
                "ui/eye", round(at.height * 0.2), (255, 250, 235)
            )
            canvas.blit_centred(eye, (at.x, at.y + EYE * at.height))
        told = self.told(layout, pos, spot.card)
        if told:
            upright = abs(at.angle % 180 - 90) > 45
            size = (at.width, at.height) if upright else (at.height, at.width)
            hang(canvas, self.sprites.art, told, (at.x, at.y), size)
        if spot.recalled:
            signs.memory(canvas, self.sprites, pos, spot.card, at)
        return rect

    def told(self, layout: Layout, pos: Position[object], card: CardId) -> list[str]:
        """Names of the marks that a card bears, but for those shown by how it lies."""
        return [
            self.marks[kind] if kind < len(self.marks) else ""
            for kind, mask in enumerate(pos.marks)
            if mask >> card & 1 and kind not in layout.stage.sideways
        ]


# -- the parts ------------------------------------------------------------------------------------


def _mark(canvas: Canvas, layout: Layout, area: Area, filled: bool, cloth: Colour) -> None:
    """Where a card belongs: an outline on the cloth, plainer while a card lies in its place."""
    assert area.mark is not None
    quad = corners(lying(area.mark, layout.camera, layout.field))
    colour = mix(cloth, canvas.look.palette.gold, 0.32 if filled else 0.75)
    outline(canvas, quad, colour, 0.05, 1 if filled else 2)
    if not filled:
        middle = (sum(p[0] for p in quad) / 4, sum(p[1] for p in quad) / 4)
        arm = canvas.look.px(6)
        canvas.line(colour, (middle[0] - arm, middle[1]), (middle[0] + arm, middle[1]), 1)
        canvas.line(colour, (middle[0], middle[1] - arm), (middle[0], middle[1] + arm), 1)


def outline(
    canvas: Canvas, quad: Quad, colour: Colour, round_: float = 0.05, width: float = 1
) -> None:
    """A card's edge with its corners cut, `round_` of its sides."""
    points = []
    for k in range(4):
        here, before, after = quad[k], quad[k - 1], quad[(k + 1) % 4]
        for other in (before, after):
            points.append(
                (here[0] + (other[0] - here[0]) * round_, here[1] + (other[1] - here[1]) * round_)
            )
    for k, start in enumerate(points):
        canvas.line(colour, start, points[(k + 1) % len(points)], width)


def _caption(canvas: Canvas, area: Area, large: bool) -> None:
    """The title below a pile, in one line or two, and the number of cards on it."""
    look = canvas.look
    high = area.tall * RATIO if area.angle else area.height
    y = area.y + high / 2 + look.px(5)
    room = round(area.label or max(area.width + look.px(22), look.px(68)))
    most = 1 if area.label else 2  # lines
    for line in (look.wrap(area.title, PILE_TITLE, room) if most > 1 else [area.title])[:most]:
        text, style = look.fit(line, PILE_TITLE, room)
        canvas.text(text, (area.x, y), style, "n")
        y += look.px(13)
    if area.count > 0 and area.told:
        signs.count(canvas, area, large)


def _plate(canvas: Canvas, area: Area, whose: Nameplate | None) -> None:
    """Whose hand it is, and how many cards, beside a small hand."""
    look = canvas.look
    name = (whose.name if whose is not None else "") if area.sole else area.title
    text = f"{name}: {area.count}" if name else str(area.count)
    near = area.y > canvas.size[1] / 2
    beside = look.px(SIGNED) if whose is not None and name else 0
    width = look.width(text, PLATE) + beside + look.px(18)
    rect = Rect(0, 0, width, look.px(20))
    y = area.y - area.height / 2 - look.px(11) if near else area.y + area.height / 2 + look.px(13)
    rect.center = (round(area.x), round(y))
    rect.clamp_ip(canvas.rect)
    canvas.box(rect, 9, (14, 30, 23), (10, 22, 17), (58, 84, 62))
    canvas.text(text, (rect.centerx + beside / 2, rect.centery), PLATE, "c")
    if whose is not None and beside:
        draw_sign(canvas, whose.sign, (rect.left + look.px(14), rect.centery), look.px(4.6))


def _owners(
    canvas: Canvas,
    layout: Layout,
    pos: Position[object],
    names: Mapping[Zone, Nameplate],
    active: Seat,
) -> None:
    """With several seats a side: whose cards these are, at each seat's rearmost place."""
    specs = pos.box.zones
    look = canvas.look
    for seat in range(pos.box.seats):
        own = [spec.mark for spec in specs if spec.owner == seat and spec.mark is not None]
        hand = next((zone for zone in names if specs[zone].owner == seat), None)
        if not own or hand is None or not names[hand].name:
            continue
        rear = max(own, key=lambda mark: abs(mark.y))
        ahead = 47.0 if rear.y < 0 else -47.0
        x, y = layout.camera.project(rear.x / 10, rear.y / 10 + ahead)
        text, beside = names[hand].name, look.px(SIGNED)
        rect = Rect(0, 0, look.width(text, PLATE) + beside + look.px(18), look.px(18))
        rect.center = (round(x), round(y))
        gold = seat == active
        canvas.box(rect, 8, (14, 30, 23), (10, 22, 17), look.palette.gold if gold else (58, 84, 62))
        tone = look.palette.gold_high if gold else look.palette.muted
        canvas.text(text, (rect.centerx + beside / 2, rect.centery), PLATE, "c", tone)
        draw_sign(canvas, names[hand].sign, (rect.left + look.px(14), rect.centery), look.px(4.6))


# -- accents: what may be picked, where it may go ----------------------------------------------


def glow(canvas: Canvas, quad: Quad, strong: bool = False) -> None:
    """A legal target: a bright edge and a bracket at every corner, so not by colour alone."""
    look = canvas.look
    gold = look.palette.gold_high
    centre = (sum(p[0] for p in quad) / 4, sum(p[1] for p in quad) / 4)
    wide = _grown(quad, centre, look.px(5))
    outline(canvas, wide, gold, 0.06, look.px(3) if strong else look.px(1.4))
    outer = _grown(quad, centre, look.px(10))
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


def area_quad(layout: Layout, area: Area) -> Quad:
    """The corners of a zone's place, for its glow."""
    if area.mark is not None:
        return corners(lying(area.mark, layout.camera, layout.field))
    left, right = area.x - area.width / 2, area.x + area.width / 2
    top, low = area.y - area.height / 2, area.y + area.height / 2
    return (left, top), (right, top), (right, low), (left, low)
