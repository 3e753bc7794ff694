"""Throw outcomes: for each place, target and method a release and its hit odds.

The data are made by `tools/fates.py` from tosses of the game's own physics and read as a value. A
cell is kept for one of two mirrored throws and for South; the other side and the other hand
follow. Fates of an error between two that were tossed are drawn from both, by its logarithm.
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

ERRORS = (0.5, 1.0, 2.0)  # times the spread of a practised hand
MIRRORED = (1, 5, 8, 9, 10)  # x, heading, bank, yaw, spin: numbers of a release that change sign
USUAL: Surface = "felt"  # whose fates stand in for a surface that was not tossed on


class ThrowOutcome(NamedTuple):
    """One possible hit of a throw; the rest of a cell's probability is a miss."""

    share: float
    first: int  # the target that is touched first; a miss if it is gone
    hits: tuple[int, ...]
    perfect: tuple[bool, ...]  # by hit


class Spot(NamedTuple):
    """From where to where: seats, place of the thrower and number of the target, South's view.

    Targets are numbered as in `Ground.targets`: all walls, place by place, and then the castles.
    """

    surface: str
    seats: int
    place: int
    target: int
    method: int


class Cell(NamedTuple):
    release: tuple[int, ...]
    fates: tuple[tuple[ThrowOutcome, ...], ...]  # by error


class ThrowView(NamedTuple):
    """A cell as one seat sees it, with the zones of its match."""

    target: Zone
    method: int
    release: tuple[int, ...]
    fates: tuple[tuple[tuple[float, Zone, tuple[tuple[Zone, bool], ...]], ...], ...]


@dataclass(frozen=True, eq=False)
class OutcomeOdds:
    """The data file; `made_of` is a checksum of lay-out, deck, styles and physics
    (tools/fates.py).

    Raises ValueError for a line that is no cell.
    """

    made_of: str
    tosses: int  # a cell and error, at least
    cells: tuple[str, ...]

    def __post_init__(self) -> None:
        for number, line in enumerate(self.cells):
            try:
                read(line)
            except (ValueError, IndexError) as error:
                raise ValueError(f"cells[{number}]: this is no cell: {error}") from error

    def __reduce__(self) -> tuple[object, tuple[str, int, tuple[str, ...]]]:
        return known, (self.made_of, self.tosses, self.cells)


@lru_cache(maxsize=4)
def known(made_of: str, tosses: int, cells: tuple[str, ...]) -> OutcomeOdds:
    """The same fates for the same data, also after unpickling: what is made of them is kept."""
    return OutcomeOdds(made_of, tosses, cells)


@cache
def table(fates: OutcomeOdds) -> Mapping[Spot, Cell]:
    """Every spot, mirrored ones too."""
    found: dict[Spot, Cell] = {}
    for line in fates.cells:
        spot, cell = read(line)
        found[spot] = cell
        other, mirror = mirrored(spot, cell)
        found.setdefault(other, mirror)
    return found


@cache
def throwings(
    fates: OutcomeOdds, ground: Ground, seat: Seat
) -> Mapping[tuple[int, ...], ThrowView]:
    """By release: all that a seat of this match can throw at. Empty where nothing was tossed."""
    cells = table(fates)
    side, place = seat % 2, seat // 2
    zones = ground.targets[1 - side]
    surface = ground.field.surface
    seen = turned(ground.seats, place) if side else place
    if not any(spot.surface == surface and spot.seats == ground.seats for spot in cells):
        surface = USUAL
    named = [zones[number] for number in _seen(ground.seats, side)]
    found = {}
    for spot, cell in cells.items():
        if spot.surface != surface or spot.seats != ground.seats or spot.place != seen:
            continue
        fates_ = tuple(
            tuple(
                (each.share, named[each.first],
                 tuple(zip([named[hit] for hit in each.hits], each.perfect, strict=True)))
                for each in one
            )
            for one in cell.fates
        )  # fmt: skip
        found[cell.release] = ThrowView(named[spot.target], spot.method, cell.release, fates_)
    return found


