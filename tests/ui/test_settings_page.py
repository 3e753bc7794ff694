"""Tests of the settings page: a sample of cards shows what the print settings change."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from castlecards.settings import ABOUT, TABS
from castlecards.ui.cardart.card_still_life import CardStillLife, suit_faces
from castlecards.ui.kit.widgets.scroll import Scroll
from castlecards.ui.pages.settings import SettingsPage
from castlecards.ui.scene import Reset
from tests.ui.driving import Driver
from tests.ui.table.tables import table

NAMES = {f"settings.{name}" for name in ABOUT}


def shown_cards(driver: Driver) -> bytes:
    """Return the picture of the cards on the page."""
    page: Any = driver.app.scene
    (cards,) = [each for each in page.layer.root.walk() if isinstance(each, CardStillLife)]
    (scroll,) = [each for each in page.layer.root.walk() if type(each) is Scroll]
    assert scroll.rect.contains(cards.rect)
    return pygame.image.tobytes(driver.app.surface.subsurface(cards.rect), "RGB")


def test_the_cards_change_with_the_settings_of_their_print(driver: Driver) -> None:
    driver.app.follow(Reset(SettingsPage(driver.app, "access")))
    driver.settle()
    seen = [shown_cards(driver)]
    for name in ("four_colour", "colour_blind", "large_index"):
        driver.click(f"settings.{name}")
        driver.settle()
        seen.append(shown_cards(driver))
    assert len({*seen}) == 4
    driver.click("settings.large_index")
    driver.settle()
    assert shown_cards(driver) == seen[2]


def settings_page(driver: Driver, tab: str) -> tuple[Any, Scroll]:
    """Open a tab of the settings; return the page and its scroll area."""
    driver.app.follow(Reset(SettingsPage(driver.app, tab)))
    driver.settle()
    page: Any = driver.app.scene
    (scroll,) = [each for each in page.layer.root.walk() if type(each) is Scroll]
    return page, scroll


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
@pytest.mark.parametrize("tab", TABS)
def test_all_settings_of_a_tab_fit_on_one_screen(tab: str, size: tuple[int, int]) -> None:
    with Driver(size) as driver:
        assert settings_page(driver, tab)[1].room == 0


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(("scale", "columns"), [(1.0, 2), (2.0, 1)])
@pytest.mark.parametrize("tab", ["game", "access"])
def test_settings_stand_in_columns_that_tab_reads_one_after_the_other(
    tab: str, scale: float, columns: int
) -> None:
    with Driver((1280, 800)) as driver:
        driver.app.change(ui_scale=scale)
        page, scroll = settings_page(driver, tab)
        rects = [each.rect for each in page.layer.focusables if each.id in NAMES]
        middle = scroll.rect.centerx
        right = [rect.left >= middle + scroll.rect.width // 4 for rect in rects]
        assert len(rects) > 8
        assert right == sorted(right)
        assert len(set(right)) == columns
        for side in (False, True):
            tops = [rect.top for rect, on in zip(rects, right, strict=True) if on == side]
            assert tops == sorted(tops)


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("name", ["high_contrast", "bold_text"])
def test_a_table_takes_a_new_look_at_once(name: str) -> None:
    pictures = []
    for before in (False, True):
        with table("castle", 2, seed=5, kinds=("human", "random"), **{name: before}) as play:
            play.settle()
            if not before:
                pictures.append(pygame.image.tobytes(play.app.surface, "RGB"))
                play.app.change(**{name: True})
                play.settle()
            pictures.append(pygame.image.tobytes(play.app.surface, "RGB"))
    old, changed, fresh = pictures
    assert changed == fresh
    assert old != fresh


def test_the_first_start_offers_accessibility(driver: Driver) -> None:
    driver.click("title.access")
    assert driver.scene == "SettingsPage"
    assert driver.has("settings.high_contrast")


def test_there_is_a_face_of_each_suit_if_a_game_uses_the_standard_deck(driver: Driver) -> None:
    faces = suit_faces(driver.app.offered)
    assert len({face.suit for face in faces}) == len({face.rank for face in faces}) == 4
    assert {face.deck for face in faces} == {"standard"}
    assert suit_faces(()) == ()
    assert suit_faces((driver.app.games["tricks_of_the_trade"],)) == ()
