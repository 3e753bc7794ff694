"""Tests of the aim of computer players: their throws are legal and go where they aim."""

from __future__ import annotations

from typing import Any

import pytest

from castlecards.bots.aim import aim_again, throw_with_hand_error
from castlecards.content import barrage_odds, built_in
from castlecards.core.action import PASS, Action
from castlecards.core.landing import LOB, Limits, Release, Throw, Thrower
from castlecards.core.position import Position
from castlecards.core.view import View, view
from castlecards.games.card_barrage.heuristics import BarrageAdvice
from castlecards.games.card_barrage.scoring import judge
from castlecards.players.player import Question, Think
from castlecards.playout import opening
from castlecards.toss.world import TossWorld

GAME = built_in()["card_barrage"]
ADVICE = BarrageAdvice(barrage_odds())
STEADY, USUAL = Thrower(0.001), Thrower(1.0)


def first_question() -> tuple[Position[Any], View]:
    pos = opening(GAME, GAME.options(), 2, 1)
    return pos, view(pos, pos.decision.seat)


def at_the_middle(pos: Position[Any], seen: View) -> Action:
    """Return a lob at the wall straight ahead."""
    decision = pos.decision
    ground = pos.state.ground
    wall = ground.walls[1 - decision.seat][2]
    return next(
        each
        for each in ADVICE.throws(pos, decision)
        if each.args[0] == LOB and ADVICE.goal(seen.position, each) == wall
    )


def throw_of(seen: View, action: Action, thrower: Thrower, seed: int) -> Action:
    return throw_with_hand_error(Question(ADVICE, seen, (), Think(seed=seed), thrower), action)


def hits(pos: Position[Any], seen: View, action: Action) -> tuple[int, ...]:
    aim = pos.decision.aim if pos.decision is not None else None
    assert isinstance(aim, Limits)
    throw = Throw(action.cards[0], aim.start, Release(*action.args), aim.field)
    return judge(pos, seen.seat, TossWorld.of(pos).toss(throw).landing.action()).hits


def test_a_steady_hand_throws_what_was_chosen_and_any_hand_a_lawful_toss() -> None:
    pos, seen = first_question()
    decision = pos.decision
    assert decision is not None
    chosen = at_the_middle(pos, seen)
    near = throw_of(seen, chosen, STEADY, 7)
    assert max(abs(a - b) for a, b in zip(near.args, chosen.args, strict=True)) < 100
    for seed in range(200):
        assert decision.allows(throw_of(seen, chosen, Thrower(3.0), seed))


def test_the_same_seed_strays_alike_and_another_does_not() -> None:
    pos, seen = first_question()
    chosen = at_the_middle(pos, seen)
    one = throw_of(seen, chosen, USUAL, 7)
    assert one == throw_of(seen, chosen, USUAL, 7)
    assert one != throw_of(seen, chosen, USUAL, 8)
    assert one.cards == chosen.cards


def test_what_is_no_toss_is_left_alone() -> None:
    _, seen = first_question()
    assert throw_of(seen, PASS, USUAL, 7) == PASS


@pytest.mark.parametrize(("right", "far", "turn"), [(300, 200, 400), (-600, -100, 1200)])
def test_at_a_wall_that_was_pushed_the_throw_is_aimed_anew(right: int, far: int, turn: int) -> None:
    pos, seen = first_question()
    assert pos.poses is not None
    chosen = at_the_middle(pos, seen)
    wall = ADVICE.goal(seen.position, chosen)
    card = pos.zones[wall][0]
    at = pos.poses[card]
    moved = at.with_(x=at.x + right, y=at.y + far, angle=at.angle + turn)
    pushed = pos.copy()
    pushed.poses = [moved if n == card else pose for n, pose in enumerate(pos.poses)]
    assert wall in hits(pos, seen, chosen)
    assert wall not in hits(pushed, seen, chosen)
    seen = view(pushed, seen.seat)
    assert isinstance(pos.decision.aim, Limits)
    anew = aim_again(ADVICE, seen, chosen, pos.decision.aim)
    assert anew.method == LOB
    assert wall in hits(pushed, seen, Action("toss", chosen.cards, args=anew.args()))
