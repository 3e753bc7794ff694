"""Fixture of the table tests: a data folder for each test."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _home(home: Path) -> None:
    """Use the fixture `home` in each test."""
