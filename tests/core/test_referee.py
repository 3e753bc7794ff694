"""Tests of the referee: who must answer next, in every game and at every kind of moment."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

import castlecards
from castlecards.bots.simple import answer
from castlecards.content import games
from castlecards.core.action import PASS
from castlecards.core.cards import NATURE
from castlecards.core.landing import Throw
from castlecards.core.referee import Bot, Computer, Due, Human, Over, Physics, Waive, due
from castlecards.core.rng import noise
from castlecards.core.session import ALWAYS, HUMAN, NEVER, PASSIVE, RANDOM, Session
from castlecards.toss.dice import Dice
from tests.trees import nodes, tree

ROOT = Path(castlecards.__file__).parent
GAMES = games()


def match(game: str, players: int, *kinds: str, **more: Any) -> Session[Any]:
    return Session(GAMES[game], GAMES[game].options(), players, 3, kinds, **more)


def played(session: Session[Any], most: int = 400) -> list[Due]:
    """Play a match, with random answers for people. Return the referee's verdict at each moment."""
    said: list[Due] = []
    for n in range(most):
        asked = due(session)
        said.append(asked)
        match asked:
            case Over():
                return said
            case Physics(decision):
                assert isinstance(decision.aim, Throw)
                session.submit(NATURE, Dice(n).landing(session.position, decision.aim))
            case Waive(decision, action):
                session.submit(decision.seat, action)
            case Human(decision) | Bot(decision):
                seed = noise(5, n, 1)[0]
                session.submit(decision.seat, answer(RANDOM, decision, seed))
    return said


@pytest.mark.parametrize("game", list(GAMES))
def test_a_match_is_played_by_what_the_referee_says(game: str) -> None:
    players = GAMES[game].players[-1]
    session = match(game, players, HUMAN, *(PASSIVE,) * (players - 1))
    for asked, position in zip(played(session), session.positions, strict=False):
        decision = position.decision
        if isinstance(asked, Over):
            assert decision is None
            assert asked.result == position.result
            continue
        assert asked.decision is decision
        assert isinstance(asked, Physics) == (decision.seat == NATURE)
        if isinstance(asked, Human):
            assert asked.player == session.owner(decision.seat) == 0
        if isinstance(asked, Bot):
            assert (asked.kind, session.owner(decision.seat) > 0) == (PASSIVE, True)


def test_a_seat_of_nobody_plays_by_itself_also_beside_a_single_person() -> None:
    session = match("card_barrage", 1, HUMAN)
    session.owners = (-1, 0)  # the first seat to play has no owner
    asked = due(session)
    while not isinstance(asked, Bot):
        assert isinstance(asked, Human)
        session.submit(asked.decision.seat, PASS)
        asked = due(session)
    assert asked.kind == RANDOM


@pytest.mark.parametrize("game", list(GAMES))
def test_a_computer_player_is_asked_as_such_where_somebody_knows_how_to_play(game: str) -> None:
    players = max(2, GAMES[game].players[0])
    session = match(game, players, HUMAN, *("knight",) * (players - 1))
    while not isinstance(asked := due(session), Computer | Over):
        match asked:
            case Physics(decision):
                assert isinstance(decision.aim, Throw)
                session.submit(NATURE, Dice(1).landing(session.position, decision.aim))
            case Waive(decision, action):
                session.submit(decision.seat, action)
            case Human(decision) | Bot(decision):
                if isinstance(asked, Bot):
                    assert GAMES[game].advice is None
                session.submit(decision.seat, answer(RANDOM, decision, 3))
    if GAMES[game].advice is None:
        assert isinstance(asked, Over)
    else:
        assert isinstance(asked, Computer)
        assert asked.player == session.owner(asked.decision.seat) > 0


def test_a_window_that_nobody_wants_is_waived_and_one_that_is_wanted_is_asked() -> None:
    seen: dict[str, set[type[Due]]] = {}
    for stop in (ALWAYS, NEVER):
        session = match("castle_wars", 2, stops=(stop, stop))
        moments = zip(played(session), session.positions, strict=False)
        seen[stop] = {
            type(asked)
            for asked, pos in moments
            if pos.decision is not None and pos.decision.window
        }
    assert seen[NEVER] == {Waive}
    assert Human in seen[ALWAYS]


def test_a_moment_looked_back_at_is_asked_as_it_was() -> None:
    session = match("high_card", 2)
    first = due(session)
    played(session)
    assert isinstance(due(session), Over)
    session.jump(0)
    assert due(session) == first


@pytest.mark.long
def test_nobody_else_says_who_need_not_be_asked() -> None:
    found = []
    for path in sorted(ROOT.rglob("*.py")):
        for node in nodes(tree(path.read_text("utf-8"))):
            if not isinstance(node, ast.Attribute) or node.attr != "automatic_answer":
                continue
            owner = ast.unparse(node.value)
            told = owner == "model" or owner.endswith(".model")  # what the table was told
            if owner not in ("self", "self.asking") and not told:
                found.append(f"{path.relative_to(ROOT)}: {ast.unparse(node)}")
    assert found == ["core/referee.py: session.automatic_answer"]
