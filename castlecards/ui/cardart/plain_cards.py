"""A card of no known deck style: parchment, title, value, texts. Clean, and never wrong."""

from __future__ import annotations

from pygame import Surface

from castlecards.core.cards import Face
from castlecards.ui.cardart.art import (
    LENGTH,
    WIDTH,
    Lettering,
    Sheet,
    Store,
    lay,
    lay_lines,
    over_for,
)
from castlecards.ui.kit.text import Colour

INK: Colour = (42, 34, 28)
EARTH: Colour = (104, 74, 40)
GOLD: Colour = (178, 140, 66)
SMALLEST_TEXT = 8  # px


class PlainCards:
    """Draws faces of any deck style."""

    def __init__(self, store: Store, letters: Lettering) -> None:
        self._store = store
        self._letters = letters

    def face(self, face: Face, size: tuple[int, int]) -> Surface:
        """`size` in px; the surface is new and premultiplied."""
        image = self._store.keep(("plain-ground", size), lambda: _ground(size)).copy()
        unit = size[1] / LENGTH
        if face.rank:
            ink = self._letters.figure(str(face.rank), "figure", 7 * unit, 11 * unit, EARTH)
            lay(image, ink, 8.5 * unit, 8.5 * unit)
            lay(image, ink, (WIDTH - 8.5) * unit, (LENGTH - 8.5) * unit)
        self._block(image, face.title or face.key, "title", (14, 36), 7.5, INK, unit)
        self._block(image, face.line, "card_italic", (37, 50), 4.4, EARTH, unit)
        self._block(image, face.text, "card", (52, 80), 4.4, INK, unit)
        return image

    def _block(
        self, image: Surface, string: str, font: str, span: tuple[float, float], largest: float,
        colour: Colour, unit: float,
    ) -> None:  # fmt: skip
        room = (round((WIDTH - 12) * unit), round((span[1] - span[0]) * unit))
        sizes = range(max(SMALLEST_TEXT, round(largest * unit)), SMALLEST_TEXT - 1, -1)
        fitted = self._letters.fitted(string, font, sizes, *room)
        if fitted is None:
            return
        size, words = fitted
        lines = [self._letters.line(word, font, size, colour) for word in words]
        top = span[0] * unit + (room[1] - size * 1.14 * len(lines)) / 2
        lay_lines(image, lines, image.get_width() / 2, top, size * 1.14)


def _ground(size: tuple[int, int]) -> Surface:
    sheet = Sheet(size, over_for(size[1]))
    sheet.fall((248, 241, 223), (234, 222, 194))
    sheet.box((0, 0, WIDTH, LENGTH), (170, 150, 112), 3.2, 0.35)
    sheet.box((2.4, 2.4, WIDTH - 4.8, LENGTH - 4.8), GOLD, 2, 0.3)
    return sheet.finish()
