"""A small plate with the figures of the last throw and a button to see it again."""

from __future__ import annotations

from pygame import Rect

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.text import Style
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.base import Act as Deed
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.button import Button
from castlecards.ui.kit.widgets.panel import draw_panel
from castlecards.ui.services import Services

READ = Style("medium", 13.5, "text")
WORD = Style("bold", 14.5, "gold_high")


class ReadOut(Widget):
    """`lines`: how it flew, then where it touched and rests."""

    shade = 40

    def __init__(self, app: Services, again: Deed) -> None:
        super().__init__("read_out", "The last throw")
        self.app = app
        self.lines: tuple[str, ...] = ()
        self.button = Button("watch_again", "Watch again (R)", again, tall=28)

    @property
    def children(self) -> list[Widget]:
        return [self.button]

    def tell(self, lines: tuple[str, ...]) -> None:
        self.lines = lines
        self.name = "; ".join(lines)

    def measure(self, look: Look, width: int) -> Size:
        wide = max((look.width(line, READ) for line in self.lines), default=0) + look.px(32)
        return min(wide, width), len(self.lines) * look.line(READ) + look.px(58)

    def place(self, look: Look, rect: Rect) -> None:
        wide, high = self.measure(look, rect.width)
        left = self.app.settings.left_handed
        self.rect = Rect(0, 0, wide, high)
        self.rect.centery = rect.top + round(rect.height * 0.45)
        self.rect.right = rect.right - look.px(12)
        if left:
            self.rect.left = rect.left + look.px(12)
        foot = (self.rect.left + look.px(14), self.rect.bottom - look.px(42))
        self.button.place(look, Rect(foot, (look.px(160), look.px(30))))

    def draw(self, canvas: Canvas) -> None:
        look = canvas.look
        draw_panel(canvas, self.rect, radius=11)
        y = self.rect.top + look.px(10)
        for n, line in enumerate(self.lines):
            style = WORD if n else READ
            text, style = look.fit(line, style, self.rect.width - look.px(28))
            canvas.text(text, (self.rect.left + look.px(16), y), style)
            y += look.line(READ)
        super().draw(canvas)
