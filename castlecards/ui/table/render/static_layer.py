"""Static layer: cached picture of all that is at rest: cloth, field, places, cards and labels."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain

import pygame
from pygame import Rect, Surface

from castlecards.core.cards import CardId, Pose, Seat, Zone
from castlecards.core.game import Badge
from castlecards.core.position import Box, Position
from castlecards.ui.cardart.mat import Plan
from castlecards.ui.cardart.ribbons import draw_ribbons
from castlecards.ui.cardart.tabletop import TABLES, cloth_of, material, table_surface
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.incremental import Steps, run_to_end
from castlecards.ui.kit.partial_redraw import Changes, DrawCall, PartialPainter, RecordingCanvas
from castlecards.ui.kit.shapes import Colour, mix
from castlecards.ui.kit.theme import Look
from castlecards.ui.table.layout.camera import Camera
from castlecards.ui.table.layout.card_shape import card_shape, corners, on_table
from castlecards.ui.table.layout.form_layout import is_on_form
from castlecards.ui.table.layout.model import CardSpot, FormArea, Layout, ZoneArea, side_of
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
from castlecards.ui.table.render.glow import draw_outline
from castlecards.ui.table.render.labels import draw_labels, draw_owner_plates
from castlecards.ui.table.render.mat_perspective import Words, draw_mat, flat_mat
from castlecards.ui.table.render.round_table import RoundTablePainter
from castlecards.ui.table.render.site_ground import draw_site_ground
from castlecards.ui.table.render.site_layer import Owned, draw_sites
from castlecards.ui.table.render.sprites import LIT, CardSide, Sprites
from castlecards.ui.table.render.table_signs import Nameplate
from castlecards.ui.table.render.trays import draw_rail, draw_trays

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
        self.earlier_sites: tuple[Owned, ...] = ()  # buildings before the last line of the log
        self.unresolved = False  # True: the result of that line is not visible yet
        self.moving_zones: frozenset[Zone] = frozenset()  # their buildings are drawn elsewhere
        self.count_changes: Mapping[Zone, int] = {}  # cards now, less those in the position
        self.resting: Collection[CardId] = ()  # cards of an animation that do not move now
        self._line = -1  # number of that line
        self.card_in_air: tuple[CardId, int] | None = None  # the card in the air and its side
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
            self._line, self.earlier_sites = at, self.sites
        self.wear, self.card_in_air, self.sites = wear.at(at), wear.card_in_air(at), wear.sites(at)

    def show_line(self, wear: TableWear, at: int) -> None:
        """Show the traces before line `at` of the log, and the buildings before and after it."""
        self.show_wear(wear, at)
        self.earlier_sites, self.sites = self.sites, wear.sites(at + 1)

    @property
    def changes(self) -> Changes:
        """Areas in which the picture has changed."""
        return self._painting.changes

    @property
    def shown_sites(self) -> tuple[Owned, ...]:
        """Buildings that are drawn here: `known_sites` without `moving_zones`."""
        hidden = self.moving_zones
        return tuple(one for one in self.known_sites if one[0].zone not in hidden)

    @property
    def known_sites(self) -> tuple[Owned, ...]:
        """Buildings as they are seen: those before the last line until its result is visible."""
        return self.earlier_sites if self.unresolved and self.earlier_sites else self.sites

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
            self.sprites.dress = card_dress(
                pos, self.wear, facing, self.sprites.dress, self.card_in_air
            )

    def last_picture(self, layout: Layout) -> Surface | None:
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
        worn, counts = tuple(sorted(self.wear.items())), tuple(area.count for area in areas)
        key = (look, layout, pos.faces, pos.up, pos.marks, there, cloth, active, badges, worn,
               counts, self.known_sites, self.moving_zones, self.coarse, self.is_dragging,
               self.chalk and self.chalk[0])  # fmt: skip
        if key == self._key:
            return self._painting.surface
        size = layout.viewport.left + layout.viewport.width, layout.viewport.height
        seen = (look, size, layout.camera, layout.field, layout.viewport.sideways)
        canvas = RecordingCanvas(size, look, self._parts if seen == self._seen else None)
        if not self.is_dragging:
            self._plan = mat_plan(self.sprites.box)
        base = yield from self._base(canvas, layout.camera, cloth)
        self._draw_below(canvas, layout)
        yield from self._draw_fortifications_or_rail(canvas, layout, pos, cloth)
        yield
        self._draw_trays(canvas, layout, pos)
        yield from self._draw_buildings(canvas, layout)
        round_painter = None
        if layout.round is not None:
            round_painter = RoundTablePainter(
                canvas, self.sprites.art, layout, pos, names, active, badges, self.count_changes
            )
            yield from round_painter.draw_below(there)
        _draw_places(canvas, layout, pos, TABLES[cloth].middle)
        yield
        yield from self._draw_cards(canvas, layout, pos, absent)
        if pos.box.seats > 2 and round_painter is None:
            draw_owner_plates(canvas, layout, pos, names, active)
        away = there | _on_form(layout)
        if round_painter is not None:
            round_painter.draw_above(away)  # with the badges, on its plates
        draw_labels(canvas, layout, names, areas)
        own = {area.zone for area in layout.areas if area.own}
        shown = tuple(b for b in badges if b.card not in away and round_painter is None)
        self.shields = table_signs.badge_places(canvas.look, canvas.rect, layout, shown)
        for shield in self.shields:
            if shield.badge.zone not in own:
                table_signs.draw_shield(canvas, shield)
        if layout.sheet is not None:
            self._draw_form(canvas, layout, layout.sheet, pos, there, names)
        yield
        self._key, self._seen, self._parts = key, seen, canvas.parts
        return self._painting.paint(base, canvas)

    def _draw_fortifications_or_rail(
        self, canvas: RecordingCanvas, layout: Layout, pos: Position[object], cloth: str
    ) -> Iterator[None]:
        """Draw the fortifications of the field; without a field, the rail of the table."""
        if self._plan is not None:
            yield from self._draw_fortifications(canvas, layout.camera, pos)
        else:
            yield from material.steps("wood")
            draw_rail(canvas, layout.viewport, cloth)

    def _draw_trays(self, canvas: RecordingCanvas, layout: Layout, pos: Position[object]) -> None:
        """Draw the trays below all piles."""
        piles = tuple(a for a in layout.areas if a.mark is None and a.width and not a.hand)
        sides = tuple(side_of(pos, pos.box.zones[area.zone]) for area in piles)
        canvas.part(("trays", piles, sides), lambda c: draw_trays(c, layout, pos))

    def _draw_buildings(self, canvas: RecordingCanvas, layout: Layout) -> Iterator[None]:
        """Draw the buildings that stand still, and the ground around all."""
        art = self.sprites.art
        yield from draw_site_ground(canvas, art, layout, self.known_sites)
        yield from draw_sites(canvas, art, layout, self.shown_sites)

    def _draw_form(
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
            return sprites.with_shadow(sprites.visible_side(card, pos.faces[card], True), height)

        draw_sheet(canvas, sheet, pos, sprites.art.pictures, self.named, whose, pictured)
        for spot in layout.spots:
            if spot.shown and spot.card not in absent and is_on_form(sheet, spot):
                self.draw_card(canvas, layout, pos, spot)

    def draw_things(self, canvas: Canvas, layout: Layout, pos: Position[object]) -> None:
        """Draw rings, fortifications and cards on `canvas`, without the table."""
        noted = RecordingCanvas(canvas.size, canvas.look)
        _draw_targets(noted, layout)
        tuple(
            chain(
                self._draw_fortifications(noted, layout.camera, pos),
                self._draw_cards(noted, layout, pos, ()),
            )
        )
        for stroke in noted.strokes:
            stroke.draw(canvas)

    def _draw_below(self, canvas: RecordingCanvas, layout: Layout) -> None:
        """Draw what lies directly on the cloth: `chalk` and the rings."""
        if self.chalk is not None:
            canvas.part(("chalk", self.chalk[0]), self.chalk[1])
        _draw_targets(canvas, layout)

    def _draw_fortifications(
        self, canvas: RecordingCanvas, camera: Camera, pos: Position[object]
    ) -> Iterator[None]:
        """Draw the fortifications; yields after each piece that was not cached."""
        for work in fortifications(pos, self.wear):
            if canvas.part(work, partial(_draw_fortification, self.sprites, camera, work)):
                yield

    def _base(self, canvas: RecordingCanvas, camera: Camera, cloth: str) -> Steps[Surface]:
        """Picture of the table with the mat of a field on it, which other tables share.

        A moving camera shows no mat twice, so it is drawn on `canvas` then."""
        plan, size = self._plan, canvas.size
        make = partial(table_surface, cloth, size)
        key: tuple[object, ...] = ("table", *make.args)
        if plan is not None and self.coarse:
            words = yield from flat_mat.steps(plan, cloth)
            draw = partial(_draw_coarse_mat, words, plan, camera)
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
            partial(sprites.piece_stamp, work.piece, work.x, work.y, work.angle, layout.camera)
            for work in fortifications(pos, wear, gone)
            if work not in now
        ]

    def _draw_cards(
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
            if there and not above and self.draw_card(canvas, layout, pos, spot):
                yield

    def draw_card(
        self, canvas: RecordingCanvas, layout: Layout, pos: Position[object], spot: CardSpot
    ) -> bool:
        """Draw a card at rest. Return True if it was not cached."""
        face = pos.faces[spot.card]
        seen = self.sprites.visible_side(spot.card, face, spot.up)
        marks = tuple(self.marks_of(layout, pos, spot.card))
        draw = partial(self._paint_card, layout, pos, spot, seen, marks)
        return canvas.part((spot, seen, marks, face), draw)

    def _paint_card(
        self,
        layout: Layout,
        pos: Position[object],
        spot: CardSpot,
        seen: CardSide,
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


def _draw_fortification(
    sprites: Sprites, camera: Camera, work: Fortification, canvas: Canvas
) -> None:
    stamp = sprites.piece_stamp(work.piece, work.x, work.y, work.angle, camera)
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


def _draw_coarse_mat(words: Words, plan: Plan, camera: Camera, canvas: Canvas) -> None:
    """Draw the mat of a moving camera on the picture of a table, which it darkens."""
    canvas.multiply(DARKER)
    run_to_end(draw_mat(canvas.surface, words, plan, camera, True))


def _draw_places(
    canvas: RecordingCanvas, layout: Layout, pos: Position[object], middle: Colour
) -> None:
    """Draw the outlines of empty places on cloth of the colour `middle`."""
    for area in layout.areas:
        if area.mark is not None:
            if not pos.box.zones[area.zone].fortification and not area.rings:
                what = area, bool(pos.zones[area.zone]), middle
                canvas.part(("mark", *what), partial(_draw_place, layout, *what))
            elif pos.box.zones[area.zone].fortification == "bastion" and not pos.zones[area.zone]:
                shape = on_table(area.mark, layout.camera, layout.field)
                number = partial(table_signs.draw_rubble_number, area.title, shape)
                canvas.part(("rubble", area, shape), number)
        elif area.width and not area.hand and area.part in ("", "crown") and area.ground:
            table_signs.place_ground(canvas, area, middle)


def _draw_targets(canvas: RecordingCanvas, layout: Layout) -> None:
    """Draw the rings of a target on the table, below the fortifications."""
    for area in layout.areas:
        if area.rings and area.mark is not None:
            circles = partial(_draw_rings, layout.camera, area.mark, area.rings)
            canvas.part(("rings", area.mark, area.rings), circles)


def _draw_rings(camera: Camera, mark: Pose, radii: tuple[int, ...], canvas: Canvas) -> None:
    table_signs.draw_rings(canvas, camera, mark, radii)


def _draw_place(
    layout: Layout, area: ZoneArea, filled: bool, cloth: Colour, canvas: Canvas
) -> None:
    """Draw the outline of a place; fainter and without a cross if a card lies there."""
    assert area.mark is not None
    quad = corners(on_table(area.mark, layout.camera, layout.field))
    colour = mix(cloth, canvas.look.palette.gold, 0.32 if filled else 0.75)
    draw_outline(canvas, quad, colour, 0.05, 1 if filled else 2)
    if not filled:
        middle = (sum(p[0] for p in quad) / 4, sum(p[1] for p in quad) / 4)
        arm = canvas.look.px(6)
        canvas.line(colour, (middle[0] - arm, middle[1]), (middle[0] + arm, middle[1]), 1)
        canvas.line(colour, (middle[0], middle[1] - arm), (middle[0], middle[1] + arm), 1)


def _on_form(layout: Layout) -> set[CardId]:
    """Cards on the form; their badges and signs are hidden meanwhile."""
    sheet = layout.sheet
    if sheet is None:
        return set()
    return {spot.card for spot in layout.spots if is_on_form(sheet, spot)}
