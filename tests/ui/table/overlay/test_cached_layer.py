"""Test of the cached overlay: it takes memory only where something is drawn."""

from __future__ import annotations

import pytest

from castlecards.core.session import HUMAN, Session
from castlecards.ui.routes import Table
from castlecards.ui.scene import Reset
from castlecards.ui.table.scene import TableScene
from tests.ui.driving import Driver


@pytest.mark.usefixtures("every_frame_drawn")
def test_a_new_layout_of_the_overlay_leaves_free_space_untouched() -> None:
    driver = Driver((960, 600))
    game = driver.app.games["castle_wars"]
    driver.app.follow(Reset(Table(Session(game, game.options(), 2, 5, (HUMAN, "random")))))
    driver.settle()
    scene = driver.app.scene
    assert isinstance(scene, TableScene)
    cached = scene.overlay.cached_layer
    picture = cached._surface
    assert picture is not None
    spots = [(x, y) for x in range(5, 960, 10) for y in range(5, 600, 10)]
    free = [spot for spot in spots if all(not rect.collidepoint(spot) for rect in cached._drawn)]
    drawn = [spot for spot in spots if picture.get_at(spot)[3]]
    assert len(free) > 1000
    assert drawn
    for spot in (*free, *drawn):
        picture.set_at(spot, (255, 0, 255, 255))
    cached.layer.stale = True
    scene.refresh()
    driver.step()
    assert cached._surface is picture
    assert all(picture.get_at(spot) == (255, 0, 255, 255) for spot in free)
    assert all(picture.get_at(spot) != (255, 0, 255, 255) for spot in drawn)
