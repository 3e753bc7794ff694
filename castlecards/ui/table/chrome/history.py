"""The move list: what happened turn by turn, as far as the one who looks may know it.

Hovering over a line lights up the cards it is about. The wheel goes back in time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pygame import Rect

from castlecards.core import chronicle
from castlecards.core.action import PASS
from castlecards.core.cards import NATURE, CardId, Seat
from castlecards.core.session import Session
from castlecards.ui.cardart.seat_signs import SeatSign, draw_sign, sign_of
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Pos
from castlecards.ui.kit.text import Style
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.panel import draw_panel
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.view.layout import Stage

HEAD = Style("title", 17, "gold_high")
MOVE = Style("medium", 13.5, "text")
TURN = Style("bold", 13.5, "gold_high")
SAID = Style("italic", 13, "muted")
WIDE = 268  # units


@dataclass(frozen=True)
class Entry:
    """One line of the list; without a sign: something that was said."""

    text: str
    sign: SeatSign | None
    cards: tuple[CardId, ...] = ()
    head: bool = False  # a turn begins


def entries(session: Session[Any], viewer: Seat) -> list[Entry]:
    """All that happened, told for `viewer`."""
    found: list[Entry] = []
    for chapter in chronicle.chapters(session, viewer):
        if chapter.heading:
            sign = sign_of(session, chapter.seat) if chapter.seat != NATURE else None
            found.append(Entry(chapter.heading, sign, head=True))
        for told in chapter.sentences:
            actor = chronicle.actor(told.event)
            sign = sign_of(session, actor) if actor != NATURE else None
            found.append(Entry(told.text, sign, chronicle.cards(told.event)))
    return found


def told(session: Session[Any], at: int, viewer: Seat) -> str:
    """What a line of the log tells `viewer`; "" where it tells nothing."""
    found = chronicle.sentences(session, viewer, at, at + 1)
    return " ".join(sentence.text for sentence in found)


def idle(session: Session[Any], at: int) -> bool:
    """Is a line of the log only the pass of somebody who did not react in a window?"""
    asked = session.positions[at].decision
    return asked is not None and bool(asked.window) and session.log[at].action == PASS


def ordering(session: Session[Any], at: int) -> bool:
    """Does a line of the log lay a card of a chain that goes on after it?"""
    asked, then = session.positions[at].decision, session.positions[at + 1].decision
    if asked is None or then is None or asked.order < 0:
        return False
    return (asked.seat, asked.order) == (then.seat, then.order)


def latest(session: Session[Any], viewer: Seat) -> tuple[Seat, str]:
    """Who did the last thing that is told, and what; NATURE: nothing was done."""
    if not session.at or session.at < len(session.log):
        return NATURE, ""
    last = chronicle.newest(session, viewer)
    return (chronicle.actor(last.event), last.text) if last is not None else (NATURE, "")


class Drawer(Widget):
    """A panel at the edge of the table."""

    shade = 40
    touchable = True

    def __init__(self, model: TableModel, stage: Callable[[], Stage], beside: Widget) -> None:
        """`stage`: how the table lies in the window; `beside`: what it gives way to."""
        super().__init__("moves", "Moves")
        self.model = model
        self.stage = stage
        self.beside = beside
        self.shown = False
        self.entries: list[Entry] = []
        self.back = 0  # lines scrolled up from the newest
        self.over: Entry | None = None
        self._rows: list[tuple[Rect, Entry]] = []
        self._known: tuple[int, int] = (-1, -2)

    def renew(self) -> None:
        """Reads the log again, if it has grown or somebody else looks."""
        session, viewer = self.model.session, self.model.eyes.viewer
        if not self.shown or self._known == (session.at, viewer):
            return
        self._known = (session.at, viewer)
        self.back, self.over = 0, None
        self.entries = entries(session, viewer)

    def measure(self, look: Look, width: int) -> Size:
        return look.px(WIDE), look.px(400)

    def place(self, look: Look, rect: Rect) -> None:
        wide = min(look.px(WIDE), rect.width - look.px(24))
        stage, score = self.stage(), self.beside
        left = stage.left + look.px(12)
        if not stage.mirrored:
            left = stage.left + stage.width - wide - look.px(12)
        bottom = rect.bottom - look.px(160)
        self.rect = Rect(left, rect.top + look.px(60), wide, 0)
        if score.visible and left < score.rect.right:
            self.rect.top = max(self.rect.top, score.rect.bottom + look.px(8))
        self.rect.height = max(look.px(120), bottom - self.rect.top)
        self._arrange(look)

    def _arrange(self, look: Look) -> None:
        """From the bottom up: the newest is lowest."""
        self._rows = []
        pad = look.px(14)
        y = self.rect.bottom - pad
        top = self.rect.top + look.px(44)
        last = len(self.entries) - self.back
        for entry in reversed(self.entries[:last]):
            style = TURN if entry.head else SAID if entry.sign is None else MOVE
            lines = look.wrap(entry.text, style, self.rect.width - 2 * pad - look.px(18))
            high = len(lines) * look.line(style) + look.px(4)
            if y - high < top:
                break
            y -= high
            self._rows.append((Rect(self.rect.left, y, self.rect.width, high), entry))
        if len(self._rows) == len(self.entries):  # all of them fit: from the top down
            for rect, _ in self._rows:
                rect.move_ip(0, top - y)

    def at(self, pos: Pos) -> Widget | None:
        inside = self.visible and self.rect.collidepoint(pos)
        found = next((entry for rect, entry in self._rows if rect.collidepoint(pos)), None)
        if not inside:
            found = None
        if found is not self.over:
            self.over = found
            self.changed()
        return self if inside else None

    def scroll(self, dx: float, dy: float) -> bool:
        most = max(len(self.entries) - 3, 0)
        back = min(max(self.back + round(dy * 2), 0), most)
        if back == self.back:
            return False
        self.back = back
        self.resized()
        return True

    def draw(self, canvas: Canvas) -> None:
        look, c = canvas.look, canvas.look.palette
        draw_panel(canvas, self.rect, radius=12)
        head = (self.rect.left + look.px(16), self.rect.top + look.px(22))
        canvas.text("What happened", head, HEAD, "w")
        if not self.entries:
            canvas.text("Nothing has been played yet.", (head[0], head[1] + look.px(30)), SAID, "w")
        for rect, entry in self._rows:
            if entry is self.over:
                canvas.box(rect.inflate(-look.px(8), 0), 5, c.button, c.button_low)
            x, y = rect.left + look.px(14), rect.top + look.px(2)
            style = TURN if entry.head else SAID if entry.sign is None else MOVE
            if entry.sign is not None:
                middle = (x + look.px(5), y + look.line(style) / 2)
                draw_sign(canvas, entry.sign, middle, look.px(4.6))
            x += look.px(18)
            for line in look.wrap(entry.text, style, rect.width - look.px(46)):
                canvas.text(line, (x, y), style)
                y += look.line(style)
