"""Driver of the level editor: places on its table, drags, and messages."""

from __future__ import annotations

import pygame

from castlecards.practice.range import Spot
from castlecards.ui.practice.editor import Editor, open_editor
from castlecards.ui.practice.editor_draft import Draft
from castlecards.ui.scene import Push
from tests.ui.driving import Driver, mouse

WALL = Spot("wall", 0, 200, 180)
FULL = Draft(
    title="Two rings: and a 'wall'", teaches="Patience.", task="Do it.", hint="Slowly.",
    spots=(WALL, Spot("castle", 10, 354, -90), Spot("own", -33, -60, 7), Spot("ring", 150, 90)),
    cards=9, falls=True, wind=300, gust=-200, strict_fouls=True, goal={"hits": 2, "points": 6},
    never={"fouls": 0, "seconds": 90}, stars=({"throws": 6}, {"throws": 3}), assist="none",
    surface="wood", left=True,
)  # fmt: skip


def opened_editor(driver: Driver, draft: Draft | None = None) -> Editor:
    """Open the editor over the title, with a new level or this draft."""
    app = driver.app
    app.follow(Push(Editor(app, draft) if draft else open_editor(app)))
    driver.settle()
    return editor_of(driver)


def editor_of(driver: Driver) -> Editor:
    scene = driver.app.scene
    assert isinstance(scene, Editor), driver.scene
    return scene


def at(editor: Editor, x: float, y: float) -> tuple[int, int]:
    """Convert a place on the table from mm to px."""
    px, py = editor.table.camera.project(x, y)
    return round(px), round(py)


def drag(driver: Driver, *places: tuple[int, int]) -> None:
    """Drag with the left button along these places, px."""
    driver.step(mouse(pygame.MOUSEMOTION, places[0]))
    driver.step(mouse(pygame.MOUSEBUTTONDOWN, places[0]))
    for place in places[1:]:
        driver.step(mouse(pygame.MOUSEMOTION, place))
    driver.step(mouse(pygame.MOUSEBUTTONUP, places[-1]))
    driver.settle()


def wheel(driver: Driver, place: tuple[int, int], notches: int) -> None:
    driver.step(mouse(pygame.MOUSEMOTION, place))
    driver.step(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=notches))


def place_beside(editor: Editor) -> tuple[int, int]:
    """Return a place outside the table, px."""
    return editor.table.rect.left - 20, editor.table.rect.bottom - 10


def notice(editor: Editor) -> str:
    return editor.find("editor.notice").name
