"""Six-degree-of-freedom quasi-steady flight of a flat card, in plain Python floats.

Axes fixed to the card: e1 along the short side, e2 along the long side, e3 the face normal. The
world: x right, y forward, z up, metres and seconds. Kirchhoff's equations with the broadside added
mass only; its moment is left out because the centre of pressure already carries it. Per-step code
uses + - * / and sqrt alone, so that every machine computes the same bits.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import cos, pi, sin, sqrt

from castlecards.toss.stock import GRAVITY, STANDARD_AIR, STANDARD_STOCK, Air, CardStock

# x, y, z; velocity in card axes (3); quaternion w, x, y, z, card to world; spin in card axes (3)
State = tuple[float, ...]
# from velocity, quaternion and spin: the rate of change does not depend on the place
Derivative = Callable[[float, float, float, float, float, float, float, float, float, float], State]
Point = tuple[float, float, float]
STEP = 1e-3  # s, time step of the path that decides the landing
TURN_LIMIT = 0.25  # rad, greatest turn in a step; a faster spinning card takes smaller steps


@cache
def derivative(stock: CardStock = STANDARD_STOCK, air: Air = STANDARD_AIR) -> Derivative:
    """Function that gives the rate of change of a state from all of it but the place.

    It binds its constants once, as it is the inner loop.
    """
    a, b, mass = stock.width, stock.length, stock.mass
    heavy = mass + air.extra_mass(stock)  # broadside
    j1 = mass * b * b / 12 * (1 + air.added_inertia)
    j2 = mass * a * a / 12 * (1 + air.added_inertia)
    j3 = mass * (a * a + b * b) / 12
    j23, j31, j12 = j2 - j3, j3 - j1, j1 - j2
    extra, weight = heavy - mass, mass * GRAVITY
    loads = aerodynamics(stock, air)

    def rate(
        u1: float, u2: float, u3: float, q0: float, q1: float, q2: float, q3: float,
        w1: float, w2: float, w3: float,
    ) -> State:  # fmt: skip
        f1, f2, f3, m1, m2, m3 = loads(u1, u2, u3, w1, w2, w3)
        cross = u2 * w1 - u1 * w2
        # the passivity guard: still air never adds energy (the Munk moment belongs to the books)
        surplus = (
            f1 * u1 + f2 * u2 + f3 * u3 + m1 * w1 + m2 * w2 + m3 * w3 + extra * u3 * cross
        )  # fmt: skip
        if surplus > 0.0:
            turning = w1 * w1 + w2 * w2 + w3 * w3
            if turning > 0.0:
                surplus /= turning
                m1 -= surplus * w1
                m2 -= surplus * w2
                m3 -= surplus * w3
        # rows of the rotation matrix as they are needed; (r7, r8, r9) is up in card axes
        q00, q11, q22, q33 = q0 * q0, q1 * q1, q2 * q2, q3 * q3
        q01, q02, q03 = q0 * q1, q0 * q2, q0 * q3
        q12, q13, q23 = q1 * q2, q1 * q3, q2 * q3
        r7, r8, r9 = 2.0 * (q13 - q02), 2.0 * (q23 + q01), q00 - q11 - q22 + q33
        p3 = heavy * u3
        return (
            (q00 + q11 - q22 - q33) * u1 + 2.0 * ((q12 - q03) * u2 + (q13 + q02) * u3),
            2.0 * ((q12 + q03) * u1 + (q23 - q01) * u3) + (q00 - q11 + q22 - q33) * u2,
            r7 * u1 + r8 * u2 + r9 * u3,
            (f1 - weight * r7 - p3 * w2) / mass + u2 * w3,
            (f2 - weight * r8 + p3 * w1) / mass - u1 * w3,
            (f3 - weight * r9 - mass * cross) / heavy,
            -0.5 * (q1 * w1 + q2 * w2 + q3 * w3),
            0.5 * (q0 * w1 + q2 * w3 - q3 * w2),
            0.5 * (q0 * w2 + q3 * w1 - q1 * w3),
            0.5 * (q0 * w3 + q1 * w2 - q2 * w1),
            (m1 + j23 * w2 * w3) / j1,
            (m2 + j31 * w3 * w1) / j2,
            (m3 + j12 * w1 * w2) / j3,
        )

    return in_wind(rate, air.wind) if any(air.wind) else rate


def in_wind(rate: Derivative, wind: tuple[float, float]) -> Derivative:
    """Derivative in a steady wind, from that in still air: the flight is the same, seen from the
    air.

    `wind` in m/s to the right and forward; the state's velocity remains that over the table.
    """
    east, north = wind

    def windy(
        u1: float, u2: float, u3: float, q0: float, q1: float, q2: float, q3: float,
        w1: float, w2: float, w3: float,
    ) -> State:  # fmt: skip
        a1, a2, a3 = into_card((0.0, 0.0, 0.0, u1, u2, u3, q0, q1, q2, q3), (east, north, 0.0))
        d = rate(u1 - a1, u2 - a2, u3 - a3, q0, q1, q2, q3, w1, w2, w3)
        return (
            d[0] + east,
            d[1] + north,
            d[2],
            d[3] + w3 * a2 - w2 * a3,  # the wind turns, seen from the turning card
            d[4] + w1 * a3 - w3 * a1,
            d[5] + w2 * a1 - w1 * a2,
            *d[6:],
        )

    return windy


def aerodynamics(stock: CardStock, air: Air) -> Callable[..., tuple[float, ...]]:
    """Function that gives the force (N) and moment (N m) of the air from velocity and spin, all in
    card axes."""
    a, b, area = stock.width, stock.length, stock.area
    aa, bb, mean = a * a, b * b, sqrt(area)
    rho, low = air.density, air.blend[0]
    span = 1 / (air.blend[1] - low)
    vortex, broadside, edge_drag = air.vortex, air.broadside, air.edge_drag
    skin = air.skin * sqrt(air.viscosity)
    centre, side, side_limit = air.pressure_centre, air.side_shift, air.side_limit
    half = rho / 2
    lift = half * air.rotational_lift * area * mean
    spread1, spread2 = rho * area * b**3 * broadside / 64, rho * area * a**3 * broadside / 64
    pitch, roll = air.pitch_damping * rho * area**2, air.roll_damping * rho * area**2
    fade = 1 / (2 * air.fade) ** 2
    drive, tip = air.autorotation, 1 / (2 * air.tip_speed)
    tip_most = (air.tip_end / tip) ** 2
    swirl = air.spin_drag * rho * area * mean**3
    per_mean = 1 / area
    slope = 2 * pi * area

    def loads(
        u1: float, u2: float, u3: float, w1: float, w2: float, w3: float
    ) -> tuple[float, ...]:
        plane, square = u1 * u1 + u2 * u2, u3 * u3
        speed2 = plane + square
        slow1 = spread1 * w1 if w1 > 0.0 else -spread1 * w1
        slow2 = spread2 * w2 if w2 > 0.0 else -spread2 * w2
        spin = -swirl * w3 * sqrt(w3 * w3 + speed2 * per_mean)
        if speed2 < 1e-12:
            return 0.0, 0.0, 0.0, -slow1 * w1, -slow2 * w2, spin
        speed, p = sqrt(speed2), sqrt(plane)
        d1, d2 = (u1 / p, u2 / p) if p > 1e-9 else (1.0, 0.0)
        chord2 = aa * d1 * d1 + bb * d2 * d2
        chord = sqrt(chord2)
        sine2 = square / speed2
        sine = sqrt(sine2)
        k = (sine2 - low) * span
        if k >= 1.0:  # the flow is separated
            attached, push = 0.0, broadside
        else:
            k = 0.0 if k <= 0.0 else k * k * (3.0 - 2.0 * k)
            attached, aspect = 1.0 - k, area / chord2
            potential = slope / (chord2 * (2.0 + sqrt(aspect * aspect + 4.0)))
            push = attached * (potential * sine * p / speed + vortex * sine2) + k * broadside
        normal = half * speed2 * area * push
        if u3 > 0.0:
            normal = -normal
        drag = half * speed * area * (edge_drag + skin / sqrt(speed * chord))
        ahead, aside = centre * chord * (1.0 - sine), side * chord2 * w3 / speed
        most = side_limit * chord
        aside = most if aside > most else -most if aside < -most else aside
        m1 = (ahead * d2 - aside * d1) * normal - slow1 * w1
        m2 = -(ahead * d1 + aside * d2) * normal - slow2 * w2
        turn2 = w1 * w1 + w2 * w2
        if turn2 > 0.0:
            reach = bb * w1 * w1 + aa * w2 * w2  # (2 x tip speed)²
            if attached > 0.0:
                calm = p * attached / (1.0 + fade * reach / speed2)
                across = pitch * calm * (d1 * w2 - d2 * w1)
                along = roll * calm * (d1 * w1 + d2 * w2)
                m1 += across * d2 - along * d1
                m2 -= across * d1 + along * d2
            on_axis = u1 * w1 + u2 * w2
            cross2 = speed2 - on_axis * on_axis / turn2
            if reach < tip_most * cross2:
                ratio = tip * sqrt(reach / cross2)
                torque = half * cross2 * area * sqrt(reach) / turn2 * drive * ratio
                torque *= 1.0 - ratio * ratio
                m1 += torque * w1
                m2 += torque * w2
        return (
            lift * w2 * u3 - drag * u1,
            -lift * w1 * u3 - drag * u2,
            lift * (w1 * u2 - w2 * u1) + normal,
            m1,
            m2,
            spin,
        )

    return loads


def step(rate: Derivative, state: State, dt: float) -> State:
    """One classic fourth-order Runge-Kutta step of `dt` s; halved while the card spins too fast.

    Written out without loops for speed.
    """
    s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12 = state
    if (s10 * s10 + s11 * s11 + s12 * s12) * dt * dt > TURN_LIMIT * TURN_LIMIT:
        return step(rate, step(rate, state, dt / 2), dt / 2)
    h, part = dt / 2, dt / 6
    # fmt: off
    a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12 = rate(
        s3, s4, s5, s6, s7, s8, s9, s10, s11, s12
    )
    b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12 = rate(
        s3 + h * a3, s4 + h * a4, s5 + h * a5, s6 + h * a6, s7 + h * a7, s8 + h * a8,
        s9 + h * a9, s10 + h * a10, s11 + h * a11, s12 + h * a12,
    )
    c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12 = rate(
        s3 + h * b3, s4 + h * b4, s5 + h * b5, s6 + h * b6, s7 + h * b7, s8 + h * b8,
        s9 + h * b9, s10 + h * b10, s11 + h * b11, s12 + h * b12,
    )
    d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12 = rate(
        s3 + dt * c3, s4 + dt * c4, s5 + dt * c5, s6 + dt * c6, s7 + dt * c7,
        s8 + dt * c8, s9 + dt * c9, s10 + dt * c10, s11 + dt * c11, s12 + dt * c12,
    )
    q0 = s6 + part * (a6 + 2.0 * (b6 + c6) + d6)
    q1 = s7 + part * (a7 + 2.0 * (b7 + c7) + d7)
    q2 = s8 + part * (a8 + 2.0 * (b8 + c8) + d8)
    q3 = s9 + part * (a9 + 2.0 * (b9 + c9) + d9)
    size = 1.0 / sqrt(q0 * q0 + q1 * q1 + q2 * q2 + q3 * q3)  # the quaternion back to unit length
    return (
        s0 + part * (a0 + 2.0 * (b0 + c0) + d0),
        s1 + part * (a1 + 2.0 * (b1 + c1) + d1),
        s2 + part * (a2 + 2.0 * (b2 + c2) + d2),
        s3 + part * (a3 + 2.0 * (b3 + c3) + d3),
        s4 + part * (a4 + 2.0 * (b4 + c4) + d4),
        s5 + part * (a5 + 2.0 * (b5 + c5) + d5),
        q0 * size, q1 * size, q2 * size, q3 * size,
        s10 + part * (a10 + 2.0 * (b10 + c10) + d10),
        s11 + part * (a11 + 2.0 * (b11 + c11) + d11),
        s12 + part * (a12 + 2.0 * (b12 + c12) + d12),
    )
    # fmt: on


def normalised(state: list[float]) -> State:
    """State with its quaternion scaled to unit length; changes `state` in place."""
    q0, q1, q2, q3 = state[6:10]
    size = 1.0 / sqrt(q0 * q0 + q1 * q1 + q2 * q2 + q3 * q3)
    state[6:10] = q0 * size, q1 * size, q2 * size, q3 * size
    return tuple(state)


def energy(state: State, stock: CardStock, air: Air) -> float:
    """Energy (J): kinetic, with the air that moves along, and potential above the table."""
    u1, u2, u3 = state[3:6]
    w1, w2, w3 = state[10:13]
    mass, a, b = stock.mass, stock.width, stock.length
    j1 = mass * b * b / 12 * (1 + air.added_inertia)
    j2 = mass * a * a / 12 * (1 + air.added_inertia)
    j3 = mass * (a * a + b * b) / 12
    moving = mass * (u1 * u1 + u2 * u2) + (mass + air.extra_mass(stock)) * u3 * u3
    turning = j1 * w1 * w1 + j2 * w2 * w2 + j3 * w3 * w3
    return 0.5 * (moving + turning) + mass * GRAVITY * state[2]


def rotation(state: State) -> tuple[float, ...]:
    """Rotation matrix from card axes to the world: nine numbers, row by row."""
    q0, q1, q2, q3 = state[6:10]
    q00, q11, q22, q33 = q0 * q0, q1 * q1, q2 * q2, q3 * q3
    return (
        q00 + q11 - q22 - q33, 2 * (q1 * q2 - q0 * q3), 2 * (q1 * q3 + q0 * q2),
        2 * (q1 * q2 + q0 * q3), q00 - q11 + q22 - q33, 2 * (q2 * q3 - q0 * q1),
        2 * (q1 * q3 - q0 * q2), 2 * (q2 * q3 + q0 * q1), q00 - q11 - q22 + q33,
    )  # fmt: skip


def corners(state: State, stock: CardStock) -> tuple[Point, Point, Point, Point]:
    """Corners in the world: top left, top right, bottom right, bottom left of the card's face."""
    x, y, z = state[:3]
    r1, r2, _, r4, r5, _, r7, r8, _ = rotation(state)
    a, b = stock.width / 2, stock.length / 2
    ax, ay, az, bx, by, bz = a * r1, a * r4, a * r7, b * r2, b * r5, b * r8
    return (
        (x - ax + bx, y - ay + by, z - az + bz),
        (x + ax + bx, y + ay + by, z + az + bz),
        (x + ax - bx, y + ay - by, z + az - bz),
        (x - ax - bx, y - ay - by, z - az - bz),
    )


