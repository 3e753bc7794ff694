"""Test of Castle Rampage in a real window: a whole match by mouse."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from castlecards.core.action import Action
from castlecards.core.session import Session
from tests.ui.mirror import best_action, mirror, short_deal

pytestmark = pytest.mark.window

GAME = "castle_rampage"
MOST = 42  # actions
WANTED = {"place", "attack", "strengthen", "play", "pay", "pass"}


def verbs(session: Session[Any]) -> set[str]:
    return {record.action.verb for record in session.log}


def bold(session: Session[Any]) -> Action:
    """Return the best action, with a bonus for attacks and for new verbs."""
    done = verbs(session)

    def liking(action: Action) -> float:
        return 1.0 if action.verb == "attack" else 2.0 if action.verb not in done else 0.0

    return best_action(session, liking)


def test_a_whole_game_by_mouse(tmp_path: Path) -> None:
    deal = short_deal(GAME, bold, lambda session: verbs(session) >= WANTED, MOST)
    with mirror(tmp_path) as window:
        window.begin(GAME, deal)
        assert window.table.model.curtain is not None
        session = window.game(bold)
        assert verbs(session) >= WANTED
        assert "wins" in window.see_result()
