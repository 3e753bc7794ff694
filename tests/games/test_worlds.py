"""Tests of the pairs of worlds: they differ, look the same to the viewer, and a leak is found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from castlecards.content import games
from castlecards.core.action import Action
from castlecards.core.game import Game
from castlecards.core.log_lines import Line
from castlecards.games.high_card.rules import HighTable, Lay
from tests.games.play import configurations, every_game
from tests.games.worlds import Leak, WorldPair, moments, two_worlds

SEEDS = 30


def some(game: Game[Any], seeds: int = SEEDS) -> Iterator[WorldPair]:
    """Yield pairs of worlds with different options and seats."""
    every = configurations(game)
    for seed in range(seeds):
        options, players = every[seed * 7 % len(every)]
        seats = [seat for seat, owner in enumerate(game.owners(options, players)) if owner >= 0]
        worlds = two_worlds(game, options, players, seed, seats[seed % len(seats)])
        if worlds is not None:
            yield worlds


def play_all(game: Game[Any]) -> None:
    """Play all pairs of worlds. Raises Leak if a moment looks different to the viewer."""
    for worlds in some(game):
        for each in moments(worlds):
            each.check()


@every_game
@pytest.mark.long
def test_the_worlds_differ_only_in_what_the_viewer_has_not_seen(game: Game[Any]) -> None:
    found = 0
    for worlds in some(game, 40):
        here, there = worlds.positions
        apart = [card for card in range(here.box.size) if here.faces[card] != there.faces[card]]
        assert apart
        assert {here.faces[card] for card in apart} == worlds.swapped
        assert not any(here.knows(worlds.seat, card) for card in apart)
        found += 1
    assert found


def test_worlds_look_alike_until_a_face_is_shown() -> None:
    play_all(games()["high_card"])


def test_a_rule_that_tells_a_hidden_face_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    lay = Lay.run

    def tell(step: Lay, table: HighTable, action: Action) -> None:
        if action.cards:
            key = table.pos.face(action.cards[0]).key
            table.tell(lambda pos: Line("told", 0, words=(key,)))
        lay(step, table, action)

    monkeypatch.setattr(Lay, "run", tell)
    with pytest.raises(Leak, match="an event tells what is hidden"):
        play_all(games()["high_card"])
