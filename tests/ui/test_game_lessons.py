"""Tests of lessons and puzzles of the games on the screen: the ghost hand and the solutions."""

from __future__ import annotations

import pygame
import pytest

from castlecards import lessons, levels
from castlecards.core.action import Action
from castlecards.core.landing import LOB
from castlecards.core.session import Session
from castlecards.toss.styles import STYLES, release
from castlecards.ui.practice import demo_hand
from castlecards.ui.practice.lesson import open_lesson
from castlecards.ui.practice.level_attempt import open_level
from castlecards.ui.scene import Push, Reset
from castlecards.ui.table.input.action_matching import targets_of
from castlecards.ui.table.scene import TableScene
from tests.levels.built_in import shipped_packs
from tests.ui.driving import Driver, mouse
from tests.ui.test_lessons import teacher
from tests.ui.test_practice import trial_of

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("home")]
TAUGHT = {taught.game.id: taught for taught in lessons.all_lessons()}
CARDS = ("castle_wars", "castle_rampage", "castle", "tricks_of_the_trade")
PUZZLES = [
    level for pack in shipped_packs() for level in pack.levels if level.game.id in CARDS
]  # fmt: skip
STEP = 0.3  # s


def lesson(driver: Driver, game: str) -> TableScene:
    scene = open_lesson(driver.app, TAUGHT[game])
    driver.app.follow(Push(scene))
    driver.settle()
    return scene


def run_until_asked(driver: Driver, scene: TableScene) -> None:
    """Run frames until a person at the screen can answer."""
    for _ in range(60):
        if scene.selection is not None and not scene.busy:
            return
        driver.step(dt=STEP)
    raise AssertionError("nobody is asked")


def follow(driver: Driver, scene: TableScene, to: int) -> TableScene:
    """Complete the steps before step `to` with the ghost hand.

    Return the table, which can be a new one.
    """
    for _ in range(900):
        scene = driver.app.scene
        assert isinstance(scene, TableScene)
        course = teacher(scene).course
        step = course.step
        if step is None or course.at >= to:
            return scene
        if not step.do and not step.until:
            driver.click("lesson.next")
        elif (
            teacher(scene).due_action is not None and teacher(scene).hand is None and not scene.busy
        ):
            teacher(scene).show_me(scene)
        driver.step(dt=STEP)
    raise AssertionError(f"stuck at step {course.at + 1}")


@pytest.mark.parametrize("game", CARDS)
def test_the_ghost_hand_leads_through_a_whole_lesson(game: str) -> None:
    driver = Driver(instant=True)
    scene = lesson(driver, game)
    steps = teacher(scene).course.loaded.lesson.steps
    scene = follow(driver, scene, len(steps))
    assert teacher(scene).course.step is None
    driver.click("lesson.done")
    assert driver.scene == "Title"


@pytest.mark.usefixtures("every_frame_drawn")
def test_what_is_wanted_is_lit_when_the_learner_is_asked_and_not_before() -> None:
    driver = Driver(instant=True)
    scene = lesson(driver, "castle_rampage")
    due = teacher(scene).due_action
    assert due is not None
    assert set(scene.model.hint_targets) == set(targets_of(due, scene.session.position))
    follow(driver, scene, 3)
    assert scene.session.decision.seat != teacher(scene).learner
    assert teacher(scene).due_action is None


@pytest.mark.usefixtures("every_frame_drawn")
def test_a_lesson_begins_with_an_attack_and_comes_to_the_set_up_at_a_new_table() -> None:
    driver = Driver(instant=True)
    scene = lesson(driver, "castle_rampage")
    due = teacher(scene).due_action
    assert due.verb == "attack"
    steps = teacher(scene).course.loaded.lesson.steps
    deals = next(n for n, step in enumerate(steps) if step.deals)
    old = follow(driver, scene, deals - 1)
    assert teacher(old).due_action is None  # the text is shown first
    driver.click("lesson.next")
    driver.settle()
    new = driver.app.scene
    assert isinstance(new, TableScene)
    assert new is not old
    assert (teacher(new).course.at, new.session.log) == (deals, [])
    due = teacher(new).due_action
    assert due.verb == "place"
    assert set(new.model.hint_targets) == set(targets_of(due, new.session.position))


def test_the_button_that_is_wanted_is_found_among_the_others() -> None:
    driver = Driver(instant=True)
    scene = lesson(driver, "castle_wars")
    follow(driver, scene, 4)
    decision = scene.session.decision
    assert demo_hand.button_id(decision, teacher(scene).due_action) == "option:0:pass"
    assert driver.has("option:0:pass")
    assert demo_hand.button_id(decision, Action("draw", zones=(0,))) == ""


def test_a_lesson_goes_back_and_on_with_the_match() -> None:
    driver = Driver(instant=True)
    scene = lesson(driver, "castle_rampage")
    follow(driver, scene, 2)
    driver.key("ctrl+z")
    assert (teacher(scene).course.at, scene.session.at) == (1, 1)
    assert teacher(scene).due_action == scene.session.log[1].action
    driver.key("ctrl+y")
    assert (teacher(scene).course.at, scene.session.at) == (2, 2)


