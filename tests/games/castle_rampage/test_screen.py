"""Tests of paying on the screen: a single way to pay is offered as one button."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from castlecards.core.session import Session
from castlecards.ui.kit.intents import Act
from castlecards.ui.table.scene import TableScene
from tests.games.castle_rampage.build import GAME, rampage
from tests.marks import rule
from tests.ui.driving import Driver
from tests.ui.table.tables import open_table


@pytest.fixture
def driver(home: Path) -> Iterator[Driver]:
    with Driver(instant=True) as driver:
        yield driver


def start_payment(driver: Driver, hand: str) -> tuple[Session[Any], TableScene]:
    """Drop a Charge on the gate, so that its price is asked for."""
    match = rampage(hands={0: f"scheme_charge {hand}"}, gates={1: "ogre spy"})
    session: Session[Any] = Session(GAME, GAME.options(), 2, 1, start=match.pos)
    decision = session.decision
    card = next(c for c in match.pos.zones[0] if match.pos.face(c).key.startswith("scheme_charge"))
    played = [a for a in decision.options if a.cards == (card,) and a.verb == "attack"]
    session.submit(0, played[0])
    scene = driver.sit(session)
    driver.settle()
    if scene.model.curtain is not None:
        scene.raise_curtain()
        driver.settle()
    return session, scene


@rule("CR15")
def test_a_single_way_to_pay_is_one_click(driver: Driver) -> None:
    driver.app.draws_every_frame = True
    session, scene = start_payment(driver, "knight axe_man bomber")
    names = [button.name for button in scene.overlay.prompt_panel.buttons]
    assert names == ["Pay with the Knight and the Axe man"]
    before = session.at
    driver.press(scene.overlay.prompt_panel.buttons[0].rect.center)
    assert session.at == before + 1
    assert {session.position.face(card).title for card in session.log[-1].action.cards} == {
        "Knight", "Axe man",
    }  # fmt: skip


@rule("CR9", "CR4")
@pytest.mark.parametrize("structure", ["0.gate", "0.castle"])
def test_what_cannot_be_placed_is_refused_where_it_is_drawn_to(structure: str) -> None:
    match = rampage(hands={0: "ogre knight"}, gates={0: "archer", 1: "ogre spy"})
    with open_table(GAME, start=match.pos) as play:
        ogre = next(c for c in match.pos.zones[0] if match.pos.face(c).key.startswith("ogre"))
        for end in (play.where(structure), (640, 400)):  # and where there is no place
            play.drag(play.where(ogre), end)
            note = play.table.overlay.note
            assert note.refusal.rule == "CR9"
            assert "2 other" in note.refusal.text
            play.key(Act.CANCEL)
        play.click(play.where(ogre))
        note = play.table.overlay.note
        assert note.refusal.rule == "CR9"
        assert not play.session.log


@rule("CR4", "CR13")
def test_a_refusal_speaks_of_the_place_that_a_card_was_drawn_to() -> None:
    match = rampage(hands={0: "giant"}, placed=True, gates={0: "archer", 1: "ogre spy"})
    giant = match.card("giant")
    with open_table(GAME, start=match.pos) as play:
        for end, rule_id in ((play.where("0.gate"), "CR4"), (play.where("1.gate"), "CR13")):
            play.drag(play.where(giant), end)
            note = play.table.overlay.note
            assert note.refusal.rule == rule_id
            play.key(Act.CANCEL)


@rule("CR15")
def test_two_ways_to_pay_are_chosen_by_the_cards(driver: Driver) -> None:
    _, scene = start_payment(driver, "knight axe_man axe_man")
    assert not scene.overlay.prompt_panel.buttons
