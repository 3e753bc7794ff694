"""Test of the backdrop of a clash: it needs little memory, because one small piece is repeated."""

from __future__ import annotations

import pytest
from pygame import Rect

from castlecards.ui.kit.partial_redraw import RecordingCanvas
from castlecards.ui.table.clash.layout import stage_frame
from castlecards.ui.table.clash.view import draw_backdrop
from castlecards.ui.table.layout.model import Viewport
from tests.ui.driving import look


@pytest.mark.parametrize("strength", [0.5, 1.0])
def test_the_band_of_a_clash_is_made_of_small_pieces(strength: float) -> None:
    size = (1920, 1080)
    canvas = RecordingCanvas(size, look(1080 / 800))
    draw_backdrop(canvas, stage_frame(Viewport(*size, 1080 / 800)), strength, dimmed=False)
    rects = [call.rect for call in canvas.strokes]
    assert max(rect.width for rect in rects) < size[0] / 4
    assert sum(rect.width for rect in rects) == size[0]
    assert Rect((0, 0), size).contains(rects[0].unionall(rects))
