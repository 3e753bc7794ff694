"""Rules where they matter, with a way to read them: why something was refused, how a clash goes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pygame import Rect

from castlecards.core.game import Refusal
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.base import Act as Deed
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.plain import Button

TEXT = Style("medium", 15, "ink")
READING = 0.075  # s a character, and a few more to notice it
WIDE = 300  # units
WORDS = Style("medium", 12.5, "gold_high")  # on the link
LINK, SIDE = 24.0, 11.0  # units: its height, beside the words


class Note(Widget):
    """Why not: a slip of parchment at `at`, where something was tried, never under `beside`;
    `open_rule` shows the cited rule."""

    shade = 26

    def __init__(
        self,
        refusal: Refusal,
        at: tuple[float, float],
        open_rule: Callable[[], object],
        beside: Widget | None = None,
    ) -> None:
        super().__init__("refusal", refusal.text)
        self.refusal = refusal
        self.spot = at
        self.beside = beside
        self.left = 3.0 + READING * len(refusal.text)  # s
        label = f"Rule {refusal.rule}"
        self.link = Button("refusal_rule", label, open_rule, tall=28)

    @property
    def children(self) -> Sequence[Widget]:
        return (self.link,) if self.refusal.rule else ()

    def measure(self, look: Look, width: int) -> Size:
        wide = look.px(WIDE)
        lines = look.wrap(self.refusal.text, TEXT, wide - look.px(32))
        link = look.px(38) if self.refusal.rule else 0
        return wide, len(lines) * look.line(TEXT) + look.px(26) + link

    def place(self, look: Look, rect: Rect) -> None:
        box = Rect((0, 0), self.measure(look, rect.width))
        box.midbottom = (round(self.spot[0]), round(self.spot[1]) - look.px(22))
        if box.top < rect.top + look.px(60):
            box.top = round(self.spot[1]) + look.px(40)
        box.clamp_ip(rect.inflate(-look.px(20), -look.px(20)))
        if self.beside is not None and box.colliderect(self.beside.rect):
            gap = look.px(8)
            if self.beside.rect.centerx < rect.centerx:
                box.left = self.beside.rect.right + gap
            else:
                box.right = self.beside.rect.left - gap
        self.rect = box
        wide = self.link.measure(look, box.width)[0]
        self.link.place(
            look, Rect(box.right - wide - look.px(12), box.bottom - look.px(40), wide, look.px(30))
        )

    def draw(self, canvas: Canvas) -> None:
        look, c = canvas.look, canvas.look.palette
        canvas.shadow(self.rect, 10, 14, 170)
        canvas.box(self.rect, 10, c.parchment, c.parchment_low, c.crimson, 1.6)
        x, y = self.rect.left + look.px(16), self.rect.top + look.px(12)
        for line in look.wrap(self.refusal.text, TEXT, self.rect.width - look.px(32)):
            canvas.text(line, (x, y), TEXT)
            y += look.line(TEXT)
        super().draw(canvas)


class RuleLink(Button):
    """The rule of the clash on the stage, as a small button. It stands where the stage has it: that
    tells it, whenever it is drawn."""

    shade = 6

    def __init__(self, act: Deed) -> None:
        super().__init__("clash_rule", "", act, "quiet", tall=LINK)
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
        return look.width(self.text, WORDS) + look.px(2 * SIDE), look.px(LINK)

    def place(self, look: Look, rect: Rect) -> None:
        self.rect = Rect((0, 0), self.measure(look, rect.width))
        self.rect.center = self.spot or (0, 0)

    def draw(self, canvas: Canvas) -> None:
        c = canvas.look.palette
        edge = c.gold if self.hovered else c.line
        canvas.box(self.rect, LINK / 2, (18, 30, 25), (12, 21, 18), edge)
        canvas.text(self.text, self.rect.center, WORDS, "c")
