"""Tests of attacks: examples from the rules, ties, triggers, and what is remembered of them."""

from __future__ import annotations

import pytest

from tests.games.castle_rampage.build import RampageMatch, rampage
from tests.marks import rule

OPPONENT = {1: "archer archer archer"}  # a castle of 3 + 3 + 3 behind the gate


def totals(match: RampageMatch) -> list[tuple[int, ...]]:
    """Return the remaining strength and the defence, blow by blow."""
    return [totals for _, totals in match.clashes]


@rule("CR20", "CR21")
def test_the_example_of_the_sheet() -> None:
    """Strength 9 on a gate of 4 and a castle with an Ogre on top: 5 remain, and are repelled."""
    match = rampage(
        hands={0: "scheme_pincer knight archer"}, gates={1: "giant"}, castles={1: "ogre witch"}
    )
    match.play("attack scheme_pincer >1.gate", "pay knight+archer 0 1")
    assert (match["1.gate"], match["1.castle"]) == ([], ["ogre", "witch"])
    assert match["discard"] == ["scheme_pincer", "giant", "archer", "knight"]
    assert match.faces_up("1.castle") == [False, False]
    assert match.knows(0, "1.castle") == match.knows(1, "1.castle") == [True, False]


@rule("CR20")
def test_a_tie_ends_the_attack_and_turns_up_nothing_more() -> None:
    """Strength 4 on 3, 1, 2: the 3 falls, the 1 ties, the 2 stays face down."""
    match = rampage(hands={0: "knight"}, gates={1: "knight.2 bomber digger"}, castles=OPPONENT)
    match.play("attack knight >1.gate")
    assert match["1.gate"] == ["digger"]
    assert match.knows(0, "1.gate") == [False]
    assert match["discard"] == ["knight", "bomber", "knight"]  # CR40


@rule("CR22")
def test_damage_is_not_remembered() -> None:
    match = rampage(hands={0: "axe_man arsonist"}, gates={1: "knight"}, castles=OPPONENT)
    match.play("attack axe_man >1.gate", "attack arsonist >1.gate")
    assert match["1.gate"] == ["knight"]  # 3 against 2, twice
    assert match["discard"] == ["arsonist", "axe_man"]


@rule("CR12", "CR20", "CR23")
def test_a_repelled_attacker_is_discarded_and_the_defender_lies_face_down_again() -> None:
    match = rampage(hands={0: "axe_man"}, gates={1: "knight spy"}, castles=OPPONENT)
    match.play("attack axe_man >1.gate")
    assert match["discard"] == ["axe_man"]
    assert match["1.gate"] == ["knight", "spy"]
    assert match.faces_up("1.gate") == [False, False]
    assert match.knows(0, "1.gate") == [True, False]
    assert not match.view(0).can_see(match.pos.zones[match.pos.box.zone("1.gate")][-1])


@rule("CR23")
def test_a_repelled_veteran_comes_back_and_rests_for_the_turn() -> None:
    match = rampage(hands={0: "veteran.2 veteran.3 witch"}, gates={1: "giant"}, castles=OPPONENT)
    match.play("attack veteran.2 >1.gate")
    assert match["0.hand"] == ["veteran", "veteran", "witch"]
    assert match["discard"] == match["play"] == []
    assert match.faces_up("0.hand") == [False] * 3
    assert match.why("attack veteran.2 >1.gate").rule == "CR23"
    match.play("attack veteran.3 >1.gate")  # the other copy has not attacked
    assert not any("attack veteran" in option for option in match.options)
    assert "strengthen veteran >0.gate" in match.options
    match.play("play witch >1.gate")
    assert {"pay veteran"} == set(match.options)  # it may pay
    match.play("pay veteran.2", "pass", "pass")
    assert any("attack veteran" in option for option in match.options)


@rule("CR6")
def test_a_card_that_the_other_side_saw_come_back_cannot_be_followed() -> None:
    for seed in range(8):
        match = rampage(
            hands={0: "veteran knight"}, gates={1: "giant"}, castles=OPPONENT, seed=seed
        )
        match.play("attack veteran >1.gate")
        assert match.knows(1, "0.hand") == [False, False]
        assert match.knows(0, "0.hand") == [True, True]
    alone = rampage(hands={0: "veteran"}, gates={1: "giant"}, castles=OPPONENT)
    assert alone.play("attack veteran >1.gate").knows(1, "0.hand") == [True]  # the only card
    assert alone.end(2).knows(1, "0.hand") == [False] * 3  # two more were drawn


