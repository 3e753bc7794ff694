"""Saved games: go on with one, or delete it. A broken one says what is wrong with it."""

from __future__ import annotations

from pathlib import Path

from castlecards.core.counts import counted
from castlecards.core.save import SaveError
from castlecards.players.review import readable
from castlecards.store import StoreError, autosave_file
from castlecards.ui.dialog import Answer, Dialog
from castlecards.ui.keep import good
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.listbox import Item, ListBox
from castlecards.ui.kit.widgets.plain import Button, Label
from castlecards.ui.page import Page, sheet
from castlecards.ui.pages import taking_up
from castlecards.ui.routes import Analysis
from castlecards.ui.scene import Push

SHOWN = 6  # lines of what is wrong with a save


class Saves(Page):
    """The newest first."""

    chosen = ""

    def build(self) -> Widget:
        entries = self.app.keep.saves()
        back = Button("saves.back", "Back", self.leave, wide=120)
        if not entries:
            return sheet(
                "Saved games",
                [Label("There is no saved game.")],
                [back],
                left_handed=self.left_handed,
            )
        going_on = autosave_file()
        keys = [str(entry.path) for entry in entries]
        self.chosen = self.chosen if self.chosen in keys else keys[0]
        items = []
        for entry in entries:
            note = f"{entry.date:%d %b %Y, %H:%M}"
            unfinished = entry.path == going_on
            items.append(Item(str(entry.path), entry.title, note + ", unfinished" * unfinished))
        box = ListBox("saves.list", "Saved games", items, self.choose, self.open, self.chosen)
        buttons = [
            Button("saves.delete", "Delete", self.ask_delete, "danger", wide=120),
            Button("saves.analysis", "How it went", self.analysis, wide=150),
            back,
            Button("saves.open", "Go on", lambda: self.open(self.chosen), "primary", wide=140),
        ]
        return sheet("Saved games", [box], buttons, left_handed=self.left_handed)

    def choose(self, key: str) -> None:
        self.chosen = key

    def open(self, key: str) -> None:
        """Goes on with a game, or says what is wrong with it and offers its good beginning."""
        app = self.app
        if Path(key) == autosave_file():
            to = taking_up.resume(app)
            if to is None:
                self.rebuild()
            else:
                self.go(to)
            return
        try:
            session = app.keep.load(Path(key))
        except StoreError as error:
            app.notify(str(error), "error")
        except ValueError as error:
            self.go(Push(self._broken(error)))
        else:
            self.go(taking_up.go_on(app, session))

    def analysis(self) -> None:
        """How the chosen game went; what is wrong with it is said where one goes on with it."""
        try:
            session = self.app.keep.load(Path(self.chosen))
        except (StoreError, ValueError):
            self.open(self.chosen)
            return
        reason = readable(session)
        if session.game.advice is None or not session.log:
            reason = "There is nothing to look into in this game."
        if reason:
            self.app.notify(reason, "error")
        else:
            self.go(Push(Analysis(session)))

    def _broken(self, error: ValueError) -> Dialog:
        lines = str(error).splitlines()
        text = "\n".join(lines[:SHOWN])
        part = good(error) if isinstance(error, SaveError) else None
        answers = [Answer("broken.close", "Close", lambda: None)]
        if part is not None and part.log:
            text += f"\n{counted(len(part.log), 'move')} from its beginning can be played."
            answers.append(
                Answer(
                    "broken.good",
                    "Go on from there",
                    lambda: taking_up.go_on(self.app, part),
                    "primary",
                )
            )
        return Dialog(self.app, "This game cannot be read", text, answers)

    def ask_delete(self) -> None:
        if not self.app.settings.confirm_delete:
            self.delete()
            return
        name = next(e.title for e in self.app.keep.saves() if str(e.path) == self.chosen)
        answers = (
            Answer("delete.cancel", "Cancel", lambda: None),
            Answer("delete.yes", "Delete", self.delete, "danger"),
        )
        text = f"{name}\nA deleted game does not come back."
        self.go(Push(Dialog(self.app, "Delete this game?", text, answers)))

    def delete(self) -> None:
        try:
            self.app.keep.delete(Path(self.chosen))
        except StoreError as error:
            self.app.notify(str(error), "error")
        self.rebuild()
