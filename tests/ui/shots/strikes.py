"""Shots of a card that hits: contact, verdict and removal of cards, for every result of a throw.

Each throw is a release in the first turn of a new match, where all walls stand at their marks, so
that only physics and rules decide its result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from castlecards.content import games
from castlecards.core.landing import Release, toss
from castlecards.core.session import HUMAN, LEVELS, Session
from castlecards.core.table import Table
from castlecards.ui.kit.intents import Act, Command
from castlecards.ui.scene import Reset
from castlecards.ui.table.replay import Replay
from castlecards.ui.table.slow_motion import SlowMotion
from tests.ui.shots.matches import NAMES
from tests.ui.shots.stage import MOVING, Shot, Stage, in_large_window

STEP = 0.01  # s
SEED = 6  # of a match in which South begins
THROWS: dict[str, tuple[int, ...]] = {  # by result
    "hit": (0, 7, -24, 118, 2515, 236, 669, 0, 0, -82, 2327, 0),
    "perfect": (0, 46, -48, 115, 2549, 248, 892, 0, 0, -34, -3385, 0),
    "double": (0, 12, -31, 101, 2664, 172, 794, 0, 0, 94, -8726, 0),
    "castle": (1, -9, -13, 130, 1623, -34, 281, 0, 0, 172, 35359, 0),
    "stormed": (0, 0, -20, 110, 3230, 7, 811, 0, 0, 0, 1545, 0),
    "near": (0, 57, -53, 124, 2492, 215, 670, 0, 0, 171, -6860, 0),
    "under": (0, 37, -43, 110, 1501, -204, 776, 0, 0, -21, 5730, 0),
}
BEATS = {"early": "touch_time", "mid": "verdict", "late": "end"}
AFTER = {"early": 0.04, "mid": 0.17, "late": 0.3}  # s after the contact, verdict or removal
SEEN = [(kind, when) for kind in ("hit", "perfect", "double", "castle", "near") for when in BEATS]
SEEN += [("stormed", "mid"), ("under", "mid")]


def before_the_throw(kind: str, kinds: Sequence[str] = ()) -> Session[Any]:
    """Return a match in which South can throw; for "stormed" North has no walls."""
    game = games()["card_barrage"]
    session: Session[Any] = Session(game, game.options(), 2, SEED, kinds, NAMES[:2])
    assert session.decision is not None
    assert session.decision.seat == 0
    if kind != "stormed":
        return session
    pos = session.position.copy()
    table, away = Table(pos), pos.box.zone("B.discard")
    for n in range(5):
        wall = pos.box.zone(f"1.wall{n}")
        table.move(pos.zones[wall][0], wall, away)
    return Session(game, session.options, 2, SEED, names=NAMES[:2], start=pos)


def throw(session: Session[Any], kind: str) -> tuple[int, Any]:
    """Return the seat that throws, and the action."""
    decision = session.decision
    assert decision is not None
    card = session.position.zones[session.position.box.zone("0.hand")][0]
    return decision.seat, toss(card, Release(*THROWS[kind]))


def strike_shot(kind: str, when: str, kinds: Sequence[str] = ()) -> Callable[[Stage], None]:
    """Shot just after the contact, after the verdict, or after the hit cards have left."""

    def act(stage: Stage) -> None:
        scene = stage.sit(before_the_throw(kind, kinds))
        scene.submit(*throw(scene.session, kind))
        playback = scene.playback
        while playback.impact is None:
            stage.feed(dt=STEP)
        moment = getattr(playback.impact, BEATS[when]) + AFTER[when]
        while playback.impact is not None and playback.t < moment:
            stage.feed(dt=STEP)

    return act


def details(stage: Stage) -> None:
    """Open the details of a throw between two people."""
    strike_shot("near", "late")(stage)
    stage.feed(Command(Act.DETAILS, True))


def slow_end(stage: Stage) -> None:
    """Show the end of a throw in slow motion."""
    strike_shot("near", "late")(stage)
    stage.table.open_slow_motion()
    stage.feed()
    assert isinstance(stage.app.scene, SlowMotion)
    stage.app.scene.seek(1.0)
    stage.feed()


def show_replayed_landing(stage: Stage) -> None:
    """Show the landing of a throw in the replay of its match."""
    strike_shot("hit", "late")(stage)
    screen = Replay(stage.app, stage.table.session, 0)
    stage.app.follow(Reset(screen))
    for _ in range(400):
        if screen.playback.callout is not None:
            break
        stage.feed()
    stage.wait(0.3)


CALLOUTS = tuple(
    Shot(f"callout-{kind}", strike_shot(kind, "late", (HUMAN, LEVELS[0])), settings=MOVING)
    for kind in ("hit", "double", "castle", "near", "under")
)
STRIKE_SHOTS = (
    *(
        Shot(f"strike-{kind}-{when}", strike_shot(kind, when), settings=MOVING)
        for kind, when in SEEN
    ),
    *CALLOUTS,
    *map(in_large_window, CALLOUTS[:1]),
    replace(CALLOUTS[3], name="callout-near-640", size=(640, 480)),
    Shot("callout-details", details, settings=MOVING),
    Shot("callout-slow", slow_end, settings=MOVING),
    Shot("callout-replay", show_replayed_landing, settings=MOVING),
)
