"""Outcome odds of throws: by place, target and method, a release and the odds of what it hits.

`tools/throw_odds.py` makes the data by tossing with the game's own physics. A cell holds a throw
of one seat of the south side; the opposite side and mirror images follow by symmetry. Odds of a
hand error between two tossed ones are interpolated by the logarithm of the error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from math import log
from typing import NamedTuple

from castlecards.core.cards import Seat, Surface, Zone
from castlecards.core.landing import METHODS, RANGES
from castlecards.games.card_barrage.geometry import WALLS
from castlecards.games.card_barrage.state import Ground

ERRORS = (0.5, 1.0, 2.0)  # hand errors tossed with, multiples of a practised hand's spread
MIRRORED_ARGS = (1, 5, 8, 9, 10)  # x, heading, bank, yaw, spin: change sign in a mirror image
DEFAULT_SURFACE: Surface = "felt"  # its odds stand in for a surface that was not tossed on


class ThrowOutcome(NamedTuple):
    """One possible hit of a throw; the rest of a cell's probability is a miss."""

    share: float  # probability, 0 to 1
    first: int  # number of the target touched first; a miss if it is gone
    hits: tuple[int, ...]  # numbers of the targets hit
    perfect: tuple[bool, ...]  # by hit: True if it is a perfect hit


class Spot(NamedTuple):
    """Key of a cell: surface, number of seats, place of the thrower, target and method.

    Places count along the south side. Targets are numbered as in `Ground.targets`: all walls,
    place by place, and then the castles.
    """

    surface: str
    seats: int
    place: int
    target: int
    method: int


class Cell(NamedTuple):
    """Best release found for a spot, and its outcomes by hand error (the order of ERRORS)."""

    release: tuple[int, ...]  # `Release.args`
    outcomes: tuple[tuple[ThrowOutcome, ...], ...]


class ThrowOption(NamedTuple):
    """Throw that a seat of a match can aim: a cell with that match's zones."""

    target: Zone
    method: int
    release: tuple[int, ...]
    # By hand error: probability, zone touched first, and (zone, perfect) of each hit.
    outcomes: tuple[tuple[tuple[float, Zone, tuple[tuple[Zone, bool], ...]], ...], ...]


@dataclass(frozen=True, eq=False)
class OutcomeOdds:
    """Data file of the odds. Raises ValueError if a line is not a cell."""

    checksum: str  # of layout, deck, styles and physics (tools/throw_odds.py)
    tosses: int  # least number of tosses of a cell and error
    cells: tuple[str, ...]  # lines as `parse_cell` reads them

    def __post_init__(self) -> None:
        for number, line in enumerate(self.cells):
            try:
                parse_cell(line)
            except (ValueError, IndexError) as error:
                raise ValueError(f"cells[{number}]: this is no cell: {error}") from error

    def __reduce__(self) -> tuple[object, tuple[str, int, tuple[str, ...]]]:
        return shared_odds, (self.checksum, self.tosses, self.cells)


@lru_cache(maxsize=4)
def shared_odds(checksum: str, tosses: int, cells: tuple[str, ...]) -> OutcomeOdds:
    """Return one object for equal data, so that caches keyed by it survive unpickling."""
    return OutcomeOdds(checksum, tosses, cells)


@cache
def cells_by_spot(odds: OutcomeOdds) -> Mapping[Spot, Cell]:
    """Cells of all spots, including mirror images."""
    found: dict[Spot, Cell] = {}
    for line in odds.cells:
        spot, cell = parse_cell(line)
        found[spot] = cell
        other, mirror = mirror_image(spot, cell)
        found.setdefault(other, mirror)
    return found


@cache
def throw_options(
    odds: OutcomeOdds, ground: Ground, seat: Seat
) -> Mapping[tuple[int, ...], ThrowOption]:
    """Throws that a seat of this match can aim, by release; empty without cells for the table."""
    cells = cells_by_spot(odds)
    side, place = seat % 2, seat // 2
    zones = ground.targets[1 - side]
    surface = ground.field.surface
    south_place = opposite_place(ground.seats, place) if side else place
    if not any(spot.surface == surface and spot.seats == ground.seats for spot in cells):
        surface = DEFAULT_SURFACE
    by_number = [zones[number] for number in _target_numbers(ground.seats, side)]
    found = {}
    for spot, cell in cells.items():
        if spot.surface != surface or spot.seats != ground.seats or spot.place != south_place:
            continue
        outcomes = tuple(
            tuple(
                (each.share, by_number[each.first],
                 tuple(zip([by_number[hit] for hit in each.hits], each.perfect, strict=True)))
                for each in of_error
            )
            for of_error in cell.outcomes
        )  # fmt: skip
        target = by_number[spot.target]
        found[cell.release] = ThrowOption(target, spot.method, cell.release, outcomes)
    return found


def _target_numbers(seats: int, side: int) -> Iterable[int]:
    """Yield, for each target as numbered from the south, its number as seen from this side."""
    own, row = seats // 2, WALLS[seats]
    for number in range(own * (row + 1)):
        castle = number >= own * row
        place, location = (number - own * row, 0) if castle else divmod(number, row)
        if side:
            place = opposite_place(seats, place)
        yield own * row + place if castle else place * row + location


