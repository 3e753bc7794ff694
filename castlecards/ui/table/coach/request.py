"""Coach request: asks a worker process for advice on the pending decision.

The coach gets only what the table shows to the deciding seat, so it recalls nothing that the memory
aid leaves out. For throws it also gets the player's spread from the records. Any action, undo or
exit cancels the request.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from castlecards.core.action import Decision
from castlecards.core.landing import METHODS, PRACTISED, Limits
from castlecards.players.coach import SIMULATIONS, CoachHint, advise, is_coach_hint
from castlecards.players.player import Question, Think
from castlecards.players.seating import Seating
from castlecards.practice.hands import RECENT_THROWS, hand_of, hits_text
from castlecards.store import StoreError
from castlecards.texts import tr
from castlecards.ui.table.coach.cost_warning import CostWarning
from castlecards.ui.table.model import CoachState, TableModel

if TYPE_CHECKING:
    from castlecards.practice.throws import ThrowLogs
    from castlecards.ui.services import Services

NO_ADVICE = tr("There’s no coach for this game.")
FALLBACK = tr("The engine stopped, so this advice is only a quick estimate.")


class CoachRequest:
    """Advice for one match: at most one request runs at a time."""

    def __init__(
        self, app: Services, model: TableModel, seating: Seating, warns: bool = False
    ) -> None:
        """`warns`: the settings may ask for warnings before costly moves."""
        self.app = app
        self.model = model
        self.seating = seating
        self.warning = CostWarning(app, model, seating, warns)
        self._question: Question | None = None

    def toggle(self) -> None:
        """Ask for advice; if the panel is open, close it."""
        if not self.close():
            self._ask()

    def show(self, coach_hint: CoachHint) -> None:
        """Show ready-made advice about cards; without a pending decision, show nothing."""
        self.close()
        selection = self.model.selection
        if selection is not None:
            selection.clear()
            self.model.coach_state = CoachState(
                selection.decision, coach_hint, (-1,) * len(coach_hint.options)
            )

    def close(self) -> bool:
        """Close the panel and cancel its request. Return True if it was open."""
        model, was_open = self.model, self.model.coach_state is not None
        if was_open:
            self._cancel()
            model.coach_state, model.hint_targets = None, ()
        return was_open

    def update(self, dt: float) -> bool:
        """Poll the worker after `dt` s more. Return True if anything on the panel has changed."""
        self.warning.update(dt)
        model, question = self.model, self._question
        if model.coach_state is not None and self._is_outdated(model.coach_state):
            return self.close()
        if question is None or self.app.thinker.question is not question:
            return False
        coach_hint = self.app.thinker.answer(dt)
        if not isinstance(coach_hint, CoachHint) or model.coach_state is None:
            return False
        self._question = None
        model.coach_state.coach_hint = coach_hint
        model.coach_state.goals = tuple(
            [
                question.advice.goal(question.view.position, each.action)
                for each in coach_hint.options
            ]
        )
        if self.app.thinker.failed:
            model.coach_state.note = FALLBACK
        return True

    def _is_outdated(self, state: CoachState) -> bool:
        """True if the advice belongs to a decision that is no longer pending."""
        selection = self.model.selection
        return selection is None or selection.decision is not state.decision

    def _cancel(self) -> None:
        thinker = self.app.thinker
        if self._question is not None and thinker.question is self._question:
            thinker.cancel()
        self._question = None

    def _ask(self) -> None:
        selection = self.model.selection
        if selection is None:
            return
        found = coach_question(self.app.throws, self.seating, selection.decision)
        if found is None:
            self.app.notify(NO_ADVICE)
            return
        selection.clear()
        self._question, note = found
        self.model.coach_state = CoachState(selection.decision, note=note)
        self.app.thinker.ask(self._question, advise, is_coach_hint)


def coach_question(
    records: ThrowLogs, seating: Seating, decision: Decision
) -> tuple[Question, str] | None:
    """Question to the coach about a person's decision, and a note on the records of throws.

    None in a game without advice.
    """
    session = seating.session
    advice = session.game.advice
    if advice is None:
        return None
    thrower, note = PRACTISED, ""
    if isinstance(decision.aim, Limits):
        name = session.name(decision.seat)
        try:
            throws = [t for m in METHODS for t in records.recent(name, m, RECENT_THROWS)]
        except StoreError:
            throws = []  # unreadable records: assume a practised hand
        thrower, note = hand_of(throws), hits_text(throws)
    view, events = seating.coach_input(decision.seat)
    think = Think(SIMULATIONS, seed=session.at)
    return Question(advice.for_thrower(thrower), view, events, think, thrower), note
