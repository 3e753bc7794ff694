"""Speech bubble of a character beside its face, for a few seconds; play goes on meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from castlecards.players.talk import Remark, remark
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.table.model import TableModel

if TYPE_CHECKING:
    from castlecards.ui.services import Services

SHOWN = 3.5  # s
WORDS = Style("italic", 15, "ink")
PAD = 11.0  # units between the words and the edge
GAP = 9.0  # units between a face and its bubble
WIDTHS = (340.0, 190.0, 130.0)  # units, greatest widths of the words, tried in order
TAIL = 7.0  # units, half the width of the tail


class SpeechBubble:
    """Speech bubble of one table: shows the remark on each new record, if there is one."""

    def __init__(self, app: Services, model: TableModel) -> None:
        self.app = app
        self.model = model
        self.remark: Remark | None = None
        self._left = 0.0  # s that it still shows
        self._heard = -1 if model.session.at == 0 else model.session.at  # records commented on

    def update(self, dt: float) -> bool:
        """Advance by `dt` s; return True if a bubble comes or goes."""
        before, session = self.remark, self.model.session
        if self.model.playback.plays or self.model.curtain is not None:
            return False
        self._left -= dt
        if self._left <= 0:
            self.remark = None
        if session.at != self._heard:
            said = session.at > self._heard and self.app.settings.table_talk
            found = remark(session, self.app.characters, max(self._heard, 0)) if said else None
            self._heard = session.at
            if found is not None:
                self.remark, self._left = found, SHOWN
        return self.remark is not before

    def place(
        self, look: Look, face: Rect, room: Rect, clear: Callable[[], Sequence[Rect]]
    ) -> tuple[Rect, list[str]] | None:
        """Rect of the bubble, px, and its lines: right of the face, left of it or below it.

        None if it would cover anything of `clear`.
        """
        if self.remark is None:
            return None
        taken, gap, pad = [face, *clear()], look.px(GAP), look.px(PAD)
        for width in WIDTHS:
            lines = look.wrap(self.remark.text, WORDS, look.px(width))
            box = Rect(0, 0, max(look.width(line, WORDS) for line in lines) + 2 * pad,
                       len(lines) * look.line(WORDS) + pad)  # fmt: skip
            places = [box.copy() for _ in range(6)]
            places[0].midleft = face.right + gap, face.centery
            places[1].topleft = face.right + gap, face.top
            places[2].midright = face.left - gap, face.centery
            places[3].midtop = face.centerx, face.bottom + gap
            places[4].topleft = face.left, face.bottom + gap
            places[5].topright = face.right, face.bottom + gap
            for place in places:
                if room.contains(place) and place.collidelist(taken) < 0:
                    return place, lines
        return None


def draw_bubble(canvas: Canvas, rect: Rect, lines: Sequence[str], face: Rect) -> None:
    """Draw a bubble with its lines and a tail towards the face."""
    look, c = canvas.look, canvas.look.palette
    canvas.shadow(rect, 10, 8, 110)
    canvas.box(rect, 10, c.parchment, c.parchment_low, c.gold_low)
    tail, gap = look.px(TAIL), look.px(GAP)
    if rect.top >= face.bottom:
        x, top = face.centerx, rect.top + 1
        points = [(x - tail, top), (x + tail, top), (x, top - gap)]
    else:
        right = rect.left >= face.right
        x, middle = rect.left + 1 if right else rect.right - 1, rect.centery
        points = [(x, middle - tail), (x, middle + tail), (x + (-gap if right else gap), middle)]
    canvas.polygon(c.parchment, points)
    y = rect.centery - look.line(WORDS) * (len(lines) - 1) / 2
    for line in lines:
        canvas.text(line, (rect.centerx, y), WORDS, "c")
        y += look.line(WORDS)
