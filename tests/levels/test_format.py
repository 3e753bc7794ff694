"""Tests of level files: their contents, error messages with places, and play."""

from __future__ import annotations

import dataclasses
import random
from pathlib import Path
from typing import Any

import pytest

from castlecards import levels
from castlecards.cli import main
from castlecards.core.action import Illegal
from castlecards.core.cards import NATURE
from castlecards.core.game import Game
from castlecards.core.landing import LOB, TABLE, Landing, Release, Throw, toss
from castlecards.core.position import Position
from castlecards.core.session import Session
from castlecards.core.table import Table
from castlecards.data import DataError, dump
from castlecards.playout import Robot, opening, play
from castlecards.toss.aim import solve
from castlecards.toss.nature import throw_world
from castlecards.toss.world import TossWorld

DRILL = """\
level: 1
game: range
title: One wall
teaches: A lob falls steeply.
task: Hit the wall with at most three cards.
options:
  spots: [{kind: wall, x: 0, y: 200, angle: 180}]
  cards: 3
goal: {hits: 1}
stars: [{throws: 2}, {throws: 1}]
"""


def drill(more: str = "", old: str = "", new: str = "") -> levels.LoadedLevel:
    return levels.load(DRILL.replace(old, new) + more if old else DRILL + more, "drill.yaml")


def throw(match: Session[object], *, good: bool) -> None:
    """Throw the next card: a throw that hits by physics, or one that falls short."""
    decision = match.decision
    card, pos = decision.aim.cards[0], match.position
    if not good:
        match.submit(0, toss(card, Release(LOB)))
        match.submit(NATURE, Landing(card, decision.aim.start, True, False, TABLE).action())
        return
    target = pos.poses[pos.zones[pos.box.zone("spot1")][0]] if pos.poses else None
    assert target is not None
    shot = solve(TossWorld.of(pos), card, decision.aim.start, target, LOB)
    match.submit(0, toss(card, shot.throw.release))
    assert isinstance(match.decision.aim, Throw)
    landing = throw_world(match.position, match.decision.aim).landing
    match.submit(NATURE, landing.action())


def test_a_drill_is_played_and_its_stars_are_counted() -> None:
    loaded = drill()
    match = levels.session(loaded, "Anna")
    assert match.names == ("Anna",)
    assert match.practice
    assert not levels.status(loaded, match).over
    throw(match, good=True)
    found = levels.status(loaded, match, seconds=7.9)
    assert found.reached
    assert found.stars == 3
    assert found.counts["seconds"] == 7
    assert found.counts["actions"] == 1
    match.log[0] = dataclasses.replace(match.log[0], chosen=False)  # as an automatic pass
    assert levels.status(loaded, match).counts["actions"] == 0


def test_later_hits_earn_fewer_stars_and_none_fails() -> None:
    loaded = drill()
    match = levels.session(loaded)
    throw(match, good=False)
    throw(match, good=True)
    assert levels.status(loaded, match).stars == 2
    match = levels.session(loaded)
    for _ in range(3):
        throw(match, good=False)
    found = levels.status(loaded, match)
    assert (found.reached, found.failed, found.stars) == (False, "over", 0)


def test_a_limit_that_is_passed_fails_at_once() -> None:
    loaded = drill("never: {throws: 1}\n")
    match = levels.session(loaded)
    throw(match, good=False)
    assert not levels.status(loaded, match).over
    throw(match, good=True)
    assert levels.status(loaded, match).failed == "throws"


def test_a_recorded_match_is_a_solution() -> None:
    loaded = drill()
    match = levels.session(loaded)
    throw(match, good=True)
    again, found = levels.replay(loaded, levels.solution(match))
    assert found.stars == 3
    assert again.position == match.position


def test_undo_is_free_at_practice() -> None:
    match = levels.session(drill())
    throw(match, good=False)
    assert match.can_undo(0, consent=match.practice)


