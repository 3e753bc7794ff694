"""Seat rows of the set-up page, and the gallery of characters beside them.

The gallery applies to the seat touched last. Keys: up and down change the seat, left and right
switch between person and computer player, 1 to 9 choose the character.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pygame import Rect

from castlecards.core.game import Game
from castlecards.core.session import LEVELS
from castlecards.players.characters import Character, how, throws
from castlecards.texts import tr
from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.cardart.crest import draw_strength
from castlecards.ui.cardart.drawing import Pictures
from castlecards.ui.cardart.game_banner import banner
from castlecards.ui.cardart.portraits import draw_portrait
from castlecards.ui.cardart.seat_signs import SeatSign, draw_sign
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Pos
from castlecards.ui.kit.theme import CONTROL, RADIUS, TITLE, Look, Style
from castlecards.ui.kit.widgets.base import Act, Size, Widget
from castlecards.ui.kit.widgets.basic import Label
from castlecards.ui.kit.widgets.boxes import Box
from castlecards.ui.pages.choice_page import draw_choice

NAME = Style("bold", 16, "text")
HOW = Style("ui", 13, "muted")
HALF = Style("medium", 14, "text")
KEY = Style("medium", 12, "muted")
BANNER = 860  # units: least width of the game's banner
TALL, LOW = 158, 104  # units: its height above few and above many rows
TWO = 860  # units: least width for two columns
ROW = 66  # units: least height of a row
EDGE = 12  # units: inner margin of a row
SIGN = 34  # units: width reserved for the sign in a row
FACE = 56  # units: size of the portrait in a row
TOGGLE = 214  # units: width of the toggle
PORTRAIT = 74  # units: size of a portrait in the gallery
PAD = 10  # units: margin above and below the parts of a tile
NAME_LINES = 2  # lines for the name in a tile


class GameBanner(Label):
    """Title of a game over its banner; in a narrow window or with large type, the title alone."""

    def __init__(self, art: CardArt, game: Game[Any], tall: bool) -> None:
        super().__init__(game.title, TITLE, "centre")
        self.art = art
        self.tall = tall
        self.game = game

    def _shown(self, look: Look, width: int) -> bool:
        return width >= look.px(BANNER)

    def measure(self, look: Look, width: int) -> Size:
        if not self._shown(look, width):
            return width, look.line(self.style)
        return width, look.px(TALL if self.tall else LOW)

    def draw(self, canvas: Canvas) -> None:
        look, rect = canvas.look, self.rect
        if self._shown(look, rect.width):
            image = banner(self.art, self.game, rect.size, look.px(RADIUS))
            canvas.blit(image, rect.topleft)
            shadow = rect.centerx + look.px(1.5), rect.centery + look.px(1.5)
            canvas.text(self.text, shadow, self.style, "c", (18, 22, 30))
        canvas.text(self.text, rect.center, self.style, "c")


class Pair(Box):
    """Layout of two widgets: side by side if wide enough, else one below the other."""

    def __init__(self, left: Widget, right: Widget) -> None:
        super().__init__([left, right], 26)

    def _wide(self, look: Look, width: int) -> bool:
        return width >= look.px(TWO)

    def _widths(self, look: Look, width: int) -> tuple[int, int]:
        left = round((width - look.px(self.gap)) / 2)
        return left, width - look.px(self.gap) - left

    def measure(self, look: Look, width: int) -> Size:
        left, right = self.children
        if not self._wide(look, width):
            high = left.measure(look, width)[1] + right.measure(look, width)[1]
            return width, high + look.px(self.gap)
        one, two = self._widths(look, width)
        return width, max(left.measure(look, one)[1], right.measure(look, two)[1])

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        left, right = self.children
        if not self._wide(look, rect.width):
            high = left.measure(look, rect.width)[1]
            left.place(look, Rect(rect.left, rect.top, rect.width, high))
            top = rect.top + high + look.px(self.gap)
            below = right.measure(look, rect.width)[1]
            right.place(look, Rect(rect.left, top, rect.width, below))
            return
        one, two = self._widths(look, rect.width)
        left.place(look, Rect(rect.left, rect.top, one, left.measure(look, one)[1]))
        start = rect.left + one + look.px(self.gap)
        right.place(look, Rect(start, rect.top, two, right.measure(look, two)[1]))


class SeatToggle(Widget):
    """Toggle between person and computer player for one seat."""

    focusable = True
    radius = RADIUS

    def __init__(
        self, seat: int, computer: bool, pictures: Pictures,
        act: Callable[[bool], object], choose: Callable[[int], object],
    ) -> None:  # fmt: skip
        """`act` gets True for a computer player; `choose` gets the index of a character, from 0."""
        now = tr("Seat {n}: computer player") if computer else tr("Seat {n}: person")
        super().__init__(f"setup.seat{seat}", now.format(n=seat + 1))
        self.seat = seat
        self.computer = computer
        self.pictures = pictures
        self.act = act
        self.choose = choose

    def measure(self, look: Look, width: int) -> Size:
        return min(width, look.px(TOGGLE)), look.px(CONTROL - 6)

    def draw(self, canvas: Canvas) -> None:
        look, c = canvas.look, canvas.look.palette
        canvas.box(self.rect, RADIUS, c.inset, c.inset, c.gold if self.hovered else c.inset_edge)
        for n, (text, icon) in enumerate(((tr("Person"), "hand"), (tr("Computer"), "cpu"))):
            half = self._half(n)
            chosen = bool(n) == self.computer
            if chosen:
                canvas.box(half, RADIUS - 1, c.button_over, c.button, c.gold)
            ink = c.text if chosen else c.muted
            wide = look.width(text, HALF)
            left = half.centerx - (wide + look.px(21)) / 2
            sign = self.pictures.picture(f"ui/{icon}", look.px(15), ink)
            canvas.blit_centred(sign, (left + look.px(7), half.centery))
            canvas.text(text, (left + look.px(21), half.centery), HALF, "w", ink)

    def _half(self, n: int) -> Rect:
        middle = self.rect.left + round(self.rect.width * 0.45)
        ends = (self.rect.left, middle), (middle, self.rect.right)
        return Rect(ends[n][0], self.rect.top, ends[n][1] - ends[n][0], self.rect.height)

    def release(self, pos: Pos) -> None:
        if self.rect.collidepoint(pos):
            self.act(pos[0] >= self.rect.left + self.rect.width * 0.45)

    def activate(self) -> None:
        self.act(not self.computer)

    def move(self, dx: int, dy: int) -> bool:
        if dx:
            self.act(dx > 0)
        return bool(dx)

    def key(self, name: str) -> None:
        if len(name) == 1 and name in "123456789":
            self.choose(int(name) - 1)


class SeatRow(Widget):
    """Row of one seat: sign, name field or character, and toggle for person or computer."""

    touchable = True
    radius = RADIUS

    def __init__(
        self, seat: int, sign: SeatSign, name: Widget | None, sitter: Character | None,
        called: str, toggle: SeatToggle | None, pictures: Pictures, touch: Act,
    ) -> None:  # fmt: skip
        """`name`: name field of a person; `called`: name of a computer player in this match;
        `toggle`: None if the game has no computer players."""
        super().__init__(f"setup.row{seat}")
        self.seat = seat
        self.sign = sign
        self.field = name
        self.sitter = sitter
        self.called = called
        self.toggle = toggle
        self.children = [part for part in (name, toggle) if part is not None]
        self.pictures = pictures
        self.touch = touch
        self.chosen = False  # True if the gallery applies to this seat

    def _narrow(self, look: Look, width: int) -> bool:
        return self.toggle is not None and width < look.px(430)

    def measure(self, look: Look, width: int) -> Size:
        extra = look.px(CONTROL + 2) if self._narrow(look, width) else 0
        return width, look.px(ROW) + extra

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        edge, left = look.px(EDGE), rect.left + look.px(EDGE + SIGN)
        narrow, high = self._narrow(look, rect.width), look.px(ROW)
        end = rect.right - edge
        if self.toggle is not None:
            wide, tall = self.toggle.measure(look, rect.width - 2 * edge)
            y = rect.bottom - edge - tall if narrow else rect.top + (high - tall) // 2
            x = left if narrow else end - wide
            self.toggle.place(look, Rect(x, y, min(wide, end - x), tall))
            end = end if narrow else x - edge
        if self.field is not None:
            wide, tall = self.field.measure(look, end - left)
            self.field.place(look, Rect(left, rect.top + (high - tall) // 2, wide, tall))

    def draw(self, canvas: Canvas) -> None:
        look, c, rect = canvas.look, canvas.look.palette, self.rect
        rim = c.gold_high if self.chosen else c.inset_edge
        canvas.box(rect, RADIUS, c.panel, c.panel_low, rim, 1.6 if self.chosen else 1)
        middle = rect.top + look.px(ROW) / 2
        draw_sign(canvas, self.sign, (rect.left + look.px(EDGE + 11), middle), look.px(9))
        if self.sitter is not None:
            self._sitter(canvas, self.sitter, middle)
        super().draw(canvas)

    def _sitter(self, canvas: Canvas, sitter: Character, middle: float) -> None:
        look, wide = canvas.look, canvas.look.px(FACE)
        left = self.rect.left + look.px(EDGE + SIGN)
        at = left + wide / 2, middle
        draw_portrait(canvas, self.pictures, sitter, at, wide)
        x = left + wide + look.px(12)
        narrow = self.toggle is None or self._narrow(look, self.rect.width)
        end = self.rect.right if narrow or self.toggle is None else self.toggle.rect.left
        room = round(end - x - look.px(EDGE))
        name, style = look.fit(self.called, NAME, room)
        canvas.text(name, (x, middle - look.px(11)), style, "w")
        strong = draw_strength(canvas, sitter.level, (x, middle + look.px(12)), look.px(10))
        title, style = look.fit(sitter.strength.title, HOW, round(end - strong.right - look.px(18)))
        canvas.text(title, (strong.right + look.px(6), middle + look.px(12)), style, "w")

    def press(self, pos: Pos, clicks: int) -> None:
        self.touch()


class CharacterTile(Widget):
    """Tile of a character in the gallery: its portrait, name and strength."""

    focusable = True
    shade = 10
    radius = RADIUS

    def __init__(
        self, number: int, id: str, who: Character, throwing: bool, pictures: Pictures, act: Act
    ) -> None:
        """`throwing`: the description also says how the character throws."""
        self.description = how(who.strength)
        if throwing:
            self.description += f" {throws(who.hand)}"
        tip = f"{who.temper} {self.description}"
        super().__init__(f"setup.character:{id}", f"{who.name}: {who.temper}", tip)
        self.number = number
        self.who = who
        self.pictures = pictures
        self.act = act
        self.chosen = False

    def measure(self, look: Look, width: int) -> Size:
        words = NAME_LINES * look.line(NAME) + look.px(20)
        return width, self._size(look, width) + words + look.px(2 * PAD + 4)

    def _size(self, look: Look, width: int) -> int:
        """Size of the portrait, px, in a tile `width` px wide."""
        return min(look.px(PORTRAIT), width - look.px(2 * PAD))

    def draw(self, canvas: Canvas) -> None:
        look, c, rect = canvas.look, canvas.look.palette, self.rect
        draw_choice(canvas, self, self.chosen, (c.panel, c.panel_low), 1.8)
        size = self._size(look, rect.width)
        y = rect.top + look.px(PAD) + size / 2
        draw_portrait(
            canvas, self.pictures, self.who, (rect.centerx, y), size,
            "glad" if self.chosen else "calm",
        )  # fmt: skip
        if self.number < 9:
            key = str(self.number + 1)
            canvas.text(key, (rect.right - look.px(9), rect.top + look.px(13)), KEY, "e")
        lines = look.wrap(self.who.name, NAME, rect.width - look.px(PAD))[:NAME_LINES]
        high = look.line(NAME)
        y += size / 2 + look.px(4) + high * (NAME_LINES - len(lines) + 1) / 2
        for line in lines:
            canvas.text(line, (rect.centerx, y), NAME, "c", c.gold_high if self.chosen else None)
            y += high
        unit = look.px(10)
        row = look.px(10) * 1.35 * (len(LEVELS) - 1) + unit
        low = rect.bottom - look.px(PAD + 8)
        draw_strength(canvas, self.who.level, (rect.centerx - row / 2, low), unit)

    def activate(self) -> None:
        self.act()
