"""Splash screen: felt and the program's logo, shown while the program loads."""

from __future__ import annotations

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Intent, Keyboard
from castlecards.ui.kit.logo import draw_felt, draw_logo
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.toast import Place
from castlecards.ui.scene import STAY, Go


class Splash:
    """Splash scene, drawn once; it takes no input."""

    moving = False
    keyboard: Keyboard = "commands"
    place_toast: Place = staticmethod(lambda rect, toasts: rect)
    holds_notes = False

    def __init__(self) -> None:
        self.dirty = True

    @property
    def spoken(self) -> tuple[str, str]:
        return "", ""

    def layout(self, look: Look, size: tuple[int, int]) -> None:
        self.dirty = True

    def handle(self, intent: Intent) -> Go:
        return STAY

    def update(self, dt: float) -> Go:
        return STAY

    def draw(self, canvas: Canvas) -> None:
        self.dirty = False
        draw_felt(canvas)
        width, height = canvas.size
        draw_logo(canvas, (width / 2, height * 0.45), width - canvas.look.px(40))

    def refresh(self) -> None:
        self.dirty = True

    def free_pictures(self, hidden: bool) -> None:
        """Do nothing: the splash keeps no pictures."""

    def prerender(self) -> bool:
        return False

    def rescue(self) -> None:
        """Do nothing: there is no game to save yet."""

    def find(self, id: str) -> Widget:
        raise KeyError(id)
