"""What the window shows at one time, and what it is given to work with.

There is no stack: a scene answers every intent and every tick with the scene to show next, itself
or another. A popup keeps the scene below it and answers with that one when it is closed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pygame

from castlecards.ui.canvas import Canvas
from castlecards.ui.intents import Intent, Keyboard
from castlecards.ui.theme import Look

if TYPE_CHECKING:
    from castlecards.ui.widgets.base import Widget


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

    def handle(self, intent: Intent) -> Scene: ...

    def update(self, dt: float) -> Scene:
        """`dt` in seconds since the last one."""

    def draw(self, canvas: Canvas) -> None:
        """What the surface held after the last `draw` is still there."""

    def refresh(self) -> None:
        """What the surface held is lost: the next `draw` draws everything."""

    def rescue(self) -> None:
        """Saves what would be lost; called when the window closes and after a crash."""

    def find(self, id: str) -> Widget:
        """A visible widget by its id. Raises KeyError."""


class Popup:
    """Keeps the scene below, darkened and still, behind a scene on top; a base for small scenes."""

    def __init__(self, below: Scene) -> None:
        self.below = below
        self._backdrop: pygame.Surface | None = None

    def layout_below(self, look: Look, size: tuple[int, int]) -> None:
        self.below.layout(look, size)
        self._backdrop = None

    def draw_below(self, canvas: Canvas, shade: int = 150) -> None:
        """Draws the darkened scene below, from a picture taken when the popup opened."""
        if self._backdrop is None or self._backdrop.get_size() != canvas.size:
            picture = Canvas(pygame.Surface(canvas.size), canvas.look)
            self.below.refresh()
            self.below.draw(picture)
            picture.veil((4, 10, 7, shade))
            self._backdrop = picture.surface
        canvas.surface.blit(self._backdrop, (0, 0))

    def close(self) -> Scene:
        """The scene below, to be drawn in full."""
        self.below.refresh()
        return self.below
