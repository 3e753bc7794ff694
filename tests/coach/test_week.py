"""Tests of the weekly plan: its methods, its days, and the throws that count for it."""

from __future__ import annotations

from datetime import date

import pytest

from castlecards.coach.hand import DRILL, MEASURE, RING
from castlecards.coach.week import DAYS, LEVEL, ranked_methods, week_plan
from castlecards.core.landing import METHODS
from castlecards.practice.throws import ThrowRecord

THURSDAY = date(2026, 11, 26)


def day_throws(
    day: int, level: str, count: int = 1, method: str = "lob", right: float = 0.0
) -> list[ThrowRecord]:
    """Return throws of a day of November at the middle wall, with a bias to the right."""
    return [
        ThrowRecord(
            time=f"2026-11-{day:02}T20:00:{n:02}", method=method, level=level,
            touch=(round(10 * right), 2000), touch_right=right, touch_far=float(n % 3),
        )
        for n in range(count)
    ]  # fmt: skip


def done(throws: list[ThrowRecord], today: date = THURSDAY) -> list[list[int]]:
    return [[part.done for part in day.parts] for day in week_plan(throws, today, METHODS).days]


def test_a_newcomer_has_five_days_that_are_not_begun() -> None:
    plan = week_plan([], THURSDAY, METHODS)
    assert plan.now == 0
    assert [day.method for day in plan.days] == [METHODS[n] for n in (0, 1, 2, 0, 1)]
    assert [part.kind for part in plan.days[0].parts] == [MEASURE, DRILL, RING, LEVEL]
    assert done([]) == [[0, 0, 0, 0]] * DAYS
    assert plan.days[0].date == THURSDAY
    assert plan.days[1].date is None


def test_the_method_that_costs_most_comes_first_and_stays_for_the_week() -> None:
    before = day_throws(20, "", 20, "flip", right=40.0) + day_throws(20, "", 20, "frisbee")
    assert ranked_methods(before, METHODS)[0] == "flip"
    assert week_plan(before, THURSDAY, METHODS).days[0].method == "flip"
    since = before + day_throws(24, "", 40, "frisbee", right=45.0)
    assert week_plan(since, THURSDAY, METHODS).days[0].method == "flip"
    assert week_plan(since, date(2026, 11, 30), METHODS).days[0].method == "frisbee"


@pytest.mark.parametrize(
    ("throws", "parts"),
    [
        (day_throws(26, MEASURE, 4), [4, 0, 0, 0]),
        (day_throws(26, MEASURE, 4, "flip"), [0, 0, 0, 0]),
        (day_throws(26, DRILL, 12), [0, 12, 0, 0]), (day_throws(26, RING, 3, "flip"), [0, 0, 3, 0]),
        (day_throws(26, "01-first-lob/01-near", 5), [0, 0, 0, 1]),
        (day_throws(26, "today/2026-11-26", 5), [0, 0, 0, 0]),
        (day_throws(26, "", 5), [0, 0, 0, 0]),
        (day_throws(27, DRILL, 5), [0, 0, 0, 0]), (day_throws(22, DRILL, 5), [0, 0, 0, 0]),
    ],
)  # fmt: skip
def test_throws_count_for_their_part_of_today(throws: list[ThrowRecord], parts: list[int]) -> None:
    assert done(throws)[0] == parts


def test_a_day_that_was_begun_is_kept_and_today_is_the_next() -> None:
    throws = (
        day_throws(23, DRILL, 20) + day_throws(25, RING, 10) + day_throws(26, MEASURE, 10, "flip")
    )
    plan = week_plan(throws, THURSDAY, METHODS)
    assert (plan.now, plan.days[0].date) == (2, date(2026, 11, 23))
    assert done(throws) == [[0, 20, 0, 0], [0, 0, 10, 0], [10, 0, 0, 0], [0] * 4, [0] * 4]
    part = plan.days[2].next_part
    assert part.kind == DRILL


def test_after_five_days_the_week_is_done() -> None:
    throws = [one for day in range(23, 28) for one in day_throws(day, RING)]
    assert week_plan(throws, date(2026, 11, 28), METHODS).now == DAYS


def test_a_day_is_finished_after_its_last_part() -> None:
    parts = day_throws(26, MEASURE, 10) + day_throws(26, DRILL, 20) + day_throws(26, RING, 10)
    part = week_plan(parts, THURSDAY, METHODS).days[0].next_part
    assert part.kind == LEVEL
    assert week_plan(parts + day_throws(26, "a/b"), THURSDAY, METHODS).days[0].next_part is None
