"""Tests of the thirteen game effects in Tricks of the Trade: E1 to E9, TT11 to TT14."""

from __future__ import annotations

import pytest

from castlecards.core.events import CardFlipped, CardShown
from castlecards.core.table import Table
from tests.games.play import sample_world
from tests.games.tricks_of_the_trade.build import GAME, TradeMatch, trade
from tests.marks import rule

OWN = "K03 K04 K05 K06 K07 K08"  # six cards: the least that may use an effect
OPPONENT = "V03 V04 V05 V06 V07 V08 V09"  # seven: one can be lost


def use_effect(
    card: str,
    *,
    hand: str = OWN,
    opponent: str = OPPONENT,
    draw: str = "S08 S09 S10",
    trump: str = "V02",
    players: int = 2,
    hands: dict[int, str] | None = None,
    piles: dict[str, str] | None = None,
    copies: dict[str, str] | None = None,
) -> TradeMatch:
    """Return a match in which South plays `card` for its effect; others may use effects later."""
    match = trade(
        players,
        hands={0: f"{card} {hand}", 1: opponent} | (hands or {}),
        piles={"draw": draw, "trump": trump} | (piles or {}),
        bids=dict.fromkeys(range(players), 1),
        copies=copies,
    )
    assert match.options[0] == "pass"
    return match.play(f"effect {card} >0.trick")


def shown_cards(match: TradeMatch) -> list[str]:
    """Return the keys of hand cards that were shown to all players."""
    played = match.pos.zones[match.ground.spot] + match.pos.zones[match.ground.discard]
    ups = [e for e in match.events if isinstance(e, CardFlipped) and e.up and e.card not in played]
    return [match.pos.face(e.card).key for e in ups if not match.pos.up >> e.card & 1]


def effect_is_over(match: TradeMatch) -> bool:
    """Return True if the effect is over."""
    return type(match.pos.steps[0]).__name__ in ("Effect", "Play")


# -- the phase ------------------------------------------------------------------------------------


@rule("TT11", "E1")
def test_each_player_in_turn_may_use_one_card_of_the_hand() -> None:
    hands = {0: f"{OWN} S01", 1: OPPONENT, 2: "T03 T04 T05 T06 T07 T08 T09"}
    match = trade(3, hands=hands, piles={"trump": "V02"}, bids={0: 1, 1: 1, 2: 1}, first=2)
    for seat in (2, 0, 1):
        assert match.seat == seat
        cards = [f"effect {key} >{seat}.trick" for key in match[f"{seat}.hand"]]
        assert match.options == ["pass", *cards]
        match.play("pass")
    assert match.options[0].startswith("play")


@rule("TT11", "E2")
def test_the_card_lies_open_while_it_works_and_is_discarded_afterwards() -> None:
    match = use_effect("K04", hand=f"{OWN.replace(' K04', '')} K09", piles={"discard": "T09"})
    assert match["0.trick"] == ["K04"]
    assert match.is_up("K04")
    assert match["discard"] == ["T09"]
    assert GAME.effect(match.pos) == match.card("K04")
    match.play("decline", "discard K03 >discard", "discard K05 >discard")
    assert match["0.trick"] == []
    assert match["discard"] == ["T09", "K03", "K05", "K04"]
    assert all(match.is_up(key) for key in match["discard"])
    assert effect_is_over(match)
    assert match.seat == 1
    assert GAME.effect(match.pos) == -1


@rule("TT14")
def test_with_six_cards_no_effect_is_used() -> None:
    match = trade(hands={0: OWN, 1: OPPONENT}, piles={"trump": "V02"}, bids={0: 1, 1: 1})
    assert match.seat == 1
    match.play("pass")
    assert match.options[0].startswith("play")


@rule("TT12", "TT14", "E3")
def test_an_empty_draw_deck_is_refilled_from_the_discard_pile_and_from_nothing_else() -> None:
    piles = {"discard": "T03 T04 T05", "trumps": "K02 S02", "past": "T02"}
    match = use_effect("K04", hand=f"{OWN} K09".replace("K04 ", ""), draw="S08", piles=piles)
    match.play("decline")
    assert match["discard"] == []
    assert len(match["draw"]) == 2
    assert len(match["0.hand"]) == 8
    assert sorted(match["trumps"]) == ["K02", "S02"]
    assert match["past"] == ["T02"]
    assert match.lines("reshuffled")
    none = use_effect("S01", draw="", piles={"discard": ""})
    assert effect_is_over(none)  # no card to draw; the effect card itself is discarded later
    assert none["0.hand"] == OWN.split()


