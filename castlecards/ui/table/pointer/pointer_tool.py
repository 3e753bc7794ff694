"""The pointer over the table: hover, pick, drag, drop; and the card that is thrown.

A press takes a card up; moved, it hangs from the pointer; let go, it goes where that means
something, and else glides home. With a decision that lets cards be thrown, the same movement may
be a flick, and `aim` watches it. Held down and kept still, a pile fans out, a drag over the bare
table draws a lasso, several go together (`carry`). What comes of it is answered.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from pygame import Rect

from castlecards.core.cards import CardId
from castlecards.core.landing import FLIP, FOULS, FRISBEE, LOB, Release, toss
from castlecards.core.plurals import capital
from castlecards.toss.flick import WORDS, Foul
from castlecards.ui.kit import intents
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Intent
from castlecards.ui.services import Services
from castlecards.ui.table.commands import (
    Command,
    InspectPile,
    Notify,
    Pan,
    Redraw,
    Refuse,
    ReportFoul,
    ResetCamera,
    Submit,
    Zoom,
    command_for,
)
from castlecards.ui.table.input.action_matching import Picked, Target, is_throwable
from castlecards.ui.table.input.selection import SelectionResult
from castlecards.ui.table.input.state import (
    DragGesture,
    LassoGesture,
    NoGesture,
    Press,
    PressGesture,
)
from castlecards.ui.table.layout.model import Layout
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.overlay.card_zoom import CardZoom
from castlecards.ui.table.overlay.selection_hints import SelectionHints
from castlecards.ui.table.pointer import covered_cards
from castlecards.ui.table.pointer.drag import ADDING, FAR, DraggedCards, PileTools
from castlecards.ui.table.render.table_surface import TableSurface
from castlecards.ui.table.throw.aim_tool import AimTool

if TYPE_CHECKING:
    from castlecards.core.action import Decision

Gripped = tuple[Target, tuple[float, float]]  # what is held, and where: mm to the right and up
PAN = 40.0  # px, with an arrow key
TURN = 1.0  # degrees a key press turns the aim
METHOD_OF = {Act.LOB: LOB, Act.FRISBEE: FRISBEE, Act.FLIP_THROW: FLIP}
STEP_OF = {Act.LOFT_UP: 1, Act.LOFT_DOWN: -1}


class PointerTool:
    """What the player does with the pointer at one table."""

    def __init__(self, app: Services, model: TableModel, desk: TableSurface) -> None:
        self.app = app
        self.model = model
        self.desk = desk
        self.grasp = model.grasp
        self.aim = AimTool(app, model, desk)
        self.carry = DraggedCards(app, model.grasp, desk)
        self.piles = PileTools(app, model, desk, self.carry)
        self.foretold = SelectionHints(model, desk)
        self.large = CardZoom(model, desk, self.piles)
        self._pan: tuple[float, float] | None = None  # px, where the middle button has the table
        self._asked: Decision | None = None  # pending when the button went down first

    @property
    def pressing(self) -> bool:
        """A button of the mouse is down."""
        return self.grasp.press is not None

    # -- what the scene asks ------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        parts = (self.piles, self.aim, self.foretold)
        return bool(self.carry.homing) or any(part.moving for part in parts)

    @property
    def bright(self) -> set[CardId] | None:
        """Hand cards that may be picked now; None: all look alike."""
        picking = self.model.picking
        if picking is None or self.model.busy:
            return None
        partners = {thing.card for thing in self.foretold.partners}
        found = {thing.card for thing in picking.picked}
        hand = [area.zone for area in self._layout.areas if area.own]
        held = {card for zone in hand for card in self.model.session.position.zones[zone]}
        usual = self.model.favoured or {thing.card for thing in picking.things()}
        found |= partners if partners & held else usual
        return found if found & held else None

    @property
    def _layout(self) -> Layout:
        return self.desk.now

    def played(self) -> None:
        """Somebody has answered: nothing is held any more."""
        self.aim.cancel()
        self.grasp.up()

    def departed(self, old: Layout) -> Layout:
        """The layout that an animation starts from: a card that was dropped starts there."""
        self.piles.forget()
        return self.carry.departed(old)

    # -- input --------------------------------------------------------------------------------

    def first(self, intent: Intent, on_bar: bool = False) -> list[Command] | None:
        """What comes before buttons: a card in the hand. None: nobody here needs it; `on_bar`: the
        pointer is on the bar with which one throws."""
        if self.model.limits is not None:
            done = self._aimed(intent, on_bar)
            if done is not None:
                return done
        match intent:
            case intents.Key(figure):
                return self._figure(figure)
            case intents.Move(dx, dy, mods) if "shift" in mods:
                return [Pan(-dx * PAN, -dy * PAN)]
            case intents.Drag() if self.grasp.press is not None:
                return self._drag(intent)
            case intents.Release(button=button) if self.grasp.press is not None:
                return self._drop(intent) if button == self.grasp.press.button else []
        return None

    def _figure(self, figure: str) -> list[Command]:
        """The key of a figure chooses the token that bears it."""
        picking = self.model.picking
        action = self.model.figured(figure) if not self.model.busy else None
        if picking is None or action is None:
            return []
        return [Submit(picking.decision.seat, action)]

    def _aimed(self, intent: Intent, on_bar: bool) -> list[Command] | None:
        """Input that concerns a throw; None: it does not."""
        grasp, aim = self.grasp, self.aim
        match intent:
            case intents.Drag(pos) if grasp.flicked >= 0:
                found = aim.drag(intent)
                return self._thrown(found, pos) if found is not None else None
            case intents.Release(pos) if grasp.flicked >= 0:
                picking, on_target = self.model.picking, False
                if picking is not None and grasp.held >= 0 and grasp.own is None:
                    on_target = picking.is_target(self.under_held())
                carried = aim.carried
                found = aim.let_go(intent, on_target)
                if found is not None:
                    return self._thrown(found, pos)
                return self._put_down(intent) if carried else None
            case intents.Scroll(_, dy) if grasp.aims or on_bar or self._points_at_hand():
                aim.turn_loft(dy)
                return []
            case intents.Move(dx, dy) if grasp.keys is not None:
                aim.turn(dx * TURN * (0.2 if "shift" in intent.mods else 1.0))
                aim.turn_loft(-dy)
                return []
            case intents.Command(Act.THROW | Act.CONFIRM, down, again) if grasp.keys is not None:
                return self.power(down) if not again else []
        return None

    def _points_at_hand(self) -> bool:
        """The wheel changes the loft over the own hand, else it zooms."""
        card, limits = self.grasp.hover.card, self.model.limits
        return limits is not None and card >= 0 and card in limits.cards

    def _thrown(self, found: Release | Foul, at: tuple[float, float]) -> list[Command]:
        """What a movement has come to: a throw; or none, and the card goes home, and the rule is
        told. Played strictly, that counts, where a rule is broken."""
        decision, limits, card = self.model.session.decision, self.model.limits, self.grasp.flicked
        method = self.grasp.now
        self.aim.over()
        if not isinstance(found, Foul):  # its flight is shown, nothing glides home
            self.carry.forget()
            self.grasp.forget_place()
            return [Submit(decision.seat, toss(card, found), flung=True)] if decision else []
        self.drop_home()
        if not found.rule:
            return [Notify(found.words)]
        action = found.action(card)
        if limits is not None and limits.strict and decision is not None:
            return [Submit(decision.seat, action)]
        return [ReportFoul(FOULS.index(found.reason), method), Refuse((action,), at)]

    def power(self, down: bool) -> list[Command]:
        """The key of the power bar goes down, or up: then the card flies."""
        thrown, decision = self.aim.power(down), self.model.session.decision
        if thrown is None or decision is None:
            return []
        return [Submit(decision.seat, toss(*thrown))]

    def handle(self, intent: Intent) -> list[Command]:
        """What no button wanted."""
        match intent:
            case intents.Grab(button=2, clicks=2):
                return [ResetCamera()]
            case intents.Grab(pos, button=2):
                self._pan = (float(pos[0]), float(pos[1]))
            case intents.Drag(pos, button=2) if self._pan is not None:
                x, y = self._pan
                self._pan = (float(pos[0]), float(pos[1]))
                return [Pan(pos[0] - x, pos[1] - y)]
            case intents.Release(_, button=2):
                self._pan = None
            case intents.Grab():
                return self._grab(intent)
            case intents.Scroll(_, dy, pos):
                return [Zoom(dy, pos)]
            case intents.Move(dx, dy):
                return [Pan(-dx * PAN, -dy * PAN)]
        return []

    def to_throw(self, pos: tuple[float, float]) -> bool:
        """Does a card lie there that may be thrown now?"""
        return self._can_throw(
            covered_cards.pile_of_covered(self.desk, self.model.picking, self.desk.thing_at(*pos))
        )

    def gripped(self, pos: tuple[float, float]) -> Gripped:
        """The card there, and where on it the hand would have it."""
        thing = self.desk.thing_at(*pos)
        return thing, self.aim.grip(thing.card, pos) if thing.card >= 0 else (0.0, 0.0)

    def take_late(self, intent: intents.Grab, gripped: Gripped | None = None) -> None:
        """The press has ended what moved; it does no more, unless it becomes a drag or a flick.
        `gripped`: what lay there before the hand was laid out anew."""
        self._grab(intent, late=True)
        grasp = self.grasp
        if gripped is None or not self._can_throw(gripped[0]) or grasp.held >= 0:
            return
        (thing, grip), button = gripped, intent.button
        throws = self.aim.press(thing.card, intent, grip)
        press = Press(thing, grasp.pointer, button, intent.mods, late=True, throws=throws)
        grasp.gesture = PressGesture(press)

    def command(self, act: Act, focused: CardId) -> list[Command]:
        """A key; `focused`: the card on which the keyboard stands, -1: none."""
        if act in METHOD_OF:
            self.aim.choose(METHOD_OF[act])
        elif act in STEP_OF and self.model.limits is not None:
            self.aim.turn_loft(STEP_OF[act])
        elif act in STEP_OF:  # nothing to throw: the same keys look nearer and further
            stage = self._layout.stage
            return [Zoom(STEP_OF[act], (stage.left + stage.width / 2, stage.height / 2))]
        elif act == Act.AIM:
            self.aim.start_keys(focused)
        return []

    def zoom(self, down: bool, focused: Target | None) -> None:
        """The key that shows things large: a focused pile fans out as long as it is held."""
        self.large.key = down
        if down and focused is not None and focused.card != self.grasp.hover.card:
            self.piles.fan_out(focused.zone)
        elif not down and not self.pressing:
            self.piles.fan = None

    def cancel(self) -> bool:
        """Esc. True: there was something to put back."""
        if self.grasp.aims:
            self.aim.cancel()
            self.drop_home()
            return True
        picking = self.model.picking
        if self.piles.fan is not None or isinstance(self.grasp.gesture, LassoGesture):
            self.piles.forget()
            self.carry.send_home()
            return True
        if self.grasp.held >= 0:
            self.drop_home()
            return True
        if picking is not None and picking.picked:
            picking.clear()
            return True
        return False

    def let_go(self) -> None:
        """The pointer has left: nothing is held any more."""
        self.large.gone()
        self.aim.cancel()
        self.piles.forget()
        if self.grasp.held >= 0:
            self.drop_home()
        self.grasp.gesture = NoGesture()
        self.grasp.hover = Target()

    def look_at(self, pos: tuple[float, float], on_button: bool) -> None:
        """The pointer is there; `on_button`: something that is written lies over the table."""
        self.grasp.pointer = (float(pos[0]), float(pos[1]))
        reading = self.reads
        self.grasp.hover = Target() if on_button else self.desk.thing_at(*self.grasp.pointer)
        self.large.moved(self.grasp.hover, reading)

    def _raise_cards(self) -> None:
        picking, desk = self.model.picking, self.desk
        own = {area.zone for area in desk.now.areas if area.own}
        named = picking.picked if picking is not None else ()
        named = (*named, *self.model.hinted)
        picked = [thing.card for thing in named if thing.zone in own]
        hovered = self.grasp.hover.card if not self.model.busy else -1
        partners = [thing.card for thing in self.foretold.partners if thing.zone in own]
        desk.raise_cards(hovered, picked, partners)

    def _grab(self, intent: intents.Grab, late: bool = False) -> list[Command]:
        desk, picking, grasp = self.desk, self.model.picking, self.grasp
        grasp.pointer = (float(intent.pos[0]), float(intent.pos[1]))
        grasp.hover = desk.thing_at(*grasp.pointer)
        thing = covered_cards.pile_of_covered(desk, picking, grasp.hover)
        if intent.button == 3 and not self._can_throw(thing):
            return self._look_into(thing)
        asked = picking.decision if picking is not None else None
        twice = intent.clicks == 2 and intent.button == 1 and asked is self._asked
        self._asked = asked
        double = twice and picking is not None and (picking.may_pick(thing) or picking.picked)
        waiting = self._waiting()
        behind = self.aim.behind(grasp.pointer)
        if waiting is not None and not double and not self._wanted(thing) and behind:
            thing = waiting  # the card that was picked by a click is taken up here
        at, button, mods = grasp.pointer, intent.button, intent.mods
        if isinstance(grasp.gesture, DragGesture):
            grasp.taken_over(thing, at, button)
            return []
        throws = self._can_throw(thing) and self.aim.press(thing.card, intent)
        grasp.gesture = PressGesture(Press(thing, at, button, mods, bool(double), late, throws))
        return []

    def _waiting(self) -> Target | None:
        """The one picked card, if it may be thrown."""
        picking = self.model.picking
        picked = picking.picked if picking is not None else ()
        return picked[0] if len(picked) == 1 and self._can_throw(picked[0]) else None

    def _wanted(self, thing: Target) -> bool:
        """Does a click there mean something of its own?"""
        picking = self.model.picking
        return picking is not None and (picking.is_target(thing) or picking.may_pick(thing))

    def _can_throw(self, thing: Target) -> bool:
        picking = self.model.picking
        return picking is not None and is_throwable(picking.decision, thing.card)

    def _drag(self, intent: intents.Drag) -> list[Command]:
        grasp, press, picking = self.grasp, self.grasp.press, self.model.picking
        assert press is not None
        x, y = grasp.pointer = (float(intent.pos[0]), float(intent.pos[1]))
        told: list[Command] = []
        if self.piles.fan is not None:
            return []
        if grasp.held < 0:
            far = abs(x - press.at[0]) + abs(y - press.at[1]) >= FAR * self._layout.stage.u
            if not far or picking is None:
                return []
            grasp.keep_still(-1.0)
            if press.thing == Target() and press.button == 1 and picking.groups:
                grasp.gesture = LassoGesture(press, (x, y))
                return []
            told = self._take(press)
        if isinstance(grasp.gesture, DragGesture):
            grasp.gesture = replace(grasp.gesture, moved=True)
        return told

    def _look_below(self) -> None:
        """What lies below the held card is looked for once a frame, not for every report of a
        quick mouse."""
        grasp, gesture = self.grasp, self.grasp.gesture
        if not isinstance(gesture, DragGesture) or not gesture.moved:
            return
        grasp.gesture = replace(gesture, moved=False)
        over, grasp.hover = grasp.hover, self.under_held()
        if over.zone != grasp.hover.zone and gesture.press is not None:
            grasp.keep_still(0.0)  # come to something else, holding still begins anew

    def _take(self, press: Press) -> list[Command]:
        """Takes up what was pressed, with all that is picked and goes together with it, if it can
        be taken; tells of picks that do not."""
        picking, thing = self.model.picking, press.thing
        if picking is None or not picking.may_hold(thing) or thing.card < 0:
            return []
        group: Picked = ()
        if thing not in picking.picked:
            if picking.picked and picking.may_join(thing):
                picking.add(thing)
            else:
                group = picking.picked if len(picking.picked) > 1 else ()
                picking.clear()
                picking.hold(thing)
        others = (other.card for other in picking.picked if other.card not in (-1, thing.card))
        self.carry.take(thing.card, tuple(others), press)
        self.app.play("snap", 0.25)
        return self._gone_back(group, thing)

    def _gone_back(self, group: Picked, thing: Target) -> list[Command]:
        """A word about picks that something else does not go with."""
        if not group:
            return []
        names = " and ".join(self.model.thing_name(each) for each in group)
        with_ = self.model.thing_name(thing)
        return [Notify(f"{capital(names)} put back: {with_} does not go with them")]

    def under_held(self) -> Target:
        """Where a card would go if it were let go now: what the pointer is on, if that is a place
        for it; else the place that the card itself covers; else whatever is there."""
        desk, picking, grasp = self.desk, self.model.picking, self.grasp
        under = desk.thing_at(*grasp.pointer, without={grasp.held, *grasp.others})
        under = covered_cards.pile_of_covered(desk, picking, under)
        if picking is None or picking.is_target(under):
            return under
        near = desk.nearest(desk.held_stance(*grasp.pointer), self._targets())
        return near if near != Target() else under

    def _targets(self) -> list[Target]:
        picking = self.model.picking
        if picking is None or not picking.picked or self.grasp.only_throws:
            return []
        cards, zones = picking.targets
        pos, desk = self.model.session.position, self.desk
        lit = dict.fromkeys(Target(-1, zone) for zone in zones)
        for card in cards:
            zone = pos.zone_of(card)
            whole = covered_cards.needs_inspection(desk, picking, zone)
            lit[Target(-1 if whole else card, zone)] = None
        return list(lit)

    def _drop(self, intent: intents.Release) -> list[Command]:
        grasp, picking, desk = self.grasp, self.model.picking, self.desk
        press, gesture = grasp.press, grasp.gesture
        assert press is not None
        if grasp.held >= 0:
            self.large.put_down()
        grasp.up()
        grasp.pointer = (float(intent.pos[0]), float(intent.pos[1]))
        if self.piles.fan is not None:
            return self._closed(press)
        if isinstance(gesture, LassoGesture):
            self.piles.caught(gesture)
        elif picking is None:
            self.drop_home()
        elif grasp.held < 0 and press.late:
            return []
        elif grasp.held < 0 and self._in_vain(press):
            under = covered_cards.pile_of_covered(desk, picking, desk.thing_at(*grasp.pointer))
            return self._meant(picking.barred(press.thing, under), intent.pos)
        elif grasp.held < 0 and press.double:
            return self._meant(picking.only(press.thing), intent.pos)
        elif grasp.held < 0:
            return self._click(press.thing, intent.pos, bool(press.mods & ADDING))
        else:
            under = self.under_held()
            if picking.is_target(under) and covered_cards.needs_inspection(
                desk, picking, under.zone
            ):
                self.carry.send_home()
                return self._look_into(under)
            return self._dropped(picking.drop(under), intent.pos)
        return []

    def _put_down(self, intent: intents.Release) -> list[Command]:
        """A card that may be thrown was carried forward slowly: where that means nothing, that it
        was no throw is told."""
        press = self.grasp.press
        if press is None or intent.button != press.button:
            return []
        return self._drop(intent) or [Notify(WORDS["slow"])]

    def _dropped(self, outcome: SelectionResult, at: tuple[float, float]) -> list[Command]:
        """What is held goes where it was put, or home."""
        if not outcome.actions:
            self.drop_home()
        return self._meant(outcome, at)

    def _closed(self, press: Press) -> list[Command]:
        """A fan closes: the card that was chosen in it, or for what is held."""
        held, thing = self.grasp.held >= 0, self.piles.close(press)
        picking = self.model.picking
        if thing is None or picking is None:
            if held:
                self.drop_home()
            return []
        if held:
            return self._dropped(picking.drop(thing), self.grasp.pointer)
        return self._meant(picking.choose(thing), self.grasp.pointer)

    def _in_vain(self, press: Press) -> bool:
        """Was a card drawn elsewhere that nothing can be done with?"""
        x, y = self.grasp.pointer
        far = abs(x - press.at[0]) + abs(y - press.at[1]) >= FAR * self._layout.stage.u
        return far and press.thing.card >= 0 and not self._wanted(press.thing)

    def _click(self, thing: Target, at: tuple[float, float], adding: bool) -> list[Command]:
        picking = self.model.picking
        if picking is None:
            return []
        if thing == Target():
            if picking.picked and not adding:
                picking.clear()
            return []
        if adding and not self._can_throw(thing):
            return self._meant(picking.add(thing), at)
        return self.choose(thing, at)

    def choose(self, thing: Target, at: tuple[float, float]) -> list[Command]:
        """A click or Enter on something: of a pile that hides what is meant, asks which card."""
        picking, desk = self.model.picking, self.desk
        if picking is None:
            return []
        inside = covered_cards.needs_inspection(desk, picking, thing.zone)
        idle = not picking.picked and not picking.may_pick(thing)
        looks = self._look_into(thing) if inside or idle else []
        return looks or self._meant(picking.choose(thing), at)

    def _look_into(self, thing: Target) -> list[Command]:
        """Shows what a pile holds, to choose from or to look at, where that may be seen."""
        found = covered_cards.pile_contents(self.desk, self.model.picking, thing.zone)
        return [InspectPile(thing.zone)] if found else []

    def _meant(self, outcome: SelectionResult, at: tuple[float, float]) -> list[Command]:
        """What a choice came to."""
        decision = self.model.session.decision
        if outcome.throw >= 0 or decision is None or self.model.picking is None:
            return []
        now = self.model.picking.picked
        told = self._gone_back(outcome.returned, now[0]) if now else []
        return [*told, *command_for(outcome, decision.seat, at)]

    def drop_home(self) -> None:
        """What is held glides to where it lay, and nothing is picked any more."""
        self.carry.send_home()
        picking = self.model.picking
        if picking is not None and picking.picked:
            picking.clear()

    # -- time ---------------------------------------------------------------------------------

    def update(self, dt: float) -> list[Command]:
        self.large.update(dt)
        self._look_below()
        self.aim.update(dt)
        home = self.carry.update(dt)
        fan = self.piles.fan
        self.piles.update(dt)
        self.foretold.update(dt, self.app.settings.reduced_motion)
        self._raise_cards()
        fans = self.piles.fan is not fan  # one has just opened, or closed
        drawn = home or fans or self.reads or self.large.helped() is not None
        return [Redraw()] if drawn else []

    # -- drawing ------------------------------------------------------------------------------

    def lit(self) -> list[Target]:
        """What may be chosen now; with a card picked, where it may go."""
        picking = self.model.picking
        lit = self._targets()
        if picking is not None and not picking.picked:
            lit += [
                thing
                for thing in picking.things()
                if not covered_cards.is_covered(self.desk, thing)
            ]
        return lit

    def _over(self, focused: Target | None) -> Target:
        """What the player looks at: where the keyboard stands, else what the pointer is on."""
        return focused or covered_cards.pile_of_covered(
            self.desk, self.model.picking, self.grasp.hover
        )

    def draw_below(self, canvas: Canvas, focused: Target | None = None) -> None:
        """On the table, below moving cards; `focused`: where the keyboard stands."""
        desk, picking = self.desk, self.model.picking
        self.aim.draw_marks(canvas)
        if picking is not None and not self.model.busy:
            own = {area.zone for area in desk.now.areas if area.own}
            lit = [thing for thing in self.lit() if thing.zone not in own or picking.picked]
            lit += [thing for thing in self.foretold.partners if thing.zone not in own]
            under = self._over(focused)
            over = next((t for t in lit if covered_cards.is_same_target(t, under)), Target())
            told = {area.zone for area in desk.now.areas if area.part == "unseen"}
            hinted = (each for each in self.model.hinted if each.card >= 0 or each.zone not in told)
            desk.draw_glow(canvas, [*lit, *hinted], over)
            self.piles.draw_picks(canvas)
            desk.draw_counts(canvas, [*lit, *picking.picked])
            self.foretold.draw_arrows(canvas, under)

    def draw_above(self, canvas: Canvas, focused: Target | None, free: Rect) -> None:
        """Above the cards: what would happen where, what is held, and how it is aimed; `free`: the
        window without what is written beside the table."""
        over = self._over(focused)
        self.foretold.draw_partners(canvas, over)
        self.foretold.draw_chips(canvas, self._targets(), over, free)
        if isinstance(self.grasp.gesture, LassoGesture):
            self.piles.draw_lassoed(canvas)
        elif self.piles.fan is None and self.grasp.held >= 0 and not self.aim.draw_held(canvas):
            self.carry.draw_held(canvas)
        self.aim.draw(canvas)

    def reach(self, focused: Target | None) -> set[int]:
        """The rungs of the ladder to which the picks would lead."""
        return self.foretold.reach(self._targets(), self._over(focused))

    @property
    def reads(self) -> bool:
        """Is something shown large?"""
        return self.large.shows()

    def draw_zoom(
        self,
        canvas: Canvas,
        clear: Iterable[Rect],
        free: Rect,
        aside: Rect,
        focused: Target | None,
    ) -> None:
        """Over everything: what is shown large, a fan of cards, the help for a badge; over nothing
        of `clear` (see `CardZoom.draw`)."""
        self.piles.draw_fan(canvas)
        self.large.draw(canvas, self.lit(), clear, free, aside, focused)
