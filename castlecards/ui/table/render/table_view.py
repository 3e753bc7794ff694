"""The table as it is drawn: layout kept, cards found under the pointer, everything in its order.

The ground (all that lies still) is one picture. On top come the accents, the cards that move, the
own hand, and what is held. The desk knows no session: the scene tells it what to show.
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
from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.cardart.ribbons import hang_ribbons, stand_ribbons
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.incremental import run_to_end
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.layout.camera import Quad
from castlecards.ui.table.layout.card_shape import CardShape, card_shape, corners, ease, flat
from castlecards.ui.table.layout.form_layout import is_on_form
from castlecards.ui.table.layout.free_space import HEAD, PAD, PileSheet, place_tooltip
from castlecards.ui.table.layout.model import AWAY, RATIO, CardSpot, Layout, Viewport, ZoneArea
from castlecards.ui.table.layout.table_layout import hands_without, table_layout
from castlecards.ui.table.model import ById
from castlecards.ui.table.playback.animation import CardFrame
from castlecards.ui.table.render import table_signs
from castlecards.ui.table.render.role_labels import draw_role_label
from castlecards.ui.table.render.sprites import LIT, SHADED, Sprites
from castlecards.ui.table.render.static_layer import StaticLayer, area_quad, counts, glow, in_quad
from castlecards.ui.table.render.table_signs import Nameplate

RISE = 24.0  # units: a hand card under the pointer
PICKED = 34.0  # units: a picked one
BESIDE = 20.0  # units: one that may be picked together with it
SHEET = Style("medium", 14, "gold_high")
HEIGHTS = (0.0, 200.0, 400.0, 600.0)  # mm above the table at which a thrown card may be
LARGE = 430.0  # units of height: a card that is shown large
STRIP = 13.0  # units of a covered card that are enough to point at it
SINKING = 0.22  # s in which the own hand goes down
QUICK = 14.0  # 1/s: how fast hand cards rise and sink


def large_rect(
    look: Look, window: Rect, near: Rect, clear: Sequence[Rect], above: bool = False
) -> Rect:
    """Where a card is shown large beside or above `near`; covers nothing of `clear`, if it can."""
    tall = min(look.px(LARGE), window.height - look.px(40))
    return place_tooltip(tall, RATIO, near, clear, window, look.px(22), above)


def pile_rect(look: Look, window: Rect, near: Rect, clear: Sequence[Rect], count: int) -> Rect:
    """The same for all cards of a pile."""
    sheet = PileSheet(count, RATIO)
    ratio = sheet.width / sheet.height
    tall = round(min(look.px(sheet.height), window.height * 0.9, window.width * 0.9 / ratio))
    return place_tooltip(tall, ratio, near, clear, window, look.px(22), above=True)


class TableView:
    """Layout, drawing and hit test of one table, `view` of which is seen at first.

    `named` puts the names of the players into what the game calls a place.
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
        self.badges: tuple[Badge, ...] = ()  # what the game wants said at places and cards
        self.roles: Mapping[CardId, str] = {}  # what cards of the own hand are used as
        self.view = view
        self.layout = self.layout_for(view, Viewport())
        self._whereabouts = GeometryCache(self.layout)
        self._dressed: object = None  # what the backs of the cards follow from
        self.raised_by: dict[CardId, float] = {}  # units, of hand cards
        self._goal: dict[CardId, float] = {}
        self.hide_progress = 0.0  # 0..1: how far the own hand is out of the way
        self.hand_hidden = False  # where it goes

    # -- layout -------------------------------------------------------------------------------

    def arrange(self, view: View, viewport: Viewport) -> Layout:
        """Lays out again if anything has changed."""
        same = (
            self.layout.viewport == replace(viewport, sideways=self.sideways) and self.view is view
        )
        return self.show_layout(view, self.layout if same else self.layout_for(view, viewport))

    def show_layout(self, view: View, layout: Layout) -> Layout:
        """Shows what has been laid out already."""
        if self.box is not view.position.box:
            self.box = view.position.box
            self.static_layer.deal(self.box)
        self.layout, self.view = layout, view
        wear, thrown = tuple(sorted(self.static_layer.wear.items())), self.static_layer.thrown
        seen = ById(view), self.layout.camera.facing, wear, thrown
        if self._dressed != seen:
            self._dressed = seen
            self.static_layer.dress(view.position, self.layout.camera.facing)
        return self.layout

    def layout_for(self, view: View, viewport: Viewport) -> Layout:
        """As it would lie there; nothing is shown yet."""
        layout = table_layout(view, replace(viewport, sideways=self.sideways))
        areas = []
        for area in layout.areas:
            title = self.named(area.title)
            areas.append(replace(area, title=title) if title != area.title else area)
        return replace(layout, areas=tuple(areas))

    def title(self, zone: Zone) -> str:
        """What a place is called; "" where it has no name."""
        return self.named(self.box.zones[zone].title)

    def resized(self) -> None:
        """Or cards are printed in another way."""
        self.static_layer.forget()

    @property
    def pos(self) -> Position[Any]:
        return self.view.position

    @property
    def geometry(self) -> GeometryCache:
        """Where everything of this layout stands."""
        if self._whereabouts.layout is not self.layout:
            self._whereabouts = GeometryCache(self.layout)
        return self._whereabouts

    # -- under the pointer --------------------------------------------------------------------

    def target_at(self, x: float, y: float, without: Collection[CardId] = ()) -> Target:
        """The topmost card or place there; `Target()` for the bare table."""
        layout, whereabouts = self.layout, self.geometry
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
            if spot.shown and in_quad(whereabouts.corners(spot), x, y):
                return Target(spot.card, spot.zone)
        for area in layout.areas:
            if sheet is not None and area.part != "form":
                continue
            if area.width and not area.hand and whereabouts.covers(area, x, y):
                cards = [card for card in self.pos.zones[area.zone] if card not in without]
                plain = bool(cards) and area.mark is None and area.part != "unseen"
                return Target(cards[-1] if plain else -1, area.zone)
        return Target()

    def shape_of(self, spot: CardSpot) -> CardShape:
        """Where a card is drawn: a hand card may be raised."""
        at = self.geometry.shape(spot)
        up = self.raised_by.get(spot.card, 0.0) * self.layout.viewport.u
        if self.hide_progress and self.layout.by_zone[spot.zone].own:
            up -= AWAY * spot.height * ease(self.hide_progress)
        return replace(at, y=at.y - up) if up else at

    def quad_of(self, target: Target) -> Quad | None:
        """The corners of a thing on the screen."""
        spot = self.layout.by_card.get(target.card)
        area = self.layout.by_zone.get(target.zone)
        if spot is not None and not (area is not None and area.hand and not area.own):
            whereabouts, at = self.geometry, self.shape_of(spot)
            return whereabouts.corners(spot) if at is whereabouts.shape(spot) else corners(at)
        return self.geometry.place(area) if area is not None and area.width else None

    def rect_of(self, target: Target) -> Rect:
        quad = self.quad_of(target)
        if quad is None:
            return Rect(0, 0, 0, 0)
        xs, ys = [p[0] for p in quad], [p[1] for p in quad]
        return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

    def held_shape(self, x: float, y: float) -> CardShape:
        """A card that hangs from the pointer: as large as the cards are there."""
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
        """The thing that a held card covers most, if it covers a good part of it."""
        card = bounds(corners(at))
        best, most = Target(), 0.22 * card.width * card.height
        for target in targets:
            shared = card.clip(self.rect_of(target))
            if shared.width * shared.height > most:
                best, most = target, shared.width * shared.height
        return best

    # -- what lies below others ---------------------------------------------------------------

    def reachable(self, card: CardId) -> bool:
        """Can it be clicked where it lies: not in a flat pile, and not in a hand of backs?"""
        spot = self.layout.by_card.get(card)
        if spot is None:
            return True
        shape = self.box.zones[spot.zone].shape
        if shape == "stack":
            return (self.pos.zones[spot.zone][-1] == card and spot.up) or self.is_spread(spot.zone)
        return shape != "fan" or spot.up

    def is_spread(self, zone: Zone) -> bool:
        """Is enough seen of each card of a pile to point at it?"""
        cards = self.pos.zones[zone]
        if len(cards) < 2:
            return True
        one, two = (self.layout.by_card[card] for card in cards[:2])
        return max(abs(one.x - two.x), abs(one.y - two.y)) >= STRIP * self.layout.viewport.u

    # -- raised hand cards --------------------------------------------------------------------

    def raise_cards(
        self, hovered: CardId, picked: Iterable[CardId], partners: Iterable[CardId] = ()
    ) -> None:
        """Which hand cards stand out; `partners`: those that go together with the picked ones."""
        goal = dict.fromkeys(partners, BESIDE) | dict.fromkeys(picked, PICKED)
        if hovered >= 0 and goal.get(hovered, 0.0) < RISE:
            spot = self.layout.by_card.get(hovered)
            area = self.layout.by_zone.get(spot.zone) if spot else None
            if area is not None and area.own:
                goal[hovered] = RISE
        self._goal = goal

    @property
    def rising(self) -> bool:
        cards = {*self.raised_by, *self._goal}
        if self.hide_progress != float(self.hand_hidden):
            return True
        return any(abs(self.raised_by.get(c, 0.0) - self._goal.get(c, 0.0)) > 0.5 for c in cards)

    def update(self, dt: float, still: bool) -> bool:
        """Whether cards of the hand stand elsewhere now."""
        before = self.hide_progress, dict(self.raised_by)
        step = 1.0 if still else dt / SINKING
        self.hide_progress = min(
            max(self.hide_progress + (step if self.hand_hidden else -step), 0.0), 1.0
        )
        for card in {*self.raised_by, *self._goal}:
            goal = self._goal.get(card, 0.0)
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
        """All that lies still; see `StaticLayer.painting`. `badges`: others than those of now;
        `waits`: as it was painted last, if it was."""
        picture = self.static_layer.last(self.layout) if waits else None
        if picture is None:
            told = self.badges if badges is None else badges
            painting = self.static_layer.paint_steps(
                canvas.look, self.layout, self.pos, absent, names, cloth, active, told
            )
            picture = run_to_end(painting)
        canvas.surface.blit(picture, (0, 0))

    def draw_glow(self, canvas: Canvas, targets: Iterable[Target], over: Target) -> None:
        """Brackets around what is lit: cards that lie on each other have one for all, and the one
        at which somebody points its own."""
        for run in self._lying_together(targets):
            quads = [quad for target in run if (quad := self.quad_of(target)) is not None]
            if len(quads) > 1:
                glow(canvas, _around(quads), False)
            elif quads:
                glow(canvas, quads[0], run[0] == over)
            if len(quads) > 1 and over in run and (quad := self.quad_of(over)) is not None:
                glow(canvas, quad, True)

    def _lying_together(self, targets: Iterable[Target]) -> list[list[Target]]:
        """Neighbours of a pile that cover each other, each row of them together."""
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

    def piled(self, targets: Iterable[Target]) -> set[Target]:
        """Those that lie on each other."""
        return {target for row in self._lying_together(targets) if len(row) > 1 for target in row}

    def _height(self, target: Target) -> int:
        """How many cards lie below it in its zone; -1: it is the place itself."""
        cards = self.pos.zones[target.zone] if target.zone >= 0 else b""
        return cards.find(target.card) if target.card >= 0 else -1

    def draw_counts(self, canvas: Canvas, targets: Iterable[Target]) -> None:
        """How many cards lie there, above the brackets."""
        counts(canvas, self.layout, {target.zone for target in targets})

    def draw_hand(
        self, canvas: Canvas, absent: Collection[CardId], bright: Collection[CardId] | None
    ) -> None:
        """The own hand; `bright`: the cards that may be picked, None: all alike."""
        own = {area.zone for area in self.layout.areas if area.own}
        for spot in self.layout.spots:
            if spot.zone in own and spot.card not in absent:
                self._hand_card(canvas, spot, bright is not None and spot.card not in bright)
        if self.hide_progress < 1:
            for area, rect in table_signs.fan_titles(canvas.look, self.layout):
                table_signs.draw_fan_title(canvas, area, rect)

    def _hand_card(self, canvas: Canvas, spot: CardSpot, dim: bool) -> None:
        seen = self.sprites.seen(spot.card, self.pos.faces[spot.card], spot.up)
        at = self.shape_of(spot)
        stamp = self.sprites.stamp(seen, at, SHADED if dim else LIT)
        canvas.blit(stamp.image, (stamp.x, stamp.y))
        role = self.roles.get(spot.card) if spot.up else None
        if role is not None:
            draw_role_label(canvas, role, at, SHADED if dim else LIT)
        told = self.static_layer.marks_of(self.layout, self.pos, spot.card)
        if told:
            stand_ribbons(
                canvas, self.sprites.art, told, (at.x, at.y), (at.width, at.height), at.angle
            )

    def prerender_jobs(
        self, gone: Collection[CardId], start: tuple[float, float] | None = None
    ) -> list[Callable[[], object]]:
        """What has to be drawn once cards that are held have left the own hand: one piece each, so
        that it can be drawn while they are held. `start`: mm, where they will leave it if they are
        thrown; a card in the air is seen from both sides and nearer to the eye."""
        now, sprites, box = self.layout, self.sprites, self.box
        pieces: list[Callable[[], object]] = []
        for spot in hands_without(now, gone):
            seen = sprites.seen(spot.card, self.pos.faces[spot.card], spot.up)
            at = card_shape(spot, now.camera, now.field)
            pieces.append(partial(sprites.stamp, seen, at))
        if start is None or now.field is None:
            return pieces
        long = now.field.card_length / 10
        sizes = {sprites.step(long * now.camera.size_at(*start, z)) for z in HEIGHTS}
        for card, size in product(gone, sorted(sizes)):
            for side in (
                sprites.seen(card, self.pos.faces[card], True),
                ("back", 0, box.backs[card]),
            ):
                pieces.append(partial(sprites.plain, side, size))
        return pieces

    def draw_moving(self, canvas: Canvas, moving: Sequence[CardFrame]) -> None:
        """Cards of an animation, with their shadows."""
        buried = {spot.card for spot in self.layout.spots if not spot.shown}
        for one in moving:
            if not one.going and (not one.shown if one.waits else one.card in buried):
                continue
            seen = self.sprites.seen(one.card, one.face, one.up)
            self.sprites.draw_moving(canvas, seen, one.shape, one.squash, one.lift, one.whole)

    def is_crowded(self, zone: Zone) -> bool:
        """Are cards that may be looked at spread there, but too close to be read?"""
        cards = self.pos.zones[zone] if zone >= 0 else b""
        area = self.layout.by_zone.get(zone)
        if area is None or area.hand or area.mark is not None or self.is_spread(zone):
            return False
        spread = self.box.zones[zone].shape == "stack" and any(self.box.zones[zone].spread)
        return spread and any(self.layout.by_card[card].up for card in cards[:-1])

    def draw_pile(self, canvas: Canvas, zone: Zone, rect: Rect) -> None:
        """All cards of a pile, each to be read (`pile_rect`)."""
        look, cards = canvas.look, self.pos.zones[zone]
        sheet = PileSheet(len(cards), RATIO)
        canvas.shadow(rect, 12, 26, 180)
        canvas.box(rect, 12, look.palette.panel, look.palette.panel_low, look.palette.gold_low)
        u = rect.height / sheet.height
        title = f"{self.title(zone)}: the lowest first".lstrip(": ")
        words, style = look.fit(title, SHEET, round(rect.width - 2 * PAD * u))
        canvas.text(words, (rect.left + PAD * u, rect.top + (PAD + HEAD / 2) * u), style, "w")
        for card, (x, y, high) in zip(cards, sheet.places(rect), strict=True):
            seen = self.sprites.seen(card, self.pos.faces[card], self.layout.by_card[card].up)
            stamp = self.sprites.stamp(seen, flat(x, y, high))
            canvas.blit(stamp.image, (stamp.x, stamp.y))

    def draw_held(self, canvas: Canvas, card: CardId, at: CardShape) -> None:
        """A card in the hand of the player, high above its shadow."""
        spot = self.layout.by_card[card]
        seen = self.sprites.seen(card, self.pos.faces[card], spot.up)
        self.sprites.draw_moving(canvas, seen, at, 1.0, 1.0)

    def draw_large(self, canvas: Canvas, card: CardId, rect: Rect) -> None:
        """A card so large that all of it can be read (`large_rect`)."""
        seen = self.sprites.seen(card, self.pos.faces[card], True)
        image = self.sprites.plain(seen, rect.height)
        canvas.shadow(rect, 14, 30, 190)
        canvas.blit(image, rect.topleft)
        told = self.static_layer.marks_of(self.layout, self.pos, card)
        if told:
            hang_ribbons(canvas, self.sprites.art, told, rect.center, rect.size)


