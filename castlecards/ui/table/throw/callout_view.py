"""Painter of a callout: dotted flight, golden slide, mark of the first touch, leader and box."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.basic import draw_plate
from castlecards.ui.table.layout.camera import Camera
from castlecards.ui.table.playback.state import Callout
from castlecards.ui.table.throw import impact_effects

NAME = Style("ui", 12.5, "muted")
HEAD = Style("title", 21, "gold_high")  # in the colour of the result
DETAIL = Style("medium", 14, "text")
MARGIN = 14.0  # units beside the text
EDGE = 24.0  # units around the box, for its shadow
LINES = 19.0, 42.0, 65.0  # units from the top to the middle of each line
HEIGHT = 82.0  # units, with all three lines
LOWER = 22.0  # units less without the third line
DOT_STEP = 3  # film frames from one dot of the flight to the next
GOOD: Colour = (126, 214, 150)
BAD: Colour = (226, 112, 92)
PALE: Colour = (250, 248, 238)
INK: Colour = (18, 22, 20)


def callout_size(look: Look, callout: Callout) -> tuple[int, int]:
    """Width and height of the box, px."""
    lines = (callout.name, NAME), (callout.head, HEAD), (callout.detail, DETAIL)
    width = max(look.width(text, style) for text, style in lines) + 2 * look.px(MARGIN)
    return width, look.px(HEIGHT if callout.detail else HEIGHT - LOWER)


def draw_track(canvas: Canvas, camera: Camera, callout: Callout) -> None:
    """Draw the flight in dots, the slide in gold, and the first touch with its missing distance."""
    impact, px = callout.impact, canvas.look.px
    frames = impact.clip.toss.frames
    for frame in [each for each in frames if each.t <= impact.contact][::DOT_STEP]:
        at = camera.project(frame.x, frame.y, max(frame.z, 0.0))
        canvas.circle(INK, at, px(4))
        canvas.circle(PALE, at, px(2.6))
    slide = [camera.project(each.x, each.y) for each in frames if each.t >= impact.contact >= 0]
    if len(slide) > 1:
        canvas.line(impact_effects.GOLD, slide[0], slide[-1], px(3))
    if callout.scores:
        at = camera.project(*impact.touch)
        canvas.circle(INK, at, px(7))
        canvas.circle(GOOD, at, px(5))
        return
    if impact.near is not None:
        edge = camera.project(impact.near.x, impact.near.y)
        canvas.line(BAD, camera.project(*impact.touch), edge, px(3))
    impact_effects.draw_touch_mark(canvas, camera.project, impact.touch, 1.0, True)


def draw_leader(canvas: Canvas, camera: Camera, callout: Callout, rect: Rect) -> None:
    """Draw the line from the first touch to the box."""
    touch = camera.project(*callout.impact.touch)
    end = min(max(touch[0], rect.left), rect.right), min(max(touch[1], rect.top), rect.bottom)
    canvas.line(INK, touch, end, canvas.look.px(4))
    canvas.line(GOOD if callout.scores else BAD, touch, end, canvas.look.px(2))


def callout_image(look: Look, callout: Callout, size: tuple[int, int]) -> Surface:
    """Picture of the box with its shadow, `EDGE` units larger on each side."""
    edge = look.px(EDGE)
    image = Surface((size[0] + 2 * edge, size[1] + 2 * edge), pygame.SRCALPHA)
    canvas, rect = Canvas(image, look), Rect((edge, edge), size)
    tone = GOOD if callout.scores else BAD
    draw_plate(canvas, rect, 10, 10, 150, tone)
    lines = (
        (callout.name, NAME, None), (callout.head, HEAD, tone), (callout.detail, DETAIL, None),
    )  # fmt: skip
    for (text, style, colour), down in zip(lines, LINES, strict=True):
        canvas.text(text, (rect.centerx, rect.top + look.px(down)), style, "c", colour)
    return image
