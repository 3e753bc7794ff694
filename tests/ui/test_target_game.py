"""Tests of the target game, the drill, and the page of the throwing coach."""

from __future__ import annotations

from datetime import date
from math import hypot
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest
from pygame import Surface

from castlecards import database
from castlecards.coach.hand import DRILL, MEASURE, RING, START_RADIUS
from castlecards.core.landing import METHODS, Release
from castlecards.practice import progress
from castlecards.practice import throws as record
from castlecards.practice.throws import ThrowRecord
from castlecards.today import record as today
from castlecards.toss.aim import solve
from castlecards.toss.styles import STYLES, release
from castlecards.toss.world import TossWorld
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.pages.throw_coach import ThrowCoach
from castlecards.ui.practice import target_game
from castlecards.ui.practice.exercise import player_name
from castlecards.ui.practice.free_range import FreeRange
from castlecards.ui.practice.target_game import PART, Lights, RingGame, ring_text
from castlecards.ui.routes import Drill
from castlecards.ui.routes import ThrowCoach as Route
from castlecards.ui.scene import Push, Reset
from castlecards.ui.table.scene import TableScene
from tests.ui.driving import Driver
from tests.ui.shots.hand import AIMED, throws
from tests.ui.test_practice import scene_of, throw

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("home")]


def game_of(driver: Driver) -> RingGame:
    game = scene_of(driver).addon
    assert isinstance(game, RingGame)
    return game


def open_game(driver: Driver) -> RingGame:
    driver.click("title.practice")
    driver.click("practice.range")
    return game_of(driver)


def release_at_ring(scene: TableScene) -> Release:
    """Return a release whose first touch is near the middle of the ring."""
    game = scene.addon
    start = scene.session.position.state.ground.start
    card = scene.session.position.zones[0][0]
    world = TossWorld.of(scene.session.position)
    method = METHODS.index(game.method)
    return solve(world, card, start, game.aim, method, share=0.0).throw.release


def weak(game: RingGame) -> Release:
    return release(STYLES[METHODS.index(game.method)], 1.0)


def text(driver: Driver, id: str) -> str:
    label = driver.app.scene.find(id)
    return label.text


def open_coach(driver: Driver) -> ThrowCoach:
    driver.app.follow(Push(Route(player_name(driver.app))))
    driver.step()
    page = driver.app.scene
    assert isinstance(page, ThrowCoach)
    return page


def test_a_hit_shrinks_the_ring_and_a_miss_widens_it(driver: Driver) -> None:
    game = open_game(driver)
    assert game.radius == START_RADIUS
    throw(driver, release_at_ring(scene_of(driver)))
    assert game.radius < START_RADIUS
    assert text(driver, "ring.streak") == "1 in a row"
    throw(driver, weak(game))
    assert game.radius > game.curve[-1].radius
    assert [one.hit for one in game.curve] == [True, False]
    assert (game.streak, game.best) == (0, 1)
    assert text(driver, "ring.streak") == "0 in a row"


def test_the_ring_counts_where_the_card_first_touches(driver: Driver) -> None:
    game = open_game(driver)
    throw(driver, release_at_ring(scene_of(driver)))
    x, y = game.thrown[-1].touch
    off = ((x - game.aim.x) ** 2 + (y - game.aim.y) ** 2) ** 0.5 / 10
    assert game.curve[-1].hit == (off <= START_RADIUS)


def test_the_next_target_asks_for_another_method_at_another_wall(driver: Driver) -> None:
    game = open_game(driver)
    seen = set()
    for _ in range(15):
        seen.add((game.method, game.aim))
        assert scene_of(driver).model.input_state.method == METHODS.index(game.method)
        driver.click("ring.next")
    assert len(seen) == 15


@pytest.mark.parametrize(
    ("off", "right", "far", "words"),
    [
        (-1, 0, 0, "In the ring!"), (0, 30, 0, "In the ring!"),
        (30, -90, 10, "3 cm left of the ring"),
        (7, 60, 9, "7 mm right of the ring"), (21, 5, -80, "2 cm short of the ring"),
        (21, 5, 80, "2 cm past the ring"),
    ],
)  # fmt: skip
def test_a_throw_is_told_about_the_ring(off: float, right: float, far: float, words: str) -> None:
    assert ring_text(off, right, far) == words


