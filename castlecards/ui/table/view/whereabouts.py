"""Where everything of one layout stands on the screen, worked out once when it is asked for.

What the pointer is on is looked for in every frame in which it moves, among all cards and places.
"""

from __future__ import annotations

import math

from castlecards.core.cards import CardId, Zone
from castlecards.ui.table.view.camera import Quad
from castlecards.ui.table.view.ground import area_quad, within
from castlecards.ui.table.view.layout import Area, Layout, Spot
from castlecards.ui.table.view.stance import Stance, corners, stance


class Whereabouts:
    """Stances and corners, px, of the spots and areas of `layout`, none of them raised."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._stances: dict[CardId, tuple[Spot, Stance]] = {}
        self._corners: dict[CardId, tuple[Spot, Quad]] = {}
        self._places: dict[Zone, tuple[Area, Quad]] = {}

    def stance(self, spot: Spot) -> Stance:
        """How its card stands; a spot of another layout is seen through the camera of this one."""
        found = self._stances.get(spot.card)
        if found is None or found[0] is not spot:
            at = stance(spot, self.layout.camera, self.layout.field)
            found = self._stances[spot.card] = spot, at
        return found[1]

    def corners(self, spot: Spot) -> Quad:
        found = self._corners.get(spot.card)
        if found is None or found[0] is not spot:
            found = self._corners[spot.card] = spot, corners(self.stance(spot))
        return found[1]

    def place(self, area: Area) -> Quad:
        found = self._places.get(area.zone)
        if found is None or found[0] is not area:
            found = self._places[area.zone] = area, area_quad(self.layout, area)
        return found[1]

    def covers(self, area: Area, x: float, y: float) -> bool:
        """Does a point of the screen lie in its place?"""
        if area.mark is not None and area.rings:
            mm = self.layout.camera.unproject(x, y)
            return math.dist(mm, (area.mark.x / 10, area.mark.y / 10)) <= max(area.rings)
        return within(self.place(area), x, y)
