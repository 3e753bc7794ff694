"""Painter of the closing scene of a match of throws: castle, flames, banners and headline."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from pygame import Rect

from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.cardart.landscape import EARTH
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.incremental import Steps
from castlecards.ui.kit.partial_redraw import RecordingCanvas
from castlecards.ui.kit.shapes import Colour
from castlecards.ui.kit.theme import Look
from castlecards.ui.table.clash.collapse_view import draw_building
from castlecards.ui.table.summary.end_pictures import (
    GROUND,
    IRON,
    STEP,
    draw_banner,
    draw_flame,
    draw_glow,
    draw_words,
    evening_sky,
    glow,
)
from castlecards.ui.table.summary.end_throws_timeline import ThrowsScene

LARGE = 1.45  # scale of the castle
FIRES = ((-150, 232, 1.0), (-74, 158, 0.7), (0, 268, 1.1), (82, 158, 0.8), (150, 232, 1.0))
FIRST = 372  # units from the middle to the first banner
OAK: Colour = (60, 40, 26)
LAMP: Colour = (255, 214, 120)
GATE = (66, 62)  # units, width and height of the gate below its arch
WINDOWS = ((-150, 128), (150, 128), (-150, 62), (150, 62), (0, 188), (-88, 92), (88, 92))  # units


def throws_steps(
    art: CardArt, look: Look, size: tuple[int, int], scene: ThrowsScene
) -> Steps[None]:
    """Paint the sky and the stones of the castle."""
    art.keep(("end_sky", size), partial(evening_sky, size))
    yield
    large = replace(look, scale=look.scale * LARGE)
    glow(large, 0)
    yield
    noted = RecordingCanvas(size, large)  # fills the cache only
    draw_building(noted, "keep", scene.loser, scene.frame(0.0).fallen, GROUND)
    yield


def draw_throws_scene(canvas: Canvas, art: CardArt, scene: ThrowsScene, t: float) -> None:
    """Draw the scene at `t` s."""
    look, size, frame = canvas.look, canvas.size, scene.frame(t)
    canvas.surface.blit(art.keep(("end_sky", size), partial(evening_sky, size)), (0, 0))
    ground = round(size[1] * GROUND)
    for n, (sign, part) in enumerate(zip(scene.banners, frame.banners, strict=True)):
        side = 1 if n % 2 else -1
        x = size[0] / 2 + side * look.px(FIRST + STEP * (n // 2))
        draw_banner(canvas, sign, (x, ground), part)
    large = Canvas(canvas.surface, replace(look, scale=look.scale * LARGE))
    if frame.fire:
        draw_glow(large, frame.fire, (size[0] / 2, ground))
    draw_building(large, "keep", scene.loser, frame.fallen, GROUND)
    if not frame.fallen:
        _openings(large, (size[0] / 2, ground))
    for n, (x, y, strength) in enumerate(FIRES if frame.fire else ()):
        foot = size[0] / 2 + large.look.px(x), ground - large.look.px(y)
        draw_flame(large, foot, strength * frame.fire, 7.0 * t + 2.1 * n)
    if frame.words:
        words_at = ground + (size[1] - ground) * 0.36
        draw_words(canvas, scene.headline, scene.why, frame.words, words_at, EARTH)


def _openings(canvas: Canvas, foot: tuple[float, float]) -> None:
    """Draw the gate and the lit windows of the standing castle."""
    px, (x, y) = canvas.look.px, foot
    wide, high = px(GATE[0]), px(GATE[1])
    canvas.circle(OAK, (x, y - high), wide / 2)
    canvas.surface.fill(OAK, Rect(round(x - wide / 2), round(y) - high, wide, high))
    canvas.surface.fill(
        IRON, Rect(round(x) - px(1), round(y - high - wide / 2), px(2), high * 3 // 2)
    )
    for right, up in WINDOWS:
        slit = Rect(0, 0, px(7), px(19))
        slit.midbottom = round(x + px(right)), round(y - px(up))
        canvas.surface.fill(IRON, slit.inflate(px(3), px(3)))
        canvas.surface.fill(LAMP, slit)
