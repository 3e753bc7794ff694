"""Tests of the writer of autosaves: appended lines, kill, full disk, damaged and foreign files."""

from __future__ import annotations

import errno
import os
import resource
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from castlecards import store
from castlecards.content import games
from castlecards.core.save import IncrementalSave, dump_session, line, load_session, logged_line
from castlecards.core.session import Session
from castlecards.data import dump
from castlecards.store import autosave_file
from castlecards.ui import writer
from castlecards.ui.keep import Keep, title
from tests.bad_input.matches import played
from tests.os_errors import failing
from tests.ui.driving import autosave_and_wait

ROOT = Path(__file__).resolve().parents[2]
GAME = "high_card"
ALL = (
    "high_card",
    "card_barrage",
    "castle_wars",
    "castle_rampage",
    "castle",
    "tricks_of_the_trade",
)


def content() -> str:
    """Return the content of the file without the title in its first line."""
    return autosave_file().read_text(encoding="utf-8").partition("\n")[2]


def moments(game: str, moves: int) -> Iterator[Session[Any]]:
    """Yield a session after each line of its log."""
    whole = played(game, moves)
    session = whole.rematch(whole.seed)
    yield session
    for record in whole.log:
        session.submit(record.seat, record.action)
        yield session


def inode() -> int:
    return autosave_file().stat().st_ino


# Content


@pytest.mark.parametrize("game", ALL)
def test_what_grows_is_byte_for_byte_what_a_whole_save_would_be(home: Path, game: str) -> None:
    keep = Keep(games)
    first = 0
    for session in moments(game, 40):
        if session.over:
            break
        assert autosave_and_wait(keep, session)
        assert content() == dump_session(session)
        first = first or (inode() if session.log else 0)
        assert not session.log or inode() == first, "it was not appended to"
    assert len(session.log) >= 10


def test_one_more_line_is_a_whole_action_and_nothing_more(home: Path) -> None:
    save = IncrementalSave()
    sizes = []
    for session in moments("castle_wars", 60):
        more = save.appended_text(session)
        if more is None:
            assert len(session.log) <= 1
            save.full_text(session)
        else:
            sizes.append(len(more))
            assert more.count("\n") == 1
            assert save.appended_text(session) == ""
    assert max(sizes) < 60


@pytest.mark.parametrize("game", ALL)
def test_the_log_reads_as_any_list_is_written(game: str) -> None:
    session = played(game, 60)
    box = session.position.box
    log = [line(box, record.seat, record.action) for record in session.log]
    head, _, lines = dump_session(session).partition("log:\n")
    assert dump(log) == lines
    assert "\nat: " not in head


def test_an_undo_a_jump_a_wish_and_another_match_make_a_whole_save(home: Path) -> None:
    *_, session = moments("castle_wars", 12)
    save = IncrementalSave()
    save.full_text(session)
    changes = (
        lambda: session.jump(5),
        lambda: session.jump(12),
        lambda: session.stops.__setitem__(0, "never"),
        lambda: (session.jump(9), session.submit(0, session.decision.options[0])),  # type: ignore[union-attr]
    )
    for change in changes:
        assert save.appended_text(session) == ""
        change()
        assert save.appended_text(session) is None
        assert save.full_text(session) == dump_session(session)
    assert save.appended_text(played("castle_wars", 3)) is None


def test_every_so_often_the_whole_is_written_and_what_was_there_becomes_older(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "APPENDS_PER_REWRITE", 5)
    keep = Keep(games)
    for session in moments("castle_wars", 30):
        autosave_and_wait(keep, session)
    newest, *older = (path.read_text() for path in store.generations(autosave_file()))
    logs = [logged_line(text.partition("\n")[2]) for text in (newest, *older)]
    assert logs == [30, 24, 18]
    assert keep.flush()
    assert inode() != autosave_file().with_name("autosave.yaml.1").stat().st_ino
    assert autosave_file().with_name("autosave.yaml.1").read_text() == newest


