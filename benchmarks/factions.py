"""Strength of Castle Wars' factions, from matches by search, and what a handicap evens.

    python -m benchmarks factions [FACTION ...] [--deals N] [--kept] [--player NAME]

Two equal players play each deal twice, with the factions swapped. Every deal is recorded at once,
so that an interrupted run continues: first each faction against none with the handicap that set-up
offers, then without one, then all other pairs as set-up offers them. FACTIONs choose the pairs of
one of them; `--kept` plays nothing. A pairing with a handicap meets its bar only if the whole
interval of its score lies within it. At the end, a Bradley-Terry fit prints one number a faction,
its log-odds against none, and the pairings offered by set-up that are proven to be even: by the
interval of their own matches, or by that of the fit, which assumes that strengths add up.
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
from benchmarks.strength import GAMES, RECORDS, Bar, Score, factions, score, thinking
from castlecards import arena
from castlecards.content import built_in
from castlecards.core.advice import logistic
from castlecards.games.castle_wars.faction_strengths import handicaps
from castlecards.practice.stats import Z95

WARS = GAMES["wars"]
NONE = "none"
FIRST_DEALS = 12  # of each faction against none, before all pairs
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


def offered() -> list[Pair]:
    """Pairings of two factions with the handicaps that set-up offers, those with none first."""
    pairs = [(faction, NONE) for faction in factions() if faction != NONE]
    pairs += [pair for pair in combinations(factions(), 2) if NONE not in pair]
    return [Pair(*pair, *handicaps(*pair)) for pair in pairs]


def stages() -> tuple[list[Pair], list[Pair], list[Pair]]:
    """Pairings of each faction with none as offered; without a handicap, with the curve of the
    handicap; and all others as offered."""
    against_none = [pair for pair in offered() if NONE in pair]
    plain = [Pair(*pair[:2]) for pair in against_none if any(pair[2:])]
    curve = [Pair(NONE, NONE, 0, fewer) for fewer in CURVE]
    return against_none, [*plain, *curve], [pair for pair in offered() if NONE not in pair]


def plan(deals: int) -> Iterator[tuple[Pair, int]]:
    """Yield pairings and numbers of deals in the order of play."""
    first, plain, others = stages()
    early = range(1, min(deals, FIRST_DEALS) + 1)
    for stage in (first, plain):
        yield from ((pairing, deal) for deal in early for pairing in stage)
    for deal in range(1, deals + 1):
        stage = others if deal in early else [*first, *plain, *others]
        yield from ((pairing, deal) for pairing in stage)


def played(pairing: Pair, deal: int, player: str) -> float:
    """Share of the first faction in two matches with equal cards and swapped places."""
    game = built_in()[WARS]
    share = 0.0
    for place in (0, 1):
        first, second, fewer, other = pairing
        seated = Pair(second, first, other, fewer) if place else pairing
        options = dataclasses.replace(game.options(), **seated._asdict())
        shares, _, _ = arena.play_match(arena.Matchup(game, options, (player,) * 2), (0, 1), deal)
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
    """Log-odds of each faction against none, and last, of a soldier that the other side lacks."""

    values: np.ndarray
    covariance: np.ndarray

    @property
    def soldier(self) -> float:
        return float(self.values[-1])

    @property
    def strengths(self) -> dict[str, float]:
        return {name: float(features(Pair(name, NONE)) @ self.values) for name in factions()}

    def half(self, row: np.ndarray) -> float:
        """Half of the 95 % interval of the log-odds with these features."""
        return float(Z95 * np.sqrt(row @ self.covariance @ row))

    def interval(self, pairing: Pair) -> tuple[float, float]:
        """95 % interval of the first faction's score, in percent."""
        row = features(pairing)
        middle, half = float(row @ self.values), self.half(row)
        return 100 * logistic(middle - half), 100 * logistic(middle + half)


def features(pairing: Pair) -> np.ndarray:
    """Features of a pairing, in the order of the values of a `Fit`."""
    names = [each for each in factions() if each != NONE]
    row = np.zeros(len(names) + 1)
    for name, sign in ((pairing.first, 1), (pairing.second, -1)):
        if name != NONE:
            row[names.index(name)] += sign
    row[-1] = pairing.second_handicap - pairing.first_handicap
    return row


def fit(record: Record) -> Fit:
    """Most likely strengths (Bradley and Terry 1952), each match a win of one side or a draw."""
    found = by_pairing(record)
    rows = [features(pairing) for pairing in found]
    wins = [sum(shares) / len(shares) for shares in found.values()]
    weights = [2.0 * len(shares) for shares in found.values()]
    for row in np.eye(len(factions()))[:-1]:
        rows.append(row)
        wins.append(0.5)
        weights.append(2 * RIDGE)
    x, y, w = np.array(rows), np.array(wins), np.array(weights)
    beta = np.zeros(x.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-x @ beta))
        information = (x.T * (w * p * (1 - p))) @ x + 1e-9 * np.eye(len(beta))
        beta = beta + np.clip(np.linalg.solve(information, x.T @ (w * (y - p))), -1, 1)
    return Fit(beta, np.linalg.inv(information))


def proven(record: Record, found: Fit) -> tuple[list[Pair], list[Pair]]:
    """Offered pairings that are within EVEN of 50 % by their own matches, and by the fit."""
    own = [
        pairing
        for pairing in offered()
        if (shares := by_pairing(record).get(pairing)) and is_even(shares)
    ]
    by_fit = [
        pairing
        for pairing in offered()
        if all(abs(bound - 50) <= EVEN for bound in found.interval(pairing))
    ]
    return own, by_fit


def _score(shares: Sequence[float]) -> Score:
    return score([arena.DealResult(0, (each, 1 - each), (), 0, ()) for each in shares])


def is_even(shares: Sequence[float]) -> bool:
    """True if the whole interval of the score lies within EVEN of 50 %."""
    found = _score(shares)
    return abs(found.mean - 50) + found.half <= EVEN


def name_of(pairing: Pair) -> str:
    """Pair in words: the factions, and the soldiers that each lacks."""
    sides = zip(pairing[:2], pairing[2:], strict=True)
    return " v ".join(f"{name} -{fewer}" if fewer else name for name, fewer in sides)


def rows(record: Record) -> Iterator[Row]:
    """Yield a row for each pairing that was played; two factions with a handicap have a bar."""
    for pairing, shares in sorted(by_pairing(record).items()):
        found = _score(shares)
        figure = f"{found.mean:.1f} ± {found.half:.1f} %, {2 * len(shares)} matches"
        bar = pairing.first != pairing.second and any(pairing[2:])
        good = not bar or is_even(shares)
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
        half = found.half(features(Pair(name, NONE)))
        print(f'    "{name}": {strength:.2f},  # ± {half:.2f}')
    print(f"a soldier: {found.soldier:.2f} ± {found.half(np.eye(len(found.values))[-1]):.2f}")
    for source, pairings in zip(
        ("their own matches", "the fit"), proven(record, found), strict=True
    ):
        print(f"\nproven within {EVEN:g} of 50 % by {source}: {len(pairings)} of {len(offered())}")
        for pairing in pairings:
            low, high = found.interval(pairing)
            print(f"    {name_of(pairing):<48}{low:.0f} to {high:.0f} %")
    return 0 if passed else 1
