"""What is done at a table besides playing the match there: nothing by itself, much at practice.

An add-on never holds the table. At certain moments it is asked and answers with values; where that
is not enough, it is given the table for the moment. What its buttons wish is done as soon as the
input has been dealt with.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from castlecards.core.action import Action
from castlecards.core.cards import Seat
from castlecards.core.position import Position
from castlecards.core.session import Record
from castlecards.practice.throws import ThrowRecord
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Intent
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Button
from castlecards.ui.routes import Title
from castlecards.ui.scene import Anew, Go, Scene
from castlecards.ui.table.layout.model import Layout, Viewport

T = TypeVar("T")  # the table


class Addon(Generic[T]):
    """That of a match which is only played; others say what they do besides."""

    layout = ""  # what is thrown at, and in which level: both for the record of throws
    level = ""
    tells = False  # its panel tells what score board and figures of a throw would
    framed: Position[Any] | None = None  # what the camera frames, instead of what lies there now
    panel: Widget | None = None  # beside the table

    def __init__(self) -> None:
        self._wishes: list[Callable[[T], object]] = []

    def wish(self, act: Callable[[T], object]) -> Callable[[], None]:
        """For a button: pressed, it wants this done to the table."""
        return lambda: self._wishes.append(act)

    def wished(self) -> Sequence[Callable[[T], object]]:
        """What is wanted and has not been done yet; asked once."""
        wishes, self._wishes = self._wishes, []
        return wishes

    @property
    def moving(self) -> bool:
        """It wants every frame."""
        return False

    # -- values -------------------------------------------------------------------------------

    def stage(self, viewport: Viewport) -> Viewport:
        """The part of the window that is left for the table."""
        return viewport

    def ways_on(self) -> list[Button] | None:
        """Once the match is over; None: to its result and its replay."""
        return None

    def menu(self) -> Scene | None:
        """What Esc opens; None: what it does in a match."""
        return None

    def leave(self) -> Go:
        """Where the way from the table leads; what had been lent is given back."""
        return Anew(Title())

    def renew(self) -> None:
        """The panel tells how things are now."""

    def below(self, canvas: Canvas, layout: Layout) -> None:
        """Draws on the table, below all that moves."""

    # -- moments ------------------------------------------------------------------------------

    def begin(self, table: T) -> None:
        """The table is there, and has not been shown yet."""

    def handle(self, table: T, intent: Intent) -> bool:
        """Before anybody else; whether nobody else needs it."""
        return False

    def admits(self, table: T, seat: Seat, action: Action) -> Action | None:
        """What is played where somebody answers this; None: nothing."""
        return action

    def records(self) -> bool:
        """Does a throw that has just come to rest belong into the record?"""
        return True

    def recorded(self, table: T, line: ThrowRecord) -> None:
        """A throw or a foul stands in the record of throws."""

    def played(self, table: T, record: Record) -> None:
        """An action has been played, and what it does begins to be seen."""

    def moved(self, table: T) -> None:
        """The match has been taken back, or on again."""

    def update(self, table: T, dt: float) -> None:
        """Time passes, s."""

    def rested(self, table: T) -> None:
        """Nothing moves at the table: called as long as that is so."""

    def tip(self, table: T) -> bool:
        """Somebody asks for a hint; False: the game may know one."""
        return False

    def above(self, canvas: Canvas, table: T) -> None:
        """Draws over everything."""
