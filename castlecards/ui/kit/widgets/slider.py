"""Slider: a widget for a number within a range, in steps, with its value beside it."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Pos
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.base import Size, Widget

VALUE = Style("ui", 15, "muted")
KNOB = 20  # units, diameter


class Slider(Widget):
    """Slider, moved by dragging, clicking or arrow keys; `show` formats the value."""

    focusable = True

    def __init__(
        self,
        id: str,
        name: str,
        value: float,
        span: tuple[float, float, float],
        act: Callable[[float], object],
        show: Callable[[float], str] = "{:g}".format,
        tip: str = "",
        room: float = 0.0,
    ) -> None:
        """`span`: lowest value, highest value, step; `room`: least width of the value, units."""
        super().__init__(id, name, tip)
        self.value = value
        self.low, self.high, self.step = span
        self.act = act
        self.show = show
        self.room = room
        self._text = 0  # px, width reserved for the value

    @property
    def value_text(self) -> str:
        return self.show(self.value)

    def measure(self, look: Look, width: int) -> Size:
        return min(width, look.px(420)), look.px(34)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        ends = (self.show(self.low), self.show(self.high), self.show(self.value))
        self._text = max(look.px(self.room), *(look.width(text, VALUE) for text in ends))
        self._text += look.px(14)

    @property
    def track(self) -> Rect:
        inset = self.rect.height // 3
        wide = max(1, self.rect.width - self._text - 2 * inset)
        return Rect(self.rect.left + inset, self.rect.top, wide, self.rect.height)

    def draw(self, canvas: Canvas) -> None:
        look = canvas.look
        c = look.palette
        track = self.track
        high = look.px(6)
        groove = Rect(track.left, track.centery - high // 2, track.width, high)
        canvas.box(groove, 3, c.inset, c.inset, c.inset_edge)
        x = track.left + round(track.width * self.part)
        if x > track.left + 1:
            full = Rect(track.left, groove.top, x - track.left, high)
            canvas.box(full, 3, c.gold_high, c.gold)
        side = look.px(KNOB)
        knob = Rect(0, 0, side, side)
        knob.center = (x, track.centery)
        edge = c.gold_high if self.hovered or self.held else c.gold
        canvas.shadow(knob, KNOB / 2, 4, 120)
        canvas.box(knob, KNOB / 2, c.text, c.parchment_low, edge, 2)
        canvas.text(self.show(self.value), (self.rect.right, track.centery), VALUE, "e")

    @property
    def part(self) -> float:
        """Position of the value within the range, 0 to 1."""
        return min(1.0, max(0.0, (self.value - self.low) / (self.high - self.low)))

    def set(self, value: float) -> None:
        """Set the value to the nearest step; call `act` if it has changed."""
        steps = round((value - self.low) / self.step)
        value = round(min(self.high, max(self.low, self.low + steps * self.step)), 6)
        if value != self.value:
            self.value = value
            self.changed()
            self.act(value)

    def press(self, pos: Pos, clicks: int) -> None:
        self.drag(pos)

    def drag(self, pos: Pos) -> None:
        track = self.track
        self.set(self.low + (self.high - self.low) * (pos[0] - track.left) / track.width)

    def release(self, pos: Pos) -> None:
        self.changed()

    def move(self, dx: int, dy: int) -> bool:
        if dx:
            self.set(self.value + dx * self.step)
        return bool(dx)