FAULTS = [
    ("game: range", "game: darts", "2:7: game: expected one of range,"),
    ("title: One wall", "titel: One wall", "unknown key 'titel', did you mean 'title'?"),
    ("title: One wall", "title: ''", "3:8: title: expected 1 to 60 letters"),
    ("level: 1", "level: 9", "1:8: level: expected format 1, got 9"),
    ("y: 200", "y: 2000", "7:11: options.spots[0]: x, y: a place on the table"),
    ("kind: wall", "kind: moat", "7:18: options.spots[0].kind: expected 'wall' or 'castle'"),
    ("cards: 3", "cards: three", "8:10: options.cards: expected a whole number, got 'three'"),
    ("goal: {hits: 1}", "goal: {}", "9:7: goal: a level needs at least one goal"),
    (
        "goal: {hits: 1}",
        "goal: {hit: 1}",
        "9:13: goal.hit: unknown count 'hit'; choose from actions",
    ),
    ("{throws: 2}", "{thros: 2}", "10:17: stars.0.thros: unknown count 'thros'"),
    ("cards: 3", "layout: moon", "options.spots"),
]


@pytest.mark.parametrize(("old", "new", "why"), FAULTS[:-1], ids=[f[1] for f in FAULTS[:-1]])
def test_every_fault_has_its_place(old: str, new: str, why: str) -> None:
    with pytest.raises(DataError) as caught:
        drill(old=old, new=new)
    assert why in str(caught.value)
    assert str(caught.value).startswith("drill.yaml:")


TABLE_LEVEL = """\
level: 1
game: high_card
title: The last trick
teaches: High cards win.
task: Win.
table: {0.hand: [9H], 1.hand: [2S]}
begin: Round
goal: {won: 1}
"""


def table(old: str, new: str) -> str:
    with pytest.raises(DataError) as caught:
        levels.load(TABLE_LEVEL.replace(old, new), "t.yaml")
    return str(caught.value)


def test_faults_of_a_table_have_their_places_too() -> None:
    assert table("[2S]", "[Z2]").startswith(
        "t.yaml:6:32: table.1.hand.0: this game has no card 'Z2'"
    )
    assert "9H is on the table twice" in table("2S", "9H")
    assert "expected 'up', got 'down'" in table("[2S]", "[2S down]")
    assert "this game has no zone '2.hand'" in table("1.hand", "2.hand")
    assert "this game can begin with: nothing" in table("begin: Round", "begin: Lunch")


def test_a_level_that_cannot_be_solved_as_it_says_is_told(tmp_path: Path) -> None:
    path = tmp_path / "drill.yaml"
    path.write_text(DRILL + "solution: ['0: tidy']\n")
    assert "it does not reach the goal: hits 0 of 1" in str(levels.check(path)[0])
    path.write_text(DRILL + "solution:\n- '0: tidy'\n- '0: fly c1'\n")
    assert str(levels.check(path)[0]).startswith(f"{path}:13:3: solution.1: ")
    with pytest.raises(Illegal, match="solution line 1, 'hello'"):
        levels.replay(drill(), ["hello"])


def test_a_level_without_a_solution_is_good_with_a_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "drill.yaml"
    path.write_text(DRILL)
    assert levels.check(path) == []
    assert main(["check-level", str(path)]) == 0
    assert f"{path}: good, but without a solution" in capsys.readouterr().out


def test_all_faults_of_a_level_are_told_whatever_their_kinds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """\
level: 1
game: high_card
title: ''
teaches: 7
tsak: Win.
seed: -1
seat: 9
table: {0.hand: [9H, Z2], 1.hand: [9H]}
begin: Lunch
goal: {wno: 1}
never: {turns: x}
stars: [{actions: 3}, {actions: 2}, {actions: 1}]
solution: ['0: dance']
"""
    path = tmp_path / "x.yaml"
    path.write_text(text)
    assert main(["check-level", str(path)]) == 1
    told = [line.removeprefix(f"{path}:") for line in capsys.readouterr().out.splitlines()]
    expected = [
        "1:1: top level: missing key 'task'", "3:8: title: expected 1 to 60 letters",
        "4:10: teaches: expected text, got 7", "5:1: top level: unknown key 'tsak'",
        "6:7: seed: expected 0 to 2^63 - 1", "7:7: seat: expected 0 to 1",
        "8:22: table.0.hand.1: this game has no card 'Z2'",
        "8:36: table.1.hand.0: 9H is on the table twice", "9:8: begin: this game can begin with",
        "10:13: goal.wno: unknown count 'wno'",
        "11:16: never.turns: expected a whole number, got 'x'",
        "12:8: stars: at most two",
    ]  # fmt: skip
    assert [line[: len(start)] for line, start in zip(told, expected, strict=True)] == expected
    with pytest.raises(DataError) as caught:
        levels.load(text, str(path))
    assert [str(each).removeprefix(f"{path}:") for each in caught.value.problems] == told


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_a_seed_out_of_its_limits_is_told(seed: int) -> None:
    assert drill(f"seed: {2**63 - 1}\n").level.seed == 2**63 - 1
    with pytest.raises(DataError, match=r"seed: expected 0 to 2\^63 - 1"):
        drill(f"seed: {seed}\n")


