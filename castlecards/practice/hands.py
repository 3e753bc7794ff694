"""Estimates of a player's hand from the record of throws: its error, strength and usual throw.

The error follows from how far cards came to rest from their target: a practised hand has half of
them within `MEDIAN_MISS` mm, and a hand of twice its error within twice that. The usual throw
follows from the first touches: their spread about their middle shows how steady the hand is,
wherever it aims, and the share of touches of a target that stay on it shows how often a touch
becomes a hit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, exp, floor, hypot, log
from statistics import median
from typing import NamedTuple

import numpy as np

from castlecards.core.landing import METHODS, Thrower
from castlecards.practice.stats import GOOD
from castlecards.practice.throws import ThrowRecord
from castlecards.texts import tr
from castlecards.toss.flick import hand_speed
from castlecards.toss.styles import STYLES

MEDIAN_MISS = (32.0, 47.0, 41.0)  # mm, median miss at error 1 by method, of 60 throws each
RECENT_THROWS = 100  # newest throws by method that the error is estimated from
PRIOR_WEIGHT = 10  # weight of the prior, in throws of a practised hand
MIN_ERROR = 0.5  # least error of a hand for which results of throws are tabulated
MAX_ERROR = 2.0  # greatest error of such a hand
TEST_THROWS = 5  # throws that measure the strength
MIN_STRENGTH = 0.5  # least strength
MAX_STRENGTH = 2.0  # greatest strength
STRENGTH_STEP = 0.05  # step between two strengths
MIN_THROWS = 20  # least throws from which the spread is estimated
MAX_THROWS = 60  # newest throws that count
SHOWN_SPEEDS = 3  # newest throws whose speed is shown
LOST_TOUCHES = ("slid", "underneath")  # causes of a miss that touched a target first
MIN_PLACES = 3  # least places that give an ellipse
OUTLIER_FACTOR = (
    4.0  # times the median distance from the middle, beyond which a throw is an outlier
)

HITS = {
    "lob": tr("{n} of {all} with a lob"),
    "frisbee": tr("{n} of {all} with a Frisbee"),
    "flip": tr("{n} of {all} with a flip"),
}

Place = tuple[float, float]  # mm to the right and too far, as the thrower sees it


def hand_of(throws: Sequence[ThrowRecord]) -> Thrower:
    """Thrower with the estimated error of the hand; a practised hand is the prior."""
    total = weight = 0.0
    for method, usual in zip(METHODS, MEDIAN_MISS, strict=True):
        off = [hypot(t.right, t.far or 0.0) for t in throws
               if t.method == method and t.right is not None]  # fmt: skip
        if off:
            total += len(off) * log(max(median(off), 1.0) / usual)
            weight += len(off)
    error = exp(total / (weight + PRIOR_WEIGHT))
    return Thrower(round(min(max(error, MIN_ERROR), MAX_ERROR), 2))


def hits_text(throws: Sequence[ThrowRecord]) -> str:
    """Sentence `Your hits: 12 of 30 with a lob, 2 of 5 with a flip.`; "" if there are none."""
    parts = []
    for method in METHODS:
        own = [throw for throw in throws if throw.method == method]
        if own:
            hits = sum(throw.hit for throw in own)
            parts.append(HITS[method].format(n=hits, all=len(own)))
    return tr("Your hits: {list}.", list=", ".join(parts)) if parts else ""


def needed_hand_speed(method: int) -> float:
    """Speed (mm/s) of a hand of strength 1 whose throw reaches the opposite walls."""
    style = STYLES[method]
    return hand_speed(style, style.speed)


def fitted_strength(throws: Sequence[tuple[int, float]]) -> float:
    """Strength of a hand: factor on its speed with which the median of `throws`, pairs of a method
    and the hand's speed (mm/s), reaches the opposite walls.

    Wrists, mice and trackpads differ by a factor of three in the speed of the pointer for throws
    that feel the same. Raises ValueError for no throw, and for a speed of 0 or less.
    """
    if not throws or any(speed <= 0.0 for _, speed in throws):
        raise ValueError("at least one throw, each with a speed above 0")
    factor = median(needed_hand_speed(method) / speed for method, speed in throws)
    return round(
        min(max(round(factor / STRENGTH_STEP) * STRENGTH_STEP, MIN_STRENGTH), MAX_STRENGTH), 2
    )


class Ellipse(NamedTuple):
    """Ellipse with half axes in mm, the longer first; `tilt`: its angle from right towards far,
    rad."""

    long: float
    short: float
    tilt: float


@dataclass(frozen=True)
class ThrowSpread:
    """Spread of throws at one aim. `places` are relative to their middle; the ellipse `half` holds
    half of them, `most` nine of ten."""

    places: tuple[Place, ...]
    half: Ellipse
    most: Ellipse

    def share(self, good: Callable[[float, float], bool]) -> float:
        """Share of the places, 0 to 1, for which `good(right, far)` is True."""
        return sum(good(*place) for place in self.places) / len(self.places)


def spread_of(places: Sequence[Place]) -> ThrowSpread | None:
    """Spread of places; None for too few.

    The shape is that of the covariance without outliers; the size is that which holds the shares.
    """
    if len(places) < MIN_PLACES:
        return None
    offsets = np.array(places, float)
    # numpy's median and quantile import `numpy.ma`, which would take 20 to 50 ms of a frame
    offsets -= [median(column) for column in offsets.T.tolist()]
    far = np.hypot(offsets[:, 0], offsets[:, 1])
    inliers = offsets[far <= OUTLIER_FACTOR * max(median(far.tolist()), 1.0)]
    offsets -= inliers.mean(axis=0)
    values, vectors = np.linalg.eigh(np.cov(inliers.T))  # ascending
    axes = np.sqrt(np.maximum(values, 1.0))
    away = sorted(np.hypot(*(offsets @ vectors / axes).T).tolist())
    tilt = float(np.arctan2(vectors[1, 1], vectors[0, 1]))
    half, most = (
        Ellipse(float(axes[1] * size), float(axes[0] * size), tilt)
        for size in (quantile(away, 0.5), quantile(away, 0.9))
    )
    return ThrowSpread(tuple((float(x), float(y)) for x, y in offsets), half, most)


def quantile(ordered: Sequence[float], share: float) -> float:
    """Quantile of sorted numbers, between two neighbours on the straight line."""
    at = share * (len(ordered) - 1)
    low = ordered[floor(at)]
    return low + (ordered[ceil(at)] - low) * (at - floor(at))


@dataclass(frozen=True)
class Habit:
    """Usual throw of a hand by one method."""

    count: int = 0  # throws that it is estimated from
    speed: float = 0.0  # m/s, median; 0: not known
    last: tuple[float, ...] = ()  # m/s, speeds of the newest throws, the newest last
    stays: float = 1.0  # share of touches of a target that become hits
    spread: ThrowSpread | None = None  # None: too few throws

    @property
    def known(self) -> bool:
        return self.spread is not None


def habit(throws: Sequence[ThrowRecord]) -> Habit:
    """Habit from throws of one hand by one method, the oldest first; uses the last COUNT."""
    released = [t for t in throws if t.release][-MAX_THROWS:]
    if not released:
        return Habit()
    speeds = [t.release[4] / 1000 for t in released]
    good = sum(t.cause in GOOD for t in released)
    slipped = sum(t.cause in LOST_TOUCHES for t in released)
    stays = good / (good + slipped) if good else 1.0
    places = [
        (t.touch_right, t.touch_far)
        for t in released
        if t.touch_right is not None and t.touch_far is not None
    ]
    known = spread_of(places) if len(places) >= MIN_THROWS else None
    return Habit(len(released), median(speeds), tuple(speeds[-SHOWN_SPEEDS:]), stays, known)
