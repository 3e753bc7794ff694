"""Tests of the thirteen game effects in Card Barrage: E1 to E9, CB28 to CB30."""

from __future__ import annotations

import pytest

from castlecards.core.cards import Pose
from castlecards.core.events import CardFlipped, CardShown
from castlecards.core.table import Table
from castlecards.games.tech_effects import EFFECTS
from tests.games.card_barrage.build import GAME, BarrageMatch, barrage
from tests.games.play import sample_world
from tests.marks import rule

WALLS = {0: "K09 K10 K11", 1: "- S10 T10 T11 V10"}


def use_effect(
    card: str,
    *,
    hand: str = "K13 S13",
    opponent: str = "V13",
    draw: str = "K01 K02 K03",
    discard: str = "",
    thrown: str = "V12",
    players: int = 2,
    **more: dict[str, str],
) -> BarrageMatch:
    """Return a match in which South uses the effect of `card`, its third scored card.

    South throws a V12 by default.
    """
    walls = WALLS | {1: WALLS[1].replace("-", card, 1)} | more.pop("walls", {})  # type: ignore[dict-item]
    piles = {
        "A.score": "S01 S02",
        "A.draw": draw,
        "A.discard": discard,
        "B.draw": "V03.2 V04.2 V05.2",
    }
    hands = {0: f"{thrown} {hand}", 1: opponent} | more.pop("hands", {})  # type: ignore[dict-item]
    match = barrage(players, walls=walls, hands=hands, piles=piles | more.pop("piles", {}), decks=2)
    match.throw(thrown, on=["1.wall0"], perfect=["1.wall0"])
    return match.play(f"effect {card}")


def shown_cards(match: BarrageMatch) -> list[str]:
    """Return the keys of the cards that the last action turned up and down again."""
    events = match.events
    up = [e.face for e in events if isinstance(e, CardFlipped) and e.up]
    down = [e.face for e in events if isinstance(e, CardFlipped) and not e.up]
    return [match.pos.box.faces[face].key for face in up if face in down]


def effect_is_over(match: BarrageMatch) -> bool:
    """Return True if the effect is over and North begins its turn."""
    return match.seat == 1 and match.decision.prompt.startswith("Build")


def test_there_are_thirteen() -> None:
    assert len(EFFECTS) == 13
    assert list(EFFECTS) == list(GAME.deck.does[1:])  # type: ignore[attr-defined]


# -- 1 Spark ----------------------------------------------------------------------------------


@rule("E1", "E5")
def test_spark_draws_and_may_show_a_card_of_the_domain_for_another() -> None:
    match = use_effect("T01", draw="K01 K02 T03")
    assert match["0.hand"] == ["K13", "S13", "T03"]
    assert match.options == ["show T03", "decline"]
    match.play("show T03")
    assert shown_cards(match) == ["T03"]
    assert match.knows(1, "T03")
    assert not match.is_up("T03")
    assert match["0.hand"] == ["K13", "S13", "T03", "K02"]
    assert effect_is_over(match)


@rule("E1")
def test_spark_need_not_be_shown() -> None:
    match = use_effect("T01", draw="K01 K02 T03").play("decline")
    assert match["0.hand"] == ["K13", "S13", "T03"]
    assert not match.knows(1, "T03")


@rule("E6")
def test_spark_asks_even_when_the_card_does_not_fit_so_that_nothing_leaks() -> None:
    match = use_effect("T01", draw="K01 K02 K03")
    assert match.options == ["decline"]
    assert effect_is_over(match.play("decline"))


@rule("E1")
def test_spark_with_no_card_to_draw_is_over() -> None:
    assert use_effect("T01", draw="", discard="", players=2)["0.hand"][:2] == ["K13", "S13"]


# -- 2 Scan -----------------------------------------------------------------------------------


