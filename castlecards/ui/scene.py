"""Scenes: the interface of a screen, and scene changes as values.

The app keeps a stack of scenes. `handle` and `update` return the scene change to make: to another
scene, back to the scene below, or none (`STAY`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

from castlecards.ui.kit.intents import Intent, Keyboard
from castlecards.ui.routes import Route

if TYPE_CHECKING:  # so that turns can name scenes without pygame
    from pygame import Surface

    from castlecards.ui.kit.canvas import Canvas
    from castlecards.ui.kit.theme import Look
    from castlecards.ui.kit.widgets.base import Widget
    from castlecards.ui.kit.widgets.toast import Place


class Scene(Protocol):
    """Screen of the program. `layout` is called first, and after changes of size or settings."""

    @property
    def dirty(self) -> bool:
        """True if something has changed since the last `draw`."""

    @property
    def moving(self) -> bool:
        """True if `update` is needed at the full frame rate, not just a few times a second."""

    @property
    def holds_notes(self) -> bool:
        """True while notes wait, because they would cover a picture of a few seconds."""

    @property
    def keyboard(self) -> Keyboard:
        """Mode in which key presses are read."""

    @property
    def spoken(self) -> tuple[str, str]:
        """Words for speech: about the scene, and about what has the focus; "" for none."""

    def layout(self, look: Look, size: tuple[int, int]) -> None:
        """Lay out the scene for a new size or look; the next `draw` redraws everything."""

    def handle(self, intent: Intent) -> Go:
        """Handle input and return the scene change."""

    def update(self, dt: float) -> Go:
        """Advance time by `dt` s and return the scene change."""

    def draw(self, canvas: Canvas) -> None:
        """Draw what has changed; the surface still holds the last frame."""

    def refresh(self) -> None:
        """Discard the last frame: the next `draw` redraws everything."""

    def free_pictures(self, hidden: bool) -> None:
        """Free pictures as large as the window, because the scene is not drawn for a while.

        `hidden`: another page covers the scene or it is closed; else a dialog stands before a
        picture of it."""

    def prerender(self) -> bool:
        """Paint one piece for later frames. Return False if everything is painted."""

    def rescue(self) -> None:
        """Save unsaved data; called when the window closes and after a crash."""

    def find(self, id: str) -> Widget:
        """Visible widget by its id. Raises KeyError."""

    @property
    def place_toast(self) -> Place:
        """Function that moves a toast to a free place."""


TABLE_SIZE = (1004, 564)  # units that a table needs for its side column; it cannot scroll

# A target is a route, or a scene object if the class is known in the same package.
To = Route | Scene


@dataclass(frozen=True)
class Stay:
    """Scene change: none."""


STAY = Stay()


@dataclass(frozen=True)
class Push:
    """Scene change: open another scene above this one.

    When that closes, `then` gets its result and returns the next scene change.
    """

    to: To
    then: Callable[[Any], Go] | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Swap:
    """Scene change: replace this scene by another."""

    to: To


@dataclass(frozen=True)
class Reset:
    """Scene change: clear the stack and show another scene."""

    to: To


@dataclass(frozen=True)
class Back:
    """Scene change: close this scene with a result for the one below, then make the change `on`."""

    result: Any = None
    on: Go = STAY


Go = Stay | Push | Swap | Reset | Back


class Screen:
    """Base class of scenes. `go` collects the scene change that `handle` or `update` returns."""

    about = ""  # id of the game played or chosen here, whose rulebook F1 opens
    ambience = ""  # name of the background sound of the scene
    music = "", False  # name of its music; True: lowered, because a verdict is shown
    over = False  # modal: the scene below stays visible, darkened
    least_size = (0, 0)  # units; in a smaller window, text and buttons are drawn smaller
    place_toast: Place = staticmethod(lambda rect, toasts: rect)
    holds_notes = False
    backdrop: Surface | None = None  # darkened picture of the scene below, drawn by the app
    _next: Go = STAY

    @property
    def spoken(self) -> tuple[str, str]:
        """Say nothing."""
        return "", ""

    def go(self, to: Go) -> None:
        """Set the scene change; after a `Back` it is made from the scene below."""
        self._next = _chain(self._next, to)

    def free_pictures(self, hidden: bool) -> None:
        """Free the picture of the scene below; the app draws it again when needed."""
        self.backdrop = None

    def prerender(self) -> bool:
        """Paint nothing in advance."""
        return False

    def _take_change(self) -> Go:
        change, self._next = self._next, STAY
        return change


def _chain(first: Go, second: Go) -> Go:
    return replace(first, on=_chain(first.on, second)) if isinstance(first, Back) else second
