"""Tests of clicks during an animation: a button acts; elsewhere, the click ends the animation."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from castlecards import levels
from castlecards.core.action import PASS
from castlecards.core.cards import NATURE
from castlecards.core.session import Session
from castlecards.ui.kit.intents import Act, Grab, Hover, Release
from castlecards.ui.practice.free_range import free_range
from castlecards.ui.scene import Push, Reset
from castlecards.ui.table.overlay.widgets import IconButton
from castlecards.ui.table.scene import TableScene
from tests.games.castle_wars.build import wars
from tests.ui.table.tables import TableDriver, open_table, run_until_asked, table

NULL = "high_card"
THROWN = "card_barrage"


@pytest.fixture
def gliding() -> Iterator[TableDriver]:
    """Fixture: a player has just laid a card, which glides."""
    with open_table(NULL, instant=False) as play:
        decision = play.session.decision
        laid = next(action for action in decision.options if action.cards)
        play.table.submit(decision.seat, laid)
        play.feed()
        assert play.table.playback.animation.running
        yield play


@pytest.fixture
def flying() -> Iterator[TableDriver]:
    """Fixture: a card has just been thrown."""
    with open_table(THROWN, instant=False, time_scale=0.25) as play:
        play.flick(play.hand[0], button=3)
        assert play.table.playback.flying
        yield play


def press(play: TableDriver, id: str) -> None:
    """Click with a frame between press and release, in which widgets can be rebuilt."""
    at = play.app.scene.find(id).rect.center
    play.feed(Hover(at, play.clock))
    play.feed(Grab(at, play.clock))
    play.feed(Release(at, play.clock))


def test_the_moves_open_while_a_card_glides(gliding: TableDriver) -> None:
    press(gliding, "history")
    assert gliding.table.overlay.move_list.shown
    assert gliding.table.playback.animation.running


def test_the_menu_opens_while_a_card_glides_and_then_it_glides_on(gliding: TableDriver) -> None:
    press(gliding, "menu")
    assert gliding.scene == "TableMenu"
    assert gliding.table.playback.animation.running
    gliding.press("resume")
    run_until_asked(gliding)
    assert gliding.table.model.curtain is not None


def test_a_click_beside_the_buttons_ends_the_motion_and_does_nothing_else(
    gliding: TableDriver,
) -> None:
    lines = len(gliding.session.log)
    gliding.feed(Grab((640, 300), gliding.clock))
    assert not gliding.table.playback.animation.running
    assert len(gliding.session.log) == lines


def test_a_move_is_taken_back_while_its_card_glides(gliding: TableDriver) -> None:
    assert gliding.session.at == 1
    press(gliding, "undo")
    assert gliding.session.at == 0
    gliding.settle()
    assert gliding.table.model.curtain is None  # the player who undid it is asked again
    assert gliding.table.selection is not None


def test_the_keys_of_buttons_act_while_a_card_glides(gliding: TableDriver) -> None:
    gliding.key(Act.HISTORY)
    gliding.key(Act.SORT)
    gliding.key(Act.FASTER)
    assert gliding.table.overlay.move_list.shown
    assert not gliding.app.settings.sorted_hand
    assert gliding.app.settings.animation_speed > 1
    assert gliding.table.playback.animation.running
    gliding.key(Act.UNDO)
    assert gliding.session.at == 0


def test_a_key_that_chooses_only_ends_the_motion(gliding: TableDriver) -> None:
    gliding.key(Act.CONFIRM)
    assert not gliding.table.playback.animation.running
    assert gliding.session.at == 1


@pytest.mark.long
def test_the_hint_that_waits_for_rest_ends_the_motion_and_hints() -> None:
    with table("castle", kinds=("human", "random"), instant=False) as play:
        play.settle()
        decision = play.session.decision
        play.table.submit(decision.seat, decision.default)
        while play.session.decision is None or play.session.decision.seat != 0:
            play.feed()
        play.feed()
        assert play.table.playback.animation.running
        press(play, "hint")
        assert not play.table.playback.animation.running
        assert play.table.model.coach is not None


def test_the_menu_opens_in_mid_flight_and_then_it_flies_on(flying: TableDriver) -> None:
    press(flying, "menu")
    assert flying.scene == "TableMenu"
    t = flying.table.playback.t
    flying.press("resume")
    assert flying.table.playback.t == pytest.approx(t, abs=0.1)
    run_until_asked(flying)
    assert flying.session.log[-1].seat == NATURE


def test_a_throw_is_not_taken_back_before_all_have_agreed_though_it_still_flies(
    flying: TableDriver,
) -> None:
    at = flying.session.at
    press(flying, "undo")
    assert flying.session.at == at + 1  # the throw is logged
    assert flying.scene == "UndoConsent"


@pytest.mark.usefixtures("every_frame_drawn")
def test_the_range_throws_again_while_the_card_before_flies(flying: TableDriver) -> None:
    app = flying.app
    scene = free_range(app, levels.shelf()["range"].options())
    flying.table, flying.session = scene, scene.session
    app.follow(Push(scene))
    flying.settle()
    flying.flick(flying.hand[0], button=3)
    while not scene.find(
        "practice.again"
    ).rect.width:  # the button appears a moment after the release
        flying.feed()
    assert scene.playback.flying
    press(flying, "practice.again")
    tosses = [record for record in scene.session.log if record.action.verb == "toss"]
    assert len(tosses) == 2
    assert tosses[0].action.args == tosses[1].action.args
    assert scene.playback.plays  # the second throw plays


def test_a_button_that_is_made_anew_while_it_is_held_acts_when_it_is_let_go(
    flying: TableDriver,
) -> None:
    at = flying.table.find("history").rect.center
    flying.feed(Hover(at, flying.clock), Grab(at, flying.clock))
    root, old = flying.table.overlay.root, flying.table.overlay.tools[5]
    new = IconButton(old.id, old.icon, old.name, old.act, old.art)
    root.tools[root.tools.index(old)] = new
    root.set_contents(root.spots, root.panel, root.extras)
    flying.table.overlay.layer.stale = True
    flying.feed()
    assert new.held
    flying.feed(Release(at, flying.clock))
    assert flying.table.overlay.move_list.shown


def test_one_button_passes_all_phases_that_are_left_and_one_undo_takes_them_back() -> None:
    decks = {"1.soldiers": "7S 9S", "1.resources": "JS"}
    match = wars("9H 7H | 2H | 3H", "8S 5S | 6S | 4S", hand="4H", piles=decks)
    with table("castle_wars", kinds=("human", "random")) as play:
        play.session = Session(
            play.session.game, play.session.options, 2, 1, ("human", "random"), start=match.pos
        )
        play.table = TableScene(play.app, play.session)
        play.app.follow(Reset(play.table))
        play.settle()
        turn = play.session.game.turn
        assert [button.id for button in play.table.overlay.prompt_panel.buttons] == [
            "option:0:pass", "end_turn", "stops",
        ]  # fmt: skip
        assert play.table.find("end_turn").name == "End turn"
        play.press("end_turn")
        for _ in range(80):
            play.wait(0.05)
            if turn(play.session.position) == 1:
                break
        assert turn(play.session.position) == 1
        own = [record for record in play.session.log if record.seat == 0]
        assert [record.action for record in own] == [PASS] * 3  # attack, move, recruit
        assert [record.chosen for record in own] == [True, False, False]
        play.key(Act.UNDO)
        assert play.session.at == 0
        play.settle()
        assert play.table.find("end_turn").enabled  # the new decision is not passed automatically
        assert play.session.at == 0
