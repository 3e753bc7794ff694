"""Tests of descriptions, refusals, facts, phases, badges and the evaluation of a position."""

from __future__ import annotations

from typing import Any

import pytest

from castlecards.core import narration
from castlecards.core.action import Action
from castlecards.core.game import Refusal
from castlecards.core.session import Session
from castlecards.core.view import view
from castlecards.games.tricks_of_the_trade.rules import CleanUp
from castlecards.games.tricks_of_the_trade.state import RoundScore
from castlecards.playout import Robot, opening
from tests.games.tricks_of_the_trade.build import GAME, TradeMatch, new_match, trade
from tests.marks import rule

OWN = "K03 K04 K05 K06 K07 S09 T03"
OPPONENT = "V03 V04 V05 V06 V07 S04 T04"
PILES = {
    "trump": "V02", "draw": "S08 S10", "discard": "T09", "past": "T02", "trumps": "K02 S02",
    "1.won": "K10 K11", "expelled": "T13",
}  # fmt: skip
ROUND = ((RoundScore(1, 3, 1, 0, 1, 0), RoundScore(0, 3, 1, 0, 0, 0)),)


def ready(begin: str, **changes: object) -> TradeMatch:
    start: dict[str, object] = {
        "hands": {0: OWN, 1: OPPONENT}, "piles": PILES, "bids": {0: 1, 1: 2}, "begin": begin,
    }  # fmt: skip
    return trade(**(start | changes))  # type: ignore[arg-type]


def why(match: TradeMatch, text: str, seat: int | None = None) -> Refusal:
    refusal = GAME.refusal(match.view(seat), match.action(text))
    assert refusal is not None, f"{text} is allowed"
    return refusal


def says(match: TradeMatch, text: str, seat: int | None = None) -> str:
    return GAME.describe(match.action(text), match.view(seat))


# -- refusals -------------------------------------------------------------------------------------


@rule("TT15")
def test_whoever_does_not_follow_suit_is_told_which_domain_was_led() -> None:
    match = ready("Tricks").tricks("S09")
    refusal = why(match, "play V03 >1.trick")
    assert refusal.rule == "TT15"
    assert "Science was led" in refusal.text
    assert "Science was led" in why(match, "play V04 >1.trick").text
    copied = ready("Tricks", copies={"S09": "T"}).tricks("S09")
    assert "Technology was led" in why(copied, "play S04 >1.trick").text


FROM = [
    ("K01", "TT4"), ("V03", "TT10"), ("T09", "TT12"), ("V02", "TT12"), ("S08", "TT12"),
    ("S02", "TT12"), ("T02", "TT12"), ("K10", "TT15"), ("T13", "TT14"), ("bid0.1", "TT9"),
    ("bid0.3", "TT9"), ("wish.K", "TT9"),
]  # fmt: skip


@rule("TT4", "TT9", "TT10", "TT12", "TT14", "TT15")
@pytest.mark.parametrize(("key", "rule_id"), FROM)
def test_why_a_card_that_lies_there_is_not_offered_used_or_played(key: str, rule_id: str) -> None:
    assert why(ready("Trading"), f"offer {key} >1.offer").rule == rule_id
    in_hand = "TT15" if key == "V03" else rule_id
    assert why(ready("Effects"), f"effect {key} >0.trick").rule == in_hand
    assert why(ready("Tricks"), f"play {key} >0.trick").rule == in_hand
    assert why(ready("Tricks"), f"play {key}").rule == in_hand


@rule("TT10")
def test_refused_trades() -> None:
    match = ready("Trading")
    assert why(match, "offer K03+K04 >1.offer").text.startswith("You trade one card")
    assert "not to yourself" in why(match, "offer K03 >0.offer").text
    assert "offer place" in why(match, "offer K03 >1.hand").text
    assert why(match, "offer K03 >discard").rule == "TT10"
    assert why(match, "pass", 1).text == "Wait: another player is trading."
    match.play("offer K03 >1.offer")
    assert "wish token" in why(match, "offer K04 >1.offer").text
    match.play("wish wish.S >1.offer")
    assert "the other player’s place" in why(match, "give V03 >1.hand").text
    assert why(match, "give V03 >0.offer").rule == "TT10"  # it does not fit the wish
    assert why(match, "give S04 >0.offer", 0).text == "Wait: this offer is not for you."
    match.play("counter V03 >0.offer")
    assert "Take the card" in why(match, "take K03 >0.hand").text


