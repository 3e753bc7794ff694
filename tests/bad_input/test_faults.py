"""Tests in which every system call on the player's files fails once, one after the other.

After each fault at most the last action is lost, nothing outside the data folder has changed, the
player has been told in one sentence, and the same works again (docs/saving.md).
"""

from __future__ import annotations

import errno
import gc
import os
import re
import shutil
import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from copy import copy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from castlecards import database, files, instance_lock, level_code, levels, paths, settings, store
from castlecards.content import games
from castlecards.core.save import dump_session
from castlecards.core.session import Session
from castlecards.core.view import view
from castlecards.instance_lock import InstanceLock
from castlecards.players.player import Question, Think
from castlecards.players.worker import Supervisor
from castlecards.practice import progress, throws
from castlecards.profiles import Profiles
from castlecards.settings import Settings
from castlecards.store import StoreError, autosave_file
from castlecards.ui import history, writer
from castlecards.ui.keep import Keep
from castlecards.ui.practice import editor_file
from tests.bad_input.matches import played
from tests.bad_input.system_calls import Call, SystemCalls, replace_system_calls
from tests.depth import Depth
from tests.practice.test_throws import ONE
from tests.ui.driving import finished_matches

GAME = "high_card"
DECOYS = ("saves/linked.yaml", "saves/autosave.yaml.1", "settings.yaml.1", "records.sqlite-journal")

STARTS = ("pipe", "socketpair", "fork_exec", "open", "ftruncate")  # calls that start a process


class World:
    """Data folder of one scenario, with the messages that the player got."""

    def __init__(self, home: Path, system: SystemCalls) -> None:
        self.home = home
        self.system = system
        self.told: list[str] = []  # error messages
        self.notes: list[str] = []
        self.keep = self.window()
        self.left: Any = None  # what a scenario stores for its check

    def window(self) -> Keep:
        """Return the file keeper of a window, as at the start of the program."""
        return Keep(games, self.tell)

    def tell(self, text: str, kind: str) -> None:
        if text:
            (self.told if kind == "error" else self.notes).append(text)

    def try_action(self, act: Callable[[], Any]) -> bool:
        """Return True if the action succeeded; otherwise the player is told."""
        try:
            act()
        except StoreError as error:
            self.tell(str(error), "error")
            return False
        return True


Act = Callable[[World], None]


@cache
def moments(game: str = GAME) -> list[tuple[Session[Any], str]]:
    """Return a match after each of its first actions and an undo, and the saves."""
    session = played(game, 0)
    whole = played(game, 6)
    found = []
    for number, record in enumerate(whole.log):
        session.submit(record.seat, record.action)
        if number == 3:
            session.jump(2)
            session.submit(whole.log[2].seat, whole.log[2].action)
            session.submit(whole.log[3].seat, whole.log[3].action)
        again = copy(session)
        again.log, again.positions = session.log[:], session.positions[:]
        found.append((again, dump_session(again)))
    return found


def body(path: Path) -> str:
    """Return the text of a save without its title."""
    return path.read_text().partition("\n")[2]


def at_moment(number: int) -> tuple[Session[Any], str]:
    session = played(GAME, 0)
    state, text = moments()[number]
    session.log, session.positions, session.at = state.log[:], state.positions[:], state.at
    return session, text


def resume(world: World) -> Session[Any]:
    """Return the unfinished game after the next start of the program."""
    keep = world.window()
    session, _ = keep.resume()
    keep.close()
    assert session is not None
    return session


# Scenarios: what exists before, what is done, and what is true afterwards


def nothing(world: World) -> None:
    pass


def autosave(world: World) -> None:
    """Autosave after each action: a crash at any time loses at most the last action."""
    session = played(GAME, 0)
    before = ""
    for number, (state, text) in enumerate(moments()):
        session.log, session.positions, session.at = state.log[:], state.positions[:], state.at
        world.keep.autosave(session)
        world.keep.wait_for_writes()
        with world.system.paused():
            if number or autosave_file().exists():
                assert body(autosave_file()) in (before, text), f"action {number} is lost"
        before = text
    world.left = world.keep.flush()  # the exit code of the program


