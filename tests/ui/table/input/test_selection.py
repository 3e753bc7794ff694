"""Tests of selections: what clicks and drops on hand-made decisions submit, ask or refuse."""

from __future__ import annotations

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.cards import Field, Pose
from castlecards.core.landing import Limits
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.input.selection import NOTHING, Selection, SelectionResult
from tests.ui.table.layout_positions import position_without_field

POS = position_without_field()
HAND, ROW, DECK = 0, 1, 6
A, B, C, _ = (Target(card, HAND) for card in POS.zones[HAND])
X, Y = (Target(card, ROW) for card in POS.zones[ROW][:2])


AWAY = Action("hit", (C.card,), to=DECK)  # another target, so that the target is a choice


def selection_of(*options: Action, aim: Limits | None = None) -> Selection:
    return Selection(POS, Decision(0, "Do something", options, options[0], aim=aim))


def test_click_click_is_the_same_as_drag_and_drop() -> None:
    hit = Action("hit", (A.card,), onto=X.card)
    selection = selection_of(PASS, hit, AWAY)
    assert selection.choose(A) == NOTHING
    assert selection.targets == ({X.card}, set())
    assert selection.choose(X) == SelectionResult((hit,))
    selection.choose(A)
    assert selection.drop(X) == SelectionResult((hit,))
    assert selection.picked == ()


def test_a_single_pick_answers_at_once() -> None:
    take = Action("take", (B.card,))
    assert selection_of(PASS, take).choose(B) == SelectionResult((take,))


def test_a_second_click_puts_back_and_another_card_takes_its_place() -> None:
    selection = selection_of(
        Action("hit", (A.card,), onto=X.card), Action("hit", (B.card,), onto=Y.card)
    )
    selection.choose(A)
    selection.choose(A)
    assert selection.picked == ()
    selection.choose(A)
    selection.choose(B)
    assert selection.picked == (B,)


def test_several_actions_are_left_to_the_player() -> None:
    one, two = Action("heal", (A.card,), onto=X.card), Action("hit", (A.card,), onto=X.card)
    selection = selection_of(one, two)
    selection.choose(A)
    assert selection.choose(X).actions == (one, two)


def test_what_a_card_does_without_a_goal_is_reached_though_it_has_goals_too() -> None:
    spy, lead = Action("play", (A.card,), args=(11,)), Action("play", (A.card,), args=(12,))
    selection = selection_of(PASS, spy, lead, Action("play", (A.card,), to=ROW))
    assert selection.choose(A) == NOTHING
    assert selection.complete_actions == (spy, lead)
    assert not selection.can_grow
    assert selection.finish() == SelectionResult((spy, lead))
    selection.choose(A)
    assert selection.drop(Target()) == SelectionResult((spy, lead))  # dropped on the empty table
    selection.choose(A)
    assert selection.drop(B) == NOTHING  # but not on its own pile
    single = selection_of(PASS, spy, Action("play", (A.card,), to=ROW))
    single.choose(A)
    assert single.drop(Target()) == NOTHING  # a drop on the empty table does nothing
    single.choose(A)
    assert single.finish() == SelectionResult((spy,))


def test_groups_wait_for_the_rest_or_for_the_button() -> None:
    single, pair = Action("give", (A.card,)), Action("give", (A.card, B.card))
    selection = selection_of(single, pair)
    assert selection.choose(A) == NOTHING
    assert selection.complete_actions == (single,)
    assert selection.choose(B) == SelectionResult((pair,))
    selection.choose(A)
    assert selection.finish() == SelectionResult((single,))


def test_an_illegal_drop_says_what_was_tried_and_home_is_no_crime() -> None:
    hit = Action("hit", (A.card,), onto=X.card)
    selection = selection_of(PASS, hit, AWAY)
    selection.choose(A)
    assert Action("hit", (A.card,), onto=Y.card) in selection.drop(Y).refused
    selection.choose(A)
    assert selection.drop(B) == NOTHING  # on its own hand
    selection.choose(A)
    assert selection.drop(Target()) == NOTHING  # the bare table
    assert selection.choose(Target(POS.zones[ROW][2], ROW)).refused


def test_a_double_click_does_the_one_legal_thing() -> None:
    hit = Action("hit", (A.card,), onto=X.card)
    assert selection_of(PASS, hit).submit_only(A) == SelectionResult((hit,))
    assert selection_of(hit, Action("hit", (A.card,), onto=Y.card)).submit_only(A) == NOTHING


def test_a_card_to_be_thrown_is_taken_up() -> None:
    aim = Limits(bytes([A.card]), Pose(0, 0, 0), (-100, 100, -50), Field(500, 500))
    put = Action("put", (A.card,), to=ROW)
    selection = selection_of(PASS, put, aim=aim)
    assert selection.choose(A) == SelectionResult(throw=A.card)
    assert selection.picked == (A,)
    assert selection.choose(X) == SelectionResult((put,))
    assert selection_of(PASS, put, aim=aim).submit_only(A) == SelectionResult(throw=A.card)


