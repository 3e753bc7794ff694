"""A clash that what happened tells of, shown small beside the line on which the pointer is, and all
of what is told where the line had no room for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame
from pygame import Rect

from castlecards.core.cards import Seat
from castlecards.core.lines import Clash
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.text import Style
from castlecards.ui.kit.widgets.panel import draw_panel
from castlecards.ui.table.chrome.history import Entry, MoveList
from castlecards.ui.table.view.desk import Desk
from castlecards.ui.table.view.fray import Fray, banded, within
from castlecards.ui.table.view.onstage import draw

WIDE, HIGH, FOOT = 430.0, 132.0, 44.0  # units: of the plate, of the clash on it, and below that
BESIDE = 10.0  # units from the list
SMALLER = 0.45  # lines and signs on it
LINE = 18.0  # units: a line of words
SAID = Style("medium", 13.5, "text")
AGAIN = Style("bold", 14, "gold_high")
BACK = Style("ui", 13, "muted")


class ToldPlate:
    """`picture`: a clash as its reader has seen it, all of it told."""

    def __init__(self, picture: Callable[[Clash, Seat], Fray]) -> None:
        self.picture = picture
        self._made: tuple[Entry, Seat, Fray] | None = None

    def _fray(self, entry: Entry, seat: Seat) -> Fray | None:
        """The clash of a line; None: it tells of none."""
        if entry.clash is None or not banded(entry.clash):
            return None
        if self._made is None or self._made[0] is not entry or self._made[1] != seat:
            self._made = entry, seat, self.picture(entry.clash, seat)
        return self._made[2]

    def draw(self, canvas: Canvas, desk: Desk, moves: MoveList) -> None:
        """Beside the line; nothing where that tells of no clash and has said all."""
        entry, row = moves.told, moves.row
        if entry is None or row is None:
            return
        fray = self._fray(entry, desk.view.seat)
        if fray is None and not entry.whole:
            return
        look, window = canvas.look, canvas.rect
        pad = look.px(18)
        words = look.wrap(entry.whole, SAID, look.px(WIDE) - 2 * pad) if entry.whole else []
        shown = look.px(HIGH) if fray is not None else look.px(12)
        told = look.px(LINE) * len(words) + (look.px(8) if words else 0)
        rect = Rect(0, 0, look.px(WIDE), shown + told + look.px(FOOT))
        left = row.centerx < window.centerx
        if left:
            rect.midleft = (moves.rect.right + look.px(BESIDE), row.centery)
        else:
            rect.midright = (moves.rect.left - look.px(BESIDE), row.centery)
        rect.clamp_ip(window.inflate(-look.px(12), -look.px(12)))
        draw_panel(canvas, rect, radius=12)
        tip = rect.left - look.px(BESIDE - 1) if left else rect.right + look.px(BESIDE - 1)
        edge, half = (rect.left if left else rect.right - 1), look.px(8)
        points = ((tip, row.centery), (edge, row.centery - half), (edge, row.centery + half))
        pygame.draw.polygon(canvas.surface, look.palette.gold, points)
        if fray is not None:
            high = look.px(HIGH)
            here = within(rect.centerx, rect.top + high * 0.53, rect.width, high + look.px(20))
            faces = lambda card: desk.pos.faces[card]  # noqa: E731
            small = Canvas(canvas.surface, replace(look, scale=look.scale * SMALLER))
            draw(small, desk.sprites, fray, 0.0, here, faces)
        for n, line in enumerate(words):
            place = rect.left + pad, rect.top + shown + round((n + 0.5) * look.px(LINE))
            canvas.text(line, place, SAID, "w")
        y = rect.bottom - look.px(20)
        inside = rect.inflate(-2 * pad, 0)
        canvas.line(
            look.palette.line, (inside.left, y - look.px(20)), (inside.right, y - look.px(20)), 1
        )
        again = canvas.text("Click: watch it again", (inside.left, y), AGAIN, "w").right
        room = inside.right - again - pad
        text, style = look.fit("Shift and click: the table as it was", BACK, room)
        canvas.text(text, (inside.right, y), style, "e")
