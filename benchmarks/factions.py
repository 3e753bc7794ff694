"""Chances of Castle Wars' factions against each other, from matches by search, with a handicap.

    python -m benchmarks factions [FACTION ...] [--deals N] [--kept] [--player NAME]

Two equal players play each deal twice, with the factions swapped. Every deal is recorded at once,
so that an interrupted run continues. Each two factions play with the handicap (soldiers, and who
begins) that seems to be proven soonest, until the whole interval of their score lies within 10
points of 50 %, or N deals with it are played; those that seem to need the fewest deals are next.
FACTIONs choose the matches of one of them; `--kept` plays nothing. At the end the tables of
`castlecards/games/castle_wars/faction_strengths.py` are printed.

Strengths that add up (Bradley and Terry 1952) do not describe these factions: some beat stronger
ones. So each two factions have a number of their own beside the difference of their strengths.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import textwrap
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.rows import Row, print_rows
from benchmarks.strength import GAMES, RECORDS, Bar, Score, factions, score, sources_checksum
from castlecards import arena
from castlecards.content import built_in
from castlecards.core.advice import logistic
from castlecards.games.castle_wars.faction_strengths import HANDICAPS, Handicap
from castlecards.games.castle_wars.setup import BY_HANDICAP
from castlecards.practice.stats import Z95

WARS = GAMES["wars"]
NONE = "none"
MOST_DEALS = 260  # of two factions with one handicap
ROUND_DEALS = 10  # deals of a pair until the next pairs are chosen, and number of these
LEAST_DEALS = 24  # deals of two factions before they can be proven to be even
EVEN_MARGIN = 10.0  # percents that two factions with their handicap are off even at most
WIDENING = 2.4 / Z95  # wider interval, because it is looked at after ROUND_DEALS
DEAL_DEVIATION = 33.0  # percents, usual deviation of the score of a deal
FACTION_DEVIATION = 3.0  # log-odds, usual strength of a faction
PAIR_DEVIATION = 0.6  # log-odds, of two factions from the difference of their strengths
SOLDIER, SOLDIER_DEVIATION = 0.6, 0.2  # log-odds of a soldier before any match, and their deviation
FIRST_TURN, FIRST_TURN_DEVIATION = 0.8, 0.2  # the same of the first turn
MOST_STEP = 0.5  # log-odds, greatest change of a number in a step of the fit
LEAST_STEP = 1e-12  # log-odds, step after which the fit ends
FIT_DEVIATION = 4.0  # percents, usual deviation of a pair with one handicap from the fit


class Pair(NamedTuple):
    """Two factions in the order of their names, the soldiers that they lack, and who begins."""

    first: str
    second: str
    first_handicap: int = 0
    second_handicap: int = 0
    begins: str = BY_HANDICAP

    @property
    def handicap(self) -> Handicap:
        return Handicap(*self[2:])

    @property
    def swapped(self) -> Pair:
        """The same with the factions at each other's places."""
        return Pair(self.second, self.first, *self.handicap.with_sides_swapped)

    @property
    def name(self) -> str:
        """The factions, the soldiers that each lacks, and who begins."""
        sides = zip(self[:2], self[2:4], strict=True)
        text = " v ".join(f"{name} -{fewer}" if fewer else name for name, fewer in sides)
        turn = self.handicap.turn
        return f"{text}, {self[turn < 0]} begins" if turn else text


Record = dict[tuple[Pair, int], float]  # by pair and deal: share of the first faction
Shares = Mapping[Pair, Sequence[float]]  # the same by pair alone


def pairs() -> list[tuple[str, str]]:
    """Return every pair of two factions, by name."""
    return list(combinations(sorted(factions()), 2))


def played(pair: Pair, deal: int, player: str) -> float:
    """Share of the first faction in two matches with equal cards and swapped places."""
    game = built_in()[WARS]
    share = 0.0
    for place in (0, 1):
        seated = pair.swapped if place else pair
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
    return {(Pair(*pair), deal): share for pair, deal, share in deals}


def play_if_missing(path: Path, record: Record, pair: Pair, deal: int, player: str) -> None:
    """Play a deal that is not recorded, and record it."""
    if (pair, deal) not in record:
        record[pair, deal] = share = played(pair, deal, player)
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([pair, deal, share]) + "\n")


