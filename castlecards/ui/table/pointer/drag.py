"""Dragging: cards held by the pointer or gliding home, fanned-out piles, and the lasso."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pygame import Rect

from castlecards.core.cards import CardId, Zone
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.services import Services
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.input.state import (
    DragGesture,
    InputState,
    LassoGesture,
    NoGesture,
    Press,
    PressGesture,
)
from castlecards.ui.table.layout.card_shape import CardShape, blend, corners
from castlecards.ui.table.layout.easing import ease
from castlecards.ui.table.layout.model import Layout
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.pointer.covered_cards import (
    WAIT,
    Fanout,
    covered_choices,
    inspectable_cards,
    needs_inspection,
)
from castlecards.ui.table.render import table_signs
from castlecards.ui.table.render.table_view import TableView, bounds

HOME = 0.26  # s of gliding home
FANNED = 0.24  # offset from one held card to the next, share of a card's width
LEAN = 7.0  # degrees from one held card to the next
FAR = 7.0  # units, movement beyond which a press is a drag
ADDING = frozenset(("ctrl", "shift"))  # keys with which a click adds to the picks


@dataclass
class ReturningCard:
    """Card that glides back to its place; `left`: s until it arrives."""

    card: CardId
    start: CardShape
    left: float = HOME


class DraggedCards:
    """Cards held by the pointer (see `input_state`) and cards gliding home."""

    def __init__(self, app: Services, input_state: InputState, table_view: TableView) -> None:
        self.app = app
        self.input_state = input_state
        self.table_view = table_view
        self.homing: list[ReturningCard] = []

    @property
    def cards(self) -> set[CardId]:
        """Cards that are drawn here instead of at their places."""
        input_state = self.input_state
        held = (
            {input_state.held_card, *input_state.fanned_cards}
            if input_state.held_card >= 0
            else set()
        )
        return {homing.card for homing in self.homing} | held

    def take(
        self, card: CardId, others: tuple[CardId, ...] = (), press: Press | None = None
    ) -> None:
        self.input_state.gesture = DragGesture(card, others, press)

    def held_shapes(self) -> list[tuple[CardId, CardShape]]:
        """Shapes of the held cards; the one under the pointer last."""
        input_state = self.input_state
        if input_state.held_card < 0:
            return []
        main = replace(
            self.table_view.held_shape(*input_state.pointer), angle=input_state.card_turn
        )
        found = []
        for k, card in enumerate(input_state.fanned_cards):
            off = len(input_state.fanned_cards) - k
            found.append(
                (card, replace(main, x=main.x - off * FANNED * main.width, angle=LEAN * off))
            )
        return [*found, (input_state.held_card, main)]

    def forget(self) -> None:
        """Drop the held cards without animation: they have moved elsewhere."""
        self.input_state.gesture = NoGesture()

    def send_home(self) -> None:
        """Let all held cards glide back to their places."""
        if self.input_state.held_card >= 0:
            self.homing += [ReturningCard(card, shape) for card, shape in self.held_shapes()]
            self.app.play("slide", 0.3)
        self.forget()

    def start_layout(self, old: Layout) -> Layout:
        """Layout that an animation starts from: dragged and gliding cards included."""
        for card, shape in self.held_shapes():
            old = moved_spot(old, card, shape)
        if self.input_state.held_card >= 0:
            self.input_state.forget_place()
        for homing in self.homing:
            old = moved_spot(old, homing.card, self.homing_shape(homing))
        self.forget()
        self.homing = []
        return old

    def homing_shape(self, homing: ReturningCard) -> CardShape:
        """Present shape of a card that glides home."""
        table_view = self.table_view
        spot = table_view.layout.by_card.get(homing.card)
        if spot is None:
            return homing.start
        home = table_view.shape_of(spot)
        return blend(homing.start, home, ease(1 - max(homing.left, 0.0) / HOME))

    def update(self, dt: float) -> bool:
        """Advance the gliding cards. Return True if one has arrived."""
        quick = self.app.settings.reduced_motion or self.app.settings.instant
        for homing in self.homing:
            homing.left -= HOME if quick else dt
        left = [homing for homing in self.homing if homing.left > 0]
        home, self.homing = len(left) < len(self.homing), left
        return home

    def draw_homing(self, canvas: Canvas) -> None:
        for homing in self.homing:
            self.table_view.draw_held(canvas, homing.card, self.homing_shape(homing))

    def draw_held(self, canvas: Canvas) -> None:
        for card, shape in self.held_shapes():
            self.table_view.draw_held(canvas, card, shape)


def hand_order(table_view: TableView, card: CardId, under: Target, x: float) -> tuple[CardId, ...]:
    """Cards of an own hand from left to right once one of them is dropped in it at `x` px.

    () if `card` is dropped anywhere but in its own hand.
    """
    area = table_view.layout.by_zone.get(under.zone)
    if area is None or not area.own or card not in table_view.pos.zones[under.zone]:
        return ()
    others = [s for s in table_view.layout.spots if s.zone == under.zone and s.card != card]
    places = sorted([(x, card), *((spot.x, spot.card) for spot in others)])
    return tuple([each for _, each in places])


def moved_spot(layout: Layout, card: CardId, at: CardShape) -> Layout:
    """Layout with one card dropped at the shape `at`."""
    spots = tuple(
        replace(spot, x=at.x, y=at.y, height=at.height, angle=at.angle, pose=None, dropped=True)
        if spot.card == card
        else spot
        for spot in layout.spots
    )
    return replace(layout, spots=spots)


class PileTools:
    """Tools for several cards: lasso and fanned pile; `fan`: the open pile, or None."""

    def __init__(
        self, app: Services, model: TableModel, table_view: TableView, dragged: DraggedCards
    ) -> None:
        self.app = app
        self.model = model
        self.table_view = table_view
        self.dragged = dragged
        self.fan: Fanout | None = None

    @property
    def moving(self) -> bool:
        return self.fan is not None and self.fan.moving

    def forget(self) -> None:
        self.fan = None

    def fan_out(self, zone: Zone) -> None:
        """Fan a pile out over the table, if it has cards to look at or to choose."""
        table_view = self.table_view
        lit = covered_choices(table_view, self.model.selection, zone)
        if not lit and not inspectable_cards(table_view, zone):
            return
        settings = self.app.settings
        still = settings.reduced_motion or settings.instant
        self.fan = Fanout(table_view, zone, lit, self.model.card_name, still)
        self.app.play("slide", 0.3)

    def close(self, press: Press) -> Target | None:
        """Close the fan. Return the highlighted card that the pointer has moved to, if any."""
        fan, self.fan = self.fan, None
        assert fan is not None
        x, y = self.model.input_state.pointer
        card = fan.card_at(x, y)
        stayed = (
            abs(x - press.at[0]) + abs(y - press.at[1]) < FAR * fan.table_view.layout.viewport.u
        )
        return None if card not in fan.lit or stayed else Target(card, fan.zone)

    def pick_lassoed(self, lasso: LassoGesture) -> None:
        """Pick the cards inside the lasso, as many as one action picks together."""
        rect, selection = lasso_rect(lasso), self.model.selection
        if selection is None:
            return
        adding = bool(lasso.press.mods & ADDING)
        if not adding:
            selection.clear()
        targets = [
            t
            for t in selection.selectable_targets()
            if rect.collidepoint(self.table_view.rect_of(t).center)
        ]
        selection.gather(targets, adding)

    def hold(self, gesture: PressGesture | DragGesture, dt: float) -> None:
        """Fan out a pile on which the pointer has been held still."""
        selection, input_state, press = self.model.selection, self.model.input_state, gesture.press
        if press is None or gesture.still < 0 or press.button != 1 or input_state.is_aiming:
            return
        still = gesture.still + dt
        input_state.keep_still(still if still < WAIT else -1.0)
        if still < WAIT:
            return
        if input_state.held_card < 0:
            self.fan_out(press.target.zone)
        elif selection is not None and needs_inspection(
            self.table_view, selection, input_state.hover.zone
        ):
            self.fan_out(input_state.hover.zone)

    def _left(self, fan: Fanout) -> bool:
        """True if a held card has left the fan."""
        if self.model.input_state.held_card < 0:
            return False
        rects = [bounds(corners(shape)) for _, shape in fan.places()]
        rects.append(self.table_view.rect_of(Target(-1, fan.zone)))
        around = rects[0].unionall(rects[1:]).inflate(60, 60)
        return not around.collidepoint(self.model.input_state.pointer)

    def update(self, dt: float) -> None:
        gesture = self.model.input_state.gesture
        if self.fan is not None:
            self.fan.update(dt)
            if self._left(self.fan):
                self.fan = None
                self.model.input_state.keep_still(0.0)
        elif isinstance(gesture, PressGesture | DragGesture) and not self.model.busy:
            self.hold(gesture, dt)

    def draw_fan(self, canvas: Canvas) -> None:
        """Draw the fanned-out pile, and the held card above it."""
        if self.fan is not None:
            self.fan.draw(canvas, self.fan.card_at(*self.model.input_state.pointer))
            self.dragged.draw_held(canvas)

    def draw_lassoed(self, canvas: Canvas) -> None:
        gesture = self.model.input_state.gesture
        if isinstance(gesture, LassoGesture):
            table_signs.draw_lasso(canvas, lasso_rect(gesture))

    def draw_picks(self, canvas: Canvas) -> None:
        """Mark the picked cards that lie on the table."""
        table_view, selection = self.table_view, self.model.selection
        for target in selection.picked if selection is not None else ():
            area = table_view.layout.by_zone.get(target.zone)
            quad = table_view.quad_of(target)
            if quad and area is not None and not area.own and target.card not in self.dragged.cards:
                table_signs.draw_picked(canvas, quad)


def lasso_rect(lasso: LassoGesture) -> Rect:
    """Rect of the lasso, px."""
    (left, top), (x, y) = lasso.press.at, lasso.to
    return Rect(min(x, left), min(y, top), abs(x - left), abs(y - top))
