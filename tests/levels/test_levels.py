"""Tests of the levels that come with the program: each loads, and its solution reaches the goal."""

from __future__ import annotations

from pathlib import Path

import pytest

from castlecards import levels, paths

PACKS = sorted(path.parent for path in paths.levels().glob("*/pack.yaml"))
FILES = sorted(p for pack in PACKS for p in pack.glob("*.yaml") if p.name != "pack.yaml")


@pytest.mark.parametrize("path", FILES, ids=[f"{p.parent.name}/{p.stem}" for p in FILES])
def test_a_level_proves_itself(path: Path) -> None:
    assert levels.check(path) == []
    assert "\nsolution:\n" in path.read_text(encoding="utf-8")


def test_the_packs_are_all_there() -> None:
    packs, told = levels.packs()
    assert told == ()
    assert sum(len(pack.levels) for pack in packs) == len(FILES)
    drills = [level for pack in packs for level in pack.levels if level.game.id == "range"]
    assert len(drills) >= 40
    assert all(level.method for level in drills)
    for pack in packs:
        assert pack.title
        assert pack.about
    assert len({level.level.title for pack in packs for level in pack.levels}) == len(FILES)


def test_a_solution_earns_every_star_that_there_is() -> None:
    for path in FILES:
        loaded = levels.load(path.read_text(encoding="utf-8"), str(path))
        _, found = levels.replay(loaded)
        further = len(loaded.level.stars or loaded.level.star_goals)
        assert found.stars == 1 + further, path
