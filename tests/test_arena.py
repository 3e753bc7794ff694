"""Arena tests: paired deals, intervals, the same result in any order, continued runs."""

from __future__ import annotations

import csv
import dataclasses
import gc
import json
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from castlecards import arena
from castlecards.arena import (
    DealResult,
    Matchup,
    elo,
    first_place,
    grid,
    play_deal,
    play_deals,
    run,
    standings,
)
from castlecards.cli import main
from castlecards.content import games
from castlecards.core.landing import Thrower
from castlecards.core.rng import noise
from castlecards.players.levels import LEVELS, THUMB, level, thrower
from castlecards.players.player import SECOND_STREAM, Choice, Question, answer_to, ponder
from castlecards.practice.stats import wilson, wilson_bounds

WARS = games()["castle_wars"]


def matchup(*players: str, game: str = "castle_wars", **options: Any) -> Matchup:
    chosen = games()[game]
    return Matchup(chosen, chosen.options(**options), players)


def test_a_deal_is_played_from_every_place() -> None:
    (deal,) = play_deals(matchup("squire", "squire"), [3])
    assert sum(deal.shares) == pytest.approx(1.0)
    assert deal.shares == (0.5, 0.5)  # the same player on both sides of the same deal
    assert sum(deal.places) == pytest.approx(1.0)
    assert deal.thought[0] == deal.thought[1] > 20


def test_thought_beats_chance_and_the_interval_says_so() -> None:
    fight = matchup("thumb", "random")
    best, worst = standings(fight, list(play_deals(fight, range(8))))
    assert best.low > 0.7 > 0.3 > worst.high
    assert (best.low, best.high) == pytest.approx((1 - worst.high, 1 - worst.low))


@pytest.fixture
def processes() -> Iterator[None]:
    """Kill leftover worker processes, which could otherwise end during a later test."""
    from joblib.externals.loky import get_reusable_executor

    yield
    get_reusable_executor().shutdown(wait=True)
    gc.collect()


@pytest.mark.long
@pytest.mark.usefixtures("processes")
def test_several_processes_give_the_same_deals() -> None:
    fight = matchup("squire", "page", game="castle_rampage")
    alone = list(play_deals(fight, range(2)))
    assert list(play_deals(fight, range(2), jobs=2)) == alone
    assert len({deal.shares for deal in alone}) + len({deal.decisions for deal in alone}) > 2


@pytest.mark.long
def test_a_cluster_of_two_gives_the_same_deals() -> None:
    from distributed import LocalCluster

    fight = matchup("squire", "page")
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs="ERROR"
    ) as cluster:
        found = list(play_deals(fight, range(4), jobs=2, dask=cluster.scheduler_address))
    assert found == list(play_deals(fight, range(4)))


def test_an_interrupted_run_goes_on(tmp_path: Path) -> None:
    fight, record = matchup("squire", "page"), tmp_path / "run.jsonl"
    whole = list(run(fight, 8, 5))
    assert [deal.seed for deal in whole] == [5, 6, 7, 8]
    broken = run(fight, 8, 5, record=record)
    assert [next(broken), next(broken)] == whole[:2]
    broken.close()
    with record.open("a") as file:
        file.write('{"seed": 7, "sha')  # the machine stopped while it wrote
    assert list(run(fight, 8, 5, record=record)) == whole
    written = record.read_text().splitlines()
    assert len(written) == 1 + 4
    assert list(run(fight, 8, 5, record=record)) == whole
    assert record.read_text().splitlines() == written  # nothing is played twice


def test_the_record_of_another_bout_is_refused(tmp_path: Path) -> None:
    record = tmp_path / "run.jsonl"
    list(run(matchup("page", "random"), 2, 5, record=record))
    before = record.read_bytes()
    with pytest.raises(ValueError, match="other players"):
        list(run(matchup("squire", "random"), 2, 5, record=record))
    assert record.read_bytes() == before
    record.write_text(record.read_text() + "nonsense\n")
    with pytest.raises(ValueError, match="line 3: expected a deal"):
        list(run(matchup("page", "random"), 2, 5, record=record))


def wilson_of(hits: int, count: int) -> tuple[float, float]:
    found = wilson(hits, count)
    return found.low, found.high


@pytest.mark.parametrize(
    ("shares", "hits", "count"),
    [
        ((1.0,) * 8, 16, 16),  # no scatter, and yet the interval has a width
        ((0.5,) * 8, 8, 16),
        ((0.5, 1.0) * 6, 18, 24),  # less scatter than 24 independent games
        ((0.0,), 0, 2),
    ],
)
def test_the_interval_is_wilsons_of_the_games(
    shares: tuple[float, ...], hits: int, count: int
) -> None:
    deals = [
        DealResult(n, (each, 1 - each), (0.5, 0.5), 10, (5, 5)) for n, each in enumerate(shares)
    ]
    first, _ = standings(matchup("page", "page"), deals)
    assert (first.low, first.high) == pytest.approx(wilson_of(hits, count))
    assert 0 <= first.low < first.high <= 1


def test_deals_that_go_all_one_way_count_as_fewer_games() -> None:
    deals = [DealResult(n, (n % 2, 1 - n % 2), (0.5, 0.5), 10, (5, 5)) for n in range(400)]
    first, _ = standings(matchup("page", "page"), deals)
    assert (first.low, first.high) == pytest.approx(wilson_of(200, 400), abs=1e-3)


