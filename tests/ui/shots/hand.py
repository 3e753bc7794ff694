"""Shots of the throwing coach, its drill, and the target game."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from unittest.mock import patch

from castlecards.coach.hand import DRILL, HALF_LENGTH, HALF_WIDTH, MEASURE
from castlecards.practice.throws import ThrowRecord
from castlecards.today import record
from castlecards.toss.styles import STYLES, release
from castlecards.ui.practice.target_game import RingGame
from castlecards.ui.routes import TargetGame, ThrowCoach
from castlecards.ui.scene import Reset
from castlecards.ui.table.scene import TableScene
from tests.ui.shots.matches import NAMES
from tests.ui.shots.stage import EVENING, LARGE, Shot, Stage

PLAYER = NAMES[0]
# Method, level, number of throws, and bias to the right and beyond the target, mm.
THROWN = (
    ("flip", "", 7, (3.0, 0.0)), ("frisbee", "", 31, (-2.0, -26.0)),
    ("lob", "", 42, (22.0, 4.0)), ("lob", MEASURE, 10, (21.0, 3.0)), ("lob", DRILL, 10, (9.0, 0.0)),
    ("lob", "", 26, (8.0, 1.0)),
)  # fmt: skip
AIMED = release(STYLES[0]).args()
FLICKS = (1.0, 1.0, 0.93, 1.02, 1.0, 1.2)  # share of the speed that hits the target


def throws(random: Random, drilled: bool) -> list[ThrowRecord]:
    """Return throws at the middle wall, at (0, 200) mm; `drilled`: with those of the drill."""
    found = []
    for method, level, count, (bias, long) in THROWN[: len(THROWN) if drilled else 3]:
        for _ in range(count):
            right, far = random.gauss(bias, 15.0), random.gauss(long, 17.0)
            hit = abs(right) <= HALF_WIDTH and abs(far) <= HALF_LENGTH
            place = round(10 * right), round(10 * far + 2000)
            found.append(
                ThrowRecord(
                    time=EVENING.isoformat(), method=method, player=PLAYER, layout="duel",
                    level=level, release=AIMED, cause="hit" if hit else "table", touch=place,
                    touch_right=round(right, 1), touch_far=round(far, 1),
                )
            )  # fmt: skip
    return found


def coach_shot(drilled: bool, some: bool = True) -> Callable[[Stage], None]:
    """Shot of the page of the throwing coach; `some`: with recorded throws."""

    def act(stage: Stage) -> None:
        for throw in throws(Random(4), drilled) if some else ():
            stage.app.throws.add(throw)
        with patch.object(record, "local_date", EVENING.date):
            stage.show(ThrowCoach(PLAYER))

    return act


def show_target_game(stage: Stage) -> None:
    """Show the target game after six throws at the third target."""
    stage.app.follow(Reset(TargetGame()))
    stage.settle()
    scene = stage.app.scene
    assert isinstance(scene, TableScene)
    game = scene.addon
    assert isinstance(game, RingGame)
    for share in FLICKS:
        style = STYLES[0]
        game.throw(scene, release(style, share * style.speed))
        for _ in range(400):
            stage.feed(dt=0.05)
            if not scene.moving:
                break
    stage.click("ring.next")
    stage.settle()


HAND_SHOTS = (
    Shot("hand", coach_shot(drilled=False)),
    Shot("hand-1920", coach_shot(drilled=True), LARGE),
    Shot("hand-200", coach_shot(drilled=True), settings={"ui_scale": 2.0}),
    Shot("hand-first", coach_shot(drilled=False, some=False)),
    Shot("target", show_target_game),
    Shot("target-1920", show_target_game, LARGE),
    Shot("target-200", show_target_game, settings={"ui_scale": 2.0}),
)
