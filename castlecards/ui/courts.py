"""The twelve courts of the standard deck: half figures, each joined to its own reflection.

Outlines are in millimetres, x from the vertical axis of the card, y from its upper edge. The upper
half is drawn once; the lower half is the same picture turned, so that a court reads the same from
both sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame
from pygame import Surface

from castlecards.ui.art import LENGTH, WIDTH, Sheet, dark, light, over_for
from castlecards.ui.outlines import Outline, Point, bezier, disc, mirrored
from castlecards.ui.text import Colour

AXIS = WIDTH / 2  # mm
FRAME = (12.6, 9.5, WIDTH - 25.2, LENGTH - 19)  # mm, the picture between the indices
STOCK: Colour = (254, 251, 243)
SKIN: Colour = (243, 220, 192)
GOLD: Colour = (214, 170, 72)
CREAM: Colour = (250, 240, 216)
STEEL: Colour = (214, 220, 228)
WOOD: Colour = (128, 88, 50)
LEAF: Colour = (70, 136, 80)
LIPS: Colour = (184, 66, 62)
INK: Colour = (34, 28, 32)


@dataclass(frozen=True)
class Dress:
    """The colours and hair of the courts of one suit."""

    robe: Colour
    lining: Colour
    hair: Colour


DRESSES = {
    "spade": Dress((40, 54, 96), (190, 44, 52), (70, 58, 50)),
    "heart": Dress((176, 38, 48), (36, 64, 118), (206, 160, 78)),
    "diamond": Dress((190, 120, 36), (150, 36, 52), (150, 92, 44)),
    "club": Dress((30, 98, 72), (196, 148, 50), (52, 42, 40)),
}


def box(left: float, top: float, right: float, low: float) -> Outline:
    return (left, top), (right, top), (right, low), (left, low)


ROBE = mirrored(
    (
        *bezier((0, 33.5), (4.5, 34), (14, 35), (18.0, 41.0)),
        *((19.15, 44.5), (19.15, 48), (0, 48)),
    )
)
LAPEL = ((3.2, 33.8), (7.6, 34.4), (11.5, 48), (4.4, 48))
COLLAR = mirrored(
    (
        *bezier((0, 35.8), (3.5, 35.6), (6.6, 34.0), (7.8, 31.2)),
        *((7.8, 31.2), (6.6, 30.4), (0, 33.4)),
    )
)
FACE = mirrored(
    (
        *bezier((0, 16.5), (5.2, 16.5), (5.9, 20), (5.7, 24.0)),
        *bezier((5.7, 24.0), (5.4, 29.2), (2.4, 31.6), (0, 31.9)),
        (0, 31.9),
    )
)
BROW = bezier((1.2, 21.6), (2.2, 20.8), (3.4, 20.9), (4.3, 21.8), 6)
LID = (*bezier((1.3, 23.2), (2.0, 22.3), (3.2, 22.3), (4.0, 23.2), 8), (4.0, 23.2))
EYE = (*LID, *bezier((4.0, 23.2), (3.2, 23.9), (2.0, 23.9), (1.3, 23.2), 8))
NOSE = ((0.4, 22.6), (1.0, 26.0), (-0.5, 26.3))
MOUTH = ((-1.6, 28.2), (-0.4, 27.8), (0, 28.0), (0.4, 27.8), (1.6, 28.2), (0, 29.0))
BEARD = mirrored(
    (
        *((0, 29.6), (1.8, 29.2), (2.4, 27.4)),
        *bezier((4.2, 26.0), (5.0, 25.6), (5.5, 25), (5.8, 24.2)),
        *bezier((5.8, 24.2), (6.2, 30.5), (4.0, 34.4), (0, 37.2)),
        (0, 37.2),
    )
)
MOUSTACHE = mirrored(
    (
        *((0, 27.0), (0.6, 26.7)),
        *bezier((0.6, 26.7), (2.4, 26.4), (3.2, 27.4), (3.9, 28.4)),
        *bezier((3.9, 28.4), (2.4, 28.4), (1.2, 28.0), (0, 27.7)),
        (0, 27.7),
    )
)
CROWN = mirrored(
    ((0, 11.2), (2.6, 14.6), (5.2, 10.6), (6.4, 14.6), (9.2, 11.4), (7.8, 18.9), (0, 19.6))
)
CROWN_PEARLS = ((0, 11.2), (5.2, 10.6), (9.2, 11.4), (-5.2, 10.6), (-9.2, 11.4))
CROWN_CLOTH = mirrored(((0, 13.4), (6.6, 13.6), (6.6, 17), (0, 17)))
CROWN_BAND = mirrored(((0, 17.0), (8.1, 16.4), (7.8, 18.9), (0, 19.6)))
TIARA = mirrored(
    (
        *bezier((0, 11.0), (1.4, 13.2), (2.4, 14.4), (4.0, 14.0)),
        *bezier((4.0, 14.0), (5.4, 14.4), (6.6, 14.0), (7.6, 13.2)),
        *((7.6, 13.2), (7.4, 17.6), (0, 18.6)),
    )
)
TIARA_PEARLS = ((0, 11.0, 1.1), (4.1, 13.6, 0.85), (-4.1, 13.6, 0.85), (7.6, 13.0, 0.85),
                (-7.6, 13.0, 0.85))  # fmt: skip
CAP = (
    *bezier((-8.8, 17.6), (-9.6, 11.6), (-1, 10.6), (3, 11.4)),
    *bezier((3, 11.4), (8, 12.2), (9.4, 15), (8.8, 17.6)),
    (8.8, 17.6),
)
CAP_BRIM = ((-9.2, 16.6), (9.2, 16.6), (8.6, 19.2), (-8.6, 19.2))
FEATHER = (
    *bezier((5.4, 17.2), (8.2, 12.6), (9.0, 9.0), (15.4, 10.4)),
    *bezier((15.4, 10.4), (13.4, 12.4), (12.6, 15.0), (5.4, 17.2)),
)
QUILL = bezier((5.6, 17), (8, 14), (10, 11.6), (14, 10.8), 8)
BLADE = ((14.2, 15), (15.2, 12), (16.2, 15), (16.2, 34.4), (14.2, 34.4))
STALK = bezier((14.6, 24), (16.2, 29), (13.6, 34), (13.0, 42))
FLOWER_LEAF = (
    *bezier((14.9, 31), (18.2, 28.4), (18.6, 31), (18.6, 31.6)),
    *bezier((18.6, 31.6), (17.2, 33.2), (15.6, 32.6), (14.9, 31)),
)
PETALS = ((0, -2.3), (2.2, -0.7), (1.35, 1.85), (-1.35, 1.85), (-2.2, -0.7))
AXE = (
    *bezier((14.8, 16), (13.0, 16.4), (11.8, 15), (11.0, 13.8)),
    *bezier((11.0, 13.8), (10.0, 18), (10.2, 21.6), (11.0, 24)),
    *bezier((11.0, 24), (12.2, 22), (13.4, 21.4), (14.8, 21.6)),
)
AXE_HOOK = ((16.0, 17.4), (18.8, 16.6), (18.8, 20.4), (16.0, 20))


def draw_court(
    court: str, suit: str, colour: Colour, size: tuple[int, int], large: bool
) -> Surface:
    """`court` is "J", "Q" or "K"; `colour` that of the suit; `large`: room for large indices.

    Premultiplied, without the indices.
    """
    sheet = Sheet(size, over_for(size[1]))
    sheet.fall(STOCK, STOCK)
    sheet.box((0, 0, WIDTH, LENGTH), (176, 164, 140), 3.2, 0.3)
    sheet.box(FRAME, (251, 243, 224), 1.2)
    _figure(sheet, court, suit)
    if large:
        sheet.box((1.2, 1.2, 17.2, 31.2), STOCK)
    else:
        sheet.sign(suit, 18.0, 15.8, 7.2, colour)
    turned = pygame.transform.rotate(sheet.surface, 180)
    width, height = turned.get_size()
    sheet.surface.blit(turned, (0, height // 2), (0, height // 2, width, height - height // 2))
    x, y, wide, high = FRAME
    sheet.box((x, LENGTH / 2 - 1.1, wide, 2.2), dark(GOLD, 0.1))
    sheet.box((x, LENGTH / 2 - 0.45, wide, 0.9), DRESSES[suit].lining)
    if not large:
        sheet.box((x, y, wide, high), dark(GOLD, 0.2), 1.2, 0.35)
    return sheet.finish()


def _figure(sheet: Sheet, court: str, suit: str) -> None:
    dress = DRESSES[suit]
    _robe(sheet, dress, suit)
    _hair(sheet, court, dress)
    _face(sheet, court, dress)
    if court == "K":
        _beard(sheet, dress)
    {"J": _cap, "Q": _tiara, "K": _crown}[court](sheet, dress)
    {"J": _halberd, "Q": _flower, "K": _sword}[court](sheet, dress)


def _at(points: Sequence[Point], side: int = 1) -> list[Point]:
    """Points on the card; `side` -1 for their mirror image."""
    return [(AXIS + side * x, y) for x, y in points]


def _shape(sheet: Sheet, points: Sequence[Point], colour: Colour, line: float = 0.25) -> None:
    """A filled outline with an inked edge of `line` mm."""
    sheet.polygon(_at(points), colour)
    sheet.path(_at(points), INK, line, closed=True)


def _robe(sheet: Sheet, dress: Dress, suit: str) -> None:
    _shape(sheet, ROBE, dress.robe, 0.35)
    for side in (-1, 1):
        _shape(sheet, [(side * x, y) for x, y in LAPEL], dress.lining, 0.35)
        for i in range(4):
            sheet.disc(AXIS + side * (6.0 + 0.75 * i), 36.2 + 3.1 * i, 0.75, GOLD)
        for i in range(3):
            at = (AXIS + side * (14.2 + 0.4 * i), 40.2 + 3.2 * i)
            sheet.sign(suit, *at, 2.6, light(dress.robe, 0.45))
    _shape(sheet, box(-4.4, 33.6, 4.4, 48), CREAM, 0.35)
    for i in range(3):
        sheet.sign("diamond", AXIS, 38.6 + 4.2 * i, 3.2, dress.lining)
    _shape(sheet, COLLAR, GOLD, 0.35)


def _hair(sheet: Sheet, court: str, dress: Dress) -> None:
    low = {"J": 31.0, "Q": 34.0, "K": 31.5}[court]
    outline = mirrored(
        (
            *bezier((0, 15.4), (7.5, 15.4), (8.8, 20), (8.6, 25)),
            *bezier((8.6, 25), (8.6, low - 2), (10.4, low - 1), (8.0, low)),
            *((8.0, low), (4.0, low - 1.2), (0, 29)),
        )
    )
    _shape(sheet, outline, dress.hair, 0.35)
    for i in range(3):
        top, low_end = (6.2 + 0.8 * i, 20.0), (6.6 + 0.8 * i, low - 1)
        strand = bezier(top, (7.4 + 0.6 * i, 24), (5.8 + 0.9 * i, 27), low_end, 8)
        for side in (-1, 1):
            sheet.path(_at(strand, side), dark(dress.hair, 0.35), 0.2)


def _face(sheet: Sheet, court: str, dress: Dress) -> None:
    _shape(sheet, FACE, SKIN, 0.35)
    for side in (-1, 1):
        sheet.path(_at(BROW, side), dark(dress.hair, 0.3), 0.4)
        sheet.polygon(_at(EYE, side), (255, 255, 255))
        sheet.disc(AXIS + side * 2.6, 23.1, 0.55, INK)
        sheet.path(_at(LID, side), INK, 0.25)
        if court == "Q":
            sheet.disc(AXIS + side * 3.7, 26.4, 1.0, (236, 178, 160))
    sheet.path(_at(NOSE), dark(SKIN, 0.4), 0.3)
    sheet.polygon(_at(MOUTH), LIPS)


def _beard(sheet: Sheet, dress: Dress) -> None:
    _shape(sheet, BEARD, dress.hair, 0.35)
    _shape(sheet, MOUSTACHE, dark(dress.hair, 0.2), 0.2)
    for i in range(-2, 3):
        strand = ((i * 1.1, 30.8), (i * 0.7, 34.2 - abs(i) * 0.6))
        sheet.path(_at(strand), dark(dress.hair, 0.35), 0.2)


def _crown(sheet: Sheet, dress: Dress) -> None:
    _shape(sheet, CROWN_CLOTH, dress.lining, 0.35)
    _shape(sheet, CROWN, GOLD, 0.35)
    for x, y in CROWN_PEARLS:
        _shape(sheet, disc(x, y, 0.95), light(GOLD, 0.4), 0.2)
    _shape(sheet, CROWN_BAND, dark(GOLD, 0.12))
    for x in (-5.2, 0, 5.2):
        sheet.sign("diamond", AXIS + x, 18.0, 1.9, dress.lining)


def _tiara(sheet: Sheet, dress: Dress) -> None:
    _shape(sheet, TIARA, GOLD, 0.35)
    for x, y, radius in TIARA_PEARLS:
        _shape(sheet, disc(x, y, radius), CREAM, 0.2)
    sheet.sign("diamond", AXIS, 15.6, 2.8, dress.lining)
    for side in (-1, 1):
        sheet.disc(AXIS + side * 4.0, 16.2, 0.7, dress.lining)
        sheet.disc(AXIS + side * 6.6, 28.6, 0.75, CREAM)  # an ear-ring


def _cap(sheet: Sheet, dress: Dress) -> None:
    _shape(sheet, CAP, dress.robe, 0.35)
    _shape(sheet, CAP_BRIM, dress.lining, 0.35)
    _shape(sheet, FEATHER, CREAM, 0.35)
    sheet.path(_at(QUILL), dark(CREAM, 0.4), 0.2)
    _shape(sheet, disc(5.6, 17.6, 1.3), GOLD)


def _sword(sheet: Sheet, dress: Dress) -> None:
    _shape(sheet, BLADE, STEEL)
    sheet.path(_at(((15.2, 14), (15.2, 34))), dark(STEEL, 0.3), 0.2)
    _shape(sheet, box(11.5, 34.2, 18.9, 35.8), GOLD)
    _shape(sheet, box(14.4, 35.8, 16.0, 40.6), dress.lining)
    _shape(sheet, disc(15.2, 41.4, 1.4), GOLD)
    _hand(sheet, 14.6, 38.3)


def _flower(sheet: Sheet, dress: Dress) -> None:
    sheet.path(_at(STALK), dark(LEAF, 0.25), 0.7)
    _shape(sheet, FLOWER_LEAF, LEAF, 0.2)
    for x, y in PETALS:
        _shape(sheet, disc(14.6 + x, 21.6 + y, 1.75), light(dress.lining, 0.12))
    _shape(sheet, disc(14.6, 21.6, 1.4), GOLD)
    _hand(sheet, 13.4, 38.6)


def _halberd(sheet: Sheet, dress: Dress) -> None:
    _shape(sheet, box(14.8, 13, 16.0, 48), WOOD)
    _shape(sheet, ((15.4, 10.2), (16.5, 14.4), (14.3, 14.4)), STEEL)
    _shape(sheet, AXE, STEEL)
    _shape(sheet, AXE_HOOK, GOLD)
    _hand(sheet, 14.9, 38.0)


def _hand(sheet: Sheet, x: float, y: float) -> None:
    _shape(sheet, box(x - 2.4, y - 1.9, x + 2.2, y + 1.9), SKIN)
    for i in (-0.95, 0.0, 0.95):
        sheet.path(_at(((x - 1.2, y + i), (x + 2.1, y + i))), dark(SKIN, 0.4), 0.18)
    _shape(sheet, box(x - 4.6, y - 2.5, x - 2.2, y + 2.5), CREAM)
