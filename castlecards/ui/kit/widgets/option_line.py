"""Option in one line: its title on the left and its value on the right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pygame import Rect
from pygame.transform import flip

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Pos
from castlecards.ui.kit.theme import RADIUS, Look, Style
from castlecards.ui.kit.widgets.base import Size
from castlecards.ui.kit.widgets.choice import Choice

LINE = 36  # units, height of a line
PAD = 14  # units between an end of a line and its text
ARROW = 22  # units, width of the place of an arrow
TITLE = Style("ui", 15, "text")
VALUE = Style("ui", 15, "gold_high")
LEAST_TITLE = 0.42  # share of the width that a title can keep beside a long value


class OptionLine(Choice):
    """Choice of one value in one line. A click takes the next value, the left arrow the last."""

    def __init__(
        self, id: str, title: str, choices: Sequence[tuple[Any, str]], value: Any,
        act: Callable[[Any], object], help: str = "",
    ) -> None:  # fmt: skip
        super().__init__(id, title, choices, value, act)
        self.help = help

    def set(self, title: str, choices: Sequence[tuple[Any, str]] = ()) -> None:
        """Change the title, and the labels of the same choices if they are given."""
        self.name = title
        self.choices = tuple(choices) or self.choices
        self.changed()

    def measure(self, look: Look, width: int) -> Size:
        return width, look.px(LINE)

    @property
    def _arrow_count(self) -> int:
        """Number of arrows: none for a single value, one for two values, else two."""
        return min(2, len(self.choices) - 1)

    def _back(self, look: Look) -> Rect:
        """Place of the arrow that goes back; empty if the line has none."""
        wide = look.px(ARROW) if self._arrow_count == 2 else 0
        right = self.rect.right - look.px(PAD / 2 + ARROW)
        return Rect(right - wide, self.rect.top, wide, self.rect.height)

    def draw(self, canvas: Canvas) -> None:
        look = canvas.look
        room = ARROW * self._arrow_count
        draw_option_line(canvas, self.rect, self.name, self.text, room, self.hovered)
        colour = look.palette.gold_high if self.hovered else look.palette.gold
        arrow = look.shapes.chevron(look.px(11), look.px(1.6), colour)
        if self._arrow_count == 2:
            canvas.blit_centred(flip(arrow, True, False), self._back(look).center)
        if self._arrow_count:
            x = self.rect.right - look.px(PAD / 2 + ARROW / 2)
            canvas.blit_centred(arrow, (x, self.rect.centery))

    def release(self, pos: Pos) -> None:
        if self.rect.collidepoint(pos):
            look = self.layer.look if self.layer is not None else None
            back = look is not None and self._back(look).collidepoint(pos)
            self.step(-1 if back else 1)


def draw_option_line(
    canvas: Canvas, rect: Rect, title: str, value: str, room: float, lit: bool
) -> None:
    """Draw the box of an option with title and value; `room` units stay free at the right end."""
    look, c = canvas.look, canvas.look.palette
    canvas.box(rect, RADIUS, c.inset, c.inset, c.gold if lit else c.inset_edge)
    left, right = rect.left + look.px(PAD), rect.right - look.px(PAD / 2 + room)
    gap, wide = look.px(10), right - rect.left - look.px(PAD)
    kept = min(look.width(title, TITLE), round(LEAST_TITLE * wide))
    text, style = look.fit(value, VALUE, wide - gap - kept)
    canvas.text(text, (right - look.px(4), rect.centery), style, "e")
    text, style = look.fit(title, TITLE, wide - gap - look.width(text, style))
    canvas.text(text, (left, rect.centery), style, "w")
