"""Facts about hidden cards that follow from play of Card Barrage, from actions and hands alone."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from castlecards.content import built_in
from castlecards.core.action import Action
from castlecards.core.cards import UNSEEN, CardId
from castlecards.core.events import Event, begin, seen_by
from castlecards.core.position import Position
from castlecards.core.view import view
from castlecards.games.card_barrage.rules import Replace
from tests.games.play import random_game

GAME = built_in()["card_barrage"]
BELIEVE = GAME.advice.world_sampler
EVERY = 7  # actions between two checks of a match


class ExcludedFaces:
    """Faces that a card cannot have, by card, as all players could prove from the actions.

    A card that leaves a hand, and a hand that is shuffled, are forgotten.
    """

    def __init__(self) -> None:
        self.by_card: dict[CardId, set[int]] = {}

    def update(self, before: Position[Any], action: Action, after: Position[Any]) -> None:
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
        self.by_card = {c: f for c, f in self.by_card.items() if c in held and c not in mixed}
        if not mixed:
            self._learn(before, action, after)

    def _learn(self, before: Position[Any], action: Action, after: Position[Any]) -> None:
        ground, step = before.state.ground, before.steps[0]
        if action.verb == "decline" and isinstance(step, Replace):
            most = max(value for _, value in step.gaps)
            low = {face for face, rank in enumerate(ground.ranks) if rank <= most}
            self._exclude(before.zones[ground.hands[step.seat]], low)
        if action.verb == "rob":
            opponent = ground.hands.index(action.zones[0])
            if before.zones[ground.hands[opponent]] == after.zones[ground.hands[opponent]]:
                suit = step.suit  # type: ignore[attr-defined]
                self._exclude(before.zones[ground.hands[opponent]], of(ground, suit))
        if action.verb in ("effect", "use"):
            face = before.faces[action.cards[0]] if action.cards else -1
            does = ground.does[ground.ranks[face] if action.cards else action.args[0]]
            suit = ground.suits[face] if action.cards else step.suit  # type: ignore[attr-defined]
            if does == "levy":
                for opponent in ground.opponents(before, before.decision.seat):  # type: ignore[union-attr]
                    hand = before.zones[ground.hands[opponent]]
                    if hand == after.zones[ground.hands[opponent]]:
                        self._exclude(hand, of(ground, suit))

    def _exclude(self, cards: bytes, faces: set[int]) -> None:
        for card in cards:
            self.by_card.setdefault(card, set()).update(faces)


def of(ground: Any, suit: int) -> set[int]:
    return {face for face, each in enumerate(ground.suits) if each == suit}


def moments(
    players: int, seed: int
) -> Iterator[tuple[Position[Any], list[list[Event]], ExcludedFaces]]:
    """Yield moments of a random match: position, events of each seat, and proved facts."""
    options = GAME.options()
    start = GAME.setup(options, players)
    start.seed = seed
    pos, events = begin(start)
    told = [[seen_by(event, seat) for event in events] for seat in range(pos.box.seats)]
    excluded = ExcludedFaces()
    for before, action, after, new in random_game(GAME, options, players, seed):
        excluded.update(before, action, after)
        for seat, heard in enumerate(told):
            heard += [seen_by(event, seat) for event in new]
        yield after, told, excluded


def contradictions(faces: bytes, pos: Position[Any], seen: bytes, excluded: ExcludedFaces) -> int:
    """Return the number of cards with a face that they cannot have."""
    castles = [pos.zones[zone][0] for zone in pos.state.ground.castles]
    return sum(faces[card] != card for card in castles) + sum(
        seen[card] == UNSEEN and faces[card] in never for card, never in excluded.by_card.items()
    )


def count_impossible(worlds: int) -> tuple[int, int]:
    """Return how many sampled worlds contradict the proved facts, and how many were sampled."""
    random, dealt, wrong = Random(1), 0, 0
    for seed in range(worlds):
        players = (2, 2, 4, 2, 6, 3)[seed % 6]
        for n, (pos, told, excluded) in enumerate(moments(players, seed)):
            if n % EVERY or pos.result is not None:
                continue
            for seat in range(pos.box.seats):
                seen = view(pos, seat)
                deal = BELIEVE(seen, told[seat])
                for _ in range(5):
                    wrong += bool(
                        contradictions(deal(random).faces, pos, seen.position.faces, excluded)
                    )
                    dealt += 1
                    if dealt == worlds:
                        return wrong, dealt
    return wrong, dealt
