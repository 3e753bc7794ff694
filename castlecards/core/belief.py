"""Determinization: sampled positions that are consistent with the knowledge of one seat.

`Worlds` prepares the pools of unseen cards once; each deal then shuffles every pool. Proven facts
come as a mask of possible faces for each card (`confined`, plus facts of the game such as a void
suit) or as proofs about groups of cards (`core.proof`). A deal that violates a mask is repaired by
swaps along an augmenting path, so every sampled position respects all facts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from struct import Struct
from typing import Any, Protocol

from castlecards.core.cards import UNSEEN, CardId
from castlecards.core.events import CardFlipped, CardMoved, CardShown, Event, PileShuffled
from castlecards.core.position import Position
from castlecards.core.proof import Proof, Proofs, settled
from castlecards.core.view import View

TRIES = 6  # deals to try by rejection before group proofs are forced on random cards of the group
POSITIVE = 0x40  # highest byte of a positive double, as are the next 62 values; never of a NaN
Allowed = Mapping[CardId, int]  # by card: bit mask of its possible faces


class Luck(Protocol):
    """Random source owned and seeded by the caller, such as `random.Random`."""

    def random(self) -> float: ...
    def getrandbits(self, k: int, /) -> int: ...
    def shuffle(self, x: list[Any], /) -> None: ...
    def sample(self, population: bytes, k: int) -> list[CardId]: ...


class Impossible(ValueError):
    """Error: no deal satisfies all proven facts."""


class Worlds:
    """Sampler of positions that look exactly like the view to its seat."""

    def __init__(self, view: View, allowed: Allowed | None = None, proofs: Proofs = ()) -> None:
        pos = view.position
        limits = dict(allowed or {})
        known = {card: face for card, face in enumerate(pos.faces) if face != UNSEEN}
        left = settled(proofs, known)
        for proof in left:
            if proof.least >= len(proof.cards):
                bar(limits, proof.cards, proof.barred)
        self._limits = limits
        self._loose = tuple([proof for proof in left if proof.least < len(proof.cards)])
        box = pos.box
        self._pos: Position[Any] = pos
        seen = set(pos.faces)
        pools: dict[str, tuple[list[CardId], list[int]]] = {}  # by back: unseen cards and faces
        for card, face in enumerate(pos.faces):
            cards, faces = pools.setdefault(box.backs[card], ([], []))
            if face == UNSEEN:
                cards.append(card)
            if card not in seen:  # card n is born with face n
                faces.append(card)
        pool_pairs = [(bytes(cards), bytes(faces)) for cards, faces in pools.values() if cards]
        self._pools = [
            (cards, {card: limits[card] for card in cards if card in limits})
            for cards, _ in pool_pairs
        ]
        # `_order`: all cards, pools last. `_known`, `_faces`: the faces in that order.
        self._order = bytes(known) + b"".join([cards for cards, _ in pool_pairs])
        self._known = bytes(known.values())
        self._faces = b"".join([faces for _, faces in pool_pairs])
        self._heads = b"".join(
            [bytes((POSITIVE + n,)) * len(c) for n, (c, _) in enumerate(pool_pairs)]
        )
        self._numbers = Struct(f"<{len(self._faces)}d")

    def deal(self, luck: Luck) -> Position[Any]:
        """Sample a playable position. Raises Impossible if the proven facts contradict."""
        pos = self._pos.copy()
        pos.faces = self._dealt(luck)
        pos.seed = luck.getrandbits(63)
        if pos.decision is None and pos.steps:  # else the seat itself is asked: it is the same
            pos.decision = pos.steps[0].ask(pos)
        return pos

    def _dealt(self, luck: Luck) -> bytes:
        for _ in range(TRIES if self._loose else 1):
            dealt = self._drawn(luck)
            if all(_holds(proof, dealt) for proof in self._loose):
                return bytes(dealt)
        for _ in range(TRIES):
            limits = dict(self._limits)
            for proof in self._loose:
                bar(limits, bytes(luck.sample(proof.cards, proof.least)), proof.barred)
            try:
                return bytes(self._drawn(luck, limits))
            except Impossible:  # the sampled cards of a group cannot take its proof
                continue
        raise Impossible("no world fits what is proved of several cards")

    def _drawn(self, luck: Luck, limits: Allowed | None = None) -> bytearray:
        faces = self._known + self._shuffled(luck)
        dealt = bytearray(bytes.maketrans(self._order, faces)[: self._pos.box.size])
        for cards, usual in self._pools:
            allowed = usual
            if limits is not None:
                allowed = {card: limits[card] for card in cards if card in limits}
            if allowed:
                _mend(dealt, cards, allowed, luck)
        return dealt

    def _shuffled(self, luck: Luck) -> bytes:
        """Faces of all pools, each pool shuffled by itself.

        Every face becomes a 64-bit sort key: pool number in the highest byte, the face in the
        lowest, random bits between. One sort then shuffles all pools; speed matters because a
        search deals a world for each simulation.
        """
        size = len(self._faces)
        drawn = bytearray(luck.getrandbits(64 * size).to_bytes(8 * size, "little"))
        drawn[::8] = self._faces
        drawn[7::8] = self._heads
        numbers = self._numbers
        return numbers.pack(*sorted(numbers.unpack(drawn)))[::8]


def bar(limits: dict[CardId, int], cards: bytes, barred: int) -> None:
    """Remove the faces of the bit mask `barred` from the possible faces of these cards."""
    for card in cards:
        limits[card] = limits.get(card, -1) & ~barred


def _holds(proof: Proof, faces: bytearray) -> bool:
    free = 0
    for card in proof.cards:
        free += not proof.barred >> faces[card] & 1
    return free >= proof.least


def _mend(dealt: bytearray, cards: bytes, allowed: Allowed, luck: Luck) -> None:
    """Swap faces until every card has an allowed one."""
    wrong = [card for card, mask in allowed.items() if not mask >> dealt[card] & 1]
    if not wrong:
        return
    shuffled = sorted(cards, key=lambda _: luck.random())
    for card in wrong:
        if not allowed[card] >> dealt[card] & 1:
            _exchange(dealt, card, shuffled, allowed)


def _exchange(dealt: bytearray, card: CardId, givers: list[CardId], allowed: Allowed) -> None:
    """Give `card` an allowed face by the shortest cycle of swaps (breadth-first search).

    Each card on the path passes its face to the card before it, which may have that face; the last
    one takes the present face of `card`. Raises Impossible if there is no such cycle.
    """
    spare = dealt[card]
    before: dict[CardId, CardId] = {card: card}
    queue = [card]
    for taker in queue:
        mask = allowed.get(taker, -1)
        for giver in givers:
            if giver in before or not mask >> dealt[giver] & 1:
                continue
            before[giver] = taker
            if allowed.get(giver, -1) >> spare & 1:
                _rotate(dealt, giver, before, spare)
                return
            queue.append(giver)
    raise Impossible(f"no unseen card that card {card} may be is left")


def _rotate(dealt: bytearray, last: CardId, before: Mapping[CardId, CardId], spare: int) -> None:
    """Shift the faces along the path that ends in `last`; `last` takes the face `spare`."""
    face = spare
    card = last
    while True:
        dealt[card], face = face, dealt[card]
        taker = before[card]
        if taker == card:
            return
        card = taker


def confined(view: View, events: Sequence[Event]) -> dict[CardId, int]:
    """Possible faces of each unseen card, as bit masks, after all events this seat saw.

    `events`: all since the set-up, as the seat saw them (`core.events.seen_by`). If there are none,
    play began elsewhere and nothing can be concluded. A face is traced from the printed order
    through every shuffle: it stays among the cards it was shuffled with until it is seen again.
    """
    if not events:
        return {}
    pos = view.position
    size = pos.box.size
    cards_in = _start_zones(pos, events)
    holders = [1 << face for face in range(size)]  # by face: the cards that may have it
    seen_at = {face: face for face in range(size)}  # by face: where it was seen, unless mixed since
    for event in events:
        if isinstance(event, CardMoved):
            cards_in[event.source] &= ~(1 << event.card)
            cards_in[event.to] |= 1 << event.card
        elif isinstance(event, PileShuffled):
            _mix(holders, cards_in[event.zone], seen_at)
            continue
        elif not isinstance(event, (CardFlipped, CardShown)):
            continue
        if event.face != UNSEEN and seen_at.get(event.face) != event.card:
            _fix_face(holders, event.card, event.face)
            seen_at[event.face] = event.card
    missing: dict[int, int] = {}  # by who may have them: bit mask of faces
    for face in set(range(size)).difference(pos.faces):
        missing[holders[face]] = missing.get(holders[face], 0) | 1 << face
    all_missing = sum(missing.values())
    allowed = {}
    for card, face in enumerate(pos.faces):
        if face == UNSEEN:
            mask = sum([faces for cards, faces in missing.items() if cards >> card & 1])
            if mask != all_missing:
                allowed[card] = mask
    return allowed


def _start_zones(pos: Position[Any], events: Sequence[Event]) -> list[int]:
    """Bit masks by zone of the cards that lay there before the events that led to `pos`."""
    zone_of = [0] * pos.box.size
    for zone, cards in enumerate(pos.zones):
        for card in cards:
            zone_of[card] = zone
    for event in reversed(events):
        if isinstance(event, CardMoved):
            zone_of[event.card] = event.source
    cards_in = [0] * len(pos.zones)
    for card, zone in enumerate(zone_of):
        cards_in[zone] |= 1 << card
    return cards_in


def _mix(holders: list[int], cards: int, seen_at: dict[int, CardId]) -> None:
    """Mix the possible faces of a shuffled group: each of its cards can have any of them."""
    for face, mask in enumerate(holders):
        if mask & cards:
            holders[face] = mask | cards
            seen_at.pop(face, None)


def _fix_face(holders: list[int], card: CardId, face: int) -> None:
    """Fix a face that was seen: its card has it, and no other card does."""
    own = 1 << card
    for other_face, mask in enumerate(holders):
        if mask & own:
            holders[other_face] = mask & ~own
    holders[face] = own
