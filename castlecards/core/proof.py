"""What play has proved about cards that lie hidden: of so many of them, so many are none of these.

Rules note it in their state (`proofs`) where everybody learns it, and keep it true while cards
change hands unseen; `core.belief` deals worlds that respect it. Public, like all of a state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from castlecards.core.cards import ONE, CardId, value
from castlecards.core.table import Table


@value
class Proof:
    """At least `least` of `cards` have a face that is not in the bit mask `barred`."""

    cards: bytes
    least: int
    barred: int


Proofs = tuple[Proof, ...]


def prove(table: Table[Any], cards: bytes, least: int, barred: int) -> None:
    """Everybody has learnt this. `table.pos.state` has `proofs`."""
    if least > 0 and cards and barred:
        state = table.pos.state
        pos = table.pos
        proofs: Proofs = (*state.proofs, Proof(cards, least, barred))
        faces, up = pos.faces, pos.up
        seen = {card: faces[card] for proof in proofs for card in proof.cards if up >> card & 1}
        proofs = settled(proofs, seen)
        table.put(state.with_(proofs=proofs))


@cache
def faces_of(suits: bytes, *barred: int) -> int:
    """The bit mask of the faces of these suits; `suits`: by face."""
    return sum([1 << face for face, suit in enumerate(suits) if suit in barred])


@cache
def faces_but(suits: bytes, suit: int) -> int:
    """The bit mask of the faces of all other suits."""
    return sum([1 << face for face, other in enumerate(suits) if other != suit])


@cache
def faces_up_to(ranks: bytes, most: int) -> int:
    """The bit mask of the faces that are worth so much at most; `ranks`: by face."""
    return sum([1 << face for face, rank in enumerate(ranks) if rank <= most])


def passed(table: Table[Any], before: bytes, after: bytes, taker: bytes) -> None:
    """A card went unseen from a hand, `before` and `after`, into another, `taker` (with it)."""
    state = table.pos.state
    found: list[Proof] = []
    for proof in state.proofs:
        inside = _within(proof.cards, before)
        if not inside and not _within(proof.cards, taker):
            found.append(proof)
            continue
        outside = len(proof.cards) - len(inside)
        # those outside may all be free of what is barred; one of those inside may have gone
        if inside and proof.least - outside > 1:
            found.append(Proof(after, proof.least - outside - 1, proof.barred))
        own = proof.cards if not inside else _joined(proof.cards, before)
        found.append(Proof(_joined(own, taker), proof.least, proof.barred))
    if state.proofs:
        table.put(state.with_(proofs=tuple(dict.fromkeys(found))))


def settled(proofs: Proofs, faces: Mapping[CardId, int]) -> Proofs:
    """What is left of them when these cards have been seen: their ids may have other faces soon."""
    found = []
    for proof in proofs:
        seen = [card for card in proof.cards if card in faces]
        if not seen and proof.least > 0:
            found.append(proof)
            continue
        free = sum([not proof.barred >> faces[card] & 1 for card in seen])
        cards = bytes([card for card in proof.cards if card not in faces])
        if proof.least - free > 0:
            found.append(Proof(cards, proof.least - free, proof.barred))
    return tuple(dict.fromkeys(found)) if len(found) > 1 else tuple(found)


def settle(table: Table[Any], cards: Iterable[CardId]) -> None:
    """Before cards that everybody has seen are shuffled."""
    pos = table.pos
    if pos.state.proofs:
        faces = {card: pos.faces[card] for card in cards}
        table.put(pos.state.with_(proofs=settled(pos.state.proofs, faces)))


def _within(cards: bytes, among: bytes) -> bytes:
    return bytes([card for card in cards if card in among])


def _joined(cards: bytes, more: bytes) -> bytes:
    return b"".join([ONE[card] for card in sorted({*cards, *more})])
