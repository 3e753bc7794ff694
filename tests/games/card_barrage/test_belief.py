"""Tests of belief in Card Barrage: no sampled world contradicts what was proved."""

from __future__ import annotations

from random import Random

import pytest

from castlecards.core.belief import Worlds, possible_faces
from castlecards.core.cards import UNSEEN
from castlecards.core.view import view
from tests.games.card_barrage.excluded_faces import BELIEVE, contradictions, moments


@pytest.mark.parametrize(("players", "seeds"), [(2, 6), (4, 4), (6, 1)])
@pytest.mark.long
def test_no_world_is_impossible(players: int, seeds: int) -> None:
    random = Random(1)
    blind = learnt = 0
    for seed in range(seeds):
        for n, (pos, told, excluded) in enumerate(moments(players, seed)):
            if n % 9 or pos.result is not None:
                continue
            assert not contradictions(pos.faces, pos, bytes([UNSEEN]) * pos.box.size, excluded)
            for seat in range(players):
                seen = view(pos, seat)
                learnt += len(excluded.by_card)
                deal = BELIEVE(seen, told[seat])
                for _ in range(2):
                    world = deal(random)
                    assert not contradictions(world.faces, pos, seen.position.faces, excluded)
                    assert view(world, seat).position.faces == seen.position.faces
                    plain = Worlds(seen, possible_faces(seen, told[seat])).deal(random)
                    blind += contradictions(plain.faces, pos, seen.position.faces, excluded)
    assert learnt > 60
    assert blind > 3  # worlds without the proofs are often impossible


def test_a_castle_is_known_also_to_who_was_told_nothing() -> None:
    for pos, _, _ in moments(2, 3):
        for seat in (0, 1):
            world = BELIEVE(view(pos, seat), ())(Random(1))
            for castle in pos.state.ground.castles:
                card = pos.zones[castle][0]
                assert world.faces[card] == pos.faces[card]
        break
