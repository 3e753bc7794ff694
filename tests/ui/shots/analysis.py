"""Shots of the analysis page of a match."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import Any
from unittest.mock import patch

from castlecards.players import analysis
from castlecards.players.worker import Supervisor, Task
from castlecards.practice import reviews
from castlecards.today.rivals import RivalScore, RivalThrows
from castlecards.ui.practice.pages import GAMES, Practice
from castlecards.ui.routes import Analysis, Statistics
from tests.ui.shots.matches import match
from tests.ui.shots.stage import LARGE, Shot, Stage

REVIEWED = (
    "wars",
    "castle",
    "rampage",
    "barrage-2",
    "tricks-2",
    "tricks-3",
    "tricks-4",
    "barrage-4",
)


@cache
def rival_scores(task: RivalThrows) -> tuple[RivalScore, ...]:
    """Return the scores of the rivals of a day, computed once for all pictures of that day."""
    return tuple(task.pieces(lambda: False))


REVIEWS: dict[object, tuple[Any, ...]] = {}  # pieces of whole reviews, by what they depend on


def pieces_of(task: Task) -> tuple[Any, ...]:
    """Return what a task finds, computed once for all pictures.

    The pictures do not depend on the quality of a review, so it gets few simulations.
    """
    if isinstance(task, RivalThrows):
        return rival_scores(task)
    if not isinstance(task, analysis.AnalysisTask):
        return tuple(task.pieces(lambda: False))
    key = task.advice, task.seed, task.reader, task.first, task.only, task.log, task.opening
    if key not in REVIEWS:
        with patch.multiple(analysis, OWN_SIMULATIONS=24, OPEN_SIMULATIONS=10, RECHECK_WORLDS=32):
            REVIEWS[key] = tuple(task.pieces(lambda: False))
    return REVIEWS[key]


class ImmediateSupervisor(Supervisor):
    """Supervisor that does a task in this process, before the next frame, with few simulations."""

    def start(self) -> None:
        """Do nothing: there is no process to start."""

    def run(self, task: Task) -> None:
        self._rest: Iterator[Any] | None = iter(pieces_of(task))

    @property
    def busy(self) -> bool:
        return self._rest is not None

    def pieces(self, dt: float) -> list[Any]:
        found, self._rest = list(self._rest or ()), None
        return found


class PartialSupervisor(ImmediateSupervisor):
    """Supervisor that finds only the first `MOST` pieces, as if the task was still running."""

    MOST = 60
    busy = True

    def pieces(self, dt: float) -> list[Any]:
        self._rest = islice(self._rest or (), self.MOST)
        return super().pieces(dt)


def show_running_review(stage: Stage) -> None:
    """Show a review while it is computed."""
    stage.app.__dict__["thinker"] = PartialSupervisor()
    stage.show(Analysis(match("wars")))
    stage.wait(0.5)


def review_shot(name: str, view: str = "") -> Callable[[Stage], object]:
    """Shot of the analysis of a match; `view`: the tab to open."""

    def act(stage: Stage) -> None:
        stage.app.__dict__["thinker"] = ImmediateSupervisor()
        stage.show(Analysis(match(name)))
        stage.wait(0.5)
        if view:
            stage.click(f"analysis.view.{view}")

    return act


def first_mistake(stage: Stage) -> None:
    """Try the first mistake of the reader again."""
    review_shot("wars")(stage)
    walked = stage.app.scene.layer.root.walk()  # type: ignore[attr-defined]
    stage.click(next(widget.id for widget in walked if widget.id.startswith("point.again:")))
    stage.open()


def tried_again(stage: Stage) -> None:
    """Choose the same move again."""
    first_mistake(stage)
    record = match("wars").log[stage.table.session.at]
    stage.table.submit(record.seat, record.action)
    stage.settle()
    stage.wait(0.5)


def own_mistakes(stage: Stage) -> None:
    """Show the mistakes of two reviews on the page of practice."""
    for name in ("wars", "castle"):
        review_shot(name)(stage)
    page = Practice(stage.app)
    page.part = GAMES
    stage.show(page)
    while page.prerender():
        pass
    stage.feed()


def phases(stage: Stage) -> None:
    """Show what the moves of eight reviewed matches cost, later ones less."""
    stage.write_history()
    for n, name in enumerate(REVIEWED):
        session, moves = match(name), range(0, len(match(name).log), 3)
        costs = [(at, (0.02 + 0.03 * at / len(session.log)) / (1 + n / 3)) for at in moves]
        found = analysis.Analysis((), {}, (), {0: tuple(costs)})
        reviews.add(session, found, stage.app.profiles.database)
    stage.show(Statistics())


ANALYSIS_SHOTS: tuple[Shot, ...] = (
    Shot("analysis-wars", review_shot("wars")),
    Shot("analysis-working", show_running_review),
    Shot("analysis-tricks-1920", review_shot("tricks-2", "whole"), LARGE),
    Shot("mistake", first_mistake),
    Shot("mistake-again", tried_again),
    Shot("practice-mistakes", own_mistakes),
    Shot("statistics-reviews", phases),
)
