"""Tests of destroyed and restored piles, and of the end of a match."""

from __future__ import annotations

import pytest

from castlecards.core.log_lines import Clash, Line
from castlecards.core.sentence_templates import fold, sentence_for
from tests.games.castle_wars.build import GAME, WarsMatch, wars
from tests.marks import rule


@rule("CW14")
def test_a_destroyed_pile_neither_attacks_nor_is_attacked() -> None:
    game = wars("7H | | 5H", "8S | | 4S")
    attacks = [option for option in game.options if option.startswith("attack")]
    assert attacks
    assert not any("pile1" in option for option in attacks)


@rule("CW14", "CW12")
def test_a_recruit_restores_a_pile() -> None:
    game = wars("7H | |", "8S", hand="2H", begin="recruit").play("recruit 2H >0.pile1")
    assert game["0.pile1"] == ["2H"]


@rule("CW14", "CW11")
@pytest.mark.parametrize(
    ("game", "acts", "said"),
    [
        (wars("9H | 7H | 2H", "5S 3S | 4S |"), ["attack 9H >3S"], []),
        (
            wars("9H | 7H | 2H", "5S 3S | 4S |"),
            ["attack 7H >4S"],
            ["Ben’s pile 2 was destroyed: 1 of 3 left."],
        ),
        (
            wars("3H | 2H | 9H", "10S | 4S | 5S"),
            ["attack 3H+2H >10S"],
            ["Your pile 1 was destroyed: 2 of 3 left.", "Your pile 2 was destroyed: 1 of 3 left."],
        ),
        (wars("3H | 9H", "10S"), ["attack 9H >10S"], ["Your pile 2 was destroyed: 1 of 3 left."]),
        (wars("9H | 7H", "3S | |"), ["attack 9H >3S"], []),  # the end of the match says it
        (
            wars("9H | 7H", "3S | 2S", sleeve="AH"),
            ["play AH >3S"],
            ["Ben’s pile 1 was destroyed: 1 of 3 left."],
        ),
        (
            wars("9H | |", "3S", sleeve="KH"),
            ["play KH >0.pile2"],
            ["Your pile 3 was restored: 2 of 3 in play."],
        ),
        (
            wars("9H | |", "3S", hand="2H", begin="recruit"),
            ["recruit 2H >0.pile1"],
            ["Your pile 2 was restored: 2 of 3 in play."],
        ),
        (
            wars("9H | 7H |", "3S", begin="move"),  # exchanged: empty only for a moment
            ["move 9H >0.pile1", "move 7H >0.pile0"],
            [],
        ),
        (
            wars("9H | 7H |", "3S", begin="move"),
            ["move 9H >0.pile2", "pass"],
            [
                "Your pile 1 was destroyed: 1 of 3 left.",
                "Your pile 3 was restored: 2 of 3 in play.",
            ],
        ),
        (
            wars("9H | 7H |", "3S", sleeve="JH"),
            ["play JH", "move 9H >0.pile1", "pass"],
            ["Your pile 1 was destroyed: 1 of 3 left."],
        ),
        (
            wars("10H | 7H", "9S | 2S", piles={"0.soldiers": "2H"}, first="undead"),
            ["attack 10H >9S", "top 9S"],
            ["Ben’s pile 1 was destroyed: 1 of 3 left."],
        ),
        (
            wars("9H | 7H | 4H", "3S", piles={"0.resources": "QH"}, first="blood_mages"),
            ["blood 9H >0.dead", "blood 4H >0.dead"],
            ["Your pile 1 was destroyed: 2 of 3 left.", "Your pile 3 was destroyed: 1 of 3 left."],
        ),
    ],
)
def test_the_loss_and_the_restoring_of_a_pile_are_told(
    game: WarsMatch, acts: list[str], said: list[str]
) -> None:
    lines = []
    for act in acts:
        game.play(game.any_of("top") if act.startswith("top") else act)
        lines += [line for verb in ("left", "destroyed", "restored") for line in game.lines(verb)]
    found = [sentence_for(game.pos.box, GAME.story, line, ("", "Ben")) for line in lines]
    assert found == said


