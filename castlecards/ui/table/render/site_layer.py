"""Buildings of the table: where each stands in a layout, and its painter.

All buildings lie below all cards, in the order of their feet, the farthest first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from pygame import Rect, Surface

from castlecards.core.cards import Zone
from castlecards.core.site import MOST_DAMAGE, Site
from castlecards.ui.cardart.buildings.building import Building
from castlecards.ui.cardart.buildings.kinds import (
    BEHIND,
    KINDS,
    anchor,
    building_of,
    painted_steps,
    sheet_size,
)
from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.cardart.seat_signs import SeatSign
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.incremental import Steps, run_to_end
from castlecards.ui.kit.partial_redraw import RecordingCanvas
from castlecards.ui.table.layout.model import Layout

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
    """Draw the buildings; yields between the steps of those that are not cached."""
    for one in standing_buildings(layout, sites):
        yield from draw_building(canvas, art, one)


def draw_building(canvas: RecordingCanvas, art: CardArt, one: StandingBuilding) -> Iterator[None]:
    """Draw a building on its foot line; yields between the steps of its painting."""
    if not canvas.reuse(one):
        yield from building_steps(art, one.building)
        canvas.part(one, partial(_draw, art, one))


def next_sites(
    sites: Sequence[Owned], marks: Collection[tuple[str, ...]]
) -> Iterator[Sequence[Owned]]:
    """Yield the buildings of states that can come next, the likely ones first.

    After one less or one more card and in ruins, so that nothing is painted in the frame of a
    fall; then the same with each of `marks`, such as furled banners."""
    changes = (-1, 1, -MOST_LOST)
    yield from (tuple(_changed(one, change) for one in sites) for change in changes)
    for mark in marks:
        for change in (0, *changes[:2]):
            yield tuple(_changed((site.with_(marks=mark), sign), change) for site, sign in sites)


def _changed(owned: Owned, change: int) -> Owned:
    """Building after `change` more cards."""
    site, sign = owned
    damage = min(max(site.damage - change, 0), MOST_DAMAGE)
    return site.with_(level=max(site.level + change, 0), damage=damage), sign


def buildings_steps(art: CardArt, buildings: Iterable[Building]) -> Iterator[None]:
    """Paint buildings; yields between the steps of those that are not cached."""
    for building in buildings:
        yield from building_steps(art, building)


def building_steps(art: CardArt, building: Building) -> Steps[Surface]:
    """Cached picture of a building, painted in steps."""
    return art.steps(("building", building), partial(painted_steps, building))


def building_picture(art: CardArt, building: Building) -> Surface:
    """Cached picture of a building."""
    return run_to_end(building_steps(art, building))


def _draw(art: CardArt, one: StandingBuilding, canvas: Canvas) -> None:
    x, y = anchor(one.building)
    canvas.blit(building_picture(art, one.building), (one.x - x, one.foot - y))
