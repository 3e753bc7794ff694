"""Small widgets of the table: icon buttons, the score board, spots that the keyboard walks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pygame import Rect

from castlecards.core.cards import NATURE, SIDES
from castlecards.core.session import Session
from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.cardart.seat_signs import (
    SEATS,
    SeatSign,
    draw_sign,
    seat_name,
    side_signs,
    sign_of,
)
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Pos
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.base import Act, Size, Widget
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.overlay import score_shields

NAME = Style("bold", 15, "text")
FACT = Style("ui", 12.5, "muted")
FIGURE = Style("bold", 15, "gold_high")
SMALL_FIGURE = Style("bold", 13, "gold_high")
SIGN = 13  # units from one sign to the next of the same row
WIDEST = 290  # units of names and columns side by side


class IconButton(Widget):
    """A round button with a drawing."""

    focusable = True
    shade = 8

    def __init__(
        self, id: str, icon: str, name: str, act: Act, art: CardArt, key: str = ""
    ) -> None:
        super().__init__(id, name, f"{name}  ({key})" if key else name)
        self.icon = icon
        self.act = act
        self.art = art
        self.on = False
        self.radius = 10

    def measure(self, look: Look, width: int) -> Size:
        return look.px(38), look.px(38)

    def draw(self, canvas: Canvas) -> None:
        look, c = canvas.look, canvas.look.palette
        lit = self.hovered or self.on
        if self.enabled and (lit or self.held):
            canvas.box(self.rect, self.radius, c.button_over, c.button, c.gold)
        else:
            canvas.box(self.rect, self.radius, c.panel, c.panel_low, c.line)
        ink = (c.gold_high if lit else c.text) if self.enabled else c.line
        canvas.blit_centred(
            self.art.pictures.picture(self.icon, look.px(20), ink), self.rect.center
        )

    def activate(self) -> None:
        self.act()


class SpotWidget(Widget):
    """A card or place of the table for the keyboard: the pointer has its own way there."""

    focusable = True
    shade = 14
    radius = 5

    def __init__(self, id: str, name: str, target: Target, rect: Rect, act: Act) -> None:
        super().__init__(id, name)
        self.target = target
        self.rect = rect
        self.act = act

    def measure(self, look: Look, width: int) -> Size:
        return self.rect.size

    def place(self, look: Look, rect: Rect) -> None:
        """It stays where the card is."""

    def at(self, pos: Pos) -> Widget | None:
        return None

    def draw(self, canvas: Canvas) -> None:
        pass

    def activate(self) -> None:
        self.act()


Track = tuple[int, int, int]  # how much there is, up to what goal, each so many-th worth more


@dataclass(frozen=True)
class Score:
    """The score board: a column a label, a row a side, or a seat where all play for themselves.

    `notes` are facts of one side or nobody.
    """

    names: tuple[str, ...] = ()  # by row
    active: int = -1  # the row whose turn it is
    columns: tuple[tuple[str, tuple[str, ...]], ...] = ()  # label, a text a row
    notes: tuple[str, ...] = ()
    # By row, and perhaps more: those of all who play there.
    signs: tuple[tuple[SeatSign, ...], ...] = tuple((sign,) for sign in SEATS)
    tip: str = ""  # explains what is written there
    tracks: tuple[Track, ...] = ()  # by row, if there are any


class ScoreBoard(Widget):
    """Names and public facts of both sides, always in sight."""

    shade = 12
    animated = True

    def __init__(self) -> None:
        super().__init__("score", "Score board")
        self.score = Score()
        self.lag = 0.0  # s before what has just been won is shown: it is on its way
        self._won: dict[int, tuple[int, float]] = {}  # by row: how much there was, s since then
        self._owed: Score | None = None  # what is to be seen first

    def update(self, dt: float) -> None:
        if self._won:
            aged = {row: (had, since + dt) for row, (had, since) in self._won.items()}
            self._won = {row: won for row, won in aged.items() if won[1] < score_shields.LIT}
            self.changed()

    def tell(self, score: Score, waits: bool) -> None:
        """`waits`: it is still to be seen how it came to that, and `pay` has it told then."""
        self._owed = score if waits and self.score.names and not self.lag else None
        if self._owed is None:
            self.set(score)

    def pay(self, waits: bool) -> None:
        if self._owed is not None and not waits:
            owed, self._owed = self._owed, None
            self.set(owed)

    def set(self, score: Score) -> None:
        rows = zip(self.score.tracks, score.tracks, strict=False)
        for row, (before, now) in enumerate(rows):
            if now[0] > before[0]:
                self._won[row] = (before[0], -self.lag)
        self.lag = 0.0
        if score != self.score:
            self.score = score
            self.tip = score.tip
            self.name = "; ".join(
                f"{label} {' : '.join(texts)}" for label, texts in (*score.columns,)
            )
            self.resized()

    def _widths(self, look: Look, width: int) -> tuple[int, list[int]]:
        """Of the names, and of the columns, px: without the sides where both have no room."""
        columns = [
            max([look.width(label, FACT), *(look.width(text, FIGURE) for text in texts)])
            for label, texts in self.score.columns
        ]
        wide = self._figures(look, columns)
        for whole in (True, False):
            each = [self._name_wide(look, n, whole) for n in range(len(self.score.names))]
            names = max(each, default=0)
            if names + wide <= width:
                break
        return names, columns

    def _figures(self, look: Look, columns: Sequence[int]) -> int:
        """px of a row besides its name."""
        wide = look.px(46) + sum(column + look.px(14) for column in columns)
        if self.score.tracks:
            wide += score_shields.shields_width(look, self.score.tracks[0][1]) + look.px(10)
        return wide

    def measure(self, look: Look, width: int) -> Size:
        names, columns = self._widths(look, width)
        wide = names + self._figures(look, columns)
        rows = len(self.score.names) + bool(self.score.notes) + bool(columns)
        if self._stands(look, width):
            labels, sides = self._standing(look)
            wide = look.px(28) + labels + sum(side + look.px(14) for side in sides)
            rows = 1 + len(columns) + bool(self.score.notes) + len(self._above(look, width))
            wide = max(wide, *(self._row_wide(look, row) for row in self._above(look, width)), 0)
        note = look.width(self._note, FACT) + look.px(30) if self.score.notes else 0
        note += self._counted(look) if note else 0
        high = look.px(14) + rows * look.px(19) + len(self.score.names) * look.px(2)
        return min(max(wide, note), width), high

    def _name_wide(self, look: Look, row: int, whole: bool = True) -> int:
        """px of a name with all signs before it but the first; `whole`: with the side."""
        name = self.score.names[row]
        more = look.px(SIGN) * (len(self.score.signs[row]) - 1)
        return more + look.width(name if whole else _person(name), NAME)

    def _draw_signs(self, canvas: Canvas, row: int, left: float, y: float) -> float:
        """From `left` on; returns where the name begins, px."""
        look = canvas.look
        for sign in self.score.signs[row]:
            draw_sign(canvas, sign, (left + look.px(5), y), look.px(5))
            left += look.px(SIGN)
        return left + look.px(16 - SIGN)

    def _stands(self, look: Look, width: int) -> bool:
        """Too wide for a row a side: a column a side, a row a label, if there is any."""
        names, columns = self._widths(look, width)
        wide = names + sum(column + look.px(14) for column in columns)
        return bool(columns) and wide > min(look.px(WIDEST), width - look.px(46))

    def _above(self, look: Look, width: int) -> list[list[int]]:
        """Rows of sides, whose names stand above their columns where these have no room for them:
        there their signs alone stand."""
        labels, sides = self._standing(look)
        gaps, signs = look.px(7) * (len(sides) - 1), look.px(16)
        room = (width - look.px(28 + 7) - labels - gaps) / len(sides)
        if sum(sides) + labels + gaps <= width - look.px(28 + 7):
            return []
        names = map(_person, self.score.names)
        if not any(look.cut(name, NAME, round(room) - signs) for name in names):
            return []
        rows: list[list[int]] = [[]]
        for side in range(len(self.score.names)):
            if rows[-1] and self._row_wide(look, [*rows[-1], side]) > width:
                rows.append([])
            rows[-1].append(side)
        return rows

    def _row_wide(self, look: Look, row: Sequence[int]) -> int:
        """px, of names side by side."""
        wides = [look.px(16) + self._name_wide(look, side, whole=False) for side in row]
        return look.px(28) + sum(wides) + look.px(14) * (len(row) - 1)

    def _draw_name(self, canvas: Canvas, side: int, left: float, y: float, room: int) -> float:
        """Of a person, behind the signs, in so many px; returns where it ends."""
        look, c, score = canvas.look, canvas.look.palette, self.score
        start = self._draw_signs(canvas, side, left, y)
        text, style = look.fit(_person(score.names[side]), NAME, room - round(start - left))
        tone = c.gold_high if side == score.active else c.text
        return canvas.text(text, (start, y), style, "w", tone).right

    def _standing(self, look: Look, bare: bool = False) -> tuple[int, list[int]]:
        """Of the labels, and of each side, px; `bare`: without names."""
        score = self.score
        labels = max(look.width(label, FACT) for label, _ in score.columns)
        sides = [
            max(
                look.px(16) + (0 if bare else self._name_wide(look, side, whole=False)),
                *(look.width(texts[side], SMALL_FIGURE) for _, texts in score.columns),
            )
            for side in range(len(score.names))
        ]
        return labels, sides

    def goal(self, row: int) -> tuple[int, int]:
        """Where the points of a row are counted, px: the first of them that it has not."""
        have, goal, _ = self.score.tracks[row] if row < len(self.score.tracks) else (0, 1, 0)
        look = self.layer.look if self.layer is not None else None
        if look is None:
            return self.rect.center
        left = self.rect.right - look.px(14) - score_shields.shields_width(look, goal)
        return round(left + score_shields.shields_width(look, min(have, goal - 1)) + look.px(6)), (
            self.rect.top + look.px(17 + 21 * row)
        )

    def reach(self, look: Look, width: int) -> tuple[float, float]:
        """px of its right and lower edge in a window of `width`."""
        wide, high = self.measure(look, width - 2 * look.px(12))
        return look.px(10) + wide, look.px(10) + high

    @property
    def _note(self) -> str:
        return "   ".join(self.score.notes)

    @property
    def _points(self) -> str:
        """Of both sides, as far as they have been counted."""
        told = []
        for row, (have, _, _) in enumerate(self.score.tracks):
            had, since = self._won.get(row, (have, 0.0))
            told.append(str(had if since < 0 else have))
        return " : ".join(told)

    def _counted(self, look: Look) -> int:
        """px that the points take at the right of what is noted."""
        return look.width(self._points, FIGURE) + look.px(14) if self.score.tracks else 0

    def draw(self, canvas: Canvas) -> None:
        look, c, score = canvas.look, canvas.look.palette, self.score
        if not score.names:
            return
        canvas.shadow(self.rect, 10, 8, 90)
        canvas.box(self.rect, 10, c.panel, c.panel_low, c.gold_low)
        left, y = self.rect.left + look.px(14), self.rect.top + look.px(7) + look.px(19) / 2
        tall = self._stands(look, self.rect.width)
        y = self._draw_tall(canvas, left, y) if tall else self._draw(canvas, left, y)
        if score.notes:
            room = self.rect.width - look.px(28) - self._counted(look)
            note, style = look.fit(self._note, FACT, room)
            canvas.text(note, (left, y), style, "w")
        if score.tracks:
            canvas.text(self._points, (self.rect.right - look.px(14), y), FIGURE, "e")

    def _draw(self, canvas: Canvas, left: int, y: float) -> float:
        """Returns where the next row is, px."""
        look, c, score = canvas.look, canvas.look.palette, self.score
        names, columns = self._widths(look, self.rect.width)
        wide = self._figures(look, columns)
        names = min(names, max(0, self.rect.width - wide))
        first = left + look.px(16) + names + look.px(16)
        if columns:
            x = float(first)
            for (label, _), wide in zip(score.columns, columns, strict=True):
                canvas.text(label, (x + wide / 2, y), FACT, "c")
                x += wide + look.px(14)
            y += look.px(20)
        whole = all(self._name_wide(look, row) <= names for row in range(len(score.names)))
        for row, name in enumerate(score.names):
            start = self._draw_signs(canvas, row, left, y)
            tone = c.gold_high if row == score.active else c.text
            room = round(left + look.px(16) + names - start)
            name = name if whole else _person(name)
            name, style = look.fit(name, NAME, room)
            canvas.text(name, (start, y), style, "w", tone)
            if score.tracks:
                had, since = self._won.get(row, (score.tracks[row][0], score_shields.LIT))
                at, colour = (first - look.px(6), y), score.signs[row][0].colour
                score_shields.draw_shields(canvas, colour, score.tracks[row], at, had, since)
            x = float(first)
            for (_, texts), wide in zip(score.columns, columns, strict=True):
                canvas.text(texts[row], (x + wide / 2, y), FIGURE, "c")
                x += wide + look.px(14)
            y += look.px(21)
        return y

    def _draw_tall(self, canvas: Canvas, left: int, y: float) -> float:
        """A column a side; returns where the next row is, px."""
        look, score = canvas.look, self.score
        above = self._above(look, self.rect.width)
        for row in above:
            x = float(left)
            for side in row:
                free = round(self.rect.right - look.px(14) - x)
                x = self._draw_name(canvas, side, x, y, free) + look.px(14)
            y += look.px(20)
        labels, sides = self._standing(look, bool(above))
        gap, wide = look.px(14), labels + sum(sides) + look.px(28)
        if wide + gap * len(sides) > self.rect.width:  # closer together, before they get smaller
            gap = look.px(7)
        x = float(left + labels + gap)
        room = self.rect.right - look.px(14) - x - gap * (len(sides) - 1)
        most = max(sides) if sum(sides) <= room else max(look.px(24), round(room / len(sides)))
        middles = []
        for side, (name, wished) in enumerate(zip(score.names, sides, strict=True)):
            wide = min(wished, most)
            middles.append(x + wide / 2)
            signs = look.px(16) + look.px(SIGN) * (len(score.signs[side]) - 1)
            if above:
                self._draw_signs(canvas, side, x + (wide - signs) / 2 + look.px(3), y)
            else:
                name, style = look.fit(_person(name), NAME, wide - signs)
                start = x + (wide - look.width(name, style) - signs) / 2
                self._draw_name(canvas, side, start, y, wide)
            x += wide + gap
        y += look.px(21)
        for label, texts in score.columns:
            canvas.text(label, (left, y), FACT, "w")
            places, room = middles, most
            if any(look.cut(text, SMALL_FIGURE, most) for text in texts):  # from its label on
                first = left + look.width(label, FACT) + gap
                each = (self.rect.right - look.px(14) - first + gap) / len(texts)
                places = [first + each * (n + 0.5) - gap / 2 for n in range(len(texts))]
                room = max(round(each - gap), most)
            for middle, text in zip(places, texts, strict=True):
                text, style = look.fit(text, SMALL_FIGURE, room)
                canvas.text(text, (middle, y), style, "c")
            y += look.px(19)
        return y


def _person(name: str) -> str:
    """ "South · Anna" is "Anna" beside the sign of the south."""
    return name.rpartition(" · ")[2]


def score_of(session: Session[Any]) -> Score:
    """What the game tells everybody. What a pile or hand shows by itself is not said twice."""
    pos = session.public
    if pos.box.seats > 2 and any(fact.seat >= 0 for fact in session.game.facts(pos)):
        return _score_of_seats(session)
    sides = tuple(sorted(set(pos.box.sides)))
    names = []
    for side in sides:
        people = [session.names[n] for n in session.people(side)]
        told = people if len(people) == 1 else []  # else plates tell them apart
        names.append(" · ".join([SIDES[side], *told]))
    facts = session.game.facts(pos)
    titles = " ".join(spec.title for spec in pos.box.zones).casefold()
    labels = dict.fromkeys(
        fact.label
        for fact in facts
        if fact.side >= 0 and fact.label.casefold().removesuffix("s") not in titles
    )
    columns = []
    tracks: tuple[Track, ...] = ()
    notes = [f"{fact.label} {fact.text}" for fact in facts if fact.side < 0]
    for label in labels:
        texts = {fact.side: fact.text for fact in facts if fact.label == label}
        counted = {f.side: (f.have, f.goal, f.every) for f in facts if f.label == label and f.goal}
        if len(counted) == len(sides) and not tracks:
            tracks = tuple(counted[side] for side in sides)
        elif len(texts) == len(sides):
            columns.append((label, tuple(texts[side] for side in sides)))
        else:
            notes += [session.named(f"{label}: {SIDES[side]}") for side in texts]
    seat = session.decision.seat if session.decision is not None else NATURE
    active = pos.box.sides[seat] if seat >= 0 else -1
    tips = dict.fromkeys(f"{fact.text}: {fact.about}" for fact in facts if fact.about)
    signs = tuple(side_signs(session, side) for side in sides)
    tip = "\n".join(tips)
    return Score(tuple(names), active, tuple(columns), tuple(notes), signs, tip, tracks)


def _score_of_seats(session: Session[Any]) -> Score:
    """Everybody plays for himself: a row a seat."""
    pos = session.public
    facts = session.game.facts(pos)
    seats = range(pos.box.seats)
    texts = {(fact.seat, fact.label): fact.text for fact in facts}
    labels = dict.fromkeys(fact.label for fact in facts if fact.seat >= 0)
    return Score(
        tuple(seat_name(session, seat) for seat in seats),
        session.decision.seat if session.decision is not None else NATURE,
        tuple((label, tuple(texts.get((s, label), "") for s in seats)) for label in labels),
        tuple(f"{fact.label} {fact.text}" for fact in facts if fact.seat < 0),
        tuple((sign_of(session, seat),) for seat in seats),
    )
