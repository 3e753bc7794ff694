"""Simulation of many tosses at once in numpy, for statistics: flight and slap-down.

A batch of n cards is an array of shape (13, n), rows as in `flight.State`. The models are those of
`flight` (in steps of 2 ms) and of `slap.Fall` on the bare table (same steps, same order of
impulses, the fastest corner first). Results agree with the scalar path to rounding errors, not bit
for bit, so nothing that is replayed may come from here.
"""

from __future__ import annotations

from collections.abc import Callable
from math import pi, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from castlecards.toss.flight import TURN_LIMIT
from castlecards.toss.slap import FLAT, LOW, PUSH_OUT, SETTLE_TIMEOUT, SLOW, SWEEPS
from castlecards.toss.stock import (
    FELT,
    GRAVITY,
    STANDARD_AIR,
    STANDARD_STOCK,
    Air,
    CardStock,
    ContactMaterial,
)

Array = NDArray[np.float64]
Rate = Callable[[Array], Array]
STEP = 2e-3  # s
CHUNK = 1000  # cards that are flown together: their state stays in the cache
EVERY = 8  # steps between two sweeps that take landed cards out of the batch


class FlightBatch(NamedTuple):
    """First contacts of a batch of n flights with the bare table."""

    t: Array  # (n,) s, of the first contact; nan for cards still in the air at the end
    states: Array  # (13, n), at the first contact


def rate_of_change(stock: CardStock = STANDARD_STOCK, air: Air = STANDARD_AIR) -> Rate:
    """The derivative of a batch of states; `flight.derivative` for arrays."""
    a, b, mass = stock.width, stock.length, stock.mass
    heavy = mass + air.extra_mass(stock)
    j1 = mass * b * b / 12 * (1 + air.added_inertia)
    j2 = mass * a * a / 12 * (1 + air.added_inertia)
    j3 = mass * (a * a + b * b) / 12
    extra, weight = heavy - mass, mass * GRAVITY
    loads = _aerodynamics(stock, air)

    def rate(states: Array) -> Array:
        _, _, _, u1, u2, u3, q0, q1, q2, q3, w1, w2, w3 = states
        f1, f2, f3, m1, m2, m3 = loads(u1, u2, u3, w1, w2, w3)
        surplus = f1 * u1 + f2 * u2 + f3 * u3 + m1 * w1 + m2 * w2 + m3 * w3
        surplus += extra * u3 * (u2 * w1 - u1 * w2)
        turning = w1 * w1 + w2 * w2 + w3 * w3
        surplus = np.where(surplus > 0.0, surplus, 0.0) / np.where(turning > 0.0, turning, 1.0)
        q00, q11, q22, q33 = q0 * q0, q1 * q1, q2 * q2, q3 * q3
        q01, q02, q03 = q0 * q1, q0 * q2, q0 * q3
        q12, q13, q23 = q1 * q2, q1 * q3, q2 * q3
        r7, r8, r9 = 2 * (q13 - q02), 2 * (q23 + q01), q00 - q11 - q22 + q33
        p3 = heavy * u3
        new = np.empty_like(states)
        new[0] = (q00 + q11 - q22 - q33) * u1 + 2 * ((q12 - q03) * u2 + (q13 + q02) * u3)
        new[1] = 2 * ((q12 + q03) * u1 + (q23 - q01) * u3) + (q00 - q11 + q22 - q33) * u2
        new[2] = r7 * u1 + r8 * u2 + r9 * u3
        new[3] = (f1 - weight * r7 - p3 * w2) / mass + u2 * w3
        new[4] = (f2 - weight * r8 + p3 * w1) / mass - u1 * w3
        new[5] = (f3 - weight * r9 + mass * (u1 * w2 - u2 * w1)) / heavy
        new[6] = -0.5 * (q1 * w1 + q2 * w2 + q3 * w3)
        new[7] = 0.5 * (q0 * w1 + q2 * w3 - q3 * w2)
        new[8] = 0.5 * (q0 * w2 + q3 * w1 - q1 * w3)
        new[9] = 0.5 * (q0 * w3 + q1 * w2 - q2 * w1)
        new[10] = (m1 - surplus * w1 + (j2 - j3) * w2 * w3) / j1
        new[11] = (m2 - surplus * w2 + (j3 - j1) * w3 * w1) / j2
        new[12] = (m3 - surplus * w3 + (j1 - j2) * w1 * w2) / j3
        return new

    return rate


