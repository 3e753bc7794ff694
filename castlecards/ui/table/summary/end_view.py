"""Painter of the closing scene: evening sky, castle, flames, banners and headline."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import pygame
from pygame import Rect, Surface

from castlecards.ui.cardart.drawing import dark
from castlecards.ui.cardart.seat_signs import SeatSign, draw_sign
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour, blank, mix
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.table.clash.collapse_view import draw_building
from castlecards.ui.table.summary.end_scene import SECONDS, STILL, EndScene

GROUND = 0.72  # of the window's height: the line on which the castle stands
LARGE = 1.45  # scale of the castle
SKY: tuple[tuple[float, Colour], ...] = (  # share of the height above the ground, and colour
    (0.0, (24, 22, 44)), (0.45, (66, 38, 58)), (0.8, (150, 74, 52)), (1.0, (206, 120, 64)),
)  # fmt: skip
HILL: Colour = (44, 30, 38)
EARTH: Colour = (22, 24, 20)
MOON: Colour = (255, 226, 178)
FLAMES: tuple[Colour, ...] = ((226, 92, 28), (250, 160, 44), (255, 224, 130))  # outer to inner
FIRES = ((-150, 232, 1.0), (-74, 158, 0.7), (0, 268, 1.1), (82, 158, 0.8), (150, 232, 1.0))
FIRE_WIDE = 44.0  # units, flames of size 1
FIRE_HIGH = 96.0  # units
GLOW: Colour = (120, 52, 12)
BANNER = (104, 190)  # units, width and height of a banner
POLE = 296  # units, height of its pole
FIRST = 372  # units from the middle to the first banner
STEP = 122  # units from one banner of a side to the next
TITLE = Style("title", 46, "gold_high")
WHY = Style("medium", 19, "text")
IRON: Colour = (74, 62, 46)
OAK: Colour = (60, 40, 26)
LAMP: Colour = (255, 214, 120)
GATE = (66, 62)  # units, width and height of the gate below its arch
WINDOWS = ((-150, 128), (150, 128), (-150, 62), (150, 62), (0, 188), (-88, 92), (88, 92))  # units


class EndView:
    """Closing scene in progress; `still`: only its last picture, for a shorter time."""

    def __init__(self, ending: EndScene, still: bool) -> None:
        self.ending = ending
        self.still = still
        self.t = 0.0

    @property
    def over(self) -> bool:
        return self.t >= (STILL if self.still else SECONDS)

    def advance(self, dt: float) -> list[tuple[str, float]]:
        """Advance by `dt` s. Return the sounds that fall due, with their volumes."""
        first, self.t = self.t, self.t + dt
        return [] if self.still else self.ending.sounds(first, self.t)

    def draw(self, canvas: Canvas) -> None:
        t = SECONDS if self.still else self.t
        look, size, frame = canvas.look, canvas.size, self.ending.frame(t)
        sky = look.shapes.keep(("end_sky", size), lambda: _sky(size))
        canvas.surface.blit(sky, (0, 0))
        ground = round(size[1] * GROUND)
        for n, (sign, part) in enumerate(zip(self.ending.banners, frame.banners, strict=True)):
            side = 1 if n % 2 else -1
            x = size[0] / 2 + side * look.px(FIRST + STEP * (n // 2))
            _banner(canvas, sign, (x, ground), part)
        large = Canvas(canvas.surface, replace(look, scale=look.scale * LARGE))
        if frame.fire:
            _glow(large, frame.fire, (size[0] / 2, ground))
        draw_building(large, "keep", self.ending.loser, frame.fallen, GROUND)
        if not frame.fallen:
            _openings(large, (size[0] / 2, ground))
        for n, (x, y, strength) in enumerate(FIRES if frame.fire else ()):
            foot = size[0] / 2 + large.look.px(x), ground - large.look.px(y)
            _flame(large, foot, strength * frame.fire, 7.0 * t + 2.1 * n)
        if frame.words:
            self._words(canvas, frame.words, ground)

    def _words(self, canvas: Canvas, part: float, ground: int) -> None:
        """Draw headline and reason below the castle."""
        look, x = canvas.look, canvas.size[0] / 2
        room = canvas.size[0] - look.px(60)
        text, style = look.fit(self.ending.headline, TITLE, room)
        y = ground + (canvas.size[1] - ground) * 0.36
        canvas.text(text, (x, y), style, "c", mix(EARTH, look.palette.gold_high, part))
        y += look.line(style) * 0.5 + look.px(22)
        for line in look.wrap(self.ending.why, WHY, room)[:2]:
            canvas.text(line, (x, y), WHY, "c", mix(EARTH, look.palette.text, part))
            y += look.line(WHY)


def _sky(size: tuple[int, int]) -> Surface:
    """Picture of the evening sky with moon and hills, and of the ground."""
    wide, high = size
    image = Surface(size)
    ground = round(high * GROUND)
    for y in range(ground):
        share = y / ground
        (low, one), (top, two) = next(pair for pair in pairwise(SKY) if share <= pair[1][0])
        tone = mix(one, two, (share - low) / (top - low))
        pygame.draw.line(image, tone, (0, y), (wide, y))
    pygame.draw.aacircle(image, MOON, (wide * 0.82, high * 0.17), high * 0.045)
    for base, rise, tone in ((0.60, 0.045, mix(HILL, SKY[2][1], 0.3)), (0.66, 0.035, HILL)):
        ridge = [
            (x, high * (base - rise * math.sin(x / wide * 5.1 + 9 * base)))
            for x in range(0, wide + 8, 8)
        ]
        pygame.draw.polygon(image, tone, [*ridge, (wide, ground), (0, ground)])
    image.fill(EARTH, (0, ground, wide, high - ground))
    return image


def _banner(canvas: Canvas, sign: SeatSign, foot: tuple[float, float], part: float) -> None:
    """Draw a banner on its pole, of which the share `part` has risen from the ground."""
    px, (x, y) = canvas.look.px, foot
    if part <= 0:
        return
    wide, high = px(BANNER[0]), px(BANNER[1])
    cloth = canvas.look.shapes.keep(
        ("end_banner", sign, wide), lambda: _cloth(canvas.look, wide, high, sign)
    )
    top = round(y - px(POLE) * part)
    with canvas.clipped(Rect(0, 0, canvas.size[0], round(y))):
        canvas.surface.fill(IRON, Rect(round(x) - px(3), top - px(12), px(6), px(POLE + 12)))
        canvas.surface.fill(IRON, Rect(round(x - wide / 2) - px(6), top, wide + px(12), px(6)))
        canvas.circle(canvas.look.palette.gold, (x, top - px(12)), px(7))
        canvas.blit(cloth, (round(x - wide / 2), top + px(4)))


def _cloth(look: Look, wide: int, high: int, sign: SeatSign) -> Surface:
    """Picture of a hanging banner with folds, golden hem, two tails and a sign."""
    image = blank((wide, high))
    for x in range(wide):
        fold = 0.5 + 0.5 * math.sin(2 * math.pi * 3.5 * x / wide + 0.8)
        tone = mix(dark(sign.colour, 0.34), sign.colour, fold)
        reach = high - round(abs(x - wide / 2) / (wide / 2) * high * 0.16)
        pygame.draw.line(image, tone, (x, 0), (x, reach))
        pygame.draw.line(image, (214, 176, 94), (x, reach - max(3, high // 50)), (x, reach))
    canvas = Canvas(image, look)
    canvas.circle((240, 232, 214), (wide / 2, high * 0.4), wide * 0.3)
    draw_sign(canvas, sign, (wide / 2, high * 0.4), wide * 0.17)
    return image


def _openings(canvas: Canvas, foot: tuple[float, float]) -> None:
    """Draw the gate and the lit windows of the standing castle."""
    px, (x, y) = canvas.look.px, foot
    wide, high = px(GATE[0]), px(GATE[1])
    canvas.circle(OAK, (x, y - high), wide / 2)
    canvas.surface.fill(OAK, Rect(round(x - wide / 2), round(y) - high, wide, high))
    canvas.surface.fill(
        IRON, Rect(round(x) - px(1), round(y - high - wide / 2), px(2), high * 3 // 2)
    )
    for right, up in WINDOWS:
        slit = Rect(0, 0, px(7), px(19))
        slit.midbottom = round(x + px(right)), round(y - px(up))
        canvas.surface.fill(IRON, slit.inflate(px(3), px(3)))
        canvas.surface.fill(LAMP, slit)


def _glow(canvas: Canvas, part: float, foot: tuple[float, float]) -> None:
    """Draw the glow of the fire on the sky behind the castle."""
    size = canvas.look.px(620), canvas.look.px(420)
    level = round(6 * part)
    image = canvas.look.shapes.keep(("end_glow", size, level), lambda: _light(size, level / 6))
    at = round(foot[0] - size[0] / 2), round(foot[1] - size[1])
    canvas.surface.blit(image, at, (0, 0, *size), pygame.BLEND_RGB_ADD)


def _light(size: tuple[int, int], part: float) -> Surface:
    """Picture of a half ellipse of light, brightest at the middle of its lower edge."""
    small = Surface((124, 84))
    for step in range(40, 0, -1):
        tone = mix((0, 0, 0), GLOW, part * (1 - step / 41) ** 1.5)
        rect = Rect(0, 0, round(3.1 * step), round(4.2 * step))
        rect.center = 62, 84
        pygame.draw.ellipse(small, tone, rect)
    return pygame.transform.smoothscale(small, size)


def _flame(canvas: Canvas, foot: tuple[float, float], size: float, phase: float) -> None:
    """Draw flames of a height of `size`, which flicker with `phase`, rad."""
    u, (x, y) = canvas.look.scale, foot
    for n, tone in enumerate(FLAMES):
        shrink = size * (1 - 0.28 * n)
        wide, high = FIRE_WIDE * shrink * u, FIRE_HIGH * shrink * u
        left, middle, right = (
            0.75 + 0.25 * math.sin(phase + 1.3 * k + n) for k in (0, 1, 2)
        )  # heights of its three tongues
        sway = 0.12 * wide * math.sin(phase * 0.6 + n)
        canvas.polygon(tone, [
            (x - wide / 2, y), (x - 0.46 * wide + sway, y - 0.62 * high * left),
            (x - 0.2 * wide, y - 0.34 * high), (x + sway, y - high * middle),
            (x + 0.2 * wide, y - 0.34 * high), (x + 0.44 * wide + sway, y - 0.58 * high * right),
            (x + wide / 2, y),
        ])  # fmt: skip
