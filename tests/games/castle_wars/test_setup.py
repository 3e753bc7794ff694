"""Tests of the box, the deal, and hidden zones of Castle Wars."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from castlecards.core.events import CardMoved, begin
from castlecards.core.position import Position
from castlecards.core.view import view
from castlecards.playout import opening
from tests.games.castle_wars.build import GAME, WarsMatch
from tests.games.castle_wars.build import new_match as fresh_match
from tests.games.castle_wars.random_play import FACTIONS, options_of
from tests.marks import rule

PILES = ("pile0", "pile1", "pile2", "pile3")


def start_position(
    seed: int = 1, first: str = "none", second: str = "none", **more: Any
) -> Position[Any]:
    return opening(GAME, options_of(first, second, **more), 2, seed)


def keys(pos: Position[Any], zone: str) -> list[str]:
    return [pos.face(card).key for card in pos.zones[pos.box.zone(zone)]]


def sizes(pos: Position[Any], seat: int) -> list[int]:
    names = [f"{seat}.{pile}" for pile in PILES]
    return [len(keys(pos, name)) for name in names if name in pos.box.names]


def whole(pos: Position[Any], seat: int, *parts: str) -> list[str]:
    return [key for part in parts for key in keys(pos, f"{seat}.{part}")]


@rule("CW1")
def test_one_player_is_black_and_the_other_red_and_each_has_two_decks() -> None:
    pos = start_position()
    for seat in (0, 1):
        soldiers = whole(pos, seat, "soldiers", "hand", *PILES[:3])
        resources = whole(pos, seat, "resources", "sleeve")
        suits = {key[-1] for key in soldiers + resources}
        assert suits in ({"C", "S"}, {"D", "H"})
        assert sorted(key[:-1] for key in resources) == sorted("JQKA" * 2)
        assert sorted(int(key[:-1]) for key in soldiers) == sorted([*range(2, 11)] * 2)
    assert pos.box.zones[pos.box.zone("0.resources")].turned
    assert not pos.box.zones[pos.box.zone("0.soldiers")].turned


@rule("CW1")
def test_colours_are_chosen_at_set_up() -> None:
    field = GAME.options.__dataclass_fields__["first_colour"]
    suits = []
    for choice, _ in field.metadata["choices"]:
        pos = start_position(first_colour=choice)
        suits.append({key[-1] for key in whole(pos, 0, "soldiers", *PILES[:3])})
    assert {frozenset(each) for each in suits} >= {frozenset("CS"), frozenset("DH")}


@rule("CW1")
def test_both_decks_are_shuffled() -> None:
    decks = {(tuple(keys(start_position(seed), "0.resources"))) for seed in range(20)}
    assert len(decks) > 15
    piles = {tuple(whole(start_position(seed), 0, *PILES[:3])) for seed in range(20)}
    assert len(piles) == 20


@rule("CW2")
def test_nine_soldiers_are_dealt_in_three_piles_in_the_order_drawn() -> None:
    start = GAME.setup(GAME.options(), 2)
    start.seed = 3
    decks = [start.zones[start.box.zone(f"{seat}.soldiers")] for seat in (0, 1)]
    pos, events = begin(start)
    for seat in (0, 1):
        assert sizes(pos, seat) in ([3, 3, 3], [3, 3, 3, 0])
        zones = [pos.box.zone(f"{seat}.pile{n}") for n in range(3)]
        order = [e.to for e in events if isinstance(e, CardMoved) and e.to in zones]
        assert order == [zones[0]] * 3 + [zones[1]] * 3 + [zones[2]] * 3
        cards = [e.card for e in events if isinstance(e, CardMoved) and e.to in zones]
        assert cards == [card for zone in zones for card in pos.zones[zone]]
        assert bytes(cards) == decks[seat][::-1][:9]  # from the top
        assert all(
            e.source == pos.box.zone(f"{seat}.soldiers")
            for e in events
            if isinstance(e, CardMoved) and e.to in zones
        )
    assert pos.up == 0


@rule("CW2")
def test_the_start_may_be_arranged_by_both() -> None:
    for seed in range(4):
        pos = start_position(seed, arrange_start=True)
        assert {a.verb for a in pos.decision.options} <= {"lay", "rest"}


@rule("CW3")
def test_own_piles_may_be_looked_through_the_enemys_only_counted() -> None:
    pos = start_position()
    for seat in (0, 1):
        seen = view(pos, seat)
        for pile in PILES[:3]:
            own = pos.zones[pos.box.zone(f"{seat}.{pile}")]
            other = pos.zones[pos.box.zone(f"{1 - seat}.{pile}")]
            assert all(seen.can_see(card) and seen.face(card) is not None for card in own)
            assert all(not seen.can_see(card) and seen.face(card) is None for card in other)
            assert len(other) == 3


@rule("CW4")
def test_hands_and_discards_start_empty_and_hands_are_concealed() -> None:
    fresh = GAME.setup(GAME.options(), 2)
    for seat in (0, 1):
        for part in ("hand", "sleeve", "dead", "spent"):
            assert keys(fresh, f"{seat}.{part}") == []
            spec = fresh.box.zones[fresh.box.zone(f"{seat}.{part}")]
            if part in ("hand", "sleeve"):
                assert spec.sight == "owner"
                assert spec.owner == seat
    pos = start_position()
    for seat in (0, 1):
        for part in ("dead", "spent"):
            assert keys(pos, f"{seat}.{part}") == []
        assert pos.box.zones[pos.box.zone(f"{seat}.soldiers")].sight == "none"
        assert pos.box.zones[pos.box.zone(f"{seat}.resources")].sight == "none"


@rule("CW5")
def test_who_starts_is_random_and_repeats_with_the_seed() -> None:
    starts = [start_position(seed).decision for seed in range(40)]
    seats = [decision.seat for decision in starts if decision is not None]
    assert 8 < sum(seats) < 32
    assert seats == [
        d.seat for d in (start_position(seed).decision for seed in range(40)) if d is not None
    ]


@rule("CW25")
def test_an_epic_game_has_two_decks_with_different_backs_and_piles_of_five() -> None:
    pos = start_position(epic=True)
    backs = []
    for seat in (0, 1):
        assert sizes(pos, seat) in ([5, 5, 5], [5, 5, 5, 0])
        soldiers = whole(pos, seat, "soldiers", "hand", *PILES[:3])
        resources = whole(pos, seat, "resources", "sleeve")
        assert len(soldiers) == 36
        assert len(resources) == 16
        assert len({key.split(".")[0] for key in soldiers + resources}) == 52
        zones = [pos.zones[pos.box.zone(f"{seat}.{part}")] for part in ("soldiers", "resources")]
        backs.append({pos.box.backs[card] for zone in zones for card in zone})
    assert not backs[0] & backs[1]


@rule("CW27")
@pytest.mark.parametrize(("epic", "piles"), [(False, [2, 2, 2, 2]), (True, [4, 3, 3, 3])])
def test_the_royal_kingdom_has_four_piles(epic: bool, piles: list[int]) -> None:
    pos = start_position(first="royal_kingdom", epic=epic)
    assert sizes(pos, 0) == piles
    assert sizes(pos, 1)[:3] == ([5, 5, 5] if epic else [3, 3, 3])
    assert sizes(start_position(second="royal_kingdom", epic=epic), 1) == piles


@rule("CW28", "CW30")
@pytest.mark.parametrize(("epic", "jokers"), [(False, 1), (True, 2)])
def test_jokers_come_with_their_factions(epic: bool, jokers: int) -> None:
    pos = start_position(first="dragon_tamers", second="mages", epic=epic)
    soldiers = whole(pos, 0, "soldiers", "hand", *PILES[:3])
    assert len(soldiers) == (36 if epic else 18) + jokers
    resources = whole(pos, 1, "resources", "sleeve")
    assert len(resources) == (16 if epic else 8) + jokers
    assert len(whole(pos, 0, "resources", "sleeve")) == (16 if epic else 8)
    plain = start_position(epic=epic)
    assert len([key for z in plain.box.names for key in keys(plain, z)]) == (104 if epic else 52)


@rule("CW1", "CW25")
@pytest.mark.parametrize("epic", [False, True])
def test_one_pack_is_enough_for_any_two_factions(epic: bool) -> None:
    jokers = {"dragon_tamers": 1, "mages": 1}
    for first in ("none", *FACTIONS):
        for second in ("none", *FACTIONS):
            box = GAME.setup(options_of(first, second, epic), 2).box
            printed = [face.key for face in box.faces]
            assert len(set(printed)) == len(printed)
            extra = sum(jokers.get(name, 0) for name in (first, second)) * (2 if epic else 1)
            missing = [first, second].count("war_mongers") * (16 if epic else 8)
            assert len(printed) == (104 if epic else 52) + extra - missing
            assert extra <= (4 if epic else 2)


@rule("CW28")
def test_the_dragon_is_shuffled_in() -> None:
    deep = set()
    for seed in range(60):
        pos = start_position(seed, first="dragon_tamers")
        soldiers = [*keys(pos, "0.soldiers"), *whole(pos, 0, *PILES[:3])]
        odd = [n for n, key in enumerate(soldiers) if not key[:-1].isdigit()]
        deep |= set(odd)
    assert len(deep) > 12


@rule("CW31")
def test_seers_order_both_decks_before_the_deal_and_look_through_them() -> None:
    pos = start_position(first="seers")
    assert pos.decision.seat == 0
    order = pos.decision.order
    assert pos.box.names[order] in ("0.soldiers", "0.resources")
    assert len(keys(pos, "0.soldiers")) == 18  # no card is dealt yet
    seen = view(pos, 0)
    for part in ("soldiers", "resources"):
        for card in pos.zones[pos.box.zone(f"0.{part}")]:
            assert seen.can_see(card)
            assert view(pos, 1).face(card) is None
    for card in pos.zones[pos.box.zone("1.soldiers")]:
        assert seen.face(card) is None


@rule("CW41")
@pytest.mark.parametrize(("epic", "soldiers"), [(False, 18), (True, 36)])
def test_war_mongers_begin_with_all_their_soldiers_and_no_resources(
    epic: bool, soldiers: int
) -> None:
    pos = start_position(first="war_mongers", epic=epic)
    own = whole(pos, 0, "soldiers", "hand", *PILES[:3])
    assert len(own) == soldiers
    assert keys(pos, "0.resources") == []
    assert keys(pos, "0.sleeve") == []


@rule("CW41")
def test_war_mongers_lay_their_soldiers_as_they_like_but_leave_no_pile_empty() -> None:
    game = dealt_match(first="war_mongers")
    assert game.seat == 0
    while game["0.hand"]:
        places = {option.split(">")[1] for option in game.options if option.startswith("lay")}
        bare = {f"0.pile{n}" for n in range(3) if not game[f"0.pile{n}"]}
        few = len(game["0.hand"]) <= len(bare)
        assert places == (bare if few else {"0.pile0", "0.pile1", "0.pile2"})
        game.play(f"lay {game['0.hand'][0]} >0.pile{min(int(place[-1]) for place in places)}")
    assert [len(game[f"0.pile{n}"]) for n in range(3)] == [16, 1, 1]
    assert game.pos.up == 0
    assert not any(game.knows(1, key) for n in range(3) for key in game[f"0.pile{n}"])


@rule("CW2", "CW41")
@pytest.mark.parametrize("first", ["none", "war_mongers"])
def test_what_is_not_laid_by_hand_is_dealt_out(first: str) -> None:
    game = dealt_match(first=first, arrange_start=True)
    mine = game.seat
    top = game[f"{mine}.hand"][-1]
    game.play(f"lay {top} >{mine}.pile2", "rest")
    assert game[f"{mine}.hand"] == []
    assert game[f"{mine}.pile2"][0] == top
    lengths = [len(game[f"{mine}.pile{n}"]) for n in range(3)]
    assert len(set(lengths)) == 1


@rule("CW2")
def test_who_arranges_lays_as_many_on_each_pile_as_are_dealt() -> None:
    game = dealt_match(arrange_start=True)
    mine = game.seat
    for key in game[f"{mine}.hand"][:3]:
        game.play(f"lay {key} >{mine}.pile0")
    assert not any(option.endswith(f"{mine}.pile0") for option in game.options)


@rule("CW31")
def test_seers_lay_card_on_card_and_leave_the_rest_below() -> None:
    game = dealt_match(first="seers")
    deck = game["0.soldiers"]
    low, high = deck[5], deck[0]
    game.play(f"arrange {low}", f"arrange {high}")
    assert not game.offers(f"arrange {low}")
    game.play("pass")
    left = [key for key in deck if key not in (low, high)]
    assert game["0.soldiers"] == [*left, low, high]
    resources = game["0.resources"]
    game.play(f"arrange {resources[3]}", "pass")
    assert game["0.resources"] == [*resources[:3], *resources[4:], resources[3]]
    assert game["0.pile0"] == [high, low, left[-1]]  # dealt from the top
    assert not any(option.startswith("arrange") for option in game.options)


@rule("CW43")
@pytest.mark.parametrize(("fewer", "piles"), [(1, [3, 3, 2]), (5, [2, 1, 1]), (8, [1, 1, 1])])
def test_an_army_with_a_handicap_begins_without_soldiers_drawn_at_random(
    fewer: int, piles: list[int]
) -> None:
    missing = set()
    for seed in range(6):
        pos = start_position(seed, second_handicap=fewer)
        dead = keys(pos, "1.dead")
        assert len(dead) == fewer
        assert sizes(pos, 1)[:3] == piles
        assert len(keys(pos, "1.soldiers")) == 18 - fewer - sum(piles)
        assert sizes(pos, 0)[:3] == [3, 3, 3]
        assert keys(pos, "0.dead") == []
        assert GAME.tallies(pos, 0)["killed"] == GAME.tallies(pos, 1)["lost"] == 0
        missing.add(tuple(dead))
    assert len(missing) > 3


@rule("CW43")
def test_the_smaller_handicap_begins_and_equal_ones_leave_it_to_chance() -> None:
    for seed in range(6):
        assert start_position(seed, first_handicap=1).state.active == 1
        assert start_position(seed, first_handicap=2, second_handicap=3).state.active == 0
    first = {
        start_position(seed, first_handicap=2, second_handicap=2).state.active for seed in range(20)
    }
    assert first == {0, 1}


@rule("CW43")
@pytest.mark.parametrize("fewer", [0, 2])
def test_the_chosen_player_begins_with_any_handicap(fewer: int) -> None:
    for seed in range(6):
        for seat, begins in enumerate(("first", "second")):
            for options in ({"first_handicap": fewer}, {"second_handicap": fewer}):
                assert start_position(seed, begins=begins, **options).state.active == seat
    with pytest.raises(ValueError, match="can’t begin with 'third'"):
        start_position(begins="third")


@rule("CW43")
def test_a_handicap_leaves_a_soldier_for_each_pile() -> None:
    for faction in ("royal_kingdom", "war_mongers", "dragon_tamers"):
        pos = start_position(first=faction, first_handicap=8)
        assert all(sizes(pos, 0)) or len(keys(pos, "0.hand")) == 10
    with pytest.raises(ValueError, match="can’t begin without 16 soldiers"):
        start_position(first_handicap=16)


def dealt_match(seed: int = 1, first: str = "none", second: str = "none", **more: Any) -> WarsMatch:
    return fresh_match(options_of(first, second, **more), seed)


@rule("CW27")
@pytest.mark.parametrize("first", ["none", "royal_kingdom"])
def test_the_piles_of_a_side_have_room_in_one_row(first: str) -> None:
    specs = {spec.name: spec for spec in GAME.layout(GAME.options(first=first), 2)}
    piles = [spec for name, spec in specs.items() if name.startswith("0.pile")]
    places = [spec.place for spec in piles if spec.place is not None]
    assert len(places) == len(piles)
    assert len({place.near[1] for place in places}) == len({place.far[1] for place in places}) == 1
    wide = (1 + piles[0].room) * places[0].card * 0.67
    assert all(b.near[0] - a.near[0] >= wide for a, b in pairwise(places))
    assert all(a.far[0] - b.far[0] >= wide for a, b in pairwise(places))
    resources = specs["0.resources"].place
    assert places[-1].near[0] + wide / 2 <= resources.near[0] - resources.card / 2
