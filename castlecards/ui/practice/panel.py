"""Panel beside the practice table, with its statistics of throws."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect

from castlecards.practice import report, stats
from castlecards.practice.throws import ThrowRecord
from castlecards.texts import tr
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.basic import Label, draw_panel
from castlecards.ui.kit.widgets.boxes import Column
from castlecards.ui.kit.widgets.plot import Clouds, DotPlot, Dots
from castlecards.ui.kit.widgets.scroll import ScrollArea
from castlecards.ui.pages.throw_charts import draw_spread, draw_target, percent
from castlecards.ui.practice.marks import BEST, GOOD, POOR

WIDE = 284.0  # units, as wide as the throw bar below
BOTTOM = 142.0  # units, above the throw bar
PAD = 14.0  # units, padding
SCATTER = 152.0  # units, height of the scatter plot
NAME = Style("title", 16, "gold_high")
SMALL_TEXT = Style("medium", 14, "text")
FIGURE = Style("ui", 14, "muted")
KEY = Style("ui", 14, "muted")
REST: Colour = (112, 124, 114)
SCALE = tr("The numbers are mm to the right of the target and past it.")
GREY_TOUCHED = tr("Grey: where they first touched.")
GREY_STOPPED = tr("Grey: where they stopped.")
GREY_TOUCHED_RINGS = tr("Grey: first touches. Rings: half, and nearly all, of your throws.")
GREY_STOPPED_RINGS = tr("Grey: where they stopped. Rings: half, and nearly all, of your throws.")


class PracticePanel(Widget):
    """Panel with rows of widgets; it ends at least `low` units above the bottom of the window."""

    shade = 40

    def __init__(self, low: float) -> None:
        super().__init__("practice", tr("Practice"))
        self.low = low
        self.column = Column([], 8)
        self.children = (self.column,)

    def set(self, rows: Sequence[Widget]) -> None:
        self.column.set(rows)
        self.resized()

    def texts(self) -> list[str]:
        """Texts of the rows in reading order, for speech."""
        rows = (each for each in self.column.walk() if not isinstance(each, ScrollArea))
        return [text for each in rows for text in each.readings]

    def measure(self, look: Look, width: int) -> Size:
        inner = look.px(WIDE - 2 * PAD)
        return look.px(WIDE), self.column.measure(look, inner)[1] + 2 * look.px(PAD)

    def place(self, look: Look, rect: Rect) -> None:
        high = self.measure(look, rect.width)[1]
        self.rect = Rect(rect.topleft, (rect.width, min(high, rect.height - look.px(self.low))))
        pad = 2 * look.px(PAD)
        self.column.place(look, self.rect.inflate(-pad, -pad))

    def draw(self, canvas: Canvas) -> None:
        draw_panel(canvas, self.rect, radius=12)
        super().draw(canvas)


def summary_rows(throws: Sequence[ThrowRecord], figures: Sequence[str]) -> list[Widget]:
    """Return the rows about `throws`. Tooltips show the hit rate and the `figures` of the last."""
    if not throws:
        return [Label(tr("Throw a card. You get the next one at once."), FIGURE)]
    summary, last = stats.summary(counting(throws)), throws[-1]
    row = tr("Streak {n} (best {best})", n=summary.streaks.now, best=summary.streaks.best)
    if last.trial:
        row = tr("Trial throw: not counted.")
    hits = Label(tr("{n} of {all} hit", n=summary.hits.hits, all=summary.throws), FIGURE)
    if summary.throws:
        hits.tip = tr("Hit rate (95 % interval): {rate}", rate=percent(summary.hits))
    tone = "gold_high" if last.hit else "danger_text"
    verdict = Label(last.words, SMALL_TEXT, id="practice.verdict", tone=tone)
    verdict.tip = "\n".join(figures)
    return [hits, Label(row, FIGURE, id="practice.row"), verdict]


def counting(throws: Sequence[ThrowRecord]) -> list[ThrowRecord]:
    """Return the throws that count: all but the trial throws."""
    return [throw for throw in throws if not throw.trial]


def scatter(throws: Sequence[ThrowRecord], rings: bool) -> Widget:
    """Return the scatter plot: first touches, which decide a hit; on rings the resting places."""
    throws = counting(throws)
    places = stats.misses if rings else stats.touches
    kinds = {
        "perfect": (BEST, [t for t in throws if t.cause == "perfect"]),
        "hit": (GOOD, [t for t in throws if t.cause == "hit"]),
        "miss": (POOR, [t for t in throws if not t.hit]),
    }
    clouds = [Dots(*places(some), colour, name) for name, (colour, some) in kinds.items()]
    other = Dots(*(stats.touches if rings else stats.misses)(throws), REST, "other")
    about = stats.scatter(*places(throws)) if throws else None
    shape = about if about is not None and about.count > 2 else None
    name = report.STOPPED if rings else report.TOUCHED
    plot = DotPlot(
        "practice.scatter", name, Clouds.of([other, *clouds]), "", "",
        even=True, below=draw_target, tall=SCATTER, reach=70,
        above=lambda canvas, area, plot: draw_spread(canvas, area, plot, shape),
    )  # fmt: skip
    key = GREY_TOUCHED if rings else GREY_STOPPED
    if shape is not None:
        key = GREY_TOUCHED_RINGS if rings else GREY_STOPPED_RINGS
    about_plot = Label(key, KEY)
    about_plot.tip = SCALE
    return Column([plot, about_plot], 4)
