"""Plain deck style, for a deck without a style of its own: title, value and texts on parchment."""

from __future__ import annotations

from castlecards.core.cards import Face
from castlecards.ui.cardart.card_template import CardTemplate
from castlecards.ui.cardart.drawing import LENGTH, WIDTH, Sheet
from castlecards.ui.kit.shapes import Colour

INK: Colour = (42, 34, 28)
EARTH: Colour = (104, 74, 40)
GOLD: Colour = (178, 140, 66)
ASIDE = 12.0  # mm, free width beside the text on both sides together


def draw(template: CardTemplate, face: Face) -> None:
    """Draw the face of a card without art: value, title, line and text."""
    template.over(("plain-ground",), _ground)
    if face.rank:
        for x, y in ((8.5, 8.5), (WIDTH - 8.5, LENGTH - 8.5)):
            template.figure(str(face.rank), "figure", (7, 11), EARTH, x, y)
    template.words(face.title or face.key, "title", (14, 36), 7.5, INK, ASIDE)
    template.words(face.line, "card_italic", (37, 50), 4.4, EARTH, ASIDE)
    template.words(face.text, "card", (52, 80), 4.4, INK, ASIDE)


def _ground(sheet: Sheet) -> None:
    sheet.gradient((248, 241, 223), (234, 222, 194))
    sheet.box((0, 0, WIDTH, LENGTH), (170, 150, 112), 3.2, 0.35)
    sheet.box((2.4, 2.4, WIDTH - 4.8, LENGTH - 4.8), GOLD, 2, 0.3)
