"""Tests of the camera: projection and its inverse, and framing."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from castlecards.ui.table.layout.camera import corners, frame

FIELD = [(-539.0, -400.0), (539.0, -400.0), (539.0, 400.0), (-539.0, 400.0)]
VIEW = (120.0, 60.0, 1040.0, 590.0)


@given(
    st.floats(-600, 600),
    st.floats(-500, 500),
    st.floats(0, 150),
    st.sampled_from([0.0, math.pi, 0.7]),
    st.floats(0, 0.9),
)
def test_unproject_undoes_project(x: float, y: float, z: float, facing: float, tilt: float) -> None:
    camera = frame(FIELD, VIEW, facing, tilt)
    back = camera.unproject(*camera.project(x, y, z), z)
    assert back == pytest.approx((x, y), abs=1e-6)


@pytest.mark.parametrize("facing", [0.0, math.pi])
@pytest.mark.parametrize("tilt", [0.0, 0.3, 0.8])
def test_all_that_is_framed_lies_in_the_viewport_and_fills_it(facing: float, tilt: float) -> None:
    shown = [frame(FIELD, VIEW, facing, tilt).project(x, y) for x, y in FIELD]
    left, top, width, height = VIEW
    xs, ys = [x for x, _ in shown], [y for _, y in shown]
    assert min(xs) >= left - 1e-6
    assert max(xs) <= left + width + 1e-6
    assert min(ys) >= top - 1e-6
    assert max(ys) <= top + height + 1e-6
    assert max(xs) - min(xs) == pytest.approx(width) or max(ys) - min(ys) == pytest.approx(height)


def test_the_own_side_is_at_the_bottom_and_larger() -> None:
    for facing, sign in ((0.0, -1), (math.pi, 1)):
        camera = frame(FIELD, VIEW, facing)
        assert camera.project(0, sign * 300)[1] > camera.project(0, -sign * 300)[1]
        assert camera.size_at(0, sign * 300) > camera.size_at(0, -sign * 300)
    assert frame(FIELD, VIEW, 0.0).project(100, 0)[0] > frame(FIELD, VIEW, 0.0).project(0, 0)[0]
    north = frame(FIELD, VIEW, math.pi)
    assert north.project(100, 0)[0] < north.project(0, 0)[0]


def test_height_lifts_a_point_and_brings_it_nearer() -> None:
    camera = frame(FIELD, VIEW, 0.0)
    assert camera.project(0, 0, 100)[1] < camera.project(0, 0)[1]
    assert camera.size_at(0, 0, 100) > camera.size_at(0, 0)
    assert camera.size_at(0, 0, 1e9) > 0  # behind the pinhole, the result is still a number


def test_zooming_keeps_the_point_under_the_pointer() -> None:
    camera = frame(FIELD, VIEW, 0.0)
    before = camera.unproject(300, 200)
    assert camera.zoomed(1.7, 300, 200).unproject(300, 200) == pytest.approx(before)
    x, y = camera.project(10, 20)
    assert camera.panned(5, -7).project(10, 20) == pytest.approx((x + 5, y - 7))


def test_a_turn_ends_at_the_other_side() -> None:
    south, north = frame(FIELD, VIEW, 0.0), frame(FIELD, VIEW, math.pi)
    assert south.between(north, 0.0) == south
    assert south.between(north, 1.0) == north
    half = south.between(north, 0.5)
    assert abs(abs(half.facing) - math.pi / 2) < 1e-9


def test_a_turned_card_has_its_top_where_its_angle_points() -> None:
    camera = frame(FIELD, VIEW, 0.0, tilt=0.0)
    upright = camera.quad(0, 0, 0.0, 63.5, 95)
    assert upright[0][1] < upright[3][1]  # its top edge is above its bottom edge
    left = camera.quad(0, 0, math.pi / 2, 63.5, 95)
    assert left[0][0] < left[3][0]  # turned anticlockwise: its top points to the left
    assert {(round(x, 3), round(y, 3)) for x, y in corners(10, 20, math.pi, 60, 90)} == {
        (-20, -25), (40, -25), (-20, 65), (40, 65),
    }  # fmt: skip
