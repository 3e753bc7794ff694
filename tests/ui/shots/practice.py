"""Shots of practice: range, levels, lessons, the editor, and the statistics of throws."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from math import inf
from random import Random

from castlecards import lessons, level_code, levels, paths
from castlecards.core.cards import NATURE
from castlecards.core.landing import FLIP, FRISBEE, LOB, METHODS, Release
from castlecards.practice import progress
from castlecards.practice import throws as record
from castlecards.practice.hands import needed_hand_speed
from castlecards.practice.range import Spot
from castlecards.practice.throws import CHANGED, ThrowRecord
from castlecards.toss.styles import STYLES, release
from castlecards.ui.kit.intents import Drag, Grab, Hover
from castlecards.ui.pages.throws import Throws
from castlecards.ui.practice import editor_file
from castlecards.ui.practice.editor import Editor
from castlecards.ui.practice.editor_draft import Draft, draft_of
from castlecards.ui.practice.exercise import Exercise
from castlecards.ui.practice.lesson import Teacher, open_lesson
from castlecards.ui.practice.level_attempt import open_level
from castlecards.ui.practice.outcome import LevelResult
from castlecards.ui.practice.pages import OWN, Practice, RangeSetup
from castlecards.ui.routes import Range
from castlecards.ui.scene import Reset
from castlecards.ui.table.scene import TableScene
from tests.ui.shots.hand import throws
from tests.ui.shots.stage import EVENING, LARGE, MOVING, Shot, Stage

Act = Callable[[Stage], object]
# Method, share of the usual speed, degrees to the right.
EIGHT = (
    (LOB, 1.0, -14.0), (LOB, 1.06, -21.0), (FRISBEE, 1.0, -17.0), (FRISBEE, 0.94, 21.0),
    (FLIP, 1.0, 15.0), (FLIP, 1.06, 2.0), (LOB, 1.06, 22.0), (LOB, 0.98, -2.0),
)  # fmt: skip
WON = {"01-first-lob": (3, 3, 2, 1), "02-stop-short": (2, 0), "03-spin": (1,)}  # stars
WEAK = 0.62  # share of the usual speed
SKILL = {"lob": 0.62, "frisbee": 0.45, "flip": 0.36}  # share of hits at the beginning
DAYS, A_DAY = 12, 20
FURNISHED = Draft(
    spots=(
        Spot("wall", -80, 200, 180), Spot("wall", 40, 200, 180), Spot("wall", 140, 200, 150),
        Spot("castle", 0, 354, -90), Spot("own", -150, -180, 7), Spot("own", 0, -320, 90),
        Spot("ring", 330, 60), Spot("wall", 380, 60, 180), Spot("wall", 400, 85, 160),
    ),
    wind=300, gust=-200,
)  # fmt: skip
POOR = ("table", "table", "slid", "underneath", "own", "left")


def open_exercise(stage: Stage) -> tuple[TableScene, Exercise]:
    scene = stage.app.scene
    assert isinstance(scene, TableScene), scene
    assert isinstance(scene.addon, Exercise), scene.addon
    return scene, scene.addon


def throw(stage: Stage, thrown: Release) -> None:
    """Throw as a player would, and wait until the card is at rest."""
    table, exercise = open_exercise(stage)
    table.pointer.aim_tool.choose(thrown.method)
    exercise.throw(table, thrown)
    stage.settle()


def level_of(id: str) -> levels.LoadedLevel:
    return next(level for pack in levels.packs()[0] for level in pack.levels if level.id == id)


# -- pages ----------------------------------------------------------------------------------------


def page(stage: Stage) -> None:
    """Show the page of practice with some levels won."""
    for pack, stars in WON.items():
        ids = [level.id for each in levels.packs()[0] for level in each.levels]
        for id, count in zip([id for id in ids if id.startswith(pack)], stars, strict=False):
            progress.add(id, count)
    stage.show(Practice(stage.app))


def more_levels(stage: Stage) -> None:
    page(stage)
    stage.click("practice.drills")


def lesson_list(stage: Stage) -> None:
    """Show the lessons with their tables; two of them are done."""
    for id in ("01-throws", "03-castle-wars"):
        progress.mark_lesson(id)
    page(stage)
    stage.click("practice.lessons")
    paint(stage)


def paint(stage: Stage) -> None:
    """Prerender all pictures of the page and draw a frame."""
    while stage.app.scene.prerender():
        pass
    stage.feed()


def card_levels(stage: Stage) -> None:
    """Show puzzles of card games after some evenings of throwing."""
    for throw in throws(Random(4), False):
        stage.app.throws.add(throw)
    page(stage)
    for loaded in lessons.all_lessons():
        progress.mark_lesson(loaded.id)
    stage.click("practice.games")
    paint(stage)


def statistics(stage: Stage) -> None:
    """Record twelve days of a player who improves."""
    path = record.old_file(record.file())  # the program imports this older format
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(record.line(made) + "\n" for made in evenings()), "utf-8")
    stage.show(Throws(stage.app, patience=inf))


def evenings() -> list[ThrowRecord]:
    """Return the throws of `DAYS` days, `A_DAY` a day."""
    random, made = Random(4), []
    for day in range(DAYS):
        for n in range(A_DAY):
            when = EVENING + datetime.timedelta(days=day - DAYS, minutes=2 * n)
            made.append(one(random, when.isoformat()[:19], 1 - day / DAYS))
    return made


def one(random: Random, time: str, rough: float) -> ThrowRecord:
    """Return one throw; its error grows with `rough`, which falls from 1 to 0 over the days."""
    method = random.choice((*METHODS, "lob", "lob"))
    style = STYLES[METHODS.index(method)]
    off = random.gauss(0, 1)
    right = round(random.gauss(4, 16 + 16 * rough), 1)
    far = round(38 * (0.6 + 0.6 * rough) * off + random.gauss(0, 9), 1)
    hit = abs(right) < 30 and abs(far) < 45
    hit = hit or random.random() < 0.3 * SKILL[method]
    cause = "hit" if hit else random.choice(POOR)
    if hit and abs(right) < 7 and abs(far) < 9:
        cause = "perfect"
    speed = style.speed * (1 + 0.05 * off)
    flown = release(style, speed, heading=right / 8, loft=style.loft + random.gauss(0, 4))
    return ThrowRecord(
        time, method, "Anna", "duel", "", "full", flown.args(), (0, 0, 0), right, far, cause,
        hits=int(hit), perfect=int(cause == "perfect"), words=cause.capitalize(),
        touch_right=round(0.8 * right, 1), touch_far=round(0.9 * far - 22, 1),
    )  # fmt: skip


# -- at the table ---------------------------------------------------------------------------------


def eight(stage: Stage) -> None:
    """Throw eight times on the range, with the best throw drawn over the table."""
    game = levels.shelf()["range"]
    stage.show(Range(game.options()))
    for method, part, heading in EIGHT:
        style = STYLES[method]
        throw(stage, release(style, part * style.speed, heading=heading))
    stage.click("practice.ghost")


def change(stage: Stage) -> None:
    game = levels.shelf()["range"]
    stage.show(Range(game.options()))
    throw(stage, release(STYLES[LOB], heading=2.0))
    stage.click("practice.change")


def strength(stage: Stage, made: int = 5) -> None:
    """Show the strength test after `made` of its five weak throws."""
    game = levels.shelf()["range"]
    stage.show(Range(game.options()))
    stage.click("practice.strength")
    (scene, _), style = open_exercise(stage), STYLES[LOB]
    for part in (0.96, 1.03, 1.0, 0.94, 1.05)[:made]:
        scene.pointer.aim_tool.hand_speed = WEAK * needed_hand_speed(LOB) * part
        throw(stage, release(style, 0.8 * part * style.speed, heading=40 * (part - 1)))


def show_changed_throw(stage: Stage) -> None:
    """Throw twice, then repeat the second throw with one number changed."""
    game = levels.shelf()["range"]
    stage.show(Range(game.options()))
    style = STYLES[LOB]
    throw(stage, release(style, heading=-9.0))
    throw(stage, release(style, 0.93 * style.speed, heading=2.0))
    table, exercise = open_exercise(stage)
    exercise.throw(table, release(style, 1.0 * style.speed, heading=2.0), CHANGED)
    for _ in range(400):
        stage.feed(dt=0.05)
        if exercise.thrown[-1].trial:
            break
    stage.feed(dt=0.1)


def show_level(stage: Stage, id: str) -> levels.LoadedLevel:
    level = level_of(id)
    stage.show(open_level(stage.app, level))
    open_exercise(stage)
    return level


def level(stage: Stage) -> None:
    show_level(stage, "05-double-hit/01-pair")
    throw(stage, release(STYLES[LOB], 0.97 * STYLES[LOB].speed, heading=9.0))


def show_won_level(stage: Stage) -> None:
    """Win a level with its own solution."""
    match, _ = levels.replay(show_level(stage, "01-first-lob/02-usual"))
    for line in match.log:
        if line.seat != NATURE and line.action.verb == "toss":
            throw(stage, Release(*line.action.args))
    assert isinstance(stage.app.scene, LevelResult)


def lesson(stage: Stage) -> None:
    """Show the demonstrated throw just before its release."""
    scene = open_lesson(stage.app, lessons.all_lessons()[0])
    assert isinstance(scene.addon, Teacher)
    stage.app.follow(Reset(scene))
    for _ in range(400):
        stage.feed(dt=0.02)
        if scene.model.input_state.is_aiming:
            break
    for _ in range(42):
        stage.feed(dt=0.02)
    assert scene.addon.hand is not None


def editor(stage: Stage) -> None:
    """Open a built-in level in the editor."""
    draft = draft_of(level_of("05-double-hit/03-three"))
    scene = Editor(stage.app, draft)
    stage.show(scene)
    spot = scene.state.draft.spots[1]
    x, y = scene.table.camera.project(spot.x, spot.y)
    stage.click((round(x), round(y)))


def show_carried_item(stage: Stage) -> None:
    """Place items of all kinds, and drag one over its drop position."""
    scene = Editor(stage.app, FURNISHED)
    stage.show(scene)

    def at(x: float, y: float) -> tuple[int, int]:
        px, py = scene.table.camera.project(x, y)
        return round(px), round(py)

    stage.feed(Hover(at(140, 200), stage.clock), Grab(at(140, 200), stage.clock))
    for place in (at(100, 150), at(-238, 17)):
        stage.feed(Drag(place, stage.clock))
    assert scene.state.dragged is not None


def own_levels(stage: Stage) -> None:
    """Show levels that came as codes."""
    for name in ("01-first-lob/02-usual", "04-flip/02-twice", "07-castle/01-over"):
        path = paths.levels() / f"{name}.yaml"
        editor_file.add(level_code.encode(path.read_text("utf-8")))
    page = Practice(stage.app)
    page.part = OWN
    stage.show(page)


PRACTICE_SHOTS: tuple[Shot, ...] = (
    Shot("practice", page),
    Shot("practice-1920", page, LARGE),
    Shot("practice-200", page, settings={"ui_scale": 2.0}),
    Shot("practice-lessons", lesson_list),
    Shot("practice-games", card_levels),
    Shot("practice-range", lambda stage: stage.show(RangeSetup(stage.app))),
    Shot("practice-games-1920", card_levels, LARGE),
    Shot("practice-more", more_levels),
    Shot("practice-own", own_levels),
    Shot("practice-own-1920", own_levels, LARGE),
    Shot("practice-own-200", own_levels, settings={"ui_scale": 2.0}),
    Shot("range", eight),
    Shot("range-change", change),
    Shot("range-strength", strength),
    Shot("range-strength-begun", lambda stage: strength(stage, 2)),
    Shot("range-tried", show_changed_throw),
    Shot("level", level),
    Shot("level-decided", show_won_level),
    Shot("throws", statistics),
    Shot("editor", editor),
    Shot("editor-carrying", show_carried_item),
    Shot("lesson", lesson, settings=MOVING),
)
