"""Tests of local addresses and QR codes."""

from __future__ import annotations

import pytest

from castlecards.phones import address


@pytest.mark.parametrize(
    ("text", "local"),
    [("192.168.1.7", True), ("10.0.0.2", True), ("172.16.3.4", True), ("127.0.0.1", False),
     ("169.254.3.4", False), ("8.8.8.8", False), ("0.0.0.0", False)],
)  # fmt: skip
def test_only_addresses_of_private_networks_are_local(text: str, local: bool) -> None:
    assert address.is_local(text) is local


def test_every_address_found_is_local() -> None:
    found = address.local_addresses()
    assert all(map(address.is_local, found))
    assert len(set(found)) == len(found)


def test_the_token_is_in_the_fragment() -> None:
    assert address.join_url("10.0.0.2", 8137, "abc") == "http://10.0.0.2:8137/#abc"


def test_a_qr_code_is_a_square_with_its_finder_patterns() -> None:
    matrix = address.qr_matrix(address.join_url("192.168.100.200", 8137, "a" * 16))
    assert {len(row) for row in matrix} == {len(matrix)}
    finder = [(1, 1, 1, 1, 1, 1, 1, 0), (1, 0, 0, 0, 0, 0, 1, 0), (1, 0, 1, 1, 1, 0, 1, 0)]
    assert [tuple(map(int, row[:8])) for row in matrix[:3]] == finder
    assert matrix != address.qr_matrix("another text of about the same length")
