"""Stations of the daily throwing task: where the target lies, and what hands score there.

`tools/stations.py` makes the table `assets/today/stations.yaml`: it throws at each station with
mouse hands. So the task of a day needs no physics, and is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, get_args

from castlecards import levels, paths
from castlecards.content import barrage_layout
from castlecards.core.cards import Surface
from castlecards.core.landing import METHODS, RANGES, Release
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


class Station(NamedTuple):
    """One method at one target, on one surface and in one wind."""

    method: str
    surface: Surface
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


class Cell(NamedTuple):
    """Station with the mean points a card of a newcomer, a practised hand and an expert, and the
    release that is aimed at its target."""

    station: Station
    points: tuple[float, ...]
    release: Release


def read(line: str) -> Cell:
    """Cell from a line like `lob felt calm middle | 4.1 6.2 7.0 | 0 0 0 100 ...`.

    Raises ValueError.
    """
    named, points, numbers = line.split(" | ")
    method, surface, wind, target = named.split()
    if not (method in METHODS and surface in get_args(Surface) and wind in WINDS):
        raise ValueError(tr("unknown station {name!r}", name=named))
    if target not in TARGETS:
        raise ValueError(tr("unknown target {name!r}", name=target))
    means = tuple(map(float, points.split()))
    if len(means) != HANDS or not all(0 <= mean <= MOST for mean in means):
        raise ValueError(tr("expected {n} numbers from 0 to {most:g}", n=HANDS, most=MOST))
    args = [int(number) for number in numbers.split()]
    if len(args) != len(RANGES):
        raise ValueError(tr("expected {n} numbers of a release", n=len(RANGES)))
    if not all(low <= arg <= high for arg, (low, high) in zip(args, RANGES, strict=True)):
        raise ValueError(tr("a number of the release is out of its range"))
    if METHODS[args[0]] != method:
        raise ValueError(tr("the release has another method"))
    return Cell(Station(method, _surface(surface), wind, target), means, Release(*args))


def _surface(name: str) -> Surface:
    return next(surface for surface in get_args(Surface) if surface == name)


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
            except ValueError as error:
                message = tr("cells[{n}]: this is no station: {error}", n=number, error=error)
                raise ValueError(message) from error

    @cached_property
    def by_station(self) -> Mapping[Station, Cell]:
        return {cell.station: cell for cell in map(read, self.cells)}


def load() -> Stations:
    """Read the table of stations. Raises DataError, and OSError if there is none."""
    return load_file(FILE, Stations)
