"""Statistics of a throwing hand: bias, its cost in hits, a drill, and the change after it.

Offsets are those of the first touch from the middle of the target, mm to the right and too far.
Means are trimmed and their errors winsorised (Tukey and McLaughlin 1963, Sankhya 25, 331), because
one throw in fifteen is wild. The drill is a weighted staircase (Kaernbach 1991, Perception &
Psychophysics 49, 227).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from castlecards.practice.throws import ThrowRecord

TRIM = 0.10  # share of the values that is left out at each end
MOST = 80  # newest throws that count
FIRST, STEP = 10, 5  # throws: the first look for a bias, and the steps between two looks
ERRORS = 3.0  # standard errors that a bias must exceed
LEAST = 6.0  # mm that a bias must exceed
ENOUGH = 20  # throws after a drill that are needed to judge its effect
CASTLE = "castle"
SIDES = ("middle", "side", "far", CASTLE)
SIDE_MM, FAR_MM = 80.0, 240.0  # mm aside of the middle of the table: where these targets begin
CASTLE_MM = 280.0  # mm from the middle of the table: where castles begin
HALF_WIDTH, HALF_LENGTH = 31.5, 47.5  # mm, of a card
DRILL, MEASURE = "drill", "measure"  # levels of the record for throws of a drill
RING = "target"  # level of the record for throws at the ring of the range


class Estimate(NamedTuple):
    """Mean with its standard error and the number of values."""

    mean: float
    error: float
    number: int

    @property
    def is_bias(self) -> bool:
        """True if the mean is surely and noticeably not 0."""
        return abs(self.mean) > max(ERRORS * self.error, LEAST)


def estimate(values: Sequence[float]) -> Estimate:
    """Trimmed mean of values with its winsorised standard error. Raises ValueError for fewer than
    two."""
    if len(values) < 2:
        raise ValueError("expected at least two values")
    ordered = np.sort(np.asarray(values, float))
    count, cut = len(ordered), int(TRIM * len(ordered))
    winsorised = ordered.clip(ordered[cut], ordered[count - 1 - cut])
    spread = float(winsorised.std(ddof=1))
    mean = float(ordered[cut : count - cut].mean())
    return Estimate(mean, spread / ((1 - 2 * cut / count) * sqrt(count)), count)


class Touch(NamedTuple):
    """First touch of a throw: mm to the right of its target and too far."""

    right: float
    far: float
    hit: bool


@dataclass(frozen=True)
class Habit:
    """Throws of one hand by one method at one kind of target, the oldest first."""

    method: str
    target: str  # one of SIDES
    touches: tuple[Touch, ...]

    @property
    def looked_at(self) -> tuple[Touch, ...]:
        """Newest touches up to the last look; none before the first."""
        count = len(self.touches) // STEP * STEP
        return self.touches[:count][-MOST:] if count >= FIRST else ()

    @property
    def missing(self) -> int:
        """Throws until the first look; 0 after it."""
        return max(FIRST - len(self.touches), 0)

    @property
    def bias(self) -> tuple[Estimate, Estimate] | None:
        """Estimates to the right and too far; None before the first look."""
        seen = self.looked_at
        if not seen:
            return None
        return estimate([one.right for one in seen]), estimate([one.far for one in seen])

    @property
    def offset(self) -> tuple[float, float]:
        """Bias in mm, 0 where there is none."""
        bias = self.bias
        if bias is None:
            return 0.0, 0.0
        right, far = (one.mean if one.is_bias else 0.0 for one in bias)
        return right, far

    @property
    def spread(self) -> float:
        """Median distance of the touches from their middle, mm; 0 before the first look."""
        seen = self.looked_at
        if not seen:
            return 0.0
        places = np.array([(one.right, one.far) for one in seen])
        return float(np.median(np.hypot(*(places - np.median(places, axis=0)).T)))

    @property
    def hits(self) -> int:
        return sum(one.hit for one in self.looked_at)

    @property
    def straight_hits(self) -> int:
        """Touches on the target if the bias were away, by counting."""
        return self._on_target(*self.offset)

    @property
    def cost(self) -> int:
        """Hits that the bias costs among the touches looked at."""
        return max(self.straight_hits - self._on_target(0.0, 0.0), 0)

    def _on_target(self, right: float, far: float) -> int:
        wide, long = HALF_WIDTH, HALF_LENGTH
        if self.target == CASTLE:
            wide, long = long, wide
        return sum(
            abs(one.right - right) <= wide and abs(one.far - far) <= long for one in self.looked_at
        )


def habits(throws: Iterable[ThrowRecord]) -> list[Habit]:
    """Habits of one hand from its throws, the oldest first; trials and fouls do not count."""
    found: dict[tuple[str, str], list[Touch]] = {}
    for throw in throws:
        target = target_of(throw)
        if throw.trial or not target:
            continue
        found.setdefault((throw.method, target), []).append(touch_of(throw))
    return [Habit(method, target, tuple(own)) for (method, target), own in found.items()]


def target_of(throw: ThrowRecord) -> str:
    """Kind of the target, one of SIDES; "" if the touch or the target is not known."""
    if not throw.touch or throw.touch_right is None or throw.touch_far is None:
        return ""
    x, y = (place / 10 for place in throw.touch)
    # A thrower in the north sees right and far turned by half.
    turn = 1 if y >= 0 else -1
    aside, ahead = abs(x - turn * throw.touch_right), abs(y - turn * throw.touch_far)
    if ahead >= CASTLE_MM:
        return CASTLE
    return "middle" if aside < SIDE_MM else "side" if aside < FAR_MM else "far"


def touch_of(throw: ThrowRecord) -> Touch:
    """First touch of a throw whose target is known."""
    assert throw.touch_right is not None
    assert throw.touch_far is not None
    return Touch(throw.touch_right, throw.touch_far, throw.hit)


def worst(every: Sequence[Habit]) -> Habit | None:
    """Habit whose bias costs most, else the largest one; None without a bias."""
    biased = [one for one in every if any(one.offset)]
    return max(biased, key=lambda one: (one.cost, sum(map(abs, one.offset))), default=None)


# The drill

HIT_FACTOR, MISS_FACTOR = 0.90, 1.28  # of the radius: 70 % of hits keep it
DOUBLED = 6  # throws whose steps are double
RADII = (8.0, 140.0)  # mm
START_RADIUS = 60.0  # mm


@dataclass(frozen=True)
class Staircase:
    """Radius (mm) of the ring of a drill, which a hit shrinks and a miss widens."""

    radius: float = START_RADIUS
    throws: int = 0

    def after(self, hit: bool) -> Staircase:
        """Staircase after a throw."""
        factor = HIT_FACTOR if hit else MISS_FACTOR
        if self.throws < DOUBLED:
            factor *= factor
        low, high = RADII
        return Staircase(min(max(self.radius * factor, low), high), self.throws + 1)


# Before and after


@dataclass(frozen=True)
class Change:
    """Change of a mean, mm, with its 95 % interval; `left`: throws until it can be told."""

    before: Estimate
    after: Estimate
    low: float
    high: float
    left: int = 0

    @property
    def nearer(self) -> float:
        """Distance by which the mean came nearer to the target, mm."""
        return abs(self.before.mean) - abs(self.after.mean)

    @property
    def helped(self) -> bool:
        """True if the mean surely moved, and towards the target."""
        return not self.left and not self.low <= 0.0 <= self.high and self.nearer > 0


def change(before: Sequence[float], after: Sequence[float]) -> Change:
    """Change of the mean from throws before a drill to those after it (Yuen 1974, Biometrika 61,
    165). Raises ValueError for fewer than two throws on a side."""
    one, two = estimate(before), estimate(after)
    squares = one.error**2, two.error**2
    error = sqrt(sum(squares))
    kept = [max(part.number - 2 * int(TRIM * part.number), 2) for part in (one, two)]
    parts = sum(square**2 / (n - 1) for square, n in zip(squares, kept, strict=True))
    freedom = error**4 / parts if parts else 1e9
    half = student(0.975, freedom) * error
    moved = two.mean - one.mean
    return Change(one, two, moved - half, moved + half, max(ENOUGH - two.number, 0))


def student(share: float, freedom: float) -> float:
    """Quantile of Student’s t distribution, by the expansion of Cornish and Fisher (Abramowitz and
    Stegun 26.7.5)."""
    z = NormalDist().inv_cdf(share)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / freedom**n for n, term in enumerate(terms, 1))


def drilled(throws: Sequence[ThrowRecord], method: str) -> tuple[list[Touch], list[Touch]] | None:
    """Touches that measured a method before its first drill, and those after that drill’s first
    ring; None if it was never drilled. Throws at rings do not count on either side."""
    own = [one for one in throws if one.method == method and target_of(one) == SIDES[0]]
    before, after, rings = list[Touch](), list[Touch](), 0
    for one in own:
        if one.level == DRILL:
            rings += 1
        elif one.trial:
            continue
        elif rings:
            after.append(touch_of(one))
        elif one.level == MEASURE:
            before.append(touch_of(one))
    return (before, after[-MOST:]) if rings and len(before) >= 2 else None