def _aerodynamics(stock: CardStock, air: Air) -> Callable[..., tuple[Array, ...]]:
    a, b, area = stock.width, stock.length, stock.area
    aa, bb, mean, half = a * a, b * b, sqrt(area), air.density / 2
    low, span = air.blend[0], 1 / (air.blend[1] - air.blend[0])
    lift = half * air.rotational_lift * area * mean
    spread1 = 2 * half * area * b**3 * air.broadside / 64
    spread2 = 2 * half * area * a**3 * air.broadside / 64
    pitch, roll = (2 * half * area**2 * part for part in (air.pitch_damping, air.roll_damping))
    fade, tip = 1 / (2 * air.fade) ** 2, 1 / (2 * air.tip_speed)
    swirl = 2 * half * air.spin_drag * area * mean**3

    def loads(
        u1: Array, u2: Array, u3: Array, w1: Array, w2: Array, w3: Array
    ) -> tuple[Array, ...]:
        plane = u1 * u1 + u2 * u2
        speed2 = np.maximum(plane + u3 * u3, 1e-12)
        speed, p = np.sqrt(speed2), np.sqrt(plane)
        in_plane = p > 1e-9
        safe = np.where(in_plane, p, 1.0)
        d1, d2 = np.where(in_plane, u1 / safe, 1.0), u2 / safe
        chord2 = aa * d1 * d1 + bb * d2 * d2
        chord, aspect = np.sqrt(chord2), area / chord2
        sine2 = u3 * u3 / speed2
        sine = np.sqrt(sine2)
        k = np.clip((sine2 - low) * span, 0.0, 1.0)
        k = k * k * (3.0 - 2.0 * k)
        attached = 1.0 - k
        slope = 2 * pi * area / (chord2 * (2.0 + np.sqrt(aspect * aspect + 4.0)))
        push = attached * (slope * sine * p / speed + air.vortex * sine2) + k * air.broadside
        normal = -half * area * speed2 * push * np.sign(u3)
        drag = half * area * speed * air.edge_drag
        drag += half * area * air.skin * sqrt(air.viscosity) * np.sqrt(speed / chord)
        ahead = air.pressure_centre * chord * (1.0 - sine)
        most = air.side_limit * chord
        aside = np.minimum(np.maximum(air.side_shift * chord2 * w3 / speed, -most), most)
        m1 = (ahead * d2 - aside * d1) * normal - spread1 * np.abs(w1) * w1
        m2 = -(ahead * d1 + aside * d2) * normal - spread2 * np.abs(w2) * w2
        reach = bb * w1 * w1 + aa * w2 * w2
        calm = p * attached / (1.0 + fade * reach / speed2)
        across, along = pitch * calm * (d1 * w2 - d2 * w1), roll * calm * (d1 * w1 + d2 * w2)
        turn2 = w1 * w1 + w2 * w2
        turn2 = np.where(turn2 > 0.0, turn2, 1.0)
        on_axis = u1 * w1 + u2 * w2
        cross2 = np.maximum(speed2 - on_axis * on_axis / turn2, 1e-12)
        ratio = np.minimum(tip * np.sqrt(reach / cross2), air.tip_end)
        torque = half * area * air.autorotation * cross2 * np.sqrt(reach) / turn2
        torque *= np.where(ratio < air.tip_end, ratio * (1.0 - ratio * ratio), 0.0)
        return (
            lift * w2 * u3 - drag * u1,
            -lift * w1 * u3 - drag * u2,
            lift * (w1 * u2 - w2 * u1) + normal,
            m1 + across * d2 - along * d1 + torque * w1,
            m2 - across * d1 - along * d2 + torque * w2,
            -swirl * w3 * np.sqrt(w3 * w3 + speed2 / area),
        )

    return loads


