"""Tests of resources: their effects, their windows, and attacks that are called off."""

from __future__ import annotations

import pytest

from tests.games.castle_wars.build import wars
from tests.marks import rule

# -- the four resources -------------------------------------------------------------------------


@rule("CW17", "CW24")
def test_a_played_resource_lies_with_its_owners_spent_ones_for_good() -> None:
    game = wars(ours="7H", theirs="9S 5S", sleeve="QH", their_sleeve="AS").play("play QH")
    assert game["0.spent"] == ["QH"]
    assert game["0.sleeve"] == []
    while game.seat == 0:
        game.play("pass")
    game.play("play AS >5S")
    assert game["1.spent"] == ["AS"]


@rule("CW4", "CW22")
def test_what_has_been_discarded_lies_face_up_for_all() -> None:
    game = wars(ours="7H", theirs="9S 5S | 4S", sleeve="AH QH").play("play AH >9S", "play QH")
    assert all(game.is_up(key) for key in ("AH", "QH", "9S"))
    assert game["1.dead"] == ["9S"]
    mages = wars(ours="7H", theirs="9S", sleeve="joker", piles={"0.spent": "AH"}, first="mages")
    mages.play("reshuffle joker")
    assert mages.is_up("joker")
    assert not mages.is_up("AH")


@rule("CW19")
def test_a_jack_turns_the_enemy_tops_up_and_the_own_ones_down() -> None:
    game = wars(
        ours="3H 7H | 4H 2H |", theirs="6S 5S | 9S | 8S 4S", sleeve="JH", up="7H 3H 8S"
    ).play("play JH")
    assert {key for key in ("6S", "5S", "9S", "8S", "4S") if game.is_up(key)} == {
        "5S", "9S", "4S", "8S",
    }  # fmt: skip
    assert game.knows(0, "9S")
    assert not game.knows(0, "6S")
    assert not game.is_up("7H")
    assert game.is_up("3H")  # covered: it stays face up
    assert not game.is_up("2H")


@rule("CW19", "CW11")
def test_a_jack_lets_the_own_tops_be_laid_again() -> None:
    game = wars(ours="3H 7H | 4H 2H |", theirs="5S", sleeve="JH", up="7H").play("play JH")
    assert {option.split()[1] for option in game.options if "move" in option} == {"7H", "2H"}
    game.play("move 7H >0.pile1", "move 2H >0.pile2", "pass")
    assert game["0.pile0"] == ["3H"]
    assert game["0.pile1"] == ["4H", "7H"]
    assert game["0.pile2"] == ["2H"]
    assert game["0.spent"] == ["JH"]
    assert not game.is_up("7H")


@rule("CW19")
def test_what_was_turned_down_again_is_no_longer_looked_at() -> None:
    game = wars(ours="3H 7H | 2H", theirs="9S", sleeve="JH", up="7H").play("play JH", "pass")
    assert not game.view(1).can_see(game.card("7H"))
    assert game.knows(1, "7H")  # the player has seen it, and could remember it
    assert not game.knows(1, "2H")


@rule("CW20")
@pytest.mark.parametrize(("ours", "falls"), [("5H", "9S"), ("6H", "both"), ("7H", "10S")])
def test_a_queen_makes_every_soldier_three_better(ours: str, falls: str) -> None:
    theirs = {"5H": "9S", "6H": "9S", "7H": "9S"}[ours]
    game = wars(ours=f"2H {ours} | 4H", theirs=f"3S {theirs}", sleeve="QH")
    game.play("play QH", f"attack {ours} >{theirs}")
    worth = int(ours[:-1]) + 3
    assert game["0.dead"] == ([ours] if worth <= 9 else [])
    assert game["1.dead"] == ([theirs] if worth >= 9 else [])
    assert falls


@rule("CW20")
def test_two_queens_add_up_and_each_attacker_of_a_group_gains() -> None:
    two = wars(ours="3H 4H | 2H", theirs="3S 9S", sleeve="QH QD")
    two.play("play QH", "play QD", "attack 4H >9S")
    assert two["1.dead"] == ["9S"]
    group = wars(ours="3H 4H | 3D 2H", theirs="3S 9S", sleeve="QH").play(
        "play QH", "attack 4H+2H >9S"
    )
    assert group["1.dead"] == ["9S"]  # 4 + 3 + 2 + 3


@rule("CW20", "CW13")
def test_a_queen_lapses_at_the_end_of_the_turn() -> None:
    game = wars(ours="3H 7H | 4H", theirs="3S 9S", sleeve="QH").play("play QH")
    game.pass_until(active=1)
    game.play("attack 9S >7H")
    assert game["0.dead"] == ["7H"]


@rule("CW20", "CW17")
def test_a_queen_played_in_the_enemys_turn_defends() -> None:
    game = wars(ours="3H 9H | 4H", theirs="3S 7S", their_sleeve="QS")
    game.play("attack 9H >7S", "play QS").pass_windows()
    assert game["0.dead"] == ["9H"]
    assert game["1.dead"] == []


@rule("CW21")
def test_a_king_is_a_soldier_of_ten_and_then_a_spent_resource() -> None:
    game = wars(ours="3H | 4H", theirs="3S 9S | 10S", sleeve="KH").play("play KH >0.pile0")
    assert game["0.pile0"] == ["3H", "KH"]
    assert game["0.spent"] == []
    assert game.knows(1, "KH")  # face up as it was played,
    assert not game.is_up("KH")  # then face down like every recruit
    game.play("attack KH >9S")
    assert game["1.dead"] == ["9S"]
    assert game.is_up("KH")
    game.pass_until(active=1)
    game.play("attack 10S >KH")
    assert game["0.spent"] == ["KH"]
    assert game["0.dead"] == []
    assert game["1.dead"] == ["9S", "10S"]


