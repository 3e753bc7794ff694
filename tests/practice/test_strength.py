"""Tests of the strength setting of a hand, computed from some throws."""

from __future__ import annotations

import pytest

from castlecards.core.cards import Field, Pose
from castlecards.core.landing import FLIP, FRISBEE, LOB, METHODS, Limits, Release
from castlecards.practice.hands import (
    MAX_STRENGTH,
    MIN_STRENGTH,
    TEST_THROWS,
    fitted_strength,
    needed_hand_speed,
)
from castlecards.settings import ABOUT, Settings
from castlecards.toss.flick import from_flick, track_of
from castlecards.toss.styles import STYLES

LIMITS = Limits(b"\1", Pose(0, -1525, 0), (-1425, 1425, -3542), Field(507, 500))


def flick(speed: float, method: int, strength: float) -> Release:
    """Return a straight movement of the hand, mm/s, to the release line."""
    count = max(3, round(250 / speed / 0.008))
    places = [(0.008 * n, 0.0, -410 + 250 * n / count) for n in range(count + 1)]
    found = from_flick(track_of(places, LIMITS), LIMITS, method, strength=strength)
    assert isinstance(found, Release)
    return found


@pytest.mark.parametrize("method", [LOB, FRISBEE, FLIP])
@pytest.mark.parametrize("factor", [0.55, 0.8, 1.0, 1.6])
def test_after_five_throws_the_hand_reaches_the_wall(method: int, factor: float) -> None:
    hand = needed_hand_speed(method) / factor
    strength = fitted_strength([(method, hand * part) for part in (0.9, 1.0, 1.3, 0.97, 1.02)])
    assert strength == pytest.approx(factor, abs=0.03)
    speed = flick(hand, method, strength).speed / 1000
    assert speed == pytest.approx(STYLES[method].speed, rel=0.03)


def test_methods_may_be_mixed_and_a_wild_throw_does_not_count_much() -> None:
    throws = [(n % 3, needed_hand_speed(n % 3) / 1.5) for n in range(TEST_THROWS - 1)]
    assert fitted_strength([*throws, (LOB, 9000.0)]) == 1.5
    assert len(METHODS) == 3


def test_it_stays_within_what_may_be_set() -> None:
    assert fitted_strength([(LOB, 1.0)]) == MAX_STRENGTH == ABOUT["mouse_strength"].high
    assert fitted_strength([(LOB, 1e6)]) == MIN_STRENGTH == ABOUT["mouse_strength"].low


@pytest.mark.parametrize("throws", [[], [(LOB, 0.0)], [(LOB, 900.0), (LOB, -1.0)]])
def test_no_throw_tells_nothing(throws: list[tuple[int, float]]) -> None:
    with pytest.raises(ValueError, match="at least one throw"):
        fitted_strength(throws)


def test_mouse_and_trackpad_have_a_strength_each() -> None:
    settings = Settings(mouse_strength=1.2, trackpad_strength=1.8)
    assert settings.strength == 1.2
    assert Settings(pointer="trackpad", trackpad_strength=1.8).strength == 1.8
    for bad in (0.45, 2.05):
        with pytest.raises(ValueError, match=r"trackpad_strength: expected 0\.5 to 2"):
            Settings(trackpad_strength=bad)
