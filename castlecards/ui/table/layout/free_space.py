"""Search for free space on the table: for tooltips, captions, chips and panels."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import NamedTuple

from pygame import Rect

from castlecards.ui.table.layout.camera import Point
from castlecards.ui.table.layout.model import PARTS

ABREAST = 9  # cards of a pile in one row
CARD = 128.0  # units, height of a card on a pile sheet
STEP = 47.0  # units from one card to the next
PAD = 14.0  # units, margin around the cards
HEAD = 24.0  # units, height of the heading
BETWEEN = 8.0  # units between two rows
ACROSS = 24  # columns of the grid of positions that are tried
DOWN = 14  # rows of that grid
NEAR = 2.0  # widths around a rectangle in which `nearest_free` searches
ASIDE = (150.0, 260.0)  # units from the first touch to the middle of the callout, tried in order
ROWS = (0.0, 80.0, -80.0, 160.0)  # units below the first touch, tried in order


def place_tooltip(
    tall: int, ratio: float, near: Rect, clear: Sequence[Rect], window: Rect, gap: int, above: bool
) -> Rect:
    """Rectangle for a tooltip `tall` px high, or smaller as in `PARTS`; `ratio` is width / height.

    `near`: rectangle of the card; `clear`: rectangles to keep uncovered; `above`: prefer a place
    above the card to one beside it. If every place covers something, the least is covered.
    """
    best: tuple[float, Rect] | None = None
    for part in PARTS:
        size = (round(tall * part * ratio), round(tall * part))
        usual = _usual(size, near, window, gap, above)
        for rect in (usual, *grid_places(size, usual, window, gap)):
            covered = _covered(rect, clear) + 3 * _covered(rect, (near,))
            if not covered:
                return rect
            if best is None or covered < best[0]:
                best = covered, rect
    assert best is not None
    return best[1]


def free_rect(
    sizes: Sequence[tuple[int, int]],
    near: Rect,
    clear: Sequence[Rect],
    window: Rect,
    gap: int,
    above: bool,
) -> Rect | None:
    """Rectangle nearest to the usual place that covers neither `near` nor any of `clear`.

    Tries `sizes` (width, height, px) in order; None if none fits.
    """
    for size in sizes:
        usual = _usual(size, near, window, gap, above)
        inside = filter(window.contains, (usual, *grid_places(size, usual, window, gap)))
        if (found := first_free(inside, [near, *clear])) is not None:
            return found
    return None


def first_free(places: Iterable[Rect], taken: Sequence[Rect]) -> Rect | None:
    """First of `places` that covers nothing of `taken`."""
    return next((place for place in places if place.collidelist(taken) < 0), None)


def nearest_free(rect: Rect, taken: Sequence[Rect], within: Rect, gap: int) -> Rect:
    """Move `rect` to the nearest place inside `within` that covers nothing of `taken`.

    Keeps `gap` px from each obstacle. Returns `rect` itself if no such place exists.
    """
    if rect.collidelist(taken) < 0:
        return rect
    around = rect.inflate(NEAR * rect.width, NEAR * rect.width)
    near = [other for other in taken if around.colliderect(other)]
    rows = [rect.y, *(y for other in near for y in (other.top - gap - rect.h, other.bottom + gap))]
    lines = [rect.x, *(x for other in near for x in (other.left - gap - rect.w, other.right + gap))]
    corners = ((x, y) for x in dict.fromkeys(lines) for y in dict.fromkeys(rows))
    places = [Rect(corner, rect.size).clamp(within) for corner in corners]
    places.sort(key=lambda place: math.dist(place.center, rect.center))
    return first_free(places, taken) or rect


class CalloutPlace(NamedTuple):
    """Place of a callout, and its leader: points from the first touch to the box, px."""

    rect: Rect
    leader: tuple[Point, ...]


def place_callout(
    size: tuple[int, int],
    touch: Point,
    start: Point,
    taken: Sequence[Rect],
    within: Rect,
    unit: float,
    before: Rect | None = None,
) -> CalloutPlace | None:
    """Place of a callout of this size, px, inside `within`; None if there is no free place.

    It covers nothing of `taken`, and its leader crosses nothing of it, but for what was touched.
    The place `before` is tried first, then the side of the `touch` away from the `start` of the
    flight, then the nearest free place; `unit`: px. If each leader crosses something, the first
    free place is taken.
    """
    away = 1 if touch[0] >= start[0] else -1
    usual = Rect((0, 0), size)
    usual.center = round(touch[0] + away * ASIDE[0] * unit), round(touch[1])
    places = [before] if before is not None and before.size == size else []
    for down in ROWS:
        for aside in ASIDE:
            for side in (away, -away):
                place = Rect((0, 0), size)
                place.center = (
                    round(touch[0] + side * aside * unit),
                    round(touch[1] + down * unit),
                )
                places.append(place)
    others = [rect for rect in taken if not rect.collidepoint(touch)]
    first: Rect | None = None
    for place in chain(places, grid_places(size, usual, within, round(4 * unit))):
        if not within.contains(place) or place.collidelist(taken) >= 0:
            continue
        for leader in leaders(touch, place):
            if not crosses(leader, others):
                return CalloutPlace(place, leader)
        first = first or place
    return CalloutPlace(first, next(leaders(touch, first))) if first is not None else None


def leaders(touch: Point, rect: Rect) -> Iterator[tuple[Point, ...]]:
    """Leaders from a point to a rectangle: the straight one, then those with a right angle."""
    yield touch, _nearest(touch, rect)
    for bend in ((touch[0], float(rect.centery)), (float(rect.centerx), touch[1])):
        if not rect.collidepoint(bend):
            yield touch, bend, _nearest(bend, rect)


def crosses(leader: Sequence[Point], rects: Sequence[Rect]) -> bool:
    """True if a leader crosses one of the rectangles."""
    for (x0, y0), (x1, y1) in pairwise(leader):
        around = Rect(min(x0, x1), min(y0, y1), abs(x1 - x0) + 1, abs(y1 - y0) + 1)
        if any(rects[n].clipline(x0, y0, x1, y1) for n in around.collidelistall(rects)):
            return True
    return False


def _nearest(point: Point, rect: Rect) -> Point:
    return min(max(point[0], rect.left), rect.right), min(max(point[1], rect.top), rect.bottom)


class StablePlace:
    """Place of a panel in free space. It stays while nothing needs the space, to avoid jumps."""

    def __init__(self) -> None:
        self.rect: Rect | None = None
        self._key: object = None
        self._window: object = None

    def update(
        self,
        key: object,
        window: Rect,
        clear: Callable[[], Sequence[Rect]],
        search: Callable[[Sequence[Rect]], Rect | None],
        far: float = math.inf,
    ) -> Rect | None:
        """Return the place in `window`, px.

        Nothing is searched while `key` and `window` stay the same. `clear`: rectangles to keep
        uncovered; `search` finds a place clear of them; a place more than `far` px above or below
        the middle is searched again.
        """
        if (key, tuple(window)) == (self._key, self._window):
            return self.rect
        taken, rect, same = clear(), self.rect, self._window == tuple(window)
        stays = rect is not None and same and abs(rect.centery - window.centery) < far
        if not stays or rect is None or rect.collidelist(taken) >= 0:
            self.rect = search(taken)
        self._key, self._window = key, tuple(window)
        return self.rect


@dataclass(frozen=True)
class PileSheet:
    """Sheet that shows every card of a pile: rows of overlapping cards, bottom card first.

    Sizes are in units.
    """

    count: int
    ratio: float  # width of a card over its height

    @property
    def rows(self) -> int:
        return max(1, math.ceil(self.count / ABREAST))

    @property
    def abreast(self) -> int:
        return math.ceil(self.count / self.rows)

    @property
    def width(self) -> float:
        return 2 * PAD + CARD * self.ratio + STEP * max(self.abreast - 1, 3)

    @property
    def height(self) -> float:
        return 2 * PAD + HEAD + self.rows * (CARD + BETWEEN) - BETWEEN

    def places(self, rect: Rect) -> list[tuple[float, float, float]]:
        """Centre (x, y) and height of each card, px, if the sheet fills `rect`."""
        u = rect.height / self.height
        found = []
        for n in range(self.count):
            row, column = divmod(n, self.abreast)
            x = rect.left + u * (PAD + CARD * self.ratio / 2 + STEP * column)
            y = rect.top + u * (PAD + HEAD + CARD / 2 + (CARD + BETWEEN) * row)
            found.append((x, y, u * CARD))
        return found


def _usual(size: tuple[int, int], near: Rect, window: Rect, gap: int, above: bool) -> Rect:
    rect = Rect((0, 0), size)
    rect.midleft = (near.right + gap, near.centery)
    if rect.right > window.right - gap:
        rect.right = near.left - gap
    if above:
        rect.midbottom = (near.centerx, near.top - gap)
    return rect.clamp(window.inflate(-gap, -gap))


def grid_places(size: tuple[int, int], usual: Rect, window: Rect, gap: int) -> Iterable[Rect]:
    """Grid of places all over the window, nearest to `usual` first."""
    room = window.inflate(-gap, -gap)
    wide, high = max(room.width - size[0], 0), max(room.height - size[1], 0)
    found = [
        Rect(room.left + wide * x // ACROSS, room.top + high * y // DOWN, *size)
        for x in range(ACROSS + 1)
        for y in range(DOWN + 1)
    ]
    return sorted(found, key=lambda r: (r.x - usual.x) ** 2 + (r.y - usual.y) ** 2)


def _covered(rect: Rect, clear: Sequence[Rect]) -> float:
    """Area of the `clear` rectangles that `rect` covers, px²."""
    shared = (rect.clip(other) for other in clear)
    return float(sum(part.width * part.height for part in shared))
