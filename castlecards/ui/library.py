"""Library of matches: list of all saves with an index, delete with undo, rename, export, import.

`library.sqlite` stores what the list shows of each save, by its size and date, so that thousands of
matches open at once. It is rebuilt from the saves if it is missing, damaged or of another version.
"""

from __future__ import annotations

import contextlib
import datetime
import re
import stat
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from castlecards import files, paths, store
from castlecards.core.save import dump_session, logged_line
from castlecards.core.session import Session
from castlecards.data import DataError
from castlecards.database import Connection, Database, Schema
from castlecards.store import StoreError
from castlecards.ui import finished
from castlecards.ui.history import headline

DELETED = "deleted"  # subfolder of deleted saves
FOLDERS = ("", finished.FOLDER, DELETED, f"{DELETED}/{finished.FOLDER}")
KEPT_FOR = datetime.timedelta(days=7)  # time after which a deleted save is removed
STAMP = "%Y%m%dT%H%M%S%f"  # time of deletion, before the name of a deleted file
PICTURE = ".jpg"  # pygame writes no WebP
NAMES = re.compile(r"^names:(.*(?:\n- .*)*)$", re.MULTILINE)
INDEX = Schema(
    """
CREATE TABLE match (
    path TEXT PRIMARY KEY, size INTEGER NOT NULL, changed INTEGER NOT NULL, title TEXT NOT NULL,
    game TEXT NOT NULL, names TEXT NOT NULL, moves INTEGER NOT NULL, result TEXT NOT NULL,
    fact TEXT
)
""",
    1,
    renewable=True,
)


@dataclass(frozen=True, slots=True)
class Row:
    """Match as the library lists it, finished or not.

    `file`: path below the folder of the saves; `size` (bytes) and `changed` (ns) identify its
    content. `game` is an id, "" if the file has none; `result`: in words, "" if unknown or open;
    `fact`: sentence about the end, None if the match has not been read yet.
    """

    file: str
    size: int
    changed: int
    title: str
    game: str
    names: tuple[str, ...]
    moves: int
    result: str = ""
    fact: str | None = None

    @property
    def finished(self) -> bool:
        return finished.FOLDER in self.file.split("/")[:-1]

    @property
    def deleted(self) -> bool:
        return self.file.startswith(f"{DELETED}/")

    @property
    def date(self) -> datetime.datetime:
        """Last write, local time."""
        with contextlib.suppress(OverflowError, ValueError, OSError):
            return datetime.datetime.fromtimestamp(self.changed / 1e9).astimezone()
        return datetime.datetime.fromtimestamp(0).astimezone()  # the date is out of range


