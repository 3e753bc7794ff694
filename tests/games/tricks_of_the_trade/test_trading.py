"""Tests of bids and trades: TT9, TT10, and what each seat sees of them."""

from __future__ import annotations

import pytest

from castlecards.core.cards import UNSEEN
from castlecards.core.events import CardFlipped, apply, seen_by
from castlecards.core.log_lines import Line
from castlecards.core.position import Position
from castlecards.core.rng import noise
from castlecards.core.sentence_templates import fold
from castlecards.core.view import view
from castlecards.playout import opening
from tests.games.play import sample_world
from tests.games.tricks_of_the_trade.build import GAME, TradeMatch, new_match, trade
from tests.marks import rule

HANDS = {0: "K05 S09 S10", 1: "K13 S04 T07", 2: "V03 V09 K08"}


def first_trade(players: int = 2, first: int = 0) -> TradeMatch:
    """Return a match in the first trading turn; no effect can be used afterwards."""
    hands = {seat: HANDS[seat] for seat in range(players)}
    bids = dict.fromkeys(range(players), 1)
    return trade(
        players, hands=hands, bids=bids, piles={"trump": "V02"}, first=first, begin="Trading"
    )


def now(match: TradeMatch) -> str:
    return type(match.pos.steps[0]).__name__


# -- bids -----------------------------------------------------------------------------------------


@rule("TT9")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_bid_nought_to_six_in_turn_and_reveal_together(players: int) -> None:
    match = new_match(players, 3)
    order = [(match.pos.state.first + n) % players for n in range(players)]
    for n, seat in enumerate(order):
        assert match.seat == seat
        expected = {f"bid bid{seat}.{number} >{seat}.bid" for number in range(7)}
        assert set(match.options) == expected
        match.bid((seat + 4) % 7)
        ups = [e for e in match.events if isinstance(e, CardFlipped) and e.up]
        assert len(ups) == (players if n == players - 1 else 0)
    for seat in range(players):
        token = f"bid{seat}.{(seat + 4) % 7}"
        assert match[f"{seat}.bid"] == [token]
        assert match.is_up(token)
        assert match[f"{seat}.tokens"] == []
    assert now(match) == "Offer"


@rule("TT9")
def test_bids_may_add_up_to_anything_and_stay() -> None:
    match = new_match(2, 3).bid(6, 6)
    assert match["0.bid"] == ["bid0.6"]
    assert match["1.bid"] == ["bid1.6"]
    match.play("pass", "pass")
    while match.pos.state.round == 0:
        assert match["0.bid"] == ["bid0.6"]
        match.play(match.options[-1])


@rule("TT9")
def test_no_token_is_known_again_in_a_later_round() -> None:
    """The players saw which token was the 4, so its id must not tell the next bid."""
    match = new_match(2, 3).bid(4, 4)
    known = {seat: match.card(f"bid{seat}.4") for seat in (0, 1)}
    while match.pos.state.round == 0:
        match.play(match.options[0])
    for seat in (0, 1):
        seen = view(match.pos, 1 - seat).position
        tokens = match.pos.zones[match.ground.tokens[seat]]
        assert known[seat] in tokens
        assert all(seen.faces[token] == UNSEEN for token in tokens)
    faces = set()
    for seed in range(30):
        other = new_match(2, seed)
        faces.add(other.pos.face(other.pos.zones[other.ground.tokens[0]][0]).rank)
    assert faces == set(range(7))


# -- trades ---------------------------------------------------------------------------------------


@rule("TT10")
def test_everybody_has_one_trading_turn_from_the_first_player_on() -> None:
    match = first_trade(3, first=2)
    for seat in (2, 0, 1):
        assert (match.seat, now(match)) == (seat, "Offer")
        opponents = [(seat + 1) % 3, (seat + 2) % 3]
        wanted = [
            f"offer {key} >{opponent}.offer"
            for opponent in opponents
            for key in HANDS[seat].split()
        ]
        assert match.options == ["pass", *wanted]
        match.play("pass")
    assert now(match) == "Play"


