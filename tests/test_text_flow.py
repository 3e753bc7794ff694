"""The second front end with windows, stops and score sheets."""

from __future__ import annotations

import io
from typing import Any

from castlecards import text_client
from castlecards.core.session import ALWAYS, ATTACKED, NEVER, Session
from tests.ui.table.flow_toys import Options, Toy


def said(words: str, *stops: str) -> tuple[str, Session[Any]]:
    session: Session[Any] = Session(Toy(), Options(order=0), 2, 3, stops=stops)
    out = io.StringIO()
    text_client.play(session, io.StringIO(words), out)
    return out.getvalue(), session


def test_windows_that_a_player_does_not_want_are_passed_without_a_question() -> None:
    text, session = said("", NEVER, NEVER)
    assert "React?" not in text
    assert session.decision is not None
    assert session.decision.prompt == "Draw a card"
    text, session = said("", ALWAYS, ALWAYS)
    assert "React?" in text
    assert not session.log


def test_stops_can_be_changed_and_attacks_still_ask() -> None:
    text, session = said("stops attacked\n1\n1\n", ALWAYS, NEVER)
    assert session.stops == [ATTACKED, NEVER]
    assert session.decision is not None
    assert session.decision.window == "attack"
    assert text.count("React?") == 1


def test_phases_and_the_sheet_are_printed_as_they_change() -> None:
    text, _ = said("sheet\n1\n1\nquit\n", NEVER, NEVER)
    assert "[Draw] Attack Arrange Recruit" in text
    assert "Draw. [Attack] Arrange Recruit" in text
    before, after = text.split("Attack 1")
    assert "Attack  South  North" in before
    assert after.split("\n")[0].split() in (["0", "1"], ["1", "0"])
