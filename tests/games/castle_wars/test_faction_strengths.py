"""Tests of faction strengths: the chances of a pairing, and the handicap that makes it even."""

from __future__ import annotations

import pytest

from castlecards.games.castle_wars.faction_strengths import (
    LOG_ODDS,
    MOST_FEWER,
    PROVEN,
    expected,
    handicaps,
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
        assert handicaps(one, other) == handicaps(other, one)[::-1]
        assert proven(one, other) == proven(other, one)
    assert expected("golems", "golems") == 0.5
    assert expected("golems", "golems", 3, 0) < 0.5 < expected("golems", "golems", 0, 3)


@rule("CW43")
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_the_offered_handicap_evens_a_pairing_as_far_as_it_goes(one: str, other: str) -> None:
    options = options_of(one, other)
    before = GAME.balance(options, 2)
    assert before is not None
    given = options_of(one, other, **dict(before.offer))
    after = GAME.balance(given, 2)
    assert after is not None
    assert after.offer == ()
    fewer = given.first_handicap, given.second_handicap
    assert 0 in fewer
    assert abs(after.share - 0.5) <= EVEN or max(fewer) == MOST_FEWER
    assert abs(after.share - 0.5) <= abs(before.share - 0.5)
    assert after.proven == proven(one, other)
    assert after.proven or not before.proven
    assert not after.proven or abs(after.share - 0.5) <= EVEN
    assert GAME.setup(given, 2).decision is None  # it can be dealt


@rule("CW43")
def test_only_the_handicap_that_was_played_is_proven() -> None:
    one, other = next((first, row[0]) for first, row in PROVEN.items() if row)
    first, second = handicaps(one, other)
    proofs = [
        balance.proven
        for more in (0, 1)
        if (
            balance := GAME.balance(
                options_of(one, other, first_handicap=first + more, second_handicap=second), 2
            )
        )
    ]
    assert proofs == [True, False]


def test_nothing_is_said_of_equal_sides_and_of_the_epic_game() -> None:
    assert GAME.balance(options_of("undead", "undead"), 2) is None
    assert GAME.balance(options_of("golems", "undead", epic=True), 2) is None
    unequal = GAME.balance(options_of("undead", "undead", first_handicap=5), 2)
    assert unequal is not None
    assert unequal.share < 0.5
    assert dict(unequal.offer) == {"first_handicap": 0, "second_handicap": 0}
