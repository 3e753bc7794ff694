"""Tests of the texts of Castle Wars: refusals, actions, and the end of a match."""

from __future__ import annotations

import pytest

from castlecards.core.action import PASS
from tests.games.castle_wars.build import GAME, WarsMatch, wars
from tests.marks import rule

# -- refusals -------------------------------------------------------------------------------------


def mid_turn(begin: str = "attack", **more: str) -> WarsMatch:
    decks = {"0.soldiers": "2D 3D", "0.resources": "JD QD", "0.dead": "8D", "1.spent": "KC"}
    return wars(
        "9H 7H | 2H |", "8S 5S | 6S |", hand="4H", sleeve="QH AH",
        their_hand="3S", their_sleeve="AS", piles=decks, begin=begin, **more,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("begin", "tried", "cites"),
    [
        ("draw", "attack 0.pile0 >1.pile0", "CW6"),
        ("draw", "draw 1.soldiers", "CW6"),
        ("draw", "pass", "CW6"),
        ("attack", "draw 0.soldiers", "CW6"),
        ("attack", "recruit 4H >0.pile0", "CW12"),
        ("attack", "move 7H >0.pile1", "CW11"),
        ("attack", "attack 9H >6S", "CW8"),
        ("attack", "attack 7H >8S", "CW8"),
        ("attack", "attack 0.pile2 >1.pile0", "CW14"),
        ("attack", "attack 0.pile0 >1.pile2", "CW14"),
        ("attack", "attack 1.pile0 >0.pile0", "CW3"),
        ("attack", "play AH", "CW22"),
        ("attack", "play AS >7H", "CW4"),
        ("attack", "play 8D", "CW24"),
        ("attack", "play KC", "CW24"),
        ("attack", "infect", "CW40"),
        ("attack", "mechanise", "CW36"),
        ("attack", "phase 2", "CW37"),
        ("move", "move 9H >0.pile2", "CW11"),
        ("move", "move 7H >1.pile0", "CW11"),
        ("move", "attack 0.pile0 >1.pile0", "CW11"),
        ("move", "move 0.pile2 >0.pile0", "CW14"),
        ("move", "move 0.pile2 >7H", "CW14"),
        ("move", "attack 0.pile2", "CW14"),
        ("recruit", "recruit 4H >1.pile0", "CW12"),
        ("recruit", "move 7H >0.pile2", "CW11"),
    ],
)
def test_a_refusal_cites_the_rule_that_speaks(begin: str, tried: str, cites: str) -> None:
    game = mid_turn(begin)
    assert game.seat == 0
    assert game.rule_against(tried, 0) == cites


@rule("CW7", "CW34")
def test_a_pile_that_has_attacked_is_refused() -> None:
    game = wars("9H | 7H", "2S 3S | 2C").play("attack 9H >3S")
    assert game.rule_against("attack 0.pile0 >1.pile1") == "CW7"
    wild = wars("9H | 7H", "2S 3S 4S 4C | 2C", first="berserkers")
    wild.play("attack 9H >4C", "attack 9H >4S")
    assert wild.rule_against("attack 0.pile0 >1.pile1") == "CW7"
    two = wars("9H | 7H | 2H", "2S 3S 4S 4C | 2C", first="berserkers")
    two.play("attack 9H >4C", "attack 7H >4S")
    assert two.rule_against("attack 0.pile0+0.pile1 >1.pile1") in ("CW34", "CW9")


@rule("CW35")
def test_a_swap_too_much_is_refused() -> None:
    game = wars("2H 9H | 4H", "10S 8S", hand="5H 6H", first="shape_shifters").play("swap 5H >9H")
    assert game.rule_against("swap 6H >5H") == "CW35"
    assert game.rule_against("swap 6H >2H") == "CW35"
    assert game.rule_against("recruit 6H >0.pile0") == "CW35"  # the drop on the pile is tried first


@rule("CW14", "CW19")
def test_a_destroyed_pile_is_refused_while_a_spy_lays_soldiers_anew() -> None:
    game = wars("9H 7H | 2H |", "8S 5S | 6S |", sleeve="JH").play("play JH")
    assert game.options[0] == "pass"
    assert game.rule_against("move 0.pile2 >0.pile0") == "CW14"


