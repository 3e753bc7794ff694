"""Computer players at the table: they think in another process and answer after a delay.

The delay depends on public facts alone: the pace setting, the level, whether a turn begins. So it
reveals nothing about a hand: it leaves time for a search even if only one action is legal, and a
search that still runs shortly before its end answers with what it has found. In a reaction window
the delay is as long as if nobody were asked.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from castlecards.core.action import Action, Decision
from castlecards.core.cards import NATURE
from castlecards.core.landing import Limits
from castlecards.core.rng import noise
from castlecards.players.player import Choice, Question, is_count, merge, ponder, second_question
from castlecards.players.seating import Seating
from castlecards.texts import tr
from castlecards.ui.kit import intents
from castlecards.ui.kit.intents import Act, Intent
from castlecards.ui.kit.power import cores, on_battery
from castlecards.ui.table.model import TableModel, ThinkingState

if TYPE_CHECKING:
    from castlecards.ui.services import Services

PACES = {"swift": 0.3, "person": 0.9, "slow": 2.0}  # s, delay of the first answer in a turn
LATER = 0.48  # factor of that delay for the second answer in a turn, or after a throw
FASTER = 0.8  # factor from each later answer to the next
LEAST_FACTOR = 0.2  # least factor of the delay
UNEVEN = 0.2  # share by which delays differ; it depends on the number of the line alone
AT_ONCE = 0.05  # s, delay if answers are shown at once
WINDOW = 0.2  # s, least delay in a reaction window, so that a search fits in
LEAD = 0.1  # s before the end of a delay at which a running search must answer
SIMULATION = 0.001  # s of CPU time, most for a simulation on the slower of the measured machines
SHOW_THINKING_AFTER = 0.25  # s until the thinking indicator appears: a short thought must not flash
SIMPLER = tr("A computer player had to move without thinking.")
SLACK = 1.3  # factor on the CPU time of a search


class ComputerPlayers:
    """Computer players of one match. `paused`: none answers until the person resumes."""

    def __init__(self, app: Services, model: TableModel) -> None:
        self.app = app
        self.model = model
        self.seating = Seating(model.session, app.characters)
        self.paused = False
        self._asked: Decision | None = None
        self._question: Question | None = None
        self._choice: Choice | None = None
        self._second: Choice | None = None  # that of the second search, if there is one
        self._searches_twice = False  # True: the second search has been asked, too
        self._delay = 0.0  # s, of the present answer
        self._passed = 0.0  # s since it was asked
        self._one_answer = False  # True: this one answer is wanted in spite of the pause
        self._pondered: Decision | None = None  # of a person; a computer player thought ahead
        self._ponders: Question | None = None  # question that it is thinking about
        self._failure_notified = False  # the player was told that the search has failed
        if self.any_seated:
            app.thinker.start()
        for id in self.seating.missing_characters:
            app.notify(tr("The character {name} is gone. Another one plays instead.", name=id))

    @property
    def any_seated(self) -> bool:
        """True if a computer player sits at this table."""
        session = self.model.session
        return any(session.is_computer(player) for player in range(session.players))

    # -- asking ---------------------------------------------------------------------------------

    def ask(self, decision: Decision, window: float) -> None:
        """Start the search for a decision; `window`: s that every reaction window takes."""
        self._asked, self._choice = decision, None
        self._question = self.seating.question(decision)
        self._passed = 0.0
        self._delay = window if decision.window else self._delay_of(decision)
        seconds = max(0.0, self._delay - LEAD)
        self.app.thinker.ask(self._question, seconds=seconds)
        self._searches_twice = False
        if self._question.think.ahead:
            self._search_twice(self._question, seconds)

    def _search_twice(self, question: Question, seconds: float) -> None:
        """Ask the second search, too, where it may run; end its process where it may not."""
        second = self.app.second_thinker
        if not self._may_search_twice:
            second.close()
            return
        second.answer(0.0)  # too late for the last question
        if not second.busy:  # else it still has its time to answer, before it is replaced
            second.ask(second_question(question), seconds=seconds)
            self._searches_twice = True

    def forget(self) -> None:
        """Cancel the current question."""
        self._one_answer = False
        thinker = self.app.thinker
        if self._asked is not None or (self._ponders and thinker.question is self._ponders):
            self._asked = self._choice = self._second = None
            thinker.cancel()
            self.app.second_thinker.cancel()
        self._pondered = self._ponders = None
        if self.model.session.over:
            self.app.second_thinker.close()

    def leave(self) -> None:
        """Cancel the current question and end the second search, as the table is left."""
        self.forget()
        self.app.second_thinker.close()

    def ponder(self, decision: Decision) -> None:
        """Let a computer player think ahead while a person decides, once for each decision.

        Coach and warnings come first: it begins when nobody else is asked.
        """
        thinker = self.app.thinker
        if self._ponders is not None and thinker.question is self._ponders:
            thinker.answer(0.0)  # a count: only its end matters
        if self._pondered is decision or self.paused or thinker.busy:
            return
        self._pondered = decision
        self._ponders = self.seating.ponder_question(decision) if self._may_think_ahead else None
        if self._ponders is not None:
            thinker.ask(self._ponders, ponder, is_count, seconds=inf)
            if self._may_search_twice:
                self.app.second_thinker.start()  # ready when the person has decided

    @property
    def _may_think_ahead(self) -> bool:
        return self.app.settings.think_ahead and not on_battery()

    @property
    def _may_search_twice(self) -> bool:
        return self._may_think_ahead and cores() > 1

    def update(self, dt: float) -> Action | None:
        """Advance by `dt` seconds; return the answer once it exists and its delay is over."""
        decision = self._asked
        self.think(dt)
        if decision is None or self.is_halted:
            return None
        if self._choice is None or self._question is None or self._passed < self._delay:
            return None
        choice = self._choice
        if self._second is not None:
            choice = merge(self._question.advice, choice, self._second)
        action = self._with_hand_error(self._question, choice.action)
        self._asked = self._choice = self._second = None
        self._one_answer = False
        return action if decision.allows(action) else decision.default

    def think(self, dt: float) -> None:
        """Let `dt` seconds of the delay pass, without an answer."""
        thinker = self.app.thinker
        if self._asked is None or self.is_halted:
            return
        self._passed += dt
        if self._choice is None:
            self._choice = thinker.answer(dt)
            if thinker.failed and not self._failure_notified:
                self._failure_notified = True
                self.app.notify(SIMPLER, "error")
        second = self.app.second_thinker.answer(dt)  # the delay does not wait for it
        if second is not None and self._searches_twice:
            self._second = second

    def is_asked(self, decision: Decision | None) -> bool:
        """True if this very decision has been asked and not been answered."""
        return decision is not None and self._asked is decision

    def _with_hand_error(self, question: Question, action: Action) -> Action:
        """Apply the player's throwing error to a chosen throw; other actions stay unchanged."""
        if not isinstance(question.view.decision.aim if question.view.decision else None, Limits):
            return action
        from castlecards.bots.aim import throw_with_hand_error  # loads the physics

        return throw_with_hand_error(question, action)

    def answer_now(self) -> None:
        """Make the visibly thinking player answer now; while paused, play one move.

        A reaction window keeps its length, so that it does not show if its player was asked.
        """
        self._one_answer = True
        if self.thinks:
            self.app.thinker.hurry()
            self.app.second_thinker.hurry()
            self._delay = min(self._delay, self._passed + LEAD)  # however many options there are

    def pause(self) -> None:
        self.paused = not self.paused

    def handle(self, intent: Intent) -> bool:
        """Handle the keys for pause and answer now; True if the intent was one of them."""
        match intent:
            case intents.Command(Act.PAUSE, down=True, again=False) if self.any_seated:
                self.pause()
                return True
            case intents.Command(Act.THROW, down=True, again=False) if self.thinks or self.paused:
                self.answer_now()
                return True
        return False

    # -- what is seen ---------------------------------------------------------------------------

    @property
    def is_halted(self) -> bool:
        """True while paused and no single answer was requested."""
        return self.paused and not self._one_answer

    @property
    def thinks(self) -> bool:
        """True if a computer player is asked outside a reaction window."""
        return self._asked is not None and not self._asked.window

    @property
    def moving(self) -> bool:
        return self._asked is not None and not self.is_halted

    @property
    def thinking(self) -> ThinkingState | None:
        """Thinking indicator; None in a reaction window, where it would reveal a hand."""
        decision = self._asked
        if (
            decision is None
            or decision.window
            or (self._passed < SHOW_THINKING_AFTER and not self.paused)
        ):
            return None
        player = self.model.session.owner(decision.seat)
        computer = self.seating.computer_player(player)
        if computer is None:
            return None
        share = min(1.0, self._passed / self._delay) if self._delay else 1.0
        return ThinkingState(
            computer, share, self.paused, player, self.app.bindings.title(Act.PAUSE)
        )

    def _delay_of(self, decision: Decision) -> float:
        """Delay until the answer, s; independent of hidden cards."""
        session, settings = self.model.session, self.app.settings
        computer = self.seating.computer_player(session.owner(decision.seat))
        least = AT_ONCE
        if computer is not None and computer.level.simulations:
            level = computer.level
            least = LEAD + SLACK * min(level.seconds, level.simulations * SIMULATION)
        if settings.instant:
            return least
        uneven = noise(session.at, 0, 1)[0] / 2**63 - 1
        lines = self._answers_in_row(session.owner(decision.seat))
        share = max(LEAST_FACTOR, LATER * FASTER ** (lines - 1)) if lines else 1.0
        if self.model.viewer.throws_alone:
            # it thinks while the verdict is read, and the moves before its throw are seen as one
            share = LEAST_FACTOR if lines else LATER
        return max(PACES[settings.pace] * share * (1 + UNEVEN * uneven), least)

    def _answers_in_row(self, player: int) -> int:
        """Number of the latest consecutive log lines of this player; reaction windows of others
        do not count."""
        session, count = self.model.session, 0
        for at in range(session.at - 1, -1, -1):
            asked, owner = session.positions[at].decision, session.owner(session.log[at].seat)
            if owner == player:
                count += 1
            elif session.log[at].seat != NATURE and not (asked is not None and asked.window):
                break
        return count