def step(rate: Rate, states: Array, dt: float | Array) -> Array:
    """One classic Runge-Kutta step for all cards; `dt` in s, one for all or one for each card."""
    k1 = rate(states)
    k2 = rate(states + dt / 2 * k1)
    k3 = rate(states + dt / 2 * k2)
    k4 = rate(states + dt * k3)
    k2 += k3
    k2 *= 2.0
    k2 += k1
    k2 += k4
    new: Array = states + dt / 6 * k2
    new[6:10] /= np.sqrt((new[6:10] * new[6:10]).sum(axis=0))
    return new


def lowest(states: Array, stock: CardStock = STANDARD_STOCK) -> Array:
    """Height of the lowest corner, m, (n,)."""
    q0, q1, q2, q3 = states[6:10]
    hang = np.abs(q1 * q3 - q0 * q2) * stock.width + np.abs(q2 * q3 + q0 * q1) * stock.length
    height: Array = states[2] - hang
    return height


def fly(
    states: Array,
    stock: CardStock = STANDARD_STOCK,
    air: Air = STANDARD_AIR,
    dt: float = STEP,
    seconds: float = 6.0,
) -> FlightBatch:
    """Fly every card, (13, n), to its first contact with the bare table."""
    parts = [
        _fly_chunk(states[:, n : n + CHUNK], stock, air, dt, seconds)
        for n in range(0, states.shape[1], CHUNK)
    ]
    return FlightBatch(
        np.concatenate([part.t for part in parts]),
        np.concatenate([part.states for part in parts], axis=1),
    )


def _fly_chunk(states: Array, stock: CardStock, air: Air, dt: float, seconds: float) -> FlightBatch:
    rate = rate_of_change(stock, air)
    times = np.full(states.shape[1], np.nan)
    ends = states.copy()
    left = np.arange(states.shape[1])
    now = states.copy()
    height = lowest(now, stock)
    for n in range(round(seconds / dt)):
        new = step(rate, now, dt)
        after = lowest(new, stock)
        down = (after <= 0.0) & np.isnan(times[left])
        if down.any():
            who = left[down]
            part, ends[:, who] = _touch(rate, now[:, down], height[down], after[down], stock, dt)
            times[who] = (n + part) * dt
        now, height = new, after
        if n % EVERY == EVERY - 1:
            flying = np.isnan(times[left])
            if not flying.any():
                break
            left, now, height = left[flying], now[:, flying], height[flying]
    return FlightBatch(times, ends)


def _touch(
    rate: Rate, states: Array, before: Array, after: Array, stock: CardStock, dt: float
) -> tuple[Array, Array]:
    """Share of the step at which the lowest corner reaches the table, and the states then."""
    part = np.clip(before / (before - after), 0.0, 1.0)
    touching = step(rate, states, part * dt)
    for _ in range(2):
        part = np.clip(part + lowest(touching, stock) / (before - after), 0.0, 1.0)
        touching = step(rate, states, part * dt)
    return part, touching


SLAP_STEP = 1e-3  # s, of the slap-down
SPEEDS = (3, 4, 5, 10, 11, 12)  # rows of a state that impulses change
GOOD_ENOUGH = 1e-5  # m/s


class RestBatch(NamedTuple):
    """States of a batch of n cards when they are flat."""

    states: Array  # (13, n)
    t: Array  # (n,) s since the first contact; nan for cards that did not lie down in time
    depth: Array  # (n,) m, the deepest that a corner ever was below the table


class _Body(NamedTuple):
    """Inverse masses and the corners, as arrays that broadcast over a batch."""

    masses: Array  # (3, 1) 1/kg
    inertias: Array  # (3, 1) 1/(kg m²)
    spokes: Array  # (2, 4, 1) m


