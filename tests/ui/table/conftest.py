"""Every test of the table writes into a home of its own."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _home(home: Path) -> None:
    """See `home`."""
