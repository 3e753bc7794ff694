"""Tests of faction strengths: the chances of a pairing, and the handicap that makes it even."""

from __future__ import annotations

from itertools import pairwise

import pytest

from castlecards.games.castle_wars.faction_strengths import (
    HANDICAPS,
    LOG_ODDS,
    MOST_FEWER,
    PROVEN,
    SOLDIER,
    Handicap,
    even_handicap,
    expected,
    proven,
)
from castlecards.games.castle_wars.setup import FACTIONS
from tests.games.castle_wars.build import GAME
from tests.games.castle_wars.random_play import options_of
from tests.marks import rule

EVEN = 0.1  # tolerance for an even pairing, as a share
PAIRS = [(one, other) for one in FACTIONS for other in FACTIONS if one != other]


def test_the_tables_have_all_pairs_of_factions_once() -> None:
    names = sorted(FACTIONS)
    assert list(LOG_ODDS) == list(PROVEN) == names
    assert [len(row) for row in LOG_ODDS.values()] == list(range(len(names) - 1, -1, -1))
    for first, row in PROVEN.items():
        assert set(row) <= {each for each in names if each > first}


def test_known_strong_and_weak_factions_are_told_apart() -> None:
    assert expected("war_mongers", "none") < expected("golems", "none") < 0.3
    assert expected("fateweavers", "none") > 0.7


def test_both_sides_of_a_pairing_are_told_the_same() -> None:
    for one, other in PAIRS:
        assert expected(one, other) == pytest.approx(1 - expected(other, one))
        assert even_handicap(one, other) == even_handicap(other, one).with_sides_swapped
        assert proven(one, other) == proven(other, one)
    assert expected("golems", "golems") == 0.5
    for less in (Handicap(3, 0), Handicap(begins="second"), Handicap(1, 1, "second")):
        assert expected("golems", "golems", less) < 0.5
        assert expected("golems", "golems", less.with_sides_swapped) > 0.5


def test_a_handicap_is_a_number_of_soldiers_and_a_beginner_in_any_mixture() -> None:
    assert len({*HANDICAPS}) == len(HANDICAPS) == 3 + 4 * MOST_FEWER
    assert {each.with_sides_swapped for each in HANDICAPS} == {*HANDICAPS}
    assert Handicap(2, 0).equals(Handicap(2, 0, "second"))
    assert not Handicap(2, 0).equals(Handicap(2, 0, "first"))
    odds = sorted(each.log_odds for each in HANDICAPS if abs(each.log_odds) < 6 * SOLDIER)
    assert max(b - a for a, b in pairwise(odds)) < 0.7 * SOLDIER


@rule("CW43")
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_the_offered_handicap_evens_a_pairing_as_far_as_it_goes(one: str, other: str) -> None:
    options = options_of(one, other)
    before = GAME.balance(options, 2)
    given = options_of(one, other, **dict(before.offer))
    after = GAME.balance(given, 2)
    assert after.offer == ()
    fewer = given.first_handicap, given.second_handicap
    assert Handicap(*fewer, given.begins) in HANDICAPS
    assert abs(after.share - 0.5) <= EVEN or max(fewer) == MOST_FEWER
    assert abs(after.share - 0.5) <= abs(before.share - 0.5) or after.proven
    assert after.proven == proven(one, other)
    assert after.proven or not before.proven
    assert not after.proven or abs(after.share - 0.5) <= EVEN
    assert GAME.setup(given, 2).decision is None  # it can be dealt


@rule("CW43")
def test_only_the_handicap_that_was_played_is_proven() -> None:
    one, other = next((first, next(iter(row))) for first, row in PROVEN.items() if row)
    first, second, begins = best = even_handicap(one, other)
    for given in (best, Handicap(first + 1, second, begins), best._replace(begins="first"),
                  best._replace(begins="second")):  # fmt: skip
        names = "first_handicap", "second_handicap", "begins"
        options = options_of(one, other, **dict(zip(names, given, strict=True)))
        balance = GAME.balance(options, 2)
        assert balance.proven == given.equals(best)


def test_nothing_is_said_of_equal_sides_and_of_the_epic_game() -> None:
    assert GAME.balance(options_of("undead", "undead"), 2) is None
    assert GAME.balance(options_of("golems", "undead", epic=True), 2) is None
    unequal = GAME.balance(options_of("undead", "undead", first_handicap=5), 2)
    assert unequal.share < 0.5
    none = {"first_handicap": 0, "second_handicap": 0, "begins": "handicap"}
    assert dict(unequal.offer) == none
    began = GAME.balance(options_of("undead", "undead", begins="first"), 2)
    assert began.share > 0.5
    assert dict(began.offer) == none
