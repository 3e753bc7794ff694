"""Test of Castle Wars in a real window: a whole match by mouse, and one by keys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from castlecards.core.action import PASS, Action
from castlecards.core.session import Session
from tests.ui.mirror import Mirror, best_action, mirror, short_deal

pytestmark = pytest.mark.window

GAME = "castle_wars"
MOST = 45  # actions, with those that are automatic
WANTED = {"draw", "attack", "group", "move", "recruit", "play in a window", "pass in a window"}


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Mirror]:
    with mirror(tmp_path) as window:
        yield window


def bold(session: Session[Any]) -> Action:
    """Return the best action, with a bonus for attacks and new verbs; react once in a window."""
    decision = session.decision
    done = kinds(session)
    if decision.window:
        answers = [action for action in decision.options if action != PASS]
        return answers[0] if answers and "play in a window" not in done else PASS

    def liking(action: Action) -> float:
        if action.verb == "attack":
            return 1.0 if len(action.zones) > 1 and "group" not in done else 0.6
        return 0.5 if action.verb in ("move", "recruit") and action.verb not in done else 0.0

    return best_action(session, liking)


def kinds(session: Session[Any]) -> set[str]:
    """Return the verbs of the match, and names of special actions."""
    found = set()
    for record, before in zip(session.log, session.positions, strict=False):
        found.add(record.action.verb)
        if len(record.action.zones) > 1:
            found.add("group")
        if before.decision is not None and before.decision.window:
            found.add(f"{record.action.verb} in a window")
    return found


def test_a_whole_game_by_mouse(window: Mirror) -> None:
    deal = short_deal(GAME, bold, lambda session: kinds(session) >= WANTED, MOST)
    window.begin(GAME, deal)
    assert window.table.model.curtain is not None
    session = window.game(bold)
    assert kinds(session) >= WANTED
    assert window.see_result()
    window.press_on("result.done")
    assert window.twin.scene == "Title"


def test_a_whole_game_without_a_mouse(window: Mirror) -> None:
    wanted = {"draw", "attack", "group", "move", "pass"}
    deal = short_deal(GAME, bold, lambda session: kinds(session) >= wanted, MOST)
    window.begin(GAME, deal, by_key=True)
    session = window.game(bold, by_key=True)
    assert kinds(session) >= wanted
    assert window.see_result(by_key=True)
