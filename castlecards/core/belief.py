"""Determinization: sampled positions that are consistent with the knowledge of one seat.

`Worlds` prepares the pools of unseen cards once; each deal then shuffles every pool. Proven facts
come as a mask for each card (`possible_faces`, plus facts of the game such as a void suit) or as
proofs about groups of cards (`core.proof`). A deal that violates a mask is repaired by
swaps along an augmenting path, so every sampled position respects all facts.

What a seat concludes from the choices of the others comes as odds: by card, the likelihood of each
face. Most deals follow them; the others stay even, so that a bluff costs but does not blind.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import compress
from math import exp
from operator import is_
from struct import Struct
from typing import Any, Protocol

from castlecards.core.cards import BIT, NATURE, ONE, UNSEEN, CardId, Seat
from castlecards.core.events import CardFlipped, CardMoved, CardShown, Event, PileShuffled
from castlecards.core.log_lines import Clash, Line
from castlecards.core.position import Box, Position
from castlecards.core.proof import Proof, Proofs, without_known_faces
from castlecards.core.view import View

TRIES = 6  # deals to try by rejection before group proofs are forced on random cards of the group
FORCED_TRIES = 400  # deals with forced proofs; those about the same cards seldom fit together
POSITIVE = 0x40  # highest byte of a positive double, as are the next 62 values; never of a NaN
EVEN_SHARE = 0.2  # share of the deals that follow proven facts alone, no likelihood
POOL_SIZE = 32  # worlds
REDRAWS = 16  # faces to try for a card by its odds
MOST_LIKELIHOOD = 6.0  # greatest likelihood of a face, times the mean: more would need more tries
CLASH = "clash"  # verb under which a trace finds clashes
DIGITS = bytes.maketrans(b"01", b"\0\1")  # digits of a binary number as truth values
KNOWN = bytes([face != UNSEEN for face in range(256)])  # by face: 0 for UNSEEN, else 1
HIDDEN = bytes([b"01"[face == UNSEEN] for face in range(256)])  # by face: "1" for UNSEEN
ALL_IDS = bytes(range(256))  # cards or faces
IDS_DOWN = bytes(range(254, -1, -1))  # faces in the order of the digits of a bit mask
MEMBER = b"0" * 255 + b"1"  # by byte: digit of a bit mask, "1" for 255
ONES = b"\xff" * 255
ONLY = tuple(
    [bytes([n == zone for n in range(256)]) for zone in range(256)]
)  # by zone: table for `translate` that gives 1 for this zone, else 0
BINARY = b"01" * 128  # by truth value: digit
Allowed = Mapping[CardId, int]  # by card: bit mask of its possible faces
Odds = Mapping[CardId, Sequence[float]]  # by card: likelihood of each face, 0 to 1


class RandomSource(Protocol):
    """Random source owned and seeded by the caller, such as `random.Random`."""

    def random(self) -> float: ...
    def getrandbits(self, k: int, /) -> int: ...
    def shuffle(self, x: list[Any], /) -> None: ...
    def sample(self, population: bytes, k: int) -> list[CardId]: ...


class Impossible(ValueError):
    """Error: no deal satisfies all proven facts."""


class Worlds:
    """Sampler of positions that look exactly like the view to its seat."""

    def __init__(
        self,
        view: View,
        allowed: Allowed | None = None,
        proofs: Proofs = (),
        odds: Odds | None = None,
        even: float = EVEN_SHARE,
    ) -> None:
        pos = view.position
        limits = allowed or {}
        known = bytes(compress(range(256), pos.faces.translate(KNOWN)))
        left = (
            without_known_faces(proofs, {card: pos.faces[card] for card in known}) if proofs else ()
        )
        if certain := [proof for proof in left if proof.least >= len(proof.cards)]:
            limits = dict(limits)
            for proof in certain:
                rule_out_faces(limits, proof.cards, proof.barred)
        self._limits = limits
        self._group_proofs = tuple([proof for proof in left if proof.least < len(proof.cards)])
        box = pos.box
        self._pos: Position[Any] = pos
        # By back: unseen cards and faces, in order. Card n has face n in the printed order.
        pool_pairs = [
            (cards, members.translate(None, pos.faces))
            for members in _cards_by_back(box)
            if (cards := members.translate(None, known))
        ]
        self._pools = [
            (cards, {card: limits[card] for card in cards if card in limits})
            for cards, _ in pool_pairs
        ]
        self._odds = odds if odds and even < 1 else {}
        self._even = even
        self._odds_pools = [  # pools of cards with odds: these cards first, and their number
            (bytes(judged) + cards.translate(None, bytes(judged)), len(judged))
            for cards, _ in (pool_pairs if self._odds else ())
            if (judged := [card for card in cards if card in self._odds])
        ]
        # `_order`: all cards, pools last. `_known`, `_faces`: the faces in that order.
        self._order = known + b"".join([cards for cards, _ in pool_pairs])
        self._known = pos.faces.translate(None, ONE[UNSEEN])
        self._faces = b"".join([faces for _, faces in pool_pairs])
        self._pool_bytes = b"".join(
            [ONE[POSITIVE + n] * len(c) for n, (c, _) in enumerate(pool_pairs)]
        )
        self._numbers = Struct(f"<{len(self._faces)}d")

    def deal(self, rng: RandomSource) -> Position[Any]:
        """Sample a playable position. Raises Impossible if the proven facts contradict."""
        pos = self._pos.copy()
        pos.faces = self._sample_faces(rng)
        pos.seed = rng.getrandbits(63)
        if pos.decision is None and pos.steps:  # else the seat itself is asked: it is the same
            pos.decision = pos.steps[0].ask(pos)
        return pos

    def _sample_faces(self, rng: RandomSource) -> bytes:
        for _ in range(TRIES if self._group_proofs else 1):
            dealt = self._draw_faces(rng)
            if all(_holds(proof, dealt) for proof in self._group_proofs):
                return bytes(dealt)
        for _ in range(FORCED_TRIES):
            limits = dict(self._limits)
            for proof in self._group_proofs:
                rule_out_faces(limits, bytes(rng.sample(proof.cards, proof.least)), proof.barred)
            try:
                return bytes(self._draw_faces(rng, limits))
            except Impossible:  # the sampled cards of a group cannot take its proof
                continue
        raise Impossible("no world fits what is proved of several cards")

    def _draw_faces(self, rng: RandomSource, limits: Allowed | None = None) -> bytearray:
        faces = self._known + self._shuffled(rng)
        dealt = bytearray(bytes.maketrans(self._order, faces)[: self._pos.box.size])
        for cards, usual in self._pools:
            allowed = usual
            if limits is not None:
                allowed = {card: limits[card] for card in cards if card in limits}
            if allowed:
                _repair(dealt, cards, allowed, rng)
        if self._odds_pools and rng.random() >= self._even:
            for judged, count in self._odds_pools:
                _apply_odds(self._odds, dealt, judged, count, limits or self._limits, rng)
        return dealt

    def _shuffled(self, rng: RandomSource) -> bytes:
        """Faces of all pools, each pool shuffled by itself.

        Every face becomes a 64-bit sort key: pool number in the highest byte, the face in the
        lowest, random bits between. One sort then shuffles all pools; speed matters because a
        search deals a world for each simulation.
        """
        size = len(self._faces)
        drawn = bytearray(rng.getrandbits(64 * size).to_bytes(8 * size, "little"))
        drawn[::8] = self._faces
        drawn[7::8] = self._pool_bytes
        numbers = self._numbers
        return numbers.pack(*sorted(numbers.unpack(drawn)))[::8]


class Resampler:
    """Sampler of likely worlds: sampling-importance resampling (Rubin 1987) of the last worlds.

    Each deal puts a new world into a pool and draws one by its likelihood, or evenly in the share
    `even` of the deals.
    """

    def __init__(
        self,
        deal: Callable[[RandomSource], Position[Any]],
        likelihood: Callable[[Position[Any]], float],
        even: float = EVEN_SHARE,
    ) -> None:
        self._deal, self._likelihood, self._even = deal, likelihood, even
        self._worlds: list[Position[Any]] = []
        self._weights: list[float] = []
        self._oldest = 0

    def deal(self, rng: RandomSource) -> Position[Any]:
        """Sample a playable position. Raises Impossible if the proven facts contradict."""
        worlds, weights = self._worlds, self._weights
        while len(worlds) < POOL_SIZE:
            worlds.append(self._deal(rng))
            weights.append(self._likelihood(worlds[-1]))
        world, oldest = self._deal(rng), self._oldest
        worlds[oldest], weights[oldest] = world, self._likelihood(world)
        self._oldest = (oldest + 1) % POOL_SIZE
        if rng.random() < self._even:
            return world.copy()
        left = rng.random() * sum(weights)
        for world, weight in zip(worlds, weights, strict=True):  # noqa: B007
            left -= weight
            if left < 0:
                break
        return world.copy()


@lru_cache(maxsize=16)
def _cards_by_back(box: Box) -> tuple[bytes, ...]:
    """Cards of each back, in order."""
    return tuple([
        bytes([card for card, other in enumerate(box.backs) if other == back])
        for back in dict.fromkeys(box.backs)
    ])  # fmt: skip


@lru_cache(maxsize=16)
def _alike_masks(box: Box) -> tuple[int, ...]:
    """By card: bit mask of the cards with the same back, which is also that of their faces."""
    backs = {box.backs[cards[0]]: sum([BIT[c] for c in cards]) for cards in _cards_by_back(box)}
    return tuple([backs[back] for back in box.backs])


def log_linear(slopes: Sequence[float], features: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Likelihood of each face by a log-linear model: exp(slopes * features), at most 1.

    `features`: a row for each face, in the order of the slopes.
    """
    raw = [exp(sum([k * x for k, x in zip(slopes, row, strict=True)])) for row in features]
    most = min(max(raw), MOST_LIKELIHOOD * sum(raw) / len(raw))
    return tuple([min(each / most, 1.0) for each in raw])


