"""The toss against its anchors: each row with its figure and its bar; 1 if one is missed.

python tools/toss_bench.py [--quick] [--hits]

The anchors are published experiments with falling plates and thrown cards, closed formulas, and
finer computations of the same thing. `--hits` measures how often a person-like hand hits instead.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from multiprocessing import Pool
from multiprocessing.pool import Pool as Workers
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from tools import toss_hits
from tools.toss_anchors import Row, drift, dropped, long_throws, scaling, terminal, water
from tools.toss_checks import (
    contacts,
    edges,
    energy,
    gestures,
    lob_spread,
    random_tosses,
    replays,
    slides,
    speeds,
    steps,
)
from tools.toss_hand import hands
from tools.toss_strengths import strengths

CORES = 2
CHECKS: tuple[Callable[[Workers, bool], Iterable[Row]], ...] = (
    water, terminal, dropped, scaling, long_throws, drift, energy, random_tosses, steps, slides,
    contacts, edges, replays, gestures, hands, lob_spread, strengths, speeds,
)  # fmt: skip


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--quick", action="store_true", help="fewer throws, same bars")
    parser.add_argument("--hits", action="store_true", help="how often a person-like hand hits")
    args = parser.parse_args(words)
    begun = perf_counter()
    with Pool(CORES) as pool:
        if args.hits:
            passed = toss_hits.report(pool, args.quick, lambda text: print(text, flush=True))
        else:
            passed = all_rows(pool, args.quick)
    print(f"\n{'all pass' if passed else 'SOME FALL SHORT'}; {perf_counter() - begun:.0f} s")
    return 0 if passed else 1


def all_rows(pool: Workers, quick: bool) -> bool:
    passed = True
    for check in CHECKS:
        for row in check(pool, quick):
            passed = passed and row.good
            word = "pass" if row.good else "FALLS SHORT"
            print(f"{word:12}{row.what:56}{row.figure:50}{row.bar}", flush=True)
    return passed


if __name__ == "__main__":
    sys.exit(main())
