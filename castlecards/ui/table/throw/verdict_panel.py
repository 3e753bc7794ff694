"""What a throw came to, on a panel that stays until it can be read: whose it was, and why."""

from __future__ import annotations

import math

from pygame import Rect

from castlecards.ui.cardart.seat_signs import SeatSign, draw_sign
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.table.playback.state import ThrowVerdict

WIDE, HIGH = 600, 186  # units
FOOT = 22  # units from the lower edge of the window
HEAD = Style("title", 22, "gold_high")
SAID = Style("medium", 15, "text")
RULE = Style("ui", 13, "muted")
LABEL = Style("ui", 12.5, "muted")
FIGURE = Style("bold", 14, "text")
KEY = Style("bold", 12.5, "text")
SHARES = (0.15, 0.13, 0.14, 0.29, 0.29)  # of the width, by figure
TURN = 24  # sides of the ring that runs down


def verdict_rect(look: Look, window: Rect) -> Rect:
    """In the middle of the lower edge, over the own hand."""
    rect = Rect(0, 0, min(look.px(WIDE), window.width - look.px(20)), look.px(HIGH))
    rect.midbottom = (window.centerx, window.bottom - look.px(FOOT))
    return rect


def draw_verdict_panel(
    canvas: Canvas, judged: ThrowVerdict, sign: SeatSign | None, left: float
) -> None:
    """`left` 1 to 0: how much of its time remains."""
    look, c = canvas.look, canvas.look.palette
    rect = verdict_rect(look, canvas.rect)
    canvas.shadow(rect, 12, 18, 190)
    canvas.box(rect, 12, c.panel, c.panel_low, c.gold)
    inner = rect.left + look.px(24)
    x = inner
    if sign is not None:
        draw_sign(canvas, sign, (x + look.px(12), rect.top + look.px(32)), look.px(12))
        x += look.px(36)
    room = rect.right - x - look.px(60)
    head, style = look.fit(judged.head, HEAD, room)
    canvas.text(head, (x, rect.top + look.px(32)), style, "w")
    said, style = look.fit(judged.said, SAID, rect.right - x - look.px(24))
    canvas.text(said, (x, rect.top + look.px(60)), style, "w")
    canvas.text(judged.rule, (x, rect.top + look.px(81)), RULE, "w")
    wide = rect.width - look.px(48)
    at = float(inner)
    for (label, text), share in zip(judged.figures, SHARES, strict=False):
        span = round(share * wide) - look.px(10)
        canvas.text(look.fit(label, LABEL, span)[0], (at, rect.top + look.px(106)), LABEL, "w")
        text, style = look.fit(text, FIGURE, span)
        canvas.text(text, (at, rect.top + look.px(125)), style, "w")
        at += share * wide
    y = rect.top + look.px(159)
    at = float(inner)
    for key, does in (("R", "Watch again"), ("Space", "Go on")):
        at = _key(canvas, key, does, at, y)
    _clock(canvas, (rect.right - look.px(28), rect.top + look.px(30)), left)


def _key(canvas: Canvas, key: str, does: str, x: float, y: float) -> float:
    """A key and what it does; returns where the next one begins."""
    look = canvas.look
    cap = Rect(0, 0, look.width(key, KEY) + look.px(16), look.px(24))
    cap.midleft = (round(x), round(y))
    canvas.box(cap, 5, look.palette.button, look.palette.button_over, look.palette.line)
    canvas.text(key, cap.center, KEY, "c")
    canvas.text(does, (cap.right + look.px(9), y), SAID, "w")
    return cap.right + look.width(does, SAID) + look.px(32)


def _clock(canvas: Canvas, at: tuple[float, float], left: float) -> None:
    """A ring that runs down."""
    px = canvas.look.px
    points = [
        (at[0] + px(11) * math.sin(turn), at[1] - px(11) * math.cos(turn))
        for turn in (2 * math.pi * k / TURN for k in range(TURN + 1))
    ]
    for k in range(TURN):
        lit = k >= round((1 - left) * TURN)
        tone = canvas.look.palette.gold_high if lit else canvas.look.palette.line
        canvas.line(tone, points[k], points[k + 1], px(3))
