"""Tests of the random player: always legal, repeatable by seed, and it makes throws."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from castlecards.bots.simple import random_action
from castlecards.content import games
from castlecards.core.action import Decision
from castlecards.core.cards import Field, Pose
from castlecards.core.landing import Release, Throw
from castlecards.playout import opening


def first(players: int) -> Decision:
    game = games()["card_barrage"]
    decision = opening(game, game.options(), players, 3).decision
    assert decision is not None
    return decision


@given(st.integers(0, 2**40), st.integers(1, 6))
def test_any_answer_is_legal_and_repeats(seed: int, players: int) -> None:
    decision = first(players)
    action = random_action(decision, seed)
    assert decision.allows(action)
    assert random_action(decision, seed) == action


def test_all_kinds_of_answer_come_up() -> None:
    verbs = {random_action(first(2), seed).verb for seed in range(300)}
    assert {"pass", "toss", "upgrade"} <= verbs


def test_nature_is_no_player() -> None:
    throw = Throw(3, Pose(0, 0, 0), Release(0), Field(500, 500))
    with pytest.raises(ValueError, match="NATURE"):
        random_action(Decision(-1, "?", (), aim=throw), 1)
