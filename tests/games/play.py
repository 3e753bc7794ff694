"""Random play of any game, with a scripted NATURE, for tests that hold for every game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from math import prod
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

from castlecards.bots.simple import random_action
from castlecards.content import games
from castlecards.core.action import Action
from castlecards.core.belief import Worlds
from castlecards.core.events import apply
from castlecards.core.game import Game
from castlecards.core.landing import Throw
from castlecards.core.position import Position
from castlecards.core.rng import noise
from castlecards.core.view import View
from castlecards.playout import every_option, opening, option_values
from castlecards.toss.dice import Dice
from tests.depth import Depth

MOST_ACTIONS = 6_000  # a longer random game counts as endless
POOL = 16  # matches per game
GAME_BY_ID = games()
GAMES = list(GAME_BY_ID.values())
PlayedAction = tuple[Position[Any], Action, Position[Any], tuple[Any, ...]]
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])


class Configurations(Sequence[tuple[Any, int]]):
    """Sequence of all combinations of options and number of players, as `every_option` yields them.

    Each is made when it is asked for: a game with 300,000 of them would take seconds and 100 MB.
    Only for games whose options fit any number of players.
    """

    def __init__(self, game: Game[Any], numbers: Sequence[int]) -> None:
        self.game, self.numbers = game, numbers
        self.values = option_values(game)
        self.each = prod(map(len, self.values.values()))  # combinations for a number of players

    def __len__(self) -> int:
        return len(self.numbers) * self.each

    def __getitem__(self, n: Any) -> Any:
        if isinstance(n, slice):
            return tuple(self[each] for each in range(*n.indices(len(self))))
        number, rest = divmod(range(len(self))[n], self.each)
        chosen = {}
        for name, values in reversed(self.values.items()):
            rest, at = divmod(rest, len(values))
            chosen[name] = values[at]
        return self.game.options(**chosen), self.numbers[number]


@cache
def configurations(game: Game[Any], players: int = 0) -> Sequence[tuple[Any, int]]:
    """Return all combinations of options and number of players, or those of one number."""
    if type(game).owners is Game.owners:
        return Configurations(game, (players,) if players else tuple(game.players))
    return tuple(each for each in every_option(game) if players in (0, each[1]))


def matches(game: Game[Any], players: int = 0) -> st.SearchStrategy[tuple[Any, int, int]]:
    """Strategy of options, players and seed; of all numbers of players, or of one."""
    every = configurations(game, players)
    return st.tuples(st.sampled_from(range(len(every))), st.integers(0, 2**32)).map(
        lambda drawn: (*every[drawn[0]], drawn[1])
    )


def daily_matches(game: Game[Any], depth: Depth) -> st.SearchStrategy[tuple[Any, int, int]]:
    """Strategy like `matches`, but daily runs have few matches, so that each is played once."""
    if depth.thorough:
        return matches(game)
    every = configurations(game)
    step = max(1, round(len(every) * 0.618))  # a stride through all options
    return st.sampled_from([(*every[n * step % len(every)], n) for n in range(POOL)])


def sample_world(view: View, seed: int) -> Position[Any]:
    """Return a world that the seat may hold possible, from even odds."""
    return Worlds(view).deal(Random(seed))


def random_answer(game: Game[Any], pos: Position[Any], seed: int, n: int) -> Action:
    """Return the n-th action of a random match; landings are decided by dice."""
    decision = pos.decision
    if isinstance(decision.aim, Throw):
        return Dice(noise(seed, n, 1)[0]).landing(pos, decision.aim)
    return random_action(decision, noise(seed, n, 1)[0])


@lru_cache(maxsize=POOL * len(GAMES))
def cached_game(game: str, options: Any, players: int, seed: int) -> Sequence[PlayedAction]:
    """Return a random match by the id of its game, played once; not for tests that change rules."""
    return tuple(random_game(GAME_BY_ID[game], options, players, seed))


def random_game(game: Game[Any], options: Any, players: int, seed: int) -> Iterator[PlayedAction]:
    """Yield every step of a random match: before, action, after, events."""
    pos = opening(game, options, players, seed)
    for n in range(MOST_ACTIONS):
        if pos.decision is None:
            return
        action = random_answer(game, pos, seed, n)
        after, events = apply(pos, action)
        yield pos, action, after, events
        pos = after
    raise AssertionError(f"{game.id}, seed {seed}: no end after {MOST_ACTIONS} actions")
