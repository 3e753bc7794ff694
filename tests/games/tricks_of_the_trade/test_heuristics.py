"""Tests of Tricks of the Trade heuristics: belief, and the exact play of the last tricks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from math import log2
from random import Random
from typing import Any

import pytest

from benchmarks.fair_play import questions
from castlecards.content import games
from castlecards.core.belief import Trace, Worlds, possible_faces, trace
from castlecards.core.cards import UNSEEN
from castlecards.core.events import Event, begin, seen_by
from castlecards.core.position import Position
from castlecards.core.table import Table
from castlecards.core.view import View, view
from castlecards.games.tricks_of_the_trade.heuristics import (
    RoundHistory,
    TradeAdvice,
    expected,
    round_history,
    strength,
)
from castlecards.games.tricks_of_the_trade.rules import CleanUp
from castlecards.games.tricks_of_the_trade.state import PLAY, TRUMP_VALUE, bid_of, domain, trump
from castlecards.players.search import SearchTable
from tests.games.play import random_game
from tests.marks import rule

GAME = games()["tricks_of_the_trade"]
ADVICE = TradeAdvice()


def moments_with_events(players: int, seeds: range) -> Any:
    """Yield moments of random matches: the position, the events of each seat, and the action."""
    for seed in seeds:
        start = GAME.setup(GAME.options(), players)
        start.seed = seed
        told: list[list[Event]] = [
            [seen_by(event, seat) for event in begin(start)[1]] for seat in range(players)
        ]
        for before, action, after, events in random_game(GAME, GAME.options(), players, seed):
            yield before, told, action
            for seat in range(players):
                told[seat] += [seen_by(event, seat) for event in events]
            del after


def history(seen: View, told: Sequence[Event]) -> RoundHistory:
    """Return the history of the round for this view."""
    found = trace(seen, told)
    assert found is not None
    return round_history(seen, told, found)


@pytest.mark.parametrize("players", [2, 3])
def test_a_history_that_is_read_on_is_that_of_all_events(players: int) -> None:
    found = read_on = 0
    for n, (pos, told, _) in enumerate(moments_with_events(players, range(3))):
        for seat in range(players):
            if (n + seat) % 3 == 0:
                continue
            seen = view(pos, seat)
            if (one := trace(seen, told[seat])) is None:
                continue
            before = one.history
            own = round_history(seen, told[seat], one)
            assert own == round_history(seen, told[seat], Trace(seen, told[seat]))
            read_on += before is not None and before.until > before.begun == one.history.begun
            found += len(own.bids) + len(own.choices) + len(own.voids)
    assert found > 500
    assert read_on > 50


def test_a_history_is_read_anew_if_bids_marks_or_faces_have_changed() -> None:
    for pos, told, _ in moments_with_events(2, range(1)):
        seen = view(pos, 0)
        if pos.state.phase != PLAY or len(history(seen, told[0]).choices) < 3:
            continue
        kept = trace(seen, told[0])
        read = kept.history
        assert read.holds(seen.position, read.begun)
        assert not read.holds(seen.position, read.begun + 1)
        ground = pos.state.ground
        other = seen.position.copy()
        other.up &= ~(1 << other.zones[ground.bids[1]][0])
        assert bid_of(other, 1) != bid_of(pos, 1)
        marked = seen.position.copy()
        marked.marks = (1, *pos.marks[1:])
        turned = seen.position.copy()
        chosen, faces = read.cards[-1], bytearray(seen.position.faces)
        faces[chosen] = UNSEEN
        turned.faces = bytes(faces)
        for changed in (other, marked, turned):
            assert not read.holds(changed, read.begun)
        return
    raise AssertionError("no moment with three choices")


@rule("TT15")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.long
def test_who_did_not_follow_has_none_of_it_in_any_world(players: int) -> None:
    found = 0
    for n, (pos, told, _) in enumerate(moments_with_events(players, range(6))):
        if pos.state.phase != PLAY or n % 5:
            continue
        ground = pos.state.ground
        for seat in range(players):
            seen = view(pos, seat)
            empty = history(seen, told[seat]).voids
            for other, suit in empty:  # it is true,
                assert all(domain(pos, card) != suit for card in pos.zones[ground.hands[other]])
            deal = ADVICE.world_sampler(seen, told[seat])
            for luck in range(2):
                world = deal(Random(luck))
                for other, suit in empty:  # and sampled worlds agree
                    found += other != seat
                    hand = pos.zones[ground.hands[other]]
                    assert all(domain(world, card) != suit for card in hand)
    assert found > 15


@rule("TT2")
def test_the_trump_deck_holds_cards_of_value_2_in_every_world() -> None:
    looked = wrong = naive = 0
    for n, (pos, told, _) in enumerate(moments_with_events(3, range(4))):
        if n % 9:
            continue
        ground = pos.state.ground
        for seat in range(3):
            seen = view(pos, seat)
            world = ADVICE.world_sampler(seen, told[seat])(Random(n))
            plain = Worlds(seen).deal(Random(n))  # without the events
            deck = pos.zones[ground.trumps]
            looked += len(deck)
            wrong += sum(ground.ranks[world.faces[card]] != TRUMP_VALUE for card in deck)
            naive += sum(ground.ranks[plain.faces[card]] != TRUMP_VALUE for card in deck)
    assert looked > 100
    assert not wrong
    assert naive


@rule("TT9")
def test_a_high_bid_is_believed_to_come_from_a_strong_hand() -> None:
    strengths: dict[bool, list[float]] = {True: [], False: []}
    for n, (pos, told, _) in enumerate(moments_with_events(2, range(8))):
        bid = bid_of(pos, 1)
        if n % 4 or pos.state.phase != PLAY or bid in (2, 3) or bid < 0:
            continue
        seen, trumps = view(pos, 0), trump(pos)
        deal = ADVICE.world_sampler(seen, tuple(told[0]))
        hand = [card for card in pos.zones[pos.state.ground.hands[1]]
                if seen.position.faces[card] == UNSEEN]  # fmt: skip
        for luck in range(6):
            world = deal(Random(luck))
            strengths[bid > 3] += [strength(world, card, trumps) for card in hand]
    high, low = (sum(each) / len(each) for each in (strengths[True], strengths[False]))
    assert high > low + 0.1


@rule("TT9", "TT15")
@pytest.mark.parametrize(
    ("what", "least"), [({"bids": []}, 0.1), ({"choices": []}, 0.05), ({}, 0.25)]
)
def test_the_true_hands_are_likelier_than_even_ones_after_bids_and_choices(
    what: dict[str, Any], least: float
) -> None:
    """The figure is the mean log2 likelihood of the truth minus that of even worlds, in bits."""
    gain, count = 0.0, 0
    for n, (pos, told) in enumerate(islice(questions(GAME), 1500)):
        seen = view(pos, pos.decision.seat)
        if n % 3 or pos.state.phase != PLAY:
            continue
        likelihood = history(seen, told)._replace(**what).likelihood
        count += 1
        even, luck = Worlds(seen, possible_faces(seen, told)), Random(n)
        likely = [likelihood(even.deal(luck)) for _ in range(30)]
        gain += log2(likelihood(pos) / (sum(likely) / len(likely)))
    assert count > 40
    assert gain / count > least


def test_a_history_begins_with_its_round() -> None:
    for n, (pos, told) in enumerate(islice(questions(GAME), 400)):
        assert pos.decision is not None
        if n % 7:
            continue
        seen = view(pos, pos.decision.seat)
        found = history(seen, told)
        revealed = bid_of(pos, 1 - seen.seat)
        assert [each.bid for each in found.bids] == [revealed][: revealed >= 0]
        assert all(len(each.hand) == 10 for each in found.bids)


def perfect_values(pos: Position[Any]) -> tuple[float, ...]:
    """Return the values by seat of perfect play with open cards: every action is tried."""
    decision = pos.decision
    if decision is None:
        return pos.result or ADVICE.evaluate(pos)
    values = []
    for action in decision.options:
        table = SearchTable(pos.copy())
        table.boundary = (CleanUp,)
        table.play(action)
        values.append(perfect_values(table.pos))
    return max(values, key=lambda value: value[decision.seat])


def positions_near_end(players: int, left: int, count: int) -> list[Position[Any]]:
    """Return positions some tricks before the end of heuristic matches, with small hands."""
    found: list[Position[Any]] = []
    for seed in range(400):
        start = GAME.setup(GAME.options(), players)
        start.seed = seed
        table = Table(start)
        decision = table.settle()
        while decision is not None and len(found) < count:
            pos = table.pos
            small = all(len(pos.zones[zone]) <= left + 3 for zone in pos.state.ground.hands)
            if pos.state.phase == PLAY and small and ADVICE.exact(pos) is not None:
                found.append(pos.copy())
            options = decision.options
            weights = ADVICE.weights(pos, decision, options)
            rash = Random(seed + len(found)).choice(options)
            likely = options[weights.index(max(weights))]
            decision = table.play(rash if decision.seat else likely)
        if len(found) == count:
            return found
    return found


def test_beyond_the_bid_heuristics_want_tricks_again() -> None:
    """The last card is played to the trick: it wins one unless the bid has just been met."""
    seen = {True: 0, False: 0}
    for seed in range(40):
        for pos, _, _, _ in random_game(GAME, GAME.options(), 2, seed):
            decision = pos.decision
            if decision is None or pos.state.phase != PLAY or decision.options[-1].verb != "play":
                continue
            seat, ground = decision.seat, pos.state.ground
            if not pos.zones[ground.tricks[1 - seat]] or len(decision.options) < 2:
                continue
            won = len(pos.zones[ground.won[seat]]) // 2 - bid_of(pos, seat)
            wins = {}
            for option in decision.options:
                table = Table(pos.copy())
                table.play(option)
                wins[option] = len(table.pos.zones[ground.won[seat]])
            if won < 0 or min(wins.values()) == max(wins.values()):
                continue
            weights = ADVICE.weights(pos, decision, decision.options)
            likely = decision.options[weights.index(max(weights))]
            assert (wins[likely] == max(wins.values())) == (won > 0)
            seen[won > 0] += 1
    assert min(seen.values()) > 5


@rule("TT16")
@pytest.mark.parametrize(("players", "left", "count"), [(2, 3, 12), (3, 2, 6)])
def test_the_last_tricks_are_worth_what_trying_everything_finds(
    players: int, left: int, count: int
) -> None:
    found = positions_near_end(players, left, count)
    assert len(found) == count
    for pos in found:
        exact = ADVICE.exact(pos)
        seat = pos.decision.seat
        # with three players, equal choices of one player may differ for the others
        assert exact[seat] == pytest.approx(perfect_values(pos)[seat]) or players > 2
        if players == 2:
            assert exact == pytest.approx(perfect_values(pos))


def test_a_strong_hand_bids_more() -> None:
    bids = []
    for pos, _, action in moments_with_events(2, range(12)):
        if action.verb == "bid" and pos.decision is not None:
            bids.append(expected(pos, pos.decision.seat))
    assert max(bids) - min(bids) > 1.5
    assert all(0 <= bid <= 6 for bid in bids)
