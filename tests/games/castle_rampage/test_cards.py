"""Tests of every card type: costs, effects, and where it is discarded."""

from __future__ import annotations

import pytest

from castlecards.games.castle_rampage.cards import TYPES
from castlecards.games.castle_rampage.deck import TRAITS
from tests.games.castle_rampage.build import GAME, RampageMatch, rampage
from tests.marks import rule

HOLD = {1: "ogre"}  # a gate of 6: most attacks end there


def strength(match: RampageMatch) -> int:
    """Return the strength at the start of the attack."""
    (line,) = match.lines("assault")
    return line.numbers[0]


def test_every_card_of_the_deck_has_a_type_and_every_type_a_card() -> None:
    assert set(TYPES) == set(TRAITS) == {card.id for card in GAME.deck.cards}
    for name, type_ in TYPES.items():
        assert type_.plays != TRAITS[name].purple


# -- units ----------------------------------------------------------------------------------------


@rule("CR18")
def test_axe_man_draws_then_attacks() -> None:
    match = rampage(hands={0: "axe_man"}, gates=HOLD, draw="witch")
    match.play("attack axe_man >1.gate")
    assert match["0.hand"] == ["witch"]
    assert strength(match) == 2


@rule("CR7")
def test_what_is_being_resolved_is_not_shuffled_in() -> None:
    match = rampage(hands={0: "axe_man"}, gates=HOLD, discard="witch spy", rest="0.gate")
    match.play("attack axe_man >1.gate")
    assert match["discard"] == ["axe_man"]
    assert sorted(match["draw"] + match["0.hand"]) == ["spy", "witch"]


@rule("CR18", "CR28", "CR38", "CR39")
def test_archer_shoots_a_random_card_before_attacking() -> None:
    shot = set()
    for seed in range(12):
        match = rampage(hands={0: "archer ogre", 1: "witch spy"}, gates=HOLD, seed=seed)
        match.play("attack archer >1.gate")
        assert len(match["1.hand"]) == 1
        assert match["discard"][0] == "archer"
        shot.add(match["discard"][1])
        assert strength(match) == 2
    assert shot == {"witch", "spy"}
    match = rampage(hands={0: "archer"}, gates={1: "digger"})  # CR28: an empty hand
    match.play("attack archer >1.gate")
    assert match["1.gate"] == []


@pytest.mark.parametrize(("gates", "to", "value"), [(HOLD, "gate", 4), ({}, "castle", 5)])
def test_knight(gates: dict[int, str], to: str, value: int) -> None:
    match = rampage(hands={0: "knight"}, gates=gates, castles={1: "ogre"})
    assert strength(match.play(f"attack knight >1.{to}")) == value


def test_mercenary() -> None:
    match = rampage(hands={0: "mercenary"}, gates=HOLD)
    assert strength(match.play("attack mercenary >1.gate")) == 3


@rule("CR13")
def test_giant_costs_a_card() -> None:
    assert not any("attack" in o for o in rampage(hands={0: "giant"}, gates=HOLD).options)
    match = rampage(hands={0: "giant spy bomber"}, gates=HOLD)
    match.play("attack giant >1.gate")
    assert match.options == ["pay bomber", "pay spy"]  # CR14, and not the Giant itself
    match.play("pay spy")
    assert match["1.gate"] == []  # 6 against 6
    assert match["0.hand"] == ["bomber"]


# -- schemes and payments --------------------------------------------------------------------------


@rule("CR15", "CR16")
@pytest.mark.parametrize(
    ("scheme", "units", "extra", "low", "high"),
    [
        ("scheme_pincer", ("knight", "archer"), "archer", 9, 14),
        ("scheme_charge", ("knight", "axe_man"), "knight", 9, 14),
        ("scheme_raid", ("archer", "axe_man"), "axe_man", 8, 13),
    ],
)
def test_schemes(scheme: str, units: tuple[str, str], extra: str, low: int, high: int) -> None:
    numbers = [["knight", "archer", "axe_man"].index(unit) for unit in units]
    pay = f"pay {'+'.join(units)} {numbers[0]} {numbers[1]}"
    match = rampage(hands={0: f"{scheme} {units[0]} {units[1]} witch"}, gates=HOLD)
    match.play(f"attack {scheme} >1.gate")
    assert match.options == [pay]
    match.play(pay)
    assert match.options == ["pass"]
    assert strength(match.play("pass")) == low
    more = f"pay {extra} {['knight', 'archer', 'axe_man'].index(extra)}"
    match = rampage(hands={0: f"{scheme} {units[0]} {units[1]} {extra}.2 {extra}.3"}, gates=HOLD)
    match.play(f"attack {scheme} >1.gate")
    match.play(pay)  # in one action, if it is the only way
    assert match.options == sorted([more, "pass"])
    refused = match.play("pass")
    assert strength(refused) == low
    match = rampage(hands={0: f"{scheme} {units[0]} {units[1]} {extra}.2 {extra}.3"}, gates=HOLD)
    match.play(f"attack {scheme} >1.gate")
    match.play(pay, more)
    assert strength(match) == high  # once only: it has attacked
    assert match["0.hand"] == [extra]


