"""Text client tests: reaction windows, stops and score sheets."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from castlecards import levels, text_client
from castlecards.content import games
from castlecards.core.action import PASS
from castlecards.core.save import load_session
from castlecards.core.session import ALWAYS, ATTACKED, NEVER, Session
from tests.games.castle_wars.build import GAME, wars
from tests.ui.table.skirmish import Options, Toy


def play_toy(words: str, *stops: str) -> tuple[str, Session[Any]]:
    session: Session[Any] = Session(Toy(), Options(order=0), 2, 3, stops=stops)
    out = io.StringIO()
    text_client.play(session, io.StringIO(words), out)
    return out.getvalue(), session


def test_windows_that_a_player_does_not_want_are_passed_without_a_question() -> None:
    text, session = play_toy("", NEVER, NEVER)
    assert "React?" not in text
    assert session.decision.prompt == "Draw a card"
    text, session = play_toy("", ALWAYS, ALWAYS)
    assert "React?" in text
    assert not session.log


def test_stops_can_be_changed_and_attacks_still_ask() -> None:
    text, session = play_toy("stops attacked\n" + 10 * "1\n", ALWAYS, NEVER)
    assert session.stops == [ATTACKED, NEVER]
    assert (session.decision.window, session.decision.seat) == ("attack", 0)
    assert session.log[-1].seat == 1
    assert text.count("React?") == 1


def test_phases_and_the_sheet_are_printed_as_they_change() -> None:
    text, _ = play_toy("sheet\n1\ntable\n1\nquit\n", NEVER, NEVER)
    assert "Phase now: Draw\n  Still to come: Attack, Arrange, Recruit\n" in text
    assert "Phase now: Attack\n  Still to come: Arrange, Recruit\n" in text
    before, after = text.split("Attack 1")
    assert "Attack    Player 1  Player 2" in before
    assert after.split("\n")[0].split() in (["0", "1"], ["1", "0"])


def test_what_has_been_done_is_told_as_all_may_know_it() -> None:
    text, _ = play_toy("1\nquit\n", NEVER, NEVER)
    assert "  Player 1: " in text


def test_the_record_of_a_match_under_way_names_no_soldier_that_lies_face_down() -> None:
    match = wars(ours="7H", theirs="10S", hand="3D 5H", begin="recruit")
    session: Session[Any] = Session(GAME, GAME.options(), 2, 1, start=match.pos)
    recruit = next(each for each in match.decision.options if each.verb == "recruit")
    session.submit(0, recruit)
    out = io.StringIO()
    text_client.retell(session, out)
    assert out.getvalue() == "  Player 1 recruited a soldier to their pile 1.\n"


@pytest.mark.parametrize(
    ("typed", "told"), [("99", "Choose from 1 to 2, not 99."), ("?", "'help undo'")]
)
def test_what_is_typed_wrongly_is_answered_with_what_may_be_typed(typed: str, told: str) -> None:
    text, session = play_toy(f"{typed}\nquit\n", NEVER, NEVER)
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
    (line,) = [line for line in out.getvalue().splitlines() if "Plot 1" in line]
    assert line.startswith("    Plot 1: ")
    assert line.count("(wall)") == 2
    assert line.endswith(", queen of spades [2]")


def match_of(game: str, kinds: tuple[str, ...] = ("human", "human"), seed: int = 5) -> Session[Any]:
    kind = games()[game]
    return Session(kind, kind.options(), 2, seed, kinds)


def type_words(session: Session[Any], words: str) -> str:
    out = io.StringIO()
    text_client.play(session, io.StringIO(words), out)
    return out.getvalue()


def bidding() -> Session[Any]:
    """Return a match of Tricks of the Trade in which a player must bid."""
    session = match_of("tricks_of_the_trade")
    for _ in range(40):
        if session.decision.options[0].verb == "bid":
            return session
        session.submit(session.decision.seat, session.decision.options[0])
    raise AssertionError("nobody bids")


@pytest.mark.parametrize("words", ["2", "bid 2", "Bid  2"])
def test_the_number_of_a_bid_is_the_bid(words: str) -> None:
    session = bidding()
    seat, at = session.decision.seat, session.at  # type: ignore[union-attr]
    text = type_words(session, f"{words}\nquit\n")
    shown = [line.strip() for line in text.splitlines() if ". Bid " in line]
    assert shown[:3] == ["0. Bid 0", "1. Bid 1", "2. Bid 2"]
    assert session.log[at].seat == seat
    assert session.game.describe(session.log[at].action, session.shown(seat)) == "Bid 2"


def test_an_answer_may_be_typed_in_its_words_as_far_as_they_tell_it_from_others() -> None:
    session = match_of("castle_wars")
    text = type_words(session, "draw\ndraw a SOL\nquit\n")
    assert "Answers 1, 2 fit. Type more words or a number." in text
    assert [record.action.verb for record in session.log] == ["draw"]
    assert "soldier" in session.game.describe(session.log[0].action, session.shown(0))
    assert "'words' is neither a card" in type_words(session, "nonsense words\n")


def test_an_answer_can_be_typed_as_a_few_of_its_words() -> None:
    options = {
        1: "attack the enemy's pile 1 with pile 2 (3 of clubs)",
        2: "attack the enemy's pile 1 with pile 1 (2 of clubs)",
        3: "attack the enemy's pile 1 with pile 1 (2 of clubs) + pile 2 (3 of clubs)",
        4: "end your attacks",
    }
    assert text_client.shortest("attack 1 2", options) == [1]
    assert text_client.shortest("att en 1 1", options) == [2]
    assert text_client.shortest("attack 1 with 2", options) == [1]
    assert text_client.shortest("attack 1 1 2", options) == [3]
    assert text_client.shortest("attack 9", options) == []


def test_the_target_of_an_attack_is_typed_first_as_the_help_says() -> None:
    assert (
        "'attack 3 1 2' to attack the enemy’s pile 3 with pile 1" in text_client.TOPICS["answers"]
    )
    session = match_of("castle_wars")
    while not any(action.verb == "attack" for action in session.decision.options):  # type: ignore[union-attr]
        type_words(session, "1\nquit\n")
    seat, at = session.decision.seat, session.at  # type: ignore[union-attr]
    type_words(session, "attack 3 1 2\nquit\n")
    action, names = session.log[at].action, session.position.box.names
    assert names[action.to] == f"{1 - seat}.pile2"
    assert [names[zone] for zone in action.zones] == [f"{seat}.pile0", f"{seat}.pile1"]


def test_an_action_in_the_words_of_a_save_goes_before_a_beginning() -> None:
    session = match_of("high_card")
    action = session.decision.options[1]
    type_words(session, f"{session.position.box.text(action)}\n")
    assert session.log[0].action == action


def test_the_game_is_saved_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a folder" / "my game.yaml"
    session = match_of("high_card")
    text = type_words(session, f"1\nsave {path}\nsave {tmp_path}\nquit\n")
    assert f"The game is saved in {path}." in text
    loaded = load_session(path.read_text(), path.name, games())
    assert loaded.log == session.log != []
    assert f"{tmp_path.name} was not saved" in text


def test_undo_says_what_is_taken_back() -> None:
    session = bidding()
    name = session.name(session.decision.seat)  # type: ignore[union-attr]
    at = session.at
    text = type_words(session, "2\nundo\nquit\n")
    assert session.at == at
    (told,) = [line for line in text.splitlines() if "Undone" in line]
    assert name in told
    assert "2" not in told.replace(name, "")  # a bid is secret until all have bid


def test_undo_takes_back_what_a_person_chose_and_what_computers_answered() -> None:
    session = match_of("high_card", ("human", "random"))
    text = type_words(session, "1\nundo\nquit\n")
    assert [record.seat for record in session.log[: session.at]] == [1]  # the seat that led first
    assert "Undone: Player 2 won the trick" in text
    assert "nothing to undo" in type_words(match_of("high_card"), "undo\n")
