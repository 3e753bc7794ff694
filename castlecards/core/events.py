"""What happened, for the eyes: a Table that writes down what its verbs do.

Every event that concerns a face carries it together with `seen`, the bit mask of the seats that
know it; `seen_by` blanks the rest. So animation and notes get only what a seat could see.
"""

from __future__ import annotations

from typing import Any

from castlecards.core.action import Action, Decision, Illegal
from castlecards.core.cards import NATURE, UNSEEN, CardId, Pose, Seat, Zone, value
from castlecards.core.log_lines import Clash, Line, Make, NamedCard, as_seen
from castlecards.core.plurals import counted
from castlecards.core.position import Position, S, Step
from castlecards.core.table import Table

MOST_STEPS = 10_000  # more steps than that after one action are a loop in the rules


@value
class CardMoved:
    card: CardId
    source: Zone
    to: Zone
    index: int  # where it lies in `to`, 0 at the bottom
    face: int  # index into box.faces, or UNSEEN
    seen: int


@value
class CardFlipped:
    card: CardId
    up: bool
    face: int
    seen: int


@value
class CardShown:
    """A private look; the others see that it happened."""

    card: CardId
    seat: Seat
    face: int
    seen: int


@value
class CardMarked:
    card: CardId
    kind: int
    on: bool


@value
class CardPlaced:
    card: CardId
    pose: Pose


@value
class PileShuffled:
    zone: Zone
    faces: bytes  # bottom to top, afterwards
    seen: int  # who may look into this zone
    kept: tuple[tuple[Seat, bytes], ...] = ()  # what others still know, each for itself


@value
class CardsForgotten:
    """These cards may since have been laid anew out of sight: the table reminds of them no more."""

    cards: tuple[CardId, ...]


@value
class GameEnded:
    result: tuple[float, ...]


Event = (
    CardMoved
    | CardFlipped
    | CardShown
    | CardMarked
    | CardPlaced
    | PileShuffled
    | CardsForgotten
    | Line
    | Clash
    | GameEnded
)


def knowers(pos: Position[Any], card: CardId) -> int:
    """Bit mask of the seats that know the face of a card now."""
    known, size, seen = pos.known >> card, pos.box.size, 0
    for seat in range(pos.box.seats):
        seen |= (known >> seat * size & 1) << seat
    return seen


def secret(pos: Position[Any], zone: Zone) -> bool:
    """Is it somebody's hand, in which nobody else can point at a card?"""
    spec = pos.box.zones[zone]
    return spec.shape == "fan" and spec.owner is not None


def name_card(pos: Position[Any], card: CardId) -> NamedCard:
    """A card with its face, and with those who know it now."""
    seen = knowers(pos, card)
    public = bool(pos.up >> card & 1)
    if not public and seen == (1 << pos.box.seats) - 1:
        zone = pos.zone_of(card)  # of a card in a hand not all may know that all know it
        public = pos.box.eyes[zone] == pos.box.everyone or not secret(pos, zone)
    return NamedCard(card, pos.faces[card], seen, public)


