"""Tests of wind: a flight in wind is a flight in still air, seen from the moving air."""

from __future__ import annotations

from dataclasses import replace

import pytest

from castlecards.core.cards import Field, Pose
from castlecards.core.landing import LOB, Release, Throw
from castlecards.toss.aim import preview
from castlecards.toss.flight import State, derivative, into_card, into_world, launch_state, step
from castlecards.toss.stock import STANDARD_AIR, STANDARD_STOCK
from castlecards.toss.world import TossWorld

STILL = Field(400, 500)
RELEASE = Release(LOB, speed=2100, loft=1047, pitch=524, spin=25_000)
NORTH, SOUTH = Pose(0, -2000, 0), Pose(0, 2000, 3142)


def fly(wind: tuple[float, float], state: State, seconds: float) -> State:
    rate = derivative(STANDARD_STOCK, replace(STANDARD_AIR, wind=wind))
    for _ in range(round(seconds * 1000)):
        state = step(rate, state, 1e-3)
    return state


@pytest.mark.parametrize("wind", [(0.8, 0.0), (0.0, -0.5), (-0.3, 0.4)])
def test_a_flight_in_wind_is_a_flight_in_still_air_seen_from_it(wind: tuple[float, float]) -> None:
    """Galilean invariance: subtract the wind from the start velocity, add its path to the end."""
    start = launch_state(2.1, 1.0, pitch=0.5, spin=25.0, tumble=3.0)
    windy = fly(wind, start, 0.3)
    off = into_card(start, (*wind, 0.0))
    calm = (*start[:3], *(u - a for u, a in zip(start[3:6], off, strict=True)), *start[6:])
    seen = fly((0.0, 0.0), calm, 0.3)
    assert windy[0] == pytest.approx(seen[0] + 0.3 * wind[0], abs=1e-6)
    assert windy[1] == pytest.approx(seen[1] + 0.3 * wind[1], abs=1e-6)
    assert windy[2] == pytest.approx(seen[2], abs=1e-6)
    ours, theirs = into_world(windy, windy[3:6]), into_world(seen, seen[3:6])
    assert ours[0] == pytest.approx(theirs[0] + wind[0], abs=1e-5)
    assert windy[6:] == pytest.approx(seen[6:], abs=1e-5)


def landing(field: Field, start: Pose) -> Pose:
    return TossWorld(field).toss(Throw(0, start, RELEASE, field)).landing.pose


def test_no_wind_changes_no_bit() -> None:
    calm = TossWorld(STILL).toss(Throw(0, NORTH, RELEASE, STILL)).landing
    again = TossWorld(replace(STILL, wind=(0, 0))).toss(Throw(0, NORTH, RELEASE, STILL)).landing
    assert calm == again


def test_wind_from_the_west_carries_a_card_to_the_east_whoever_throws() -> None:
    windy = replace(STILL, wind=(600, 0))
    for start in (NORTH, SOUTH):
        drift = landing(windy, start).x - landing(STILL, start).x
        assert 100 < drift < 3000  # 0.1 mm


def test_the_preview_bends_with_the_wind() -> None:
    windy = replace(STILL, wind=(600, 0))
    calm, blown = (preview(Throw(0, NORTH, RELEASE, field), 1.0) for field in (STILL, windy))
    assert blown[-1][0] > calm[-1][0] + 10
