"""What happened, for the eyes: a Table that writes down what its verbs do.

Every event that concerns a face carries it together with `seen`, the bit mask of the seats that
know it; `seen_by` blanks the rest. So animation and notes get only what a seat could see.
"""

from __future__ import annotations

from castlecards.core.action import Action, Decision, Illegal
from castlecards.core.cards import UNSEEN, CardId, Pose, Seat, Zone, value
from castlecards.core.counts import counted
from castlecards.core.position import Position, S, Step
from castlecards.core.table import Table

MOST_STEPS = 10_000  # more steps than that after one action are a loop in the rules


@value
class Moved:
    card: CardId
    source: Zone
    to: Zone
    index: int  # where it lies in `to`, 0 at the bottom
    face: int  # index into box.faces, or UNSEEN
    seen: int


@value
class Flipped:
    card: CardId
    up: bool
    face: int
    seen: int


@value
class Shown:
    """A private look; the others see that it happened."""

    card: CardId
    seat: Seat
    face: int
    seen: int


@value
class Marked:
    card: CardId
    kind: int
    on: bool


@value
class Placed:
    card: CardId
    pose: Pose


@value
class Shuffled:
    zone: Zone
    faces: bytes  # bottom to top, afterwards
    seen: int  # who may look into this zone
    kept: tuple[tuple[Seat, bytes], ...] = ()  # what others still know, each for itself


@value
class Forgotten:
    """These cards may since have been laid anew out of sight: the table reminds of them no more."""

    cards: tuple[CardId, ...]


@value
class Said:
    text: str
    cards: tuple[CardId, ...] = ()


@value
class Ended:
    result: tuple[float, ...]


Event = Moved | Flipped | Shown | Marked | Placed | Shuffled | Forgotten | Said | Ended


class Recorder(Table[S]):
    """The same verbs; each also checks and writes down its event. Raises Illegal."""

    __slots__ = ("_pushed", "events")

    def __init__(self, pos: Position[S]) -> None:
        super().__init__(pos)
        self.events: list[Event] = []
        self._pushed = 0  # steps since the last action

    def _seen(self, card: CardId) -> int:
        """Who knows the face of a card now."""
        pos = self.pos
        known, size, seen = pos.known >> card, pos.box.size, 0
        for seat in range(pos.box.seats):
            seen |= (known >> seat * size & 1) << seat
        return seen

    def _lookers(self, zone: Zone) -> int:
        """Who may look into a zone."""
        box, seen = self.pos.box, 0
        for seat in range(box.seats):
            seen |= (box.eyes[zone] >> seat * box.size & 1) << seat
        return seen

    def _lies(self, card: CardId, zone: Zone) -> None:
        if card not in self.pos.zones[zone]:
            raise Illegal(f"card {card} does not lie in {self.pos.box.names[zone]}")

    def move(self, card: CardId, source: Zone, to: Zone) -> None:
        self._lies(card, source)
        super().move(card, source, to)
        pos = self.pos
        index = len(pos.zones[to]) - 1
        self.events.append(Moved(card, source, to, index, pos.faces[card], self._seen(card)))

    def tuck(self, card: CardId, source: Zone, to: Zone) -> None:
        super().tuck(card, source, to)
        self.events[-1] = Moved(card, source, to, 0, self.pos.faces[card], self._seen(card))

    def flip(self, card: CardId, up: bool) -> None:
        super().flip(card, up)
        self.events.append(Flipped(card, up, self.pos.faces[card], self._seen(card)))

    def show(self, card: CardId, seat: Seat) -> None:
        super().show(card, seat)
        self.events.append(Shown(card, seat, self.pos.faces[card], self._seen(card)))

    def look(self, zone: Zone, seat: Seat) -> None:
        for card in self.pos.zones[zone]:
            self.show(card, seat)

    def mark(self, card: CardId, kind: int, on: bool) -> None:
        super().mark(card, kind, on)
        self.events.append(Marked(card, kind, on))

    def place(self, card: CardId, pose: Pose) -> None:
        super().place(card, pose)
        self.events.append(Placed(card, pose))

    def shuffle(self, zone: Zone) -> None:
        super().shuffle(zone)
        pos = self.pos
        faces = bytes([pos.faces[card] for card in pos.zones[zone]])
        self.events.append(Shuffled(zone, faces, self._lookers(zone)))

    def mix(self, zone: Zone, *keep: Seat, last: CardId = -1) -> None:
        before = self.pos.marks
        super().mix(zone, *keep, last=last)
        pos = self.pos
        cards, seen = pos.zones[zone], self._lookers(zone)
        faces = bytes([pos.faces[card] for card in cards])
        kept = tuple(
            (seat, bytes([pos.faces[card] if pos.knows(seat, card) else UNSEEN for card in cards]))
            for seat in keep
            if not seen >> seat & 1
        )
        self.events.append(Shuffled(zone, faces, seen, kept))
        for kind, (old, new) in enumerate(zip(before, pos.marks, strict=True)):
            changed = [card for card in cards if (old ^ new) >> card & 1]
            self.events += [Marked(card, kind, bool(new >> card & 1)) for card in changed]

    def forget(self, *cards: CardId) -> None:
        self.events.append(Forgotten(cards))

    def say(self, text: str, *cards: CardId) -> None:
        self.events.append(Said(text, cards))

    def push(self, *steps: Step) -> None:
        self._pushed += len(steps)
        if self._pushed > MOST_STEPS:
            raise Illegal(f"no decision after {MOST_STEPS} steps")
        super().push(*steps)

    def play(self, action: Action) -> Decision | None:
        self._pushed = 0
        return super().play(action)

    def end(self, *result: float) -> None:
        if len(result) != self.pos.box.seats:
            seats = counted(self.pos.box.seats, "seat")
            raise Illegal(f"{counted(len(result), 'result')} for {seats}")
        super().end(*result)
        self.events.append(Ended(result))


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
    if isinstance(event, (Said, Ended, Marked, Placed, Forgotten)):
        return event
    if isinstance(event, Shuffled):
        blank = bytes([UNSEEN]) * len(event.faces)
        known = event.faces if event.seen >> seat & 1 else dict(event.kept).get(seat, blank)
        return Shuffled(event.zone, known, event.seen)
    if event.seen >> seat & 1:
        return event
    match event:
        case Moved(card, source, to, index, _, seen):
            return Moved(card, source, to, index, UNSEEN, seen)
        case Flipped(card, up, _, seen):
            return Flipped(card, up, UNSEEN, seen)
        case Shown(card, looker, _, seen):
            return Shown(card, looker, UNSEEN, seen)