def lie_down(
    states: Array,
    stock: CardStock = STANDARD_STOCK,
    air: Air = STANDARD_AIR,
    material: ContactMaterial = FELT,
) -> RestBatch:
    """Simulate from the first contact, (13, n), until flat and slow or `SETTLE_TIMEOUT`."""
    rate, body = rate_of_change(stock, air), _body(stock, air)
    count = states.shape[1]
    ends, depth = states.copy(), np.zeros(count)
    times = np.full(count, np.nan)
    left, now = np.arange(count), states.copy()
    for n in range(1, round(SETTLE_TIMEOUT / SLAP_STEP) + 1):
        turning = np.sqrt((now[10:13] ** 2).sum(axis=0)).max()
        parts = 1 + int(turning * SLAP_STEP / TURN_LIMIT)
        for _ in range(parts):
            now, sunk = _part_step(rate, body, now, stock, material, SLAP_STEP / parts)
            depth[left] = np.maximum(depth[left], sunk)
        flat = _flat(now, stock)
        ends[:, left] = now
        times[left[flat]] = n * SLAP_STEP
        if flat.any():
            left, now = left[~flat], now[:, ~flat]
            if not left.size:
                break
    return RestBatch(ends, times, depth)


def _body(stock: CardStock, air: Air) -> _Body:
    a, b, mass = stock.width, stock.length, stock.mass
    more = 1 + air.added_inertia
    masses = [mass, mass, mass + air.extra_mass(stock)]
    inertias = [mass * b * b / 12 * more, mass * a * a / 12 * more, mass * (a * a + b * b) / 12]
    spokes = [[-a / 2, a / 2, a / 2, -a / 2], [b / 2, b / 2, -b / 2, -b / 2]]
    return _Body(
        1 / np.array(masses)[:, None], 1 / np.array(inertias)[:, None], np.array(spokes)[:, :, None]
    )


def _part_step(
    rate: Rate, body: _Body, states: Array, stock: CardStock, material: ContactMaterial, dt: float
) -> tuple[Array, Array]:
    """One step; also returns the depth of the lowest corner after it."""
    speed = np.sqrt((states[3:6] ** 2).sum(axis=0))
    turning = np.sqrt((states[10:13] ** 2).sum(axis=0))
    reach = (speed + turning * (stock.width**2 + stock.length**2) ** 0.5 / 2) * dt
    free = lowest(states, stock) > 2 * reach + 1e-3
    if free.all():
        return step(rate, states, dt), np.zeros(free.size)
    new = np.empty_like(states)
    sunk = np.zeros(free.size)
    if free.any():
        new[:, free] = step(rate, states[:, free], dt)
    new[:, ~free], sunk[~free] = _touching(rate, body, states[:, ~free], stock, material, dt)
    return new, sunk


def _touching(
    rate: Rate, body: _Body, states: Array, stock: CardStock, material: ContactMaterial, dt: float
) -> tuple[Array, Array]:
    change = rate(states + dt / 2 * rate(states))
    speeds = (states + dt * change)[SPEEDS, :]
    up = _up(states)
    heights = states[2] + body.spokes[0] * up[0] + body.spokes[1] * up[1]
    rises = _rises(speeds, body.spokes, up)
    targets = -np.maximum(heights, 0.0) / dt
    bounces = (rises < targets) & (rises < -material.bounce_speed)
    targets = np.where(bounces, -material.bounce * rises, targets)
    _impulses(body, speeds, up, targets, material.table_friction)
    new = states.copy()
    new[SPEEDS, :] = speeds
    q0, q1, q2, q3 = states[6:10]
    u1, u2, u3, w1, w2, w3 = speeds
    new[0] += dt * (
        (1 - 2 * (q2 * q2 + q3 * q3)) * u1
        + 2 * ((q1 * q2 - q0 * q3) * u2 + (q1 * q3 + q0 * q2) * u3)
    )
    new[1] += dt * (
        (1 - 2 * (q1 * q1 + q3 * q3)) * u2
        + 2 * ((q1 * q2 + q0 * q3) * u1 + (q2 * q3 - q0 * q1) * u3)
    )
    new[2] += dt * (up[0] * u1 + up[1] * u2 + up[2] * u3)
    new[6] -= dt / 2 * (q1 * w1 + q2 * w2 + q3 * w3)
    new[7] += dt / 2 * (q0 * w1 + q2 * w3 - q3 * w2)
    new[8] += dt / 2 * (q0 * w2 + q3 * w1 - q1 * w3)
    new[9] += dt / 2 * (q0 * w3 + q1 * w2 - q2 * w1)
    new[6:10] /= np.sqrt((new[6:10] ** 2).sum(axis=0))
    sunk = np.maximum(-lowest(new, stock), 0.0)
    new[2] += PUSH_OUT * sunk
    return new, sunk


