"""Deck style "tech": the Tech Deck, with a scene for each domain and an index in every corner.

Rule TD4 fixes the index: four boxes, two of them rotated, because a throw scores by the corners
that it covers. The rest depends on the width of the card: below 80 px only index and picture, below
140 px the name too, and above that all texts that are legible.
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
MOTIFS = 9  # small copies of a card's picture in its scene
OUTLINE = 0.026  # width of the dark line around a picture, over the picture's size
ASIDE = 11.6  # mm, free width beside the text on both sides together


PAPER: Colour = (244, 246, 252)
NIGHT: Colour = (10, 14, 24)


@dataclass(frozen=True)
class Plan:
    """Layout of a card at one level of detail, mm; a missing part has size 0."""

    picture: tuple[float, float]  # y of the centre, size of the domain's shape
    index: tuple[float, float] = (7.6, 5.0)  # height of a figure, size of a sign
    value: tuple[float, float] = (0, 0)  # y of the centre, height of the large figure
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
    """Layout for a card `width` px wide; `large`: prefer large figures to names."""
    if large and not wild and width < 140:
        return BOLD
    if width < 80:
        return WILD_SMALL if wild else SMALL
    if width < 140:
        return WILD_MIDDLE if wild else MIDDLE
    return WILD_LARGE if wild else LARGE


def draw(template: CardTemplate, face: Face) -> None:
    """Draw a face of the Tech Deck, with as much detail as its size allows."""
    domain = DOMAINS.get(face.suit, WILD)
    plan = plan_for(template.size[0], domain is WILD, template.large)
    key = ("tech-scene", domain.name, template.large)
    template.over(key, lambda sheet: scene(sheet, domain, *plan.picture))
    _tint_and_motifs(template, face, domain, plan)
    if tier(face.rank) == FOILED:
        template.over(("tech-foil",), foil)
    if plan.text[1]:
        template.over(("tech-panels", domain.name), lambda sheet: _panels(sheet, domain, plan))
    if domain is not WILD:
        plates = ("tech-plates", domain.name)
        template.over(plates, lambda sheet: corner_plates(sheet, domain.deep))
    _picture(template, face, domain, plan)
    if face.rank:
        _indices(template, str(face.rank), domain, plan)
    if plan.name[2]:
        _words(template, face, domain, plan)
    worth = face.rank or (1 if domain is not WILD else 10)
    template.over(("tech-frame", tier(worth)), lambda sheet: frame(sheet, worth))


def _tint_and_motifs(template: CardTemplate, face: Face, domain: Domain, plan: Plan) -> None:
    """Give the shared scene the card's own hue and small faint copies of its picture."""
    key, unit, image = face.key.partition(".")[0], template.unit, template.image
    stream = random.Random(key)
    part = stream.uniform(0.0, 0.34)
    tint = mix((255, 255, 255), light(domain.second, 0.35), part)
    image.fill(tint, special_flags=pygame.BLEND_RGB_MULT)
    name, pictures = f"tech/{key}", template.resources.pictures
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
        across, high = motif.get_size()  # keep a rotated motif inside the card
        x = min(max(x * unit, across / 2), image.get_width() - across / 2)
        y = min(max(y * unit, high / 2), image.get_height() - high / 2)
        lay(image, motif, x, y)


def _panels(sheet: Sheet, domain: Domain, plan: Plan) -> None:
    """Draw the panels behind the name and the effect of a large card."""
    top, bottom = plan.text
    for y, high in (
        (plan.name[0] - 0.6, plan.line[1] - plan.name[0] + 1.2),
        (top, bottom - top),
    ):
        rect = (4.4, y, WIDTH - 8.8, high)
        sheet.box(rect, mix(domain.deep, NIGHT, 0.66), 1.6, alpha=226)
        sheet.box(rect, mix(domain.deep, domain.glow, 0.45), 1.6, 0.22)


def _picture(template: CardTemplate, face: Face, domain: Domain, plan: Plan) -> None:
    middle, size = plan.picture
    name, pictures = f"tech/{face.key.partition('.')[0]}", template.resources.pictures
    if not pictures.exists(name):
        template.sign(domain.sign, size * 0.68, light(domain.colour, 0.5), WIDTH / 2, middle)
        return
    edge = round(size * 0.68 * template.unit)
    template.lay(_icon(pictures, name, edge, domain), WIDTH / 2, middle)


