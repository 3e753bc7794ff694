"""Random error of a hand: turns an intended throw into the throw of an unsteady hand.

The error is 1 for a practised hand, 0.5 for a very good one and 2 for a beginner.
"""

from __future__ import annotations

from math import radians
from random import Random

from castlecards.core.landing import RANGES, Release

# Standard deviations of a practised hand [E].
SPEED = 0.05  # share of the speed
SPIN = 0.10  # share of the spin, and of the tumble
LOFT = 3.0  # degrees
HEADING = 2.0  # degrees
ATTITUDE = 4.0  # degrees, each of pitch, bank and yaw
WOBBLE = 0.5  # rad/s, about each in-plane axis


def with_hand_error(
    release: Release, error: float, random: Random
) -> tuple[Release, tuple[float, float]]:
    """Release with the errors of a hand, and its wobble (rad/s) for `TossWorld.toss`."""

    def off(spread: float) -> float:
        return random.gauss(0.0, error * spread)

    method, x, y, height, speed, heading, loft, pitch, bank, yaw, spin, tumble = release.args()
    turning = 1 + off(SPIN)
    wanted = (
        method, x, y, height,
        speed * (1 + off(SPEED)),
        heading + 1000 * radians(off(HEADING)),
        loft + 1000 * radians(off(LOFT)),
        pitch + 1000 * radians(off(ATTITUDE)),
        bank + 1000 * radians(off(ATTITUDE)),
        yaw + 1000 * radians(off(ATTITUDE)),
        spin * turning,
        tumble * turning,
    )  # fmt: skip
    legal = (min(max(round(n), low), high) for n, (low, high) in zip(wanted, RANGES, strict=True))
    return Release(*legal), (off(WOBBLE), off(WOBBLE))
