"""Charts of recorded throws: the table of totals and the plots, for the statistics and practice."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import cos, nan, pi, sin
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pygame import Rect

from castlecards.core.landing import METHOD_TITLES, METHODS
from castlecards.practice import report, stats
from castlecards.practice.throws import ThrowRecord
from castlecards.texts import signed, tr
from castlecards.ui.cardart.text_table import TextTable
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour
from castlecards.ui.kit.theme import SMALL, Look
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.basic import Align, Label
from castlecards.ui.kit.widgets.boxes import Column
from castlecards.ui.kit.widgets.plot import BarPlot, Clouds, DotPlot, Dots, Plot, Rate, RatePlot

COLOURS: dict[str, Colour] = {
    "lob": (104, 194, 145), "frisbee": (236, 190, 92), "flip": (196, 140, 232),
}  # fmt: skip
BAD: Colour = (204, 96, 84)
CARD_FACE: Colour = (60, 72, 60)
RADII: Colour = (222, 120, 108)  # circles of the CEP
GOLD: Colour = (250, 214, 110)  # perfect hits
FAR = tr("mm too far")
MOST_DAYS = 40
Floats = NDArray[np.float64]


# -- the table ----------------------------------------------------------------------------------


def percent(rate: stats.Interval) -> str:
    """Rate with its 95 % interval: `37 % (29 to 45)`; `–` without throws."""
    if not rate.count:
        return "–"
    share, low, high = (100 * part for part in (rate.share, rate.low, rate.high))
    return tr("{share:.0f} % ({low:.0f} to {high:.0f})", share=share, low=low, high=high)


HEAD = (
    tr("Method"), tr("Throws"), tr("Hits (95 % interval)"), tr("Perfect"), tr("Mean right / far"),
    tr("Spread"), tr("CEP50"), tr("CEP95"), tr("Streak"),
)  # fmt: skip


CEP = tr(
    "CEP50 and CEP95: half, and 95 of 100, of your cards landed within this distance of the "
    "target’s centre. The red circles in the plots show the same."
)


# Columns of the wide table, then of the two narrow tables that replace it on a narrow page.
PARTS = (tuple(range(9)), (0, 1, 2, 3, 8), (0, 4, 5, 6, 7))
ROOMY = 860  # units: least width for the wide table


def table_rows(
    selected: Sequence[ThrowRecord], summary: stats.Summary
) -> tuple[tuple[str, ...], ...]:
    """Rows of the table: one per method with throws, before them their sum if there are several."""
    throws_by: dict[str, list[ThrowRecord]] = {method: [] for method in summary.by_method}
    for throw in selected:
        throws_by[throw.method].append(throw)
    lines = []
    if len(throws_by) > 1:
        lines.append(
            _row(tr("All"), summary.hits, summary.perfect, summary.scatter, summary.streaks)
        )
    for method, (hits, perfect) in summary.by_method.items():
        scatter = (
            stats.scatter(*stats.misses(throws_by[method]))
            if len(throws_by) > 1
            else summary.scatter
        )
        lines.append(
            _row(METHOD_TITLES[method], hits, perfect, scatter, stats.streaks(throws_by[method]))
        )
    return tuple(lines)


def totals_table(lines: Sequence[tuple[str, ...]]) -> Widget:
    """Table of `table_rows` with its head, or a label if there are no rows."""
    if not lines:
        return Label(tr("No throws match these filters yet."), SMALL)
    table = [HEAD, *lines]
    wide, *narrow = (_table([[row[n] for n in part] for row in table]) for part in PARTS)
    return TotalsTable(wide, narrow, CEP)


def _table(rows: Sequence[Sequence[str]]) -> TextTable:
    sides: list[Align] = ["left"] * len(rows[0])
    return TextTable(rows, sides)


class TotalsTable(Column):
    """Table of the totals: one wide table, or two narrow ones if the page is narrow."""

    def __init__(self, wide: TextTable, narrow: Sequence[TextTable], words: str) -> None:
        """`words`: note below the tables."""
        self.wide, self.narrow = wide, narrow
        super().__init__([wide, *narrow, Label(words, SMALL, id="throws.cep")], 12)

    def measure(self, look: Look, width: int) -> Size:
        self.wide.visible = width >= look.px(ROOMY)
        for table in self.narrow:
            table.visible = not self.wide.visible
        return super().measure(look, width)

    def place(self, look: Look, rect: Rect) -> None:
        self.measure(look, rect.width)
        super().place(look, rect)


def _row(
    name: str,
    hits: stats.Interval,
    perfect: stats.Interval,
    scatter: stats.Scatter | None,
    streaks: stats.Streaks,
) -> tuple[str, ...]:
    place = ["–"] * 4
    if scatter is not None:
        place = [
            tr(
                "{x} / {y} mm", x=signed(scatter.mean[0], "+.0f"), y=signed(scatter.mean[1], "+.0f")
            ),
            tr("{x:.0f} / {y:.0f} mm", x=scatter.spread[0], y=scatter.spread[1]),
            tr("{n:.0f} mm", n=scatter.cep50),
            tr("{n:.0f} mm", n=scatter.cep95),
        ]
    streak = tr("{n} (best {best})", n=streaks.now, best=streaks.best)
    return (name, str(hits.count), percent(hits), percent(perfect), *place, streak)


# -- plots --------------------------------------------------------------------------------------


class Points(NamedTuple):
    """Columns of numbers, shape (n,) each, one entry per throw; NaN if unknown."""

    method: NDArray[np.int8]  # index into `METHODS`
    right: Floats  # mm, at rest
    far: Floats  # mm, at rest
    touch_right: Floats  # mm, at the first touch
    touch_far: Floats  # mm, at the first touch
    speed: Floats  # m/s
    loft: Floats  # degrees

    @classmethod
    def of(cls, throws: Sequence[ThrowRecord]) -> Points:
        speeds = [t.release[4] if t.release else nan for t in throws]
        lofts = [t.release[6] if t.release else nan for t in throws]
        return cls(
            np.fromiter((METHODS.index(t.method) for t in throws), np.int8, len(throws)),
            np.array([t.right for t in throws], float),
            np.array([t.far for t in throws], float),
            np.array([t.touch_right for t in throws], float),
            np.array([t.touch_far for t in throws], float),
            np.array(speeds, float) / 1000,
            np.degrees(np.array(lofts, float) / 1000),
        )

    def clouds(self, across: str, up: str = "far") -> Clouds:
        """Dots for each method; `across` and `up`: names of the fields on the x and y axis."""
        x, y = getattr(self, across), getattr(self, up)
        known = ~(np.isnan(x) | np.isnan(y))
        summary = []
        for number, method in enumerate(METHODS):
            own = known & (self.method == number)
            summary.append(Dots(x[own], y[own], COLOURS[method], METHOD_TITLES[method]))
        return Clouds.of(summary)


def throw_plots(
    summary: stats.Summary,
    touch_scatter: stats.Scatter | None,
    touched: Clouds,
    clouds: Mapping[str, Clouds],
) -> tuple[Plot, ...]:
    """Plots of throws: where they touch and stop, error by speed and loft, hits, causes, days.

    `touch_scatter` and `touched`: of the first touches; `clouds`: by the quantity on the x axis.
    """
    days = summary.days[-MOST_DAYS:]
    rates = [
        Rate(METHOD_TITLES[method], hits.share, hits.low, hits.high)
        for method, (hits, _) in summary.by_method.items()
    ]
    squares = [
        Rate(METHOD_TITLES[m], p.share, p.low, p.high) for m, (_, p) in summary.by_method.items()
    ]
    colours = [COLOURS[method] for method in summary.by_method]
    causes = [(report.NAMES[cause], count) for cause, count in summary.causes.items()]
    daily = tr("Hits by day")
    if summary.trend is not None:
        daily = tr("Hits by day, {n} points a day", n=signed(100 * summary.trend, "+.1f"))
    return (
        DotPlot(
            "throws.touch", report.TOUCHED, touched,
            tr("mm to the right"), FAR, even=True, below=draw_target,
            above=lambda canvas, area, plot: draw_spread(canvas, area, plot, touch_scatter),
            reach=60,
        ),
        DotPlot(
            "throws.scatter", report.STOPPED, clouds["right"],
            tr("mm to the right"), FAR, even=True, below=draw_target,
            above=lambda canvas, area, plot: draw_spread(canvas, area, plot, summary.scatter),
            reach=60,
        ),
        DotPlot(
            "throws.speed", tr("Error by speed"), clouds["speed"], tr("m/s"), FAR
        ),
        DotPlot(
            "throws.loft", tr("Error by loft"), clouds["loft"], tr("degrees"), FAR
        ),
        RatePlot(
            "throws.rates", tr("Hits (gold: perfect hits)"), rates, colours, line=False,
            beside=squares, beside_colour=GOLD,
        ),
        BarPlot("throws.causes", tr("What went wrong"), causes, BAD, tr("No misses")),
        RatePlot(
            "throws.daily", daily,
            [Rate(_short(d.day), d.hits.share, d.hits.low, d.hits.high) for d in days],
            [COLOURS["lob"]], line=True,
        ),
    )  # fmt: skip


def _short(day: str) -> str:
    """Day of the year with a short month: "2 Mar"."""
    return f"{datetime.date.fromisoformat(day):%d %b}".removeprefix("0")


def draw_target(canvas: Canvas, area: Rect, plot: DotPlot) -> None:
    """Draw the outline of the target card."""
    width, length = report.CARD
    left, top = plot.at_px(area, -width / 2, length / 2)
    right, bottom = plot.at_px(area, width / 2, -length / 2)
    box = Rect(round(left), round(top), round(right - left), round(bottom - top))
    canvas.box(box, 5, CARD_FACE, CARD_FACE, canvas.look.palette.gold_low)


def draw_spread(canvas: Canvas, area: Rect, plot: DotPlot, scatter: stats.Scatter | None) -> None:
    """Draw the mean, the ellipse of one standard deviation, and the CEP50 and CEP95 circles."""
    if scatter is None:
        return
    look, c = canvas.look, canvas.look.palette
    centre = plot.at_px(area, 0, 0)
    per_mm = area.width / (plot.x.high - plot.x.low)
    for radius, width in ((scatter.cep50, 2), (scatter.cep95, 1)):
        canvas.circle(RADII, centre, radius * per_mm, look.px(width))
    tilt = cos(scatter.tilt), sin(scatter.tilt)
    ring = []
    for n in range(49):
        a, b = scatter.axes[0] * cos(n * pi / 24), scatter.axes[1] * sin(n * pi / 24)
        x = scatter.mean[0] + a * tilt[0] - b * tilt[1]
        y = scatter.mean[1] + a * tilt[1] + b * tilt[0]
        ring.append(plot.at_px(area, x, y))
    for start, end in pairwise(ring):
        canvas.line(c.text, start, end, look.px(1.5))
    x, y = plot.at_px(area, *scatter.mean)
    arm = look.px(6)
    canvas.line(c.text, (x - arm, y), (x + arm, y), look.px(2))
    canvas.line(c.text, (x, y - arm), (x, y + arm), look.px(2))