def test_the_callout_tells_of_the_ring_and_not_of_what_was_hit(driver: Driver) -> None:
    game = open_game(driver)
    scene, told = scene_of(driver), []
    for release_ in (release_at_ring(scene), weak(game)):
        throw(driver, release_)
        callout = scene.playback.callout
        told.append((callout.head, callout.detail, callout.scores, callout.edge is None))
    assert told[0] == ("In the ring!", "", True, True)
    assert told[1][0].endswith("short of the ring")
    assert told[1][1:] == ("", False, False)
    other = next(n for n, method in enumerate(METHODS) if method != game.method)
    throw(driver, release(STYLES[other]))
    callout = scene.playback.callout
    assert callout.detail == f"Only a {game.method} counts here."
    assert not callout.scores
    driver.click("ring.next")
    assert scene.playback.callout is None, "the ring is at another wall"


def test_the_red_line_ends_at_the_rim_of_the_ring(driver: Driver) -> None:
    game = open_game(driver)
    radius = game.radius
    throw(driver, weak(game))
    callout = scene_of(driver).playback.callout
    assert callout.edge is not None
    x, y = callout.edge
    assert hypot(x - game.aim.x / 10, y - game.aim.y / 10) == pytest.approx(radius)


def test_the_longest_streak_is_kept_and_has_a_star(home: Path, driver: Driver) -> None:
    game = open_game(driver)
    for release_ in (
        release_at_ring(scene_of(driver)),
        release_at_ring(scene_of(driver)),
        weak(game),
    ):
        throw(driver, release_)
    assert (game.streak, game.best) == (0, 2)
    other = Driver()
    again = open_game(other)
    assert (again.streak, again.best) == (0, 2)
    throw(other, release_at_ring(scene_of(other)))
    assert progress.longest_streak(database.file()) == 2
    progress.keep_streak(1, database.file())
    assert progress.longest_streak(database.file()) == 2
    lights = other.app.scene.find("ring.lights")
    assert isinstance(lights, Lights)
    stars: list[bool] = []
    with patch.object(target_game, "draw_star", lambda *args: stars.append(args[-1])):
        lights.draw(Canvas(Surface((1280, 800)), other.app.look))
    assert stars == [False], "one star, not reached yet"


def test_a_hit_sounds_higher_than_the_one_before_and_a_miss_is_silent(driver: Driver) -> None:
    game = open_game(driver)
    played: list[int] = []
    play = driver.app.play

    def heard(name: str, strength: float = 1.0, take: int = 0) -> None:
        if name == "point":
            played.append(take)
        play(name, strength, take)

    with patch.object(driver.app, "play", heard):
        for release_ in (
            release_at_ring(scene_of(driver)),
            release_at_ring(scene_of(driver)),
            weak(game),
        ):
            throw(driver, release_)
    assert played == [1, 2]


def test_a_drill_keeps_no_streak(home: Path, driver: Driver) -> None:
    driver.app.follow(Push(Drill("lob")))
    driver.step()
    game = game_of(driver)
    for _ in range(PART + 1):
        throw(driver, release_at_ring(scene_of(driver)))
    assert game.best == 1
    assert progress.longest_streak(database.file()) == 0


def test_another_method_and_a_trial_count_for_nothing(driver: Driver) -> None:
    game = open_game(driver)
    other = next(n for n, method in enumerate(METHODS) if method != game.method)
    throw(driver, release(STYLES[other]))
    assert game.curve == []
    throw(driver, release_at_ring(scene_of(driver)))
    game.again(scene_of(driver))
    for _ in range(60):
        driver.step(dt=0.1)
    assert len(game.curve) == 1


def test_each_method_has_its_own_ring(driver: Driver) -> None:
    game = open_game(driver)
    throw(driver, release_at_ring(scene_of(driver)))
    driver.click("ring.next")
    assert game.radius == START_RADIUS


def test_the_laboratory_is_one_button_away(driver: Driver) -> None:
    open_game(driver)
    driver.click("ring.laboratory")
    driver.click("setup.start")
    assert isinstance(scene_of(driver).addon, FreeRange)


