"""Deck style "token": a wooden plaque with one word or number in large type on an ivory field.

A number is printed in a ring, as on a chip. A token of a domain has the domain's shape and colour,
a token with any other word a star. All words have one size.
"""

from __future__ import annotations

import math
import random

from castlecards.core.cards import Face
from castlecards.ui.cardart.card_template import CardTemplate
from castlecards.ui.cardart.drawing import LENGTH, WIDTH, Sheet, dark, light
from castlecards.ui.cardart.outlines import SIGNS, placed
from castlecards.ui.cardart.tech_scenes import DOMAINS, WILD, Domain
from castlecards.ui.kit.shapes import Colour, mix

WOOD: Colour = (138, 88, 48)
IVORY: Colour = (252, 244, 224)
GOLD: Colour = (206, 164, 82)
INK: Colour = (46, 34, 24)
ASIDE = 12.0  # mm, free width beside the text on both sides together
SMALL = 84  # px of width; narrower tokens have no second line
WORD = 10.4  # mm, type size of a word: the longest domain fits
SHORT = 2  # characters; a title up to this length is one large figure
FIELD = (5.2, 5.2, WIDTH - 10.4, LENGTH - 10.4)  # mm, ivory: x, y, width, height
MIDDLE = 43.0  # mm from the top to the centre of the ring


def draw(template: CardTemplate, face: Face) -> None:
    """Draw the face of a token: a short title as a large sign, a long one as words."""
    title = face.title or face.key
    short = len(title) <= SHORT
    domain = DOMAINS.get(face.suit, None if short else WILD)
    small = template.size[0] < SMALL or (template.large and template.size[0] < 150)
    key = ("token-ground", domain and domain.name, short, small)
    template.over(key, lambda sheet: _ground(sheet, domain, short, small))
    colour = dark(domain.colour, 0.55) if domain else INK
    if short:
        high, middle = (40.0, LENGTH / 2) if small else (27.0, MIDDLE)
        if domain:
            high, middle = 18.0, 63.0
        template.figure(title, "figure", (high, 44), colour, WIDTH / 2, middle)
        if not domain:  # so that overlapping tokens can be told apart
            template.figure(title, "figure", (15, 14), colour, 12.5, 14)
    else:
        span = (54.0, 86.0) if small else (55.0, 72.0)
        template.words(title, "card_bold", span, WORD, colour, ASIDE, 1.0)
    if not small:
        soft = mix(INK, WOOD, 0.4)
        template.words(face.line, "card_italic", (72.5, 87.0), 6.6, soft, ASIDE, 1.1)


def _ground(sheet: Sheet, domain: Domain | None, short: bool, small: bool) -> None:
    """Draw the plaque: wood, ivory, and the ring or the domain's shape."""
    _wood(sheet)
    x, y, wide, high = FIELD
    tint = domain.colour if domain else GOLD
    sheet.box((x - 0.9, y - 0.9, wide + 1.8, high + 1.8), dark(WOOD, 0.55), 6.4)
    sheet.box(FIELD, IVORY, 5.6)
    sheet.box((x + 0.4, y + high * 0.5, wide - 0.8, high * 0.5 - 0.4), mix(IVORY, WOOD, 0.05), 5.2)
    sheet.box((x + 1.6, y + 1.6, wide - 3.2, high - 3.2), mix(tint, IVORY, 0.25), 4.2, 0.5)
    sheet.box((0, 0, WIDTH, LENGTH), dark(WOOD, 0.6), 3.2, 0.5)
    if domain:
        _shape(sheet, domain)
    elif short and not small:
        _ring(sheet)


def _wood(sheet: Sheet) -> None:
    """Draw the wood grain, the same on every token."""
    sheet.gradient(light(WOOD, 0.14), dark(WOOD, 0.22))
    stream = random.Random(5)
    for _ in range(46):
        x = stream.uniform(0, WIDTH)
        bend = stream.uniform(-1.2, 1.2)
        shade = (
            dark(WOOD, stream.uniform(0.12, 0.34)) if stream.random() < 0.7 else light(WOOD, 0.2)
        )
        points = [(x + bend * math.sin(k / 3 + x), k * LENGTH / 8) for k in range(9)]
        sheet.path(points, shade, stream.uniform(0.12, 0.4))


def _shape(sheet: Sheet, domain: Domain) -> None:
    x, y, size = WIDTH / 2, 33.0, 32.0
    if domain.sign == "triangle":
        y += 1.6
    sheet.sign(domain.sign, x + 0.5, y + 0.9, size, mix(IVORY, WOOD, 0.35))
    sheet.sign(domain.sign, x, y, size, dark(domain.colour, 0.30))
    sheet.sign(domain.sign, x, y, size - 3.0, domain.colour)
    for outline in SIGNS[domain.sign]:
        sheet.path(placed(outline, x, y, size - 8), light(domain.colour, 0.5), 0.5, closed=True)


def _ring(sheet: Sheet) -> None:
    """Draw the rim of a chip: a ring with twelve inlays."""
    x, radius = WIDTH / 2, 23.0
    sheet.disc(x, MIDDLE, radius, dark(WOOD, 0.1))
    for k in range(12):
        turn = 2 * math.pi * (k + 0.5) / 12
        wide = 2 * math.pi / 36
        points = []
        for part, far in ((-1, radius), (1, radius), (1, radius - 4), (-1, radius - 4)):
            angle = turn + part * wide / 2
            points.append((x + far * math.sin(angle), MIDDLE - far * math.cos(angle)))
        sheet.polygon(points, IVORY)
    sheet.disc(x, MIDDLE, radius, dark(WOOD, 0.5), 0.5)
    sheet.disc(x, MIDDLE, radius - 4, IVORY)
    sheet.disc(x, MIDDLE, radius - 4, GOLD, 0.7)