@rule("CR20", "CR23")
def test_a_tie_destroys_a_veteran() -> None:
    """With a Siege Ram it has 4 against 4."""
    match = rampage(
        hands={0: "veteran"}, gates={1: "giant"}, castles=OPPONENT, permanents={0: "siege_ram"}
    )
    match.play("attack veteran >1.gate")
    assert match["1.gate"] == match["0.hand"] == []
    assert match["discard"] == ["veteran", "giant"]


@rule("CR29")
def test_a_bomber_destroys_a_veteran() -> None:
    match = rampage(hands={0: "veteran"}, gates={1: "bomber spy"}, castles=OPPONENT)
    match.play("attack veteran >1.gate")
    assert match["0.hand"] == []
    assert match["discard"] == ["veteran", "bomber"]
    assert match["1.gate"] == ["spy"]


@rule("CR18", "CR20")
def test_bonuses_of_both_sides() -> None:
    """Axe man 2 + Siege Ram 1 on 2 with a Palisade: a tie; without the Ram it is repelled."""
    rows = {0: "siege_ram", 1: "palisade"}
    match = rampage(hands={0: "axe_man"}, gates={1: "digger"}, castles=OPPONENT, permanents=rows)
    match.play("attack axe_man >1.gate")
    assert match["1.gate"] == []
    assert match["discard"] == ["axe_man", "digger"]
    match = rampage(
        hands={0: "axe_man"}, gates={1: "digger"}, castles=OPPONENT, permanents={1: "palisade"}
    )
    match.play("attack axe_man >1.gate")
    assert match["1.gate"] == ["digger"]


@rule("CR21")
def test_the_castellan_does_not_stop_at_the_gate_nor_the_palisade_in_the_castle() -> None:
    """Giant 6: gate 2 + 1 falls, castle card 3 + 1 stops the remaining 3."""
    rows = {1: "palisade castellan"}
    match = rampage(
        hands={0: "giant axe_man"}, gates={1: "digger"}, castles={1: "archer"}, permanents=rows
    )
    match.play("attack giant >1.gate", "pay axe_man")
    assert (match["1.gate"], match["1.castle"]) == ([], ["archer"])
    assert totals(match)[-1] == (3, 4)
    match = rampage(
        hands={0: "giant axe_man"}, gates={1: "digger"}, castles={1: "archer"},
        permanents={1: "palisade"},
    )  # fmt: skip
    match.play("attack giant >1.gate", "pay axe_man")
    assert match.winner == 0  # 3 against 3


@rule("CR19", "CR21", "CR32")
def test_a_knight_that_starts_at_the_castle_is_stronger() -> None:
    """Strength 5 on 4 and 1: the last card ties, and the game is won."""
    match = rampage(hands={0: "knight"}, castles={1: "giant axe_man"})
    match.play("attack knight >1.castle")
    assert match.winner == 0
    assert match["1.castle"] == []
    assert match["discard"] == ["knight", "axe_man", "giant"]


@rule("CR21")
def test_a_bonus_for_the_start_is_not_reckoned_again() -> None:
    """A Knight through the gate gets no bonus in the castle; a Siege Ram keeps its bonus."""
    match = rampage(hands={0: "knight"}, gates={1: "archer"}, castles={1: "ogre"})
    assert totals(match.play("attack knight >1.gate"))[-1] == (3, 6)
    match = rampage(
        hands={0: "knight"}, gates={1: "archer"}, castles={1: "ogre"}, permanents={0: "siege_ram"}
    )
    assert totals(match.play("attack knight >1.gate"))[-1] == (4, 6)
    match = rampage(hands={0: "knight"}, castles={1: "ogre"}, permanents={0: "siege_ram"})
    assert totals(match.play("attack knight >1.castle"))[-1] == (5, 6)


