"""Cost warning: asks before a choice that would cost much of the chances of winning.

A worker process estimates the costs while the player thinks. A player never waits for it: a choice
that comes before the estimate is played without a warning.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from castlecards.core.action import Decision
from castlecards.players.coach import COST_SIMULATIONS, OptionCosts, is_option_costs, option_costs
from castlecards.players.player import Question, Think
from castlecards.players.seating import Seating
from castlecards.texts import tr
from castlecards.ui.table.commands import EndTurn, Submit
from castlecards.ui.table.model import TableModel

if TYPE_CHECKING:
    from castlecards.ui.services import Services

MUCH = tr("This move probably lowers your chance to win a lot.")


class CostWarning:
    """Cost estimate for the pending decision of a person in one match."""

    def __init__(self, app: Services, model: TableModel, seating: Seating, warns: bool) -> None:
        self.app = app
        self.model = model
        self.seating = seating
        self._warns = warns
        self._decision: Decision | None = None
        self._question: Question | None = None
        self.costs = OptionCosts()

    @property
    def is_on(self) -> bool:
        """True if the settings want warnings in this match; never against a clock."""
        session, warn = self.model.session, self.app.settings.warn
        wanted = warn == "always" or (warn == "practice" and session.practice)
        return self._warns and wanted and not session.clock

    def update(self, dt: float) -> None:
        """Ask the worker about a new decision, or poll it after `dt` s more."""
        selection = self.model.selection
        if selection is not None and selection.decision is not self._decision:
            self._ask(selection.decision)
        thinker, question = self.app.thinker, self._question
        if question is None or thinker.question is not question:
            return
        costs = thinker.answer(dt)
        if isinstance(costs, OptionCosts):
            self.costs, self._question = costs, None

    def _ask(self, decision: Decision) -> None:
        """Start to estimate the costs of the options of a decision."""
        self._decision, self.costs, self._question = decision, OptionCosts(), None
        advice = self.model.session.game.advice
        if advice is None or not self.is_on:
            return
        view, events = self.seating.coach_input(decision.seat)
        self._question = Question(
            advice, view, events, Think(COST_SIMULATIONS, seed=self.model.session.at)
        )
        passes = self.model.session.passes_left(decision)
        thought = partial(option_costs, passes=passes)
        self.app.thinker.ask(self._question, thought, is_option_costs)

    def text(self, command: Submit | EndTurn) -> str:
        """Sentence that warns of this answer; "" if it is not costly or the player is sure."""
        selection = self.model.selection
        if command.sure or selection is None or selection.decision is not self._decision:
            return ""
        if isinstance(command, EndTurn):
            cost = self.costs.ending
        else:
            cost = 0.0 if command.just_thrown else self.costs.of(command.action)
        if not cost:
            return ""
        if not self.costs.reliable:
            return MUCH
        return tr("This move lowers your chance to win by about {n} %.", n=round(100 * cost))
