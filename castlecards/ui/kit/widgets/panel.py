"""A panel: dark green or parchment, with a gold hairline and a soft shadow, around one child."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pygame import Rect

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import PANEL_RADIUS, Look
from castlecards.ui.kit.widgets.base import Size, Widget

Stock = Literal["dark", "parchment", "inset"]


class Panel(Widget):
    """`pad` in units between the edge and the child."""

    shade = 40

    def __init__(
        self,
        child: Widget,
        pad: float = 28,
        stock: Stock = "dark",
        id: str = "",
        radius: float = PANEL_RADIUS,
    ) -> None:
        super().__init__(id)
        self.child = child
        self.pad = pad
        self.stock: Stock = stock
        self.radius = radius

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
        draw_panel(canvas, self.rect, self.stock, self.radius)
        super().draw(canvas)


def draw_panel(
    canvas: Canvas, rect: Rect, stock: Stock = "dark", radius: float = PANEL_RADIUS
) -> None:
    """Only the sheet itself, for whoever has no widget."""
    colours = canvas.look.palette
    if stock == "inset":
        canvas.box(rect, radius, colours.inset, colours.inset, colours.inset_edge)
        return
    if stock == "parchment":
        canvas.shadow(rect, radius, 8, 120)
        canvas.box(rect, radius, colours.parchment, colours.parchment_low, colours.gold)
        return
    canvas.shadow(rect, radius, 26, 170)
    canvas.box(rect, radius, colours.panel, colours.panel_low, colours.gold, 1.2)
