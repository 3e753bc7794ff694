"""Files that survive: a write either happens as a whole or leaves what was there.

Text goes to a temporary file in the same folder, onto the disk, then takes the place of the old
file in one step. The two generations before it stay as `name.1` and `name.2`. A file that cannot
be understood is put aside as `name.broken-1`, never written over. A text that only grows may be
appended to: then its last line can be cut off. No game is known here.
"""

from __future__ import annotations

import contextlib
import datetime
import errno
import os
import re
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TypeVar

from castlecards import paths

T = TypeVar("T")

GENERATIONS = 3  # the newest and two before it
TITLE = 120  # characters
PRIVATE = 0o600  # the mode of every file: nobody else reads games or records
NO_LOCKS = (errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL)
STALE = 3600.0  # s; a temporary file this old was left by a program that was killed


class StoreError(Exception):
    """A file could not be written or read; the text is one sentence for the player."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One saved game, as a list of them shows it."""

    path: Path
    title: str
    date: datetime.datetime  # of the last write, local time


def autosave_file() -> Path:
    """The one file that is written after every action."""
    return paths.saves_dir() / "autosave.yaml"


def write(path: Path, text: str, title: str = "") -> None:
    """Make `text` the newest generation of `path`, and make its folder if need be.

    A title becomes a remark in the first line, which `saves` reads. When this raises StoreError,
    or the program is killed in it, `path` still holds what it held before.
    """
    path = _real(path)
    if title:
        text = f"# {_one_line(title)}\n{text}"
    _replace(path, text.encode(), _age)
    _tidy(path)


