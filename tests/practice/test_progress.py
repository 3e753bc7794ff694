"""Tests of progress: the best stars are kept, and a damaged file is set aside."""

from __future__ import annotations

from pathlib import Path

import pytest

from castlecards import store
from castlecards.practice import progress


def test_the_best_result_stays_and_tries_are_counted(home: Path) -> None:
    assert progress.read() == (progress.Progress(), "")
    assert progress.read()[0].of("a/b").stars == 0
    progress.add("a/b", 2)
    progress.add("a/b", 0)
    progress.add("c/d", 3)
    found, told = progress.read()
    assert told == ""
    assert (found.of("a/b").stars, found.of("a/b").tries) == (2, 2)
    first = found.of("a/b").date
    assert progress.add("a/b", 3).stars == 3
    assert first
    assert found.of("c/d").stars == 3


def test_stars_of_different_tries_are_collected(home: Path) -> None:
    progress.add("path/1", 1, won=(True, False, False))
    progress.add("path/1", 2, won=(True, False, True))
    best = progress.read()[0].of("path/1")
    assert (best.stars, best.won) == (2, (True, False, True))
    progress.add("path/1", 0, won=(False, True, False))  # the goal was not reached
    assert progress.read()[0].of("path/1").won == (True, False, True)
    assert progress.add("path/1", 2, won=(True, True, False)).stars == 3
    assert progress.read()[0].of("path/1").won == (True, True, True)


def test_stars_from_before_they_were_told_apart_are_the_first_ones(home: Path) -> None:
    progress.add("path/1", 2)
    assert progress.read()[0].of("path/1").won == (True, True, False)
    progress.add("path/1", 2, won=(True, False, True))
    best = progress.read()[0].of("path/1")
    assert (best.stars, best.won) == (2, (True, False, True))


def test_the_file_of_older_versions_is_read_once(home: Path) -> None:
    old = home / progress.OLD_FILE
    old.write_text("levels: [{level: a/b, stars: 2, tries: 5, date: 2026-01-01T10:00}]")
    assert progress.add("a/b", 1) == progress.Best("a/b", 2, 6, "2026-01-01T10:00")
    assert progress.add("c/d", 1).tries == 1
    old.write_text("levels: [{level: x/y, stars: 3}]")
    found, told = progress.read()
    assert [best.level for best in found.levels] == ["a/b", "c/d"]
    assert told == ""


@pytest.mark.parametrize("text", ["levels: [", "levels: [{level: a, stars: 9}]", "stars: 3"])
def test_a_broken_old_file_is_put_aside_and_the_one_before_it_taken(home: Path, text: str) -> None:
    for stars in (2, 3):
        store.write(home / progress.OLD_FILE, f"levels: [{{level: a/b, stars: {stars}}}]")
    (home / progress.OLD_FILE).write_text(text)
    found, told = progress.read()
    assert found.of("a/b").stars == 2
    assert "was renamed to" in told
    assert progress.read() == (found, "")
    assert (home / "progress.yaml.broken-1").read_text() == text
