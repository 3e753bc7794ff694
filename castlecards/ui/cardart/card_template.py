"""Card template: the canvas in mm on which every deck style draws a face.

Parts that many cards share are drawn once at a larger scale and cached. Letters, signs and
pictures are drawn over them at their final size. A deck style decides what goes where.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pygame
from pygame import Surface

from castlecards.ui.cardart.courts import Courts
from castlecards.ui.cardart.drawing import (
    LENGTH,
    Lettering,
    Pictures,
    Sheet,
    SurfaceCache,
    drawn_on_sheet,
    lay,
)
from castlecards.ui.cardart.outlines import sign
from castlecards.ui.kit.shapes import Colour, blank


@dataclass(frozen=True)
class CardResources:
    """Fonts, pictures, court figures and the cache that all faces are drawn with."""

    store: SurfaceCache
    pictures: Pictures
    letters: Lettering
    courts: Courts


class CardTemplate:
    """Canvas of one face: `image` is the picture so far, `size` px, premultiplied.

    `suits`: key of `standard_cards.SUIT_COLOURS`; `large`: large indices. All positions are
    centres, in mm from the upper left corner.
    """

    def __init__(
        self,
        resources: CardResources,
        size: tuple[int, int],
        suits: str = "two",
        large: bool = False,
    ) -> None:
        self.resources = resources
        self.size = size
        self.suits = suits
        self.large = large
        self.unit = size[1] / LENGTH  # px per mm
        self.image = blank(size)

    def shared(self, key: tuple[object, ...], draw: Callable[[Sheet], object]) -> Surface:
        """Card-sized layer that all cards with this key share; drawn once and cached."""
        return self.resources.store.keep((*key, self.size), lambda: drawn_on_sheet(self.size, draw))

    def over(self, key: tuple[object, ...], draw: Callable[[Sheet], object]) -> None:
        """Draw a shared layer onto the face; see `shared`."""
        self.cover(self.shared(key, draw))

    def cover(self, part: Surface) -> None:
        """Draw a card-sized layer onto the face."""
        self.image.blit(part, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)

    @contextmanager
    def at_both_ends(self) -> Iterator[None]:
        """Context manager: draw everything inside a second time, rotated by 180°."""
        below, self.image = self.image, blank(self.size)
        yield
        part, self.image = self.image, below
        self.cover(part)
        self.cover(pygame.transform.rotate(part, 180))

    def lay(self, part: Surface, x: float, y: float) -> None:
        lay(self.image, part, x * self.unit, y * self.unit)

    def ink(self, text: str, font: str, high: float, room: float, colour: Colour) -> Surface:
        """Text cropped to its ink, with capitals `high` mm high, at most `room` mm wide."""
        return self.resources.letters.figure(text, font, high * self.unit, room * self.unit, colour)

    def figure(
        self, text: str, font: str, size: tuple[float, float], colour: Colour, x: float, y: float
    ) -> None:
        """Draw a short text; `size`: height of its capitals and greatest width, mm."""
        self.lay(self.ink(text, font, *size, colour), x, y)

    def shape(self, name: str, size: float, colour: Colour, least: int = 1) -> Surface:
        """Sign of `SIGNS`, `size` mm wide and at least `least` px."""
        return sign(name, max(least, round(size * self.unit)), colour)

    def sign(self, name: str, size: float, colour: Colour, x: float, y: float) -> None:
        self.lay(self.shape(name, size, colour), x, y)

    def picture(self, name: str, size: float, colour: Colour, x: float, y: float) -> None:
        self.lay(self.resources.pictures.picture(name, round(size * self.unit), colour), x, y)

    def words(
        self, text: str, font: str, span: tuple[float, float], largest: float, colour: Colour,
        aside: float = 11.0, lead: float = 1.14,
    ) -> bool:  # fmt: skip
        """Draw a centred, wrapped text; see `Lettering.block`."""
        return self.resources.letters.draw_block(
            self.image, text, font, span, largest, colour, aside, lead
        )
