"""Choice: a widget that selects one of a few values, with arrows and a dot for each value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pygame.transform import flip

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Pos
from castlecards.ui.kit.theme import CONTROL, RADIUS, Look, Style
from castlecards.ui.kit.widgets.base import Size, Widget

VALUE = Style("ui", 16, "text")
WIDE = 420  # units, width
DOTS = 10  # greatest number of values shown as dots


class Choice(Widget):
    """Value selector, changed by a click left or right of the middle, Enter, or arrow keys."""

    focusable = True
    radius = RADIUS

    def __init__(
        self,
        id: str,
        name: str,
        choices: Sequence[tuple[Any, str]],
        value: Any,
        act: Callable[[Any], object],
        tip: str = "",
    ) -> None:
        super().__init__(id, name, tip)
        self.choices = tuple(choices)
        self.act = act
        values = [choice for choice, _ in self.choices]
        self.at_choice = values.index(value) if value in values else 0

    @property
    def value(self) -> Any:
        return self.choices[self.at_choice][0]

    @property
    def text(self) -> str:
        return self.choices[self.at_choice][1]

    @property
    def value_text(self) -> str:
        return self.text

    def measure(self, look: Look, width: int) -> Size:
        return min(width, look.px(WIDE)), look.px(CONTROL)

    def draw(self, canvas: Canvas) -> None:
        look = canvas.look
        c, rect = look.palette, self.rect
        edge = c.gold if self.hovered else c.inset_edge
        canvas.box(rect, RADIUS, c.inset, c.inset, edge)
        text, style = look.fit(self.text, VALUE, rect.width - look.px(76))
        dots = 1 < len(self.choices) <= DOTS
        lift = look.px(3) if dots else 0
        ink = c.text if self.enabled else c.faint
        canvas.text(text, (rect.centerx, rect.centery - lift), style, "c", ink)
        if len(self.choices) > 1:
            self._arrows(canvas)
        if dots:
            gap = look.px(10)
            x = rect.centerx - gap * (len(self.choices) - 1) / 2
            for number in range(len(self.choices)):
                colour = c.gold_high if number == self.at_choice else c.inset_edge
                canvas.circle(colour, (x, rect.bottom - look.px(7)), look.px(2))
                x += gap

    def _arrows(self, canvas: Canvas) -> None:
        look, rect = canvas.look, self.rect
        colour = look.palette.gold_high if self.hovered else look.palette.gold
        arrow = look.shapes.chevron(look.px(13), look.px(1.6), colour)
        canvas.blit_centred(flip(arrow, True, False), (rect.left + look.px(21), rect.centery))
        canvas.blit_centred(arrow, (rect.right - look.px(21), rect.centery))

    def step(self, step: int) -> None:
        if len(self.choices) > 1:
            self.at_choice = (self.at_choice + step) % len(self.choices)
            self.changed()
            self.act(self.value)

    def release(self, pos: Pos) -> None:
        if self.rect.collidepoint(pos):
            self.step(-1 if pos[0] < self.rect.centerx - self.rect.width // 6 else 1)

    def activate(self) -> None:
        self.step(1)

    def move(self, dx: int, dy: int) -> bool:
        if dx:
            self.step(dx)
        return bool(dx)