def test_a_throw_that_was_shown_in_a_match_never_happened(driver: Driver) -> None:
    scene = lesson(driver, "card_barrage")
    follow(driver, scene, 4)
    before = scene.session.position
    teacher(scene).show_me(scene)
    for _ in range(400):
        driver.step(dt=0.03)
        if len(scene.session.log) == 3 and scene.session.at == 1:
            break
    assert scene.session.position is before
    assert teacher(scene).course.at == 4
    driver.settle()
    teacher(scene).throw(scene, release(STYLES[LOB]))
    driver.settle()
    assert teacher(scene).course.at == 5  # the learner's throw completes the step


@pytest.mark.parametrize("loaded", PUZZLES, ids=[level.id for level in PUZZLES])
def test_a_puzzle_is_solved_with_clicks(loaded: levels.LoadedLevel) -> None:
    driver = Driver(instant=True)
    scene = open_level(driver.app, loaded)
    driver.app.follow(Push(scene))
    match: Session[object] = scene.session
    for words in loaded.level.solution:
        if not words.startswith(f"{loaded.level.seat}: "):
            continue  # the computer players answer
        run_until_asked(driver, scene)
        _, action = levels.read_step(match, words)
        way = demo_hand.route(scene, action)
        assert way.submits, words
        assert not any(click.adds for click in way.clicks), words
        at = match.at
        for click in way.clicks:
            driver.press((round(click.x), round(click.y)))
        assert match.log[at].action == action
    for _ in range(30):
        driver.step(dt=STEP)
    assert driver.scene == "LevelResult"
    assert trial_of(scene).status.stars == levels.STARS
    explained = any(each.id == "decided.why" for each in driver.app.scene.layer.root.walk())
    assert explained == bool(loaded.level.why)


@pytest.mark.usefixtures("every_frame_drawn")
def test_the_bulb_tells_what_the_author_of_the_table_would() -> None:
    driver = Driver(instant=True)
    scene = lesson(driver, "castle")
    driver.click("lesson.next")
    at = driver.find("hint").rect.center
    for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        driver.step(mouse(kind, at))
    assert teacher(scene).hand is not None
    loaded = PUZZLES[0]
    puzzle = open_level(driver.app, loaded)
    driver.app.follow(Reset(puzzle))
    driver.click("hint")
    assert driver.app.toasts.shown[-1].text == loaded.level.hint


@pytest.mark.usefixtures("every_frame_drawn")
@pytest.mark.parametrize("loaded", PUZZLES[::5], ids=lambda level: level.id)
def test_steps_that_are_shown_lead_through_a_puzzle(loaded: levels.LoadedLevel) -> None:
    driver = Driver(instant=True)
    scene = open_level(driver.app, loaded)
    driver.app.follow(Reset(scene))
    driver.settle()
    run_until_asked(driver, scene)
    driver.click("practice.hint")
    assert driver.app.toasts.shown[-1].text == loaded.level.hint
    for _ in range(40):
        for _ in range(60):
            if trial_of(scene).status.over or (scene.selection is not None and not scene.busy):
                break
            driver.step(dt=STEP)
        if trial_of(scene).status.over:
            break
        before = len(scene.session.log)
        driver.click("practice.hint")
        assert len(scene.session.log) == before
        assert scene.model.coach is not None
        assert scene.model.hint_targets or not scene.model.coach.coach_hint.options[0].action.cards  # type: ignore[union-attr]
        driver.click("coach:0")
        assert len(scene.session.log) > before
    assert trial_of(scene).status.reached


def test_the_bulb_tells_the_tip_first_and_then_a_step() -> None:
    driver = Driver(instant=True)
    loaded = PUZZLES[0]
    scene = open_level(driver.app, loaded)
    driver.app.follow(Reset(scene))
    driver.settle()
    run_until_asked(driver, scene)
    driver.click("hint")
    assert driver.app.toasts.shown[-1].text == loaded.level.hint
    assert scene.model.coach is None
    driver.click("hint")
    assert scene.model.coach is not None
    driver.click("hint")
    assert scene.model.coach is None
    scene.submit(0, scene.session.position.box.parse("attack 0.pile2 >1.pile0"))
    for _ in range(20):
        driver.step(dt=STEP)
    assert scene.selection is not None
    driver.click("hint")
    assert "can’t reach the goal" in driver.app.toasts.shown[-1].text


def test_a_match_that_is_over_at_practice_leads_to_no_rematch() -> None:
    driver = Driver(instant=True)
    loaded = next(level for level in PUZZLES if level.id == "14-castle-wars/01-together")
    scene = open_level(driver.app, loaded)
    driver.app.follow(Push(scene))
    for words in loaded.level.solution:
        run_until_asked(driver, scene)
        scene.submit(*levels.read_step(scene.session, words))
    driver.settle()
    driver.key("escape")
    assert driver.app.scene is scene
    assert not driver.has("result")
    driver.click("over.again")
    assert driver.scene == "TableScene"
    assert driver.app.scene is not scene
