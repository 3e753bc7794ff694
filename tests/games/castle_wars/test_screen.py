"""Tests of Castle Wars on the screen: looks through decks, and the Jack during an attack."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random

import pytest

from castlecards.core.action import PASS
from castlecards.ui.kit.intents import Act, Command, Grab, Hover, Release
from castlecards.ui.table.overlay.decision_buttons import LIT_OR_LOOK
from castlecards.ui.table.overlay.reaction_bar import reaction_cause
from tests.games.castle_wars.build import GAME, wars
from tests.marks import rule
from tests.ui.table.tables import TableDriver, open_curtain, table

DECKS = {"0.soldiers": "2D 3D 4D", "0.resources": "JD QD KD"}
HELD = {"hand": "5H", "sleeve": "QH", "their_sleeve": "AS"}


def seers(begin: str = "draw", first: str = "seers", active: int = 0) -> Iterator[TableDriver]:
    match = wars(
        "9H 7H | 2H |", "8S 5S | 6S", piles=DECKS, begin=begin, first=first, active=active, **HELD
    )
    options = {"first": first}
    with table(GAME, kinds=("human", "still"), options=options, start=match.pos) as play:
        play.settle()
        yield play


def fan_faces(play: TableDriver, deck: str) -> list[str]:
    """Return the faces that are shown while a deck is held down."""
    at = play.where(deck)
    play.feed(Hover(at, play.clock))
    play.feed(Grab(at, play.clock))
    play.wait(0.6)
    seen = visible_cards(play)
    play.feed(Release(at, play.clock))
    assert play.table.pointer.pile_tools.fan is None
    return seen


def visible_cards(play: TableDriver) -> list[str]:
    fan = play.table.pointer.pile_tools.fan
    if fan is None:
        return []
    spots = fan.table_view.layout.by_card
    cards = [card for card, _ in fan.places() if spots[card].up]
    return [play.table.model.card_name(card) for card in cards]


def popup(play: TableDriver) -> list[str]:
    """Return the faces in the open popup, and close it."""
    assert play.scene == "PileInspector"
    names = [w.name for w in play.app.scene.layer.root.walk() if w.id.startswith("card:")]
    play.press("close")
    assert play.scene == "TableScene"
    return names


SOLDIERS = ["the 2 of diamonds", "the 3 of diamonds", "the 4 of diamonds"]
RESOURCES = ["the Jack of diamonds", "the Queen of diamonds", "the King of diamonds"]


def plain(names: list[str]) -> list[str]:
    return [name if name.startswith("the ") else f"the {name}" for name in names]


@rule("CW31")
@pytest.mark.parametrize("begin", ["draw", "attack", "move", "recruit"])
@pytest.mark.long
def test_seers_look_through_their_decks_in_every_phase_by_mouse_and_key(begin: str) -> None:
    for play in seers(begin):
        before = play.session.at
        for deck, cards in (("0.soldiers", SOLDIERS), ("0.resources", RESOURCES)):
            assert plain(fan_faces(play, deck)) == cards
            play.click(play.where(deck), button=3)
            assert plain(popup(play)) == cards
            play.feed(Hover((640, 420), play.clock))
            play.focus(f"pile:{deck}")
            play.feed(Command(Act.ZOOM, True, False, play.clock))
            assert plain(visible_cards(play)) == cards
            play.feed(Command(Act.ZOOM, False, False, play.clock))
            play.key(Act.CONFIRM)
            assert plain(popup(play)) == cards
        assert play.session.at == before  # looking draws no card
        if begin == "draw":
            assert LIT_OR_LOOK in play.table.overlay.prompt_panel.prompt.hint
            play.click(play.where("0.soldiers"))
            assert play.session.log[-1].action.verb == "draw"


@rule("CW31")
def test_seers_look_through_their_decks_in_the_turn_and_in_the_windows_of_the_enemy() -> None:
    for play in seers("attack", active=1):
        assert play.session.decision is not None
        for _ in range(40):
            decision = play.session.decision
            if decision is not None and decision.window and decision.seat == 0:
                break
            play.feed(dt=0.05)
        assert plain(fan_faces(play, "0.soldiers")) == SOLDIERS
        play.click(play.where("0.resources"), button=3)
        assert plain(popup(play)) == RESOURCES
        play.focus("pile:0.soldiers")


@rule("CW31", "CW6")
def test_others_cannot_look_through_their_decks() -> None:
    for play in seers(first="none"):
        play.click(play.where("0.soldiers"), button=3)
        assert play.scene == "TableScene"
        assert play.session.log == []
        assert LIT_OR_LOOK not in play.table.overlay.prompt_panel.prompt.hint
        with pytest.raises(AssertionError, match="Tab does not reach"):
            play.focus("pile:0.soldiers")
        assert fan_faces(play, "0.soldiers") == []


@rule("CW18", "CW23")
def test_an_attack_that_is_called_off_has_no_arrow_and_no_numbers_any_more() -> None:
    match = wars("9H 7H | 2H", "8S 5S | 6S", sleeve="QH", their_sleeve="AS QS")
    with table(GAME, start=match.pos) as play:
        play.session.stops[:] = ["attacks", "attacks"]
        play.open()
        attack = match.action("attack 7H+2H >5S")
        assert attack is not None
        play.table.submit(0, attack)
        play.settle()
        found = reaction_cause(play.session, play.session.at)
        assert [target.card for target in found.picked] == [match.card("7H"), match.card("2H")]
        assert [target.card for target in found.goals] == [match.card("5S")]
        assert play.table.playback.pending_clash is not None
        match.play("attack 7H+2H >5S")
        shot = match.action("play AS >7H")
        assert shot is not None
        play.table.submit(1, shot)
        play.settle()
        assert play.table.find("window").name == "Anna: the attack is off. Play anything else?"
        found = reaction_cause(play.session, play.session.at)
        assert [target.card for target in found.picked] == [match.card("2H"), match.card("5S")]
        assert found.goals == ()
        assert play.table.playback.pending_clash is None, "no numbers on the stage any more"


@rule("CW18")
@pytest.mark.parametrize("stop", ["always", "never"])
def test_a_move_before_a_window_that_somebody_let_pass_is_taken_back_by_consent(stop: str) -> None:
    match = wars("9H 7H | 2H", "8S 5S | 6S", hand="4H", their_sleeve="QS", begin="move")
    with table(GAME, start=match.pos) as play:
        play.session.stops[:] = ["always", stop]
        play.open()
        move = match.action("move 7H >0.pile1")
        assert move is not None
        play.table.submit(0, move)
        play.settle()
        play.table.submit(0, PASS)
        play.settle()
        if stop == "always":
            assert play.table.find("window").name.startswith("Ben: ")
            play.wait(0.5)
            play.press("pass")
        play.open()
        assert play.session.decision.seat == 0
        assert play.session.decision.prompt.startswith("Recruit")
        at = play.session.at
        play.press("undo")
        if stop == "always":
            assert play.scene == "UndoConsent"
            assert play.session.at == at
            play.press("agree")
        assert play.session.at == 1


@rule("CW19")
def test_a_soldier_of_an_open_attack_glides_from_where_it_is_dropped() -> None:
    with table(GAME, seed=8, instant=False) as play:
        rnd = Random(8)
        while "Rearrange" not in play.session.decision.prompt:
            decision, pos = play.session.decision, play.session.position
            open_curtain(play)
            jacks = [
                option
                for option in decision.options
                if decision.window and option.cards and pos.face(option.cards[0]).rank == 11
            ]
            play.table.submit(decision.seat, rnd.choice(jacks or decision.options))
        open_curtain(play)
        assert play.table.playback.pending_clash is not None
        move = play.session.decision.options[1]
        end = play.where(play.session.position.box.zones[move.to].name)
        play.drag(play.where(move.cards[0]), end)
        assert play.session.log[-1].action == move
        script = play.table.playback.animation.script
        start = script.tracks[move.cards[0]].start
        assert math.dist((start.x, start.y), end) < 3
