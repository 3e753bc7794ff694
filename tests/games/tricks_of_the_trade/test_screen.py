"""Tests of Tricks of the Trade on the screen: names, rows and curtains of the players."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from castlecards.core import narration
from castlecards.core.session import Session
from castlecards.ui.cardart.seat_signs import SEATS
from castlecards.ui.table.commands import ChooseTarget
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.overlay.move_list import line_text
from castlecards.ui.table.overlay.widgets import score_table
from castlecards.ui.table.scene import TableScene
from tests.games.tricks_of_the_trade.build import GAME
from tests.marks import rule
from tests.ui.driving import Driver
from tests.ui.table.tables import table

NAMES = ("Anna", "Ben", "North", "Dan")


def begun(players: int) -> Session[Any]:
    """Return a session in which all have bid; the first player has the trading turn."""
    session: Session[Any] = Session(GAME, GAME.options(), players, 5, (), NAMES[:players])
    for _ in range(players):
        act(session, "bid")
    return session


def act(session: Session[Any], verb: str, nth: int = 0) -> None:
    decision = session.decision
    found = [action for action in decision.options if action.verb == verb]
    session.submit(decision.seat, found[nth])


@pytest.fixture
def driver(home: Path) -> Iterator[Driver]:
    with Driver(instant=True) as driver:
        yield driver


def test_each_of_four_has_a_row_on_the_score_board() -> None:
    session = begun(4)
    score = score_table(session)
    assert score.names == NAMES
    assert score.signs == tuple((sign,) for sign in SEATS[:4])
    assert score.active == session.decision.seat
    assert score.columns == (("Points", ("0",) * 4),)  # the plates tell tricks and bids
    assert score.notes == ("Round 1 of 3",)  # a banner tells the trump
    two = score_table(begun(2))
    assert two.names == ("Anna", "Ben")


def test_texts_name_the_players_once_and_for_all() -> None:
    session = begun(4)
    assert session.with_player_names("North 3 offers North 2 a card, South none") == (
        "Dan offers North a card, Anna none"  # the third player is named North
    )
    assert session.with_player_names("Northern Southwark") == "Northern Southwark"
    act(session, "offer")
    assert session.decision is not None
    first = session.log[-1].seat
    seen = {seat: line_text(session, len(session.log) - 1, seat) for seat in range(4)}
    assert seen[first].startswith("You offered ")
    strangers = [text for seat, text in seen.items() if seat != first]
    assert all(text.startswith(f"{NAMES[first]} offered ") for text in strangers)
    hidden = [text for text in strangers if text.endswith(" a swap of one card.")]
    assert len(hidden) == 2  # it was shown to one
    act(session, "wish")
    told = [narration.sentences(session, seat, 0, session.at)[-1].text for seat in range(4)]
    assert sum("asking for" in text for text in told) == 2  # strangers do not read the wish


@rule("TT10")
def test_who_is_asked_reads_who_offers() -> None:
    session = begun(3)
    proposer = session.decision.seat if session.decision is not None else -1
    act(session, "offer")
    act(session, "wish")
    assert session.with_player_names(session.decision.prompt).startswith(
        f"{NAMES[proposer]} offers you"
    )


def test_the_curtain_tells_nothing_of_a_hand(driver: Driver) -> None:
    """The prompt itself may, for example whether the player can follow suit."""
    session = begun(3)
    for verb in ("pass",) * 6:
        act(session, verb)
    act(session, "play")
    scene = driver.sit(session)
    driver.settle()
    assert session.decision.prompt not in scene.model.curtain.text
    assert scene.model.curtain.text == "Six tricks: follow suit if you can. The highest trump wins."


# -- forms ----------------------------------------------------------------------------------------


def open_table(driver: Driver, session: Session[Any]) -> TableScene:
    """Return the table with the cards of the asked player shown."""
    scene = driver.sit(session)
    driver.settle()
    if scene.model.curtain is not None:
        scene.raise_curtain()
        driver.settle()
    return scene


def pick(scene: TableScene, card: int) -> None:
    """Choose a card, as Enter does."""
    scene.execute([ChooseTarget(Target(card, scene.session.position.zone_of(card)), (0, 0))])


def offered() -> Session[Any]:
    """Return a session in which the second player is asked for a card of a domain."""
    session: Session[Any] = Session(GAME, GAME.options(), 2, 5, (), NAMES[:2])
    for verb in ("bid", "bid", "offer"):
        act(session, verb)
    decision = session.decision
    wanted = [a for a in decision.options if session.position.face(a.cards[0]).suit]
    session.submit(decision.seat, wanted[0])
    return session


@rule("TT9")
def test_the_key_of_a_figure_bids(driver: Driver) -> None:
    session: Session[Any] = Session(GAME, GAME.options(), 2, 5, (), NAMES[:2])
    open_table(driver, session)
    driver.key("9")  # no such token
    assert not session.log
    driver.key("4")
    assert session.log[-1].action.verb == "bid"
    assert session.position.face(session.log[-1].action.cards[0]).rank == 4


@rule("TT9")
def test_pointing_at_a_token_tells_what_it_would_give(driver: Driver) -> None:
    session: Session[Any] = Session(GAME, GAME.options(), 2, 5, (), NAMES[:2])
    scene = open_table(driver, session)
    three = next(a for a in session.decision.options if session.position.face(a.cards[0]).rank == 3)
    assert scene.model.preview_text(three.cards[0]).startswith("Bid 3: win 3 for 7 points")


@rule("TT10")
def test_a_picked_card_is_given_by_a_button_and_others_are_lit_on_demand(driver: Driver) -> None:
    driver.app.draws_every_frame = True
    session = offered()
    scene = open_table(driver, session)
    gives = {a.cards[0] for a in session.decision.options if a.verb == "give"}
    counters = {a.cards[0] for a in session.decision.options if a.verb == "counter"}
    assert gives
    assert counters
    assert scene.pointer.hints.bright_cards == gives
    driver.click("other")
    assert scene.pointer.hints.bright_cards == counters
    driver.click("other")
    card = min(gives)
    pick(scene, card)
    driver.settle()
    button = scene.overlay.form_bar.buttons[0]
    assert button.id == "pick:0:give"
    before = session.at
    driver.click(button.id)
    assert session.at == before + 1
    assert session.log[-1].action.cards == (card,)


@rule("TT10")
def test_a_card_for_one_of_several_players_has_no_button_for_each(driver: Driver) -> None:
    driver.app.draws_every_frame = True
    session: Session[Any] = Session(GAME, GAME.options(), 4, 5, (), NAMES)
    for _ in range(4):
        act(session, "bid")
    scene = open_table(driver, session)
    offers = [a for a in session.decision.options if a.verb == "offer"]
    pick(scene, offers[0].cards[0])
    driver.settle()
    assert [button.id for button in scene.overlay.form_bar.buttons] == ["option:0:pass"]
    places = {a.to for a in offers if a.cards == offers[0].cards}
    assert len(places) == 3
    driver.press(scene.table_view.rect_of(Target(-1, max(places))).center)
    assert session.log[-1].action.to == max(places)


@rule("TT10")
def test_a_card_dropped_on_the_empty_socket_is_given(driver: Driver) -> None:
    session = offered()
    scene = open_table(driver, session)
    action = next(a for a in session.decision.options if a.verb == "give")
    pick(scene, action.cards[0])
    driver.press(scene.table_view.rect_of(Target(-1, action.to)).center)
    assert session.log[-1].action == action


def test_nobody_waits_for_tokens_that_are_not_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CASTLECARDS_HOME", str(tmp_path))
    with table(GAME, 4, kinds=("human", *["random"] * 3), instant=False) as play:
        play.feed(dt=0.01)
        played, pos = play.table.playback.animation.script, play.session.position
        tokens = {card for zone in pos.state.ground.tokens for card in pos.zones[zone]}
        assert len(tokens) == 28
        assert not tokens & set(played.tracks)
