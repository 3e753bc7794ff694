"""What is seen when a card strikes: each effect a pure function of the time since its beat.

`t` is in seconds since the beat and `seed` tells two of a kind apart; before its beginning and
after its end an effect draws nothing. Pictures are made once and kept, so a frame costs blits only.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

import pygame
from pygame import Surface

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour, blank, mix
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.table.layout.camera import Point, Quad, bilinear
from castlecards.ui.table.layout.card_shape import ease_out_back
from castlecards.ui.table.playback.state import FLY

FLASH, RING, PUFFS, JUMP, KICK = 0.16, 0.42, 0.5, 0.22, 0.16  # s, of a contact
CRACKS, STONES, WAVE, LEAP, POP = 0.1, 0.7, 0.5, 0.26, 0.22  # s, of a verdict
STAR_STEP = 0.07  # s from one corner of a perfect hit to the next
WIDEST = 250  # units: the largest ring, from which all are made
BEAMS = 8
LEVELS = 8  # steps in the strength of a glow that are made
WORD = Style("title", 40, "text")
GAIN = Style("bold", 34, "text")
WARM: Colour = (255, 240, 206)
GOLD: Colour = (255, 214, 110)
GREY: Colour = (176, 180, 176)
CHALK: Colour = (244, 246, 240)
STONE: Colour = (176, 172, 162)
INK: Colour = (16, 14, 12)

Project = Callable[[float, float, float], Point]  # table mm to px


def jump_height(t: float, height: float, seconds: float) -> float:
    """px above its place of a card that leaps: a parabola."""
    part = t / seconds
    return 4 * height * part * (1 - part) if 0 <= part <= 1 else 0.0


def camera_shake(t: float, u: float) -> tuple[int, int]:
    """px by which the picture trembles, of a blow `t` s ago; `u`: px of a unit."""
    if not 0 <= t < KICK:
        return 0, 0
    far = 3.2 * u * math.exp(-t / 0.055)
    return round(far * math.cos(62 * t)), round(0.7 * far * math.sin(62 * t))


def _added(canvas: Canvas, image: Surface, at: Point, strength: float) -> None:
    """Light on top: `image` is dark around its middle."""
    lit = image.copy()
    level = round(255 * min(max(strength, 0.0), 1.0))
    lit.fill((level, level, level), special_flags=pygame.BLEND_RGB_MULT)
    corner = (round(at[0] - lit.get_width() / 2), round(at[1] - lit.get_height() / 2))
    canvas.surface.blit(lit, corner, special_flags=pygame.BLEND_RGB_ADD)


def draw_flash(canvas: Canvas, at: Point, t: float) -> None:
    """A star of beams where a card strikes stone."""
    if not 0 <= t < FLASH:
        return
    part = t / FLASH
    radius = canvas.look.px(74)
    image = canvas.look.shapes.keep(("strike star", radius), lambda: _star(radius))
    _added(canvas, image, at, (1 - part) ** 0.7)


def draw_glow(canvas: Canvas, at: Point, radius: float, strength: float, colour: Colour) -> None:
    """A soft light of `radius` units."""
    if strength <= 0.01:
        return
    size, level = canvas.look.px(radius), max(1, round(LEVELS * min(strength, 1.0)))
    key = ("strike glow", size, colour, level)
    image = canvas.look.shapes.keep(
        key, lambda: _light(size, mix((0, 0, 0), colour, level / LEVELS))
    )
    corner = (round(at[0] - image.get_width() / 2), round(at[1] - image.get_height() / 2))
    canvas.surface.blit(image, corner, special_flags=pygame.BLEND_RGB_ADD)


def _star(radius: int) -> Surface:
    over = 2
    side = 2 * radius * over
    large = Surface((side, side), 0, 32)
    middle = side / 2
    for k in range(BEAMS):
        turn = math.pi * 2 * (k + 0.5) / BEAMS
        long = middle * (1.0 if k % 2 else 0.6)
        thick = 0.075 * middle
        tip = (middle + long * math.cos(turn), middle + long * math.sin(turn))
        left = (middle + thick * math.sin(turn), middle - thick * math.cos(turn))
        right = (2 * middle - left[0], 2 * middle - left[1])
        pygame.draw.polygon(large, (150, 132, 96), (left, tip, right))
    large = pygame.transform.gaussian_blur(large, max(1, radius // 24))
    heart = _light(round(radius * 0.62) * over, WARM)
    at = (round(middle - heart.get_width() / 2),) * 2
    for _ in range(2):
        large.blit(heart, at, special_flags=pygame.BLEND_RGB_ADD)
    return pygame.transform.smoothscale(large, (2 * radius, 2 * radius))


def _light(radius: int, colour: Colour) -> Surface:
    """A disc of light that fades to its edge, on black."""
    image = Surface((2 * radius, 2 * radius), 0, 32)
    for k in range(radius, 0, -1):
        part = (1 - k / radius) ** 1.7
        tone = mix((0, 0, 0), colour, part)
        pygame.draw.circle(image, tone, (radius, radius), k)
    return image


def draw_shock_wave(
    canvas: Canvas, at: Point, t: float, far: float, seconds: float, lie: float, colour: Colour
) -> None:
    """A wave that runs out on the table to `far` units across; `lie`: how flat it is seen."""
    if not 0 <= t < seconds:
        return
    part = 1 - (1 - t / seconds) ** 2
    size = canvas.look.px(max(far * part, 8))
    image = _whole_ring(canvas.look, colour)
    small = pygame.transform.scale(image, (size, max(4, round(size * lie))))
    _added(canvas, small, at, 0.85 * (1 - t / seconds) ** 0.8)


def _whole_ring(look: Look, colour: Colour) -> Surface:
    size = look.px(WIDEST)
    return look.shapes.keep(("strike ring", size, colour), lambda: _ring(size, colour))


def prepare(look: Look) -> None:
    """Draws what the first strike of a match would have to wait for."""
    _whole_ring(look, WARM)
    radius = look.px(74)
    look.shapes.keep(("strike star", radius), lambda: _star(radius))


def _ring(size: int, colour: Colour) -> Surface:
    part = 2
    small = Surface((size // part + 8, size // part + 8), 0, 32)
    thick = max(2, round(0.035 * size / part) + 1)
    pygame.draw.ellipse(
        small, mix((0, 0, 0), colour, 0.75), small.get_rect().inflate(-8, -8), thick
    )
    small = pygame.transform.gaussian_blur(small, max(1, thick // 2))
    return pygame.transform.smoothscale_by(small, part)


def draw_dust(
    canvas: Canvas, project: Project, at: Point, t: float, count: int, seed: int, far: float = 34.0
) -> None:
    """Dust that rises round a place on the table, mm."""
    if not 0 <= t < PUFFS:
        return
    part = t / PUFFS
    for k in range(count):
        turn = 2.39996 * k + seed
        away = far * (1 - (1 - part) ** 2) * (0.55 + 0.45 * math.sin(7.1 * k + seed))
        x, y = project(
            at[0] + away * math.cos(turn), at[1] + away * math.sin(turn), 16 * part * (1 + k % 3)
        )
        radius = canvas.look.px(3.2 + 2.6 * part) * (1 - 0.55 * part)
        shade = _puff(round(2 * radius) / 2)
        faded = shade.copy()
        level = round(190 * (1 - part))
        faded.fill((level,) * 4, special_flags=pygame.BLEND_RGBA_MULT)
        canvas.blit_centred(faded, (x, y))


@lru_cache(maxsize=64)
def _puff(radius: float) -> Surface:
    side = 2 * math.ceil(radius) + 2
    image = blank((side, side))
    pygame.draw.aacircle(image, (214, 208, 194, 255), (side / 2, side / 2), radius)
    return image.premul_alpha()


def draw_stones(
    canvas: Canvas, project: Project, at: Point, t: float, count: int, seed: int
) -> None:
    """Stones that fly out of a wall in arcs and come to rest; `at`: mm."""
    if not 0 <= t < STONES:
        return
    part = t / STONES
    for turn, far, high, size, tone in _flying(count, seed):
        away = far * (1 - (1 - part) ** 1.6)
        z = 4 * high * part * (1 - part)
        x, y = project(at[0] + away * math.cos(turn), at[1] + away * math.sin(turn), z)
        r = canvas.look.px(size) * (1 - 0.25 * part)
        spin = turn + 9 * t
        corners = [
            (x + r * f * math.cos(spin + a), y + r * f * math.sin(spin + a))
            for a, f in ((0.0, 1.0), (1.7, 0.8), (3.3, 1.0), (4.7, 0.7))
        ]
        pygame.draw.polygon(canvas.surface, mix(STONE, INK, tone), corners)


@lru_cache(maxsize=32)
def _flying(count: int, seed: int) -> tuple[tuple[float, float, float, float, float], ...]:
    """Of each stone: its way, how far and high it goes in mm, its size in units, its shade."""
    stream = random.Random(seed)
    return tuple(
        (
            stream.uniform(0, 2 * math.pi),
            stream.uniform(24, 74),
            stream.uniform(18, 62),
            stream.uniform(1.6, 4.0),
            stream.uniform(0.0, 0.5),
        )
        for _ in range(count)
    )


def draw_cracks(canvas: Canvas, quad: Quad, t: float, seed: int) -> None:
    """Six cracks that run from one point over a card."""
    if t < 0:
        return
    part = min(t / CRACKS, 1.0)
    for line in _broken(seed):
        drawn = [bilinear(quad, u, v) for u, v in line]
        ends = max(2, math.ceil(part * len(drawn)))
        for colour, width in (((250, 240, 220), 2.6), (INK, 1.7)):
            for one, two in pairwise(drawn[:ends]):
                canvas.line(colour, one, two, canvas.look.px(width))


@lru_cache(maxsize=32)
def _broken(seed: int) -> tuple[tuple[Point, ...], ...]:
    stream = random.Random(seed)
    u, v = stream.uniform(0.35, 0.65), stream.uniform(0.35, 0.65)
    lines = []
    for k in range(6):
        turn = 2 * math.pi * (k + stream.uniform(-0.25, 0.25)) / 6
        points = [(u, v)]
        for n in range(1, 6):
            aside = turn + stream.uniform(-0.5, 0.5)
            x, y = points[-1]
            points.append((x + 0.13 * math.cos(aside), y + 0.13 * math.sin(aside)))
            if not (0.03 < points[-1][0] < 0.97 and 0.03 < points[-1][1] < 0.97) or n == 5:
                break
        lines.append(tuple((min(max(x, 0), 1), min(max(y, 0), 1)) for x, y in points))
    return tuple(lines)


# -- words ----------------------------------------------------------------------------------------


def draw_verdict_word(
    canvas: Canvas, text: str, at: Point, t: float, gold: bool, still: bool = False
) -> None:
    """What it was, in large letters that pop up; `still`: at once."""
    if t < 0:
        return
    image = _lettered(canvas, text, WORD, GOLD if gold else (250, 244, 226))
    _popped(canvas, image, at, 1.0 if still else t / POP)


def draw_gained_point(canvas: Canvas, text: str, at: Point, t: float, still: bool = False) -> None:
    """`+1` beside a card."""
    if t >= 0:
        image = _lettered(canvas, text, GAIN, (255, 206, 176))
        _popped(canvas, image, at, 1.0 if still else t / POP)


def draw_flying_point(canvas: Canvas, text: str, start: Point, goal: Point, t: float) -> None:
    """`+1` on its way to the score, smaller and smaller, with sparks behind it."""
    if not 0 <= t < FLY:
        return
    part = t / FLY
    part = part * part * (3 - 2 * part)
    image = _lettered(canvas, text, GAIN, (255, 206, 176))
    x, y = start[0] + (goal[0] - start[0]) * part, start[1] + (goal[1] - start[1]) * part
    lift = canvas.look.px(46) * 4 * part * (1 - part)
    for k in range(1, 7):
        behind = max(part - 0.035 * k, 0.0)
        sx, sy = start[0] + (goal[0] - start[0]) * behind, start[1] + (goal[1] - start[1]) * behind
        rise = canvas.look.px(46) * 4 * behind * (1 - behind)
        draw_glow(canvas, (sx, sy - rise), 9 - k, 0.8 - 0.11 * k, GOLD)
    size = 1 - 0.45 * part
    small = pygame.transform.smoothscale_by(image, size)
    canvas.blit_centred(small, (x, y - lift))


def _popped(canvas: Canvas, image: Surface, at: Point, part: float) -> None:
    size = ease_out_back(part)
    if size < 0.05:
        return
    shown = image if part >= 1 else pygame.transform.smoothscale_by(image, size)
    canvas.blit_centred(shown, at)


def _lettered(canvas: Canvas, text: str, style: Style, colour: Colour) -> Surface:
    """Letters lit from above, with a dark rim that reads on anything."""
    look = canvas.look

    def make() -> Surface:
        ink, rim = look.image(text, style, (255, 255, 255)), look.image(text, style, INK)
        far = max(2, look.px(2.6))
        image = blank((ink.get_width() + 4 * far, ink.get_height() + 4 * far))
        for k in range(16):
            turn = math.pi * k / 8
            at = (2 * far + round(far * math.cos(turn)), 2 * far + round(far * math.sin(turn)))
            image.blit(rim, at, special_flags=pygame.BLEND_PREMULTIPLIED)
        image.blit(rim, (2 * far, 3 * far), special_flags=pygame.BLEND_PREMULTIPLIED)
        lit = ink.copy()
        high = lit.get_height()
        for y in range(high):
            tone = mix(mix(colour, (255, 255, 255), 0.5), mix(colour, INK, 0.16), y / high)
            lit.fill((*tone, 255), (0, y, lit.get_width(), 1), special_flags=pygame.BLEND_RGBA_MULT)
        image.blit(lit, (2 * far, 2 * far), special_flags=pygame.BLEND_PREMULTIPLIED)
        return image

    return look.shapes.keep(("lettered", text, style, colour, look.scale), make)


# -- marks ----------------------------------------------------------------------------------------


def draw_touch_mark(
    canvas: Canvas, project: Project, at: Point, t: float, still: bool = False
) -> None:
    """A ring with a cross where a card first touched, mm; it grows and stays."""
    if t < 0:
        return
    part = 1.0 if still else min(t / 0.2, 1.0)
    points = [
        project(at[0] + 11 * part * math.cos(a), at[1] + 11 * part * math.sin(a), 0.0)
        for a in (2 * math.pi * k / 28 for k in range(28))
    ]
    px = canvas.look.px
    for colour, width in ((INK, 4.2), (CHALK, 2.2)):
        for k, point in enumerate(points):
            canvas.line(colour, point, points[(k + 1) % 28], px(width))
        for dx in (-1, 1):
            ends = [project(at[0] + s * 7 * part, at[1] + s * dx * 7 * part, 0.0) for s in (-1, 1)]
            canvas.line(colour, ends[0], ends[1], px(width))


def draw_card_edge(canvas: Canvas, quad: Quad, colour: Colour, width: float = 3.0) -> None:
    """The outline of a card, with a dark rim."""
    for tone, wide in ((INK, width + 2.4), (colour, width)):
        for k in range(4):
            canvas.line(tone, quad[k], quad[(k + 1) % 4], canvas.look.px(wide))
        for corner in quad:
            canvas.circle(tone, corner, canvas.look.px(wide) / 2)
