"""Proofs about hidden cards: public facts such as "at least 2 of these cards are not hearts".

Rules store them in their state (`proofs`) when everybody learns them, and update them when cards
change hands unseen. `core.belief` samples worlds that respect them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from castlecards.core.cards import ONE, CardId, value
from castlecards.core.table import Table


@value
class Proof:
    """Fact that at least `least` of `cards` have a face outside the bit mask `barred`."""

    cards: bytes
    least: int
    barred: int


Proofs = tuple[Proof, ...]


def prove(table: Table[Any], cards: bytes, least: int, barred: int) -> None:
    """Add a proof that everybody has learnt to `table.pos.state.proofs`."""
    if least > 0 and cards and barred:
        state = table.pos.state
        pos = table.pos
        proofs: Proofs = (*state.proofs, Proof(cards, least, barred))
        faces, up = pos.faces, pos.up
        seen = {card: faces[card] for proof in proofs for card in proof.cards if up >> card & 1}
        proofs = without_known_faces(proofs, seen)
        table.put(state.with_(proofs=proofs))


@cache
def faces_of(suits: bytes, *barred: int) -> int:
    """Bit mask of the faces of the suits `barred`; `suits` gives the suit of each face."""
    return sum([1 << face for face, suit in enumerate(suits) if suit in barred])


@cache
def faces_but(suits: bytes, suit: int) -> int:
    """Bit mask of the faces of all suits except `suit`."""
    return sum([1 << face for face, other in enumerate(suits) if other != suit])


@cache
def faces_up_to(ranks: bytes, most: int) -> int:
    """Bit mask of the faces with a rank of at most `most`; `ranks` gives the rank of each face."""
    return sum([1 << face for face, rank in enumerate(ranks) if rank <= most])


def note_unseen_move(table: Table[Any], before: bytes, after: bytes, taker: bytes) -> None:
    """Update the proofs after a card moved unseen from one hand into another.

    `before` and `after` are the giving hand's cards; `taker` is the other hand with the new card.
    """
    state = table.pos.state
    proofs: list[Proof] = []
    for proof in state.proofs:
        inside = _within(proof.cards, before)
        if not inside and not _within(proof.cards, taker):
            proofs.append(proof)
            continue
        outside = len(proof.cards) - len(inside)
        # Worst case: all cards outside satisfy the proof, and the moved card was one that did.
        if inside and proof.least - outside > 1:
            proofs.append(Proof(after, proof.least - outside - 1, proof.barred))
        own = proof.cards if not inside else _joined(proof.cards, before)
        proofs.append(Proof(_joined(own, taker), proof.least, proof.barred))
    if state.proofs:
        table.put(state.with_(proofs=tuple(dict.fromkeys(proofs))))


def without_known_faces(proofs: Proofs, faces: Mapping[CardId, int]) -> Proofs:
    """Proofs that remain once the faces of some cards are known; these cards are taken out."""
    remaining = []
    for proof in proofs:
        seen = [card for card in proof.cards if card in faces]
        if not seen and proof.least > 0:
            remaining.append(proof)
            continue
        free = sum([not proof.barred >> faces[card] & 1 for card in seen])
        cards = bytes([card for card in proof.cards if card not in faces])
        if proof.least - free > 0:
            remaining.append(Proof(cards, proof.least - free, proof.barred))
    return tuple(dict.fromkeys(remaining)) if len(remaining) > 1 else tuple(remaining)


def settle(table: Table[Any], cards: Iterable[CardId]) -> None:
    """Settle the proofs about cards that everybody has seen; call it before they are shuffled."""
    pos = table.pos
    if pos.state.proofs:
        faces = {card: pos.faces[card] for card in cards}
        table.put(pos.state.with_(proofs=without_known_faces(pos.state.proofs, faces)))


def _within(cards: bytes, among: bytes) -> bytes:
    return bytes([card for card in cards if card in among])


def _joined(cards: bytes, more: bytes) -> bytes:
    return b"".join([ONE[card] for card in sorted({*cards, *more})])