@rule("TT10")
def test_a_card_that_meets_the_wish_makes_the_trade() -> None:
    match = first_trade().offer("K05", 1, "S")
    assert match.seat == 1
    assert match.options == [
        "pass", "counter K13 >0.offer", "give S04 >0.offer", "counter T07 >0.offer",
    ]  # fmt: skip
    match.play("give S04 >0.offer")
    assert match["0.hand"] == ["S09", "S10", "S04"]
    assert match["1.hand"] == ["K13", "T07", "K05"]
    assert match["0.offer"] == match["1.offer"] == []
    assert len(match["wishes"]) == 5
    assert (match.seat, now(match)) == (1, "Offer")  # no second trade


@rule("TT10")
def test_a_wish_may_be_any_card_or_any_domain() -> None:
    match = first_trade().play("offer K05 >1.offer")
    assert set(match.options) == {f"wish wish.{d} >1.offer" for d in ("K", "S", "T", "V", "any")}
    match.play("wish wish.any >1.offer")
    assert [text.split()[0] for text in match.options] == ["pass", "give", "give", "give"]
    unmet = first_trade().offer("K05", 1, "V")
    assert [text.split()[0] for text in unmet.options] == ["pass", "counter", "counter", "counter"]


@rule("TT10")
def test_after_a_refusal_there_is_one_more_offer_to_anyone() -> None:
    match = first_trade(3).offer("K05", 1, "S").play("pass")
    assert sorted(match["0.hand"]) == ["K05", "S09", "S10"]
    assert match["1.offer"] == []
    assert (match.seat, now(match)) == (0, "Offer")
    assert {text.split()[-1] for text in match.options} == {"pass", ">1.offer", ">2.offer"}
    match.offer("S09", 2, "any").play("pass")
    assert (match.seat, now(match)) == (1, "Offer")  # no third offer


@rule("TT10")
def test_a_counter_offer_is_taken_or_refused() -> None:
    match = first_trade().offer("K05", 1, "S").play("counter T07 >0.offer")
    assert match.seat == 0
    assert match.options == ["take T07 >0.hand", "pass"]
    assert match["0.offer"] == ["T07"]
    assert match.knows(0, "T07")
    taken = first_trade().offer("K05", 1, "S").play("counter T07 >0.offer", "take T07 >0.hand")
    assert taken["0.hand"] == ["S09", "S10", "T07"]
    assert taken["1.hand"] == ["K13", "S04", "K05"]
    assert (taken.seat, now(taken)) == (1, "Offer")
    match.play("pass")
    assert match["1.hand"] == ["K13", "S04", "T07"]
    assert match["0.hand"] == ["S09", "S10", "K05"]
    assert (match.seat, now(match)) == (0, "Offer")  # one more, after this refusal, too
    match.offer("K05", 1, "S").play("counter T07 >0.offer", "pass")
    assert (match.seat, now(match)) == (1, "Offer")


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        (("pass", "offer K05 >1.offer", "wish wish.any >1.offer", "give K13 >0.offer"),
         ["You offered Infographic (Knowledge 5) to Ben, asking for a Science card: Ben refused.",
          "Ben gave you Big data (Knowledge 13) for Infographic (Knowledge 5)."]),
        (("counter T07 >0.offer", "pass"),
         ["You offered Infographic (Knowledge 5) to Ben, asking for a Science card.",
          "Ben showed you Drone (Technology 7) instead: you refused."]),
        (("counter T07 >0.offer", "take T07 >0.hand"),
         ["Ben gave you Drone (Technology 7) for Infographic (Knowledge 5)."]),
    ],
)  # fmt: skip
def test_each_offer_is_told_to_its_end(steps: tuple[str, ...], told: list[str]) -> None:
    """A refused offer of a card is not lost if the next one of the same card is taken."""
    match, events = first_trade(), []
    for step in ("offer K05 >1.offer", "wish wish.S >1.offer", *steps):
        events += [seen_by(event, 0) for event in match.play(step).events]
    lines = [(n, event) for n, event in enumerate(events) if isinstance(event, Line)]
    sentences = fold(match.pos.box, GAME.story, lines, ("", "Ben"))
    assert [sentence.text for sentence in sentences] == told


