"""Antialiased shapes, cached: rounded boxes with a gradient, soft shadows, felt.

All images are premultiplied. Corners are computed by distance, so they are smooth at any size. This
module does not use numpy, because loading it would delay the first frame by half.
"""

from __future__ import annotations

import math
import mmap
import random
from collections.abc import Hashable, Iterator
from functools import lru_cache
from itertools import pairwise

import pygame

from castlecards.ui.kit.cache import LruCache, surface_bytes

Colour = tuple[int, int, int]
CACHE = 12 << 20  # bytes of shapes in the cache
WINDOWS = 1  # pictures of window size that fit in addition: the felt
CACHE_WHILE_HIDDEN = 24 << 20  # bytes, limit once `hide` has freed a large picture
LARGE = 3 << 20  # px; a picture of a larger window is not kept while it is not shown
Size = tuple[int, int]


class Shapes(LruCache[pygame.Surface]):
    """Painter and cache of shapes."""

    def __init__(self) -> None:
        super().__init__(CACHE, surface_bytes)

    def set_limit(self, size: Size) -> None:
        """Set the limit of the cache for a window of `size` px."""
        self.limit = CACHE + WINDOWS * 4 * size[0] * size[1]

    def box(
        self, size: Size, radius: int, top: Colour, bottom: Colour, edge: Colour | None, line: int
    ) -> pygame.Surface:
        """Rounded box with a vertical gradient and an edge `line` px wide."""
        key = ("box", size, radius, top, bottom, edge, line)
        return self.keep(key, lambda: _box(size, radius, top, bottom, edge, line))

    def ring(self, size: Size, radius: int, colour: Colour, line: int) -> pygame.Surface:
        """Edge of a rounded box, `line` px wide."""
        key = ("ring", size, radius, colour, line)
        return self.keep(key, lambda: _ring(size, radius, colour, line))

    def chevron(self, size: int, line: int, colour: Colour) -> pygame.Surface:
        """Chevron that points to the right, in a square of `size` px."""
        return self.keep(("chevron", size, line, colour), lambda: _chevron(size, line, colour))

    def shadow(self, radius: int, blur: int, strength: int) -> pygame.Surface:
        """Shadow as a 9-slice tile: corners of radius + 2 blur px around one middle px."""
        key = ("shadow", radius, blur, strength)
        return self.keep(key, lambda: _shadow(radius, blur, strength))

    def felt(self, size: Size, middle: Colour, edge: Colour) -> pygame.Surface:
        """Felt: opaque cloth with a fine grain, light in the middle, dark in the corners."""
        self.set_limit(size)
        return self.keep(("felt", size, middle, edge), lambda: _felt(size, middle, edge))

    def hide(self, size: Size, *key: Hashable) -> None:
        """Free the picture of `key`, of a window of `size` px, if it is large: it is not shown.
        What it leaves is not for other shapes."""
        if size[0] * size[1] > LARGE:
            self.drop(key)
            self.limit = CACHE_WHILE_HIDDEN
            self.shrink(CACHE_WHILE_HIDDEN)


def blank(size: Size) -> pygame.Surface:
    """Transparent surface of at least 1 x 1 px."""
    return pygame.Surface((max(1, size[0]), max(1, size[1])), pygame.SRCALPHA, 32)


def sparse(size: Size) -> pygame.Surface:
    """Transparent surface like `blank` that takes memory only where it is drawn on."""
    size = max(1, size[0]), max(1, size[1])
    return pygame.image.frombuffer(mmap.mmap(-1, 4 * size[0] * size[1]), size, "BGRA")


def mask(size: Size, radius: int) -> pygame.Surface:
    """Mask of a rounded box: white inside, antialiased at the corners."""
    image = blank(size)
    image.fill((255, 255, 255, 255))
    for corner, at in corners(size, radius):
        image.blit(corner, at, special_flags=pygame.BLEND_RGBA_MULT)
    return image


