"""Tests of shapes: each row of a gradient has the rounded colour of an even step."""

from __future__ import annotations

from random import Random

from castlecards.ui.kit.shapes import gradient


def test_a_gradient_has_even_steps_from_its_first_colour_to_its_last() -> None:
    rnd = Random(3)
    for _ in range(150):
        one, two = ((rnd.randrange(256), rnd.randrange(256), 7) for _ in range(2))
        height = rnd.choice((1, 2, 3, rnd.randrange(4, 40), rnd.randrange(40, 900)))
        image, last = gradient((2, height), one, two), max(1, height - 1)
        for y in range(height):
            wanted = [round(a + (b - a) * (y / last)) for a, b in zip(one, two, strict=True)]
            assert [*image.get_at((1, y))][:3] == wanted, (one, two, height, y)
