"""Several cards at once: a pile that is fanned out while it is held, and the lasso."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygame import Rect

from castlecards.core.cards import Zone
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.table.hand.reach import WAIT, Fanout, covered, lookable, wants_inside
from castlecards.ui.table.match import Thing
from castlecards.ui.table.view import signs
from castlecards.ui.table.view.desk import bounds
from castlecards.ui.table.view.stance import corners

if TYPE_CHECKING:
    from castlecards.ui.table.hand.hands import Hands

FAR = 7.0  # units: a press that moves further is a drag
ADDING = frozenset(("ctrl", "shift"))  # held: a click adds to the picks


@dataclass
class Press:
    """A button of the mouse that is down."""

    thing: Thing
    at: tuple[float, float]
    button: int
    mods: frozenset[str]
    double: bool = False  # the second press of two: let go without a movement, a double click
    still: float = 0.0  # s without a movement


class Piles:
    """What the player does with more than one card; `fan` and `lasso` are there or None."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        self.scene = hands.scene
        self.carry = hands.carry
        self.fan: Fanout | None = None
        self.lasso: Rect | None = None

    @property
    def open(self) -> bool:
        return self.fan is not None or self.lasso is not None

    @property
    def moving(self) -> bool:
        return self.fan is not None and self.fan.moving

    def forget(self) -> None:
        self.fan = self.lasso = None

    def draw_lasso(self, press: Press) -> None:
        """From where the button went down to the pointer."""
        (x, y), (left, top) = self.hands.pointer, press.at
        self.lasso = Rect(min(x, left), min(y, top), abs(x - left), abs(y - top))

    def fan_out(self, zone: Zone) -> bool:
        """Fans a pile out over the table; False where there is nothing to be seen or chosen."""
        desk, picking = self.scene.desk, self.scene.picking
        lit = covered(desk, picking, zone)
        if not lit and not lookable(desk, zone):
            return False
        settings = self.scene.app.settings
        still = settings.reduced_motion or settings.instant
        self.fan = Fanout(desk, zone, lit, self.scene.model.card_name, still)
        self.scene.app.play("slide", 0.3)
        self.scene.refresh()
        return True

    def close(self, press: Press) -> None:
        """Let go: a lit card below the pointer is chosen, if the pointer has gone there."""
        fan, self.fan = self.fan, None
        picking = self.scene.picking
        assert fan is not None
        (x, y), held = self.hands.pointer, self.carry.held >= 0
        card = fan.card_at(x, y)
        stayed = abs(x - press.at[0]) + abs(y - press.at[1]) < FAR * fan.desk.now.stage.u
        if picking is None or card not in fan.lit or stayed:
            if held:
                self.hands.drop_home()
            return
        thing = Thing(card, fan.zone)
        outcome = picking.drop(thing) if held else picking.choose(thing)
        if held and not outcome.actions:
            self.hands.drop_home()
        self.hands.chose(outcome, self.hands.pointer)

    def caught(self, press: Press) -> None:
        """The lasso is closed: what is inside is picked, if an action picks it together."""
        rect, self.lasso = self.lasso, None
        picking, desk = self.scene.picking, self.scene.desk
        if picking is None or rect is None:
            return
        adding = bool(press.mods & ADDING)
        if not adding:
            picking.clear()
        things = [t for t in picking.things() if rect.collidepoint(desk.rect_of(t).center)]
        picking.gather(things, adding)
        self.scene.board.picks_changed()
        self.hands.raise_cards()

    def zoom(self, down: bool) -> None:
        """The key that shows things large: a focused pile fans out as long as it is held."""
        self.hands.zooming = down
        spot = self.scene.board.focused
        if down and spot is not None and spot.card != self.hands.hover.card:
            self.fan_out(spot.zone)
        elif not down and not self.hands.pressing:
            self.fan = None

    def hold(self, press: Press, dt: float) -> None:
        """Held still on a pile, or with a card over one: it fans out."""
        picking, desk = self.scene.picking, self.scene.desk
        if press.still < 0 or press.button != 1 or self.hands.aim.active:
            return
        press.still += dt
        if press.still < WAIT:
            return
        press.still = -1.0
        if self.carry.held < 0:
            self.fan_out(press.thing.zone)
        elif picking is not None and wants_inside(desk, picking, self.hands.hover.zone):
            self.fan_out(self.hands.hover.zone)

    def leave(self) -> None:
        """Carried away from the fan, a card may go elsewhere."""
        fan, desk = self.fan, self.scene.desk
        if fan is None or self.carry.held < 0:
            return
        rects = [bounds(corners(stance)) for _, stance in fan.places()]
        rects.append(desk.rect_of(Thing(-1, fan.zone)))
        if not rects[0].unionall(rects[1:]).inflate(60, 60).collidepoint(self.hands.pointer):
            self.fan = None
            self.hands.wait_again()

    def update(self, press: Press | None, dt: float) -> None:
        if self.fan is not None:
            self.fan.update(dt)
            self.leave()
        elif press is not None and self.lasso is None and not self.scene.busy:
            self.hold(press, dt)

    def draw_fan(self, canvas: Canvas) -> None:
        """Over the table and what is written around it, with the card that is held over it."""
        if self.fan is not None:
            self.fan.draw(canvas, self.fan.card_at(*self.hands.pointer))
            self.carry.draw_held(canvas, self.hands.pointer)

    def draw_lassoed(self, canvas: Canvas) -> None:
        if self.lasso is not None:
            signs.lasso(canvas, self.lasso)

    def draw_picks(self, canvas: Canvas) -> None:
        """What is picked and lies on the table."""
        desk, picking = self.scene.desk, self.scene.picking
        for thing in picking.picked if picking is not None else ():
            area = desk.now.by_zone.get(thing.zone)
            quad = desk.quad_of(thing)
            if quad and area is not None and not area.own and thing.card not in self.carry.cards:
                signs.picked(canvas, quad)
