"""A picture that is painted again only where it has changed.

A painter draws all of it on a `RecordingCanvas`, which keeps each draw call as a value and draws
nothing. `PartialPainter` finds the calls that have come, gone or moved, and repeats only what
touches those places: the same pixels as if everything were drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from typing import NamedTuple

from pygame import Rect, Surface

from castlecards.ui.kit.canvas import Canvas, Point
from castlecards.ui.kit.shapes import Colour
from castlecards.ui.kit.theme import Look

WHOLE = 0.6  # of the picture: where more has changed all of it is painted at once
SMOOTH = 2  # px around a line that its smooth edges may touch


class DrawCall(NamedTuple):
    """`what`: equal where it draws the same; `rect`: all that it touches, px.

    `line`: what is drawn of it depends on where it is cut off, so that it is drawn whole.
    """

    what: Hashable
    rect: Rect
    draw: Callable[[Canvas], object]
    line: bool = False


class RecordingCanvas(Canvas):
    """Notes what is drawn on it, on a picture of `size` px; `before`: parts as they were noted for
    the picture before."""

    def __init__(
        self,
        size: tuple[int, int],
        look: Look,
        before: Mapping[Hashable, Sequence[DrawCall]] | None = None,
    ) -> None:
        super().__init__(Surface((1, 1)), look)
        self.strokes: list[DrawCall] = []
        self.parts: dict[Hashable, Sequence[DrawCall]] = {}
        self._before = before or {}
        self._whole = self._clip = Rect((0, 0), size)

    def part(self, key: Hashable, draw: Callable[[Canvas], object]) -> bool:
        """What `draw` draws; taken from the picture before where that had a part of this key.
        Whether it had to be drawn."""
        found = self._before.get(key)
        if found is not None:
            self.strokes += found
            self.parts[key] = found
            return False
        begin = len(self.strokes)
        draw(self)
        self.parts[key] = self.strokes[begin:]
        return True

    @property
    def size(self) -> tuple[int, int]:
        return self._whole.size

    @property
    def rect(self) -> Rect:
        return self._whole.copy()

    @property
    def clip(self) -> Rect:
        return self._clip.copy()

    @contextmanager
    def clipped(self, rect: Rect) -> Iterator[None]:
        before, self._clip = self._clip, self._clip.clip(rect)
        try:
            yield
        finally:
            self._clip = before

    def fill(self, colour: Colour, rect: Rect | None = None) -> None:
        where = self.rect if rect is None else Rect(rect)
        self._note(("fill", colour, tuple(where)), where, lambda c: c.fill(colour, where))

    def veil(self, colour: tuple[int, int, int, int], rect: Rect | None = None) -> None:
        where = self.rect if rect is None else Rect(rect)
        self._note(("veil", colour, tuple(where)), where, lambda c: c.veil(colour, where))

    def blit(self, image: Surface, at: Point, area: Rect | None = None) -> Rect:
        """The image must not be drawn on any more."""
        size = image.get_size() if area is None else area.size
        where = Rect((int(at[0]), int(at[1])), size)
        part = None if area is None else tuple(area)
        what = ("blit", id(image), where.topleft, part)  # `draw` keeps the image, and so its id
        self._note(what, where, lambda c: c.blit(image, at, area))
        return where.clip(self._clip)

    def shadow(self, rect: Rect, radius: float, blur: float = 14, strength: int = 150) -> None:
        where, soft = rect.copy(), self.look.px(blur)
        around = where.inflate(2 * soft, 2 * soft).move(0, soft // 3)
        what = ("shadow", tuple(where), radius, blur, strength)
        self._note(what, around, lambda c: c.shadow(where, radius, blur, strength))

    def rule(self, colour: Colour, left: int, right: int, y: int) -> None:
        where = Rect(left, y, right - left, self.look.px(1))
        what = ("rule", colour, tuple(where))
        self._note(what, where, lambda c: c.rule(colour, left, right, y))

    def line(self, colour: Colour, start: Point, end: Point, width: float = 1) -> None:
        what = ("line", colour, tuple(start), tuple(end), width)
        where = _around((start, end), width / 2)
        self._note(what, where, lambda c: c.line(colour, start, end, width), line=True)

    def polygon(self, colour: Colour, points: Sequence[Point]) -> None:
        corners = tuple((point[0], point[1]) for point in points)
        what = ("polygon", colour, corners)
        self._note(what, _around(corners), lambda c: c.polygon(colour, corners), line=True)

    def circle(self, colour: Colour, centre: Point, radius: float, width: int = 0) -> None:
        what = ("circle", colour, tuple(centre), radius, width)
        where = _around((centre,), radius)
        self._note(what, where, lambda c: c.circle(colour, centre, radius, width), line=True)

    def _note(
        self, what: tuple[object, ...], rect: Rect, draw: Callable[[Canvas], object],
        line: bool = False,
    ) -> None:  # fmt: skip
        clip = self._clip
        if clip == self._whole:
            self.strokes.append(DrawCall(what, rect, draw, line))
            return

        def within(canvas: Canvas) -> None:
            with canvas.clipped(clip):
                draw(canvas)

        self.strokes.append(DrawCall((*what, tuple(clip)), rect.clip(clip), within, line))


def _around(points: Sequence[Point], by: float = 0.0) -> Rect:
    """All pixels that are nearer than `by` px to the box around some points, and a few more."""
    xs, ys = [point[0] for point in points], [point[1] for point in points]
    left, top = int(min(xs) - by) - SMOOTH, int(min(ys) - by) - SMOOTH
    right, low = int(max(xs) + by) + SMOOTH + 1, int(max(ys) + by) + SMOOTH + 1
    return Rect(left, top, right - left, low - top)


class PartialPainter:
    """The picture of the strokes that were noted last, on a base that fills it."""

    def __init__(self) -> None:
        self.surface = Surface((1, 1))
        self._base: Surface | None = None
        self._strokes: list[DrawCall] = []

    def paint(self, base: Surface, noted: RecordingCanvas) -> Surface:
        """`base`: opaque, of the size of what was noted, not drawn on any more."""
        old, self._strokes = self._strokes, noted.strokes
        whole = noted.rect
        if base is self._base and self.surface.get_size() == whole.size:
            areas = changed_rects(old, noted.strokes, whole)
        else:
            self.surface, self._base = Surface(whole.size), base
            areas = [whole]
        canvas = Canvas(self.surface, noted.look)
        for area in areas:
            with canvas.clipped(area):
                self.surface.blit(base, (0, 0))
                for stroke in noted.strokes:
                    if stroke.rect.colliderect(area):
                        stroke.draw(canvas)
        return self.surface


def changed_rects(old: Sequence[DrawCall], new: Sequence[DrawCall], whole: Rect) -> list[Rect]:
    """Where two pictures may differ: rectangles that do not overlap, each line of `new` inside or
    outside of them; the whole picture where that is not much more."""
    was, now = {stroke.what for stroke in old}, {stroke.what for stroke in new}
    rects = [stroke.rect for stroke in old if stroke.what not in now]
    rects += [stroke.rect for stroke in new if stroke.what not in was]
    # of two that have changed places one at least has another number among those that stayed
    kept = [stroke for stroke in old if stroke.what in now]
    again = [stroke for stroke in new if stroke.what in was]
    for one, two in zip_longest(kept, again):
        if one is None or two is None or one.what != two.what:
            rects += [stroke.rect for stroke in (one, two) if stroke is not None]
    areas = _apart([rect.clip(whole) for rect in rects], new)
    large = sum(rect.width * rect.height for rect in areas)
    return [whole] if large > WHOLE * whole.width * whole.height else areas


def _apart(rects: Sequence[Rect], strokes: Sequence[DrawCall]) -> list[Rect]:
    """Grown until none overlaps another one or cuts a line."""
    lines = [stroke.rect for stroke in strokes if stroke.line]
    found: list[Rect] = []
    left = [rect for rect in rects if rect.width and rect.height]
    while left:
        rect = left.pop()
        grown = rect.unionall([line for line in lines if line.colliderect(rect)])
        near = [other for other in found if other.colliderect(grown)]
        if grown == rect and not near:
            found.append(rect)
            continue
        found = [other for other in found if other not in near]
        left.append(grown.unionall(near))
    return found
