"""Random error of a hand: turns an intended throw into the throw of an unsteady hand.

The error is 1 for a practised hand, 0.5 for a very good one and 2 for a beginner. A hand with a
mouse gives a speed, a heading and a place on the release line, and has no other errors.
"""

from __future__ import annotations

from math import degrees, exp, radians
from random import Random
from typing import NamedTuple

from castlecards.core.landing import RANGES, Release
from castlecards.toss.flick import card_speed, hand_speed
from castlecards.toss.styles import STYLES, release

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


class MouseHand(NamedTuple):
    """Standard deviations of a hand with a mouse."""

    speed: float  # share
    heading: float  # degrees
    place: float  # mm

    def times(self, error: float) -> MouseHand:
        """Hand of `error` times these deviations."""
        return MouseHand(*(error * spread for spread in self))

    def throw(self, aimed: Release, random: Random) -> Release:
        """Release of a flick that was meant to be `aimed`."""
        strength, heading, place = (random.gauss(0.0, spread) for spread in self)
        return flick_release(aimed, exp(strength), heading, place)


NEWCOMER, PRACTISED, EXPERT = HANDS = (
    MouseHand(0.20, 3.0, 8.0),
    MouseHand(0.10, 2.0, 5.0),
    MouseHand(0.05, 1.0, 3.0),
)


def flick_release(aimed: Release, strength: float, heading: float, place: float) -> Release:
    """Release of a flick that misses `aimed`: by a factor `strength` of the hand's speed, `heading`
    degrees to the right and `place` mm to the right."""
    style = STYLES[aimed.method]
    speed = card_speed(style, strength * hand_speed(style, aimed.speed / 1000))
    towards = degrees(aimed.heading / 1000) + heading
    return release(style, speed, heading=towards, x=aimed.x + place)
