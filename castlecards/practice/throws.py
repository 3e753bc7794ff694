"""Every throw, a row of the records (docs/throws.md), and a line of text where it is passed on.

A throw is in the records as soon as it is over; a row that cannot be understood is left where it is
and counted, never mended. The lines of older versions of the program are read in once.
"""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any, BinaryIO, NamedTuple

from castlecards import database, files, store
from castlecards.core.landing import METHODS
from castlecards.core.plurals import counted
from castlecards.database import Connection, Database
from castlecards.store import StoreError

# What became of a throw, the good ones first; the last four are hand movements that were no throw.
HIT, PERFECT = "hit", "perfect"
CAUSES = (
    HIT, PERFECT, "table", "slid", "own", "underneath", "left", "gate", "line", "backward", "slow",
)  # fmt: skip
# What was only tried: the last throw again, or with a number changed, all throws of a lesson, and
# those by which the strength of a hand is measured.
TRIALS = AGAIN, CHANGED, LESSON, MEASURED = ("again", "change", "lesson", "strength")
RELEASE = 12  # numbers of a core.landing.Release
POSE = 3  # x and y in 0.1 mm, angle in mrad
PLACE = 2  # x and y in 0.1 mm
LONGEST = 4096  # letters of a line
BATCH = 500  # rows that are read together
RECENT = 4000  # rows among which the newest throws of one hand are looked for
PIECE = 100_000  # bytes of old lines that are read together
BEFORE = (
    2**40
)  # old lines come before all others: the number of a row is that of its line less this
LONGEST_WORD = 200  # letters
MOST_MM = 1e6
NUMBER = frozenset((int, float))
OFFSETS = ("right", "far", "touch_right", "touch_far")  # mm
WORDS = {
    "method": frozenset(METHODS), "cause": frozenset(CAUSES), "trial": frozenset(("", *TRIALS)),
}  # fmt: skip
LENGTHS = {"release": RELEASE, "rest": POSE, "touch": PLACE}
MOMENT_GLOB = "-".join(["[0-9]" * 4, "[0-9]" * 2, "[0-9]" * 2 + "T" + ":".join(["[0-9]" * 2] * 3)])
HALF = 0.5  # of the time, about, goes into old lines where there are any
OLD = "throws.jsonl"  # the file of older versions
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d").fullmatch


class ThrowRecord(NamedTuple):
    """One throw; make it with keywords. A tuple, for a hundred thousand are read at a time.

    `right` and `far` say by how many mm the middle of the card at rest missed the middle of the
    card that was aimed at, as the thrower sees it: to the right, too far; `touch_right` and
    `touch_far` say the same of the place where it first touched. All are None for a hand movement
    that was no throw and where nothing was aimed at, the latter two also where no first touch is
    known: in records of before they were kept, and where the card first touched outside the play
    area.
    """

    time: str  # local time, ISO 8601, to the second
    method: str  # one of METHODS
    player: str = ""
    layout: str = ""  # what was thrown at, "duel", or the id of a game
    level: str = ""  # the id of the level, "" in free practice
    assist: str = ""  # "full", "direction", "none"
    release: tuple[int, ...] = ()  # the numbers of a Release; () for no throw
    rest: tuple[int, ...] = ()  # where the card came to rest: x, y in 0.1 mm, angle in mrad
    right: float | None = None
    far: float | None = None
    cause: str = HIT  # one of CAUSES
    hits: int = 0  # cards that were hit
    perfect: int = 0  # of them perfectly
    words: str = ""  # the verdict as it was said
    touch: tuple[int, ...] = ()  # where the card first touched anything: x, y in 0.1 mm
    touch_right: float | None = None
    touch_far: float | None = None
    trial: str = ""  # one of TRIALS: counts for nothing; "" for all other throws

    @property
    def hit(self) -> bool:
        return self.cause in (HIT, PERFECT)

    @property
    def day(self) -> str:
        """`2026-11-21`."""
        return self.time[:10]


def line(throw: ThrowRecord) -> str:
    """One line of the file; what has its usual value is left out."""
    usual = ThrowRecord._field_defaults
    said = {key: value for key, value in throw._asdict().items() if value != usual.get(key)}
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))


def parse(text: str) -> ThrowRecord:
    """The inverse of `line`. Raises ValueError saying what was expected."""
    if len(text) > LONGEST:
        raise ValueError(f"a line of {counted(len(text), 'letter')}; a throw has at most {LONGEST}")
    try:
        return _thrown(json.loads(text))
    except RecursionError:
        raise ValueError("not a throw") from None


def _thrown(said: Any) -> ThrowRecord:
    if fault := _fault(said):
        raise ValueError(fault)
    for key in LENGTHS:
        if key in said:
            said[key] = tuple(said[key])
    return ThrowRecord(**said)


