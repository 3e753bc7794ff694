"""Tests of the throwing coach: it finds a bias early, rarely a false one; progress by drills."""

from __future__ import annotations

from random import Random
from statistics import mean

import pytest

from castlecards.coach.hand import (
    DRILL,
    ENOUGH,
    FIRST,
    HIT_FACTOR,
    MEASURE,
    MISS_FACTOR,
    RADII,
    Habit,
    Staircase,
    Touch,
    change,
    drilled,
    estimate,
    habits,
    student,
    target_of,
    worst,
)
from castlecards.practice.throws import ThrowRecord

WILD = 1 / 15  # share of throws with four times the spread
PLAYERS = 1000


def offset(random: Random, bias: float, spread: float) -> float:
    """Return the sideways offset of one throw of a synthetic player, mm."""
    if random.random() < WILD:
        return bias + random.gauss(0, 4 * spread)
    return random.gauss(bias, spread)


def told_after(random: Random, bias: float, spread: float, most: int) -> tuple[int, bool]:
    """Return the throws until a sideways bias is reported, and True if its side is right.

    `most` + 1 throws mean that none is reported.
    """
    touches: list[Touch] = []
    for count in range(1, most + 1):
        touches.append(Touch(offset(random, bias, spread), 0.0, True))
        found = Habit("lob", "middle", tuple(touches)).bias
        if found is not None and found[0].is_bias:
            return count, found[0].mean * bias > 0
    return most + 1, True


