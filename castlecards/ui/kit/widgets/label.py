"""A label: text that wraps and is never cut."""

from __future__ import annotations

from typing import Literal

from pygame import Rect

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.text import Colour, Style
from castlecards.ui.kit.theme import BODY, HEADING, TITLE, Look
from castlecards.ui.kit.widgets.base import Size, Widget

Align = Literal["left", "centre", "right"]


class Label(Widget):
    """As many lines as the text needs in the width it is given."""

    shade = 0

    def __init__(
        self,
        text: str,
        style: Style = BODY,
        align: Align = "left",
        id: str = "",
        tone: str | None = None,
    ) -> None:
        super().__init__(id, text)
        self.text = text
        self.style = style if tone is None else Style(style.face, style.size, tone)
        self.align = align
        self.lines: list[str] = []

    def set(self, text: str) -> None:
        if text != self.text:
            self.text = self.name = text
            self.resized()

    def measure(self, look: Look, width: int) -> Size:
        lines = look.wrap(self.text, self.style, width) if self.text else []
        widest = max((look.width(line, self.style) for line in lines), default=0)
        return min(widest, width), look.line(self.style) * len(lines)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        self.lines = look.wrap(self.text, self.style, rect.width) if self.text else []

    def draw(self, canvas: Canvas) -> None:
        look = canvas.look
        step = look.line(self.style)
        y = self.rect.centery - step * (len(self.lines) - 1) / 2
        for line in self.lines:
            if self.align == "centre":
                canvas.text(line, (self.rect.centerx, y), self.style, "c", self.colour(look))
            elif self.align == "right":
                canvas.text(line, (self.rect.right, y), self.style, "e", self.colour(look))
            else:
                canvas.text(line, (self.rect.left, y), self.style, "w", self.colour(look))
            y += step

    def colour(self, look: Look) -> Colour:
        return look.tone(self.style.tone)


def title(text: str, id: str = "", align: Align = "left") -> Label:
    return Label(text, TITLE, align, id)


def heading(text: str, id: str = "", align: Align = "left") -> Label:
    return Label(text, HEADING, align, id)
