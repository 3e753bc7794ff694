"""Tests of invariants in random matches of Castle Rampage."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from benchmarks.random_games import played
from castlecards.core.position import Position
from castlecards.core.table import Table
from castlecards.games.castle_rampage.rules import MOST_TURNS, Arrange, Deal, Pay
from castlecards.games.castle_rampage.state import (
    ASIDES,
    CASTLES,
    DISCARD,
    DRAW,
    GATES,
    HANDS,
    PERMANENTS,
    PLAY,
    Rampage,
)
from castlecards.playout import Robot, every_option
from tests.games.castle_rampage.build import GAME
from tests.marks import rule

Pos = Position[Rampage]


def check(pos: Pos) -> None:
    """Check a position in which a player is asked."""
    state, step = pos.state, pos.steps[0]
    up = {zone: [pos.up >> card & 1 for card in cards] for zone, cards in enumerate(pos.zones)}
    for seat in (0, 1):
        assert not any(up[GATES[seat]] + up[CASTLES[seat]] + up[ASIDES[seat]] + up[DRAW])
        assert all(up[PERMANENTS[seat]])
        names = [pos.face(card).title for card in pos.zones[PERMANENTS[seat]]]
        assert len(names) == len(set(names))
        if not isinstance(step, (Arrange, Deal)):
            assert pos.zones[CASTLES[seat]]
            paying = isinstance(step, Pay) and seat == state.active
            assert len(pos.zones[ASIDES[seat]]) == paying
    assert all(up[DISCARD])
    assert all(up[PLAY])
    assert not any(up[HANDS[0]] + up[HANDS[1]])


@pytest.mark.long
@rule("CR6", "CR8", "CR11", "CR12", "CR30", "CR32")
def test_two_hundred_random_matches_keep_their_shape() -> None:
    kinds = [GAME.setup(options, players) for options, players in every_option(GAME)]
    steps: Counter[str] = Counter()
    for seed in range(200):
        pos: Position[Any] = kinds[seed % len(kinds)].copy()
        pos.seed = seed
        table, robot = Table(pos), Robot(seed)
        decision = table.settle()
        while decision is not None:
            check(pos)
            steps[type(pos.steps[0]).__name__] += 1
            decision = table.play(robot.answer(pos, decision))
        fallen = [not pos.zones[zone] for zone in CASTLES]
        assert any(fallen) or pos.state.turn <= MOST_TURNS
        assert pos.result is not None
        if sum(fallen) == 1:
            assert pos.result == (float(fallen[1]), float(fallen[0]))
    assert set(steps) == {"Arrange", "ActionStep", "Pay", "Name", "Inspect", "Raze", "Sabotage"}


def test_cards_are_kept_in_random_matches() -> None:
    """benchmarks/random_games.py plays more of them."""
    assert sum(1 for _ in played(GAME, 100, 5_000, 2)) == 100
