"""Test of Tricks of the Trade in a real window: the first tricks by mouse, the last after a
restart.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from castlecards.core.action import PASS, Action
from castlecards.core.session import Session
from tests.ui.mirror import best_action, match_near_end, mirror, short_deal

pytestmark = pytest.mark.window

GAME = "tricks_of_the_trade"
MOST = 58  # actions: six tricks in three rounds, and those before
FIRST = 10  # actions of the first session
LAST = 16  # of the second
WANTED = {"bid", "play", "effect", "give", "pass"}  # in both


def verbs(session: Session[Any]) -> set[str]:
    return {record.action.verb for record in session.log}


def verbs_of(session: Session[Any]) -> set[str]:
    """Return the verbs of the two sessions."""
    return {record.action.verb for record in (*session.log[:FIRST], *session.log[-LAST:])}


def curious(session: Session[Any]) -> Action:
    """Return the best action, with a bonus for new verbs and for passing."""
    done = verbs(session)
    return best_action(
        session, lambda action: float(action.verb not in done) or 0.5 * (action == PASS)
    )


def test_a_game_in_two_sittings_by_mouse(tmp_path: Path) -> None:
    deal = short_deal(GAME, curious, lambda session: verbs_of(session) >= WANTED, MOST)
    with mirror(tmp_path) as window:
        session = window.begin(GAME, deal)
        while session.at < FIRST:
            window.turn(curious(session))
        window.leave()
        window.go_on_with(match_near_end(session, LAST, curious))
        session = window.game(curious)
        assert verbs_of(session) >= WANTED
        assert window.see_result()