def by_pair(record: Record) -> Shares:
    """Shares of the first faction by pair."""
    found: dict[Pair, list[float]] = defaultdict(list)
    for (pair, _), share in record.items():
        found[pair].append(share)
    return found


class Fit(NamedTuple):
    """Log-odds of each faction against none, what two factions add to the difference of theirs, and
    log-odds of a soldier that the other side lacks, and of beginning instead of the other side."""

    factions: Mapping[str, float]
    own: Mapping[tuple[str, str], float]
    soldier: float
    first_turn: float

    def log_odds(self, pair: Pair) -> float:
        """Log-odds of the first faction."""
        own = self.own.get(pair[:2], 0.0)
        even = self.factions[pair.first] - self.factions[pair.second] + own
        handicap = pair.handicap
        return even + self.soldier * handicap.soldiers + self.first_turn * handicap.turn


def fit(shares: Shares) -> Fit:
    """Most likely strengths, each match a win of one side or a draw."""
    names = [each for each in factions() if each != NONE]
    played_pairs = sorted({pair[:2] for pair in shares if pair.first != pair.second})
    count = len(names)
    x = np.zeros((len(shares), count + len(played_pairs) + 2))
    for row, pair in zip(x, shares, strict=True):
        for name, sign in ((pair.first, 1), (pair.second, -1)):
            if name != NONE:
                row[names.index(name)] += sign
        if pair.first != pair.second:
            row[count + played_pairs.index(pair[:2])] = 1
        row[-2:] = pair.handicap.soldiers, pair.handicap.turn
    y = np.array([sum(each) / len(each) for each in shares.values()])
    w = np.array([2.0 * len(each) for each in shares.values()])
    prior = np.array([0.0] * (count + len(played_pairs)) + [SOLDIER, FIRST_TURN])
    deviations = (
        [FACTION_DEVIATION] * count
        + [PAIR_DEVIATION] * len(played_pairs)
        + [SOLDIER_DEVIATION, FIRST_TURN_DEVIATION]
    )
    weight = np.diag([each**-2 for each in deviations])
    beta = prior.copy()
    for _ in range(100):
        p = 1 / (1 + np.exp(-x @ beta))
        information = (x.T * (w * p * (1 - p))) @ x + weight
        slope = x.T @ (w * (y - p)) - weight @ (beta - prior)
        step = np.linalg.solve(information, slope)
        largest = np.abs(step).max()
        beta = beta + step * MOST_STEP / max(MOST_STEP, largest)
        if largest < LEAST_STEP:
            break
    numbers = beta.tolist()
    return Fit(
        {NONE: 0.0, **dict(zip(names, numbers, strict=False))},
        dict(zip(played_pairs, numbers[count:], strict=False)),
        *numbers[-2:],
    )


class Estimate(NamedTuple):
    """Two factions with the handicap that seems to make them even."""

    pair: Pair
    log_odds: float  # of the first, with this handicap
    score: Score | None  # of its matches with this handicap

    @property
    def deals(self) -> int:
        return self.score.deals if self.score is not None else 0

    @property
    def is_even(self) -> bool:
        """True if the whole interval of the score lies within EVEN_MARGIN of 50 %."""
        if self.score is None or self.deals < LEAST_DEALS:
            return False
        return abs(self.score.mean - 50) + WIDENING * self.score.half <= EVEN_MARGIN

    @property
    def off(self) -> float:
        """Percents above 50 that the first seems to win: mean of the fit and the score."""
        # weight of the score; that of the fit is 1
        share = self.deals * (FIT_DEVIATION / DEAL_DEVIATION) ** 2
        mean = self.score.mean if self.score is not None else 0
        return (100 * logistic(self.log_odds) + share * mean) / (1 + share) - 50

    @property
    def needed(self) -> float:
        """Deals until it is proven to be even, if it is as even as it seems to be."""
        room = max(EVEN_MARGIN - abs(self.off), EVEN_MARGIN / 8)
        return max(LEAST_DEALS, (WIDENING * Z95 * DEAL_DEVIATION / room) ** 2) - self.deals


def estimates(shares: Shares) -> list[Estimate]:
    """Estimate of each two factions, with a handicap that is proven, else the one that seems to
    need the fewest deals."""
    found = fit(shares)
    return [_estimate(shares, found, *pair) for pair in pairs()]


