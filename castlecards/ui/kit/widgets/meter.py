"""Frame-rate meter in a corner: frames in the last second and drawing time of a frame."""

from __future__ import annotations

from collections import deque
from time import perf_counter

from pygame import Rect

from castlecards.texts import tr
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Style

TEXT = Style("ui", 14, "text")
WIDE = 150  # units
TALL = 24  # units


class Meter:
    """Frame-rate meter. Call `begin` before a frame is drawn and `draw` after it."""

    def __init__(self) -> None:
        self._drawn: deque[float] = deque(maxlen=240)  # s, end times of frames
        self._began = 0.0
        self._took = 0.0  # s, smoothed drawing time

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
        text = tr("{n} fps, {ms:.1f} ms", n=len(self._drawn), ms=1000 * self._took)
        if canvas.changed is not None:
            canvas.changed.append(rect)
        canvas.text(text, (look.px(10), rect.centery), TEXT, "w")
