"""Matches for the pictures: played once by a simple policy and stored as saves.

    python -m tests.ui.shots.matches [NAME ...]     plays them again and writes them

A save holds landings as integers, so a picture of the middle of a match shows the same cards on
every machine and after every change of the physics. Only a change of the rules or of the deck makes
it necessary to play them again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import log
from pathlib import Path
from random import Random
from typing import Any

from castlecards.content import games
from castlecards.core.action import PASS, Action, Decision
from castlecards.core.cards import NATURE, Pose
from castlecards.core.events import apply
from castlecards.core.game import Game
from castlecards.core.landing import FLIP, FRISBEE, LOB, Limits, Throw, toss
from castlecards.core.position import Position
from castlecards.core.save import dump_session, load_session
from castlecards.core.session import Session
from castlecards.toss.aim import solve
from castlecards.toss.hand_error import with_hand_error
from castlecards.toss.world import TossWorld

FOLDER = Path(__file__).resolve().parents[1] / "screens" / "matches"
NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Fay")
LONG_NAME = "Maximiliane Charlotte"
METHODS = (LOB, FRISBEE, LOB, FLIP)
BUILDS, CASTLES = 0.35, 0.15  # probability to put a card down; to throw at the castle
LONGEST = 400  # lines


Mood = Callable[[], float]


@dataclass(frozen=True)
class Deal:
    """Beginning of a match: game, players, seed and options."""

    game: str
    players: int = 2
    seed: int = 1
    options: Mapping[str, Any] = field(default_factory=dict)
    mood: float = 0.6  # standard deviation of the noise in a choice of cards, log-odds


DEALS = {
    "barrage-1": Deal("card_barrage", 1, 11),
    "barrage-2": Deal("card_barrage", 2, 7),
    "barrage-4": Deal("card_barrage", 4, 5),
    "barrage-6": Deal("card_barrage", 6, 9),
    "wars": Deal("castle_wars"),
    "wars-epic": Deal("castle_wars", options={"epic": True, "first": "royal_kingdom"}),
    "wars-seers": Deal("castle_wars", options={"first": "seers", "second": "golems"}),
    "rampage": Deal("castle_rampage", seed=4, mood=1.2),
    "castle": Deal("castle", seed=22, mood=1.2),
    "tricks-2": Deal("tricks_of_the_trade"),
    "tricks-3": Deal("tricks_of_the_trade", 3),
    "tricks-4": Deal("tricks_of_the_trade", 4),
}


def main(names: list[str] | None = None) -> int:
    """Play the matches of these names, or all, and store them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in names or sys.argv[1:] or DEALS:
        session = play(name)
        file(name).write_text(dump_session(session), "utf-8")
        print(f"{file(name).name}: {len(session.log)} lines, {session.position.result}")
    return 0


def file(name: str) -> Path:
    return FOLDER / f"{name}.yaml"


@cache
def match(name: str) -> Session[Any]:
    """Return the whole match. Raises SaveError if the rules have changed since."""
    path = file(name)
    return load_session(path.read_text("utf-8"), path.name, games())


def until(name: str, wanted: Callable[[Session[Any]], bool]) -> Session[Any]:
    """Return the match up to the first position that is `wanted`. Raises LookupError."""
    whole = match(name)
    begun = whole.game, whole.options, whole.players, whole.seed, (), whole.names
    session: Session[Any] = Session(*begun)
    for record in whole.log:
        if wanted(session):
            return session
        session.submit(record.seat, record.action)
    if wanted(session):
        return session
    raise LookupError(f"no such position in {file(name).name}: play the matches again")


def fresh(name: str) -> Session[Any]:
    """Return the match just dealt."""
    deal = DEALS[name]
    game = games()[deal.game]
    options = game.options(**deal.options)
    return Session(game, options, deal.players, deal.seed, (), NAMES[: deal.players])


# -- policy ---------------------------------------------------------------------------------------


def play(name: str) -> Session[Any]:
    """Play a match to its end with the policy."""
    deal = DEALS[name]
    session, random = fresh(name), Random(deal.seed)
    throws = session.position.box.field is not None
    while (decision := session.decision) is not None and len(session.log) < LONGEST:
        if throws:
            action = answer(session.position, decision, random)
        else:
            mood = lambda: random.gauss(0, deal.mood)  # noqa: E731
            action = shrewd(session.game, session.position, decision, mood)
        session.submit(decision.seat, action)
    return session


def position_value(game: Game[Any], pos: Position[Any], seat: int) -> float:
    """Return the value of a position for a seat, in log-odds of winning."""
    assert game.advice is not None
    share = pos.result[seat] if pos.result is not None else game.advice.evaluate(pos)[seat]
    share = min(max(share, 0.001), 0.999)
    return log(share / (1 - share))


def shrewd(game: Game[Any], pos: Position[Any], decision: Decision, mood: Mood) -> Action:
    """Return the action whose next position has the best value plus noise."""
    best, most = decision.options[0], -1e9
    for action in decision.options:
        after, _ = apply(pos, action)
        worth = position_value(game, after, decision.seat) + mood()
        worth -= 0.1 if action == PASS else 0.0
        if worth > most:
            best, most = action, worth
    return best


def answer(pos: Position[Any], decision: Decision, random: Random) -> Action:
    """Return an action in a game of throws; the action of NATURE is the landing."""
    if decision.seat == NATURE:
        assert isinstance(decision.aim, Throw)
        return TossWorld.of(pos).toss(decision.aim).landing.action()
    if isinstance(decision.aim, Limits):
        puts = [action for action in decision.options if action.cards]
        if puts and random.random() < BUILDS:
            return random.choice(puts)
        return human_throw(pos, decision.aim, random)
    named = [action for action in decision.options if action.cards or action.verb == "use"]
    return random.choice(named or list(decision.options))


def human_throw(pos: Position[Any], limits: Limits, random: Random) -> Action:
    """Return a throw at a card of the other side, with the error of a human hand."""
    start = limits.start
    card = random.choice(limits.cards)
    shot = solve(TossWorld.of(pos), card, start, target(pos, start, random), random.choice(METHODS))
    release, _ = with_hand_error(shot.throw.release, 1.0, random)
    return toss(card, release)


def target(pos: Position[Any], start: Pose, random: Random) -> Pose:
    """Return a wall near the middle of the other side, at times the castle."""
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
