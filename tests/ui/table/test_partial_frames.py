"""Tests of partial redraws: each frame has the pixels of a full redraw.

In each game, computer players play, and random gestures hover, drag cards and ask for hints.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from pygame import Rect, Surface, image

from castlecards.content import games
from castlecards.ui.kit import partial_redraw
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Command, Drag, Grab, Hover, Intent, Release
from castlecards.ui.scene import Reset
from castlecards.ui.table.scene import TableScene
from tests.depth import Depth
from tests.ui.table.tables import TableDriver

pytestmark = pytest.mark.usefixtures("every_frame_drawn")

EVERY = [game.id for game in games().values()]
STEPS = (1 / 60, 1 / 60, 0.05)  # s between two frames
OFTEN = 3  # frames between two comparisons


class FrameMismatch(AssertionError):
    """Failure: a frame differs from a full redraw."""


class Frames:
    """Frames of one table, compared with full redraws."""

    def __init__(self, game: str, kind: str, seed: int) -> None:
        players = min(n for n in games()[game].players if n > 1)
        self.at = TableDriver(game, players, seed, (kind,) * players, instant=False)
        self.rnd = Random(seed)
        self.compared = 0
        self.matches = 0

    def feed(self, *inputs: Intent) -> None:
        """Run one frame, and compare each `OFTEN`th one."""
        app, before = self.at.app, self.at.app.frames
        app.feed(inputs, self.rnd.choice(STEPS))
        table = app.scene
        if not isinstance(table, TableScene):  # a dialog, or the page of results
            self.matches += 1
            again = self.at.session.rematch(self.matches)
            app.follow(Reset(TableScene(app, again)))
            return
        curtain = table.model.curtain
        if curtain is not None and not curtain.light:
            curtain.is_open = True
        elif app.frames > before and not app.toasts.shown and app.frames % OFTEN == 0:
            self.compare(table)

    def compare(self, table: TableScene) -> None:
        surface, look = self.at.app.surface, table.playback_control.look
        assert look is not None
        whole = Surface(surface.get_size())
        table.draw_table(Canvas(whole, look))
        self.compared += 1
        if image.tobytes(surface, "RGB") != image.tobytes(whole, "RGB"):
            raise FrameMismatch(f"frame {self.at.app.frames}")

    def point(self) -> tuple[int, int]:
        """Return a random point of the window or of a visible card."""
        table = self.at.app.scene
        spots = table.table_view.layout.spots if isinstance(table, TableScene) else ()
        if spots and self.rnd.random() < 0.7:
            spot = self.rnd.choice(spots)
            return round(spot.x), round(spot.y)
        wide, high = self.at.app.surface.get_size()
        return self.rnd.randrange(wide), self.rnd.randrange(high)

    def watch(self, count: int) -> None:
        """Run `count` frames with some pointer movements."""
        for _ in range(count):
            moves = self.rnd.random() < 0.1
            self.feed(*([Hover(self.point(), self.tick())] if moves else []))

    def play(self, count: int) -> None:
        """Make `count` random gestures."""
        for _ in range(count):
            start, end = self.point(), self.point()
            self.feed(Hover(start, self.tick()))
            self.feed(Grab(start, self.tick()))
            for n in range(1, 9):
                x, y = (a + (b - a) * n / 8 for a, b in zip(start, end, strict=True))
                self.feed(Drag((round(x), round(y)), self.tick()))
            self.feed(Release(end, self.tick()))
            if self.rnd.random() < 0.3:
                self.feed(Command(Act.HINT), Command(Act.HINT, down=False))
            self.watch(self.rnd.choice((3, 20)))

    def tick(self) -> float:
        self.at.clock += 1 / 60
        return self.at.clock


@pytest.mark.parametrize("game", EVERY)
def test_what_moves_is_drawn_like_a_whole_frame(game: str, depth: Depth) -> None:
    frames = Frames(game, "random", 5)
    frames.watch(depth(240, 1500))
    assert frames.compared > 30


@pytest.mark.parametrize("game", EVERY)
@pytest.mark.long
def test_what_a_hand_does_is_drawn_like_a_whole_frame(game: str, depth: Depth) -> None:
    frames = Frames(game, "human", 6)
    frames.play(depth(12, 80))
    assert frames.compared > 10


def test_a_change_that_is_not_drawn_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def fewer(*given: Sequence[object]) -> list[Rect]:
        return found(*given)[1:]  # type: ignore[arg-type]

    found = partial_redraw.changed_rects
    monkeypatch.setattr(partial_redraw, "changed_rects", fewer)
    with pytest.raises(FrameMismatch):
        Frames("castle_wars", "random", 5).watch(240)


def test_little_is_drawn_while_a_card_moves() -> None:
    frames, drawn = Frames("castle_wars", "random", 5), []
    table = frames.at.table
    paint = table.painter.frames.paint

    def paint_and_record(surface: Surface, canvas: partial_redraw.RecordingCanvas) -> list[Rect]:
        areas = paint(surface, canvas)
        drawn.append(sum(rect.width * rect.height for rect in areas))
        return areas

    table.painter.frames.paint = paint_and_record  # type: ignore[method-assign]
    frames.watch(200)
    wide, high = frames.at.app.surface.get_size()
    assert sorted(drawn)[len(drawn) // 2] < 0.2 * wide * high
