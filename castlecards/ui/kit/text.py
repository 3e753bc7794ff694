"""Text from the bundled fonts only: cached images, wrapping, and an ellipsis as the last resort."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pygame

from castlecards.ui.kit.kept import Kept, surface_bytes

Colour = tuple[int, int, int]
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
        self._fonts: Kept[pygame.font.Font] = Kept(FONTS, lambda font: 1)
        self._widths: dict[tuple[str, str, int], int] = {}
        self._wraps: dict[tuple[str, str, int, int], tuple[str, ...]] = {}
        self._images: Kept[pygame.Surface] = Kept(CACHE, surface_bytes)

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