class Recorder(Table[S]):
    """The same verbs; each also checks and writes down its event. Raises Illegal.

    What an action does begins with a Line that tells it. Its cards have the faces that they had
    when it was chosen, known to whoever knew them then or sees them go, be turned or be shown,
    until they are shuffled: from then on another face bears the id.
    """

    __slots__ = ("_followed", "_picked", "_pushed", "events")

    def __init__(self, pos: Position[S]) -> None:
        super().__init__(pos)
        self.events: list[Event] = []
        self._pushed = 0  # steps since the last action
        self._picked: list[NamedCard] = []  # the cards of the action, and the one that it goes onto
        self._followed: dict[CardId, int] = {}  # those of them not shuffled since: where they stand

    def _seen(self, card: CardId) -> int:
        return knowers(self.pos, card)

    def _named(self, card: NamedCard) -> NamedCard:
        return name_card(self.pos, card.card)

    def _lookers(self, zone: Zone) -> int:
        """Who may look into a zone."""
        box, seen = self.pos.box, 0
        for seat in range(box.seats):
            seen |= (box.eyes[zone] >> seat * box.size & 1) << seat
        return seen

    def _pick(self, action: Action) -> None:
        """Keeps the faces of an action's cards as they are before it."""
        pos = self.pos
        self._picked, self._followed = [], {}
        for card in (*_picks(pos, action), *((action.onto,) if action.onto >= 0 else ())):
            name = name_card(pos, card)
            if not pos.up >> card & 1 and secret(pos, zone := pos.zone_of(card)):
                name = name.with_(seen=name.seen & self._lookers(zone), public=False)
            self._followed[card] = len(self._picked)
            self._picked.append(name)

    def _sight(self, card: CardId) -> None:
        """A card of the action has been moved, turned or shown: who knows it now knows its face."""
        at = self._followed.get(card, -1)
        if at >= 0:
            before, now = self._picked[at], name_card(self.pos, card)
            seen, public = before.seen | now.seen, before.public or now.public
            self._picked[at] = before.with_(card=card, seen=seen, public=public)

    def _lose(self, zone: Zone) -> None:
        """Another face bears the id of each card there."""
        for card in self.pos.zones[zone]:
            self._followed.pop(card, None)

    def _first(self, seat: Seat, action: Action) -> Line:
        """The action itself, told."""
        picked = self._picked[:-1] if action.onto >= 0 else self._picked
        onto = tuple(self._picked[-1:]) if action.onto >= 0 else ()
        zones, to = action.zones, action.to
        return Line(action.verb, seat, tuple(picked), onto, zones, to, -1, action.args)

    def _lies(self, card: CardId, zone: Zone) -> None:
        if card not in self.pos.zones[zone]:
            raise Illegal(f"card {card} does not lie in {self.pos.box.names[zone]}")

    def move(self, card: CardId, source: Zone, to: Zone) -> None:
        self._lies(card, source)
        super().move(card, source, to)
        pos = self.pos
        index = len(pos.zones[to]) - 1
        self.events.append(CardMoved(card, source, to, index, pos.faces[card], self._seen(card)))
        if card in self._followed:
            self._sight(card)

    def carry(self, cards: bytes, source: Zone, to: Zone) -> None:
        for card in cards:
            self.move(card, source, to)

    def tuck(self, card: CardId, source: Zone, to: Zone) -> None:
        super().tuck(card, source, to)
        self.events[-1] = CardMoved(card, source, to, 0, self.pos.faces[card], self._seen(card))

    def flip(self, card: CardId, up: bool) -> None:
        super().flip(card, up)
        self.events.append(CardFlipped(card, up, self.pos.faces[card], self._seen(card)))
        if card in self._followed:
            self._sight(card)

    def show(self, card: CardId, seat: Seat) -> None:
        super().show(card, seat)
        self.events.append(CardShown(card, seat, self.pos.faces[card], self._seen(card)))
        if card in self._followed:
            self._sight(card)

    def look(self, zone: Zone, seat: Seat) -> None:
        for card in self.pos.zones[zone]:
            self.show(card, seat)

    def mark(self, card: CardId, kind: int, on: bool) -> None:
        super().mark(card, kind, on)
        self.events.append(CardMarked(card, kind, on))

    def place(self, card: CardId, pose: Pose) -> None:
        super().place(card, pose)
        self.events.append(CardPlaced(card, pose))

    def shuffle(self, zone: Zone) -> None:
        super().shuffle(zone)
        pos = self.pos
        if self._followed:
            self._lose(zone)
        faces = bytes([pos.faces[card] for card in pos.zones[zone]])
        self.events.append(PileShuffled(zone, faces, self._lookers(zone)))

    def mix(self, zone: Zone, *keep: Seat, last: CardId = -1) -> None:
        before = self.pos.marks
        super().mix(zone, *keep, last=last)
        pos = self.pos
        if self._followed:
            self._lose(zone)
        cards, seen = pos.zones[zone], self._lookers(zone)
        faces = bytes([pos.faces[card] for card in cards])
        kept = tuple(
            (seat, bytes([pos.faces[card] if pos.knows(seat, card) else UNSEEN for card in cards]))
            for seat in keep
            if not seen >> seat & 1
        )
        self.events.append(PileShuffled(zone, faces, seen, kept))
        for kind, (old, new) in enumerate(zip(before, pos.marks, strict=True)):
            changed = [card for card in cards if (old ^ new) >> card & 1]
            self.events += [CardMarked(card, kind, bool(new >> card & 1)) for card in changed]

    def slip(self, card: CardId, source: Zone, to: Zone, *keep: Seat) -> CardId:
        at = self._followed.get(card, -1)
        card = super().slip(card, source, to, *keep)
        if at >= 0:  # it goes by another id now
            self._followed[card] = at
            self._sight(card)
        return card

    def forget(self, *cards: CardId) -> None:
        self.events.append(CardsForgotten(cards))

    def tell(self, make: Make, *what: Any) -> None:
        self.events.append(as_seen(make(self.pos, *what), self._named))

    def push(self, *steps: Step) -> None:
        self._pushed += len(steps)
        if self._pushed > MOST_STEPS:
            raise Illegal(f"no decision after {MOST_STEPS} steps")
        super().push(*steps)

    def play(self, action: Action) -> Decision | None:
        self._pushed = 0
        asked, first = self.pos.decision, len(self.events)
        if asked is None or asked.seat == NATURE:
            return super().play(action)
        self._pick(action)
        then = super().play(action)
        self.events.insert(first, self._first(asked.seat, action))
        self._followed = {}
        return then

    def end(self, *result: float) -> None:
        if len(result) != self.pos.box.seats:
            seats = counted(self.pos.box.seats, "seat")
            raise Illegal(f"{counted(len(result), 'result')} for {seats}")
        super().end(*result)
        self.events.append(GameEnded(result))


