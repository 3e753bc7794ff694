"""Prompt text and decision buttons, shown in the prompt panel or at the foot of a form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pygame import Rect

from castlecards.core.action import ATTACK, PASS, Action, Decision
from castlecards.core.cards import NATURE
from castlecards.core.landing import Limits
from castlecards.core.session import Session
from castlecards.texts import capital, tr
from castlecards.ui.cardart.seat_signs import acting_sign, sign_of, winning_sign
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Bindings
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Button, Kind, fit_row
from castlecards.ui.routes import Replay, Result
from castlecards.ui.scene import Push, Reset
from castlecards.ui.services import Services
from castlecards.ui.table.addon import Addon
from castlecards.ui.table.commands import (
    AnswerNow,
    ChooseFrom,
    Command,
    Do,
    EndTurn,
    Navigate,
    PausePlayers,
    ShowAlternatives,
    SpreadPile,
    StopKeys,
    Submit,
    SwitchStops,
    command_for,
)
from castlecards.ui.table.input.action_matching import buttons as button_actions
from castlecards.ui.table.input.action_matching import has_target, is_button, is_complete
from castlecards.ui.table.input.selection import Selection
from castlecards.ui.table.layout.model import is_hand
from castlecards.ui.table.model import Mode, TableModel
from castlecards.ui.table.overlay.move_list import begun_move, latest_move
from castlecards.ui.table.overlay.popups import needs_panel
from castlecards.ui.table.overlay.prompt_panel import MOST_BUTTONS, Prompt, PromptPanel
from castlecards.ui.table.overlay.reaction_bar import StopButton, reaction_news
from castlecards.ui.table.overlay.thinking_indicator import THINKING, thinking_buttons
from castlecards.ui.table.pointer.covered_cards import has_inspectable_pick
from castlecards.ui.table.render.table_view import TableView

CHOOSE = tr("Choose what it does …")
TALL = 44.0  # units, height of a button at a form
SMALL_TALL = 34.0  # units, height of a button at a small form
GAP = 12.0  # units between two buttons
PAD = 28.0  # units from the edge of the form to the buttons
BELOW = 8.0  # units below the brackets of a highlighted socket
HINT = Style("ui", 14, "muted")
OUTCOME = Style("medium", 14.5, "gold_high")
LOW = 18.0  # units from the lower edge of the form to the centre of its hint
LIT = tr("Choose something that is lit.")
LIT_CARD = tr("Choose a lit card from your hand.")
LIT_OR_LOOK = tr("Choose something that is lit. Hold or right-click a pile to look through it.")
FLICK = tr("Flick a card from your hand over your castle.")
FLICK_THROUGH = tr("Flick a card from your hand through the gate.")
FLICK_OR_PUT = tr("Flick a card from your hand over your castle, or put it on a lit place.")
# Next step of a selection: after its cards, after their outcome, alone.
NEXT = (
    tr("{cards}: choose a lit place."),
    tr("{outcome}. Choose a lit place."),
    tr("Choose a lit place."),
)
NEXT_OR_PRESS = (
    tr("{cards}: choose a lit place, or press the button."),
    tr("{outcome}. Choose a lit place, or press the button."),
    tr("Choose a lit place, or press the button."),
)
NEXT_OR_ADD = (
    tr("{cards}: choose a lit place, or add a card."),
    tr("{outcome}. Choose a lit place, or add a card."),
    tr("Choose a lit place, or add a card."),
)


class DecisionButtons:
    """Factory of the buttons that answer a decision. A pressed button appends to `commands`."""

    def __init__(
        self, app: Services, model: TableModel, table_view: TableView, addon: Addon[Any],
        corner: PromptPanel, commands: list[Command],
    ) -> None:  # fmt: skip
        self.app = app
        self.model = model
        self.table_view = table_view
        self.addon = addon
        self.corner = corner
        self.commands = commands

    def on_press(self, command: Command) -> Callable[[], None]:
        """Callback that queues the command."""
        return lambda: self.commands.append(command)

    def buttons(self, thinks: bool, paused: bool) -> list[Button]:
        """Buttons of the prompt panel. `thinks`: a computer player does; `paused`: all wait."""
        model, session, decision = self.model, self.model.session, self.model.session.decision
        if decision is None:
            ways = self.addon.end_buttons()
            if ways or model.mode is not Mode.OVER:  # they would tell the end before it is seen
                return ways or []
            result, replay = Navigate(Reset(Result(session))), Navigate(Push(Replay(session)))
            return [
                Button("result", tr("See the result"), self.on_press(result), "primary", tall=36),
                Button("look_back", tr("Replay"), self.on_press(replay), tall=36),
            ]
        selection = model.selection
        if selection is None and (thinks or paused):
            at_once, pause = self.on_press(AnswerNow()), self.on_press(PausePlayers())
            return thinking_buttons(at_once, pause, paused, self.app.bindings)
        if selection is None:
            return []
        made = []
        if selection.complete_actions:
            made.append(Button("done", self._ready(selection), self._done, "primary", tall=36))
        if model.input_state.keys is not None:
            made.append(
                Button("aim_back", tr("Back to the mouse"), self.on_press(StopKeys()), tall=34)
            )
        spreads = self.on_press(SpreadPile())
        if decision.order >= 0:
            made.append(Button("arrange", tr("Put in order …"), spreads, "primary", tall=36))
        elif needs_panel(model, self.table_view, decision):
            made.append(Button("spread", tr("Show the cards"), spreads, "primary", tall=36))
        options = button_actions(decision.options)
        if len(decision.options) == 1 and not has_target(decision.options[0]):
            options = decision.options  # a single option needs no click on the card first
        if len(options) > MOST_BUTTONS:
            asks = self.on_press(ChooseFrom(tuple(options)))
            made.append(Button("choose", tr("Choose …"), asks, "primary", tall=36))
            options = (PASS,) if PASS in options else ()
        first = decision.order < 0 and (bool(decision.window) or is_chained(session))
        first = first and not decision.ends
        # If a card can be thrown, a single option is not the only choice.
        only = len(decision.options) == 1 and decision.aim is None and not made
        for n, action in sorted(enumerate(options), key=lambda one: one[1] == PASS):
            text, act = model.describe(action), self.on_press(Submit(decision.seat, action))
            gold = (action == PASS and first) or only
            kind: Kind = "primary" if gold else "plain"
            made.append(Button(f"option:{n}:{action.verb}", text, act, kind, tall=36))
        passed = PASS in options and not decision.window and not self.addon.replaces_score
        if passed and session.passes_left(decision) > 1:
            ends = self.on_press(EndTurn(decision.seat))
            made.append(Button("end_turn", tr("End turn"), ends, tall=36))
        if session.game.windows and model.viewer.plays_here(decision.seat):
            made.append(self.stop(session.owner(decision.seat), 36))
        return made

    def form_buttons(self) -> list[Button]:
        """Buttons of a form: the actions of the selected cards, and the switch to other cards.

        A small form has no answers: it takes back the last payment, or the card itself."""
        model, selection, form = self.model, self.model.selection, self.model.form
        if selection is None or form is None:
            return []
        if form.small:
            own = model.undo_seat is not None
            act = self.on_press(Do(Act.UNDO))
            return [Button("take_back", tr("Take back"), act, tall=SMALL_TALL)] if own else []
        actions = action_labels(selection)
        named = [action for action in selection.options if not is_button(action)]
        if len(named) == 1 < len(selection.options) and not has_target(named[0]):
            actions = (named[0],)  # the only choice besides passing
        made = []
        for n, action in enumerate(actions):
            act, text = (
                self.on_press(Submit(selection.decision.seat, action)),
                model.describe(action),
            )
            made.append(Button(f"pick:{n}:{action.verb}", text, act, "primary", tall=36))
        if form.other:
            button = Button("other", form.other, self.on_press(ShowAlternatives()), tall=36)
            button.on = model.shows_alternatives
            made.append(button)
        return made

    def stop(self, player: int, tall: float) -> StopButton:
        """Button that changes how often the player is asked to react."""
        key, now = self.app.bindings.title(Act.STOPS), self.model.session.stops[player]
        return StopButton(key, now, self.on_press(SwitchStops(player)), tall)

    def _ready(self, selection: Selection) -> str:
        """Label of the button that plays the selected cards as they are."""
        if selection.can_grow:
            return tr("Done")
        one, *others = selection.complete_actions
        return CHOOSE if others else self.model.describe(one)

    def _done(self) -> None:
        selection = self.model.selection
        if selection is not None:
            at = self.corner.rect.center
            self.commands += command_for(selection.finish(), selection.decision.seat, at)


def action_labels(selection: Selection) -> tuple[Action, ...]:
    """Actions of the selected cards that get a button, because their verb has only one target.

    A verb with several targets gets none: the player clicks one of the highlighted targets.
    """
    if not selection.picked:
        return ()
    found = [a for a in selection.options if is_complete(selection.pos, a, selection.picked)]
    placed = [action for action in found if has_target(action)]
    verbs = [action.verb for action in placed]
    return tuple(action for action in placed if verbs.count(action.verb) == 1)


class FormBar(Widget):
    """Row of buttons at the foot of a form, as wide as the form, with its hint below."""

    shade = 14

    def __init__(self, table_view: TableView, named: Callable[[str], str]) -> None:
        super().__init__("form", "")
        self.table_view = table_view
        self.named = named  # replaces seats with player names
        self.buttons: list[Button] = []
        self.outcome = ""  # outcome of the card under the pointer

    def show_outcome(self, text: str) -> None:
        """Show the outcome of the card under the pointer; "" shows the hint of the form."""
        if text != self.outcome:
            self.outcome = text
            self.changed()

    def set(self, buttons: Sequence[Button]) -> None:
        self.children = self.buttons = list(buttons)
        self.resized()

    def place(self, look: Look, rect: Rect) -> None:
        sheet = self.table_view.layout.sheet
        if sheet is None:
            self.rect = Rect(0, 0, 0, 0)
            return
        left, low = round(sheet.x - sheet.width / 2), round(sheet.y + sheet.height / 2)
        self.rect = Rect(left, round(sheet.foot), round(sheet.width), low - round(sheet.foot))
        if not self.buttons:
            return
        tall = SMALL_TALL if sheet.form.small else TALL
        top = round(sheet.foot) + look.px(4 if sheet.form.small else BELOW)
        row = Rect(left, top, round(sheet.width), look.px(tall))
        fit_row(look, self.buttons, row.inflate(-2 * look.px(PAD), 0), look.px(GAP))

    def draw(self, canvas: Canvas) -> None:
        sheet, look = self.table_view.layout.sheet, canvas.look
        if sheet is not None and sheet.form.hint:
            text = self.outcome or self.named(sheet.form.hint)
            text, style = look.fit(
                text, OUTCOME if self.outcome else HINT, self.rect.width - look.px(40)
            )
            canvas.text(text, (self.rect.centerx, self.rect.bottom - look.px(LOW)), style, "c")
        super().draw(canvas)


def prompt_for(model: TableModel, table_view: TableView, bindings: Bindings) -> Prompt:
    """Prompt of the current decision or event. `bindings`: key bindings named in the hint."""
    session, decision = model.session, model.session.decision
    if decision is None and model.playback.unresolved:
        return _event_prompt(model, table_view)
    if decision is None:
        last = " ".join(session.game.outcome(session.position))
        return Prompt(
            winning_sign(session), tr("The game is over"), session.with_player_names(last)
        )
    if decision.seat == NATURE:
        return Prompt(acting_sign(session, session.at - 1), decision.prompt)
    name, sign = session.name(decision.seat), sign_of(session, decision.seat)
    if model.busy:
        return _event_prompt(model, table_view)
    if model.viewer.needs_key(decision):
        key = bindings.title(Act.PEEK)
        hint = tr("Hold {key} to see your cards.", key=key)
        return Prompt(sign, name, tr("is next"), hint, continues=True)
    if model.window is decision:
        return Prompt()  # the reaction bar asks
    if model.viewer.is_on_phone(decision.seat):
        activity = tr("is choosing on a phone")
        return Prompt(sign, name, activity, clock=model.clock, continues=True)
    if not model.viewer.plays_here(decision.seat):
        return Prompt(sign, name, THINKING, continues=True)
    if model.selection is None:  # a shared screen: the question could reveal a hand
        return Prompt(sign, name, tr("is next"), continues=True)
    tell = _input_hint(model, decision, table_view, bindings)
    shown = model.playback.pending_clash is not None  # the stage shows what happened
    if decision.window == ATTACK and not shown and not model.selection.picked:
        tell = tr("{news}. {hint}", news=reaction_news(session, model.viewer.reader), hint=tell)
    sheet = table_view.layout.sheet
    return Prompt(
        sign,
        name,
        effect_name(model) + session.with_player_names(decision.prompt),
        tell,
        model.clock,
        on_form=sheet is not None and not sheet.form.small,
    )


def effect_name(model: TableModel) -> str:
    """Prefix of a prompt with the name of the card effect that asks, e.g. `Scan: `."""
    face = model.view.face(model.effect.card) if model.effect is not None else None
    name, colon, _ = face.text.partition(":") if face is not None else ("", "", "")
    return f"{name}: " if colon else ""


def _event_prompt(model: TableModel, table_view: TableView) -> Prompt:
    """Prompt while cards move: who moves; what, only where no move list beside it says so."""
    session = model.session
    seat, text = latest_move(session, model.viewer.reader)
    if model.playback.unresolved:  # the result must stay hidden until it is shown
        seat, text = begun_move(session, model.viewer.reader)
    landed = session.at > 0 and session.log[session.at - 1].seat == NATURE
    if seat == NATURE or (landed and model.playback.callout is not None):
        return Prompt()  # a callout tells what a throw came to
    if table_view.layout.viewport.column:
        text = ""
    return Prompt(sign_of(session, seat), session.name(seat), text)


def _input_hint(
    model: TableModel, decision: Decision, table_view: TableView, bindings: Bindings
) -> str:
    """Hint on the current input: how to aim, throw, or choose with the pointer or keys."""
    selection = model.selection
    if selection is None:
        return ""
    if model.input_state.keys is not None:
        up, down, throw = map(bindings.title, (Act.LOFT_UP, Act.LOFT_DOWN, Act.THROW))
        return tr(
            "Arrows turn, {up} and {down} set the loft. Hold {throw} for power, then let go.",
            up=up, down=down, throw=throw,
        )  # fmt: skip
    if model.input_state.is_aiming:
        return tr("Flick it through the gate. Let go before the red line.")
    if isinstance(decision.aim, Limits) and (hint := _throw_hint(model, decision, decision.aim)):
        return hint
    if selection.picked:
        return selection_text(model, selection)
    sheet = table_view.layout.sheet
    if sheet is not None and sheet.form.hint:
        return ""  # the form says how to choose
    things = selection.selectable_targets()
    if things and any(not is_button(action) for action in decision.options):
        specs = model.session.position.box.zones
        zones = {specs[target.zone] for target in things}
        if all(is_hand(spec) and spec.owner == decision.seat for spec in zones):
            return LIT_CARD
        looks = has_inspectable_pick(table_view, selection)
        return LIT_OR_LOOK if looks else LIT
    return ""


def _throw_hint(model: TableModel, decision: Decision, limits: Limits) -> str:
    """Hint on a throw and on the places for the picked card; "" if that card can't be thrown."""
    assert model.selection is not None
    picked = [target.card for target in model.selection.picked]
    placed = any(
        has_target(action) and set(picked) <= set(action.cards) for action in decision.options
    )
    if picked and not limits.has_card(picked[0]):
        return ""
    if picked:
        card = capital(model.target_name(model.selection.picked[0]))
        if placed:
            return tr("{card}: flick it forward, or choose a lit place.", card=card)
        return tr("{card}: flick it forward.", card=card)
    zones = model.session.position.box.zones
    if not any(spec.fortification == "yard" and spec.owner == decision.seat for spec in zones):
        return FLICK_THROUGH
    return FLICK_OR_PUT if placed else FLICK


