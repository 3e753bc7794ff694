"""Chances of two factions against each other, measured, and the handicap that evens them (CW43).

`python -m benchmarks factions` plays the matches and prints the tables.
"""

from __future__ import annotations

from typing import NamedTuple

from castlecards.core.advice import logistic
from castlecards.core.cards import NATURE
from castlecards.games.castle_wars.setup import BEGINNERS, BY_HANDICAP, beginner

# Log-odds of each faction against those after it, without a handicap, from 56,454 matches
# of players with 20 simulations, of 28 November 2026.
LOG_ODDS: dict[str, tuple[float, ...]] = {
    "assassins": (
        -1.17, -0.31, -0.75, -2.21, 1.84, -1.45, 0.00, -0.47, 0.32, 0.33, -0.95, -0.31, 0.03,
        0.07, -0.50, 2.95,
    ),
    "berserkers": (
        1.08, 0.56, -0.88, 3.17, -0.48, 1.79, 0.85, 2.16, 1.91, 0.90, 1.01, 1.84, 1.60, 1.00,
        5.43,
    ),
    "blood_mages": (
        0.09, -2.09, 3.09, -1.57, 0.54, -0.33, 0.80, 0.80, -0.46, -0.17, 0.72, 0.35, -0.75,
        4.29,
    ),
    "dragon_tamers": (
        -1.96, 3.78, -1.73, 1.27, 0.24, 1.84, 1.87, 0.25, 0.11, 1.72, 1.33, -0.49, 6.04,
    ),
    "fateweavers": (4.31, -1.06, 2.34, 1.66, 2.77, 2.77, 1.90, 1.54, 2.66, 2.44, 2.17, 6.75,),
    "golems": (
        -5.93, -3.15, -3.52, -2.90, -2.91, -3.74, -2.78, -2.92, -3.07, -4.08, 5.62,
    ),
    "infected": (2.51, 1.78, 3.60, 3.66, 0.90, 1.78, 3.54, 2.51, -1.86, 7.53,),
    "mages": (-0.73, 0.98, 0.58, -1.12, -0.80, 0.56, 0.15, -1.56, 4.35,),
    "mechas": (1.19, 1.26, -0.25, 0.19, 1.15, 0.94, -0.76, 4.84,),
    "ninjas": (-0.12, -1.69, -0.88, -0.01, -0.54, -1.87, 4.20,),
    "none": (-1.68, -0.96, -0.03, -0.78, -2.05, 4.16,),
    "outcasts": (0.28, 1.64, 1.11, -1.06, 5.83,),
    "royal_kingdom": (0.82, 0.56, -0.16, 6.18,),
    "seers": (-0.53, -1.84, 4.25,),
    "shape_shifters": (-1.69, 4.12,),
    "undead": (5.59,),
    "war_mongers": (),
}  # fmt: skip
# By faction and a later one: handicap that is proven. By the interval of the matches with it,
# neither wins more than 60 %.
PROVEN: dict[str, dict[str, tuple[int, int, str]]] = {
    "assassins": {
        "berserkers": (0, 1, "handicap"), "dragon_tamers": (0, 2, "second"),
        "golems": (2, 0, "handicap"), "infected": (0, 3, "second"), "mages": (0, 0, "handicap"),
        "mechas": (0, 0, "first"), "outcasts": (0, 1, "handicap"), "seers": (0, 0, "handicap"),
        "shape_shifters": (0, 0, "handicap"), "undead": (0, 0, "first"),
        "war_mongers": (4, 0, "handicap"),
    },
    "berserkers": {
        "blood_mages": (1, 0, "handicap"), "dragon_tamers": (0, 0, "second"),
        "golems": (6, 0, "first"), "infected": (0, 0, "first"), "mages": (2, 0, "handicap"),
        "none": (2, 0, "handicap"), "outcasts": (1, 0, "handicap"),
        "royal_kingdom": (1, 0, "handicap"), "seers": (2, 0, "handicap"),
        "shape_shifters": (2, 0, "handicap"), "undead": (1, 0, "handicap"),
        "war_mongers": (8, 0, "handicap"),
    },
    "blood_mages": {
        "dragon_tamers": (1, 0, "first"), "golems": (4, 0, "handicap"),
        "infected": (0, 2, "handicap"), "mages": (0, 0, "second"), "ninjas": (2, 0, "first"),
        "none": (2, 0, "first"), "outcasts": (0, 0, "first"),
        "royal_kingdom": (0, 0, "handicap"), "seers": (2, 0, "first"),
        "shape_shifters": (0, 0, "second"), "undead": (0, 2, "second"),
        "war_mongers": (6, 0, "handicap"),
    },
    "dragon_tamers": {
        "fateweavers": (0, 4, "second"), "infected": (0, 2, "handicap"),
        "mages": (1, 0, "handicap"), "mechas": (0, 0, "handicap"), "ninjas": (2, 0, "handicap"),
        "none": (2, 0, "handicap"), "outcasts": (1, 0, "first"),
        "royal_kingdom": (0, 0, "handicap"), "seers": (2, 0, "handicap"),
        "shape_shifters": (3, 0, "first"), "undead": (0, 0, "first"),
    },
    "fateweavers": {
        "golems": (6, 0, "handicap"), "infected": (0, 1, "handicap"),
        "mages": (3, 0, "handicap"), "mechas": (2, 0, "handicap"),
        "outcasts": (2, 0, "handicap"), "royal_kingdom": (2, 0, "handicap"),
        "seers": (5, 0, "first"), "shape_shifters": (3, 0, "handicap"),
        "undead": (3, 0, "handicap"),
    },
    "golems": {
        "mechas": (0, 5, "handicap"), "ninjas": (0, 4, "handicap"), "none": (0, 4, "handicap"),
        "outcasts": (0, 5, "handicap"), "seers": (0, 4, "handicap"),
    },
    "infected": {
        "mages": (3, 0, "handicap"), "mechas": (2, 0, "handicap"), "ninjas": (5, 0, "handicap"),
        "none": (5, 0, "handicap"), "outcasts": (1, 0, "handicap"),
        "royal_kingdom": (2, 0, "handicap"), "seers": (5, 0, "handicap"),
        "shape_shifters": (3, 0, "handicap"), "undead": (0, 2, "handicap"),
    },
    "mages": {
        "mechas": (0, 2, "second"), "ninjas": (1, 0, "handicap"),
        "outcasts": (0, 1, "handicap"), "royal_kingdom": (0, 2, "second"),
        "shape_shifters": (0, 0, "handicap"), "undead": (0, 2, "handicap"),
        "war_mongers": (6, 0, "handicap"),
    },
    "mechas": {
        "ninjas": (1, 0, "handicap"), "none": (1, 0, "handicap"),
        "outcasts": (0, 0, "handicap"), "royal_kingdom": (0, 0, "handicap"),
        "seers": (1, 0, "handicap"), "shape_shifters": (2, 0, "first"),
        "undead": (0, 2, "second"), "war_mongers": (7, 0, "handicap"),
    },
    "ninjas": {
        "none": (0, 0, "handicap"), "outcasts": (0, 2, "handicap"), "seers": (0, 0, "handicap"),
        "shape_shifters": (0, 0, "first"), "undead": (0, 2, "handicap"),
        "war_mongers": (6, 0, "handicap"),
    },
    "none": {
        "outcasts": (0, 2, "handicap"), "seers": (0, 0, "handicap"),
        "shape_shifters": (0, 2, "second"), "undead": (0, 4, "second"),
        "war_mongers": (6, 0, "handicap"),
    },
    "outcasts": {
        "seers": (2, 0, "handicap"), "shape_shifters": (1, 0, "handicap"),
        "undead": (0, 1, "handicap"),
    },
    "royal_kingdom": {
        "seers": (2, 0, "first"), "shape_shifters": (0, 0, "second"),
        "undead": (0, 0, "handicap"),
    },
    "seers": {"war_mongers": (6, 0, "handicap"),},
    "shape_shifters": {"undead": (0, 2, "handicap"), "war_mongers": (6, 0, "handicap"),},
    "undead": {"war_mongers": (8, 0, "handicap"),},
    "war_mongers": {},
}  # fmt: skip
SOLDIER = 0.62  # log-odds of each soldier that the other army lacks
FIRST_TURN = 0.98  # log-odds of beginning instead of the other army
MOST_FEWER = 8  # soldiers, greatest handicap


