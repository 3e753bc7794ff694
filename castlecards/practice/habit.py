"""What a hand usually does: how hard it throws, and how far its first touches stray.

A throw tells by how much its first touch missed what it was meant for. About their middle these
misses say how sure a hand is, wherever it aims; how many of those that touch a target first stay on
it says how often a touch becomes a hit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

import numpy as np

from castlecards.practice.stats import GOOD
from castlecards.practice.throws import Thrown

ENOUGH, MOST = 20, 60  # throws from which a hand is known, and that count
TICKS = 3  # of the last throws whose speed is shown
SLIPPED = ("slid", "underneath")  # causes of a miss that touched a target first
FEWEST = 3  # places that have a shape
WILD = 4.0  # times the median distance from the middle: farther off is no habit

Place = tuple[float, float]  # mm to the right and too far, as the thrower sees it


class Ellipse(NamedTuple):
    """Half axes in mm, the longer first; `tilt`: rad of that from right towards far."""

    long: float
    short: float
    tilt: float


@dataclass(frozen=True)
class Stray:
    """Where throws with one aim go. `places` about their middle; `half` of them lie within one
    ellipse, nine of ten within `most`."""

    places: tuple[Place, ...]
    half: Ellipse
    most: Ellipse

    def share(self, good: Callable[[float, float], bool]) -> float:
        """The share of the places, 0 to 1, that are `good` (right, far)."""
        return sum(good(*place) for place in self.places) / len(self.places)


def stray(places: Sequence[Place]) -> Stray | None:
    """None for too few places.

    The shape is that of the covariance without wild throws, its size that which holds the shares.
    """
    if len(places) < FEWEST:
        return None
    found = np.array(places, float)
    found -= np.median(found, axis=0)
    far = np.hypot(found[:, 0], found[:, 1])
    tame = found[far <= WILD * max(float(np.median(far)), 1.0)]
    found -= tame.mean(axis=0)
    values, vectors = np.linalg.eigh(np.cov(tame.T))  # ascending
    axes = np.sqrt(np.maximum(values, 1.0))
    away = np.hypot(*(found @ vectors / axes).T)
    tilt = float(np.arctan2(vectors[1, 1], vectors[0, 1]))
    half, most = (
        Ellipse(float(axes[1] * size), float(axes[0] * size), tilt)
        for size in np.quantile(away, (0.5, 0.9))
    )
    return Stray(tuple((float(x), float(y)) for x, y in found), half, most)


@dataclass(frozen=True)
class Habit:
    """`count` throws of one method tell it; `speed`, m/s, is the usual one, 0: not known; `last`
    those of the newest throws, the newest last; `stays`: the share of touches of a target that
    become hits."""

    count: int = 0
    speed: float = 0.0
    last: tuple[float, ...] = ()
    stays: float = 1.0
    stray: Stray | None = None  # None: the hand is not known yet

    @property
    def known(self) -> bool:
        return self.stray is not None


def habit(throws: Sequence[Thrown]) -> Habit:
    """Of throws of one hand by one method, the oldest first; the last MOST of them count."""
    flown = [t for t in throws if t.release][-MOST:]
    if not flown:
        return Habit()
    speeds = [t.release[4] / 1000 for t in flown]
    good = sum(t.cause in GOOD for t in flown)
    slipped = sum(t.cause in SLIPPED for t in flown)
    stays = good / (good + slipped) if good else 1.0
    places = [
        (t.touch_right, t.touch_far)
        for t in flown
        if t.touch_right is not None and t.touch_far is not None
    ]
    known = stray(places) if len(places) >= ENOUGH else None
    return Habit(len(flown), median(speeds), tuple(speeds[-TICKS:]), stays, known)
