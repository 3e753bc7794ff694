"""Tests of belief in Castle Wars: the resources of a player who has lost fights."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from benchmarks.belief import log_likelihood, play
from castlecards.content import built_in
from castlecards.core.belief import trace
from castlecards.core.cards import UNSEEN
from castlecards.core.events import Event
from castlecards.core.position import Position
from castlecards.core.view import View
from castlecards.games.castle_wars.heuristics import LOST_DEFENCE, _lost_fights
from castlecards.games.castle_wars.state import ACE

GAME = built_in()["castle_wars"]
WORLDS = 10


def test_who_let_a_soldier_die_is_believed_to_have_no_ace() -> None:
    advice = GAME.advice
    plain = advice.with_even_worlds()
    found = {"withheld": [0, 0, 0], "new": [0, 0, 0]}  # cards; Aces in sampled, in even worlds

    def watch(pos: Position[Any], seen: View, told: Sequence[Event]) -> None:
        known = trace(seen, told)
        assert known is not None
        opponent = pos.state.ground.sides[1 - seen.seat]
        hidden = [card for card in pos.zones[opponent.resource_hand]
                  if seen.position.faces[card] == UNSEEN]  # fmt: skip
        lost = _lost_fights(known, told, opponent.seat, hidden)
        for card in hidden:
            defended = [number for number, slopes in lost
                        if LOST_DEFENCE in slopes and number > known.entered_at(card)]  # fmt: skip
            tally = found["withheld" if defended else "new"]
            tally[0] += 1
            for n, sampler in enumerate((advice, plain), 1):
                deal, luck = sampler.world_sampler(seen, told), Random(tally[0])
                for _ in range(WORLDS):
                    tally[n] += opponent.ranks[deal(luck).faces[card]] == ACE

    for seed in range(1, 5):
        play(GAME, (advice, advice), 4, seed, watch=watch)
    cards, believed, even = found["withheld"]
    assert cards > 10
    assert believed < 0.5 * even
    cards, believed, even = found["new"]
    assert cards > 10
    assert believed > 0.5 * even


@pytest.mark.long
def test_the_truth_is_likelier_after_lost_fights_than_in_even_worlds() -> None:
    advice = GAME.advice
    plain = advice.with_even_worlds()
    gains: list[float] = []

    def watch(pos: Position[Any], seen: View, told: Sequence[Event]) -> None:
        hidden = [("sleeve", card) for card in pos.zones[pos.box.zone(f"{1 - seen.seat}.sleeve")]
                  if seen.position.faces[card] == UNSEEN]  # fmt: skip
        if len(told) % 5 or not hidden:
            return
        own, even = [
            log_likelihood(pos, seen, hidden, sampler.world_sampler(seen, told), Random(1))
            for sampler in (advice, plain)
        ]
        gains.append(own - even)

    for seed in range(1, 7):
        play(GAME, (advice, advice), 8, seed, watch=watch)
    assert len(gains) > 50
    assert sum(gains) / len(gains) > 0.1  # bits
