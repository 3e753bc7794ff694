"""Tests of levels from the editor: playtest, proof, search for a solution, and kept drafts."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from castlecards import levels
from castlecards.core.cards import NATURE
from castlecards.core.landing import LOB, Limits, Release
from castlecards.practice import progress, solver
from castlecards.practice.range import Spot
from castlecards.practice.solver import solve_level
from castlecards.toss.aim import solve
from castlecards.toss.world import TossWorld
from castlecards.ui.practice import editor_file
from castlecards.ui.practice.editor import Editor, open_editor
from castlecards.ui.practice.editor_draft import Draft, has_working_solution, loaded
from castlecards.ui.practice.editor_playtest import Playtest, SolutionSearch
from castlecards.ui.scene import Push
from castlecards.ui.shell.app import App
from castlecards.ui.table.scene import TableScene
from tests.depth import Depth
from tests.ui.driving import Driver
from tests.ui.editor_driver import FULL, WALL, at, editor_of, notice, opened_editor
from tests.ui.test_practice import exercise

pytestmark = pytest.mark.usefixtures("home")
EASY = Draft(title="Easy", spots=(Spot("wall", 0, 200, 180), Spot("wall", 180, 200, 180)))
PATIENCE = 60.0  # s for a search


def table_of(driver: Driver) -> TableScene:
    scene = driver.app.scene
    assert isinstance(scene, TableScene), driver.scene
    assert isinstance(scene.addon, Playtest)
    return scene


def throw(driver: Driver, release: Release) -> None:
    table = table_of(driver)
    exercise(table).throw(table, release)
    for _ in range(400):
        driver.step(dt=0.1)
        if not driver.app.scene.moving:
            return
    raise AssertionError("the card flies for ever")


def good_throw(draft: Draft) -> Release:
    """Return a throw that hits the first wall."""
    match = levels.session(loaded(draft))
    aim, pos = match.decision.aim, match.position
    assert isinstance(aim, Limits)
    target = pos.poses[pos.zones[pos.box.zone("spot1")][0]]
    assert target is not None
    return solve(TossWorld.of(pos), aim.cards[0], aim.start, target, LOB).throw.release


# -- trying ---------------------------------------------------------------------------------------


def test_a_test_that_reaches_the_goal_is_the_solution(driver: Driver) -> None:
    editor = opened_editor(driver, EASY)
    assert "No solution yet" in notice(editor)
    driver.click("editor.test")
    throw(driver, Release(LOB))  # much too short
    throw(driver, good_throw(EASY))
    assert driver.scene == "PlaytestResult"
    driver.click("rehearsed.back")
    assert driver.app.scene is editor
    assert "Its solution reaches the goal." in notice(editor)
    driver.click("editor.save")
    assert "no solution" not in driver.toast_texts
    assert levels.check(levels.own_folder() / "easy.yaml") == []
    lines = editor.state.draft.solution
    assert sum(": toss" in line for line in lines) == 2
    levels_won = {best.level for best in progress.read()[0].levels}
    assert not levels_won & {"own/easy", "easy"}  # the author gets no stars


def test_back_from_a_test_everything_is_as_it_was(driver: Driver) -> None:
    editor = opened_editor(driver, FULL)
    driver.press(at(editor, -33, -60))
    driver.click("editor.goals")
    before = editor.state.draft
    driver.click("editor.test")
    table = table_of(driver)
    assert table.session.position.state.ground.spots == FULL.spots
    assert table.session.options.surface == "wood"
    assert driver.app.settings.left_handed
    driver.key("f10")
    driver.click("leave")
    assert driver.app.scene is editor
    assert not driver.app.settings.left_handed
    assert editor.state.draft == before
    assert editor.state.selected == 2
    assert driver.has("editor.goal0")
    driver.key("ctrl+z")
    assert editor.state.draft == before  # nothing was changed, nothing to undo


@pytest.mark.long
def test_a_failed_test_can_be_made_again(driver: Driver) -> None:
    draft = replace(EASY, cards=1, stars=())
    editor = opened_editor(driver, draft)
    driver.click("editor.test")
    throw(driver, Release(LOB))
    assert driver.scene == "PlaytestResult"
    assert (
        driver.find("rehearsed.verdict").name
        == "Not this time: it ended before you reached the goal."
    )
    driver.click("rehearsed.again")
    throw(driver, good_throw(draft))
    driver.click("rehearsed.back")
    assert has_working_solution(editor.state.draft)


def test_a_solution_goes_when_the_table_changes_and_comes_back_with_undo(driver: Driver) -> None:
    match = solve_level(loaded(EASY))
    assert match is not None
    proved = replace(EASY, solution=levels.solution(match))
    editor = opened_editor(driver, proved)
    assert "Its solution reaches" in notice(editor)
    driver.press(at(editor, 0, 200))
    driver.key("right")
    assert editor.state.draft.solution == ()
    driver.key("ctrl+z")
    assert editor.state.draft == proved
    driver.click("editor.goals")
    driver.click("editor.goal.add")  # adds the goal "perfect", which the throw does not reach
    assert editor.state.draft.solution == proved.solution
    if "no longer reaches" in notice(editor):
        driver.click("editor.save")
        assert "solution" not in (levels.own_folder() / "easy.yaml").read_text()
        assert editor.state.draft.solution == ()


def test_the_window_is_closed_in_the_middle_of_a_test(driver: Driver) -> None:
    opened_editor(driver, EASY)
    driver.click("editor.test")
    table_of(driver)
    driver.app.close()
    assert editor_file.read_autosave() == (EASY, "")


# -- the search -----------------------------------------------------------------------------------


def run_search(driver: Driver) -> None:
    """Run frames until the search is over."""
    end = time.monotonic() + PATIENCE
    while isinstance(driver.app.scene, SolutionSearch):
        assert time.monotonic() < end
        driver.step(dt=0.05)
        time.sleep(0.01)
    driver.settle()


@pytest.mark.long
def test_a_solution_is_found_beside_the_screen(driver: Driver) -> None:
    editor = opened_editor(driver, replace(EASY, goal={"fallen": 2}, falls=True))
    driver.click("editor.find")
    run_search(driver)
    assert driver.app.scene is editor
    assert "Found a solution with " in driver.toast_texts
    driver.click("editor.save")
    assert levels.check(levels.own_folder() / "easy.yaml") == []


@pytest.mark.long
def test_a_search_without_success_says_so(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, depth: Depth
) -> None:
    monkeypatch.setattr(solver, "TRIES", depth(60, 700))  # all of them fail
    editor = opened_editor(driver, replace(EASY, never={"throws": 0}))
    driver.click("editor.find")
    run_search(driver)
    assert "No solution found." in driver.toast_texts
    assert editor.state.draft.solution == ()


@pytest.mark.long
def test_a_search_shows_how_far_it_is_and_can_be_broken_off(driver: Driver) -> None:
    draft = replace(EASY, spots=(Spot("wall", 0, 200, 180),), goal={"doubles": 1})
    editor = opened_editor(driver, draft)
    driver.click("editor.find")
    search = driver.app.scene
    assert isinstance(search, SolutionSearch)
    end = time.monotonic() + PATIENCE
    while driver.find("search.line").name == "Throw 1: 0 of about 700 tried.":
        assert time.monotonic() < end
        driver.step(dt=0.05)
        time.sleep(0.01)
    driver.click("search.cancel")
    assert driver.app.scene is editor
    search._thread.join(PATIENCE)
    assert search.done
    assert search.match is None
    driver.settle()
    assert editor.state.draft == draft


def test_an_error_in_the_search_is_told(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("no card")

    monkeypatch.setattr("castlecards.ui.practice.editor_playtest.solve_level", fail)
    editor = opened_editor(driver, EASY)
    driver.click("editor.find")
    run_search(driver)
    assert driver.app.scene is editor
    assert "The search stopped: no card" in driver.toast_texts


@pytest.mark.long
def test_a_found_solution_is_made_of_real_throws() -> None:
    match = solve_level(loaded(EASY))
    assert [record.seat for record in match.log][-2:] == [0, NATURE]
    assert levels.status(loaded(EASY), match).reached
    assert solve_level(loaded(EASY), lambda throws, tried: False) is None


# -- drafts ---------------------------------------------------------------------------------------


def test_leaving_with_changes_asks(driver: Driver) -> None:
    editor = opened_editor(driver, EASY)
    driver.key("escape")
    assert driver.scene == "Dialog"
    driver.key("escape")
    assert driver.app.scene is editor
    driver.key("escape")
    driver.click("leave.save")
    assert driver.scene == "Title"
    assert editor_file.read_level("easy") == replace(EASY, file="easy", teaches="Made by hand.",
                                                task="Hit once.")  # fmt: skip
    assert editor_file.read_autosave() == (None, "")


def test_a_level_with_faults_cannot_be_saved_on_the_way_out(driver: Driver) -> None:
    opened_editor(driver, replace(EASY, title=""))
    driver.key("escape")
    assert not driver.has("leave.save")
    driver.click("leave.drop")
    assert driver.scene == "Title"
    assert editor_file.read_autosave() == (None, "")


@pytest.mark.long
def test_what_is_kept_for_later_is_offered_again(driver: Driver) -> None:
    broken = replace(FULL, title="", spots=())
    opened_editor(driver, broken)
    driver.key("escape")
    driver.click("leave.keep")
    assert driver.scene == "Title"
    assert levels.packs()[1] == ()  # the draft is neither a level nor a broken level
    driver.click("title.practice")
    driver.click("practice.new")
    driver.click("draft.resume")
    editor = editor_of(driver)
    assert editor.state.draft == broken
    driver.key("escape")
    driver.click("leave.drop")
    assert driver.scene == "Practice"
    driver.click("practice.new")
    assert editor_of(driver).state.draft == Draft()


@pytest.mark.long
def test_a_draft_can_be_thrown_away_for_another_level(driver: Driver) -> None:
    editor_file.autosave(EASY)
    saved = editor_file.save(FULL)
    driver.click("title.practice")
    driver.click("practice.own")
    driver.click(f"edit:own/{saved.file}")
    driver.click("draft.drop")
    assert editor_of(driver).state.draft == saved
    assert editor_file.read_autosave() == (None, "")


def test_a_killed_program_loses_no_more_than_the_last_moments(driver: Driver) -> None:
    editor = opened_editor(driver)
    driver.click("editor.tray.ring")
    driver.step(dt=0.1)
    for _ in range(30):
        driver.step(dt=0.1)
    assert editor_file.read_autosave() == (editor.state.draft, "")
    driver.key("ctrl+z")
    for _ in range(30):
        driver.step(dt=0.1)
    assert editor_file.read_autosave() == (None, "")  # as before the first change


def test_a_closed_window_keeps_the_draft(home: object) -> None:
    driver = Driver()
    editor = opened_editor(driver, EASY)
    editor.state.set("hint", "Breathe out.")
    driver.app.close()
    assert editor_file.read_autosave() == (replace(EASY, hint="Breathe out."), "")


@pytest.mark.long
def test_a_changed_level_of_ones_own_is_taken_up_again(driver: Driver) -> None:
    saved = editor_file.save(FULL)
    editor_file.autosave(replace(saved, cards=3))
    driver.app.follow(Push(open_editor(driver.app, None)))
    driver.settle()
    driver.click("draft.resume")
    editor = editor_of(driver)
    assert editor.saved == saved
    driver.click("editor.save")
    again = editor_file.read_level(saved.file)
    assert again.cards == 3
    assert [path.name for path in levels.own_folder().iterdir()] == [f"{saved.file}.yaml"]


def test_a_broken_draft_is_put_aside(driver: Driver) -> None:
    path = editor_file.draft_file()
    path.parent.mkdir(parents=True)
    path.write_text("title: [")
    app: App = driver.app
    app.follow(Push(open_editor(app)))
    assert isinstance(app.scene, Editor)
    assert "was renamed to unsaved.draft.broken-1" in driver.toast_texts
    assert levels.packs()[1] == ()


def test_a_level_is_deleted_after_a_question(driver: Driver) -> None:
    opened_editor(driver, EASY)
    assert not driver.has("editor.delete")
    driver.click("editor.save")
    path = levels.own_folder() / "easy.yaml"
    driver.click("editor.delete")
    driver.click("delete.cancel")
    assert path.exists()
    driver.click("editor.delete")
    driver.click("delete.delete")
    assert driver.scene == "Title"
    assert list(levels.own_folder().iterdir()) == []


# -- the screen -----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (1024, 600), (800, 600)])
@pytest.mark.parametrize("left", [False, True])
def test_everything_stands_inside_the_window(size: tuple[int, int], left: bool) -> None:
    with Driver(size, left_handed=left) as driver:
        editor = opened_editor(driver, FULL)
        window = driver.app.surface.get_rect()
        parts = [editor.find(id).rect for id in ("editor.save", "editor.test", "editor.notice")]
        parts += [editor.table.rect, editor.readout.rect, *(item.rect for item in editor.tray)]
        assert all(window.contains(rect) for rect in parts)
        assert not any(item.rect.colliderect(editor.table.rect) for item in editor.tray)
        panel = editor.find("editor.save").rect
        assert (panel.centerx < editor.table.rect.left) == left
        for x, y in ((-539, -500), (539, 500)):
            assert editor.table.rect.collidepoint(at(editor, x, y))
        assert WALL in editor.state.draft.spots
