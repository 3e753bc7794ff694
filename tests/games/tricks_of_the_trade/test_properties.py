"""Tests of invariants in random matches: TT5, TT9, TT13 to TT18."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from castlecards.core.cards import Zone
from castlecards.core.events import CardMoved
from castlecards.core.position import Position
from castlecards.core.table import Table
from castlecards.games.tricks_of_the_trade.state import DEAL, EFFECTS, PLAY, Ground, trump
from castlecards.playout import Robot, play
from tests.games.play import every_option, random_game, sample_world
from tests.games.tricks_of_the_trade.build import GAME, new_match
from tests.marks import rule

OPTIONS = list(every_option(GAME))
TECH = range(52)


def check_decision(pos: Position[Any]) -> None:
    """Check cards, tokens, the trump spot and the twos at a decision."""
    ground: Ground = pos.state.ground
    ranks, faces, zones = ground.ranks, pos.faces, pos.zones
    lying = sorted(b"".join(zones))
    assert lying == list(range(pos.box.size))
    assert pos.state.phase != DEAL or pos.result is not None
    if pos.result is None:
        assert len(zones[ground.spot]) == 1  # TT13
        assert pos.up >> zones[ground.spot][0] & 1
        assert trump(pos) in (1, 2, 3, 4)
    for seat in range(ground.seats):
        tokens: list[Zone] = [ground.bids[seat], ground.tokens[seat], ground.resting[seat]]
        mine = [faces[c] for zone in tokens for c in zones[zone] if pos.box.backs[c] != "wish"]
        assert sorted(mine) == [52 + 7 * seat + n for n in range(7)]
        assert [ranks[faces[card]] for card in zones[ground.goals[seat]]] == [1]  # TT4
    gone = [card for card in zones[ground.expelled] if ranks[faces[card]] == 2]
    assert len(gone) == pos.state.round  # TT17
    past = zones[ground.past] + zones[ground.trumps]
    assert all(ranks[faces[card]] == 2 for card in past)  # TT13
    marked = [card for card in TECH if any(mask >> card & 1 for mask in pos.marks)]
    places = {pos.zone_of(card) for card in marked}
    assert places <= {*ground.hands, *ground.tricks, *ground.won}  # a copy ends elsewhere


@rule("TT4", "TT5", "TT13", "TT17")
def test_cards_tokens_and_the_trump_spot_at_every_decision() -> None:
    @settings(max_examples=40)
    @given(st.sampled_from(OPTIONS), st.integers(0, 2**32))
    def run(chosen: tuple[Any, int], seed: int) -> None:
        for before, _, after, _ in random_game(GAME, *chosen, seed):
            check_decision(after)
            moved_rounds = after.state.round - before.state.round
            assert moved_rounds in (0, 1)
        assert after.state.round == 3
        assert [len(scores) for scores in after.state.scores] == [chosen[1]] * 3
        assert sum(score.tricks for score in after.state.scores[0]) == 6  # TT15

    run()


@rule("TT11", "TT14", "E9")
def test_effects_leave_six_cards_in_every_other_hand() -> None:
    used: Counter[str] = Counter()

    @settings(max_examples=60)
    @given(st.sampled_from(OPTIONS), st.integers(0, 2**32))
    def run(chosen: tuple[Any, int], seed: int) -> None:
        players: Counter[int] = Counter()
        for before, action, after, _ in random_game(GAME, *chosen, seed):
            ground: Ground = before.state.ground
            if action.verb == "effect":
                seat = before.decision.seat
                players[seat + 8 * before.state.round] += 1
                assert len(before.zones[ground.hands[seat]]) > 6
                used[ground.does[ground.ranks[before.faces[action.cards[0]]]]] += 1
            if before.state.phase == EFFECTS:
                for hand in ground.hands:
                    least = min(len(before.zones[hand]), 6)
                    assert after.state.phase != EFFECTS or len(after.zones[hand]) >= least
        assert all(times == 1 for times in players.values())  # one effect per round

    run()
    assert len(used) >= 11  # all, except perhaps the rare values 1 and 2


@rule("TT10", "TT12")
def test_before_the_tricks_the_trump_deck_and_won_tricks_rest() -> None:
    @settings(max_examples=30)
    @given(st.sampled_from(OPTIONS), st.integers(0, 2**32))
    def run(chosen: tuple[Any, int], seed: int) -> None:
        for before, _, after, events in random_game(GAME, *chosen, seed):
            ground: Ground = before.state.ground
            if after.state.round != before.state.round or before.state.phase == PLAY:
                continue
            still = {ground.trumps, *ground.won, *ground.goals}
            moved = {zone for e in events if isinstance(e, CardMoved) for zone in (e.source, e.to)}
            assert moved.isdisjoint(still)
            assert before.zones[ground.trumps] == after.zones[ground.trumps]

    run()


def test_a_guess_that_takes_hidden_goals_for_twos_can_be_played_on() -> None:
    """A player who sees no other goal may deal a Trump deck card there: two of them in all."""
    played = 0
    for seed in range(400):
        match = new_match(4, seed % 4, hidden_goals=True)
        imagined = sample_world(match.view(), seed)
        ground: Ground = imagined.state.ground
        goals = [imagined.face(imagined.zones[goal][0]).rank for goal in ground.goals]
        if goals.count(2) < 2:
            continue
        table = Table(imagined)
        play(table, Robot(seed))
        assert table.pos.result is not None
        assert GAME.outcome(table.pos)
        played += 1
    assert played


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.long
def test_many_quick_matches_end_and_keep_their_cards(players: int) -> None:
    robot = Robot(players)
    fresh = GAME.setup(GAME.options(), players)
    won: Counter[float] = Counter()
    for seed in range(150):
        pos = fresh.copy()
        pos.seed = seed
        count = play(Table(pos), robot)
        assert 9 * players * 3 <= count <= 90 * players
        check_decision(pos)
        assert pos.result is not None
        assert sum(pos.result) in (1.0, 1.5, 2.0)
        won.update(pos.result)
    assert won[1.0] >= 140