def append(path: Path, text: str) -> None:
    """Add `text` at the end of a file; a kill does not undo that from then on, a power cut may
    until `sync`. Raises StoreError; then the file holds what it held before.
    """
    try:
        handle = os.open(path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
        try:
            size = os.fstat(handle).st_size
            try:
                _write_all(handle, text.encode())
            except OSError:
                os.ftruncate(handle, size)  # half a line
                raise
        finally:
            os.close(handle)
    except OSError as error:
        raise StoreError(sentence(error, path)) from error


def sync(path: Path) -> None:
    """Make what was appended last through a power cut. Raises StoreError where it may not."""
    try:
        handle = os.open(path, os.O_RDWR)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        raise StoreError(sentence(error, path)) from error


def write_bytes(path: Path, raw: bytes) -> None:
    """Make `raw` the content of a file of which no older state is kept, as a whole or not at all.

    Raises StoreError; then the file holds what it held before.
    """
    _replace(_real(path), raw, lambda path: None)


def _replace(path: Path, raw: bytes, before: Callable[[Path], None]) -> None:
    """`before` is called once the new content is on the disk, before it takes its place."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = _temporary(path, raw)
        try:
            before(path)
            os.replace(temporary, path)
        except OSError:
            temporary.unlink(missing_ok=True)
            raise
        _sync_folder(path.parent)
    except OSError as error:
        raise StoreError(sentence(error, path)) from error


def generations(path: Path) -> Iterator[Path]:
    """The newest state of a file, then the older ones: where a link leads, not beside the link."""
    path = _real(path)
    yield path
    for n in range(1, GENERATIONS):
        yield path.with_name(f"{path.name}.{n}")


def newest(path: Path, read: Callable[[Path], T]) -> tuple[T | None, str]:
    """What `read` makes of the newest generation that it understands, and what there is to say.

    A generation for which `read` raises ValueError is put aside. The text is empty if all went
    well, else sentences for the player; the value is None if no generation is left, or there was
    none. Raises StoreError if a file cannot even be opened or put aside.
    """
    told: list[str] = []
    for file in generations(path):
        if not os.path.lexists(file):
            continue
        try:
            value = read(file)
        except ValueError as error:
            kept = put_aside(file)
            reason = str(error).partition("\n")[0]
            told.append(f"{reason}; {file.name} was put aside as {kept.name}.")
        except OSError as error:
            raise StoreError(sentence(error, file, "read")) from error
        else:
            if told:
                told.append(f"The last good state, {file.name}, was taken instead.")
            return value, "\n".join(told)
    return None, "\n".join(told)


def put_aside(path: Path) -> Path:
    """Rename a broken file to the first free `name.broken-1`, `-2`, ...; raises StoreError."""
    asides = (path.with_name(f"{path.name}.broken-{n}") for n in count(1))
    aside = next(name for name in asides if not os.path.lexists(name))
    try:
        os.replace(path, aside)
    except OSError as error:
        raise StoreError(sentence(error, path, "put aside")) from error
    return aside


def saves(folder: Path | None = None) -> tuple[Entry, ...]:
    """The saved games of a folder, newest first, by reading one line of each; no folder: none."""
    listed = (_entry(path, path) for path in (folder or paths.saves_dir()).glob("*.yaml"))
    found = [entry for entry in listed if entry is not None]
    return tuple(sorted(found, key=lambda entry: (entry.date, entry.path.name), reverse=True))


def any_save(besides: Path) -> bool:
    """Is there a saved game other than `besides`? Reads as few files as it can."""
    others = (path for path in paths.saves_dir().glob("*.yaml") if path != besides)
    return any(_entry(path, path) is not None for path in others)


def entry(path: Path) -> Entry | None:
    """What there is of `path`: its newest generation that can be opened; None if there is none."""
    return next(filter(None, (_entry(path, file) for file in generations(path))), None)


def stamp(path: Path) -> tuple[int, int, int] | None:
    """Tells whether a file is still the same one, unchanged; None: there is none."""
    try:
        about = path.stat()
    except (OSError, ValueError):
        return None
    return about.st_ino, about.st_size, about.st_mtime_ns


def new_file(title: str, folder: Path | None = None) -> Path:
    """A free name for a new saved game, made of its title."""
    folder = folder or paths.saves_dir()
    stem = re.sub(r"[^a-z0-9]+", "-", title.lower())[:40].strip("-") or "game"
    names = (folder / f"{stem}{'' if n == 1 else f'-{n}'}.yaml" for n in count(1))
    return next(path for path in names if path != autosave_file() and not os.path.lexists(path))


def move(path: Path, new: Path) -> None:
    """Give a file, read or not, another name; raises StoreError."""
    try:
        os.replace(path, new)
    except OSError as error:
        if error.errno == errno.EXDEV:  # a link led to another disk
            write_bytes(new, path.read_bytes())
            path.unlink()
            return
        raise StoreError(sentence(error, path, "moved")) from error


def remove(path: Path) -> None:
    """Delete a file and its generations, the oldest first; raises StoreError."""
    try:
        for file in reversed(list(generations(path))):
            file.unlink(missing_ok=True)
    except NotADirectoryError:
        return  # no folder, no files
    except OSError as error:
        raise StoreError(sentence(error, path, "deleted")) from error


def trouble(path: Path) -> OSError | None:
    """The error that a small file written beside `path` meets now; None: it can be written."""
    try:
        _temporary(path, bytes(4096)).unlink(missing_ok=True)
    except OSError as error:
        return error
    return None


def can_lock(path: Path) -> bool:
    """False if the file system has no locks for files beside `path`; True if that is not known."""
    try:
        import fcntl
    except ImportError:  # Windows locks files by itself
        return True
    try:
        temporary = _temporary(path, b"")
    except OSError:
        return True
    try:
        with temporary.open("r+b") as file:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in NO_LOCKS
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()
    return True


def _real(path: Path) -> Path:
    """Where a link leads, be there a file or not: it is never replaced, but what it leads to."""
    return Path(os.path.realpath(path))


def _temporary(path: Path, raw: bytes) -> Path:
    """A new file beside `path` whose bytes are on the disk, not only on their way to it."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    try:
        try:
            _write_all(handle, raw)
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
    return Path(name)


def _write_all(handle: int, raw: bytes) -> None:
    left = memoryview(raw)
    while left:
        left = left[os.write(handle, left) :]


def _age(path: Path) -> None:
    """Every generation one older, while `path` itself stays where it is."""
    if not path.exists():
        return
    aged = list(generations(path))
    for younger, older in zip(aged[-2:0:-1], aged[:1:-1], strict=True):
        if younger.exists():
            os.replace(younger, older)
    with contextlib.suppress(OSError):
        path.chmod(PRIVATE)  # an older version of the program wrote files for all eyes
    try:
        os.link(path, aged[1])
    except OSError:  # a file system without links
        shutil.copy2(path, aged[1])


def _sync_folder(folder: Path) -> None:
    """Make the new name last through a power cut, where a folder can be opened for that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _tidy(path: Path) -> None:
    now = datetime.datetime.now().timestamp()
    for left in path.parent.glob(f".{path.name}.*.tmp"):
        with contextlib.suppress(OSError):
            if now - left.stat().st_mtime > STALE:
                left.unlink()


def _entry(path: Path, file: Path) -> Entry | None:
    """`path` with the title and date of `file`; what is no file, as a pipe, is not waited for."""
    try:
        about = file.stat()
        if not stat.S_ISREG(about.st_mode):
            return None
        date = datetime.datetime.fromtimestamp(about.st_mtime).astimezone()
        return Entry(path, _title(file), date)
    except (OSError, OverflowError, ValueError):  # a date may be beyond all calendars
        return None


def _title(path: Path) -> str:
    with path.open("rb") as file:
        line = file.readline(4 * TITLE + 2).decode("utf-8", "replace")
    return (_one_line(line[1:]) if line.startswith("#") else "") or _one_line(path.stem)


def _one_line(text: str) -> str:
    shown = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(shown.split())[:TITLE]


def sentence(error: OSError, path: Path, verb: str = "saved") -> str:
    """What went wrong with a file, for the player."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"{path.name} was not {verb}: the disk is full; what was there before is kept."
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return f"{path.name} was not {verb}: there is no permission to do so in {path.parent}."
    if error.errno in (errno.EMFILE, errno.ENFILE):
        return f"{path.name} was not {verb}: too many files are open; close other programs."
    if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.EEXIST):
        return f"{path.name} was not {verb}: {path.parent} is not a folder."
    return f"{path.name} was not {verb}: {error.strerror or error}."