def _estimate(shares: Shares, found: Fit, first: str, second: str) -> Estimate:
    every = [
        Estimate(pair, found.log_odds(pair), _score(shares.get(pair, ())))
        for pair in (Pair(first, second, *each) for each in HANDICAPS)
    ]
    return min(every, key=lambda each: (not each.is_even, each.needed))


def _score(shares: Sequence[float]) -> Score | None:
    results = [arena.DealResult(0, (each, 1 - each), (), 0, ()) for each in shares]
    return score(results) if results else None


def next_pairs(shares: Shares, names: Sequence[str], deals: int) -> list[Pair]:
    """Pairs to play next, of the factions `names` or of all; none if all are proven or have
    `deals`."""
    todo = [
        each
        for each in estimates(shares)
        if not each.is_even and each.deals < deals
        if not names or {*names} & {*each.pair[:2]}
    ]
    return [each.pair for each in sorted(todo, key=lambda each: each.needed)[:ROUND_DEALS]]


def rows(shares: Shares) -> Iterator[Row]:
    """Yield a row for each pair with the handicap that makes it even."""
    for each in estimates(shares):
        figure = "not played"
        if each.score is not None:
            half = WIDENING * each.score.half
            figure = f"{each.score.mean:.1f} ± {half:.1f} %, {2 * each.deals} matches"
        yield Row(each.pair.name, figure, f"{EVEN_MARGIN:g} off 50 at most", each.is_even)


def tables(shares: Shares) -> Iterator[str]:
    """Yield the rows of the two tables of `faction_strengths.py`, with an empty one between."""
    found = fit(shares)
    even = {each.pair[:2]: each for each in estimates(shares)}
    names = sorted(factions())
    yield f"SOLDIER = {found.soldier:.2f}"
    yield f"FIRST_TURN = {found.first_turn:.2f}"
    ahead = {first: names[names.index(first) + 1 :] for first in names}
    for first in names:
        yield _row(first, [f"{found.log_odds(Pair(first, each)):.2f}" for each in ahead[first]])
    yield ""
    for first in names:
        proofs = [even[first, each] for each in ahead[first]]
        cells = [f'"{each.pair.second}": {each.pair[2:]}' for each in proofs if each.is_even]
        yield _row(first, cells, "{}")


def _row(first: str, cells: Sequence[str], brackets: str = "()") -> str:
    """Row of a table in Python: the faction with a tuple, or with a dictionary."""
    texts = " ".join(cell.replace("'", '"').replace(" ", "\0") + "," for cell in cells)
    if len(texts) < 74:  # \0: a space at which no line ends
        return f'    "{first}": {brackets[0]}{texts}{brackets[1]},'.replace("\0", " ")
    rows = textwrap.indent(textwrap.fill(texts, 88), " " * 8).replace("\0", " ")
    return f'    "{first}": {brackets[0]}\n{rows}\n    {brackets[1]},'


def main(words: list[str] | None = None) -> int:
    """Run the benchmark. Return 1 if a bar is missed, else 0."""
    parser = argparse.ArgumentParser(description="chances of Castle Wars' factions")
    parser.add_argument("names", nargs="*", metavar="FACTION")
    parser.add_argument("--deals", type=int, default=MOST_DEALS, help="most of two factions")
    parser.add_argument("--kept", action="store_true", help="play nothing, tell what was played")
    parser.add_argument("--player", default="search:20")
    parser.add_argument("--record", type=Path, default=RECORDS.parent / "factions")
    args = parser.parse_args(words)
    args.record.mkdir(parents=True, exist_ok=True)
    checksum = sources_checksum(Bar("", WARS, args.player, args.player, 0))
    path = args.record / f"{checksum}.jsonl"
    record = read(path)
    number = max((deal for _, deal in record), default=0)
    while not args.kept and (todo := next_pairs(by_pair(record), args.names, args.deals)):
        for pair in todo:
            for _ in range(ROUND_DEALS):
                number += 1
                play_if_missing(path, record, pair, number, args.player)
    shares = by_pair(record)
    code = print_rows(rows(shares))
    proven = sum(each.is_even for each in estimates(shares))
    print(f"\n{date.today().isoformat()}: {2 * len(record)} matches of {args.player}")
    print(f"proven within {EVEN_MARGIN:g} of 50 %: {proven} of {len(pairs())}")
    print("\n".join(tables(shares)))
    return code
