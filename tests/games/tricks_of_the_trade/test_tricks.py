"""Tests of tricks, scoring and the end: TT15, TT16, TT18, TT19."""

from __future__ import annotations

import pytest

from castlecards.core.events import CardMoved
from castlecards.core.position import Position
from castlecards.core.sentence_templates import sentence_for
from castlecards.games.tricks_of_the_trade.rules import CleanUp, ScoringStep
from castlecards.games.tricks_of_the_trade.scoring import results, winners
from castlecards.games.tricks_of_the_trade.state import RoundScore, Trade
from tests.games.tricks_of_the_trade.build import GAME, TradeMatch, trade
from tests.marks import rule


def tricks(hands: dict[int, str], **more: object) -> TradeMatch:
    start: dict[str, object] = {
        "piles": {"trump": "V02"}, "bids": dict.fromkeys(hands, 1), "begin": "Tricks",
    }  # fmt: skip
    return trade(len(hands), hands=hands, **(start | more))  # type: ignore[arg-type]


# -- tricks ---------------------------------------------------------------------------------------


@rule("TT15")
def test_the_first_player_leads_any_card_and_the_others_follow_suit_if_they_can() -> None:
    match = tricks({0: "K05 S09", 1: "K13 K03 T07", 2: "V03 T09"}, first=0)
    assert match.options == ["play K05 >0.trick", "play S09 >0.trick"]
    match.tricks("K05")
    assert match.options == ["play K13 >1.trick", "play K03 >1.trick"]
    match.tricks("K03")
    assert match.options == ["play V03 >2.trick", "play T09 >2.trick"]


@rule("TT15")
@pytest.mark.parametrize(
    ("played", "winner"),
    [
        ("K05 K13 K03", 1),  # the highest of the domain that was led
        ("K13 K12 K01", 0),  # 13 is the highest
        ("K03 T13 S13", 0),  # other domains do not count
        ("K13 V03 K12", 1),  # a trump beats all others
        ("K13 V03 V04", 2),  # the highest trump
        ("V04 V03 V13", 2),
        ("K02 K01 S13", 0),  # 1 is the lowest, below 2
    ],
)
def test_who_wins_a_trick(played: str, winner: int) -> None:
    keys = played.split()
    spare = ["T05 T06", "T08 T09", "T10 T11"]
    piles = {"trump": "V02", "trumps": "S02 T02", "past": "" if "K02" in keys else "K02"}
    goals = {0: "T01", 1: "S01", 2: "V01"}
    hands = {seat: f"{key} {spare[seat]}" for seat, key in enumerate(keys)}
    match = tricks(hands, piles=piles, goals=goals).tricks(*keys)
    assert match[f"{winner}.won"] == keys
    assert match.seat == winner  # the winner leads the next trick
    assert [clash.sides[clash.winner].seat for clash in match.fights] == [winner]


@rule("TT15")
def test_six_tricks_are_played_and_hands_keep_the_rest() -> None:
    hands = {0: "K03 K04 K05 K06 K07 K08 K09 K10", 1: "S03 S04 S05 S06 S07 S08 S09"}
    match = tricks(hands)
    played = 0
    while match.pos.state.round == 0:
        match.play(match.options[0])
        played += 1
    assert played == 12
    left = [event for event in match.events if isinstance(event, CardMoved)]
    hand = [event for event in left if match.pos.box.names[event.source] == "0.hand"]
    assert len(hand) == 2  # at the clean-up


@rule("TT15")
def test_the_last_card_of_a_hand_plays_itself() -> None:
    match = tricks({0: "K05 S09", 1: "K13 S10"}, seed=4)
    match.tricks("K05", "K13")
    assert match.pos.state.round == 1  # the second trick was played automatically
    scores = match.pos.state.scores[-1]
    assert [score.tricks for score in scores] == [0, 2]


@rule("TT15", "E6")
def test_a_copied_card_counts_as_its_new_domain_for_following_and_for_trump() -> None:
    hands = {0: "K05 S09 T03", 1: "S13 S04 T07"}
    match = tricks(hands, copies={"S13": "K"}).tricks("K05")
    assert match.options == ["play S13 >1.trick"]
    match.tricks("S13")
    assert match["1.won"] == ["K05", "S13"]
    led = tricks(hands, first=1, copies={"S13": "K"}).tricks("S13")
    assert led.options == ["play K05 >0.trick"]
    away = tricks(hands, copies={"S13": "K"}).tricks("S09")
    assert away.options == ["play S04 >1.trick"]
    as_trump = tricks(hands, copies={"T07": "V", "S13": "T", "S04": "T"}).tricks("K05", "T07")
    assert as_trump["1.won"] == ["K05", "T07"]


