"""Tests of Tricks of the Trade against its reference implementation: matches, counted sequences."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from castlecards.games.tricks_of_the_trade.scoring import results as shares
from castlecards.playout import perft
from tests.games.tricks_of_the_trade import reference
from tests.games.tricks_of_the_trade.build import TradeMatch, new_match, trade
from tests.games.tricks_of_the_trade.test_tricks import end_position
from tests.marks import rule

pytestmark = pytest.mark.long


def hands_of(match: TradeMatch, players: int) -> dict[int, list[str]]:
    return {seat: match[f"{seat}.hand"] for seat in range(players)}


def lockstep(match: TradeMatch, asking: reference.Ask, chance: Random) -> Any:
    """Answer the same in both as long as the reference asks; return the result of the reference."""
    try:
        seat, options = next(asking)
        while True:
            assert match.seat == seat
            assert set(match.options) == options
            answer = chance.choice(sorted(options))
            match.play(answer)
            seat, options = asking.send(answer)
    except StopIteration as stop:
        return stop.value


def play_effects(match: TradeMatch, chance: Random) -> None:
    while match.pos.state.phase == 3:
        match.play(chance.choice(match.options))


def trick_phase(match: TradeMatch, players: int, tiers: bool, chance: Random) -> tuple[Any, ...]:
    """Play the tricks of a round in both; return the reference's results of the round."""
    state = match.pos.state
    hands, copies = hands_of(match, players), match.copies()
    trump, turned = match["trump"][0][0], "KSTV"[state.turned - 1]
    assert trump == "KSTV"[state.trump - 1]
    expelled = set(match["expelled"])
    bids = [int(match[f"{seat}.bid"][0].split(".")[1]) for seat in range(players)]
    goals = [match[f"{seat}.goal"][0] for seat in range(players)]
    won = lockstep(match, reference.tricks(hands, state.first, trump, copies), chance)
    scores = [
        reference.points(bids[seat], won[seat], goals[seat], copies, tiers)
        for seat in range(players)
    ]
    gone, trumps, deck = reference.clean_up(expelled, set(goals), trump, turned)
    cards = [[card for trick in won[seat] for card in trick] for seat in range(players)]
    return scores, cards, gone, trumps, deck


@rule("TT7", "TT9", "TT10", "TT15", "TT16", "TT17", "TT18", "TT19")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("tiers", [False, True])
def test_random_matches_go_as_in_the_reference(players: int, tiers: bool) -> None:
    for seed in range(12):
        chance = Random(seed)
        match = new_match(players, seed, bid_bonus="tiers" if tiers else "both")
        goals = [match[f"{seat}.goal"][0] for seat in range(players)]
        totals, base = [0] * players, [0] * players
        cards_won: list[list[str]] = [[] for _ in range(players)]
        first = match.pos.state.first
        for number in range(3):
            assert match.pos.state.first == (first + number) % players
            lockstep(match, reference.bidding(players, match.pos.state.first), chance)
            hands = hands_of(match, players)
            lockstep(match, reference.ask_trades(hands, match.pos.state.first), chance)
            assert match.pos.state.phase == 3
            lying = hands_of(match, players)
            assert [sorted(lying[seat]) for seat in lying] == [
                sorted(hands[seat]) for seat in lying
            ]
            play_effects(match, chance)
            scores, cards, gone, trumps, deck = trick_phase(match, players, tiers, chance)
            for seat in range(players):
                got = match.pos.state.scores[number][seat]
                assert (got.total, got.tricks) == scores[seat]
                totals[seat] += scores[seat][0]
                base[seat] += scores[seat][1]
                cards_won[seat] += cards[seat]
            assert set(match["expelled"]) == gone
            if number < 2:
                assert set(match["trumps"] + match["trump"]) == trumps
                assert len(match["trump"]) == 1
                dealt_out = [key for hand in hands_of(match, players).values() for key in hand]
                assert set(dealt_out + match["draw"]) == deck
                each = min(10, len(deck) // players)
                assert len(dealt_out) == each * players
            else:
                assert set(match["trumps"]) == trumps
        last = match["trumps"][0]
        expected = reference.shares(totals, base, goals, cards_won, last)
        assert match.pos.result == tuple(expected)


@rule("TT19")
def test_ties_are_broken_as_in_the_reference() -> None:
    chance = Random(5)

    def worth(card: str) -> int:
        return 16 * reference.value(card) + "KSTV".index(card[0]) + 1

    deck = [f"{domain}{value:02}" for domain in "KSTV" for value in range(1, 14)]
    results = set()
    for _ in range(150):
        players = chance.choice((2, 3, 4))
        ones = chance.sample(["K01", "S01", "T01", "V01"], players)
        totals = [chance.choice((14, 15, 15)) for _ in range(players)]
        tricks = chance.choice((0, 1, 1))
        won = [
            sorted(chance.sample(deck[-2:] if chance.random() < 0.7 else deck, tricks))
            for _ in range(players)
        ]
        base = [tricks] * players if chance.random() < 0.8 else [*range(players)]
        last = chance.choice(["K02", "S02", "T02", "V02"])
        coded = [bytes([worth(card) for card in cards]) for cards in won]
        pos = end_position(totals, base, coded, last, dict(enumerate(ones)))
        expected = tuple(reference.shares(totals, base, ones, won, last))
        assert shares(pos) == expected
        results.add(expected)
    assert any(0.5 in result for result in results)
    assert len(results) > 8


def reference_count(
    asking: Callable[[], reference.Ask], depth: int, played: tuple[str, ...] = ()
) -> int:
    """Count sequences of answers, each by a new run of the reference."""
    if len(played) == depth:
        return 1
    ask = asking()
    try:
        _, options = next(ask)
        for answer in played:
            _, options = ask.send(answer)
    except StopIteration:
        return 0
    return sum(reference_count(asking, depth, (*played, answer)) for answer in options)


@rule("TT15")
@pytest.mark.parametrize(
    ("hands", "trump", "copies", "counts"),
    [
        ({0: "K03 K09 S04 V05", 1: "K10 S05 S11 T12"}, "S02", {}, (4, 8, 24, 50, 100, 160)),
        (
            {0: "K03 S09 T04", 1: "K10 S05 V11", 2: "T05 T06 S13"},
            "V02",
            {"S05": "K", "T06": "V"},
            (3, 8, 12, 24, 36, 56),
        ),
        (
            {0: "K03 S09 T04", 1: "K10 S05 V11", 2: "T05 T06 S13", 3: "V03 V04 K12"},
            "T02",
            {"V03": "K"},
            (3, 5, 10, 27, 54, 108, 148, 260),
        ),
    ],
)
def test_counted_tricks(
    hands: dict[int, str], trump: str, copies: dict[str, str], counts: tuple[int, ...]
) -> None:
    match = trade(
        len(hands), hands=hands, piles={"trump": trump}, bids=dict.fromkeys(hands, 1),
        copies=copies, begin="Tricks",
    )  # fmt: skip

    def ask_tricks() -> reference.Ask:
        cards = {seat: keys.split() for seat, keys in hands.items()}
        return reference.tricks(cards, 0, trump[0], copies)

    for depth, number in enumerate(counts):
        assert reference_count(ask_tricks, depth + 1) == perft(match.pos, depth + 1) == number
