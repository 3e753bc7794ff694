"""Marks of practice throws: a cross at the first touch, an outline where the card came to rest
(dashed for a trial throw), and the ghost of the best throw."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

from castlecards.core.cards import Pose
from castlecards.practice.throws import LESSON, PERFECT, ThrowRecord
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour
from castlecards.ui.kit.theme import Style
from castlecards.ui.table.layout.camera import Camera
from castlecards.ui.table.layout.model import Layout, card_mm
from castlecards.ui.table.playback.state import FlightClip
from castlecards.ui.table.throw.aim_guides import draw_dashed
from castlecards.ui.table.throw.flight_view import draw_cross

BRIGHT = 5  # newest marks drawn in full colour
MOST = 400  # marks kept
GOOD: Colour = (132, 226, 166)
BEST: Colour = (250, 214, 110)
POOR: Colour = (240, 134, 116)
DIM = 0.42  # share of its colour in an old mark; the rest is felt
FELT: Colour = (20, 84, 57)
INK: Colour = (14, 22, 18)
GHOST: Colour = (226, 236, 255)
NUMBER = Style("bold", 14, "text")


@dataclass(frozen=True)
class Mark:
    """Mark of one throw: its number, resting pose and record."""

    number: int  # 0: a trial throw
    pose: Pose
    line: ThrowRecord

    @property
    def colour(self) -> Colour:
        if self.line.cause == PERFECT:
            return BEST
        return GOOD if self.line.hit else POOR

    @property
    def miss_distance(self) -> float:
        """Distance from the target, mm; infinite without a target."""
        line = self.line
        if line.right is None or line.far is None:
            return float("inf")
        return hypot(line.right, line.far)


@dataclass(frozen=True)
class Ghost:
    """Best throw so far, drawn with its flight path."""

    mark: Mark
    clip: FlightClip | None  # None: the flight was not shown at this table


class Marks:
    """Marks of a session. `ghost`: the best throw; `shows_ghost`: True if it is drawn."""

    def __init__(self) -> None:
        self.marks: list[Mark] = []
        self.ghost: Ghost | None = None
        self.shows_ghost = False

    def add(self, line: ThrowRecord, clip: FlightClip | None) -> None:
        if not line.rest:
            return
        counted = max((mark.number for mark in self.marks), default=0)
        tried = line.trial not in ("", LESSON)
        self.marks = [*self.marks, Mark(0 if tried else counted + 1, Pose(*line.rest), line)][
            -MOST:
        ]
        mark = self.marks[-1]
        if tried:
            return
        if self.ghost is None or _better(mark, self.ghost.mark):
            self.ghost = Ghost(mark, clip)

    def clear(self) -> None:
        self.marks = []
        self.ghost = None

    def draw(self, canvas: Canvas, layout: Layout) -> None:
        """Draw the marks on the table, below the moving cards."""
        camera = layout.camera
        size = card_mm(layout.field)
        newest = len(self.marks) - BRIGHT
        for n, mark in enumerate(self.marks):
            fresh = n >= newest
            colour = mark.colour if fresh else faded(mark.colour)
            quad = outline(camera, mark.pose, size)
            width = canvas.look.px(2 if fresh else 1)
            for start, end in zip(quad, (*quad[1:], quad[0]), strict=True):
                if mark.number:
                    canvas.line(colour, start, end, width)
                else:
                    draw_dashed(canvas, colour, start, end, canvas.look.px(4), width)
            if fresh and mark.line.touch:
                tx, ty = (mm / 10 for mm in mark.line.touch)
                draw_cross(canvas, camera.project(tx, ty), colour, 4)
            if fresh and mark.number:
                x, y = camera.project(mark.pose.x / 10, mark.pose.y / 10)
                canvas.circle(
                    INK, (x, y), canvas.look.px(11)
                )  # keeps the number readable on a card
                canvas.text(str(mark.number), (x, y), NUMBER, "c", colour)
        if self.shows_ghost and self.ghost is not None:
            self._ghost(canvas, camera, size, self.ghost)

    def _ghost(
        self, canvas: Canvas, camera: Camera, size: tuple[float, float], ghost: Ghost
    ) -> None:
        look = canvas.look
        quad = outline(camera, ghost.mark.pose, size)
        for start, end in zip(quad, (*quad[1:], quad[0]), strict=True):
            draw_dashed(canvas, GHOST, start, end, look.px(5), look.px(2))
        if ghost.mark.line.touch:
            tx, ty = (mm / 10 for mm in ghost.mark.line.touch)
            draw_cross(canvas, camera.project(tx, ty), GHOST)
        if ghost.clip is None:
            return
        for frame in ghost.clip.toss.frames[::6]:
            at = camera.project(frame.x, frame.y, frame.z)
            canvas.circle(GHOST, at, look.px(2.4))


def faded(colour: Colour) -> Colour:
    """Return the colour blended towards the felt."""
    r, g, b = (round(DIM * one + (1 - DIM) * two) for one, two in zip(colour, FELT, strict=True))
    return r, g, b


def outline(
    camera: Camera, pose: Pose, size: tuple[float, float]
) -> tuple[tuple[float, float], ...]:
    """Return the corners of a lying card, px; `size`: mm."""
    return tuple(camera.quad(pose.x / 10, pose.y / 10, pose.angle / 1000, *size))


def _better(one: Mark, other: Mark) -> bool:
    """True if `one` ranks higher: perfect, then hit, then miss, then distance."""

    def rank(mark: Mark) -> tuple[bool, bool, float]:
        return mark.line.cause != PERFECT, not mark.line.hit, mark.miss_distance

    return rank(one) < rank(other)
