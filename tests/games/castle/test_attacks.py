"""Tests of attacks in Castle: targets, defence, the defenders' answer, and returned cards."""

from __future__ import annotations

from typing import Any

import pytest

from castlecards.games.castle.state import RETURNED, WALL_MARK
from tests.games.castle.build import CastleMatch, castle
from tests.marks import rule

# Red is to play; the other side is black.
RIDERS = ["AH 9H", "2H 8H", "3H 7H", "4H 6H", "5H 5D"]  # five knights
GUARDS = ["AC 9C", "2C 8C", "3C 7C", "4C 6C"]


def targets(match: CastleMatch) -> set[str]:
    return {text.split(">")[1] for text in match.with_verb("attack")}


def raiders(count: int, *opponent_plots: str, **more: str | list[str]) -> CastleMatch:
    """Return a match with some knights and barracks for seat 0, whose hand has nothing to play."""
    given: dict[str, Any] = {"hand": "2S 4S", "plots": ["JH"], **more}
    return castle(knights=RIDERS[:count], opponent_plots=opponent_plots, **given)


@rule("CA18")
@pytest.mark.parametrize(
    ("plot", "level"),
    [
        ("10C", 1), ("JC", 1), ("QC", 1), ("KH KC", 1), ("10C JC", 3), ("7D 7S | 10C", 2),
        ("7D 7S | 10C 10S", 2), ("7D 7S | JC", 2), ("7D 7S | QH QC", 2), ("7D 7S | 10C JC", 4),
    ],
)  # fmt: skip
def test_defence(plot: str, level: int) -> None:
    keys = set(plot.split("|")[-1].split())
    helped = 0 if keys == {"10C", "JC"} else 1  # by a castle beside it
    for others, bonus in ((), 0), (("10S.2 JS.2",), helped):
        assert int(raiders(5, plot, *others).levels()["1.plot0"]) == level + bonus
        for count in range(1, 6):
            found = targets(raiders(count, plot, *others))
            assert found >= keys if count >= level + bonus else not found & keys


@rule("CA12", "CA14", "CA15", "CA18")
def test_what_cannot_be_attacked() -> None:
    match = raiders(
        5, "7D 7S | QC", "7D.2 7S.2 |", opponent_knights=GUARDS[:2], opponent_peasants=["AC.2 4C.2"]
    )
    assert targets(match) == {"QC"}
    for key, rule_id in (("7D", "CA12"), ("7S.2", "CA12"), ("9C", "CA15"), ("4C.2", "CA14")):
        assert match.refusal(f"attack >{key}").startswith(f"{rule_id}: ")


@rule("CA19")
def test_as_many_knights_as_the_defence_must_attack() -> None:
    assert targets(raiders(1, "7D 7S | QC", "KC")) == {"KC"}
    assert targets(raiders(2, "7D 7S | QC", "KC")) == {"KC", "QC"}
    match = raiders(1, "7D 7S | QC", hand="QH")
    assert (
        match.refusal("attack >QC") == "CA19: You need 2 knights to attack here; you have 1 knight."
    )
    match = raiders(0, "QC", hand="QH")
    assert (
        match.refusal("attack >QC") == "CA19: You need 1 knight to attack here; you have no knight."
    )


@rule("CA19", "CA20")
def test_more_knights_may_be_committed_than_needed() -> None:
    match = raiders(3, "QC", "JC", opponent_knights=GUARDS[:1])
    match.play("attack >QC")
    assert match.options == ["commit 1", "commit 2", "commit 3"]
    match.play("commit 2")
    assert (match.seat, match.options) == (1, ["pass", "guard 1.knight0"])
    match.play("guard 1.knight0")
    assert match["1.knight0"] == []
    assert set(match["discard"]) >= {"AC", "9C"}
    # one of two attackers is left, which is enough: two of three knights fall
    assert (match.seat, len(match.options)) == (0, 3)
    match.play("lose 0.knight0", "lose 0.knight2", "pass")
    assert match["0.knight1"] == ["2H", "8H"]
    assert match["1.plot0"] == []


@rule("CA19")
def test_nobody_is_asked_how_many_where_more_could_not_matter() -> None:
    for guards, houses in ((GUARDS[:1], []), ([], ["JC"])):
        match = raiders(3, "QC", *houses, opponent_knights=guards)
        match.play("attack >QC")
        assert match.with_verb("lose")


@rule("CA20")
def test_the_attack_fails_when_too_few_are_left() -> None:
    match = raiders(2, "7D 7S | QC", "JC", opponent_knights=GUARDS[:2])
    match.play("attack >QC", "guard 1.knight1")
    assert match["1.plot0"] == ["7D", "7S", "QC"]
    assert match.with_verb("lose") == {"lose 0.knight0", "lose 0.knight1"}
    match.play("lose 0.knight1")
    assert match["0.knight0"] == ["AH", "9H"]
    assert match["0.knight1"] == []
    assert match["1.knight0"] == ["AC", "9C"]


