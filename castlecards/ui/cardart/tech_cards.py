"""The Tech Deck: dark stock, domains by colour, shape and name, an index that reads from all sides.

Rule TD4 fixes the index: four boxes, and two of them turned, because a throw is scored by the
corners it covers. The rest is drawn in as much detail as its size can carry: below 80 px of width
index and picture only, below 140 px the name too, above that the texts that come out legible.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

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
    dark,
    lay,
    lay_lines,
    light,
    over_for,
)
from castlecards.ui.cardart.outlines import SIGNS, placed, sign
from castlecards.ui.kit.shapes import mix
from castlecards.ui.kit.text import Colour

INDEX_CENTRE = (7.0, 9.0)  # mm from the long edge and from the short edge (TD4)
INDEX_BOX = (10.0, 14.0)  # mm across and along the card (TD4)
SMALLEST_TEXT = 8  # px; below it nothing is written


@dataclass(frozen=True)
class Domain:
    name: str
    sign: str
    colour: Colour


DOMAINS = {
    "K": Domain("Knowledge", "circle", (78, 138, 255)),
    "S": Domain("Science", "triangle", (48, 212, 148)),
    "T": Domain("Technology", "square", (255, 206, 84)),
    "V": Domain("Services", "plus", (255, 116, 164)),
}
WILD = Domain("Wild", "star", (236, 205, 128))
PAPER: Colour = (244, 246, 252)
NIGHT: Colour = (10, 14, 24)


@dataclass(frozen=True)
class Plan:
    """Where things stand at one level of detail, in mm; a missing part has size 0."""

    picture: tuple[float, float]  # height of the centre and size of the domain's shape
    index: tuple[float, float] = (7.6, 5.0)  # height of a figure, size of a sign
    value: tuple[float, float] = (0, 0)  # height of the centre and of the one large figure
    name: tuple[float, float, float] = (0, 0, 0)  # top, bottom, largest type
    line: tuple[float, float] = (0, 0)  # top, bottom
    text: tuple[float, float] = (0, 0)  # top, bottom of the panel


SMALL = Plan((39.0, 43.0), index=(8.6, 4.6), value=(74.5, 17.0))
MIDDLE = Plan((37.0, 42.0), name=(61.5, 77.0, 7.0))
LARGE = Plan((21.0, 31.0), name=(37.6, 45.0, 6.2), line=(45.2, 52.6), text=(54.0, 78.4))
BOLD = Plan((32.0, 34.0), index=(9.4, 4.2), value=(70.5, 28.0))  # for large indices
WILD_SMALL = Plan((47.5, 56.0))
WILD_MIDDLE = Plan((34.0, 50.0), name=(61.5, 77.0, 7.0))
WILD_LARGE = Plan((34.0, 48.0), name=(60.5, 69.0, 7.0), line=(69.5, 78.5))


def plan_for(width: int, wild: bool = False, large: bool = False) -> Plan:
    """What a card `width` px wide can carry; `large`: figures before names."""
    if large and not wild and width < 140:
        return BOLD
    if width < 80:
        return WILD_SMALL if wild else SMALL
    if width < 140:
        return WILD_MIDDLE if wild else MIDDLE
    return WILD_LARGE if wild else LARGE


class TechCards:
    """Draws faces of the deck style "tech"."""

    def __init__(self, store: Store, pictures: Pictures, letters: Lettering) -> None:
        self._store = store
        self._pictures = pictures
        self._letters = letters

    def face(self, face: Face, size: tuple[int, int], large: bool = False) -> Surface:
        """`size` in px; `large` index; the surface is new and premultiplied."""
        domain = DOMAINS.get(face.suit, WILD)
        plan = plan_for(size[0], domain is WILD, large)
        key = ("tech-ground", domain.name, size, large)
        image = self._store.keep(key, lambda: ground(domain, plan, size)).copy()
        unit = size[1] / LENGTH  # px per mm
        self._picture(image, face, domain, plan, unit)
        if face.rank:
            self._indices(image, str(face.rank), domain, plan, unit)
        if plan.name[2]:
            self._words(image, face, domain, plan, unit)
        return image

    def _picture(self, image: Surface, face: Face, domain: Domain, plan: Plan, unit: float) -> None:
        middle, size = plan.picture
        name = f"tech/{face.key.partition('.')[0]}"
        x, y, edge = WIDTH / 2 * unit, middle * unit, round(size * 0.66 * unit)
        if not self._pictures.exists(name):
            lay(image, sign(domain.sign, edge, light(domain.colour, 0.5)), x, y)
            return
        paper = PAPER if domain is not WILD else light(domain.colour, 0.3)
        shade = self._pictures.picture(name, edge, (4, 6, 12))
        drop = max(1.0, 0.5 * unit)
        lay(image, shade, x + drop * 0.6, y + drop)
        lay(image, self._pictures.picture(name, edge, paper), x, y)

    def _indices(self, image: Surface, value: str, domain: Domain, plan: Plan, unit: float) -> None:
        upright = self._index(value, domain, plan, unit, INDEX_BOX, stacked=True)
        lying = self._index(value, domain, plan, unit, INDEX_BOX[::-1], stacked=False)
        x, y = INDEX_CENTRE[0] * unit, INDEX_CENTRE[1] * unit
        width, height = image.get_size()
        turn = pygame.transform.rotate
        lay(image, upright, x, y)
        lay(image, turn(upright, 180), width - x, height - y)
        lay(image, turn(lying, 90), width - x, y)
        lay(image, turn(lying, -90), x, height - y)
        middle, high = plan.value
        if high:
            ink = self._letters.figure(value, "tech_bold", high * unit, 36 * unit, PAPER)
            lay(image, ink, width / 2, middle * unit)

    def _index(
        self, value: str, domain: Domain, plan: Plan, unit: float, box: tuple[float, float],
        stacked: bool,
    ) -> Surface:  # fmt: skip
        """Value and shape in a box of `box` mm: one above the other, or side by side."""
        size = (round(box[0] * unit), round(box[1] * unit))
        image = Surface(size, pygame.SRCALPHA, 32)
        high, sign_size = plan.index
        shape = sign(domain.sign, max(4, round(sign_size * unit)), domain.colour)
        room = box[0] - 0.4 if stacked else box[0] - sign_size - 0.8
        ink = self._letters.figure(value, "tech_bold", high * unit, room * unit, PAPER)
        gap = round(0.7 * unit - 0.2)
        if stacked:
            top = (size[1] - ink.get_height() - gap - shape.get_height()) / 2
            lay(image, ink, size[0] / 2, top + ink.get_height() / 2)
            lay(image, shape, size[0] / 2, size[1] - top - shape.get_height() / 2)
        else:
            left = (size[0] - ink.get_width() - gap - shape.get_width()) / 2
            lay(image, ink, left + ink.get_width() / 2, size[1] / 2)
            lay(image, shape, size[0] - left - shape.get_width() / 2, size[1] / 2)
        return image

    def _words(self, image: Surface, face: Face, domain: Domain, plan: Plan, unit: float) -> None:
        self._block(image, face.title, "tech_bold", plan.name[:2], plan.name[2], PAPER, unit, 1.05)
        if plan.line[1]:
            soft = mix(domain.colour, PAPER, 0.55)
            self._block(image, face.line, "card_italic", plan.line, 3.3, soft, unit)
        self._foot(image, domain, unit)
        if plan.text[1]:
            self._effect(image, face.text, domain, plan, unit)

    def _block(
        self, image: Surface, string: str, font: str, span: tuple[float, float], largest: float,
        colour: Colour, unit: float, lead: float = 1.14,
    ) -> bool:  # fmt: skip
        """Text centred between two heights; nothing if it cannot be legible there."""
        room = (round((WIDTH - 11.6) * unit), round((span[1] - span[0]) * unit))
        sizes = range(max(SMALLEST_TEXT, round(largest * unit)), SMALLEST_TEXT - 1, -1)
        fitted = self._letters.fitted(string, font, sizes, *room, lead)
        if fitted is None:
            return False
        size, words = fitted
        lines = [self._letters.line(line, font, size, colour) for line in words]
        free = room[1] - size * lead * len(lines)
        top = span[0] * unit + free / 2 - (lines[0].get_height() - size * lead) / 2
        lay_lines(image, lines, image.get_width() / 2, top, size * lead)
        return True

    def _foot(self, image: Surface, domain: Domain, unit: float) -> None:
        """The domain's shape and name between the two lower indices."""
        letters = domain.name.upper()
        height = max(5.0, 2.9 * unit)
        name = self._letters.figure(letters, "tech_bold", height, 35 * unit, domain.colour)
        x = image.get_width() / 2
        lay(image, name, x, 89.2 * unit)
        shown = tuple(DOMAINS.values()) if domain is WILD else (domain,)
        for i, each in enumerate(shown):
            at = x + (i - (len(shown) - 1) / 2) * 7.5 * unit
            lay(image, sign(each.sign, max(6, round(5.2 * unit)), each.colour), at, 82.6 * unit)

    def _effect(self, image: Surface, text: str, domain: Domain, plan: Plan, unit: float) -> None:
        """The effect's name and what it does; the name alone where the rest would be too small."""
        name, found, body = text.partition(":")
        if not found:
            name, body = "", text
        top, bottom = plan.text
        edge = 0.9
        if not body.strip():
            self._block(image, name, "tech_bold", plan.text, 4.0, domain.colour, unit)
            return
        head = 5.4 if name else edge
        written = self._block(
            image, body.strip(), "card", (top + head, bottom - edge), 3.8, PAPER, unit, 1.06
        )
        span = (top + edge, top + head + 0.4) if written else (top, bottom)
        largest = 3.6 if written else 7.0
        self._block(image, name.upper(), "tech_bold", span, largest, domain.colour, unit)


