"""Shots of clashes on the stage: lines of the stored matches, stopped at moments of their
animation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from castlecards.core.cards import NATURE
from castlecards.core.narration import pending_clash
from castlecards.core.session import Session
from castlecards.playout import Robot
from castlecards.ui.scene import Push
from castlecards.ui.table.clash.site_motion import RIDE
from castlecards.ui.table.clash.strike import Strike
from castlecards.ui.table.clash.timeline import ClashTimeline
from castlecards.ui.table.playback.script_builder import SETTLES
from castlecards.ui.table.replay import Replay
from castlecards.ui.table.scene import TableScene
from tests.ui.shots.matches import NAMES, match, until
from tests.ui.shots.stage import MOVING, Shot, Stage

STEP = 0.01  # s
SMALL = (640, 480)
PRACTISED = 9  # clashes seen before; the first ones of a match are played slowly
# Match and line of a clash.
WARS = ("wars-seers", 109)  # a group that Golems weaken against a card that a Queen helps
EPIC = ("wars-epic", 92)  # three clashes in one line
RAMPAGE = ("rampage", 86)  # one attacker, four defenders
CASTLE = ("castle", 205)  # knights against a king behind a wall
STAGED = RIDE + SETTLES  # s until the stage opens, after the ride


def before(name: str, line: int) -> Session[Any]:
    """Return a stored match up to a line."""
    return until(name, lambda session: len(session.log) == line)


def line_shot(name: str, line: int, moment: float) -> Callable[[Stage], object]:
    """Shot of line `line` of a match, `moment` s after it begins to play."""

    def act(stage: Stage) -> None:
        record = match(name).log[line]
        scene = stage.sit(before(name, line))
        scene.narrator.seen = PRACTISED
        scene.submit(record.seat, record.action)
        assert scene.playback.animation.script is not None
        assert scene.playback.animation.script.clips_of(ClashTimeline)
        while scene.playback.animation.now < moment - STEP / 2:
            stage.feed(dt=STEP)
        assert stage.app.scene is scene
        assert scene.playback.clash_now is not None

    return act


def show_strike(stage: Stage) -> None:
    """Show the attacker at the castle behind the fallen gate, before the stage opens."""
    record = match("rampage").log[RAMPAGE[1]]
    scene = stage.sit(before(*RAMPAGE))
    scene.narrator.seen = PRACTISED
    scene.submit(record.seat, record.action)
    while scene.playback.clip_now(Strike) is None:
        stage.feed(dt=STEP)
    stage.feed(dt=0.09)


def decision_shot(name: str, line: int) -> Callable[[Stage], TableScene]:
    """Shot before line `line`: a player decides about an open clash."""

    def act(stage: Stage) -> TableScene:
        scene = stage.sit(before(name, line))
        assert scene.playback.pending_clash is not None
        return scene

    return act


def show_hand(stage: Stage) -> None:
    """Show the hand of the player who can react."""
    decision_shot("wars", 15)(stage)
    stage.click("look")
    stage.open()


def plate(stage: Stage) -> None:
    """Show the small form of a clash, whose stage would cover cards to pick."""
    decision_shot("wars", 82)(stage)
    stage.click("look")
    stage.open()


def show_defence(stage: Stage) -> None:
    """Show a random match in which a player with barracks can fell attackers."""
    game, robot = stage.app.games["castle"], Robot(0)
    session: Session[Any] = Session(game, game.options(), 2, 0, names=NAMES[:2])
    while pending_clash(session, NATURE) is None:
        assert session.decision is not None
        action = robot.answer(session.position, session.decision)
        session.submit(session.decision.seat, action)
    stage.sit(session)


def show_replay(stage: Stage) -> None:
    """Show the verdict in the replay of a match."""
    name, line = WARS
    replay = Replay(stage.app, match(name))
    stage.app.follow(Push(replay))
    replay.seek(line / len(replay.session.log))
    assert replay.at == line
    replay.nudge(1)
    while replay.playback.animation.now < 1.0 - STEP / 2:
        stage.feed(dt=STEP)
    assert replay.playback.clash_now is not None


def still(stage: Stage) -> None:
    """Show the verdict with reduced motion, which shows it for a while."""
    record = match("wars").log[3]
    scene = stage.sit(before("wars", 3))
    scene.submit(record.seat, record.action)
    stage.feed(dt=STEP)
    assert scene.playback.clip_now(ClashTimeline) is not None


def with_explanation(act: Callable[[Stage], object]) -> Callable[[Stage], None]:
    """Wrap `act`: point at the numbers, which pauses the clash and explains their sum."""

    def point(stage: Stage) -> None:
        act(stage)
        stage.feed(dt=STEP)
        shot = stage.table.painter._shot
        assert shot is not None
        stage.hover(shot.totals_rect.center)
        stage.feed(dt=0.5)
        assert stage.table.playback.clash_now is not None

    return point


def shot(name: str, line: tuple[str, int], moment: float) -> Shot:
    return Shot(name, line_shot(*line, moment), settings=MOVING)


CLASH_SHOTS: tuple[Shot, ...] = (
    shot("clash-wars", WARS, 1.0),
    shot("clash-rampage", RAMPAGE, 3.14),
    shot("clash-castle", CASTLE, STAGED + 0.85),
    shot("clash-wars-early", WARS, 0.12),
    shot("clash-wars-mid", WARS, 0.38),
    shot("clash-wars-late", WARS, 1.42),
    Shot("clash-rampage-strike", show_strike, settings=MOVING),
    shot("clash-rampage-early", RAMPAGE, 0.73),
    shot("clash-rampage-mid", RAMPAGE, 1.98),
    shot("clash-rampage-late", RAMPAGE, 3.88),
    shot("clash-castle-early", CASTLE, STAGED + 0.14),
    shot("clash-castle-mid", CASTLE, STAGED + 0.5),
    shot("clash-castle-late", CASTLE, STAGED + 1.2),
    shot("clash-group", EPIC, 0.4),
    Shot("clash-small", line_shot(*WARS, 1.0), SMALL, MOVING),
    Shot("clash-left", line_shot(*WARS, 1.0), settings={**MOVING, "left_handed": True}),
    Shot("clash-asked", decision_shot("wars", 15)),
    Shot("clash-looked", show_hand),
    Shot("clash-sum", with_explanation(line_shot(*WARS, 1.0)), settings=MOVING),
    Shot("clash-sum-castle", with_explanation(show_defence)),
    Shot("clash-plate", plate),
    Shot("clash-defended", show_defence),
    Shot("clash-still", still),
    Shot("clash-replay", show_replay, settings=MOVING),
)