@rule("TT15")
def test_of_two_equal_cards_the_first_one_wins() -> None:
    hands = {0: "K09 T03 T04", 1: "S09 S04 S05", 2: "T09 V03 V04"}
    led = tricks(hands, copies={"S09": "K", "T09": "K"}).tricks("K09", "S09", "T09")
    assert led["0.won"] == ["K09", "S09", "T09"]
    trumps = tricks(hands, copies={"S09": "V", "T09": "V"}).tricks("K09", "S09", "T09")
    assert trumps["1.won"] == ["K09", "S09", "T09"]


@rule("TT18")
def test_trump_is_the_domain_on_the_spot_when_the_first_trick_begins() -> None:
    match = tricks({0: "K05 S09 T03", 1: "S13 T04 T07"}, piles={"trump": "T11", "past": "V02"})
    assert match.pos.state.trump == 3
    match.tricks("K05", "T04")
    assert match["1.won"] == ["K05", "T04"]


# -- scoring --------------------------------------------------------------------------------------


def score_of(bid: int, won: int, goal: int, **options: object) -> RoundScore:
    """Return South's score for six tricks, `won` of them won, `goal` with a card of the goal."""
    goals = [f"K{value:02}" for value in range(3, 14)]
    others = [f"{domain}{value:02}" for domain in "ST" for value in range(3, 14)]
    tricks: list[list[str]] = [[], []]
    for n in range(6):
        lead = goals.pop(0) if n < goal else others.pop(0)
        tricks[n >= won] += [lead, others.pop(0)]
    match = trade(
        goals={0: "K01", 1: "V01"},
        piles={"0.won": " ".join(tricks[0]), "1.won": " ".join(tricks[1]), "trump": "V02"},
        bids={0: bid, 1: 0},
        rounds=0,
        begin=ScoringStep(),
        state={"trump": 4},
        **options,  # type: ignore[arg-type]
    )
    score: RoundScore = match.pos.state.scores[0][0]
    return score


@rule("TT16")
@pytest.mark.parametrize(
    ("bid", "won", "goal", "points"),
    [(2, 2, 1, 7), (2, 4, 3, 8), (3, 1, 1, 2), (0, 0, 0, 6), (6, 6, 5, 17), (0, 1, 0, 2)],
)
def test_points_of_a_round(bid: int, won: int, goal: int, points: int) -> None:
    assert score_of(bid, won, goal).total == points


@rule("TT16")
@pytest.mark.parametrize(
    ("bid", "won", "points"), [(2, 2, 5), (2, 3, 4), (3, 2, 2), (0, 0, 5), (6, 6, 11), (0, 1, 2)]
)
def test_with_tiers_an_exact_bid_brings_three_alone(bid: int, won: int, points: int) -> None:
    assert score_of(bid, won, 0, bid_bonus="tiers").total == points


@rule("TT16")
def test_a_trick_counts_once_for_the_goal_and_only_for_the_one_who_won_it() -> None:
    match = trade(
        goals={0: "K01", 1: "S01"},
        piles={"0.won": "K03 K04 T03 T04", "1.won": "K05 T05 S03 S04", "trump": "V02"},
        bids={0: 0, 1: 0},
        begin=ScoringStep(),
    )
    assert [score.goal for score in match.pos.state.scores[0]] == [1, 1]


@rule("TT16", "TT18")
def test_a_copied_card_counts_for_the_goal_as_what_it_copied() -> None:
    match = trade(
        goals={0: "K01", 1: "S01"},
        piles={"0.won": "T03 T04 K05 T06", "1.won": "T05 T07", "trump": "V02"},
        bids={0: 0, 1: 0},
        copies={"T03": "K", "K05": "V", "T07": "S"},
        begin=ScoringStep(),
    )
    assert [score.goal for score in match.pos.state.scores[0]] == [1, 1]


@rule("TT16")
def test_scoring_is_told_and_on_the_sheet() -> None:
    match = trade(
        goals={0: "K01", 1: "S01"},
        piles={"0.won": "K03 K04 T03 T04", "trump": "V02"},
        bids={0: 2, 1: 1},
        begin=ScoringStep(),
    )
    assert [line.numbers for line in match.lines("scored")] == [(2, 2, 7)]
    assert [line.numbers for line in match.lines("scored_off")] == [(0, 1, 2)]
    sheet = GAME.sheet(match.pos)
    assert sheet.columns == ("", "South", "North")
    assert [row[1:] for row in sheet.rows] == [
        ("2 of 2", "0 of 1"), ("+1", "+0"), ("+3", "+0"), ("+1", "+0"), ("+0", "+2"), ("7", "2"),
    ]  # fmt: skip


# -- the end --------------------------------------------------------------------------------------


