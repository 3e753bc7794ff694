"""Published measurements as anchors of the toss: plates in water, dropped cards, record throws.

The plate that falls through water is two-dimensional and tests the integrator: the quasi-steady
form of Andersen, Pesavento and Wang (2005) in the same state and the same Runge-Kutta step as a
card's flight. It is endless along e1, moves in the plane of e2 and e3, and turns about e1. Forces
are per metre of its endless side.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import acos, atan2, cos, degrees, hypot, log, pi, radians, sin, sqrt
from multiprocessing.pool import Pool
from typing import NamedTuple

import numpy as np

from benchmarks import toss_batch as batch
from benchmarks.rows import Row
from castlecards.toss import flight
from castlecards.toss.flight import Derivative, State
from castlecards.toss.stock import GRAVITY, STANDARD_AIR, CardStock

TUMBLES = 2.0  # rad/s of net rotation, least of a plate that tumbles
POKER = CardStock(0.0635, 0.0889, 1.8e-3 / (0.0635 * 0.0889))  # the card of the published throws
RECORD = 41.1  # m/s, launch speed of the longest measured card throw, 65.96 m
SHOULDER = 1.8  # m, release height of the long throws
DESCENT = 3.0  # degrees, half the range of the descents of tumbling cards


@dataclass(frozen=True, slots=True)
class Coefficients:
    """Coefficients for both regimes, fitted to the published plates (dimensionless)."""

    translation: float = 3.06  # lift by translation
    rotation: float = 0.961  # lift by rotation
    drag: float = 1.131  # mean of edge-on and broadside drag
    drag_swing: float = 0.983  # half their difference
    torque: float = 0.278  # rotational friction, linear in the spin
    torque2: float = 0.0  # and quadratic in it


@dataclass(frozen=True, slots=True)
class Plate:
    """An aluminium plate in water: SI units."""

    chord: float  # m
    thickness: float  # m
    density: float = 2700.0  # kg/m³
    water: float = 1000.0  # kg/m³


TUMBLING = Plate(0.648e-2, 0.081e-2)
FLUTTERING = Plate(1.134e-2, 0.081e-2)
FITTED = Coefficients()


def plate_derivative(plate: Plate, fit: Coefficients = FITTED) -> Derivative:
    """Rate of change of a `flight.State`; only y, z, u2, u3, w1 and the quaternion move."""
    chord, h, rho = plate.chord, plate.thickness, plate.water
    mass = plate.density * chord * h
    weight = (plate.density - rho) * chord * h * GRAVITY
    along, across = mass + rho * pi / 4 * h * h, mass + rho * pi / 4 * chord * chord
    inertia = mass * (chord * chord + h * h) / 12 + rho * pi / 128 * (chord * chord - h * h) ** 2
    lift_t, lift_r = rho * fit.translation * chord / 2, rho * fit.rotation * chord * chord / 2

    def rate(
        u1: float, u2: float, u3: float, q0: float, q1: float, q2: float, q3: float,
        w1: float, w2: float, w3: float,
    ) -> State:  # fmt: skip
        c, s = q0 * q0 - q1 * q1, 2 * q0 * q1  # of the angle about e1
        speed2 = u2 * u2 + u3 * u3
        speed = sqrt(speed2)
        # circulation: sin 2a of the incidence, and the spin; its force is square to the motion
        turning = -2 * lift_t * (u2 * u3 / speed if speed > 0.0 else 0.0) + lift_r * w1
        ratio = (u2 * u2 - u3 * u3) / speed2 if speed2 > 0.0 else 0.0
        drag = rho * chord / 2 * (fit.drag - fit.drag_swing * ratio) * speed
        f2, f3 = -turning * u3 - drag * u2, turning * u2 - drag * u3
        friction = (
            pi * rho * chord**4 / 16 * (fit.torque * speed / chord + fit.torque2 * abs(w1)) * w1
        )
        return (
            0.0,
            c * u2 - s * u3,
            s * u2 + c * u3,
            0.0,
            (across * u3 * w1 + f2 - weight * s) / along,
            (-along * u2 * w1 + f3 - weight * c) / across,
            -0.5 * q1 * w1,
            0.5 * q0 * w1,
            0.0,
            0.0,
            ((along - across) * u2 * u3 - friction) / inertia,
            0.0,
            0.0,
        )

    return rate


def transition_rows(pool: Pool, quick: bool) -> list[Row]:
    """Row on thin strips, which flutter below and tumble above a Froude number of 0.67 ± 0.05
    (Belmonte, Eisenberg and Moses 1998). The plates above contradict it (one tumbles at 0.58), so
    there is no bar."""
    thin = (14, 12, 10, 9, 8)  # chords a thickness
    tilts = (0.3,) if quick else (0.3, 0.7, 1.2)
    chord = 0.8e-2  # m
    plates = [Plate(chord, chord / n) for n in thin]
    falls = pool.map(_fallen, [(plate, tilt, 8.0) for plate in plates for tilt in tilts], 1)
    turns = [fall[2] for fall in falls]
    tumbles = [
        min(turns[n * len(tilts) : (n + 1) * len(tilts)]) > TUMBLES for n in range(len(thin))
    ]
    first = tumbles.index(True) if any(tumbles) else len(thin)
    froude = [sqrt(plate.density / plate.water / n) for plate, n in zip(plates, thin, strict=True)]
    ends = froude[max(first - 1, 0)], froude[min(first, len(thin) - 1)]
    figure = f"Fr {ends[0]:.2f} to {ends[1]:.2f} (Belmonte: 0.67 +- 0.05)"
    return [Row("plate in water: flutters up to, tumbles from", figure, "", True)]


def _fallen(job: tuple[Plate, float, float]) -> tuple[float, float, float]:
    """Mean speeds sideways and downwards (cm/s) and net rotation (rad/s) over the second half of a
    fall."""
    plate, tilt, seconds = job
    rate = plate_derivative(plate)
    c, s = cos(tilt / 2), sin(tilt / 2)
    state: flight.State = (0.0,) * 6 + (c, s, 0.0, 0.0, 0.0, 0.0, 0.0)
    turned = 0.0
    half = round(seconds / 2 / flight.STEP)
    for _ in range(half):
        state = flight.step(rate, state, flight.STEP)
    begin = state
    for _ in range(half):
        state = flight.step(rate, state, flight.STEP)
        turned += state[10] * flight.STEP
    part = seconds / 2
    return (
        100 * abs(state[1] - begin[1]) / part,
        100 * (begin[2] - state[2]) / part,
        abs(turned) / part,
    )


def water_rows(pool: Pool, quick: bool) -> list[Row]:
    """Rows on plates in water: one coefficient set, two plates, three release angles (Andersen,
    Pesavento and Wang 2005)."""
    tilts = (0.3,) if quick else (0.3, 0.7, 1.2)
    jobs = [(plate, tilt, 20.0) for plate in (TUMBLING, FLUTTERING) for tilt in tilts]
    falls = pool.map(_fallen, jobs)
    tumbling, fluttering = falls[: len(tilts)], falls[len(tilts) :]
    rows = []
    published = (("sideways", 15.9, "cm/s"), ("descent", 11.5, "cm/s"), ("rotation", 14.5, "rad/s"))
    for n, (name, value, unit) in enumerate(published):
        worst = _farthest([fall[n] for fall in tumbling], value)
        rows.append(_within(f"water, tumbling plate: {name}", worst, value, 0.15, unit))
    worst = _farthest([fall[1] for fall in fluttering], 9.0)
    rows.append(_within("water, fluttering plate: descent", worst, 9.0, 0.15, "cm/s"))
    turning = max(fall[2] for fall in fluttering)
    rows.append(
        Row("water, fluttering plate: net rotation", f"{turning:.2f} rad/s", "< 0.5", turning < 0.5)
    )
    return rows


def _farthest(figures: list[float], value: float) -> float:
    """Figure that is farthest off."""
    return max(figures, key=lambda figure: abs(figure / value - 1))


def _within(what: str, figure: float, value: float, share: float, unit: str) -> Row:
    off = figure / value - 1
    return Row(what, f"{figure:.2f} {unit} ({100 * off:+.1f} %)", f"{value} +- {100 * share:g} %",
               abs(off) <= share)  # fmt: skip


def _drop(tilt: float, about: str, seconds: float, stock: CardStock) -> Iterator[flight.State]:
    rate = flight.derivative(stock, STANDARD_AIR)
    pitch, bank = (radians(tilt), 0.0) if about == "short axis" else (0.0, radians(tilt))
    state = flight.launch_state(0.0, 0.0, at=(0.0, 0.0, 0.0), pitch=pitch, bank=bank)
    for _ in range(round(seconds / flight.STEP)):
        state = flight.step(rate, state, flight.STEP)
        yield state


def terminal_rows(pool: Pool, quick: bool) -> list[Row]:
    """Rows on the terminal speed of a card that is held flat: it parachutes."""
    *_, last = _drop(0.0, "short axis", 3.0, POKER)
    formula = sqrt(
        2 * POKER.mass * GRAVITY / (STANDARD_AIR.density * POKER.area * STANDARD_AIR.broadside)
    )
    return [_within("card, broadside terminal speed", -last[5], round(formula, 2), 0.01, "m/s")]


class Tumble(NamedTuple):
    """Steady tumbling of a card."""

    turning: float  # rad/s
    down: float  # m/s
    ratio: float  # of tip speed to speed
    angle: float  # degrees of its path below the horizontal


def _tumble(job: tuple[float, str, CardStock]) -> Tumble:
    """Steady tumbling of a card, from 3 s to 6 s after its release."""
    tilt, about, stock = job
    path = list(_drop(tilt, about, 6.0, stock))
    late = path[len(path) // 2 :]
    seconds = (len(late) - 1) * flight.STEP
    turning = sum(hypot(state[10], state[11]) for state in late) / len(late)
    first, last = late[0], late[-1]
    down = (first[2] - last[2]) / seconds
    aside = hypot(last[0] - first[0], last[1] - first[1]) / seconds
    chord = stock.length if about == "short axis" else stock.width
    angle = degrees(atan2(down, aside))
    return Tumble(turning, down, turning * chord / 2 / hypot(aside, down), angle)


def drop_rows(pool: Pool, quick: bool) -> list[Row]:
    """Rows on dropped cards: flat ones parachute for a metre, tilted ones tumble (Lau, Huang and Xu
    2018)."""
    worst = 0.0
    for tilt in (1.0, 3.0):
        for about in ("long axis", "short axis"):
            for state in _drop(tilt, about, 1.0, POKER):
                if state[2] < -1.0:
                    break
                worst = max(worst, degrees(acos(min(flight.rotation(state)[8], 1.0))))
    rows = [Row("card let go at most 3° off flat: tilt within 1 m", f"{worst:.0f}°", "< 45°",
                worst < 45)]  # fmt: skip
    tilts = (45.0,) if quick else (45.0, 60.0, 80.0)
    for about in ("long axis", "short axis"):
        tumbles = pool.map(_tumble, [(tilt, about, POKER) for tilt in tilts])
        turns = [tumble.turning / (2 * pi) for tumble in tumbles]
        good = all(
            4 <= turn <= 6 and 1.1 <= tumble.down <= 1.8 and 0.40 <= tumble.ratio <= 0.55
            for turn, tumble in zip(turns, tumbles, strict=True)
        )
        one = tumbles[0]
        figure = f"{turns[0]:.2f} rev/s, {one.down:.2f} m/s down, tip ratio {one.ratio:.2f}"
        rows.append(Row(f"card let go at 45-80°: tumbles, {about}", figure,
                        "4-6, 1.1-1.8, 0.40-0.55", good))  # fmt: skip
    return rows


def scaling_rows(pool: Pool, quick: bool) -> list[Row]:
    """Rows on the rate of tumbling, which goes as thickness^(1/2) / width (of like shapes;
    Mahadevan, Ryu and Samuel 1999)."""
    stocks = [
        replace(POKER, grammage=2 * POKER.grammage),
        POKER,
        replace(POKER, width=0.7 * POKER.width, length=0.7 * POKER.length),
        replace(POKER, width=1.4 * POKER.width, length=1.4 * POKER.length),
    ]
    thick, plain, narrow, wide = (
        tumble.turning for tumble in pool.map(_tumble, [(45.0, "long axis", s) for s in stocks])
    )
    rows = []
    for name, power, wanted in (
        ("thickness", log(thick / plain) / log(2), 0.5),
        ("width", log(wide / narrow) / log(2), -1.0),
    ):
        good = abs(power - wanted) <= 0.1
        rows.append(Row(f"tumbling rate: exponent of {name}", f"{power:.2f}", f"{wanted} +- 0.1",
                        good))  # fmt: skip
    return rows


def descent_rows(pool: Pool, quick: bool) -> list[Row]:
    """Row on the path of tumbling cards, which has one angle, whatever their thickness and width
    (Mahadevan, Ryu and Samuel 1999)."""
    factors = (1.0, 1.4) if quick else (0.7, 1.0, 1.4)
    stocks = [
        replace(POKER, grammage=thick * POKER.grammage, width=wide * POKER.width,
                length=wide * POKER.length)
        for thick in (0.5, 2.0) for wide in factors
    ]  # fmt: skip
    found = pool.map(_tumble, [(45.0, "long axis", stock) for stock in stocks])
    angles = [tumble.angle for tumble in found]
    half = (max(angles) - min(angles)) / 2
    return [Row("tumbling card: descent, thickness x0.5-2, width x0.7-1.4",
                f"{min(angles):.1f} to {max(angles):.1f}° below the horizontal",
                f"within +- {DESCENT:g}°", half <= DESCENT)]  # fmt: skip


def _ranges(job: tuple[float, bool]) -> float:
    """Range (m) of the longest throw at this spin (rev/s) over elevations, attitudes and banks.

    Cards without enough spin loop over the thrower's head and come down behind: that is no range.
    """
    spin, quick = job
    turning = 2 * pi * spin
    banks = range(-24, 25, 12) if quick else range(-30, 31, 6)
    lofts = range(6, 31, 6) if quick else range(2, 33, 3)
    throws = [
        flight.launch_state(RECORD, radians(loft), at=(0.0, 0.0, SHOULDER),
                            pitch=radians(loft + lead), bank=radians(bank), spin=turning)
        for loft in lofts for bank in banks for lead in ((0,) if quick else (-3, 0, 3))
    ]  # fmt: skip
    dt = min(1e-3, flight.TURN_LIMIT / turning) if turning else 1e-3
    landed = batch.fly(np.array(throws).T.copy(), POKER, STANDARD_AIR, dt, 12.0)
    return float(landed.states[1][~np.isnan(landed.t)].max())


def range_rows(pool: Pool, quick: bool) -> list[Row]:
    """Rows on the record throw, and on one without enough spin to keep the card level."""
    fast, slow, none = pool.map(_ranges, [(60.0, quick), (22.0, quick), (0.0, quick)], 1)
    return [
        Row("41.1 m/s, 60 rev/s: best range", f"{fast:.1f} m", "58-72 m", 58 <= fast <= 72),
        Row("41.1 m/s, 22 rev/s: best range", f"{slow:.1f} m", "< 25 m", slow < 25),
        Row("41.1 m/s, no spin: best range", f"{none:.1f} m", "< 5 m", none < 5),
    ]


def _off_line(speed: float) -> float:
    """Time (s) until a flat throw is 5 cm off its line; the rim spins at half the airspeed."""
    rate = flight.derivative(POKER, STANDARD_AIR)
    rim = sqrt(POKER.area / pi)  # m, radius of the disc of the same area
    state = flight.launch_state(speed, 0.0, at=(0.0, 0.0, 2.0), spin=speed / 2 / rim)
    steps = 0
    while abs(state[0]) < 0.05 and steps < 3000:
        state = flight.step(rate, state, flight.STEP)
        steps += 1
    return steps * flight.STEP


def drift_rows(pool: Pool, quick: bool) -> list[Row]:
    """Row on the time after which a card leaves its line: 0.24 s, however hard it is thrown
    (Ostmeyer, Schuermann and Urbach 2021)."""
    times = pool.map(_off_line, [5.0, 10.0, 20.0])
    good = all(0.2 <= t <= 0.5 for t in times)
    figure = ", ".join(f"{t:.2f}" for t in times) + " s at 5, 10, 20 m/s"
    return [Row("spinning throw: 5 cm off its line after", figure, "0.2-0.5 s", good)]
