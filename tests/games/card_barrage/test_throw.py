"""Tests of landings, scoring and their consequences: CB20 to CB31."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from castlecards.content import games
from castlecards.core.action import Action, Illegal
from castlecards.core.cards import Pose
from castlecards.core.events import apply
from castlecards.core.landing import NOTHING, TABLE, Contact, Landing
from castlecards.core.view import public
from castlecards.games.card_barrage.rules import effect
from castlecards.games.card_barrage.state import mover
from castlecards.games.tech_effects.story import card_name
from castlecards.toss import contact
from tests.games.card_barrage.build import BarrageMatch, barrage
from tests.marks import rule

HANDS = {0: "S12 S13", 1: "V01 V02 V13"}


def ready(**changes: object) -> BarrageMatch:
    return barrage(**({"hands": HANDS} | changes))  # type: ignore[arg-type]


@rule("CB20")
@pytest.mark.parametrize(
    ("landing", "word"),
    [
        ({"on": ["1.wall0"], "first": TABLE}, "Hit the table first"),
        ({"on": ["1.wall0"], "under": ["1.wall1"]}, "Ended under a card"),
        ({"on": ["1.wall0"], "under": ["1.castle"]}, "Ended under a card"),
        ({"under": ["0.wall0"]}, "Ended under a card"),
        ({"on": ["1.wall0"], "off": True}, "Left the play area"),
        ({"off": True, "first": NOTHING}, "Left the play area"),
        ({"on": ["1.wall0"], "first": "0.wall2"}, "Hit a friendly card first"),
        ({"on": ["1.wall0"], "first": "0.castle"}, "Hit a friendly card first"),
        ({"first": "1.wall0"}, "Slid off"),
        ({"on": ["0.wall1"], "first": "1.wall0"}, "Slid off"),
        ({"on": ["1.wall0"], "first": NOTHING}, "Slid off"),
    ],
)
def test_misses_score_nothing(landing: dict[str, object], word: str) -> None:
    match = ready().throw("S12", **landing)  # type: ignore[arg-type]
    assert match.verdicts[0] == f"{word.lower().replace('your own', 'an own')}: no point"
    assert match.points() == (0, 0)
    assert match["1.wall0"] == ["T02"]
    assert match["A.discard"] == ["S12"]
    assert match.seat == 1


@rule("CB20")
def test_a_card_of_a_team_mate_touched_first_is_a_miss() -> None:
    walls = {0: "K02", 1: "T02", 2: "K03", 3: "T03"}
    match = barrage(4, walls=walls, hands={0: "S12", 1: "V01"})
    match.throw("S12", on=["3.wall0"], first="2.wall0")
    assert match.verdicts[0] == "hit a friendly card first: no point"


@rule("CB21", "CB25")
def test_a_hit_scores_the_wall_whatever_its_value() -> None:
    for wall in ("1.wall0", "1.wall4"):
        match = ready()
        (key,) = match[wall]
        match.throw("S12", on=[wall])
        assert match["A.score"] == [key]
        assert match.points() == (1, 0)
        assert match.verdicts[0] == "hit: 1 point"
        assert match.is_up(key)


@rule("CB21")
@pytest.mark.parametrize(("area", "points"), [(24, 0), (25, 1), (6032, 1)])
def test_a_hit_needs_25_square_millimetres(area: int, points: int) -> None:
    assert ready().throw("S12", on=["1.wall0"], area=area).points() == (points, 0)


@rule("CB21")
def test_any_enemy_seat_may_be_hit() -> None:
    walls = {0: "K02", 1: "T02", 2: "K03", 3: "T03"}
    match = barrage(4, walls=walls, hands={0: "S12", 3: "V13"})
    assert match.throw("S12", on=["3.wall0"])["A.score"] == ["T03"]


@rule("CB21")
def test_north_scores_on_south() -> None:
    match = barrage(hands={0: "V01", 1: "S12"}, first=1).throw("S12", on=["0.wall1"])
    assert match.points() == (0, 1)
    assert match["B.score"] == ["K03"]
    assert match["B.discard"] == ["S12"]


@rule("CB22")
def test_double_and_triple_hits_score_all() -> None:
    match = ready().throw("S12", on=["1.wall0", "1.wall1"])
    assert match.verdicts[0] == "double hit: 2 points"
    assert sorted(match["A.score"]) == ["T02", "T03"]
    match = ready().throw("S12", on=["1.wall0", "1.wall1", "1.wall2"])
    assert match.verdicts[0] == "triple hit: 3 points"
    assert match.points() == (3, 0)
    match = ready().throw("S12", on=["1.wall0", "1.castle"])
    assert match.verdicts[0] == "double hit: 2 points"


def throw_beside(dx: int = 0, dy: int = 0, degrees: float = 0.0) -> BarrageMatch:
    """Return a throw that comes to rest this far (mm) from a wall, judged by real geometry."""
    match = ready()
    match.toss("S12")
    wall = match.pos.zones[match.pos.box.zone("1.wall1")][0]
    mark = match.mark("1.wall1")
    turned = mark.angle + round(degrees * 17.4533)
    at = Pose(mark.x + dx * 10, mark.y + dy * 10, turned, 1)
    touch = contact.contact(wall, contact.plan(at, 63.5, 95), contact.plan(mark, 63.5, 95))
    assert touch is not None
    return match.land(Landing(match.card("S12"), at, True, False, wall, (touch,)))


@rule("CB23", "TD4")
@pytest.mark.parametrize(
    ("dx", "dy", "degrees", "perfect"),
    [
        (0, 0, 0, True), (0, 0, 10, True), (0, 0, -10, True), (4, 6, 0, True),
        (-4, -6, 0, True), (0, 0, 180, True), (0, 0, 12, False), (0, 0, 90, False),
        (8, 0, 0, False), (0, 10, 0, False),
    ],
)  # fmt: skip
def test_perfect_is_all_four_indices_covered(
    dx: int, dy: int, degrees: float, perfect: bool
) -> None:
    match = throw_beside(dx, dy, degrees)
    assert match.verdicts[0] == ("perfect hit: 1 point" if perfect else "hit: 1 point")


@rule("CB23", "CB27")
def test_a_perfectly_hit_wall_is_scored_but_not_replaced() -> None:
    match = ready().throw("S12", on=["1.wall4"], perfect=["1.wall4"])
    assert match["A.score"] == ["T06"]
    assert match["1.wall4"] == []
    assert match.options[0] == "pass"  # the next turn has begun
    assert match.seat == 1
    assert "build V01 >1.wall4" in match.options


@rule("CB23")
def test_of_a_double_hit_one_may_be_perfect() -> None:
    match = ready().throw("S12", on=["1.wall3", "1.wall4"], perfect=["1.wall4"])
    assert match.verdicts[0] == "double hit, 1 perfect: 2 points"
    assert {option.split(">")[1] for option in match.options} == {"1.wall3"}
    match = ready().throw("S12", on=["1.wall3", "1.wall4"], perfect=["1.wall3", "1.wall4"])
    assert match.verdicts[0] == "double hit, all perfect: 2 points"


@rule("CB23")
def test_a_castle_has_no_indices_to_cover() -> None:
    match = ready().throw("S12", on=["1.castle"], perfect=["1.castle"])
    assert match.verdicts[0] == "hit: 1 point"


PUSHED = Pose(3100, 2050, 2900, 0)


@rule("CB24")
@pytest.mark.parametrize("on", [["1.wall0"], []])
def test_moved_walls_stay_where_they_are_after_hit_and_miss(on: list[str]) -> None:
    match = ready().throw("S12", on=on, moved={"1.wall1": PUSHED})
    assert match["1.wall1"] == ["T03"]
    assert match.pose("T03") == PUSHED


@rule("CB24")
@pytest.mark.parametrize("on", [["1.castle"], []])
def test_a_moved_castle_goes_back_after_the_verdict(on: list[str]) -> None:
    match = ready().throw("S12", on=on, moved={"1.castle": Pose(20, 3600, -1500, 0)})
    assert match.pose("W02") == match.mark("1.castle")
    kinds = [getattr(event, "verb", type(event).__name__) for event in match.events]
    assert kinds.index("hit" if on else "miss") < len(kinds) - 1 - kinds[::-1].index("CardPlaced")


@rule("CB24")
def test_a_moved_wall_still_fills_its_own_location() -> None:
    """This is true even if it lies on the mark of another location."""
    match = ready(walls={0: "K02", 1: "T02 -"})
    match.throw("S12", moved={"1.wall0": match.mark("1.wall1")})
    assert match.seat == 1
    builds = {option.split(">")[1] for option in match.options if option.startswith("build")}
    assert "1.wall0" not in builds
    assert "1.wall1" in builds


@rule("CB24")
def test_a_card_put_in_its_place_lies_above_what_overlaps_it() -> None:
    astray = Pose(-1500, -2000, 100, 0)
    match = barrage(walls={0: "K02 -", 1: "T02"}, hands={0: "S12"}, poses={"0.wall0": astray})
    assert match.mark("0.wall1") == Pose(-1585, -2000, 0, 0)
    match.play("build S12 >0.wall1")
    assert match.pose("S12").level == 1
    assert match.pose("K02").level == 0


@rule("CB24")
def test_a_castle_put_back_lies_above_a_wall_that_lies_in_its_place() -> None:
    match = ready()
    there = Pose(0, 3500, 0, 0)
    match.throw("S12", moved={"1.castle": Pose(0, 4300, 0, 0), "1.wall2": there})
    assert match.pose("T04") == there
    assert match.pose("W02").level == 1


@rule("CB24")
def test_a_card_sinks_when_the_one_below_it_is_taken_away() -> None:
    above = Pose(1585 + 300, 2000, 3142, 1)  # on the wall of location 1
    match = ready(poses={"1.wall0": above})
    match.throw("S12", on=["1.wall1"])
    assert match.pose("T02") == Pose(above.x, above.y, above.angle, 0)


@rule("CB24")
def test_a_wall_sinks_back_when_the_card_underneath_it_is_taken_away() -> None:
    match = ready()
    lifted = replace(match.mark("1.wall0"), x=3190, level=1)
    match.throw("S12", under=["1.wall0"], moved={"1.wall0": lifted})
    assert match.pose("T02") == replace(lifted, level=0)


@rule("CB26")
def test_a_castle_hit_costs_a_hand_card_of_the_owners_choice() -> None:
    match = ready().throw("S12", on=["1.castle"])
    assert match.seat == 1
    assert match.options == ["give V01 >A.score", "give V02 >A.score", "give V13 >A.score"]
    match.play("give V13 >A.score")
    assert match["A.score"] == ["V13"]
    assert match.is_up("V13")
    assert match["1.hand"] == ["V01", "V02"]
    assert match["1.castle"] == ["W02"]


@rule("CB26")
def test_an_empty_hand_gives_nothing_for_the_castle() -> None:
    match = ready(hands={0: "S12 S13"}).throw("S12", on=["1.castle"])
    assert match.verdicts[0] == "hit: no point"
    assert match.points() == (0, 0)


@rule("CB27")
def test_a_destroyed_wall_is_replaced_by_a_card_of_its_value_or_less() -> None:
    match = ready(hands={0: "S12", 1: "V01 V04 V05 V06 V13"}).throw("S12", on=["1.wall3"])  # T05
    assert match.seat == 1
    assert match.options == [f"replace {key} >1.wall3" for key in ("V01", "V04", "V05")]
    assert "pass" not in match.options  # they must if they can
    match.play("replace V05 >1.wall3")
    assert match["1.wall3"] == ["V05"]
    assert match.is_up("V05")


@rule("CB27")
def test_the_rubble_of_a_lost_wall_bears_its_value_until_it_is_replaced() -> None:
    match = ready(hands={0: "S12", 1: "V01 V04 V13"})
    assert badges(match) == {}
    match.throw("S12", on=["1.wall3"])  # T05
    assert badges(match) == {"1.wall3": "5"}
    assert match.pos.decision.prompt == "Replace the lost 5: 5 or lower"
    match.play("replace V04 >1.wall3")
    assert badges(match) == {}


def badges(match: BarrageMatch) -> dict[str, str]:
    """Return the texts of the badges by the names of their zones."""
    pos = public(match.pos)
    found = games()["card_barrage"].badges(pos)
    return {pos.box.zones[badge.zone].name: badge.text for badge in found}


@rule("CB27")
def test_the_replacement_goes_to_the_marked_place_of_a_moved_wall() -> None:
    match = ready(poses={"1.wall3": PUSHED}).throw("S12", on=["1.wall3"])
    match.play("replace V01 >1.wall3")
    assert match.pose("V01") == match.mark("1.wall3")


@rule("CB27")
def test_without_a_low_card_the_location_stays_empty() -> None:
    match = ready(hands={0: "S12", 1: "V09 V13"}).throw("S12", on=["1.wall3"])
    assert match["1.wall3"] == []
    assert match["1.hand"] == ["V09", "V13"]
    assert (match.seat, match.options) == (1, ["decline"])  # asked, so that it tells nothing
    match.play("decline")
    assert "build V09 >1.wall3" in match.options


@rule("CB27")
def test_the_owner_chooses_which_wall_gets_the_only_low_card() -> None:
    match = ready(hands={0: "S12", 1: "V02 V05 V13"}).throw("S12", on=["1.wall0", "1.wall3"])
    assert match.options == ["replace V02 >1.wall0", "replace V02 >1.wall3", "replace V05 >1.wall3"]
    match.play("replace V02 >1.wall3")  # V05 is too high for the other location
    assert match["1.wall0"] == []
    assert match.options == ["decline"]
    match.play("decline")
    assert match["1.wall0"] == []
    assert match.decision.prompt.startswith("Build")


@rule("CB27")
def test_castles_first_then_walls_owner_by_owner_in_turn_order() -> None:
    walls = {0: "K02", 1: "T13", 2: "K03", 3: "T12"}
    hands = {2: "S12", 0: "S01", 1: "V01 V02 V03", 3: "V04 V05 V06"}
    for first, turn, order in ((0, 2, [3, 1]), (1, 3, [1, 3])):
        match = barrage(4, walls=walls, hands=hands, first=first, turn=turn)
        assert match.seat == 2
        match.throw("S12", on=["1.wall0", "1.castle", "3.wall0", "3.castle"])
        asked = []
        while match.seat in (1, 3) and match.options[0].split()[0] in ("give", "replace"):
            asked.append((match.options[0].split()[0], match.seat))
            match.play(match.options[0])
        assert asked == [(verb, seat) for verb in ("give", "replace") for seat in order]


@rule("CB27")
def test_a_card_given_for_the_castle_cannot_replace_a_wall() -> None:
    match = ready(hands={0: "S12", 1: "V01"}).throw("S12", on=["1.wall0", "1.castle"])
    match.play("give V01 >A.score")
    assert match["1.wall0"] == []
    assert not any(option.startswith("replace") for option in match.options)


SCORED = {"A.score": "S01 S02"}


@rule("CB28", "E1", "E2")
def test_the_third_scored_card_has_its_effect_used_after_the_aftermath() -> None:
    match = ready(piles=SCORED | {"A.draw": "V08 V09"}).throw("S12", on=["1.wall0"])  # T02: Scan
    assert match.seat == 1  # the replacement comes first
    match.play("replace V01 >1.wall0")
    assert match.seat == 0
    assert match.options == ["effect T02", "pass"]
    assert effect(match.pos) == match.card("T02")
    match.play("effect T02")
    assert effect(match.pos) == match.card("T02")
    assert match.options == ["take V08 >0.hand", "take V09 >0.hand"]
    assert match["A.score"] == ["S01", "S02", "T02"]


@rule("CB28", "E1")
def test_the_effect_may_be_left_unused() -> None:
    match = ready(piles=SCORED | {"A.draw": "V08 V09"})
    match.throw("S12", on=["1.wall0"], perfect=["1.wall0"]).play("pass")
    assert match.pos.state.turn == 1
    assert match["A.draw"] == ["V08", "V09"]


@rule("CB28")
@pytest.mark.parametrize(
    ("before", "asked"), [(0, False), (1, False), (2, True), (3, False), (5, True), (8, True)]
)
def test_every_third_card_has_an_effect(before: int, asked: bool) -> None:
    keys = " ".join(f"S{n:02}" for n in range(1, before + 1))
    match = barrage(hands={0: "V12", 1: "V13"}, piles={"A.score": keys})
    match.throw("V12", on=["1.wall0"], perfect=["1.wall0"])
    assert (match.seat == 0) is asked


@rule("CB28")
@pytest.mark.parametrize(("before", "which"), [(2, "3rd"), (8, "9th"), (11, "12th")])
def test_the_question_says_which_scored_card_it_is(before: int, which: str) -> None:
    keys = " ".join(f"S{n:02}" for n in range(1, before + 1))
    match = barrage(hands={0: "V12", 1: "V13"}, piles={"A.score": keys})
    wall = match["1.wall0"][0]
    match.throw("V12", on=["1.wall0"], perfect=["1.wall0"])
    assert match["A.score"][-1] == wall
    name = card_name(match.pos.box.faces[match.pos.faces[match.card(wall)]])
    assert match.pos.decision.prompt == f"{which} card: use {name}?"


@rule("CB28")
def test_the_attacker_orders_several_cards_once_all_are_known() -> None:
    match = ready(piles=SCORED).throw("S12", on=["1.wall0", "1.castle"], perfect=["1.wall0"])
    match.play("give V13 >A.score")
    assert match.seat == 0
    assert match.options == ["effect T02", "effect V13", "pass"]
    assert effect(match.pos) == -1  # the card of the effect is not chosen yet
    match.play("effect V13")
    assert match.options[0] == "use 1"  # Platform
    match.play("pass") if "pass" in match.options else match.play("use 3")
    assert match.seat == 1  # one third card, one effect


@rule("CB28")
def test_an_attack_may_score_two_third_cards() -> None:
    match = ready(hands={0: "S12", 1: ""}, piles=SCORED | {"A.draw": "V08 V09 V10 V11"})
    on = ["1.wall0", "1.wall1", "1.wall3", "1.wall4"]
    match.throw("S12", on=on, perfect=on)
    assert match.options == ["effect T02", "effect T03", "effect T05", "effect T06", "pass"]
    match.play("effect T03", "decline")
    assert match.options == ["effect T02", "effect T05", "effect T06", "pass"]
    match.play("effect T05")
    assert not any(option.startswith("effect") for option in match.options)


@rule("CB28")
def test_in_the_last_round_too() -> None:
    keys = " ".join(f"S{n:02}" for n in range(1, 12))
    match = barrage(
        hands={0: "V01", 1: "V12"}, piles={"B.score": keys, "A.score": "V02"}, turn=1, first=0
    )
    match.throw("V12", on=["0.wall0"], perfect=["0.wall0"])
    assert match.options == ["effect K02", "pass"]
    match.play("pass")
    assert match.pos.result == (0.0, 1.0)


@rule("CB31")
@pytest.mark.parametrize("face_up", [True, False])
def test_the_thrown_card_is_discarded_face_up_hit_or_miss(face_up: bool) -> None:
    for on in ([], ["1.wall0"]):
        match = ready(piles={"A.discard": "K13"}).throw("S12", on=on, face_up=face_up)
        assert match["A.discard"] == ["K13", "S12"]
        assert match.is_up("S12")
        assert match.pos.poses[match.card("S12")] is None
        assert match["B.discard"] == []


@rule("CB31")
def test_it_is_discarded_before_walls_are_replaced() -> None:
    match = ready().throw("S12", on=["1.wall0"])
    assert match.options[0].startswith("replace")
    assert match["A.discard"] == ["S12"]
    assert match["field"] == []


def test_a_landing_that_moves_what_does_not_lie_there_is_refused() -> None:
    for key in ("V01", "S12"):  # in a hand, or the thrown card itself
        match = ready().toss("S12")
        moved = ((match.card(key), Pose(0, 0, 0)),)
        with pytest.raises(Illegal, match="is not on the table"):
            match.land(Landing(match.card("S12"), Pose(0, 0, 0), True, False, TABLE, moved=moved))
    for pose in (Pose(10**7, 0, 0), Pose(0, 0, 10**400), Pose(0, 0, 0, -1)):
        match = ready().toss("S12")
        with pytest.raises(Illegal, match="no card fits at"):
            match.land(Landing(match.card("S12"), pose, True, True, TABLE))


def test_a_landing_names_each_card_that_it_rests_on_once() -> None:
    match = ready().toss("S12")
    wall = match.pos.zones[match.pos.box.zone("1.wall0")][0]
    twice = (Contact(wall, 900, 5), Contact(wall, 900, 5))
    with pytest.raises(Illegal):
        match.land(Landing(match.card("S12"), Pose(0, 0, 0, 1), True, False, wall, twice))


numbers = st.one_of(st.integers(-3, 60), st.integers(-6000, 6000), st.integers(-(10**40), 10**40))


@settings(max_examples=300)
@given(st.lists(numbers, max_size=16), st.booleans(), st.integers(0, 4))
@example([0] * 6 + [-1_537_228_672_809_129_304], False, 0)  # overflows in the compiled build
def test_a_landing_of_any_numbers_is_judged_or_refused_in_words(
    args: list[int], plain: bool, cut: int
) -> None:
    match = ready().toss("S12")
    if plain:  # first at rest on wall 0 or wall 1, then random
        walls = [match.pos.zones[match.pos.box.zone(f"1.wall{n}")][0] for n in (0, 1)]
        on = [part for wall in sorted(walls) for part in (wall, 900, 5)]
        args = [0, 0, 0, 1, 1, walls[0], 2, *on, 0][: 15 - cut] + args
    action = Action("landed", (match.card("S12"),), args=tuple(args))
    try:
        after, _ = apply(match.pos, action)
    except Illegal:
        return
    assert sorted(b"".join(after.zones)) == list(range(after.box.size))
    apply(after, after.decision.default)


def test_without_an_answer_the_card_falls_short() -> None:
    match = ready().toss("S12")
    match.submit(match.decision.default)
    assert match.verdicts[0] == "hit the table first: no point"
    assert mover(match.pos.state) == 1
