"""Phone room: the people at a table who hold their cards on phones, and the server of their page.

A room is closed until a lobby opens it, and nothing of the server is imported before. It stays open
over the match, its result and a rematch, until the title page closes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from castlecards.core.session import HUMAN, Session

if TYPE_CHECKING:
    from castlecards.phones.answer import Answer
    from castlecards.phones.server import Confirmation, PhoneServer


class PhoneRoom:
    """Phones of one table, by player; `people`: numbers of the players who use one.

    Every person of the match has a token and a code, so that each can move between screen and
    phone at any time.
    """

    def __init__(self) -> None:
        self.people: frozenset[int] = frozenset()
        self.epoch = 0  # rises with each match and each undo, so that late answers are known
        self.strengths: dict[str, float] = {}  # of the flick, by device
        self._names: tuple[str, ...] = ()
        self._tokens: dict[int, str] = {}
        self._port = 0
        self._server: PhoneServer | None = None

    @property
    def is_open(self) -> bool:
        return self._server is not None

    @property
    def error(self) -> str:
        """Reason why the server has stopped by itself; "" while it runs or is closed."""
        return self._server.error if self._server is not None else ""

    def open(
        self, session: Session[Any], people: Iterable[int], address: str, pictures: bytes,
        rules: Sequence[tuple[str, str, str]] = (), host: str = "",
    ) -> None:  # fmt: skip
        """Serve the page to the phones of a match; of the same people, with the same tokens.

        `people`: numbers of the players who use a phone; `address`: one of this computer;
        `pictures`: PNG of all faces, see `deck_sheet`; `rules`: of the game, as `page` takes them;
        `host`: name of that address, if it has one.
        Raises OSError if the address or all ports are taken.
        """
        from castlecards.phones.page import page
        from castlecards.phones.server import PORTS, PhoneServer

        self.close()
        seats = [n for n, kind in enumerate(session.kinds) if kind == HUMAN]
        if session.names != self._names:
            self._tokens, self._port = {}, 0
        port = self._port or PORTS.start
        server = PhoneServer(
            address, port, seats, page(rules), self._tokens, pictures=pictures, host=host
        )
        server.start()
        self._server, self._names, self._port = server, session.names, server.port
        self._tokens = dict(server.tokens)
        self.people = frozenset(people)

    def close(self) -> None:
        """Disconnect all phones and close the port. People play at the screen again."""
        if self._server is not None:
            self._server.close()
        self._server, self.people = None, frozenset()

    # -- who is where ---------------------------------------------------------------------------

    def move_to_phone(self, player: int) -> None:
        self.people |= {player}

    def move_to_screen(self, player: int) -> None:
        """Let a player go on at the screen. The phone is disconnected, its code and token end."""
        self.people -= {player}
        if self._server is not None:
            self._server.renew(player)
            self._tokens = dict(self._server.tokens)

    def has_joined(self, player: int) -> bool:
        """True if the phone of a player is connected now."""
        return self._server is not None and player in self._server.joined()

    @property
    def missing(self) -> frozenset[int]:
        """Players who use a phone that is not connected now."""
        joined = self._server.joined() if self._server is not None else frozenset()
        return self.people - joined

    # -- how to join ----------------------------------------------------------------------------

    @property
    def place(self) -> str:
        """Address of the page that people can type: `192.168.1.20:8137`; "" while closed."""
        return f"{self._server.host}:{self._server.port}" if self._server is not None else ""

    def url(self, player: int) -> str:
        """Address of the page with the token of a player, as the QR code shows it; "" if closed."""
        from castlecards.phones.address import join_url

        server = self._server
        return join_url(server.host, server.port, server.tokens[player]) if server else ""

    def code(self, player: int) -> str:
        """Letters that open the seat of a player without a camera; "" while closed."""
        return self._server.codes[player] if self._server is not None else ""

    def was_reached(self) -> bool:
        """True if any device has asked for the page, so the network lets devices through."""
        return self._server is not None and self._server.requested()

    def confirmations(self) -> list[Confirmation]:
        """Devices that typed a code and wait for somebody at the screen."""
        return self._server.confirmations() if self._server is not None else []

    def confirm(self, number: int, yes: bool) -> None:
        """Let a device that typed a code have its seat, or refuse it."""
        if self._server is not None:
            self._server.confirm(number, yes)

    # -- the match ------------------------------------------------------------------------------

    def publish(self, states: Mapping[int, bytes]) -> None:
        """Send the newest states to the phones of players."""
        if self._server is not None:
            self._server.publish(states)

    def answers(self) -> list[tuple[int, Answer]]:
        """Answers of players with a phone since the last call."""
        found = self._server.answers() if self._server is not None else []
        return [(player, answer) for player, answer in found if player in self.people]

    def device(self, player: int) -> str:
        """Id of the phone of a player; "" while none is connected."""
        return self._server.device(player) if self._server is not None else ""
