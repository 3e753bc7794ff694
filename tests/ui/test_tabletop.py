"""The table's picture: every kind, any size, always the same, no seams."""

from __future__ import annotations

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from castlecards.ui.cardart.mat import GROUNDS, Plan, mat
from castlecards.ui.cardart.tabletop import TABLES, TILE, cloth_of, material, table_surface
from castlecards.ui.kit.cache import surface_bytes
from castlecards.ui.kit.incremental import Steps
from castlecards.ui.table.render import mat_perspective


def rgb(kind: str, size: tuple[int, int]) -> NDArray[np.float64]:
    return pygame.surfarray.array3d(table_surface(kind, size)).astype(float)


@pytest.mark.parametrize("kind", sorted(TABLES))
def test_light_falls_off_towards_the_corners(kind: str) -> None:
    drawn = rgb(kind, (1280, 800))
    middle = drawn[600:680, 360:440].mean(axis=(0, 1))
    for corner in (drawn[:60, :60], drawn[-60:, :60], drawn[:60, -60:], drawn[-60:, -60:]):
        assert corner.mean() < 0.75 * middle.mean()
    wanted = np.array(TABLES[kind].middle)
    assert np.abs(middle - wanted).max() < 14, "the colour that the table is said to have"
    assert drawn[620:660, 380:420, 1].std() > 1, "a weave, not a flat"


@pytest.mark.parametrize("kind", sorted(TABLES))
def test_the_same_every_time_and_at_any_size(kind: str) -> None:
    first = rgb(kind, (700, 500))
    table_surface._kept.clear()
    assert np.array_equal(first, rgb(kind, (700, 500)))
    for size in ((1, 1), (3, 900), (3840, 40), (TILE + 1, TILE - 1)):
        assert table_surface(kind, size).get_size() == size
    assert table_surface(kind, (0, -4)).get_size() == (1, 1)


@pytest.mark.parametrize("weave", ["felt", "wood"])
def test_a_tile_repeats_without_a_seam(weave: str) -> None:
    """Neighbours across the edge differ no more than neighbours elsewhere."""
    grey = pygame.surfarray.array3d(material(weave))[..., 0].astype(float)
    columns = np.abs(np.diff(grey, axis=0, append=grey[:1])).mean(axis=1)
    assert columns[-1] < columns[:-1].mean() + 5 * columns[:-1].std()
    assert 220 < grey.mean() < 240


@pytest.mark.parametrize("liked", sorted(TABLES))
def test_wood_looks_like_wood_whatever_is_liked(liked: str) -> None:
    assert cloth_of(liked, "wood") == "wood"
    assert cloth_of(liked, "felt") == cloth_of(liked, "sticky") == liked


def test_an_unknown_table_is_refused() -> None:
    with pytest.raises(KeyError):
        table_surface("marble", (10, 10))


@pytest.mark.parametrize("cloth", sorted(GROUNDS))
def test_a_mat_is_painted_with_little_memory_beside_it(cloth: str) -> None:
    """Between two steps its generators hold less than two pictures of its size."""
    most, finished = 0, []

    def painted() -> Steps[None]:
        finished.append((yield from mat(Plan(300, 300), cloth)))

    steps = painted()
    for _ in steps:
        held, running = {}, steps
        while running is not None:
            values = running.gi_frame.f_locals.values()
            surfaces = [value for value in values if isinstance(value, pygame.Surface)]
            held |= {id(each): each for each in surfaces if each.get_parent() is None}
            running = running.gi_yieldfrom
        most = max(most, sum(surface_bytes(surface) for surface in held.values()))
    assert 0 < most < 2 * surface_bytes(finished[0])


def test_the_pixels_of_a_mat_are_not_copied_and_have_a_transparent_border() -> None:
    words = mat_perspective._words(Plan(100, 120), "felt")
    assert not words.flags.owndata
    assert not words[[0, -1]].any()
    assert not words[:, [0, -1]].any()
    assert words[1:-1, 1:-1].all()
