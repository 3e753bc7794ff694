"""Painters of the guild table: a round table of planks, a banner on a pole, seals and tricks.

Lengths are px if nothing else is said. All pictures are premultiplied.
"""

from __future__ import annotations

import math

import pygame
from pygame import BLEND_PREMULTIPLIED, Surface

from castlecards.core.rng import noise
from castlecards.ui.cardart.buildings.paper_cut import shadowed
from castlecards.ui.cardart.outlines import sign
from castlecards.ui.cardart.tech_scenes import Domain
from castlecards.ui.kit.incremental import Steps
from castlecards.ui.kit.shapes import Colour, blank, mix

TOP = 0.885  # radius of the planks, of the radius of the table
PLANKS = 9
STUDS = 32
STUD = 0.012  # radius of a stud, of the radius of the table
RAYS = 8  # of the inlaid star
TIP = 0.82  # reach of a ray, of the radius of the planks
NOTCH = 0.24  # reach of the corner between two rays
GRAIN = 14  # lines of grain on a plank
FRAME = 0.1  # from the table to the edge of its picture, of its radius
PLANK: Colour = (118, 78, 48)
INLAY: Colour = (84, 54, 36)
RIM: Colour = (62, 40, 28)
EDGE: Colour = (26, 18, 14)
BRASS: Colour = (201, 162, 75)
BRIGHT: Colour = (236, 200, 112)
POLE_WOOD: Colour = (112, 76, 46)
BANNER = (124.0, 222.0)  # units, width of the pole and height of a banner with it
CLOTH = 98.0  # units, width of the cloth
POINT = 34.0  # units, height of the point at its lower end
POLE = 7.0  # units, thickness of the pole
OVER = 2  # drawn px per shown px of a banner and of a seal
WAX: Colour = (176, 34, 40)
GOLD_WAX: Colour = (214, 164, 58)
SEAL = (40.0, 48.0)  # units, width and height of a seal with its ribbons
WAVES = 11  # bulges along the edge of a seal
TRICK = 32.0  # units, width of a trick
THICK = 3.0  # units, thickness of a trick
PAPER: Colour = (240, 232, 212)


def table_margin(radius: float) -> int:
    """Width of the edge around the table in its picture."""
    return math.ceil(FRAME * radius)


