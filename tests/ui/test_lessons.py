"""Tests of lessons: the files are valid, and a learner is guided by texts and a ghost hand."""

from __future__ import annotations

import pytest
from pygame import Rect

from castlecards import lessons
from castlecards.core.landing import FLIP, FRISBEE, LOB
from castlecards.data import DataError
from castlecards.practice import progress
from castlecards.practice import throws as record
from castlecards.toss.styles import STYLES, release
from castlecards.ui.practice.lesson import Teacher, open_lesson
from castlecards.ui.scene import Push
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.render.table_view import TableView
from castlecards.ui.table.scene import TableScene
from tests.levels.lesson_faults import faults
from tests.ui.driving import Driver

pytestmark = pytest.mark.usefixtures("home")
ALL = lessons.all_lessons()
THROWS = ALL[0]


def teacher(scene: TableScene) -> Teacher:
    assert isinstance(scene.addon, Teacher)
    return scene.addon


def lesson(driver: Driver, taught: lessons.LoadedLesson) -> TableScene:
    scene = open_lesson(driver.app, taught)
    driver.app.follow(Push(scene))
    driver.step()
    driver.step()
    return scene


def frames(driver: Driver, seconds: float) -> None:
    for _ in range(round(seconds / 0.05)):
        driver.step(dt=0.05)


@pytest.mark.parametrize("taught", ALL, ids=[taught.id for taught in ALL])
def test_a_lesson_can_be_followed_to_its_end(taught: lessons.LoadedLesson) -> None:
    assert list(faults(taught)) == []
    assert taught.lesson.title
    assert taught.lesson.about
    assert taught.lesson.steps[0].say


@pytest.mark.usefixtures("every_frame_drawn")
def test_in_a_lesson_no_card_is_read_over_the_words_and_no_bracket_stands_where_nothing_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lit: list[Target] = []
    monkeypatch.setattr(
        TableView, "draw_glow", lambda desk, canvas, things, over: lit.extend(things)
    )
    with Driver() as driver:
        scene = lesson(driver, next(each for each in ALL if each.game.id == "tricks_of_the_trade"))
        driver.settle()
        teacher(scene).next_step(scene)
        driver.step()
        assert scene.model.hint_targets
        lit.clear()
        driver.step()
        places = scene.table_view.layout.by_zone
        assert lit
        assert not any(each.card < 0 and places[each.zone].part == "unseen" for each in lit)
        said = teacher(scene).panel.column.rect
        assert said.width
        assert any(rect.contains(said) for rect in scene.overlay.blocked_rects())


def test_whoever_plays_in_a_lesson_has_a_name_that_may_stand_within_a_sentence() -> None:
    for taught in ALL:
        names = lessons.session(taught, "Anna").names
        assert not any(name.lower().startswith(("the ", "a ")) for name in names)


def test_a_line_before_a_lesson_that_cannot_be_played_is_a_fault() -> None:
    text = (lessons.folder() / "04-castle-rampage.yaml").read_text(encoding="utf-8")
    wrong = text.replace("'0: place knight >0.gate'", "'0: place giant.4 >0.gate'", 1)
    (fault,) = faults(lessons.load(wrong, "04-castle-rampage.yaml"))
    assert fault.startswith("before: ")


def test_there_is_a_lesson_for_throws_and_one_for_every_offered_game(driver: Driver) -> None:
    taught = {one.game.id for one in ALL}
    assert taught == {"range"} | {game.id for game in driver.app.offered}


def test_the_ghost_hand_throws_by_itself_and_that_counts_for_nobody() -> None:
    driver = Driver(time_scale=1.0)
    scene = lesson(driver, THROWS)
    frames(driver, 6)
    assert scene.session.log  # the ghost hand has thrown
    assert teacher(scene).course.at == 0
    assert teacher(scene).thrown == []
    assert record.read().throws == ()


