"""Strengths of the factions, measured in matches, and the handicap that evens a pairing (CW43).

`python -m benchmarks factions` plays the matches and prints the numbers.
"""

from __future__ import annotations

from math import exp

# Log-odds against no faction, by a Bradley-Terry fit to 728 matches of players with 20 simulations,
# played on 28 November 2026, with half of the 95 % interval.
STRENGTHS: dict[str, float] = {
    "war_mongers": -3.84,  # ± 1.00
    "golems": -0.92,  # ± 0.76
    "mages": -0.25,  # ± 0.69
    "none": 0.0,
    "seers": 0.00,  # ± 0.69
    "ninjas": 0.12,  # ± 0.69
    "assassins": 0.12,  # ± 0.69
    "shape_shifters": 0.12,  # ± 0.69
    "blood_mages": 0.78,  # ± 0.74
    "outcasts": 0.92,  # ± 0.76
    "royal_kingdom": 1.08,  # ± 0.79
    "mechas": 1.44,  # ± 0.87
    "undead": 1.64,  # ± 0.69
    "dragon_tamers": 1.65,  # ± 0.93
    "berserkers": 1.80,  # ± 0.70
    "infected": 2.65,  # ± 0.92
    "fateweavers": 2.80,  # ± 0.93
}
SOLDIER = 0.63  # log-odds of each soldier that the other army lacks
MOST_FEWER = 8  # soldiers, greatest handicap


def expected(first: str, second: str, first_handicap: int = 0, second_handicap: int = 0) -> float:
    """Share of the matches that the first faction wins. Raises KeyError for an unknown faction."""
    odds = STRENGTHS[first] - STRENGTHS[second] + SOLDIER * (second_handicap - first_handicap)
    return 1 / (1 + exp(-odds))


def handicaps(first: str, second: str) -> tuple[int, int]:
    """Handicaps, in soldiers, with which both factions win most nearly as often."""
    ahead = round((STRENGTHS[first] - STRENGTHS[second]) / SOLDIER)
    return min(max(ahead, 0), MOST_FEWER), min(max(-ahead, 0), MOST_FEWER)
