"""Tests of the level editor by mouse and keys: table, sheets, faults, saving, drafts."""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from typing import Any

import pygame
import pytest

from castlecards import levels
from castlecards.practice.range import Kind, Options, Spot
from castlecards.ui.kit.widgets.basic import Label, Toggle
from castlecards.ui.kit.widgets.slider import Slider
from castlecards.ui.practice import editor_draft, editor_file
from castlecards.ui.practice.editor_draft import Draft, advice, draft_of, faults, level_text, loaded
from castlecards.ui.practice.editor_panel import DraftCommands
from castlecards.ui.practice.editor_state import DEFAULT_PLACES, DraggedItem, EditorSnapshot
from tests.ui.driving import Driver, mouse
from tests.ui.editor_driver import (
    FULL,
    WALL,
    at,
    drag,
    editor_of,
    notice,
    opened_editor,
    place_beside,
    wheel,
)

pytestmark = pytest.mark.usefixtures("home")
# -- the table, by mouse --------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["wall", "castle", "own", "ring"])
def test_things_are_dragged_from_the_tray_onto_the_table(driver: Driver, kind: Kind) -> None:
    editor = opened_editor(driver)
    drag(driver, editor.find(f"editor.tray.{kind}").rect.center, (300, 300), at(editor, -250, 100))
    assert editor.state.draft.spots == (WALL, Spot(kind, -250, 100, DEFAULT_PLACES[kind][2]))
    assert editor.state.selected == 1
    assert driver.focus == "editor.table"


def test_what_is_let_go_beside_the_table_is_not_laid_down(driver: Driver) -> None:
    editor = opened_editor(driver)
    start = editor.find("editor.tray.wall").rect.center
    drag(driver, start, at(editor, 0, 0), place_beside(editor))
    assert editor.state.draft.spots == (WALL,)
    assert editor.state.dragged is None


def test_a_click_selects_and_a_drag_moves_by_five_millimetres(driver: Driver) -> None:
    editor = opened_editor(driver)
    driver.press(at(editor, 20, 220))
    assert editor.state.selected == 0
    assert editor.state.draft.spots == (WALL,)
    drag(driver, at(editor, 20, 220), at(editor, 90, 200), at(editor, 203, 118))
    moved = editor.state.draft.spots[0]
    assert abs(moved.x - 183) <= 3
    assert abs(moved.y - 98) <= 3
    assert (moved.x % 5, moved.y % 5, moved.angle) == (0, 0, 180)
    driver.press(at(editor, -300, -300))
    assert editor.state.selected == -1


def test_with_shift_a_drag_is_fine(driver: Driver) -> None:
    editor = opened_editor(driver)
    pygame.key.set_mods(pygame.KMOD_LSHIFT)
    try:
        drag(driver, at(editor, 0, 200), at(editor, 101, 133), at(editor, 103, 132))
    finally:
        pygame.key.set_mods(0)
    x, y = editor.table.mm(at(editor, 103, 132))
    grabbed = editor.table.mm(at(editor, 0, 200))
    spot = editor.state.draft.spots[0]
    assert abs(spot.x - (x - grabbed[0])) <= 0.51
    assert abs(spot.y - 200 - (y - grabbed[1])) <= 0.51


def test_dragged_off_the_table_it_is_gone(driver: Driver) -> None:
    editor = opened_editor(driver)
    drag(driver, at(editor, 0, 200), at(editor, -200, 0), place_beside(editor))
    assert not editor.state.draft.spots
    driver.key("ctrl+z")
    assert editor.state.draft.spots == (WALL,)


def test_nothing_leaves_the_play_area(driver: Driver) -> None:
    editor = opened_editor(driver)
    edge = (editor.table.rect.right - 2, editor.table.rect.top + 2)
    drag(driver, at(editor, 0, 200), at(editor, 100, 300), edge)
    assert editor.state.draft.spots == (Spot("wall", 535, 500, 180),)


def test_the_wheel_turns_what_lies_under_the_pointer(driver: Driver) -> None:
    editor = opened_editor(driver)
    wheel(driver, at(editor, 0, 200), 1)
    assert editor.state.draft.spots[0].angle == -165
    wheel(driver, at(editor, 0, 200), -1)
    wheel(driver, at(editor, 0, 200), -1)
    assert editor.state.draft.spots[0].angle == 165
    pygame.key.set_mods(pygame.KMOD_LSHIFT)
    try:
        wheel(driver, at(editor, 0, 200), -1)
    finally:
        pygame.key.set_mods(0)
    assert editor.state.draft.spots[0].angle == 164