@rule("TT9", "TT11", "TT15")
def test_refused_bids_effects_and_plays() -> None:
    bidding = new_match(2, 3)
    seat = bidding.seat
    assert why(bidding, f"bid bid{seat}.1 >{seat}.tokens").rule == "TT9"
    assert why(bidding, "pass", 1 - seat).text == "Wait: another player is bidding."
    effects = ready("Effects")
    assert why(effects, "effect K03 >1.trick").rule == "TT11"
    assert why(effects, "effect K03").rule == "TT11"
    assert why(effects, "pass", 1).rule == "TT11"
    effects.play("effect K04 >0.trick")
    assert why(effects, "effect K05 >0.trick").text.startswith("Finish the current effect")
    assert why(effects, "pass", 1).text == "Wait: another player is using an effect."
    playing = ready("Tricks")
    assert why(playing, "play K03 >1.trick").rule == "TT15"
    assert why(playing, "pass").rule == "TT15"
    assert why(playing, "play V03 >1.trick", 1).text == "Wait for your turn to play a card."


@rule("TT19")
def test_nothing_is_played_after_the_end() -> None:
    match = over()
    assert why(match, "pass", 0) == Refusal("TT19", "The game is over.")


def over() -> TradeMatch:
    return trade(
        hands={0: "K05", 1: "S07"},
        piles={"trump": "V02", "expelled": "K02 T02"},
        bids={0: 1, 1: 0},
        rounds=3,
        state={"trump": 4, "scores": ROUND},
        begin=CleanUp(),
    )


# -- words ----------------------------------------------------------------------------------------


def test_actions_in_words() -> None:
    match = ready("Trading")
    assert says(match, "pass") == "Skip"
    assert says(match, "offer K03 >1.offer") == "Offer Wiki (Knowledge 3) to North"
    assert says(match, "offer K03 >1.offer", 1) == "Offer a card to North"
    match.play("offer K03 >1.offer")
    assert says(match, "wish wish.S >1.offer") == "Ask for Science"
    assert says(match, "wish wish.any >1.offer") == "Ask for any card"
    assert says(match, "wish wish.S >1.offer", 1) == "Ask for something in return"
    match.play("wish wish.S >1.offer")
    assert says(match, "pass") == "Refuse"
    assert says(match, "give S04 >0.offer") == "Give Stem cell (Science 4)"
    assert says(match, "counter V03 >0.offer") == "Show Food delivery (Services 3) instead"
    assert says(match, "counter V03 >0.offer", 0) == "Show a card instead"
    match.play("counter V03 >0.offer")
    assert says(match, "pass") == "Keep your card"
    assert says(match, "take V03 >0.hand") == "Take Food delivery (Services 3)"
    match.play("pass")
    assert says(match, "pass") == "Done"


@rule("TT10")
def test_a_trade_is_told_in_one_sentence_also_after_a_counter_offer() -> None:
    names, start = ("Anna", "Ben"), ready("Trading").pos
    session: Session[Any] = Session(GAME, GAME.options(), 2, 1, names=names, start=start)
    for seat, line in (
        (0, "offer K03 >1.offer"), (0, "wish wish.S >1.offer"),
        (1, "counter V03 >0.offer"), (0, "take V03 >0.hand"),
    ):  # fmt: skip
        session.submit(seat, TradeMatch(session.position).action(line))
    told = [each.text for each in narration.sentences(session, 0, 0, session.at)]
    assert told == ["Ben gave you Food delivery (Services 3) for Wiki (Knowledge 3)."]


def test_bids_effects_and_plays_in_words() -> None:
    bidding = new_match(2, 3)
    seat = bidding.seat
    assert says(bidding, f"bid bid{seat}.4 >{seat}.bid") == "Bid 4"
    assert says(bidding, f"bid bid{seat}.4 >{seat}.bid", 1 - seat) == "Bid in secret"
    match = ready("Effects")
    assert says(match, "pass") == "Skip"
    words = says(match, "effect K04 >0.trick")
    assert words == "Use Refresh, the effect of Fact-checking (Knowledge 4)"
    match.play("effect K07 >0.trick")
    copying = says(match, "copy K03 >trump")
    assert copying.startswith("Show Wiki (Knowledge 3) to copy the domain of Parcel locker")
    assert says(match, "mirror discard") == "Use the effect of Satellite navigation (Technology 9)"
    assert says(match, "choose 1.hand") == "Choose North"
    assert says(match, "rob 1.hand") == "Make North discard the highest card of the domain"
    assert says(match, "expel trump").startswith("Expel the trump card, Parcel locker")
    assert says(match, "shift K03 >trump").startswith("Swap Wiki (Knowledge 3) for the trump card")
    assert says(match, "use 5") == "Use Poach (5)"
    assert says(match, "give K03 >1.hand") == "Give Wiki (Knowledge 3) in return"
    assert says(match, "draw draw") == "Draw a card"
    assert says(match, "play K03 >0.trick") == "Play Wiki (Knowledge 3)"
    spark = ready("Effects", hands={0: OWN.replace("K03", "T01"), 1: OPPONENT})
    spark.play("effect T01 >0.trick")
    assert says(spark, "decline") == "Continue"


