"""Kinds of buildings, and the picture of each building.

A kind names its painter and the size of its sheet. All buildings stand upright on the screen and
rise from their foot line, behind the cards that lie in them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from pygame import Surface

from castlecards.core.site import Site
from castlecards.ui.cardart.buildings import estate, gate_and_keep
from castlecards.ui.cardart.buildings.building import Building
from castlecards.ui.cardart.buildings.ground import paint_tree
from castlecards.ui.cardart.buildings.paper_cut import OVER, STONE, PaperCut
from castlecards.ui.cardart.buildings.tower import paint_tower
from castlecards.ui.cardart.seat_signs import SeatSign
from castlecards.ui.kit.incremental import Steps, run_to_end
from castlecards.ui.kit.shapes import mix

FULL = 84.0  # px, smallest height of a card whose building shows flags and windows
BARE = 28.0  # px, smallest height of a card that has a building; below it, a plinth
SLATE = (78, 104, 152)  # roofs of a player whose colour is black
DARKEST = 90  # of 255, brightest part of such a colour
TINT = 0.10  # share of the player's colour in the stone


@dataclass(frozen=True, slots=True)
class BuildingKind:
    """Size of the sheet of a kind in units, its painter, and where it stands at its pile."""

    half: float  # from the middle to both sides
    height: float  # above the foot line
    below: float  # below the foot line
    most: int  # level from which on it looks the same
    card: float  # units, height of a card of its pile
    foot: float  # units from the upper edge of the pile down to the foot line
    paint: Callable[[PaperCut, Building], None]

    @property
    def size(self) -> tuple[float, float, float]:
        """Half width, height above and depth below the foot line of the sheet, units."""
        return self.half, self.height, self.below


def _plot(most: int) -> BuildingKind:
    """Kind of a house that is as wide as its plot."""
    return BuildingKind(0, 97, 4, most, 92, 10, estate.paint_plot)


KINDS: Mapping[str, BuildingKind] = {
    "gate": BuildingKind(118, 214, 12, 4, 100, 103, gate_and_keep.paint_gate),
    "keep": BuildingKind(165, 176, 12, 5, 100, 103, gate_and_keep.paint_keep),
    "tower": BuildingKind(98, 184, 16, 5, 138, 31, paint_tower),
    "wall": BuildingKind(376, 74, 6, 1, 100, 102, gate_and_keep.paint_wall),
    "hovel": _plot(3),
    "barracks": _plot(3),
    "fortress": _plot(1),
    "hall": _plot(8),
    "rampart": _plot(1),
    "tree": BuildingKind(20, 60, 4, 3, 100, 0, paint_tree),
    "peasant": BuildingKind(30, 70, 4, 1, 92, 10, estate.paint_peasant),
    "knight": BuildingKind(44, 88, 4, 1, 92, 10, estate.paint_knight),
}
RUINS = ("gate", "keep", "tower")  # kinds that are seen even when no card stands there
BEHIND = {"gate": "wall"}  # by kind: a second building that stands behind it
BESIDE = 10.0  # units by which the wall of a plot is wider than its cards
WALL_STEP = 6.0  # units; walls differ by a multiple of it, so that few pictures are needed
ROOM = 1.28  # largest width of a house without a wall, relative to its cards


def building_of(
    site: Site, colours: SeatSign, card: float, kind: str = "", width: float = 0.0
) -> Building | None:
    """Building of a site whose pile has cards `card` px high; None for a kind without one.

    `kind`: another kind than that of the site, such as the wall behind a gate; `width`: of the
    pile, px, which a house does not exceed by much.
    """
    found = KINDS.get(kind or site.kind)
    if found is None or card < BARE:
        return None
    scale = round(card / found.card, 3)
    level = min(site.level, found.most)
    if not level and site.kind not in RUINS:
        return None
    if kind and kind != site.kind:  # scenery has one state
        return Building(kind, found.most, 0, colours, "", (), scale, card >= FULL)
    damage = site.damage if level else min(site.damage, 1)  # all ruins look alike
    colours = _roof(colours)
    whole = Building(site.kind, level, damage, colours, site.sign, site.marks, scale, card >= FULL)
    return whole if found.half else _fitted(whole, width / scale)


def _fitted(house: Building, room: float) -> Building:
    """House on a plot `room` units wide: its wall covers the plot, without one it keeps within."""
    natural = estate.house_width(house)
    walled = "wall" in house.marks
    room = (room + BESIDE if walled else ROOM * room) or natural
    if house.kind == "fortress":  # it does not get narrower, but smaller
        scale = round(house.scale * min(1.0, room / natural), 2)
        return replace(house, wide=natural, scale=scale)
    wide = WALL_STEP * round(room / WALL_STEP)
    return replace(house, wide=wide if walled else min(wide, natural))


def _roof(colours: SeatSign) -> SeatSign:
    """Sign with a colour in which roofs stand out from the table: slate instead of black."""
    return replace(colours, colour=SLATE) if max(colours.colour) < DARKEST else colours


def sheet_size(building: Building) -> tuple[float, float, float]:
    """Half width, height above and depth below the foot line of the sheet of a building, units."""
    half, height, below = KINDS[building.kind].size
    return half or building.wide / 2 + estate.EAVES, height, below


def painted(building: Building) -> Surface:
    """Picture of a building with its rim and shadow; premultiplied."""
    return run_to_end(painted_steps(building))


def painted_steps(building: Building, over: int = OVER) -> Steps[Surface]:
    """Generator form of `painted`. `over`: drawn px per shown px."""
    kind = KINDS[building.kind]
    stone = mix(STONE, building.colours.colour, TINT)
    name = f"{building.kind}{building.level}"
    pen = PaperCut(sheet_size(building), building.scale, stone, name, over)
    kind.paint(pen, building)
    yield
    return (yield from pen.picture())


def anchor(building: Building) -> tuple[int, int]:
    """Middle of the foot line in the picture of a building, px from its top left corner."""
    return PaperCut.anchor(sheet_size(building), building.scale)