def _fault(said: Any) -> str:
    """What is wrong with the object of a line; "" where nothing is."""
    if type(said) is not dict:
        return "expected an object with the keys of a throw"
    for key, value in said.items():
        kind = KINDS.get(key)
        if kind is None:
            return f"{key!r} is no key of a throw"
        if not kind(value):
            return f"{key}: {value!r} does not fit"
    return "" if "time" in said and "method" in said else "a throw has at least time and method"


def _word(value: Any) -> bool:
    return type(value) is str and len(value) <= LONGEST_WORD


def _count(value: Any) -> bool:
    return type(value) is int and 0 <= value <= 255


def _numbers(length: int) -> Callable[[Any], bool]:
    def fits(value: Any) -> bool:
        if type(value) is not list or len(value) != length:
            return False
        return set(map(type, value)) == {int} and -(2**31) < min(value) <= max(value) < 2**31

    return fits


def _mm(value: Any) -> bool:
    return type(value) in NUMBER and -MOST_MM < value < MOST_MM


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
    """Where the throws of this player are kept."""
    return database.file()


def old_file(path: Path) -> Path:
    """Where older versions of the program kept the throws that belong to these records."""
    return path.with_name(OLD)


# Lines of text


@dataclass(frozen=True)
class ThrowsRead:
    """What was read: the throws in the order in which they were made, and what was left out."""

    throws: tuple[ThrowRecord, ...]
    bad: tuple[tuple[int, str], ...] = ()  # number of the line, or row, and what is wrong with it
    told: str = ""  # what there is to say about the file

    def notice(self, name: str) -> str:
        """What there is to say about the file, and about what was left out; "" where nothing is."""
        told = [self.told] if self.told else []
        return "\n".join([*told, *_left_out(name, "line", self.bad)])


def of_lines(lines: Sequence[str]) -> ThrowsRead:
    """What the lines of a file say."""
    found: list[ThrowRecord] = []
    bad: list[tuple[int, str]] = []
    for at in range(0, len(lines), BATCH):
        throws, faults = _of_batch(lines[at : at + BATCH], at + 1)
        found += [throw for _, throw in throws]
        bad += faults
    return ThrowsRead(tuple(found), tuple(bad))


def _of_batch(
    batch: Sequence[str], first: int
) -> tuple[list[tuple[int, ThrowRecord]], list[tuple[int, str]]]:
    """The throws and the faults of some lines, each with the number of its line; `first`: that of
    the first one."""
    numbers = [number for number, text in enumerate(batch, first) if text.strip()]
    try:
        return list(zip(numbers, _together(batch), strict=True)), []
    except (ValueError, RecursionError):
        good, bad = [], []
        for number in numbers:
            try:
                good.append((number, parse(batch[number - first])))
            except ValueError as error:
                bad.append((number, _reason(error)))
        return good, bad


def _left_out(name: str, kind: str, bad: Sequence[tuple[int, str]]) -> Iterator[str]:
    """One sentence on what was left out, if anything was."""
    if bad:
        number, why = bad[0]
        left = counted(len(bad), kind)
        yield f"{name}:{number}: {why}. {left} left out; the file stays as it is."


def _together(batch: Sequence[str]) -> list[ThrowRecord]:
    """Many lines in one go, in a third of the time. Raises ValueError where one is not good."""
    said = [text for text in batch if text.strip()]
    if max(map(len, said), default=0) > LONGEST:
        raise ValueError("a line is too long")
    found = json.loads(f"[{','.join(said)}]")
    if len(found) != len(said):
        raise ValueError("a line holds several objects, or a part of one")
    try:
        if set(map(type, found)) - {dict} or not all(_fit(key, found) for key in KINDS):
            raise ValueError("a line is no throw")
        for each in found:
            for key in LENGTHS:
                if key in each:
                    each[key] = tuple(each[key])
        return [ThrowRecord(**each) for each in found]
    except TypeError as error:  # a key that is not known or not there; what cannot be looked up
        raise ValueError("a line is no throw") from error


def _fit(key: str, found: Sequence[dict[str, Any]]) -> bool:
    """The same as that KINDS finds every value of a key good, without a call a value."""
    values = [said[key] for said in found if key in said]
    if not values:
        return True
    if key in WORDS:
        return WORDS[key].issuperset(values)
    types = set(map(type, values))
    if key in OFFSETS:
        return types <= NUMBER and all(-MOST_MM < value < MOST_MM for value in values)
    if key in ("hits", "perfect"):
        return types == {int} and 0 <= min(values) <= max(values) <= 255
    if key in LENGTHS:
        if types != {list} or set(map(len, values)) != {LENGTHS[key]}:
            return False
        numbers = [*chain.from_iterable(values)]
        return {*map(type, numbers)} == {int} and -(2**31) < min(numbers) <= max(numbers) < 2**31
    if types != {str}:
        return False
    return all(map(MOMENT, values)) if key == "time" else max(map(len, values)) <= LONGEST_WORD