# -- each effect ----------------------------------------------------------------------------------


@rule("E1", "E5")
def test_spark_draws_one_and_for_one_of_the_domain_one_more() -> None:
    match = use_effect("S01")
    assert match["0.hand"][-1] == "S10"
    assert match.options == ["show S10", "decline"]
    match.play("show S10")
    assert shown_cards(match) == ["S10"]
    assert match["0.hand"][-1] == "S09"
    assert use_effect("T01").options == ["decline"]


@rule("E3", "E5")
def test_scan_looks_at_three_takes_and_tucks() -> None:
    match = use_effect("S02", draw="T09 S08 T10 S10", piles={"trumps": "K02 T02"})
    looks = [event for event in match.events if isinstance(event, CardShown)]
    assert {event.seat for event in looks} == {0}
    assert len(looks) == 3
    match.play("take T10 >0.hand", "take S10 >0.hand")
    assert match["draw"] == ["S08", "T09"]
    assert match["0.hand"][-2:] == ["T10", "S10"]
    assert not match.knows(1, "T10")
    assert match.knows(1, "S10")


@rule("E3")
def test_recycle_takes_from_the_common_discard_pile_and_may_reshuffle_it() -> None:
    match = use_effect("T03", piles={"discard": "T09 V10 T11"})
    assert match.options == ["take T09 >0.hand", "take T11 >0.hand", "draw draw"]
    match.play("take T11 >0.hand", "reshuffle discard")
    assert match["0.hand"][-1] == "T11"
    assert match["discard"] == ["T03"]
    assert sorted(match["draw"]) == ["S08", "S09", "S10", "T09", "V10"]


def test_refresh_draws_three_for_a_card_shown_and_discards_as_many() -> None:
    match = use_effect("K04", hand="K03 T03 T04 T05 T06 T07").play("show K03")
    assert shown_cards(match) == ["K03"]
    assert len(match["0.hand"]) == 9
    for _ in range(3):
        match.play(match.options[0])
    assert len(match["0.hand"]) == 6
    assert effect_is_over(match)


@rule("TT14", "E9")
def test_poach_takes_a_card_of_the_domain_but_leaves_six() -> None:
    match = use_effect("V05", opponent="K09 K10 K11 K12 K13 T03 V09")
    assert match["0.hand"][-1] == "V09"
    assert len(match["1.hand"]) == 6
    spared = use_effect("V05", opponent="K09 K10 K11 K12 K13 V09")
    assert spared["1.hand"][-1] == "V09"
    assert spared["0.hand"][-1] == "S10"  # no player may be chosen: draw 1, no hand is shown
    assert shown_cards(spared) == []
    empty = use_effect("T05", opponent="K09 K10 K11 K12 K13 S03 V09")
    assert shown_cards(empty) == empty["1.hand"]
    assert empty["0.hand"][-1] == "S10"


@rule("TT14", "E3")
def test_an_opponent_with_six_cards_is_passed_over() -> None:
    hands = {2: "T06 T08 T09 T12 T13 S13", 3: "S03 S04 S05 S06 S07 T03 T04"}
    match = use_effect("T05", players=4, hands=hands)
    assert match.options == ["choose 1.hand", "choose 3.hand"]
    match.play("choose 3.hand")
    assert match["0.hand"][-1] in ("T03", "T04")
    levied = use_effect("T11", players=4, hands=hands)
    assert "S13" in levied["2.hand"]
    assert len(levied["2.hand"]) == 6
    robbed = use_effect("T10", players=4, hands=hands, draw="S08 S09 S10 S11")
    assert robbed.options == ["rob 1.hand", "rob 3.hand"]


@rule("TT14", "E9")
def test_barter_is_allowed_against_six_cards() -> None:
    match = use_effect("S06", opponent="T03 T04 T05 T06 T07 T08")
    assert match.options == [f"give {key} >1.hand" for key in match["0.hand"]]
    match.play("give K03 >1.hand")
    assert len(match["1.hand"]) == 6
    assert match["1.hand"][-1] == "K03"
    assert len(match["draw"]) == 3
    paid = use_effect("K06", hand=OWN.replace(" K06", " K09")).play("give K03 >1.hand")
    assert len(paid["draw"]) == 2