@pytest.mark.long
def test_a_learner_is_led_through_all_three_methods() -> None:
    driver = Driver(time_scale=1.0)
    scene = lesson(driver, THROWS)
    for at, method in ((1, LOB), (2, LOB), (3, FRISBEE), (4, FLIP)):
        assert scene.model.input_state.current_method == method
        driver.click("lesson.show")  # a demonstration does not complete the step
        frames(driver, 6)
        assert teacher(scene).course.at == at - 1
        shown = teacher(scene).last_toss
        assert shown is not None
        teacher(scene).throw(scene, shown)
        frames(driver, 3)
        assert teacher(scene).course.at == at
    driver.click("lesson.next")
    assert teacher(scene).course.step is None
    lines = record.read().throws  # the learner's throws, which are not counted
    assert [line.trial for line in lines] == ["lesson"] * 4
    assert not list(record.select_throws(lines))
    assert progress.read()[0].of("lesson/01-throws").stars == 1
    driver.click("lesson.done")
    assert driver.scene == "Title"


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (800, 600)])
@pytest.mark.parametrize("left_handed", [False, True])
@pytest.mark.parametrize("taught", ALL[:3], ids=[taught.id for taught in ALL[:3]])
@pytest.mark.long
def test_no_button_of_a_lesson_slides_under_the_pointer(
    taught: lessons.LoadedLesson, left_handed: bool, size: tuple[int, int]
) -> None:
    driver = Driver(size, left_handed=left_handed)
    scene = lesson(driver, taught)
    ways: set[tuple[int, int, int, int]] = set()
    skips: set[tuple[int, int, int, int]] = set()
    while teacher(scene).course.step is not None:
        for missed in (0, lessons.MISSES_TO_SKIP):
            teacher(scene).course.misses = missed
            teacher(scene).refresh_panel()
            driver.step()
            way = "lesson.next" if driver.has("lesson.next") else "lesson.show"
            ways.add(tuple(scene.find(way).rect))
            skips.add(tuple(scene.find("lesson.skip").rect))
            passes = driver.has("lesson.pass") and scene.find("lesson.pass").rect
            assert not (passes and passes.colliderect(scene.find("lesson.skip").rect))
        assert scene.find("lesson.words").rect.height > 0
        assert driver.app.surface.get_rect().contains(teacher(scene).panel.rect)
        teacher(scene).course.advance()
        teacher(scene).on_step(scene)
        driver.step()
    assert len(ways) == len(skips) == 1
    assert not Rect(*ways.pop()).colliderect(Rect(*skips.pop()))


def try_throw(driver: Driver, scene: TableScene, speed: float | None = None) -> None:
    """Let the learner throw a lob, even if the ghost hand is about to show one."""
    driver.press((300, 300))
    assert teacher(scene).hand is None
    teacher(scene).throw(scene, release(STYLES[LOB], speed))
    frames(driver, 3)


@pytest.mark.parametrize(("speed", "word"), [(None, "A hit"), (1.0, "your first throw!")])
def test_the_second_step_answers_what_the_first_throw_came_to(
    speed: float | None, word: str
) -> None:
    driver = Driver(time_scale=1.0)
    scene = lesson(driver, THROWS)
    try_throw(driver, scene, speed)
    assert teacher(scene).course.at == 1
    assert word in scene.find("lesson.say").text
    buttons = scene.overlay.prompt_panel.buttons
    assert [button.kind for button in buttons if "tidy" in button.id] == ["plain"]


def test_a_wrong_target_is_answered_and_the_answer_stays() -> None:
    driver = Driver(instant=False)
    taught = next(one for one in ALL if one.game.id == "castle_wars")
    scene = lesson(driver, taught)
    while "attack" not in teacher(scene).course.step.do:  # type: ignore[union-attr]
        follow(driver, scene)
    at = teacher(scene).course.at
    driver.settle()
    box = scene.session.position.box
    for click in ("0.pile1", "1.pile0"):
        zone = box.zone(click)
        card = scene.session.position.zones[zone][-1]
        driver.press(scene.table_view.rect_of(Target(card, zone)).center)
    frames(driver, 1.0)
    assert "First do this: Attack" in scene.overlay.note.refusal.text
    assert scene.selection.picked == ()
    assert teacher(scene).course.at == at


