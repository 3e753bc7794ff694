"""Finished matches: each is kept by itself, as a save that nothing is played on in.

A match is written when it ends. Taken back and finished again it takes the place of its first end,
also where the program was left in between.
"""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import Any

from castlecards import data, store
from castlecards.core.save import dump_session
from castlecards.core.session import Session
from castlecards.ui.history import headline

FOLDER = "finished"  # below the saved games
MOST = 200  # matches; older ones are removed


class FinishedFolder:
    """The folder of finished matches, as one window knows it."""

    def __init__(self, saves: Path) -> None:
        """`saves`: the folder of the saved games."""
        self.folder = saves / FOLDER
        self._session: Session[Any] | None = None  # of the last match that was kept or read,
        self._path: Path | None = None  # its file; None: not known
        self._text = ""  # and what that holds

    def entries(self) -> tuple[store.Entry, ...]:
        """The finished matches, newest first; one line of each is read."""
        return store.saves(self.folder)

    def read(self, session: Session[Any], path: Path) -> None:
        """Notes a finished match that was read from `path`: it is not kept a second time."""
        self._session, self._path, self._text = session, path, dump_session(session)

    def keep(self, session: Session[Any], resumed: bool) -> None:
        """Write a finished match, once. Raises StoreError; then nothing has changed.

        `resumed`: it was read from a save, so it may have ended before.
        """
        text = dump_session(session)
        if session is not self._session:
            deal = f"{session.game.id}-deal-{session.seed}"
            self._path = self._ended(deal, text) if resumed else None
            self._session, self._text = session, ""
        if text == self._text:
            return
        if self._path is None or self._path.parent != self.folder:
            self._path = store.new_file(f"{session.game.id}-deal-{session.seed}", self.folder)
        store.write_bytes(self._path, f"# {title(session)}\n{text}".encode())
        self._text = text
        self._thin_out(self._path)

    def _ended(self, deal: str, text: str) -> Path | None:
        """The file of an earlier end of the same match: of the same deal, and at least half of its
        log is the same. None: there is none."""
        stem = deal.replace("_", "-")
        lines = _log(text)
        for entry in self.entries():
            if not re.fullmatch(rf"{re.escape(stem)}(-\d+)?", entry.path.stem):
                continue
            try:
                kept = _log(data.read_text(entry.path, entry.path.name))
            except (OSError, ValueError):
                continue
            same = 0
            for one, two in zip(kept, lines, strict=False):
                if one != two:
                    break
                same += 1
            if 2 * same >= len(kept) > 0:
                return entry.path
        return None

    def _thin_out(self, newest: Path) -> None:
        """Remove the oldest; never the newest, whatever date its file has."""
        others = [entry.path for entry in self.entries() if entry.path != newest]
        for path in others[MOST - 1 :]:
            with contextlib.suppress(store.StoreError):  # the next match tries again
                store.remove(path)


def title(session: Session[Any]) -> str:
    """A finished match in a line: "Title – Anna, Bert – Anna wins"."""
    return f"{session.game.title} – {', '.join(session.names)} – {headline(session)}"


def _log(text: str) -> list[str]:
    """The lines of the log of a save."""
    return text.partition("\nlog:\n")[2].splitlines()
