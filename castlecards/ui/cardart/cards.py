"""Every card of every deck as a picture: `CardArt.face` and `CardArt.back`.

Cards are drawn from paths, the bundled fonts and icons at the size asked for, and kept in a store
bounded by bytes. Which deck style draws a face is decided by `Face.deck`; an unknown style gets a
plain card with its title and text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pygame import BLEND_RGBA_MAX, BLEND_RGBA_MULT, Surface

from castlecards import paths
from castlecards.core.cards import Face
from castlecards.ui.cardart import (
    plain_cards,
    rampage_cards,
    standard_cards,
    tech_cards,
    token_cards,
)
from castlecards.ui.cardart.backs import draw_back
from castlecards.ui.cardart.card_template import CardTemplate, Inks
from castlecards.ui.cardart.courts import Courts
from castlecards.ui.cardart.drawing import (
    LENGTH,
    WIDTH,
    Lettering,
    Pictures,
    Placed,
    SurfaceCache,
    card_mask,
)
from castlecards.ui.kit.cache import LruCache, surface_bytes
from castlecards.ui.kit.incremental import Steps

CACHE = 64 << 20  # bytes of cards kept: 640 cards of 120 x 180 px, and
INKS = 8  # one part of so many of what cards of one size are printed with
LAID = 12 << 20  # bytes kept of what was made for one place on the table
SMALLEST, LARGEST = 12, 4000  # px of height
STYLES: dict[str, Callable[[CardTemplate, Face], None]] = {  # by `Face.deck`
    "rampage": rampage_cards.draw, "standard": standard_cards.draw, "tech": tech_cards.draw,
    "token": token_cards.draw,
}  # fmt: skip


class PrintOptions(Protocol):
    """How the player wishes the cards of the standard deck to be printed; the settings say it."""

    @property
    def four_colour(self) -> bool: ...

    @property
    def large_index(self) -> bool: ...


@dataclass(frozen=True)
class Usual:
    """Black and red, small indices."""

    four_colour: bool = False
    large_index: bool = False


def card_size(height: int) -> tuple[int, int]:
    """Width and height in px of a card of `height` px."""
    height = max(SMALLEST, min(LARGEST, height))
    return round(height * WIDTH / LENGTH), height


def printed(face: Face) -> tuple[object, ...]:
    """All of a face that is seen: cards for which it is equal, such as copies, look alike."""
    kind = face.key.partition(".")[0]
    return face.deck, kind, face.rank, face.suit, face.title, face.line, face.text


class CardArt:
    """Draws cards and keeps them. What it gives is premultiplied and shared: do not draw on it."""

    def __init__(
        self, printing: PrintOptions | None = None, folder: Path | None = None, limit: int = CACHE
    ) -> None:
        """`folder`: the assets, if they do not lie where the program's own do."""
        folder = folder or paths.assets()
        self._printing = (False, False)  # four colours, large index
        # apart, for a card that is printed once needs its parts no more
        self._parts = SurfaceCache(limit // INKS)
        self._store = SurfaceCache(limit - limit // INKS)
        self._laid: LruCache[Placed] = LruCache(LAID, lambda placed: surface_bytes(placed[0]))
        self.pictures = Pictures(folder / "icons", self._parts)
        self.letters = Lettering(folder / "fonts")
        courts = Courts(folder / "courts", self._parts)
        self._inks = Inks(self._parts, self.pictures, self.letters, courts)
        self.apply(printing or Usual())

    def apply(self, printing: PrintOptions) -> None:
        """Prints from now on as `printing` says; what was drawn otherwise is not handed out."""
        self._printing = (printing.four_colour, printing.large_index)

    def face(self, face: Face, height: int, once: bool = False) -> Surface:
        """The front of a card, `height` px high and 63.5/95 of that wide. `once`: for something
        that is made of it and kept instead."""
        size = card_size(height)
        key = ("face", printed(face), size, self._printing)
        keep = self._store.once if once else self._store.keep
        return keep(key, lambda: self._solid(self._draw(face, size)))

    def back(self, name: str, height: int) -> Surface:
        """The back called `Face.back`; equal names look alike."""
        size = card_size(height)
        return self._store.keep(
            ("back", name, size),
            lambda: self._solid(draw_back(name, size, self.pictures, self.letters)),
        )

    def keep(self, key: tuple[object, ...], make: Callable[[], Surface]) -> Surface:
        """A picture made of cards, kept with them until they are printed otherwise."""
        return self._store.keep(("made", key, self._printing), make)

    def steps(self, key: tuple[object, ...], make: Callable[[], Steps[Surface]]) -> Steps[Surface]:
        """The same of what is made bit by bit."""
        return self._store.steps(("made", key, self._printing), make)

    def lay(self, key: tuple[object, ...], make: Callable[[], Placed]) -> Placed:
        """The same of what was made for its place on the screen."""
        return self._laid.keep((key, self._printing), make)

    def turn(self) -> None:
        """The window has another size, and so have cards: what is of no use any more goes."""
        self._parts.turn()
        self._store.turn()
        self._laid.turn()
        self.letters.turn()

    def clear(self) -> None:
        """Forgets everything drawn, as when the size of cards has changed for good."""
        self._parts.clear()
        self._store.clear()
        self._laid.clear()

    @property
    def used(self) -> int:
        """Bytes of pictures kept."""
        return self._parts.used + self._store.used + self._laid.used

    @property
    def made(self) -> int:
        """Bytes of cards and of pictures made of them that were ever painted."""
        return self._store.made

    @property
    def room(self) -> int:
        """Bytes of those that are kept at most."""
        return self._store.limit

    def _solid(self, image: Surface) -> Surface:
        """Opaque again: laying one picture on another costs a step or two of 255 each time."""

        def alpha() -> Surface:
            whole = card_mask(size)
            whole.fill((0, 0, 0, 255), special_flags=BLEND_RGBA_MULT)
            return whole

        size = image.get_size()
        image.blit(self._store.keep(("alpha", size), alpha), (0, 0), special_flags=BLEND_RGBA_MAX)
        return image

    def _draw(self, face: Face, size: tuple[int, int]) -> Surface:
        imprint = CardTemplate(self._inks, size, *self._printing)
        STYLES.get(face.deck, plain_cards.draw)(imprint, face)
        return imprint.image
