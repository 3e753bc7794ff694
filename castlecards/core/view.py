"""All hidden information, once: what a seat may know, and a guess that fits it.

The only secret is a card's face. State, steps and card ids are public.
"""

from __future__ import annotations

from typing import Any

from castlecards.core.action import Decision
from castlecards.core.cards import UNSEEN, CardId, Face, Seat, value
from castlecards.core.position import Position, S
from castlecards.core.rng import shuffled


@value
class View:
    """What one seat knows. `position.steps[0].ask()` is meaningless here: use `decision`."""

    seat: Seat
    position: Position[Any]  # same shape; unknown faces UNSEEN, seed 0
    decision: Decision | None  # only if it is this seat's

    def looks(self, card: CardId) -> bool:
        """May the seat look at this card where it lies now? Memory alone does not count."""
        pos = self.position
        if pos.up >> card & 1:
            return True
        eyes = pos.box.eyes[pos.zone_of(card)]
        return bool(eyes >> self.seat * pos.box.size & 1)

    def face(self, card: CardId) -> Face | None:
        """What the seat knows to be printed on a card; None where it does not."""
        index = self.position.faces[card]
        return None if index == UNSEEN else self.position.box.faces[index]


def view(pos: Position[S], seat: Seat) -> View:
    """For NATURE (seat -1): all lying face-up cards, no hidden face at all."""
    box = pos.box
    known = pos.known >> seat * box.size if seat >= 0 else pos.up
    seen = pos.copy()
    seen.faces = bytes(
        [face if known >> card & 1 else UNSEEN for card, face in enumerate(pos.faces)]
    )
    seen.seed = 0
    decision = pos.decision if pos.decision is not None and pos.decision.seat == seat else None
    seen.decision = decision
    return View(seat, seen, decision)


def guess(view: View, seed: int) -> Position[Any]:
    """Deals the unseen faces at random among the cards with the same back, and asks anew."""
    pos: Position[Any] = view.position.copy()
    backs = pos.box.backs
    pools: dict[str, tuple[list[int], list[int]]] = {back: ([], []) for back in backs}
    seen = set(pos.faces)
    for card, face in enumerate(pos.faces):
        if face == UNSEEN:
            pools[backs[card]][0].append(card)
        if card not in seen:
            pools[backs[card]][1].append(card)
    faces = bytearray(pos.faces)
    for n, (cards, missing) in enumerate(pools.values()):
        for card, face in zip(cards, shuffled(missing, seed, n), strict=True):
            faces[card] = face
    pos.faces = bytes(faces)
    pos.seed = seed
    if pos.steps:
        pos.decision = pos.steps[0].ask(pos)
    return pos