def test_the_title_counts_the_moves_there_are_by_now(home: Path) -> None:
    keep = Keep(games)
    for session in moments(GAME, 7):
        autosave_and_wait(keep, session)
    assert "1 move" in autosave_file().read_text().partition("\n")[0]
    for entry in (keep.unfinished, Keep(games).unfinished):
        assert entry.title == title(session)


def test_nothing_is_written_where_nothing_has_changed(home: Path) -> None:
    keep = Keep(games)
    *_, session = moments(GAME, 5)
    autosave_and_wait(keep, session)
    before = autosave_file().stat()
    for _ in range(3):
        autosave_and_wait(keep, session)
    keep.flush()
    assert autosave_file().stat() == before


def test_saves_with_a_place_in_the_log_as_older_programs_wrote_them_load(home: Path) -> None:
    *_, session = moments(GAME, 7)
    old = dump_session(session).replace("clock: 0.0\n", "clock: 0.0\nat: 7\n")
    autosave_file().parent.mkdir()
    autosave_file().write_text(old)
    keep = Keep(games)
    found, message = keep.resume()
    assert (found.log, found.at, message) == (session.log, 7, "")  # type: ignore[union-attr]
    assert logged_line(old) == 7
    assert logged_line(old.replace("at: 7", "at: 3")) == 3
    assert load_session(old.replace("at: 7", "at: 3"), "x", games()).at == 3


# Errors


@pytest.mark.long
def test_killed_at_any_moment_at_most_the_last_action_is_lost(home: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "tests.ui.autosave_kills",
        str(home / "killed"),
        "200",
        "20261122",
    ]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "CASTLECARDS_HOME": str(home)}
    done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=True)
    kills = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    assert len(kills) == 200
    for handed, shown, _ in kills:
        assert handed - 1 <= shown <= handed + 1
    assert len({handed for handed, _, _ in kills}) > 8, "all were killed at the same moment"


