"""Tests with a monkey, which sends random events to each page, each game and the editor."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from castlecards import content
from castlecards.practice.throws import ThrowLog
from castlecards.ui import history
from castlecards.ui.history import FinishedGame
from castlecards.ui.pages.credits import Credits
from castlecards.ui.scene import Push
from castlecards.ui.shell import app as app_module
from tests.depth import Depth
from tests.practice.test_throws import ONE
from tests.ui.driving import NULL, Driver
from tests.ui.monkey import EDITOR, PAGES, PRACTICE, Monkey, Stuck, places

EVENTS = {PAGES: 600, EDITOR: 350, PRACTICE: 350}
GAME = 200  # events at a game
THOROUGH = 80  # times as many
# MB of memory at most, by the width of the window. Each picture of a window of 3840x2160 has 33 MB,
# and a table behind a curtain or a popup has five of them.
MOST = {1920: 350, 3840: 500}


def records(throws: int, games: int) -> None:
    """Store many throws and matches of one player."""
    log = ThrowLog()
    for n in range(throws):
        log.add(ONE._replace(time=f"2026-{1 + n % 12:02d}-01T12:00:00", far=float(n % 99)))
    log.close()
    for n in range(games):
        history.add(
            FinishedGame(NULL, "High Card", f"2026-11-{1 + n % 28:02d}", ("Anna",) * 2, (1, 0), 9)
        )


@pytest.mark.long
@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("part", [PAGES, EDITOR, PRACTICE, *content.games()])
def test_random_events_raise_nothing_and_leave_a_way_back(
    part: str, depth: Depth, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hundreds of events every day, 80 times as many with `--thorough`."""
    if part == PAGES:
        records(depth(1000, 60_000), depth(20, 1000))
    events = EVENTS.get(part, GAME)
    monkey = Monkey(Driver(reduced_motion=False).app, len(part))
    monkeypatch.setattr(app_module, "perf_counter", lambda: monkey.now)
    where = places(monkey.app, part, random.Random(part))
    monkey.tour(where, depth(events, THOROUGH * events))
    monkey.app.close()


@pytest.mark.long
@pytest.mark.parametrize("widest", MOST)
def test_random_events_everywhere_take_little_memory(
    widest: int, depth: Depth, pytestconfig: pytest.Config
) -> None:
    if not depth.thorough:
        pytest.skip("dear: with --thorough")
    assert int(monkey_alone(pytestconfig.rootpath, 40_000, 1, widest)[-1]) <= MOST[widest]


@pytest.mark.long
def test_the_events_of_a_seed_are_always_the_same(pytestconfig: pytest.Config) -> None:
    *first, _ = monkey_alone(pytestconfig.rootpath, 300)
    *again, _ = monkey_alone(pytestconfig.rootpath, 300)
    assert first == again


def monkey_alone(root: Path, *numbers: int) -> list[str]:
    """Run a monkey in its own process (events, seed, width); return the words that it prints."""
    command = [sys.executable, "-m", "tests.ui.monkey", *map(str, numbers)]
    return subprocess.run(
        command, cwd=root, capture_output=True, text=True, check=True
    ).stdout.split()


def test_a_page_without_a_way_back_is_found(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Credits, "leave", lambda self: None)
    monkey = Monkey(driver.app, 1)
    driver.app.follow(Push(Credits(driver.app)))
    with pytest.raises(Stuck, match="Credits"):
        monkey.go_home()
