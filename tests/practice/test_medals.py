"""Tests of medals: each is won by its own condition, on that date and not before."""

from __future__ import annotations

import pytest

from castlecards.core.landing import METHODS
from castlecards.practice import medals, progress, throws
from castlecards.practice.medals import MEDALS, MatchResult, MedalRecords, won
from castlecards.practice.progress import LESSON, MEDAL, STREAK, Best
from castlecards.practice.throws import ThrowLog, ThrowRecord, ThrowResult


def time(n: int) -> str:
    return f"2026-11-{1 + n // 1440:02}T{n // 60 % 24:02}:{n % 60:02}:00"


def throw_results(causes: str, method: str = "lob", hits: int = 1) -> list[ThrowResult]:
    """Return throws, one a minute: h is a hit, p a perfect hit, x a miss."""
    names = {"h": "hit", "p": "perfect", "x": "table"}
    return [ThrowResult(time(n), method, names[c], hits) for n, c in enumerate(causes)]


def match(day: int, result: float, game: str = "a", level: str = "page") -> MatchResult:
    return MatchResult(f"2026-11-{day:02}T20:15", game, result, (("berta", level),))


def test_there_are_31_with_names_and_reasons_of_their_own() -> None:
    assert len(MEDALS) == 31
    for part in ("id", "title", "reason"):
        assert len({getattr(medal, part) for medal in MEDALS}) == 31
    assert all(medal.reason.endswith(".") for medal in MEDALS)


def test_no_records_no_medals() -> None:
    assert won(MedalRecords()) == {}
    assert won(MedalRecords(throw_results("xxx"), [match(1, 0.0)], [Best("a/b", 0, 7)])) == {}


@pytest.mark.parametrize(
    ("id", "causes", "at"),
    [
        ("hit", "xxhh", 2), ("hits_100", "x" + "hx" * 100, 199), ("hits_1000", "h" * 1000, 999),
        ("perfect", "hxp", 2), ("perfect_25", "p" * 25, 24),
        ("row_10", "h" * 9 + "x" + "h" * 10, 19),
        ("row_20", "h" * 20, 19), ("lob", "h" * 100, 99),
    ],
)  # fmt: skip
def test_throws_win_at_the_throw_that_reaches_it(id: str, causes: str, at: int) -> None:
    every = throw_results(causes)
    assert won(MedalRecords(every))[id] == time(at)
    assert id not in won(MedalRecords(every[:at]))


def test_each_method_has_its_own_hundred() -> None:
    for method in METHODS:
        found = won(MedalRecords(throw_results("h" * 100, method)))
        assert [each for each in METHODS if each in found] == [method]


def test_two_cards_at_once_and_all_three_methods() -> None:
    assert "double" not in won(MedalRecords(throw_results("h")))
    assert won(MedalRecords(throw_results("h", hits=2)))["double"] == time(0)
    mixed = [one._replace(method=m) for one, m in zip(throw_results("hhh"), METHODS, strict=True)]
    assert won(MedalRecords(mixed))["methods"] == time(2)
    missed = [mixed[0], mixed[1]._replace(cause="table"), mixed[2]]
    assert "methods" not in won(MedalRecords(missed))


def test_matches_win_by_level_and_by_games() -> None:
    found = won(MedalRecords(matches=[match(n, 1.0, game) for n, game in enumerate("aabcde", 1)]))
    assert found["page"].startswith("2026-11-01")
    assert found["games_3"].startswith("2026-11-04")
    assert found["games_5"].startswith("2026-11-06")
    assert "regent" not in found
    assert "regent" in won(MedalRecords(matches=[match(1, 1.0, level="regent")]))
    assert won(MedalRecords(matches=[match(1, 0.5)])) == {}


@pytest.mark.parametrize(
    ("results", "wins"), [((0, 0, 0, 1), True), ((0, 0, 1), False), ((0, 0, 0.5, 0, 1), False)]
)
def test_a_comeback_follows_three_losses(results: tuple[float, ...], wins: bool) -> None:
    found = won(MedalRecords(matches=[match(n, one) for n, one in enumerate(results, 1)]))
    assert ("comeback" in found) == wins


def test_levels_win_by_stars_puzzles_and_lessons() -> None:
    levels = [Best(f"a/{n}", 3, 1, f"2026-11-{n:02}") for n in range(1, 11)]
    lessons = [Best(f"{LESSON}{n}", 1, 0, f"2026-12-{n:02}") for n in range(1, 7)]
    found = won(
        MedalRecords(levels=levels + lessons, puzzles=frozenset(b.level for b in levels[2:]))
    )
    assert found == {
        "stars_10": "2026-11-04", "full_10": "2026-11-10", "puzzles": "2026-11-07",
        "lesson": "2026-12-01", "lessons": "2026-12-06",
    }  # fmt: skip
    assert "ring" in won(MedalRecords(levels=[Best(STREAK, 0, 10, "2026-11-01")]))
    assert won(MedalRecords(levels=[Best(STREAK, 0, 9, "2026-11-01")])) == {}


def test_days_win_by_their_medals() -> None:
    days = [(f"2026-11-{n:02}", "bronze" if n % 2 else "") for n in range(1, 20)]
    assert won(MedalRecords(days=days)) == {"days": "2026-11-19"}
    assert won(MedalRecords(days=[*days, ("2026-11-20", "gold")]))["gold"] == "2026-11-20"


@pytest.mark.usefixtures("home")
def test_a_stored_medal_keeps_its_first_date() -> None:
    progress.mark({MEDAL + "hit": "2026-11-01"})
    progress.mark({MEDAL + "hit": "2026-12-24", MEDAL + "row_10": "2026-12-24"})
    progress.mark_lesson("01-throws")
    tried = progress.read()[0]
    assert medals.kept(tried.levels) == {"hit": "2026-11-01", "row_10": "2026-12-24"}
    assert tried.of(LESSON + "01-throws").stars == 1


@pytest.mark.usefixtures("home")
def test_results_are_those_of_throws_that_count() -> None:
    log = ThrowLog()
    for n, trial in enumerate(("", "again", "")):
        log.add(ThrowRecord(time=time(n), method="flip", cause="perfect", hits=n, trial=trial))
    log.close()
    assert throws.results() == [
        ThrowResult(time(0), "flip", "perfect", 0), ThrowResult(time(2), "flip", "perfect", 2),
    ]  # fmt: skip
