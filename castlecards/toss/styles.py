"""Throwing styles: the attitude and rotation of a card thrown as a lob, a Frisbee or a flip.

The numbers are feel, not physics. They were found by trial so that a straight flick can be learnt
(`benchmarks/flicks.py`: farther with every strength, on its line, the same face up), so that hands
hit as often as they should (`benchmarks/hits.py`) and so that each method pays most somewhere
(`benchmarks/methods.py`). A lob lands steeply on one corner: it alone reaches a bare castle, and
it seldom misses. A Frisbee flies flat and slides on, from a wall to the castle behind it. A flip
turns over by a half, lies lengthwise and hardly slides: it is for wood, and for perfect hits.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import radians, sin, sqrt

from castlecards.core.landing import FLIP, FRISBEE, LOB, RANGES, Release
from castlecards.toss.stock import GRAVITY

LOFTS = (5, 75)  # degrees, range of the loft that the mouse wheel sets
SLOWEST = 0.8  # m/s, least speed of a flick
FASTEST = 3.5  # m/s, greatest speed of a flick
STRONGEST = 1.6  # times the style's own speed at full power by keys: beyond the far castle


@dataclass(frozen=True, slots=True)
class Style:
    """Style of throwing. Angles in degrees as in `Release`, rates in rad/s."""

    method: int
    speed: float  # m/s, reaches the opposite wall row from the own one
    loft: float  # degrees
    lead: float  # degrees, pitch minus loft at `speed`: attitude of the card against its path
    gain: float  # degrees per m/s by which that grows for a faster throw
    bank: float  # degrees
    yaw: float  # degrees
    spin: float  # rad/s, anticlockwise; a hand that spins clockwise mirrors yaw and bank
    turn: float  # degrees turned over until it comes down; negative: the leading edge falls
    share: float  # share of the slide that lies short of the target when aimed at it
    beyond: float  # mm that the aim lies beyond the target, as short throws touch the table first
    height: float = 100.0  # mm, of the release
    power: float = 0.5  # of the hand's speed, to which the card's speed is proportional


STYLES = (
    Style(LOB, 1.83, 58, -66, 22, -14, -67, 14, 0, 0.0, 0, power=0.45),
    Style(FRISBEE, 1.73, 35.8, -48.4, 9.9, -8.1, -18, 25.1, 0, 0.0, 8, height=86),
    Style(FLIP, 2.20, 55, -61, 75.5, -6.3, 11, 0, -213.8, 1.0, -2, height=70),
)


def release(
    style: Style,
    speed: float | None = None,
    *,
    heading: float = 0.0,
    loft: float | None = None,
    bank: float = 0.0,
    spin: float | None = None,
    x: float = 0.0,
    y: float = 0.0,
) -> Release:
    """Release of a throw of this style: m/s, degrees, rad/s, mm in the thrower's frame.

    None takes the style's own value. A value out of the legal range becomes the nearest legal one.
    Never raises for finite numbers.
    """
    speed = style.speed if speed is None else speed
    loft = style.loft if loft is None else loft
    spin = style.spin if spin is None else spin
    side = -1.0 if spin < 0 else 1.0
    wanted = (
        style.method,
        x,
        y,
        style.height,
        1000 * speed,
        1000 * radians(heading),
        1000 * radians(loft),
        1000 * radians(loft + style.lead + style.gain * (speed - style.speed)),
        1000 * radians(side * style.bank + bank),
        1000 * radians(side * style.yaw),
        1000 * spin,
        1000 * radians(style.turn) / _seconds(style, speed, loft),
    )
    legal = (
        min(max(round(number), low), high)
        for number, (low, high) in zip(wanted, RANGES, strict=True)
    )
    return Release(*legal)


def _seconds(style: Style, speed: float, loft: float) -> float:
    """Flight time (s) without air; the air adds a little."""
    rise = speed * sin(radians(loft))
    return (rise + sqrt(rise * rise + 2 * GRAVITY * style.height / 1000)) / GRAVITY


def preset(
    method: int,
    power: float = 0.5,
    *,
    heading: float = 0.0,
    loft: float | None = None,
    bank: float = 0.0,
) -> Release:
    """Release of a throw aimed by keys: `power` from 0 to 1, heading and loft in degrees.

    Speed grows linearly with power, and distance very nearly so. Raises IndexError for an unknown
    method.
    """
    style = STYLES[method]
    part = min(max(power, 0.0), 1.0)
    speed = SLOWEST + part * (STRONGEST * style.speed - SLOWEST)
    return release(style, speed, heading=heading, loft=loft, bank=bank)
