"""The look in numbers: colours, type styles, and sizes in design units.

One design unit is one pixel of a 1280 x 800 window; `Look.px` turns units into pixels of this one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import pygame

from castlecards.ui.kit.shapes import Shapes
from castlecards.ui.kit.text import Colour, Fonts, Style, ellipsis

DESIGN = (1280, 800)  # px, the window in which one unit is one pixel
SCALES = (0.75, 3.0)  # least and greatest automatic scale


@dataclass(frozen=True)
class Palette:
    """Deep green, gold and parchment; texts have contrast 4.5:1 or more on their ground."""

    felt: Colour = (21, 92, 62)
    felt_edge: Colour = (5, 38, 25)
    panel: Colour = (22, 36, 30)
    panel_low: Colour = (16, 27, 22)
    inset: Colour = (11, 18, 15)
    inset_edge: Colour = (74, 68, 46)
    line: Colour = (52, 66, 56)
    gold: Colour = (201, 162, 75)
    gold_high: Colour = (242, 211, 129)
    gold_low: Colour = (122, 98, 48)
    text: Colour = (241, 233, 212)
    muted: Colour = (166, 176, 162)
    faint: Colour = (134, 146, 134)
    button: Colour = (52, 77, 64)
    button_low: Colour = (37, 57, 47)
    button_over: Colour = (70, 99, 83)
    button_over_low: Colour = (50, 75, 62)
    button_down: Colour = (32, 50, 41)
    button_down_low: Colour = (40, 61, 50)
    primary: Colour = (222, 184, 98)
    primary_low: Colour = (176, 136, 58)
    primary_over: Colour = (240, 207, 128)
    primary_over_low: Colour = (196, 156, 76)
    primary_ink: Colour = (30, 24, 12)
    on: Colour = (72, 128, 97)
    danger: Colour = (140, 48, 44)
    danger_low: Colour = (104, 34, 32)
    danger_text: Colour = (245, 150, 136)
    parchment: Colour = (245, 238, 220)
    parchment_low: Colour = (236, 226, 201)
    parchment_dark: Colour = (218, 205, 174)
    ink: Colour = (42, 34, 28)
    crimson: Colour = (132, 28, 38)
    link: Colour = (20, 88, 62)
    found: Colour = (246, 214, 120)


PALETTE = Palette()
TITLE = Style("title", 34, "gold_high")
HEADING = Style("title", 22, "gold_high")
BODY = Style("ui", 17, "text")
BUTTON = Style("bold", 16, "text")
SMALL = Style("ui", 14, "muted")
CARD = Style("card", 17, "ink")

RADIUS = 9  # units, of buttons and fields
PANEL_RADIUS = 15  # units
CONTROL = 42  # units, height of a button or field
GAP = 14  # units, between neighbours


@dataclass(frozen=True)
class Look:
    """Palette, scale and type of one window size; made anew when any of them changes."""

    palette: Palette
    scale: float
    fonts: Fonts
    shapes: Shapes
    still: bool = False  # reduced motion

    def px(self, units: float) -> int:
        """Design units in pixels, at least 1 for a positive length."""
        return max(1, round(units * self.scale)) if units > 0 else round(units * self.scale)

    def font(self, style: Style) -> pygame.font.Font:
        return self.fonts.font(style.face, self._type(style))

    def image(self, string: str, style: Style, colour: Colour | None = None) -> pygame.Surface:
        """One line of text, premultiplied."""
        shade = colour or self.tone(style.tone)
        return self.fonts.image(string, style.face, self._type(style), shade)

    def width(self, string: str, style: Style) -> int:
        return self.fonts.width(string, style.face, self._type(style))

    def line(self, style: Style) -> int:
        """Height of one line of text, px."""
        return round(self._type(style) * 1.36)

    def wrap(self, string: str, style: Style, width: int) -> list[str]:
        return self.fonts.wrap(string, style.face, self._type(style), width)

    def fit(self, string: str, style: Style, width: int) -> tuple[str, Style]:
        """The line and style in which `string` fits: smaller type first, then an ellipsis."""
        if self.width(string, style) <= width:
            return string, style
        for factor in (0.94, 0.88, 0.82, 0.76):
            smaller = replace(style, size=style.size * factor)
            if self.width(string, smaller) <= width:
                return string, smaller
        return ellipsis(string, width, lambda part: self.width(part, smaller)), smaller

    def cut(self, string: str, style: Style, width: int) -> bool:
        """Does not all of `string` fit, however small `fit` makes it?"""
        return self.fit(string, style, width)[0] != string

    def tone(self, name: str) -> Colour:
        """A colour of the palette by its name."""
        colour: Colour = getattr(self.palette, name)
        return colour

    def _type(self, style: Style) -> int:
        return max(8, round(style.size * self.scale))


def auto_scale(size: tuple[int, int]) -> float:
    """Pixels for one design unit in a window of `size`."""
    fitting = min(size[0] / DESIGN[0], size[1] / DESIGN[1])
    return min(SCALES[1], max(SCALES[0], fitting))
