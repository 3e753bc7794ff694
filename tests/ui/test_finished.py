"""Tests of finished matches, which are saved automatically, once each."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from castlecards import cli, paths, store
from castlecards.core.save import dump_session, load_session
from castlecards.core.session import Session
from castlecards.instance_lock import InstanceLock
from castlecards.ui import history
from castlecards.ui.keep import Keep
from castlecards.ui.routes import Result, Title
from castlecards.ui.scene import Reset
from tests.bad_input.matches import played
from tests.ui.driving import NULL, Driver, autosave_and_wait, finished_matches, started_match
from tests.ui.table.tables import TableDriver, open_table


@pytest.fixture
def play(home: Path) -> Iterator[TableDriver]:
    with open_table(NULL, undo_consent=False) as play:
        yield play


def folder() -> Path:
    return paths.saves_dir() / "finished"


def files() -> list[str]:
    """Return all files in the folder."""
    return sorted(path.name for path in folder().glob("*"))


def keep_one(driver: Driver, session: Session[Any]) -> store.Entry:
    """Save a finished match; it must be alone in the list."""
    assert autosave_and_wait(driver.app.keep, session)
    (entry,) = finished_matches()
    return entry


def moved_on(session: Session[Any], choice: int = 0) -> Session[Any]:
    """Play the match to its end; `choice`: index of the option that is chosen."""
    while (decision := session.decision) is not None:
        session.submit(decision.seat, decision.options[choice])
    return session


def lay(play: TableDriver) -> None:
    play.open()
    seat = play.seat
    play.click(play.where(play.hand[0]))
    play.click(play.where(f"{seat}.bid"))


def over(play: TableDriver) -> None:
    while not play.session.over:
        lay(play)


# Saving


def test_a_finished_match_is_kept_as_a_save(driver: Driver) -> None:
    session = started_match(driver.app, 99)
    entry = keep_one(driver, session)
    assert entry.title == f"High Card – Anna, Bert – {history.headline(session)}"
    assert entry.path.parent == folder()
    assert stat_mode(entry.path) == 0o600
    saved = load_session(entry.path.read_text(), "x", driver.app.games)
    assert saved.over
    assert dump_session(saved) == dump_session(session)
    assert driver.app.keep.unfinished is None
    assert store.saves() == ()  # not among the unfinished games


def stat_mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_a_match_that_goes_on_is_not_kept(driver: Driver) -> None:
    assert autosave_and_wait(driver.app.keep, started_match(driver.app))
    assert files() == []


def test_practice_is_not_kept(driver: Driver) -> None:
    session = started_match(driver.app, 2).practice_from(1)
    assert session.practice
    assert autosave_and_wait(driver.app.keep, moved_on(session))
    assert files() == []


def test_two_matches_of_one_deal_are_two(driver: Driver) -> None:
    for _ in range(2):
        assert autosave_and_wait(driver.app.keep, started_match(driver.app, 99))
    assert len(files()) == 2


def test_a_window_that_keeps_no_unfinished_game_keeps_finished_ones(driver: Driver) -> None:
    instance_lock = InstanceLock()
    instance_lock.saving_disabled = True
    keep = Keep(lambda: driver.app.games, instance_lock=instance_lock)
    instance_lock.release()
    assert not keep.slot.ours
    assert autosave_and_wait(keep, started_match(driver.app, 99))
    assert len(files()) == 1


# Undo, and a restart of the program in between


def test_undone_and_finished_again_is_kept_once(play: TableDriver) -> None:
    over(play)
    first = [entry.path.read_text() for entry in finished_matches()]
    play.driver.key("ctrl+z")
    assert not play.session.over
    lay(play)
    while not play.session.over:
        lay(play)
    play.app.keep.wait_for_writes()
    assert len(first) == 1
    assert len(files()) == 1
    assert play.app.keep.unfinished is None
    assert len(history.read()[0].games) == 1


def test_undone_continued_after_a_restart_and_finished_again_is_kept_once(
    play: TableDriver,
) -> None:
    over(play)
    play.driver.key("ctrl+z")
    assert play.app.keep.flush()
    keep = Keep(lambda: play.app.games)
    session, told = keep.resume()
    assert not session.over
    assert told == ""
    assert len(files()) == 1
    assert autosave_and_wait(keep, moved_on(session, -1))
    (entry,) = finished_matches()
    assert load_session(entry.path.read_text(), "x", play.app.games).log == session.log
    assert len(files()) == 1
    assert keep.unfinished is None


def test_the_same_deal_played_otherwise_after_a_restart_is_another_match(driver: Driver) -> None:
    assert autosave_and_wait(driver.app.keep, moved_on(started_match(driver.app, 0)))
    other = started_match(driver.app, 0)
    other.submit(other.decision.seat, other.decision.options[-1])
    assert autosave_and_wait(driver.app.keep, other)
    keep = Keep(lambda: driver.app.games)
    session, _ = keep.resume()
    assert session is not None
    assert autosave_and_wait(keep, moved_on(session, -1))
    assert len(files()) == 2


def test_the_result_page_and_rematch_keep_it_once(play: TableDriver) -> None:
    over(play)
    play.app.follow(Reset(Result(play.session)))
    play.app.scene.rescue()
    play.press("result.rematch")
    assert play.scene == "TableScene"
    play.app.keep.wait_for_writes()
    assert len(files()) == 1
    assert play.app.scene.session is not play.session  # type: ignore[attr-defined]
    assert play.app.keep.unfinished is not None


# The disk


def refuse(monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    """Let each write to the folder of finished matches fail with this error code."""
    write = store.write_bytes

    def fails(path: Path, raw: bytes) -> None:
        if path.parent == folder():
            raise store.StoreError(store.sentence(OSError(code, os.strerror(code)), path))
        write(path, raw)

    monkeypatch.setattr(store, "write_bytes", fails)


def test_a_failed_write_is_told_once_and_made_good_later(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep, session = driver.app.keep, started_match(driver.app, 99)
    autosave_and_wait(keep, started_match(driver.app))
    with monkeypatch.context() as patch:
        refuse(patch, errno.ENOSPC)
        assert not autosave_and_wait(keep, session)
        assert not autosave_and_wait(keep, session)
        (said,) = [toast.text for toast in driver.app.toasts.shown if toast.kind == "error"]
        assert "was not saved: the disk is full" in said
        assert len(history.read()[0].games) == 1
        assert keep.unfinished is not None  # kept in memory until it is saved
    assert keep.flush()
    assert keep.unfinished is None
    assert len(files()) == 1
    assert len(history.read()[0].games) == 1


def test_a_history_that_cannot_be_written_does_not_hinder_it(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> str:
        raise store.StoreError("records.sqlite was not written: the disk is full.")

    monkeypatch.setattr(history, "add", fails)
    assert not autosave_and_wait(driver.app.keep, started_match(driver.app, 99))
    assert len(files()) == 1


def test_a_file_in_the_place_of_the_folder_loses_no_match(driver: Driver) -> None:
    folder().parent.mkdir(parents=True, exist_ok=True)
    folder().write_text("not a folder")
    assert not autosave_and_wait(driver.app.keep, started_match(driver.app, 99))
    assert finished_matches() == ()
    driver.app.follow(Reset(Title()))
    assert driver.has("title.continue")  # it can be opened and deleted
    driver.app.keep.set_aside()
    assert len(driver.app.keep.copies()) == 1


# Commands


@pytest.mark.parametrize(
    "command", ["replay", "story", pytest.param("analyse", marks=pytest.mark.long)]
)
def test_commands_read_them(
    driver: Driver, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    entry = keep_one(driver, played("castle", 999))
    assert cli.main([command, str(entry.path)]) == 0
    assert capsys.readouterr().out
