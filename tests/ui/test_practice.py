"""Tests of the practice range and levels on the screen: records, marks, repeated throws, stars."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest

from castlecards import levels, paths
from castlecards.core.cards import NATURE
from castlecards.core.landing import FLIP, LOB, METHODS, Limits, Release, toss
from castlecards.core.session import Session
from castlecards.practice import progress
from castlecards.practice import throws as record
from castlecards.practice.range import SPOTS, Options, Spot
from castlecards.settings import Settings
from castlecards.store import StoreError
from castlecards.toss.flick import Foul
from castlecards.toss.styles import STYLES, release
from castlecards.ui.kit import intents
from castlecards.ui.kit.widgets.boxes import Column
from castlecards.ui.pages.throws import Throws
from castlecards.ui.practice.demo_hand import DemoHand, play
from castlecards.ui.practice.demo_hand import throw as flick
from castlecards.ui.practice.exercise import Exercise, limits
from castlecards.ui.practice.free_range import FreeRange
from castlecards.ui.practice.level_attempt import open_level
from castlecards.ui.practice.outcome import LevelResult, next_level
from castlecards.ui.practice.pages import Practice
from castlecards.ui.practice.throw_tuner import NUMBERS, with_number
from castlecards.ui.practice.tiles import TEACHES, LevelTile
from castlecards.ui.practice.trial import Trial
from castlecards.ui.practice.wind import aside
from castlecards.ui.practice.wind import words as blows
from castlecards.ui.routes import Level, Range, Table, Title
from castlecards.ui.scene import Push, Reset
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.render.table_signs import RINGS
from castlecards.ui.table.scene import TableScene
from castlecards.ui.table.slow_motion import SlowMotion
from tests.levels.built_in import shipped_packs
from tests.ui.driving import Driver, laid_out, look, mouse, recorded_texts
from tests.ui.driving import picture as painted

pytestmark = pytest.mark.usefixtures("home")
FRAMES = 400


def at_range(driver: Driver) -> TableScene:
    driver.click("title.practice")
    driver.click("practice.range")
    driver.click("ring.laboratory")
    driver.click("setup.start")
    return scene_of(driver)


def scene_of(driver: Driver) -> TableScene:
    scene = driver.app.scene
    assert isinstance(scene, TableScene)
    return scene


def exercise(scene: object) -> Exercise:
    """Return the exercise of a table."""
    assert isinstance(scene, TableScene)
    assert isinstance(scene.addon, Exercise)
    return scene.addon


def range_of(scene: TableScene) -> FreeRange:
    assert isinstance(scene.addon, FreeRange)
    return scene.addon


def trial_of(scene: TableScene) -> Trial:
    return scene.addon.trial


def run_until_rest(driver: Driver) -> None:
    """Run frames until the card and all animations are at rest."""
    for _ in range(FRAMES):
        driver.step(dt=0.1)
        if not driver.app.scene.moving:
            return
    raise AssertionError("the card flies for ever")


def throw(driver: Driver, release_: Release) -> None:
    scene = scene_of(driver)
    exercise(scene).throw(scene, release_)
    run_until_rest(driver)


def level(driver: Driver, id: str) -> levels.LoadedLevel:
    """Open a level from the practice page; one of the path is opened directly."""
    if driver.scene == "Title":
        driver.click("title.practice")
        driver.click("practice.drills")
    found = next(each for pack in levels.packs()[0] for each in pack.levels if each.id == id)
    if found.level.path:
        driver.app.follow(Push(Level(found)))
        driver.step()
    else:
        driver.click(f"level:{id}")
    return trial_of(scene_of(driver)).loaded


def solve(driver: Driver, loaded: levels.LoadedLevel) -> None:
    """Throw as the level's own solution does."""
    match, _ = levels.replay(loaded)
    for line in match.log:
        if line.seat != NATURE and line.action.verb == "toss":
            throw(driver, Release(*line.action.args))


