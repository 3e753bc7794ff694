"""All games, each with a picture made of its own cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pygame import Rect

from castlecards.core.game import Game
from castlecards.ui.canvas import Canvas
from castlecards.ui.still_life import FAN, StillLife, show_faces
from castlecards.ui.text import Style
from castlecards.ui.theme import PANEL_RADIUS, Look
from castlecards.ui.widgets.base import Act, Size, Widget
from castlecards.ui.widgets.boxes import Centre, Column, Row
from castlecards.ui.widgets.button import Button
from castlecards.ui.widgets.label import title
from castlecards.ui.widgets.page import Page
from castlecards.ui.widgets.scroll import Scroll

NAME = Style("title", 26, "gold_high")
LINE = Style("ui", 16, "text")
FIGURES = Style("medium", 14, "muted")


class Tile(Widget):
    """One game as a large button: picture, title, a line, players and minutes."""

    focusable = True
    shade = 40
    radius = PANEL_RADIUS

    def __init__(self, game: Game[Any], cards: StillLife, act: Act, wide: bool) -> None:
        super().__init__(f"picker.{game.id}", game.title)
        self.game = game
        self.cards = cards
        self.act = act
        self.wide = wide  # picture beside the text

    @property
    def children(self) -> Sequence[Widget]:
        return (self.cards,)

    def measure(self, look: Look, width: int) -> Size:
        wide = min(width, look.px(900 if self.wide else 372))
        text = self._text_width(look, wide)
        lines = len(look.wrap(self.game.tagline, LINE, text))
        words = look.line(NAME) + look.line(LINE) * lines + look.line(FIGURES) + look.px(34)
        if self._beside(look, wide):
            return wide, max(look.px(300), words + look.px(60))
        return wide, words + look.px(40) + self._picture(look, wide)

    def _beside(self, look: Look, width: int) -> bool:
        return self.wide and width >= look.px(640)

    def _picture(self, look: Look, width: int) -> int:
        return min(look.px(138), width * 2 // 5)

    def _text_width(self, look: Look, width: int) -> int:
        return (width // 2 if self._beside(look, width) else width) - look.px(48)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        pad = look.px(24)
        if self._beside(look, rect.width):
            area = Rect(
                rect.left + pad, rect.top + pad, rect.width // 2 - pad, rect.height - 2 * pad
            )
        else:
            high = self._picture(look, rect.width)
            area = Rect(rect.left + pad, rect.top + look.px(18), rect.width - 2 * pad, high)
        self.cards.place(look, area)

    def draw(self, canvas: Canvas) -> None:
        look = canvas.look
        c, rect = look.palette, self.rect
        lit = self.hovered or self.focused
        canvas.shadow(rect, PANEL_RADIUS, 24, 160)
        top, low = (c.button_low, c.panel) if lit else (c.panel, c.panel_low)
        canvas.box(rect, PANEL_RADIUS, top, low, c.gold_high if lit else c.gold, 1.2)
        super().draw(canvas)
        self._words(canvas)

    def _words(self, canvas: Canvas) -> None:
        look, rect = canvas.look, self.rect
        beside = self._beside(look, rect.width)
        room = self._text_width(look, rect.width)
        lines = look.wrap(self.game.tagline, LINE, room)
        if beside:
            left = rect.centerx + look.px(24)
            high = look.line(NAME) + look.line(LINE) * len(lines) + look.line(FIGURES)
            y = rect.centery - (high + look.px(18)) // 2
        else:
            left = rect.left + look.px(24)
            y = self.cards.rect.bottom + look.px(14)
        name, style = look.fit(self.game.title, NAME, room)
        canvas.text(name, (left, y), style)
        y += look.line(NAME) + look.px(8)
        for line in lines:
            canvas.text(line, (left, y), LINE)
            y += look.line(LINE)
        figures, style = look.fit(describe(self.game), FIGURES, room)
        canvas.text(figures, (left, y + look.px(10)), style)

    def activate(self) -> None:
        self.act()


def describe(game: Game[Any]) -> str:
    """Players and minutes: "1 to 6 players · 20 to 40 minutes"."""
    least, most = game.players[0], game.players[-1]
    short, long = game.minutes
    who = f"{least} to {most} players" if least != most else f"{least} players"
    return f"{'1 player' if most == 1 else who}  ·  {short} to {long} minutes"


class Picker(Page):
    """Esc leads back to the title."""

    def build(self) -> Widget:
        games = self.app.offered
        tiles = []
        for game in games:
            cards = StillLife(self.app.art, show_faces(game, 4), FAN, 1.7)
            tiles.append(Tile(game, cards, lambda game=game: self.pick(game), len(games) == 1))  # type: ignore[misc]
        rows = Row(tiles, 22, pad=4, side="centre")
        back = Row([Button("picker.back", "Back", self.leave, wide=140)], side="centre")
        heading = title("Choose a game", align="centre")
        column = Column([heading, Centre(rows, widest=1220), back], 18, pad=10)
        return Scroll(Middle(column))

    def pick(self, game: Game[Any]) -> None:
        from castlecards.ui.scenes.setup import Setup

        self.go(Setup(self.app, self, game))


class Middle(Widget):
    """A child in the middle of the height, or at the top where it does not fit."""

    shade = 0

    def __init__(self, child: Widget) -> None:
        super().__init__()
        self.child = child

    @property
    def children(self) -> Sequence[Widget]:
        return (self.child,)

    def measure(self, look: Look, width: int) -> Size:
        return self.child.measure(look, width)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        high = self.child.measure(look, rect.width)[1]
        spare = max(0, rect.height - high) // 2
        self.child.place(look, Rect(rect.left, rect.top + spare, rect.width, high))
