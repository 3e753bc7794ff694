"""The ground of a table, painted only where something has changed, is the ground painted anew."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from castlecards.core.session import Session
from castlecards.ui.kit import partial_redraw
from castlecards.ui.kit.incremental import Steps, run_to_end
from castlecards.ui.routes import Table
from castlecards.ui.scene import Reset
from castlecards.ui.table.render.static_layer import StaticLayer
from tests.ui.driving import Driver


@pytest.mark.usefixtures("watched")
@pytest.mark.parametrize(
    ("name", "players", "frames"),
    [("card_barrage", 2, 40), ("castle_wars", 2, 60), ("tricks_of_the_trade", 3, 60)],
)
def test_the_ground_is_what_it_would_be_painted_anew(
    name: str, players: int, frames: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    painting, differ, areas = StaticLayer.paint_steps, [], []
    found = partial_redraw.changed_rects

    def noted(*given: Any) -> list[pygame.Rect]:
        rects = found(*given)
        areas.append(sum(rect.width * rect.height for rect in rects))
        return rects

    def twice(ground: StaticLayer, *given: Any, **more: Any) -> Steps[pygame.Surface]:
        key = ground._key
        surface = yield from painting(ground, *given, **more)
        if ground._key != key:
            anew = StaticLayer(ground.sprites, ground.marks, ground.named)
            anew.wear, anew.coarse = ground.wear, ground.coarse
            same = pygame.image.tobytes(run_to_end(painting(anew, *given, **more)), "RGB")
            differ.append(pygame.image.tobytes(surface, "RGB") != same)
        return surface

    monkeypatch.setattr(partial_redraw, "changed_rects", noted)
    monkeypatch.setattr(StaticLayer, "paint_steps", twice)
    driver = Driver((960, 600), reduced_motion=False, animation_speed=2.0)
    game = driver.app.games[name]
    session = Session(game, game.options(), players, 5, ("random",) * players)
    driver.app.follow(Reset(Table(session)))
    for _ in range(frames):
        driver.step(dt=0.08)
    assert len(differ) > 3
    assert not any(differ)
    assert min(areas) < 0.1 * 960 * 600  # and not because all was painted each time
