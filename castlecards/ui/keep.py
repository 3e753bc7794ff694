"""Saved games: autosave of the unfinished game after every action, and named copies.

A background thread writes the autosave (`Writer`). Before anything is read, all waiting writes are
done. A game that could not be written stays in memory and is written as soon as that works.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from castlecards import data, database, store
from castlecards.core.game import Game
from castlecards.core.save import (
    IncrementalSave,
    SaveError,
    VersionMismatch,
    dump_session,
    load_session,
    logged_line,
    plain_words,
)
from castlecards.core.session import Session
from castlecards.instance_lock import InstanceLock
from castlecards.texts import counted, ntr, tr
from castlecards.ui import finished, history
from castlecards.ui.finished import FinishedFolder
from castlecards.ui.library import Library, Row
from castlecards.ui.writer import Job, Slot, Writer, WriteResult

TAKEN_OVER = tr("Another window took over your unfinished game. This window no longer saves games.")
EARLIER = tr("Your unfinished game was damaged. You continue from an earlier moment.")
LOST = tr("Your unfinished game is damaged. You can’t continue it.")
LARGEST = 2**20  # bytes; a larger file is not examined for a cut last line


class Keep:
    """Store of saved games for one window. A failed write never loses a game.

    Methods that can fail raise `StoreError` with one sentence for the player.
    """

    def __init__(
        self,
        games: Callable[[], Mapping[str, Game[Any]]],
        tell: Callable[[str, str], object] = lambda text, kind: None,
        instance_lock: InstanceLock | None = None,
        records_of: Callable[[str], Path | None] = lambda name: database.file(),
    ) -> None:
        """`games` returns all games by id; called only when a match is read, as it can block.

        `tell` gets a sentence and its kind when autosave fails and when it works again;
        `instance_lock`: this window's lock on the data folder; `records_of`: database of a player
        by name, None for a guest; "" is the player who practises.
        """
        self.games = games
        self.tell = tell
        self.slot = Slot(instance_lock)
        self.writer = Writer(self.slot)
        self.library = Library(self.slot.path.parent)
        self._finished = FinishedFolder(self.slot.path.parent)
        self.unsaved: Session[Any] | None = None  # the game, if its last write failed
        self._incremental_save = IncrementalSave()  # of the session written last
        self._written: Session[Any] | None = None
        self._failure_told = False
        self._takeover_told = False
        self._records_of = records_of
        self._recorded: Session[Any] | None = None
        self._recorded_in: list[Path] = []  # databases that have the match `_recording`
        self._recording: Session[Any] | None = None
        self._forgotten = True  # the autosave of the recorded game is deleted
        self._resumed: Session[Any] | None = None  # the last session read from a save

    @property
    def unfinished(self) -> store.Entry | None:
        """Entry of the unfinished game, or None."""
        self.wait_for_writes()
        if self.unsaved is not None:
            now = datetime.datetime.now().astimezone()
            return store.Entry(self.slot.path, title(self.unsaved), now)
        entry = self.slot.entry()
        return None if entry is None else _dated(entry)

    @property
    def unfinished_with_moves(self) -> store.Entry | None:
        """Entry of the unfinished game, None if nothing has been played in it.

        An unreadable game counts as played.
        """
        entry = self.unfinished
        if entry is None:
            return None
        try:
            session = self.unsaved or self._load(self.slot.path)
        except (OSError, ValueError):
            return entry  # damaged, or saved by another version
        return entry if session.log else None

    def autosave(self, session: Session[Any]) -> None:
        """Save after an action. Never raises; the player is told once if saving fails.

        An unfinished game goes to the writer: its new part, or the whole. A finished one goes into
        the history and the finished matches, once. Practice is not saved.
        """
        if session.practice:
            return
        if session.over:
            self.wait_for_writes()
            try:
                self._finish(session)
            except store.StoreError as error:
                self._handle_result(WriteResult(session, str(error)))
            else:
                self._handle_result(WriteResult(session))
            return
        self.poll_writes()
        more = self._incremental_save.appended_text(session)
        if more is None:
            self.writer.put(
                Job(self._incremental_save.full_text(session), True, title(session), session)
            )
        elif more or self.unsaved is not None:
            self.writer.put(Job(more, False, title(session), session))
        self._written, self._forgotten = session, session is not self._recorded

    def poll_writes(self) -> None:
        """Process the results of recent writes and tell the player; called once a frame."""
        for result in self.writer.take_results():
            self._handle_result(result)

    def wait_for_writes(self) -> None:
        """Wait until all pending writes are done."""
        self.writer.wait()
        self.poll_writes()

    def close(self) -> None:
        """Finish pending writes and stop the writer thread."""
        self.writer.close()

    def _handle_result(self, result: WriteResult) -> None:
        if not result.ours:
            self.unsaved = result.of
            self.is_taken_over()
            return
        if result.error:
            if not self._failure_told:
                self.tell(result.error, "error")
            self._failure_told = True
            self.unsaved = result.of
            return
        self._notify(result.message)
        if self._failure_told:
            self.tell(tr("Saving your game works again."), "note")
        self._failure_told = False
        self.unsaved = None

    def is_taken_over(self) -> bool:
        """True if another window has taken over the unfinished game; the player is told once."""
        instance_lock = self.slot.instance_lock
        if instance_lock is None or instance_lock.saving_disabled or instance_lock.held:
            return False
        if not self._takeover_told:
            self._takeover_told = True
            self.tell(TAKEN_OVER, "error")
        return True

    def flush(self) -> bool:
        """Write everything, the unfinished game as a whole. Return False if that fails."""
        self.wait_for_writes()
        session = self.unsaved or self._written
        if session is not None and not session.over and (self.unsaved or self.writer.has_appends):
            job = Job(self._incremental_save.full_text(session), True, title(session), session)
            self.writer.put(job)
            self.wait_for_writes()
        elif self.unsaved is not None:
            self.autosave(self.unsaved)
        guest = not self.slot.ours and not self.is_taken_over()
        return self.unsaved is None or guest

    def add_picture(self, session: Session[Any], draw: Callable[[], bytes]) -> None:
        """Store the picture of a match that is put down; `draw` is called if its file is there."""
        if not self.flush() or not self.slot.ours:
            return
        path = self._finished.path_of(session) if session.over else self.slot.path
        row = None if path is None else self.library.row(path)
        if row is not None:
            self.library.complete(row, session, draw())

    @property
    def has_other_saves(self) -> bool:
        """True if there are saved games or finished matches besides the unfinished game."""
        return self.library.any_save(besides=self.slot.path)

    def rows(self) -> tuple[Row, ...]:
        """Rows of all matches, newest first; the unfinished game only if this window saves it."""
        self.wait_for_writes()
        rows = self.library.rows()
        if self.slot.ours:
            return rows
        return tuple(row for row in rows if self.library.path(row) != self.slot.path)

    def copies(self) -> tuple[store.Entry, ...]:
        """Saved games without the unfinished one, newest first."""
        return tuple(entry for entry in store.saves() if entry.path != self.slot.path)

    def copy(self, session: Session[Any], name: str = "") -> Path:
        """Save a copy and return its path. Raises StoreError.

        With a `name`, the copy replaces the saved game of that name, which stays available as an
        older generation.
        """
        path = None
        if name:
            folded_name = name.casefold()
            same = (entry.path for entry in self.copies() if entry.title.casefold() == folded_name)
            path = next(same, None)
        name = name or title(session)
        path = path or store.new_file(name)
        store.write(path, dump_session(session), name)
        return path

    def set_aside(self) -> Path | None:
        """Move the unfinished game to the saved games and return its path there.

        None if nothing had been played in it. Raises StoreError.
        """
        waiting, moved = self.unfinished, None
        if waiting is None:
            return None
        try:
            session, _ = self._resume()
        except VersionMismatch as error:  # the error names the generation
            states = store.generations(self.slot.path)
            file = next(state for state in states if state.name == error.problems[0].name)
            moved = store.new_file(waiting.title)
            store.move(file, moved)
        else:
            if session is not None and session.log:
                moved = self.copy(session)
        self.forget()
        return moved

    def free_autosave(self, session: Session[Any]) -> None:
        """Free the autosave for `session`, a saved game. Raises StoreError.

        The unfinished game is set aside, unless it is an earlier moment of the same match.
        """
        self.wait_for_writes()
        if self.unsaved is None and self.slot.ours:
            try:
                waiting = self._load(self.slot.path)
            except (OSError, ValueError):
                pass  # set aside even if damaged
            else:
                if _earlier(waiting, session):
                    self.slot.remember_content()
                    return
        self.set_aside()

    def resume(self) -> tuple[Session[Any] | None, str]:
        """Load the unfinished game; also return a message, "" for none. Raises StoreError.

        A damaged file is put aside and the previous generation is used; without one, the longest
        playable beginning. A save for other rules or cards is left untouched.
        """
        try:
            return self._resume()
        except VersionMismatch as error:
            said = [plain_words(error), tr("The file is unchanged.")]
            raise store.StoreError(f"{' '.join(said)}\n{first_line(error)}") from error

    def _resume(self) -> tuple[Session[Any] | None, str]:
        self.wait_for_writes()
        if self.unsaved is not None or not self.slot.ours:
            return self.unsaved, ""
        parts: list[Session[Any]] = []
        cut: list[str] = []

        def read(path: Path) -> Session[Any]:
            try:
                return self._load(path)
            except VersionMismatch as error:
                raise _Stop(error) from error
            except ValueError as error:
                part = self._uncut(path)
                if part is not None:
                    cut.append(
                        tr("{name}: the last line was incomplete and is left out.", name=path.name)
                    )
                    return part
                parts.extend(filter(None, (playable_beginning(error),)))
                raise

        try:
            session, message = store.newest(self.slot.path, read)
        except _Stop as stop:
            raise stop.foreign from None
        finally:
            self.slot.remember_content()
        longest = max(parts, key=lambda part: len(part.log), default=None)
        longer = session is None or (longest is not None and _earlier(session, longest))
        if longest is not None and longest.log and longer:
            message = message if session is None else message.rpartition("\n")[0]
            session = longest
            message += "\n" + ntr(
                len(longest.log),
                "You can play its first move.",
                "You can play its first {n} moves.",
            )
        if message:
            message = f"{EARLIER if session is not None else LOST}\n{message}"
        message = "\n".join(filter(None, (message, *cut)))
        if session is not None and message:
            self.autosave(session)
        self._resumed = session
        return session, message

    def load(self, path: Path) -> Session[Any]:
        """Load a saved game.

        Raises DataError, with `playable_beginning` for a playable beginning, and StoreError.
        """
        self.wait_for_writes()
        session = self.peek(path)
        if session.over:
            self._recorded, self._forgotten = session, True  # it is already in the history
            self._finished.note_read(session, path)
        self._resumed = session
        return session

    def peek(self, path: Path) -> Session[Any]:
        """Load a match only to look at it. Raises DataError and StoreError, like `load`."""
        try:
            return self._load(path)
        except OSError as error:
            raise store.StoreError(store.sentence(error, path, "read")) from error

    def bring_in(self, path: Path) -> Path:
        """Import a match from any file as a new save, and return its path.

        Nothing of the file is used but a match that can be replayed. Raises DataError and
        StoreError.
        """
        session = self.peek(path)
        return self.library.add(session, (finished.title if session.over else title)(session))

    def delete(self, path: Path) -> Path | None:
        """Move a save to the deleted ones and return its path there. Raises StoreError.

        None if nothing had been played in the unfinished game, or it could not be read.
        """
        moved = self.set_aside() if path == self.slot.path else path
        return None if moved is None else self.library.delete(moved)

    def matches(self, game: str, name: str) -> int:
        """Number of finished matches of a game with a player of this name."""
        path = self._records_of(name)
        played = () if path is None else history.read(path)[0].games
        return sum(line.game == game and name in line.names for line in played)

    def forget(self) -> None:
        """Delete the unfinished game. Raises StoreError."""
        self.wait_for_writes()
        self.unsaved = self._written = None
        self._incremental_save = IncrementalSave()
        if self.slot.ours:
            self.slot.clear()
            self._notify(self.slot.message)

    def _notify(self, message: str) -> None:
        if message:
            self.tell(message, "note")

    def _finish(self, session: Session[Any]) -> None:
        """Store a finished match, add it to the history, then delete its autosave.

        The history is written even if storing fails; the autosave is deleted only after both have
        succeeded. Raises StoreError.
        """
        try:
            self._finished.keep(session, session is self._resumed)
        finally:
            self._record(session)
        if not self._forgotten:
            self.forget()
            self._forgotten = True

    def _record(self, session: Session[Any]) -> None:
        """Add a finished match to the history of each of its people, once. Raises StoreError."""
        if session is self._recorded:
            return
        from castlecards.ui import medals  # loads the games

        if session is not self._recording:
            self._recording, self._recorded_in = session, []
        people = [n for n in range(session.players) if not session.is_computer(n)]
        paths = {n: self._records_of(session.names[n]) for n in people} or {
            -1: self._records_of("")
        }
        for path in dict.fromkeys(filter(None, paths.values())):
            if path not in self._recorded_in:
                others = [n for n, own in paths.items() if own != path]
                message = history.add(history.finished_game(session, others), path)
                self._recorded_in.append(path)
                if message:
                    self.tell(message, "error")
                medals.tell_new(self.tell, path.parent)
        self._recorded, self._forgotten = session, False

    def _load(self, path: Path) -> Session[Any]:
        return load_session(data.read_text(path, path.name), path.name, self.games())

    def _uncut(self, path: Path) -> Session[Any] | None:
        """Match in a save whose last line was cut off by an interrupted write.

        None if the file has another fault. Raises OSError.
        """
        raw = store.read(path)
        if raw is None or len(raw) > LARGEST:
            return None
        lines = raw[: raw.rstrip(b"\0").rfind(b"\n") + 1]
        try:
            return load_session(lines.decode(), path.name, self.games()) if lines != raw else None
        except ValueError:
            return None


class _Stop(Exception):
    """Signal to stop the search for older generations: the save fits another version."""

    def __init__(self, foreign: VersionMismatch) -> None:
        super().__init__(str(foreign))
        self.foreign = foreign


def title(session: Session[Any]) -> str:
    """Title of a saved game: "Title – Anna, Bert – 12 moves"."""
    names = ", ".join(session.names)
    moves = counted(session.at, "move")
    return tr("{game} – {names} – {moves}", game=session.game.title, names=names, moves=moves)


def _dated(entry: store.Entry) -> store.Entry:
    """Entry with the present number of moves: the title in the file is not updated by appends."""
    try:
        moves = logged_line(data.read_text(entry.path, entry.path.name))
    except (OSError, ValueError):
        return entry  # a damaged file is handled when it is opened
    if moves is None:
        return entry
    return replace(entry, title=re.sub(r"[\d,]+ moves?$", counted(moves, "move"), entry.title))


def first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]


def _earlier(one: Session[Any], two: Session[Any]) -> bool:
    """True if `one` is the match `two` at an earlier or the same moment."""

    def match(session: Session[Any]) -> tuple[object, ...]:
        about = session.options, session.players, session.seed, session.kinds, session.names
        return (session.game.id, *about)

    return match(one) == match(two) and one.log == two.log[: len(one.log)]


def playable_beginning(error: Exception) -> Session[Any] | None:
    """Playable beginning of a damaged save, or None."""
    return error.playable if isinstance(error, SaveError) else None
