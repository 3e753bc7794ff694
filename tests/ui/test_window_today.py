"""Test of the challenge of the day in a real window: ten flicks, each stored at once."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from castlecards.core.landing import METHODS, Release
from castlecards.practice.throws import ThrowRecord
from castlecards.today import record, scoring, stations
from castlecards.today.generator import TOTAL, day_of
from castlecards.ui import history
from castlecards.ui.history import FinishedGame
from castlecards.ui.pages.today import Today
from castlecards.ui.practice.day_task import DayTask
from tests.ui.mirror import POLL, Mirror, mirror
from tests.ui.shots.analysis import ImmediateSupervisor
from tests.ui.test_practice import exercise
from tests.ui.test_window_range import SOON as LANDED
from tests.ui.test_window_range import TRIES, flick, recorded_throws, scene_of

pytestmark = pytest.mark.window
PLAYED = FinishedGame("high_card", "High Card", "2026-03-14T20:15", ("A", "B"), (1, 0), 9)
SOON = 12.0  # s until the next station is shown


def throw(window: Mirror, method: int) -> ThrowRecord:
    """Flick until a card is thrown, and return its line of the record."""
    known = len(recorded_throws(window))
    for _ in range(TRIES):
        flick(window, method)
        end = time.monotonic() + LANDED
        while time.monotonic() < end:
            for line in recorded_throws(window)[known:]:
                known += 1
                if line.release:
                    return line
                scene = scene_of(window)  # a foul on a busy machine, which the twin gets, too
                exercise(scene).on_record(scene, line)
                end = 0.0
            time.sleep(POLL)
    raise AssertionError(f"no throw in {TRIES} tries")


def wait_for_next(window: Mirror, before: object) -> None:
    """Wait until the twin shows another station than `before`."""
    end = time.monotonic() + SOON
    while window.twin.app.scene is before:
        assert time.monotonic() < end
        window.twin.step(dt=0.1)


def test_the_ten_cards_are_played_with_the_mouse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for home in (tmp_path / "home", tmp_path / "twin"):
        monkeypatch.setenv("CASTLECARDS_HOME", str(home))
        history.add(PLAYED)
    with mirror(tmp_path) as window:
        window.twin.app.__dict__["thinker"] = ImmediateSupervisor()  # of the rivals’ throws
        day = record.local_date()
        task = day_of(day, stations.load())
        window.press_on("title.today")
        window.press_on("today.play")
        for n in range(TOTAL):
            scene = scene_of(window)
            addon = exercise(scene)
            assert isinstance(addon, DayTask)
            station = task.station_of(n)
            assert addon.station == station
            method = METHODS.index(task.cells[station].station.method)
            line = throw(window, method)
            addon.throw(scene, Release(*line.release))
            window._settle()
            if n + 1 == TOTAL or task.station_of(n + 1) != station:
                wait_for_next(window, scene)
        assert isinstance(window.twin.app.scene, Today)
        assert window.twin.app.scene.scores
        window.wait_for_equal_pictures()
        own = record.read().of(day)
        monkeypatch.setenv("CASTLECARDS_HOME", str(window.home))
        stored = record.read().of(day)
        assert stored.finished
        assert [card[:6] for card in stored.cards] == [card[:6] for card in own.cards]
        assert all(0 <= card.points <= scoring.BEST for card in stored.cards)
        assert stored.total > 0
