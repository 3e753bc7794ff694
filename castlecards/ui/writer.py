"""The unfinished game on its way to the disk, beside the frames: a line an action.

A thread of its own writes what it is handed, in that order. Handing over waits until what was
handed over before is in the file: whatever kills the program, at most the last is missing. Where
something could not be written the whole is tried next.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Condition, Thread
from typing import Any

from castlecards import store
from castlecards.instance_lock import InstanceLock
from castlecards.store import StoreError

OFTEN = 64  # appended texts after which the whole is written, and what it was becomes a generation
LINGER = 600.0  # s without work after which the thread ends: a frame waits for one that begins
MEANWHILE = "Another unfinished game was found; it is kept among the saved games."


@dataclass(frozen=True)
class Job:
    """`text` makes the whole, or goes to its end; `title`: of the whole; `of`: what it tells of."""

    text: str
    whole: bool
    title: str
    of: Any = None


@dataclass(frozen=True)
class WriteResult:
    """What became of a job. `error`: one sentence, "" where all was written; `told`: what else
    there is to say; `ours`: the file is this window's still."""

    of: Any
    error: str = ""
    told: str = ""
    ours: bool = True


class Writer:
    """Nobody else touches the file of `slot` between `put` and `wait`."""

    def __init__(self, slot: Slot) -> None:
        self.slot = slot
        self._parts: list[str] = []  # what the file should hold
        self._appended = 0  # texts since it was written as a whole
        self._behind = False  # the file does not hold all of it
        self._job: Job | None = None  # not in the file yet
        self._busy = False  # the thread has the file in its hands
        self._closed = False
        self._turn = Condition()
        self._thread: Thread | None = None
        self._results: deque[WriteResult] = deque()

    def put(self, job: Job) -> None:
        """Hands over. Waits only while the job before is not in the file yet."""
        with self._turn:
            self._turn.wait_for(lambda: self._job is None)
            self._job = job
            self._closed = False
            if self._thread is None:
                self._thread = Thread(target=self._work, name="writer", daemon=True)
                self._thread.start()
            self._turn.notify_all()

    def wait(self) -> None:
        """Until everything is on the disk, or could not be brought there."""
        with self._turn:
            self._turn.wait_for(lambda: self._job is None and not self._busy)

    def close(self) -> None:
        """The same, and the thread ends; another begins with the next job."""
        self.wait()
        with self._turn:
            self._closed = True
            self._turn.notify_all()

    @property
    def grown(self) -> bool:
        """Is the file a whole that was appended to?"""
        return self._appended > 0

    def heard(self) -> list[WriteResult]:
        """What became of the jobs since it was asked last."""
        found = []
        while self._results:
            found.append(self._results.popleft())
        return found

    # In the thread

    def _work(self) -> None:
        while True:
            with self._turn:
                self._turn.wait_for(lambda: self._job is not None or self._closed, LINGER)
                job, self._busy = self._job, self._job is not None
                if job is None:
                    self._thread = None
                    return
            written = self._tried(job, self._write)
            with self._turn:
                self._job = None
                self._turn.notify_all()
            if not self._behind and self._appended:
                synced = self._tried(job, self._sync)
                written = synced if synced.error else written
            with self._turn:
                self._results.append(written)
                self._busy = False
                self._turn.notify_all()

    def _tried(self, job: Job, act: Callable[[Job], bool]) -> WriteResult:
        error, ours = "", True
        try:
            ours = act(job)
        except StoreError as problem:
            error = str(problem)
        except Exception as problem:  # a thread that dies would leave the window waiting for it
            error = f"{self.slot.path.name} was not saved: {problem!r}."
        self._behind = bool(error) or not ours
        return WriteResult(job.of, error, self.slot.told, ours)

    def _sync(self, job: Job) -> bool:
        self.slot.sync()
        return True

    def _write(self, job: Job) -> bool:
        """Whether it could be: not into a file that is another window's. Raises StoreError."""
        self.slot.told = ""
        if job.whole:
            self._parts = []
        self._parts.append(job.text)
        if not self.slot.ours:
            return False
        grows = not (job.whole or self._behind) and self._appended < OFTEN
        if grows and self.slot.append(job.text):
            self._appended += 1
        else:
            self.slot.write("".join(self._parts), job.title)
            self._appended = 0
        return True


class Slot:
    """The file of the one unfinished game: written only by the window whose it is, and never over a
    game that this window does not know. `told`: what there is to say about the last change; "" for
    nothing."""

    def __init__(self, instance_lock: InstanceLock | None = None) -> None:
        """`claim`: of this window on the data folder; None: there is no other window."""
        self.instance_lock = instance_lock
        self.told = ""
        # asked once: a writer that is late does not follow to another data folder
        self.path: Path = store.autosave_file()
        self._seen: bytes | None = None  # as this window wrote or read it last
        self.look()

    @property
    def ours(self) -> bool:
        """May this window write to it?"""
        return self.instance_lock is None or self.instance_lock.held

    def entry(self) -> store.Entry | None:
        """The game in it, which this window knows from now on; None: there is none, or it is
        another window's."""
        if not self.ours:
            return None
        self.look()
        entry = store.entry(self.path)
        if entry is None:  # a game that could not be shown is not written over unasked
            self._seen = None
        return entry

    def look(self) -> None:
        """What is in the file now is known; nothing changes where it cannot be read."""
        with contextlib.suppress(OSError):
            self._seen = store.read(self.path)

    def write(self, text: str, title: str) -> None:
        """Raises StoreError; then the file holds what it held before."""
        self._spare("saved")
        self._seen = store.write(self.path, text, title)

    def append(self, text: str) -> bool:
        """Goes on with the file, if that is as this window left it; False: it is not. Raises
        StoreError; then the file holds what it held before."""
        if self._seen is None or store.content(self.path) != self._seen:
            return False
        try:
            store.append(self.path, text)
        except StoreError:
            self.look()
            raise
        self._seen += text.encode()
        return True

    def sync(self) -> None:
        """What was appended outlasts a power cut. Raises StoreError where it may not."""
        store.sync(self.path)

    def clear(self) -> None:
        """There is no unfinished game any more. Raises StoreError."""
        self._spare("deleted")
        store.remove(self.path)
        self._seen = None

    def _spare(self, verb: str) -> None:
        """A game that somebody else has written becomes one of the saved games. Raises StoreError
        where it is not known whose it is: the file was this window's, and cannot be read now."""
        self.told = ""
        try:
            # not its date: that changes with clocks and copies
            if (now := store.read(self.path)) is None or now == self._seen:
                return
        except OSError as error:
            if self._seen is not None:
                raise StoreError(store.sentence(error, self.path, verb)) from error
            if not store.taken(self.path):
                return
        entry = store.entry(self.path)
        new = store.new_file(entry.title if entry else "game")
        store.move(next(store.generations(self.path)), new)
        with contextlib.suppress(store.StoreError):
            store.remove(self.path)  # earlier moments of that game
        self.told = MEANWHILE
