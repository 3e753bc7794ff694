"""Instance lock: only one window at a time saves the unfinished game of a data folder.

A lock file in that folder names the process. The library detects and removes the lock of a dead
process. Another window can take over the lock of a living one, which notices when it checks `held`.
"""

from __future__ import annotations

import contextlib
import errno
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

from castlecards import files, paths
from castlecards.texts import tr

if TYPE_CHECKING:
    from filelock import SoftFileLock

RETRY_FOR = 0.2  # s to retry, so that the lock of a dead process is removed first
# Errors of an unwritable folder; the player is told when the game is saved.
UNWRITABLE = (
    errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.ENOENT, errno.ENOTDIR,
    errno.EEXIST,
)  # fmt: skip
ALONE = tr(
    "Castlecards can’t tell whether another window is using {folder} ({reason}). Keep only "
    "one window open: two would overwrite each other’s saves."
)
STALE_AFTER = 3.0  # s; an older lock file without a process number was left incomplete


def file() -> Path:
    """Path of the lock file."""
    return paths.data_dir() / "castlecards.lock"


class InstanceLock:
    """Lock of one window on the data folder."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or file()
        self._lock: SoftFileLock | None = None
        self._free = True  # the folder is unwritable, so no lock is needed
        self.saving_disabled = False  # this window does not save its unfinished game
        self.warning = ""  # sentence for the player if locking is impossible

    def take(self) -> bool:
        """Try to take the lock. Return False if another window holds it; never raises."""
        from filelock import SoftFileLock, Timeout  # the first picture does not wait for it

        self._lock = SoftFileLock(self.path, mode=files.PRIVATE, thread_local=False)
        try:
            files.without_links(self.path, make=True)
            self._lock.acquire(timeout=RETRY_FOR)
        except Timeout:
            self._free = False
            return self.pid == 0 and self._is_stale() and self.take_over()
        except OSError as error:
            if error.errno not in UNWRITABLE:
                reason = error.strerror or str(error)
                self.warning = ALONE.format(folder=self.path.parent, reason=reason)
            self._free = True
            return True
        self._free = False
        return True

    def take_over(self) -> bool:
        """Take the lock even from another window, which notices at its next check."""
        try:
            files.unlink(self.path)
        except OSError:
            return False
        return self.take()

    @property
    def held(self) -> bool:
        """True until another window is known to hold the lock; an unreadable file is ignored."""
        if self._free or self._lock is None or self._lock.is_lock_held_by_us:
            return self._free or self._lock is not None
        try:
            with files.reader(self.path) as file:
                return file.readline().strip() == str(os.getpid()).encode()
        except OSError as error:
            return error.errno not in (errno.ENOENT, errno.ENOTDIR)

    @property
    def pid(self) -> int:
        """Number of the process that holds the lock; 0 if unknown."""
        return (self._lock.pid if self._lock is not None else None) or 0

    @property
    def since(self) -> float:
        """Time at which the lock was taken, s since 1970; 0 if it is free."""
        try:
            return files.status(self.path).st_mtime
        except OSError:
            return 0.0

    def release(self) -> None:
        """Release the lock, unless another window has taken it over. Never raises."""
        if self._lock is not None:
            with contextlib.suppress(OSError):
                self._lock.release()
        self._lock, self._free = None, False

    def _is_stale(self) -> bool:
        return time.time() - self.since > STALE_AFTER