def test_what_a_level_is_called_and_teaches_is_written_out() -> None:
    for level in (each for pack in levels.packs()[0] for each in pack.levels):
        words = level.level.title, level.level.teaches
        tile = LevelTile(level.id, *words, lambda: None, "", 0)
        layer = laid_out(Column([tile]), (250, 300))
        with recorded_texts() as said:
            painted(layer)
        assert " ".join(said) == " ".join(" ".join(words).split())
        assert tile.rect.height >= len(said) * look().line(TEACHES)


@pytest.mark.long
def test_every_throw_is_recorded_and_leaves_a_mark(home: Path, driver: Driver) -> None:
    scene = at_range(driver)
    for n in range(6):
        throw(driver, release(STYLES[n % 3], heading=n - 3.0))
    lines = record.read().throws
    assert [line.method for line in lines] == [METHODS[n % 3] for n in range(6)]
    assert all(line.layout == "duel" and line.assist == "full" for line in lines)
    assert exercise(scene).thrown == list(lines)
    assert [mark.number for mark in exercise(scene).marks.marks] == [1, 2, 3, 4, 5, 6]
    tallies = scene.session.game.tallies(scene.session.position, 0)
    assert tallies["hits"] == sum(line.hit for line in lines)
    assert not (home / "saves").exists()  # practice is not saved as a game


def test_on_the_range_nobody_is_told_of_lit_places(driver: Driver) -> None:
    scene = at_range(driver)
    driver.settle()
    assert scene.overlay.prompt_panel.prompt.hint == "Flick a card from your hand over your castle."


@pytest.mark.parametrize(
    ("end", "speed", "word"),
    [
        (-225.0, 1300.0, "through the gate"),  # a flick, released behind the gate
        (-225.0, 200.0, "only throw cards"),  # a slow drag, released over the castle,
        (-60.0, 300.0, "Too slow"),  # before the line
        (60.0, 250.0, "Too slow"),  # and beyond it
        (-285.0, 250.0, "flick it forward through the gate"),  # on the felt behind the gate
        (-395.0, 200.0, ""),  # put back into the hand
    ],
)
def test_a_hand_movement_that_throws_nothing_is_told_why(
    end: float, speed: float, word: str, driver: Driver
) -> None:
    scene = at_range(driver)
    decision = scene.session.decision
    spot, start = scene.table_view.layout.by_card[decision.aim.cards[0]], decision.aim.start

    def at(ahead: float) -> tuple[int, int]:  # mm before the release line
        x, y = scene.table_view.layout.camera.project(start.x / 10, start.y / 10 + ahead)
        return round(x), round(y)

    time = 100.0
    scene.handle_input(intents.Grab((round(spot.x), round(spot.y)), time))
    for ahead in map(float, (-395, *np.arange(-390, end, speed * 0.008), end)):
        time += 0.2 if ahead == -395.0 else 0.008
        scene.handle_input(intents.Drag(at(ahead), time))
        driver.step(dt=0.008)
    scene.handle_input(intents.Release(at(end), time + 0.001))
    driver.step(dt=0.008)
    note = scene.overlay.note
    said = [note.refusal.text] if note is not None else [t.text for t in driver.app.toasts.shown]
    assert scene.session.log == []
    assert bool(said) == bool(word)
    assert all(word in text for text in said)


def test_after_a_flick_no_card_is_shown_large_before_the_mouse_moves(driver: Driver) -> None:
    scene = at_range(driver)
    hand = DemoHand(flick(scene, LOB))
    while not hand.done:
        for beat in hand.update(0.008):
            play(scene, beat)
        driver.step(dt=0.008)
    run_until_rest(driver)
    assert len(exercise(scene).thrown) == 1
    for _ in range(20):
        driver.step(dt=0.1)
    assert not scene.pointer.is_reading
    table_view = scene.table_view
    target = next(spot for spot in table_view.layout.spots if spot.pose and spot.up)
    rect = table_view.rect_of(Target(target.card, target.zone))
    driver.step(mouse(pygame.MOUSEMOTION, rect.center))
    for _ in range(20):
        driver.step(dt=0.1)
    assert scene.pointer.is_reading


