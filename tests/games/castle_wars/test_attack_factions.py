"""Tests of factions that change attacks, values and deaths."""

from __future__ import annotations

import pytest

from tests.games.castle_wars.build import wars
from tests.marks import rule

# -- values: Assassins, Golems, Mechas ------------------------------------------------------------


@rule("CW33", "CW38", "CW42")
@pytest.mark.parametrize(
    ("faction", "ours", "target", "falls"),
    [
        ("assassins", "7H", "8S", "8S"),
        ("assassins", "7H", "9S", "both"),
        ("assassins", "7H", "10S", "7H"),
        ("golems", "9H", "6S", "6S"),
        ("golems", "9H", "7S", "both"),
        ("golems", "9H", "8S", "9H"),
    ],
)
def test_values_in_the_own_turn(faction: str, ours: str, target: str, falls: str) -> None:
    game = wars(ours=f"2H {ours}", theirs=f"2S {target}", first=faction)
    game.play(f"attack {ours} >{target}")
    assert game["0.dead"] == ([ours] if falls in (ours, "both") else [])
    assert game["1.dead"] == ([target] if falls in (target, "both") else [])


@rule("CW33", "CW38")
@pytest.mark.parametrize(
    ("faction", "ours", "target", "falls"),
    [
        ("assassins", "7H", "9S", "both"),
        ("assassins", "7H", "8S", "8S"),
        ("assassins", "7H", "10S", "7H"),
        ("golems", "9H", "7S", "both"),
        ("golems", "9H", "6S", "6S"),
        ("golems", "9H", "8S", "9H"),
    ],
)
def test_values_in_the_enemys_turn(faction: str, ours: str, target: str, falls: str) -> None:
    game = wars(ours=f"2H {ours}", theirs=f"2S {target}", second=faction)
    game.play(f"attack {ours} >{target}")
    assert game["0.dead"] == ([ours] if falls in (ours, "both") else [])
    assert game["1.dead"] == ([target] if falls in (target, "both") else [])


@rule("CW33")
def test_every_attacker_of_a_group_is_an_assassin() -> None:
    game = wars(ours="2H 3H | 2D | 4H", theirs="2S 8S | 5S", first="assassins")
    game.play("attack 3H+2D >8S")  # 5 + 4
    assert game["1.dead"] == ["8S"]


@rule("CW42")
def test_a_value_never_counts_below_nothing() -> None:
    """Two golems of value 2 count 0, which is the minimum; with 0 against 0 both sides fall."""
    game = wars(ours="3H 2H | 4H", theirs="3S 2S", first="golems", second="assassins")
    game.play("attack 2H >2S")
    assert game["0.dead"] == ["2H"]
    assert game["1.dead"] == ["2S"]
    low = wars(ours="3H 2H | 3D", theirs="3S 2S", first="golems", second="none")
    low.play("attack 2H+3D >2S")  # 0 + 1
    assert low["1.dead"] == []


@rule("CW36")
def test_mechanised_soldiers_have_the_value_of_the_best_top() -> None:
    game = wars(ours="8H 3H | 9H 5H | 7H", theirs="2S 6S | 6C | 6D", first="mechas")
    game.play("mechanise")
    assert not game.offers("mechanise")  # once per turn
    assert all(game.is_up(key) for key in ("3H", "5H", "7H"))
    assert not game.is_up("8H")
    game.play("attack 3H >6S")
    assert game["1.dead"] == ["6S"]
    assert game["0.dead"] == []
    assert not game.offers("mechanise")


@rule("CW36")
def test_the_value_is_fixed_and_holds_for_cards_uncovered_later() -> None:
    game = wars(ours="10H 7H | 9H 5H", theirs="2S 7S | 2C 8S", first="mechas")
    game.play("mechanise", "attack 7H >7S")
    assert game["0.pile0"] == ["10H"]
    game.play("attack 5H >8S")  # 7, though a 10 is on top now
    assert game["0.dead"] == ["7H", "5H"]
    assert game["1.dead"] == ["7S"]


@rule("CW36", "CW20")
def test_a_queen_comes_on_top_of_the_mechanised_value() -> None:
    game = wars(ours="3H | 7H", theirs="2S 9S | 10S", first="mechas", sleeve="QH")
    game.play("play QH", "mechanise", "attack 3H >9S")  # 7 + 3
    assert game["1.dead"] == ["9S"]
    first = wars(ours="3H | 7H", theirs="2S 10S | 9S", first="mechas", sleeve="QH")
    first.play("mechanise", "play QH", "attack 3H >10S")
    assert first["1.dead"] == ["10S"]
    assert first["0.dead"] == ["3H"]


