"""Check of every position of random games: no card is lost or doubled, every game ends.

    python -m benchmarks random_games GAME [--games 10000] [--seed 1] [--players 2]

All options of the game take turns. Exits 1, and says the seed, at the first fault.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from time import process_time
from typing import Any

from castlecards.content import games
from castlecards.core.game import Game
from castlecards.core.position import Position
from castlecards.core.table import Table
from castlecards.playout import MOST_ACTIONS, Robot, every_option


def fault(pos: Position[Any], whole: bytes) -> str:
    """Description of a fault in the cards of a position; "" if there is none."""
    lying = b"".join(pos.zones)
    if len(lying) != len(whole) or bytes(sorted(lying)) != whole:
        return f"cards lie in {pos.zones}"
    if bytes(sorted(pos.faces)) != whole:
        return f"faces are {list(pos.faces)}"
    return ""


def played(game: Game[Any], count: int, seed: int, players: int) -> Iterator[Position[Any]]:
    """Yield the last positions of random games, each checked at every decision. Raises
    RuntimeError."""
    kinds = [each for each in every_option(game) if players in (0, each[1])]
    fresh = [game.setup(options, number) for options, number in kinds]
    for n in range(count):
        pos = fresh[n % len(fresh)].copy()
        pos.seed = seed + n
        whole = bytes(range(pos.box.size))
        table, robot = Table(pos), Robot(seed + n)
        decision, actions = table.settle(), 0
        while decision is not None:
            wrong = fault(pos, whole)
            if wrong or actions > MOST_ACTIONS:
                raise RuntimeError(f"seed {seed + n}, {kinds[n % len(kinds)]}: {wrong or 'no end'}")
            decision = table.play(robot.answer(pos, decision))
            actions += 1
        if (wrong := fault(pos, whole)) or pos.result is None:
            raise RuntimeError(f"seed {seed + n}, {kinds[n % len(kinds)]}: {wrong or 'no result'}")
        yield pos


def main(words: list[str] | None = None) -> int:
    """Run the benchmark. Return 1 if a bar is missed, else 0."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("game", choices=list(games()))
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, default=0, help="0: all numbers take turns")
    args = parser.parse_args(words)
    start = process_time()
    results: Counter[tuple[float, ...] | None] = Counter()
    try:
        for pos in played(games()[args.game], args.games, args.seed, args.players):
            results[pos.result] += 1
    except RuntimeError as error:
        print(error)
        return 1
    shares = ", ".join(f"{count} x {result}" for result, count in results.most_common(6))
    print(f"{args.games} games of {args.game} kept all cards and ended: {shares}")
    print(f"{process_time() - start:.0f} s of CPU")
    return 0
