"""Painter of a strike: pale rays and stones of several greys."""

from __future__ import annotations

from castlecards.ui.cardart.buildings.paper_cut import LIGHT, STONE
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import mix
from castlecards.ui.table.clash.strike import Strike

TONES = 5  # shades of stones


def draw_strike(canvas: Canvas, strike: Strike, now: float) -> None:
    """Draw a strike at `now` s of its script."""
    for ray in strike.rays(now):
        canvas.polygon(mix(LIGHT, (255, 255, 255), 0.4), ray)
    for x, y, half, n in strike.stones(now):
        tone = mix(STONE, (0, 0, 0), 0.55 * (n % TONES) / TONES)
        canvas.polygon(tone, ((x - half, y), (x, y - half), (x + half, y), (x, y + half)))