def test_the_same_throw_again_gives_the_same_landing(driver: Driver) -> None:
    at_range(driver)
    throw(driver, release(STYLES[FLIP], heading=1.0))
    driver.click("practice.again")
    run_until_rest(driver)
    one, two = record.read().throws
    assert one.release == two.release
    assert (one.right, one.far, one.cause) == pytest.approx((two.right, two.far, two.cause))


@pytest.mark.parametrize("by_key", [False, True])
def test_one_number_of_the_throw_can_be_changed(by_key: bool, driver: Driver) -> None:
    scene = at_range(driver)
    throw(driver, release(STYLES[LOB]))
    driver.key("c") if by_key else driver.click("practice.change")
    speed = driver.find("change.4")
    speed.act(2.5)
    driver.click("change.throw")
    run_until_rest(driver)
    one, two = record.read().throws
    assert two.release[4] == 2500
    assert two.release[:4] == one.release[:4]
    assert two.release[5:] == one.release[5:]
    assert exercise(scene).last_toss == Release(*two.release)


def test_a_changed_number_stays_within_what_may_be_thrown() -> None:
    for number in NUMBERS:
        for value in (number.span[0], number.span[1], 1e9, -1e9):
            args = with_number(Release(LOB), number, value).args()
            assert args[: number.field] == Release(LOB).args()[: number.field]
        near = number.to_unit(
            with_number(Release(LOB), number, number.span[1]).args()[number.field]
        )
        assert near == pytest.approx(number.span[1], rel=0.01)


def test_marks_can_be_cleared_and_the_best_throw_stays_as_a_ghost(driver: Driver) -> None:
    scene = at_range(driver)
    throw(driver, release(STYLES[LOB], 0.9))
    throw(driver, release(STYLES[LOB]))
    best = exercise(scene).marks.ghost
    assert best.mark.line.hit
    assert best.clip is not None
    driver.click("practice.ghost")
    assert exercise(scene).marks.shows_ghost
    driver.click("practice.clear")
    assert exercise(scene).marks.marks == []
    assert exercise(scene).thrown == []
    assert len(record.read().throws) == 2  # the record keeps everything


def test_a_foul_is_recorded_though_it_throws_nothing(driver: Driver) -> None:
    scene = at_range(driver)
    scene.record_foul(0, FLIP)
    (line,) = record.read().throws
    assert (line.cause, line.method, line.release) == ("gate", "flip", ())
    assert exercise(scene).thrown == [line]
    assert scene.session.log == []


def test_a_strict_foul_is_recorded_with_its_method_and_a_full_disk_told_once(
    monkeypatch: pytest.MonkeyPatch, driver: Driver
) -> None:
    at_range(driver)
    driver.click("practice.strict")
    scene = scene_of(driver)
    scene.pointer.aim_tool.choose(FLIP)
    aim = limits(scene)
    scene.submit(0, Foul("gate").action(aim.cards[0]))
    run_until_rest(driver)
    (line,) = record.read().throws
    assert (line.cause, line.method) == ("gate", "flip")

    def full(line: record.ThrowRecord) -> None:
        raise StoreError("The throw was not recorded: the disk is full.")

    told: list[str] = []
    monkeypatch.setattr(driver.app.throws, "add", full)
    monkeypatch.setattr(driver.app, "notify", lambda text, *kind: told.append(text))
    for _ in range(2):
        throw(driver, release(STYLES[LOB]))
        driver.click("practice.strict")
    assert len(told) == 1
    assert len(exercise(scene_of(driver)).thrown) == 3


