"""What the screen makes of the players of Tricks of the Trade: their names, rows and curtains."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from castlecards.core.session import Session
from castlecards.ui.cardart.seat_signs import SEATS
from castlecards.ui.scene import Anew
from castlecards.ui.table.chrome.history import told
from castlecards.ui.table.chrome.plates import score_of
from castlecards.ui.table.scene import TableScene
from tests.games.tricks_of_the_trade.build import GAME
from tests.marks import rule
from tests.ui.driving import Driver

NAMES = ("Anna", "Ben", "North", "Dan")


def begun(players: int) -> Session[Any]:
    """All have bid; the first player has the trading turn."""
    session: Session[Any] = Session(GAME, GAME.options(), players, 5, (), NAMES[:players])
    for _ in range(players):
        act(session, "bid")
    return session


def act(session: Session[Any], verb: str, nth: int = 0) -> None:
    decision = session.decision
    assert decision is not None
    found = [action for action in decision.options if action.verb == verb]
    session.submit(decision.seat, found[nth])


@pytest.fixture
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    monkeypatch.setenv("CASTLECARDS_HOME", str(tmp_path))
    driver = Driver(instant=True)
    yield driver
    driver.app.close()


def test_each_of_four_has_a_row_on_the_score_board() -> None:
    session = begun(4)
    score = score_of(session)
    assert score.names == NAMES
    assert score.signs == tuple((sign,) for sign in SEATS[:4])
    assert session.decision is not None
    assert score.active == session.decision.seat
    won = dict(score.columns)["Won of bid"]
    assert [text.partition(" of ")[0] for text in won] == ["0"] * 4
    two = score_of(begun(2))
    assert two.names == ("South · Anna", "North · Ben")


def test_texts_name_the_players_once_and_for_all() -> None:
    session = begun(4)
    assert session.named("North 3 offers North 2 a card, South none") == (
        "Dan offers North a card, Anna none"  # the third is called so, and is not the second
    )
    assert session.named("Northern Southwark") == "Northern Southwark"
    act(session, "offer")
    assert session.decision is not None
    first = session.log[-1].seat
    seen = {seat: told(session, len(session.log) - 1, seat) for seat in range(4)}
    assert seen[first].startswith("You offered ")
    strangers = [text for seat, text in seen.items() if seat != first]
    assert all(text.startswith(f"{NAMES[first]} offered ") for text in strangers)
    assert sum(text.endswith(" a card.") for text in strangers) == 2  # it was shown to one


@rule("TT10")
def test_who_is_asked_reads_who_offers() -> None:
    session = begun(3)
    proposer = session.decision.seat if session.decision is not None else -1
    act(session, "offer")
    act(session, "wish")
    assert session.decision is not None
    assert session.named(session.decision.prompt).startswith(f"{NAMES[proposer]} offers you")


def test_the_curtain_tells_nothing_of_a_hand(driver: Driver) -> None:
    """What is asked may: whether somebody can follow suit, say."""
    session = begun(3)
    for verb in ("pass",) * 6:
        act(session, verb)
    act(session, "play")
    scene = TableScene(driver.app, session)
    driver.app.follow(Anew(scene))
    driver.settle()
    assert session.decision is not None
    assert scene.model.curtain is not None
    assert session.decision.prompt not in scene.model.curtain.text
    assert scene.model.curtain.text == "Six tricks: follow suit if you can; the highest trump wins."
