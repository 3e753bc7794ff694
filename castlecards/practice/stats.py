"""Statistics of throws: pure functions on numbers, in mm and shares of 1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from castlecards.core.landing import METHODS
from castlecards.practice.throws import CAUSES, HIT, PERFECT, ThrowRecord
from castlecards.texts import counted

Z95 = 1.959963984540054  # two-sided 95 % quantile of the normal distribution
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Interval:
    """Share with its 95 % confidence interval."""

    hits: int
    count: int
    low: float
    high: float

    @property
    def share(self) -> float:
        """Share of hits; 0 for no throw."""
        return self.hits / self.count if self.count else 0.0


def wilson(hits: int, count: int) -> Interval:
    """Wilson's score interval (Wilson 1927, J. Am. Stat. Assoc. 22, 209); 0 to 1 for no throw.

    Raises ValueError for more hits than throws.
    """
    if not 0 <= hits <= count:
        raise ValueError(f"{counted(hits, 'hit')} of {counted(count, 'throw')}")
    if not count:
        return Interval(0, 0, 0.0, 1.0)
    return Interval(hits, count, *wilson_bounds(hits / count, count))


def wilson_bounds(share: float, count: float) -> tuple[float, float]:
    """Lower and upper bound of Wilson's score interval for a share of `count` trials.

    `count` is above 0; it can be an effective number of trials, so it need not be whole.
    """
    z2 = Z95 * Z95
    middle = share + z2 / (2 * count)
    half = Z95 * sqrt(share * (1 - share) / count + z2 / (4 * count * count))
    scale = 1 + z2 / count
    low = 0.0 if share == 0 else (middle - half) / scale
    high = 1.0 if share == 1 else (middle + half) / scale
    return low, high


@dataclass(frozen=True)
class Scatter:
    """Distribution of misses about the target, in mm; the spread of fewer than two throws is 0.

    `mean` and `spread` (standard deviation) are (right, far). The ellipse of one standard deviation
    has the half axes `axes`; the longer one, first, is turned by `tilt` rad from right towards far.
    `cep50` and `cep95` are the radii about the target that hold 50 % and 95 % of the throws.
    """

    count: int
    mean: tuple[float, float]
    spread: tuple[float, float]
    axes: tuple[float, float]
    tilt: float
    cep50: float
    cep95: float


def scatter(right: Sequence[float] | Floats, far: Sequence[float] | Floats) -> Scatter | None:
    """Scatter of misses, shape (n,) each; None for no throw."""
    x, y = np.asarray(right, float), np.asarray(far, float)
    if not x.size:
        return None
    if x.size > 1:
        covariance = np.cov(x, y)
        values, vectors = np.linalg.eigh(covariance)  # ascending
        axes = tuple(float(v) for v in np.sqrt(np.clip(values[::-1], 0.0, None)))
        tilt = float(np.arctan2(vectors[1, 1], vectors[0, 1]))
        tilt = (tilt + np.pi / 2) % np.pi - np.pi / 2
        spread = float(np.sqrt(covariance[0, 0])), float(np.sqrt(covariance[1, 1]))
    else:
        axes, tilt, spread = (0.0, 0.0), 0.0, (0.0, 0.0)
    cep50, cep95 = (float(r) for r in np.quantile(np.hypot(x, y), (0.5, 0.95)))
    mean = float(x.mean()), float(y.mean())
    return Scatter(int(x.size), mean, spread, (axes[0], axes[1]), float(tilt), cep50, cep95)


def misses(throws: Iterable[ThrowRecord]) -> tuple[Floats, Floats]:
    """Offsets `right` and `far` of throws that had a target, shape (n,) each, mm."""
    right, far = _offsets(throws if isinstance(throws, Sequence) else tuple(throws))
    aimed = ~(np.isnan(right) | np.isnan(far))
    return right[aimed], far[aimed]


def touches(throws: Sequence[ThrowRecord]) -> tuple[Floats, Floats]:
    """Offsets `touch_right` and `touch_far` of throws with a known first touch, shape (n,) each,
    mm."""
    right = np.array([t.touch_right for t in throws], float)
    far = np.array([t.touch_far for t in throws], float)
    known = ~(np.isnan(right) | np.isnan(far))
    return right[known], far[known]


def _offsets(throws: Sequence[ThrowRecord]) -> tuple[Floats, Floats]:
    """Offsets `right` and `far` of all throws; NaN for a throw without a target."""
    return np.array([t.right for t in throws], float), np.array([t.far for t in throws], float)


@dataclass(frozen=True)
class Streaks:
    """Hits in a row."""

    now: int  # up to the last throw
    best: int


def streaks(throws: Iterable[ThrowRecord]) -> Streaks:
    """Streaks of hits in throws, the oldest first."""
    now = best = 0
    for throw in throws:
        if throw.cause in GOOD:
            now += 1
            if now > best:
                best = now
        else:
            now = 0
    return Streaks(now, best)


@dataclass(frozen=True)
class Day:
    """One day's throws."""

    day: str
    hits: Interval
    cep50: float | None  # mm; None if no throw had a target