def check_autosave(world: World) -> None:
    session, text = at_moment(-1)
    assert not world.left or body(autosave_file()) == text
    assert world.keep.flush()
    assert body(autosave_file()) == text
    assert [entry.path for entry in store.saves()] == [autosave_file()]
    assert resume(world).log == session.log
    assert world.notes == ["Saving your game works again."] * len(world.told)


def one_copy(world: World) -> None:
    world.keep.copy(at_moment(1)[0], "Mine")


def save_as(world: World) -> None:
    for number in (2, 3):
        world.try_action(lambda: world.keep.copy(at_moment(number)[0], "Mine"))  # noqa: B023


def check_copies(world: World) -> None:
    """Check the copies. If the saves could not be listed, the copy got another file name."""
    texts = [text for _, text in moments()]
    number = len(world.told)
    entries = [body(entry.path) for entry in store.saves()]
    assert 1 <= len(entries) <= 2
    assert texts[1] in (
        *entries,
        *(body(file) for file in paths.saves_dir().glob("mine.yaml.[12]")),
    )
    assert texts[3 - number] in entries or texts[3] in entries
    path = world.keep.copy(at_moment(4)[0], "Mine")
    assert body(path) == texts[4]


def two_copies(world: World) -> None:
    for number in (1, 2):
        world.keep.copy(at_moment(number)[0], "Mine" if number == 1 else "Mine!")


def save_beside(world: World) -> None:
    """Copy under other titles that lead to the same file name."""
    for number, name in ((3, "Mine?"), (4, "Mine.")):
        world.try_action(lambda: world.keep.copy(at_moment(number)[0], name))  # noqa: B023


def copied_beside(world: World) -> None:
    texts = [body(entry.path) for entry in store.saves()]
    assert [moments()[number][1] in texts for number in (1, 2)] == [True, True]
    assert len(texts) >= 4 - len(world.told)


def two_games(world: World) -> None:
    one_copy(world)
    world.keep.autosave(played(GAME, 4, seed=6))
    world.keep.wait_for_writes()


def load(world: World) -> None:
    mine = paths.saves_dir() / "mine.yaml"

    def act() -> None:
        session = world.keep.load(mine)
        world.keep.free_autosave(session)
        world.keep.autosave(session)
        world.keep.wait_for_writes()

    world.left = world.try_action(act)


def check_loading(world: World) -> None:
    if not world.left:
        world.told.clear()
        load(world)
        assert world.left
    assert world.keep.flush()
    found = [body(entry.path) for entry in store.saves()]
    assert found.count(moments()[1][1]) == 2
    assert dump_session(played(GAME, 4, seed=6)) in found
    assert body(autosave_file()) == moments()[1][1]


def delete(world: World) -> None:
    for file in (paths.saves_dir() / "mine.yaml", autosave_file()):
        world.try_action(lambda: world.keep.delete(file))  # noqa: B023


def check_deletion(world: World) -> None:
    for file in (paths.saves_dir() / "mine.yaml", autosave_file()):
        there = [state.exists() for state in store.generations(file)]
        assert there[0] or not any(there), "an older state has become the newest"
    if autosave_file().exists() or (paths.saves_dir() / "mine.yaml").exists():
        delete(world)
    assert [entry.path.name for entry in store.saves()] == [] or world.told
    assert world.keep.unfinished is None


def leave_unfinished(world: World) -> None:
    world.keep.autosave(played(GAME, 5))
    world.keep.wait_for_writes()
    world.left = played(GAME, 99)


def finish(world: World) -> None:
    assert world.left.over
    world.keep.autosave(world.left)


def check_finished(world: World) -> None:
    if world.keep.unsaved is not None:
        assert autosave_file().exists(), "given up before all of it is kept"
    assert world.keep.flush()
    (kept,) = finished_matches()
    assert body(kept.path) == dump_session(world.left)
    assert len(history.read()[0].games) == 1
    assert world.window().unfinished is None


