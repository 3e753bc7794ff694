"""Tests of the session: log, undo with barriers, redo, jump, clock."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from castlecards.core.action import Action, Illegal
from castlecards.core.game import NoOptions
from castlecards.core.session import Session
from castlecards.games.high_card import HighCard
from castlecards.games.high_card.rules import REDRAW, Options

GAME = HighCard()


def match(seed: int = 7, clock: float = 0.0) -> Session:
    return Session(GAME, Options(), 2, seed, clock=clock)


def first_option(session: Session) -> Action:
    return session.decision.options[0]


def play_on(session: Session, n: int) -> None:
    for _ in range(n):
        session.submit(session.decision.seat, first_option(session))


def test_the_deal_is_told() -> None:
    session = match()
    assert [type(event).__name__ for event in session.opening].count("CardMoved") == 8


def test_an_unlawful_action_changes_nothing() -> None:
    session = match()
    seat, before = session.decision.seat, session.position
    for who, action in (
        (1 - seat, first_option(session)),
        (seat, Action("pass")),
        (seat, Action("x")),
    ):
        with pytest.raises(Illegal):
            session.submit(who, action)
    assert session.position is before
    assert session.log == []


def test_undo_goes_back_to_the_own_decision_and_stops_at_new_faces() -> None:
    session = match()
    leader = session.decision.seat
    start = session.position
    play_on(session, 1)  # laid face down: nobody saw a new face
    assert session.can_undo(leader)
    assert not session.can_undo(1 - leader)
    session.undo(leader)
    assert session.position is start
    play_on(session, 2)  # both turned up, cards drawn
    assert not session.can_undo(leader)
    with pytest.raises(Illegal):
        session.undo(leader)
    session.undo(leader, consent=True)
    assert session.position is start


def test_a_shuffle_is_a_barrier() -> None:
    session = match()
    seat = session.decision.seat
    session.submit(seat, REDRAW)
    assert session.is_undo_barrier(0)
    assert not session.can_undo(seat)


@given(st.integers(0, 1000), st.integers(1, 8), st.lists(st.integers(0, 1), min_size=1, max_size=6))
def test_undo_then_redo_is_identity(seed: int, moves: int, seats: list[int]) -> None:
    session = match(seed)
    play_on(session, moves)
    end = session.position
    undone = 0
    for seat in seats:
        if session.can_undo(seat, consent=True):
            session.undo(seat, consent=True)
            undone += 1
    for _ in range(undone):
        assert session.can_redo
        session.redo()
    assert session.position is end
    assert not session.can_redo


def test_a_new_action_cuts_what_was_undone() -> None:
    session = match()
    play_on(session, 1)
    assert session.log[0].action != REDRAW
    session.undo(session.log[0].seat)
    session.submit(session.decision.seat, session.decision.options[1])
    assert not session.can_redo
    assert len(session.log) == len(session.positions) - 1 == 1


def test_jump_shows_any_moment() -> None:
    session = match()
    play_on(session, 5)
    positions = list(session.positions)
    for at in (0, 3, 5):
        session.jump(at)
        assert session.position is positions[at]
    with pytest.raises(Illegal):
        session.jump(6)


def test_redo_after_a_jump_leads_to_the_end() -> None:
    session = match()
    play_on(session, 6)
    while session.at > 2:
        session.undo(session.log[session.at - 1].seat, consent=True)
    assert session.at
    session.jump(0)
    session.redo()
    assert session.at == 6


def test_the_clock_plays_the_default() -> None:
    session = match(clock=10.0)
    default = session.decision.default
    assert session.tick(9.5) is None
    record = session.tick(0.6)
    assert record.action == default
    assert session.left == 10.0


def test_the_clock_begins_again_after_undo_and_redo() -> None:
    session = match(clock=10.0)
    play_on(session, 1)
    session.tick(4.0)
    session.undo(session.log[0].seat)
    assert session.left == 10.0
    session.tick(4.0)
    session.redo()
    assert session.left == 10.0


def test_without_a_clock_time_does_not_matter() -> None:
    session = match()
    assert session.tick(1e9) is None


def test_players_kinds_and_names_must_fit() -> None:
    with pytest.raises(ValueError, match="can’t be played by 3 players"):
        Session(GAME, Options(), 3, 1)
    with pytest.raises(ValueError, match="expected 2 names, got 1"):
        Session(GAME, Options(), 2, 1, names=("Anna",))
    assert NoOptions() == NoOptions()


def test_a_finished_game_takes_no_more() -> None:
    session = match()
    while not session.over:
        play_on(session, 1)
    assert session.decision is None
    with pytest.raises(Illegal, match="over"):
        session.submit(0, Action("pass"))
