"""Painter of fortifications seen from above: bastions, breaches, ramparts, turrets and yards.

Each fortification is a piece in mm that is painted once and then projected by the camera. So a
falling wall changes one piece and not the whole table. The opponent is at the top of every piece.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass

import pygame
from pygame import Surface

from castlecards.ui.cardart.buildings.paper_cut import shadowed
from castlecards.ui.kit.shapes import Colour, blank, mix

DRAWN_SCALE = 6  # px per mm while drawing
FINAL_SCALE = 3  # px per mm of the finished piece
SHADOW_BLUR = 8.0  # px
SHADOW_MARGIN = 9.0  # mm around a piece for its shadow
BASTION = (80.5, 112.0)  # mm, width and length without merlons
BED = (67.0, 99.0)  # mm, place of the card in a bastion
YARD = (172.0, 110.0)  # mm
CURTAIN = 13.0  # mm, thickness of the wall between bastions
TURRET = 17.0  # mm, diameter
TOWER = 25.0  # mm, diameter of a tower at a corner of a yard
MERLON = 4.2  # mm, depth
STONE: Colour = (150, 148, 142)
RUBBLE: Colour = (62, 56, 48)
WHOLE, CRACKED, BURNING, RUINED = range(4)  # states of a yard and of its keep


@dataclass(frozen=True)
class SideStyle:
    """Colour of a side's roofs and bands, and the shape of its towers."""

    colour: Colour
    round: bool

    @property
    def stone(self) -> Colour:
        return mix(STONE, self.colour, 0.14)


@dataclass(frozen=True)
class Piece:
    """Fortification of `width` x `length` mm, centred at (0, 0).

    `state` depends on `kind`. Breach: 1 if a card can be built there, else 0. Rampart: bit mask, 1
    if its left half stands, 2 if its right half stands. Yard: `WHOLE` to `RUINED`. `open`: the
    gate of a yard is open.
    """

    kind: str  # "bastion", "breach", "rampart", "turret", "yard"
    style: SideStyle
    width: float
    length: float
    state: int = 0
    open: bool = False


def bastion(style: SideStyle) -> Piece:
    return Piece("bastion", style, *BASTION)


def breach(style: SideStyle, vacant: bool) -> Piece:
    """Remains of a bastion; `vacant`: a card can be built there."""
    return Piece("breach", style, *BASTION, int(vacant))


def rampart(style: SideStyle, length: float, left: bool, right: bool) -> Piece:
    return Piece("rampart", style, round(length, 1), CURTAIN, left + 2 * right)


def turret(style: SideStyle) -> Piece:
    return Piece("turret", style, TURRET, TURRET)


def yard(style: SideStyle, state: int, open_: bool) -> Piece:
    return Piece("yard", style, *YARD, state, open_)


def size_of(piece: Piece) -> tuple[float, float]:
    """Width and length in mm of the picture, including merlons and shadow."""
    return piece.width + 2 * (SHADOW_MARGIN + MERLON), piece.length + 2 * (SHADOW_MARGIN + MERLON)


def painted(piece: Piece) -> Surface:
    """Paint a piece with its shadow, `FINAL_SCALE` px per mm; premultiplied."""
    wide, long = size_of(piece)
    large = blank((round(wide * DRAWN_SCALE), round(long * DRAWN_SCALE)))
    PAINTERS[piece.kind](_PiecePainter(large, piece))
    size = (round(wide * FINAL_SCALE), round(long * FINAL_SCALE))
    image = pygame.transform.smoothscale(large.premul_alpha(), size)
    if piece.kind == "breach":
        return image
    return shadowed(image, (FINAL_SCALE, 1.6 * FINAL_SCALE), SHADOW_BLUR)


