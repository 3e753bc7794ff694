"""Record of throws: a row of the database each, or a line of JSON for export (docs/throws.md).

A throw is stored as soon as it is over. An invalid row is skipped and counted, and never changed.
The file of lines that older versions of the program wrote is imported once.
"""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any, BinaryIO, NamedTuple

from castlecards import database, files, store
from castlecards.core.landing import METHODS
from castlecards.database import Connection, Database
from castlecards.store import StoreError
from castlecards.texts import counted, ntr, tr

# Causes: results of a throw, the hits first; the last four are fouls of the hand movement.
HIT, PERFECT = "hit", "perfect"
CAUSES = (
    HIT, PERFECT, "table", "slid", "own", "underneath", "left", "gate", "line", "backward", "slow",
)  # fmt: skip
# Trials, which do not count: a repetition of the last throw, one with a number changed, the throws
# of a lesson, and those that measure the strength of a hand.
TRIALS = AGAIN, CHANGED, LESSON, MEASURED = ("again", "change", "lesson", "strength")
RELEASE = 12  # numbers of a core.landing.Release
POSE = 3  # x and y in 0.1 mm, angle in mrad
PLACE = 2  # x and y in 0.1 mm
MAX_LINE = 4096  # letters, longest line
BATCH = 500  # rows read at a time
RECENT_ROWS = 4000  # newest rows that are searched for throws of one hand
BYTES_PER_READ = 100_000  # bytes of the old file read at a time
IMPORT_OFFSET = 2**40  # row id of an imported line: its number less this, so that it sorts first
MAX_WORD = 200  # letters
MAX_MM = 1e6  # mm, greatest offset
NUMBER = frozenset((int, float))
OFFSETS = ("right", "far", "touch_right", "touch_far")  # mm
WORDS = {
    "method": frozenset(METHODS), "cause": frozenset(CAUSES), "trial": frozenset(("", *TRIALS)),
}  # fmt: skip
LENGTHS = {"release": RELEASE, "rest": POSE, "touch": PLACE}
MOMENT_GLOB = "-".join(["[0-9]" * 4, "[0-9]" * 2, "[0-9]" * 2 + "T" + ":".join(["[0-9]" * 2] * 3)])
OLD_FILE_SHARE = 0.5  # share of the reading time for the old file, if there is one
OLD_FILE = "throws.jsonl"  # the file of older versions
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d").fullmatch


class ThrowRecord(NamedTuple):
    """One throw; make it with keywords. A tuple, because files hold up to a hundred thousand.

    `right` and `far` are the offsets (mm) of the middle of the card at rest from the middle of its
    target, as the thrower sees them: to the right, too far. `touch_right` and `touch_far` are those
    of the first touch. All are None for a foul and for a throw without a target. The latter two are
    also None if the first touch is not known: in old records, and outside the play area.
    """

    time: str  # local time, ISO 8601, to the second
    method: str  # one of METHODS
    player: str = ""
    layout: str = ""  # lay-out of the range, like "duel", or the id of a game
    level: str = ""  # the id of the level, "" in free practice
    assist: str = ""  # "full", "direction", "none"
    release: tuple[int, ...] = ()  # the numbers of a Release; () for a foul
    rest: tuple[int, ...] = ()  # pose of the card at rest: x, y in 0.1 mm, angle in mrad
    right: float | None = None
    far: float | None = None
    cause: str = HIT  # one of CAUSES
    hits: int = 0  # number of cards hit
    perfect: int = 0  # number of them hit perfectly
    words: str = ""  # the verdict as shown
    touch: tuple[int, ...] = ()  # place of the first touch: x, y in 0.1 mm
    touch_right: float | None = None
    touch_far: float | None = None
    trial: str = ""  # one of TRIALS; "" for a throw that counts

    @property
    def hit(self) -> bool:
        return self.cause in (HIT, PERFECT)

    @property
    def day(self) -> str:
        """Date like `2026-11-21`."""
        return self.time[:10]


class ThrowResult(NamedTuple):
    """Result of a throw: time, method, cause and number of cards hit, as in a ThrowRecord."""

    time: str
    method: str
    cause: str
    hits: int


