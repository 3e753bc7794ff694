"""Tests of the phone flow: whole matches by phones, late answers, undo, coach, lost phones."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from castlecards.core.referee import Human, due
from castlecards.phones.answer import (
    Answer,
    CoachRequest,
    ConsentAnswer,
    OptionAnswer,
    PracticeThrow,
    ThrowAnswer,
    UndoRequest,
)
from castlecards.phones.finger import PRACTICE, STRENGTH
from castlecards.players.coach import CoachHint, OptionAdvice
from castlecards.ui.phone_room import PhoneRoom
from castlecards.ui.scene import Push
from castlecards.ui.table import commands as say
from castlecards.ui.table.flow.phones import AWAY, CLOCK_STOPS, CONSENT, PhoneFlow
from castlecards.ui.table.viewer import NOBODY
from tests.phones.test_finger import straight_track
from tests.ui.table.headless_match import MOST, TICK, HeadlessMatch

BOTH = frozenset({0, 1})
MOST_ANSWERS = 300  # in one match
GAMES = ("card_barrage", "castle_wars", "castle_rampage", "castle", "tricks_of_the_trade")


class Room(PhoneRoom):
    """Phone room whose phones are simulated by the test."""

    def __init__(self, people: frozenset[int]) -> None:
        super().__init__()
        self.people = people
        self.away: frozenset[int] = frozenset()
        self.states: dict[int, dict[str, Any]] = {}
        self.sent = 0
        self.waiting: list[tuple[int, Answer]] = []
        self.strengths = {f"phone{n}": STRENGTH for n in people}
        self.fault = ""

    @property
    def is_open(self) -> bool:
        return True

    @property
    def error(self) -> str:
        return self.fault

    @property
    def missing(self) -> frozenset[int]:
        return self.people & self.away

    def device(self, player: int) -> str:
        return f"phone{player}"

    def publish(self, states: Mapping[int, bytes]) -> None:
        self.sent += len(states)
        self.states |= {player: json.loads(state) for player, state in states.items()}

    def answers(self) -> list[tuple[int, Answer]]:
        found, self.waiting = self.waiting, []
        return found

    def move_to_screen(self, player: int) -> None:
        self.people -= {player}


class PhoneMatch(HeadlessMatch):
    """Headless match of two people with phones."""

    def __init__(self, game: str, seed: int, people: frozenset[int] = BOTH) -> None:
        super().__init__(game, seed, people)
        self.room = Room(people)
        app: Any = self.asking.phones.app
        app.phones = self.room
        self.flow = self.asking.phones = PhoneFlow(app, self.model, self.computer_players.seating)
        self.found: list[say.Command] = []

    def execute(self, wanted: list[say.Command]) -> None:
        for command in wanted:
            self.found.append(command)
            match command:
                case say.Undo(seat, agreed):
                    self.session.undo(seat, agreed)
                    self.model.forget()
                    self.model.next_unasked = True
                case say.AskPhones(seat):
                    self.execute(self.flow.ask_consent(seat))
                case say.Notify() | say.ReportFoul() | say.ShowPhoneAway() | say.Navigate():
                    pass
                case _:
                    super().execute([command])

    def until_asked(self) -> int:
        """Play until a phone shows a decision; return its player."""
        for _ in range(MOST):
            self.tick(TICK)
            now = due(self.session)
            asked = now.decision.seat if isinstance(now, Human) else -1
            player = self.session.owner(asked) if asked >= 0 else -1
            if "ask" in self.room.states.get(player, {}) and not self.model.next_unasked:
                return player
            if self.session.over:
                return -1
        raise AssertionError("nobody is asked")

    def until_consent(self) -> int:
        """Play until the others must agree to an undo; return the player who asked for it."""
        for _ in range(99):
            player = self.until_asked()
            self.answer(player)
            self.until_asked()
            if not self.session.can_undo(player) and self.session.can_undo(player, consent=True):
                return player
        raise AssertionError("every move can be undone freely")

    def answer(self, player: int, index: int = 0) -> None:  # type: ignore[override]
        state = self.room.states[player]
        self.room.waiting.append((player, OptionAnswer(state["id"], index)))
        self.tick(TICK)

    def choose(self, player: int, rnd: Random) -> None:
        """Submit a random answer of a player: an option or a throw."""
        state = self.room.states[player]
        options, pad = state["ask"]["o"], state["ask"].get("throw")
        if pad and (not options or rnd.random() < 0.7):
            card = rnd.choice(pad["c"])
            track = straight_track(rnd.uniform(2200.0, 3400.0), rnd.uniform(-200.0, 200.0))
            throw = ThrowAnswer(state["id"], card, rnd.randrange(3), track)
            self.room.waiting.append((player, throw))
            self.tick(TICK)
        else:
            self.answer(player, rnd.randrange(len(options)))


@pytest.fixture
def tricks() -> PhoneMatch:
    return PhoneMatch("tricks_of_the_trade", 3)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_is_played_on_phones(game: str) -> None:
    match, rnd, asked = PhoneMatch(game, 5), Random(1), 0
    while (player := match.until_asked()) >= 0 and asked < MOST_ANSWERS:
        assert match.model.curtain is None
        assert match.model.selection is None
        assert match.model.viewer.seat == NOBODY
        match.choose(player, rnd)
        asked += 1
    if match.session.over:  # in two games, random players need more answers
        for _ in range(3):
            match.tick(TICK)
        assert all(state["over"] for state in match.room.states.values())
    assert asked == MOST_ANSWERS or match.session.over
    assert asked > 20


def test_a_late_answer_changes_nothing(tricks: PhoneMatch) -> None:
    player = tricks.until_asked()
    old = tricks.room.states[player]["id"]
    tricks.answer(player)
    tricks.until_asked()
    at, sent = tricks.session.at, tricks.room.sent
    for wrong in (OptionAnswer(old, 0), OptionAnswer("99.0", 0), UndoRequest(old)):
        tricks.room.waiting = [(0, wrong), (1, wrong)]
        tricks.tick(TICK)
    assert tricks.session.at == at
    assert tricks.room.sent > sent, "the phone that has answered gets the state of now"


def test_the_first_of_two_answers_in_one_frame_counts(tricks: PhoneMatch) -> None:
    player = tricks.until_asked()
    at, id = tricks.session.at, tricks.room.states[player]["id"]
    tricks.room.waiting = [(player, OptionAnswer(id, 1)), (player, OptionAnswer(id, 0))]
    first = due(tricks.session).decision.options[1]  # type: ignore[union-attr]
    tricks.tick(TICK)
    assert tricks.session.at == at + 1
    assert tricks.session.log[at].action == first


def test_nothing_is_sent_while_nothing_changes(tricks: PhoneMatch) -> None:
    tricks.until_asked()
    tricks.tick(TICK)
    sent = tricks.room.sent
    for _ in range(20):
        tricks.tick(TICK)
    assert tricks.room.sent == sent


def test_ids_of_a_rematch_and_after_an_undo_are_new(tricks: PhoneMatch) -> None:
    player = tricks.until_asked()
    first = tricks.room.states[player]["id"]
    again = PhoneMatch.__new__(PhoneMatch)
    again.__init__("tricks_of_the_trade", 3)  # type: ignore[misc]
    again.room.epoch = tricks.room.epoch
    app: Any = again.flow.app
    again.flow = again.asking.phones = PhoneFlow(
        app, again.model, again.computer_players.seating
    )  # fmt: skip
    assert again.until_asked() == player
    assert again.room.states[player]["id"] != first
    tricks.answer(player)
    tricks.until_asked()
    tricks.execute([say.Undo(player)])
    assert tricks.until_asked() == player
    assert tricks.room.states[player]["id"] not in (first, "")


def test_an_undo_needs_the_other_phone(tricks: PhoneMatch) -> None:
    player = tricks.until_consent()
    at, other = tricks.session.at, 1 - player
    wish = player, UndoRequest(tricks.room.states[player]["id"])
    tricks.room.waiting = [wish]
    tricks.tick(TICK)
    tricks.tick(TICK)
    name = tricks.session.names[player]
    assert tricks.room.states[other]["told"]["consent"].startswith(f"{name} wants to undo")
    assert "consent" not in tricks.room.states[player]["told"]
    tricks.room.waiting = [(player, ConsentAnswer(True))]  # the player who asked cannot consent
    tricks.tick(TICK)
    assert tricks.session.at == at
    tricks.room.waiting = [(other, ConsentAnswer(False))]
    tricks.tick(TICK)
    tricks.tick(TICK)
    assert tricks.session.at == at
    assert "consent" not in tricks.room.states[other]["told"]
    tricks.room.waiting = [wish]
    tricks.tick(TICK)
    tricks.room.waiting = [(other, ConsentAnswer(True))]
    tricks.tick(TICK)
    assert tricks.session.at < at
    assert tricks.until_asked() == player


def test_silence_is_no(tricks: PhoneMatch) -> None:
    player = tricks.until_consent()
    at = tricks.session.at
    tricks.room.waiting = [(player, UndoRequest(tricks.room.states[player]["id"]))]
    tricks.tick(TICK)
    tricks.tick(CONSENT)
    tricks.tick(TICK)
    assert "consent" not in tricks.room.states[1 - player]["told"]
    tricks.room.waiting = [(1 - player, ConsentAnswer(True))]
    tricks.tick(TICK)
    assert tricks.session.at == at
    assert isinstance(tricks.found[-1], say.Notify)


def test_people_at_the_screen_are_asked_before_those_with_phones() -> None:
    match = PhoneMatch("tricks_of_the_trade", 3, frozenset({1}))
    assert match.flow.ask_consent(1) == [say.Undo(1)]
    assert isinstance(match.flow.ask_consent(0)[0], say.Notify)
    player = match.model.viewer.at_screen[0]
    match.session.submit(0, due(match.session).decision.options[0])  # type: ignore[union-attr]
    assert player == 0


def test_the_coach_answers_one_phone(tricks: PhoneMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    player = tricks.until_asked()
    asked = due(tricks.session)
    assert isinstance(asked, Human)
    coach_hint = CoachHint(
        (OptionAdvice(asked.decision.options[0], 0.61, "61 %", ("it is safe",)),)
    )

    class Thinker:
        question: Any = None
        busy = True

        def ask(self, question: Any, *_: Any) -> None:
            self.question = question

        def answer(self, dt: float) -> CoachHint:
            return coach_hint

    app: Any = tricks.flow.app
    app.thinker = Thinker()
    app.throws = None
    tricks.room.waiting = [(1 - player, CoachRequest())]  # not on turn, so no answer
    tricks.tick(TICK)
    assert app.thinker.question is None
    tricks.room.waiting = [(player, CoachRequest())]
    tricks.tick(TICK)
    assert app.thinker.question.view.seat == asked.decision.seat
    tricks.tick(TICK)
    told = tricks.room.states[player]["told"]["coach"]
    assert told.startswith("1. ")
    assert told.endswith(": 61 %. It is safe.")
    assert "coach" not in tricks.room.states[1 - player]["told"]
    tricks.answer(player)
    tricks.until_asked()
    assert "coach" not in tricks.room.states[player]["told"]


def test_a_phone_away_stops_the_clock_and_is_told(tricks: PhoneMatch) -> None:
    tricks.session.clock = tricks.session.left = 600.0
    player = tricks.until_asked()
    tricks.tick(TICK)
    assert tricks.room.states[player]["told"]["clock"] <= 600.0
    assert "clock" not in tricks.room.states[1 - player]["told"]
    left = tricks.session.left
    tricks.room.away = frozenset({player})
    for _ in range(round((AWAY - 1.0) / TICK)):
        tricks.tick(TICK)
    assert tricks.session.left == left
    assert not [c for c in tricks.found if isinstance(c, say.ShowPhoneAway)]
    for _ in range(round(1.5 / TICK)):
        tricks.tick(TICK)
    assert say.ShowPhoneAway(player) in tricks.found
    for _ in range(round(CLOCK_STOPS / TICK)):
        tricks.tick(TICK)
    assert tricks.session.left < left, "it stands still for so long and no longer"


def test_a_player_moves_to_the_screen_and_back(tricks: PhoneMatch) -> None:
    player = tricks.until_asked()
    tricks.room.move_to_screen(player)
    tricks.tick(TICK)
    tricks.tick(TICK)
    viewer, model = tricks.model.viewer, tricks.model
    assert viewer.at_screen == (player,)
    assert viewer.seat == NOBODY, "the hand is shown while a key is held"
    assert model.selection is None
    tricks.asking.peek(True)
    tricks.tick(TICK)
    assert model.selection is not None
    tricks.asking.peek(False)
    tricks.room.people = BOTH
    tricks.tick(TICK)
    assert model.selection is None
    assert tricks.until_asked() == player


def test_the_end_of_the_server_opens_the_lobby(tricks: PhoneMatch) -> None:
    tricks.until_asked()
    tricks.room.fault = "gone"
    tricks.tick(TICK)
    tricks.tick(TICK)
    opened = [c.go for c in tricks.found if isinstance(c, say.Navigate)]
    assert len(opened) == 1
    assert isinstance(opened[0], Push)


def test_practice_throws_set_the_strength_of_a_device() -> None:
    match = PhoneMatch("card_barrage", 3)
    match.room.strengths.clear()
    player = match.until_asked()
    assert match.room.states[player]["told"]["practice"] == PRACTICE
    for _ in range(PRACTICE):
        match.room.waiting = [(player, PracticeThrow(straight_track(5000.0)))]
        match.tick(TICK)
        match.tick(TICK)
    strength = match.room.strengths[f"phone{player}"]
    assert 0.15 < strength < STRENGTH
    told = match.room.states[player]["told"]
    assert "practice" not in told
    assert told["strength"] == strength
    match.room.waiting = [(1 - player, PracticeThrow(()))]
    match.tick(TICK)
    assert match.room.strengths[f"phone{1 - player}"] == STRENGTH


def test_a_foul_is_told_to_the_thrower_alone() -> None:
    match = PhoneMatch("card_barrage", 3)
    player = match.until_asked()
    while "throw" not in match.room.states[player]["ask"]:
        match.answer(player)
        player = match.until_asked()
    asked = due(match.session)
    assert isinstance(asked, Human)
    card, at = asked.decision.aim.cards[0], match.session.at
    id = match.room.states[player]["id"]
    match.room.waiting = [(player, ThrowAnswer(id, card, 0, straight_track(100.0)))]
    match.tick(TICK)
    match.tick(TICK)
    assert match.session.at == at
    assert "slow" in match.room.states[player]["told"]["foul"]
    assert "foul" not in match.room.states[1 - player]["told"]
    assert any(isinstance(command, say.ReportFoul) for command in match.found)
    match.room.waiting = [(player, ThrowAnswer(id, card, 1, straight_track(3000.0)))]
    match.tick(TICK)
    assert say.Submit(asked.decision.seat, match.session.log[at].action, just_thrown=True) in (
        match.found
    )
    assert match.model.input_state.method == 1
    match.until_asked()
    assert "m/s" in match.room.states[player]["told"]["thrown"]
