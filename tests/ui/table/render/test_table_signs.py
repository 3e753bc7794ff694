"""Tests of small signs at cards: none covers another."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pygame import Rect

from castlecards.core.game import Badge
from castlecards.ui.table.highlights import HighlightReel
from castlecards.ui.table.layout.card_shape import card_shape
from castlecards.ui.table.render.labels import nameplate_layout
from castlecards.ui.table.render.table_signs import badge_places, memory_rect, nameplates
from tests.ui.driving import Driver
from tests.ui.shots.matches import until
from tests.ui.table.playback.test_narration import open_driver


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (640, 480)])
def test_a_value_stands_beside_the_face_that_is_remembered(size: tuple[int, int]) -> None:
    with open_driver("wars", 60) as play:
        play.driver.resize(size)
        look, layout = play.driver.app.look, play.scene.table_view.layout
        tops = [spot for spot in layout.spots if spot.shown and not spot.up]
        assert tops
        spots = tuple(replace(spot, recalled=not spot.up) for spot in layout.spots)
        remembered = replace(layout, spots=spots)
        for spot in tops:
            badge = Badge(spot.zone, spot.card, "+3", "", "more")
            shape = card_shape(spot, layout.camera, layout.field)
            face, window = memory_rect(look, shape), Rect((0, 0), size)
            (alone,) = badge_places(look, window, layout, [badge])
            (beside,) = badge_places(look, window, remembered, [badge])
            assert face.colliderect(alone.rect)
            assert not face.colliderect(beside.rect)


@pytest.mark.parametrize("width", [300, 600, 900])
def test_plates_of_two_hands_lie_apart_in_a_small_picture(width: int) -> None:
    with Driver((1280, 800), instant=True) as driver:
        session, rect = until("wars", lambda s: s.over), Rect(0, 0, width, width * 5 // 8)
        reel = HighlightReel(driver.app, session, 0, 0, [])
        reel.prerender(driver.app.look, 1280, rect, 0.0)
        (scene,) = list(reel._scenes.values())[:1]
        look = reel._fit(driver.app.look, 1280, rect)
        names = nameplates(session)
        hands = [area for area in scene.layout.areas if area.hand]
        plates = [nameplate_layout(look, area, names[area.zone], rect)[2] for area in hands]
        assert len(plates) == 4
        assert all(each.collidelist(plates) == n for n, each in enumerate(plates))


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (1366, 768), (960, 600)])
def test_hands_have_the_same_title_at_both_sides(size: tuple[int, int]) -> None:
    with open_driver("wars", 60) as play:
        play.driver.resize(size)
        look, layout = play.driver.app.look, play.scene.table_view.layout
        names, window = nameplates(play.scene.session), Rect((0, 0), size)
        far = [area for area in layout.areas if area.hand and not area.own]
        told = [nameplate_layout(look, area, names[area.zone], window)[0] for area in far]
        assert len(told) >= 2
        assert told == [f"{area.title}: {area.count}" for area in far]
