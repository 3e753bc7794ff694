"""What card drawing is made of: a bounded store of surfaces, pictures, lettering, a large sheet.

Everything handed out is premultiplied. A `Sheet` is drawn in millimetres at several times the
wanted size and then reduced, which makes its edges smooth; lettering and pictures are laid on
afterwards at their true size, which keeps them sharp.
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
from castlecards.ui.kit.cache import LruCache, surface_bytes
from castlecards.ui.kit.shapes import Colour, blank, gradient, mask, mix
from castlecards.ui.kit.theme import wrap

if TYPE_CHECKING:  # the title does not wait for numpy
    import numpy as np
    from numpy.typing import NDArray

    Outline = NDArray[np.uint8]

Placed = tuple[Surface, tuple[int, int]]  # a premultiplied surface and where its top left goes
WIDTH, LENGTH = 63.5, 95.0  # mm, of a card (rule TD4)
CORNER = 3.2  # mm, radius; sold playing cards have 3 to 3.5
CAP = 0.70  # height of capitals and figures over the type size, about the same in all our faces
SMALLEST_TEXT = 8  # px; below it nothing is written
SMALL_TYPE = 22  # px; below it the font engine's whole pixels spoil the spacing of words
FONTS = 64  # faces and sizes that are open; each keeps all the letters it has drawn
OUTLINES = 8 << 20  # bytes kept of drawings as they were read: those of one deck
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
    """Surfaces by key, bounded by bytes. What it gives is shared: do not draw on it."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit, surface_bytes)


class Pictures:
    """The white drawings below assets/icons, in any size and colour."""

    def __init__(self, folder: Path, store: SurfaceCache) -> None:
        self._folder = folder
        self._store = store
        self._outlines: LruCache[Outline] = LruCache(OUTLINES, lambda outline: outline.nbytes)

    def exists(self, name: str) -> bool:
        return bool(name) and (self._folder / f"{name}.png").is_file()

    def picture(self, name: str, size: int, colour: Colour) -> Surface:
        """`name`: "tech/K05", "ui/undo". A square of `size` px.

        Raises FileNotFoundError for a picture that is not there.
        """
        size = max(1, size)
        key = ("picture", name, size, colour)
        return self._store.keep(key, lambda: self.tinted(name, size, colour))

    def tinted(self, name: str, size: int, colour: Colour) -> Surface:
        """The same for one use: it is not kept, and may be drawn on."""
        image = self._white(name, max(1, size))
        image.fill((*colour, 255), special_flags=pygame.BLEND_RGBA_MULT)
        return image

    def _white(self, name: str, size: int) -> Surface:
        drawing = self._outlines.keep(name, lambda: self._outline(name))
        whole = blank(drawing.shape)
        whole.fill((255, 255, 255, 0))
        pygame.surfarray.pixels_alpha(whole)[:] = drawing
        image = blank((size, size))
        image.blit(pygame.transform.smoothscale(whole, (size, size)), (0, 0))
        return image.premul_alpha()

    def _outline(self, name: str) -> Outline:
        """All that the file of a white drawing tells: how opaque each pixel is. Reading it takes
        longer than all else here."""
        path = self._folder / f"{name}.png"
        if not path.is_file():
            raise FileNotFoundError(path)
        return pygame.surfarray.array_alpha(pygame.image.load(path))


