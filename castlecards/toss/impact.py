"""A corner strikes: impulses on a stiff card, and the step that follows them.

All vectors are in card axes. `speeds` is a list of six, velocity and spin; a spoke is a corner seen
from the middle of the card, (along e1, along e2).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from castlecards.toss.flight import State, normalised, rotation
from castlecards.toss.stock import Air, CardStock

Spoke = tuple[float, float]
Way = Sequence[float]  # a direction


class Body(NamedTuple):
    """What a card sets against being pushed: kg and kg m²."""

    mass: float  # in its plane
    heavy: float  # broadside, with the air that moves along
    j1: float
    j2: float
    j3: float
    spokes: tuple[Spoke, Spoke, Spoke, Spoke]  # as in `flight.corners`

    @classmethod
    def of(cls, stock: CardStock, air: Air) -> Body:
        a, b, mass = stock.width, stock.length, stock.mass
        more = (1 + air.added_inertia) / 12
        return cls(
            mass,
            mass + air.extra_mass(stock),
            mass * b * b * more,
            mass * a * a * more,
            mass * (a * a + b * b) / 12,
            ((-a / 2, b / 2), (a / 2, b / 2), (a / 2, -b / 2), (-a / 2, -b / 2)),
        )


def rise(speeds: Sequence[float], spoke: Spoke, up: Way) -> float:
    """The upward speed of a corner, m/s."""
    u1, u2, u3, w1, w2, w3 = speeds
    r1, r2 = spoke
    return (u1 - w3 * r2) * up[0] + (u2 + w3 * r1) * up[1] + (u3 + w1 * r2 - w2 * r1) * up[2]


def slip(speeds: Sequence[float], spoke: Spoke, up: Way) -> tuple[float, tuple[float, ...]]:
    """How fast a corner rubs over the surface (m/s), and the direction that would stop it."""
    u1, u2, u3, w1, w2, w3 = speeds
    r1, r2 = spoke
    v1, v2, v3 = u1 - w3 * r2, u2 + w3 * r1, u3 + w1 * r2 - w2 * r1
    n1, n2, n3 = up
    away = v1 * n1 + v2 * n2 + v3 * n3
    v1, v2, v3 = v1 - away * n1, v2 - away * n2, v3 - away * n3
    size = sqrt(v1 * v1 + v2 * v2 + v3 * v3)
    return (size, (-v1 / size, -v2 / size, -v3 / size)) if size > 1e-6 else (0.0, (0.0, 0.0, 0.0))


def strike(
    body: Body,
    speeds: list[float],
    spoke: Spoke,
    way: Way,
    change: float,
    limit: float | None = None,
) -> float:
    """Changes a corner's speed along `way` by `change` m/s, or by what the impulse `limit` allows.

    Returns the impulse, kg m/s; `speeds` is changed in place.
    """
    r1, r2 = spoke
    e1, e2, e3 = way
    mass, heavy, j1, j2, j3, _ = body
    c1, c2, c3 = r2 * e3, -r1 * e3, r1 * e2 - r2 * e1
    yielding = (e1 * e1 + e2 * e2) / mass + e3 * e3 / heavy
    yielding += c1 * c1 / j1 + c2 * c2 / j2 + c3 * c3 / j3
    impulse = change / yielding
    if limit is not None and impulse > limit:
        impulse = limit
    speeds[0] += impulse * e1 / mass
    speeds[1] += impulse * e2 / mass
    speeds[2] += impulse * e3 / heavy
    speeds[3] += impulse * c1 / j1
    speeds[4] += impulse * c2 / j2
    speeds[5] += impulse * c3 / j3
    return impulse


def rows(state: State) -> tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]:
    """The rotation matrix by rows: right, forward and up of the world, in card axes."""
    r = rotation(state)
    return r[:3], r[3:6], r[6:]


def upward(state: State) -> Way:
    """The last of these rows: up, in card axes."""
    q0, q1, q2, q3 = state[6:10]
    return (
        2 * (q1 * q3 - q0 * q2),
        2 * (q2 * q3 + q0 * q1),
        q0 * q0 - q1 * q1 - q2 * q2 + q3 * q3,
    )


def advance(state: State, speeds: Sequence[float], dt: float) -> State:
    """The new place and attitude at the new speeds."""
    x, y, z, _, _, _, q0, q1, q2, q3, _, _, _ = state
    u1, u2, u3, w1, w2, w3 = speeds
    r1, r2, r3, r4, r5, r6, r7, r8, r9 = rotation(state)
    half = dt / 2
    return normalised(
        [
            x + dt * (r1 * u1 + r2 * u2 + r3 * u3),
            y + dt * (r4 * u1 + r5 * u2 + r6 * u3),
            z + dt * (r7 * u1 + r8 * u2 + r9 * u3),
            u1, u2, u3,
            q0 - half * (q1 * w1 + q2 * w2 + q3 * w3),
            q1 + half * (q0 * w1 + q2 * w3 - q3 * w2),
            q2 + half * (q0 * w2 + q3 * w1 - q1 * w3),
            q3 + half * (q0 * w3 + q1 * w2 - q2 * w1),
            w1, w2, w3,
        ]
    )  # fmt: skip
