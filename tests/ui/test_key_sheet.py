"""Tests of the key sheet: each key once, with the player's own bindings, over any screen."""

from __future__ import annotations

import pygame
import pytest

from castlecards.ui.kit.intents import STEPS, Act, Bindings
from castlecards.ui.pages.key_sheet import GROUPS, key_blocks
from tests.ui.driving import Driver
from tests.ui.table.tables import open_curtain, table

pytestmark = pytest.mark.usefixtures("home")
QUESTION = {
    "American": (pygame.K_SLASH, pygame.KMOD_SHIFT),
    "German": (pygame.K_MINUS, pygame.KMOD_SHIFT),
    "French": (pygame.K_COMMA, pygame.KMOD_SHIFT),
}


def question_mark(driver: Driver, country: str = "American") -> None:
    key, mod = QUESTION[country]
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        driver.step(pygame.event.Event(kind, key=key, mod=mod, unicode="?"))
    driver.settle()


def test_every_act_stands_in_one_group() -> None:
    found = [act for _, acts in GROUPS for act in acts]
    assert sorted([*found, *STEPS]) == sorted(Act)


def test_keys_of_replays_numbers_and_the_level_editor_are_listed() -> None:
    rows = [block.spoken for block in key_blocks(Bindings({"pause": ("o",)}))]
    assert "Play or pause a replay: Space  or  O" in rows
    assert "Choose a number: 0 to 9" in rows
    assert "Turn it: Q and E" in rows
    assert len(rows) == len({*rows}), "no row stands there twice"


def test_keys_that_were_changed_are_listed_as_they_are_now() -> None:
    usual = " ".join(block.plain for block in key_blocks(Bindings()))
    own = " ".join(
        block.plain for block in key_blocks(Bindings({"mute": ("ctrl+m",), "sheet": ()}))
    )
    assert Act.SHEET.words in usual
    assert Act.SHEET.words not in own
    assert "Ctrl+M" in own


@pytest.mark.parametrize("country", QUESTION)
def test_a_question_mark_opens_and_closes_it_wherever_it_lies(country: str, driver: Driver) -> None:
    question_mark(driver, country)
    assert driver.scene == "KeySheet"
    question_mark(driver, country)
    assert driver.scene == "Title"


def test_at_a_table_it_lies_over_the_match_and_esc_closes_it() -> None:
    with table("castle") as play:
        open_curtain(play)
        before = play.table.session.log
        question_mark(play.driver)
        assert play.driver.scene == "KeySheet"
        play.driver.key("escape")
        assert play.driver.scene == "TableScene"
        assert play.table.session.log == before


def test_in_a_text_field_a_question_mark_is_a_letter(driver: Driver) -> None:
    driver.click("title.settings")
    driver.app.scene.layer.focus_on(driver.find("settings.name0"))  # type: ignore[attr-defined]
    question_mark(driver)
    assert driver.scene == "SettingsPage"


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_all_keys_stand_in_columns_without_scrolling(size: tuple[int, int]) -> None:
    driver = Driver(size=size)
    question_mark(driver)
    text = driver.find("keys.text")
    assert text.room == 0
    assert len({column.rect.left for column in text.child.children}) == 3
