"""Tests of the puzzle solver: every built-in puzzle with all stars, from any step."""

from __future__ import annotations

from pathlib import Path

import pytest

from castlecards import levels, paths, puzzles
from castlecards.cli import main
from castlecards.core.session import Session
from castlecards.levels import LoadedLevel
from tests.levels.test_puzzles import IDS, PUZZLES, own_actions

each_puzzle = pytest.mark.parametrize("loaded", PUZZLES, ids=IDS)


def played(loaded: LoadedLevel, match: Session[object]) -> levels.Status:
    """Play the rest of a match by the solver, one step at a time."""
    seat = loaded.level.seat
    for _ in range(40):
        found = levels.status(loaded, match)
        if found.over or match.decision is None:
            return found
        if match.decision.seat != seat:
            match.submit(match.decision.seat, match.decision.default)
            continue
        way = puzzles.solution(loaded, match)
        step = way[0] if way else match.decision.default
        match.submit(seat, step)
    raise AssertionError("no end")


@each_puzzle
def test_every_puzzle_is_solved_with_all_its_stars(loaded: LoadedLevel) -> None:
    found = played(loaded, levels.session(loaded))
    assert found.reached
    assert found.stars == 1 + len(loaded.level.stars)


@each_puzzle
def test_a_hint_in_the_middle_of_a_solution_still_leads_to_the_goal(loaded: LoadedLevel) -> None:
    match = levels.session(loaded)
    for words in loaded.level.solution[:-1]:
        match.submit(*levels.read_step(match, words))
        again = levels.session(loaded)
        for record in match.log:
            again.submit(record.seat, record.action)
        assert played(loaded, again).reached


@each_puzzle
def test_the_fewest_answers_are_those_of_the_solution(loaded: LoadedLevel) -> None:
    counted = puzzles.count_ways(loaded)
    assert counted is not None
    fewest, ways = counted
    assert fewest == own_actions(loaded)
    assert ways >= 1


def test_a_lost_puzzle_has_no_way_to_its_goal() -> None:
    loaded = PUZZLES[0]
    match = levels.session(loaded)
    seat = loaded.level.seat
    assert match.decision is not None
    weakest = match.position.box.parse("attack 0.pile2 >1.pile0")
    match.submit(seat, weakest)
    assert puzzles.solution(loaded, match) is None


def test_the_check_says_in_how_many_ways(capsys: pytest.CaptureFixture[str]) -> None:
    pack = paths.levels() / "14-castle-wars"
    assert main(["check-level", str(pack / "01-together.yaml")]) == 0
    assert "at least 2 answers; 2 ways" in capsys.readouterr().out
    thrown = Path(paths.levels()) / "01-first-lob"
    level = sorted(path for path in thrown.glob("*.yaml") if path.name != "pack.yaml")[0]
    assert main(["check-level", str(level)]) == 0
    assert "way" not in capsys.readouterr().out
