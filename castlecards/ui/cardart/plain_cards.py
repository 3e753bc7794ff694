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
    over_for,
)
from castlecards.ui.kit.text import Colour

INK: Colour = (42, 34, 28)
EARTH: Colour = (104, 74, 40)
GOLD: Colour = (178, 140, 66)
ASIDE = 12.0  # mm free beside the words, on both sides together


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
        block = self._letters.block
        block(image, face.title or face.key, "title", (14, 36), 7.5, INK, ASIDE)
        block(image, face.line, "card_italic", (37, 50), 4.4, EARTH, ASIDE)
        block(image, face.text, "card", (52, 80), 4.4, INK, ASIDE)
        return image


def _ground(size: tuple[int, int]) -> Surface:
    sheet = Sheet(size, over_for(size[1]))
    sheet.fall((248, 241, 223), (234, 222, 194))
    sheet.box((0, 0, WIDTH, LENGTH), (170, 150, 112), 3.2, 0.35)
    sheet.box((2.4, 2.4, WIDTH - 4.8, LENGTH - 4.8), GOLD, 2, 0.3)
    return sheet.finish()
