"""Pictures that closing scenes share: evening sky, banner, glow, flames and headline."""

from __future__ import annotations

import math

import pygame
from pygame import Rect, Surface

from castlecards.ui.cardart.drawing import dark
from castlecards.ui.cardart.landscape import EVENING, paint_landscape
from castlecards.ui.cardart.seat_signs import SeatSign, draw_sign
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour, blank, mix
from castlecards.ui.kit.theme import Look, Style

GROUND = EVENING.horizon  # of the window's height: the line on which a building stands
MOON: Colour = (255, 226, 178)
FLAMES: tuple[Colour, ...] = ((226, 92, 28), (250, 160, 44), (255, 224, 130))  # outer to inner
FIRE_WIDE = 44.0  # units, flames of size 1
FIRE_HIGH = 96.0  # units
GLOW: Colour = (120, 52, 12)
LEVELS = 6  # strengths of the glow
BANNER = (104, 190)  # units, width and height of a banner
POLE = 296  # units, height of its pole
STEP = 122  # units from one banner of a side to the next
IRON: Colour = (74, 62, 46)
TITLE = Style("title", 46, "gold_high")
PLATE = (300, 64)  # units, size of a player's plate
NAME = Style("bold", 18, "text")
SCORE = Style("title", 38, "gold_high")
WHY = Style("medium", 19, "text")


def draw_words(
    canvas: Canvas, headline: str, why: str, part: float, y: float, back: Colour
) -> None:
    """Draw a headline around `y` px and the reason below; they fade in over the colour `back`."""
    look, x = canvas.look, canvas.size[0] / 2
    room = canvas.size[0] - look.px(60)
    text, style = look.fit(headline, TITLE, room)
    canvas.text(text, (x, y), style, "c", mix(back, look.palette.gold_high, part))
    y += look.line(style) * 0.5 + look.px(22)
    for line in look.wrap(why, WHY, room)[:2]:
        canvas.text(line, (x, y), WHY, "c", mix(back, look.palette.text, part))
        y += look.line(WHY)


def draw_score_plate(
    canvas: Canvas, at: tuple[float, float], name: str, sign: SeatSign, score: int
) -> None:
    """Draw a plate with a player's sign, name and points around `at`, px."""
    look, px = canvas.look, canvas.look.px
    rect = Rect(0, 0, px(PLATE[0]), px(PLATE[1]))
    rect.center = round(at[0]), round(at[1])
    canvas.box(rect, 12, look.palette.inset, look.palette.inset)
    canvas.ring(rect, 12, look.palette.gold_low)
    draw_sign(canvas, sign, (rect.left + px(24), rect.centery), px(9))
    text, style = look.fit(name, NAME, rect.width - px(130))
    canvas.text(text, (rect.left + px(44), rect.centery), style, "w")
    canvas.text(str(score), (rect.right - px(20), rect.centery), SCORE, "e")


def draw_moon(image: Surface) -> None:
    """Draw the moon of the evening sky."""
    wide, high = image.get_size()
    pygame.draw.aacircle(image, MOON, (wide * 0.82, high * 0.17), high * 0.045)


def evening_sky(size: tuple[int, int]) -> Surface:
    """Picture of the evening sky with moon and hills, and of the ground."""
    image = Surface(size)
    paint_landscape(image, EVENING)
    draw_moon(image)
    return image


def draw_banner(canvas: Canvas, sign: SeatSign, foot: tuple[float, float], part: float) -> None:
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


def draw_glow(canvas: Canvas, part: float, foot: tuple[float, float]) -> None:
    """Draw the glow of the fire on the sky behind the castle."""
    image = glow(canvas.look, round(LEVELS * part))
    at = round(foot[0] - image.get_width() / 2), round(foot[1] - image.get_height())
    canvas.surface.blit(image, at, special_flags=pygame.BLEND_RGB_ADD)


def glow(look: Look, level: int) -> Surface:
    """Cached picture of the glow of strength `level`, painted over that of the level before: a
    fire only grows, and in new memory a large picture takes seven times as long."""
    size, shapes = (look.px(620), look.px(420)), look.shapes
    last = shapes.drop(("end_glow", size, level - 1))
    return shapes.keep(("end_glow", size, level), lambda: _light(size, level / LEVELS, last))


def _light(size: tuple[int, int], part: float, image: Surface | None) -> Surface:
    """Picture of a half ellipse of light, brightest at the middle of its lower edge. Painted over
    `image`, if there is one."""
    small = Surface((124, 84))
    for step in range(40, 0, -1):
        tone = mix((0, 0, 0), GLOW, part * (1 - step / 41) ** 1.5)
        rect = Rect(0, 0, round(3.1 * step), round(4.2 * step))
        rect.center = 62, 84
        pygame.draw.ellipse(small, tone, rect)
    return pygame.transform.smoothscale(small, size, image or Surface(size))


def draw_flame(canvas: Canvas, foot: tuple[float, float], size: float, phase: float) -> None:
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
