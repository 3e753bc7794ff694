"""How the parts of the editor stand on the screen, and the small ones that only tell something."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.text import Style
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.base import Size, Widget

EDGE = 14.0  # units around everything
HEAD = 40.0  # units, the line at the top
TRAY = 104.0  # units wide
FOOT = 30.0  # units, the readout below the table
WIDE = 408.0  # units, the panel
PART = 0.42  # of the width, the panel at most
TEXT = Style("ui", 13.5, "text")
READ = Style("medium", 14, "text")
GOOD, POOR, FAULT = "muted", "gold_high", "danger_text"  # tones
SIGNS = {GOOD: "✓", POOR: "!", FAULT: "×"}


class Workshop(Widget):
    """Head, tray, table with its readout, panel; what hangs from the pointer above all."""

    shade = 0

    def __init__(
        self,
        head: Widget,
        tray: Widget,
        table: Widget,
        readout: Widget,
        panel: Widget,
        ghost: Widget,
        mirrored: bool,
    ) -> None:
        super().__init__()
        self.head, self.tray, self.table = head, tray, table
        self.readout, self.panel, self.ghost = readout, panel, ghost
        self.mirrored = mirrored

    @property
    def children(self) -> Sequence[Widget]:
        return (self.head, self.tray, self.table, self.readout, self.panel, self.ghost)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        edge = look.px(EDGE)
        inner = rect.inflate(-2 * edge, -2 * edge)
        wide = min(look.px(WIDE), round(inner.width * PART))
        panel = Rect(inner.right - wide, inner.top, wide, inner.height)
        rest = Rect(inner.left, inner.top, inner.width - wide - edge, inner.height)
        if self.mirrored:
            panel.left, rest.right = inner.left, inner.right
        head = Rect(rest.left, rest.top, rest.width, look.px(HEAD))
        top = head.bottom + look.px(8)
        foot = look.px(FOOT)
        high = rest.bottom - top - foot
        tray = Rect(rest.left, top, look.px(TRAY), high)
        table = Rect(tray.right + edge, top, rest.width - tray.width - edge, high)
        if self.mirrored:
            table.left, tray.right = rest.left, rest.right
        self.head.place(look, head)
        self.tray.place(look, tray)
        self.table.place(look, table)
        self.readout.place(look, Rect(table.left, table.bottom, table.width, foot))
        self.panel.place(look, panel)
        self.ghost.place(look, rect)


class Readout(Widget):
    """One line that changes often."""

    shade = 2

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self.text = ""

    def set(self, text: str) -> None:
        if text != self.text:
            self.text = self.name = text
            self.changed()

    def measure(self, look: Look, width: int) -> Size:
        return width, look.px(FOOT)

    def draw(self, canvas: Canvas) -> None:
        words, style = canvas.look.fit(self.text, READ, self.rect.width)
        canvas.text(words, self.rect.center, style, "c")


class Notice(Widget):
    """What is wrong with the level, or that all is well: as many lines as there is room for."""

    shade = 2

    def __init__(self, id: str, tall: float) -> None:
        """`tall`: units."""
        super().__init__(id)
        self.tall = tall
        self.lines: list[tuple[str, str]] = []  # tone, sentence

    def set(self, lines: Sequence[tuple[str, str]]) -> None:
        if list(lines) != self.lines:
            self.lines = list(lines)
            self.name = " ".join(text for _, text in lines)
            self.changed()

    def measure(self, look: Look, width: int) -> Size:
        return width, look.px(self.tall)

    def draw(self, canvas: Canvas) -> None:
        look, colours = canvas.look, canvas.look.palette
        bad = any(tone == FAULT for tone, _ in self.lines)
        edge = colours.danger_text if bad else colours.inset_edge
        canvas.box(self.rect, 9, colours.inset, colours.inset, edge)
        pad, step = look.px(12), look.line(TEXT)
        left, wide = self.rect.left + pad + look.px(16), self.rect.width - 2 * pad - look.px(16)
        y = self.rect.top + look.px(9) + step / 2
        last = self.rect.bottom - look.px(9) - step
        for number, (tone, text) in enumerate(self.lines):
            wrapped = look.wrap(text, TEXT, wide)
            more = len(self.lines) - number
            if y + step * (len(wrapped) - 1) > last + step and number:
                words = f"… and {more} more"
                canvas.text(words, (left, min(y, last + step / 2)), TEXT, "w", colours.muted)
                return
            ink = look.tone(tone)
            canvas.text(SIGNS[tone], (self.rect.left + pad, y), TEXT, "w", ink)
            for line in wrapped:
                canvas.text(line, (left, y), TEXT, "w", ink)
                y += step
