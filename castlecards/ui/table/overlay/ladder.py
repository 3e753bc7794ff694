"""The ladder of a game: what grows step by step on both sides, and where the picks would lead."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pygame import Rect, Surface

from castlecards.core.cards import Seat
from castlecards.core.game import Ladder
from castlecards.ui.cardart.seat_signs import SeatSign, draw_sign
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour, blank
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.basic import draw_panel
from castlecards.ui.table.layout.free_space import free_rect

WIDE, HIGH, PAD, HEAD = 180.0, 172.0, 12.0, 22.0  # units: the panel, its edge, its heading
LOWEST, FOOT, SIGN = 16.0, 15.0, 8.5  # units: the first step, the numbers below, radius of a sign
SMALLER = (1.0, 0.9, 0.8)
MIDDLE = (0.28, 0.6)  # of the window's height: between the rows of both sides
TITLE = Style("title", 13.5, "gold_high")
WORTH, SIZE, LETTER = (
    Style("bold", 11.5, "gold_high"),
    Style("ui", 11, "muted"),
    Style("bold", 10.5, "text"),
)
WHITE: Colour = (255, 252, 244)  # of letters, on every sign
STEP: tuple[Colour, Colour, Colour] = ((48, 48, 34), (30, 34, 26), (96, 84, 48))
LIT: tuple[Colour, Colour, Colour] = ((120, 90, 34), (82, 62, 24), (242, 211, 129))


class LadderView:
    """One table's. It stays where it is as long as nothing comes to lie there."""

    def __init__(self) -> None:
        self._place: tuple[object, Rect | None] | None = None

    def place(self, look: Look, window: Rect, clear: Sequence[Rect], mirrored: bool) -> Rect | None:
        """At the inner edge of the middle, over nothing of `clear`; None: there is no room."""
        before = self._place[1] if self._place is not None else None
        key = tuple(map(tuple, clear)), tuple(window), look.scale, mirrored
        if self._place is not None and self._place[0] == key:
            return before
        if before is None or not window.contains(before) or before.collidelist(clear) >= 0:
            start, end = (round(part * window.height) for part in MIDDLE)
            band = Rect(window.left, window.top + start, window.width, end - start)
            near = Rect(band.right if mirrored else band.left - 1, band.centery, 1, 1)
            sizes = [(look.px(part * WIDE), look.px(part * HIGH)) for part in SMALLER]
            before = free_rect(sizes, near, clear, band, look.px(9), above=False)
        self._place = key, before
        return before


def draw_ladder(
    canvas: Canvas,
    ladder: Ladder,
    rect: Rect,
    signs: Mapping[Seat, SeatSign],
    reach: Collection[int],
    more: int,
) -> None:
    """`reach`: the rungs to which the picks, `more` cards, would lead."""
    look, key = canvas.look, ("ladder", ladder, rect.size, frozenset(reach), more)
    image = look.shapes.keep(
        (*key, tuple(sorted((seat, sign.shape, sign.colour) for seat, sign in signs.items()))),
        lambda: _painted(look, ladder, rect.size, signs, reach, more),
    )
    canvas.blit(image, rect.topleft)


def _painted(
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
    count = len(ladder.rungs)
    each = (size[0] - 2 * PAD * u) / count
    low, top = size[1] - (PAD + FOOT) * u, (PAD + HEAD + 2.2 * SIGN) * u
    for n, worth in enumerate(ladder.rungs):
        high = LOWEST * u + (low - top - LOWEST * u) * n / max(count - 1, 1)
        bar = Rect(
            round(PAD * u + n * each + u), round(low - high), round(each - 2 * u), round(high)
        )
        above, below, edge = LIT if n in reach else STEP
        canvas.box(bar, 3, above, below, edge)
        text, fits = look.fit(worth, WORTH, round(each + 2 * u))
        canvas.text(text, (bar.centerx, bar.top + 8 * u), fits, "c")
        canvas.text(str(n + 1), (bar.centerx, low + 9 * u), SIZE, "c")
        y = bar.top - SIGN * u
        for on in [on for on in ladder.stand if on.at == n]:
            draw_sign(canvas, signs[on.seat], (bar.centerx, y), SIGN * u)
            canvas.text(on.letter, (bar.centerx, y), LETTER, "c", WHITE)
            y -= 1.9 * SIGN * u
        if n in reach:
            gold = look.palette.gold_high
            canvas.circle((12, 26, 20), (bar.centerx, y), SIGN * u)
            canvas.circle(gold, (bar.centerx, y), SIGN * u, max(1, round(1.4 * u)))
            canvas.text(f"+{more}", (bar.centerx, y), LETTER, "c", gold)
    return canvas.surface
