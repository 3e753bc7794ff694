"""The coach at the table: asked by somebody who is to move, thinking elsewhere.

It gets what the table shows to that seat, so it brings nothing back to mind that the memory aid
leaves out, and for throws the hand of this person as the records show it. Whatever is played, taken
back or left ends its thought.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from castlecards.core.landing import METHODS, PRACTISED, Limits
from castlecards.players.coach import SIMULATIONS, Counsel, advise, is_counsel
from castlecards.players.player import Question, Think
from castlecards.players.seating import Seating
from castlecards.practice.hands import LOOKED, hand_of, hits_of
from castlecards.store import StoreError
from castlecards.ui.table.model import CoachState, TableModel

if TYPE_CHECKING:
    from castlecards.ui.services import Services

NOBODY = "Nobody here knows how this game is played well."
BY_THUMB = "The process that thinks {}, so this goes by rules of thumb."


class CoachRequest:
    """Of one match."""

    def __init__(self, app: Services, model: TableModel, seating: Seating) -> None:
        self.app = app
        self.model = model
        self.seating = seating
        self._question: Question | None = None

    def toggle(self) -> None:
        """Asks for advice, or has heard enough of it."""
        if not self.close():
            self._ask()

    def tell(self, counsel: Counsel) -> None:
        """Advice of somebody else, about cards; where nobody is asked there is none."""
        self.close()
        selection = self.model.selection
        if selection is not None:
            selection.clear()
            self.model.coach_state = CoachState(
                selection.decision, counsel, (-1,) * len(counsel.options)
            )

    def close(self) -> bool:
        """Whether it had been asked."""
        model, there = self.model, self.model.coach_state is not None
        if there:
            self._cancel()
            model.coach_state, model.hint_targets = None, ()
        return there

    def update(self, dt: float) -> bool:
        """Look for its counsel after `dt` s more. Return True if anything has changed."""
        model, question = self.model, self._question
        if model.coach_state is not None and self._over(model.coach_state):
            return self.close()
        if question is None or self.app.thinker.asked is not question:
            return False
        counsel = self.app.thinker.answer(dt)
        if not isinstance(counsel, Counsel) or model.coach_state is None:
            return False
        self._question = None
        model.coach_state.counsel = counsel
        model.coach_state.goals = tuple(
            [question.advice.goal(question.view.position, each.action) for each in counsel.options]
        )
        if self.app.thinker.failed:
            model.coach_state.note = BY_THUMB.format(self.app.thinker.failed)
        return True

    def _over(self, coached: CoachState) -> bool:
        """Is it about something that nobody asks any more?"""
        selection = self.model.selection
        return selection is None or selection.decision is not coached.decision

    def _cancel(self) -> None:
        thinker = self.app.thinker
        if self._question is not None and thinker.asked is self._question:
            thinker.cancel()
        self._question = None

    def _ask(self) -> None:
        session, selection = self.model.session, self.model.selection
        if selection is None:
            return
        decision, advice = selection.decision, session.game.advice
        if advice is None:
            self.app.notify(NOBODY)
            return
        selection.clear()
        thrower, note = PRACTISED, ""
        if isinstance(decision.aim, Limits):
            try:
                name = session.name(decision.seat)
                throws = [t for m in METHODS for t in self.app.throws.lately(name, m, LOOKED)]
            except StoreError:
                throws = []  # then it is taken for a practised hand
            thrower, note = hand_of(throws), hits_of(throws)
        view, told = self.seating.shown(decision.seat)
        think = Think(SIMULATIONS, seed=session.at)
        self._question = Question(advice.by(thrower), view, told, think, thrower)
        self.model.coach_state = CoachState(decision, note=note)
        self.app.thinker.ask(self._question, advise, is_counsel)
