"""Painter of a medal: a disc of metal with a picture."""

from __future__ import annotations

from castlecards.ui.cardart.drawing import Pictures
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour, mix

GOLD: Colour = (228, 184, 92)
SILVER: Colour = (176, 184, 204)
BRONZE: Colour = (186, 122, 76)
RADIUS = 19  # units


def draw_medal(
    canvas: Canvas, pictures: Pictures, icon: str, at: tuple[float, float], metal: Colour
) -> None:
    """Draw a medal of a metal around `at`, px. `icon`: name of its picture."""
    px = canvas.look.px
    for radius, tone in (
        (RADIUS, mix(metal, (0, 0, 0), 0.5)),
        (18, metal),
        (15.5, mix(metal, (0, 0, 0), 0.62)),
        (14.5, mix(metal, (0, 0, 0), 0.4)),
    ):
        canvas.circle(tone, at, px(radius))
    light = mix(metal, (255, 255, 255), 0.45)
    canvas.blit_centred(pictures.picture(f"ui/{icon}", px(17), light), at)
