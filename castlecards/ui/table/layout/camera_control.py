"""Where the camera is: framing the seats in play, turning between sides, and the player's own
zoom and pan on top."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

from castlecards.core.position import Position
from castlecards.ui.table.layout.camera import Camera
from castlecards.ui.table.layout.card_shape import ease
from castlecards.ui.table.layout.model import Viewport
from castlecards.ui.table.layout.table_layout import camera_for

TURNING = 0.55  # s from one side to the other
NOTCH = 1.12  # a notch of the wheel
NEAREST, FURTHEST = 3.0, 0.6  # times the size that frames the seats


@dataclass
class CameraControl:
    """The camera of one table screen. `stage` answers with it in place."""

    grow: float = 1.0  # the player's zoom
    shift: tuple[float, float] = (0.0, 0.0)  # px, the player's pan, before the zoom
    _from: Camera | None = None  # while it turns
    _left: float = 0.0  # s

    @property
    def moving(self) -> bool:
        return self._left > 0

    @property
    def own(self) -> bool:
        """Has the player moved it?"""
        return self.grow != 1.0 or self.shift != (0.0, 0.0)

    def reset(self) -> None:
        self.grow, self.shift = 1.0, (0.0, 0.0)

    def turn(self, before: Camera) -> None:
        """Begins to turn from where it was."""
        self._from, self._left = before, TURNING

    def stand(self) -> None:
        """Is at once where it turns to."""
        self._from, self._left = None, 0.0

    def update(self, dt: float) -> None:
        self._left = max(0.0, self._left - dt)
        if not self._left:
            self._from = None

    def zoom(self, notches: float, pos: tuple[float, float], viewport: Viewport) -> None:
        """Round the pointer. Zoomed out to the frame again, it is as if it had never been."""
        before = self.grow
        grow = min(max(before * NOTCH**notches, FURTHEST), NEAREST)
        if abs(grow - 1) < 0.05:
            self.reset()
            return
        middle = (viewport.left + viewport.width / 2, viewport.height / 2)
        part = grow / before
        x, y = (
            (p - m) * (1 - part) + s * part for p, m, s in zip(pos, middle, self.shift, strict=True)
        )
        self.shift = (x, y)
        self.grow = grow
        self._keep(viewport)

    def pan(self, dx: float, dy: float, viewport: Viewport) -> None:
        self.shift = (self.shift[0] + dx, self.shift[1] + dy)
        self._keep(viewport)

    def _keep(self, viewport: Viewport) -> None:
        """Part of the table always stays in the window."""
        wide, high = viewport.width * 0.5 * self.grow, viewport.height * 0.5 * self.grow
        x, y = self.shift
        self.shift = (min(max(x, -wide), wide), min(max(y, -high), high))

    def seen(self, pos: Position[Any], viewport: Viewport) -> Viewport:
        """The stage with its camera, where that is not just the frame."""
        if pos.box.field is None or not (self.own or self.moving):
            return viewport
        camera = camera_for(pos, viewport)
        if self.own:
            middle = (viewport.left + viewport.width / 2, viewport.height / 2)
            camera = camera.zoomed(self.grow, *middle)
            camera = camera.panned(*self.shift)
        if self._from is not None:
            start = self._from
            if abs(abs(start.facing - camera.facing) - math.pi) < 1e-6:
                start = replace(start, facing=start.facing + 1e-6)  # both ways are as short
            camera = start.between(camera, ease(1 - self._left / TURNING))
        return replace(viewport, camera=camera)
