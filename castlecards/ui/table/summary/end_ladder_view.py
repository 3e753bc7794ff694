"""Painter of the closing scene in which royal sets climb a stair and the scores count."""

from __future__ import annotations

import math
from functools import partial

import pygame
from pygame import Rect, Surface

from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.cardart.seat_signs import SeatSign
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.incremental import Steps
from castlecards.ui.kit.shapes import Colour, blank, mix
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.table.layout.easing import progress
from castlecards.ui.table.summary.end_cards_timeline import LadderScene
from castlecards.ui.table.summary.end_pictures import draw_score_plate, draw_words
from castlecards.ui.table.summary.end_timing import FADE

WALL: Colour = (62, 42, 74)
PILLAR: Colour = (44, 30, 62)
FLOOR: Colour = (40, 26, 38)
PANE: Colour = (250, 200, 112)
STONE: Colour = (168, 160, 146)
CARPET: Colour = (148, 34, 48)
GOLD: Colour = (236, 196, 104)
SKIN: Colour = (238, 206, 176)
HAIR: Colour = (112, 70, 44)
STAIR = (0.13, 0.95)  # share of the window's width from its first step to its end
TOP = (0.90, 0.44)  # share of the window's height: upper edges of the first and the last step
FIGURE = 0.15  # of the window's height
BESIDE = 0.27  # widths of a step from one figure to the next on the same step
HOP = 0.03  # of the window's height: a figure rises between two steps
WORDS_AT = 0.17  # of the window's height: above the windows of the hall
BAND = 108  # units, height of the dark band behind the headline
DARK: Colour = (16, 12, 24)
WORTH = Style("title", 24, "gold_high")
OVER = 3  # drawn px per shown px of a figure


def ladder_steps(
    art: CardArt, look: Look, size: tuple[int, int], scene: LadderScene
) -> Steps[None]:
    """Paint the hall with its stair, and all figures."""
    yield from art.steps(_hall_key(size, scene), partial(_hall, look, size, scene.rungs))
    yield
    for one in scene.climbers:
        _figure(art, one.letter, scene.players[one.player][1], round(FIGURE * size[1]))
        yield


def draw_ladder_scene(canvas: Canvas, art: CardArt, scene: LadderScene, t: float) -> None:
    """Draw the scene at `t` s."""
    size = canvas.size
    hall = art.keep(_hall_key(size, scene), lambda: Surface(size))
    canvas.surface.blit(hall, (0, 0))
    for (name, sign), score, n in zip(
        scene.players, scene.scores(t), range(len(scene.players)), strict=True
    ):
        x = size[0] * (n + 0.5) / len(scene.players)
        draw_score_plate(canvas, (x, canvas.look.px(48)), name, sign, score)
    for one in sorted(scene.climbers, key=lambda each: each.rung):
        picture = _figure(art, one.letter, scene.players[one.player][1], round(FIGURE * size[1]))
        at = one.at(t)
        rung, part = math.floor(at), at - math.floor(at)
        (x, y), (after, above) = (_step(size, len(scene.rungs), n) for n in (rung, rung + 1))
        side = one.beside * BESIDE * _wide(size, len(scene.rungs)) * max(0.0, min(1.0, at + 1))
        x, y = x + (after - x) * part + side, y + (above - y) * part
        y -= HOP * size[1] * math.sin(math.pi * part)
        canvas.blit(picture, (round(x - picture.get_width() / 2), round(y - picture.get_height())))
    words = progress(t, scene.words_at, scene.words_at + FADE)
    if words:
        band = Rect(0, 0, size[0], canvas.look.px(BAND))
        band.centery = round(WORDS_AT * size[1]) + canvas.look.px(22)
        canvas.veil((*DARK, round(200 * words)), band)
        draw_words(canvas, scene.headline, scene.why, words, WORDS_AT * size[1], DARK)


def _wide(size: tuple[int, int], count: int) -> float:
    """Width of a step, px."""
    return (STAIR[1] - STAIR[0]) * size[0] / count


def _step(size: tuple[int, int], count: int, n: int) -> tuple[float, float]:
    """Middle of the upper edge of step `n`, px; -1: the floor before the stair."""
    x = STAIR[0] * size[0] + (n + 0.5) * _wide(size, count)
    rise = (TOP[0] - TOP[1]) / max(count - 1, 1)
    return x, (TOP[0] - rise * max(n, -1)) * size[1]


def _hall_key(size: tuple[int, int], scene: LadderScene) -> tuple[object, ...]:
    return "end_hall", size, scene.rungs


