"""View of the table: keeps the layout, finds the card under the pointer, draws the layers.

Z-order: the static layer is one picture; above it come the glow of legal targets, moving cards, the
own hand and dragged cards. The view knows no session: the scene hands over what to show.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

import pygame
from pygame import Rect

from castlecards.core.cards import CardId, Seat, Zone
from castlecards.core.game import Badge, Game
from castlecards.core.position import Position
from castlecards.core.view import View
from castlecards.texts import tr
from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.cardart.ribbons import draw_hand_ribbons, draw_ribbons
from castlecards.ui.kit.cache import LastValue
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.incremental import run_to_end
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.basic import draw_plate
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.layout.camera import Quad, in_quad
from castlecards.ui.table.layout.card_shape import CardShape, area_quad, card_shape, corners, flat
from castlecards.ui.table.layout.easing import ease
from castlecards.ui.table.layout.form_layout import is_on_form
from castlecards.ui.table.layout.free_space import HEAD, PAD, PileSheet, place_tooltip
from castlecards.ui.table.layout.model import AWAY, RATIO, CardSpot, Layout, Viewport, ZoneArea
from castlecards.ui.table.layout.table_layout import hands_without, table_layout
from castlecards.ui.table.model import ById
from castlecards.ui.table.playback.animation import CardFrame
from castlecards.ui.table.render import table_signs
from castlecards.ui.table.render.glow import draw_glow
from castlecards.ui.table.render.labels import draw_counts
from castlecards.ui.table.render.role_labels import draw_role_label
from castlecards.ui.table.render.sprites import LIT, SHADED, Sprites
from castlecards.ui.table.render.static_layer import StaticLayer
from castlecards.ui.table.render.table_signs import Nameplate, badge_places, draw_shield

RISE = 24.0  # units by which the hand card under the pointer is raised
PICKED = 34.0  # units by which a selected card is raised
BESIDE = 20.0  # units by which a partner of the selected cards is raised
SHEET = Style("medium", 14, "gold_high")
HEIGHTS = (0.0, 200.0, 400.0, 600.0)  # mm above the table, samples of the height of a flight
LARGE = 430.0  # units, height of a card that is shown large
STRIP = 13.0  # units, narrowest visible strip of a card that can be pointed at
SINKING = 0.22  # s that the own hand takes to hide
QUICK = 14.0  # 1/s: how fast hand cards rise and sink


def large_rect(
    look: Look, window: Rect, near: Rect, clear: Sequence[Rect], above: bool = False
) -> Rect:
    """Rectangle of the large view of a card beside or above `near`; avoids `clear` if it can."""
    tall = min(look.px(LARGE), window.height - look.px(40))
    return place_tooltip(tall, RATIO, near, clear, window, look.px(22), above)


def pile_rect(look: Look, window: Rect, near: Rect, clear: Sequence[Rect], count: int) -> Rect:
    """Rectangle of the large view of a pile of `count` cards above `near`; avoids `clear`."""
    sheet = PileSheet(count, RATIO)
    ratio = sheet.width / sheet.height
    tall = round(min(look.px(sheet.height), window.height * 0.9, window.width * 0.9 / ratio))
    return place_tooltip(tall, ratio, near, clear, window, look.px(22), above=True)


def pile_title(title: str) -> str:
    """Title of a pile whose cards are spread out; `title`: its own, or ""."""
    return tr("{pile}, from the bottom up", pile=title) if title else tr("From the bottom up")


def from_bottom(number: int) -> str:
    """Name of a face-down card of a pile that is spread out."""
    return tr("card {number} from the bottom", number=number)


class TableView:
    """Layout, drawing and hit test of one table. `view`: the first view to show.

    `named` inserts player names into the titles of zones.
    """

    def __init__(
        self,
        art: CardArt,
        view: View,
        game: Game[Any] | None = None,
        named: Callable[[str], str] = str,
    ) -> None:
        self.box = view.position.box
        self.named = named
        self.sprites = Sprites(art, self.box)
        marks = game.marks if game is not None else ()
        self.sideways = tuple(n for n, kind in enumerate(marks) if game and kind in game.sideways)
        self.static_layer = StaticLayer(self.sprites, marks, named)
        self.badges: tuple[Badge, ...] = ()  # badges of the game at zones and cards
        # Zones whose badges move with their cards, with the way from their place; None: not shown.
        self.carried: Mapping[Zone, tuple[float, float] | None] = {}
        self.roles: Mapping[CardId, str] = {}  # uses of cards of the own hand
        self.view = view
        self.layout = self.layout_for(view, Viewport())
        self._geometry = GeometryCache(self.layout)
        self._rects = LastValue[Sequence[Rect]]()  # of all cards and zones
        self._dressed: object = None  # key of the card backs
        self.raised_by: dict[CardId, float] = {}  # units by which hand cards are raised now
        self._raise_goals: dict[CardId, float] = {}
        self.hide_progress = 0.0  # 0: the own hand is in place, 1: it is hidden
        self.hand_hidden = False  # True: the own hand moves out of the way

    # -- layout -------------------------------------------------------------------------------

    def arrange(self, view: View, viewport: Viewport) -> Layout:
        """Lay out the table again if the view or the viewport has changed; return the layout."""
        same = (
            self.layout.viewport == replace(viewport, sideways=self.sideways) and self.view is view
        )
        return self.show_layout(view, self.layout if same else self.layout_for(view, viewport))

    def show_layout(self, view: View, layout: Layout) -> Layout:
        """Show a view with a layout made by `layout_for`."""
        if self.box is not view.position.box:
            self.box = view.position.box
            self.static_layer.deal(self.box)
        self.layout, self.view = layout, view
        wear, thrown = tuple(sorted(self.static_layer.wear.items())), self.static_layer.card_in_air
        seen = ById(view), self.layout.camera.facing, wear, thrown
        if self._dressed != seen:
            self._dressed = seen
            self.static_layer.dress(view.position, self.layout.camera.facing)
        return self.layout

    def layout_for(self, view: View, viewport: Viewport) -> Layout:
        """Layout of a view in a viewport; does not change what is shown."""
        layout = table_layout(view, replace(viewport, sideways=self.sideways))
        areas = []
        for area in layout.areas:
            title = self.named(area.title) if area.title else ""
            areas.append(replace(area, title=title) if title != area.title else area)
        return replace(layout, areas=tuple(areas))

    def title(self, zone: Zone) -> str:
        """Title of a zone; "" if it has none."""
        return self.named(self.box.zones[zone].title)

    def forget_pictures(self) -> None:
        """Forget the static picture after a change of the window size or of the card design."""
        self.static_layer.forget()

    @property
    def pos(self) -> Position[Any]:
        return self.view.position

    @property
    def geometry(self) -> GeometryCache:
        """Cached shapes and corners for the present layout."""
        if self._geometry.layout is not self.layout:
            self._geometry = GeometryCache(self.layout)
        return self._geometry

    # -- under the pointer --------------------------------------------------------------------

    def target_at(self, x: float, y: float, without: Collection[CardId] = ()) -> Target:
        """Hit test: topmost card or zone at (x, y) px; `Target()` for the bare table."""
        layout, geometry = self.layout, self.geometry
        own = [area.zone for area in layout.areas if area.own]
        spots = [spot for spot in layout.spots if spot.card not in without]
        for spot in reversed([s for s in spots if s.zone in own]):
            at, up = self.shape_of(spot), self.raised_by.get(spot.card, 0.0) * layout.viewport.u
            if in_quad(corners(at), x, y):
                return Target(spot.card, spot.zone)
            if up and in_quad(corners(replace(at, y=at.y + up)), x, y):
                return Target(spot.card, spot.zone)
        sheet = layout.sheet if layout.sheet is not None and layout.sheet.holds(x, y) else None
        for spot in reversed([s for s in spots if s.zone not in own]):
            if sheet is not None and not is_on_form(sheet, spot):
                continue
            if spot.shown and in_quad(geometry.corners(spot), x, y):
                return Target(spot.card, spot.zone)
        for area in layout.areas:
            if sheet is not None and area.part != "form":
                continue
            if area.width and not area.hand and geometry.covers(area, x, y):
                cards = [card for card in self.pos.zones[area.zone] if card not in without]
                plain = bool(cards) and area.mark is None and area.part != "unseen"
                return Target(cards[-1] if plain else -1, area.zone)
        return Target()

    def shape_of(self, spot: CardSpot) -> CardShape:
        """Shape of a card as it is drawn, with the raise of a hand card."""
        at = self.geometry.shape(spot)
        up = self.raised_by.get(spot.card, 0.0) * self.layout.viewport.u
        if self.hide_progress and self.layout.by_zone[spot.zone].own:
            up -= AWAY * spot.height * ease(self.hide_progress)
        return replace(at, y=at.y - up) if up else at

    def quad_of(self, target: Target) -> Quad | None:
        """Corners of a card or zone on the screen; None if it is not shown."""
        spot = self.layout.by_card.get(target.card)
        area = self.layout.by_zone.get(target.zone)
        if spot is not None and not (area is not None and area.hand and not area.own):
            geometry, at = self.geometry, self.shape_of(spot)
            return geometry.corners(spot) if at is geometry.shape(spot) else corners(at)
        return self.geometry.place(area) if area is not None and area.width else None

    def rect_of(self, target: Target) -> Rect:
        """Bounding rectangle of a card or zone, px; empty if it is not shown."""
        quad = self.quad_of(target)
        if quad is None:
            return Rect(0, 0, 0, 0)
        xs, ys = [p[0] for p in quad], [p[1] for p in quad]
        return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

    @property
    def geometry_key(self) -> tuple[object, ...]:
        """Key of where all cards lie: layout, raised cards, hidden hand."""
        return ById(self.layout), tuple(self.raised_by.items()), self.hide_progress

    def rects(self) -> Sequence[Rect]:
        """Bounding rectangles of all cards, then of all zones, px; empty where not shown."""
        layout = self.layout

        def made() -> Sequence[Rect]:
            targets = [Target(spot.card, spot.zone) for spot in layout.spots]
            targets += [Target(-1, area.zone) for area in layout.areas]
            return tuple(self.rect_of(target) for target in targets)

        return self._rects.keep(self.geometry_key, made)

    def piles(self, hands: bool = True, empty: bool = True) -> tuple[Rect, ...]:
        """Bounding rectangles of all piles and places, px; of each card on a field.

        `hands`: those of hands, too; `empty`: those of places without cards, too.
        """
        left_out = {area.zone for area in self.layout.areas if area.hand and not hands}
        rects: dict[object, Rect] = {}
        for spot in self.layout.spots:
            if spot.zone in left_out:
                continue
            key = spot if self.layout.field is not None else spot.zone
            rect = self.rect_of(Target(spot.card, spot.zone))
            rects[key] = rects[key].union(rect) if key in rects else rect
        shown = [area.zone for area in self.layout.areas if area.zone not in left_out]
        zones = [zone for zone in shown if empty or self.pos.zones[zone]]
        places = [self.rect_of(Target(-1, zone)) for zone in zones]
        return tuple([rect for rect in (*rects.values(), *places) if rect.width])

    def held_shape(self, x: float, y: float) -> CardShape:
        """Shape of a dragged card at the pointer, sized like the cards at that place."""
        layout = self.layout
        own = next((area for area in layout.areas if area.own), None)
        top = own.y - own.height / 2 if own else layout.viewport.height
        if layout.field is not None:
            mm = layout.field.card_length / 10
            lying = layout.camera.size_at(*layout.camera.unproject(x, y)) * mm * 1.06
        else:
            other = [area.tall for area in layout.areas if not area.hand and area.width]
            lying = max(other, default=own.height if own else 150 * layout.viewport.u)
        size = own.height if own else lying
        part = min(max((top - y) / (90 * layout.viewport.u) + 0.5, 0.0), 1.0)
        return flat(x, y, size + (lying - size) * part)

    def nearest(self, at: CardShape, targets: Iterable[Target]) -> Target:
        """Target that a held card overlaps most; `Target()` below 22 % of the card."""
        card = bounds(corners(at))
        best, most = Target(), 0.22 * card.width * card.height
        for target in targets:
            shared = card.clip(self.rect_of(target))
            if shared.width * shared.height > most:
                best, most = target, shared.width * shared.height
        return best

    # -- covered cards ------------------------------------------------------------------------

    def is_clickable(self, card: CardId) -> bool:
        """True if the card can be clicked; False inside a closed pile or in a face-down fan."""
        spot = self.layout.by_card.get(card)
        if spot is None:
            return True
        shape = self.box.zones[spot.zone].shape
        if shape == "stack":
            return (self.pos.zones[spot.zone][-1] == card and spot.up) or self.is_spread(spot.zone)
        return shape != "fan" or spot.up

    def is_spread(self, zone: Zone) -> bool:
        """True if enough of each card of a pile is visible to point at it."""
        cards = self.pos.zones[zone]
        if len(cards) < 2:
            return True
        one, two = (self.layout.by_card[card] for card in cards[:2])
        return max(abs(one.x - two.x), abs(one.y - two.y)) >= STRIP * self.layout.viewport.u

    # -- raised hand cards --------------------------------------------------------------------

    def raise_cards(
        self, hovered: CardId, picked: Iterable[CardId], partners: Iterable[CardId] = ()
    ) -> None:
        """Set the hand cards to raise; `partners`: cards that can join the `picked` ones."""
        goal = dict.fromkeys(partners, BESIDE) | dict.fromkeys(picked, PICKED)
        if hovered >= 0 and goal.get(hovered, 0.0) < RISE:
            spot = self.layout.by_card.get(hovered)
            area = self.layout.by_zone.get(spot.zone) if spot else None
            if area is not None and area.own:
                goal[hovered] = RISE
        self._raise_goals = goal

    @property
    def is_hand_moving(self) -> bool:
        """True while the own hand, or a card of it, moves."""
        cards = {*self.raised_by, *self._raise_goals}
        if self.hide_progress != float(self.hand_hidden):
            return True
        return any(
            abs(self.raised_by.get(c, 0.0) - self._raise_goals.get(c, 0.0)) > 0.5 for c in cards
        )

    def update(self, dt: float, still: bool) -> bool:
        """Move the hand cards on by `dt` s, or to the end if `still`. True if any has moved."""
        before = self.hide_progress, dict(self.raised_by)
        step = 1.0 if still else dt / SINKING
        self.hide_progress = min(
            max(self.hide_progress + (step if self.hand_hidden else -step), 0.0), 1.0
        )
        for card in {*self.raised_by, *self._raise_goals}:
            goal = self._raise_goals.get(card, 0.0)
            now = self.raised_by.get(card, 0.0)
            part = 1.0 if still else min(1.0, dt * QUICK)
            now += (goal - now) * part
            if abs(now - goal) < 0.5:
                now = goal
            if now or goal:
                self.raised_by[card] = now
            else:
                self.raised_by.pop(card, None)
        return (self.hide_progress, self.raised_by) != before

    # -- drawing ------------------------------------------------------------------------------

    def draw_ground(
        self,
        canvas: Canvas,
        absent: Collection[CardId],
        names: Mapping[Zone, Nameplate],
        cloth: str,
        active: Seat = -1,
        badges: tuple[Badge, ...] | None = None,
        waits: bool = False,
    ) -> None:
        """Draw the static layer; arguments as in `StaticLayer.paint_steps`.

        `badges`: badges to draw in place of the present ones; `waits`: draw the last picture
        again, if there is one, in place of a new one."""
        picture = self.static_layer.last_picture(self.layout) if waits else None
        if picture is None:
            shown = self.badges if badges is None else badges
            shown = tuple(one for one in shown if one.card >= 0 or one.zone not in self.carried)
            painting = self.static_layer.paint_steps(
                canvas.look, self.layout, self.pos, absent, names, cloth, active, shown
            )
            picture = run_to_end(painting)
        canvas.track(self.static_layer.changes)
        canvas.paste(picture)

    def draw_carried(self, canvas: Canvas) -> None:
        """Draw the badges of zones whose cards move to another place, beside these cards."""
        badges = [one for one in self.badges if one.card < 0 and self.carried.get(one.zone)]
        own = {area.zone for area in self.layout.areas if area.own}
        for shield in badge_places(canvas.look, canvas.rect, self.layout, badges):
            way = self.carried[shield.badge.zone]
            if way is not None and shield.badge.zone not in own:
                draw_shield(canvas, replace(shield, rect=shield.rect.move(*map(round, way))))

    def draw_glow(self, canvas: Canvas, targets: Iterable[Target], over: Target) -> None:
        """Draw the glow of `targets`: a run of overlapping cards has a common frame, and the target
        under the pointer, `over`, a strong one of its own."""
        for run in self._overlap_rows(targets):
            quads = [quad for target in run if (quad := self.quad_of(target)) is not None]
            if len(quads) > 1:
                draw_glow(canvas, _around(quads), False)
            elif quads:
                draw_glow(canvas, quads[0], run[0] == over)
            if len(quads) > 1 and over in run and (quad := self.quad_of(over)) is not None:
                draw_glow(canvas, quad, True)

    def _overlap_rows(self, targets: Iterable[Target]) -> list[list[Target]]:
        """Targets grouped into runs of neighbouring cards that overlap."""
        rows: list[list[Target]] = []
        places = {target: self._height(target) for target in targets}
        for target in sorted(places, key=lambda target: (target.zone, places[target])):
            last = rows[-1][-1] if rows else Target()
            next_ = last.zone == target.zone and 0 <= places[last] == places[target] - 1
            if next_ and self.rect_of(last).colliderect(self.rect_of(target)):
                rows[-1].append(target)
            else:
                rows.append([target])
        return rows

    def overlapping_targets(self, targets: Iterable[Target]) -> set[Target]:
        """Targets that overlap a neighbour."""
        return {target for row in self._overlap_rows(targets) if len(row) > 1 for target in row}

    def _height(self, target: Target) -> int:
        """Number of cards below a card in its zone; -1 for the zone itself."""
        cards = self.pos.zones[target.zone] if target.zone >= 0 else b""
        return cards.find(target.card) if target.card >= 0 else -1

    def draw_counts(
        self, canvas: Canvas, zones: Collection[Zone], absent: frozenset[CardId] = frozenset()
    ) -> None:
        """Draw the card counts of `zones` again, above their glow or above cards of an
        animation. `absent`: cards drawn elsewhere."""
        if not zones:  # in most frames
            return
        areas = self.static_layer.counted_areas(self.layout, self.pos, absent)
        draw_counts(canvas, areas, zones, self.layout.field is None)

    def draw_hand(
        self, canvas: Canvas, absent: Collection[CardId], bright: Collection[CardId] | None
    ) -> None:
        """Draw the own hand; cards outside `bright` are dimmed. None: no card is dimmed."""
        own = {area.zone for area in self.layout.areas if area.own}
        for spot in self.layout.spots:
            if spot.zone in own and spot.card not in absent:
                self._hand_card(canvas, spot, bright is not None and spot.card not in bright)
        if self.hide_progress < 1:
            for area, rect in table_signs.fan_titles(canvas.look, self.layout):
                change = self.static_layer.count_changes.get(area.zone, 0)
                table_signs.draw_fan_title(canvas, table_signs.counted(area, change), rect)

    def _hand_card(self, canvas: Canvas, spot: CardSpot, dim: bool) -> None:
        seen = self.sprites.visible_side(spot.card, self.pos.faces[spot.card], spot.up)
        at = self.shape_of(spot)
        stamp = self.sprites.stamp(seen, at, SHADED if dim else LIT)
        canvas.blit(stamp.image, (stamp.x, stamp.y))
        role = self.roles.get(spot.card) if spot.up else None
        if role is not None:
            draw_role_label(canvas, role, at, SHADED[0] if dim else LIT[0])
        marks = self.static_layer.marks_of(self.layout, self.pos, spot.card)
        if marks:
            draw_hand_ribbons(
                canvas, self.sprites.art, marks, (at.x, at.y), (at.width, at.height), at.angle
            )

    def prerender_jobs(
        self, gone: Collection[CardId], start: tuple[float, float] | None = None
    ) -> list[Callable[[], object]]:
        """Jobs for the sprites needed once the held cards `gone` have left the hand.

        `start`: release point in mm if the cards will be thrown; a card in flight shows both sides
        and grows as it comes nearer to the camera."""
        now, sprites, box = self.layout, self.sprites, self.box
        pieces: list[Callable[[], object]] = []
        for spot in hands_without(now, gone):
            seen = sprites.visible_side(spot.card, self.pos.faces[spot.card], spot.up)
            at = card_shape(spot, now.camera, now.field)
            pieces.append(partial(sprites.stamp, seen, at))
        if start is None or now.field is None:
            return pieces
        long = now.field.card_length / 10
        sizes = {sprites.step(long * now.camera.size_at(*start, z)) for z in HEIGHTS}
        for card, size in product(gone, sorted(sizes)):
            for side in (
                sprites.visible_side(card, self.pos.faces[card], True),
                ("back", 0, box.backs[card]),
            ):
                pieces.append(partial(sprites.plain, side, size))
        return pieces

    def draw_moving(self, canvas: Canvas, moving: Sequence[CardFrame]) -> None:
        """Draw the moving cards of an animation, with their shadows."""
        buried = {spot.card for spot in self.layout.spots if not spot.shown}
        for one in moving:
            if not one.is_moving and (not one.shown if one.not_started else one.card in buried):
                continue
            seen = self.sprites.visible_side(one.card, one.face, one.up)
            self.sprites.draw_moving(canvas, seen, one.shape, one.squash, one.lift, one.full_height)

    def is_crowded(self, zone: Zone) -> bool:
        """True if a zone holds a spread of open cards that overlap too much to be read."""
        cards = self.pos.zones[zone] if zone >= 0 else b""
        area = self.layout.by_zone.get(zone)
        if area is None or area.hand or area.mark is not None or self.is_spread(zone):
            return False
        spread = self.box.zones[zone].shape == "stack" and any(self.box.zones[zone].spread)
        return spread and any(self.layout.by_card[card].up for card in cards[:-1])

    def draw_pile(self, canvas: Canvas, zone: Zone, rect: Rect) -> None:
        """Draw all cards of a pile readably into `rect`, from `pile_rect`."""
        look, cards = canvas.look, self.pos.zones[zone]
        sheet = PileSheet(len(cards), RATIO)
        draw_plate(canvas, rect, 12, 26, 180)
        u = rect.height / sheet.height
        title = pile_title(self.title(zone))
        words, style = look.fit(title, SHEET, round(rect.width - 2 * PAD * u))
        canvas.text(words, (rect.left + PAD * u, rect.top + (PAD + HEAD / 2) * u), style, "w")
        for card, (x, y, high) in zip(cards, sheet.places(rect), strict=True):
            seen = self.sprites.visible_side(
                card, self.pos.faces[card], self.layout.by_card[card].up
            )
            stamp = self.sprites.stamp(seen, flat(x, y, high))
            canvas.blit(stamp.image, (stamp.x, stamp.y))

    def draw_held(self, canvas: Canvas, card: CardId, at: CardShape) -> None:
        """Draw a dragged card, high above its shadow."""
        spot = self.layout.by_card[card]
        seen = self.sprites.visible_side(card, self.pos.faces[card], spot.up)
        self.sprites.draw_moving(canvas, seen, at, 1.0, 1.0)

    def draw_large(self, canvas: Canvas, card: CardId, rect: Rect) -> None:
        """Draw the large view of a card into `rect`, from `large_rect`."""
        seen = self.sprites.visible_side(card, self.pos.faces[card], True)
        image = self.sprites.plain(seen, rect.height)
        canvas.shadow(rect, 14, 30, 190)
        canvas.blit(image, rect.topleft)
        marks = self.static_layer.marks_of(self.layout, self.pos, card)
        if marks:
            draw_ribbons(canvas, self.sprites.art, marks, rect.center, rect.size)


def bounds(quad: Sequence[tuple[float, float]]) -> pygame.Rect:
    """Bounding rectangle of points, px."""
    xs, ys = [p[0] for p in quad], [p[1] for p in quad]
    return Rect(min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)


def _around(quads: Iterable[Quad]) -> Quad:
    """Corners of the bounding rectangle of several quads, px."""
    rect = bounds([point for quad in quads for point in quad])
    return rect.topleft, rect.topright, rect.bottomright, rect.bottomleft


class GeometryCache:
    """Cache of the shapes and corners, px, of all cards and zones of a layout, without raise.

    The hit test reads all of them in every frame in which the pointer moves."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._shapes: dict[CardId, tuple[CardSpot, CardShape]] = {}
        self._corners: dict[CardId, tuple[CardSpot, Quad]] = {}
        self._places: dict[Zone, tuple[ZoneArea, Quad]] = {}

    def shape(self, spot: CardSpot) -> CardShape:
        """Shape of a card; a spot of another layout is projected by the camera of this one."""
        found = self._shapes.get(spot.card)
        if found is None or found[0] is not spot:
            at = card_shape(spot, self.layout.camera, self.layout.field)
            found = self._shapes[spot.card] = spot, at
        return found[1]

    def corners(self, spot: CardSpot) -> Quad:
        found = self._corners.get(spot.card)
        if found is None or found[0] is not spot:
            found = self._corners[spot.card] = spot, corners(self.shape(spot))
        return found[1]

    def place(self, area: ZoneArea) -> Quad:
        found = self._places.get(area.zone)
        if found is None or found[0] is not area:
            found = self._places[area.zone] = area, area_quad(self.layout, area)
        return found[1]

    def covers(self, area: ZoneArea, x: float, y: float) -> bool:
        """True if the point (x, y) px lies in a zone area."""
        if area.mark is not None and area.rings:
            mm = self.layout.camera.unproject(x, y)
            return math.dist(mm, (area.mark.x / 10, area.mark.y / 10)) <= max(area.rings)
        return in_quad(self.place(area), x, y)
