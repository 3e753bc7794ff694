"""Tests of the phone room: which player uses a phone, and what stays when it opens again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from castlecards.core.session import HUMAN, Session
from castlecards.ui.phone_room import PhoneRoom
from tests.games.play import GAME_BY_ID
from tests.phones.client import until

HERE = "127.0.0.1"


@pytest.fixture
def room() -> Iterator[PhoneRoom]:
    found = PhoneRoom()
    yield found
    found.close()


def match(names: tuple[str, ...] = ("Ann", "Ben", "Cleo")) -> Session[Any]:
    game = GAME_BY_ID["tricks_of_the_trade"]
    return Session(game, game.options(), len(names), 7, (HUMAN,) * len(names), names)


@contextmanager
def join(room: PhoneRoom, player: int, token: str = "") -> Iterator[ClientConnection]:
    """Open a socket of a phone that asks for a seat."""
    origin = {"Origin": f"http://{room.place}"}
    with connect(f"ws://{room.place}/play", additional_headers=origin) as found:
        token = token or room.url(player).partition("#")[2]
        found.send(f'{{"token": "{token}", "device": "phone{player}"}}')
        yield found


def test_a_closed_room_is_empty(room: PhoneRoom) -> None:
    room.publish({0: b"{}"})
    room.confirm(123, True)
    assert not room.is_open
    assert (room.people, room.answers(), room.confirmations()) == (frozenset(), [], [])
    assert (room.url(0), room.code(0), room.place, room.device(0)) == ("", "", "", "")


def test_phones_of_a_match_keep_their_tokens(room: PhoneRoom) -> None:
    room.open(match(), (0, 2), HERE, b"")
    before, place = room.url(0), room.place
    room.close()
    assert not room.is_open
    assert not room.people
    room.open(match(), (0,), HERE, b"")
    assert (room.url(0), room.place, room.people) == (before, place, {0})
    room.open(match(("Dan", "Eve", "Fay")), (0,), HERE, b"")
    assert room.url(0) != before


def test_who_moves_to_the_screen_loses_the_phone(room: PhoneRoom) -> None:
    room.open(match(), (0, 1), HERE, b"")
    assert room.missing == {0, 1}
    token, code = room.url(1).partition("#")[2], room.code(1)
    with join(room, 0), join(room, 1) as phone:
        until(lambda: not room.missing)
        assert room.device(1) == "phone1"
        room.move_to_screen(1)
        until(lambda: not room.has_joined(1))
        assert (room.people, room.missing) == ({0}, frozenset())
        with pytest.raises(Exception, match="4003"):
            phone.recv(timeout=5)
        with join(room, 1, token) as late, pytest.raises(Exception, match="4003"):
            late.recv(timeout=5)
    assert room.code(1) != code
    room.move_to_phone(1)
    assert room.people == {0, 1}
