"""The French-suited deck: ivory stock, own suit shapes, pips, courts, jokers.

An index stands in two corners, as on a sold deck. With four colours clubs are green and diamonds
blue; with a large index the corners grow and the pips make room.
"""

from __future__ import annotations

import pygame
from pygame import Surface

from castlecards.core.cards import Face
from castlecards.ui.art import LENGTH, WIDTH, Lettering, Pictures, Sheet, Store, lay, over_for
from castlecards.ui.courts import draw_court
from castlecards.ui.outlines import sign
from castlecards.ui.text import Colour

SUITS = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
BLACK: Colour = (28, 28, 32)
RED: Colour = (178, 30, 44)
BLUE: Colour = (26, 84, 176)
GREEN: Colour = (20, 112, 62)
GOLD: Colour = (178, 136, 58)
LETTERS = {1: "A", 11: "J", 12: "Q", 13: "K", 14: "A"}
COURTS = {11: "J", 12: "Q", 13: "K"}
# columns at -1, 0, 1; rows from -1 (top) to 1, as pips have stood on cards for four centuries
_LEFT_RIGHT = (-1.0, 1.0)
_FOUR = tuple((x, y) for x in _LEFT_RIGHT for y in (-1.0, 1.0))
_SIX = tuple((x, y) for x in _LEFT_RIGHT for y in (-1.0, 0.0, 1.0))
_EIGHT = tuple((x, y) for x in _LEFT_RIGHT for y in (-1.0, -1 / 3, 1 / 3, 1.0))
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((0, -1), (0, 1)),
    3: ((0, -1), (0, 0), (0, 1)),
    4: _FOUR,
    5: (*_FOUR, (0, 0)),
    6: _SIX,
    7: (*_SIX, (0, -0.5)),
    8: (*_SIX, (0, -0.5), (0, 0.5)),
    9: (*_EIGHT, (0, 0)),
    10: (*_EIGHT, (0, -2 / 3), (0, 2 / 3)),
}


def suit_colour(suit: str, four_colour: bool) -> Colour:
    """Black or red, or one colour a suit; gold for what is no suit."""
    if suit not in SUITS:
        return GOLD
    if four_colour:
        return {"S": BLACK, "H": RED, "D": BLUE, "C": GREEN}[suit]
    return RED if suit in "HD" else BLACK


class StandardCards:
    """Draws faces of the deck style "standard"."""

    def __init__(self, store: Store, pictures: Pictures, letters: Lettering) -> None:
        self._store = store
        self._pictures = pictures
        self._letters = letters

    def face(self, face: Face, size: tuple[int, int], four: bool, large: bool) -> Surface:
        """`size` in px; the surface is new and premultiplied."""
        colour = suit_colour(face.suit, four)
        unit = size[1] / LENGTH
        small = size[0] < 70
        if face.suit not in SUITS:
            return self._joker(face, size, unit)
        court = COURTS.get(face.rank) if not small else None
        if court:
            image = self._store.keep(
                ("court", court, face.suit, size, four, large),
                lambda: draw_court(court, SUITS[face.suit], colour, size, large),
            ).copy()
        else:
            image = self._store.keep(("ivory", size), lambda: ivory(size)).copy()
        letter = LETTERS.get(face.rank, str(face.rank))
        if small:
            self._small(image, letter, face.suit, colour, unit)
            return image
        if not court and face.rank in LETTERS | PIPS:
            self._pips(image, 1 if face.rank == 14 else face.rank, face.suit, colour, unit, large)
        self._indices(image, letter, face.suit, colour, unit, large)
        return image

    def _small(self, image: Surface, letter: str, suit: str, colour: Colour, unit: float) -> None:
        """A small card is all index: the letter above, one large suit below."""
        ink = self._letters.figure(letter, "figure", 25 * unit, 34 * unit, colour)
        lay(image, ink, 6 * unit + ink.get_width() / 2, 20 * unit)
        lay(image, sign(SUITS[suit], round(44 * unit), colour), 36 * unit, 66 * unit)

    def _indices(
        self, image: Surface, letter: str, suit: str, colour: Colour, unit: float, large: bool
    ) -> None:
        height, shape = (13.0, 9.5) if large else (8.0, 6.6)
        column = 8.8 if large else 6.3  # mm from the edge to the middle of the index
        room = 2 * column - 4.2
        ink = self._letters.figure(letter, "figure", height * unit, room * unit, colour)
        corner = Surface(image.get_size(), pygame.SRCALPHA, 32)
        lay(corner, ink, column * unit, (4.4 + height / 2) * unit)
        middle = 4.4 + height + 1.6 + shape / 2
        lay(corner, sign(SUITS[suit], round(shape * unit), colour), column * unit, middle * unit)
        for part in (corner, pygame.transform.rotate(corner, 180)):
            image.blit(part, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)

    def _pips(
        self, image: Surface, rank: int, suit: str, colour: Colour, unit: float, large: bool
    ) -> None:
        size = 34.0 if rank == 1 else 10.2 if large else 12.6
        pip = sign(SUITS[suit], round(size * unit), colour)
        turned = pygame.transform.rotate(pip, 180)
        across, along = (9.5, 31.5) if large else (13.2, 31.5)
        for x, y in PIPS[rank]:
            at = ((WIDTH / 2 + x * across) * unit, (LENGTH / 2 + y * along) * unit)
            lay(image, turned if y > 0 else pip, *at)

    def _joker(self, face: Face, size: tuple[int, int], unit: float) -> Surface:
        image = self._store.keep(("ivory", size), lambda: ivory(size)).copy()
        red = face.rank % 2 == 1 or face.key.casefold().startswith("r")
        colour = RED if red else BLACK
        lay(image, self._pictures.picture("emblem/jester", round(38 * unit), colour),
            WIDTH / 2 * unit, LENGTH / 2 * unit)  # fmt: skip
        corner = Surface(size, pygame.SRCALPHA, 32)
        for i, letter in enumerate("JOKER"):
            ink = self._letters.figure(letter, "figure", 4.4 * unit, 6 * unit, colour)
            lay(corner, ink, 6.3 * unit, (6.6 + 5.6 * i) * unit)
        for part in (corner, pygame.transform.rotate(corner, 180)):
            image.blit(part, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
        return image


def ivory(size: tuple[int, int]) -> Surface:
    """An empty card."""
    sheet = Sheet(size, over_for(size[1]))
    paper(sheet)
    return sheet.finish()


def paper(sheet: Sheet) -> None:
    sheet.fall((254, 251, 243), (246, 240, 226))
    sheet.box((0, 0, WIDTH, LENGTH), (176, 164, 140), 3.2, 0.3)