@rule("TT10")
def test_only_the_two_see_the_wish_and_the_cards() -> None:
    match = first_trade(3).offer("K05", 1, "S")
    assert [match.knows(seat, "K05") for seat in range(3)] == [True, True, False]
    assert [match.knows(seat, "wish.S") for seat in range(3)] == [True, True, False]
    assert match.knows(2, "wish.K") is False
    match.play("counter T07 >0.offer")
    assert [match.knows(seat, "T07") for seat in range(3)] == [True, True, False]
    match.play("take T07 >0.hand")
    assert [match.knows(seat, "K05") for seat in range(3)] == [True, True, False]
    assert match.lines("traded")


@rule("TT10")
def test_everybody_sees_who_offers_to_whom_and_that_a_trade_is_made() -> None:
    match = first_trade(3).play("offer K05 >2.offer")
    (offered,) = match.lines("offered")
    assert (offered.actor, offered.other) == (0, 2)
    match.play("wish wish.any >2.offer", "give V03 >0.offer")
    (traded,) = match.lines("traded")
    assert (traded.actor, traded.other) == (0, 2)
    assert {card.seen for card in traded.cards + traded.onto} == {0b101}  # the two alone
    refused = first_trade(3).offer("K05", 2, "any").play("pass")
    assert [(line.actor, line.other) for line in refused.lines("refused")] == [(2, 0)]


def test_a_time_out_bids_an_equal_share_and_wishes_for_any_card() -> None:
    for players, share in ((2, 3), (3, 2), (4, 1)):
        match = new_match(players, 5)
        token = match.decision.default.cards[0]
        assert match.pos.face(token).rank == share
        match.bid(*[0] * players)
        assert match.pos.box.text(match.decision.default) == "pass"
        match.play(match.options[1])
        assert match.pos.face(match.decision.default.cards[0]).key == "wish.any"


# -- secrecy --------------------------------------------------------------------------------------


def seen_by_seat(before: Position, action: object, seat: int) -> tuple[object, list[object], str]:
    """Return what a seat learns of an action: its view afterwards, the events, and the text."""
    after, events = apply(before, action)  # type: ignore[arg-type]
    shown = [seen_by(event, seat) for event in events]
    words = GAME.describe(action, view(before, seat))  # type: ignore[arg-type]
    seen = view(after, seat).position
    return (seen.faces, seen.zones, seen.up, seen.marks, seen.state, seen.steps), shown, words


@rule("TT9", "TT10")
@pytest.mark.parametrize("players", [2, 3])
def test_bids_and_trades_look_the_same_in_all_worlds_that_a_third_party_may_think_of(
    players: int,
) -> None:
    """In a world with other faces for unseen cards, the same actions look the same to the seat."""
    compared = 0
    for seed in range(20):
        pos = opening(GAME, GAME.options(), players, seed)
        for n in range(30):
            decision = pos.decision
            if decision is None or pos.state.phase > 2:
                break
            options = decision.options
            action = options[noise(seed, n, 1)[0] % len(options)]
            for seat in range(players):
                other = sample_world(view(pos, seat), 1000 * seed + n)
                other.seed = pos.seed  # the same random numbers
                if seat == decision.seat or other.decision is None:
                    continue
                assert other.decision.prompt == decision.prompt
                last = action.verb == "bid" and sum(map(bool, bids_laid(pos))) == players - 1
                party = action.to in (pos.state.ground.offers[seat], pos.state.ground.hands[seat])
                if last or party or not other.decision.allows(action):
                    continue  # the bids are revealed, or it is shown to this seat
                real, imagined = seen_by_seat(pos, action, seat), seen_by_seat(other, action, seat)
                if action.verb != "give":  # both worlds show that a trade is made
                    assert real == imagined
                compared += 1
            pos, _ = apply(pos, action)
    assert compared >= {2: 20, 3: 150}[players], compared


def bids_laid(pos: Position) -> list[bytes]:
    return [pos.zones[zone] for zone in pos.state.ground.bids]


