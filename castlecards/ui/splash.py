"""The first picture: felt and the name of the program, while the rest is loaded."""

from __future__ import annotations

from castlecards.ui.canvas import Canvas
from castlecards.ui.intents import Intent, Keyboard
from castlecards.ui.logo import draw_felt, draw_logo
from castlecards.ui.scene import STAY, Go
from castlecards.ui.theme import Look
from castlecards.ui.widgets.base import Widget


class Splash:
    """Drawn once; answers nothing."""

    moving = False
    keyboard: Keyboard = "commands"

    def __init__(self) -> None:
        self.dirty = True

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

    def rescue(self) -> None:
        """Nothing to lose yet."""

    def find(self, id: str) -> Widget:
        raise KeyError(id)
