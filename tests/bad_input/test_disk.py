"""Tests of a full disk and a read-only folder: play goes on, one message, then saving works again.

System calls fail as on a full disk (ENOSPC) or in a read-only folder (EROFS); all code of the
program is real.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from castlecards import database, paths, settings, store
from castlecards.core.save import load_session
from castlecards.core.session import Session
from castlecards.store import StoreError, autosave_file
from castlecards.ui import history
from castlecards.ui.routes import Table, Title
from castlecards.ui.scene import Reset
from castlecards.ui.shell import services_impl
from tests.bad_input.matches import played
from tests.os_errors import failing
from tests.ui.driving import Driver, autosave_and_wait
from tests.ui.table.tables import TableDriver, table

GAME = "card_barrage"
Break = Callable[[], Any]


@contextmanager
def broken_disk(kind: str) -> Iterator[None]:
    """Context manager: all writing fails."""

    with pytest.MonkeyPatch.context() as patch:
        if kind == "full":
            patch.setattr(os, "write", failing(errno.ENOSPC))
            patch.setattr(os, "mkdir", failing(errno.ENOSPC))
            patch.setattr(database, "_whole", full)
        else:
            whole = os.open

            def reads(name: Any, flags: int, *args: Any, **kwargs: Any) -> int:
                changes = flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
                return (failing(errno.EROFS) if changes else whole)(name, flags, *args, **kwargs)

            patch.setattr(os, "open", reads)
            for name in ("mkdir", "replace", "link", "unlink", "rename"):
                patch.setattr(os, name, failing(errno.EROFS))
        yield


def full(con: sqlite3.Connection, act: Callable[[sqlite3.Connection], object]) -> object:
    """Run a transaction that fails because the disk is full."""
    con.execute("BEGIN IMMEDIATE")
    act(con)
    con.execute("ROLLBACK")
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    raise error


SAID = {"full": "the disk is full", "read-only": "permission denied"}
both = pytest.mark.parametrize("kind", SAID)


def errors(driver: Driver) -> list[str]:
    return [toast.text for toast in driver.app.toasts.shown if toast.kind == "error"]


def lay(play: TableDriver) -> None:
    """Play one move of High Card by mouse."""
    play.open()
    lines = len(play.session.log)
    seat = play.seat
    play.click(play.where(play.hand[0]))
    play.click(play.where(f"{seat}.bid"))
    assert len(play.session.log) == lines + 1


@both
def test_in_the_middle_of_a_match(home: Path, kind: str) -> None:
    with table("high_card") as play:
        lay(play)
        before = autosave_file().read_bytes()
        with broken_disk(kind):
            for _ in range(3):
                lay(play)
            (said,) = errors(play.driver)
            assert said.startswith("autosave.yaml was not saved: " + SAID[kind])
            assert autosave_file().read_bytes() == before
        lay(play)
        assert play.app.toasts.shown[-1].text == "Saving your game works again."
        saved = load_session(autosave_file().read_text(), "x", play.app.games)
        assert saved.log == play.session.log
        with broken_disk(kind):  # the player is told again the second time
            play.app.toasts.shown.clear()
            lay(play)
            assert len(errors(play.driver)) == 1


@both
def test_leaving_for_the_title_does_not_lose_what_the_disk_did_not_take(
    home: Path, kind: str
) -> None:
    with table("high_card") as play:
        with broken_disk(kind):
            lay(play)
            lay(play)
            play.app.follow(play.table.leave())
            assert play.scene == "Title"
            play.press("title.continue")
            assert play.app.scene.session is play.session  # type: ignore[attr-defined]
            play.app.follow(Reset(Title()))
        play.app.keep.flush()
        saved, said = play.app.keep.resume()
        assert (saved.log, said) == (play.session.log, "")
        assert autosave_file().exists()


def test_closing_writes_what_could_not_be_written_before(home: Path) -> None:
    with table("high_card") as play:
        with broken_disk("full"):
            lay(play)
            play.app.follow(play.table.leave())
        play.app.running = False
        assert play.app.run() == 0
        saved = load_session(autosave_file().read_text(), "x", play.app.games)
        assert saved.log == play.session.log


def test_closing_says_on_the_terminal_what_is_lost(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with table("high_card") as play, broken_disk("full"):
        lay(play)
        play.app.change(volume=35)
        play.app.running = False
        assert play.app.run() == 1
        printed = capsys.readouterr().err
        assert "castlecards: the game was not saved" in printed
        assert "settings.yaml was not saved: the disk is full" in printed


@both
def test_settings_are_saved_later(driver: Driver, kind: str) -> None:
    driver.app.change(volume=55)
    driver.settle()
    for _ in range(10):
        driver.step(dt=0.1)
    assert settings.load()[0].volume == 55
    with broken_disk(kind):
        for volume in (35, 30, 25):
            driver.app.change(volume=volume)
            for _ in range(10):
                driver.step(dt=0.1)
        (said,) = errors(driver)
        assert said.startswith("settings.yaml was not saved: " + SAID[kind])
        assert driver.app.settings.volume == 25
    assert settings.load()[0].volume == 55
    for _ in range(round(services_impl.SAVE_AGAIN / 0.1) + 2):
        driver.step(dt=0.1)
    assert settings.load() == (driver.app.settings, "")
    assert driver.app.toasts.shown[-1].text == "Saving your settings works again."


@both
def test_a_copy_of_a_match(home: Path, kind: str) -> None:
    with table("high_card") as play:
        lay(play)
        play.open()
        with broken_disk(kind):
            play.click(play.app.scene.find("menu").rect.center)
            assert play.scene == "TableMenu"
            play.press("save")
            play.press("save.yes")
            assert SAID[kind] in errors(play.driver)[-1]
            assert [entry.path for entry in store.saves()] == [autosave_file()]
            assert play.scene == "SaveAsDialog"
        play.press("save.yes")  # try again
        assert play.scene == "TableScene"
        assert len(store.saves()) == 2


@both
def test_the_history_of_a_finished_match(driver: Driver, kind: str) -> None:
    keep = driver.app.keep
    session = played("high_card", 99)
    assert session.over
    autosave_and_wait(keep, played("high_card", 5))
    with broken_disk(kind):
        assert not autosave_and_wait(keep, session)
        assert not autosave_and_wait(keep, session)
        assert len(errors(driver)) == 1
    assert keep.unfinished is not None
    assert keep.flush()
    assert keep.unfinished is None
    assert len(history.read()[0].games) == 1


def test_a_history_that_cannot_be_opened_is_not_written_over(driver: Driver) -> None:
    history.add(history.finished_game(played("high_card", 99)))
    before = database.file().read_bytes()

    def deny(*args: object, **kwargs: object) -> Any:
        error = sqlite3.OperationalError("unable to open database file")
        error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
        raise error

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite3, "connect", deny)
        with pytest.raises(StoreError, match="permission denied"):
            history.add(history.finished_game(played("high_card", 99)))
    assert database.file().read_bytes() == before


def test_a_broken_history_is_told_when_a_match_ends(driver: Driver) -> None:
    path = paths.data_dir() / history.OLD
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("games: 3\n")
    assert autosave_and_wait(driver.app.keep, played("high_card", 99))
    assert "history.yaml.broken-1" in errors(driver)[0]
    assert len(history.read()[0].games) == 1


@both
def test_a_crash_without_a_place_for_its_log(driver: Driver, kind: str) -> None:
    driver.app.follow(Reset(Table(played("high_card", 4))))
    scene = driver.app.scene

    def fails(dt: float) -> Any:
        raise RuntimeError("broken")

    with broken_disk(kind), pytest.MonkeyPatch.context() as patch:
        patch.setattr(scene, "update", fails)
        driver.step()
        assert driver.scene == "CrashPage"
        page: Any = driver.app.scene
        words = " ".join(widget.name for widget in page.layer.root.walk())
        assert page.log is None
        assert "could not be saved" in words
        assert "Your game is saved" not in words
        assert "written down" not in words
    driver.settle()
    driver.click("crashed.go_on")
    assert driver.app.scene is scene
    assert driver.app.keep.flush()


LONG_NAME = f"/tmp/{300 * 'x'}"
LONG_PATH = f"/tmp{30 * ('/' + 200 * 'x')}"


@pytest.mark.parametrize(
    "folder", ["/sys/castlecards", "/dev/null/castlecards", LONG_NAME, LONG_PATH]
)
def test_a_first_start_where_nothing_can_be_written(
    monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    monkeypatch.setenv("CASTLECARDS_HOME", folder)
    driver = Driver(instant=True, confirm_leave=False)
    for id in ("title.play", f"picker.{GAME}", "setup.start"):
        driver.click(id)
    assert driver.scene == "TableScene"
    (said,) = [text for text in errors(driver) if "deck is in use" not in text]
    assert "autosave.yaml was not saved" in said
    session: Session[Any] = driver.app.scene.session  # type: ignore[attr-defined]
    driver.app.follow(driver.app.scene.leave())  # type: ignore[attr-defined]
    driver.click("title.continue")
    assert driver.app.scene.session is session  # type: ignore[attr-defined]
    driver.app.close()
