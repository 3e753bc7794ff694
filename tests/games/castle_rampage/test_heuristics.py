"""Tests of Castle Rampage heuristics: their moves, and the worlds that they sample."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from castlecards.content import games
from castlecards.core.action import Decision
from castlecards.core.belief import Worlds
from castlecards.core.cards import UNSEEN
from castlecards.core.events import begin, seen_by
from castlecards.core.position import Position
from castlecards.core.view import view
from castlecards.games.castle_rampage.heuristics import LONG, SEARCH
from castlecards.games.castle_rampage.rules import STORIES
from castlecards.games.castle_rampage.state import CASTLES, DRAW, GATES, HANDS
from tests.games.play import random_game
from tests.marks import rule

GAME = games()["castle_rampage"]


@pytest.mark.long
@rule("CR2")
def test_no_world_holds_a_purple_card_from_the_set_up() -> None:
    advice = GAME.advice
    assert advice is not None
    looked = 0
    for seed in range(12):
        start = GAME.setup(GAME.options(), 2)
        start.seed = seed
        told = [[seen_by(event, seat) for event in begin(start)[1]] for seat in (0, 1)]
        set_up = set()
        for n, (_, action, after, events) in enumerate(random_game(GAME, GAME.options(), 2, seed)):
            for seat in (0, 1):
                told[seat] += [seen_by(event, seat) for event in events]
            if action.verb == "place":
                set_up.update(action.cards)
            standing = [after.zones[zone] for zone in (*GATES, *CASTLES)]
            set_up &= {card for zone in standing for card in zone}  # a fallen card may come back
            if n % 7:
                continue
            for seat in (0, 1):
                seen = view(after, seat)
                hidden = [card for card in set_up if seen.position.faces[card] == UNSEEN]
                deal = advice.world_sampler(seen, told[seat])
                for luck in range(3):
                    world = deal(Random(luck))
                    kinds = world.state.ground.kinds
                    for card in hidden:
                        assert kinds[world.faces[card]].plays
                        looked += 1
    assert looked > 1000


def test_hidden_cards_are_believed_to_lie_where_they_defend_best() -> None:
    """Against an even deal, the enemy's structures are stronger, and its hand has more attack."""
    advice = GAME.advice
    assert advice is not None
    gains = {"gate": 0.0, "castle": 0.0, "hand": 0.0}
    for seed in range(4):
        start = GAME.setup(GAME.options(), 2)
        start.seed = seed
        told = [seen_by(event, 0) for event in begin(start)[1]]
        for n, (_, _, after, events) in enumerate(random_game(GAME, GAME.options(), 2, seed)):
            told += [seen_by(event, 0) for event in events]
            if n % 25 == 24:
                seen = view(after, 0)
                believed, even = advice.world_sampler(seen, told), Worlds(seen).deal
                for deal, sign in ((believed, 1), (even, -1)):
                    for luck in range(10):
                        for name, figure in defences(deal(Random(luck)), 1).items():
                            gains[name] += sign * figure
    assert all(gain > 0 for gain in gains.values()), gains


def defences(pos: Position[Any], seat: int) -> dict[str, float]:
    """Return sums of a side: defence of its structures, and attack of its hand."""
    ground, faces, zones = pos.state.ground, pos.faces, pos.zones
    gates, castles = ground.defences
    return {
        "gate": sum(gates[faces[card]] for card in zones[GATES[seat]]),
        "castle": sum(castles[faces[card]] for card in zones[CASTLES[seat]]),
        "hand": sum(ground.kinds[faces[card]].attack or 0 for card in zones[HANDS[seat]]),
    }


def turns(matches: int) -> Iterator[tuple[Position[Any], Decision]]:
    """Yield the positions of random matches in which a seat may pass, with their decisions."""
    for seed in range(matches):
        for pos, *_ in random_game(GAME, GAME.options(), 2, seed):
            if pos.decision is not None and pos.decision.options[0].verb == "pass":
                yield pos, pos.decision


def test_a_strong_castle_needs_less_of_its_gate_where_one_searches() -> None:
    """The more cards the castle has, the more a card is worth in the hand, for an attack."""
    advice = GAME.advice
    assert advice is not None
    fewer = open_gates = 0
    for before, decision in turns(10):
        options = decision.options
        lays = [option.verb == "strengthen" for option in options]
        if not any(lays):
            continue
        castle, gate = CASTLES[decision.seat], GATES[decision.seat]
        inside, draw = before.zones[castle], before.zones[DRAW]
        weights = []
        for extra in (0, 8):  # the same decision, with more cards in the castle
            pos = before.copy()
            zones = [*before.zones]
            zones[castle] = (inside + draw[:extra])[: STORIES + extra]
            pos.zones = zones
            prior = advice.prior(pos, decision, options)
            weights.append(sum(w for w, lay in zip(prior, lays, strict=True) if lay))
            if not before.zones[gate]:
                open_gates += extra > 0
                assert (prior[0] > 0) == (len(pos.zones[castle]) >= SEARCH.gate_open)
                assert advice.weights(pos, decision, options)[0] == 0
        assert weights[1] < weights[0] or not any(weights)
        fewer += weights[1] < weights[0]
    assert open_gates
    assert fewer > 100


def test_a_long_match_is_brought_to_its_end_where_one_searches() -> None:
    """After LONG turns, strengthening loses weight with each turn, except at an open gate."""
    advice = GAME.advice
    assert advice is not None
    fell = closed = 0
    for before, decision in turns(3):
        options = decision.options
        if len(options) == 1:
            continue
        found, closing = [], []
        for turn in (LONG - 1, LONG, LONG + 1, 199):
            pos = before.supposing(state=before.state.with_(turn=turn))
            prior = advice.prior(pos, decision, options)
            both = [*zip(prior, options, strict=True)]
            laid = [(weight, o.to) for weight, o in both if o.verb == "strengthen"]
            open_gate = not before.zones[GATES[decision.seat]]
            shut = [weight for weight, to in laid if open_gate and to in GATES]
            found.append(sum([weight for weight, _ in laid]) - sum(shut))
            closing.append(sum(shut))
        assert found[0] == found[1] >= found[2] >= found[3] == pytest.approx(0)
        assert len(set(closing)) == 1
        fell += found[1] > found[2]
        closed += closing[0] > 0
    assert fell > 20
    assert closed
