"""The Tech Deck: a scene a domain, told by colour, shape and name; an index for all four sides.

Rule TD4 fixes the index: four boxes, and two of them turned, because a throw is scored by the
corners it covers. The rest is drawn in as much detail as its size can carry: below 80 px of width
index and picture only, below 140 px the name too, above that the texts that come out legible.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import pygame
from pygame import Surface

from castlecards.core.cards import Face
from castlecards.ui.cardart.card_template import CardTemplate
from castlecards.ui.cardart.drawing import LENGTH, WIDTH, Pictures, Sheet, lay, light
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
from castlecards.ui.kit.shapes import Colour, blank, gradient, mix

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


def draw(imprint: CardTemplate, face: Face) -> None:
    domain = DOMAINS.get(face.suit, WILD)
    plan = plan_for(imprint.size[0], domain is WILD, imprint.large)
    key = ("tech-scene", domain.name, imprint.large)
    imprint.over(key, lambda sheet: scene(sheet, domain, *plan.picture))
    _own(imprint, face, domain, plan)
    if tier(face.rank) == FOILED:
        imprint.over(("tech-foil",), foil)
    if plan.text[1]:
        imprint.over(("tech-panels", domain.name), lambda sheet: _panels(sheet, domain, plan))
    if domain is not WILD:
        plates = ("tech-plates", domain.name)
        imprint.over(plates, lambda sheet: corner_plates(sheet, domain.deep))
    _picture(imprint, face, domain, plan)
    if face.rank:
        _indices(imprint, str(face.rank), domain, plan)
    if plan.name[2]:
        _words(imprint, face, domain, plan)
    worth = face.rank or (1 if domain is not WILD else 10)
    imprint.over(("tech-frame", tier(worth)), lambda sheet: frame(sheet, worth))


def _own(imprint: CardTemplate, face: Face, domain: Domain, plan: Plan) -> None:
    """What is a card's own in the scene: its hue, and its picture, small and faint, drifting
    about."""
    key, unit, image = face.key.partition(".")[0], imprint.unit, imprint.image
    stream = random.Random(key)
    part = stream.uniform(0.0, 0.34)
    tint = mix((255, 255, 255), light(domain.second, 0.35), part)
    image.fill(tint, special_flags=pygame.BLEND_RGB_MULT)
    name, pictures = f"tech/{key}", imprint.inks.pictures
    if not pictures.exists(name):
        return
    middle, size = plan.picture
    for _ in range(MOTIFS):
        x, y = stream.uniform(4, WIDTH - 4), stream.uniform(16, LENGTH - 16)
        edge, alpha = stream.uniform(5, 9), stream.randrange(36, 74)
        turn = stream.uniform(-40, 40)
        if math.hypot(x - WIDTH / 2, y - middle) < size * 0.55:
            continue
        motif = pictures.tinted(name, max(4, round(edge * unit)), domain.glow)
        motif = pygame.transform.rotate(motif, turn)
        motif.fill((alpha, alpha, alpha, alpha), special_flags=pygame.BLEND_RGBA_MULT)
        across, high = motif.get_size()  # turned, it may reach over the edge
        x = min(max(x * unit, across / 2), image.get_width() - across / 2)
        y = min(max(y * unit, high / 2), image.get_height() - high / 2)
        lay(image, motif, x, y)


def _panels(sheet: Sheet, domain: Domain, plan: Plan) -> None:
    """Behind the name and the effect of a large card."""
    top, bottom = plan.text
    for y, high in (
        (plan.name[0] - 0.6, plan.line[1] - plan.name[0] + 1.2),
        (top, bottom - top),
    ):
        rect = (4.4, y, WIDTH - 8.8, high)
        sheet.box(rect, mix(domain.deep, NIGHT, 0.66), 1.6, alpha=226)
        sheet.box(rect, mix(domain.deep, domain.glow, 0.45), 1.6, 0.22)


def _picture(imprint: CardTemplate, face: Face, domain: Domain, plan: Plan) -> None:
    middle, size = plan.picture
    name, pictures = f"tech/{face.key.partition('.')[0]}", imprint.inks.pictures
    if not pictures.exists(name):
        imprint.sign(domain.sign, size * 0.68, light(domain.colour, 0.5), WIDTH / 2, middle)
        return
    edge = round(size * 0.68 * imprint.unit)
    imprint.lay(_icon(pictures, name, edge, domain), WIDTH / 2, middle)


def _icon(pictures: Pictures, name: str, edge: int, domain: Domain) -> Surface:
    """The picture lit from above, with a dark outline, in its own light."""
    margin = max(3, round(edge * 0.22))
    whole = blank((edge + 2 * margin, edge + 2 * margin))
    shine = pictures.tinted(name, edge, domain.glow)
    whole.blit(shine, (margin, margin), special_flags=pygame.BLEND_PREMULTIPLIED)
    glow = pygame.transform.gaussian_blur(whole, max(1, margin // 2))
    whole.fill((0, 0, 0, 0))
    for _ in range(2):
        whole.blit(glow, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    shade = pictures.tinted(name, edge, (4, 6, 12))
    far = max(1.0, OUTLINE * edge)
    for k in range(12):
        turn = math.pi * k / 6
        at = (
            round(margin + far * math.cos(turn)),
            round(margin + far * math.sin(turn) + far * 0.4),
        )
        whole.blit(shade, at, special_flags=pygame.BLEND_PREMULTIPLIED)
    lit = pictures.tinted(name, edge, (255, 255, 255))
    fall = gradient((edge, edge), (255, 255, 255), mix(domain.glow, domain.middle, 0.18))
    lit.blit(fall, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    whole.blit(lit, (margin, margin), special_flags=pygame.BLEND_PREMULTIPLIED)
    return whole


def _indices(imprint: CardTemplate, value: str, domain: Domain, plan: Plan) -> None:
    upright = _index(imprint, value, domain, plan, INDEX_BOX, stacked=True)
    lying = _index(imprint, value, domain, plan, INDEX_BOX[::-1], stacked=False)
    image, unit = imprint.image, imprint.unit
    x, y = INDEX_CENTRE[0] * unit, INDEX_CENTRE[1] * unit
    width, height = image.get_size()
    turn = pygame.transform.rotate
    lay(image, upright, x, y)
    lay(image, turn(upright, 180), width - x, height - y)
    lay(image, turn(lying, 90), width - x, y)
    lay(image, turn(lying, -90), x, height - y)
    middle, high = plan.value
    if high:
        ink = imprint.ink(value, "tech_bold", high, 42, PAPER)
        rim = imprint.ink(value, "tech_bold", high, 42, INK)
        far = max(1.0, 1.1 * unit)
        for k in range(12):
            way = math.pi * k / 6
            x_off, y_off = far * math.cos(way), far * math.sin(way) + 0.3 * far
            lay(image, rim, width / 2 + x_off, middle * unit + y_off)
        lay(image, ink, width / 2, middle * unit)


def _index(
    imprint: CardTemplate, value: str, domain: Domain, plan: Plan, box: tuple[float, float],
    stacked: bool,
) -> Surface:  # fmt: skip
    """Value and shape in a box of `box` mm: one above the other, or side by side."""
    unit = imprint.unit
    size = (round(box[0] * unit), round(box[1] * unit))
    image = blank(size)
    high, sign_size = plan.index
    shape = imprint.shape(domain.sign, sign_size, domain.colour, 4)
    room = box[0] - 0.4 if stacked else box[0] - sign_size - 0.8
    ink = imprint.ink(value, "tech_bold", high, room, PAPER)
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


def _words(imprint: CardTemplate, face: Face, domain: Domain, plan: Plan) -> None:
    top, low, largest = plan.name
    imprint.words(face.title, "tech_bold", (top, low), largest, PAPER, ASIDE, 1.05)
    if plan.line[1]:
        soft = mix(domain.colour, PAPER, 0.55)
        imprint.words(face.line, "card_italic", plan.line, 3.3, soft, ASIDE)
    _foot(imprint, domain)
    if plan.text[1]:
        _effect(imprint, face.text, domain, plan)


def _foot(imprint: CardTemplate, domain: Domain) -> None:
    """The domain's shape and name between the two lower indices."""
    image, unit = imprint.image, imprint.unit
    high = max(5.0, 2.9 * unit)  # px
    letters = imprint.inks.letters
    name = letters.figure(domain.name.upper(), "tech_bold", high, 35 * unit, domain.colour)
    x = image.get_width() / 2
    lay(image, name, x, 89.2 * unit)
    shown = tuple(DOMAINS.values()) if domain is WILD else (domain,)
    for i, each in enumerate(shown):
        at = x + (i - (len(shown) - 1) / 2) * 7.5 * unit
        lay(image, imprint.shape(each.sign, 5.2, each.colour, 6), at, 82.6 * unit)


def _effect(imprint: CardTemplate, text: str, domain: Domain, plan: Plan) -> None:
    """The effect's name and what it does; the name alone where the rest would be too small."""
    name, found, body = text.partition(":")
    if not found:
        name, body = "", text
    top, bottom = plan.text
    edge, words = 0.9, imprint.words
    if not body.strip():
        words(name, "tech_bold", plan.text, 4.0, domain.colour, ASIDE)
        return
    head = 5.4 if name else edge
    span = (top + head, bottom - edge)
    written = words(body.strip(), "card", span, 3.8, PAPER, ASIDE, 1.06)
    span = (top + edge, top + head + 0.4) if written else (top, bottom)
    largest = 3.6 if written else 7.0
    words(name.upper(), "tech_bold", span, largest, domain.colour, ASIDE)
