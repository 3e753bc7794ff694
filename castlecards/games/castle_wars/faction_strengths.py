"""Chances of two factions against each other, measured, and the handicap that evens them (CW43).

`python -m benchmarks factions` plays the matches and prints the tables.
"""

from __future__ import annotations

from math import exp

# Log-odds of each faction against those after it, without a handicap, from 12,872 matches
# of players with 20 simulations, of 28 November 2026.
LOG_ODDS: dict[str, tuple[float, ...]] = {
    "assassins": (
        -0.58, -0.20, -0.27, -1.18, 1.32, -0.89, 0.20, -0.26, 0.25, 0.17, -0.52, -0.06, 0.03,
        0.22, -0.26, 2.19,
    ),
    "berserkers": (
        0.39, 0.36, -0.35, 2.28, -0.27, 0.81, 0.29, 1.29, 1.15, 0.40, 0.30, 1.18, 0.86, 0.35,
        4.04,
    ),
    "blood_mages": (
        0.27, -1.39, 2.34, -0.80, 0.37, -0.17, 0.34, 0.27, -0.14, -0.22, 0.27, 0.12, -0.32,
        3.38,
    ),
    "dragon_tamers": (
        -1.29, 2.70, -1.09, 0.71, -0.13, 1.11, 1.02, 0.21, 0.13, 0.94, 0.36, -0.28, 4.89,
    ),
    "fateweavers": (3.43, -0.54, 1.23, 0.71, 1.83, 1.60, 1.26, 0.55, 1.34, 1.68, 1.49, 5.43,),
    "golems": (
        -4.73, -2.45, -2.61, -1.88, -2.15, -2.28, -1.80, -2.07, -2.86, -2.62, 3.74,
    ),
    "infected": (1.84, 1.00, 2.43, 3.00, 0.23, 1.23, 2.65, 1.74, -0.17, 6.43,),
    "mages": (-0.18, 0.63, 0.30, -0.56, -0.15, 0.74, 0.22, -0.82, 3.47,),
    "mechas": (1.03, 0.76, 0.26, 0.51, 0.59, 0.30, 0.09, 3.71,),
    "ninjas": (-0.20, -1.24, -0.26, 0.20, -0.25, -1.44, 3.41,),
    "none": (-1.03, -0.18, 0.26, -0.30, -1.37, 2.95,),
    "outcasts": (-0.29, 0.99, 0.35, -0.53, 4.48,),
    "royal_kingdom": (0.26, 0.18, 0.70, 4.82,),
    "seers": (-0.29, -1.28, 2.96,),
    "shape_shifters": (-0.81, 3.10,),
    "undead": (4.38,),
    "war_mongers": (),
}  # fmt: skip
# Factions after each with which the handicap is proven: by the interval of the matches played with
# it, neither wins more than 60 %.
PROVEN: dict[str, tuple[str, ...]] = {
    "assassins": ("berserkers", "seers",),
    "berserkers": ("seers",),
    "blood_mages": (),
    "dragon_tamers": ("infected",),
    "fateweavers": ("infected", "shape_shifters",),
    "golems": ("mechas",),
    "infected": ("seers",),
    "mages": (),
    "mechas": ("seers", "war_mongers",),
    "ninjas": (),
    "none": ("outcasts",),
    "outcasts": ("seers",),
    "royal_kingdom": (),
    "seers": (),
    "shape_shifters": ("war_mongers",),
    "undead": ("war_mongers",),
    "war_mongers": (),
}  # fmt: skip
SOLDIER = 0.53  # log-odds of each soldier that the other army lacks
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
