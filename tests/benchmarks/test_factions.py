"""Tests of the faction benchmark of Castle Wars: its plan, its record, and the fitted strengths."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from benchmarks.factions import (
    NONE,
    Pair,
    ensure,
    features,
    fit,
    name_of,
    offered,
    plan,
    played,
    proven,
    read,
    rows,
    stages,
)
from benchmarks.strength import factions


def test_the_plan_plays_each_pair_as_often_and_the_anchors_first() -> None:
    deals = list(plan(8))
    assert len(set(deals)) == len(deals)
    early = stages()[0]
    assert [pairing for pairing, _ in deals[: len(early)]] == early
    known = {frozenset(pairing[:2]) for pairing, _ in deals}
    every = factions()
    pairs = {frozenset((one, other)) for one in every for other in every if one != other}
    assert known - {frozenset({NONE})} == pairs
    assert {deal for _, deal in deals} == set(range(1, 9))
    assert len(deals) == 8 * len({pairing for pairing, _ in deals})


def test_a_record_is_continued_and_a_broken_line_left_out(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    record = read(path)
    wanted = [(Pair("fateweavers", "war_mongers"), deal) for deal in (1, 2)]
    ensure(path, record, iter(wanted[:1]), "thumb")
    with path.open("a") as file:
        file.write('[["none", ')
    again = read(path)
    assert again == record == {wanted[0]: 1.0}
    ensure(path, again, iter(wanted), "thumb")
    assert read(path) == again
    assert [*again] == wanted


def test_strengths_are_found_again_from_the_shares_that_they_give() -> None:
    even, strong = Pair(NONE, NONE, 0, 2), Pair("undead", NONE)
    record = {(pairing, deal): 0.75 for pairing in (even, strong) for deal in range(4000)}
    found = fit(record)
    assert found.strengths["undead"] == pytest.approx(1.0986, abs=0.01)  # log-odds of 75 %
    assert found.soldier == pytest.approx(1.0986 / 2, abs=0.01)
    assert found.strengths["golems"] == pytest.approx(0, abs=0.01)
    undead, golems = [found.half(features(Pair(name, NONE))) for name in ("undead", "golems")]
    assert undead < 0.1 < golems
    low, high = found.interval(Pair("undead", NONE, 2))
    assert low < 50 < high < low + 5
    assert found.interval(Pair(NONE, "undead", 0, 2)) == pytest.approx((100 - high, 100 - low))


def test_a_pairing_is_proven_even_by_its_own_matches_or_by_the_fit() -> None:
    one, other = [each for each in offered() if NONE in each][:2]
    shares = (0.25, 0.75)
    record = {(one, deal): shares[deal % 2] for deal in range(400)}
    record |= {(other, deal): shares[deal % 2] for deal in range(4)}
    record |= {(Pair(NONE, NONE, 0, 1), deal): 0.65 for deal in range(400)}
    own, by_fit = proven(record, fit(record))
    assert own == by_fit == [one]
    assert proven({(other, deal): 1.0 for deal in range(400)}, fit(record))[0] == []


def test_a_handicap_that_does_not_even_misses_its_bar() -> None:
    pairing = Pair("undead", NONE, 5)
    assert name_of(pairing) == "undead -5 v none"
    for share, good in ((0.5, True), (0.75, False)):
        record = {(pairing, deal): share for deal in range(400)}
        assert [row.good for row in rows(record)] == [good]
    plain = {(Pair("undead", NONE), 1): 1.0}
    assert [row.good for row in rows(plain)] == [True]


def test_equal_seeds_give_equal_matches(tmp_path: Path) -> None:
    wanted = list(islice(plan(1), 2))
    records = []
    for name in ("one", "two"):
        record = read(tmp_path / name)
        ensure(tmp_path / name, record, iter(wanted), "thumb")
        records.append(record)
    assert records[0] == records[1]
    assert len(records[0]) == 2


def test_rules_of_thumb_play_outcasts_as_well_as_no_faction() -> None:
    shares = [played(Pair("outcasts", NONE), deal, "thumb") for deal in range(1, 6)]
    assert sum(shares) / len(shares) >= 0.5
