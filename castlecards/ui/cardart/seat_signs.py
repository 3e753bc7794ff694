"""Seat signs: a shape and a colour for each player, used wherever the program shows a player.

The six shapes can be told apart without colour (deuteranopia) and at the size of a line of text.
Seats of the south have warm colours, seats of the north cool ones, so that teams are visible. The
sign of a side is that of its first seat. If a game ties a seat to the red or black suits, its sign
takes that colour and keeps its shape.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pygame
from pygame import Surface

from castlecards.core import narration
from castlecards.core.cards import NATURE, Seat
from castlecards.core.game import Sheet
from castlecards.core.session import Session
from castlecards.ui.cardart.outlines import OVERSAMPLE, Outline, disc, placed, rounded, star
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour, blank

DARK: Colour = (10, 18, 15)
IVORY: Colour = (240, 232, 210)
# The sixth shape is a diagonal cross. A hexagon would differ from the disc in only 7 % of the area
# of both, the cross differs in 32 %; any two of the six shapes differ in at least 16 %.
CROSS = tuple(
    (0.71 * (x - y), 0.71 * (x + y))
    for x, y in (
        (-0.17, -0.6), (0.17, -0.6), (0.17, -0.17), (0.6, -0.17), (0.6, 0.17), (0.17, 0.17),
        (0.17, 0.6), (-0.17, 0.6), (-0.17, 0.17), (-0.6, 0.17), (-0.6, -0.17), (-0.17, -0.17),
    )
)  # fmt: skip
SHAPES: dict[str, Outline] = {  # scaled to look about as large as a disc of diameter 1
    "disc": disc(0, 0, 0.5),
    "lozenge": ((0, -0.62), (0.55, 0), (0, 0.62), (-0.55, 0)),
    "triangle": ((0, -0.6), (0.58, 0.42), (-0.58, 0.42)),
    "square": rounded(((-0.47, -0.47), (0.47, -0.47), (0.47, 0.47), (-0.47, 0.47)), 0.06),
    "star": tuple((1.25 * x, 1.25 * y) for x, y in star(5, 0.2)),
    "cross": CROSS,
}
BOX = 1.4  # diameters, side of a square in which every shape with its rim fits


@dataclass(frozen=True, slots=True)
class SeatSign:
    """Sign of a player: one of `SHAPES`, its colour and the colour of its rim."""

    shape: str
    colour: Colour
    rim: Colour = DARK


SEATS = (
    SeatSign("disc", (230, 97, 76)),
    SeatSign("lozenge", (86, 168, 232)),
    SeatSign("triangle", (238, 190, 66)),
    SeatSign("square", (64, 190, 150)),
    SeatSign("star", (214, 130, 190)),
    SeatSign("cross", (226, 226, 220)),
)
SUITS: dict[str, tuple[Colour, Colour]] = {  # colour and rim by the suits that a seat plays
    "red": ((206, 52, 54), DARK),
    "black": ((44, 47, 58), IVORY),
}


def sign_of(session: Session[Any], seat: Seat) -> SeatSign:
    """Sign of the player of a seat; a player of several seats has the sign of the first."""
    owner = session.owner(seat)
    first = session.owners.index(owner) if owner >= 0 else seat
    return first_sign(first, session.game.suit_colours(session.public))


def first_sign(seat: Seat, suits: Sequence[str]) -> SeatSign:
    """Sign of the player whose first seat is `seat`; `suits`: `Game.suit_colours`."""
    sign = SEATS[seat % len(SEATS)]
    return SeatSign(sign.shape, *SUITS[suits[seat]]) if suits else sign


def side_sign(session: Session[Any], side: int) -> SeatSign:
    """Sign of a side of the table, which is that of its first seat."""
    return side_signs(session, side)[0]


def side_signs(session: Session[Any], side: int) -> tuple[SeatSign, ...]:
    """Signs of all players on a side of the table, in seat order, without repeats."""
    seats = (seat for seat, own in enumerate(session.position.box.sides) if own == side)
    return tuple(dict.fromkeys(sign_of(session, seat) for seat in seats))


def winning_sign(session: Session[Any]) -> SeatSign | None:
    """Sign of the winner or of the winning side; None without a winner or with several winners."""
    won = [seat for seat, share in enumerate(session.position.result or ()) if share > 0.5]
    sides = session.position.box.sides
    if len({session.owner(seat) for seat in won}) == 1:
        return sign_of(session, won[0])
    return side_sign(session, sides[won[0]]) if len({sides[seat] for seat in won}) == 1 else None


def acting_sign(session: Session[Any], at: int) -> SeatSign | None:
    """Sign of the last player who acted up to record `at` of the log; None if no player has."""
    seat = narration.acting_seat(session, at)
    return sign_of(session, seat) if seat != NATURE else None


def draw_sign(canvas: Canvas, sign: SeatSign, at: tuple[float, float], radius: float) -> None:
    """Draw a sign; `radius` of the disc, px; the other shapes extend a little further."""
    key = ("seat sign", sign, radius)
    canvas.blit_centred(canvas.look.shapes.keep(key, lambda: painted(sign, radius)), at)


def painted(sign: SeatSign, radius: float) -> Surface:
    """Paint a sign in the middle of a transparent square; premultiplied."""
    side = 2 * math.ceil(radius * BOX) + 4
    large = blank((side * OVERSAMPLE, side * OVERSAMPLE))
    middle = side * OVERSAMPLE / 2
    points = placed(SHAPES[sign.shape], middle, middle, 2 * radius * OVERSAMPLE)
    edge = OVERSAMPLE * max(1.2, radius * 0.12)
    for start, end in zip(points, [*points[1:], points[0]], strict=True):
        pygame.draw.line(large, sign.rim, start, end, round(2 * edge))
        pygame.draw.circle(large, sign.rim, start, edge)
    pygame.draw.polygon(large, sign.colour, points)
    return pygame.transform.smoothscale(large.premul_alpha(), (side, side))


def named_sheet(session: Session[Any], sheet: Sheet) -> Sheet:
    """Score sheet with the players' names as column heads."""
    return replace(sheet, columns=tuple(map(session.with_player_names, sheet.columns)))


def sheet_signs(session: Session[Any], sheet: Sheet) -> tuple[SeatSign | None, ...]:
    """Sign for each column of a score sheet, None for its first; () if columns are not seats."""
    seats = session.position.box.seats
    if len(sheet.columns) != seats + 1:
        return ()
    return (None, *(sign_of(session, seat) for seat in range(seats)))
