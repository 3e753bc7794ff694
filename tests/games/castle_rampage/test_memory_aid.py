"""Tests of the memory aid: it shows a top card that repelled an attack, as the option says."""

from __future__ import annotations

from typing import Any

import pytest

from castlecards.core.session import Session
from tests.games.castle_rampage.build import GAME, RampageMatch, rampage
from tests.marks import rule

OPPONENT = {1: "archer archer archer"}


@rule("CR12")
@pytest.mark.parametrize("remember", ["off", "last", "all"])
def test_the_reminder_of_a_top_card_is_an_option(remember: str) -> None:
    box = rampage(remember=remember).pos.box
    reminding = {spec.name for spec in box.zones if spec.memory == remember}
    assert reminding == {"0.gate", "0.castle", "1.gate", "1.castle"}


@rule("CR12")
def test_an_option_that_was_saved_as_on_or_off_is_still_read() -> None:
    for old, new in ((True, "all"), (False, "off")):
        old_box, box = (GAME.setup(GAME.options(remember=each), 2).box for each in (old, new))
        assert old_box == box


def session_after(match: RampageMatch, *texts: str, remember: str = "all") -> Session[Any]:
    session: Session[Any] = Session(GAME, GAME.options(remember=remember), 2, 1, start=match.pos)
    for text in texts:
        match.pos = session.position
        session.submit(match.seat, match.action(text))
    match.pos = session.position
    return session


@rule("CR12")
@pytest.mark.parametrize(("remember", "reminds"), [("off", False), ("last", True), ("all", True)])
def test_both_sides_are_reminded_of_what_beat_off_an_attack(remember: str, reminds: bool) -> None:
    match = rampage(
        hands={0: "axe_man archer"}, gates={1: "giant spy"}, castles=OPPONENT, remember=remember
    )
    giant = match.card("giant")
    session = session_after(match, "attack axe_man >1.gate", remember=remember)
    for seat in (0, 1):
        assert session.position.knows(seat, giant)
        assert (session.shown(seat).face(giant) is not None) is reminds
    assert session.shown(-1).face(giant) is None


@rule("CR12")
def test_nobody_is_reminded_of_what_was_not_seen_on_top() -> None:
    """A card placed at the bottom comes to the top when the card above it falls."""
    match = rampage(
        hands={0: "knight", 1: "archer"}, gates={0: "axe_man", 1: "spy"}, castles=OPPONENT
    )
    session = session_after(match, "strengthen knight >0.gate", "attack archer >0.gate")
    knight = match.card("knight")
    assert match["0.gate"] == ["knight"]
    assert session.position.knows(0, knight)
    assert session.shown(0).face(knight) is None


@rule("CR12")
def test_a_reminder_ends_when_the_card_has_left_the_top_or_with_the_turn_after() -> None:
    match = rampage(
        hands={0: "axe_man"}, gates={1: "giant spy"}, castles=OPPONENT, draw="archer " * 8,
        remember="last",
    )  # fmt: skip
    giant = match.card("giant")
    session = session_after(match, "attack axe_man >1.gate", remember="last")
    seen = []
    first = session.position.state.turn
    while session.position.state.turn < first + 3:
        turn = session.position.state.turn
        session.submit(session.decision.seat, session.decision.default)
        if session.position.state.turn != turn:
            seen.append(session.shown(0).face(giant) is not None)
    assert seen == [True, False, False]
