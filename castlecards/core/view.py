"""View: the knowledge of one seat. All hiding of information happens here.

The only secrets are card faces and the decision of a seat, which can depend on its hand. State,
steps, card ids and the seat that is asked are public.
"""

from __future__ import annotations

from typing import Any

from castlecards.core.action import Decision
from castlecards.core.cards import NATURE, UNSEEN, CardId, Face, Seat, value
from castlecards.core.position import Position, S

VEIL = bytes.maketrans(b"01", bytes((UNSEEN, 0)))  # from a bit of `known` to a byte OR-ed to a face


@value
class View:
    """Knowledge of one seat: a position without the faces that it does not know.

    Use `decision`; `position.steps[0].ask()` is meaningless without faces. Raises ValueError for a
    position with the decision of another seat.
    """

    seat: Seat
    position: Position[Any]  # unknown faces are UNSEEN, the seed is 0

    def __post_init__(self) -> None:
        asked = self.position.decision
        if asked is not None and asked.seat != self.seat:
            raise ValueError(f"seat {self.seat} may not know what seat {asked.seat} is asked")

    @property
    def decision(self) -> Decision | None:
        """Pending decision of this seat; None while another seat is asked."""
        return self.position.decision

    @property
    def asked(self) -> Decision:
        """Pending decision of this seat. Raises ValueError if it is not asked."""
        if self.decision is None:
            raise ValueError(f"seat {self.seat} is not asked")
        return self.decision

    def can_see(self, card: CardId) -> bool:
        """True if the seat sees this card where it lies now; memory alone does not count."""
        pos = self.position
        if pos.up >> card & 1:
            return True
        mask = pos.box.sight_masks[pos.zone_of(card)]
        return bool(mask >> self.seat * pos.box.size & 1)

    def face(self, card: CardId) -> Face | None:
        """Face of a card if the seat knows it, else None."""
        index = self.position.faces[card]
        return None if index == UNSEEN else self.position.box.faces[index]

    def face_named(self, card: int) -> Face | None:
        """Face of a card of an action, legal or not: None if the seat does not know it, or if there
        is no such card."""
        return self.face(card) if 0 <= card < self.position.box.size else None


def view(pos: Position[S], seat: Seat) -> View:
    """View of a seat. NATURE (seat -1) knows only the face-up cards."""
    box = pos.box
    known = pos.known >> seat * box.size if seat >= 0 else pos.up
    seen = pos.copy()
    # All faces at once, as one number, because views are made all the time.
    bits = f"{known & (1 << box.size) - 1:0{box.size}b}"
    veil = int.from_bytes(bits.encode().translate(VEIL), "big")
    seen.faces = (int.from_bytes(pos.faces, "little") | veil).to_bytes(box.size, "little")
    seen.known &= ~_private(pos, seat)
    seen.seed = 0
    asked = pos.decision
    seen.decision = asked if asked is not None and asked.seat == seat else None
    return View(seat, seen)


def _private(pos: Position[S], seat: Seat) -> int:
    """Bits of `known` to hide from this seat: knowledge of others about a third player's hand.

    With three or more seats it would reveal the position of a known card in that hand
    (`Table.mix`).
    """
    box = pos.box
    if box.seats < 3:
        return 0
    hidden = 0
    for zone, spec in enumerate(box.zones):
        if spec.shape != "fan" or spec.owner in (None, seat):
            continue
        own = box.sight_masks[zone] | (1 << seat * box.size if seat >= 0 else 0)
        cards = sum([1 << card for card in pos.zones[zone]]) & ~pos.up
        hidden |= cards * (box.everyone & ~own)
    return hidden


def public(pos: Position[S]) -> Position[S]:
    """Public position: only face-up cards have faces, and there is no decision."""
    return view(pos, NATURE).position
