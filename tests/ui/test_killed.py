"""A real window that is killed, closed or interrupted, and what is there after the next start."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from castlecards.core.action import Action
from castlecards.core.cards import NATURE
from castlecards.core.landing import Limits, Throw
from castlecards.core.session import Session
from castlecards.store import autosave_file
from castlecards.toss.stock import FELT
from castlecards.toss.world import TossWorld
from castlecards.ui.routes import Title
from castlecards.ui.scene import Anew
from tests.ui.window import PATIENCE, SIZE, Window, screen, targets

pytestmark = pytest.mark.window

GAME = "card_barrage"
SLOW = "instant: true\ntime_scale: 0.25\n"  # a flight is there to be interrupted


@pytest.fixture
def window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("CASTLECARDS_HOME", str(tmp_path / "twin"))
    with screen() as display:
        window = Window(display, tmp_path / "Jürgens Ablage", SLOW)
        yield window
        window.close()


def begin(window: Window) -> Session[Any]:
    """From the title to the first throw, by mouse."""
    for id in ("title.play", f"picker.{GAME}", "setup.start"):
        window.click_on(id)
    now = window.wait()
    while now is not None and now.decision is not None:
        if isinstance(now.decision.aim, Limits):
            return now
        now = window.play(now, now.decision.options[0])
    raise AssertionError("nobody may throw")


def in_flight(window: Window) -> Session[Any]:
    """Flicks a card by mouse; the saved match as soon as the card is in the air."""
    session = begin(window)
    decision = session.decision
    assert decision is not None
    card, target = decision.aim.cards[0], targets(session, decision)[0]  # type: ignore[union-attr]
    for _ in range(5):
        window.fling(session, card, target)
        saved = window.session()
        if saved is not None and saved.decision is not None and saved.decision.seat == NATURE:
            return saved
    raise AssertionError("no throw")


def expected(session: Session[Any]) -> Action:
    """Where this throw comes down, as physics has it."""
    assert session.decision is not None
    throw = session.decision.aim
    assert isinstance(throw, Throw)
    return TossWorld.of(session.position, FELT).toss(throw).landing.action()


def resume(window: Window, thrown: Session[Any]) -> Session[Any]:
    """Starts again and clicks Continue; the match after the throw has come down."""
    text = window.save_file.read_text(encoding="utf-8")
    window.process = window.start()
    path = autosave_file()  # the twin has the same save on its title
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    window.twin.app.follow(Anew(Title()))
    window.twin.settle()
    window.click(*window.twin.find("title.continue").rect.center)
    after = window.wait(len(thrown.log))
    assert after is not None
    return after


def test_killed_in_mid_flight_the_throw_comes_down_after_the_next_start(window: Window) -> None:
    thrown = in_flight(window)
    window.process.kill()
    window.process.wait(PATIENCE)
    after = resume(window, thrown)
    assert after.log[: len(thrown.log)] == thrown.log
    assert after.log[len(thrown.log)].seat == NATURE
    assert after.log[len(thrown.log)].action == expected(thrown)
    assert window.process.poll() is None


@pytest.mark.parametrize("end", ["SIGTERM", "SIGINT", "the desktop dies"])
def test_any_other_end_in_mid_flight_leaves_the_same_save(window: Window, end: str) -> None:
    thrown = in_flight(window)
    if end in ("SIGTERM", "SIGINT"):
        window.process.send_signal(signal.Signals[end])
        assert window.process.wait(PATIENCE) == {"SIGTERM": 0, "SIGINT": 130}[end]
    else:
        window.lose_display()
        assert window.process.wait(PATIENCE) != 0
    left = window.session()
    assert left is not None
    assert left.log == thrown.log
    assert not (window.home / "logs").exists()  # nothing went wrong


def test_closed_in_mid_movement_the_card_is_still_in_the_hand(window: Window) -> None:
    session = begin(window)
    scene = window.meet(session)
    assert session.decision is not None
    card = session.decision.aim.cards[0]  # type: ignore[union-attr]
    x, y = window.place_of(scene, card)
    window.xdo("mousemove", round(x), round(y), "mousedown", 1)
    for k in range(10):
        window.xdo("mousemove", round(x), round(y - 30 * k), "sleep", 0.01)
    window.process.kill()
    window.process.wait(PATIENCE)
    window.xdo("mouseup", 1)
    left = window.session()
    assert left is not None
    assert left.log == session.log
    assert card in left.position.zones[left.position.zone_of(card)]
    assert left.decision == session.decision
    window.process = window.start()
    assert window.process.poll() is None


def test_resized_without_a_pause_during_a_flight(window: Window) -> None:
    thrown = in_flight(window)
    for size in ((320, 240), (1100, 300), (400, 790), SIZE):
        window.xdo("windowsize", window.wait_for_window(), *size)
        time.sleep(0.1)
    after = window.wait(len(thrown.log))
    assert after is not None
    assert after.log[len(thrown.log)].action == expected(thrown)
    assert not (window.home / "logs").exists()
