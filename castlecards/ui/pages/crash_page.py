"""Crash page: shows whether the game was saved and where the error log is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from castlecards.texts import tr
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Button, Label, Panel, title
from castlecards.ui.kit.widgets.boxes import Centre, Column, Row, Space
from castlecards.ui.page import Page
from castlecards.ui.routes import Title
from castlecards.ui.scene import Reset

if TYPE_CHECKING:
    from castlecards.ui.services import Services


class CrashPage(Page):
    """Crash page above the scene that failed. "Go on" returns to it or to the title."""

    def __init__(self, app: Services, log: Path | None, saved: bool) -> None:
        super().__init__(app)
        self.log = log
        self.saved = saved

    def build(self) -> Widget:
        kept = tr("Your game is saved.") if self.saved else tr("Your game could not be saved.")
        where = tr("Details are in {log}.", log=self.log) if self.log else ""
        buttons = Row(
            [
                Button("crashed.quit", tr("Quit"), self.app.quit),
                Button("crashed.title", tr("Main menu"), lambda: self.go(Reset(Title()))),
                Button("crashed.go_on", tr("Continue"), self.leave, "primary"),
            ],
            side="right",
        )
        choice = tr("You can continue where you were, or return to the main menu.")
        column = [
            title(tr("Something went wrong")),
            Label(f"{kept} {choice}"),
            Label(where, tone="muted"),
        ]
        return Centre(Panel(Column([*column, Space(8), buttons])), widest=680, pad=16)