@rule("E5")
def test_scan_looks_takes_and_puts_the_rest_under_in_any_order() -> None:
    match = use_effect("T02", draw="K01 K02 V01 V02 T03")
    looks = [e for e in match.events if isinstance(e, CardShown)]
    assert len(looks) == 3
    assert {e.seat for e in looks} == {0}
    assert match.options == [f"take {key} >0.hand" for key in ("V01", "V02", "T03")]
    match.play("take V01 >0.hand")
    assert match.options == ["take T03 >0.hand", "decline"]
    match.play("decline")
    assert match.options == ["tuck V02 >A.draw", "tuck T03 >A.draw"]
    match.play("tuck V02 >A.draw")
    assert match["A.draw"] == ["T03", "V02", "K01", "K02"]
    assert match["0.hand"] == ["K13", "S13", "V01"]
    assert not match.knows(1, "V01")
    assert effect_is_over(match)


@rule("E5")
def test_scan_shows_another_of_the_domain_before_taking_it() -> None:
    match = use_effect("T02", draw="K01 T04 T05 T03").play("take T05 >0.hand")
    assert match.options == ["take T04 >0.hand", "take T03 >0.hand", "decline"]
    match.play("take T03 >0.hand")
    assert shown_cards(match) == ["T03"]
    assert [line.actor for line in match.lines("revealed")] == [0]  # though no player owns the deck
    assert match["0.hand"] == ["K13", "S13", "T05", "T03"]
    assert match["A.draw"] == ["T04", "K01"]  # one card, not two


@rule("E1")
def test_scan_refills_only_an_empty_deck_and_looks_at_what_there_is() -> None:
    match = use_effect("T02", draw="K01", discard="K05 K06")
    assert match["0.hand"] == ["K13", "S13", "K01"]  # one card was taken
    assert match["A.discard"] == ["K05", "K06", "V12"]
    match = use_effect("T02", draw="", discard="K05 K06")
    assert len(match.options) == 3  # the thrown card, too
    assert match["A.discard"] == []


# -- 3 Recycle --------------------------------------------------------------------------------


@rule("E3")
def test_recycle_takes_a_card_of_the_domain_from_the_own_discard_pile() -> None:
    piles = {"B.discard": "T09"}
    match = use_effect("T03", discard="T05 K05 T06", piles=piles)
    assert match.options == ["take T05 >0.hand", "take T06 >0.hand", "draw A.draw"]
    match.play("take T05 >0.hand")
    assert match["0.hand"] == ["K13", "S13", "T05"]
    assert not match.is_up("T05")
    assert match.options == ["reshuffle A.discard", "decline"]
    match.play("reshuffle A.discard")
    assert match["A.discard"] == []
    assert sorted(match["A.draw"]) == ["K01", "K02", "K03", "K05", "T06", "V12"]
    assert effect_is_over(match)


def test_recycle_draws_where_there_is_no_such_card() -> None:
    match = use_effect("T03", discard="K05").play("decline")
    assert match["0.hand"] == ["K13", "S13", "K03"]
    assert match["A.discard"] == ["K05", "V12"]
    match = use_effect("T03", discard="T05").play("draw A.draw", "decline")
    assert match["0.hand"] == ["K13", "S13", "K03"]


# -- 4 Refresh --------------------------------------------------------------------------------


def test_refresh_draws_two_and_discards_two() -> None:
    match = use_effect("T04", draw="K01 K02 K03 K04")
    assert match.options == ["decline"]
    match.play("decline", "discard K13 >A.discard")
    assert match.options == [f"discard {key} >A.discard" for key in ("S13", "K04", "K03")]
    match.play("discard K03 >A.discard")
    assert match["0.hand"] == ["S13", "K04"]
    assert match["A.discard"] == ["V12", "K13", "K03"]
    assert match.is_up("K03")
    assert effect_is_over(match)


def test_refresh_draws_three_for_a_card_shown() -> None:
    match = use_effect("T04", hand="K13 T13", draw="K01 K02 K03 K04")
    assert match.options == ["show T13", "decline"]
    match.play("show T13")
    assert shown_cards(match) == ["T13"]
    assert len(match["0.hand"]) == 5
    for _ in range(3):
        match.play(match.options[0])
    assert len(match["0.hand"]) == 2


