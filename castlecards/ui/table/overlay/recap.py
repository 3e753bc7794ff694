"""Recap on the closed curtain: sentences and cards of the moves since the player's last turn.

Everyone at the screen can read it, so it holds only public information.
"""

from __future__ import annotations

from typing import Any

from pygame import BLEND_RGB_MULT, Rect, Surface

from castlecards.core import narration
from castlecards.core.cards import NATURE, UNSEEN, Face, Seat
from castlecards.core.log_lines import Clash, NamedCard
from castlecards.core.sentence_templates import FOUGHT, RECAP, Sentence, recap
from castlecards.core.session import Session
from castlecards.texts import tr
from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.cardart.seat_signs import draw_sign, sign_of
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.base import Act, Size, Widget
from castlecards.ui.kit.widgets.basic import Button, fit_row
from castlecards.ui.table.overlay.move_list import FULL_LOG, icon_of

AWAY = tr("While you were away")
WIDE = 900.0  # units, width of the panel
HEAD = 60.0  # units above the rows
FOOT = 62.0  # units below the rows, with the buttons
ROW = 50.0  # units, height of a row of one or two lines
APART = 6.0  # units between two rows
LINE = 19.0  # units, height of a line of text
TEXT = 74.0  # units from the left edge of a row to its text
EDGE = 12.0  # units from the cards to the right edge of a row
CARD = 44.0  # units, height of a card
STEP = 38.0  # units from one card to the next
MOST = 6  # cards in a row
TITLE = Style("title", 21, "gold_high")
NOTE = Style("italic", 14.5, "text")
SAID = Style("medium", 16, "text")
LONG = Style("medium", 15, "text")
REST = Style("italic", 15, "text")
SILK = (58, 18, 26)  # top of a row
SILK_LOW = (46, 14, 20)  # bottom of a row
SILK_EDGE = (104, 46, 52)  # edge of a row
DEEP = (36, 12, 18)  # top of the panel
DEEP_LOW = (26, 8, 12)  # bottom of the panel
TINT = (204, 92, 82)  # over a fallen card


