"""Medals page of the statistics: those won with their dates, and what the others ask for."""

from __future__ import annotations

from datetime import datetime

from castlecards.practice.medals import MEDALS, Medal
from castlecards.store import StoreError
from castlecards.texts import tr
from castlecards.ui import medals
from castlecards.ui.cardart.drawing import Pictures
from castlecards.ui.cardart.medal import GOLD, RADIUS, draw_medal
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour
from castlecards.ui.kit.theme import SMALL, Look, Style
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.basic import Button, Label, title
from castlecards.ui.kit.widgets.boxes import Column, Grid, Row
from castlecards.ui.kit.widgets.scroll import Scroll
from castlecards.ui.page import Page, sheet
from castlecards.ui.pages.statistics import TITLE, statistics_tabs

NAME = Style("bold", 15, "gold_high")
DIM = Style("bold", 15, "muted")
COUNT = Style("medium", 15, "text")
IRON: Colour = (84, 96, 90)  # of a medal that is not won
PAD = 8  # units around a tile


class Medals(Page):
    """Page of all medals."""

    shows_records = True

    def build(self) -> Widget:
        try:
            dates = medals.read(self.app.profiles.folder)[0]
        except StoreError as error:
            self.app.notify(str(error), "error")
            dates = {}
        count = tr("{n} of {all} won", n=len(dates), all=len(MEDALS))
        pictures = self.app.art.pictures
        tiles = [MedalTile(pictures, medal, dates.get(medal.id, "")) for medal in MEDALS]
        rows = Column([Label(count, COUNT, id="medals.count"), Grid(tiles, 262, 4, wide=False)], 8)
        scroll = Scroll(rows, "medals.scroll", focusable=True)
        buttons = [Button("medals.back", tr("Back"), self.leave, "primary", wide=140)]
        head = Row([title(TITLE), statistics_tabs(self, "medals")], 28)
        return sheet(head, [scroll], buttons, 1180, 770, self.left_handed)


class MedalTile(Widget):
    """Medal with its name, its reason and the date it was won; dim if `date` is empty."""

    shade = 0

    def __init__(self, pictures: Pictures, medal: Medal, date: str) -> None:
        super().__init__(f"medal:{medal.id}", f"{medal.title}. {medal.reason}")
        self.pictures = pictures
        self.medal = medal
        self.date = date_of(date) if date else ""

    def _lines(self, look: Look, width: int) -> list[str]:
        return look.wrap(self.medal.reason, SMALL, width - look.px(3 * PAD + 2 * RADIUS))

    def _dated(self, look: Look, width: int) -> bool:
        """True if the date stands behind the title."""
        both = look.width(self.medal.title, NAME) + look.width(self.date, SMALL)
        return both + look.px(4 * PAD + 2 * RADIUS) <= width

    def measure(self, look: Look, width: int) -> Size:
        below = len(self._lines(look, width)) + (not self._dated(look, width))
        words = look.line(NAME) + look.line(SMALL) * below
        return width, max(words, look.px(2 * RADIUS)) + look.px(PAD)

    def draw(self, canvas: Canvas) -> None:
        look, rect = canvas.look, self.rect
        at = (rect.left + look.px(PAD + RADIUS), rect.top + look.px(PAD + RADIUS))
        draw_medal(canvas, self.pictures, self.medal.icon, at, GOLD if self.date else IRON)
        left, y = rect.left + look.px(2 * PAD + 2 * RADIUS), rect.top + look.px(PAD)
        lines = [(self.medal.title, NAME if self.date else DIM)]
        lines += [(line, SMALL) for line in self._lines(look, rect.width)]
        if self._dated(look, rect.width):
            right = rect.right - look.px(PAD)
            canvas.text(self.date, (right, y + look.line(NAME) - look.line(SMALL)), SMALL, "ne")
        else:
            lines.append((self.date, SMALL))
        for text, style in lines:
            text, fitted = look.fit(text, style, rect.right - left)
            canvas.text(text, (left, y), fitted, "nw")
            y += look.line(style)


def date_of(date: str) -> str:
    """Day of a moment in ISO 8601, for the player; unchanged if it is none."""
    try:
        return f"{datetime.fromisoformat(date):%d %b %Y}"
    except ValueError:
        return date