@rule("CA20")
@pytest.mark.parametrize(
    ("houses", "guards", "attackers", "most"),
    [(1, 3, 3, 1), (2, 3, 3, 2), (3, 2, 3, 2), (3, 4, 2, 2), (0, 2, 2, 0)],
)
def test_how_many_may_be_discarded_in_defence(
    houses: int, guards: int, attackers: int, most: int
) -> None:
    barracks = ["JC", "JS", "JC.2"][:houses]
    match = raiders(4, "QC", *barracks, opponent_knights=GUARDS[:guards])
    match.play("attack >QC")
    if most:
        match.play(f"commit {attackers}")
    traded = 0
    while match.seat == 1:
        match.play(sorted(match.with_verb("guard"))[0])
        traded += 1
    assert traded == most


@rule("CA20")
def test_defenders_fall_with_attackers_of_the_attackers_choice() -> None:
    match = raiders(3, "QC", "JC", "JS", opponent_knights=GUARDS[:2])
    match.play("attack >QC", "commit 3", "guard 1.knight0", "guard 1.knight1")
    # one of three is left and takes the queen, then falls: no choice
    assert match.row("0.knight") == []
    assert match.row("1.knight") == []
    assert match.with_verb("keep")


@rule("CA21")
def test_a_successful_attack_costs_a_knight_and_the_target() -> None:
    match = raiders(1, "KH KC", opponent_hand="2D")
    match.play("attack >KH", "pass")
    assert match.row("0.knight") == []
    assert {"AH", "9H", "KH"} <= set(match["discard"])
    assert sorted(match["1.hand"]) == ["2D", "KC"]
    assert match["1.plot0"] == []


@rule("CA21")
@pytest.mark.parametrize(
    ("plot", "target", "returned"),
    [
        ("10C JC", "10C", "JC"),
        ("7D 7S | 10C JC", "JC", "7D 7S 10C"),
        ("7D 7S | KH KC KS", "KC", "7D 7S KH KS"),
        ("QC", "QC", ""),
        ("7D 7S | 10C", "10C", "7D 7S"),
        ("7D 7S | JC", "JC", "7D 7S"),
    ],
)
def test_what_was_played_with_the_target_returns(plot: str, target: str, returned: str) -> None:
    match = raiders(5, plot, "KS.2")
    match.play(f"attack >{target}", "lose 0.knight0", "pass")
    assert match["1.plot0"] == []
    assert match["1.plot1"] == ["KS.2"]
    assert set(match["1.hand"]) >= set(returned.split())
    assert match.marked_cards(RETURNED) == set(returned.split())
    assert match.marked_cards(WALL_MARK) == set()
    assert not any(match.is_up(key) for key in returned.split())
    assert all(match.knows(0, key) for key in returned.split())


@rule("CA13", "CA21")
@pytest.mark.parametrize("figure", ["10", "J"])
def test_other_hovels_and_barracks_of_the_plot_stay_with_their_wall(figure: str) -> None:
    match = raiders(2, f"7D 7S | {figure}C {figure}S", opponent_hand="2D")
    match.play(f"attack >{figure}C")
    if match.with_verb("lose"):
        match.play("lose 0.knight0")
    match.play("pass")
    assert match["1.plot0"] == ["7D", "7S", f"{figure}S"]
    assert match["1.hand"][0] == "2D"
    assert match.marked_cards(WALL_MARK) == {"7D", "7S"}
    assert match.levels()["1.plot0"] == "2"


@rule("CA21")
def test_a_lost_castle_helps_no_more() -> None:
    match = raiders(3, "10C JC", "KC")
    assert match.levels()["1.plot1"] == "2"
    match.play("attack >JC", "lose 0.knight0", "pass")
    assert match.levels()["1.plot1"] == "1"


@rule("CA22")
def test_the_target_may_be_kept_for_another_card() -> None:
    match = raiders(1, "QH QC", hand="2S 4S KC")
    match.play("attack >QC")
    assert match.options == ["pass", "keep 2S", "keep 4S", "keep KC"]
    match.play("keep 4S")
    assert sorted(match["0.hand"]) == ["2S", "KC", "QC"]
    assert "4S" in match["discard"]
    assert match.marked_cards(RETURNED) == {"QH"}
    assert not match.is_up("QC")
    assert match.knows(1, "QC")
    assert match.is_up("4S")


