"""Choice of tests for the option `--quick` of pytest, which is run before each commit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from zlib import crc32

import pytest

LEFT_OUT = ("long", "window", "browser")  # marks


def quick_choice(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """Return the tests without a mark of `LEFT_OUT`; of a test with several cases, a single one.

    Cases are for example the games. The name of the test decides which case, so that the tests of
    one contract try different games.
    """
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if not any(item.get_closest_marker(mark) for mark in LEFT_OUT):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    return [one_of(name, each) for name, each in cases.items()]


def one_of(name: str, cases: Sequence[pytest.Item]) -> pytest.Item:
    return cases[crc32(name.encode()) % len(cases)]
