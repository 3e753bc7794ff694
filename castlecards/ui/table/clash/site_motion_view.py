"""Painter of buildings and figures in motion: riders, houses that move, houses that sink."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pygame
from pygame import Rect, Surface

from castlecards.core.cards import Zone
from castlecards.ui.cardart.buildings.building import Building
from castlecards.ui.cardart.buildings.estate import RAISED, single_houses
from castlecards.ui.cardart.buildings.kinds import KINDS, anchor
from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.table.clash.collapse_view import draw_dust
from castlecards.ui.table.clash.site_motion import HouseLoss, Ride, SiteShift, SiteSink
from castlecards.ui.table.clash.timeline import PAST, ClashTimeline
from castlecards.ui.table.playback.state import PlaybackState
from castlecards.ui.table.render.site_layer import (
    Owned,
    StandingBuilding,
    building_picture,
    buildings_at,
)
from castlecards.ui.table.render.static_layer import StaticLayer
from castlecards.ui.table.render.table_view import TableView

DUST = 0.3  # of the size of the dust around a gate

Motion = HouseLoss | Ride | SiteShift | SiteSink


def motions_now(playback: PlaybackState, table_view: TableView) -> list[Motion]:
    """Motions of buildings that are shown now. Riders stay at the building while it is decided."""
    layer = table_view.static_layer
    if playback.animation.script is None:
        pending = playback.pending_clash
        ride = attacking_riders(pending, layer, table_view) if pending is not None else None
        return [ride] if ride is not None else []
    found: list[Motion] = []
    for kind in (SiteShift, HouseLoss, SiteSink, Ride):
        found += playback.clips_now(kind)
    return found


def attacking_riders(
    pending: ClashTimeline, layer: StaticLayer, table_view: TableView
) -> Ride | None:
    """Riders at the building that they attack in an open clash; None without any."""
    attacker, *_, defender = pending.steps[-1].clash.sides
    riders = {site.zone for site, _ in layer.sites if site.kind == "knight"}
    zones = tuple(zone for zone in dict.fromkeys(attacker.zones) if zone in riders)
    if not zones or not defender.zones:
        return None
    return Ride(PAST, zones, defender.zones[0], table_view.layout)


def zones_of(motions: list[Motion]) -> frozenset[Zone]:
    """Zones whose buildings the motions draw."""
    found: set[Zone] = set()
    for motion in motions:
        found |= set(motion.zones) if isinstance(motion, Ride) else {motion.zone}
    return frozenset(found)


def draw_site_motions(
    canvas: Canvas, table_view: TableView, motions: list[Motion], now: float
) -> None:
    """Draw the buildings of all motions at `now` s of the script."""
    layer = table_view.static_layer
    sites = {owned[0].zone: owned for owned in layer.earlier_sites}
    later = {owned[0].zone: owned for owned in layer.sites}
    for motion in motions:
        match motion:
            case SiteShift(_, zone):
                shown = {**later, **sites} if layer.unresolved else {**sites, **later}
                if zone in shown:
                    _draw_shift(canvas, table_view, motion, shown[zone], now)
            case SiteSink(_, zone):
                for one in buildings_at(motion.before, sites[zone]) if zone in sites else ():
                    _draw_sinking(canvas, layer.sprites.art, one, motion.part(now))
                    _draw_sink_dust(canvas, one, now - motion.sinks)
            case HouseLoss(zone=zone):
                if zone in sites and zone in later:
                    _draw_loss(canvas, table_view, motion, (sites[zone], later[zone]), now)
            case Ride():
                _draw_riders(canvas, table_view, motion, {**sites, **later}, set(later), now)


def _draw_shift(
    canvas: Canvas, table_view: TableView, shift: SiteShift, owned: Owned, now: float
) -> None:
    starts = buildings_at(shift.before, owned)
    for start, end in zip(starts, buildings_at(table_view.layout, owned), strict=False):
        part = shift.part(now)
        x, y = _between((start.x, start.foot), (end.x, end.foot), part)
        _stand(canvas, building_picture(table_view.sprites.art, end.building), end.building, x, y)


def _draw_loss(
    canvas: Canvas, table_view: TableView, loss: HouseLoss, owned: tuple[Owned, Owned], now: float
) -> None:
    """Draw the houses of a plot while some of them sink, and its wall before them.

    `owned`: the site before and after."""
    art, part = table_view.sprites.art, loss.shift.part(now)
    was = next(buildings_at(loss.sink.before, owned[0]), None)
    stands = next(buildings_at(table_view.layout, owned[1]), None)
    if was is None or stands is None:
        return
    if was.building.kind == "barracks":
        _draw_smaller_house(canvas, art, loss, (was, stands), now)
        return
    old, new = _houses(was), _houses(stands)
    lost = loss.lost[: max(len(old) - len(new), 0)]
    for n in lost:
        _draw_sinking(canvas, art, old[n], loss.sink.part(now))
    kept = [house for n, house in enumerate(old) if n not in lost]
    for start, end in zip(kept, new, strict=False):
        x, y = _between((start.x, start.foot), (end.x, end.foot), part)
        if not part:
            _stand(canvas, building_picture(art, start.building), start.building, x, y)
            continue
        least = start.rect.width / end.rect.width
        _stand_scaled(canvas, art, end.building, (x, y), least + (1 - least) * part)
    walled = stands if part else was
    if "wall" in walled.building.marks:
        wall = _wall(walled.building)
        x, y = _between((was.x, was.foot), (stands.x, stands.foot), part)
        _stand(canvas, building_picture(art, wall), wall, x, y)
    for n in lost:
        _draw_sink_dust(canvas, old[n], now - loss.sink.sinks)


def _draw_smaller_house(
    canvas: Canvas,
    art: CardArt,
    loss: HouseLoss,
    houses: tuple[StandingBuilding, StandingBuilding],
    now: float,
) -> None:
    """Draw a house whose ends sink behind the smaller one that stays; `houses`: before, after."""
    (was, stands), part = houses, loss.shift.part(now)
    with canvas.clipped(Rect(0, 0, canvas.surface.get_width(), was.foot)):
        _draw_sinking(canvas, art, was, loss.sink.part(now))
    if now > loss.sink.sinks:
        x, y = _between((was.x, was.foot), (stands.x, stands.foot), part)
        _stand(canvas, building_picture(art, stands.building), stands.building, x, y)
    _draw_sink_dust(canvas, was, now - loss.sink.sinks)


def _houses(one: StandingBuilding) -> list[StandingBuilding]:
    """Houses that share a plot, from the left; raised behind their wall."""
    scale = one.building.scale
    foot = one.foot - round(RAISED * scale) * ("wall" in one.building.marks)
    return [
        StandingBuilding(house, round(one.x + x * scale), foot)
        for x, house in single_houses(one.building)
    ]


def _draw_riders(
    canvas: Canvas,
    table_view: TableView,
    ride: Ride,
    sites: dict[Zone, Owned],
    alive: set[Zone],
    now: float,
) -> None:
    """Draw riders on their way. Those that have fallen sink where they are."""
    for n, zone in enumerate(ride.zones):
        if zone not in sites:
            continue
        before, art = ride.before, table_view.sprites.art
        lost = zone not in alive and now >= ride.leaves
        back = now >= ride.leaves and not lost
        home = next(buildings_at(table_view.layout if back else before, sites[zone]), None)
        goal = next(buildings_at(before, sites[zone], ride.target), None)
        if home is None or goal is None:
            continue
        at = goal.x + ride.abreast(n) * home.building.scale, goal.foot
        part = 1.0 if lost else ride.part(now)
        x, y = _between((home.x, home.foot), at, part)
        left = (at[0] < home.x) != back
        picture = (
            rider_picture(art, home.building) if left else building_picture(art, home.building)
        )
        if lost:
            sink = SiteSink(ride.begins, zone, before, ride.leaves)
            gone = StandingBuilding(home.building, round(x), round(y))
            _draw_sinking(canvas, art, gone, sink.part(now))
            continue
        y -= ride.hop(now) * home.building.scale
        _stand(canvas, picture, home.building, x, y)


def rider_picture(art: CardArt, building: Building) -> Surface:
    """Cached picture of a figure that rides to the left."""
    flip = partial(pygame.transform.flip, building_picture(art, building), True, False)
    return art.keep(("rider", building), flip)


def rider_pictures(table_view: TableView, ride: Ride) -> Iterator[Building]:
    """Yield the riders of a ride, to be painted ahead."""
    for owned in table_view.static_layer.sites:
        if owned[0].zone in ride.zones:
            yield from (one.building for one in buildings_at(ride.before, owned))


def lost_house_pictures(table_view: TableView, loss: HouseLoss) -> Iterator[Building]:
    """Yield the houses and the wall of a plot that loses some, to be painted ahead."""
    layer = table_view.static_layer
    for sites, layout in (
        (layer.earlier_sites, loss.sink.before),
        (layer.sites, table_view.layout),
    ):
        for owned in sites:
            for one in buildings_at(layout, owned) if owned[0].zone == loss.zone else ():
                if one.building.kind == "barracks":
                    yield one.building
                    continue
                yield from (house for _, house in single_houses(one.building))
                if "wall" in one.building.marks:
                    yield _wall(one.building)


def _wall(building: Building) -> Building:
    return replace(building, kind="rampart", level=1, sign="")


def _between(
    start: tuple[float, float], end: tuple[float, float], part: float
) -> tuple[float, float]:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def _stand(canvas: Canvas, picture: Surface, building: Building, x: float, y: float) -> None:
    """Draw a building with the middle of its foot line at (x, y) px."""
    left, up = anchor(building)
    canvas.blit(picture, (round(x - left), round(y - up)))


def _stand_scaled(
    canvas: Canvas, art: CardArt, building: Building, at: tuple[float, float], size: float
) -> None:
    """Draw a building at another size, with the middle of its foot line at `at`, px."""
    picture = pygame.transform.smoothscale_by(building_picture(art, building), size)
    left, up = anchor(building)
    canvas.blit(picture, (round(at[0] - size * left), round(at[1] - size * up)))


def _draw_sinking(canvas: Canvas, art: CardArt, one: StandingBuilding, part: float) -> None:
    """Draw a house of which the share `part` is in the ground."""
    picture, (left, up) = building_picture(art, one.building), anchor(one.building)
    floor = up + round(KINDS[one.building.kind].below * one.building.scale)
    down = round(part * floor)
    shown = Rect(0, 0, picture.get_width(), floor - down)
    if shown.height > 0:
        canvas.blit(picture, (one.x - left, one.foot - up + down), shown)


def _draw_sink_dust(canvas: Canvas, one: StandingBuilding, t: float) -> None:
    draw_dust(canvas, "gate", (one.x, one.foot), t, DUST * one.building.scale)