@pytest.mark.parametrize("end", ["- '0: pa", "- '0: pass", "- ", "-", "- '0: pass\0\0\0", "\0" * 9])
def test_a_last_line_that_was_cut_off_costs_only_itself(home: Path, end: str) -> None:
    keep = Keep(games)
    for session in moments(GAME, 7):
        autosave_and_wait(keep, session)
    with autosave_file().open("a") as file:
        file.write(end)
    keep = Keep(games)
    found, message = keep.resume()
    assert found.log == session.log
    assert message == "autosave.yaml: the last line was incomplete and is left out."
    assert keep.flush()
    assert content() == dump_session(found)
    assert len(store.saves()) == 1


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """Limit the size of files, so that the disk takes only a part of what is written."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("room", [0, 1, 9])
def test_a_disk_that_takes_half_a_line_has_whole_lines_afterwards(home: Path, room: int) -> None:
    message: list[str] = []
    keep = Keep(games, lambda text, kind: message.append(f"{kind}: {text}"))
    states = moments("castle_wars", 20)
    for _ in range(10):
        assert autosave_and_wait(keep, next(states))
    before = autosave_file().read_bytes()
    with room_for(len(before) + room):
        for _ in range(4):
            assert not autosave_and_wait(keep, next(states))
            assert autosave_file().read_bytes() == before
    (said,) = message
    assert said.startswith("error: autosave.yaml was not saved: ")
    session = next(states)
    assert autosave_and_wait(keep, session)
    assert message[1:] == ["note: Saving your game works again."]
    assert content() == dump_session(session)


def test_closing_brings_what_a_full_disk_did_not_take(home: Path) -> None:
    keep = Keep(games)
    states = moments("castle_wars", 20)
    for _ in range(10):
        assert autosave_and_wait(keep, next(states))
    with room_for(autosave_file().stat().st_size + 3):
        session = next(states)
        keep.autosave(session)
        assert not keep.flush()
        assert keep.unfinished is not None
    assert keep.flush()
    assert content() == dump_session(session)


def test_a_line_that_may_not_outlast_a_power_cut_is_told(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    message: list[str] = []
    keep = Keep(games, lambda text, kind: message.append(text))
    states = moments("castle_wars", 9)
    for _ in range(5):
        autosave_and_wait(keep, next(states))
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", failing(errno.EIO))
        assert not autosave_and_wait(keep, next(states))
    assert message == ["autosave.yaml was not saved: Input/output error."]
    assert keep.flush()


def test_the_good_beginning_is_taken_where_it_goes_further_than_the_state_before(
    home: Path,
) -> None:
    keep = Keep(games)
    for session in moments("castle_wars", 20):
        autosave_and_wait(keep, session)
    lines = autosave_file().read_text().splitlines(keepends=True)
    lines[-3] = "- '0: fly away'\n"
    autosave_file().write_text("".join(lines))
    assert [
        logged_line(file.read_text())
        for file in store.generations(autosave_file())
        if file.exists()
    ] == [20, 0]
    found, message = Keep(games).resume()
    assert found.log == session.log[:17]
    assert "its first 17 moves" in message
    assert "taken instead" not in message


# Owner


@pytest.mark.parametrize("what", ["written over", "appended to", "gone"])
def test_nothing_is_appended_to_a_file_that_somebody_else_has_changed(
    home: Path, what: str
) -> None:
    keep = Keep(games)
    states = moments("castle_wars", 9)
    for _ in range(5):
        autosave_and_wait(keep, next(states))
    foreign = dump_session(played("card_barrage", 4))
    if what == "written over":
        store.write(autosave_file(), foreign, "Another game")
    elif what == "appended to":
        store.append(autosave_file(), "- '0: pass'\n")
    else:
        autosave_file().unlink()
    theirs = autosave_file().read_bytes() if autosave_file().exists() else None
    session = next(states)
    assert autosave_and_wait(keep, session)
    assert content() == dump_session(session)
    kept = [entry.path.read_bytes() for entry in store.saves() if entry.path != autosave_file()]
    assert kept == ([] if theirs is None else [theirs])


def test_what_is_written_late_goes_to_the_folder_it_was_meant_for(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = Keep(games)
    meant = autosave_file()
    monkeypatch.setenv("CASTLECARDS_HOME", str(tmp_path / "another"))
    assert autosave_file() != meant
    *_, session = moments("castle_wars", 9)
    assert autosave_and_wait(keep, session)
    assert meant.exists()
    assert not autosave_file().exists()


def test_handing_over_waits_until_the_action_before_is_in_the_file(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = Keep(games)
    states = moments("castle_wars", 30)
    autosave_and_wait(keep, next(states))
    autosave_and_wait(keep, next(states))
    append, found = store.append, []

    def append_and_record(path: Path, text: str) -> None:
        found.append(text)
        append(path, text)

    monkeypatch.setattr(store, "append", append_and_record)
    for number, session in enumerate(states):
        keep.autosave(session)
        if session.over:
            break
        assert len(found) >= number
    keep.wait_for_writes()
    assert content() == dump_session(session)


def test_a_fault_in_the_thread_is_told_and_stops_nothing(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    message: list[str] = []
    keep = Keep(games, lambda text, kind: message.append(text))
    states = moments("castle_wars", 9)
    with monkeypatch.context() as patch:
        patch.setattr(store, "write", lambda *about: 1 / 0)
        assert not autosave_and_wait(keep, next(states))
    assert message == ["autosave.yaml was not saved: ZeroDivisionError('division by zero')."]
    assert autosave_and_wait(keep, next(states))


def test_the_thread_waits_for_the_next_action_and_ends_with_the_window(home: Path) -> None:
    def writers() -> set[threading.Thread]:
        return {thread for thread in threading.enumerate() if thread.name == "writer"}

    before = writers()
    keep = Keep(games)
    states = moments("castle_wars", 9)
    for _ in range(3):
        autosave_and_wait(keep, next(states))
        assert len(writers() - before) == 1
    (thread,) = writers() - before
    keep.close()
    thread.join(10)
    assert not thread.is_alive()
    session = next(states)
    assert autosave_and_wait(keep, session)
    assert content() == dump_session(session)
    keep.close()
