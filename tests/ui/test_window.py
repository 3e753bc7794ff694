"""The program as a player has it: a real window, mouse and keys, and what the save file says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from castlecards import database
from castlecards.core.action import PASS, Decision
from castlecards.core.landing import Limits
from castlecards.core.session import Session
from castlecards.ui import history
from tests.ui.window import Window, screen, targets

pytestmark = pytest.mark.window

GAME = "card_barrage"
MOST_THROWS = 16  # a lob hits three times in four
MOST_MOVES = 400


@pytest.fixture
def window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("CASTLECARDS_HOME", str(tmp_path / "twin"))
    with screen() as display:
        window = Window(display, tmp_path / "home")
        yield window
        window.close()


def begin(window: Window) -> Session[Any]:
    """From the title to the table, by mouse."""
    for id in ("title.play", f"picker.{GAME}", "setup.start"):
        window.click_on(id)
    session = window.wait()
    assert session is not None
    return session


def points(session: Session[Any]) -> int:
    """Cards in the score piles."""
    pos = session.position
    return sum(
        len(cards)
        for cards, spec in zip(pos.zones, pos.box.zones, strict=True)
        if "score" in spec.name
    )


def asked(session: Session[Any]) -> Decision:
    assert session.decision is not None
    return session.decision


def test_a_flick_of_the_mouse_scores_a_wall_and_the_save_shows_it(window: Window) -> None:
    session = begin(window)
    assert points(session) == 0
    throws = 0
    while points(session) == 0:
        decision = asked(session)
        after: Session[Any] | None
        if isinstance(decision.aim, Limits):
            throws += 1
            assert throws <= MOST_THROWS
            after = window.throw(session, decision.aim.cards[0], targets(session, decision)[0])
            assert after is not None
            verbs = [record.action.verb for record in after.log[len(session.log) :]]
            assert verbs[:2] == ["toss", "landed"]
        else:
            after = window.play(session, decision.options[0])
        assert after is not None
        session = after
    text = window.save_file.read_text(encoding="utf-8")
    assert "toss c" in text
    assert "nature: landed c" in text


def test_two_people_play_a_whole_game_by_mouse_and_keyboard(window: Window) -> None:
    now: Session[Any] | None = begin(window)
    last, moves = now, 0
    while now is not None:
        assert moves < MOST_MOVES
        last, moves = now, moves + 1
        decision = asked(now)
        if isinstance(decision.aim, Limits):
            places = targets(now, decision)
            now = window.throw(now, decision.aim.cards[0], places[moves % min(3, len(places))])
        else:
            action = PASS if PASS in decision.options else decision.options[0]
            play = window.play_by_keys if moves % 2 else window.play
            now = play(now, action)
    assert last is not None
    assert points(last) >= 10
    (line,) = history.read(window.home / database.file().name)[0].games
    assert line.game == GAME
    window.key("Escape")
    assert window.process.poll() is None