def _picks(pos: Position[Any], action: Action) -> tuple[CardId, ...]:
    """The cards that an action picks; of piles those that lie on top."""
    tops = [pos.zones[zone][-1] for zone in action.zones if pos.zones[zone]]
    return (*action.cards, *tops)


def apply(pos: Position[S], action: Action) -> tuple[Position[S], tuple[Event, ...]]:
    """The pure form: a new position and what happened. Raises Illegal; `pos` stays as it was."""
    if pos.decision is None or not pos.decision.allows(action):
        raise Illegal(f"not legal here: {pos.box.text(action)}")
    table = Recorder(pos.copy())
    table.play(action)
    return table.pos, tuple(table.events)


def begin(pos: Position[S]) -> tuple[Position[S], tuple[Event, ...]]:
    """Runs what is pending before the first decision of a fresh set-up: the deal."""
    table = Recorder(pos.copy())
    table.settle()
    return table.pos, tuple(table.events)


def seen_by(event: Event, seat: Seat) -> Event:
    """The event as this seat sees it: faces that it may not know are UNSEEN."""
    if isinstance(event, (GameEnded, CardMarked, CardPlaced, CardsForgotten)):
        return event
    if isinstance(event, Line | Clash):
        return as_seen(event, lambda card: card.seen_by(seat))
    if isinstance(event, PileShuffled):
        blank = bytes([UNSEEN]) * len(event.faces)
        known = event.faces if event.seen >> seat & 1 else dict(event.kept).get(seat, blank)
        return PileShuffled(event.zone, known, event.seen)
    if event.seen >> seat & 1:
        return event
    match event:
        case CardMoved(card, source, to, index, _, seen):
            return CardMoved(card, source, to, index, UNSEEN, seen)
        case CardFlipped(card, up, _, seen):
            return CardFlipped(card, up, UNSEEN, seen)
        case CardShown(card, looker, _, seen):
            return CardShown(card, looker, UNSEEN, seen)
