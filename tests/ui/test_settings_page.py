"""Tests of the settings page: a sample of cards shows what the print settings change."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from castlecards.ui.cardart.card_still_life import CardStillLife, suit_faces
from castlecards.ui.kit.widgets.scroll import Scroll
from castlecards.ui.pages.settings import SettingsPage
from castlecards.ui.scene import Reset
from tests.ui.driving import Driver
from tests.ui.table.tables import table


def shown_cards(driver: Driver) -> bytes:
    """Return the picture of the cards on the page."""
    page: Any = driver.app.scene
    (cards,) = [each for each in page.layer.root.walk() if isinstance(each, CardStillLife)]
    (scroll,) = [each for each in page.layer.root.walk() if isinstance(each, Scroll) and each.room]
    scroll.reveal(cards.rect)
    driver.settle()
    assert scroll.rect.contains(cards.rect)
    return pygame.image.tobytes(driver.app.surface.subsurface(cards.rect), "RGB")


@pytest.mark.usefixtures("home")
def test_the_cards_change_with_the_settings_of_their_print() -> None:
    driver = Driver()
    try:
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
    finally:
        driver.app.close()


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


@pytest.mark.usefixtures("home")
def test_the_first_start_offers_accessibility() -> None:
    driver = Driver()
    try:
        driver.click("title.access")
        assert driver.scene == "SettingsPage"
        assert driver.has("settings.high_contrast")
    finally:
        driver.app.close()


def test_there_is_a_face_of_each_suit_if_a_game_uses_the_standard_deck() -> None:
    driver = Driver()
    try:
        faces = suit_faces(driver.app.offered)
        assert len({face.suit for face in faces}) == len({face.rank for face in faces}) == 4
        assert {face.deck for face in faces} == {"standard"}
        assert suit_faces(()) == ()
        assert suit_faces((driver.app.games["tricks_of_the_trade"],)) == ()
    finally:
        driver.app.close()
