"""Tests of the set-up and the deal: TT1 to TT8, TT17, and the zones."""

from __future__ import annotations

import pickle

import pytest

from castlecards.content import tech_deck
from castlecards.core.events import CardFlipped
from castlecards.games.tricks_of_the_trade import Options
from castlecards.games.tricks_of_the_trade.rules import CleanUp, ScoringStep
from castlecards.games.tricks_of_the_trade.state import RoundScore
from tests.games.tricks_of_the_trade.build import GAME, TradeMatch, new_match, trade
from tests.marks import rule

PLAYERS = (2, 3, 4)


def cards_of(match: TradeMatch) -> list[str]:
    return sorted(face.key for face in match.pos.box.faces if face.deck == "tech")


@rule("TT1", "TD1", "TD2")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_52_numbered_cards_and_no_wild_ones(players: int) -> None:
    assert cards_of(new_match(players)) == sorted(card.id for card in tech_deck().cards)
    assert len(cards_of(new_match(players))) == 52


@rule("TT2", "TT8")
def test_the_trump_deck_are_the_twos_and_its_top_is_turned_up() -> None:
    tops = set()
    for seed in range(30):
        match = new_match(2, seed)
        assert sorted(match["trump"] + match["trumps"]) == ["K02", "S02", "T02", "V02"]
        assert len(match["trump"]) == 1
        assert match.is_up(match["trump"][0])
        for key in match["trumps"]:
            assert not match.is_up(key)
            assert not any(match.knows(seat, key) for seat in (0, 1))
        tops.add(match["trump"][0])
    assert len(tops) == 4


@rule("TT3")
@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_gets_one_of_the_ones_and_the_rest_is_shuffled_in(players: int) -> None:
    first, hands = set(), 0
    for seed in range(30):
        match = new_match(players, seed)
        goals = [match[f"{seat}.goal"] for seat in range(players)]
        assert all(len(goal) == 1 and goal[0].endswith("01") for goal in goals)
        first.add(goals[0][0])
        rest = [key for key in cards_of(match) if key.endswith("01") and [key] not in goals]
        lying = {match.pos.box.names[match.pos.zone_of(match.card(key))] for key in rest}
        assert lying <= {"draw", *[f"{seat}.hand" for seat in range(players)]}
        hands += any("hand" in name for name in lying)
    assert len(first) == 4
    assert (hands > 0) == (players < 4)


@rule("TT4")
def test_goals_lie_face_up() -> None:
    match = new_match(3)
    assert all(match.is_up(match[f"{seat}.goal"][0]) for seat in range(3))


@rule("TT4")
def test_hidden_goals_are_seen_by_their_owners_and_turned_up_at_the_first_scoring() -> None:
    match = new_match(3, hidden_goals=True)
    for seat in range(3):
        (key,) = match[f"{seat}.goal"]
        assert not match.is_up(key)
        assert [match.knows(other, key) for other in range(3)] == [seat == n for n in range(3)]
    hands = {0: "K05", 1: "K06"}
    scored = trade(
        hands=hands,
        piles={"trump": "V02"},
        bids={0: 1, 1: 0},
        begin=ScoringStep(),
        hidden_goals=True,
    )
    flipped = [event for event in scored.events if isinstance(event, CardFlipped)]
    assert {scored.pos.face(event.card).key for event in flipped} == {"K01", "S01"}
    assert all(scored.is_up(key) for key in ("K01", "S01"))