class Handicap(NamedTuple):
    """Handicap of both sides: the soldiers that each lacks, and who begins."""

    first: int = 0
    second: int = 0
    begins: str = BY_HANDICAP

    @property
    def soldiers(self) -> int:
        """Soldiers that the second side lacks, less those of the first."""
        return self.second - self.first

    @property
    def turn(self) -> float:
        """0.5 if the first side begins, -0.5 if the second does, 0 if chance decides."""
        seat = beginner(self.begins, self[:2])
        return 0 if seat == NATURE else 0.5 - seat

    @property
    def log_odds(self) -> float:
        """Log-odds that it adds to the first side."""
        return SOLDIER * self.soldiers + FIRST_TURN * self.turn

    @property
    def with_sides_swapped(self) -> Handicap:
        """Handicap of the same pairing with the sides swapped."""
        begins = self.begins
        if begins in BEGINNERS:
            begins = BEGINNERS[1 - BEGINNERS.index(begins)]
        return Handicap(self.second, self.first, begins)

    def equals(self, other: Handicap) -> bool:
        """True if the other has the same effect, however it names who begins."""
        return self[:2] == other[:2] and self.turn == other.turn


# All handicaps that are offered: of one side, with either beginning; without soldiers, chance can
# decide, too.
HANDICAPS = (
    Handicap(),
    *(Handicap(begins=each) for each in BEGINNERS),
    *(
        handicap
        for fewer in range(1, MOST_FEWER + 1)
        for own in (Handicap(fewer), Handicap(fewer, begins=BEGINNERS[0]))
        for handicap in (own, own.with_sides_swapped)
    ),
)


def expected(first: str, second: str, handicap: Handicap = HANDICAPS[0]) -> float:
    """Share of the matches that the first faction wins. Raises KeyError for an unknown faction."""
    return logistic(_log_odds(first, second) + handicap.log_odds)


def even_handicap(first: str, second: str) -> Handicap:
    """Handicap that is proven to make two factions even, else the one that seems to do it best."""
    if second in PROVEN[first]:
        return Handicap(*PROVEN[first][second])
    if first in PROVEN[second]:
        return Handicap(*PROVEN[second][first]).with_sides_swapped
    odds = _log_odds(first, second)
    return min(HANDICAPS, key=lambda each: abs(odds + each.log_odds))


def proven(first: str, second: str) -> bool:
    """True if matches have shown that `even_handicap` makes the two factions even."""
    return second in PROVEN[first] or first in PROVEN[second]


def _log_odds(first: str, second: str) -> float:
    """Log-odds of the first faction without a handicap. Raises KeyError for an unknown faction."""
    names = list(LOG_ODDS)
    one, other = names.index(first), names.index(second)
    if one == other:
        return 0.0
    return LOG_ODDS[first][other - one - 1] if one < other else -LOG_ODDS[second][one - other - 1]
