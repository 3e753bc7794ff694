"""A pinhole camera above the table: table millimetres to screen pixels and back.

The camera stands at the viewer's side of the table, tilted from the vertical. The viewer's own
side appears at the bottom of the screen, and distant cards appear a little smaller. No pygame.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]  # corners: top left, top right, bottom right, bottom left
Rect = tuple[float, float, float, float]  # left, top, width, height, px

TILT = math.radians(38)  # from the vertical; 0 looks straight down
NEAREST = 0.05  # smallest depth, as a fraction of `distance`: the near clipping plane


@dataclass(frozen=True, slots=True)
class Camera:
    """Position, orientation and scale of the camera. `scale` holds at the target point (x, y)."""

    x: float = 0.0  # mm, the target point on the table
    y: float = 0.0  # mm
    facing: float = 0.0  # rad; 0: from the south, pi: from the north
    tilt: float = TILT  # rad
    distance: float = 2000.0  # mm, from the pinhole to the target point
    scale: float = 1.0  # px/mm
    cx: float = 0.0  # px, where the target point appears on the screen
    cy: float = 0.0  # px

    def project(self, x: float, y: float, z: float = 0.0) -> Point:
        """Convert a point in table mm to screen px."""
        right, up, depth = self._camera_coordinates(x, y, z)
        size = self.scale * self.distance / depth
        return self.cx + right * size, self.cy - up * size

    def size_at(self, x: float, y: float, z: float = 0.0) -> float:
        """Scale at a point of the table: px per mm, perpendicular to the line of sight."""
        return self.scale * self.distance / self._camera_coordinates(x, y, z)[2]

    def _camera_coordinates(self, x: float, y: float, z: float) -> tuple[float, float, float]:
        """Camera coordinates of a point, mm: right, up and (clipped) depth."""
        cos, sin = math.cos(self.facing), math.sin(self.facing)
        dx, dy = x - self.x, y - self.y
        right, away = cos * dx + sin * dy, cos * dy - sin * dx
        up = away * math.cos(self.tilt) + z * math.sin(self.tilt)
        depth = self.distance + away * math.sin(self.tilt) - z * math.cos(self.tilt)
        return right, up, max(depth, NEAREST * self.distance)

    def unproject(self, px: float, py: float, z: float = 0.0) -> Point:
        """Convert screen px to table mm on the plane at height `z` mm.

        A point above the horizon becomes a point far away.
        """
        k = (self.cy - py) / (self.scale * self.distance)
        cos_t, sin_t = math.cos(self.tilt), math.sin(self.tilt)
        slope = max(cos_t - k * sin_t, NEAREST)
        away = (k * (self.distance - z * cos_t) - z * sin_t) / slope
        depth = self.distance + away * sin_t - z * cos_t
        right = (px - self.cx) * depth / (self.scale * self.distance)
        cos, sin = math.cos(self.facing), math.sin(self.facing)
        return self.x + cos * right - sin * away, self.y + sin * right + cos * away

    def quad(self, x: float, y: float, angle: float, width: float, length: float) -> Quad:
        """Screen corners of a card lying at (x, y) mm, turned `angle` rad anticlockwise."""
        cos, sin = math.cos(angle), math.sin(angle)
        ax, ay, bx, by = cos * width / 2, sin * width / 2, -sin * length / 2, cos * length / 2
        return (
            self.project(x - ax + bx, y - ay + by),
            self.project(x + ax + bx, y + ay + by),
            self.project(x + ax - bx, y + ay - by),
            self.project(x - ax - bx, y - ay - by),
        )

    def zoomed(self, factor: float, px: float, py: float) -> Camera:
        """This camera zoomed by `factor`; the table point under (px, py) stays in place."""
        return replace(
            self,
            scale=self.scale * factor,
            cx=px + (self.cx - px) * factor,
            cy=py + (self.cy - py) * factor,
        )

    def panned(self, dx: float, dy: float) -> Camera:
        """This camera with its image moved by (dx, dy) px."""
        return replace(self, cx=self.cx + dx, cy=self.cy + dy)

    def between(self, other: Camera, t: float) -> Camera:
        """Interpolate between two cameras along the shorter turn: `t` 0 is this one, 1 `other`."""
        turn = (other.facing - self.facing + math.pi) % (2 * math.pi) - math.pi
        rise = self.scale * (other.scale / self.scale) ** t

        def mix(a: float, b: float) -> float:
            return a + (b - a) * t

        return Camera(
            mix(self.x, other.x),
            mix(self.y, other.y),
            self.facing + turn * t if t < 1 else other.facing,
            mix(self.tilt, other.tilt),
            mix(self.distance, other.distance),
            rise,
            mix(self.cx, other.cx),
            mix(self.cy, other.cy),
        )


def frame(points: Iterable[Point], viewport: Rect, facing: float, tilt: float = TILT) -> Camera:
    """Camera that shows all `points` (mm) centred and as large as they fit into `viewport`.

    Without points it frames the square metre around the middle of the table.
    """
    seen = list(points) or [(-500.0, -500.0), (500.0, 500.0)]
    west, east = min(x for x, _ in seen), max(x for x, _ in seen)
    south, north = min(y for _, y in seen), max(y for _, y in seen)
    distance = 2.4 * max(east - west, north - south, 100.0)
    aim = Camera((west + east) / 2, (south + north) / 2, facing, tilt, distance)
    shown = [aim.project(x, y) for x, y in seen]
    left, right = min(x for x, _ in shown), max(x for x, _ in shown)
    top, bottom = min(y for _, y in shown), max(y for _, y in shown)
    x, y, width, height = viewport
    scale = min(max(width, 1) / max(right - left, 1), max(height, 1) / max(bottom - top, 1))
    return replace(
        aim,
        scale=scale,
        cx=x + width / 2 - scale * (left + right) / 2,
        cy=y + height / 2 - scale * (top + bottom) / 2,
    )


def corners(x: float, y: float, angle: float, width: float, length: float) -> list[Point]:
    """Table corners, mm, of a card lying at (x, y); input for `frame`."""
    flat = Camera()
    return [(px, -py) for px, py in replace(flat, tilt=0.0).quad(x, y, angle, width, length)]


def bilinear(quad: Quad, u: float, v: float) -> Point:
    """Interpolate inside a quad: (0, 0) is its first corner, (1, 1) its third."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    a, b, c, d = (1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v
    return a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy


def in_quad(quad: Quad, x: float, y: float) -> bool:
    """True if the point (x, y) lies in a convex quadrilateral."""
    left = right = False  # of an edge
    ax, ay = quad[3]
    for bx, by in quad:
        turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        left |= turn < 0
        right |= turn > 0
        if left and right:
            return False
        ax, ay = bx, by
    return True