def test_every_option_of_random_matches_has_words_of_its_own() -> None:
    """Options with the same text could not be distinguished in a list."""
    for players in (2, 3, 4):
        robot = Robot(players)
        pos = opening(GAME, GAME.options(), players, 11)
        match = TradeMatch(pos)
        while match.pos.decision is not None:
            seen = view(match.pos, match.seat)
            texts = [GAME.describe(action, seen) for action in match.decision.options]
            assert len(set(texts)) == len(texts)
            assert all(text and text[0].isupper() for text in texts)
            answer = robot.answer(match.pos, match.decision)
            match.play(match.pos.box.text(answer))


# -- facts ----------------------------------------------------------------------------------------


@rule("TT6", "TT8", "TT9")
def test_facts_tell_points_bids_round_and_trump() -> None:
    match = ready("Tricks", state={"scores": ROUND})
    facts = {(fact.side, fact.label): fact.text for fact in GAME.facts(match.pos)}
    assert facts == {
        (0, "Points"): "5", (1, "Points"): "4", (0, "Tricks"): "0 of 1",
        (1, "Tricks"): "1 of 2", (-1, "Round"): "1 of 3", (-1, "Trump"): "Services",
    }  # fmt: skip
    four = new_match(4, 2)
    texts = {(fact.seat, fact.label): fact.text for fact in GAME.facts(four.pos)}
    assert [texts[seat, "Points"] for seat in range(4)] == ["0"] * 4
    assert [texts[seat, "Tricks"] for seat in range(4)] == ["–"] * 4  # bids are secret
    badges = GAME.badges(match.pos)
    assert [(match.pos.box.names[badge.zone], badge.text) for badge in badges] == [
        ("trump", "Trump Services"), ("0.won", "0 of 1"), ("1.won", "1 of 2"), ("0.hand", "leads"),
    ]  # fmt: skip
    assert [(badge.progress, badge.goal) for badge in badges[1:3]] == [(0, 1), (1, 2)]
    told = [badge for badge in GAME.badges(over().pos) if badge.progress >= 0]
    assert [badge.text for badge in told] == ["3 of 1", "3 of 0"]


@rule("TT9")
def test_a_badge_tells_who_has_bid_and_not_what() -> None:
    match = new_match(2, 2)
    first = match.pos.state.first
    assert [badge.text for badge in GAME.badges(match.pos)][1:] == ["no bid yet"] * 2
    decision = match.decision
    match.play(match.pos.box.text(decision.options[3]))
    told = [badge.text for badge in GAME.badges(match.pos)][1:]
    assert told == ["has bid" if seat == first else "no bid yet" for seat in (0, 1)]


@pytest.mark.parametrize(
    ("begin", "title"), [("Trading", "Trade"), ("Effects", "Effects"), ("Tricks", "Tricks")]
)
def test_the_phase_bar(begin: str, title: str) -> None:
    phases = GAME.phases(ready(begin).pos)
    assert [phase.title for phase in phases] == ["Deal", "Bid", "Trade", "Effects", "Tricks"]
    assert [phase.title for phase in phases if phase.state == "now"] == [title]
    states = [phase.state for phase in phases]
    assert states == sorted(states, key=["past", "now", "ahead"].index)
    assert GAME.phases(new_match(2).pos)[1].state == "now"
    assert all(phase.state == "past" for phase in GAME.phases(over().pos))


def test_the_sheet_appears_with_the_first_score_and_ends_with_the_game() -> None:
    assert GAME.sheet(new_match(2).pos) is None
    sheet = GAME.sheet(over().pos)
    assert sheet.rows[-1] == ("Whole game", "5", "4")
    assert len(sheet.rows) == 7
    assert GAME.outcome(over().pos)[-1] == "South wins."


def test_an_action_that_means_nothing_has_words_too() -> None:
    seen = ready("Tricks").view()
    assert GAME.describe(Action("nonsense", (3,), to=-1), seen) == "Nonsense"
    assert GAME.refusal(seen, Action("play", (200,))) is not None