def _impulses(body: _Body, speeds: Array, up: Array, targets: Array, friction: float) -> None:
    """Change `speeds` until no corner sinks faster than its target."""
    todo = np.arange(up.shape[1])
    for _ in range(SWEEPS):
        short = targets[:, todo] - _rises(speeds[:, todo], body.spokes, up[:, todo])
        worst = short.argmax(axis=0)
        most = short[worst, np.arange(todo.size)]
        hit = most > GOOD_ENOUGH
        if not hit.any():
            return
        todo, worst, most = todo[hit], worst[hit], most[hit]
        spoke, n, now = body.spokes[:, worst, 0], up[:, todo], speeds[:, todo]
        normal = _apply(body, now, spoke, n, most, None)
        slip = _at(now, spoke)
        slip -= (slip * n).sum(axis=0) * n
        size = np.sqrt((slip * slip).sum(axis=0))
        direction = -slip / np.where(size > 0.0, size, 1.0)
        _apply(body, now, spoke, direction, np.where(size > 1e-6, size, 0.0), friction * normal)
        speeds[:, todo] = now


def _apply(
    body: _Body, speeds: Array, spoke: Array, direction: Array, change: Array, limit: Array | None
) -> Array:
    """Change the corners' speed along `direction` (3, n) in place; return the impulses (n,)."""
    r1, r2 = spoke
    arm = np.stack([r2 * direction[2], -r1 * direction[2], r1 * direction[1] - r2 * direction[0]])
    yielding = (direction * direction * body.masses).sum(axis=0) + (arm * arm * body.inertias).sum(
        axis=0
    )
    impulse: Array = change / yielding
    if limit is not None:
        impulse = np.minimum(impulse, limit)
    speeds[:3] += impulse * direction * body.masses
    speeds[3:] += impulse * arm * body.inertias
    return impulse


def _at(speeds: Array, spoke: Array) -> Array:
    """Velocity of a corner in card axes, (3, n)."""
    u1, u2, u3, w1, w2, w3 = speeds
    r1, r2 = spoke
    return np.stack([u1 - w3 * r2, u2 + w3 * r1, u3 + w1 * r2 - w2 * r1])


def _rises(speeds: Array, spokes: Array, up: Array) -> Array:
    """Upward speeds of the corners, (4, n)."""
    u1, u2, u3, w1, w2, w3 = speeds
    r1, r2 = spokes
    rises: Array = (
        (u1 - w3 * r2) * up[0] + (u2 + w3 * r1) * up[1] + (u3 + w1 * r2 - w2 * r1) * up[2]
    )
    return rises


def _up(states: Array) -> Array:
    """Vertical direction in card axes, (3, n)."""
    q0, q1, q2, q3 = states[6:10]
    up: Array = np.stack(
        [2 * (q1 * q3 - q0 * q2), 2 * (q2 * q3 + q0 * q1), q0**2 - q1**2 - q2**2 + q3**2]
    )
    return up


def _flat(states: Array, stock: CardStock) -> NDArray[np.bool_]:
    """True for each card that is flat and slow, (n,)."""
    up = _up(states)
    sinking = np.abs((up * states[3:6]).sum(axis=0))
    highest = 2 * states[2] - lowest(states, stock)
    flat: NDArray[np.bool_] = (np.abs(up[2]) >= FLAT) & (sinking <= SLOW) & (highest < LOW)
    return flat
