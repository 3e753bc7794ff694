"""Tests of the page of the level path: open levels, their panel, and the connection to the next."""

from __future__ import annotations

import pytest

from castlecards import levels
from castlecards.practice import progress
from castlecards.practice.progress import Best, Progress
from castlecards.ui.pages.today_charts import StationMap
from castlecards.ui.practice.outcome import LevelResult, StarLine
from castlecards.ui.practice.path import PathNode, open_levels
from tests.levels.built_in import shipped_packs
from tests.ui.driving import Driver
from tests.ui.test_practice import scene_of, solve, trial_of

PATH = levels.path_of(shipped_packs())
pytestmark = pytest.mark.usefixtures("home")


def open_path() -> Driver:
    driver = Driver()
    driver.click("title.practice")
    driver.click("practice.path")
    return driver


def node(driver: Driver, number: int) -> PathNode:
    found = driver.app.scene.find(f"level:{PATH[number - 1].id}")
    assert isinstance(found, PathNode)
    return found


@pytest.mark.parametrize(
    ("won", "count"), [((), 2), ((1,), 3), ((2,), 4), ((1, 7), 9), ((29,), 30)]
)
def test_levels_up_to_two_beyond_the_last_star_are_open(won: tuple[int, ...], count: int) -> None:
    stars = Progress(tuple(Best(PATH[number - 1].id, 1) for number in won))
    assert open_levels(PATH, stars) == count


def test_a_closed_level_says_what_opens_it_and_cannot_be_played() -> None:
    driver = open_path()
    assert node(driver, 2).enabled
    assert not node(driver, 3).enabled
    assert node(driver, 3).tip == "Win a star in level 1 first."
    driver.click(node(driver, 3).id)
    assert driver.scene == "Practice"
    assert not node(driver, 3).on


def test_a_click_chooses_a_level_and_another_one_plays_it() -> None:
    driver = open_path()
    assert node(driver, 2).on  # the last open one
    driver.click(node(driver, 1).id)
    assert driver.scene == "Practice"
    assert node(driver, 1).on
    texts = [w.text for w in driver.app.scene.layer.root.walk() if isinstance(w, StarLine)]  # type: ignore[attr-defined]
    level = PATH[0].level
    assert texts == [level.task, *(star.says for star in level.star_goals)]
    (targets,) = (w for w in driver.app.scene.layer.root.walk() if isinstance(w, StationMap))  # type: ignore[attr-defined]
    assert len(targets.spots) == len(PATH[0].options.spots)
    driver.click(node(driver, 1).id)
    assert trial_of(scene_of(driver)).loaded.id == PATH[0].id


def test_the_default_button_plays_the_chosen_level() -> None:
    driver = open_path()
    driver.key("return")
    assert trial_of(scene_of(driver)).loaded.id == PATH[1].id


def test_a_solved_level_leads_on_along_the_path_and_counts_its_stars() -> None:
    driver = open_path()
    driver.click(node(driver, 1).id)
    driver.click("path.play")
    solve(driver, PATH[0])
    result = driver.app.scene
    assert isinstance(result, LevelResult)
    lines = [w for w in result.layer.root.walk() if isinstance(w, StarLine)]
    assert [line.won for line in lines] == [True] * levels.STARS
    driver.click("decided.next")
    assert trial_of(scene_of(driver)).loaded.id == PATH[1].id
    assert progress.read()[0].of(PATH[0].id).stars == levels.STARS
    driver.key("escape")
    driver.click("leave")
    assert node(driver, 1).stars == (True,) * levels.STARS
    assert node(driver, 3).enabled
