"""A button: a green plate with a gold edge; the one that matters most is gold itself."""

from __future__ import annotations

from typing import Literal

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.text import Colour
from castlecards.ui.kit.theme import BUTTON, CONTROL, RADIUS, Look
from castlecards.ui.kit.widgets.base import Act, Size, Widget

Kind = Literal["plain", "primary", "danger", "quiet"]


class Button(Widget):
    """Click or Enter calls `act`. `on`: it stays lit, as a chosen tab does."""

    focusable = True
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
        self.wide = wide  # units, at least
        self.tall = tall

    @property
    def golden(self) -> bool:  # type: ignore[override]
        return self.kind == "primary"

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
        """Top, bottom, edge, ink."""
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
