"""Tests of shapes: each row of a gradient has the rounded colour of an even step."""

from __future__ import annotations

from random import Random
from typing import Any

import pygame
import pytest

from castlecards.ui.kit.shapes import _felt, gradient


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