@rule("E1")
def test_refresh_discards_no_more_than_it_drew() -> None:
    match = use_effect("T04", hand="K13 T13", draw="K01", discard="")
    match.play("show T13")  # the deck, then the refilled discard pile: K01 and the thrown V12
    assert sorted(match["0.hand"]) == ["K01", "K13", "T13", "V12"]
    match.play("discard K01 >A.discard", "discard V12 >A.discard")
    assert effect_is_over(match)


# -- 5 Poach ----------------------------------------------------------------------------------


def test_poach_takes_a_random_card_of_the_domain() -> None:
    taken = set()
    for seed in range(12):
        match = barrage(
            walls={0: "K09", 1: "T05 K04"},
            hands={0: "V12 K13", 1: "T12 T13 K08 V13"},
            piles={"A.score": "S01 S02", "A.draw": "K01"},
            seed=seed,
        )
        match.throw("V12", on=["1.wall0"], perfect=["1.wall0"]).play("effect T05")
        (key,) = set(match["0.hand"]) - {"K13"}
        taken.add(key)
        assert key not in match["1.hand"]
        assert match.knows(0, key)
    assert taken == {"T12", "T13"}


@rule("E1", "E5")
def test_poach_without_such_a_card_shows_the_hand_and_draws() -> None:
    match = use_effect("T05", opponent="K08 V13")
    assert shown_cards(match) == ["K08", "V13"]
    assert match.knows(0, "K08")
    assert match["0.hand"] == ["K13", "S13", "K03"]


@rule("E3")
def test_poach_chooses_among_the_seats_of_the_other_side() -> None:
    match = use_effect(
        "T05", players=4, opponent="T13", hands={2: "T07", 3: "T08 V13"}, walls={2: "", 3: ""}
    )
    assert match.options == ["choose 1.hand", "choose 3.hand"]
    match.play("choose 3.hand")
    assert sorted(match["0.hand"]) == ["K13", "S13", "T08"]
    assert match["2.hand"] == ["T07"]


# -- 6 Barter ---------------------------------------------------------------------------------


def test_barter_takes_at_random_and_gives_any_card() -> None:
    match = use_effect("T06", opponent="V11")
    assert match["0.hand"] == ["K13", "S13", "V11"]
    assert match.options == [f"give {key} >1.hand" for key in ("K13", "S13", "V11")]
    match.play("give K13 >1.hand")
    assert match["1.hand"][0] == "K13"
    assert match.knows(1, "K13")
    assert match["0.hand"] == ["S13", "V11"]
    assert len(match["A.draw"]) == 3


def test_barter_draws_for_a_card_of_the_domain() -> None:
    match = use_effect("T06", hand="K13 T13", opponent="V11").play("give T13 >1.hand")
    assert match["0.hand"] == ["K13", "V11", "K03"]


@rule("E1")
def test_barter_needs_an_opponent_with_a_card() -> None:
    match = use_effect("T06", opponent="")
    assert match["0.hand"] == ["K13", "S13"]
    assert effect_is_over(match)
    four = use_effect("T06", players=4, opponent="", hands={3: "T08 V13"}, walls={3: ""})
    assert four.options[0].startswith("give")  # only the last seat could be chosen


# -- 7 Mirror ---------------------------------------------------------------------------------


@rule("E2", "E8", "CB31")
def test_mirror_copies_the_card_just_thrown_with_its_own_domain() -> None:
    match = use_effect("T07", thrown="V01", draw="K01 K02 V05")
    assert match["0.hand"] == ["K13", "S13", "V05"]
    assert match.options == ["show V05", "decline"]  # Spark of Services, not of Technology
    match.play("show V05")
    assert match["0.hand"][-1] == "K02"


@rule("E8")
@pytest.mark.parametrize("thrown", ["V07", "V13"])
def test_mirror_cannot_call_mirror_or_platform(thrown: str) -> None:
    match = use_effect("T07", thrown=thrown, opponent="V11")
    assert match["0.hand"] == ["K13", "S13", "K03"]
    assert effect_is_over(match)


