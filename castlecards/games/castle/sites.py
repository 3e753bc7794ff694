"""Buildings of Castle: the estate of each seat as a village, from the bytes of its plots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from castlecards.core.cards import Seat, SiteKind
from castlecards.core.site import Site
from castlecards.games.castle.state import (
    BARRACKS,
    CASTLE,
    HOVEL,
    KIND,
    KINGS,
    KNIGHT,
    KNIGHTS,
    OWN,
    PEASANT,
    PEASANTS,
    PLOT,
    QUEENS,
    SIZE,
    WALL,
    Pos,
)

HOUSES: Mapping[int, SiteKind] = {
    0: "rampart",
    HOVEL: "hovel",
    BARRACKS: "barracks",
    CASTLE: "fortress",
    QUEENS: "hall",
    KINGS: "hall",
}
SIGNS: Mapping[int, str] = {QUEENS: "rose", KINGS: "crown"}
ESTATE = (  # for pictures of the game, the largest first
    Site(PLOT, "fortress", 1),
    Site(PLOT, "hall", 3, sign="crown"),
    Site(PLOT, "hovel", 1),
    Site(PEASANT, "peasant", 1),
)


def sites(pos: Pos) -> tuple[Site, ...]:
    """Houses on all plots, and a figure for each knight and peasant."""
    return tuple(site for seat in (0, 1) for site in _estate(pos, seat))


def _estate(pos: Pos, seat: Seat) -> Iterator[Site]:
    """Yield the sites of a seat. The level of a house is the number of its cards."""
    first = seat * OWN
    for n, plot in enumerate(pos.state.plots[seat]):
        if plot:
            kind, size = plot & KIND, plot >> SIZE
            level = 1 if kind == CASTLE else max(size, 1)
            marks = ("wall",) if plot & WALL else ()
            sign = SIGNS.get(kind, "")
            yield Site(first + PLOT + n, HOUSES[kind], level, 0, seat, sign, marks)
    people: tuple[tuple[int, int, SiteKind], ...] = (
        (KNIGHT, KNIGHTS, "knight"),
        (PEASANT, PEASANTS, "peasant"),
    )
    for start, count, figure in people:
        for zone in range(first + start, first + start + count):
            if pos.zones[zone]:
                yield Site(zone, figure, 1, 0, seat)
