"""Tests of flicks during animations: they are throws, or get a message."""

from __future__ import annotations

import pygame
import pytest

from castlecards.core.action import PASS, Action
from castlecards.core.landing import Limits
from castlecards.core.landing import Release as Thrown
from castlecards.ui.kit.intents import Grab, Release
from castlecards.ui.table.input.flick_gesture import MISSED
from tests.ui.driving import mouse
from tests.ui.table.tables import TableDriver, open_curtain, open_table, run_until_asked, table

GAME = "card_barrage"
MIDDLE = (640, 300)
SEED, FIRST = 3, 7  # the seed in which the computer player throws first; that in which we do


def lift(play: TableDriver) -> None:
    """Hold the mouse button until the curtain is open, then release it at once."""
    run_until_asked(play)
    play.feed(Grab(MIDDLE, play.clock))
    while play.table.model.curtain is not None:
        play.feed()
    play.feed(Release(MIDDLE, play.clock))


def may_throw(play: TableDriver) -> bool:
    decision = play.session.decision
    return decision is not None and isinstance(decision.aim, Limits)


def throws(play: TableDriver) -> list[Thrown]:
    tosses = [record.action for record in play.session.log if record.action.verb == "toss"]
    return [Thrown(*action.args) for action in tosses]


def test_a_flick_while_the_curtain_still_goes_up_is_the_same_throw() -> None:
    found = []
    for wait in (0.0, 1.0):
        with table(GAME) as play:
            lift(play)
            assert play.table.playback.raised > 0
            if wait:
                play.wait(wait)
            play.flick(play.hand[0], button=3, carry=3, rest=1)
            found.append(throws(play))
    assert found[0] == found[1]
    assert len(found[0]) == 1


def test_a_flick_while_the_camera_still_turns_is_the_same_throw() -> None:
    found = []
    for wait in (0.0, 1.0):
        with table(GAME, instant=False) as play:
            open_curtain(play)
            play.table.submit(play.seat, PASS)
            lift(play)
            assert play.table.playback.camera_control.is_turning
            play.wait(wait)
            play.flick(play.hand[0], button=3, carry=3, rest=1)
            found.append(throws(play))
    assert found[0] == found[1]
    assert len(found[0]) == 1


def play_until_moving(play: TableDriver) -> Action:
    """Play until cards move and the player on turn can lay a card; return the action."""
    open_curtain(play)
    for _ in range(40):
        now = play.session.decision
        laid = [each for each in now.options if len(each.cards) == 1 and each.to >= 0]
        own = [each for each in laid if each.cards[0] in play.hand]
        if own and play.table.playback.animation.running:
            return own[0]
        play.table.submit(now.seat, (own or now.options)[0])
        if play.seat or play.table.model.curtain is not None:
            open_curtain(play)
        play.feed()
    raise AssertionError("nothing can be laid while cards move")


def test_a_click_while_cards_move_ends_the_motion_and_no_more() -> None:
    with table("castle", kinds=("human", "random"), instant=False) as play:
        wanted = play_until_moving(play)
        before, scene = len(play.session.log), play.table
        play.click(play.where(wanted.cards[0]))
        assert not scene.playback.animation.running
        assert (len(play.session.log), scene.selection.picked) == (before, ())


def test_a_drag_that_begins_while_cards_move_is_a_drag() -> None:
    with table("castle", kinds=("human", "random"), instant=False) as play:
        wanted = play_until_moving(play)
        before = len(play.session.log)
        goal = play.session.position.box.zones[wanted.to].name
        play.drag(play.where(wanted.cards[0]), play.where(goal))
        assert [record.action for record in play.session.log[before:]] == [wanted]


def run_until_turn(play: TableDriver) -> None:
    """Run frames until it is our turn while the cards of the last throw still move."""
    for _ in range(2000):
        play.feed(dt=0.02)
        log = play.session.log
        if play.seat == 0 and log and log[-1].seat < 0 and play.table.playback.animation.running:
            assert may_throw(play)
            return
    raise AssertionError("nothing moves in our turn")