def test_the_keyboard_is_offered_targets_first_and_then_all_that_may_be_picked() -> None:
    draw = Action("draw", zones=(DECK,))
    hit = Action("hit", (A.card,), onto=X.card)
    selection = selection_of(PASS, hit, draw, AWAY)
    top = Target(POS.zones[DECK][-1], DECK)
    assert selection.selectable_targets() == [A, C, top]
    selection.choose(A)
    assert selection.selectable_targets()[0] == X


def test_where_there_is_but_one_place_a_click_on_the_card_is_the_answer() -> None:
    one, two = (Action("play", (card.card,), to=ROW) for card in (A, B))
    assert selection_of(PASS, one, two).choose(A) == SelectionResult((one,))
    assert selection_of(PASS, one, two, AWAY).choose(A) == NOTHING
    selection = selection_of(PASS, one, two)
    selection.pick_up(A)  # a dragged card goes to the place of the drop
    assert selection.picked == (A,)
    assert selection.drop(Target(-1, DECK)).refused


def test_several_picks_that_can_go_to_one_place_only_are_the_answer() -> None:
    pair = Action("knight", (A.card, B.card), to=ROW)
    selection = selection_of(PASS, pair, AWAY)
    assert selection.choose(A) == NOTHING
    assert selection.choose(B) == SelectionResult((pair,))


# -- several things, covered things ---------------------------------------------------------------

D, E = (Target(card, ROW) for card in POS.zones[ROW][2:4])
PAIR = Action("give", (A.card, B.card))
TRIO = Action("give", (A.card, B.card, C.card))


def test_a_lasso_takes_the_largest_group_that_an_action_picks() -> None:
    selection = selection_of(PASS, PAIR, TRIO, Action("hit", (A.card, X.card), onto=Y.card))
    selection.gather([X, A, B, D])
    assert selection.picked == (A, B)  # the first of two options of the same size
    selection.gather([A, B, C, X])
    assert selection.picked == (A, B, C)
    selection.gather([D, E])
    assert selection.picked == ()


def test_a_lasso_may_add_to_the_picks() -> None:
    selection = selection_of(PASS, PAIR, TRIO)
    selection.choose(A)
    selection.gather([C, B], extend=True)
    assert selection.picked == (A, C, B)
    selection.gather([D], extend=True)
    assert selection.picked == (A, C, B)


def test_adding_never_goes_to_a_target() -> None:
    hit = Action("hit", (A.card,), onto=X.card)
    selection = selection_of(hit, Action("hit", (A.card, B.card), onto=X.card))
    assert selection.add(A) == NOTHING
    assert selection.add(X) == NOTHING
    assert selection.picked == (A,)
    selection.add(B)
    assert selection.picked == (A, B)
    selection.add(A)
    assert selection.picked == (B,)


def test_the_cards_inside_a_pile_are_told_from_the_pile() -> None:
    deck = POS.zones[DECK]
    draw, dig = Action("draw", zones=(DECK,)), Action("dig", (deck[2],))
    both = selection_of(draw, dig)
    assert both.selectable_in(DECK) == {deck[2]}
    assert both.can_pick_pile(DECK)
    assert not selection_of(dig).can_pick_pile(DECK)
    shells = tuple(Action("shell", (A.card,), onto=card) for card in deck[:3])
    selection = selection_of(*shells, draw)
    assert selection.selectable_in(DECK) == frozenset()
    selection.choose(A)
    assert selection.selectable_in(DECK) == frozenset(deck[:3])
    assert not selection.can_pick_pile(DECK)  # a click now chooses it as the target


def test_what_may_be_chosen_is_found_once_for_the_same_picks() -> None:
    selection = selection_of(PAIR, TRIO)
    assert selection.selectable_targets() is selection.selectable_targets()
    before = selection.selectable_targets()
    selection.choose(A)
    assert selection.selectable_targets() is not before


def test_a_card_that_goes_with_none_of_several_picks_puts_them_back_and_says_so() -> None:
    pair, other = Action("wall", (A.card, B.card), to=ROW), Action("hit", (C.card,), onto=X.card)
    selection = selection_of(PASS, pair, Action("wall", (A.card, B.card), to=DECK), other)
    selection.choose(A)
    selection.choose(B)
    assert selection.picked == (A, B)
    assert selection.choose(C) == SelectionResult(returned=(A, B))
    assert selection.picked == (C,)
    assert selection.choose(A).returned == ()  # a new pick replaces the old one without a message


def test_partners_are_what_may_be_picked_together_with_the_picks() -> None:
    pair, single = Action("wall", (A.card, B.card), to=ROW), Action("hit", (C.card,), onto=X.card)
    deep = Action("wall", (A.card, B.card), to=DECK)
    selection = selection_of(PASS, pair, deep, single)
    assert selection.partners == ()
    selection.choose(A)
    assert selection.partners == (B,)
    assert selection.options_with(B) == (pair, deep)
    selection.choose(B)
    assert selection.partners == ()
    assert selection.options_with(Target(POS.zones[ROW][-1], ROW)) == (pair,)
