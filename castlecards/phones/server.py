"""Server of the page on the local network: one thread with one asyncio loop.

It knows bytes and seats, never a match: the owner publishes the newest state of each seat and
empties the list of answers once a frame. Who has no token of a seat gets the page and nothing else.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import logging
import re
import secrets
import socket
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from queue import SimpleQueue
from time import monotonic
from typing import Any

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from castlecards.phones.answer import MOST_BYTES, Answer, parse_answer, parse_object
from castlecards.texts import tr

PORTS = range(8137, 8147)
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # of typed codes: 32, none like another
CODE = 8  # letters of a typed code, 40 bits
TOKEN = 12  # bytes of a token, 96 bits
DEVICE = 40  # letters of a device's own id, at most
TAKEN, DENIED, FLOODED = 4001, 4003, 4008  # codes with which a socket is closed
PULSE = 5.0  # s between two pings
LOST = 20.0  # s without a pong, after which a socket is closed


@dataclass(frozen=True)
class ServerLimits:
    """Limits for strangers and for faulty pages."""

    first: float = 3.0  # s for the request, and again for the first message
    rate: float = 10.0  # messages a second
    burst: float = 20.0  # messages at once
    strangers: int = 16  # connections without a seat
    from_one: int = 6  # of one address
    guesses: int = 5  # wrong tokens or codes of one address
    pause: float = 60.0  # s that this address waits then


@dataclass(frozen=True)
class Confirmation:
    """Device that typed the code of a seat and waits until somebody at the table agrees."""

    number: int
    seat: int
    sign: str  # shown on both screens, so that people see whose device it is


@dataclass
class _Phone:
    """Connection that holds a seat."""

    socket: ServerConnection
    device: str
    news: asyncio.Event = field(default_factory=asyncio.Event)


class _Connection(ServerConnection):
    """Connection that is counted from its first packet on, also without a request."""

    strangers: dict[str, set[_Connection]]
    limits: ServerLimits

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        same = self.strangers.setdefault(address_of(self), set())
        full = sum(map(len, self.strangers.values())) >= self.limits.strangers
        if full or len(same) >= self.limits.from_one:
            self.transport.abort()
        else:
            same.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.seated()
        super().connection_lost(exc)

    def seated(self) -> None:
        """Count this connection no longer among the strangers."""
        address = address_of(self)
        self.strangers.get(address, set()).discard(self)
        if not self.strangers.get(address):
            self.strangers.pop(address, None)


class PhoneServer:
    """Server of one lobby or match. `tokens`: by seat, those of an earlier one to keep.

    `page`: the whole page; `pictures`: PNG of all card faces, served at `/cards.png`; `host`: name
    under which the page is opened, the address unless given. A `port` of 0 takes any free one.
    """

    def __init__(
        self,
        address: str,
        port: int,
        seats: Sequence[int],
        page: bytes,
        tokens: Mapping[int, str] | None = None,
        *,
        pictures: bytes = b"",
        host: str = "",
        limits: ServerLimits | None = None,
    ) -> None:
        self.address = address
        self.port = port
        self.host = host or address
        self.tokens = {seat: _token() for seat in seats} | dict(tokens or {})
        self.codes = {seat: _code() for seat in seats}
        self.error = ""  # reason why the thread has ended by itself
        self._files = {
            "/": (page, "text/html;charset=utf-8"),
            "/cards.png": (pictures, "image/png"),
        }
        self._policy = _policy(page)
        self._limits = limits or ServerLimits()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="phones", daemon=True)
        self._socket: socket.socket | None = None
        self._stop = asyncio.Event()
        self._answers: SimpleQueue[tuple[int, Answer]] = SimpleQueue()
        self._states: dict[int, bytes] = {}
        self._phones: dict[int, _Phone] = {}
        self._wrong: dict[str, tuple[int, float]] = {}  # by address: guesses, time of the last
        self._waiting: dict[int, tuple[Confirmation, asyncio.Future[bool]]] = {}
        self._requests = 0
        self._closing: asyncio.Future[None] | None = None  # kept, so that it is not collected

    # -- main thread ------------------------------------------------------------------------------

    def start(self) -> None:
        """Listen on the first free port and serve. Raises OSError if none can be opened."""
        ports = (0,) if not self.port else range(self.port, max(PORTS.stop, self.port + 1))
        for port in ports:
            try:
                self._socket = socket.create_server((self.address, port))
                break
            except OSError as error:
                reason = error
        if self._socket is None:
            self.close()
            why = str(reason.strerror).partition(" (")[0]  # without the address
            text = tr("Phones can’t reach this computer: {reason}", reason=why)
            raise OSError(reason.errno, text)
        self.port = self._socket.getsockname()[1]
        self._thread.start()

    def close(self) -> None:
        """Close all connections, the port and the thread."""
        if self._thread.is_alive():
            self._call(self._stop.set)
            self._thread.join()
        elif self._thread.ident is None:
            self._loop.close()

    def publish(self, states: Mapping[int, bytes]) -> None:
        """Send the newest state of seats; a slow phone gets only the last one."""
        self._call(self._publish, dict(states))

    def answers(self) -> list[tuple[int, Answer]]:
        """Answers since the last call, each with its seat, in the order in which they came."""
        return [self._answers.get() for _ in range(self._answers.qsize())]

    def joined(self) -> frozenset[int]:
        """Seats that a phone holds now."""
        return frozenset(list(self._phones))

    def requested(self) -> bool:
        """True if any device has asked for the page, so the network lets devices through."""
        return self._requests > 0

    def confirmations(self) -> list[Confirmation]:
        """Devices that typed a code and wait for `confirm`."""
        return [waiting for waiting, _ in list(self._waiting.values())]

    def confirm(self, number: int, yes: bool) -> None:
        """Let a device that typed a code have its seat, or refuse it."""
        self._call(self._confirm, number, yes)

    def device(self, seat: int) -> str:
        """Id of the device that holds a seat; "" if none does."""
        phone = self._phones.get(seat)
        return phone.device if phone is not None else ""

    def renew(self, seat: int) -> None:
        """End the token and the code of a seat; the phone that holds it is disconnected."""
        self.tokens[seat], self.codes[seat] = _token(), _code()
        self._call(self._drop, seat)

    def _call(self, function: Any, *arguments: Any) -> None:
        if self._thread.is_alive():
            try:
                self._loop.call_soon_threadsafe(function, *arguments)
            except RuntimeError:  # the loop has closed meanwhile
                return

    # -- server thread ----------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._serve())
        except Exception as error:  # the match goes on in the main thread, and the lobby says why
            self.error = str(error) or type(error).__name__
        finally:
            self._phones.clear()
            self._loop.close()

    async def _serve(self) -> None:
        log = logging.getLogger("castlecards.phones")
        log.addHandler(logging.NullHandler())
        log.propagate = False
        counted = {"strangers": {}, "limits": self._limits}
        async with serve(
            self._talk,
            sock=self._socket,
            process_request=self._respond,
            compression=None,  # its sizes would tell of the content
            server_header=None,
            open_timeout=self._limits.first,
            ping_interval=None,
            close_timeout=0.5,
            max_size=MOST_BYTES,
            max_queue=4,
            logger=log,
            create_connection=type(_Connection.__name__, (_Connection,), counted),
        ) as server:
            await self._stop.wait()
            _abort(server)

    def _publish(self, states: Mapping[int, bytes]) -> None:
        self._states |= states
        for seat in states:
            if seat in self._phones:
                self._phones[seat].news.set()

    def _drop(self, seat: int) -> None:
        self._states.pop(seat, None)
        if (phone := self._phones.pop(seat, None)) is not None:
            self._closing = asyncio.ensure_future(phone.socket.close(DENIED))

    def _confirm(self, number: int, yes: bool) -> None:
        if number in self._waiting and not self._waiting[number][1].done():
            self._waiting[number][1].set_result(yes)

    def _respond(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answer of a request: the page or a refusal; None opens the socket."""
        self._requests += 1
        where = f"{self.host}:{self.port}"
        if request.headers.get_all("Host") != [where]:
            return self._response(HTTPStatus.MISDIRECTED_REQUEST)
        if self._must_wait(address_of(connection)):
            return self._response(HTTPStatus.TOO_MANY_REQUESTS)
        if request.path == "/play":
            same = request.headers.get_all("Origin") == [f"http://{where}"]
            return None if same else self._response(HTTPStatus.FORBIDDEN)
        body, kind = self._files.get(request.path, (b"", ""))
        if not body:
            return self._response(HTTPStatus.NOT_FOUND)
        return self._response(HTTPStatus.OK, body, kind)

    def _response(
        self, status: HTTPStatus, body: bytes = b"", kind: str = "text/plain"
    ) -> Response:
        policy = self._policy.format(host=self.host, port=self.port)
        headers = Headers({
            "Content-Type": kind,
            "Content-Length": str(len(body)),
            "Content-Security-Policy": policy,
            # The pictures of the deck are the same for all and may stay, the page may not.
            "Cache-Control": "max-age=86400" if kind == "image/png" else "no-store",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
            "Connection": "close",
        })  # fmt: skip
        return Response(status.value, status.phrase, headers, body)

    async def _talk(self, connection: ServerConnection) -> None:
        """Serve one socket: its first message names a seat by token or code."""
        try:
            first = await asyncio.wait_for(connection.recv(), self._limits.first)
        except (TimeoutError, ConnectionClosed):
            return
        message = parse_object(first) or {}
        seat = await self._seat(connection, message)
        if seat < 0:
            return
        device = str(message.get("device", ""))[:DEVICE]
        before = self._phones.get(seat)
        if before is not None and before.device != device and message.get("take") is not True:
            await connection.send('{"k":"busy"}')
            await connection.close(TAKEN)
            return
        assert isinstance(connection, _Connection)
        connection.seated()
        phone = self._phones[seat] = _Phone(connection, device)
        if before is not None:
            await before.socket.close(TAKEN)
        tasks = [asyncio.ensure_future(self._tell(seat, phone)),
                 asyncio.ensure_future(self._pulse(phone))]  # fmt: skip
        try:
            await self._listen(seat, phone)
        except ConnectionClosed:
            pass
        finally:
            for task in tasks:
                task.cancel()
            if self._phones.get(seat) is phone:
                del self._phones[seat]

    async def _seat(self, connection: ServerConnection, message: Mapping[str, Any]) -> int:
        """Seat that a first message opens; -1 after a refusal, with the socket closed."""
        address = address_of(connection)
        token, code = message.get("token"), message.get("code")
        seat = -1
        if not self._must_wait(address):
            if isinstance(token, str):
                seat = _matching(token, self.tokens)
            elif isinstance(code, str):
                plain = "".join(code.split()).upper()  # the screen shows it in two groups
                seat = _matching(plain, self.codes)
                if seat in self._phones:
                    seat = -1  # a code is for an empty seat alone
            if seat < 0:
                self._wrong[address] = self._wrong.get(address, (0, 0.0))[0] + 1, monotonic()
        if seat >= 0 and not isinstance(token, str) and not await self._agreed(connection, seat):
            seat = -1
        if seat < 0:
            await connection.close(DENIED)
        else:
            self._wrong.pop(address, None)
        return seat

    async def _agreed(self, connection: ServerConnection, seat: int) -> bool:
        """Ask the table whether this device may have the seat; its token follows if so."""
        number = secrets.randbelow(900) + 100
        agreed: asyncio.Future[bool] = self._loop.create_future()
        self._waiting[number] = Confirmation(number, seat, str(number)), agreed
        try:
            await connection.send(json.dumps({"k": "confirm", "sign": str(number)}))
            gone = asyncio.ensure_future(connection.wait_closed())
            await asyncio.wait((agreed, gone), return_when=asyncio.FIRST_COMPLETED)
            gone.cancel()
            if not agreed.done() or not agreed.result():
                return False
            await connection.send(json.dumps({"k": "token", "token": self.tokens[seat]}))
            return True
        except ConnectionClosed:
            return False
        finally:
            del self._waiting[number]

    def _must_wait(self, address: str) -> bool:
        """True while an address waits after too many wrong guesses."""
        count, last = self._wrong.get(address, (0, 0.0))
        if count and monotonic() - last > self._limits.pause:
            del self._wrong[address]
            return False
        return count >= self._limits.guesses

    async def _tell(self, seat: int, phone: _Phone) -> None:
        """Send the newest state whenever there is one."""
        try:
            while True:
                phone.news.clear()
                if seat in self._states:
                    await phone.socket.send(self._states[seat], text=True)
                await phone.news.wait()
        except ConnectionClosed:
            return

    async def _pulse(self, phone: _Phone) -> None:
        """Ping, so that a phone out of reach is known."""
        try:
            while True:
                await asyncio.sleep(PULSE)
                await asyncio.wait_for(await phone.socket.ping(), LOST)
        except ConnectionClosed:
            return
        except TimeoutError:
            phone.socket.transport.abort()

    async def _listen(self, seat: int, phone: _Phone) -> None:
        """Read answers until the socket closes or sends too many."""
        budget, last = self._limits.burst, monotonic()
        async for text in phone.socket:
            now = monotonic()
            budget = min(self._limits.burst, budget + (now - last) * self._limits.rate) - 1.0
            last = now
            if budget < 0.0:
                await phone.socket.close(FLOODED)
                return
            answer = parse_answer(text)
            if answer is not None and self._phones.get(seat) is phone:
                self._answers.put((seat, answer))


