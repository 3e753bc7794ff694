"""The file of the one unfinished game: written only by the window whose it is, and never over a
game that this window does not know."""

from __future__ import annotations

import contextlib
from pathlib import Path

from castlecards import store
from castlecards.claim import Claim

MEANWHILE = "Another window had saved a game meanwhile; it is kept among the saved games."


class Slot:
    """`told`: what there is to say about the last change; "" for nothing."""

    def __init__(self, claim: Claim | None = None) -> None:
        """`claim`: of this window on the data folder; None: there is no other window."""
        self.claim = claim
        self.told = ""
        # asked once: a writer that is late does not follow to another data folder
        self.path: Path = store.autosave_file()
        self._seen = store.stamp(self.path)  # of the file as this window wrote or read it last

    @property
    def ours(self) -> bool:
        """May this window write to it?"""
        return self.claim is None or self.claim.held

    def entry(self) -> store.Entry | None:
        """The game in it, which this window knows from now on; None: there is none, or it is
        another window's."""
        if not self.ours:
            return None
        self.look()
        return store.entry(self.path)

    def look(self) -> None:
        """What is in the file now is known."""
        self._seen = store.stamp(self.path)

    def write(self, text: str, title: str) -> None:
        """Raises StoreError; then the file holds what it held before."""
        self._spare()
        store.write(self.path, text, title)
        self.look()

    def append(self, text: str) -> bool:
        """Goes on with the file, if that is as this window left it; False: it is not. Raises
        StoreError; then the file holds what it held before."""
        if self._seen is None or store.stamp(self.path) != self._seen:
            return False
        try:
            store.append(self.path, text)
        finally:
            self.look()
        return True

    def sync(self) -> None:
        """What was appended outlasts a power cut. Raises StoreError where it may not."""
        store.sync(self.path)

    def clear(self) -> None:
        """There is no unfinished game any more. Raises StoreError."""
        self._spare()
        store.remove(self.path)
        self.look()

    def _spare(self) -> None:
        """A game that somebody else has written becomes one of the saved games."""
        self.told = ""
        stamp = store.stamp(self.path)
        if stamp is None or stamp == self._seen:
            return
        entry = store.entry(self.path)
        new = store.new_file(entry.title if entry else "game")
        store.move(next(store.generations(self.path)), new)
        with contextlib.suppress(store.StoreError):
            store.remove(self.path)  # earlier moments of that game
        self.told = MEANWHILE