class Library:
    """Store of all saves below a folder. Methods that change files raise StoreError."""

    def __init__(self, folder: Path) -> None:
        """`folder`: folder of the saved games."""
        self.folder = folder
        self._index_file = folder.parent / "library.sqlite"

    def any_save(self, besides: Path) -> bool:
        """True if there is a match other than `besides`, a deleted one included."""
        return any(store.any_save(self.folder / name, besides) for name in FOLDERS)

    def rows(self) -> tuple[Row, ...]:
        """Rows of all matches, newest first; reads only files that the index does not know yet.

        Deleted matches are removed after `KEPT_FOR`.
        """
        found: dict[str, tuple[int, int]] = {}
        for name in FOLDERS:
            for path, about in files.statuses(self.folder / name):
                if stat.S_ISREG(about.st_mode) and not (DELETED in name and self._expired(path)):
                    file = f"{name}/{path.name}" if name else path.name
                    found[file] = about.st_size, about.st_mtime_ns
        with Database(self._index_file, INDEX) as index:
            known: dict[str, Row] = {}
            with contextlib.suppress(StoreError):  # without an index, every file is read
                known = index.read(_known, known)[0]
            rows = {
                file: known[file]
                if file in known and (known[file].size, known[file].changed) == now
                else self._read(file, *now)
                for file, now in found.items()
            }
            fresh = [row for file, row in rows.items() if known.get(file) is not row]
            gone = known.keys() - rows.keys()
            if fresh or gone:
                with contextlib.suppress(StoreError):
                    index.write(lambda con: _update(con, fresh, gone))
        return tuple(sorted(rows.values(), key=lambda row: (-row.changed, row.file)))

    def row(self, path: Path) -> Row | None:
        """Row of the file of a match as it is now; None if there is none."""
        try:
            about = files.status(path)
        except OSError:
            return None
        file = path.relative_to(self.folder).as_posix()
        return self._read(file, about.st_size, about.st_mtime_ns)

    def complete(self, row: Row, session: Session[Any], picture: bytes) -> Row:
        """Store what only the match itself tells, and its picture; returns the new row."""
        result, fact = ending(session)
        row = replace(row, result=result, fact=fact)
        with contextlib.suppress(StoreError):  # it is shown, and made again the next time
            store.write_bytes(self._picture(row), picture)
            with Database(self._index_file, INDEX) as index:
                index.write(lambda con: _update(con, [row], ()))
        return row

    def picture(self, row: Row) -> bytes | None:
        """Encoded picture of a match; None without one, or if it is older than the match."""
        path = self._picture(row)
        try:
            if files.status(path).st_mtime_ns < row.changed:
                return None
        except OSError:
            return None
        return store.content(path)

    def path(self, row: Row) -> Path:
        return self.folder / row.file

    def delete(self, path: Path) -> Path:
        """Move a save, with its older generations, to the deleted ones; returns its new path."""
        name = f"{datetime.datetime.now().strftime(STAMP)}-{path.name}"
        return self._move(path, self.folder / DELETED / path.relative_to(self.folder).parent / name)

    def restore(self, path: Path) -> Path:
        """Move a deleted save back, to a free name; returns its new path."""
        folder = self.folder / path.relative_to(self.folder / DELETED).parent
        target = folder / path.name.partition("-")[2]
        if store.taken(target) or target == store.autosave_file():
            target = store.new_file(target.stem, folder)
        return self._move(path, target)

    def retitle(self, path: Path, name: str) -> None:
        """Give a save another title; its date stays."""
        try:
            about, raw = files.status(path), store.read(path) or b""
        except OSError as error:
            raise StoreError(store.sentence(error, path, "read")) from error
        body = raw.partition(b"\n")[2] if raw.startswith(b"#") else raw
        store.write_bytes(path, f"# {' '.join(name.split())}\n".encode() + body)
        files.set_date(path, about)

    def export(self, row: Row) -> Path:
        """Copy a save to a new file in the folder of exports; returns its path."""
        path = self.folder / row.file
        try:
            raw = store.read(path)
        except OSError as error:
            raise StoreError(store.sentence(error, path, "read")) from error
        new = store.new_file(row.title, paths.exports_dir())
        store.write_bytes(new, raw or b"")
        return new

    def add(self, session: Session[Any], title: str) -> Path:
        """Store a match from elsewhere as a new file; returns the path of an equal one instead."""
        folder = self.folder / finished.FOLDER if session.over else self.folder
        text = dump_session(session)
        path = store.new_file(deal := f"{session.game.id}-deal-{session.seed}", folder)
        for other in files.listed(folder, deal.replace("_", "-")):
            if _body((store.content(other) or b"").decode("utf-8", "replace")) == text:
                return other
        store.write(path, text, title)
        return path

    def _move(self, path: Path, new: Path) -> Path:
        """Rename a save with its generations, oldest first, and its picture."""
        states = zip(store.generations(path), store.generations(new), strict=True)
        try:
            for old, target in reversed([*states]):
                if files.exists(old):
                    files.replace(old, target)
        except OSError as error:
            raise StoreError(store.sentence(error, path, "moved")) from error
        with contextlib.suppress(StoreError):
            if store.taken(picture := path.with_suffix(PICTURE)):
                store.move(picture, new.with_suffix(PICTURE))
        return new

    def _expired(self, path: Path) -> bool:
        """True if a deleted save has been removed because its time was up."""
        try:
            date = datetime.datetime.strptime(path.name.partition("-")[0], STAMP)
        except ValueError:
            return False  # not named by this program
        if datetime.datetime.now() - date < KEPT_FOR:
            return False
        with contextlib.suppress(StoreError):
            store.remove(path)
            store.remove(path.with_suffix(PICTURE))
        return not store.taken(path)

    def _picture(self, row: Row) -> Path:
        return (self.folder / row.file).with_suffix(PICTURE)

    def _read(self, file: str, size: int, changed: int) -> Row:
        """Row of a save, from its text; a broken one has at least its title."""
        path = self.folder / file
        text = (store.content(path) or b"").decode("utf-8", "replace")
        try:
            title = store.title(path)
        except OSError:
            title = path.stem
        head = text.partition("\nlog:")[0]
        game = re.search(r"^game: (\w+)$", head, re.MULTILINE)
        parts = title.split(" – ")
        row = Row(file, size, changed, title, game[1] if game else "", _names(head), 0)
        result = parts[2] if row.finished and len(parts) == 3 else ""
        return replace(row, moves=logged_line(text) or 0, result=result)


def ending(session: Session[Any]) -> tuple[str, str]:
    """Result of a finished match and the first reason for it, in words; "" while it goes on."""
    if not session.over:
        return "", ""
    result = headline(session)
    ends = map(session.with_player_names, session.game.outcome(session.position))
    return result, next((end for end in ends if end != f"{result}."), "")


def _names(head: str) -> tuple[str, ...]:
    """Names of the players in the text of a save above its log; () if they cannot be read."""
    from castlecards.data.text import Document  # loads PyYAML

    found = NAMES.search(head)
    if found is None:
        return ()
    plain = re.fullmatch(r"\[([\w .]+(?:, [\w .]+)*)\]", found[1].strip())
    if plain is not None:
        return tuple(plain[1].split(", "))
    try:
        names = Document(found[0], "").plain["names"]  # type: ignore[index]
    except (DataError, KeyError, TypeError):
        return ()
    return tuple(map(str, names)) if isinstance(names, list) else ()


def _body(text: str) -> str:
    """Text of a save without the title in its first line."""
    return text.partition("\n")[2] if text.startswith("#") else text


def _known(con: Connection) -> dict[str, Row]:
    rows = con.execute(
        "SELECT path, size, changed, title, game, names, moves, result, fact FROM match"
    )
    return {
        file: Row(
            file,
            size,
            changed,
            title,
            game,
            tuple(filter(None, names.split("\n"))),
            moves,
            result,
            fact,
        )
        for file, size, changed, title, game, names, moves, result, fact in rows
    }


def _update(con: Connection, fresh: Iterable[Row], gone: Iterable[str]) -> None:
    con.executemany("DELETE FROM match WHERE path = ?", [(file,) for file in gone])
    rows = [
        (r.file, r.size, r.changed, r.title, r.game, "\n".join(r.names), r.moves, r.result, r.fact)
        for r in fresh
        if _fits(r)
    ]
    con.executemany("INSERT OR REPLACE INTO match VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)


def _fits(row: Row) -> bool:
    """True if the index can hold a row: not with an absurd date or a name that is not UTF-8."""
    try:
        "".join((row.file, row.title, *row.names)).encode()
    except UnicodeEncodeError:
        return False
    return abs(row.changed) < 2**63
