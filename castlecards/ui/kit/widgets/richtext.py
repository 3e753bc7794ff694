"""Rich text: a scrolling page of marked-up text with links, anchors and search."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pygame import Rect, Surface

from castlecards.ui.kit.canvas import Canvas, capital
from castlecards.ui.kit.intents import Pos
from castlecards.ui.kit.markup import Block
from castlecards.ui.kit.shapes import mix
from castlecards.ui.kit.theme import RADIUS, Look
from castlecards.ui.kit.widgets.base import Size
from castlecards.ui.kit.widgets.basic import draw_sheet
from castlecards.ui.kit.widgets.scroll import BAR, ScrollArea, ScrollBar
from castlecards.ui.kit.widgets.typeset import CARD, TEXT, Line, Run, typeset

PAD = 26  # units between edge and text
MARGIN = 6  # units by which the space above and below the text is smaller
WASH = 0.55  # strength of the highlight behind the marked block, 0 to 1
EDGE = 10  # units from the upper edge to a block that `show_block` scrolls to


CardPainter = Callable[[str, int], Surface | None]  # words of a card, height in px -> its picture


class RichText(ScrollArea):
    """Rich text page; `follow` gets the links that are no anchors on this page.

    `card` paints the cards of examples.
    """

    focusable = True
    clips = True
    grow = True
    shade = 14
    radius = RADIUS
    edge = (14.0, 9.0)

    def __init__(
        self,
        id: str,
        name: str,
        blocks: Sequence[Block],
        follow: Callable[[str], object] = lambda link: None,
        card: CardPainter = lambda words, height: None,
    ) -> None:
        super().__init__(id, name)
        self.blocks = tuple(blocks)
        self.follow = follow
        self.card = card
        self.offset = 0
        self.query = ""
        self.found: tuple[int, ...] = ()  # indices of the lines with the query
        self.at_found = 0  # index into `found` of the present hit
        self.marked = -1  # index of the highlighted block, -1: none
        self.bar = ScrollBar(self.scroll_to, light=True)
        self.children = (self.bar,)
        self.lines: tuple[Line, ...] = ()
        self._goal: int | None = None  # index of the block to scroll to after the next layout
        self._over = ""
        self._look: Look | None = None

    def measure(self, look: Look, width: int) -> Size:
        lines = typeset(self.blocks, look, max(1, width - 2 * _pad(look, width) - look.px(BAR)))
        text = lines[-1].y + lines[-1].height if lines else 0
        return width, text + 2 * look.px(PAD - MARGIN)

    def place(self, look: Look, rect: Rect) -> None:
        top = self.top_block() if self.lines and self._goal is None else None
        kept = self.at_reading if self._goal is None else self._goal
        self._look = look
        super().place(look, rect)
        inner = self._inner
        self.lines = typeset(self.blocks, look, max(1, inner.width))
        self.bar.visible = self.room > 0
        if self._goal is not None:
            top, self._goal = self._goal, None
        if top is not None:
            self.show_block(top)
        self.at_reading = kept
        self.search(self.query, jump=False)
        self._arrange()

    def show(self, blocks: Sequence[Block]) -> None:
        """Replace the text and scroll to the top."""
        self.blocks = tuple(blocks)
        self.offset, self.marked, self.lines, self.at_reading = 0, -1, (), 0
        if self._look is not None:
            self.place(self._look, self.rect)
        self.changed()

    @property
    def _inner(self) -> Rect:
        pad = _pad(self._look, self.rect.width) if self._look else 0
        bar = self._look.px(BAR) if self._look else 0
        return Rect(
            self.rect.left + pad, self.rect.top, self.rect.width - 2 * pad - bar, self.rect.height
        )

    @property
    def _margin(self) -> int:
        return self._look.px(PAD - MARGIN) if self._look else 0

    @property
    def room(self) -> int:
        if not self.lines:
            return 0
        last = self.lines[-1]
        return max(0, last.y + last.height + 2 * self._margin - self.rect.height)

    # Places

    def anchor(self, name: str) -> bool:
        """Scroll to the block with this anchor and mark it. Return False if there is none."""
        for number, block in enumerate(self.blocks):
            if block.anchor == name:
                self.marked = number
                if self.lines:
                    self.show_block(number)
                else:
                    self._goal = number
                self.changed()
                return True
        return False

    def is_marked(self, number: int) -> bool:
        """True for the marked block and what goes on below its bullet: they have a bar."""
        below = self.blocks[self.marked + 1 : number + 1] if self.marked >= 0 else ()
        return number >= self.marked >= 0 and all(block.continues for block in below)

    def show_block(self, number: int) -> None:
        """Scroll so that a block is near the top; speech goes on there."""
        self.at_reading = number
        for line in self.lines:
            if line.block >= number:
                above = self._margin - self._look.px(EDGE) if self._look else 0
                self._set(line.y + above if number else 0)  # hides the block before it
                return

    def top_block(self) -> int:
        """Index of the block at the top of the view."""
        for line in self.lines:
            if line.y + line.height > self.offset:
                return line.block
        return 0

    def search(self, query: str, jump: bool = True) -> int:
        """Highlight all hits of `query`; `jump`: show the first. Return the number of lines."""
        self.query = query.strip().lower()
        self.found = ()
        if self.query:
            hits = [n for n, line in enumerate(self.lines) if self.query in _plain(line)]
            self.found = tuple(hits)
            self.at_found = min(self.at_found, max(0, len(hits) - 1))
        if jump:
            self.at_found = 0
            self.next_found(0)
        self.changed()
        return len(self.found)

    def next_found(self, step: int) -> None:
        """Scroll to the next line with the query, cyclically."""
        if self.found:
            self.at_found = (self.at_found + step) % len(self.found)
            line = self.lines[self.found[self.at_found]]
            self.at_reading = line.block
            self._set(line.y - self.rect.height // 3)
            self.changed()

    # Speech

    @property
    def readings(self) -> Sequence[str]:
        return [block.spoken for block in self.blocks]

    def _show_reading(self) -> None:
        self.show_block(self.at_reading)

    def follow_reading(self) -> bool:
        read = self.blocks[self.at_reading : self.at_reading + 1]
        parts = (part for block in read for part in (block.spans, *block.cells))
        link = next((span.link for part in parts for span in part if span.link), "")
        if link:
            self._follow(link)
        return bool(link)

    # Input

    def move(self, dx: int, dy: int) -> bool:
        return bool(dy) and self.scroll(0, -dy * 0.9)

    def hover(self, pos: Pos) -> None:
        run = self._run(pos) if self.hovered else None
        over = run.link if run else ""
        if over != self._over:
            self._over = over
            self.changed()

    def release(self, pos: Pos) -> None:
        run = self._run(pos)
        if run is not None and run.link:
            self._follow(run.link)

    def _follow(self, link: str) -> None:
        """Show the block that a link leads to, or follow the link out of the text."""
        if not (link.startswith("#") and self.anchor(link[1:])):
            self.follow(link)

    def _run(self, pos: Pos) -> Run | None:
        inner = self._inner
        x, y = pos[0] - inner.left, pos[1] - inner.top - self._margin + self.offset
        for line in self.lines:
            if line.y <= y < line.y + line.height:
                return next((run for run in line.runs if 0 <= x - run.x < run.width), None)
        return None

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        look = canvas.look
        draw_sheet(canvas, self.rect, RADIUS)
        inner = self._inner
        with canvas.clipped(self.rect.inflate(-look.px(3), -look.px(3))):
            for number, line in enumerate(self.lines):
                y = inner.top + self._margin + line.y - self.offset
                if y + line.height < self.rect.top:
                    continue
                if y > self.rect.bottom:
                    break
                self._draw_line(canvas, inner, y, number, line)
            super().draw(canvas)

    def _draw_line(self, canvas: Canvas, inner: Rect, y: int, number: int, line: Line) -> None:
        look = canvas.look
        c = look.palette
        middle = y + line.height / 2
        if self.is_marked(line.block):
            bar = Rect(self.rect.left + look.px(9), y, look.px(4), line.height)
            after = self.lines[number + 1 : number + 2]
            if after and self.is_marked(after[0].block):
                bar.height = after[0].y - line.y
            if line.block == self.marked:
                wide = inner.right + look.px(8) - bar.left
                wash = Rect(bar.topleft, (wide, line.height))
                canvas.fill(mix(c.parchment, c.found, WASH), wash)
            canvas.fill(c.gold, bar)
        if line.bullet >= 0:
            canvas.circle(c.crimson, (inner.left + line.bullet, middle), look.px(2.6))
        if line.ruled:
            canvas.rule(c.gold, inner.left, inner.right, y + line.height - look.px(1))
        for left, words in line.cards:
            card = self.card(words, look.px(CARD))
            if card is not None:
                canvas.blit(card, (inner.left + left, y))
        heading = self.blocks[line.block].kind == "heading"
        cap = capital(look.font(line.runs[0].style if heading else TEXT)) if line.runs else 0
        for run in line.runs:
            font = look.font(run.style)
            base = y + (line.height + cap) // 2
            if self.query and self.query in run.text.lower():
                self._draw_found(canvas, inner.left + run.x, y, line, run, number)
            at = (inner.left + run.x, base - font.get_ascent())
            colour = c.link if run.link else None
            canvas.text(run.text, at, run.style, "nw", colour)
            if run.link:
                below = base + look.px(2)
                strong = c.crimson if run.link == self._over else c.link
                canvas.rule(strong, at[0], at[0] + run.width, below)

    def _draw_found(
        self, canvas: Canvas, left: int, y: int, line: Line, run: Run, number: int
    ) -> None:
        look = canvas.look
        lower, at = run.text.lower(), 0
        now = bool(self.found) and self.found[self.at_found] == number
        while (at := lower.find(self.query, at)) >= 0:
            x = left + look.width(run.text[:at], run.style)
            wide = look.width(run.text[at : at + len(self.query)], run.style)
            rect = Rect(x - 1, y + look.px(1), wide + 2, line.height - look.px(2))
            canvas.box(rect, 3, look.palette.gold if now else look.palette.found)
            at += len(self.query)


def _pad(look: Look, width: int) -> int:
    """Space beside the text of a page `width` px wide, px."""
    return min(look.px(PAD), max(4, width // 16))


def _plain(line: Line) -> str:
    return " ".join(run.text for run in line.runs).lower()
