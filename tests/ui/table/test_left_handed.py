"""A left-handed table: what stands beside the cards has changed sides, and nothing lies over
anything else."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from pygame import Rect

from castlecards import lessons, levels
from castlecards.content import games
from castlecards.ui import routes
from castlecards.ui.practice.exercise import Exercise
from castlecards.ui.scene import Anew
from castlecards.ui.table.match import Thing
from castlecards.ui.table.scene import TableScene
from tests.ui.table.tables import opened, table

EVERY = [(game.id, max(game.players)) for game in games().values()]
SIZES = ((1280, 800), (1920, 1080), (1000, 700))


def parts(scene: Any) -> dict[str, Rect]:
    """What stands beside the cards, by name."""
    board = scene.board
    found = {"score": board.score, "corner": board.corner, "moves": board.drawer}
    found |= {widget.id: widget for widget in board.root.column}
    if scene.addon.panel is not None:
        found["practice"] = scene.addon.panel
    found |= {tool.id: tool for tool in board.tools}
    if board.throw_bar in board.root.extras:
        found["throws"] = board.throw_bar
    return {name: each.rect for name, each in found.items() if each.visible and each.rect.width}


def apart(scene: Any) -> None:
    found = parts(scene)
    for (one, here), (other, there) in itertools.combinations(found.items(), 2):
        assert not here.colliderect(there), (one, other, here, there)


@pytest.mark.parametrize("left_handed", [False, True])
@pytest.mark.parametrize(("game", "players"), EVERY)
def test_the_moves_lie_over_no_other_panel(game: str, players: int, left_handed: bool) -> None:
    with table(game, players, left_handed=left_handed) as play:
        for size in SIZES:
            play.driver.resize(size)
            opened(play)
            play.table.board.drawer.shown = True
            play.table.board.renew()
            play.feed()
            apart(play.table)
            middle = play.table.board.drawer.rect.centerx
            assert (middle < size[0] / 2) is left_handed


def practice() -> list[tuple[str, routes.Route]]:
    """The free range, a drill, a puzzle of every game, a lesson of throws and one of cards."""
    found: dict[str, routes.Route] = {
        "range": routes.Range(levels.shelf()["range"].options()),
        "lesson": routes.Lesson(lessons.every()[0]),
        "lesson of cards": routes.Lesson(lessons.every()[-1]),
    }
    for pack in levels.packs()[0]:
        for loaded in pack.levels:
            found.setdefault(f"level of {loaded.game.id}", routes.Level(loaded))
    return list(found.items())


@pytest.mark.parametrize("left_handed", [False, True])
@pytest.mark.parametrize(("name", "route"), practice())
def test_at_practice_the_panel_stands_on_the_side_of_the_hand_that_is_free(
    name: str, route: routes.Route, left_handed: bool
) -> None:
    with table("high_card", left_handed=left_handed, time_scale=1.0) as play:
        play.app.follow(Anew(route))
        scene = play.app.scene
        assert isinstance(scene, TableScene)
        assert scene.addon.panel is not None
        play.table, play.session = scene, scene.session
        for size in SIZES[:2]:
            play.driver.resize(size)
            play.wait(0.5)
            apart(scene)
            stage, desk = scene.stage, scene.desk
            assert desk is not None
            board = Rect(stage.left, 0, stage.width, size[1])
            panel = scene.addon.panel.rect
            assert not panel.colliderect(board)
            assert (panel.centerx < size[0] / 2) is left_handed
            assert (stage.left > 0) is left_handed
            inside = [desk.rect_of(Thing(spot.card, spot.zone)) for spot in desk.now.spots]
            own = [area.zone for area in desk.now.areas if area.own]
            assert own
            for rect, spot in zip(inside, desk.now.spots, strict=True):
                if spot.shown and not scene.session.position.box.zones[spot.zone].hidden:
                    assert board.left - 2 <= rect.left, (spot, rect)
                    assert rect.right <= board.right + 2, (spot, rect)


def test_a_left_hand_throws_on_the_range_where_it_points() -> None:
    """The table lies elsewhere in the window, and a flick means the same there."""
    landings = []
    for left_handed in (False, True):
        with table("high_card", left_handed=left_handed, time_scale=1.0) as play:
            play.app.follow(Anew(routes.Range(levels.shelf()["range"].options())))
            scene = play.app.scene
            assert isinstance(scene, TableScene)
            assert isinstance(scene.addon, Exercise)
            play.table, play.session = scene, scene.session
            play.settle()
            play.flick(play.hand[0], button=3)
            play.settle()
            assert scene.addon.last_toss is not None
            landings.append(scene.addon.last_toss)
    assert landings[0] == landings[1]
