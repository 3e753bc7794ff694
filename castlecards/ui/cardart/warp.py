"""Perspective warp of a picture onto a quad, and soft shadows.

`warp` maps every pixel of the result back to the source by the inverse of the projective map from
the unit square to the quad (Heckbert, Fundamentals of Texture Mapping, 1989, section 2.2), then
interpolates the four source pixels around that point bilinearly. Two colour channels share one
32-bit multiplication. The outline is antialiased: the coverage of a pixel follows from its distance
to the four edges.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import Rect, Surface

from castlecards.ui.cardart.drawing import Placed
from castlecards.ui.kit.cache import LruCache, surface_bytes
from castlecards.ui.kit.shapes import blank

Point = tuple[float, float]
Quad = Sequence[Point]  # top left, top right, bottom right, bottom left of the picture
Words = NDArray[np.uint32]
Vector = tuple[float, float, float]

SOURCES = 12 << 20  # bytes, cache of prepared sources together with their surfaces
MIN_AREA = 0.75  # px^2; a smaller quad is not drawn
HALVING_RATIO = 0.3  # quad area over source area; below it, the source is halved first
MAX_SIDE = 4096  # px, each way; a larger quad is cut there
BAND = 1 << 18  # px computed in one call, as each takes up to 60 bytes
PAIR = np.uint32(0x00FF00FF)  # mask of every second byte of a pixel

_sources: LruCache[tuple[Surface, Words]] = LruCache(
    SOURCES, lambda pair: surface_bytes(pair[0]) + pair[1].nbytes
)


def _pixels(surface: Surface, half: bool) -> Words:
    """Pixels of a surface with a border that repeats the outermost ones; cached.

    Shape (height + 2, width + 2). `half`: scale the surface to half its size first. The cache holds
    the surface too, so that its id is not reused.
    """
    return _sources.keep((id(surface), half), lambda: (surface, _bordered(surface, half)))[1]


def _bordered(surface: Surface, half: bool) -> Words:
    if surface.get_bitsize() != 32:
        raise ValueError("only a surface of 32 bits a pixel can be warped")
    drawn = pygame.transform.smoothscale_by(surface, 0.5) if half else surface
    # a copy, because a view would keep the surface locked
    copied = pygame.surfarray.array2d(drawn).view(np.uint32)
    return np.ascontiguousarray(np.pad(copied.T, 1, mode="edge"), dtype=np.uint32)


def area(quad: Quad) -> float:
    """Signed area of a quad, px^2; positive if its points run clockwise on the screen."""
    total = 0.0
    for (x0, y0), (x1, y1) in zip(quad, (*quad[1:], quad[0]), strict=True):
        total += x0 * y1 - x1 * y0
    return total / 2


def bounds(quad: Quad, clip: Rect | None = None) -> Rect:
    """Bounding box of a quad in whole pixels, within `clip`."""
    left, top = (math.floor(min(p[i] for p in quad)) for i in (0, 1))
    right, low = (math.ceil(max(p[i] for p in quad)) for i in (0, 1))
    box = Rect(left, top, min(right - left, MAX_SIDE) or 1, min(low - top, MAX_SIDE) or 1)
    return box.clip(clip) if clip is not None else box


def warp(surface: Surface, quad: Quad, clip: Rect | None = None) -> Placed:
    """Stretch a surface over a quad; only the part within `clip` is computed.

    The surface must be premultiplied, have 32 bits, and must not be drawn on afterwards, because
    its pixels are cached. A quad that is empty, not convex or not finite gives one transparent
    pixel. Raises ValueError for a surface of another depth.
    """
    if not all(math.isfinite(value) for point in quad for value in point):
        return blank((1, 1)), (0, 0)
    box = bounds(quad, clip)
    matrix = _to_square(quad)
    if matrix is None or not box.width or not box.height:
        return blank((1, 1)), box.topleft
    w, h = surface.get_size()
    half = abs(area(quad)) < HALVING_RATIO * w * h and min(w, h) > 1
    source = _pixels(surface, half)
    high, wide = source.shape
    image = blank(box.size)
    x = np.arange(box.left, box.right, dtype=np.float32) + np.float32(0.5)
    rows = max(1, BAND // box.width)
    for top in range(0, box.height, rows):
        part = image.subsurface(Rect(0, top, box.width, rows).clip(image.get_rect()))
        y = np.arange(part.get_height(), dtype=np.float32)[:, None]
        y += np.float32(box.top + top + 0.5)
        share = _coverage(quad, x, y)
        inside = np.flatnonzero(share)
        if inside.size:
            u, v = _source_coordinates(matrix, x, y, inside, (wide - 2, high - 2))
            out = np.zeros(share.size, np.uint32)
            out[inside] = _scaled_bytes(_bilinear(source, u, v), share.ravel()[inside])
            pygame.surfarray.blit_array(part, out.reshape(share.shape).T)
    return image, box.topleft


def _to_square(quad: Quad) -> NDArray[np.float64] | None:
    """Matrix (3, 3) from screen px to the unit square; None for a degenerate quad."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = quad
    if abs(area(quad)) < MIN_AREA or not _convex(quad):
        return None
    dx1, dx2, dx3 = x1 - x2, x3 - x2, x0 - x1 + x2 - x3
    dy1, dy2, dy3 = y1 - y2, y3 - y2, y0 - y1 + y2 - y3
    scale = dx1 * dy2 - dx2 * dy1
    if not scale:
        return None
    g, h = (dx3 * dy2 - dx2 * dy3) / scale, (dx1 * dy3 - dx3 * dy1) / scale
    a = x1 - x0 + g * x1, x3 - x0 + h * x3, x0
    b = y1 - y0 + g * y1, y3 - y0 + h * y3, y0
    c = g, h, 1.0
    # the inverse up to a factor: cross products of the rows
    return np.array((_cross(b, c), _cross(c, a), _cross(a, b))).T