def some_settings(world: World) -> None:
    settings.save(Settings(volume=55))
    with paths.settings_file().open("a") as file:
        file.write("of_a_newer_version: 3\n")


def change(world: World) -> None:
    world.left = [55]
    for volume in (35, 25):
        if world.try_action(lambda: settings.save(Settings(volume=volume), names={"volume"})):  # noqa: B023
            world.left = [volume]


def check_settings(world: World) -> None:
    assert settings.load()[0].volume in world.left
    settings.save(Settings(volume=15), names={"volume"})
    assert settings.load()[0] == Settings(volume=15)
    assert "of_a_newer_version: 3" in paths.settings_file().read_text()


def some_throws(world: World) -> None:
    with closing(throws.ThrowLog()) as log:
        log.add(ONE._replace(hits=0))
    world.left = [0]


def no_throws(world: World) -> None:
    world.left = []


def throw(world: World) -> None:
    with closing(throws.ThrowLog()) as log:
        for number in (1, 2):
            if world.try_action(lambda: world.tell(log.add(ONE._replace(hits=number)), "note")):  # noqa: B023
                world.left.append(number)


def check_record(world: World) -> None:
    with closing(throws.ThrowLog()) as log:
        log.add(ONE._replace(hits=3))
    assert [each.hits for each in throws.read().throws] == [*world.left, 3]


def two_profiles(world: World) -> None:
    people = Profiles(Settings())
    for name in ("Ben", "Cleo"):
        path = database.file(paths.records_dir(people.add(name)))
        with closing(throws.ThrowLog(path)) as log:
            log.add(ONE._replace(player=name))
    world.left = people


def change_profiles(world: World) -> None:
    people: Profiles = world.left
    _, ben, cleo = people.by_id
    world.try_action(lambda: people.set_name(ben, "Benno"))
    if world.try_action(lambda: people.delete(cleo)):
        world.try_action(lambda: people.restore(cleo))
    world.try_action(lambda: people.add("Dora"))


def profiles_kept(world: World) -> None:
    people: Profiles = world.left
    assert Profiles(Settings()).by_id == people.by_id
    ben = next(id for id, one in people.by_id.items() if one.name.startswith("Ben"))
    people.set_name(ben, "Bennet")
    kept = throws.read(database.file(paths.records_dir(ben))).throws
    assert [each.player in ("Ben", "Benno", "Bennet") for each in kept] == [True]
    assert Profiles(Settings()).by_id == people.by_id


def another_window(world: World) -> None:
    """Write a lock file that names the parent process as the other window."""
    instance_lock.file().write_text(f"{os.getppid()}\n{socket.gethostname()}\n")


def two_windows(world: World) -> None:
    window = InstanceLock()
    if window.take():  # it could not see the other one
        world.tell(window.warning, "error")
    else:
        assert window.take_over() == window.held
    window.release()


def one_window(world: World) -> None:
    window = InstanceLock()
    if not window.take():
        assert window.take_over()
    assert window.held
    window.release()
    assert not instance_lock.file().exists()


def old_files(world: World) -> None:
    """Write files of old versions, from before the records, and a damaged autosave."""
    lines = [throws.line(ONE._replace(hits=number)) for number in range(3)]
    (world.home / "throws.jsonl").write_text("\n".join(lines) + "\n")
    line = "- {game: castle, title: Castle, date: '2026-01-01', names: [A], results: [1], turns: 5}"
    (world.home / "history.yaml").write_text(f"games:\n{line}\n")
    (world.home / "progress.yaml").write_text("levels:\n- {level: a/b, stars: 2, tries: 4}\n")
    (world.home / "settings.yaml").write_text("volume: 35\n")
    two_games(world)
    with autosave_file().open("a") as file:
        file.write("- '0: no")


def start(world: World) -> None:
    assert settings.load()[0].volume in (35, Settings().volume)
    world.keep = world.window()
    database.holds("throw")
    world.try_action(lambda: world.keep.unfinished_with_moves)
    world.try_action(lambda: world.tell(world.keep.resume()[1], "note"))
    world.keep.wait_for_writes()
    world.try_action(throws.read)
    world.tell(history.read()[1], "note")
    world.tell(progress.read()[1], "note")


