"""Widgets of the HUD: icon button, keyboard spot and score board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pygame import Rect

from castlecards.core.cards import NATURE, SIDES
from castlecards.core.game import Fact
from castlecards.core.session import Session
from castlecards.core.table_words import side_name
from castlecards.texts import tr
from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.cardart.seat_signs import SEATS, SeatSign, draw_sign, side_signs, sign_of
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Pos
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.base import Act, Size, Widget
from castlecards.ui.kit.widgets.basic import draw_plate
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.layout.camera import Quad
from castlecards.ui.table.overlay import score_shields

NAME = Style("bold", 15, "text")
FACT = Style("ui", 14, "muted")
FIGURE = Style("bold", 15, "gold_high")
BETWEEN = 7  # units, least space between two figures of a row
SMALL_FIGURE = Style("bold", 14, "gold_high")
EVEN = 1.5  # px that a corner of an upright card lies off its rectangle, at most
SIGN = 13  # units from one seat sign to the next in a row
WIDEST = 290  # units, largest width of names and columns side by side


def with_key(label: str, key: str) -> str:
    """Label with its key, `Undo (U)`; without a key, the label."""
    return tr("{label} ({key})", label=label, key=key) if key else label


class IconButton(Widget):
    """Round button with an icon."""

    focusable = True
    lit_at_rest = True
    shade = 8

    def __init__(
        self, id: str, icon: str, name: str, act: Act, art: CardArt, key: str = ""
    ) -> None:
        super().__init__(id, name, with_key(name, key))
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
    """Invisible widget by which the keyboard reaches a card or zone; the pointer ignores it."""

    focusable = True
    shade = 14
    radius = 5

    def __init__(
        self, id: str, name: str, target: Target, rect: Rect, act: Act, quad: Quad | None = None
    ) -> None:
        """`quad`: corners of the card or zone, px; those of a turned one frame it."""
        super().__init__(id, name)
        self.target = target
        self.rect = rect
        self.act = act
        upright = quad is None or all(min(x - rect.left, rect.right - x) < EVEN for x, _ in quad)
        self.outline = () if quad is None or upright else quad

    def measure(self, look: Look, width: int) -> Size:
        return self.rect.size

    def place(self, look: Look, rect: Rect) -> None:
        """Keep the rect of the card."""

    def at(self, pos: Pos) -> Widget | None:
        return None

    def draw(self, canvas: Canvas) -> None:
        pass

    def activate(self) -> None:
        self.act()


Track = tuple[int, int, int]  # points, goal, every n-th point is worth more


@dataclass(frozen=True)
class ScoreTable:
    """Content of the score board: a row per side (or per seat without sides), a column per fact.

    `notes`: facts that not every side has, or that belong to the whole game.
    """

    names: tuple[str, ...] = ()  # by row
    active: int = -1  # row of the acting side
    columns: tuple[tuple[str, tuple[str, ...]], ...] = ()  # (label, text by row)
    notes: tuple[str, ...] = ()
    # By row: the signs of all its seats.
    signs: tuple[tuple[SeatSign, ...], ...] = tuple((sign,) for sign in SEATS)
    tip: str = ""  # tooltip
    tracks: tuple[Track, ...] = ()  # by row, or empty


class ScoreBoard(Widget):
    """Score board with the names and public facts of all sides, always visible."""

    shade = 12
    animated = True

    def __init__(self) -> None:
        super().__init__("score", tr("Scoreboard"))
        self.score = ScoreTable()
        self.lag = 0.0  # s before new points show, while they still fly to the board
        self._won: dict[int, tuple[int, float]] = {}  # by row: points before, s since the change
        self._waiting: ScoreTable | None = None  # content that waits for its animation

    def update(self, dt: float) -> None:
        if self._won:
            aged = {row: (had, since + dt) for row, (had, since) in self._won.items()}
            self._won = {row: won for row, won in aged.items() if won[1] < score_shields.LIT}
            self.changed()

    def show(self, score: ScoreTable, waits: bool) -> None:
        """Show the score. If `waits`, its cause is still animated: `show_pending` follows."""
        self._waiting = score if waits and self.score.names and not self.lag else None
        if self._waiting is None:
            self.set(score)

    def show_pending(self, waits: bool) -> None:
        """Show a pending score once `waits` is False."""
        if self._waiting is not None and not waits:
            owed, self._waiting = self._waiting, None
            self.set(owed)

    def set(self, score: ScoreTable) -> None:
        """Show the score at once and start the animation of new points."""
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

    def _widths(self, look: Look) -> tuple[int, list[int]]:
        """Widths of the names and of each column, px."""
        columns = [
            max([look.width(label, _fact(look)), *(look.width(text, FIGURE) for text in texts)])
            for label, texts in self.score.columns
        ]
        names = (self._name_width(look, n) for n in range(len(self.score.names)))
        return max(names, default=0), columns

    def _figures_width(self, look: Look, columns: Sequence[int]) -> int:
        """Width of a row without its name, px."""
        wide = look.px(46) + sum(column + look.px(14) for column in columns)
        if self.score.tracks:
            wide += score_shields.shields_width(look, self.score.tracks[0][1]) + look.px(10)
        return wide

    def measure(self, look: Look, width: int) -> Size:
        names, columns = self._widths(look)
        wide = names + self._figures_width(look, columns)
        rows = len(self.score.names) + bool(self.score.notes) + bool(columns)
        if self._is_transposed(look, width):
            labels, sides = self._transposed_widths(look)
            wide = look.px(28) + labels + sum(side + look.px(14) for side in sides)
            rows = 1 + len(columns) + bool(self.score.notes) + len(self._name_rows(look, width))
            rows += sum(self._stands_alone(look, *column, width) for column in self.score.columns)
            wide = max(
                wide, *(self._names_width(look, row) for row in self._name_rows(look, width)), 0
            )
        note = look.width(self._notes, _fact(look)) + look.px(30) if self.score.notes else 0
        note += self._points_width(look) if note else 0
        high = look.px(14) + rows * look.px(19) + len(self.score.names) * look.px(2)
        return min(max(wide, note), width), high

    def _name_width(self, look: Look, row: int) -> int:
        """Width of a name and its extra signs, px."""
        more = self._signs_width(look, row) - look.px(16)
        return more + look.width(self.score.names[row], NAME)

    def _signs_width(self, look: Look, row: int) -> int:
        """Width of the signs before a name, px."""
        return look.px(16) + look.px(SIGN) * (len(self.score.signs[row]) - 1)

    def _fit_names(self, look: Look, rooms: Sequence[int]) -> tuple[list[str], Style]:
        """Names in one size, in rooms with their signs, px."""
        rooms = [room - self._signs_width(look, row) for row, room in enumerate(rooms)]
        return look.fit_all(list(zip(self.score.names, rooms, strict=True)), NAME)

    def _draw_signs(self, canvas: Canvas, row: int, left: float, y: float) -> float:
        """Draw the signs of a row from `left` on. Returns the start of the name, px."""
        look = canvas.look
        for sign in self.score.signs[row]:
            draw_sign(canvas, sign, (left + look.px(5), y), look.px(5))
            left += look.px(SIGN)
        return left + look.px(16 - SIGN)

    def _is_transposed(self, look: Look, width: int) -> bool:
        """True if rows per side are too wide, so the table is transposed: a column per side."""
        names, columns = self._widths(look)
        wide = names + sum(column + look.px(14) for column in columns)
        return bool(columns) and wide > min(look.px(WIDEST), width - look.px(46))

    def _stands_alone(self, look: Look, label: str, texts: Sequence[str], width: int) -> bool:
        """True if a label has a line of its own, because its texts need the whole next line."""
        most = max(look.width(text, _small_figure(look)) for text in texts)
        room = (width - look.px(28) - look.width(label, _fact(look))) / len(texts)
        return most > round(room - look.px(BETWEEN))

    def _name_rows(self, look: Look, width: int) -> list[list[int]]:
        """Rows of sides whose names stand above the transposed table; [] if they fit in columns."""
        labels, sides = self._transposed_widths(look)
        gaps, signs = look.px(7) * (len(sides) - 1), look.px(16)
        room = (width - look.px(28 + 7) - labels - gaps) / len(sides)
        if sum(sides) + labels + gaps <= width - look.px(28 + 7):
            return []
        if not any(look.cut(name, NAME, round(room) - signs) for name in self.score.names):
            return []
        rows: list[list[int]] = [[]]
        for side in range(len(self.score.names)):
            if rows[-1] and self._names_width(look, [*rows[-1], side]) > width:
                rows.append([])
            rows[-1].append(side)
        return rows

    def _names_width(self, look: Look, row: Sequence[int]) -> int:
        """Width of names side by side, px."""
        wides = [look.px(16) + self._name_width(look, side) for side in row]
        return look.px(28) + sum(wides) + look.px(14) * (len(row) - 1)

    def _draw_name(
        self, canvas: Canvas, side: int, name: str, style: Style, at: tuple[float, float]
    ) -> float:
        """Draw the signs and the fitted name of a row. Returns the right end, px."""
        colours = canvas.look.palette
        tone = colours.gold_high if side == self.score.active else colours.text
        return canvas.text(
            name, (self._draw_signs(canvas, side, *at), at[1]), style, "w", tone
        ).right

    def _transposed_widths(self, look: Look, bare: bool = False) -> tuple[int, list[int]]:
        """Widths of the labels and of each side's column, px. `bare`: columns without names."""
        score = self.score
        labels = max(look.width(label, _fact(look)) for label, _ in score.columns)
        sides = [
            max(
                look.px(16) + (0 if bare else self._name_width(look, side)),
                *(look.width(texts[side], _small_figure(look)) for _, texts in score.columns),
            )
            for side in range(len(score.names))
        ]
        return labels, sides

    def goal(self, row: int) -> tuple[int, int]:
        """Place of the next shield of a row, px, to which new points fly."""
        have, goal, _ = self.score.tracks[row] if row < len(self.score.tracks) else (0, 1, 0)
        look = self.layer.look if self.layer is not None else None
        if look is None:
            return self.rect.center
        left = self.rect.right - look.px(14) - score_shields.shields_width(look, goal)
        return round(left + score_shields.shields_width(look, min(have, goal - 1)) + look.px(6)), (
            self.rect.top + look.px(17 + 21 * row)
        )

    def reach(self, look: Look, width: int) -> tuple[float, float]:
        """Right and lower edge in a window of `width`, px."""
        wide, high = self.measure(look, width - 2 * look.px(12))
        return look.px(10) + wide, look.px(10) + high

    @property
    def _notes(self) -> str:
        return "   ".join(self.score.notes)

    @property
    def _points(self) -> str:
        """Points of both sides, as counted so far."""
        points = []
        for row, (have, _, _) in enumerate(self.score.tracks):
            had, since = self._won.get(row, (have, 0.0))
            points.append(str(had if since < 0 else have))
        return " : ".join(points)

    def _points_width(self, look: Look) -> int:
        """Width of the points beside the notes, px."""
        return look.width(self._points, FIGURE) + look.px(14) if self.score.tracks else 0

    def draw(self, canvas: Canvas) -> None:
        look, score = canvas.look, self.score
        if not score.names:
            return
        draw_plate(canvas, self.rect, 10)
        left, y = self.rect.left + look.px(14), self.rect.top + look.px(7) + look.px(19) / 2
        tall = self._is_transposed(look, self.rect.width)
        y = self._draw_transposed(canvas, left, y) if tall else self._draw_rows(canvas, left, y)
        if score.notes:
            room = self.rect.width - look.px(28) - self._points_width(look)
            note, style = look.fit(self._notes, _fact(look), room)
            canvas.text(note, (left, y), style, "w")
        if score.tracks:
            canvas.text(self._points, (self.rect.right - look.px(14), y), FIGURE, "e")

    def _draw_rows(self, canvas: Canvas, left: int, y: float) -> float:
        """Draw a row per side. Returns the y of the next row, px."""
        look, score = canvas.look, self.score
        names, columns = self._widths(look)
        wide = self._figures_width(look, columns)
        names = min(names, max(0, self.rect.width - wide))
        first = left + look.px(16) + names + look.px(16)
        if columns:
            x = float(first)
            for (label, _), wide in zip(score.columns, columns, strict=True):
                canvas.text(label, (x + wide / 2, y), _fact(look), "c")
                x += wide + look.px(14)
            y += look.px(20)
        fitted, style = self._fit_names(look, [look.px(16) + names] * len(score.names))
        for row, name in enumerate(fitted):
            self._draw_name(canvas, row, name, style, (left, y))
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

    def _draw_transposed(self, canvas: Canvas, left: int, y: float) -> float:
        """Draw a column per side. Returns the y of the next row, px."""
        look, score = canvas.look, self.score
        above = self._name_rows(look, self.rect.width)
        line = [self.rect.width - look.px(28)] * len(score.names)
        fitted, style = self._fit_names(look, line)
        for row in above:
            x = float(left)
            for side in row:
                x = self._draw_name(canvas, side, fitted[side], style, (x, y)) + look.px(14)
            y += look.px(20)
        labels, sides = self._transposed_widths(look, bool(above))
        gap, wide = look.px(14), labels + sum(sides) + look.px(28)
        if wide + gap * len(sides) > self.rect.width:  # reduce gaps before shrinking text
            gap = look.px(7)
        x = float(left + labels + gap)
        room = self.rect.right - look.px(14) - x - gap * (len(sides) - 1)
        most = max(sides) if sum(sides) <= room else max(look.px(24), round(room / len(sides)))
        middles = []
        sides = [min(wished, most) for wished in sides]
        if not above:
            fitted, style = self._fit_names(look, sides)
        for side, wide in enumerate(sides):
            middles.append(x + wide / 2)
            signs = self._signs_width(look, side)
            if above:
                self._draw_signs(canvas, side, x + (wide - signs) / 2 + look.px(3), y)
            else:
                start = x + (wide - look.width(fitted[side], style) - signs) / 2
                self._draw_name(canvas, side, fitted[side], style, (start, y))
            x += wide + gap
        y += look.px(21)
        figures: list[tuple[str, int]] = []  # text and its room, px
        places: list[tuple[float, float]] = []  # their middles, px
        for label, texts in score.columns:
            canvas.text(label, (left, y), _fact(look), "w")
            columns, room = middles, most
            alone = self._stands_alone(look, label, texts, self.rect.width)
            narrow = max(look.width(text, _small_figure(look)) for text in texts) > most
            if alone or narrow:  # use the whole row
                first = left if alone else left + look.width(label, _fact(look)) + gap
                y += look.px(19) * alone
                each = (self.rect.right - look.px(14) - first + gap) / len(texts)
                columns = [first + each * (n + 0.5) - gap / 2 for n in range(len(texts))]
                room = max(round(each - gap / 2), most)
            figures += [(text, room) for text in texts]
            places += [(middle, y) for middle in columns]
            y += look.px(19)
        shown, style = look.fit_all(figures, _small_figure(look))
        for text, middle in zip(shown, places, strict=True):
            canvas.text(text, middle, style, "c")
        return y


