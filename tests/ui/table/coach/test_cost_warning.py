"""Tests of the warning before a costly move: only if the settings want it; the player decides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from castlecards.core.action import PASS
from castlecards.players.coach import OptionCosts, option_costs
from castlecards.players.player import Think
from castlecards.players.worker import Supervisor
from castlecards.ui.kit.intents import Act
from castlecards.ui.table.coach import cost_warning
from castlecards.ui.table.coach.cost_warning import MUCH
from castlecards.ui.table.commands import Submit
from castlecards.ui.table.overlay.popups import CostlyMove
from tests.games.castle_rampage.build import rampage
from tests.games.castle_wars.build import wars
from tests.ui.table.tables import TableDriver, open_table

RAMPAGE = "castle_rampage"


@pytest.fixture(autouse=True)
def _weighs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compute costs in this process instead of a worker process."""

    def costs(advice: Any, seen: Any, events: Any, think: Think, passes: int) -> OptionCosts:
        return option_costs(advice, seen, events, replace(think, simulations=900), passes)

    monkeypatch.setattr(cost_warning, "option_costs", costs)


def table_with_warning(warn: str, clock: float = 0.0, turn: int = 10) -> Iterator[TableDriver]:
    """Context manager: a table where an attack wins at once, so that ending the turn is wrong."""
    start = rampage(hands={0: "knight"}, turn=turn).pos
    kinds = ("human", "random")
    with open_table(RAMPAGE, kinds=kinds, start=start, warn=warn, clock=clock) as play:
        play.wait(0.2)
        yield play


@pytest.fixture
def play() -> Iterator[TableDriver]:
    yield from table_with_warning("always")


def end_turn(play: TableDriver) -> None:
    play.table.execute([Submit(0, PASS)])
    play.wait(0.1)


def test_a_costly_move_is_asked_about_and_can_be_taken_back(play: TableDriver) -> None:
    end_turn(play)
    assert isinstance(play.app.scene, CostlyMove)
    assert play.app.scene.text == MUCH
    assert not play.session.log
    play.press("costly.back")
    play.wait(0.1)
    assert play.scene == "TableScene"
    assert not play.session.log
    assert play.table.model.selection is not None
    end_turn(play)
    assert isinstance(play.app.scene, CostlyMove)
    play.key(Act.CANCEL)
    play.wait(0.1)
    assert play.scene == "TableScene"
    assert not play.session.log


def test_a_player_who_is_sure_plays_it(play: TableDriver) -> None:
    end_turn(play)
    play.press("costly.play")
    play.wait(0.1)
    assert play.scene == "TableScene"
    assert play.session.log[0].action == PASS


def test_the_coach_can_be_asked_instead(play: TableDriver) -> None:
    end_turn(play)
    play.press("costly.coach")
    play.wait(0.1)
    assert play.table.overlay.coach.rows[0].advice.action.verb == "attack"
    assert not play.session.log


def test_the_best_move_is_played_without_a_question(play: TableDriver) -> None:
    decision = play.session.decision
    attack = next(each for each in decision.options if each.verb == "attack")
    play.table.execute([Submit(0, attack)])
    play.wait(0.1)
    assert play.scene == "TableScene"
    assert play.session.log[0].action == attack


def test_late_in_a_match_the_cost_is_told_as_a_number() -> None:
    for play in table_with_warning("always", turn=60):
        end_turn(play)
        assert isinstance(play.app.scene, CostlyMove)
        assert play.app.scene.text.startswith("This move lowers your chance to win by about ")


@pytest.mark.parametrize(("warn", "clock"), [("never", 0.0), ("practice", 0.0), ("always", 90.0)])
def test_matches_that_count_and_matches_by_the_clock_have_no_warnings(
    warn: str, clock: float
) -> None:
    for play in table_with_warning(warn, clock):
        end_turn(play)
        assert play.scene == "TableScene"
        assert play.session.log[0].action == PASS


def test_practice_has_warnings_unless_the_settings_say_no() -> None:
    for warn, asks in (("practice", True), ("never", False)):
        for play in table_with_warning(warn):
            play.session.practice = True
            play.table.coach_request.warning._decision = (
                None  # the cached result is from before the practice
            )
            play.wait(0.2)
            end_turn(play)
            assert isinstance(play.app.scene, CostlyMove) == asks


def test_a_move_before_the_estimate_is_played_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Supervisor, "answer", lambda self, dt: None)  # the worker has not finished
    for play in table_with_warning("always"):
        assert play.table.coach_request.warning._question is not None
        end_turn(play)
        assert play.session.log[0].action == PASS


def test_the_end_of_a_turn_is_asked_about_if_a_later_phase_is_worth_much() -> None:
    start = wars("3H | 2H", "10S | 9S", hand="9H 8H 7H", up="10S 9S", begin="attack").pos
    kinds = ("human", "random")
    with open_table("castle_wars", kinds=kinds, start=start, warn="always") as play:
        play.wait(0.2)
        costs = play.table.coach_request.warning.costs
        assert not costs.of(PASS)
        play.press("end_turn")
        play.wait(0.1)
        assert isinstance(play.app.scene, CostlyMove)
        assert not play.session.log
        play.press("costly.play")
        play.wait(0.1)
        own = [record for record in play.session.log if record.seat == 0]
        assert [record.action for record in own] == [PASS] * 3  # attack, move, recruit
