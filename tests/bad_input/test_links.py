"""Tests of links in the data folder: their targets are not read, changed, renamed or deleted.

Every target is a decoy file in the test's own folder.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from castlecards import cli, content, database, files, levels, paths, settings, store
from castlecards.instance_lock import InstanceLock
from castlecards.practice import throws
from castlecards.ui.keep import Keep
from castlecards.ui.practice import editor_file
from castlecards.ui.practice.editor_draft import Draft
from castlecards.ui.shell import crash
from tests.bad_input.matches import played
from tests.bad_input.test_saves import games
from tests.practice.test_throws import ONE
from tests.ui.driving import Driver, autosave_and_wait, finished_matches

BARRAGE = "card_barrage"


def save_settings(keep: Keep) -> None:
    settings.save(settings.load()[0])


def play(keep: Keep) -> None:
    for number in (3, 4):
        assert autosave_and_wait(keep, played(BARRAGE, number))
    assert keep.flush()


def resume(keep: Keep) -> None:
    keep.resume()
    play(keep)


def delete_saves(keep: Keep) -> None:
    keep.delete(store.autosave_file())
    keep.delete(paths.saves_dir() / "mine.yaml")


def finish(keep: Keep) -> None:
    autosave_and_wait(keep, played("high_card", 99))
    assert len(finished_matches()) > 0


def record(keep: Keep) -> None:
    log = throws.ThrowLog()
    log.add(ONE)
    log.close()
    assert ONE in throws.read().throws


def look_for_throw(keep: Keep) -> None:
    assert not database.holds("throw")


def take_lock(keep: Keep) -> None:
    instance_lock = InstanceLock()
    assert instance_lock.take()
    assert instance_lock.held
    assert not InstanceLock().take()
    instance_lock.release()


def edit_level(keep: Keep) -> None:
    editor_file.read_autosave()
    editor_file.autosave(Draft(title="New"))
    editor_file.save(Draft(title="Mine", file="mine"))
    editor_file.delete("mine")
    editor_file.delete_autosave()


def read_own(keep: Keep) -> None:
    levels.packs()
    content.characters.cache_clear()
    content.characters(strict=False)
    content.tech_deck(strict=False)


def write_log(keep: Keep) -> None:
    assert crash.write_log(RuntimeError("broken")) is not None


USES: list[tuple[str, Callable[[Keep], None]]] = [
    ("settings.yaml", save_settings),
    ("settings.yaml.1", save_settings),
    ("saves", play),
    ("saves/autosave.yaml", play),
    ("saves/autosave.yaml", resume),
    ("saves/autosave.yaml.1", play),
    ("saves/autosave.yaml.2", delete_saves),
    ("saves/mine.yaml", delete_saves),
    ("saves/finished", finish),
    ("records.sqlite", record),
    ("records.sqlite-wal", record),
    ("records.sqlite-shm", record),
    ("records.sqlite-journal", record),
    ("records.sqlite", look_for_throw),
    ("throws.jsonl", look_for_throw),
    ("throws.jsonl", record),
    ("castlecards.lock", take_lock),
    ("levels", edit_level),
    ("levels/mine.yaml", edit_level),
    ("levels/unsaved.draft", edit_level),
    ("levels/own.yaml", read_own),
    ("players/mine.yaml", read_own),
    ("decks/tech.yaml", read_own),
    ("decks", read_own),
    ("logs", write_log),
]


@pytest.fixture(autouse=True)
def nothing_told_before() -> Iterator[None]:
    files.removed_links()
    yield
    files.removed_links()


@pytest.fixture(params=[True, False], ids=["relative", "whole paths"])
def data_folder(
    request: pytest.FixtureRequest, home: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """Fixture: data folder that is itself a link, with and without `dir_fd` calls."""
    monkeypatch.setattr(files, "_RELATIVE", request.param)
    (home / "real").mkdir()
    (home / "data").symlink_to(home / "real")
    monkeypatch.setenv("CASTLECARDS_HOME", str(home / "data"))
    return home / "data"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("broken", [True, False], ids=["broken", "good"])
@pytest.mark.parametrize(
    ("name", "use"), USES, ids=[f"{name}, {use.__name__}" for name, use in USES]
)
def test_what_a_link_leads_to_stays_as_it_is_and_the_link_is_told_once(
    data_folder: Path, tmp_path: Path, name: str, use: Callable[[Keep], None], broken: bool
) -> None:
    decoys = tmp_path / "decoys"
    decoys.mkdir()
    link = data_folder / name
    folder = "." not in name
    keep = Keep(games)
    if not broken and not folder:  # a valid file of its kind
        link.parent.mkdir(exist_ok=True)
        use(keep)
        if link.is_file():
            os.replace(link, decoys / "decoy")
        files.removed_links()
    if not (decoys / "decoy").exists():
        (decoys / "decoy").write_bytes(b"a decoy: [")
    link.parent.mkdir(exist_ok=True)
    link.unlink(missing_ok=True)
    link.symlink_to(decoys if folder else decoys / "decoy")
    before = contents(decoys)
    use(Keep(games))
    assert contents(decoys) == before
    assert not link.is_symlink()
    (said,) = files.removed_links()
    assert said.startswith(f"{name} was a link to {decoys}")
    use(Keep(games))
    assert files.removed_links() == []
    assert contents(decoys) == before
    assert (data_folder.is_symlink(), data_folder.readlink()) == (True, tmp_path / "real")


@pytest.mark.parametrize("name", ["settings.yaml", "saves/mine.yaml"])
def test_a_link_that_cannot_be_removed_is_not_followed(
    data_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    decoy = tmp_path / "decoy"
    decoy.write_text("volume: 15\n")
    (data_folder / name).parent.mkdir(exist_ok=True)
    (data_folder / name).symlink_to(decoy)

    def deny(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "unlink", deny)
    monkeypatch.setattr(os, "replace", deny)
    with pytest.raises(store.StoreError, match="it is a link, and links are not followed"):
        store.newest(data_folder / name, Path.read_text)
    with pytest.raises(store.StoreError):
        store.write(data_folder / name, "volume: 20\n")
    assert store.saves() == ()
    assert decoy.read_text() == "volume: 15\n"


def test_the_player_is_told_in_the_window(driver: Driver, home: Path) -> None:
    decoy = home / "decoy"
    decoy.write_text("volume: 15\n")
    (home / "settings.yaml").symlink_to(decoy)
    driver.app.change(volume=35)
    for _ in range(20):
        driver.step(dt=0.1)
    assert driver.toast_texts.count("settings.yaml was a link to") == 1
    assert settings.load()[0].volume == 35
    assert decoy.read_text() == "volume: 15\n"


def test_the_player_is_told_in_the_terminal(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    decoy = home / "decoy"
    decoy.write_text("nothing")
    (home / "records.sqlite").symlink_to(decoy)
    assert cli.main(["export", "--out", str(home / "out.csv")]) == 0
    said = capsys.readouterr().err
    assert said.count("castlecards: records.sqlite was a link to") == 1
    assert decoy.read_text() == "nothing"


def test_the_target_of_a_link_is_told_without_escapes(home: Path) -> None:
    (home / "settings.yaml").symlink_to(home / "\x1b[2J\u202e")
    settings.load()
    (said,) = files.removed_links()
    assert said.isprintable()


def test_a_damaged_record_beside_a_link_is_put_aside_alone(home: Path) -> None:
    decoy = home / "decoy"
    decoy.write_bytes(b"no journal")
    database.file().write_bytes(b"no database at all" * 100)
    (home / "records.sqlite-wal").symlink_to(decoy)
    throws.ThrowLog().add(ONE)
    assert decoy.read_bytes() == b"no journal"
    with closing(sqlite3.connect(database.file())) as con:
        assert con.execute("SELECT count(*) FROM throw").fetchone() == (1,)


def test_what_comes_with_the_program_is_no_file_of_the_player(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CASTLECARDS_HOME", str(paths.assets().parent))
    assert paths.own_folder(paths.assets() / "players" / "x.yaml") is None
    assert paths.own_folder(paths.levels()) is None
    assert paths.own_folder(paths.saves_dir()) == paths.data_dir()


def test_a_file_that_the_player_names_may_be_a_link(home: Path, tmp_path: Path) -> None:
    outside: Any = tmp_path.parent / f"{tmp_path.name}-outside"
    outside.mkdir()
    (outside / "real.txt").write_text("1")
    (outside / "link.txt").symlink_to(outside / "real.txt")
    store.write(outside / "link.txt", "2")
    assert (outside / "link.txt").is_symlink()
    assert (outside / "real.txt").read_text() == "2"
    assert files.removed_links() == []