def _hall(look: Look, size: tuple[int, int], rungs: tuple[int, ...]) -> Steps[Surface]:
    """Paint a hall with pillars and lit windows, and a stair with the points of its steps."""
    wide, high = size
    image = Surface(size)
    for row in range(high):
        pygame.draw.line(image, mix(PILLAR, WALL, row / high), (0, row), (wide, row))
    canvas = Canvas(image, look)
    yield
    bays = 5
    for n in range(bays):
        x, half = wide * (n + 0.5) / bays, wide * 0.042
        top, low = high * 0.34, high * 0.66
        light = mix(PANE, (255, 255, 255), 0.3) if n == 2 else PANE
        canvas.circle(light, (x, top), half)
        image.fill(light, Rect(round(x - half), round(top), round(2 * half), round(low - top)))
        image.fill(PILLAR, Rect(round(x) - 2, round(top - half), 4, round(low - top + half)))
        image.fill(PILLAR, Rect(round(x - half), round((top + low) / 2), round(2 * half), 4))
    for n in range(bays + 1):
        pillar = Rect(0, 0, round(wide * 0.04), high)
        pillar.midtop = round(wide * n / bays), 0
        image.fill(mix(PILLAR, (0, 0, 0), 0.2), pillar)
        image.fill(mix(PILLAR, WALL, 0.5), (pillar.x, 0, pillar.width // 3, high))
    floor = round(_step(size, len(rungs), -1)[1])
    image.fill(FLOOR, (0, floor, wide, high - floor))
    yield
    each = _wide(size, len(rungs))
    for n, points in enumerate(rungs):
        x, y = _step(size, len(rungs), n)
        stone = Rect(round(x - each / 2), round(y), round(each) + 1, high - round(y))
        image.fill(STONE, stone)
        image.fill(mix(STONE, (255, 255, 255), 0.35), (stone.x, stone.y, stone.width, look.px(5)))
        image.fill(mix(STONE, (0, 0, 0), 0.35), (stone.x, stone.y, look.px(2), stone.height))
        carpet = stone.inflate(-round(each * 0.24), 0)
        image.fill(CARPET, carpet)
        image.fill(mix(CARPET, (0, 0, 0), 0.25), (carpet.x, carpet.y, carpet.width, look.px(7)))
        for edge in (carpet.left, carpet.right - look.px(3)):
            image.fill(mix(GOLD, CARPET, 0.3), (edge, carpet.y, look.px(3), carpet.height))
        text, style = look.fit(str(points), WORTH, carpet.width)
        canvas.text(text, (x, y + look.px(28)), style, "c")
    return image


def _figure(art: CardArt, letter: str, sign: SeatSign, high: int) -> Surface:
    """Picture of a queen or, for the letter K, of a king in the colour of a player."""
    return art.keep(("end_figure", letter, sign, high), lambda: _painted(letter, sign, high))


def _painted(letter: str, sign: SeatSign, high: int) -> Surface:
    tall, wide = high * OVER, round(high * OVER * 0.62)
    image = blank((wide, tall))
    king, dark = letter == "K", (18, 20, 22)

    def draw(tone: Colour, *points: tuple[float, float]) -> None:
        """Draw a polygon; points are shares of the width around its middle and of the height."""
        pygame.draw.polygon(image, tone, [((0.5 + x) * wide, y * tall) for x, y in points])

    def disc(tone: Colour, x: float, y: float, radius: float) -> None:
        pygame.draw.circle(image, tone, ((0.5 + x) * wide, y * tall), radius * tall)

    robe, shade = sign.colour, mix(sign.colour, (0, 0, 0), 0.28)
    spread = 0.40 if not king else 0.34
    for grow, tones in ((0.03, (dark, dark)), (0.0, (robe, shade))):
        draw(tones[0], (-spread - grow, 0.99), (-0.17 - grow, 0.44 - grow),
             (0.17 + grow, 0.44 - grow), (spread + grow, 0.99))  # fmt: skip
        draw(tones[1], (0.05, 0.99), (0.05, 0.44), (0.17 + grow, 0.44), (spread + grow, 0.99))
    draw((244, 238, 222), (-spread, 0.99), (-spread + 0.02, 0.93), (spread - 0.02, 0.93),
         (spread, 0.99))  # fmt: skip
    if not king:
        draw(HAIR, (-0.2, 0.52), (-0.2, 0.26), (0.2, 0.26), (0.2, 0.52))
    disc(dark, 0, 0.32, 0.125)
    disc(SKIN, 0, 0.32, 0.11)
    if king:
        draw(HAIR, (-0.17, 0.33), (0.17, 0.33), (0.1, 0.47), (0, 0.5), (-0.1, 0.47))
    for x in (-0.06, 0.06):
        disc(dark, x, 0.30, 0.014)
    crown = ((-0.19, 0.24), (-0.23, 0.08), (-0.1, 0.16), (0, 0.03), (0.1, 0.16), (0.23, 0.08),
             (0.19, 0.24))  # fmt: skip
    draw(dark, *((1.12 * x, y + (0.015 if y > 0.2 else -0.02)) for x, y in crown))
    draw(GOLD, *crown)
    disc(robe, 0, 0.19, 0.022)
    return pygame.transform.smoothscale(image.premul_alpha(), (wide // OVER, high))
