"""The strength of the hand that aims, where the throw bar stands as long as nothing is held."""

from __future__ import annotations

from pygame import Rect

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.text import Style
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.panel import draw_panel
from castlecards.ui.services import Services
from castlecards.ui.table.chrome.throwbar import NAMES, beside_hand, size
from castlecards.ui.table.grasp import Band, Grasp
from castlecards.ui.table.view.band import ENDS, SAID, SMALL, draw_band, drifts, odds

HEAD = Style("bold", 15, "gold_high")


class StrengthPlate(Widget):
    """Nothing is drawn where the help for aiming says nothing of strength."""

    shade = 40
    animated = True

    def __init__(self, app: Services, grasp: Grasp) -> None:
        super().__init__("strength_plate", "Strength of the hand")
        self.app = app
        self.grasp = grasp
        self.band: Band | None = None  # that is drawn

    def measure(self, look: Look, width: int) -> Size:
        return size(look, width)

    def place(self, look: Look, rect: Rect) -> None:
        self.rect = beside_hand(look, rect, self.app.settings.left_handed)

    def update(self, dt: float) -> None:
        band = self.grasp.band if self.grasp.keys is None else None
        if band != self.band:
            self.band = band
            self.changed()

    def draw(self, canvas: Canvas) -> None:
        band, look = self.band, canvas.look
        if band is None:
            return
        draw_panel(canvas, self.rect, radius=12)
        inner = self.rect.inflate(-look.px(28), 0)
        y = inner.top + look.px(17)
        said = f"{NAMES[self.grasp.now]}, {band.speed:.1f} m/s"
        begins = canvas.text(said, (inner.left, y), HEAD, "w").right + look.px(8)
        drift, style = look.fit(drifts(band), SAID, inner.right - begins)
        canvas.text(drift, (inner.right, y), style, "e")
        bar = Rect(inner.left, inner.top + look.px(42), inner.width, look.px(13))
        canvas.box(bar, 6, (12, 22, 17), (12, 22, 17), look.palette.gold_low)
        draw_band(canvas, bar, band, ENDS)
        y = bar.bottom + look.px(17)
        canvas.text("soft", (bar.left, y), SMALL, "w")
        canvas.text("hard", (bar.right, y), SMALL, "e")
        odds(canvas, (inner.left, inner.bottom - look.px(17)), band, "w")
