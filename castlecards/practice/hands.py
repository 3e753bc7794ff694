"""A person's hand as the records show it: what it may try, how strong it is, what it usually does.

What it may try follows from how far its cards came to rest from what they were aimed at: with a
practised hand half of them within `USUAL` mm, and twice as far with twice its error. What it does
follows from first touches: about their middle these misses say how sure a hand is, wherever it
aims; how many of those that touch a target first stay on it says how often a touch becomes a hit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, hypot, log
from statistics import median
from typing import NamedTuple

import numpy as np

from castlecards.core.landing import METHODS, Thrower
from castlecards.core.plurals import counted
from castlecards.practice.stats import GOOD
from castlecards.practice.throws import ThrowRecord
from castlecards.toss.flick import hand_speed
from castlecards.toss.styles import STYLES

USUAL = (32.0, 47.0, 41.0)  # mm, by method; 60 throws each by the table of fates at the error 1
LOOKED = 100  # the newest throws, by method
DOUBT = 10  # as many throws of a practised hand are believed in before the first one
LEAST, MOST = 0.5, 2.0  # errors of which it is known what becomes of throws
THROWS = 5  # that tell the strength
LOW, HIGH, STEP = 0.5, 2.0, 0.05  # what that may be
ENOUGH, COUNT = 20, 60  # throws from which its habit is known, and that count
TICKS = 3  # of the last throws whose speed is shown
SLIPPED = ("slid", "underneath")  # causes of a miss that touched a target first
FEWEST = 3  # places that have a shape
WILD = 4.0  # times the median distance from the middle: farther off is no habit

Place = tuple[float, float]  # mm to the right and too far, as the thrower sees it


def hand_of(throws: Sequence[ThrowRecord]) -> Thrower:
    """A practised hand where there are no throws; with more of them what they show counts more."""
    total = weight = 0.0
    for method, usual in zip(METHODS, USUAL, strict=True):
        off = [hypot(t.right, t.far or 0.0) for t in throws
               if t.method == method and t.right is not None]  # fmt: skip
        if off:
            total += len(off) * log(max(median(off), 1.0) / usual)
            weight += len(off)
    error = exp(total / (weight + DOUBT))
    return Thrower(round(min(max(error, LEAST), MOST), 2))


def hits_of(throws: Sequence[ThrowRecord]) -> str:
    """`Of your last throws hit: 12 of 30 lobs, 2 of 5 flips.`; "" where there are none."""
    names = {"lob": "lob", "frisbee": "Frisbee throw", "flip": "flip"}
    said = []
    for method in METHODS:
        own = [throw for throw in throws if throw.method == method]
        if own:
            hits = sum(throw.hit for throw in own)
            said.append(f"{hits} of {counted(len(own), names[method])}")
    return f"Of your last throws hit: {', '.join(said)}." if said else ""


def wanted(method: int) -> float:
    """mm/s of a hand of strength 1 whose throw reaches the opposite walls."""
    return hand_speed(STYLES[method].speed)


def fitted(throws: Sequence[tuple[int, float]]) -> float:
    """How many times a hand counts, so that the movement that feels right to it reaches the walls:
    that with which the middle one of these throws, (method, mm/s of the hand), does.

    A quick wrist and a slow one, a mouse and a trackpad differ by a factor of three in the speed of
    the pointer for what feels like the same throw. Raises ValueError for no throw, and for a speed
    that is none."""
    if not throws or any(speed <= 0.0 for _, speed in throws):
        raise ValueError("at least one throw, each with a speed above 0")
    factor = median(wanted(method) / speed for method, speed in throws)
    return round(min(max(round(factor / STEP) * STEP, LOW), HIGH), 2)


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


def habit(throws: Sequence[ThrowRecord]) -> Habit:
    """Of throws of one hand by one method, the oldest first; the last COUNT of them count."""
    flown = [t for t in throws if t.release][-COUNT:]
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
