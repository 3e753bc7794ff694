"""Tests of two windows on one data folder: no file is overwritten, and each window knows its state.

The other window is a process of its own, because its lock ends with the process.
"""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from castlecards import instance_lock as claim_module
from castlecards import settings, store
from castlecards.core.save import dump_session, load_session
from castlecards.instance_lock import InstanceLock
from castlecards.practice.throws import read as throws_read
from castlecards.settings import Settings
from castlecards.store import autosave_file
from castlecards.ui import history
from castlecards.ui.shell.app import App
from castlecards.ui.writer import MEANWHILE
from tests.bad_input.matches import played, text
from tests.practice.test_throws import ONE
from tests.ui.driving import Driver, autosave_and_wait, started_match

ROOT = Path(__file__).resolve().parents[2]
GAME = "high_card"
HOLDS = """
import sys
from castlecards.instance_lock import InstanceLock
claim = InstanceLock()
print("took" if claim.take() else "another", flush=True)
for line in sys.stdin:
    print("held" if claim.held else "lost", flush=True)
claim.release()
"""


class Other:
    """Other process, which holds the folder from its start."""

    def __init__(self, home: Path) -> None:
        env = {**os.environ, "CASTLECARDS_HOME": str(home), "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            [sys.executable, "-c", HOLDS], env=env, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        self.took = self._line()

    def _line(self) -> str:
        return self.process.stdout.readline().strip()

    def ask(self) -> str:
        assert self.process.stdin is not None
        print(file=self.process.stdin, flush=True)
        return self._line()

    def end(self) -> None:
        self.process.communicate()


@pytest.fixture
def other(home: Path) -> Iterator[Other]:
    other = Other(home)
    assert other.took == "took"
    yield other
    if other.process.poll() is None:
        other.process.kill()
    other.end()


@contextmanager
def window(**values: Any) -> Iterator[Driver]:
    """Return a second window, as the command opens it."""
    driver = Driver.__new__(Driver)
    driver.app = App(
        Settings(reduced_motion=True, instant=True, **values), instance_lock=InstanceLock()
    )
    driver.app.begin()
    driver.settle()
    try:
        yield driver
    finally:
        driver.app.close()


# Who holds the lock of the folder


def test_the_first_takes_the_folder_and_names_its_process(home: Path) -> None:
    first = InstanceLock()
    assert first.take()
    assert first.held
    assert first.pid == os.getpid()
    assert claim_module.file().stat().st_mode & 0o777 == 0o600
    second = Other(home)
    assert second.took == "another"
    second.end()
    assert first.held
    first.release()
    assert not claim_module.file().exists()
    third = Other(home)
    assert third.took == "took"
    third.end()


def test_what_a_killed_process_left_is_no_hindrance(home: Path, other: Other) -> None:
    assert not InstanceLock().take()
    other.process.kill()
    other.end()
    assert claim_module.file().exists()
    instance_lock = InstanceLock()
    assert instance_lock.take()
    assert instance_lock.pid == os.getpid()
    instance_lock.release()


@pytest.mark.parametrize("left", ["", "nonsense", "\0" * 2000])
def test_a_file_that_names_nobody_is_no_hindrance_for_long(home: Path, left: str) -> None:
    claim_module.file().write_text(left)
    os.utime(claim_module.file(), (1000, 1000))
    instance_lock = InstanceLock()
    assert instance_lock.take()
    assert instance_lock.held
    instance_lock.release()


def test_a_file_that_is_just_being_made_is_left_alone(home: Path) -> None:
    claim_module.file().write_text("")
    assert not InstanceLock().take()
    assert claim_module.file().read_text() == ""


def test_a_folder_that_cannot_be_written_to_is_nobody_s(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASTLECARDS_HOME", "/dev/null/castlecards")
    instance_lock = InstanceLock()
    assert instance_lock.take()
    assert instance_lock.held
    instance_lock.release()


def test_who_is_relieved_finds_out_and_leaves_the_other_s_alone(home: Path, other: Other) -> None:
    instance_lock = InstanceLock()
    assert not instance_lock.take()
    assert instance_lock.pid == other.process.pid
    assert instance_lock.take_over()
    assert other.ask() == "lost"
    other.end()
    assert instance_lock.held
    instance_lock.release()


# The second window


def test_a_second_window_asks_and_quits_by_enter_and_escape(home: Path, other: Other) -> None:
    for key in ("return", "escape"):
        with window() as driver:
            assert driver.scene == "AlreadyOpen"
            assert f"process {other.process.pid}" in driver.app.scene.text  # type: ignore[attr-defined]
            driver.key(key)
            assert not driver.app.running
    assert other.ask() == "held"


def test_a_guest_neither_sees_nor_touches_the_unfinished_game(home: Path, other: Other) -> None:
    save = text(GAME, 3)
    store.write(autosave_file(), save, "The other's")
    with window() as driver:
        driver.click("twice.guest")
        assert driver.scene == "Title"
        assert not driver.has("title.continue")
        assert not driver.has("title.library")
        for id in ("title.play", "picker.card_barrage", "setup.start"):
            driver.click(id)
        assert driver.scene == "TableScene"
        session = driver.app.scene.session  # type: ignore[attr-defined]
        driver.app.keep.autosave(session)
        assert driver.app.keep.flush()
        assert driver.app.keep.resume() == (session, "")
        assert driver.app.keep.copy(session).exists()  # a copy by name is written even so
        driver.app.keep.forget()
        assert driver.app.keep.unfinished is None
        assert autosave_and_wait(driver.app.keep, played(GAME, 99))  # a finished match counts
        driver.app.change(volume=15)
        driver.app.throws.add(ONE)
        driver.app.running = False
        assert driver.app.run() == 0
    assert autosave_file().read_text().endswith(save)
    assert len(history.read()[0].games) == 1
    assert throws_read().throws == (ONE,)
    assert settings.load()[0].volume == 15
    assert other.ask() == "held"


def test_a_window_that_takes_over_goes_on_with_the_game(home: Path, other: Other) -> None:
    session = played(GAME, 3)
    store.write(autosave_file(), dump_session(session), "The other's")
    with window() as driver:
        driver.click("twice.take")
        assert other.ask() == "lost"
        driver.click("title.continue")
        assert driver.app.scene.session.log == session.log  # type: ignore[attr-defined]
        assert autosave_and_wait(driver.app.keep, played(GAME, 4))
        saved = load_session(autosave_file().read_text(), "x", driver.app.games)
        assert saved.log == played(GAME, 4).log


def test_a_window_that_is_relieved_says_so_once_and_writes_no_more(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with window() as driver:
        assert driver.scene == "Title"
        keep = driver.app.keep
        assert autosave_and_wait(keep, played(GAME, 2))
        second = InstanceLock()
        assert not second.take()
        claim_module.file().unlink()
        relief = Other(home)
        assert relief.took == "took"
        store.write(autosave_file(), "the other's", "Another")
        for _ in range(40):
            driver.step(dt=0.1)
        assert driver.toast_texts.count("took over your unfinished game") == 1
        session = played(GAME, 3)
        assert not autosave_and_wait(keep, session)
        assert not autosave_and_wait(keep, session)
        keep.forget()
        assert not autosave_and_wait(keep, session)
        assert driver.toast_texts.count("took over your unfinished game") == 1
        assert keep.copy(session).exists()
        driver.app.running = False
        assert driver.app.run() == 1
        assert "the game was not saved" in capsys.readouterr().err
    assert autosave_file().read_text().endswith("the other's")
    assert relief.ask() == "held"
    relief.end()


def test_a_second_window_offers_no_draft_of_a_level_and_keeps_none(
    home: Path, other: Other
) -> None:
    from castlecards.ui.practice import editor_file
    from castlecards.ui.practice.editor import Editor, open_editor
    from castlecards.ui.practice.editor_draft import Draft

    draft = Draft(title="The other's")
    editor_file.autosave(draft)
    with window() as driver:
        driver.click("twice.guest")
        editor = open_editor(driver.app)
        assert isinstance(editor, Editor)
        editor.state.change(Draft(title="Mine"))
        editor.rescue()
        assert "Drafts are off" in driver.toast_texts
        editor._delete_autosave()
    assert editor_file.read_autosave() == (draft, "")


# File systems without locks


def refuse_lock(patch: pytest.MonkeyPatch, number: int) -> None:
    """Make the creation of the lock file fail."""
    made = os.open

    def fails(path: Any, *args: Any, **options: Any) -> int:
        if Path(path).name == claim_module.file().name:
            raise OSError(number, os.strerror(number))
        return made(path, *args, **options)

    patch.setattr(os, "open", fails)


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.ENOTSUP, errno.EIO, errno.EMFILE])
def test_a_window_that_cannot_look_out_for_others_starts_and_says_so_once(
    home: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    refuse_lock(monkeypatch, number)
    with window() as driver:
        assert driver.scene == "Title"
        said = claim_module.ALONE.format(folder=home, reason=os.strerror(number))
        assert driver.toast_texts == said
        session = played(GAME, 3)
        assert autosave_and_wait(driver.app.keep, session)
        assert driver.app.keep.unfinished is not None
        for _ in range(40):
            driver.step(dt=0.1)
        assert driver.app.instance_lock.held


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES, errno.ENOSPC])
def test_where_nothing_can_be_written_only_a_failed_save_is_told(
    home: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    refuse_lock(monkeypatch, number)
    with window() as driver:
        assert driver.scene == "Title"
        assert driver.toast_texts == ""


# Without a lock: the file itself is checked


def test_no_autosave_is_written_over_a_game_that_somebody_else_wrote(driver: Driver) -> None:
    keep = driver.app.keep
    assert autosave_and_wait(keep, started_match(driver.app, 2))
    foreign = text("card_barrage", 4)
    store.write(autosave_file(), foreign, "Another game")
    session = started_match(driver.app, 3)
    assert autosave_and_wait(keep, session)
    assert driver.toast_texts.count(MEANWHILE) == 1
    (kept,) = [entry for entry in store.saves() if entry.path != autosave_file()]
    assert kept.title == "Another game"
    assert kept.path.read_text().endswith(foreign)
    assert load_session(autosave_file().read_text(), "x", driver.app.games).log == session.log
    assert autosave_and_wait(keep, started_match(driver.app, 4))
    assert len(store.saves()) == 2


def test_a_false_date_of_the_file_makes_no_game_another_windows(driver: Driver) -> None:
    keep = driver.app.keep
    for number, date in enumerate((1, 2**33, 10**9), 2):
        assert autosave_and_wait(keep, started_match(driver.app, number))
        os.utime(autosave_file(), (date, date))
    raw = autosave_file().read_bytes()  # as a backup restores it: another file, the same game
    autosave_file().unlink()
    autosave_file().write_bytes(raw)
    session = started_match(driver.app, 6)
    assert autosave_and_wait(keep, session)
    assert MEANWHILE not in driver.toast_texts
    assert [entry.path for entry in store.saves()] == [autosave_file()]
    assert load_session(autosave_file().read_text(), "x", driver.app.games).log == session.log


def test_another_windows_game_of_the_same_size_and_date_is_kept(driver: Driver) -> None:
    keep = driver.app.keep
    assert autosave_and_wait(keep, started_match(driver.app, 2))
    about = autosave_file().stat()
    foreign = autosave_file().read_bytes()[:-2] + b"x\n"
    with autosave_file().open("r+b") as file:
        file.write(foreign)
    os.utime(autosave_file(), ns=(about.st_atime_ns, about.st_mtime_ns))
    assert store.content(autosave_file()) == foreign
    assert autosave_and_wait(keep, started_match(driver.app, 3))
    assert driver.toast_texts.count(MEANWHILE) == 1
    (kept,) = [entry for entry in store.saves() if entry.path != autosave_file()]
    assert kept.path.read_bytes() == foreign


@pytest.mark.parametrize("what", ["forget", "finish"])
def test_a_game_that_somebody_else_wrote_is_not_forgotten_with_the_own_one(
    driver: Driver, what: str
) -> None:
    keep = driver.app.keep
    assert autosave_and_wait(keep, started_match(driver.app, 2))
    foreign = text("card_barrage", 4)
    store.write(autosave_file(), foreign, "Another game")
    if what == "forget":
        keep.forget()
    else:
        assert autosave_and_wait(keep, started_match(driver.app, 99))
    (kept,) = store.saves()
    assert kept.path != autosave_file()
    assert kept.path.read_text().endswith(foreign)


def test_a_game_that_the_player_has_seen_may_be_dropped(driver: Driver) -> None:
    store.write(autosave_file(), text("card_barrage", 4), "An older game")
    driver.app.follow(driver_title())
    driver.click("title.play")
    driver.click("picker.card_barrage")
    driver.click("setup.start")
    driver.click("unfinished.drop")
    assert driver.scene == "TableScene"
    assert [entry.path for entry in store.saves()] == [autosave_file()]


def driver_title() -> Any:
    from castlecards.ui.routes import Title
    from castlecards.ui.scene import Reset

    return Reset(Title())


def test_settings_and_records_of_two_windows_do_not_cost_each_other(home: Path) -> None:
    one, two = Driver(), Driver()
    one.app.change(volume=15)
    two.app.change(table="wood")
    for driver in (one, two):
        for _ in range(10):
            driver.step(dt=0.1)
    found, said = settings.load()
    assert (found.volume, found.table, said) == (15, "wood", "")
    one.app.throws.add(ONE)
    two.app.throws.add(ONE)
    assert len(throws_read().throws) == 2
    one.app.throws.close()
    two.app.throws.close()
    one.app.close()
    two.app.close()