@rule("CB29", "E9")
def test_mirror_knows_no_neutral_card() -> None:
    assert use_effect("T07", hand="T13", thrown="V05", opponent="V11")["0.hand"] == ["T13", "V11"]


# -- 8 Barraged ----------------------------------------------------------------------------------


@rule("E5")
def test_match_shows_their_cards_of_the_domain_and_exchanges_one() -> None:
    match = use_effect("T08", hand="T02 T03 K13", opponent="V11 T12 T13")
    assert shown_cards(match) == ["T12", "T13"]
    assert not match.knows(0, "V11")
    assert match.options == ["want T12 >0.hand", "want T13 >0.hand", "decline"]
    match.play("want T13 >0.hand")
    assert match.options == ["give T02 >1.hand", "give T03 >1.hand"]
    match.play("give T02 >1.hand")
    assert sorted(match["0.hand"]) == ["K13", "T03", "T13"]
    assert "T02" in match["1.hand"]
    assert len(match["A.draw"]) == 3


@rule("E5")
def test_whoever_was_shown_all_cards_of_the_domain_guesses_no_others() -> None:
    match = use_effect("T08", hand="T02 K13", opponent="V11 V13 T12 K12", draw="T01 T03 T05")
    seen = match.view(0)
    for seed in range(30):  # in many of these worlds the hidden cards are of the domain
        assert sample_world(seen, seed).decision == match.decision


def test_those_who_do_not_see_the_hand_can_guess_on_while_a_card_is_given() -> None:
    match = use_effect("T08", hand="T02 T03 K13", opponent="V11 T12 T13").play("want T13 >0.hand")
    for seed in range(20):  # in some of these worlds South has no Technology card
        table = Table(sample_world(match.view(1), seed))
        decision = table.settle()
        table.play(decision.default)
        assert sorted(b"".join(table.pos.zones)) == list(range(table.pos.box.size))


@rule("E1")
def test_match_draws_when_nothing_is_exchanged() -> None:
    match = use_effect("T08", hand="T02", opponent="T12").play("decline")
    assert match["0.hand"] == ["T02", "K03"]
    match = use_effect("T08", hand="K13", opponent="T12")
    assert match.options == ["decline"]  # no card to give; only South knows
    assert match.play("decline")["0.hand"] == ["K13", "K03"]
    assert use_effect("T08", hand="T02", opponent="V11")["0.hand"] == ["T02", "K03"]


# -- 9 Shift ----------------------------------------------------------------------------------


@rule("CB29", "E4", "E5")
def test_shift_exchanges_a_card_of_the_domain_with_a_wall_of_the_own_seat() -> None:
    match = use_effect("T09", hand="T13 K13", players=4, walls={2: "S05"}, opponent="V11")
    places = ("0.wall0", "0.wall1", "0.wall2")
    assert match.options == [f"shift T13 >{place}" for place in places] + ["decline"]
    match.play("shift T13 >0.wall1")
    assert match["0.wall1"] == ["T13"]
    assert match.is_up("T13")
    assert match["0.hand"] == ["K13", "K10"]
    assert not match.is_up("K10")


@rule("CB14", "E5")
def test_shift_may_move_the_new_wall_to_its_marked_place() -> None:
    astray = Pose(-3000, -1900, 300, 0)
    for answer, there in (("straighten", Pose(-3170, -2000, 0, 0)), ("stay", astray)):
        match = barrage(
            walls={0: "K09", 1: "T09 K04"},
            hands={0: "V12 T13", 1: "V13"},
            piles={"A.score": "S01 S02"},
            poses={"0.wall0": astray},
        )
        match.throw("V12", on=["1.wall0"], perfect=["1.wall0"])
        match.play("effect T09", "shift T13 >0.wall0", answer)
        assert match.pose("T13") == there


def test_shift_draws_when_nothing_is_exchanged() -> None:
    assert use_effect("T09", hand="T13").play("decline")["0.hand"] == ["T13", "K03"]
    match = use_effect("T09", hand="K13")
    assert match.options == ["decline"]
    assert match.play("decline")["0.hand"] == ["K13", "K03"]
    assert use_effect("T09", hand="T13", walls={0: "- - -"})["0.hand"] == ["T13", "K03"]


