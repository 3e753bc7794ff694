"""Fixtures of the tests of files."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest


@pytest.fixture
def without_root() -> Iterator[None]:
    """Run the test without the rights of root, who may write anywhere."""
    me = os.geteuid()
    if me == 0:
        os.seteuid(65534)
    yield
    os.seteuid(me)
