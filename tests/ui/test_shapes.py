"""Tests of shapes: gradients in even steps, felt, and large boxes drawn from small tiles."""

from __future__ import annotations

from random import Random
from typing import Any

import pygame
import pytest

from castlecards.ui.kit import canvas as canvas_module
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Shapes, _felt, gradient
from castlecards.ui.kit.theme import PALETTE, Look
from tests.ui.driving import fonts


def test_a_gradient_has_even_steps_from_its_first_colour_to_its_last() -> None:
    rnd = Random(3)
    for _ in range(150):
        one, two = ((rnd.randrange(256), rnd.randrange(256), 7) for _ in range(2))
        height = rnd.choice((1, 2, 3, rnd.randrange(4, 40), rnd.randrange(40, 900)))
        image, last = gradient((2, height), one, two), max(1, height - 1)
        for y in range(height):
            wanted = [round(a + (b - a) * (y / last)) for a, b in zip(one, two, strict=True)]
            assert [*image.get_at((1, y))][:3] == wanted, (one, two, height, y)


def test_the_grain_of_felt_is_as_deep_as_its_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blits between surfaces of different depths are about four times as slow."""
    depths = set()

    class Picture(pygame.Surface):
        def blit(self, source: pygame.Surface, *args: Any, **named: Any) -> pygame.Rect:
            depths.add(source.get_bitsize())
            return super().blit(source, *args, **named)

    monkeypatch.setattr(pygame.transform, "smoothscale", lambda _, size: Picture(size))
    image = _felt((300, 300), (30, 90, 60), (5, 30, 20))
    assert depths == {image.get_bitsize()}


def test_large_boxes_and_rings_look_like_those_made_at_once_and_take_little_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rnd = Random(5)
    for _ in range(60):
        rect = pygame.Rect(*(rnd.randint(-40, 90) for _ in "xy"), rnd.randint(70, 400), 260)
        one, two, edge = (tuple(rnd.randrange(256) for _ in "rgb") for _ in range(3))
        radius, line, cut = rnd.choice((0, 4, 13)), rnd.choice((1, 2)), rnd.randrange(200)
        pictures, weights = [], []
        for least in (1, 1 << 30):
            monkeypatch.setattr(canvas_module, "SLICED", least)
            shapes, surface = Shapes(), pygame.Surface((420, 300), pygame.SRCALPHA, 32)
            surface.set_clip((0, cut, 420, 90))
            canvas = Canvas(surface, Look(PALETTE, 1.7, fonts(), shapes))
            canvas.box(rect, radius, one, two, edge, line)
            canvas.ring(rect.inflate(-30, -30), radius, two, line)
            pictures.append(pygame.image.tobytes(surface, "RGBA"))
            weights.append(shapes.used)
        assert pictures[0] == pictures[1], (rect, radius, line)
        assert rect.width < 200 or weights[0] < 0.4 * weights[1]
