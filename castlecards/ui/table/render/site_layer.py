"""Buildings of the table: where each stands in a layout, and its painter.

All buildings lie below all cards, in the order of their feet, the farthest first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from pygame import Rect, Surface

from castlecards.core.cards import Zone
from castlecards.core.site import MOST_DAMAGE, Site
from castlecards.ui.cardart.buildings.building import Building
from castlecards.ui.cardart.buildings.ground import EARTH, ROAD, soft_patch
from castlecards.ui.cardart.buildings.kinds import (
    BEHIND,
    KINDS,
    anchor,
    building_of,
    painted,
    sheet_size,
)
from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.cardart.seat_signs import SeatSign
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.partial_redraw import RecordingCanvas
from castlecards.ui.table.layout.model import Layout

EARTH_SIZE = (860.0, 300.0)  # units, patch of earth below a gate and its keep
ROAD_WIDTH = 130.0  # units, of the road between two gates
MOST_LOST = 99  # cards: no building loses more at once
Owned = tuple[Site, SeatSign]  # site with the sign of its owner


@dataclass(frozen=True, slots=True)
class StandingBuilding:
    """Building at a place of the table; (x, foot): middle of its foot line, px."""

    building: Building
    x: int
    foot: int

    @property
    def rect(self) -> Rect:
        """Rectangle of its sheet without the margin, px."""
        scale, (half, height, below) = self.building.scale, sheet_size(self.building)
        left, top = self.x - half * scale, self.foot - height * scale
        return Rect(left, top, 2 * half * scale, (height + below) * scale)


def standing_buildings(layout: Layout, sites: Sequence[Owned]) -> list[StandingBuilding]:
    """Buildings of the table, farthest first. Small piles and unseen ones have none."""
    found = [one for owned in sites for one in buildings_at(layout, owned)]
    return sorted(found, key=lambda one: one.foot)


def buildings_at(layout: Layout, owned: Owned, zone: Zone = -1) -> Iterator[StandingBuilding]:
    """Yield the building of a site, after what stands behind it; `zone`: another place for it."""
    site, colours = owned
    area = layout.by_zone.get(site.zone if zone < 0 else zone)
    if area is None or not area.width:
        return
    for kind in (BEHIND.get(site.kind, ""), site.kind):
        if not kind:
            continue
        building = building_of(site, colours, area.tall, kind, area.width)
        if building is not None:
            down = KINDS[kind].foot * round(area.tall / KINDS[kind].card, 3)
            foot = area.y - area.height / 2 + down
            yield StandingBuilding(building, round(area.x), round(foot))


def draw_sites(
    canvas: RecordingCanvas, art: CardArt, layout: Layout, sites: Sequence[Owned]
) -> Iterator[None]:
    """Draw the buildings on their ground; yields after each one that was not cached."""
    standing = standing_buildings(layout, sites)
    gates = [one for one in standing if one.building.kind == "gate"]
    for rect, colour in ground_patches(gates):
        canvas.part((tuple(rect), colour), partial(_draw_patch, art, rect, colour))
    for one in standing:
        if canvas.part(one, partial(_draw, art, one)):
            yield


def ground_patches(
    gates: Sequence[StandingBuilding],
) -> Iterator[tuple[Rect, tuple[int, int, int, int]]]:
    """Yield the rectangle, px, and colour of the earth below each gate and of the road between."""
    for gate in gates:
        scale = gate.building.scale
        rect = Rect(0, 0, round(EARTH_SIZE[0] * scale), round(EARTH_SIZE[1] * scale))
        rect.center = gate.x, round(gate.foot - EARTH_SIZE[1] * scale / 8)
        yield rect, EARTH
    for far, near in pairwise(gates):
        wide, reach = round(ROAD_WIDTH * far.building.scale), round(ROAD_WIDTH * far.building.scale)
        rect = Rect(0, far.foot - reach // 2, wide, near.foot - far.foot + reach)
        rect.centerx = far.x
        yield rect, ROAD


def _draw_patch(
    art: CardArt, rect: Rect, colour: tuple[int, int, int, int], canvas: Canvas
) -> None:
    size = rect.size
    picture = art.keep(("ground", size, colour), lambda: soft_patch(size, colour))
    canvas.blit(picture, rect.topleft)


def building_jobs(
    art: CardArt, layout: Layout, sites: Sequence[Owned]
) -> Iterator[Callable[[], object]]:
    """Jobs that paint the buildings as they are now, in ruins, and after one more or one less card.

    One picture each, so that nothing is painted in the frame of a fall."""
    for change in (0, -1, 1, -MOST_LOST):
        then = [
            (
                site.with_(
                    level=max(site.level + change, 0),
                    damage=min(max(site.damage - change, 0), MOST_DAMAGE),
                ),
                sign,
            )
            for site, sign in sites
        ]
        for one in standing_buildings(layout, then):
            yield partial(building_picture, art, one.building)


def building_picture(art: CardArt, building: Building) -> Surface:
    """Cached picture of a building."""
    return art.keep(("building", building), lambda: painted(building))


def _draw(art: CardArt, one: StandingBuilding, canvas: Canvas) -> None:
    x, y = anchor(one.building)
    canvas.blit(building_picture(art, one.building), (one.x - x, one.foot - y))
