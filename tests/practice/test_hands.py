"""Tests of the rating of a hand by its throws."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import numpy as np
import pytest

from castlecards.practice.hands import MEDIAN_MISS, PRIOR_WEIGHT, hand_of, hits_text, quantile
from castlecards.practice.throws import ThrowRecord


def throws(count: int, off: float, method: str = "lob", cause: str = "hit") -> list[ThrowRecord]:
    """Return some throws that miss by `off` mm."""
    when = "2026-03-01T10:00:00"
    return [
        ThrowRecord(time=when, method=method, player="Anna", right=off, far=0.0, cause=cause)
        for _ in range(count)
    ]


def test_who_has_never_thrown_is_taken_for_practised() -> None:
    assert hand_of([]).error == 1.0
    assert hits_text([]) == ""


def test_a_hand_that_misses_twice_as_far_strays_nearly_twice_as_much() -> None:
    assert hand_of(throws(190, 2 * MEDIAN_MISS[0])).error == pytest.approx(
        2 ** (190 / (190 + PRIOR_WEIGHT)), abs=0.01
    )
    assert hand_of(throws(190, MEDIAN_MISS[0] / 2)).error < 0.6
    assert hand_of(throws(1, 2 * MEDIAN_MISS[0])).error < 1.1


def test_throws_that_were_aimed_at_nothing_tell_nothing() -> None:
    fouls = [ThrowRecord(time="2026-03-01T10:00:00", method="lob", cause="gate")] * 20
    assert hand_of(fouls).error == 1.0
    assert hits_text(fouls) == "Your hits: 0 of 20 with a lob."


def test_hits_are_counted_by_method() -> None:
    some = throws(3, 5.0) + throws(2, 90.0, cause="table") + throws(1, 5.0, "flip")
    assert hits_text(some) == "Your hits: 3 of 5 with a lob, 1 of 1 with a flip."


def test_a_quantile_is_that_of_numpy() -> None:
    rnd = Random(4)
    for count in (1, 2, 3, 20, 61):
        values = sorted(rnd.uniform(0, 9) for _ in range(count))
        for share in (0.0, 0.1, 0.5, 0.9, 1.0):
            assert quantile(values, share) == pytest.approx(float(np.quantile(values, share)))


def test_the_first_spread_of_a_hand_loads_no_more_of_numpy() -> None:
    code = (
        "import sys; from castlecards.practice.hands import spread_of\n"
        "assert spread_of([(n * 7.0 % 40, n * 13.0 % 50) for n in range(60)])\n"
        "sys.exit('numpy.ma' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
