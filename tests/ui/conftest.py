"""Fixtures of the screen tests: an app for each test, and substitutes for slow parts."""

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
from tests.players.fake_process import FaultInjector
from tests.ui.driving import DrawOnReadApp, Driver, share_caches
from tests.ui.shots.stage import Stage

NAMED = "CASTLECARDS_PACKAGED"  # names the packaged program that is to be tested
LEVELS = lru_cache(200)(levels.load)
collect_ignore = [] if os.environ.get(NAMED) else ["test_packaged.py"]


@pytest.fixture(autouse=True)
def _no_worker(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let computer players answer at once by heuristics, without their worker process.

    A test that wants the process uses the fixture `thinks`.
    """
    if "thinks" not in request.fixturenames:
        monkeypatch.setattr(Supervisor, "start", lambda self: None)


@pytest.fixture(scope="session", autouse=True)
def _last_picture(pytestconfig: pytest.Config) -> None:
    """With `--thorough`, draw the last picture of each table, even if its test looks at none."""
    DrawOnReadApp.last_picture = pytestconfig.getoption("--thorough")


@pytest.fixture(autouse=True)
def no_power_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip syncing to the disk: no file of these tests must survive a power cut."""
    monkeypatch.setattr(os, "fsync", lambda file: None)


@pytest.fixture(autouse=True)
def _read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cache the levels, because reading every pack takes long."""
    monkeypatch.setattr(levels, "load", LEVELS)


@pytest.fixture(autouse=True)
def _wait_for_statistics(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each frame wait for the thread that computes throw statistics."""
    monkeypatch.setattr("castlecards.ui.pages.throws.JOIN_FOR", inf)


@pytest.fixture
def thinks() -> None:
    """Let computer players think in a worker process."""


@pytest.fixture
def faults(thinks: None, monkeypatch: pytest.MonkeyPatch) -> FaultInjector:
    """Replace the worker processes of the program by those of this fixture."""
    faults = FaultInjector()
    first = [faults]  # an app makes a second supervisor, too
    monkeypatch.setattr(
        worker, "Supervisor", lambda: (first.pop() if first else FaultInjector()).supervisor
    )
    return faults


@pytest.fixture
def driver(home: Path) -> Iterator[Driver]:
    with Driver() as driver:
        yield driver


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    """App for all pictures of a test file, with the shared caches.

    It sets CASTLECARDS_HOME and restores it at the end.
    """
    home = os.environ["CASTLECARDS_HOME"]
    stage = Stage()
    share_caches(stage.app)
    yield stage
    stage.close()
    assert os.environ["CASTLECARDS_HOME"] == home


@pytest.fixture
def every_frame_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw tables in every frame, except within `Driver.without_drawing`."""
    monkeypatch.setattr(DrawOnReadApp, "draws_every_frame", True)
