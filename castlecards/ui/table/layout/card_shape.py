"""Shape of one card on the screen, flat or in perspective, in a form that can be interpolated.

A shape is a centre, a rotation and the four corners before that rotation. `blend` interpolates the
three separately, so a card keeps its form at any angle between two shapes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from castlecards.core.cards import Field, Pose
from castlecards.ui.table.layout.camera import Camera, Quad
from castlecards.ui.table.layout.model import RATIO, CardSpot, Layout, ZoneArea, card_mm


@dataclass(frozen=True, slots=True)
class CardShape:
    """Screen shape of a card: centre, rotation and corners."""

    x: float  # px, centre
    y: float
    angle: float  # degrees, anticlockwise
    shape: Quad  # px, corners relative to the centre, before the rotation
    flat: bool  # true if `shape` is an upright rectangle

    @property
    def width(self) -> float:
        """Mean length of the top and bottom edges, px."""
        a, b, c, d = self.shape
        return (math.dist(a, b) + math.dist(d, c)) / 2

    @property
    def height(self) -> float:
        a, b, c, d = self.shape
        return (math.dist(a, d) + math.dist(b, c)) / 2


def flat(x: float, y: float, height: float, angle: float = 0.0) -> CardShape:
    """Shape of a card drawn flat on the screen, `height` px high, `angle` in degrees."""
    w, h = height * RATIO / 2, height / 2
    return CardShape(x, y, angle, ((-w, -h), (w, -h), (w, h), (-w, h)), True)


def on_table(pose: Pose, camera: Camera, field: Field | None) -> CardShape:
    """Shape of a card that lies on the table, seen through the camera."""
    width, length = card_mm(field)
    return from_quad(camera.quad(pose.x / 10, pose.y / 10, pose.angle / 1000, width, length))


def from_quad(quad: Quad) -> CardShape:
    """Shape of a card with known screen corners; the angle is that of its upward axis."""
    x = sum(p[0] for p in quad) / 4
    y = sum(p[1] for p in quad) / 4
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    up_x, up_y = (ax + bx - cx - dx) / 2, (ay + by - cy - dy) / 2
    angle = math.degrees(math.atan2(-up_x, -up_y))
    return CardShape(x, y, angle, _rotated(quad, -angle, x, y), False)


def card_shape(spot: CardSpot, camera: Camera, field: Field | None) -> CardShape:
    if spot.pose is not None:
        at = on_table(spot.pose, camera, field)
        return rotated_upright(at) if spot.built and spot.up else at
    return flat(spot.x, spot.y, spot.height, spot.angle)


def rotated_upright(shape: CardShape) -> CardShape:
    """Rotate an upside-down card by 180° so that the viewer can read it.

    Its corner indices can be read from all sides; only the picture and the large number change.
    """
    if abs(shape.angle % 360 - 180) >= 70:
        return shape
    a, b, c, d = corners(shape)
    return from_quad((c, d, a, b))


def corners(card: CardShape, squash: float = 1.0) -> Quad:
    """Screen corners. `squash` 0..1 narrows the card, as while it is turned over."""
    shape, x, y = card.shape, card.x, card.y
    if squash != 1.0:
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = shape
        shape = (ax * squash, ay), (bx * squash, by), (cx * squash, cy), (dx * squash, dy)
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = _rotated(shape, card.angle)
    return (x + ax, y + ay), (x + bx, y + by), (x + cx, y + cy), (x + dx, y + dy)


def blend(one: CardShape, two: CardShape, t: float, lift: float = 0.0) -> CardShape:
    """Interpolate two shapes: `t` 0 is `one`, 1 is `two`. `lift` enlarges by that fraction."""
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


def _rotated(quad: Quad, degrees: float, x: float = 0.0, y: float = 0.0) -> Quad:
    """Corners relative to (x, y), rotated anticlockwise on a screen with y pointing down."""
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


def is_far(one: CardShape, two: CardShape) -> bool:
    """Return True if a card visibly moves from one shape to the other."""
    return abs(one.x - two.x) + abs(one.y - two.y) > 1 or abs(one.angle - two.angle) > 0.5


def area_quad(layout: Layout, area: ZoneArea) -> Quad:
    """Corners of a zone area, px."""
    if area.mark is not None and area.rings:
        side = 2.0 * max(area.rings)
        return layout.camera.quad(area.mark.x / 10, area.mark.y / 10, 0.0, side, side)
    if area.mark is not None:
        return corners(on_table(area.mark, layout.camera, layout.field))
    left, right = area.x - area.width / 2, area.x + area.width / 2
    top, low = area.y - area.height / 2, area.y + area.height / 2
    return (left, top), (right, top), (right, low), (left, low)
