"""Tests of Elo ratings: of a person from results, and compared with a level."""

from __future__ import annotations

import pytest

from castlecards.players.levels import LEVELS
from castlecards.players.ratings import LEAST, RATINGS, Result, comparison, expected, rating_of


def test_ratings_rise_with_the_levels() -> None:
    known = [RATINGS[each.id].elo for each in LEVELS if each.id in RATINGS]
    assert known == sorted(set(known))
    assert known[0] == 0


def test_four_hundred_points_mean_ten_to_one() -> None:
    assert expected(400, 0) == pytest.approx(10 / 11)
    assert expected(0, 400) == pytest.approx(1 / 11)


def test_a_person_has_the_rating_that_explains_the_results() -> None:
    for own in (100.0, 450.0, 700.0):
        results = [Result(id, 1000, 1000 * expected(own, each.elo)) for id, each in RATINGS.items()]
        assert rating_of(results) == pytest.approx(own, abs=5)
    assert rating_of([Result("knight", LEAST - 1, 2.0)]) is None
    assert rating_of([Result("teapot", 50, 25.0)]) is None
    beaten = rating_of([Result("page", LEAST, 0.0)])
    won = rating_of([Result("regent", 3, 3.0), Result("marshal", 2, 2.0)])
    assert beaten is not None
    assert won is not None
    assert beaten < RATINGS["page"].elo < RATINGS["marshal"].elo < won < 2000


def test_a_level_is_compared_with_a_rating() -> None:
    own = float(RATINGS["knight"].elo)
    assert comparison("page", own) == "Weaker than you."
    assert comparison("knight", own) == "About even with you."
    assert comparison("regent", own) == "Stronger than you."
    assert comparison("knight", None) == comparison("teapot", own) == ""
