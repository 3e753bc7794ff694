"""Tests of cards that leave the stage without a motion there."""

from __future__ import annotations

from pathlib import Path

import pytest

from castlecards.core.session import Session
from castlecards.ui.routes import Table
from castlecards.ui.scene import Reset
from tests.ui.driving import Driver

ACTIONS = 260


@pytest.mark.long
def test_a_card_leaves_the_stage_on_which_it_has_not_moved(home: Path) -> None:
    driver = Driver(reduced_motion=False, animation_speed=2.0)
    game = driver.app.games["castle"]
    session = Session(game, game.options(), 2, 7, ("random", "random"))
    driver.app.follow(Reset(Table(session)))
    with driver.without_drawing():
        while session.decision is not None and session.at < ACTIONS:
            driver.step(dt=0.1)
            assert driver.scene in ("TableScene", "Result")
    driver.app.close()