@rule("CR15")
def test_a_card_with_several_symbols_pays_for_one() -> None:
    match = rampage(hands={0: "scheme_pincer mercenary"}, gates=HOLD)
    assert not any("attack" in option and "scheme" in option for option in match.options)
    assert match.why("attack scheme_pincer >1.gate").rule == "CR15"
    match = rampage(hands={0: "scheme_pincer mercenary mercenary"}, gates=HOLD)
    match.play("attack scheme_pincer >1.gate")
    assert match.options == ["pay mercenary+mercenary 0 1"]  # one of each, in any order
    match.submit(match.decision.options[0])
    assert match["discard"][-2:] == ["mercenary", "mercenary"]


@rule("CR15")
def test_what_is_paid_must_leave_the_rest_payable() -> None:
    """The Mercenary has to pay as the archer: no other card of the hand can."""
    match = rampage(hands={0: "scheme_pincer giant mercenary knight"}, gates=HOLD)
    match.play("attack scheme_pincer >1.gate")
    assert match.options == ["pay giant+mercenary 0 1", "pay knight+mercenary 0 1"]
    assert match.why("pay giant+knight 0 1").rule == "CR15"
    two = rampage(hands={0: "scheme_charge giant axe_man"}, gates=HOLD)
    two.play("attack scheme_charge >1.gate")
    assert two.options == ["pay giant+axe_man 0 2"]


@rule("CR13")
def test_a_play_may_be_taken_back_until_it_is_paid_for() -> None:
    match = rampage(hands={0: "dragon spy bomber witch"}, gates=HOLD)
    before = match.pos
    match.play("attack dragon >1.gate")
    assert match["0.aside"] == ["dragon"]
    assert match.knows(1, "0.aside") == [False]
    assert match.knows(0, "0.aside") == [True]
    assert match.pos.known == before.known  # no player has seen a new face: undo is possible
    assert match.pos.shuffles == before.shuffles
    match.play("pay spy")
    assert match.knows(1, "0.aside") == [False]  # costs come first
    match.play("pay bomber")
    assert match["discard"][0] == "dragon"


@rule("CR13", "CR14")
def test_as_many_cards_as_there_are_pay_at_once() -> None:
    match = rampage(hands={0: "dragon spy palisade"}, gates=HOLD)
    match.play("attack dragon >1.gate")
    assert match.options == ["pay palisade+spy"] or match.options == ["pay spy+palisade"]
    match.submit(match.decision.options[0])
    assert match["0.hand"] == []
    assert sorted(match["discard"][-2:]) == ["palisade", "spy"]


@rule("CR13")
def test_costs_that_cannot_be_paid() -> None:
    match = rampage(hands={0: "dragon spy"}, gates=HOLD)
    assert match.options == [
        "pass", "strengthen dragon >0.castle", "strengthen dragon >0.gate",
        "strengthen spy >0.castle", "strengthen spy >0.gate",
    ]  # fmt: skip
    assert match.why("attack dragon >1.gate").rule == "CR13"


# -- other attackers -------------------------------------------------------------------------------


@rule("CR18", "CR30")
def test_dragon_burns_a_permanent_of_choice_then_attacks() -> None:
    match = rampage(
        hands={0: "dragon spy bomber"}, gates={1: "ogre"}, castles={1: "archer archer"},
        permanents={1: "palisade castellan", 0: "siege_ram"},
    )  # fmt: skip
    match.play("attack dragon >1.gate")
    match.submit(match.decision.options[0])
    assert match.options == ["destroy castellan", "destroy palisade"]
    assert match.why("pass").rule == "CR38"
    match.play("destroy palisade")
    assert match["1.permanents"] == ["castellan"]
    assert match["0.permanents"] == ["siege_ram"]
    assert strength(match) == 9  # 8 and the Siege Ram
    assert match["1.gate"] == []  # no Palisade any more: 9 - 6 = 3, then 3 + 1 stops it
    assert match["1.castle"] == ["archer", "archer"]


