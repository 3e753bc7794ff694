"""Headless match: the model, turn flow and selection of the table without pygame.

It executes each command as the scene does, as far as that changes the match or the model. It
answers as a player would: with picks and then a target, with a button, or with a throw.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from random import Random
from types import SimpleNamespace
from typing import Any

from castlecards.bots.simple import random_action
from castlecards.content import games
from castlecards.core.action import Action, Decision
from castlecards.core.cards import NATURE
from castlecards.core.landing import Limits
from castlecards.core.session import HUMAN, Session
from castlecards.settings import Settings
from castlecards.ui.kit.intents import Grab
from castlecards.ui.phone_room import PhoneRoom
from castlecards.ui.table import commands as say
from castlecards.ui.table.flow.computer_players import ComputerPlayers
from castlecards.ui.table.flow.turns import TurnFlow
from castlecards.ui.table.input.action_matching import Target, is_button
from castlecards.ui.table.model import Mode, TableModel
from castlecards.ui.table.throw.flights import Flights
from castlecards.ui.table.viewer import Viewer

TICK = 0.1  # s
MOST = 40_000  # ticks of one match
SETTINGS = Settings(instant=True)


class HeadlessMatch:
    """Match of two people without a screen.

    `done` counts their answers by kind. `on_phones`: the players who answer on a phone.
    """

    def __init__(self, game: str, seed: int, on_phones: frozenset[int] = frozenset()) -> None:
        rules = games()[game]
        self.rnd = Random(seed)
        self.session: Session[Any] = Session(rules, rules.options(), 2, seed, (HUMAN, HUMAN))
        self.model = TableModel(self.session, Viewer(self.session, on_phones=on_phones))
        app: Any = SimpleNamespace(
            settings=SETTINGS, characters={}, play=lambda *_, **__: None, notify=lambda *_: None,
            change=lambda **_: None, thinker=SimpleNamespace(question=None, busy=True),
            second_thinker=SimpleNamespace(close=lambda: None), phones=PhoneRoom(),
        )  # fmt: skip
        app.phones.people = on_phones
        self.computer_players = ComputerPlayers(app, self.model)
        self.asking = TurnFlow(app, self.model, self.computer_players)
        self.flights = Flights(app, self.model)
        self.done: Counter[str] = Counter()
        self.modes: set[Mode] = set()
        self.model.next_unasked = True

    def tick(self, dt: float) -> None:
        """Advance the time by `dt` s and ask the next player, as in `TableScene.update`."""
        model = self.model
        self.modes.add(model.mode)
        if model.curtain is not None:
            model.curtain.handle(Grab((1, 1)))
            model.curtain.update(dt)
            if model.curtain.is_open:
                seat, model.curtain = model.curtain.seat, None
                model.viewer.show(seat)
                self.execute(self.asking.ask_next(SETTINGS))
            return
        self.execute(self.flights.update(dt))
        if model.next_unasked:
            self.execute(self.asking.ask_next(SETTINGS))
        elif not model.playback.plays:
            self.execute(self.asking.update(dt))

    def execute(self, wanted: list[say.Command]) -> None:
        for command in wanted:
            match command:
                case say.Submit(seat, action):
                    self.submit(seat, action)
                case say.LaunchThrow(decision):
                    self.execute(self.flights.begin(decision))
                case say.FinishThrow(landing):
                    self.submit(NATURE, landing.action())
                    self.model.playback.drop_callout()
                    self.model.playback.pause = 0.0  # skip the reading time
                case say.LowerCurtain(seat, light):
                    self.execute(self.asking.lower_curtain(seat, light, SETTINGS))
                case say.TurnTable(side):
                    self.model.side = side
                case say.ShowSheet():  # as if it was read and closed
                    self.model.viewer.hide()
                    self.asking.forget()
                    self.model.next_unasked = True
                case say.DecisionReady() | say.SpreadPile():
                    pass
                case _:
                    raise AssertionError(command)

    def submit(self, seat: int, action: Action) -> None:
        self.flights.record(self.session.submit(seat, action))
        self.model.forget()
        self.model.next_unasked = True

    def press(self) -> None:
        """Answer the decision at random. In 30% of the windows, first close the curtain."""
        model, decision = self.model, self.session.decision
        assert decision is not None
        if model.selection is None:
            if self.rnd.random() < 0.3:
                self.execute(self.asking.lower_curtain(decision.seat, False, SETTINGS))
            else:
                self.answer("window", decision, random_action(decision, self.rnd.getrandbits(32)))
            return
        action = random_action(decision, self.rnd.getrandbits(32))
        if isinstance(decision.aim, Limits) and action not in decision.options:
            assert model.limits is decision.aim
            self.answer("throw", decision, action)
        elif is_button(action):
            self.answer("button", decision, action)
        else:
            picked = self.actions_after_pick(action)
            self.answer("picks" if action in picked else "list", decision, action)

    def actions_after_pick(self, action: Action) -> tuple[Action, ...]:
        """Return the actions that result when its cards are picked and dropped on its target."""
        selection, pos = self.model.selection, self.session.position
        assert selection is not None
        picks = [Target(card, pos.zone_of(card)) for card in action.cards]
        picks += [_place(pos.zones, zone) for zone in action.zones]
        goal = Target()
        if action.onto >= 0:
            goal = Target(action.onto, pos.zone_of(action.onto))
        elif action.to >= 0:
            goal = _place(pos.zones, action.to)
        for target in picks:
            assert selection.can_pick(target), (target, action)
            outcome = selection.add(target)
            if outcome.actions:
                return outcome.actions
        if goal == Target():
            return selection.finish().actions
        return (selection.drop(goal) if picks else selection.choose(goal)).actions

    def answer(self, how: str, decision: Decision, action: Action) -> None:
        self.done[how] += 1
        self.submit(decision.seat, action)

    def play(self) -> dict[str, Any]:
        for _ in range(MOST):
            if self.model.mode is Mode.OVER:
                break
            if self.model.mode is Mode.ASKED:
                self.press()
            self.tick(TICK)
        lines, modes = len(self.session.log), sorted(mode.name for mode in self.modes)
        return {"over": self.session.over, "lines": lines, "modes": modes, **self.done}


def _place(zones: tuple[bytes, ...], zone: int) -> Target:
    return Target(zones[zone][-1] if zones[zone] else -1, zone)


if __name__ == "__main__":
    result = HeadlessMatch(sys.argv[1], 3).play()
    loaded = sorted(name for name in sys.modules if name.split(".")[0] == "pygame")
    print(json.dumps({**result, "pygame": loaded}))
