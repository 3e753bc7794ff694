"""Tests of the closing scenes of the card games: timelines, and frames in time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pygame
import pytest

from castlecards.core.game import LadderEnding, SumEnding
from castlecards.core.log_lines import Clash
from castlecards.core.session import Session
from castlecards.ui import history
from castlecards.ui.cardart.buildings.kinds import KINDS
from castlecards.ui.cardart.seat_signs import sign_of
from castlecards.ui.table.clash.block_fall import SECONDS as FALLING
from castlecards.ui.table.clash.block_fall import blocks
from castlecards.ui.table.summary.end_cards_timeline import (
    FALL,
    SWEPT,
    BuildingScene,
    LadderScene,
    SumScene,
    card_game_scene,
)
from castlecards.ui.table.summary.end_timing import SECONDS
from tests.ui.driving import Driver
from tests.ui.shots.matches import match, until
from tests.ui.table.summary.test_result import open_result
from tests.ui.test_seat_signs import play_to_end

CARD_GAMES = ("rampage", "wars", "castle", "tricks-2", "tricks-4")
STEP = 0.02  # s


def scene_of(session: Session[Any]) -> Any:
    return card_game_scene(session, history.headline(session), history.reason(session))


def times() -> list[float]:
    return [n * STEP for n in range(round(SECONDS / STEP) + 1)]


@pytest.mark.parametrize("name", ["rampage", "wars"])
def test_the_building_of_the_loser_falls_and_the_winner_raises_banners(name: str) -> None:
    session = match(name)
    scene = scene_of(session)
    assert isinstance(scene, BuildingScene)
    assert scene.loser == sign_of(session, 1)
    assert set(scene.banners) == {sign_of(session, 0)}
    assert scene.kind == {"rampage": "keep", "wars": "tower"}[name]
    first, last = scene.frame(0.0), scene.frame(SECONDS)
    assert (first.state, first.fallen, first.night, first.fire, first.words) == (0, 0, 0, 0, 0)
    assert last.fallen == pytest.approx(SECONDS - FALL)
    assert (last.night, last.fire, last.words, set(last.banners)) == (1, 1, 1, {1})
    states = [scene.frame(t).state for t in times()]
    assert states == sorted(states)
    assert states[-1] == 2


def test_a_ruin_of_the_gate_lies_before_a_castle_that_falls() -> None:
    assert scene_of(match("rampage")).front == "gate"
    assert scene_of(match("wars")).front == ""
    even = play_to_end(until("rampage", lambda each: each.over), 0.5, 0.5)
    assert scene_of(even).front == "", "nothing has fallen"


@pytest.mark.parametrize("name", ["tricks-2", "tricks-4"])
def test_the_last_trick_lies_there_before_the_points_are_counted(name: str) -> None:
    session = match(name)
    scene = scene_of(session)
    trick = scene.trick
    tricks = [
        event
        for record in session.log
        for event in record.events
        if isinstance(event, Clash) and event.laid
    ]
    last = tricks[-1]
    assert [seat for seat, _ in trick.cards] == [side.seat for side in last.sides]
    for (_, face), side in zip(trick.cards, last.sides, strict=True):
        assert face == session.start.box.faces[side.cards[0].face]
    assert trick.winner == last.sides[last.winner].seat
    assert scene.swept(SWEPT[0]) == 0
    assert scene.row(SWEPT[0]) == -1
    assert scene.swept(SWEPT[1]) == 1


def test_after_a_draw_the_building_stands_and_both_sides_raise_banners() -> None:
    session = play_to_end(until("rampage", lambda each: each.over), 0.5, 0.5)
    scene = scene_of(session)
    assert scene.banners == (sign_of(session, 0), sign_of(session, 1))
    last = scene.frame(SECONDS)
    assert (last.state, last.fallen, last.fire) == (0, 0.0, 0.0)
    assert [name for name, _ in scene.sounds(0, SECONDS)] == ["horn"]


def test_each_set_climbs_to_its_rung_while_the_scores_count() -> None:
    session = match("castle")
    scene, ending = scene_of(session), session.game.ending(session.public)
    assert isinstance(scene, LadderScene)
    assert isinstance(ending, LadderEnding)
    assert scene.scores(0.0) == (0, 0)
    sheet = session.game.sheet(session.public)
    assert tuple(map(str, scene.scores(scene.words_at))) == sheet.rows[-1][1:]
    assert len(scene.climbers) == len(ending.ladder.markers)
    for early, late in pairwise(times()):
        assert all(a <= b for a, b in zip(scene.scores(early), scene.scores(late), strict=True))
        assert all(one.at(early) <= one.at(late) for one in scene.climbers)


def test_two_sets_on_one_rung_stand_side_by_side() -> None:
    scene = scene_of(match("castle"))
    places = [(one.rung, one.beside) for one in scene.climbers]
    assert len(set(places)) == len(places)
    assert len({rung for rung, _ in places}) < len(places)


def test_a_long_ladder_is_counted_before_the_headline() -> None:
    session = match("castle")
    ending = session.game.ending(session.public)
    assert isinstance(ending, LadderEnding)
    many = LadderEnding(replace(ending.ladder, markers=ending.ladder.markers * 4))
    scene = LadderScene.of(session, many, "", "")
    assert all(one.at(scene.words_at) == one.rung for one in scene.climbers)


@pytest.mark.parametrize("name", ["tricks-2", "tricks-4"])
def test_the_rows_add_up_to_the_whole_game(name: str) -> None:
    session = match(name)
    scene = scene_of(session)
    assert isinstance(scene, SumScene)
    assert scene.scores(0.0) == (0,) * session.players
    sheet = session.game.sheet(session.public)
    assert tuple(map(str, scene.scores(scene.words_at))) == sheet.rows[-1][1:]
    best = max(scene.scores(SECONDS))
    assert all(scene.scores(SECONDS)[seat] == best for seat in scene.winners)
    rows = [scene.row(t) for t in times()]
    assert rows == sorted(rows)


def test_a_sum_of_four_rows_ends_before_the_headline() -> None:
    session = match("tricks-4")
    scene = SumScene.of(session, SumEnding((("Row", (1, 1, 1, 1)),) * 4), "", "")
    assert scene.scores(scene.words_at) == (4, 4, 4, 4)


@pytest.mark.parametrize("kind", KINDS)
def test_all_blocks_of_a_building_have_fallen_in_time(kind: str) -> None:
    half, height, _ = KINDS[kind].size
    if height > 200 or half > 200:
        return  # gates and walls do not fall in blocks
    found = blocks(half, height)
    assert all(block.offset(0.0) == (0.0, 0.0) for block in found)
    assert all(block.offset(FALLING)[1] >= block.y for block in found)


@contextmanager
def closing_scene(name: str, reduced_motion: bool = False) -> Iterator[tuple[Driver, Any]]:
    """Context manager: a driver, and its result page that begins with the closing scene."""
    with Driver(reduced_motion=reduced_motion) as driver:
        yield driver, open_result(driver, match(name), closing=True)


@pytest.mark.parametrize("name", CARD_GAMES)
def test_the_scene_waits_for_its_pictures_and_is_drawn_to_its_end(name: str) -> None:
    with closing_scene(name) as (driver, page):
        assert page.scene.t == 0.0
        frames = 0
        while page.scene is not None and frames < 400:
            driver.app.feed([], 0.05)
            frames += 1
        assert SECONDS / 0.05 <= frames < 200


@pytest.mark.parametrize("name", CARD_GAMES)
def test_the_table_stays_at_each_size_of_the_window_until_the_pictures_are_ready(name: str) -> None:
    with Driver(reduced_motion=False) as driver:
        before = driver.app.surface.copy()
        page: Any = open_result(driver, match(name), closing=True)
        driver.app.feed([], 0.0)
        assert not page.scene.pictures.ready
        assert driver.app.surface.get_buffer().raw == before.get_buffer().raw
        for size in ((1000, 700), (1920, 1080)):
            driver.resize(size)
            driver.app.feed([], 0.01)
            assert not page.scene.pictures.ready
            shown = driver.app.surface, pygame.transform.smoothscale(before, size)
            assert len({pygame.image.tobytes(picture, "RGB") for picture in shown}) == 1


@pytest.mark.parametrize("name", CARD_GAMES)
def test_a_resized_scene_shows_its_last_picture_until_the_new_ones_are_ready(name: str) -> None:
    with closing_scene(name) as (driver, page):
        page.scene.pictures.finish(page.layer.look, driver.app.surface.get_size())
        driver.app.feed([], 0.5)
        before = pygame.transform.average_color(driver.app.surface)
        driver.resize((1000, 700))
        driver.app.feed([], 0.01)
        assert not page.scene.pictures.ready
        after = pygame.transform.average_color(driver.app.surface)
        assert after == pytest.approx(before, abs=6)


@pytest.mark.parametrize("name", CARD_GAMES)
def test_with_reduced_motion_its_last_picture_stands_still(name: str) -> None:
    with closing_scene(name, reduced_motion=True) as (driver, page):
        page.scene.pictures.finish(page.layer.look, driver.app.surface.get_size())
        driver.app.feed([], 0.01)
        before = driver.app.surface.copy().get_buffer().raw
        driver.app.feed([], 0.3)
        assert page.scene is not None
        assert driver.app.surface.get_buffer().raw == before