class _PiecePainter:
    """Drawing tools for one piece, in mm; y points to the opponent."""

    def __init__(self, surface: Surface, piece: Piece) -> None:
        self.surface = surface
        self.piece = piece
        self.livery = piece.style
        self.middle = surface.get_width() / 2, surface.get_height() / 2
        self.stream = random.Random(f"{piece.kind}{piece.state}{piece.width}")

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.middle[0] + x * DRAWN_SCALE, self.middle[1] - y * DRAWN_SCALE

    def box(self, x: float, y: float, w: float, h: float, colour: Colour, curve: float = 0) -> None:
        """Draw a box; (x, y) is its lower left corner, mm."""
        left, top = self.at(x, y + h)
        rect = pygame.Rect(round(left), round(top), round(w * DRAWN_SCALE), round(h * DRAWN_SCALE))
        pygame.draw.rect(self.surface, colour, rect, 0, round(curve * DRAWN_SCALE))

    def polygon(self, colour: Colour, *points: tuple[float, float]) -> None:
        pygame.draw.polygon(self.surface, colour, [self.at(*point) for point in points])

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        pygame.draw.circle(self.surface, colour, self.at(x, y), radius * DRAWN_SCALE)

    def blocks(self, x: float, y: float, length: float, level: bool, out: float = 0.0) -> None:
        """Draw a row of merlons from (x, y) mm, `length` mm long.

        `level`: along x, else along y; `out`: mm by which they project.
        """
        stone = self.livery.stone
        pale, dark = mix(stone, (255, 255, 255), 0.26), mix(stone, (0, 0, 0), 0.45)
        count = max(3, round(length / 8.4)) // 2 * 2 + 1
        step = length / count
        for k in range(0, count, 2):
            w, h = (step, MERLON + out) if level else (MERLON + out, step)
            bx, by = (x + k * step, y) if level else (x, y + k * step)
            self.box(bx - 0.45, by - 0.45, w + 0.9, h + 0.9, dark)
            tone = mix(pale, stone, self.stream.random() * 0.5)
            self.box(bx, by, w, h, tone)

    def tower(self, x: float, y: float, radius: float, roof: bool = True) -> None:
        """Draw a tower from above: parapet and roof, round or four-sided; rubble without a roof."""
        livery = self.livery
        stone, dark = livery.stone, mix(livery.stone, (0, 0, 0), 0.55)
        if not roof:
            self.rubble(x, y, radius * 0.95, 14)
            return
        top = mix(livery.colour, (255, 255, 255), 0.14)
        if livery.round:
            self.disc(x, y, radius, dark)
            self.disc(x, y, radius - 0.7, mix(stone, (255, 255, 255), 0.2))
            self.disc(x, y, radius * 0.78, mix(livery.colour, (0, 0, 0), 0.42))
            for k in range(16):
                turn = 2 * math.pi * k / 16
                lit = 0.5 - 0.5 * math.sin(turn - 0.9)
                tone = mix(mix(livery.colour, (0, 0, 0), 0.34), top, lit)
                edge = [
                    (x + math.cos(a) * radius * 0.74, y + math.sin(a) * radius * 0.74)
                    for a in (turn - 0.21, turn + 0.21)
                ]
                self.polygon(tone, (x, y), *edge)
            self.disc(x, y, radius * 0.12, mix(top, (255, 255, 255), 0.5))
            return
        for part, tone in ((1.0, dark), (0.93, mix(stone, (255, 255, 255), 0.2)),
                           (0.76, mix(livery.colour, (0, 0, 0), 0.42))):  # fmt: skip
            far = radius * part * 1.12
            self.polygon(tone, (x, y + far), (x + far, y), (x, y - far), (x - far, y))
        far = radius * 0.8
        points = ((x, y + far), (x + far, y), (x, y - far), (x - far, y))
        for k, lit in enumerate((0.7, 0.05, 0.3, 1.0)):
            tone = mix(mix(livery.colour, (0, 0, 0), 0.34), top, lit)
            self.polygon(tone, (x, y), points[k], points[(k + 1) % 4])
        self.disc(x, y, radius * 0.1, mix(top, (255, 255, 255), 0.5))

    def rubble(self, x: float, y: float, radius: float, stones: int) -> None:
        for _ in range(stones):
            turn, far = self.stream.uniform(0, 6.28), radius * math.sqrt(self.stream.random())
            self.stone(x + far * math.cos(turn), y + far * math.sin(turn))

    def stone(self, x: float, y: float) -> None:
        """Draw a loose stone."""
        size, turn = self.stream.uniform(0.8, 2.6), self.stream.uniform(0, 3)
        tone = mix(self.livery.stone, (0, 0, 0), self.stream.uniform(0.1, 0.62))
        corners = [
            (x + size * f * math.cos(turn + a), y + size * f * math.sin(turn + a))
            for a, f in ((0.2, 1.0), (1.5, 0.8), (2.9, 1.05), (4.4, 0.75))
        ]
        self.polygon(tone, *corners)