def check_start(world: World) -> None:
    assert settings.load() == (Settings(volume=35), "")
    assert world.keep.flush()
    assert resume(world).log == played(GAME, 4, seed=6).log
    assert [each.hits for each in throws.read().throws] == [0, 1, 2]
    assert [line.turns for line in history.read()[0].games] == [5]
    assert progress.read()[0].of("a/b").stars == 2
    aside = [path.name for path in world.home.rglob("*.broken-*")]
    assert {*aside} <= {"records.sqlite.broken-1"}  # SQLite takes EIO for a damaged file


def some_matches(world: World) -> None:
    two_copies(world)
    world.keep.rows()
    (world.home / "stranger.yaml").write_text(moments()[3][1])
    level = paths.levels() / "01-first-lob" / "02-usual.yaml"
    world.left = level_code.encode(level.read_text("utf-8"))


def library(world: World) -> None:
    """Write all files of the library; the player is told of what fails."""
    rows = world.keep.rows()
    first = paths.saves_dir() / "mine.yaml"
    if rows:
        world.keep.library.complete(rows[0], at_moment(2)[0], b"a picture")
        world.keep.library.picture(rows[0])
        world.try_action(lambda: world.keep.library.export(rows[0]))
    world.try_action(lambda: world.keep.library.retitle(first, "Yours"))
    world.try_action(lambda: world.keep.library.restore(world.keep.library.delete(first)))
    world.try_action(lambda: world.keep.bring_in(world.home / "stranger.yaml"))
    world.try_action(lambda: editor_file.add(world.left))
    world.keep.rows()


def check_list(world: World) -> None:
    found = {body(path) for path in paths.saves_dir().rglob("*.yaml") if path.is_file()}
    assert {moments()[1][1], moments()[2][1]} <= found
    assert moments()[3][1] in found or world.told
    for row in world.keep.rows():
        assert row.game == GAME
    for file in (world.home / "exports").glob("*.yaml"):
        assert body(file) in found
    names = [row.file for row in world.keep.rows() if not row.deleted]
    assert "mine.yaml" in names or world.told
    assert (levels.own_folder() / "the-usual-distance.yaml").exists() or world.told
    assert (world.home / "stranger.yaml").read_text() == moments()[3][1]


SCENARIOS: dict[str, tuple[Act, Act, Act]] = {
    "autosave": (nothing, autosave, check_autosave),
    "save as": (one_copy, save_as, check_copies),
    "save beside": (two_copies, save_beside, copied_beside),
    "load": (two_games, load, check_loading),
    "delete": (two_games, delete, check_deletion),
    "finish": (leave_unfinished, finish, check_finished),
    "settings": (some_settings, change, check_settings),
    "throws": (some_throws, throw, check_record),
    "first throws": (no_throws, throw, check_record),
    "profiles": (two_profiles, change_profiles, profiles_kept),
    "library": (some_matches, library, check_list),
    "two windows": (another_window, two_windows, one_window),
    "old files": (old_files, start, check_start),
}


# One run of a scenario


@contextmanager
def data_folder(home: Path, system: SystemCalls, before: Act) -> Iterator[World]:
    """Context manager: data folder with links to decoy files; afterwards no decoy has changed."""
    decoys = home / "decoys"
    decoys.mkdir(parents=True)
    world = home / "data"
    os.environ["CASTLECARDS_HOME"] = str(world)
    (world / "saves").mkdir(parents=True)
    found = World(world, system)
    before(found)
    found.told.clear()
    found.notes.clear()
    for number, name in enumerate(DECOYS):
        if not (world / name).exists():
            (decoys / str(number)).write_bytes(b"a decoy")
            (world / name).symlink_to(decoys / str(number))
    seen = {path.name: path.read_bytes() for path in decoys.iterdir()}
    yield found
    found.keep.close()
    assert {path.name: path.read_bytes() for path in decoys.iterdir()} == seen
    assert sorted(path.name for path in home.iterdir()) == ["data", "decoys"]


