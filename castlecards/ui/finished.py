"""Folder of finished matches: each is stored in a file of its own, as a save.

A match is written when it ends. If the player undoes the end and finishes again, the new end
replaces the old one, even if the program was closed in between.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from castlecards import data, files, store
from castlecards.core.save import dump_session
from castlecards.core.session import Session
from castlecards.texts import tr
from castlecards.ui.history import headline

FOLDER = "finished"  # subfolder of the saved games


class FinishedFolder:
    """Reader and writer of finished matches, for one window."""

    def __init__(self, saves: Path) -> None:
        """`saves`: folder of the saved games."""
        self.folder = saves / FOLDER
        self._session: Session[Any] | None = None  # the last match kept or read
        self._path: Path | None = None  # its file, if known
        self._text = ""  # content of that file

    def note_read(self, session: Session[Any], path: Path) -> None:
        """Remember that a finished match was read from `path`, so that it is not stored again."""
        self._session, self._path, self._text = session, path, dump_session(session)

    def path_of(self, session: Session[Any]) -> Path | None:
        """File of the match that was kept or read last; None for any other."""
        return self._path if session is self._session else None

    def keep(self, session: Session[Any], resumed: bool) -> None:
        """Write a finished match, once. Raises StoreError; then nothing has changed.

        `resumed`: the match was read from a save, so an earlier end may be stored.
        """
        text, deal = dump_session(session), f"{session.game.id}-deal-{session.seed}"
        if session is not self._session:
            self._path = self._ended(deal, text) if resumed else None
            self._session, self._text = session, ""
        if text == self._text:
            return
        if self._path is None or self._path.parent != self.folder:
            self._path = store.new_file(deal, self.folder)
        store.write_bytes(self._path, f"# {title(session)}\n{text}".encode())
        self._text = text

    def _ended(self, deal: str, text: str) -> Path | None:
        """File of an earlier end of the same match, or None.

        It has the same deal, and at least half of its log is the same.
        """
        stem = deal.replace("_", "-")
        lines = _log(text)
        for path in files.listed(self.folder, stem):
            if not re.fullmatch(rf"{re.escape(stem)}(-\d+)?", path.stem):
                continue
            try:
                kept = _log(data.read_text(path, path.name))
            except (OSError, ValueError):
                continue
            same = 0
            for one, two in zip(kept, lines, strict=False):
                if one != two:
                    break
                same += 1
            if 2 * same >= len(kept) > 0:
                return path
        return None


def title(session: Session[Any]) -> str:
    """Title of a finished match: "Title – Anna, Bert – Anna wins"."""
    about = {"game": session.game.title, "names": ", ".join(session.names)}
    return tr("{game} – {names} – {result}", **about, result=headline(session))


def _log(text: str) -> list[str]:
    """Lines of the log in the text of a save."""
    return text.partition("\nlog:\n")[2].splitlines()
