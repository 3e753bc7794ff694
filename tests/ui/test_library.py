"""Tests of the library: index, search, filters, pictures, delete and undo, export and import."""

from __future__ import annotations

import datetime
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pygame
import pytest

from castlecards import paths, store
from castlecards.core.save import dump_session, load_session
from castlecards.core.session import Session
from castlecards.ui import library
from castlecards.ui.finished import FOLDER
from castlecards.ui.keep import Keep
from castlecards.ui.library import DELETED, Row
from castlecards.ui.pages.library import CALM
from castlecards.ui.pages.library import Library as Page
from castlecards.ui.pages.match_list import MatchList, day
from castlecards.ui.routes import Library, Replay, Table, Title
from castlecards.ui.scene import Push, Reset
from castlecards.ui.table.commands import LeaveTable
from castlecards.ui.table.scene import TableScene
from tests.bad_input.matches import played
from tests.ui.driving import Driver, autosave_and_wait, finished_matches, started_match
from tests.ui.shots.matches import match


def saves() -> Path:
    return paths.saves_dir()


def store_match(driver: Driver, session: Session[Any]) -> Path:
    """Store a finished match and return its file."""
    before = {entry.path for entry in finished_matches()}
    assert autosave_and_wait(driver.app.keep, session)
    (path,) = {entry.path for entry in finished_matches()} - before
    return path


def open_library(driver: Driver) -> Page:
    driver.app.follow(Reset(Title()))
    driver.app.follow(Push(Library()))
    driver.settle()
    page = driver.app.scene
    assert isinstance(page, Page)
    return page


def row_texts(page: Page) -> list[str]:
    box = page.list
    return [] if box is None else [item.text for item in box.items]


