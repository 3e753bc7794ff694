"""Test of the practice range in a real window: ten flicks with the mouse, and their records."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import pygame
import pytest

from castlecards.core.landing import FLIP, FRISBEE, LOB, METHODS, Release
from castlecards.practice import throws, verdicts
from castlecards.practice.throws import ThrowRecord
from castlecards.toss.world import TossWorld
from castlecards.ui.practice import demo_hand
from castlecards.ui.table.scene import TableScene
from tests.ui.driving import mouse
from tests.ui.mirror import POLL, Mirror, mirror
from tests.ui.test_practice import exercise

pytestmark = pytest.mark.window

THROWS = 10
TURNS = (LOB, LOB, FRISBEE, LOB, FLIP)  # methods, repeated
TRIES = 4
SOON = 6.0  # s until a thrown card is at rest
GLIDE = 6  # use every sixth place of the ghost's way to the start


def scene_of(window: Mirror) -> TableScene:
    scene = window.twin.app.scene
    assert isinstance(scene, TableScene)
    return scene


def flick(window: Mirror, method: int) -> None:
    """Make the movement that the ghost hand shows with the mouse."""
    beats = demo_hand.throw(scene_of(window), method)
    down = next(n for n, beat in enumerate(beats) if beat.down)
    run = next(n for n in range(down + 2, len(beats)) if beats[n].wait == demo_hand.REST)
    words: list[object] = ["mousemove", *map(round, beats[down].pos), "mousedown", 1]
    for beat in [*beats[down + 1 : run : GLIDE], beats[run]]:
        words += ["mousemove", *map(round, beat.pos), "sleep", 0.006]
    words += ["sleep", 0.15]
    for beat in beats[run + 1 : -1]:
        words += ["sleep", beat.wait, "mousemove", *map(round, beat.pos)]
    window.xdo(*words, "mouseup", 1)
    window.twin.step(mouse(pygame.MOUSEMOTION, tuple(map(round, beats[-1].pos))))  # type: ignore[arg-type]


def recorded_throws(window: Mirror) -> Sequence[ThrowRecord]:
    """Return the throws that the window has recorded."""
    record = throws.read(window.home / throws.file().name)
    assert not record.bad
    return record.throws


def expected_record(scene: TableScene, line: ThrowRecord) -> ThrowRecord:
    """Return the expected record of the last throw of this table, by physics and rules."""
    session = scene.session
    at = len(session.log) - 1
    before = session.positions[at]
    throw = before.decision.aim
    assert throw.release == Release(*line.release)
    landing = TossWorld.of(before).toss(throw).landing.action()
    about = {"time": line.time, "player": line.player, "assist": line.assist}
    return verdicts.throw_record(before, 0, throw, landing, layout=line.layout, **about)


def throw(window: Mirror, method: int) -> ThrowRecord:
    """Flick until a card is thrown.

    On a busy machine, the mouse can be too slow. This is a foul, which the twin gets, too.
    """
    scene = scene_of(window)
    for _ in range(TRIES):
        flick(window, method)
        end = time.monotonic() + SOON
        while time.monotonic() < end:
            for line in recorded_throws(window)[len(exercise(scene).thrown) :]:
                if line.release:
                    return line
                exercise(scene).on_record(scene, line)
                end = 0.0
            time.sleep(POLL)
    raise AssertionError(f"no throw in {TRIES} tries")


def test_ten_throws_are_recorded_as_they_deserve(tmp_path: Path) -> None:
    with mirror(tmp_path) as window:
        for id in ("title.practice", "practice.range", "ring.laboratory", "setup.start"):
            window.press_on(id)
        scene = scene_of(window)
        for n in range(THROWS):
            method = TURNS[n % len(TURNS)]
            window.xdo("key", method + 1)
            window.twin.key(str(method + 1))
            line = throw(window, method)
            assert line.method == METHODS[method]
            exercise(scene).throw(scene, Release(*line.release))
            window._settle()
            assert line == expected_record(scene, line)
        window.wait_for_equal_pictures()
        lines = recorded_throws(window)
        own = [
            line._replace(time=told.time)
            for line, told in zip(exercise(scene).thrown, lines, strict=True)
        ]
        assert list(lines) == own
        assert sum(bool(line.release) for line in lines) == THROWS
        assert sum(line.hit for line in lines) >= THROWS // 3  # the movement of the ghost hits
        assert not (window.home / "saves").exists()
