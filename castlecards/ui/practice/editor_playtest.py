"""A level is tried out of the editor: reaching its goal gives it its solution. And the search for
one, with the clock of the screen going on."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import TYPE_CHECKING, Any

from castlecards import levels
from castlecards.core.plurals import counted
from castlecards.practice.solver import TRIES, solved
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


AGAIN = "again"  # an answer
Solved = Callable[[tuple[str, ...]], object]  # takes the actions that reach the goal


def playtest(app: Services, loaded: levels.LoadedLevel, solved: Solved) -> TableScene:
    """The level at the practice table; leaving leads back to the editor."""
    level_settings(app, loaded.level)
    match = levels.session(loaded, surface=app.settings.feel)
    return TableScene(app, match, Playtest(app, loaded, match, solved))


class Playtest(LevelAttempt):
    """Stars are for players, not for the maker."""

    def __init__(
        self, app: Services, loaded: levels.LoadedLevel, match: Session[Any], solved: Solved
    ) -> None:
        super().__init__(app, loaded, match)
        self.solved = solved

    def decided(self, table: TableScene) -> None:
        reached = self.trial.status.reached
        self.app.play("chime" if reached else "error", 0.6)
        if reached:
            self.solved(levels.solution(self.session))
        table.go(Push(PlaytestResult(self.app, self.trial), self._after))

    def _after(self, wish: Any) -> Go:
        return self.leave() if wish == LEAVE else self.anew() if wish == AGAIN else STAY

    def anew(self) -> Go:
        return Swap(playtest(self.app, self.trial.loaded, self.solved))

    def answers(self) -> list[Answer]:
        """Settings are those of the level."""
        kept = {answer.id: answer for answer in super().answers()}
        leave = Answer("leave", "Back to the editor", self.leave)
        return [kept["resume"], kept["restart"], kept["rules"], leave]


class PlaytestResult(Overlay):
    """The goal is reached, or can no longer be. Answers with AGAIN or LEAVE."""

    def __init__(self, app: Services, trial: Trial) -> None:
        super().__init__(app)
        self.trial = trial

    def build(self) -> Widget:
        status = self.trial.status
        rows: list[Widget] = [title(self.trial.loaded.level.title, align="centre")]
        if status.reached:
            rows.append(Row([Stars(status.stars)], side="centre"))
            text = "It can be done: this play is the level’s solution now."
        else:
            text = self.trial.verdict()
        rows.append(Label(text, align="centre", id="rehearsed.verdict"))
        rows += [Label(line, align="centre", tone="muted") for line in self.trial.lines()]
        again = Button("rehearsed.again", "Once more", self._again, wide=140)
        back = Button("rehearsed.back", "Back to the editor", self._back, "primary", wide=190)
        rows += [Space(4), Row([again, back], side="centre")]
        return Centre(Panel(Column(rows, 10)), 560, pad=12)

    def _again(self) -> None:
        self.go(Back(AGAIN))

    def _back(self) -> None:
        self.go(Back(LEAVE))


class SolutionSearch(Overlay):
    """Throws are tried beside the screen, until the goal is reached, none is left, or the player
    has waited long enough."""

    def __init__(self, app: Services, loaded: levels.LoadedLevel, solved: Solved) -> None:
        super().__init__(app)
        self.solved = solved
        self.loaded = loaded
        self.match: Session[object] | None = None
        self.problem = ""
        self.done = False
        self._stopped = False
        self._throws = 0
        self._tried = 0
        self._told = Label(self._line(), id="search.line")
        self._thread = Thread(target=self._run, name="search for a solution", daemon=True)
        self._thread.start()

    def build(self) -> Widget:
        lines: list[Widget] = [
            title("Finding a solution"),
            Label("Throws are tried until one brings the goal nearer, then the next one."),
            self._told,
            Space(4),
            Row([Button("search.cancel", "Cancel", self.leave, wide=140)], side="right"),
        ]
        return Centre(Panel(Column(lines)), widest=560, pad=16)

    def _run(self) -> None:
        try:
            self.match = solved(self.loaded, self._report)
        except Exception as error:  # in a thread of its own it would only be printed
            self.problem = str(error) or type(error).__name__
        self.done = True

    def _report(self, throws: int, tried: int) -> bool:
        self._throws, self._tried = throws, tried
        return not self._stopped

    def _line(self) -> str:
        return f"Throw {self._throws + 1}: {self._tried} of about {TRIES} tried."

    def update(self, dt: float) -> Go:
        self._told.set(self._line())
        if self.done and not self._stopped:
            self._stopped = True
            self.close()
            self._tell()
        return super().update(dt)

    def _tell(self) -> None:
        if self.match is not None:
            lines = levels.solution(self.match)
            throws = sum(": toss " in line for line in lines)
            self.solved(lines)
            self.app.notify(f"A solution was found: {counted(throws, 'throw')}.")
        elif self.problem:
            self.app.notify(f"The search broke off: {self.problem}", "error")
        else:
            text = "No solution was found. Perhaps you find one: try the level yourself."
            self.app.notify(text, "error")

    def leave(self) -> None:
        self._stopped = True
        self.close()

    def rescue(self) -> None:
        self._stopped = True
        super().rescue()