def drop_file(driver: Driver, path: Path) -> Page:
    driver.step(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    driver.settle()
    page = driver.app.scene
    assert isinstance(page, Page)
    return page


# The index


def test_the_details_show_the_characters_of_a_match(driver: Driver) -> None:
    name = driver.app.characters["roth"].name
    text = dump_session(match("wars"))
    store.write(saves() / "people.yaml", text, "People")
    store.write(saves() / "character.yaml", text.replace("Ben", name), "A character")
    page = open_library(driver)
    page.choose("people.yaml")
    driver.settle()
    assert not driver.has("library.faces")
    page.choose("character.yaml")
    driver.settle()
    faces = page.find("library.faces")
    assert faces.name == name
    assert faces.rect.width


def test_every_match_is_a_row(driver: Driver) -> None:
    session = match("castle")
    store_match(driver, session)
    driver.app.keep.copy(started_match(driver.app, 2), "An evening")
    autosave_and_wait(driver.app.keep, started_match(driver.app, 3))
    rows = {row.file: row for row in driver.app.keep.rows()}
    assert set(rows) == {
        "autosave.yaml", "an-evening.yaml", f"{FOLDER}/castle-deal-{session.seed}.yaml"
    }  # fmt: skip
    row = rows[f"{FOLDER}/castle-deal-{session.seed}.yaml"]
    assert (row.game, row.names, row.moves) == ("castle", session.names, len(session.log))
    assert row.result
    assert row.finished
    assert rows["autosave.yaml"].moves == 3
    assert rows["an-evening.yaml"].title == "An evening"
    assert not rows["an-evening.yaml"].finished


@pytest.mark.parametrize("names", [("Null", "1"), ("O'Neil: x", "- [a]"), ("Änne", "李 明")])
def test_names_are_read_without_the_match(driver: Driver, names: tuple[str, ...]) -> None:
    game = driver.app.games["high_card"]
    session: Session[Any] = Session(game, game.options(), 2, 1, (), names)
    driver.app.keep.copy(session, "One")
    assert [row.names for row in driver.app.keep.rows()] == [names]


def test_only_changed_files_are_read(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    keep = driver.app.keep
    first, second = keep.copy(started_match(driver.app, 2)), keep.copy(started_match(driver.app, 3))
    keep.rows()
    read = []

    def content(path: Path) -> bytes | None:
        read.append(path)
        return path.read_bytes()

    monkeypatch.setattr(library.store, "content", content)
    before = keep.rows()
    assert read == []
    second.write_text(dump_session(started_match(driver.app, 5)))
    first.unlink()
    after = keep.rows()
    assert read == [second]
    assert len(before) == 2
    assert [row.moves for row in after] == [5]


@pytest.mark.parametrize("damage", ["missing", "rubbish", "newer", "other tables"])
def test_the_index_is_made_anew(driver: Driver, damage: str) -> None:
    driver.app.keep.copy(started_match(driver.app, 2))
    rows = driver.app.keep.rows()
    file = paths.data_dir() / "library.sqlite"
    if damage in ("missing", "rubbish"):
        for beside in file.parent.glob("library.sqlite*"):
            beside.unlink()
    if damage == "rubbish":
        file.write_bytes(b"no database" * 999)
    elif damage != "missing":
        with closing(sqlite3.connect(file)) as con:
            con.execute("DELETE FROM match")
            if damage == "newer":
                con.execute(f"PRAGMA user_version = {library.INDEX.version + 1}")
                con.execute("ALTER TABLE match ADD COLUMN more TEXT")
            else:
                con.execute("DROP TABLE match")
                con.execute("CREATE TABLE match (number INTEGER)")
            con.commit()
    assert driver.app.keep.rows() == rows
    assert not list(file.parent.glob("*.broken-*"))
    with closing(sqlite3.connect(file)) as con:
        assert con.execute("SELECT count(*) FROM match").fetchone() == (1,)


def test_the_index_gives_back_the_rows_that_it_was_given(driver: Driver) -> None:
    store_match(driver, match("wars"))
    (saves() / "broken.yaml").write_bytes(b"{")
    fresh = driver.app.keep.rows()
    assert {row.names for row in fresh} == {(), match("wars").names}
    assert driver.app.keep.rows() == fresh


def test_a_picture_is_read_once(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    store_match(driver, match("wars"))
    page = open_library(driver)
    driver.step(dt=2 * CALM)
    page.prerender()
    read: list[Row] = []
    picture = driver.app.keep.library.picture
    monkeypatch.setattr(
        driver.app.keep.library, "picture", lambda row: (read.append(row), picture(row))[1]
    )
    page._images.clear()
    first, second = (page.image(page.rows[0], 100) for _ in range(2))
    assert first is second is not None
    assert len(read) == 1


def test_without_an_index_every_match_is_listed(driver: Driver) -> None:
    driver.app.keep.copy(started_match(driver.app, 2))
    (paths.data_dir() / "library.sqlite").mkdir()
    assert len(driver.app.keep.rows()) == 1
    assert len(open_library(driver).rows) == 1


# Search and filters


def test_search_finds_matches_as_one_types(driver: Driver) -> None:
    store_match(driver, match("castle"))
    store_match(driver, match("tricks-3"))
    driver.app.keep.copy(started_match(driver.app, 2), "Rainy evening")
    page = open_library(driver)
    assert len(row_texts(page)) == 3
    driver.key("ctrl+f")
    driver.type("cleo")
    assert [row.game for row in page.shown()] == ["tricks_of_the_trade"]
    assert len(row_texts(page)) == 1
    assert page.field.text == "cleo"
    assert page.layer.keyboard == "typing"  # the field keeps the focus
    for _ in "cleo":
        driver.key("backspace")
    driver.type("rainy EVE")
    assert row_texts(page) == ["Rainy evening"]
    driver.type("x")
    assert row_texts(page) == []
    assert page.row is None


def test_filters_list_what_they_say(driver: Driver) -> None:
    store_match(driver, match("castle"))
    store_match(driver, match("tricks-3"))
    driver.app.keep.copy(started_match(driver.app, 2))
    page = open_library(driver)
    driver.click("library.filter.open")
    assert [row.finished for row in page.shown()] == [False]
    driver.click("library.filter.game:high_card")
    assert [row.game for row in page.shown()] == ["high_card"]
    driver.click("library.filter.all")
    assert len(page.shown()) == 3


@pytest.mark.parametrize(
    ("days", "text"), [(0, "Today, 20:15"), (1, "Yesterday, 20:15"), (2, "12 Mar 2026")]
)
def test_recent_days_have_words(days: int, text: str) -> None:
    evening = datetime.datetime(2026, 3, 14, 20, 15)
    assert day(evening - datetime.timedelta(days=days), evening.date()) == text


# Pictures


def test_pictures_are_made_once_and_only_for_rows_in_sight(driver: Driver) -> None:
    text = dump_session(started_match(driver.app, 2))
    for n in range(40):
        store.write(saves() / f"m{n}.yaml", text, f"Match {n}")
    page = open_library(driver)
    page.update(CALM)
    while page.prerender():
        pass
    made = sorted(saves().glob("*.jpg"))
    assert 3 <= len(made) < 12
    assert isinstance(page.list, MatchList)
    assert {path.stem for path in made} == {Path(row.file).stem for row in page.list.shown()}
    image = pygame.image.load(made[0])
    assert image.get_width() == 480
    dates = [path.stat().st_mtime_ns for path in made]
    again = open_library(driver)
    again.update(CALM)
    assert not again.prerender()
    assert [path.stat().st_mtime_ns for path in made] == dates
    assert again.image(again.list.shown()[0], 100).get_size() == (100, 62)  # type: ignore[union-attr]


def test_a_picture_is_made_anew_after_a_move(driver: Driver) -> None:
    autosave_and_wait(driver.app.keep, started_match(driver.app, 2))
    page = open_library(driver)
    page.update(CALM)
    while page.prerender():
        pass
    (row,) = page.rows
    assert page.image(row, 100) is not None
    autosave_and_wait(driver.app.keep, started_match(driver.app, 5))
    os.utime(saves() / "autosave.jpg", (1, 1))
    (row,) = driver.app.keep.rows()
    assert driver.app.keep.library.picture(row) is None


@pytest.mark.parametrize("moves", [2, 99])
def test_the_picture_is_made_when_a_match_is_put_down(driver: Driver, moves: int) -> None:
    session = started_match(driver.app, moves)
    driver.app.follow(Reset(Table(session)))
    driver.settle()
    table = driver.app.scene
    assert isinstance(table, TableScene)
    table.execute([LeaveTable()])
    driver.settle()
    (path,) = saves().rglob("*.yaml")
    picture = pygame.image.load(path.with_suffix(".jpg"))
    assert picture.get_size() == (480, 300)
    driver.app.keep.flush()  # as at the end of the program
    page = open_library(driver)
    (row,) = page.rows
    assert row.fact == ("" if not session.over else library.ending(session)[1])
    page.update(CALM)
    assert not page.prerender()  # no picture is missing


def test_practice_leaves_no_picture_at_the_unfinished_game(driver: Driver) -> None:
    autosave_and_wait(driver.app.keep, started_match(driver.app, 2))
    session = started_match(driver.app, 3)
    session.practice = True
    driver.app.follow(Reset(Table(session)))
    driver.settle()
    driver.app.scene.execute([LeaveTable()])  # type: ignore[attr-defined]
    assert not [*paths.data_dir().rglob("*.jpg")]


def test_a_small_window_shows_several_rows(driver: Driver) -> None:
    for n in range(9):
        store.write(
            saves() / f"m{n}.yaml", dump_session(started_match(driver.app, 2)), f"Match {n}"
        )
    driver.resize((640, 480))
    page = open_library(driver)
    assert isinstance(page.list, MatchList)
    whole = page.list.rect.height // page.list._high(driver.app.look, page.list.items[0])
    assert whole >= 3
    assert page.find("library.delete").rect.bottom < page.find("library.back").rect.top


def test_the_end_of_a_match_is_told(driver: Driver) -> None:
    store_match(driver, match("barrage-2"))
    page = open_library(driver)
    assert page.rows[0].fact is None
    page.update(CALM)
    assert page.prerender()
    assert page.rows[0].fact == "Anna has 10 points."
    assert driver.app.keep.rows()[0].fact == "Anna has 10 points."  # from the index
    assert page.rows[0].result == "Anna wins"


def test_what_is_no_picture_is_left_out(driver: Driver) -> None:
    path = driver.app.keep.copy(started_match(driver.app, 2))
    path.with_suffix(".jpg").write_bytes(b"no picture")
    page = open_library(driver)
    assert page.image(page.rows[0], 100) is None


# Delete and undo


def test_a_deleted_match_comes_back(driver: Driver) -> None:
    path = store_match(driver, match("castle"))
    other = driver.app.keep.copy(started_match(driver.app, 2))
    raw, date = path.read_bytes(), path.stat().st_mtime_ns
    page = open_library(driver)
    page.choose(f"{FOLDER}/{path.name}")
    driver.key("delete")
    assert not path.exists()
    assert [row.file for row in page.shown()] == [other.name]
    assert page.chosen == other.name
    driver.key("ctrl+z")
    assert path.read_bytes() == raw
    assert path.stat().st_mtime_ns == date
    assert page.chosen == f"{FOLDER}/{path.name}"
    driver.click("library.delete")
    driver.click("library.undo")
    assert path.read_bytes() == raw


def test_a_deleted_match_can_be_restored_later(driver: Driver) -> None:
    path = driver.app.keep.copy(started_match(driver.app, 2), "Mine")
    store.write(path, dump_session(started_match(driver.app, 3)), "Mine")  # with an older backup
    open_library(driver)
    driver.click("library.delete")
    assert list(saves().glob("mine*")) == []
    second = driver.app.keep.copy(started_match(driver.app, 1), "Mine")
    open_library(driver)
    driver.click("library.filter.deleted")
    driver.click("library.restore")
    texts = {load_session(p.read_text(), "", driver.app.games).at for p in saves().glob("*.yaml")}
    assert texts == {1, 3}  # both exist
    assert second.exists()


def test_the_unfinished_game_can_be_deleted_and_restored(driver: Driver) -> None:
    session = started_match(driver.app, 3)
    autosave_and_wait(driver.app.keep, session)
    open_library(driver)
    driver.click("library.delete")
    assert driver.app.keep.unfinished is None
    driver.click("library.undo")
    (row,) = driver.app.keep.rows()
    assert driver.app.keep.peek(saves() / row.file).log == session.log


def test_deleted_matches_go_after_seven_days(driver: Driver) -> None:
    paths_ = [driver.app.keep.copy(started_match(driver.app, n), f"Number {n}") for n in (1, 2, 3)]
    moved = [driver.app.keep.library.delete(path) for path in paths_]
    old = moved[0].with_name("20200101T000000000000-old.yaml")
    moved[0].rename(old)
    old.with_suffix(".jpg").write_bytes(b"x")
    unknown = moved[1].with_name("by-hand.yaml")
    moved[1].rename(unknown)
    assert {Path(row.file).name for row in driver.app.keep.rows()} == {unknown.name, moved[2].name}
    assert not old.exists()
    assert not old.with_suffix(".jpg").exists()


# Rename, export, import


def test_a_match_is_renamed(driver: Driver) -> None:
    path = driver.app.keep.copy(started_match(driver.app, 2))
    os.utime(path, (10**9, 10**9))
    before = path.read_text().partition("\n")[2]
    page = open_library(driver)
    driver.click("library.rename")
    driver.type("Rainy evening")
    driver.key("return")
    assert row_texts(page) == ["Rainy evening"]
    assert path.read_text() == f"# Rainy evening\n{before}"
    assert path.stat().st_mtime == 10**9


def test_a_broken_match_is_not_renamed(driver: Driver) -> None:
    path = driver.app.keep.copy(started_match(driver.app, 2))
    path.write_bytes(b"\xff hello")
    open_library(driver)
    assert not driver.find("library.rename").enabled


def test_an_exported_match_is_imported_elsewhere(
    driver: Driver, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = match("castle")
    store_match(driver, session)
    open_library(driver)
    driver.click("library.export")
    (file,) = (paths.data_dir() / "exports").iterdir()
    assert str(file) in driver.toast_texts
    monkeypatch.setenv("CASTLECARDS_HOME", str(tmp_path_factory.mktemp("elsewhere")))
    driver.app.__dict__["keep"] = Keep(lambda: driver.app.games)
    driver.app.follow(Reset(Title()))
    page = drop_file(driver, file)
    assert page.row.finished
    (path,) = (saves() / FOLDER).glob("*.yaml")
    assert driver.app.keep.peek(path).log == session.log
    drop_file(driver, file)
    assert len(page.rows) == 1  # imported only once


def test_an_import_never_replaces_a_match(driver: Driver, tmp_path: Path) -> None:
    here, there = (
        played("high_card", 99),
        started_match(driver.app, 99, played("high_card", 0).seed),
    )
    path = store_match(driver, here)
    raw = path.read_bytes()
    file = tmp_path / path.name
    file.write_text(f"# ../../../autosave\n{dump_session(there)}")
    drop_file(driver, file)
    assert path.read_bytes() == raw
    assert 1 <= len(finished_matches()) <= 2


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe\x00", b"hello", b"castlecards: 1\n", b"x" * 2_000_000]
)
def test_what_is_no_match_is_not_imported(driver: Driver, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "stranger.yaml"
    file.write_bytes(content)
    page = drop_file(driver, file)
    assert page.rows == ()
    assert "stranger.yaml" in driver.toast_texts
    assert list(saves().rglob("*")) == []


def test_a_folder_or_nothing_is_not_imported(driver: Driver, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing.yaml"):
        page = drop_file(driver, path)
        assert page.rows == ()
        assert path.name in driver.toast_texts
        driver.key("escape")


# What can be done with a match


def test_deal_again_has_the_same_cards(driver: Driver) -> None:
    session = match("castle")
    store_match(driver, session)
    open_library(driver)
    driver.click("library.again")
    new: Session[Any] = driver.app.scene.session  # type: ignore[attr-defined]
    assert new.seed == session.seed
    assert new.log == []
    assert new.positions[0].zones == session.positions[0].zones


def test_play_on_from_a_moment_of_the_replay(driver: Driver) -> None:
    session = match("castle")
    store_match(driver, session)
    open_library(driver)
    driver.find("library.open").activate()
    driver.step()
    replay = driver.app.scene
    replay.seek(0.5)  # type: ignore[attr-defined]
    driver.step()
    replay.find("play_on").activate()
    driver.step()
    assert driver.scene == "TableScene"
    new: Session[Any] = driver.app.scene.session  # type: ignore[attr-defined]
    assert new.practice
    assert new.log == session.log[: len(new.log)]
    assert 0 < len(new.log) <= len(session.log) // 2


def test_a_match_that_goes_on_cannot_be_played_on_from_its_replay(driver: Driver) -> None:
    driver.app.follow(Push(Replay(started_match(driver.app, 3))))
    driver.step()
    with pytest.raises(KeyError):
        driver.app.scene.find("play_on")


@pytest.mark.parametrize(
    ("button", "scene"), [("library.open", "Replay"), ("library.review", "AnalysisPage")]
)
def test_replay_and_review_lead_back_to_the_library(
    driver: Driver, button: str, scene: str
) -> None:
    path = store_match(driver, played("castle", 999))
    before = path.stat().st_mtime_ns
    open_library(driver)
    driver.app.thinker.cancel()
    driver.find(button).activate()
    driver.step()
    assert driver.scene == scene
    driver.app.scene.rescue()
    driver.app.scene.leave()  # type: ignore[attr-defined]
    driver.step()
    assert driver.scene == "Library"
    assert path.stat().st_mtime_ns == before


def test_enter_and_a_double_click_show_the_replay(driver: Driver) -> None:
    store_match(driver, started_match(driver.app, 99))
    page = open_library(driver)
    page.list.activate()
    driver.step()
    assert driver.scene == "Replay"
    driver.app.scene.leave()  # type: ignore[attr-defined]
    driver.step()
    page.list.press(page.list.row(page.list.chosen).center, 2)
    driver.step()
    assert driver.scene == "Replay"


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe\x00", b"# High Card\nlog: [", b"x" * 2_000_000]
)
def test_a_broken_file_is_listed_and_never_changed(driver: Driver, content: bytes) -> None:
    store_match(driver, started_match(driver.app, 99))
    broken = saves() / FOLDER / "broken.yaml"
    broken.write_bytes(content)
    page = open_library(driver)
    page.update(CALM)
    while page.prerender():
        pass
    page.choose(f"{FOLDER}/broken.yaml")
    for button in ("library.open", "library.review"):
        driver.click(button)
        assert driver.scene == "Dialog"
        assert "broken.yaml" in driver.app.scene.text  # type: ignore[attr-defined]
        driver.key("escape")
    assert broken.read_bytes() == content


def test_the_list_is_walked_to_its_end(driver: Driver) -> None:
    text = dump_session(started_match(driver.app, 2))
    for n in range(60):
        store.write(saves() / f"m{n}.yaml", text, f"Match {n}")
    page = open_library(driver)
    box = page.list
    assert box is not None
    with driver.without_drawing():
        while box.move(0, 1):
            driver.step()
    assert box.chosen == box.items[-1].key
    assert box.offset == box.room > 0
    driver.click("library.delete")
    assert page.list.offset == page.list.room > 0


def test_rows_know_their_folder() -> None:
    row = Row(f"{DELETED}/{FOLDER}/a.yaml", 1, 2**70, "A", "", (), 0)
    assert row.deleted
    assert row.finished
    assert row.date.year == 1970  # a date out of range