@rule("CR21")
def test_a_digger_goes_for_the_castle_and_never_on_to_the_gate() -> None:
    match = rampage(
        hands={0: "digger knight"}, gates={1: "bomber"}, castles={1: "axe_man axe_man witch"}
    )
    match.play("attack digger >1.castle", "pay knight")
    assert (match["1.gate"], match["1.castle"]) == (["bomber"], ["witch"])
    assert totals(match)[-1] == (1, 3)
    match = rampage(
        hands={0: "digger knight"}, gates={1: "bomber"}, castles={1: "ogre"},
        permanents={0: "siege_ram"},
    )  # fmt: skip
    assert totals(match.play("attack digger >1.castle", "pay knight"))[-1] == (3, 6)


@rule("CR11", "CR19", "CR35")
def test_a_gate_that_has_fallen_and_was_built_anew_is_hit_again() -> None:
    match = rampage(
        hands={0: "knight axe_man", 1: "giant witch"}, gates={1: "bomber"}, castles=OPPONENT,
    )  # fmt: skip
    match.play("attack knight >1.gate")
    assert match["1.gate"] == []
    assert match.pos.result is None  # CR35
    assert "attack axe_man >1.castle" in match.options
    match.play("pass", "strengthen giant >1.gate", "pass")
    assert "attack axe_man >1.gate" in match.options
    assert "attack axe_man >1.castle" not in match.options


@rule("CR17")
def test_attacks_do_not_add_up() -> None:
    match = rampage(hands={0: "veteran veteran.2"}, gates={1: "giant"}, castles=OPPONENT)
    match.play("attack veteran >1.gate", "attack veteran.2 >1.gate")
    assert match["1.gate"] == ["giant"]  # 3 and 3 are not 6


# -- purple triggers -------------------------------------------------------------------------------


@rule("CR25", "CR26")
def test_a_bomber_stops_the_attack_whatever_is_left() -> None:
    match = rampage(hands={0: "knight"}, gates={1: "bomber axe_man"}, castles=OPPONENT)
    match.play("attack knight >1.gate")
    assert match["1.gate"] == ["axe_man"]
    assert match["discard"] == ["knight", "bomber"]


@rule("CR26", "CR38")
def test_a_saboteur_costs_the_attacker_cards_of_choice_and_the_attack_goes_on() -> None:
    match = rampage(
        hands={0: "knight axe_man witch spy"}, gates={1: "saboteur bomber.2"}, castles=OPPONENT
    )
    match.play("attack knight >1.gate")
    assert match.seat == 0
    assert match.options == ["discard axe_man", "discard spy", "discard witch"]
    assert match["1.gate"] == ["bomber"]
    assert match.faces_up("1.gate") == [False]  # not turned up yet
    assert match.why("pass").rule == "CR26"
    match.play("discard spy")
    assert match.options == ["discard axe_man", "discard witch"]
    match.play("discard witch")
    assert match["0.hand"] == ["axe_man"]
    assert match["1.gate"] == []  # 2 left against 1
    assert match["discard"] == ["knight", "bomber", "witch", "spy", "saboteur"]


@rule("CR26", "CR28")
@pytest.mark.parametrize(("hand", "left"), [("", []), ("witch", []), ("witch spy", [])])
def test_a_saboteur_takes_what_there_is(hand: str, left: list[str]) -> None:
    match = rampage(hands={0: f"knight {hand}"}, gates={1: "saboteur archer"}, castles=OPPONENT)
    match.play("attack knight >1.gate")
    assert match["1.gate"] == []
    assert match["0.hand"] == left


@rule("CR26", "CR40")
def test_in_a_tie_saboteur_and_spy_still_act_after_the_attacker() -> None:
    match = rampage(
        hands={0: "arsonist axe_man witch"}, gates={1: "saboteur spy"}, castles=OPPONENT
    )
    match.play("attack arsonist >1.gate")
    assert match["discard"][2:] == ["arsonist", "saboteur"]
    assert match["1.gate"] == ["spy"]
    match = rampage(hands={0: "arsonist witch witch"}, gates={1: "spy"}, castles=OPPONENT)
    match.play("attack arsonist >1.gate")
    assert (match["0.hand"], match["1.hand"]) == (["witch"], ["witch"])
    assert match["discard"] == ["arsonist", "spy"]


