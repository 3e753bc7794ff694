"""Tricks of the Trade in a real window: the first tricks of two players by mouse, and after a pause
the last ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from castlecards.core.action import PASS, Action
from castlecards.core.session import Session
from tests.ui.mirror import best_action, match_near_end, mirror, short_deal

pytestmark = pytest.mark.window

GAME = "tricks_of_the_trade"
MOST = 58  # actions: six tricks, three times, and what comes before
FIRST = 10  # actions of the first sitting
LAST = 16  # of the second
WANTED = {"bid", "play", "effect", "give", "pass"}  # in both


def verbs(session: Session[Any]) -> set[str]:
    return {record.action.verb for record in session.log}


def seen(session: Session[Any]) -> set[str]:
    """What is done in the two sittings."""
    return {record.action.verb for record in (*session.log[:FIRST], *session.log[-LAST:])}


def curious(session: Session[Any]) -> Action:
    """Tries what has not been done yet, once, and else passes where that is possible."""
    done = verbs(session)
    return best_action(
        session, lambda action: float(action.verb not in done) or 0.5 * (action == PASS)
    )


def test_a_game_in_two_sittings_by_mouse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASTLECARDS_HOME", str(tmp_path / "twin"))
    deal = short_deal(GAME, curious, lambda session: seen(session) >= WANTED, MOST)
    with mirror(tmp_path) as window:
        session = window.begin(GAME, deal)
        while session.at < FIRST:
            window.turn(curious(session))
        window.leave()
        window.go_on_with(match_near_end(session, LAST, curious))
        session = window.game(curious)
        assert seen(session) >= WANTED
        assert window.see_result()
