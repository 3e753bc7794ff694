"""Partial redraw: repaints only the changed parts of a picture.

A painter draws the whole picture on a `RecordingCanvas`, which records each draw call as a value
and draws nothing. `PartialPainter`, for a picture of its own, and `FramePainter`, for the window,
compare the calls with those of the last picture and repeat only the calls that touch changed
areas. The pixels are the same as after a full redraw.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from typing import NamedTuple

from pygame import Rect, Surface

from castlecards.ui.kit.canvas import Canvas, Point, RepaintLog
from castlecards.ui.kit.incremental import Steps
from castlecards.ui.kit.shapes import Colour
from castlecards.ui.kit.theme import Look

WHOLE = 0.6  # share of the picture; if more has changed, everything is repainted
SMOOTH = 2  # px around a line that antialiasing can touch
REMEMBERED = 8  # repaints of a picture whose areas are known


class Changes:
    """Areas of a picture that its last repaints have changed."""

    def __init__(self) -> None:
        self.version = 0  # number of repaints
        self._last: deque[list[Rect]] = deque(maxlen=REMEMBERED)

    def add(self, rects: list[Rect]) -> None:
        """Note a repaint of `rects`, px."""
        self.version += 1
        self._last.append(rects)

    def since(self, version: int) -> list[Rect] | None:
        """Areas repainted since `version`, px; None: unknown, so all of it."""
        count = self.version - version
        if count > len(self._last):
            return None
        known = list(self._last)
        return [rect for rects in known[len(known) - count :] for rect in rects]


class DrawCall(NamedTuple):
    """Recorded draw call. `what`: key, equal for calls that draw the same; `rect`: bounds, px.

    `line`: its pixels depend on the clip, so that it must be drawn without cutting it.
    """

    what: Hashable
    rect: Rect
    draw: Callable[[Canvas], object]
    line: bool = False


class RecordingCanvas(Canvas):
    """Canvas that records draw calls for a picture of `size` px.

    `before`: the parts of the last picture, for reuse; see `part`.
    """

    def __init__(
        self,
        size: tuple[int, int],
        look: Look,
        before: Mapping[Hashable, Sequence[DrawCall]] | None = None,
    ) -> None:
        self.look = look
        self.strokes: list[DrawCall] = []
        self.tracked: list[RepaintLog] = []
        self.parts: dict[Hashable, Sequence[DrawCall]] = {}
        self._before = before or {}
        self._whole = self._clip = Rect((0, 0), size)

    def with_look(self, look: Look) -> RecordingCanvas:
        other = RecordingCanvas(self.size, look)
        other.strokes, other.tracked, other._clip = self.strokes, self.tracked, self._clip
        return other

    def track(self, changes: RepaintLog) -> None:
        self.tracked.append(changes)

    def part(self, key: Hashable, draw: Callable[[Canvas], object]) -> bool:
        """Record a part of the picture, or reuse the part with this key of the last picture.

        Return True if `draw` was called.
        """
        if self.reuse(key):
            return False
        begin = len(self.strokes)
        draw(self)
        self.parts[key] = self.strokes[begin:]
        return True

    def reuse(self, key: Hashable) -> bool:
        """Record the part with this key of the last picture. Return False if it had none."""
        found = self._before.get(key)
        if found is None:
            return False
        self.strokes += found
        self.parts[key] = found
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

    def call(self, key: Hashable, rect: Rect, draw: Callable[[Canvas], object]) -> None:
        self._record(("call", key, tuple(rect)), rect, draw)

    def fill(self, colour: Colour, rect: Rect | None = None) -> None:
        where = self.rect if rect is None else Rect(rect)
        self._record(("fill", colour, tuple(where)), where, lambda c: c.fill(colour, where))

    def veil(self, colour: tuple[int, int, int, int], rect: Rect | None = None) -> None:
        where = self.rect if rect is None else Rect(rect)
        self._record(("veil", colour, tuple(where)), where, lambda c: c.veil(colour, where))

    def blit(self, image: Surface, at: Point, area: Rect | None = None) -> Rect:
        """Record an image, which must not be drawn on afterwards."""
        size = image.get_size() if area is None else area.size
        where = Rect((int(at[0]), int(at[1])), size)
        part = None if area is None else tuple(area)
        what = ("blit", id(image), where.topleft, part)  # `draw` keeps the image, and so its id
        self._record(what, where, lambda c: c.blit(image, at, area))
        return where.clip(self._clip)

    def paste(self, image: Surface, at: Point = (0, 0)) -> None:
        where = Rect((int(at[0]), int(at[1])), image.get_size())
        what = ("paste", id(image), where.topleft)
        self._record(what, where, lambda c: c.paste(image, at))

    def add(self, image: Surface, at: Point) -> None:
        where = Rect((int(at[0]), int(at[1])), image.get_size())
        what = ("add", id(image), where.topleft)
        self._record(what, where, lambda c: c.add(image, at))

    def multiply(self, colour: Colour, rect: Rect | None = None) -> None:
        where = self.rect if rect is None else Rect(rect)
        what = ("multiply", colour, tuple(where))
        self._record(what, where, lambda c: c.multiply(colour, where))

    def scroll(self, dx: int, dy: int) -> None:
        # its pixels come from elsewhere: this frame and the next are drawn as a whole
        self._record((object(),), self.rect, lambda c: c.scroll(dx, dy))

    def shadow(self, rect: Rect, radius: float, blur: float = 14, strength: int = 150) -> None:
        where, soft = rect.copy(), self.look.px(blur)
        around = where.inflate(2 * soft, 2 * soft).move(0, soft // 3)
        what = ("shadow", tuple(where), radius, blur, strength)
        self._record(what, around, lambda c: c.shadow(where, radius, blur, strength))

    def rule(self, colour: Colour, left: int, right: int, y: int) -> None:
        where = Rect(left, y, right - left, self.look.px(1))
        what = ("rule", colour, tuple(where))
        self._record(what, where, lambda c: c.rule(colour, left, right, y))

    def line(self, colour: Colour, start: Point, end: Point, width: float = 1) -> None:
        what = ("line", colour, tuple(start), tuple(end), width)
        where = _bounds((start, end), width / 2)
        self._record(what, where, lambda c: c.line(colour, start, end, width), line=True)

    def path(self, colour: Colour, points: Sequence[Point], width: float = 1) -> None:
        corners = tuple((point[0], point[1]) for point in points)
        what = ("path", colour, corners, width)
        where = _bounds(corners, width)
        self._record(what, where, lambda c: c.path(colour, corners, width), line=True)

    def rough_polygon(self, colour: Colour, points: Sequence[Point]) -> None:
        corners = tuple((point[0], point[1]) for point in points)
        what = ("rough_polygon", colour, corners)
        self._record(what, _bounds(corners), lambda c: c.rough_polygon(colour, corners), line=True)

    def polygon(self, colour: Colour, points: Sequence[Point]) -> None:
        corners = tuple((point[0], point[1]) for point in points)
        what = ("polygon", colour, corners)
        self._record(what, _bounds(corners), lambda c: c.polygon(colour, corners), line=True)

    def circle(self, colour: Colour, centre: Point, radius: float, width: int = 0) -> None:
        what = ("circle", colour, tuple(centre), radius, width)
        where = _bounds((centre,), radius)
        self._record(what, where, lambda c: c.circle(colour, centre, radius, width), line=True)

    def _record(
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


def _bounds(points: Sequence[Point], by: float = 0.0) -> Rect:
    """Bounding box of points, enlarged by `by` px and a margin for antialiasing."""
    xs, ys = [point[0] for point in points], [point[1] for point in points]
    left, top = int(min(xs) - by) - SMOOTH, int(min(ys) - by) - SMOOTH
    right, low = int(max(xs) + by) + SMOOTH + 1, int(max(ys) + by) + SMOOTH + 1
    return Rect(left, top, right - left, low - top)


class PartialPainter:
    """Picture of the recorded draw calls on a base image, repainted in part."""

    def __init__(self) -> None:
        self.surface = Surface((1, 1))
        self.changes = Changes()
        self._base: Surface | None = None
        self._cached_base: tuple[Hashable, Surface] | None = None
        self._strokes: list[DrawCall] = []

    def forget(self) -> None:
        """Free the picture and its base image."""
        self.surface, self._base, self._cached_base = Surface((1, 1)), None, None

    def base_steps(self, key: Hashable, make: Callable[[], Steps[Surface]]) -> Steps[Surface]:
        """Base image of `key`, made if the last one had another key.

        A cache that others fill can drop an image that is in use; with another one in its place
        the whole picture would be painted again.
        """
        if self._cached_base is None or self._cached_base[0] != key:
            self._base = self._cached_base = None  # first: each is as large as the window
            self._cached_base = key, (yield from make())
        return self._cached_base[1]

    def paint(self, base: Surface, noted: RecordingCanvas) -> Surface:
        """Update the picture and return it.

        `base`: opaque background of the recorded size, which must not be drawn on afterwards.
        """
        old, self._strokes = self._strokes, noted.strokes
        whole = noted.rect
        if base is self._base and self.surface.get_size() == whole.size:
            areas = changed_rects(old, noted.strokes, whole)
        else:
            if self.surface.get_size() != whole.size:
                self.surface = Surface(whole.size)
            self._base, areas = base, [whole]
        self.changes.add(areas)
        ground = DrawCall("base", whole, lambda canvas: canvas.paste(base))
        repeat(Canvas(self.surface, noted.look), [ground, *noted.strokes], areas)
        return self.surface


class FramePainter:
    """Painter of frames on a surface that still holds the last one, such as the window's."""

    def __init__(self) -> None:
        self._surface: Surface | None = None  # that holds the last frame
        self._strokes: list[DrawCall] = []
        self._versions: dict[RepaintLog, int] = {}  # of the pictures in the last frame
        self.parts: Mapping[Hashable, Sequence[DrawCall]] = {}  # of the last frame, for reuse

    def forget(self) -> None:
        """Forget the last frame: the next one is painted as a whole."""
        self._surface, self._strokes, self.parts = None, [], {}

    def paint(self, surface: Surface, noted: RecordingCanvas) -> list[Rect]:
        """Paint a frame and return the areas drawn, px. It must cover the whole surface."""
        old, self._strokes, self.parts = self._strokes, noted.strokes, noted.parts
        whole, changed = noted.rect, self._changed(noted.tracked)
        if self._surface is not surface or changed is None:
            areas = [whole]
        else:
            areas = changed_rects(old, noted.strokes, whole, changed)
        self._surface = surface
        repeat(Canvas(surface, noted.look), noted.strokes, areas)
        return areas

    def _changed(self, tracked: Iterable[RepaintLog]) -> list[Rect] | None:
        """Areas in which tracked pictures have changed since the last frame; None: unknown."""
        before, self._versions = self._versions, {each: each.version for each in tracked}
        changed: list[Rect] = []
        for each in self._versions:
            rects = each.since(before[each]) if each in before else None
            if rects is None:
                return None
            changed += rects
        return changed


