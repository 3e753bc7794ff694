"""Generator of the day: its throwing task and its deal, from the date alone.

The numbers come from the bits of a hash and not from `random`, whose internals may change between
versions of Python. So everybody has the same day, without a network.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from itertools import permutations

from castlecards.core.landing import METHODS
from castlecards.today.stations import CASTLE, SURFACES, TARGETS, WINDS, Cell, Station, Stations

CARDS = (4, 3, 3)  # cards of the stations, in order
TOTAL = sum(CARDS)
EXPECTED = 60.0  # points of a practised hand
TOLERANCE = 2.5  # points
APART = 4.0  # points, least distance of the medals
TRIES = 400  # most candidates for a day
ORDERS = tuple(permutations(METHODS))


@dataclass(frozen=True)
class Day:
    """Throwing task of a day. `expected`: points of a newcomer, a practised hand and an expert."""

    date: date
    version: int
    cells: tuple[Cell, ...]
    expected: tuple[float, ...]

    @property
    def limits(self) -> tuple[int, int, int]:
        """Points for bronze, silver and gold."""
        bronze, silver, gold = (round(points) for points in self.expected)
        return bronze, silver, gold

    def station_of(self, card: int) -> int:
        """Index of the station at which the card with this index is thrown.

        Raises ValueError beyond the last card.
        """
        left = card
        for n, cards in enumerate(CARDS):
            if left < cards:
                return n
            left -= cards
        raise ValueError(f"a day has {TOTAL} cards")


class Bits:
    """Whole numbers from the bits of a hash."""

    def __init__(self, seed: str) -> None:
        self._left = int.from_bytes(sha256(seed.encode()).digest(), "big")

    def below(self, most: int) -> int:
        self._left, found = divmod(self._left, most)
        return found


def day_of(day: date, stations: Stations) -> Day:
    """Task of a date: the first candidate that a practised hand finds as hard as every day.

    Raises ValueError if there is none.
    """
    for candidate in candidates(day, stations):
        newcomer, practised, expert = candidate.expected
        apart = min(practised - newcomer, expert - practised)
        if abs(practised - EXPECTED) <= TOLERANCE and apart >= APART:
            return candidate
    raise ValueError(f"no task for {day}")


def candidates(day: date, stations: Stations) -> Iterator[Day]:
    """Yield candidates for a date, all with one surface, one wind and three different targets."""
    known = stations.by_station
    for k in range(TRIES):
        bits = Bits(f"today {stations.version} {day.isoformat()} {k}")
        surface = SURFACES[bits.below(len(SURFACES))]
        wind = list(WINDS)[bits.below(len(WINDS))]
        order, left = ORDERS[bits.below(len(ORDERS))], list(TARGETS)
        cells = []
        for method in order:
            offered = [target for target in left if method == METHODS[0] or target != CASTLE]
            target = offered[bits.below(len(offered))]
            left.remove(target)
            cell = known.get(Station(method, surface, wind, target))
            if cell is not None:
                cells.append(cell)
        if len(cells) < len(CARDS):
            continue
        expected = tuple(  # of whole hundredths: versions of Python differ in sums of floats
            sum(n * round(100 * mean) for n, mean in zip(CARDS, own, strict=True)) / 100
            for own in zip(*(cell.points for cell in cells), strict=True)
        )
        yield Day(day, stations.version, tuple(cells), expected)


@dataclass(frozen=True)
class DailyDeal:
    """Deal of a day: indices of the game and of the opponent, and the seed of the match."""

    game: int
    opponent: int
    seed: int


def deal_of(day: date, games: int, opponents: int) -> DailyDeal:
    """Deal of a date; games and opponents take turns. Raises ValueError if there are none."""
    if not games or not opponents:
        raise ValueError("no game or no opponent")
    number = day.toordinal()
    seed = Bits(f"deal {day.isoformat()}").below(10**9)
    # A step of one more a round, so that each opponent plays each game in time.
    return DailyDeal(number % games, (number + number // games) % opponents, seed)
