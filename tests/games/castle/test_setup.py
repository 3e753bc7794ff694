"""Tests of the deal, the market, and draws of Castle."""

from __future__ import annotations

from collections import Counter

from castlecards.core.events import CardFlipped
from tests.games.castle.build import CastleMatch, castle, new_match
from tests.games.castle.reference import colour
from tests.marks import rule


@rule("CA1")
def test_two_decks_and_ten_cards_each() -> None:
    match = new_match(3)
    keys = [face.key for face in match.pos.box.faces]
    assert len(keys) == len(set(keys)) == 104
    assert Counter(key.split(".")[0] for key in keys) == dict.fromkeys(keys[:52], 2)
    assert len({face.back for face in match.pos.box.faces}) == 1
    assert (len(match["0.hand"]), len(match["1.hand"])) == (10, 10)
    assert len(match["deck"]) == 104 - 20 - 3
    assert match["discard"] == []


@rule("CA1")
def test_the_last_card_dealt_is_shown_and_says_who_plays_which_colour() -> None:
    seen: set[tuple[int, str]] = set()
    for seed in range(30):
        match = new_match(seed)
        second = 1 - match.pos.state.first
        shown = next(e.card for e in match.events if isinstance(e, CardFlipped) and e.up)
        key = match.pos.face(shown).key
        assert match[f"{second}.hand"][-1] == key
        assert (match.pos.state.red == second) == (colour(key) == "red")
        assert match.knows(1 - second, key)
        assert not match.is_up(key)
        known = [k for k in match[f"{second}.hand"] if match.knows(1 - second, k)]
        assert known == [key]
        assert match.seat == match.pos.state.first
        seen.add((match.pos.state.first, colour(key)))
    assert len(seen) == 4  # either seat may be player 1, with either colour


@rule("CA2")
def test_three_market_cards_lie_open() -> None:
    match = new_match(5)
    market = [match[f"market{n}"] for n in range(3)]
    assert [len(stall) for stall in market] == [1, 1, 1]
    assert all(match.is_up(stall[0]) for stall in market)
    assert not any(match.is_up(key) or match.knows(0, key) for key in match["deck"])


@rule("CA3")
def test_two_cards_are_drawn_and_a_market_card_is_replaced_at_once() -> None:
    match = new_match(5)
    seat = match.seat
    assert set(match.options) == {"draw market0", "draw market1", "draw market2", "draw deck"}
    wanted, others = match["market1"][0], (match["market0"], match["market2"])
    deck = match["deck"]
    match.play("draw market1")
    assert match[f"{seat}.hand"][-1] == wanted
    assert not match.is_up(wanted)
    assert match["market1"] == [deck[-1]]
    assert match.is_up(deck[-1])
    assert (match["market0"], match["market2"]) == others
    assert match["deck"] == deck[:-1]
    match.play("draw deck")
    assert match[f"{seat}.hand"][-1] == deck[-2]
    assert match.knows(seat, deck[-2])
    assert not match.knows(1 - seat, deck[-2])
    assert len(match[f"{seat}.hand"]) == 12
    assert not match.with_verb("draw")


@rule("CA3")
def test_the_market_is_not_filled_up_from_an_empty_deck() -> None:
    match = castle(market=["2C", "3C", "4C"], stock=0, begin_with="Turn")
    match.play("draw market0")
    assert match["market0"] == []
    assert match.options == ["draw market1", "draw market2"]


@rule("CA3")
def test_a_single_card_is_drawn_without_asking() -> None:
    match = castle(hand="9C 10H", market=["2C"], stock=0, begin_with="Turn")
    assert match["0.hand"] == ["9C", "10H", "2C"]
    assert match.with_verb("hovel")


@rule("CA4")
def test_plays_and_one_attack_in_any_order() -> None:
    match = castle(hand="10H 3H 7C 5D 5C JD", opponent_plots=["QS", "KS"], opponent_hand="2C 4C")
    match.play("knight 3H+7C >0.knight0", "hovel 10H >0.plot0")
    assert match.with_verb("attack") == {"attack >QS", "attack >KS"}
    match.play("attack >QS", "pass")  # the captured card is discarded
    assert match["1.plot0"] == []
    match.play("knight 5C+5D >0.knight0", "barracks JD >0.plot1")
    assert match.options == ["pass"]  # no other action is left in this turn: KS is safe
    match.play("pass")
    assert match.pos.state.turn == 1
    assert match["1.plot1"] == ["KS"]


@rule("CA4")
def test_a_second_attack_must_wait() -> None:
    match = castle(hand="10H", knights=["3H 7C", "5H 5C"], opponent_plots=["QS", "KS"])
    match.play("attack >KS")
    assert match.with_verb("lose") == {"lose 0.knight0", "lose 0.knight1"}
    match.play("lose 0.knight0", "pass")
    assert match.with_verb("attack") == set()
    assert match.refusal("attack >QS").startswith("CA4: ")


@rule("CA5")
def test_the_hand_limit() -> None:
    for plots, peasants, limit in (
        ([], [], 1), (["10H"], [], 3), ([], ["AH 4C"], 2), (["10H", "10D"], ["AH 4C"], 8),
        (["7H 7C | 10H 10D"], [], 6), (["10H JH"], [], 1), (["JH"], [], 1),
    ):  # fmt: skip
        hand = "2S 4S 6S 8S 9S 2S.2 4S.2 6S.2 8S.2"  # nothing to play for red
        match = castle(hand=hand, plots=plots, peasants=peasants, begin_with="Play")
        assert match.facts(0)["Hand limit"] == str(limit)
        match.play("pass")
        for _ in range(9 - limit):
            assert match.seat == 0
            assert len(match.with_verb("discard")) == len(match["0.hand"])
            match.play(f"discard {match['0.hand'][0]}")
        assert len(match["0.hand"]) == limit
        assert match["discard"][-1] == hand.split()[8 - limit]
        assert match.pos.state.turn == 1


@rule("CA5")
def test_nobody_discards_within_the_limit() -> None:
    match = castle(hand="2S 4S 6S", plots=["10H"], market=["2C", "3C", "4C"])
    match.play("pass")
    assert match.seat == 1
    assert match.with_verb("draw")


@rule("CA6")
def test_cards_in_play_stay() -> None:
    match = castle(hand="10H", plots=["10D"], knights=["3H 7C"], opponent_plots=["QS"])
    picked = {card for action in match.decision.options for card in action.cards}
    assert picked == {match.card("10H")}
    assert match.refusal("hovel 10D >0.plot1").startswith("CA6: ")
    assert match.refusal("knight 3H+7C >0.knight1").startswith("CA19: ")


def test_a_fresh_match_has_a_start_for_each_seed() -> None:
    decks = {tuple(CastleMatch(new_match(seed).pos)["deck"]) for seed in range(5)}
    assert len(decks) == 5