def quaternion(heading: float, pitch: float, bank: float, yaw: float) -> tuple[float, ...]:
    """Attitude as a quaternion w, x, y, z: turn to the right by `heading`, pitch the leading edge
    up, bank the right edge down, then yaw the card.

    Radians, as in `core.landing.Release`.
    """
    turns = (((0, 0, 1), -heading), ((1, 0, 0), pitch), ((0, 1, 0), bank), ((0, 0, 1), yaw))
    w, x, y, z = 1.0, 0.0, 0.0, 0.0
    for axis, angle in turns:
        c, s = cos(angle / 2), sin(angle / 2)
        i, j, k = (s * part for part in axis)
        w, x, y, z = (
            w * c - x * i - y * j - z * k,
            w * i + x * c + y * k - z * j,
            w * j - x * k + y * c + z * i,
            w * k + x * j - y * i + z * c,
        )
    return w, x, y, z


def into_card(state: State, vector: Point) -> Point:
    """Convert a world vector to card axes."""
    r = rotation(state)
    x, y, z = vector
    return (
        r[0] * x + r[3] * y + r[6] * z,
        r[1] * x + r[4] * y + r[7] * z,
        r[2] * x + r[5] * y + r[8] * z,
    )


def into_world(state: State, vector: Point) -> Point:
    """Convert a vector in card axes to the world."""
    r = rotation(state)
    x, y, z = vector
    return (
        r[0] * x + r[1] * y + r[2] * z,
        r[3] * x + r[4] * y + r[5] * z,
        r[6] * x + r[7] * y + r[8] * z,
    )


def launch_state(
    speed: float,
    loft: float,
    *,
    at: Point = (0.0, 0.0, 0.1),
    heading: float = 0.0,
    pitch: float = 0.0,
    bank: float = 0.0,
    yaw: float = 0.0,
    spin: float = 0.0,
    tumble: float = 0.0,
    wobble: tuple[float, float] = (0.0, 0.0),
) -> State:
    """State of a card that leaves the hand: m, m/s, rad, rad/s; terms as in `Release`.

    `wobble` adds to the spin about the two in-plane axes of the card.
    """
    forward = (sin(heading), cos(heading))
    flat = speed * cos(loft)
    velocity = (flat * forward[0], flat * forward[1], speed * sin(loft))
    still = (*at, 0.0, 0.0, 0.0, *quaternion(heading, pitch, bank, yaw), 0.0, 0.0, 0.0)
    across = into_card(still, (forward[1] * tumble, -forward[0] * tumble, 0.0))
    turning = (across[0] + wobble[0], across[1] + wobble[1], across[2] + spin)
    return (*at, *into_card(still, velocity), *still[6:10], *turning)
