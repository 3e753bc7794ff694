"""All hidden information, once: what a seat may know.

The only secret is a card's face, and with it what a seat is asked, for that may follow from its
hand. State, steps and card ids are public, and so is who is asked.
"""

from __future__ import annotations

from typing import Any

from castlecards.core.action import Decision
from castlecards.core.cards import NATURE, UNSEEN, CardId, Face, Seat, value
from castlecards.core.position import Position, S

VEIL = bytes.maketrans(b"01", bytes((UNSEEN, 0)))  # over a face whose bit of `known` is this


@value
class View:
    """What one seat knows. `position.steps[0].ask()` is meaningless here: use `decision`.

    Raises ValueError for a position with the decision of somebody else.
    """

    seat: Seat
    position: Position[Any]  # same shape; unknown faces UNSEEN, seed 0

    def __post_init__(self) -> None:
        asked = self.position.decision
        if asked is not None and asked.seat != self.seat:
            raise ValueError(f"seat {self.seat} may not know what seat {asked.seat} is asked")

    @property
    def decision(self) -> Decision | None:
        """What this seat is asked; None while somebody else is."""
        return self.position.decision

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
    # All faces at once, as one number: a look is taken at every moment of a game.
    bits = f"{known & (1 << box.size) - 1:0{box.size}b}"
    veil = int.from_bytes(bits.encode().translate(VEIL), "big")
    seen.faces = (int.from_bytes(pos.faces, "little") | veil).to_bytes(box.size, "little")
    seen.known &= ~_private(pos, seat)
    seen.seed = 0
    asked = pos.decision
    seen.decision = asked if asked is not None and asked.seat == seat else None
    return View(seat, seen)


def _private(pos: Position[S], seat: Seat) -> int:
    """The bits of `known` that this seat may not know: what one knows of a third one's hand.

    Nobody else sees where in the hand that card is (`Table.mix`).
    """
    box = pos.box
    if box.seats < 3:
        return 0
    hidden = 0
    for zone, spec in enumerate(box.zones):
        if spec.shape != "fan" or spec.owner in (None, seat):
            continue
        own = box.eyes[zone] | (1 << seat * box.size if seat >= 0 else 0)
        cards = sum([1 << card for card in pos.zones[zone]]) & ~pos.up
        hidden |= cards * (box.everyone & ~own)
    return hidden


def public(pos: Position[S]) -> Position[S]:
    """A position as everybody may know it: what lies hidden from anybody is missing."""
    return view(pos, NATURE).position
