"""Faces of the players on the result page, glad or cross as the match went."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pygame import Rect

from castlecards.core.expressions import expressions
from castlecards.core.session import Session
from castlecards.players.characters import Character, chosen_portraits
from castlecards.players.talk import last_remark
from castlecards.texts import tr
from castlecards.ui.cardart.drawing import Pictures
from castlecards.ui.cardart.portraits import draw_player, draw_portrait
from castlecards.ui.cardart.seat_signs import sign_of
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.base import Size, Widget

FACE = 72.0  # units, size of a face
GAP = 10.0  # units between a face and the words
CELL = 190.0  # units, least width of a player
NAME = Style("bold", 16, "text")
OUTCOME = Style("ui", 14, "muted")
QUOTE = Style("italic", 15, "text")


class PlayerFaces(Widget):
    """Players side by side, each with a face, the name and who won, and a last remark."""

    shade = 0

    def __init__(
        self, session: Session[Any], cast: Mapping[str, Character], pictures: Pictures,
        face: Callable[[str], str],
    ) -> None:  # fmt: skip
        """`cast`: the known characters by id; `face`: as in `chosen_portraits`."""
        super().__init__("result.faces")
        self.session = session
        self.pictures = pictures
        self.portraits = chosen_portraits(session.names, session.kinds, cast, face)
        self.players = [  # name, character, first seat
            (session.names[n], cast.get(session.characters[n]), session.owners.index(n))
            for n in range(session.players)
            if n in session.owners
        ]
        self.expressions = expressions(session)
        said = last_remark(session, cast)
        self.quote = (
            ""
            if said is None
            else tr("{name}: “{words}”", name=session.name(said.seat), words=said.text)
        )

    def _columns(self, look: Look, width: int) -> int:
        return max(1, min(len(self.players), width // look.px(CELL)))

    def measure(self, look: Look, width: int) -> Size:
        rows = -(-len(self.players) // self._columns(look, width))
        quote = len(self._quote_lines(look, width)) * look.line(QUOTE)
        return width, rows * look.px(FACE + GAP) + quote

    def _quote_lines(self, look: Look, width: int) -> list[str]:
        return look.wrap(self.quote, QUOTE, width) if self.quote else []

    def draw(self, canvas: Canvas) -> None:
        look = canvas.look
        columns, size = self._columns(look, self.rect.width), look.px(FACE)
        wide = self.rect.width // columns
        for n, (name, who, seat) in enumerate(self.players):
            left = self.rect.left + wide * (n % columns)
            cell = Rect(left, self.rect.top + look.px(FACE + GAP) * (n // columns), wide, size)
            at = cell.left + size / 2, cell.centery
            expression = self.expressions[seat]
            if who is None:
                sign, face = sign_of(self.session, seat), self.portraits[self.session.owner(seat)]
                draw_player(canvas, self.pictures, sign, face, at, size, expression)
            else:
                draw_portrait(canvas, self.pictures, who, at, size, expression)
            x, room = cell.left + size + look.px(GAP), round(wide - size - 2 * look.px(GAP))
            text, style = look.fit(name, NAME, room)
            canvas.text(text, (x, cell.centery - look.px(11)), style, "w")
            canvas.text(self._outcome(seat), (x, cell.centery + look.px(11)), OUTCOME, "w")

        y = self.rect.bottom - len(self._quote_lines(look, self.rect.width)) * look.line(QUOTE)
        for line in self._quote_lines(look, self.rect.width):
            canvas.text(line, (self.rect.left, y), QUOTE)
            y += look.line(QUOTE)

    def _outcome(self, seat: int) -> str:
        result = self.session.position.result or ()
        if not result or len(set(result)) == 1:
            return tr("Draw")
        return tr("Won") if result[seat] == max(result) else tr("Lost")
