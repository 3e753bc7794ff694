"""Tests of flashes: no motion flashes more than three times a second over a large area (WCAG 2.2,
2.3.1).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray
from pygame import Surface

from castlecards.ui.shell.app import App
from tests.ui.shots.catalogue import SHOTS
from tests.ui.shots.stage import Stage, take

RATE = 20  # frames a second
SECONDS = 2.5
CELLS = (64, 40)  # parts of the picture, each way
MOST = 3  # flashes in one second
CHANGE = 0.10  # of relative luminance
BRIGHT = 0.80  # a flash has a darker half below this
AREA = 341 * 256 / 4 / (1024 * 768)  # share of the picture: a quarter of 10 degrees of sight
MOTIONS = (
    "callout-hit", "callout-double", "clash-wars-early", "clash-rampage-early", "end-0.5",
    "end-stormed", "end-castle-0.3", "end-wars-0.3", "motion-gate-early", "motion-tower-early",
    "motion-trick-early", "motion-deal-early",
)  # fmt: skip
Light = NDArray[np.float64]


def luminance(surface: Surface) -> Light:
    """Return the relative luminance of each cell of a picture."""
    small = pygame.surfarray.array3d(pygame.transform.smoothscale(surface, CELLS)) / 255
    linear = np.where(small <= 0.04045, small / 12.92, ((small + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ [0.2126, 0.7152, 0.0722])


def turns(course: Sequence[float]) -> list[int]:
    """Return the frames in which luminance has changed by `CHANGE` against its former direction."""
    found, way, extreme = [], 1, course[0]
    for n, value in enumerate(course):
        back = (extreme - value) * way
        if back >= CHANGE and min(extreme, value) < BRIGHT:
            found.append(n)
            way, extreme = -way, value
        elif back < 0:
            extreme = value
    return found


def most_flashing(film: Sequence[Light]) -> float:
    """Return the largest share of the picture that flashes more than `MOST` times in a second."""
    courses = np.stack(film).reshape(len(film), -1).T
    busy = np.zeros((len(film), len(courses)), bool)
    for cell, course in enumerate(courses):
        if course.max() - course.min() < CHANGE:
            continue
        frames = turns([*course])
        for n, frame in enumerate(frames):  # two changes of direction are a flash
            if len([other for other in frames[n:] if other < frame + RATE]) > 2 * MOST:
                busy[frame, cell] = True
    return float(busy.mean(axis=1).max())


@pytest.mark.long
@pytest.mark.parametrize("name", MOTIONS)
def test_no_motion_flashes_more_than_three_times_a_second(stage: Stage, name: str) -> None:
    take(stage, next(shot for shot in SHOTS if shot.name == name))
    film = []
    for _ in range(round(SECONDS * RATE)):
        stage.feed(dt=1 / RATE)
        App._draw(stage.app)
        film.append(luminance(stage.app.surface))
    assert np.ptp(np.stack(film), axis=0).max() > 0, "it moves"
    assert most_flashing(film) <= AREA


@pytest.mark.parametrize(("hertz", "flashes"), [(2, False), (3, False), (5, True), (10, True)])
def test_what_flashes_is_found(hertz: int, flashes: bool) -> None:
    dark, light = np.full(CELLS, 0.2), np.full(CELLS, 0.5)
    half = RATE / hertz / 2
    film = [light if int(n / half) % 2 else dark for n in range(3 * RATE)]
    assert (most_flashing(film) > AREA) == flashes
    assert most_flashing([np.full(CELLS, n / 99) for n in range(60)]) == 0
