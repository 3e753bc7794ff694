"""File access without following links inside the data folder.

The data folder itself can be a link that the player made. A link inside it is removed when it is
met: its target is neither read nor changed, and `removed_links` reports it once. If the system can
(`dir_fd`, `O_NOFOLLOW`), files are opened relative to their open folder, so that no link can slip
in between. Outside the data folder, as for a file on the command line, links are followed.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from castlecards import paths
from castlecards.texts import tr

PRIVATE = 0o600  # file mode: only the owner reads and writes
_RELATIVE = {os.open, os.mkdir, os.unlink, os.rename, os.stat, os.link, os.readlink} <= (
    os.supports_dir_fd
)
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_FOLDER = getattr(os, "O_DIRECTORY", 0)
_AT_ONCE = getattr(os, "O_NONBLOCK", 0)  # opening a pipe must not wait for its other end
_BINARY = getattr(os, "O_BINARY", 0)
_TAGS = {getattr(stat, f"IO_REPARSE_TAG_{kind}", None) for kind in ("SYMLINK", "MOUNT_POINT")}
_removed: deque[str] = deque()
_removing = threading.Lock()


@dataclass(frozen=True, slots=True)
class _Folder:
    """Open folder. `handle`: descriptor for relative calls; None: calls take the whole path.

    `own`: the enclosing folder of the player's files; None if the folder lies elsewhere.
    """

    path: Path
    handle: int | None
    own: Path | None

    def at(self, name: str) -> str:
        """Path argument for a file of this folder, to be used together with `handle`."""
        return os.path.join(self.path, name) if self.handle is None else name

    def status(self, name: str) -> os.stat_result:
        follows = self.own is None
        return os.stat(self.at(name), dir_fd=self.handle, follow_symlinks=follows)

    def without_link(self, name: str) -> None:
        """Remove `name` if it is a link inside the data folder. Raises OSError if it cannot be."""
        if self.own is None:
            return
        with suppress(FileNotFoundError), _removing:
            if not _is_link(self.status(name)):
                return
            target = os.readlink(self.at(name), dir_fd=self.handle)
            try:
                os.unlink(self.at(name), dir_fd=self.handle)
            except OSError as error:
                path = str(self.path / name)
                raise OSError(
                    errno.ELOOP, tr("it is a link, and links are not followed"), path
                ) from error
            shown = _printable(os.path.relpath(self.path / name, self.own))
            _removed.append(
                tr(
                    "{name} was a link to {target}. Castlecards doesn’t follow links in its data "
                    "folder, so it removed the link. The target is unchanged.",
                    name=shown,
                    target=_printable(target),
                )
            )


def removed_links() -> list[str]:
    """Return a sentence for each link removed since the last call; each link is reported once."""
    notices = []
    while _removed:
        notices.append(_removed.popleft())
    return notices


def check_data_folder() -> None:
    """Check the length of the data folder's name. Raises ValueError, a sentence for the player."""
    folder = paths.data_dir()
    try:
        os.stat(folder)
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise ValueError(
                tr(
                    "The data folder’s name is too long for this system. Set {variable} to a "
                    "shorter one.",
                    variable=paths.HOME,
                )
            ) from error


def descriptor(path: Path, flags: int) -> int:
    """Open a regular file and return its descriptor, which the caller closes. Raises OSError."""
    try:
        with _opened(path.parent) as folder:
            folder.without_link(path.name)
            flags |= _BINARY | _AT_ONCE | (_NO_FOLLOW if folder.own else 0)
            handle = os.open(folder.at(path.name), flags, PRIVATE, dir_fd=folder.handle)
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise OSError(errno.EINVAL, tr("this is not a file"))
        except OSError:
            _close(handle)
            raise
    except OSError as error:
        error.filename = str(path)  # the system reports only the relative name or the folder
        raise
    return handle


def reader(path: Path) -> BinaryIO:
    """Open a regular file for reading bytes. Raises OSError."""
    return os.fdopen(descriptor(path, os.O_RDONLY), "rb")


def status(path: Path) -> os.stat_result:
    """Return the size, date and kind of a file. Raises OSError, FileNotFoundError among them."""
    with _opened(path.parent) as folder:
        folder.without_link(path.name)
        return folder.status(path.name)


def exists(path: Path) -> bool:
    """True if a file or anything else has this name. Raises OSError if that is unknown."""
    try:
        with _opened(path.parent) as folder:
            folder.without_link(path.name)
            os.stat(folder.at(path.name), dir_fd=folder.handle, follow_symlinks=False)
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def listed(folder: Path, start: str = "", end: str = ".yaml") -> list[Path]:
    """Return the files of a folder whose names begin with `start` and end with `end`, sorted.

    A missing or unreadable folder has no files.
    """
    return [path for path, _ in statuses(folder, start, end)]


def statuses(
    folder: Path, start: str = "", end: str = ".yaml"
) -> list[tuple[Path, os.stat_result]]:
    """Return the files of `listed` with the size, date and kind of each."""
    found = []
    try:
        with _opened(folder) as opened:
            where = folder if opened.handle is None else opened.handle
            for name in sorted(os.listdir(where)):
                if name.startswith(start) and name.endswith(end):
                    with suppress(OSError):
                        opened.without_link(name)
                        found.append((folder / name, opened.status(name)))
    except OSError:
        return []
    return found


