"""Tricks of the Trade in a real window: a whole game of two players by mouse."""

from __future__ import annotations

from pathlib import Path

import pytest

from castlecards.ui.table.sheet import ScoreSheet
from tests.ui.mirror import best, mirror

pytestmark = pytest.mark.window

GAME = "tricks_of_the_trade"
DEAL = 7
MOST = 120


def test_a_whole_game_by_mouse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASTLECARDS_HOME", str(tmp_path / "twin"))
    with mirror(tmp_path) as window:
        window.begin(GAME, DEAL)
        session = window.game(best, most=MOST)
        done = {record.action.verb for record in session.log}
        assert {"bid", "play", "effect", "give", "pass"} <= done
        assert isinstance(window.twin.app.scene, ScoreSheet)  # of the last round
        assert window.see_result()
