"""Second attempt at a mistake: the same cards, another choice, and what it costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from castlecards.core.session import Record, Session
from castlecards.players.analysis import MISTAKE, DecisionReview, Recheck, choice_task
from castlecards.players.coach import CoachHint, OptionAdvice
from castlecards.practice import reviews
from castlecards.practice.reviews import Mistake
from castlecards.texts import tr
from castlecards.ui import routes
from castlecards.ui.dialog import Overlay
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Button, Label, Panel, title
from castlecards.ui.kit.widgets.boxes import Centre, Column, Row, Space
from castlecards.ui.practice.exercise import Exercise
from castlecards.ui.practice.outcome import LEAVE
from castlecards.ui.practice.panel import NAME, SMALL_TEXT
from castlecards.ui.scene import Back, Go, Push, Swap
from castlecards.ui.services import store_errors_shown
from castlecards.ui.table.scene import TableScene

if TYPE_CHECKING:
    from castlecards.ui.services import Services


class MistakeAttempt(Exercise):
    """Controller of an attempt at a mistake at the table."""

    def __init__(self, app: Services, mistake: Mistake, match: Session[Any]) -> None:
        super().__init__(app, match, match.game.title)
        self.mistake = mistake
        self._at = match.at  # line of the choice

    def rows(self) -> list[Widget]:
        n = percent(self.mistake.cost)
        text = tr("You lost {n} % of your winning chance here. Find a better move.", n=n)
        return [Label(self.title, NAME), Label(text, SMALL_TEXT, id="practice.task")]

    def buttons(self) -> list[Widget]:
        return [Button("practice.hint", tr("Show a move"), self.callback(self.tip), tall=34)]

    def tip(self, table: TableScene) -> bool:
        """Show the better move on the table, or hide it if it is shown."""
        if not table.coach_request.close():
            action = reviews.better(self.mistake, table.session)
            reason = tr("The review found this move.")
            table.coach_request.show(CoachHint((OptionAdvice(action, None, "", (reason,)),)))
        return True

    def start_over(self) -> Go:
        session = reviews.at_choice(self.session, self._at)
        return Swap(routes.Mistake(self.mistake, session))

    def on_play(self, table: TableScene, record: Record) -> None:
        super().on_play(table, record)
        if table.session.at == self._at + 1:
            table.go(Push(MistakeResult(self.app, self.mistake, table.session), self._after))

    def _after(self, wish: Any) -> Go:
        """Return the next scene for the answer of `MistakeResult`."""
        return self.leave() if wish == LEAVE else self.start_over()


class MistakeResult(Overlay):
    """Result of an attempt at a mistake, once a worker process has evaluated the last choice.

    Answers with LEAVE, or None to try again. `cost`: of the choice, None until it is known.
    """

    def __init__(self, app: Services, mistake: Mistake, session: Session[Any]) -> None:
        super().__init__(app)
        self.mistake = mistake
        self.heading = session.game.title
        self.cost: float | None = None
        app.thinker.run(choice_task(session, session.at - 1))

    @property
    def solved(self) -> bool:
        """True if the choice is known to be no mistake."""
        return self.cost is not None and self.cost < MISTAKE

    def update(self, dt: float) -> Go:
        thinker = self.app.thinker
        was_busy = thinker.busy
        for piece in thinker.pieces(dt):
            if isinstance(piece, DecisionReview | Recheck):
                self.cost = piece.cost
        if was_busy and not thinker.busy:
            self._conclude()
        return super().update(dt)

    def _conclude(self) -> None:
        """Show the verdict, and store a solution."""
        self.app.play("chime" if self.solved else "error", 0.6)
        if self.solved:
            with store_errors_shown(self.app):
                reviews.mark_solved(self.mistake, self.app.profiles.database)
        self.rebuild("decided.leave" if self.solved else "decided.again")

    def verdict(self) -> str:
        """Return the result as a sentence."""
        if self.app.thinker.busy:
            return tr("Checking your move …")
        if self.cost is None:
            return tr("Your move can’t be checked now. Try again.")
        if self.cost == 0:
            return tr("Solved: no other move is better.")
        if self.solved:
            return tr("Solved: the best move is hardly any better.")
        now, before = percent(self.cost), percent(self.mistake.cost)
        return tr(
            "This move costs {now} % of your winning chance. In the match you lost {before} %.",
            now=now, before=before,
        )  # fmt: skip

    def build(self) -> Widget:
        buttons: list[Widget] = [
            Button("decided.leave", tr("Back"), self.leave, wide=140),
            Button("decided.again", tr("Try again"), self.close, wide=140),
        ]
        rows: list[Widget] = [
            title(self.heading, align="centre"),
            Label(self.verdict(), align="centre", id="decided.verdict"),
            Space(4),
            Row(buttons, side="centre"),
        ]
        return Centre(Panel(Column(rows, 10)), 560, pad=12)

    def close(self) -> None:
        self.app.thinker.cancel()
        super().close()

    def leave(self) -> None:
        self.app.thinker.cancel()
        self.go(Back(LEAVE))


def percent(cost: float) -> int:
    """Return a share of winning in whole percents."""
    return round(100 * cost)


def open_mistake(app: Services, mistake: Mistake, match: Session[Any]) -> TableScene:
    """Open the table of a mistake."""
    return TableScene(app, match, MistakeAttempt(app, mistake, match))
