"""Touch reader: turns finger events into the pointer intents of a mouse.

One finger is the pointer: tap, drag, flick, and a long press to read. A second finger calls off the
press; then both look around: their middle drags the table like the middle button, and their
distance zooms like the wheel.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import dist, isfinite, log2
from typing import Literal

import pygame

from castlecards.ui.kit.intents import (
    Drag,
    Grab,
    Hover,
    Intent,
    Leave,
    LongPress,
    Pos,
    Release,
    Scroll,
)

KINDS = frozenset((pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP))
TRACKPAD = -1  # touch id of a trackpad, whose fingers move the pointer of the mouse instead
TOUCH_SLOP = 12  # px; a finger that moves less does not drag (Android's term)
NOTCHES = 6.0  # notches of the wheel for fingers twice as far apart
LOOK = 2  # button that drags the table

# none: no finger counts; point: one finger; look: two fingers; over: one of them has been lifted,
# and the other one does nothing any more
Use = Literal["none", "point", "look", "over"]


def is_made_of_touch(event: pygame.event.Event) -> bool:
    """True for a mouse event that SDL makes of an event of a finger, which is read itself."""
    return bool(getattr(event, "touch", False))


class TouchReader:
    """Converter of finger events to intents; keeps the places of the fingers between calls."""

    def __init__(self) -> None:
        self.use: Use = "none"
        self.long = 0.6  # s that a finger rests for a long press
        self._places: dict[int, Pos] = {}  # px, by id of a finger
        self._start: Pos = (0, 0)  # px, where the first finger came down
        self._rests_since: float | None = None  # s; None: it has moved
        self._apart = 0.0  # px between two fingers

    @property
    def pos(self) -> Pos:
        """Place of the pointer, px: the middle of all fingers."""
        n = max(len(self._places), 1)
        return (
            sum(x for x, _ in self._places.values()) // n,
            sum(y for _, y in self._places.values()) // n,
        )

    def read(
        self, event: pygame.event.Event, size: tuple[int, int], now: float, blind: float
    ) -> Iterator[Intent]:
        """Yield the intents of a finger event in a window of `size` px, at `now` s.

        `blind`: s, as in `Drag`.
        """
        if event.touch_id == TRACKPAD or not (isfinite(event.x) and isfinite(event.y)):
            return
        place = round(event.x * (size[0] - 1)), round(event.y * (size[1] - 1))
        if event.type == pygame.FINGERDOWN:
            yield from self._down(event.finger_id, place, now)
        elif event.finger_id in self._places:
            self._places[event.finger_id] = place
            if event.type == pygame.FINGERMOTION:
                yield from self._moved(now, blind)
            else:
                yield from self._up(event.finger_id, now, blind)

    def long_press(self, now: float) -> Iterator[Intent]:
        """Yield the long press of a finger that has rested for `long` s."""
        if self._rests_since is not None and now - self._rests_since >= self.long:
            self._rests_since = None
            yield LongPress(self.pos, now)

    def cancel(self) -> None:
        """Forget all fingers: another window gets their events."""
        self._places.clear()
        self._rests_since, self.use = None, "none"

    def _down(self, finger: int, place: Pos, now: float) -> Iterator[Intent]:
        self._places[finger] = place
        if self.use == "none":
            self.use, self._start, self._rests_since = "point", place, now
            yield Hover(place, now)
            yield Grab(place, now, touch=True)
        elif len(self._places) == 2 and self.use == "point":
            yield Leave()
            self.use, self._rests_since = "look", None
            self._apart = dist(*self._places.values())
            yield Grab(self.pos, now, LOOK, touch=True)

    def _moved(self, now: float, blind: float) -> Iterator[Intent]:
        if self.use == "point":
            if dist(self.pos, self._start) > TOUCH_SLOP:
                self._rests_since = None
            if self._rests_since is None:
                yield Drag(self.pos, now, blind=blind)
        elif self.use == "look":
            yield Drag(self.pos, now, LOOK, blind=blind)
            apart = max(dist(*list(self._places.values())[:2]), 1.0)
            turned = NOTCHES * log2(apart / max(self._apart, 1.0))
            if abs(turned) >= 1.0:
                self._apart = apart
                yield Scroll(0.0, turned, self.pos)

    def _up(self, finger: int, now: float, blind: float) -> Iterator[Intent]:
        place = self.pos
        del self._places[finger]
        if self.use == "point":
            yield Release(place, now, blind=blind)
            yield Leave()  # a lifted finger points at nothing
        elif self.use == "look":
            self.use = "over"
            yield Release(place, now, LOOK, blind=blind)
            yield Leave()
        if not self._places:
            self.use, self._rests_since = "none", None