def share_told(bias: float, spread: float, most: int) -> float:
    random = Random(f"{bias} {spread}")
    told = [told_after(random, bias, spread, most)[0] <= most for _ in range(PLAYERS // 2)]
    return mean(told)


def test_a_bias_as_large_as_the_spread_is_found_in_25_throws() -> None:
    assert share_told(20, 20, 25) >= 0.9
    assert share_told(20, 13, 15) >= 0.9


@pytest.mark.parametrize("spread", [13, 20, 30])
def test_a_straight_hand_is_seldom_blamed(spread: float) -> None:
    assert share_told(0, spread, 40) <= 0.05


def test_the_side_is_right() -> None:
    random = Random(1)
    told = [told_after(random, 20, 20, 40) for _ in range(300)]
    assert mean(right for _, right in told) >= 0.99


@pytest.mark.parametrize("count", [10, 20, 40])
def test_the_interval_holds_the_truth_as_often_as_it_says(count: int) -> None:
    random, held = Random(count), 0
    for _ in range(PLAYERS):
        before = [offset(random, 20, 20) for _ in range(count)]
        after = [offset(random, 6, 20) for _ in range(count)]
        found = change(before, after)
        held += found.low <= -14 <= found.high
    assert 0.93 <= held / PLAYERS <= 0.97


def test_help_is_seldom_told_without_any() -> None:
    random = Random(5)
    told = 0
    for _ in range(PLAYERS):
        before, after = ([offset(random, 15, 20) for _ in range(30)] for _ in range(2))
        told += change(before, after).helped
    assert told / PLAYERS <= 0.035


def test_help_is_found_by_most() -> None:
    random, told = Random(6), 0
    for _ in range(300):
        before = [offset(random, 20, 20) for _ in range(40)]
        after = [offset(random, 6, 20) for _ in range(40)]
        found = change(before, after)
        told += found.helped
    assert told / 300 >= 0.7


def test_too_early_is_said_with_the_throws_that_are_missing() -> None:
    found = change([30.0, 31.0, 29.0, 30.5] * 3, [0.0, 1.0, -1.0, 0.5] * 3)
    assert found.left == ENOUGH - 12
    assert not found.helped
    assert change([30.0, 31.0] * 6, [0.0, 1.0] * 10).helped
    assert not change([0.0, 1.0] * 6, [30.0, 31.0] * 10).helped  # farther away


@pytest.mark.parametrize(
    ("freedom", "expected"), [(5, 2.571), (9, 2.262), (18, 2.101), (60, 2.000)]
)
def test_quantiles_of_student(freedom: float, expected: float) -> None:
    assert student(0.975, freedom) == pytest.approx(expected, abs=0.01)


def test_an_estimate_ignores_wild_throws() -> None:
    calm = estimate([10.0, 11.0, 9.0, 10.5, 9.5, 10.0, 11.0, 9.0, 10.0, 10.0])
    wild = estimate([10.0, 11.0, 9.0, 10.5, 9.5, 10.0, 11.0, 9.0, 10.0, 900.0])
    assert wild.mean == pytest.approx(calm.mean, abs=0.5)
    with pytest.raises(ValueError, match="two values"):
        estimate([1.0])


@pytest.mark.parametrize("spread", [12, 20, 40])
def test_the_drill_ends_at_seven_hits_in_ten(spread: float) -> None:
    random, hits = Random(spread), list[bool]()
    for _ in range(400):
        stairs = Staircase()
        for n in range(24):
            off = (random.gauss(0, spread) ** 2 + random.gauss(0, spread) ** 2) ** 0.5
            hit = off <= stairs.radius
            if n >= 8:
                hits.append(hit)
            stairs = stairs.after(hit)
    assert 0.66 <= mean(hits) <= 0.75


def test_the_ring_has_its_limits() -> None:
    low = high = Staircase()
    for _ in range(60):
        low, high = low.after(True), high.after(False)
    assert (low.radius, high.radius) == RADII
    assert Staircase(50, 0).after(True).radius == pytest.approx(50 * HIT_FACTOR**2)
    assert Staircase(50, 6).after(False).radius == pytest.approx(50 * MISS_FACTOR)


def throw(right: float = 20.0, x: float = 0.0, y: float = 200.0, **more: object) -> ThrowRecord:
    """Return a throw that touches `right` mm beside a target at (x, y), seen from the south."""
    fields = {"time": "2026-03-01T10:00:00", "method": "lob", "touch_far": 0.0,
              "touch_right": right,
              "touch": (round(10 * (x + right)), round(10 * y))} | more  # fmt: skip
    return ThrowRecord(**fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [(0, 200, "middle"), (158, 200, "side"), (-317, 200, "far"), (0, 354, "castle")],
)
def test_a_target_is_known_by_its_place(x: float, y: float, expected: str) -> None:
    assert target_of(throw(20.0, x, y)) == expected
    # Seen from the north, the table is rotated by 180°.
    north = throw(20.0)._replace(touch=(round(10 * (-x - 20)), round(-10 * y)))
    assert target_of(north) == expected


def test_throws_without_a_touch_and_trials_do_not_count() -> None:
    every = [
        throw(), throw(trial="again"), throw(touch_right=None), throw(touch=()),
        throw(method="flip"),
    ]  # fmt: skip
    assert {one.method: len(one.touches) for one in habits(every)} == {"lob": 1, "flip": 1}


def test_the_cost_is_counted() -> None:
    touches = [Touch(25.0 + n % 3, 0.0, n % 3 == 0) for n in range(20)]
    touches += [Touch(35.0 + n % 3, 0.0, hit=False) for n in range(20)]
    one = Habit("lob", "middle", tuple(touches))
    assert one.offset[0] == pytest.approx(31, abs=1)
    assert (one.straight_hits, one.cost) == (40, 20)
    assert one.hits == 7
    assert Habit("lob", "middle", tuple(touches[:9])).cost == 0
    assert Habit("lob", "middle", tuple(touches[:7])).missing == FIRST - 7


def test_the_worst_habit_costs_most() -> None:
    straight = Habit("lob", "middle", tuple(Touch(n % 5 - 2.0, 0.0, hit=True) for n in range(20)))
    right = Habit("flip", "side", tuple(Touch(30.0 + n % 9, 0.0, hit=False) for n in range(20)))
    assert worst([straight, right]) is right
    assert worst([straight]) is None


def test_before_is_what_measured_and_never_what_raised_the_alarm() -> None:
    every = [throw(25.0)] * 20 + [throw(12.0, level=MEASURE)] * 10
    assert drilled(every, "lob") is None
    every += [throw(9.0, level=DRILL)] * 10 + [throw(3.0)] * 7 + [throw(50.0, trial="again")]
    every += [throw(3.0, level=MEASURE)] * 2 + [throw(4.0, method="flip")]
    found = drilled(every, "lob")
    assert found is not None
    before, after = found
    assert {one.right for one in before} == {12.0}
    assert [one.right for one in after] == [3.0] * 9
