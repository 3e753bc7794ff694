"""Tests of left-handed tables: panels are mirrored, and nothing overlaps."""

from __future__ import annotations

import itertools
from collections.abc import Container
from typing import Any

import pytest
from pygame import Rect

from castlecards import lessons, levels
from castlecards.content import games
from castlecards.ui import routes
from castlecards.ui.kit.intents import Act
from castlecards.ui.practice.exercise import Exercise
from castlecards.ui.scene import Reset
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.scene import TableScene
from tests.levels.built_in import shipped_packs
from tests.ui.table.tables import open_curtain, table

EVERY = [(game.id, max(game.players)) for game in games().values()]
SIZES = ((1280, 800), (1920, 1080), (1000, 700))


def parts(scene: Any) -> dict[str, Rect]:
    """Return the panels beside the cards by name."""
    board = scene.overlay
    found = {"score": board.score, "corner": board.prompt_panel, "moves": board.move_list}
    found |= {widget.id: widget for widget in board.side_column.between}
    if scene.addon.panel is not None:
        found["practice"] = scene.addon.panel
    found |= {tool.id: tool for tool in board.tools}
    if board.throw_bar in board.root.extras:
        found["throws"] = board.throw_bar
    return {name: each.rect for name, each in found.items() if each.visible and each.rect.width}


def apart(scene: Any, without: Container[str] = ()) -> None:
    found = {name: rect for name, rect in parts(scene).items() if name not in without}
    for (one, here), (other, there) in itertools.combinations(found.items(), 2):
        assert not here.colliderect(there), (one, other, here, there)


@pytest.mark.parametrize("left_handed", [False, True])
@pytest.mark.parametrize(("game", "players"), EVERY)
@pytest.mark.long
def test_what_happened_lies_over_no_other_panel(game: str, players: int, left_handed: bool) -> None:
    """In the column, the move list covers no panel. Its key opens it, or makes it taller over the
    panels below.
    """
    with table(game, players, left_handed=left_handed) as play:
        for size in SIZES:
            play.driver.resize(size)
            open_curtain(play)
            overlay = play.table.overlay
            apart(play.table)
            assert overlay.move_list.visible is bool(overlay.side_column.wide)
            before = Rect(overlay.move_list.rect)
            play.key(Act.HISTORY)
            assert overlay.move_list.visible
            below = {"corner", *(widget.id for widget in overlay.side_column.between)}
            apart(play.table, below if overlay.side_column.wide else ())
            if overlay.side_column.wide:
                assert overlay.move_list.rect.contains(before)
                assert overlay.move_list.rect.height > before.height
            at_left = overlay.move_list.rect.centerx < size[0] / 2
            assert at_left is (left_handed is not bool(overlay.side_column.wide))
            play.key(Act.HISTORY)


@pytest.mark.long
def test_a_column_stands_where_there_is_room_for_it() -> None:
    """It takes 280 units or more of a window from 1000 units of width on; beside a field, which is
    wide, from 1600 px on.
    """
    widths: dict[str, list[int]] = {}
    for game in ("castle_wars", "card_barrage"):
        with table(game) as play:
            for size in ((640, 480), (1280, 800), (1440, 900), (1600, 900), (1920, 1080)):
                play.driver.resize(size)
                open_curtain(play)
                column, viewport = play.table.overlay.side_column, play.table.viewport
                widths.setdefault(game, []).append(column.wide and column.moves.rect.width)
                assert column.moves.visible is bool(column.wide)
                cards = Rect(viewport.left, 0, viewport.width, viewport.height)
                laid = [
                    play.table.table_view.rect_of(Target(s.card, s.zone))
                    for s in play.table.table_view.layout.spots
                ]
                assert column.wide == 0 or all(not column.moves.rect.colliderect(r) for r in laid)
                assert cards.width == size[0] or column.wide
    assert widths == {
        "castle_wars": [0, 280, 315, 350, 420], "card_barrage": [0, 0, 0, 350, 420],
    }  # fmt: skip


def practice() -> list[tuple[str, routes.Route]]:
    """Return the range, a drill, a puzzle of each game, a lesson of throws and one of cards."""
    found: dict[str, routes.Route] = {
        "range": routes.Range(levels.shelf()["range"].options()),
        "lesson": routes.Lesson(lessons.all_lessons()[0]),
        "lesson of cards": routes.Lesson(lessons.all_lessons()[-1]),
    }
    for pack in shipped_packs():
        for loaded in pack.levels:
            found.setdefault(f"level of {loaded.game.id}", routes.Level(loaded))
    return list(found.items())


@pytest.mark.parametrize("left_handed", [False, True])
@pytest.mark.parametrize(("name", "route"), practice())
@pytest.mark.long
def test_at_practice_the_panel_stands_on_the_side_of_the_hand_that_is_free(
    name: str, route: routes.Route, left_handed: bool
) -> None:
    with table("high_card", left_handed=left_handed, time_scale=1.0) as play:
        play.app.follow(Reset(route))
        scene = play.app.scene
        assert isinstance(scene, TableScene)
        assert scene.addon.panel is not None
        play.table, play.session = scene, scene.session
        for size in SIZES[:2]:
            play.driver.resize(size)
            play.wait(0.5)
            apart(scene)
            viewport, table_view = scene.viewport, scene.table_view
            board = Rect(viewport.left, 0, viewport.width, size[1])
            panel = scene.addon.panel.rect
            assert not panel.colliderect(board)
            assert (panel.centerx < size[0] / 2) is left_handed
            assert (viewport.left > 0) is left_handed
            inside = [
                table_view.rect_of(Target(spot.card, spot.zone)) for spot in table_view.layout.spots
            ]
            own = [area.zone for area in table_view.layout.areas if area.own]
            assert own
            for rect, spot in zip(inside, table_view.layout.spots, strict=True):
                if spot.shown and not scene.session.position.box.zones[spot.zone].hidden:
                    assert board.left - 2 <= rect.left, (spot, rect)
                    assert rect.right <= board.right + 2, (spot, rect)


def test_a_left_hand_throws_on_the_range_where_it_points() -> None:
    """The table has another place in the window, but the flick has the same result."""
    landings = []
    for left_handed in (False, True):
        with table("high_card", left_handed=left_handed, time_scale=1.0) as play:
            play.app.follow(Reset(routes.Range(levels.shelf()["range"].options())))
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