@rule("CW21", "CW14")
def test_a_king_restores_a_destroyed_pile_also_in_the_enemys_turn() -> None:
    game = wars(ours="9H 8H | 7H", theirs="3S | 5S |", their_sleeve="KS")
    game.play("attack 8H >3S").pass_windows()
    while game.seat == 0:
        game.play("attack 7H >5S" if game.offers("attack 7H >5S") else "pass")
        break
    game.play("play KS >1.pile2")
    assert game["1.pile2"] == ["KS"]


@rule("CW22")
def test_an_ace_discards_any_soldier_in_play_at_any_depth_on_either_side() -> None:
    game = wars(ours="3H 7H | 4H", theirs="10S 2S | 9S", sleeve="AH")
    targets = {option.split(">")[1] for option in game.options if option.startswith("play AH")}
    assert targets == {"3H", "7H", "4H", "10S", "2S", "9S"}
    game.play("play AH >10S")
    assert game["1.pile0"] == ["2S"]
    assert game["1.dead"] == ["10S"]
    assert game["0.spent"] == ["AH"]


@rule("CW22")
def test_an_ace_is_no_attack() -> None:
    game = wars(ours="3H 7H | 4H", theirs="10S 2S | 9S", sleeve="AH").play("play AH >2S")
    assert game.offers("attack 0.pile0 >1.pile0")
    assert game.offers("attack 0.pile0+0.pile1 >1.pile1")


@rule("CW22")
def test_what_an_ace_discards_is_seen_by_all() -> None:
    game = wars(ours="3H 7H | 4H", theirs="10S 2S | 9S", sleeve="AH").play("play AH >10S")
    assert game.knows(0, "10S")
    assert not game.knows(0, "2S")


# -- attacks called off ---------------------------------------------------------------------------


@rule("CW23")
def test_an_ace_on_the_attacker_calls_the_attack_off_and_the_pile_may_attack_still() -> None:
    """This is the example of the rule sheet."""
    game = wars(ours="3H 7H | 4H", theirs="10S 2S", their_sleeve="AS")
    game.play("attack 7H >2S", "play AS >7H").pass_windows()
    assert game["0.dead"] == ["7H"]
    assert game["1.dead"] == []
    assert game.is_up("2S")
    assert game.offers("attack 0.pile0 >1.pile0")
    game.play("attack 3H >2S")
    assert game["1.dead"] == ["2S"]


@rule("CW23")
def test_a_pile_that_the_ace_destroyed_cannot_attack() -> None:
    game = wars(ours="7H | 4H", theirs="10S 2S", their_sleeve="AS")
    game.play("attack 7H+4H >2S", "play AS >7H").pass_windows()
    attacks = [option for option in game.options if option.startswith("attack")]
    assert attacks == ["attack 0.pile1 >1.pile0"]


@rule("CW23")
def test_a_group_with_one_soldier_gone_is_called_off_whole() -> None:
    game = wars(ours="3H 7H | 4H", theirs="10S 2S", their_sleeve="AS")
    game.play("attack 7H+4H >2S", "play AS >7H").pass_windows()
    assert game["1.dead"] == []
    assert game.is_up("4H")
    assert game.offers("attack 0.pile0+0.pile1 >1.pile0")


@rule("CW23")
def test_a_target_gone_calls_the_attack_off_too() -> None:
    game = wars(ours="3H 7H | 4H", theirs="10S 2S | 5S", sleeve="AH", their_sleeve="QS")
    game.play("attack 7H >2S", "pass", "play AH >2S").pass_windows()
    assert game["1.dead"] == ["2S"]
    assert game["0.dead"] == []
    assert not game.is_up("10S")
    assert game.offers("attack 0.pile0 >1.pile0")


@rule("CW23")
def test_a_target_covered_by_a_knight_is_no_longer_attacked() -> None:
    game = wars(ours="3H 7H | 4H", theirs="10S 2S | 5S", their_sleeve="KS")
    game.play("attack 7H >2S", "play KS >1.pile0").pass_windows()
    assert game["1.pile0"] == ["10S", "2S", "KS"]
    assert game["1.dead"] == []
    assert game["0.dead"] == []
    assert game.is_up("2S")
    assert not game.is_up("KS")
    assert game.offers("attack 0.pile0 >1.pile0")


@rule("CW23", "CW19")
def test_a_target_laid_elsewhere_by_a_jack_is_no_longer_attacked() -> None:
    game = wars(ours="3H 7H | 4H", theirs="10S 2S | 5S", their_sleeve="JS")
    game.play("attack 7H >2S", "play JS", "move 2S >1.pile1").finish_laying().pass_windows()
    assert game["1.pile1"] == ["5S", "2S"]
    assert game["1.dead"] == []
    assert not game.is_up("2S")
    assert game.offers("attack 0.pile0 >1.pile0")


@rule("CW23", "CW19")
def test_a_soldier_that_a_jack_left_on_top_fights_on_face_up() -> None:
    game = wars(ours="3H 7H | 4H", theirs="10S 8S | 5S", their_sleeve="JS")
    game.play("attack 7H >8S", "play JS")
    assert not game.is_up("8S")
    game.finish_laying().pass_windows()
    assert game["0.dead"] == ["7H"]
    assert game.is_up("8S")
    assert game.is_up("4H")  # the spy saw the other top card, too
    assert not game.offers("attack 0.pile0 >1.pile0")
