"""Tests of file systems without locks, of too few file handles, and of other SQLite errors."""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from castlecards import database, store
from castlecards.database import Connection, Database
from castlecards.practice.throws import ThrowLog
from castlecards.store import StoreError
from castlecards.ui import history
from tests.data.test_database import GAME, insert, levels
from tests.os_errors import failing
from tests.practice.test_throws import ONE

CONNECT = sqlite3.connect
SAID = {
    sqlite3.SQLITE_BUSY: "database is locked",
    sqlite3.SQLITE_PROTOCOL: "locking protocol",
    sqlite3.SQLITE_IOERR_LOCK: "disk I/O error",
}


def sqlite_error(code: int, words: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError(words)
    error.sqlite_errorcode = code
    return error


def without_locks(patch: pytest.MonkeyPatch, code: int, number: int = errno.ENOLCK) -> None:
    """Make all locks fail: those of the system, and those of SQLite with `code`."""

    class LocklessConnection(sqlite3.Connection):
        def execute(self, *args: Any) -> sqlite3.Cursor:
            raise sqlite_error(code, SAID[code])

    def connect(name: Any, **options: Any) -> sqlite3.Connection:
        if f"vfs={database.UNLOCKED}" in str(name):
            return CONNECT(name, **options)
        return CONNECT(name, **options, factory=LocklessConnection)

    patch.setattr(sqlite3, "connect", connect)
    patch.setattr(fcntl, "lockf", failing(number))


def journal_mode(con: Connection) -> str:
    return str(con.execute("PRAGMA journal_mode").fetchone()[0])


@pytest.mark.parametrize("code", SAID)
def test_what_was_recorded_with_locks_goes_on_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    path = tmp_path / "records.sqlite"
    held = Database(path)
    held.write(lambda con: insert(con, "a"))  # only in the write-ahead log
    beside = {end: path.with_name(path.name + end).read_bytes() for end in ("", "-wal")}
    held.close()
    for end, raw in beside.items():  # as after a crash
        path.with_name(path.name + end).write_bytes(raw)
    with monkeypatch.context() as patch:
        without_locks(patch, code)
        with Database(path) as records:
            told = records.write(lambda con: insert(con, "b"))[1]
            assert told == database.WITHOUT_LOCKS.format(name=path.name)
            assert records.write(lambda con: insert(con, "c"))[1] == ""
        with Database(path) as records:
            assert records.read(journal_mode, "") == ("delete", "")  # told once, not at every start
    assert levels(path) == ["a", "b", "c"]
    with Database(path) as records:  # the folder is on a disk with locks again
        assert records.write(journal_mode) == ("wal", "")
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize("number", store.NO_LOCKS)
def test_throws_and_games_are_recorded_in_turns(
    home: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    with monkeypatch.context() as patch:
        without_locks(patch, sqlite3.SQLITE_BUSY, number)
        log = ThrowLog()
        told = [log.add(ONE), history.add(GAME), log.add(ONE), history.add(GAME), log.add(ONE)]
        log.close()
        assert told == [database.WITHOUT_LOCKS.format(name="records.sqlite"), "", "", "", ""]
        assert len(history.read()[0].games) == 2
    with closing(CONNECT(database.file())) as con:
        assert con.execute("SELECT count(*) FROM throw").fetchone()[0] == 3
        assert con.execute("PRAGMA integrity_check").fetchone()[0] == "ok"


def test_a_damaged_file_is_rescued_without_locks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "records.sqlite"
    with Database(path) as records:
        records.write(lambda con: insert(con, *[f"{n:0200d}" for n in range(200)]))
    raw = bytearray(path.read_bytes())
    raw[-4096:] = bytes(4096)
    path.write_bytes(raw)
    with monkeypatch.context() as patch:
        without_locks(patch, sqlite3.SQLITE_BUSY)
        with Database(path) as records:
            count = "SELECT count(*) FROM level WHERE stars = 1"
            left, told = records.read(lambda con: con.execute(count).fetchone()[0], 0)
    assert 100 < left < 200
    assert "was renamed to" in told


def test_another_program_that_writes_is_not_taken_for_a_lack_of_locks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY", 0.05)
    path = tmp_path / "records.sqlite"
    with Database(path) as records:
        records.write(lambda con: insert(con, "a"))
    with closing(CONNECT(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN IMMEDIATE")
        with Database(path) as records, pytest.raises(StoreError, match="another program"):
            records.write(lambda con: insert(con, "b"))


@pytest.mark.parametrize("code", [sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR])
@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.EMFILE, "too many files are open"),
        (errno.ENFILE, "too many files are open"),
        (errno.ENOSPC, "the disk is full"),
        (errno.EACCES, "permission denied"),
    ],
)
def test_what_sqlite_cannot_open_is_told_as_what_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, number: int, said: str
) -> None:
    path = tmp_path / "records.sqlite"
    with Database(path) as records:
        records.write(lambda con: insert(con, "a"))

    def connect(*args: object, **kwargs: object) -> Any:
        raise sqlite_error(code, "unable to open database file")

    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", connect)
        patch.setattr(os, "open", failing(number))
        with Database(path) as records, pytest.raises(StoreError) as caught:
            records.write(lambda con: insert(con, "b"))
    text = str(caught.value)
    assert text.startswith(f"records.sqlite was not opened: {said}")
    assert text.endswith(".")
    assert "\n" not in text
    assert levels(path) == ["a"]


def test_too_few_handles_for_a_save_are_told_as_what_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.yaml"
    store.write(path, "old")
    with monkeypatch.context() as patch:
        patch.setattr(os, "open", failing(errno.EMFILE))
        with pytest.raises(StoreError, match=r"^game\.yaml was not saved: too many files are open"):
            store.write(path, "new")
    assert path.read_text() == "old"
