"""Table: the verbs of the rules, and the only way to change a position."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Generic

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.cards import BIT, ONE, UNSEEN, CardId, Pose, Seat, Zone
from castlecards.core.log_lines import Make
from castlecards.core.position import Position, S, Step
from castlecards.core.rng import FEW, noise, permutation, shuffled


@lru_cache(maxsize=4096)
def _masks(cards: bytes, everyone: int) -> tuple[int, int, int]:
    """Bit mask of these cards, and the masks that clear them in `up` and `known`.

    Cached because the same decks are shuffled often.
    """
    mask = mask_of(cards)
    return mask, ~mask, ~(mask * everyone)


def mask_of(cards: bytes) -> int:
    """Bit mask of these cards."""
    mask = 0
    for card in cards:
        mask |= BIT[card]
    return mask


def _alike(
    cards: bytes, order: list[CardId], backs: tuple[str, ...]
) -> Iterator[tuple[CardId, CardId]]:
    """Pairs of each card and the next one in `order` with the same back."""
    left: dict[str, Iterator[CardId]] = {
        back: iter([card for card in order if backs[card] == back])
        for back in {backs[card] for card in cards}
    }
    for card in cards:
        yield card, next(left[backs[card]])


class Table(Generic[S]):
    """Verbs that change the position `pos` in place; copy it first to keep the old one.

    Raises ValueError for the position of a view, whose faces are missing.
    """

    __slots__ = ("pos",)

    def __init__(self, pos: Position[S]) -> None:
        if UNSEEN in pos.faces:
            raise ValueError("a View is not a position to play on: guess first")
        self.pos = pos

    # -- verbs ----------------------------------------------------------------------------------

    def move(self, card: CardId, source: Zone, to: Zone) -> None:
        """Move a card to the top of `to`. It stays face up or down and loses its pose."""
        pos = self.pos
        zones = pos.zones
        pile, one = zones[source], ONE[card]
        left = pile[:-1] if pile[-1] == card else pile.replace(one, b"")
        zones[source] = left
        if not left:
            pos.filled &= ~(1 << source)
        zones[to] = zones[to] + one
        pos.filled |= 1 << to
        looks = pos.box.sight_bits[to]
        if looks:
            pos.known |= looks[card]
        poses = pos.poses
        if poses is not None:
            poses[card] = None

    def carry(self, cards: bytes, source: Zone, to: Zone) -> None:
        """Move several cards of `source` to the top of `to`, one after the other."""
        pos = self.pos
        if not cards:
            return
        if pos.poses is not None:
            for card in cards:
                self.move(card, source, to)
            return
        zones = pos.zones
        pile = zones[source]
        left = pile.translate(None, cards) if len(cards) < len(pile) else b""
        zones[source] = left
        if not left:
            pos.filled &= ~(1 << source)
        zones[to] = zones[to] + cards
        pos.filled |= 1 << to
        looks = pos.box.sight_bits[to]
        if looks:
            known = pos.known
            for card in cards:
                known |= looks[card]
            pos.known = known

    def draw(self, source: Zone, to: Zone, n: int = 1) -> None:
        """Move the top `n` cards of `source`, or all if there are fewer, one after the other."""
        pile = self.pos.zones[source]
        if n > 1:
            self.carry(pile[: -n - 1 : -1], source, to)
        elif n and pile:
            self.move(pile[-1], source, to)

    def tuck(self, card: CardId, source: Zone, to: Zone) -> None:
        """Move a card to the bottom of `to`."""
        self.move(card, source, to)
        zones = self.pos.zones
        zones[to] = zones[to][-1:] + zones[to][:-1]

    def flip(self, card: CardId, up: bool) -> None:
        pos = self.pos
        if up:
            pos.up |= BIT[card]
            pos.known |= pos.box.shown[card]
        else:
            pos.up &= ~BIT[card]

    def show(self, card: CardId, seat: Seat) -> None:
        """Show a card's face to `seat` alone; the card stays as it lies."""
        pos = self.pos
        pos.known |= 1 << seat * pos.box.size + card

    def look(self, zone: Zone, seat: Seat) -> None:
        """Show all cards of a zone to `seat` alone."""
        pos = self.pos
        pos.known |= mask_of(pos.zones[zone]) << seat * pos.box.size

    def mark(self, card: CardId, kind: int, on: bool) -> None:
        pos = self.pos
        marks = list(pos.marks)
        marks[kind] = marks[kind] | BIT[card] if on else marks[kind] & ~BIT[card]
        pos.marks = tuple(marks)

    def place(self, card: CardId, pose: Pose) -> None:
        """Set the pose of a loose card. Raises ValueError in a game without a field."""
        pos = self.pos
        poses = pos.poses
        if poses is None:
            raise ValueError("this game has no field for loose cards")
        poses[card] = pose

    def shuffle(self, zone: Zone) -> None:
        """Shuffle a zone: permute the faces among its cards and turn all of them down.

        Afterwards only the seats that see cards of this zone know the faces.
        """
        pos = self.pos
        faces, cards = pos.faces, pos.zones[zone]
        order = permutation(len(cards), pos.seed, pos.shuffles)
        if len(cards) < FEW:
            mixed = bytearray(faces)
            for n, at in enumerate(order):
                mixed[cards[n]] = faces[cards[at]]
            pos.faces = bytes(mixed)
            mask = mask_of(cards)
            others, known_others = ~mask, ~(mask * pos.box.everyone)
        else:
            mask, others, known_others = _masks(cards, pos.box.everyone)
            before = cards.translate(faces.ljust(256))
            after = order.translate(before.ljust(256))
            pos.faces = faces.translate(bytes.maketrans(before, after))  # each face occurs once
        pos.shuffles += 1
        pos.up &= others
        pos.known &= known_others
        seers = pos.box.sight_masks[zone]
        if seers:
            pos.known |= mask * seers

    def mix(self, zone: Zone, *keep: Seat, last: CardId = -1) -> None:
        """Permute the faces of a hand so that nobody can follow a card by its id.

        Marks move with the faces, and faces move only between equal backs. Seats that see the zone
        know all faces afterwards, the seats of `keep` those they knew before, all others none. The
        face of `last` goes to the last card with its back.
        """
        pos = self.pos
        cards, size = pos.zones[zone], pos.box.size
        order = shuffled(cards, pos.seed, pos.shuffles)
        pos.shuffles += 1
        if last >= 0:
            order.remove(last)
            order.append(last)
        faces, marks, known = bytearray(pos.faces), list(pos.marks), pos.known
        hand = mask_of(cards)
        known = known & ~(hand * pos.box.everyone) | hand * pos.box.sight_masks[zone]
        for kind, mask in enumerate(marks):
            marks[kind] = mask & ~hand
        for card, giver in _alike(cards, order, pos.box.backs):
            faces[card] = pos.faces[giver]
            for seat in keep:
                known |= (pos.known >> seat * size + giver & 1) << seat * size + card
            for kind, mask in enumerate(pos.marks):
                marks[kind] |= (mask >> giver & 1) << card
        pos.faces, pos.marks, pos.known = bytes(faces), tuple(marks), known

    def conceal(self, zone: Zone) -> None:
        """Mix a hand of two or more cards if a seat that cannot see the hand knows one of them.

        Used after a hand has grown, if cards can leave it unseen.
        """
        pos = self.pos
        cards = pos.zones[zone]
        outsiders = pos.box.everyone ^ pos.box.sight_masks[zone]
        if outsiders and len(cards) > 1 and pos.known & mask_of(cards) * outsiders:
            self.mix(zone)

    def slip(self, card: CardId, source: Zone, to: Zone, *keep: Seat) -> CardId:
        """Move a card out of a hand so that nobody can tell which it was. Return its new id.

        At a real table nobody sees the order of another player's hand either. `keep` as in `mix`.
        """
        backs = self.pos.box.backs
        self.mix(source, *keep, last=card)
        card = [other for other in self.pos.zones[source] if backs[other] == backs[card]][-1]
        self.move(card, source, to)
        return card

    def roll(self, sides: int) -> int:
        """Random integer from 0 to sides - 1."""
        pos = self.pos
        pos.shuffles += 1
        return noise(pos.seed, pos.shuffles - 1, 1)[0] % sides

    def put(self, state: S) -> None:
        """Replace the state of the game."""
        self.pos.state = state

    def forget(self, *cards: CardId) -> None:
        """End the reminders for cards that may have been swapped; `known` stays unchanged."""

    def tell(self, make: Make, *what: Any) -> None:
        """Log a Line or Clash: a Recorder stores `make(pos, *what)`, a plain Table ignores it.

        Arguments are numbers and ids, never texts, so that a search pays nothing for the log.
        """

    def push(self, *steps: Step) -> None:
        """Insert steps, in the order in which they will run, before all pending ones."""
        pos = self.pos
        pos.steps = steps + pos.steps

    def end(self, *result: float) -> None:
        """End the match with a result by seat: 1 won, 0 lost, 0.5 drawn."""
        self.pos.result = result
        self.pos.steps = ()

    # -- play -----------------------------------------------------------------------------------

    def play(self, action: Action) -> Decision | None:
        """Answer the pending decision with a legal action. Return the next one, None at the end."""
        pos = self.pos
        step = pos.steps[0]
        pos.steps = pos.steps[1:]
        step.run(self, action)
        return self.settle()

    def settle(self) -> Decision | None:
        """Run steps until one needs a decision or the game is over. Return that decision."""
        pos = self.pos
        while steps := pos.steps:
            step = steps[0]
            decision = step.ask(pos)
            if decision is not None:
                pos.decision = decision
                return decision
            pos.steps = steps[1:]
            step.run(self, PASS)
        pos.decision = None
        return None
