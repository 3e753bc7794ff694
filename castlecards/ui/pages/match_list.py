"""Widgets of the library: list of matches with pictures, and a panel with details beside it."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence

from pygame import Rect, Surface

from castlecards.core.sentence_templates import joined_list
from castlecards.players.characters import Character
from castlecards.texts import counted, tr
from castlecards.ui.cardart.drawing import Pictures
from castlecards.ui.cardart.portraits import draw_portrait
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import RADIUS, Look, Style
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.boxes import Box
from castlecards.ui.kit.widgets.listbox import Item, ListBox
from castlecards.ui.library import Row

HEAD = Style("bold", 16, "text")
LINE = Style("ui", 14, "muted")
DAY = Style("medium", 14, "text")
FACT = Style("bold", 14, "gold_high")
OPEN = Style("medium", 14, "found")
TALL = 82.0  # units, height of a row with its gap
GAP = 7.0  # units between two rows
SHAPE = 1.6  # width of a picture, in heights
LEAST_ROWS = 2.5  # rows shown where the page scrolls
WIDE = 900.0  # units, from which the details stand beside the list
LISTED = 2  # lines of the details that the list shows, too
SHARE = 0.64  # of the width, for the list
FACE = 44.0  # units, size of a face in the details
CELL = 120.0  # units, least width of a player there
Picture = Callable[[Row, int], Surface | None]  # of a match, at a width in px


def day(date: datetime.datetime, today: datetime.date) -> str:
    """Date as a list shows it: "Today, 20:15", "Yesterday, 20:15", "14 Mar 2026"."""
    about = {"time": f"{date:%H:%M}"}
    if date.date() == today:
        return tr("Today, {time}", **about)
    if date.date() == today - datetime.timedelta(days=1):
        return tr("Yesterday, {time}", **about)
    return f"{date:%d %b %Y}"


def heading(row: Row, game: str) -> str:
    """Title of a match: the player's own, else the result or the names. `game`: its title."""
    own = not row.title.startswith(f"{game} – ") or not row.names
    if own:
        return row.title
    return row.result or joined_list(row.names)