@rule("TT4")
def test_nothing_that_anybody_may_do_names_a_goal_card() -> None:
    for seed in range(8):
        match = new_match(3, seed)
        goals = {match.card(match[f"{seat}.goal"][0]) for seat in range(3)}
        while match.pos.decision is not None:
            for action in match.decision.options:
                assert goals.isdisjoint(action.cards)
                assert action.to not in match.ground.goals
            options = match.decision.options
            match.play(match.pos.box.text(options[(seed * 7 + len(options) // 2) % len(options)]))
        assert goals == {match.card(match[f"{seat}.goal"][0]) for seat in range(3)}


@rule("TT5", "TT7")
@pytest.mark.parametrize(("players", "left"), [(2, 26), (3, 15), (4, 4)])
def test_ten_cards_each_and_what_is_left(players: int, left: int) -> None:
    match = new_match(players)
    assert [len(match[f"{seat}.hand"]) for seat in range(players)] == [10] * players
    assert len(match["draw"]) == left
    for pile in ("discard", "past", "expelled"):
        assert match[pile] == []
    assert not match.pos.up >> match.pos.zones[match.ground.draw_deck][0] & 1


@rule("TT6")
def test_chance_picks_the_first_player() -> None:
    assert {new_match(4, seed).pos.state.first for seed in range(40)} == {0, 1, 2, 3}
    assert new_match(4, 7).pos.state.first == new_match(4, 7).seat  # the first bidder


@rule("TT6")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_first_player_s_role_passes_to_the_left(players: int) -> None:
    last = players - 1
    match = trade(players, bids=dict.fromkeys(range(players), 0), first=last, begin=CleanUp())
    assert match.pos.state.first == 0
    assert match.seat == 0


@rule("TT7")
@pytest.mark.parametrize(("few", "each"), [(38, 9), (39, 9), (40, 10), (4, 1)])
def test_with_too_few_cards_all_get_equally_many(few: int, each: int) -> None:
    keys = [f"{domain}{value:02}" for value in range(3, 14) for domain in "KSTV"][:few]
    match = trade(4, piles={"draw": " ".join(keys)}, begin="Round")
    assert [len(match[f"{seat}.hand"]) for seat in range(4)] == [each] * 4
    assert len(match["draw"]) == few - 4 * each


@rule("TT8", "TT12")
def test_the_domain_of_the_card_turned_up_is_trump() -> None:
    match = trade(hands={0: "K05 S09", 1: "T13 V04"}, piles={"trump": "S02"}, begin="Tricks")
    facts = {fact.label: fact.text for fact in GAME.facts(match.pos)}
    assert facts["Trump"] == "Science"


SCORES = (RoundScore(1, 2, 1, 0, 1, 0), RoundScore(4, 4, 1, 3, 2, 0))


@rule("TT17")
def test_the_two_of_the_past_trump_is_expelled_and_the_others_are_the_new_trump_deck() -> None:
    match = trade(
        hands={0: "K05 V02", 1: "S07"},
        piles={
            "0.won": "T09 T10", "1.won": "S03 K02", "discard": "K08", "trump": "T05",
            "past": "S02", "trumps": "T02", "draw": "V13",
        },
        bids={0: 1, 1: 0},
        rounds=1,
        turned="S",
        state={"trump": 3, "scores": (SCORES,)},
        begin=CleanUp(),
    )  # fmt: skip
    assert "T02" in match["expelled"]
    assert match.is_up("T02")
    assert sorted(match["trumps"] + match["trump"]) == ["K02", "S02", "V02"]
    dealt_out = match["0.hand"] + match["1.hand"] + match["draw"]
    assert sorted(dealt_out) == ["K05", "K08", "S03", "S07", "T05", "T09", "T10", "V13"]
    for zone in ("0.won", "1.won", "discard", "past"):
        assert match[zone] == []
    hidden = [key for key in match["trumps"] if any(match.knows(seat, key) for seat in (0, 1))]
    assert hidden == []
    assert match.pos.state.round == 1


@rule("TT17")
def test_if_that_two_has_left_the_one_turned_up_this_round_goes() -> None:
    match = trade(
        hands={0: "K05 V02", 1: "S07"},
        piles={"trump": "T05", "expelled": "T02", "trumps": "K02 S02", "draw": "V13 V12"},
        bids={0: 1, 1: 0},
        rounds=1,
        turned="V",
        state={"trump": 3},
        begin=CleanUp(),
    )
    assert {"T02", "V02"} <= set(match["expelled"])
    assert sorted(match["trumps"] + match["trump"]) == ["K02", "S02"]


@rule("TT17")
def test_expelled_cards_stay_away_and_goals_and_tokens_come_back_as_they_were() -> None:
    match = trade(
        hands={0: "K05 K06", 1: "S07 S08"},
        piles={"trump": "V02", "expelled": "K13"},
        bids={0: 1, 1: 0},
        copies={"K05": "S"},
        state={"trump": 4},
        begin=CleanUp(),
    )
    assert "K13" in match["expelled"]
    assert [match["0.goal"], match["1.goal"]] == [["K01"], ["S01"]]
    assert sorted(match["0.tokens"]) == [f"bid0.{n}" for n in range(7)]
    assert match["0.bid"] == []
    assert match.copies() == {}


@rule("TT17")
def test_three_rounds_leave_one_two_and_every_round_expels_one() -> None:
    for seed in range(6):
        match = new_match(2, seed)
        rounds = 0
        while match.pos.decision is not None:
            options = match.decision.options
            match.play(match.pos.box.text(options[(seed + 3 * len(options) // 4) % len(options)]))
            if match.pos.state.round != rounds:
                rounds = match.pos.state.round
                gone = [key for key in match["expelled"] if key.endswith("02")]
                assert len(gone) == rounds
        assert rounds == 3
        assert len(match["trumps"]) == 1
        assert match.is_up(match["trumps"][0])


def test_sides_options_and_versions() -> None:
    assert new_match(2).pos.box.sides == (0, 1)
    assert new_match(4).pos.box.sides == (0, 1, 1, 1)
    for players in (1, 5):
        with pytest.raises(ValueError, match="2 to 4"):
            GAME.setup(Options(), players)
    other = pickle.loads(pickle.dumps(new_match(3).pos.state.ground))
    assert other is new_match(3).pos.state.ground
    assert GAME.version.startswith("1.")
