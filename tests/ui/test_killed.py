"""Tests of a real window that is killed, closed or interrupted, and then started again."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from castlecards import store
from castlecards.content import games
from castlecards.core.action import Action
from castlecards.core.cards import NATURE
from castlecards.core.landing import Limits, Throw
from castlecards.core.save import dump_session
from castlecards.core.session import Session
from castlecards.store import autosave_file
from castlecards.toss.stock import FELT
from castlecards.toss.world import TossWorld
from tests.ui.mirror import QUICK, Mirror, mirror
from tests.ui.window import PATIENCE, SIZE, targets

pytestmark = pytest.mark.window

GAME = "card_barrage"
HOME = "Jürgens Ablage"
SLOW = QUICK.replace("time_scale: 1.0", "time_scale: 0.25")  # slow enough to interrupt a flight


@pytest.fixture
def window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Mirror]:
    """Fixture: a window at the table with the first throw pending and the curtain open."""
    monkeypatch.setenv("CASTLECARDS_HOME", str(tmp_path / "twin"))
    game = games()[GAME]
    session = Session(game, game.options(), 2, 5)
    while not isinstance(decision_of(session).aim, Limits):
        session.submit(decision_of(session).seat, decision_of(session).options[0])
    for file in (autosave_file(), tmp_path / HOME / "saves" / "autosave.yaml"):
        store.write(file, dump_session(session), "A match that has just begun")
    with mirror(tmp_path, HOME, SLOW) as window:
        window.press_on("title.continue")
        window.open_curtain(by_key=False)
        yield window


def decision_of(session: Session[Any]) -> Any:
    assert session.decision is not None
    return session.decision


def in_flight(window: Mirror) -> Session[Any]:
    """Flick a card with the mouse; return the saved match as soon as the card is in the air."""
    session = window.table.session
    window.flick(decision_of(session).aim.cards[0], targets(session, decision_of(session))[0])
    saved = window.session()
    assert saved is not None
    assert decision_of(saved).seat == NATURE
    return saved


def landing_of(session: Session[Any]) -> Action:
    """Return where this throw lands, by physics."""
    throw = decision_of(session).aim
    assert isinstance(throw, Throw)
    return TossWorld.of(session.position, FELT).toss(throw).landing.action()


def resume(window: Mirror, thrown: Session[Any]) -> Session[Any]:
    """Start again and click Continue; return the match after the landing."""
    autosave_file().write_bytes(
        window.save_file.read_bytes()
    )  # so that the twin's title offers it, too
    window.start()
    window.press_on("title.continue")
    window.wait_for_equal_saves()
    after = window.session()
    assert len(after.log) > len(thrown.log)
    return after


def match_after_landing(window: Mirror, thrown: Session[Any]) -> Session[Any]:
    """Return the saved match once the card is at rest."""
    after = window.wait(len(thrown.log))
    assert after is not None
    return after


def test_killed_in_mid_flight_the_throw_comes_down_after_the_next_start(window: Mirror) -> None:
    thrown = in_flight(window)
    window.process.kill()
    window.process.wait(PATIENCE)
    after = resume(window, thrown)
    assert after.log[: len(thrown.log)] == thrown.log
    assert after.log[len(thrown.log)].seat == NATURE
    assert after.log[len(thrown.log)].action == landing_of(thrown)
    assert window.process.poll() is None


@pytest.mark.parametrize("end", ["SIGTERM", "SIGHUP", "SIGINT", "the desktop dies"])
def test_any_other_end_in_mid_flight_leaves_the_same_save(window: Mirror, end: str) -> None:
    thrown = in_flight(window)
    if end.startswith("SIG"):
        window.process.send_signal(signal.Signals[end])
        assert window.process.wait(PATIENCE) == (130 if end == "SIGINT" else 0)
    else:
        window.lose_display()
        assert window.process.wait(PATIENCE) != 0
    left = window.session()
    assert left.log == thrown.log
    assert not (window.home / "logs").exists()  # no crash was logged


def test_closed_in_mid_movement_the_card_is_still_in_the_hand(window: Mirror) -> None:
    session = window.table.session
    card = decision_of(session).aim.cards[0]
    x, y = map(round, window.place_of(window.table, card))
    words: list[object] = ["mousemove", x, y, "mousedown", 1]
    for k in range(10):  # ends before the release line, where the card would be thrown
        words += ["mousemove", x, y - 6 * k, "sleep", 0.01]
    window.xdo(*words)
    window.process.kill()
    window.process.wait(PATIENCE)
    window.xdo("mouseup", 1)
    left = window.session()
    assert left.log == session.log
    assert card in left.position.zones[left.position.zone_of(card)]
    assert left.decision == session.decision
    window.start()
    assert window.process.poll() is None


def test_resized_without_a_pause_during_a_flight(window: Mirror) -> None:
    thrown = in_flight(window)
    for size in ((320, 240), (1100, 300), (400, 790), SIZE):
        window.xdo("windowsize", window.wait_for_window(), *size)
        time.sleep(0.1)
    after = match_after_landing(window, thrown)
    assert after.log[len(thrown.log)].action == landing_of(thrown)
    assert not (window.home / "logs").exists()
