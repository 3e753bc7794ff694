"""Result page: who won and why, decisive moment, figures, medals, and what to do next.

It is the same page for every game; a part without content is left out. The closing scene of the
match comes first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pygame import Rect

from castlecards.core.session import Session
from castlecards.core.table_words import as_sentence
from castlecards.players.analysis import TurningPoint
from castlecards.players.analysis_text import point_words
from castlecards.texts import tr
from castlecards.ui import history
from castlecards.ui.cardart.seat_signs import (
    SeatSign,
    draw_sign,
    named_sheet,
    sheet_signs,
    winning_sign,
)
from castlecards.ui.cardart.text_table import TextTable
from castlecards.ui.kit import intents
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Intent
from castlecards.ui.kit.theme import TITLE, Look, Style
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.basic import Align, Button, Label, Panel, heading
from castlecards.ui.kit.widgets.boxes import Centre, Column, Row, Split
from castlecards.ui.kit.widgets.scroll import Scroll
from castlecards.ui.page import Page
from castlecards.ui.pages import match_start
from castlecards.ui.routes import Analysis, Replay, Title
from castlecards.ui.scene import STAY, Go, Push, Reset
from castlecards.ui.table.layout.free_space import nearest_free
from castlecards.ui.table.summary.charts import CurveChart, FigureBars, Medals
from castlecards.ui.table.summary.end_view import EndView, closing_scene
from castlecards.ui.table.summary.faces import PlayerFaces
from castlecards.ui.table.summary.moment import BestThrow, KeyEvent, MomentPicture
from castlecards.ui.table.summary.stats import key_record, key_words, match_stats, moment_end

if TYPE_CHECKING:
    from castlecards.ui.services import Services

WHY = Style("ui", 18, "text")
SAID = Style("medium", 15, "text")
SENTENCE = Style("ui", 15, "text")
SIGN = 34  # units between the sign of the winner and the words
MOST_ROWS = 99  # main rows of a score sheet that always have room
MEDALS_BESIDE_FACES = 2  # most medals above the curve, if the players have faces
ROWS_BESIDE_FACES = 5  # main rows and medals for which there is room beside two faces
NARROWEST = 760  # units of width for two columns
TOAST_GAP = 4  # units between a toast and what it must not cover


class Headline(Label):
    """Headline with the winner's sign."""

    def __init__(self, text: str, sign: SeatSign | None) -> None:
        super().__init__(text, TITLE, "centre", "result.headline")
        self.sign = sign

    def measure(self, look: Look, width: int) -> Size:
        beside = look.px(2 * SIGN) if self.sign is not None else 0
        wide, high = super().measure(look, width - beside)
        return wide + beside, high

    def place(self, look: Look, rect: Rect) -> None:
        """Centre the text together with its sign."""
        beside = look.px(SIGN) if self.sign is not None and self.text else 0
        super().place(look, rect.move(beside // 2, 0))
        if beside:
            self.lines = look.wrap(self.text, self.style, rect.width - 2 * beside)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if self.sign is None or not self.lines:
            return
        look = canvas.look
        left = self.rect.centerx - look.width(self.lines[0], self.style) / 2
        y = self.rect.centery - look.line(self.style) * (len(self.lines) - 1) / 2
        draw_sign(canvas, self.sign, (left - look.px(SIGN) * 0.7, y), look.px(11))


class Result(Page):
    """Result page of a finished match; `closing`: its closing scene comes first."""

    reads_all = True

    def __init__(self, app: Services, session: Session[Any], closing: bool = False) -> None:
        super().__init__(app)
        self.session = session
        self.about = session.game.id
        self.still = app.settings.reduced_motion or app.settings.instant
        self.stats = match_stats(session)
        self.headline, self.why = history.headline(session), history.reason(session)
        self.turned: TurningPoint | None = None  # greatest change of the review, once it was read
        self.picture = self._picture()
        self.scene: EndView | None = None
        ending = closing_scene(session, self.stats.throws) if closing else None
        if ending is not None:
            self.scene = EndView(ending, self.still, app.art)
            self.holds_notes = True
        self.place_toast = self._free_place

    # -- the closing scene ----------------------------------------------------------------------

    @property
    def spoken(self) -> tuple[str, str]:
        """Text of the page; during the closing scene, which a key ends, only the result."""
        if self.scene is None:
            return super().spoken
        return " ".join(map(as_sentence, filter(None, (self.headline, self.why)))), ""

    @property
    def dirty(self) -> bool:
        return self.scene is not None or super().dirty

    @property
    def moving(self) -> bool:
        return self.scene is not None or super().moving

    def handle(self, intent: Intent) -> Go:
        """Handle input; a press ends the closing scene and does nothing else."""
        if self.scene is None:
            return super().handle(intent)
        if isinstance(intent, intents.Grab | intents.Key | intents.Move) or (
            isinstance(intent, intents.Command) and intent.down
        ):
            self._open()
        return self._take_change()

    def update(self, dt: float) -> Go:
        if self.scene is None:
            return super().update(dt)
        for sound, volume in self.scene.advance(dt):
            self.app.play(sound, volume)
        if self.scene.over:
            self._open()
        return self._take_change()

    def draw(self, canvas: Canvas) -> None:
        if self.scene is None:
            super().draw(canvas)
        else:
            self.scene.draw(canvas)

    def _open(self) -> None:
        """End the closing scene and show the page."""
        self.scene, self.holds_notes, self._all = None, False, True

    def prerender(self) -> bool:
        look = self.layer.look
        if look is not None and self.scene is not None and not self.scene.pictures.ready:
            self.scene.pictures.paint(look, self.layer.root.rect.size)
            return True
        return look is not None and self.picture is not None and self.picture.prerender(look)

    # -- the page -------------------------------------------------------------------------------

    def _free_place(self, rect: Rect, toasts: Sequence[Rect]) -> Rect:
        """Place of a toast that covers nothing of the page, if there is one: a medal is told while
        the page is read for the first time."""
        look = self.layer.look
        if look is None or self.scene is not None:
            return rect
        shown = [
            widget.rect
            for widget in self.layer.root.walk()
            if not widget.children or widget is self.picture
        ]
        gap = look.px(TOAST_GAP)
        return nearest_free(
            rect, [*toasts, *shown], self.layer.root.rect.inflate(-2 * gap, -2 * gap), gap
        )

    def _picture(self) -> MomentPicture | None:
        """Picture of the moment; see `_moment`."""
        records = self._moment()
        if records is None:
            return None
        again = Button("result.again", tr("Play it again"), self.play_again, tall=36)
        if self.turned is None and self.stats.best is not None:
            best = BestThrow(self.app, self.session, self.stats.best)
            return MomentPicture(best, self.still, again)
        event = KeyEvent(self.app, self.session, *records)
        return MomentPicture(event, self.still, again) if event.reel.clips else None

    def _moment(self) -> tuple[int, int] | None:
        """First record of the moment to show and the one behind its last; None if there is none.

        It is the turning point of greatest change if the match was reviewed, else the best throw,
        or in games without throws the decisive event."""
        if self.turned is not None:
            return self.turned.at, moment_end(self.session, self.turned.at, self.stats.throws)
        if self.stats.throws:
            best = self.stats.best
            return None if best is None else (best.line, best.line + 1)
        at = key_record(self.session)
        return (at, at + 1) if at >= 0 else None

    def build(self) -> Widget:
        left, right, sheet = self._left(), self._right(), self._sheet()
        full = bool(sheet) or (self._has_faces() and len(self.stats.awards) > MEDALS_BESIDE_FACES)
        (right if left and not full else left).extend(self._curve())
        right += sheet
        rows: list[Widget] = [Headline(self.headline, winning_sign(self.session))]
        if self.why:
            rows.append(Label(self.why, WHY, "centre"))
        if left and right:
            rows.append(Split(Column(left, 8), Column(right, 8), 0.54, NARROWEST, 28))
        else:
            rows += [*left, *right]
        buttons: list[Widget] = [
            Button("result.done", tr("Done"), self.leave, wide=150),
            Button("result.review", tr("Review"), self.review, wide=150),
            Button("result.rematch", tr("Rematch"), self.rematch, "primary", wide=150),
        ]
        told = self.app.settings.speech  # each part can be heard again
        parts = Scroll(Column(rows, 10), "result.rows", told)
        body = Column([parts, Row(buttons, side="centre")], 16)
        return Centre(Panel(body, 18), widest=1200 if left and right else 760, pad=16)

    def _left(self) -> list[Widget]:
        """Decisive moment."""
        found: list[Widget] = []
        best, records = self.stats.best, self._moment()
        if self.picture is None or records is None:
            pass
        elif best is not None and self.turned is None:
            name, verdict = self.session.name(best.seat), best.scored_throw.word
            text = tr("{name}: {verdict}", name=name, verdict=verdict)
            found += [Row([heading(tr("Best throw")), Label(text, SAID)]), self.picture]
        else:
            title, sentence = key_words(self.session, *records)
            row = Row([heading(tr("Decisive moment")), Label(title, SAID)])
            found += [row, self.picture, Label(sentence, SENTENCE)]
        return found

    def _curve(self) -> list[Widget]:
        """Curve of the score. It stands below the moment, or below the medals if there is room."""
        if self.stats.curve is None:
            return []
        chart = CurveChart(self.stats.sides, self.stats.curve)
        return [heading(chart.name), chart]

    def _change(self) -> list[Widget]:
        """Label of the winning chance that the turning point changed; nothing without a review."""
        if self.turned is None:
            return []
        change = point_words(self.session, self.turned).change
        name = self.session.name(self.turned.seat)
        text = tr("{name}’s winning chance: {change}", name=name, change=change)
        return [Label(text, SAID, tone="gold_high", id="result.change")]

    def _right(self) -> list[Widget]:
        """Faces, figures and medals."""
        stats, found = self.stats, self._change()  # beside the title of the moment
        if self._has_faces():
            cast, face = self.app.characters, self.app.profiles.face
            found.append(PlayerFaces(self.session, cast, self.app.art.pictures, face))
        if stats.figures:
            found.append(FigureBars(stats.sides, stats.figures))
        if stats.awards:
            found += [heading(tr("Medals")), Medals(self.app.art, self.session, stats.awards)]
        return found

    def _has_faces(self) -> bool:
        return any(id in self.app.characters for id in self.session.characters)

    def _sheet(self) -> list[Widget]:
        """Main rows of the score sheet, if the game has one and there is room for them.

        The closing scene has counted what they say, and the curve shows it."""
        session, stats, free = self.session, self.stats, MOST_ROWS
        if self._has_faces():
            free = ROWS_BESIDE_FACES - len(stats.awards) if len(stats.sides) == 2 else 0
        sheet = session.game.sheet(session.public)
        if sheet is None or not sheet.rows:
            return []
        signs = sheet_signs(session, sheet)
        sheet = named_sheet(session, sheet)
        sides: list[Align] = ["left"]
        sides += ["right"] * (len(sheet.columns) - 1)
        main = sheet.main or range(len(sheet.rows))
        if len(main) > free:
            return []
        table = TextTable((sheet.columns, *[sheet.rows[n] for n in main]), sides, signs)
        return [heading(tr("Score sheet")), table]

    # -- actions --------------------------------------------------------------------------------

    def leave(self) -> None:
        self.go(Reset(Title()))

    def review(self) -> None:
        """Open the analysis; in games without computer players, the replay."""
        analysed = self.session.game.advice is not None and self.session.log
        if analysed:
            self.go(Push(Analysis(self.session), self._reviewed))
        else:
            self.go(Push(Replay(self.session)))

    def _reviewed(self, turned: TurningPoint | None) -> Go:
        """Show the turning point of greatest change that a review has found."""
        if turned is None:
            return STAY
        self.turned = turned
        picture = self._picture()
        if picture is None:  # nothing to be seen happened there
            self.turned = None
            return STAY
        self.picture = picture
        self.rebuild()
        return STAY

    def play_again(self) -> None:
        """Open the replay of the moment on the whole table."""
        records = self._moment()
        if records is not None:
            self.go(Push(Replay(self.session, *records)))

    def rematch(self) -> None:
        """Start a match with the same players and options and a new deal."""
        self.go(match_start.rematch(self.app, self.session))

    def rescue(self) -> None:
        self.app.keep.autosave(self.session)
