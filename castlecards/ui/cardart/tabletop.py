"""Painter of the tabletop: felt in several lights, dark wood or almost black cloth, at any size.

A seeded tile of felt or planks is made once and repeated. A light map, brighter in the middle than
in the corners, is computed small, scaled up and multiplied with it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import Surface

from castlecards.ui.kit.cache import incremental_cache
from castlecards.ui.kit.incremental import Steps, run_to_end
from castlecards.ui.kit.shapes import Colour, blank

TILE = 512  # px, side of a tile
STRIP = 1024  # px, width of the strip scaled in one call
LIGHT = (96, 60)  # px, size of the light map before scaling
Shade = NDArray[np.float32]


@dataclass(frozen=True)
class Light:
    """Light of an hour or a weather on the ground: share of grey, then a factor a channel."""

    grey: float
    factors: tuple[float, float, float]

    def on(self, colour: Colour) -> Colour:
        """Colour of a thing in this light."""
        grey = sum(colour) / 3
        red, green, blue = (
            min(255, round((part + (grey - part) * self.grey) * factor))
            for part, factor in zip(colour, self.factors, strict=True)
        )
        return red, green, blue


LIGHTS = {
    "morning": Light(0.15, (1.22, 1.02, 1.08)),
    "evening": Light(0.16, (1.32, 0.87, 0.74)),
    "rain": Light(0.62, (0.80, 0.90, 1.02)),
}


@dataclass(frozen=True)
class Cloth:
    """Colours of a tabletop in its middle and corners, and its material."""

    middle: Colour
    corner: Colour
    weave: str  # "felt" or "wood"


TABLES = {
    "felt": Cloth((26, 104, 70), (6, 40, 27), "felt"),
    "wood": Cloth((128, 82, 50), (44, 24, 14), "wood"),
    "night": Cloth((42, 54, 98), (9, 11, 28), "felt"),
    "dark": Cloth((20, 22, 26), (2, 2, 4), "felt"),  # high contrast
}
TABLES |= {
    name: Cloth(light.on(TABLES["felt"].middle), light.on(TABLES["felt"].corner), "felt")
    for name, light in LIGHTS.items()
}


def cloth_of(liked: str, surface: str) -> str:
    """Key of `TABLES` to draw: the player's choice `liked`, but wood if cards slide on wood.

    High contrast stays dark."""
    return "wood" if surface == "wood" and liked != "dark" else liked


def painted_table(kind: str, size: tuple[int, int]) -> Surface:
    """Picture of a table at once, for small pieces."""
    return run_to_end(table_surface(kind, size))


def table_surface(kind: str, size: tuple[int, int]) -> Steps[Surface]:
    """Paint an opaque picture of a table of `size` px in steps.

    `kind` is one of `TABLES`. Raises KeyError for any other.
    """
    cloth = TABLES[kind]
    size = (max(1, size[0]), max(1, size[1]))
    yield from material.steps(cloth.weave)
    image = Surface(size, 0, 24)
    yield from enlarge(_light_map(cloth), image)
    yield from weave_steps(image, cloth.weave)
    return image


def enlarge(small: Surface, image: Surface) -> Steps[None]:
    """Scale a picture smoothly to fill `image` in steps: first its width, then strip by strip its
    height. Both have 24 bits a pixel."""
    wide = pygame.transform.smoothscale(small, (image.get_width(), small.get_height()))
    yield
    for left in range(0, image.get_width(), STRIP):
        across = min(STRIP, image.get_width() - left)
        part = image.subsurface((left, 0, across, image.get_height()))
        strip = wide.subsurface((left, 0, across, wide.get_height()))
        pygame.transform.smoothscale(strip, part.get_size(), part)
        yield


def apply_weave(image: Surface, weave: str) -> None:
    """Multiply a picture with a material, "felt" or "wood", which darkens it a little."""
    run_to_end(weave_steps(image, weave))


def weave_steps(image: Surface, weave: str) -> Steps[None]:
    """Generator form of `apply_weave`."""
    tile = material(weave)
    for y in range(0, image.get_height(), TILE):
        for x in range(0, image.get_width(), TILE):
            image.blit(tile, (x, y), special_flags=pygame.BLEND_RGB_MULT)
        yield


def wood_grain(size: tuple[int, int], colour: Colour) -> Surface:
    """Board with its grain along x; opaque, 32 bits."""
    image = blank(size)
    image.fill((*colour, 255))
    apply_weave(image, "wood")
    return image


def _light_map(cloth: Cloth) -> Surface:
    """Light of a lamp a little above the middle, with dark corners.

    It is brighter by the factor 255/232 by which the material darkens it later.
    """
    wide, high = LIGHT
    x = (np.arange(wide, dtype=np.float32)[:, None] + 0.5) / wide * 2 - 1
    y = (np.arange(high, dtype=np.float32)[None, :] + 0.5) / high * 2 - 0.88
    far = np.clip(np.hypot(0.86 * x, 0.82 * y) / 1.25, 0, 1) ** 1.7
    middle, corner = np.array(cloth.middle, np.float32), np.array(cloth.corner, np.float32)
    mixed = middle + (corner - middle) * far[..., None]
    image = Surface(LIGHT, 0, 24)
    pygame.surfarray.blit_array(image, np.clip(mixed * (255 / 232), 0, 255).astype(np.uint8))
    return image


@incremental_cache(4)
def material(weave: str) -> Steps[Surface]:
    """Seamless tile of "felt" or "wood": lightness around 232 of 255."""
    stream = np.random.default_rng(20)
    shade = yield from (_wood(stream) if weave == "wood" else _felt(stream))
    grey = np.clip(232 + shade, 0, 255).astype(np.uint8)
    image = Surface((TILE, TILE), 0, 24)
    pygame.surfarray.blit_array(image, np.repeat(grey[..., None], 3, axis=2))
    return image


def _smooth(stream: np.random.Generator, across: float, along: float) -> Steps[Shade]:
    """Seamless noise of standard deviation 1, blurred by so many px each way (by FFT)."""
    noise = stream.normal(0, 1, (TILE, TILE)).astype(np.float32)
    yield
    fx = np.fft.fftfreq(TILE)[:, None]
    fy = np.fft.rfftfreq(TILE)[None, :]
    keep = np.exp(-2 * np.pi**2 * ((fx * across) ** 2 + (fy * along) ** 2))
    out = np.fft.irfft2(np.fft.rfft2(noise) * keep, s=(TILE, TILE))
    yield
    return np.asarray(out / out.std(), np.float32)


def _felt(stream: np.random.Generator) -> Steps[Shade]:
    """Shade of felt: short fibres in two directions, and uneven pressed wool."""
    along = yield from _smooth(stream, 0.5, 1.6)
    across = yield from _smooth(stream, 1.6, 0.5)
    fibres = along + across
    wool = yield from _smooth(stream, 7, 7)
    return np.asarray(4.2 * fibres + 2.2 * wool, np.float32)


def _wood(stream: np.random.Generator) -> Steps[Shade]:
    """Shade of wood: four planks along x with grain, pores and dark joints."""
    planks = 4
    deep = TILE // planks
    long = yield from _smooth(stream, 60, 1.1)
    wide = yield from _smooth(stream, 110, 5)
    pores = yield from _smooth(stream, 5, 0.4)
    grain = long * 9 + wide * 8 + pores * 4
    yield
    y = np.arange(TILE)
    tone = np.array((0, -9, 5, -4), np.float32)[y // deep]
    edge = np.minimum(y % deep, deep - 1 - y % deep)
    joint = -78 * np.exp(-edge / 0.9) + 7 * np.exp(-((edge - 3.0) ** 2) / 2)
    shift = np.array((0, 170, 60, 310))[
        y // deep
    ]  # so that the grain does not run on into the next plank
    columns = (np.arange(TILE)[:, None] + shift[None, :]) % TILE
    return np.asarray(grain[columns, y[None, :]] + tone + joint, np.float32)
