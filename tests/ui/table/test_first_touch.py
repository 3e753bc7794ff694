"""Tests of the first touch of a throw: note, verdict, slow motion, ghost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pygame import Rect

from castlecards.core.cards import NATURE
from castlecards.core.landing import Landing
from castlecards.core.log_lines import Line
from castlecards.practice import throws as record
from castlecards.ui.kit.shapes import Colour
from castlecards.ui.practice.marks import GHOST, Marks
from castlecards.ui.table.slow_motion import SlowMotion
from castlecards.ui.table.throw.callout_view import GOOD
from castlecards.ui.table.throw.flight_view import TOUCH
from tests.ui.table.tables import TableDriver, open_table, table

GAME = "card_barrage"
Picture = Callable[[], None]


def lob(play: TableDriver) -> Landing:
    """Lob with the mouse; return the landing."""
    play.open()
    play.flick(play.hand[0], button=3)
    play.settle()
    (line,) = [line for line in play.session.log if line.seat == NATURE]
    landing = Landing.of(line.action)
    assert landing.touch is not None
    return landing


def on_screen(play: TableDriver, place: tuple[int, int]) -> tuple[int, int]:
    table_view = play.table.table_view
    x, y = table_view.layout.camera.project(place[0] / 10, place[1] / 10)
    return round(x), round(y)


def has_mark(play: TableDriver, at: tuple[int, int], tone: Colour) -> bool:
    """Return True if the picture has a line of this colour there."""
    surface = play.app.surface
    near = Rect(0, 0, 9, 9)
    near.center = at
    near.clamp_ip(surface.get_rect())
    pixels = [
        surface.get_at((x, y))[:3]
        for x in range(near.left, near.right)
        for y in range(near.top, near.bottom)
    ]
    return sum(max(abs(a - b) for a, b in zip(p, tone, strict=True)) < 12 for p in pixels) >= 5


def test_the_note_says_the_touch_first_and_the_rest_as_the_second_figure() -> None:
    with table(GAME) as play:
        lob(play)
        figures, touched, rests = play.table.model.last_figures
        assert figures.startswith("Lob")
        assert touched.startswith("First touch: ")
        assert rests.startswith("Stopped, mm: ")
        (line,) = [line for line in play.session.log if line.seat == NATURE]
        words = next(event.words[0] for event in line.events if isinstance(event, Line))
        where = touched.removeprefix("First touch: ")
        assert where == "on the wall"
        assert words == "hit"
        (written,) = record.read().throws
        assert written.words == "Hit!"


def test_the_verdict_marks_the_touch() -> None:
    with open_table(GAME, instant=False) as play:
        play.flick(play.hand[0], button=3)
        for _ in range(200):
            play.feed(dt=0.02)
            playback = play.table.playback
            if play.table.model.last_clip is not None and not playback.flying:
                break
        last = play.table.model.last_clip
        touch = last.toss.landing.touch
        assert touch is not None
        assert play.table.playback.animation.running
        assert has_mark(play, on_screen(play, touch), GOOD)


def test_slow_motion_marks_the_touch_from_the_beginning() -> None:
    with table(GAME) as play:
        landing = lob(play)
        play.open()
        play.table.open_slow_motion()
        play.feed()
        slow = play.app.scene
        assert isinstance(slow, SlowMotion)
        x, y = slow.table_view.layout.camera.project(landing.touch[0] / 10, landing.touch[1] / 10)
        moment = next(cue.t for cue in slow.clip.toss.cues if cue.kind == "touch")
        for t in (0.0, 0.5 * moment, moment + 0.005):
            slow.seek(t / slow.clip.seconds)
            play.feed()
            assert has_mark(play, (round(x), round(y)), TOUCH)
        assert slow.clip.where in play.table.model.last_figures[1]


@pytest.mark.parametrize("ghostly", [False, True])
def test_the_ghost_of_the_best_throw_marks_its_touch(ghostly: bool) -> None:
    with table(GAME) as play:
        landing = lob(play)
        play.open()
        (line,) = record.read().throws
        assert line.touch == landing.touch
        marks = Marks()
        marks.add(line, play.table.model.last_clip)
        marks.marks = []  # no marks but the ghost
        marks.shows_ghost = ghostly
        below = play.table.pointer.draw_below

        def draw_marks(canvas: object, *more: object) -> None:
            below(canvas, *more)  # type: ignore[arg-type]
            marks.draw(canvas, play.table.table_view.layout)  # type: ignore[arg-type]

        play.table.pointer.draw_below = draw_marks  # type: ignore[method-assign,assignment]
        play.table.refresh()
        play.feed()
        assert landing.touch is not None
        assert has_mark(play, on_screen(play, landing.touch), GHOST) == ghostly
