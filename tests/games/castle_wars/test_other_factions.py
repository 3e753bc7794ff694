"""Tests of factions that change the set-up, the hand, the turn, or act at any time."""

from __future__ import annotations

import pytest

from tests.games.castle_wars.build import wars
from tests.marks import rule

# -- Dragon-Tamers --------------------------------------------------------------------------------


@rule("CW28")
def test_the_dragon_is_a_soldier_of_twenty() -> None:
    game = wars(ours="2H dragon | 7H", theirs="10S | 9S 10C", first="dragon_tamers")
    game.play("attack dragon >10C")
    assert game["1.dead"] == ["10C"]


@rule("CW28", "CW9")
@pytest.mark.parametrize(
    ("theirs", "fallen"), [("10S | 9S", ["10S", "9S"]), ("10S | 10C", ["10C", "10S", "dragon"])]
)
def test_twenty_is_not_nineteen(theirs: str, fallen: list[str]) -> None:
    game = wars("2H dragon | 7H", f"{theirs} | 3S", first="dragon_tamers", active=1)
    game.play(f"attack {theirs.replace(' | ', '+')} >dragon")
    assert sorted(game["1.dead"] + game["0.dead"]) == fallen


@rule("CW28", "CW26")
def test_in_the_enemys_hand_the_dragon_flies_away() -> None:
    game = wars(
        ours="7H | 6H", theirs="10S 9S", piles={"1.soldiers": "2S 3S dragon"}, begin="recruit",
        first="dragon_tamers", second="undead",
    )  # fmt: skip
    game.pass_until(active=1)
    assert game["0.dead"] == ["dragon"]
    assert game["1.hand"] == ["3S"]  # it was one of the two
    assert game["1.soldiers"] == ["2S"]


@rule("CW28")
def test_the_tamers_hold_their_own_dragon() -> None:
    game = wars(
        ours="7H | 6H", theirs="10S 9S", piles={"0.soldiers": "2H 3H dragon"}, begin="draw",
        first="dragon_tamers",
    )  # fmt: skip
    game.until("recruit dragon >0.pile1").play("recruit dragon >0.pile1")
    assert game["0.pile1"] == ["6H", "dragon"]


# -- Blood-Mages ----------------------------------------------------------------------------------


@rule("CW29")
def test_two_soldiers_are_paid_for_a_resource_of_choice() -> None:
    piles = {"0.resources": "JH QH KH", "0.spent": "AH"}
    game = wars(ours="2H 3H | 4H", theirs="10S", piles=piles, first="blood_mages")
    assert {o.split()[1] for o in game.options if o.startswith("blood")} == {"2H", "3H", "4H"}
    game.play("blood 2H >0.dead")
    assert set(game.options) == {"blood 3H >0.dead", "blood 4H >0.dead"}
    game.play("blood 4H >0.dead")
    assert set(game.options) == {"take JH", "take QH", "take KH", "take AH"}
    game.play("take QH")
    assert game["0.sleeve"] == ["QH"]
    assert game["0.dead"] == ["2H", "4H"]
    assert sorted(game["0.resources"]) == ["JH", "KH"]
    assert game["0.spent"] == ["AH"]


@rule("CW29")
def test_nobody_pays_a_soldier_by_picking_it() -> None:
    game = wars(ours="2H 3H | 4H", theirs="10S", piles={"0.resources": "JH"}, first="blood_mages")
    dead = game.pos.box.zone("0.dead")
    assert all(action.to == dead for action in game.decision.options if action.verb == "blood")
    plain = wars(ours="2H 3H | 4H", theirs="10S", piles={"0.resources": "JH"})
    assert plain.rule_against("blood 2H >0.dead") == "CW29"
    assert plain.rule_against("attack 3H >0.dead") == "CW29"


@rule("CW29")
def test_the_deck_is_searched_in_secret_and_then_shuffled() -> None:
    piles = {"0.resources": "JH QH KH", "0.spent": "AH"}
    game = wars(ours="2H 3H | 4H", theirs="10S", piles=piles, first="blood_mages")
    shuffles = game.pos.shuffles
    game.play("blood 2H >0.dead", "blood 4H >0.dead")
    assert game.knows(0, "QH")
    assert not game.knows(1, "QH")
    game.play("take QH")
    assert not game.knows(1, "QH")
    assert game.pos.shuffles == shuffles + 1
    assert not any(game.knows(0, key) for key in ("JH", "KH"))


