"""The second front end with windows, stops and score sheets."""

from __future__ import annotations

import io
from typing import Any

import pytest

from castlecards import levels, text_client
from castlecards.core.action import PASS
from castlecards.core.session import ALWAYS, ATTACKED, NEVER, Session
from tests.games.castle_wars.build import GAME, wars
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
    text, session = said("stops attacked\n" + 10 * "1\n", ALWAYS, NEVER)
    assert session.stops == [ATTACKED, NEVER]
    assert session.decision is not None
    assert (session.decision.window, session.decision.seat) == ("attack", 0)
    assert session.log[-1].seat == 1
    assert text.count("React?") == 1


def test_phases_and_the_sheet_are_printed_as_they_change() -> None:
    text, _ = said("sheet\n1\n1\nquit\n", NEVER, NEVER)
    assert "[Draw] Attack Arrange Recruit" in text
    assert "Draw. [Attack] Arrange Recruit" in text
    before, after = text.split("Attack 1")
    assert "Attack    Player 1  Player 2" in before
    assert after.split("\n")[0].split() in (["0", "1"], ["1", "0"])


def test_what_has_been_done_is_told_as_all_may_know_it() -> None:
    text, _ = said("1\nquit\n", NEVER, NEVER)
    assert "  Player 1: " in text


def test_the_record_of_a_match_under_way_names_no_soldier_that_lies_face_down() -> None:
    match = wars(ours="7H", theirs="10S", hand="3D 5H", begin="recruit")
    session: Session[Any] = Session(GAME, GAME.options(), 2, 1, start=match.pos)
    recruit = next(each for each in match.decision.options if each.verb == "recruit")
    session.submit(0, recruit)
    out = io.StringIO()
    text_client.retell(session, out)
    assert out.getvalue() == "  Player 1 recruited a soldier face down onto their pile 1.\n"


@pytest.mark.parametrize(("typed", "told"), [("99", "there are answers 1 to"), ("?", "'undo'")])
def test_what_is_typed_wrongly_is_answered_with_what_may_be_typed(typed: str, told: str) -> None:
    text, session = said(f"{typed}\nquit\n", NEVER, NEVER)
    assert told in text
    assert all(record.action == PASS for record in session.log)


LEVEL = """
level: 1
game: castle
title: "Walls"
teaches: "Walls."
task: "Look."
hint: "Look."
table:
  0.hand: [AH, 9D]
  1.plot0: [5C up, 5S up, QS up]
  deck: [3C.2, 9S]
begin: Play
goal: {points: 6}
never: {turns: 1}
stars: [{actions: 5}, {actions: 4}]
solution:
- '0: pass'
"""


def test_titles_marks_and_badges_are_printed() -> None:
    session = levels.session(levels.load(LEVEL, "walls.yaml"))
    out = io.StringIO()
    text_client.play(session, io.StringIO(""), out)
    (line,) = [line for line in out.getvalue().splitlines() if "1.plot0" in line]
    assert line.startswith("   1.plot0 (Plot 1): ")
    assert line.count("(wall)") == 2
    assert line.endswith("=QS [2]")
