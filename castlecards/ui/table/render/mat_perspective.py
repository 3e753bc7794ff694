"""The mat of a field through the camera, row by row: each row of the screen is one line of the mat.

A camera that does not roll sees along a row of the screen a straight line of the table at even
steps, so a row is a gather, not a projection of each pixel. Four samples a pixel are averaged.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import Surface

from castlecards.ui.cardart.mat import SCALE, Plan, extent, mat
from castlecards.ui.kit.cache import incremental_cache
from castlecards.ui.kit.incremental import Steps
from castlecards.ui.kit.shapes import blank
from castlecards.ui.table.layout.camera import NEAREST, Camera

Words = NDArray[np.uint32]
Lines = NDArray[np.float64]
SHEER = np.uint32(0xFEFEFEFE)  # of a pixel's bytes all but the lowest bit
QUARTER = 0.25  # px from the middle of a pixel to its samples
BAND = 1 << 17  # px that are gathered at once: their samples stay near the processor


@incremental_cache(1)
def _words(plan: Plan, cloth: str) -> Steps[Words]:
    """The pixels of a mat, row by row; clear all around it."""
    picture = yield from mat(plan, cloth)
    yield
    wide, high = picture.get_size()
    words = np.zeros((high + 2, wide + 2), np.uint32)
    words[1:-1, 1:-1] = pygame.surfarray.pixels2d(picture).T
    return words


def mat_in_perspective(
    plan: Plan, cloth: str, camera: Camera, size: tuple[int, int], coarse: bool
) -> Steps[Surface]:
    """The mat as `camera` sees it, premultiplied, `size` px; clear where it does not lie.

    `coarse`: at half the size and enlarged, for a camera that moves.
    """
    words = yield from _words.steps(plan, cloth)
    yield
    straight = abs(math.sin(camera.facing)) < 1e-9
    if coarse or not straight:
        small = _gathered(words, plan, camera, (size[0] // 2 + 1, size[1] // 2 + 1))
        return pygame.transform.scale_by(small, 2)
    wide, high = size
    image = blank(size)
    rows = max(1, BAND // max(wide, 1))
    for top in range(0, high, rows):
        seen = _band(words, plan, camera, wide, np.arange(top, min(top + rows, high)) + 0.5)
        part = image.subsurface((0, top, wide, len(seen)))
        pygame.surfarray.blit_array(part, seen.T)
        yield
    return image


def _band(
    words: Words, plan: Plan, camera: Camera, wide: int, y: NDArray[np.floating[Any]]
) -> Words:
    """Rows of the screen with their middles at `y` px."""
    across = np.arange(wide) + 0.5
    sums: list[Words] = []
    for down in (-QUARTER, QUARTER):
        u, du, v, _ = _lines(plan, camera, y + down)
        columns = u[:, None] + du[:, None] * across
        lines = np.clip(v, 0, len(words) - 1).astype(np.intp)
        pair: list[Words] = []
        for aside in (-QUARTER, QUARTER):
            at = (columns + aside * du[:, None]).astype(np.int32)
            np.clip(at, 0, words.shape[1] - 1, out=at)
            out = np.empty((len(y), wide), np.uint32)
            for row, line in enumerate(lines):
                words[line].take(at[row], out=out[row], mode="clip")
            pair.append(out)
        sums.append(_half(*pair))
    return _half(*sums)


def _half(one: Words, two: Words) -> Words:
    """The mean of two pixels, channel by channel."""
    return (((one ^ two) & SHEER) >> np.uint32(1)) + (one & two)


def _gathered(words: Words, plan: Plan, camera: Camera, size: tuple[int, int]) -> Surface:
    """One sample for each second pixel, any way the camera faces."""
    u, du, v, dv = _lines(plan, camera, 2 * np.arange(size[1]) + 1.0)
    across = (2 * np.arange(size[0]) + 1.0)[None, :]
    high, wide = words.shape
    columns = np.clip(u[:, None] + du[:, None] * across, 0, wide - 1).astype(np.int32)
    rows = np.clip(v[:, None] + dv[:, None] * across, 0, high - 1).astype(np.int32)
    image = blank(size)
    pygame.surfarray.blit_array(image, words.ravel().take(rows * wide + columns).T)
    return image


def _lines(
    plan: Plan, camera: Camera, y: NDArray[np.floating[Any]]
) -> tuple[Lines, Lines, Lines, Lines]:
    """For rows of the screen: where in the bordered mat px 0 lies, and the step to the next px."""
    half_w, half_d = extent(plan)
    k = (camera.cy - y) / (camera.scale * camera.distance)
    cos_t, sin_t = math.cos(camera.tilt), math.sin(camera.tilt)
    away = k * camera.distance / np.maximum(cos_t - k * sin_t, NEAREST)
    step = (camera.distance + away * sin_t) / (camera.scale * camera.distance)  # mm a px
    cos, sin = math.cos(camera.facing), math.sin(camera.facing)
    x0 = camera.x - cos * camera.cx * step - sin * away
    y0 = camera.y - sin * camera.cx * step + cos * away
    return (
        (x0 + half_w) * SCALE + 1, cos * step * SCALE,
        (half_d - y0) * SCALE + 1, -sin * step * SCALE,
    )  # fmt: skip