def test_the_other_faults_of_a_level_of_an_unknown_game_are_told(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(DRILL.replace("game: range", "game: darts").replace("hits: 1", "hits: one"))
    told = [(each.path, each.message.partition(",")[0]) for each in levels.check(path)]
    assert told == [("game", "expected one of range"), ("goal.hits", "expected a whole number")]


def test_a_solution_is_played_although_a_title_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(DRILL.replace("title: One wall", "title: ''") + "solution: ['0: dance']\n")
    assert [each.path for each in levels.check(path)] == ["title", "solution.0"]


def test_the_command_checks_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    loaded = drill()
    match = levels.session(loaded)
    throw(match, good=True)
    lines = "".join(f"- '{words}'\n" for words in levels.solution(match))
    path = tmp_path / "drill.yaml"
    path.write_text(DRILL + "solution:\n" + lines)
    assert main(["check-level", str(path)]) == 0
    assert "good, 3 stars" in capsys.readouterr().out
    path.write_text(DRILL.replace("hits: 1", "hits: one"))
    assert main(["check-level", str(path)]) == 1
    assert f"{path}:9:14: goal.hits: expected a whole number, got 'one'" in capsys.readouterr().out
    assert main(["check-level", str(tmp_path / "none.yaml")]) == 2


def test_own_levels_are_listed_and_bad_ones_are_told(home: Path) -> None:
    folder = home / "levels"
    folder.mkdir()
    (folder / "a.yaml").write_text(DRILL)
    (folder / "b.yaml").write_text(DRILL.replace("hits", "hats"))
    packs, told = levels.packs()
    assert [level.id for level in packs[-1].levels] == ["own/a"]
    assert packs[-1].levels[0].own
    assert len(told) == 1
    assert "b.yaml:9:14: goal.hats" in told[0]


def test_a_level_round_trips() -> None:
    loaded = drill()
    again = levels.load(levels.dump(loaded), "again.yaml")
    assert again.level == loaded.level


# Tables that cannot be played

TRICKS = """\
level: 1
game: tricks_of_the_trade
title: Last tricks
teaches: Leading.
task: Win a trick.
state: {phase: 4, round: 2}
table:
  0.hand: [K08, S09]
  1.hand: [S13, V06]
  0.goal: [V01 up]
  1.goal: [T01 up]
  0.bid: [bid0.1 up]
  1.bid: [bid1.1 up]
  trump: [T02 up]
begin: Tricks
goal: {tricks: 1}
"""
RAMPAGE = """\
level: 1
game: castle_rampage
title: Through the gate
teaches: Attacking.
task: Attack.
table:
  0.hand: [digger, bomber]
  0.castle: [archer.9]
  1.gate: [ogre up]
  1.castle: [archer up]
begin: Act
goal: {won: 1}
"""


def without_zones(text: str, *zones: str) -> str:
    return "".join(
        line for line in text.splitlines(True) if line.partition(":")[0].strip() not in zones
    )


@pytest.mark.parametrize(
    ("text", "zone", "message"),
    [
        (TRICKS, "0.hand", "8:3: table.0.hand: expected at least 2 cards, got 0"),
        (TRICKS, "1.goal", "8:3: table.1.goal: expected at least 1 card, got 0"),
        (TRICKS, "0.bid", "8:3: table.0.bid: expected at least 1 card, got 0"),
        (RAMPAGE, "1.castle", "7:3: table.1.castle: expected at least 1 card, got 0"),
        (RAMPAGE, "0.castle", "7:3: table.0.castle: expected at least 1 card, got 0"),
    ],
)
def test_a_table_that_lacks_a_zone_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, zone: str, message: str
) -> None:
    levels.load(text, "x.yaml")
    with pytest.raises(DataError) as caught:
        levels.load(without_zones(text, zone), "x.yaml")
    assert str(caught.value) == f"x.yaml:{message}"
    path = tmp_path / "x.yaml"
    path.write_text(without_zones(text, zone))
    assert main(["check-level", str(path)]) == 1
    assert capsys.readouterr().out == f"{path}:{message}\n"


