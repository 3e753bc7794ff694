"""The statistics of recorded throws: what they add up to, drawn; and the report as files."""

from __future__ import annotations

import datetime
import threading
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import cos, degrees, pi, sin
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from pygame import Rect

from castlecards import levels, paths
from castlecards.core.landing import METHODS
from castlecards.practice import report, stats
from castlecards.practice.throws import Reading, Thrown, chosen
from castlecards.store import StoreError
from castlecards.ui.cardart.rows import Columns
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.text import Colour
from castlecards.ui.kit.theme import SMALL, Look
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.boxes import Column, Grid
from castlecards.ui.kit.widgets.button import Button
from castlecards.ui.kit.widgets.choice import Choice
from castlecards.ui.kit.widgets.label import Align, Label
from castlecards.ui.kit.widgets.plot import BarPlot, DotPlot, Dots, Plot, Rate, RatePlot
from castlecards.ui.kit.widgets.scroll import Scroll
from castlecards.ui.kit.widgets.tabs import Tabs
from castlecards.ui.page import Page
from castlecards.ui.pages.sheet import sheet
from castlecards.ui.routes import Statistics
from castlecards.ui.scene import Go, Swap

if TYPE_CHECKING:
    from castlecards.ui.services import Services

COLOURS: dict[str, Colour] = {
    "lob": (104, 194, 145), "frisbee": (236, 190, 92), "flip": (196, 140, 232),
}  # fmt: skip
BAD: Colour = (204, 96, 84)
CARD_FACE: Colour = (60, 72, 60)
RADII: Colour = (222, 120, 108)
SPANS = ((0, "All days"), (1, "Today"), (7, "The last 7 days"), (30, "The last 30 days"))
FREE = ""
MOST_DAYS = 40
AT_ONCE = 0.12  # s of reading before the page is shown without its numbers
A_FRAME = 0.08  # s of reading between two frames
GOLD: Colour = (250, 214, 110)  # of perfect hits


class Throws(Page):
    """Read anew each time it is shown."""

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self.method = ""
        self.level: str | None = None
        self.days = 0
        self._report: Report | None = None
        self._reading: Reading | None = None
        self._all_throws: tuple[Thrown, ...] | None = None

    # What is shown

    def throws(self) -> tuple[Thrown, ...]:
        """Of the present choice; of none as long as the record is being read."""
        if self._all_throws is None:
            self._read(AT_ONCE)
        since = ""
        if self.days:
            day = datetime.date.today() - datetime.timedelta(days=self.days - 1)
            since = day.isoformat()
        found = chosen(self._all_throws or (), method=self.method, level=self.level, since=since)
        return tuple(found)

    def _read(self, seconds: float) -> bool:
        """Goes on reading the record for so long; whether all of it is read."""
        try:
            if self._reading is None:
                self._reading = Reading()
            if not self._reading.go_on(seconds):
                return False
            record = self._reading.record
            if record.told:
                self.app.notify(record.told, "error")
            self._all_throws = record.throws
        except StoreError as error:
            self.app.notify(str(error), "error")
            self._all_throws = ()
        self._reading = None
        return True

    @property
    def moving(self) -> bool:
        return super().moving or self._reading is not None

    def build(self) -> Widget:
        made = self.throws()
        if self._reading is not None:
            rows: list[Widget] = [Label(_read_so_far(self._reading), id="throws.reading")]
        else:
            found = stats.summary(made)
            plots = Grid(_plots(made, found), 350, 10)
            rows = [self._filters(), _numbers(made, found), plots]
        scroll = Scroll(Column(rows, 12), "throws.scroll", focusable=True)
        buttons = [
            Button("throws.export", "Write a report", self.export, wide=200),
            Button("throws.back", "Back", self.leave, "primary", wide=140),
        ]
        tabs = Tabs("statistics", (("games", "Games"), ("throws", "Throws")), "throws", self._tab)
        return sheet(
            "Statistics", [tabs, scroll], buttons, widest=1180, tallest=770,
            left_handed=self.left_handed,
        )  # fmt: skip

    def _filters(self) -> Widget:
        methods = [("", "All methods"), *((m, m.title()) for m in METHODS)]
        played = dict.fromkeys(t.level for t in self._all_throws or () if t.level)
        named = [(id, title) for id, title in _titles().items() if id in played] if played else []
        where = [(None, "Everywhere"), (FREE, "Outside the levels"), *named]
        controls: list[Widget] = [
            Choice("throws.method", "Method", methods, self.method, self._set_method),
            Choice("throws.level", "Level", where, self.level, self._set_level),
            Choice("throws.days", "Days", SPANS, self.days, self._set_days),
        ]
        return Grid(controls, 220, 10)

    # What can be done

    def _tab(self, key: str) -> None:
        if key == "games":
            self.go(Swap(Statistics()))

    def _set_method(self, method: str) -> None:
        self.method = method
        self.rebuild()

    def _set_level(self, level: str | None) -> None:
        self.level = level
        self.rebuild()

    def _set_days(self, days: int) -> None:
        self.days = days
        self.rebuild()

    def export(self) -> None:
        """Writes the report beside the record; the screen stays alive meanwhile."""
        if self._report is not None:
            return
        made = self.throws()
        if self._reading is not None:
            return
        if not made:
            self.app.notify("There is no throw to report yet.", "error")
            return
        self._report = Report(made, paths.data_dir() / "reports")
        self._report.start()
        self.app.notify("The report is being written ...")

    def update(self, dt: float) -> Go:
        if self._reading is not None:
            if self._read(A_FRAME):
                self.rebuild()
            else:
                label = self.find("throws.reading")
                assert isinstance(label, Label)
                label.set(_read_so_far(self._reading))
        text = "Write a report"
        if self._report is not None:
            if self._report.is_alive():
                text = f"Writing ... {100 * self._report.share:.0f} %"
            else:
                self.app.notify(*self._report.told)
                self._report = None
        button = self.find("throws.export")
        if isinstance(button, Button) and button.text != text:
            button.text = button.name = text
            button.changed()
        return super().update(dt)