@rule("CW29")
def test_what_is_taken_from_the_discard_is_seen_by_all() -> None:
    piles = {"0.resources": "JH QH KH", "0.spent": "AH"}
    game = wars(ours="2H 3H | 4H", theirs="10S", piles=piles, first="blood_mages")
    game.play("blood 2H >0.dead", "blood 4H >0.dead", "take AH")
    assert game.knows(1, "AH")
    assert game["0.sleeve"] == ["AH"]


@rule("CW29")
def test_a_knight_just_paid_may_be_taken() -> None:
    game = wars(ours="2H KH | 4H", theirs="10S", first="blood_mages")
    game.play("blood KH >0.dead", "blood 4H >0.dead", "take KH")
    assert game["0.sleeve"] == ["KH"]
    assert game["0.spent"] == []


@rule("CW29")
def test_blood_needs_two_soldiers_and_something_to_take() -> None:
    one = wars(ours="2H", theirs="10S", piles={"0.resources": "JH"}, first="blood_mages")
    assert not any(option.startswith("blood") for option in one.options)
    nothing = wars(ours="2H 3H", theirs="10S", first="blood_mages")
    assert not any(option.startswith("blood") for option in nothing.options)


@rule("CW29")
def test_with_nothing_else_to_take_a_knight_must_be_paid() -> None:
    game = wars(ours="2H KH | 4H", theirs="10S", first="blood_mages").play("blood 2H >0.dead")
    assert game.options == ["blood KH >0.dead"]


@rule("CW29", "CW15")
def test_who_pays_with_the_last_soldiers_has_lost() -> None:
    game = wars(ours="2H | 3H", theirs="10S", piles={"0.spent": "AH"}, first="blood_mages")
    game.play("blood 2H >0.dead", "blood 3H >0.dead")
    assert game.result == (0.0, 1.0)


@rule("CW29", "CW23", "CW18")
def test_blood_in_the_enemys_turn_calls_an_attack_off() -> None:
    game = wars(
        ours="9H | 8H", theirs="3S 2S | 4S", piles={"1.resources": "QS"}, second="blood_mages"
    ).play("attack 9H >2S")
    assert game.seat == 1
    game.play("blood 2S >1.dead", "blood 4S >1.dead", "take QS").pass_windows()
    assert game["1.dead"] == ["2S", "4S"]
    assert game["0.dead"] == []
    assert game.offers("attack 0.pile0 >1.pile0")


# -- Mages ----------------------------------------------------------------------------------------


@rule("CW30")
def test_the_joker_is_any_resource() -> None:
    game = wars(ours="2H 9H | 4H", theirs="10S 8S", sleeve="joker", first="mages")
    verbs = {option for option in game.options if "joker" in option}
    assert verbs == {
        "play joker 11", "play joker 12", *(f"play joker >0.pile{n} 13" for n in range(3)),
        *(f"play joker >{key} 14" for key in ("2H", "9H", "4H", "10S", "8S")),
    }  # fmt: skip
    game.play("play joker >10S 14")
    assert game["1.dead"] == ["10S"]
    assert game["0.spent"] == ["joker"]


@rule("CW30", "CW19", "CW20")
def test_the_joker_spies_and_leads() -> None:
    spy = wars(ours="2H 9H | 4H", theirs="10S 8S", sleeve="joker", first="mages")
    spy.play("play joker 11")
    assert spy.is_up("8S")
    leader = wars(ours="2H 9H | 4H", theirs="10S 8S", sleeve="joker", first="mages")
    leader.play("play joker 12", "attack 4H >8S")
    assert leader["0.dead"] == ["4H"]
    leader.play("attack 9H >8S")
    assert leader["1.dead"] == ["8S"]


@rule("CW30", "CW21")
def test_as_a_knight_the_joker_is_worth_ten_and_is_spent_for_good() -> None:
    game = wars(ours="2H 9H | 4H", theirs="10S 10C", sleeve="joker", first="mages")
    game.play("play joker >0.pile1 13", "attack joker >10C")
    assert game["0.spent"] == ["joker"]
    assert game["1.dead"] == ["10C"]


