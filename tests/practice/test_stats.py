"""Tests of the statistics of throws against closed forms, NumPy and SciPy."""

from __future__ import annotations

from math import log, pi, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from castlecards.practice import stats
from castlecards.practice.throws import HIT, PERFECT, ThrowRecord


def throw(cause: str = HIT, day: int = 1, method: str = "lob", **more: object) -> ThrowRecord:
    return ThrowRecord(time=f"2026-11-{day:02d}T12:00:00", method=method, cause=cause, **more)  # type: ignore[arg-type]


@pytest.mark.long
@given(st.integers(1, 400), st.data())
def test_wilson_is_scipys(count: int, data: st.DataObject) -> None:
    from scipy.stats import binomtest  # imported late: it takes seconds to load

    hits = data.draw(st.integers(0, count))
    ours = stats.wilson(hits, count)
    theirs = binomtest(hits, count).proportion_ci(0.95, "wilson")
    assert ours.low == pytest.approx(theirs.low, abs=1e-12)
    assert ours.high == pytest.approx(theirs.high, abs=1e-12)
    assert 0 <= ours.low <= ours.share <= ours.high <= 1


def test_wilson_of_nothing_says_nothing() -> None:
    nothing = stats.wilson(0, 0)
    assert (nothing.low, nothing.high, nothing.share) == (0, 1, 0)
    with pytest.raises(ValueError, match="3 hits of 2"):
        stats.wilson(3, 2)


def test_a_known_case_of_wilson() -> None:
    """Wilson's interval for 10 of 10 is 0.7225 to 1: the missing part is z² / (n + z²)."""
    found = stats.wilson(10, 10)
    assert found.high == 1.0
    assert found.low == pytest.approx(10 / (10 + stats.Z95**2))


def test_round_scatter_has_rayleigh_radii() -> None:
    """Equal spreads s about the target: CEP50 = s sqrt(2 ln 2), CEP95 = s sqrt(2 ln 20)."""
    x, y = np.random.default_rng(1).normal(0, 20, (2, 200_000))
    found = stats.scatter(x, y)
    assert found.cep50 == pytest.approx(20 * sqrt(2 * log(2)), rel=0.01)
    assert found.cep95 == pytest.approx(20 * sqrt(2 * log(20)), rel=0.01)


@given(
    st.lists(
        st.tuples(st.floats(-500, 500), st.floats(-500, 500)), min_size=2, max_size=40, unique=True
    )
)
@pytest.mark.long
def test_mean_spread_and_ellipse_are_numpys(points: list[tuple[float, float]]) -> None:
    x, y = np.array(points).T
    found = stats.scatter(x, y)
    assert found.mean == pytest.approx((x.mean(), y.mean()))
    assert found.spread == pytest.approx((x.std(ddof=1), y.std(ddof=1)))
    c, s = np.cos(found.tilt), np.sin(found.tilt)
    turned = np.array([[c, -s], [s, c]])
    rebuilt = turned @ np.diag(np.square(found.axes)) @ turned.T
    assert rebuilt == pytest.approx(np.cov(x, y), abs=1e-6, rel=1e-6)
    assert found.axes[0] >= found.axes[1] >= 0
    assert -pi / 2 <= found.tilt <= pi / 2
    assert found.cep50 == pytest.approx(np.median(np.hypot(x, y)))


def test_the_ellipse_of_one_sigma_holds_39_percent() -> None:
    """Of a normal scatter, 1 - exp(-1/2) lies within one standard deviation (Mahalanobis)."""
    from scipy.stats import multivariate_normal

    shape = np.array([[900.0, 350.0], [350.0, 400.0]])
    points = multivariate_normal([5, -10], shape).rvs(100_000, random_state=2)
    found = stats.scatter(points[:, 0], points[:, 1])
    c, s = np.cos(found.tilt), np.sin(found.tilt)
    off = points - found.mean
    along, across = off[:, 0] * c + off[:, 1] * s, off[:, 1] * c - off[:, 0] * s
    inside = (along / found.axes[0]) ** 2 + (across / found.axes[1]) ** 2 <= 1
    assert inside.mean() == pytest.approx(1 - np.exp(-0.5), abs=0.005)


def test_one_throw_has_no_spread_and_none_no_scatter() -> None:
    one = stats.scatter([3.0], [4.0])
    assert (one.mean, one.spread, one.axes, one.cep50) == ((3, 4), (0, 0), (0, 0), 5)
    assert stats.scatter([], []) is None


def test_streaks_count_hits_in_a_row() -> None:
    row = [throw(c) for c in (HIT, PERFECT, HIT, "table", HIT, HIT)]
    assert stats.streaks(row) == stats.Streaks(2, 3)
    assert stats.streaks([]) == stats.Streaks(0, 0)


def test_the_summary_adds_up() -> None:
    made = [
        throw(PERFECT, 1, right=3.0, far=4.0),
        throw("table", 1, "flip", right=30.0, far=40.0),
        throw("gate", 2, "flip"),
        throw(HIT, 2, right=0.0, far=5.0),
        throw("table", 3, right=-30.0, far=-40.0),
    ]
    found = stats.summary(made)
    assert (found.throws, found.hits.hits, found.perfect.hits) == (5, 2, 1)
    assert list(found.by_method) == ["lob", "flip"]
    assert [i.hits for i in found.by_method["lob"]] == [2, 1]
    assert found.causes == {"table": 2, "gate": 1}
    assert found.scatter.count == 4  # a foul without a target
    assert [d.day[-2:] for d in found.days] == ["01", "02", "03"]
    assert found.days[0].cep50 == pytest.approx(27.5)


def test_the_trend_is_the_weighted_line() -> None:
    made = [throw(HIT if n < hits else "table", day) for day, hits in ((1, 2), (2, 4), (3, 6))
            for n in range(8 * day)]  # fmt: skip
    days = stats.statistics_by_day(made)
    rates = [d.hits.share for d in days]
    line = np.polyfit(range(3), rates, 1, w=np.sqrt([8, 16, 24]))
    found = stats.trend(days)
    assert found == pytest.approx(line[0])
    assert stats.trend(days[:1]) is None
