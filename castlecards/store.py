"""Atomic file storage with older generations, for saves and settings.

A text is written to a temporary file in the same folder, synced to the disk, and then replaces the
old file in one step. The two previous generations stay as `name.1` and `name.2`. A file that cannot
be parsed is put aside as `name.broken-1`, never overwritten. Growing texts can be appended to; a
crash can cut off their last line. Links in the data folder are never followed (`files`).
"""

from __future__ import annotations

import contextlib
import datetime
import errno
import os
import re
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TypeVar

from castlecards import files, paths
from castlecards.texts import tr

T = TypeVar("T")

GENERATIONS = 3  # the newest and two before it
TITLE = 120  # longest title of a saved game, letters
NO_LOCKS = (errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL)
MOST = 2**24  # bytes; a larger file is not a saved game
STALE = 3600.0  # s; a temporary file this old was left by a program that was killed


class StoreError(Exception):
    """Error: a file could not be written or read. Its text is one sentence for the player."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Saved game as a list shows it."""

    path: Path
    title: str
    date: datetime.datetime  # last write, local time


def autosave_file() -> Path:
    """Path of the autosave, which is written after every action."""
    return paths.saves_dir() / "autosave.yaml"


def write(path: Path, text: str, title: str = "") -> bytes:
    """Write `text` as the newest generation of `path`; create a missing folder.

    A title becomes a comment in the first line, which `saves` reads. Return the bytes of the file.
    If this raises StoreError or the program is killed, `path` keeps its old content.
    """
    path = _real(path)
    if title:
        text = f"# {_one_line(title)}\n{text}"
    raw = text.encode()
    _replace(path, raw, _age)
    _delete_old_temporaries(path)
    return raw


def append(path: Path, text: str) -> None:
    """Append `text` to a file. It survives a killed program, but a power cut only after `sync`.

    Raises StoreError, after which the file is unchanged.
    """
    try:
        handle = files.descriptor(path, os.O_WRONLY | os.O_APPEND)
        try:
            size = os.fstat(handle).st_size
            try:
                files.write_all(handle, text.encode())
            except OSError:
                os.ftruncate(handle, size)  # remove a partly written line
                raise
        finally:
            os.close(handle)
    except OSError as error:
        raise StoreError(sentence(error, path)) from error


def sync(path: Path) -> None:
    """Sync appended text to the disk, so that it survives a power cut. Raises StoreError."""
    try:
        handle = files.descriptor(path, os.O_RDWR)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        raise StoreError(sentence(error, path)) from error


def write_bytes(path: Path, raw: bytes) -> None:
    """Replace the content of a file atomically, without keeping older generations.

    Raises StoreError, after which the file is unchanged.
    """
    _replace(_real(path), raw, lambda path: None)


def _replace(path: Path, raw: bytes, before: Callable[[Path], None]) -> None:
    """Replace a file atomically; `before` is called when the new content is on the disk."""
    try:
        temporary = files.create(path, raw)
        try:
            before(path)
            files.replace(temporary, path)
        except OSError:
            with contextlib.suppress(OSError):
                files.unlink(temporary)
            raise
        files.sync_folder(path.parent)
    except OSError as error:
        raise StoreError(sentence(error, path)) from error


def generations(path: Path) -> Iterator[Path]:
    """Paths of a file's generations, newest first."""
    path = _real(path)
    yield path
    for n in range(1, GENERATIONS):
        yield path.with_name(f"{path.name}.{n}")


def newest(path: Path, read: Callable[[Path], T]) -> tuple[T | None, str]:
    """Read the newest generation that `read` accepts. Return its value and a message.

    A generation for which `read` raises ValueError is put aside. The message is for the player, ""
    if all went well; the value is None if no generation is left. Raises StoreError if a file cannot
    be opened or put aside.
    """
    messages: list[str] = []
    for file in generations(path):
        try:
            if not files.exists(file):
                continue
            value = read(file)
        except ValueError as error:
            kept = put_aside(file)
            reason = str(error).partition("\n")[0]
            names = {"name": file.name, "new": kept.name}
            messages.append(tr("{reason}; {name} was renamed to {new}.", reason=reason, **names))
        except OSError as error:
            raise StoreError(sentence(error, file, "read")) from error
        else:
            if messages:
                messages.append(tr("The last good version, {name}, is in use.", name=file.name))
            return value, "\n".join(messages)
    return None, "\n".join(messages)


def put_aside(path: Path) -> Path:
    """Rename a broken file to the first free `name.broken-1`, `-2`, ... Raises StoreError."""
    asides = (path.with_name(f"{path.name}.broken-{n}") for n in count(1))
    try:
        aside = next(name for name in asides if not files.exists(name))
        files.replace(path, aside)
    except OSError as error:
        raise StoreError(sentence(error, path, "put aside")) from error
    return aside


def saves(folder: Path | None = None) -> tuple[Entry, ...]:
    """Saved games of a folder, newest first; only the first line of each is read."""
    listed = (_entry(path, path) for path in files.listed(folder or paths.saves_dir()))
    entries = [entry for entry in listed if entry is not None]
    return tuple(sorted(entries, key=lambda entry: (entry.date, entry.path.name), reverse=True))


def any_save(folder: Path, besides: Path) -> bool:
    """True if there is a saved game other than `besides` in a folder, read or not."""
    return any(
        path != besides and stat.S_ISREG(about.st_mode) for path, about in files.statuses(folder)
    )


def entry(path: Path) -> Entry | None:
    """Entry for the newest generation of `path` that can be opened; None if there is none."""
    return next(filter(None, (_entry(path, file) for file in generations(path))), None)


