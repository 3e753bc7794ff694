"""Tests of the strength benchmark of computer players: its intervals, and the games of its bars."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import strength
from benchmarks.strength import (
    Bar,
    Score,
    bars,
    length_row,
    played,
    ratings,
    score,
    score_row,
    sources_checksum,
)
from castlecards import option_args
from castlecards.arena import DealResult
from castlecards.content import built_in
from castlecards.players.levels import level


def results(*shares: float) -> list[DealResult]:
    return [
        DealResult(n, (share, 1 - share), (0.5, 0.5), 1, (1, 1)) for n, share in enumerate(shares)
    ]


def test_every_bar_is_of_a_game_with_such_players_and_options() -> None:
    found = list(bars())
    assert len({bar.name for bar in found}) == len(found) > 40
    for bar in found:
        game = built_in()[bar.game]
        assert option_args.read(game, bar.options) is not None
        assert level(bar.first) is not None
        assert bar.second == "random" or level(bar.second) is not None
        assert 50 < bar.percent < 100


def test_few_deals_that_agree_prove_little_and_many_prove_much() -> None:
    few, many = score(results(*[1.0] * 4)), score(results(*[1.0] * 200))
    assert (few.deals, few.mean) == (4, 100.0)
    assert few.half > 10 > 2 > many.half
    assert not few.clear(60)
    assert many.clear(95)
    assert not Score(100, 61.0, 5.0).clear(60)


@pytest.mark.parametrize(
    ("found", "word"),
    [
        (None, "not played"),
        (Score(200, 61.0, 5.0), "pass"),
        (Score(200, 59.0, 5.0), "MISSED"),
        (Score(40, 90.0, 8.0), "pass"),
        (Score(40, 30.0, 8.0), "MISSED"),
        (Score(40, 63.0, 8.0), "open"),
    ],
)
def test_a_row_is_open_until_it_is_clear_or_played_out(found: Score | None, word: str) -> None:
    row = score_row(Bar("level", "castle", "knight", "squire", 60), found, 200)
    assert row.line.endswith(word)
    assert row.good == (word == "pass")


def test_deals_are_kept_and_told_again(tmp_path: Path) -> None:
    bar = Bar("thumb", "card_barrage", "squire", "random", 95)
    assert played(bar, 2, tmp_path, False, True) is None
    first = played(bar, 2, tmp_path, False, False)
    (record,) = tmp_path.iterdir()
    assert sources_checksum(bar) in record.name
    before = record.read_text()
    assert played(bar, 200, tmp_path, False, True) == first
    assert record.read_text() == before
    assert sources_checksum(bar) != sources_checksum(bar._replace(first="knight"))


def test_ratings_are_sums_of_the_differences_between_neighbours() -> None:
    even, ten = Score(200, 50.0, 5.0), Score(200, 1000 / 11, 5.0)  # 400 points
    found = list(ratings({"squire": [ten, even], "knight": [ten]}))
    assert [(id, round(elo)) for id, elo, _ in found] == [
        ("page", 0),
        ("squire", 200),
        ("knight", 600),
    ]
    assert found[0][2] == 0
    assert 0 < found[1][2] < found[2][2]  # intervals add up


def test_the_length_of_matches_is_told() -> None:
    row = length_row(2, "page")
    assert row.line.endswith("pass" if row.good else "MISSED")
    assert "within 200, longest" in row.what


def test_speeds_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    smaller = {
        "GAMES": {"castle": "castle"},
        "TIMED_DECISIONS": 1,
        "TIMED_EVERY": 1,
        "THUMB_ROUNDS": 1,
        "THUMB_MATCHES": 1,
    }
    for name, value in smaller.items():
        monkeypatch.setattr(strength, name, value)
    assert [row.what.split(":")[0] for row in strength.speed_rows()] == ["castle"] * 3