@rule("CR26")
def test_in_a_tie_a_bomber_adds_nothing() -> None:
    match = rampage(hands={0: "arsonist"}, gates={1: "bomber"}, castles=OPPONENT,
                    permanents={1: "palisade"}, begin_with="Act")  # fmt: skip
    match.play("attack arsonist >1.gate")  # burns the Palisade first
    assert match["1.gate"] == []
    match = rampage(
        hands={0: "archer"},
        gates={1: "bomber bomber"},
        castles=OPPONENT,
        permanents={1: "palisade"},
    )
    match.play("attack archer >1.gate")  # 2 against 1 + 1
    assert match["discard"] == ["archer", "bomber"]
    assert not match.lines("blown")


@rule("CR26", "CR38", "CR39")
def test_a_spy_takes_a_random_card_and_the_attack_goes_on() -> None:
    taken = set()
    for seed in range(20):
        match = rampage(
            hands={0: "giant.2 knight witch archer", 1: "ogre"}, gates={1: "spy axe_man.2"},
            castles=OPPONENT, seed=seed,
        )  # fmt: skip
        match.play("attack giant >1.gate", "pay archer")
        assert match["1.gate"] == []
        assert len(match["0.hand"]) == 1
        (card,) = set(match["1.hand"]) - {"ogre"}
        taken.add(card)
        assert match.knows(0, "1.hand") == [False, False]  # shuffled (CR6)
        assert match.knows(1, "1.hand") == [True, True]
    assert taken == {"knight", "witch"}


@rule("CR28")
def test_a_spy_finds_an_empty_hand() -> None:
    match = rampage(
        hands={0: "knight"}, gates={1: "spy archer"}, castles=OPPONENT, draw="ogre ogre"
    )
    match.play("attack knight >1.gate")
    assert match["1.gate"] == []
    assert match["1.hand"] == ["ogre", "ogre"]  # just drawn


@rule("CR25")
def test_purple_cards_do_nothing_unless_an_attack_destroys_them() -> None:
    for purple in ("bomber", "saboteur", "spy"):
        hand = "witch knight archer axe_man giant"
        match = rampage(hands={0: hand}, gates={1: f"{purple} ogre"}, castles=OPPONENT)
        match.play("play witch >1.gate", "pay knight")
        assert match["discard"] == ["witch", purple, "knight"]
        assert match["0.hand"] == ["archer", "axe_man", "giant"]
        assert match["1.hand"] == []
        payer = rampage(hands={0: f"catapult {purple}"}, gates={1: "ogre"}, castles=OPPONENT)
        payer.play("attack catapult >1.gate", f"pay {purple}")
        assert payer["discard"] == ["catapult", purple]
        holds = rampage(
            hands={0: "axe_man witch witch"}, gates={1: f"{purple}"}, castles=OPPONENT,
            permanents={1: "palisade"}, draw="ogre",
        )  # fmt: skip
        if purple != "bomber":  # 2 against 3: it survives
            holds.play("attack axe_man >1.gate")
            assert holds["0.hand"] == ["ogre", "witch", "witch"]
            assert holds["1.gate"] == [purple]


@rule("CR27", "CR32")
@pytest.mark.parametrize("purple", ["bomber", "saboteur", "spy"])
@pytest.mark.parametrize("attacker", ["knight", "axe_man"])
def test_the_last_card_of_a_castle_does_nothing_any_more(purple: str, attacker: str) -> None:
    match = rampage(hands={0: f"{attacker} witch witch witch"}, castles={1: purple}, draw="archer")
    before = len(match["0.hand"]) + (attacker == "axe_man")
    match.play(f"attack {attacker} >1.castle")
    assert match.winner == 0
    assert match.pos.steps == ()
    assert len(match["0.hand"]) == before - 1
    assert match["discard"] == [attacker, purple]


@rule("CR32")
def test_a_fallen_castle_loses_behind_a_strong_gate_and_in_mid_attack() -> None:
    match = rampage(
        hands={0: "digger knight"}, gates={1: "ogre ogre"}, castles={1: "axe_man"}
    ).play("attack digger >1.castle", "pay knight")
    assert match.winner == 0
    assert match["1.gate"] == ["ogre", "ogre"]
    assert match["discard"][0] == "digger"  # CR23: it applies when the game ends, too
    assert match.pos.decision is None
