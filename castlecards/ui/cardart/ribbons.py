"""Ribbons that hang over the edge of a card on the table, one for each kind of mark it bears.

What a ribbon shows follows from the name of the mark alone: a domain's shape and colour where the
name ends in one, the picture of that name below icons/mark, or else its first letter.
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

OVER = 4  # px drawn for a px shown
LENGTH = 1.3  # of the width of a ribbon
SHARE = 0.31  # of the card's shorter side: the width of a ribbon
LEAST = 13  # px
INDEX = 0.24  # of the width of a card in a hand: its index at the left
GOLD: Colour = (232, 196, 112)
INK: Colour = (24, 24, 32)
CREAM: Colour = (255, 246, 222)
CLOTHS: tuple[Colour, ...] = ((140, 36, 40), (44, 84, 132), (48, 104, 66), (104, 62, 132))


def domain_of(name: str) -> Domain | None:
    """The domain that a mark speaks of, if its last word is one."""
    last = _last(name)
    return next((domain for domain in DOMAINS.values() if domain.name.lower() == last), None)


def _last(name: str) -> str:
    """Its last word in small letters."""
    return name.lower().rpartition(" ")[2]


def ribbon(art: CardArt, name: str, width: int) -> Surface:
    """The ribbon of the mark `name`, `width` px wide; premultiplied and kept by `art`."""
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
    """A band with a swallow's tail, gold at its edge."""
    size = (width, round(width * LENGTH))
    sheet = Sheet(size, OVER, 1, LENGTH)
    for margin, tint in ((0.0, dark(colour, 0.7)), (0.035, GOLD), (0.09, colour)):
        sheet.polygon(_tail(margin), tint)
    sheet.polygon(((0.09, 0), (0.91, 0), (0.91, 0.09), (0.09, 0.09)), light(colour, 0.3))
    return sheet.reduced()


def _tail(margin: float) -> tuple[Point, ...]:
    left, right, low = margin, 1 - margin, LENGTH - 1.6 * margin
    notch = LENGTH - 0.24 - 1.2 * margin
    return (left, 0), (right, 0), (right, low), (0.5, notch), (left, low)


def hang_ribbons(
    canvas: Canvas, art: CardArt, names: Sequence[str], at: Point, size: tuple[float, float]
) -> None:
    """Hangs ribbons from the upper edge of a card, from its right corner to the left.

    `at`: centre of the card, `size`: its width and height as it lies, px.
    """
    width = _width(size)
    step = min(width + 1.0, (size[0] - width) / max(1, len(names) - 1))
    for k, name in enumerate(names):
        x = at[0] + size[0] / 2 - width * 1.06 - k * step
        y = at[1] - size[1] / 2 - width * 0.1
        canvas.blit(ribbon(art, name, width), (round(x), round(y)))


def stand_ribbons(
    canvas: Canvas, art: CardArt, names: Sequence[str], at: Point, size: tuple[float, float],
    angle: float,
) -> None:  # fmt: skip
    """Ribbons from the upper edge of a card in a hand, beside its index to the right: they hide
    neither that nor what is written above the hand, and the next card leaves so much of it free;
    the card leans by `angle` degrees."""
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
    """px, of the ribbons on a card."""
    return max(LEAST, round(min(size) * SHARE))
