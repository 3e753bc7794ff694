"""Tests of the records: whole transactions, and damaged files that lose only the damaged part."""

from __future__ import annotations

import random
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from castlecards import data, database, store
from castlecards.core.landing import METHODS
from castlecards.database import Connection, Database
from castlecards.practice import progress, throws
from castlecards.practice.throws import ThrowLog
from castlecards.store import StoreError
from castlecards.ui import history
from castlecards.ui.history import FinishedGame, ThrowCount
from tests.practice.test_throws import ONE

GAME = FinishedGame(
    "x",
    "A game",
    "2030-01-02T03:04",
    ("Anna", "Bert"),
    (1.0, 0.0),
    9,
    (ThrowCount(0, "lob", 4, 3),),
)


def best(level: str, stars: int = 1) -> tuple[str, int, int, str]:
    return level, stars, 1, "2026-01-01T10:00"


def insert(con: Connection, *levels: str) -> None:
    con.executemany("INSERT INTO level VALUES (?, ?, ?, ?)", [best(level) for level in levels])


def levels(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as con:
        return [row[0] for row in con.execute("SELECT id FROM level ORDER BY id")]


def test_a_change_happens_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "records.sqlite"
    with Database(path) as records:
        records.write(lambda con: insert(con, "a"))

        def fails(con: Connection) -> None:
            insert(con, "b")
            raise RuntimeError("in the middle")

        with pytest.raises(RuntimeError):
            records.write(fails)
        with pytest.raises(StoreError, match="UNIQUE"):
            records.write(lambda con: insert(con, "c", "a"))
        records.write(lambda con: insert(con, "d"))
    assert levels(path) == ["a", "d"]


def test_where_there_is_no_file_reading_makes_none(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "records.sqlite"
    with Database(path) as records:
        assert records.read(lambda con: 1, 0) == (0, "")
    assert not path.parent.exists()


def test_files_are_for_nobody_else(tmp_path: Path) -> None:
    records = Database(tmp_path / "records.sqlite")
    records.write(lambda con: insert(con, "a"))
    found = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert set(found) == {"records.sqlite", "records.sqlite-wal", "records.sqlite-shm"}
    assert set(found.values()) == {0o600}
    records.close()


def test_two_programs_write_and_read_at_the_same_time(tmp_path: Path) -> None:
    path = tmp_path / "records.sqlite"
    with Database(path) as one, Database(path) as two:
        for n in range(10):
            one.write(lambda con, n=n: insert(con, f"a{n}"))  # type: ignore[misc]
            two.write(lambda con, n=n: insert(con, f"b{n}"))  # type: ignore[misc]
            count = lambda con: con.execute("SELECT count(*) FROM level").fetchone()[0]  # noqa: E731
            assert one.read(count, 0) == two.read(count, 0) == (2 * n + 2, "")


def test_a_change_has_the_file_to_itself_from_its_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise its data could be old when it writes, and the write would fail."""
    monkeypatch.setattr(database, "BUSY", 0.0)
    path = tmp_path / "records.sqlite"
    with Database(path) as one, Database(path) as other:
        other.write(lambda con: insert(con, "a"))

        def act(con: Connection) -> None:
            found = con.execute("SELECT id FROM level").fetchall()
            with pytest.raises(StoreError, match="another program is using it"):
                other.write(lambda con: insert(con, "b"))
            insert(con, f"after {found[0][0]}")

        one.write(act)
    assert levels(path) == ["a", "after a"]


def test_another_program_that_keeps_writing_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY", 0.05)
    path = tmp_path / "records.sqlite"
    with Database(path) as records:
        records.write(lambda con: insert(con, "a"))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with Database(path) as records, pytest.raises(StoreError, match="another program"):
            records.write(lambda con: insert(con, "b"))
    assert levels(path) == ["a"]


def test_a_disk_that_is_full_is_told_and_nothing_has_changed(tmp_path: Path) -> None:
    path = tmp_path / "records.sqlite"
    with Database(path) as records:
        records.write(lambda con: insert(con, "a"))
        records.write(lambda con: con.execute("PRAGMA max_page_count = 1"))
        with pytest.raises(StoreError, match=r"the disk is full\. The old file is unchanged\.$"):
            records.write(lambda con: insert(con, *[f"{n:0500d}" for n in range(100)]))
        assert levels(path) == ["a"]
        records.write(lambda con: insert(con, "b"))  # opened again: there is room now
    assert levels(path) == ["a", "b"]


def test_a_file_of_an_older_version_gets_the_tables_that_it_lacks(tmp_path: Path) -> None:
    path = tmp_path / "records.sqlite"
    with Database(path) as records:
        records.write(lambda con: insert(con, "a"))
    with closing(sqlite3.connect(path)) as con:
        con.execute("DROP TABLE opponent")
        con.execute("PRAGMA user_version = 1")
        con.commit()
    with Database(path) as records:
        count = lambda con: con.execute("SELECT count(*) FROM opponent").fetchone()[0]  # noqa: E731
        assert records.read(count, -1) == (0, "")
        records.write(lambda con: insert(con, "b"))
    assert levels(path) == ["a", "b"]
    assert [file.name for file in tmp_path.iterdir()] == ["records.sqlite"]


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "records.sqlite"
    with Database(path) as records:
        records.write(lambda con: insert(con, "a"))
    with closing(sqlite3.connect(path)) as con:
        con.execute(f"PRAGMA user_version = {database.VERSION + 1}")
    before = path.read_bytes()
    with Database(path) as records:
        for act in (lambda: records.read(lambda con: 1, 0), lambda: records.write(insert)):
            with pytest.raises(StoreError, match="newer version of Castlecards"):
                act()
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["records.sqlite"]


@pytest.mark.parametrize("place", ["file/records.sqlite", "folder"])
def test_where_no_file_can_be_it_is_said(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "folder").mkdir()
    with Database(tmp_path / place) as records, pytest.raises(StoreError, match="was not opened"):
        records.write(insert)


def test_a_folder_that_is_read_only_is_read(without_root: None) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        log = ThrowLog(folder / "records.sqlite")
        log.add(ONE)
        log.close()
        with Database(folder / "records.sqlite") as records:
            records.write(lambda con: insert(con, "a"))
        (folder / "records.sqlite").chmod(0o400)
        folder.chmod(0o500)
        try:
            assert throws.read(folder / "records.sqlite").throws == (ONE,)
            with pytest.raises(StoreError, match="permission denied"):
                ThrowLog(folder / "records.sqlite").add(ONE)
        finally:
            folder.chmod(0o700)


KILLED = """
import os, signal, sys
from pathlib import Path
from castlecards.practice.throws import ThrowLog
from tests.practice.test_throws import ONE
log = ThrowLog(Path(sys.argv[1]))
for n in range(20):
    log.add(ONE._replace(far=float(n)))
con = log._database._open
con.execute("BEGIN IMMEDIATE")
con.execute("DELETE FROM throw")
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_killed_in_the_middle_of_a_change_what_was_before_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "records.sqlite"
    command = [sys.executable, "-c", KILLED, str(path)]
    done = subprocess.run(command, check=False, cwd=Path(__file__).parents[2])
    assert done.returncode == -signal.SIGKILL
    found = throws.read(path)
    assert found.message == ""
    assert [throw.far for throw in found.throws] == [float(n) for n in range(20)]


# Old files


def test_the_history_of_an_older_version_is_read_once(home: Path) -> None:
    old = home / history.OLD
    old.write_text(
        "games:\n- {game: x, title: A game, date: 2030-01-02T03:04, names: [Anna, Bert], "
        "results: [1.0, 0.0], turns: 9, throws: [{player: 0, method: lob, thrown: 4, "
        "on_target: 3}]}\n"
    )
    assert history.read() == (history.History((GAME,)), "")
    assert history.add(GAME) == ""
    before = old.read_bytes()
    assert history.read()[0].games == (GAME, GAME)
    assert old.read_bytes() == before


def test_a_long_history_of_an_older_version_is_read_whole(home: Path) -> None:
    throws = tuple(
        history.ThrowCount(player, method, 14, 9) for player in (0, 1) for method in METHODS
    )
    line = data.dump(history.History((replace(GAME, throws=throws),))).removeprefix("games:\n")
    (home / history.OLD).write_text("games:\n" + line * 1_900)
    assert (home / history.OLD).stat().st_size > 800_000
    found, told = history.read()
    assert (len(found.games), told) == (1_900, "")


def test_thousands_of_games_are_kept(home: Path) -> None:
    with Database() as records:
        records.write(lambda con: [history._put(con, GAME) for _ in range(5000)])
    history.add(GAME)
    assert len(history.read()[0].games) == 5001
    assert not list(home.glob("*.[12]"))


# Damaged files


def fill(path: Path) -> None:
    log = ThrowLog(path)
    for n in range(400):
        log.add(ONE._replace(far=float(n)))
    log.close()
    with Database(path) as records:
        records.write(lambda con: insert(con, "a", "b"))
        records.write(lambda con: [history._put(con, GAME) for _ in range(300)])


def test_what_is_no_database_is_put_aside_with_one_message(home: Path) -> None:
    path = database.file()
    path.write_bytes(b"hello\n" * 1000)
    found, told = history.read()
    assert found.games == ()
    assert told == (
        "records.sqlite is damaged (file is not a database) and was renamed to "
        "records.sqlite.broken-1."
    )
    assert path.with_name("records.sqlite.broken-1").read_bytes() == b"hello\n" * 1000
    assert history.read() == (history.History(), "")
    assert progress.add("a/b", 2).stars == 2


def test_what_can_be_read_of_a_damaged_file_is_kept(home: Path) -> None:
    path = database.file()
    fill(path)
    raw = bytearray(path.read_bytes())
    with closing(sqlite3.connect(path)) as con:
        pages = (
            [
                page
                for (page,) in con.execute(
                    "SELECT pageno FROM dbstat WHERE name = 'throw' AND pagetype = 'leaf'"
                )
            ]
            if _dbstat(con)
            else [_leaf(raw)]
        )
    page = pages[len(pages) // 2]
    raw[4096 * (page - 1) : 4096 * page] = b"\xff" * 4096
    path.write_bytes(raw)
    found = throws.read()
    assert "is damaged" in found.message
    assert "was renamed to records.sqlite.broken-1." in found.message
    assert f"{len(found.throws)} throws, 300 games, 2 levels." in found.message
    far = [throw.far for throw in found.throws]
    assert 300 < len(far) < 400
    assert far == sorted(far)  # from both ends up to the damage
    assert far[0] == 0
    assert far[-1] == 399
    assert throws.read() == throws.ThrowsRead(found.throws)
    assert len(history.read()[0].games) == 300
    assert history.read()[0].games[0] == GAME


def test_the_journal_of_a_damaged_file_goes_along_and_is_rescued(home: Path) -> None:
    """Another window holds the file open, so its last write is only in the journal."""
    path = database.file()
    fill(path)
    raw = bytearray(path.read_bytes())
    page = _leaf(raw)
    raw[4096 * (page - 1) : 4096 * page] = b"\xff" * 4096
    path.write_bytes(raw)
    with Database() as other:
        other.write(lambda con: insert(con, "only in the journal"))
        found = throws.read()
    assert "was renamed to records.sqlite.broken-1." in found.message
    assert "300 games, 3 levels." in found.message
    assert levels(path) == ["a", "b", "only in the journal"]


def test_an_old_file_that_another_program_takes_meanwhile_is_not_taken_twice(home: Path) -> None:
    (home / "old.yaml").write_text("")
    taken: list[str] = []

    def take(who: str) -> Callable[[Connection, str], None]:
        return lambda con, found: taken.append(who)

    def read(path: Path) -> str:
        with Database() as other:
            database.import_file(other, path.name, lambda _: "rows", take("the other"))
        return "rows"

    with Database() as records:
        database.import_file(records, "old.yaml", read, take("this one"))
    assert taken == ["the other"]


def _dbstat(con: Connection) -> bool:
    """Return True if this SQLite has the table `dbstat` of pages."""
    try:
        con.execute("SELECT 1 FROM dbstat LIMIT 1")
    except sqlite3.OperationalError:
        return False
    return True


def _leaf(raw: bytearray) -> int:
    """Return a page in the middle of the throws: a table leaf that contains verdicts."""
    pages = [raw[at : at + 4096] for at in range(0, len(raw), 4096)]
    own = [n for n, page in enumerate(pages, 1) if page[0] == 13 and page.count(b"duel") > 5]
    return own[len(own) // 2]


def test_games_are_counted_on_where_only_their_players_could_be_rescued(home: Path) -> None:
    """The id of a lost game is used again, but the players of the lost game do not belong to it."""
    fill(database.file())
    with closing(sqlite3.connect(database.file())) as con:
        con.execute("DROP TABLE game")
        con.commit()
    found, told = history.read()
    assert found.games == ()
    assert told.startswith("records.sqlite is damaged (no such table: game) and was renamed to")
    assert history.add(GAME) == ""
    assert history.read() == (history.History((GAME,)), "")


def test_a_file_in_a_form_that_there_is_not_is_put_aside_with_one_message(home: Path) -> None:
    path = database.file()
    fill(path)
    raw = bytearray(path.read_bytes())
    raw[47] = 9  # schema format number; SQLite knows 1 to 4
    path.write_bytes(raw)
    found, told = history.read()
    assert found.games == ()
    assert told == (
        "records.sqlite is damaged (unsupported file format) and was renamed to "
        "records.sqlite.broken-1."
    )
    assert history.add(GAME) == ""


def test_a_throw_that_finds_the_file_damaged_is_recorded_all_the_same(home: Path) -> None:
    database.file().write_bytes(b"hello\n" * 1000)
    log = ThrowLog()
    assert "was renamed to" in log.add(ONE)
    assert log.add(ONE) == ""
    log.close()
    assert throws.read().throws == (ONE, ONE)


def test_a_record_that_others_put_aside_is_not_written_to_any_more(home: Path) -> None:
    log = ThrowLog()
    log.add(ONE)
    store.put_aside(database.file())
    for end in database.BESIDE:
        database.file().with_name(database.file().name + end).unlink(missing_ok=True)
    assert log.add(ONE._replace(far=1.0)) == ""
    log.close()
    assert [throw.far for throw in throws.read().throws] == [1.0]


def test_old_files_are_not_read_again_where_their_rows_were_rescued(home: Path) -> None:
    old = throws.old_file(database.file())
    old.write_text("".join(f"{throws.line(ONE._replace(far=float(n)))}\n" for n in range(400)))
    assert len(throws.read().throws) == 400
    with Database() as records:
        records.write(lambda con: con.execute("DELETE FROM absorbed"))
    raw = bytearray(database.file().read_bytes())
    page = _leaf(raw)
    raw[4096 * (page - 1) : 4096 * page] = b"\xff" * 4096
    database.file().write_bytes(raw)
    with pytest.MonkeyPatch.context() as patch:  # another reader finds the damage first
        patch.setattr(throws, "OLD_FILE", "none")
        count = len(throws.read().throws)
    assert 300 < count < 400
    assert len(throws.read().throws) == count


@pytest.mark.parametrize("seed", range(24))
def test_whatever_bytes_are_changed_nothing_crashes(home: Path, seed: int) -> None:
    path, rnd = database.file(), random.Random(seed)
    fill(path)
    raw = bytearray(path.read_bytes())
    for _ in range(rnd.choice((1, 20, 400))):
        raw[rnd.randrange(len(raw))] = rnd.randrange(256)
    path.write_bytes(raw[: rnd.choice((len(raw), rnd.randrange(len(raw))))])
    log = ThrowLog()
    told = []
    for act in (throws.read, history.read, progress.read, lambda: log.add(ONE)):
        try:
            told.append(str(act()))
        except StoreError as error:
            told.append(str(error))
            assert "newer version" in told[-1] or "not read or written" in told[-1]
    log.close()
    assert len(list(home.glob("*.broken-*[0-9]"))) <= 2
