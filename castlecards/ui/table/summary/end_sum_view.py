"""Painter of the closing scene in which points fly from a table to the players and add up."""

from __future__ import annotations

import math
from functools import partial

import pygame
from pygame import Rect, Surface

from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.cardart.guild_table import table_steps
from castlecards.ui.cardart.seat_signs import SeatSign, draw_sign
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.incremental import Steps
from castlecards.ui.kit.shapes import Colour, mix
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.table.layout.easing import ease, progress
from castlecards.ui.table.summary.end_cards_timeline import SumScene
from castlecards.ui.table.summary.end_pictures import draw_words
from castlecards.ui.table.summary.end_timing import FADE

ROOM: Colour = (34, 26, 36)
LIGHT: Colour = (74, 52, 50)
TABLE = (0.46, 0.30)  # share of the window's height: middle of the table and its radius
PLATE = (236, 212)  # units, size of a player's plate
LOW = 18  # units below the plates
APART = 16  # units between two plates
LINE = 30  # units, height of a row on a plate
CHIP = 21  # units, radius of flying points
CARD = 0.5  # of the table's radius: height of a card of the last trick
SHRUNK = 0.45  # of that height, a card that arrives at its winner
ROOMY = 1.56  # radii of the table, widest row of these cards
SHADOW = 4  # units
WORDS_AT = 0.075  # of the window's height
NAME = Style("bold", 18, "text")
ROW = Style("ui", 16, "muted")
POINTS = Style("bold", 17, "text")
TOTAL = Style("title", 34, "gold_high")
LABEL = Style("title", 34, "gold_high")


def sum_steps(art: CardArt, look: Look, size: tuple[int, int], scene: SumScene) -> Steps[None]:
    """Paint the room with its table, and the cards of the last trick."""
    yield from art.steps(("end_room", size), partial(_room, size))
    for _, face in scene.trick.cards if scene.trick is not None else ():
        yield
        art.face(face, _card(size))


def draw_sum_scene(canvas: Canvas, art: CardArt, scene: SumScene, t: float) -> None:
    """Draw the scene at `t` s."""
    look, size = canvas.look, canvas.size
    canvas.surface.blit(art.keep(("end_room", size), lambda: Surface(size)), (0, 0))
    plates = _plates(look, size, len(scene.players))
    won, row = t >= scene.words_at, scene.row(t)
    for seat, rect in enumerate(plates):
        glows = won and seat in scene.winners
        _plate(canvas, rect, scene, seat, t, glows)
    if scene.swept(t) < 1:
        _trick(canvas, art, scene, plates, t)
    middle = size[0] / 2, TABLE[0] * size[1] - look.px(30)
    if row >= 0 and not won:
        label, amounts = scene.rows[row]
        text, style = look.fit(label, LABEL, round(2 * TABLE[1] * size[1]))
        canvas.text(text, middle, style, "c")
        part = ease(scene.flight(t, row))
        for seat, (rect, points) in enumerate(zip(plates, amounts, strict=True)):
            if points and part < 1:
                spread = (seat - (len(plates) - 1) / 2) * look.px(2.6 * CHIP)
                start = middle[0] + spread, middle[1] + look.px(52)
                end = rect.centerx, rect.top + look.px(52)
                at = (
                    start[0] + (end[0] - start[0]) * part,
                    start[1] + (end[1] - start[1]) * part
                    - look.px(40) * math.sin(math.pi * part),
                )  # fmt: skip
                _chip(canvas, at, points, scene.players[seat][1])
    words = progress(t, scene.words_at, scene.words_at + FADE)
    if words:
        draw_words(canvas, scene.headline, scene.why, words, WORDS_AT * size[1], ROOM)


def _card(size: tuple[int, int]) -> int:
    """Height of a card of the last trick, px."""
    return round(CARD * TABLE[1] * size[1])


