"""Report of recorded throws as PNG, SVG and CSV; the pictures need the extra `report`."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from math import degrees
from pathlib import Path
from typing import TYPE_CHECKING, Any

from castlecards import store
from castlecards.core.landing import METHOD_TITLES, METHODS
from castlecards.practice import export
from castlecards.practice.stats import Floats, Scatter, Summary, misses, scatter, summary, touches
from castlecards.practice.throws import ThrowRecord
from castlecards.texts import ntr, signed, tr

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = ("png", "svg", "csv")
DPI = 150
CARD = 63.5, 95.0  # mm
COLOURS = {"lob": "#2f7d57", "frisbee": "#b8862b", "flip": "#7a3f8f"}
NAMES = {
    "table": tr("hit the table first"), "slid": tr("slid off"),
    "own": tr("hit your own card first"), "underneath": tr("ended under a card"),
    "left": tr("left the play area"), "gate": tr("missed the gate"),
    "line": tr("let go past the line"), "backward": tr("thrown backwards"),
    "slow": tr("too slow"),
}  # fmt: skip
FAR = tr("too far, mm")
TOUCHED, STOPPED = tr("First touches"), tr("Where cards stopped")
FIELDS = (
    "time", "method", "player", "layout", "level", "assist", "speed_m_s", "loft_deg",
    "heading_deg", "spin_rev_s", "touch_right_mm", "touch_far_mm", "right_mm", "far_mm", "cause",
    "hits", "perfect", "words",
)  # fmt: skip
PAGE_LAYOUT = (
    ("touch", "rest", "rates", "causes"),
    ("speed", "loft", "days", "days"),
)  # of the page
MRAD_PER_TURN = 6283.185307  # mrad
Places = Callable[[Sequence[ThrowRecord]], tuple[Floats, Floats]]  # mm right and too far of throws
Progress = Callable[[float], None]  # how much is done, 0 to 1


class MissingLibrary(Exception):
    """Error: the pictures need a library that is not installed; the text says how to get it."""


def rows(throws: Sequence[ThrowRecord]) -> Iterator[tuple[Any, ...]]:
    """Rows of the table, in the order of FIELDS; an unknown number is ""."""
    for t in throws:
        flown: tuple[Any, ...] = ("",) * 4
        if t.release:
            r = t.release
            flown = (
                r[4] / 1000, round(degrees(r[6] / 1000), 2), round(degrees(r[5] / 1000), 2),
                round(r[10] / MRAD_PER_TURN, 2),
            )  # fmt: skip
        yield (
            t.time, t.method, t.player, t.layout, t.level, t.assist, *flown,
            *("" if mm is None else mm for mm in (t.touch_right, t.touch_far, t.right, t.far)),
            t.cause, t.hits, t.perfect, t.words,
        )  # fmt: skip


def table(throws: Sequence[ThrowRecord]) -> str:
    """Throws as CSV (RFC 4180), a header line first."""
    return export.csv_text(FIELDS, rows(throws))


def write(
    throws: Sequence[ThrowRecord],
    folder: Path,
    formats: Sequence[str] = FORMATS,
    name: str = "throws",
    progress: Progress = lambda share: None,
) -> tuple[Path, ...]:
    """Write `name`.png, .svg and .csv, as `formats` asks, and return their paths.

    Raises MissingLibrary if a picture cannot be drawn, ValueError if there are no throws, and
    StoreError if a file cannot be written.
    """
    if not throws:
        raise ValueError("there is no throw to report")
    pictures = [form for form in formats if form != "csv"]
    drawn = figure(throws, lambda share: progress(0.5 * share)) if pictures else None
    written = []
    for number, form in enumerate(formats, 1):
        path = folder / f"{name}.{form}"
        if form == "csv":
            store.write_bytes(path, table(throws).encode())
        else:
            assert drawn is not None
            raw = io.BytesIO()
            drawn.savefig(raw, format=form)
            store.write_bytes(path, raw.getvalue())
        written.append(path)
        progress(0.5 + 0.5 * number / len(formats))
    return tuple(written)


def figure(throws: Sequence[ThrowRecord], progress: Progress = lambda share: None) -> Figure:
    """Page of charts: places of first touch and of rest, errors against speed and loft, causes of
    misses, hit rate by day.

    Raises MissingLibrary.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingLibrary(
            tr('Pictures of a report need matplotlib: pip install "castlecards[report]"')
        ) from None
    totals = summary(throws)
    page = Figure(figsize=(11.7, 8.3), dpi=DPI, layout="constrained")  # A4 across, inches
    axes = page.subplot_mosaic([list(row) for row in PAGE_LAYOUT])
    parts: tuple[Callable[[], None], ...] = (
        lambda: _scatter(axes["touch"], throws, TOUCHED, touches, scatter(*touches(throws))),
        lambda: _scatter(axes["rest"], throws, STOPPED, misses, totals.scatter),
        lambda: _rates(axes["rates"], totals),
        lambda: _causes(axes["causes"], totals),
        lambda: _error_plot(axes["speed"], throws, 4, 1 / 1000, tr("speed, m/s")),
        lambda: _error_plot(axes["loft"], throws, 6, degrees(1) / 1000, tr("loft, degrees")),
        lambda: _days(axes["days"], totals),
    )
    for number, part in enumerate(parts, 1):
        part()
        progress(number / len(parts))
    page.suptitle(_title(throws, totals))
    page.draw_without_rendering()  # lay out once, not again for each format
    page.set_layout_engine(None)
    return page


