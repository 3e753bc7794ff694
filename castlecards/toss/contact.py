"""Geometry of cards that lie on one another: clipping, overlap, covered index boxes, first contact.

Pure functions on rectangles seen from above, in any one unit of length. A tilted card is given by
its four corners with heights. Clipping interpolates the heights, so an upright card works too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, pi, sin
from typing import NamedTuple

from castlecards.core.cards import CardId, Pose
from castlecards.core.landing import Contact

Spot = tuple[float, float]
Corner = tuple[float, float, float]  # x, y, height

# TD4: centres of the index boxes, in the order top left, top right, bottom right, bottom left;
# bit n of `Contact.covered` stands for the n-th of them.
INDEX_ACROSS = 7.0  # mm from the long edge
INDEX_ALONG = 9.0  # mm from the short edge
LEAST = 0.5  # mm²; cards that overlap less do not lie on one another
ROUNDING = 1e-6  # mm², greatest rounding error of an overlap


class Plan(NamedTuple):
    """Outline of a flat card from above: its middle, its angle, half its sides."""

    x: float
    y: float
    cos: float  # of its angle
    sin: float
    a: float  # half the short side
    b: float  # half the long side

    def local(self, x: float, y: float) -> Spot:
        """Convert a place to this card's own axes: along its short side, along its long side."""
        dx, dy = x - self.x, y - self.y
        return dx * self.cos + dy * self.sin, dy * self.cos - dx * self.sin

    def outer(self, x: float, y: float) -> Spot:
        """Place on the table of a place in card axes: the inverse of `local`."""
        return self.x + x * self.cos - y * self.sin, self.y + x * self.sin + y * self.cos

    def holds(self, x: float, y: float) -> bool:
        """True if this place is inside or on the edge."""
        x, y = self.local(x, y)
        return -self.a <= x <= self.a and -self.b <= y <= self.b

    def corners(self) -> list[Spot]:
        """Top left, top right, bottom right, bottom left corner of the face-up card."""
        x, y, c, s, a, b = self
        ax, ay, bx, by = a * c, a * s, -b * s, b * c
        return [
            (x - ax + bx, y - ay + by),
            (x + ax + bx, y + ay + by),
            (x + ax - bx, y + ay - by),
            (x - ax - bx, y - ay - by),
        ]


def direction(angle: int) -> Spot:
    """Cosine and sine of an angle in mrad; exact within 1 mrad of a quarter turn."""
    quarter = round(angle * 2 / (1000 * pi))
    if abs(angle - quarter * 500 * pi) < 1.0:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[quarter % 4]
    return cos(angle / 1000), sin(angle / 1000)


def plan(pose: Pose, width: float, length: float) -> Plan:
    """Outline in mm of a card of this size (mm) at this pose."""
    c, s = direction(pose.angle)
    return Plan(pose.x / 10, pose.y / 10, c, s, width / 2, length / 2)


def clip(corners: Iterable[Corner], under: Plan) -> list[Corner]:
    """Part of a polygon that is above a lying card, in the axes of that card, with heights.

    Sutherland and Hodgman's algorithm: clips at one edge of the lying card after the other. [] if
    no part is above it.
    """
    x0, y0, c, s, a, b = under
    polygon = [((x - x0) * c + (y - y0) * s, (y - y0) * c - (x - x0) * s, z) for x, y, z in corners]
    across, along = [x for x, _, _ in polygon], [y for _, y, _ in polygon]
    left, right, near, far = min(across), max(across), min(along), max(along)
    if left >= a or right <= -a or near >= b or far <= -b:
        return []
    if right > a:
        polygon = _half(polygon, [a - x for x in across])
    if left < -a:
        polygon = _half(polygon, [a + x for x, _, _ in polygon])
    if far > b:
        polygon = _half(polygon, [b - y for _, y, _ in polygon])
    if near < -b:
        polygon = _half(polygon, [b + y for _, y, _ in polygon])
    return polygon


def _half(polygon: list[Corner], depths: list[float]) -> list[Corner]:
    """Part of a polygon on the inner side of one edge; `depths`: distance of each corner from the
    edge, positive inside."""
    kept: list[Corner] = []
    if not polygon:
        return kept
    (x, y, z), last = polygon[-1], depths[-1]
    for corner, depth in zip(polygon, depths, strict=True):
        if (depth > 0.0) != (last > 0.0):
            part = last / (last - depth)
            kept.append(
                (x + part * (corner[0] - x), y + part * (corner[1] - y), z + part * (corner[2] - z))
            )
        if depth > 0.0:
            kept.append(corner)
        x, y, z = corner
        last = depth
    return kept


def area(polygon: Sequence[Corner] | Sequence[Spot]) -> float:
    """Area of a polygon seen from above; never negative."""
    twice = 0.0
    x0, y0 = polygon[-1][:2] if polygon else (0.0, 0.0)
    for corner in polygon:
        x1, y1 = corner[:2]
        twice += x0 * y1 - x1 * y0
        x0, y0 = x1, y1
    return abs(twice) / 2


def centroid(polygon: Sequence[Corner] | Sequence[Spot]) -> Spot:
    """Centroid of a polygon seen from above; the mean of its corners if it has no area."""
    twice = sum_x = sum_y = 0.0
    ox, oy = polygon[0][:2]
    x0, y0 = polygon[-1][0] - ox, polygon[-1][1] - oy
    for corner in polygon:
        x1, y1 = corner[0] - ox, corner[1] - oy
        cross = x0 * y1 - x1 * y0
        twice += cross
        sum_x += (x0 + x1) * cross
        sum_y += (y0 + y1) * cross
        x0, y0 = x1, y1
    if abs(twice) < 1e-18:
        n = len(polygon)
        return sum(p[0] for p in polygon) / n, sum(p[1] for p in polygon) / n
    return ox + sum_x / (3 * twice), oy + sum_y / (3 * twice)


def common(one: Plan, two: Plan) -> list[Corner]:
    """Overlap of two flat cards as a polygon in the axes of the second; [] if there is none."""
    x, y, _, _, a, b = one
    u, v, _, _, c, d = two
    reach = a + b + c + d
    if abs(x - u) > reach or abs(y - v) > reach:
        return []
    return clip([(px, py, 0.0) for px, py in one.corners()], two)


def overlap(one: Plan, two: Plan) -> float:
    """Area that two flat cards share."""
    return area(common(one, two))


def covered(attack: Plan, wall: Plan) -> int:
    """Index boxes of `wall` whose centre is under `attack`, as a bit mask; 15: all four. In mm."""
    across, along = wall.a - INDEX_ACROSS, wall.b - INDEX_ALONG
    boxes = ((-across, along), (across, along), (across, -along), (-across, -along))
    return sum(attack.holds(*wall.outer(*box)) << n for n, box in enumerate(boxes))


def contact(card: CardId, attack: Plan, wall: Plan) -> Contact | None:
    """Overlap of an attack card (above) with a lying card, in mm; None below 0.5 mm²."""
    shared = overlap(attack, wall)
    if shared < LEAST:
        return None
    return Contact(card, int(shared + ROUNDING), covered(attack, wall))


def gap(corners: Sequence[Corner], under: Plan, top: float) -> float | None:
    """Least height of a tilted card above a lying one; None if it is not above it."""
    part = clip(corners, under)
    return min(z for _, _, z in part) - top if part else None


def meeting(corners: Sequence[Corner], under: Plan) -> Spot | None:
    """Place where a tilted card is lowest above a lying one; None if it is not above it."""
    part = clip(corners, under)
    return under.outer(*min(part, key=lambda corner: corner[2])[:2]) if part else None