@rule("CW11", "CW21")
def test_what_was_covered_or_uncovered_in_the_phase_is_refused_in_words() -> None:
    def why(game: WarsMatch, tried: str) -> str:
        refusal = GAME.refusal(game.view(0), game.parse(tried))
        assert refusal.rule == "CW11"
        return refusal.text

    game = wars("9H 7H | 2H | 4H", "8S 5S | 6S", sleeve="KH AH", begin="move")
    assert "covered" in why(game, "move 9H >0.pile1")
    game.play("play KH >0.pile1", "play AH >7H")
    assert "covered" in why(game, "move 2H >0.pile0")
    assert "began" in why(game, "move 9H >0.pile1")
    assert "began" in why(game, "move KH >0.pile0")


@rule("CW6")
def test_with_empty_decks_there_is_nothing_to_draw() -> None:
    piles = {"0.soldiers": "", "0.resources": ""}
    game = wars("9H 7H", "8S 5S", sleeve="QH", piles=piles, begin="draw")
    for tried in ("draw 0.soldiers", "attack 7H >5S"):
        refusal = GAME.refusal(game.view(0), game.parse(tried))
        assert refusal.rule == "CW6"
        assert "Both your decks are empty" in refusal.text
    assert GAME.describe(PASS, game.view(0)) == "Skip drawing"


@rule("CW15", "CW18")
def test_who_is_not_asked_is_told_why() -> None:
    game = mid_turn()
    assert game.rule_against("play AS >7H", 1) == "CW18"
    over = wars("7H", "2S").play("attack 7H >2S")
    assert over.result is not None
    refusal = GAME.refusal(over.view(0), over.parse("attack 0.pile0 >1.pile0"))
    assert refusal.rule == "CW15"


# -- what an answer means -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("begin", "words"),
    [("attack", "End attack phase"), ("move", "Skip moving"), ("recruit", "End turn")],
)
def test_a_pass_says_what_it_means(begin: str, words: str) -> None:
    assert GAME.describe(PASS, mid_turn(begin).view(0)) == words


def test_a_pass_in_a_window_says_what_it_means() -> None:
    game = mid_turn().play("attack 7H >5S")
    assert GAME.describe(PASS, game.view(1)) == "Resolve the attack"
    game.play("play AS >7H")
    assert game.seat == 0
    jack = wars("9H 7H", "8S 5S", sleeve="JH").play("play JH")
    assert GAME.describe(PASS, jack.view(0)) == "Keep as they are"
    assert GAME.describe(PASS, jack.view(-1)) == "Keep as they are"
    fate = wars("9H", "8S | 5S", second="fateweavers").play("attack 9H >8S")
    assert GAME.describe(PASS, fate.view(1)) == "Let it die"


def test_an_action_names_only_what_this_seat_has_seen() -> None:
    game = mid_turn()
    action = game.parse("attack 0.pile0 >1.pile0")
    assert "7 of hearts" in GAME.describe(action, game.view(0))
    assert "5 of spades" not in GAME.describe(action, game.view(0))
    assert "5 of spades" in GAME.describe(action, game.view(1))
    assert "7 of hearts" not in GAME.describe(action, game.view(1))
    shot = game.parse("play AH >8S")
    assert "8 of spades" not in GAME.describe(shot, game.view(0))


def test_who_plays_on_neither_side_reads_whose_piles_are_meant() -> None:
    game = mid_turn(up="5S")
    attack = game.parse("attack 0.pile0 >1.pile0")
    text = "Attack the enemy’s pile 1 (5 of spades) with pile 1"
    assert GAME.describe(attack, game.view(-1)) == text
    shot = game.parse("play AH >5S")
    assert GAME.describe(shot, game.view(-1)).endswith("the 5 of spades on North’s pile 1")
    assert GAME.describe(shot, game.view(0)).endswith("the 5 of spades on the enemy’s pile 1")
    lead = game.parse("move 7H >0.pile2")
    assert GAME.describe(lead, game.view(-1)) == "Move a card to pile 3"


# -- the turn and the end -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("begin", "now"), [("draw", 0), ("attack", 1), ("move", 2), ("recruit", 3)]
)
def test_the_phase_bar_tells_how_far_the_turn_is(begin: str, now: int) -> None:
    game = mid_turn(begin)
    phases = GAME.phases(game.pos)
    assert [phase.title for phase in phases] == ["Draw", "Attack", "Move", "Recruit"]
    states = ["past"] * now + ["now"] + ["ahead"] * (3 - now)
    assert [phase.state for phase in phases] == states


