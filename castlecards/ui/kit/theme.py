"""Theme: bundled fonts, palette, type styles, and sizes in design units.

One design unit is one px of a 1280 x 800 window; `Look.px` converts units to px of the present
window. Text wraps or gets smaller; an ellipsis is the last resort.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pygame

from castlecards.texts import tr
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
# Face that replaces each lighter one while the player wants bold text
BOLD = {
    "ui": "bold", "medium": "bold", "italic": "bold_italic", "card": "card_bold",
    "card_italic": "card_bold",
}  # fmt: skip
OVER = 4  # oversampling of small titles
SMALLEST_TITLE = 40  # px; smaller titles are oversampled
CACHE = 8 << 20  # bytes of rendered text in the cache
FONTS = 32  # open fonts (face and size); each caches the glyphs that it has drawn
DESIGN = (1280, 800)  # px, size of the window in which one unit is one px
SCALES = (0.75, 3.0)  # least and greatest automatic scale
_UNDRAWN = re.compile("[\0\ud800-\udfff]")
_WORD = re.compile(r"\S*\d (?:of|to) \d\S*|\S+")  # a count such as "2 of 3" is one word
# A number with the word before it: "plot 2", "Ben – 2", or at the end of a text "hand: 0".
_NUMBERED = re.compile(rf"(?:\S*[^\W\d_](?: (?:– )?(?=\d)|: (?=\d+$)))?(?:{_WORD.pattern})")


class MissingFont(Exception):
    """Error: a bundled font file is missing, so the installation is incomplete."""


@dataclass(frozen=True)
class Style:
    """Type style: a face of `FILES`, size in design units, and a colour of the palette."""

    face: str
    size: float
    tone: str


class Fonts:
    """Font cache: bundled fonts by size, text widths, wrapped lines and rendered text."""

    def __init__(self, folder: Path) -> None:
        pygame.font.init()
        self.folder = folder
        self._fonts: LruCache[pygame.font.Font] = LruCache(FONTS, lambda font: 1)
        self._widths: dict[tuple[str, str, int], int] = {}
        self._wraps: dict[tuple[str, str, int, int], tuple[str, ...]] = {}
        self._images: LruCache[pygame.Surface] = LruCache(CACHE, surface_bytes)

    def on_resize(self) -> None:
        """Tell the caches that the window has a new size; see `LruCache.on_resize`."""
        self._fonts.on_resize()
        self._images.on_resize()

    def font(self, face: str, size: int) -> pygame.font.Font:
        """Font at `size` px. Raises MissingFont."""

        def opened() -> pygame.font.Font:
            path = self.folder / FILES[face]
            if not path.is_file():
                text = tr("the font {path} is missing; please install the program again", path=path)
                raise MissingFont(text)
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
        """Oversampling factor: rounding to whole px spoils the spacing of small titles."""
        return OVER if face == "title" and size < SMALLEST_TITLE else 1

    def image(self, string: str, face: str, size: int, colour: Colour) -> pygame.Surface:
        """Rendered line, premultiplied; as high as the font, its baseline at the font's ascent."""
        key = (string, face, size, colour)
        return self._images.keep(key, lambda: self._drawn(string, face, size, colour))

    def _drawn(self, string: str, face: str, size: int, colour: Colour) -> pygame.Surface:
        over = self._over(face, size)
        image = self.font(face, size * over).render(drawable(string), True, colour).premul_alpha()
        return self._reduced(image, face, size) if over > 1 else image

    def _reduced(self, image: pygame.Surface, face: str, size: int) -> pygame.Surface:
        """Scale down a line rendered `OVER` times too large, with the height of the final size."""
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
    """Replace characters that no font can draw: NUL, and undecodable bytes of file names."""
    return _UNDRAWN.sub("\N{REPLACEMENT CHARACTER}", string)


def wrap(string: str, width: int, measure: Callable[[str], int]) -> list[str]:
    """Wrap text into lines at most `width` px wide, at least one; a wider word is broken."""
    lines: list[str] = []
    for paragraph in string.split("\n"):
        line = ""
        for word in _words(paragraph, width, measure):
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


def _words(paragraph: str, width: int, measure: Callable[[str], int]) -> Iterator[str]:
    """Words of a paragraph. What fits into a line counts as one word: "2 of 3", "2 to 4", and a
    number with the word before it."""
    for group in _NUMBERED.findall(paragraph):
        for word in [group] if measure(group) <= width else _WORD.findall(group):
            yield from [word] if measure(word) <= width else word.split()


def broken(word: str, width: int, measure: Callable[[str], int]) -> list[str]:
    """Break a word into pieces at most `width` px wide, of at least one character."""
    pieces = [""]
    for character in word:
        if pieces[-1] and measure(pieces[-1] + character) > width:
            pieces.append("")
        pieces[-1] += character
    return pieces


