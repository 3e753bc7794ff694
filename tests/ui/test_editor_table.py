"""Tests of the editor's table: the same items, places and gestures as at a real table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest

from castlecards.practice.range import SPOTS, Spot
from castlecards.ui.practice.editor_draft import Draft
from castlecards.ui.practice.editor_view import item_target
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.render.fortifications import fortifications
from castlecards.ui.table.scene import TableScene
from tests.ui.driving import Driver, key_events, mouse
from tests.ui.editor_driver import FULL, WALL, at, editor_of, opened_editor, place_beside

pytestmark = pytest.mark.usefixtures("home")
PAIR = Draft(spots=(WALL, Spot("castle", 100, 354, -90)))


@pytest.fixture
def gliding() -> Iterator[Driver]:
    """Fixture: cards glide home in an animation."""
    with Driver(reduced_motion=False) as driver:
        yield driver


def hold(driver: Driver, *places: tuple[int, int]) -> None:
    """Press the button on the first place, move along the others, and keep it pressed."""
    driver.step(mouse(pygame.MOUSEMOTION, places[0]))
    driver.step(mouse(pygame.MOUSEBUTTONDOWN, places[0]))
    for place in places[1:]:
        driver.step(mouse(pygame.MOUSEMOTION, place))


@pytest.mark.parametrize("ladder", [False, True])
def test_a_level_is_tested_on_the_table_that_was_laid(driver: Driver, ladder: bool) -> None:
    editor = opened_editor(driver, replace(FULL, ladder=ladder, left=False))
    here = editor.table.table_view.pos
    driver.click("editor.test")
    scene = driver.app.scene
    assert isinstance(scene, TableScene)
    there = scene.session.position
    assert fortifications(here, {}) == fortifications(there, {})
    assert here.box.zones == there.box.zones
    assert here.box.field == there.box.field
    assert [*here.zones][SPOTS:] == [*there.zones][SPOTS:]
    assert any(here.zones[SPOTS:])


def test_what_is_carried_hangs_from_the_pointer_over_the_place_where_it_would_lie(
    driver: Driver,
) -> None:
    editor = opened_editor(driver, PAIR)
    editor.state.set("hint", "To be undone.")
    table, input_state = editor.table, editor.table.input_state
    hold(driver, at(editor, 80, 354), at(editor, 0, 0), at(editor, -102, 33))
    assert input_state.held_card == item_target(table.table_view, 1).card
    assert input_state.card_turn == pytest.approx(-90, abs=0.1)
    x, y = table.camera.unproject(*input_state.pointer)
    assert (round(x), round(y)) == pytest.approx(
        (-82, 33), abs=1
    )  # held at the point that was pressed
    spot = table.state.shown_spots[1]
    assert (spot.x, spot.y) == pytest.approx((x, y), abs=2.6)
    assert (spot.x % 5, spot.y % 5) == (0, 0)
    driver.step(mouse(pygame.MOUSEMOTION, place_beside(editor)))
    assert input_state.held_card == -1  # only the ghost holds the card
    assert table.state.shown_spots == PAIR.spots[:1]
    driver.step(mouse(pygame.MOUSEMOTION, at(editor, 0, 0)))
    assert input_state.held_card == item_target(table.table_view, 1).card
    driver.key("ctrl+z")
    assert input_state.held_card == -1
    driver.step(mouse(pygame.MOUSEBUTTONUP, at(editor, 0, 0)))


@pytest.mark.parametrize("way", ["drop", "escape", "outside"])
def test_a_card_that_is_let_go_glides_to_where_it_lies(gliding: Driver, way: str) -> None:
    editor = opened_editor(gliding, PAIR)
    table = editor.table
    hold(gliding, at(editor, 0, 200), at(editor, 100, 0), at(editor, 101, 1))
    if way == "outside":
        gliding.step(mouse(pygame.MOUSEMOTION, place_beside(editor)))
    if way == "drop":
        gliding.step(mouse(pygame.MOUSEBUTTONUP, at(editor, 101, 1)), dt=0.0)
    else:
        gliding.step(*key_events("escape"), dt=0.0)
    card = item_target(table.table_view, 0).card
    assert table.dragged_cards.cards == {card}  # nowhere else
    (homing,) = table.dragged_cards.homing
    start = table.dragged_cards.homing_shape(homing)
    home = table.table_view.shape_of(table.table_view.layout.by_card[card])
    assert (home.x, home.y) == pytest.approx(
        at(editor, *((100, 0) if way == "drop" else (0, 200))), abs=1
    )
    assert gliding.app.scene.moving
    gliding.step(dt=0.1)
    between = table.dragged_cards.homing_shape(homing)
    if way != "drop":
        assert abs(between.x - home.x) < abs(start.x - home.x)
    gliding.settle()
    assert not table.dragged_cards.cards
    gliding.step(mouse(pygame.MOUSEBUTTONUP, at(editor, 101, 1)))


def test_a_card_that_glides_can_be_taken_again(gliding: Driver) -> None:
    editor = opened_editor(gliding, PAIR)
    table = editor.table
    hold(gliding, at(editor, 0, 200), at(editor, 100, 0))
    gliding.step(*key_events("escape"), dt=0.0)
    gliding.step(mouse(pygame.MOUSEBUTTONUP, at(editor, 100, 0)), dt=0.0)
    assert table.dragged_cards.homing
    hold(gliding, at(editor, 0, 200), at(editor, -100, 0))
    assert not table.dragged_cards.homing
    assert table.dragged_cards.cards == {table.input_state.held_card}
    gliding.step(mouse(pygame.MOUSEBUTTONUP, at(editor, -100, 0)))


def test_what_is_dropped_beside_the_table_does_not_glide(gliding: Driver) -> None:
    editor = opened_editor(gliding, PAIR)
    hold(gliding, at(editor, 0, 200), at(editor, 100, 0), place_beside(editor))
    gliding.step(mouse(pygame.MOUSEBUTTONUP, place_beside(editor)))
    assert not editor.table.dragged_cards.cards
    assert editor.state.draft.spots == PAIR.spots[1:]


def test_a_road_is_laid_once_a_castle_lies_opposite_another_one(driver: Driver) -> None:
    castles = (Spot("castle", 100, 354, -90), Spot("own", 0, -300, 90))
    editor = opened_editor(driver, Draft(spots=castles))
    road = pygame.Rect(0, 0, 5, 5)
    road.center = at(editor, 0, 150)

    def road_pixels() -> bytes:
        return pygame.image.tobytes(driver.app.surface.subsurface(road), "RGB")

    before = road_pixels()
    hold(driver, at(editor, 100, 354), at(editor, 50, 354), at(editor, 0, 354))
    assert editor.state.shown_spots[0].x == 0
    assert road_pixels() == before
    driver.step(mouse(pygame.MOUSEBUTTONUP, at(editor, 0, 354)))
    driver.settle()
    assert road_pixels() != before


def test_a_short_way_with_the_button_down_moves_nothing(driver: Driver) -> None:
    editor = opened_editor(driver, PAIR)
    x, y = at(editor, 0, 200)
    hold(driver, (x, y), (x + 3, y + 3))
    assert editor.state.dragged is None
    driver.step(mouse(pygame.MOUSEMOTION, (x + 4, y + 4)))
    assert editor.state.dragged is not None
    driver.step(mouse(pygame.MOUSEBUTTONUP, (x, y)))


def test_the_selection_goes_with_a_draft_that_is_thrown_away(driver: Driver) -> None:
    editor = opened_editor(driver, FULL)
    editor.state.select(len(FULL.spots) - 1)
    editor._discard()
    driver.step(*key_events("x"))
    assert len(editor.state.draft.spots) == 1
    assert (editor.state.selected, editor.state.spot, editor.table.readout()) == (-1, None, "")


def test_a_thing_that_is_undone_under_the_pointer_is_not_lifted(driver: Driver) -> None:
    editor = opened_editor(driver)
    editor.state.add("castle")
    driver.settle()
    spot = editor.state.draft.spots[1]
    here, there = at(editor, spot.x, spot.y), at(editor, spot.x + 100, spot.y)
    driver.step(mouse(pygame.MOUSEMOTION, here), mouse(pygame.MOUSEBUTTONDOWN, here))
    assert editor.state.selected == 1
    editor.state.undo()
    editor.table.drag(there)
    editor.table.release(there)
    assert editor.state.draft.spots == (WALL,)


def test_a_thing_that_is_removed_while_it_is_carried_is_gone(driver: Driver) -> None:
    state = opened_editor(driver, FULL).state
    state.select(2)
    state.start_drag(2)
    state.remove()
    assert state.dragged is None
    state.drop()
    assert state.draft.spots == (*FULL.spots[:2], *FULL.spots[3:])


def test_an_empty_table_and_one_that_is_refused_are_bare(driver: Driver) -> None:
    for draft in (Draft(spots=()), Draft(wind=99_999), Draft(spots=(WALL,) * 30)):
        editor = opened_editor(driver, draft)
        assert len(editor.table.table_view.pos.zones) == SPOTS
        assert editor.table.table_view.target_at(*at(editor, 0, 200)) == Target()
        driver.press(at(editor, 0, 200))
        assert editor_of(driver).state.selected == -1
        driver.key("escape")
        driver.click("leave.drop")


def test_the_table_has_the_surface_that_the_player_likes_where_the_level_does_not_mind() -> None:
    for feel, surface, shown in (
        ("wood", "", "wood"),
        ("felt", "wood", "wood"),
        ("wood", "felt", "felt"),
    ):
        driver = Driver(feel=feel)
        editor = opened_editor(driver, Draft(surface=surface))
        field = editor.table.table_view.layout.field
        assert field.surface == shown
        driver.app.close()
