"""Scroll area: a view of a taller child, moved by wheel, scroll bar, arrow keys or the focus."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pygame import Rect

from castlecards.texts import tr
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Pos
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.base import Size, Widget

NOTCH = 66  # units for a notch of the wheel
BAR = 8  # units, width of the scroll bar
OVER = 7  # units around the view that are drawn too, for focus rings and shadows


class ScrollBar(Widget):
    """Scroll bar. `part`: visible share of the content; `at_part`: scroll position, 0 to 1."""

    touchable = True
    shade = 0

    def __init__(self, act: Callable[[float], object], light: bool = False) -> None:
        """`act` gets the new scroll position, 0 to 1; `light`: colours for parchment."""
        super().__init__()
        self.act = act
        self.light = light
        self.part = 1.0
        self.at_part = 0.0
        self._grip = 0.0

    @property
    def thumb(self) -> Rect:
        least = min(self.rect.height, 3 * self.rect.width)
        high = max(least, round(self.rect.height * self.part))
        top = round((self.rect.height - high) * self.at_part)
        return Rect(self.rect.left, self.rect.top + top, self.rect.width, high)

    def press(self, pos: Pos, clicks: int) -> None:
        thumb = self.thumb
        self._grip = pos[1] - thumb.top if thumb.collidepoint(pos) else thumb.height / 2
        self.drag(pos)

    def drag(self, pos: Pos) -> None:
        room = self.rect.height - self.thumb.height
        top = pos[1] - self._grip - self.rect.top
        if room > 0:
            self.act(min(1.0, max(0.0, top / room)))

    def release(self, pos: Pos) -> None:
        self.changed()

    def draw(self, canvas: Canvas) -> None:
        colours = canvas.look.palette
        lit = self.held or self.hovered
        if self.light:
            thumb = colours.gold_low if lit else colours.gold
        else:
            thumb = colours.gold_high if lit else colours.gold
        canvas.box(self.rect, BAR / 2, colours.parchment_dark if self.light else colours.line)
        canvas.box(self.thumb, BAR / 2, thumb)


class ScrollArea(Widget):
    """Base class of scrolling widgets with a bar at the right edge."""

    bar: ScrollBar
    edge = (0.0, 0.0)  # units free above and below the bar, and beside it
    offset: int  # px of content above the view
    at_reading = 0  # index of the text that speech tells
    _look: Look | None

    @property
    def spoken(self) -> str:
        """One text of the content with its number, or the name if there is none."""
        texts = self.readings
        if not texts:
            return super().spoken
        n = min(self.at_reading, len(texts) - 1)
        return tr("{item}, {n} of {count}", item=texts[n], n=n + 1, count=len(texts))

    def read(self, step: int) -> bool:
        """Go `step` texts on and scroll there. Return False without any."""
        last = len(self.readings) - 1
        if last >= 0:
            self.at_reading = min(max(self.at_reading + step, 0), last)
            self._show_reading()
        return last >= 0

    def follow_reading(self) -> bool:
        """Follow the first link of the text that speech tells. Return False without one."""
        return False

    def _show_reading(self) -> None:
        """Scroll to the text that speech tells."""
        raise NotImplementedError

    @property
    def room(self) -> int:
        """Greatest scroll offset, px."""
        raise NotImplementedError

    def scroll_to(self, part: float) -> None:
        """Scroll to a position, 0 top to 1 bottom."""
        self._set(round(part * self.room))

    def scroll(self, dx: float, dy: float) -> bool:
        before = self.offset
        if self._look is not None:
            self._set(self.offset - round(dy * self._look.px(NOTCH)))
        return self.offset != before

    def _set(self, offset: int) -> None:
        offset = max(0, min(self.room, offset))
        if offset != self.offset:
            self.offset = offset
            self._arrange()
            self.changed()

    def _arrange(self) -> None:
        """Place the content and the bar for the present `offset`."""
        look = self._look
        if look is not None:
            self.offset = max(0, min(self.room, self.offset))
            self._place_bar(look, look.px(self.edge[0]), look.px(self.edge[1]))

    def _place_bar(self, look: Look, above: int, beside: int) -> None:
        """Place the scroll bar; `above` px stay free above and below, `beside` px on its right."""
        bar = Rect(0, 0, look.px(BAR), self.rect.height - 2 * above)
        bar.midright = (self.rect.right - beside, self.rect.centery)
        self.bar.place(look, bar)
        self.bar.part = self.rect.height / max(1, self.rect.height + self.room)
        self.bar.at_part = self.offset / max(1, self.room)


class Scroll(ScrollArea):
    """Scroll area around one child; `focusable`: the arrow keys scroll it.

    `before`: the area that it replaces, whose offset it keeps.
    """

    clips = True
    shade = OVER
    grow = True

    def __init__(
        self, child: Widget, id: str = "", focusable: bool = False, before: Scroll | None = None
    ) -> None:
        super().__init__(id)
        self.child = child
        self.focusable = focusable
        self.bar = ScrollBar(self.scroll_to)
        self.children = (child, self.bar)
        self.offset = before.offset if before is not None else 0  # px
        self._high = 0
        self._look: Look | None = None

    def measure(self, look: Look, width: int) -> Size:
        return self.child.measure(look, width)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        self._look = look
        margin = look.px(6)
        self._high = self.child.measure(look, rect.width)[1]
        self.bar.visible = self._high > rect.height
        if self.bar.visible:
            inner = rect.width - look.px(BAR) - 2 * margin
            self._high = self.child.measure(look, inner)[1]
        self._arrange()

    @property
    def room(self) -> int:
        return max(0, self._high - self.rect.height)

    def move(self, dx: int, dy: int) -> bool:
        return self.focused and self.scroll(0, -dy * 0.6)

    @property
    def readings(self) -> Sequence[str]:
        return [text for each in self.child.walk() for text in each.readings]

    def _show_reading(self) -> None:
        n = self.at_reading
        for each in self.child.walk():
            count = len(each.readings)
            if n < count:
                rect, part = each.rect, each.rect.height / count
                self.reveal(Rect(rect.left, rect.top + round(n * part), rect.width, round(part)))
                return
            n -= count

    def reveal(self, rect: Rect) -> None:
        margin = self._look.px(14) if self._look else 0
        if rect.top - margin < self.rect.top:
            self._set(self.offset + rect.top - margin - self.rect.top)
        elif rect.bottom + margin > self.rect.bottom:
            self._set(self.offset + rect.bottom + margin - self.rect.bottom)

    def _arrange(self) -> None:
        look = self._look
        if look is None:
            return
        self.offset = max(0, min(self.room, self.offset))
        margin = look.px(6)
        wide = self.rect.width
        if self.bar.visible:
            wide -= look.px(BAR) + 2 * margin
            self._place_bar(look, margin, margin // 2)
        high = max(self._high, self.rect.height)
        self.child.place(look, Rect(self.rect.left, self.rect.top - self.offset, wide, high))

    def draw(self, canvas: Canvas) -> None:
        margin = 2 * canvas.look.px(OVER)
        with canvas.clipped(self.rect.inflate(margin, margin)):
            super().draw(canvas)


SHORT = 350  # units of height, below which `WhenShort` scrolls


class WhenShort(Scroll):
    """Scroll area that scrolls only if its height is below `SHORT`; else the child fills it."""

    def place(self, look: Look, rect: Rect) -> None:
        if rect.height < look.px(SHORT):
            super().place(look, rect)
            return
        Widget.place(self, look, rect)
        self._look = None
        self.bar.visible = False
        self.offset = self._high = 0
        self.child.place(look, rect)

    def draw(self, canvas: Canvas) -> None:
        if self.bar.visible:
            super().draw(canvas)
        else:
            Widget.draw(self, canvas)
