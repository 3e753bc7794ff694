"""Tests of partner cards: dragged together, put back with a message, and never skipped."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from castlecards.core.session import Session
from castlecards.ui.kit.intents import Drag, Grab, Hover, Release
from castlecards.ui.scene import Reset
from castlecards.ui.table.scene import TableScene
from tests.games.castle.build import GAME, CastleMatch, castle
from tests.ui.table.tables import TableDriver, open_curtain, table


@contextmanager
def seated(match: CastleMatch) -> Iterator[TableDriver]:
    with table("castle") as play:
        play.session = Session(GAME, GAME.options(), 2, 1, start=match.pos)
        play.table = TableScene(play.app, play.session)
        play.app.follow(Reset(play.table))
        open_curtain(play)
        yield play


def click(play: TableDriver, card: int) -> None:
    at = play.where(card)
    play.feed(Hover(at, play.clock), Grab(at, play.clock), Release(at, play.clock))
    play.wait(0.2)


def draw(play: TableDriver, card: int) -> None:
    """Drag the card to the middle of the table."""
    at = play.where(card)
    play.feed(Hover(at, play.clock), Grab(at, play.clock))
    for k in range(1, 9):
        play.feed(Drag((at[0] + (700 - at[0]) * k // 8, at[1] - 40 * k), play.clock))


def picks(play: TableDriver) -> set[int]:
    selection = play.table.model.selection
    return {target.card for target in selection.picked}


def test_a_partner_that_is_dragged_takes_the_pick_along() -> None:
    match = castle(hand="7H 3C 9S KH", plots=["QD"])
    seven, three, king = (match.card(key) for key in ("7H", "3C", "KH"))
    with seated(match) as play:
        click(play, seven)
        draw(play, three)
        input_state = play.table.model.input_state
        assert (input_state.held_card, input_state.fanned_cards) == (three, (seven,))
        assert picks(play) == {seven, three}
        play.feed(Release((700, 320), play.clock))
        play.settle()
        click(play, seven)
        draw(play, king)
        assert picks(play) == {king}


def test_picks_are_put_back_with_a_word() -> None:
    match = castle(hand="7H 7C 9S KH", plots=["QD"])
    seven, other, king = (match.card(key) for key in ("7H", "7C", "KH"))
    with seated(match) as play:
        click(play, seven)
        click(play, other)
        assert picks(play) == {seven, other}
        click(play, king)
        assert picks(play) == {king}
        (toast,) = play.app.toasts.shown
        text = "7 of hearts and 7 of clubs went back: king of hearts doesn’t fit."
        assert toast.text == text


def test_the_end_of_the_turn_is_golden_only_if_nothing_else_is_possible() -> None:
    match = castle(hand="7H 3C 9S KH QC", plots=["QD"])
    with seated(match) as play:
        kings = [action for action in match.decision.options if action.verb == "royalty"]
        play.table.submit(match.seat, kings[0])
        play.settle()
        end = play.app.scene.find("option:0:pass")
        assert end.kind == "plain"
    with seated(castle(hand="9S", plots=["QD"])) as play:
        end = play.app.scene.find("option:0:pass")
        assert end.kind == "primary"