def test_the_knob_turns_towards_the_pointer(driver: Driver) -> None:
    editor = opened_editor(driver)
    driver.press(at(editor, 0, 200))
    handle = editor.table.handle_of(WALL)
    drag(driver, (round(handle[0]), round(handle[1])), at(editor, 150, 100), at(editor, 200, 195))
    assert editor.state.draft.spots[0].angle == -90
    driver.key("ctrl+z")
    assert editor.state.draft.spots == (WALL,)


def test_esc_and_a_lost_pointer_put_back_what_is_carried(driver: Driver) -> None:
    editor = opened_editor(driver)
    for way in ("escape", "leave"):
        driver.step(mouse(pygame.MOUSEMOTION, at(editor, 0, 200)))
        driver.step(mouse(pygame.MOUSEBUTTONDOWN, at(editor, 0, 200)))
        driver.step(mouse(pygame.MOUSEMOTION, at(editor, 100, 0)))
        assert editor.state.dragged is not None
        if way == "escape":
            driver.key("escape")
        else:
            driver.step(pygame.event.Event(pygame.WINDOWFOCUSLOST))
        driver.step(mouse(pygame.MOUSEBUTTONUP, at(editor, 100, 0)))
        driver.settle()
        assert driver.app.scene is editor
        assert editor.state.dragged is None
        assert editor.state.draft.spots == (WALL,)


def test_the_readout_tells_millimetres_and_degrees(driver: Driver) -> None:
    editor = opened_editor(
        driver, Draft(spots=(WALL, Spot("wall", -40, -200, 30), Spot("ring", 0, 0)))
    )
    driver.press(at(editor, -40, -200))
    assert editor.readout.text == (
        "Wall 2  ·  40 mm left  ·  48 mm before the release line  ·  turned 30°"
    )
    driver.press(at(editor, 0, 0))
    assert editor.readout.text == "Rings  ·  in the middle  ·  152 mm past the release line"
    assert editor.readout.rect.bottom <= 800


# -- the table, by keys ---------------------------------------------------------------------------


def tab_to(driver: Driver, id: str) -> None:
    for _ in range(60):
        if driver.focus == id:
            return
        driver.key("tab")
    raise AssertionError(f"Tab never comes to {id}")


def test_a_level_is_set_up_by_keys_alone(driver: Driver) -> None:
    editor = opened_editor(driver)
    tab_to(driver, "editor.tray.castle")
    driver.key("return")
    assert driver.focus == "editor.table"
    assert editor.state.draft.spots[1] == Spot("castle", 0, 354, -90)
    driver.key("left", "left", "up", "shift+right", "ctrl+down", "q", "shift+e")
    assert editor.state.draft.spots[1] == Spot("castle", -9, 309, -76)
    driver.key("shift+tab")
    assert editor.state.selected == 0
    driver.key("right", "e")
    assert editor.state.draft.spots[0] == Spot("wall", 5, 200, 165)
    driver.key("delete")
    assert [spot.kind for spot in editor.state.draft.spots] == ["castle"]
    driver.key("tab", "tab")
    assert driver.focus != "editor.table"


def test_tab_walks_the_things_and_then_goes_on(driver: Driver) -> None:
    editor = opened_editor(driver, Draft(spots=(WALL, Spot("wall", 100, 200, 180))))
    tab_to(driver, "editor.table")
    seen = []
    while driver.focus == "editor.table":
        driver.key("tab")
        seen.append(editor.state.selected)
    assert seen == [0, 1, -1]


def test_arrow_keys_keep_to_the_play_area(driver: Driver) -> None:
    editor = opened_editor(driver)
    editor.focus_table()
    driver.key("tab", *["ctrl+right"] * 12, *["ctrl+up"] * 8)
    assert editor.state.draft.spots == (Spot("wall", 539, 500, 180),)


@pytest.mark.long
def test_the_tray_gives_no_more_than_a_table_may_hold(driver: Driver) -> None:
    editor = opened_editor(driver)
    for _ in range(3):
        driver.click("editor.tray.castle")
    assert [spot.kind for spot in editor.state.draft.spots] == ["wall", "castle", "castle"]
    assert not editor.find("editor.tray.castle").enabled
    for _ in range(30):
        driver.click("editor.tray.own")
    assert len(editor.state.draft.spots) == 24
    assert not any(item.enabled for item in editor.tray)
    assert faults(editor.state.draft) == []


