"""Impact effects: flash, ring, dust, stones, cracks and words, each a pure function of time.

`t`: seconds since the start of the effect; `seed` varies effects of one kind. Before its start and
after its end an effect draws nothing. Pictures are made once and cached, so a frame costs blits
only.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import lru_cache, partial
from itertools import pairwise

import pygame
from pygame import Surface

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour, blank, mix
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.table.layout.camera import Point, Quad, bilinear
from castlecards.ui.table.layout.easing import ease_out_back
from castlecards.ui.table.playback.state import POINTS_FLIGHT

# Duration of each effect of a contact
FLASH = 0.16  # s
RING = 0.42  # s, shock wave
PUFFS = 0.5  # s, dust
JUMP = 0.22  # s, jump of the struck card
KICK = 0.16  # s, camera shake
# Duration of each effect of a verdict
CRACKS = 0.1  # s, until the cracks are complete
STONES = 0.7  # s
WAVE = 0.5  # s, shock wave
LEAP = 0.26  # s, jump of a hit card
POP = 0.22  # s, until a word has its full size
STAR_STEP = 0.07  # s from one corner of a perfect hit to the next
RING_WIDTH = 250  # units, of the ring picture from which smaller ones are scaled
LARGEST_STAR = 100  # px, radius of a flash; larger ones are scaled up from it, which is faster
LARGEST_RING = 170  # px, width for each px of scaling of a ring
BEAMS = 8  # of a flash
LEVELS = 8  # brightness steps of a glow that are cached
GAIN = Style("bold", 34, "text")
GAINED: Colour = (255, 206, 176)  # of gained points
WARM: Colour = (255, 240, 206)
GOLD: Colour = (255, 214, 110)
GREY: Colour = (176, 180, 176)
CHALK: Colour = (244, 246, 240)
STONE: Colour = (176, 172, 162)
INK: Colour = (16, 14, 12)

Project = Callable[[float, float, float], Point]  # table mm to px


def jump_height(t: float, height: float, seconds: float) -> float:
    """Height of a jumping card above its place, px: a parabola."""
    part = t / seconds
    return 4 * height * part * (1 - part) if 0 <= part <= 1 else 0.0


def camera_shake(t: float, u: float) -> tuple[int, int]:
    """Offset of the picture, px, `t` s after a blow: a damped oscillation; `u`: px per unit."""
    if not 0 <= t < KICK:
        return 0, 0
    far = 3.2 * u * math.exp(-t / 0.055)
    return round(far * math.cos(62 * t)), round(0.7 * far * math.sin(62 * t))


def _blit_light(canvas: Canvas, image: Surface, at: Point, strength: float) -> None:
    """Add the colours of `image`, centred at `at`; `strength` 0..1."""
    lit = image.copy()
    level = round(255 * min(max(strength, 0.0), 1.0))
    lit.fill((level, level, level), special_flags=pygame.BLEND_RGB_MULT)
    corner = (round(at[0] - lit.get_width() / 2), round(at[1] - lit.get_height() / 2))
    canvas.add(lit, corner)


def draw_flash(canvas: Canvas, at: Point, t: float) -> None:
    """Draw a star of beams where a card strikes stone."""
    if not 0 <= t < FLASH:
        return
    part = t / FLASH
    _blit_light(canvas, _star_image(canvas.look), at, (1 - part) ** 0.7)


def draw_glow(canvas: Canvas, at: Point, radius: float, strength: float, colour: Colour) -> None:
    """Draw a soft disc of light; `radius` in units, `strength` 0..1."""
    if strength <= 0.01:
        return
    size, level = canvas.look.px(radius), max(1, round(LEVELS * min(strength, 1.0)))
    key = ("strike_glow", size, colour, level)
    image = canvas.look.shapes.keep(
        key, lambda: _light_disc(size, mix((0, 0, 0), colour, level / LEVELS))
    )
    corner = (round(at[0] - image.get_width() / 2), round(at[1] - image.get_height() / 2))
    canvas.add(image, corner)


def _star_image(look: Look) -> Surface:
    radius = look.px(74)

    def painted() -> Surface:
        star = _star(min(radius, LARGEST_STAR))
        size = (2 * radius, 2 * radius)
        return star if radius <= LARGEST_STAR else pygame.transform.smoothscale(star, size)

    return look.shapes.keep(("strike_star", radius), painted)


def _star(radius: int) -> Surface:
    """Picture of the flash: beams of two lengths around a disc of light, on black; radius in px."""
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
    heart = _light_disc(round(radius * 0.62) * over, WARM)
    at = (round(middle - heart.get_width() / 2),) * 2
    for _ in range(2):
        large.blit(heart, at, special_flags=pygame.BLEND_RGB_ADD)
    return pygame.transform.smoothscale(large, (2 * radius, 2 * radius))


def _light_disc(radius: int, colour: Colour) -> Surface:
    """Picture of a disc of light that fades to its edge, on black; radius in px."""
    image = Surface((2 * radius, 2 * radius), 0, 32)
    for k in range(radius, 0, -1):
        part = (1 - k / radius) ** 1.7
        tone = mix((0, 0, 0), colour, part)
        pygame.draw.circle(image, tone, (radius, radius), k)
    return image


def draw_shock_wave(
    canvas: Canvas, at: Point, t: float, far: float, seconds: float, flatness: float, colour: Colour
) -> None:
    """Draw a ring that grows to `far` units in diameter; `flatness`: height / width on screen."""
    if not 0 <= t < seconds:
        return
    part = 1 - (1 - t / seconds) ** 2
    size = canvas.look.px(max(far * part, 8))
    image = _ring_image(canvas.look, colour)
    small = pygame.transform.scale(image, (size, max(4, round(size * flatness))))
    _blit_light(canvas, small, at, 0.85 * (1 - t / seconds) ** 0.8)


def _ring_image(look: Look, colour: Colour) -> Surface:
    size = look.px(RING_WIDTH)
    return look.shapes.keep(("strike_ring", size, colour), lambda: _ring(size, colour))


def prerender_jobs(look: Look) -> list[Callable[[], object]]:
    """Jobs that draw the slow pictures into the cache, so that the first impact causes no delay."""
    return [partial(_ring_image, look, WARM), partial(_star_image, look)]


def _ring(size: int, colour: Colour) -> Surface:
    part = max(2, round(size / LARGEST_RING))
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
    """Draw dust that rises around `at`, mm on the table, up to `far` mm away."""
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
    """Picture of one dust puff; radius in px."""
    side = 2 * math.ceil(radius) + 2
    image = blank((side, side))
    pygame.draw.aacircle(image, (214, 208, 194, 255), (side / 2, side / 2), radius)
    return image.premul_alpha()


def draw_stones(
    canvas: Canvas, project: Project, at: Point, t: float, count: int, seed: int
) -> None:
    """Draw stones that fly out of a wall in arcs; `at`: mm on the table."""
    if not 0 <= t < STONES:
        return
    part = t / STONES
    for turn, far, high, size, tone in _stone_paths(count, seed):
        away = far * (1 - (1 - part) ** 1.6)
        z = 4 * high * part * (1 - part)
        x, y = project(at[0] + away * math.cos(turn), at[1] + away * math.sin(turn), z)
        r = canvas.look.px(size) * (1 - 0.25 * part)
        spin = turn + 9 * t
        corners = [
            (x + r * f * math.cos(spin + a), y + r * f * math.sin(spin + a))
            for a, f in ((0.0, 1.0), (1.7, 0.8), (3.3, 1.0), (4.7, 0.7))
        ]
        canvas.rough_polygon(mix(STONE, INK, tone), corners)


@lru_cache(maxsize=32)
def _stone_paths(count: int, seed: int) -> tuple[tuple[float, float, float, float, float], ...]:
    """Direction (rad), distance and height (mm), size (units) and shade (0..1) of each stone."""
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
    """Draw six cracks that spread from one point over a card."""
    if t < 0:
        return
    part = min(t / CRACKS, 1.0)
    for line in _crack_lines(seed):
        drawn = [bilinear(quad, u, v) for u, v in line]
        ends = max(2, math.ceil(part * len(drawn)))
        for colour, width in (((250, 240, 220), 2.6), (INK, 1.7)):
            for one, two in pairwise(drawn[:ends]):
                canvas.line(colour, one, two, canvas.look.px(width))


@lru_cache(maxsize=32)
def _crack_lines(seed: int) -> tuple[tuple[Point, ...], ...]:
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


def draw_gained_point(canvas: Canvas, text: str, at: Point, t: float, still: bool = False) -> None:
    """Draw gained points beside a card, such as `+1`; `still`: at full size at once."""
    if t >= 0:
        image = _points_image(canvas, text)
        _blit_popping(canvas, image, at, 1.0 if still else t / POP)


def draw_flying_point(canvas: Canvas, text: str, start: Point, goal: Point, t: float) -> None:
    """Draw gained points that fly from `start` to `goal` and shrink, with a trail of sparks."""
    if not 0 <= t < POINTS_FLIGHT:
        return
    part = t / POINTS_FLIGHT
    part = part * part * (3 - 2 * part)
    image = _points_image(canvas, text)
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


def _blit_popping(canvas: Canvas, image: Surface, at: Point, part: float) -> None:
    size = ease_out_back(part)
    if size < 0.05:
        return
    shown = image if part >= 1 else pygame.transform.smoothscale_by(image, size)
    canvas.blit_centred(shown, at)


def _points_image(canvas: Canvas, text: str) -> Surface:
    """Picture of gained points with a gradient and a dark rim, readable on any background."""
    look = canvas.look

    def make() -> Surface:
        ink, rim = look.image(text, GAIN, (255, 255, 255)), look.image(text, GAIN, INK)
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
            tone = mix(mix(GAINED, (255, 255, 255), 0.5), mix(GAINED, INK, 0.16), y / high)
            lit.fill((*tone, 255), (0, y, lit.get_width(), 1), special_flags=pygame.BLEND_RGBA_MULT)
        image.blit(lit, (2 * far, 2 * far), special_flags=pygame.BLEND_PREMULTIPLIED)
        return image

    return look.shapes.keep(("lettered", text, look.scale), make)


# -- marks ----------------------------------------------------------------------------------------


def draw_touch_mark(canvas: Canvas, project: Project, at: Point) -> None:
    """Draw a ring with a cross at a first touch, mm."""
    points = [
        project(at[0] + 11 * math.cos(a), at[1] + 11 * math.sin(a), 0.0)
        for a in (2 * math.pi * k / 28 for k in range(28))
    ]
    px = canvas.look.px
    for colour, width in ((INK, 4.2), (CHALK, 2.2)):
        for k, point in enumerate(points):
            canvas.line(colour, point, points[(k + 1) % 28], px(width))
        for dx in (-1, 1):
            ends = [project(at[0] + s * 7, at[1] + s * dx * 7, 0.0) for s in (-1, 1)]
            canvas.line(colour, ends[0], ends[1], px(width))


def draw_card_edge(canvas: Canvas, quad: Quad, colour: Colour, width: float = 3.0) -> None:
    """Draw the outline of a card, with a dark rim; `width` in units."""
    for tone, wide in ((INK, width + 2.4), (colour, width)):
        for k in range(4):
            canvas.line(tone, quad[k], quad[(k + 1) % 4], canvas.look.px(wide))
        for corner in quad:
            canvas.circle(tone, corner, canvas.look.px(wide) / 2)
