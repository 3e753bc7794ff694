"""Painter of a collapse: falling stones, portcullis, banner, dust and headline.

Every stone is blitted from a picture kept by its size, shade and turn, every puff by its size and
strength: nothing is painted or blurred for one frame alone.
"""

from __future__ import annotations

from functools import partial

import pygame
from pygame import Rect, Surface

from castlecards.ui.cardart.seat_signs import SeatSign, draw_sign
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour, blank, mix
from castlecards.ui.kit.theme import Style
from castlecards.ui.table.clash.collapse import (
    ARCH,
    DROPS,
    HEADLINE,
    SETTLED,
    Collapse,
    Kind,
    Stone,
    ground_shake,
    puffs,
    stones,
)
from castlecards.ui.table.layout.easing import ease

GROUND = 0.565  # of the window's height: the line on which it stands
DIM = (66, 74, 70)  # remaining light on the table, of 255
BAND = (186, 190, 188)  # and once more where it falls, three times
FADE = 0.12  # s in which the table gets dark, and light again
LIGHT: tuple[Colour, ...] = ((164, 156, 136), (148, 141, 123), (176, 168, 148), (156, 146, 124))
DUST: Colour = (186, 174, 146)
IRON: Colour = (74, 62, 46)
LEVELS = 5  # strengths of a puff
PUFF = 16  # units: steps in its size
LASTS = 0.95  # s that a puff is seen
STEP = 9.0  # units: steps in the width of a stone that is drawn

TITLE = Style("title", 36, "gold_high")
NOTE = Style("medium", 17, "text")


def darken_table(canvas: Canvas, collapse: Collapse, now: float) -> None:
    """Darken the table, most around the building. `now`: s of the script."""
    dark = (
        1.0
        if collapse.still
        else max(min((now - collapse.begins) / FADE, (collapse.ends - now) / FADE, 1.0), 0)
    )
    u, (width, height) = canvas.look.scale, canvas.size
    canvas.multiply(mix((255, 255, 255), DIM, dark))
    for high, low in ((300, 110), (270, 96), (240, 84)):
        band = Rect(0, round(height * GROUND - high * u), width, round((high + low) * u))
        canvas.multiply(mix((255, 255, 255), BAND, dark), band)


def draw_collapse(canvas: Canvas, collapse: Collapse, now: float) -> None:
    """Draw the collapse at `now`, s of the script."""
    t = SETTLED if collapse.still else now - collapse.begins
    draw_building(canvas, collapse.kind, collapse.sign, t, GROUND)
    if t >= HEADLINE:
        _words(canvas, collapse, min((t - HEADLINE) / FADE, 1.0))


def draw_building(
    canvas: Canvas, kind: Kind, sign: SeatSign | None, t: float, share: float
) -> None:
    """Draw a gate, or a castle with the banner `sign`, `t` s after its collapse began.

    It stands at `share` of the window's height."""
    u = canvas.look.scale
    dx, dy = ground_shake(t)
    ground = (canvas.size[0] / 2 + dx * u, canvas.size[1] * share + dy * u)
    line = Rect(0, round(ground[1]), canvas.size[0], max(1, round(u)))
    canvas.fill(canvas.look.palette.gold_low, line)
    if kind == "gate" and t < DROPS[1]:
        _portcullis(canvas, ground, t, u)
    for stone in stones(kind):
        x, y, turn = stone.at(t)
        image = _stamp(canvas, stone, turn, u)
        canvas.blit_centred(image, (ground[0] + x * u, ground[1] - y * u))
    if kind == "keep" and sign is not None:
        _banner(canvas, sign, ground, t, u)
    draw_dust(canvas, kind, ground, t, u)


def _stamp(canvas: Canvas, stone: Stone, turn: float, u: float) -> Surface:
    """Return the picture of a stone in one of a few widths."""
    width = max(2, round(STEP * max(round(stone.width / STEP), 1) * u))
    height = max(2, round(stone.height * u))
    key = ("stone", width, height, stone.tone, turn)
    return canvas.look.shapes.keep(key, lambda: _stone((width, height), stone.tone, turn))


