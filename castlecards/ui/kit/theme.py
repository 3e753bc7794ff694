"""The look: text from the bundled fonts only, colours, type styles, and sizes in design units.

One design unit is one pixel of a 1280 x 800 window; `Look.px` turns units into pixels of this one.
A text wraps, or is set smaller; an ellipsis is the last resort.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pygame

from castlecards.ui.kit.cache import LruCache, surface_bytes
from castlecards.ui.kit.shapes import Colour, Shapes

FILES = {
    "title": "Cinzel-Bold.ttf",
    "ui": "Inter-Regular.ttf",
    "medium": "Inter-Medium.ttf",
    "bold": "Inter-Bold.ttf",
    "italic": "Inter-Italic.ttf",
    "bold_italic": "Inter-BoldItalic.ttf",
    "card": "AlegreyaSans-Regular.ttf",
    "card_italic": "AlegreyaSans-Italic.ttf",
    "card_bold": "AlegreyaSans-Bold.ttf",
    "tech": "ChakraPetch-SemiBold.ttf",
}
OVER, SMALLEST_TITLE = 4, 40  # how many times as large, and px below which, titles are set
CACHE = 8 << 20  # bytes of rendered text kept
FONTS = 32  # faces and sizes that are open; each keeps all the letters it has drawn
DESIGN = (1280, 800)  # px, the window in which one unit is one pixel
SCALES = (0.75, 3.0)  # least and greatest automatic scale
_UNDRAWN = re.compile("[\0\ud800-\udfff]")


class MissingFont(Exception):
    """A bundled font file is not there: the installation is incomplete."""


@dataclass(frozen=True)
class Style:
    """How a text is set: a face of `FILES`, its size in design units, a colour of the palette."""

    face: str
    size: float
    tone: str


class Fonts:
    """The bundled fonts at the sizes asked for, and the images of what was written with them."""

    def __init__(self, folder: Path) -> None:
        pygame.font.init()
        self.folder = folder
        self._fonts: LruCache[pygame.font.Font] = LruCache(FONTS, lambda font: 1)
        self._widths: dict[tuple[str, str, int], int] = {}
        self._wraps: dict[tuple[str, str, int, int], tuple[str, ...]] = {}
        self._images: LruCache[pygame.Surface] = LruCache(CACHE, surface_bytes)

    def turn(self) -> None:
        """The window has another size: what is of no use any more goes."""
        self._fonts.turn()
        self._images.turn()

    def font(self, face: str, size: int) -> pygame.font.Font:
        """`size` in px. Raises MissingFont."""

        def opened() -> pygame.font.Font:
            path = self.folder / FILES[face]
            if not path.is_file():
                raise MissingFont(f"the font {path} is missing; please install the program again")
            return pygame.font.Font(path, size)

        return self._fonts.keep((face, size), opened)

    def width(self, string: str, face: str, size: int) -> int:
        key = (string, face, size)
        found = self._widths.get(key)
        if found is None:
            if len(self._widths) > 20_000:
                self._widths.clear()
            over = self._over(face, size)
            wide = self.font(face, size * over).size(drawable(string))[0]
            found = self._widths[key] = -(-wide // over)
        return found

    def wrap(self, string: str, face: str, size: int, width: int) -> list[str]:
        """Lines no wider than `width` px; see `wrap`."""
        key = (string, face, size, width)
        found = self._wraps.get(key)
        if found is None:
            if len(self._wraps) > 5_000:
                self._wraps.clear()
            lines = wrap(string, width, lambda part: self.width(part, face, size))
            found = self._wraps[key] = tuple(lines)
        return list(found)

    @staticmethod
    def _over(face: str, size: int) -> int:
        """How many times as large it is set: whole pixels between letters tear small titles."""
        return OVER if face == "title" and size < SMALLEST_TITLE else 1

    def image(self, string: str, face: str, size: int, colour: Colour) -> pygame.Surface:
        """One line, premultiplied; as high as the font, its baseline at the font's ascent."""
        key = (string, face, size, colour)
        return self._images.keep(key, lambda: self._drawn(string, face, size, colour))

    def _drawn(self, string: str, face: str, size: int, colour: Colour) -> pygame.Surface:
        over = self._over(face, size)
        image = self.font(face, size * over).render(drawable(string), True, colour).premul_alpha()
        return self._reduced(image, face, size) if over > 1 else image

    def _reduced(self, image: pygame.Surface, face: str, size: int) -> pygame.Surface:
        """A line set `OVER` times as large, with the baseline and height of this size."""
        font, large = self.font(face, size), self.font(face, size * OVER)
        width, height = -(-image.get_width() // OVER), -(-image.get_height() // OVER)
        line = pygame.Surface((max(width, 1), font.get_height()), pygame.SRCALPHA, 32)
        small = pygame.transform.smoothscale(image, (max(width, 1), height))
        line.blit(
            small, (0, font.get_ascent() - round(large.get_ascent() / OVER)),
            special_flags=pygame.BLEND_PREMULTIPLIED,
        )  # fmt: skip
        return line


def drawable(string: str) -> str:
    """Without what no font can draw: the bytes of a file name that are not text, and zeros."""
    return _UNDRAWN.sub("\N{REPLACEMENT CHARACTER}", string)


def wrap(string: str, width: int, measure: Callable[[str], int]) -> list[str]:
    """Lines no wider than `width` px; a word that is wider alone is broken. At least one line."""
    lines: list[str] = []
    for paragraph in string.split("\n"):
        line = ""
        for word in paragraph.split():
            tried = f"{line} {word}" if line else word
            if measure(tried) <= width:
                line = tried
                continue
            if line:
                lines.append(line)
            *full, line = broken(word, width, measure)
            lines += full
        lines.append(line)
    return lines


def broken(word: str, width: int, measure: Callable[[str], int]) -> list[str]:
    """A word in pieces that fit; a piece has at least one character."""
    pieces = [""]
    for character in word:
        if pieces[-1] and measure(pieces[-1] + character) > width:
            pieces.append("")
        pieces[-1] += character
    return pieces


def ellipsis(string: str, width: int, measure: Callable[[str], int]) -> str:
    """The longest beginning of `string` that fits with a sign that something is missing."""
    if measure(string) <= width:
        return string
    low, high = 0, len(string)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(string[:middle].rstrip() + "…") <= width:
            low = middle
        else:
            high = middle - 1
    return string[:low].rstrip() + "…" if low else ""


@dataclass(frozen=True)
class Palette:
    """Deep green, gold and parchment; texts have contrast 4.5:1 or more on their ground."""

    felt: Colour = (21, 92, 62)
    felt_edge: Colour = (5, 38, 25)
    panel: Colour = (22, 36, 30)
    panel_low: Colour = (16, 27, 22)
    inset: Colour = (11, 18, 15)
    inset_edge: Colour = (74, 68, 46)
    line: Colour = (52, 66, 56)
    gold: Colour = (201, 162, 75)
    gold_high: Colour = (242, 211, 129)
    gold_low: Colour = (122, 98, 48)
    text: Colour = (241, 233, 212)
    muted: Colour = (166, 176, 162)
    faint: Colour = (134, 146, 134)
    button: Colour = (52, 77, 64)
    button_low: Colour = (37, 57, 47)
    button_over: Colour = (70, 99, 83)
    button_over_low: Colour = (50, 75, 62)
    button_down: Colour = (32, 50, 41)
    button_down_low: Colour = (40, 61, 50)
    primary: Colour = (222, 184, 98)
    primary_low: Colour = (176, 136, 58)
    primary_over: Colour = (240, 207, 128)
    primary_over_low: Colour = (196, 156, 76)
    primary_ink: Colour = (30, 24, 12)
    on: Colour = (72, 128, 97)
    danger: Colour = (140, 48, 44)
    danger_low: Colour = (104, 34, 32)
    danger_text: Colour = (245, 150, 136)
    parchment: Colour = (245, 238, 220)
    parchment_low: Colour = (236, 226, 201)
    parchment_dark: Colour = (218, 205, 174)
    ink: Colour = (42, 34, 28)
    crimson: Colour = (132, 28, 38)
    link: Colour = (20, 88, 62)
    found: Colour = (246, 214, 120)


PALETTE = Palette()
TITLE = Style("title", 34, "gold_high")
HEADING = Style("title", 22, "gold_high")
BODY = Style("ui", 17, "text")
BUTTON = Style("bold", 16, "text")
SMALL = Style("ui", 14, "muted")
CARD = Style("card", 17, "ink")

RADIUS = 9  # units, of buttons and fields
PANEL_RADIUS = 15  # units
CONTROL = 42  # units, height of a button or field
GAP = 14  # units, between neighbours


@dataclass(frozen=True)
class Look:
    """Palette, scale and type of one window size; made anew when any of them changes."""

    palette: Palette
    scale: float
    fonts: Fonts
    shapes: Shapes
    still: bool = False  # reduced motion

    def px(self, units: float) -> int:
        """Design units in pixels, at least 1 for a positive length."""
        return max(1, round(units * self.scale)) if units > 0 else round(units * self.scale)

    def font(self, style: Style) -> pygame.font.Font:
        return self.fonts.font(style.face, self._type(style))

    def image(self, string: str, style: Style, colour: Colour | None = None) -> pygame.Surface:
        """One line of text, premultiplied."""
        shade = colour or self.tone(style.tone)
        return self.fonts.image(string, style.face, self._type(style), shade)

    def width(self, string: str, style: Style) -> int:
        return self.fonts.width(string, style.face, self._type(style))

    def line(self, style: Style) -> int:
        """Height of one line of text, px."""
        return round(self._type(style) * 1.36)

    def wrap(self, string: str, style: Style, width: int) -> list[str]:
        return self.fonts.wrap(string, style.face, self._type(style), width)

    def fit(self, string: str, style: Style, width: int) -> tuple[str, Style]:
        """The line and style in which `string` fits: smaller type first, then an ellipsis."""
        if self.width(string, style) <= width:
            return string, style
        for factor in (0.94, 0.88, 0.82, 0.76):
            smaller = replace(style, size=style.size * factor)
            if self.width(string, smaller) <= width:
                return string, smaller
        return ellipsis(string, width, lambda part: self.width(part, smaller)), smaller

    def cut(self, string: str, style: Style, width: int) -> bool:
        """Does not all of `string` fit, however small `fit` makes it?"""
        return self.fit(string, style, width)[0] != string

    def tone(self, name: str) -> Colour:
        """A colour of the palette by its name."""
        colour: Colour = getattr(self.palette, name)
        return colour

    def _type(self, style: Style) -> int:
        return max(8, round(style.size * self.scale))


def auto_scale(size: tuple[int, int]) -> float:
    """Pixels for one design unit in a window of `size`."""
    fitting = min(size[0] / DESIGN[0], size[1] / DESIGN[1])
    return min(SCALES[1], max(SCALES[0], fitting))
