"""Motions of drawn buildings and figures in a script as pure values.

Figures ride to the building that they attack and back, houses move along with their cards, and a
house whose cards have left sinks into the ground, beside its neighbours on the same plot if it has
any. Times are s of the script.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from castlecards.core.cards import Zone
from castlecards.core.site import Site
from castlecards.ui.table.clash.plain_clip import PlainClip
from castlecards.ui.table.layout.easing import ease, progress
from castlecards.ui.table.layout.model import Layout

RIDE = 0.5  # s, ride from home to the attacked building
SINK = 0.3  # s, a house sinks
SHIFT = 0.36  # s, a house moves with its cards
DIVISIBLE = ("hovel", "barracks")  # kinds that lose a part of the building with each card
HOPS = 3  # gallop jumps of one ride
HOP = 7.0  # units, height of a jump
ABREAST = 30.0  # units from one rider to the next at the attacked building


@dataclass(frozen=True)
class Ride(PlainClip):
    """Ride of the figures at `zones` to the building at `target`.

    They are there `RIDE` s after `begins`, and ride home from `leaves` on, within `home` s.
    `before`: the layout in which they start.
    """

    begins: float
    zones: tuple[Zone, ...]
    target: Zone
    before: Layout
    leaves: float = math.inf
    home: float = RIDE

    @property
    def arrives(self) -> float:
        return self.begins + RIDE

    @property
    def ends(self) -> float:
        return self.leaves + self.home

    def part(self, now: float) -> float:
        """Return the share of the way from home at which they are, 0 to 1."""
        return ease((now - self.begins) / RIDE) - ease((now - self.leaves) / self.home)

    def hop(self, now: float) -> float:
        """Return the height of the gallop, units."""
        back = now >= self.leaves
        share = (now - self.leaves) / self.home if back else (now - self.begins) / RIDE
        return HOP * abs(math.sin(math.pi * HOPS * share)) if 0 < share < 1 else 0.0

    def abreast(self, n: int) -> float:
        """Return the place of rider `n` beside the middle of the target, units."""
        return ABREAST * (n - (len(self.zones) - 1) / 2)


@dataclass(frozen=True)
class SiteShift(PlainClip):
    """Move of the house at `zone`: it stands in its place of `before` until `moves`, then moves to
    its place in the next layout."""

    begins: float
    zone: Zone
    before: Layout
    moves: float

    @property
    def sunk(self) -> float:
        return 0.0

    @property
    def ends(self) -> float:
        return self.moves + SHIFT

    def part(self, now: float) -> float:
        """Return the share of the way, 0 to 1."""
        return ease((now - self.moves) / SHIFT)


@dataclass(frozen=True)
class SiteSink(PlainClip):
    """End of the house at `zone`: it stands in its place of `before` until `sinks`, then sinks."""

    begins: float
    zone: Zone
    before: Layout
    sinks: float

    @property
    def sunk(self) -> float:
        """Return the time at which it has sunk; 0 for motions in which nothing sinks."""
        return self.sinks + SINK

    @property
    def ends(self) -> float:
        return self.sunk

    def part(self, now: float) -> float:
        """Return the share of its height that is in the ground, 0 to 1."""
        return progress(now, self.sinks, self.sinks + SINK) ** 2


@dataclass(frozen=True)
class HouseLoss(PlainClip):
    """Loss of the houses `lost` of a plot, counted from the left: they sink, then those that stay
    move together and to their place in the next layout. Barracks are one house: its ends sink."""

    sink: SiteSink
    shift: SiteShift
    lost: tuple[int, ...]

    @property
    def begins(self) -> float:
        return self.sink.begins

    @property
    def ends(self) -> float:
        return self.shift.ends

    @property
    def sunk(self) -> float:
        return self.sink.sunk

    @property
    def zone(self) -> Zone:
        return self.sink.zone


def house_motions(
    layouts: tuple[Layout, Layout],
    sites: tuple[Mapping[Zone, Site], Mapping[Zone, Site]],
    zones: tuple[Sequence[bytes], Sequence[bytes]],
    riders: Collection[Zone],
    left: Mapping[Zone, float],
    touched: Mapping[Zone, float],
) -> list[SiteSink | SiteShift | HouseLoss]:
    """Return the motions of houses between two layouts, without `riders`.

    `sites` and `zones`: buildings and cards by zone, before and after; `left`: when the last card
    left a zone; `touched`: when its cards began to move. Rows close once all houses have sunk."""
    (before, after), (stood, stands) = layouts, sites
    seen = {zone for zone in stood if before.by_zone[zone].width} - set(riders)
    sinks = {zone: SiteSink(0.0, zone, before, left.get(zone, 0.0)) for zone in sorted(seen)}
    lost = {
        zone: lost_houses(before, stood[zone], stands[zone], zones[0][zone], zones[1][zone])
        for zone in seen & stands.keys()
    }
    found: list[SiteSink | SiteShift | HouseLoss] = []
    found += [sinks[zone] for zone in sorted(seen - stands.keys())]
    sunk = max((sink.sunk for zone, sink in sinks.items() if lost.get(zone, True)), default=0.0)
    for zone in sorted(seen & stands.keys()):
        old, new = before.by_zone[zone], after.by_zone[zone]
        if lost.get(zone):
            shift = SiteShift(0.0, zone, before, sunk)
            found.append(HouseLoss(sinks[zone], shift, lost[zone]))
        elif new.width and abs(old.x - new.x) + abs(old.y - new.y) > 1:
            found.append(SiteShift(0.0, zone, before, touched.get(zone, sunk)))
    return found


def lost_houses(
    before: Layout, stood: Site, stands: Site, cards: bytes, stay: bytes
) -> tuple[int, ...]:
    """Return the numbers, from the left, of the houses of a plot that are lost while others stay.

    `cards`: all cards that lay on the plot; `stay`: those that lie there now."""
    gone = [before.by_card[card] for card in cards if card not in stay]
    fewer = stands.kind == stood.kind and stands.level < stood.level
    if stood.kind not in DIVISIBLE or not fewer or not gone:
        return ()
    spots = [before.by_card[card] for card in cards]  # cards of a wall lie crosswise
    houses = [spot for spot in spots if spot.angle == gone[0].angle]
    houses.sort(key=lambda spot: spot.x)
    return tuple(n for n, spot in enumerate(houses) if spot in gone)
