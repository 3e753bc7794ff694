"""Tests of the path of throwing levels: its levels, its stars, and the rivals."""

from __future__ import annotations

from pathlib import Path

import pytest

from castlecards import levels
from castlecards.content import characters
from castlecards.core.cards import NATURE
from castlecards.core.session import Session
from castlecards.practice.solver import rival_stars
from tests.depth import Depth
from tests.levels.built_in import shipped_packs

PATH = levels.path_of(shipped_packs())
LEVEL = """
level: 1
game: range
title: T
teaches: T.
task: Hit.
options:
  spots:
  - {kind: wall, x: 0, y: 200, angle: 180}
  cards: 4
  falls: FALLS
  strict_fouls: true
goal: {hits: 1}
never: {fouls: 0}
star_goals:
- says: Hit within two cards.
  goal: {hits: 1}
  never: {throws: 2}
- says: Hit twice in a row.
  goal: {row: 2}
"""


def load(falls: bool = False) -> levels.LoadedLevel:
    return levels.load(LEVEL.replace("FALLS", str(falls).lower()), "l.yaml")


def throw(match: Session[object], *hits: bool) -> None:
    """Throw once for each value: True hits, False misses."""
    target = match.position.zones[4][0]
    for hit in hits:
        decision = match.decision
        card = decision.aim.cards[0]
        match.submit(*levels.read_step(match, f"0: toss c{card} 0 0 0 100 1755 11 1012 0 0 0 0 0"))
        words = f"nature: landed c{card} 0 2000 0 1 1 {target} 1 {target} 4000 5 0 0 2000"
        flight = match.decision
        assert flight is not None
        landing = levels.read_step(match, words)[1] if hit else flight.default
        match.submit(NATURE, landing)


def test_the_path_has_thirty_levels_with_three_different_stars() -> None:
    assert [level.level.path for level in PATH] == list(range(1, 31))
    for each in PATH:
        level = each.level
        conditions = [(level.goal, {}), *((star.goal, star.never) for star in level.star_goals)]
        assert len(conditions) == levels.STARS
        assert all(one != two for n, one in enumerate(conditions) for two in conditions[:n])
        assert all(len(text) <= 61 for text in (level.task, *(s.says for s in level.star_goals)))
        assert each.options.cards or "seconds" in level.never
        assert set(level.rivals) <= set(characters())
        assert len(level.rivals) == 3


def test_a_rival_wins_a_star_of_every_level_and_few_levels_give_all_stars_to_all() -> None:
    stars = {each.id: set(each.level.rivals.values()) for each in PATH}
    assert not [id for id, found in stars.items() if found == {0}]
    assert sum(found == {levels.STARS} for found in stars.values()) <= 7


def test_the_rivals_have_the_stars_of_their_own_hands(depth: Depth) -> None:
    for each in PATH if depth.thorough else PATH[2::7]:
        for id, stars in each.level.rivals.items():
            assert rival_stars(each, id, characters()[id].hand.error) == stars, each.id


@pytest.mark.parametrize(
    ("hits", "won", "over"),
    [
        ((True,), (True, True, False), False),
        ((False, False, True), (True, False, False), False),
        ((False, False, True, True), (True, False, True), True),  # the last card
        ((True, False), (True, True, False), False),  # a star stays won
        ((True, True), (True, True, True), True),
        ((False,) * 4, (False, False, False), True),
    ],
)
def test_each_star_is_won_by_itself(
    hits: tuple[bool, ...], won: tuple[bool, ...], over: bool
) -> None:
    level = load()
    match = levels.session(level)
    throw(match, *hits)
    found = levels.status(level, match)
    assert (found.won, found.over, found.stars) == (won, over, sum(won))
    assert found.reached == won[0]


def test_a_limit_of_the_level_ends_it_but_leaves_the_stars() -> None:
    level = load()
    match = levels.session(level)
    throw(match, True)
    match.submit(0, match.decision.default)  # type: ignore[union-attr]
    card = match.decision.aim.cards[0]  # type: ignore[union-attr]
    match.submit(*levels.read_step(match, f"0: foul c{card} 3"))
    found = levels.status(level, match)
    assert (found.failed, found.over, found.stars) == ("fouls", True, 2)


def test_a_range_ends_when_all_its_targets_are_gone() -> None:
    match = levels.session(load(falls=True))
    throw(match, True)
    assert match.position.result is not None
    match = levels.session(load())
    throw(match, True)
    assert match.position.result is None


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("{row: 2}", "{rows: 2}", "unknown count 'rows'"),
        ("{row: 2}", "{seconds: 2}", "unknown count 'seconds'"),
        ("{row: 2}", "{}", "at least one goal"),
        ("says: Hit twice in a row.", f"says: {'a' * 61}", "60 letters"),
        ("- says: Hit twice in a row.\n  goal: {row: 2}\n", "", "expected two"),
        ("star_goals:", "stars: [{throws: 1}]\nstar_goals:", "without 'stars'"),
        ("goal: {hits: 1}\nnever", "rivals: {bruno: 4}\ngoal: {hits: 1}\nnever", "0 to 3"),
        ("goal: {hits: 1}\nnever", "goal: {won: 1}\nnever", "unknown count 'won'"),
    ],
)
def test_faults_of_star_goals_are_told(tmp_path: Path, old: str, new: str, expected: str) -> None:
    file = tmp_path / "l.yaml"
    assert old in LEVEL
    file.write_text(LEVEL.replace("FALLS", "false").replace(old, new, 1), encoding="utf-8")
    assert expected in "\n".join(str(problem) for problem in levels.check(file))
