"""Tests of mouse input in Castle: the actions that a pick and a drop can mean."""

from __future__ import annotations

from castlecards.core.action import Action
from castlecards.ui.table.input.action_matching import Target, buttons, matches, pickable, targets
from tests.games.castle.build import CastleMatch, castle


def thing(match: CastleMatch, name: str) -> Target:
    """Return a card by its key, or an empty place by its name, as a target."""
    if name in match.cards:
        card = match.card(name)
        return Target(card, match.pos.zone_of(card))
    cards = match.pos.zones[match.pos.box.zone(name)]
    return Target(cards[-1] if cards else -1, match.pos.box.zone(name))


def readings(match: CastleMatch, picked: str, to: str = "") -> list[str]:
    targets = tuple(thing(match, key) for key in picked.split())
    found: tuple[Action, ...] = matches(
        match.decision.options, match.pos, targets, thing(match, to) if to else None
    )
    return [match.text(action) for action in found]


def lit(match: CastleMatch, picked: str) -> set[str]:
    things = tuple(thing(match, key) for key in picked.split())
    _, zones = targets(match.decision.options, match.pos, things)
    return {match.pos.box.names[zone] for zone in zones}


def test_a_pair_is_dropped_where_it_shall_stand() -> None:
    match = castle(hand="5H 5C QH QS 10H", plots=["10D"])
    assert lit(match, "5H 5C") == {"0.plot0", "0.plot1", "0.knight0"}
    assert readings(match, "5C 5H", "0.knight0") == ["knight 5C+5H >0.knight0"]
    assert readings(match, "5C 5H", "0.plot0") == ["wall 5C+5H >0.plot0"]
    assert readings(match, "10H", "0.plot1") == ["hovel 10H >0.plot1"]
    assert readings(match, "10H", "0.plot0") == []


def test_two_queens_may_be_a_wall_or_a_set() -> None:
    match = castle(hand="QH QS")
    assert readings(match, "QS QH", "0.plot0") == ["royalty QH+QS >0.plot0", "wall QH+QS >0.plot0"]
    assert pickable(match.decision.options, match.pos, thing(match, "QS"))


def test_an_enemy_card_is_attacked_by_a_click() -> None:
    match = castle(hand="QH", knights=["AH 9H"], opponent_plots=["QC QS", "7C 7D | KC"])
    assert readings(match, "QC") == ["attack >QC"]
    assert readings(match, "QS") == ["attack >QS"]
    assert readings(match, "KC") == []
    assert buttons(match.decision.options) == (Action("pass"),)


def test_draws_discards_and_knights_are_clicks() -> None:
    match = castle(hand="2S 4S", market=["3C", "4C", "5C"], begin_with="Turn")
    assert readings(match, "4C") == ["draw market1"]
    assert readings(match, "deck") == ["draw deck"]
    match = castle(hand="2S 4S", knights=["AH 9H", "2H 8H"], opponent_plots=["QC"])
    match.play("attack >QC")
    assert readings(match, "9H") == readings(match, "AH") == ["lose 0.knight0"]
    assert readings(match, "8H") == readings(match, "2H") == ["lose 0.knight1"]
    match.play("lose 0.knight0")
    assert readings(match, "2S") == ["keep 2S"]
    match.play("pass", "pass")
    assert readings(match, "2S") == ["discard 2S"]