def _title(throws: Sequence[ThrowRecord], totals: Summary) -> str:
    first, last = min(t.day for t in throws), max(t.day for t in throws)
    when = first if first == last else tr("{first} to {last}", first=first, last=last)
    hits = totals.hits
    return ntr(
        totals.throws,
        "{n} throw, {when}: {share:.0f} % hits (95 % interval: {low:.0f} to {high:.0f} %)",
        "{n} throws, {when}: {share:.0f} % hits (95 % interval: {low:.0f} to {high:.0f} %)",
        when=when,
        share=100 * hits.share,
        low=100 * hits.low,
        high=100 * hits.high,
    )


def _scatter(
    axes: Axes, throws: Sequence[ThrowRecord], name: str, places: Places, about: Scatter | None
) -> None:
    """Scatter plot of places over the outline of the target card."""
    from matplotlib.patches import Circle, Ellipse, Rectangle

    width, length = CARD
    axes.add_patch(
        Rectangle((-width / 2, -length / 2), width, length, facecolor="#efe6cf", edgecolor="#555")
    )
    for method in METHODS:
        x, y = places([t for t in throws if t.method == method])
        if x.size:
            axes.scatter(
                x, y, 7, COLOURS[method], alpha=0.6, label=METHOD_TITLES[method], rasterized=True
            )
    if about is not None:
        ellipse = Ellipse(
            about.mean, 2 * about.axes[0], 2 * about.axes[1], angle=degrees(about.tilt),
            fill=False, edgecolor="black", linewidth=1.4,
        )  # fmt: skip
        axes.add_patch(ellipse)
        for radius, style in ((about.cep50, "-"), (about.cep95, ":")):
            axes.add_patch(Circle((0, 0), radius, fill=False, edgecolor="#a33", linestyle=style))
        axes.plot(*about.mean, "k+", markersize=9)
        reach = 1.15 * max(about.cep95, length / 2)
        axes.set_xlim(-reach, reach)
        axes.set_ylim(-reach, reach)
        axes.set_title(
            tr(
                "{name}\nhalf within {half:.0f} mm (CEP50)\n95 % within {most:.0f} mm (CEP95)",
                name=name,
                half=about.cep50,
                most=about.cep95,
            ),
            fontsize="small",
        )
        axes.legend(loc="lower left", fontsize="x-small", handletextpad=0.1, borderpad=0.2)
    else:
        axes.set_title(tr("{name}: unknown", name=name), fontsize="small")
    axes.set_aspect("equal")
    axes.set_xlabel(tr("to the right, mm"))
    axes.set_ylabel(FAR)


def _error_plot(
    axes: Axes, throws: Sequence[ThrowRecord], number: int, unit: float, label: str
) -> None:
    for method in METHODS:
        points = [
            (t.release[number] * unit, t.far)
            for t in throws
            if t.method == method and t.release and t.far is not None
        ]
        if points:
            x, y = zip(*points, strict=True)
            axes.scatter(x, y, 6, COLOURS[method], alpha=0.5, rasterized=True)
    axes.axhline(0, color="#555", linewidth=0.8)
    axes.set_xlabel(label)
    axes.set_ylabel(FAR)


def _rates(axes: Axes, totals: Summary) -> None:
    """Bar chart of hit rates with their intervals."""
    for number, (method, (hits, perfect)) in enumerate(totals.by_method.items()):
        for shift, rate, colour in ((-0.18, hits, COLOURS[method]), (0.18, perfect, "#c9a227")):
            axes.bar(number + shift, 100 * rate.share, 0.34, color=colour)
            below, above = rate.share - rate.low, rate.high - rate.share
            axes.errorbar(
                number + shift, 100 * rate.share, [[100 * below], [100 * above]], color="black",
                capsize=3,
            )  # fmt: skip
    axes.set_xticks(
        range(len(totals.by_method)),
        [f"{METHOD_TITLES[m]}\nn = {r[0].count}" for m, r in totals.by_method.items()],
    )
    axes.set_ylim(0, 100)
    axes.set_ylabel("%")
    axes.set_title(tr("Hits by method (gold: perfect hits)"))


def _causes(axes: Axes, totals: Summary) -> None:
    names = [NAMES[cause] for cause in totals.causes]
    axes.barh(names[::-1], list(totals.causes.values())[::-1], color="#a33")
    axes.set_title(tr("What went wrong") if names else tr("No misses"))


def _days(axes: Axes, totals: Summary) -> None:
    days = totals.days
    indices = range(len(days))
    axes.fill_between(
        indices, [100 * d.hits.low for d in days], [100 * d.hits.high for d in days],
        color="#2f7d57", alpha=0.2,
    )  # fmt: skip
    axes.plot(indices, [100 * d.hits.share for d in days], "o-", color="#2f7d57")
    step = max(1, len(days) // 5)
    axes.set_xticks(list(indices)[::step], [d.day[5:] for d in days][::step])
    axes.set_ylim(0, 100)
    axes.set_ylabel(tr("hits, %"))
    title = tr("Hits by day")
    if totals.trend is not None:
        title = tr("Hits by day, {n} points a day", n=signed(100 * totals.trend, "+.1f"))
    axes.set_title(title)
