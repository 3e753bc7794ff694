"""Tests of the number of clicks in a turn of Castle Wars, in whole matches against the computer."""

from __future__ import annotations

from statistics import median
from typing import Any

import pytest

from castlecards.core import view
from castlecards.core.action import PASS, Action
from castlecards.core.events import apply
from castlecards.core.position import Position
from castlecards.core.session import HUMAN, USUAL, Session
from castlecards.players.player import choose
from castlecards.ui.scene import Reset
from castlecards.ui.table.scene import TableScene
from tests.ui.driving import Driver
from tests.ui.gestures import READ, Gestures, Pos

pytestmark = [pytest.mark.usefixtures("home"), pytest.mark.long]

ME = 0  # seat of the person
MOST = 10  # clicks of a turn without special actions
DEALS = (1, 2, 3)
LONGEST = 2000  # clicks of a match


class Clicker(Gestures):
    """Player without a keyboard who never drags: a card and its place are one click each.

    `turns`: clicks of each own turn; `answers`: clicks in turns of the other player.
    """

    drags = False

    def __init__(self, deal: int) -> None:
        self.twin = Driver()
        app = self.twin.app
        self.game = app.games["castle_wars"]
        self.session: Session[Any] = Session(
            self.game, self.game.options(), 2, deal, (HUMAN, "knight"), ("You", "Ben"),
            stops=(USUAL, USUAL),
        )  # fmt: skip
        app.follow(Reset(TableScene(app, self.session)))
        self.twin.settle()
        self.turns: list[int] = []
        self.answers = 0
        self._turn = -1  # number of the turn that `turns` ends with

    # -- gestures ------------------------------------------------------------------------------

    def press(self, at: Pos, pause: float = 0.0) -> None:
        self.twin.step(dt=pause)
        self.pressed = at
        self._count()
        self.twin.press(at)

    def pull(self, start: Pos, end: Pos) -> None:
        raise AssertionError("this person does not drag")

    def choose(self, id: str, by_key: bool, pause: float = 0.0) -> None:
        assert not by_key
        self.press(self._apart_from_last(self.twin.find(id).rect.center), pause)

    def open_curtain(self, by_key: bool) -> None:
        raise AssertionError("a single person needs no curtain")

    def _count(self) -> None:
        """Count a click in the current turn."""
        assert sum(self.turns) + self.answers < LONGEST, "the match does not end"
        state = self.session.position.state
        if state.active != ME:
            self.answers += 1
            return
        if state.turn != self._turn:
            self._turn = state.turn
            self.turns.append(0)
        self.turns[-1] += 1

    # -- play ----------------------------------------------------------------------------------

    def play(self) -> None:
        """Play the match to its end with simple heuristics."""
        session = self.session
        while not session.over:
            decision = session.decision
            if decision is None or decision.seat != ME or self.table.selection is None:
                with self.twin.without_drawing():
                    self.twin.step(dt=READ)
                continue
            self._look()
            action = wish(session, session.position)
            if action == PASS and self.twin.has("end_turn") and self._has_done_all():
                self.choose("end_turn", False)
            else:
                self.turn(action)

    def _look(self) -> None:
        """Run frames until all captions and animations have ended; this needs no click."""
        with self.twin.without_drawing():
            for _ in range(30):
                self.twin.step(dt=0.1)

    def _has_done_all(self) -> bool:
        """Return True if the player only passes until the end of this turn."""
        pos = self.session.position
        turn = pos.state.turn
        while pos.decision is not None and pos.state.turn == turn:
            asked = pos.decision
            if asked.seat == ME and not asked.window and wish(self.session, pos) != PASS:
                return False
            pos, _ = apply(pos, PASS)
        return True


def wish(session: Session[Any], pos: Position[Any]) -> Action:
    """Return the action that the game's advice chooses."""
    advice = session.game.advice
    assert advice is not None
    return choose(advice, view.view(pos, ME), ()).action


def test_a_usual_turn_of_castle_wars_takes_at_most_ten_clicks() -> None:
    turns: list[int] = []
    for deal in DEALS:
        person = Clicker(deal)
        try:
            person.play()
            turns += person.turns
        finally:
            person.twin.app.close()
    assert median(turns) <= MOST, f"clicks of {len(turns)} turns: {sorted(turns)}"
