"""Saved games: the one that is going on, written after every action, and copies by name.

A writer beside the frames writes it; before anything is read, all that waits is written. A game
that could not be written stays here, to be gone on with and written as soon as that works.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from castlecards import data, store
from castlecards.core.game import Game
from castlecards.core.plurals import counted
from castlecards.core.save import (
    Diary,
    Foreign,
    SaveError,
    dump_session,
    load_session,
    plain_words,
    reached,
)
from castlecards.core.session import Session
from castlecards.instance_lock import InstanceLock
from castlecards.ui import history
from castlecards.ui.finished import FinishedFolder
from castlecards.ui.writer import Job, Slot, Writer, WriteResult

RELIEVED = "Another window goes on with the unfinished game: this one keeps no game any more."
EARLIER = "The unfinished game is damaged: you go on from an earlier moment of it."
LOST = "The unfinished game is damaged, and can't be gone on with."
LARGEST = 2**20  # bytes; a file in which more than the last line is wrong, if it is no save at all


class Keep:
    """Where it says so it raises `StoreError`: one sentence for the player. Nothing is ever lost
    by a failed write."""

    def __init__(
        self,
        games: Callable[[], Mapping[str, Game[Any]]],
        tell: Callable[[str, str], object] = lambda text, kind: None,
        instance_lock: InstanceLock | None = None,
    ) -> None:
        """`games`: all by id, asked for where a match is read, as they may still be loading; `tell`
        gets a sentence, and its kind, when an autosave fails and when it works again; `claim`: of
        this window on the data folder."""
        self.games = games
        self.tell = tell
        self.slot = Slot(instance_lock)
        self.writer = Writer(self.slot)
        self._finished = FinishedFolder(self.slot.path.parent)
        self.unsaved: Session[Any] | None = None  # what the disk does not have yet
        self._diary = Diary()  # of the session that was written last
        self._written: Session[Any] | None = None
        self._told = False
        self._relieved = False
        self._recorded: Session[Any] | None = None
        self._forgotten = True  # the file of the recorded game
        self._resumed: Session[Any] | None = None  # the last one that was read from a save

    @property
    def unfinished(self) -> store.Entry | None:
        """The game that can be gone on with."""
        self.wait_for_writes()
        if self.unsaved is not None:
            now = datetime.datetime.now().astimezone()
            return store.Entry(self.slot.path, title(self.unsaved), now)
        entry = self.slot.entry()
        return None if entry is None else _dated(entry)

    @property
    def missed(self) -> store.Entry | None:
        """The unfinished game, if anything was played in it, as far as one can tell."""
        entry = self.unfinished
        if entry is None:
            return None
        try:
            session = self.unsaved or self._load(self.slot.path)
        except (OSError, ValueError):
            return entry  # it is another program's, or broken
        return entry if session.log else None

    def autosave(self, session: Session[Any]) -> None:
        """After every action: the game that is going on is handed to the writer, what is new of it
        or the whole; a finished one goes into the history and to the finished matches, once. Never
        raises; the player is told once if it cannot be written. Practice is not kept."""
        if session.practice:
            return
        if session.over:
            self.wait_for_writes()
            try:
                self._finish(session)
            except store.StoreError as error:
                self._learn(WriteResult(session, str(error)))
            else:
                self._learn(WriteResult(session))
            return
        self.poll_writes()
        more = self._diary.more(session)
        if more is None:
            self.writer.put(Job(self._diary.whole(session), True, title(session), session))
        elif more or self.unsaved is not None:
            self.writer.put(Job(more, False, title(session), session))
        self._written, self._forgotten = session, session is not self._recorded

    def poll_writes(self) -> None:
        """What became of the last writes; the player is told what is new. Once a frame."""
        for written in self.writer.heard():
            self._learn(written)

    def wait_for_writes(self) -> None:
        """Waits for the disk; whatever can be written is."""
        self.writer.wait()
        self.poll_writes()

    def close(self) -> None:
        """Nothing more is kept by this window."""
        self.writer.close()

    def _learn(self, written: WriteResult) -> None:
        if not written.ours:
            self.unsaved = written.of
            self.relieved()
            return
        if written.error:
            if not self._told:
                self.tell(written.error, "error")
            self._told = True
            self.unsaved = written.of
            return
        self._heard(written.told)
        if self._told:
            self.tell("The game is saved again.", "note")
        self._told = False
        self.unsaved = None

    def relieved(self) -> bool:
        """Has another window taken over the unfinished game? The player is told once."""
        instance_lock = self.slot.instance_lock
        if instance_lock is None or instance_lock.guest or instance_lock.held:
            return False
        if not self._relieved:
            self._relieved = True
            self.tell(RELIEVED, "error")
        return True

    def flush(self) -> bool:
        """All that is kept is on the disk, the unfinished game as a whole; False: it cannot be."""
        self.wait_for_writes()
        session = self.unsaved or self._written
        if session is not None and not session.over and (self.unsaved or self.writer.grown):
            job = Job(self._diary.whole(session), True, title(session), session)
            self.writer.put(job)
            self.wait_for_writes()
        elif self.unsaved is not None:
            self.autosave(self.unsaved)
        guest = not self.slot.ours and not self.relieved()
        return self.unsaved is None or guest

    @property
    def others(self) -> bool:
        """Are there saved games besides the unfinished one?"""
        return store.any_save(besides=self.slot.path) or bool(self.finished())

    def finished(self) -> tuple[store.Entry, ...]:
        """The finished matches, newest first."""
        return self._finished.entries()

    def copies(self) -> tuple[store.Entry, ...]:
        """The saved games without the unfinished one, newest first."""
        return tuple(entry for entry in store.saves() if entry.path != self.slot.path)

    def copy(self, session: Session[Any], name: str = "") -> Path:
        """A further save, which stays when the game goes on. One with a name of its own takes the
        place of the saved game that has this name, whose state stays as an older one. Raises
        StoreError."""
        path = None
        if name:
            called = name.casefold()
            same = (entry.path for entry in self.copies() if entry.title.casefold() == called)
            path = next(same, None)
        name = name or title(session)
        path = path or store.new_file(name)
        store.write(path, dump_session(session), name)
        return path

    def set_aside(self) -> None:
        """The unfinished game becomes one of the saved games. Raises StoreError."""
        waiting = self.unfinished
        if waiting is None:
            return
        try:
            session, _ = self._resume()
        except Foreign as error:  # it names the generation
            states = store.generations(self.slot.path)
            file = next(state for state in states if state.name == error.problems[0].name)
            store.move(file, store.new_file(waiting.title))
        else:
            if session is not None and session.log:
                self.copy(session)
        self.forget()

    def make_way(self, session: Session[Any]) -> None:
        """Before a saved game takes the place of the unfinished one, which is set aside unless it
        is an earlier moment of the same match. Raises StoreError."""
        self.wait_for_writes()
        if self.unsaved is None and self.slot.ours:
            try:
                waiting = self._load(self.slot.path)
            except (OSError, ValueError):
                pass  # it is set aside in whatever state it is
            else:
                if _earlier(waiting, session):
                    self.slot.look()
                    return
        self.set_aside()

    def resume(self) -> tuple[Session[Any] | None, str]:
        """The unfinished game, and what there is to say about it. Raises StoreError.

        A file that cannot be played is put aside, and the state before it taken; where there is
        none, the beginning that can be played. One for other rules or cards is left alone.
        """
        try:
            return self._resume()
        except Foreign as error:
            said = f"{plain_words(error)} It is kept as it is."
            raise store.StoreError(f"{said}\n{first_line(error)}") from error

    def _resume(self) -> tuple[Session[Any] | None, str]:
        self.wait_for_writes()
        if self.unsaved is not None or not self.slot.ours:
            return self.unsaved, ""
        parts: list[Session[Any]] = []
        cut: list[str] = []

        def read(path: Path) -> Session[Any]:
            try:
                return self._load(path)
            except Foreign as error:
                raise _Stop(error) from error
            except ValueError as error:
                part = self._uncut(path)
                if part is not None:
                    cut.append(f"{path.name}: its last line was cut off, and is left out.")
                    return part
                parts.extend(filter(None, (good(error),)))
                raise

        try:
            session, told = store.newest(self.slot.path, read)
        except _Stop as stop:
            raise stop.foreign from None
        finally:
            self.slot.look()
        longest = max(parts, key=lambda part: len(part.log), default=None)
        further = session is None or (longest is not None and _earlier(session, longest))
        if longest is not None and longest.log and further:
            told = told if session is None else told.rpartition("\n")[0]
            session = longest
            told += f"\n{counted(len(longest.log), 'move')} from its beginning can be played."
        if told:
            told = f"{EARLIER if session is not None else LOST}\n{told}"
        told = "\n".join(filter(None, (told, *cut)))
        if session is not None and told:
            self.autosave(session)
        self._resumed = session
        return session, told

    def load(self, path: Path) -> Session[Any]:
        """Raises DataError, with `good` where a beginning can be played, and StoreError."""
        self.wait_for_writes()
        try:
            session = self._load(path)
        except OSError as error:
            raise store.StoreError(f"{path.name} cannot be read: {error.strerror}.") from error
        if session.over:
            self._recorded, self._forgotten = session, True  # when it was played
            self._finished.read(session, path)
        self._resumed = session
        return session

    def saves(self) -> tuple[store.Entry, ...]:
        """All saved games, newest first, the unfinished one among them."""
        self.wait_for_writes()
        ours, slot = self.slot.ours, self.slot.path
        return tuple(
            _dated(entry) if entry.path == slot else entry
            for entry in store.saves()
            if ours or entry.path != slot
        )

    def delete(self, path: Path) -> None:
        """Raises StoreError."""
        if path == self.slot.path:
            self.forget()
        else:
            store.remove(path)

    def matches(self, game: str, name: str) -> int:
        """How many matches of a game somebody of that name has finished."""
        return sum(each.game == game and name in each.names for each in history.read()[0].games)

    def forget(self) -> None:
        """There is no unfinished game any more. Raises StoreError."""
        self.wait_for_writes()
        self.unsaved = self._written = None
        self._diary = Diary()
        if self.slot.ours:
            self.slot.clear()
            self._heard(self.slot.told)

    def _heard(self, told: str) -> None:
        if told:
            self.tell(told, "note")

    def _finish(self, session: Session[Any]) -> None:
        """Keeps the match, then records it, then gives up its autosave. Each is tried even if the
        one before fails, but nothing is given up before the match is kept and recorded. Raises
        StoreError."""
        try:
            self._finished.keep(session, session is self._resumed)
        finally:
            self._record(session)
        if not self._forgotten:
            self.forget()
            self._forgotten = True

    def _record(self, session: Session[Any]) -> None:
        """Adds a finished match to the history, once. Raises StoreError."""
        if session is self._recorded:
            return
        told = history.add(history.finished_game(session))
        self._recorded, self._forgotten = session, False
        if told:
            self.tell(told, "error")

    def _load(self, path: Path) -> Session[Any]:
        return load_session(data.read_text(path, path.name), path.name, self.games())

    def _uncut(self, path: Path) -> Session[Any] | None:
        """The match in a save whose last line was cut off while it was appended; None: that is not
        what is wrong with it. Raises OSError."""
        raw = store.read(path)
        if raw is None or len(raw) > LARGEST:
            return None
        lines = raw[: raw.rstrip(b"\0").rfind(b"\n") + 1]
        try:
            return load_session(lines.decode(), path.name, self.games()) if lines != raw else None
        except ValueError:
            return None


class _Stop(Exception):
    """Looking for older states ends here: the newest is good, but not for this program."""

    def __init__(self, foreign: Foreign) -> None:
        super().__init__(str(foreign))
        self.foreign = foreign


def title(session: Session[Any]) -> str:
    """A saved game in a line: "Title – Anna, Bert – 12 moves"."""
    return f"{session.game.title} – {', '.join(session.names)} – {counted(session.at, 'move')}"


def _dated(entry: store.Entry) -> store.Entry:
    """As many moves as there are by now: the title stands where the file begins."""
    try:
        moves = reached(data.read_text(entry.path, entry.path.name))
    except (OSError, ValueError):
        return entry  # it is broken, and is dealt with where it is opened
    if moves is None:
        return entry
    return replace(entry, title=re.sub(r"[\d,]+ moves?$", counted(moves, "move"), entry.title))


def first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]


def _earlier(one: Session[Any], two: Session[Any]) -> bool:
    """Is `one` a moment of the match `two`, up to its end?"""

    def match(session: Session[Any]) -> tuple[object, ...]:
        about = session.options, session.players, session.seed, session.kinds, session.names
        return (session.game.id, *about)

    return match(one) == match(two) and one.log == two.log[: len(one.log)]


def good(error: Exception) -> Session[Any] | None:
    """The beginning that can be played, of a save that cannot be played whole."""
    return error.good if isinstance(error, SaveError) else None
