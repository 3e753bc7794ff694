"""Game picker page: a tile for each game, with a picture of its cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pygame import Rect

from castlecards.core.game import Game
from castlecards.texts import ntr, tr
from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.cardart.game_picture import game_picture
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import PANEL_RADIUS, Look, Style
from castlecards.ui.kit.widgets.base import Act, Size, Widget
from castlecards.ui.kit.widgets.basic import Button, title
from castlecards.ui.kit.widgets.boxes import Centre, Column, Row
from castlecards.ui.kit.widgets.scroll import Scroll
from castlecards.ui.page import Page
from castlecards.ui.pages.match_start import start_match
from castlecards.ui.pages.setup import Setup as SetupPage
from castlecards.ui.pages.setup import against
from castlecards.ui.routes import Setup
from castlecards.ui.scene import Push

NAME = Style("title", 26, "gold_high")
LINE = Style("ui", 16, "text")
FIGURES = Style("medium", 14, "muted")
TILE = 372  # units: width of a tile
PICTURE = 131  # units: height of the picture on a tile


class Tile(Widget):
    """Large button of a game: picture, title, tagline, number of players and minutes."""

    focusable = True
    shade = 40
    radius = PANEL_RADIUS

    def __init__(self, game: Game[Any], art: CardArt, act: Act, row: Sequence[Game[Any]]) -> None:
        super().__init__(f"picker.{game.id}", f"{game.title}: {game.tagline} {describe(game)}")
        self.game = game
        self.art = art
        self.act = act
        self.row = row  # all games, whose tiles get the same height

    @property
    def wide(self) -> bool:
        """True for the only game: its picture can stand beside the text."""
        return len(self.row) == 1

    def measure(self, look: Look, width: int) -> Size:
        wide = min(width, look.px(900 if self.wide else TILE))
        text = self._text_width(look, wide)
        lines = max(len(look.wrap(game.tagline, LINE, text)) for game in self.row)
        words = look.line(NAME) + look.line(LINE) * lines + look.line(FIGURES)
        if self._beside(look, wide):
            return wide, max(look.px(300), words + look.px(94))
        return wide, words + look.px(37) + self._picture(look, wide)

    def _beside(self, look: Look, width: int) -> bool:
        return self.wide and width >= look.px(640)

    def _picture(self, look: Look, width: int) -> int:
        return min(look.px(PICTURE), width * 2 // 5)

    def _text_width(self, look: Look, width: int) -> int:
        return (width // 2 if self._beside(look, width) else width) - look.px(48)

    def _frame(self, look: Look) -> Rect:
        """Rectangle of the picture: the left half of the tile or its top."""
        rim = look.px(7)
        frame = self.rect.inflate(-2 * rim, -2 * rim)
        if self._beside(look, self.rect.width):
            frame.width = self.rect.width // 2
        else:
            frame.height = self._picture(look, self.rect.width)
        return frame

    def draw(self, canvas: Canvas) -> None:
        look = canvas.look
        c, rect = look.palette, self.rect
        lit = self.hovered or self.focused
        canvas.shadow(rect, PANEL_RADIUS, 24, 160)
        top, low = (c.button_low, c.panel) if lit else (c.panel, c.panel_low)
        canvas.box(rect, PANEL_RADIUS, top, low, c.gold_high if lit else c.gold, 1.2)
        frame = self._frame(look)
        image = game_picture(self.art, self.game, frame.size, radius=look.px(PANEL_RADIUS - 6))
        canvas.blit(image, frame.topleft)
        self._words(canvas, frame)

    def _words(self, canvas: Canvas, frame: Rect) -> None:
        look, rect = canvas.look, self.rect
        room = self._text_width(look, rect.width)
        lines = look.wrap(self.game.tagline, LINE, room)
        if self._beside(look, rect.width):
            left = rect.centerx + look.px(24)
            high = look.line(NAME) + look.line(LINE) * len(lines) + look.line(FIGURES)
            y = rect.centery - (high + look.px(18)) // 2
        else:
            left, y = rect.left + look.px(24), frame.bottom + look.px(10)
        name, style = look.fit(self.game.title, NAME, room)
        canvas.text(name, (left, y), style)
        y += look.line(NAME) + look.px(4)
        for line in lines:
            canvas.text(line, (left, y), LINE)
            y += look.line(LINE)
        figures, style = look.fit(describe(self.game), FIGURES, room)
        if not self._beside(look, rect.width):
            y = max(y, rect.bottom - look.px(18) - look.line(FIGURES))
        canvas.text(figures, (left, y + look.px(8)), style)

    def activate(self) -> None:
        self.act()


def describe(game: Game[Any]) -> str:
    """Number of players and minutes: "1 to 6 players · 20 to 40 minutes"."""
    few, most, short, long = game.players[0], game.players[-1], *game.minutes
    players = ntr(few, "{n} player", "{n} players")
    if few < most:
        players = tr("{low} to {high} players", low=few, high=most)
    minutes = ntr(short, "{n} minute", "{n} minutes")
    if short < long:
        minutes = tr("{low} to {high} minutes", low=short, high=long)
    return f"{players}  ·  {minutes}"


class Picker(Page):
    """Game picker page. Esc returns to the title."""

    def build(self) -> Widget:
        games = self.app.offered
        tiles: list[Widget] = []
        for game in games:
            act = lambda game=game: self.pick(game)  # noqa: E731
            tile = Tile(game, self.app.art, act, games)
            tiles.append(
                tile
                if game.advice is None
                else Column([tile, self._against_button(game)], 5, side="centre")
            )
        rows = Row(tiles, 15, pad=3, side="centre")
        back = Row([Button("picker.back", tr("Back"), self.leave, wide=140)], side="centre")
        heading = title(tr("Choose a game"), align="centre")
        column = Column([heading, Centre(rows, widest=1220), back], 6, pad=7)
        return Scroll(Middle(column))

    def _against_button(self, game: Game[Any]) -> Widget:
        """Button that starts a match against the last opponent in this game."""
        id = SetupPage(self.app, game).against()
        text = tr("Play against the computer")
        if id:
            text = tr("Play against {name}", name=self.app.characters[id].name)
        act = lambda: self.go(start_match(self.app, lambda: against(self.app, game)))  # noqa: E731
        return Button(f"picker.{game.id}.against", text, act, tall=32, wide=TILE)

    def pick(self, game: Game[Any]) -> None:
        self.go(Push(Setup(game.id)))


class Middle(Widget):
    """Layout that centres a child vertically, or aligns it to the top if it does not fit."""

    shade = 0

    def __init__(self, child: Widget) -> None:
        super().__init__()
        self.child = child
        self.children = (child,)

    def measure(self, look: Look, width: int) -> Size:
        return self.child.measure(look, width)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        high = self.child.measure(look, rect.width)[1]
        spare = max(0, rect.height - high) // 2
        self.child.place(look, Rect(rect.left, rect.top + spare, rect.width, high))
