"""Details panel: figures and rule of the last throw, with its replay, beside its callout."""

from __future__ import annotations

from math import ceil

from pygame import Rect

from castlecards.texts import tr
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.base import Act as Callback
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.basic import Button, draw_panel
from castlecards.ui.services import Services
from castlecards.ui.table.layout.free_space import nearest_free
from castlecards.ui.table.playback.state import Callout
from castlecards.ui.table.render.table_view import TableView
from castlecards.ui.table.render.trays import tray_rects
from castlecards.ui.table.throw.throw_bar import throw_bar_rect

LABEL = Style("ui", 14, "muted")
FIGURE = Style("bold", 14, "text")
MARGIN = 14.0  # units beside and above the figures
GAP = 16.0  # units between a label and its figure
PROMPT = 196.0  # units that the prompt takes from the lower edge at most
FOOT = 46.0  # units below the figures, for the button


class DetailsPanel(Widget):
    """Panel with a line for each figure of a throw, the rule of a miss, and a replay button."""

    shade = 40

    def __init__(self, app: Services, table_view: TableView, watch_again: Callback) -> None:
        super().__init__("details", tr("The last throw"))
        self.app = app
        self.table_view = table_view
        self.rows: tuple[tuple[str, str], ...] = ()
        self.columns = 1
        self.button = Button("watch_again", tr("Watch again (R)"), watch_again, tall=28)
        self.children = (self.button,)

    def show(self, callout: Callout) -> None:
        """Show the figures of this throw."""
        rule = ((tr("Rule"), callout.rule),) if callout.rule else ()
        self.rows = (*callout.figures, *rule)
        self.name = "; ".join(f"{label}: {figure}" for label, figure in self.rows)

    def measure(self, look: Look, width: int) -> Size:
        wide = self._column(look) * self.columns + look.px(
            2 * MARGIN + 2 * GAP * (self.columns - 1)
        )
        high = ceil(len(self.rows) / self.columns) * look.line(FIGURE) + look.px(MARGIN + FOOT)
        return min(max(wide, look.px(190)), width), high

    def _column(self, look: Look) -> int:
        """Width of a label and its figure, px."""
        widths = [look.width(one, LABEL) + look.width(two, FIGURE) for one, two in self.rows]
        return max(widths, default=0) + look.px(GAP)

    def place(self, look: Look, rect: Rect) -> None:
        """Place it at the side of the table, on no card, tray or panel where there is room.

        Where a high panel has no room, a wide one with two columns is tried.
        """
        view, margin, left = self.table_view, look.px(12), self.app.settings.left_handed
        taken = [tray for _, tray in tray_rects(look, rect, view.layout, view.box)]
        prompt = throw_bar_rect(look, rect, not left)  # the prompt is as wide, but higher
        prompt.update(prompt.left, rect.bottom - look.px(PROMPT), prompt.width, look.px(PROMPT))
        taken += [throw_bar_rect(look, rect, left), prompt]
        within = rect.inflate(-2 * margin, -2 * margin)
        every = [*taken, *view.rects()]
        for self.columns in (1, 2, 1):
            self.rect = Rect((0, 0), self.measure(look, rect.width))
            self.rect.midright = rect.right - margin, rect.top + round(rect.height * 0.45)
            if left:
                self.rect.left = rect.left + margin
            self.rect = nearest_free(self.rect, every, within, margin)
            if self.rect.collidelist(every) < 0:
                break
        else:
            self.rect = nearest_free(self.rect, taken, within, margin)
        foot = self.rect.left + look.px(MARGIN), self.rect.bottom - look.px(40)
        self.button.place(look, Rect(foot, (self.rect.width - look.px(2 * MARGIN), look.px(30))))

    def draw(self, canvas: Canvas) -> None:
        look = canvas.look
        draw_panel(canvas, self.rect, radius=11)
        margin, between = look.px(MARGIN), look.px(2 * GAP)
        wide = (self.rect.width - 2 * margin - between * (self.columns - 1)) // self.columns
        high = ceil(len(self.rows) / self.columns)
        for n, (label, figure) in enumerate(self.rows):
            left = self.rect.left + margin + n // high * (wide + between)
            y = self.rect.top + margin + look.line(FIGURE) * (n % high + 0.5)
            begins = canvas.text(figure, (left + wide, y), FIGURE, "e").left - look.px(8)
            text, style = look.fit(label, LABEL, begins - left)
            canvas.text(text, (left, y), style, "w")
        super().draw(canvas)