def opposite_place(seats: int, place: int) -> int:
    """Place of a seat in the mirror image, or after turning the table by 180 degrees."""
    return seats // 2 - 1 - place


def mirror_image(spot: Spot, cell: Cell) -> tuple[Spot, Cell]:
    """Mirror image of a throw; the mirror stands along the direction of the throw."""
    own, row = spot.seats // 2, WALLS[spot.seats]

    def other(number: int) -> int:
        """Number of a target in the mirror image."""
        if number >= own * row:
            return own * row + opposite_place(spot.seats, number - own * row)
        place, location = divmod(number, row)
        return opposite_place(spot.seats, place) * row + row - 1 - location

    release = tuple(-n if at in MIRRORED_ARGS else n for at, n in enumerate(cell.release))
    outcomes = tuple(
        tuple(
            each._replace(first=other(each.first), hits=tuple(other(hit) for hit in each.hits))
            for each in of_error
        )
        for of_error in cell.outcomes
    )
    place = opposite_place(spot.seats, spot.place)
    return spot._replace(place=place, target=other(spot.target)), Cell(release, outcomes)


def interpolation(error: float) -> tuple[int, int, float]:
    """Indices of the two ERRORS around a hand error, and the weight of the second, 0 to 1."""
    if error <= ERRORS[0]:
        return 0, 0, 0.0
    for low, high in zip(range(len(ERRORS)), range(1, len(ERRORS)), strict=False):
        if error <= ERRORS[high]:
            part = log(error / ERRORS[low]) / log(ERRORS[high] / ERRORS[low])
            return low, high, part
    return len(ERRORS) - 1, len(ERRORS) - 1, 0.0


# -- text of a cell -------------------------------------------------------------------------------
# surface seats place target method | release | 200 2=143 2!=5 2>2+5=3 | ... of the other errors


def parse_cell(line: str) -> tuple[Spot, Cell]:
    """Parse a line of the data file. Raises ValueError or IndexError if it is not a cell."""
    head, release, *texts = line.split(" | ")
    surface, seats, place, target, method = head.split()
    spot = Spot(surface, int(seats), int(place), int(target), METHODS.index(method))
    targets = spot.seats // 2 * (WALLS.get(spot.seats, 0) + 1)
    numbers = tuple(int(word) for word in release.split())
    legal = zip(numbers, RANGES, strict=True)
    if not all(low <= number <= high for number, (low, high) in legal):
        raise ValueError(f"nobody can throw like this: {release}")
    if numbers[0] != spot.method or not 0 <= spot.target < targets:
        raise ValueError(f"there is no target {head}")
    if not 0 <= spot.place < spot.seats // 2 or len(texts) != len(ERRORS):
        raise ValueError(f"expected a place and {len(ERRORS)} lists of outcomes: {head}")
    return spot, Cell(numbers, tuple(tuple(_parse_outcomes(text, targets)) for text in texts))


def _parse_outcomes(text: str, targets: int) -> Iterator[ThrowOutcome]:
    """Yield the outcomes of one hand error. Raises ValueError for impossible numbers."""
    total, *words = text.split()
    left = tosses = int(total)
    if tosses < 1:
        raise ValueError(f"expected at least one toss: {text}")
    for word in words:
        targets_hit, _, count = word.partition("=")
        first, _, hits = targets_hit.partition(">")
        on = (hits or first).split("+")
        outcome = ThrowOutcome(
            int(count) / tosses,
            int(first.rstrip("!")),
            tuple(int(hit.rstrip("!")) for hit in on),
            tuple(hit.endswith("!") for hit in on),
        )
        if int(count) < 0:
            raise ValueError(f"expected 0 or more: {word}")
        left -= int(count)
        if not all(0 <= number < targets for number in (outcome.first, *outcome.hits)):
            raise ValueError(f"there is no such target: {word}")
        yield outcome
    if left < 0:
        raise ValueError(f"more outcomes than tosses: {text}")


def format_cell(
    spot: Spot, release: tuple[int, ...], counts: Iterable[tuple[int, Mapping[str, int]]]
) -> str:
    """Line of a cell; `counts`: by hand error, the number of tosses, in all and by outcome."""
    head = f"{spot.surface} {spot.seats} {spot.place} {spot.target} {METHODS[spot.method]}"
    parts = [head, " ".join(map(str, release))]
    for tosses, found in counts:
        often = sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))
        parts.append(" ".join([str(tosses), *[f"{outcome}={count}" for outcome, count in often]]))
    return " | ".join(parts)


def format_outcome(first: int, hits: Iterable[tuple[int, bool]]) -> str:
    """Text of an outcome in a cell; `hits`: each target hit, and True if it is a perfect hit."""
    on = "+".join(f"{hit}{'!' if perfect else ''}" for hit, perfect in hits)
    return on if on.rstrip("!") == str(first) else f"{first}>{on}"
