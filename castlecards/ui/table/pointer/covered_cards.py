"""Covered cards: which piles can be inspected, and how a covered card is chosen.

A flat pile fans out over the table while it is held down (`Fanout`); the pile inspector shows the
same cards in a popup. Both show only faces that the viewing seat knows.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass

from pygame import Rect

from castlecards.core.cards import CardId, Zone
from castlecards.texts import ntr
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Style
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.input.selection import Selection
from castlecards.ui.table.layout.camera import in_quad
from castlecards.ui.table.layout.card_shape import CardShape, blend, corners, flat
from castlecards.ui.table.layout.easing import ease
from castlecards.ui.table.layout.model import RATIO, Viewport
from castlecards.ui.table.render.glow import draw_glow
from castlecards.ui.table.render.sprites import LIT, SHADED
from castlecards.ui.table.render.table_view import TableView, from_bottom

WAIT = 0.35  # s of holding still over a pile until it fans out
FAN_OUT = 0.12  # s of the fanning out
TALL = 215.0  # units, height of a card in a fan
ABREAST = 1.06  # card widths from card to card, most
CLOSEST = 0.3  # card widths from card to card, least
ROWS = (16, 36)  # most cards in one row, and in two
TITLE = Style("bold", 17, "gold_high")
NOTE = Style("ui", 14, "text")


def inspectable_cards(table_view: TableView, zone: Zone) -> tuple[CardId, ...]:
    """Cards of a pile, bottom to top, if the viewer can look at a covered one; else ()."""
    if zone < 0:
        return ()
    area, cards = table_view.layout.by_zone.get(zone), table_view.pos.zones[zone]
    if area is None or area.hand or area.mark is not None or len(cards) < 2:
        return ()
    if table_view.box.zones[zone].shape != "stack":
        return ()
    spots = table_view.layout.by_card
    return tuple(cards) if any(spots[card].up for card in cards[:-1]) else ()


def covered_choices(
    table_view: TableView, selection: Selection | None, zone: Zone
) -> frozenset[CardId]:
    """Choices inside a stacked pile; empty if only its top card may be chosen."""
    if (
        selection is None
        or zone < 0
        or table_view.box.zones[zone].shape != "stack"
        or table_view.is_spread(zone)
    ):
        return frozenset()
    found = selection.selectable_in(zone)
    return found if found - {table_view.pos.zones[zone][-1]} else frozenset()


def pile_contents(
    table_view: TableView, selection: Selection | None, zone: Zone
) -> tuple[CardId, ...]:
    """Cards shown when a pile is inspected, bottom to top; () if it must not be."""
    whole = covered_choices(table_view, selection, zone)
    return tuple(table_view.pos.zones[zone]) if whole else inspectable_cards(table_view, zone)


def needs_inspection(table_view: TableView, selection: Selection, zone: Zone) -> bool:
    """True if a click on this pile must ask which of its cards is meant."""
    return bool(covered_choices(table_view, selection, zone)) and not selection.can_pick_pile(zone)


def pile_of_covered(table_view: TableView, selection: Selection | None, target: Target) -> Target:
    """Target of a click: the pile, through its top card, if the covered card cannot be chosen."""
    if selection is None or target.card < 0 or table_view.box.zones[target.zone].shape != "stack":
        return target
    cards = table_view.pos.zones[target.zone]
    if target.card not in cards[:-1] or target.card in selection.selectable_in(target.zone):
        return target
    return Target(cards[-1], target.zone)


def is_same_target(lit: Target, under: Target) -> bool:
    """True if a highlighted target is the one under the pointer."""
    return lit.card == under.card if lit.card >= 0 else lit.zone == under.zone


def fanned_shapes(count: int, viewport: Viewport) -> list[CardShape]:
    """Shapes of `count` cards fanned out over the table, bottom to top."""
    u = viewport.u
    room = viewport.width - 60 * u
    rows = next((n for n, most in enumerate(ROWS, 1) if count <= most), len(ROWS) + 1)
    high = min(TALL * u, (viewport.height - 130 * u) / rows - 14 * u)
    wide = high * RATIO
    each = math.ceil(count / rows)
    step = min(ABREAST * wide, (room - wide) / max(each - 1, 1))
    step = max(step, min(CLOSEST * wide, (room - wide) / max(each - 1, 1)))
    found = []
    for k in range(count):
        row, place = divmod(k, each)
        here = min(each, count - row * each)
        x = viewport.left + viewport.width / 2 + (place - (here - 1) / 2) * step
        y = viewport.height / 2 + (row - (rows - 1) / 2) * (high + 14 * u)
        found.append(flat(x, y, high))
    return found


@dataclass
class Fanout:
    """Pile fanned out over the table. `lit`: cards in it that can be chosen."""

    table_view: TableView
    zone: Zone
    lit: Collection[CardId]
    name: Callable[[CardId], str]
    still: bool = False
    age: float = 0.0  # s

    @property
    def moving(self) -> bool:
        return self.age < FAN_OUT and not self.still

    def update(self, dt: float) -> None:
        self.age += dt

    def places(self) -> list[tuple[CardId, CardShape]]:
        """Cards with their present shapes, bottom to top."""
        cards = self.table_view.pos.zones[self.zone]
        part = 1.0 if self.still else ease(self.age / FAN_OUT)
        goals = fanned_shapes(len(cards), self.table_view.layout.viewport)
        spots = self.table_view.layout.by_card
        return [
            (card, blend(self.table_view.shape_of(spots[card]), goal, part))
            for card, goal in zip(cards, goals, strict=True)
        ]

    def card_at(self, x: float, y: float) -> CardId:
        """Card at (x, y) px; -1: none."""
        for card, shape in reversed(self.places()):
            if in_quad(corners(shape), x, y):
                return card
        return -1

    def draw(self, canvas: Canvas, over: CardId) -> None:
        """Draw all cards, face up only if they are so in the pile."""
        table_view, look = self.table_view, canvas.look
        canvas.veil((6, 14, 10, 165))
        places = self.places()
        for card, shape in sorted(places, key=lambda place: place[0] == over):  # that one on top
            spot = table_view.layout.by_card[card]
            seen = table_view.sprites.visible_side(card, table_view.pos.faces[card], spot.up)
            light = SHADED if self.lit and card not in self.lit else LIT
            stamp = table_view.sprites.stamp(seen, shape, light)
            canvas.blit(stamp.image, (stamp.x, stamp.y))
        for card, shape in places:
            if card in self.lit:
                draw_glow(canvas, corners(shape), card == over)
        top = min(shape.y - shape.height / 2 for _, shape in places)
        x = canvas.size[0] / 2
        title = ntr(
            len(places), "{pile}: {n} card", "{pile}: {n} cards, from the bottom up",
            pile=table_view.title(self.zone),
        )  # fmt: skip
        plate = Rect(0, 0, max(look.width(title, TITLE), look.px(240)) + look.px(36), look.px(54))
        plate.midbottom = (round(x), round(top - look.px(12)))
        canvas.box(plate, 10, look.palette.panel, look.palette.panel_low, look.palette.gold_low)
        middle = plate.centery if over < 0 else plate.top + look.px(18)
        canvas.text(title, (x, middle), TITLE, "c")
        if over >= 0:
            number = [card for card, _ in places].index(over) + 1
            known = table_view.layout.by_card[over].up
            text = self.name(over) if known else from_bottom(number)
            canvas.text(text, (x, plate.top + look.px(39)), NOTE, "c")


def has_inspectable_pick(table_view: TableView, selection: Selection) -> bool:
    """True if a flat pile may be inspected while a click on it does something else."""
    zones = {
        target.zone
        for target in selection.selectable_targets()
        if not table_view.is_spread(target.zone)
    }
    return any(
        inspectable_cards(table_view, zone) and not needs_inspection(table_view, selection, zone)
        for zone in zones
    )


def is_covered(table_view: TableView, target: Target) -> bool:
    """True for a covered card of a stacked pile, which the pointer cannot reach."""
    cards = table_view.pos.zones[target.zone]
    if table_view.box.zones[target.zone].shape != "stack" or table_view.is_spread(target.zone):
        return False
    return target.card >= 0 and target.card in cards[:-1]
