"""The sign of each player: a shape and a colour of their own, wherever the program speaks of them.

Shapes tell the six apart by themselves, also where colours look alike (deuteranopia) and at the
size of a line of text. The seats of the south have warm colours, those of the north cool ones, so
that teams are seen, too; the sign of a side is that of its first seat. Where a game ties a seat to
the red or black suits its sign has that colour, and keeps its shape.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pygame
from pygame import Surface

from castlecards.core.cards import NATURE, SIDES, Seat
from castlecards.core.game import Sheet
from castlecards.core.session import Session
from castlecards.ui.cardart.outlines import OVERSAMPLE, Outline, disc, placed, rounded, star
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour, blank

DARK: Colour = (10, 18, 15)
IVORY: Colour = (240, 232, 210)
# The sixth is a cross, of two bars that lie aslant. A hexagon differs from the disc in 7 % of the
# area of both, at every size; the cross in 32 %, and no two of the six in less than 16 %.
CROSS = tuple(
    (0.71 * (x - y), 0.71 * (x + y))
    for x, y in (
        (-0.17, -0.6), (0.17, -0.6), (0.17, -0.17), (0.6, -0.17), (0.6, 0.17), (0.17, 0.17),
        (0.17, 0.6), (-0.17, 0.6), (-0.17, 0.17), (-0.6, 0.17), (-0.6, -0.17), (-0.17, -0.17),
    )
)  # fmt: skip
SHAPES: dict[str, Outline] = {  # beside a disc of diameter 1 they look about as large
    "disc": disc(0, 0, 0.5),
    "lozenge": ((0, -0.62), (0.55, 0), (0, 0.62), (-0.55, 0)),
    "triangle": ((0, -0.6), (0.58, 0.42), (-0.58, 0.42)),
    "square": rounded(((-0.47, -0.47), (0.47, -0.47), (0.47, 0.47), (-0.47, 0.47)), 0.06),
    "star": tuple((1.25 * x, 1.25 * y) for x, y in star(5, 0.2)),
    "cross": CROSS,
}
BOX = 1.4  # diameters: the side of the square in which every shape has room, with its rim


@dataclass(frozen=True, slots=True)
class SeatSign:
    """What stands for a player: one of `SHAPES`, its colour and that of its edge."""

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
SUITS: dict[str, tuple[Colour, Colour]] = {  # colour and edge of those who play such suits
    "red": ((206, 52, 54), DARK),
    "black": ((44, 47, 58), IVORY),
}


def sign_of(session: Session[Any], seat: Seat) -> SeatSign:
    """Of the player who sits there; who plays several seats has the sign of the first."""
    owner = session.owner(seat)
    first = session.owners.index(owner) if owner >= 0 else seat
    return first_sign(first, session.game.suit_colours(session.public))


def first_sign(seat: Seat, suits: Sequence[str]) -> SeatSign:
    """Of the player whose first seat this is; `suits`: `Game.suit_colours`."""
    sign = SEATS[seat % len(SEATS)]
    return SeatSign(sign.shape, *SUITS[suits[seat]]) if suits else sign


def side_sign(session: Session[Any], side: int) -> SeatSign:
    """Of a side of the table: that of its first seat."""
    return side_signs(session, side)[0]


def side_signs(session: Session[Any], side: int) -> tuple[SeatSign, ...]:
    """Of all who play on a side of the table, in the order of their seats."""
    seats = (seat for seat, own in enumerate(session.position.box.sides) if own == side)
    return tuple(dict.fromkeys(sign_of(session, seat) for seat in seats))


def winning_sign(session: Session[Any]) -> SeatSign | None:
    """Of whoever has won, or of the side that has; None: nobody has, or several who play alone."""
    won = [seat for seat, share in enumerate(session.position.result or ()) if share > 0.5]
    sides = session.position.box.sides
    if len({session.owner(seat) for seat in won}) == 1:
        return sign_of(session, won[0])
    return side_sign(session, sides[won[0]]) if len({sides[seat] for seat in won}) == 1 else None


def acting_sign(session: Session[Any], at: int) -> SeatSign | None:
    """Of whoever did what line `at` of the log ends: a landing ends a throw; None: nobody did."""
    done = (record.seat for record in reversed(session.log[: at + 1]) if record.seat != NATURE)
    seat = next(done, NATURE)
    return sign_of(session, seat) if seat != NATURE else None


def seat_name(session: Session[Any], seat: Seat) -> str:
    """Who sits there; the side of the table where nobody does."""
    return session.name(seat) or SIDES[session.position.box.sides[seat]]


def draw_sign(canvas: Canvas, sign: SeatSign, at: tuple[float, float], radius: float) -> None:
    """`radius` of the disc, px; the other shapes reach a little further."""
    key = ("seat sign", sign, radius)
    canvas.blit_centred(canvas.look.shapes.keep(key, lambda: painted(sign, radius)), at)


def painted(sign: SeatSign, radius: float) -> Surface:
    """The sign in the middle of a transparent square, premultiplied."""
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
    """The same with the names of the players above the columns of their seats."""
    return Sheet(tuple(map(session.named, sheet.columns)), sheet.rows)


def sheet_signs(session: Session[Any], sheet: Sheet) -> tuple[SeatSign | None, ...]:
    """By column: the sign of the seat whose it is."""
    seats = session.position.box.seats
    if len(sheet.columns) != seats + 1:
        return ()
    return (None, *(sign_of(session, seat) for seat in range(seats)))
