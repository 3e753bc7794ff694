"""Tests of High Card, rule by rule."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from castlecards.core.action import Action
from castlecards.core.events import apply
from castlecards.core.position import Position
from castlecards.games.high_card import HighCard
from castlecards.games.high_card.rules import BID, DECK, HAND, OWN, REDRAW, TRICKS, Options
from castlecards.playout import opening
from tests.games.play import random_game
from tests.marks import rule

GAME = HighCard()
seeds = st.integers(0, 2**32)


def start(seed: int, redraw: bool = True) -> Position[Any]:
    return opening(GAME, Options(redraw), 2, seed)


def keys(pos: Position[Any], zone: int) -> list[str]:
    return [pos.face(card).key for card in pos.zones[zone]]


def play(pos: Position[Any], key: str) -> Position[Any]:
    assert pos.decision is not None
    card = next(card for card in range(16) if pos.face(card).key == key)
    return apply(pos, Action("lay", (card,), to=pos.decision.seat * OWN + BID))[0]


def position_with_hands(ours: str, theirs: str) -> Position[Any]:
    """Return a match in which seat 0 leads with `ours` in hand and seat 1 has `theirs`."""
    pos = next(pos for seed in range(99) if (pos := start(seed)).state.lead == 0)
    pos = pos.copy()
    faces = bytearray(pos.faces)
    for card, key in ((pos.zones[HAND][0], ours), (pos.zones[OWN + HAND][0], theirs)):
        other = next(c for c in range(16) if pos.box.faces[faces[c]].key == key)
        faces[card], faces[other] = faces[other], faces[card]
    pos.faces = bytes(faces)
    return pos


@rule("HC1")
@given(seeds)
def test_sixteen_cards_four_each_the_rest_is_the_deck(seed: int) -> None:
    pos = start(seed)
    assert [len(zone) for zone in pos.zones] == [4, 0, 0, 4, 0, 0, 8]
    assert sorted((face.rank, face.suit) for face in pos.box.faces) == [
        (rank, suit) for rank in range(2, 10) for suit in "HS"
    ]


@rule("HC2")
def test_both_lay_face_down_then_both_are_turned_up() -> None:
    pos = position_with_hands("9H", "2S")
    after = play(pos, "9H")
    laid = after.zones[BID][0]
    assert not after.up >> laid & 1
    assert after.decision.seat == 1
    done = play(after, "2S")
    assert done.up >> laid & 1
    assert done.up >> after.zones[OWN + HAND][0] & 1


@rule("HC3")
def test_the_higher_rank_takes_and_hearts_beat_spades() -> None:
    for ours, theirs, winner in (
        ("9H", "2S", 0),
        ("3S", "4S", 1),
        ("5H", "5S", 0),
        ("5S", "5H", 1),
    ):
        pos = play(play(position_with_hands(ours, theirs), ours), theirs)
        assert sorted(keys(pos, winner * OWN + TRICKS)) == sorted([ours, theirs])
        assert pos.state.lead == winner


@rule("HC4")
def test_the_winner_draws_first_and_leads() -> None:
    pos = position_with_hands("2S", "9S")
    top, below = pos.zones[DECK][-1], pos.zones[DECK][-2]
    pos = play(play(pos, "2S"), "9S")
    assert top in pos.zones[OWN + HAND]
    assert below in pos.zones[HAND]
    assert pos.decision.seat == 1


@rule("HC5")
@given(seeds)
def test_the_whole_hand_may_be_redrawn_once(seed: int) -> None:
    pos = start(seed)
    seat = pos.decision.seat
    after = apply(pos, REDRAW)[0]
    assert len(after.zones[seat * OWN + HAND]) == 4
    assert after.shuffles > pos.shuffles
    assert after.decision.seat == seat
    assert REDRAW not in after.decision.options
    assert REDRAW not in start(seed, redraw=False).decision.options  # type: ignore[union-attr]


@rule("HC6")
@given(seeds)
def test_more_tricks_win(seed: int) -> None:
    *_, (_, _, last, _) = random_game(GAME, Options(), 2, seed)
    ours, theirs = len(last.zones[TRICKS]), len(last.zones[OWN + TRICKS])
    assert ours + theirs == 16
    assert last.result == ((0.5, 0.5) if ours == theirs else (1, 0) if ours > theirs else (0, 1))


@rule("HC7")
def test_either_may_lead_first() -> None:
    leads = [start(seed).state.lead for seed in range(100)]
    assert 30 < sum(leads) < 70
