"""Tests of the page of the day and its stations at the table."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pygame
import pytest

from castlecards.core.landing import FRISBEE, LOB
from castlecards.practice import progress
from castlecards.today import generator, record, stations
from castlecards.today.generator import TOTAL
from castlecards.toss.styles import STYLES, release
from castlecards.ui import history
from castlecards.ui.history import FinishedGame
from castlecards.ui.pages.today import Today
from castlecards.ui.practice.day_task import PAUSE, DayTask
from castlecards.ui.practice.rival_replay import RivalReplay
from castlecards.ui.routes import DayStation, Title
from castlecards.ui.routes import Today as Route
from castlecards.ui.scene import Push, Reset
from castlecards.ui.table.scene import TableScene
from castlecards.ui.table.slow_motion import SlowMotion
from tests.ui.driving import Driver, key_events, mouse
from tests.ui.shots.analysis import ImmediateSupervisor
from tests.ui.shots.today import store_attempt

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("home")]
DAY = date(2026, 3, 14)
TASK = generator.day_of(DAY, stations.load())


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "local_date", lambda: DAY)


@pytest.fixture
def driver() -> Driver:
    driver = Driver()
    driver.app.__dict__["thinker"] = ImmediateSupervisor()
    return driver


def open_today(driver: Driver, day: date | None = None) -> Today:
    driver.app.follow(Push(Route(day)))
    driver.step()
    driver.step()
    page = driver.app.scene
    assert isinstance(page, Today)
    return page


def task_of(driver: Driver) -> DayTask:
    scene = driver.app.scene
    assert isinstance(scene, TableScene)
    assert isinstance(scene.addon, DayTask)
    return scene.addon


def throw_as_aimed(driver: Driver) -> None:
    """Throw the release of the station; wait until the card is at rest or another station opens."""
    task, scene = task_of(driver), driver.app.scene
    assert isinstance(scene, TableScene)
    before = len(task.points)
    task.throw(scene, task.cell.release)
    for _ in range(400):
        driver.step(dt=0.1)
        if driver.app.scene is not scene or (len(task.points) > before and not scene.moving):
            return
    raise AssertionError("the card flies for ever")


def text(page: Today, id: str) -> str:
    label = page.find(id)
    return label.text


def is_enabled(page: Today, id: str) -> bool:
    button = page.find(id)
    return button.enabled


def test_the_title_has_the_day_after_the_first_match() -> None:
    driver = Driver()
    with pytest.raises(KeyError):
        driver.app.scene.find("title.today")
    history.add(FinishedGame("high_card", "High Card", "2026-03-14T20:15", ("A", "B"), (1, 0), 9))
    driver = Driver()
    driver.app.__dict__["thinker"] = ImmediateSupervisor()
    driver.click("title.today")
    assert isinstance(driver.app.scene, Today)


def test_the_ten_cards_are_played_to_the_end(driver: Driver) -> None:
    page = open_today(driver)
    driver.click("today.play")
    seen = []
    for n in range(TOTAL):
        task = task_of(driver)
        assert task.station == TASK.station_of(n)
        seen.append(task.cell.station)
        throw_as_aimed(driver)
    assert driver.app.scene is page
    found = record.read().of(DAY)
    assert [card.release for card in found.cards] == [
        TASK.cells[TASK.station_of(n)].release.args() for n in range(TOTAL)
    ]
    assert found.finished
    assert found.total > 60  # throws without the error of a hand
    assert str(found.total) in text(page, "today.result")
    with pytest.raises(KeyError):
        page.find("today.play")
    assert is_enabled(page, "today.trial")
    scale = page.find("today.scores")
    assert scale.own == found.total
    assert text(page, "today.streak").startswith("1 day in a row")


def test_an_attempt_goes_on_at_its_next_card(driver: Driver) -> None:
    store_attempt(DAY, "85730")
    page = open_today(driver)
    assert text(page, "today.result") == "5 cards are left to throw."
    driver.click("today.play")
    task = task_of(driver)
    assert (task.station, task.thrown_cards) == (1, 5)
    throw_as_aimed(driver)
    throw_as_aimed(driver)
    assert task_of(driver).station == 2
    assert len(record.read().of(DAY).cards) == 7


def test_a_throw_that_is_undone_is_thrown_all_the_same(driver: Driver) -> None:
    open_today(driver)
    driver.click("today.play")
    throw_as_aimed(driver)
    driver.key("ctrl+z")
    driver.step(dt=0.5)
    throw_as_aimed(driver)
    assert [card.card for card in record.read().of(DAY).cards] == [0, 1]


def test_a_trial_counts_for_nothing(driver: Driver) -> None:
    page = open_today(driver)
    driver.click("today.trial")
    throw_as_aimed(driver)
    assert task_of(driver).points
    driver.click("today.next")
    driver.step()
    assert task_of(driver).station == 1
    driver.click("today.leave")
    driver.step()
    assert driver.app.scene is page
    assert not record.file().exists()


def test_the_best_throw_at_a_station_is_the_ghost_of_a_trial(driver: Driver) -> None:
    store_attempt(DAY, "85")
    open_today(driver)
    driver.click("today.trial")
    ghost = task_of(driver).marks.ghost
    assert ghost.clip is not None
    assert ghost.mark.line.release == record.read().of(DAY).cards[0].release
    driver.click("today.next")
    driver.step()
    assert task_of(driver).marks.ghost is None
    driver.click("today.leave")
    driver.click("today.play")
    assert task_of(driver).marks.ghost is None  # no ghost in the scored attempt


def test_an_attempt_has_no_throw_again(driver: Driver) -> None:
    open_today(driver)
    driver.click("today.play")
    throw_as_aimed(driver)
    scene = driver.app.scene
    assert isinstance(scene, TableScene)
    task_of(driver).again(scene)
    for _ in range(40):
        driver.step(dt=0.1)
    assert len(record.read().of(DAY).cards) == 1
    assert not scene.busy


def test_another_method_is_refused(driver: Driver) -> None:
    open_today(driver)
    driver.click("today.play")
    task, scene = task_of(driver), driver.app.scene
    assert isinstance(scene, TableScene)
    other = LOB if task.cell.station.method != "lob" else FRISBEE
    task.throw(scene, release(STYLES[other]))
    driver.step(dt=0.5)
    assert scene.session.at == 0
    assert not record.file().exists()
    throw_as_aimed(driver)
    assert len(record.read().of(DAY).cards) == 1


def test_a_card_that_another_window_has_thrown_is_told(driver: Driver) -> None:
    open_today(driver)
    driver.click("today.play")
    throw_as_aimed(driver)
    attempt_of_another = record.stored_card(
        TASK,
        1,
        0,
        TASK.cells[0].release.args(),
        (0, 0, 0),
        "Eve",
        datetime(2026, 3, 14, 19, tzinfo=UTC),
    )
    record.append(attempt_of_another)
    throw_as_aimed(driver)
    for _ in range(round(PAUSE / 0.1) + 4):
        driver.step(dt=0.1)
    cards = record.read().of(DAY).cards
    assert [card.player for card in cards][1] == "Eve"
    assert task_of(driver).thrown_cards == 2
    assert "Another window" in driver.toast_texts


def test_a_late_day_says_so(driver: Driver) -> None:
    store_attempt(DAY, "7" * TOTAL)
    page = open_today(driver)
    driver.click("today.yesterday")
    page = driver.app.scene
    assert isinstance(page, Today)
    driver.step()
    assert "not for a medal" in text(page, "today.result")
    assert is_enabled(page, "today.play")


def test_a_clock_that_jumped_ahead_gives_only_trials(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_today(driver, date.today() + timedelta(40))
    assert text(page, "today.result").startswith("Your clock has jumped ahead")
    assert not is_enabled(page, "today.play")


def test_rivals_that_fail_are_not_shown() -> None:
    driver = Driver()

    class FailingSupervisor(ImmediateSupervisor):
        """Supervisor without any result."""

        def pieces(self, dt: float) -> list[object]:
            self._rest = None
            return []

    driver.app.__dict__["thinker"] = FailingSupervisor()
    page = open_today(driver)
    scale = page.find("today.scores")
    assert scale.rivals == []


def test_rivals_that_failed_are_computed_again() -> None:
    driver = Driver()
    ready: list[object] = []

    class OnceFailingSupervisor(ImmediateSupervisor):
        """Supervisor whose first task has no result."""

        def pieces(self, dt: float) -> list[object]:
            if not ready:
                ready.append(self._rest)
                self._rest = None
                return []
            return super().pieces(dt)

    driver.app.__dict__["thinker"] = OnceFailingSupervisor()
    page = open_today(driver)
    driver.settle()
    scale = page.find("today.scores")
    assert len(scale.rivals) == len(driver.app.characters)


def test_rivals_are_shown_with_their_scores(driver: Driver) -> None:
    page = open_today(driver)
    scale = page.find("today.scores")
    assert len(scale.rivals) == len(driver.app.characters)
    assert [one.points for one in scale.rivals] == sorted(one.points for one in scale.rivals)
    assert scale.tip.count("\n") == len(scale.rivals) - 1


def test_without_a_table_of_stations_deal_and_puzzle_stay(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(stations, "FILE", tmp_path / "none.yaml")
    page = open_today(driver)
    with pytest.raises(KeyError):
        page.find("today.play")
    assert page.find("today.deal").visible
    assert page.find("today.puzzle").visible


def test_the_deal_of_the_day_is_the_same_every_time(driver: Driver) -> None:
    deals = []
    for n in range(2):
        open_today(driver)
        driver.click("today.deal")
        if n:
            driver.click("unfinished.drop")
        driver.step()
        scene = driver.app.scene
        assert isinstance(scene, TableScene)
        start = scene.session.start
        deals.append((scene.session.game.id, start.seed, start.zones, scene.session.names[1]))
        assert start.box.field is None
        driver.app.follow(Reset(Title()))
    assert deals[0] == deals[1]


def test_a_solved_puzzle_stays_for_the_day(driver: Driver) -> None:
    page = open_today(driver)
    page.today = date.today()
    driver.app.relayout()
    assert page._puzzle is not None
    loaded, stars = page._puzzle
    assert stars == 0
    progress.add(loaded.id, 2)
    driver.app.relayout()  # as when one comes back
    assert page._puzzle[0].id == loaded.id
    assert page._puzzle[1] == 2
    page.today += timedelta(1)
    driver.app.relayout()  # as when one comes back
    assert page._puzzle[0].id != loaded.id


def test_the_records_are_not_read_again_for_each_rival(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_today(driver)
    reads: list[object] = []
    read = record.read
    monkeypatch.setattr(record, "read", lambda path: (reads.append(1), read(path))[1])
    page.rebuild()
    assert reads == []
    driver.app.relayout()
    assert len(reads) == 1


def test_a_station_can_be_opened_by_its_route(driver: Driver) -> None:
    driver.app.follow(Push(DayStation(TASK, 2, counts=False)))
    driver.step()
    assert task_of(driver).cell == TASK.cells[2]


def replay_of(driver: Driver) -> RivalReplay:
    scene = driver.app.scene
    assert isinstance(scene, RivalReplay)
    return scene


def test_a_rival_can_be_watched_after_the_attempt_only(driver: Driver) -> None:
    page = open_today(driver)
    scale = page.find("today.scores")
    assert not any(face.focusable for face in scale.faces)
    driver.click(scale.faces[-1].id)
    assert driver.app.scene is page
    store_attempt(DAY, "7758367567")
    driver.app.follow(Reset(Route()))
    driver.step()
    driver.step()
    page = open_today(driver)
    scale = page.find("today.scores")
    best = scale.faces[-1]
    driver.step(mouse(pygame.MOUSEMOTION, best.rect.center))
    driver.step(mouse(pygame.MOUSEBUTTONDOWN, best.rect.center))
    driver.step(mouse(pygame.MOUSEBUTTONUP, best.rect.center))
    scene = replay_of(driver)
    score = scene.score
    assert (score.character, score.total) == (best.rival.id, best.rival.points)
    driver.key("escape")
    assert driver.app.scene is page


def test_the_cards_of_a_rival_fly_at_all_stations(driver: Driver) -> None:
    store_attempt(DAY, "7758367567")
    page = open_today(driver)
    page.watch("berta")
    driver.step()
    seen, last = set(), ""
    for _ in range(900):
        driver.step(dt=0.1)
        scene = replay_of(driver)
        seen.add(scene.station)
        last = scene.progress
        if scene.station == 2 and not scene.moving:
            break
    assert seen == {0, 1, 2}
    total = scene.score.total
    assert last == f"Card 10 of 10 · {total} points"


def test_keys_of_a_watched_rival(driver: Driver) -> None:
    store_attempt(DAY, "7758367567")
    page = open_today(driver)
    page.watch("berta")
    driver.step()
    driver.key("space")
    assert not replay_of(driver).playing
    assert replay_of(driver).progress == "Card 1 of 10 · 0 points"
    driver.key("r")  # nothing to repeat before the first throw
    assert replay_of(driver)
    replay_of(driver).toggle()
    for _ in range(200):
        driver.step(dt=0.1)
        if replay_of(driver).last_callout is not None and not replay_of(driver).playback.plays:
            break
    replay_of(driver).playing = False
    for event in key_events("r"):
        driver.step(event)
    assert isinstance(driver.app.scene, SlowMotion)
    driver.app.scene.leave()
    driver.step()
    replay_of(driver).seek(1.0)
    driver.key("right")
    assert replay_of(driver).station == 1
    driver.key("left")
    scene = replay_of(driver)
    assert (scene.station, scene.at) == (0, len(scene.session.log))
    for _ in range(9):
        driver.key("left")
    assert (replay_of(driver).station, replay_of(driver).at) == (0, 0)
