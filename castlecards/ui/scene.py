"""What the window shows at one time, and how one scene leads to the next.

Scenes lie in a stack that the app keeps. Each intent and each tick is answered with where to go
from there, as a value: on to another scene, back to the one below, or nowhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

from pygame import Surface

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Intent, Keyboard
from castlecards.ui.kit.theme import Look
from castlecards.ui.routes import Route

if TYPE_CHECKING:
    from castlecards.ui.kit.widgets.base import Widget


class Scene(Protocol):
    """One screen. The app calls `layout` first, and again after each change of size or settings."""

    @property
    def dirty(self) -> bool:
        """Something has changed since the last `draw`."""

    @property
    def moving(self) -> bool:
        """Wants `update` at the full frame rate; otherwise a few times a second will do."""

    @property
    def keyboard(self) -> Keyboard:
        """What key presses should become."""

    def layout(self, look: Look, size: tuple[int, int]) -> None:
        """A new window size, scale or look; the next `draw` draws everything."""

    def handle(self, intent: Intent) -> Go: ...

    def update(self, dt: float) -> Go:
        """`dt` in seconds since the last one."""

    def draw(self, canvas: Canvas) -> None:
        """What the surface held after the last `draw` is still there."""

    def refresh(self) -> None:
        """What the surface held is lost: the next `draw` draws everything."""

    def prerender(self) -> bool:
        """Paints one piece of what may be wanted soon, between two frames; False: all is there."""

    def rescue(self) -> None:
        """Saves what would be lost; called when the window closes and after a crash."""

    def find(self, id: str) -> Widget:
        """A visible widget by its id. Raises KeyError."""


# A scene names another one by its route; one of its own room it may have made itself.
To = Route | Scene


@dataclass(frozen=True)
class Stay:
    """Nothing else is to be shown."""


STAY = Stay()


@dataclass(frozen=True)
class Push:
    """Another scene above this one; what it answers is given to `then` when it closes, which says
    where to go from there."""

    to: To
    then: Callable[[Any], Go] | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Swap:
    """Another scene in the place of this one."""

    to: To


@dataclass(frozen=True)
class Anew:
    """Another scene, and no way back from there."""

    to: To


@dataclass(frozen=True)
class Back:
    """To the scene below, with an answer for it; then `on` from there."""

    result: Any = None
    on: Go = STAY


Go = Stay | Push | Swap | Anew | Back


class Screen:
    """The base of scenes: what was said with `go` while something was done is the answer to it."""

    about = ""  # the id of the game that is played or chosen here: its rules are meant by F1
    ambience = ""  # the name of a sound that goes on as long as one is here
    over = False  # the scene below stays in sight, darkened
    backdrop: Surface | None = None  # that one as it was when this opened; the app draws it
    _next: Go = STAY

    def go(self, to: Go) -> None:
        """Where to go after this intent or tick; after `Back` it is meant from the scene below."""
        self._next = _on(self._next, to)

    def prerender(self) -> bool:
        """Nothing is painted before it is wanted."""
        return False

    def _taken(self) -> Go:
        taken, self._next = self._next, STAY
        return taken


def _on(first: Go, second: Go) -> Go:
    return replace(first, on=_on(first.on, second)) if isinstance(first, Back) else second