def test_a_step_can_be_passed_after_three_misses() -> None:
    driver = Driver(time_scale=1.0)
    scene = lesson(driver, THROWS)
    try_throw(driver, scene)
    assert teacher(scene).course.at == 1  # the first step takes any throw, the second needs a hit
    for n in range(3):
        assert not driver.has("lesson.pass")
        assert teacher(scene).course.misses == n
        teacher(scene).pass_on(scene)  # not yet
        try_throw(driver, scene, 1.0)
    assert teacher(scene).course.at == 1
    driver.click("lesson.pass")
    assert teacher(scene).course.at == 2
    assert scene.model.input_state.current_method == FRISBEE
    assert not driver.has("lesson.pass")


def test_fouls_are_misses_and_what_the_ghost_shows_is_none() -> None:
    driver = Driver(time_scale=1.0)
    scene = lesson(driver, THROWS)
    for kind in range(3):
        scene.record_foul(kind, LOB)
    assert teacher(scene).course.can_skip
    teacher(scene).course.advance()
    teacher(scene).show_me(scene)
    frames(driver, 6)
    assert scene.session.log
    assert teacher(scene).course.misses == 0


def test_a_step_is_not_passed_where_later_ones_hang_on_it() -> None:
    taught = lessons.load(
        """
lesson: 1
game: range
title: T
about: A
steps:
- {say: Throw., until: {hits: 1}}
- {say: Take it away., do: '0: tidy'}
- {say: Throw., until: {hits: 1}}
""",
        "one.yaml",
    )
    course = lessons.Course(taught, lessons.session(taught))
    course.misses = 5
    assert not course.can_skip
    course.advance()
    course.misses = 5
    assert not course.can_skip  # done, so it needs no skip
    course.advance()
    assert not course.can_skip
    course.misses = 3
    assert course.can_skip


def test_a_new_step_has_a_clear_table() -> None:
    """Outlines of the step before are removed; those of the current step stay until it is done."""
    driver = Driver(time_scale=1.0)
    scene = lesson(driver, THROWS)
    try_throw(driver, scene)
    assert teacher(scene).course.at == 1
    assert teacher(scene).marks.marks == []
    try_throw(driver, scene, 1.0)
    assert len(teacher(scene).marks.marks) == 1
    teacher(scene).course.misses = lessons.MISSES_TO_SKIP
    teacher(scene).pass_on(scene)
    assert teacher(scene).marks.marks == []


@pytest.mark.parametrize("method", ["lob", "frisbee", "flip"])
def test_what_the_ghost_hand_shows_hits(method: str) -> None:
    taught = lessons.load(
        f"""
lesson: 1
game: range
title: T
about: A
options:
  spots: [{{kind: wall, x: 0, y: 200, angle: 180}}]
steps:
- {{say: Look., method: {method}, until: {{hits: 1}}}}
""",
        "one.yaml",
    )
    driver = Driver(time_scale=1.0)
    scene = lesson(driver, taught)
    frames(driver, 6)
    tallies = scene.session.game.tallies(scene.session.position, 0)
    assert tallies[f"{method}_hits"] == 1
    assert teacher(scene).course.at == 0


def test_whoever_touches_the_mouse_takes_over(driver: Driver) -> None:
    scene = lesson(driver, THROWS)
    frames(driver, 1.6)
    assert teacher(scene).hand is not None
    driver.press((300, 300))
    assert teacher(scene).hand is None
    driver.click("lesson.skip")
    assert driver.scene == "Title"


CARDS = """
lesson: 1
game: high_card
title: High cards
about: One trick.
seed: 3
steps:
- say: Four cards each.
- say: Lay your first card.
  do: '0: lay {card} >0.bid'
- say: You see who took it.
"""


def cards(driver: Driver) -> tuple[TableScene, int]:
    """Open a lesson of cards, for the player who leads with seed 3."""
    game = driver.app.games["high_card"]
    from castlecards.core.session import Session

    for seed in range(20):
        match = Session(game, game.options(), 2, seed)
        decision = match.decision
        if decision is not None and decision.seat == 0:
            card = decision.options[0].cards[0]
            text = CARDS.replace("seed: 3", f"seed: {seed}").replace("{card}", f"c{card}")
            return lesson(driver, lessons.load(text, "cards.yaml")), card
    raise AssertionError("seat 0 never leads")


