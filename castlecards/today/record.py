"""Record of the daily tasks: one line of JSON a card in `today.jsonl`, only ever appended.

A card is stored as soon as it lies, so an attempt that is cut off goes on at its next card. For
each date the first line of each card counts: of two windows, one goes on with the attempt. A line
that can’t be read is left as it is and counted. A date counts once, and only if no later date was
finished before: moving the clock gives nothing twice.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from castlecards import files, paths, store
from castlecards.core.landing import RANGES
from castlecards.store import StoreError
from castlecards.texts import tr
from castlecards.today.generator import TOTAL, Day
from castlecards.today.scoring import BEST, medal

FILE = "today.jsonl"
MAX_LINE = 1000  # letters
MAX_BYTES = 1 << 24  # more than any life long record of days
MAX_NAME = 60  # letters, of a player
POSE = 3  # numbers of a place of rest: x and y in 0.1 mm, angle in mrad
RESTS = 2  # days a month that may be missed without an end of the streak
AHEAD = timedelta(days=1)  # by which a date may be ahead of the clock, for travellers


class StoredCard(NamedTuple):
    """One card of an attempt."""

    date: date
    version: int  # of the table of stations
    card: int  # index, 0 to 9
    points: int
    release: tuple[int, ...]
    rest: tuple[int, ...]
    limits: tuple[int, ...]  # points for bronze, silver and gold on this day
    when: str  # UTC, ISO 8601
    zone: int  # minutes that local time is ahead of UTC
    player: str


@dataclass(frozen=True)
class Attempt:
    """Attempt of a date. `late`: a later date was finished before its first card."""

    date: date
    cards: tuple[StoredCard, ...]
    late: bool

    @property
    def total(self) -> int:
        return sum(card.points for card in self.cards)

    @property
    def finished(self) -> bool:
        return len(self.cards) == TOTAL

    @property
    def counts(self) -> bool:
        """True if it is finished and counts for streak and medals."""
        return self.finished and not self.late

    @property
    def medal(self) -> str:
        bronze, silver, gold = self.cards[0].limits
        return medal(self.total, (bronze, silver, gold)) if self.counts else ""


@dataclass(frozen=True)
class Streak:
    """Days in a row that counted: up to now, and the most ever."""

    now: int = 0
    best: int = 0


@dataclass(frozen=True)
class TodayRecord:
    """Record of all attempts, by their first cards; `bad`: number of unreadable lines."""

    attempts: tuple[Attempt, ...] = ()
    bad: int = 0

    def of(self, day: date) -> Attempt:
        """Attempt of a date; an empty one if it was never begun."""
        late = any(one.finished and one.date >= day for one in self.attempts)
        return next((one for one in self.attempts if one.date == day), Attempt(day, (), late))

    @property
    def best(self) -> int:
        """Most points of an attempt that counted; 0 if there is none."""
        return max((one.total for one in self.attempts if one.counts), default=0)

    def reached(self, days: int) -> date | None:
        """Date on which a streak first had so many days; None if none had."""
        dates = sorted({one.date for one in self.attempts if one.counts})
        ends = range(days, len(dates) + 1)
        return next(
            (dates[n - 1] for n in ends if streak(dates[:n], dates[n - 1]).now >= days), None
        )

    def streak(self, today: date) -> Streak:
        """Streak up to this date."""
        return streak([one.date for one in self.attempts if one.counts], today)


def streak(days: Iterable[date], today: date) -> Streak:
    """Streak of dates that counted. A gap of one day costs one of the month’s RESTS.

    The current streak is kept as long as the next date can still extend it.
    """
    now = best = 0
    last: date | None = None
    rests: Counter[tuple[int, int]] = Counter()
    for day in sorted(set(days)):
        now = now + 1 if last is not None and _continues_streak(last, day, rests) else 1
        last, best = day, max(best, now)
    if last is None or not (today <= last or _continues_streak(last, today, rests)):
        now = 0
    return Streak(now, best)


def _continues_streak(last: date, day: date, rests: Counter[tuple[int, int]]) -> bool:
    """True if a streak up to `last` goes on at `day`; a rest that this costs is counted."""
    gap = (day - last).days - 1
    missed = last + timedelta(days=1)
    month = missed.year, missed.month
    if gap == 1 and rests[month] < RESTS:
        rests[month] += 1
        return True
    return gap == 0


# The clock


def local_date() -> date:
    """Present date of the place where the computer is."""
    return datetime.now().date()


def steady_seconds() -> float:
    """Seconds of a clock that nobody sets, which runs while the computer sleeps, if it can."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


