"""Painters of the ground around buildings: soft patches of earth, road or water, and trees."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface

from castlecards.ui.cardart.buildings.building import Building
from castlecards.ui.cardart.buildings.paper_cut import WOOD, PaperCut
from castlecards.ui.kit.shapes import Colour, blank, mix

EARTH = (78, 72, 42, 120)
ROAD = (150, 126, 80, 110)
RIVER = (24, 70, 92, 110)
COARSE = 6  # px of the picture per px in which it is painted
BLUR = 3  # coarse px
FIR: Colour = (30, 84, 58)
SIZES = (0.62, 0.8, 1.0)  # scale of a tree by its level


def soft_patch(size: tuple[int, int], colour: tuple[int, int, int, int]) -> Surface:
    """Ellipse of translucent `colour` with a soft edge in a picture of `size` px; premultiplied."""
    small = blank((max(1, size[0] // COARSE), max(1, size[1] // COARSE)))
    around = small.get_rect()
    inner = Rect(0, 0, around.width - 4 * BLUR, around.height - 4 * BLUR)
    if inner.width > 0 and inner.height > 0:
        inner.center = around.center
        pygame.draw.ellipse(small, colour, inner)
    soft = pygame.transform.gaussian_blur(small.premul_alpha(), BLUR)
    return pygame.transform.smoothscale(soft, size)


def paint_tree(pen: PaperCut, building: Building) -> None:
    """Draw a fir of three tiers; the level says how tall it is."""
    size = SIZES[min(building.level, len(SIZES)) - 1]
    pen.box(-3 * size, 0, 6 * size, 14 * size, mix(WOOD, (0, 0, 0), 0.35))
    for half, low, high in ((17, 8, 30), (13.5, 22, 43), (9.5, 35, 56)):
        pen.polygon(FIR, (-half * size, low * size), (0, high * size), (half * size, low * size))
        pen.polygon(
            mix(FIR, (0, 0, 0), 0.25), (half * size / 3, low * size), (0, high * size),
            (half * size, low * size),
        )  # fmt: skip