def test_a_recap_tells_the_loss_of_a_pile_behind_the_fight() -> None:
    game = wars("9H | 7H", "3S | 2S").play("attack 9H >3S")
    events = [(0, event) for event in game.events if isinstance(event, Line | Clash)]
    assert [each.text for each in fold(game.pos.box, GAME.story, events, ("", "Ben"))] == [
        "Your pile 1 (9 of hearts) beat Ben’s pile 1 (3 of spades), 9 to 3; "
        "Ben’s pile 1 was destroyed: 1 of 3 left."
    ]


@rule("CW14")
@pytest.mark.parametrize(("first", "piles"), [("none", 3), ("royal_kingdom", 4)])
def test_there_are_never_more_piles_than_at_the_start(first: str, piles: int) -> None:
    game = wars("7H", "8S", hand="2H", begin="recruit", first=first)
    targets = {option.split(">")[1] for option in game.options if ">" in option}
    assert targets == {f"0.pile{n}" for n in range(piles)}
    assert not any(name == f"0.pile{piles}" for name in game.pos.box.names)


@rule("CW14", "CW21")
def test_a_restored_pile_can_be_attacked_at_once() -> None:
    game = wars("9H | 7H", "2S 3S | |", their_sleeve="KS").play("attack 9H >3S")
    game.pass_windows().play("pass")
    assert game.window == "move"
    again = wars("9H | 7H", "2S 3S | |", their_sleeve="KS").play("attack 9H >3S").pass_windows()
    assert not again.offers("attack 7H >1.pile1")
    later = wars("9H | 7H", "2S 3S | |", their_sleeve="KS").play("attack 9H >3S")
    later.play("pass", "play KS >1.pile1").pass_windows()
    assert later.offers("attack 0.pile1 >1.pile1")


@rule("CW15")
def test_the_game_ends_the_moment_the_last_pile_is_destroyed() -> None:
    game = wars("9H | 7H", "3S", their_hand="10S 9S", piles={"1.soldiers": "8S"})
    game.play("attack 9H >3S")
    assert game.result == (1.0, 0.0)
    assert game.pos.decision is None
    assert GAME.outcome(game.pos)


@rule("CW15")
def test_an_attacker_may_lose_by_his_own_attack() -> None:
    game = wars("7H", "9S | 3S").play("attack 7H >9S")
    assert game.result == (0.0, 1.0)


@rule("CW15")
def test_both_at_the_same_moment_is_a_draw() -> None:
    game = wars("7H", "7S").play("attack 7H >7S")
    assert game.result == (0.5, 0.5)
    group = wars("7H | 2H", "9S").play("attack 7H+2H >9S")
    assert group.result == (0.5, 0.5)


@rule("CW15", "CW22")
def test_an_ace_ends_the_game_too_even_on_the_own_last_soldier() -> None:
    assert wars("7H", "9S", sleeve="AH").play("play AH >9S").result == (1.0, 0.0)
    assert wars("7H", "9S", sleeve="AH").play("play AH >7H").result == (0.0, 1.0)


@rule("CW15", "CW26")
@pytest.mark.parametrize("undead", ["first", "second"])
def test_a_draw_where_one_side_takes_the_dead(undead: str) -> None:
    game = wars("7H", "7S", **{undead: "undead"}).play("attack 7H >7S")
    assert game.result == (0.5, 0.5)
    taken = game["0.soldiers"] if undead == "first" else game["1.soldiers"]
    assert taken == (["7S"] if undead == "first" else ["7H"])


@rule("CW15", "CW26")
def test_when_the_last_has_fallen_the_undead_are_not_asked_where_it_goes() -> None:
    game = wars("10H | 2H", "5S", first="undead").play("attack 10H >5S")
    assert game.result == (1.0, 0.0)
    assert game["0.soldiers"] == ["5S"]


@rule("CW15", "CW39")
def test_with_a_substitute_the_game_goes_on_until_the_moment_is_over() -> None:
    game = wars("7H", "7S | 2S", second="fateweavers").play("attack 7H >7S", "instead 2S >7S")
    assert game.result == (0.0, 1.0)
    assert game["1.pile0"] == ["7S"]


@rule("CW15", "CW23")
def test_a_pile_destroyed_in_a_window_ends_the_game_before_the_attack_is_decided() -> None:
    game = wars("7H", "5S", their_sleeve="AS").play("attack 7H >5S", "play AS >7H")
    assert game.result == (0.0, 1.0)
    assert game["1.pile0"] == ["5S"]