class Recap(Widget):
    """Panel with at most `RECAP` rows, fewer if the window is small."""

    shade = 40

    def __init__(self, art: CardArt, watch: Act, all_: Act) -> None:
        super().__init__("recap", AWAY)
        self.art = art
        self.faces: tuple[Face, ...] = ()
        self.session: Session[Any] | None = None
        self.sentences: list[Sentence] = []
        self.rows: list[Sentence] = []
        self.more = 0
        self.start = 0  # index of the first record in the recap
        self.watch_button = Button("curtain.film", "", watch, "primary", tall=40)
        self.all_button = Button("curtain.all", FULL_LOG, all_, tall=40)
        self.children = (self.watch_button, self.all_button)

    def show_news(self, session: Session[Any], seat: Seat) -> None:
        """Set the content: public news since the seat's last turn."""
        self.session, self.start = session, narration.first_unseen(session, seat)
        self.faces = session.start.box.faces
        self.sentences = narration.news(session, seat)
        self.fold(RECAP)

    @property
    def first(self) -> bool:
        """True if the seat has not played yet, so the recap begins with the deal."""
        return self.start == narration.DEAL

    def fold(self, most: int) -> None:
        """Limit the recap to `most` rows; `more` counts the sentences left out."""
        self.rows, self.more = recap(self.sentences, most)
        self.name = " ".join(self.texts)

    @property
    def texts(self) -> list[str]:
        """Texts of the rows, with the line on omitted sentences."""
        return narration.texts(self.rows, self.more)

    # -- sizes --------------------------------------------------------------------------------

    def measure(self, look: Look, width: int) -> Size:
        wide = min(look.px(WIDE), width)
        rows = sum(look.px(self._row_height(look, row, wide) + APART) for row in self.rows)
        return wide, look.px(HEAD + FOOT) + rows + (look.px(LINE + 8) if self.more else 0)

    def _lines(self, look: Look, row: Sentence, wide: int) -> tuple[list[str], Style]:
        room = wide - look.px(2 * 15 + TEXT + EDGE) - self._cards_width(look, row)
        lines = look.wrap(row.text, SAID, room)
        return (lines, SAID) if len(lines) < 2 else (look.wrap(row.text, LONG, room), LONG)

    def _row_height(self, look: Look, row: Sentence, wide: int) -> float:
        return ROW + LINE * max(len(self._lines(look, row, wide)[0]) - 2, 0)

    def _cards_width(self, look: Look, row: Sentence) -> int:
        count = len(visible_cards(row))
        return look.px(STEP * count + 10) if count else 0

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        row = Rect(rect.left, rect.bottom - look.px(50), rect.width, look.px(40))
        row.inflate_ip(-look.px(30), 0)
        fit_row(look, self.children, row, look.px(22), "sides")

    # -- drawing ------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        look, rect = canvas.look, self.rect
        canvas.shadow(rect, 15, 16, 170)
        canvas.box(rect, 15, DEEP, DEEP_LOW, look.palette.gold_low)
        left, y = rect.left + look.px(30), rect.top + look.px(33)
        title = tr("So far") if self.first else AWAY
        end = canvas.text(title, (left, y), TITLE, "w").right
        note = tr("public events only")
        if end + look.width(note, NOTE) + look.px(60) < rect.right:
            canvas.text(note, (rect.right - look.px(28), y), NOTE, "e")
        y = rect.top + look.px(HEAD)
        for row in self.rows:
            high = look.px(self._row_height(look, row, rect.width))
            box = Rect(rect.left + look.px(15), y, rect.width - look.px(30), high)
            self._draw_row(canvas, row, box)
            y += high + look.px(APART)
        if self.more:
            canvas.text(
                self.texts[-1], (rect.left + look.px(15 + TEXT), y + look.px(LINE / 2)), REST, "w"
            )
        super().draw(canvas)

    def _draw_row(self, canvas: Canvas, row: Sentence, box: Rect) -> None:
        look, c = canvas.look, canvas.look.palette
        canvas.box(box, 8, SILK, SILK_LOW, SILK_EDGE)
        actor = narration.actor(row.event)
        if actor != NATURE and self.session is not None:
            at = (box.left + look.px(22), box.centery)
            draw_sign(canvas, sign_of(self.session, actor), at, look.px(8))
        ink = c.gold_high if row.rank >= FOUGHT else c.gold
        mark = self.art.pictures.picture(icon_of(row), look.px(18), ink)
        canvas.blit_centred(mark, (box.left + look.px(50), box.centery))
        lines, style = self._lines(look, row, self.rect.width)
        y = box.centery - look.px(LINE) * (len(lines) - 1) / 2
        for line in lines:
            canvas.text(line, (box.left + look.px(TEXT), y), style, "w")
            y += look.px(LINE)
        self._draw_cards(canvas, row, box)

    def _draw_cards(self, canvas: Canvas, row: Sentence, box: Rect) -> None:
        """Draw the public cards at the right; fallen ones are red and a little lower."""
        look, cards = canvas.look, visible_cards(row)
        fallen = {card.card for card in row.event.fallen} if isinstance(row.event, Clash) else set()
        x = box.right - look.px(EDGE - 2) - look.px(STEP) * len(cards) + look.px(STEP) / 2
        for card in cards:
            image, down = self.art.face(self.faces[card.face], look.px(CARD)), 0
            if card.card in fallen:
                image, down = self._reddened(card, image), look.px(2)
            canvas.blit_centred(image, (x, box.centery + down))
            x += look.px(STEP)

    def _reddened(self, card: NamedCard, image: Surface) -> Surface:
        def make() -> Surface:
            red = image.copy()
            red.fill(TINT, special_flags=BLEND_RGB_MULT)
            return red

        face = self.faces[card.face]
        return self.art.keep(("fallen", face.deck, face.key, image.get_height()), make)


def visible_cards(row: Sentence) -> list[NamedCard]:
    """Cards of a sentence with public faces, each once; for a clash, those of both sides."""
    event = row.event
    if isinstance(event, Clash):
        cards = [card for side in event.sides for card in side.cards] + list(event.fallen)
    else:
        cards = [*event.cards, *event.onto]
    found = {card.card: card for card in cards if card.face != UNSEEN}
    return list(found.values())[:MOST]