def end_position(
    points: list[int],
    base: list[int],
    won: list[bytes],
    last: str = "T02",
    goals: dict[int, str] | None = None,
) -> Position[Trade]:
    """Return a position after three rounds: totals, base points, won cards, the last Trump card."""
    match = trade(
        len(points),
        goals=goals or {0: "K01", 1: "S01", 2: "V01", 3: "T01"} if len(points) == 4 else goals,
        piles={"trumps": last, "past": " ".join({"K02", "S02", "T02", "V02"} - {last})},
        bids=dict.fromkeys(range(len(points)), 0),
        begin="Round",
    )
    pos = match.pos
    rows = tuple(RoundScore(0, b, 0, 0, p - b, 0) for p, b in zip(points, base, strict=True))
    pos.state = Trade(match.ground, 4, 3, 0, 1, (rows,), tuple(won), 1)
    trumps = pos.zones[match.ground.trumps] or pos.zones[match.ground.spot]
    pos.zones[match.ground.trumps] = trumps
    return pos


@rule("TT19")
def test_the_highest_total_wins() -> None:
    pos = end_position(
        [12, 15, 9], [9, 3, 6], [b"", b"", b""], goals={0: "K01", 1: "S01", 2: "T01"}
    )
    assert winners(pos) == ((1,), "")
    assert results(pos) == (0.0, 1.0, 0.0)


@rule("TT19")
def test_a_tie_goes_to_the_goal_of_the_last_trump_card() -> None:
    goals = {0: "K01", 1: "S01", 2: "T01"}
    pos = end_position([15, 15, 9], [9, 3, 6], [b"\xd1", b"\x31", b""], "S02", goals)
    assert winners(pos)[0] == (1,)
    assert results(pos) == (0.0, 1.0, 0.0)
    other = end_position([15, 15, 9], [9, 3, 6], [b"\xd1", b"\x31", b""], "T02", goals)
    assert winners(other)[0] == (0,)  # the third seat is not tied, though it has more base points


@rule("TT19")
def test_then_more_base_points_then_the_higher_card_by_value_and_domain() -> None:
    goals = {0: "K01", 1: "S01", 2: "V01"}
    cards = [b"\x31\xd1", b"\x34\xd2", b"\x44\xd1"]  # K3 K13, V3 S13, V4 K13
    assert winners(end_position([15, 15, 15], [5, 4, 5], cards, "T02", goals)) == (
        (2,),
        "won_by_card",
    )
    more = end_position([15, 15, 15], [6, 5, 5], cards, "T02", goals)
    assert winners(more) == ((0,), "won_by_tricks")
    assert winners(end_position([15, 15, 15], [5, 5, 5], cards, "T02", goals)) == (
        (1,),
        "won_by_card",  # S13
    )
    same = [b"\x31\xd1", b"\x44\xd1", b"\x44\xd1"]
    shared = end_position([15, 15, 15], [5, 5, 5], same, "T02", goals)
    assert winners(shared) == ((1, 2), "")
    assert results(shared) == (0.0, 0.5, 0.5)
    assert "share the win" in " ".join(GAME.outcome(shared))


@rule("TT19", "TT17")
def test_after_the_third_round_the_last_two_is_turned_up_and_decides() -> None:
    match = trade(
        hands={0: "K05 S02", 1: "S07"},
        goals={0: "K01", 1: "S01"},
        piles={"0.won": "T09 T10", "1.won": "S03 S04", "trump": "V02", "expelled": "K02 T02"},
        bids={0: 1, 1: 1},
        rounds=3,
        turned="V",
        state={
            "trump": 4,
            "scores": ((RoundScore(1, 1, 1, 3, 0, 0),) * 2,),
            "won": (b"\xa3", b"\x42"),
        },
        begin=CleanUp(),
    )
    assert match["trumps"] == ["S02"]
    assert match.is_up("S02")
    assert match["0.won"] == ["T09", "T10"]  # all players see it
    assert match.pos.result == (0.0, 1.0)
    assert GAME.outcome(match.pos) == (
        "Points after three rounds: South – 5; North – 5.",
        "The scores are tied. North wins with the goal that matches the last Trump card.",
    )
    (line,) = match.lines("won_by_goal")
    assert sentence_for(match.pos.box, GAME.story, line, ("Anna", "")) == (
        "You won the tie at 5 points: your goal matches the last Trump card."
    )


@rule("TT19")
def test_cards_won_in_all_rounds_count_as_printed() -> None:
    match = trade(
        hands={0: "K05", 1: "S07"},
        piles={"0.won": "T09 T10", "1.won": "S03 S04", "trump": "V02", "draw": "K03 K04"},
        bids={0: 1, 1: 1},
        copies={"T09": "K"},
        state={"trump": 4, "won": (b"\xd4", b"")},
        begin=ScoringStep(),
    )
    assert match.pos.state.won == (b"\xd4\x93\xa3", b"\x32\x42")
