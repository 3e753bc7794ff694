"""Painter of portraits: the head of a character on a round ground, with one of four expressions.

A portrait is data: outlines in a box of 100 x 100 units around the whole picture, with the head in
its middle. All outlines are shaded alike, darker right of the middle line.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

import pygame
from pygame import Surface

from castlecards.core.sentence_templates import Expression
from castlecards.ui.cardart.crest import COLOURS, draw_crest
from castlecards.ui.cardart.drawing import Pictures, Sheet, dark, light, oversampling
from castlecards.ui.cardart.outlines import Outline, Point, bezier, disc
from castlecards.ui.cardart.portrait_shapes import PORTRAITS, PUPIL, Patch, Portrait
from castlecards.ui.cardart.seat_signs import SeatSign, draw_sign
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour, blank, mix
from castlecards.ui.kit.theme import Look

if TYPE_CHECKING:
    from castlecards.players.characters import Character

EXPRESSIONS: tuple[Expression, ...] = get_args(Expression)
UNITS = 100.0  # side of a portrait
MIDDLE = UNITS / 2
RIM = 48.5  # units, radius of the dark rim
GOLD_RING = 47.2  # units, radius of the gold ring
GROUND = 44.8  # units, radius of the ground
SPLIT = 51.5  # units from the left, where the shaded half begins
RAYS = 16
SHADE = 0.17  # share of black in the shaded half
GOLD: Colour = (232, 196, 112)
EDGE: Colour = (16, 20, 18)
WHITE: Colour = (250, 247, 238)
MOUTH: Colour = (112, 26, 28)
SWEAT: Colour = (158, 212, 240)
LARGE_CREST = 0.5  # width of a crest alone, share of the portrait's size
SMALL_CREST = 0.27  # width of the crest beside a face
CREST_PLACE = 0.35  # from the middle to that crest, right and down
LEAST_WITH_CREST = 52  # units, least size of a portrait with a crest beside the face
SIGN_RADIUS = 0.21  # radius of a person's sign, share of the size
SMALL_SIGN = 0.13  # radius of the sign beside a person's face
EYES = 41.5, 58.5  # units, x of the two eyes
EYE_LINE = 48.0  # units, y of the eyes
FACE: Outline = (
    (34, 36), (33, 47), (34.5, 58), (38.5, 66), (45, 72), (50, 73.5), (55, 72), (61.5, 66),
    (65.5, 58), (67, 47), (66, 36), (58, 30), (42, 30),
)  # fmt: skip
EARS: tuple[Outline, ...] = (disc(33, 51, 4, 16), disc(67, 51, 4, 16))
NECK: Outline = ((42, 62), (58, 62), (59, 82), (50, 88), (41, 82))
NOSE: Outline = ((50, 47), (54.2, 58), (50.8, 60.2), (48.6, 59))


@dataclass(frozen=True)
class _Features:
    """Brows, lids and mouth of an expression, in units."""

    brow_inner: float  # y of the inner end, from the eye line
    brow_outer: float
    lid: float  # share of the eye that the upper lid covers
    open: float  # half the height of the eye


FEATURES: dict[Expression, _Features] = {
    "calm": _Features(-7.0, -6.4, 0.2, 3.1),
    "glad": _Features(-7.8, -6.6, 1.0, 2.9),
    "worried": _Features(-9.6, -6.4, 0.0, 3.7),
    "cross": _Features(-3.6, -8.0, 0.46, 2.9),
}


def draw_player(
    canvas: Canvas, pictures: Pictures, sign: SeatSign, face: Character | None, at: Point,
    size: int, expression: Expression = "calm",
) -> None:  # fmt: skip
    """Draw a person around `at`, `size` px: a sign, or the chosen face with the sign at its upper
    left.
    """
    if face is None:
        draw_person(canvas, sign, at, size)
        return
    draw_portrait(canvas, pictures, face, at, size, expression)
    aside = size * CREST_PLACE
    draw_sign(canvas, sign, (at[0] - aside, at[1] - aside), size * SMALL_SIGN)


def draw_portrait(
    canvas: Canvas, pictures: Pictures, who: Character, at: Point, size: int,
    expression: Expression = "calm",
) -> None:  # fmt: skip
    """Draw the portrait of a character around `at`, `size` px, with the crest at its lower right.

    A character without a portrait gets its crest alone on the round ground.
    """
    image = portrait_picture(canvas.look, who, size, expression)
    if image is None:
        _draw_ground(canvas, COLOURS[who.colour], at, size)
        draw_crest(canvas, pictures, who.emblem, who.colour, at, round(size * LARGE_CREST))
        return
    canvas.blit_centred(image, at)
    if size >= canvas.look.px(LEAST_WITH_CREST):
        beside = at[0] + size * CREST_PLACE, at[1] + size * CREST_PLACE
        draw_crest(canvas, pictures, who.emblem, who.colour, beside, round(size * SMALL_CREST))


def portrait_picture(
    look: Look, who: Character, size: int, expression: Expression
) -> Surface | None:
    """Cached picture of a portrait, shared: do not draw on it. None without a portrait."""
    portrait = PORTRAITS.get(who.portrait)
    if portrait is None:
        return None
    key = ("portrait", who.portrait, who.colour, expression, size)
    return look.shapes.keep(
        key, lambda: painted_portrait(portrait, COLOURS[who.colour], expression, size)
    )


def draw_person(canvas: Canvas, sign: SeatSign, at: Point, size: int) -> None:
    """Draw the sign of a person on the round ground of a portrait."""
    _draw_ground(canvas, dark(sign.colour, 0.3), at, size)
    draw_sign(canvas, sign, at, size * SIGN_RADIUS)


def _draw_ground(canvas: Canvas, ground: Colour, at: Point, size: int) -> None:
    key = ("portrait_ground", ground, size)
    canvas.blit_centred(
        canvas.look.shapes.keep(key, lambda: painted_portrait_ground(ground, size)), at
    )


def painted_portrait(
    portrait: Portrait, ground: Colour, expression: Expression, size: int
) -> Surface:
    """Paint a portrait in a square of `size` px, transparent around its ring; premultiplied."""
    sheet = Sheet((size, size), oversampling(size), UNITS, UNITS)
    _ground(sheet, ground)
    _patches(sheet, portrait.behind)
    _patch(sheet, Patch(dark(portrait.skin, 0.2), NECK))
    _patches(sheet, portrait.clothes)
    for ear in EARS:
        _patch(sheet, Patch(portrait.skin, ear))
    _patch(sheet, Patch(portrait.skin, FACE))
    _face(sheet, portrait, FEATURES[expression])
    _patches(sheet, portrait.beard)
    _mouth(sheet, portrait, expression)
    _patches(sheet, portrait.moustache)
    _patches(sheet, portrait.front)
    if expression == "worried":
        _sweat(sheet)
    return _framed(sheet)


def painted_portrait_ground(ground: Colour, size: int) -> Surface:
    """Paint the ground and the ring of a portrait without a head; premultiplied."""
    sheet = Sheet((size, size), oversampling(size), UNITS, UNITS)
    _ground(sheet, ground)
    return _framed(sheet)


def _ground(sheet: Sheet, colour: Colour) -> None:
    """Draw the ground with its rays and a glow behind the head."""
    deep = dark(colour, 0.55)
    sheet.disc(MIDDLE, MIDDLE, RIM, deep)
    turn = math.pi / RAYS
    for n in range(RAYS):
        a, b = 2 * n * turn, (2 * n + 1) * turn
        far = [(MIDDLE + 60 * math.cos(t), MIDDLE + 60 * math.sin(t)) for t in (a, b)]
        sheet.polygon([(MIDDLE, MIDDLE), *far], dark(colour, 0.42))
    for radius, alpha in ((36, 40), (30, 50)):
        sheet.glow(MIDDLE, MIDDLE - 3, radius, light(colour, 0.12), alpha)


def _framed(sheet: Sheet) -> Surface:
    """Cut the picture to a disc and draw its ring."""
    over = sheet.scale[0]
    whole = sheet.surface
    cut = blank(whole.get_size())
    pygame.draw.circle(cut, (255, 255, 255, 255), sheet.at((MIDDLE, MIDDLE)), RIM * over)
    whole.blit(cut, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    sheet.disc(MIDDLE, MIDDLE, RIM, EDGE, RIM - GROUND)
    sheet.disc(MIDDLE, MIDDLE, GOLD_RING, GOLD, 2.0)
    return sheet.scaled_down()


def _patches(sheet: Sheet, patches: Sequence[Patch]) -> None:
    for patch in patches:
        _patch(sheet, patch)


def _patch(sheet: Sheet, patch: Patch) -> None:
    sheet.polygon(patch.outline, patch.colour)
    if patch.shaded:
        with sheet.within(SPLIT, 0, UNITS - SPLIT, UNITS):
            sheet.polygon(patch.outline, dark(patch.colour, SHADE))


# -- features -------------------------------------------------------------------------------------


def _face(sheet: Sheet, portrait: Portrait, features: _Features) -> None:
    """Draw cheeks, nose, eyes and brows."""
    skin = portrait.skin
    for x in (EYES[0] - 3.5, EYES[1] + 3.5):
        sheet.glow(x, EYE_LINE + 9, 4.6, (206, 82, 66), 60)
    if portrait.freckles:
        for dx, dy in ((-4, 7), (-1, 8.5), (1.5, 6.8)):
            for x in (EYES[0] + dx, EYES[1] - dx):
                sheet.disc(x, EYE_LINE + dy, 0.8, dark(skin, 0.3))
    sheet.polygon(NOSE, dark(skin, 0.24))
    for n, x in enumerate(EYES):
        inner, outer = (x + 5, x - 5.5) if n == 0 else (x - 5, x + 5.5)
        if portrait.eye_patch and n == 0:
            _eye_patch(sheet, x)
            continue
        _eye(sheet, portrait, features, x)
        ends = (
            (inner, EYE_LINE + features.brow_inner),
            (x, EYE_LINE + (features.brow_inner + features.brow_outer) / 2 - 1.2),
            (outer, EYE_LINE + features.brow_outer),
        )
        sheet.path(ends, portrait.brow, portrait.brow_width)


def _eye(sheet: Sheet, portrait: Portrait, features: _Features, x: float) -> None:
    skin = portrait.skin if x < SPLIT else dark(portrait.skin, SHADE)
    if features.lid >= 1:  # shut in a smile
        arc = [(x - 4.4, EYE_LINE + 1.4), (x - 2.2, EYE_LINE - 1.1), (x, EYE_LINE - 1.9),
               (x + 2.2, EYE_LINE - 1.1), (x + 4.4, EYE_LINE + 1.4)]  # fmt: skip
        sheet.path(arc, PUPIL, 1.7)
        return
    tall = features.open
    white = [
        (x + 4.6 * math.cos(t), EYE_LINE + tall * math.sin(t))
        for t in (math.pi * n / 10 for n in range(20))
    ]
    sheet.polygon(white, WHITE)
    sheet.disc(x, EYE_LINE + (0.2 if features.lid else -0.2), min(2.5, tall - 0.5), portrait.iris)
    sheet.disc(x + 0.9, EYE_LINE - 0.8, 0.7, WHITE)
    if features.lid:
        low = EYE_LINE - tall + 2 * tall * features.lid
        slant = (features.brow_inner - features.brow_outer) * 0.16
        left, right = (-slant, slant) if x < MIDDLE else (slant, -slant)
        lid = [(x - 5.2, EYE_LINE - tall - 1), (x + 5.2, EYE_LINE - tall - 1),
               (x + 5.2, low + right), (x - 5.2, low + left)]  # fmt: skip
        sheet.polygon(lid, skin)
        sheet.path(lid[2:], PUPIL, 1.2)
    else:
        sheet.path(white[10:] + white[:1], dark(skin, 0.5), 0.8)


def _eye_patch(sheet: Sheet, x: float) -> None:
    sheet.path([(31, 40), (68, 51)], PUPIL, 1.5)
    shield = [(x - 6, EYE_LINE - 5), (x + 6, EYE_LINE - 3), (x + 4.5, EYE_LINE + 4),
              (x, EYE_LINE + 6), (x - 5, EYE_LINE + 3.5)]  # fmt: skip
    sheet.polygon(shield, PUPIL)


def _mouth(sheet: Sheet, portrait: Portrait, expression: Expression) -> None:
    x, y = MIDDLE, 64.8
    if expression == "calm":
        sheet.path([(x - 5, y - 0.4), (x, y + 0.5), (x + 5, y - 0.6)], portrait.lips, 1.9)
    elif expression == "glad":
        smile = [(x - 7, y - 2.4), *bezier((x - 7, y - 2.4), (x - 5, y + 5), (x + 5, y + 5),
                                           (x + 7, y - 2.4)), (x + 7, y - 2.4)]  # fmt: skip
        sheet.polygon(smile, MOUTH)
        sheet.polygon([(x - 6.4, y - 2.4), (x + 6.4, y - 2.4), (x + 5, y), (x - 5, y)], WHITE)
    elif expression == "worried":
        sheet.polygon(disc(x, y + 0.4, 3.2, 20), portrait.lips)
        sheet.polygon(disc(x, y + 0.5, 2.2, 20), MOUTH)
    else:
        frown = [
            (x - 6, y + 2.4),
            (x - 3, y - 0.2),
            (x, y - 0.9),
            (x + 3, y - 0.2),
            (x + 6, y + 2.4),
        ]
        sheet.path(frown, portrait.lips, 2.1)


def _sweat(sheet: Sheet) -> None:
    x, y = 70.0, 38.0
    drop: list[Point] = [
        (x, y - 6),
        (x + 2.2, y - 1.5),
        *disc(x, y, 2.7, 16)[:9],
        (x - 2.2, y - 1.5),
    ]
    sheet.polygon(drop, SWEAT)
    sheet.disc(x - 0.8, y + 0.3, 0.8, mix(SWEAT, WHITE, 0.8))
