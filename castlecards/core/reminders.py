"""Memory aids: faces of turned-down cards on piles that the table still shows to a seat.

`ZoneSpec.memory` sets how far back the aid goes. Faces beyond it are left out of the shown view
even if the seat knows them: players can remember, but the table does not help.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from castlecards.core.cards import UNSEEN, CardId, Seat, Zone
from castlecards.core.events import (
    CardFlipped,
    CardMoved,
    CardsForgotten,
    CardShown,
    Event,
    PileShuffled,
)
from castlecards.core.position import Box, Position
from castlecards.core.view import View, view

AIDS = ("off", "last", "all")  # values of `ZoneSpec.memory` that limit the shown faces
LAST = 1  # reach of "last": turns finished since the face was seen

# By card: for each seat the turn in which it last saw the face on top of the pile; -1: never.
Sightings = Mapping[CardId, tuple[int, ...]]


def watched_zones(box: Box) -> tuple[Zone, ...]:
    """Zones whose memory aid limits the shown faces."""
    return tuple(zone for zone, spec in enumerate(box.zones) if spec.memory in AIDS)


class _WatchedPiles:
    """Piles of a position that follow its events, with the sightings of their cards."""

    def __init__(self, pos: Position[Any], known: Sightings) -> None:
        self.box = pos.box
        self.zones = [list(cards) for cards in pos.zones]
        self.up = pos.up
        self.zone_of = {card: zone for zone, cards in enumerate(pos.zones) for card in cards}
        self.piles = frozenset(watched_zones(pos.box))
        self.sightings: dict[CardId, tuple[int, ...]] = dict(known)

    def follow(self, event: Event, turn: int) -> None:
        """Update piles and sightings after an event in this turn."""
        match event:
            case CardMoved(card, source, to, index, _, _):
                self.zones[source].remove(card)
                self.zones[to].insert(index, card)
                self.zone_of[card] = to
                if to not in self.piles or self._owner(source) != self._owner(to):
                    self.sightings.pop(card, None)
                self._look(source, turn)
                self._look(to, turn)
            case CardFlipped(card, up, _, _):
                self._look(self.zone_of[card], turn)  # a card turned down was open until now
                self.up = self.up | 1 << card if up else self.up & ~(1 << card)
                self._look(self.zone_of[card], turn)
            case CardShown(card, seat, _, _):
                if self.zone_of[card] in self.piles and self.zones[self.zone_of[card]][-1] == card:
                    self._see(card, (seat,), turn)
            case PileShuffled(zone, _, _):
                for card in self.zones[zone]:
                    self.sightings.pop(card, None)
                    self.up &= ~(1 << card)
            case CardsForgotten(cards):
                for card in cards:
                    self.sightings.pop(card, None)

    def _owner(self, zone: Zone) -> Seat | None:
        return self.box.zones[zone].owner if zone in self.piles else None

    def _look(self, zone: Zone, turn: int) -> None:
        """Record that all seats see the top card of a watched pile if it is face up."""
        if zone in self.piles and self.zones[zone] and self.up >> self.zones[zone][-1] & 1:
            self._see(self.zones[zone][-1], range(self.box.seats), turn)

    def _see(self, card: CardId, seats: Iterable[Seat], turn: int) -> None:
        turns = list(self.sightings.get(card, (-1,) * self.box.seats))
        for seat in seats:
            turns[seat] = turn
        self.sightings[card] = tuple(turns)


def updated_sightings(
    known: Sightings, before: Position[Any], events: Iterable[Event], turn: int
) -> Sightings:
    """Sightings after some events; `known` are those before, `turn` is the turn of the events."""
    if not watched_zones(before.box):
        return known
    watch = _WatchedPiles(before, known)
    for event in events:
        watch.follow(event, turn)
    return watch.sightings if watch.sightings != known else known


def view_with_reminders(pos: Position[Any], seat: Seat, known: Sightings, turn: int) -> View:
    """View of a seat in `turn` without the faces that the memory aids hide.

    In watched zones it keeps only face-up cards, cards that the seat can look at, and faces within
    the reach of the zone's memory aid.
    """
    seen = view(pos, seat)
    faces = bytearray(seen.position.faces)
    for zone in watched_zones(pos.box):
        spec = pos.box.zones[zone]
        least = {"last": turn - LAST, "all": 0}.get(spec.memory)
        for card in pos.zones[zone]:
            if faces[card] == UNSEEN or pos.up >> card & 1 or _looks(pos, seat, card, zone):
                continue
            when = known[card][seat] if seat >= 0 and card in known else -1
            if least is None or when < max(least, 0):
                faces[card] = UNSEEN
                if seat >= 0:
                    seen.position.known &= ~(1 << seat * pos.box.size + card)
    seen.position.faces = bytes(faces)
    return seen


def _looks(pos: Position[Any], seat: Seat, card: CardId, zone: Zone) -> bool:
    """True if the seat can look at face-down cards of the zone."""
    return seat >= 0 and bool(pos.box.sight_masks[zone] >> seat * pos.box.size & 1)


class LogEntry(Protocol):
    """Line of a log, with its events."""

    @property
    def events(self) -> tuple[Event, ...]: ...


class Reminders:
    """Sightings along the log of one match, computed on demand and cached line by line."""

    def __init__(
        self, start: Position[Any], opening: Iterable[Event], turn: Callable[[Position[Any]], int]
    ) -> None:
        """`start`: position before the events of `opening`; `turn`: turn number of a position."""
        self._turn = turn
        self._found: list[Sightings] = [updated_sightings({}, start, opening, turn(start))]
        self._seen_events: list[tuple[Event, ...]] = []

    def view(
        self, seat: Seat, moment: int, positions: Sequence[Position[Any]], log: Sequence[LogEntry]
    ) -> View:
        """View of a seat before line `moment` of the log, without faces the memory aids hide.

        `positions[n]` is the position before line n.
        """
        mine = self._seen_events
        while mine and (len(mine) > len(log) or mine[-1] is not log[len(mine) - 1].events):
            mine.pop()  # the line has been undone and replaced
            self._found.pop()
        for n in range(len(mine), moment):
            before, events = positions[n], log[n].events
            self._found.append(
                updated_sightings(self._found[n], before, events, self._turn(before))
            )
            mine.append(events)
        now = positions[moment]
        return view_with_reminders(now, seat, self._found[moment], self._turn(now))
