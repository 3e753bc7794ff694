"""The first picture: felt and the name of the program, while the rest is loaded."""

from __future__ import annotations

from dataclasses import replace

from castlecards.ui.canvas import Canvas
from castlecards.ui.intents import Intent, Keyboard
from castlecards.ui.scene import STAY, Go
from castlecards.ui.text import Style
from castlecards.ui.theme import Look
from castlecards.ui.widgets.base import Widget

NAME = "Castlecards"
LOGO = Style("title", 84, "gold_high")


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


def draw_felt(canvas: Canvas) -> None:
    """Within the clip."""
    colours = canvas.look.palette
    felt = canvas.look.shapes.felt(canvas.size, colours.felt, colours.felt_edge)
    canvas.surface.blit(felt, canvas.clip.topleft, canvas.clip)


def draw_logo(canvas: Canvas, centre: tuple[float, float], width: int) -> None:
    """The name in gold with a soft dark edge, a hairline and a diamond below it."""
    look = canvas.look
    name, style = NAME, LOGO
    while look.width(name, style) > width and style.size > 12:
        style = replace(style, size=style.size - 4)
    x, y = centre
    drop = look.px(3)
    canvas.text(name, (x, y + drop), style, "c", (4, 28, 18))
    canvas.text(name, (x, y), style, "c")
    half = look.width(name, style) * 0.46
    below = round(y + look.px(style.size * 0.62))
    gold, size = look.palette.gold, look.px(5)
    gap = look.px(14)
    canvas.rule(gold, round(x - half), round(x - gap), below)
    canvas.rule(gold, round(x + gap), round(x + half), below)
    canvas.polygon(
        gold, [(x, below - size), (x + size, below), (x, below + size), (x - size, below)]
    )
