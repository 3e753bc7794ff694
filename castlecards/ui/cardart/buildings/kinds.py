"""Kinds of buildings, and the picture of each building.

A kind names its painter and the size of its sheet. All buildings stand upright on the screen and
rise from their foot line, behind the cards that lie in them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pygame import Surface

from castlecards.core.site import Site
from castlecards.ui.cardart.buildings import gate_and_keep
from castlecards.ui.cardart.buildings.building import Building
from castlecards.ui.cardart.buildings.paper_cut import OVER, STONE, PaperCut
from castlecards.ui.cardart.buildings.tower import paint_tower
from castlecards.ui.cardart.seat_signs import SeatSign
from castlecards.ui.kit.incremental import Steps, run_to_end
from castlecards.ui.kit.shapes import mix

FULL = 84.0  # px, smallest height of a card whose building shows flags and windows
BARE = 48.0  # px, smallest height of a card that has a building; below it, a plinth
TINT = 0.10  # share of the player's colour in the stone


@dataclass(frozen=True, slots=True)
class BuildingKind:
    """Size of the sheet of a kind in units, its painter, and where it stands at its pile."""

    half: float  # from the middle to both sides
    height: float  # above the foot line
    below: float  # below the foot line
    most: int  # level from which on it looks the same
    card: float  # units, height of a card of its pile
    foot: float  # units from the middle of the pile down to the foot line; above it: negative
    paint: Callable[[PaperCut, Building], None]

    @property
    def size(self) -> tuple[float, float, float]:
        return self.half, self.height, self.below


KINDS: Mapping[str, BuildingKind] = {
    "gate": BuildingKind(118, 214, 12, 4, 100, 53, gate_and_keep.paint_gate),
    "keep": BuildingKind(165, 176, 12, 5, 100, 53, gate_and_keep.paint_keep),
    "tower": BuildingKind(98, 184, 16, 5, 138, -38, paint_tower),
    "wall": BuildingKind(376, 74, 6, 1, 100, 52, gate_and_keep.paint_wall),
}
BEHIND = {"gate": "wall"}  # by kind: a second building that stands behind it


def building_of(site: Site, colours: SeatSign, card: float, kind: str = "") -> Building | None:
    """Building of a site whose pile has cards `card` px high; None for a kind without one.

    `kind`: another kind than that of the site, such as the wall behind a gate.
    """
    found = KINDS.get(kind or site.kind)
    if found is None or card < BARE:
        return None
    scale = round(card / found.card, 3)
    level = min(site.level, found.most)
    if kind and kind != site.kind:  # scenery has one state
        return Building(kind, found.most, 0, colours, "", (), scale, card >= FULL)
    damage = site.damage if level else min(site.damage, 1)  # all ruins look alike
    return Building(site.kind, level, damage, colours, site.sign, site.marks, scale, card >= FULL)


def painted(building: Building) -> Surface:
    """Picture of a building with its rim and shadow; premultiplied."""
    return run_to_end(painted_steps(building))


def painted_steps(building: Building, over: int = OVER) -> Steps[Surface]:
    """Generator form of `painted`. `over`: drawn px per shown px."""
    kind = KINDS[building.kind]
    stone = mix(STONE, building.colours.colour, TINT)
    pen = PaperCut(kind.size, building.scale, stone, f"{building.kind}{building.level}", over)
    kind.paint(pen, building)
    yield
    return (yield from pen.picture())


def anchor(building: Building) -> tuple[int, int]:
    """Middle of the foot line in the picture of a building, px from its top left corner."""
    kind = KINDS[building.kind]
    return PaperCut.anchor(kind.size, building.scale)
