"""Tests of hand movements that become releases: the estimator, the gate, the line, and fouls."""

from __future__ import annotations

from math import cos, inf, nan, pi, radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.toss import swing
from castlecards.core.cards import Field, Pose
from castlecards.core.landing import FLIP, FOULS, FRISBEE, LOB, METHODS, Limits, Release, toss
from castlecards.toss.flick import (
    LEAST,
    Foul,
    card_speed,
    from_flick,
    hand_speed,
    measure,
    track_of,
)
from castlecards.toss.styles import FASTEST, SLOWEST, STYLES
from tests.marks import rule

FIELD = Field(507, 500)
# CB18: the castle's centre line at -354.2 mm, 285 mm wide; the release line at -152.5 mm
SOUTH = Limits(bytes([1]), Pose(0, -1525, 0), (-1425, 1425, -3543), FIELD, strict=True)
NORTH = Limits(bytes([1]), Pose(0, 1525, 3142), (-1425, 1425, 3543), FIELD, strict=True)
Track = list[tuple[float, float, float]]


def flick(
    speed: float = 1200.0, x: float = 0.0, begin: float = -400.0, end: float = -160.0,
    rate: float = 144.0, drift: float = 0.0,
) -> Track:  # fmt: skip
    """Return a straight movement north at an even speed, mm/s; `drift` mm east per mm forward."""
    n = int((end - begin) / speed * rate) + 1
    return [
        (k / rate, x + drift * speed * k / rate, begin + speed * k / rate) for k in range(n + 1)
    ]


def release_of(track: Track, method: int = LOB, limits: Limits = SOUTH, **how: object) -> Release:
    found = from_flick(track_of(track, limits), limits, method, **how)  # type: ignore[arg-type]
    assert isinstance(found, Release), found
    return found


def foul(track: object, limits: Limits = SOUTH) -> Foul:
    found = from_flick(track_of(track, limits), limits, LOB)  # type: ignore[arg-type]
    assert isinstance(found, Foul), found
    return found


# Throws


@pytest.mark.parametrize("method", range(len(METHODS)))
def test_speed_goes_as_a_power_of_the_flick_and_back(method: int) -> None:
    style = STYLES[method]
    assert release_of(flick(1400), method).speed == pytest.approx(2000, abs=2)
    assert release_of(flick(700), method).speed == pytest.approx(2000 / 2**style.power, abs=2)
    assert release_of(flick(160), method).speed == 1000 * SLOWEST
    assert release_of(flick(9000), method).speed == 1000 * FASTEST
    assert hand_speed(style, card_speed(style, 1000)) == pytest.approx(1000)


@pytest.mark.parametrize("drift", [0.0, 0.1, -0.2, 0.4])
def test_heading_is_where_the_hand_went(drift: float) -> None:
    from math import atan

    found = release_of(flick(drift=drift))
    assert found.heading == pytest.approx(1000 * atan(drift), abs=2)


@pytest.mark.parametrize("method", range(len(METHODS)))
def test_a_plain_flick_is_the_method_itself(method: int) -> None:
    found, style = release_of(flick(), method), STYLES[method]
    assert found.method == method
    assert found.spin == 1000 * style.spin
    assert found.loft == round(1000 * style.loft * pi / 180)
    lead = style.lead + style.gain * (found.speed / 1000 - style.speed)
    assert found.pitch - found.loft == pytest.approx(1000 * lead * pi / 180, abs=1.5)
    assert toss(1, found) in (toss(1, found),)
    assert SOUTH.allows(toss(1, found))


def test_loft_and_bank_come_from_the_wheel_and_keys() -> None:
    found = release_of(flick(), LOB, loft=40, bank=15)
    assert found.loft == 698
    assert found.bank == round(1000 * radians(STYLES[LOB].bank + 15))
    assert release_of(flick(), LOB, loft=90).loft == release_of(flick(), LOB, loft=75).loft


def test_grabbing_beside_the_middle_spins_the_card() -> None:
    right, left = release_of(flick(), grab=(25, 0)), release_of(flick(), grab=(-25, 0))
    assert right.spin > release_of(flick()).spin
    assert left.spin == -right.spin
    assert left.yaw == -right.yaw
    assert release_of(flick(3000), FRISBEE, grab=(20, 0)).spin <= 50_000


