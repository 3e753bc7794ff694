"""The curtain between two people who share a screen: opaque, and slow to open on purpose.

It falls before anything is shown that only the next player may see. It opens when that player
holds a key or the mouse for 0.6 s; until then every input is swallowed. Where nothing secret lies
open anyway, as after a window that was passed, a strip of it is enough: the table stays in sight.
"""

from __future__ import annotations

import math

import pygame
from pygame import Rect

from castlecards.core.cards import Seat
from castlecards.ui.cardart.seat_signs import SeatSign, draw_sign
from castlecards.ui.kit import intents
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Intent
from castlecards.ui.kit.shapes import mix
from castlecards.ui.kit.text import Style

HOLD = 0.6  # s
OPENING = 0.35  # s, while it goes up
STRIP = 96  # units, a light curtain
NAME = Style("title", 40, "gold_high")
STRIP_NAME = Style("title", 26, "gold_high")
TEXT = Style("ui", 19, "text")
NOTE = Style("ui", 15, "text")


class Curtain:
    """Closed for `seat`, whose player has this sign and is called `name`."""

    def __init__(
        self, seat: Seat, sign: SeatSign, name: str, text: str, light: bool = False
    ) -> None:
        self.seat = seat
        self.sign = sign
        self.name = name
        self.text = text  # about the part of the turn, without secrets
        self.light = light  # only a strip: the table below shows no secrets
        self.held = 0.0  # s
        self._down: object = None  # the key or button that is held
        self.open = False

    def handle(self, intent: Intent) -> None:
        """Swallows everything; notices what is held and let go."""
        match intent:
            case intents.Grab(button=1):
                self._begin("mouse")
            case intents.Release(button=1):
                self._end("mouse")
            case intents.Command(act, True, again) if not again:
                self._begin(act)
            case intents.Command(act, False):
                self._end(act)
            case intents.Leave():
                self._down, self.held = None, 0.0

    def _begin(self, what: object) -> None:
        if self._down is None:
            self._down, self.held = what, 0.0

    def _end(self, what: object) -> None:
        if self._down == what:
            self._down, self.held = None, 0.0

    @property
    def moving(self) -> bool:
        return self._down is not None

    def update(self, dt: float) -> None:
        if self._down is not None:
            self.held += dt
            self.open = self.held >= HOLD

    def draw(self, canvas: Canvas) -> None:
        if self.light:
            self._strip(canvas)
            return
        draw_cloth(canvas, 0.0)
        look = canvas.look
        width, height = canvas.size
        x, y = width / 2, height * 0.43
        draw_sign(canvas, self.sign, (x, y - look.px(66)), look.px(15))
        text, style = look.fit(self.name, NAME, round(width * 0.86))
        canvas.text(text, (x, y), style, "c")
        text, style = look.fit(self.text, TEXT, round(width * 0.9))
        canvas.text(text, (x, y + look.px(48)), style, "c")
        note = f"Only {self.name} looks now: hold the mouse button or a key"
        note, style = look.fit(note, NOTE, round(width * 0.9))
        canvas.text(note, (x, y + look.px(172)), style, "c")
        self._dial(canvas, (x, y + look.px(112)))

    def _strip(self, canvas: Canvas) -> None:
        """Across the lower edge, where the hand will lie."""
        look = canvas.look
        width, height = canvas.size
        strip = Rect(0, height - look.px(STRIP), width, look.px(STRIP))
        with canvas.clipped(strip):
            draw_cloth(canvas, 0.0)
        canvas.surface.fill(look.palette.gold, (0, strip.top, width, look.px(3)))
        x, y = width / 2, strip.centery
        text, style = look.fit(self.name, STRIP_NAME, round(width * 0.4))
        note = "goes on: hold the mouse button or a key"
        wide = look.width(text, style) + look.px(14) + look.width(note, TEXT)
        left = max(look.px(16), x - wide / 2 + look.px(30))
        draw_sign(canvas, self.sign, (left - look.px(20), y), look.px(8))
        end = canvas.text(text, (left, y), style, "w").right + look.px(14)
        note, small = look.fit(note, TEXT, round(width - end - look.px(12)))
        canvas.text(note, (end, y), small, "w")
        self._dial(canvas, (left - look.px(76), y))

    def _dial(self, canvas: Canvas, at: tuple[float, float]) -> None:
        """A ring that fills while something is held."""
        look = canvas.look
        radius = look.px(26)
        canvas.circle(look.palette.gold_low, at, radius, look.px(5))
        part = min(self.held / HOLD, 1.0)
        steps = max(1, round(48 * part)) if part > 0 else 0
        gold = look.palette.gold_high
        for k in range(steps):
            turn = -math.pi / 2 + 2 * math.pi * k / 48
            spot = (at[0] + math.cos(turn) * (radius - 2), at[1] + math.sin(turn) * (radius - 2))
            canvas.circle(gold, spot, look.px(3))


def draw_cloth(canvas: Canvas, up: float) -> None:
    """The cloth itself, raised by `up` 0..1 of the window. Opaque."""
    width, height = canvas.size
    low = round(height * (1 - up))
    if low <= 0:
        return
    cloth = canvas.look.shapes.keep(("cloth", width, height), lambda: _cloth(width, height))
    canvas.surface.blit(cloth, (0, low - height))
    gold = canvas.look.palette.gold
    canvas.surface.fill(gold, (0, low - canvas.look.px(7), width, canvas.look.px(3)))


def _cloth(width: int, height: int) -> pygame.Surface:
    """Dark red folds, darker towards the edges."""
    column = pygame.Surface((width, 1))
    deep, high = (44, 8, 14), (98, 22, 30)
    for x in range(width):
        fold = 0.5 + 0.5 * math.sin(x / width * 2 * math.pi * 11 + math.sin(x / width * 17))
        rim = 1 - abs(2 * x / width - 1) ** 3 * 0.5
        column.set_at((x, 0), mix(deep, high, fold * rim * 0.8))
    cloth = pygame.transform.scale(column, (width, height))
    shade = pygame.Surface((1, height))
    for y in range(height):
        level = round(255 * (1 - 0.35 * abs(2 * y / height - 0.9)))
        shade.set_at((0, y), (level, level, level))
    cloth.blit(pygame.transform.scale(shade, (width, height)), (0, 0), None, pygame.BLEND_MULT)
    return cloth


def hides(shared: bool, intent: Intent) -> bool:
    """Must what is shown go, because nobody knows who looks now?"""
    key = isinstance(intent, intents.Command) and intent.act == Act.HIDE_ALL and intent.down
    lost = isinstance(intent, intents.Leave) and intent.focus
    return shared and (key or lost)