def rule_out_faces(limits: dict[CardId, int], cards: bytes, barred: int) -> None:
    """Remove the faces of the bit mask `barred` from the possible faces of these cards."""
    for card in cards:
        limits[card] = limits.get(card, -1) & ~barred


def _holds(proof: Proof, faces: bytearray) -> bool:
    free = 0
    for card in proof.cards:
        free += not proof.barred >> faces[card] & 1
    return free >= proof.least


def _repair(dealt: bytearray, cards: bytes, allowed: Allowed, rng: RandomSource) -> None:
    """Swap faces until every card has an allowed one."""
    wrong = [card for card, mask in allowed.items() if not mask >> dealt[card] & 1]
    if not wrong:
        return
    shuffled = sorted(cards, key=lambda _: rng.random())
    for card in wrong:
        if not allowed[card] >> dealt[card] & 1:
            _swap_along_path(dealt, card, shuffled, allowed)


def _apply_odds(
    odds: Odds,
    dealt: bytearray,
    cards: Sequence[CardId],
    count: int,
    allowed: Allowed,
    rng: RandomSource,
) -> None:
    """Give the first `count` cards faces by their odds: rejection sampling, one after the other.

    A face that is rejected is swapped with that of a later card, if both may have the other's.
    """
    random, size = rng.random, len(cards)
    for n in range(count):
        card = cards[n]
        likely, mask = odds[card], allowed.get(card, -1)
        for _ in range(REDRAWS):
            face = dealt[card]
            if random() < likely[face]:
                break
            other = cards[n + int(random() * (size - n))]
            new = dealt[other]
            if mask >> new & 1 and allowed.get(other, -1) >> face & 1:
                dealt[card], dealt[other] = new, face


