"""Which resources a player of Castle Wars believes in after fights without them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from benchmarks.belief import play
from castlecards.content import built_in
from castlecards.core.belief import trace
from castlecards.core.cards import UNSEEN
from castlecards.core.events import Event
from castlecards.core.position import Position
from castlecards.core.view import View
from castlecards.games.castle_wars.heuristics import _passes_in_fights
from castlecards.games.castle_wars.state import ACE

GAME = built_in()["castle_wars"]
WORLDS = 10


def test_who_let_a_soldier_die_is_believed_to_have_no_ace() -> None:
    advice = GAME.advice
    assert advice is not None
    plain = advice.with_even_worlds()
    found = {"withheld": [0, 0, 0], "new": [0, 0, 0]}  # cards; Aces in believed worlds, in even

    def watch(pos: Position[Any], seen: View, told: Sequence[Event]) -> None:
        known = trace(seen, told)
        assert known is not None
        foe = pos.state.ground.sides[1 - seen.seat]
        hidden = [card for card in pos.zones[foe.resource_hand]
                  if seen.position.faces[card] == UNSEEN]  # fmt: skip
        passes = _passes_in_fights(known, foe.seat)
        assert all(attacker in (0, 1) for _, attacker in passes)
        for card in hidden:
            defended = [number for number, attacker in passes
                        if attacker == seen.seat and number > known.entered(card)]  # fmt: skip
            tally = found["withheld" if defended else "new"]
            tally[0] += 1
            for n, sampler in enumerate((advice, plain), 1):
                deal, luck = sampler.world_sampler(seen, told), Random(tally[0])
                for _ in range(WORLDS):
                    tally[n] += foe.ranks[deal(luck).faces[card]] == ACE

    for seed in range(1, 5):
        play(GAME, (advice, advice), 4, seed, watch=watch)
    cards, believed, even = found["withheld"]
    assert cards > 10
    assert believed < 0.5 * even
    cards, believed, even = found["new"]
    assert cards > 10
    assert believed > 0.5 * even