@rule("CW36")
def test_mechanised_values_lapse_with_the_turn() -> None:
    game = wars(ours="3H | 7H", theirs="2S 6S", first="mechas").play("mechanise")
    game.pass_until(active=1)
    assert not game.offers("mechanise")
    game.play("attack 6S >3H")
    assert game["0.dead"] == ["3H"]


@rule("CW36", "CW23")
def test_after_the_first_attack_it_is_too_late_but_not_after_one_called_off() -> None:
    late = wars(ours="3H | 7H", theirs="2S | 6S", first="mechas").play("attack 3H >2S")
    assert not late.offers("mechanise")
    game = wars(ours="9H 3H | 7H", theirs="2S | 6S", first="mechas", their_sleeve="AS", sleeve="QH")
    game.play("attack 3H >2S", "play AS >3H")
    assert not game.offers("mechanise")
    game.pass_windows()
    assert game.offers("mechanise")


# -- more attacks: Berserkers ---------------------------------------------------------------------


@rule("CW34")
def test_one_pile_of_berserkers_attacks_twice() -> None:
    game = wars(ours="9H | 8H", theirs="2S 3S 4S | 5S 6S", first="berserkers")
    game.play("attack 9H >4S", "attack 9H >3S")
    assert game["1.dead"] == ["4S", "3S"]
    assert {option for option in game.options if option.startswith("attack")} == {
        "attack 0.pile1 >1.pile0", "attack 0.pile1 >1.pile1",
    }  # fmt: skip
    game.play("attack 8H >6S")
    assert not any(option.startswith("attack") for option in game.options)


@rule("CW34")
def test_the_extra_attack_may_be_part_of_a_group() -> None:
    game = wars(ours="9H | 8H | 7H", theirs="2S 3S 4S | 5S 6S", first="berserkers")
    game.play("attack 9H >4S", "attack 8H >3S")
    assert game.offers("attack 0.pile0+0.pile2 >1.pile1")
    assert game.offers("attack 0.pile1+0.pile2 >1.pile1")
    assert not game.offers("attack 0.pile0+0.pile1 >1.pile1")  # two extra attacks
    game.play("attack 9H+7H >6S")
    assert not any(option.startswith("attack") for option in game.options)


@rule("CW34", "CW7")
def test_others_attack_once() -> None:
    game = wars(ours="9H | 8H", theirs="2S 3S 4S | 5S 6S").play("attack 9H >4S")
    assert not any("0.pile0" in option for option in game.options)


# -- deaths: Undead -------------------------------------------------------------------------------


@rule("CW26")
@pytest.mark.parametrize(("where", "deck"), [("top", ["2H", "9S"]), ("bottom", ["9S", "2H"])])
def test_whom_the_undead_kill_goes_into_their_soldier_deck(where: str, deck: list[str]) -> None:
    game = wars(ours="10H | 7H", theirs="5S 9S", piles={"0.soldiers": "2H"}, first="undead")
    game.play("attack 10H >9S")
    assert set(game.options) == {"top 9S >0.soldiers", "bottom 9S >0.soldiers"}
    game.play(f"{where} 9S >0.soldiers")
    assert game["0.soldiers"] == deck
    assert game["1.dead"] == []
    assert not game.is_up("9S")


@rule("CW26")
def test_the_undead_kill_in_defence_and_in_ties_too() -> None:
    game = wars(ours="8H | 7H | 2H", theirs="5S 9S | 7S | 4S", second="undead")
    game.play("attack 8H >9S")
    assert game.seat == 1
    game.play("top 8H >1.soldiers")
    assert game["0.dead"] == []
    game.play("attack 7H >7S", "bottom 7H >1.soldiers")
    assert game["1.soldiers"] == ["7H", "8H"]
    assert game["1.dead"] == ["7S"]


@rule("CW26")
def test_the_undead_choose_card_by_card() -> None:
    game = wars(ours="2H | 3H | 4H", theirs="5S 9S | 7S", second="undead")
    game.play("attack 2H+3H >9S")
    first = {option.split()[1] for option in game.options}
    assert len(game.options) == 2
    assert len(first) == 1
    for _ in range(2):
        game.play(game.any_of("top"))
    assert sorted(game["1.soldiers"]) == ["2H", "3H"]


@rule("CW26", "CW22")
def test_an_ace_is_no_kill_of_the_undead() -> None:
    game = wars(ours="10H | 7H", theirs="5S 9S", sleeve="AH", first="undead").play("play AH >9S")
    assert game["1.dead"] == ["9S"]
    assert game["0.soldiers"] == []


