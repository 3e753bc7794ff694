"""Matches of our search against searches of other libraries, at equal CPU time per decision.

    python -m benchmarks judges [--game GAME] [--judge pyplai] [--deals 20] [--seconds 0.02]

pyplAI's SO-ISMCTS and OpenSpiel's ISMCTS bot (through `castlecards.envs.spiel`), both with random
playouts, get the same beliefs as ours; OpenSpiel's gets the time for each id of an answer. Deals
are paired; intervals are those of the means of deals.
Needs the extra `judges`, the first also `pip install pyplAI`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random
from time import process_time
from types import SimpleNamespace
from typing import Any

from benchmarks.rows import Row, interval, print_rows
from castlecards.content import built_in
from castlecards.core.action import Action
from castlecards.core.position import Position
from castlecards.core.table import Table
from castlecards.envs.match import Match
from castlecards.players.player import Think, choose

NO_LIMIT = 1_000_000  # simulations, more than fit into the time
Judge = Callable[[Match, int], Action]


def ours(seconds: float) -> Judge:
    """Judge with our search, limited to CPU seconds."""

    def answer(match: Match, seed: int) -> Action:
        player = match.current_player
        seat = match.seat(player)
        think = Think(NO_LIMIT, seconds, seed=seed)
        assert match.game.advice is not None
        return choose(match.game.advice, match.view(player), match.events_seen[seat], think).action

    return answer


def thumb(match: Match, seed: int) -> Action:
    """Choose by our rules of thumb, without a search."""
    player = match.current_player
    assert match.game.advice is not None
    events = match.events_seen[match.seat(player)]
    return choose(match.game.advice, match.view(player), events, Think(seed=seed)).action


class World:
    """Position for pyplAI's algorithms; its players are the seats, counted from 1."""

    def __init__(self, pos: Position[Any]) -> None:
        self.pos = pos

    @property
    def jugadorActual(self) -> int:  # name of the attribute that pyplAI reads
        assert self.pos.decision is not None
        return self.pos.decision.seat + 1

    def __deepcopy__(self, memo: object) -> World:
        return World(self.pos.copy())


def pyplai(seconds: float) -> Judge:
    """Judge with pyplAI's SO-ISMCTS."""
    from pyplAI import Algoritmos

    Algoritmos.time = SimpleNamespace(time=process_time)  # CPU, not wall

    def after(world: World, action: Action) -> World:
        Table(world.pos).play(action)
        return world

    def open_to(world: World) -> list[Action]:
        return list(world.pos.decision.options) if world.pos.decision else []

    def answer(match: Match, seed: int) -> Action:
        player, advice = match.current_player, match.game.advice
        assert advice is not None
        deal = advice.world_sampler(match.view(player), match.events_seen[match.seat(player)])
        random = Random(seed)
        search = Algoritmos.SOISMCTS(
            after, open_to,
            lambda world: world.pos.decision is None,
            lambda world, seat: (world.pos.result or (0,) * 9)[seat - 1] == 1,
            lambda world: World(deal(random)),
            len(match.owners), seconds,
        )  # fmt: skip
        chosen: Action = search.ejecuta(World(match.pos.copy()))
        return chosen

    return answer


def open_spiel(seconds: float) -> Judge:
    """Judge with OpenSpiel's ISMCTS bot."""
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts

    from castlecards.envs import spiel

    cost = [0.05]  # CPU seconds of one of its simulations, as they come

    def answer(match: Match, seed: int) -> Action:
        if len(match.options()) == 1:
            return match.options()[0]
        action: Action | None = None
        game = pyspiel.load_game(f"castlecards_{match.game.id}")
        state = spiel.CastlecardsState(game)
        state.match = match.copy()
        random = Random(seed)
        numbers = np.random.RandomState(seed % 2**32)
        count = max(2, round(seconds / cost[0]))
        # hidden hands differ from world to world, and so do the legal actions
        bot = ismcts.ISMCTSBot(
            game, mcts.RandomRolloutEvaluator(1, numbers), 1.4, count,
            random_state=numbers, allow_inconsistent_action_sets=True,
        )  # fmt: skip
        bot.set_resampler(lambda spiel_state, player: spiel_state.resampled(player, random))
        while action is None:  # id by id
            began = process_time()
            chosen = bot.step(state)
            cost[0] = 0.8 * cost[0] + 0.2 * (process_time() - began) / count
            action = state.match.choose(int(chosen))
        return action

    return answer


def share(game: str, first: Judge, second: Judge, seed: int) -> float:
    """Score of the first player over one deal, played from both seats."""
    total = 0.0
    for turn in (0, 1):
        rules = built_in()[game]
        match = Match(rules, rules.options(), 2, seed)
        random = Random(seed)
        while not match.over:
            if match.is_in_flight:
                match.play(random.choice(match.chance_outcomes()))
                continue
            judge = (first, second)[match.current_player ^ turn]
            match.play(judge(match, seed * 1000 + match.turn))
        total += (match.rewards()[turn] + 1) / 4
    return total


JUDGES: dict[str, Callable[[float], Judge]] = {"pyplai": pyplai, "open_spiel": open_spiel}


def main(words: list[str] | None = None) -> int:
    """Run the benchmark, which has no bar. Return 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="castle_wars")
    parser.add_argument("--judge", choices=sorted(JUDGES), action="append")
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.02, help="CPU time a decision")
    parser.add_argument("--thumb", action="store_true", help="our rules of thumb, not our search")
    args = parser.parse_args(words)
    mine = thumb if args.thumb else ours(args.seconds)

    def row(name: str) -> Row:
        judge = JUDGES[name](args.seconds)
        scores = [100 * share(args.game, mine, judge, seed) for seed in range(1, args.deals + 1)]
        mean, half = interval(scores)
        what = f"{args.game}: ours v {name} at {args.seconds * 1000:.0f} ms"
        return Row(what, f"{mean:.1f} ± {half:.1f} % of {2 * args.deals} games")

    return print_rows(map(row, args.judge or sorted(JUDGES)))
