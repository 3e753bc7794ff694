"""Drawing tools for cards: surface cache, tinted pictures, text, and an oversampled sheet in mm.

All surfaces are premultiplied. A `Sheet` is drawn several times too large and then scaled down,
which makes its edges smooth. Text and pictures are drawn afterwards at their final size, which
keeps them sharp.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pygame
from pygame import Surface

from castlecards.ui.cardart.outlines import SIGNS, Point, disc, placed
from castlecards.ui.kit.cache import LastValue, LruCache, surface_bytes
from castlecards.ui.kit.shapes import Colour, blank, gradient, mask, mix
from castlecards.ui.kit.theme import wrap

if TYPE_CHECKING:  # the title does not wait for numpy
    import numpy as np
    from numpy.typing import NDArray

    Outline = NDArray[np.uint8]

Placed = tuple[Surface, tuple[int, int]]  # a premultiplied surface and its top left corner
WIDTH, LENGTH = 63.5, 95.0  # mm, size of a card (rule TD4)
CORNER = 3.2  # mm, corner radius; printed playing cards have 3 to 3.5
CAP = 0.70  # height of capitals and digits over the type size, about equal in all fonts used
SMALLEST_TEXT = 8  # px; smaller text is left out
SMALL_TYPE = 22  # px; below it, rounding to whole pixels spoils the word spacing
FONTS = 64  # open fonts (face and size); each caches the glyphs that it has drawn
OUTLINES = 8 << 20  # bytes, cache of decoded picture files: enough for one deck
WHITES = 1 << 20  # bytes, cache of scaled white drawings: a face uses some in several colours
FILES = {
    "title": "Cinzel-Bold.ttf",
    "figure": "Inter-Bold.ttf",
    "card": "AlegreyaSans-Regular.ttf",
    "card_italic": "AlegreyaSans-Italic.ttf",
    "card_bold": "AlegreyaSans-Bold.ttf",
    "tech": "ChakraPetch-SemiBold.ttf",
    "tech_bold": "ChakraPetch-Bold.ttf",
}


class SurfaceCache(LruCache[Surface]):
    """LRU cache of surfaces, limited in bytes. Surfaces are shared: do not draw on them."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit, surface_bytes)


class Pictures:
    """Loader of the white drawings in assets/icons, in any size and colour."""

    def __init__(self, folder: Path, store: SurfaceCache) -> None:
        self._folder = folder
        self._store = store
        self._outlines: LruCache[Outline] = LruCache(OUTLINES, lambda outline: outline.nbytes)
        self._whites = SurfaceCache(WHITES)
        self._whole: LastValue[Surface] = LastValue()  # a card needs one picture in many sizes

    def exists(self, name: str) -> bool:
        return bool(name) and (self._folder / f"{name}.png").is_file()

    def picture(self, name: str, size: int, colour: Colour) -> Surface:
        """Picture `name` ("tech/K05", "ui/undo") in a square of `size` px; cached and shared.

        Raises FileNotFoundError if there is no such picture.
        """
        size = max(1, size)
        key = ("picture", name, size, colour)
        return self._store.keep(key, lambda: self.tinted(name, size, colour))

    def tinted(self, name: str, size: int, colour: Colour) -> Surface:
        """Copy of a picture that is not cached, so that the caller may draw on it."""
        size = max(1, size)
        image = self._whites.keep((name, size), lambda: self._white(name, size)).copy()
        image.fill((*colour, 255), special_flags=pygame.BLEND_RGBA_MULT)
        return image

    def _white(self, name: str, size: int) -> Surface:
        whole = self._whole.keep(name, lambda: self._full_size(name))
        image = blank((size, size))
        image.blit(pygame.transform.smoothscale(whole, (size, size)), (0, 0))
        return image.premul_alpha()

    def _full_size(self, name: str) -> Surface:
        drawing = self._outlines.keep(name, lambda: self._outline(name))
        whole = blank(drawing.shape)
        whole.fill((255, 255, 255, 0))
        pygame.surfarray.pixels_alpha(whole)[:] = drawing
        return whole

    def _outline(self, name: str) -> Outline:
        """Alpha channel of a picture file, shape (width, height); the slow part of loading."""
        path = self._folder / f"{name}.png"
        if not path.is_file():
            raise FileNotFoundError(path)
        # "K" keeps the order of the pixels, which is seven times as fast as `array_alpha`
        return pygame.surfarray.pixels_alpha(pygame.image.load(path)).copy("K")