@dataclass(frozen=True)
class Summary:
    """Statistics of a selection of throws."""

    throws: int
    hits: Interval
    perfect: Interval
    by_method: dict[str, tuple[Interval, Interval]]  # hit rate, rate of perfect hits
    scatter: Scatter | None
    causes: dict[str, int]  # number of misses by cause, the most frequent first
    streaks: Streaks
    days: tuple[Day, ...]
    trend: float | None  # change of the hit rate from day to day; None: fewer than two days


def summary(throws: Sequence[ThrowRecord]) -> Summary:
    """Compute the statistics of throws, the oldest first."""
    counts = Counter((t.method, t.cause) for t in throws)
    methods = {m: _rates(counts, m) for m in METHODS if any(n == m for n, _ in counts)}
    causes: Counter[str] = Counter()
    for (_, cause), count in counts.items():
        if cause not in GOOD:
            causes[cause] += count
    ranked = sorted(causes.items(), key=lambda item: (-item[1], CAUSES.index(item[0])))
    days = statistics_by_day(throws)
    hits, perfect = _rates(counts)
    return Summary(
        len(throws),
        hits,
        perfect,
        methods,
        scatter(*misses(throws)),
        dict(ranked),
        streaks(throws),
        days,
        trend(days),
    )


GOOD = frozenset((HIT, PERFECT))


def _rates(counts: Counter[tuple[str, str]], name: str = "") -> tuple[Interval, Interval]:
    """Rates of hits and of perfect hits from counts by (name, cause); for one name, or for all."""
    own = [(cause, n) for (other, cause), n in counts.items() if name in ("", other)]
    total = sum(n for _, n in own)
    hits = sum(n for cause, n in own if cause in GOOD)
    perfect = sum(n for cause, n in own if cause == PERFECT)
    return wilson(hits, total), wilson(perfect, total)


def statistics_by_day(throws: Sequence[ThrowRecord]) -> tuple[Day, ...]:
    """Statistics by day, in order of time."""
    if not throws:
        return ()
    dates = [t.time[:10] for t in throws]
    counts = Counter((date, t.cause) for date, t in zip(dates, throws, strict=True))
    names = sorted(set(dates))
    number = {date: n for n, date in enumerate(names)}
    codes = np.array([number[date] for date in dates], int)
    off = np.hypot(*_offsets(throws))[np.argsort(codes, kind="stable")]
    ends = np.cumsum(np.bincount(codes, minlength=len(names)))
    days = []
    for day, own in zip(names, np.split(off, ends[:-1]), strict=True):
        aimed = own[~np.isnan(own)]
        cep50 = float(np.median(aimed)) if aimed.size else None
        days.append(Day(day, _rates(counts, day)[0], cep50))
    return tuple(days)


def trend(days: Sequence[Day]) -> float | None:
    """Slope of the line through the days' hit rates, each weighted by its throws; per day thrown.

    None for fewer than two days.
    """
    if len(days) < 2:
        return None
    at = np.arange(len(days), dtype=float)
    rate = np.array([day.hits.share for day in days])
    weight = np.array([day.hits.count for day in days], float)
    mean, middle = np.average(at, weights=weight), np.average(rate, weights=weight)
    return float(np.sum(weight * (at - mean) * (rate - middle)) / np.sum(weight * (at - mean) ** 2))
