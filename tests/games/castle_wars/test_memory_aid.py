"""Tests of the memory aid: which face-down soldiers the table still shows and names."""

from __future__ import annotations

from typing import Any

import pytest

from castlecards.core.session import Session
from castlecards.ui.table.overlay.move_list import line_text
from tests.games.castle_wars.build import GAME, WarsMatch, wars
from tests.marks import rule


def played(match: WarsMatch, *texts: str, **options: Any) -> Session[Any]:
    """Return a session in which these actions were played; windows are passed."""
    chosen = GAME.options(first_colour="red", **options)
    session: Session[Any] = Session(GAME, chosen, 2, 1, start=match.pos, names=("Anna", "Ben"))
    for text in texts:
        match.pos = session.position
        while session.decision is not None and session.decision.window and text != "pass":
            session.submit(session.decision.seat, session.decision.default)
            match.pos = session.position
        action = match.action(text)
        assert action is not None, (text, match.options)
        session.submit(session.decision.seat, action)
    match.pos = session.position
    return session


def shows(session: Session[Any], match: WarsMatch, seat: int, name: str, at: int = -1) -> bool:
    """Return True if the face of this card is shown to the seat, or the table may name it."""
    return session.shown(seat, at).face(match.card(name)) is not None


@rule("CW21", "CW32")
@pytest.mark.parametrize(("remember", "reminds"), [("off", False), ("last", True), ("all", True)])
def test_a_knight_that_was_shown_is_brought_to_mind_as_far_as_the_option_goes(
    remember: str, reminds: bool
) -> None:
    match = wars("3H 2H | 4H", "3S 9S | 10S", sleeve="KH", remember=remember)
    session = played(match, "play KH >0.pile0", remember=remember)
    assert session.position.knows(1, match.card("KH"))
    assert shows(session, match, 1, "KH") is reminds
    assert shows(session, match, 0, "KH")  # its owner may look at it


@rule("CW32")
def test_the_last_turn_is_this_one_and_the_one_before() -> None:
    for remember in ("last", "all"):
        match = wars(
            "3H 2H | 4H", "3S 9S | 10S", sleeve="KH", piles={"0.soldiers": "5H 6H 7H 8H",
            "1.soldiers": "4S 5S 6S 7S"}, remember=remember,
        )  # fmt: skip
        session = played(match, "play KH >0.pile0", remember=remember)
        seen = []
        while session.position.state.turn < 3:
            turn = session.position.state.turn
            verbs = {action.verb: action for action in session.decision.options}
            session.submit(session.decision.seat, verbs.get("draw", session.decision.default))
            if session.position.state.turn != turn:
                seen.append(shows(session, match, 1, "KH"))
        assert seen == ([True, False, False] if remember == "last" else [True] * 3)


@rule("CW19", "CW32")
@pytest.mark.parametrize("moves", [(), ("move 7H >0.pile1",)])
def test_nothing_that_a_jack_let_be_laid_anew_is_shown_or_named(moves: tuple[str, ...]) -> None:
    match = wars("3H 7H | 4H 2H", "9S | 10S", sleeve="JH KH", up="7H")
    session = played(match, "play KH >0.pile1", "play JH", *moves, "pass")
    for name in ("7H", "KH"):
        assert session.position.knows(1, match.card(name))  # Ben could remember it
        assert not shows(session, match, 1, name)  # but the table does not show it
    for at in range(len(session.log)):
        line = line_text(session, at, 1)
        assert "seven" not in line.casefold(), line
        assert "7" not in line, line
        assert at == 0 or "knight" not in line.casefold(), line
    assert shows(session, match, 1, "7H", 0)  # it was face up before


@rule("CW32")
@pytest.mark.parametrize(("first", "second"), [("ninjas", "none"), ("none", "ninjas")])
def test_nothing_is_brought_to_mind_where_a_side_is_ninjas(first: str, second: str) -> None:
    match = wars(
        "3H 7H | 4H", "9S | 10S 8S", up="7H 8S", begin="end", sleeve="KH",
        first=first, second=second, remember="all",
    )  # fmt: skip
    zones = [spec.memory for spec in match.pos.box.zones if "pile" in spec.name]
    assert set(zones) == {"off"}
    session = played(match, "pass", first=first, second=second, remember="all")
    ninja = 0 if first == "ninjas" else 1
    turned = "7H" if ninja == 0 else "8S"
    assert not match.is_up(turned)
    assert session.position.knows(1 - ninja, match.card(turned))
    assert not shows(session, match, 1 - ninja, turned)
    assert shows(session, match, ninja, turned)


@rule("CW4")
def test_a_soldier_from_the_hand_is_recruited_without_a_name() -> None:
    """A card that was face up before it was swapped into the hand has no name, either."""
    match = wars("3H 7H | 4H", "9S | 10S", up="7H", hand="5H", first="shape_shifters")
    session = played(
        match, "swap 7H 5H" if match.offers("swap 7H 5H") else match.any_of("swap"),
        first="shape_shifters",
    )  # fmt: skip
    assert "7H" in match["0.hand"]
    assert session.position.knows(1, match.card("7H"))
    assert not shows(session, match, 1, "7H")


def test_an_undo_brings_back_what_was_seen_before() -> None:
    match = wars("3H 2H | 4H", "3S 9S | 10S", sleeve="KH QH JH")
    session = played(match, "play KH >0.pile0", "play JH")
    assert not shows(session, match, 1, "KH")
    session.undo(0, consent=True)
    assert shows(session, match, 1, "KH")
    match.pos = session.position
    queen = match.action("play QH")
    assert queen is not None
    session.submit(0, queen)
    assert shows(session, match, 1, "KH")