@rule("CW26", "CW21")
def test_a_captured_knight_is_a_king_in_the_hand() -> None:
    game = wars(ours="10H 9H | 7H", theirs="5S KS | 6S", first="undead", sleeve="QH")
    game.play("play QH", "attack 9H >KS", "top KS >0.soldiers")
    game.pass_until(active=1).pass_until(active=0)
    game.play_if("draw 0.soldiers")
    assert "KS" in game["0.sleeve"]
    game.play("play KS >0.pile1")
    assert game["0.pile1"][-1] == "KS"


@rule("CW26")
def test_a_captured_soldier_dies_as_one_of_the_undead() -> None:
    game = wars(ours="10H | 7H", theirs="5S 9S | 10S", first="undead", hand="2H")
    game.play("attack 10H >9S", "top 9S >0.soldiers")
    game.pass_until(active=1).pass_until(active=0)
    game.play_if("draw 0.soldiers")
    game.until("recruit 9S >0.pile1").play("recruit 9S >0.pile1")
    game.pass_until(active=1)
    game.play("attack 10S >9S")
    assert game["0.dead"] == ["9S"]
    assert game["1.dead"] == []


# -- deaths: Fateweavers --------------------------------------------------------------------------


@rule("CW39")
def test_another_top_may_fall_instead() -> None:
    game = wars(ours="10H | 9H", theirs="2S 8S | 5S 3S | 4S", second="fateweavers")
    game.play("attack 10H >8S")
    assert game.seat == 1
    assert set(game.options) == {"pass", "instead 3S >8S", "instead 4S >8S"}
    game.play("instead 3S >8S")
    assert game["1.pile0"] == ["2S", "8S"]
    assert game["1.pile1"] == ["5S"]
    assert game["1.dead"] == ["3S"]


@rule("CW39")
def test_fate_need_not_be_woven() -> None:
    game = wars(ours="10H | 9H", theirs="2S 8S | 5S 3S", second="fateweavers")
    game.play("attack 10H >8S", "pass")
    assert game["1.dead"] == ["8S"]


@rule("CW39", "CW22")
def test_a_substitute_falls_for_an_ace_too_and_the_kept_card_stays_where_it_lies() -> None:
    game = wars(ours="10H | 9H", theirs="2S 8S | 5S 3S", sleeve="AH", second="fateweavers")
    game.play("play AH >2S")
    assert set(game.options) == {"pass", "instead 3S >2S"}
    game.play("instead 3S >2S")
    assert game["1.pile0"] == ["2S", "8S"]
    assert game["1.dead"] == ["3S"]


@rule("CW39", "CW26")
def test_the_substitute_counts_as_the_kill() -> None:
    game = wars(ours="10H | 9H", theirs="2S 8S | 5S 3S", first="undead", second="fateweavers")
    game.play("attack 10H >8S", "instead 3S >8S", "top 3S >0.soldiers")
    assert game["0.soldiers"] == ["3S"]
    assert game["1.dead"] == []


@rule("CW26", "CW39")
def test_who_dies_is_seen_by_all_also_a_substitute_that_lay_face_down() -> None:
    game = wars(ours="10H | 9H", theirs="2S 8S | 5S 3S", first="undead", second="fateweavers")
    game.play("attack 10H >8S", "instead 3S >8S")
    game.play("bottom 3S >0.soldiers")
    assert game.knows(0, "3S")
    assert not game.is_up("3S")


@rule("CW39")
def test_who_is_dying_at_the_same_moment_is_no_substitute() -> None:
    game = wars(ours="2H 3H | 3D 4H | 5H", theirs="9S | 10C", first="fateweavers")
    game.play("attack 3H+4H >10C")
    assert game.seat == 0
    substitutes = {option.split()[1] for option in game.options if option != "pass"}
    assert substitutes == {"5H"}


@rule("CW39")
def test_with_one_pile_left_nobody_can_stand_in() -> None:
    game = wars(ours="10H | 9H", theirs="2S 8S", second="fateweavers").play("attack 10H >8S")
    assert game["1.dead"] == ["8S"]


@rule("CW39", "CW15")
def test_the_last_cards_of_two_piles_die_for_each_other() -> None:
    game = wars(ours="10H | 9H", theirs="8S | 3S", second="fateweavers")
    game.play("attack 10H >8S", "instead 3S >8S")
    assert game.result is None
    game.play("attack 9H >8S")
    assert game.result == (1.0, 0.0)


# -- order of decisions ---------------------------------------------------------------------------


@rule("CW42", "CW26")
@pytest.mark.parametrize("active", [0, 1])
def test_the_undead_to_move_take_their_dead_first(active: int) -> None:
    game = wars("3H 7H", "3S 7S", first="undead", second="undead", active=active)
    game.play("attack 7H >7S" if active == 0 else "attack 7S >7H")
    assert game.seat == active
    game.play(game.any_of("top"))
    assert game.seat == 1 - active
    game.play(game.any_of("bottom"))
    assert (game["0.soldiers"], game["1.soldiers"]) == (["7S"], ["7H"])