@dataclass(frozen=True)
class StartOfRun:
    """Time at which the program started, by the clock on the wall and by a steady one."""

    wall: float  # s since 1970
    steady: float  # s

    @classmethod
    def now(cls) -> StartOfRun:
        return cls(time.time(), steady_seconds())

    def is_ahead(self, day: date, steady: float) -> bool:
        """True if a date can’t have come since the start: the clock was moved forward meanwhile.

        `steady`: the steady clock, s.
        """
        true = datetime.fromtimestamp(self.wall + steady - self.steady).date()
        return day > true + AHEAD


START = StartOfRun.now()

# The file


def file(folder: Path | None = None) -> Path:
    """Path of the record in a folder of records, by default that of the first profile."""
    return (folder or paths.records_dir()) / FILE


def stored_card(
    task: Day,
    index: int,
    points: int,
    release: Sequence[int],
    rest: Sequence[int],
    player: str,
    now: datetime,
) -> StoredCard:
    """Card of an attempt, to be appended. `now`: an aware time."""
    offset = now.utcoffset() or timedelta()
    when = now.astimezone(UTC).isoformat(timespec="seconds")
    return StoredCard(
        task.date, task.version, index, points, tuple(release), tuple(rest), task.limits, when,
        round(offset.total_seconds() / 60), player[:MAX_NAME],
    )  # fmt: skip


def append(card: StoredCard, path: Path | None = None) -> TodayRecord:
    """Append a card and return the record. Raises StoreError; also if another window was first."""
    path = path or file()
    line = f"{_line(card)}\n"
    try:
        there = files.exists(path)
        whole = not there or _raw(path)[-1:] in (b"", b"\n")
    except OSError as error:
        raise StoreError(store.sentence(error, path, "read")) from error
    if not there:
        store.write_bytes(path, b"")
    # A crash may have cut off the last line: begin a new one.
    store.append(path, line if whole else f"\n{line}")
    record = read(path)
    own = record.of(card.date).cards
    if len(own) <= card.card or own[card.card] != card:
        raise StoreError(tr("Another window has already thrown this card. This throw is a trial."))
    return record


def read(path: Path | None = None) -> TodayRecord:
    """Read the record; an empty one if there is no file. Raises StoreError."""
    path = path or file()
    try:
        raw = _raw(path) if files.exists(path) else b""
    except OSError as error:
        raise StoreError(store.sentence(error, path, "read")) from error
    return record_of(raw.decode("utf-8", "replace").splitlines())


def _raw(path: Path) -> bytes:
    with files.reader(path) as opened:
        return opened.read(MAX_BYTES)


def record_of(lines: Sequence[str]) -> TodayRecord:
    """Record of the lines of a file."""
    cards: dict[date, list[StoredCard]] = {}
    late: dict[date, bool] = {}
    last, bad = date.min, 0
    for text in lines:
        if not text.strip():
            continue
        try:
            card = _parse(text)
        except (ValueError, TypeError, KeyError, RecursionError):
            bad += 1
            continue
        late.setdefault(card.date, card.date < last)
        own = cards.setdefault(card.date, [])
        if card.card != len(own):
            continue  # thrown in another window
        own.append(card)
        if len(own) == TOTAL:
            last = max(last, card.date)
    attempts = (Attempt(day, tuple(own), late[day]) for day, own in cards.items() if own)
    return TodayRecord(tuple(attempts), bad)


def _line(card: StoredCard) -> str:
    fields = card._asdict() | {"date": card.date.isoformat()}
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def _parse(text: str) -> StoredCard:
    """Card of a line. Raises ValueError, TypeError, KeyError or RecursionError for values that
    `_line` does not write."""
    fields: dict[str, Any] = json.loads(text[:MAX_LINE])
    lists = {name: (*map(int, fields[name]),) for name in ("release", "rest", "limits")}
    numbers = {name: int(fields[name]) for name in ("version", "card", "points", "zone")}
    texts = {name: str(fields[name]) for name in ("when", "player")}
    day = date.fromisoformat(fields["date"])
    card = StoredCard(date=day, **numbers, **lists, **texts)  # type: ignore[arg-type]
    lengths = tuple(len(numbers) for numbers in lists.values())
    fits = 0 <= card.points <= BEST and 0 <= card.card < TOTAL and lengths == (len(RANGES), POSE, 3)
    one, two = (json.dumps(each, sort_keys=True) for each in (fields, json.loads(_line(card))))
    if not fits or one != two:  # as texts, because True equals 1
        raise ValueError("no card of a task")
    return card