class Report(threading.Thread):
    """Writes the files; `share` says how far it is, `told` what came of it."""

    def __init__(self, throws: tuple[Thrown, ...], folder: Path) -> None:
        super().__init__(daemon=True)
        self.throws = throws
        self.folder = folder
        self.share = 0.0
        self.told = ("The report was not written.", "error")

    def run(self) -> None:
        try:
            written = report.write(self.throws, self.folder, progress=self._progress)
            names = ", ".join(path.name for path in written)
            self.told = f"Written to {self.folder}: {names}", "note"
        except report.MissingLibrary as error:
            self._table_only(str(error))
        except (StoreError, ValueError) as error:
            self.told = str(error), "error"

    def _table_only(self, why: str) -> None:
        try:
            (path,) = report.write(self.throws, self.folder, ("csv",))
            self.told = f"{why} The table was written to {path}.", "note"
        except StoreError as error:
            self.told = str(error), "error"

    def _progress(self, share: float) -> None:
        self.share = share


def _read_so_far(reading: Reading) -> str:
    return f"Reading the record of throws: {100 * reading.share:.0f} %"


@cache
def _titles() -> dict[str, str]:
    """What the levels are called, by id; reading them all takes a moment."""
    return {level.id: level.level.title for pack in levels.packs()[0] for level in pack.levels}


# -- numbers ------------------------------------------------------------------------------------


def percent(rate: stats.Interval) -> str:
    """`37 % (29 to 45)`: a rate with its 95 % interval."""
    if not rate.count:
        return "–"
    return f"{100 * rate.share:.0f} % ({100 * rate.low:.0f} to {100 * rate.high:.0f})"


HEAD = (
    "Method", "Throws", "Hits (95 % interval)", "Perfect", "Mean right / far", "Spread", "CEP50",
    "CEP95", "In a row",
)  # fmt: skip


CEP = (
    "CEP50, CEP95 (circular error probable): half, and 95 of 100, came to rest so near the middle "
    "of what they were thrown at. The red circles of the plots show the same."
)


# Columns of the wide table, and of the two that take its place where there is little room.
PARTS = (tuple(range(9)), (0, 1, 2, 3, 8), (0, 4, 5, 6, 7))
ROOMY = 860  # units


def _numbers(made: Sequence[Thrown], found: stats.Summary) -> Widget:
    """A line for each method that was thrown with, and one for all where there are several."""
    if not found.throws:
        return Label("No throw is recorded for this choice yet.", SMALL)
    by: dict[str, list[Thrown]] = {method: [] for method in found.by_method}
    for throw in made:
        by[throw.method].append(throw)
    lines = []
    if len(by) > 1:
        lines.append(_line("All", found.hits, found.perfect, found.scatter, found.streaks))
    for method, (hits, perfect) in found.by_method.items():
        about = stats.scatter(*stats.misses(by[method])) if len(by) > 1 else found.scatter
        lines.append(_line(method.title(), hits, perfect, about, stats.streaks(by[method])))
    table = [HEAD, *lines]
    wide, *narrow = (_table([[row[n] for n in part] for row in table]) for part in PARTS)
    return Figures(wide, narrow, CEP)


def _table(rows: Sequence[Sequence[str]]) -> Columns:
    sides: list[Align] = ["left"] * len(rows[0])
    return Columns(rows, sides)


class Figures(Column):
    """One wide table, or where there is no room for it two narrow ones below each other."""

    def __init__(self, wide: Columns, narrow: Sequence[Columns], words: str) -> None:
        """`words` stand below them."""
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


def _line(
    name: str,
    hits: stats.Interval,
    perfect: stats.Interval,
    about: stats.Scatter | None,
    streaks: stats.Streaks,
) -> tuple[str, ...]:
    place = ["–"] * 4
    if about is not None:
        place = [
            f"{about.mean[0]:+.0f} / {about.mean[1]:+.0f} mm",
            f"{about.spread[0]:.0f} / {about.spread[1]:.0f} mm",
            f"{about.cep50:.0f} mm",
            f"{about.cep95:.0f} mm",
        ]
    streak = f"{streaks.now}, best {streaks.best}"
    return (name, str(hits.count), percent(hits), percent(perfect), *place, streak)