def _fact(look: Look) -> Style:
    return look.label(FACT)


def _small_figure(look: Look) -> Style:
    return look.label(SMALL_FIGURE)


def score_table(session: Session[Any]) -> ScoreTable:
    """Score table of the public facts, without facts that a pile or hand already shows."""
    pos = session.public
    if pos.box.seats > 2 and any(fact.seat >= 0 for fact in session.game.facts(pos)):
        return _score_table_of_seats(session)
    sides = tuple(sorted(set(pos.box.sides)))
    names = []
    for side in sides:
        several = len(session.people(side)) > 1  # they have nameplates
        names.append(SIDES[side] if several else side_name(session, side))
    facts = _facts_of_board(session)
    labels = dict.fromkeys(fact.label for fact in facts if fact.side >= 0)
    columns = []
    tracks: tuple[Track, ...] = ()
    notes = [f"{fact.label} {fact.text}" for fact in facts if fact.side < 0]
    for label in labels:
        texts = {fact.side: fact.text for fact in facts if fact.label == label}
        counted = {
            f.side: (f.progress, f.goal, f.every) for f in facts if f.label == label and f.goal
        }
        if len(counted) == len(sides) and not tracks:
            tracks = tuple(counted[side] for side in sides)
        elif len(texts) == len(sides):
            columns.append((label, tuple(texts[side] for side in sides)))
        else:
            notes += [session.with_player_names(f"{label}: {SIDES[side]}") for side in texts]
    seat = session.decision.seat if session.decision is not None else NATURE
    active = pos.box.sides[seat] if seat >= 0 else -1
    tips = dict.fromkeys(f"{fact.text}: {fact.about}" for fact in facts if fact.about)
    signs = tuple(side_signs(session, side) for side in sides)
    tip = "\n".join(tips)
    return ScoreTable(tuple(names), active, tuple(columns), tuple(notes), signs, tip, tracks)


def _score_table_of_seats(session: Session[Any]) -> ScoreTable:
    """Score table with a row per seat, for games without sides."""
    facts, seats = _facts_of_board(session), range(session.public.box.seats)
    texts = {(fact.seat, fact.label): fact.text for fact in facts}
    labels = dict.fromkeys(fact.label for fact in facts if fact.seat >= 0)
    return ScoreTable(
        tuple(map(session.name, seats)),
        session.decision.seat if session.decision is not None else NATURE,
        tuple((label, tuple(texts.get((s, label), "") for s in seats)) for label in labels),
        tuple(f"{fact.label} {fact.text}" for fact in facts if fact.seat < 0),
        tuple((sign_of(session, seat),) for seat in seats),
    )


def _facts_of_board(session: Session[Any]) -> list[Fact]:
    """Facts that no zone with the same title shows."""
    pos = session.public
    titles = " ".join(spec.title for spec in pos.box.zones).casefold()
    facts = session.game.facts(pos)
    return [fact for fact in facts if fact.label.casefold().removesuffix("s") not in titles]
