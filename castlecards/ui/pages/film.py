"""Dialog that saves a moment of a match as an animated picture, while the program goes on."""

from __future__ import annotations

from dataclasses import replace
from threading import Thread
from typing import Protocol

import pygame
from pygame import Rect, Surface

from castlecards import animation_file, paths, store
from castlecards.texts import tr
from castlecards.ui.dialog import Overlay
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import DESIGN
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Button, Label, Panel, title
from castlecards.ui.kit.widgets.boxes import Centre, Column, Row, Space
from castlecards.ui.scene import Go
from castlecards.ui.services import Services, store_errors_shown

SIZE = (720, 450)  # px, of a frame
RATE = 15  # frames a second; all of six seconds take about 100 MB
REST = 1500  # ms, of the last frame
MOST = 4_000_000  # bytes


class Reel(Protocol):
    """Moving picture that can be drawn at any time from its start."""

    @property
    def seconds(self) -> float:
        """Duration, s; 0 if there is nothing to show."""

    def draw(self, canvas: Canvas, rect: Rect, t: float) -> None:
        """Draw the moment `t` (s) at `rect`."""


class FilmDialog(Overlay):
    """Dialog with the progress: a frame is drawn in each update, then a thread encodes them all.

    Esc or a button ends it; then nothing is saved.
    """

    def __init__(self, app: Services, reel: Reel, name: str) -> None:
        """`name`: title from which the name of the file is made."""
        super().__init__(app)
        self.reel, self.name = reel, name
        self.total = max(2, round(reel.seconds * RATE))  # frames
        self.frames: list[bytes] = []
        self._thread: Thread | None = None
        self._film = b""
        self._problem = ""
        self._progress = Label(self._words(), id="film.line")

    def build(self) -> Widget:
        lines: list[Widget] = [
            title(tr("Saving a film")),
            self._progress,
            Space(4),
            Row([Button("film.cancel", tr("Cancel"), self.leave, wide=140)], side="right"),
        ]
        return Centre(Panel(Column(lines)), widest=480, pad=16)

    @property
    def moving(self) -> bool:
        return True

    @property
    def spoken(self) -> tuple[str, str]:
        """Title and focus without the progress, which changes in every frame."""
        return tr("Saving a film"), super().spoken[1]

    def update(self, dt: float) -> Go:
        if self._thread is None and len(self.frames) < self.total:
            self._draw_frame()
        elif self._thread is None:
            self._thread = Thread(target=self._encode, name="film", daemon=True)
            self._thread.start()
        elif not self._thread.is_alive():
            self._finish()
        self._progress.set(self._words())
        return super().update(dt)

    def _words(self) -> str:
        if self._thread is not None:
            return tr("Making the file …")
        return tr("Drawing pictures: {n} %", n=100 * len(self.frames) // self.total)

    def _draw_frame(self) -> None:
        look = self.layer.look
        if look is None:
            return
        t = self.reel.seconds * len(self.frames) / (self.total - 1)
        canvas = Canvas(Surface(SIZE), replace(look, scale=SIZE[0] / DESIGN[0]))
        self.reel.draw(canvas, canvas.rect, t)
        self.frames.append(pygame.image.tobytes(canvas.surface, "RGB"))

    def _encode(self) -> None:
        durations = [1000 // RATE] * (self.total - 1) + [REST]
        try:
            frames = (self.frames.pop(0) for _ in durations)  # each is freed when it is read
            self._film = animation_file.encode(frames, SIZE, durations, MOST)
        except Exception as error:  # the thread would only print it
            self._problem = str(error) or type(error).__name__

    def _finish(self) -> None:
        """Write the file and close."""
        self.close()
        if not self._film:
            self.app.notify(self._problem, "error")
            return
        with store_errors_shown(self.app):
            path = store.new_file(self.name, paths.exports_dir(), ".webp")
            store.write_bytes(path, self._film)
            self.app.notify(tr("Saved as {path}", path=path))
