"""Tricks of the Trade in a real window: a whole game of two players by mouse."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from castlecards.core.action import PASS, Action
from castlecards.core.session import Session
from castlecards.ui.table.chrome.score_sheet import ScoreSheet
from tests.ui.mirror import best, mirror, short_deal

pytestmark = pytest.mark.window

GAME = "tricks_of_the_trade"
MOST = 58  # actions: six tricks, three times, and what comes before
WANTED = {"bid", "play", "effect", "give", "pass"}


def verbs(session: Session[Any]) -> set[str]:
    return {record.action.verb for record in session.log}


def curious(session: Session[Any]) -> Action:
    """Tries what has not been done yet, once, and else passes where that is possible."""
    done = verbs(session)
    return best(session, lambda action: float(action.verb not in done) or 0.5 * (action == PASS))


def test_a_whole_game_by_mouse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASTLECARDS_HOME", str(tmp_path / "twin"))
    deal = short_deal(GAME, curious, lambda session: verbs(session) >= WANTED, MOST)
    with mirror(tmp_path) as window:
        window.begin(GAME, deal)
        session = window.game(curious)
        assert verbs(session) >= WANTED
        assert isinstance(window.twin.app.scene, ScoreSheet)  # of the last round
        assert window.see_result()