def selection_text(model: TableModel, selection: Selection) -> str:
    """Hint on the selection: the selected cards, their outcome, and the next step."""
    names = capital(", ".join(model.target_name(target) for target in selection.picked))
    found = [model.outcome_preview(action) for action in selection.options_with_picks]
    together = next((each.sum_text for each in found if each is not None and each.sum_text), "")
    promised = {each.more if each is not None else "" for each in found}
    if names and not found and selection.partners:
        return tr("{cards}: choose another card.", cards=names)
    go_on = NEXT
    if selection.complete_actions and not selection.can_grow:
        go_on = NEXT_OR_PRESS
    elif selection.partners and found:
        go_on = NEXT_OR_ADD
    outcome = promised.pop() if len(promised) == 1 else ""
    if outcome and names:
        outcome = tr("{cards}: {outcome}", cards=names, outcome=outcome)
    elif not outcome:
        outcome = capital(together)
    if outcome:
        return go_on[1].format(outcome=outcome)
    return go_on[0].format(cards=names) if names else go_on[2]


def is_chained(session: Session[Any]) -> bool:
    """True if the asked seat has just acted in a chain of actions that PASS ends."""
    now = session.decision
    if now is None or not session.at or PASS not in now.options:
        return False
    before, action = session.positions[session.at - 1].decision, session.log[session.at - 1].action
    verbs = {option.verb for option in now.options}
    same = before is not None and before.seat == now.seat and PASS in before.options
    return same and action.verb in verbs and action != PASS
