"""Add-ons of the table: hooks for practice and lessons; the base class does nothing.

An add-on never holds the table. The table calls its hooks, which return values or receive the
table for one call. Requests from its buttons run as soon as the input has been handled.
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
from castlecards.ui.scene import Go, Reset, Scene
from castlecards.ui.table.layout.model import Layout, Viewport

T = TypeVar("T")  # the table


class Addon(Generic[T]):
    """Add-on that does nothing, for an ordinary match; subclasses override its hooks."""

    layout = ""  # target layout, and id of the level: both for the record of throws
    level = ""
    replaces_score = False  # its panel shows the score and the figures of a throw
    framed: Position[Any] | None = (
        None  # position that the camera frames, instead of the current one
    )
    panel: Widget | None = None  # beside the table

    def __init__(self) -> None:
        self._requests: list[Callable[[T], object]] = []

    def callback(self, act: Callable[[T], object]) -> Callable[[], None]:
        """Callback for a button that requests `act` on the table."""
        return lambda: self._requests.append(act)

    def take_requests(self) -> Sequence[Callable[[T], object]]:
        """Return the pending requests and forget them."""
        requests, self._requests = self._requests, []
        return requests

    @property
    def moving(self) -> bool:
        """True if the add-on needs every frame drawn."""
        return False

    # -- values -------------------------------------------------------------------------------

    def viewport_for(self, viewport: Viewport) -> Viewport:
        """Viewport that the add-on leaves for the table."""
        return viewport

    def end_buttons(self) -> list[Button] | None:
        """Buttons at the end of the match; None: the usual result and replay."""
        return None

    def menu(self) -> Scene | None:
        """Menu that Esc opens; None: the usual menu of a match."""
        return None

    def leave(self) -> Go:
        """Navigation from the table; resources lent to the add-on are given back."""
        return Reset(Title())

    def refresh_panel(self) -> None:
        """Refresh the panel."""

    def draw_below(self, canvas: Canvas, layout: Layout) -> None:
        """Draw on the table, below moving cards."""

    def panel_texts(self) -> Sequence[str]:
        """Texts of the panel, for speech."""
        return ()

    def new_texts(self) -> Sequence[str]:
        """Texts of the panel that are new since the last call, for speech."""
        return ()

    # -- moments ------------------------------------------------------------------------------

    def begin(self, table: T) -> None:
        """Hook: the table exists and has not been shown yet."""

    def handle(self, table: T, intent: Intent) -> bool:
        """Handle an intent before the table does; True if it is consumed."""
        return False

    def admits(self, table: T, seat: Seat, action: Action) -> Action | None:
        """Action to play in place of a player's answer; None: reject it."""
        return action

    def records(self) -> bool:
        """True if a finished throw belongs in the record of throws."""
        return True

    def on_record(self, table: T, line: ThrowRecord) -> None:
        """Hook: a throw or a foul has been written to the record of throws."""

    def on_play(self, table: T, record: Record) -> None:
        """Hook: an action has been played, and its animation begins."""

    def on_undo(self, table: T) -> None:
        """Hook: the match has been undone or redone."""

    def update(self, table: T, dt: float) -> None:
        """Hook: `dt` seconds pass."""

    def on_rest(self, table: T) -> None:
        """Hook: nothing moves at the table; called every frame while that holds."""

    def tip(self, table: T) -> bool:
        """Give a hint; False lets the game give one."""
        return False

    def draw_above(self, canvas: Canvas, table: T) -> None:
        """Draw over everything."""