@rule("CW37")
def test_outcasts_see_which_phases_are_free() -> None:
    game = wars("9H 7H", "8S", hand="2H 3H", first="outcasts", begin="turn")
    assert [phase.state for phase in GAME.phases(game.pos)] == ["free"] * 4
    game.play("phase 3")
    assert [phase.state for phase in GAME.phases(game.pos)] == ["free", "free", "free", "now"]
    game.play("pass")
    assert [phase.state for phase in GAME.phases(game.pos)] == ["free", "free", "free", "past"]


@rule("CW15", "CW16")
def test_the_outcome_says_who_has_won_and_why() -> None:
    won = wars("7H", "2S").play("attack 7H >2S")
    assert any("North" in line and "destroyed" in line for line in GAME.outcome(won.pos))
    assert GAME.outcome(won.pos)[-1] == "South wins."
    both = wars("7H", "7S").play("attack 7H >7S")
    assert "draw" in GAME.outcome(both.pos)[-1]
    long = wars("7H 8H", "7S", stalemate_turns=10)
    while long.result is None:
        long.play("pass")
    assert any("2 soldiers" in line for line in GAME.outcome(long.pos))
    assert GAME.outcome(long.pos)[-1] == "South wins."


def test_facts_tell_sizes_factions_and_quiet_turns() -> None:
    game = wars("9H 7H | 2H", "8S", hand="4H 5H", sleeve="QH", first="golems")
    game.play("play QH")
    facts = {(fact.side, fact.label): fact.text for fact in GAME.facts(game.pos)}
    assert (facts[0, "Soldiers in play"], facts[0, "Piles left"]) == ("3", "2")
    assert facts[0, "Faction"] == "Golems"
    assert (0, "Strength") not in facts  # the soldiers themselves show it
    assert facts[0, "Soldiers in reserve"] == "2"
    assert facts[0, "Soldiers lost"] == str(len(game.pos.zones[game.pos.box.zone("0.dead")]))
    assert facts[0, "Resources left"] == "0"
    assert facts[1, "Faction"] == "None"


@rule("CW34", "CW35", "CW36")
def test_the_screen_says_what_a_faction_may_do_and_what_its_soldiers_are_worth() -> None:
    game = wars("9H 7H | 2H", "8S", first="mechas").play("mechanise")
    assert [(badge.text, badge.tone) for badge in GAME.badges(game.pos)] == [("7", "more")]
    assert GAME.badges(wars("9H", "8S", first="mechas").pos) == ()
    for faction, word in (("berserkers", "twice"), ("shape_shifters", "swap"), ("none", "once")):
        phases = GAME.phases(wars("9H 7H | 2H", "8S", hand="4H", first=faction).pos)
        assert [word in phase.text for phase in phases if phase.state == "now"] == [True]


@rule("CW18")
def test_whoever_answers_reads_what_the_other_side_does() -> None:
    game = wars("9H 7H | 2H", "8S", their_hand="4S", second="shape_shifters")
    game.play("attack 7H >8S")
    assert game.seat == 1
    (now,) = (phase for phase in GAME.phases(game.pos) if phase.state == "now")
    assert now.text_for(0).startswith("Each pile can attack once")
    assert now.text_for(1).startswith("South can attack.")
    assert "swap" in now.text_for(1)
    assert "swap" not in now.text_for(0)


def test_the_score_board_explains_the_factions() -> None:
    told = {fact.text: fact.about for fact in GAME.facts(wars("9H", "8S", second="undead").pos)}
    assert told["Undead"].startswith("Enemy soldiers that you kill")
    assert told["None"] == ""


@rule("CW23")
def test_to_pass_tells_whether_the_attack_will_be_decided_or_called_off() -> None:
    game = wars("9H 7H | 2H", "8S | 3S", sleeve="KH", their_sleeve="AS").play("attack 7H >8S")
    assert GAME.describe(PASS, game.view()) == "Resolve the attack"
    game.play("play AS >7H")
    assert game.seat == 0
    assert GAME.describe(PASS, game.view()) == "Go on"


def test_a_side_whose_piles_are_all_destroyed_has_0_soldiers_in_play() -> None:
    game = wars("9H | 2H", "5S")
    game.play("attack 9H >5S")
    facts = {(fact.side, fact.label): fact.text for fact in GAME.facts(game.pos)}
    assert facts[1, "Soldiers in play"] == "0"
    assert facts[1, "Piles left"] == "0"
    assert (facts[0, "Soldiers in play"], facts[0, "Piles left"]) == ("2", "2")