def test_a_flick_while_the_cards_of_another_throw_move_is_the_same_throw() -> None:
    """The press ends the animation and picks the card."""
    found = []
    for wait in (False, True):
        with table(GAME, kinds=("human", "random"), instant=False, seed=SEED) as play:
            run_until_turn(play)
            if wait:
                play.settle()
            play.flick(hand_card(play), button=3)
            found.append(throws(play)[1:])
    assert found[0] == found[1]
    assert len(found[0]) == 1


def run_until_flight(play: TableDriver) -> None:
    """Run frames until a throw of the computer player is in the air."""
    for _ in range(2000):
        play.feed(dt=0.02)
        playback = play.table.playback
        if playback.flying and playback.t > 0.1 and play.session.log[-1].seat == 1:
            assert not may_throw(play)
            return
    raise AssertionError("nothing flies")


def hand_card(play: TableDriver) -> int:
    pos = play.session.position
    return pos.zones[pos.box.zone("0.hand")][0]


def test_a_flick_that_begins_while_another_card_flies_is_the_same_throw() -> None:
    """The press ends the flight and, if it is now our turn, picks the card."""
    found, limits = [], None
    for wait in (True, False):
        with table(GAME, kinds=("human", "random"), instant=False, seed=SEED) as play:
            run_until_flight(play)
            before = len(throws(play))
            if wait:
                play.settle()
                limits = play.session.decision.aim
            assert isinstance(limits, Limits)
            assert may_throw(play) == wait
            play.flick(hand_card(play), button=3, limits=limits)
            found.append(throws(play)[before:])
    assert found[0] == found[1]
    assert len(found[0]) == 1


def test_a_press_during_a_flight_after_which_somebody_else_throws_only_ends_the_flight() -> None:
    with open_table(GAME, kinds=("human", "random"), instant=False, seed=FIRST) as play:
        play.settle()
        play.flick(play.hand[0], button=3)
        while not play.table.playback.flying:
            play.feed()
        play.wait(0.1)
        assert play.table.playback.flying
        play.click(play.where(hand_card(play)))
        play.feed()
        assert not play.table.playback.flying
        assert play.table.playback.plays  # the result is still shown
        assert play.table.model.input_state.held_card < 0


def test_a_press_that_ends_the_motion_and_is_let_go_there_picks_nothing() -> None:
    with table(GAME, kinds=("human", "random"), instant=False, seed=SEED) as play:
        run_until_turn(play)
        play.click(play.where(hand_card(play)))
        assert not play.table.playback.plays
        assert play.table.selection.picked == ()
        play.click(play.where(hand_card(play)))
        assert len(play.table.selection.picked) == 1


@pytest.mark.parametrize("strict", [False, True])
def test_a_flick_that_nobody_could_follow_is_answered_and_counts_for_nothing(
    strict: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A frame takes a second, and all events of the flick come after it."""
    with open_table(GAME, options={"strict_fouls": strict}) as play:
        decision, project = play.session.decision, play.table.table_view.layout.camera.project
        assert decision.aim.strict == strict
        gate, line = decision.aim.gate[2] / 10, decision.aim.start.y / 10
        way = 1 if line > gate else -1
        hand, clock, at = play.where(play.hand[0]), [50.0], play.session.at
        monkeypatch.setattr("castlecards.ui.shell.app.perf_counter", lambda: clock[0])

        def step(seconds: float, *events: pygame.event.Event) -> None:
            clock[0] += seconds
            play.app.step(events, seconds)

        def place(y: float) -> tuple[int, int]:
            x, down = project(0, y)
            return round(x), round(down)

        step(0.01, mouse(pygame.MOUSEBUTTONDOWN, hand))
        far = abs(line - gate) + 120.0
        places = [place(gate + way * (far * n / 40 - 60)) for n in range(41)]
        moves = [mouse(pygame.MOUSEMOTION, at) for at in places]
        step(1.0, *moves, mouse(pygame.MOUSEBUTTONUP, places[-1]))
        assert play.session.at == at
        assert any(toast.text == MISSED for toast in play.app.toasts.shown)
        assert play.table.model.input_state.held_card < 0
        play.settle()
        play.flick(play.hand[0], button=3)
        assert len(throws(play)) == 1
