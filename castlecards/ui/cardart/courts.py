"""Painter of the twelve court cards (jack, queen, king) of the standard deck.

Each court has two picture files of its upper half: the figure, and the suit signs on its clothes,
which take the colour of the suit. The lower half is the upper one rotated by 180°. So one drawing
serves two-colour and four-colour decks. Measures are in mm.
"""

from __future__ import annotations

from pathlib import Path

import pygame
from pygame import Surface

from castlecards.ui.cardart.drawing import LENGTH, WIDTH, Sheet, SurfaceCache, drawn_on_sheet, lay
from castlecards.ui.cardart.outlines import Point, sign
from castlecards.ui.kit.shapes import Colour, blank

FRAME = (10.1, 13.2, 43.3, 68.6)  # the picture between the indices: x, y, width, height
NOTCH = (16.4, 32.4)  # corner kept free for a large index: width, height
EDGE: Colour = (38, 48, 95)
GROUND: Colour = (255, 253, 247)
PIP = 9.4  # mm
SUITS = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
PIPS_LEFT = frozenset(
    {"SJ", "SK", "HQ", "HK", "DK", "CK"}
)  # courts with free space on the left of the head


class Courts:
    """Painter of courts from the files in assets/courts."""

    def __init__(self, folder: Path, store: SurfaceCache) -> None:
        self._folder = folder
        self._store = store

    def draw(self, court: str, suit: str, colour: Colour, paper: Surface, large: bool) -> Surface:
        """Paint a court card without its indices, as large as the blank card `paper`.

        `court` is "J", "Q" or "K"; `suit` "S", "H", "D" or "C", in `colour`; `large`: keep the
        corners free for large indices. Raises FileNotFoundError if a picture is missing.
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
        """Both halves of the figure, opaque, `size` px."""
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
        """Load a picture, `part` times smaller than its file.

        Half-size pictures are cached, because moving cards need many sizes.
        """
        loaded = pygame.image.load(self._folder / f"{name}.png").premul_alpha()
        width, height = loaded.get_size()
        return pygame.transform.smoothscale(loaded, (width // part, height // part))


def _frame(sheet: Sheet, large: bool) -> None:
    """Draw the line around the picture; it spares the corners of large indices."""
    x, y, wide, high = FRAME
    corners: list[Point] = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
    if large:
        right, low = NOTCH
        half = [(x, low), (right, low), (right, y), (x + wide, y)]
        corners = half + [(WIDTH - px, LENGTH - py) for px, py in half]
    sheet.path(corners, EDGE, 0.3, closed=True)


def _pips(image: Surface, suit: str, colour: Colour, side: int) -> None:
    """Draw the large suit sign beside each head; `side`: -1 left, 1 right of the upper one."""
    unit = image.get_height() / LENGTH
    x = WIDTH / 2 + side * (FRAME[2] / 2 - 1.4 - PIP / 2)
    y = FRAME[1] + 1.4 + PIP / 2
    shape = sign(suit, round(PIP * unit), colour)
    lay(image, shape, x * unit, y * unit)
    turned = pygame.transform.rotate(shape, 180)
    lay(image, turned, (WIDTH - x) * unit, (LENGTH - y) * unit)