def test_throws_in_a_game_are_recorded_under_its_name() -> None:
    driver = Driver(time_scale=1.0)
    game = driver.app.games["card_barrage"]
    match: Session[Any] = Session(game, game.options(), 1, 7, names=("Anna",))
    driver.app.follow(Reset(Table(match)))
    driver.settle()
    table = driver.app.scene
    assert isinstance(table, TableScene)
    while match.decision is not None and not isinstance(match.decision.aim, Limits):
        table.submit(match.decision.seat, match.decision.default)
        run_until_rest(driver)
    table.submit(0, toss(match.decision.aim.cards[0], release(STYLES[LOB])))
    run_until_rest(driver)
    (line,) = record.read().throws
    assert (line.layout, line.player, line.level) == ("card_barrage", "Anna", "")
    assert line.hit
    assert line.words.startswith("Hit!")
    assert len(line.touch) == 2


def test_a_level_is_won_with_stars_that_are_kept(driver: Driver) -> None:
    loaded = level(driver, "01-first-lob/01-near")
    assert scene_of(driver).model.input_state.current_method == LOB
    solve(driver, loaded)
    assert isinstance(driver.app.scene, LevelResult)
    assert progress.read()[0].of(loaded.id).stars == 3
    assert record.read().throws[0].level == loaded.id
    driver.click("decided.next")
    trial = trial_of(scene_of(driver))
    following = next_level(loaded)
    assert trial.loaded.id == following.id
    driver.key("escape")
    driver.click("leave")
    assert driver.scene == "Practice"


def test_a_level_that_is_lost_can_be_begun_again(driver: Driver) -> None:
    loaded = level(driver, "09-few-cards/01-one")
    throw(driver, release(STYLES[LOB], 0.9))
    assert isinstance(driver.app.scene, LevelResult)
    kept = progress.read()[0].of(loaded.id)
    assert (kept.stars, kept.tries) == (0, 1)
    driver.click("decided.again")
    solve(driver, loaded)
    assert progress.read()[0].of(loaded.id).stars == 3


def test_time_runs_from_the_first_throw_and_can_run_out(driver: Driver) -> None:
    level(driver, "10-time/01-half")
    scene = scene_of(driver)
    driver.step(dt=40.0)
    trial = trial_of(scene)
    assert trial.seconds == 0
    throw(driver, release(STYLES[LOB], 0.9))
    for _ in range(400):
        driver.step(dt=0.1)
    assert isinstance(driver.app.scene, LevelResult)
    assert trial.status.failed == "seconds"
    assert "your time is up" in trial.verdict()


def test_a_level_lends_settings_and_gives_them_back(driver: Driver) -> None:
    own = driver.app.settings
    driver.click("title.practice")
    known = {loaded.id: loaded for pack in levels.packs()[0] for loaded in pack.levels}
    bare = known["01-first-lob/01-near"]
    for loaded, name, value in (
        (known["13-left-hand/01-near"], "left_handed", True),
        (replace(bare, level=replace(bare.level, assist="none")), "assist", "none"),
    ):
        scene = open_level(driver.app, loaded)
        assert getattr(driver.app.settings, name) == value
        scene.leave()
        assert driver.app.settings == own
    driver.app.override_settings(assist="none")
    driver.app.change(volume=30)
    assert driver.app.save_settings() == ""
    from castlecards import settings as file

    saved, _ = file.load()
    assert saved.assist == Settings().assist
    assert saved.volume == 30


def test_a_level_is_played_on_its_own_surface_or_on_the_one_that_is_liked() -> None:
    driver = Driver(feel="sticky")
    driver.click("title.practice")
    known = {loaded.id: loaded for pack in levels.packs()[0] for loaded in pack.levels}
    for id, surface, words in (
        ("02-stop-short/04-wood", "wood", "Varnished wood"),
        ("01-first-lob/01-near", "sticky", "Sticky cards"),
    ):
        scene = open_level(driver.app, known[id])
        field = scene.session.position.box.field
        assert field.surface == surface
        driver.app.follow(Push(scene))
        assert driver.find("practice.surface").name == words
        driver.app.change(feel="felt")
        assert scene.session.position.box.field == field
        driver.app.change(feel="sticky")


