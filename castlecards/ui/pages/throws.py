"""Statistics page of recorded throws: filters, totals summed in a thread, and a report."""

from __future__ import annotations

import datetime
import gc
import threading
from functools import cache, partial
from pathlib import Path
from sys import getswitchinterval, setswitchinterval
from time import perf_counter, sleep
from typing import TYPE_CHECKING, NamedTuple

from castlecards import levels, paths
from castlecards.core.landing import METHOD_TITLES
from castlecards.practice import report, stats
from castlecards.practice.throws import ThrowReader, ThrowRecord, select_throws
from castlecards.store import StoreError
from castlecards.texts import tr
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.basic import Button, Label, title
from castlecards.ui.kit.widgets.boxes import Column, Grid, Row
from castlecards.ui.kit.widgets.choice import Choice
from castlecards.ui.kit.widgets.plot import Clouds, Plot
from castlecards.ui.kit.widgets.scroll import Scroll
from castlecards.ui.page import Page, sheet
from castlecards.ui.pages.statistics import TITLE, statistics_tabs
from castlecards.ui.pages.throw_charts import Points, table_rows, throw_plots, totals_table
from castlecards.ui.scene import Go

if TYPE_CHECKING:
    from castlecards.ui.services import Services

SPANS = (
    (0, tr("All days")), (1, tr("Today")), (7, tr("Last 7 days")), (30, tr("Last 30 days")),
)  # fmt: skip
EXPORT = tr("Save a report")
PLOT = 258  # units, least width of a plot
TALL = 150  # units, height of a plot
FREE = ""  # level of throws outside all levels
# s per frame to wait for the thread, so that totals of a short record appear at once
JOIN_TIMEOUT = 0.004
PRERENDER_SLICE = 0.003  # s per frame to prerender plots
DRAWN_PER_FRAME = 4  # widgets drawn for the first time in one frame, at most
FAST_SWITCH = 0.0005  # s: switch interval of Python threads while the totals are computed
NORMAL_SWITCH = getswitchinterval()  # s: switch interval at all other times
JOIN_FOR = 0.1  # s after which frames no longer wait for the thread
PROGRESS_STEP = 5  # percent: step of the progress shown while reading
OLD_TOTALS_FOR = 0.25  # s for which the old totals stay before the progress line replaces them