@rule("CW30")
def test_the_joker_shuffles_the_discard_into_a_new_deck() -> None:
    piles = {"0.spent": "JH QH AH", "0.resources": "KH"}
    game = wars(ours="2H 9H | 4H", theirs="10S 8S", sleeve="joker", piles=piles, first="mages")
    shuffles = game.pos.shuffles
    game.play("reshuffle joker")
    assert sorted(game["0.resources"]) == ["AH", "JH", "KH", "QH"]
    assert game["0.spent"] == ["joker"]
    assert game.pos.shuffles == shuffles + 1
    assert not any(game.knows(seat, "JH") for seat in (0, 1))


@rule("CW30", "CW25")
def test_in_an_epic_game_a_discarded_joker_is_not_shuffled_back() -> None:
    game = wars(
        ours="2H 9H | 4H", theirs="10S 8S", sleeve="joker", piles={"0.spent": "JH joker.2"},
        first="mages", epic=True,
    ).play("reshuffle joker")  # fmt: skip
    assert game["0.resources"] == ["JH"]
    assert sorted(game["0.spent"]) == ["joker", "joker.2"]


@rule("CW26", "CW30")
def test_a_captured_joker_knight_is_a_king_of_the_undead() -> None:
    game = wars(
        ours="10H | 9H", theirs="2S joker | 5S", first="undead", second="mages", sleeve="QH QD"
    )
    game.play("play QH").pass_windows().play("attack 10H >joker").pass_windows()
    game.play("top joker >0.soldiers")
    game.pass_until(active=1).pass_until(active=0)
    game.play_if("draw 0.soldiers")
    assert "joker" in game["0.sleeve"]
    kings = {option for option in game.options if "joker" in option}
    assert kings
    assert all(">0.pile" in option for option in kings)


# -- Ninjas ---------------------------------------------------------------------------------------


@rule("CW32")
def test_all_ninjas_turn_face_down_at_the_end_of_every_turn() -> None:
    game = wars(ours="2H 9H | 4H", theirs="10S 8S", up="2H 4H 8S", first="ninjas")
    game.play("attack 9H >8S")
    assert game.is_up("9H")
    game.pass_until(active=1)
    assert not any(game.is_up(key) for key in ("2H", "9H", "4H"))
    game.play("attack 10S >9H")
    assert game.is_up("10S")
    game.pass_until(active=0)
    assert game["0.dead"] == ["9H"]
    assert not any(game.is_up(key) for key in ("2H", "4H"))
    assert game.is_up("10S")


@rule("CW32", "CW18")
def test_ninjas_turn_down_after_the_last_window_of_the_turn() -> None:
    game = wars(ours="2H 9H | 4H", theirs="10S 8S", up="9H", their_sleeve="QS", first="ninjas")
    while game.active == 0:
        last = game.seat, game.window, game.is_up("9H")
        game.play("pass")
    assert last == (1, "end", True)
    assert not game.is_up("9H")


# -- Shape-Shifters -------------------------------------------------------------------------------


@rule("CW35")
def test_an_own_top_is_swapped_with_a_soldier_in_hand() -> None:
    game = wars(ours="2H 9H | 4H", theirs="10S 8S", hand="5H 6H", first="shape_shifters", up="9H")
    assert {option for option in game.options if "swap" in option} == {
        f"swap {hand} >{top}" for hand in ("5H", "6H") for top in ("9H", "4H")
    }
    game.play("swap 5H >9H")
    assert game["0.pile0"] == ["2H", "5H"]
    assert sorted(game["0.hand"]) == ["6H", "9H"]
    assert game.is_up("5H")  # it lies as the old card did
    game.play("swap 6H >4H")
    assert not game.is_up("6H")
    assert not game.knows(1, "6H")


@rule("CW35")
def test_a_pile_just_swapped_waits_until_something_else_has_happened() -> None:
    game = wars(ours="2H 9H | 4H", theirs="10S 8S", hand="5H 6H", first="shape_shifters")
    game.play("swap 5H >9H")
    game.pass_windows()
    assert not any(">5H" in option for option in game.options)
    assert game.offers("swap 6H >4H")
    game.play("attack 4H >8S")
    assert game.offers("swap 6H >5H") or game.seat == 0
    game.pass_windows()
    assert game.offers("swap 6H >5H")