@rule("E4", "E5", "TT12")
def test_mirror_copies_the_domain_of_the_trump_card() -> None:
    match = use_effect("K07", hand=OWN.replace(" K07", " K09"))
    expected = [f"copy {key} >trump" for key in match["0.hand"]]
    assert match.options == expected  # the discard pile is empty
    match.play("copy K09 >trump")
    assert shown_cards(match) == ["K09"]
    assert match.copies() == {"K09": "V"}
    assert effect_is_over(match)


@rule("E6")
def test_a_copy_stays_when_trump_changes_and_goes_with_the_card_from_hand_to_hand() -> None:
    match = use_effect(
        "K07", hand=OWN.replace(" K07", " K09"), opponent="K10 S06 V04 V05 V06 V07 V08"
    )
    match.play("copy K09 >trump", "effect S06 >1.trick")
    hand = match["1.hand"]
    assert match.copies() == {"K09": "V"}
    taken = [key for key in hand if key in ("K03", "K04", "K05", "K06", "K08", "K09")]
    assert len(taken) == 1
    match = use_effect("K06", hand="K09 T03 T04 T05 T06 T07", copies={"K09": "V"})
    match.play("give K09 >1.hand")
    assert "K09" in match["1.hand"]
    assert match.copies() == {"K09": "V"}


@rule("E6")
def test_a_copy_ends_in_the_discard_pile_and_on_the_trump_spot() -> None:
    match = use_effect("K04", hand="K09 T03 T04 T05 T06 T07", copies={"K09": "V"})
    match.play("decline", "discard K09 >discard", "discard T03 >discard")
    assert match.copies() == {}
    shifted = use_effect("K09", hand="K10 T03 T04 T05 T06 T07", copies={"K10": "V"})
    shifted.play("shift K10 >trump")
    assert shifted.copies() == {}
    assert GAME.facts(shifted.pos)[-1].text == "Knowledge"
    spent = use_effect("K01", hand=OWN, copies={"K01": "S"}, draw="K09 K10")
    assert spent.options == ["show K10", "decline"]  # its printed domain counts for its effect
    assert spent.play("decline").copies() == {}


@rule("E6")
def test_effects_reach_cards_by_their_printed_domain() -> None:
    copies = {"K09": "V", "T03": "K"}
    match = use_effect("K07", hand="K09 T03 T04 T05 T06 T07", trump="S02", copies=copies)
    assert match.options == ["copy K09 >trump"]
    match.play("copy K09 >trump")
    assert match.copies() == {"K09": "S", "T03": "K"}  # instead of the earlier copy
    assert sum(mask >> match.card("K09") & 1 for mask in match.pos.marks) == 1


@rule("E8")
def test_mirror_may_use_the_top_discard_with_its_own_domain() -> None:
    match = use_effect("K07", hand=OWN.replace(" K07", " T09"), piles={"discard": "V13 S01"})
    assert match.options[-1] == "mirror discard"
    match.play("mirror discard")
    assert match["0.hand"][-1] == "S10"
    assert match.options == ["show S10", "decline"]  # Spark of Science
    match.play("decline")
    assert match["discard"] == ["V13", "S01", "K07"]


@rule("E8")
@pytest.mark.parametrize("top", ["V07", "V13"])
def test_mirror_calls_neither_mirror_nor_platform(top: str) -> None:
    match = use_effect(
        "K07", hand="T03 T04 T05 T06 T07 T08", piles={"discard": top}, opponent="V03 V04"
    )
    assert match.options == ["decline"]  # asked even so: only the player knows the hand
    match.play("decline")
    assert match["0.hand"][-1] == "S10"  # no effect is possible: draw 1
    assert effect_is_over(match)


@rule("E1")
def test_mirror_asks_also_with_one_way_so_that_nothing_leaks() -> None:
    match = use_effect("K07", hand="T03 T04 T05 T06 T07 T08", piles={"discard": "S01"})
    assert match.options == ["mirror discard"]
    for seed in range(20):  # the other player may imagine hands with cards of the domain
        table = Table(sample_world(match.view(1), seed))
        decision = table.settle()
        table.play(decision.default)


