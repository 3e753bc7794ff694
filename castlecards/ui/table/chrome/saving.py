"""A further save of the match: its name, and a warning where a saved game has that name."""

from __future__ import annotations

from typing import Any

from castlecards.core.session import Session
from castlecards.store import StoreError
from castlecards.ui.dialog import Overlay
from castlecards.ui.keep import title
from castlecards.ui.kit.intents import Intent
from castlecards.ui.kit.theme import SMALL, Look
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.boxes import Centre, Column, Row, Space
from castlecards.ui.kit.widgets.button import Button
from castlecards.ui.kit.widgets.field import Field
from castlecards.ui.kit.widgets.label import Label, heading
from castlecards.ui.kit.widgets.panel import Panel
from castlecards.ui.scene import Back, Go
from castlecards.ui.services import Services
from castlecards.ui.table.curtain import hides

LONGEST = 80  # letters of a name
ABOUT = "It stays as it is now, whatever becomes of the game."
TAKEN = "A saved game has this name already: it would be replaced."


class SaveUnder(Overlay):
    """Enter saves, Esc does not."""

    def __init__(self, app: Services, session: Session[Any], shared: bool) -> None:
        """`shared`: several people look at the screen; what makes a curtain fall is answered."""
        super().__init__(app)
        self.session = session
        self.shared = shared
        self.name = title(session)[:LONGEST]
        self._names = {entry.title.casefold() for entry in self.app.keep.copies()}
        self._told = Label(ABOUT, SMALL, id="save.told")
        self._button = Button("save.yes", "Save", self.save, "primary", wide=140)

    def build(self) -> Widget:
        field = Field(
            "save.name", "Name of the saved game", self.name, self._write, self.save,
            "A name", LONGEST, wide=520,
        )  # fmt: skip
        field.all = True  # typing begins a new name
        buttons: list[Widget] = [Button("save.no", "Cancel", self.close, wide=120), self._button]
        self._write(self.name)
        row = Row(buttons, side="right")
        rows = [heading("Save under a name"), field, self._told, Space(4), row]
        return Centre(Panel(Column(rows)), widest=620, pad=16)

    def handle(self, intent: Intent) -> Go:
        if hides(self.shared, intent):
            self.go(Back(intent))
            return self._taken()
        return super().handle(intent)

    def layout(self, look: Look, size: tuple[int, int]) -> None:
        first = not self._built
        super().layout(look, size)
        if first:
            self.layer.focus_on(self.find("save.name"), ring=False)

    @property
    def replaces(self) -> bool:
        """Has a saved game this name?"""
        return self.name.strip().casefold() in self._names

    def save(self) -> None:
        """Closes where that worked; else the player is told, and may try again."""
        name = self.name.strip()
        if not name:
            return
        try:
            self.app.keep.copy(self.session, name)
        except StoreError as error:
            self.app.notify(str(error), "error")
            return
        self.app.notify(f"Saved as {name}")
        self.close()

    def _write(self, text: str) -> None:
        self.name = text
        taken = self.replaces
        self._told.set(TAKEN if taken else ABOUT)
        self._told.style = Label("", SMALL, tone="danger_text" if taken else None).style
        self._button.text = self._button.name = "Replace" if taken else "Save"
        self._button.enabled = bool(text.strip())
        self._button.changed()
