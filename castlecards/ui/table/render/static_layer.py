"""Static layer: cached picture of all that is at rest: cloth, field, places, cards and labels."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain

import pygame
from pygame import Rect, Surface

from castlecards.core.cards import CardId, Pose, Seat, Zone
from castlecards.core.game import Badge
from castlecards.core.position import Box, Position
from castlecards.ui.cardart.mat import Plan
from castlecards.ui.cardart.ribbons import draw_ribbons
from castlecards.ui.cardart.seat_signs import draw_sign
from castlecards.ui.cardart.tabletop import TABLES, cloth_of, material, table_surface
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.incremental import Steps, run_to_end
from castlecards.ui.kit.partial_redraw import Changes, DrawCall, PartialPainter, RecordingCanvas
from castlecards.ui.kit.shapes import Colour, mix
from castlecards.ui.kit.theme import LEAST, ROOMY, Look, Style
from castlecards.ui.table.layout.camera import Camera, Quad
from castlecards.ui.table.layout.card_shape import card_shape, corners, on_table
from castlecards.ui.table.layout.form_layout import is_on_form
from castlecards.ui.table.layout.model import RATIO, CardSpot, FormArea, Layout, ZoneArea, side_of
from castlecards.ui.table.layout.pile_layout import without_owner
from castlecards.ui.table.render import table_signs
from castlecards.ui.table.render.form_sheet import draw_sheet
from castlecards.ui.table.render.fortifications import (
    Fortification,
    TableWear,
    Wear,
    card_dress,
    fortifications,
    mat_plan,
)
from castlecards.ui.table.render.mat_perspective import Words, draw_mat, flat_mat
from castlecards.ui.table.render.round_table import RoundTablePainter, seal_rect
from castlecards.ui.table.render.site_ground import draw_site_ground
from castlecards.ui.table.render.site_layer import Owned, draw_sites
from castlecards.ui.table.render.sprites import LIT, Seen, Sprites
from castlecards.ui.table.render.table_signs import Nameplate
from castlecards.ui.table.render.trays import edge_rail, trays

PILE_TITLE = Style("ui", 14, "text")
PLATE = Style("medium", 14, "text")
SIGNED = 15  # units of extra width for the sign of a player
SHORTEST = 4  # letters; longer names are cut here
AROUND = 24  # units around a lit place, room for its brackets
DARKER = (118, 118, 118)  # the table around the mat
DARKENED = 512  # px, height of the band darkened in one call
EYE = 0.36  # of the card height, from its centre down to the "only you see it" icon


class StaticLayer:
    """Painter and cache of the table at rest, without the cards that move."""

    def __init__(
        self, sprites: Sprites, marks: Sequence[str] = (), named: Callable[[str], str] = str
    ) -> None:
        """`marks`: names of the kinds of mark; `named` inserts player names into a text."""
        self.sprites = sprites
        self.named = named
        self.marks = marks
        self.shields: list[table_signs.Shield] = []  # badges with their rectangles
        self.wear: Wear = {}  # hits by zone
        self.sites: tuple[Owned, ...] = ()  # buildings
        self.earlier: tuple[Owned, ...] = ()  # buildings before the last line of the log
        self.unresolved = False  # True: the result of that line is not visible yet
        self.away: frozenset[Zone] = frozenset()  # zones whose buildings are drawn elsewhere
        self.count_changes: Mapping[Zone, int] = {}  # cards now, less those in the position
        self.resting: Collection[CardId] = ()  # cards of an animation that do not move now
        self._line = -1  # number of that line
        self.thrown: tuple[CardId, int] | None = None  # the card in the air and its side
        self.coarse = False  # True while the camera moves: the mat is painted coarsely
        self.is_dragging = False  # while True, the roads of the mat stay as they are
        # Extra drawing on the bare table, below all else: its cache key and its painter.
        self.chalk: tuple[Hashable, Callable[[Canvas], object]] | None = None
        self._key: tuple[object, ...] | None = None
        self._seen: tuple[object, ...] | None = None  # look, size, camera that the parts depend on
        self._painting = PartialPainter()
        # draw calls of the picture, by part
        self._parts: Mapping[Hashable, Sequence[DrawCall]] = {}
        self._plan = mat_plan(sprites.box)

    def show_wear(self, wear: TableWear, at: int) -> None:
        """Show the traces of all lines before line `at` of the log."""
        if at != self._line:
            self._line, self.earlier = at, self.sites
        self.wear, self.thrown, self.sites = wear.at(at), wear.card_in_air(at), wear.sites(at)

    def show_line(self, wear: TableWear, at: int) -> None:
        """Show the traces before line `at` of the log, and the buildings before and after it."""
        self.show_wear(wear, at)
        self.earlier, self.sites = self.sites, wear.sites(at + 1)

    @property
    def changes(self) -> Changes:
        """Areas in which the picture has changed."""
        return self._painting.changes

    @property
    def shown_sites(self) -> tuple[Owned, ...]:
        """Buildings that are drawn here: `known_sites` without those that are away."""
        known = self.known_sites
        return tuple(one for one in known if one[0].zone not in self.away) if self.away else known

    @property
    def known_sites(self) -> tuple[Owned, ...]:
        """Buildings as they are seen: those before the last line until its result is visible."""
        return self.earlier if self.unresolved and self.earlier else self.sites

    def free_picture(self) -> None:
        """Free the picture; the next one is painted as a whole, with the same draw calls."""
        self._key = None
        self._painting.forget()

    def forget(self) -> None:
        """Free the picture and forget its draw calls."""
        self.free_picture()
        self._seen = None

    def deal(self, box: Box) -> None:
        """Show another box from now on."""
        self.sprites.box, self.sprites.dress = box, {}
        self.forget()

    def dress(self, pos: Position[object], facing: float) -> None:
        """Update the backs of the cards for `pos`.

        A card in a zone without a side keeps its back, so call this at each step of the match, not
        only when the table is drawn."""
        if self._plan is not None:
            self.sprites.dress = card_dress(pos, self.wear, facing, self.sprites.dress, self.thrown)

    def last(self, layout: Layout) -> Surface | None:
        """Last picture, if its size, camera and field are those of `layout`; else None."""
        viewport = layout.viewport
        size = viewport.left + viewport.width, viewport.height
        seen = self._seen
        alike = seen is not None and seen[1:4] == (size, layout.camera, layout.field)
        return self._painting.surface if alike and self._key is not None else None

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
        """Generator that repaints the changed parts and returns the picture. `absent`: cards drawn
        elsewhere; `names`: owners of hands by zone; `active`: the seat to decide."""
        if layout.field is not None:
            cloth = cloth_of(cloth, layout.field.surface)
        there = frozenset(absent)
        areas = tuple(self.counted_areas(layout, pos, there))
        key = (look, layout, pos.faces, pos.up, pos.marks, there, cloth, active, badges, self.away,
               tuple(sorted(self.wear.items())), tuple(area.count for area in areas), self.coarse,
               self.known_sites, self.is_dragging, self.chalk and self.chalk[0])  # fmt: skip
        if key == self._key:
            return self._painting.surface
        size = (layout.viewport.left + layout.viewport.width, layout.viewport.height)
        seen = (look, size, layout.camera, layout.field, layout.viewport.sideways)
        canvas = RecordingCanvas(size, look, self._parts if seen == self._seen else None)
        if not self.is_dragging:
            self._plan = mat_plan(self.sprites.box)
        base = yield from self._base(canvas, layout.camera, cloth)
        self._draw_below(canvas, layout)
        yield from self._fittings(canvas, layout, pos, cloth)
        yield
        self._trays(canvas, layout, pos)
        yield from self._buildings(canvas, layout)
        round_painter = None
        if layout.round is not None:
            round_painter = RoundTablePainter(
                canvas, self.sprites.art, layout, pos, names, active, badges, self.count_changes
            )
            yield from round_painter.draw_below(there)
        _places(canvas, layout, pos, TABLES[cloth].middle)
        yield
        yield from self._cards(canvas, layout, pos, absent)
        if pos.box.seats > 2 and round_painter is None:
            _owners(canvas, layout, pos, names, active)
        away = there | _on_form(layout)
        if round_painter is not None:
            round_painter.draw_above(away)
        _captions(canvas, layout, names, areas)
        own = {area.zone for area in layout.areas if area.own}
        # At a round table the plates show them.
        shown = tuple(b for b in badges if b.card not in away and round_painter is None)
        self.shields = table_signs.badge_places(canvas.look, canvas.rect, layout, shown)
        for shield in self.shields:
            if shield.badge.zone not in own:
                table_signs.draw_shield(canvas, shield)
        if layout.sheet is not None:
            self._form(canvas, layout, layout.sheet, pos, there, names)
        yield
        self._key, self._seen, self._parts = key, seen, canvas.parts
        return self._painting.paint(base, canvas)

    def _fittings(
        self, canvas: RecordingCanvas, layout: Layout, pos: Position[object], cloth: str
    ) -> Iterator[None]:
        """Draw the fortifications of the field; without a field, the rail of the table."""
        if self._plan is not None:
            yield from self._fortify(canvas, layout.camera, pos)
        else:
            yield from material.steps("wood")
            edge_rail(canvas, layout.viewport, cloth)

    def _trays(self, canvas: RecordingCanvas, layout: Layout, pos: Position[object]) -> None:
        """Draw the trays below all piles."""
        piles = tuple(a for a in layout.areas if a.mark is None and a.width and not a.hand)
        sides = tuple(side_of(pos, pos.box.zones[area.zone]) for area in piles)
        canvas.part(("trays", piles, sides), lambda c: trays(c, layout, pos))

    def _buildings(self, canvas: RecordingCanvas, layout: Layout) -> Iterator[None]:
        """Draw the buildings that are not away, and the ground around all."""
        art = self.sprites.art
        yield from draw_site_ground(canvas, art, layout, self.known_sites)
        yield from draw_sites(canvas, art, layout, self.shown_sites)

    def _form(
        self,
        canvas: RecordingCanvas,
        layout: Layout,
        sheet: FormArea,
        pos: Position[object],
        absent: Collection[CardId],
        names: Mapping[Zone, Nameplate],
    ) -> None:
        """Draw the form of the pending decision and the cards that lie on it."""
        sprites = self.sprites
        whose = {pos.box.zones[zone].owner: plate.sign for zone, plate in names.items()}

        def pictured(card: CardId, height: float) -> Surface:
            return sprites.shaded(sprites.seen(card, pos.faces[card], True), height)

        draw_sheet(canvas, sheet, pos, sprites.art.pictures, self.named, whose, pictured)
        for spot in layout.spots:
            if spot.shown and spot.card not in absent and is_on_form(sheet, spot):
                self.card(canvas, layout, pos, spot)

    def draw_things(self, canvas: Canvas, layout: Layout, pos: Position[object]) -> None:
        """Draw rings, fortifications and cards on `canvas`, without the table."""
        noted = RecordingCanvas(canvas.size, canvas.look)
        _circles(noted, layout)
        tuple(chain(self._fortify(noted, layout.camera, pos), self._cards(noted, layout, pos, ())))
        for stroke in noted.strokes:
            stroke.draw(canvas)

    def _draw_below(self, canvas: RecordingCanvas, layout: Layout) -> None:
        """Draw what lies directly on the cloth: `chalk` and the rings."""
        if self.chalk is not None:
            canvas.part(("chalk", self.chalk[0]), self.chalk[1])
        _circles(canvas, layout)

    def _fortify(
        self, canvas: RecordingCanvas, camera: Camera, pos: Position[object]
    ) -> Iterator[None]:
        """Draw the fortifications; yields after each piece that was not cached."""
        for work in fortifications(pos, self.wear):
            if canvas.part(work, partial(_work, self.sprites, camera, work)):
                yield

    def _base(self, canvas: RecordingCanvas, camera: Camera, cloth: str) -> Steps[Surface]:
        """Picture of the table with the mat of a field on it, which other tables share.

        A moving camera shows no mat twice, so it is drawn on `canvas` then."""
        plan, size = self._plan, canvas.size
        make = partial(table_surface, cloth, size)
        key: tuple[object, ...] = ("table", *make.args)
        if plan is not None and self.coarse:
            words = yield from flat_mat.steps(plan, cloth)
            draw = partial(_coarse_mat, words, plan, camera)
            canvas.call(("mat", plan, cloth, camera), canvas.rect, draw)
        elif plan is not None:
            make = partial(_mat_on_table, plan, cloth, camera, size)
            key = ("land", *make.args)
        shared = partial(self.sprites.art.window_steps, key, make)
        return (yield from self._painting.base_steps(key, shared))

    def counted_areas(
        self, layout: Layout, pos: Position[object], absent: frozenset[CardId]
    ) -> Iterator[ZoneArea]:
        """Zone areas with the counts of the cards that are there now; a pile whose cards all move
        or are on the stage has none."""
        away = absent.difference(self.resting)
        for area in layout.areas:
            cards = pos.zones[area.zone] if away and not area.hand else b""
            gone = cards and away.issuperset(cards)
            change = -area.count if gone else self.count_changes.get(area.zone, 0)
            yield table_signs.counted(area, change)

    def prerender_jobs(
        self, layout: Layout, pos: Position[object], gone: Collection[Zone], worn: Collection[Zone]
    ) -> list[Callable[[], object]]:
        """Jobs that paint the fortifications after a hit: one piece each, to spread over frames.

        `gone`: zones whose cards leave; `worn`: zones that are hit once more."""
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
        bared = layout.uncovered_tops(absent)
        for spot in layout.spots:
            above = layout.sheet is not None and is_on_form(layout.sheet, spot)
            shown = spot.shown or spot.card in bared
            there = shown and spot.card not in absent and spot.zone not in own
            if there and not above and self.card(canvas, layout, pos, spot):
                yield

    def card(
        self, canvas: RecordingCanvas, layout: Layout, pos: Position[object], spot: CardSpot
    ) -> bool:
        """Draw a card at rest. Return True if it was not cached."""
        face = pos.faces[spot.card]
        seen = self.sprites.seen(spot.card, face, spot.up)
        marks = tuple(self.marks_of(layout, pos, spot.card))
        draw = partial(self._card, layout, pos, spot, seen, marks)
        return canvas.part((spot, seen, marks, face), draw)

    def _card(
        self,
        layout: Layout,
        pos: Position[object],
        spot: CardSpot,
        seen: Seen,
        marks: Sequence[str],
        canvas: Canvas,
    ) -> None:
        at = card_shape(spot, layout.camera, layout.field)
        shape = pos.box.zones[spot.zone].shape
        veiled = spot.peek and shape == "stack"
        stamp = self.sprites.stamp(seen, at, self.sprites.veil(spot.card) if veiled else LIT)
        canvas.blit(stamp.image, (stamp.x, stamp.y))
        if spot.peek:  # a face-down card that only the viewer can see
            eye = self.sprites.art.pictures.picture(
                "ui/eye", round(at.height * 0.2), (255, 250, 235)
            )
            canvas.blit_centred(eye, (at.x, at.y + EYE * at.height))
        if marks:
            upright = abs(at.angle % 180 - 90) > 45
            size = (at.width, at.height) if upright else (at.height, at.width)
            draw_ribbons(canvas, self.sprites.art, marks, (at.x, at.y), size)
        if spot.recalled:
            table_signs.draw_memory(canvas, self.sprites, pos, spot.card, at)

    def marks_of(self, layout: Layout, pos: Position[object], card: CardId) -> list[str]:
        """Names of the marks on a card, except those shown by its rotation."""
        return [
            self.marks[kind] if kind < len(self.marks) else ""
            for kind, mask in enumerate(pos.marks)
            if mask >> card & 1 and kind not in layout.viewport.sideways
        ]


# -- parts of the layer ---------------------------------------------------------------------------


def _work(sprites: Sprites, camera: Camera, work: Fortification, canvas: Canvas) -> None:
    stamp = sprites.piece(work.piece, work.x, work.y, work.angle, camera)
    canvas.blit(stamp.image, (stamp.x, stamp.y))


def _mat_on_table(plan: Plan, cloth: str, camera: Camera, size: tuple[int, int]) -> Steps[Surface]:
    """Picture of the mat on a darkened table."""
    words = yield from flat_mat.steps(plan, cloth)  # first: it takes as much memory as the table
    table = yield from table_surface(cloth, size)
    yield
    for top in range(0, table.get_height(), DARKENED):
        band = Rect(0, top, table.get_width(), DARKENED)
        table.fill(DARKER, band, pygame.BLEND_RGB_MULT)
        yield
    yield from draw_mat(table, words, plan, camera, False)
    return table


def _coarse_mat(words: Words, plan: Plan, camera: Camera, canvas: Canvas) -> None:
    """Draw the mat of a moving camera on the picture of a table, which it darkens."""
    canvas.multiply(DARKER)
    run_to_end(draw_mat(canvas.surface, words, plan, camera, True))


def _places(canvas: RecordingCanvas, layout: Layout, pos: Position[object], middle: Colour) -> None:
    """Draw the outlines of empty places on cloth of the colour `middle`."""
    for area in layout.areas:
        if area.mark is not None:
            if not pos.box.zones[area.zone].fortification and not area.rings:
                what = area, bool(pos.zones[area.zone]), middle
                canvas.part(("mark", *what), partial(_mark, layout, *what))
            elif pos.box.zones[area.zone].fortification == "bastion" and not pos.zones[area.zone]:
                shape = on_table(area.mark, layout.camera, layout.field)
                number = partial(table_signs.draw_rubble_number, area.title, shape)
                canvas.part(("rubble", area, shape), number)
        elif area.width and not area.hand and area.part in ("", "crown") and area.ground:
            table_signs.place_ground(canvas, area, middle)


def _circles(canvas: RecordingCanvas, layout: Layout) -> None:
    """Draw the rings of a target on the table, below the fortifications."""
    for area in layout.areas:
        if area.rings and area.mark is not None:
            circles = partial(_rings, layout.camera, area.mark, area.rings)
            canvas.part(("rings", area.mark, area.rings), circles)


def _rings(camera: Camera, mark: Pose, radii: tuple[int, ...], canvas: Canvas) -> None:
    table_signs.draw_rings(canvas, camera, mark, radii)


def _mark(layout: Layout, area: ZoneArea, filled: bool, cloth: Colour, canvas: Canvas) -> None:
    """Draw the outline of a place; fainter and without a cross if a card lies there."""
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
    """Draw the edge of a card; `round_`: the part of each side that a cut corner takes."""
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
    """Cards on the form; their badges and signs are hidden meanwhile."""
    sheet = layout.sheet
    if sheet is None:
        return set()
    return {spot.card for spot in layout.spots if is_on_form(sheet, spot)}


def _captions(
    canvas: RecordingCanvas,
    layout: Layout,
    names: Mapping[Zone, Nameplate],
    areas: Iterable[ZoneArea],
) -> None:
    """Draw the titles of piles and the nameplates of hands."""
    large = layout.field is None
    for area in areas:
        if area.hand and not area.own and layout.round is not None:
            canvas.part(("count", area), partial(table_signs.draw_count, area=area, large=False))
        elif area.hand and not area.own:
            whose = names.get(area.zone)
            if (
                whose is not None and whose.name
            ) or area.count:  # an empty hand without a player has none
                canvas.part(("plate", area, whose), partial(_plate, area, whose))
        elif _titled(area):
            canvas.part(("caption", area, large), partial(_caption, area, large))


def _titled(area: ZoneArea) -> bool:
    return bool(area.width) and area.mark is None and not area.hand and not area.part


def counts(canvas: Canvas, areas: Iterable[ZoneArea], zones: Collection[Zone], large: bool) -> None:
    """Draw the card counts of `zones` again, above a glow or above cards of an animation."""
    for area in areas:
        if area.zone in zones and _titled(area):
            _count(canvas, area, large)


def _count(canvas: Canvas, area: ZoneArea, large: bool) -> None:
    """Draw the card count of a pile, if it has one to show."""
    if area.count > large and area.shows_count:
        table_signs.draw_count(canvas, area, large)


def _caption(area: ZoneArea, large: bool, canvas: Canvas) -> None:
    """Draw the title below a pile, in one or two lines, and its card count."""
    for text, style, y in _caption_lines(canvas.look, area):
        canvas.text(text, (area.x, y), style, "n")
    _count(canvas, area, large)


def _caption_lines(look: Look, area: ZoneArea) -> list[tuple[str, Style, float]]:
    """Lines of a pile title: text, style and upper edge, px."""
    high = area.tall * RATIO if area.angle else area.height
    y = area.y + high / 2 + look.px(5)
    room = round(area.label or max(area.width + look.px(22), look.px(68)))
    lines = [area.title] if area.label else _wrapped(look, area.title, room)
    fitted = [_fitted(look, line, room) for line in lines if line]
    return [(text, style, y + n * look.px(13)) for n, (text, style) in enumerate(fitted) if text]


def _fitted(look: Look, line: str, room: int) -> tuple[str, Style]:
    """Line of a title within `room` px and its style. If a title is too long in readable type, it
    is left out, but for its number: the cards of the place show what it is."""
    shown, style = look.fit(line, PILE_TITLE, room)
    small = look.scale >= ROOMY and style.size < min(PILE_TITLE.size, LEAST / look.scale)
    if shown == line and not small:
        return shown, style
    number = line.rpartition(" ")[2]
    return (number if number.isdecimal() else ""), PILE_TITLE


def _wrapped(look: Look, title: str, room: int) -> list[str]:
    """Title in at most two lines. If it is too long, the name of the owner is left out: place and
    colour of the pile show the owner."""
    lines = look.wrap(title, PILE_TITLE, room)
    if len(lines) > 2 and "’s " in title:
        return look.wrap(without_owner(title), PILE_TITLE, room)[:2]
    return lines[:2]


def captions(look: Look, layout: Layout) -> list[Rect]:
    """Rectangles of the pile titles, px."""
    found = []
    for area in filter(_titled, layout.areas):
        for text, style, y in _caption_lines(look, area):
            rect = Rect(0, 0, look.width(text, style), look.line(style))
            rect.midtop = (round(area.x), round(y))
            found.append(rect)
    return found


def labels(look: Look, layout: Layout, names: Mapping[Zone, Nameplate], window: Rect) -> list[Rect]:
    """Rectangles of all labels, px: titles of piles, nameplates of hands, seat plates."""
    found = captions(look, layout) + [rect for _, rect in table_signs.fan_titles(look, layout)]
    if layout.round is not None:
        for plate in layout.round.plates:
            rect = Rect(0, 0, round(plate.width), round(plate.height))
            rect.center = (round(plate.x), round(plate.y))
            found += [rect, seal_rect(plate, layout.round.size)]
        return found
    for area in layout.areas:
        whose = names.get(area.zone)
        if area.hand and not area.own and ((whose is not None and whose.name) or area.count):
            found.append(_plated(look, area, whose, window)[2])
    return found


def _plated(
    look: Look, area: ZoneArea, whose: Nameplate | None, window: Rect
) -> tuple[str, Style, Rect, int]:
    """Nameplate of a small hand: text, style, rectangle and width of the sign, px.

    A long name is shortened or left out, a long title left out, the card count is not."""
    name = (whose.name if whose is not None else "") if area.is_only_hand else area.title
    near = area.y > window.height / 2
    beside = look.px(SIGNED) if whose is not None and name else 0
    count, edges, style = str(area.count), beside + look.px(18), look.label(PLATE)
    whole, room = name, round(area.label) - edges
    if area.is_only_hand and area.label and not look.cut(f"{name}: {count}", style, room):
        style = look.fit(f"{name}: {count}", style, room)[1]
    elif name and area.label:
        room -= look.width(f": {count}", style)
        if not area.is_only_hand and look.width(name, style) > room:
            name = name.partition(" ")[0]  # "Soldiers" for "Soldiers in hand"
        shown, style = look.fit(name, style, room)
        readable = len(shown) >= min(SHORTEST, len(whole)) if area.is_only_hand else shown == name
        name = shown if readable else ""
    text = f"{name}: {count}" if name else count
    rect = Rect(0, 0, look.width(text, style) + edges, look.px(20))
    y = area.y - area.height / 2 - look.px(11) if near else area.y + area.height / 2 + look.px(13)
    rect.center = (round(area.x), round(y))
    return text, style, rect.clamp(window), beside


def _plate(area: ZoneArea, whose: Nameplate | None, canvas: Canvas) -> None:
    """Draw the nameplate beside a small hand: sign, name and card count."""
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
    """Draw the owner's nameplate at the rearmost place of each seat, if sides have several."""
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
        text, beside, style = names[hand].name, look.px(SIGNED), look.label(PLATE)
        rect = Rect(0, 0, look.width(text, style) + beside + look.px(18), look.px(18))
        rect.center = (round(x), round(y))
        gold = seat == active
        canvas.box(rect, 8, (14, 30, 23), (10, 22, 17), look.palette.gold if gold else (58, 84, 62))
        tone = look.palette.gold_high if gold else look.palette.muted
        canvas.text(text, (rect.centerx + beside / 2, rect.centery), style, "c", tone)
        draw_sign(canvas, names[hand].sign, (rect.left + look.px(14), rect.centery), look.px(4.6))


