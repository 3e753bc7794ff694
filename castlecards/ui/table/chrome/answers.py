"""The buttons that answer what is asked, in the decision corner or at the foot of a form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from castlecards.core.action import PASS
from castlecards.ui.kit.intents import Act
from castlecards.ui.kit.widgets.button import Button, Kind
from castlecards.ui.routes import Replay, Result
from castlecards.ui.scene import Anew, Push
from castlecards.ui.services import Services
from castlecards.ui.table.addon import Addon
from castlecards.ui.table.chrome.form_bar import would_do
from castlecards.ui.table.chrome.panels import needs_panel
from castlecards.ui.table.chrome.prompt import MOST_BUTTONS, Corner
from castlecards.ui.table.chrome.thinking import thinking_buttons
from castlecards.ui.table.chrome.windows import StopButton
from castlecards.ui.table.chrome.words import chained
from castlecards.ui.table.commands import (
    AtOnce,
    ChooseFrom,
    Command,
    LightOthers,
    NextStop,
    PausePlayers,
    SpreadOut,
    StopKeys,
    Submit,
    Visit,
    meant,
)
from castlecards.ui.table.match import buttons as named_by_none
from castlecards.ui.table.match import has_target, is_button
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.picking import Picking
from castlecards.ui.table.view.desk import Desk

CHOOSE = "Choose what it does …"


class Answers:
    """Those of one table. What they want, once pressed, is added to `wishes`."""

    def __init__(
        self, app: Services, model: TableModel, desk: Desk, addon: Addon[Any], corner: Corner,
        wishes: list[Command],
    ) -> None:  # fmt: skip
        self.app = app
        self.model = model
        self.desk = desk
        self.addon = addon
        self.corner = corner
        self.wishes = wishes

    def wish(self, command: Command) -> Callable[[], None]:
        """For a button: pressed, it wants this."""
        return lambda: self.wishes.append(command)

    def buttons(self, thinks: bool, paused: bool) -> list[Button]:
        """`thinks`: a computer player does; `paused`: all of them wait."""
        model, session, decision = self.model, self.model.session, self.model.session.decision
        if decision is None:
            result, replay = Visit(Anew(Result(session))), Visit(Push(Replay(session)))
            return self.addon.ways_on() or [
                Button("result", "See the result", self.wish(result), "primary", tall=36),
                Button("look_back", "Watch the replay", self.wish(replay), tall=36),
            ]
        picking = model.picking
        if picking is None and (thinks or paused):
            at_once, pause = self.wish(AtOnce()), self.wish(PausePlayers())
            return thinking_buttons(at_once, pause, paused)
        if picking is None:
            return []
        seen = model.view
        made = []
        if picking.ready:
            made.append(Button("done", self._ready(picking), self._done, "primary", tall=36))
        if model.grasp.keys is not None:
            made.append(Button("aim_back", "Back to the mouse", self.wish(StopKeys()), tall=34))
        spreads = self.wish(SpreadOut())
        if decision.order >= 0:
            made.append(Button("arrange", "Put in order …", spreads, "primary", tall=36))
        elif needs_panel(model, self.desk, decision):
            made.append(Button("spread", "Show the cards", spreads, "primary", tall=36))
        options = named_by_none(decision.options)
        if len(decision.options) == 1 and not has_target(decision.options[0]):
            options = decision.options  # the only way, at once
        if len(options) > MOST_BUTTONS:
            asks = self.wish(ChooseFrom(tuple(options)))
            made.append(Button("choose", "Choose …", asks, "primary", tall=36))
            options = (PASS,) if PASS in options else ()
        first = decision.order < 0 and (bool(decision.window) or chained(session))
        first = first and not decision.ends
        for n, action in sorted(enumerate(options), key=lambda one: one[1] == PASS):
            text, act = model.describe(action, seen), self.wish(Submit(decision.seat, action))
            gold = (action == PASS and first) or (len(decision.options) == 1 and not made)
            kind: Kind = "primary" if gold else "plain"
            made.append(Button(f"option:{n}:{action.verb}", text, act, kind, tall=36))
        if session.game.windows and model.eyes.is_human(decision.seat):
            made.append(self.stop(session.owner(decision.seat), 36))
        return made

    def in_form(self) -> list[Button]:
        """What the picks would do where they belong, and the way to other cards."""
        model, picking, form = self.model, self.model.picking, self.model.form
        if picking is None or form is None:
            return []
        made = []
        for n, action in enumerate(would_do(picking)):
            act = self.wish(Submit(picking.decision.seat, action))
            text = model.describe(action)
            made.append(Button(f"pick:{n}:{action.verb}", text, act, "primary", tall=36))
        named = [action for action in picking.options if not is_button(action)]
        if len(named) == 1 < len(picking.options) and not has_target(named[0]):
            act = self.wish(Submit(picking.decision.seat, named[0]))  # the only way but to pass
            made.append(
                Button(f"pick:0:{named[0].verb}", model.describe(named[0]), act, "primary", tall=36)
            )
        if form.other:
            button = Button("other", form.other, self.wish(LightOthers()), tall=36)
            button.on = model.others
            made.append(button)
        return made

    def stop(self, player: int, tall: float) -> StopButton:
        key, now = self.app.bindings.title(Act.STOPS), self.model.session.stops[player]
        return StopButton(key, now, self.wish(NextStop(player)), tall)

    def _ready(self, picking: Picking) -> str:
        """What the picks do as they are."""
        if picking.wider:
            return "Done"
        one, *others = picking.ready
        return CHOOSE if others else self.model.describe(one)

    def _done(self) -> None:
        picking = self.model.picking
        if picking is not None:
            at = self.corner.rect.center
            self.wishes += meant(picking.finish(), picking.decision.seat, at)
