"""Chances of two factions against each other, measured, and the handicap that evens them (CW43).

`python -m benchmarks factions` plays the matches and prints the tables.
"""

from __future__ import annotations

from math import exp

# Log-odds of each faction against those after it, without a handicap, from 39,854 matches
# of players with 20 simulations, of 28 November 2026.
LOG_ODDS: dict[str, tuple[float, ...]] = {
    "assassins": (
        -0.85, -0.27, -0.40, -1.93, 1.90, -1.25, 0.00, -0.34, 0.39, 0.35, -0.64, -0.27, 0.03,
        0.07, -0.37, 3.09,
    ),
    "berserkers": (
        0.78, 0.43, -0.40, 3.41, -0.39, 1.57, 0.51, 1.99, 1.76, 0.58, 0.70, 1.64, 1.39, 0.72,
        6.08,
    ),
    "blood_mages": (
        0.34, -1.92, 3.20, -1.38, 0.42, -0.37, 0.48, 0.46, -0.36, -0.16, 0.40, 0.30, -0.42,
        4.70,
    ),
    "dragon_tamers": (
        -1.77, 4.11, -1.54, 1.02, 0.21, 1.66, 1.68, 0.21, 0.08, 1.54, 1.15, -0.37, 6.66,
    ),
    "fateweavers": (4.72, -0.75, 2.30, 1.45, 2.68, 2.64, 1.69, 1.35, 2.66, 2.37, 2.09, 7.34,),
    "golems": (
        -6.53, -3.23, -3.75, -3.00, -2.98, -4.00, -2.65, -2.99, -3.45, -4.17, 5.72,
    ),
    "infected": (2.49, 1.62, 3.79, 3.90, 0.59, 1.89, 3.75, 2.49, -1.75, 8.12,),
    "mages": (-0.41, 0.72, 0.41, -0.82, -0.37, 0.39, 0.15, -1.36, 4.73,),
    "mechas": (1.14, 1.02, -0.21, 0.18, 0.82, 0.39, -0.40, 5.35,),
    "ninjas": (-0.12, -1.49, -0.40, -0.01, -0.37, -1.70, 4.59,),
    "none": (-1.49, -0.39, -0.03, -0.52, -1.89, 4.54,),
    "outcasts": (0.25, 1.45, 0.80, -0.78, 6.46,),
    "royal_kingdom": (0.35, 0.34, -0.15, 6.74,),
    "seers": (-0.30, -1.89, 4.64,),
    "shape_shifters": (-1.48, 4.51,),
    "undead": (6.23,),
    "war_mongers": (),
}  # fmt: skip
# Factions after each with which the handicap is proven: by the interval of the matches played with
# it, neither wins more than 60 %.
PROVEN: dict[str, tuple[str, ...]] = {
    "assassins": (
        "berserkers", "mages", "outcasts", "seers", "shape_shifters", "war_mongers",
    ),
    "berserkers": (
        "blood_mages", "mages", "outcasts", "royal_kingdom", "seers", "shape_shifters",
        "undead", "war_mongers",
    ),
    "blood_mages": ("golems", "infected", "royal_kingdom", "war_mongers",),
    "dragon_tamers": ("infected", "ninjas", "none", "royal_kingdom", "seers",),
    "fateweavers": (
        "golems", "infected", "mages", "mechas", "outcasts", "royal_kingdom", "shape_shifters",
        "undead",
    ),
    "golems": ("mechas", "ninjas", "none", "seers",),
    "infected": ("mages", "mechas", "ninjas", "none", "outcasts", "seers",),
    "mages": ("ninjas", "outcasts", "shape_shifters", "undead", "war_mongers",),
    "mechas": ("royal_kingdom", "seers", "war_mongers",),
    "ninjas": ("none", "outcasts", "seers", "war_mongers",),
    "none": ("outcasts", "seers", "war_mongers",),
    "outcasts": ("seers", "shape_shifters", "undead",),
    "royal_kingdom": ("undead",),
    "seers": ("war_mongers",),
    "shape_shifters": ("undead", "war_mongers",),
    "undead": ("war_mongers",),
    "war_mongers": (),
}  # fmt: skip
SOLDIER = 0.76  # log-odds of each soldier that the other army lacks
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
