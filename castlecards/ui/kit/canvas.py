"""Canvas: the drawing interface of the program, on top of a pygame surface.

Images are premultiplied (see `Shapes` and `Fonts`); colours are opaque unless they have four parts.
While a frame is drawn, `clip` is the part of the surface to redraw; painters can skip everything
outside (`wants`). A painter that is to be recorded (`partial_redraw`) calls these methods only, not
the surface.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import groupby
from typing import Literal, Protocol

import pygame
from pygame import Rect, Surface, Vector2

from castlecards.ui.kit.shapes import Colour
from castlecards.ui.kit.theme import Look, Style

VEIL = 128  # px darkened in one call, so that it needs little memory
SLICED = 1 << 19  # px; larger boxes and rings are drawn from a small tile
Point = tuple[float, float]
Anchor = Literal["nw", "n", "ne", "w", "c", "e"]  # w, c and e centre capitals vertically


class RepaintLog(Protocol):
    """Log of the repaints of a picture of the window's size; see `partial_redraw.Changes`."""

    version: int  # number of its repaints

    def since(self, version: int) -> list[Rect] | None:
        """Areas repainted since `version`, px; None: unknown, so all of it."""


class Canvas:
    """Surface with a `Look`. Coordinates are px, y down."""

    def __init__(self, surface: Surface, look: Look) -> None:
        self.surface = surface
        self.look = look
        self.changed: list[Rect] | None = None  # px, what a frame has drawn; None: all of it

    def with_look(self, look: Look) -> Canvas:
        """Canvas with another look that draws on the same surface."""
        return Canvas(self.surface, look)

    def track(self, changes: RepaintLog) -> None:
        """Declare that pictures drawn here change where `changes` says."""

    def call(self, key: Hashable, rect: Rect, draw: Callable[[Canvas], object]) -> None:
        """Draw with `draw`, which may use the surface within `rect` and the clip. A canvas that
        records keeps it as one call, which draws the same if `key` and `rect` are the same."""
        draw(self)

    def part(self, key: Hashable, draw: Callable[[Canvas], object]) -> bool:
        """Draw a part of the picture that is the same whenever its key is. Return True if `draw`
        was called; a canvas that records reuses the part of the last picture instead."""
        draw(self)
        return True

    @property
    def size(self) -> tuple[int, int]:
        return self.surface.get_size()

    @property
    def rect(self) -> Rect:
        return self.surface.get_rect()

    @property
    def clip(self) -> Rect:
        """Rectangle that drawing can change."""
        return self.surface.get_clip()

    @contextmanager
    def clipped(self, rect: Rect) -> Iterator[None]:
        """Context manager: restrict drawing to `rect` within the present clip."""
        before = self.surface.get_clip()
        self.surface.set_clip(before.clip(rect))
        try:
            yield
        finally:
            self.surface.set_clip(before)

    def wants(self, rect: Rect, margin: int = 0) -> bool:
        """True if `rect`, enlarged by `margin` px, touches the clip."""
        return self.clip.colliderect(rect.inflate(2 * margin, 2 * margin))

    def fill(self, colour: Colour, rect: Rect | None = None) -> None:
        self.surface.fill(colour, rect)

    def veil(self, colour: tuple[int, int, int, int], rect: Rect | None = None) -> None:
        """Blend a translucent colour over `rect`, or over the whole clip."""
        area = self.clip if rect is None else self.clip.clip(rect)
        if area.width and area.height:
            sheet = Surface((area.width, min(area.height, VEIL)))
            sheet.fill(colour[:3])
            sheet.set_alpha(colour[3])
            for y in range(area.top, area.bottom, VEIL):
                self.surface.blit(sheet, (area.left, y), (0, 0, area.width, area.bottom - y))

    def blit(self, image: Surface, at: Point, area: Rect | None = None) -> Rect:
        """Draw a premultiplied or opaque image with its top left corner at `at`."""
        return self.surface.blit(image, at, area, pygame.BLEND_PREMULTIPLIED)

    def paste(self, image: Surface, at: Point = (0, 0)) -> None:
        """Copy an opaque image, with its top left corner at `at`."""
        self.surface.blit(image, at)

    def add(self, image: Surface, at: Point) -> None:
        """Add the colours of an image to those below."""
        self.surface.blit(image, at, special_flags=pygame.BLEND_RGB_ADD)

    def multiply(self, colour: Colour, rect: Rect | None = None) -> None:
        """Multiply the colours of `rect`, or of the whole clip, with one colour: 255 keeps them."""
        self.surface.fill(colour, rect, pygame.BLEND_RGB_MULT)

    def scroll(self, dx: int, dy: int) -> None:
        """Move the picture by (dx, dy) px."""
        self.surface.scroll(dx, dy)

    def blit_centred(self, image: Surface, centre: Point) -> Rect:
        width, height = image.get_size()
        return self.blit(image, (round(centre[0] - width / 2), round(centre[1] - height / 2)))

    def box(
        self,
        rect: Rect,
        radius: float,
        top: Colour,
        bottom: Colour | None = None,
        edge: Colour | None = None,
        line: float = 1,
    ) -> None:
        """Draw a rounded box with a vertical gradient; `radius` and `line` in design units."""
        look, (wide, high) = self.look, (max(1, rect.width), max(1, rect.height))
        style = look.px(radius), top, bottom or top, edge, look.px(line) if edge else 0
        border = style[0] + style[4] + 1
        if wide * high < SLICED or wide <= 2 * border:
            self.blit(look.shapes.box((wide, high), *style), rect.topleft)
            return
        tile = look.shapes.box((2 * border + 1, high), *style)
        self.call(("box", style), rect.copy(), partial(_draw_wide_box, tile, rect.copy()))

    def ring(self, rect: Rect, radius: float, colour: Colour, line: float = 1) -> None:
        """Draw the outline of a rounded box; `radius` and `line` in design units."""
        look, size = self.look, (max(1, rect.width), max(1, rect.height))
        style = look.px(radius), colour, look.px(line)
        border = style[0] + style[2] + 1
        if size[0] * size[1] < SLICED or min(size) <= 2 * border:
            self.blit(look.shapes.ring(size, *style), rect.topleft)
            return
        tile, part = look.shapes.ring((2 * border + 1, 2 * border + 1), *style), Rect(rect)
        self.call(("ring", style), part, partial(_draw_large_ring, tile, part, colour, style[2]))

    def shadow(self, rect: Rect, radius: float, blur: float = 14, strength: int = 150) -> None:
        """Draw a soft shadow around and slightly below `rect`; `radius` and `blur` in units."""
        look = self.look
        soft = look.px(blur)
        tile = look.shapes.shadow(look.px(radius), soft, strength)
        around = rect.inflate(2 * soft, 2 * soft).move(0, soft // 3)
        nine_slice(self, tile, around)

    def line(self, colour: Colour, start: Point, end: Point, width: float = 1) -> None:
        """Draw an antialiased line; `width` in px."""
        if width <= 1:
            pygame.draw.aaline(self.surface, colour, start, end)
            return
        along = Vector2(end) - Vector2(start)
        if not along.length_squared():
            return
        across = along.normalize().rotate(90) * (width / 2)
        corners = (start + across, start - across, end - across, end + across)
        self.polygon(colour, [(point.x, point.y) for point in corners])

    def path(self, colour: Colour, points: Sequence[Point], width: float = 1) -> None:
        """Draw the closed outline of a polygon; `width` in px."""
        if width > 1:
            pygame.draw.lines(self.surface, colour, True, points, round(width))
        pygame.draw.aalines(self.surface, colour, True, points)

    def rule(self, colour: Colour, left: int, right: int, y: int) -> None:
        """Draw a horizontal hairline from `left` to `right`."""
        self.surface.fill(colour, (left, y, right - left, self.look.px(1)))

    def polygon(self, colour: Colour, points: Sequence[Point]) -> None:
        """Draw a filled, antialiased polygon."""
        pygame.draw.polygon(self.surface, colour, points)
        pygame.draw.aalines(self.surface, colour, True, points)

    def rough_polygon(self, colour: Colour, points: Sequence[Point]) -> None:
        """Draw a small filled polygon without antialiasing."""
        pygame.draw.polygon(self.surface, colour, points)

    def circle(self, colour: Colour, centre: Point, radius: float, width: int = 0) -> None:
        """Draw an antialiased circle; `radius` and `width` in px; width 0 fills it."""
        pygame.draw.aacircle(self.surface, colour, centre, radius, width)

    def text(
        self,
        string: str,
        at: Point,
        style: Style,
        anchor: Anchor = "nw",
        colour: Colour | None = None,
    ) -> Rect:
        """Draw a line of text and return its rectangle."""
        if not string:
            return Rect(round(at[0]), round(at[1]), 0, 0)
        image = self.look.image(string, style, colour)
        width, height = image.get_size()
        x, y = at
        if anchor in ("n", "c"):
            x -= width / 2
        elif anchor in ("ne", "e"):
            x -= width
        if anchor in ("w", "c", "e"):
            font = self.look.font(style)
            y -= font.get_ascent() - capital(font) / 2
        self.blit(image, (round(x), round(y)))
        return Rect(round(x), round(y), width, height)


def capital(font: pygame.font.Font) -> int:
    """Height of a capital letter above the baseline, px."""
    metrics = font.metrics("H")[0]
    return metrics[3] if metrics else font.get_ascent() // 2


def _draw_wide_box(tile: Surface, rect: Rect, canvas: Canvas) -> None:
    """Draw a box of the size of `rect` from a narrow one of the same height: its middle column is
    opaque, and rows of one shade are filled at once."""
    border = tile.get_width() // 2
    side = Rect(0, 0, border, rect.height)
    canvas.blit(tile, rect.topleft, side)
    canvas.blit(tile, (rect.right - border, rect.top), side.move(border + 1, 0))
    shown = rect.clip(canvas.clip)
    column = tile.subsurface((border, shown.top - rect.top, 1, shown.height))
    top = shown.top
    for shade, rows in groupby(memoryview(pygame.image.tobytes(column, "RGBA")).cast("I")):
        height = sum(1 for _ in rows)
        colour = shade & 255, shade >> 8 & 255, shade >> 16 & 255
        canvas.fill(colour, Rect(rect.left + border, top, rect.width - 2 * border, height))
        top += height


def _draw_large_ring(tile: Surface, rect: Rect, colour: Colour, line: int, canvas: Canvas) -> None:
    """Draw a ring of the size of `rect` from a small one: its corners, and four straight edges."""
    border = tile.get_width() // 2
    corner, across, down = border + 1, rect.right - border, rect.bottom - border
    for x, from_x in ((rect.left, 0), (across, corner)):
        for y, from_y in ((rect.top, 0), (down, corner)):
            canvas.blit(tile, (x, y), Rect(from_x, from_y, border, border))
    wide, high = rect.width - 2 * border, rect.height - 2 * border
    for edge in (
        (rect.left + border, rect.top, wide, line),
        (rect.left + border, rect.bottom - line, wide, line),
        (rect.left, rect.top + border, line, high),
        (rect.right - line, rect.top + border, line, high),
    ):
        canvas.fill(colour, Rect(edge))


def nine_slice(canvas: Canvas, tile: Surface, rect: Rect) -> None:
    """Draw `tile` stretched to `rect` (9-slice): its corners keep their size."""
    side = tile.get_width()
    corner = min(side // 2, rect.width // 2, rect.height // 2)
    if corner <= 0 or not canvas.wants(rect):
        return
    far = side - corner
    right, below = rect.right - corner, rect.bottom - corner
    for source, at in (
        ((0, 0), rect.topleft),
        ((far, 0), (right, rect.top)),
        ((0, far), (rect.left, below)),
        ((far, far), (right, below)),
    ):
        canvas.blit(tile, at, Rect(*source, corner, corner))
    middle = side // 2
    left, top = rect.left + corner, rect.top + corner
    across, down = right - left, below - top
    for line, area in (
        ((middle, 0, 1, corner), Rect(left, rect.top, across, corner)),
        ((middle, far, 1, corner), Rect(left, below, across, corner)),
        ((0, middle, corner, 1), Rect(rect.left, top, corner, down)),
        ((far, middle, corner, 1), Rect(right, top, corner, down)),
        ((middle, middle, 1, 1), Rect(left, top, across, down)),
    ):
        _draw_stretched(canvas, tile.subsurface(line), area)


def _draw_stretched(canvas: Canvas, line: Surface, rect: Rect) -> None:
    """Draw a picture one px wide or high, stretched over the visible part of `rect`."""
    wide, high = line.get_size()
    shown = rect.clip(canvas.clip)
    if not shown.width or not shown.height:
        return
    if wide > 1:
        shown.left, shown.width = rect.left, rect.width
    if high > 1:
        shown.top, shown.height = rect.top, rect.height
    canvas.blit(pygame.transform.scale(line, shown.size), shown.topleft)
