"""An app of its own for every test of a screen."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from math import inf
from pathlib import Path

import pytest

from castlecards import levels
from castlecards.players import worker
from castlecards.players.worker import Supervisor
from tests.players.faults import Faults
from tests.ui.driving import Driver, Unwatched

NAMED = "CASTLECARDS_PACKAGED"  # names the packaged program that is to be tested
LEVELS = lru_cache(200)(levels.load)
collect_ignore = [] if os.environ.get(NAMED) else ["test_packaged.py"]


@pytest.fixture(autouse=True)
def _at_hand(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Computer players answer by rules of thumb at once, without a process of their own; a test
    that wants one is marked by the fixture `thinks`."""
    if "thinks" not in request.fixturenames:
        monkeypatch.setattr(Supervisor, "start", lambda self: None)


@pytest.fixture(autouse=True)
def no_power_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """No file of these tests has to survive one."""
    monkeypatch.setattr(os, "fsync", lambda file: None)


@pytest.fixture(autouse=True)
def _read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text of a level is the same level for all tests: to read every pack takes a while."""
    monkeypatch.setattr(levels, "load", LEVELS)


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every frame waits a moment for the thread that adds up throws: frames here take no time."""
    monkeypatch.setattr("castlecards.ui.pages.throws.JOIN_FOR", inf)


@pytest.fixture
def thinks() -> None:
    """Computer players think in a process of their own."""


@pytest.fixture
def faults(thinks: None, monkeypatch: pytest.MonkeyPatch) -> Faults:
    """The program's supervisor begins no real processes, but those of this."""
    faults = Faults()
    monkeypatch.setattr(worker, "Supervisor", lambda: faults.supervisor)
    return faults


@pytest.fixture
def driver(home: Path) -> Iterator[Driver]:
    driver = Driver()
    yield driver
    driver.app.close()


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are drawn in every frame that is not `unseen`, not only when the test looks."""
    monkeypatch.setattr(Unwatched, "watched", True)
