"""Basic widgets: label, button, toggle switch, and a panel around one child.

Buttons are green with a gold edge; the default button is gold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from pygame import Rect

from castlecards.texts import tr
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour
from castlecards.ui.kit.theme import (
    BODY,
    BUTTON,
    CONTROL,
    HEADING,
    PANEL_RADIUS,
    RADIUS,
    TITLE,
    Look,
    Style,
)
from castlecards.ui.kit.widgets.base import Act, Size, Widget

Kind = Literal["plain", "primary", "danger", "quiet"]
Align = Literal["left", "centre", "right"]
WIDE = 48  # units, width of a switch
TALL = 26  # units, height of a switch


class Button(Widget):
    """Button. A click or Enter calls `act`. `on`: stays highlighted, like the selected tab."""

    focusable = True
    lit_at_rest = True
    shade = 12
    radius = RADIUS

    def __init__(
        self,
        id: str,
        text: str,
        act: Act,
        kind: Kind = "plain",
        tip: str = "",
        wide: float = 0,
        tall: float = CONTROL,
    ) -> None:
        super().__init__(id, text, tip)
        self.text = text
        self.act = act
        self.kind: Kind = kind
        self.on = False
        self.wide = wide  # units, least width
        self.tall = tall

    @property
    def is_default(self) -> bool:  # type: ignore[override]
        return self.kind == "primary"

    @property
    def value_text(self) -> str:
        return tr("chosen") if self.on else ""

    def measure(self, look: Look, width: int) -> Size:
        wish = look.width(self.text, BUTTON) + look.px(44)
        height = max(look.px(self.tall), look.line(BUTTON) + look.px(12))
        return min(width, max(wish, look.px(self.wide))), height

    def draw(self, canvas: Canvas) -> None:
        look = canvas.look
        top, bottom, edge, ink = self.colours(look)
        rect = self.rect
        down = self.held and self.hovered and self.enabled
        if self.kind != "quiet" and self.enabled and not down:
            canvas.shadow(rect, self.radius, 5, 110)
        if self.kind != "quiet" or self.hovered or down or self.on:
            canvas.box(rect, self.radius, top, bottom, edge, 1.2)
        if self.kind != "quiet" and self.enabled and not down:
            gleam = look.px(self.radius)
            y = rect.top + look.px(2)
            shine = tuple(min(255, part + 26) for part in top)
            canvas.rule((shine[0], shine[1], shine[2]), rect.left + gleam, rect.right - gleam, y)
        text, style = look.fit(self.text, BUTTON, rect.width - look.px(16))
        drop = look.px(1) if down else 0
        canvas.text(text, (rect.centerx, rect.centery + drop), style, "c", ink)

    def colours(self, look: Look) -> tuple[Colour, Colour, Colour, Colour]:
        """Colours of top, bottom, edge and text in the present state."""
        c = look.palette
        if not self.enabled:
            return c.panel, c.panel_low, c.line, c.faint
        down, over = self.held and self.hovered, self.hovered
        if self.kind == "primary":
            if down:
                return c.primary_low, c.primary_low, c.gold_low, c.primary_ink
            if over:
                return c.primary_over, c.primary_over_low, c.gold_high, c.primary_ink
            return c.primary, c.primary_low, c.gold_high, c.primary_ink
        if self.kind == "danger":
            low = c.danger_low if not over else c.danger
            return c.danger if not down else low, low, c.danger_text, c.text
        if down:
            return c.button_down, c.button_down_low, c.gold, c.text
        if over or self.on:
            return c.button_over, c.button_over_low, c.gold_high, c.text
        return c.button, c.button_low, c.gold, c.text

    def activate(self) -> None:
        self.act()


class Label(Widget):
    """Label: text that wraps and is never cut off."""

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


class Panel(Widget):
    """Dark green panel with a gold edge and a shadow; `pad` units around its child."""

    shade = 40

    def __init__(self, child: Widget, pad: float = 28) -> None:
        super().__init__("")
        self.child = child
        self.children = (child,)
        self.pad = pad

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
    """Draw the background of a panel, for callers without a widget."""
    colours = canvas.look.palette
    canvas.shadow(rect, radius, 26, 170)
    canvas.box(rect, radius, colours.panel, colours.panel_low, colours.gold, 1.2)


def draw_plate(
    canvas: Canvas,
    rect: Rect,
    radius: float = 12,
    blur: float = 8,
    strength: int = 90,
    edge: Colour | None = None,
) -> None:
    """Draw the background of a plate: a panel with a smaller shadow and a thin edge.

    `blur` in units, `strength` 0..255: of the shadow; `edge`: dark gold if None."""
    colours = canvas.look.palette
    canvas.shadow(rect, radius, blur, strength)
    canvas.box(rect, radius, colours.panel, colours.panel_low, edge or colours.gold_low)


def fit_row(
    look: Look,
    buttons: Sequence[Widget],
    rect: Rect,
    gap: int,
    spare: Literal["first", "all", "sides"] = "all",
) -> None:
    """Place buttons side by side in `rect`, `gap` px apart, all smaller if they are too wide.

    `spare`: where free width goes: to the first button, to all, or beside the row."""
    room = rect.width - gap * (len(buttons) - 1)
    wides = [button.measure(look, room)[0] for button in buttons]
    part = min(1.0, room / max(sum(wides), 1))
    free = max(0, room - sum(wides))
    each = free // len(buttons) if spare == "all" else 0
    wides = [round(wide * part) + each for wide in wides]
    wides[0] += free if spare == "first" else 0
    x = rect.left
    if spare == "sides":
        x = rect.centerx - (sum(wides) + gap * (len(buttons) - 1)) // 2
    for button, wide in zip(buttons, wides, strict=True):
        button.place(look, Rect(x, rect.top, wide, rect.height))
        x += wide + gap


def draw_sheet(canvas: Canvas, rect: Rect, radius: float) -> None:
    """Draw a sheet of parchment."""
    colours = canvas.look.palette
    canvas.shadow(rect, radius, 8, 120)
    canvas.box(rect, radius, colours.parchment, colours.parchment_low, colours.gold)


class Toggle(Widget):
    """Toggle switch, changed by a click, Enter, or an arrow key towards the other end."""

    focusable = True
    radius = TALL / 2

    def __init__(
        self, id: str, name: str, on: bool, act: Callable[[bool], object], tip: str = ""
    ) -> None:
        super().__init__(id, name, tip)
        self.on = on
        self.act = act

    @property
    def value_text(self) -> str:
        return tr("on") if self.on else tr("off")

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


class Inset(Panel):
    """Dark box in a panel, around its child."""

    shade = 4

    def draw(self, canvas: Canvas) -> None:
        colours = canvas.look.palette
        canvas.box(self.rect, 8, colours.inset, edge=colours.inset_edge)
        Widget.draw(self, canvas)
