"""Stations of the daily throwing task: where the target lies, and what hands score there.

`tools/stations.py` makes the table `assets/today/stations.yaml`: it throws at each station with
mouse hands. So the task of a day needs no physics, and is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, NamedTuple

from castlecards import levels, paths
from castlecards.content import barrage_layout
from castlecards.core.cards import Surface
from castlecards.core.landing import METHOD_TITLES, METHODS, RANGES, Release
from castlecards.core.session import Session
from castlecards.data import load_file
from castlecards.games.card_barrage.geometry import Measures
from castlecards.practice.range import SPOTS, Options, Spot, preset
from castlecards.texts import tr

FILE = paths.assets() / "today" / "stations.yaml"
WALLS = {"middle": 2, "turned": 2, "side": 1, "far": 0, "moved": 2}  # index of the target wall
CASTLE = "castle"  # target behind a gap of two walls
TARGETS = (*WALLS, CASTLE)
GAP = (1, 2)  # indices of the walls that are gone before the castle
CASTLE_INDEX = 5
TURNED = 150  # degrees, angle of the turned wall; the others have 180
MOVED = 20  # mm that the moved wall lies farther back
WINDS: Mapping[str, tuple[int, int]] = {  # mm/s from the left, and against the thrower
    "calm": (0, 0), "left": (300, 0), "right": (-300, 0), "head": (0, 300),
}  # fmt: skip
SURFACES: tuple[Surface, ...] = ("felt", "wood")
HANDS = 3  # newcomer, practised, expert
MOST = 10.0  # points of a card


TITLES = {
    "middle": tr("{method}, the middle wall"), "turned": tr("{method}, the turned wall"),
    "side": tr("{method}, the side wall"), "far": tr("{method}, the outermost wall"),
    "moved": tr("{method}, the wall farther back"), CASTLE: tr("{method}, the castle"),
}  # fmt: skip


class Station(NamedTuple):
    """One method at one target, on one surface and in one wind."""

    method: str
    surface: Any  # a Surface
    wind: str
    target: str

    def options(self, measures: Measures, cards: int = 0) -> Options:
        """Options of a range with this target; `cards`: number of throws, 0: no end."""
        spots = list(preset("duel", measures))
        if self.target == CASTLE:
            spots = [spot for n, spot in enumerate(spots) if n not in GAP]
        else:
            n = WALLS[self.target]
            if self.target == "turned":
                spots[n] = replace(spots[n], angle=TURNED)
            elif self.target == "moved":
                spots[n] = Spot("wall", spots[n].x, spots[n].y + MOVED, spots[n].angle)
        wind, gust = WINDS[self.wind]
        return Options(surface=self.surface, wind=wind, gust=gust, spots=tuple(spots), cards=cards)

    @property
    def title(self) -> str:
        """Method and target in words: `Lob, the middle wall`."""
        return TITLES[self.target].format(method=METHOD_TITLES[self.method])

    @property
    def target_index(self) -> int:
        """Index of the target among the spots."""
        return CASTLE_INDEX - len(GAP) if self.target == CASTLE else WALLS[self.target]

    @property
    def zone(self) -> int:
        """Zone of the target."""
        return SPOTS + self.target_index


def gap(station: Station) -> tuple[Spot, ...]:
    """Spots of the walls that are gone at a station."""
    every = preset("duel", barrage_layout())
    return tuple(every[n] for n in GAP) if station.target == CASTLE else ()


def start(station: Station, name: str = "", cards: int = 0) -> Session[Any]:
    """Match at a station, with `cards` throws; 0: no end."""
    options = station.options(barrage_layout(), cards)
    return Session(levels.shelf()["range"], options, 1, 1, ("human",), (name,), practice=True)


@cache
def all_stations() -> tuple[Station, ...]:
    """Stations of the table: the castle only for the lob, which alone reaches it."""
    return tuple(
        Station(method, surface, wind, target)
        for method in METHODS
        for surface in SURFACES
        for wind in WINDS
        for target in TARGETS
        if target != CASTLE or method == METHODS[0]
    )


class Cell(NamedTuple):
    """Station with the mean points a card of a newcomer, a practised hand and an expert, and the
    release that is aimed at its target."""

    station: Station
    points: tuple[float, ...]
    release: Release


def read(line: str) -> Cell:
    """Cell from a line like `lob felt calm middle | 4.10 6.20 7.00 | 0 0 0 100 ...`.

    Raises ValueError for a line that `write` does not write.
    """
    named, points, numbers = line.split(" | ")
    station, release = Station(*named.split()), [*map(int, numbers.split())]
    cell = Cell(station, tuple(map(float, points.split())), Release(*release))
    legal = zip(release, RANGES, strict=True)
    known = station in all_stations() and METHODS[release[0]] == station.method
    if not (known and len(cell.points) == HANDS and max(cell.points) <= MOST):
        raise ValueError(tr("unknown station, or not {n} points for it", n=HANDS))
    if not all(low <= number <= high for number, (low, high) in legal) or write(cell) != line:
        raise ValueError(tr("this is not a release, or it is written differently"))
    return cell


def write(cell: Cell) -> str:
    """Line of a cell, the inverse of `read`."""
    points = " ".join(f"{mean:.2f}" for mean in cell.points)
    numbers = " ".join(map(str, cell.release.args()))
    return f"{' '.join(cell.station)} | {points} | {numbers}"


@dataclass(frozen=True)
class Stations:
    """Table of all stations; `checksum`: checksum of layout, styles, physics and points.

    Raises ValueError for a line that is no cell.
    """

    checksum: str
    version: int  # part of the seed of a day
    cells: tuple[str, ...]

    def __post_init__(self) -> None:
        for number, line in enumerate(self.cells):
            try:
                read(line)
            except (ValueError, TypeError) as error:
                message = tr("cells[{n}]: this is not a station: {error}", n=number, error=error)
                raise ValueError(message) from error

    @cached_property
    def by_station(self) -> Mapping[Station, Cell]:
        return {cell.station: cell for cell in map(read, self.cells)}


def load() -> Stations:
    """Read the table of stations. Raises DataError, and OSError if there is none."""
    return load_file(FILE, Stations)
