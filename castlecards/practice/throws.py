"""Every throw, one line of a plain text file that is only ever appended to.

A line is a JSON object with the keys of `Thrown` (docs/throws.md explains them). It is
written in one go, so a crash costs at most the line that was being written; a line that cannot be
read is left where it is and counted, never mended.
"""

from __future__ import annotations

import errno
import gc
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from castlecards import paths
from castlecards.core.counts import counted
from castlecards.core.landing import METHODS
from castlecards.store import StoreError

# What became of a throw, the good ones first; the last four are hand movements that were no throw.
HIT, PERFECT = "hit", "perfect"
CAUSES = (
    HIT, PERFECT, "table", "slid", "own", "underneath", "left", "gate", "line", "backward", "slow",
)  # fmt: skip
# What was only tried: the last throw again, or with a number changed, and all throws of a lesson.
TRIALS = AGAIN, CHANGED, LESSON = ("again", "change", "lesson")
RELEASE = 12  # numbers of a core.landing.Release
POSE = 3  # x and y in 0.1 mm, angle in mrad
PLACE = 2  # x and y in 0.1 mm
LONGEST = 4096  # letters of a line
BATCH = 500  # lines that are read together
LONGEST_WORD = 200  # letters
MOST_MM = 1e6
NUMBER = frozenset((int, float))
OFFSETS = ("right", "far", "touch_right", "touch_far")  # mm
WORDS = {
    "method": frozenset(METHODS), "cause": frozenset(CAUSES), "trial": frozenset(("", *TRIALS)),
}  # fmt: skip
LENGTHS = {"release": RELEASE, "rest": POSE, "touch": PLACE}
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d").fullmatch


class Thrown(NamedTuple):
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


def line(throw: Thrown) -> str:
    """One line of the file; what has its usual value is left out."""
    usual = Thrown._field_defaults
    said = {key: value for key, value in throw._asdict().items() if value != usual.get(key)}
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))


def parse(text: str) -> Thrown:
    """The inverse of `line`. Raises ValueError saying what was expected."""
    if len(text) > LONGEST:
        raise ValueError(f"a line of {counted(len(text), 'letter')}; a throw has at most {LONGEST}")
    try:
        return _thrown(json.loads(text))
    except RecursionError:
        raise ValueError("not a throw") from None


def _thrown(said: Any) -> Thrown:
    if fault := _fault(said):
        raise ValueError(fault)
    for key in LENGTHS:
        if key in said:
            said[key] = tuple(said[key])
    return Thrown(**said)


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
    return paths.data_dir() / "throws.jsonl"


@dataclass(frozen=True)
class Record:
    """What was read: the throws in the order in which they were made, and the lines left out."""

    throws: tuple[Thrown, ...]
    bad: tuple[tuple[int, str], ...] = ()  # number of the line, from 1, and what is wrong with it

    def notice(self, name: str) -> str:
        """One sentence on what was left out; "" where nothing was."""
        if not self.bad:
            return ""
        number, why = self.bad[0]
        left = counted(len(self.bad), "line")
        return f"{name}:{number}: {why}. {left} left out; the file stays as it is."


class Reading:
    """A record that is read piece by piece, so that whoever waits for it can stay alive."""

    def __init__(self, path: Path | None = None) -> None:
        """Raises StoreError; where there is no file, there is no throw."""
        path = path or file()
        try:
            raw = path.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            raw = b""
        except OSError as error:
            raise StoreError(f"{path.name} was not read: {error.strerror or error}.") from error
        self._take(raw.decode("utf-8", "replace").split("\n"))

    def _take(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._at = 0
        self._throws: list[Thrown] = []
        self._bad: list[tuple[int, str]] = []

    @classmethod
    def of(cls, lines: Sequence[str]) -> Reading:
        """Of the lines of a file."""
        reading = cls.__new__(cls)
        reading._take(lines)
        return reading

    @property
    def share(self) -> float:
        """How much is read, 0 to 1."""
        return min(self._at / len(self._lines), 1.0) if self._lines else 1.0

    def go_on(self, seconds: float = inf) -> bool:
        """Reads for about so long; whether that was all."""
        end = perf_counter() + seconds
        collecting = gc.isenabled()
        gc.disable()  # nothing of all this is garbage: looking for it takes a third of the time
        try:
            while self._at < len(self._lines):
                self._piece(self._lines[self._at : self._at + BATCH], self._at + 1)
                self._at += BATCH
                if perf_counter() >= end:
                    break
        finally:
            if collecting:
                gc.enable()
        return self._at >= len(self._lines)

    def _piece(self, batch: Sequence[str], first: int) -> None:
        try:
            self._throws += _together(batch)
        except (ValueError, RecursionError):
            for number, text in enumerate(batch, first):
                try:
                    self._throws += [parse(text)] if text.strip() else []
                except ValueError as error:
                    self._bad.append((number, _reason(error)))

    @property
    def record(self) -> Record:
        """What has been read so far."""
        return Record(tuple(self._throws), tuple(self._bad))


def read(path: Path | None = None) -> Record:
    """All throws of a file; none where there is no file. Raises StoreError."""
    reading = Reading(path)
    reading.go_on()
    return reading.record


def of_lines(lines: Sequence[str]) -> Record:
    """What the lines of a file say."""
    reading = Reading.of(lines)
    reading.go_on()
    return reading.record


def _together(batch: Sequence[str]) -> list[Thrown]:
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
        return [Thrown(**each) for each in found]
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


class ThrowLog:
    """Appends throws to a file; it stays open from the first throw on.

    A line goes to the system in one call and is not forced onto the disk, which could take longer
    than a frame: it survives a crash of the program, not a power cut in the same seconds.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or file()
        self._open: int | None = None

    def add(self, throw: Thrown) -> None:
        """Raises StoreError; what had been written before is then still there."""
        raw = (line(throw) + "\n").encode()
        try:
            handle = self._handle()
            size = os.fstat(handle).st_size
            if os.write(handle, raw) != len(raw):
                os.ftruncate(handle, size)  # the part that still fitted would be half a line
                raise OSError(errno.ENOSPC, "no space left")
        except OSError as error:
            self.close()
            why = "the disk is full" if error.errno == errno.ENOSPC else error.strerror or error
            raise StoreError(f"The throw was not recorded in {self.path.name}: {why}.") from error

    def _handle(self) -> int:
        if self._open is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
            self._open = os.open(self.path, flags, 0o644)
            size = os.fstat(self._open).st_size
            if size and self._last(self._open, size) != b"\n":
                os.write(self._open, b"\n")  # half a line from a crash stays a line of its own
        return self._open

    @staticmethod
    def _last(handle: int, size: int) -> bytes:
        os.lseek(handle, size - 1, os.SEEK_SET)
        return os.read(handle, 1)

    def close(self) -> None:
        if self._open is not None:
            os.close(self._open)
            self._open = None


def chosen(
    throws: Iterable[Thrown],
    *,
    method: str = "",
    level: str | None = None,
    since: str = "",
    until: str = "",
    player: str = "",
    trials: bool = False,
) -> Iterator[Thrown]:
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