class Throws(Page):
    """Statistics of throws. A thread reads the record and computes the totals for the filters.

    After a change of a filter the old totals stay for up to `OLD_TOTALS_FOR` s; then a progress
    line replaces them until the new totals are ready.
    """

    def __init__(
        self, app: Services, patience: float | None = None, slice: float | None = None
    ) -> None:
        """`patience`: s for which frames wait for the thread, default `JOIN_FOR`.

        `slice`: s per frame to prerender plots, default `PRERENDER_SLICE`.
        """
        super().__init__(app)
        self.patience = JOIN_FOR if patience is None else patience
        self.slice = PRERENDER_SLICE if slice is None else slice
        self.method = ""
        self.level: str | None = None
        self.days = 0
        self._report: Report | None = None
        self._thread: ThrowSummation | None = None
        self._waited = 0.0  # s, since the thread began
        self._totals: ThrowTotals | None = None
        self._rows: list[Widget] = []  # filters, table and plots
        self._reading: ProgressLine | None = None  # progress line, if shown

    # Contents of the page

    def throws(self) -> tuple[ThrowRecord, ...]:
        """Throws that match the filters; empty until the first totals are ready."""
        return self._totals.selected if self._totals is not None else ()

    def _start_totals(self) -> None:
        """Start a thread for the current filters and drop the previous thread."""
        since = ""
        if self.days:
            day = datetime.date.today() - datetime.timedelta(days=self.days - 1)
            since = day.isoformat()
        self._drop_thread()
        known = self._totals.record if self._totals is not None else None
        self._thread = ThrowSummation(
            known, self.app.profiles.database, self.method, self.level, since
        )
        self._waited = 0.0
        setswitchinterval(FAST_SWITCH)
        self._thread.start()

    def _drop_thread(self) -> None:
        if self._thread is not None:
            self._thread.is_dropped = True
            self._thread = None
            setswitchinterval(NORMAL_SWITCH)

    def _close(self) -> None:
        self._drop_thread()
        gc.unfreeze()

    def _take_totals(self, thread: ThrowSummation) -> bool:
        """True if the thread has finished; its totals then become the rows of the page.

        Waits at most `JOIN_TIMEOUT` seconds for the thread.
        """
        thread.join(JOIN_TIMEOUT if self._waited < self.patience else 0.0)
        if thread.is_alive():
            return False
        self._thread = None
        setswitchinterval(NORMAL_SWITCH)
        totals, messages = thread.result()
        self._totals = totals
        for text in messages:
            self.app.notify(text, "error")
        table = totals_table(totals.table)
        plots = throw_plots(totals.summary, totals.touch_scatter, totals.touched, totals.clouds)
        self._rows = [self._filters(totals), table, Grid(plots, PLOT, 10)]
        for plot in plots:
            plot.tall = TALL
        for widget in (*self._rows[:2], *plots):
            widget.veiled = True
        return True

    def _show_progress(self, thread: ThrowSummation, dt: float) -> None:
        """Show the totals if they are ready, else the progress."""
        if self._take_totals(thread):
            self.rebuild()
            return
        self._waited += dt
        if self._reading is not None:
            self._reading.say(_progress_text(thread))
        elif self._waited >= OLD_TOTALS_FOR:
            self.rebuild()

    @property
    def moving(self) -> bool:
        if self._totals is None or self._thread is not None or self._first_undrawn() is not None:
            return True
        return super().moving

    def _first_undrawn(self) -> Widget | None:
        """First widget that is not drawn yet, or None."""
        parts = (part for row in self._rows for part in row.walk() if part.veiled)
        return next(parts, None)

    def _reveal_widgets(self) -> None:
        """Reveal the next widgets, for up to `slice` seconds of a frame."""
        begun, look, ready = perf_counter(), self.layer.look, 0
        while (veiled := self._first_undrawn()) is not None and look is not None:
            if not isinstance(veiled, Plot) or veiled.prerender(look):
                veiled.veiled = False
                veiled.changed()
                ready += 1
            if ready == DRAWN_PER_FRAME or perf_counter() - begun > self.slice:
                return

    def build(self) -> Widget:
        rows, self._reading = self._rows, None
        if self._totals is None or (self._thread is not None and self._waited >= OLD_TOTALS_FOR):
            self._reading = ProgressLine(_progress_text(self._thread))
            rows = [*rows[:1], self._reading]
        scroll = Scroll(Column(rows, 12), "throws.scroll", focusable=True)
        buttons = [
            Button("throws.export", EXPORT, self.export, wide=200),
            Button("throws.back", tr("Back"), self.leave, "primary", wide=140),
        ]
        tabs = statistics_tabs(self, "throws", self._close)
        head = Row([title(TITLE), tabs], 28)
        return sheet(head, [scroll], buttons, 1180, 770, self.left_handed)

    def _filters(self, totals: ThrowTotals) -> Widget:
        methods = [("", tr("All methods")), *METHOD_TITLES.items()]
        where = [(None, tr("Everywhere")), (FREE, tr("Free practice")), *totals.levels]
        controls: list[Widget] = [
            Choice("throws.method", tr("Method"), methods, self.method, self._set_method),
            Choice("throws.level", tr("Level"), where, self.level, self._set_level),
            Choice("throws.days", tr("Days"), SPANS, self.days, self._set_days),
        ]
        return Grid(controls, 220, 10)

    # Actions

    def leave(self) -> None:
        self._close()
        super().leave()

    def _set_method(self, method: str) -> None:
        self.method = method
        self._start_totals()

    def _set_level(self, level: str | None) -> None:
        self.level = level
        self._start_totals()

    def _set_days(self, days: int) -> None:
        self.days = days
        self._start_totals()

    def export(self) -> None:
        """Write the report to the data folder in a thread, so that the page keeps running."""
        if self._report is not None or self._thread is not None:
            return
        selected = self.throws()
        if not selected:
            self.app.notify(tr("You have no throws to report yet."), "error")
            return
        self._report = Report(selected, paths.data_dir() / "reports")
        self._report.start()
        self.app.notify(tr("Writing the report …"))

    def update(self, dt: float) -> Go:
        if self._totals is None and self._thread is None:  # the first frame of the page
            self._start_totals()
        if self._thread is not None:
            self._show_progress(self._thread, dt)
        else:
            self._reveal_widgets()
        text = EXPORT
        if self._report is not None:
            if self._report.is_alive():
                text = tr("Writing … {n:.0f} %", n=100 * self._report.share)
            else:
                self.app.notify(*self._report.message)
                self._report = None
        button = self.find("throws.export")
        if isinstance(button, Button) and button.text != text:
            button.text = button.name = text
            button.changed()
        return super().update(dt)


class ProgressLine(Label):
    """Progress line: a change of its text redraws only this widget."""

    def __init__(self, text: str) -> None:
        super().__init__(text, id="throws.reading")

    def measure(self, look: Look, width: int) -> Size:
        return width, look.line(self.style)

    def say(self, text: str) -> None:
        if text != self.text:
            self.text = self.name = text
            self.lines = [text]
            self.changed()


