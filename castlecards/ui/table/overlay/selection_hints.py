"""What the picks would do: lit partners, an arrow to the place under the pointer, and at each lit
place a chip with what would happen there."""

from __future__ import annotations

from pygame import Rect

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.layout.card_shape import corners
from castlecards.ui.table.model import ById, TableModel
from castlecards.ui.table.overlay.outcome_chips import (
    GAP,
    HIGH,
    Chip,
    ChipRequest,
    draw_chip,
    place_chips,
)
from castlecards.ui.table.pointer import covered_cards
from castlecards.ui.table.render.arrows import PLANNED, draw_arrow
from castlecards.ui.table.render.static_layer import captions, glow
from castlecards.ui.table.render.table_signs import draw_picked
from castlecards.ui.table.render.table_surface import TableSurface, bounds

FADE = 0.12  # s in which chips come
NEAR = 0.55  # of the window's height: what lies lower has its chip above it


class SelectionHints:
    """Changes nothing but its own age."""

    def __init__(self, model: TableModel, desk: TableSurface) -> None:
        self.model = model
        self.desk = desk
        self._picked: object = None  # for what chips have come
        self._age = 0.0  # s since
        self._written: tuple[object, list[Rect]] | None = None  # at places

    @property
    def moving(self) -> bool:
        return self._age < FADE and self._shows

    @property
    def _shows(self) -> bool:
        picking, grasp = self.model.picking, self.model.grasp
        return picking is not None and not self.model.busy and not grasp.aims

    def update(self, dt: float, still: bool) -> None:
        picking = self.model.picking
        picked = (picking.decision, picking.picked) if picking is not None else None
        if picked != self._picked:
            self._picked, self._age = picked, 0.0
        self._age = FADE if still else self._age + dt

    @property
    def partners(self) -> list[Target]:
        """What may be picked besides the picks, and can be pointed at."""
        picking = self.model.picking
        if picking is None or self.model.busy or self.model.grasp.aims:
            return []
        return [
            thing for thing in picking.partners if not covered_cards.is_covered(self.desk, thing)
        ]

    def _own(self, thing: Target) -> bool:
        area = self.desk.now.by_zone.get(thing.zone)
        return area is not None and area.own

    def draw_arrows(self, canvas: Canvas, over: Target) -> None:
        """From the picks to the place for them at which the player looks."""
        picking, desk = self.model.picking, self.desk
        if picking is None or self.model.grasp.held >= 0 or not self._shows:
            return
        if not picking.picked or not picking.is_target(over):
            return
        end = desk.rect_of(over)
        below = not self._above(over) and self.model.foretold(over) is not None
        room = canvas.look.px(HIGH + GAP - PLANNED.short / 2) if below else 0
        for thing in picking.picked:
            start = desk.rect_of(thing)
            if start.width and end.width:
                draw_arrow(canvas, start, end, PLANNED, room)

    def draw_partners(self, canvas: Canvas, over: Target) -> None:
        """Those in the own hand, and the picks there that look for one: above all else."""
        found = [thing for thing in self.partners if self._own(thing)]
        for thing in found:
            if (quad := self.desk.quad_of(thing)) is not None:
                glow(canvas, quad, covered_cards.is_same_target(thing, over))
        picking = self.model.picking
        held = {self.model.grasp.held, *self.model.grasp.others}
        for thing in picking.picked if picking is not None and found else ():
            quad = self.desk.quad_of(thing)
            if self._own(thing) and thing.card not in held and quad is not None:
                draw_picked(canvas, quad)

    def draw_chips(self, canvas: Canvas, goals: list[Target], over: Target, window: Rect) -> None:
        """Those of `chips`."""
        part = self._age / FADE
        for chip in self.chips(canvas.look, goals, over, window):
            draw_chip(canvas, chip, part)

    def chips(self, look: Look, goals: list[Target], over: Target, window: Rect) -> list[Chip]:
        """At goals and partners; of cards that lie on each other at the one that is pointed at: all
        theirs would lie on each other, too. Where nothing is picked: in a window at what may be
        played, else at the card one looks at, if a click there is an answer. None lies over what is
        written at places, or under the card in the hand."""
        picking = self.model.picking
        if picking is None or not self._shows:
            return []
        things = [*goals, *self.partners]
        if picking.decision.aim is not None:  # the field is to be seen: most cards are thrown
            things = [thing for thing in goals if covered_cards.is_same_target(thing, over)]
        if not picking.picked:
            things = [over] if len(picking.with_it(over)) == 1 else []
            if picking.decision.window:
                things = [thing for thing in picking.things() if self._own(thing)]
        wanted: list[ChipRequest] = []
        piled = self.desk.piled(thing for thing in things if not self._own(thing))
        for thing in dict.fromkeys(things):
            told, place = self.model.foretold(thing), self.desk.rect_of(thing)
            strong = covered_cards.is_same_target(thing, over)
            if told is not None and place.width and (strong or thing not in piled):
                bare = thing.card < 0
                wanted.append(ChipRequest(told, place, self._above(thing), strong, bare))
        if not wanted:
            return []
        key = ById(self.desk.now), look.scale
        if self._written is None or self._written[0] != key:
            self._written = key, captions(look, self.desk.now)
        return place_chips(look, window, wanted, self._written[1], self._held)

    @property
    def _held(self) -> Rect | None:
        """px, of the card in the hand."""
        if self.model.grasp.held < 0:
            return None
        return bounds(corners(self.desk.held_stance(*self.model.grasp.pointer)))

    def reach(self, goals: list[Target], over: Target) -> set[int]:
        """The rungs of the ladder to which the picks would lead: at the place at which the player
        looks, or else at any."""
        picking = self.model.picking
        if picking is None or not picking.picked or self.model.busy:
            return set()
        there = [thing for thing in goals if covered_cards.is_same_target(thing, over)]
        found = [self.model.foretold(thing) for thing in there or goals]
        return {told.reach for told in found if told is not None and told.reach >= 0}

    def _above(self, thing: Target) -> bool:
        stage = self.desk.now.stage
        return self.desk.rect_of(thing).centery > NEAR * stage.height
