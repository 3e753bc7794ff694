"""Tests of the second search of a Monarch: when it runs, when it counts, and its failures."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from castlecards.content import games
from castlecards.core.action import Action
from castlecards.players import levels
from castlecards.players.player import Choice, answer_to, merge
from castlecards.players.search import RankedOption, root_sums
from castlecards.ui.kit import power
from castlecards.ui.table.flow import computer_players as module
from tests.players.fake_process import FAULTS, FaultInjector
from tests.ui.table.flow.test_computer_players import answer, answers, until_asked
from tests.ui.table.tables import TableDriver, table

WARS = "castle_wars"
QUICK = replace(levels.LEVELS[-1], simulations=20, ahead=20)


@pytest.fixture(autouse=True)
def _two_cores(faults: FaultInjector, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a Monarch think briefly, on a machine with two cores and without a battery."""
    monkeypatch.setattr(levels, "LEVELS", (*levels.LEVELS[:-1], QUICK))
    monkeypatch.setattr(module, "cores", lambda: 2)
    monkeypatch.setattr(module, "on_battery", lambda: False)


@contextmanager
def monarch(kind: str = "monarch", **settings: Any) -> Iterator[tuple[TableDriver, FaultInjector]]:
    """Context manager: a match against a Monarch, and the faults of its processes."""
    with table(WARS, kinds=("human", kind), warn="never", **settings) as play:
        second = FaultInjector()
        play.app.__dict__["second_thinker"] = second.supervisor
        yield play, second


def to_the_monarch(play: TableDriver) -> None:
    """Play for the person until the Monarch has a new question with a search."""
    players = play.table.computer_players
    before = players._question
    for _ in range(400):
        question = players._question
        if question is not before:
            before = question
            if players.thinks and question is not None and answer_to(question).ranked:
                return
        if play.table.selection is not None:
            answer(play)
        play.feed(dt=0.02)
    raise AssertionError("never asked")


def until_replaced(play: TableDriver, second: FaultInjector) -> None:
    """Run frames until no process of the second search hangs."""
    for _ in range(400):
        if not second.supervisor.busy and not (second.begun and second.begun[-1].stands):
            return
        if play.table.selection is not None:
            answer(play)
        play.feed(dt=0.05)
    raise AssertionError("never replaced")


def played(play: TableDriver) -> tuple[Choice, Choice | None, Action]:
    """Return the Monarch's next action, and the choice of each of its searches."""
    players, lines = play.table.computer_players, len(play.session.log)
    halves: tuple[Choice | None, Choice | None] = None, None
    while len(play.session.log) == lines:
        halves = players._choice or halves[0], players._second or halves[1]
        play.feed(dt=0.02)
    assert halves[0] is not None
    return halves[0], halves[1], play.session.log[lines].action


def lives(second: FaultInjector) -> bool:
    """Return True if a second process runs."""
    return bool(second.begun) and second.begun[-1].alive


def test_the_statistics_of_both_searches_are_added() -> None:
    with monarch() as (play, _):
        to_the_monarch(play)
        question = play.table.computer_players._question
        first, other, action = played(play)
        assert first.ranked != other.ranked
        whole = merge(question.advice, first, other)
        assert action == whole.action
        assert whole.simulations == 2 * QUICK.simulations