def table_steps(radius: float) -> Steps[Surface]:
    """Paint a round table in steps: planks with an inlaid star, and a rim with studs."""
    middle = math.ceil(radius) + table_margin(radius)
    side, at = 2 * middle, (middle, middle)
    top, inner = blank((side, side)), TOP * radius
    _draw_planks(top, at, inner)
    yield
    _draw_star(top, at, inner)
    yield
    cut = Surface((side, side), pygame.SRCALPHA, 32)
    cut.fill((255, 255, 255, 0))
    pygame.draw.aacircle(cut, (255, 255, 255, 255), at, inner)
    top.blit(cut, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    yield
    image = blank((side, side))
    fine = max(1, round(0.006 * radius))
    for reach, tone in (
        (1.0, EDGE), (0.985, BRASS), (0.975, RIM), (0.925, mix(RIM, (0, 0, 0), 0.25)),
        (0.905, BRASS), (0.895, EDGE),
    ):  # fmt: skip
        pygame.draw.aacircle(image, tone, at, reach * radius)
    image.blit(top, (0, 0))
    yield
    pygame.draw.aacircle(image, mix(PLANK, BRASS, 0.6), at, 0.62 * inner, fine)
    for n in range(STUDS):
        turn = 2 * math.pi * (n + 0.5) / STUDS
        stud = (
            middle + 0.948 * radius * math.cos(turn),
            middle + 0.948 * radius * math.sin(turn),
        )
        pygame.draw.aacircle(image, EDGE, stud, 1.5 * STUD * radius)
        pygame.draw.aacircle(image, BRIGHT, stud, STUD * radius)
    yield
    return shadowed(image.premul_alpha(), (0.014 * radius, 0.024 * radius), 0.05 * radius)


def _draw_planks(image: Surface, middle: tuple[int, int], inner: float) -> None:
    """Draw a square of planks with grain around `middle`."""
    left, top, high = middle[0] - inner, middle[1] - inner, 2 * inner / PLANKS
    chance = [word / 2**64 for word in noise(7, 0, 3 * GRAIN * PLANKS)]
    for n in range(PLANKS):
        tone = mix(PLANK, (0, 0, 0), 0.04 + 0.05 * (n * 5 % 3))
        upper, lower = round(top + n * high), round(top + (n + 1) * high)
        image.fill(tone, (round(left), upper, round(2 * inner), lower - upper))
        for k in range(GRAIN):
            x, y, long = chance[3 * (GRAIN * n + k) : 3 * (GRAIN * n + k) + 3]
            start = left + x * 2 * inner
            row = round(upper + 2 + y * (lower - upper - 4))
            dark = mix(tone, (0, 0, 0), 0.08 + 0.08 * long)
            image.fill(dark, (round(start), row, round((0.2 + 0.5 * long) * inner), 1))
        seam = max(1, round(0.008 * inner))
        image.fill(mix(tone, (0, 0, 0), 0.5), (round(left), upper, round(2 * inner), seam))
        shine = mix(tone, (255, 255, 255), 0.1)
        image.fill(shine, (round(left), upper + seam, round(2 * inner), 1))


def _draw_star(image: Surface, middle: tuple[int, int], inner: float) -> None:
    """Draw an inlaid star whose rays have a bright and a dark half."""

    def point(reach: float, half_steps: int) -> tuple[float, float]:
        turn = math.pi * half_steps / RAYS
        return (
            middle[0] + reach * inner * math.sin(turn),
            middle[1] - reach * inner * math.cos(turn),
        )

    for n in range(RAYS):
        tip = point(TIP if n % 2 == 0 else 0.72 * TIP, 2 * n)
        for side, tone in ((-1, mix(INLAY, PLANK, 0.35)), (1, INLAY)):
            half = [middle, tip, point(NOTCH, 2 * n + side)]
            pygame.draw.polygon(image, tone, half)
            pygame.draw.aalines(image, mix(tone, BRASS, 0.3), True, half)


def banner_picture(scale: float, colour: Colour) -> Surface:
    """Banner of `colour` that hangs from a pole; `scale`: px per unit."""
    px = scale * OVER
    wide, high = BANNER
    image = blank((round(wide * px), round(high * px)))
    deep = mix(colour, (0, 0, 0), 0.45)
    for inset, tone in ((0.0, EDGE), (2.0, BRASS), (5.0, deep)):
        image_points = _cloth(inset, px)
        pygame.draw.polygon(image, tone, image_points)
    right = [(x, y) for x, y in _cloth(5.0, px)]
    middle, fold = wide / 2 * px, (wide / 2 + CLOTH / 6) * px
    low = right[3][1]
    shade = [(fold, right[0][1]), right[1], right[2], (fold, low - (fold - middle) * 0.62)]
    pygame.draw.polygon(image, mix(deep, (0, 0, 0), 0.2), shade)
    for thick, tone in ((POLE, EDGE), (POLE - 2.4, POLE_WOOD)):
        pole = pygame.Rect(0, 0, round((wide - 10) * px), round(thick * px))
        pole.center = round(wide / 2 * px), round(6 * px)
        pygame.draw.rect(image, tone, pole, border_radius=round(thick * px / 2))
    for x in (6.0, wide - 6.0):
        pygame.draw.circle(image, EDGE, (x * px, 6 * px), 6 * px)
        pygame.draw.circle(image, BRIGHT, (x * px, 6 * px), 4.6 * px)
    size = round(wide * scale), round(high * scale)
    small = pygame.transform.smoothscale(image.premul_alpha(), size)
    return shadowed(small, (2 * scale, 3 * scale), 6 * scale)


def _cloth(inset: float, px: float) -> list[tuple[float, float]]:
    """Outline of the cloth from its upper left corner; `inset`: units from its edge."""
    left, right = (BANNER[0] - CLOTH) / 2 + inset, (BANNER[0] + CLOTH) / 2 - inset
    low = BANNER[1] - 4 - 1.2 * inset
    points = (left, 6), (right, 6), (right, low - POINT), (BANNER[0] / 2, low), (left, low - POINT)
    return [(x * px, y * px) for x, y in points]


def seal_picture(scale: float, state: str) -> Surface:
    """Wax seal with two ribbons. `state`: "open" in red, "kept" in gold, "broken": cracked."""
    px = scale * OVER
    wax = GOLD_WAX if state == "kept" else WAX
    if state == "broken":
        wax = mix(wax, (52, 40, 42), 0.45)
    image = blank((round(SEAL[0] * px), round(SEAL[1] * px)))
    x, y = SEAL[0] / 2 * px, 19 * px
    dark = mix(wax, (0, 0, 0), 0.45)
    for side in (-1, 1):
        ribbon = [(2, 22), (12, 22), (12, 46), (7, 41), (2, 46)]
        for grow, tone in ((1.4, EDGE), (0.0, mix(wax, (0, 0, 0), 0.25))):
            points = [
                (x + side * (px_ + (grow if px_ > 7 else -grow)) * px, (py + grow / 2) * px)
                for px_, py in ribbon
            ]
            pygame.draw.polygon(image, tone, points)
    for reach, tone in ((18.6, EDGE), (17.4, wax)):
        points = []
        for n in range(8 * WAVES):
            turn = 2 * math.pi * n / (8 * WAVES)
            far = (reach + 0.9 * math.sin(WAVES * turn)) * px
            points.append((x + far * math.cos(turn), y + far * math.sin(turn)))
        pygame.draw.polygon(image, tone, points)
    pygame.draw.circle(image, dark, (x, y), 13 * px)
    pygame.draw.circle(image, mix(wax, (0, 0, 0), 0.16), (x + 0.4 * px, y + 0.6 * px), 12 * px)
    if state == "broken":
        crack = [(-5, -18), (-1, -11), (-7, -3), (2, 3), (-3, 10), (4, 18)]
        line = [(x + dx * px, y + dy * px) for dx, dy in crack]
        pygame.draw.lines(image, EDGE, False, line, round(2.6 * px))
    size = round(SEAL[0] * scale), round(SEAL[1] * scale)
    return pygame.transform.smoothscale(image.premul_alpha(), size)


def tricks_margin(wide: float) -> int:
    """Width of the edge around a stack of tricks in its picture."""
    return math.ceil(0.12 * wide)


def tricks_picture(
    size: tuple[float, float], room: float, count: int, back: Colour, goal: Domain | None
) -> Surface:
    """Stack of `count` tricks, face down, with the sign of the goal on top.

    Each trick has an edge of its own. `size`: width and height of a trick; `room`: height of all
    edges, at most; `back`: colour of the backs; `goal`: None if it is not known."""
    px, margin = size[0] * OVER / TRICK, OVER * tricks_margin(size[0])
    rect = pygame.Rect(margin, margin, round(size[0] * OVER), round(size[1] * OVER))
    corner, line = round(2.5 * px), max(OVER, round(0.8 * px))
    thick = min(THICK * px, OVER * room / max(count - 1, 1))
    rise = [round(n * thick) for n in range(count)]
    image = blank((rect.width + 2 * margin, rect.height + rise[-1] + 2 * margin))
    for n, high in enumerate(rise):
        rect.topleft = margin + round((n % 2 - 0.5) * px), margin + rise[-1] - high
        pygame.draw.rect(image, EDGE, rect.inflate(2 * line, 2 * line), border_radius=corner + line)
        pygame.draw.rect(image, PAPER, rect, border_radius=corner)
    field = rect.inflate(-round(3 * px), -round(3 * px))
    pygame.draw.rect(image, mix(back, EDGE, 0.25), field, border_radius=corner)
    if goal is not None:
        pygame.draw.circle(image, EDGE, field.center, 9.4 * px)
        mark = sign(goal.sign, round(13 * px), goal.colour)
        image.blit(mark, mark.get_rect(center=field.center), special_flags=BLEND_PREMULTIPLIED)
    half = image.get_width() // OVER, image.get_height() // OVER
    small = pygame.transform.smoothscale(image.premul_alpha(), half)
    return shadowed(small, (px / OVER, 1.5 * px / OVER), 3 * px / OVER)
