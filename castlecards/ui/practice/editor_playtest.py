"""Playtest of a level from the editor, and the search for a solution in a worker thread.

A playtest that reaches the goal becomes the solution of the level.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import TYPE_CHECKING, Any

from castlecards import levels
from castlecards.practice.solver import TRIES, solve_level
from castlecards.texts import ntr, tr
from castlecards.ui.dialog import Answer, Overlay
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Button, Label, Panel, title
from castlecards.ui.kit.widgets.boxes import Centre, Column, Row, Space
from castlecards.ui.practice.level_attempt import LevelAttempt, level_settings
from castlecards.ui.practice.outcome import LEAVE, Stars
from castlecards.ui.practice.trial import Trial
from castlecards.ui.scene import STAY, Back, Go, Push, Swap
from castlecards.ui.table.scene import TableScene

if TYPE_CHECKING:
    from castlecards.core.session import Session
    from castlecards.ui.services import Services


BACK = tr("Back to the editor")
AGAIN = "again"  # answer of `PlaytestResult`: play once more
OnSolved = Callable[[tuple[str, ...]], object]  # receives the actions that reach the goal


def playtest(app: Services, loaded: levels.LoadedLevel, on_solved: OnSolved) -> TableScene:
    """Open the level at the practice table; leaving returns to the editor."""
    level_settings(app, loaded.level)
    match = levels.session(loaded, surface=app.settings.feel)
    return TableScene(app, match, Playtest(app, loaded, match, on_solved))


class Playtest(LevelAttempt):
    """Attempt at a level from the editor. It records the solution and saves no stars."""

    def __init__(
        self, app: Services, loaded: levels.LoadedLevel, match: Session[Any], on_solved: OnSolved
    ) -> None:
        super().__init__(app, loaded, match)
        self.on_solved = on_solved

    def decided(self, table: TableScene) -> None:
        reached = self.trial.status.reached
        self.app.play("chime" if reached else "error", 0.6)
        if reached:
            self.on_solved(levels.solution(self.session))
        table.go(Push(PlaytestResult(self.app, self.trial), self._after))

    def _after(self, wish: Any) -> Go:
        return self.leave() if wish == LEAVE else self.start_over() if wish == AGAIN else STAY

    def start_over(self) -> Go:
        return Swap(playtest(self.app, self.trial.loaded, self.on_solved))

    def answers(self) -> list[Answer]:
        """Return the menu without the settings, which the level sets itself."""
        items = {answer.id: answer for answer in super().answers()}
        leave = Answer("leave", BACK, self.leave)
        return [items["resume"], items["restart"], items["rules"], leave]


class PlaytestResult(Overlay):
    """Result of a playtest. Answers with AGAIN or LEAVE."""

    def __init__(self, app: Services, trial: Trial) -> None:
        super().__init__(app)
        self.trial = trial

    def build(self) -> Widget:
        status = self.trial.status
        rows: list[Widget] = [title(self.trial.loaded.level.title, align="centre")]
        if status.reached:
            rows.append(Row([Stars(status.stars)], side="centre"))
            text = tr("You did it! Your throws are now the solution of this level.")
        else:
            text = self.trial.verdict()
        rows.append(Label(text, align="centre", id="rehearsed.verdict"))
        rows += [Label(line, align="centre", tone="muted") for line in self.trial.lines()]
        again = Button("rehearsed.again", tr("Again"), self._again, wide=140)
        back = Button("rehearsed.back", BACK, self._back, "primary", wide=190)
        rows += [Space(4), Row([again, back], side="centre")]
        return Centre(Panel(Column(rows, 10)), 560, pad=12)

    def _again(self) -> None:
        self.go(Back(AGAIN))

    def _back(self) -> None:
        self.go(Back(LEAVE))


class SolutionSearch(Overlay):
    """Overlay of the solution search, which runs in a worker thread.

    It ends if the goal is reached, no throw is left to try, or the player cancels.
    """

    def __init__(self, app: Services, loaded: levels.LoadedLevel, on_solved: OnSolved) -> None:
        super().__init__(app)
        self.on_solved = on_solved
        self.loaded = loaded
        self.match: Session[object] | None = None
        self.problem = ""
        self.done = False
        self._stopped = False
        self._throws = 0
        self._tried = 0
        self._progress_label = Label(self._progress_text(), id="search.line")
        self._thread = Thread(target=self._run, name="solution-search", daemon=True)
        self._thread.start()

    def build(self) -> Widget:
        lines: list[Widget] = [
            title(tr("Finding a solution")),
            Label(tr("The computer tries throws until one gets closer to the goal, then goes on.")),
            self._progress_label,
            Space(4),
            Row([Button("search.cancel", tr("Cancel"), self.leave, wide=140)], side="right"),
        ]
        return Centre(Panel(Column(lines)), widest=560, pad=16)

    def _run(self) -> None:
        try:
            self.match = solve_level(self.loaded, self._report)
        except Exception as error:  # the thread would only print it
            self.problem = str(error) or type(error).__name__
        self.done = True

    def _report(self, throws: int, tried: int) -> bool:
        self._throws, self._tried = throws, tried
        return not self._stopped

    def _progress_text(self) -> str:
        return tr(
            "Throw {n}: tried {tried} of {all}.", n=self._throws + 1, tried=self._tried, all=TRIES
        )

    def update(self, dt: float) -> Go:
        self._progress_label.set(self._progress_text())
        if self.done and not self._stopped:
            self._stopped = True
            self.close()
            self._report_result()
        return super().update(dt)

    def _report_result(self) -> None:
        if self.match is not None:
            lines = levels.solution(self.match)
            throws = sum(": toss " in line for line in lines)
            self.on_solved(lines)
            self.app.notify(
                ntr(throws, "Found a solution with {n} throw.", "Found a solution with {n} throws.")
            )
        elif self.problem:
            self.app.notify(tr("The search stopped: {error}", error=self.problem), "error")
        else:
            text = tr("No solution found. Try the level yourself: you may still find one.")
            self.app.notify(text, "error")

    def leave(self) -> None:
        self._stopped = True
        self.close()

    def rescue(self) -> None:
        self._stopped = True
        super().rescue()
