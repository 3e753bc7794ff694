"""Painter of soft patches of ground: earth below buildings, and a road across the field."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface

from castlecards.ui.kit.shapes import blank

EARTH = (78, 72, 42, 120)
ROAD = (150, 126, 80, 110)
COARSE = 6  # px of the picture per px in which it is painted
BLUR = 3  # coarse px


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