class Lettering:
    """Lines of text in the bundled faces."""

    def __init__(self, folder: Path) -> None:
        pygame.font.init()
        self._folder = folder
        self._fonts: LruCache[pygame.font.Font] = LruCache(FONTS, lambda font: 1)

    def font(self, face: str, size: int) -> pygame.font.Font:
        """A face of `FILES` at `size` px."""
        path = self._folder / FILES[face]
        return self._fonts.keep((face, size), lambda: pygame.font.Font(path, max(1, size)))

    def turn(self) -> None:
        """Cards have another size."""
        self._fonts.turn()

    def line(self, string: str, face: str, size: int, colour: Colour) -> Surface:
        """One line, as high as the font. Small type is reduced from larger, to keep its spacing."""
        over = 1 if size > SMALL_TYPE else 3
        image = self.font(face, size * over).render(string, True, colour).premul_alpha()
        if over == 1:
            return image
        width, height = image.get_size()
        return pygame.transform.smoothscale(image, (round(width / over), round(height / over)))

    def width(self, string: str, face: str, size: int) -> float:
        """Of a line, in px."""
        over = 1 if size > SMALL_TYPE else 3
        return self.font(face, size * over).size(string)[0] / over

    def figure(
        self, string: str, face: str, height: float, width: float, colour: Colour
    ) -> Surface:
        """Letters cut to their ink, capitals `height` px high, at most `width` px wide in all.

        They are reduced from four times the size, so that a figure of 6 px keeps its form.
        """
        font = self.font(face, max(8, round(4 * height / CAP)))
        capital = font.render("H", True, colour).get_bounding_rect().height
        large = font.render(string, True, colour)
        large = large.subsurface(large.get_bounding_rect())
        part = height / capital
        size = (min(large.get_width() * part, width), large.get_height() * part)
        target = (max(1, round(size[0])), max(1, round(size[1])))
        return pygame.transform.smoothscale(large.premul_alpha(), target)

    def fitted(
        self,
        string: str,
        face: str,
        sizes: Sequence[int],
        width: int,
        height: int,
        lead: float = 1.14,
    ) -> tuple[int, list[str]] | None:
        """The first of `sizes` (px) at which the wrapped text fits the box, and its lines.

        The lines are of about equal length. None if no size fits, or there is no text.
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

    def block(
        self, image: Surface, string: str, face: str, span: tuple[float, float], largest: float,
        colour: Colour, aside: float = 11.0, lead: float = 1.14,
    ) -> bool:  # fmt: skip
        """Text in the middle of a card, between two heights. False: it cannot be legible there.

        All in mm on the card: `span`, the `largest` type, and what stays free `aside`, both edges
        together. `lead`: from line to line, in sizes of the type.
        """
        unit = image.get_height() / LENGTH
        room = (round((WIDTH - aside) * unit), round((span[1] - span[0]) * unit))
        sizes = range(max(SMALLEST_TEXT, round(largest * unit)), SMALLEST_TEXT - 1, -1)
        fitted = self.fitted(string, face, sizes, *room, lead)
        if fitted is None:
            return False
        size, words = fitted
        lines = [self.line(line, face, size, colour) for line in words]
        free = room[1] - size * lead * len(lines)
        top = span[0] * unit + free / 2 - (lines[0].get_height() - size * lead) / 2
        lay_lines(image, lines, image.get_width() / 2, top, size * lead)
        return True


def balanced(string: str, lines: list[str], width: int, measure: Callable[[str], int]) -> list[str]:
    """The text in as many lines, but in the least width that allows it: no lonely last word."""
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
    """A surface of `width` x `length` mm drawn `over` times too large."""

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

    def fall(self, top: Colour, bottom: Colour) -> None:
        """Fills the sheet from `top` to `bottom`."""
        self.surface.blit(gradient(self.surface.get_size(), top, bottom), (0, 0))

    @contextmanager
    def within(self, x: float, y: float, width: float, length: float) -> Iterator[None]:
        """Only there does drawing leave traces."""
        left, top = self.at((x, y))
        right, low = self.at((x + width, y + length))
        area = (round(left), round(top), round(right) - round(left), round(low) - round(top))
        self.surface.set_clip(area)
        yield
        self.surface.set_clip(None)

    def reflect(self) -> None:
        """The lower half becomes the upper one, turned by 180 degrees."""
        turned = pygame.transform.rotate(self.surface, 180)
        width, height = turned.get_size()
        at = (0, height // 2)
        self.surface.blit(turned, at, (*at, width, height - height // 2))

    def polygon(self, points: Sequence[Point], colour: Colour, alpha: int = 255) -> None:
        wide, high = self.scale
        polygon(self.surface, [(x * wide, y * high) for x, y in points], colour, alpha)

    def glow(self, x: float, y: float, radius: float, colour: Colour, alpha: int) -> None:
        """A disc of light, the same all over."""
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
        """A line of round joints, `width` mm wide."""
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
        """A rounded box of x, y, width, height in mm; only its edge if `width` is given."""
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

    def reduced(self) -> Surface:
        """At its size, premultiplied."""
        return pygame.transform.smoothscale(self.surface.premul_alpha(), self.size)

    def finish(self) -> Surface:
        """At its size, premultiplied, with the corners of a card."""
        small = self.reduced()
        small.blit(card_mask(self.size), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return small


def drawn_on_sheet(size: tuple[int, int], draw: Callable[[Sheet], object]) -> Surface:
    """What is drawn on a large sheet, as a card of that size, px."""
    sheet = Sheet(size, oversampling(size[1]))
    draw(sheet)
    return sheet.finish()


def card_mask(size: tuple[int, int]) -> Surface:
    """White where a card of that size is."""
    return mask(size, round(CORNER * size[1] / LENGTH))


def lay(target: Surface, image: Surface, x: float, y: float) -> None:
    """Draws a premultiplied image with its middle at (x, y) px."""
    width, height = image.get_size()
    at = (round(x - width / 2), round(y - height / 2))
    target.blit(image, at, special_flags=pygame.BLEND_PREMULTIPLIED)


def lay_lines(
    target: Surface, lines: Sequence[Surface], middle: float, top: float, lead: float
) -> None:
    """Draws lines of text around a vertical axis, `lead` px apart."""
    for i, line in enumerate(lines):
        at = (round(middle - line.get_width() / 2), round(top + i * lead))
        target.blit(line, at, special_flags=pygame.BLEND_PREMULTIPLIED)


def oversampling(height: int) -> int:
    """How many times too large a card of `height` px is drawn: large ones need less."""
    return 3 if height <= 640 else 2


def light(colour: Colour, part: float) -> Colour:
    return mix(colour, (255, 255, 255), part)


def dark(colour: Colour, part: float) -> Colour:
    return mix(colour, (0, 0, 0), part)


def polygon(surface: Surface, points: Sequence[Point], colour: Colour, alpha: int) -> None:
    """Filled; `alpha` below 255 lets through what is there. `points`: px."""
    if alpha == 255:
        pygame.draw.polygon(surface, colour, points)
        return
    left, top = (math.floor(min(point[i] for point in points)) for i in (0, 1))
    right, low = (math.ceil(max(point[i] for point in points)) + 1 for i in (0, 1))
    part = blank((right - left, low - top))
    pygame.draw.polygon(part, (*colour, alpha), [(x - left, y - top) for x, y in points])
    surface.blit(part, (left, top))
