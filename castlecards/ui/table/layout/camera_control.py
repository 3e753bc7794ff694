"""Camera control of one table screen: turns between sides, and the player's zoom and pan.

Zoom and pan come on top of the camera that frames the seats in play.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

from castlecards.core.position import Position
from castlecards.ui.table.layout.camera import Camera
from castlecards.ui.table.layout.easing import ease
from castlecards.ui.table.layout.model import Viewport
from castlecards.ui.table.layout.table_layout import camera_for

TURN_SECONDS = 0.55  # s from one side to the other
NOTCH = 1.12  # zoom factor of one notch of the mouse wheel
NEAREST = 3.0  # largest zoom, relative to the framing camera
MIN_ZOOM = 0.6  # smallest zoom


@dataclass
class CameraControl:
    """Zoom, pan and turn of one table screen; `apply_to` puts the camera into a viewport."""

    zoom_factor: float = 1.0  # the player's zoom factor
    pan_offset: tuple[float, float] = (0.0, 0.0)  # px, the player's pan
    _start: Camera | None = None  # where the current turn started
    _remaining: float = 0.0  # s of the turn that remain

    @property
    def is_turning(self) -> bool:
        return self._remaining > 0

    @property
    def is_adjusted(self) -> bool:
        """True if the player has zoomed or panned."""
        return self.zoom_factor != 1.0 or self.pan_offset != (0.0, 0.0)

    def reset(self) -> None:
        self.zoom_factor, self.pan_offset = 1.0, (0.0, 0.0)

    def start_turn(self, before: Camera) -> None:
        """Start a turn from the camera `before` to the current one."""
        self._start, self._remaining = before, TURN_SECONDS

    def finish_turn(self) -> None:
        """Finish a turn at once."""
        self._start, self._remaining = None, 0.0

    def update(self, dt: float) -> None:
        self._remaining = max(0.0, self._remaining - dt)
        if not self._remaining:
            self._start = None

    def zoom(self, notches: float, pos: tuple[float, float], viewport: Viewport) -> None:
        """Zoom around `pos` (px). A zoom close to 1 resets zoom and pan."""
        before = self.zoom_factor
        zoom_factor = min(max(before * NOTCH**notches, MIN_ZOOM), NEAREST)
        if abs(zoom_factor - 1) < 0.05:
            self.reset()
            return
        middle = (viewport.left + viewport.width / 2, viewport.height / 2)
        part = zoom_factor / before
        x, y = (
            (p - m) * (1 - part) + s * part
            for p, m, s in zip(pos, middle, self.pan_offset, strict=True)
        )
        self.pan_offset = (x, y)
        self.zoom_factor = zoom_factor
        self._limit_pan(viewport)

    def pan(self, dx: float, dy: float, viewport: Viewport) -> None:
        self.pan_offset = (self.pan_offset[0] + dx, self.pan_offset[1] + dy)
        self._limit_pan(viewport)

    def _limit_pan(self, viewport: Viewport) -> None:
        """Limit the pan so that part of the table stays in the window."""
        wide, high = (
            viewport.width * 0.5 * self.zoom_factor,
            viewport.height * 0.5 * self.zoom_factor,
        )
        x, y = self.pan_offset
        self.pan_offset = (min(max(x, -wide), wide), min(max(y, -high), high))

    def apply_to(self, pos: Position[Any], viewport: Viewport) -> Viewport:
        """Viewport with this camera, or unchanged if the framing camera is in use."""
        if pos.box.field is None or not (self.is_adjusted or self.is_turning):
            return viewport
        camera = camera_for(pos, viewport)
        if self.is_adjusted:
            middle = (viewport.left + viewport.width / 2, viewport.height / 2)
            camera = camera.zoomed(self.zoom_factor, *middle)
            camera = camera.panned(*self.pan_offset)
        if self._start is not None:
            start = self._start
            if abs(abs(start.facing - camera.facing) - math.pi) < 1e-6:
                start = replace(
                    start, facing=start.facing + 1e-6
                )  # a half turn: choose one direction
            camera = start.between(camera, ease(1 - self._remaining / TURN_SECONDS))
        return replace(viewport, camera=camera)