@pytest.mark.long
def test_every_level_opens_and_its_solution_wins_on_the_table(driver: Driver) -> None:
    """A sample of several packs; the physics of this machine equals the recorded physics."""
    driver.click("title.practice")
    for pack in levels.packs()[0][4::3]:
        loaded = pack.levels[0]
        if loaded.game.id != "range":
            continue
        level(driver, loaded.id)
        solve(driver, loaded)
        assert isinstance(driver.app.scene, LevelResult), loaded.id
        driver.click("decided.leave")


def test_the_set_up_leads_to_the_range_and_back(driver: Driver) -> None:
    scene = at_range(driver)
    driver.click("practice.setup")
    driver.click("setup.strict_fouls")
    driver.click("setup.start")
    again = scene_of(driver)
    assert again is not scene
    assert again.session.options.strict_fouls
    driver.click("practice.statistics")
    assert isinstance(driver.app.scene, Throws)
    driver.click("throws.back")
    assert scene_of(driver) is again
    driver.key("escape")
    driver.click("leave")
    assert driver.scene == "Practice"
    driver.key("escape")
    assert driver.scene == "Title"


def test_strict_fouls_change_without_leaving_what_was_thrown(driver: Driver) -> None:
    scene = at_range(driver)
    scene.pointer.aim_tool.choose(FLIP)
    for n in range(3):
        throw(driver, release(STYLES[FLIP], heading=n - 1.0))
    driver.click("practice.strict")
    strict = scene_of(driver)
    assert strict.session.options.strict_fouls
    assert exercise(strict).marks.marks == exercise(scene).marks.marks
    assert len(exercise(strict).thrown) == 3
    assert strict.model.input_state.method == FLIP
    driver.click("practice.again")
    run_until_rest(driver)
    assert len(exercise(strict).marks.marks) == 4
    driver.click("practice.strict")
    assert not scene_of(driver).session.options.strict_fouls
    scene = scene_of(driver)
    other = range_of(scene).changed(scene, Options(layout="one"))
    assert not exercise(other).marks.marks  # marks of one target are not shown for another


def test_the_last_throw_is_seen_slowly_and_from_the_side_by_a_button() -> None:
    for left_handed in (False, True):
        driver = Driver(left_handed=left_handed)
        at_range(driver)
        assert not driver.find("practice.slow").enabled
        throw(driver, release(STYLES[LOB]))
        widget = driver.find("practice.slow")
        for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            driver.step(mouse(kind, widget.rect.center))
        driver.step(dt=0.2)
        slow = driver.app.scene
        assert isinstance(slow, SlowMotion)
        assert not slow.inset(driver.app.look).colliderect(slow.controls.rect)
        driver.app.close()


def test_broken_own_levels_are_named_in_their_list_and_nowhere_else(home: Path) -> None:
    folder = home / "levels"
    folder.mkdir()
    driver = Driver()
    bad = "level: 1\ngame: range\ntitle: ''\nteaches: 3\ntask: Hit.\ngoal: {}\n"
    for files in ({"a.yaml": bad}, {"a.yaml": bad, "b.yaml": "[", "c.yaml": "3"}):
        for name, text in files.items():
            (folder / name).write_text(text)
        driver.app.follow(Reset(Title()))
        driver.click("title.practice")
        for part in ("lessons", "drills", "games"):
            driver.click(f"practice.{part}")
            assert not driver.has("broken:0")
        driver.click("practice.own")
        assert driver.app.toasts.shown == []
        count = len(files) + 2
        shown = [driver.find(f"broken:{n}").name.split(": ")[:2] for n in range(count)]
        places = [["a.yaml:3:8", "title"], ["a.yaml:4:10", "teaches"], ["a.yaml:6:7", "goal"]]
        assert shown[:3] == places
        assert [place.partition(":")[0] for place, _ in shown[3:]] == list(files)[1:]
        assert not driver.has(f"broken:{count}")
    driver.app.close()


