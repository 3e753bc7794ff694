"""Test of Castle in a real window: the first turns by mouse, and the last ones after a restart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from castlecards.core.session import Session
from tests.ui.mirror import best_action, match_near_end, mirror, short_deal

pytestmark = pytest.mark.window

GAME = "castle"
MOST = 300  # actions of a whole game
FIRST = 12  # actions of the first sitting
LAST = 40  # of the second
WANTED = {"draw", "royalty", "discard", "attack"}  # in the second


def verbs(session: Session[Any]) -> set[str]:
    """Return the verbs of the last actions."""
    return {record.action.verb for record in session.log[-LAST:]}


def test_a_game_in_two_sittings_by_mouse(tmp_path: Path) -> None:
    deal = short_deal(GAME, best_action, lambda session: verbs(session) >= WANTED, MOST)
    with mirror(tmp_path) as window:
        session = window.begin(GAME, deal)
        for _ in range(FIRST):
            window.turn(best_action(session))
        window.leave()
        window.go_on_with(match_near_end(session, LAST, best_action))
        session = window.game(best_action)
        assert verbs(session) >= WANTED
        assert window.see_result()
