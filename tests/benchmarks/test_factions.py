"""Tests of the faction benchmark of Castle Wars: its record, its estimates, and what is next."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from benchmarks.factions import (
    LEAST_DEALS,
    NONE,
    ROUND_DEALS,
    Pair,
    by_pair,
    estimates,
    fit,
    next_pairs,
    pairs,
    play_if_missing,
    played,
    read,
    rows,
    tables,
)
from benchmarks.strength import factions

SPLIT = (0.25, 0.75)  # shares of even deals


def test_a_record_is_continued_and_a_broken_line_left_out(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    record = read(path)
    pair = Pair("fateweavers", "war_mongers")
    play_if_missing(path, record, pair, 1, "thumb")
    with path.open("a") as file:
        file.write('[["none", ')
    again = read(path)
    assert again == record == {(pair, 1): 1.0}
    for deal in (1, 2):
        play_if_missing(path, again, pair, deal, "thumb")
    assert read(path) == again
    assert [*again] == [(pair, 1), (pair, 2)]


def test_strengths_are_found_again_from_the_shares_that_they_give() -> None:
    shares = {Pair(NONE, "undead"): [0.25] * 40000}
    shares[Pair(NONE, NONE, 2, 2, "first")] = [0.6225] * 40000  # log-odds of 0.5
    shares[Pair(NONE, NONE, 0, 2, "second")] = [0.75] * 40000  # log-odds of 1.0986
    found = fit(shares)
    assert found.log_odds(Pair(NONE, "undead")) == pytest.approx(-1.0986, abs=0.01)
    assert found.first_turn == pytest.approx(1, abs=0.01)
    assert found.soldier == pytest.approx((1.0986 + 0.5) / 2, abs=0.01)
    assert found.factions["golems"] == pytest.approx(0, abs=0.01)


def test_own_matches_of_two_factions_correct_their_strengths() -> None:
    shares = {Pair(NONE, NONE, 0, 2): [0.75] * 4000, Pair("golems", "undead"): [0.8] * 100}
    shares |= {Pair("golems", NONE): [0.2] * 100, Pair(NONE, "undead"): [0.2] * 100}
    found = {each.pair[:2]: each.pair for each in estimates(shares)}
    # It wins, though weaker against none.
    assert found["golems", "undead"].handicap.log_odds < 0 < found[NONE, "undead"].handicap.log_odds


def test_two_factions_are_even_only_by_the_whole_interval_of_their_score() -> None:
    pair = Pair(NONE, "undead")
    for shares, even in (
        ([*SPLIT] * 200, True),
        ([*SPLIT] * (LEAST_DEALS // 2 - 1), False),
        ([0.0, 1.0] * 16, False),
    ):
        (found,) = [each for each in estimates({pair: shares}) if each.pair[:2] == pair[:2]]
        assert found.pair == pair
        assert found.is_even is even
        assert [row.good for row in rows({pair: shares})].count(True) == even
    assert Pair("none", "undead", 0, 5).name == "none v undead -5, none begins"
    assert Pair("none", "undead", 0, 5, "second").name == "none v undead -5, undead begins"
    assert Pair("none", "undead").name == "none v undead"


def test_next_are_those_that_seem_to_need_the_fewest_deals() -> None:
    proven, near = Pair(NONE, "undead"), Pair("golems", "mages")
    shares = {proven: [*SPLIT] * 200, near: [*SPLIT] * (LEAST_DEALS // 2)}
    first = next_pairs(shares, (), 260)
    assert len(first) == ROUND_DEALS
    assert first[0] == near
    assert proven not in first
    assert all("golems" in pair for pair in next_pairs(shares, ("golems",), 260))
    full = {Pair(*pair): [*SPLIT] * 4 for pair in pairs()}
    assert next_pairs(full, (), 4) == []


def test_the_tables_are_python_and_name_what_is_proven() -> None:
    shares = {Pair(NONE, "undead"): [*SPLIT] * 200}
    soldier, turn, *lines = tables(shares)
    odds, proven = (ast.literal_eval("{" + part + "}") for part in "\n".join(lines).split("\n\n"))
    names = sorted(factions())
    assert list(odds) == list(proven) == names
    assert [len(row) for row in odds.values()] == list(range(len(names) - 1, -1, -1))
    assert proven == {name: {} for name in names} | {NONE: {"undead": (0, 0, "handicap")}}
    assert soldier.startswith("SOLDIER = ")
    assert turn.startswith("FIRST_TURN = ")


def test_equal_seeds_give_equal_matches(tmp_path: Path) -> None:
    records = []
    for name in ("one", "two"):
        record = read(tmp_path / name)
        for deal in (1, 2):
            play_if_missing(tmp_path / name, record, Pair("golems", NONE, 0, 2), deal, "thumb")
        records.append(by_pair(record))
    assert records[0] == records[1]


def test_rules_of_thumb_play_outcasts_as_well_as_no_faction() -> None:
    shares = [played(Pair("outcasts", NONE), deal, "thumb") for deal in range(1, 6)]
    assert sum(shares) / len(shares) >= 0.5
