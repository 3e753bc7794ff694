"""How one card stands on the screen, flat or through the camera, in a form that can be blended.

A stance is a centre, a turn and the four corners with that turn taken out, so that half-way
between two stances is a card half-way, whatever their angles.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from castlecards.core.cards import Field, Pose
from castlecards.ui.table.layout.camera import Camera, Quad
from castlecards.ui.table.layout.model import RATIO, CardSpot, card_mm


@dataclass(frozen=True, slots=True)
class CardShape:
    """`x, y`: centre, px. `shape`: the corners from there before the turn, as in `Quad`."""

    x: float
    y: float
    angle: float  # degrees, anticlockwise
    shape: Quad
    flat: bool  # an upright rectangle before the turn

    @property
    def width(self) -> float:
        """px, along its top and bottom edges."""
        a, b, c, d = self.shape
        return (math.dist(a, b) + math.dist(d, c)) / 2

    @property
    def height(self) -> float:
        a, b, c, d = self.shape
        return (math.dist(a, d) + math.dist(b, c)) / 2


def flat(x: float, y: float, height: float, angle: float = 0.0) -> CardShape:
    """A card on the glass."""
    w, h = height * RATIO / 2, height / 2
    return CardShape(x, y, angle, ((-w, -h), (w, -h), (w, h), (-w, h)), True)


def on_table(pose: Pose, camera: Camera, field: Field | None) -> CardShape:
    """A card on the table."""
    width, length = card_mm(field)
    return from_quad(camera.quad(pose.x / 10, pose.y / 10, pose.angle / 1000, width, length))


def from_quad(quad: Quad) -> CardShape:
    """The stance of a card whose corners are known; its turn is that of its upward axis."""
    x = sum(p[0] for p in quad) / 4
    y = sum(p[1] for p in quad) / 4
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    up_x, up_y = (ax + bx - cx - dx) / 2, (ay + by - cy - dy) / 2
    angle = math.degrees(math.atan2(-up_x, -up_y))
    return CardShape(x, y, angle, _turned(quad, -angle, x, y), False)


def card_shape(spot: CardSpot, camera: Camera, field: Field | None) -> CardShape:
    if spot.pose is not None:
        at = on_table(spot.pose, camera, field)
        return rotated_upright(at) if spot.built and spot.up else at
    return flat(spot.x, spot.y, spot.height, spot.angle)


def rotated_upright(shape: CardShape) -> CardShape:
    """A card that lies on its head for whoever looks, the other way round: its indices read from
    all sides, so only its picture and its large figure tell."""
    if abs(shape.angle % 360 - 180) >= 70:
        return shape
    a, b, c, d = corners(shape)
    return from_quad((c, d, a, b))


def corners(stance: CardShape, squash: float = 1.0) -> Quad:
    """On the screen. `squash` narrows it, as a card seen while it is turned over."""
    shape, x, y = stance.shape, stance.x, stance.y
    if squash != 1.0:
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = shape
        shape = (ax * squash, ay), (bx * squash, by), (cx * squash, cy), (dx * squash, dy)
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = _turned(shape, stance.angle)
    return (x + ax, y + ay), (x + bx, y + by), (x + cx, y + cy), (x + dx, y + dy)


def blend(one: CardShape, two: CardShape, t: float, lift: float = 0.0) -> CardShape:
    """`t` 0: one, 1: two; `lift`: how much nearer to the eye than the table, of its size."""
    turn = (two.angle - one.angle + 180) % 360 - 180
    grow = 1 + lift
    shape = tuple(
        ((ax + (bx - ax) * t) * grow, (ay + (by - ay) * t) * grow)
        for (ax, ay), (bx, by) in zip(one.shape, two.shape, strict=True)
    )
    return CardShape(
        one.x + (two.x - one.x) * t,
        one.y + (two.y - one.y) * t,
        one.angle + turn * t,
        shape,  # type: ignore[arg-type]
        one.flat and two.flat,
    )


def moved(shape: CardShape, dx: float, dy: float) -> CardShape:
    return replace(shape, x=shape.x + dx, y=shape.y + dy)


def ease(t: float) -> float:
    """0..1, slow at both ends."""
    t = min(max(t, 0.0), 1.0)
    return t * t * (3 - 2 * t)


def ease_out_back(part: float) -> float:
    """0 to 1, a little beyond it, and back."""
    part = min(max(part, 0.0), 1.0) - 1
    return 1 + 2.9 * part**3 + 1.9 * part**2


def _turned(quad: Quad, degrees: float, x: float = 0.0, y: float = 0.0) -> Quad:
    """Corners as seen from (x, y), turned anticlockwise on a screen whose y points down."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    ax, ay, bx, by = ax - x, ay - y, bx - x, by - y
    cx, cy, dx, dy = cx - x, cy - y, dx - x, dy - y
    return (
        (ax * cos + ay * sin, ay * cos - ax * sin),
        (bx * cos + by * sin, by * cos - bx * sin),
        (cx * cos + cy * sin, cy * cos - cx * sin),
        (dx * cos + dy * sin, dy * cos - dx * sin),
    )
