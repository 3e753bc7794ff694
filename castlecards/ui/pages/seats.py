"""Seat cards of the set-up page, the gallery of characters beside them, and the help line.

The gallery applies to the seat touched last. Keys: up and down change the seat, left and right
switch the kind of player, 1 to 9 choose the character.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

from pygame import Rect

from castlecards.core.game import Game
from castlecards.core.session import LEVELS
from castlecards.players.characters import Character, thinking_text, throwing_text
from castlecards.players.ratings import comparison
from castlecards.texts import tr
from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.cardart.crest import draw_strength
from castlecards.ui.cardart.drawing import Pictures
from castlecards.ui.cardart.game_banner import game_banner
from castlecards.ui.cardart.portraits import draw_player, draw_portrait
from castlecards.ui.cardart.seat_signs import SeatSign, draw_sign
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Pos
from castlecards.ui.kit.theme import RADIUS, SMALL, TITLE, Look, Style
from castlecards.ui.kit.widgets.base import Act, Size, Widget
from castlecards.ui.kit.widgets.basic import Label
from castlecards.ui.kit.widgets.boxes import Box
from castlecards.ui.pages.choice_page import draw_choice

NAME = Style("bold", 16, "text")
HOW = Style("ui", 14, "muted")
HALF = Style("medium", 14, "text")
KEY = Style("medium", 14, "muted")
WIDE = 860  # units: least width for the banner, for two columns and for buttons beside the help
LOW, TALL = 60, 214  # units: least and greatest height of the banner
GAP = 14  # units: between banner, contents and buttons
EDGE = 12  # units: inner margin of a card at its sides
SMALL_EDGE = 9  # units: above and below in a small card
LARGE_CARD, SMALL_CARD = 206, 90  # units: least heights of a seat card
LARGE_FACE, SMALL_FACE = 98, 62  # units: size of the portrait on a seat card
TOGGLE_HEIGHT = 33  # units
NAME_HEIGHT = 34  # units, field of a name
TOGGLE = 340  # units: greatest width of a toggle
SEGMENT = 21  # units: width of a toggle's icon with its gap
SEGMENT_PAD = 12  # units: margins of a toggle's segment together
PORTRAIT = 114, 64  # units: greatest and usual size of a portrait in the gallery
PAD = 10  # units: margin above and below the parts of a tile
NAME_LINES = 2  # lines for the name in a tile
HELP_LINES = 2  # lines of the help line beside the buttons; one more in a narrow window

HELP_SIZES = 14, 13, 12  # units: type of the help line, the first in which the text fits

PERSON, PHONE, COMPUTER = "person", "phone", "computer"


@dataclass(frozen=True)
class SeatKind:
    """Kind of player that a seat can have: its key, its label and its icon."""

    key: str
    text: str
    icon: str


KINDS = (
    SeatKind(PERSON, tr("This screen"), "monitor"),
    SeatKind(PHONE, tr("On a phone"), "phone"),
    SeatKind(COMPUTER, tr("Computer"), "cpu"),
)
PHONE_HELP = tr(
    "This hand is on a phone, tablet or other computer on the same Wi-Fi, in its browser. This "
    "screen shows the table."
)


class GameBanner(Label):
    """Title of a game over its banner; in a narrow window or with large type, the title alone."""

    def __init__(self, art: CardArt, game: Game[Any]) -> None:
        super().__init__(game.title, TITLE, "centre")
        self.art = art
        self.game = game

    def _shown(self, look: Look, width: int) -> bool:
        return width >= look.px(WIDE)

    def measure(self, look: Look, width: int) -> Size:
        return width, look.px(LOW) if self._shown(look, width) else look.line(self.style)

    def tallest(self, look: Look, width: int) -> int:
        """Greatest useful height, px."""
        return look.px(TALL) if self._shown(look, width) else look.line(self.style)

    def draw(self, canvas: Canvas) -> None:
        look, rect = canvas.look, self.rect
        if self._shown(look, rect.width):
            image = game_banner(self.art, self.game, rect.size, look.px(RADIUS))
            canvas.blit(image, rect.topleft)
            shadow = rect.centerx + look.px(1.5), rect.centery + look.px(1.5)
            canvas.text(self.text, shadow, self.style, "c", (18, 22, 30))
        canvas.text(self.text, rect.center, self.style, "c")


class SetupFrame(Box):
    """Layout of the page: banner, contents, buttons. The banner gets the height left over."""

    def __init__(self, head: GameBanner, body: Widget, foot: Widget) -> None:
        super().__init__([head, body, foot], GAP)
        self.head, self.body, self.foot = head, body, foot

    def measure(self, look: Look, width: int) -> Size:
        high = sum(child.measure(look, width)[1] for child in self.children)
        return width, high + 2 * look.px(self.gap)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        gap, wide = look.px(self.gap), rect.width
        low = self.foot.measure(look, wide)[1]
        room = rect.height - low - 2 * gap
        least, most = self.head.measure(look, wide)[1], self.head.tallest(look, wide)
        high = max(least, min(most, room - self.body.measure(look, wide)[1]))
        self.head.place(look, Rect(rect.left, rect.top, wide, high))
        self.body.place(look, Rect(rect.left, rect.top + high + gap, wide, max(1, room - high)))
        self.foot.place(look, Rect(rect.left, rect.bottom - low, wide, low))


class Pair(Box):
    """Layout of two widgets: side by side if wide enough, else one below the other."""

    def __init__(self, left: Widget, right: Widget) -> None:
        super().__init__([left, right], 26)

    def _wide(self, look: Look, width: int) -> bool:
        return width >= look.px(WIDE)

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
        left.place(look, Rect(rect.left, rect.top, one, rect.height))
        start = rect.left + one + look.px(self.gap)
        right.place(look, Rect(start, rect.top, two, rect.height))


class HelpFoot(Box):
    """Help line beside the row of buttons; above it in a narrow window."""

    def __init__(self, help: HelpLine, buttons: Widget, left_handed: bool) -> None:
        super().__init__([help, buttons], 18)
        self.left_handed = left_handed

    def _beside(self, look: Look, width: int) -> bool:
        return width >= look.px(WIDE)

    def measure(self, look: Look, width: int) -> Size:
        help, buttons = (child.measure(look, width)[1] for child in self.children)
        if self._beside(look, width):
            return width, max(help, buttons)
        return width, help + look.px(self.gap) // 2 + buttons

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        help, buttons = self.children
        high = help.measure(look, rect.width)[1]
        wide, tall = buttons.measure(look, rect.width)
        if not self._beside(look, rect.width):
            help.place(look, Rect(rect.left, rect.top, rect.width, high))
            buttons.place(look, Rect(rect.left, rect.bottom - tall, rect.width, tall))
            return
        start = rect.left if self.left_handed else rect.right - wide
        buttons.place(look, Rect(start, rect.top + (rect.height - tall) // 2, wide, tall))
        left = start + wide + look.px(self.gap) if self.left_handed else rect.left
        room = rect.width - wide - look.px(self.gap)
        help.place(look, Rect(left, rect.top + (rect.height - high) // 2, room, high))


class HelpLine(Label):
    """Sentences on the widget under the pointer or with the focus, always in the same place."""

    def __init__(self) -> None:
        super().__init__("", SMALL, id="setup.help")

    def set(self, text: str) -> None:
        if text != self.text:
            self.text = self.name = text
            self.changed()

    def measure(self, look: Look, width: int) -> Size:
        lines = HELP_LINES + (width < look.px(WIDE))
        return width, lines * look.line(self.style)

    def _wrapped(self, look: Look) -> tuple[list[str], Style]:
        """Lines of the text and the largest type in which they fit, else the smallest."""
        for size in HELP_SIZES:
            style = Style(self.style.face, size, self.style.tone)
            lines = look.wrap(self.text, style, self.rect.width)
            if len(lines) * look.line(style) <= self.rect.height:
                break
        return lines, style

    def draw(self, canvas: Canvas) -> None:
        lines, style = self._wrapped(canvas.look)
        high = canvas.look.line(style)
        y = self.rect.centery - high * (len(lines) - 1) / 2
        for n, line in enumerate(lines):
            canvas.text(line, (self.rect.left, y + n * high), style, "w")


class SeatToggle(Widget):
    """Selector of the kind of player for one seat, one segment for each kind."""

    focusable = True
    radius = RADIUS

    def __init__(
        self, seat: int, kinds: Sequence[SeatKind], kind: str, pictures: Pictures,
        act: Callable[[str], object], choose: Callable[[int], object],
        step: Callable[[int], bool],
    ) -> None:  # fmt: skip
        """`kind`: key of the chosen kind; `act` gets the key of another one; `choose` gets the
        index of a character, from 0; `step` moves the focus to another seat and returns whether
        there is one."""
        self.kinds = tuple(kinds)
        self.at_kind = [one.key for one in kinds].index(kind)
        chosen = self.kinds[self.at_kind].text
        name = tr("Seat {n}: {kind}", n=seat + 1, kind=chosen)
        super().__init__(f"setup.seat{seat}", name)
        keys = tr("Up and down change the seat, left and right who plays, 1 to 8 the face.")
        self.help = PHONE_HELP if kind == PHONE else keys
        self.seat = seat
        self.pictures = pictures
        self.act = act
        self.choose = choose
        self.step = step
        self.segments: list[Rect] = []
        self.has_words = True  # False: only the chosen segment

    def measure(self, look: Look, width: int) -> Size:
        return min(width, look.px(TOGGLE)), look.px(TOGGLE_HEIGHT)

    def place(self, look: Look, rect: Rect) -> None:
        """Divide the width by icons and words; in a small one, only the chosen word stays."""
        super().place(look, rect)
        icon = look.px(SEGMENT + SEGMENT_PAD)
        wides = [icon + look.width(kind.text, HALF) for kind in self.kinds]
        self.has_words = sum(wides) <= rect.width
        if not self.has_words:
            wides = [wide if n == self.at_kind else icon for n, wide in enumerate(wides)]
        spare = (rect.width - sum(wides)) / len(wides)
        edges = accumulate((wide + spare for wide in wides), initial=rect.left)
        self.segments = [
            Rect(round(one), rect.top, round(two) - round(one), rect.height)
            for one, two in pairwise(edges)
        ]

    def draw(self, canvas: Canvas) -> None:
        look, c = canvas.look, canvas.look.palette
        canvas.box(self.rect, RADIUS, c.inset, c.inset, c.gold if self.hovered else c.inset_edge)
        for n, (kind, part) in enumerate(zip(self.kinds, self.segments, strict=True)):
            chosen = n == self.at_kind
            if chosen:
                canvas.box(part, RADIUS - 1, c.button_over, c.button, c.gold)
            ink = c.text if chosen else c.muted
            sign = self.pictures.picture(f"ui/{kind.icon}", look.px(15), ink)
            room = part.width - look.px(SEGMENT + SEGMENT_PAD)
            if not (chosen or self.has_words) or look.cut(kind.text, HALF, room):
                canvas.blit_centred(sign, part.center)
                continue
            text, style = look.fit(kind.text, HALF, room)
            left = part.centerx - (look.width(text, style) + look.px(SEGMENT)) / 2
            canvas.blit_centred(sign, (left + look.px(7), part.centery))
            canvas.text(text, (left + look.px(SEGMENT), part.centery), style, "w", ink)

    def release(self, pos: Pos) -> None:
        for kind, part in zip(self.kinds, self.segments, strict=True):
            if part.collidepoint(pos):
                self.act(kind.key)
                return

    def activate(self) -> None:
        self.act(self.kinds[(self.at_kind + 1) % len(self.kinds)].key)

    def move(self, dx: int, dy: int) -> bool:
        if dx:
            at = max(0, min(len(self.kinds) - 1, self.at_kind + dx))
            self.act(self.kinds[at].key)
            return True
        return self.step(dy)

    def key(self, name: str) -> None:
        if len(name) == 1 and name in "123456789":
            self.choose(int(name) - 1)


class SeatCard(Widget):
    """Card of one seat: face or sign, name field or character, and the kind of player."""

    touchable = True
    radius = RADIUS

    def __init__(
        self, seat: int, sign: SeatSign, name: Widget | None, sitter: Character | None,
        called: str, toggle: SeatToggle, pictures: Pictures, touch: Act, large: bool,
        portrait: Character | None = None,
    ) -> None:  # fmt: skip
        """`name`: name field of a person, who can have chosen a `portrait`; `called`: name of a
        computer player in this match; `large`: with a large face and a sentence on the
        character."""
        super().__init__(f"setup.row{seat}")
        self.seat = seat
        self.sign = sign
        self.field = name
        self.sitter = sitter
        self.portrait = portrait
        self.called = called
        self.toggle = toggle
        self.children = [toggle] if name is None else [name, toggle]
        self.pictures = pictures
        self.touch = touch
        self.large = large
        self.chosen = False  # True if the gallery applies to this seat

    def measure(self, look: Look, width: int) -> Size:
        return width, look.px(LARGE_CARD if self.large else SMALL_CARD)

    def _face(self, look: Look) -> Rect:
        """Square of the face or sign."""
        size = min(look.px(LARGE_FACE if self.large else SMALL_FACE), round(self.rect.width * 0.3))
        face = Rect(self.rect.left + look.px(EDGE), 0, size, size)
        top = self.rect.top + look.px(EDGE)
        face.centery = top + size // 2 if self.large else self.rect.centery
        return face

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        edge = look.px(EDGE)
        left = rect.left + edge if self.large else self._face(look).right + edge
        room = rect.right - edge - left
        low = rect.bottom - (edge if self.large else look.px(SMALL_EDGE))
        wide, tall = self.toggle.measure(look, room)
        self.toggle.place(look, Rect(left, low - tall, wide, tall))
        low -= tall + look.px(6)
        if self.field is not None:
            wide, tall = self.field.measure(look, room)[0], look.px(NAME_HEIGHT)
            self.field.place(look, Rect(left, low - tall, wide, tall))

    def draw(self, canvas: Canvas) -> None:
        look, c, rect = canvas.look, canvas.look.palette, self.rect
        rim = c.gold_high if self.chosen else c.inset_edge
        canvas.box(rect, RADIUS, c.panel, c.panel_low, rim, 1.6 if self.chosen else 1)
        face = self._face(look)
        if self.sitter is None:
            draw_player(canvas, self.pictures, self.sign, self.portrait, face.center, face.width)
        else:
            draw_portrait(
                canvas, self.pictures, self.sitter, face.center, face.width,
                "glad" if self.chosen else "calm",
            )  # fmt: skip
            corner = face.left + face.width * 0.1, face.top + face.height * 0.1
            draw_sign(canvas, self.sign, corner, look.px(8))
            self._character(canvas, self.sitter, face)
        if self.large and self.sitter is None:
            self._seat_number(canvas, face)
        super().draw(canvas)

    def _seat_number(self, canvas: Canvas, face: Rect) -> None:
        look = canvas.look
        x, room = face.right + look.px(14), self.rect.right - face.right - look.px(14 + EDGE)
        text, style = look.fit(tr("Seat {n}", n=self.seat + 1), NAME, room)
        canvas.text(text, (x, face.centery), style, "w", look.palette.gold_high)

    def _character(self, canvas: Canvas, sitter: Character, face: Rect) -> None:
        look = canvas.look
        x, room = face.right + look.px(14), self.rect.right - face.right - look.px(14 + EDGE)
        gold = look.palette.gold_high
        if not self.large:
            unit = look.px(8)
            row = round(unit * 1.35 * len(LEVELS))
            y = face.top + look.px(13)
            name, style = look.fit(self.called, NAME, room - row - look.px(8))
            canvas.text(name, (x, y), style, "w", gold)
            draw_strength(canvas, sitter.level, (self.rect.right - look.px(EDGE) - row, y), unit)
            return
        names = look.wrap(self.called, NAME, room)[:NAME_LINES]
        high = look.line(NAME)
        top = face.centery - high * (len(names) - 1) / 2 - look.px(20)
        for n, name in enumerate(names):
            canvas.text(name, (x, top + n * high), NAME, "w", gold)
        at = x, top + len(names) * high + look.px(2)
        strong = draw_strength(canvas, sitter.level, at, look.px(10))
        title, style = look.fit(sitter.strength.title, HOW, room)
        canvas.text(title, (x, strong.bottom + look.line(HOW) / 2 + look.px(2)), style, "w")
        self._temper(canvas, sitter.temper, face.bottom, self.toggle.rect.top)

    def _temper(self, canvas: Canvas, temper: str, top: int, low: int) -> None:
        """Draw the sentence on a character between two heights, as many lines as fit."""
        look, high = canvas.look, canvas.look.line(HOW)
        lines = look.wrap(temper, HOW, self.rect.width - look.px(2 * EDGE))[: (low - top) // high]
        first = (top + low) / 2 - high * (len(lines) - 1) / 2
        for n, line in enumerate(lines):
            at = self.rect.left + look.px(EDGE), first + n * high
            canvas.text(line, at, HOW, "w", look.palette.text)

    def press(self, pos: Pos, clicks: int) -> None:
        self.touch()


class CharacterTile(Widget):
    """Tile of a character in the gallery: its portrait, name and strength."""

    focusable = True
    shade = 10
    radius = RADIUS

    def __init__(
        self, number: int, id: str, who: Character, throwing: bool, pictures: Pictures, act: Act,
        own: float | None = None,
    ) -> None:  # fmt: skip
        """`throwing`: the description also says how the character throws. `own`: Elo of the player
        at this machine, None if it is unknown."""
        self.description = thinking_text(who.strength)
        if throwing:
            self.description += f" {throwing_text(who.hand)}"
        super().__init__(f"setup.character:{id}", f"{who.name}: {who.temper}")
        parts = who.temper, comparison(who.level, own), self.description
        self.help = " ".join([part for part in parts if part])
        self.number = number
        self.who = who
        self.pictures = pictures
        self.act = act
        self.chosen = False

    def measure(self, look: Look, width: int) -> Size:
        return width, min(look.px(PORTRAIT[1]), width - look.px(2 * PAD)) + self._words(look)

    def _words(self, look: Look) -> int:
        """Height of everything below the portrait with the margins, px."""
        return NAME_LINES * look.line(NAME) + look.px(2 * PAD + 24)

    def draw(self, canvas: Canvas) -> None:
        look, c, rect = canvas.look, canvas.look.palette, self.rect
        draw_choice(canvas, self, self.chosen, (c.panel, c.panel_low), 1.8)
        most = min(look.px(PORTRAIT[0]), rect.width - look.px(2 * PAD))
        size = max(1, min(most, rect.height - self._words(look)))
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
