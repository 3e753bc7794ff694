"""A tooltip: a short text beside the widget it is about, inside the window."""

from __future__ import annotations

from pygame import Rect

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import SMALL, Look

DELAY = 0.6  # s of rest before it appears


class Tooltip:
    """Below `about` where there is room, else above."""

    def __init__(self, text: str, look: Look, about: Rect, window: Rect) -> None:
        pad = look.px(10)
        widest = min(look.px(340), window.width - 4 * pad)
        self.lines = look.wrap(text, SMALL, widest)
        width = max(look.width(line, SMALL) for line in self.lines) + 2 * pad
        height = look.line(SMALL) * len(self.lines) + 2 * (pad - look.px(3))
        self.rect = Rect(0, 0, width, height)
        self.rect.midtop = (about.centerx, about.bottom + look.px(8))
        if self.rect.bottom > window.bottom:
            self.rect.bottom = about.top - look.px(8)
        self.rect.clamp_ip(window)
        margin = look.px(20)
        self.area = self.rect.inflate(2 * margin, 2 * margin)

    def draw(self, canvas: Canvas) -> None:
        look = canvas.look
        colours = look.palette
        canvas.shadow(self.rect, 6, 8, 140)
        canvas.box(self.rect, 6, colours.panel, colours.panel_low, colours.gold_low)
        y = self.rect.top + look.px(7)
        for line in self.lines:
            canvas.text(line, (self.rect.left + look.px(10), y), SMALL, colour=colours.text)
            y += look.line(SMALL)