def _cross(a: Vector, b: Vector) -> Vector:
    """Cross product; `np.cross` takes 40 times as long for so few numbers."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _convex(quad: Quad) -> bool:
    """True if the quad is convex: it turns the same way at each corner."""
    turns = []
    for i in range(4):
        (ax, ay), (bx, by), (cx, cy) = quad[i - 2], quad[i - 1], quad[i]
        turns.append((bx - ax) * (cy - by) - (by - ay) * (cx - bx))
    return min(turns) > 0 or max(turns) < 0


def _coverage(quad: Quad, x: NDArray[np.float32], y: NDArray[np.float32]) -> Words:
    """Coverage of each pixel by the quad, 0 to 256, shape (y, x)."""
    orientation = math.copysign(1.0, area(quad))
    least: NDArray[np.float32] | None = None
    for (x0, y0), (x1, y1) in zip(quad, (*quad[1:], quad[0]), strict=True):
        length = math.hypot(x1 - x0, y1 - y0) or 1.0
        nx, ny = -orientation * (y1 - y0) / length, orientation * (x1 - x0) / length
        depth = np.float32(256 * nx) * x + (
            np.float32(256 * ny) * y + np.float32(128 - 256 * (nx * x0 + ny * y0))
        )
        least = depth if least is None else np.minimum(least, depth, out=least)
    assert least is not None
    return np.clip(least, 0, 256, out=least).astype(np.uint32)


def _source_coordinates(
    matrix: NDArray[np.float64], x: NDArray[np.float32], y: NDArray[np.float32],
    inside: NDArray[np.intp], size: tuple[int, int],
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:  # fmt: skip
    """Source coordinates (u, v) of the pixels `inside`, in pixels of the bordered source."""
    m = matrix.astype(np.float32)
    row, column = np.divmod(inside, x.size)
    px, py = x[column], y[row, 0]
    depth = 1 / (m[2, 0] * px + m[2, 1] * py + m[2, 2])
    coordinates = []
    for line, most in zip(m, size, strict=False):
        at = (line[0] * px + line[1] * py + line[2]) * depth
        at *= most
        at += np.float32(0.5)  # the border adds 1, a pixel's middle takes 0.5
        coordinates.append(np.clip(at, 0, most + np.float32(0.996), out=at))
    return coordinates[0], coordinates[1]


def _bilinear(source: Words, u: NDArray[np.float32], v: NDArray[np.float32]) -> Words:
    """Bilinear interpolation of the source at (u, v), in steps of 1/256."""
    across, down = u.astype(np.int32), v.astype(np.int32)
    fu = ((u - across) * 256).astype(np.uint32)
    fv = ((v - down) * 256).astype(np.uint32)
    width = source.shape[1]
    at = down * width + across
    flat = source.reshape(-1)
    upper = _lerp(flat.take(at), flat.take(at + 1), fu)
    at += width
    return _lerp(upper, _lerp(flat.take(at), flat.take(at + 1), fu), fv)


def _lerp(a: Words, b: Words, part: Words) -> Words:
    """Linear interpolation of each byte, `part`/256 from `a` to `b`. Borrows cancel out."""
    low, high = a & PAIR, (a >> 8) & PAIR
    low += ((b & PAIR) - low) * part >> 8
    high += (((b >> 8) & PAIR) - high) * part >> 8
    low &= PAIR
    high &= PAIR
    high <<= 8
    low |= high
    return low


def _scaled_bytes(a: Words, part: Words) -> Words:
    """Multiply each byte by `part`/256."""
    low = ((a & PAIR) * part >> 8) & PAIR
    high = ((a >> 8) & PAIR) * part & ~PAIR
    return np.asarray(low | high)


@lru_cache(maxsize=64)
def shadow(width: int, height: int, blur: int, alpha: int) -> Surface:
    """Soft shadow of a box of `width` x `height` px, blurred over `blur` px on all sides.

    The surface is 2 `blur` px wider and higher than the box. It is shared.
    """
    blur = max(0, blur)
    part = (
        4 if blur >= 16 else 2 if blur >= 6 else 1
    )  # a small blur scaled up looks the same and is faster
    size = (width + 2 * blur, height + 2 * blur)
    small = blank((max(3, size[0] // part), max(3, size[1] // part)))
    inner = Rect((0, 0), small.get_size()).inflate(-2 * (blur // part), -2 * (blur // part))
    corner = round(0.05 * inner.width)
    pygame.draw.rect(small, (0, 0, 0, alpha), inner, border_radius=corner)
    if blur >= 2:
        small = pygame.transform.gaussian_blur(small, max(1, blur // part // 2))
    return pygame.transform.smoothscale(small, size) if small.get_size() != size else small


TILE = 96  # px, longer side of the box that is warped into a shadow
LEVELS = (0.02, 0.05, 0.1, 0.18, 0.3)  # steps of blur, over the length of the card


def quad_shadow(quad: Quad, blur: float, alpha: int) -> Placed:
    """Soft shadow of a card with its corners at `quad`, blurred over about `blur` px."""
    long = max(math.dist(quad[0], quad[3]), math.dist(quad[1], quad[2]), 1.0)
    level = min(LEVELS, key=lambda step: abs(step * long - blur))
    margin = max(1, round(level * TILE))
    tile = shadow(round(TILE / 1.5), TILE, margin, alpha // 8 * 8)
    out_x, out_y = margin / round(TILE / 1.5), margin / TILE
    corners = ((-out_x, -out_y), (1 + out_x, -out_y), (1 + out_x, 1 + out_y), (-out_x, 1 + out_y))
    part = (
        3 if blur >= 9 else 2 if blur >= 5 else 1
    )  # a small warp scaled up looks the same and is faster
    wide = [_within(quad, u, v) for u, v in corners]
    image, (left, top) = warp(tile, [(x / part, y / part) for x, y in wide])
    if part > 1 and image.get_width() > 1:
        image = pygame.transform.smoothscale_by(image, part)
    return image, (left * part, top * part)


def _within(quad: Quad, u: float, v: float) -> Point:
    """Bilinear point (u, v) of a quad; (0, 0) is its first corner, (1, 1) its third."""
    shares = ((1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v)
    x = sum(share * point[0] for share, point in zip(shares, quad, strict=True))
    y = sum(share * point[1] for share, point in zip(shares, quad, strict=True))
    return x, y