class MatchList(ListBox):
    """List of matches; pictures are asked for only where a row is drawn."""

    def __init__(
        self,
        rows: Sequence[Row],
        titles: Mapping[str, str],
        picture: Picture,
        act: Callable[[str], object],
        open: Callable[[str], object],
        chosen: str,
        today: datetime.date,
    ) -> None:
        """`titles`: titles of the games by id."""
        self.rows = {row.file: row for row in rows}
        items = [Item(row.file, heading(row, titles.get(row.game, ""))) for row in rows]
        super().__init__("library.list", tr("Matches"), items, act, open, chosen)
        self.titles, self.picture, self.today = titles, picture, today

    def words(self, item: Item) -> str:
        """Title, game, date and end of a match for speech."""
        row = self.rows[item.key]
        told = item.text, self.titles.get(row.game, ""), day(row.date, self.today), row.fact
        return ", ".join(filter(None, told))

    def measure(self, look: Look, width: int) -> Size:
        least = min(len(self.items), LEAST_ROWS)
        return width, round(look.px(TALL) * max(1.0, least))

    def _high(self, look: Look, item: Item) -> int:
        return look.px(TALL)

    def shown(self) -> list[Row]:
        """Rows within the box at the present scroll position."""
        return [self.rows[self.items[number].key] for number in self.in_view()]

    def _draw_row(self, canvas: Canvas, row: Rect, item: Item, over: bool) -> None:
        look, c, match = canvas.look, canvas.look.palette, self.rows[item.key]
        row = Rect(row.left, row.top, row.width, row.height - look.px(GAP))
        lit = item.key == self.chosen
        if lit or over:
            canvas.box(row, RADIUS, c.button if lit else c.button_low, c.panel, c.gold)
        else:
            canvas.box(row, RADIUS, c.panel_low, c.panel_low, c.line)
        pad = look.px(6)
        frame = Rect(row.left + pad, row.top + pad, 0, row.height - 2 * pad)
        frame.width = min(round(frame.height * SHAPE), row.width // 4)
        draw_picture(canvas, frame, self.picture(match, frame.width))
        left, right = frame.right + look.px(14), row.right - look.px(14)
        top, low = row.top + row.height * 0.34, row.top + row.height * 0.69
        when = day(match.date, self.today)
        canvas.text(when, (right, top), DAY, "e")
        room = right - left - look.width(when, DAY) - look.px(12)
        text, style = look.fit(item.text, HEAD, room)
        canvas.text(text, (left, top), style, "w")
        moves = counted(match.moves, "move")
        canvas.text(moves, (right, low), LINE, "e")
        free = right - look.width(moves, LINE) - look.px(14)
        names = joined_list(match.names)
        about = [self.titles.get(match.game, ""), names if names != item.text else ""]
        game, style = look.fit(" · ".join(filter(None, about)), LINE, free - left)
        at = canvas.text(game, (left, low), style, "w").right + look.px(16)
        fact, kind = note(match)
        if fact and look.width(fact, kind) <= free - at:  # the chosen match tells it, too
            canvas.text(fact, (free, low), kind, "e")


def note(row: Row) -> tuple[str, Style]:
    """Note on a row, and its style: that it is unfinished, or what to remember of it."""
    if not row.game:
        return "", LINE
    if not row.finished:
        return tr("Not finished"), OPEN
    return row.fact or "", FACT


def draw_picture(canvas: Canvas, frame: Rect, image: Surface | None) -> None:
    """Draw the picture of a match, or an empty frame until there is one."""
    c = canvas.look.palette
    canvas.box(frame, 3, c.felt_edge, c.inset, c.gold_low)
    if image is not None:
        with canvas.clipped(frame):
            canvas.blit_centred(image, frame.center)


class MatchPicture(Widget):
    """Large picture of the selected match; `show` returns its row."""

    shade = 2

    def __init__(self, show: Callable[[], Row | None], picture: Picture) -> None:
        super().__init__("library.picture")
        self.show, self.picture = show, picture

    def measure(self, look: Look, width: int) -> Size:
        return width, round(width / SHAPE)

    def draw(self, canvas: Canvas) -> None:
        row = self.show()
        draw_picture(canvas, self.rect, self.picture(row, self.rect.width) if row else None)


class MatchFaces(Widget):
    """Portraits and names of the characters of a match, side by side."""

    shade = 0

    def __init__(self, players: Sequence[Character], pictures: Pictures) -> None:
        super().__init__("library.faces", joined_list([who.name for who in players]))
        self.players = players
        self.pictures = pictures

    def _columns(self, look: Look, width: int) -> int:
        return max(1, min(len(self.players), width // look.px(CELL)))

    def measure(self, look: Look, width: int) -> Size:
        rows = -(-len(self.players) // self._columns(look, width))
        return width, rows * look.px(FACE) + (rows - 1) * look.px(GAP)

    def draw(self, canvas: Canvas) -> None:
        look = canvas.look
        columns, size = self._columns(look, self.rect.width), look.px(FACE)
        wide = self.rect.width // columns
        for n, who in enumerate(self.players):
            left = self.rect.left + wide * (n % columns)
            y = self.rect.top + (size + look.px(GAP)) * (n // columns) + size / 2
            draw_portrait(canvas, self.pictures, who, (left + size / 2, y), size)
            beside = size + look.px(GAP)
            text, style = look.fit(who.name, DAY, wide - beside)
            canvas.text(text, (left + beside, y), style, "w")


class ListWithDetails(Box):
    """List with details on its right; in a narrow window they stand below it, without the picture
    and the two lines that the list shows anyway."""

    grow = True

    def __init__(self, box: Widget, image: Widget, about: Box, left_handed: bool) -> None:
        super().__init__([box, image, about])
        self.about = about
        self.left_handed = left_handed

    def _beside(self, look: Look, width: int) -> bool:
        beside = width >= look.px(WIDE)
        for label in self.about.children[:LISTED]:
            label.visible = beside
        return beside

    def measure(self, look: Look, width: int) -> Size:
        box, image, about = self.children
        if self._beside(look, width):
            wide = width - round(width * SHARE) - look.px(self.gap)
            high = sum(part.measure(look, wide)[1] for part in (image, about))
            return width, max(box.measure(look, width)[1], high + look.px(self.gap))
        high = box.measure(look, width)[1] + about.measure(look, width)[1]
        return width, high + look.px(self.gap)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        box, image, about = self.children
        gap = look.px(self.gap)
        image.visible = self._beside(look, rect.width)
        if not image.visible:
            high = min(about.measure(look, rect.width)[1], rect.height * 2 // 3)
            box.place(look, Rect(rect.left, rect.top, rect.width, rect.height - high - gap))
            about.place(look, Rect(rect.left, rect.bottom - high, rect.width, high))
            return
        wide = round(rect.width * SHARE)
        left = Rect(rect.left, rect.top, wide, rect.height)
        right = Rect(left.right + gap, rect.top, rect.width - wide - gap, rect.height)
        if self.left_handed:
            right.left, left.right = rect.left, rect.right
        box.place(look, left)
        below = about.measure(look, right.width)[1]
        high = min(image.measure(look, right.width)[1], max(0, right.height - below - gap))
        size = min(right.width, round(high * SHAPE))
        image.place(look, Rect(right.centerx - size // 2, right.top, size, round(size / SHAPE)))
        top = image.rect.bottom + gap
        about.place(look, Rect(right.left, top, right.width, min(below, rect.bottom - top)))
