"""Result page: winner, reasons, public facts of the sides, and what to do next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pygame import Rect

from castlecards.core.cards import SIDES
from castlecards.core.sentence_templates import joined_list
from castlecards.core.session import Session
from castlecards.texts import tr
from castlecards.ui import history
from castlecards.ui.cardart.card_still_life import FAN, CardStillLife, show_faces
from castlecards.ui.cardart.seat_signs import (
    SeatSign,
    draw_sign,
    named_sheet,
    sheet_signs,
    side_sign,
    winning_sign,
)
from castlecards.ui.cardart.word_table import TextTable
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import TITLE, Look, Style
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.basic import Align, Button, Label, Panel, heading
from castlecards.ui.kit.widgets.boxes import Centre, Column, Row, Space
from castlecards.ui.kit.widgets.scroll import Scroll
from castlecards.ui.page import Page
from castlecards.ui.pages import resume
from castlecards.ui.routes import Analysis, Replay, Title
from castlecards.ui.scene import Push, Reset

if TYPE_CHECKING:
    from castlecards.ui.services import Services

REVIEW = tr("Review")
WHY = Style("ui", 18, "text")
SIGN = 34  # units between the sign of the winner and the words


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
    """Result page of a finished match."""

    def __init__(self, app: Services, session: Session[Any], finale: Widget | None = None) -> None:
        """`session` is over. `finale`: widget that replaces the usual lines."""
        super().__init__(app)
        self.session = session
        self.finale = finale
        self.about = session.game.id

    def prerender(self) -> bool:
        look = self.layer.look
        return self.finale is not None and look is not None and self.finale.prerender(look)

    def build(self) -> Widget:
        session = self.session
        sheet = session.game.sheet(session.public)
        won = history.headline(session)
        rows: list[Widget] = [Headline(won, winning_sign(session))]
        if sheet is None or not sheet.rows:  # a score sheet needs the room
            faces = show_faces(session.game, 4)
            rows.insert(0, CardStillLife(self.app.art, faces, FAN, 2.1, tall=150))
        ends = map(session.with_player_names, session.game.outcome(session.position))
        why = [Label(line, WHY, "centre") for line in ends if line != f"{won}."]
        rows.append(Column(why, 5))
        facts = self._facts()
        if facts is not None:
            rows += [Space(2), facts]
        if sheet is not None and sheet.rows:
            columns_of = sheet_signs(session, sheet)
            sheet = named_sheet(session, sheet)
            sides: list[Align] = ["left"]
            sides += ["right"] * (len(sheet.columns) - 1)
            lines = TextTable((sheet.columns, *sheet.rows), sides, columns_of)
            rows += [Space(2), heading(tr("Score sheet"), align="centre"), lines]
        buttons = Row(
            [
                Button("result.title", tr("Main menu"), self.title, wide=150),
                Button("result.replay", tr("Watch the replay"), self.replay, wide=150),
                *self._analysis_button(),
                Button("result.rematch", tr("Rematch"), self.rematch, "primary", wide=150),
            ],
            side="centre",
        )
        if self.finale is not None:
            return Centre(Column([Scroll(self.finale), buttons], 14), widest=1200, pad=12)
        body = Column([Scroll(Column(rows, 12)), buttons], 20)
        columns = len(sheet.columns) if sheet is not None else 0
        return Centre(Panel(body, 32), widest=max(760, min(1180, 150 * columns)), pad=16)

    def _facts(self) -> TextTable | None:
        """Table of the facts that both sides have: labels in the middle, a column per side."""
        session = self.session
        facts = session.game.facts(session.public)
        texts = {(fact.side, fact.label): fact.text for fact in facts if fact.seat < 0}
        both = [fact.label for fact in facts if {(0, fact.label), (1, fact.label)} <= texts.keys()]
        labels = list(dict.fromkeys(both))
        if not labels:
            return None
        head = (side_name(session, 0), "", side_name(session, 1))
        lines = [(texts[0, label], label, texts[1, label]) for label in labels]
        of = (side_sign(session, 0), None, side_sign(session, 1))
        return TextTable([head, *lines], ("centre", "centre", "centre"), of)

    def _analysis_button(self) -> list[Widget]:
        """Button that opens the analysis, in games with computer players."""
        session = self.session
        if session.game.advice is None or not session.log:
            return []
        return [Button("result.analysis", REVIEW, self.analysis, wide=150)]

    def analysis(self) -> None:
        self.go(Push(Analysis(self.session)))

    def title(self) -> None:
        self.go(Reset(Title()))

    def leave(self) -> None:
        self.title()

    def replay(self) -> None:
        self.go(Push(Replay(self.session)))

    def rematch(self) -> None:
        """Start a match with the same players and options and a new deal."""
        self.go(resume.rematch(self.app, self.session))

    def rescue(self) -> None:
        self.app.keep.autosave(self.session)


def side_name(session: Session[Any], side: int) -> str:
    """Names of the players of a side, or the name of the side if it has none."""
    return joined_list([session.names[n] for n in session.people(side)]) or SIDES[side]