def _token() -> str:
    return secrets.token_urlsafe(TOKEN)


def _code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE))


def _abort(server: Server) -> None:
    """Drop all connections at once, so that closing does not wait for sleeping phones."""
    for connection in list(server.connections):
        connection.transport.abort()


def address_of(connection: ServerConnection) -> str:
    """Network address of the other end; "" if it is gone."""
    found = connection.transport.get_extra_info("peername")
    return str(found[0]) if found else ""


def _matching(given: str, secrets_by_seat: Mapping[int, str]) -> int:
    """Seat whose secret this is, compared in constant time; -1: none."""
    found = -1
    for seat, secret in secrets_by_seat.items():
        if secrets.compare_digest(given.encode(errors="replace"), secret.encode()):
            found = seat
    return found


def _policy(page: bytes) -> str:
    """Content security policy that allows only the script and style of this page, by hash."""
    parts = ["default-src 'none'", "img-src 'self'", "base-uri 'none'", "form-action 'none'",
             "frame-ancestors 'none'", " ".join(("connect-src", "ws://{host}:{port}"))]  # fmt: skip
    for name in ("script", "style"):
        found: Iterable[bytes] = re.findall(rf"<{name}>(.*?)</{name}>".encode(), page, re.DOTALL)
        hashes = [base64.b64encode(hashlib.sha256(text).digest()).decode() for text in found]
        parts.append(f"{name}-src " + (" ".join(f"'sha256-{each}'" for each in hashes) or "'none'"))
    return "; ".join(parts)
