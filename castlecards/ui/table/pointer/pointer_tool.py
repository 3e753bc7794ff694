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
from castlecards.core.landing import FLIP, FOULS, FRISBEE, LOB, TOO_SLOW, Release, toss
from castlecards.core.sentence_templates import joined_list
from castlecards.texts import capital, tr
from castlecards.toss.flick import Foul
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
from castlecards.ui.table.input.flick_gesture import MISSED
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
from castlecards.ui.table.render.table_view import TableView
from castlecards.ui.table.throw.aim_tool import AimTool

if TYPE_CHECKING:
    from castlecards.core.action import Decision

Gripped = tuple[Target, tuple[float, float]]  # what is held, and where: mm to the right and up
PAN = 40.0  # px, with an arrow key
TURN = 1.0  # degrees a key press turns the aim
METHOD_OF = {Act.LOB: LOB, Act.FRISBEE: FRISBEE, Act.FLIP_THROW: FLIP}
STEP_OF = {Act.LOFT_UP: 1, Act.LOFT_DOWN: -1}


class PointerTool:
    """Pointer tool of one table: turns presses, drags and drops into commands."""

    def __init__(self, app: Services, model: TableModel, table_view: TableView) -> None:
        self.app = app
        self.model = model
        self.table_view = table_view
        self.input_state = model.input_state
        self.aim_tool = AimTool(app, model, table_view)
        self.dragged = DraggedCards(app, model.input_state, table_view)
        self.pile_tools = PileTools(app, model, table_view, self.dragged)
        self.hints = SelectionHints(model, table_view)
        self.card_zoom = CardZoom(model, table_view, self.pile_tools)
        self._pan: tuple[float, float] | None = None  # px, where the middle button has the table
        self._asked: Decision | None = None  # pending when the button went down first

    @property
    def pressing(self) -> bool:
        """A button of the mouse is down."""
        return self.input_state.press is not None

    # -- what the scene asks ------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        parts = (self.pile_tools, self.aim_tool, self.hints)
        return bool(self.dragged.homing) or any(part.moving for part in parts)

    @property
    def bright_cards(self) -> set[CardId] | None:
        """Hand cards that may be picked now; None: all look alike."""
        selection = self.model.selection
        if selection is None or self.model.busy:
            return None
        partners = {target.card for target in self.hints.partners}
        found = {target.card for target in selection.picked}
        hand = [area.zone for area in self._layout.areas if area.own]
        held = {card for zone in hand for card in self.model.session.position.zones[zone]}
        usual = self.model.favoured or {target.card for target in selection.things()}
        found |= partners if partners & held else usual
        return found if found & held else None

    @property
    def _layout(self) -> Layout:
        return self.table_view.layout

    def on_submitted(self) -> None:
        """Let go of all cards: the decision has been answered."""
        self.aim_tool.cancel()
        self.input_state.release_button()

    def take_departure(self, old: Layout) -> Layout:
        """The layout that an animation starts from: a card that was dropped starts there."""
        self.pile_tools.forget()
        return self.dragged.departed(old)

    # -- input --------------------------------------------------------------------------------

    def before_widgets(self, intent: Intent, on_bar: bool = False) -> list[Command] | None:
        """Handle input before buttons do: a held card. None: nobody here needs it; `on_bar`: the
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
            case intents.Drag() if self.input_state.press is not None:
                return self._drag(intent)
            case intents.Release(button=button) if self.input_state.press is not None:
                return self._drop(intent) if button == self.input_state.press.button else []
        return None

    def _figure(self, figure: str) -> list[Command]:
        """The key of a figure chooses the token that bears it."""
        selection = self.model.selection
        action = self.model.option_with_figure(figure) if not self.model.busy else None
        if selection is None or action is None:
            return []
        return [Submit(selection.decision.seat, action)]

    def _aimed(self, intent: Intent, on_bar: bool) -> list[Command] | None:
        """Input that concerns a throw; None: it does not."""
        input_state, aim = self.input_state, self.aim_tool
        match intent:
            case intents.Drag(pos) if input_state.throwable_card >= 0:
                found = aim.drag(intent)
                return self._thrown(found, pos) if found is not None else None
            case intents.Release(pos) if input_state.throwable_card >= 0:
                selection, on_target = self.model.selection, False
                if (
                    selection is not None
                    and input_state.held_card >= 0
                    and input_state.method_override is None
                ):
                    on_target = selection.is_target(self.under_held())
                carried = aim.carried
                found = aim.release(intent, on_target)
                if found is not None:
                    return self._thrown(found, pos)
                return self._put_down(intent) if carried else None
            case intents.Scroll(_, dy) if input_state.is_aiming or on_bar or self._points_at_hand():
                aim.turn_loft(dy)
                return []
            case intents.Move(dx, dy) if input_state.keys is not None:
                aim.turn(dx * TURN * (0.2 if "shift" in intent.mods else 1.0))
                aim.turn_loft(-dy)
                return []
            case intents.Command(Act.THROW | Act.CONFIRM, down, again) if (
                input_state.keys is not None
            ):
                return self.power(down) if not again else []
        return None

    def _points_at_hand(self) -> bool:
        """The wheel changes the loft over the own hand, else it zooms."""
        card, limits = self.input_state.hover.card, self.model.limits
        return limits is not None and card >= 0 and card in limits.cards

    def _thrown(self, found: Release | Foul, at: tuple[float, float]) -> list[Command]:
        """Commands of a movement: a throw; or none, and the card goes home, and the rule is
        told. Played strictly, that counts, where a rule is broken."""
        decision, limits, card = (
            self.model.session.decision,
            self.model.limits,
            self.input_state.throwable_card,
        )
        method = self.input_state.current_method
        self.aim_tool.finish()
        if not isinstance(found, Foul):  # its flight is shown, nothing glides home
            self.dragged.forget()
            self.input_state.forget_place()
            return [Submit(decision.seat, toss(card, found), just_thrown=True)] if decision else []
        self.drop_home()
        if found.lost:
            return [Notify(MISSED)]
        action = found.action(card)
        if limits is not None and limits.strict and decision is not None:
            return [Submit(decision.seat, action)]
        return [ReportFoul(FOULS.index(found.reason), method), Refuse((action,), at)]

    def power(self, down: bool) -> list[Command]:
        """The key of the power bar goes down, or up: then the card flies."""
        thrown, decision = self.aim_tool.power(down), self.model.session.decision
        if thrown is None or decision is None:
            return []
        return [Submit(decision.seat, toss(*thrown))]

    def handle(self, intent: Intent) -> list[Command]:
        """Handle input that no widget has consumed."""
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

    def is_throwable_at(self, pos: tuple[float, float]) -> bool:
        """True if a card at `pos` (px) may be thrown now."""
        return self._can_throw(
            covered_cards.pile_of_covered(
                self.table_view, self.model.selection, self.table_view.target_at(*pos)
            )
        )

    def gripped(self, pos: tuple[float, float]) -> Gripped:
        """The card there, and where on it the hand would have it."""
        target = self.table_view.target_at(*pos)
        return target, self.aim_tool.grip(target.card, pos) if target.card >= 0 else (0.0, 0.0)

    def take_late(self, intent: intents.Grab, gripped: Gripped | None = None) -> None:
        """The press has ended what moved; it does no more, unless it becomes a drag or a flick.
        `gripped`: what lay there before the hand was laid out again."""
        self._grab(intent, late=True)
        input_state = self.input_state
        if gripped is None or not self._can_throw(gripped[0]) or input_state.held_card >= 0:
            return
        (target, grip), button = gripped, intent.button
        throws = self.aim_tool.press(target.card, intent, grip)
        press = Press(target, input_state.pointer, button, intent.mods, late=True, throws=throws)
        input_state.gesture = PressGesture(press)

    def command(self, act: Act, focused: CardId) -> list[Command]:
        """A key; `focused`: the card on which the keyboard stands, -1: none."""
        if act in METHOD_OF:
            self.aim_tool.choose(METHOD_OF[act])
        elif act in STEP_OF and self.model.limits is not None:
            self.aim_tool.turn_loft(STEP_OF[act])
        elif act in STEP_OF:  # nothing to throw: the same keys look nearer and further
            viewport = self._layout.viewport
            return [Zoom(STEP_OF[act], (viewport.left + viewport.width / 2, viewport.height / 2))]
        elif act == Act.AIM:
            self.aim_tool.start_keys(focused)
        return []

    def zoom(self, down: bool, focused: Target | None) -> None:
        """The key that shows things large: a focused pile fans out as long as it is held."""
        self.card_zoom.key_held = down
        if down and focused is not None and focused.card != self.input_state.hover.card:
            self.pile_tools.fan_out(focused.zone)
        elif not down and not self.pressing:
            self.pile_tools.fan = None

    def cancel(self) -> bool:
        """Esc. True: there was something to put back."""
        if self.input_state.is_aiming:
            self.aim_tool.cancel()
            self.drop_home()
            return True
        selection = self.model.selection
        if self.pile_tools.fan is not None or isinstance(self.input_state.gesture, LassoGesture):
            self.pile_tools.forget()
            self.dragged.send_home()
            return True
        if self.input_state.held_card >= 0:
            self.drop_home()
            return True
        if selection is not None and selection.picked:
            selection.clear()
            return True
        return False

    def release(self) -> None:
        """The pointer has left: nothing is held any more."""
        self.card_zoom.reset()
        self.aim_tool.cancel()
        self.pile_tools.forget()
        if self.input_state.held_card >= 0:
            self.drop_home()
        self.input_state.gesture = NoGesture()
        self.input_state.hover = Target()

    def look_at(self, pos: tuple[float, float], on_button: bool) -> None:
        """The pointer is there; `on_button`: something that is written lies over the table."""
        self.input_state.pointer = (float(pos[0]), float(pos[1]))
        reading = self.is_reading
        self.input_state.hover = (
            Target() if on_button else self.table_view.target_at(*self.input_state.pointer)
        )
        self.card_zoom.pointer_moved(self.input_state.hover, reading)

    def _raise_cards(self) -> None:
        selection, table_view = self.model.selection, self.table_view
        own = {area.zone for area in table_view.layout.areas if area.own}
        named = selection.picked if selection is not None else ()
        named = (*named, *self.model.hint_targets)
        picked = [target.card for target in named if target.zone in own]
        hovered = self.input_state.hover.card if not self.model.busy else -1
        partners = [target.card for target in self.hints.partners if target.zone in own]
        table_view.raise_cards(hovered, picked, partners)

    def _grab(self, intent: intents.Grab, late: bool = False) -> list[Command]:
        table_view, selection, input_state = self.table_view, self.model.selection, self.input_state
        input_state.pointer = (float(intent.pos[0]), float(intent.pos[1]))
        input_state.hover = table_view.target_at(*input_state.pointer)
        target = covered_cards.pile_of_covered(table_view, selection, input_state.hover)
        if intent.button == 3 and not self._can_throw(target):
            return self._look_into(target)
        asked = selection.decision if selection is not None else None
        twice = intent.clicks == 2 and intent.button == 1 and asked is self._asked
        self._asked = asked
        double = (
            twice and selection is not None and (selection.may_pick(target) or selection.picked)
        )
        waiting = self._waiting()
        behind = self.aim_tool.is_behind_castle(input_state.pointer)
        if waiting is not None and not double and not self._wanted(target) and behind:
            target = waiting  # the card that was picked by a click is taken up here
        at, button, mods = input_state.pointer, intent.button, intent.mods
        if isinstance(input_state.gesture, DragGesture):
            input_state.switch_button(target, at, button)
            return []
        throws = self._can_throw(target) and self.aim_tool.press(target.card, intent)
        input_state.gesture = PressGesture(
            Press(target, at, button, mods, bool(double), late, throws)
        )
        return []

    def _waiting(self) -> Target | None:
        """The one picked card, if it may be thrown."""
        selection = self.model.selection
        picked = selection.picked if selection is not None else ()
        return picked[0] if len(picked) == 1 and self._can_throw(picked[0]) else None

    def _wanted(self, target: Target) -> bool:
        """True if a click on `target` has its own meaning."""
        selection = self.model.selection
        return selection is not None and (selection.is_target(target) or selection.may_pick(target))

    def _can_throw(self, target: Target) -> bool:
        selection = self.model.selection
        return selection is not None and is_throwable(selection.decision, target.card)

    def _drag(self, intent: intents.Drag) -> list[Command]:
        input_state, press, selection = (
            self.input_state,
            self.input_state.press,
            self.model.selection,
        )
        assert press is not None
        x, y = input_state.pointer = (float(intent.pos[0]), float(intent.pos[1]))
        commands: list[Command] = []
        if self.pile_tools.fan is not None:
            return []
        if input_state.held_card < 0:
            far = abs(x - press.at[0]) + abs(y - press.at[1]) >= FAR * self._layout.viewport.u
            if not far or selection is None:
                return []
            input_state.keep_still(-1.0)
            if press.target == Target() and press.button == 1 and selection.groups:
                input_state.gesture = LassoGesture(press, (x, y))
                return []
            commands = self._take(press)
        if isinstance(input_state.gesture, DragGesture):
            input_state.gesture = replace(input_state.gesture, moved=True)
        return commands

    def _look_below(self) -> None:
        """Update the target below the held card once a frame, not for each report of a
        quick mouse."""
        input_state, gesture = self.input_state, self.input_state.gesture
        if not isinstance(gesture, DragGesture) or not gesture.moved:
            return
        input_state.gesture = replace(gesture, moved=False)
        over, input_state.hover = input_state.hover, self.under_held()
        if over.zone != input_state.hover.zone and gesture.press is not None:
            input_state.keep_still(
                0.0
            )  # over another target, the time of holding still starts again

    def _take(self, press: Press) -> list[Command]:
        """Takes up what was pressed, with all that is picked and goes together with it, if it can
        be taken; tells of picks that do not."""
        selection, target = self.model.selection, press.target
        if selection is None or not selection.may_hold(target) or target.card < 0:
            return []
        group: Picked = ()
        if target not in selection.picked:
            if selection.picked and selection.may_join(target):
                selection.add(target)
            else:
                group = selection.picked if len(selection.picked) > 1 else ()
                selection.clear()
                selection.hold(target)
        others = (other.card for other in selection.picked if other.card not in (-1, target.card))
        self.dragged.take(target.card, tuple(others), press)
        self.app.play("snap", 0.25)
        return self._gone_back(group, target)

    def _gone_back(self, group: Picked, target: Target) -> list[Command]:
        """A word about picks that something else does not go with."""
        if not group:
            return []
        names = capital(joined_list([self.model.target_name(each) for each in group]))
        other = self.model.target_name(target)
        return [Notify(tr("{cards} went back: {card} doesn’t fit.", cards=names, card=other))]

    def under_held(self) -> Target:
        """Drop target of a held card: what the pointer is on, if that is a place
        for it; else the place that the card itself covers; else whatever is there."""
        table_view, selection, input_state = self.table_view, self.model.selection, self.input_state
        under = table_view.target_at(
            *input_state.pointer, without={input_state.held_card, *input_state.fanned_cards}
        )
        under = covered_cards.pile_of_covered(table_view, selection, under)
        if selection is None or selection.is_target(under):
            return under
        near = table_view.nearest(table_view.held_shape(*input_state.pointer), self._targets())
        return near if near != Target() else under

    def _targets(self) -> list[Target]:
        selection = self.model.selection
        if selection is None or not selection.picked or self.input_state.only_throws:
            return []
        cards, zones = selection.targets
        pos, table_view = self.model.session.position, self.table_view
        lit = dict.fromkeys(Target(-1, zone) for zone in zones)
        for card in cards:
            zone = pos.zone_of(card)
            whole = covered_cards.needs_inspection(table_view, selection, zone)
            lit[Target(-1 if whole else card, zone)] = None
        return list(lit)

    def _drop(self, intent: intents.Release) -> list[Command]:
        input_state, selection, table_view = self.input_state, self.model.selection, self.table_view
        press, gesture = input_state.press, input_state.gesture
        assert press is not None
        if input_state.held_card >= 0:
            self.card_zoom.suppress()
        input_state.release_button()
        input_state.pointer = (float(intent.pos[0]), float(intent.pos[1]))
        if self.pile_tools.fan is not None:
            return self._closed(press)
        if isinstance(gesture, LassoGesture):
            self.pile_tools.caught(gesture)
        elif selection is None:
            self.drop_home()
        elif input_state.held_card < 0 and press.late:
            return []
        elif input_state.held_card < 0 and self._in_vain(press):
            under = covered_cards.pile_of_covered(
                table_view, selection, table_view.target_at(*input_state.pointer)
            )
            return self._commands_for(selection.barred(press.target, under), intent.pos)
        elif input_state.held_card < 0 and press.double:
            return self._commands_for(selection.only(press.target), intent.pos)
        elif input_state.held_card < 0:
            return self._click(press.target, intent.pos, bool(press.mods & ADDING))
        else:
            under = self.under_held()
            if selection.is_target(under) and covered_cards.needs_inspection(
                table_view, selection, under.zone
            ):
                self.dragged.send_home()
                return self._look_into(under)
            return self._dropped(selection.drop(under), intent.pos)
        return []

    def _put_down(self, intent: intents.Release) -> list[Command]:
        """Drop a card that was carried forward slowly; without a meaning, say it was no throw."""
        press = self.input_state.press
        if press is None or intent.button != press.button:
            return []
        return self._drop(intent) or [Notify(TOO_SLOW)]

    def _dropped(self, outcome: SelectionResult, at: tuple[float, float]) -> list[Command]:
        """Play the drop, or let the held cards glide home."""
        if not outcome.actions:
            self.drop_home()
        return self._commands_for(outcome, at)

    def _closed(self, press: Press) -> list[Command]:
        """A fan closes: the card that was chosen in it, or for what is held."""
        held, target = self.input_state.held_card >= 0, self.pile_tools.close(press)
        selection = self.model.selection
        if target is None or selection is None:
            if held:
                self.drop_home()
            return []
        if held:
            return self._dropped(selection.drop(target), self.input_state.pointer)
        return self._commands_for(selection.choose(target), self.input_state.pointer)

    def _in_vain(self, press: Press) -> bool:
        """True if a card was dragged with which nothing can be done."""
        x, y = self.input_state.pointer
        far = abs(x - press.at[0]) + abs(y - press.at[1]) >= FAR * self._layout.viewport.u
        return far and press.target.card >= 0 and not self._wanted(press.target)

    def _click(self, target: Target, at: tuple[float, float], adding: bool) -> list[Command]:
        selection = self.model.selection
        if selection is None:
            return []
        if target == Target():
            if selection.picked and not adding:
                selection.clear()
            return []
        if adding and not self._can_throw(target):
            return self._commands_for(selection.add(target), at)
        return self.choose(target, at)

    def choose(self, target: Target, at: tuple[float, float]) -> list[Command]:
        """A click or Enter on something: of a pile that hides what is meant, asks which card."""
        selection, table_view = self.model.selection, self.table_view
        if selection is None:
            return []
        inside = covered_cards.needs_inspection(table_view, selection, target.zone)
        idle = not selection.picked and not selection.may_pick(target)
        looks = self._look_into(target) if inside or idle else []
        return looks or self._commands_for(selection.choose(target), at)

    def _look_into(self, target: Target) -> list[Command]:
        """Shows what a pile holds, to choose from or to look at, where that may be seen."""
        found = covered_cards.pile_contents(self.table_view, self.model.selection, target.zone)
        return [InspectPile(target.zone)] if found else []

    def _commands_for(self, outcome: SelectionResult, at: tuple[float, float]) -> list[Command]:
        """Commands that follow from the result of a selection."""
        decision = self.model.session.decision
        if outcome.throw >= 0 or decision is None or self.model.selection is None:
            return []
        now = self.model.selection.picked
        returned = self._gone_back(outcome.returned, now[0]) if now else []
        return [*returned, *command_for(outcome, decision.seat, at)]

    def drop_home(self) -> None:
        """Let the held cards glide home and clear the picks."""
        self.dragged.send_home()
        selection = self.model.selection
        if selection is not None and selection.picked:
            selection.clear()

    # -- time ---------------------------------------------------------------------------------

    def update(self, dt: float) -> list[Command]:
        self.card_zoom.update(dt)
        self._look_below()
        self.aim_tool.update(dt)
        home = self.dragged.update(dt)
        fan = self.pile_tools.fan
        self.pile_tools.update(dt)
        self.hints.update(dt, self.app.settings.reduced_motion)
        self._raise_cards()
        fans = self.pile_tools.fan is not fan  # one has just opened, or closed
        drawn = home or fans or self.is_reading or self.card_zoom.badge_under_pointer() is not None
        return [Redraw()] if drawn else []

    # -- drawing ------------------------------------------------------------------------------

    def highlighted(self) -> list[Target]:
        """Targets that may be chosen now; with a card picked, its drop targets."""
        selection = self.model.selection
        lit = self._targets()
        if selection is not None and not selection.picked:
            lit += [
                target
                for target in selection.things()
                if not covered_cards.is_covered(self.table_view, target)
            ]
        return lit

    def _over(self, focused: Target | None) -> Target:
        """Target in focus: where the keyboard stands, else what the pointer is on."""
        return focused or covered_cards.pile_of_covered(
            self.table_view, self.model.selection, self.input_state.hover
        )

    def draw_below(self, canvas: Canvas, focused: Target | None = None) -> None:
        """On the table, below moving cards; `focused`: where the keyboard stands."""
        table_view, selection = self.table_view, self.model.selection
        self.aim_tool.draw_marks(canvas)
        if selection is not None and not self.model.busy:
            own = {area.zone for area in table_view.layout.areas if area.own}
            lit = [
                target
                for target in self.highlighted()
                if target.zone not in own or selection.picked
            ]
            lit += [target for target in self.hints.partners if target.zone not in own]
            under = self._over(focused)
            over = next((t for t in lit if covered_cards.is_same_target(t, under)), Target())
            told = {area.zone for area in table_view.layout.areas if area.part == "unseen"}
            hinted = (
                each for each in self.model.hint_targets if each.card >= 0 or each.zone not in told
            )
            table_view.draw_glow(canvas, [*lit, *hinted], over)
            self.pile_tools.draw_picks(canvas)
            table_view.draw_counts(canvas, [*lit, *selection.picked])
            self.hints.draw_arrows(canvas, under)

    def draw_above(self, canvas: Canvas, focused: Target | None, free: Rect) -> None:
        """Above the cards: what would happen where, what is held, and how it is aimed; `free`: the
        window without what is written beside the table."""
        over = self._over(focused)
        self.hints.draw_partners(canvas, over)
        self.hints.draw_chips(canvas, self._targets(), over, free)
        if isinstance(self.input_state.gesture, LassoGesture):
            self.pile_tools.draw_lassoed(canvas)
        elif (
            self.pile_tools.fan is None
            and self.input_state.held_card >= 0
            and not self.aim_tool.draw_held(canvas)
        ):
            self.dragged.draw_held(canvas)
        self.aim_tool.draw(canvas)

    def reach(self, focused: Target | None) -> set[int]:
        """The rungs of the ladder to which the picks would lead."""
        return self.hints.reach(self._targets(), self._over(focused))

    @property
    def is_reading(self) -> bool:
        """True if a card is shown large."""
        return self.card_zoom.is_enlarging()

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
        self.pile_tools.draw_fan(canvas)
        self.card_zoom.draw(canvas, self.highlighted(), clear, free, aside, focused)
