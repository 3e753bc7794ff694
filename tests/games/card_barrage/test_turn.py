"""Tests of a turn up to the throw: CB12 to CB19, CB35."""

from __future__ import annotations

import pytest

from castlecards.core.action import Action, Illegal
from castlecards.core.cards import NATURE, Pose
from castlecards.core.landing import FLIP, FOULS, FRISBEE, LOB, Limits, Release, toss
from tests.games.card_barrage.build import LIKELY, BarrageMatch, barrage
from tests.marks import rule

PILES = {"A.draw": "V01 V02 V03 V04", "B.draw": "V05 V06 V07 V08"}


def aim(match: BarrageMatch) -> Limits | None:
    limits = match.decision.aim
    assert limits is None or isinstance(limits, Limits)
    return limits


@rule("CB12")
@pytest.mark.parametrize(
    ("hand", "drawn"),
    [("", 2), ("S01", 2), ("S01 S02", 2), ("S01 S02 S03", 1), ("S01 S02 S03 S04", 1)],
)
def test_a_turn_begins_with_one_card_or_two(hand: str, drawn: int) -> None:
    match = barrage(hands={0: hand}, piles=PILES, begin_with="Turn")
    assert match["0.hand"] == hand.split() + ["V04", "V03"][:drawn]
    assert all(match.knows(0, key) and not match.knows(1, key) for key in match["0.hand"])


@rule("CB12")
def test_an_empty_deck_is_refilled_by_the_shuffled_discard_pile() -> None:
    piles = {"A.draw": "V01", "A.discard": "S05 S06 S07 S08 S09", "B.discard": "S10"}
    match = barrage(piles=piles, begin_with="Turn")
    assert match["0.hand"][0] == "V01"
    assert len(match["0.hand"]) == 2
    assert match["A.discard"] == []
    assert match["B.discard"] == ["S10"]
    rest = match["0.hand"][1:] + match["A.draw"]
    assert sorted(rest) == ["S05", "S06", "S07", "S08", "S09"]
    assert not any(match.is_up(key) or match.knows(1, key) for key in rest)
    orders = set()
    for seed in range(8):
        again = barrage(piles=piles, begin_with="Turn", seed=seed)
        orders.add(tuple(again["A.draw"]))
    assert len(orders) > 4


@rule("CB12")
def test_a_deck_with_cards_is_not_refilled() -> None:
    match = barrage(piles={"A.draw": "V01 V02", "A.discard": "S05"}, begin_with="Turn")
    assert match["A.discard"] == ["S05"]
    assert match["A.draw"] == []


@rule("CB12", "CB35")
def test_without_any_card_a_turn_is_over_at_once() -> None:
    match = barrage(hands={1: "S01"}, begin_with="Turn")
    assert match.pos.state.turn == 1
    assert match.seat == 1


@rule("CB13")
def test_build_on_an_empty_location_at_its_marked_place() -> None:
    match = barrage(walls={0: "K02 - K04", 1: "T02"}, hands={0: "S09 S10"})
    assert "build S09 >0.wall1" in match.options
    match.play("build S09 >0.wall1")
    assert match["0.wall1"] == ["S09"]
    assert match.is_up("S09")
    assert match.pose("S09") == match.mark("0.wall1")


@rule("CB13")
def test_who_builds_may_neither_attack_nor_build_again() -> None:
    match = barrage(walls={0: "K02 - -", 1: "T02"}, hands={0: "S09 S10"})
    assert aim(match)
    match.play("build S09 >0.wall1")
    assert aim(match) is None
    assert not any(option.startswith("build") for option in match.options)
    with pytest.raises(Illegal):
        match.toss("S10")


@rule("CB13", "CB14")
def test_only_the_own_seat_is_built_and_upgraded() -> None:
    walls = {0: "K02 - K04 -", 1: "T02", 2: "K05 - - -"}
    match = barrage(4, walls=walls, hands={0: "S09", 2: "S10"})
    targets = {option.split(">")[1] for option in match.options if ">" in option}
    assert targets == {"0.wall0", "0.wall1", "0.wall2", "0.wall3"}


@rule("CB14")
def test_upgrade_swaps_a_wall_and_a_hand_card_of_any_value() -> None:
    match = barrage(hands={0: "S13 S01"})
    match.play("upgrade S13 >0.wall0")
    assert match["0.wall0"] == ["S13"]
    assert match["0.hand"] == ["S01", "K02"]
    assert match.is_up("S13")
    assert not match.is_up("K02")
    assert match.knows(1, "K02")  # every player saw it there
    low = barrage(hands={0: "S01"}, walls={0: "K13", 1: "T02"}).play("upgrade S01 >0.wall0")
    assert low["0.wall0"] == ["S01"]


@rule("CB14")
def test_one_upgrade_a_turn_before_the_attack_and_no_building_after_it() -> None:
    match = barrage(walls={0: "K02 K03 -", 1: "T02"}, hands={0: "S13 S01", 1: "V01"})
    match.play("upgrade S13 >0.wall0")
    assert match.options == ["pass"]
    assert aim(match)
    match.throw("S01")
    assert match.pos.state.turn == 1


@rule("CB14")
def test_an_upgrade_also_after_building() -> None:
    match = barrage(walls={0: "K02 K03 -", 1: "T02"}, hands={0: "S13 S01", 1: "V01"})
    match.play("build S01 >0.wall2", "upgrade S13 >0.wall0")
    assert match["0.wall0"] == ["S13"]
    assert match.pos.state.turn == 1


MOVED = Pose(-3000, -1900, 300, 0)


