"""Painter of the felt background and of the program's logo."""

from __future__ import annotations

from dataclasses import replace

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look, Style

NAME = "Castlecards"
LOGO = Style("title", 84, "gold_high")


def hide_felt(look: Look, size: tuple[int, int]) -> None:
    """Free the picture of felt for a window of `size` px if it is large."""
    c = look.palette
    look.shapes.hide(size, "felt", size, c.felt, c.felt_edge)


def draw_felt(canvas: Canvas) -> None:
    """Draw felt over the clip."""
    colours = canvas.look.palette
    felt = canvas.look.shapes.felt(canvas.size, colours.felt, colours.felt_edge)
    canvas.surface.blit(felt, canvas.clip.topleft, canvas.clip)


def draw_logo(
    canvas: Canvas, centre: tuple[float, float], width: int, largest: float = LOGO.size
) -> None:
    """Draw the program's name in gold with an ornament below.

    It is at most `width` px wide and of at most the size `largest`, in units.
    """
    look = canvas.look
    name, style = NAME, replace(LOGO, size=min(LOGO.size, largest))
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