@rule("CR18")
@pytest.mark.parametrize("row", ["", "quartermaster"])
def test_arsonist(row: str) -> None:
    match = rampage(hands={0: "arsonist"}, gates=HOLD, permanents={1: row})
    match.play("attack arsonist >1.gate")  # no choice
    assert match["1.permanents"] == []
    assert match["discard"] == ["arsonist", *row.split()]
    assert strength(match) == 2


@rule("CR18")
@pytest.mark.parametrize(
    ("gate", "castle", "to", "value"),
    [
        ("ogre witch witch axe_man axe_man axe_man", "archer", "gate", 8),
        ("", "ogre archer", "castle", 4),
    ],
)
def test_catapult_counts_the_structure_where_it_starts(
    gate: str, castle: str, to: str, value: int
) -> None:
    match = rampage(hands={0: "catapult spy"}, gates={1: gate}, castles={1: castle})
    match.play(f"attack catapult >1.{to}", "pay spy")
    assert strength(match) == value


def test_veteran_and_digger() -> None:
    match = rampage(hands={0: "veteran digger spy"}, gates=HOLD, castles={1: "ogre"})
    assert strength(match.play("attack veteran >1.gate")) == 3
    assert "attack digger >1.castle" in match.options
    match.play("attack digger >1.castle", "pay spy")
    assert strength(match) == 3


@rule("CR24")
@pytest.mark.parametrize("turned", ["jester.2", "axe_man", "scheme_raid", "catapult"])
def test_jester_attacks_if_the_card_turned_over_has_an_attack_value(turned: str) -> None:
    match = rampage(hands={0: "jester"}, gates=HOLD, castles={0: "spy witch"}, draw=turned)
    match.play("attack jester >1.gate")
    assert strength(match) == 6
    assert match["1.gate"] == []
    assert match["0.castle"] == ["spy", "witch"]
    assert match["discard"][2] == turned.partition(".")[0]


@rule("CR24", "CR25")
@pytest.mark.parametrize("turned", ["priest", "ogre", "palisade", "witch.2"])
def test_jester_else_costs_the_own_castle_a_card(turned: str) -> None:
    match = rampage(hands={0: "jester knight"}, gates=HOLD, castles={0: "spy witch"}, draw=turned)
    match.play("attack jester >1.gate")
    assert match["1.gate"] == ["ogre"]
    assert match["0.castle"] == ["witch"]
    assert match["0.hand"] == ["knight"]  # the Spy was not attacked
    assert match["discard"] == ["jester", "spy", turned.partition(".")[0]]


@rule("CR34")
def test_jester_may_lose_the_game() -> None:
    match = rampage(hands={0: "jester"}, gates=HOLD, draw="priest")
    match.play("attack jester >1.gate")
    assert match.winner == 1
    assert match["0.castle"] == []


@rule("CR7", "CR31")
def test_jester_needs_a_card_to_turn_over() -> None:
    empty = rampage(hands={0: "jester"}, gates=HOLD, rest="0.gate")
    assert not any("attack" in option for option in empty.options)
    assert empty.why("attack jester >1.gate").rule == "CR31"
    match = rampage(hands={0: "jester"}, gates=HOLD, rest="0.gate", discard="axe_man")
    match.play("attack jester >1.gate")
    assert strength(match) == 6
    assert match.state.stormy


# -- without an attack -----------------------------------------------------------------------------


@rule("CR38")
@pytest.mark.parametrize(
    ("number", "left"),
    [
        (0, ["archer", "axe_man", "scheme_pincer", "witch"]),
        (1, ["axe_man", "giant", "knight", "scheme_pincer", "witch"]),
        (2, ["archer", "knight", "scheme_pincer", "witch"]),
    ],
)
def test_priest_names_a_unit(number: int, left: list[str]) -> None:
    hand = "knight archer axe_man giant mercenary witch scheme_pincer"
    match = rampage(hands={0: "priest", 1: hand}, draw="ogre")
    match.play("play priest >play")
    assert match.options == ["name 0", "name 1", "name 2"]
    assert match.faces_up("1.hand") == [False] * 7
    match.play(f"name {number}")
    assert match["1.hand"] == []
    assert sorted(match["play"]) == sorted([*hand.split(), "priest"])
    assert match.faces_up("play") == [True] * 8  # shown
    assert match.seat == 0
    facts = {(fact.side, fact.label): fact.text for fact in GAME.facts(match.pos)}
    assert facts[1, "Hand"] == "7"  # face up, but it still counts as a hand
    assert facts[0, "Hand"] == str(len(match["0.hand"]))
    assert match.options == ["seen"]
    match.play("seen")
    assert match["1.hand"] == left
    assert match.faces_up("1.hand") == [False] * len(left)
    assert match.knows(0, "1.hand") == [False] * len(left)  # shuffled (CR6)
    assert match["0.hand"] == ["ogre"]
    assert match["discard"][0] == "priest"


