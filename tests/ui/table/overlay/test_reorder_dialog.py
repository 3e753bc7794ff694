"""Tests of the reorder dialog: fewest actions, mouse, keys, and the curtain."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from castlecards.core.action import PASS
from castlecards.core.save import dump_session, load_session
from castlecards.core.session import NEVER
from castlecards.ui.kit.intents import Act, Drag, Grab, Leave, Move, Release
from castlecards.ui.table.input.reorder import reorder_chain
from castlecards.ui.table.overlay.reorder_dialog import CardSlot, ReorderDialog
from tests.ui.table.skirmish import DECK, ORDERED, Toy, of
from tests.ui.table.tables import TableDriver, table

SHIFT = frozenset({"shift"})


def pile_after(now: list[int], cards: tuple[int, ...]) -> list[int]:
    """Return the pile after these cards are laid on top, one by one."""
    for card in cards:
        now = [other for other in now if other != card] + [card]
    return now


@given(st.permutations(range(8)))
def test_the_chain_leads_to_the_wanted_order(wanted: list[int]) -> None:
    assert pile_after(list(range(8)), reorder_chain(range(8), wanted)) == wanted


def test_no_shorter_chain_leads_there() -> None:
    """Compared with all sequences of up to four cards."""
    now = [0, 1, 2, 3]
    best: dict[tuple[int, ...], int] = {}
    for length in range(5):
        for cards in permutations(now, length):
            best.setdefault(tuple(pile_after(now, cards)), length)
    assert len(best) == 24
    for wanted, length in best.items():
        assert len(reorder_chain(now, wanted)) == length


# -- at the table ------------------------------------------------------------------------------


def open_dialog(play: TableDriver) -> ReorderDialog:
    """Play to the decision that puts South's deck in order; return its dialog."""
    play.session.stops[:] = [NEVER, NEVER]
    play.wait(0.5)
    play.key(Act.PASS)
    play.open()
    play.table.submit(0, PASS)
    play.settle()
    play.table.submit(0, PASS)
    play.settle()
    play.wait(0.1)
    scene = play.app.scene
    assert isinstance(scene, ReorderDialog)
    return scene


def deck(play: TableDriver) -> list[int]:
    """Return South's deck, top first."""
    return list(reversed(play.session.position.zones[of(0, DECK)]))


def slot(play: TableDriver, card: int) -> tuple[int, int]:
    return play.app.scene.find(f"card:{card}").rect.center


def test_a_dragged_card_goes_between_the_others_and_done_plays_the_chain() -> None:
    with table(Toy(), options={"order": ORDERED}) as play:
        arrange = open_dialog(play)
        before = deck(play)
        assert arrange.tray.order == before[:ORDERED]
        lines = play.session.at
        _drag(play, slot(play, before[0]), slot(play, before[2]))
        wanted = [before[1], before[2], before[0], *before[3:]]
        assert arrange.tray.order == wanted[:ORDERED]
        assert play.session.at == lines
        play.press("arrange.done")
        play.settle()
        assert deck(play) == wanted
        verbs = [record.action.verb for record in play.session.log[lines:]]
        assert verbs[:3] == ["order", "order", "pass"]  # two cards are laid on the first one
        again = load_session(dump_session(play.session), "save", {Toy.id: Toy()})
        assert again.position == play.session.position