def _seen(seats: int, side: int) -> Iterable[int]:
    """By number of a target as South sees it: its number among the targets of this side."""
    own, row = seats // 2, WALLS[seats]
    for number in range(own * (row + 1)):
        castle = number >= own * row
        place, location = (number - own * row, 0) if castle else divmod(number, row)
        if side:
            place = turned(seats, place)
        yield own * row + place if castle else place * row + location


def turned(seats: int, place: int) -> int:
    """The place at the same spot of the table after half a turn of it, or in a mirror."""
    return seats // 2 - 1 - place


def mirrored(spot: Spot, cell: Cell) -> tuple[Spot, Cell]:
    """The same throw as a mirror shows it that stands along the way ahead."""
    own, row = spot.seats // 2, WALLS[spot.seats]

    def other(number: int) -> int:
        if number >= own * row:
            return own * row + turned(spot.seats, number - own * row)
        place, location = divmod(number, row)
        return turned(spot.seats, place) * row + row - 1 - location

    release = tuple(-n if at in MIRRORED else n for at, n in enumerate(cell.release))
    fates = tuple(
        tuple(
            each._replace(first=other(each.first), hits=tuple(other(hit) for hit in each.hits))
            for each in one
        )
        for one in cell.fates
    )
    place = turned(spot.seats, spot.place)
    return spot._replace(place=place, target=other(spot.target)), Cell(release, fates)


def between(error: float) -> tuple[int, int, float]:
    """Indices of the two ERRORS around an error, and its share of the second."""
    if error <= ERRORS[0]:
        return 0, 0, 0.0
    for low, high in zip(range(len(ERRORS)), range(1, len(ERRORS)), strict=False):
        if error <= ERRORS[high]:
            part = log(error / ERRORS[low]) / log(ERRORS[high] / ERRORS[low])
            return low, high, part
    return len(ERRORS) - 1, len(ERRORS) - 1, 0.0


# -- the text of a cell ---------------------------------------------------------------------------
# surface seats place target method | release | 200 2=143 2!=5 2>2+5=3 | ... of the other errors


def read(line: str) -> tuple[Spot, Cell]:
    """Raises ValueError or IndexError for a line that is no cell."""
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
        raise ValueError(f"expected a place and {len(ERRORS)} lists of fates: {head}")
    fates = tuple(tuple(_fates(text, targets)) for text in texts)
    return spot, Cell(numbers, fates)


def _fates(text: str, targets: int) -> Iterator[ThrowOutcome]:
    total, *words = text.split()
    left = tosses = int(total)
    if tosses < 1:
        raise ValueError(f"expected at least one toss: {text}")
    for word in words:
        what, _, count = word.partition("=")
        first, _, hits = what.partition(">")
        on = (hits or first).split("+")
        fate = ThrowOutcome(
            int(count) / tosses,
            int(first.rstrip("!")),
            tuple(int(hit.rstrip("!")) for hit in on),
            tuple(hit.endswith("!") for hit in on),
        )
        if int(count) < 0:
            raise ValueError(f"expected 0 or more: {word}")
        left -= int(count)
        if not all(0 <= number < targets for number in (fate.first, *fate.hits)):
            raise ValueError(f"there is no such target: {word}")
        yield fate
    if left < 0:
        raise ValueError(f"more fates than tosses: {text}")


def write(
    spot: Spot, release: tuple[int, ...], counts: Iterable[tuple[int, Mapping[str, int]]]
) -> str:
    """The line of a cell; `counts`: by error, how many tosses, and of each fate, in its words."""
    head = f"{spot.surface} {spot.seats} {spot.place} {spot.target} {METHODS[spot.method]}"
    parts = [head, " ".join(map(str, release))]
    for tosses, found in counts:
        often = sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))
        parts.append(" ".join([str(tosses), *[f"{what}={count}" for what, count in often]]))
    return " | ".join(parts)


def words(first: int, hits: Iterable[tuple[int, bool]]) -> str:
    """A fate in the words of a cell."""
    on = "+".join(f"{hit}{'!' if perfect else ''}" for hit, perfect in hits)
    return on if on.rstrip("!") == str(first) else f"{first}>{on}"