# -- plots --------------------------------------------------------------------------------------


def touched(throws: Sequence[Thrown]) -> list[Dots]:
    """Where they first touched, mm to the right and too far."""
    by = {method: [t for t in throws if t.method == method] for method in METHODS}
    return [Dots(*stats.touches(own), COLOURS[method], method) for method, own in by.items()]


def clouds(throws: Sequence[Thrown], across: str) -> list[Dots]:
    """`across`: what the x axis is: right, speed (m/s) or loft (degrees); y is always far, mm."""
    points: dict[str, list[tuple[float, float]]] = {method: [] for method in METHODS}
    for t in throws:
        if t.far is not None and (across == "right" or t.release):
            points[t.method].append((_across(t, across), t.far))
    found = []
    for method, pairs in points.items():
        xy = np.array(pairs, float).reshape(-1, 2)
        found.append(Dots(xy[:, 0], xy[:, 1], COLOURS[method], method))
    return found


def _across(throw: Thrown, what: str) -> float:
    if what == "right":
        return throw.right or 0.0
    return throw.release[4] / 1000 if what == "speed" else degrees(throw.release[6] / 1000)


def _plots(throws: Sequence[Thrown], found: stats.Summary) -> list[Plot]:
    days = found.days[-MOST_DAYS:]
    rates = [
        Rate(f"{method}, {hits.count}", hits.share, hits.low, hits.high)
        for method, (hits, _) in found.by_method.items()
    ]
    squares = [Rate(m, p.share, p.low, p.high) for m, (_, p) in found.by_method.items()]
    colours = [COLOURS[method] for method in found.by_method]
    causes = [(report.NAMES[cause], count) for cause, count in found.causes.items()]
    title = "Hits by day"
    if found.trend is not None:
        title += f", {100 * found.trend:+.1f} points a day"
    early = stats.scatter(*stats.touches(throws))
    return [
        DotPlot(
            "throws.touch", "Where they first touched", touched(throws),
            "mm to the right", "mm too far", even=True, below=target,
            above=lambda canvas, area, plot: spread(canvas, area, plot, early), reach=60,
        ),
        DotPlot(
            "throws.scatter", "Where they came to rest", clouds(throws, "right"),
            "mm to the right", "mm too far", even=True, below=target,
            above=lambda canvas, area, plot: spread(canvas, area, plot, found.scatter), reach=60,
        ),
        DotPlot(
            "throws.speed", "Error against speed", clouds(throws, "speed"), "m/s", "mm too far"
        ),
        DotPlot(
            "throws.loft", "Error against loft", clouds(throws, "loft"), "degrees", "mm too far"
        ),
        RatePlot(
            "throws.rates", "Hits by method, perfect ones in gold", rates, colours, line=False,
            beside=squares, beside_colour=GOLD,
        ),
        BarPlot("throws.causes", "What went wrong", causes, BAD, "Nothing went wrong"),
        RatePlot(
            "throws.days", title,
            [Rate(d.day[5:], d.hits.share, d.hits.low, d.hits.high) for d in days],
            [COLOURS["lob"]], line=True,
        ),
    ]  # fmt: skip


def target(canvas: Canvas, area: Rect, plot: DotPlot) -> None:
    """The outline of the card that was aimed at."""
    width, length = report.CARD
    left, top = plot.at_px(area, -width / 2, length / 2)
    right, bottom = plot.at_px(area, width / 2, -length / 2)
    box = Rect(round(left), round(top), round(right - left), round(bottom - top))
    canvas.box(box, 5, CARD_FACE, CARD_FACE, canvas.look.palette.gold_low)


def spread(canvas: Canvas, area: Rect, plot: DotPlot, about: stats.Scatter | None) -> None:
    """Mean, ellipse of one standard deviation, circles of half and of 95 % of the throws."""
    if about is None:
        return
    look, c = canvas.look, canvas.look.palette
    centre = plot.at_px(area, 0, 0)
    per_mm = area.width / (plot.x.high - plot.x.low)
    for radius, width in ((about.cep50, 2), (about.cep95, 1)):
        canvas.circle(RADII, centre, radius * per_mm, look.px(width))
    tilt = cos(about.tilt), sin(about.tilt)
    ring = []
    for n in range(49):
        a, b = about.axes[0] * cos(n * pi / 24), about.axes[1] * sin(n * pi / 24)
        x = about.mean[0] + a * tilt[0] - b * tilt[1]
        y = about.mean[1] + a * tilt[1] + b * tilt[0]
        ring.append(plot.at_px(area, x, y))
    for start, end in pairwise(ring):
        canvas.line(c.text, start, end, look.px(1.5))
    x, y = plot.at_px(area, *about.mean)
    arm = look.px(6)
    canvas.line(c.text, (x - arm, y), (x + arm, y), look.px(2))
    canvas.line(c.text, (x, y - arm), (x, y + arm), look.px(2))