@rule("CW35", "CW23")
def test_a_swap_does_not_call_an_attack_off_the_new_card_fights() -> None:
    game = wars(ours="2H 9H | 4H", theirs="10S 8S", their_hand="10C 2S", second="shape_shifters")
    game.play("attack 9H >8S", "swap 10C >8S")
    assert game.is_up("10C")
    game.pass_windows()
    assert game["0.dead"] == ["9H"]
    assert game["1.pile0"] == ["10S", "10C"]
    assert not game.offers("attack 0.pile0 >1.pile0")


@rule("CW35")
def test_an_attacker_is_swapped_too() -> None:
    game = wars(ours="2H 3H | 4H", theirs="10S 8S", hand="9H", first="shape_shifters")
    game.play("attack 3H >8S", "swap 9H >3H").pass_windows()
    assert game["1.dead"] == ["8S"]
    assert game["0.hand"] == ["3H"]


@rule("CW35", "CW21")
def test_a_knight_swapped_out_is_a_king_in_hand_again() -> None:
    game = wars(ours="2H KH | 4H", theirs="10S 8S", hand="9H", first="shape_shifters")
    game.play("swap 9H >KH")
    assert game["0.sleeve"] == ["KH"]
    assert game["0.hand"] == []
    game.pass_windows()
    assert game.offers("play KH >0.pile1")


# -- Outcasts -------------------------------------------------------------------------------------


@rule("CW37")
def test_outcasts_choose_the_order_of_their_phases() -> None:
    game = wars(
        ours="2H 9H | 4H", theirs="10S 8S", hand="3H", piles={"0.soldiers": "5H 6H 7H"},
        first="outcasts", begin="turn",
    )  # fmt: skip
    assert set(game.options) == {"phase 0", "phase 1", "phase 2", "phase 3"}
    game.play("phase 3", "recruit 3H >0.pile1")
    if not game.offers("phase 0"):
        game.play("pass")
    assert set(game.options) == {"phase 0", "phase 1", "phase 2"}
    game.play("phase 1", "attack 9H >8S").play_if("pass")
    game.play("phase 0")
    while not game.offers("phase 2"):
        game.play(game.any_of("draw"))
    assert len(game["0.hand"]) == 2
    assert set(game.options) == {"phase 2", "pass"}
    game.play("pass")
    assert game.active == 1


@rule("CW37", "CW6")
def test_the_draw_may_not_be_left_out_while_there_are_cards() -> None:
    game = wars(ours="2H 9H", theirs="10S 8S", first="outcasts", begin="turn")
    assert "pass" in game.options
    cards = wars(
        ours="2H 9H", theirs="10S 8S", piles={"0.resources": "JH"}, first="outcasts", begin="turn"
    )
    assert "pass" not in cards.options


@rule("CW4", "CW35")
def test_a_soldier_that_was_seen_and_swapped_into_the_hand_cannot_be_told_as_a_recruit() -> None:
    for seed in range(20):
        game = wars(
            ours="2H 9H | 4H", theirs="10S 8S", hand="5H 6H", first="shape_shifters", up="9H",
            begin="recruit", seed=seed,
        )  # fmt: skip
        assert game.knows(1, "9H")
        game.play("swap 6H >9H")
        assert not game.knows(1, "9H")  # it is one of the two in the hand
        assert not game.knows(1, "5H")
        game.play("recruit 9H >0.pile0")
        assert not game.knows(1, "9H")


@rule("CW4", "CW35")
def test_a_single_soldier_in_the_hand_is_known_until_another_comes_to_it() -> None:
    game = wars(
        ours="2H 9H | 4H", theirs="10S 8S", hand="6H", first="shape_shifters", up="9H",
        piles={"0.soldiers": "7H 8H"}, begin="turn",
    )  # fmt: skip
    game.play("swap 6H >9H")
    assert game.knows(1, "9H")
    game.play("draw 0.soldiers")
    assert not game.knows(1, "9H")


@rule("CW4", "CW26")
def test_whom_the_undead_have_drawn_cannot_be_told_as_a_recruit() -> None:
    game = wars(
        ours="10H | 7H", theirs="5S 9S", hand="2H", first="undead",
        piles={"0.soldiers": "3H", "0.resources": "JH QH KH"},
    )  # fmt: skip
    game.play("attack 10H >9S", "top 9S >0.soldiers").until("draw 0.soldiers")
    assert game.knows(1, "9S")
    game.play("draw 0.soldiers")
    assert "9S" in game["0.hand"]
    assert not game.knows(1, "9S")
