"""Text table: a widget with a head row, hairlines, and columns as wide as their content."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect

from castlecards.ui.cardart.seat_signs import SeatSign, draw_sign
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.basic import Align

HEAD = Style("bold", 15, "gold_high")
CELL = Style("ui", 16, "text")
GAP = 18  # units between columns


class TextTable(Widget):
    """Table widget. The first of `rows` is the head; `sides` has the alignment of each column.

    `signs`: the player's sign before the head of each column, or None; `spare`: numbers of columns
    that are left out in turn as long as not all fit.
    """

    shade = 0

    def __init__(
        self,
        rows: Sequence[Sequence[str]],
        sides: Sequence[Align],
        signs: Sequence[SeatSign | None] = (),
        spare: Sequence[int] = (),
    ) -> None:
        super().__init__()
        self.spare = tuple(spare)
        self.rows = [tuple(row) for row in rows]
        self.sides = tuple(sides)
        self.signs = tuple(signs) or (None,) * len(self.sides)
        self._columns: list[tuple[int, int]] = []

    @property
    def readings(self) -> Sequence[str]:
        """Each row in words, with the heads of its columns."""
        (_, *heads), *rows = self.rows
        found = []
        for first, *cells in rows:
            told = [f"{head} {cell}" for head, cell in zip(heads, cells, strict=True) if cell]
            found.append(f"{first}: {', '.join(told)}")
        return found

    def measure(self, look: Look, width: int) -> Size:
        return width, self._step(look) * len(self.rows)

    def _step(self, look: Look) -> int:
        return look.line(CELL) + look.px(12)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        count, gap = len(self.sides), look.px(GAP)
        needs = [
            max(
                look.width(self.rows[0][n], HEAD) + self._signed(look, n),
                *(look.width(row[n], CELL) for row in self.rows[1:]),
                0,
            )
            for n in range(count)
        ]
        shown = list(range(count))
        for column in self.spare:
            if sum(needs[n] + gap for n in shown) - gap > rect.width:
                shown.remove(column)
        needs, count = [needs[n] for n in shown], len(shown)
        room = rect.width - gap * (count - 1)
        if set(self.sides) == {"centre"} and max(needs) <= room // count:
            needs = [
                room // count
            ] * count  # equal columns, so that the middle one is in the middle
        if sum(needs) > room:
            fair = room // count
            over = sum(max(0, need - fair) for need in needs)
            spare = room - sum(min(need, fair) for need in needs)
            needs = [
                min(need, fair) + (max(0, need - fair) * spare // over if over else 0)
                for need in needs
            ]
        else:
            extra = (room - sum(needs)) // count
            needs = [need + extra for need in needs]
        left = rect.left
        self._columns = [(left, 0)] * len(self.sides)
        for column, need in zip(shown, needs, strict=True):
            self._columns[column] = left, need
            left += need + gap

    def _signed(self, look: Look, column: int) -> int:
        """Width of the sign before the head of a column, px."""
        return look.px(18) if self.signs[column] is not None else 0

    def draw(self, canvas: Canvas) -> None:
        look = canvas.look
        step = self._step(look)
        for number, row in enumerate(self.rows):
            top = self.rect.top + step * number
            y = top + step / 2
            for n, ((left, wide), text) in enumerate(zip(self._columns, row, strict=True)):
                if not wide:
                    continue
                beside = self._signed(look, n) if number == 0 else 0
                words, style = look.fit(text, CELL if number else HEAD, wide - beside)
                if self.sides[n] == "right":
                    at = canvas.text(words, (left + wide, y), style, "e")
                elif self.sides[n] == "centre":
                    at = canvas.text(words, (left + (wide + beside) / 2, y), style, "c")
                else:
                    at = canvas.text(words, (left + beside, y), style, "w")
                sign = self.signs[n]
                if sign is not None and beside:
                    draw_sign(canvas, sign, (at.left - look.px(11), y), look.px(5))
            strong = look.palette.gold_low if number == 0 else look.palette.line
            if number < len(self.rows) - 1:
                canvas.rule(strong, self.rect.left, self.rect.right, top + step - look.px(1))
