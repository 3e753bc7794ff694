"""Ladder panel: the rungs of a game's scoring ladder, each side's place, and the picks' reach.

The rungs lie one above the other, the longest on top. Signs of the sides stand at their ends."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pygame import Rect, Surface

from castlecards.core.cards import Seat
from castlecards.core.game import Ladder
from castlecards.ui.cardart.seat_signs import SeatSign, draw_sign
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour, blank
from castlecards.ui.kit.theme import ROOMY, Look, Style
from castlecards.ui.kit.widgets.basic import draw_panel
from castlecards.ui.table.layout.free_space import free_rect

WIDE = 150.0  # units, width of the panel
HIGH = 190.0  # units, height of the panel
PAD = 11.0  # units, padding inside the panel
HEAD = 27.0  # units, height of the title
SIZES_WIDE = 16.0  # units, width of the numbers before the rungs
LOWEST = 34.0  # units, length of the first rung
LONGEST = 70.0  # units, length of the last rung
SIGN = 9.0  # units, radius of a seat sign
PARTS = (1.0, 0.9)  # sizes of the panel that are tried, relative to the first
SMALL_PARTS = (1.0, 0.9, 0.8)  # likewise, in a window that is not `ROOMY`
BAND = (0.19, 0.46)  # share of the window height: beside the far row and the middle
TITLE = Style("title", 14, "gold_high")
WORTH = Style("bold", 14, "gold_high")  # value of a rung
SIZE = Style("ui", 14, "muted")  # number of a rung
LETTER = Style("bold", 14, "text")  # letter on a seat sign
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
    parts = PARTS if look.scale >= ROOMY else SMALL_PARTS
    sizes = [(look.px(part * WIDE), look.px(part * HIGH)) for part in parts]
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
    canvas, u = Canvas(blank(size), look), size[0] / WIDE
    draw_panel(canvas, Rect((0, 0), size), radius=10)
    title, style = look.fit(ladder.title, look.label(TITLE), round(size[0] - 2 * PAD * u))
    canvas.text(title, (PAD * u, 8 * u), style)
    count, worth, gold = len(ladder.rungs), look.label(WORTH), look.palette.gold_high
    each = (size[1] - (HEAD + PAD) * u) / count
    left = (PAD + SIZES_WIDE) * u
    for n, points in enumerate(ladder.rungs):
        long = (LOWEST + (LONGEST - LOWEST) * n / max(count - 1, 1)) * u
        y = size[1] - PAD * u - (n + 0.5) * each
        canvas.text(str(n + 1), (left - 6 * u, y), look.label(SIZE), "e")
        bar = Rect(round(left), round(y - each / 2 + 1), round(long), round(each - 2))
        above, below, edge = LIT if n in reach else STEP
        canvas.box(bar, 3, above, below, edge)
        canvas.text(points, (bar.left + 5 * u, y), worth, "w")
        x = bar.right + (SIGN + 2) * u
        for on in [on for on in ladder.markers if on.at == n]:
            draw_sign(canvas, signs[on.seat], (x, y), SIGN * u)
            canvas.text(on.letter, (x, y), look.label(LETTER), "c", WHITE)
            x += 2 * SIGN * u
        if n in reach:
            canvas.text(f"+{more}", (x - SIGN * u + 2 * u, y), look.label(LETTER), "w", gold)
    return canvas.surface
