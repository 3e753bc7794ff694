"""Background writer of the unfinished game: a thread that appends a line for each action.

Jobs are written in order. `put` waits until the previous job is in the file, so a crash can lose
the last job at most. After a failed write, the next one writes the whole game.
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
from castlecards.texts import tr

APPENDS_PER_REWRITE = 64  # appends before the whole is written, and a generation is kept
IDLE_TIMEOUT = 600.0  # s of idle time before the thread ends; starting a thread delays a frame
MEANWHILE = tr("A second window also saved a game. Both are kept.")


@dataclass(frozen=True)
class Job:
    """Write job: `text` replaces the file if `whole`, else is appended.

    `title`: of the saved game; `of`: the session, passed on to the result.
    """

    text: str
    whole: bool
    title: str
    of: Any = None


@dataclass(frozen=True)
class WriteResult:
    """Result of a job.

    `error`: one sentence, "" after success; `message`: message for the player, "" for none; `ours`:
    this window still owns the file.
    """

    of: Any
    error: str = ""
    message: str = ""
    ours: bool = True


class Writer:
    """Writer thread for the file of `slot`; others must not touch the file from `put` to `wait`."""

    def __init__(self, slot: Slot) -> None:
        self.slot = slot
        self._parts: list[str] = []  # intended content of the file
        self._appended = 0  # appends since the last write of the whole
        self._incomplete = False  # the last write failed: the file lacks something
        self._job: Job | None = None  # waiting for the thread
        self._busy = False  # the thread is using the file
        self._closed = False
        self._turn = Condition()
        self._thread: Thread | None = None
        self._results: deque[WriteResult] = deque()

    def put(self, job: Job) -> None:
        """Hand over a job. Blocks only until the previous job is in the file."""
        with self._turn:
            self._turn.wait_for(lambda: self._job is None)
            self._job = job
            self._closed = False
            if self._thread is None:
                self._thread = Thread(target=self._work, name="writer", daemon=True)
                self._thread.start()
            self._turn.notify_all()

    def wait(self) -> None:
        """Wait until all jobs are on the disk or have failed."""
        with self._turn:
            self._turn.wait_for(lambda: self._job is None and not self._busy)

    def close(self) -> None:
        """Wait for all jobs and end the thread; the next job starts a new one."""
        self.wait()
        self.end_when_idle()

    def end_when_idle(self) -> None:
        """Let the thread end after the jobs that it has; the next job starts a new one."""
        with self._turn:
            self._closed = True
            self._turn.notify_all()

    @property
    def has_appends(self) -> bool:
        """True if the file has been appended to since the last write of the whole."""
        return self._appended > 0

    def take_results(self) -> list[WriteResult]:
        """Return the results since the last call and forget them."""
        results = []
        while self._results:
            results.append(self._results.popleft())
        return results

    # In the thread

    def _work(self) -> None:
        while True:
            with self._turn:
                self._turn.wait_for(lambda: self._job is not None or self._closed, IDLE_TIMEOUT)
                job, self._busy = self._job, self._job is not None
                if job is None:
                    self._thread = None
                    return
            written = self._attempt(job, self._write)
            with self._turn:
                self._job = None
                self._turn.notify_all()
            if not self._incomplete and self._appended:
                synced = self._attempt(job, self._sync)
                written = synced if synced.error else written
            with self._turn:
                self._results.append(written)
                self._busy = False
                self._turn.notify_all()
            job = None  # an idle thread must not hold the session

    def _attempt(self, job: Job, act: Callable[[Job], bool]) -> WriteResult:
        error, ours = "", True
        try:
            ours = act(job)
        except StoreError as problem:
            error = str(problem)
        except Exception as problem:  # a dead thread would block the window
            about = {"name": self.slot.path.name, "reason": f"{problem!r}."}
            error = store.FAILED["saved"].format_map(about)
        self._incomplete = bool(error) or not ours
        return WriteResult(job.of, error, self.slot.message, ours)

    def _sync(self, job: Job) -> bool:
        self.slot.sync()
        return True

    def _write(self, job: Job) -> bool:
        """Write a job. Return False if another window owns the file. Raises StoreError."""
        self.slot.message = ""
        if job.whole:
            self._parts = []
        self._parts.append(job.text)
        if not self.slot.ours:
            return False
        grows = not (job.whole or self._incomplete) and self._appended < APPENDS_PER_REWRITE
        if grows and self.slot.append(job.text):
            self._appended += 1
        else:
            self.slot.write("".join(self._parts), job.title)
            self._appended = 0
        return True


class Slot:
    """Autosave file of the unfinished game.

    Only the window that holds the lock writes it, and never over a game that this window has
    neither written nor read. `message`: message about the last change, "" for none.
    """

    def __init__(self, instance_lock: InstanceLock | None = None) -> None:
        """`instance_lock`: lock on the data folder; None if there is no other window."""
        self.instance_lock = instance_lock
        self.message = ""
        # fixed now, so that a late write does not go to another data folder
        self.path: Path = store.autosave_file()
        self._seen: bytes | None = None  # content as this window last wrote or read it
        self.remember_content()

    @property
    def ours(self) -> bool:
        """True if this window may write the file."""
        return self.instance_lock is None or self.instance_lock.held

    def entry(self) -> store.Entry | None:
        """Entry of the game in the file; None without one, or if another window owns the file.

        From now on this window may overwrite that game.
        """
        if not self.ours:
            return None
        self.remember_content()
        entry = store.entry(self.path)
        if entry is None:  # a game that could not be shown must not be overwritten
            self._seen = None
        return entry

    def remember_content(self) -> None:
        """Remember the present content as known to this window, if it can be read."""
        with contextlib.suppress(OSError):
            self._seen = store.read(self.path)

    def write(self, text: str, title: str) -> None:
        """Replace the content. Raises StoreError; then the file is unchanged."""
        self._preserve_foreign_game("saved")
        self._seen = store.write(self.path, text, title)

    def append(self, text: str) -> bool:
        """Append text. Return False if the file is not as this window left it.

        Raises StoreError; then the file is unchanged.
        """
        if self._seen is None or store.content(self.path) != self._seen:
            return False
        try:
            store.append(self.path, text)
        except StoreError:
            self.remember_content()
            raise
        self._seen += text.encode()
        return True

    def sync(self) -> None:
        """Flush appended text to the disk, so that it survives a power cut. Raises StoreError."""
        store.sync(self.path)

    def clear(self) -> None:
        """Delete the file. Raises StoreError."""
        self._preserve_foreign_game("deleted")
        store.remove(self.path)
        self._seen = None

    def _preserve_foreign_game(self, verb: str) -> None:
        """Move a game that another program has written to the saved games.

        Raises StoreError if its owner is unknown: the file was this window's and is unreadable.
        """
        self.message = ""
        try:
            # compare content, not dates: those change with clocks and copies
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
            store.remove(self.path)  # older generations of that game
        self.message = MEANWHILE