@rule("CA22")
def test_a_captured_card_may_be_played_at_once_in_its_colour() -> None:
    match = raiders(1, "QH QC", hand="2S QD", plots=["KH"])
    match.play("attack >QC", "keep 2S")
    assert "royalty QC+QD >0.plot1" in match.options
    assert "royalty QC >0.plot1" not in match.options
    match = raiders(1, "QH QC", hand="2S 4S", plots=["KH"])
    match.play("attack >QH", "keep 2S")
    assert "royalty QH >0.plot1" in match.options  # of the attacker's own colour


@rule("CA22")
def test_an_empty_hand_has_nothing_to_give() -> None:
    match = raiders(1, "QC", hand="", opponent_hand="2D")
    match.play("attack >QC")
    assert "QC" in match["discard"]
    assert match.options == ["pass"]


@rule("CA23")
def test_a_returned_card_is_marked_until_it_leaves_the_hand() -> None:
    match = castle(hand="10H QH QC 5C 4S", returned="10H QH QC 5C", plots=["KH"])
    assert match.marked_cards(RETURNED) == {"10H", "QH", "QC", "5C"}
    match.play("hovel 10H >0.plot1", "royalty QC+QH >0.plot2")
    assert match.marked_cards(RETURNED) == {"5C"}
    match = castle(hand="5C 4S", returned="5C", market=["2C", "3C", "4C"])
    match.play("pass", "discard 5C")
    assert match.marked_cards(RETURNED) == set()
    match = raiders(1, "QC", hand="5C 4S", returned="5C")
    match.play("attack >QC", "keep 5C")
    assert match.marked_cards(RETURNED) == set()


@rule("CA23")
def test_the_defender_is_asked_in_the_attackers_turn() -> None:
    match = raiders(1, "QC", "JC", opponent_knights=GUARDS[:1])
    match.play("attack >QC")
    assert (match.seat, match.pos.state.turn) == (1, 0)
    match.play("guard 1.knight0")
    assert match["1.plot0"] == ["QC"]


# -- lost houses --------------------------------------------------------------------------------


@rule("CA17")
def test_surplus_knights_cannot_attack() -> None:
    match = castle(hand="2S", knights=RIDERS[:3], opponent_plots=["QC", "KC KS", "7D 7S | 10C JC"])
    assert targets(match) == {"QC", "KC", "KS"}
    match = castle(hand="QH", knights=RIDERS[:4], opponent_plots=["7D 7S | 10C", "10C.2 JC"])
    assert "10C" not in targets(match)  # it needs three knights
    assert match.refusal("attack >10C").startswith("CA17: ")
    assert match.facts(0)["Knights"] == "4 (2 can attack)"


@rule("CA17")
def test_surplus_people_go_at_the_end_of_the_next_turn() -> None:
    match = castle(
        hand="2S 4S 6S 8S 9S", knights=RIDERS[:3], peasants=["AD 4D", "2D 3D", "AD.2 4D.2"],
        opponent_plots=["QC"],
    )  # fmt: skip
    match.play("pass")
    assert match.with_verb("dismiss") == {f"dismiss 0.peasant{n}" for n in range(3)}
    match.play("dismiss 0.peasant0")
    assert match.with_verb("dismiss") == {f"dismiss 0.knight{n}" for n in range(3)}
    match.play("dismiss 0.knight1")
    assert (match["0.peasant0"], match["0.knight1"]) == ([], [])
    assert {"AD", "4D", "2H", "8H"} <= set(match["discard"])
    assert match.facts(0)["Hand limit"] == "4"  # counted after that
    assert len(match.with_verb("discard")) == 5


@rule("CA17")
def test_a_new_house_saves_them() -> None:
    match = castle(hand="10H JH", knights=RIDERS[:3], peasants=["AD 4D", "2D 3D", "AD.2 4D.2"])
    match.play("hovel 10H >0.plot0", "barracks JH >0.plot1")
    assert match.with_verb("dismiss") == set()
    assert len(match.row("0.knight")) == len(match.row("0.peasant")) == 3


@rule("CA17")
def test_the_owner_of_a_lost_house_has_a_turn() -> None:
    """The house falls in the attacker's turn. The owner plays a turn before knights must leave."""
    folk = ["AC.2 4C.2", "2C.2 3C.2", "AS 4S.2"]
    match = raiders(
        1, "10C", opponent_peasants=folk, opponent_hand="10S 9D 9S", market=["2D"], hand="2S"
    )
    match.play("attack >10C", "pass", "pass")
    assert match.seat == 1
    assert len(match.row("1.peasant")) == 3
    while match.with_verb("draw"):
        match.play("draw deck")
    assert "hovel 10S >1.plot0" in match.options
    match.play("pass")
    assert match.with_verb("dismiss")
