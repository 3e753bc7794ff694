"""Who made what: the attribution that travels with the pictures, fonts and sounds."""

from __future__ import annotations

from castlecards import paths
from castlecards.ui.markup import parse
from castlecards.ui.scenes.sheet import sheet
from castlecards.ui.widgets.base import Widget
from castlecards.ui.widgets.button import Button
from castlecards.ui.widgets.page import Page
from castlecards.ui.widgets.richtext import RichText


class Credits(Page):
    """Esc leads back."""

    def build(self) -> Widget:
        text = RichText("credits.text", "Credits", parse(credits_text()))
        buttons = [Button("credits.back", "Back", self.leave, "primary", wide=140)]
        return sheet("Credits", [text], buttons, widest=1000, tallest=740)


def credits_text() -> str:
    """The attribution as Markdown."""
    try:
        return (paths.assets() / "ATTRIBUTION.md").read_text("utf-8")
    except OSError as error:
        return f"The list of credits cannot be read: {error}"