def test_elo_and_shares() -> None:
    assert elo(0.5) == 0
    assert elo(0.64) == pytest.approx(100, abs=1)
    assert elo(0.25, 0.25) == 0
    assert elo(1.0) is None
    deals = [
        DealResult(n, (share, 1 - share), (0.5, 0.5), 10, (5, 5)) for n, share in enumerate((1, 0))
    ]
    first, second = standings(matchup("page", "page"), deals)
    assert (first.share, second.share) == (0.5, 0.5)
    assert (first.low, first.high) == pytest.approx(wilson_bounds(0.5, 1))  # as one game would have
    with pytest.raises(ValueError, match="no deal"):
        standings(matchup("page", "page"), [])


def test_every_pair_of_factions_has_its_place() -> None:
    pairs = list(grid(matchup("squire", "squire"), "first", "second"))
    assert len(pairs) == len({(one, other) for one, other, _ in pairs}) > 250
    one, other, each = pairs[20]
    assert (each.options.first, each.options.second) == (one, other)
    assert 0 <= first_place(list(play_deals(each, [1]))) <= 1
    with pytest.raises(ValueError, match="no choices 'colour'"):
        list(grid(matchup("squire", "squire"), "colour", "second"))


def test_levels_are_named() -> None:
    assert level("random") is None
    assert level("thumb") is THUMB
    assert level("search:75").simulations == 75  # type: ignore[union-attr]
    assert [level(each.id) for each in LEVELS] == list(LEVELS)
    for wrong in ("search:0", "search:x", "king", ""):
        with pytest.raises(ValueError, match="unknown player"):
            level(wrong)


def test_a_hand_stands_behind_the_name_of_a_player() -> None:
    assert thrower("thumb") == Thrower(1.0)
    assert thrower("search:75@0.7") == Thrower(0.7)
    assert level("thumb@0.7") is THUMB
    hands = [thrower(each.id).error for each in LEVELS]
    assert hands == sorted(hands, reverse=True) == [each.hand for each in LEVELS]
    assert thrower("regent@1.4") == Thrower(1.4)
    for wrong in ("thumb@", "thumb@x", "thumb@0", "thumb@nan", "thumb@9"):
        with pytest.raises(ValueError, match="throwing error"):
            level(wrong)


def test_a_steadier_hand_wins_more_often() -> None:
    fight = matchup("thumb@2", "thumb@0.5", game="card_barrage")
    worse, better = standings(fight, list(play_deals(fight, range(6))))
    assert better.share > 0.8 > 0.2 > worse.share


def test_throws_may_fly_by_physics_the_same_for_the_same_seed() -> None:
    fight = matchup("thumb@0.5", "random", game="card_barrage")
    flown = dataclasses.replace(fight, physics=True)
    (deal,) = play_deals(flown, [2])
    assert (deal,) == tuple(play_deals(flown, [2]))
    assert (deal,) != tuple(play_deals(fight, [2]))
    assert deal.shares[0] > 0.5
    assert flown.key() != fight.key()


def test_the_command_prints_lines_csv_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "castle_rampage", "--players", "squire,random", "--games", "4"]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "4 games of 2 deals" in out
    assert re.search(r"squire  [ \d]+\.\d % \(\d+\.\d to \d+\.\d\)", out)
    assert main([*words, "--csv"]) == 0
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert [row["player"] for row in rows] == ["squire", "random"]
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 4
    assert [each["share"] for each in found["standings"]] == [
        pytest.approx(float(row["share"])) for row in rows
    ]


@pytest.mark.long
def test_the_command_makes_a_table_and_its_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "table.png"
    words = ["arena", "castle_wars", "--players", "random,random", "--games", "2"]
    assert main([*words, "--grid", "stalemate_turns,first_colour", "--png", str(picture)]) == 0
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert len(rows) == len({(row["stalemate_turns"], row["first_colour"]) for row in rows}) > 6
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["castle_wars", "--players", "king,page"], "unknown player 'king'"),
        (["castle_wars", "--players", "page"], "for 2 to 2 players|is for 2 players"),
        (["castle_wars", "--grid", "first,nothing"], "no choices 'nothing'"),
        (["patience"], "unknown game 'patience'"),
    ],
)
def test_wrong_words_are_told(
    words: list[str], what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *words]) == 2
    assert re.search(what, capsys.readouterr().err)


@pytest.mark.long
def test_a_monarch_thinks_ahead_in_the_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked while the other decides, sees only its own view, and plays repeatably. At its
    own decisions two searches with different seeds are added."""
    seeds: list[int] = []
    asked: list[tuple[int, int, bool]] = []
    monarch = dataclasses.replace(LEVELS[-1], simulations=8, ahead=20, seconds=math.inf)

    def ponder_and_record(advice: Any, seen: Any, events: Any, think: Any) -> int:
        asked.append((seen.seat, think.simulations, seen.decision is None))
        return ponder(advice, seen, events, think)

    def answer_and_record(question: Question) -> Choice:
        if question.think.ahead:
            seeds.append(question.think.seed)
        return answer_to(question)

    monkeypatch.setattr(arena, "answer_to", answer_and_record)
    monkeypatch.setattr(arena, "ponder", ponder_and_record)
    monkeypatch.setattr(arena, "level", lambda name: monarch if name == "monarch" else level(name))
    match = matchup("monarch", "page", game="castle")
    first = play_deal(match, 3)
    assert seeds[1::2] == [noise(seed, SECOND_STREAM, 1)[0] for seed in seeds[::2]]
    assert set(asked) == {(0, 20, True), (1, 20, True)}  # both seats, one after the other
    assert play_deal(match, 3) == first
