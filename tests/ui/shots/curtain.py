"""Shots of the recap: on the closed curtain, in its film, and in the column beside the cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from castlecards.core.session import Session
from castlecards.ui.kit.intents import Act
from castlecards.ui.routes import Table
from castlecards.ui.scene import Reset
from castlecards.ui.table.scene import TableScene
from tests.ui.shots.matches import until
from tests.ui.shots.stage import MOVING, Shot, Stage

SMALL = (640, 480)
PARTS = {"early": 0.16, "mid": 0.28, "late": 0.93}  # of the film


def is_new_turn(least: int) -> Callable[[Session[Any]], bool]:
    """Return the first moment after `least` lines at which the player changes."""

    def found(session: Session[Any]) -> bool:
        decision = session.decision
        if decision is None or decision.window or len(session.log) < least:
            return False
        return 0 <= session.log[-1].seat != decision.seat

    return found


def closed_curtain(stage: Stage, name: str, least: int) -> TableScene:
    """Show the closed curtain with the recap of what the player missed."""
    stage.app.follow(Reset(Table(until(name, is_new_turn(least)))))
    stage.feed()
    scene = stage.table
    assert scene.handover.recap.sentences
    return scene


def curtain_shot(name: str, least: int) -> Callable[[Stage], object]:
    return lambda stage: closed_curtain(stage, name, least)


def everything(stage: Stage) -> None:
    closed_curtain(stage, "wars", 40)
    stage.key(Act.HINT)


def film(part: float) -> Callable[[Stage], None]:
    """Shot of the film after this share of it."""

    def act(stage: Stage) -> None:
        interlude = closed_curtain(stage, "wars", 40).handover
        stage.key(Act.FILM)
        assert interlude.reel is not None
        while interlude.t < part * interlude.reel.seconds:
            stage.feed(dt=0.01)
        assert interlude.playing

    return act


def point_at_clash(stage: Stage) -> None:
    """Point at a line that tells of a clash."""
    scene = stage.sit(until("wars", lambda s: len(s.log) >= 60 and is_new_turn(0)(s)))
    rows = scene.overlay.move_list._rows
    stage.hover(next(row.center for row, entry in rows if entry.clash is not None))
    stage.wait(0.1)


def aside(stage: Stage) -> None:
    stage.sit(until("castle", is_new_turn(150)))


CURTAIN_SHOTS: tuple[Shot, ...] = (
    Shot("curtain-wars", curtain_shot("wars", 40)),
    Shot("curtain-wars-640", curtain_shot("wars", 40), SMALL),
    Shot("curtain-tricks", curtain_shot("tricks-4", 90)),
    Shot("curtain-all", everything),
    *(Shot(f"film-{when}", film(part), settings=MOVING) for when, part in PARTS.items()),
    Shot("happened-clash", point_at_clash),
    Shot("happened-left", aside, settings={"left_handed": True}),
)