@rule("TT9", "TT10")
def test_no_view_holds_another_seat_s_bid_wish_or_offered_card() -> None:
    for seed in range(25):
        pos = opening(GAME, GAME.options(), 4, seed)
        ground = pos.state.ground
        n = 0
        while pos.decision is not None and pos.state.phase <= 2:
            for seat in range(4):
                seen = view(pos, seat).position.faces
                for other in range(4):
                    hidden = pos.zones[ground.tokens[other]] + pos.zones[ground.hands[other]]
                    hidden += pos.zones[ground.bids[other]] if pos.state.phase == 1 else b""
                    if other != seat and pos.state.phase == 1:
                        assert all(seen[card] == UNSEEN for card in hidden)
                    lying = pos.zones[ground.offers[other]]
                    step = pos.steps[0]
                    parties = {getattr(step, "seat", -1), getattr(step, "opponent", -1)}
                    if seat not in parties:
                        wishes = [c for c in lying if pos.face(c).deck == "token"]
                        assert all(seen[card] == UNSEEN for card in wishes)
            options = pos.decision.options
            pos, _ = apply(pos, options[noise(seed, n, 1)[0] % len(options)])
            n += 1


# -- what others learn ----------------------------------------------------------------------------


def index_in_hand(match: TradeMatch, key: str) -> int:
    """Return the index of a card in its hand, from the left."""
    card = match.card(key)
    return match.pos.zones[match.pos.zone_of(card)].index(card)


def after_offer(*, seed: int, answers: tuple[str, ...], players: int = 3) -> TradeMatch:
    """Return a match in which South offers K05 to the next player, with these answers."""
    hands = {0: "K05 S09 S10", 1: "K13 S04 T07", 2: "V03 V09 K08", 3: "K09 S05 T08"}
    match = trade(
        players,
        hands={seat: hands[seat] for seat in range(players)},
        bids=dict.fromkeys(range(players), 1),
        piles={"trump": "V02"},
        begin="Trading",
        seed=seed,
    )
    match.offer("K05", 1, "T" if answers[0].startswith("counter") else "any")
    for answer in answers:
        match.play(answer)
    return match


ANSWERS = {
    "trade": ("give K13 >0.offer",), "refused": ("pass",),
    "countered": ("counter S04 >0.offer", "take S04 >0.hand"),
    "in vain": ("counter S04 >0.offer", "pass"),
}  # fmt: skip
TOUCHED = {"trade": ("K05", "K13"), "refused": ("K05",), "countered": ("K05", "S04"),
           "in vain": ("K05", "S04")}  # fmt: skip


@rule("TT10")
@pytest.mark.parametrize("case", ANSWERS)
def test_a_third_player_can_follow_no_card_that_two_have_dealt_with(case: str) -> None:
    found: dict[str, set[int]] = {key: set() for key in TOUCHED[case]}
    for seed in range(40):
        match = after_offer(seed=seed, answers=ANSWERS[case])
        for key, where in found.items():
            where.add(index_in_hand(match, key))
            assert not match.knows(2, key)
            assert match.knows(0, key)  # both know what they have shown each other
            assert match.knows(1, key)
        hidden = {card for zone in match.ground.hands[:2] for card in match.pos.zones[zone]}
        assert all(match.view(2).position.faces[card] == UNSEEN for card in hidden)
    assert found == {key: {0, 1, 2} for key in found}


@rule("TT10")
def test_between_two_nothing_need_be_mixed() -> None:
    for seed in range(10):
        match = after_offer(seed=seed, answers=("give K13 >0.offer",), players=2)
        assert match["0.hand"] == ["S09", "S10", "K13"]
        assert match["1.hand"] == ["S04", "T07", "K05"]


@rule("TT10")
def test_who_has_given_a_card_does_not_see_it_traded_on() -> None:
    apart: set[int] = set()
    for seed in range(40):
        match = after_offer(seed=seed, answers=("give K13 >0.offer",))
        known, ids = match.card("K05"), match.pos.zones[match.ground.hands[1]]
        assert match.knows(0, "K05")
        match.offer("K05", 2, "any")
        assert match["2.offer"][0] == "K05"
        assert not match.knows(0, "K05")
        assert match.knows(2, "K05")
        assert all(match.view(0).position.faces[card] == UNSEEN for card in ids)
        apart.add(match.pos.zones[match.ground.offers[2]][0] == known)
    assert apart == {True, False}  # it may be that card, or another
