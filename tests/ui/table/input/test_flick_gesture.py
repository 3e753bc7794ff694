"""Tests of flick gestures: the same for each mouse and frame rate, and always answered."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from benchmarks.flicks import (
    BARS,
    BELL_BAR,
    BELL_HEADING_BAR,
    FRAMES,
    MICE,
    MOST_LOST,
    Flick,
    bell_flicks,
    flicks,
    measured,
    true_release,
    widest,
)
from castlecards.core.cards import Field, Pose
from castlecards.core.landing import FRISBEE, Limits, Release
from castlecards.toss.flick import Foul, Sample, from_flick, track_of
from castlecards.ui.table.input.flick_gesture import MEMORY, FlickGesture, is_behind_gate

SOUTH = Limits(b"\1", Pose(0, -1525, 0), (-1425, 1425, -3542), Field(507, 500))
NORTH = Limits(b"\1", Pose(0, 1525, 3142), (-1425, 1425, 3542), Field(507, 500))
SIDES = {"south": SOUTH, "north": NORTH}


@cache
def sample_flicks() -> tuple[tuple[Flick, Release], ...]:
    return tuple((flick, true_release(flick)) for flick in flicks(16, 7))


@pytest.mark.parametrize("rate", MICE)
@pytest.mark.long
def test_the_speed_is_the_same_with_any_mouse_at_any_frame_length(rate: int) -> None:
    every = [measured(rate, frame, sample_flicks(), 7) for frame in FRAMES]
    assert widest(every).spread <= BARS[rate]
    counts = sum((found.counts for found in every), Counter[str]())
    assert counts["not thrown"] <= MOST_LOST / 100 * counts["all"]
    assert not counts["without a word"]
    for found in every:
        assert sum(found.speeds) / len(found.speeds) == pytest.approx(1.0, abs=0.04)


@pytest.mark.parametrize("frame", [8, 16])
@pytest.mark.long
def test_a_bell_shaped_flick_is_read_alike_from_whole_pixels_of_a_slow_mouse(frame: float) -> None:
    found = measured(125, frame, [(flick, true_release(flick)) for flick in bell_flicks(16, 1)], 1)
    assert not found.counts["not thrown"]
    assert found.spread <= BELL_BAR
    assert found.turned <= BELL_HEADING_BAR


def straight_gesture(
    limits: Limits, begin: float, end: float, speed: float, *, rest: float = 0.0, aside: float = 0.0
) -> FlickGesture:
    """Return a movement straight from `begin` to `end` (mm ahead of the release line), one event
    each 8 ms, then a rest of `rest` s; `aside`: mm beside the middle.
    """
    movement = FlickGesture(limits)
    way = 1 if limits.start.angle == 0 else -1
    count = max(2, round(abs(end - begin) / speed / 0.008))
    for n in range(count + 1):
        ahead = begin + (end - begin) * n / count
        movement.add(0.008 * n, way * aside, limits.start.y / 10 + way * ahead)
    last = movement.samples[-1]
    if rest:
        movement.add(last.t + rest, last.x, last.y)
    return movement


@pytest.mark.parametrize("limits", SIDES.values(), ids=SIDES)
def test_a_movement_asked_about_on_its_way_is_read_as_if_it_were_asked_about_once(
    limits: Limits,
) -> None:
    whole, asked = straight_gesture(limits, -290, -60, 260), FlickGesture(limits)
    way = 1 if limits.start.angle == 0 else -1
    found = []
    for n, (t, x, y) in enumerate(whole.samples):
        for again in range(12):  # so many events that old ones are dropped
            asked.add(t + again * 0.008 / 12, x, y + way * again * 0.17)
        asked.read(FRISBEE, 30.0)
        asked.add(t + 11 * 0.008 / 12, x + 4, y)  # the later one of two events at one time counts
        if n % 5 == 0:
            read = asked.read(FRISBEE, 30.0)
            assert read == from_flick(track_of(asked.samples, limits), limits, FRISBEE, loft=30.0)
            found.append(read)
    assert len(asked.samples) < 12 * len(whole.samples), "old reports were thinned out"
    assert any(isinstance(read, Release) for read in found)


def let_go(
    movement: FlickGesture, named: bool = False, on_target: bool = False
) -> Release | Foul | None:
    return movement.release(FRISBEE, 30.0, named=named, on_target=on_target)


@pytest.mark.parametrize("side", SIDES)
def test_a_flick_throws_from_either_side(side: str) -> None:
    limits = SIDES[side]
    movement = straight_gesture(limits, -260, -20, 1400)
    assert movement.throw_at_line(FRISBEE, 30.0) is None  # not yet on the line
    found = let_go(movement)
    assert isinstance(found, Release)
    assert found.speed == pytest.approx(2000, rel=0.02)
    assert abs(found.heading) < 5
    crossing = straight_gesture(limits, -260, 15, 1400)
    thrown = crossing.throw_at_line(FRISBEE, 30.0)
    assert isinstance(thrown, Release)
    assert thrown.y == 0
    assert crossing.throw_at_line(FRISBEE, 30.0) is None  # a crossing is reported only once


@pytest.mark.parametrize("side", SIDES)
def test_a_hand_that_lets_go_late_has_thrown_all_the_same(side: str) -> None:
    """The peak speed counts, for South as for North."""
    found = let_go(straight_gesture(SIDES[side], -260, -20, 1400, rest=0.1))
    assert isinstance(found, Release)
    assert found.speed == pytest.approx(2000, rel=0.02)


def test_strength_makes_a_hand_count_for_more() -> None:
    weak = straight_gesture(SOUTH, -260, -20, 400)
    assert isinstance(let_go(weak), Foul)
    weak.strength = 2.0
    found = let_go(weak)
    assert isinstance(found, Release)
    assert found.speed == pytest.approx(2000 * (800 / 1400) ** 0.5, rel=0.02)


@pytest.mark.parametrize(
    ("begin", "end", "speed", "reason"),
    [
        (-330.0, -215.0, 1300.0, "gate"),  # ended before the castle
        (-260.0, -20.0, 300.0, "slow"),
    ],
)
def test_a_movement_that_throws_nothing_is_told(
    begin: float, end: float, speed: float, reason: str
) -> None:
    found = let_go(straight_gesture(SOUTH, begin, end, speed))
    assert isinstance(found, Foul)
    assert found.reason == reason
    assert not found.lost


def test_a_flick_beyond_the_line_is_told() -> None:
    """A card is dragged slowly over the line and flicked there."""
    movement = straight_gesture(SOUTH, -260, 5, 200)
    assert movement.throw_at_line(FRISBEE, 30.0) is None
    start = movement.samples[-1]
    for n in range(1, 12):
        movement.add(start.t + 0.008 * n, start.x, start.y + 12.0 * n)
    found = let_go(movement)
    assert isinstance(found, Foul)
    assert found.reason == "line"


def test_what_is_put_down_is_no_foul() -> None:
    assert let_go(straight_gesture(SOUTH, -260, 40, 300, rest=0.2)) is None  # dragged over the line
    assert let_go(straight_gesture(SOUTH, -330, -280, 300)) is None  # dragged back to the hand
    assert let_go(straight_gesture(SOUTH, -260, -60, 300, rest=0.3), on_target=True) is None
    assert let_go(straight_gesture(SOUTH, -60, -330, 1500)) is None  # flicked back to the hand


def test_over_a_place_for_it_a_card_flies_only_from_a_quick_hand() -> None:
    assert isinstance(let_go(straight_gesture(SOUTH, -260, -60, 1400), on_target=True), Release)
    assert let_go(straight_gesture(SOUTH, -260, -60, 1400, rest=0.2), on_target=True) is None
    slow = straight_gesture(SOUTH, -260, -60, 500, rest=0.2)
    assert isinstance(let_go(slow, named=True), Release)  # a throw button needs no minimum speed


def test_a_jump_that_no_hand_makes_is_told_and_one_long_ago_is_forgotten() -> None:
    for age, thrown in ((0.05, False), (0.9, True)):
        movement = FlickGesture(SOUTH)
        movement.add(0.0, 900.0, -400.0)
        movement.add(0.002, 0.0, -420.0)  # a jump of the pointer
        flick = straight_gesture(SOUTH, -270, -20, 1400)
        movement.add(age - 0.008, 0.0, flick.samples[0].y)
        for sample in flick.samples:
            movement.add(age + sample.t, sample.x, sample.y)
        found = let_go(movement)
        assert isinstance(found, Release) == thrown
        assert found is not None


def test_two_reports_of_one_instant_count_as_the_later_one() -> None:
    movement = FlickGesture(SOUTH)
    movement.add(1.0, 0.0, -400.0)
    movement.add(1.0, 5.0, -390.0)
    assert movement.samples == [Sample(1.0, 5.0, -390.0)]
    movement.add(float("nan"), 0.0, 0.0)
    assert len(movement.samples) == 1


def test_a_card_may_be_carried_about_for_long() -> None:
    movement = FlickGesture(SOUTH)
    for n in range(20 * MEMORY):
        movement.add(0.001 * n, 100 * (n % 200) / 200, -420.0)
    assert len(movement.samples) <= MEMORY
    start = movement.samples[-1].t
    for sample in straight_gesture(SOUTH, -260, -20, 1400).samples[1:]:
        movement.add(start + 0.05 + sample.t, sample.x, sample.y)
    assert isinstance(let_go(movement), Release)


def test_behind_the_gate_is_behind_it_for_either_side() -> None:
    assert is_behind_gate(SOUTH, Sample(0, 0, -360))
    assert not is_behind_gate(SOUTH, Sample(0, 0, -340))
    assert is_behind_gate(NORTH, Sample(0, 0, 360))
    assert not is_behind_gate(NORTH, Sample(0, 0, 340))
