"""Progress in the levels: the best stars of each, stored in the database of records.

Stars that ask for different things are collected over several tries.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from castlecards import data, database, store
from castlecards.database import Connection, Database
from castlecards.texts import tr

STREAK = "range/streak"  # row whose tries are the longest streak at the ring of the range
MEDAL, LESSON = "medal/", "lesson/"  # beginnings of rows for medals and lessons, with their dates
STARS = 3  # of one level
OLD_FILE = "progress.yaml"  # the file of older versions


@dataclass(frozen=True)
class Best:
    """Best result in one level."""

    level: str
    stars: int = 0  # 0: goal not reached
    tries: int = 0
    date: str = ""  # of the best result, local, ISO 8601, to the minute
    known: tuple[int, ...] = ()  # won stars recorded one by one, from 0; old files only count them

    def __post_init__(self) -> None:
        if not 0 <= self.stars <= STARS:
            raise ValueError(tr("stars: expected 0 to 3"))
        if self.tries < 0:
            raise ValueError(tr("tries: expected 0 or more"))

    @property
    def won(self) -> tuple[bool, ...]:
        """Each star, True if it is won; of stars not known one by one, the first ones are."""
        others = [n for n in range(STARS) if n not in self.known]
        first = others[: max(self.stars - len(self.known), 0)]
        return tuple(n in self.known or n in first for n in range(STARS))


@dataclass(frozen=True)
class Progress:
    """Best results in all levels that were tried."""

    levels: tuple[Best, ...] = ()

    def of(self, level: str) -> Best:
        """Best result in a level; an empty one if it was never tried."""
        return next((best for best in self.levels if best.level == level), Best(level))


def read(path: Path | None = None) -> tuple[Progress, str]:
    """Read the progress from a database; also returns a notice about the database, or ""."""
    with Database(path) as records:
        try:
            notice = _import_old_file(records)
            nothing: tuple[Best, ...] = ()
            levels, later_notice = records.read(_levels, nothing)
        except store.StoreError as error:
            return Progress(), str(error)
    return Progress(levels), "\n".join(filter(None, (notice, later_notice)))


def add(level: str, stars: int, path: Path | None = None, won: Sequence[bool] = ()) -> Best:
    """Count a try and keep the better result. Raises StoreError; then nothing has changed.

    `won`: stars of a level whose stars ask for different things; they are added to those of before.
    """

    def count(con: Connection) -> Best:
        old = Progress(_levels(con)).of(level)
        known = {*old.known, *(n for n, is_won in enumerate(won) if is_won and stars)}
        most = max(stars, old.stars, len(known))
        new = replace(old, stars=most, tries=old.tries + 1, known=tuple(sorted(known)))
        if most > old.stars:
            new = replace(new, date=datetime.datetime.now().isoformat(timespec="minutes"))
        _put(con, new)
        return new

    with Database(path) as records:
        _import_old_file(records)
        return records.write(count)[0]


def longest_streak(path: Path) -> int:
    """Longest streak at the ring of the range; 0 if it can't be read."""
    return read(path)[0].of(STREAK).tries


def keep_streak(count: int, path: Path) -> None:
    """Keep a streak if it is the longest one. Raises StoreError; then nothing has changed."""

    def keep(con: Connection) -> None:
        if count > Progress(_levels(con)).of(STREAK).tries:
            now = datetime.datetime.now().isoformat(timespec="minutes")
            _put(con, Best(STREAK, 0, count, now))

    with Database(path) as records:
        records.write(keep)


def mark(dates: Mapping[str, str], path: Path | None = None) -> None:
    """Store rows as done at these dates; of each the first date stays. Raises StoreError."""

    def put(con: Connection) -> None:
        known = {best.level for best in _levels(con)}
        for level, date in dates.items():
            if level not in known:
                _put(con, Best(level, 1, 0, date))

    with Database(path) as records:
        _import_old_file(records)
        records.write(put)


def mark_lesson(lesson: str, path: Path | None = None) -> None:
    """Store that a lesson was finished. Raises StoreError."""
    mark({LESSON + lesson: datetime.datetime.now().isoformat(timespec="minutes")}, path)


def _levels(con: Connection) -> tuple[Best, ...]:
    """Valid rows of the table; damaged ones are left out."""
    rows = con.execute(
        "SELECT id, stars, tries, date FROM level WHERE typeof(id) = 'text' "
        "AND typeof(date) = 'text' AND typeof(stars) = 'integer' AND stars BETWEEN 0 AND 3 "
        "AND typeof(tries) = 'integer' AND tries >= 0 ORDER BY rowid"
    ).fetchall()
    found = con.execute(
        "SELECT level, number FROM star WHERE typeof(level) = 'text' "
        "AND typeof(number) = 'integer' AND number BETWEEN 0 AND 2 ORDER BY number"
    ).fetchall()
    known: dict[str, tuple[int, ...]] = {}
    for level, number in found:
        known[level] = (*known.get(level, ()), number)
    return tuple(
        Best(level, stars, tries, date, known.get(level, ())) for level, stars, tries, date in rows
    )


def _put(con: Connection, best: Best) -> None:
    con.execute(
        "INSERT INTO level VALUES (:level, :stars, :tries, :date) ON CONFLICT (id) DO UPDATE SET "
        "stars = :stars, tries = :tries, date = :date",
        vars(best),
    )
    con.executemany(
        "INSERT OR IGNORE INTO star VALUES (?, ?)", [(best.level, n) for n in best.known]
    )


def _import_old_file(records: Database) -> str:
    """Import the file of older versions into the database, once; returns a notice, or ""."""

    def take(con: Connection, old: Progress) -> None:
        for best in old.levels:
            _put(con, best)

    return database.import_file(
        records, OLD_FILE, lambda file: data.load_file(file, Progress, file.name), take
    )
