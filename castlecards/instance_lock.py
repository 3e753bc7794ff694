"""Which window keeps the unfinished game: one at a time, for all have the same data folder.

A file in that folder names the process. What a process left that is no more is recognised by the
library, on every system; a window that is still there can be relieved, and finds out by looking.
"""

from __future__ import annotations

import contextlib
import errno
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

from castlecards import files, paths

if TYPE_CHECKING:
    from filelock import SoftFileLock

AGAIN = 0.2  # s to try for: what a process left that is no more is cleared away first
# Where nothing can be written at all; that is told when the game is saved.
UNWRITABLE = (
    errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.ENOENT, errno.ENOTDIR,
    errno.EEXIST,
)  # fmt: skip
ALONE = (
    "Castlecards can't see whether another window uses {folder} ({reason}). Keep only one window "
    "open: two would write over each other."
)
UNFINISHED = 3.0  # s: a file without a process in it that is older was left half made


def file() -> Path:
    """Names the window that keeps the game."""
    return paths.data_dir() / "castlecards.lock"


class InstanceLock:
    """Of one window on the data folder."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or file()
        self._lock: SoftFileLock | None = None
        self._free = True  # nobody looks after this folder, as it cannot be written to
        self.guest = False  # this window wishes to keep no unfinished game
        self.told = ""  # one sentence for the player, if no other window could be looked out for

    def take(self) -> bool:
        """Whether it is this window's now; False: another one has it. Never raises."""
        from filelock import SoftFileLock, Timeout  # the first picture does not wait for it

        self._lock = SoftFileLock(self.path, mode=files.PRIVATE, thread_local=False)
        try:
            files.without_links(self.path, make=True)
            self._lock.acquire(timeout=AGAIN)
        except Timeout:
            self._free = False
            return self.pid == 0 and self._old() and self.take_over()
        except OSError as error:
            if error.errno not in UNWRITABLE:
                reason = error.strerror or str(error)
                self.told = ALONE.format(folder=self.path.parent, reason=reason)
            self._free = True
            return True
        self._free = False
        return True

    def take_over(self) -> bool:
        """The same, whoever has it: that window finds out when it looks."""
        try:
            files.unlink(self.path)
        except OSError:
            return False
        return self.take()

    @property
    def held(self) -> bool:
        """True until another window is known to have it; a file that cannot be read names none."""
        if self._free or self._lock is None or self._lock.is_lock_held_by_us:
            return self._free or self._lock is not None
        try:
            with files.reader(self.path) as file:
                return file.readline().strip() == str(os.getpid()).encode()
        except OSError as error:
            return error.errno not in (errno.ENOENT, errno.ENOTDIR)

    @property
    def pid(self) -> int:
        """Of the process that has it; 0 where that is not known."""
        return (self._lock.pid if self._lock is not None else None) or 0

    @property
    def since(self) -> float:
        """When it was taken, s since 1970; 0 where nobody has it."""
        try:
            return files.status(self.path).st_mtime
        except OSError:
            return 0.0

    def release(self) -> None:
        """Another window may have it; of no effect where one has taken it over. Never raises."""
        if self._lock is not None:
            with contextlib.suppress(OSError):
                self._lock.release()
        self._lock, self._free = None, False

    def _old(self) -> bool:
        return time.time() - self.since > UNFINISHED
