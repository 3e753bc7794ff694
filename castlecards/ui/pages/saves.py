"""Page of saved games and finished matches: continue, replay, analyse or delete one.

If a file is broken, a dialog shows its errors.
"""

from __future__ import annotations

from pathlib import Path

from castlecards.core.save import plain_words
from castlecards.data import DataError
from castlecards.players.analysis_text import refusal_to_analyse
from castlecards.settings import NO_RESTORE
from castlecards.store import StoreError, autosave_file
from castlecards.texts import tr
from castlecards.ui.dialog import Answer, Dialog
from castlecards.ui.keep import playable_beginning
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Button, Label
from castlecards.ui.kit.widgets.listbox import Item, ListBox
from castlecards.ui.page import Page, sheet
from castlecards.ui.pages import resume
from castlecards.ui.pages.result import REVIEW
from castlecards.ui.routes import Analysis, Replay
from castlecards.ui.scene import Push

SHOWN = 6  # lines of errors shown for a broken file
TITLE = tr("Saved games")
FINISHED = Item("head:finished", tr("Finished matches"), head=True)


class Saves(Page):
    """List of the games to continue, then of the finished matches; newest first in both."""

    chosen = ""
    finished: frozenset[str] = frozenset()  # keys of the finished matches

    def build(self) -> Widget:
        saves, finished = self.app.keep.saves(), self.app.keep.finished()
        entries = [*saves, *finished]
        back = Button("saves.back", tr("Back"), self.leave, wide=120)
        if not entries:
            return sheet(
                TITLE,
                [Label(tr("You have no saved games yet."))],
                [back],
                left_handed=self.left_handed,
            )
        autosave = autosave_file()
        self.keys = [str(entry.path) for entry in entries]
        self.chosen = self.chosen if self.chosen in self.keys else self.keys[0]
        items = []
        for entry in entries:
            note = f"{entry.date:%d %b %Y, %H:%M}"
            if entry.path == autosave:
                note = tr("{date}, unfinished", date=note)
            items.append(Item(str(entry.path), entry.title, note))
        if finished:
            items.insert(len(saves), FINISHED)
        self.finished = frozenset(str(entry.path) for entry in finished)
        box = ListBox("saves.list", TITLE, items, self.choose, self.open, self.chosen)
        # Both have the same place and width, so the other buttons never move.
        self.go_on = Button("saves.open", tr("Continue"), self.open_chosen, "primary", wide=190)
        self.watch = Button(
            "saves.replay", tr("Watch the replay"), self.open_chosen, "primary", wide=190
        )
        self._show_open_button()
        buttons = [
            Button("saves.delete", tr("Delete"), self.ask_delete, "danger", wide=120),
            Button("saves.analysis", REVIEW, self.analysis, wide=150),
            back,
            self.go_on,
            self.watch,
        ]
        return sheet(TITLE, [box], buttons, left_handed=self.left_handed)

    def rebuild(self, focus: str = "") -> None:
        """Rebuild the widgets and scroll the chosen line into view."""
        super().rebuild(focus)
        for widget in self.layer.root.walk():
            if isinstance(widget, ListBox):
                widget.show(self.chosen)

    def choose(self, key: str) -> None:
        self.chosen = key
        self._show_open_button()

    def _show_open_button(self) -> None:
        """Show the button that fits the chosen line: replay for a finished match, else continue."""
        self.watch.visible = self.chosen in self.finished
        self.go_on.visible = not self.watch.visible
        self.go_on.resized()

    def open_chosen(self) -> None:
        self.open(self.chosen)

    def open(self, key: str) -> None:
        """Continue a game or replay a finished match.

        If the file is broken, a dialog shows the errors and offers the playable beginning.
        """
        app = self.app
        if Path(key) == autosave_file():
            to = resume.resume(app)
            if to is None:
                self.rebuild()
            else:
                self.go(to)
            return
        try:
            session = app.keep.load(Path(key))
        except StoreError as error:
            app.notify(str(error), "error")
        except DataError as error:
            self.go(Push(self._broken(error)))
        else:
            if key in self.finished:
                self.go(Push(Replay(session)))
                return
            self.go(resume.continue_game(app, session))

    def analysis(self) -> None:
        """Open the analysis of the chosen game; a broken file gets the dialog of `open`."""
        try:
            session = self.app.keep.load(Path(self.chosen))
        except (StoreError, DataError):
            self.open(self.chosen)
            return
        reason = refusal_to_analyse(session)
        if session.game.advice is None or not session.log:
            reason = tr("There is nothing to review in this game.")
        if reason:
            self.app.notify(reason, "error")
        else:
            self.go(Push(Analysis(session)))

    def _broken(self, error: DataError) -> Dialog:
        lines = str(error).splitlines()
        text = "\n".join([plain_words(error), *lines[:SHOWN]])
        part = playable_beginning(error)
        answers = [Answer("broken.close", tr("Close"), lambda: None)]
        if part is not None and part.log:
            answers.append(
                Answer(
                    "broken.good",
                    tr("Play from there"),
                    lambda: resume.continue_game(self.app, part),
                    "primary",
                )
            )
        return Dialog(self.app, tr("This game can’t be opened"), text, answers)

    def ask_delete(self) -> None:
        if not self.app.settings.confirm_delete:
            self.delete()
            return
        keep = self.app.keep
        entries = (*keep.saves(), *keep.finished())
        name = next((e.title for e in entries if str(e.path) == self.chosen), "")
        answers = (
            Answer("delete.cancel", tr("Cancel"), lambda: None),
            Answer("delete.yes", tr("Delete"), self.delete, "danger"),
        )
        text = f"{name}\n{NO_RESTORE}"
        self.go(Push(Dialog(self.app, tr("Delete this game?"), text, answers)))

    def delete(self) -> None:
        """Delete the chosen game, then choose the line below, or the last line."""
        at = self.keys.index(self.chosen)
        try:
            self.app.keep.delete(Path(self.chosen))
        except StoreError as error:
            self.app.notify(str(error), "error")
        else:
            others = self.keys[:at] + self.keys[at + 1 :]
            self.chosen = others[min(at, len(others) - 1)] if others else ""
        self.rebuild()