def test_what_the_second_search_found_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    with monarch() as (play, second):
        to_the_monarch(play)
        players = play.table.computer_players
        assert players._question is not None
        own = answer_to(players._question)
        other = own.ranked[-1]
        assert other.action != own.action
        found = Choice(other.action, 0.9, (replace(other, visits=10**6, value=0.9),), 10**6)
        monkeypatch.setattr(second.supervisor, "answer", lambda dt: found)
        assert played(play)[2] == other.action
        assert players._second is None


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_the_second_search_is_not_felt(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monarch() as (play, second):
        told: list[str] = []
        monkeypatch.setattr(play.app, "notify", lambda text, kind="note": told.append(text))
        for each in ("", fault, ""):
            until_replaced(play, second)
            second.fail(each)
            to_the_monarch(play)
            players = play.table.computer_players
            question, left = players._question, players._delay - players._passed
            assert question is not None
            before = play.clock
            first, other, action = played(play)
            assert play.clock - before <= left + 0.03
            assert (other is not None and bool(other.ranked)) == (not each)
            expected = first if each or other is None else merge(question.advice, first, other)
            assert action == expected.action
        assert not told
        assert second.one_lives()


def test_nobody_waits_for_the_second_search() -> None:
    with monarch() as (play, second):
        second.thorough = True
        for _, beat, passed in answers(play_on(play), 4):
            assert passed <= beat + 0.03
        second.begun[-1].stands = "stop"
        for _, beat, passed in answers(play_on(play), 4):
            assert passed <= beat + 0.03


@pytest.mark.parametrize("comes", ["before the next question", "after it"])
def test_an_answer_that_is_late_counts_for_no_other_question(comes: str) -> None:
    with monarch(instant=False) as (play, second):
        to_the_monarch(play)
        second.begun[-1].stands = "slow"
        assert played(play)[1] is None
        players = play.table.computer_players
        if comes == "before the next question":
            second.begun[-1].stands = ""
            before = players._question
            while players._question is before:
                if play.table.selection is not None:
                    answer(play)
                play.feed(dt=0.02)
            assert players._searches_twice
        to_the_monarch(play)
        second.begun[-1].stands = ""
        first, other, action = played(play)
        assert bool(other) == (comes == "before the next question")
        assert other or action == first.action


def test_the_second_search_is_hurried_with_the_first() -> None:
    with monarch(instant=False, pace="slow") as (play, second):
        second.thorough = True
        to_the_monarch(play)
        play.table.computer_players.answer_now()
        _, other, _ = played(play)
        assert other.ranked


def play_on(play: TableDriver) -> TableDriver:
    """Return the driver, with a person who answers at once."""
    feed = play.feed

    def feed_and_answer(*wishes: Any, dt: float = 0.02) -> None:
        if play.table.selection is not None:
            answer(play)
        feed(*wishes, dt=dt)

    play.feed = feed_and_answer  # type: ignore[method-assign]
    return play


def test_it_runs_only_where_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a Monarch, its setting, two cores and no battery; it ends once one of them is gone."""
    with monarch("regent") as (play, second):
        until_asked(play)
        answer(play)
        until_asked(play)
        assert not second.begun
    for name, value in (("on_battery", True), ("cores", 1), ("think_ahead", False)):
        with monkeypatch.context() as patch, monarch() as (play, second):
            to_the_monarch(play)
            assert lives(second)
            if name == "think_ahead":
                play.app.override_settings(think_ahead=value)
            else:
                patch.setattr(module, name, lambda value=value: value)
            until_asked(play)
            to_the_monarch(play)
            assert not lives(second)
            until_asked(play)
            assert not lives(second)


def test_it_ends_with_the_match() -> None:
    with monarch() as (play, second):
        to_the_monarch(play)
        assert lives(second)
        play.app.follow(play.table.leave())
        assert not lives(second)
    with monarch() as (play, second):
        to_the_monarch(play)
        while not play.session.over:
            decision = play.session.decision
            play.session.submit(decision.seat, decision.default)
        play.table.turns.ask_next(play.app.settings)
        assert not lives(second)


def test_an_undo_takes_the_second_question_back() -> None:
    with monarch() as (play, second):
        second.thorough = True
        to_the_monarch(play)
        assert second.supervisor.busy
        play.table.turns.forget()
        assert not second.supervisor.busy
        assert play.table.computer_players._second is None


def test_cores_are_those_that_this_process_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(power.os, "sched_getaffinity", lambda pid: {3}, raising=False)
    assert power.cores() == 1
    monkeypatch.delattr(power.os, "sched_getaffinity")
    monkeypatch.setattr(power.os, "cpu_count", lambda: None)
    assert power.cores() == 1


A, B, C = (Action(verb) for verb in "abc")


def choice(*ranked: RankedOption, exact: bool = False) -> Choice:
    """Return the choice of a search with these options."""
    return Choice(ranked[0].action, ranked[0].value, ranked, 40, exact)


def test_visits_and_values_are_added_by_option() -> None:
    first = RankedOption(A, 30, 0.5, 0.6), RankedOption(B, 10, 0.9, 0.3)
    second = RankedOption(B, 30, 0.5, 0.3), RankedOption(C, 10, 0.1, 0.1)
    assert root_sums(first, second) == (
        RankedOption(B, 40, pytest.approx(0.6), 0.3),
        RankedOption(A, 30, pytest.approx(0.5), 0.6),
        RankedOption(C, 10, pytest.approx(0.1), 0.1),
    )


def test_an_exact_answer_needs_no_other_and_a_failed_search_adds_nothing() -> None:
    advice = games()[WARS].advice
    assert advice is not None
    searched, none = choice(RankedOption(A, 30, 0.5, 0.6)), Choice(C, 0.5)
    exact = choice(RankedOption(B, 3, 0.7, 0.3), RankedOption(A, 3, 0.6, 0.7), exact=True)
    for pair in ((searched, exact), (exact, searched), (exact, none), (none, exact)):
        assert merge(advice, *pair) == exact
    assert merge(advice, searched, none) == merge(advice, none, searched) == searched
    assert merge(advice, none, none) == none


def test_a_lost_match_is_played_on_by_the_search_that_gave_it_up() -> None:
    """This search has chosen its action by heuristics."""
    advice = games()[WARS].advice
    assert advice is not None
    lost = replace(choice(RankedOption(A, 30, 0.0, 0.6)), action=C)
    hopeful = choice(RankedOption(A, 30, 0.04, 0.6))
    assert merge(advice, hopeful, lost).action == merge(advice, lost, hopeful).action == C
