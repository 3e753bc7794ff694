"""Shots of the lobby: a room with fixed tokens takes the place of the server."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from unittest.mock import patch

from castlecards.core.session import Session
from castlecards.phones import address
from castlecards.phones.address import join_url
from castlecards.phones.server import Confirmation
from castlecards.ui.pages.lobby import Lobby
from castlecards.ui.phone_room import PhoneRoom
from castlecards.ui.scene import Push
from tests.ui.shots.matches import NAMES
from tests.ui.shots.stage import Shot, Stage

SMALL = (640, 480)
HERE = "192.168.100.20"
PORT = 8137
# Each code has a letter, so that the list of all texts takes it for a value.
LETTERS = "427K3952", "7932P846", "5R482763", "6392854W", "83675H29", "2947365T"


class FixedRoom(PhoneRoom):
    """Room without a server, with fixed tokens and a fixed set of joined phones."""

    def __init__(self, joined: Iterable[int], asked: tuple[Confirmation, ...]) -> None:
        super().__init__()
        self.joined = frozenset(joined)
        self.asked = asked
        self.opened = False

    @property
    def is_open(self) -> bool:
        return self.opened

    def open(self, session: Session[Any], people: Iterable[int], *rest: object) -> None:
        self.opened, self.people = True, frozenset(people)

    def close(self) -> None:
        self.opened = False

    def has_joined(self, player: int) -> bool:
        return player in self.joined

    @property
    def missing(self) -> frozenset[int]:
        return self.people - self.joined

    @property
    def place(self) -> str:
        return f"{HERE}:{PORT}" if self.opened else ""

    def url(self, player: int) -> str:
        return join_url(HERE, PORT, f"fixed-token-of-{player}")

    def code(self, player: int) -> str:
        return LETTERS[player]

    def was_reached(self) -> bool:
        return True

    def confirmations(self) -> list[Confirmation]:
        return list(self.asked)


def lobby(
    players: int, joined: Iterable[int] = (), people: Iterable[int] | None = None,
    addresses: tuple[str, ...] = (HERE,), asked: tuple[Confirmation, ...] = (),
    painted: bool = True,
) -> Callable[[Stage], None]:  # fmt: skip
    """Shot of the lobby; `people`: players with a phone (None: all); `joined`: who has joined."""

    def act(stage: Stage) -> None:
        game = stage.app.games["card_barrage"]
        session = Session(game, game.options(), players, 5, (), NAMES[:players])
        chosen = range(players) if people is None else people
        stage.app.change(phone_names=tuple(session.names[n] for n in chosen))
        stage.app.phones = FixedRoom(joined, asked)
        with patch.object(address, "local_addresses", lambda: addresses):
            page = Lobby(stage.app, session)
        page.pictures = b"painted" if painted else b""
        stage.app.follow(Push(page))
        stage.feed()
        page._painted = 20
        stage.feed()

    return act


STATES = {
    "empty": lobby(2), "half": lobby(4, (1, 2), (0, 1, 2)), "all": lobby(6, range(6)),
    "offline": lobby(2, (), (1,), ()),
}  # fmt: skip
LOBBY_SHOTS = (
    *(Shot(f"lobby-{name}", act) for name, act in STATES.items()),
    *(Shot(f"lobby-640-{name}", act, SMALL) for name, act in STATES.items()),
    Shot("lobby-six", lobby(6, (3,), None, (HERE, "10.8.0.3"))),
    Shot("lobby-asked", lobby(2, (), None, (HERE,), (Confirmation(417, 1, "417"),))),
    Shot("lobby-painting", lobby(2, painted=False)),
)
