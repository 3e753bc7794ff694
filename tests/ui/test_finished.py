"""Finished matches: kept by themselves, once each, the last 200 of them, with replay and review."""

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
from castlecards.ui import finished, history
from castlecards.ui.keep import Keep
from castlecards.ui.kit.widgets.listbox import ListBox
from castlecards.ui.routes import Result, Title
from castlecards.ui.scene import Reset
from tests.bad_input.matches import played
from tests.ui.driving import NULL, Driver, autosaved, begun
from tests.ui.table.tables import TableDriver, table

HEAD = "head:finished"


@pytest.fixture
def play(home: Path) -> Iterator[TableDriver]:
    with table(NULL, undo_consent=False) as play:
        play.open()
        yield play


def folder() -> Path:
    return paths.saves_dir() / "finished"


def files() -> list[str]:
    """All that lies in the folder, whatever it is."""
    return sorted(path.name for path in folder().glob("*"))


def keep_one(driver: Driver, session: Session[Any]) -> store.Entry:
    """A match as it ends, alone in the list."""
    assert autosaved(driver.app.keep, session)
    (entry,) = driver.app.keep.finished()
    return entry


def moved_on(session: Session[Any], choice: int = 0) -> Session[Any]:
    """Played on to the end; `choice` counts the options from the front or the back."""
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


# What is kept


def test_a_finished_match_is_kept_as_a_save(driver: Driver) -> None:
    session = begun(driver.app, 99)
    entry = keep_one(driver, session)
    assert entry.title == f"High Card – Anna, Bert – {history.headline(session)}"
    assert entry.path.parent == folder()
    assert stat_mode(entry.path) == 0o600
    saved = load_session(entry.path.read_text(), "x", driver.app.games)
    assert saved.over
    assert dump_session(saved) == dump_session(session)
    assert driver.app.keep.unfinished is None
    assert store.saves() == ()  # not among the games that can be gone on with


def stat_mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_a_match_that_goes_on_is_not_kept(driver: Driver) -> None:
    assert autosaved(driver.app.keep, begun(driver.app))
    assert files() == []


def test_practice_is_not_kept(driver: Driver) -> None:
    session = begun(driver.app, 2).practice_from(1)
    assert session.practice
    assert autosaved(driver.app.keep, moved_on(session))
    assert files() == []


def test_two_matches_of_one_deal_are_two(driver: Driver) -> None:
    for _ in range(2):
        assert autosaved(driver.app.keep, begun(driver.app, 99))
    assert len(files()) == 2


def test_the_oldest_go_where_there_are_too_many(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finished, "MOST", 3)
    for seed in range(1, 6):
        assert autosaved(driver.app.keep, begun(driver.app, 99, seed))
        for n, entry in enumerate(driver.app.keep.finished()):
            os.utime(entry.path, (1000 - n, 1000 - n))
    # the newest has the oldest date now, as on a computer whose clock was set back
    assert autosaved(driver.app.keep, begun(driver.app, 99, 6))
    assert len(files()) == 3
    assert any("deal-6" in name for name in files())
    assert not any("deal-1" in name for name in files())


def test_two_hundred_are_kept() -> None:
    assert finished.MOST == 200


def test_a_window_that_keeps_no_unfinished_game_keeps_finished_ones(driver: Driver) -> None:
    instance_lock = InstanceLock()
    instance_lock.saving_disabled = True
    keep = Keep(lambda: driver.app.games, instance_lock=instance_lock)
    instance_lock.release()
    assert not keep.slot.ours
    assert autosaved(keep, begun(driver.app, 99))
    assert len(files()) == 1


# Undone, and the program left in between


def test_undone_and_finished_again_is_kept_once(play: TableDriver) -> None:
    over(play)
    first = [entry.path.read_text() for entry in play.app.keep.finished()]
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
    assert session is not None
    assert not session.over
    assert told == ""
    assert len(files()) == 1
    assert autosaved(keep, moved_on(session, -1))
    (entry,) = keep.finished()
    assert load_session(entry.path.read_text(), "x", play.app.games).log == session.log
    assert len(files()) == 1
    assert keep.unfinished is None


