"""Tests of action previews: points of a bid, and cards that take the trick."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from castlecards.core.events import apply
from castlecards.core.game import OutcomePreview
from castlecards.core.view import view
from castlecards.games.tricks_of_the_trade.rules import Play
from castlecards.games.tricks_of_the_trade.scoring import round_score
from tests.games.play import matches, random_game
from tests.games.tricks_of_the_trade.build import GAME, TradeMatch, trade
from tests.marks import rule


def preview_of(match: TradeMatch, action: str) -> OutcomePreview:
    seen = view(match.pos, match.seat)
    found = GAME.outcome_preview(seen, match.action(action))
    assert found is not None
    return found


@rule("TT16")
@pytest.mark.parametrize(
    ("bid", "text", "more"),
    [
        (3, "win 3: 7 points", "win 3 for 7 points, 4 for 5, 2 for 2"),
        (0, "win none: 6 points", "win none for 6 points, 1 for 2"),
        (1, "win 1: 5 points", "win 1 for 5 points, 2 for 3, none for 2"),
        (6, "win 6: 12 points", "win 6 for 12 points, 5 for 5"),
    ],
)
def test_a_bid_says_what_it_is_worth(bid: int, text: str, more: str) -> None:
    match = trade(2, hands={0: "K05 S09", 1: "K13 K03"}, piles={"trump": "V02"}, begin="Bidding")
    found = preview_of(match, f"bid bid{match.seat}.{bid} >{match.seat}.bid")
    assert (found.text, found.more) == (text, more)


@rule("TT15")
def test_a_card_says_whether_it_takes_the_trick() -> None:
    hands = {0: "K05 S09 T03", 1: "K13 K03 T07", 2: "V03 K06 T09"}
    match = trade(
        3, hands=hands, piles={"trump": "V02"}, bids={0: 1, 1: 1, 2: 0}, begin="Tricks", first=0
    )
    assert preview_of(match, "play K05 >0.trick") == OutcomePreview("leads Knowledge")
    match.tricks("K05")
    assert preview_of(match, "play K13 >1.trick") == OutcomePreview("highest so far")
    assert preview_of(match, "play K03 >1.trick") == OutcomePreview("can’t win", "even")
    match.tricks("K03")
    assert preview_of(match, "play K06 >2.trick") == OutcomePreview("wins the trick", "bad")


@settings(max_examples=12)
@given(matches(GAME))
def test_what_is_said_of_a_trick_comes_true(match: tuple[Any, int, int]) -> None:
    said = {"wins the trick": True, "can’t win": False}
    for before, _, _, _ in random_game(GAME, *match):
        asked, step = before.decision, before.steps[0] if before.steps else None
        if asked is None or not isinstance(step, Play):
            continue
        last = not isinstance(before.steps[1], Play)
        for action in asked.options if last else ():
            found = GAME.outcome_preview(view(before, asked.seat), action)
            if found.text in said:
                after, _ = apply(before, action)
                won = before.state.ground.won[asked.seat]
                taken = len(after.zones[won]) > len(before.zones[won])
                assert after.state.round != before.state.round or taken == said[found.text]


def test_what_a_round_counts_is_what_a_bid_was_said_to_give() -> None:
    ground = trade(2, hands={0: "K05 S09", 1: "K13 K03"}, piles={"trump": "V02"}).ground
    assert [round_score(ground, *each).total for each in ((2, 2, 1), (0, 0, 0), (6, 6, 5))] == [
        7,
        6,
        17,
    ]
