"""Strength of Castle Wars' factions, from matches by search, and what a handicap evens.

    python -m benchmarks factions [FACTION ...] [--deals N] [--kept] [--player NAME]

Two equal players play each deal twice, with the factions swapped. Every deal is recorded at once,
so that an interrupted run continues: first each faction against none, then against the extremes,
then all pairs. FACTIONs choose the pairs of one of them; `--kept` plays nothing. A pairing
with a handicap meets its bar only if the whole interval of its score lies within it. At the end, a
Bradley-Terry fit prints one number a faction, its log-odds against none.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.rows import Row, print_rows
from benchmarks.strength import GAMES, RECORDS, Bar, factions, score, thinking
from castlecards import arena
from castlecards.content import built_in

WARS = GAMES["wars"]
NONE, WEAKEST, STRONGEST = "none", "war_mongers", "fateweavers"
FIRST_DEALS = 12  # of each faction against none, then against the extremes, before all pairs
DEALS = 10
CURVE = (1, 2, 3, 4)  # soldiers, handicaps between equal factions
EVEN = 10.0  # percents that a pairing with a handicap is off even at most
RIDGE = 0.25  # imagined draws of each faction against none, which keep its number finite


class Pair(NamedTuple):
    """Two factions with their handicaps, in soldiers."""

    first: str
    second: str
    first_handicap: int = 0
    second_handicap: int = 0


Record = dict[tuple[Pair, int], float]  # by pairing and deal: share of the first faction


def stages() -> tuple[list[Pair], list[Pair], list[Pair]]:
    """Pairings of each faction with none, with the curve of the handicap; with the extremes; and
    all others."""
    first = [Pair(faction, NONE) for faction in factions() if faction != NONE]
    pairs = [Pair(*pair) for pair in combinations(factions(), 2) if NONE not in pair]
    extreme = [pair for pair in pairs if {*pair[:2]} & {STRONGEST, WEAKEST}]
    curve = [Pair(NONE, NONE, 0, fewer) for fewer in CURVE]
    return [*first, *curve], extreme, [pair for pair in pairs if pair not in extreme]


def plan(deals: int) -> Iterator[tuple[Pair, int]]:
    """Yield pairings and numbers of deals in the order of play."""
    first, extreme, others = stages()
    early = range(1, min(deals, FIRST_DEALS) + 1)
    for stage in (first, extreme):
        yield from ((pairing, deal) for deal in early for pairing in stage)
    for deal in range(1, deals + 1):
        stage = others if deal in early else [*first, *extreme, *others]
        yield from ((pairing, deal) for pairing in stage)


def played(pairing: Pair, deal: int, player: str) -> float:
    """Share of the first faction in two matches with equal cards and swapped places."""
    game = built_in()[WARS]
    share = 0.0
    for place in (0, 1):
        first, second, fewer, other = pairing
        seated = Pair(second, first, other, fewer) if place else pairing
        options = dataclasses.replace(game.options(), **seated._asdict())
        shares, _, _ = arena.play_match(arena.Bout(game, options, (player,) * 2), (0, 1), deal)
        share += shares[place] / 2
    return share


def read(path: Path) -> Record:
    """Recorded deals; an incomplete last line is cut off."""
    if not path.exists():
        return {}
    text = path.read_text(encoding="utf-8")
    complete = text[: text.rfind("\n") + 1]
    if complete != text:
        path.write_text(complete, encoding="utf-8")
    deals = [json.loads(line) for line in complete.splitlines()]
    return {(Pair(*pairing), deal): share for pairing, deal, share in deals}


def ensure(path: Path, record: Record, plan: Iterator[tuple[Pair, int]], player: str) -> None:
    """Play the deals of the plan that are not recorded, and record each."""
    for pairing, deal in plan:
        if (pairing, deal) not in record:
            record[pairing, deal] = share = played(pairing, deal, player)
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps([pairing, deal, share]) + "\n")


def by_pairing(record: Record) -> Mapping[Pair, Sequence[float]]:
    """Shares of the first faction by pairing."""
    found: dict[Pair, list[float]] = defaultdict(list)
    for (pairing, _), share in record.items():
        found[pairing].append(share)
    return found


class Fit(NamedTuple):
    """Log-odds of each faction against none, their standard errors, and the log-odds of a soldier
    that the other side lacks."""

    strengths: dict[str, float]
    errors: dict[str, float]
    soldier: float


def fit(record: Record) -> Fit:
    """Most likely strengths (Bradley and Terry 1952), each match a win of one side or a draw."""
    names = [each for each in factions() if each != NONE]
    rows, wins, weights = [], [], []
    for pairing, shares in by_pairing(record).items():
        row = np.zeros(len(names) + 1)
        for name, sign in ((pairing.first, 1), (pairing.second, -1)):
            if name != NONE:
                row[names.index(name)] += sign
        row[-1] = pairing.second_handicap - pairing.first_handicap
        rows.append(row)
        wins.append(sum(shares) / len(shares))
        weights.append(2.0 * len(shares))
    for n in range(len(names)):
        rows.append(np.eye(len(names) + 1)[n])
        wins.append(0.5)
        weights.append(2 * RIDGE)
    x, y, w = np.array(rows), np.array(wins), np.array(weights)
    beta = np.zeros(len(names) + 1)
    for _ in range(50):
        p = 1 / (1 + np.exp(-x @ beta))
        information = (x.T * (w * p * (1 - p))) @ x + 1e-9 * np.eye(len(beta))
        beta = beta + np.clip(np.linalg.solve(information, x.T @ (w * (y - p))), -1, 1)
    errors = np.sqrt(np.diag(np.linalg.inv(information)))
    strengths = {NONE: 0.0, **{name: float(beta[n]) for n, name in enumerate(names)}}
    return Fit(
        strengths,
        {NONE: 0.0, **{name: float(errors[n]) for n, name in enumerate(names)}},
        float(beta[-1]),
    )


def name_of(pairing: Pair) -> str:
    """Pair in words: the factions, and the soldiers that each lacks."""
    sides = zip(pairing[:2], pairing[2:], strict=True)
    return " v ".join(f"{name} -{fewer}" if fewer else name for name, fewer in sides)


def rows(record: Record) -> Iterator[Row]:
    """Yield a row for each pairing that was played; two factions with a handicap have a bar."""
    for pairing, shares in sorted(by_pairing(record).items()):
        found = score([arena.DealResult(0, (each, 1 - each), (), 0, ()) for each in shares])
        figure = f"{found.mean:.1f} ± {found.half:.1f} %, {2 * len(shares)} matches"
        bar = pairing.first != pairing.second and any(pairing[2:])
        good = not bar or abs(found.mean - 50) + found.half <= EVEN
        yield Row(name_of(pairing), figure, f"{EVEN:g} off 50 at most" if bar else "", good)


def main(words: list[str] | None = None) -> int:
    """Run the benchmark. Return 1 if a bar is missed, else 0."""
    parser = argparse.ArgumentParser(description="strength of Castle Wars' factions")
    parser.add_argument("names", nargs="*", metavar="FACTION")
    parser.add_argument("--deals", type=int, default=DEALS, help="of each pair")
    parser.add_argument("--kept", action="store_true", help="play nothing, tell what was played")
    parser.add_argument("--player", default="search:50")
    parser.add_argument("--record", type=Path, default=RECORDS.parent / "factions")
    args = parser.parse_args(words)
    args.record.mkdir(parents=True, exist_ok=True)
    checksum = thinking(Bar("", WARS, args.player, args.player, 0))
    path = args.record / f"{checksum}.jsonl"
    record = read(path)
    if not args.kept:
        wanted = plan(args.deals)
        if args.names:
            wanted = (each for each in wanted if {*args.names} & {*each[0][:2]})
        ensure(path, record, wanted, args.player)
    passed = print_rows(rows(record), 48, 40)
    found = fit(record)
    print(f"\n{date.today().isoformat()}: {2 * len(record)} matches of {args.player}")
    for name, strength in sorted(found.strengths.items(), key=lambda each: each[1]):
        print(f'    "{name}": {strength:.2f},  # ± {1.96 * found.errors[name]:.2f}')
    print(f"a soldier: {found.soldier:.2f}")
    return 0 if passed else 1
