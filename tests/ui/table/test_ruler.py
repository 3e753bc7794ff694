"""Tests of the ruler of an aim: it follows the drift, and ends at the longest possible throw."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from itertools import pairwise
from typing import Any

import pytest
from pygame import Rect

from castlecards.core.cards import Pose
from castlecards.core.landing import LOB, Limits, Release
from castlecards.toss.aim import preview
from castlecards.toss.styles import preset
from castlecards.ui.kit.intents import Intent
from castlecards.ui.kit.partial_redraw import RecordingCanvas, changed_rects
from castlecards.ui.table.input.flick_gesture import FlickGesture
from castlecards.ui.table.layout.camera import Camera
from castlecards.ui.table.throw import aim_tool
from castlecards.ui.table.throw.aim_guides import AimGuides, ThrowFrame, draw_below, rising_ticks
from castlecards.ui.table.throw.aim_tool import same_ruler
from castlecards.ui.table.throw.hit_odds import RulerTick
from tests.ui.driving import look
from tests.ui.shots.stage import Stage
from tests.ui.shots.strikes import before_the_throw


def here_limits() -> Limits:
    session = before_the_throw("hit")
    limits = session.decision.aim
    assert isinstance(limits, Limits)
    return limits


def frame(angle: int = 0) -> ThrowFrame:
    limits = here_limits()
    return (
        ThrowFrame(limits, Camera())
        if not angle
        else ThrowFrame(
            Limits(limits.cards, Pose(0, 1525, angle), limits.gate, limits.field), Camera()
        )
    )


def test_a_ruler_ends_where_more_speed_brings_the_card_no_further() -> None:
    here = frame()
    touches = [(1.2, 10.0), (1.4, 60.0), (1.6, 50.0), (1.8, 200.0)]
    notches = [RulerTick(speed, here.on_table(0.0, ahead)) for speed, ahead in touches]
    assert [notch.speed for notch in rising_ticks(notches, here)] == [1.2, 1.4]
    assert rising_ticks([], here) == []


def test_for_the_north_ahead_is_the_other_way() -> None:
    there = frame(3142)
    notches = [RulerTick(1.0 + k, there.on_table(0.0, 50.0 * k)) for k in range(3)]
    assert len(rising_ticks(notches, there)) == 3
    assert notches[2].touch[1] < notches[0].touch[1]


@pytest.mark.parametrize("ruled", [True, False])
def test_no_guide_is_drawn_again_while_an_aim_stays_the_same(ruled: bool) -> None:
    here = frame()
    ticks = tuple(RulerTick(1.2 + 0.2 * k, here.on_table(5.0 * k, 60.0 * k)) for k in range(5))

    def guides(flare: float = 0.0, ruler: tuple[RulerTick, ...] = ticks) -> AimGuides:
        return AimGuides(
            here_limits(), True, True, None, None, "full", ruler if ruled else (), flare=flare
        )

    def record_guides(aim: AimGuides, before: RecordingCanvas | None = None) -> RecordingCanvas:
        parts = before.parts if before is not None else None
        canvas = RecordingCanvas((1280, 800), look(), parts)
        draw_below(canvas, here.camera, aim)
        return canvas

    def changes(one: RecordingCanvas, two: RecordingCanvas) -> list[Rect]:
        return changed_rects(one.strokes, two.strokes, one.rect)

    first = record_guides(guides())
    assert len(first.strokes) > 20
    assert changes(first, record_guides(guides(), first)) == []
    assert changes(first, record_guides(guides(flare=0.5), first)) != []
    assert bool(changes(first, record_guides(guides(ruler=ticks[:4]), first))) == ruled


def test_a_ruler_serves_as_long_as_the_throw_is_about_the_same() -> None:
    one = preset(LOB, 0.5, heading=5.0, loft=49.0)
    args = list(one.args())
    args[4] += 400  # the speed, which does not change the ruler
    assert same_ruler(one, Release(*args))
    args[1] += 60  # x of the hand, which moves the ruler
    assert same_ruler(one, Release(*args))
    for at, by in ((0, 1), (5, 60), (6, 20), (10, 5000)):
        changed = list(one.args())
        changed[at] += by
        assert not same_ruler(one, Release(*changed))


def test_a_card_that_is_held_still_gets_its_ruler_notch_by_notch() -> None:
    with closing(Stage()) as stage:
        stage.clear((1280, 800))
        scene = stage.sit(before_the_throw("hit"))
        stage.flick(stage.hand[1], 3, aside=-30, drop=False)
        seen = [len(_ruler(scene)) for _ in range(16) if stage.feed() is None]
        assert all(0 <= b - a <= 1 for a, b in pairwise(seen))
        assert seen[-1] == 12
        touches = [scene.pointer.aim_tool.preview, *_ruler(scene)]
        assert all(touches)


def _ruler(scene: object) -> tuple[RulerTick, ...]:
    aimed = scene.pointer.aim_tool._guides()  # type: ignore[attr-defined]
    return tuple(aimed.ruler)


def test_a_frame_reads_the_movement_or_throws_it_in_thought_but_not_both(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[str] = []

    def recording(name: str, do: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *given: done.append(name) or do(*given)

    monkeypatch.setattr(FlickGesture, "read", recording("read", FlickGesture.read))
    monkeypatch.setattr(aim_tool, "preview", recording("thrown", preview))
    with closing(Stage()) as stage:
        stage.clear((1280, 800))
        stage.sit(before_the_throw("hit"))
        frames: list[tuple[str, ...]] = []
        feed = stage.app.feed

        def feed_and_count(wishes: Sequence[Intent], dt: float) -> None:
            del done[:]
            feed(wishes, dt)
            frames.append(tuple(done))

        monkeypatch.setattr(stage.app, "feed", feed_and_count)
        stage.flick(stage.hand[1], 3, aside=-30, speed=500.0, drop=False)
        assert set(frames) == {(), ("read",), ("thrown",)}
        at = frames.index(("read",))
        assert frames[at + 1] == ("thrown",), "and the next frame does the other"
