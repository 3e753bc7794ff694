"""Tests of the page of medals and the toast about a new one."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from castlecards import paths
from castlecards.database import Database
from castlecards.practice import progress
from castlecards.practice.throws import ThrowRecord
from castlecards.ui import history, medals, routes
from castlecards.ui.history import FinishedGame, Opponent
from castlecards.ui.kit.widgets.basic import Label
from castlecards.ui.pages.medals import Medals, MedalTile
from castlecards.ui.pages.statistics import Statistics
from castlecards.ui.pages.throws import Throws
from castlecards.ui.practice.exercise import Exercise
from castlecards.ui.scene import Push
from castlecards.ui.table.scene import TableScene
from tests.ui.driving import Driver, autosave_and_wait, started_match
from tests.ui.shots.today import store_attempt

pytestmark = pytest.mark.usefixtures("home")


def throw(driver: Driver, count: int = 1, cause: str = "hit") -> None:
    for n in range(count):
        line = ThrowRecord(time=f"2026-11-02T20:{n:02}:00", method="lob", cause=cause, hits=1)
        driver.app.throws.add(line)


def notices() -> list[str]:
    found: list[str] = []
    medals.tell_new(lambda text, _: found.append(text), paths.data_dir())
    return found


def test_the_page_shows_what_is_won_and_what_is_asked_for(driver: Driver) -> None:
    throw(driver)
    driver.app.follow(Push(routes.Medals()))
    driver.step()
    page = driver.app.scene
    assert isinstance(page, Medals)
    count, tile, dim = (page.find(id) for id in ("medals.count", "medal:hit", "medal:regent"))
    assert isinstance(count, Label)
    assert count.text == "1 of 31 won"
    assert isinstance(tile, MedalTile)
    assert tile.date == "02 Nov 2026"
    assert isinstance(dim, MedalTile)
    assert (dim.date, dim.medal.reason) == ("", "Win a match against a regent.")


def test_the_tabs_lead_to_each_part_of_the_statistics(driver: Driver) -> None:
    driver.app.follow(Push(routes.Medals()))
    driver.step()
    for key, kind in (("games", Statistics), ("throws", Throws), ("medals", Medals)):
        driver.click(f"statistics.{key}")
        driver.step()
        assert isinstance(driver.app.scene, kind)


def test_a_new_medal_is_told_once_and_stays(driver: Driver) -> None:
    throw(driver)
    assert notices() == ["New medal: First hit. Hit a card."]
    assert notices() == []
    throw(driver, 10)
    assert notices() == ["New medal: Ten in a row. Hit ten times in a row."]
    with Database() as records:
        records.write(lambda con: con.execute("DELETE FROM throw"))
    assert set(medals.read(paths.data_dir())[0]) == {"hit", "row_10"}


def test_old_records_of_every_kind_count(driver: Driver) -> None:
    throw(driver)
    others = (Opponent(1, "berta", "squire"),)
    history.add(
        FinishedGame("castle", "Castle", "2026-11-03T20:15", ("A", "B"), (1, 0), 9, (), others)
    )
    history.add(FinishedGame("castle", "Castle", "2026-11-03T20:15", ("A", "B"), (1, 0), 9))
    for n in range(7):
        store_attempt(date(2026, 11, 3) + timedelta(n), "9999999999")
    for n in range(1, 6):
        progress.add(f"14-castle-wars/0{n}-x", 2)
    dates = medals.read(paths.data_dir())[0]
    assert {"hit", "squire", "gold", "week", "stars_10"} == set(dates)
    assert (dates["gold"], dates["week"]) == ("2026-11-03", "2026-11-09")
    assert notices() == ["5 new medals: see the statistics"]


def test_five_puzzles_are_levels_of_card_games() -> None:
    from castlecards.levels import packs

    of_cards = [one.id for pack in packs()[0] for one in pack.levels if one.game.id != "range"]
    of_throws = [one.id for pack in packs()[0] for one in pack.levels if one.game.id == "range"]
    for id in of_throws[:6]:
        progress.add(id, 1)
    assert "puzzles" not in medals.read(paths.data_dir())[0]
    for id in of_cards[:5]:
        progress.add(id, 1)
    assert "puzzles" in medals.read(paths.data_dir())[0]


def test_the_end_of_a_match_tells_of_a_medal(driver: Driver) -> None:
    throw(driver)
    assert autosave_and_wait(driver.app.keep, started_match(driver.app, 99))
    assert autosave_and_wait(driver.app.keep, started_match(driver.app, 99))
    assert [toast.text for toast in driver.app.toasts.shown] == [
        "New medal: First hit. Hit a card."
    ]


def test_leaving_the_range_tells_of_a_medal(driver: Driver) -> None:
    throw(driver)
    driver.app.follow(Push(routes.TargetGame()))
    driver.step()
    scene = driver.app.scene
    assert isinstance(scene, TableScene)
    assert isinstance(scene.addon, Exercise)
    assert not driver.app.toasts.shown
    scene.addon.quit(scene)
    driver.step()
    assert driver.app.toasts.shown[-1].text.startswith("New medal: First hit.")