def test_a_curved_path_spins_the_card() -> None:
    def arc(turn: float) -> Track:
        return [
            (k / 144, turn * 60 * (1 - cos(k / 24)), -400 + 240 * sin(k / 24)) for k in range(30)
        ]

    assert release_of(arc(-1)).spin > 0 > release_of(arc(1), grab=(-10, 0)).spin


def test_a_flip_turns_over_the_other_way_by_the_leading_edge() -> None:
    near, far = release_of(flick(), FLIP, grab=(0, -40)), release_of(flick(), FLIP, grab=(0, 40))
    assert near.tumble == release_of(flick(), FLIP).tumble == -far.tumble
    assert near.spin == 0


def test_a_flip_turns_over_once_while_it_flies_whatever_its_strength() -> None:
    for strength in (800, 1400, 2400):
        found = release_of(flick(strength), FLIP)
        rise = found.speed / 1000 * sin(found.loft / 1000)
        seconds = (rise + (rise**2 + 2 * 9.81 * found.height / 1000) ** 0.5) / 9.81
        assert pi < abs(found.tumble) / 1000 * seconds < 2 * pi


def test_the_other_side_throws_the_same() -> None:
    there = [(t, -x, -y) for t, x, y in flick(drift=0.1)]
    assert release_of(there, limits=NORTH) == release_of(flick(drift=0.1))


def test_letting_go_late_costs_no_power() -> None:
    quick = flick(1500, end=-250)
    t, x, y = quick[-1]
    late = [*quick, *((t + k / 144, x, y + 1.0 * k) for k in range(1, 12))]
    assert release_of(late).speed == pytest.approx(release_of(quick).speed, rel=0.02)


@pytest.mark.parametrize(("rate", "spread"), [(144.0, 0.06), (60.0, 0.10)])
def test_speed_hardly_depends_on_the_moment_of_release(rate: float, spread: float) -> None:
    found = []
    for part in (0.5, 0.6, 0.7, 0.75):
        for phase in (0.0, 0.3, 0.7):
            flicked = measure(list(swing(rate, phase, part)))
            found.append(flicked.speed)
    mean = sum(found) / len(found)
    assert (sum((one / mean - 1) ** 2 for one in found) / len(found)) ** 0.5 < spread


def test_the_same_record_gives_the_same_throw() -> None:
    assert release_of(flick(987.6, drift=0.123)) == release_of(flick(987.6, drift=0.123))


# CB18 and CB19.


@rule("CB18")
def test_the_card_leaves_the_hand_at_the_release_line_at_the_latest() -> None:
    beyond = release_of(flick(end=100, drift=0.05))
    assert beyond.y == 0
    assert beyond.x == pytest.approx(0.05 * (400 - 152.5), abs=0.6)
    between = release_of(flick(2400, end=100, drift=0.4, rate=50))  # 48 mm between samples
    assert between.x == pytest.approx(0.4 * (400 - 152.5), abs=0.6)
    before = release_of(flick(end=-200))
    assert before.y == pytest.approx(-45, abs=10)


@rule("CB18")
@pytest.mark.parametrize(
    ("x", "passes"), [(0, True), (142, True), (-142, True), (143, False), (-143, False)]
)
def test_the_hand_must_pass_the_gate(x: float, passes: bool) -> None:
    found = from_flick(track_of(flick(x=x), SOUTH), SOUTH, LOB)
    assert isinstance(found, Release) == passes
    if isinstance(found, Foul):
        assert found.reason == "gate"


@rule("CB18")
def test_a_movement_that_begins_in_front_of_the_castle_has_not_passed_it() -> None:
    assert foul(flick(begin=-330)).reason == "gate"


@rule("CB18")
def test_the_last_way_through_counts() -> None:
    there = flick(x=300, end=-200)
    t = there[-1][0]
    back = [(t + k / 144, 300 - 10.0 * k, -200 - 7.0 * k) for k in range(1, 31)]
    again = [(back[-1][0] + s + 0.02, x, y) for s, x, y in flick()]
    found = release_of([*there, *back, *again])
    assert found.speed == pytest.approx(release_of(flick()).speed, rel=0.02)
    assert abs(found.heading) < 100


