"""Small widgets of the table: icon buttons, the score board, spots that the keyboard walks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Rect

from castlecards.ui.canvas import Canvas
from castlecards.ui.cards import CardArt
from castlecards.ui.intents import Pos
from castlecards.ui.table.match import Thing
from castlecards.ui.text import Colour, Style
from castlecards.ui.theme import Look
from castlecards.ui.widgets.base import Act, Size, Widget

NAME = Style("bold", 15, "text")
FACT = Style("ui", 13.5, "muted")
FIGURE = Style("bold", 15, "gold_high")
SIDES: tuple[Colour, ...] = ((214, 94, 78), (86, 146, 214))  # south, north: with a sign each


class IconButton(Widget):
    """A round button with a drawing."""

    focusable = True
    shade = 8

    def __init__(
        self, id: str, icon: str, name: str, act: Act, art: CardArt, key: str = ""
    ) -> None:
        super().__init__(id, name, f"{name}  ({key})" if key else name)
        self.icon = icon
        self.act = act
        self.art = art
        self.on = False
        self.radius = 10

    def measure(self, look: Look, width: int) -> Size:
        return look.px(38), look.px(38)

    def draw(self, canvas: Canvas) -> None:
        look, c = canvas.look, canvas.look.palette
        lit = self.hovered or self.on
        if self.enabled and (lit or self.held):
            canvas.box(self.rect, self.radius, c.button_over, c.button, c.gold)
        else:
            canvas.box(self.rect, self.radius, c.panel, c.panel_low, c.line)
        ink = (c.gold_high if lit else c.text) if self.enabled else c.line
        canvas.blit_centred(
            self.art.pictures.picture(self.icon, look.px(20), ink), self.rect.center
        )

    def activate(self) -> None:
        self.act()


class SpotWidget(Widget):
    """A card or place of the table for the keyboard: the pointer has its own way there."""

    focusable = True
    shade = 14
    radius = 5

    def __init__(self, id: str, name: str, thing: Thing, rect: Rect, act: Act) -> None:
        super().__init__(id, name)
        self.thing = thing
        self.rect = rect
        self.act = act

    def measure(self, look: Look, width: int) -> Size:
        return self.rect.size

    def place(self, look: Look, rect: Rect) -> None:
        """It stays where the card is."""

    def at(self, pos: Pos) -> Widget | None:
        return None

    def draw(self, canvas: Canvas) -> None:
        pass

    def activate(self) -> None:
        self.act()


@dataclass(frozen=True)
class Score:
    """One side of the score board."""

    names: str
    side: int
    active: bool
    facts: tuple[tuple[str, str], ...]  # label, text


class ScoreBoard(Widget):
    """Names and public facts of both sides, always in sight."""

    shade = 12

    def __init__(self) -> None:
        super().__init__("score", "Score board")
        self.scores: tuple[Score, ...] = ()
        self.rest: tuple[tuple[str, str], ...] = ()  # facts of nobody

    def set(self, scores: Sequence[Score], rest: Sequence[tuple[str, str]]) -> None:
        if (tuple(scores), tuple(rest)) != (self.scores, self.rest):
            self.scores, self.rest = tuple(scores), tuple(rest)
            self.name = "; ".join(
                f"{score.names}: " + ", ".join(f"{label} {text}" for label, text in score.facts)
                for score in scores
            )
            self.resized()

    def _row(self, look: Look, facts: Sequence[tuple[str, str]]) -> int:
        gap = look.px(13)
        return sum(
            look.width(label, FACT) + look.px(5) + look.width(text, FIGURE) + gap
            for label, text in facts
        )

    def measure(self, look: Look, width: int) -> Size:
        names = max((look.width(s.names, NAME) for s in self.scores), default=0)
        rows = [self._row(look, score.facts) for score in self.scores]
        rows.append(self._row(look, self.rest) - names)
        wide = look.px(54) + names + max([*rows, 0])
        lines = len(self.scores) + bool(self.rest)
        return min(wide, width), look.px(12) + lines * look.px(23)

    def draw(self, canvas: Canvas) -> None:
        look, c = canvas.look, canvas.look.palette
        if not self.scores:
            return
        canvas.shadow(self.rect, 10, 8, 90)
        canvas.box(self.rect, 10, c.panel, c.panel_low, c.gold_low)
        names = max(look.width(s.names, NAME) for s in self.scores)
        y = self.rect.top + look.px(6) + look.px(23) / 2
        for score in self.scores:
            x: float = self.rect.left + look.px(15)
            sign(canvas, score.side, (x, y), look.px(5))
            x += look.px(13)
            tone = c.gold_high if score.active else c.text
            canvas.text(score.names, (x, y), NAME, "w", tone)
            if score.active:
                canvas.rule(
                    c.gold,
                    round(x),
                    round(x) + look.width(score.names, NAME),
                    round(y) + look.px(9),
                )
            self._facts(canvas, score.facts, x + names + look.px(14), y)
            y += look.px(23)
        self._facts(canvas, self.rest, self.rect.left + look.px(14), y)

    def _facts(self, canvas: Canvas, facts: Sequence[tuple[str, str]], x: float, y: float) -> None:
        look = canvas.look
        for label, text in facts:
            x = canvas.text(label, (x, y), FACT, "w").right + look.px(5)
            x = canvas.text(text, (x, y), FIGURE, "w").right + look.px(13)


def sign(canvas: Canvas, side: int, at: tuple[float, float], radius: float) -> None:
    """A side's sign: a disc for the south, a diamond for the north."""
    colour = SIDES[side % 2]
    if side % 2 == 0:
        canvas.circle(colour, at, radius)
    else:
        x, y = at
        r = radius * 1.2
        canvas.polygon(colour, [(x, y - r), (x + r, y), (x, y + r), (x - r, y)])
