"""Castle Rampage in a real window: a whole game by mouse."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from castlecards.core.action import Action
from castlecards.core.session import Session
from tests.ui.mirror import best, mirror

pytestmark = pytest.mark.window

GAME = "castle_rampage"
DEAL = 137  # a game of some forty actions, as it is played here
MOST = 90


def bold(session: Session[Any]) -> Action:
    """Attacks wherever that is not foolish, and tries every verb once."""
    done = {record.action.verb for record in session.log}

    def liking(action: Action) -> float:
        return 1.0 if action.verb == "attack" else 2.0 if action.verb not in done else 0.0

    return best(session, liking)


def test_a_whole_game_by_mouse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASTLECARDS_HOME", str(tmp_path / "twin"))
    with mirror(tmp_path) as window:
        window.begin(GAME, DEAL)
        assert window.table.curtain is not None
        session = window.game(bold, most=MOST)
        done = {record.action.verb for record in session.log}
        assert {"place", "attack", "strengthen", "play", "pay", "done"} <= done
        assert "wins" in window.see_result()
