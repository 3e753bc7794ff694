"""Parts of the result page: figures of the sides as bars, curve by turn, and medals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from pygame import Rect

from castlecards.core.session import Session
from castlecards.texts import tr
from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.cardart.medal import BRONZE, GOLD, SILVER, draw_medal
from castlecards.ui.cardart.seat_signs import draw_sign
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import LEAST, Look, Style
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.table.summary.stats import Award, Curve, Figure, Side

NAME = Style("bold", 16, "text")
NUMBER = Style("title", 24, "gold_high")
LABEL = Style("ui", 15, "text")
AXIS = Style("ui", 14, "muted")
AWARD = Style("bold", 15, "gold_high")
REASON = Style("ui", 14, "text")
NAMES_HIGH = 32  # units, names above the figures
FIGURE_HIGH = 44  # units, figure of two sides
ROW_HIGH = 32  # units, row of one of several players
BAR_HIGH = 7  # units
NUMBER_WIDE = 92  # units, number beside a bar
MEDAL_HIGH = 46  # units
CURVE_HIGH = 80  # units
MARKER = 16  # units, from one end marker of a curve to the next beside it
METALS = (GOLD, GOLD, SILVER, SILVER, BRONZE)


class FigureBars(Widget):
    """Figures of two sides as bars between their numbers.

    Several players have a row each, with a bar for the first figure and a column for each number.
    """

    shade = 0

    def __init__(self, sides: Sequence[Side], figures: Sequence[Figure]) -> None:
        names = [side.name for side in sides]
        texts = [
            f"{each.label}: {', '.join(map(' '.join, zip(names, each.texts, strict=False)))}"
            for each in figures
        ]
        super().__init__("result.figures", "; ".join(texts))
        self.sides = sides
        self.figures = figures

    def measure(self, look: Look, width: int) -> Size:
        if len(self.sides) != 2:
            return width, look.px(NAMES_HIGH + ROW_HIGH * len(self.sides))
        return width, look.px(NAMES_HIGH + FIGURE_HIGH * len(self.figures))

    def draw(self, canvas: Canvas) -> None:
        if len(self.sides) != 2:
            self._players(canvas)
            return
        px, rect = canvas.look.px, self.rect
        y, half = rect.top + px(NAMES_HIGH / 2), rect.width // 2 - px(40)
        for n, side in enumerate(self.sides):
            x, way = (rect.right - px(12), -1) if n else (rect.left + px(12), 1)
            draw_sign(canvas, side.sign, (x, y), px(8))
            self._name(canvas, side.name, (x + way * px(18), y), half, right=n > 0)
        for row, figure in enumerate(self.figures):
            top = rect.top + px(NAMES_HIGH + FIGURE_HIGH * row)
            canvas.rule(canvas.look.palette.line, rect.left, rect.right, top)
            self._duel(canvas, figure, Rect(rect.left, top, rect.width, px(FIGURE_HIGH)))

    def _name(self, canvas: Canvas, name: str, at: tuple[int, int], room: int, right: bool) -> None:
        """Draw the name of a side at `at`, in two lines if it is wider than `room` px."""
        look, style, lines = canvas.look, NAME, [name]
        least = replace(NAME, size=LEAST)
        if look.width(name, least) > room:
            style, lines = least, look.wrap(name, least, room)[:2]
        for n, line in enumerate(lines):
            shown, fitted = look.fit(line, style, room)
            y = at[1] + round((n - (len(lines) - 1) / 2) * look.px(LEAST + 2))
            canvas.text(shown, (at[0], y), fitted, "e" if right else "w")

    def _duel(self, canvas: Canvas, figure: Figure, rect: Rect) -> None:
        look, px = canvas.look, canvas.look.px
        wide = min(px(NUMBER_WIDE), rect.width // 4)
        for n, text in enumerate(figure.texts):
            x = rect.right - wide // 2 if n else rect.left + wide // 2
            tone = NUMBER.tone if figure.numbers[n] == figure.best else "muted"
            number, style = look.fit(text, NUMBER, wide)
            canvas.text(number, (x, rect.centery), style, "c", look.tone(tone))
        label, style = look.fit(figure.label, LABEL, rect.width - 2 * wide)
        canvas.text(label, (rect.centerx, rect.top + px(16)), style, "c")
        bar = Rect(rect.left + wide, rect.top + px(28), rect.width - 2 * wide, px(BAR_HIGH))
        canvas.box(bar, 3, look.palette.inset)
        total = sum(figure.numbers)
        left = bar.width * figure.numbers[0] / (total or 1)
        for n, side in enumerate(self.sides):
            part = bar.copy()
            part.width = round(left) if not n else round(bar.width - left)
            part.right = bar.right if n else part.right
            if total and part.width > px(4):
                canvas.box(part, 3, side.sign.colour, edge=side.sign.rim)

    def _players(self, canvas: Canvas) -> None:
        """Draw a row for each of several players."""
        look, px, rect = canvas.look, canvas.look.px, self.rect
        room, column = rect.width // 3, min(px(NUMBER_WIDE), rect.width // 6)
        columns = rect.right - column * len(self.figures)
        y = rect.top + px(NAMES_HIGH / 2)
        for at, figure in enumerate(self.figures, 1):
            label, style = look.fit(figure.label, LABEL, column - px(8))
            canvas.text(label, (columns + column * at, y), style, "e")
        for n, side in enumerate(self.sides):
            y = rect.top + px(NAMES_HIGH + ROW_HIGH * (n + 0.5))
            draw_sign(canvas, side.sign, (rect.left + px(12), y), px(8))
            name, style = look.fit(side.name, NAME, room - px(30))
            canvas.text(name, (rect.left + px(30), y), style, "w")
            first = self.figures[0].numbers
            bar = Rect(rect.left + room, 0, columns - rect.left - room, px(BAR_HIGH))
            bar.centery = round(y)
            canvas.box(bar, 3, look.palette.inset)
            bar.width = round(bar.width * first[n] / (max(first) or 1))
            if bar.width > px(4):
                canvas.box(bar, 3, side.sign.colour, edge=side.sign.rim)
            for at, figure in enumerate(self.figures, 1):
                tone = NUMBER.tone if figure.numbers[n] == figure.best else "muted"
                right = columns + column * at
                canvas.text(figure.texts[n], (right, y), NUMBER, "e", look.tone(tone))


class CurveChart(Widget):
    """Figure of each side by turn or round, as steps; the signs tell the lines apart."""

    shade = 0
    tall = CURVE_HIGH

    def __init__(self, sides: Sequence[Side], curve: Curve) -> None:
        by_turn = tr("{figure} by turn", figure=curve.label)
        by_round = tr("{figure} by round", figure=curve.label)
        super().__init__("result.curve", by_round if curve.rounds else by_turn)
        self.sides = sides
        self.curve = curve

    @property
    def marks(self) -> list[int]:
        """Turns that are numbered, with the first and the last."""
        turns = max(self.curve.turns, 1)
        each = max(1, round(turns / 6))
        return sorted({0, turns, *range(each, turns - each // 2, each)})

    @property
    def readings(self) -> Sequence[str]:
        """The name, and for each side its number at the marked turns."""
        texts = []
        for side, line in zip(self.sides, self.curve.lines, strict=True):
            at = [[number for turn, number in line if turn <= mark][-1:] for mark in self.marks]
            numbers = [
                tr("{number} at {turn}", number=found[0], turn=mark)
                for mark, found in zip(self.marks, at, strict=True)
                if found
            ]
            texts.append(tr("{name}: {value}", name=side.name, value=", ".join(numbers)))
        return self.name, *texts

    def draw(self, canvas: Canvas) -> None:
        look, px, curve = canvas.look, canvas.look.px, self.curve
        area = self.rect.inflate(-px(52), -px(34)).move(px(10), -px(8))
        most = max(curve.goal, *(number for line in curve.lines for _, number in line), 1)
        turns = max(curve.turns, 1)
        ends = [area.height * line[-1][1] / most for line in curve.lines]
        columns = _marker_columns(ends, px(MARKER))
        area.width -= px(MARKER) * max(columns)

        def at(turn: float, number: float) -> tuple[float, float]:
            return area.left + area.width * turn / turns, area.bottom - area.height * number / most

        step = curve.every or max(1, -(-most // 2))  # three labels, which do not touch
        for number in sorted({0, most, *range(step, most - step // 2, step)}):
            y = round(at(0, number)[1])
            tone = look.palette.gold_low if number == curve.goal else look.palette.line
            canvas.rule(tone, area.left, area.right, y)
            canvas.text(str(number), (area.left - px(10), y), AXIS, "e")
        for turn in self.marks:
            canvas.text(str(turn), (at(turn, 0)[0], area.bottom + px(16)), AXIS, "c")
        for n, (side, line) in enumerate(zip(self.sides, curve.lines, strict=True)):
            corners: list[tuple[float, float]] = []
            for turn, number in (*line, (turns, line[-1][1])):
                if corners:
                    corners.append((at(turn, 0)[0], corners[-1][1]))
                corners.append(at(turn, number))
            for colour, wide in ((side.sign.rim, px(5)), (side.sign.colour, px(3))):
                for (left, old), (right, new) in pairwise(corners):
                    part = Rect(left, min(old, new), right - left, abs(new - old))
                    canvas.fill(colour, part.inflate(wide, wide))
            beside = px(4) + px(MARKER) * columns[n]
            draw_sign(canvas, side.sign, (corners[-1][0] + beside, corners[-1][1]), px(6))


def _marker_columns(heights: Sequence[float], apart: float) -> list[int]:
    """Column of the marker at the end of each line: the first one in which no marker before it is
    less than `apart` px away."""
    columns: list[int] = []
    for y in heights:
        taken = {
            column
            for column, other in zip(columns, heights, strict=False)
            if abs(other - y) < apart
        }
        columns.append(next(column for column in range(len(heights)) if column not in taken))
    return columns


class Medals(Widget):
    """Medals of a match, each with its winner and the figure for which it is given."""

    shade = 0

    def __init__(self, art: CardArt, session: Session[Any], awards: Sequence[Award]) -> None:
        self.art = art
        self.rows = [
            (award, tr("{name}, {figure}", name=session.name(award.seat), figure=award.reason))
            for award in awards
        ]
        texts = [f"{award.title}: {text}" for award, text in self.rows]
        super().__init__("result.medals", "; ".join(texts))

    def measure(self, look: Look, width: int) -> Size:
        return width, look.px(MEDAL_HIGH) * len(self.rows)

    def draw(self, canvas: Canvas) -> None:
        look, px, rect = canvas.look, canvas.look.px, self.rect
        title_wide = max(look.width(award.title, AWARD) for award, _ in self.rows) + px(18)
        for n, (award, text) in enumerate(self.rows):
            y = rect.top + px(MEDAL_HIGH) * (n + 0.5)
            at, metal = (rect.left + px(20), y), METALS[n % len(METALS)]
            draw_medal(canvas, self.art.pictures, award.icon, at, metal)
            left = rect.left + px(48)
            title = f"{award.title}:"
            room = rect.right - left
            title, style = look.fit(title, AWARD, room)
            if title_wide + look.width(text, REASON) <= room:
                canvas.text(title, (left, y), style, "w")
                canvas.text(text, (left + title_wide, y), REASON, "w")
            else:
                canvas.text(title, (left, y - px(10)), style, "w")
                text, style = look.fit(text, REASON, room)
                canvas.text(text, (left, y + px(10)), style, "w")
