"""A panel: dark green or parchment, with a gold hairline and a soft shadow, around one child."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import PANEL_RADIUS, Look
from castlecards.ui.kit.widgets.base import Size, Widget


class Panel(Widget):
    """`pad` in units between the edge and the child."""

    shade = 40

    def __init__(self, child: Widget, pad: float = 28) -> None:
        super().__init__("")
        self.child = child
        self.pad = pad

    @property
    def children(self) -> Sequence[Widget]:
        return (self.child,)

    def measure(self, look: Look, width: int) -> Size:
        pad = 2 * self._pad(look, width)
        wide, high = self.child.measure(look, max(1, width - pad))
        return min(width, wide + pad), high + pad

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        pad = self._pad(look, rect.width)
        self.child.place(look, rect.inflate(-2 * pad, -2 * pad))

    def _pad(self, look: Look, width: int) -> int:
        return min(look.px(self.pad), max(look.px(8), width // 24))

    def draw(self, canvas: Canvas) -> None:
        draw_panel(canvas, self.rect)
        super().draw(canvas)


def draw_panel(canvas: Canvas, rect: Rect, radius: float = PANEL_RADIUS) -> None:
    """Only the plate itself, for whoever has no widget."""
    colours = canvas.look.palette
    canvas.shadow(rect, radius, 26, 170)
    canvas.box(rect, radius, colours.panel, colours.panel_low, colours.gold, 1.2)


def draw_sheet(canvas: Canvas, rect: Rect, radius: float) -> None:
    """Of parchment."""
    colours = canvas.look.palette
    canvas.shadow(rect, radius, 8, 120)
    canvas.box(rect, radius, colours.parchment, colours.parchment_low, colours.gold)
