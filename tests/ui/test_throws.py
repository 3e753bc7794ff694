"""Tests of the page of throw statistics: plots, filters, the report, damaged lines."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect, Surface

from castlecards.practice import stats
from castlecards.practice import throws as record
from castlecards.practice.stats import summary, wilson
from castlecards.practice.throws import CAUSES, ThrowLog, ThrowRecord
from castlecards.ui.cardart.text_table import CELL, TextTable
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Style
from castlecards.ui.kit.widgets.plot import (
    Axis,
    BarPlot,
    Clouds,
    DotPlot,
    Dots,
    RatePlot,
    coverage,
    pixels,
    ticks,
)
from castlecards.ui.pages.throw_charts import Points, percent
from castlecards.ui.pages.throws import DRAWN_PER_FRAME, NORMAL_SWITCH, Throws
from castlecards.ui.scene import Push
from tests.practice.test_throws import ONE
from tests.ui.driving import Driver

pytestmark = pytest.mark.usefixtures("home")


def fill(count: int) -> None:
    log = ThrowLog()
    for n in range(count):
        method = ("lob", "frisbee", "flip")[n % 3]
        log.add(
            ONE._replace(
                method=method, cause=CAUSES[n % 6], time=f"2026-11-{1 + n % 5:02d}T12:00:00",
                right=float(n % 9 - 4), far=float(n % 13 - 6), level="a/b" if n % 2 else "",
            )
        )  # fmt: skip
    log.close()


def page(driver: Driver) -> Throws:
    driver.click("title.statistics")
    driver.click("statistics.throws")
    scene = driver.app.scene
    assert isinstance(scene, Throws)
    return scene


def test_the_whole_page_is_in_sight_without_scrolling() -> None:
    fill(60)
    with Driver() as driver:
        scene = page(driver)
        driver.settle()
        scroll = scene.find("throws.scroll")
        assert scroll.room == 0
        assert scene.find("throws.daily").rect.bottom <= scroll.rect.bottom


@given(st.floats(-1e4, 1e4), st.floats(0.001, 1e4), st.integers(1, 12))
def test_ticks_are_round_few_and_inside(low: float, wide: float, most: int) -> None:
    found = ticks(low, low + wide, most)
    assert len(found) <= most + 1
    assert all(low - 1e-6 * wide <= t <= low + wide * (1 + 1e-6) for t in found)
    steps = np.diff(found)
    if len(steps):
        lead = float(f"{steps[0]:.0e}".split("e")[0])
        assert lead in (1, 2, 5)
        assert steps == pytest.approx(np.full(len(steps), steps[0]))
    assert ticks(1, 1, 5) == ()


def test_a_dot_is_where_its_numbers_are() -> None:
    cloud = Dots(np.array([0.0, 99.0]), np.array([0.0, 5.0]), (255, 0, 0))
    left, top = pixels(cloud, Axis(-10, 10), Axis(-10, 10), (200, 100), 2)
    assert (left.tolist(), top.tolist()) == ([100], [50])  # the other dot is outside
    cover = coverage(left, top, (200, 100), 2)
    assert cover[100, 50] == pytest.approx(0.62, abs=0.01)
    assert cover[108, 50] == 0
    twice = coverage(np.repeat(left, 2), np.repeat(top, 2), (200, 100), 2)
    assert 0.62 < twice[100, 50] < 1


def test_few_and_many_dots_show_at_the_same_place(driver: Driver) -> None:
    look = driver.app.look
    for count in (3, 9000):
        cloud = Dots(np.full(count, 2.0), np.full(count, 3.0), (200, 100, 50))
        plot = DotPlot("p", "Title", Clouds.of([cloud]), "x", "y")
        plot.place(look, Rect(0, 0, 300, 200))
        area = plot.area(look)
        plot.fit(area)
        sheet = plot.dots(look, area)
        x, y = plot.at_px(area, 2.0, 3.0)
        assert sheet.get_at((round(x - area.left), round(y - area.top))).a > 120
        assert sheet.get_at((2, 2)).a == 0


def test_the_page_adds_up_what_is_chosen() -> None:
    fill(60)
    driver = Driver()
    scene = page(driver)
    assert len(scene.throws()) == 60
    driver.click("throws.method")  # to the right: lobs
    assert {t.method for t in scene.throws()} == {"lob"}
    level = driver.find("throws.level")
    assert [value for value, _ in level.choices] == [None, ""]  # the filters leave no level
    driver.click("throws.level")
    assert {t.level for t in scene.throws()} == {""}
    driver.click("throws.days")  # today
    assert scene.throws() == ()
    driver.settle()
    driver.click("statistics.games")
    driver.click("statistics.throws")


def test_an_empty_record_says_so_and_writes_no_report(home: Path, driver: Driver) -> None:
    page(driver)
    driver.click("throws.export")
    assert not (home / "reports").exists()


@pytest.mark.long
def test_the_report_is_written_while_the_screen_lives(home: Path) -> None:
    fill(30)
    driver = Driver()
    page(driver)
    driver.click("throws.export")
    end = time.monotonic() + 60
    while not (home / "reports" / "throws.csv").exists() and time.monotonic() < end:
        driver.step(dt=0.05)
        time.sleep(0.02)
    names = sorted(path.name for path in (home / "reports").iterdir())
    assert names == ["throws.csv", "throws.png", "throws.svg"]


def test_bad_lines_are_told_once_and_stay(home: Path) -> None:
    fill(5)
    old = record.old_file(record.file())
    old.write_text(f"{record.line(ONE)}\n{{half\n")
    driver = Driver()
    scene = page(driver)
    assert len(scene.throws()) == 6
    assert "throws.jsonl:2" in driver.toast_texts
    assert old.read_text().endswith("{half\n")
    driver.app.toasts.shown.clear()
    driver.click("throws.back")
    page(driver)
    assert not driver.app.toasts.shown


def test_clouds_are_by_method_and_without_fouls() -> None:
    made = [ONE, ONE._replace(method="flip"), ONE._replace(cause="gate", right=None, far=None)]
    found = {cloud.name: cloud for cloud in Points.of(made).clouds("speed").dots}
    assert found["Lob"].x.tolist() == [2.1]
    assert found["Lob"].y.tolist() == [-14.5]
    assert found["Flip"].x.size == 1
    assert set(found) == {"Lob", "Flip"}
    assert percent(wilson(0, 0)) == "–"
    assert percent(wilson(5, 10)) == "50 % (24 to 76)"


@pytest.mark.long
def test_a_long_record_is_read_while_the_page_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    fill(5000)
    driver = Driver()
    driver.click("title.statistics")
    monkeypatch.setattr("castlecards.ui.pages.throws.JOIN_TIMEOUT", 0.0)
    driver.app.follow(Push(Throws(driver.app)))
    scene = driver.app.scene
    assert isinstance(scene, Throws)
    said = []
    held: set[float] = set()
    while driver.has("throws.reading"):
        held.add(sys.getswitchinterval())
        label = driver.find("throws.reading")
        said += [label.text] * (label.text not in said)
        assert scene.moving
        driver.step()
    assert len(said) > 1  # the number of texts depends on the speed of the thread
    assert min(held) < NORMAL_SWITCH  # no frame waits long for the reading thread
    assert said[0].endswith(": 0 %")
    monkeypatch.setattr("castlecards.ui.pages.throws.JOIN_TIMEOUT", 0.1)
    driver.settle()
    assert len(scene.throws()) == 5000
    assert sys.getswitchinterval() == NORMAL_SWITCH
    driver.click("throws.method")
    assert {t.method for t in scene.throws()} == {"lob"}


@pytest.mark.parametrize("slice", [0.0, 60.0])
def test_plots_are_made_bit_by_bit_before_they_are_drawn(
    slice: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(60)
    made: list[str] = []
    drawn: dict[str, None] = {}
    dotted = DotPlot._draw_cloud

    def cloud(plot: DotPlot, *given: Any) -> None:
        made.append(plot.id)
        dotted(plot, *given)

    monkeypatch.setattr(DotPlot, "_draw_cloud", cloud)
    for kind in (DotPlot, RatePlot, BarPlot):

        def draw_and_record(plot: Any, canvas: Any, area: Any, data: Any = kind.data) -> None:
            before = len(made)
            data(plot, canvas, area)
            drawn[plot.id] = None
            assert len(made) == before  # all plots were cached

        monkeypatch.setattr(kind, "data", draw_and_record)
    driver = Driver((1280, 2400))
    driver.app.follow(Push(Throws(driver.app, slice=slice)))
    while driver.app.scene.moving:
        clouds, plots = len(made), len(drawn)
        driver.step()
        assert len(made) - clouds <= (1 if not slice else 9)
        assert len(drawn) - plots <= (1 if not slice else DRAWN_PER_FRAME)
    assert len(made) == 9  # three plots of three methods, each once
    assert len(drawn) >= 6  # all visible plots


def test_what_is_shown_stays_until_another_choice_is_added_up() -> None:
    fill(60)
    driver = Driver()
    scene = page(driver)
    scene._set_method("flip")
    assert {t.method for t in scene.throws()} == {"lob", "frisbee", "flip"}
    assert driver.has("throws.rates")
    driver.settle()
    assert {t.method for t in scene.throws()} == {"flip"}


@pytest.mark.parametrize("frame", [0.1, 9.0])
def test_a_choice_that_takes_long_to_add_up_says_so_and_is_shown_then(
    frame: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(60)
    driver = Driver()
    scene = page(driver)
    ready, whole = threading.Event(), stats.summary

    def slow(made: Sequence[ThrowRecord]) -> stats.Summary:
        ready.wait()
        return whole(made)

    monkeypatch.setattr(stats, "summary", slow)
    monkeypatch.setattr("castlecards.ui.pages.throws.JOIN_FOR", 0.0)
    scene._set_method("flip")
    driver.step(dt=0.1)
    assert not driver.has("throws.reading")  # the old content stays for a moment
    for _ in range(4):
        driver.step(dt=frame)
    assert driver.find("throws.reading").name == "Adding up your throws …"
    scene._set_method("lob")  # a new filter before the end
    for _ in range(4):
        driver.step(dt=frame)
    assert driver.has("throws.reading")
    ready.set()
    driver.settle()
    assert not driver.has("throws.reading")
    assert {t.method for t in scene.throws()} == {"lob"}


def test_a_fault_in_adding_up_is_not_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("no sum")

    monkeypatch.setattr("castlecards.practice.stats.summary", fail)
    driver = Driver()
    driver.app.follow(Push(Throws(driver.app)))
    driver.settle()
    assert driver.scene == "CrashPage"


def test_every_method_has_its_rates_with_intervals() -> None:
    fill(60)
    driver = Driver()
    scene = page(driver)
    (table,) = [w for w in scene.layer.root.walk() if isinstance(w, TextTable) and w.visible]
    found = summary(scene.throws())
    assert [row[0] for row in table.rows[1:]] == ["All", "Lob", "Frisbee", "Flip"]
    for row in table.rows[2:]:
        hits, perfect = found.by_method[row[0].lower()]
        assert row[1:4] == (str(hits.count), percent(hits), percent(perfect))
    rates = driver.find("throws.rates")
    assert [(r.low, r.high) for r in rates.beside] == [
        (p.low, p.high) for _, p in found.by_method.values()
    ]


def test_the_figures_are_whole_in_a_small_window() -> None:
    fill(60)
    driver = Driver((640, 480))
    scene = page(driver)
    tables = [w for w in scene.layer.root.walk() if isinstance(w, TextTable) and w.visible]
    look = driver.app.look
    assert len(tables) == 2
    for table in tables:
        for row in table.rows[1:]:
            wide = sum(look.width(cell, CELL) + look.px(12) for cell in row)
            assert wide <= table.rect.width


def test_the_names_of_a_plot_have_one_size_and_days_are_written_as_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fill(60)
    driver = Driver()
    scene = page(driver)
    drawn: dict[str, float] = {}
    text = Canvas.text

    def read(canvas: Canvas, string: str, at: Any, style: Style, *rest: Any) -> Rect:
        drawn[string] = style.size
        return text(canvas, string, at, style, *rest)

    monkeypatch.setattr(Canvas, "text", read)
    plots = [w for w in scene.layer.root.walk() if isinstance(w, BarPlot | RatePlot)]
    assert len(plots) == 3
    for plot in plots:
        drawn.clear()
        plot.draw(Canvas(Surface((1280, 800)), driver.app.look))
        bars = isinstance(plot, BarPlot)
        names = [name for name, _ in plot.bars] if bars else [rate.name for rate in plot.rates]
        assert {drawn[name] for name in names if name in drawn} == {14}
    assert names[0] == "1 Nov"
