"""Tests of Card Barrage heuristics: moves that are never made, and moves that come first."""

from __future__ import annotations

from typing import Any

import pytest

from castlecards.content import characters
from castlecards.core.action import PASS, Action
from castlecards.core.landing import FLIP, FRISBEE, LOB, Thrower
from castlecards.core.position import Position
from castlecards.core.view import view
from castlecards.games.card_barrage.heuristics import BarrageAdvice, expected_gains, throwing_seat
from castlecards.games.card_barrage.outcome_odds import throw_options
from castlecards.games.card_barrage.state import mover
from castlecards.players.player import Think, choose
from castlecards.playout import opening
from tests.games.card_barrage.build import GAME, barrage
from tests.games.play import random_game

ADVICE = GAME.advice
assert isinstance(ADVICE, BarrageAdvice)


def option_weights(pos: Position[Any], advice: BarrageAdvice = ADVICE) -> dict[Action, float]:
    decision = pos.decision
    assert decision is not None
    options = advice.options(pos, decision)
    return dict(zip(options, advice.weights(pos, decision, options), strict=True))


def favourite(pos: Position[Any], advice: BarrageAdvice = ADVICE) -> Action:
    found = option_weights(pos, advice)
    return max(found, key=lambda action: found[action])


def aims(pos: Position[Any], found: dict[Action, float]) -> list[tuple[int, int]]:
    """Return zone and method of each throw with a positive weight."""
    return [
        (ADVICE.goal(pos, action), action.args[0])
        for action, weight in found.items()
        if action.verb == "toss" and weight > 0
    ]


@pytest.mark.parametrize("players", [1, 2, 4, 6])
def test_nobody_ends_a_turn_who_can_hit_something_nor_raises_a_wall(players: int) -> None:
    seen = 0
    for pos, *_ in random_game(GAME, GAME.options(), players, 3):
        decision = pos.decision
        if decision is None or decision.aim is None or decision.seat < 0:
            continue
        ground, faces = pos.state.ground, pos.faces
        found = option_weights(pos)
        if not any(action.verb == "toss" for action in found):
            continue
        seen += 1
        assert found[PASS] == 0
        for action, weight in found.items():
            if action.verb == "upgrade" and weight:
                old = ground.ranks[faces[pos.zones[action.to][0]]]
                assert ground.ranks[faces[action.cards[0]]] < old
    assert seen > 5


def test_a_low_card_is_put_where_the_enemy_hits_a_high_one() -> None:
    match = barrage(walls={0: "K02 K13 K03 K04 K05", 1: "T06 T07 T08 T09 T10"},
                    hands={0: "S01 S12"})  # fmt: skip
    assert match.text(favourite(match.pos)) == "upgrade S01 >0.wall1"


def test_a_gap_is_no_reason_to_build() -> None:
    match = barrage(walls={0: "K02 - K03 - K05", 1: "T06 T07 T08 T09 T10"}, hands={0: "S12"})
    found = option_weights(match.pos)
    assert all(not weight for action, weight in found.items() if action.verb == "build")
    assert favourite(match.pos).verb == "toss"


def test_of_equal_walls_the_dear_one_is_thrown_at() -> None:
    """Its owner replaces it with a higher card of the hand. Both sides have the same walls."""
    for high, low in ((1, 3), (3, 1)):
        names = ["T02", "T03", "T04", "T05", "T06"]
        names[high], names[low] = "T13", "T01"
        match = barrage(walls={0: "K02 K03 K04 K05 K06", 1: " ".join(names)}, hands={0: "K01"})
        zone = match.pos.box.zone
        goals = [goal for goal, _ in aims(match.pos, option_weights(match.pos))]
        assert zone(f"1.wall{high}") in goals
        assert ADVICE.goal(match.pos, favourite(match.pos)) != zone(f"1.wall{low}")


def test_no_method_is_offered_that_hits_less_than_half_as_often_as_another() -> None:
    pos = opening(GAME, GAME.options(), 2, 1)
    ground, seat = pos.state.ground, mover(pos.state)
    for error in (0.5, 1.0, 2.0):
        advice = BarrageAdvice(ADVICE.odds, Thrower(error))
        own = throwing_seat(advice.odds, ground, seat, advice.thrower)
        every = expected_gains(own, pos.filled, pos.filled)
        gains = {(each.target, each.method): gain for each, gain, _ in every}
        for goal, method in aims(pos, option_weights(pos, advice)):
            most = max(gain for (zone, _), gain in gains.items() if zone == goal)
            assert gains[goal, method] >= 0.5 * most