@pytest.mark.parametrize("left_handed", [False, True])
@pytest.mark.parametrize("size", [(640, 480), (1280, 800), (1920, 1080)])
def test_every_button_of_the_panel_can_be_reached(size: tuple[int, int], left_handed: bool) -> None:
    driver = Driver(size, left_handed=left_handed)
    scene = at_range(driver)
    throw(driver, release(STYLES[LOB]))
    panel = exercise(scene).panel
    for id in ("again", "change", "slow", "ghost", "clear", "strict", "setup", "statistics"):
        button = driver.find(f"practice.{id}")
        assert panel.rect.contains(button.rect), id
        assert scene.overlay.layer.root.at(button.rect.center) is button, id


@pytest.mark.parametrize(
    ("wind", "said"),
    [
        ((0, 0), ""),
        ((300, 0), "Wind: 0.3 m/s from the left"),
        ((-600, 0), "Wind: 0.6 m/s from the right"),
        ((0, -600), "Wind: 0.6 m/s against you"),
        ((300, 400), "Wind: 0.5 m/s from behind and from the left"),
    ],
)
def test_the_wind_is_told(wind: tuple[int, int], said: str) -> None:
    assert blows(wind) == said


def test_the_wind_is_drawn_on_the_table_the_way_it_blows() -> None:
    pictures = []
    for wind in (0, 600, -600):
        driver = Driver()
        driver.app.follow(Push(Range(Options(wind=wind))))
        driver.settle()
        scene = scene_of(driver)
        field = scene.table_view.layout.field
        assert field is not None
        middle = scene.table_view.layout.camera.project(aside(field), 0)
        area = pygame.Rect(0, 0, 150, 60)
        area.center = round(middle[0]), round(middle[1])
        pictures.append(pygame.surfarray.array3d(driver.app.surface.subsurface(area)).astype(int))
        driver.app.close()
    calm, left, right = pictures
    for picture, tip, tail in ((left, slice(75, None), slice(0, 75)),
                               (right, slice(0, 75), slice(75, None))):  # fmt: skip
        ink = abs(picture - calm).sum(axis=2) > 60
        assert ink[tip].any(axis=0).sum() > ink[tail].any(axis=0).sum()  # heads are wider


def test_cards_lie_above_the_rings() -> None:
    pictures = []
    for rings in (Spot("ring", 0, 200), Spot("ring", 300, 200)):  # below the card, and elsewhere
        driver = Driver()
        driver.app.follow(Push(Range(Options(spots=(Spot("own", 0, 200), rings)))))
        driver.settle()
        scene = scene_of(driver)
        card = scene.session.position.zones[SPOTS][0]
        area = (
            scene.table_view.rect_of(Target(card, SPOTS)).inflate(0, -24).move(-3, 0)
        )  # and its bastion
        pictures.append(pygame.surfarray.array3d(driver.app.surface.subsurface(area)).astype(int))
        middle = scene.table_view.layout.camera.project(300, 200)
        there = driver.app.surface.get_at((round(middle[0]), round(middle[1])))
        assert (tuple(there)[:3] == RINGS[-1]) == (rings.x == 300)
        driver.app.close()
    assert abs(pictures[0] - pictures[1]).max() <= 2  # the edges of stones are soft