def line(throw: ThrowRecord) -> str:
    """Line of JSON for a throw; default values are left out."""
    usual = ThrowRecord._field_defaults
    fields = {key: value for key, value in throw._asdict().items() if value != usual.get(key)}
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def parse(text: str) -> ThrowRecord:
    """Throw from a line of JSON, the inverse of `line`. Raises ValueError that says what was
    expected."""
    if len(text) > MAX_LINE:
        letters = counted(len(text), "letter")
        raise ValueError(tr("the line has {letters}, at most {n} fit", letters=letters, n=MAX_LINE))
    try:
        return _record_of(json.loads(text))
    except RecursionError:
        raise ValueError(tr("not a throw")) from None


def _record_of(fields: Any) -> ThrowRecord:
    if fault := _fault_of(fields):
        raise ValueError(fault)
    for key in LENGTHS:
        if key in fields:
            fields[key] = tuple(fields[key])
    return ThrowRecord(**fields)


def _fault_of(fields: Any) -> str:
    """Description of the first fault of a decoded line; "" if it is valid."""
    if type(fields) is not dict:
        return tr("expected an object with the fields of a throw")
    for key, value in fields.items():
        kind = KINDS.get(key)
        if kind is None:
            return tr("unknown field {key!r}", key=key)
        if not kind(value):
            return tr("{key}: {value!r} is not allowed", key=key, value=value)
    return "" if "time" in fields and "method" in fields else tr("a throw needs time and method")


def _word(value: Any) -> bool:
    return type(value) is str and len(value) <= MAX_WORD


def _count(value: Any) -> bool:
    return type(value) is int and 0 <= value <= 255


def _numbers(length: int) -> Callable[[Any], bool]:
    def fits(value: Any) -> bool:
        if type(value) is not list or len(value) != length:
            return False
        return set(map(type, value)) == {int} and -(2**31) < min(value) <= max(value) < 2**31

    return fits


def _mm(value: Any) -> bool:
    return type(value) in NUMBER and -MAX_MM < value < MAX_MM


def _one_of(words: frozenset[str]) -> Callable[[Any], bool]:
    return lambda value: type(value) is str and value in words


def _moment(value: Any) -> bool:
    return type(value) is str and MOMENT(value) is not None


KINDS: dict[str, Callable[[Any], bool]] = {
    "time": _moment, "player": _word, "layout": _word, "level": _word, "assist": _word,
    "hits": _count, "perfect": _count, "words": _word,
    **{key: _one_of(words) for key, words in WORDS.items()},
    **{key: _numbers(length) for key, length in LENGTHS.items()},
    **dict.fromkeys(OFFSETS, _mm),
}  # fmt: skip


def file() -> Path:
    """Path of the database that holds the throws."""
    return database.file()


def old_file(path: Path) -> Path:
    """Path of the file in which older versions stored the throws, beside the database `path`."""
    return path.with_name(OLD_FILE)


# Lines of text


@dataclass(frozen=True)
class ThrowsRead:
    """Result of reading: the throws in order of time, and the invalid lines that were left out."""

    throws: tuple[ThrowRecord, ...]
    bad: tuple[tuple[int, str], ...] = ()  # number of the line or row, and its fault
    message: str = ""  # notice about the file, or ""

    def notice(self, name: str) -> str:
        """Notice about the file and about lines left out; "" if there is none."""
        message = [self.message] if self.message else []
        return "\n".join([*message, *_left_out(name, self.bad)])


def of_lines(lines: Sequence[str]) -> ThrowsRead:
    """Read the lines of a file."""
    throws, bad = _of_lines(lines, 1)
    return ThrowsRead(tuple(throw for _, throw in throws), tuple(bad))


def _of_lines(
    lines: Sequence[str], first: int
) -> tuple[list[tuple[int, ThrowRecord]], list[tuple[int, str]]]:
    """Throws and faults of some lines, each with the number of its line; `first`: that of the first
    one."""
    good, bad = [], []
    for number, text in enumerate(lines, first):
        try:
            if text.strip():
                good.append((number, parse(text)))
        except ValueError as error:
            bad.append((number, _reason(error)))
    return good, bad


def _left_out(name: str, bad: Sequence[tuple[int, str]]) -> Iterator[str]:
    """Yield a sentence about the throws left out, if any."""
    if bad:
        number, why = bad[0]
        yield ntr(
            len(bad),
            "{place}: {why}. {n} throw was left out; the file is unchanged.",
            "{place}: {why}. {n} throws were left out; the file is unchanged.",
            place=f"{name}:{number}",
            why=why,
        )


