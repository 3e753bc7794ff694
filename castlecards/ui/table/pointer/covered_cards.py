"""Cards below others: which piles may be looked through, and choosing a covered card.

A flat pile is fanned out over the table while it is held down (`Fanout`); `inside` shows the same
cards as a popup. Both show a face only where the one who looks may look.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass

from pygame import Rect

from castlecards.core.cards import CardId, Zone
from castlecards.core.plurals import counted
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Style
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.input.selection import Selection
from castlecards.ui.table.layout.card_shape import CardShape, blend, corners, ease, flat
from castlecards.ui.table.layout.model import RATIO, Viewport
from castlecards.ui.table.render.sprites import LIT, SHADED
from castlecards.ui.table.render.static_layer import glow, in_quad
from castlecards.ui.table.render.table_surface import TableSurface

WAIT = 0.35  # s that a pile is held down, or a card over it, until it fans out
GROWING = 0.12  # s in which it does
TALL = 215.0  # units: height of a card in a fan
ABREAST, CLOSEST = 1.06, 0.3  # card widths from card to card: most and least
ROWS = (16, 36)  # so many cards fit in one row, in two
TITLE = Style("bold", 17, "gold_high")
NOTE = Style("ui", 14, "text")


def inspectable_cards(desk: TableSurface, zone: Zone) -> tuple[CardId, ...]:
    """The cards of a pile, bottom to top, if one that is covered may be looked at; else none."""
    if zone < 0:
        return ()
    area, cards = desk.now.by_zone.get(zone), desk.pos.zones[zone]
    if area is None or area.hand or area.mark is not None or len(cards) < 2:
        return ()
    if desk.box.zones[zone].shape != "stack":
        return ()
    spots = desk.now.by_card
    return tuple(cards) if any(spots[card].up for card in cards[:-1]) else ()


def covered_choices(desk: TableSurface, picking: Selection | None, zone: Zone) -> frozenset[CardId]:
    """What may be chosen inside a pile whose cards cannot all be pointed at; else none."""
    if picking is None or zone < 0 or desk.box.zones[zone].shape != "stack" or desk.apart(zone):
        return frozenset()
    found = picking.inside(zone)
    return found if found - {desk.pos.zones[zone][-1]} else frozenset()


def pile_contents(desk: TableSurface, picking: Selection | None, zone: Zone) -> tuple[CardId, ...]:
    """What is shown of a pile that is looked into, bottom to top; nothing where that may not be."""
    whole = covered_choices(desk, picking, zone)
    return tuple(desk.pos.zones[zone]) if whole else inspectable_cards(desk, zone)


def needs_inspection(desk: TableSurface, picking: Selection, zone: Zone) -> bool:
    """Does a click on this pile ask which of its cards is meant?"""
    return bool(covered_choices(desk, picking, zone)) and not picking.picks_pile(zone)


def pile_of_covered(desk: TableSurface, picking: Selection | None, thing: Target) -> Target:
    """A covered card that cannot be chosen itself stands for its pile."""
    if picking is None or thing.card < 0 or desk.box.zones[thing.zone].shape != "stack":
        return thing
    cards = desk.pos.zones[thing.zone]
    if thing.card not in cards[:-1] or thing.card in picking.inside(thing.zone):
        return thing
    return Target(cards[-1], thing.zone)


def is_same_target(lit: Target, under: Target) -> bool:
    """Is what lights up what the pointer is on?"""
    return lit.card == under.card if lit.card >= 0 else lit.zone == under.zone


def fanned_shapes(count: int, stage: Viewport) -> list[CardShape]:
    """Where `count` cards lie that are fanned out over the table, bottom to top."""
    u = stage.u
    room = stage.width - 60 * u
    rows = next((n for n, most in enumerate(ROWS, 1) if count <= most), len(ROWS) + 1)
    high = min(TALL * u, (stage.height - 130 * u) / rows - 14 * u)
    wide = high * RATIO
    each = math.ceil(count / rows)
    step = min(ABREAST * wide, (room - wide) / max(each - 1, 1))
    step = max(step, min(CLOSEST * wide, (room - wide) / max(each - 1, 1)))
    found = []
    for k in range(count):
        row, place = divmod(k, each)
        here = min(each, count - row * each)
        x = stage.left + stage.width / 2 + (place - (here - 1) / 2) * step
        y = stage.height / 2 + (row - (rows - 1) / 2) * (high + 14 * u)
        found.append(flat(x, y, high))
    return found


@dataclass
class Fanout:
    """One pile over the table. `lit`: cards in it that may be chosen."""

    desk: TableSurface
    zone: Zone
    lit: Collection[CardId]
    name: Callable[[CardId], str]
    still: bool = False
    age: float = 0.0  # s

    @property
    def moving(self) -> bool:
        return self.age < GROWING and not self.still

    def update(self, dt: float) -> None:
        self.age += dt

    def places(self) -> list[tuple[CardId, CardShape]]:
        """Bottom to top."""
        cards = self.desk.pos.zones[self.zone]
        part = 1.0 if self.still else ease(self.age / GROWING)
        goals = fanned_shapes(len(cards), self.desk.now.stage)
        spots = self.desk.now.by_card
        return [
            (card, blend(self.desk.stance_of(spots[card]), goal, part))
            for card, goal in zip(cards, goals, strict=True)
        ]

    def card_at(self, x: float, y: float) -> CardId:
        """-1: none."""
        for card, stance in reversed(self.places()):
            if in_quad(corners(stance), x, y):
                return card
        return -1

    def draw(self, canvas: Canvas, over: CardId) -> None:
        """All cards; faces only of those that show one where they lie."""
        desk, look = self.desk, canvas.look
        canvas.veil((6, 14, 10, 165))
        places = self.places()
        for card, stance in sorted(places, key=lambda place: place[0] == over):  # that one on top
            spot = desk.now.by_card[card]
            seen = desk.sprites.seen(card, desk.pos.faces[card], spot.up)
            light = SHADED if self.lit and card not in self.lit else LIT
            stamp = desk.sprites.stamp(seen, stance, light)
            canvas.blit(stamp.image, (stamp.x, stamp.y))
        for card, stance in places:
            if card in self.lit:
                glow(canvas, corners(stance), card == over)
        top = min(stance.y - stance.height / 2 for _, stance in places)
        x = canvas.size[0] / 2
        many = counted(len(places), "card")
        title = f"{desk.title(self.zone)}: {many}, the lowest first"
        plate = Rect(0, 0, max(look.width(title, TITLE), look.px(240)) + look.px(36), look.px(54))
        plate.midbottom = (round(x), round(top - look.px(12)))
        canvas.box(plate, 10, look.palette.panel, look.palette.panel_low, look.palette.gold_low)
        middle = plate.centery if over < 0 else plate.top + look.px(18)
        canvas.text(title, (x, middle), TITLE, "c")
        if over >= 0:
            number = [card for card, _ in places].index(over) + 1
            known = desk.now.by_card[over].up
            text = self.name(over) if known else f"card {number} from the bottom"
            canvas.text(text, (x, plate.top + look.px(39)), NOTE, "c")


def has_inspectable_pick(desk: TableSurface, picking: Selection) -> bool:
    """Is there a flat pile that may be looked through and on which a click does something else?"""
    zones = {thing.zone for thing in picking.things() if not desk.apart(thing.zone)}
    return any(
        inspectable_cards(desk, zone) and not needs_inspection(desk, picking, zone)
        for zone in zones
    )


def is_covered(desk: TableSurface, thing: Target) -> bool:
    """Is it a covered card of a pile whose cards cannot be pointed at?"""
    cards = desk.pos.zones[thing.zone]
    if desk.box.zones[thing.zone].shape != "stack" or desk.apart(thing.zone):
        return False
    return thing.card >= 0 and thing.card in cards[:-1]
