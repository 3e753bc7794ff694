"""Test of a match against a character in a real window: set-up, play, restart, statistics."""

from __future__ import annotations

from pathlib import Path

import pytest

from castlecards.core.session import HUMAN
from castlecards.ui import history
from castlecards.ui.history import Opponent
from tests.ui.mirror import Mirror, best_action, mirror

pytestmark = pytest.mark.window

GAME = "castle_rampage"
WHO = "bruno"  # plays by heuristics: the same with and without a worker process
DEAL = 7
FIRST = 9  # answers of the person before the restart


def sit_down(window: Mirror) -> None:
    """Go from the title by the set-up to the table."""
    for id in ("title.play", f"picker.{GAME}", f"setup.character:{WHO}", "setup.seed"):
        window.press_on(id)
    window.write(str(DEAL))
    window.press_on("setup.start")


def test_a_game_against_a_character_by_mouse(tmp_path: Path) -> None:
    with mirror(tmp_path) as window:
        sit_down(window)
        session = window.table.session
        assert session.characters == ("", WHO)
        assert session.seed == DEAL
        for _ in range(FIRST):
            assert window.table.model.curtain is None
            window.turn(best_action(session))
        assert {0, 1} == {record.seat for record in session.log}
        window.leave()
        window.press_on("title.continue")
        again = window.table.session
        assert again.log == session.log
        assert again.characters == ("", WHO)
        table = window.table
        session = window.game(best_action)
        assert table.model.curtain is None  # the result may have opened by itself
        assert session.kinds == (HUMAN, "squire")
        window.see_result()
        (line,) = history.read()[0].games
        assert line.opponents == (Opponent(1, WHO, "squire"),)
