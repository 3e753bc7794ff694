"""Saved games: the one that is going on, written after every action, and copies by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from castlecards import store
from castlecards.core.game import Game
from castlecards.core.save import SaveError
from castlecards.core.session import Session
from castlecards.ui import history

LARGEST = 1_000_000  # bytes of a save that is read


class Keep:
    """Where it says so it raises `StoreError`: one sentence for the player. Nothing is ever lost
    by a failed write."""

    def __init__(
        self, games: Mapping[str, Game[Any]], tell: Callable[[str], object] = lambda text: None
    ) -> None:
        """`tell` gets a sentence when an autosave fails."""
        self.games = games
        self.tell = tell
        self._told = False
        self._recorded: Session[Any] | None = None

    @property
    def unfinished(self) -> store.Entry | None:
        """The game that can be gone on with."""
        path = store.autosave_file()
        if not path.exists():
            return None
        return next((entry for entry in store.saves() if entry.path == path), None)

    def autosave(self, session: Session[Any]) -> bool:
        """After every action: writes the game that is going on; a finished one goes into the
        history, once. Never raises; False, and the player is told once, if it cannot be written."""
        try:
            if session.over:
                self._finish(session)
            else:
                store.write(store.autosave_file(), session.save(), title(session))
        except store.StoreError as error:
            if not self._told:
                self.tell(str(error))
            self._told = True
            return False
        self._told = False
        return True

    def copy(self, session: Session[Any]) -> Path:
        """A further save, which stays when the game goes on. Raises StoreError."""
        path = store.new_file(title(session))
        store.write(path, session.save(), title(session))
        return path

    def set_aside(self) -> None:
        """The unfinished game becomes one of the saved games. Raises StoreError."""
        session, _ = self.resume()
        if session is not None:
            self.copy(session)
        self.forget()

    def resume(self) -> tuple[Session[Any] | None, str]:
        """The unfinished game, and what there is to say about it. Raises StoreError.

        A file that cannot be played is put aside, and the state before it taken.
        """
        return store.newest(store.autosave_file(), self._load)

    def load(self, path: Path) -> Session[Any]:
        """Raises SaveError, with `good` where a beginning can be played, and StoreError."""
        try:
            return self._load(path)
        except OSError as error:
            raise store.StoreError(f"{path.name} cannot be read: {error.strerror}.") from error

    def saves(self) -> tuple[store.Entry, ...]:
        """All saved games, newest first, the unfinished one among them."""
        return store.saves()

    def delete(self, path: Path) -> None:
        """Raises StoreError."""
        store.remove(path)

    def forget(self) -> None:
        """There is no unfinished game any more. Raises StoreError."""
        store.remove(store.autosave_file())

    def _finish(self, session: Session[Any]) -> None:
        if session is not self._recorded:
            history.add(history.played(session))
            self._recorded = session
        self.forget()

    def _load(self, path: Path) -> Session[Any]:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise ValueError(
                f"{path.name}: larger than {LARGEST // 1000} kB, so it is no saved game"
            )
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            raise ValueError(f"{path.name}: this is not a text file") from error
        return Session.load(text, path.name, self.games)


def title(session: Session[Any]) -> str:
    """A saved game in a line: "Title – Anna, Bert – 12 moves"."""
    return f"{session.game.title} – {', '.join(session.names)} – {moves(session.at)}"


def moves(count: int) -> str:
    """ "1 move", "12 moves"."""
    return f"{count} move{'' if count == 1 else 's'}"


def good(error: Exception) -> Session[Any] | None:
    """The beginning that can be played, of a save that cannot be played whole."""
    return error.good if isinstance(error, SaveError) else None
