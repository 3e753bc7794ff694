"""Chances of two factions against each other, measured, and the handicap that evens them (CW43).

`python -m benchmarks factions` plays the matches and prints the tables.
"""

from __future__ import annotations

from math import exp

# Log-odds of each faction against those after it, without a handicap: 8,104 matches of players with
# 20 simulations, of 28 November 2026.
LOG_ODDS: dict[str, tuple[float, ...]] = {
    "assassins": (
        -0.47, 0.51, 0.14, -1.10, 1.60, -1.27, 0.24, 0.30, 0.53, 0.61, -0.26, 0.71, 0.05, 0.25,
        0.30, 2.09,
    ),
    "berserkers": (
        0.27, 0.49, -0.42, 2.32, -0.75, 0.92, 0.34, 1.58, 1.07, 0.68, -0.04, 1.30, 0.74, 0.72,
        4.62,
    ),
    "blood_mages": (
        0.53, -1.66, 2.55, -1.01, 0.21, -0.33, 0.47, 0.40, -0.00, -0.23, 0.32, -0.15, -0.18,
        3.75,
    ),
    "dragon_tamers": (
        -1.26, 2.70, -1.25, 0.21, -0.30, 0.90, 1.12, -0.16, -0.15, 1.14, 0.43, -0.19, 5.40,
    ),
    "fateweavers": (3.87, -0.44, 1.45, 0.83, 2.03, 1.84, 1.32, 0.71, 1.57, 1.90, 1.56, 5.95,),
    "golems": (
        -5.23, -2.71, -2.94, -2.18, -2.35, -2.66, -2.08, -2.27, -3.12, -2.98, 3.78,
    ),
    "infected": (2.18, 1.16, 2.52, 3.09, 0.29, 1.40, 2.74, 1.96, -0.04, 6.96,),
    "mages": (-0.24, 0.64, 0.30, -0.68, -0.42, 0.74, 0.15, -1.25, 3.81,),
    "mechas": (1.10, 0.88, 0.21, 0.51, 0.51, 0.35, 0.05, 4.22,),
    "ninjas": (-0.20, -1.37, -0.32, 0.19, -0.26, -1.56, 3.80,),
    "none": (-1.02, -0.25, 0.26, -0.38, -1.47, 3.38,),
    "outcasts": (-0.25, 1.10, 0.46, -0.51, 5.00,),
    "royal_kingdom": (0.32, 0.23, 0.66, 5.27,),
    "seers": (-0.29, -1.39, 3.35,),
    "shape_shifters": (-0.91, 3.49,),
    "undead": (4.91,),
    "war_mongers": (),
}  # fmt: skip
# Factions after each with which the handicap is proven: by the interval of the matches played with
# it, neither wins more than 60 %.
PROVEN: dict[str, tuple[str, ...]] = {
    "assassins": ("seers",),
    "berserkers": (),
    "blood_mages": (),
    "dragon_tamers": (),
    "fateweavers": (),
    "golems": (),
    "infected": (),
    "mages": (),
    "mechas": (),
    "ninjas": (),
    "none": (),
    "outcasts": (),
    "royal_kingdom": (),
    "seers": (),
    "shape_shifters": (),
    "undead": (),
    "war_mongers": (),
}  # fmt: skip
SOLDIER = 0.60  # log-odds of each soldier that the other army lacks
MOST_FEWER = 8  # soldiers, greatest handicap


def expected(first: str, second: str, first_handicap: int = 0, second_handicap: int = 0) -> float:
    """Share of the matches that the first faction wins. Raises KeyError for an unknown faction."""
    odds = _log_odds(first, second) + SOLDIER * (second_handicap - first_handicap)
    return 1 / (1 + exp(-odds))


def handicaps(first: str, second: str) -> tuple[int, int]:
    """Handicaps, in soldiers, with which both factions win most nearly as often."""
    ahead = round(_log_odds(first, second) / SOLDIER)
    return min(max(ahead, 0), MOST_FEWER), min(max(-ahead, 0), MOST_FEWER)


def proven(first: str, second: str) -> bool:
    """True if matches have shown that `handicaps` makes the two factions even."""
    return second in PROVEN[first] or first in PROVEN[second]


def _log_odds(first: str, second: str) -> float:
    """Log-odds of the first faction without a handicap. Raises KeyError for an unknown faction."""
    names = list(LOG_ODDS)
    one, other = names.index(first), names.index(second)
    if one == other:
        return 0.0
    return LOG_ODDS[first][other - one - 1] if one < other else -LOG_ODDS[second][one - other - 1]