def content(path: Path) -> bytes | None:
    """Bytes of a file; None if it is missing, unreadable or larger than MOST."""
    try:
        raw = read(path)
    except (OSError, ValueError):
        return None
    return raw if raw is not None and len(raw) <= MOST else None


def read(path: Path) -> bytes | None:
    """Bytes of a file, at most MOST + 1; None if it is missing. Raises OSError."""
    try:
        with files.reader(path) as file:
            return file.read(MOST + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None


def new_file(title: str, folder: Path | None = None, end: str = ".yaml") -> Path:
    """Free path for a new file, a saved game by default, made from its title.

    Raises StoreError if the folder cannot be checked for free names.
    """
    folder = folder or paths.saves_dir()
    stem = re.sub(r"[^a-z0-9]+", "-", title.lower())[:40].strip("-") or "game"
    names = (folder / f"{stem}{'' if n == 1 else f'-{n}'}{end}" for n in count(1))
    try:
        return next(path for path in names if path != autosave_file() and not files.exists(path))
    except OSError as error:
        raise StoreError(sentence(error, folder / f"{stem}{end}")) from error


def taken(path: Path) -> bool:
    """True if there is a file of this name, readable or not."""
    try:
        return files.exists(path)
    except OSError:
        return False  # the next write reports the error


def move(path: Path, new: Path) -> None:
    """Rename a file. Raises StoreError."""
    try:
        files.replace(path, new)
    except OSError as error:
        raise StoreError(sentence(error, path, "moved")) from error


def remove(path: Path) -> None:
    """Delete a file and its generations, oldest first. Raises StoreError."""
    try:
        for file in reversed(list(generations(path))):
            files.unlink(file)
    except OSError as error:
        if error.errno in (errno.ENOTDIR, errno.ENAMETOOLONG):
            return  # there is no such folder, so nothing to delete
        raise StoreError(sentence(error, path, "deleted")) from error


def write_error(path: Path) -> OSError | None:
    """Error on a test write beside `path`; None if it succeeds."""
    try:
        files.unlink(files.create(path, bytes(4096)))
    except OSError as error:
        return error
    return None


def can_lock(path: Path) -> bool:
    """True if the file system supports locks beside `path`, or if that is unknown."""
    try:
        import fcntl
    except ImportError:  # Windows locks files by itself
        return True
    try:
        temporary = files.create(path, b"")
    except OSError:
        return True
    try:
        handle = files.descriptor(temporary, os.O_RDWR)
        try:
            fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        finally:
            os.close(handle)
    except OSError as error:
        return error.errno not in NO_LOCKS
    finally:
        with contextlib.suppress(OSError):
            files.unlink(temporary)
    return True


def _real(path: Path) -> Path:
    """Path itself if it is in the data folder, else the target of the player's links."""
    return path if paths.own_folder(path) else Path(os.path.realpath(path))


def _age(path: Path) -> None:
    """Shift all generations by one; `path` itself stays."""
    if not files.exists(path):
        return
    aged = list(generations(path))
    for younger, older in zip(aged[-2:0:-1], aged[:1:-1], strict=True):
        if files.exists(younger):
            files.replace(younger, older)
    with contextlib.suppress(OSError):
        files.make_private(path)  # older versions of the program wrote files that all can read
    files.duplicate(path, aged[1])


def _delete_old_temporaries(path: Path) -> None:
    now = datetime.datetime.now().timestamp()
    for left in files.listed(path.parent, f".{path.name}.", ".tmp"):
        with contextlib.suppress(OSError):
            if now - files.status(left).st_mtime > STALE:
                files.unlink(left)


def _entry(path: Path, file: Path) -> Entry | None:
    """Entry of `path` with the title and date of `file`; None if it is not a regular file."""
    try:
        about = files.status(file)
        if not stat.S_ISREG(about.st_mode):
            return None
        date = datetime.datetime.fromtimestamp(about.st_mtime).astimezone()
        return Entry(path, title(file), date)
    except (OSError, OverflowError, ValueError):  # a date can be out of range
        return None


def title(path: Path) -> str:
    """Title in the first line of a saved game; its file name if there is none. Raises OSError."""
    with files.reader(path) as file:
        line = file.readline(4 * TITLE + 2).decode("utf-8", "replace")
    return (_one_line(line[1:]) if line.startswith("#") else "") or _one_line(path.stem)


def _one_line(text: str) -> str:
    shown = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(shown.split())[:TITLE]


FAILED = {
    "saved": tr("{name} was not saved: {reason}"),
    "written": tr("{name} was not written: {reason}"),
    "opened": tr("{name} was not opened: {reason}"),
    "read": tr("{name} was not read: {reason}"),
    "moved": tr("{name} was not moved: {reason}"),
    "put aside": tr("{name} was not renamed: {reason}"),
    "deleted": tr("{name} was not deleted: {reason}"),
}
FULL = tr("the disk is full. The old file is unchanged.")
DENIED = tr("permission denied in {folder}.")


def sentence(error: OSError, path: Path, verb: str = "saved") -> str:
    """Sentence for the player about an error with a file. `verb`: a key of FAILED."""
    folder, number = path.parent, error.errno
    if number in (errno.ENOSPC, errno.EDQUOT):
        reason = FULL
    elif number in (errno.EACCES, errno.EPERM, errno.EROFS):
        reason = DENIED.format(folder=folder)
    elif number == errno.ENAMETOOLONG:
        reason = tr("the name of its folder is too long for this system.")
    elif number in (errno.EMFILE, errno.ENFILE):
        reason = tr("too many files are open. Close some programs and try again.")
    elif number in (errno.ENOENT, errno.ENOTDIR, errno.EEXIST):
        reason = tr("{folder} is not a folder.", folder=folder)
    else:
        reason = f"{error.strerror or error}."
    return FAILED[verb].format(name=path.name, reason=reason)
