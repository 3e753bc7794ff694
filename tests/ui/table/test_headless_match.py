"""Test of whole matches by model, turn flow and selection alone: pygame is never imported."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from castlecards.content import games


@pytest.mark.parametrize("game", sorted(games()))
@pytest.mark.long
def test_a_whole_game_is_played_without_pygame(game: str) -> None:
    command = [sys.executable, "-m", "tests.ui.table.headless_match", game]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert told["pygame"] == []
    assert told["over"]
    assert told["picks"] > 10
    assert "list" not in told, "something can be done that no picks come to"
    assert "COVERED" in told["modes"]
    assert ("FLYING" in told["modes"]) == ("throw" in told)
