"""What a throw came to stays until it has been read, is said once, and can be watched again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pygame import Rect

from castlecards.ui.kit.intents import Act, Command
from castlecards.ui.table.playback.state import MISS_READING
from castlecards.ui.table.slow_motion import SlowMotion
from castlecards.ui.table.throw.flight_view import GHOST_PARTS, draw_ghosts
from castlecards.ui.table.throw.verdict_panel import verdict_rect
from tests.ui.shots.stage import Stage
from tests.ui.shots.strikes import before_the_throw, throw


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    found = Stage()
    yield found
    found.close()


def judged(stage: Stage, kind: str = "near") -> Rect:
    """A throw has come to rest, and the panel tells of it; where that is."""
    stage.clear((1280, 800), reduced_motion=False)
    scene = stage.sit(before_the_throw(kind))
    scene.submit(*throw(scene.session, kind))
    for _ in range(600):
        stage.feed()
        if scene.playback.verdict is not None:
            return verdict_rect(stage.app.look, Rect(0, 0, 1280, 800))
    raise AssertionError("nothing is said of the throw")


def goes_on(stage: Stage, seconds: float) -> bool:
    """Has the verdict gone within this time?"""
    for _ in range(round(seconds / 0.05)):
        stage.feed(dt=0.05)
        if stage.table.playback.verdict is None or stage.table.model.curtain is not None:
            return True
    return False


def test_nothing_is_said_over_the_verdict_nor_of_its_throw_again(stage: Stage) -> None:
    stage.clear((1280, 800), reduced_motion=False)
    scene = stage.sit(before_the_throw("near"))
    scene.submit(*throw(scene.session, "near"))
    captions = scene.overlay.captions
    for _ in range(600):
        captions.show("Somebody threw something.", (640, 720))
        before = captions.shown
        stage.feed()
        if scene.playback.verdict is not None:
            break
    stage.feed()
    panel = verdict_rect(stage.app.look, Rect(0, 0, 1280, 800))
    assert not set(map(id, before)) & set(map(id, captions.shown))
    captions.show("Somebody drew a card.", panel.midtop)
    (said,) = scene.overlay.caption_rects(stage.app.look)
    assert not said.colliderect(panel)


@pytest.mark.long
def test_the_verdict_waits_as_long_as_one_points_at_it(stage: Stage) -> None:
    panel = judged(stage)
    stage.hover((panel.left - 40, panel.top - 40))
    stage.hover(panel.center)
    assert not goes_on(stage, 3 * MISS_READING)
    stage.hover((panel.left - 40, panel.top - 40))
    assert goes_on(stage, MISS_READING + 1)


def test_a_pointer_that_only_happens_to_be_there_holds_nothing_up(stage: Stage) -> None:
    stage.clear((1280, 800), reduced_motion=False)
    scene = stage.sit(before_the_throw("near"))
    panel = verdict_rect(stage.app.look, Rect(0, 0, 1280, 800))
    stage.hover(panel.center)
    scene.submit(*throw(scene.session, "near"))
    for _ in range(600):
        stage.feed()
        if scene.playback.verdict is not None:
            break
    assert goes_on(stage, MISS_READING + 1)


def test_a_click_puts_it_away_even_where_one_points_at_it(stage: Stage) -> None:
    panel = judged(stage)
    stage.hover(panel.center)
    stage.feed(Command(Act.THROW, True))
    assert goes_on(stage, 0.2)


def test_the_verdict_is_said_once(stage: Stage) -> None:
    judged(stage)
    seen = [caption.text for caption in stage.table.overlay.captions.shown]
    for _ in range(100):
        stage.feed(dt=0.05)
        seen += [caption.text for caption in stage.table.overlay.captions.shown]
    assert not [text for text in seen if "missed" in text]


def test_only_a_miss_names_its_rule(stage: Stage) -> None:
    for kind, named in (("hit", False), ("near", True)):
        judged(stage, kind)
        verdict = stage.table.playback.verdict
        assert verdict is not None
        assert bool(verdict.rule) == named


def test_without_waiting_it_is_said_as_a_caption(stage: Stage) -> None:
    stage.clear((1280, 800), instant=True)
    scene = stage.sit(before_the_throw("near"))
    scene.submit(*throw(scene.session, "near"))
    seen: list[str] = []
    for _ in range(200):
        stage.feed(dt=0.02)
        seen += [caption.text for caption in scene.overlay.captions.shown]
    assert scene.playback.verdict is None
    assert {text for text in seen if "missed" in text} == {seen[0]}


def test_slow_motion_shows_the_way_by_ghosts_and_names_its_moments(stage: Stage) -> None:
    judged(stage)
    stage.feed(Command(Act.REPLAY, True))
    watch = stage.app.scene
    assert isinstance(watch, SlowMotion)
    found = draw_ghosts(watch.table_view, watch.clip)
    assert len(found) == len(GHOST_PARTS)
    tops = [at[1] for _, at in found]
    assert tops == sorted(tops, reverse=True), "from the thrower on"
    assert max(image.get_at((x, image.get_height() // 2)).a for image, _ in found
               for x in range(image.get_width())) <= 105  # fmt: skip
    names = [name for _, name in watch.notches() if name]
    assert names == ["first touch", "rest"]
