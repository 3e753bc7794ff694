"""Tests of the phones' server with real sockets on the loopback address."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from castlecards.phones.answer import OptionAnswer
from castlecards.phones.server import DENIED, FLOODED, PORTS, TAKEN, PhoneServer, ServerLimits
from tests.phones.client import dial, get, join, request, until

PAGE = b"<!doctype html><style>a{}</style><script>1</script>"
SHORT = ServerLimits(first=0.3)  # for tests that wait for it; on a busy machine a phone needs more


@pytest.fixture
def limits() -> ServerLimits:
    return ServerLimits()


@pytest.fixture
def server(limits: ServerLimits) -> Iterator[PhoneServer]:
    made = PhoneServer("127.0.0.1", 0, (0, 1), PAGE, pictures=b"\x89PNG", limits=limits)
    made.start()
    yield made
    made.close()
    assert "phones" not in [thread.name for thread in threading.enumerate()]
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", made.port))


def close_code(phone: ClientConnection) -> int:
    """Return the code with which the server closes a socket."""
    try:
        while True:
            phone.recv(timeout=10)
    except ConnectionClosed as error:
        return error.rcvd.code if error.rcvd else 1006


def test_the_page_and_the_pictures_are_served_and_nothing_else(server: PhoneServer) -> None:
    page = get(server)
    assert page.startswith(b"HTTP/1.1 200 ")
    assert page.endswith(PAGE)
    for line in (
        b"no-store",
        b"no-referrer",
        b"nosniff",
        b"default-src 'none'",
        b"script-src 'sha256-",
    ):
        assert line in page
    assert get(server, "/cards.png").endswith(b"\x89PNG")
    for path in ("/index.html", "/../etc/passwd", "//", "/?a", "/cards.png?1", "/play/", "/%2e"):
        assert get(server, path).startswith(b"HTTP/1.1 404 "), path


@pytest.mark.parametrize(
    "host", ["evil.test", "127.0.0.1", "localhost:{port}", "127.0.0.1:{port}\r\nHost: a"]
)
def test_a_foreign_host_is_refused(server: PhoneServer, host: str) -> None:
    assert get(server, host=host.format(port=server.port)).startswith(b"HTTP/1.1 421 ")


@pytest.mark.parametrize("limits", [SHORT])
def test_a_request_without_a_host_or_of_another_kind_gets_no_page(server: PhoneServer) -> None:
    where = f"127.0.0.1:{server.port}"
    for head in (
        "GET / HTTP/1.1\r\n\r\n",
        f"POST / HTTP/1.1\r\nHost: {where}\r\nContent-Length: 1\r\n\r\na",
        f"GET / HTTP/1.1\r\nHost: {where}\r\nContent-Length: 1\r\n\r\na",
        f"GET / HTTP/1.1\r\nHost: {where}\r\nX: {'a' * 65536}\r\n\r\n",
        "\x16\x03\x01\x02",
        "GET / HT",
    ):
        assert PAGE not in request(server, head), head[:40]


@pytest.mark.parametrize("origin", [None, "null", "http://evil.test", "https://127.0.0.1"])
def test_a_foreign_origin_is_refused(server: PhoneServer, origin: str | None) -> None:
    with pytest.raises(InvalidStatus) as found, dial(server, origin):
        pass
    assert found.value.response.status_code == 403


def test_a_phone_gets_the_newest_state_and_answers(server: PhoneServer) -> None:
    server.publish({0: b'{"n":1}', 1: b'{"secret":1}'})
    with join(server, 0) as phone:
        assert phone.recv() == '{"n":1}'
        server.publish({0: b'{"n":2}'})
        assert phone.recv() == '{"n":2}'
        phone.send('{"id":"0.1","i":3}')
        until(lambda: server._answers.qsize())
        assert server.answers() == [(0, OptionAnswer("0.1", 3))]
        assert server.answers() == []
    until(lambda: not server.joined())
    with join(server, 0) as phone:
        assert phone.recv() == '{"n":2}'  # again after a reload


@pytest.mark.parametrize("first", [
    "", "{}", "[]", '{"token":1}', '{"token":"a"}', '{"token":"\\ud800"}', "[" * 8000,
    '{"token":' * 800, '{"code":"AAAAAAAA"}',
])  # fmt: skip
def test_a_wrong_first_message_is_refused(server: PhoneServer, first: str) -> None:
    with dial(server) as phone:
        phone.send(first)
        assert close_code(phone) == DENIED
    with join(server, 0):
        assert server.error == ""


@pytest.mark.parametrize("limits", [SHORT])
def test_a_large_binary_or_missing_first_message_is_refused(server: PhoneServer) -> None:
    with dial(server) as phone:
        phone.send("a" * 9000)
        assert close_code(phone) == 1009
    with dial(server) as phone:
        phone.send(b"\xff\xfe")
        assert close_code(phone) == DENIED
    with dial(server) as phone:  # it sends nothing
        assert close_code(phone) in (1000, 1006)


def test_wrong_guesses_make_an_address_wait() -> None:
    limits = ServerLimits(guesses=2, pause=0.4)
    server = PhoneServer("127.0.0.1", 0, (0,), PAGE, limits=limits)
    server.start()
    try:
        for _ in range(2):
            with dial(server) as phone:
                phone.send('{"token":"a"}')
                assert close_code(phone) == DENIED
        assert get(server).startswith(b"HTTP/1.1 429 ")
        until(lambda: get(server).startswith(b"HTTP/1.1 200 "))
    finally:
        server.close()


def test_a_second_device_must_ask_for_the_seat(server: PhoneServer) -> None:
    with join(server, 0, device="one") as one:
        with dial(server) as two:
            two.send(json.dumps({"token": server.tokens[0], "device": "two"}))
            assert json.loads(two.recv()) == {"k": "busy"}
            assert close_code(two) == TAKEN
        with dial(server) as two:
            two.send(json.dumps({"token": server.tokens[0], "device": "two", "take": True}))
            assert close_code(one) == TAKEN
            server.publish({0: b"{}"})
            assert two.recv() == "{}"
        assert server.answers() == []


def test_the_same_device_comes_back_without_a_question(server: PhoneServer) -> None:
    with join(server, 0, device="one") as one, dial(server) as again:
        again.send(json.dumps({"token": server.tokens[0], "device": "one"}))
        assert close_code(one) == TAKEN
        server.publish({0: b"{}"})
        assert again.recv() == "{}"


def test_a_typed_code_needs_a_confirmation(server: PhoneServer) -> None:
    for yes in (False, True):
        with dial(server) as phone:
            phone.send(json.dumps({"code": server.codes[1].lower()}))
            sign = json.loads(phone.recv())["sign"]
            until(server.confirmations)
            (asked,) = server.confirmations()
            assert (asked.seat, asked.sign) == (1, sign)
            assert server.joined() == frozenset()
            server.confirm(asked.number, yes)
            if not yes:
                assert close_code(phone) == DENIED
                continue
            assert json.loads(phone.recv())["token"] == server.tokens[1]
            until(lambda: server.joined() == {1})
            with dial(server) as thief:
                thief.send(json.dumps({"code": server.codes[1]}))
                assert close_code(thief) == DENIED
    assert server.confirmations() == []


def test_a_flood_closes_the_socket(server: PhoneServer) -> None:
    with join(server, 0) as phone:
        for _ in range(200):
            try:
                phone.send('{"id":"0.1","i":0}')
            except ConnectionClosed:
                break
        assert close_code(phone) == FLOODED
    assert 0 < len(server.answers()) <= 40


def test_strangers_of_one_address_are_capped_and_phones_are_not_among_them(
    server: PhoneServer,
) -> None:
    with join(server, 0) as phone:
        open_ones = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(20)]
        with pytest.raises((ConnectionError, EOFError, InvalidStatus, AssertionError)):
            assert get(server).startswith(b"HTTP/1.1 200 ")
        server.publish({0: b"{}"})
        assert phone.recv() == "{}"
        for each in open_ones:
            each.close()
    until(lambda: _serves(server))


def _serves(server: PhoneServer) -> bool:
    try:
        return get(server).startswith(b"HTTP/1.1 200 ")
    except ConnectionError:
        return False


@pytest.mark.parametrize("limits", [SHORT])
def test_half_a_request_is_closed_and_frees_its_place(server: PhoneServer) -> None:
    for _ in range(3):
        assert PAGE not in request(server, "GET / HTTP/1.1\r\nHost: a")


def test_the_next_free_port_is_taken() -> None:
    first = PhoneServer("127.0.0.1", PORTS.start, (0,), PAGE)
    second = PhoneServer("127.0.0.1", PORTS.start, (0,), PAGE, first.tokens)
    first.start()
    second.start()
    try:
        assert first.port < second.port
        assert {first.port, second.port} <= set(PORTS)
        assert second.tokens == first.tokens
    finally:
        first.close()
        second.close()


def test_an_address_that_is_not_here_is_an_error_in_words() -> None:
    server = PhoneServer("192.0.2.1", 0, (0,), PAGE)
    with pytest.raises(OSError, match="Phones can’t reach this computer: "):
        server.start()
    server.close()