def _icon(pictures: Pictures, name: str, edge: int, domain: Domain) -> Surface:
    """Picture of a card, lit from above, with a dark outline and a glow."""
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


def _indices(template: CardTemplate, value: str, domain: Domain, plan: Plan) -> None:
    upright = _index(template, value, domain, plan, INDEX_BOX, stacked=True)
    sideways = _index(template, value, domain, plan, INDEX_BOX[::-1], stacked=False)
    image, unit = template.image, template.unit
    x, y = INDEX_CENTRE[0] * unit, INDEX_CENTRE[1] * unit
    width, height = image.get_size()
    turn = pygame.transform.rotate
    lay(image, upright, x, y)
    lay(image, turn(upright, 180), width - x, height - y)
    lay(image, turn(sideways, 90), width - x, y)
    lay(image, turn(sideways, -90), x, height - y)
    middle, high = plan.value
    if high:
        ink = template.ink(value, "tech_bold", high, 42, PAPER)
        rim = template.ink(value, "tech_bold", high, 42, INK)
        far = max(1.0, 1.1 * unit)
        for k in range(12):
            angle = math.pi * k / 6
            x_off, y_off = far * math.cos(angle), far * math.sin(angle) + 0.3 * far
            lay(image, rim, width / 2 + x_off, middle * unit + y_off)
        lay(image, ink, width / 2, middle * unit)


def _index(
    template: CardTemplate, value: str, domain: Domain, plan: Plan, box: tuple[float, float],
    stacked: bool,
) -> Surface:  # fmt: skip
    """Index in a box of `box` mm: value above the domain's shape if `stacked`, else beside it."""
    unit = template.unit
    size = (round(box[0] * unit), round(box[1] * unit))
    image = blank(size)
    high, sign_size = plan.index
    shape = template.shape(domain.sign, sign_size, domain.colour, 4)
    room = box[0] - 0.4 if stacked else box[0] - sign_size - 0.8
    ink = template.ink(value, "tech_bold", high, room, PAPER)
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


def _words(template: CardTemplate, face: Face, domain: Domain, plan: Plan) -> None:
    top, low, largest = plan.name
    template.words(face.title, "tech_bold", (top, low), largest, PAPER, ASIDE, 1.05)
    if plan.line[1]:
        soft = mix(domain.colour, PAPER, 0.55)
        template.words(face.line, "card_italic", plan.line, 3.3, soft, ASIDE)
    _foot(template, domain)
    if plan.text[1]:
        _effect(template, face.text, domain, plan)


def _foot(template: CardTemplate, domain: Domain) -> None:
    """Draw the domain's shape and name between the two lower indices."""
    image, unit = template.image, template.unit
    high = max(5.0, 2.9 * unit)  # px
    letters = template.resources.letters
    name = letters.figure(domain.name.upper(), "tech_bold", high, 35 * unit, domain.colour)
    x = image.get_width() / 2
    lay(image, name, x, 89.2 * unit)
    shown = tuple(DOMAINS.values()) if domain is WILD else (domain,)
    for i, domain in enumerate(shown):
        at = x + (i - (len(shown) - 1) / 2) * 7.5 * unit
        lay(image, template.shape(domain.sign, 5.2, domain.colour, 6), at, 82.6 * unit)


def _effect(template: CardTemplate, text: str, domain: Domain, plan: Plan) -> None:
    """Draw the effect's name and text; only the name if the text would be too small."""
    name, found, body = text.partition(":")
    if not found:
        name, body = "", text
    top, bottom = plan.text
    edge, words = 0.9, template.words
    if not body.strip():
        words(name, "tech_bold", plan.text, 4.0, domain.colour, ASIDE)
        return
    head = 5.4 if name else edge
    span = (top + head, bottom - edge)
    written = words(body.strip(), "card", span, 3.8, PAPER, ASIDE, 1.06)
    span = (top + edge, top + head + 0.4) if written else (top, bottom)
    largest = 3.6 if written else 7.0
    words(name.upper(), "tech_bold", span, largest, domain.colour, ASIDE)
