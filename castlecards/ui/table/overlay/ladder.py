"""Ladder panel: the rungs of a game's scoring ladder, each side's place, and the picks' reach."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from pygame import Rect, Surface

from castlecards.core.cards import Seat
from castlecards.core.game import Ladder
from castlecards.ui.cardart.seat_signs import SeatSign, draw_sign
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour, blank
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.basic import draw_panel
from castlecards.ui.table.layout.free_space import free_rect

WIDE = 180.0  # units, width of the panel
HIGH = 172.0  # units, height of the panel
PAD = 12.0  # units, padding inside the panel
HEAD = 22.0  # units, height of the title
LOWEST = 16.0  # units, height of the first rung
FOOT = 15.0  # units, height of the numbers below the rungs
SIGN = 8.5  # units, radius of a seat sign
SMALLER = (1.0, 0.9, 0.8)  # scales of the panel, tried in this order
BAND = (0.19, 0.46)  # share of the window height: beside the far row and the middle
TITLE = Style("title", 14, "gold_high")
WORTH = Style("bold", 11.5, "gold_high")  # value of a rung
SIZE = Style("ui", 11, "muted")  # number of a rung
LETTER = Style("bold", 10.5, "text")  # letter on a seat sign
WHITE: Colour = (255, 252, 244)  # colour of the letters on all signs
STEP: tuple[Colour, Colour, Colour] = (
    (48, 48, 34),
    (30, 34, 26),
    (96, 84, 48),
)  # top, bottom, edge
LIT: tuple[Colour, Colour, Colour] = ((120, 90, 34), (82, 62, 24), (242, 211, 129))  # likewise


def ladder_place(look: Look, window: Rect, clear: Sequence[Rect], mirrored: bool) -> Rect | None:
    """Rect of the ladder at the outer edge, clear of `clear`, px; None if none is free."""
    start, end = (round(part * window.height) for part in BAND)
    band = Rect(window.left, window.top + start, window.width, end - start)
    near = Rect(band.left - 1 if mirrored else band.right, band.centery, 1, 1)
    sizes = [(look.px(part * WIDE), look.px(part * HIGH)) for part in SMALLER]
    return free_rect(sizes, near, clear, band, look.px(9), above=False)


def draw_ladder(
    canvas: Canvas,
    ladder: Ladder,
    rect: Rect,
    signs: Mapping[Seat, SeatSign],
    reach: Collection[int],
    more: int,
) -> None:
    """Draw the ladder. `reach`: rungs that the selection of `more` cards would reach."""
    look, key = canvas.look, ("ladder", ladder, rect.size, frozenset(reach), more)
    image = look.shapes.keep(
        (*key, tuple(sorted((seat, sign.shape, sign.colour) for seat, sign in signs.items()))),
        lambda: _render(look, ladder, rect.size, signs, reach, more),
    )
    canvas.blit(image, rect.topleft)


def _render(
    look: Look,
    ladder: Ladder,
    size: tuple[int, int],
    signs: Mapping[Seat, SeatSign],
    reach: Collection[int],
    more: int,
) -> Surface:
    canvas, part = Canvas(blank(size), look), size[0] / look.px(WIDE)
    u = look.scale * part
    box = Rect((0, 0), size)
    draw_panel(canvas, box, radius=10)
    title, style = look.fit(ladder.title, TITLE, round(size[0] - 2 * PAD * u))
    canvas.text(title, (PAD * u, 9 * u), style)
    count, figure = len(ladder.rungs), replace(WORTH, size=WORTH.size * part)
    each = (size[0] - 2 * PAD * u) / count
    low, top = size[1] - (PAD + FOOT) * u, (PAD + HEAD + 2.2 * SIGN) * u
    for n, worth in enumerate(ladder.rungs):
        high = LOWEST * u + (low - top - LOWEST * u) * n / max(count - 1, 1)
        bar = Rect(
            round(PAD * u + n * each + u), round(low - high), round(each - 2 * u), round(high)
        )
        above, below, edge = LIT if n in reach else STEP
        canvas.box(bar, 3, above, below, edge)
        room = 2 if not look.cut(worth, figure, round(each + 2 * u)) else 12
        text, fits = look.fit(worth, figure, round(each + room * u))
        canvas.text(text, (bar.centerx, bar.top + 8 * u), fits, "c")
        canvas.text(str(n + 1), (bar.centerx, low + 9 * u), SIZE, "c")
        y = bar.top - SIGN * u
        for on in [on for on in ladder.markers if on.at == n]:
            draw_sign(canvas, signs[on.seat], (bar.centerx, y), SIGN * u)
            canvas.text(on.letter, (bar.centerx, y), LETTER, "c", WHITE)
            y -= 1.9 * SIGN * u
        if n in reach:
            gold = look.palette.gold_high
            canvas.circle((12, 26, 20), (bar.centerx, y), SIGN * u)
            canvas.circle(gold, (bar.centerx, y), SIGN * u, max(1, round(1.4 * u)))
            canvas.text(f"+{more}", (bar.centerx, y), LETTER, "c", gold)
    return canvas.surface
