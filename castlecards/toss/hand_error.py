"""An unsteady hand: what it makes of the throw that was meant.

The spread of a practised hand is 1; half of it is a very good one, twice of it a newcomer's.
"""

from __future__ import annotations

from math import radians
from random import Random

from castlecards.core.landing import RANGES, Release

SPEED, SPIN = 0.05, 0.10  # relative, standard deviations of a practised hand [E]
LOFT, HEADING, ATTITUDE, WOBBLE = 3.0, 2.0, 4.0, 0.5  # degrees, degrees, degrees an axis, rad/s


def with_hand_error(
    release: Release, error: float, random: Random
) -> tuple[Release, tuple[float, float]]:
    """The throw with a hand's errors, and its wobble (rad/s), which only `TossWorld.toss` takes."""

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
