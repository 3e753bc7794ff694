"""Ribbons that mark a card: one for each kind of mark, over the edge of the card.

The name of the mark decides the picture: the shape and colour of a domain if the name ends in one,
else the picture of that name in icons/mark, else the first letter of the name.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from zlib import crc32

from pygame import Surface

from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.cardart.drawing import Sheet, dark, lay, light
from castlecards.ui.cardart.outlines import Point, sign
from castlecards.ui.cardart.tech_scenes import DOMAINS, Domain
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour

OVER = 4  # drawn px per shown px
LENGTH = 1.3  # length of a ribbon over its width
SHARE = 0.31  # width of a ribbon over the card's shorter side
LEAST = 13  # px, least width of a ribbon
INDEX = 0.24  # width of the index at the left of a card in a hand, over the card's width
GOLD: Colour = (232, 196, 112)
INK: Colour = (24, 24, 32)
CREAM: Colour = (255, 246, 222)
CLOTHS: tuple[Colour, ...] = ((140, 36, 40), (44, 84, 132), (48, 104, 66), (104, 62, 132))


def domain_of(name: str) -> Domain | None:
    """Domain named by the last word of a mark, or None."""
    last = _last(name)
    return next((domain for domain in DOMAINS.values() if domain.name.lower() == last), None)


def _last(name: str) -> str:
    """Last word of a name, in lower case."""
    return name.lower().rpartition(" ")[2]


def ribbon(art: CardArt, name: str, width: int) -> Surface:
    """Ribbon of the mark `name`, `width` px wide; premultiplied and cached by `art`."""
    width = max(LEAST, width)
    return art.keep(("ribbon", name, width), lambda: _ribbon(art, name, width))


def _ribbon(art: CardArt, name: str, width: int) -> Surface:
    domain = domain_of(name)
    cloth = domain.colour if domain else CLOTHS[crc32(name.encode()) % len(CLOTHS)]
    image = _cloth(width, cloth)
    x, y, side = width / 2, width * 0.5, round(width * 0.66)
    picture = f"mark/{_last(name)}"
    if domain:
        lay(image, sign(domain.sign, side, INK), x, y)
    elif picture[5:].isalnum() and art.pictures.exists(picture):
        lay(image, art.pictures.picture(picture, side, CREAM), x, y)
    else:
        letter = name.strip()[:1].upper() or "?"
        ink = art.letters.figure(letter, "figure", width * 0.52, width * 0.7, CREAM)
        lay(image, ink, x, y)
    return image


def _cloth(width: int, colour: Colour) -> Surface:
    """Ribbon without a sign: a swallow-tailed band with a gold edge."""
    size = (width, round(width * LENGTH))
    sheet = Sheet(size, OVER, 1, LENGTH)
    for margin, tint in ((0.0, dark(colour, 0.7)), (0.035, GOLD), (0.09, colour)):
        sheet.polygon(_tail(margin), tint)
    sheet.polygon(((0.09, 0), (0.91, 0), (0.91, 0.09), (0.09, 0.09)), light(colour, 0.3))
    return sheet.scaled_down()


def _tail(margin: float) -> tuple[Point, ...]:
    left, right, low = margin, 1 - margin, LENGTH - 1.6 * margin
    notch = LENGTH - 0.24 - 1.2 * margin
    return (left, 0), (right, 0), (right, low), (0.5, notch), (left, low)


def draw_ribbons(
    canvas: Canvas, art: CardArt, names: Sequence[str], at: Point, size: tuple[float, float]
) -> None:
    """Draw ribbons along the upper edge of a card on the table, from its right corner to the left.

    `at`: centre of the card; `size`: its width and height on the screen, px.
    """
    width = _width(size)
    step = min(width + 1.0, (size[0] - width) / max(1, len(names) - 1))
    for k, name in enumerate(names):
        x = at[0] + size[0] / 2 - width * 1.06 - k * step
        y = at[1] - size[1] / 2 - width * 0.1
        canvas.blit(ribbon(art, name, width), (round(x), round(y)))


def draw_hand_ribbons(
    canvas: Canvas, art: CardArt, names: Sequence[str], at: Point, size: tuple[float, float],
    angle: float,
) -> None:  # fmt: skip
    """Draw ribbons along the upper edge of a card in a hand, to the right of its index.

    There they cover neither the index nor the text above the hand, and the next card does not
    cover them. `angle`: rotation of the card, degrees.
    """
    width = _width(size)
    lean = math.radians(angle)
    step = min(width + 1.0, (size[0] * (1 - INDEX) - width) / max(1, len(names) - 1))
    for k, name in enumerate(names):
        image = ribbon(art, name, width)
        dx = size[0] * (INDEX - 0.5) + width / 2 + k * step
        dy = (image.get_height() - size[1]) / 2 - width * 0.1
        x = at[0] + dx * math.cos(lean) + dy * math.sin(lean)
        y = at[1] - dx * math.sin(lean) + dy * math.cos(lean)
        canvas.blit(image, (round(x - width / 2), round(y - image.get_height() / 2)))


def _width(size: tuple[float, float]) -> int:
    """Width of a ribbon on a card of `size`, px."""
    return max(LEAST, round(min(size) * SHARE))