class Lettering:
    """Text renderer for cards, with the bundled fonts."""

    def __init__(self, folder: Path) -> None:
        pygame.font.init()
        self._folder = folder
        self._fonts: LruCache[pygame.font.Font] = LruCache(FONTS, lambda font: 1)

    def font(self, face: str, size: int) -> pygame.font.Font:
        """Font `face` of `FILES` at `size` px."""
        return self._fonts.keep(
            (face, size), lambda: pygame.font.Font(self._folder / FILES[face], max(1, size))
        )

    def on_resize(self) -> None:
        """Tell the font cache that cards have a new size; see `LruCache.on_resize`."""
        self._fonts.on_resize()

    def line(self, string: str, face: str, size: int, colour: Colour) -> Surface:
        """Render a line, as high as the font.

        Small type is rendered larger and scaled down, which keeps its word spacing even.
        """
        over = 1 if size > SMALL_TYPE else 3
        image = self.font(face, size * over).render(string, True, colour).premul_alpha()
        if over == 1:
            return image
        width, height = image.get_size()
        return pygame.transform.smoothscale(image, (round(width / over), round(height / over)))

    def width(self, string: str, face: str, size: int) -> float:
        """Width of a line, px."""
        over = 1 if size > SMALL_TYPE else 3
        return self.font(face, size * over).size(string)[0] / over

    def figure(
        self, string: str, face: str, height: float, width: float, colour: Colour
    ) -> Surface:
        """Render text cropped to its ink: capitals `height` px high, at most `width` px wide.

        It is scaled down from four times the size, so that a digit of 6 px stays legible.
        """
        font = self.font(face, max(8, round(4 * height / CAP)))
        capital = font.render("H", True, colour).get_bounding_rect().height
        large = font.render(string, True, colour)
        large = large.subsurface(large.get_bounding_rect())
        part = height / capital
        size = (min(large.get_width() * part, width), large.get_height() * part)
        target = (max(1, round(size[0])), max(1, round(size[1])))
        return pygame.transform.smoothscale(large.premul_alpha(), target)

    def fit_text(
        self,
        string: str,
        face: str,
        sizes: Sequence[int],
        width: int,
        height: int,
        lead: float = 1.14,
    ) -> tuple[int, list[str]] | None:
        """Find the first of `sizes` (px) at which the wrapped text fits a box of px.

        Return the size and the lines, which are of about equal length; None if no size fits or
        the text is empty. `lead`: line height over type size.
        """
        for size in sizes if string.strip() else ():
            widths: dict[str, int] = {}

            def measure(part: str, size: int = size, widths: dict[str, int] = widths) -> int:
                if part not in widths:
                    widths[part] = math.ceil(self.width(part, face, size))
                return widths[part]

            if any(measure(word) > width for word in string.split()):
                continue
            lines = wrap(string, width, measure)
            if len(lines) * size * lead <= height:
                return size, balanced(string, lines, width, measure)
        return None

    def draw_block(
        self, image: Surface, string: str, face: str, span: tuple[float, float], largest: float,
        colour: Colour, aside: float = 11.0, lead: float = 1.14,
    ) -> bool:  # fmt: skip
        """Draw wrapped text in the middle of a card. Return False if it would be illegible.

        In mm of the card: `span` is its top and bottom, `largest` the largest type size, `aside`
        the free width on both sides together. `lead`: line height over type size.
        """
        unit = image.get_height() / LENGTH
        room = (round((WIDTH - aside) * unit), round((span[1] - span[0]) * unit))
        sizes = range(max(SMALLEST_TEXT, round(largest * unit)), SMALLEST_TEXT - 1, -1)
        fitted = self.fit_text(string, face, sizes, *room, lead)
        if fitted is None:
            return False
        size, words = fitted
        lines = [self.line(line, face, size, colour) for line in words]
        free = room[1] - size * lead * len(lines)
        top = span[0] * unit + free / 2 - (lines[0].get_height() - size * lead) / 2
        lay_lines(image, lines, image.get_width() / 2, top, size * lead)
        return True


