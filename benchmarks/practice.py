"""Cost of recording, reading, drawing and reporting throws.

    python -m benchmarks practice

Wall time without a screen, on a quiet machine; the report in CPU time, which needs the extra
`report`. Exits 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import perf_counter, process_time, sleep

from benchmarks.rows import Row, at_most, print_rows
from benchmarks.screen import without_screen
from castlecards.core.landing import METHODS
from castlecards.practice import report, throws
from castlecards.practice.throws import CAUSES, ThrowLog, ThrowRecord
from castlecards.settings import Settings
from castlecards.ui.pages.throws import Throws
from castlecards.ui.routes import Title
from castlecards.ui.scene import Push, Reset
from castlecards.ui.shell.app import App

FRAME = 16.7  # ms, at 60 frames a second
SHOWN = ((1_000, 150.0), (100_000, 2_000.0))  # throws; ms until they are read and drawn
SIZES = (1280, 800), (1920, 1080)  # px
RECORDED = 1_000  # throws that are recorded one by one
WORST = 16.0  # ms, bar of the longest frame while records are read
OPENED = 3  # measurements; the best counts, as other work on the machine only slows them
REPORTED = 10_000  # throws in the report
REPORT = 3_000.0  # ms until PNG, SVG and CSV are written


def random_throws(count: int) -> list[ThrowRecord]:
    """Random throws with the spread of a person, over twenty days."""
    rng = Random(1)
    throws = []
    for n in range(count):
        speed = rng.gauss(1900, 140)
        throws.append(
            ThrowRecord(
                time=f"2026-11-{1 + 20 * n // count:02d}T12:00:00",
                method=METHODS[n % 3],
                player="Anna",
                layout="duel",
                assist="full",
                release=(n % 3, 0, 0, 100, round(speed), 9, 960, -436, 0, -611, 18000, 0),
                rest=(120, 2010, 40),
                right=round(rng.gauss(3, 22), 1),
                far=round(rng.gauss(4, 40) + 0.2 * (speed - 1900), 1),
                cause=rng.choices(CAUSES, (50, 5, 20, 8, 3, 1, 4, 3, 2, 2, 2))[0],
                hits=1,
                words="Hit",
            )
        )
    return throws


def longest_recording(lines: list[ThrowRecord]) -> float:
    """Longest time to record one throw, ms."""
    log, longest = ThrowLog(), 0.0
    for line in lines:
        start = perf_counter()
        log.add(line)
        longest = max(longest, perf_counter() - start)
    log.close()
    return 1000 * longest


def replace_records(lines: list[ThrowRecord]) -> None:
    """Replace the records by these throws."""
    os.environ["CASTLECARDS_HOME"] = tempfile.mkdtemp(prefix="castlecards-bench-")
    old = throws.old_file(throws.file())
    old.write_text("".join(f"{throws.line(t)}\n" for t in lines), encoding="utf-8")
    throws.read()


def shown(app: App) -> tuple[float, float]:
    """Time (ms) until the statistics are on the screen at 60 frames a second, with the records
    read, and the time of the longest frame."""
    begun = perf_counter()
    longest = 0.0
    app.follow(Push(Throws(app)))
    while longest == 0.0 or app.scene.moving:
        start = perf_counter()
        app.step((), FRAME / 1000)
        longest = max(longest, perf_counter() - start)
        sleep(max(0.0, start + FRAME / 1000 - perf_counter()))
    total = perf_counter() - begun
    app.follow(Reset(Title()))
    app.step((), FRAME / 1000)
    return 1000 * total, 1000 * longest


def main(words: list[str] | None = None) -> int:
    """Run the benchmark. Return 1 if a bar is missed, else 0."""
    argparse.ArgumentParser(description=__doc__, allow_abbrev=False).parse_args(words)
    without_screen()
    return print_rows(rows())


def rows() -> Iterator[Row]:
    """Yield all rows."""
    longest = longest_recording(random_throws(RECORDED))
    yield at_most(f"a throw recorded, the longest of {RECORDED}", longest, FRAME, "ms")
    for count, bar in SHOWN:
        replace_records(random_throws(count))
        for size in SIZES:
            app = App(Settings(reduced_motion=True), size)
            app.begin()
            times = [shown(app) for _ in range(OPENED)]
            app.close()
            name = f"{count:,} throws read and drawn, {size[0]}x{size[1]}"
            yield at_most(name, min(total for total, _ in times), bar, "ms")
            worst = min(longest for _, longest in times)
            yield at_most("  the longest frame meanwhile", worst, WORST, "ms")
    folder = Path(tempfile.mkdtemp(prefix="castlecards-report-"))
    start = process_time()
    report.write(random_throws(REPORTED), folder)
    spent = 1000 * (process_time() - start)
    yield at_most(f"report of {REPORTED:,} throws: PNG, SVG and CSV", spent, REPORT, "ms")
