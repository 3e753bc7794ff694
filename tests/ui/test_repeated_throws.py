"""Tests of tries: a throw made again, or with a changed number, never counts."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pygame
import pytest

from castlecards import lessons, levels
from castlecards.core.action import Illegal
from castlecards.core.cards import NATURE
from castlecards.core.landing import FLIP, LOB
from castlecards.core.session import Session
from castlecards.practice import progress, report
from castlecards.practice import throws as record
from castlecards.practice.range import HAND
from castlecards.practice.throws import select_throws
from castlecards.today import stations
from castlecards.today.generator import day_of
from castlecards.toss.styles import STYLES, release
from castlecards.ui.kit import intents
from castlecards.ui.kit.intents import Act
from castlecards.ui.kit.widgets.basic import Label
from castlecards.ui.pages.throws import Throws
from castlecards.ui.practice.exercise import limits
from castlecards.ui.practice.lesson import open_lesson
from castlecards.ui.routes import DayStation
from castlecards.ui.scene import Push
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.scene import TableScene
from tests.ui.driving import Driver, key_events, mouse
from tests.ui.test_practice import (
    at_range,
    exercise,
    level,
    run_until_rest,
    scene_of,
    throw,
    trial_of,
)

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("home")]


def state(scene: TableScene) -> tuple[object, ...]:
    """Return the counters of a level, its cards and the number of throws left."""
    session = scene.session
    return (
        session.at, len(session.log), session.position.zones, session.position.poses,
        dict(session.game.tallies(session.position, 0)),
    )  # fmt: skip


def again(driver: Driver) -> None:
    """Throw again, and wait until the try is undone."""
    driver.click("practice.again")
    run_until_rest(driver)
    for _ in range(100):
        driver.step(dt=0.1)
        if exercise(scene_of(driver))._trial_start is None:
            driver.settle()
            return
    raise AssertionError("the try is never taken back")


@pytest.mark.parametrize("id", ["09-few-cards/02-two", "12-strict/01-clean", "08-moved/03-ladder"])
def test_in_a_level_a_throw_made_again_counts_for_nothing(id: str, driver: Driver) -> None:
    loaded = level(driver, id)
    scene = scene_of(driver)
    throw(driver, release(STYLES[LOB], 1.1))  # much too short
    before, status = state(scene), levels.status(loaded, scene.session)
    for _ in range(4):  # more tries than cards
        again(driver)
        assert state(scene) == before
        assert levels.status(loaded, scene.session) == status
        assert not trial_of(scene).done
    assert not scene.session.can_redo
    assert not scene.session.over
    assert not progress.read()[0].levels
    assert limits(scene) is not None  # the next card can be thrown


def test_the_last_card_is_not_used_up_by_a_try(driver: Driver) -> None:
    level(driver, "09-few-cards/02-two")
    scene = scene_of(driver)
    throw(driver, release(STYLES[LOB], 1.1))
    driver.click("practice.again")
    run_until_rest(driver)
    throw(driver, release(STYLES[LOB], 1.1))
    assert trial_of(scene).done
    assert [line.trial for line in record.read().throws] == ["", "again", ""]


@pytest.mark.usefixtures("every_frame_drawn")
def test_tries_are_marked_and_left_out_of_statistics_and_report(
    tmp_path: Path, driver: Driver
) -> None:
    scene = at_range(driver)
    throw(driver, release(STYLES[LOB]))
    throw(driver, release(STYLES[FLIP], 1.2))
    again(driver)
    driver.click("practice.change")
    speed = driver.find("change.4")
    speed.act(2.5)
    driver.click("change.throw")
    run_until_rest(driver)
    lines = record.read().throws
    assert [line.trial for line in lines] == ["", "", "again", "change"]
    counting = tuple(select_throws(lines))
    assert counting == lines[:2]
    assert len(report.table(counting).splitlines()) == 1 + 2
    said = [w.text for w in exercise(scene).panel.walk() if isinstance(w, Label)]
    assert any(text.endswith(" of 2 hit") for text in said)
    assert any("not counted" in text for text in said)
    assert [mark.number for mark in exercise(scene).marks.marks] == [1, 2, 0, 0]
    assert exercise(scene).marks.ghost.mark.number > 0
    driver.click("practice.statistics")
    page = driver.app.scene
    assert isinstance(page, Throws)
    assert page.throws() == counting


def test_a_better_try_is_not_the_best_throw(driver: Driver) -> None:
    scene = at_range(driver)
    throw(driver, release(STYLES[LOB], 1.1))
    exercise(scene).throw(scene, release(STYLES[LOB]), "change")
    run_until_rest(driver)
    assert exercise(scene).thrown[-1].hit
    assert not exercise(scene).marks.ghost.mark.line.hit


def test_whoever_takes_the_next_card_begins_where_the_try_began() -> None:
    """The card can be picked up at once, before the verdict ends."""
    driver = Driver(reduced_motion=False)
    scene = at_range(driver)
    throw(driver, release(STYLES[LOB], 1.1))
    before = state(scene)
    driver.step()
    exercise(scene).again(scene)
    for _ in range(400):
        driver.step(dt=0.05)
        if exercise(scene)._trial_landed and not scene.playback.animation.running:
            break
    assert state(scene) != before
    hand = scene.session.position.box.zone("0.hand")
    spot = next(spot for spot in scene.table_view.layout.spots if spot.zone == hand)
    at = round(spot.x), round(spot.y)
    driver.step(mouse(pygame.MOUSEMOTION, at))
    driver.step(mouse(pygame.MOUSEBUTTONDOWN, at))
    assert state(scene) == before
    driver.step(mouse(pygame.MOUSEMOTION, (at[0], at[1] - 60)))
    driver.step(mouse(pygame.MOUSEMOTION, (at[0], at[1] - 80)))
    assert scene.model.input_state.held_card == scene.session.position.zones[hand][0]


def test_undo_takes_back_the_try_and_no_throw_before_it(driver: Driver) -> None:
    scene = at_range(driver)
    throw(driver, release(STYLES[LOB], 1.1))
    before = state(scene)
    for way in ("key", "button"):
        driver.step()
        exercise(scene).again(scene)
        for _ in range(400):
            driver.step(dt=0.02)
            if exercise(scene)._trial_landed:
                break
        assert exercise(scene)._trial_landed
        if way == "key":
            for event in key_events("ctrl+z"):
                driver.step(event)
        else:
            driver.press(scene.find("undo").rect.center)
        assert state(scene) == before


def test_a_levels_clock_stands_still_while_something_is_tried(driver: Driver) -> None:
    level(driver, "10-time/01-half")
    scene = scene_of(driver)
    throw(driver, release(STYLES[LOB], 1.1))
    before = trial_of(scene).seconds
    driver.step()
    exercise(scene).again(scene)
    ticks = 0
    while exercise(scene)._trial_start is not None:
        driver.step(dt=0.1)
        ticks += 1
        assert ticks < 400
    assert trial_of(scene).seconds - before <= 0.15
    assert ticks > 10
    driver.step(dt=0.1)
    assert trial_of(scene).seconds > before


def test_only_practice_can_be_forgotten(driver: Driver) -> None:
    game = driver.app.games["high_card"]
    for practice in (False, True):
        match: Session[object] = Session(game, game.options(), 2, 3, practice=practice)
        for _ in range(3):
            decision = match.decision
            match.submit(decision.seat, decision.default)
        if not practice:
            with pytest.raises(Illegal, match="only a practice session"):
                match.forget(1)
            assert match.at == 3
            continue
        with pytest.raises(Illegal):
            match.forget(7)
        first = match.positions[1]
        match.forget(1)
        assert (match.at, len(match.log), match.position) == (1, 1, first)
        assert not match.can_redo


def test_a_try_is_answered_by_nature_alone(driver: Driver) -> None:
    scene = at_range(driver)
    throw(driver, release(STYLES[LOB]))
    driver.step()
    exercise(scene).again(scene)
    for _ in range(400):
        driver.step(dt=0.02)
        if exercise(scene)._trial_landed:
            break
    decision = scene.session.decision
    assert decision.seat != NATURE
    at = scene.session.at
    assert scene.submit(decision.seat, decision.default) is None
    assert scene.session.at == at


def card_in_hand(scene: TableScene) -> tuple[int, int]:
    """Return the middle of the card that is thrown next, px."""
    card = scene.session.position.zones[HAND][0]
    return scene.table_view.rect_of(Target(card, -1)).center


def end_flight(driver: Driver, what: str, at: tuple[int, int]) -> None:
    """End a flight by a press at `at`, a key or the wheel there, and check the effect."""
    scene = scene_of(driver)
    state = scene.model.input_state
    state.pointer = at
    before = state.current_method, state.loft
    wishes: dict[str, intents.Intent] = {
        "grab": intents.Grab(at, 1.0), "key": intents.Command(Act.LOB),
        "space": intents.Command(Act.THROW), "wheel": intents.Scroll(0, 1, at),
    }  # fmt: skip
    driver.app.feed([intents.Hover(at, 1.0), wishes[what]], 0.01)
    assert not scene.playback.flying
    assert not scene.busy
    assert scene.model.limits is not None
    if what == "grab":
        assert state.press is not None
        driver.app.feed([intents.Drag((at[0] + 30, at[1] - 30), 1.1)], 0.01)
        assert state.held_card >= 0
        driver.app.feed([intents.Drag(at, 1.9), intents.Release(at, 2.9)], 0.01)
    elif what == "key":
        assert state.current_method == LOB
    elif what == "wheel":
        driver.app.feed([intents.Scroll(0, 1, at)], 0.01)
        assert state.loft != before[1]


def in_the_air(driver: Driver) -> None:
    """Run frames until a card has flown for a moment."""
    for _ in range(400):
        driver.step(dt=0.02)
        if scene_of(driver).playback.flying and scene_of(driver).playback.t > 0.05:
            return
    raise AssertionError("nothing flies")


@pytest.mark.parametrize("what", ["grab", "key", "space", "wheel"])
def test_any_input_ends_a_throw_that_is_shown_again(what: str, driver: Driver) -> None:
    scene = at_range(driver)
    at = card_in_hand(scene)
    throw(driver, release(STYLES[FLIP], heading=1.0))
    lines = len(scene.session.log)
    exercise(scene).again(scene)
    in_the_air(driver)
    assert len(scene.session.log) > lines
    end_flight(driver, what, at)
    assert len(scene.session.log) == lines, "the trial is taken back"


@pytest.mark.parametrize("what", ["grab", "key", "space", "wheel"])
def test_any_input_ends_the_throw_of_the_demonstration(what: str, driver: Driver) -> None:
    scene = open_lesson(driver.app, lessons.all_lessons()[0])
    driver.app.follow(Push(scene))
    driver.step()
    driver.step()
    at = card_in_hand(scene)
    in_the_air(driver)
    end_flight(driver, what, at)


@pytest.mark.parametrize("what", ["grab", "key", "space", "wheel"])
def test_any_input_ends_a_trial_throw_of_the_day(what: str, driver: Driver) -> None:
    task = day_of(date(2026, 12, 11), stations.load())
    driver.app.follow(Push(DayStation(task, 0, False)))
    driver.step()
    driver.step()
    scene = scene_of(driver)
    at = card_in_hand(scene)
    throw(driver, task.cells[0].release)
    exercise(scene).again(scene)
    in_the_air(driver)
    end_flight(driver, what, at)


def test_a_grab_ends_a_flight_and_lifts_the_next_card(driver: Driver) -> None:
    scene = at_range(driver)
    at = card_in_hand(scene)
    exercise(scene).throw(scene, release(STYLES[LOB]))
    in_the_air(driver)
    end_flight(driver, "grab", at)
    assert len(record.read().throws) == 1


def test_a_target_of_the_range_has_neither_owner_nor_points(driver: Driver) -> None:
    scene = at_range(driver)
    throw(driver, release(STYLES[LOB]))
    callout = scene.playback.callout
    assert (callout.title, callout.detail) == ("Hit!", "Wall 3")
