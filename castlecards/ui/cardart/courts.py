"""The twelve courts of the standard deck: pictures of an upper half, joined to their reflection.

A picture leaves the ground free and the suit's shapes on the clothes as well; those are a second
picture that takes the colour of the suit. So a court reads the same from both sides, and four
colours need no other drawings. Measures are in millimetres.
"""

from __future__ import annotations

from pathlib import Path

import pygame
from pygame import Surface

from castlecards.ui.cardart.drawing import LENGTH, WIDTH, Sheet, SurfaceCache, drawn_on_sheet, lay
from castlecards.ui.cardart.outlines import Point, sign
from castlecards.ui.kit.shapes import Colour, blank

FRAME = (10.1, 13.2, 43.3, 68.6)  # the picture between the indices: x, y, width, height
NOTCH = (16.4, 32.4)  # what a large index takes of the corner: to the right, down
EDGE: Colour = (38, 48, 95)
GROUND: Colour = (255, 253, 247)
PIP = 9.4  # mm
SUITS = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
PIPS_LEFT = frozenset({"SJ", "SK", "HQ", "HK", "DK", "CK"})  # where the drawing leaves room


class Courts:
    """Draws courts from the files below assets/courts."""

    def __init__(self, folder: Path, store: SurfaceCache) -> None:
        self._folder = folder
        self._store = store

    def draw(self, court: str, suit: str, colour: Colour, paper: Surface, large: bool) -> Surface:
        """A card without its indices, as large as the empty card `paper`.

        `court` is "J", "Q" or "K"; `suit` "S", "H", "D" or "C", in `colour`; `large`: with room
        for large indices. Raises FileNotFoundError for a picture that is not there.
        """
        size = paper.get_size()
        image = paper.copy()
        scale = size[0] / WIDTH, size[1] / LENGTH
        left, top = round(FRAME[0] * scale[0]), round(FRAME[1] * scale[1])
        area = pygame.Rect(left, top, size[0] - 2 * left, size[1] - 2 * top)
        image.blit(self._figure(suit + court, colour, area.size), area)
        if large:
            right, low = round(NOTCH[0] * scale[0]), round(NOTCH[1] * scale[1])
            for at in ((0, 0), (size[0] - right, size[1] - low)):
                image.blit(paper, at, (*at, right, low))
        line = self._store.keep(
            ("court-frame", size, large),
            lambda: drawn_on_sheet(size, lambda sheet: _frame(sheet, large)),
        )
        image.blit(line, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
        name = suit + court
        if not large or name not in PIPS_LEFT:
            _pips(image, SUITS[suit], colour, -1 if name in PIPS_LEFT else 1)
        return image

    def _figure(self, name: str, colour: Colour, size: tuple[int, int]) -> Surface:
        """Opaque; both halves, `size` px in all."""
        half = (size[0], (size[1] + 1) // 2)
        part = blank(half)
        part.fill(GROUND)
        part.blit(self._scaled(name, half), (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
        marks = self._scaled(f"{name}-suit", half).copy()
        marks.fill((*colour, 255), special_flags=pygame.BLEND_RGBA_MULT)
        part.blit(marks, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
        whole = blank(size)
        whole.blit(pygame.transform.rotate(part, 180), (0, size[1] - half[1]))
        whole.blit(part, (0, 0), (0, 0, half[0], size[1] // 2))
        return whole

    def _scaled(self, name: str, size: tuple[int, int]) -> Surface:
        source = self._store.keep(("half", name), lambda: self._loaded(name, 2))
        if size[0] > 0.8 * source.get_width():
            source = self._loaded(name, 1)
        return pygame.transform.smoothscale(source, size)

    def _loaded(self, name: str, part: int) -> Surface:
        """A picture from its file, so many times reduced: the small ones are kept, as cards on
        their way need many sizes."""
        loaded = pygame.image.load(self._folder / f"{name}.png").premul_alpha()
        width, height = loaded.get_size()
        return pygame.transform.smoothscale(loaded, (width // part, height // part))


def _frame(sheet: Sheet, large: bool) -> None:
    """The line around the picture; it goes round the corners of large indices."""
    x, y, wide, high = FRAME
    corners: list[Point] = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
    if large:
        right, low = NOTCH
        half = [(x, low), (right, low), (right, y), (x + wide, y)]
        corners = half + [(WIDTH - px, LENGTH - py) for px, py in half]
    sheet.path(corners, EDGE, 0.3, closed=True)


def _pips(image: Surface, suit: str, colour: Colour, side: int) -> None:
    """The large suit beside the head, and turned at the other head."""
    unit = image.get_height() / LENGTH
    x = WIDTH / 2 + side * (FRAME[2] / 2 - 1.4 - PIP / 2)
    y = FRAME[1] + 1.4 + PIP / 2
    shape = sign(suit, round(PIP * unit), colour)
    lay(image, shape, x * unit, y * unit)
    turned = pygame.transform.rotate(shape, 180)
    lay(image, turned, (WIDTH - x) * unit, (LENGTH - y) * unit)