def test_a_table_of_a_round_that_is_not_the_last_needs_tokens_for_the_next() -> None:
    with pytest.raises(DataError, match=r"table\.0\.bids: expected at least 6 cards"):
        levels.load(TRICKS.replace("round: 2", "round: 1"), "x.yaml")


def test_a_state_that_there_cannot_be_is_refused() -> None:
    with pytest.raises(
        DataError, match=r"x\.yaml:8:3: table: the game stops working after 'begin'"
    ):
        levels.load(TRICKS.replace("round: 2", "round: 2, first: 7"), "x.yaml")


@pytest.mark.parametrize("words", ["ground: 7", "scores: 7", "proofs: true"])
def test_a_state_says_numbers_and_answers_alone(words: str) -> None:
    """Other fields of a state are refused, because the rules could not continue with them."""
    name = words.partition(":")[0]
    with pytest.raises(
        DataError, match=rf"x\.yaml:6:\d+: state\.{name}: expected one of first, "
    ) as no:
        levels.load(TRICKS.replace("round: 2", f"round: 2, {words}"), "x.yaml")
    assert name not in no.value.problems[0].message


def test_a_card_too_many_in_a_hand_does_not_end_check_level(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(TRICKS.replace("S13, V06", "S13, V06, V07"))
    (problem,) = levels.check(path)
    assert "expected at least 3 cards, got " in problem.message


@pytest.mark.parametrize("game", [game for game in levels.shelf().values() if game.entries])
@pytest.mark.long
def test_whatever_a_table_lacks_it_is_refused_or_can_be_played(game: Game[Any]) -> None:
    """Levels from the middle of random games, some zones taken away, begun at every entry."""
    rnd, refused, played = random.Random(7), 0, 0
    for seed in range(4):
        robot, table = Robot(seed), Table(opening(game, game.options(), 2, seed))
        moments = []
        decision = table.pos.decision
        while decision is not None and len(moments) < 200:
            moments.append(table.pos.copy())
            decision = table.play(robot.answer(table.pos, decision))
        for _ in range(25):
            text = dump(level_with_gaps(game, rnd.choice(moments), rnd))
            try:
                loaded = levels.load(text, "x")
            except DataError:
                refused += 1
                continue
            played += 1
            pos = levels.position(loaded)
            pos.seed = rnd.randrange(10**6)
            play(Table(pos), robot)
    assert played
    assert refused or game.id in ("card_barrage", "castle")


def level_with_gaps(game: Game[Any], pos: Position[Any], rnd: random.Random) -> dict[str, Any]:
    """Return a level with the table of a position, without up to three of its zones."""
    table = {
        pos.box.names[zone]: [
            pos.box.faces[pos.faces[card]].key + " up" * (pos.up >> card & 1) for card in held
        ]
        for zone, held in enumerate(pos.zones)
        if held
    }
    for zone in rnd.sample(list(table), rnd.randint(0, min(3, len(table) - 1))):
        del table[zone]
    words = {"title": "t", "teaches": "t", "task": "t", "begin": rnd.choice([*game.entries])}
    state = {
        field.name: told
        for field in dataclasses.fields(pos.state)
        if type(told := getattr(pos.state, field.name)) in (int, bool)
    }
    return {
        "level": 1, "game": game.id, "table": table, "state": state, "goal": {"won": 1}, **words,
    }  # fmt: skip
