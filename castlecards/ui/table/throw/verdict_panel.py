"""Verdict panel: thrower, result and rule of the last throw, shown long enough to be read."""

from __future__ import annotations

import math

from pygame import Rect

from castlecards.texts import tr
from castlecards.ui.cardart.seat_signs import SeatSign, draw_sign
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.basic import draw_plate
from castlecards.ui.table.playback.state import ThrowVerdict

PANEL_WIDTH = 600  # units
PANEL_HEIGHT = 186  # units
BOTTOM_MARGIN = 22  # units from the lower edge of the window
HEAD = Style("title", 22, "gold_high")
SAID = Style("medium", 15, "text")
RULE = Style("ui", 13, "muted")
LABEL = Style("ui", 12.5, "muted")
FIGURE = Style("bold", 14, "text")
KEY = Style("bold", 12.5, "text")
FIGURE_WIDTHS = (0.15, 0.13, 0.14, 0.29, 0.29)  # column of each figure, share of the width
CLOCK_SEGMENTS = 24  # line segments of the countdown ring


def verdict_rect(look: Look, window: Rect) -> Rect:
    """Place of the panel, px: centred at the lower edge, over the player's own hand."""
    rect = Rect(0, 0, min(look.px(PANEL_WIDTH), window.width - look.px(20)), look.px(PANEL_HEIGHT))
    rect.midbottom = (window.centerx, window.bottom - look.px(BOTTOM_MARGIN))
    return rect


def draw_verdict_panel(
    canvas: Canvas, verdict: ThrowVerdict, sign: SeatSign | None, time_left: float
) -> None:
    """Draw the panel; `time_left`: share of its display time that remains, 1 to 0."""
    look, c = canvas.look, canvas.look.palette
    rect = verdict_rect(look, canvas.rect)
    draw_plate(canvas, rect, 12, 18, 190, c.gold)
    inner = rect.left + look.px(24)
    x = inner
    if sign is not None:
        draw_sign(canvas, sign, (x + look.px(12), rect.top + look.px(32)), look.px(12))
        x += look.px(36)
    room = rect.right - x - look.px(60)
    head, style = look.fit(verdict.head, HEAD, room)
    canvas.text(head, (x, rect.top + look.px(32)), style, "w")
    said, style = look.fit(verdict.said, SAID, rect.right - x - look.px(24))
    canvas.text(said, (x, rect.top + look.px(60)), style, "w")
    canvas.text(verdict.rule, (x, rect.top + look.px(81)), RULE, "w")
    wide = rect.width - look.px(48)
    at = float(inner)
    for (label, text), share in zip(verdict.figures, FIGURE_WIDTHS, strict=False):
        span = round(share * wide) - look.px(10)
        canvas.text(look.fit(label, LABEL, span)[0], (at, rect.top + look.px(106)), LABEL, "w")
        text, style = look.fit(text, FIGURE, span)
        canvas.text(text, (at, rect.top + look.px(125)), style, "w")
        at += share * wide
    y = rect.top + look.px(159)
    at = float(inner)
    for key, does in (("R", tr("Watch again")), (tr("Space"), tr("Go on"))):
        at = _key(canvas, key, does, at, y)
    _clock(canvas, (rect.right - look.px(28), rect.top + look.px(30)), time_left)


def _key(canvas: Canvas, key: str, does: str, x: float, y: float) -> float:
    """Draw a key and its meaning; return the x of the next one, px."""
    look = canvas.look
    cap = Rect(0, 0, look.width(key, KEY) + look.px(16), look.px(24))
    cap.midleft = (round(x), round(y))
    canvas.box(cap, 5, look.palette.button, look.palette.button_over, look.palette.line)
    canvas.text(key, cap.center, KEY, "c")
    canvas.text(does, (cap.right + look.px(9), y), SAID, "w")
    return cap.right + look.width(does, SAID) + look.px(32)


def _clock(canvas: Canvas, at: tuple[float, float], time_left: float) -> None:
    """Draw a countdown ring."""
    px = canvas.look.px
    points = [
        (at[0] + px(11) * math.sin(turn), at[1] - px(11) * math.cos(turn))
        for turn in (2 * math.pi * k / CLOCK_SEGMENTS for k in range(CLOCK_SEGMENTS + 1))
    ]
    for k in range(CLOCK_SEGMENTS):
        lit = k >= round((1 - time_left) * CLOCK_SEGMENTS)
        tone = canvas.look.palette.gold_high if lit else canvas.look.palette.line
        canvas.line(tone, points[k], points[k + 1], px(3))
