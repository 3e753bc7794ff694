"""Strengths of the factions, measured in matches, and the handicap that evens a pairing (CW43).

`python -m benchmarks factions` plays the matches and prints the numbers.
"""

from __future__ import annotations

from math import exp

# Log-odds against no faction, with half of the 95 % interval, fitted together with SOLDIER: a
# Bradley-Terry fit to 1,446 matches of players with 20 simulations, of 28 November 2026.
STRENGTHS: dict[str, float] = {
    "war_mongers": -3.39,  # ± 0.68
    "golems": -1.84,  # ± 0.49
    "none": 0.0,
    "mages": 0.10,  # ± 0.42
    "seers": 0.13,  # ± 0.42
    "ninjas": 0.16,  # ± 0.42
    "assassins": 0.17,  # ± 0.42
    "shape_shifters": 0.33,  # ± 0.43
    "royal_kingdom": 0.74,  # ± 0.44
    "blood_mages": 0.95,  # ± 0.44
    "mechas": 1.08,  # ± 0.43
    "outcasts": 1.38,  # ± 0.48
    "undead": 1.42,  # ± 0.43
    "berserkers": 1.43,  # ± 0.43
    "dragon_tamers": 1.79,  # ± 0.52
    "fateweavers": 2.18,  # ± 0.50
    "infected": 2.94,  # ± 0.58
}
SOLDIER = 0.59  # log-odds of each soldier that the other army lacks
MOST_FEWER = 8  # soldiers, greatest handicap


def expected(first: str, second: str, first_handicap: int = 0, second_handicap: int = 0) -> float:
    """Share of the matches that the first faction wins. Raises KeyError for an unknown faction."""
    odds = STRENGTHS[first] - STRENGTHS[second] + SOLDIER * (second_handicap - first_handicap)
    return 1 / (1 + exp(-odds))


def handicaps(first: str, second: str) -> tuple[int, int]:
    """Handicaps, in soldiers, with which both factions win most nearly as often."""
    ahead = round((STRENGTHS[first] - STRENGTHS[second]) / SOLDIER)
    return min(max(ahead, 0), MOST_FEWER), min(max(-ahead, 0), MOST_FEWER)
