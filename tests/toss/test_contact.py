"""Tests of the geometry of cards on cards: clipping, overlap, covered index boxes."""

from __future__ import annotations

from math import cos, pi, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from castlecards.core.cards import Pose
from castlecards.games.card_barrage.scoring import LEAST_OVERLAP
from castlecards.toss.contact import (
    Plan,
    area,
    centroid,
    clip,
    common,
    contact,
    covered,
    direction,
    gap,
    overlap,
    plan,
)
from tests.marks import rule

WIDTH, LENGTH = 63.5, 95.0
WALL = plan(Pose(0, 0, 0), WIDTH, LENGTH)
poses = st.builds(
    Pose, st.integers(-1200, 1200), st.integers(-1200, 1200), st.integers(-3141, 3142)
)


def card(x: float = 0, y: float = 0, degrees: float = 0) -> Plan:
    return plan(Pose(round(10 * x), round(10 * y), round(degrees * pi / 180 * 1000)), WIDTH, LENGTH)


@rule("CB23", "TD4")
@pytest.mark.parametrize(
    ("attack", "perfect"),
    [
        (card(), True),
        (card(degrees=10), True),
        (card(degrees=-10), True),
        (card(4, 6), True),
        (card(-4, -6), True),
        (card(degrees=180), True),
        (card(degrees=12), False),
        (card(degrees=-12), False),
        (card(degrees=90), False),
        (card(8, 0), False),
        (card(-8, 0), False),
        (card(0, 10), False),
    ],
)
def test_perfect_covers_all_four_index_boxes(attack: Plan, perfect: bool) -> None:
    assert (covered(attack, WALL) == 15) == perfect


@rule("CB23", "TD4")
def test_each_index_box_has_its_bit() -> None:
    assert covered(card(40, 0), WALL) == 0b0110  # the two on the right
    assert covered(card(-40, 0), WALL) == 0b1001
    assert covered(card(0, 60), WALL) == 0b0011  # the two at the top
    assert covered(card(50, 60), WALL) == 0b0010
    turned = plan(Pose(0, 0, 3142), WIDTH, LENGTH)
    assert covered(card(0, 60), turned) == 0b1100


@rule("CB21")
def test_a_contact_counts_square_millimetres() -> None:
    found = contact(7, card(60, 0), WALL)
    assert (found.card, found.area) == (7, int(3.5 * LENGTH))
    assert contact(7, card(63.5, 0), WALL) is None
    assert contact(7, card(200, 0), WALL) is None


@rule("CB21")
@pytest.mark.parametrize(
    ("wide", "deep", "hit"),
    [(4.1, 6.0, False), (4.9, 5.1, False), (5.0, 5.0, True), (2.5, 10.0, True), (4.2, 6.0, True)],
)
def test_25_square_millimetres_are_compared_unrounded(wide: float, deep: float, hit: bool) -> None:
    for east, north in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
        found = contact(7, card(east * (WIDTH - wide), north * (LENGTH - deep)), WALL)
        assert (found.area >= LEAST_OVERLAP) is hit


@pytest.mark.long
@given(poses, poses)
def test_overlap_is_mutual_and_bounded(one: Pose, two: Pose) -> None:
    a, b = plan(one, WIDTH, LENGTH), plan(two, WIDTH, LENGTH)
    shared = overlap(a, b)
    assert shared == pytest.approx(overlap(b, a), abs=1e-6)
    assert -1e-9 <= shared <= WIDTH * LENGTH + 1e-6


@given(poses, poses, st.integers(-3000, 3000), st.integers(-3000, 3000))
def test_overlap_does_not_depend_on_the_place(one: Pose, two: Pose, dx: int, dy: int) -> None:
    def moved_plan(pose: Pose) -> Plan:
        return plan(Pose(pose.x + dx, pose.y + dy, pose.angle), WIDTH, LENGTH)

    still = overlap(plan(one, WIDTH, LENGTH), plan(two, WIDTH, LENGTH))
    assert overlap(moved_plan(one), moved_plan(two)) == pytest.approx(still, abs=1e-6)


@settings(max_examples=30, deadline=None)
@given(poses)
def test_overlap_against_counting_points(pose: Pose) -> None:
    attack = plan(pose, WIDTH, LENGTH)
    side = 60
    inside = sum(
        attack.holds((i + 0.5) / side * WIDTH - WIDTH / 2, (j + 0.5) / side * LENGTH - LENGTH / 2)
        for i in range(side)
        for j in range(side)
    )
    assert overlap(attack, WALL) == pytest.approx(inside / side**2 * WIDTH * LENGTH, abs=60)


@given(poses, st.floats(-60, 60), st.floats(-60, 60))
def test_local_and_outer_are_inverse(pose: Pose, x: float, y: float) -> None:
    here = plan(pose, WIDTH, LENGTH)
    assert here.local(*here.outer(x, y)) == pytest.approx((x, y), abs=1e-9)


@given(poses)
def test_the_middle_of_an_overlap_lies_in_both(pose: Pose) -> None:
    attack = plan(pose, WIDTH, LENGTH)
    shared = common(attack, WALL)
    if area(shared) > 1:
        middle = WALL.outer(*centroid(shared))
        assert WALL.holds(*middle)
        assert attack.holds(*middle)


def test_clipping_carries_heights() -> None:
    slope = [(x, y, 10 + 0.1 * y) for x, y in card(0, 40).corners()]
    part = clip(slope, WALL)
    assert min(z for _, _, z in part) == pytest.approx(10 - 0.1 * 7.5)
    assert max(z for _, _, z in part) == pytest.approx(10 + 0.1 * 47.5)
    assert gap(slope, WALL, 9.0) == pytest.approx(0.25)
    assert gap([(x + 500, y, z) for x, y, z in slope], WALL, 9.0) is None


def test_an_upright_card_is_clipped_too() -> None:
    upright = [(-30.0, 0.0, 5.0), (30.0, 0.0, 5.0), (30.0, 0.0, 65.0), (-30.0, 0.0, 65.0)]
    assert gap(upright, WALL, 0.3) == pytest.approx(4.7)


@pytest.mark.parametrize(
    ("angle", "wanted"),
    [(0, (1, 0)), (1571, (0, 1)), (-1571, (0, -1)), (-1570, (0, -1)), (3142, (-1, 0)),
     (-3141, (-1, 0)), (1600, (cos(1.6), sin(1.6)))],
)  # fmt: skip
def test_quarter_turns_are_exact(angle: int, wanted: tuple[float, float]) -> None:
    assert direction(angle) == wanted
