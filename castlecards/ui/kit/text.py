"""Text from the bundled fonts only: cached images, wrapping, and an ellipsis as the last resort."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pygame

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
CACHE = 16 << 20  # bytes of rendered text kept
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
        self._fonts: dict[tuple[str, int], pygame.font.Font] = {}
        self._widths: dict[tuple[str, str, int], int] = {}
        self._images: OrderedDict[tuple[str, str, int, Colour], pygame.Surface] = OrderedDict()
        self._bytes = 0

    def font(self, face: str, size: int) -> pygame.font.Font:
        """`size` in px. Raises MissingFont."""
        found = self._fonts.get((face, size))
        if found is None:
            path = self.folder / FILES[face]
            if not path.is_file():
                raise MissingFont(f"the font {path} is missing; please install the program again")
            found = self._fonts[face, size] = pygame.font.Font(path, size)
        return found

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

    @staticmethod
    def _over(face: str, size: int) -> int:
        """How many times as large it is set: whole pixels between letters tear small titles."""
        return OVER if face == "title" and size < SMALLEST_TITLE else 1

    def image(self, string: str, face: str, size: int, colour: Colour) -> pygame.Surface:
        """One line, premultiplied; as high as the font, its baseline at the font's ascent."""
        key = (string, face, size, colour)
        found = self._images.get(key)
        if found is not None:
            self._images.move_to_end(key)
            return found
        over = self._over(face, size)
        image = self.font(face, size * over).render(drawable(string), True, colour).premul_alpha()
        if over > 1:
            image = self._reduced(image, face, size)
        self._images[key] = image
        self._bytes += image.get_width() * image.get_height() * 4
        while self._bytes > CACHE:
            _, old = self._images.popitem(last=False)
            self._bytes -= old.get_width() * old.get_height() * 4
        return image

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
