"""Tests of stars: a precise hand wins more of them than a usual one."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import mean

import pytest

from castlecards import levels, paths
from castlecards.core.cards import NATURE
from castlecards.core.landing import FLIP, Limits, Release, Throw, toss
from castlecards.practice.solver import aim_points
from castlecards.toss.aim import solve
from castlecards.toss.hand_error import with_hand_error
from castlecards.toss.world import TossWorld

PATHS = sorted(path for path in paths.levels().glob("*/*.yaml") if path.name != "pack.yaml")
FILES = [path for path in PATHS if path.parent.name != "lessons"]
EXACT = sorted((paths.levels() / "06-perfect-hit").glob("0*.yaml"))
ATTEMPTS = 20


@cache
def load(path: Path) -> levels.LoadedLevel:
    return levels.load(path.read_text(encoding="utf-8"), str(path))


@pytest.mark.parametrize("path", FILES, ids=[f"{p.parent.name}/{p.stem}" for p in FILES])
def test_each_star_asks_for_more_than_the_one_before(path: Path) -> None:
    stars = load(path).level.stars
    for easier, harder in pairwise(stars):
        assert easier.keys() <= harder.keys()
        assert all(harder[name] <= most for name, most in easier.items())
        assert harder != easier


@cache
def flip_at_target(path: Path) -> Release:
    """Return a flip at the target, which stands in the same place for each card."""
    match = levels.session(load(path))
    decision = match.decision
    limits = decision.aim
    world = TossWorld.of(match.position)
    (target,) = aim_points(match)
    return solve(world, limits.cards[0], limits.start, target, FLIP).throw.release


def stars(path: Path, error: float, seed: int) -> int:
    """Return the stars of one attempt with `error` times the errors of a practised hand."""
    random, loaded = Random(f"{path.stem} {error} {seed}"), load(path)
    match = levels.session(loaded)
    while not (now := levels.status(loaded, match)).over:
        decision = match.decision
        limits = decision.aim
        assert isinstance(limits, Limits)
        if match.log:
            match.submit(0, decision.default)
        release, wobble = with_hand_error(flip_at_target(path), error, random)
        match.submit(0, toss(limits.cards[0], release))
        asked = match.decision
        assert isinstance(asked.aim, Throw)
        match.submit(NATURE, TossWorld.of(match.position).toss(asked.aim, wobble).landing.action())
    return now.stars


@pytest.mark.long
@pytest.mark.parametrize("path", EXACT, ids=lambda path: path.stem)
def test_half_the_error_wins_more_stars(path: Path) -> None:
    assert load(path).options.cards  # otherwise the level would never end
    good = mean(stars(path, 0.5, seed) for seed in range(ATTEMPTS))
    usual = mean(stars(path, 1.0, seed) for seed in range(ATTEMPTS))
    assert good >= usual + 0.5
    assert good >= 1.8  # all stars are possible
    assert usual <= 1.8