def _reason(error: ValueError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return tr("broken line: {error} at letter {n}", error=error.msg, n=error.colno)
    return str(error)


# Rows of the records

COLUMNS = (
    "time", "method", "player", "layout", "level", "assist", "release_method", "release_x",
    "release_y", "release_height", "release_speed", "release_heading", "release_loft",
    "release_pitch", "release_bank", "release_yaw", "release_spin", "release_tumble", "rest_x",
    "rest_y", "rest_angle", "right", "far", "cause", "hits", "perfect", "words", "touch_x",
    "touch_y", "touch_right", "touch_far", "trial",
)  # fmt: skip


def row(throw: ThrowRecord) -> tuple[Any, ...]:
    """Values of COLUMNS for a throw; None for each number of an unknown place."""
    return (
        *throw[:6], *(throw.release or (None,) * RELEASE), *(throw.rest or (None,) * POSE),
        *throw[8:14], *(throw.touch or (None,) * PLACE), *throw[15:],
    )  # fmt: skip


def _of_row(r: tuple[Any, ...]) -> ThrowRecord:
    """Throw from a row of _SELECT, the inverse of `row`."""
    return ThrowRecord._make(
        (
            *r[2:8], () if r[8] is None else r[8:20], () if r[20] is None else r[20:23], *r[23:29],
            () if r[29] is None else r[29:31], *r[31:],
        )
    )  # fmt: skip


def _valid_row_sql() -> str:
    """SQL expression that is 1 for a valid row, else 0.

    SQLite converts values to the type of a column if it can, and orders numbers before texts before
    blobs, so bounds check the type too. A sum is an integer if all its parts are.
    """

    def words(known: Iterable[str]) -> str:
        return ", ".join(f"'{word}'" for word in sorted(known))

    texts = ("player", "layout", "level", "assist", "words")
    fields = [f"time GLOB '{MOMENT_GLOB}'"]
    fields += [f"{n} < x'' AND length({n}) <= {MAX_WORD}" for n in texts]
    fields += [f"{name} IN ({words(known)})" for name, known in WORDS.items()]
    fields += [f"{n} BETWEEN 0 AND 255" for n in ("hits", "perfect")]
    fields += ["typeof(hits + perfect) = 'integer'"]
    fields += [f"({n} IS NULL OR {n} > {-MAX_MM} AND {n} < {MAX_MM})" for n in OFFSETS]
    for name in LENGTHS:
        own = _parts(name)
        there = [f"{n} BETWEEN {-(2**31) + 1} AND {2**31 - 1}" for n in own]
        there += [f"typeof({' + '.join(own)}) = 'integer'"]
        fields.append(
            f"CASE WHEN {own[0]} IS NULL THEN coalesce({', '.join(own)}) IS NULL "
            f"ELSE {' AND '.join(there)} END"
        )
    return f"coalesce({' AND '.join(fields)}, 0)"


def _parts(name: str) -> tuple[str, ...]:
    """Columns of a place or of a release, in order."""
    if name == "release":
        return tuple(column for column in COLUMNS if column.startswith("release_"))
    return tuple(f"{name}_{part}" for part in ("x", "y", "angle")[: LENGTHS[name]])


_NAMES = ", ".join(COLUMNS)
_VALUES = ", ?" * len(COLUMNS)
_ADD = (
    f"INSERT INTO throw (id, {_NAMES}) "
    f"VALUES ((SELECT max(ifnull(max(id), 0), 0) + 1 FROM throw){_VALUES})"
)
_IMPORT = f"INSERT OR IGNORE INTO throw (id, {_NAMES}) VALUES (?{_VALUES})"
_SELECT = (
    f"SELECT id, {_valid_row_sql()}, {_NAMES} FROM throw WHERE id > ? ORDER BY id LIMIT {BATCH}"
)
_SELECT_RECENT = (
    f"SELECT id, {_valid_row_sql()}, {_NAMES} FROM throw "
    "WHERE id > (SELECT max(id) FROM throw) - ? "
    "AND method = ? AND player = ? AND trial = '' AND release_method IS NOT NULL "
    "ORDER BY id DESC LIMIT ?"
)

_SELECT_RESULTS = (
    "SELECT time, method, cause, hits FROM throw WHERE trial = '' AND typeof(time) = 'text' "
    "AND typeof(method) = 'text' AND typeof(cause) = 'text' AND typeof(hits) = 'integer' "
    "ORDER BY id"
)


class ThrowReader:
    """Reader of all throws in small pieces, so that the screen does not freeze.

    First it imports the file of older versions, if that is not done yet.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._database = Database(path)
        self._old: _OldLines | None = _OldLines(old_file(self._database.path))
        self._old_share = 0.0  # share of the work that was the old file
        self._last_id = self._first_id = self._max_id = -IMPORT_OFFSET
        self._throws: list[ThrowRecord] = []
        self._bad: list[tuple[int, str]] = []
        self._messages: list[str] = []
        self._finished = False

    @property
    def share(self) -> float:
        """Share of the work that is done, 0 to 1."""
        if self._finished:
            return 1.0
        if self._old is not None:
            return OLD_FILE_SHARE * self._old.share
        span = self._max_id - self._first_id
        part = min(max(self._last_id - self._first_id, 0) / span, 1.0) if span > 0 else 0.0
        return self._old_share + (1 - self._old_share) * part

    def read_on(self, seconds: float = inf) -> bool:
        """Read for about `seconds` s; return True when all is read. Raises StoreError."""
        end = perf_counter() + seconds
        collecting = gc.isenabled()
        gc.disable()  # nothing here is garbage, and a search for it takes a third of the time
        try:
            while not self._finished:
                self._read_batch()
                if perf_counter() >= end:
                    break
        finally:
            if collecting:
                gc.enable()
            if self._finished:
                self._database.close()
        return self._finished

    def close(self) -> None:
        """Close the files; not needed once all is read."""
        self._database.close()
        if self._old is not None:
            self._old.close()

    def _read_batch(self) -> None:
        if self._old is not None:
            if self._old.read_batch(self._database):
                self._messages += self._old.message
                self._old_share = OLD_FILE_SHARE * self._old.share
                self._old = None
            return
        nothing: list[tuple[Any, ...]] = []
        rows, message = self._database.read(self._rows, nothing)
        self._messages += filter(None, [message])
        if message:  # a new database has replaced a damaged one: start again
            self._last_id, self._throws, self._bad = -IMPORT_OFFSET, [], []
            return
        self._throws += [_of_row(r) for r in rows if r[1]]
        self._bad += [(r[0], tr("a value is not allowed")) for r in rows if not r[1]]
        self._finished = len(rows) < BATCH
        self._last_id = rows[-1][0] if rows else self._last_id

    def _rows(self, con: Connection) -> list[tuple[Any, ...]]:
        if self._last_id == -IMPORT_OFFSET:
            ends = con.execute("SELECT min(id), max(id) FROM throw").fetchone()
            self._first_id, self._max_id = (end or 0 for end in ends)
        return con.execute(_SELECT, (self._last_id,)).fetchall()

    @property
    def record(self) -> ThrowsRead:
        """Throws that have been read so far."""
        message = [*self._messages, *_left_out(self._database.path.name, self._bad)]
        return ThrowsRead(tuple(self._throws), tuple(self._bad), "\n".join(message))


class _OldLines:
    """File of older versions, of which each line is imported into the database once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.message: list[str] = []
        self.share = 0.0
        self._bad: list[tuple[int, str]] = []
        self._open: BinaryIO | None = None
        self._line = 0

    def read_batch(self, records: Database) -> bool:
        """Import some lines; return True if there are no more. Raises StoreError."""
        try:
            if self._open is None and not self._begin(records):
                return True
            assert self._open is not None
            raw = self._open.readlines(BYTES_PER_READ)
        except OSError as error:
            raise StoreError(store.sentence(error, self.path, "read")) from error
        lines = [line.decode("utf-8", "replace") for line in raw]
        throws, bad = _of_lines(lines, self._line + 1)
        done = self._line + len(lines)

        def take(con: Connection) -> None:
            con.executemany(
                _IMPORT, [(number - IMPORT_OFFSET, *row(throw)) for number, throw in throws]
            )
            database.store_import(con, self.path.name, done, whole=not lines)

        self.message += filter(None, [records.write(take)[1]])
        self._bad += bad
        self._line = done
        self.share = min(self._open.tell() / max(self._size, 1), 1.0)
        if not lines:
            self.close()
            self.message += _left_out(self.path.name, self._bad)
        return not lines

    def close(self) -> None:
        if self._open is not None:
            self._open.close()

    def _begin(self, records: Database) -> bool:
        """Open the file; return False if there is none, or if it was fully imported before."""
        if not files.exists(self.path):
            return False
        (done, whole), message = records.read(
            lambda con: database.import_progress(con, self.path.name), (0, False)
        )
        self.message += filter(None, [message])
        if whole:
            return False
        self._size = files.status(self.path).st_size
        file = files.reader(self.path)
        try:
            for _ in range(done):
                file.readline()
        except OSError:
            file.close()
            raise
        self._open, self._line = file, done
        return True


def read(path: Path | None = None) -> ThrowsRead:
    """Read all throws; none if there is no file. Raises StoreError."""
    reading = ThrowReader(path)
    try:
        reading.read_on()
    finally:
        reading.close()
    return reading.record


def results(path: Path | None = None) -> list[ThrowResult]:
    """Results of all throws that count, the oldest first, without those of a file of older versions
    that was not imported yet. Raises StoreError."""
    nothing: list[tuple[Any, ...]] = []
    with Database(path) as records:
        return [ThrowResult._make(r) for r in records.read(_results, nothing)[0]]


def _results(con: Connection) -> list[tuple[Any, ...]]:
    return con.execute(_SELECT_RESULTS).fetchall()


class ThrowLog:
    """Writer of throws to the database, which stays open from the first throw on.

    It does not sync to the disk, which could take longer than a frame: a throw survives a crash of
    the program, but not a power cut in the same seconds.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._database = Database(path)

    def add(self, throw: ThrowRecord) -> str:
        """Store a throw; return a notice about the file, or "". Raises StoreError; earlier throws
        are then still stored."""
        try:
            return self._database.write(lambda con: con.execute(_ADD, row(throw)))[1]
        except StoreError as error:
            raise StoreError(tr("The throw was not recorded. {error}", error=error)) from error

    def recent(self, player: str, method: str, most: int) -> list[ThrowRecord]:
        """Newest throws of a player by one method, at most `most`, the oldest first, without
        trials; searches only the last RECENT rows. Raises StoreError."""
        nothing: list[tuple[Any, ...]] = []
        records = self._database.read(
            lambda con: con.execute(_SELECT_RECENT, (RECENT_ROWS, method, player, most)).fetchall(),
            nothing,
        )[0]
        return [_of_row(r) for r in reversed(records) if r[1]]

    def close(self) -> None:
        self._database.close()


class ThrowLogs:
    """Logs of throws of several players, each opened on first use.

    `path_of` returns the database of a player by name; None: nothing is kept of this player.
    """

    def __init__(self, path_of: Callable[[str], Path | None]) -> None:
        self._path_of = path_of
        self._logs: dict[Path, ThrowLog] = {}

    def add(self, throw: ThrowRecord) -> str:
        """Store a throw with the records of its player, like `ThrowLog.add`."""
        log = self._of(throw.player)
        return "" if log is None else log.add(throw)

    def recent(self, player: str, method: str, most: int) -> list[ThrowRecord]:
        """Newest throws of a player, like `ThrowLog.recent`; none of a player without records."""
        log = self._of(player)
        return [] if log is None else log.recent(player, method, most)

    def close(self) -> None:
        for log in self._logs.values():
            log.close()

    def _of(self, player: str) -> ThrowLog | None:
        path = self._path_of(player)
        return None if path is None else self._logs.setdefault(path, ThrowLog(path))


def select_throws(
    throws: Iterable[ThrowRecord],
    *,
    method: str = "",
    level: str | None = None,
    since: str = "",
    until: str = "",
    player: str = "",
    trials: bool = False,
) -> Iterator[ThrowRecord]:
    """Select throws by method, level ("" is free practice, None any), player and span of days.

    `since` and `until` are dates like `2026-11-21`, both included. `trials`: include trials.
    """
    for throw in throws:
        if throw.trial and not trials:
            continue
        if method and throw.method != method:
            continue
        if level is not None and throw.level != level:
            continue
        if player and throw.player != player:
            continue
        if (since and throw.day < since) or (until and throw.day > until):
            continue
        yield throw
