"""The Tech Deck: a scene a domain, told by colour, shape and name; an index for all four sides.

Rule TD4 fixes the index: four boxes, and two of them turned, because a throw is scored by the
corners it covers. The rest is drawn in as much detail as its size can carry: below 80 px of width
index and picture only, below 140 px the name too, above that the texts that come out legible.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
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
    lay,
    light,
    over_for,
)
from castlecards.ui.cardart.outlines import sign
from castlecards.ui.cardart.tech_scenes import (
    DOMAINS,
    FOILED,
    INK,
    WILD,
    Domain,
    corner_plates,
    foil,
    frame,
    scene,
    tier,
)
from castlecards.ui.kit.shapes import blank, gradient, mix
from castlecards.ui.kit.text import Colour

INDEX_CENTRE = (7.0, 9.0)  # mm from the long edge and from the short edge (TD4)
INDEX_BOX = (10.0, 14.0)  # mm across and along the card (TD4)
MOTIFS = 9  # how often a card's picture drifts about in its scene
OUTLINE = 0.026  # of a picture's size: the dark line around it
ASIDE = 11.6  # mm free beside the words, on both sides together


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


SMALL = Plan((34.5, 41.0), index=(8.6, 4.6), value=(72.0, 27.0))
MIDDLE = Plan((36.0, 43.0), name=(61.5, 77.0, 7.0))
LARGE = Plan((21.0, 31.0), name=(37.6, 45.0, 6.2), line=(45.2, 52.6), text=(54.0, 78.4))
BOLD = Plan((31.0, 34.0), index=(9.4, 4.2), value=(70.5, 31.0))  # for large indices
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
        image = self._store.keep(
            ("tech-scene", domain.name, size, large), lambda: scene(domain, *plan.picture, size)
        ).copy()
        unit = size[1] / LENGTH  # px per mm
        self._own(image, face, domain, plan, unit)
        if tier(face.rank) == FOILED:
            self._over(image, ("tech-foil", size), lambda: foil(size))
        if plan.text[1]:
            self._panels(image, domain, plan)
        if domain is not WILD:
            plates = ("tech-plates", domain.name, size)
            self._over(image, plates, lambda: corner_plates(size, domain.deep))
        self._picture(image, face, domain, plan, unit)
        if face.rank:
            self._indices(image, str(face.rank), domain, plan, unit)
        if plan.name[2]:
            self._words(image, face, domain, plan, unit)
        worth = face.rank or (1 if domain is not WILD else 10)
        self._over(image, ("tech-frame", tier(worth), size), lambda: frame(worth, size))
        return image

    def _over(self, image: Surface, key: tuple[object, ...], make: Callable[[], Surface]) -> None:
        """Lays a part on that many cards share."""
        image.blit(self._store.keep(key, make), (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)

    def _own(self, image: Surface, face: Face, domain: Domain, plan: Plan, unit: float) -> None:
        """What is a card's own in the scene: its hue, and its picture, small and faint, drifting
        about."""
        key = face.key.partition(".")[0]
        stream = random.Random(key)
        part = stream.uniform(0.0, 0.34)
        tint = mix((255, 255, 255), light(domain.second, 0.35), part)
        image.fill(tint, special_flags=pygame.BLEND_RGB_MULT)
        name = f"tech/{key}"
        if not self._pictures.exists(name):
            return
        middle, size = plan.picture
        for _ in range(MOTIFS):
            x, y = stream.uniform(4, WIDTH - 4), stream.uniform(16, LENGTH - 16)
            edge, alpha, turn = (
                stream.uniform(5, 9),
                stream.randrange(36, 74),
                stream.uniform(-40, 40),
            )
            if math.hypot(x - WIDTH / 2, y - middle) < size * 0.55:
                continue
            motif = self._pictures.picture(name, max(4, round(edge * unit)), domain.glow)
            motif = pygame.transform.rotate(motif, turn)
            motif.fill((alpha, alpha, alpha, alpha), special_flags=pygame.BLEND_RGBA_MULT)
            across, high = motif.get_size()  # turned, it may reach over the edge
            x = min(max(x * unit, across / 2), image.get_width() - across / 2)
            y = min(max(y * unit, high / 2), image.get_height() - high / 2)
            lay(image, motif, x, y)

    def _panels(self, image: Surface, domain: Domain, plan: Plan) -> None:
        """Behind the name and the effect of a large card."""
        size = image.get_size()

        def draw() -> Surface:
            sheet = Sheet(size, over_for(size[1]))
            top, bottom = plan.text
            for y, high in (
                (plan.name[0] - 0.6, plan.line[1] - plan.name[0] + 1.2),
                (top, bottom - top),
            ):
                rect = (4.4, y, WIDTH - 8.8, high)
                sheet.box(rect, mix(domain.deep, NIGHT, 0.66), 1.6, alpha=226)
                sheet.box(rect, mix(domain.deep, domain.glow, 0.45), 1.6, 0.22)
            return sheet.finish()

        self._over(image, ("tech-panels", domain.name, size), draw)

    def _picture(self, image: Surface, face: Face, domain: Domain, plan: Plan, unit: float) -> None:
        middle, size = plan.picture
        name = f"tech/{face.key.partition('.')[0]}"
        x, y, edge = WIDTH / 2 * unit, middle * unit, round(size * 0.68 * unit)
        if not self._pictures.exists(name):
            lay(image, sign(domain.sign, edge, light(domain.colour, 0.5)), x, y)
            return
        lay(
            image,
            self._store.keep(("tech-icon", name, edge), lambda: self._icon(name, edge, domain)),
            x,
            y,
        )

    def _icon(self, name: str, edge: int, domain: Domain) -> Surface:
        """The picture lit from above, with a dark outline, in its own light."""
        margin = max(3, round(edge * 0.22))
        whole = blank((edge + 2 * margin, edge + 2 * margin))
        shine = self._pictures.picture(name, edge, domain.glow)
        whole.blit(shine, (margin, margin), special_flags=pygame.BLEND_PREMULTIPLIED)
        glow = pygame.transform.gaussian_blur(whole, max(1, margin // 2))
        whole.fill((0, 0, 0, 0))
        for _ in range(2):
            whole.blit(glow, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
        shade = self._pictures.picture(name, edge, (4, 6, 12))
        far = max(1.0, OUTLINE * edge)
        for k in range(12):
            turn = math.pi * k / 6
            at = (
                round(margin + far * math.cos(turn)),
                round(margin + far * math.sin(turn) + far * 0.4),
            )
            whole.blit(shade, at, special_flags=pygame.BLEND_PREMULTIPLIED)
        lit = self._pictures.picture(name, edge, (255, 255, 255)).copy()
        fall = gradient((edge, edge), (255, 255, 255), mix(domain.glow, domain.middle, 0.18))
        lit.blit(fall, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        whole.blit(lit, (margin, margin), special_flags=pygame.BLEND_PREMULTIPLIED)
        return whole

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
            ink = self._letters.figure(value, "tech_bold", high * unit, 42 * unit, PAPER)
            rim = self._letters.figure(value, "tech_bold", high * unit, 42 * unit, INK)
            far = max(1.0, 1.1 * unit)
            for k in range(12):
                way = math.pi * k / 6
                x_off, y_off = far * math.cos(way), far * math.sin(way) + 0.3 * far
                lay(image, rim, width / 2 + x_off, middle * unit + y_off)
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
        block, (top, low, largest) = self._letters.block, plan.name
        block(image, face.title, "tech_bold", (top, low), largest, PAPER, ASIDE, 1.05)
        if plan.line[1]:
            soft = mix(domain.colour, PAPER, 0.55)
            block(image, face.line, "card_italic", plan.line, 3.3, soft, ASIDE)
        self._foot(image, domain, unit)
        if plan.text[1]:
            self._effect(image, face.text, domain, plan)

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

    def _effect(self, image: Surface, text: str, domain: Domain, plan: Plan) -> None:
        """The effect's name and what it does; the name alone where the rest would be too small."""
        name, found, body = text.partition(":")
        if not found:
            name, body = "", text
        top, bottom = plan.text
        edge, block = 0.9, self._letters.block
        if not body.strip():
            block(image, name, "tech_bold", plan.text, 4.0, domain.colour, ASIDE)
            return
        head = 5.4 if name else edge
        span = (top + head, bottom - edge)
        written = block(image, body.strip(), "card", span, 3.8, PAPER, ASIDE, 1.06)
        span = (top + edge, top + head + 0.4) if written else (top, bottom)
        largest = 3.6 if written else 7.0
        block(image, name.upper(), "tech_bold", span, largest, domain.colour, ASIDE)