class ThrowTotals(NamedTuple):
    """Totals of the throws that match the filters, ready to show."""

    record: tuple[ThrowRecord, ...]  # all throws
    selected: tuple[ThrowRecord, ...]  # those that match the filters
    levels: tuple[tuple[str, str], ...]  # ids and titles of the levels with throws
    table: tuple[tuple[str, ...], ...]  # rows without the head
    summary: stats.Summary
    touch_scatter: stats.Scatter | None  # of the first touches
    touched: Clouds
    clouds: dict[str, Clouds]  # by the quantity on the x axis


class ThrowSummation(threading.Thread):
    """Thread that reads the record of throws, if not read yet, and computes `ThrowTotals`."""

    def __init__(
        self, record: tuple[ThrowRecord, ...] | None, path: Path, method: str, level: str | None,
        since: str,
    ) -> None:  # fmt: skip
        super().__init__(name="throw-sums", daemon=True)
        self.share = 0.0 if record is None else 1.0  # of the record read so far, 0 to 1
        self.is_dropped = False  # set by the page to drop this thread
        self._record, self._path = record, path
        self._choose = partial(select_throws, method=method, level=level, since=since)
        self._messages: list[str] = []
        self._totals: ThrowTotals | None = None
        self._error: Exception | None = None

    def run(self) -> None:
        gc.disable()  # a collection over many throws would freeze several frames
        try:
            record = self._record
            if record is None:
                record = self._read()
            if not self.is_dropped:
                self._totals = _totals(record, tuple(self._choose(record)))
        except Exception as error:
            self._error = error
        finally:
            gc.freeze()
            gc.enable()

    def _read(self) -> tuple[ThrowRecord, ...]:
        reading = ThrowReader(self._path)
        try:
            while not reading.read_on(JOIN_TIMEOUT) and not self.is_dropped:
                self.share = reading.share
                sleep(0)  # lets the main thread draw
        except StoreError as error:
            self._messages.append(str(error))
            return ()
        finally:
            reading.close()
        self.share = 1.0
        self._messages += filter(None, [reading.record.message])
        return reading.record.throws

    def result(self) -> tuple[ThrowTotals, list[str]]:
        """Totals and error messages, once the thread has ended. Raises any error of `run`."""
        if self._error is not None:
            raise self._error
        assert self._totals is not None, "asked of one that is unwanted"
        return self._totals, self._messages


def _totals(record: tuple[ThrowRecord, ...], selected: tuple[ThrowRecord, ...]) -> ThrowTotals:
    played = {throw.level for throw in record if throw.level}
    titles = _titles().items() if played else ()
    summary, points = stats.summary(selected), Points.of(selected)
    return ThrowTotals(
        record,
        selected,
        tuple((id, title) for id, title in titles if id in played),
        table_rows(selected, summary),
        summary,
        stats.scatter(*stats.touches(selected)),
        points.clouds("touch_right", "touch_far"),
        {across: points.clouds(across) for across in ("right", "speed", "loft")},
    )


class Report(threading.Thread):
    """Thread that writes the report files.

    `share`: progress, 0 to 1. `message`: message for the player and its kind, "note" or "error".
    """

    def __init__(self, throws: tuple[ThrowRecord, ...], folder: Path) -> None:
        super().__init__(daemon=True)
        self.throws = throws
        self.folder = folder
        self.share = 0.0
        self.message = (tr("The report was not saved."), "error")

    def run(self) -> None:
        try:
            written = report.write(self.throws, self.folder, progress=self._progress)
            names = ", ".join(path.name for path in written)
            text = tr("Saved in {folder}: {names}", folder=self.folder, names=names)
            self.message = text, "note"
        except report.MissingLibrary as error:
            self._table_only(str(error))
        except (StoreError, ValueError) as error:
            self.message = str(error), "error"

    def _table_only(self, why: str) -> None:
        try:
            (path,) = report.write(self.throws, self.folder, ("csv",))
            text = tr("The table was saved as {path}.", path=path)
            self.message = f"{why} {text}", "note"
        except StoreError as error:
            self.message = str(error), "error"

    def _progress(self, share: float) -> None:
        self.share = share


def _progress_text(thread: ThrowSummation | None) -> str:
    share = thread.share if thread is not None else 0.0
    if share < 1:
        return tr("Reading your throws: {n} %", n=PROGRESS_STEP * int(100 * share / PROGRESS_STEP))
    return tr("Adding up your throws …")


@cache
def _titles() -> dict[str, str]:
    """Titles of all levels by id; cached, as reading them takes a moment."""
    return {level.id: level.level.title for pack in levels.packs()[0] for level in pack.levels}
