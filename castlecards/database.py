"""SQLite database: records of throws, games, levels and reviews, or an index that can be rebuilt.

Each change is a transaction: complete or not at all, even if the program is killed. A damaged file
is put aside, never overwritten, and its readable rows are copied into a new one. The modules that
use a table know its columns; docs/throws.md describes the table of throws.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from castlecards import files, paths, store
from castlecards.store import StoreError
from castlecards.texts import counted, tr

T = TypeVar("T")
Connection = sqlite3.Connection

VERSION = 4  # of the tables; an older file gets the missing ones, a newer file is left alone
BUSY = 2.0  # s to wait for another program that writes
WAL = "PRAGMA journal_mode = WAL"
# SQLite error codes for a lock that another program holds or that the file system does not support;
# in the second case SQLite is used without locks (https://www.sqlite.org/vfs.html).
NO_LOCK = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_IOERR)
UNLOCKED = "win32-none" if os.name == "nt" else "unix-none"
WITHOUT_LOCKS = tr(
    "{name} is on a file system without locks. Your throws and games are recorded, but keep only "
    "one Castlecards window open: two could damage the file."
)
CHECKPOINT = 4000  # pages of 4 KiB in the log before a checkpoint, which takes a moment
BESIDE = ("-wal", "-shm", "-journal")  # files of SQLite that belong to the database
LONGEST_PATH = 500  # bytes; SQLite opens paths of at most 512 bytes, endings included
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
NO_FORMAT = "unsupported file format"  # message of an error without a code of its own
REFUSED = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)
TABLES = """
CREATE TABLE throw (
    id INTEGER PRIMARY KEY,
    time TEXT NOT NULL, method TEXT NOT NULL, player TEXT NOT NULL, layout TEXT NOT NULL,
    level TEXT NOT NULL, assist TEXT NOT NULL,
    release_method INTEGER, release_x INTEGER, release_y INTEGER, release_height INTEGER,
    release_speed INTEGER, release_heading INTEGER, release_loft INTEGER, release_pitch INTEGER,
    release_bank INTEGER, release_yaw INTEGER, release_spin INTEGER, release_tumble INTEGER,
    rest_x INTEGER, rest_y INTEGER, rest_angle INTEGER,
    right REAL, far REAL, cause TEXT NOT NULL, hits INTEGER NOT NULL, perfect INTEGER NOT NULL,
    words TEXT NOT NULL, touch_x INTEGER, touch_y INTEGER, touch_right REAL, touch_far REAL,
    trial TEXT NOT NULL
);
CREATE TABLE game (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, title TEXT NOT NULL, date TEXT NOT NULL,
    turns INTEGER NOT NULL
);
CREATE TABLE player (
    game INTEGER NOT NULL, player INTEGER NOT NULL, name TEXT NOT NULL, result REAL,
    PRIMARY KEY (game, player)
);
CREATE TABLE thrown (
    game INTEGER NOT NULL, player INTEGER NOT NULL, method TEXT NOT NULL,
    thrown INTEGER NOT NULL, on_target INTEGER NOT NULL,
    PRIMARY KEY (game, player, method)
);
CREATE TABLE opponent (
    game INTEGER NOT NULL, player INTEGER NOT NULL, character TEXT NOT NULL, level TEXT NOT NULL,
    partner INTEGER NOT NULL, PRIMARY KEY (game, player)
);
CREATE TABLE level (
    id TEXT PRIMARY KEY, stars INTEGER NOT NULL, tries INTEGER NOT NULL, date TEXT NOT NULL
);
CREATE TABLE mistake (
    id INTEGER PRIMARY KEY, match TEXT NOT NULL UNIQUE, game TEXT NOT NULL, rules TEXT NOT NULL,
    turn INTEGER NOT NULL, cost REAL NOT NULL, better TEXT NOT NULL, solved TEXT NOT NULL
);
CREATE TABLE review (
    match TEXT NOT NULL, phase INTEGER NOT NULL, choices INTEGER NOT NULL, cost REAL NOT NULL,
    PRIMARY KEY (match, phase)
);
CREATE TABLE star (level TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (level, number));
CREATE TABLE absorbed (file TEXT PRIMARY KEY, done INTEGER NOT NULL, whole INTEGER NOT NULL);
"""


@dataclass(frozen=True)
class Schema:
    """Tables of a database file, as CREATE statements, and their version.

    `renewable`: the content can be made anew, so a damaged file, or one of another version, is
    deleted.
    """

    tables: str
    version: int
    renewable: bool = False

    @property
    def statements(self) -> list[str]:
        return list(filter(None, map(str.strip, self.tables.split(";"))))


RECORDS = Schema(TABLES, VERSION)
KEPT = ("absorbed", "throw", "game", "player", "thrown", "opponent", "level", "mistake", "review")
OF_GAMES = ("player", "thrown", "opponent")  # tables whose rows belong to a row of `game`
OLD = {"throws.jsonl": "throw", "history.yaml": "game", "progress.yaml": "level"}  # file to table


def file(folder: Path | None = None) -> Path:
    """Path of the database in a folder of records, by default that of the first profile."""
    return (folder or paths.records_dir()) / "records.sqlite"


def holds(wanted: str, folder: Path | None = None) -> bool:
    """True if a table has a row, if an old file for it exists, or if the records are unreadable.

    Repairs nothing: a damaged file is reported when its records are needed.
    """
    path = file(folder)
    if any(store.taken(path.with_name(old)) for old, table in OLD.items() if table == wanted):
        return True
    if not store.taken(path):
        return False
    try:
        files.without_links(*_files_of(path))
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as con:
            return con.execute(f"SELECT 1 FROM {wanted} LIMIT 1").fetchone() is not None
    except (sqlite3.DatabaseError, UnicodeDecodeError, OSError):
        return True


class Database:
    """Connection to the database file, opened on first use. For one thread at a time."""

    def __init__(self, path: Path | None = None, schema: Schema = RECORDS) -> None:
        self.path = path or file()
        self.schema = schema
        self._open: Connection | None = None
        self._inode: tuple[int, int] | None = None
        self._frozen = False  # read-only, without the content of the write-ahead log
        self._message = ""  # message about the file for the next call

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def write(self, act: Callable[[Connection], T]) -> tuple[T, str]:
        """Run `act` as one transaction. Return its value and a message about the file, or "".

        Raises StoreError, after which nothing has changed.
        """
        return self._done(lambda: _whole(self._connected(), act))

    def read(self, act: Callable[[Connection], T], usual: T) -> tuple[T, str]:
        """Run the query `act`. Return its value and a message about the file, or "".

        If there is no file, the value is `usual`. Raises StoreError.
        """
        return self._done(lambda: self._found(act) if files.exists(self.path) else usual)

    def _found(self, act: Callable[[Connection], T]) -> T:
        con = self._readable()
        try:
            return act(con)
        except sqlite3.OperationalError as error:
            if _code(error):
                raise
            con.text_factory = _text  # some text is not UTF-8
            return act(con)

    def close(self) -> None:
        """Close the file; the next read or write opens it again."""
        if self._open is not None:
            self._open.close()
        self._open = self._inode = None
        self._frozen = False

    def _done(self, act: Callable[[], T]) -> tuple[T, str]:
        """Run `act`; if the file is damaged, replace it and run `act` once more."""
        try:
            value = act()
            message, self._message = self._message, ""
            return value, message
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            damaged = self._damaged(error)
            self.close()
            if not damaged:
                raise StoreError(_sentence(error, self.path)) from error
            if self.schema.renewable:
                message = ""
                _discard(self.path)
            else:
                message = _renewed(self.path, error)
        except OSError as error:
            self.close()
            raise StoreError(store.sentence(error, self.path, "opened")) from error
        try:
            return act(), message
        except (sqlite3.DatabaseError, UnicodeDecodeError, OSError) as error:
            self.close()
            raise StoreError(f"{message}\n{_sentence(error, self.path)}") from error

    def _damaged(self, error: sqlite3.DatabaseError | UnicodeDecodeError) -> bool:
        """True if the file itself is damaged, not the disk, the folder or the statement."""
        if isinstance(error, UnicodeDecodeError) or _code(error) in DAMAGED:
            return True
        if str(error) == NO_FORMAT:
            return True
        if _code(error) != sqlite3.SQLITE_ERROR or self._open is None or self._frozen:
            return False
        try:
            made = {sql for (sql,) in self._open.execute("SELECT sql FROM sqlite_master")}
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            return True
        return not made >= {*self.schema.statements}  # other tables

    def _connected(self) -> Connection:
        """Connection for reading and writing, with all tables."""
        if self._open is not None and self._inode == _inode(self.path):
            return self._open
        self.close()  # another program has put the file aside
        made, self._message = _opened(self.path, self.schema)
        self._open, self._inode = made, _inode(self.path)
        return made

    def _readable(self) -> Connection:
        """Connection for reading; read-only if the file cannot be written."""
        try:
            return self._connected()
        except (sqlite3.OperationalError, PermissionError):
            self.close()
            files.without_links(*_files_of(self.path))
            self._open = sqlite3.connect(f"{self.path.absolute().as_uri()}?immutable=1", uri=True)
            self._frozen = True
            return self._open


def import_progress(con: Connection, name: str) -> tuple[int, bool]:
    """Number of entries imported from an old file, and True if that is all of them."""
    row = con.execute("SELECT done, whole FROM absorbed WHERE file = ?", (name,)).fetchone()
    return (row[0], bool(row[1])) if row else (0, False)


def store_import(con: Connection, name: str, done: int, whole: bool = True) -> None:
    """Store how far an old file has been imported; a complete file is never read again."""
    con.execute("INSERT OR REPLACE INTO absorbed VALUES (?, ?, ?)", (name, done, whole))


def import_file(
    records: Database, name: str, read: Callable[[Path], T], take: Callable[[Connection, T], None]
) -> str:
    """Import an old file beside the database, once. Return a message about it, or "".

    If `read` raises ValueError, the file is put aside and its previous state is read. Raises
    StoreError.
    """
    path = records.path.with_name(name)
    try:
        if not any(files.exists(state) for state in store.generations(path)):
            return ""
    except OSError as error:
        raise StoreError(store.sentence(error, path, "read")) from error
    complete, message = records.read(lambda con: import_progress(con, name)[1], False)
    if complete:
        return message
    old_state, more = store.newest(path, read)

    def act(con: Connection) -> None:
        if import_progress(con, name)[1]:
            return  # another program has done it meanwhile
        if old_state is not None:
            take(con, old_state)
        store_import(con, name, 1)

    return "\n".join(filter(None, (message, more, records.write(act)[1])))


def _opened(path: Path, schema: Schema = RECORDS) -> tuple[Connection, str]:
    """Connection with all tables, and a message about the file, or ""."""
    files.without_links(*_files_of(path), make=True)
    if not files.exists(path):  # closing a file that is in use would release SQLite's locks
        os.close(files.descriptor(path, os.O_RDWR | os.O_CREAT))  # private; SQLite's mode is not
    con, message = _linked(path)
    try:
        con.execute(f"PRAGMA busy_timeout = {round(1000 * BUSY)}")
        con.execute("PRAGMA synchronous = NORMAL")  # a power cut loses at most the last changes
        con.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")
        if schema.renewable and _version(con) not in (0, schema.version):
            con.close()
            _discard(path)
            return _opened(path, schema)
        if _version(con) < schema.version:
            _whole(con, lambda con: _create(con, schema))
        if (version := _version(con)) > schema.version:
            raise StoreError(
                tr(
                    "A newer version of Castlecards wrote {name} (tables {new}; this version "
                    "reads {old}). The file is unchanged.",
                    name=path.name,
                    new=version,
                    old=schema.version,
                )
            )
    except BaseException:
        con.close()
        raise
    return con, message


def _linked(path: Path) -> tuple[Connection, str]:
    """Connect with locks and write-ahead log, or without them if the file system has no locks.

    Return the connection and, once for each file, a message about missing locks.
    """
    con = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        try:
            con.execute(WAL)
        except sqlite3.OperationalError as error:
            if _code(error) not in NO_LOCK:
                raise
            if not store.can_lock(path):
                con.close()
                return _unlocked(path)
            con.execute(f"PRAGMA busy_timeout = {round(1000 * BUSY)}")
            con.execute(WAL)
    except BaseException:
        con.close()
        raise
    return con, ""


def _unlocked(path: Path) -> tuple[Connection, str]:
    """Connect without locks and with a rollback journal; return the connection and a message.

    Every transaction checks whether the file has changed, so several connections of one program can
    take turns.
    """
    name = f"{path.absolute().as_uri()}?vfs={UNLOCKED}"
    with closing(sqlite3.connect(name, uri=True, isolation_level=None)) as con:
        con.execute("PRAGMA locking_mode = EXCLUSIVE")  # else a write-ahead log cannot be read
        fresh = con.execute("PRAGMA page_count").fetchone()[0] == 0
        logged = con.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        con.execute("PRAGMA journal_mode = DELETE")
    con = sqlite3.connect(name, uri=True, isolation_level=None, check_same_thread=False)
    return con, WITHOUT_LOCKS.format(name=path.name) if fresh or logged else ""


def _files_of(path: Path) -> tuple[Path, ...]:
    """Paths of the database and of the files that SQLite keeps beside it."""
    return path, *(path.with_name(path.name + end) for end in BESIDE)


def _create(con: Connection, schema: Schema) -> None:
    if _version(con) < schema.version:  # another program may have been quicker
        made = {sql for (sql,) in con.execute("SELECT sql FROM sqlite_master")}
        for words in schema.statements:
            if words not in made:
                con.execute(words)
        con.execute(f"PRAGMA user_version = {schema.version}")


def _version(con: Connection) -> int:
    return int(con.execute("PRAGMA user_version").fetchone()[0])


def _whole(con: Connection, act: Callable[[Connection], T]) -> T:
    con.execute("BEGIN IMMEDIATE")
    try:
        value = act(con)
        con.execute("COMMIT")
    except BaseException:
        if con.in_transaction:
            con.execute("ROLLBACK")
        raise
    return value


def _inode(path: Path) -> tuple[int, int] | None:
    try:
        about = files.status(path)
    except OSError:
        return None
    return about.st_dev, about.st_ino


# Damaged files


def _discard(path: Path) -> None:
    """Delete a database whose content can be made anew. Raises StoreError."""
    try:
        for each in _files_of(path):
            files.unlink(each)
    except OSError as error:
        raise StoreError(store.sentence(error, path, "deleted")) from error


def _renewed(path: Path, error: sqlite3.DatabaseError | UnicodeDecodeError) -> str:
    """Put a damaged file aside and copy its readable rows into a new one. Return a message."""
    why = tr("unreadable names") if isinstance(error, UnicodeDecodeError) else str(error)
    aside = store.put_aside(path)
    for end in BESIDE:
        beside = path.with_name(path.name + end)
        if files.exists(beside):
            store.move(beside, aside.with_name(aside.name + end))
    names = {"name": path.name, "new": aside.name, "why": why}
    sentences = [tr("{name} is damaged ({why}) and was renamed to {new}.", **names)]
    new, more = _opened(path)
    with closing(new):
        counts = _whole(new, lambda con: _copied_rows(aside, con))
    kept = [
        counted(counts[table], one, many)
        for table, one, many in (
            ("throw", tr("throw"), tr("throws")), ("game", tr("game"), tr("games")),
            ("level", tr("level"), tr("levels")),
        )
        if counts[table]
    ]  # fmt: skip
    if kept:
        sentences.append(tr("Recovered: {counts}.", counts=", ".join(kept)))
    return "\n".join(filter(None, (" ".join(sentences), more)))


def _copied_rows(aside: Path, new: Connection) -> dict[str, int]:
    """Copy the readable rows into new tables. Return the number of rows by table."""
    counts = {table: _rescue(aside, table, new) for table in KEPT}
    for table in OF_GAMES:  # rows of a lost game would belong to the next game with its id
        new.execute(f"DELETE FROM {table} WHERE game NOT IN (SELECT id FROM game)")
    for name, table in OLD.items():
        if counts[table] and not import_progress(new, name)[0]:
            store_import(new, name, counts[table])  # otherwise they would be imported twice
    return counts


def _rescue(aside: Path, table: str, new: Connection) -> int:
    """Copy the readable rows, from the front and then from the back. Return their number."""
    rows: dict[int, tuple[object, ...]] = {}
    for order in ("ASC", "DESC"):
        with _damaged(aside) as old:
            for rowid, *row in old.execute(f"SELECT rowid, * FROM {table} ORDER BY rowid {order}"):
                if rowid in rows:
                    break
                rows[rowid] = tuple(row)
    columns = len(new.execute(f"SELECT * FROM {table} LIMIT 0").description)
    good = [row for row in rows.values() if len(row) == columns]
    marks = ", ".join("?" * columns)
    before = new.total_changes
    new.executemany(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", good)
    return new.total_changes - before


@contextmanager
def _damaged(path: Path) -> Iterator[Connection]:
    """Context manager: connection to a damaged file; errors end the block silently."""
    try:
        files.without_links(*_files_of(path))
        locked = store.can_lock(path)
        with closing(sqlite3.connect(path) if locked else _unlocked(path)[0]) as con:
            con.text_factory = _text
            yield con
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        pass


def _sentence(error: sqlite3.DatabaseError | UnicodeDecodeError | OSError, path: Path) -> str:
    if isinstance(error, OSError):
        return store.sentence(error, path, "opened")
    code = _code(error)
    if code in (*REFUSED, sqlite3.SQLITE_IOERR) and (trouble := store.write_error(path)):
        return store.sentence(trouble, path, "opened")  # SQLite does not say what was wrong
    if code == sqlite3.SQLITE_FULL:
        return store.FAILED["written"].format(name=path.name, reason=store.FULL)
    if code in REFUSED and len(os.fsencode(path)) > LONGEST_PATH:
        return store.sentence(OSError(errno.ENAMETOOLONG, ""), path, "opened")
    if code in REFUSED:
        return store.sentence(OSError(errno.EACCES, ""), path, "opened")
    if code == sqlite3.SQLITE_BUSY:
        return tr("{name} was not written: another program is using it.", name=path.name)
    return tr("{name} was not read or written: {error}.", name=path.name, error=error)


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def _code(error: sqlite3.DatabaseError | UnicodeDecodeError) -> int:
    """Error code of SQLite; 0 for an error of Python."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
