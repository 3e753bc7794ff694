"""Deck style "standard": the French-suited deck with pips, courts and jokers on ivory stock.

Two corners carry an index, as on printed decks. With four colours clubs are green and diamonds
blue; those for colour blindness avoid red and green. Large indices take more of the corners, and
the pips make room.
"""

from __future__ import annotations

from contextlib import nullcontext

import pygame

from castlecards.core.cards import Face
from castlecards.texts import tr
from castlecards.ui.cardart.card_template import CardTemplate
from castlecards.ui.cardart.courts import EDGE, FRAME, SUITS
from castlecards.ui.cardart.drawing import LENGTH, WIDTH, Sheet, lay
from castlecards.ui.cardart.outlines import SIGNS, placed
from castlecards.ui.kit.shapes import Colour, mix

BLACK: Colour = (28, 28, 32)
RED: Colour = (178, 30, 44)
# The four colours differ for any colour vision (CIE76 at least 25 in each simulation of
# tests/ui/test_colours.py) and are dark enough on ivory: hence a bluish green and a bright red.
FOUR: dict[str, Colour] = {"S": BLACK, "H": (206, 24, 22), "D": (40, 62, 220), "C": (0, 124, 105)}
# Orange hearts, blue diamonds and purple clubs: at least 40 in each simulation, see there.
SAFE: dict[str, Colour] = {"S": BLACK, "H": (200, 60, 0), "D": (0, 50, 240), "C": (160, 40, 160)}
SUIT_COLOURS: dict[str, dict[str, Colour]] = {
    "two": {"S": BLACK, "H": RED, "D": RED, "C": BLACK}, "four": FOUR, "safe": SAFE,
}  # fmt: skip
GOLD: Colour = (178, 136, 58)
PALE: Colour = (254, 251, 243)
# mm: height of the figure, size of the suit, distance of their centres from the edge, width
INDEX = (8.2, 6.2, 5.6, 8.0)
BROAD_INDEX = (9.8, 7.0, 5.9, 8.6)
LARGE_INDEX = (13.0, 9.5, 8.6, 13.0)
BROAD = 112  # px of width; narrower cards have a slightly larger index
SMALL = 70  # px of width; narrower cards show only the index
LETTERS = {1: "A", 11: "J", 12: "Q", 13: "K", 14: "A"}
COURTS = {11: "J", 12: "Q", 13: "K"}
# traditional positions of pips: x is -1, 0 or 1, y from -1 (top) to 1
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


def suit_colour(suit: str, suits: str) -> Colour:
    """Colour of a suit; gold for anything else. `suits` is a key of `SUIT_COLOURS`."""
    return SUIT_COLOURS[suits].get(suit, GOLD)


def draw(template: CardTemplate, face: Face) -> None:
    """Draw a face of the standard deck: joker, court, ace or pips, with indices."""
    if face.suit not in SUITS:
        _joker(template, face)
        return
    colour, suit = suit_colour(face.suit, template.suits), SUITS[face.suit]
    letter = LETTERS.get(face.rank, str(face.rank))
    court = COURTS.get(face.rank)
    small = template.size[0] < SMALL
    if court and not small:
        _court(template, court, face.suit, colour)
    else:
        template.over(("ivory",), paper)
    if small:
        _small(template, letter, suit, colour)
        return
    if face.rank in (1, 14):
        _ace(template, suit, colour)
    elif not court and face.rank in PIPS:
        _pips(template, face.rank, suit, colour)
    _indices(template, letter, suit, colour)


def _court(template: CardTemplate, court: str, suit: str, colour: Colour) -> None:
    blank, large = template.shared(("ivory",), paper), template.large
    template.cover(
        template.resources.store.keep(
            ("court", court, suit, template.size, template.suits, large),
            lambda: template.resources.courts.draw(court, suit, colour, blank, large),
        )
    )


def _small(template: CardTemplate, letter: str, suit: str, colour: Colour) -> None:
    """Draw a small card: the letter above one large suit sign."""
    ink = template.ink(letter, "figure", 25, 34, colour)
    lay(template.image, ink, 6 * template.unit + ink.get_width() / 2, 20 * template.unit)
    template.sign(suit, 44, colour, 36, 66)


def _indices(template: CardTemplate, letter: str, suit: str, colour: Colour) -> None:
    broad = template.size[0] < BROAD
    usual = BROAD_INDEX if broad else INDEX
    height, shape, column, room = LARGE_INDEX if template.large else usual
    with template.at_both_ends():
        template.figure(letter, "figure", (height, room), colour, column, 4.4 + height / 2)
        template.sign(suit, shape, colour, column, 4.4 + height + 1.6 + shape / 2)


def _pips(template: CardTemplate, rank: int, suit: str, colour: Colour) -> None:
    pip = template.shape(suit, 10.4 if template.large else 13.0, colour)
    turned = pygame.transform.rotate(pip, 180)
    across, along = (9.5, 31.5) if template.large else (13.0, 31.0)
    for x, y in PIPS[rank]:
        at = (WIDTH / 2 + x * across, LENGTH / 2 + y * along)
        template.lay(turned if y > 0 else pip, *at)


def _ace(template: CardTemplate, suit: str, colour: Colour) -> None:
    """Draw one large pip; the ace of spades is larger, with an inner line and a castle."""
    if suit != "spade":
        template.sign(suit, 30, colour, WIDTH / 2, LENGTH / 2)
        return
    template.over(("ace", colour), lambda sheet: _spade(sheet, colour))
    template.picture("emblem/castle", 17, PALE, WIDTH / 2, LENGTH / 2 + 1.2)


def _joker(template: CardTemplate, face: Face) -> None:
    red = face.rank % 2 == 1 or face.key.casefold().startswith("r")
    colour = suit_colour("H" if red else "S", "safe" if template.suits == "safe" else "two")
    small = template.size[0] < SMALL
    template.over(("ivory",), paper)
    if not small:
        template.over(("joker", colour), lambda sheet: _motley(sheet, colour))
    aside, side = (5, 42) if small else (0, 34)
    template.picture("emblem/jester", side, colour, WIDTH / 2 + aside, LENGTH / 2)
    high = 9.0 if small else 6.6 if template.large else 4.6
    with nullcontext() if small else template.at_both_ends():
        for i, letter in enumerate(tr("JOKER")):
            at = (7.4 if small else 5.2, 5.2 + high * (0.5 + 1.3 * i))
            template.figure(letter, "figure", (high, high * 1.3), colour, *at)


def paper(sheet: Sheet) -> None:
    """Draw an empty card."""
    sheet.gradient((254, 251, 243), (246, 240, 226))
    sheet.box((0, 0, WIDTH, LENGTH), (176, 164, 140), 3.2, 0.3)


def _spade(sheet: Sheet, colour: Colour) -> None:
    x, y = WIDTH / 2, LENGTH / 2
    sheet.sign("spade", x, y, 49, colour)
    blade = SIGNS["spade"][0]
    sheet.path(placed(blade, x, y + 0.6, 44.5), PALE, 0.35, closed=True)
    sheet.path(placed(blade, x, y + 0.9, 42.5), GOLD, 0.25, closed=True)


def _motley(sheet: Sheet, colour: Colour) -> None:
    """Draw the background of a joker: the frame of a court, filled with lozenges."""
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
