"""Tests of the details of a throw: the callout waits for the reader, and its details open and
close.
"""

from __future__ import annotations

import re

import pytest
from pygame import Rect

from castlecards.ui.kit.intents import Act, Command, Grab, Release
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.playback.state import MISS_READING, Callout
from castlecards.ui.table.slow_motion import SlowMotion
from castlecards.ui.table.throw.flight_view import GHOST_PARTS, draw_ghosts
from castlecards.ui.table.throw.flights import HINTED_MATCHES
from tests.ui.shots.stage import Stage
from tests.ui.shots.strikes import before_the_throw, throw

SIDES = {
    "short",
    "long",
    "left",
    "right",
}  # relative to the edge in a callout, to the middle in the details


def callout_after(stage: Stage, kind: str = "near", **settings: object) -> Callout:
    """Throw a card and run frames until its callout is shown; return the callout."""
    stage.clear((1280, 800), **{"reduced_motion": False, **settings})
    scene = stage.sit(before_the_throw(kind))
    scene.submit(*throw(scene.session, kind))
    for _ in range(600):
        stage.feed()
        if scene.playback.callout is not None:
            stage.picture()
            return scene.playback.callout
    raise AssertionError("nothing is said of the throw")


def box(stage: Stage) -> Rect:
    """Return where the callout is drawn, px."""
    stage.picture()
    return stage.table.painter.callouts.rect


def goes_on(stage: Stage, seconds: float) -> bool:
    """Return True if the match continues within this time."""
    for _ in range(round(seconds / 0.05)):
        stage.feed(dt=0.05)
        if not stage.table.playback.holds_callout or stage.table.model.curtain is not None:
            return True
    return False


def press(stage: Stage, at: tuple[int, int]) -> None:
    stage.feed(Grab(at, 1.0), Release(at, 1.1))


def test_the_callout_replaces_captions_and_none_covers_it(stage: Stage) -> None:
    stage.clear((1280, 800), reduced_motion=False)
    scene = stage.sit(before_the_throw("near"))
    scene.submit(*throw(scene.session, "near"))
    captions = scene.overlay.captions
    for _ in range(600):
        captions.show("Somebody threw something.")
        before = captions.shown
        stage.feed()
        if scene.playback.callout is not None:
            break
    stage.feed()
    assert box(stage).width
    assert not set(map(id, before)) & set(map(id, captions.shown))
    captions.show("Somebody drew a card.")
    (said,) = scene.overlay.caption_rects(stage.app.look)
    assert not said.colliderect(box(stage))


@pytest.mark.long
@pytest.mark.parametrize("what", ["callout", "details"])
def test_the_match_waits_as_long_as_one_points_at_the_callout(stage: Stage, what: str) -> None:
    callout_after(stage)
    if what == "details":
        stage.feed(Command(Act.DETAILS, True))
    stage.feed()
    rect, details = box(stage), stage.table.overlay.details_rect
    rect = rect if what == "callout" else details
    stage.hover((rect.left - 40, rect.top - 40))
    stage.hover(rect.center)
    assert not goes_on(stage, 3 * MISS_READING)
    stage.hover((rect.left - 40, rect.top - 40))
    assert goes_on(stage, MISS_READING + 1)


def test_a_pointer_that_only_happens_to_be_there_holds_nothing_up(stage: Stage) -> None:
    callout_after(stage)
    at = box(stage).center
    stage.clear((1280, 800), reduced_motion=False)
    scene = stage.sit(before_the_throw("near"))
    stage.hover(at)
    scene.submit(*throw(scene.session, "near"))
    while scene.playback.callout is None:
        stage.feed()
    assert goes_on(stage, MISS_READING + 1)


@pytest.mark.parametrize("grab", [False, True])
def test_space_and_a_press_beside_it_end_the_hold(stage: Stage, grab: bool) -> None:
    callout_after(stage)
    stage.hover(box(stage).center)
    if grab:
        press(stage, (640, 330))
    else:
        stage.feed(Command(Act.THROW, True))
    assert goes_on(stage, 0.2)


