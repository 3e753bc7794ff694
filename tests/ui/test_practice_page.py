"""Tests of the page of practice: tables of lessons and levels, and the panel of the next task."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pygame
import pytest

from castlecards import lessons, levels
from castlecards.core.landing import LOB
from castlecards.practice import progress, reviews
from castlecards.practice.throws import ThrowRecord
from castlecards.toss.styles import STYLES, release
from castlecards.ui.kit.widgets.scroll import Scroll
from castlecards.ui.pages.today_charts import StationMap
from castlecards.ui.practice.exercise import player_name
from castlecards.ui.practice.lesson import Teacher
from castlecards.ui.practice.mistake_attempt import MistakeAttempt
from castlecards.ui.practice.pages import GAMES, NO_MISTAKES, Practice, RangeSetup, part_of
from castlecards.ui.practice.tiles import LevelTile, TablePicture
from castlecards.ui.scene import Reset
from tests.practice.test_reviews import analysis, choices
from tests.ui.driving import Driver
from tests.ui.shots.matches import match
from tests.ui.shots.practice import own_levels
from tests.ui.shots.stage import Stage
from tests.ui.test_practice import scene_of, trial_of

pytestmark = pytest.mark.usefixtures("home")


def painted_all(page: Practice) -> None:
    """Prerender all visible pictures; fails if this does not end."""
    for _ in range(4000):
        if not page.prerender():
            return
    raise AssertionError("the pictures are painted again and again")


def level_tiles(page: Any) -> list[LevelTile]:
    return [each for each in page.layer.root.walk() if isinstance(each, LevelTile)]


def test_only_tables_in_view_are_painted() -> None:
    with Driver((640, 480)) as driver:
        driver.click("title.practice")
        driver.click("practice.games")
        page: Any = driver.app.scene
        painted_all(page)
        tiles = level_tiles(page)
        assert all(isinstance(tile.picture, TablePicture) for tile in tiles)
        seen = [tile for tile in tiles if tile.rect.colliderect(page._scroll.rect)]
        assert 2 <= len(seen) < len(tiles)
        assert [tile for tile in tiles if tile.picture.picture is not None] == seen  # type: ignore[union-attr]
        page._scroll.scroll_to(1.0)
        painted_all(page)
        assert tiles[-1].picture.picture is not None  # type: ignore[union-attr]


PUZZLES = [pack for pack in levels.packs()[0] if part_of(pack) == GAMES]


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_each_pack_of_puzzles_fits_on_the_page(size: tuple[int, int]) -> None:
    with Driver(size) as driver:
        driver.click("title.practice")
        driver.click("practice.games")
        page: Any = driver.app.scene
        page.layer.focus_on(driver.find("practice.packs"))
        for pack in PUZZLES:
            assert [tile.text for tile in level_tiles(page)] == [
                level.level.title for level in pack.levels
            ]
            assert page._scroll.room == 0
            assert all(page._scroll.rect.contains(tile.rect) for tile in level_tiles(page))
            assert driver.focus == "practice.packs"
            driver.key("down")


def test_a_list_tells_how_much_of_each_pack_is_solved(home: Path) -> None:
    done, begun = PUZZLES[0], PUZZLES[1]
    for level in (*done.levels, begun.levels[0]):
        progress.add(level.id, 1)
    with Driver() as driver:
        driver.click("title.practice")
        driver.click("practice.games")
        packs: Any = driver.find("practice.packs")
        assert packs.value_text == f"{begun.title}, 1 of {len(begun.levels)} solved, 3 of 9"
        assert packs.done == {done.id}


def test_a_field_on_a_narrow_page_chooses_the_pack() -> None:
    with Driver((640, 480)) as driver:
        driver.click("title.practice")
        driver.click("practice.games")
        assert not driver.has("practice.packs")
        driver.click("practice.pack")
        driver.click("offer:2")  # the first one is about the player’s own mistakes
        field: Any = driver.find("practice.pack")
        assert field.value == PUZZLES[1].id
        assert [tile.text for tile in level_tiles(driver.app.scene)] == [
            level.level.title for level in PUZZLES[1].levels
        ]


def test_a_tile_beside_the_own_levels_begins_another_one() -> None:
    with closing(Stage()) as stage:
        own_levels(stage)
        page: Any = stage.app.scene
        assert page._scroll.room == 0
        tiles = [each for each in page.layer.root.walk() if isinstance(each, LevelTile)]
        assert [tile.text for tile in tiles][-1:] == ["New level"]
        stage.click("practice.first")
        assert type(stage.app.scene).__name__ == "Editor"


def test_the_panel_of_today_names_the_next_task_and_what_to_change(
    home: Path, driver: Driver
) -> None:
    file = driver.app.profiles.database
    every = lessons.all_lessons()
    driver.click("title.practice")
    assert driver.find("practice.task").name == every[0].lesson.title
    assert driver.find("practice.finding").name == "Throw 10 more cards at a wall."
    for loaded in every[:2]:
        progress.mark_lesson(loaded.id, file)
    driver.app.follow(Reset(Practice(driver.app)))
    driver.click("practice.lessons")
    assert driver.find("practice.task").name == every[2].lesson.title
    painted_all(driver.app.scene)  # type: ignore[arg-type]
    driver.click("practice.begin")
    assert isinstance(scene_of(driver).addon, Teacher)
    for loaded in every:
        progress.mark_lesson(loaded.id, file)
    for _ in range(30):
        driver.app.throws.add(
            ThrowRecord(
                time="2026-01-01T00:00:00", method="lob", player=player_name(driver.app),
                release=release(STYLES[LOB]).args(), touch=(0, 5000), touch_right=5.0,
                touch_far=300.0,
            )
        )  # fmt: skip
    driver.app.follow(Reset(Practice(driver.app)))
    driver.click("practice.lessons")
    path = levels.path_of(levels.packs()[0])
    assert driver.find("practice.task").name == path[0].level.title
    assert driver.find("practice.finding").name == "Your lobs land 30 cm too far."
    driver.click("practice.begin")
    assert trial_of(scene_of(driver)).loaded.id == path[0].id


def test_each_lesson_shows_its_table_and_a_tick_once_it_is_done(home: Path, driver: Driver) -> None:
    progress.mark_lesson("05-castle", driver.app.profiles.database)
    driver.click("title.practice")
    driver.click("practice.lessons")
    page: Any = driver.app.scene
    tiles = [each for each in page.layer.root.walk() if isinstance(each, LevelTile)]
    assert [tile.id for tile in tiles if tile.done] == ["lesson:05-castle"]
    assert len(tiles) == len(lessons.all_lessons())
    tables = [tile.picture for tile in tiles if isinstance(tile.picture, TablePicture)]
    assert len(tables) == len(tiles) - 1  # the first lesson is on the practice range
    assert all(table.picture is None for table in tables)
    painted_all(page)
    pictures = {pygame.image.tobytes(table.picture, "RGB") for table in tables if table.picture}
    assert len(pictures) == len(tables)
    scrolls = [each for each in page.layer.root.walk() if isinstance(each, Scroll)]
    assert not any(each.bar.visible for each in scrolls)


def test_own_mistakes_are_pictured_and_can_be_tried_again(home: Path, driver: Driver) -> None:
    session = match("wars")
    lines = choices(session)[:3]
    driver.click("title.practice")
    driver.click("practice.games")
    page: Any = driver.app.scene
    packs: Any = driver.find("practice.packs")
    packs.choose("mistakes")
    assert any(widget.name == NO_MISTAKES for widget in page.layer.root.walk())
    path = driver.app.profiles.database
    reviews.add(session, analysis(session, dict.fromkeys(lines, 0.1)), path)
    solved, damaged, _ = reviews.read(path)[0]
    reviews.mark_solved(solved, path)
    with closing(sqlite3.connect(path)) as con:
        sql = "UPDATE mistake SET match = replace(match, '0: ', '7: ') WHERE match = ?"
        con.execute(sql, (damaged.match,))
        con.execute("UPDATE mistake SET rules = 'old' WHERE id = 1")
        con.commit()
    page.rebuild()
    painted_all(page)
    tiles = [w for w in page.layer.root.walk() if w.id.startswith("mistake:")]
    assert [tile.done for tile in tiles] == [True, False]  # none of other rules
    assert [tile.picture.picture is not None for tile in tiles] == [True, False]
    assert tiles[0].teaches == "Turn 1: your move cost 10 %."
    driver.click("mistake:2")
    assert driver.app.scene is page
    assert "can’t be opened" in driver.app.toasts.shown[-1].text
    driver.click("mistake:1")
    table = scene_of(driver)
    assert isinstance(table.addon, MistakeAttempt)
    assert table.session.at == lines[0]


def test_the_set_up_of_the_range_pictures_its_targets_and_its_wind(driver: Driver) -> None:
    driver.app.follow(Reset(RangeSetup(driver.app)))
    driver.settle()
    assert len(targets(driver).spots) > 5
    driver.click("setup.layout")
    driver.click("offer:1")  # one wall
    assert [spot.kind for spot in targets(driver).spots if spot.kind != "own"] == ["wall"]
    assert targets(driver).field.wind == (0, 0)
    driver.click("setup.wind")
    driver.click("offer:2")
    assert targets(driver).field.wind != (0, 0)


def targets(driver: Driver) -> StationMap:
    """Return the picture of the targets on the page."""
    found = driver.find("targets")
    assert isinstance(found, StationMap)
    return found
