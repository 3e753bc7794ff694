"""A switch: on or off."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.base import Size, Widget

WIDE, TALL = 48, 26  # units


class Toggle(Widget):
    """Click, Enter, or an arrow key towards the other end."""

    focusable = True
    radius = TALL / 2

    def __init__(
        self, id: str, name: str, on: bool, act: Callable[[bool], object], tip: str = ""
    ) -> None:
        super().__init__(id, name, tip)
        self.on = on
        self.act = act

    def measure(self, look: Look, width: int) -> Size:
        return look.px(WIDE), look.px(TALL)

    def draw(self, canvas: Canvas) -> None:
        look = canvas.look
        c = look.palette
        edge = c.gold_high if self.hovered else c.gold if self.on else c.inset_edge
        fill = c.on if self.on else c.inset
        canvas.box(self.rect, self.radius, fill, fill, edge, 1.2)
        gap = look.px(3.5)
        side = self.rect.height - 2 * gap
        left = self.rect.right - gap - side if self.on else self.rect.left + gap
        knob = Rect(left, self.rect.top + gap, side, side)
        knob_colour = c.text if self.enabled else c.faint
        canvas.box(knob, TALL / 2, knob_colour)

    def activate(self) -> None:
        self.on = not self.on
        self.changed()
        self.act(self.on)

    def move(self, dx: int, dy: int) -> bool:
        if not dx or (dx > 0) == self.on:
            return bool(dx)
        self.activate()
        return True