# -- 10 Sunset --------------------------------------------------------------------------------


@rule("CB29", "CB30", "E4", "E9")
def test_sunset_expels_an_enemy_wall_of_the_domain() -> None:
    match = use_effect("T10.2", opponent="T13 V11 V01")
    assert match["0.hand"] == ["K13", "S13", "K03"]
    assert match.options == ["expel 1.wall2", "expel 1.wall3", "rob 1.hand"]
    match.play("expel 1.wall3")
    assert match["1.wall3"] == []
    assert "T11" in match["expelled"]
    assert match["A.score"] == ["S01", "S02", "T10.2"]  # not scored
    assert effect_is_over(match)  # not replaced, though North holds a V01
    assert "build V01 >1.wall3" in match.options


@rule("E7")
def test_sunset_makes_an_opponent_discard_the_highest_card_of_the_domain() -> None:
    match = use_effect("T10.2", opponent="T12 T13 V11").play("rob 1.hand")
    assert match["B.discard"] == ["T13"]
    assert match.is_up("T13")
    assert "T12" in match["1.hand"]
    match = use_effect("T10.2", opponent="V11").play("rob 1.hand")
    assert match["B.discard"] == []
    assert [line.words for line in match.lines("none")] == [("Technology",)]


# -- 11 Levy ----------------------------------------------------------------------------------


@rule("E7")
def test_levy_takes_one_of_the_cards_that_all_opponents_discard() -> None:
    match = use_effect("T11.2", players=4, opponent="T12 V13", hands={2: "T07", 3: "T08 V11"})
    assert match["B.discard"] == ["T12", "T08"]
    assert match["2.hand"] == ["T07"]  # a team mate is not an opponent
    assert match.options == ["take T12 >0.hand", "take T08 >0.hand"]
    match.play("take T12 >0.hand")
    assert match["0.hand"] == ["K13", "S13", "T12"]
    assert not match.is_up("T12")
    assert match["B.discard"] == ["T08"]


@rule("E1")
def test_levy_draws_when_nobody_discards() -> None:
    match = use_effect("T11.2", opponent="V11")
    assert match["B.discard"] == []
    assert match["0.hand"] == ["K13", "S13", "K03"]


# -- 12 Broker --------------------------------------------------------------------------------


@rule("E5")
def test_broker_looks_at_a_hand_and_exchanges_any_card_for_one_of_the_domain() -> None:
    match = use_effect("T12", opponent="V11 T13 K05")
    assert {e.seat for e in match.events if isinstance(e, CardShown)} == {0}
    assert all(match.knows(0, key) for key in ("V11", "T13", "K05"))
    assert match.options == ["want T13 >0.hand", "decline"]
    match.play("want T13 >0.hand")
    assert match.options == ["give K13 >1.hand", "give S13 >1.hand"]
    match.play("give S13 >1.hand")
    assert match["0.hand"] == ["K13", "T13"]
    assert "S13" in match["1.hand"]
    assert len(match["A.draw"]) == 3


@rule("E1")
def test_broker_draws_when_nothing_is_exchanged() -> None:
    assert use_effect("T12", opponent="T13").play("decline")["0.hand"] == ["K13", "S13", "K03"]
    match = use_effect("T12", opponent="V11")
    assert match.options == ["decline"]
    assert match.play("decline")["0.hand"] == ["K13", "S13", "K03"]


# -- 13 Platform ------------------------------------------------------------------------------


@rule("E8")
def test_platform_uses_any_other_effect_with_its_own_domain() -> None:
    match = use_effect("T13", hand="K13", draw="K01 T05")
    assert match.options == [f"use {value}" for value in (1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12)]
    match.play("use 1")
    assert match.options == ["show T05", "decline"]


@rule("E2")
def test_the_card_whose_effect_is_used_stays_in_the_score_pile() -> None:
    for value in range(1, 14):
        match = use_effect(f"S{value:02}.2")
        assert match["A.score"] == ["S01", "S02", f"S{value:02}.2"]