def test_nothing_is_thrown_that_would_skip_on_from_a_card_that_is_gone() -> None:
    match = barrage(walls={0: "K02 K03 K04 K05 K06", 1: "T02 T03 - T05 T06"}, hands={0: "S12"})
    pos = match.pos
    middle, castle = match.pos.box.zone("1.wall2"), match.pos.box.zone("1.castle")
    for goal, method in aims(pos, option_weights(pos)):
        cell = next(
            each
            for each in throw_options(ADVICE.odds, match.ground, 0).values()
            if (each.target, each.method) == (goal, method)
        )
        needs = sum(share for share, first, _ in cell.outcomes[1] if first == middle)
        assert goal != castle or needs < 0.1


def test_a_hand_throws_as_it_has_learnt() -> None:
    pos = opening(GAME, GAME.options(), 2, 1)
    for methods in ((LOB,), (FRISBEE,), (FLIP, LOB)):
        advice = ADVICE.for_thrower(Thrower(1.0, methods))
        thrown = {action.args[0] for action in option_weights(pos, advice) if action.verb == "toss"}
        assert thrown
        assert thrown <= set(methods)


@pytest.mark.parametrize("method", [LOB, FRISBEE, FLIP])
def test_a_favourite_method_is_chosen_where_it_is_nearly_as_good(method: int) -> None:
    pos = opening(GAME, GAME.options(), 2, 1)
    advice = ADVICE.for_thrower(Thrower(1.0, favourite=method))
    tosses = {each: w for each, w in option_weights(pos, advice).items() if each.verb == "toss"}
    assert max(tosses, key=lambda toss: tosses[toss]).args[0] == method
    by_target: dict[int, set[int]] = {}
    for zone, chosen in aims(pos, tosses):
        by_target.setdefault(zone, set()).add(chosen)
    assert all(len(chosen) == 1 for chosen in by_target.values())


@pytest.mark.parametrize("id", ["roth", "bruno"])
@pytest.mark.parametrize("row", ["T02 T04 - T05 T03", "T02 T06 - T07 T03", "T06 T02 - T03 T07"])
def test_a_character_that_prefers_frisbees_throws_them_at_the_inner_walls(
    id: str, row: str
) -> None:
    hand = characters()[id].hand
    assert hand.favourite == "frisbee"
    match = barrage(walls={0: "K02 K03 K04 K05 K06", 1: row}, hands={0: "S12"})
    advice = ADVICE.for_thrower(hand.thrower)
    found = dict(aims(match.pos, option_weights(match.pos, advice)))
    inner = [match.pos.box.zone(f"1.wall{n}") for n in (1, 3)]
    assert [found[zone] for zone in inner] == [FRISBEE, FRISBEE]


def test_thought_ends_in_a_lawful_throw_at_something_that_stands() -> None:
    for seed in range(4):
        pos = opening(GAME, GAME.options(), 2, seed)
        choice = choose(ADVICE, view(pos, pos.decision.seat), (), Think(60, seed=seed))
        assert pos.decision.allows(choice.action)
        assert choice.simulations == 60
        if choice.action.verb == "toss":
            assert pos.zones[ADVICE.goal(pos, choice.action)]


def test_a_position_is_worth_as_much_to_one_side_as_it_is_not_to_the_other() -> None:
    for players in (2, 4, 6):
        pos = opening(GAME, GAME.options(), players, 1)
        shares = ADVICE.evaluate(pos)
        assert len(shares) == pos.box.seats
        assert shares[0] + shares[1] == pytest.approx(1)
        assert set(shares[::2]) == {shares[0]}
    match = barrage(walls={0: "K02 - - - -", 1: "T02 - - - -"}, hands={0: "S01", 1: "S02"})
    ahead = match.pos.copy()
    ahead.zones = match.pos.zones[:]
    score = match.ground.scores[0]
    ahead.zones[score] = bytes((40, 41))
    assert ADVICE.evaluate(ahead)[0] > ADVICE.evaluate(match.pos)[0]