def corners(size: Size, radius: int) -> Iterator[tuple[pygame.Surface, Size]]:
    """Yield the masks of the four rounded corners of a box with their positions."""
    width, height = size
    radius = max(0, min(radius, width // 2, height // 2))
    if not radius:
        return
    corner = _corner(radius)
    right, below = width - radius, height - radius
    for turn, at in enumerate(((0, 0), (right, 0), (0, below), (right, below))):
        yield pygame.transform.flip(corner, bool(turn & 1), bool(turn & 2)), at


@lru_cache(maxsize=64)
def _corner(radius: int) -> pygame.Surface:
    """Mask of the top left corner of a rounded box, `radius` px each way."""
    away = [radius - n - 0.5 for n in range(radius)]
    inside = (radius - math.hypot(x, y) + 0.5 for y in away for x in away)
    shades = bytes(round(255 * min(1.0, max(0.0, part))) for part in inside)
    return _of_channels((radius, radius), shades, shades, shades, shades)


def _of_channels(size: Size, red: bytes, green: bytes, blue: bytes, alpha: bytes) -> pygame.Surface:
    """Surface like `blank` from its channels: one byte for each px, row by row."""
    pixels = bytearray(4 * size[0] * size[1])
    pixels[0::4], pixels[1::4], pixels[2::4], pixels[3::4] = blue, green, red, alpha
    return pygame.image.frombuffer(pixels, size, "BGRA")


def gradient(size: Size, top: Colour, bottom: Colour) -> pygame.Surface:
    """Opaque vertical gradient."""
    height = max(1, size[1])
    if top == bottom:
        image = blank((size[0], height))
        image.fill(top)
        return image
    red, green, blue = (_ramp(a, b, height) for a, b in zip(top, bottom, strict=True))
    column = _of_channels((1, height), red, green, blue, b"\xff" * height)
    return pygame.transform.scale(column, (max(1, size[0]), height))


def _ramp(start: int, end: int, count: int) -> bytes:
    """`count` rounded values at even steps from `start` to `end`.

    A large panel has many rows and few shades: there only the rows where a shade ends are computed.
    """
    sign, last = (1 if end > start else -1), max(1, count - 1)
    if count < 6 * abs(end - start):
        return bytes([round(start + (end - start) * (row / last)) for row in range(count)])
    values, row = b"", 0
    for value in range(start, end, sign):
        near = int((value + 0.5 * sign - start) / (end - start) * last)
        row = max(row, min(near - 1, count))
        while row < count and round(start + (end - start) * (row / last)) == value:
            row += 1
        values += bytes([value]) * (row - len(values))
    return values + bytes([end]) * (count - row)


def mix(first: Colour, second: Colour, part: float) -> Colour:
    """Linear blend of two colours; `part` 0 gives the first, 1 the second."""
    (red, green, blue), (to_red, to_green, to_blue) = first, second
    return (
        round(red + (to_red - red) * part),
        round(green + (to_green - green) * part),
        round(blue + (to_blue - blue) * part),
    )


def _filled(size: Size, radius: int, top: Colour, bottom: Colour) -> pygame.Surface:
    image = gradient(size, top, bottom)
    for corner, at in corners(size, radius):
        image.blit(corner, at, special_flags=pygame.BLEND_RGBA_MULT)
    return image


def _box(
    size: Size, radius: int, top: Colour, bottom: Colour, edge: Colour | None, line: int
) -> pygame.Surface:
    if edge is None or line <= 0 or min(size) <= 2 * line:
        return _filled(size, radius, top, bottom)
    image = _filled(size, radius, edge, mix(edge, bottom, 0.25))
    inner = (size[0] - 2 * line, size[1] - 2 * line)
    fill = _filled(inner, max(0, radius - line), top, bottom)
    image.blit(fill, (line, line), special_flags=pygame.BLEND_PREMULTIPLIED)
    return image


def _ring(size: Size, radius: int, colour: Colour, line: int) -> pygame.Surface:
    image = _filled(size, radius, colour, colour)
    inner = mask((size[0] - 2 * line, size[1] - 2 * line), max(0, radius - line))
    image.blit(inner, (line, line), special_flags=pygame.BLEND_RGBA_SUB)
    return image


def _chevron(size: int, line: int, colour: Colour) -> pygame.Surface:
    part = 4
    large = blank((size * part, size * part))
    thick, far = line * part, size * part
    left, right = round(far * 0.3), round(far * 0.7)
    ends = ((left, thick), (right, far / 2), (left, far - thick))
    for start, end in pairwise(ends):
        pygame.draw.line(large, colour, start, end, thick)
    for end in ends:
        pygame.draw.circle(large, colour, end, thick / 2)
    return pygame.transform.smoothscale(large.premul_alpha(), (size, size))


def _shadow(radius: int, blur: int, strength: int) -> pygame.Surface:
    part = 4 if blur >= 12 else 2 if blur >= 4 else 1  # a small blur is faster
    corner = (radius + 2 * blur) // part + 1
    side = 2 * corner + 1
    margin = max(1, blur // part)
    small = blank((side, side))
    shape = mask((side - 2 * margin, side - 2 * margin), max(1, radius // part))
    shape.fill((0, 0, 0, strength), special_flags=pygame.BLEND_RGBA_MULT)
    small.blit(shape, (margin, margin))
    small = pygame.transform.gaussian_blur(small, max(1, margin // 2))
    return pygame.transform.smoothscale(small, (side * part, side * part))


def _felt(size: Size, middle: Colour, edge: Colour) -> pygame.Surface:
    small = pygame.Surface((48, 32))
    for y in range(32):
        for x in range(48):
            far = math.hypot((x + 0.5) / 24 - 1, (y + 0.5) / 16 - 0.92) / 1.35
            small.set_at((x, y), mix(middle, edge, min(1.0, far**1.7)))
    image = pygame.transform.smoothscale(small, size)
    side = 256
    bits = random.Random(7).randbytes(side * side)
    grain = pygame.image.frombytes(bits, (side, side), "P")
    for flag, shades in ((pygame.BLEND_RGB_ADD, 9), (pygame.BLEND_RGB_SUB, 7)):
        grain.set_palette([(value * shades // 255,) * 3 for value in range(256)])
        # as deep as the picture: other depths are blitted about four times as slowly
        tile = pygame.transform.flip(grain, flag == pygame.BLEND_RGB_SUB, False).convert(32)
        for x in range(0, size[0], side):
            for y in range(0, size[1], side):
                image.blit(tile, (x, y), special_flags=flag)
    return image