def create(path: Path, raw: bytes) -> Path:
    """Write and sync a new temporary file beside `path`; a missing folder is created.

    Return its path. Raises OSError, after which the temporary file is gone.
    """
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    with _opened(path.parent, make=True) as folder:
        name = folder.at(temporary.name)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY
        handle = os.open(name, flags, PRIVATE, dir_fd=folder.handle)
        try:
            try:
                write_all(handle, raw)
                os.fsync(handle)
            finally:
                os.close(handle)
        except OSError:
            with suppress(OSError):
                os.unlink(name, dir_fd=folder.handle)
            raise
    return temporary


def write_all(handle: int, raw: bytes) -> None:
    """Write all bytes, also if the system takes only a part at a time. Raises OSError."""
    left = memoryview(raw)
    while left:
        left = left[os.write(handle, left) :]


def replace(path: Path, new: Path) -> None:
    """Rename a file within or between folders, replacing a file of that name.

    A missing target folder is created. Raises OSError.
    """
    with _opened(path.parent) as source, _opened(new.parent, make=True) as target:
        source.without_link(path.name)
        target.without_link(new.name)
        names = source.at(path.name), target.at(new.name)
        os.replace(*names, src_dir_fd=source.handle, dst_dir_fd=target.handle)


def duplicate(path: Path, new: Path) -> None:
    """Hard-link a file under a second, free name, or copy it if that fails. Raises OSError."""
    with _opened(path.parent) as source, _opened(new.parent) as target:
        source.without_link(path.name)
        target.without_link(new.name)
        names = source.at(path.name), target.at(new.name)
        with suppress(OSError):  # a file system without hard links
            os.link(
                *names,
                src_dir_fd=source.handle,
                dst_dir_fd=target.handle,
                follow_symlinks=not _RELATIVE,
            )
            return
    about = status(path)
    with reader(path) as file:
        temporary = create(new, file.read())
    set_date(temporary, about)
    replace(temporary, new)


def set_date(path: Path, about: os.stat_result) -> None:
    """Give a file the date of another one, if the system can."""
    with suppress(OSError, NotImplementedError), _opened(path.parent) as folder:
        date = about.st_atime_ns, about.st_mtime_ns
        os.utime(folder.at(path.name), ns=date, dir_fd=folder.handle)


def unlink(path: Path) -> None:
    """Delete a file if it exists. Raises OSError."""
    with suppress(FileNotFoundError), _opened(path.parent) as folder:
        folder.without_link(path.name)
        os.unlink(folder.at(path.name), dir_fd=folder.handle)


def make_private(path: Path) -> None:
    """Restrict a file to its owner if the system has file modes. Raises OSError."""
    if hasattr(os, "fchmod"):
        handle = descriptor(path, os.O_RDONLY)
        try:
            os.fchmod(handle, PRIVATE)
        finally:
            _close(handle)


def sync_folder(path: Path) -> None:
    """Sync the names in a folder to the disk, if the system can, so that they survive a crash."""
    with suppress(OSError), _opened(path) as folder:
        if folder.handle is not None:
            os.fsync(folder.handle)
            return
        handle = os.open(path, os.O_RDONLY)  # on Windows this fails
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def without_links(*files: Path, make: bool = False) -> None:
    """Remove links at these paths and in their folders, for a library that opens them itself.

    `make`: create a missing folder. Raises OSError.
    """
    for path in files:
        with _opened(path.parent, make) as folder:
            folder.without_link(path.name)


@contextmanager
def _opened(path: Path, make: bool = False) -> Iterator[_Folder]:
    """Context manager: a folder opened without following links below the player's folder."""
    own = paths.own_folder(path)
    start = own or path
    if make:
        start.mkdir(parents=True, exist_ok=True)
    parts = Path(os.path.relpath(path, own)).parts if own else ()
    relative = _RELATIVE and own is not None
    current = _Folder(start, os.open(start, os.O_RDONLY | _FOLDER) if relative else None, own)
    try:
        for part in parts:
            below = _below(current, part, make)
            above, current = current, below
            _close(above.handle)
        yield current
    finally:
        _close(current.handle)


def _close(handle: int | None) -> None:
    """Close a descriptor that was only read, ignoring errors, because no data can be lost."""
    if handle is not None:
        with suppress(OSError):
            os.close(handle)


def _below(folder: _Folder, name: str, make: bool) -> _Folder:
    folder.without_link(name)
    if make:
        try:
            folder.status(name)
        except FileNotFoundError:
            with suppress(FileExistsError):  # another program was quicker
                os.mkdir(folder.at(name), dir_fd=folder.handle)
    handle = None
    if folder.handle is not None:
        handle = os.open(name, os.O_RDONLY | _FOLDER | _NO_FOLLOW, dir_fd=folder.handle)
    return _Folder(folder.path / name, handle, folder.own)


def _is_link(about: os.stat_result) -> bool:
    """True for a symbolic link and, on Windows, for a junction."""
    return stat.S_ISLNK(about.st_mode) or getattr(about, "st_reparse_tag", 0) in _TAGS


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text)
