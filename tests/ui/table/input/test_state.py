"""Tests of the state of mouse gestures: one at a time, even if other buttons are pressed."""

from __future__ import annotations

from castlecards.ui.kit.intents import Act, Command, Drag, Grab, Release
from castlecards.ui.table.input.state import DragGesture, NoGesture, PressGesture
from tests.ui.table.tables import TableDriver, table

NONE = frozenset[str]()
Px = tuple[int, int]


def down(play: TableDriver, at: Px, button: int = 1) -> None:
    play.feed(Grab(at, 0.0, button, 1, NONE))


def move(play: TableDriver, at: Px, button: int = 1) -> None:
    play.feed(Drag(at, 0.0, button, NONE))


def up(play: TableDriver, at: Px, button: int = 1) -> None:
    play.feed(Release(at, 0.0, button, NONE))


def carry_card(play: TableDriver) -> tuple[int, Px]:
    """Drag a card of the own hand to a place where it cannot be dropped."""
    play.open()
    card, at = play.hand[0], play.where(play.hand[0])
    free = (at[0], at[1] - 90)
    down(play, at)
    assert isinstance(play.table.model.input_state.gesture, PressGesture)
    move(play, free)
    assert play.table.model.input_state.held_card == card
    return card, free


def test_another_button_takes_over_what_is_carried_and_takes_nothing_else_up() -> None:
    with table("card_barrage") as play:
        card, free = carry_card(play)
        other, input_state = play.where(play.hand[1]), play.table.model.input_state
        press = input_state.press
        down(play, free, 2)
        assert input_state.press == press  # the second button moves the camera
        down(play, other)
        assert (input_state.held_card, input_state.throwable_card) == (card, card)
        down(play, free, 3)
        assert (input_state.held_card, input_state.throwable_card) == (card, card)
        play.feed(Command(Act.CANCEL))
        assert input_state.gesture == NoGesture()


def test_a_card_that_is_put_back_while_it_is_aimed_stays_back() -> None:
    """The button is still pressed, but this does not pick it up again."""
    with table("card_barrage") as play:
        card, free = carry_card(play)
        input_state = play.table.model.input_state
        assert input_state.throwable_card == card
        play.feed(Command(Act.CANCEL))
        assert input_state.gesture == NoGesture()
        move(play, (free[0], free[1] - 60))
        assert input_state.held_card == -1


def test_a_card_that_waits_for_what_it_shall_do_is_no_longer_pressed() -> None:
    with table("high_card") as play:
        card, _ = carry_card(play)
        input_state = play.table.model.input_state
        input_state.release_button()
        assert isinstance(input_state.gesture, DragGesture)
        assert (input_state.held_card, input_state.press, input_state.throwable_card) == (
            card,
            None,
            -1,
        )
