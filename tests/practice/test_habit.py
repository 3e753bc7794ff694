"""Tests of the habit of a hand: bias, spread, speed, and the throws that count for it."""

from __future__ import annotations

import math
from pathlib import Path
from random import Random

import pytest

from castlecards.practice.hands import (
    MAX_THROWS,
    MIN_THROWS,
    Ellipse,
    Habit,
    Place,
    habit,
    spread_of,
)
from castlecards.practice.throws import ThrowLog, ThrowRecord

RELEASE = (0, 0, 0, 120, 2100, 13, 1047, 524, 0, 0, 25133, 0)


def cloud(count: int, right: float, far: float, seed: int = 1) -> list[Place]:
    random = Random(seed)
    return [(30 + random.gauss(0, right), -10 + random.gauss(0, far)) for _ in range(count)]


def within(shape: Ellipse, x: float, y: float) -> bool:
    cos, sin = math.cos(shape.tilt), math.sin(shape.tilt)
    u, v = x * cos + y * sin, y * cos - x * sin
    return (u / shape.long) ** 2 + (v / shape.short) ** 2 <= 1.0


def throw(n: int = 0, cause: str = "hit", **values: object) -> ThrowRecord:
    release = (*RELEASE[:4], 2000 + 10 * n, *RELEASE[5:])
    usual = ThrowRecord(
        time="2026-11-21T18:40:12", method="lob", player="Anna", release=release, cause=cause,
        touch_right=float(n % 7), touch_far=float(n % 5),
    )  # fmt: skip
    return usual._replace(**values)  # type: ignore[arg-type]


def test_half_of_the_throws_and_nine_of_ten_lie_within_their_ellipses() -> None:
    found = spread_of(cloud(200, 15, 45))
    for shape, share in ((found.half, 0.5), (found.most, 0.9)):
        inside = sum(within(shape, *place) for place in found.places) / 200
        assert abs(inside - share) < 0.03
    assert found.half.long > 2 * found.half.short, "longer along the way than across it"
    assert abs(abs(found.half.tilt) - math.pi / 2) < 0.15


def test_the_places_lie_about_their_middle_wherever_was_aimed() -> None:
    found = spread_of(cloud(300, 20, 20))
    assert abs(sum(x for x, _ in found.places)) / 300 < 1.0
    assert found.share(lambda right, far: math.hypot(right, far) < 60) > 0.9
    assert found.share(lambda right, far: right > 1000) == 0.0


def test_a_wild_throw_does_not_blow_up_the_ellipse() -> None:
    calm = spread_of(cloud(60, 15, 15))
    wild = spread_of([*cloud(60, 15, 15), (900.0, -700.0)])
    assert wild.most.long < 1.3 * calm.most.long


@pytest.mark.parametrize("places", [[], [(0.0, 0.0)], [(0.0, 0.0), (5.0, 5.0)]])
def test_too_few_places_have_no_shape(places: list[Place]) -> None:
    assert spread_of(places) is None


def test_the_same_place_each_time_has_a_shape_all_the_same() -> None:
    found = spread_of([(4.0, 4.0)] * 30)
    assert found.places[0] == (0.0, 0.0)


def test_a_hand_is_known_from_enough_throws_and_the_last_ones_count() -> None:
    assert habit([]) == Habit()
    few = habit([throw(n) for n in range(MIN_THROWS - 1)])
    assert not few.known
    assert few.count == MIN_THROWS - 1
    assert few.last == (2.16, 2.17, 2.18)
    assert habit([throw(n) for n in range(MIN_THROWS)]).known
    many = habit([throw(n) for n in range(MAX_THROWS + 40)])
    assert many.count == MAX_THROWS
    assert many.speed == pytest.approx(2.0 + 0.01 * (40 + (MAX_THROWS - 1) / 2))


def test_of_touches_of_a_target_some_do_not_stay() -> None:
    throws = [throw(n, ("hit", "slid", "table", "perfect")[n % 4]) for n in range(40)]
    assert habit(throws).stays == pytest.approx(2 / 3)
    assert habit([throw(n, "table") for n in range(40)]).stays == 1.0


def test_the_records_give_the_newest_throws_of_one_hand(tmp_path: Path) -> None:
    log = ThrowLog(tmp_path / "records.sqlite")
    assert log.recent("Anna", "lob", 5) == []
    for n in range(8):
        log.add(throw(n))
        log.add(throw(n, player="Ben"))
        log.add(throw(n, method="flip"))
        log.add(throw(n, trial="again"))
        log.add(throw(n, "slow", release=()))
    assert log.recent("Anna", "lob", 5) == [throw(n) for n in range(3, 8)]
    assert log.recent("Cleo", "lob", 5) == []
    log.close()
