"""The rule of the clash that is on the stage, as a small button there; it leads to the rulebook."""

from __future__ import annotations

from pygame import Rect

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.text import Style
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.base import Act as Deed
from castlecards.ui.kit.widgets.base import Size
from castlecards.ui.kit.widgets.button import Button

WORDS = Style("medium", 12.5, "gold_high")
HIGH, SIDE = 24.0, 11.0  # units: height, beside the words


class RuleLink(Button):
    """Stands where the stage has it: that tells it, whenever it is drawn."""

    shade = 6

    def __init__(self, act: Deed) -> None:
        super().__init__("clash_rule", "", act, "quiet", tall=HIGH)
        self.rule = ""
        self.spot: tuple[int, int] | None = None
        self.visible = False

    def tell(self, rule: str, spot: tuple[int, int] | None) -> None:
        """Where its middle is, px; None: nowhere. Lays the layer out anew where that changes."""
        spot = spot if rule else None
        if (rule, spot) != (self.rule, self.spot):
            self.rule, self.spot, self.visible = rule, spot, spot is not None
            self.name = self.text = f"Rule {rule}"
            self.resized()

    def measure(self, look: Look, width: int) -> Size:
        return look.width(self.text, WORDS) + look.px(2 * SIDE), look.px(HIGH)

    def place(self, look: Look, rect: Rect) -> None:
        self.rect = Rect((0, 0), self.measure(look, rect.width))
        self.rect.center = self.spot or (0, 0)

    def draw(self, canvas: Canvas) -> None:
        c = canvas.look.palette
        edge = c.gold if self.hovered else c.line
        canvas.box(self.rect, HIGH / 2, (18, 30, 25), (12, 21, 18), edge)
        canvas.text(self.text, self.rect.center, WORDS, "c")
