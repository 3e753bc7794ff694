"""Painter of the closing scene in which a building burns and falls, and banners rise behind it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial

import pygame
from pygame import Surface

from castlecards.core.rng import noise
from castlecards.ui.cardart.buildings.building import Building
from castlecards.ui.cardart.buildings.kinds import KINDS, anchor, painted_steps
from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.cardart.landscape import EARTH
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.incremental import Steps
from castlecards.ui.kit.shapes import Colour, mix
from castlecards.ui.kit.theme import Look
from castlecards.ui.table.clash.block_fall import SECONDS as FALLING
from castlecards.ui.table.clash.block_fall_view import draw_block_fall
from castlecards.ui.table.clash.collapse import ground_shake
from castlecards.ui.table.clash.collapse_view import draw_dust
from castlecards.ui.table.summary.end_cards_timeline import BREAKS, BuildingScene
from castlecards.ui.table.summary.end_pictures import (
    GROUND,
    STEP,
    draw_banner,
    draw_flame,
    draw_glow,
    draw_moon,
    draw_words,
    evening_sky,
    glow,
)

SHARE = (0.62, 0.53)  # of the window's width and height that a building fills at most
LARGEST = 2.4  # px per unit at which a building is painted; larger ones are enlarged
NIGHT: Colour = (96, 84, 128)  # remaining evening light, of 255
DAMAGE: Mapping[str, tuple[int, ...]] = {"keep": (0, 2, 4), "tower": (0,)}  # by state of a scene
FIRES: Mapping[str, tuple[tuple[float, float, float], ...]] = {  # units right and up, and size
    "keep": ((-96, 54, 0.5), (-66, 92, 0.4), (0, 118, 0.6), (66, 92, 0.5), (131, 92, 0.6)),
    "tower": ((-75, 82, 0.5), (0, 128, 0.6), (75, 82, 0.5), (-40, 34, 0.3)),
}
RUIN_FIRES: Mapping[str, tuple[tuple[float, float, float], ...]] = {  # likewise
    "keep": ((-92, 6, 0.35), (-36, 8, 0.45), (34, 8, 0.5), (92, 6, 0.35)),
    "tower": ((-44, 4, 0.35), (12, 6, 0.45), (44, 4, 0.3)),
}
FRONT = (0.82, 0.6)  # scale of a ruin before it, and its foot as a share of the ground
TOP = 0.075  # of the window's height: the headline above a scene with such a ruin
NIGHT_SKY: Colour = (16, 12, 24)
BESIDE = 74  # units from the edge of a building to the first banner
EMBERS = 26
EMBER: Colour = (255, 170, 72)
RISES = 96.0  # units/s at most, speed of an ember


def building_steps(
    art: CardArt, look: Look, size: tuple[int, int], scene: BuildingScene
) -> Steps[None]:
    """Paint the sky and all states of the building."""
    art.keep(("end_sky", size), partial(evening_sky, size))
    yield
    glow(look, 0)
    yield
    for building, scale in (*_buildings(size, scene), *_front(size, scene)):
        key = ("end_building", building, scale)
        yield from art.steps(key, partial(_painted, building, scale))
        yield


def draw_building_scene(canvas: Canvas, art: CardArt, scene: BuildingScene, t: float) -> None:
    """Draw the scene at `t` s."""
    look, size, frame = canvas.look, canvas.size, scene.frame(t)
    canvas.surface.blit(art.keep(("end_sky", size), partial(evening_sky, size)), (0, 0))
    if frame.night:
        dark = mix((255, 255, 255), NIGHT, frame.night)
        canvas.surface.fill(dark, special_flags=pygame.BLEND_RGB_MULT)
        draw_moon(canvas.surface)
    ground = round(size[1] * GROUND)
    scale = _scale(size, scene.kind)
    edge = KINDS[scene.kind].half * scale + look.px(BESIDE)
    for n, (sign, part) in enumerate(zip(scene.banners, frame.banners, strict=True)):
        x = size[0] / 2 + (1 if n % 2 else -1) * (edge + look.px(STEP) * (n // 2))
        draw_banner(canvas, sign, (x, ground), part)
    if frame.fire:
        draw_glow(canvas, frame.fire, (size[0] / 2, ground))
    since = t - BREAKS[frame.state - 1] if frame.state else 0.0  # s since it broke
    dx, dy = ground_shake(since)
    foot = size[0] / 2 + dx * look.scale, ground + dy * look.scale
    *states, ruin = _buildings(size, scene)
    shown = states[min(frame.state, len(states) - 1)]
    if frame.fallen:
        _stand(canvas, art, *ruin, foot)
        if frame.fallen < FALLING + 0.3:
            picture = _picture(art, *shown)
            draw_block_fall(canvas, shown[0], picture, foot, frame.fallen, scale)
    else:
        _stand(canvas, art, *shown, foot)
        if frame.state:
            draw_dust(canvas, "gate", foot, since, scale)
    fires = (RUIN_FIRES if frame.fallen else FIRES)[scene.kind]
    for n, (x, y, strength) in enumerate(fires if frame.fire else ()):
        at = foot[0] + x * scale, foot[1] - y * scale
        draw_flame(canvas, at, strength * frame.fire * scale / look.scale, 7.0 * t + 2.1 * n)
    if frame.fire:
        _embers(canvas, (size[0] / 2, ground), scale, t, frame.fire)
    for front, large in _front(size, scene):
        at = size[0] / 2, ground + FRONT[1] * (size[1] - ground)
        _stand(canvas, art, front, large, at)
    if frame.words:
        below = ground + (size[1] - ground) * 0.4
        y, back = (TOP * size[1], NIGHT_SKY) if scene.front else (below, EARTH)
        draw_words(canvas, scene.headline, scene.why, frame.words, y, back)


def _scale(size: tuple[int, int], kind: str) -> float:
    """Scale of a building in a window of `size` px, px per unit."""
    half, height, _ = KINDS[kind].size
    return min(SHARE[0] * size[0] / (2 * half), SHARE[1] * size[1] / height)


def _buildings(size: tuple[int, int], scene: BuildingScene) -> list[tuple[Building, float]]:
    """States of the building and its ruin, each with its scale in the window."""
    scale = _scale(size, scene.kind)
    painted, most = round(min(scale, LARGEST), 3), KINDS[scene.kind].most
    states = [(most, damage) for damage in DAMAGE[scene.kind]] + [(0, 1)]
    return [
        (Building(scene.kind, level, damage, scene.loser, scene.sign, ("door",), painted, True),
         scale)
        for level, damage in states
    ]  # fmt: skip


def _front(size: tuple[int, int], scene: BuildingScene) -> list[tuple[Building, float]]:
    """Ruin before the building, if there is one, with its scale in the window."""
    if not scene.front:
        return []
    scale = FRONT[0] * _scale(size, scene.kind)
    painted = round(min(scale, LARGEST), 3)
    return [(Building(scene.front, 0, 1, scene.loser, "", (), painted, True), scale)]


def _stand(
    canvas: Canvas, art: CardArt, building: Building, scale: float, foot: tuple[float, float]
) -> None:
    """Draw a building on its foot."""
    left, up = (scale / building.scale * part for part in anchor(building))
    canvas.blit(_picture(art, building, scale), (round(foot[0] - left), round(foot[1] - up)))


def _picture(art: CardArt, building: Building, scale: float) -> Surface:
    """Picture of a building that `building_steps` has painted."""
    return art.keep(("end_building", building, scale), lambda: Surface((1, 1)))


def _painted(building: Building, scale: float) -> Steps[Surface]:
    """Paint a building, enlarged if it is larger than it is painted."""
    picture = yield from painted_steps(building, over=1)
    if scale == building.scale or scale < LARGEST:
        return picture
    yield
    return pygame.transform.smoothscale_by(picture, scale / building.scale)


def _embers(canvas: Canvas, foot: tuple[float, float], scale: float, t: float, part: float) -> None:
    """Draw glowing embers that rise from the fire and fade."""
    share = [word / 2**64 for word in noise(13, 0, 4 * EMBERS)]
    for n in range(EMBERS):
        side, late, quick, size = share[4 * n : 4 * n + 4]
        age = (t * (0.35 + 0.4 * quick) + late) % 1.0
        x = foot[0] + (2 * side - 1) * 140 * scale + 8 * scale * math.sin(9 * age + 6 * late)
        y = foot[1] - (20 + 2 * RISES * age) * scale
        radius = (0.6 + 1.2 * size) * scale * (1 - age) * part
        if radius > 0.5:
            canvas.circle(EMBER, (x, y), radius)