def balanced(string: str, lines: list[str], width: int, measure: Callable[[str], int]) -> list[str]:
    """Wrap text into as many lines as `lines` at the least width, so that they are about equal."""
    low = max(measure(word) for word in string.split())
    while low < width:
        middle = (low + width) // 2
        tried = wrap(string, middle, measure)
        if len(tried) > len(lines):
            low = middle + 1
        else:
            width, lines = middle, tried
    return lines


class Sheet:
    """Drawing surface of `width` x `length` mm, oversampled `over` times."""

    def __init__(
        self, size: tuple[int, int], over: int = 3, width: float = WIDTH, length: float = LENGTH
    ) -> None:
        self.size = size
        self.scale = (size[0] * over / width, size[1] * over / length)  # drawn px per mm
        self.surface = blank((size[0] * over, size[1] * over))

    def at(self, point: Point) -> Point:
        return point[0] * self.scale[0], point[1] * self.scale[1]

    def line_width(self, mm: float) -> int:
        return max(1, round(mm * self.scale[0]))

    def gradient(self, top: Colour, bottom: Colour) -> None:
        """Fill the sheet with a vertical gradient."""
        self.surface.blit(gradient(self.surface.get_size(), top, bottom), (0, 0))

    @contextmanager
    def within(self, x: float, y: float, width: float, length: float) -> Iterator[None]:
        """Context manager: clip drawing to a rectangle in mm."""
        left, top = self.at((x, y))
        right, low = self.at((x + width, y + length))
        area = (round(left), round(top), round(right) - round(left), round(low) - round(top))
        self.surface.set_clip(area)
        yield
        self.surface.set_clip(None)

    def reflect(self) -> None:
        """Replace the lower half by the upper half rotated by 180°."""
        turned = pygame.transform.rotate(self.surface, 180)
        width, height = turned.get_size()
        at = (0, height // 2)
        self.surface.blit(turned, at, (*at, width, height - height // 2))

    def polygon(self, points: Sequence[Point], colour: Colour, alpha: int = 255) -> None:
        wide, high = self.scale
        polygon(self.surface, [(x * wide, y * high) for x, y in points], colour, alpha)

    def glow(self, x: float, y: float, radius: float, colour: Colour, alpha: int) -> None:
        """Draw a translucent disc of uniform colour; `alpha` 0 draws nothing."""
        if alpha:
            self.polygon(disc(x, y, radius), colour, alpha)

    def sign(
        self, name: str, x: float, y: float, size: float, colour: Colour, alpha: int = 255
    ) -> None:
        for outline in SIGNS[name]:
            self.polygon(placed(outline, x, y, size), colour, alpha)

    def path(
        self, points: Sequence[Point], colour: Colour, width: float, closed: bool = False
    ) -> None:
        """Draw a polyline with round joints, `width` mm wide."""
        half = max(1.0, width * self.scale[0]) / 2
        drawn = [self.at(point) for point in points]
        pairs = zip(drawn, [*drawn[1:], drawn[0]] if closed else drawn[1:], strict=False)
        for (x0, y0), (x1, y1) in pairs:
            long = math.hypot(x1 - x0, y1 - y0)
            if not long:
                continue
            dx, dy = (x1 - x0) / long * half, (y1 - y0) / long * half
            corners = (
                (x0 - dy, y0 + dx),
                (x1 - dy, y1 + dx),
                (x1 + dy, y1 - dx),
                (x0 + dy, y0 - dx),
            )
            pygame.draw.polygon(self.surface, colour, corners)
        if half > 1.5:
            for x, y in drawn:
                pygame.draw.polygon(self.surface, colour, disc(x, y, half - 0.3, 12))

    def disc(self, x: float, y: float, radius: float, colour: Colour, width: float = 0) -> None:
        thick = self.line_width(width) if width else 0
        pygame.draw.circle(self.surface, colour, self.at((x, y)), radius * self.scale[0], thick)

    def box(
        self, rect: tuple[float, float, float, float], colour: Colour, radius: float = 0,
        width: float = 0, alpha: int = 255,
    ) -> None:  # fmt: skip
        """Draw a rounded box (x, y, width, height in mm); only its edge if `width` is given."""
        left, top = self.at(rect[:2])
        size = self.at(rect[2:])
        thick = self.line_width(width) if width else 0
        curve = round(radius * self.scale[0])
        whole = pygame.Rect(round(left), round(top), round(size[0]), round(size[1]))
        if alpha == 255:
            pygame.draw.rect(self.surface, colour, whole, thick, curve)
            return
        part = blank(whole.size)
        pygame.draw.rect(part, (*colour, alpha), part.get_rect(), thick, curve)
        self.surface.blit(part, whole)

    def scaled_down(self) -> Surface:
        """Sheet scaled down to its final size, premultiplied."""
        return pygame.transform.smoothscale(self.surface.premul_alpha(), self.size)

    def finish(self) -> Surface:
        """Sheet at its final size, premultiplied, cut to the rounded corners of a card."""
        small = self.scaled_down()
        small.blit(card_mask(self.size), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return small


def drawn_on_sheet(size: tuple[int, int], draw: Callable[[Sheet], object]) -> Surface:
    """Card of `size` px whose picture `draw` paints on an oversampled sheet."""
    sheet = Sheet(size, oversampling(size[1]))
    draw(sheet)
    return sheet.finish()


def card_mask(size: tuple[int, int]) -> Surface:
    """Mask of a card of `size` px: white inside its rounded corners, else transparent."""
    return mask(size, round(CORNER * size[1] / LENGTH))


def lay(target: Surface, image: Surface, x: float, y: float) -> None:
    """Draw a premultiplied image centred at (x, y) px."""
    width, height = image.get_size()
    at = (round(x - width / 2), round(y - height / 2))
    target.blit(image, at, special_flags=pygame.BLEND_PREMULTIPLIED)


def lay_lines(
    target: Surface, lines: Sequence[Surface], middle: float, top: float, lead: float
) -> None:
    """Draw lines of text centred at x = `middle`, `lead` px apart."""
    for i, line in enumerate(lines):
        at = (round(middle - line.get_width() / 2), round(top + i * lead))
        target.blit(line, at, special_flags=pygame.BLEND_PREMULTIPLIED)


def oversampling(height: int) -> int:
    """Oversampling factor of a card of `height` px; large cards need less."""
    return 3 if height <= 640 else 2


def light(colour: Colour, part: float) -> Colour:
    return mix(colour, (255, 255, 255), part)


def dark(colour: Colour, part: float) -> Colour:
    return mix(colour, (0, 0, 0), part)


def polygon(surface: Surface, points: Sequence[Point], colour: Colour, alpha: int) -> None:
    """Draw a filled polygon; `points` in px; an `alpha` below 255 is blended with the surface."""
    if alpha == 255:
        pygame.draw.polygon(surface, colour, points)
        return
    left, top = (math.floor(min(point[i] for point in points)) for i in (0, 1))
    right, low = (math.ceil(max(point[i] for point in points)) + 1 for i in (0, 1))
    part = blank((right - left, low - top))
    pygame.draw.polygon(part, (*colour, alpha), [(x - left, y - top) for x, y in points])
    surface.blit(part, (left, top))
