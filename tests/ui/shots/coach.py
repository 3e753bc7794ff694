"""Shots of the coach: its hints in a card game and before a throw."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from castlecards.players.player import Question
from castlecards.players.worker import Supervisor
from castlecards.ui.kit.intents import Act
from castlecards.ui.table.commands import Submit
from castlecards.ui.table.scene import TableScene
from tests.ui.shots.cards import option_shot
from tests.ui.shots.stage import Shot, Stage, in_large_window


class InProcessSupervisor(Supervisor):
    """Supervisor that answers in this process, so that a picture depends on no other process."""

    def start(self) -> None:
        """Do nothing: there is no process to start."""

    def answer(self, dt: float) -> Any:
        request, self._request = self._request, None
        question = request.work if request is not None else None
        if request is None or not isinstance(question, Question):
            return None
        return request.thought(question.advice, question.view, question.events, question.think)


def hint(name: str, verb: str, lines: int) -> Callable[[Stage], object]:
    """Shot of a hint for a decision of a match."""

    def act(stage: Stage) -> None:
        stage.app.__dict__["thinker"] = InProcessSupervisor()
        stage.sit(option_shot(name, verb, lines))
        stage.key(Act.HINT)
        stage.wait(0.2)

    return act


def costly(name: str, verb: str, lines: int) -> Callable[[Stage], object]:
    """Shot of the warning before the most costly action of a decision."""

    def act(stage: Stage) -> None:
        stage.app.__dict__["thinker"] = InProcessSupervisor()
        stage.app.change(warn="always")
        stage.sit(option_shot(name, verb, lines))
        stage.wait(0.2)
        scene = stage.app.scene
        assert isinstance(scene, TableScene)
        assert scene.session.decision is not None
        action, _ = max(scene.coach_request.warning.costs.costs, key=lambda pair: pair[1])
        scene.execute([Submit(scene.session.decision.seat, action)])
        stage.wait(0.2)

    return act


FEAR = Shot("hint-rampage", hint("rampage", "strengthen", 60))
COACH_SHOTS: tuple[Shot, ...] = (
    Shot("hint-wars", hint("wars", "attack", 60)),
    FEAR,
    in_large_window(FEAR),
    Shot("hint-castle", hint("castle", "hovel", 30)),
    Shot("hint-tricks", hint("tricks-4", "play", 40)),
    Shot("costly-rampage", costly("rampage", "strengthen", 185)),
    Shot("hint", hint("barrage-2", "build", 56)),
)
