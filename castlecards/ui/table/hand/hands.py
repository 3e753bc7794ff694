"""The pointer over the table: hover, pick, drag, drop; and the card that is thrown.

A press takes a card up; moved, it hangs from the pointer; let go, it goes where that means
something, and else glides home. With a decision that lets cards be thrown, the same movement may
be a flick: `aim` watches it, `flight` shows what becomes of it. Held down and kept still, a pile
fans out, a drag over the bare table draws a lasso (`piles`); several go together (`carry`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygame import Rect

from castlecards.core.cards import CardId
from castlecards.core.landing import Limits
from castlecards.core.session import Record
from castlecards.ui.kit import intents
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Intent
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.button import Button
from castlecards.ui.kit.widgets.tooltip import Tooltip
from castlecards.ui.table.drive.flights import Flights
from castlecards.ui.table.hand import reach
from castlecards.ui.table.hand.aim import Aim
from castlecards.ui.table.hand.carry import Carry
from castlecards.ui.table.hand.piles import ADDING, FAR, Piles, Press
from castlecards.ui.table.match import Thing, throwable
from castlecards.ui.table.picking import Outcome
from castlecards.ui.table.view import signs
from castlecards.ui.table.view.desk import large_rect, pile_rect
from castlecards.ui.table.view.place import Layout

if TYPE_CHECKING:
    from castlecards.core.action import Decision
    from castlecards.ui.table.scene import TableScene

PAN = 40.0  # px, with an arrow key
REST = 0.7  # s over a card until it is shown large
HELP = 0.4  # s over a badge until it is explained


class Hands:
    """What the player does with the pointer at one table."""

    def __init__(self, scene: TableScene) -> None:
        self.scene = scene
        self.aim = Aim(scene)
        self.flights = Flights(scene)
        self.hover = Thing()
        self.pointer = (0.0, 0.0)
        self.zooming = False  # the key is held
        self.carry = Carry(scene.app, lambda: scene.desk)
        self.piles = Piles(self)
        self.left_hand = False  # the mouse has just thrown: the flight follows without a pause
        self._press: Press | None = None
        self._asked: Decision | None = None  # pending when the button went down first
        self._unlooked = False  # a held card has been moved
        self._still = 0.0  # s since the pointer came to rest
        self._large: tuple[object, Rect] | None = None  # where a card is shown large
        self._pan: tuple[float, float] | None = None

    @property
    def pressing(self) -> bool:
        """A button of the mouse is down."""
        return self._press is not None

    def wait_again(self) -> None:
        """The pointer has come to something else: holding still begins anew."""
        if self._press is not None:
            self._press.still = 0.0

    @property
    def held(self) -> CardId:
        """The card under the pointer; -1: none."""
        return self.carry.held

    # -- what the scene asks ------------------------------------------------------------------

    @property
    def throwing(self) -> bool:
        """The own hand is out of the way."""
        return self.aim.active or self.flights.running

    @property
    def flying(self) -> bool:
        return self.flights.running

    @property
    def moving(self) -> bool:
        own = bool(self.carry.homing) or self.piles.moving
        return own or self.aim.moving or self.flights.moving

    @property
    def absent(self) -> set[CardId]:
        """Cards that are drawn here and not where they lie."""
        return self.carry.cards | self.flights.cards

    @property
    def bright(self) -> set[CardId] | None:
        """Hand cards that may be picked now; None: all look alike."""
        picking = self.scene.picking
        if picking is None or self.scene.busy:
            return None
        found = {thing.card for thing in picking.things()}
        found |= {thing.card for thing in picking.picked}
        hand = [area.zone for area in self._layout.areas if area.own]
        held = {card for zone in hand for card in self.scene.session.position.zones[zone]}
        return found if found & held else None

    @property
    def _layout(self) -> Layout:
        return self.scene.desk.now

    def asked(self) -> None:
        """A new decision for the one who looks."""
        self._hover_at(self.pointer)

    def record(self, record: Record) -> None:
        self.aim.cancel()
        self.flights.record(record)
        self._press = None

    def departed(self, old: Layout) -> Layout:
        """The layout that an animation starts from: a card that was dropped starts there."""
        self.piles.forget()
        return self.carry.departed(self.flights.departed(old), self.pointer)

    def arriving(self, new: Layout) -> Layout:
        """The layout that an animation leads to: a card that will be thrown goes to its start."""
        return self.flights.arriving(new)

    def toss(self, decision: Decision) -> None:
        self.left_hand = False
        self.flights.toss(decision)

    def tell(self) -> str:
        return self.aim.tell()

    def buttons(self) -> list[Button]:
        return self.aim.buttons()

    def widgets(self) -> list[Widget]:
        return [*self.aim.widgets(), *self.flights.widgets()]

    # -- input --------------------------------------------------------------------------------

    def first(self, intent: Intent) -> bool:
        """What comes before buttons: a card in the hand, a flight that is watched."""
        if self.flights.handle(intent):
            return True
        if isinstance(intent, intents.Hover):
            self._hover_at(intent.pos)
            return False
        if self.aim.handle(intent):
            return True
        match intent:
            case intents.Move(dx, dy, mods) if "shift" in mods:
                self.scene.pan(-dx * PAN, -dy * PAN)
                return True
            case intents.Drag(pos) if self._press is not None:
                self._drag(intent)
                self.pointer = pos
                return True
            case intents.Release(pos, button=button) if self._press is not None:
                if button == self._press.button:
                    self._drop(intent)
                return True
        return False

    def handle(self, intent: Intent) -> None:
        """What no button wanted."""
        match intent:
            case intents.Grab(button=2, clicks=2):
                self.scene.look_over()
            case intents.Grab(pos, button=2):
                self._pan = (float(pos[0]), float(pos[1]))
            case intents.Drag(pos, button=2) if self._pan is not None:
                self.scene.pan(pos[0] - self._pan[0], pos[1] - self._pan[1])
                self._pan = (float(pos[0]), float(pos[1]))
            case intents.Release(_, button=2):
                self._pan = None
            case intents.Grab(pos):
                self._grab(intent)
            case intents.Scroll(_, dy, pos):
                self.scene.zoom(dy, pos)
            case intents.Move(dx, dy):
                self.scene.pan(-dx * PAN, -dy * PAN)

    def command(self, act: Act) -> None:
        if not self.flights.command(act):
            self.aim.command(act)

    def cancel(self) -> bool:
        """Esc. True: there was something to put back."""
        if self.flights.cancel():
            return True
        if self.aim.active:
            self.aim.cancel()
            self._go_home()
            return True
        picking = self.scene.picking
        if self.piles.open:
            self.piles.forget()
            self._press = None
            self.carry.send_home(self.pointer)
            return True
        if self.held >= 0:
            self.drop_home()
            return True
        if picking is not None and picking.picked:
            picking.clear()
            self.raise_cards()
            return True
        return False

    def let_go(self) -> None:
        """The pointer has left: nothing is held any more."""
        self._still = 0.0
        self.aim.cancel()
        self.piles.forget()
        self._press = None
        if self.held >= 0:
            self._go_home()
        self.hover = Thing()
        self.zooming = False
        self.raise_cards()

    def _hover_at(self, pos: tuple[float, float]) -> None:
        self.pointer = (float(pos[0]), float(pos[1]))
        desk = self.scene.desk
        reading = self._shows_zoom()
        over = self.scene.board.layer.root.at((round(pos[0]), round(pos[1])))
        self.hover = Thing() if over is not None else desk.thing_at(*self.pointer)
        self._still = REST if reading and self.hover.card >= 0 else 0.0  # on to the next card
        self.raise_cards()

    def raise_cards(self) -> None:
        picking, desk = self.scene.picking, self.scene.desk
        own = {area.zone for area in desk.now.areas if area.own}
        named = picking.picked if picking is not None else ()
        named = (*named, *self.scene.board.hinted)
        picked = [thing.card for thing in named if thing.zone in own]
        hovered = self.hover.card if not self.scene.busy else -1
        desk.raise_cards(hovered, picked)

    def _grab(self, intent: intents.Grab) -> None:
        desk, picking = self.scene.desk, self.scene.picking
        self.pointer = (float(intent.pos[0]), float(intent.pos[1]))
        self.hover = desk.thing_at(*self.pointer)
        thing = reach.meant(desk, picking, self.hover)
        if intent.button == 3 and not self._can_throw(thing):
            self._look_into(thing)
            return
        asked = picking.decision if picking is not None else None
        twice = intent.clicks == 2 and intent.button == 1 and asked is self._asked
        self._asked = asked
        double = twice and picking is not None and (picking.may_pick(thing) or picking.picked)
        waiting = self._waiting()
        behind = self.aim.behind(self.pointer)
        if waiting is not None and not double and not self._wanted(thing) and behind:
            thing = waiting  # the card that was picked by a click is taken up here
        self._press = Press(thing, self.pointer, intent.button, intent.mods, bool(double))
        if self._can_throw(thing):
            self.aim.press(thing.card, intent)

    def _waiting(self) -> Thing | None:
        """The one picked card, if it may be thrown."""
        picking = self.scene.picking
        picked = picking.picked if picking is not None else ()
        return picked[0] if len(picked) == 1 and self._can_throw(picked[0]) else None

    def _wanted(self, thing: Thing) -> bool:
        """Does a click there mean something of its own?"""
        picking = self.scene.picking
        return picking is not None and (picking.is_target(thing) or picking.may_pick(thing))

    def _can_throw(self, thing: Thing) -> bool:
        picking = self.scene.picking
        return picking is not None and throwable(picking.decision, thing.card)

    def _drag(self, intent: intents.Drag) -> None:
        press, picking = self._press, self.scene.picking
        assert press is not None
        x, y = self.pointer = (float(intent.pos[0]), float(intent.pos[1]))
        if self.piles.fan is not None:
            return
        if self.held < 0:
            far = abs(x - press.at[0]) + abs(y - press.at[1]) >= FAR * self._layout.stage.u
            if not far or picking is None:
                return
            press.still = -1.0  # no more
            if press.thing == Thing() and press.button == 1 and picking.groups:
                self.piles.draw_lasso(press)
                return
            if not self._take(press):
                return
        self._unlooked = True

    def _look_below(self) -> None:
        """What lies below the held card is looked for once a frame, not for every report of a
        quick mouse."""
        self._unlooked = False
        if self.held < 0:
            return
        over, self.hover = self.hover, self.under_held()
        if over.zone != self.hover.zone:
            self.wait_again()

    def _take(self, press: Press) -> bool:
        """Takes up what was pressed, with all that is picked together with it."""
        picking, thing = self.scene.picking, press.thing
        if picking is None or not picking.may_hold(thing) or thing.card < 0:
            return False
        self.scene.board.clear_note()
        if thing not in picking.picked:
            if press.mods & ADDING and picking.may_join(thing):
                picking.add(thing)
            else:
                picking.clear()
                picking.choose(thing)
        others = (other.card for other in picking.picked if other.card not in (-1, thing.card))
        self.carry.take(thing.card, tuple(others))
        self.scene.app.play("snap", 0.25)
        self.scene.board.picks_changed()
        return True

    def under_held(self) -> Thing:
        """Where a card would go if it were let go now: what the pointer is on, if that is a place
        for it; else the place that the card itself covers; else whatever is there."""
        desk, picking = self.scene.desk, self.scene.picking
        under = desk.thing_at(*self.pointer, without={self.held, *self.carry.others})
        under = reach.meant(desk, picking, under)
        if picking is None or picking.is_target(under):
            return under
        near = desk.nearest(desk.held_stance(*self.pointer), self._targets())
        return near if near != Thing() else under

    def _targets(self) -> list[Thing]:
        picking = self.scene.picking
        if picking is None or not picking.picked or self.aim.only_throws:
            return []
        cards, zones = picking.targets
        pos, desk = self.scene.session.position, self.scene.desk
        lit = dict.fromkeys(Thing(-1, zone) for zone in zones)
        for card in cards:
            zone = pos.zone_of(card)
            whole = reach.wants_inside(desk, picking, zone)
            lit[Thing(-1 if whole else card, zone)] = None
        return list(lit)

    def _drop(self, intent: intents.Release) -> None:
        press, self._press = self._press, None
        assert press is not None
        self.pointer = (float(intent.pos[0]), float(intent.pos[1]))
        picking, desk = self.scene.picking, self.scene.desk
        if self.piles.fan is not None:
            self.piles.close(press)
        elif self.piles.lasso is not None:
            self.piles.caught(press)
        elif picking is None:
            self._go_home()
        elif self.held < 0 and self._in_vain(press):
            under = reach.meant(desk, picking, desk.thing_at(*self.pointer))
            self.chose(picking.barred(press.thing, under), intent.pos)
        elif self.held < 0 and press.double:
            self.chose(picking.only(press.thing), intent.pos)
        elif self.held < 0:
            self._click(press.thing, intent.pos, bool(press.mods & ADDING))
        else:
            under = self.under_held()
            if picking.is_target(under) and reach.wants_inside(desk, picking, under.zone):
                self.carry.send_home(self.pointer)
                self._look_into(under)
                return
            outcome = picking.drop(under)
            if not outcome.actions:
                self._go_home()
            self.chose(outcome, intent.pos)
            if len(outcome.actions) == 1:  # what lies there is not read before the mouse moves
                self.hover, self.pointer = Thing(), (-1e4, -1e4)

    def _in_vain(self, press: Press) -> bool:
        """Was a card drawn elsewhere that nothing can be done with?"""
        x, y = self.pointer
        far = abs(x - press.at[0]) + abs(y - press.at[1]) >= FAR * self._layout.stage.u
        return far and press.thing.card >= 0 and not self._wanted(press.thing)

    def _click(self, thing: Thing, at: tuple[float, float], adding: bool) -> None:
        picking = self.scene.picking
        if picking is None:
            return
        if thing == Thing():
            if picking.picked and not adding:
                picking.clear()
                self.scene.board.picks_changed()
                self.raise_cards()
        elif adding and not self._can_throw(thing):
            self.chose(picking.add(thing), at)
        else:
            self.choose(thing, at)

    def choose(self, thing: Thing, at: tuple[float, float]) -> None:
        """A click or Enter on something: of a pile that hides what is meant, asks which card."""
        picking, desk = self.scene.picking, self.scene.desk
        if picking is None:
            return
        inside = reach.wants_inside(desk, picking, thing.zone)
        idle = not picking.picked and not picking.may_pick(thing)
        if (inside or idle) and self._look_into(thing):
            return
        self.chose(picking.choose(thing), at)

    def _look_into(self, thing: Thing) -> bool:
        """Shows what a pile holds, to choose from or to look at. False: that is not to be seen."""
        found = reach.within_pile(self.scene.desk, self.scene.picking, thing.zone)
        if found:
            self.scene.board.look_into(thing.zone)
        return bool(found)

    def chose(self, outcome: Outcome, at: tuple[float, float]) -> None:
        """Passes on what a choice came to."""
        if outcome.throw >= 0:
            decision = self.scene.session.decision
            if decision is not None and isinstance(decision.aim, Limits):
                self.aim.offer(outcome.throw, decision.aim)
            self.scene.board.picks_changed()
        else:
            self.scene.outcome(outcome, at)
        self.raise_cards()

    def thrown(self) -> None:
        """The held card has left the hand: its flight is shown, nothing glides home."""
        self.carry.forget()
        self._press = None
        self.left_hand = True
        self.pointer = (-1e4, -1e4)  # what lies where the hand ended is not read before it moves

    def drop_home(self) -> None:
        """The hand movement was no throw."""
        self._press = None
        self._go_home()

    # -- cards on their way -------------------------------------------------------------------

    def _go_home(self) -> None:
        self.carry.send_home(self.pointer)
        picking = self.scene.picking
        if picking is not None and picking.picked:
            picking.clear()
            self.scene.board.picks_changed()

    def update(self, dt: float) -> None:
        self._still += dt
        if self._unlooked:
            self._look_below()
        self.aim.update(dt)
        self.flights.update(dt)
        if self.carry.update(dt):
            self.scene.refresh()
        self.piles.update(self._press, dt)
        if self._shows_zoom() or self.helped() is not None:
            self.scene.refresh()

    # -- drawing ------------------------------------------------------------------------------

    def _lit(self) -> list[Thing]:
        """What may be chosen now; with a card picked, where it may go."""
        desk, picking = self.scene.desk, self.scene.picking
        lit = self._targets()
        if picking is not None and not picking.picked:
            lit += [thing for thing in picking.things() if not reach.hidden(desk, thing)]
        return lit

    def draw_below(self, canvas: Canvas) -> None:
        """On the table, below moving cards."""
        desk, picking = self.scene.desk, self.scene.picking
        self.aim.draw_marks(canvas)
        if picking is not None and not self.scene.busy:
            own = {area.zone for area in desk.now.areas if area.own}
            lit = [thing for thing in self._lit() if thing.zone not in own or picking.picked]
            under = reach.meant(desk, picking, self.hover)
            over = next((t for t in lit if reach.same(t, under)), Thing())
            desk.draw_glow(canvas, [*lit, *self.scene.board.hinted], over)
            self.piles.draw_picks(canvas)
        drawer = self.scene.board.drawer
        if drawer.shown and drawer.over is not None:
            told = [Thing(card, 0) for card in drawer.over.cards]
            desk.draw_glow(canvas, told, Thing())

    def draw_above(self, canvas: Canvas) -> None:
        """Above the cards: what is held, thrown, on its way home."""
        self.carry.draw_homing(canvas)
        self.flights.draw(canvas)
        if self.piles.open:
            self.piles.draw_lassoed(canvas)
        elif self.held >= 0 and not self.aim.draw_held(canvas):
            self.carry.draw_held(canvas, self.pointer)
        self.aim.draw(canvas)

    def _shows_zoom(self) -> bool:
        spot = self._layout.by_card.get(self.hover.card)
        if spot is None or self.held >= 0 or self.scene.busy or self.throwing:
            return False
        if not spot.up and not self.scene.desk.crowded(spot.zone):
            return False
        if self.piles.fan is not None or self._press is not None or self.helped() is not None:
            return False
        goes = self.scene.picking and self.scene.picking.picked  # where to is looked for now
        return self.zooming or (self._still >= REST and not goes and self.scene.board.note is None)

    def helped(self) -> signs.Shield | None:
        """The badge on which the pointer rests."""
        desk = self.scene.desk
        if self._still < HELP or self._press is not None:
            return None
        return signs.within_shield(desk.ground.shields, self.pointer)

    def draw_zoom(self, canvas: Canvas) -> None:
        """Over everything: what is shown large, a fan of cards, the help for a badge."""
        desk, shield = self.scene.desk, self.helped()
        self.piles.draw_fan(canvas)
        if shield is not None and shield.badge.help:
            Tooltip(shield.badge.help, canvas.look, shield.rect, canvas.rect).draw(canvas)
        elif self._shows_zoom():
            rect = self.large_rect(canvas.look, canvas.rect)
            if desk.crowded(self.hover.zone):
                desk.draw_pile(canvas, self.hover.zone, rect)
            else:
                desk.draw_large(canvas, self.hover.card, rect)

    def large_rect(self, look: Look, window: Rect) -> Rect:
        """Where the card under the pointer is shown large, or its pile if that is too crowded to be
        read: over no lit card and no button."""
        desk, card = self.scene.desk, self.hover.card
        lit = [desk.rect_of(thing) for thing in self._lit() if thing.card != card]
        clear = (*map(tuple, lit), *map(tuple, self.scene.board.busy_rects()))
        key = card, clear, tuple(window), look.scale
        if self._large is None or self._large[0] != key:
            self._large = key, self._place_large(look, window, [Rect(r) for r in clear])
        return self._large[1]

    def _place_large(self, look: Look, window: Rect, clear: list[Rect]) -> Rect:
        desk, zone = self.scene.desk, self.hover.zone
        if desk.crowded(zone):
            near, count = desk.rect_of(Thing(-1, zone)), len(desk.pos.zones[zone])
            return pile_rect(look, window, near, clear, count)
        near, own = desk.rect_of(self.hover), self._layout.by_zone[zone].own
        return large_rect(look, window, near, clear, own)
