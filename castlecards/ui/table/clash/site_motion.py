"""Motions of drawn buildings and figures in a script as pure values.

Figures ride to the building that they attack and back, houses move along with their cards, and a
house whose cards have left sinks into the ground. Times are s of the script.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from castlecards.core.cards import Zone
from castlecards.ui.table.clash.plain_clip import PlainClip
from castlecards.ui.table.layout.easing import ease, progress
from castlecards.ui.table.layout.model import Layout

RIDE = 0.5  # s, ride from home to the attacked building
SINK = 0.3  # s, a house sinks
SHIFT = 0.36  # s, a house moves with its cards
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
    def ends(self) -> float:
        return self.sinks + SINK

    def part(self, now: float) -> float:
        """Return the share of its height that is in the ground, 0 to 1."""
        return progress(now, self.sinks, self.sinks + SINK) ** 2
