"""Move list: the log of the match, turn by turn, as far as the viewer knows it.

Hovering a line highlights its cards. The mouse wheel scrolls back in time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from pygame import Rect

from castlecards.core import narration
from castlecards.core.action import PASS
from castlecards.core.cards import NATURE, CardId, Seat
from castlecards.core.log_lines import Clash
from castlecards.core.position import Position
from castlecards.core.sentence_templates import (
    BUILT,
    DREW,
    ENDED,
    FOUGHT,
    MOVED,
    PLAYED,
    RECRUITED,
    SCORED,
    Sentence,
    sentence_for,
)
from castlecards.core.session import Session
from castlecards.texts import tr
from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.cardart.seat_signs import SeatSign, draw_sign, sign_of
from castlecards.ui.kit.cache import LastValue
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Pos
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import draw_panel
from castlecards.ui.table.clash.layout import thumbnail_frame
from castlecards.ui.table.clash.timeline import ClashTimeline, on_stage
from castlecards.ui.table.clash.view import draw_stage
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.render.table_view import TableView

HEAD = Style("title", 16, "gold_high")
LINE = Style("medium", 14, "text")
TURN = Style("bold", 14, "gold_high")
EMPTY_STYLE = Style("italic", 14, "muted")
QUIET = (206, 204, 188)  # text colour of an entry without a fight
HIGH = 17.0  # units, height of a line of text
APART = 6.0  # units between two entries
HEADED = 44.0  # units from the upper edge to the first entry
PARTLY = 30.0  # units, least space for the end of an entry that is cut at the top
SIGN_X = 16.0  # units from the left edge to the centre of the seat sign
ICON_X = 34.0  # units from the left edge to the centre of the icon
TEXT_X = 48.0  # units from the left edge to the text
ICON_SIZE = 13.0  # units, size of the icon
ICONS = {  # icon by rank of the sentence
    DREW: "ui/download", RECRUITED: "ui/user", MOVED: "ui/move", BUILT: "ui/castle",
    PLAYED: "ui/layers", SCORED: "ui/trophy", FOUGHT: "ui/swords", ENDED: "ui/flag",
}  # fmt: skip
WIDE = 430.0  # units, width of the tooltip
FULL_LOG = tr("Full log")
TALL = 132.0  # units, height of the clash in it
FOOT = 44.0  # units, height of the key hints below the clash
BESIDE = 10.0  # units from the list to the tooltip
SMALLER = 0.45  # scale of lines and signs in the clash
SPACE = 18.0  # units, height of a line of text
SAID = Style("medium", 14, "text")
AGAIN = Style("bold", 14, "gold_high")
BACK = Style("ui", 14, "muted")


@dataclass(frozen=True)
class MoveEntry:
    """Entry of the move list. `first`, `last`: its records in the log, -1 for the deal; `rank`: its
    weight, see `core.sentence_templates`."""

    text: str
    sign: SeatSign | None
    cards: tuple[CardId, ...] = ()
    head: bool = False  # heading of a turn
    first: int = -1
    last: int = -1
    rank: int = PLAYED
    mark: str = ICONS[PLAYED]
    clash: Clash | None = None
    whole: str = ""  # unabridged text; "" if `text` is complete


def icon_of(sentence: Sentence) -> str:
    """Icon of an entry. Draws and plays have the same rank, so the verb tells them apart."""
    plays = sentence.rank == DREW and not narration.is_draw(sentence)
    return ICONS[PLAYED if plays else sentence.rank]


def moves_of(session: Session[Any], chapter: narration.Chapter) -> list[MoveEntry]:
    """Entries of one chapter of the match."""
    found: list[MoveEntry] = []
    if chapter.heading:
        sign = sign_of(session, chapter.seat) if chapter.seat != NATURE else None
        found.append(MoveEntry(chapter.heading, sign, head=True))
    for sentence in chapter.sentences:
        actor = narration.actor(sentence.event)
        sign = sign_of(session, actor) if actor != NATURE else None
        cards, records = narration.cards(sentence.event), [at for at, _ in sentence.parts]
        clash = sentence.event if isinstance(sentence.event, Clash) else None
        span = min(records), max(records)
        rank_and_icon = sentence.rank, icon_of(sentence)
        found.append(
            MoveEntry(
                sentence.text, sign, cards, False, *span, *rank_and_icon, clash, sentence.full_text
            )
        )
    return found


def line_text(session: Session[Any], at: int, viewer: Seat) -> str:
    """Text of a log record for `viewer`; "" if it has none."""
    found = narration.sentences(session, viewer, at, at + 1)
    return " ".join(sentence.text for sentence in found)


def is_idle_pass(session: Session[Any], at: int) -> bool:
    """True if the log record is a pass in a reaction window."""
    asked = session.positions[at].decision
    return asked is not None and bool(asked.window) and session.log[at].action == PASS


def is_reordering(session: Session[Any], at: int) -> bool:
    """True if the log record is a step of a reordering that the next decision continues."""
    asked, then = session.positions[at].decision, session.positions[at + 1].decision
    if asked is None or then is None or asked.order < 0:
        return False
    return (asked.seat, asked.order) == (then.seat, then.order)


def latest_move(session: Session[Any], viewer: Seat) -> tuple[Seat, str]:
    """Seat and text of the newest logged move; NATURE and "" if there is none."""
    if not session.at or session.at < len(session.log):
        return NATURE, ""
    last = narration.newest(session, viewer)
    return (narration.actor(last.event), last.text) if last is not None else (NATURE, "")


def begun_move(session: Session[Any], viewer: Seat) -> tuple[Seat, str]:
    """Seat and text of the latest move up to its first clash, without the result; or ""."""
    if not session.at or session.at < len(session.log):
        return NATURE, ""
    seat, story = session.log[session.at - 1].seat, session.game.story
    lines = narration.lines(session, session.at - 1, viewer)
    fights = [n for n, each in enumerate(lines) if isinstance(each, Clash)]
    done = [each for each in lines[: fights[0] if fights else 1] if narration.actor(each) == seat]
    names = narration.seat_names(session, viewer)
    texts = [sentence_for(session.start.box, story, each, names) for each in done]
    return seat, next(filter(None, reversed(texts)), "")


class MoveList(Widget):
    """Scrollable list of moves.

    `shown`: the player has opened it as a drawer or enlarged it; arrow keys then walk it.
    `act(entry, shift)`: called on a click or Enter on an entry.
    """

    shade = 40
    touchable = True
    radius = 12
    tall = HEADED

    def __init__(
        self, model: TableModel, art: CardArt, act: Callable[[MoveEntry, bool], object]
    ) -> None:
        super().__init__("moves", FULL_LOG)
        self.model = model
        self.art = art
        self.act = act
        self.shown = False
        self.entries: list[MoveEntry] = []
        self.newest: MoveEntry | None = None
        self.back = 0  # entries scrolled up from the newest
        self.over: MoveEntry | None = None
        self._rows: list[tuple[Rect, MoveEntry]] = []
        self._top = 0  # px, upper edge of the entries
        self._pressed: MoveEntry | None = None
        self._scroll_target: MoveEntry | None = None  # `place` scrolls it into view
        self._known: tuple[Position[Any], Seat] | None = None
        self._names: tuple[str, ...] = ()  # by seat, in the viewer's words
        self._chapters: list[tuple[narration.Chapter, list[MoveEntry]]] = []

    def refresh(self) -> None:
        """Read the log again if it or the viewer changed. New moves wait for their animation."""
        session, viewer = self.model.session, self.model.viewer.reader
        known, busy = self._known, self.model.busy
        if known and known[1] == viewer and (busy or known[0] is session.position):
            return
        self.entries = self._read(viewer)
        self._known = session.position, viewer
        self.back, self.over, self._scroll_target = 0, None, None
        self.newest = next((each for each in reversed(self.entries) if not each.head), None)
        self.resized()

    def _read(self, viewer: Seat) -> list[MoveEntry]:
        """Entries of all chapters for `viewer`; unchanged chapters are reused."""
        session, known = self.model.session, self._known
        names = narration.seat_names(session, viewer)
        if self._names != names or known is None or known[1] != viewer:
            self._names, self._chapters = names, []
        chapters = narration.chapters(session, viewer, before=[each for each, _ in self._chapters])
        before = {id(chapter): found for chapter, found in self._chapters}
        self._chapters = [
            (each, before[id(each)] if id(each) in before else moves_of(session, each))
            for each in chapters
        ]
        return [entry for _, found in self._chapters for entry in found]

    @property
    def focusable(self) -> bool:  # type: ignore[override]
        """True if the player has opened it; else Tab skips it."""
        return self.shown

    @property
    def current_entry(self) -> MoveEntry | None:
        """Entry under the pointer or the keyboard focus, if the list is visible."""
        return self.over if self.visible and (self.hovered or self.focused) else None

    @property
    def current_row(self) -> Rect | None:
        """Rect of that entry, px."""
        return next((rect for rect, entry in self._rows if entry is self.over), None)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        sought, self._scroll_target = self._scroll_target, None
        if sought is not None:  # scroll down to it first, then up until it is fully visible
            self.back = min(self.back, len(self.entries) - 1 - self.entries.index(sought))
        self._arrange(look)
        while sought is not None and not self._is_visible(sought):
            self.back += 1
            self._arrange(look)

    def _arrange(self, look: Look) -> None:
        """Place the rows from the bottom up, newest last; from the top down if all of them fit."""
        self._rows, rect = [], self.rect
        y, top = rect.bottom - look.px(10), rect.top + look.px(HEADED)
        self._top = top
        last = len(self.entries) - self.back
        for entry in reversed(self.entries[:last]):
            high = look.px(len(self._lines(look, entry)) * HIGH + APART)
            whole = y - high >= top
            if not whole and self._rows and (entry.head or y - top < look.px(PARTLY)):
                break
            y -= high
            self._rows.append((Rect(rect.left, y, rect.width, high), entry))
            if not whole:
                break
        if len(self._rows) == len(self.entries) and y >= top:
            for row, _ in self._rows:
                row.move_ip(0, top - y)

    def _is_visible(self, entry: MoveEntry) -> bool:
        """True if the entry is fully visible, or is the lowest row."""
        rows = [row for row, each in self._rows if each is entry]
        return bool(rows) and (rows[0].top >= self._top or rows[0] is self._rows[0][0])

    def _lines(self, look: Look, entry: MoveEntry) -> list[str]:
        if entry.head:
            return [entry.text]
        return look.wrap(entry.text, LINE, self.rect.width - look.px(TEXT_X + 12))

    def at(self, pos: Pos) -> Widget | None:
        inside = self.visible and self.rect.collidepoint(pos)
        rows = self._rows if pos[1] >= self._top else []
        found = next((entry for rect, entry in rows if rect.collidepoint(pos)), None)
        if not inside:
            found = None if not self.focused else self.over
        if found is not self.over:
            self.over = found
            self.changed()
        return self if inside else None

    def press(self, pos: Pos, clicks: int) -> None:
        self._pressed = self.over

    def release(self, pos: Pos) -> None:
        entry = self.over if self.rect.collidepoint(pos) else None
        if entry is not None and entry is self._pressed and not entry.head:
            self.act(entry, self.layer is not None and "shift" in self.layer.mods)

    def activate(self) -> None:
        """Enter: open the entry under the focus."""
        if self.over is not None:
            self.act(self.over, False)

    def walk_to(self, entry: MoveEntry | None) -> None:
        """Select an entry with the keyboard and scroll it into view."""
        self.over = self._scroll_target = entry
        self.resized()

    def move(self, dx: int, dy: int) -> bool:
        """Select the entry above or below."""
        lines = [entry for entry in self.entries if not entry.head]
        if not dy or not lines:
            return False
        here = lines.index(self.over) if self.over in lines else len(lines)
        self.walk_to(lines[min(max(here + dy, 0), len(lines) - 1)])
        return True

    def scroll(self, dx: float, dy: float) -> bool:
        most = max(len(self.entries) - 3, 0)
        back = min(max(self.back + round(dy * 2), 0), most)
        if back == self.back:
            return False
        self.back = back
        self.resized()
        return True

    def draw(self, canvas: Canvas) -> None:
        look, rect = canvas.look, self.rect
        draw_panel(canvas, rect, radius=12)
        head = (rect.left + look.px(16), rect.top + look.px(21))
        canvas.text(FULL_LOG, head, HEAD, "w")
        corner = (rect.right - look.px(22), rect.top + look.px(21))
        list_ = self.art.pictures.picture("ui/list", look.px(16), look.palette.muted)
        canvas.blit_centred(list_, corner)
        if not self.entries:
            canvas.text(
                tr("Nothing has happened yet."), (head[0], head[1] + look.px(30)), EMPTY_STYLE, "w"
            )
        down = look.px(HEADED - 4)
        below = Rect(rect.left, rect.top + down, rect.width, rect.height - down - look.px(4))
        with canvas.clipped(below):
            for row, entry in self._rows:
                if entry.head:
                    self._draw_heading(canvas, row, entry)
                else:
                    self._draw_line(canvas, row, entry)

    def _draw_heading(self, canvas: Canvas, row: Rect, entry: MoveEntry) -> None:
        """Draw the heading of a turn: framed name, sign, and a line to the edge."""
        look, c = canvas.look, canvas.look.palette
        y, left = row.top + look.px(HIGH / 2 + 1), row.left + look.px(14)
        beside = look.px(16) if entry.sign is not None else 0
        text, style = look.fit(entry.text, TURN, row.width - look.px(50) - beside)
        box = Rect(left, 0, look.width(text, style) + beside + look.px(14), look.px(18))
        box.centery = round(y)
        end = row.right - look.px(14)
        canvas.line(c.gold_low, (box.right, box.centery), (end, box.centery), 1)
        canvas.box(box, 8, c.panel_low, c.inset, c.gold_low)
        canvas.text(text, (left + beside + look.px(6), box.centery), style, "w")
        if entry.sign is not None:
            draw_sign(canvas, entry.sign, (left + look.px(11), box.centery), look.px(4.6))

    def _draw_line(self, canvas: Canvas, row: Rect, entry: MoveEntry) -> None:
        look, c = canvas.look, canvas.look.palette
        newest = entry is self.newest
        if entry is self.over or newest:
            edge = c.gold if entry is self.over else None
            box = row.inflate(-look.px(10), -look.px(1))
            canvas.box(box, 6, c.button if entry is self.over else c.button_low, c.button_low, edge)
        y, loud = row.top + look.px(HIGH / 2 + 2), entry.rank >= FOUGHT
        highest = self._top + look.px(HIGH / 2 - 4)  # higher text would be cut through its letters
        if entry.sign is not None and y >= highest:
            draw_sign(canvas, entry.sign, (row.left + look.px(SIGN_X), y), look.px(4.6))
        if y >= highest:
            mark = self.art.pictures.picture(
                entry.mark, look.px(ICON_SIZE), c.gold if loud else c.muted
            )
            canvas.blit_centred(mark, (row.left + look.px(ICON_X), y))
        for line in self._lines(look, entry):
            if y >= highest:
                at = (row.left + look.px(TEXT_X), y)
                canvas.text(line, at, LINE, "w", None if loud or newest else QUIET)
            y += look.px(HIGH)


class MoveTooltip:
    """Tooltip beside an entry of the move list: a small picture of its clash, and its full text.

    `picture(clash, seat)`: timeline of the finished clash as the seat sees it.
    """

    def __init__(self, picture: Callable[[Clash, Seat], ClashTimeline]) -> None:
        self.picture = picture
        self._made: LastValue[ClashTimeline] = LastValue()

    def _timeline(self, entry: MoveEntry, seat: Seat) -> ClashTimeline | None:
        """Timeline of the entry's clash; None if it has none."""
        if entry.clash is None or not on_stage(entry.clash):
            return None
        clash = entry.clash
        return self._made.keep((entry, seat), lambda: self.picture(clash, seat))

    def draw(self, canvas: Canvas, table_view: TableView, moves: MoveList) -> None:
        """Draw the tooltip; nothing for an entry with no clash and a complete text."""
        entry, row = moves.current_entry, moves.current_row
        if entry is None or row is None:
            return
        timeline = self._timeline(entry, table_view.view.seat)
        if timeline is None and not entry.whole:
            return
        look, window = canvas.look, canvas.rect
        pad = look.px(18)
        words = look.wrap(entry.whole, SAID, look.px(WIDE) - 2 * pad) if entry.whole else []
        shown = look.px(TALL) if timeline is not None else look.px(12)
        text_height = look.px(SPACE) * len(words) + (look.px(8) if words else 0)
        rect = Rect(0, 0, look.px(WIDE), shown + text_height + look.px(FOOT))
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
        canvas.rough_polygon(look.palette.gold, points)
        if timeline is not None:
            high = look.px(TALL)
            frame = thumbnail_frame(
                rect.centerx, rect.top + high * 0.53, rect.width, high + look.px(20)
            )
            faces = lambda card: table_view.pos.faces[card]  # noqa: E731
            small = canvas.with_look(replace(look, scale=look.scale * SMALLER))
            draw_stage(small, table_view.sprites, timeline, 0.0, frame, faces)
        for n, line in enumerate(words):
            place = rect.left + pad, rect.top + shown + round((n + 0.5) * look.px(SPACE))
            canvas.text(line, place, SAID, "w")
        y = rect.bottom - look.px(20)
        inside = rect.inflate(-2 * pad, 0)
        canvas.line(
            look.palette.line, (inside.left, y - look.px(20)), (inside.right, y - look.px(20)), 1
        )
        again = canvas.text(tr("Click: watch again"), (inside.left, y), AGAIN, "w").right
        room = inside.right - again - pad
        text, style = look.fit(tr("Shift-click: see the table then"), BACK, room)
        canvas.text(text, (inside.right, y), style, "e")