def bounds(quad: Sequence[tuple[float, float]]) -> pygame.Rect:
    xs, ys = [p[0] for p in quad], [p[1] for p in quad]
    return Rect(min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)


def _around(quads: Iterable[Quad]) -> Quad:
    """The upright rectangle around them."""
    rect = bounds([point for quad in quads for point in quad])
    return rect.topleft, rect.topright, rect.bottomright, rect.bottomleft


class GeometryCache:
    """Where everything of one layout stands, worked out once when it is asked for: what the pointer
    is on is looked for in every frame in which it moves, among all cards and places. Stances and
    corners, px, of the spots and areas of `layout`, none of them raised."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._stances: dict[CardId, tuple[CardSpot, CardShape]] = {}
        self._corners: dict[CardId, tuple[CardSpot, Quad]] = {}
        self._places: dict[Zone, tuple[ZoneArea, Quad]] = {}

    def shape(self, spot: CardSpot) -> CardShape:
        """How its card stands; a spot of another layout is seen through the camera of this one."""
        found = self._stances.get(spot.card)
        if found is None or found[0] is not spot:
            at = card_shape(spot, self.layout.camera, self.layout.field)
            found = self._stances[spot.card] = spot, at
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
        """Does a point of the screen lie in its place?"""
        if area.mark is not None and area.rings:
            mm = self.layout.camera.unproject(x, y)
            return math.dist(mm, (area.mark.x / 10, area.mark.y / 10)) <= max(area.rings)
        return in_quad(self.place(area), x, y)
