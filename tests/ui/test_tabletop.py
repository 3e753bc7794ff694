"""Tests of the picture of the table top: each kind, any size, repeatable, no seams."""

from __future__ import annotations

import math

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray
from pygame import Surface

from castlecards.ui.cardart.mat import GROUNDS, Plan, mat
from castlecards.ui.cardart.tabletop import (
    LIGHTS,
    TABLES,
    TILE,
    cloth_of,
    enlarge,
    material,
    painted_table,
)
from castlecards.ui.kit.cache import surface_bytes
from castlecards.ui.kit.incremental import Steps, run_to_end
from castlecards.ui.table.layout.camera import Camera
from castlecards.ui.table.render import mat_perspective, static_layer


def rgb(kind: str, size: tuple[int, int]) -> NDArray[np.float64]:
    return pygame.surfarray.array3d(painted_table(kind, size)).astype(float)


@pytest.mark.parametrize("kind", sorted(TABLES))
def test_light_falls_off_towards_the_corners(kind: str) -> None:
    drawn = rgb(kind, (1280, 800))
    middle = drawn[600:680, 360:440].mean(axis=(0, 1))
    for corner in (drawn[:60, :60], drawn[-60:, :60], drawn[:60, -60:], drawn[-60:, -60:]):
        assert corner.mean() < 0.75 * middle.mean()
    wanted = np.array(TABLES[kind].middle)
    assert np.abs(middle - wanted).max() < 14, "the colour that the table is said to have"
    weave = drawn[620:660, 380:420, 1].std()
    assert weave > 1 or kind == "dark", "a weave, not a flat"


def test_hour_and_weather_change_the_light_alone() -> None:
    usual = GROUNDS["felt"]
    for name, light in LIGHTS.items():
        ground = GROUNDS[name]
        assert ground.weave == usual.weave == TABLES[name].weave
        assert ground.water == light.on(usual.water)
        assert 0.6 < sum(ground.middle) / sum(usual.middle) < 1.4
    middles = [ground.middle for ground in GROUNDS.values()]
    assert len(set(middles)) == len(GROUNDS)

    def warmth(name: str) -> float:
        return GROUNDS[name].road[0] / GROUNDS[name].road[2]

    def spread(name: str) -> int:
        return max(GROUNDS[name].middle) - min(GROUNDS[name].middle)

    assert warmth("evening") > warmth("morning") > warmth("rain")
    assert spread("rain") < 0.7 * spread("felt"), "rain takes the colours away"
    assert LIGHTS["evening"].on((255, 255, 255))[0] == 255, "no channel overflows"


@pytest.mark.parametrize("kind", sorted(TABLES))
def test_the_same_every_time_and_at_any_size(kind: str) -> None:
    first = rgb(kind, (700, 500))
    assert np.array_equal(first, rgb(kind, (700, 500)))
    for size in ((1, 1), (3, 900), (3840, 40), (TILE + 1, TILE - 1)):
        assert painted_table(kind, size).get_size() == size
    assert painted_table(kind, (0, -4)).get_size() == (1, 1)


@pytest.mark.parametrize("weave", ["felt", "wood"])
def test_a_tile_repeats_without_a_seam(weave: str) -> None:
    """Neighbours across the edge differ no more than neighbours elsewhere."""
    grey = pygame.surfarray.array3d(material(weave))[..., 0].astype(float)
    columns = np.abs(np.diff(grey, axis=0, append=grey[:1])).mean(axis=1)
    assert columns[-1] < columns[:-1].mean() + 5 * columns[:-1].std()
    assert 220 < grey.mean() < 240


@pytest.mark.parametrize("liked", sorted(TABLES))
def test_wood_looks_like_wood_whatever_is_liked_but_in_high_contrast(liked: str) -> None:
    assert cloth_of(liked, "wood") == ("dark" if liked == "dark" else "wood")
    assert cloth_of(liked, "felt") == cloth_of(liked, "sticky") == liked


def test_an_unknown_table_is_refused() -> None:
    with pytest.raises(KeyError):
        painted_table("marble", (10, 10))


def most_held(steps: Steps[pygame.Surface]) -> float:
    """Return the most bytes of surfaces in results that generators hold between two steps."""
    most, finished = 0, []

    def paint() -> Steps[None]:
        finished.append((yield from steps))

    whole = paint()
    for _ in whole:
        held, running = {}, whole
        while running is not None:
            values = running.gi_frame.f_locals.values()
            surfaces = [value for value in values if isinstance(value, pygame.Surface)]
            held |= {id(each): each for each in surfaces if each.get_parent() is None}
            running = running.gi_yieldfrom
        most = max(most, sum(surface_bytes(surface) for surface in held.values()))
    return most / surface_bytes(finished[0])


@pytest.mark.parametrize("cloth", sorted(GROUNDS))
def test_a_mat_is_painted_with_little_memory_beside_it(cloth: str) -> None:
    assert 0 < most_held(mat(Plan(300, 300), cloth)) < 2


def test_a_mat_on_its_table_is_painted_with_no_second_picture_of_the_window() -> None:
    plan, size = Plan(100, 120), (1280, 800)
    camera = Camera(0, 0, 0.0, math.radians(38), 1500.0, 0.9, 640.0, 400.0)
    mat_perspective.flat_mat(plan, "felt")
    assert 1 <= most_held(static_layer._mat_on_table(plan, "felt", camera, size)) < 1.3


def test_the_pixels_of_a_mat_are_not_copied_and_have_a_transparent_border(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("CASTLECARDS_TEST_ART", raising=False)  # painted here
    mat_perspective.flat_mat._kept.clear()
    words = mat_perspective.flat_mat(Plan(100, 120), "felt")
    assert not words.flags.owndata
    assert not words[[0, -1]].any()
    assert not words[:, [0, -1]].any()
    assert words[1:-1, 1:-1].all()


@pytest.mark.parametrize("size", [(2500, 700), (960, 600), (1024, 3)])
def test_a_light_map_enlarged_in_strips_is_the_one_enlarged_at_once(size: tuple[int, int]) -> None:
    small, image = Surface((12, 9), 0, 24), Surface(size, 0, 24)
    for n in range(108):
        small.set_at((n % 12, n // 12), (n * 7 % 256, n * 31 % 256, n * 91 % 256))
    run_to_end(enlarge(small, image))
    whole = pygame.transform.smoothscale(small, size)
    assert pygame.image.tobytes(image, "RGB") == pygame.image.tobytes(whole, "RGB")