# -- glow: legal cards and targets -------------------------------------------------------------


def glow(canvas: Canvas, quad: Quad, strong: bool = False) -> None:
    """Draw the glow of a legal target: bright edge and corner brackets, not colour alone."""
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
    wide = _grown(quad, centre, look.px(2))
    outline(canvas, wide, gold, 0.06, look.px(3) if strong else look.px(1.4))
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


def in_quad(quad: Quad, x: float, y: float) -> bool:
    """True if the point (x, y) lies in a convex quadrilateral."""
    left = right = False  # of an edge
    ax, ay = quad[3]
    for bx, by in quad:
        turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        left |= turn < 0
        right |= turn > 0
        if left and right:
            return False
        ax, ay = bx, by
    return True


def area_quad(layout: Layout, area: ZoneArea) -> Quad:
    """Corners of a zone area, px."""
    if area.mark is not None and area.rings:
        side = 2.0 * max(area.rings)
        return layout.camera.quad(area.mark.x / 10, area.mark.y / 10, 0.0, side, side)
    if area.mark is not None:
        return corners(on_table(area.mark, layout.camera, layout.field))
    left, right = area.x - area.width / 2, area.x + area.width / 2
    top, low = area.y - area.height / 2, area.y + area.height / 2
    return (left, top), (right, top), (right, low), (left, low)