@rule("CB14", "CB24")
def test_the_new_wall_goes_to_the_marked_place_or_lies_where_the_old_one_lay() -> None:
    match = barrage(hands={0: "S13 S01"}, poses={"0.wall0": MOVED})
    match.play("upgrade S13 >0.wall0")
    assert match.options == ["straighten", "stay"]
    assert match.play("stay").pose("S13") == MOVED
    match = barrage(hands={0: "S13 S01"}, poses={"0.wall0": MOVED})
    match.play("upgrade S13 >0.wall0", "straighten")
    assert match.pose("S13") == match.mark("0.wall0")


@rule("CB14", "CB24")
def test_at_its_marked_place_a_new_wall_may_lie_above_the_card_that_covered_the_old_one() -> None:
    across = Pose(-3000, -2000, 100, 1)  # on the wall of location 0, which has not moved
    for answer, level in (("straighten", 1), ("stay", 0)):
        match = barrage(hands={0: "S13 S01"}, poses={"0.wall1": across})
        match.play("upgrade S13 >0.wall0")
        assert match.options == ["straighten", "stay"]
        match.play(answer)
        assert match.pose("S13") == Pose(-3170, -2000, 0, level)
        assert match.pose("K03").level == 1 - level


@rule("CB14")
def test_nobody_is_asked_where_a_wall_stands_when_it_makes_no_difference() -> None:
    match = barrage(hands={0: "S13 S01"}).play("upgrade S13 >0.wall0")
    assert match.options == ["pass"]


@rule("CB15")
def test_building_upgrading_and_attacking_are_optional() -> None:
    match = barrage(walls={0: "K02 -", 1: "T02"}, hands={0: "S13", 1: "S01"})
    assert "pass" in match.options
    assert match.play("pass").seat == 1


@rule("CB15", "CB17")
@pytest.mark.parametrize("method", [LOB, FRISBEE, FLIP])
def test_attack_with_any_hand_card_by_any_method(method: int) -> None:
    match = barrage(hands={0: "S13 S01"})
    limits = aim(match)
    assert limits
    assert set(limits.cards) == {match.card("S13"), match.card("S01")}
    match.toss("S01", Release(method, speed=1800, loft=500))
    assert match.seat == NATURE
    throw = match.decision.aim
    assert (throw.card, throw.release.method) == (match.card("S01"), method)
    assert match["field"] == ["S01"]
    assert match["0.hand"] == ["S13"]


@rule("CB15")
def test_only_cards_of_the_own_hand_are_thrown() -> None:
    match = barrage(hands={0: "S13", 1: "S01"}, piles=PILES)
    for key in ("S01", "V04", "K02", "T02"):
        with pytest.raises(Illegal):
            match.submit(toss(match.card(key), LIKELY))


@rule("CB15", "CB16")
def test_one_attack_a_turn_and_then_the_turn_is_over() -> None:
    match = barrage(hands={0: "S13 S12", 1: "S01 S02 S03"}).throw("S13")
    assert match.seat == 1
    assert match.pos.state.turn == 1


@rule("CB18")
def test_the_gate_is_the_castle_with_a_card_length_on_each_side() -> None:
    for seat, y in ((0, -3543), (1, 3543)):
        hands = {0: "S13", 1: "S12"}
        limits = aim(barrage(hands=hands, first=seat))
        assert limits
        assert limits.gate == (-1425, 1425, y)
        assert limits.gate[1] - limits.gate[0] == 2850
    fourth = aim(barrage(4, hands={3: "S13"}, turn=3))
    assert fourth
    assert fourth.gate == (3170 - 1425, 3170 + 1425, 3543)


@rule("CB18")
def test_the_card_leaves_the_hand_before_the_front_edge_of_the_own_walls() -> None:
    south, north = aim(barrage(hands={0: "S13"})), aim(barrage(hands={1: "S13"}, first=1))
    assert south
    assert north
    assert south.start == Pose(0, -1525, 0)
    assert north.start == Pose(0, 1525, 3142)
    match = barrage(hands={0: "S13"})
    beyond = LIKELY.args()
    late = toss(match.card("S13"), Release(*beyond[:2], 1, *beyond[3:]))
    assert not match.decision.allows(late)
    assert match.decision.allows(toss(match.card("S13"), LIKELY))


@rule("CB19")
def test_a_foul_throws_nothing_unless_fouls_are_strict() -> None:
    match = barrage(hands={0: "S13"})
    foul = Action("foul", (match.card("S13"),), args=(0,))
    with pytest.raises(Illegal):
        match.submit(foul)
    assert match["0.hand"] == ["S13"]


@rule("CB19")
@pytest.mark.parametrize("kind", range(len(FOULS)))
def test_a_strict_foul_is_a_miss(kind: int) -> None:
    match = barrage(hands={0: "S13", 1: "S12"}, strict_fouls=True)
    match.submit(Action("foul", (match.card("S13"),), args=(kind,)))
    assert match["A.discard"] == ["S13"]
    assert match.is_up("S13")
    assert match.points() == (0, 0)
    assert match.seat == 1
    assert "no point" in match.verdicts[0]


@rule("CB35")
def test_without_a_hand_card_there_is_no_attack() -> None:
    match = barrage(walls={0: "K02 -", 1: "T02"}, hands={0: "S13", 1: "S12"})
    match.play("build S13 >0.wall1")
    assert match.seat == 1  # an empty hand: the turn is over
    limits = aim(match)
    assert limits
    assert list(limits.cards) == [match.card("S12")]
