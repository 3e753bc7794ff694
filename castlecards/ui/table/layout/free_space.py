"""Where a card is shown large: beside where it lies, and over nothing that may be chosen now."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pygame import Rect

ABREAST = 9  # cards of a pile in one row
CARD, STEP, PAD, HEAD, BETWEEN = 128.0, 47.0, 14.0, 24.0, 8.0  # units: height of a card, to the
# next one, around them, for the words above them, between two rows
PARTS = (1.0, 0.85, 0.7, 0.6)  # of the usual height: smaller where it would cover something else
ACROSS, DOWN = 24, 14  # places that are tried in a window


def place_tooltip(
    tall: int, ratio: float, near: Rect, clear: Sequence[Rect], window: Rect, gap: int, above: bool
) -> Rect:
    """The place of a card `tall` px high, or a little smaller, `ratio` its width over its height.

    `near`: the card where it lies; `clear`: what is not to be covered; `above`: rather above than
    beside it. Where everything is in the way, as little as possible is covered.
    """
    best: tuple[float, Rect] | None = None
    for part in PARTS:
        size = (round(tall * part * ratio), round(tall * part))
        usual = _usual(size, near, window, gap, above)
        for rect in (usual, *_places(size, usual, window, gap)):
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
    """The place nearest to the usual one where the first of these sizes that finds any covers
    nothing of `clear` nor `near` itself; None: there is none."""
    kept = [near, *clear]
    for size in sizes:
        usual = _usual(size, near, window, gap, above)
        for rect in (usual, *_places(size, usual, window, gap)):
            if window.contains(rect) and rect.collidelist(kept) < 0:
                return rect
    return None


@dataclass(frozen=True)
class PileSheet:
    """A whole pile laid out so that every card can be read: rows of overlapping cards, the lowest
    card first. Sizes in units."""

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
        """The middle of each card and its height, px, where the sheet fills `rect`."""
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


def _places(size: tuple[int, int], usual: Rect, window: Rect, gap: int) -> Iterable[Rect]:
    """All over the window, the nearest to the usual one first."""
    room = window.inflate(-gap, -gap)
    wide, high = max(room.width - size[0], 0), max(room.height - size[1], 0)
    found = [
        Rect(room.left + wide * x // ACROSS, room.top + high * y // DOWN, *size)
        for x in range(ACROSS + 1)
        for y in range(DOWN + 1)
    ]
    return sorted(found, key=lambda r: (r.x - usual.x) ** 2 + (r.y - usual.y) ** 2)


def _covered(rect: Rect, clear: Sequence[Rect]) -> float:
    """px² of what is to stay in sight."""
    shared = (rect.clip(other) for other in clear)
    return float(sum(part.width * part.height for part in shared))
