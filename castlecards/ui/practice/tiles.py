"""Tiles of lessons and levels on the page of practice, each with a picture of its table."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, Protocol

from pygame import Rect, Surface

from castlecards.core.cards import Surface as TableSurface
from castlecards.core.game import Game
from castlecards.core.session import Session
from castlecards.data import DataError
from castlecards.levels import STARS
from castlecards.practice.range import ground
from castlecards.texts import tr
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.incremental import Steps
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.base import Act, Size
from castlecards.ui.kit.widgets.basic import Button
from castlecards.ui.pages.choice_page import draw_tick
from castlecards.ui.pages.today_charts import StationMap
from castlecards.ui.practice.outcome import draw_star
from castlecards.ui.table.render.thumbnail import thumbnail_steps

if TYPE_CHECKING:
    from castlecards.ui.services import Services

NAME = Style("bold", 15, "text")
TEACHES = Style("ui", 14, "muted")
LOW = 0.42  # height of the picture of a level, share of its width
HIGH = 0.51  # height of the picture of a table, share of its width
FAR = 0.7  # share cut off a picture of a table at its far edge


class TilePicture(Protocol):
    """Picture at the top of a tile; `proportion`: its height as a share of its width."""

    proportion: float

    def prerender(self, look: Look, rect: Rect) -> bool: ...
    def draw(self, canvas: Canvas, rect: Rect) -> None: ...


class SpotsPicture:
    """Picture of the cards on the table in a throwing level or lesson."""

    def __init__(
        self, options: Any, game: Game[Any], surface: TableSurface | Literal[""] = "",
        proportion: float = LOW,
    ) -> None:  # fmt: skip
        """`options`, `game`: of the practice range; `surface`: "" for felt."""
        self.proportion = proportion
        facts = ground(options, game.measures)  # type: ignore[attr-defined]
        field = dataclasses.replace(facts.field, surface=surface or "felt")
        self.map = StationMap(facts.spots, -1, (), field, tr("Targets"))

    def prerender(self, look: Look, rect: Rect) -> bool:
        return False

    def draw(self, canvas: Canvas, rect: Rect) -> None:
        self.map.place(canvas.look, rect)
        with canvas.clipped(rect):
            self.map.draw(canvas)


class TablePicture:
    """Picture of the table at the beginning of a match, which is painted between frames.

    Of the far edge of the table less is shown than of the near one."""

    proportion = HIGH

    def __init__(self, app: Services, match: Callable[[], Session[Any]]) -> None:
        """`match`: opens the match; it may raise DataError, after which there is no picture."""
        self.app = app
        self.match = match
        self.picture: Surface | None = None
        self._for: object = None  # look and width of the picture
        self._steps: Steps[Surface | None] | None = None

    def prerender(self, look: Look, rect: Rect) -> bool:
        if self._for != (look, rect.width):
            self._for, self._steps = (look, rect.width), self._painting(look, rect.width)
        if self._steps is None:
            return False
        try:
            next(self._steps)
        except StopIteration as end:
            self.picture, self._steps = end.value, None
        return True

    def _painting(self, look: Look, wide: int) -> Steps[Surface | None]:
        try:
            match = self.match()
        except DataError:
            return None
        yield
        return (yield from thumbnail_steps(self.app, match, look, match.at, wide))

    def draw(self, canvas: Canvas, rect: Rect) -> None:
        if self.picture is None:
            c = canvas.look.palette
            canvas.box(rect, 6, c.button_low, c.inset)
            return
        with canvas.clipped(rect):
            hidden = max(self.picture.get_height() - rect.height, 0)
            canvas.blit(self.picture, (rect.left, rect.top - round(FAR * hidden)))


class LevelTile(Button):
    """Button of a level or lesson: picture, name, subject, and stars (-1: none are shown).

    `done`: a tick marks it as done."""

    def __init__(
        self,
        id: str,
        name: str,
        teaches: str,
        act: Act,
        tip: str = "",
        stars: int = -1,
        picture: TilePicture | None = None,
        done: bool = False,
    ) -> None:
        super().__init__(id, tr("{lesson}, done", lesson=name) if done else name, act, tip=tip)
        self.text = name
        self.teaches = teaches
        self.stars = stars
        self.picture = picture
        self.done = done or stars == STARS
        self._complete = False  # True once its picture has been painted

    def _frame(self, look: Look, rect: Rect) -> Rect:
        """Rectangle of the picture in a tile at `rect`; empty without one."""
        high = 0 if self.picture is None else round(self.picture.proportion * rect.width)
        return Rect(rect.left, rect.top, rect.width, high)

    def _words(self, look: Look, width: int) -> tuple[list[str], list[str]]:
        """Return the wrapped lines of the name and of `teaches`, for a tile `width` px wide."""
        room = width - look.px(24)
        beside = look.px(60 if self.stars >= 0 else 0)
        return look.wrap(self.text, NAME, room - beside), look.wrap(self.teaches, TEACHES, room)

    def measure(self, look: Look, width: int) -> Size:
        """Return the height that the text needs: one line of name, and two of any text, or more."""
        name, teaches = self._words(look, width)
        if not self.teaches:
            high = look.px(17) + len(name) * look.line(NAME)
            return width, high + self._frame(look, Rect(0, 0, width, 0)).height
        more = (len(name) - 1) * look.line(NAME) + max(len(teaches) - 2, 0) * look.line(TEACHES)
        frame = self._frame(look, Rect(0, 0, width, 0))
        return width, look.px(74) + more + frame.height

    def draw(self, canvas: Canvas) -> None:
        look, c = canvas.look, canvas.look.palette
        edge = c.gold if self.hovered or self.focused else c.inset_edge
        canvas.box(self.rect, 8, c.button_low if self.hovered else c.inset, c.inset, edge)
        frame = self._frame(look, self.rect)
        if self.picture is not None:
            self.picture.draw(canvas, frame.inflate(-look.px(8), -look.px(8)))
            if self.done:
                draw_tick(canvas, (frame.right - look.px(22), frame.top + look.px(22)))
        left, top = self.rect.left + look.px(12), frame.bottom + look.px(10)
        for n in range(STARS if self.stars >= 0 else 0):
            at = (self.rect.right - look.px(52 - 16 * n), top + look.px(9))
            draw_star(canvas, at, look.px(7), n < self.stars)
        name, teaches = self._words(look, self.rect.width)
        for n, line in enumerate(name):
            canvas.text(line, (left, top + n * look.line(NAME)), NAME)
        y = top + look.px(23) + (len(name) - 1) * look.line(NAME)
        for line in teaches:
            canvas.text(line, (left, y), TEACHES)
            y += look.line(TEACHES)

    def prerender(self, look: Look) -> bool:
        if self.picture is None or not self.rect.width:
            return False
        frame = self._frame(look, self.rect).inflate(-look.px(8), -look.px(8))
        more = self.picture.prerender(look, frame)
        if not more and not self._complete:
            self._complete = True
            self.changed()
        return more
