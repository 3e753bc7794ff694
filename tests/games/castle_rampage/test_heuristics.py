"""How the rules of thumb of Castle Rampage play, and which worlds they believe in."""

from __future__ import annotations

from random import Random

import pytest

from castlecards.content import games
from castlecards.core.cards import UNSEEN
from castlecards.core.events import begin, seen_by
from castlecards.core.view import view
from castlecards.games.castle_rampage.state import CASTLES, GATES
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
            set_up &= {card for zone in standing for card in zone}  # who fell may come back
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