# -- undo -----------------------------------------------------------------------------------------


def test_the_drag_of_an_item_that_the_draft_has_no_more_ends() -> None:
    spot = Spot("wall", 0, 0)
    for number, stays in ((0, True), (1, False)):
        snapshot = EditorSnapshot(Draft(spots=(spot,)), number, DraggedItem(spot, number))
        assert (snapshot.selected == number, snapshot.dragged is not None) == (stays, stays)


def test_undo_and_redo_go_step_by_step(driver: Driver) -> None:
    editor = opened_editor(driver)
    seen = [editor.state.draft]
    driver.click("editor.tray.wall")
    seen.append(editor.state.draft)
    driver.key("left", "left", "left")  # three presses of one key are one undo step
    seen.append(editor.state.draft)
    driver.key("q")
    seen.append(editor.state.draft)
    driver.click("editor.title")
    driver.type("!!")
    seen.append(editor.state.draft)
    assert len(set(map(repr, seen))) == 5
    driver.key("ctrl+z")  # in the middle of typing
    assert editor.state.draft == seen[3]
    assert editor.find("editor.title").text == "My level"  # type: ignore[attr-defined]
    for before in seen[2::-1]:
        driver.click("editor.undo")
        assert editor.state.draft == before
    assert not editor.find("editor.undo").enabled
    for after in seen[1:]:
        driver.key("ctrl+y")
        assert editor.state.draft == after
    assert not editor.find("editor.redo").enabled


# -- the sheets -----------------------------------------------------------------------------------


def test_the_words_are_typed(driver: Driver) -> None:
    editor = opened_editor(driver)
    for name in ("title", "teaches", "task", "hint"):
        driver.click(f"editor.{name}")
        driver.key("ctrl+a", "backspace")
        driver.type(f"My {name}.")
    level = loaded(editor.state.draft).level
    assert (level.title, level.teaches) == ("My title.", "My teaches.")
    assert (level.task, level.hint) == ("My task.", "My hint.")


def test_an_empty_task_is_the_goal_in_words(driver: Driver) -> None:
    draft = Draft(goal={"row": 2, "lob_hits": 1, "fallen": 3}, cards=7)
    text = "Hit twice in a row, hit once with a lob and take down 3 walls with 7 cards."
    assert loaded(draft).level.task == text
    editor = opened_editor(driver, draft)
    assert editor.find("editor.task").hint == text  # type: ignore[attr-defined]
    assert loaded(Draft(goal={"won": 1})).level.task == "Win the game."


def test_goals_are_added_changed_and_taken_away(driver: Driver) -> None:
    editor = opened_editor(driver)
    driver.click("editor.goals")
    driver.click("editor.goal.add")
    assert editor.state.draft.goal == {"hits": 1, "perfect": 1}
    driver.click("editor.goal1")
    assert list(editor.state.draft.goal) == ["hits", "doubles"]
    slider = editor.find("editor.goal1.least")
    assert isinstance(slider, Slider)
    driver.key("tab", "tab")
    assert driver.focus == "editor.goal1.least"
    driver.key("right", "right")
    assert editor.state.draft.goal == {"hits": 1, "doubles": 3}
    driver.click("editor.goal0.remove")
    assert editor.state.draft.goal == {"doubles": 3}


def test_limits_and_stars_are_set_by_sliders(driver: Driver) -> None:
    editor = opened_editor(driver)
    driver.click("editor.goals")
    tab_to(driver, "editor.never.fouls")
    driver.key("right")
    tab_to(driver, "editor.never.seconds")
    driver.key(*["right"] * 31)
    assert editor.state.draft.never == {"fouls": 0, "seconds": 30}
    tab_to(driver, "editor.stars")
    driver.key("right")
    assert editor.state.draft.stars == ({"seconds": 40}, {"seconds": 20})
    tab_to(driver, "editor.star3")
    driver.key("left")
    assert editor.state.draft.stars == ({"seconds": 40}, {"seconds": 19})
    tab_to(driver, "editor.stars")
    driver.key("right")
    assert not editor.state.draft.stars
    assert not driver.has("editor.star2")
    tab_to(driver, "editor.never.fouls")
    driver.key("left")
    assert editor.state.draft.never == {"seconds": 30}


def test_stars_of_another_sort_stay_as_the_file_says(driver: Driver) -> None:
    stars = ({"fouls": 1, "throws": 4}, {"fouls": 0})
    editor = opened_editor(driver, Draft(stars=stars))
    driver.click("editor.goals")
    assert editor.find("editor.stars").text == "As in the file"  # type: ignore[attr-defined]
    assert editor.state.draft.stars == stars


