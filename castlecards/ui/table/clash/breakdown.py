"""Breakdown of a clash: each side's cards and modifiers with their sum, and the balance bar."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour, mix
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.basic import draw_panel
from castlecards.ui.table.clash.layout import StageFrame
from castlecards.ui.table.clash.timeline import ClashStep

INK: Colour = (10, 16, 14)
PALE: Colour = (250, 244, 226)
TRACK: Colour = (34, 42, 38)
ROW = Style("ui", 14, "text")
ROWS = 17.0  # units from one line to the next
TOTAL = Style("bold", 14, "gold_high")
SIDE = 168.0  # units: width of a side
PAD = 12.0  # units around both
BETWEEN = 22.0  # units between the sides
Rows = Sequence[tuple[str, str]]


def breakdown(step: ClashStep) -> tuple[Rows, ...]:
    """Return the rows of both sides; () if all is hidden or each side is a single number."""
    labels, sides = step.labels, step.clash.sides
    found = tuple(label.sum_rows(side) for label, side in zip(labels, sides, strict=False))
    return found if any(len(rows) > 2 for rows in found) else ()


def place_breakdown(look: Look, rows: Sequence[Rows], near: Rect, window: Rect) -> Rect:
    """Return the place of the breakdown below `near`, inside the window; px."""
    lines = max((len(side) for side in rows), default=0)
    rect = Rect(0, 0, look.px(2 * SIDE + BETWEEN + 2 * PAD), look.px(ROWS * lines + 2 * PAD))
    rect.midtop = near.midbottom
    return rect.clamp(window)


def draw_breakdown(canvas: Canvas, rows: Sequence[Rows], rect: Rect) -> None:
    """Draw two columns of labels and numbers, each with its total below a line."""
    look, c = canvas.look, canvas.look.palette
    draw_panel(canvas, rect, radius=10)
    pad, wide, step = look.px(PAD), look.px(SIDE), look.px(ROWS)
    for n, side in enumerate(rows):
        left = rect.left + pad + n * (wide + look.px(BETWEEN))
        for k, (label, number) in enumerate(side):
            last = k == len(side) - 1
            style = TOTAL if last else ROW
            y = rect.top + pad + round((k + 0.5) * step)
            if last:
                canvas.rule(c.gold_low, left, left + wide, y - step // 2)
            text, fitted = look.fit(label, style, wide - look.width(number, style) - look.px(8))
            canvas.text(text, (left, y), fitted, "w")
            canvas.text(number, (left + wide, y), style, "e")


# -- the bar --------------------------------------------------------------------------------------


def bar_rect(middle: float, size: tuple[float, float], frame: StageFrame) -> Rect:
    rect = Rect(0, 0, round(size[0] * frame.u), max(round(size[1] * frame.u), 5))
    rect.center = (round(frame.x + middle * frame.u), round(frame.y + 10 * frame.u))
    return rect


def draw_balance_bar(
    canvas: Canvas, totals: Sequence[int], colours: Sequence[Colour], rect: Rect, frame: StageFrame
) -> None:
    """Draw a bar shared in proportion to the totals, with a notch at one half."""
    ours, theirs = totals
    part = ours / (ours + theirs) if ours + theirs else 0.5
    border = rect.left + round(part * rect.width)
    halves = (
        (colours[0], Rect(rect.left, rect.top, border - rect.left, rect.height)),
        (colours[1], Rect(border, rect.top, rect.right - border, rect.height)),
    )
    _body(canvas, rect, halves, frame)
    notch = Rect(0, 0, max(2, round(3 * frame.u)), round(rect.height * 0.6))
    notch.center = rect.center
    canvas.fill(INK, notch)
    _pointer(canvas, border, rect, frame)


def threshold(totals: Sequence[int]) -> tuple[float, float]:
    """Return how far the first side fills a bar and how far it must, as shares of its length."""
    ours, theirs = (max(total, 0) for total in totals)
    longest = max(ours, theirs) + 1
    return ours / longest, theirs / longest


def draw_threshold(
    canvas: Canvas, totals: Sequence[int], colours: Sequence[Colour], rect: Rect, frame: StageFrame
) -> None:
    """Draw how far the first side comes, in steps, and the mark it has to reach."""
    filled, mark = threshold(totals)
    reach = rect.left + round(filled * rect.width)
    halves = (
        (colours[0], Rect(rect.left, rect.top, reach - rect.left, rect.height)),
        (TRACK, Rect(reach, rect.top, rect.right - reach, rect.height)),
    )
    _body(canvas, rect, halves, frame)
    steps = max(*totals, 0) + 1
    for n in range(1, steps):
        x = rect.left + round(n * rect.width / steps)
        canvas.fill(INK, Rect(x, rect.top, max(1, round(2 * frame.u)), rect.height))
    at = rect.left + round(mark * rect.width)
    post = Rect(0, 0, max(2, round(4 * frame.u)), round(rect.height * 1.5))
    post.center = (at, rect.centery)
    canvas.fill(mix(colours[1], PALE, 0.3), post)
    _pointer(canvas, at, rect, frame)


def _body(
    canvas: Canvas, rect: Rect, halves: Sequence[tuple[Colour, Rect]], frame: StageFrame
) -> None:
    look = canvas.look
    radius = rect.height / 2 / look.scale
    rim = max(2, round(2 * frame.u))
    outer = radius + rim / look.scale
    canvas.box(rect.inflate(2 * rim, 2 * rim), outer, INK, INK, look.palette.gold_low)
    for colour, half in halves:
        with canvas.clipped(half):
            canvas.box(rect, radius, mix(colour, (255, 255, 255), 0.12), mix(colour, INK, 0.25))


def _pointer(canvas: Canvas, x: int, rect: Rect, frame: StageFrame) -> None:
    post = Rect(0, 0, max(2, round(4 * frame.u)), round(rect.height * 1.5))
    post.center = (x, rect.centery)
    canvas.fill(PALE, post)
    tip, top = 7 * frame.u, rect.top - 12 * frame.u
    canvas.polygon(PALE, ((x - tip, top), (x + tip, top), (x, top + 1.3 * tip)))
