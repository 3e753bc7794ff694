"""Painter of a callout: dotted flight, golden slide, mark of the first touch, leader and box."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import pygame
from pygame import Rect, Surface

from castlecards.ui.kit.cache import LastValue
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.basic import draw_plate
from castlecards.ui.table.layout.camera import Camera
from castlecards.ui.table.layout.free_space import CalloutPlace, place_callout
from castlecards.ui.table.model import ById
from castlecards.ui.table.playback.state import Callout
from castlecards.ui.table.throw import impact_effects, impact_view

NAME = Style("ui", 14, "muted")
HEAD = Style("title", 21, "gold_high")  # in the colour of the result
DETAIL = Style("medium", 14, "text")
MARGIN = 14.0  # units beside the text
EDGE = 24.0  # units around the box, for its shadow
LINE = 23.0  # units, height of a line
PAD = 14.0  # units above and below all lines together
WIDEST = 300.0  # units, longest line with a name and a result
DOT_STEP = 3  # film frames from one dot of the flight to the next
GOOD: Colour = (126, 214, 150)
BAD: Colour = (226, 112, 92)
PALE: Colour = (250, 248, 238)
INK: Colour = (18, 22, 20)


class CalloutPainter:
    """Painter of the callouts of one table. `rect`: box of the last one, px; empty without one."""

    def __init__(self) -> None:
        self.rect = Rect(0, 0, 0, 0)
        self._place: LastValue[CalloutPlace | None] = LastValue()
        self._image: LastValue[Surface] = LastValue()
        self._drawn: Callout | None = None

    def draw(
        self,
        canvas: Canvas,
        camera: Camera,
        callout: Callout,
        room: Rect,
        taken: Callable[[], Sequence[Rect]],
        key: object = None,
        opacity: float = 1.0,
    ) -> None:
        """Draw a callout in free space of `room`; if there is none, only the marks of the throw.

        `taken`: rectangles to keep uncovered, asked for again when `key` or the camera changes.
        """
        look, impact = canvas.look, callout.impact
        size, start = callout_size(look, callout), impact.clip.toss.frames[0]
        touch = camera.project(*impact.touch_place)
        before = self.rect if self._drawn is callout else None
        place = self._place.keep(
            (ById(callout), touch, tuple(room), size, key),
            lambda: place_callout(
                size, touch, camera.project(start.x, start.y), taken(), room,
                look.px(100) / 100, before,
            ),
        )  # fmt: skip
        self._drawn, self.rect = callout, place.rect if place is not None else Rect(0, 0, 0, 0)
        draw_track(canvas, camera, callout)
        if place is None:
            return
        for tone, wide in ((INK, 4), (GOOD if callout.scores else BAD, 2)):
            for one, two in pairwise(place.leader):
                canvas.line(tone, one, two, look.px(wide))
        image = self._image.keep(
            (ById(callout), look.scale), lambda: callout_image(look, callout, size)
        )
        image.set_alpha(round(255 * opacity))
        edge = (image.get_width() - place.rect.width) // 2
        canvas.blit(image, (place.rect.left - edge, place.rect.top - edge))


def _lines(look: Look, callout: Callout) -> list[tuple[str, Style]]:
    """Lines of the box: the result with the name of the thrower, or that above it if it is long."""
    lines = [(callout.title, HEAD)]
    if callout.name and look.width(callout.title, HEAD) > look.px(WIDEST):
        lines = [(callout.name, NAME), (callout.head, HEAD)]
    return [*lines, (callout.detail, DETAIL)] if callout.detail else lines


def callout_size(look: Look, callout: Callout) -> tuple[int, int]:
    """Width and height of the box, px."""
    lines = _lines(look, callout)
    width = max(look.width(text, style) for text, style in lines) + 2 * look.px(MARGIN)
    return width, look.px(PAD + LINE * len(lines))


def draw_track(canvas: Canvas, camera: Camera, callout: Callout) -> None:
    """Draw the flight in dots, the slide in gold, and the first touch with its missing distance."""
    impact, px = callout.impact, canvas.look.px
    frames = impact.clip.toss.frames
    for frame in [each for each in frames if each.t <= impact.film_touch_time][::DOT_STEP]:
        at = camera.project(frame.x, frame.y, max(frame.z, 0.0))
        canvas.circle(INK, at, px(4))
        canvas.circle(PALE, at, px(2.6))
    slide = [
        camera.project(each.x, each.y) for each in frames if each.t >= impact.film_touch_time >= 0
    ]
    if len(slide) > 1:
        canvas.line(impact_effects.GOLD, slide[0], slide[-1], px(3))
    if callout.scores:
        at = camera.project(*impact.touch_place)
        canvas.circle(INK, at, px(7))
        canvas.circle(GOOD, at, px(5))
        return
    near = impact.near_miss
    if near is not None and callout.edge == (near.x, near.y):
        quad = impact_view.quad_of(camera, impact, near.card)
        impact_effects.draw_card_edge(canvas, quad, impact_effects.CHALK, 2.2)
    if callout.edge is not None:
        canvas.line(BAD, camera.project(*impact.touch_place), camera.project(*callout.edge), px(3))
    impact_effects.draw_touch_mark(canvas, camera.project, impact.touch_place)


def callout_image(look: Look, callout: Callout, size: tuple[int, int]) -> Surface:
    """Picture of the box with its shadow, `EDGE` units larger on each side."""
    edge = look.px(EDGE)
    image = Surface((size[0] + 2 * edge, size[1] + 2 * edge), pygame.SRCALPHA)
    canvas, rect = Canvas(image, look), Rect((edge, edge), size)
    tone = GOOD if callout.scores else BAD
    draw_plate(canvas, rect, 10, 10, 150, tone)
    for n, (text, style) in enumerate(_lines(look, callout)):
        middle = rect.centerx, rect.top + look.px(PAD / 2 + LINE * (n + 0.5))
        canvas.text(text, middle, style, "c", tone if style == HEAD else None)
    return image