def test_rules_of_the_table(driver: Driver) -> None:
    editor = opened_editor(driver)
    driver.click("editor.rules")
    for name in ("falls", "strict_fouls", "left"):
        driver.click(f"editor.{name}")
        assert isinstance(editor.find(f"editor.{name}"), Toggle)
    for name, keys in (("cards", 4), ("wind", 6), ("gust", 2), ("surface", 2), ("assist", 3)):
        tab_to(driver, f"editor.{name}")
        driver.key(*["right"] * keys)
    made = loaded(editor.state.draft)
    assert made.options == Options(
        strict_fouls=True, wind=300, gust=100, spots=(WALL,), cards=4, falls=True
    )
    assert (made.level.surface, made.level.assist, made.level.left) == ("wood", "none", True)


def test_moving_distances_take_the_place_of_the_things(driver: Driver) -> None:
    editor = opened_editor(driver)
    driver.click("editor.rules")
    driver.click("editor.ladder")
    assert loaded(editor.state.draft).options == Options(layout="ladder")
    assert not any(item.enabled for item in editor.tray)
    driver.press(at(editor, 0, 200))
    assert editor.state.selected == -1
    driver.click("editor.ladder")
    assert loaded(editor.state.draft).options.spots == (WALL,)


# -- faults ---------------------------------------------------------------------------------------


def test_faults_are_shown_at_once_and_nothing_can_be_saved(driver: Driver) -> None:
    editor = opened_editor(driver)
    driver.click("editor.title")
    driver.key("ctrl+a", "backspace")
    assert "Name: expected 1 to 60 letters." in notice(editor)
    drag(driver, at(editor, 0, 200), at(editor, 0, 0), place_beside(editor))
    assert "The table is empty" in notice(editor)
    driver.click("editor.goals")
    driver.click("editor.goal0.remove")
    assert "Goal: a level needs at least one goal." in notice(editor)
    assert len(editor.faults) == 3
    for id in ("editor.save", "editor.test", "editor.find"):
        assert not editor.find(id).enabled
        driver.click(id)
    assert driver.app.scene is editor
    assert not levels.own_folder().joinpath("my-level.yaml").exists()
    driver.key("ctrl+z", "ctrl+z", "ctrl+z")
    assert editor.faults == []
    assert editor.find("editor.save").enabled


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"goal": {"hit": 1}}, "Goal, hit: unknown count 'hit'"),
        ({"hint": "x" * 301}, "Hint: expected 1 to 300 letters."),
        ({"title": "\u0007 bell"}, "The character U+0007 can’t be written."),
        ({"seat": 7}, "seat: expected 0 to 1."),
    ],
)
def test_faults_of_the_file_are_in_the_words_of_the_editor(
    changes: dict[str, Any], text: str
) -> None:
    assert any(line.startswith(text) for line in faults(replace(Draft(), **changes)))


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"goal": {"castles": 1}}, "there is no castle."),
        ({"goal": {"points": 5}}, "there are no rings."),
        ({"goal": {"doubles": 1}}, "two targets"),
        ({"goal": {"fallen": 1}}, "walls stay"),
        ({"goal": {"fallen": 2}, "falls": True}, "more walls down than there are"),
        ({"goal": {"hits": 4}, "cards": 3}, "3 throws are not enough for 4 hits."),
        ({"goal": {"hits": 4}, "never": {"throws": 2}}, "2 throws are not enough"),
        ({"spots": (Spot("own", 0, 0),)}, "There is nothing to hit"),
        ({"spots": (WALL, Spot("wall", 60, 200))}, "Wall 1 and Wall 2 overlap."),
        ({"stars": ({"throws": 2}, {"throws": 3})}, "The third star is easier"),
    ],
)
def test_what_is_hardly_meant_is_told_but_is_no_fault(changes: dict[str, Any], text: str) -> None:
    draft = replace(Draft(), **changes)
    assert faults(draft) == []
    assert any(text in line for line in advice(draft)), advice(draft)


def test_a_good_level_gives_no_advice() -> None:
    assert advice(Draft()) == []
    assert advice(replace(FULL, goal={"points": 90, "castles": 1})) == []
    apart = (WALL, Spot("wall", 64, 200), Spot("wall", 0, 296, 1))
    assert advice(Draft(spots=apart)) == []


# -- saving ---------------------------------------------------------------------------------------