def _reason(error: ValueError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"not a whole line: {error.msg} at letter {error.colno}"
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
    """The values of COLUMNS; None for all the numbers of a place that is not known."""
    return (
        *throw[:6], *(throw.release or (None,) * RELEASE), *(throw.rest or (None,) * POSE),
        *throw[8:14], *(throw.touch or (None,) * PLACE), *throw[15:],
    )  # fmt: skip


def _of_row(r: tuple[Any, ...]) -> ThrowRecord:
    """The inverse of `row`, of what _SELECT finds."""
    return ThrowRecord._make(
        (
            *r[2:8], () if r[8] is None else r[8:20], () if r[20] is None else r[20:23], *r[23:29],
            () if r[29] is None else r[29:31], *r[31:],
        )
    )  # fmt: skip


def _good() -> str:
    """What must hold for a row, whatever wrote it or happened to it, as an expression of SQL.

    SQLite converts what it can to the type of a column and orders numbers before texts before
    blobs, so bounds tell the type too; a sum is an integer if all its parts are.
    """

    def words(known: Iterable[str]) -> str:
        return ", ".join(f"'{word}'" for word in sorted(known))

    texts = ("player", "layout", "level", "assist", "words")
    said = [f"time GLOB '{MOMENT_GLOB}'"]
    said += [f"{n} < x'' AND length({n}) <= {LONGEST_WORD}" for n in texts]
    said += [f"{name} IN ({words(known)})" for name, known in WORDS.items()]
    said += [f"{n} BETWEEN 0 AND 255" for n in ("hits", "perfect")]
    said += ["typeof(hits + perfect) = 'integer'"]
    said += [f"({n} IS NULL OR {n} > {-MOST_MM} AND {n} < {MOST_MM})" for n in OFFSETS]
    for name in LENGTHS:
        own = _parts(name)
        there = [f"{n} BETWEEN {-(2**31) + 1} AND {2**31 - 1}" for n in own]
        there += [f"typeof({' + '.join(own)}) = 'integer'"]
        said.append(
            f"CASE WHEN {own[0]} IS NULL THEN coalesce({', '.join(own)}) IS NULL "
            f"ELSE {' AND '.join(there)} END"
        )
    return f"coalesce({' AND '.join(said)}, 0)"


def _parts(name: str) -> tuple[str, ...]:
    """The columns of a place or of a release, in order."""
    if name == "release":
        return tuple(column for column in COLUMNS if column.startswith("release_"))
    return tuple(f"{name}_{part}" for part in ("x", "y", "angle")[: LENGTHS[name]])


_NAMES = ", ".join(COLUMNS)
_VALUES = ", ?" * len(COLUMNS)
_ADD = (
    f"INSERT INTO throw (id, {_NAMES}) "
    f"VALUES ((SELECT max(ifnull(max(id), 0), 0) + 1 FROM throw){_VALUES})"
)
_TAKE = f"INSERT OR IGNORE INTO throw (id, {_NAMES}) VALUES (?{_VALUES})"
_SELECT = f"SELECT id, {_good()}, {_NAMES} FROM throw WHERE id > ? ORDER BY id LIMIT {BATCH}"
_LATELY = (
    f"SELECT id, {_good()}, {_NAMES} FROM throw WHERE id > (SELECT max(id) FROM throw) - ? "
    "AND method = ? AND player = ? AND trial = '' AND release_method IS NOT NULL "
    "ORDER BY id DESC LIMIT ?"
)


class ThrowReader:
    """The throws, read piece by piece, so that whoever waits for them can stay alive.

    Lines of an older version of the program that are not yet in the records are taken in first.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._database = Database(path)
        self._old: _OldLines | None = _OldLines(old_file(self._database.path))
        self._taken = 0.0  # the share that went into the old lines
        self._at = self._first = self._last = -BEFORE
        self._throws: list[ThrowRecord] = []
        self._bad: list[tuple[int, str]] = []
        self._told: list[str] = []
        self._whole = False

    @property
    def share(self) -> float:
        """How much is read, 0 to 1."""
        if self._whole:
            return 1.0
        if self._old is not None:
            return HALF * self._old.share
        span = self._last - self._first
        part = min(max(self._at - self._first, 0) / span, 1.0) if span > 0 else 0.0
        return self._taken + (1 - self._taken) * part

    def go_on(self, seconds: float = inf) -> bool:
        """Reads for about so long; whether that was all. Raises StoreError."""
        end = perf_counter() + seconds
        collecting = gc.isenabled()
        gc.disable()  # nothing of all this is garbage: looking for it takes a third of the time
        try:
            while not self._whole:
                self._piece()
                if perf_counter() >= end:
                    break
        finally:
            if collecting:
                gc.enable()
            if self._whole:
                self._database.close()
        return self._whole

    def close(self) -> None:
        """Of no use once all is read."""
        self._database.close()
        if self._old is not None:
            self._old.close()

    def _piece(self) -> None:
        if self._old is not None:
            if self._old.piece(self._database):
                self._told += self._old.told
                self._taken = HALF * self._old.share
                self._old = None
            return
        nothing: list[tuple[Any, ...]] = []
        rows, told = self._database.read(self._rows, nothing)
        self._told += filter(None, [told])
        if told:  # a new file has taken the place of a damaged one: from the beginning
            self._at, self._throws, self._bad = -BEFORE, [], []
            return
        self._throws += [_of_row(r) for r in rows if r[1]]
        self._bad += [(r[0], "a value does not fit") for r in rows if not r[1]]
        self._whole = len(rows) < BATCH
        self._at = rows[-1][0] if rows else self._at

    def _rows(self, con: Connection) -> list[tuple[Any, ...]]:
        if self._at == -BEFORE:
            ends = con.execute("SELECT min(id), max(id) FROM throw").fetchone()
            self._first, self._last = (end or 0 for end in ends)
        return con.execute(_SELECT, (self._at,)).fetchall()

    @property
    def record(self) -> ThrowsRead:
        """What has been read so far."""
        told = [*self._told, *_left_out(self._database.path.name, "throw", self._bad)]
        return ThrowsRead(tuple(self._throws), tuple(self._bad), "\n".join(told))


class _OldLines:
    """The file of older versions, of which each line is taken into the records once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.told: list[str] = []
        self.share = 0.0
        self._bad: list[tuple[int, str]] = []
        self._open: BinaryIO | None = None
        self._line = 0

    def piece(self, records: Database) -> bool:
        """Takes in some lines; whether there are no more. Raises StoreError."""
        try:
            if self._open is None and not self._begin(records):
                return True
            assert self._open is not None
            raw = self._open.readlines(PIECE)
        except OSError as error:
            raise StoreError(store.sentence(error, self.path, "read")) from error
        lines = [line.decode("utf-8", "replace") for line in raw]
        throws, bad = _of_batch(lines, self._line + 1)
        done = self._line + len(lines)

        def take(con: Connection) -> None:
            con.executemany(_TAKE, [(number - BEFORE, *row(throw)) for number, throw in throws])
            database.absorb(con, self.path.name, done, whole=not lines)

        self.told += filter(None, [records.write(take)[1]])
        self._bad += bad
        self._line = done
        self.share = min(self._open.tell() / max(self._size, 1), 1.0)
        if not lines:
            self.close()
            self.told += _left_out(self.path.name, "line", self._bad)
        return not lines

    def close(self) -> None:
        if self._open is not None:
            self._open.close()

    def _begin(self, records: Database) -> bool:
        """Opens the file where there is one that is not yet read; whether there is."""
        if not files.exists(self.path):
            return False
        (done, whole), told = records.read(
            lambda con: database.absorbed(con, self.path.name), (0, False)
        )
        self.told += filter(None, [told])
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
    """All throws; none where there is no file. Raises StoreError."""
    reading = ThrowReader(path)
    try:
        reading.go_on()
    finally:
        reading.close()
    return reading.record


class ThrowLog:
    """Adds throws to the records, which stay open from the first throw on.

    A throw is not forced onto the disk, which could take longer than a frame: it survives a crash
    of the program, not a power cut in the same seconds.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._database = Database(path)

    def add(self, throw: ThrowRecord) -> str:
        """What there is to say about the file; "" for nothing. Raises StoreError; what had been
        written before is then still there."""
        try:
            return self._database.write(lambda con: con.execute(_ADD, row(throw)))[1]
        except StoreError as error:
            raise StoreError(f"The throw was not recorded. {error}") from error

    def lately(self, player: str, method: str, most: int) -> list[ThrowRecord]:
        """The newest throws that count of a player by one method, the oldest of them first; only
        the last RECENT rows are looked through. Raises StoreError."""
        nothing: list[tuple[Any, ...]] = []
        found = self._database.read(
            lambda con: con.execute(_LATELY, (RECENT, method, player, most)).fetchall(), nothing
        )[0]
        return [_of_row(r) for r in reversed(found) if r[1]]

    def close(self) -> None:
        self._database.close()


def chosen(
    throws: Iterable[ThrowRecord],
    *,
    method: str = "",
    level: str | None = None,
    since: str = "",
    until: str = "",
    player: str = "",
    trials: bool = False,
) -> Iterator[ThrowRecord]:
    """Those of one method, level ("" is free practice, None any), player and span of days.

    `since` and `until` are dates like `2026-11-21`, both included; trials, which count for
    nothing, only if they are asked for.
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
