"""Strengths of the factions, measured in matches, and the handicap that evens a pairing (CW43).

`python -m benchmarks factions` plays the matches and prints the numbers.
"""

from __future__ import annotations

from math import exp

# Log-odds against no faction, with half of the 95 % interval, fitted together with SOLDIER: a
# Bradley-Terry fit to 1,406 matches of players with 20 simulations, of 28 November 2026.
STRENGTHS: dict[str, float] = {
    "war_mongers": -3.41,  # ± 0.68
    "golems": -1.92,  # ± 0.52
    "none": 0.0,
    "seers": 0.13,  # ± 0.41
    "mages": 0.15,  # ± 0.41
    "assassins": 0.23,  # ± 0.40
    "ninjas": 0.24,  # ± 0.41
    "shape_shifters": 0.36,  # ± 0.41
    "royal_kingdom": 0.80,  # ± 0.43
    "blood_mages": 0.94,  # ± 0.44
    "mechas": 0.99,  # ± 0.46
    "undead": 1.43,  # ± 0.44
    "outcasts": 1.46,  # ± 0.47
    "berserkers": 1.48,  # ± 0.44
    "dragon_tamers": 1.72,  # ± 0.50
    "fateweavers": 2.28,  # ± 0.52
    "infected": 2.80,  # ± 0.60
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
