"""What a seat of Card Barrage holds possible is possible: nothing that was proved is dealt."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from castlecards.content import built_in
from castlecards.core.action import Action
from castlecards.core.belief import Worlds, confined
from castlecards.core.cards import UNSEEN, CardId
from castlecards.core.events import Event, begin, seen_by
from castlecards.core.position import Position
from castlecards.core.view import view
from castlecards.games.card_barrage.rules import Replace
from tests.games.play import random_game

GAME = built_in()["card_barrage"]
assert GAME.advice is not None
BELIEVE = GAME.advice.believe


class Witness:
    """What everybody has learnt by play, worked out from actions and hands alone: by card, the
    faces that it does not have. It forgets a card that leaves the hands, and a hand that is mixed.
    """

    def __init__(self) -> None:
        self.never: dict[CardId, set[int]] = {}

    def see(self, before: Position[Any], action: Action, after: Position[Any]) -> None:
        ground = before.state.ground
        held = {card for hand in ground.hands for card in after.zones[hand]}
        mixed = {
            card
            for hand in ground.hands
            for card in after.zones[hand]
            if ground.seats > 2 and after.faces[card] != before.faces[card]
        }
        for hand in ground.hands:
            if mixed.intersection(after.zones[hand]):
                mixed.update(after.zones[hand])
        self.never = {c: f for c, f in self.never.items() if c in held and c not in mixed}
        if not mixed:
            self._learn(before, action, after)

    def _learn(self, before: Position[Any], action: Action, after: Position[Any]) -> None:
        ground, step = before.state.ground, before.steps[0]
        if action.verb == "decline" and isinstance(step, Replace):
            most = max(value for _, value in step.gaps)
            low = {face for face, rank in enumerate(ground.ranks) if rank <= most}
            self._bar(before.zones[ground.hands[step.seat]], low)
        if action.verb == "rob":
            foe = ground.hands.index(action.zones[0])
            if before.zones[ground.hands[foe]] == after.zones[ground.hands[foe]]:
                suit = step.suit  # type: ignore[attr-defined]
                self._bar(before.zones[ground.hands[foe]], of(ground, suit))
        if action.verb in ("effect", "use"):
            face = before.faces[action.cards[0]] if action.cards else -1
            does = ground.does[ground.ranks[face] if action.cards else action.args[0]]
            suit = ground.suits[face] if action.cards else step.suit  # type: ignore[attr-defined]
            if does == "levy":
                for foe in ground.opponents(before, before.decision.seat):  # type: ignore[union-attr]
                    hand = before.zones[ground.hands[foe]]
                    if hand == after.zones[ground.hands[foe]]:
                        self._bar(hand, of(ground, suit))

    def _bar(self, cards: bytes, faces: set[int]) -> None:
        for card in cards:
            self.never.setdefault(card, set()).update(faces)


def of(ground: Any, suit: int) -> set[int]:
    return {face for face, each in enumerate(ground.suits) if each == suit}


def moments(players: int, seed: int) -> Iterator[tuple[Position[Any], list[list[Event]], Witness]]:
    """Of a random match: the position, what each seat was told, and what is proved."""
    options = GAME.options()
    start = GAME.setup(options, players)
    start.seed = seed
    pos, events = begin(start)
    told = [[seen_by(event, seat) for event in events] for seat in range(pos.box.seats)]
    witness = Witness()
    for before, action, after, new in random_game(GAME, options, players, seed):
        witness.see(before, action, after)
        for seat, heard in enumerate(told):
            heard += [seen_by(event, seat) for event in new]
        yield after, told, witness


def broken(faces: bytes, pos: Position[Any], seen: bytes, witness: Witness) -> int:
    """Cards that are what they cannot be."""
    castles = [pos.zones[zone][0] for zone in pos.state.ground.castles]
    return sum(faces[card] != card for card in castles) + sum(
        seen[card] == UNSEEN and faces[card] in never for card, never in witness.never.items()
    )


@pytest.mark.parametrize(("players", "seeds"), [(2, 6), (4, 4), (6, 1)])
def test_no_world_is_impossible(players: int, seeds: int) -> None:
    random = Random(1)
    blind = learnt = 0
    for seed in range(seeds):
        for n, (pos, told, witness) in enumerate(moments(players, seed)):
            if n % 9 or pos.result is not None:
                continue
            assert not broken(pos.faces, pos, bytes([UNSEEN]) * pos.box.size, witness)
            for seat in range(players):
                seen = view(pos, seat)
                learnt += len(witness.never)
                deal = BELIEVE(seen, told[seat])
                for _ in range(2):
                    world = deal(random)
                    assert not broken(world.faces, pos, seen.position.faces, witness)
                    assert view(world, seat).position.faces == seen.position.faces
                plain = Worlds(seen, confined(seen, told[seat])).deal(random)
                blind += broken(plain.faces, pos, seen.position.faces, witness)
    assert learnt > 60
    assert blind > 3  # who does not listen deals what cannot be


def test_a_castle_is_known_also_to_who_was_told_nothing() -> None:
    for pos, _, _ in moments(2, 3):
        for seat in (0, 1):
            world = BELIEVE(view(pos, seat), ())(Random(1))
            for castle in pos.state.ground.castles:
                card = pos.zones[castle][0]
                assert world.faces[card] == pos.faces[card]
        break