@rule("CB18")
def test_a_hand_that_went_back_behind_the_castle_has_not_passed_the_gate() -> None:
    there = flick()
    t, x, y = there[-1]
    back = [(t + k / 144, x, y - 12.0 * k) for k in range(1, 23)]
    again = [(back[-1][0] + s + 0.02, x, y) for s, x, y in flick(begin=-424, end=-370)]
    assert foul([*there, *back, *again]).reason == "gate"


def test_a_record_that_goes_back_in_time_is_none() -> None:
    assert track_of(flick(), SOUTH)
    assert track_of([*flick(), flick()[0]], SOUTH) == []


@rule("CB18")
def test_a_card_picked_up_beyond_the_line_is_no_throw() -> None:
    assert foul(flick(begin=-150, end=50)).reason == "line"


@rule("CB19")
def test_a_slow_hand_drops_the_card() -> None:
    assert foul(flick(LEAST - 20)).reason == "slow"
    assert isinstance(from_flick(track_of(flick(LEAST + 20), SOUTH), SOUTH, LOB), Release)


@rule("CB19")
def test_a_throw_backwards() -> None:
    track = flick(600, end=-200)
    t, x, y = track[-1]
    assert foul([*track, *((t + k / 144, x, y - 14.0 * k) for k in range(1, 11))]).reason == (
        "backward"
    )


@rule("CB19")
def test_fouls_throw_nothing_and_may_be_played_where_they_count() -> None:
    for reason in FOULS:
        action = Foul(reason).action(1)
        assert SOUTH.allows(action)
        assert FOULS[action.args[0]] == reason


GOOD = flick()
ABSURD: dict[str, object] = {
    "nothing": [],
    "one sample": GOOD[:1],
    "no time": [(1.0, x, y) for _, x, y in GOOD],
    "time runs back": [(-t, x, y) for t, x, y in GOOD],
    "hardly any time": [(t * 1e-9, x, y) for t, x, y in GOOD],
    "nan": [*GOOD[:5], (nan, 0.0, 0.0), *GOOD[5:]],
    "infinite": [*GOOD, (GOOD[-1][0] + 0.01, inf, 0.0)],
    "far away": [*GOOD, (GOOD[-1][0] + 0.01, 1e12, 0.0)],
    "a leap": [(0.0, 0.0, -400.0), (0.001, 0.0, -160.0)],
    "a leap aside": [*GOOD[:10], (GOOD[9][0] + 0.007, 5000.0, -200.0)],
    "standing still": [(k / 144, 0.0, -400.0) for k in range(100)],
}


@rule("CB19")
@pytest.mark.parametrize("kind", ABSURD)
def test_absurd_movements_are_fouls(kind: str) -> None:
    found = foul(ABSURD[kind])
    assert found.reason in FOULS
    assert not found.lost


wild = st.one_of(
    st.floats(-1e4, 1e4), st.floats(), st.sampled_from([0.0, -400.0, -152.5, nan, inf])
)


@given(st.lists(st.tuples(wild, wild, wild), max_size=12), st.sampled_from([LOB, FRISBEE, FLIP]))
def test_no_movement_raises(track: Track, method: int) -> None:
    for samples in (track, sorted(track)):
        found = from_flick(track_of(samples, SOUTH), SOUTH, method, grab=(10.0, 10.0))
        assert isinstance(found, Foul) or SOUTH.allows(toss(1, found))


@given(
    st.lists(
        st.tuples(st.floats(1e-3, 0.05), st.floats(-30, 30), st.floats(-10, 40)),
        min_size=5,
        max_size=40,
    )
)
def test_any_hand_gives_a_legal_throw_or_a_foul(moves: Track) -> None:
    t, x, y, track = 0.0, 0.0, -380.0, [(0.0, 0.0, -380.0)]
    for dt, dx, dy in moves:
        t, x, y = t + dt, x + dx, y + dy
        track.append((t, x, y))
    found = from_flick(track_of(track, SOUTH), SOUTH, LOB)
    assert isinstance(found, Foul) or SOUTH.allows(toss(1, found))


def test_a_long_wandering_hand_is_read_quickly() -> None:
    idle = [(k / 1000, 0.0, -400.0) for k in range(20_000)]
    track = [*idle, *((20 + t, x, y) for t, x, y in flick())]
    assert release_of(track).speed == pytest.approx(release_of(flick()).speed, rel=0.03)
