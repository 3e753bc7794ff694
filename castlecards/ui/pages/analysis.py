"""Analysis page of a match: curve of the win shares and cards of the turning points.

A worker process analyses; the page shows partial results meanwhile. A turning point can be replayed
and, once the match is over, played on from as practice; a mistake of the reader can be tried again.
Once all choices of the reader are evaluated, the records keep the mistakes and the losses by phase.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pygame
from pygame import Rect, Surface

from castlecards import paths, store
from castlecards.core.cards import NATURE
from castlecards.core.narration import default_reader
from castlecards.core.session import Session
from castlecards.players.analysis import (
    Analysis,
    DecisionReview,
    TurningPoint,
    WorkEstimate,
    analysis_from,
    analysis_task,
)
from castlecards.players.analysis_text import (
    NOTHING_TURNED,
    PointWords,
    decisive_point,
    end_sentences,
    main_points,
    point_words,
    reader,
    seat_name,
    whole_text,
)
from castlecards.practice import reviews
from castlecards.texts import tr
from castlecards.ui.cardart.seat_signs import SeatSign, draw_sign, sign_of
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour
from castlecards.ui.kit.theme import BUTTON, Look, Style
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.basic import Button, Label, Panel, title
from castlecards.ui.kit.widgets.boxes import Centre, Column, Grid, Row
from castlecards.ui.kit.widgets.scroll import Scroll
from castlecards.ui.kit.widgets.tabs import Tabs
from castlecards.ui.page import Page
from castlecards.ui.routes import Mistake, Replay, Table
from castlecards.ui.scene import Back, Go, Push
from castlecards.ui.services import store_errors_shown

if TYPE_CHECKING:
    from castlecards.ui.services import Services

REVIEW = tr("Review")
KNOWN, WHOLE = "known", "whole"
VIEWS = ((KNOWN, tr("With your cards")), (WHOLE, tr("With all cards")))
UPDATE_INTERVAL = 0.4  # s between two updates of the partial results
SHARE = Style("ui", 14, "muted")
NAME = Style("bold", 14, "text")
HEAD = Style("bold", 15, "gold_high")
CHANGE = Style("bold", 14, "text")
GROWS = tr("The curve appears here turn by turn, as the match is analysed.")
ACTION_TEXT = Style("ui", 14, "text")
BETTER = Style("medium", 14, "found")
NUMBER = Style("bold", 14, "primary_ink")
SIDE = 56.0  # units: space left of the chart
LEGEND = 18.0  # units: space below the chart
TALL = 216.0  # units: height of the chart with its legend
NARROWEST = 270.0  # units: least width of the card of a turning point
POINT = 100.0  # units: height of that card without its picture and text
PLAY_LATER = tr("You can play on from these points once the match is over.")
LINES = 4  # lines of text on a card, unless the first sentence alone needs more

T = TypeVar("T")
Thumbnail = Callable[[Any, Session[Any], Look, int, int], Surface]
Band = tuple[SeatSign, str, tuple[float, ...]]  # sign, name, share at each moment


class ShareChart(Widget):
    """Stacked area chart of the win shares over the lines of the log, with numbered points."""

    shade = 0
    tall = TALL

    def __init__(
        self, bands: list[Band], at: list[int], last: int, points: list[int], over: bool
    ) -> None:
        super().__init__("analysis.curve", tr("Winning chances"))
        self.bands, self.lines, self.last, self.points = bands, at, last, points
        self.end = tr("End", context="of a match") if over else tr("Now")
        self.note = ""  # text in the chart while it has no line

    def draw(self, canvas: Canvas) -> None:
        look, c = canvas.look, canvas.look.palette
        left = self.rect.left + look.px(SIDE)
        area = Rect(left, self.rect.top, self.rect.right - left, self.rect.height - look.px(LEGEND))
        canvas.box(area.inflate(look.px(4), look.px(4)), 4, c.inset, edge=c.inset_edge)
        if len(self.lines) > 1:
            self._chart(canvas, area)
        elif self.note:
            text, style = look.fit(self.note, NAME, area.width - look.px(40))
            canvas.text(text, area.center, style, "c")
        for part in (0.25, 0.5, 0.75):
            at = (area.left - look.px(8), self._y(area, part))
            canvas.text(f"{round(100 * part)} %", at, SHARE, "e")
        canvas.text(tr("Start", context="of a match"), (area.left, area.bottom + look.px(3)), SHARE)
        canvas.text(self.end, (area.right, area.bottom + look.px(3)), SHARE, "ne")
        before = (-look.px(99), 0)
        for number, line in enumerate(self.points, 1):
            x = self._x(area, line)
            depth = before[1] + 1 if x - before[0] < look.px(24) else 0
            before = (round(x), depth)
            canvas.surface.fill(c.text, (round(x), area.top, look.px(1), area.height))
            draw_point(canvas, number, (x, area.top + look.px(14 + 25 * depth)))

    def _y(self, area: Rect, share: float) -> int:
        return area.bottom - round(area.height * share)

    def _x(self, area: Rect, line: int) -> float:
        return area.left + area.width * line / max(self.last, 1)

    def _chart(self, canvas: Canvas, area: Rect) -> None:
        look = canvas.look
        xs = [self._x(area, line) for line in self.lines]
        low = [float(area.bottom)] * len(xs)
        named = []
        for sign, name, shares in self.bands:
            high = [y - area.height * share for y, share in zip(low, shares, strict=True)]
            edge = [*zip(xs, high, strict=True), *zip(xs[::-1], low[::-1], strict=True)]
            canvas.polygon(muted(sign.colour), edge)
            deep, n = max((y - top, n) for n, (y, top) in enumerate(zip(low, high, strict=True)))
            if deep > look.px(34):
                named.append((sign, name, xs[n], low[n] - deep / 2))
            low = high
        for part in (0.25, 0.5, 0.75):
            canvas.rule(canvas.look.palette.faint, area.left, area.right, self._y(area, part))
        for sign, name, x, y in named:
            wide = look.width(name, NAME) + look.px(20)
            x = min(max(x, area.left + look.px(14)), area.right - wide - look.px(8))
            if any(abs(y - self._y(area, part)) < look.px(10) for part in (0.25, 0.5, 0.75)):
                y += look.px(14)  # not on a line
            draw_sign(canvas, sign, (x, y), look.px(6))
            canvas.text(name, (x + look.px(12), y), NAME, "w")
        pygame.draw.aalines(
            canvas.surface, look.palette.text, False,
            [(x, area.bottom - area.height * s) for x, s in zip(xs, self.bands[0][2], strict=True)],
        )  # fmt: skip


def muted(colour: Colour) -> Colour:
    """Darken a colour so that text on it is readable."""
    red, green, blue = colour[:3]
    return (red * 3 // 5, green * 3 // 5, blue * 3 // 5)


def draw_point(canvas: Canvas, number: int, at: tuple[float, float]) -> None:
    look, c = canvas.look, canvas.look.palette
    canvas.circle(c.inset, at, look.px(12))
    canvas.circle(c.primary, at, look.px(10.5))
    canvas.text(str(number), at, NUMBER, "c")


class PointCard(Widget):
    """Card of a turning point: time, change, action taken and better action."""

    shade = 0

    def __init__(
        self,
        number: int,
        words: PointWords,
        sign: SeatSign,
        buttons: list[Button],
        image: Callable[[int], Surface] | None,
    ) -> None:
        """`image`: draws the table at that line, for a width in px."""
        text = f"{words.head}: {words.change}. {' '.join(words.sentences)} {words.verdict}"
        super().__init__(f"point:{number}", text)
        self.number, self.words, self.sign = number, words, sign
        self.children = self.buttons = buttons
        self.image = image

    def measure(self, look: Look, width: int) -> Size:
        lines = max(LINES, len(self.lines(look, width)))
        return width, look.px(POINT) + self._picture_height(look, width) + lines * look.line(
            ACTION_TEXT
        )

    def _picture_height(self, look: Look, width: int) -> int:
        """Height of the picture in px; 0 without one."""
        return (width - look.px(24)) * 5 // 8 if self.image is not None else 0

    def lines(self, look: Look, width: int) -> list[tuple[str, Style]]:
        """Wrapped lines of text: the action taken, then as many whole sentences as fit."""
        words, room = self.words, width - look.px(28)
        style = BETTER if words.better else ACTION_TEXT
        last = look.wrap(words.verdict, style, room)
        lines = look.wrap(words.sentences[0], ACTION_TEXT, room)
        for n in range(2, len(words.sentences) + 1):
            more = look.wrap(" ".join(words.sentences[:n]), ACTION_TEXT, room)
            if len(more) + len(last) > LINES:
                break
            lines = more
        return [*((line, ACTION_TEXT) for line in lines), *((line, style) for line in last)]

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        gap, tall = look.px(6), look.px(34)
        words = [look.width(button.text, BUTTON) for button in self.buttons]
        room = rect.width - look.px(24) - gap * (len(words) - 1) - sum(words)
        left = rect.left + look.px(12)
        for button, word in zip(self.buttons, words, strict=True):
            wide = word + room // len(words)
            button.place(look, Rect(left, rect.bottom - tall - look.px(10), wide, tall))
            left += wide + gap

    def draw(self, canvas: Canvas) -> None:
        look, c, words = canvas.look, canvas.look.palette, self.words
        canvas.box(self.rect, 10, c.panel, c.panel_low, c.gold_low)
        x, y = self.rect.left + look.px(14), self.rect.top + look.px(20)
        draw_point(canvas, self.number, (x + look.px(8), y))
        draw_sign(canvas, self.sign, (x + look.px(32), y), look.px(6))
        room = self.rect.width - look.px(134)
        head, style = look.fit(words.head, HEAD, room)
        canvas.text(head, (x + look.px(44), y), style, "w")
        plate = Rect(0, 0, look.px(66), look.px(24))
        plate.midright = (self.rect.right - look.px(10), y)
        good = words.change.startswith("+")
        canvas.box(plate, 12, c.on if good else c.danger, edge=c.line)
        canvas.text(words.change, plate.center, CHANGE, "c")
        if words.luck:
            draw_die(canvas, (plate.left - look.px(15), y), look.px(16))
        y = self.rect.top + look.px(40)
        wide = self.rect.width - look.px(24)
        if self.image is not None:
            canvas.blit(self.image(wide), (self.rect.left + look.px(12), y))
        y += self._picture_height(look, self.rect.width) + look.px(8)
        for line, style in self.lines(look, self.rect.width):
            canvas.text(line, (x, y), style)
            y += look.line(ACTION_TEXT)
        super().draw(canvas)


def draw_die(canvas: Canvas, at: tuple[float, float], size: int) -> None:
    """Draw a die, the sign of a turning point by luck."""
    c, rect = canvas.look.palette, Rect(0, 0, size, size)
    rect.center = (round(at[0]), round(at[1]))
    canvas.box(rect, 3, c.parchment, edge=c.ink)
    for dx, dy in ((0, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)):
        canvas.circle(
            c.ink, (rect.centerx + dx * size / 4, rect.centery + dy * size / 4), size / 10
        )


class AnalysisPage(Page):
    """Analysis of `session` up to its last line."""

    def __init__(self, app: Services, session: Session[Any], thumbnail: Thumbnail) -> None:
        """`thumbnail`: draws the table at a line of the log."""
        super().__init__(app)
        self.session = session
        self.thumbnail = thumbnail
        self._images: dict[tuple[int, int], Surface] = {}
        self.about = session.game.id
        self.chosen = KNOWN
        self.task = analysis_task(session)
        self.pieces: list[Any] = []
        self.analysis = Analysis((), {}, ())
        self._since = 0.0
        self._begin()

    def _begin(self) -> None:
        self.pieces = []
        self.working, self._kept = True, False
        self.app.thinker.run(self.task)

    @property
    def reads_all(self) -> bool:  # type: ignore[override]
        """True once the analysis is complete; its progress is not told again and again."""
        return not self.working

    # -- partial results ------------------------------------------------------------------------

    def update(self, dt: float) -> Go:
        if self.working:
            self._since += dt
            thinker = self.app.thinker
            self.pieces += thinker.pieces(dt)
            self.working = thinker.busy
            if not self.working or self._since >= UPDATE_INTERVAL:
                self._since = 0.0
                self.analysis = analysis_from(self.task, self.pieces)
                self._store_findings()
                self.rebuild()
        return super().update(dt)

    def conclude(self, analysis: Analysis) -> None:
        """Show an analysis that was computed elsewhere."""
        self.app.thinker.cancel()
        self.working, self.analysis = False, analysis
        self.rebuild()

    def _store_findings(self) -> None:
        """Store what was found about the reader's choices, once all of them are evaluated."""
        session, seat = self.session, reader(self.session)
        others = any(isinstance(p, DecisionReview) and p.seat != seat for p in self.pieces)
        whole = others or (self.share == 1.0 and not self.working)
        if self._kept or not whole or seat == NATURE or not session.over or session.practice:
            return
        self._kept = True
        records = self.app.profiles.database_of(session.name(seat))
        if records is None:
            return
        with store_errors_shown(self.app):
            reviews.add(session, self.analysis, records)

    @property
    def failed(self) -> str:
        """Error message of the worker process; "" for none."""
        return "" if self.working else self.app.thinker.failed

    @property
    def share(self) -> float:
        """Share of decisions reviewed so far, 0 to 1."""
        every = next(
            (piece.decisions for piece in self.pieces if isinstance(piece, WorkEstimate)), 0
        )
        done = sum(isinstance(piece, DecisionReview) for piece in self.pieces)
        return done / every if every else 0.0

    def leave(self) -> None:
        """Go back with the turning point of greatest change; None if the analysis goes on."""
        self.app.thinker.cancel()
        self.go(Back(None if self.working else decisive_point(self.session, self.analysis)))

    # -- the page -------------------------------------------------------------------------------

    def build(self) -> Widget:
        session, points = self.session, main_points(self.session, self.analysis)
        status = Label(self._status_line(end_sentences(session), bool(points)), ACTION_TEXT)
        head: list[Widget] = [title(REVIEW), status]
        if session.over:
            head.append(Tabs("analysis.view", VIEWS, self.chosen, self._choose))
        chart = self._chart([point.at for point in points])
        chart.note = GROWS if self.working else ""
        rows: list[Widget] = [Row(head), chart]
        cards = []
        for number, point in enumerate(points, 1):
            words = point_words(session, point)
            buttons = [
                Button(f"point.show:{number}", tr("Show"), partial(self._show, point.at), tall=34)
            ]
            asked = session.positions[point.at].decision
            # Practice deals the same cards, so it shows hidden cards of a match that goes on.
            if session.over and asked is not None and asked.seat != NATURE:
                buttons.append(
                    Button(
                        f"point.play:{number}", tr("Play on"), partial(self._play, point.at),
                        tall=34, tip=tr("Practise from here"),
                    )
                )  # fmt: skip
            if reviews.is_mistake(session, point):
                again = partial(self._retry, point)
                buttons.append(
                    Button(f"point.again:{number}", tr("Try again"), again, tall=34,
                           tip=tr("Find a better move."))
                )  # fmt: skip
            image = None if self.working else partial(self._thumbnail, point.at)
            sign = sign_of(session, words.turn)
            cards.append(PointCard(number, words, sign, buttons, image))
        if cards:
            rows.append(Grid(cards, NARROWEST, 12, wide=False))
        elif not self.working and not self.failed:
            rows.append(Label(NOTHING_TURNED, ACTION_TEXT))
        ways: list[Widget] = []
        if self.failed:
            ways.append(Button("analysis.again", tr("Try again"), self._again, wide=140))
        if not self.working and self.pieces:
            ways.append(Button("analysis.text", tr("Save as text"), self.save_text, wide=150))
            ways.append(Button("analysis.png", tr("Save as image"), self.save_picture, wide=170))
        ways.append(Button("analysis.replay", tr("Watch the replay"), self._replay, wide=150))
        ways.append(Button("analysis.back", tr("Back"), self.leave, wide=120))
        below = Row(ways, side="left" if self.left_handed else "right")
        told = self.app.settings.speech  # each part can be heard again
        body = Column([Scroll(Column(rows, 12), "analysis.rows", told), below], 12)
        return Centre(Panel(body, 26), widest=1224, pad=12)

    def _status_line(self, ends: list[str], turned: bool) -> str:
        """Line below the title; `ends`: the result, `turned`: there are turning points."""
        if self.failed:
            return tr("The analysis stopped: the engine {reason}.", reason=self.failed)
        if self.working:
            about = {"game": self.session.game.title, "n": round(100 * self.share)}
            return tr("{game} · Analysing … {n} %").format_map(about)
        last = ends[-1:]
        if turned and not self.session.over:
            last = [PLAY_LATER]
        return f"{self.session.game.title} · {' '.join(last)}".strip(" ·")

    def _chart(self, points: list[int]) -> ShareChart:
        """Chart from the reader's knowledge or from all cards; one band per side in team games.

        While the match is analysed, its end is left out, as the line to it is not known yet.
        """
        session, last = self.session, len(self.session.log)
        seat = default_reader(session)
        sign, name = sign_of(session, seat), seat_name(session, seat)
        if self.chosen == KNOWN or not session.over:
            curve = self._known_part(self.analysis.with_own_cards.get(seat, ()))
            own = tuple([share for _, share in curve])
            box = session.start.box
            opponents = [s for s in range(box.seats) if box.sides[s] != box.sides[seat]]
            other = opponents[0] if opponents else seat
            rest = seat_name(session, other) if box.seats == 2 else tr("The others")
            against = tuple([1 - share for share in own])
            bands = [(sign, name, own), (sign_of(session, other), rest, against)]
            return ShareChart(bands, [at for at, _ in curve], last, points, session.over)
        seats = list(range(session.start.box.seats))
        if session.game.teams:
            sides = session.start.box.sides
            seats = [sides.index(side) for side in dict.fromkeys(sides)]
        whole = self._known_part(self.analysis.with_all_cards)
        parts = [[shares[seat] for seat in seats] for _, shares in whole]
        parts = [[share / (sum(one) or 1.0) for share in one] for one in parts]
        bands = [
            (
                sign_of(session, one_seat),
                seat_name(session, one_seat),
                tuple([one[n] for one in parts]),
            )
            for n, one_seat in enumerate(seats)
        ]
        return ShareChart(bands, [at for at, _ in whole], last, points, session.over)

    def _known_part(self, curve: tuple[tuple[int, T], ...]) -> tuple[tuple[int, T], ...]:
        """Part of a curve that is known so far, without the end of the match."""
        end = len(self.session.log)
        return tuple([each for each in curve if not self.working or each[0] < end])

    def _thumbnail(self, at: int, wide: int) -> Surface:
        look = self.layer.look
        assert look is not None
        key = at, wide
        if key not in self._images:
            self._images[key] = self.thumbnail(self.app, self.session, look, at, wide)
        return self._images[key]

    def _choose(self, view: str) -> None:
        self.chosen = view
        self.rebuild(f"analysis.view.{view}")

    def _again(self) -> None:
        self._begin()
        self.rebuild()

    # -- actions --------------------------------------------------------------------------------

    def _replay(self) -> None:
        self.go(Push(Replay(self.session)))

    def _show(self, at: int) -> None:
        self.go(Push(Replay(self.session, at, at + 1)))

    def _play(self, at: int) -> None:
        """Open a practice match at line `at` with the same players."""
        self.app.thinker.cancel()
        self.go(Push(Table(self.session.practice_from(at))))

    def _retry(self, point: TurningPoint) -> None:
        """Open the choice of a mistake, to find a better one."""
        self.app.thinker.cancel()
        match = reviews.at_choice(self.session, point.at)
        self.go(Push(Mistake(reviews.mistake(self.session, point), match)))

    def save_text(self) -> None:
        self._save_report(
            "txt", lambda path: store.write(path, whole_text(self.session, self.analysis))
        )

    def save_picture(self) -> None:
        self._save_report("png", lambda path: store.write_bytes(path, self.png()))

    def _save_report(self, kind: str, write: Callable[[Path], object]) -> None:
        folder = paths.data_dir() / "reports"
        number = 1
        while store.taken(path := folder / f"{self.session.game.id}-{number}.{kind}"):
            number += 1
        with store_errors_shown(self.app):
            write(path)
            self.app.notify(tr("Saved as {path}", path=path))

    def png(self) -> bytes:
        """Page encoded as a PNG."""
        raw = BytesIO()
        pygame.image.save(self.picture(), raw, "page.png")
        return raw.getvalue()

    def picture(self) -> Surface:
        """Page drawn on a surface of its own."""
        look, rect = self.layer.look, self.layer.rect
        assert look is not None
        surface = Surface(rect.size)
        canvas = Canvas(surface, look)
        self.ground(canvas)
        self.layer.draw(canvas)
        self.refresh()
        return surface
