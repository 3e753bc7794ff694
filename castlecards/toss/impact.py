"""Impulses on the corners of a stiff card, and the time step that follows them.

All vectors are in card axes. `speeds` holds six numbers, velocity (m/s) and spin (rad/s). A spoke
is the vector from the middle of the card to a corner, (along e1, along e2), in m.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from castlecards.toss.flight import State, normalised, rotation
from castlecards.toss.stock import Air, CardStock

Spoke = tuple[float, float]
Direction = Sequence[float]  # unit vector in card axes


class Body(NamedTuple):
    """Masses (kg) and moments of inertia (kg m²) of a card, with the air that it moves along."""

    mass: float  # in its plane
    heavy: float  # broadside, added mass included
    j1: float  # about the short side
    j2: float  # about the long side
    j3: float  # about the face normal
    spokes: tuple[Spoke, Spoke, Spoke, Spoke]  # as in `flight.corners`

    @classmethod
    def of(cls, stock: CardStock, air: Air) -> Body:
        """Body of a card of this stock in this air."""
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


def rise(speeds: Sequence[float], spoke: Spoke, up: Direction) -> float:
    """Upward speed of a corner, m/s."""
    u1, u2, u3, w1, w2, w3 = speeds
    r1, r2 = spoke
    return (u1 - w3 * r2) * up[0] + (u2 + w3 * r1) * up[1] + (u3 + w1 * r2 - w2 * r1) * up[2]


def slip(speeds: Sequence[float], spoke: Spoke, up: Direction) -> tuple[float, tuple[float, ...]]:
    """Speed of a corner along the surface (m/s), and the opposite direction."""
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
    direction: Direction,
    change: float,
    limit: float | None = None,
) -> float:
    """Change a corner's speed along `direction` by `change` m/s, or by less where that would take
    an impulse above `limit`.

    Returns the impulse, kg m/s. Changes `speeds` in place.
    """
    r1, r2 = spoke
    e1, e2, e3 = direction
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
    """Rows of the rotation matrix: the world's right, forward and up in card axes."""
    r = rotation(state)
    return r[:3], r[3:6], r[6:]


def upward(state: State) -> Direction:
    """Up direction of the world in card axes: the last of `rows`."""
    q0, q1, q2, q3 = state[6:10]
    return (2 * (q1 * q3 - q0 * q2), 2 * (q2 * q3 + q0 * q1), q0 * q0 - q1 * q1 - q2 * q2 + q3 * q3)


def advance(state: State, speeds: Sequence[float], dt: float) -> State:
    """State after a time step of `dt` s at the new speeds."""
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
