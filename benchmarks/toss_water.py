"""A plate that falls through water, two-dimensional: the test bench of the integrator.

The quasi-steady form of Andersen, Pesavento and Wang (2005) in the same state and the same
Runge-Kutta step as a card's flight: the plate is endless along e1, moves in the plane of e2 and e3,
and turns about e1. Forces are per metre of its endless side.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, sqrt

from castlecards.toss.flight import Derivative, State
from castlecards.toss.stock import GRAVITY


@dataclass(frozen=True, slots=True)
class Coefficients:
    """One set for both regimes, fitted to the published plates (dimensionless)."""

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
    """The rate of change of a `flight.State`; only y, z, u2, u3, w1 and the quaternion move."""
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