def _bastion(painter: _PiecePainter) -> None:
    """Draw stone around a dark bed for a card, and a coloured band towards the opponent."""
    w, h = BASTION[0] / 2, BASTION[1] / 2
    livery = painter.livery
    stone = livery.stone
    painter.box(-w - 0.8, -h - 0.8, 2 * w + 1.6, 2 * h + 1.6, mix(stone, (0, 0, 0), 0.5))
    painter.box(-w, -h, 2 * w, 2 * h, mix(stone, (0, 0, 0), 0.2))
    for y, out in ((h - MERLON, 1.2), (-h - 1.2, 1.2)):
        painter.blocks(-w, y, 2 * w, True, out)
    for x, out in ((w - MERLON, 1.2), (-w - 1.2, 1.2)):
        painter.blocks(x, -h, 2 * h, False, out)
    band = mix(livery.colour, (255, 255, 255), 0.05)
    painter.box(-w + 1, h + 1.4, 2 * w - 2, 3.6, band, 1)
    bw, bh = BED[0] / 2, BED[1] / 2
    painter.box(
        -bw - 1.5, -bh - 1.5, 2 * bw + 3, 2 * bh + 3, mix(livery.colour, (0, 0, 0), 0.1), 3.4
    )
    painter.box(-bw, -bh, 2 * bw, 2 * bh, (18, 17, 18), 3)


def _breach(painter: _PiecePainter) -> None:
    """Draw the rubble of a bastion, with a card's outline if a card can be built there."""
    w, h = BASTION[0] / 2, BASTION[1] / 2
    stream = painter.stream
    ragged = [
        (side_x * (w + stream.uniform(-5, 2)), side_y * (h + stream.uniform(-5, 2)))
        for side_x, side_y in (
            (-1, -1), (-0.5, -1.02), (0, -1), (0.5, -1.03), (1, -1), (1.03, -0.4), (1, 0.3), (1, 1),
            (0.4, 1.03), (-0.2, 1), (-1, 1), (-1.04, 0.4), (-1, -0.2),
        )
    ]  # fmt: skip
    painter.polygon((34, 32, 28), *ragged)
    inner = [(x * 0.95, y * 0.96) for x, y in ragged]
    painter.polygon(mix(RUBBLE, painter.livery.colour, 0.06), *inner)
    for _ in range(60):
        painter.stone(stream.uniform(-w + 4, w - 4), stream.uniform(-h + 4, h - 4))
    for _ in range(90):
        along, edge = stream.uniform(-1, 1), stream.choice((-1, 1))
        spread = stream.gauss(0, 3.2)
        if stream.random() < 0.5:
            painter.stone(along * w, edge * h + spread)
        else:
            painter.stone(edge * w + spread, along * h)
    if painter.piece.state:
        bw, bh = 63.5 / 2 + 0.5, 95.0 / 2 + 0.5
        left, top = painter.at(-bw, bh)
        rect = pygame.Rect(
            round(left), round(top), round(2 * bw * DRAWN_SCALE), round(2 * bh * DRAWN_SCALE)
        )
        pale = mix(painter.livery.colour, (255, 255, 255), 0.42)
        pygame.draw.rect(painter.surface, (20, 18, 16), rect.inflate(12, 12), 32, 36)
        pygame.draw.rect(painter.surface, pale, rect, 18, 28)


def _rampart(painter: _PiecePainter) -> None:
    """Draw a wall with a walk and merlons; a fallen half is rubble."""
    half, deep = painter.piece.width / 2, CURTAIN / 2
    standing_halves = painter.piece.state
    stone = painter.livery.stone
    for bit, start in ((1, -half), (2, 0.0)):
        long = half
        if not standing_halves & bit:
            near = start if bit == 2 else start + long * 0.42
            for _ in range(18):
                x = painter.stream.uniform(near, near + long * 0.58)
                painter.stone(x, painter.stream.gauss(0, deep * 0.6))
            start, long = (start, long * 0.42) if bit == 1 else (start + long * 0.58, long * 0.42)
        painter.box(start, -deep - 0.5, long, 2 * deep + 1, mix(stone, (0, 0, 0), 0.55))
        painter.box(start, -deep, long, 2 * deep, mix(stone, (0, 0, 0), 0.28))
        painter.blocks(start, deep - MERLON, long, True)
        painter.box(start, -deep, long, 1.6, mix(stone, (255, 255, 255), 0.05))


def _turret(painter: _PiecePainter) -> None:
    painter.tower(0, 0, TURRET / 2)


