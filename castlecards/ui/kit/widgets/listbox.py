"""List box: a scrolling list of items of which one is selected; a single stop for Tab."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pygame import Rect

from castlecards.texts import tr
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Pos
from castlecards.ui.kit.theme import HEADING, RADIUS, Look, Style
from castlecards.ui.kit.widgets.base import Size
from castlecards.ui.kit.widgets.scroll import BAR, ScrollArea, ScrollBar

LINE = Style("ui", 16, "text")
TOP = Style("bold", 16, "text")
NOTE = Style("ui", 14, "muted")


@dataclass(frozen=True)
class Item:
    """List item. `note`: second line in small type; `level`: indentation.

    `head`: heading of the items that follow, which cannot be selected.
    """

    key: str
    text: str
    note: str = ""
    level: int = 0
    head: bool = False


class ListBox(ScrollArea):
    """List box. `act` gets the key of the selected item; a double click or Enter calls `open`."""

    focusable = True
    clips = True
    radius = RADIUS
    grow = True
    edge = (7.0, 5.0)

    def __init__(
        self,
        id: str,
        name: str,
        items: Sequence[Item],
        act: Callable[[str], object],
        open: Callable[[str], object] | None = None,
        chosen: str = "",
    ) -> None:
        super().__init__(id, name)
        self.items = list(items)
        self.act = act
        self.open = open
        self.chosen = chosen or next((item.key for item in items if not item.head), "")
        self.offset = 0
        self.bar = ScrollBar(self.scroll_to)
        self.children = (self.bar,)
        self._tops: list[int] = [0]
        self._over = -1
        self._look: Look | None = None

    @property
    def value_text(self) -> str:
        """Selected item with its number."""
        items = [item for item in self.items if not item.head]
        at = next((n for n, item in enumerate(items) if item.key == self.chosen), None)
        if at is None:
            return ""
        about: dict[str, Any] = {"item": self.words(items[at]), "n": at + 1, "count": len(items)}
        return tr("{item}, {n} of {count}", **about)

    def words(self, item: Item) -> str:
        """Words of an item for speech."""
        return ", ".join(filter(None, (item.text, item.note)))

    def measure(self, look: Look, width: int) -> Size:
        return width, sum(self._high(look, item) for item in self.items) + look.px(12)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        self._look = look
        self._tops = [look.px(6)]
        for item in self.items:
            self._tops.append(self._tops[-1] + self._high(look, item))
        self.bar.visible = self.room > 0
        self._arrange()

    def _high(self, look: Look, item: Item) -> int:
        if item.head:
            return look.line(HEADING) + look.px(20)
        pad = look.px(14 if item.note else 10)
        return look.line(LINE) + pad + (look.line(NOTE) if item.note else 0)

    @property
    def room(self) -> int:
        margin = self._look.px(6) if self._look else 0
        return max(0, self._tops[-1] + margin - self.rect.height)

    def row(self, key: str) -> Rect:
        """Rectangle of an item at the present scroll position. Raises KeyError."""
        for number, item in enumerate(self.items):
            if item.key == key:
                return self._row(number)
        raise KeyError(key)

    def in_view(self) -> range:
        """Numbers of the items that the box shows at the present scroll position."""
        first = bisect_right(self._tops, self.offset) - 1
        last = bisect_right(self._tops, self.offset + self.rect.height)
        return range(max(0, first), min(last, len(self.items)))

    def _row(self, number: int) -> Rect:
        look = self._look
        assert look is not None
        top = self.rect.top + self._tops[number] - self.offset
        right = look.px(BAR + 10) if self.bar.visible else look.px(6)
        left = self.rect.left + look.px(6)
        high = self._tops[number + 1] - self._tops[number]
        return Rect(left, top, self.rect.right - right - left, high)

    def draw(self, canvas: Canvas) -> None:
        look = canvas.look
        c = look.palette
        canvas.box(self.rect, RADIUS, c.inset, c.inset, c.inset_edge)
        with canvas.clipped(self.rect.inflate(-look.px(4), -look.px(4))):
            for number in self.in_view():
                row = self._row(number)
                if canvas.wants(row):
                    self._draw_row(canvas, row, self.items[number], number == self._over)
            super().draw(canvas)

    def _draw_row(self, canvas: Canvas, row: Rect, item: Item, over: bool) -> None:
        look = canvas.look
        c = look.palette
        lit = item.key == self.chosen
        if lit:
            canvas.box(row, 6, c.button_over, c.button, c.gold)
        elif over:
            canvas.box(row, 6, c.button_low)
        left = row.left + look.px(10 + 14 * item.level)
        room = row.right - left - look.px(8)
        if item.head:
            text, style = look.fit(item.text, HEADING, room)
            canvas.text(text, (left, row.centery + look.px(4)), style, "w")
            return
        style = TOP if item.level == 0 else LINE
        text, style = look.fit(item.text, style, room)
        y = row.centery - (look.line(NOTE) // 2 if item.note else 0)
        canvas.text(text, (left, y), style, "w")
        if item.note:
            note, small = look.fit(item.note, NOTE, room)
            tone = c.text if lit else None  # the muted colour is too dark on the selected row
            canvas.text(note, (left, y + look.line(LINE)), small, "w", tone)

    def _index(self, pos: Pos) -> int:
        inside = self.rect.collidepoint(pos)
        rows = [n for n in self.in_view() if inside and not self.items[n].head]
        return next((n for n in rows if self._row(n).collidepoint(pos)), -1)

    def hover(self, pos: Pos) -> None:
        over = self._index(pos) if self.hovered else -1
        if over != self._over:
            self._over = over
            self.changed()

    def press(self, pos: Pos, clicks: int) -> None:
        number = self._index(pos)
        if number >= 0:
            self.choose(self.items[number].key)
            if clicks == 2 and self.open is not None:
                self.open(self.chosen)

    def release(self, pos: Pos) -> None:
        """Do nothing: `press` has selected the item."""

    def choose(self, key: str) -> None:
        if key != self.chosen:
            self.chosen = key
            self.show(key)
            self.changed()
            self.act(key)

    def show(self, key: str) -> None:
        """Scroll an item into view, with the heading directly above it."""
        if self._look is None or not self.items:
            return
        row, margin = self.row(key), self._look.px(6)
        above = [item.key for item in self.items].index(key) - 1
        if above >= 0 and self.items[above].head:
            row = row.union(self._row(above))
        if row.top < self.rect.top + margin:
            self._set(self.offset - (self.rect.top + margin - row.top))
        elif row.bottom > self.rect.bottom - margin:
            self._set(self.offset + row.bottom - self.rect.bottom + margin)

    def activate(self) -> None:
        if self.open is not None and self.items:
            self.open(self.chosen)

    def move(self, dx: int, dy: int) -> bool:
        keys = [item.key for item in self.items if not item.head]
        if not dy or self.chosen not in keys:
            return False
        number = keys.index(self.chosen) + dy
        if not 0 <= number < len(keys):
            return False
        self.choose(keys[number])
        return True
