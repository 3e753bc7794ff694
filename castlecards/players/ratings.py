"""Elo ratings of the levels, and of a person from the results against them.

A difference of 400 means ten points to one (Elo, The Rating of Chessplayers, 1978).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from castlecards.texts import tr


class LevelElo(NamedTuple):
    """Elo of a level above a Page, and half of its 95 % interval."""

    elo: int
    half: int


# Means of the five games, `python -m benchmarks strength level --elo` in November 2026: 200 paired
# deals of each two neighbours in each game, 80 to 124 of a Regent in three of them. The Monarch has
# not been measured at its full thought.
RATINGS = {
    "page": LevelElo(0, 0),
    "squire": LevelElo(176, 22),
    "knight": LevelElo(376, 35),
    "marshal": LevelElo(535, 41),
    "regent": LevelElo(730, 48),
}
LEAST = 5  # matches against these levels before a person has a rating
VIRTUAL = "knight"  # level against which one win and one loss are added, so that it is finite
EVEN = 0.38  # share of points of the weaker side from which on two players are about even
LOWEST, HIGHEST = -1000.0, 2000.0  # range of a person's rating


class Result(NamedTuple):
    """Matches of a person against a level."""

    level: str
    matches: int
    points: float  # 1 for a win, 0.5 for a draw


def expected(elo: float, other: float) -> float:
    """Expected share of points against another rating."""
    return float(1 / (1 + 10 ** ((other - elo) / 400)))


def rating_of(results: Iterable[Result]) -> float | None:
    """Most likely rating (Elo above a Page) for these results; None after fewer than LEAST."""
    known = [each for each in results if each.level in RATINGS]
    if sum(each.matches for each in known) < LEAST:
        return None
    known.append(Result(VIRTUAL, 2, 1.0))
    points = sum(each.points for each in known)
    low, high = LOWEST, HIGHEST
    while high - low > 1:  # what is expected grows with the rating
        middle = (low + high) / 2
        sums = [each.matches * expected(middle, RATINGS[each.level].elo) for each in known]
        low, high = (middle, high) if sum(sums) < points else (low, middle)
    return low


def comparison(level: str, own: float | None) -> str:
    """Sentence that compares a level with a person's rating; empty if one of them is unknown."""
    if own is None or level not in RATINGS:
        return ""
    share = expected(own, RATINGS[level].elo)
    if share < EVEN:
        return tr("Stronger than you.")
    return tr("Weaker than you.") if share > 1 - EVEN else tr("About even with you.")