def _drag(play: TableDriver, start: tuple[int, int], end: tuple[int, int]) -> None:
    play.feed(Grab(start, play.clock))
    for k in range(1, 9):
        x = start[0] + (end[0] - start[0]) * k // 8
        play.feed(Drag((x, start[1] + (end[1] - start[1]) * k // 8), play.clock))
    play.feed(Release(end, play.clock))


def test_keys_carry_a_card_two_ways_and_to_both_ends() -> None:
    with table(Toy(), options={"order": ORDERED}) as play:
        arrange = open_dialog(play)
        a, b, c, *rest = arrange.tray.order
        layer = arrange.layer
        assert isinstance(layer.focus, CardSlot)
        assert layer.focus.card == a
        play.feed(Move(1, 0))
        assert layer.focus.card == b  # only the focus has moved
        play.feed(Move(1, 0, SHIFT))
        assert arrange.tray.order == [a, c, b, *rest]
        play.key(Act.CONFIRM)
        play.feed(Move(-1, 0))
        play.feed(Move(-1, 0))
        assert arrange.tray.order == [b, a, c, *rest]
        play.key(Act.CONFIRM)
        play.feed(Move(1, 0))
        assert arrange.tray.order == [
            b,
            a,
            c,
            *rest,
        ]  # the second press drops the card, so the key moves the focus
        play.key(Act.LOFT_DOWN)
        assert arrange.tray.order == [b, c, *rest, a]
        play.key(Act.LOFT_UP)
        assert arrange.tray.order == [a, b, c, *rest]


def test_sorting_low_high_by_suit_and_as_it_was() -> None:
    with table(Toy(), options={"order": 36}) as play:
        arrange = open_dialog(play)
        view, was = play.table.view, list(arrange.tray.order)

        def faces() -> list[Any]:
            return [view.face(card) for card in arrange.tray.order]

        play.press("sort:low")
        ranks = [face.rank for face in faces()]
        assert ranks == sorted(ranks)
        play.press("sort:high")
        ranks = [face.rank for face in faces()]
        assert ranks == sorted(ranks, reverse=True)
        play.press("sort:suit")
        suits = [(face.suit, face.rank) for face in faces()]
        assert suits == sorted(suits)
        play.press("sort:was")
        assert arrange.tray.order == was


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (800, 600)])
def test_thirty_six_cards_have_room(size: tuple[int, int]) -> None:
    with table(Toy(), options={"order": 36}) as play:
        arrange = open_dialog(play)
        play.app.window.size = size
        play.app._resized()
        play.wait(0.1)
        rects = [arrange.tray.slots[card].rect for card in arrange.tray.order]
        assert len(rects) == 36
        assert all(play.app.surface.get_rect().contains(rect) for rect in rects)
        assert all(one.collidelist(rects[n + 1 :]) < 0 for n, one in enumerate(rects))
        if size[0] >= 1280:
            assert rects[0].height >= size[1] * 0.14
        play.press("sort:low")
        play.press("arrange.done")
        play.settle()
        ranks = [play.session.position.face(card).rank for card in deck(play)[:36]]
        assert ranks == sorted(ranks)


def test_escape_asks_and_leaves_the_cards_as_they_are() -> None:
    with table(Toy(), options={"order": ORDERED}) as play:
        arrange = open_dialog(play)
        before, lines = deck(play), play.session.at
        play.press("sort:low")
        play.key(Act.CANCEL)
        assert play.scene == "TableQuestion"
        play.press("arrange.back")
        assert play.app.scene is arrange
        assert play.session.at == lines
        play.key(Act.CANCEL)
        play.press("arrange.leave")
        play.settle()
        assert deck(play) == before
        assert [record.action for record in play.session.log[lines:]] == [PASS]


def test_escape_first_lays_down_what_is_carried() -> None:
    with table(Toy(), options={"order": ORDERED}) as play:
        arrange = open_dialog(play)
        play.key(Act.CONFIRM)
        assert arrange.tray.carried >= 0
        play.key(Act.CANCEL)
        assert arrange.tray.carried == -1
        assert play.app.scene is arrange


def test_the_table_can_be_looked_at_in_between_and_the_draft_is_kept() -> None:
    with table(Toy(), options={"order": ORDERED}) as play:
        arrange = open_dialog(play)
        play.press("sort:low")
        wanted = list(arrange.tray.order)
        play.press("close")
        assert play.scene == "TableScene"
        play.press("arrange")
        again: Any = play.app.scene
        assert isinstance(again, ReorderDialog)
        assert again.tray.order == wanted


def test_the_curtain_hides_the_cards_and_they_come_back_as_they_were_arranged() -> None:
    with table(Toy(), options={"order": ORDERED}) as play:
        arrange = open_dialog(play)
        play.press("sort:low")
        wanted = list(arrange.tray.order)
        play.feed(Leave(focus=True))
        assert play.scene == "TableScene"
        assert play.table.model.curtain is not None
        play.open()
        play.wait(0.2)
        again: Any = play.app.scene
        assert isinstance(again, ReorderDialog)
        assert again.tray.order == wanted


def test_one_undo_takes_back_the_whole_order_and_one_redo_plays_it() -> None:
    with table(Toy(), options={"order": ORDERED}) as play:
        open_dialog(play)
        before, lines = deck(play), play.session.at
        play.press("sort:low")
        play.press("arrange.done")
        play.settle()
        ordered = deck(play)
        assert ordered != before
        play.press("undo")
        play.settle()
        play.wait(0.1)
        assert play.session.at == lines
        assert deck(play) == before
        if play.scene == "ReorderDialog":
            play.press("close")
        play.press("redo")
        play.settle()
        assert deck(play) == ordered


def test_cards_laid_already_stay_and_block_what_cannot_be() -> None:
    with table(Toy(), options={"order": ORDERED}) as play:
        open_dialog(play)
        play.press("close")
        first = next(a for a in play.session.decision.options if a.cards)  # type: ignore[union-attr]
        play.table.submit(0, first)
        play.settle()
        play.wait(0.1)
        again: Any = play.app.scene
        assert isinstance(again, ReorderDialog)
        fixed = first.cards[0]
        assert again.tray.order[0] == fixed
        assert again.tray.locked == {fixed}
        second = again.tray.order[1]
        again.tray.move_to(fixed, 3)
        assert again.tray.order[0] == fixed
        again.tray.move_to(again.tray.order[2], 1)  # below the laid cards, the order cannot change
        assert again.tray.order[1] == second
        again.tray.move_to(second, 0)
        assert again.tray.order[:2] == [second, fixed]
        again.finish()
        play.feed()
        play.settle()
        assert deck(play)[:2] == [second, fixed]


def test_when_the_time_is_up_what_has_been_arranged_counts() -> None:
    with table(Toy(), options={"order": ORDERED}, clock=4.0) as play:
        arrange = open_dialog(play)
        play.press("sort:low")
        wanted = list(arrange.tray.order)
        play.wait(5.0)
        assert play.scene != "ReorderDialog"
        assert deck(play)[:ORDERED] == wanted
