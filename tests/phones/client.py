"""Test client of the phones' server: raw requests and sockets as a page opens them."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from websockets.sync.client import ClientConnection, connect

from castlecards.phones.server import PhoneServer


@contextmanager
def dial(server: PhoneServer, origin: str | None = "") -> Iterator[ClientConnection]:
    """Open a socket as the page does. `origin`: "" for the right one, None for no header."""
    where = f"{server.host}:{server.port}"
    headers = {} if origin is None else {"Origin": origin or f"http://{where}"}
    sock = socket.create_connection((server.address, server.port))
    url = f"ws://{where}/play"
    with connect(url, sock=sock, additional_headers=headers, compression=None) as phone:
        yield phone


@contextmanager
def join(server: PhoneServer, seat: int, **more: Any) -> Iterator[ClientConnection]:
    """Open a socket and name a seat by its token."""
    with dial(server) as phone:
        phone.send(json.dumps({"token": server.tokens[seat], **more}))
        until(lambda: seat in server.joined())
        yield phone


def until(true: Callable[[], Any], seconds: float = 10.0) -> None:
    """Wait until a condition holds. Raises AssertionError after some seconds."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.002)


def request(server: PhoneServer, head: str, seconds: float = 10.0) -> bytes:
    """Send raw bytes and return the whole answer when the server closes."""
    with socket.create_connection((server.address, server.port), timeout=seconds) as sock:
        sock.sendall(head.encode())
        found = b""
        try:
            while more := sock.recv(65536):
                found += more
        except ConnectionResetError:
            pass
        return found


def get(server: PhoneServer, path: str = "/", host: str | None = None, extra: str = "") -> bytes:
    host = host if host is not None else f"{server.host}:{server.port}"
    return request(server, f"GET {path} HTTP/1.1\r\nHost: {host}\r\n{extra}\r\n")
