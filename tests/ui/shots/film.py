"""Animated picture of the README: a flick that hits a wall, from the press to the verdict.

    python -m tests.ui.shots --pictures   writes docs/pictures/flick.webp with the other pictures

The frames are the program's; the mouse pointer is drawn on top, since the surface has none.
"""

from __future__ import annotations

from pathlib import Path

from pygame import Surface, draw, image, transform

from castlecards import animation_file
from castlecards.content import games
from castlecards.core.cards import NATURE
from castlecards.core.session import Session
from castlecards.ui.kit import intents
from castlecards.ui.kit.intents import Act, Drag, Grab, Hover, Release
from castlecards.ui.shell.app import App
from tests.ui.flick_path import FRAME, between
from tests.ui.shots.matches import NAMES
from tests.ui.shots.stage import MOVING, SIZE, Stage

RATE = 20  # pictures a second
SMALL = (880, 550)  # px
SEED = 6  # of a match in which South begins
SPEED = 1060.0  # mm/s of the pointer: a lob onto the wall in the middle
REACH = 0.7  # s of the pointer's way to the card
AFTER = 2.3  # s after the landing, with the fallen wall and the verdict
LONGEST = 12.0  # s
POINTER = ((0, 0), (0, 17), (4, 13), (7, 20), (10, 19), (7, 12), (12, 12))  # px


class Film(Stage):
    """Stage that keeps a picture every 1 / `RATE` s of its clock while `running`."""

    def __init__(self) -> None:
        super().__init__()
        self.frames: list[Surface] = []
        self.running = False
        self.due = 0.0
        self.pointer = (SIZE[0] // 2, SIZE[1] // 2)  # px

    def feed(self, *wishes: intents.Intent, dt: float = FRAME) -> None:
        super().feed(*wishes, dt=dt)
        for wish in wishes:
            if isinstance(wish, Drag | Grab | Hover | Release):
                self.pointer = wish.pos
        if self.running and self.clock >= self.due:
            self.due = max(self.due + 1 / RATE, self.clock)
            App._draw(self.app)
            self.frames.append(self._frame())

    def _frame(self) -> Surface:
        frame = transform.smoothscale(self.app.surface, SMALL)
        scale = SMALL[0] / SIZE[0]
        tip = (self.pointer[0] * scale, self.pointer[1] * scale)
        outline = [(tip[0] + x, tip[1] + y) for x, y in POINTER]
        draw.polygon(frame, "white", outline)
        draw.polygon(frame, "black", outline, 1)
        return frame


def flick(path: Path) -> None:
    """Write the animated picture. Raises AssertionError if the card does not land in time."""
    film = Film()
    try:
        film.clear(SIZE, **MOVING)
        game = games()["card_barrage"]
        scene = film.sit(Session(game, game.options(), 2, SEED, names=NAMES[:2]))
        film.due, film.running = film.clock, True
        film.key(Act.LOB)
        card, begin = film.hand[0], film.pointer
        for k in range(round(REACH / FRAME)):
            film.hover(between(begin, film.where(card), k * FRAME / REACH))
        film.flick(card, speed=SPEED)
        while not any(record.seat == NATURE for record in scene.session.log):
            film.feed()
            assert len(film.frames) < LONGEST * RATE
        for _ in range(round(AFTER / FRAME)):
            film.feed()
        write(film.frames, path)
    finally:
        film.close()


def write(frames: list[Surface], path: Path) -> None:
    """Write an endless animated WebP."""
    raw = [image.tobytes(frame, "RGB") for frame in frames]
    path.write_bytes(animation_file.encode(raw, SMALL, [1000 // RATE] * len(raw)))
