"""Speed of the learning environments, in one run with connect_four of PettingZoo.

    python -m benchmarks environments [--quick] [GAME ...]

Steps a second of CPU time with random legal ids; each step is observed. Exits 1 if a bar is missed.
Needs the extra `judges`.
"""

from __future__ import annotations

import argparse
import warnings
from time import process_time
from typing import Any

import numpy as np

from benchmarks.rows import Row, print_rows
from castlecards.content import built_in
from castlecards.core import position
from castlecards.envs.zoo import env

SLICES = 5  # of each environment, by turns; the fastest counts
SECONDS = 2.0  # of one slice
QUICK_SECONDS = 0.4
PLAIN, COMPILED = 2000, 6000  # steps/s, bars
JUDGE = "connect_four"


def steps(world: Any, seconds: float, seed: int) -> float:
    """Steps a second of random play."""
    random = np.random.default_rng(seed)
    done, began = 0, process_time()
    while (passed := process_time() - began) < seconds:
        world.reset(seed=seed + done)
        for _ in world.agent_iter():
            seen, _, ended, cut, _ = world.last()
            legal = np.flatnonzero(seen["action_mask"])
            world.step(None if ended or cut else int(random.choice(legal)))
            done += 1
            if process_time() - began > seconds:
                break
    return done / passed


def main(words: list[str] | None = None) -> int:
    """Run the benchmark. Return 1 if a bar is missed, else 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="short slices")
    parser.add_argument("games", nargs="*", metavar="GAME")
    args = parser.parse_args(words)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pettingzoo.classic import connect_four_v3

    listed = [game.id for game in built_in().values() if game.listed]
    made = {JUDGE: connect_four_v3.env()}
    made |= {id: env(id) for id in args.games or listed}
    best = dict.fromkeys(made, 0.0)
    for n in range(SLICES):
        for name, world in made.items():
            seconds = QUICK_SECONDS if args.quick else SECONDS
            best[name] = max(best[name], steps(world, seconds, n))
    compiled = not position.__file__.endswith(".py")
    bar = COMPILED if compiled else PLAIN
    return print_rows(
        Row(
            name, f"{rate:.0f} steps/s, {rate / best[JUDGE]:.2f} times {JUDGE}",
            "" if name == JUDGE else f">= {bar} steps/s", name == JUDGE or rate >= bar,
        )
        for name, rate in best.items()
    )  # fmt: skip