def _swap_along_path(
    dealt: bytearray, card: CardId, givers: list[CardId], allowed: Allowed
) -> None:
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


class Trace:
    """Trace of the cards through all events that a seat saw: where they lay, and since when.

    A face is traced from the printed order through every shuffle: it stays among the cards it was
    shuffled with until it is seen again. New events extend the trace.
    """

    __slots__ = (
        "_allowed", "_box", "_count", "_entered", "_groups", "_last", "_lines", "_seat", "_seen_at",
        "_zone_of", "history",
    )  # fmt: skip

    def __init__(self, view: View, events: Sequence[Event]) -> None:
        pos = view.position
        size = pos.box.size
        self._box, self._seat = pos.box, view.seat
        self._count = 0  # events followed
        self._last: Sequence[Event] = ()  # the last COMPARED_EVENTS of them
        self._zone_of = _start_zones(pos, events)  # by card
        self._entered = [0] * size  # by card: number of events when it came to its zone
        self._seen_at = bytearray(range(256))  # by face: its card, if known, else UNSEEN
        self._seen_at[size:] = ONES[size - 1 :]
        # By bit mask of cards: bit mask of the faces whose card is not known but one of these.
        self._groups: dict[int, int] = {}
        self._lines: dict[tuple[Seat, str], list[int]] = {}  # by actor and verb: when it was told
        # Last answer of `allowed`, with the groups and the faces from which it was worked out.
        self._allowed: tuple[dict[int, int], bytes, Allowed] = {}, b"", {}
        self.history: Any = None  # value that a game has computed from these events; see `keep`
        self.extend(events)

    def is_continued_by(self, view: View, events: Sequence[Event]) -> bool:
        """True if these events go on from those of the trace.

        Each event is one object of one match, so it is enough to compare the last few.
        """
        count, last = self._count, self._last
        if view.seat != self._seat or view.position.box is not self._box or count > len(events):
            return False
        return all(map(is_, events[count - len(last) : count], last))

    def extend(self, events: Sequence[Event]) -> None:
        """Follow the new ones of these events; the others are those of the trace."""
        entered, zone_of, seen_at, lines = self._entered, self._zone_of, self._seen_at, self._lines
        cards = faces = 0  # bit masks of what has been seen since the last shuffle
        for number, event in enumerate(events[self._count :], self._count):
            if isinstance(event, (CardMoved, CardFlipped, CardShown)):
                card, face = event.card, event.face
                if isinstance(event, CardMoved):
                    zone_of[card], entered[card] = event.to, number
                if face != UNSEEN and seen_at[face] != card:
                    seen_at[face] = card
                    cards |= BIT[card]
                    faces |= BIT[face]
            elif isinstance(event, Line):
                lines.setdefault((event.actor, event.verb), []).append(number)
            elif isinstance(event, PileShuffled):
                mixed = zone_of.translate(ONLY[event.zone])
                for card in compress(range(256), mixed):
                    entered[card] = number
                self._rule_out(cards, faces)
                cards = faces = 0
                self._mix(bytes(mixed))
            elif isinstance(event, Clash):
                lines.setdefault((NATURE, CLASH), []).append(number)
        self._rule_out(cards, faces)
        self._count, self._last = len(events), tuple(events[-COMPARED_EVENTS:])

    def keep(self, history: Any) -> None:
        """Store a value that a game has computed from these events, to be extended later."""
        self.history = history

    def lines_since(self, seat: Seat, verb: str, card: CardId) -> int:
        """Number of lines with this actor and verb since the card came to its zone, or since the
        zone was shuffled."""
        lines = self.line_numbers(seat, verb)
        return len(lines) - bisect(lines, self.entered_at(card))

    def entered_at(self, card: CardId) -> int:
        """Number of the event by which the card came to its zone, or the zone was shuffled."""
        return self._entered[card]

    def line_numbers(self, seat: Seat, verb: str) -> Sequence[int]:
        """Numbers of the events that are lines with this actor and verb, in order; NATURE and
        CLASH: of the clashes."""
        return self._lines.get((seat, verb), ())

    def first_line(self, verb: str) -> int:
        """Number of the first event that is a line with this verb, of any actor; a number after
        all events if there is none."""
        seats = range(self._box.seats)
        firsts = [lines[0] for seat in seats if (lines := self.line_numbers(seat, verb))]
        return min(firsts, default=self._count)

    def allowed(self, pos: Position[Any]) -> Allowed:
        """Possible faces of each unseen card, as bit masks; a card that may be any of the unseen
        faces with its back is left out."""
        known, faces, allowed = self._allowed
        if known is not self._groups or faces != pos.faces:
            allowed = self._possible_faces(pos)
            self._allowed = self._groups, pos.faces, allowed
        return allowed

    def _possible_faces(self, pos: Position[Any]) -> Allowed:
        missing = ALL_IDS[: pos.box.size].translate(None, pos.faces)
        digits = IDS_DOWN[-pos.box.size :].translate(bytes.maketrans(missing, ONES[: len(missing)]))
        every = int(digits.translate(MEMBER), 2)
        groups = {cards: faces & every for cards, faces in self._groups.items() if faces & every}
        seen_at = missing.translate(self._seen_at)
        if seen_at.count(UNSEEN) < len(missing):
            for face, card in zip(missing, seen_at, strict=True):
                if card != UNSEEN:
                    groups[BIT[card]] = groups.get(BIT[card], 0) | BIT[face]
        free = -1  # bit mask of the cards that may have any of these faces
        for cards in groups:
            free &= cards
        unseen = int(pos.faces[::-1].translate(HIDDEN), 2) & ~free
        parts = [(unseen, 0)] if unseen else []
        for cards, faces in groups.items():
            if not unseen & cards:
                continue
            split, rest = [], []
            for part, mask in parts:
                inside = part & cards
                if inside:
                    split.append((inside, mask | faces))
                if inside != part:
                    rest.append((part ^ inside, mask))
            parts = split + rest
        alike = _alike_masks(pos.box)
        allowed: dict[CardId, int] = {}
        for part, mask in parts:  # bit mask of cards, and of the faces that each of them may have
            back = alike[part.bit_length() - 1]
            if not part & ~back and not back & every & ~mask:
                continue
            first = (part & -part).bit_length() - 1
            digits = f"{part >> first:b}"[::-1].encode().translate(DIGITS)
            allowed.update(dict.fromkeys(compress(range(first, 256), digits), mask))
        return allowed

    def _mix(self, cards: bytes) -> None:
        """Mix the possible faces of a shuffled group: each of its cards can have any of them.

        `cards`: by card, if it is shuffled.
        """
        mixed = int(cards[::-1].translate(BINARY), 2)
        seen_at, groups = self._seen_at, dict[int, int]()
        for group, faces in self._groups.items():
            if group & mixed:
                group |= mixed
            groups[group] = groups.get(group, 0) | faces
        known = bytes(compress(range(256), seen_at.translate(cards.ljust(256, b"\0"))))
        for face in known:
            seen_at[face] = UNSEEN
        if known:
            groups[mixed] = groups.get(mixed, 0) | sum([BIT[face] for face in known])
        self._groups = groups

    def _rule_out(self, seen_cards: int, seen_faces: int) -> None:
        """Rule out that cards which were seen have other faces, or other cards their faces."""
        if not seen_faces:
            return
        groups: dict[int, int] = {}
        for cards, faces in self._groups.items():
            cards, faces = cards & ~seen_cards, faces & ~seen_faces
            if faces:
                groups[cards] = groups.get(cards, 0) | faces
        self._groups = groups