def handles() -> int:
    return len(os.listdir("/proc/self/fd"))


def run(name: str, home: Path, system: SystemCalls, number: int = -1, error: int = 0) -> list[Call]:
    """Run a scenario in which one call fails, check the promises, and return its calls."""
    before, act, after = SCENARIOS[name]
    files.removed_links()
    with data_folder(home, system, before) as world:
        opened = handles()
        with system.failing_call(number, error):
            act(world)
            calls = system.calls
        world.keep.wait_for_writes()
        assert handles() <= opened, "a file was left open"
        assert len(world.told) <= 1, world.told
        for told in (*world.told, *world.notes, *files.removed_links()):
            assert re.fullmatch(r"([\w.-].*\.\n?)+", told), told
            assert not re.search(r"Errno|Error\(|Traceback|None", told), told
        after(world)
        left = list(world.home.rglob(".*.tmp"))
        assert len(left) <= (number >= 0 and calls[number].name in ("unlink", "close")), left
    shutil.rmtree(home)
    return calls


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> Iterator[SystemCalls]:
    monkeypatch.setenv("CASTLECARDS_HOME", "")  # each run has its own folder
    monkeypatch.setattr(os, "fsync", lambda handle: None)  # no file has to survive a power failure
    monkeypatch.setattr(writer, "APPENDS_PER_REWRITE", 2)
    monkeypatch.setattr(instance_lock, "RETRY_FOR", 0.0)  # one attempt, even on a slow machine
    monkeypatch.setattr(database, "BUSY", 0.05)
    with replace_system_calls() as found:
        yield found


@pytest.fixture
def memory() -> Iterator[Path]:
    """Return a folder in memory if the system has one: SQLite syncs a disk in every run."""
    shared = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=shared if shared.is_dir() else None) as folder:
        yield Path(folder)


@pytest.mark.long
@pytest.mark.parametrize("name", SCENARIOS)
def test_any_call_may_fail(name: str, memory: Path, system: SystemCalls, depth: Depth) -> None:
    run(name, memory / "warm", system)
    calls = run(name, memory / "dry", system)
    assert run(name, memory / "dry", system) == calls, "the calls are not the same every time"
    places: dict[Call, int] = {}
    wrong = []
    for number, call in enumerate(calls):
        times = places[call] = places.get(call, -1) + 1
        kinds = call.errors
        if not depth.thorough:  # one fault for each place, of different kinds
            kinds = () if times else (kinds[len(places) % len(kinds)],)
        for error in kinds:
            home = memory / f"{number}-{error}"
            try:
                run(name, home, system, number, error)
            except Exception as problem:
                kind = errno.errorcode.get(error, "short")
                wrong.append(f"{number} {call} {kind}: {type(problem).__name__} {problem}"[:600])
    assert not wrong, f"{len(wrong)} of {len(calls)}\n" + "\n".join(wrong)


def test_a_process_that_cannot_be_started_is_done_without(
    system: SystemCalls, depth: Depth
) -> None:
    game = games()["castle_wars"]
    pos = played(game.id, 0).position
    assert game.advice is not None
    asked = Question(game.advice, view(pos, 0), (), Think(simulations=20))

    def start(number: int = -1, error: int = 0) -> list[Call]:
        supervisor = Supervisor()
        with system.failing_call(number, error):
            supervisor.start()
            calls = system.calls
        if supervisor.failed:
            supervisor.ask(asked)  # again, without a fault
            assert supervisor._child is not None, supervisor.failed
        supervisor.close()
        return calls

    start()
    opened = handles()
    seen: set[str] = set()
    for number, call in enumerate(start()):
        if call.name in STARTS and (depth.thorough or call.name not in seen):
            start(number, call.errors[len(seen) % len(call.errors)])
            seen.add(call.name)
    gc.collect()
    assert seen >= {"pipe", "fork_exec"}
    assert handles() <= opened