def test_the_drawer_holds_the_rest(driver: Driver) -> None:
    game = open_game(driver)
    throw(driver, release_at_ring(scene_of(driver)))
    driver.click("ring.change")
    driver.click("drawer.clear")
    driver.step()
    assert game.marks.marks == []


def test_a_drill_measures_first_and_then_shows_the_ring(driver: Driver) -> None:
    driver.app.follow(Push(Drill("flip")))
    driver.step()
    game = game_of(driver)
    assert (game.method, game.has_ring) == ("flip", False)
    for n in range(PART):
        assert str(PART - n) in text(driver, "ring.measure")
        throw(driver, release_at_ring(scene_of(driver)))
    assert game.has_ring
    assert game.curve == []
    for _ in range(PART + 1):
        throw(driver, release_at_ring(scene_of(driver)))
    assert game.over
    assert len(game.curve) == PART
    levels = [line.level for line in record.read().throws]
    assert levels[: 2 * PART] == [MEASURE] * PART + [DRILL] * PART
    driver.click("ring.leave")
    assert driver.scene == "Title"


def test_the_coach_finds_the_bias_and_offers_its_drill(driver: Driver) -> None:
    for line in throws(Random(4), drilled=False):
        driver.app.throws.add(line._replace(player=player_name(driver.app)))
    open_coach(driver)
    assert text(driver, "hand.title") == "Your lobs land 3 cm right"
    assert text(driver, "hand.cost").startswith("It costs you ")
    with pytest.raises(KeyError):
        driver.app.scene.find("hand.help")
    driver.click("hand.drill")
    driver.step()
    assert game_of(driver).drill == "lob"


def test_the_coach_says_whether_the_drill_helped(driver: Driver) -> None:
    for line in throws(Random(4), drilled=True):
        driver.app.throws.add(line._replace(player=player_name(driver.app)))
    open_coach(driver)
    assert text(driver, "hand.help").startswith("It helped: ")


def test_the_coach_of_a_newcomer_asks_for_throws(driver: Driver) -> None:
    page = open_coach(driver)
    button = page.find("hand.drill")
    assert button.text == "Drill: twenty lobs"
    with pytest.raises(KeyError):
        page.find("hand.title")


def test_throws_of_another_player_do_not_count(driver: Driver) -> None:
    for line in throws(Random(4), drilled=False):
        driver.app.throws.add(line._replace(player="Somebody else"))
    page = open_coach(driver)
    with pytest.raises(KeyError):
        page.find("hand.title")


def open_coach_after(driver: Driver, level: str, count: int, method: str = "lob") -> None:
    """Record throws of today, and open the coach."""
    for n in range(count):
        driver.app.throws.add(
            ThrowRecord(
                time=f"2026-11-26T20:00:{n:02}", method=method, player=player_name(driver.app),
                level=level, release=AIMED,
            )
        )  # fmt: skip
    driver.app.follow(Reset(Route(player_name(driver.app))))
    driver.step()


def test_the_plan_begins_its_parts_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(today, "local_date", lambda: date(2026, 11, 26))
    driver = Driver()
    seen = []
    for level, count, drilled in (("", 0, False), (MEASURE, 10, True), (DRILL, 20, False)):
        open_coach_after(driver, level, count)
        button = driver.app.scene.find("hand.plan")
        seen.append(button.text)
        driver.click("hand.plan")
        driver.step()
        game = game_of(driver)
        assert (game.has_ring, game.drill) == (count > 0, "lob" if level != DRILL else "")
        assert not drilled or game.level == DRILL
    open_coach_after(driver, RING, 10)
    assert driver.has("hand.plan")
    driver.click("hand.plan")
    scene = scene_of(driver)
    open_coach_after(driver, scene.addon.level, 1)
    assert text(driver, "hand.rest") == "You’re done for today."
    assert not driver.has("hand.plan")
    assert seen == ["Throw ten lobs", "Drill ten lobs", "Throw at the ring"]


def test_a_drill_after_the_measuring_ends_after_ten_rings(driver: Driver) -> None:
    driver.app.follow(Push(Drill("lob", measured=True)))
    driver.step()
    game = game_of(driver)
    for _ in range(10):
        assert not game.over
        throw(driver, release_at_ring(scene_of(driver)))
    assert game.over
    assert [line.level for line in game.thrown] == [DRILL] * 10
