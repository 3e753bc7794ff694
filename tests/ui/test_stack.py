"""Tests of routes as values, and of the scene stack that follows them."""

from __future__ import annotations

from typing import Any

import pygame
import pytest
from pygame import Surface

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Intent
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.pages.credits import Credits as CreditsPage
from castlecards.ui.routes import Credits, Practice, Rules, Settings, Title
from castlecards.ui.scene import STAY, Back, Go, Push, Reset, Screen, Swap
from castlecards.ui.shell.stack import Stack
from castlecards.ui.shell.wiring import MAKE
from tests.ui.driving import Driver, key_events, look, mouse

pytestmark = pytest.mark.usefixtures("home")


class Plain(Screen):
    """Scene that only counts its calls."""

    dirty = moving = False
    keyboard = "commands"

    def __init__(self, name: object, over: bool = False, fails: bool = False) -> None:
        self.name = name
        self.over = over
        self.fails = fails
        self.laid = self.drawn = self.saved = self.freed = 0

    def layout(self, look: Look, size: tuple[int, int]) -> None:
        self.laid += 1

    def handle(self, intent: Intent) -> Go:
        return self._take_change()

    def update(self, dt: float) -> Go:
        return self._take_change()

    def draw(self, canvas: Canvas) -> None:
        self.drawn += 1

    def refresh(self) -> None: ...

    def free_pictures(self, hidden: bool) -> None:
        super().free_pictures(hidden)
        self.freed += 1

    def rescue(self) -> None:
        self.saved += 1
        if self.fails:
            raise OSError("no disk")

    def find(self, id: str) -> Widget:
        raise KeyError(id)


def stack(first: Any = None) -> Stack:
    return Stack(lambda route: Plain(route), first or Plain("first"), look(), (320, 200))


def name(of: Stack) -> object:
    return of.top.name  # type: ignore[attr-defined]


def test_a_route_is_made_into_its_scene_and_leads_back() -> None:
    scenes = stack()
    scenes.follow(Push(Rules("castle_wars", "CW9")))
    assert name(scenes) == Rules("castle_wars", "CW9")
    scenes.follow(STAY)
    assert name(scenes) == Rules("castle_wars", "CW9")
    scenes.follow(Swap(Settings("sound")))
    assert name(scenes) == Settings("sound")
    scenes.follow(Back())
    assert name(scenes) == "first"
    scenes.follow(Back())
    assert name(scenes) == "first"


def test_the_answer_of_a_scene_says_where_the_one_below_goes() -> None:
    scenes = stack()

    def then(answer: object) -> Go:
        return Push(Credits()) if answer == "yes" else STAY

    scenes.follow(Push(Plain("question"), then))
    scenes.follow(
        Swap(Plain("the same question"))
    )  # the new scene gives the answer to the question
    scenes.follow(Back("yes"))
    assert name(scenes) == Credits()
    scenes.follow(Back())
    assert name(scenes) == "first"
    scenes.follow(Push(Plain("question"), then))
    scenes.follow(Back("no"))
    assert name(scenes) == "first"


def test_from_anew_no_way_leads_back() -> None:
    scenes = stack()
    scenes.follow(Push(Practice()))
    scenes.follow(Reset(Title()))
    scenes.follow(Back())
    assert name(scenes) == Title()


def test_what_is_said_after_back_is_meant_from_the_scene_below() -> None:
    scene = Plain("menu")
    scene.go(Back())
    scene.go(Push(Settings()))
    assert scene.update(0) == Back(on=Push(Settings()))
    assert scene.update(0) == STAY
    scene.go(Push(Settings()))
    scene.go(Push(Rules()))
    assert scene.update(0) == Push(Rules())
    scenes = stack()
    scenes.follow(Push(scene))
    scenes.follow(Back(on=Push(Settings())))
    scenes.follow(Back())
    assert name(scenes) == "first"


def test_only_what_is_seen_is_laid_out_and_drawn() -> None:
    hidden, below = Plain("hidden"), Plain("below")
    scenes = stack(hidden)
    scenes.follow(Push(below))
    scenes.follow(Push(Plain("menu", over=True)))
    assert (hidden.laid, below.laid) == (1, 2)
    canvas = Canvas(Surface((320, 200)), look())
    scenes.draw(canvas)
    scenes.draw(canvas)
    assert (hidden.drawn, below.drawn) == (0, 1)  # the picture behind the menu is kept


def test_a_scene_that_is_not_drawn_keeps_no_large_pictures() -> None:
    table, menu = Plain("table"), Plain("menu", over=True)
    scenes = stack(table)
    scenes.follow(Push(menu))
    assert table.freed == 0  # its picture is still needed behind the menu
    scenes.draw(Canvas(Surface((320, 200)), look()))
    assert table.freed == 1
    scenes.follow(Push(Plain("rules")))
    assert (table.freed, menu.freed, menu.backdrop) == (2, 1, None)
    scenes.follow(Reset(Plain("title")))
    assert (table.freed, menu.freed) == (3, 2)


def test_where_a_scene_cannot_be_shown_all_stays_as_it_was() -> None:
    class Broken(Plain):
        def layout(self, look: Look, size: tuple[int, int]) -> None:
            raise ValueError("no room")

    scenes = stack()
    scenes.follow(Push(Plain("menu", over=True)))
    for to in (Push(Broken("broken")), Back(on=Swap(Broken("broken"))), Reset(Broken("broken"))):
        with pytest.raises(ValueError, match="no room"):
            scenes.follow(to)
        assert name(scenes) == "menu"
    scenes.follow(Back())
    assert name(scenes) == "first"


def test_every_scene_is_rescued_though_one_fails() -> None:
    first = Plain("first")
    scenes = stack(first)
    scenes.follow(Push(Plain("second", fails=True)))
    with pytest.raises(OSError, match="no disk"):
        scenes.rescue()
    assert first.saved == 1


def test_every_route_has_its_scene() -> None:
    from castlecards.ui.routes import Route

    assert set(MAKE) == set(Route.__args__)  # type: ignore[attr-defined]


def test_a_page_names_where_it_goes(driver: Driver) -> None:
    driver.click("title.credits")
    page = driver.app.scene
    assert isinstance(page, CreditsPage)
    (wish,) = driver.app.reader.read(key_events("f1")[:1], 0.0)
    assert page.handle(wish) == Push(Rules())


def test_letters_that_arrive_with_the_click_in_their_field_are_typed(driver: Driver) -> None:
    driver.click("title.play")
    driver.click("picker.castle")
    at = driver.find("setup.seed").rect.center
    driver.step(
        mouse(pygame.MOUSEMOTION, at),
        mouse(pygame.MOUSEBUTTONDOWN, at),
        mouse(pygame.MOUSEBUTTONUP, at),
        *[pygame.event.Event(pygame.TEXTINPUT, text=letter) for letter in "42"],
    )
    driver.click("setup.start")
    assert driver.app.scene.session.seed == 42  # type: ignore[attr-defined]