def test_only_what_the_lesson_asks_for_is_played(driver: Driver) -> None:
    scene, card = cards(driver)
    decision = scene.session.decision
    scene.submit(0, decision.options[0])
    assert scene.session.log == []  # waits until the text has been read
    driver.key("return")
    assert teacher(scene).course.at == 1
    scene.submit(0, decision.options[1])
    assert scene.session.log == []
    assert "First do this: " in scene.overlay.note.refusal.text
    scene.submit(0, decision.options[0])
    assert scene.session.log[0].action.cards == (card,)
    assert teacher(scene).course.at == 2


def test_the_ghost_hand_lays_the_card_with_clicks(driver: Driver) -> None:
    scene, card = cards(driver)
    driver.click("lesson.next")
    teacher(scene).show_me(scene)
    frames(driver, 4)
    assert scene.session.log[0].action.cards == (card,)
    assert teacher(scene).course.at == 2


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("high_card", "chess", "3:7: game: expected one of"),
        ("lesson: 1", "lesson: 2", "expected format 1"),
        ("  do: '0", "  until: {tricks: 1}\n  do: '0", "both do and until"),
        ("say: Four cards each.", "say: ''", "a step needs say or do"),
    ],
)
def test_a_bad_lesson_is_refused(old: str, new: str, why: str) -> None:
    with pytest.raises(DataError, match=why):
        lessons.load(CARDS.replace(old, new), "l.yaml")


def test_a_step_that_cannot_be_played_is_told() -> None:
    taught = lessons.load(CARDS.replace("{card}", "c200"), "l.yaml")
    (fault,) = faults(taught)
    assert fault.startswith("step 2: ")


def at_the_enemys_turn(driver: Driver) -> TableScene:
    """Follow the lesson of Castle Wars to the first turn of the enemy."""
    taught = next(one for one in ALL if one.game.id == "castle_wars")
    scene = lesson(driver, taught)
    for _ in range(400):
        step = teacher(scene).course.step
        if step.do.startswith("1:"):
            return scene
        follow(driver, scene)
    raise AssertionError("the enemy's turn never comes")


def follow(driver: Driver, scene: TableScene) -> None:
    """Run one frame in which the learner does what the text says."""
    step, decision = teacher(scene).course.step, scene.session.decision
    if not (step.do or step.until):
        teacher(scene).next_step(scene)
    elif not scene.busy and decision is not None and teacher(scene).due_action is not None:
        scene.submit(decision.seat, teacher(scene).due_action)  # type: ignore[arg-type]
    driver.step(dt=0.05)


def test_what_others_do_waits_until_the_words_can_have_been_read() -> None:
    driver = Driver(instant=True)
    scene = at_the_enemys_turn(driver)
    at, step = teacher(scene).course.at, teacher(scene).course.step
    frames(driver, 0.35 * len(step.say.split()) - 0.3)
    assert teacher(scene).course.at == at
    frames(driver, 2.0)
    assert teacher(scene).course.at > at


def test_whoever_has_read_them_goes_on_at_once() -> None:
    driver = Driver(instant=True)
    scene = at_the_enemys_turn(driver)
    at = teacher(scene).course.at
    driver.click("lesson.next")
    frames(driver, 5.0)
    assert teacher(scene).course.at > at


def test_the_lesson_of_castle_wars_has_numbers_resources_and_a_reaction() -> None:
    taught = next(one for one in ALL if one.game.id == "castle_wars")
    said = " ".join(step.say for step in taught.lesson.steps)
    assert all(word in said for word in ("Jack", "Queen", "King", "Ace", "from 2 to 10"))
    did = [step.do for step in taught.lesson.steps if step.do]
    assert {"0: play JD", "0: play AD >8S"} <= set(did), "the learner plays a Jack and an Ace"
    assert did[did.index("0: play QH") - 1].startswith("1: attack"), "as the defender"
    asked = next(step for step in taught.lesson.steps if "Ask me" in step.say)
    assert asked.do == "0: pass", "said while the learner is asked"
