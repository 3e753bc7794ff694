"""Card art: pictures of all faces and backs, painted on demand and cached.

Cards are drawn from paths, the bundled fonts and icons at the requested size. The cache is limited
in bytes. `Face.deck` selects the deck style; an unknown style gets a plain card with its title and
text.
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
from castlecards.ui.cardart.card_template import CardResources, CardTemplate
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
from castlecards.ui.kit.shapes import LARGE

CACHE = 40 << 20  # bytes, size of the cache: about 400 cards of 120 x 180 px
PARTS_FRACTION = 5  # one fifth of the cache holds the parts that cards share
SHADOWS = 10 << 20  # bytes, cache of shadows of moving cards
PLACED_CACHE = 6 << 20  # bytes, cache of pictures made for one position on the table
USUAL = 1280 * 800  # px of a window for which these limits are enough
WINDOWS = 1  # pictures of window size, 24 bits a px, that the cache of cards holds, too: the mat
MOST_PLACED = 1.25  # times `PLACED_CACHE` at most
SMALLEST = 12  # px of height
LARGEST = 4000  # px of height
STYLES: dict[str, Callable[[CardTemplate, Face], None]] = {  # by `Face.deck`
    "rampage": rampage_cards.draw, "standard": standard_cards.draw, "tech": tech_cards.draw,
    "token": token_cards.draw,
}  # fmt: skip


class PrintOptions(Protocol):
    """Player's settings for the standard deck: suit colours and size of the index."""

    @property
    def suits(self) -> str:
        """Key of `standard_cards.SUIT_COLOURS`."""

    @property
    def large_index(self) -> bool: ...


@dataclass(frozen=True)
class DefaultPrintOptions:
    """Default print options: black and red suits, small indices."""

    suits: str = "two"
    large_index: bool = False


def card_size(height: int) -> tuple[int, int]:
    """Width and height in px of a card of `height` px."""
    height = max(SMALLEST, min(LARGEST, height))
    return round(height * WIDTH / LENGTH), height


def printed(face: Face) -> tuple[object, ...]:
    """Visible content of a face, as a cache key: copies of a card have equal keys."""
    kind = face.key.partition(".")[0]
    return face.deck, kind, face.rank, face.suit, face.title, face.line, face.text


class CardArt:
    """Painter and cache of cards. Surfaces are premultiplied and shared: do not draw on them."""

    def __init__(
        self, printing: PrintOptions | None = None, folder: Path | None = None, limit: int = CACHE
    ) -> None:
        """`folder`: the assets, by default those of the program; `limit`: bytes of cache."""
        folder = folder or paths.assets()
        self.printing = ("two", False)  # colours of the suits, large index
        # a cache of its own: once a card is painted, its parts are rarely needed again
        self._parts = SurfaceCache(limit // PARTS_FRACTION)
        self._cards = limit - limit // PARTS_FRACTION  # bytes
        self._store = SurfaceCache(self._cards)
        # a cache of its own: a card in flight needs many, few of them twice
        self._shadows = SurfaceCache(SHADOWS)
        self._placed: LruCache[Placed] = LruCache(
            PLACED_CACHE, lambda placed: surface_bytes(placed[0])
        )
        self._is_large = False  # True in a large window
        self._window_key: tuple[object, ...] = ()  # of the last picture of the window's size
        self.pictures = Pictures(folder / "icons", self._parts)
        self.letters = Lettering(folder / "fonts")
        courts = Courts(folder / "courts", self._parts)
        self._resources = CardResources(self._parts, self.pictures, self.letters, courts)
        self.apply(printing or DefaultPrintOptions())

    def apply(self, printing: PrintOptions) -> None:
        """Set the print options; cards painted with other options are no longer returned."""
        self.printing = (printing.suits, printing.large_index)

    def face(self, face: Face, height: int, uncached: bool = False) -> Surface:
        """Front of a card, `height` px high and 63.5/95 of that wide.

        `uncached`: do not cache it, because the caller caches a picture made from it.
        """
        size = card_size(height)
        key = ("face", printed(face), size, self.printing)
        keep = self._store.once if uncached else self._store.keep
        return keep(key, lambda: self._opaque(self._draw(face, size)))

    def back(self, name: str, height: int) -> Surface:
        """Back of a card by its name, `Face.back`; `height` in px."""
        size = card_size(height)
        return self._store.keep(
            ("back", name, size),
            lambda: self._opaque(draw_back(name, size, self.pictures, self.letters)),
        )

    def keep(self, key: tuple[object, ...], make: Callable[[], Surface]) -> Surface:
        """Cached picture made from cards; made again if the print options change."""
        return self._store.keep(("made", key, self.printing), make)

    def shadow(self, key: tuple[object, ...], make: Callable[[], Surface]) -> Surface:
        """Cached shadow of a moving card."""
        return self._shadows.keep(key, make)

    def steps(self, key: tuple[object, ...], make: Callable[[], Steps[Surface]]) -> Steps[Surface]:
        """Generator form of `keep`, for a picture that is made in steps."""
        return self._store.steps(("made", key, self.printing), make)

    def window_steps(
        self, key: tuple[object, ...], make: Callable[[], Steps[Surface]]
    ) -> Steps[Surface]:
        """Generator form of `keep`, for a picture of the window's size. In a large window the last
        one is freed before another one is made."""
        if self._is_large and key != self._window_key:
            self._store.drop(("made", self._window_key, self.printing))
        self._window_key = key
        return self.steps(key, make)

    def keep_placed(self, key: tuple[object, ...], make: Callable[[], Placed]) -> Placed:
        """Cached picture together with its position on the screen; see `keep`."""
        return self._placed.keep((key, self.printing), make)

    def set_limits(self, size: tuple[int, int]) -> None:
        """Set the limits of the caches for a window of `size` px."""
        area = max(USUAL, size[0] * size[1])
        self._is_large = area > LARGE
        self._store.limit = self._cards + WINDOWS * 3 * (area - USUAL)
        self._shadows.limit = SHADOWS + area - USUAL
        self._placed.limit = round(PLACED_CACHE * min(MOST_PLACED, area / USUAL))

    def on_resize(self) -> None:
        """Tell the caches that the window has a new size; pictures of old sizes expire."""
        self._parts.on_resize()
        self._store.on_resize()
        self._shadows.on_resize()
        self._placed.on_resize()
        self.letters.on_resize()

    def clear(self) -> None:
        """Empty all caches."""
        self._parts.clear()
        self._store.clear()
        self._shadows.clear()
        self._placed.clear()

    @property
    def painted_bytes(self) -> int:
        """Bytes of all cards, and pictures made from cards, painted since the start."""
        return self._store.made

    @property
    def limit(self) -> int:
        """Limit of the cache of cards, in bytes."""
        return self._store.limit

    def _opaque(self, image: Surface) -> Surface:
        """Restore full opacity: each blend of two pictures loses a step or two of 255."""

        def alpha() -> Surface:
            whole = card_mask(size)
            whole.fill((0, 0, 0, 255), special_flags=BLEND_RGBA_MULT)
            return whole

        size = image.get_size()
        image.blit(self._store.keep(("alpha", size), alpha), (0, 0), special_flags=BLEND_RGBA_MAX)
        return image

    def _draw(self, face: Face, size: tuple[int, int]) -> Surface:
        template = CardTemplate(self._resources, size, *self.printing)
        STYLES.get(face.deck, plain_cards.draw)(template, face)
        return template.image
