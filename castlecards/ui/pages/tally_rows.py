"""Rows of the statistics: an opponent with its face, and a game with its banner."""

from __future__ import annotations

from typing import Any

from castlecards.core.game import Game
from castlecards.players.characters import Character
from castlecards.texts import ntr, tr
from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.cardart.crest import draw_strength
from castlecards.ui.cardart.game_banner import game_banner
from castlecards.ui.cardart.portraits import draw_portrait
from castlecards.ui.history import Tally
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import RADIUS, SMALL, Look, Style
from castlecards.ui.kit.widgets.base import Size, Widget

NAME = Style("bold", 16, "text")
COUNT = Style("bold", 15, "gold_high")
TITLE = Style("title", 17, "gold_high")
FACE = 42  # units, size of a portrait
PAD = 6  # units, inner margin
BAR = 6  # units, height of the bar of wins
BANNER = 50  # units, height of a banner
TITLE_SHARE = 0.36  # of the width of a banner, plate with the title
UNIT = 9  # units, size of a shield


class OpponentRow(Widget):
    """Row of a computer player: face, name, strength, and the share of games won against it."""

    shade = 0

    def __init__(
        self, art: CardArt, who: Character | None, name: str, level: str, title: str, tally: Tally
    ) -> None:
        """`who`: None for an unknown character, and for all of one level; `title`: of `level`."""
        won = tr("{won} of {n} won", won=tally.won, n=tally.games)
        super().__init__(name=f"{name}, {title}: {won}")
        self.art = art
        self.who = who
        self.called = name
        self.level = level
        self.title = title
        self.tally = tally
        self.won = won

    def measure(self, look: Look, width: int) -> Size:
        return width, look.px(FACE + 2 * PAD)

    def draw(self, canvas: Canvas) -> None:
        look, c, rect = canvas.look, canvas.look.palette, self.rect
        canvas.box(rect, RADIUS, c.panel, c.panel_low, c.inset_edge)
        left, right, pad = rect.left + look.px(PAD), rect.right - look.px(PAD), look.px(PAD)
        if self.who is not None:
            at = left + look.px(FACE) / 2, rect.centery
            draw_portrait(
                canvas, self.art.pictures, self.who, at, look.px(FACE),
                "worried" if 2 * self.tally.won > self.tally.games else "calm",
            )  # fmt: skip
            left += look.px(FACE) + pad
        top, low = rect.top + rect.height * 0.28, rect.top + rect.height * 0.56
        at_won = canvas.text(self.won, (right, top), COUNT, "e").left
        name, style = look.fit(self.called, NAME, at_won - left - pad)
        canvas.text(name, (left, top), style, "w")
        end = draw_strength(canvas, self.level, (left, low), look.px(UNIT)).right
        drawn = self.tally.drawn
        text = ntr(drawn, "{title}, {n} draw", "{title}, {n} draws", title=self.title)
        text, style = look.fit(text if drawn else self.title, SMALL, right - end - pad)
        canvas.text(text, (end + pad, low), style, "w")
        bar = rect.copy()
        bar.left, bar.width = left, right - left
        bar.top, bar.height = rect.bottom - look.px(PAD + BAR), look.px(BAR)
        canvas.box(bar, BAR / 2, c.line)
        bar.width = round(bar.width * self.tally.won / max(self.tally.games, 1))
        if bar.width:
            canvas.box(bar, BAR / 2, c.gold)


class GameRow(Widget):
    """Row of a game: its title over its banner, and how often it was played."""

    shade = 0
    tall = BANNER

    def __init__(self, art: CardArt, game: Game[Any] | None, title: str, count: int) -> None:
        """`game`: None if it is no longer installed."""
        self.count = ntr(count, "Played once", "Played {n} times")
        super().__init__(name=f"{title}: {self.count}")
        self.art = art
        self.game = game
        self.title = title

    def draw(self, canvas: Canvas) -> None:
        look, c, rect = canvas.look, canvas.look.palette, self.rect
        if self.game is None:
            canvas.box(rect, RADIUS, c.panel, c.panel_low, c.inset_edge)
        else:
            canvas.blit(game_banner(self.art, self.game, rect.size, look.px(RADIUS)), rect.topleft)
        pad = look.px(2 * PAD)
        words = max(look.width(self.title, TITLE), look.width(self.count, SMALL))
        wide = max(round(rect.width * TITLE_SHARE), words + pad)
        plate = rect.inflate(min(wide - rect.width, 0), -pad)
        canvas.box(plate, RADIUS, c.panel, c.panel_low, c.gold_low)
        for text, style, y in ((self.title, TITLE, 0.36), (self.count, SMALL, 0.66)):
            shown, fitted = look.fit(text, style, plate.width - pad)
            canvas.text(shown, (rect.centerx, rect.top + rect.height * y), fitted, "c")
