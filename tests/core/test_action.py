"""Tests of actions and landings as text and as numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from castlecards.core.action import Action, Decision
from castlecards.core.cards import Field, Pose
from castlecards.core.landing import (
    RANGES,
    TABLE,
    Contact,
    Landing,
    Limits,
    Release,
    Throw,
    moved_at,
    toss,
    touch_of,
)

NAMES = ("0.hand", "0.pile1", "deck")
cards = st.integers(0, 254)
small = st.integers(-(2**31), 2**31)
actions = st.builds(
    Action,
    st.sampled_from(["play", "toss", "pass"]),
    st.lists(cards, max_size=3).map(tuple),
    st.lists(st.integers(0, 2), max_size=3).map(tuple),
    st.just(-1),
    st.sampled_from([-1, 7]),
    st.lists(small, max_size=14).map(tuple),
) | st.builds(lambda card, to: Action("move", (card,), to=to), cards, st.integers(0, 2))
poses = st.builds(Pose, small, small, small, st.integers(0, 99))
landings = st.builds(
    Landing,
    cards,
    poses,
    st.booleans(),
    st.booleans(),
    st.integers(-2, 254),
    st.lists(st.builds(Contact, cards, st.integers(0, 6033), st.integers(0, 15)), max_size=4).map(
        tuple
    ),
    st.lists(cards, max_size=3).map(tuple),
    st.lists(st.tuples(cards, poses), max_size=4).map(tuple),
    st.none() | st.tuples(small, small),
)


@given(actions)
def test_action_texts_round_trip(action: Action) -> None:
    assert Action.parse(action.text(NAMES), NAMES) == action


@pytest.mark.long
@given(st.text(max_size=30))
def test_any_text_is_an_action_or_a_value_error(text: str) -> None:
    try:
        action = Action.parse(text, NAMES)
    except ValueError:
        return
    assert Action.parse(action.text(NAMES), NAMES) == action


@pytest.mark.parametrize("text", ["", "play x9", "play >c", "play >nowhere", "7"])
def test_a_bad_word_is_named(text: str) -> None:
    with pytest.raises(ValueError, match=r"verb|neither"):
        Action.parse(text, NAMES)


@given(landings)
def test_landings_round_trip(landing: Landing) -> None:
    action = landing.action()
    assert Landing.of(action) == landing
    assert [action.args[at] for at in moved_at(action.args)] == [card for card, _ in landing.moved]
    assert touch_of(action.args) == landing.touch


@given(st.lists(small, max_size=20))
def test_any_numbers_are_a_landing_or_a_value_error(args: list[int]) -> None:
    throw = Throw(3, Pose(0, 0, 0), Release(0), Field(500, 500))
    action = Action("landed", (3,), args=tuple(args))
    if throw.allows(action):
        assert Landing.of(action).action() == action


def test_a_toss_is_allowed_only_within_the_limits() -> None:
    limits = Limits(bytes([4, 5]), Pose(0, -1525, 0), (-1425, 1425, -3542), Field(500, 500))
    decision = Decision(0, "Attack", (), aim=limits)
    good = toss(4, Release(0, speed=2000))
    assert decision.allows(good)
    assert Release(*good.args) == Release(0, speed=2000)
    assert not decision.allows(toss(6, Release(0)))
    assert not decision.allows(Action("toss", (999,), args=good.args))
    assert not decision.allows(Action("toss", (-1,), args=good.args))
    assert not decision.allows(toss(4, Release(3)))
    assert not decision.allows(toss(4, Release(0, speed=9000)))
    assert not decision.allows(good._replace(args=good.args[:-1]))
    assert not decision.allows(good._replace(onto=3))
    assert not decision.allows(Action("foul", (4,), args=(0,)))
    assert Limits(bytes([4]), limits.start, limits.gate, limits.field, True).allows(
        Action("foul", (4,), args=(0,))
    )


@given(st.integers(0, 2**40))
def test_sampled_tosses_are_legal(seed: int) -> None:
    limits = Limits(bytes([4, 5]), Pose(0, -1525, 0), (-1425, 1425, -3542), Field(500, 500))
    assert limits.allows(limits.sample(seed))
    assert len(RANGES) == len(Release(0).args())


def test_nature_answers_only_for_the_card_in_flight() -> None:
    throw = Throw(3, Pose(0, 0, 0), Release(0), Field(500, 500))
    landing = Landing(3, Pose(0, 0, 0), True, False, TABLE)
    assert throw.allows(landing.action())
    assert not throw.allows(landing.action()._replace(cards=(4,)))
    assert not throw.allows(landing.action()._replace(args=()))