def ground(domain: Domain, plan: Plan, size: tuple[int, int]) -> Surface:
    """Everything that the cards of one domain have in common."""
    sheet = Sheet(size, over_for(size[1]))
    tint = domain.colour if domain is not WILD else (120, 84, 190)
    sheet.fall(mix(NIGHT, tint, 0.26), mix(NIGHT, tint, 0.05))
    _traces(sheet, domain, plan, tint)
    _medallion(sheet, domain, plan)
    if plan.text[1]:
        top, bottom = plan.text
        panel = (4.2, top, WIDTH - 8.4, bottom - top)
        sheet.box(panel, mix(NIGHT, tint, 0.02), 1.6, alpha=205)
        sheet.box(panel, mix(NIGHT, domain.colour, 0.5), 1.6, 0.22)
    rim = mix(NIGHT, domain.colour, 0.72)
    sheet.box((0, 0, WIDTH, LENGTH), dark(rim, 0.55), 3.2, 0.55)
    sheet.box((1.25, 1.25, WIDTH - 2.5, LENGTH - 2.5), rim, 2.3, 0.42)
    return sheet.finish()


def _medallion(sheet: Sheet, domain: Domain, plan: Plan) -> None:
    """The domain's shape, large, behind the picture."""
    middle, size = plan.picture
    if domain.sign == "triangle":
        middle, size = middle - 0.06 * size, size * 1.1
    elif domain.sign == "plus":
        size *= 1.08
    x = WIDTH / 2
    for extra, alpha in ((6.0, 16), (3.4, 26), (1.6, 40)):
        sheet.sign(domain.sign, x, middle, size + extra, domain.colour, alpha)
    sheet.sign(domain.sign, x, middle, size, mix(NIGHT, domain.colour, 0.36))
    for outline in SIGNS[domain.sign]:
        sheet.path(placed(outline, x, middle, size), domain.colour, 0.75, closed=True)
        inner = placed(outline, x, middle, size - 2.6)
        sheet.path(inner, mix(NIGHT, domain.colour, 0.55), 0.25, closed=True)


def _traces(sheet: Sheet, domain: Domain, plan: Plan, tint: Colour) -> None:
    """Conductors of a circuit board that run out from under the picture."""
    stream = random.Random(domain.name)
    colour = mix(NIGHT, tint, 0.30)
    middle = plan.picture[0]
    for side in (-1, 1):
        for row in range(-5, 6):
            y = middle + row * 3.1
            bend = stream.choice((-1, 0, 1)) * stream.uniform(2, 6)
            out = stream.uniform(17, 23)
            end = stream.uniform(26, 29.5)
            points = [(WIDTH / 2, y), (WIDTH / 2 + side * out, y),
                      (WIDTH / 2 + side * (out + abs(bend) * 0.6), y + bend * 0.6),
                      (WIDTH / 2 + side * end, y + bend * 0.6)]  # fmt: skip
            sheet.path(points, colour, 0.32)
            sheet.disc(*points[-1], 0.75, colour)
