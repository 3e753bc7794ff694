"""Tests of stops in any-time windows: which seats are not asked, and undo across their passes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from castlecards.core.action import ATTACK, PASS, Action, Decision, Illegal, Opener
from castlecards.core.cards import NATURE, Face, Seat, ZoneSpec, value
from castlecards.core.game import Game
from castlecards.core.position import Box, Position, Step
from castlecards.core.save import dump_session, load_session
from castlecards.core.session import (
    ALWAYS,
    ATTACKED,
    ATTACKS,
    HUMAN,
    LEVELS,
    MATTERS,
    NEVER,
    PASSIVE,
    RANDOM,
    STOPS,
    USUAL,
    Session,
)
from castlecards.core.table import Table
from castlecards.core.view import View
from castlecards.data import DataError
from tests.marks import rule

RING, PEEK = Action("ring"), Action("peek")
BATTLE = "battle"  # the window after an attack


@value
class Ask(Step):
    """Step that asks a seat once; `ring` adds 1 to the state, `peek` turns the card face up."""

    seat: Seat
    window: str
    may_ring: bool = True
    by: Seat = 0  # the seat that opened the window

    def ask(self, pos: Position[Any]) -> Decision:
        every = (PASS, RING, PEEK) if self.may_ring else (PASS,)
        opener = Opener(self.by, self.window in (ATTACK, BATTLE)) if self.window else None
        return Decision(self.seat, "Ring?", every, PASS, self.window, opener=opener)

    def run(self, table: Table[Any], action: Action) -> None:
        if action == RING:
            table.put(table.pos.state + 1)
        if action == PEEK:
            table.flip(0, True)


@value
class End(Step):
    def run(self, table: Table[Any], action: Action) -> None:
        table.end(1.0, 0.0)


@value
class Script(Step):
    steps: tuple[Step, ...]

    def run(self, table: Table[Any], action: Action) -> None:
        table.push(*self.steps, End())


class Bells(Game[int]):
    """Toy game that runs the given steps one after the other."""

    id = "bells"
    title = "Bells"
    tagline = "Ring or pass"
    minutes = (1, 1)
    players = range(1, 3)

    def __init__(self, *steps: Step) -> None:
        self.steps = steps

    def owners(self, options: Any, players: int) -> tuple[int, ...]:
        return (0, 1) if players == 2 else (0, -1)

    def layout(self, options: Any, players: int) -> tuple[ZoneSpec, ...]:
        return (ZoneSpec("table"),)

    def setup(self, options: Any, players: int) -> Position[int]:
        box = Box((Face("X"),), self.layout(options, players), (0, 1))
        return Position.new(box, {0: b"\0"}, 0, Script(self.steps))

    def describe(self, action: Action, view: View) -> str:
        return action.verb


def session_of(*steps: Step, stops: tuple[str, ...] = (), players: int = 2) -> Session[int]:
    return Session(Bells(*steps), Bells.options(), players, 1, stops=stops)


def now(session: Session[int]) -> Decision:
    assert session.decision is not None
    return session.decision


def drive(session: Session[int], *answers: Action) -> None:
    """Submit answers; pass for seats that need not be asked."""
    for answer in answers:
        while session.is_waived(now(session)):
            session.submit(now(session).seat, PASS)
        session.submit(now(session).seat, answer)


# -- seats that need not be asked
# -------------------------------------------------------------------


@rule("CW18")
@pytest.mark.parametrize(
    ("stop", "window", "waived"),
    [
        (ALWAYS, "draw", False),
        (ALWAYS, ATTACK, False),
        (ATTACKS, "draw", True),
        (ATTACKS, "play", True),
        (ATTACKS, ATTACK, False),
        (ATTACKS, BATTLE, False),
        (MATTERS, "draw", True),
        (MATTERS, "play", True),
        (MATTERS, ATTACK, False),
        (MATTERS, BATTLE, True),
        (MATTERS, "", False),
        (ATTACKED, "draw", True),
        (ATTACKED, "play", True),
        (ATTACKED, BATTLE, False),
        (ATTACKED, ATTACK, False),
        (NEVER, "end", True),
        (NEVER, ATTACK, True),
        (NEVER, "", False),
        (ATTACKED, "", False),
        (ATTACKS, "", False),
    ],
)
def test_a_player_is_asked_in_windows_as_often_as_he_wants(
    stop: str, window: str, waived: bool
) -> None:
    session = session_of(Ask(1, window), stops=(NEVER if stop == ALWAYS else ALWAYS, stop))
    assert session.is_waived(now(session)) is waived


def test_an_attack_that_is_decided_matters_to_nobody() -> None:
    class DecidedBells(Bells):
        def is_decided(self, pos: Position[int]) -> bool:
            return True

    for stop in STOPS:
        session = Session(DecidedBells(Ask(1, ATTACK)), Bells.options(), 2, 1, stops=(ALWAYS, stop))
        assert session.is_waived(now(session)) is (stop in (MATTERS, NEVER))


@rule("CW18")
@pytest.mark.parametrize("window", [ATTACK, BATTLE])
def test_in_an_own_attack_only_some_want_to_be_asked(window: str) -> None:
    asked = {}
    for stop in STOPS:
        session = session_of(Ask(1, window, by=1), stops=(ALWAYS, stop))
        asked[stop] = not session.is_waived(now(session))
    matters = window == ATTACK
    assert asked == {
        ALWAYS: True, MATTERS: matters, ATTACKS: True, ATTACKED: False, NEVER: False
    }  # fmt: skip
    assert USUAL == MATTERS


@rule("CW18")
def test_an_attack_by_the_other_seat_of_the_same_player_is_an_own_one() -> None:
    class Alone(Bells):
        def owners(self, options: Any, players: int) -> tuple[int, ...]:
            return (0, 0)

    for stop, waived in ((ATTACKS, False), (ATTACKED, True)):
        session = Session(Alone(Ask(1, ATTACK)), Bells.options(), 1, 1, stops=(stop,))
        assert session.is_waived(now(session)) is waived


@pytest.mark.parametrize("stop", STOPS)
def test_a_window_in_which_one_can_only_pass_is_answered_for_everybody(stop: str) -> None:
    session = session_of(Ask(0, "draw", may_ring=False), stops=(stop, ALWAYS))
    assert session.is_waived(now(session))
    plain = session_of(Ask(0, "", may_ring=False), stops=(stop, ALWAYS))
    assert not plain.is_waived(now(plain))


def test_nobody_passes_for_those_who_must_answer() -> None:
    must = Decision(0, "Pay", (RING,), RING, "draw")
    assert not session_of(Ask(0, ""), stops=(NEVER, NEVER)).is_waived(must)
    throw = Decision(NATURE, "Land", (PASS,), PASS, ATTACK)
    assert not session_of(Ask(0, ""), stops=(NEVER, NEVER)).is_waived(throw)


def test_a_seat_of_nobody_is_asked_always() -> None:
    session = session_of(Ask(1, "draw"), stops=(NEVER,), players=1)
    assert session.owner(1) == -1
    assert not session.is_waived(now(session))


def test_stops_may_change_during_a_match_and_hold_for_the_rematch() -> None:
    session = session_of(Ask(1, "draw"), Ask(1, "move"))
    assert session.stops == [ALWAYS, ALWAYS]
    session.stops[1] = NEVER
    assert session.is_waived(now(session))
    assert session.rematch(2).stops == [ALWAYS, NEVER]
    again = session.rematch(2)
    again.stops[0] = ATTACKED
    assert session.stops == [ALWAYS, NEVER]


def test_stops_are_one_a_player() -> None:
    with pytest.raises(ValueError, match="expected 2 stops, got 1"):
        session_of(Ask(0, ""), stops=(NEVER,))


def test_a_waived_pass_is_logged_like_any_other_and_saved_with_the_stops() -> None:
    steps = (Ask(0, ""), Ask(1, "draw"), Ask(0, ""))
    session = session_of(*steps, stops=(ALWAYS, ATTACKED))
    drive(session, RING, PASS)
    assert [(record.seat, record.action) for record in session.log] == [
        (0, RING), (1, PASS), (0, PASS),
    ]  # fmt: skip
    text = dump_session(session)
    loaded = load_session(text, "bells.yaml", {"bells": Bells(*steps)})
    assert loaded.stops == [ALWAYS, ATTACKED]
    assert loaded.log == session.log
    assert dump_session(loaded) == text


def test_a_save_with_an_unknown_stop_is_refused_in_words() -> None:
    text = dump_session(session_of(Ask(0, ""), stops=(ALWAYS, NEVER)))
    assert "never" in text
    with pytest.raises(DataError, match="always, matters, attacks, attacked, never"):
        load_session(text.replace("never", "sometimes"), "b.yaml", {"bells": Bells()})


def test_the_clock_passes_in_a_window() -> None:
    session = Session(Bells(Ask(1, "draw"), Ask(0, "")), Bells.options(), 2, 1, clock=5.0)
    record = session.tick(5.5)
    assert (record.seat, record.action) == (1, PASS)


# -- undo -----------------------------------------------------------------------------------------


def test_undo_passes_over_what_nobody_was_asked() -> None:
    session = session_of(
        Ask(0, ""), Ask(1, "draw"), Ask(0, "draw"), Ask(0, ""), Ask(1, "end"), Ask(0, ""),
        stops=(ATTACKED, NEVER),
    )  # fmt: skip
    drive(session, RING, RING, RING)
    assert [record.action for record in session.log] == [RING, PASS, PASS, RING, PASS, RING]
    session.jump(5)
    session.undo(0)
    assert session.at == 3
    session.undo(0)
    assert session.at == 0
    assert not session.can_undo(0)
    session.redo()
    session.redo()
    assert session.at == 5


def test_who_was_never_asked_has_nothing_to_take_back() -> None:
    session = session_of(Ask(1, "draw"), Ask(0, ""), Ask(0, ""), stops=(ALWAYS, NEVER))
    drive(session, RING)
    assert not session.can_undo(1)
    with pytest.raises(Illegal):
        session.undo(1)


@pytest.mark.parametrize("window", ["draw", ATTACK, ""])
@pytest.mark.parametrize("answer", [PASS, RING])
def test_what_somebody_else_has_chosen_is_a_barrier_a_pass_too(window: str, answer: Action) -> None:
    session = session_of(Ask(0, ""), Ask(1, window), Ask(0, ""))
    drive(session, RING, answer)
    assert not session.can_undo(0)
    with pytest.raises(Illegal, match="another player has seen or chosen"):
        session.undo(0)
    assert session.can_undo(1)
    session.undo(0, consent=True)
    assert session.at == 0


@pytest.mark.parametrize("kind", [RANDOM, PASSIVE, *LEVELS])
def test_what_a_robot_has_answered_unseen_is_no_barrier(kind: str) -> None:
    session = Session(
        Bells(Ask(0, ""), Ask(1, "draw"), Ask(0, "")), Bells.options(), 2, 1, (HUMAN, kind)
    )
    drive(session, RING, PASS)
    session.undo(0)
    assert session.at == 0


def test_what_the_other_seat_of_the_same_player_has_done_is_no_barrier() -> None:
    class Alone(Bells):
        def owners(self, options: Any, players: int) -> tuple[int, ...]:
            return (0, 0)

    session = Session(Alone(Ask(0, ""), Ask(1, ""), Ask(0, "")), Bells.options(), 1, 1)
    drive(session, RING, RING)
    session.undo(0)
    assert session.at == 0


def test_what_was_played_in_a_window_can_be_taken_back_whatever_is_wanted_since() -> None:
    session = session_of(Ask(1, ""), Ask(1, "draw"), Ask(0, ""))
    drive(session, PASS, RING)
    session.stops[1] = NEVER
    session.undo(1)
    assert session.at == 1
    assert session.position.state == 0


def test_what_was_asked_then_counts_and_not_what_is_wanted_since() -> None:
    session = session_of(Ask(0, ""), Ask(1, "draw"), Ask(0, ""), Ask(1, "draw"), Ask(0, ""))
    drive(session, RING, PASS, RING)
    session.stops[1] = NEVER
    drive(session, RING)  # and before it a pass for the other seat
    session.stops[1] = ALWAYS
    assert [record.chosen for record in session.log] == [True, True, True, False, True]
    session.jump(3)
    session.stops[1] = NEVER
    assert session.can_undo(0)
    session.undo(0)
    assert session.at == 2
    # The other player chose to pass; stops changed later do not matter.
    assert not session.can_undo(0)
    session.stops[1] = ALWAYS
    session.jump(4)
    session.undo(1, consent=True)
    assert session.at == 1  # not 3: that seat was not asked there


def test_a_pass_that_somebody_chose_is_his_decision_to_return_to() -> None:
    session = session_of(Ask(1, ""), Ask(1, "draw"), Ask(0, ""))
    drive(session, RING, PASS)
    session.undo(1)
    assert session.at == 1


def test_a_new_face_is_a_barrier_also_behind_waived_windows() -> None:
    session = session_of(Ask(0, ""), Ask(0, ""), Ask(1, "draw"), Ask(0, ""), stops=(ALWAYS, NEVER))
    drive(session, RING, PEEK)
    session.submit(1, PASS)
    assert not session.can_undo(0)
    session.undo(0, consent=True)
    assert session.at == 1


@given(
    st.lists(
        st.tuples(st.integers(0, 1), st.sampled_from(["", "draw", ATTACK]), st.booleans()),
        min_size=1,
        max_size=9,
    ),
    st.tuples(st.sampled_from(STOPS), st.sampled_from(STOPS)),
    st.lists(st.sampled_from([PASS, RING]), min_size=9, max_size=9),
)
def test_undo_always_leads_to_a_decision_that_was_really_asked(
    asked: list[tuple[int, str, bool]], stops: tuple[str, str], answers: list[Action]
) -> None:
    session = session_of(*(Ask(*each) for each in asked), stops=stops)
    given_by_hand: list[int] = []
    for answer in answers:
        if session.decision is None:
            break
        decision = session.decision
        if session.is_waived(decision):
            session.submit(decision.seat, PASS)
            continue
        given_by_hand.append(session.at)
        session.submit(decision.seat, answer if answer in decision.options else PASS)
    for seat, consent in ((0, False), (1, False), (0, True), (1, True)):
        mine = [at for at in given_by_hand if session.log[at].seat == seat]
        theirs = [at for at in given_by_hand if session.log[at].seat != seat]
        if not consent:
            mine = [at for at in mine if at > max(theirs, default=-1)]
        end = session.at
        while session.can_undo(seat, consent):
            session.undo(seat, consent)
            assert session.at == mine.pop()
        assert not mine
        while session.can_redo:
            session.redo()
        assert session.at == end


@rule("CW18")
def test_a_window_belongs_to_the_attack_and_not_to_the_answer_given_last() -> None:
    """The attacked seat plays something that asks its own question in between."""
    steps = (
        Ask(0, ""), Ask(1, ATTACK), Ask(1, ""), Ask(0, ATTACK), Ask(1, ATTACK), Ask(1, BATTLE),
        Ask(0, "end"),
    )  # fmt: skip
    session = session_of(*steps, stops=(ATTACKED, ATTACKED))
    asked = []
    while not session.over:
        asked.append((now(session).seat, session.is_waived(now(session))))
        session.submit(now(session).seat, RING)
    assert asked == [(0, False), (1, False), (1, False), (0, True), (1, False), (1, False),
                     (0, True)]  # fmt: skip


def test_a_window_that_does_not_say_whose_attack_it_is_asks_everybody_who_wants_to_be() -> None:
    decision = Decision(0, "React?", (PASS, RING), PASS, ATTACK)
    for stop, waived in ((ATTACKS, False), (ATTACKED, False), (NEVER, True)):
        assert session_of(Ask(0, ""), stops=(stop, ALWAYS)).is_waived(decision) is waived


# -- answers without a question -------------------------------------------------------------------


class Turns(Bells):
    """Toy game that counts a turn for each `NextTurn` step."""

    def turn(self, pos: Position[int]) -> int:
        return pos.state // 100


@value
class NextTurn(Step):
    def run(self, table: Table[Any], action: Action) -> None:
        table.put(table.pos.state + 100)


@value
class Must(Ask):
    """Step that asks without a pass among the options."""

    def ask(self, pos: Position[Any]) -> Decision:
        return Decision(self.seat, "Ring", (RING, PEEK), RING)


PHASES = (Ask(0, ""), Ask(1, "draw"), Ask(0, ""), Ask(0, ""), NextTurn(), Ask(0, ""))


def turns(*steps: Step, kinds: tuple[str, ...] = (), practice: bool = False) -> Session[int]:
    return Session(Turns(*steps), Bells.options(), 2, 1, kinds, practice=practice)


def automatic(session: Session[int]) -> Action | None:
    return session.automatic_answer(now(session))


def test_the_end_of_a_turn_passes_all_that_is_left_of_it_and_is_one_move() -> None:
    session = turns(*PHASES)
    assert session.passes_left(now(session)) == 3
    session.submit(0, session.end_turn(0))
    assert automatic(session) is None  # the other player is asked as usual
    session.submit(1, PASS)
    for _ in range(2):
        assert automatic(session) == PASS
        session.submit(0, PASS)
    assert session.game.turn(session.position) == 1
    assert automatic(session) is None
    session.undo(0, consent=True)
    assert session.at == 0
    assert automatic(session) is None


def test_the_end_of_a_turn_waits_when_somebody_plays() -> None:
    session = turns(*PHASES)
    session.submit(0, session.end_turn(0))
    session.submit(1, RING)
    assert automatic(session) is None


@pytest.mark.parametrize(
    ("steps", "passes"),
    [
        ((Ask(0, ""), Must(0, ""), NextTurn(), Ask(1, "")), 0),
        ((Ask(0, ""), NextTurn(), Ask(1, "")), 1),
        ((Ask(0, ""), Ask(1, ATTACK), NextTurn(), Ask(1, "")), 1),
        ((Ask(0, ""), Ask(0, ""), NextTurn(), Ask(1, "")), 2),
        ((Ask(0, ""), *[Ask(1, "")] * 60), 0),  # an endless loop of turns
    ],
)
def test_passing_ends_a_turn_only_where_nothing_must_be_answered(
    steps: tuple[Step, ...], passes: int
) -> None:
    session = turns(*steps)
    assert session.passes_left(now(session)) == passes


def test_a_pass_that_ends_no_phase_does_not_offer_to_end_the_turn() -> None:
    class PhasedTurns(Turns):
        def phase_now(self, pos: Position[int]) -> str:
            return "Fight" if pos.state < 1 else "Move"

    @value
    class NextPhase(Step):
        def run(self, table: Table[Any], action: Action) -> None:
            table.put(table.pos.state + 1)

    for steps, passes in (
        ((Ask(0, ""), Ask(0, ""), NextPhase(), Ask(0, ""), NextTurn(), Ask(1, "")), 0),
        ((Ask(0, ""), NextPhase(), Ask(0, ""), NextTurn(), Ask(1, "")), 2),
    ):
        session = Session(PhasedTurns(*steps), Bells.options(), 2, 1)
        assert session.passes_left(now(session)) == passes


@pytest.mark.parametrize(
    ("kinds", "practice", "answer"),
    [
        ((HUMAN, LEVELS[0]), False, PASS),
        ((HUMAN, PASSIVE), False, PASS),
        ((HUMAN, HUMAN), False, None),
        ((HUMAN, LEVELS[0]), True, None),
        ((LEVELS[0], HUMAN), False, None),
        ((LEVELS[0], RANDOM), False, None),
    ],
)
def test_an_only_option_is_played_at_once_where_no_other_person_sees_it(
    kinds: tuple[str, ...], practice: bool, answer: Action | None
) -> None:
    session = turns(Ask(0, "", may_ring=False), kinds=kinds, practice=practice)
    assert automatic(session) == answer
    assert automatic(turns(Ask(0, ""), kinds=kinds, practice=practice)) is None
    if answer is not None:
        assert not session.submit(0, answer).chosen
