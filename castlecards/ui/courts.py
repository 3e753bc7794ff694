"""The twelve courts of the standard deck: half figures, each joined to its own reflection.

Drawn from plain shapes in millimetres around the middle of the card. The upper half is drawn once;
the lower half is the same picture turned, so a court reads the same from both sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame
from pygame import Surface

from castlecards.ui.art import LENGTH, WIDTH, Sheet, dark, light, over_for
from castlecards.ui.outlines import Point, bezier, disc, mirrored
from castlecards.ui.text import Colour

SKIN: Colour = (243, 220, 192)
GOLD: Colour = (214, 170, 72)
CREAM: Colour = (250, 240, 216)
INK: Colour = (34, 28, 32)
FRAME = (12.6, 9.5, WIDTH - 25.2, LENGTH - 19)  # mm, the picture between the indices


@dataclass(frozen=True)
class Dress:
    """The colours and hair of one court."""

    robe: Colour
    lining: Colour
    hair: Colour


DRESSES = {
    "spade": Dress((40, 54, 96), (190, 44, 52), (70, 58, 50)),
    "heart": Dress((176, 38, 48), (36, 64, 118), (206, 160, 78)),
    "diamond": Dress((190, 120, 36), (150, 36, 52), (150, 92, 44)),
    "club": Dress((30, 98, 72), (196, 148, 50), (52, 42, 40)),
}


def draw_court(court: str, suit: str, colour: Colour, size: tuple[int, int]) -> Surface:
    """`court` is "J", "Q" or "K"; `colour` that of the suit. Premultiplied, without indices."""
    over = over_for(size[1])
    half = Sheet(size, over)
    _stock(half)
    _figure(half, court, suit, colour)
    turned = pygame.transform.rotate(half.surface, 180)
    middle = half.surface.get_height() // 2
    half.surface.blit(turned, (0, middle), (0, middle, turned.get_width(), middle + 1))
    x, y, width, height = FRAME
    belt = dark(GOLD, 0.1)
    half.box((x, LENGTH / 2 - 1.1, width, 2.2), belt)
    half.box((x, LENGTH / 2 - 0.45, width, 0.9), DRESSES[suit].lining)
    half.box((x, y, width, height), dark(GOLD, 0.2), 1.2, 0.35)
    return half.finish()


def _stock(sheet: Sheet) -> None:
    sheet.fall((254, 251, 243), (254, 251, 243))
    sheet.box((0, 0, WIDTH, LENGTH), (176, 164, 140), 3.2, 0.3)
    sheet.box(FRAME, (251, 243, 224), 1.2)


def _figure(sheet: Sheet, court: str, suit: str, colour: Colour) -> None:
    dress = DRESSES[suit]
    _robe(sheet, dress, suit, colour)
    _hair(sheet, court, dress)
    _head(sheet, court, dress)
    {"J": _cap, "Q": _tiara, "K": _crown}[court](sheet, dress)
    {"J": _halberd, "Q": _flower, "K": _sword}[court](sheet, dress)
    sheet.sign(suit, 18.0, 15.8, 7.2, colour)


def _shape(sheet: Sheet, points: Sequence[Point], colour: Colour, line: float = 0.35) -> None:
    """A filled shape around the vertical axis of the card, with an inked edge."""
    moved = [(x + WIDTH / 2, y) for x, y in points]
    sheet.polygon(moved, colour)
    if line:
        sheet.path(moved, INK, line, closed=True)


def _robe(sheet: Sheet, dress: Dress, suit: str, colour: Colour) -> None:
    shoulders = mirrored((
        *bezier((0, 33.5), (4.5, 34), (14, 35), (18.0, 41.0)), (19.15, 44.5), (19.15, 48), (0, 48),
    ))  # fmt: skip
    _shape(sheet, shoulders, dress.robe)
    for side in (-1, 1):
        lapel = [(side * x, y) for x, y in ((3.2, 33.8), (7.6, 34.4), (11.5, 48), (4.4, 48))]
        _shape(sheet, lapel, dress.lining)
        for i in range(4):
            sheet.disc(WIDTH / 2 + side * (6.0 + 0.75 * i), 36.2 + 3.1 * i, 0.75, GOLD)
        for i in range(3):
            sheet.sign(suit, WIDTH / 2 + side * (14.2 + 0.4 * i), 40.2 + 3.2 * i, 2.6,
                       light(dress.robe, 0.45))  # fmt: skip
    _shape(sheet, ((-4.4, 33.6), (4.4, 33.6), (4.4, 48), (-4.4, 48)), CREAM)
    for i in range(3):
        sheet.sign("diamond", WIDTH / 2, 38.6 + 4.2 * i, 3.2, dress.lining)
    collar = mirrored((*bezier((0, 35.8), (3.5, 35.6), (6.6, 34.0), (7.8, 31.2)), (6.6, 30.4), (0, 33.4)))
    _shape(sheet, collar, GOLD)


def _hair(sheet: Sheet, court: str, dress: Dress) -> None:
    low = {"J": 31.0, "Q": 34.0, "K": 31.5}[court]
    side = mirrored((
        *bezier((0, 15.4), (7.5, 15.4), (8.8, 20), (8.6, 25)),
        *bezier((8.6, 25), (8.6, low - 2), (10.4, low - 1), (8.0, low)), (4.0, low - 1.2), (0, 29),
    ))  # fmt: skip
    _shape(sheet, side, dress.hair)
    for i in range(3):
        for flank in (-1, 1):
            strand = [(WIDTH / 2 + flank * x, y) for x, y in bezier(
                (6.2 + 0.8 * i, 20), (7.4 + 0.6 * i, 24), (5.8 + 0.9 * i, 27), (6.6 + 0.8 * i, low - 1), 8)]
            sheet.path(strand, dark(dress.hair, 0.35), 0.2)


def _head(sheet: Sheet, court: str, dress: Dress) -> None:
    face = mirrored((
        *bezier((0, 16.5), (5.2, 16.5), (5.9, 20), (5.7, 24.0)),
        *bezier((5.7, 24.0), (5.4, 29.2), (2.4, 31.6), (0, 31.9)), (0, 31.9),
    ))  # fmt: skip
    _shape(sheet, face, SKIN)
    x = WIDTH / 2
    for side in (-1, 1):
        brow = [(x + side * px, y) for px, y in bezier((1.2, 21.6), (2.2, 20.8), (3.4, 20.9), (4.3, 21.8), 6)]
        sheet.path(brow, dark(dress.hair, 0.3), 0.4)
        sheet.polygon([(x + side * px, y) for px, y in (
            *bezier((1.3, 23.2), (2.0, 22.3), (3.2, 22.3), (4.0, 23.2), 8),
            *bezier((4.0, 23.2), (3.2, 23.9), (2.0, 23.9), (1.3, 23.2), 8))], (255, 255, 255))  # fmt: skip
        sheet.disc(x + side * 2.6, 23.1, 0.55, INK)
        sheet.path([(x + side * px, y) for px, y in bezier(
            (1.3, 23.2), (2.0, 22.3), (3.2, 22.3), (4.0, 23.2), 6)], INK, 0.25)  # fmt: skip
        if court == "Q":
            sheet.disc(x + side * 3.7, 26.4, 1.0, (236, 178, 160))
    sheet.path([(x + 0.4, 22.6), (x + 1.0, 26.0), (x - 0.5, 26.3)], dark(SKIN, 0.4), 0.3)
    lips = (184, 66, 62)
    sheet.polygon([(x - 1.6, 28.2), (x - 0.4, 27.8), (x, 28.0), (x + 0.4, 27.8), (x + 1.6, 28.2),
                   (x, 29.0)], lips)  # fmt: skip
    if court == "K":
        _beard(sheet, dress)


def _beard(sheet: Sheet, dress: Dress) -> None:
    beard = mirrored((
        (0, 29.6), (1.8, 29.2), (2.4, 27.4), *bezier((4.2, 26.0), (5.0, 25.6), (5.5, 25), (5.8, 24.2)),
        *bezier((5.8, 24.2), (6.2, 30.5), (4.0, 34.4), (0, 37.2)), (0, 37.2),
    ))  # fmt: skip
    _shape(sheet, beard, dress.hair)
    moustache = mirrored(((0, 27.0), *bezier((0.6, 26.7), (2.4, 26.4), (3.2, 27.4), (3.9, 28.4)),
                          *bezier((3.9, 28.4), (2.4, 28.4), (1.2, 28.0), (0, 27.7)), (0, 27.7)))  # fmt: skip
    _shape(sheet, moustache, dark(dress.hair, 0.2), 0.2)
    for i in range(-2, 3):
        sheet.path([(WIDTH / 2 + i * 1.1, 30.8), (WIDTH / 2 + i * 0.7, 34.2 - abs(i) * 0.6)],
                   dark(dress.hair, 0.35), 0.2)  # fmt: skip


def _crown(sheet: Sheet, dress: Dress) -> None:
    top = mirrored(((0, 11.2), (2.6, 14.6), (5.2, 10.6), (6.4, 14.6), (9.2, 11.4), (7.8, 18.9), (0, 19.6)))
    _shape(sheet, mirrored(((0, 13.4), (6.6, 13.6), (6.6, 17), (0, 17))), dress.lining)
    _shape(sheet, top, GOLD)
    for x, y in ((0, 11.2), (5.2, 10.6), (9.2, 11.4), (-5.2, 10.6), (-9.2, 11.4)):
        _shape(sheet, disc(x, y, 0.95), light(GOLD, 0.4), 0.2)
    _shape(sheet, mirrored(((0, 17.0), (8.1, 16.4), (7.8, 18.9), (0, 19.6))), dark(GOLD, 0.12), 0.25)
    for x in (-5.2, 0, 5.2):
        sheet.sign("diamond", WIDTH / 2 + x, 18.0, 1.9, dress.lining)


def _tiara(sheet: Sheet, dress: Dress) -> None:
    band = mirrored((
        *bezier((0, 11.0), (1.4, 13.2), (2.4, 14.4), (4.0, 14.0)),
        *bezier((4.0, 14.0), (5.4, 14.4), (6.6, 14.0), (7.6, 13.2)), (7.4, 17.6), (0, 18.6),
    ))  # fmt: skip
    _shape(sheet, band, GOLD)
    for x, y, radius in ((0, 11.0, 1.1), (4.1, 13.6, 0.85), (-4.1, 13.6, 0.85), (7.6, 13.0, 0.85),
                         (-7.6, 13.0, 0.85)):  # fmt: skip
        _shape(sheet, disc(x, y, radius), CREAM, 0.2)
    sheet.sign("diamond", WIDTH / 2, 15.6, 2.8, dress.lining)
    for side in (-1, 1):
        sheet.disc(WIDTH / 2 + side * 4.0, 16.2, 0.7, dress.lining)
        sheet.disc(WIDTH / 2 + side * 6.6, 28.6, 0.75, CREAM)


def _cap(sheet: Sheet, dress: Dress) -> None:
    cap = (*bezier((-8.8, 17.6), (-9.6, 11.6), (-1, 10.6), (3, 11.4)),
           *bezier((3, 11.4), (8, 12.2), (9.4, 15), (8.8, 17.6)), (8.8, 17.6))  # fmt: skip
    _shape(sheet, cap, dress.robe)
    _shape(sheet, ((-9.2, 16.6), (9.2, 16.6), (8.6, 19.2), (-8.6, 19.2)), dress.lining)
    feather = (*bezier((5.4, 17.2), (8.2, 12.6), (9.0, 9.0), (15.4, 10.4)),
               *bezier((15.4, 10.4), (13.4, 12.4), (12.6, 15.0), (5.4, 17.2)), (5.4, 17.2))  # fmt: skip
    _shape(sheet, feather, CREAM)
    sheet.path([(WIDTH / 2 + x, y) for x, y in bezier((5.6, 17), (8, 14), (10, 11.6), (14, 10.8), 8)],
               dark(CREAM, 0.4), 0.2)  # fmt: skip
    _shape(sheet, disc(5.6, 17.6, 1.3), GOLD, 0.25)


def _sword(sheet: Sheet, dress: Dress) -> None:
    x = 15.2
    _shape(sheet, ((x - 1, 15), (x, 12), (x + 1, 15), (x + 1, 34.4), (x - 1, 34.4)), (214, 220, 228), 0.25)
    sheet.path([(WIDTH / 2 + x, 14), (WIDTH / 2 + x, 34)], (150, 158, 170), 0.2)
    _shape(sheet, ((x - 3.7, 34.2), (x + 3.7, 34.2), (x + 3.7, 35.8), (x - 3.7, 35.8)), GOLD, 0.25)
    _shape(sheet, ((x - 0.8, 35.8), (x + 0.8, 35.8), (x + 0.8, 40.6), (x - 0.8, 40.6)), dress.lining, 0.25)
    _shape(sheet, disc(x, 41.4, 1.4), GOLD, 0.25)
    _hand(sheet, x - 0.6, 38.3)


def _flower(sheet: Sheet, dress: Dress) -> None:
    x = 14.6
    sheet.path([(WIDTH / 2 + px, y) for px, y in bezier((x, 24), (x + 1.6, 29), (x - 1, 34), (x - 1.6, 42))],
               (52, 110, 62), 0.7)  # fmt: skip
    leaf = (*bezier((x + 0.3, 31), (x + 3.6, 28.4), (x + 4, 31), (x + 4, 31.6)),
            *bezier((x + 4, 31.6), (x + 2.6, 33.2), (x + 1, 32.6), (x + 0.3, 31)))  # fmt: skip
    _shape(sheet, leaf, (70, 136, 80), 0.2)
    for dx, dy in ((0, -2.3), (2.2, -0.7), (1.35, 1.85), (-1.35, 1.85), (-2.2, -0.7)):
        _shape(sheet, disc(x + dx, 21.6 + dy, 1.75), light(dress.lining, 0.12), 0.25)
    _shape(sheet, disc(x, 21.6, 1.4), GOLD, 0.25)
    _hand(sheet, x - 1.2, 38.6)


def _halberd(sheet: Sheet, dress: Dress) -> None:
    x = 15.4
    _shape(sheet, ((x - 0.6, 13), (x + 0.6, 13), (x + 0.6, 48), (x - 0.6, 48)), (128, 88, 50), 0.25)
    _shape(sheet, ((x, 10.2), (x + 1.1, 14.4), (x - 1.1, 14.4)), (214, 220, 228), 0.25)
    blade = (*bezier((x - 0.6, 16), (x - 2.4, 16.4), (x - 3.6, 15), (x - 4.4, 13.8)),
             *bezier((x - 4.4, 13.8), (x - 5.4, 18), (x - 5.2, 21.6), (x - 4.4, 24)),
             *bezier((x - 4.4, 24), (x - 3.2, 22), (x - 2, 21.4), (x - 0.6, 21.6)), (x - 0.6, 21.6))  # fmt: skip
    _shape(sheet, blade, (214, 220, 228), 0.25)
    _shape(sheet, ((x + 0.6, 17.4), (x + 3.4, 16.6), (x + 3.4, 20.4), (x + 0.6, 20)), GOLD, 0.25)
    _hand(sheet, x - 0.5, 38.0)


def _hand(sheet: Sheet, x: float, y: float) -> None:
    _shape(sheet, ((x - 2.4, y - 1.9), (x + 2.0, y - 1.9), (x + 2.4, y + 1.9), (x - 2.4, y + 1.9)), SKIN, 0.25)
    for i in (-0.95, 0.0, 0.95):
        sheet.path([(WIDTH / 2 + x - 1.2, y + i), (WIDTH / 2 + x + 2.1, y + i)], dark(SKIN, 0.4), 0.18)
    _shape(sheet, ((x - 4.6, y - 2.5), (x - 2.2, y - 2.5), (x - 2.2, y + 2.5), (x - 4.6, y + 2.5)), CREAM, 0.25)