@rule("CW42", "CW39")
@pytest.mark.parametrize("active", [0, 1])
def test_the_fateweavers_to_move_decide_first(active: int) -> None:
    game = wars(
        "3H 7H | 2H", "3S 7S | 2S", first="fateweavers", second="fateweavers", active=active
    ).play("attack 7H >7S" if active == 0 else "attack 7S >7H")
    assert game.seat == active
    game.play(game.any_of("instead"))
    assert game.seat == 1 - active
    game.play("pass")
    assert game[f"{active}.dead"] == [("2H", "2S")[active]]
    assert game[f"{1 - active}.dead"] == [("7S", "7H")[active]]


# -- the plague -----------------------------------------------------------------------------------


@rule("CW40")
def test_instead_of_all_attacks_the_enemy_tops_are_infected() -> None:
    game = wars(ours="9H | 8H", theirs="2S 7S | 3S | ", first="infected").play("infect")
    assert game.ill("7S")
    assert game.ill("3S")
    assert not game.ill("2S")
    assert not any(option.startswith(("attack", "infect")) for option in game.options)


@rule("CW40")
def test_no_plague_after_an_attack() -> None:
    game = wars(ours="9H | 8H", theirs="2S 7S | 3S | ", first="infected").play("attack 9H >7S")
    assert not game.offers("infect")


@rule("CW40")
@pytest.mark.parametrize(
    ("attack", "ours", "theirs"), [("2H >10S", [], ["10S"]), ("2H+3H >10S", [], ["10S"])]
)
def test_an_infected_target_falls_and_harms_nobody(
    attack: str, ours: list[str], theirs: list[str]
) -> None:
    game = wars(ours="2H | 3H", theirs="2S 10S | 4S", infected="10S", first="infected")
    game.play(f"attack {attack}")
    assert game["0.dead"] == ours
    assert game["1.dead"] == theirs
    assert not game.ill("10S")  # no discarded soldier is infected


@rule("CW40")
@pytest.mark.parametrize(
    ("attack", "ours", "theirs"),
    [
        ("10H >2S", ["10H"], []),  # no healthy soldier is left: the target survives
        ("10H+3H >2S", ["10H"], ["2S"]),  # 3 against 2
        ("10H+3H >5S", ["10H", "3H"], []),  # 3 against 5
        ("10H+3H >3S", ["10H", "3H"], ["3S"]),
    ],
)
def test_an_infected_attacker_falls_and_adds_nothing(
    attack: str, ours: list[str], theirs: list[str]
) -> None:
    target = attack.split(">")[1]
    game = wars(
        ours="2H 10H | 4H 3H", theirs=f"9S {target} | 4S", infected="10H", second="infected"
    )
    game.play(f"attack {attack}")
    assert sorted(game["0.dead"]) == ours
    assert game["1.dead"] == theirs
    assert not game.offers("attack 0.pile0 >1.pile1")


@rule("CW40")
def test_the_infected_fight_the_infected() -> None:
    game = wars(
        ours="2H 10H | 4H 3H", theirs="9S 2S | 4S", infected="10H 2S", second="infected",
        first="infected",
    ).play("attack 10H >2S")  # fmt: skip
    assert game["0.dead"] == ["10H"]
    assert game["1.dead"] == ["2S"]


@rule("CW40")
def test_an_infected_soldier_stays_infected_when_it_is_moved_or_covered() -> None:
    game = wars(ours="2H 10H | 4H", theirs="9S", infected="10H 4H", begin="move", hand="5H")
    game.play("move 10H >0.pile1").finish_laying()
    game.play("recruit 5H >0.pile1")
    assert game.ill("10H")
    assert game.ill("4H")
    assert not game.ill("5H")


@rule("CW40", "CW39")
def test_the_kept_stay_infected() -> None:
    game = wars(
        ours="10H | 9H", theirs="2S 8S | 5S 3S", infected="8S", first="infected",
        second="fateweavers",
    ).play("attack 10H >8S", "instead 3S >8S")  # fmt: skip
    assert game.ill("8S")


@rule("CW40", "CW35")
def test_a_swap_into_the_hand_heals() -> None:
    game = wars(
        ours="10H | 9H", theirs="2S 8S | 5S 3S", infected="8S", their_hand="4S",
        first="infected", second="shape_shifters",
    ).play("attack 10H >8S", "swap 4S >8S")  # fmt: skip
    assert not game.ill("8S")
    assert not game.ill("4S")
