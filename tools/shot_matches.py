"""Matches for the pictures: played once by a practised hand, kept as saves.

    python tools/shot_matches.py       plays them anew and writes them

A save holds landings as integers, so a picture of the middle of a match shows the same cards on
every machine and after every change of the physics. Only a change of the rules or of the deck
makes it necessary to play them again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from castlecards.content import games  # noqa: E402
from castlecards.core.action import Action, Decision  # noqa: E402
from castlecards.core.cards import NATURE, Pose  # noqa: E402
from castlecards.core.landing import FLIP, FRISBEE, LOB, Limits, Throw, toss  # noqa: E402
from castlecards.core.position import Position  # noqa: E402
from castlecards.core.session import Session  # noqa: E402
from castlecards.toss.aim import solve  # noqa: E402
from castlecards.toss.world import TossWorld  # noqa: E402
from tools.toss_hits import spoilt  # noqa: E402

FOLDER = ROOT / "tests" / "ui" / "screens" / "matches"
GAME = "card_barrage"
NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Fay")
SEEDS = {1: 11, 2: 7, 4: 5, 6: 9}  # by number of players
METHODS = (LOB, FRISBEE, LOB, FLIP)
BUILDS, CASTLES = 0.35, 0.15  # how often a card is put down; how often the castle is the target
LONGEST = 400  # lines


def main() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for players in SEEDS:
        session = play(players)
        file(players).write_text(session.save(), "utf-8")
        print(f"{file(players).name}: {len(session.log)} lines, {session.position.result}")
    return 0


def file(players: int) -> Path:
    return FOLDER / f"{players}.yaml"


@cache
def match(players: int) -> Session[Any]:
    """The whole match. Raises SaveError where the rules have changed since."""
    path = file(players)
    return Session.load(path.read_text("utf-8"), path.name, games())


def until(players: int, wanted: Callable[[Session[Any]], bool]) -> Session[Any]:
    """The beginning of a match, up to the first position that is `wanted`; LookupError: none is."""
    whole = match(players)
    session = fresh(players)
    for record in whole.log:
        if wanted(session):
            return session
        session.submit(record.seat, record.action)
    if wanted(session):
        return session
    raise LookupError(f"no such position in {file(players).name}: play the matches again")


def fresh(players: int) -> Session[Any]:
    """Just dealt."""
    game = games()[GAME]
    return Session(game, game.options(), players, SEEDS[players], (), NAMES[:players])


# -- the hand that plays ---------------------------------------------------------------------------


def play(players: int) -> Session[Any]:
    session, random = fresh(players), Random(SEEDS[players])
    while (decision := session.decision) is not None and len(session.log) < LONGEST:
        session.submit(decision.seat, answer(session.position, decision, random))
    return session


def answer(pos: Position[Any], decision: Decision, random: Random) -> Action:
    if decision.seat == NATURE:
        assert isinstance(decision.aim, Throw)
        return TossWorld.of(pos).toss(decision.aim).landing.action()
    if isinstance(decision.aim, Limits):
        puts = [action for action in decision.options if action.cards]
        if puts and random.random() < BUILDS:
            return random.choice(puts)
        return thrown(pos, decision.aim, random)
    named = [action for action in decision.options if action.cards or action.verb == "use"]
    return random.choice(named or list(decision.options))


def thrown(pos: Position[Any], limits: Limits, random: Random) -> Action:
    """A throw at some card of the other side, with a hand's errors."""
    start = limits.start
    card = random.choice(limits.cards)
    shot = solve(TossWorld.of(pos), card, start, target(pos, start, random), random.choice(METHODS))
    release, _ = spoilt(shot.throw.release, 1.0, random)
    return toss(card, release)


def target(pos: Position[Any], start: Pose, random: Random) -> Pose:
    """A wall near the middle of the other side, at times the castle."""
    theirs = [pose for pose in pos.poses or () if pose is not None and pose.y * start.y < 0]
    row = min(abs(pose.y) for pose in theirs)
    walls = [pose for pose in theirs if abs(pose.y) < row + 300]
    behind = [pose for pose in theirs if pose not in walls]
    if behind and random.random() < CASTLES:
        walls = behind
    walls.sort(key=lambda pose: abs(pose.x - start.x))
    return random.choice(walls[:3])


if __name__ == "__main__":
    sys.exit(main())
