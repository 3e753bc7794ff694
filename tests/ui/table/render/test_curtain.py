"""Tests of the cloth of the curtain: each part, at any height, equals that of the whole picture."""

from __future__ import annotations

import numpy as np
import pygame
import pytest
from pygame import Rect, Surface

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look
from castlecards.ui.table.render.curtain import draw_cloth
from tests.ui.driving import look

SIZE = (320, 240)


@pytest.fixture
def plain() -> Look:
    return look()


@pytest.mark.parametrize("clip", [Rect(0, 0, 320, 240), Rect(50, 30, 90, 100), Rect(9, 200, 80, 9)])
def test_a_cloth_that_rises_shows_its_lower_part(plain: Look, clip: Rect) -> None:
    closed, raised = Surface(SIZE), Surface(SIZE)
    draw_cloth(Canvas(closed, plain), 0.0)
    canvas = Canvas(raised, plain)
    with canvas.clipped(clip):
        draw_cloth(canvas, 0.25)
    expected = Surface(SIZE)
    expected.set_clip(clip)
    expected.blit(closed, (0, -60))
    assert np.array_equal(*(pygame.surfarray.array3d(one) for one in (raised, expected)))


def test_a_cloth_takes_little_memory(plain: Look) -> None:
    before = plain.shapes.used
    draw_cloth(Canvas(Surface(SIZE), plain), 0.0)
    assert plain.shapes.used - before < SIZE[0] * SIZE[1] * 4 / 2