def test_rings_are_pointed_at_as_far_as_they_reach(driver: Driver) -> None:
    driver.app.follow(Push(Range(Options(spots=(Spot("ring", 100, 200), Spot("own", 190, 200))))))
    driver.settle()
    scene = scene_of(driver)
    table_view, card = scene.table_view, scene.session.position.zones[SPOTS + 1][0]

    def there(x: float, y: float) -> Target:
        return table_view.target_at(*table_view.layout.camera.project(x, y))

    rings = Target(-1, SPOTS)
    assert [there(100, 200), there(15, 200), there(100, 285)] == [rings] * 3
    assert [there(35, 265), there(5, 200)] == [Target()] * 2  # in the corner of the square; beside
    assert there(180, 200) == Target(card, SPOTS + 1)
    quad = table_view.quad_of(rings)
    assert quad[0] == table_view.layout.camera.project(10, 290)


def shown_levels(page: Practice) -> set[str]:
    ids = {w.id for w in page.layer.root.walk() if w.id.startswith("level:")}
    return {id.removeprefix("level:") for id in ids}


def test_every_level_stands_on_the_page_of_its_kind(home: Path) -> None:
    own = home / "levels"
    own.mkdir()
    mine = next((paths.levels() / "01-first-lob").glob("01-*.yaml"))
    (own / "mine.yaml").write_text(mine.read_text("utf-8"), "utf-8")
    driver = Driver()
    driver.click("title.practice")
    assert driver.has("lesson:01-throws")  # the first time
    shown: dict[str, set[str]] = {}
    for part in ("path", "drills", "own", "games"):
        driver.click(f"practice.{part}")
        page = driver.app.scene
        assert isinstance(page, Practice)
        shown[part] = shown_levels(page)
    packs: Any = driver.find("practice.packs")
    for item in packs.items:
        packs.choose(item.key)
        shown["games"] |= shown_levels(page)
    loaded = [level for pack in levels.packs()[0] for level in pack.levels]
    ranges = {level.id for level in loaded if level.game.id == "range" and not level.own}
    assert shown["path"] == {level.id for level in levels.path_of(levels.packs()[0])}
    assert shown["drills"] == ranges - shown["path"]
    assert shown["own"] == {"own/mine"}
    assert shown["games"] == {level.id for level in loaded} - ranges - {"own/mine"}
    driver.click("practice.own")
    driver.click("level:own/mine")
    throw(driver, release(STYLES[LOB], 0.75 * STYLES[LOB].speed))
    driver.app.follow(Push(Practice(driver.app)))
    progress.add("own/mine", 1)
    assert Practice(driver.app).part == "path"  # after the first visit


def test_levels_are_chosen_and_begun_by_keys_alone(driver: Driver) -> None:
    driver.click("title.practice")
    for _ in range(60):
        if driver.focus == "practice.drills":
            break
        driver.key("tab")
    driver.key("return")
    for _ in range(20):
        if driver.focus.startswith("level:"):
            break
        driver.key("tab")
    assert driver.focus == "level:01-first-lob/01-near"
    driver.key("right", "return")
    trial = trial_of(scene_of(driver))
    assert trial.loaded.id == "01-first-lob/03-thrice"


DRILLS = [pack for pack in shipped_packs() if pack.levels[0].game.id == "range"]


@pytest.mark.parametrize("pack", DRILLS, ids=[pack.id for pack in DRILLS])
@pytest.mark.long
def test_each_level_begins_with_the_method_of_its_pack(pack: levels.Pack, driver: Driver) -> None:
    """Exceptions are levels whose goal counts the hits of a method."""
    for loaded in pack.levels:
        assert loaded.method in METHODS
        driver.app.follow(Push(open_level(driver.app, loaded)))
        scene = scene_of(driver)
        counted = [method for method in METHODS if f"{method}_hits" in loaded.level.goal]
        assert METHODS[scene.model.input_state.current_method] == (counted or [loaded.method])[0]
        scene.pointer.aim_tool.choose(FLIP)
        exercise(scene).restart(scene)
        driver.step()
        assert (
            METHODS[scene_of(driver).model.input_state.current_method]
            == (counted or [loaded.method])[0]
        )
