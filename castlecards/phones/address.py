"""Addresses of this computer in the local network, and the QR code that leads a phone there."""

from __future__ import annotations

import socket
from ipaddress import ip_address

ROUTED = "192.0.2.1"  # of no host (RFC 5737): to "connect" there finds the route, sends nothing


def local_addresses() -> tuple[str, ...]:
    """IPv4 addresses of this computer in private networks, the usual one first; () without any."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((ROUTED, 9))
            found.append(probe.getsockname()[0])
        except OSError:
            pass
    try:
        entries = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        found += [str(entry[4][0]) for entry in entries]
    except OSError:
        pass
    return tuple(dict.fromkeys(filter(is_local, found)))


def is_local(address: str) -> bool:
    """True for an address that other devices of a private network can reach."""
    ip = ip_address(address)
    return ip.is_private and not (ip.is_loopback or ip.is_link_local or ip.is_unspecified)


def join_url(address: str, port: int, token: str) -> str:
    """Address of the page with the token in the fragment, which no request carries."""
    return f"http://{address}:{port}/#{token}"


def qr_matrix(url: str) -> tuple[tuple[bool, ...], ...]:
    """QR code of a text as rows of dark modules, without the quiet border of four modules."""
    import segno  # an extra, imported when a lobby opens

    return tuple(tuple(map(bool, row)) for row in segno.make_qr(url, error="m").matrix)