def _trick(canvas: Canvas, art: CardArt, scene: SumScene, plates: list[Rect], t: float) -> None:
    """Draw the last trick on the table, its winner's card raised, or on its way to the winner."""
    trick, size, px = scene.trick, canvas.size, canvas.look.px
    assert trick is not None
    part, tall = scene.swept(t), _card(size)
    step = min(tall * 0.76, ROOMY * TABLE[1] * size[1] / max(len(trick.cards), 1))
    goal = plates[trick.winner]
    for n, (seat, face) in enumerate(trick.cards):
        won = seat == trick.winner
        x = size[0] / 2 + (n - (len(trick.cards) - 1) / 2) * step
        y = TABLE[0] * size[1] - (px(14) if won else 0)
        x, y = x + (goal.centerx - x) * part, y + (goal.top - y) * part
        picture = art.face(face, tall)
        if part:
            grown = 1 - (1 - SHRUNK) * part
            picture = pygame.transform.smoothscale_by(picture, grown)
        rect = picture.get_rect(center=(round(x), round(y)))
        canvas.box(rect.move(px(SHADOW), px(SHADOW)), 6, (18, 12, 8), (18, 12, 8))
        canvas.blit(picture, rect.topleft)
        if won and not part:
            canvas.ring(rect.inflate(px(6), px(6)), 8, canvas.look.palette.gold_high, 3)
        if not part:
            at = rect.centerx, round(y) + tall // 2 + px(18 if not won else 32)
            draw_sign(canvas, scene.players[seat][1], at, px(9))


def _plates(look: Look, size: tuple[int, int], count: int) -> list[Rect]:
    """Rectangles of the players' plates in a row at the lower edge."""
    apart = look.px(APART)
    wide = min(look.px(PLATE[0]), (size[0] - (count + 1) * apart) // count)
    left = (size[0] - count * wide - (count - 1) * apart) // 2
    top = size[1] - look.px(PLATE[1] + LOW)
    return [Rect(left + n * (wide + apart), top, wide, look.px(PLATE[1])) for n in range(count)]


def _plate(canvas: Canvas, rect: Rect, scene: SumScene, seat: int, t: float, glows: bool) -> None:
    """Draw a plate: name, the rows that are counted, and their sum."""
    look, px = canvas.look, canvas.look.px
    palette, (name, sign) = look.palette, scene.players[seat]
    canvas.box(rect, 12, mix(palette.inset, (0, 0, 0), 0.1), palette.inset)
    canvas.ring(rect, 12, palette.gold_high if glows else palette.gold_low, 3 if glows else 1)
    draw_sign(canvas, sign, (rect.left + px(24), rect.top + px(26)), px(9))
    text, style = look.fit(name, NAME, rect.width - px(60))
    canvas.text(text, (rect.left + px(42), rect.top + px(26)), style, "w")
    for n, (label, amounts) in enumerate(scene.rows):
        if scene.flight(t, n) < 1:
            break
        y = rect.top + px(60 + LINE * n - 4 * max(len(scene.rows) - 3, 0) * n)
        text, style = look.fit(label, ROW, rect.width - px(80))
        canvas.text(text, (rect.left + px(16), y), style, "w")
        canvas.text(str(amounts[seat]), (rect.right - px(16), y), POINTS, "e")
    canvas.rule(palette.line, rect.left + px(14), rect.right - px(14), rect.bottom - px(54))
    tone = palette.gold_high if glows or t < scene.words_at else palette.text
    at = rect.right - px(16), rect.bottom - px(28)
    canvas.text(str(scene.scores(t)[seat]), at, TOTAL, "e", tone)


def _chip(canvas: Canvas, at: tuple[float, float], points: int, sign: SeatSign) -> None:
    """Draw a disc with a number of points in the colour of a player."""
    px = canvas.look.px
    canvas.circle((16, 18, 20), at, px(CHIP) + 2)
    canvas.circle(sign.colour, at, px(CHIP))
    canvas.circle(mix(sign.colour, (0, 0, 0), 0.55), at, px(CHIP - 4))
    canvas.text(f"+{points}", at, POINTS, "c")


def _room(size: tuple[int, int]) -> Steps[Surface]:
    """Paint a dim room with the guild table in its light."""
    wide, high = size
    image = Surface(size)
    for y in range(high):
        tone = mix(ROOM, LIGHT, max(0.0, 1 - abs(y / high - TABLE[0]) / 0.6))
        pygame.draw.line(image, tone, (0, y), (wide, y))
    yield
    table = yield from table_steps(TABLE[1] * high)
    at = table.get_rect(center=(round(wide / 2), round(TABLE[0] * high)))
    image.blit(table, at, special_flags=pygame.BLEND_PREMULTIPLIED)
    return image
