"""The French-suited deck: ivory stock, own suit shapes, pips, courts, jokers.

An index stands in two corners, as on a sold deck. With four colours clubs are green and diamonds
blue; with a large index the corners grow and the pips make room.
"""

from __future__ import annotations

import pygame
from pygame import Surface

from castlecards.core.cards import Face
from castlecards.ui.cardart.art import (
    LENGTH,
    WIDTH,
    Lettering,
    Pictures,
    Sheet,
    Store,
    lay,
    over_for,
)
from castlecards.ui.cardart.courts import EDGE, FRAME, SUITS, Courts
from castlecards.ui.cardart.outlines import SIGNS, placed, sign
from castlecards.ui.kit.shapes import mix
from castlecards.ui.kit.text import Colour

BLACK: Colour = (28, 28, 32)
RED: Colour = (178, 30, 44)
BLUE: Colour = (26, 84, 176)
GREEN: Colour = (20, 112, 62)
GOLD: Colour = (178, 136, 58)
PALE: Colour = (254, 251, 243)
# height of a figure and size of a suit; from the edge to their middle; room for a figure, mm
INDEX = (8.2, 6.2, 5.6, 8.0)
BROAD_INDEX = (9.8, 7.0, 5.9, 8.6)
LARGE_INDEX = (13.0, 9.5, 8.6, 13.0)
BROAD = 112  # px of width, below which the index is a little larger
SMALL = 70  # px of width, below which a card is all index
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

    def __init__(
        self, store: Store, pictures: Pictures, letters: Lettering, courts: Courts
    ) -> None:
        self._store = store
        self._pictures = pictures
        self._letters = letters
        self._courts = courts

    def face(self, face: Face, size: tuple[int, int], four: bool, large: bool) -> Surface:
        """`size` in px; the surface is new and premultiplied."""
        colour = suit_colour(face.suit, four)
        unit = size[1] / LENGTH
        small = size[0] < SMALL
        paper = self._store.keep(("ivory", size), lambda: ivory(size))
        if face.suit not in SUITS:
            return self._joker(face, paper, unit, large)
        court = COURTS.get(face.rank) if not small else None
        if court:
            key = ("court", court, face.suit, size, four, large)
            image = self._store.keep(
                key, lambda: self._courts.draw(court, face.suit, colour, paper, large)
            ).copy()
        else:
            image = paper.copy()
        letter = LETTERS.get(face.rank, str(face.rank))
        if small:
            self._small(image, letter, face.suit, colour, unit)
            return image
        rank = 1 if face.rank == 14 else face.rank
        if rank == 1:
            self._ace(image, face.suit, colour, unit)
        elif not court and rank in PIPS:
            self._pips(image, rank, face.suit, colour, unit, large)
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
        height, shape, column, room = LARGE_INDEX if large else INDEX
        if not large and image.get_width() < BROAD:
            height, shape, column, room = BROAD_INDEX
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
        size = 10.4 if large else 13.0
        pip = sign(SUITS[suit], round(size * unit), colour)
        turned = pygame.transform.rotate(pip, 180)
        across, along = (9.5, 31.5) if large else (13.0, 31.0)
        for x, y in PIPS[rank]:
            at = ((WIDTH / 2 + x * across) * unit, (LENGTH / 2 + y * along) * unit)
            lay(image, turned if y > 0 else pip, *at)

    def _ace(self, image: Surface, suit: str, colour: Colour, unit: float) -> None:
        """One large pip; the spade is larger still, with a line inside it and a castle."""
        x, y = WIDTH / 2 * unit, LENGTH / 2 * unit
        if suit != "S":
            lay(image, sign(SUITS[suit], round(30 * unit), colour), x, y)
            return
        size = image.get_size()
        ornate = self._store.keep(("ace", size, colour), lambda: _spade(size, colour))
        image.blit(ornate, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
        lay(
            image,
            self._pictures.picture("emblem/castle", round(17 * unit), PALE),
            x,
            y + 1.2 * unit,
        )

    def _joker(self, face: Face, paper: Surface, unit: float, large: bool) -> Surface:
        size = paper.get_size()
        red = face.rank % 2 == 1 or face.key.casefold().startswith("r")
        colour = RED if red else BLACK
        small = size[0] < SMALL
        ground = self._store.keep(("joker", size, red), lambda: _motley(size, colour, small))
        image = paper.copy()
        image.blit(ground, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
        side = 42 if small else 34
        jester = self._pictures.picture("emblem/jester", round(side * unit), colour)
        lay(image, jester, (WIDTH / 2 + (5 if small else 0)) * unit, LENGTH / 2 * unit)
        corner = Surface(size, pygame.SRCALPHA, 32)
        high = 9.0 if small else 6.6 if large else 4.6
        column = (7.4 if small else 5.2) * unit
        for i, letter in enumerate("JOKER"):
            ink = self._letters.figure(letter, "figure", high * unit, high * 1.3 * unit, colour)
            lay(corner, ink, column, (5.2 + high * (0.5 + 1.3 * i)) * unit)
        image.blit(corner, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
        if not small:
            turned = pygame.transform.rotate(corner, 180)
            image.blit(turned, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
        return image


def ivory(size: tuple[int, int]) -> Surface:
    """An empty card."""
    sheet = Sheet(size, over_for(size[1]))
    paper(sheet)
    return sheet.finish()


def paper(sheet: Sheet) -> None:
    sheet.fall((254, 251, 243), (246, 240, 226))
    sheet.box((0, 0, WIDTH, LENGTH), (176, 164, 140), 3.2, 0.3)


def _spade(size: tuple[int, int], colour: Colour) -> Surface:
    sheet = Sheet(size, over_for(size[1]))
    x, y = WIDTH / 2, LENGTH / 2
    sheet.sign("spade", x, y, 49, colour)
    blade = SIGNS["spade"][0]
    sheet.path(placed(blade, x, y + 0.6, 44.5), PALE, 0.35, closed=True)
    sheet.path(placed(blade, x, y + 0.9, 42.5), GOLD, 0.25, closed=True)
    return sheet.finish()


def _motley(size: tuple[int, int], colour: Colour, small: bool) -> Surface:
    """The ground of a joker: a frame as courts have it, filled with a jester's lozenges."""
    sheet = Sheet(size, over_for(size[1]))
    if small:
        return sheet.finish()
    x, y, wide, high = FRAME
    columns, rows = 6, 7
    for row in range(2 * rows + 1):
        for column in range(columns + row % 2):
            middle = x + (column + (0 if row % 2 else 0.5)) * wide / columns
            centre = y + row * high / rows / 2
            left, right = (
                max(x, middle - wide / columns / 2),
                min(x + wide, middle + wide / columns / 2),
            )
            top, low = max(y, centre - high / rows / 2), min(y + high, centre + high / rows / 2)
            tint = mix(PALE, GOLD if row % 2 else colour, 0.30 if row % 2 else 0.16)
            sheet.polygon(((middle, top), (right, centre), (middle, low), (left, centre)), tint)
    corners = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
    sheet.path(corners, EDGE, 0.3, closed=True)
    sheet.disc(WIDTH / 2, LENGTH / 2, 20.4, PALE)
    sheet.disc(WIDTH / 2, LENGTH / 2, 20.4, colour, 0.5)
    sheet.disc(WIDTH / 2, LENGTH / 2, 19.3, GOLD, 0.35)
    for at in (y + 9.4, LENGTH - y - 9.4):
        sheet.disc(WIDTH / 2, at, 4.6, PALE)
        sheet.sign("star", WIDTH / 2, at, 7.4, colour)
    return sheet.finish()
