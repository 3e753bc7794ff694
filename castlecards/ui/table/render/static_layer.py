"""All that lies still on the table, painted once and kept: cloth, field, places, resting cards."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain

import pygame
from pygame import Rect, Surface

from castlecards.core.cards import CardId, Pose, Seat, Zone
from castlecards.core.game import Badge
from castlecards.core.plurals import capital
from castlecards.core.position import Box, Position
from castlecards.ui.cardart.mat import Plan
from castlecards.ui.cardart.ribbons import hang_ribbons
from castlecards.ui.cardart.seat_signs import draw_sign
from castlecards.ui.cardart.tabletop import TABLES, cloth_of, material, table_surface
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.incremental import Steps
from castlecards.ui.kit.partial_redraw import DrawCall, PartialPainter, RecordingCanvas
from castlecards.ui.kit.shapes import Colour, mix
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.table.layout.camera import Camera, Quad
from castlecards.ui.table.layout.card_shape import card_shape, corners, on_table
from castlecards.ui.table.layout.form_layout import is_on_form
from castlecards.ui.table.layout.model import RATIO, CardSpot, FormArea, Layout, ZoneArea, side_of
from castlecards.ui.table.render import table_signs
from castlecards.ui.table.render.form_sheet import draw_sheet
from castlecards.ui.table.render.fortifications import (
    Fortification,
    Wear,
    card_dress,
    fortifications,
    mat_plan,
)
from castlecards.ui.table.render.mat_perspective import mat_in_perspective
from castlecards.ui.table.render.round_table import RoundTablePainter
from castlecards.ui.table.render.sprites import LIT, VEILED, Seen, Sprites
from castlecards.ui.table.render.table_signs import Nameplate
from castlecards.ui.table.render.trays import edge_rail, trays

PILE_TITLE = Style("ui", 12, "text")
PLATE = Style("medium", 13, "text")
SIGNED = 15  # units more for the sign of whoever it is
AROUND = 24  # units that the brackets of a lit place reach beyond it, and a little more
EYE = 0.36  # of a card's height below its middle: the sign that nobody else sees it


class StaticLayer:
    """The picture of the table at rest, without the cards that move."""

    def __init__(
        self, sprites: Sprites, marks: Sequence[str] = (), named: Callable[[str], str] = str
    ) -> None:
        """`named` puts the names of the players into what the game calls them."""
        self.sprites = sprites
        self.named = named
        self.marks = marks  # names of the kinds of mark
        self.shields: list[table_signs.Shield] = []  # badges, where they are drawn
        self.wear: Wear = {}  # how often what lies at a place was hit
        self.thrown: tuple[CardId, int] | None = (
            None  # the card in the air, and whose side threw it
        )
        self.coarse = False  # the camera moves: the land may be coarse
        self.is_dragging = False  # something is being carried about: roads wait until it lies
        # What is drawn on the bare table, below all that lies there, and what that follows from.
        self.chalk: tuple[Hashable, Callable[[Canvas], object]] | None = None
        self._key: tuple[object, ...] | None = None
        self._seen: tuple[object, ...] | None = None  # what all that lies there looks alike by
        self._painting = PartialPainter()
        self._parts: Mapping[Hashable, Sequence[DrawCall]] = {}  # of the picture, by what they show
        self._plan = mat_plan(sprites.box)

    def forget(self) -> None:
        self._key = self._seen = None

    def deal(self, box: Box) -> None:
        """Another box lies there now."""
        self.sprites.box, self.sprites.dress = box, {}
        self.forget()

    def dress(self, pos: Position[object], facing: float) -> None:
        """Whose the cards are that lie there now. Of what lies with nobody it is known from before,
        so this follows the match, not the pictures of it."""
        if self._plan is not None:
            self.sprites.dress = card_dress(pos, self.wear, facing, self.sprites.dress, self.thrown)

    def last(self, layout: Layout) -> Surface | None:
        """The picture as it was painted last, if it is one of a table seen like this."""
        viewport = layout.viewport
        size = viewport.left + viewport.width, viewport.height
        seen = self._seen
        alike = seen is not None and seen[1:4] == (size, layout.camera, layout.field)
        return self._painting.surface if alike else None

    def paint_steps(
        self,
        look: Look,
        layout: Layout,
        pos: Position[object],
        absent: Collection[CardId],
        names: Mapping[Zone, Nameplate],
        cloth: str,
        active: Seat = -1,
        badges: tuple[Badge, ...] = (),
    ) -> Steps[Surface]:
        """Paints it again, bit by bit, where anything has changed. `absent`: cards drawn by
        somebody else; `names`: whose hand lies in a zone; `active`: the seat that is asked."""
        if layout.field is not None:
            cloth = cloth_of(cloth, layout.field.surface)
        there = frozenset(absent)
        worn = tuple(sorted(self.wear.items()))
        chalk = self.chalk and self.chalk[0]
        key = (look, layout, pos.faces, pos.up, pos.marks, there, cloth, active, badges, worn,
               self.coarse, self.is_dragging, chalk)  # fmt: skip
        if key == self._key:
            return self._painting.surface
        size = (layout.viewport.left + layout.viewport.width, layout.viewport.height)
        seen = (look, size, layout.camera, layout.field, layout.viewport.sideways)
        canvas = RecordingCanvas(size, look, self._parts if seen == self._seen else None)
        if not self.is_dragging:
            self._plan = mat_plan(self.sprites.box)
        middle = TABLES[cloth].middle
        self._draw_below(canvas, layout)
        base = yield from self._below(canvas, layout, pos, cloth)
        yield
        self._trays(canvas, layout, pos)
        roundel = None
        if layout.round is not None:
            roundel = RoundTablePainter(canvas, layout, pos, names, active, badges)
            roundel.draw_below(middle)
        _places(canvas, layout, pos, middle)
        yield
        yield from self._cards(canvas, layout, pos, absent)
        if pos.box.seats > 2 and roundel is None:
            _owners(canvas, layout, pos, names, active)
        away = there | _on_form(layout)
        if roundel is not None:
            roundel.draw_above(away)
        _captions(canvas, layout, names, _counted(layout, pos, there))
        own = {area.zone for area in layout.areas if area.own}
        told = badges if roundel is None else ()  # its plates tell of them
        told = tuple(badge for badge in told if badge.card not in away)
        self.shields = table_signs.badge_places(canvas, layout, told)
        for shield in self.shields:
            if shield.badge.zone not in own:
                table_signs.draw_shield(canvas, shield)
        if layout.sheet is not None:
            self._form(canvas, layout, layout.sheet, pos, there, names)
        yield
        self._key, self._seen, self._parts = key, seen, canvas.parts
        return self._painting.paint(base, canvas)

    def _below(
        self, canvas: RecordingCanvas, layout: Layout, pos: Position[object], cloth: str
    ) -> Steps[Surface]:
        """The land and what is built on it; without a field the table and its rail."""
        if self._plan is not None:
            yield from self._fortify(canvas, layout.camera, pos)
            return (yield from self._base(layout.camera, canvas.size, cloth))
        table = yield from table_surface.steps(cloth, canvas.size)
        yield from material.steps("wood")
        edge_rail(canvas, layout.viewport, cloth)
        return table

    def _trays(self, canvas: RecordingCanvas, layout: Layout, pos: Position[object]) -> None:
        """Below all piles."""
        piles = tuple(a for a in layout.areas if a.mark is None and a.width and not a.hand)
        sides = tuple(side_of(pos, pos.box.zones[area.zone]) for area in piles)
        canvas.part(("trays", piles, sides), lambda c: trays(c, layout, pos))

    def _form(
        self,
        canvas: RecordingCanvas,
        layout: Layout,
        sheet: FormArea,
        pos: Position[object],
        absent: Collection[CardId],
        names: Mapping[Zone, Nameplate],
    ) -> None:
        """What is asked, and the cards that lie on that sheet."""
        sprites = self.sprites
        whose = {pos.box.zones[zone].owner: plate.sign for zone, plate in names.items()}

        def pictured(card: CardId, height: float) -> Surface:
            return sprites.shaded(sprites.seen(card, pos.faces[card], True), height)

        draw_sheet(canvas, sheet, pos, sprites.art.pictures, self.named, whose, pictured)
        for spot in layout.spots:
            if spot.shown and spot.card not in absent and is_on_form(sheet, spot):
                self.card(canvas, layout, pos, spot)

    def draw_things(self, canvas: Canvas, layout: Layout, pos: Position[object]) -> None:
        """What lies there, without the table."""
        noted = RecordingCanvas(canvas.size, canvas.look)
        _circles(noted, layout)
        for _ in chain(
            self._fortify(noted, layout.camera, pos), self._cards(noted, layout, pos, ())
        ):
            pass
        for stroke in noted.strokes:
            stroke.draw(canvas)

    def _draw_below(self, canvas: RecordingCanvas, layout: Layout) -> None:
        """On the bare table."""
        if self.chalk is not None:
            canvas.part(("chalk", self.chalk[0]), self.chalk[1])
        _circles(canvas, layout)

    def _fortify(
        self, canvas: RecordingCanvas, camera: Camera, pos: Position[object]
    ) -> Iterator[None]:
        """What is built on the land, with a pause after each piece that had to be drawn."""
        for work in fortifications(pos, self.wear):
            if canvas.part(work, partial(_work, self.sprites, camera, work)):
                yield

    def _base(self, camera: Camera, size: tuple[int, int], cloth: str) -> Steps[Surface]:
        """The land."""
        assert self._plan is not None
        seen = partial(_land, self._plan, cloth, camera, size, self.coarse)
        # of a camera that moves no picture is ever wanted again
        steps = seen() if self.coarse else self.sprites.art.steps(("land", *seen.args), seen)
        return (yield from steps)

    def prerender_jobs(
        self, layout: Layout, pos: Position[object], gone: Collection[Zone], worn: Collection[Zone]
    ) -> list[Callable[[], object]]:
        """What has to be drawn when the cards of `gone` leave and what lies at `worn` is hit: one
        piece each, so that not all is drawn in one frame."""
        wear = {**self.wear, **{zone: self.wear.get(zone, 0) + 1 for zone in worn}}
        now, sprites = set(fortifications(pos, self.wear)), self.sprites
        return [
            partial(sprites.piece, work.piece, work.x, work.y, work.angle, layout.camera)
            for work in fortifications(pos, wear, gone)
            if work not in now
        ]

    def _cards(
        self,
        canvas: RecordingCanvas,
        layout: Layout,
        pos: Position[object],
        absent: Collection[CardId],
    ) -> Iterator[None]:
        own = {area.zone for area in layout.areas if area.own}
        for spot in layout.spots:
            above = layout.sheet is not None and is_on_form(layout.sheet, spot)
            there = spot.shown and spot.card not in absent and spot.zone not in own
            if there and not above and self.card(canvas, layout, pos, spot):
                yield

    def card(
        self, canvas: RecordingCanvas, layout: Layout, pos: Position[object], spot: CardSpot
    ) -> bool:
        """One card at rest; whether it had to be drawn."""
        face = pos.faces[spot.card]
        seen = self.sprites.seen(spot.card, face, spot.up)
        told = tuple(self.marks_of(layout, pos, spot.card))
        draw = partial(self._card, layout, pos, spot, seen, told)
        return canvas.part((spot, seen, told, face), draw)

    def _card(
        self,
        layout: Layout,
        pos: Position[object],
        spot: CardSpot,
        seen: Seen,
        told: Sequence[str],
        canvas: Canvas,
    ) -> None:
        at = card_shape(spot, layout.camera, layout.field)
        shape = pos.box.zones[spot.zone].shape
        light = VEILED if spot.peek and shape == "stack" else LIT
        stamp = self.sprites.stamp(seen, at, light)
        canvas.blit(stamp.image, (stamp.x, stamp.y))
        if spot.peek:  # it lies face down: only the one who looks sees through it
            eye = self.sprites.art.pictures.picture(
                "ui/eye", round(at.height * 0.2), (255, 250, 235)
            )
            canvas.blit_centred(eye, (at.x, at.y + EYE * at.height))
        if told:
            upright = abs(at.angle % 180 - 90) > 45
            size = (at.width, at.height) if upright else (at.height, at.width)
            hang_ribbons(canvas, self.sprites.art, told, (at.x, at.y), size)
        if spot.recalled:
            table_signs.draw_memory(canvas, self.sprites, pos, spot.card, at)

    def marks_of(self, layout: Layout, pos: Position[object], card: CardId) -> list[str]:
        """Names of the marks that a card bears, but for those shown by how it lies."""
        return [
            self.marks[kind] if kind < len(self.marks) else ""
            for kind, mask in enumerate(pos.marks)
            if mask >> card & 1 and kind not in layout.viewport.sideways
        ]


# -- the parts ------------------------------------------------------------------------------------


def _work(sprites: Sprites, camera: Camera, work: Fortification, canvas: Canvas) -> None:
    stamp = sprites.piece(work.piece, work.x, work.y, work.angle, camera)
    canvas.blit(stamp.image, (stamp.x, stamp.y))


def _land(
    plan: Plan, cloth: str, camera: Camera, size: tuple[int, int], coarse: bool
) -> Steps[Surface]:
    """The mat on a table that is darker around it."""
    table = yield from table_surface.steps(cloth, size)
    yield
    land = table.copy()
    land.fill((118, 118, 118), special_flags=pygame.BLEND_RGB_MULT)
    yield
    seen = yield from mat_in_perspective(plan, cloth, camera, size, coarse)
    yield
    land.blit(seen, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    return land


def _places(canvas: RecordingCanvas, layout: Layout, pos: Position[object], middle: Colour) -> None:
    """Where cards belong, on cloth of the colour `middle`."""
    for area in layout.areas:
        if area.mark is not None:
            if not pos.box.zones[area.zone].works and not area.rings:
                what = area, bool(pos.zones[area.zone]), middle
                canvas.part(("mark", *what), partial(_mark, layout, *what))
        elif area.width and not area.hand and area.part in ("", "crown"):
            table_signs.place_ground(canvas, area, middle)


def _circles(canvas: RecordingCanvas, layout: Layout) -> None:
    """Rings at which cards come to rest: painted on the table, below whatever is built there."""
    for area in layout.areas:
        if area.rings and area.mark is not None:
            circles = partial(_rings, layout.camera, area.mark, area.rings)
            canvas.part(("rings", area.mark, area.rings), circles)


def _rings(camera: Camera, mark: Pose, radii: tuple[int, ...], canvas: Canvas) -> None:
    table_signs.draw_rings(canvas, camera, mark, radii)


def _mark(layout: Layout, area: ZoneArea, filled: bool, cloth: Colour, canvas: Canvas) -> None:
    """Where a card belongs: an outline on the cloth, plainer while a card lies in its place."""
    assert area.mark is not None
    quad = corners(on_table(area.mark, layout.camera, layout.field))
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


def _on_form(layout: Layout) -> set[CardId]:
    """Cards that lie on a form now: of their places nothing is said meanwhile."""
    sheet = layout.sheet
    if sheet is None:
        return set()
    return {spot.card for spot in layout.spots if is_on_form(sheet, spot)}


def _counted(
    layout: Layout, pos: Position[object], absent: frozenset[CardId]
) -> Iterator[ZoneArea]:
    """All places; a pile of which no card lies there yet has no number."""
    for area in layout.areas:
        cards = pos.zones[area.zone] if absent and not area.hand else b""
        yield replace(area, count=0) if cards and absent.issuperset(cards) else area


def _captions(
    canvas: RecordingCanvas,
    layout: Layout,
    names: Mapping[Zone, Nameplate],
    areas: Iterable[ZoneArea],
) -> None:
    """What all places are called that are not told of otherwise; whose hands lie where."""
    large = layout.field is None
    for area in areas:
        if area.hand and not area.own and layout.round is not None:
            canvas.part(("count", area), partial(_small_count, area))
        elif area.hand and not area.own:
            whose = names.get(area.zone)
            if (whose is not None and whose.name) or area.count:  # not the automaton's, empty
                canvas.part(("plate", area, whose), partial(_plate, area, whose))
        elif _titled(area):
            canvas.part(("caption", area, large), partial(_caption, area, large))


def _titled(area: ZoneArea) -> bool:
    return bool(area.width) and area.mark is None and not area.hand and not area.part


def counts(canvas: Canvas, layout: Layout, zones: Collection[Zone]) -> None:
    """How many cards lie in `zones`, once more."""
    for area in layout.areas:
        if area.zone in zones and _titled(area):
            _count(canvas, area, layout.field is None)


def _count(canvas: Canvas, area: ZoneArea, large: bool) -> None:
    """How many cards lie there, if that is worth telling."""
    if area.count > 0 and area.shows_count:
        table_signs.draw_count(canvas, area, large)


def _small_count(area: ZoneArea, canvas: Canvas) -> None:
    table_signs.draw_count(canvas, area, False)


def _caption(area: ZoneArea, large: bool, canvas: Canvas) -> None:
    """The title below a pile, in one line or two, and the number of cards on it."""
    for text, style, y in _caption_lines(canvas.look, area):
        canvas.text(text, (area.x, y), style, "n")
    _count(canvas, area, large)


def _caption_lines(look: Look, area: ZoneArea) -> list[tuple[str, Style, float]]:
    """The title of a pile line by line, each with its upper edge, px."""
    high = area.tall * RATIO if area.angle else area.height
    y = area.y + high / 2 + look.px(5)
    room = round(area.label or max(area.width + look.px(22), look.px(68)))
    lines = [area.title] if area.label else _wrapped(look, area.title, room)
    return [
        (*look.fit(line, PILE_TITLE, room), y + n * look.px(13))
        for n, line in enumerate(lines)
        if line
    ]


def _wrapped(look: Look, title: str, room: int) -> list[str]:
    """In two lines; a long name of whose it is gives way to what it is: place and colour tell
    whose."""
    lines = look.wrap(title, PILE_TITLE, room)
    if len(lines) > 2 and "’s " in title:
        return look.wrap(capital(title.partition("’s ")[2]), PILE_TITLE, room)[:2]
    return lines[:2]


def captions(look: Look, layout: Layout) -> list[Rect]:
    """px, of what is written at places."""
    found = []
    for area in filter(_titled, layout.areas):
        for text, style, y in _caption_lines(look, area):
            rect = Rect(0, 0, look.width(text, style), look.line(style))
            rect.midtop = (round(area.x), round(y))
            found.append(rect)
    return found


def labels(look: Look, layout: Layout, names: Mapping[Zone, Nameplate], window: Rect) -> list[Rect]:
    """px, of what tells whose cards lie where: titles of places, plates of hands and of seats."""
    found = captions(look, layout) + [rect for _, rect in table_signs.fan_titles(look, layout)]
    if layout.round is not None:
        for plate in layout.round.plates:
            rect = Rect(0, 0, round(plate.width), round(plate.height))
            rect.center = (round(plate.x), round(plate.y))
            found.append(rect)
        return found
    for area in layout.areas:
        whose = names.get(area.zone)
        if area.hand and not area.own and ((whose is not None and whose.name) or area.count):
            found.append(_plated(look, area, whose, window)[2])
    return found


def _plated(
    look: Look, area: ZoneArea, whose: Nameplate | None, window: Rect
) -> tuple[str, Style, Rect, int]:
    """What stands on the plate of a small hand, how, where that lies, and px that the sign takes.
    A name too long for its room gives way; how many cards there are does not."""
    name = (whose.name if whose is not None else "") if area.sole else area.title
    near = area.y > window.height / 2
    beside = look.px(SIGNED) if whose is not None and name else 0
    count, edges, style = str(area.count), beside + look.px(18), PLATE
    if name and area.label:
        name, style = look.fit(
            name, PLATE, round(area.label) - edges - look.width(f": {count}", PLATE)
        )
    text = f"{name}: {count}" if name else count
    rect = Rect(0, 0, look.width(text, style) + edges, look.px(20))
    y = area.y - area.height / 2 - look.px(11) if near else area.y + area.height / 2 + look.px(13)
    rect.center = (round(area.x), round(y))
    return text, style, rect.clamp(window), beside


def _plate(area: ZoneArea, whose: Nameplate | None, canvas: Canvas) -> None:
    """Whose hand it is, and how many cards, beside a small hand."""
    look = canvas.look
    text, style, rect, beside = _plated(look, area, whose, canvas.rect)
    canvas.box(rect, 9, (14, 30, 23), (10, 22, 17), (58, 84, 62))
    canvas.text(text, (rect.centerx + beside / 2, rect.centery), style, "c")
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
    paint = _strong if strong else _faint
    table_signs.cached_picture(canvas, quad, AROUND, ("glow", strong), paint)


def _faint(canvas: Canvas, quad: Quad) -> None:
    _glow(canvas, quad, False)


def _strong(canvas: Canvas, quad: Quad) -> None:
    _glow(canvas, quad, True)


def _glow(canvas: Canvas, quad: Quad, strong: bool) -> None:
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


def in_quad(quad: Quad, x: float, y: float) -> bool:
    """Does a point lie in a convex quadrilateral?"""
    turns = []
    for k in range(4):
        (ax, ay), (bx, by) = quad[k - 1], quad[k]
        turns.append((bx - ax) * (y - ay) - (by - ay) * (x - ax))
    return min(turns) >= 0 or max(turns) <= 0


def area_quad(layout: Layout, area: ZoneArea) -> Quad:
    """The corners of a zone's place, for its glow."""
    if area.mark is not None and area.rings:
        side = 2.0 * max(area.rings)
        return layout.camera.quad(area.mark.x / 10, area.mark.y / 10, 0.0, side, side)
    if area.mark is not None:
        return corners(on_table(area.mark, layout.camera, layout.field))
    left, right = area.x - area.width / 2, area.x + area.width / 2
    top, low = area.y - area.height / 2, area.y + area.height / 2
    return (left, top), (right, top), (right, low), (left, low)
