"""The frame rate in a corner: pictures in the last second, and the time one takes."""

from __future__ import annotations

from collections import deque
from time import perf_counter

from pygame import Rect

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Style

TEXT = Style("ui", 13, "text")
WIDE, TALL = 150, 24  # units


class Meter:
    """`begin` before a picture is drawn, `draw` when it is done."""

    def __init__(self) -> None:
        self._drawn: deque[float] = deque(maxlen=240)  # when pictures were done
        self._began = 0.0
        self._took = 0.0  # s, smoothed

    def begin(self) -> None:
        self._began = perf_counter()

    def draw(self, canvas: Canvas) -> None:
        look = canvas.look
        now = perf_counter()
        self._took += 0.1 * (now - self._began - self._took)
        self._drawn.append(now)
        while self._drawn and now - self._drawn[0] > 1:
            self._drawn.popleft()
        rect = Rect(0, canvas.size[1] - look.px(TALL), look.px(WIDE), look.px(TALL))
        canvas.fill(look.palette.inset, rect)
        text = f"{len(self._drawn)} a second, {1000 * self._took:.1f} ms"
        canvas.text(text, (look.px(10), rect.centery), TEXT, "w")
