"""Tests of each screen at several window sizes and with large text.

No text is cut, overlaps another or leaves the window, and a table keeps its minimum size.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from sys import _getframe
from typing import Any
from unittest.mock import patch

import pytest
from pygame import Rect, Surface

from castlecards.settings import SCALES
from castlecards.ui.kit.canvas import Canvas, capital
from castlecards.ui.kit.partial_redraw import RecordingCanvas
from castlecards.ui.kit.theme import BODY, DESIGN, Look, fitting_scale
from castlecards.ui.kit.widgets.scroll import Scroll
from castlecards.ui.routes import Settings as SettingsRoute
from castlecards.ui.scene import TABLE_SIZE
from castlecards.ui.table.clash.view import PLATE, draw_clash, thumbnail_for
from castlecards.ui.table.layout import free_space
from castlecards.ui.table.layout.model import PARTS
from castlecards.ui.table.scene import TableScene
from tests.depth import Depth
from tests.ui.shots.catalogue import EVERY
from tests.ui.shots.stage import MOVING, Shot, Stage

FORMS: dict[str, tuple[tuple[int, int], dict[str, Any]]] = {  # size of the window, settings
    "640": ((640, 480), {}),
    "1280": ((1280, 800), {}),
    "1366": ((1366, 768), {}),
    "1920": ((1920, 1080), {}),
    "1280, text 200 %": ((1280, 800), {"ui_scale": 2.0}),
    "1920, text 200 %": ((1920, 1080), {"ui_scale": 2.0}),
}
# Shots of motions and settings of screens that are here already, shots of one size, and three shots
# with clicks at places of one size.
LEFT_OUT = (
    "motion-", "strike-", "film-", "clash-", "straight-above", "title-640", "table-busy-640",
    "curtain-wars-640", "wood", "night", "wars-factions", "castle-readings", "happened-clash",
    "editor-carrying", "portraits", "lobby-640",
)  # fmt: skip
CLASHES = ("clash-sum", "clash-castle", "clash-rampage", "clash-replay", "clash-defended")
READABLE = 0.7  # scale; smaller tables are thumbnails, whose text need not be readable
LEAST = 14  # px of type, in windows from `DESIGN` on
TOUCH = (4, 2)  # px that the edges of two texts may share
SHOTS = [
    shot
    for shot in EVERY
    if shot.settings is not MOVING and (shot.name in CLASHES or not shot.name.startswith(LEFT_OUT))
]


@dataclass(frozen=True)
class TextLine:
    """Line of text on a surface: the rectangle of its capitals and the visible part of it, px."""

    text: str
    ink: Rect
    seen: Rect
    on: object  # the surface or recorded picture
    size: tuple[int, int]  # px, of the surface; (0, 0) for a recorded picture
    writer: str = ""  # the module that draws it


@dataclass
class Sheet:
    """Record of the texts on all surfaces.

    `cut`: shortened texts as (whole, drawn); `small`: texts below `LEAST` px on whole tables and
    pages, with their modules; `lines`: the lines that no later box covers.
    """

    cut: set[tuple[str, str]] = field(default_factory=set)
    small: set[tuple[str, str]] = field(default_factory=set)
    lines: list[TextLine] = field(default_factory=list)

    def faults(self, window: Rect) -> list[str]:
        found = [f"{whole!r} is drawn as {part!r}" for whole, part in sorted(self.cut)]
        for n, line in enumerate(self.lines):
            beyond = line.ink.left < window.left or line.ink.right > window.right
            if line.size == window.size and beyond:  # a page may scroll down
                found.append(f"{line.text!r} leaves the window at {line.ink}")
            for other in self.lines[:n]:
                if other.on is line.on and _collide(line, other):
                    found.append(f"{line.text!r} lies over {other.text!r} at {line.seen}")
        return found


def _collide(one: TextLine, two: TextLine) -> bool:
    """Return True if two texts of more than one letter overlap; a text and its shadow can."""
    if one.text == two.text or min(len(one.text), len(two.text)) < 2:
        return False
    less = -TOUCH[0], -TOUCH[1]
    return bool(one.seen.inflate(less).colliderect(two.seen.inflate(less)))


@contextmanager
def collect_drawn_texts() -> Iterator[Sheet]:
    """Context manager: sheet of all texts that are drawn."""
    sheet, short = Sheet(), dict[str, str]()
    fit, text, box = Look.fit, Canvas.text, Canvas.box

    def fit_and_record(look: Look, string: str, *more: Any) -> Any:
        found = fit(look, string, *more)
        if found[0] != string:
            short[found[0]] = string
        return found

    def draw_and_record(
        canvas: Canvas, string: str, at: Any, style: Any, *more: Any, **named: Any
    ) -> Rect:
        rect = text(canvas, string, at, style, *more, **named)
        if canvas.look.scale < READABLE or not string.strip():
            return rect
        if string in short:
            sheet.cut.add((short[string], string))
        writer = _getframe(1).f_globals["__name__"].removeprefix("castlecards.ui.")
        if canvas.look.scale >= 1 and round(style.size * canvas.look.scale) < LEAST:
            sheet.small.add((string, writer))
        font = canvas.look.font(style)
        high = capital(font)
        ink = Rect(rect.left, rect.top + font.get_ascent() - high, rect.width, high)
        seen = ink.clip(canvas.clip)
        if seen.width and seen.height:
            size = (0, 0) if isinstance(canvas, RecordingCanvas) else canvas.size
            sheet.lines.append(TextLine(string, ink, seen, _ground(canvas), size, writer))
        return rect

    def box_and_record(
        canvas: Canvas, rect: Rect, radius: float, top: Any, *more: Any, **named: Any
    ) -> None:
        box(canvas, rect, radius, top, *more, **named)
        if len(top) < 4 or top[3] == 255:
            shown = rect.clip(canvas.clip)
            sheet.lines[:] = [
                line
                for line in sheet.lines
                if line.on is not _ground(canvas) or not shown.colliderect(line.seen)
            ]

    with (
        patch.object(Look, "fit", fit_and_record),
        patch.multiple(Canvas, text=draw_and_record, box=box_and_record),
        patch.object(TableScene, "draw", _draw_whole),
    ):
        yield sheet


def _draw_whole(table: TableScene, canvas: Canvas) -> None:
    """Draw a table without recording it."""
    if not table.painter.draw_curtain(canvas):
        table.draw_table(canvas)


def _ground(canvas: Canvas) -> object:
    return canvas if isinstance(canvas, RecordingCanvas) else canvas.surface


def faults(stage: Stage, shot: Shot, form: str) -> list[str]:
    size, settings = FORMS[form]
    stage.clear(size, **{**shot.settings, **settings})
    shot.act(stage)
    with collect_drawn_texts() as sheet:
        stage.app.stack.lay_out()
        stage.picture()
    found = sheet.faults(Rect((0, 0), size))
    if size[0] >= DESIGN[0] and size[1] >= DESIGN[1]:
        found += [
            f"{text!r} of {writer} is smaller than {LEAST} px"
            for text, writer in sorted(sheet.small)
        ]
    return [f"{shot.name}: {told}" for told in found]


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
def test_every_text_can_be_read_as_a_whole(stage: Stage, form: str, depth: Depth) -> None:
    """Each shot is checked in one of the six forms, a sixth of the shots in each form."""
    shots = depth.some(SHOTS, 6, list(FORMS).index(form))
    found = [told for shot in shots for told in faults(stage, shot, form)]
    assert found == []


@pytest.mark.parametrize("name", ["clash-plate", "talk-tricks", "mistake"])
def test_no_word_at_a_table_is_below_the_smallest_type(stage: Stage, name: str) -> None:
    shot = next(shot for shot in EVERY if shot.name == name)
    stage.clear((1280, 800), **shot.settings)
    shot.act(stage)
    with collect_drawn_texts() as sheet:
        stage.app.stack.lay_out()
        stage.picture()
    assert sheet.small == set()


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", ["clash-plate", "clash-defended", "clash-sum", "clash-group"])
def test_words_of_a_small_battle_stage_are_whole_and_apart_at_each_of_its_sizes(
    stage: Stage, name: str, part: float
) -> None:
    shot = next(shot for shot in EVERY if shot.name == name)
    stage.clear((1280, 800), **shot.settings)
    shot.act(stage)
    table, clash = stage.table, stage.table.playback.clash_now
    assert clash is not None
    look = stage.app.look
    sizes = patch.object(free_space, "PARTS", (part,))
    with sizes, collect_drawn_texts() as sheet:
        small = thumbnail_for(clash[0], Rect(0, 0, 1280, 800), (), look)
        canvas = Canvas(Surface((1280, 800)), look)
        draw_clash(canvas, table.table_view, replace(small, t=clash[1]), ())
    assert small.plate.width == round(look.px(PLATE[1]) * part * PLATE[0] / PLATE[1])
    assert sheet.small == set()
    assert sheet.faults(small.plate) == []
    on_plate = [line.seen for line in sheet.lines if line.on is canvas.surface]
    assert on_plate
    assert all(map(small.plate.contains, on_plate))


def test_a_cut_text_one_over_another_and_one_beyond_the_window_are_found(stage: Stage) -> None:
    stage.clear((1280, 800))
    window = Rect(0, 0, 640, 480)
    canvas = Canvas(Surface(window.size), stage.app.look)
    with collect_drawn_texts() as sheet:
        canvas.text(*canvas.look.fit("The castle is tall", BODY, 60)[:1], (20, 20), BODY)
        canvas.text("Covered", (20, 100), BODY)
        canvas.box(Rect(0, 90, 200, 60), 4, (0, 0, 0))
        canvas.text("Gate", (20, 100), BODY)
        canvas.text("Wall", (30, 104), BODY)
        canvas.text("Moat", (625, 200), BODY)
        canvas.text("Hovel", (20, 300), replace(BODY, size=13))
    assert sheet.small == {("Hovel", __name__)}
    cut, over, beyond = sheet.faults(window)
    assert cut.startswith("'The castle is tall' is drawn as ")
    assert over.startswith("'Wall' lies over 'Gate'")
    assert beyond.startswith("'Moat' leaves the window")


def test_large_text_leaves_a_table_its_room_and_pages_scroll(stage: Stage) -> None:
    size = (1280, 800)
    stage.clear(size, ui_scale=2.0)
    page = stage.app.scene.layer.look  # type: ignore[attr-defined]
    assert page.scale == 2.0
    next(shot for shot in EVERY if shot.name == "table-busy").act(stage)
    table = stage.table.overlay.layer.look
    assert table.scale == fitting_scale(2.0, size, TABLE_SIZE) < 1.3
    assert size[0] / table.scale >= TABLE_SIZE[0]
    stage.show(SettingsRoute())
    assert stage.app.scene.layer.look.scale == 2.0  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
@pytest.mark.parametrize(
    "name", ["statistics", "statistics-reviews", "medals", "practice-more", "tricks-result"]
)
def test_pages_stand_in_columns_and_need_no_scrolling(
    stage: Stage, name: str, size: tuple[int, int]
) -> None:
    shot = next(shot for shot in EVERY if shot.name == name)
    stage.clear(size, **shot.settings)
    shot.act(stage)
    walk = stage.app.scene.layer.root.walk()  # type: ignore[attr-defined]
    found = [widget.room for widget in walk if isinstance(widget, Scroll)]
    assert found
    assert max(found) <= 0


@pytest.mark.parametrize(
    ("scale", "size", "least", "fitting"),
    [
        (2.0, (1280, 800), (0, 0), 2.0),
        (2.0, (1000, 800), (1000, 500), 1.0),
        (2.0, (3000, 800), (1000, 500), 1.6),
        (1.0, (3000, 800), (1000, 500), 1.0),
        (2.0, (300, 200), (1000, 500), SCALES[0]),
    ],
)
def test_scale_that_fits(
    scale: float, size: tuple[int, int], least: tuple[int, int], fitting: float
) -> None:
    assert fitting_scale(scale, size, least) == fitting
