"""Fixtures of the bad-input tests: a driver with its own app for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ui.driving import Driver


@pytest.fixture
def driver(home: Path) -> Iterator[Driver]:
    with Driver(instant=True) as driver:
        yield driver
