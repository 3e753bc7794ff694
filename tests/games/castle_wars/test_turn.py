"""Tests of a turn of Castle Wars: draw, attack, move, recruit."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from castlecards.core.action import PASS
from tests.games.castle_wars.build import GAME, WarsMatch, wars
from tests.marks import rule

# -- draw -----------------------------------------------------------------------------------------


@rule("CW6")
def test_two_cards_are_drawn_each_from_either_deck_and_the_first_is_seen_first() -> None:
    decks = {"0.soldiers": "2H 3H 4H", "0.resources": "JH QH"}
    game = wars(ours="7H", theirs="10S", piles=decks, begin="draw")
    assert set(game.options) == {"draw 0.soldiers", "draw 0.resources"}
    game.play("draw 0.soldiers")
    assert game["0.hand"] == ["4H"]
    assert game.knows(0, "4H")
    assert not game.knows(1, "4H")
    assert game.seat == 0
    assert set(game.options) == {"draw 0.soldiers", "draw 0.resources", "play"} - {"play"}
    game.play("draw 0.resources")
    assert game["0.sleeve"] == ["QH"]
    assert game["0.soldiers"] == ["2H", "3H"]
    assert not any(option.startswith("draw") for option in game.options)


@rule("CW6")
def test_both_cards_may_come_from_one_deck() -> None:
    decks = {"0.soldiers": "2H 3H 4H", "0.resources": "JH QH"}
    game = wars(ours="7H", theirs="10S", piles=decks, begin="draw")
    game.play("draw 0.soldiers", "draw 0.soldiers")
    assert game["0.hand"] == ["4H", "3H"]


@rule("CW6")
@pytest.mark.parametrize(
    ("soldiers", "resources", "hand", "sleeve"),
    [
        ("", "", [], []),
        ("2H", "", ["2H"], []),
        ("", "AH", [], ["AH"]),
        ("2H 3H 4H", "", ["4H", "3H"], []),
    ],
)
def test_what_there_is_must_be_drawn_and_discards_do_not_come_back(
    soldiers: str, resources: str, hand: list[str], sleeve: list[str]
) -> None:
    piles = {"0.soldiers": soldiers, "0.resources": resources, "0.dead": "9H", "0.spent": "KH"}
    game = wars(ours="7H", theirs="10S", piles=piles, begin="draw")
    while any(option.startswith("draw") for option in game.options):
        assert "pass" not in game.options
        game.play("draw 0.soldiers" if game["0.soldiers"] else "draw 0.resources")
    assert game["0.hand"] == hand
    assert game["0.sleeve"] == sleeve
    assert game["0.dead"] == ["9H"]
    assert game["0.spent"] == ["KH"]


# -- attack ---------------------------------------------------------------------------------------


@rule("CW7")
def test_any_standing_piles_attack_one_enemy_pile_or_none() -> None:
    game = wars(ours="7H | 2H |", theirs="10S | | 5S")
    assert set(game.options) == {
        "pass",
        "attack 0.pile0 >1.pile0",
        "attack 0.pile1 >1.pile0",
        "attack 0.pile0+0.pile1 >1.pile0",
        "attack 0.pile0 >1.pile2",
        "attack 0.pile1 >1.pile2",
        "attack 0.pile0+0.pile1 >1.pile2",
    }


@rule("CW7")
def test_a_pile_attacks_once_a_turn_whatever_lies_on_it() -> None:
    game = wars(ours="9H 2H | 7H", theirs="8S 3S | 5S")
    game.play("attack 2H >3S")
    assert game["0.pile0"] == ["9H"]
    assert set(game.options) == {"pass", "attack 0.pile1 >1.pile0", "attack 0.pile1 >1.pile1"}
    game.play("attack 7H >5S")
    assert not any(option.startswith("attack") for option in game.options)


@rule("CW8")
@pytest.mark.parametrize(
    ("ours", "theirs", "we_fall", "they_fall"),
    [
        ("7H", "6S", False, True),
        ("6H", "7S", True, False),
        ("7H", "7S", True, True),
        ("2H", "10S", True, False),
        ("10H", "2S", False, True),
    ],
)
def test_the_lower_of_two_soldiers_falls_or_both(
    ours: str, theirs: str, we_fall: bool, they_fall: bool
) -> None:
    game = wars(ours=f"3H {ours} | 4H", theirs=f"3S {theirs} | 4S")
    game.play(f"attack {ours} >{theirs}")
    assert game["0.dead"] == ([ours] if we_fall else [])
    assert game["1.dead"] == ([theirs] if they_fall else [])
    assert game["0.pile0"] == (["3H"] if we_fall else ["3H", ours])
    assert game["1.pile0"] == (["3S"] if they_fall else ["3S", theirs])


@rule("CW8")
def test_both_tops_are_turned_face_up_and_nothing_else() -> None:
    game = wars(ours="3H 7H | 4H", theirs="3S 6S | 4S")
    game.play("attack 7H >6S")
    assert game.is_up("7H")
    assert game.knows(1, "7H")
    assert game.knows(0, "6S")
    assert not any(game.is_up(key) for key in ("3H", "4H", "3S", "4S"))
    assert not game.knows(0, "3S")
    assert not game.knows(1, "3H")


@rule("CW9")
@pytest.mark.parametrize(
    ("target", "ours", "theirs"),
    [("10S", ["2H", "7H"], []), ("9S", ["2H", "7H"], ["9S"]), ("8S", [], ["8S"])],
)
def test_the_values_of_a_group_are_added(target: str, ours: list[str], theirs: list[str]) -> None:
    game = wars(ours="7H | 2H | 5H", theirs=f"{target} | 4S")
    game.play(f"attack 7H+2H >{target}")
    assert sorted(game["0.dead"]) == ours
    assert game["1.dead"] == theirs
    assert game["0.pile2"] == ["5H"]


@rule("CW8", "CW9")
@pytest.mark.parametrize(("attackers", "cited"), [("7H", "CW8"), ("7H+2H", "CW9")])
def test_an_attack_cites_the_rule_that_decides_it(attackers: str, cited: str) -> None:
    game = wars(ours="7H | 2H", theirs="10S | 4S").play(f"attack {attackers} >10S")
    assert [clash.rule for clash in game.fights] == [cited]


@rule("CW9")
def test_a_failed_group_attack_loses_every_attacker() -> None:
    game = wars(ours="7H | 2H | 3H", theirs="10S | 9S").play("attack 7H+2H >10S")
    assert sorted(game["0.dead"]) == ["2H", "7H"]
    assert game["1.pile0"] == ["10S"]


@rule("CW9")
def test_every_pile_of_a_group_has_attacked() -> None:
    game = wars(ours="9H | 2H | 3H", theirs="5S | 4S").play("attack 9H+2H >5S")
    assert set(game.options) == {"pass", "attack 0.pile2 >1.pile1"}
    three = wars(ours="9H | 2H | 3H", theirs="10S 5S | 4S").play("attack 9H+2H+3H >5S")
    assert not any(option.startswith("attack") for option in three.options)


@rule("CW10")
def test_a_card_once_up_stays_up_when_it_is_covered() -> None:
    game = wars(ours="9H | 3H", theirs="5S | 4S", hand="2H")
    game.play("attack 9H >5S", "pass", "pass", "recruit 2H >0.pile0")
    assert game["0.pile0"] == ["9H", "2H"]
    assert game.is_up("9H")
    assert not game.is_up("2H")
    assert game.view(1).can_see(game.card("9H"))
    assert not game.knows(1, "2H")


EMPTY = {"0.soldiers": "", "0.resources": ""}


@rule("CW6")
@pytest.mark.parametrize("sleeve", ["QH", "KH", "AH", "JH"])
def test_who_holds_a_resource_is_asked_in_the_draw_phase_with_empty_decks_too(sleeve: str) -> None:
    game = wars(ours="9H 7H", theirs="8S 5S", sleeve=sleeve, piles=EMPTY, begin="draw")
    assert game.decision.prompt.startswith("Your decks are empty")
    assert game.any_of("play")
    assert game.decision.default == PASS
    game.play("pass")
    assert any(option.startswith("attack") for option in game.options)  # and no second attack
    assert game[f"{0}.sleeve"] == [sleeve]


@rule("CW6", "CW18")
def test_with_empty_decks_one_may_play_several_and_the_other_side_may_answer_each() -> None:
    game = wars(
        "9H 7H", "8S 5S", sleeve="QH QD", their_sleeve="QS", piles=EMPTY, begin="draw"
    ).play("play QH")
    assert (game.seat, game.window) == (1, "play")
    game.play("pass")
    assert game.offers("pass")
    game.play("play QD", "pass", "pass").pass_windows()
    assert any(option.startswith("attack") for option in game.options)


@rule("CW6", "CW4")
def test_who_holds_no_resource_is_not_asked_when_the_decks_are_empty() -> None:
    for faction in ("none", "mechas", "shape_shifters", "blood_mages"):
        piles = {**EMPTY, "0.spent": "AH"}
        game = wars("9H 7H", "8S 5S", hand="2H", piles=piles, begin="draw", first=faction)
        assert any(option.startswith("attack") for option in game.options), faction


@rule("CW6", "CW36")
def test_mechas_who_are_asked_with_empty_decks_may_mechanise() -> None:
    game = wars("9H 7H", "8S 5S", sleeve="QH", piles=EMPTY, begin="draw", first="mechas")
    game.play("mechanise")
    assert game.decision.prompt.startswith("Your decks are empty")
    assert game.offers("pass")
    assert not game.offers("mechanise")


@rule("CW6", "CW30")
@pytest.mark.parametrize("begin", [0, 1])
def test_draws_that_a_joker_makes_possible_are_made(begin: int) -> None:
    """The decks are empty from the beginning, or after the first draw."""
    piles = {**EMPTY, "0.soldiers": "2H" if begin else "", "0.spent": "AH QH KH"}
    game = wars("9H 7H", "8S 5S", sleeve="joker", piles=piles, begin="draw", first="mages")
    if begin:
        game.play("draw 0.soldiers")
    assert game.offers("pass")
    game.play("reshuffle joker")
    while game.offers("draw 0.resources"):
        assert not game.offers("pass")
        game.play("draw 0.resources")
    assert any(option.startswith("attack") for option in game.options)
    assert len(game["0.hand"] + game["0.sleeve"]) == 2
    assert len(game["0.resources"]) == 3 - (2 - begin)


@rule("CW6")
def test_the_last_card_is_not_the_end_of_the_draw_phase_for_who_holds_a_resource() -> None:
    piles = {**EMPTY, "0.resources": "QH"}
    game = wars("9H 7H", "8S 5S", piles=piles, begin="draw")
    game.until("play QH")  # drawn a moment ago
    assert game.decision.prompt.startswith("Your decks are empty")


# -- move -----------------------------------------------------------------------------------------


@rule("CW11")
def test_two_tops_are_swapped() -> None:
    game = wars(ours="3H 7H | 4H 2H", theirs="5S", begin="move")
    game.play("move 7H >0.pile1", "move 2H >0.pile0", "pass")
    assert game["0.pile0"] == ["3H", "2H"]
    assert game["0.pile1"] == ["4H", "7H"]


@rule("CW11")
@pytest.mark.parametrize("order", ["7H 2H 5H", "2H 7H 5H", "5H 2H 7H", "5H 7H 2H", "2H 5H 7H"])
def test_tops_are_stacked_in_any_order(order: str) -> None:
    game = wars(ours="3H 7H | 4H 2H | 6H 5H", theirs="5S", begin="move")
    for key in order.split():
        if game.offers(f"move {key} >0.pile0"):
            game.play(f"move {key} >0.pile0")
    if any(option.startswith("move") for option in game.options):
        game.play("pass")
    assert game["0.pile0"] == ["3H", *order.split()]
    assert game["0.pile1"] == ["4H"]
    assert game["0.pile2"] == ["6H"]


@rule("CW11", "CW14")
def test_a_destroyed_pile_is_restored_by_a_move() -> None:
    game = wars(ours="3H 7H | | 2H", theirs="5S", begin="move").play("move 7H >0.pile1")
    assert game["0.pile1"] == ["7H"]


@rule("CW11")
def test_only_what_lay_on_top_at_the_start_of_the_phase_moves() -> None:
    game = wars(ours="3H 7H | 4H 2H |", theirs="5S", begin="move")
    assert {option.split()[1] for option in game.options if "move" in option} == {"7H", "2H"}
    game.play("move 7H >0.pile2")
    assert not any("3H" in option for option in game.options)


@rule("CW11")
def test_cards_keep_their_facing_when_they_move() -> None:
    game = wars(ours="3H 7H | 4H 2H |", theirs="5S", begin="move", up="7H")
    game.play("move 7H >0.pile2", "move 2H >0.pile2", "pass")
    assert game["0.pile2"] == ["7H", "2H"]
    assert game.is_up("7H")
    assert not game.is_up("2H")


@rule("CW11", "CW15")
def test_a_pile_emptied_on_the_way_is_not_destroyed() -> None:
    game = wars(ours="7H | 2H", theirs="5S", begin="move")
    game.play("move 7H >0.pile1")
    assert game.result is None
    game.play("move 2H >0.pile0", "pass")
    assert game["0.pile0"] == ["2H"]
    assert game["0.pile1"] == ["7H"]
    assert game.result is None


def movable(game: WarsMatch) -> set[str]:
    return {option.split()[1] for option in game.options if option.startswith("move")}


@rule("CW11")
def test_what_a_knight_has_covered_in_the_phase_stays_where_it_is() -> None:
    game = wars(ours="3H 7H | 4H 2H | 6H 5H", theirs="5S", sleeve="KH", begin="move")
    assert movable(game) == {"7H", "2H", "5H"}
    game.play("play KH >0.pile0")
    assert movable(game) == {"2H", "5H"}
    game.play("move 2H >0.pile0")  # onto the knight, which counts as a normal soldier
    assert game["0.pile0"] == ["3H", "7H", "KH", "2H"]


@rule("CW11", "CW22")
def test_what_was_covered_and_is_uncovered_again_in_the_phase_stays_too() -> None:
    game = wars("3H 7H | 4H 2H", "5S 6S", sleeve="KH", their_sleeve="AS", begin="move")
    game.play("play KH >0.pile0", "play AS >KH").pass_windows()
    assert game["0.pile0"] == ["3H", "7H"]
    assert movable(game) == {"2H"}
    game = wars("3H 7H | 4H 2H", "5S 6S", sleeve="JH", their_sleeve="AS QS", begin="move")
    game.play("play JH", "move 7H >0.pile1", "pass", "play AS >7H").pass_windows()
    assert game["0.pile1"] == ["4H", "2H"]
    assert movable(game) == set()


@rule("CW11", "CW19")
def test_what_a_spy_has_laid_over_others_in_the_phase_covers_them_for_good() -> None:
    game = wars(ours="3H 7H | 4H 2H | 6H 5H", theirs="5S", sleeve="JH", begin="move")
    game.play("play JH", "move 7H >0.pile1", "pass")
    assert game["0.pile1"] == ["4H", "2H", "7H"]
    assert movable(game) == {"7H", "5H"}  # not 2H, which is covered, nor 3H, which was uncovered
    exchanged = wars(ours="3H 7H | 4H 2H | 6H 5H", theirs="5S", sleeve="JH", begin="move")
    exchanged.play("play JH", "move 7H >0.pile1", "move 2H >0.pile0", "pass")
    assert movable(exchanged) == {"7H", "2H", "5H"}  # one action covers nothing on the way


@rule("CW11", "CW35")
def test_what_a_swap_has_put_on_top_in_the_phase_is_moved_like_the_others() -> None:
    game = wars("3H 7H | 4H 2H", "5S", hand="9H 10H", begin="move", first="shape_shifters")
    game.play("swap 9H >7H")
    assert movable(game) == {"9H", "2H"}
    game.play("move 9H >0.pile1", "move 2H >0.pile0")
    assert game["0.pile0"] == ["3H", "2H"]
    assert game["0.pile1"] == ["4H", "9H"]
    assert "7H" in game["0.hand"]


@rule("CW11", "CW35", "CW22")
def test_a_swap_puts_a_new_top_also_on_a_pile_that_was_uncovered_in_the_phase() -> None:
    game = wars(
        "3H 7H | 4H 2H", "5S 6S", hand="9H", sleeve="AH", begin="move", first="shape_shifters"
    )
    game.play("play AH >7H")
    assert movable(game) == {"2H"}  # 3H has just been uncovered
    game.play("swap 9H >3H")
    assert movable(game) == {"9H", "2H"}


@rule("CW11", "CW21")
def test_a_knight_of_the_enemy_covers_nothing_of_ours() -> None:
    game = wars("3H 7H | 4H 2H", "5S 6S", sleeve="QH", their_sleeve="KS", begin="move")
    game.play("play QH", "play KS >1.pile0").pass_windows()
    assert movable(game) == {"7H", "2H"}


@rule("CW11")
def test_nothing_need_be_moved() -> None:
    game = wars(ours="7H | 2H", theirs="5S", begin="move", hand="9H").play("pass")
    assert game["0.pile0"] == ["7H"]
    assert any(option.startswith("recruit") for option in game.options)


# -- recruit --------------------------------------------------------------------------------------


@rule("CW12")
def test_any_number_of_soldiers_is_recruited_face_down_in_any_order() -> None:
    game = wars(ours="7H | | 2H", theirs="5S", begin="recruit", hand="9H 4H 3H")
    assert {option for option in game.options if "9H" in option} == {
        f"recruit 9H >0.pile{n}" for n in (0, 1, 2)
    }
    game.play("recruit 4H >0.pile1", "recruit 9H >0.pile1", "pass")
    assert game["0.pile1"] == ["4H", "9H"]
    assert game["0.hand"] == ["3H"]
    assert not game.is_up("4H")
    assert not game.knows(1, "9H")
    assert game.knows(0, "9H")


@rule("CW12")
def test_resources_are_not_recruited_and_nobody_must_recruit() -> None:
    game = wars(ours="7H", theirs="5S", begin="recruit", hand="9H", sleeve="KH AH")
    assert not any(option.startswith(("recruit KH", "recruit AH")) for option in game.options)
    assert "pass" in game.options


@rule("CW13")
def test_after_a_turn_the_other_player_has_one() -> None:
    decks = {"1.soldiers": "2S 3S", "1.resources": "JS QS"}
    game = wars(ours="7H", theirs="5S 6S", piles=decks).play("attack 7H >6S", "pass")
    assert game.seat == 1
    assert game.active == 1
    assert set(game.options) == {"draw 1.soldiers", "draw 1.resources"}
    game.play("draw 1.soldiers", "draw 1.soldiers")
    assert "attack 1.pile0 >0.pile0" in game.options


# -- matches that do not end ----------------------------------------------------------------------


@rule("CW16")
@pytest.mark.parametrize(
    ("ours", "theirs", "result"),
    [("7H 2H", "9S", (1.0, 0.0)), ("7H", "9S", (0.0, 1.0)), ("9H 2H", "6S 5S", (0.5, 0.5))],
)
def test_twenty_turns_without_progress_end_the_game(
    ours: str, theirs: str, result: tuple[float, float]
) -> None:
    game = wars(ours=ours, theirs=theirs)
    turns = 0
    seat = game.active
    while game.result is None:
        game.play("pass")
        if game.result is not None or game.active != seat:
            seat = game.active
            turns += 1
    assert turns == 20
    assert game.result == result


@rule("CW16")
def test_soldiers_in_hand_count_too() -> None:
    game = wars(ours="7H", theirs="9S", hand="6H", stalemate_turns=10)
    while game.result is None:
        game.play("pass")
    assert game.result == (1.0, 0.0)


@rule("CW16")
@pytest.mark.parametrize("does", ["recruit 2H >0.pile0", "play AH >2S", "attack 7H >2S"])
def test_recruiting_and_discarding_begin_the_count_anew(does: str) -> None:
    def turns(*answers: str) -> int:
        game = wars(ours="7H", theirs="9S 2S", hand="2H", sleeve="AH", stalemate_turns=10)
        wanted = [*answers]
        while game.result is None:
            late = game.pos.state.turn == 6 and wanted and game.offers(wanted[0])
            game.play(wanted.pop() if late else "pass")
        count: int = game.pos.state.turn
        return count

    assert turns() == 10
    assert turns(does) == 17  # the seventh turn, and ten without progress


@rule("CW16")
def test_moving_and_failing_to_draw_are_no_progress() -> None:
    game = wars(ours="7H 2H | 5H |", theirs="9S 2S", stalemate_turns=10)
    while game.result is None:
        game.play(game.any_of("move", "pass"))
    assert game.pos.state.turn == 10
    assert game.result == (1.0, 0.0)


@rule("CW16", "CW42")
def test_the_count_can_be_switched_off_and_after_300_turns_it_is_a_draw_all_the_same() -> None:
    game = wars(ours="7H 8H", theirs="9S", stalemate_turns=0)
    while game.result is None:
        turn = game.pos.state.turn
        game.play("pass")
    assert (turn, game.pos.state.turn) == (299, 300)
    assert game.result == (0.5, 0.5)  # by the number of soldiers
    assert GAME.outcome(game.pos) == ("300 turns were played.", "It’s a draw.")


@rule("CW42")
@pytest.mark.parametrize("stalemate_turns", [0, 10, 20, 40])
def test_under_every_setting_300_turns_are_a_draw(stalemate_turns: int) -> None:
    ours = {"0.soldiers": "3H", "0.resources": ""}
    game = wars("7H 8H", "9S", piles=ours, begin="draw", stalemate_turns=stalemate_turns)
    game.pos.state = replace(game.pos.state, turn=299)
    game.until("attack 8H >9S").play("pass")
    while game.result is None:
        game.play(game.any_of("pass"))
    assert game.pos.state.turn == 300
    assert game.result == (0.5, 0.5)


@rule("CW42")
def test_the_setting_says_how_long_a_game_goes_on_in_any_case() -> None:
    field = next(each for each in fields(GAME.options) if each.name == "stalemate_turns")
    assert "300" in field.metadata["help"]
    assert dict(field.metadata["choices"])[0] == "Only after 300 turns"
