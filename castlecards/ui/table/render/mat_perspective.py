"""Perspective view of the mat: warps the flat picture of the mat as the camera sees it, by rows.

The camera does not roll, so a row of the screen shows a straight line of the mat at even steps.
Each row is therefore one NumPy gather instead of a projection of every pixel. Each pixel is the
mean of four samples.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import Surface

from castlecards.ui.cardart.mat import BORDER, SCALE, Plan, extent, mat
from castlecards.ui.kit.cache import incremental_cache
from castlecards.ui.kit.incremental import Steps
from castlecards.ui.kit.shapes import blank
from castlecards.ui.table.layout.camera import NEAREST, Camera

Words = NDArray[np.uint32]
Lines = NDArray[np.float64]
HALVING_MASK = np.uint32(0xFEFEFEFE)  # mask: all bits of a pixel except the lowest of each byte
QUARTER = 0.25  # px from the centre of a pixel to its samples, along each axis
BAND = 1 << 17  # px gathered in one call, so that their samples fit into the CPU cache


@incremental_cache(1)
def flat_mat(plan: Plan, cloth: str) -> Steps[Words]:
    """Pixels of the flat mat with its transparent border, shape (rows, columns)."""
    picture = yield from mat(plan, cloth)
    return pygame.surfarray.pixels2d(picture).T  # no copy: a large mat has 30 MB


def draw_mat(
    surface: Surface, words: Words, plan: Plan, camera: Camera, coarse: bool
) -> Steps[None]:
    """Draw the mat with the pixels `words` on an opaque surface, as `camera` sees it, band by
    band.

    `coarse`: compute half the resolution and scale it up, for a camera that moves. Generator:
    yields between pieces of work.
    """
    straight = abs(math.sin(camera.facing)) < 1e-9
    part = 2 if coarse or not straight else 1
    paint = _gathered if part == 2 else _band
    size = surface.get_size() if part == 1 else [side // 2 + 1 for side in surface.get_size()]
    wide, high = size
    rows = max(1, BAND // max(wide, 1))
    clip = surface.get_clip()
    for top in range(0, high, rows):
        if not clip.colliderect((0, top * part, wide * part, rows * part)):
            continue
        seen = paint(words, plan, camera, wide, np.arange(top, min(top + rows, high)))
        band = blank((wide, len(seen)))
        pygame.surfarray.blit_array(band, seen.T)
        if part > 1:
            band = pygame.transform.scale_by(band, part)
        surface.blit(band, (0, top * part), special_flags=pygame.BLEND_PREMULTIPLIED)
        yield


def _band(
    words: Words, plan: Plan, camera: Camera, wide: int, rows: NDArray[np.integer[Any]]
) -> Words:
    """Pixels of the screen rows `rows`, shape (rows, `wide`)."""
    y = rows + 0.5
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
    """Mean of two arrays of pixels, channel by channel."""
    return (((one ^ two) & HALVING_MASK) >> np.uint32(1)) + (one & two)


def _gathered(
    words: Words, plan: Plan, camera: Camera, wide: int, rows: NDArray[np.integer[Any]]
) -> Words:
    """Pixels at half the resolution with one sample a pixel, for any direction of the camera;
    shape (rows, `wide`)."""
    u, du, v, dv = _lines(plan, camera, 2 * rows + 1.0)
    across = (2 * np.arange(wide) + 1.0)[None, :]
    deep, most = words.shape
    columns = np.clip(u[:, None] + du[:, None] * across, 0, most - 1).astype(np.int32)
    lines = np.clip(v[:, None] + dv[:, None] * across, 0, deep - 1).astype(np.int32)
    found: Words = words.ravel().take(lines * most + columns)
    return found


def _lines(
    plan: Plan, camera: Camera, y: NDArray[np.floating[Any]]
) -> tuple[Lines, Lines, Lines, Lines]:
    """For screen rows at `y` px: u, du, v, dv.

    (u, v) is the pixel of the bordered mat that px 0 of the row shows; (du, dv) is the step to the
    next px of the row."""
    half_w, half_d = extent(plan)
    k = (camera.cy - y) / (camera.scale * camera.distance)
    cos_t, sin_t = math.cos(camera.tilt), math.sin(camera.tilt)
    away = k * camera.distance / np.maximum(cos_t - k * sin_t, NEAREST)
    step = (camera.distance + away * sin_t) / (camera.scale * camera.distance)  # mm a px
    cos, sin = math.cos(camera.facing), math.sin(camera.facing)
    x0 = camera.x - cos * camera.cx * step - sin * away
    y0 = camera.y - sin * camera.cx * step + cos * away
    return (
        (x0 + half_w) * SCALE + BORDER, cos * step * SCALE,
        (half_d - y0) * SCALE + BORDER, -sin * step * SCALE,
    )  # fmt: skip
