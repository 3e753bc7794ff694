"""Tests of straight flicks: a higher strength goes farther, on its line, with the same face up."""

from __future__ import annotations

import pytest

from benchmarks.flicks import (
    HARDER,
    MOST_ASIDE,
    MOST_GROWTH,
    STRENGTHS,
    WALL_REACH,
    aside,
    growth,
    thrown,
)
from castlecards.core.cards import Surface
from castlecards.core.landing import FLIP, LOB, METHODS

SURFACES: tuple[Surface, ...] = ("felt", "wood", "sticky")
MIDDLE = 28  # the wall straight ahead of the standard layout
COARSE = STRENGTHS[::4]  # the tool takes every strength


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("method", [LOB, FLIP])
def test_a_harder_flick_goes_a_little_farther_on_the_same_line(
    method: int, surface: Surface
) -> None:
    found = [thrown(method, strength, surface) for strength in COARSE]
    least, most = growth(found)
    assert least > 0
    assert most <= MOST_GROWTH * COARSE.step / STRENGTHS.step
    assert aside(found) <= MOST_ASIDE
    assert len({one.landing.face_up for one in found}) == 1


def test_a_flip_never_jumps_where_it_is_used() -> None:
    found = [thrown(FLIP, strength) for strength in range(1200, 1641, 40)]  # about the wall
    least, most = growth(found)
    assert 0 < least <= most <= MOST_GROWTH
    assert aside(found) <= MOST_ASIDE
    assert not any(one.landing.face_up for one in found)


@pytest.mark.parametrize("method", range(len(METHODS)))
def test_a_straight_flick_touches_first_what_the_line_points_at(method: int) -> None:
    bare = [thrown(method, strength) for strength in COARSE]
    assert max(abs(one.touch[0]) for one in bare) <= WALL_REACH
    there = [one.strength for one in bare if 310 < one.touch[1] < 395]  # the wall: 305 to 400 mm
    assert there
    for strength in there:
        landing = thrown(method, strength, walls=True).landing
        assert landing.first == MIDDLE
        assert landing.on


def test_a_lob_grows_to_the_edge_of_the_play_area() -> None:
    found = [thrown(LOB, strength) for strength in HARDER[:20:2]]
    inside = [one for one in found if not one.landing.off]
    assert growth(inside)[0] > 0
    assert len(inside) < len(found)
    assert inside[-1].rest[1] > 600  # 652 mm: the edge
