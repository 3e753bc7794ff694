"""Tests of counted action sequences from fixed seeds (perft): a changed rule changes a number."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from castlecards.content import games
from castlecards.core.events import apply
from castlecards.data import load_file
from castlecards.playout import Robot, opening, perft


@dataclass(frozen=True)
class Count:
    game: str
    players: int
    seed: int
    counts: tuple[int, ...]  # at depth 1, 2, ...
    options: dict[str, str | int | bool] = field(default_factory=dict)
    after: int = 0  # number of random actions before


@dataclass(frozen=True)
class Counts:
    perft: tuple[Count, ...]


COUNTS = load_file(Path(__file__).with_name("perft.yaml"), Counts).perft


@pytest.mark.parametrize(
    "count", COUNTS, ids=[f"{c.game}-{c.players}-{c.seed}-{c.after}" for c in COUNTS]
)
def test_counts_stay(count: Count) -> None:
    game = games()[count.game]
    pos = opening(game, game.options(**count.options), count.players, count.seed)
    robot = Robot(count.seed)
    for _ in range(count.after):
        assert pos.decision is not None
        pos, _ = apply(pos, robot.answer(pos, pos.decision))
    assert tuple(perft(pos, depth + 1) for depth in range(len(count.counts))) == count.counts


def test_every_game_is_counted() -> None:
    assert {count.game for count in COUNTS} == set(games())
