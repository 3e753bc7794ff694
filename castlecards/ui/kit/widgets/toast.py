"""Toasts: short messages at the top of the window for a few seconds, over any scene."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pygame import Rect

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import RADIUS, Style

TEXT = Style("medium", 15, "text")
READING = 14.0  # characters/s, speed of a slow reader
SHOWN = (2.2, 15.0)  # s, shortest and longest time on screen
MOST = 4  # toasts at a time

# Function that moves the rectangle of a toast to a free place beside those of other toasts, px.
Place = Callable[[Rect, Sequence[Rect]], Rect]


@dataclass
class Toast:
    """Message with its remaining time."""

    text: str
    kind: str  # "note", "error" or "caption" (of a sound)
    left: float  # s

    def waits(self, held: bool) -> bool:
        """True if it is neither shown nor timed. `held`: all but captions wait."""
        return held and self.kind != "caption"


class Toasts:
    """Stack of toasts, the newest at the bottom. `fresh`: a new one is not drawn yet."""

    def __init__(self) -> None:
        self.shown: list[Toast] = []
        self.fresh = False

    def add(self, text: str, kind: str = "note") -> None:
        """Add a toast; a repeated text replaces the earlier one."""
        least, most = SHOWN
        time = min(most, max(least, 1 + len(text) / READING))
        self.shown = [toast for toast in self.shown if toast.text != text][1 - MOST :]
        self.shown.append(Toast(text, kind, time))
        self.fresh = True

    def update(self, dt: float, held: bool = False) -> bool:
        """Advance by `dt` s. Return True if a toast has expired.

        `held`: all but captions wait for their time."""
        for toast in self.shown:
            if not toast.waits(held):
                toast.left -= dt
        before = len(self.shown)
        self.shown = [toast for toast in self.shown if toast.left > 0]
        return len(self.shown) != before

    def draw(self, canvas: Canvas, place: Place, held: bool = False) -> None:
        """Draw the toasts, each in the free place of the scene that `place` finds.

        `held`: only captions."""
        look, self.fresh = canvas.look, False
        colours = look.palette
        pad, y, placed = look.px(16), look.px(14), list[Rect]()
        for toast in self.shown:
            if toast.waits(held):
                continue
            widest = min(look.px(620), canvas.size[0] - 4 * pad)
            lines = look.wrap(toast.text, TEXT, widest)
            width = max(look.width(line, TEXT) for line in lines) + 2 * pad
            high = look.line(TEXT) * len(lines) + 2 * look.px(9)
            rect = place(Rect((canvas.size[0] - width) // 2, y, width, high), placed)
            placed.append(rect)
            y = rect.bottom + look.px(10)
            error = toast.kind == "error"
            canvas.shadow(rect, RADIUS, 10, 150)
            edge = colours.danger_text if error else colours.gold
            top, low = (
                (colours.danger_low, colours.danger_low)
                if error
                else (colours.panel, colours.panel_low)
            )
            canvas.box(rect, RADIUS, top, low, edge, 1.2)
            step = look.line(TEXT)
            for row, line in enumerate(lines):
                middle = rect.top + look.px(9) + step * (row + 0.5)
                canvas.text(line, (rect.centerx, middle), TEXT, "c")