def repeat(canvas: Canvas, strokes: Sequence[DrawCall], areas: Iterable[Rect]) -> None:
    """Repeat the draw calls that touch `areas`, each clipped to the area."""
    rects = [stroke.rect for stroke in strokes]
    for area in areas:
        with canvas.clipped(area):
            for n in area.collidelistall(rects):
                strokes[n].draw(canvas)


def changed_rects(
    old: Sequence[DrawCall], new: Sequence[DrawCall], whole: Rect, more: Sequence[Rect] = ()
) -> list[Rect]:
    """Areas in which two pictures can differ, as rectangles that do not overlap.

    `more`: further areas that have changed. What is seen of each line of `new` lies wholly inside
    or outside of each area. If they cover more than `WHOLE` of the picture, the result is the whole
    picture. No area exceeds the picture: SDL would show the wrong part of the window for it.
    """
    was, now = {stroke.what for stroke in old}, {stroke.what for stroke in new}
    rects = [*more]
    rects += [stroke.rect for stroke in old if stroke.what not in now]
    rects += [stroke.rect for stroke in new if stroke.what not in was]
    # calls whose order has changed differ in their index among those in both pictures
    kept = [stroke for stroke in old if stroke.what in now]
    again = [stroke for stroke in new if stroke.what in was]
    for one, two in zip_longest(kept, again):
        if one is None or two is None or one.what != two.what:
            rects += [stroke.rect for stroke in (one, two) if stroke is not None]
    areas = [rect.clip(whole) for rect in _apart([rect.clip(whole) for rect in rects], new)]
    large = sum(rect.width * rect.height for rect in areas)
    return [whole] if large > WHOLE * whole.width * whole.height else areas


def _apart(rects: Sequence[Rect], strokes: Sequence[DrawCall]) -> list[Rect]:
    """Merge rectangles until none overlaps another one or cuts a line."""
    lines = [stroke.rect for stroke in strokes if stroke.line]
    found: list[Rect] = []
    for rect in rects:
        if not (rect.width and rect.height):
            continue
        if any(found[n].contains(rect) for n in rect.collidelistall(found)):
            continue
        grown, size = rect.copy(), (0, 0)
        while grown.size != size:
            size = grown.size
            grown.unionall_ip([lines[n] for n in grown.collidelistall(lines)])
            near = grown.collidelistall(found)
            grown.unionall_ip([found[n] for n in near])
            for n in reversed(near):
                del found[n]
        found.append(grown)
    return found
