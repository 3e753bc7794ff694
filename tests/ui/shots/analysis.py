"""Shots of the analysis page of a match."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any
from unittest.mock import patch

from castlecards.players import analysis
from castlecards.players.worker import Supervisor, Task
from castlecards.today.rivals import RivalScore, RivalThrows
from castlecards.ui.routes import Analysis
from tests.ui.shots.matches import match
from tests.ui.shots.stage import LARGE, Shot, Stage


@cache
def rival_scores(task: RivalThrows) -> tuple[RivalScore, ...]:
    """Scores of the rivals of a day, thrown once for all pictures of that day."""
    return tuple(task.pieces(lambda: False))


class AtOnce(Supervisor):
    """Supervisor that works in this process, before the next frame, and briefly."""

    def start(self) -> None:
        """Do nothing: there is no process to start."""

    def run(self, task: Task) -> None:
        scores = rival_scores(task) if isinstance(task, RivalThrows) else None
        self._rest: Iterator[Any] | None = iter(scores or task.pieces(lambda: False))

    @property
    def busy(self) -> bool:
        return self._rest is not None

    def pieces(self, dt: float) -> list[Any]:
        # a picture needs no good judgement
        with patch.multiple(analysis, OWN_SIMULATIONS=24, OPEN_SIMULATIONS=10, RECHECK_WORLDS=32):
            found, self._rest = list(self._rest or ()), None
        return found


def analysed(name: str, view: str = "") -> Callable[[Stage], object]:
    def act(stage: Stage) -> None:
        stage.app.__dict__["thinker"] = AtOnce()
        stage.show(Analysis(match(name)))
        stage.wait(0.5)
        if view:
            stage.click(f"analysis.view.{view}")

    return act


ANALYSIS_SHOTS: tuple[Shot, ...] = (
    Shot("analysis-wars", analysed("wars")),
    Shot("analysis-tricks-1920", analysed("tricks-2", "whole"), LARGE),
)
