"""A face while it is printed: the template that the faces of all decks share.

Parts that many cards have in common are drawn once on a large sheet and kept; on them go letters,
signs and pictures at their true size. A deck style says what goes where, in mm of the card.
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
class Inks:
    """What faces are printed with."""

    store: SurfaceCache
    pictures: Pictures
    letters: Lettering
    courts: Courts


class CardTemplate:
    """`image`: the face up to now, `size` px large, premultiplied; `four` colours and `large`
    indices, as the player wishes. Places are centres, mm from the upper left corner."""

    def __init__(
        self, inks: Inks, size: tuple[int, int], four: bool = False, large: bool = False
    ) -> None:
        self.inks = inks
        self.size = size
        self.four = four
        self.large = large
        self.unit = size[1] / LENGTH  # px per mm
        self.image = blank(size)

    def shared(self, key: tuple[object, ...], draw: Callable[[Sheet], object]) -> Surface:
        """A part as large as the card that all cards with this key have."""
        return self.inks.store.keep((*key, self.size), lambda: drawn_on_sheet(self.size, draw))

    def over(self, key: tuple[object, ...], draw: Callable[[Sheet], object]) -> None:
        """Lays such a part on."""
        self.cover(self.shared(key, draw))

    def cover(self, part: Surface) -> None:
        """Lays on what is as large as the card."""
        self.image.blit(part, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)

    @contextmanager
    def twice(self) -> Iterator[None]:
        """What is printed meanwhile stands at the other end, too, turned by 180 degrees."""
        below, self.image = self.image, blank(self.size)
        yield
        part, self.image = self.image, below
        self.cover(part)
        self.cover(pygame.transform.rotate(part, 180))

    def lay(self, part: Surface, x: float, y: float) -> None:
        lay(self.image, part, x * self.unit, y * self.unit)

    def ink(self, text: str, font: str, high: float, room: float, colour: Colour) -> Surface:
        """Letters cut to their ink, with capitals `high` mm high, at most `room` mm wide."""
        return self.inks.letters.figure(text, font, high * self.unit, room * self.unit, colour)

    def figure(
        self, text: str, font: str, size: tuple[float, float], colour: Colour, x: float, y: float
    ) -> None:
        """`size`: height and room."""
        self.lay(self.ink(text, font, *size, colour), x, y)

    def shape(self, name: str, size: float, colour: Colour, least: int = 1) -> Surface:
        """A sign `size` mm large, of at least so many px."""
        return sign(name, max(least, round(size * self.unit)), colour)

    def sign(self, name: str, size: float, colour: Colour, x: float, y: float) -> None:
        self.lay(self.shape(name, size, colour), x, y)

    def picture(self, name: str, size: float, colour: Colour, x: float, y: float) -> None:
        self.lay(self.inks.pictures.picture(name, round(size * self.unit), colour), x, y)

    def words(
        self, text: str, font: str, span: tuple[float, float], largest: float, colour: Colour,
        aside: float = 11.0, lead: float = 1.14,
    ) -> bool:  # fmt: skip
        """A text in the middle of the card; see `Lettering.block`."""
        return self.inks.letters.block(self.image, text, font, span, largest, colour, aside, lead)