@rule("CR28", "CR31")
def test_priest_needs_a_hand_to_look_at() -> None:
    match = rampage(hands={0: "priest"})
    assert not any("play" in option for option in match.options)
    assert match.why("play priest >play").rule == "CR31"


@rule("CR33", "CR40")
def test_summoner_takes_all_top_cards_at_once() -> None:
    match = rampage(
        hands={0: "summoner knight archer witch"}, gates={0: "spy axe_man", 1: "saboteur"},
        castles={0: "bomber giant", 1: "ogre archer"},
    )  # fmt: skip
    match.play("play summoner >play", "pay knight", "pay archer")
    assert (match["0.gate"], match["0.castle"]) == (["axe_man"], ["giant"])
    assert (match["1.gate"], match["1.castle"]) == ([], ["archer"])
    assert match["0.hand"] == ["witch"]  # CR25
    order = ["summoner", "ogre", "saboteur", "bomber", "spy", "archer", "knight"]
    assert match["discard"] == order  # CR40
    assert match.pos.result is None


@rule("CR33")
@pytest.mark.parametrize(
    ("ours", "theirs", "winner"),
    [("giant spy", "ogre", 0), ("giant", "ogre archer", 1), ("giant", "ogre", 1)],
)
def test_summoner_may_end_the_game(ours: str, theirs: str, winner: int) -> None:
    match = rampage(
        hands={0: "summoner knight archer witch"}, gates={1: "spy"}, castles={0: ours, 1: theirs}
    ).play("play summoner >play", "pay knight", "pay archer")
    assert match.winner == winner
    assert match["play"] == []


@rule("CR19", "CR25", "CR32")
def test_witch_destroys_what_an_attack_would_hit() -> None:
    match = rampage(
        hands={0: "witch witch knight spy"}, gates={1: "bomber"}, castles={1: "ogre"},
        permanents={1: "palisade castellan"},
    )  # fmt: skip
    assert "play witch >1.castle" not in match.options
    match.play("play witch >1.gate", "pay spy")
    assert match["1.gate"] == []
    assert match["discard"] == ["witch", "bomber", "spy"]
    match.play("play witch >1.castle", "pay knight")
    assert match.winner == 0


# -- permanents -----------------------------------------------------------------------------------


@rule("CR30")
@pytest.mark.parametrize(
    ("name", "cost"), [("quartermaster", 2), ("siege_ram", 1), ("palisade", 1), ("castellan", 1)]
)
def test_permanents_stay_and_are_there_once(name: str, cost: int) -> None:
    match = rampage(hands={0: f"{name} {name} spy bomber ogre giant"})
    match.play(f"play {name} >0.permanents")
    for paid in ("spy", "bomber")[:cost]:
        match.play(f"pay {paid}")
    assert match["0.permanents"] == [name]
    assert match.faces_up("0.permanents") == [True]
    assert not any(option.startswith(f"play {name}") for option in match.options)
    assert match.why(f"play {name} >0.permanents").rule == "CR30"
    assert f"strengthen {name} >0.gate" in match.options
    assert match["discard"] == ["spy", "bomber"][:cost][::-1]


@rule("CR30")
def test_a_destroyed_permanent_may_come_back() -> None:
    match = rampage(
        hands={0: "palisade spy", 1: "arsonist"}, permanents={0: "palisade.2"}, draw="witch witch"
    )
    assert not any("play palisade" in option for option in match.options)
    match.play("pass", "attack arsonist >0.castle", "pass")
    assert match["0.permanents"] == []
    assert "play palisade >0.permanents" in match.options


@rule("CR4", "CR30")
@pytest.mark.parametrize(("row", "count"), [("", 2), ("quartermaster", 3)])
def test_quartermaster(row: str, count: int) -> None:
    match = rampage(permanents={0: row}, begin_with="Turn", draw="knight archer axe_man witch")
    assert len(match["0.hand"]) == count


@rule("CR10")
def test_a_permanent_in_a_structure_does_nothing() -> None:
    match = rampage(
        hands={0: "axe_man"}, gates={0: "siege_ram", 1: "digger palisade"}, begin_with="Act"
    )
    match.play("attack axe_man >1.gate")
    assert strength(match) == 2
    assert match["1.gate"] == ["palisade"]  # a tie: no bonus on either side
