"""Tests of partial redraws: the result equals a full redraw."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
import pygame
import pytest
from pygame import Rect, Surface

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.partial_redraw import (
    Changes,
    DrawCall,
    FramePainter,
    PartialPainter,
    RecordingCanvas,
    changed_rects,
)
from castlecards.ui.kit.shapes import blank
from castlecards.ui.kit.theme import Look, Style
from tests.ui.driving import look

SIZE = (160, 120)
Draw = Callable[[Canvas], object]


@pytest.fixture(scope="module")
def plain() -> Look:
    return look()


def image(colour: tuple[int, int, int, int]) -> Surface:
    picture = blank((31, 23))
    picture.fill(colour)
    return picture.premul_alpha()


IMAGES = [image((200, 30, 30, 255)), image((20, 200, 60, 128)), image((30, 30, 220, 90))]


def any_draw(rnd: Random) -> Draw:
    x, y = rnd.uniform(-10, 150), rnd.uniform(-10, 110)
    colour = (rnd.randrange(256), rnd.randrange(256), rnd.randrange(256))
    rect = Rect(round(x), round(y), rnd.randrange(4, 50), rnd.randrange(4, 40))
    ends = [(rnd.uniform(0, 160), rnd.uniform(0, 120)) for _ in range(3)]
    picture, width = rnd.choice(IMAGES), rnd.choice((1, 3))
    kinds: list[Draw] = [
        lambda c: c.blit(picture, (x, y)),
        lambda c: c.line(colour, ends[0], ends[1], width),
        lambda c: c.polygon(colour, ends),
        lambda c: c.circle(colour, (x, y), 9.5),
        lambda c: c.box(rect, 4, colour, colour, (255, 255, 255)),
        lambda c: c.shadow(rect, 3, 5),
        lambda c: c.veil((*colour, 70), rect),
        lambda c: c.text("Ag", (x, y), Style("bold", 15, "text")),
        lambda c: c.fill(colour, rect),
        lambda c: c.multiply(colour, rect),
        lambda c: c.add(picture, (round(x), round(y))),
        lambda c: c.path(colour, ends, width),
        lambda c: c.rough_polygon(colour, ends),
        lambda c: c.call(colour, rect, lambda inner: inner.fill(colour, rect)),
        lambda c: c.with_look(c.look).rule(colour, rect.left, rect.right, rect.top),
    ]
    return rnd.choice(kinds)


def base() -> Surface:
    ground = Surface(SIZE)
    ground.fill((10, 60, 40))
    return ground


def pixels(surface: Surface) -> np.ndarray:
    return pygame.surfarray.array3d(surface)


@pytest.mark.parametrize("seed", range(12))
def test_what_is_painted_again_is_what_would_be_painted_anew(seed: int, plain: Look) -> None:
    rnd, ground = Random(seed), base()
    draws = [any_draw(rnd) for _ in range(14)]
    painting = PartialPainter()
    for _ in range(12):
        noted = RecordingCanvas(SIZE, plain)
        for draw in draws:
            draw(noted)
        found = pixels(painting.paint(ground, noted))
        whole = Canvas(ground.copy(), plain)
        for draw in draws:
            draw(whole)
        assert np.array_equal(found, pixels(whole.surface))
        kind = rnd.random()
        if kind < 0.4:
            draws.pop(rnd.randrange(len(draws)))
        elif kind < 0.8:
            draws.insert(rnd.randrange(len(draws)), any_draw(rnd))
        else:
            one, two = rnd.sample(range(len(draws)), 2)
            draws[one], draws[two] = draws[two], draws[one]


@pytest.mark.parametrize("seed", range(12))
def test_a_frame_drawn_in_part_is_the_whole_frame(seed: int, plain: Look) -> None:
    rnd, ground, changes = Random(seed), base(), Changes()
    draws = [any_draw(rnd) for _ in range(10)]
    window, painter = Surface(SIZE), FramePainter()

    def draw_all(canvas: Canvas) -> None:
        canvas.track(changes)
        canvas.paste(ground)
        for draw in draws:
            draw(canvas)

    for n in range(16):
        noted = RecordingCanvas(SIZE, plain)
        draw_all(noted)
        painter.paint(window, noted)
        whole = Canvas(Surface(SIZE), plain)
        draw_all(whole)
        assert np.array_equal(pixels(window), pixels(whole.surface)), n
        draws[rnd.randrange(len(draws))] = any_draw(rnd)
        if rnd.random() < 0.3:  # the picture below is repainted in part
            area = Rect(rnd.randrange(150), rnd.randrange(110), 30, 20)
            ground.fill((n, 90, 50), area)
            changes.add([area])
        if rnd.random() < 0.2:
            draws.append(lambda canvas: canvas.scroll(3, -2))
        elif len(draws) > 10:
            draws.pop()


def test_repaints_that_are_long_past_are_unknown() -> None:
    changes = Changes()
    for n in range(20):
        changes.add([Rect(n, 0, 1, 1)])
    assert changes.since(20) == []
    assert changes.since(18) == [Rect(18, 0, 1, 1), Rect(19, 0, 1, 1)]
    assert changes.since(2) is None


def test_only_what_has_changed_is_drawn(plain: Look) -> None:
    def record_blits(*places: tuple[int, int]) -> RecordingCanvas:
        canvas = RecordingCanvas(SIZE, plain)
        for at in places:
            canvas.blit(IMAGES[1], at)
        return canvas

    whole = Rect((0, 0), SIZE)
    one, both = record_blits((5, 5)).strokes, record_blits((5, 5), (100, 80)).strokes
    assert changed_rects(one, one, whole) == []
    assert changed_rects(one, both, whole) == [Rect(100, 80, 31, 23)]
    assert changed_rects(both, one, whole) == [Rect(100, 80, 31, 23)]
    turned = record_blits((100, 80), (5, 5)).strokes
    assert sorted(map(tuple, changed_rects(both, turned, whole))) == [
        (5, 5, 31, 23),
        (100, 80, 31, 23),
    ]
    assert changed_rects([], [DrawCall("all", whole, lambda _: None)], whole) == [whole]


def test_a_line_is_drawn_whole_or_not_at_all(plain: Look) -> None:
    old, new = RecordingCanvas(SIZE, plain), RecordingCanvas(SIZE, plain)
    for canvas in (old, new):
        canvas.line((255, 255, 255), (10, 10), (90, 60), 3)
    new.blit(IMAGES[0], (80, 50))
    (area,) = changed_rects(old.strokes, new.strokes, Rect((0, 0), SIZE))
    assert area.contains(Rect(10, 10, 80, 50))


def test_no_changed_area_exceeds_the_picture(plain: Look) -> None:
    before, after, whole = (
        RecordingCanvas(SIZE, plain),
        RecordingCanvas(SIZE, plain),
        Rect((0, 0), SIZE),
    )
    for canvas, colour in ((before, (255, 255, 255)), (after, (90, 90, 90))):
        canvas.line(colour, (-30, -40), (90, 60), 3)
        canvas.circle(colour, (155, 115), 20)
    areas = changed_rects(before.strokes, after.strokes, whole)
    assert len(areas) == 2
    assert all(whole.contains(area) for area in areas)


def test_a_part_of_the_picture_before_is_not_drawn_again(plain: Look) -> None:
    drawn: list[str] = []

    def card(canvas: Canvas) -> None:
        drawn.append("card")
        canvas.blit(IMAGES[0], (1, 1))

    first = RecordingCanvas(SIZE, plain)
    first.part("a card", card)
    second = RecordingCanvas(SIZE, plain, first.parts)
    second.part("a card", card)
    second.part("another", card)
    assert drawn == ["card", "card"]
    assert [stroke.what for stroke in second.strokes[:1]] == [first.strokes[0].what]
    assert set(second.parts) == {"a card", "another"}


def test_what_is_clipped_stays_clipped(plain: Look) -> None:
    noted, ground = RecordingCanvas(SIZE, plain), base()
    with noted.clipped(Rect(0, 0, 10, 10)):
        noted.blit(IMAGES[0], (2, 2))
    painted = PartialPainter().paint(ground, noted)
    assert painted.get_at((9, 9))[:3] == (200, 30, 30)
    assert painted.get_at((12, 12))[:3] == (10, 60, 40)
    assert noted.strokes[0].rect == Rect(2, 2, 8, 8)