@pytest.mark.parametrize("by_key", [False, True])
def test_the_details_open_and_close_and_stay_so_in_the_match(stage: Stage, by_key: bool) -> None:
    callout_after(stage)
    overlay, model = stage.table.overlay, stage.table.model

    def toggle() -> None:
        if by_key:
            stage.feed(Command(Act.DETAILS, True))
        else:
            press(stage, box(stage).center)
        stage.feed()

    assert not overlay.details_rect.width
    toggle()
    assert stage.table.playback.holds_callout, "opening them ends no hold"
    assert overlay.details_rect.width
    assert not overlay.details_rect.colliderect(box(stage))
    toggle()
    assert not overlay.details_rect.width
    toggle()
    stage.feed(Command(Act.THROW, True))
    stage.settle()
    assert model.curtain is not None
    assert stage.table.playback.callout is None, "the next player has not thrown"
    assert model.details_open
    stage.table.raise_curtain()
    stage.settle()
    assert not overlay.details_rect.width
    for _ in range(6):
        decision = stage.table.session.decision
        if decision.seat == 1 and hasattr(decision.aim, "sample"):
            break
        stage.table.submit(decision.seat, decision.default)
        stage.settle()
    stage.table.submit(1, decision.aim.sample(3))
    while stage.table.playback.callout is None:
        stage.feed()
    stage.feed()
    assert stage.table.playback.callout.title.startswith("Ben: ")
    assert overlay.details_rect.width


@pytest.mark.parametrize("kind", ["hit", "near", "double", "castle", "under"])
def test_no_word_of_the_callout_stands_in_the_details(stage: Stage, kind: str) -> None:
    callout = callout_after(stage, kind)
    stage.feed(Command(Act.DETAILS, True))
    panel = stage.table.overlay.details
    said = {word for text in (callout.title, callout.detail) for word in words(text)}
    assert not said & words(panel.name)
    assert ("Rule" in panel.name) == (not callout.scores)
    assert callout.impact.scored_throw.rule not in f"{callout.title} {callout.detail}"
    assert {"Loft", "Spin", "Stopped, mm"} <= {label for label, _ in panel.rows}


@pytest.mark.parametrize("left", [False, True])
@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_the_details_cover_no_card_with_large_text(
    stage: Stage, size: tuple[int, int], left: bool
) -> None:
    stage.clear(size, reduced_motion=False, ui_scale=2.0, left_handed=left)
    scene = stage.sit(before_the_throw("near"))
    scene.submit(*throw(scene.session, "near"))
    while scene.playback.callout is None:
        stage.feed()
    stage.feed(Command(Act.DETAILS, True))
    stage.picture()
    details = stage.table.overlay.details_rect
    assert details.width
    cards = [stage.table.table_view.rect_of(Target(spot.card, spot.zone))
             for spot in stage.table.table_view.layout.spots]  # fmt: skip
    assert details.collidelist(cards) < 0
    assert Rect((0, 0), size).contains(details)


def words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d]{3,}", text.lower())) - SIDES


def test_the_keys_stand_at_the_foot_of_the_first_ten_matches(stage: Stage) -> None:
    for before, shown in ((0, True), (HINTED_MATCHES - 1, True), (HINTED_MATCHES, False)):
        callout_after(stage, hinted_matches=before)
        assert stage.table.model.shows_keys == shown
        assert stage.app.settings.hinted_matches == min(before + 1, HINTED_MATCHES)


def test_only_a_miss_names_its_rule(stage: Stage) -> None:
    for kind, named in (("hit", False), ("near", True)):
        assert bool(callout_after(stage, kind).rule) == named


def test_the_throw_is_told_once(stage: Stage) -> None:
    callout_after(stage)
    seen = [caption.text for caption in stage.table.overlay.captions.shown]
    for _ in range(100):
        stage.feed(dt=0.05)
        seen += [caption.text for caption in stage.table.overlay.captions.shown]
    assert not [text for text in seen if "missed" in text]


def test_slow_motion_shows_the_way_by_ghosts_and_ends_with_the_callout(stage: Stage) -> None:
    callout = callout_after(stage)
    stage.feed(Command(Act.REPLAY, True))
    watch = stage.app.scene
    assert isinstance(watch, SlowMotion)
    assert watch.callout is callout
    found = draw_ghosts(watch.table_view, watch.clip)
    assert len(found) == len(GHOST_PARTS)
    tops = [at[1] for _, at in found]
    assert tops == sorted(tops, reverse=True), "from the thrower on"
    assert max(image.get_at((x, image.get_height() // 2)).a for image, _ in found
               for x in range(image.get_width())) <= 105  # fmt: skip
    names = [name for _, name in watch.notches() if name]
    assert names == ["first touch", "rest"]
    watch.seek(0.9)
    stage.picture()
    assert not watch._callouts.rect.width
    watch.seek(1.0)
    stage.picture()
    shown = watch._callouts.rect
    assert shown.width
    assert not shown.colliderect(watch.controls.rect)
    assert not shown.colliderect(watch.inset(stage.app.look))
