"""Panel beside lists of practice: the next lesson or level, and the player’s bias and spread."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from castlecards.texts import tr
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import SMALL, Look, Style
from castlecards.ui.kit.widgets.base import Act, Size, Widget
from castlecards.ui.kit.widgets.basic import Button, Inset, Label, heading
from castlecards.ui.kit.widgets.boxes import Box, Column
from castlecards.ui.kit.widgets.plot import Clouds, DotPlot
from castlecards.ui.pages.throw_charts import draw_target
from castlecards.ui.practice.tiles import TilePicture

NAME = Style("bold", 17, "text")
PANEL = 330.0  # units, width of the panel
LEAST = 900.0  # units of width; in a narrower page the panel is not shown
PLOT = 84.0, 75.0  # units, least height of the plot; mm that it shows on either side


@dataclass(frozen=True)
class NextTask:
    """Lesson or level to do next: its picture, and how to begin it."""

    title: str
    about: str
    picture: TilePicture
    begin: Act


class TaskPicture(Widget):
    """Picture of the next task over the width of the panel."""

    shade = 0

    def __init__(self, picture: TilePicture, name: str) -> None:
        super().__init__("practice.picture", name)
        self.picture = picture
        self._complete = False  # True once it has been painted

    def measure(self, look: Look, width: int) -> Size:
        return width, round(width * self.picture.proportion)

    def draw(self, canvas: Canvas) -> None:
        self.picture.draw(canvas, self.rect)
        canvas.ring(self.rect, 6, canvas.look.palette.gold_low, 1.2)

    def prerender(self, look: Look) -> bool:
        more = self.picture.prerender(look, self.rect)
        if not more and not self._complete:
            self._complete = True
            self.changed()
        return more


class SpreadPlot(DotPlot):
    """Plot of the newest touches about their target, as high as the panel allows."""

    grow = True

    def __init__(self, title: str, clouds: Clouds) -> None:
        super().__init__(
            "practice.spread", title, clouds, "", "", True, draw_target, None, PLOT[0], PLOT[1]
        )


class BesidePanel(Box):
    """List with a panel at its left, which is left out if the page is narrow.

    `above`: stands above the list in its place."""

    grow = True

    def __init__(self, panel: Widget, body: Widget, above: Widget | None = None) -> None:
        super().__init__([panel, *filter(None, [above]), body], 16)
        self.panel, self.body, self.above = panel, body, above

    def _above(self, look: Look, width: int) -> int:
        """Height of what stands above the list, with the gap below it, px."""
        if self.above is None or width >= look.px(LEAST):
            return 0
        return self.above.measure(look, width)[1] + look.px(self.gap)

    def measure(self, look: Look, width: int) -> Size:
        return width, self._above(look, width) + self.body.measure(look, width)[1]

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        self.panel.visible = rect.width >= look.px(LEAST)
        high, left = self._above(look, rect.width), rect.left
        if self.panel.visible:
            self.panel.place(look, Rect(left, rect.top, look.px(PANEL), rect.height))
            left += look.px(PANEL + self.gap)
        if self.above is not None:
            self.above.visible = high > 0
            self.above.place(look, Rect(left, rect.top, rect.width, high - look.px(self.gap)))
        self.body.place(look, Rect(left, rect.top + high, rect.right - left, rect.height - high))


def task_panel(task: NextTask | None, finding: str, plot: Widget) -> Widget:
    """Panel with the task, a sentence on what to change in throwing, and the plot of the touches.

    `task`: None if everything is done."""
    rows: list[Widget] = [heading(tr("Today"))]
    if task is not None:
        rows += [
            TaskPicture(task.picture, task.title), Label(task.title, NAME, id="practice.task"),
            Label(task.about, SMALL),
            Button("practice.begin", tr("Start"), task.begin, "primary"),
        ]  # fmt: skip
    rows += [Label(finding, SMALL, tone="gold_high", id="practice.finding"), plot]
    return Inset(Column(rows, 8), 14)
