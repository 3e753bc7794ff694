"""Tests of whole tosses: where cards land, repeatability, and the facts that rules ask for."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise
from math import hypot
from random import Random
from typing import Any

import pytest

from castlecards.core.cards import Field, Pose
from castlecards.core.landing import FLIP, FRISBEE, LOB, NOTHING, TABLE, Landing, Release, Throw
from castlecards.toss.aim import ahead, preview, solve
from castlecards.toss.contact import plan
from castlecards.toss.slide import Slide
from castlecards.toss.stock import FELT, STICKY, WOOD
from castlecards.toss.styles import STYLES, preset, release
from castlecards.toss.world import TossWorld
from tests.marks import rule
from tests.toss.conftest import (
    CASTLE,
    FIELD,
    LAYOUT,
    START,
    THROWN,
    WALLS,
    film,
    landing,
    throw,
    world,
)

MIDDLE = 12  # the wall straight ahead


def random_release(n: int) -> Release:
    """Return a throw with random values."""
    r = Random(n)
    return Release(
        n % 3, r.randrange(-100, 101), r.randrange(-90, 1), r.randrange(60, 160),
        r.randrange(900, 2600), r.randrange(-500, 500), r.randrange(100, 1200),
        r.randrange(-600, 600), r.randrange(-300, 300), r.randrange(-1600, 1600),
        r.randrange(-40_000, 40_000), r.randrange(-25_000, 25_000),
    )  # fmt: skip


def half_turn(pose: Pose) -> Pose:
    return Pose(-pose.x, -pose.y, _angle(pose.angle + 3142), pose.level)


def _angle(angle: int) -> int:
    return (angle + 3141) % 6283 - 3141


@rule("CB21")
@pytest.mark.parametrize("method", [LOB, FRISBEE, FLIP])
def test_an_aimed_throw_hits(method: int) -> None:
    shot = solve(world(), THROWN, START, WALLS[MIDDLE], method)
    found = shot.toss.landing
    assert shot.miss < 3
    assert found.first == MIDDLE
    assert found.on[0].area >= 25
    assert MIDDLE in [contact.card for contact in found.on] or CASTLE in [
        contact.card for contact in found.on
    ]
    assert found.pose.level == 1 + max(LAYOUT[c.card].level for c in found.on)
    assert not found.off
    assert found.under == ()


@rule("CB20")
def test_a_short_throw_touches_the_table_first() -> None:
    found = landing(release(STYLES[LOB], 1.2))
    assert found.first == TABLE
    assert found.on == ()
    assert found.pose.level == 0


@rule("CB20")
def test_a_wild_throw_leaves_the_play_area() -> None:
    found = landing(Release(LOB, speed=3400, heading=600, loft=900, pitch=900, spin=40_000))
    assert found.off
    assert found.first == NOTHING
    assert abs(found.pose.x) > 5070 or abs(found.pose.y) > 5000


@rule("CB20")
def test_a_touch_inside_counts_though_the_card_slides_out() -> None:
    near = replace_field(FIELD, half_depth=240)
    thrown = release(STYLES[FRISBEE], 1.8)
    found = TossWorld(near, ()).toss(Throw(THROWN, START, thrown, near)).landing
    assert found.off
    assert found.first == TABLE


def replace_field(field: Field, half_depth: int) -> Field:
    return Field(field.half_width, half_depth, field.card_width, field.card_length)


@rule("CB20")
def test_a_card_that_slides_under_another_is_told() -> None:
    """It slides flat along the table into the raised edge of a wall, on which another card lies."""
    thrown = Throw(28, START, Release(FRISBEE, 0, -60, 20, 1800, loft=-100), FIELD)
    cards = {21: Pose(0, 300, 0), 22: Pose(0, 600, 0, 1)}
    found = world(cards).toss(thrown).landing
    assert found.first == TABLE
    assert found.on == ()
    assert found.under == (21, 22)
    assert found.pose.level == 0
    assert found.moved == ((21, Pose(0, 300, 0, 1)), (22, Pose(0, 600, 0, 2)))


FLAT = Release(LOB, -53, -8, 48, 2594, 0, 207, 6, -9, -28, 20_000)  # its face meets an edge


@pytest.mark.parametrize("thrown", [FLAT, *map(random_release, range(60))])
def test_the_first_touch_lies_on_what_was_touched(thrown: Release) -> None:
    """Within 0.2 mm, on the card or on bare table; its sound comes from the same place."""
    toss = film(thrown)
    found = toss.landing
    if found.first == NOTHING:
        assert found.touch is None
        return
    x, y = found.touch[0] / 10, found.touch[1] / 10
    inside = {card: distance_inside(pose, x, y) for card, pose in LAYOUT.items()}
    if found.first == TABLE:
        assert max(inside.values()) < 0.2
    else:
        assert inside[found.first] > -0.2
    cue = next(cue for cue in toss.cues if cue.kind == "touch")
    assert (cue.x, cue.y) == pytest.approx((x, y), abs=0.06)


def distance_inside(pose: Pose, x: float, y: float) -> float:
    """Return how many mm a place lies inside a card; negative outside."""
    at = plan(pose, FIELD.card_width / 10, FIELD.card_length / 10)
    across, along = at.local(x, y)
    return min(at.a - abs(across), at.b - abs(along))


@rule("CB22")
def test_a_card_on_two_cards_lies_on_both() -> None:
    cards = {10: Pose(0, 2000, 0), 11: Pose(0, 3000, 0)}
    between = Pose(0, 2500, 0)
    shot = solve(world(cards), THROWN, START, between, LOB, share=1.0)
    assert [contact.card for contact in shot.toss.landing.on] == [10, 11]
    assert all(contact.area >= 25 for contact in shot.toss.landing.on)


@rule("CB24")
def test_a_pushed_wall_is_told_with_its_new_place() -> None:
    """The card's edge, about as high as the wall's, meets the wall slowly."""
    thrown = Throw(28, START, Release(FRISBEE, 0, -60, 20, 1500, loft=-100), FIELD)
    found = world({7: Pose(0, 900, 0)}).toss(thrown).landing
    ((card, place),) = found.moved
    assert card == 7
    assert 20 < place.y - 900 < 200
    assert place.level == 0


@rule("CB24")
def test_sticky_cards_drag_what_they_land_on() -> None:
    thrown = solve(world(material=STICKY), THROWN, START, WALLS[MIDDLE], LOB).throw
    moved = dict(world(material=STICKY).toss(thrown).landing.moved)
    assert 0 < hypot(moved[MIDDLE].x, moved[MIDDLE].y - 2000) < 200
    assert dict(world(material=WOOD).toss(thrown).landing.moved) == {}


def test_a_slippery_table_lets_cards_slide_farther() -> None:
    thrown = release(STYLES[FRISBEE], 1.2)
    ends = [world({}, material).toss(throw(thrown)).landing.pose.y for material in (WOOD, FELT)]
    assert ends[0] > ends[1] + 100


@pytest.mark.parametrize("n", range(6))
def test_the_same_throw_from_the_other_side_is_the_same_turned(n: int) -> None:
    there = {card: half_turn(pose) for card, pose in LAYOUT.items()}
    one = landing(random_release(n))
    two = world(there).toss(throw(random_release(n), Pose(0, 1525, 3142))).landing
    assert (two.pose.x, two.pose.y) == (-one.pose.x, -one.pose.y)
    assert _angle(two.pose.angle) == _angle(one.pose.angle + 3142)
    assert (two.first, two.under, two.face_up) == (one.first, one.under, one.face_up)
    assert [(c.card, c.covered) for c in two.on] == [(c.card, c.covered) for c in one.on]
    for mine, other in zip(one.on, two.on, strict=True):
        assert abs(mine.area - other.area) <= 1  # mm²: poses are turned by 3142 mrad, not by pi


@pytest.mark.parametrize("n", range(4))
def test_shifting_everything_shifts_the_landing(n: int) -> None:
    dx, dy = 137, -41
    there = {c: Pose(p.x + dx, p.y + dy, p.angle, p.level) for c, p in LAYOUT.items()}
    one = landing(random_release(n))
    start = Pose(START.x + dx, START.y + dy, START.angle)
    two = world(there).toss(throw(random_release(n), start)).landing
    assert two.pose == Pose(one.pose.x + dx, one.pose.y + dy, one.pose.angle, one.pose.level)
    assert (two.first, two.on) == (one.first, one.on)


@pytest.mark.parametrize("n", range(8))
def test_a_throw_in_a_mirror(n: int) -> None:
    r = random_release(n)
    other = Release(
        r.method, -r.x, r.y, r.height, r.speed, -r.heading, r.loft, r.pitch, -r.bank, -r.yaw,
        -r.spin, r.tumble,
    )  # fmt: skip
    one, two = landing(r, {}), landing(other, {})
    assert (-two.pose.x, two.pose.y) == pytest.approx((one.pose.x, one.pose.y), abs=2)
    assert two.face_up == one.face_up


DIGEST = """
from tests.toss.test_world import landing, random_release
print([tuple(landing(random_release(n)).action().args) for n in range(5)])
"""


def test_a_replay_is_the_same_bit_for_bit_in_another_process() -> None:
    here = str([tuple(landing(random_release(n)).action().args) for n in range(5)])
    for seed in ("0", "123"):
        done = subprocess.run(
            [sys.executable, "-c", DIGEST],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.getcwd()},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert done.stdout.strip() == here


def test_a_toss_is_a_function_of_its_arguments() -> None:
    assert film(random_release(1)) == film(random_release(1))
    backwards = TossWorld(FIELD, tuple(sorted(LAYOUT.items(), reverse=True)))
    assert backwards.toss(throw(random_release(1))) == film(random_release(1))


@pytest.mark.parametrize("n", range(12))
def test_landings_travel_inside_actions(n: int) -> None:
    found = landing(random_release(n))
    assert Landing.of(found.action()) == found
    assert throw(random_release(n)).allows(found.action())


def test_levels_tell_who_lies_above_whom() -> None:
    cards = {10: Pose(0, 2000, 0, 0), 11: Pose(50, 2100, 200, 1)}
    found = solve(world(cards), THROWN, START, Pose(0, 2050, 0), LOB).toss.landing
    assert [contact.card for contact in found.on] == [10, 11]
    assert found.pose.level == 2


@pytest.mark.parametrize(
    "thrown",
    [
        Release(LOB, height=20, speed=100, pitch=1571),
        Release(FLIP, speed=8000, loft=1571, tumble=250_000, spin=250_000),
        Release(FRISBEE, speed=8000, loft=-600, pitch=-3142, bank=1571, spin=-250_000),
        Release(LOB, speed=100, loft=1571),
        Release(LOB, x=400, y=-600, speed=8000, heading=1571),
    ],
)
def test_any_legal_release_lands(thrown: Release) -> None:
    found = film(thrown)
    assert found.frames[-1].t < 12
    assert throw(thrown).allows(found.landing.action())


def test_exceptions_in_callbacks_are_not_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: Any) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr(Slide, "_begin", fail)
    with pytest.raises(RuntimeError, match="planted"):
        solve(world(), THROWN, START, WALLS[MIDDLE], LOB)


# Film of a toss


@pytest.mark.parametrize("n", range(5))
def test_frames_are_fine_enough_to_interpolate(n: int) -> None:
    toss = film(random_release(n))
    times = [frame.t for frame in toss.frames]
    assert times == sorted(times)
    assert max(two - one for one, two in pairwise(times)) < 0.0085
    for frame in toss.frames:
        assert sum(part * part for part in frame.turn) == pytest.approx(1.0, abs=1e-9)
    last = toss.frames[-1]
    assert (last.x, last.y) == pytest.approx(
        (toss.landing.pose.x / 10, toss.landing.pose.y / 10), abs=0.2
    )
    for one, two in pairwise(toss.frames):
        assert hypot(two.x - one.x, two.y - one.y) < 30


def test_at_interpolates_and_holds_the_ends() -> None:
    toss = film(random_release(2))
    assert toss.at(-1.0) == toss.frames[0]
    assert toss.at(99.0) == toss.frames[-1]
    one, two = toss.frames[10], toss.frames[11]
    half = toss.at((one.t + two.t) / 2)
    assert (half.x, half.z) == pytest.approx(((one.x + two.x) / 2, (one.z + two.z) / 2))
    assert toss.seconds == toss.frames[-1].t


def test_cues_tell_the_story_in_order() -> None:
    cues = film(release(STYLES[LOB])).cues
    assert cues[0].kind == "touch"
    assert cues[0].speed > 300
    assert cues[-1].kind == "rest"
    kinds = [cue.kind for cue in cues]
    assert kinds.index("slap") < kinds.index("slide")
    assert [cue.t for cue in cues] == sorted(cue.t for cue in cues)


# Aiming


def test_the_preview_begins_the_flight() -> None:
    dots, touch = preview(throw(release(STYLES[LOB])))
    frames = film(release(STYLES[LOB]), {}).frames
    assert dots[0] == pytest.approx((frames[0].x, frames[0].y, frames[0].z))
    assert dots[3] == pytest.approx((frames[6].x, frames[6].y, frames[6].z), abs=0.2)
    whole, again = preview(throw(release(STYLES[LOB])), part=1.0)
    assert len(dots) == pytest.approx(0.4 * len(whole), abs=2)
    assert touch == again


@pytest.mark.parametrize("method", [LOB, FRISBEE, FLIP])
@pytest.mark.parametrize("power", [0.1, 0.5, 0.9, 1.0])
def test_the_preview_knows_the_first_touch(method: int, power: float) -> None:
    for thrown in (preset(method, power), preset(method, power, loft=30, heading=9, bank=8)):
        cue = film(thrown, {}).cues[0]
        assert cue.kind == "touch"
        assert preview(throw(thrown)).touch == pytest.approx((cue.x, cue.y), abs=2.0)


def test_what_lies_straight_ahead_is_not_aside() -> None:
    assert ahead(START, WALLS[MIDDLE]) == (0.0, 352.5)


@pytest.mark.parametrize("method", [LOB, FRISBEE])
def test_power_is_distance(method: int) -> None:
    ways = [landing(preset(method, power / 4), {}).pose.y - START.y for power in range(5)]
    steps = [two - one for one, two in pairwise(ways)]
    assert min(steps) > 300
    assert max(steps) < 3 * min(steps)
    assert ways[-1] > 5000 or method == LOB
    assert preset(method, 7.0) == preset(method, 1.0)


@rule("CB21")
def test_the_solver_allows_for_the_run_on() -> None:
    target = Pose(400, 3500, 0)
    shot = solve(world({}), THROWN, START, target, FRISBEE, share=1.0)
    pose = shot.toss.landing.pose
    assert hypot(pose.x - 400, pose.y - 3500) < 30
    touch = shot.toss.cues[0]
    assert touch.y < 320


def test_styles_stay_within_what_may_be_thrown() -> None:
    wild = release(STYLES[LOB], 99.0, heading=400, loft=500, spin=9999, x=1e6, y=5)
    assert throw(wild).allows(landing(wild).action())
    assert (wild.speed, wild.x, wild.y, wild.loft) == (8000, 400, 0, 1571)
    left = release(STYLES[LOB], spin=-18)
    assert left.yaw == -release(STYLES[LOB]).yaw