def ellipsis(string: str, width: int, measure: Callable[[str], int]) -> str:
    """Shorten text with an ellipsis to at most `width` px; "" if not even that fits."""
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
    """Palette of deep green, gold and parchment; text has a contrast of 4.5:1 or more."""

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
HIGH_CONTRAST = Palette(
    felt=(10, 12, 14), felt_edge=(0, 0, 0), panel=(0, 0, 0), panel_low=(0, 0, 0),
    inset=(0, 0, 0), inset_edge=(190, 190, 190), line=(200, 200, 200),
    gold=(255, 214, 64), gold_high=(255, 236, 150), gold_low=(220, 184, 60),
    text=(255, 255, 255), muted=(228, 228, 228), faint=(186, 186, 186),
    button=(0, 0, 0), button_low=(0, 0, 0), button_over=(44, 52, 64),
    button_over_low=(44, 52, 64), button_down=(40, 40, 90), button_down_low=(40, 40, 90),
    primary=(255, 214, 64), primary_low=(255, 214, 64), primary_over=(255, 236, 150),
    primary_over_low=(255, 236, 150), primary_ink=(0, 0, 0), on=(0, 110, 190),
    danger=(120, 0, 0), danger_low=(120, 0, 0), danger_text=(255, 190, 180),
    parchment=(255, 255, 255), parchment_low=(255, 255, 255), parchment_dark=(226, 226, 226),
    ink=(0, 0, 0), crimson=(120, 0, 16), link=(0, 64, 130), found=(255, 220, 90),
)  # fmt: skip
TITLE = Style("title", 34, "gold_high")
HEADING = Style("title", 22, "gold_high")
BODY = Style("ui", 17, "text")
BUTTON = Style("bold", 16, "text")
SMALL = Style("ui", 14, "muted")
CARD = Style("card", 17, "ink")

RADIUS = 9  # units, corners of buttons and fields
PANEL_RADIUS = 15  # units, corners of panels
CONTROL = 42  # units, height of a button or field
GAP = 14  # units, between neighbours
LEAST = 14  # px, smallest type in a window that is `ROOMY`
ROOMY = 0.95  # scale from which on a window has room for labels of full size
SMALLER = 0.9  # size of a label in a smaller window, relative to the usual one


@dataclass(frozen=True)
class Look:
    """Palette, scale, fonts and shapes for one window size; immutable."""

    palette: Palette
    scale: float
    fonts: Fonts
    shapes: Shapes
    still: bool = False  # reduced motion
    bold: bool = False  # heavier faces; see `BOLD`

    def px(self, units: float) -> int:
        """Convert design units to px, at least 1 for a positive length."""
        return max(1, round(units * self.scale)) if units > 0 else round(units * self.scale)

    def font(self, style: Style) -> pygame.font.Font:
        return self.fonts.font(self._face(style), self._type(style))

    def image(self, string: str, style: Style, colour: Colour | None = None) -> pygame.Surface:
        """Rendered line of text, premultiplied."""
        shade = colour or self.tone(style.tone)
        return self.fonts.image(string, self._face(style), self._type(style), shade)

    def width(self, string: str, style: Style) -> int:
        return self.fonts.width(string, self._face(style), self._type(style))

    def line(self, style: Style) -> int:
        """Height of one line of text, px."""
        return round(self._type(style) * 1.36)

    def wrap(self, string: str, style: Style, width: int) -> list[str]:
        return self.fonts.wrap(string, self._face(style), self._type(style), width)

    def fit(self, string: str, style: Style, width: int) -> tuple[str, Style]:
        """Fit text into `width` px, with smaller type first, then an ellipsis.

        Type gets smaller than `LEAST` only if the text would be cut otherwise, or if the window is
        smaller than the design."""
        if self.width(string, style) <= width:
            return string, style
        least = min(style.size, LEAST / self.scale) if self.scale >= ROOMY else 0.0
        sizes = [style.size * factor for factor in (0.94, 0.88, 0.82, 0.76)]
        limited = [max(size, least) for size in sizes]
        for size in (*limited, *sizes):
            smaller = replace(style, size=size)
            if self.width(string, smaller) <= width:
                return string, smaller
        smaller = replace(style, size=limited[-1])
        return ellipsis(string, width, lambda part: self.width(part, smaller)), smaller

    def fit_all(self, texts: Sequence[tuple[str, int]], style: Style) -> tuple[list[str], Style]:
        """Fit texts into a width each, px, all in the size of the one that must be smallest."""
        least = min(
            (self.fit(text, style, room)[1].size for text, room in texts), default=style.size
        )
        style = replace(style, size=least)
        return [
            ellipsis(text, room, lambda part: self.width(part, style)) for text, room in texts
        ], style

    def label(self, style: Style) -> Style:
        """Style of a label; a tenth smaller in a window that is smaller than the design."""
        return style if self.scale >= ROOMY else replace(style, size=SMALLER * style.size)

    def cut(self, string: str, style: Style, width: int) -> bool:
        """True if `fit` would have to shorten the text."""
        return self.fit(string, style, width)[0] != string

    def tone(self, name: str) -> Colour:
        """Colour of the palette by its name."""
        colour: Colour = getattr(self.palette, name)
        return colour

    def _face(self, style: Style) -> str:
        return BOLD.get(style.face, style.face) if self.bold else style.face

    def _type(self, style: Style) -> int:
        return max(8, round(style.size * self.scale))


def auto_scale(size: tuple[int, int]) -> float:
    """Automatic scale: px for one design unit in a window of `size`."""
    fitting = min(size[0] / DESIGN[0], size[1] / DESIGN[1])
    return min(SCALES[1], max(SCALES[0], fitting))


def fitting_scale(scale: float, size: tuple[int, int], least: tuple[int, int]) -> float:
    """Largest scale up to `scale` at which a window of `size` px has `least` units, but not less
    than the smallest that can be set."""
    room = min((px / units for px, units in zip(size, least, strict=True) if units), default=scale)
    return min(scale, max(SCALES[0], room))
