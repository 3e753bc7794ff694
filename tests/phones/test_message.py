"""Tests of the messages to phones: complete, small, and the same in worlds that look alike."""

from __future__ import annotations

import json
from typing import Any

import pytest

from castlecards.core.cards import NATURE
from castlecards.core.game import Game
from castlecards.core.referee import Human, Over, due
from castlecards.core.rng import noise
from castlecards.core.session import HUMAN
from castlecards.phones.answer import OptionAnswer, ThrowAnswer
from castlecards.phones.choice import choice_of
from castlecards.phones.message import Notes, phone_message, sheet_of
from tests.depth import Depth
from tests.games.play import GAME_BY_ID, GAMES, configurations, every_game
from tests.games.worlds import moments, two_worlds
from tests.phones.table import PhoneTable, phone_table

LARGEST = 20_000  # bytes of a message
HAND = 14  # cards; random players collect more, with an option for each at each of five walls
LISTED = [game for game in GAMES if game.listed]


def read(table: PhoneTable, seat: int) -> dict[str, Any]:
    state: dict[str, Any] = json.loads(phone_message(table.session, seat))
    return state


def asked_seat(table: PhoneTable) -> int:
    found = due(table.session)
    assert isinstance(found, Human)
    return found.decision.seat


@pytest.mark.long
@every_game
def test_a_whole_match_is_played_by_what_messages_offer(game: Game[Any], depth: Depth) -> None:
    """Each option has a text, each message is small, and only the asked seat has a question."""
    for n, (options, players) in enumerate(
        configurations(game)[:: max(1, len(configurations(game)) // 5)]
    ):
        if n % depth(2, 1):
            continue  # every second match keeps its seed
        table = phone_table(game, players, n, options)
        for step in range(400):
            if isinstance(due(table.session), Over):
                break
            states = {}
            for seat, message in table.states().items():
                states[seat] = state = json.loads(message)
                held = sum(place["n"] for place in state["hand"])
                assert len(message) <= LARGEST or held > HAND
                assert sum(key in state for key in ("ask", "wait", "over")) == 1
                assert ("ask" in state) is (seat == asked_seat(table))
            state = states[asked_seat(table)]
            offered = state["ask"]["o"]
            assert all(each["t"] for each in offered)
            assert [each["i"] for each in offered] == list(range(len(offered)))
            index = noise(n, step, 1)[0] % len(offered)
            assert table.take([(asked_seat(table), OptionAnswer(state["id"], index))])
        if isinstance(due(table.session), Over):
            assert all(read(table, seat)["over"] for seat in table.states())


def test_late_foreign_and_unknown_answers_change_nothing() -> None:
    table = phone_table(GAME_BY_ID["tricks_of_the_trade"], 2, 3)
    seat, moment = asked_seat(table), read(table, asked_seat(table))["id"]
    before = table.session.at
    track = ((0.0, 0.0, -40.0), (0.1, 0.0, 0.0))
    for who, answer in (
        (seat, OptionAnswer("0.999", 0)),
        (seat, OptionAnswer("1.0", 0)),
        (1 - seat, OptionAnswer(moment, 0)),
        (seat, OptionAnswer(moment, 99)),
        (seat, ThrowAnswer(moment, 0, 0, track)),
        (NATURE, OptionAnswer(moment, 0)),
    ):
        assert not table.take([(who, answer)])
    assert table.session.at == before
    assert table.late == 6
    assert table.take([(seat, OptionAnswer(moment, 0))])
    assert not table.take([(seat, OptionAnswer(moment, 0))])  # sent twice


def test_an_undo_makes_the_questions_of_before_late() -> None:
    table = phone_table(GAME_BY_ID["tricks_of_the_trade"], 2, 3)
    seat = asked_seat(table)
    old = read(table, seat)["id"]
    assert table.take([(seat, OptionAnswer(old, 0))])
    assert read(table, seat)["undo"]
    table.session.undo(seat, consent=True)
    assert choice_of(table.session, seat, OptionAnswer(old, 0), epoch=1) is None
    new = json.loads(phone_message(table.session, seat, 1))["id"]
    assert choice_of(table.session, seat, OptionAnswer(new, 0), epoch=1) is not None


def test_notes_are_told_to_one_phone_alone() -> None:
    table = phone_table(GAME_BY_ID["tricks_of_the_trade"], 2, 3)
    state = json.loads(phone_message(table.session, 0, notes=Notes(foul="A", clock=0.5)))
    assert state["told"] == {"foul": "A", "clock": 0.5}
    assert read(table, 1)["told"] == {}


@pytest.mark.parametrize("game", LISTED, ids=[game.id for game in LISTED])
def test_every_face_has_its_place_in_the_picture_of_the_deck(game: Game[Any]) -> None:
    table = phone_table(game, game.players[-1], 1)
    columns, rows = sheet_of(table.session)
    faces = table.session.start.box.faces
    assert columns * (rows - 1) < len(faces) <= columns * rows
    for seat in table.states():
        for card in (card for place in read(table, seat)["hand"] for card in place["c"]):
            assert table.session.position.faces[card["i"]] == card["f"]


@pytest.mark.parametrize("game", LISTED, ids=[game.id for game in LISTED])
def test_order_number_and_bytes_of_messages_tell_nothing_hidden(
    game: Game[Any], depth: Depth
) -> None:
    """The messages to one phone agree in two worlds; those to the other phones differ."""
    every, moments_read, others = configurations(game), 0, 0
    for n in range(depth(6, 200)):
        options, players = every[n * 89 % len(every)]
        owners = game.owners(options, players)
        seats = [seat for seat, owner in enumerate(owners) if owner >= 0]
        seat = seats[n % len(seats)]
        worlds = two_worlds(game, options, players, n, seat, (HUMAN,) * players)
        if worlds is None:
            continue
        sent: tuple[list[bytes], list[bytes]] = ([], [])
        for each in moments(worlds, 70):
            for session, messages in zip(each.sessions, sent, strict=True):
                messages.append(phone_message(session, seat))
            here, there = [phone_message(s, seats[seat - 1]) for s in each.sessions]
            others += here != there
            moments_read += 1
        assert sent[0] == sent[1]
    assert moments_read > 20
    if len(seats) > 1:
        assert others, "the worlds do not differ for anybody"
