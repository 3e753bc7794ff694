"""Many slap-downs at once: what `slap.Fall` does after the first contact, on the bare table.

For statistics over so many tosses that the scalar path would take hours; same steps, same order of
impulses (the fastest corner first), same ending.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from castlecards.toss.flight import TURN_LIMIT
from castlecards.toss.slap import FLAT, LOW, PATIENCE, PUSH_OUT, SLOW, SWEEPS
from castlecards.toss.stock import (
    FELT,
    STANDARD_AIR,
    STANDARD_STOCK,
    Air,
    CardStock,
    Feel,
)
from tools.toss_batch import Array, Rate, lowest, rate_of_change, step

STEP = 1e-3  # s
SPEEDS = (3, 4, 5, 10, 11, 12)  # rows of a state that impulses change
GOOD_ENOUGH = 1e-5  # m/s


class Settled(NamedTuple):
    """How a batch of n cards lay down."""

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
    feel: Feel = FELT,
) -> Settled:
    """From the first contact, (13, n), until flat and slow, or until `PATIENCE` ends."""
    rate, body = rate_of_change(stock, air), _body(stock, air)
    count = states.shape[1]
    ends, depth = states.copy(), np.zeros(count)
    times = np.full(count, np.nan)
    left, now = np.arange(count), states.copy()
    for n in range(1, round(PATIENCE / STEP) + 1):
        turning = np.sqrt((now[10:13] ** 2).sum(axis=0)).max()
        parts = 1 + int(turning * STEP / TURN_LIMIT)
        for _ in range(parts):
            now, sunk = _part_step(rate, body, now, stock, feel, STEP / parts)
            depth[left] = np.maximum(depth[left], sunk)
        flat = _flat(now, stock)
        ends[:, left] = now
        times[left[flat]] = n * STEP
        if flat.any():
            left, now = left[~flat], now[:, ~flat]
            if not left.size:
                break
    return Settled(ends, times, depth)


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
    rate: Rate, body: _Body, states: Array, stock: CardStock, feel: Feel, dt: float
) -> tuple[Array, Array]:
    """One step, and how deep the lowest corner then was."""
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
    new[:, ~free], sunk[~free] = _touching(rate, body, states[:, ~free], stock, feel, dt)
    return new, sunk


def _touching(
    rate: Rate, body: _Body, states: Array, stock: CardStock, feel: Feel, dt: float
) -> tuple[Array, Array]:
    change = rate(states + dt / 2 * rate(states))
    speeds = (states + dt * change)[SPEEDS, :]
    up = _up(states)
    heights = states[2] + body.spokes[0] * up[0] + body.spokes[1] * up[1]
    rises = _rises(speeds, body.spokes, up)
    targets = -np.maximum(heights, 0.0) / dt
    bounces = (rises < targets) & (rises < -feel.bounce_speed)
    targets = np.where(bounces, -feel.bounce * rises, targets)
    _impulses(body, speeds, up, targets, feel.table_friction)
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
    """Changes `speeds` until no corner sinks faster than its target."""
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
        way = -slip / np.where(size > 0.0, size, 1.0)
        _apply(body, now, spoke, way, np.where(size > 1e-6, size, 0.0), friction * normal)
        speeds[:, todo] = now


def _apply(
    body: _Body, speeds: Array, spoke: Array, way: Array, change: Array, limit: Array | None
) -> Array:
    """Changes the corners' speed along `way` (3, n) in place; returns the impulses (n,)."""
    r1, r2 = spoke
    arm = np.stack([r2 * way[2], -r1 * way[2], r1 * way[1] - r2 * way[0]])
    yielding = (way * way * body.masses).sum(axis=0) + (arm * arm * body.inertias).sum(axis=0)
    impulse: Array = change / yielding
    if limit is not None:
        impulse = np.minimum(impulse, limit)
    speeds[:3] += impulse * way * body.masses
    speeds[3:] += impulse * arm * body.inertias
    return impulse


def _at(speeds: Array, spoke: Array) -> Array:
    """(3, n) the velocity of a corner, in card axes."""
    u1, u2, u3, w1, w2, w3 = speeds
    r1, r2 = spoke
    return np.stack([u1 - w3 * r2, u2 + w3 * r1, u3 + w1 * r2 - w2 * r1])


def _rises(speeds: Array, spokes: Array, up: Array) -> Array:
    """(4, n) the upward speeds of the corners."""
    u1, u2, u3, w1, w2, w3 = speeds
    r1, r2 = spokes
    rises: Array = (
        (u1 - w3 * r2) * up[0] + (u2 + w3 * r1) * up[1] + (u3 + w1 * r2 - w2 * r1) * up[2]
    )
    return rises


def _up(states: Array) -> Array:
    """(3, n) the vertical in card axes."""
    q0, q1, q2, q3 = states[6:10]
    up: Array = np.stack(
        [2 * (q1 * q3 - q0 * q2), 2 * (q2 * q3 + q0 * q1), q0**2 - q1**2 - q2**2 + q3**2]
    )
    return up


def _flat(states: Array, stock: CardStock) -> NDArray[np.bool_]:
    """(n,) which cards lie flat and slow."""
    up = _up(states)
    sinking = np.abs((up * states[3:6]).sum(axis=0))
    highest = 2 * states[2] - lowest(states, stock)
    flat: NDArray[np.bool_] = (np.abs(up[2]) >= FLAT) & (sinking <= SLOW) & (highest < LOW)
    return flat
