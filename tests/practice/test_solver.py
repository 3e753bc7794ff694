"""What the solver of drills asks of the next throw, so that every star can still be won."""

from __future__ import annotations

import pytest

from castlecards import levels
from castlecards.practice.solver import can_win_stars, conditions, solve_level

LEVEL = """
level: 1
game: range
title: T
teaches: T.
task: T.
options:
  spots:
  - {{kind: wall, x: 0, y: 200, angle: 180}}
  cards: 6
goal: {goal}
stars: {stars}
"""


def level(goal: str, stars: str) -> levels.LoadedLevel:
    return levels.load(LEVEL.format(goal=goal, stars=stars), "l.yaml")


def status(throws: int, **counts: int) -> levels.Status:
    usual = {"throws": throws, "corners": 0, "open_corners": 0, "hits": 0}
    return levels.Status(usual | counts, reached=False)


@pytest.mark.parametrize(
    ("throws", "corners", "wanted"),
    [(0, 0, 3), (1, 2, 3), (1, 4, 2), (2, 5, 3), (3, 6, 0)],  # the last star is lost
)
def test_the_next_throw_leaves_the_last_star_within_reach(
    throws: int, corners: int, wanted: int
) -> None:
    loaded = level("{corners: 8}", "[{throws: 4}, {throws: 3}]")
    (last,) = conditions(loaded)
    assert last.needed(status(throws, corners=corners)) == wanted


def test_without_stars_for_few_throws_any_progress_is_good() -> None:
    (last,) = conditions(level("{hits: 3}", "[{open_corners: 9}]"))
    assert last.needed(status(0)) == 1


def test_what_else_a_star_wants_is_kept() -> None:
    loaded = level("{hits: 1}", "[{open_corners: 2}, {open_corners: 1}]")
    assert can_win_stars(loaded, status(1, hits=1, open_corners=1))
    assert not can_win_stars(loaded, status(1, hits=1, open_corners=2))


def test_a_drill_is_solved_with_all_its_stars() -> None:
    loaded = level("{hits: 1}", "[{open_corners: 3}, {open_corners: 2}]")
    match = solve_level(loaded)
    assert match is not None
    found = levels.status(loaded, match)
    assert found.stars == 3
    assert found.counts["throws"] == 1