def _stone(size: tuple[int, int], tone: int, turn: float) -> Surface:
    image, colour = blank(size), LIGHT[tone]
    w, h = size
    image.fill((*colour, 255))
    edge = max(1, h // 8)
    image.fill((*mix(colour, (255, 255, 255), 0.28), 255), (0, 0, w, edge))
    image.fill((*mix(colour, (0, 0, 0), 0.42), 255), (0, h - edge, w, edge))
    image.fill((*mix(colour, (0, 0, 0), 0.3), 255), (w - edge, 0, edge, h))
    return pygame.transform.rotozoom(image, turn, 1) if turn else image


def _portcullis(canvas: Canvas, ground: tuple[float, float], t: float, u: float) -> None:
    """Draw the portcullis sinking into the ground."""
    part = ease((t - DROPS[0]) / (DROPS[1] - DROPS[0]))
    half, high = ARCH[0] * u, ARCH[1] * u * (1 - part)
    thick = max(2, round(4 * u))
    x, y = ground
    for n in range(-3, 4):
        canvas.fill(IRON, Rect(round(x + n * half / 3.6), round(y - high), thick, round(high)))
    for n in range(1, 6):
        level = ARCH[1] * u * n / 6 - ARCH[1] * u * part
        if level > 0:
            canvas.fill(IRON, Rect(round(x - half), round(y - level), round(2 * half), thick))


def _banner(
    canvas: Canvas, sign: SeatSign, ground: tuple[float, float], t: float, u: float
) -> None:
    """Draw the loser's banner on the keep, which falls with it."""
    part = ease((t - 0.3) / 0.8)
    foot_y = 17 * 17.0 * (1 - part) + 8 * part
    lean = 78 * part
    way = pygame.Vector2(0, -62 * u).rotate(lean)
    foot = pygame.Vector2(ground[0] + 30 * part * u, ground[1] - foot_y * u)
    top = foot + way
    canvas.line(IRON, (foot.x, foot.y), (top.x, top.y), max(2.0, 3 * u))
    side = way.rotate(90) * 0.75
    low = top - way * 0.5
    tip = top - way * 0.25 + side
    canvas.polygon(sign.colour, [(top.x, top.y), (tip.x, tip.y), (low.x, low.y)])


def draw_dust(canvas: Canvas, kind: Kind, ground: tuple[float, float], t: float, u: float) -> None:
    """Draw the dust of a collapse at `t` around `ground`, px; `u`: px per unit."""
    for puff in puffs(kind):
        age = (t - puff.start) / LASTS
        if not 0 < age < 1:
            continue
        strength = round(LEVELS * min(4 * age, 1.6 * (1 - age), 1.0))
        if strength < 1:
            continue
        size = max(PUFF, PUFF * round(puff.size * (0.7 + age) / PUFF))
        radius = max(4, round(size * u))
        key = ("puff", radius, strength)
        image = canvas.look.shapes.keep(key, partial(_puff, radius, strength))
        canvas.blit_centred(image, (ground[0] + puff.x * u, ground[1] - (puff.y + 26 * age) * u))


def _puff(radius: int, strength: int) -> Surface:
    """Return the picture of a soft cloud: painted small and enlarged."""
    small = blank((48, 48))
    for r in range(23, 0, -1):
        alpha = round(150 * strength / LEVELS * (1 - r / 24) ** 1.4)
        pygame.draw.circle(small, (*DUST, alpha), (24, 24), r)
    return pygame.transform.smoothscale(small.premul_alpha(), (2 * radius, 2 * radius))


def _words(canvas: Canvas, collapse: Collapse, part: float) -> None:
    """Draw the headline and its note."""
    look = canvas.look
    x, y = canvas.size[0] / 2, canvas.size[1] * GROUND + look.px(46)
    room = canvas.size[0] - look.px(120)
    text, style = look.fit(collapse.headline, TITLE, room)
    beside = look.px(26) if collapse.sign is not None else 0
    tone = mix((20, 26, 22), look.palette.gold_high, part)
    rect = canvas.text(text, (x + beside, y), style, "c", tone)
    if collapse.sign is not None:
        draw_sign(canvas, collapse.sign, (rect.left - look.px(26), y), look.px(13))
    if collapse.note:
        note, style = look.fit(collapse.note, NOTE, room)
        canvas.text(
            note, (x, y + look.px(42)), style, "c", mix((20, 26, 22), look.palette.text, part)
        )