COMPARED_EVENTS = 8  # last events of a trace that must be the same objects to extend it
MOST_TRACES = 8  # traces that are kept to be extended: of the seats of a match and of its review
_traces: list[Trace] = []  # the last used comes last


def trace(view: View, events: Sequence[Event]) -> Trace | None:
    """Trace of all events that this seat saw (`core.events.seen_by`), since the set-up.

    None if there are none: play began elsewhere and nothing can be concluded. The last traces are
    kept, so that only new events are followed.
    """
    if not events:
        return None
    for n in reversed(range(len(_traces))):
        kept = _traces[n]
        if kept.is_continued_by(view, events):
            del _traces[n]
            kept.extend(events)
            break
    else:
        kept = Trace(view, events)
        del _traces[: len(_traces) - MOST_TRACES + 1]
    _traces.append(kept)
    return kept


def possible_faces(view: View, events: Sequence[Event]) -> dict[CardId, int]:
    """Possible faces of each unseen card, as bit masks, after all events this seat saw."""
    found = trace(view, events)
    return dict(found.allowed(view.position)) if found is not None else {}


def _start_zones(pos: Position[Any], events: Sequence[Event]) -> bytearray:
    """Zones by card before the events that led to `pos`."""
    zone_of = bytearray(pos.box.size)
    for zone, cards in enumerate(pos.zones):
        for card in cards:
            zone_of[card] = zone
    for event in reversed(events):
        if isinstance(event, CardMoved):
            zone_of[event.card] = event.source
    return zone_of
