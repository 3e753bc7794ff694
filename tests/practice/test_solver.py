"""Tests of the drill solver: the next throw leaves every star possible."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from castlecards import levels
from castlecards.core.cards import NATURE
from castlecards.core.landing import Release, toss
from castlecards.practice import solver
from castlecards.practice.solver import (
    FLICKS,
    can_win_stars,
    candidate_releases,
    conditions,
    solve_level,
)
from castlecards.toss.hand_error import PRACTISED, flick_release
from castlecards.toss.world import TossWorld

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


def test_the_first_throws_that_are_tried_are_flicks_of_a_mouse() -> None:
    loaded = level("{frisbee_hits: 1}", "[]")
    match = levels.session(loaded)
    tried = candidate_releases(loaded, match, TossWorld.of(match.position))
    for release in islice(tried, FLICKS):
        again = flick_release(release, 1.0, 0.0, 0.0)
        pairs = zip(release.args(), again.args(), strict=True)
        assert all(abs(one - other) <= 3 for one, other in pairs), (release, again)


@pytest.mark.long
def test_the_throw_is_taken_that_a_hand_repeats_most_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "CHOICES", 5)
    monkeypatch.setattr(solver, "REPEATS", 16)
    loaded = level("{frisbee_hits: 1}", "[]")

    def hits(match: Any) -> int:
        aim = Release(*match.log[0].action.args)
        found, random = 0, Random(5)
        for _ in range(60):
            match.jump(0)
            card = match.decision.aim.cards[0]
            match.submit(0, toss(card, PRACTISED.throw(aim, random)))
            landing = TossWorld.of(match.position).toss(match.decision.aim).landing
            match.submit(NATURE, landing.action())
            found += levels.status(loaded, match).counts["hits"]
        return found

    first, steady = solve_level(loaded), solve_level(loaded, hand=PRACTISED)
    assert hits(steady) > hits(first)


def test_a_drill_is_solved_with_all_its_stars() -> None:
    loaded = level("{hits: 1}", "[{open_corners: 3}, {open_corners: 2}]")
    match = solve_level(loaded)
    assert match is not None
    found = levels.status(loaded, match)
    assert found.stars == 3
    assert found.counts["throws"] == 1
