"""Attempt at a level: its task, clock and result at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from castlecards import levels, puzzles
from castlecards.core.landing import METHODS
from castlecards.core.session import Record, Session
from castlecards.players.coach import CoachHint, OptionAdvice
from castlecards.practice import progress
from castlecards.texts import ntr, tr
from castlecards.ui import medals
from castlecards.ui.dialog import Answer
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Button, Label
from castlecards.ui.kit.widgets.boxes import Grid
from castlecards.ui.practice.exercise import Exercise, player_name
from castlecards.ui.practice.outcome import LEAVE, LevelResult, StarLine
from castlecards.ui.practice.panel import FIGURE, SMALL_TEXT
from castlecards.ui.practice.trial import Trial, star_texts
from castlecards.ui.routes import Level
from castlecards.ui.scene import STAY, Go, Push, Swap
from castlecards.ui.services import store_errors_shown
from castlecards.ui.table.scene import TableScene

if TYPE_CHECKING:
    from castlecards.ui.services import Services

START_OVER = tr("Start over")


class LevelAttempt(Exercise):
    """Controller of a level at the table. `trial`: its goals, limits and stars."""

    def __init__(self, app: Services, loaded: levels.LoadedLevel, match: Session[Any]) -> None:
        super().__init__(app, match, loaded.level.title)
        self.level = loaded.id
        self.trial = Trial(loaded, match)
        self._hinted = False

    def begin(self, table: TableScene) -> None:
        if method := starting_method(self.trial.loaded):
            table.pointer.aim_tool.choose(METHODS.index(method))

    # -- the panel ----------------------------------------------------------------------------

    def task(self) -> list[Widget]:
        trial = self.trial
        if trial.status.won:
            lines = zip(star_texts(trial.loaded), trial.status.won, strict=True)
            return [StarLine(text, won) for text, won in lines]
        stars = (
            tr("{n} stars: {limits}", n=n, limits=line) for n, line in enumerate(trial.stars(), 2)
        )
        figures = [Label(line, FIGURE) for line in (*trial.lines(), *stars)]
        return [Label(trial.loaded.level.task, SMALL_TEXT, id="practice.task"), *figures]

    def buttons(self) -> list[Widget]:
        ways = [Button("practice.restart", START_OVER, self.callback(self.restart), tall=34)]
        loaded = self.trial.loaded
        if puzzles.solvable(loaded) and (self._hinted or not loaded.level.hint):
            ways.append(
                Button("practice.hint", tr("Show a step"), self.callback(self.tip), tall=34)
            )
        elif loaded.level.hint:
            ways.append(Button("practice.hint", tr("Hint"), self.callback(self.tip), tall=34))
        return [*super().buttons(), Grid(ways, 100, 8)]

    def answers(self) -> list[Answer]:
        first, *others = super().answers()
        return [first, Answer("restart", START_OVER, self.start_over), *others]

    def hint(self) -> None:
        """Show the hint that the author of the level wrote."""
        self.app.notify(self.trial.loaded.level.hint)
        self._hinted = True
        self.refresh_panel()

    def tip(self, table: TableScene) -> bool:
        """Show the author's hint first, a step of the solution next. False if there is neither."""
        if self.trial.loaded.level.hint and not self._hinted:
            self.hint()
        elif puzzles.solvable(self.trial.loaded):
            self.step(table)
        elif self.trial.loaded.level.hint:
            self.hint()
        else:
            return False
        return True

    def step(self, table: TableScene) -> None:
        """Show the next action of a solution on the table, or hide it if it is shown."""
        if table.coach_request.close():
            return
        if table.model.selection is None or self.trial.status.reached:
            return
        steps = puzzles.solution(self.trial.loaded, table.session)
        if not steps:
            self.app.notify(tr("You can’t reach the goal from here any more. Undo a move."))
            return
        reason = ntr(len(steps), "{n} step to the goal", "{n} steps to the goal")
        table.coach_request.show(CoachHint((OptionAdvice(steps[0], None, "", (reason,)),)))

    def start_over(self) -> Go:
        return Swap(Level(self.trial.loaded))

    # -- progress -----------------------------------------------------------------------------

    def on_play(self, table: TableScene, record: Record) -> None:
        super().on_play(table, record)
        if self._trial_start is None:
            before = sum(self.trial.status.won)
            decided = self.trial.check()
            if sum(self.trial.status.won) > before and not decided:
                self.app.play("point", 0.6)
            self.refresh_panel()
            if decided:
                self.decided(table)

    def update(self, table: TableScene, dt: float) -> None:
        if self._trial_start is not None:
            return  # the clock stops during a trial throw
        before = int(self.trial.seconds)
        decided = self.trial.update(dt)
        if decided or (self.trial.timed and int(self.trial.seconds) != before):
            self.refresh_panel()
        if decided:
            self.decided(table)

    def decided(self, table: TableScene) -> None:
        """Save the stars and show the result of the finished level."""
        self.app.play("chime" if self.trial.status.reached else "error", 0.6)
        with store_errors_shown(self.app):
            status, records = self.trial.status, self.app.profiles.database
            progress.add(self.trial.loaded.id, status.stars, records, status.won)
        medals.tell_new(self.app.notify, self.app.profiles.folder)
        table.go(Push(LevelResult(self.app, self.trial), self._after))

    def _after(self, wish: Any) -> Go:
        """Return the next scene for the answer of `LevelResult`."""
        if wish == LEAVE:
            return self.leave()
        return Swap(Level(wish)) if wish is not None else STAY


def starting_method(loaded: levels.LoadedLevel) -> str:
    """Return the throw method selected at the start: the one in the goal, else the pack's."""
    counted = (method for method in METHODS if f"{method}_hits" in loaded.level.goal)
    return next(counted, loaded.method)


def level_settings(app: Services, level: levels.Level) -> None:
    """Apply the settings that the level overrides, until the table is left."""
    overrides: dict[str, Any] = {}
    if level.assist:
        overrides["assist"] = level.assist
    if level.left:
        overrides["left_handed"] = True
    app.override_settings(**overrides)


def open_level(app: Services, loaded: levels.LoadedLevel) -> TableScene:
    """Open the table of a level, with the settings that it overrides."""
    level_settings(app, loaded.level)
    match = levels.session(loaded, player_name(app), app.settings.feel)
    return TableScene(app, match, LevelAttempt(app, loaded, match))