@rule("E5")
def test_match_exchanges_a_card_of_the_domain_for_another() -> None:
    match = use_effect("K08", hand=OWN.replace(" K08", " T09"), opponent="K11 K12 V03 V04 V05 V06")
    assert shown_cards(match) == ["K11", "K12"]
    assert match.options == ["want K11 >0.hand", "want K12 >0.hand", "decline"]
    match.play("want K12 >0.hand", "give K03 >1.hand")
    assert "K12" in match["0.hand"]
    assert "K03" in match["1.hand"]
    declined = use_effect(
        "K08", hand=OWN.replace(" K08", " T09"), opponent="K11 V03 V04 V05 V06 V07"
    )
    assert declined.play("decline")["0.hand"][-1] == "S10"


@rule("E4", "E5", "TT12", "TT13")
def test_shift_changes_the_trump_card_and_brings_the_old_one_into_the_hand() -> None:
    match = use_effect("K09", hand=OWN)
    assert match.decision.prompt == "Swap a card for the trump card, or draw?"
    assert match.options == [f"shift {key} >trump" for key in OWN.split()] + ["decline"]
    match.play("shift K03 >trump")
    assert match["trump"] == ["K03"]
    assert match.is_up("K03")
    assert match["0.hand"][-1] == "V02"
    assert not match.is_up("V02")
    assert match["past"] == []
    assert [line.words for line in match.lines("trump")] == [("Knowledge",)]
    match.play("pass")
    assert match.pos.state.trump == 1
    assert "play V02 >0.trick" in match.options
    assert use_effect("K09").play("decline")["0.hand"][-1] == "S10"


@rule("E5", "E9", "TT12", "TT13")
def test_sunset_expels_the_trump_card_of_its_domain_and_turns_up_another() -> None:
    match = use_effect("V10", opponent="K09 K10 K11 K12 K13 T03")
    assert match["trump"] == ["S09"]  # the only possible choice; S10 was drawn first
    assert match.is_up("S09")
    assert match["past"] == ["V02"]
    assert "V02" not in match["expelled"]
    match = use_effect("T10", trump="T09", piles={"past": "V02"}).play("expel trump")
    assert "T09" in match["expelled"]
    assert match["past"] == ["V02"]
    assert match["trump"] == ["S09"]
    other = use_effect("S10", opponent=OPPONENT, draw="S08 S09")  # trump has another domain
    assert other["trump"] == ["V02"]


@rule("TT13")
def test_the_trump_card_stays_when_no_card_can_be_drawn_for_the_spot() -> None:
    match = use_effect("V10", draw="S08", piles={"discard": ""}, opponent="K09 K10 K11 K12 K13 T03")
    assert match["trump"] == ["V02"]  # the only card was drawn before
    refilled = use_effect(
        "V10", draw="S08", piles={"discard": "S09"}, opponent="K09 K10 K11 K12 K13 T03"
    )
    assert refilled["trump"] == ["S09"]


@rule("E7", "TT14")
def test_sunset_makes_an_opponent_discard_the_highest_card_of_the_domain() -> None:
    match = use_effect("K10", opponent="K09 K13 V03 V04 V05 V06 V07")
    assert match["discard"] == ["K13", "K10"]
    assert match.is_up("K13")
    assert "K09" in match["1.hand"]
    spared = use_effect("K10", opponent="K09 K13 V03 V04 V05 V06")
    assert spared["discard"] == ["K10"]


@rule("E7", "TT14")
def test_levy_takes_one_card_of_the_domain_of_everybody_who_has_more_than_six() -> None:
    hands = {2: "T09 S03 S04 S05 S06 S07 S11", 3: "T10 S12 S13 T03 T04 T05"}
    match = use_effect("T11", opponent="T12 V03 V04 V05 V06 V07 V08", players=4, hands=hands)
    assert match["discard"] == ["T12", "T09"]
    assert match.options == ["take T12 >0.hand", "take T09 >0.hand"]
    match.play("take T12 >0.hand")
    assert match["discard"] == ["T09", "T11"]
    assert len(match["3.hand"]) == 6
    nobody = use_effect("T11", opponent="K09 V03 V04 V05 V06 V07 V08")
    assert nobody["0.hand"][-1] == "S10"


