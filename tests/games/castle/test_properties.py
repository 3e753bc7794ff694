"""Tests of invariants at every moment of random Castle matches."""

from __future__ import annotations

from random import Random

import pytest

from castlecards.core.events import Recorder
from castlecards.games.castle.state import (
    DECK,
    DISCARD,
    KNIGHT,
    MARKET,
    OWN,
    PEASANT,
    PLOT,
    RETURNED,
    STALLS,
    WALL_MARK,
    Pos,
    hand_limit,
    mover,
    read_plots,
    survey,
)
from tests.games.castle.build import GAME, new_match
from tests.games.castle.random_match import random_match
from tests.games.castle.reference import colour, rank
from tests.games.test_contract import MOST_OPTIONS, check_cards
from tests.marks import rule


def keys(pos: Pos, zone: int) -> list[str]:
    return [pos.face(card).key for card in pos.zones[zone]]


def check(pos: Pos) -> None:
    check_cards(pos)
    hidden = {0, OWN, DECK}
    for zone, cards in enumerate(pos.zones):
        for card in cards:
            assert pos.up >> card & 1 == (zone not in hidden)
            assert not pos.marks[RETURNED] >> card & 1 or zone in (0, OWN)
            assert not pos.marks[WALL_MARK] >> card & 1 or PLOT <= zone % OWN < KNIGHT
    stalls = [bool(pos.zones[zone]) for zone in range(MARKET, MARKET + STALLS)]
    assert all(stalls) or not pos.zones[DECK]
    for seat in (0, 1):
        check_estate(pos, seat)


def check_estate(pos: Pos, seat: int) -> None:
    own = "red" if pos.state.red == seat else "black"
    assert pos.state.plots[seat] == read_plots(pos, seat)
    for offset in range(PLOT, OWN):
        zone = seat * OWN + offset
        cards = pos.zones[zone]
        lie = keys(pos, zone)
        assert not lie or colour(lie[-1]) == own
        if offset >= KNIGHT:
            assert len(lie) in (0, 2)
            assert sum(map(rank, lie)) in (0, 5 if offset >= PEASANT else 10)
            continue
        wall = [key for card, key in zip(cards, lie, strict=True)
                if pos.marks[WALL_MARK] >> card & 1]  # fmt: skip
        stands = sorted(rank(key) for key in lie[len(wall) :])
        assert wall == lie[: len(wall)]
        assert len(wall) in (0, 2)
        assert len(set(map(rank, wall))) <= 1
        assert len(set(stands)) <= 1 or stands == [10, 11]
        assert not stands or stands[0] >= 10
        if stands and stands[0] in (10, 11) and len(stands) > 1:
            assert wall or stands == [10, 11]
            assert all(colour(key) == own for key in lie[len(wall) :])


def play_on(pos: Pos, seed: int) -> int:
    """Play a random match to the end, and check every position. Return the largest option count."""
    table, chance, most = Recorder(pos), Random(seed), 0
    decision = table.settle()
    while decision is not None:
        check(table.pos)
        most = max(most, len(decision.options))
        turn = table.pos.state.turn
        decision = table.play(chance.choice(decision.options))
        if decision is not None and table.pos.state.turn == turn + 1:
            check_end_of_turn(table.pos)
    check(table.pos)
    return most


def check_end_of_turn(pos: Pos) -> None:
    last = 1 - mover(pos.state)
    estate = survey(pos.state.plots[last], last)
    people = [
        sum(bool(pos.zones[last * OWN + n]) for n in range(*where))
        for where in ((KNIGHT, PEASANT), (PEASANT, OWN))
    ]
    assert people[0] <= 2 or estate.barracks
    assert people[1] <= 2 or estate.hovels
    if pos.zones[DECK]:
        assert len(pos.zones[last * OWN]) <= hand_limit(pos, last)


@pytest.mark.long
@rule("CA2", "CA5", "CA7", "CA8", "CA12", "CA16", "CA17", "CA23")
@pytest.mark.parametrize("first", range(0, 24, 6))
def test_random_matches_keep_the_table_in_order(first: int) -> None:
    for seed in range(first, first + 6):
        assert 0 < play_on(new_match(seed).pos, seed) <= MOST_OPTIONS


def test_random_matches_from_the_middle_keep_the_table_in_order() -> None:
    for seed in range(1000, 1080):
        match, _ = random_match(Random(seed))
        if match.pos.decision is not None:
            play_on(match.pos, seed)


def test_discards_only_grow() -> None:
    table, chance = Recorder(new_match(7).pos), Random(7)
    decision, before = table.settle(), b""
    while decision is not None:
        decision = table.play(chance.choice(decision.options))
        now = table.pos.zones[DISCARD]
        assert now.startswith(before)
        before = now
    assert before
    assert GAME.outcome(table.pos)
