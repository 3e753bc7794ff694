"""Tests of action matching: the actions of clicks and drops, over hand-made options."""

from __future__ import annotations

from castlecards.core.action import PASS, Action
from castlecards.ui.table.input.action_matching import (
    Target,
    buttons,
    has_longer,
    illegal_attempt,
    matches,
    pickable,
    targets,
)
from tests.ui.table.layout_positions import position_without_field

POS = position_without_field()
HAND, ROW, DECK = 0, 1, 6
FIRST, SECOND = POS.zones[HAND][:2]
LEFT, RIGHT = POS.zones[ROW][0], POS.zones[ROW][-1]
LAY = Action("lay", (FIRST,), to=ROW)
HIT = Action("hit", (FIRST,), onto=LEFT)
PAIR = Action("pair", (FIRST, SECOND))
DRAW = Action("draw", zones=(DECK,))
POINT = Action("point", onto=RIGHT)
AGREE = Action("agree", args=(1,))
ALL = (PASS, LAY, HIT, PAIR, DRAW, POINT, AGREE)
ONE, TWO = Target(FIRST, HAND), Target(SECOND, HAND)


def test_buttons_name_nothing_on_the_table() -> None:
    assert buttons(ALL) == (PASS, AGREE)


def test_a_drop_finds_the_action_with_these_picks_and_this_target() -> None:
    assert matches(ALL, POS, (ONE,), Target(RIGHT, ROW)) == (LAY,)
    assert matches(ALL, POS, (ONE,), Target(LEFT, ROW)) == (LAY, HIT)
    assert matches(ALL, POS, (TWO,), Target(RIGHT, ROW)) == ()
    assert matches(ALL, POS, (ONE, TWO), Target(RIGHT, ROW)) == ()


def test_picks_without_a_target_match_when_they_are_complete() -> None:
    assert matches(ALL, POS, (ONE,)) == ()
    assert matches(ALL, POS, (TWO, ONE)) == (PAIR,)
    assert has_longer(ALL, POS, (ONE,))
    assert not has_longer(ALL, POS, (ONE, TWO))


def test_the_top_of_a_pile_and_an_empty_place_stand_for_the_zone() -> None:
    deck = POS.zones[DECK]
    assert matches(ALL, POS, (Target(deck[-1], DECK),)) == (DRAW,)
    assert matches(ALL, POS, (Target(-1, DECK),)) == (DRAW,)
    assert matches(ALL, POS, (Target(deck[0], DECK),)) == ()


def test_one_click_answers_an_action_that_has_only_a_target() -> None:
    assert matches(ALL, POS, (Target(RIGHT, ROW),)) == (POINT,)


def test_what_may_be_picked_next() -> None:
    assert pickable(ALL, POS, ONE)
    assert pickable(ALL, POS, TWO)
    assert pickable(ALL, POS, TWO, (ONE,))
    assert not pickable(ALL, POS, ONE, (ONE,))
    assert not pickable(ALL, POS, Target(POS.zones[HAND][2], HAND))
    assert pickable(ALL, POS, Target(RIGHT, ROW))
    assert not pickable(ALL, POS, Target(RIGHT, ROW), (ONE,))


def test_targets_light_up_for_exactly_these_picks() -> None:
    assert targets(ALL, POS, (ONE,)) == ({LEFT}, {ROW})
    assert targets(ALL, POS, ()) == ({RIGHT}, set())
    assert targets(ALL, POS, (ONE, TWO)) == (set(), set())


def test_two_equal_picks_need_two_places() -> None:
    both = Action("both", zones=(DECK, ROW))
    top = Target(POS.zones[DECK][-1], DECK)
    assert matches((both,), POS, (top, Target(RIGHT, ROW))) == (both,)
    assert matches((both,), POS, (top, top)) == ()


def test_an_illegal_drop_is_tried_with_every_verb_at_hand() -> None:
    tried = illegal_attempt((LAY, HIT), (TWO,), Target(LEFT, ROW))
    assert Action("lay", (SECOND,), to=ROW) in tried
    assert Action("hit", (SECOND,), onto=LEFT) in tried