@rule("E5")
def test_broker_looks_at_a_hand_and_exchanges() -> None:
    match = use_effect("V12", players=3, hands={2: "T03 T04 V10"})
    assert match.options == ["choose 1.hand", "choose 2.hand"]
    match.play("choose 2.hand")
    assert [match.knows(seat, "T03") for seat in range(3)] == [True, False, True]
    assert match.options == ["want V10 >0.hand", "decline"]
    match.play("want V10 >0.hand", "give K03 >2.hand")
    assert "V10" in match["0.hand"]
    assert sorted(match["2.hand"]) == ["K03", "T03", "T04"]


@rule("E8")
def test_platform_uses_any_effect_but_mirror_with_its_own_domain() -> None:
    match = use_effect("S13", draw="T09 T10 S10")
    assert match.options == [f"use {value}" for value in (1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12)]
    match.play("use 1")
    assert match.options == ["show S10", "decline"]


@rule("E9", "TT12", "TT14")
def test_no_effect_touches_goals_trump_piles_expelled_cards_or_won_tricks() -> None:
    """Any effect in any way: only the trump spot and its discards may change."""
    for value in range(1, 14):
        for seed in range(3):
            card = f"T{value:02}"
            match = use_effect(
                card,
                hand="K03 K04 V05 T07 S08 S11".replace(card, "K11"),
                opponent="T08 V03 V04 K05 K06 S03 S04".replace(card, "K11"),
                draw="S09 S10 T09 V09".replace(card, "K11"),
                trump="T12" if value == 10 else "K13",
                piles={"discard": "V06 S05", "trumps": "K02 S02", "past": "V02", "1.won": "K12"},
            )
            before = {zone: match[zone] for zone in ("0.goal", "1.goal", "trumps", "1.won")}
            gone = set(match["expelled"])
            for n in range(20):
                if effect_is_over(match):
                    break
                match.play(match.options[(seed * 5 + n) % len(match.options)])
            assert effect_is_over(match)
            assert {zone: match[zone] for zone in before} == before
            assert gone <= set(match["expelled"])
            assert match["past"] == ["V02"]
            assert len(match["trump"]) == 1
            assert len(match["1.hand"]) >= 6
            assert len(match["0.hand"]) >= 6


# -- three players --------------------------------------------------------------------------------


def after_exchange(seed: int) -> TradeMatch:
    """Return a match: North 1 copied a domain with V04; South takes V04 for K03 with Broker."""
    match = trade(
        3,
        hands={0: f"V12 {OWN}", 1: OPPONENT, 2: "T03 T04 T05 T06 T07 T08"},
        piles={"draw": "S08 S09 S10", "trump": "V02"},
        bids=dict.fromkeys(range(3), 1),
        copies={"V04": "T"},
        seed=seed,
    )
    return match.play(
        "effect V12 >0.trick", "choose 1.hand", "want V04 >0.hand", "give K03 >1.hand"
    )


@rule("TT10", "E5")
def test_what_two_exchange_by_an_effect_no_third_can_follow() -> None:
    places: set[int] = set()
    for seed in range(60):
        match = after_exchange(seed)
        assert "V04" in match["0.hand"]
        assert "K03" in match["1.hand"]
        card = match.card("K03")
        places.add(match.pos.zones[match.ground.hands[1]].index(card))
        for key in ("V04", "K03"):
            assert [match.knows(seat, key) for seat in range(3)] == [True, True, False]
        assert match.knows(0, "V09")  # Broker showed the whole hand, which stays known
        assert not match.knows(2, "V09")
        assert match.copies() == {"V04": "T"}  # the mark moves with its card
    assert len(places) == 7


RICH = "V07 V08 V09 V10 V11 V12 V13"


@rule("E5")
@pytest.mark.parametrize("card", ["V05", "V06"])
def test_a_card_taken_at_random_is_seen_by_two_only(card: str) -> None:
    places: set[int] = set()
    for seed in range(20):
        match = trade(
            3,
            hands={0: f"{card} {OWN}", 1: RICH, 2: "T03 T04 T05 T06 T07 T08 T09"},
            piles={"draw": "S08 S09 S10", "trump": "V02"},
            bids=dict.fromkeys(range(3), 1),
            seed=seed,
        )  # fmt: skip
        match.play(f"effect {card} >0.trick", "choose 1.hand")
        taken = next(key for key in RICH.split() if key in match["0.hand"])
        assert [match.knows(seat, taken) for seat in range(3)] == [True, True, False]
        places.add(match["0.hand"].index(taken))
    assert len(places) > 3  # it may be anywhere in the hand