def _yard(painter: _PiecePainter) -> None:
    """Draw a cobbled yard within a wall with towers, and a gatehouse towards the opponent."""
    w, h = YARD[0] / 2 - 4, YARD[1] / 2 - 4
    state, livery, stream = painter.piece.state, painter.livery, painter.stream
    stone = livery.stone
    earth = mix(mix((104, 98, 92), livery.colour, 0.16), (0, 0, 0), 0.18)
    painter.box(-w - 5.2, -h - 5.2, 2 * w + 10.4, 2 * h + 10.4, mix(stone, (0, 0, 0), 0.6), 2)
    painter.box(-w, -h, 2 * w, 2 * h, earth, 2)
    for _ in range(260):
        x, y = stream.uniform(-w + 5, w - 5), stream.uniform(-h + 5, h - 5)
        size = stream.uniform(0.8, 1.9)
        tone = mix(earth, (0, 0, 0) if stream.random() < 0.6 else (255, 255, 255), 0.16)
        painter.box(x, y, size * 1.4, size, tone, size / 2)
    walk = mix(stone, (0, 0, 0), 0.26)
    for x, y, bw, bh in (
        (-w - 4.5, -h - 4.5, 9, 2 * h + 9), (w - 4.5, -h - 4.5, 9, 2 * h + 9),
        (-w - 4.5, -h - 4.5, 2 * w + 9, 9), (-w - 4.5, h - 4.5, 2 * w + 9, 9),
    ):  # fmt: skip
        painter.box(x, y, bw, bh, walk)
    painter.blocks(-w - 4.5, h + 4.5 - MERLON, 2 * w + 9, True)
    painter.blocks(-w - 4.5, -h - 4.5, 2 * w + 9, True)
    painter.blocks(-w - 4.5, -h - 4.5, 2 * h + 9, False)
    painter.blocks(w + 4.5 - MERLON, -h - 4.5, 2 * h + 9, False)
    if state >= CRACKED:
        _gap(painter, w * 0.52, h, earth, level=True)
    if state >= BURNING:
        _gap(painter, w, -h * 0.2, earth, level=False)
        _scorch(painter, w * 0.66, h * 0.42)
    if state >= RUINED:
        _gap(painter, -w * 0.62, h, earth, level=True)
        _gap(painter, -w, h * 0.1, earth, level=False)
        _gap(painter, -w * 0.35, -h, earth, level=True)
        _scorch(painter, -w * 0.66, -h * 0.3)
    fallen = {CRACKED: (), BURNING: ((1, 1),), RUINED: ((1, 1), (-1, 1), (1, -1), (-1, -1))}
    for sx, sy in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
        painter.tower(sx * w, sy * h, TOWER / 2, (sx, sy) not in fallen.get(state, ()))
    _gatehouse(painter, h)


def _gap(painter: _PiecePainter, x: float, y: float, earth: Colour, level: bool) -> None:
    """Draw a gap in the wall of a yard."""
    wide, deep = (26.0, 11.0) if level else (11.0, 26.0)
    painter.box(x - wide / 2, y - deep / 2, wide, deep, mix(earth, (0, 0, 0), 0.35), 2)
    for _ in range(34):
        painter.stone(
            x + painter.stream.gauss(0, wide * 0.34), y + painter.stream.gauss(0, deep * 0.36)
        )


def _scorch(painter: _PiecePainter, x: float, y: float) -> None:
    for k in range(5):
        tone = mix((70, 60, 54), (20, 17, 16), k / 4)
        painter.disc(
            x + painter.stream.gauss(0, 2), y + painter.stream.gauss(0, 2), 10 - 1.9 * k, tone
        )


def _gatehouse(painter: _PiecePainter, y: float) -> None:
    """Draw two towers with planks between them, or light if the gate is open."""
    half = 9.0
    if painter.piece.open:
        for k, tone in enumerate(((190, 96, 30), (246, 160, 60), (255, 222, 140))):
            painter.box(-half + 2 * k, y - 7 + k, 2 * half - 4 * k, 15 - 2 * k, tone, 2)
    else:
        painter.box(-half, y - 6, 2 * half, 12, (58, 38, 24))
        for k in range(6):
            tone = mix((128, 86, 50), (104, 68, 38), k % 2)
            painter.box(-half + 0.4 + 3 * k, y - 5.4, 2.4, 10.8, tone)
    for side in (-1, 1):
        painter.tower(side * (half + 6), y + 1, 7.4, painter.piece.state < RUINED or side < 0)


PAINTERS: dict[str, Callable[[_PiecePainter], None]] = {
    "bastion": _bastion,
    "breach": _breach,
    "rampart": _rampart,
    "turret": _turret,
    "yard": _yard,
}
