"""Crash page: tells whether the game was saved and where the error log is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Button, Label, Panel, title
from castlecards.ui.kit.widgets.boxes import Centre, Column, Row, Space
from castlecards.ui.page import Page
from castlecards.ui.routes import Title
from castlecards.ui.scene import Anew

if TYPE_CHECKING:
    from castlecards.ui.services import Services


class CrashPage(Page):
    """Crash page above the scene that failed. "Go on" returns to it or to the title."""

    def __init__(self, app: Services, log: Path | None, saved: bool) -> None:
        super().__init__(app)
        self.log = log
        self.saved = saved

    def build(self) -> Widget:
        kept = "Your game is saved." if self.saved else "Your game could not be saved just now."
        where = f"What happened is written down in {self.log}." if self.log else ""
        buttons = Row(
            [
                Button("crashed.quit", "Quit", self.app.quit),
                Button("crashed.title", "To the title", lambda: self.go(Anew(Title()))),
                Button("crashed.go_on", "Go on", self.leave, "primary"),
            ],
            side="right",
        )
        text = f"{kept} You can go on from where you were, or begin again from the title."
        column = [title("Something went wrong"), Label(text), Label(where, tone="muted")]
        return Centre(Panel(Column([*column, Space(8), buttons])), widest=680, pad=16)
