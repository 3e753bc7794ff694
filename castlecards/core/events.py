"""Events of the table, and the `Recorder`: a Table that records an event for each verb.

An event about a face carries it together with `seen`, the bit mask of the seats that know it;
`seen_by` blanks the faces that a seat must not see. Animation and log get only such events.
"""

from __future__ import annotations

from typing import Any

from castlecards.core.action import Action, Decision, Illegal
from castlecards.core.cards import NATURE, UNSEEN, CardId, Pose, Seat, Zone, value
from castlecards.core.log_lines import Clash, Line, Make, NamedCard, as_seen
from castlecards.core.position import Position, S, Step
from castlecards.core.table import Table
from castlecards.texts import counted, tr

MOST_STEPS = 10_000  # steps after one action; more mean an endless loop in the rules


@value
class CardMoved:
    """Move of a card from one zone to another."""

    card: CardId
    source: Zone
    to: Zone
    index: int  # index in `to` afterwards, 0 at the bottom
    face: int  # index into box.faces, or UNSEEN
    seen: int


@value
class CardFlipped:
    """Turn of a card face up or face down."""

    card: CardId
    up: bool
    face: int
    seen: int


@value
class CardShown:
    """Private look at a card by one seat; the others only see that it happened."""

    card: CardId
    seat: Seat
    face: int
    seen: int


@value
class CardMarked:
    """Mark of one kind, set on or removed from a card."""

    card: CardId
    kind: int
    on: bool


@value
class CardPlaced:
    """New pose of a loose card."""

    card: CardId
    pose: Pose


@value
class PileShuffled:
    """Shuffle of a zone: the faces have changed places among its cards."""

    zone: Zone
    faces: bytes  # after the shuffle, bottom to top
    seen: int  # bit mask of the seats that see the cards of this zone
    kept: tuple[tuple[Seat, bytes], ...] = ()  # faces that single other seats still know


@value
class CardsForgotten:
    """End of the reminders for these cards: they may have been swapped out of sight."""

    cards: tuple[CardId, ...]


@value
class GameEnded:
    """End of the match, with the result by seat."""

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


def is_secret(pos: Position[Any], zone: Zone) -> bool:
    """True if the zone is a player's hand, where others cannot point at a single card."""
    spec = pos.box.zones[zone]
    return spec.shape == "fan" and spec.owner is not None


def name_card(pos: Position[Any], card: CardId) -> NamedCard:
    """Card with its face and the seats that know it now."""
    seen = knowers(pos, card)
    public = bool(pos.up >> card & 1)
    if not public and seen == (1 << pos.box.seats) - 1:
        zone = pos.zone_of(card)  # all may know a card in a hand without all knowing that
        public = pos.box.sight_masks[zone] == pos.box.everyone or not is_secret(pos, zone)
    return NamedCard(card, pos.faces[card], seen, public)


class Recorder(Table[S]):
    """Table whose verbs also check their arguments and record events. Raises Illegal.

    The events of an action begin with the Line that describes it. Its cards keep the faces they had
    when the action was chosen. A seat knows such a face if it knew it then or sees the card move,
    turn or be shown before the next shuffle; after a shuffle the id belongs to another face.
    """

    __slots__ = ("_followed", "_picked", "_pushed", "events")

    def __init__(self, pos: Position[S]) -> None:
        super().__init__(pos)
        self.events: list[Event] = []
        self._pushed = 0  # steps since the last action
        self._picked: list[NamedCard] = []  # cards of the action, then the card it goes onto
        self._followed: dict[CardId, int] = {}  # index in `_picked` of those not shuffled since

    def _seen(self, card: CardId) -> int:
        return knowers(self.pos, card)

    def _named(self, card: NamedCard) -> NamedCard:
        return name_card(self.pos, card.card)

    def _lookers(self, zone: Zone) -> int:
        """Bit mask of the seats that see face-down cards of a zone."""
        box, seen = self.pos.box, 0
        for seat in range(box.seats):
            seen |= (box.sight_masks[zone] >> seat * box.size & 1) << seat
        return seen

    def _pick(self, action: Action) -> None:
        """Store the faces of an action's cards as they are before it."""
        pos = self.pos
        self._picked, self._followed = [], {}
        for card in (*_picks(pos, action), *((action.onto,) if action.onto >= 0 else ())):
            name = name_card(pos, card)
            if not pos.up >> card & 1 and is_secret(pos, zone := pos.zone_of(card)):
                name = name.with_(seen=name.seen & self._lookers(zone), public=False)
            self._followed[card] = len(self._picked)
            self._picked.append(name)

    def _sight(self, card: CardId) -> None:
        """Add the seats that know a card of the action now, after it moved, turned or was shown."""
        at = self._followed.get(card, -1)
        if at >= 0:
            before, after = self._picked[at], name_card(self.pos, card)
            seen, public = before.seen | after.seen, before.public or after.public
            self._picked[at] = before.with_(card=card, seen=seen, public=public)

    def _lose(self, zone: Zone) -> None:
        """Stop following the cards of a shuffled zone, whose ids have other faces now."""
        for card in self.pos.zones[zone]:
            self._followed.pop(card, None)

    def _first(self, seat: Seat, action: Action) -> Line:
        """Line that describes the action itself."""
        picked = self._picked[:-1] if action.onto >= 0 else self._picked
        onto = tuple(self._picked[-1:]) if action.onto >= 0 else ()
        zones, to = action.zones, action.to
        return Line(action.verb, seat, tuple(picked), onto, zones, to, -1, action.args)

    def _require(self, card: CardId, zone: Zone) -> None:
        if card not in self.pos.zones[zone]:
            names = self.pos.box.names
            raise Illegal(tr("card {card} is not in {zone}", card=card, zone=names[zone]))

    def move(self, card: CardId, source: Zone, to: Zone) -> None:
        self._require(card, source)
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
        if at >= 0:  # the mix gave it another id
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
            raise Illegal(tr("there is no decision after {n} steps", n=MOST_STEPS))
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
            results = counted(len(result), "result")
            raise Illegal(tr("{results} for {seats}", results=results, seats=seats))
        super().end(*result)
        self.events.append(GameEnded(result))


def _picks(pos: Position[Any], action: Action) -> tuple[CardId, ...]:
    """Cards that an action picks; a picked pile gives its top card."""
    tops = [pos.zones[zone][-1] for zone in action.zones if pos.zones[zone]]
    return (*action.cards, *tops)


def apply(pos: Position[S], action: Action) -> tuple[Position[S], tuple[Event, ...]]:
    """Play an action on a copy: the new position and its events. Raises Illegal."""
    if pos.decision is None or not pos.decision.allows(action):
        raise Illegal(tr("this move is not allowed here: {move}", move=pos.box.text(action)))
    table = Recorder(pos.copy())
    table.play(action)
    return table.pos, tuple(table.events)


def begin(pos: Position[S]) -> tuple[Position[S], tuple[Event, ...]]:
    """Run a fresh set-up to its first decision (the deal): the new position and its events."""
    table = Recorder(pos.copy())
    table.settle()
    return table.pos, tuple(table.events)


def seen_by(event: Event, seat: Seat) -> Event:
    """Event as this seat sees it: faces that it must not know are UNSEEN."""
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
