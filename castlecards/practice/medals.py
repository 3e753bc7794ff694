"""Medals that stay: thirty results, each with the date on which the records first show it.

A medal is computed from the throws, matches, levels and days that are recorded anyway, so old
records count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from castlecards.core.landing import METHODS
from castlecards.core.session import LEVELS
from castlecards.practice.progress import LESSON, MEDAL, STREAK, Best
from castlecards.practice.throws import HIT, PERFECT, ThrowResult
from castlecards.texts import tr

LOSSES = 3  # in a row against a character, before a comeback
LESSONS = 6
RING = 10  # hits of the ring in a row


class Medal(NamedTuple):
    """Medal with what it asks for. `icon`: name of its picture."""

    id: str
    title: str
    reason: str
    icon: str


MEDALS = (
    Medal("hit", tr("First hit"), tr("Hit a card."), "target"),
    Medal("hits_100", tr("100 hits"), tr("Hit 100 times."), "target"),
    Medal("hits_1000", tr("1,000 hits"), tr("Hit 1,000 times."), "target"),
    Medal("lob", tr("100 lobs"), tr("Hit with 100 lobs."), "arrow-up"),
    Medal("frisbee", tr("100 Frisbees"), tr("Hit with 100 Frisbees."), "rotate"),
    Medal("flip", tr("100 flips"), tr("Hit with 100 flips."), "repeat"),
    Medal("perfect", tr("Perfect"), tr("Throw a perfect hit."), "crosshair"),
    Medal("perfect_25", tr("25 perfect hits"), tr("Throw 25 perfect hits."), "crosshair"),
    Medal("double", tr("Two at once"), tr("Hit two cards with one throw."), "layers"),
    Medal("row_10", tr("Ten in a row"), tr("Hit ten times in a row."), "list"),
    Medal("row_20", tr("Twenty in a row"), tr("Hit twenty times in a row."), "list"),
    Medal("methods", tr("All three"), tr("Hit with all three methods in a row."), "shuffle"),
    Medal("ring", tr("Into the ring"), tr("Hit the ring of the range ten times in a row."), "sun"),
    Medal("page", tr("Page"), tr("Win a match against a page."), "shield"),
    Medal("squire", tr("Squire"), tr("Win a match against a squire."), "shield"),
    Medal("knight", tr("Knight"), tr("Win a match against a knight."), "swords"),
    Medal("marshal", tr("Marshal"), tr("Win a match against a marshal."), "swords"),
    Medal("regent", tr("Regent"), tr("Win a match against a regent."), "castle"),
    Medal("monarch", tr("Monarch"), tr("Win a match against a monarch."), "castle"),
    Medal("games_3", tr("Three games"), tr("Beat the computer in three different games."), "cards"),
    Medal("games_5", tr("Five games"), tr("Beat the computer in five different games."), "cards"),
    Medal("comeback", tr("Comeback"),
          tr("Beat a character that has just beaten you three times."), "undo"),
    Medal("stars_10", tr("Ten stars"), tr("Win ten stars in the levels."), "star"),
    Medal("stars_100", tr("100 stars"), tr("Win 100 stars in the levels."), "star"),
    Medal("full_10", tr("Nothing left"), tr("Win all three stars in ten levels."), "check"),
    Medal("puzzles", tr("Five puzzles"), tr("Solve five puzzles."), "hint"),
    Medal("lesson", tr("First lesson"), tr("Finish a lesson."), "tutorial"),
    Medal("lessons", tr("Six lessons"), tr("Finish six lessons."), "book"),
    Medal("gold", tr("Gold"), tr("Win gold in the task of the day."), "trophy"),
    Medal("days", tr("Ten good days"), tr("Win a medal of the day on ten days."), "flag"),
    Medal("week", tr("Seven days in a row"),
          tr("Finish the task of the day seven days in a row."), "flag"),
)  # fmt: skip


class MatchResult(NamedTuple):
    """Match against computer players. `result`: best one of the people, 1 for a win, 0 for a loss;
    `opponents`: character and level of each."""

    date: str
    game: str
    result: float
    opponents: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class MedalRecords:
    """Records for which there are medals, each the oldest first.

    `puzzles`: ids of the levels that are puzzles; `days`: date and medal of each task of the day
    that counted; `week`: date of the first streak of seven days, "" for none.
    """

    throws: Sequence[ThrowResult] = ()
    matches: Sequence[MatchResult] = ()
    levels: Sequence[Best] = ()
    puzzles: frozenset[str] = frozenset()
    days: Sequence[tuple[str, str]] = ()
    week: str = ""


def won(records: MedalRecords) -> dict[str, str]:
    """Date of each medal won, by id."""
    found = {
        **_thrown(records.throws),
        **_matches(records.matches),
        **_levels(records),
        "gold": _nth((day for day, medal in records.days if medal == "gold"), 1),
        "days": _nth((day for day, medal in records.days if medal), 10),
        "week": records.week,
    }
    return {id: date for id, date in found.items() if date}


def kept(levels: Iterable[Best]) -> dict[str, str]:
    """Date of each medal that is stored as won, by id."""
    stored = {best.level: best.date for best in levels}
    ids = (medal.id for medal in MEDALS)
    return {id: stored[MEDAL + id] for id in ids if MEDAL + id in stored}


def _nth(dates: Iterable[str], count: int) -> str:
    """Item number `count` of the dates, "" if there are fewer."""
    return next((date for n, date in enumerate(dates, 1) if n == count), "")


def _thrown(throws: Sequence[ThrowResult]) -> dict[str, str]:
    hits = [one for one in throws if one.cause in (HIT, PERFECT)]
    times = [one.time for one in hits]
    perfect = [one.time for one in hits if one.cause == PERFECT]
    found = {
        "hit": _nth(times, 1), "hits_100": _nth(times, 100), "hits_1000": _nth(times, 1000),
        "perfect": _nth(perfect, 1), "perfect_25": _nth(perfect, 25),
        "double": _nth((one.time for one in hits if one.hits > 1), 1),
    }  # fmt: skip
    for method in METHODS:
        found[method] = _nth((one.time for one in hits if one.method == method), 100)
    row, last = 0, ("", "", "")  # hits in a row, and the methods of the last three
    for one in throws:
        row = row + 1 if one.cause in (HIT, PERFECT) else 0
        last = (*last[1:], one.method)
        if row in (10, 20):
            found.setdefault(f"row_{row}", one.time)
        if row >= len(METHODS) == len({*last}):
            found.setdefault("methods", one.time)
    return found


def _matches(matches: Sequence[MatchResult]) -> dict[str, str]:
    found: dict[str, str] = {}
    games: set[str] = set()
    losses: dict[str, int] = {}  # in a row against each character
    for match in matches:
        if match.result > 0.5:
            games.add(match.game)
            for character, level in match.opponents:
                if level in LEVELS:
                    found.setdefault(level, match.date)
                if losses.get(character, 0) >= LOSSES:
                    found.setdefault("comeback", match.date)
        for character, _ in match.opponents:
            if character:
                losses[character] = losses.get(character, 0) + 1 if match.result < 0.5 else 0
        for count in (3, 5):
            if len(games) >= count:
                found.setdefault(f"games_{count}", match.date)
    return found


def _levels(records: MedalRecords) -> dict[str, str]:
    found = {best.level: best for best in records.levels}
    ring = found.get(STREAK, Best(STREAK))
    solved = sorted((best for best in found.values() if best.stars), key=lambda best: best.date)
    own = [best for best in solved if not best.level.startswith((LESSON, MEDAL))]
    stars = [best.date for best in own for _ in range(best.stars)]
    lessons = [best.date for best in solved if best.level.startswith(LESSON)]
    return {
        "ring": ring.date if ring.tries >= RING else "",
        "stars_10": _nth(stars, 10), "stars_100": _nth(stars, 100),
        "full_10": _nth((best.date for best in own if best.stars == 3), 10),
        "puzzles": _nth((best.date for best in own if best.level in records.puzzles), 5),
        "lesson": _nth(lessons, 1), "lessons": _nth(lessons, LESSONS),
    }  # fmt: skip