def test_the_same_deal_played_otherwise_after_a_restart_is_another_match(driver: Driver) -> None:
    assert autosaved(driver.app.keep, moved_on(begun(driver.app, 0)))
    other = begun(driver.app, 0)
    assert other.decision is not None
    other.submit(other.decision.seat, other.decision.options[-1])
    assert autosaved(driver.app.keep, other)
    keep = Keep(lambda: driver.app.games)
    session, _ = keep.resume()
    assert session is not None
    assert autosaved(keep, moved_on(session, -1))
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
    """Nothing can be written below the folder of finished matches."""
    write = store.write_bytes

    def fails(path: Path, raw: bytes) -> None:
        if path.parent == folder():
            raise store.StoreError(store.sentence(OSError(code, os.strerror(code)), path))
        write(path, raw)

    monkeypatch.setattr(store, "write_bytes", fails)


def test_a_failed_write_is_told_once_and_made_good_later(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep, session = driver.app.keep, begun(driver.app, 99)
    autosaved(keep, begun(driver.app))
    with monkeypatch.context() as patch:
        refuse(patch, errno.ENOSPC)
        assert not autosaved(keep, session)
        assert not autosaved(keep, session)
        (said,) = [toast.text for toast in driver.app.toasts.shown if toast.kind == "error"]
        assert "was not saved: the disk is full" in said
        assert len(history.read()[0].games) == 1
        assert keep.unfinished is not None  # nothing is forgotten before it is kept
    assert keep.flush()
    assert keep.unfinished is None
    assert len(files()) == 1
    assert len(history.read()[0].games) == 1


def test_a_history_that_cannot_be_written_does_not_hinder_it(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(line: object) -> str:
        raise store.StoreError("records.sqlite was not written: the disk is full.")

    monkeypatch.setattr(history, "add", fails)
    assert not autosaved(driver.app.keep, begun(driver.app, 99))
    assert len(files()) == 1


def test_a_file_in_the_place_of_the_folder_loses_no_match(driver: Driver) -> None:
    folder().parent.mkdir(parents=True, exist_ok=True)
    folder().write_text("not a folder")
    assert not autosaved(driver.app.keep, begun(driver.app, 99))
    assert driver.app.keep.finished() == ()
    driver.app.follow(Reset(Title()))
    assert driver.has("title.continue")  # it can be looked at, and set aside
    driver.app.keep.set_aside()
    assert len(driver.app.keep.copies()) == 1


# The list


def opened(driver: Driver) -> ListBox:
    driver.app.follow(Reset(Title()))
    driver.click("title.load")
    return opened_list(driver)


def opened_list(driver: Driver) -> ListBox:
    box = driver.find("saves.list")
    assert isinstance(box, ListBox)
    return box


def test_the_list_shows_them_under_their_own_heading(driver: Driver) -> None:
    copy = driver.app.keep.copy(begun(driver.app, 2))
    entry = keep_one(driver, begun(driver.app, 99))
    box = opened(driver)
    assert [item.key for item in box.items] == [str(copy), HEAD, str(entry.path)]
    assert box.items[1].text == "Finished matches"
    driver.press(box.row(HEAD).center)
    assert box.chosen == str(copy)
    assert driver.has("saves.open")
    assert not driver.has("saves.replay")
    driver.key("down")  # over the heading
    assert box.chosen == str(entry.path)
    assert driver.has("saves.replay")
    assert not driver.has("saves.open")
    driver.key("up")
    assert box.chosen == str(copy)


@pytest.mark.parametrize(
    ("button", "scene"), [("saves.replay", "Replay"), ("saves.analysis", "AnalysisPage")]
)
def test_replay_and_review_begin_in_the_list_and_lead_back_to_it(
    driver: Driver, button: str, scene: str
) -> None:
    entry = keep_one(driver, played("castle", 999))
    before = entry.path.stat().st_mtime_ns
    opened(driver)
    driver.app.thinker.cancel()
    driver.find(button).activate()
    driver.step()
    assert driver.scene == scene
    driver.app.scene.rescue()
    driver.app.scene.leave()  # type: ignore[attr-defined]
    driver.step()
    assert driver.scene == "Saves"
    assert entry.path.stat().st_mtime_ns == before
    assert len(history.read()[0].games) == 1


def test_enter_and_a_double_click_show_the_replay(driver: Driver) -> None:
    keep_one(driver, begun(driver.app, 99))
    opened(driver).activate()
    driver.step()
    assert driver.scene == "Replay"
    driver.app.scene.leave()  # type: ignore[attr-defined]
    driver.step()
    box = opened_list(driver)
    box.press(box.row(box.chosen).center, 2)
    driver.step()
    assert driver.scene == "Replay"


def test_a_finished_match_is_deleted_when_that_is_wished(driver: Driver) -> None:
    keep_one(driver, begun(driver.app, 99))
    opened(driver)
    driver.click("saves.delete")
    driver.click("delete.yes")
    assert files() == []
    driver.key("escape")
    assert not driver.has("title.load")


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe\x00", b"# High Card\nlog: [", b"x" * 2_000_000]
)
def test_a_broken_file_does_not_hinder_the_list(driver: Driver, content: bytes) -> None:
    entry = keep_one(driver, begun(driver.app, 99))
    broken = folder() / "broken.yaml"
    broken.write_bytes(content)
    (folder() / "a-folder.yaml").mkdir()
    box = opened(driver)
    assert {item.key for item in box.items} == {HEAD, str(broken), str(entry.path)}
    driver.press(box.row(str(broken)).center)
    for button in ("saves.replay", "saves.analysis"):
        driver.click(button)
        assert driver.scene == "Dialog"
        assert "broken.yaml" in driver.app.scene.text  # type: ignore[attr-defined]
        driver.key("escape")
    assert broken.read_bytes() == content
    assert autosaved(driver.app.keep, begun(driver.app, 99, 7))  # nor the next match
    assert len(driver.app.keep.finished()) == 3


def test_a_list_that_is_scrolled_stays_where_it_is(driver: Driver) -> None:
    driver.app.keep.copy(begun(driver.app, 2))
    entry = keep_one(driver, begun(driver.app, 99))
    for n in range(finished.MOST - 1):
        (folder() / f"match-{n}.yaml").write_bytes(entry.path.read_bytes())
    box = opened(driver)
    with driver.unseen():
        while box.move(0, 1):
            driver.step()
    assert len(box.items) == finished.MOST + 2
    assert box.chosen == box.items[-1].key
    assert box.offset == box.room > 0
    assert driver.find("saves.list") is box
    driver.click("saves.delete")
    driver.click("delete.yes")
    box = opened_list(driver)
    assert box.offset == box.room > 0  # and after a match was deleted
    with driver.unseen():
        while box.move(0, -1):
            driver.step()
    assert box.offset == 0


def test_the_first_line_is_shown_with_its_heading(driver: Driver) -> None:
    for n in range(30):
        driver.app.keep.copy(begun(driver.app, 2), f"Evening {n}")
    entry = keep_one(driver, begun(driver.app, 99))
    for n in range(30):
        (folder() / f"match-{n}.yaml").write_bytes(entry.path.read_bytes())
    box = opened(driver)
    first = box.items[31].key
    box.choose(box.items[-1].key)  # from below
    assert not box.rect.contains(box.row(HEAD))
    box.choose(first)
    assert box.rect.contains(box.row(HEAD))


@pytest.mark.parametrize(
    "command", ["replay", "story", pytest.param("analyse", marks=pytest.mark.long)]
)
def test_commands_read_them(
    driver: Driver, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    entry = keep_one(driver, played("castle", 999))
    assert cli.main([command, str(entry.path)]) == 0
    assert capsys.readouterr().out
