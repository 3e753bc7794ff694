"""Pointer tool: hover, pick, drag and drop of cards, and the throw of a card.

A press picks a card up, and a movement drags it; a release drops it on a legal target, or lets it
glide home. If the decision allows throws, the same movement can be a flick, which the `AimTool`
reads. Holding still on a pile fans it out; a drag over the bare table draws a lasso (`drag`). The
methods return the commands that follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from pygame import Rect

from castlecards.core.cards import CardId
from castlecards.core.landing import FLIP, FOULS, FRISBEE, LOB, Release, toss
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
from castlecards.ui.table.input.action_matching import Picked, Target
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
from castlecards.ui.table.pointer.drag import ADDING, FAR, DraggedCards, PileTools, hand_order
from castlecards.ui.table.pointer.targets import PointerTargets
from castlecards.ui.table.render.table_view import TableView
from castlecards.ui.table.throw.aim_tool import AimTool

if TYPE_CHECKING:
    from castlecards.core.action import Decision

Grip = tuple[Target, tuple[float, float]]  # target, and grip on it: mm to the right and up
PAN = 40.0  # px, with an arrow key
TURN = 1.0  # degrees that a key press turns the aim
METHOD_OF = {Act.LOB: LOB, Act.FRISBEE: FRISBEE, Act.FLIP_THROW: FLIP}
STEP_OF = {Act.LOFT_UP: 1, Act.LOFT_DOWN: -1}


class PointerTool:
    """Pointer tool of one table: turns presses, drags and drops into commands."""

    def __init__(self, app: Services, model: TableModel, table_view: TableView) -> None:
        self.app = app
        self.model = model
        self.table_view = table_view
        self.input_state = model.input_state
        self.targets = PointerTargets(model, table_view)
        self.aim_tool = AimTool(app, model, table_view)
        self.dragged = DraggedCards(app, model.input_state, table_view)
        self.pile_tools = PileTools(app, model, table_view, self.dragged)
        self.hints = SelectionHints(model, table_view)
        self.card_zoom = CardZoom(model, table_view, self.pile_tools)
        self._pan: tuple[float, float] | None = None  # px, where the middle button has the table
        self._finger_reads = False  # a finger rests on a card to read it
        self._asked: Decision | None = None  # pending at the last press, for double clicks

    @property
    def pressing(self) -> bool:
        """True while a mouse button is down."""
        return self.input_state.press is not None

    @property
    def moving(self) -> bool:
        parts = (self.pile_tools, self.aim_tool, self.hints)
        return bool(self.dragged.homing) or any(part.moving for part in parts)

    @property
    def _layout(self) -> Layout:
        return self.table_view.layout

    def on_submit(self) -> None:
        """Let go of all cards once the decision has been answered."""
        self.aim_tool.cancel()
        self.input_state.release_button()

    def take_departure(self, old: Layout) -> Layout:
        """Layout that the next animation starts from, with dropped cards where they are."""
        self.pile_tools.forget()
        return self.dragged.start_layout(old)

    def before_widgets(self, intent: Intent, on_bar: bool = False) -> list[Command] | None:
        """Handle input of a held or aimed card before widgets get it. None: it was not used.

        `on_bar`: the pointer is on the throw bar.
        """
        if self._read_by_finger(intent):
            return []
        if self.model.limits is not None:
            done = self._handle_aim(intent, on_bar)
            if done is not None:
                return done
        match intent:
            case intents.Key(figure):
                return self._choose_figure(figure)
            case intents.Move(dx, dy, mods) if "shift" in mods:
                return [Pan(-dx * PAN, -dy * PAN)]
            case intents.Drag() if self.input_state.press is not None:
                return self._drag(intent)
            case intents.Release(button=button) if self.input_state.press is not None:
                return self._drop(intent) if button == self.input_state.press.button else []
        return None

    def _choose_figure(self, figure: str) -> list[Command]:
        """Choose the option with the figure of a key; [] if there is none."""
        selection = self.model.selection
        action = self.model.option_with_figure(figure) if not self.model.busy else None
        if selection is None or action is None:
            return []
        return [Submit(selection.decision.seat, action)]

    def _handle_aim(self, intent: Intent, on_bar: bool) -> list[Command] | None:
        """Handle input on a throw. None: it does not concern one."""
        input_state, aim = self.input_state, self.aim_tool
        match intent:
            case intents.Drag(pos) if input_state.throwable_card >= 0:
                found = aim.drag(intent)
                return self._throw_commands(found, pos) if found is not None else None
            case intents.Release(pos) if input_state.throwable_card >= 0:
                selection, on_target = self.model.selection, False
                if (
                    selection is not None
                    and input_state.held_card >= 0
                    and input_state.method_override is None
                ):
                    on_target = selection.is_target(self.targets.under_held())
                words = aim.put_down_text
                found = aim.release(intent, on_target)
                if found is not None:
                    return self._throw_commands(found, pos)
                return self._put_down(intent, words) if words else None
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
                return self.run_power_bar(down) if not again else []
        return None

    def _points_at_hand(self) -> bool:
        """True if the pointer is over the own hand, where the wheel changes the loft."""
        card, limits = self.input_state.hover.card, self.model.limits
        return limits is not None and card >= 0 and card in limits.cards

    def _throw_commands(self, found: Release | Foul, at: tuple[float, float]) -> list[Command]:
        """Commands of a finished movement: a throw, or a foul whose card glides home.

        A foul counts in a match with strict fouls; else its rule is shown.
        """
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

    def run_power_bar(self, down: bool) -> list[Command]:
        """Start the power bar on key down; throw the card on key up."""
        thrown, decision = self.aim_tool.run_power_bar(down), self.model.session.decision
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
        """True if the card at `pos` (px) can be thrown now."""
        return self.targets.can_throw(
            covered_cards.pile_of_covered(
                self.table_view, self.model.selection, self.table_view.target_at(*pos)
            )
        )

    def grip_at(self, pos: tuple[float, float]) -> Grip:
        """Target at `pos` (px), and the place on it that the hand would grip."""
        target = self.table_view.target_at(*pos)
        return target, self.aim_tool.grip(target.card, pos) if target.card >= 0 else (0.0, 0.0)

    def pick_up_late(self, intent: intents.Grab, gripped: Grip | None = None) -> None:
        """Pick up by a press that has ended a motion: only a drag or a flick follows from it.

        `gripped`: target and grip before the hand was laid out again.
        """
        self._grab(intent, late=True)
        input_state = self.input_state
        if gripped is None or not self.targets.can_throw(gripped[0]) or input_state.held_card >= 0:
            return
        (target, grip), button, at = gripped, intent.button, input_state.pointer
        throws = self.aim_tool.press(target.card, intent, grip)
        press = Press(target, at, button, intent.mods, ended_motion=True, can_throw=throws)
        input_state.gesture = PressGesture(press)

    def handle_key(self, act: Act, focused: CardId) -> list[Command]:
        """Handle a key; `focused`: card with the keyboard focus, -1: none."""
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
        """Handle the zoom key: enlarge the target, or fan out the focused pile while it is held."""
        self.card_zoom.key_held = down
        if down and focused is not None and focused.card != self.input_state.hover.card:
            self.pile_tools.fan_out(focused.zone)
        elif not down and not self.pressing:
            self.pile_tools.fan = None

    def _read_by_finger(self, intent: Intent) -> bool:
        """Enlarge the card under a finger that rests, until it is lifted. True if it was used."""
        match intent:
            case intents.LongPress(pos) if self.pressing:
                self.release()  # the press is called off
                self.hover_at(pos, False)
                self.zoom(True, None)
                self._finger_reads = True
            case intents.Drag(pos) if self._finger_reads:
                self.hover_at(pos, False)
            case intents.Release() if self._finger_reads:
                self.release(left=True)
            case _:
                return False
        return True

    def cancel(self) -> bool:
        """Cancel the gesture or the picks. Return False if there was nothing to cancel."""
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

    def release(self, left: bool = False) -> None:
        """Release everything. `left`: the pointer has left the window."""
        self._finger_reads = False
        self.card_zoom.reset()
        self.aim_tool.cancel()
        self.pile_tools.forget()
        if self.input_state.held_card >= 0:
            self.drop_home()
        self.input_state.gesture = NoGesture()
        self.input_state.hover = Target()
        if left:
            self.input_state.forget_place()

    def hover_at(self, pos: tuple[float, float], on_button: bool) -> None:
        """Hover over `pos` (px); `on_button`: a widget lies over the table there."""
        self.input_state.pointer = (float(pos[0]), float(pos[1]))
        reading = self.is_reading
        self.input_state.hover = (
            Target() if on_button else self.table_view.target_at(*self.input_state.pointer)
        )
        self.card_zoom.pointer_moved(self.input_state.hover, reading)

    def update_hover(self, covered: Callable[[tuple[float, float]], bool]) -> bool:
        """Hover over the place that now lies under the resting pointer. Return True if it is
        another one. `covered`: True where a widget lies over the table.

        A card of the own hand stays hovered: it must not sink because it has risen away.
        """
        pointer, hover = self.input_state.pointer, self.input_state.hover
        area = self.table_view.layout.by_zone.get(hover.zone)
        if self.pressing or (area is not None and area.own):
            return False
        found = Target() if covered(pointer) else self.table_view.target_at(*pointer)
        if found.zone == hover.zone:
            return False
        self.hover_at(pointer, found == Target())
        return True

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
        if intent.button == 3 and not self.targets.can_throw(target):
            return self._inspect(target)
        asked = selection.decision if selection is not None else None
        twice = intent.clicks == 2 and intent.button == 1 and asked is self._asked
        self._asked = asked
        double = (
            twice and selection is not None and (selection.can_pick(target) or selection.picked)
        )
        waiting = self.targets.throwable_pick()
        behind = self.aim_tool.is_behind_castle(input_state.pointer)
        if waiting is not None and not double and not self.targets.is_clickable(target) and behind:
            target = waiting  # the card that was picked by a click is taken up here
        at, button, mods = input_state.pointer, intent.button, intent.mods
        if isinstance(input_state.gesture, DragGesture):
            input_state.switch_button(target, at, button)
            return []
        throws = self.targets.can_throw(target) and self.aim_tool.press(target.card, intent)
        input_state.gesture = PressGesture(
            Press(target, at, button, mods, bool(double), late, throws)
        )
        return []

    def _drag(self, intent: intents.Drag) -> list[Command]:
        input_state, selection = self.input_state, self.model.selection
        press = input_state.press
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
            if press.target == Target() and press.button == 1 and selection.picks_several:
                input_state.gesture = LassoGesture(press, (x, y))
                return []
            commands = self._pick_up(press)
        if isinstance(input_state.gesture, DragGesture):
            input_state.gesture = replace(input_state.gesture, moved=True)
        return commands

    def _update_drop_target(self) -> None:
        """Update the target below the held card, once a frame instead of at each mouse report."""
        input_state, gesture = self.input_state, self.input_state.gesture
        if not isinstance(gesture, DragGesture) or not gesture.moved:
            return
        input_state.gesture = replace(gesture, moved=False)
        over, input_state.hover = input_state.hover, self.targets.under_held()
        if over.zone != input_state.hover.zone and gesture.press is not None:
            input_state.keep_still(0.0)  # the time of holding still starts again

    def _pick_up(self, press: Press) -> list[Command]:
        """Pick up the pressed card with the picks that go together with it, if it can be held.

        Return a notice if there are picks that do not go with it.
        """
        selection, target = self.model.selection, press.target
        if selection is None or not selection.can_hold(target) or target.card < 0:
            return []
        group: Picked = ()
        if target not in selection.picked:
            if selection.picked and selection.can_join(target):
                selection.add(target)
            else:
                group = selection.picked if len(selection.picked) > 1 else ()
                selection.clear()
                selection.pick_up(target)
        others = (other.card for other in selection.picked if other.card not in (-1, target.card))
        self.dragged.take(target.card, tuple(others), press)
        self.app.play("snap", 0.25)
        return self._returned_notice(group, target)

    def _returned_notice(self, group: Picked, target: Target) -> list[Command]:
        """Notice that these picks do not go with the new one."""
        if not group:
            return []
        names = capital(joined_list([self.model.target_name(each) for each in group]))
        other = self.model.target_name(target)
        return [Notify(tr("{cards} went back: {card} doesn’t fit.", cards=names, card=other))]

    def _drop(self, intent: intents.Release) -> list[Command]:
        input_state, selection, table_view = self.input_state, self.model.selection, self.table_view
        press, gesture = input_state.press, input_state.gesture
        assert press is not None
        if input_state.held_card >= 0:
            self.card_zoom.suppress()
        input_state.release_button()
        input_state.pointer = (float(intent.pos[0]), float(intent.pos[1]))
        if self.pile_tools.fan is not None:
            return self._close_fan(press)
        if isinstance(gesture, LassoGesture):
            self.pile_tools.pick_lassoed(gesture)
        elif selection is None:
            self.drop_home()
        elif input_state.held_card < 0 and press.ended_motion:
            return []
        elif input_state.held_card < 0 and self._is_futile_drag(press):
            under = covered_cards.pile_of_covered(
                table_view, selection, table_view.target_at(*input_state.pointer)
            )
            return self._commands_for(selection.refuse_drag(press.target, under), intent.pos)
        elif input_state.held_card < 0 and press.double:
            return self._commands_for(selection.submit_only(press.target), intent.pos)
        elif input_state.held_card < 0:
            return self._click(press.target, intent.pos, bool(press.mods & ADDING))
        else:
            under = self.targets.under_held()
            if order := hand_order(table_view, input_state.held_card, under, intent.pos[0]):
                self.model.put_in_order(order)
                self.drop_home()
                return [Redraw(relayout=True)]
            if selection.is_target(under) and covered_cards.needs_inspection(
                table_view, selection, under.zone
            ):
                self.dragged.send_home()
                return self._inspect(under)
            return self._drop_commands(selection.drop(under), intent.pos)
        return []

    def _put_down(self, intent: intents.Release, words: str) -> list[Command]:
        """Drop a card that was dragged forward slowly; show `words` if the drop has no effect."""
        press = self.input_state.press
        if press is None or intent.button != press.button:
            return []
        return self._drop(intent) or [Notify(words)]

    def _drop_commands(self, outcome: SelectionResult, at: tuple[float, float]) -> list[Command]:
        """Play the drop, or let the held cards glide home."""
        if not outcome.actions:
            self.drop_home()
        return self._commands_for(outcome, at)

    def _close_fan(self, press: Press) -> list[Command]:
        """Close the fan; choose the card in it, as a pick or as the target of the held card."""
        held, target = self.input_state.held_card >= 0, self.pile_tools.close(press)
        selection = self.model.selection
        if target is None or selection is None:
            if held:
                self.drop_home()
            return []
        if held:
            return self._drop_commands(selection.drop(target), self.input_state.pointer)
        return self._commands_for(selection.choose(target), self.input_state.pointer)

    def _is_futile_drag(self, press: Press) -> bool:
        """True if the drag is of a card that cannot be picked."""
        x, y = self.input_state.pointer
        far = abs(x - press.at[0]) + abs(y - press.at[1]) >= FAR * self._layout.viewport.u
        return far and press.target.card >= 0 and not self.targets.is_clickable(press.target)

    def _click(self, target: Target, at: tuple[float, float], adding: bool) -> list[Command]:
        selection = self.model.selection
        if selection is None:
            return []
        if target == Target():
            near = (sheet := self._layout.sheet) is not None and sheet.holds(*at)  # at a socket
            if selection.picked and not adding and not near:
                selection.clear()
            return []
        if adding and not self.targets.can_throw(target):
            return self._commands_for(selection.add(target), at)
        return self.choose(target, at)

    def choose(self, target: Target, at: tuple[float, float]) -> list[Command]:
        """Handle a click or Enter on a target; a pile with covered choices is opened first."""
        selection, table_view = self.model.selection, self.table_view
        if selection is None:
            return []
        inside = covered_cards.needs_inspection(table_view, selection, target.zone)
        idle = not selection.picked and not selection.can_pick(target)
        looks = self._inspect(target) if inside or idle else []
        return looks or self._commands_for(selection.choose(target), at)

    def _inspect(self, target: Target) -> list[Command]:
        """Open the inspector of the target's pile, if it has cards that can be seen."""
        found = covered_cards.pile_contents(self.table_view, self.model.selection, target.zone)
        return [InspectPile(target.zone)] if found else []

    def _commands_for(self, outcome: SelectionResult, at: tuple[float, float]) -> list[Command]:
        """Commands that follow from the result of a selection."""
        decision = self.model.session.decision
        if outcome.throw >= 0 or decision is None or self.model.selection is None:
            return []
        now = self.model.selection.picked
        returned = self._returned_notice(outcome.returned, now[0]) if now else []
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
        self._update_drop_target()
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

    def draw_below(self, canvas: Canvas, focused: Target | None = None) -> None:
        """Draw the glow of targets and the aim, below moving cards; `focused`: keyboard focus."""
        table_view, selection = self.table_view, self.model.selection
        self.aim_tool.draw_marks(canvas)
        if selection is not None and not self.model.busy:
            own = {area.zone for area in table_view.layout.areas if area.own}
            lit = [
                target
                for target in self.targets.highlighted()
                if target.zone not in own or selection.picked
            ]
            lit += [target for target in self.hints.partners if target.zone not in own]
            under = self.targets.under_pointer(focused)
            over = next((t for t in lit if covered_cards.is_same_target(t, under)), Target())
            told = {area.zone for area in table_view.layout.areas if area.part == "unseen"}
            hinted = (
                each for each in self.model.hint_targets if each.card >= 0 or each.zone not in told
            )
            table_view.draw_glow(canvas, [*lit, *hinted], over)
            self.pile_tools.draw_picks(canvas)
            table_view.draw_counts(canvas, {one.zone for one in [*lit, *selection.picked]})
            self.hints.draw_arrows(canvas, under)

    def draw_above(self, canvas: Canvas, focused: Target | None, free: Rect) -> None:
        """Draw previews, held cards and the aim above the cards.

        `free`: rect of the window without the panels beside the table, px.
        """
        over = self.targets.under_pointer(focused)
        self.hints.draw_partners(canvas, over)
        self.hints.draw_chips(canvas, self.targets.drop_targets(), over, free)
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
        """Rungs of the ladder that the picks would reach."""
        return self.hints.reach(self.targets.drop_targets(), self.targets.under_pointer(focused))

    @property
    def is_reading(self) -> bool:
        """True if a card is enlarged."""
        return self.card_zoom.is_enlarging()

    def draw_zoom(
        self, canvas: Canvas, clear: Iterable[Rect], free: Rect, aside: Rect, focused: Target | None
    ) -> None:
        """Draw the enlarged card, the fan and the help of a badge above everything but `clear`.

        See `CardZoom.draw`.
        """
        self.pile_tools.draw_fan(canvas)
        self.card_zoom.draw(canvas, self.targets.highlighted(), clear, free, aside, focused)