def test_every_field_comes_back_from_the_file() -> None:
    saved = editor_file.save(FULL)
    assert saved.file == "two-rings-and-a-wall"
    assert editor_file.read_level(saved.file) == saved
    packs, toast_text = levels.packs()
    assert toast_text == ()
    assert [level.id for level in packs[-1].levels] == ["own/two-rings-and-a-wall"]


def test_levels_that_come_with_the_program_survive_the_editor() -> None:
    every = [level for pack in levels.packs()[0] for level in pack.levels]
    made = [level for level in every if level.game.id == editor_draft.GAME]
    assert len(made) > 40
    for given in made:
        again = levels.load(level_text(draft_of(given)), "again.yaml")
        usual = given.options
        if usual.layout != "ladder":
            spots = given.game.setup(usual, 1).state.ground.spots
            usual = replace(usual, spots=spots, layout="duel")
        assert again.options == usual, given.id
        again_level: Any = again.level  # has the options of its game, too
        mine: Any = replace(given.level, path=0, rivals={})  # an own level is not in the path
        assert replace(again_level, options=given.options) == mine, given.id


def test_stars_of_a_file_that_the_editor_cannot_make_are_shown_and_kept(driver: Driver) -> None:
    given = next(level for level in levels.path_of(levels.packs()[0]) if level.level.path == 1)
    editor = opened_editor(driver, draft_of(given))
    driver.click("editor.goals")
    assert editor.find("editor.stars").text == "As in the file"  # type: ignore[attr-defined]
    walk = editor.layer.root.walk()
    shown = {widget.text for widget in walk if isinstance(widget, Label)}
    assert {star.says for star in given.level.star_goals} <= shown
    DraftCommands(editor.state, editor.rebuild).set_stars("throws")
    assert editor.state.draft.star_goals == ()
    assert editor.state.draft.stars


def test_save_gives_a_free_name_and_says_what_is_missing(driver: Driver) -> None:
    editor_file.save(Draft())
    editor = opened_editor(driver)
    driver.click("editor.tray.wall")
    driver.click("editor.save")
    assert "Saved as my-level-2.yaml. It has no solution yet" in driver.toast_texts
    label = editor.find("editor.file")
    assert label.text == "my-level-2.yaml"
    assert levels.check(levels.own_folder() / "my-level-2.yaml") == []
    driver.click("editor.title")
    driver.type(" anew")
    driver.click("editor.save")  # another title keeps the file
    assert sorted(path.name for path in levels.own_folder().iterdir()) == [
        "my-level-2.yaml", "my-level.yaml",
    ]  # fmt: skip
    driver.key("escape", "escape")  # the first press deselects the wall
    assert driver.scene == "Title"


@pytest.mark.parametrize(
    ("title", "name"),
    [("Pack", "level-pack"), ("Übung", "bung"), ("城", "level"), ("a/../b", "a-b")],
)
def test_names_of_files(title: str, name: str) -> None:
    assert editor_file.unused_name(title) == name


def test_a_level_of_ones_own_is_opened_from_the_list_and_keeps_its_file(driver: Driver) -> None:
    saved = editor_file.save(FULL)
    driver.click("title.practice")
    driver.click("practice.own")
    driver.click(f"edit:own/{saved.file}")
    editor = editor_of(driver)
    assert editor.state.draft == saved
    driver.press(at(editor, 0, 200))
    driver.key("right")
    driver.click("editor.save")
    driver.key("escape", "escape")
    assert driver.scene == "Practice"
    again = editor_file.read_level(saved.file)
    assert again.spots[0] == Spot("wall", 5, 200, 180)


def test_a_new_level_is_begun_from_the_list(driver: Driver) -> None:
    driver.click("title.practice")
    driver.click("practice.new")
    editor = editor_of(driver)
    assert editor.state.draft == Draft()
    driver.key("escape")  # without changes, no question
    assert driver.scene == "Practice"


def test_a_full_disk_is_told_and_loses_nothing(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = opened_editor(driver)
    driver.click("editor.tray.wall")
    draft = editor.state.draft

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        driver.click("editor.save")
        assert "my-level.yaml was not saved: the disk is full" in driver.toast_texts
        driver.key("escape", "escape")
        driver.click("leave.keep")  # the page stays, because the draft cannot be saved
        assert driver.app.scene is editor
    assert editor.state.draft == draft
    assert editor.find("editor.file").name == "Not saved yet"
    driver.click("editor.save")
    assert editor_file.read_level("my-level") is not None
