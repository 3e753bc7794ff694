"""What a table may remind its players of: faces that lay open on top of a pile, and when they did.

A zone says how far that goes (`ZoneSpec.memory`). What was turned down there and is not to be
brought to mind again is missing from what is shown, though the seat may know it: whoever watched
may remember, the table does not help.
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

AIDS = ("off", "last", "all")  # the zones that say one of these are watched over
LAST = 1  # turns that may have ended since

# By card: for each seat the turn in which it last saw the face on top of the pile, -1: not.
Sightings = Mapping[CardId, tuple[int, ...]]


def watched(box: Box) -> tuple[Zone, ...]:
    """The zones whose cards the table may remind of, or must not."""
    return tuple(zone for zone, spec in enumerate(box.zones) if spec.memory in AIDS)


class _Watch:
    """The piles of one moment while events change them."""

    def __init__(self, pos: Position[Any], known: Sightings) -> None:
        self.box = pos.box
        self.zones = [list(cards) for cards in pos.zones]
        self.up = pos.up
        self.lies = {card: zone for zone, cards in enumerate(pos.zones) for card in cards}
        self.piles = frozenset(watched(pos.box))
        self.found: dict[CardId, tuple[int, ...]] = dict(known)

    def follow(self, event: Event, turn: int) -> None:
        match event:
            case CardMoved(card, source, to, index, _, _):
                self.zones[source].remove(card)
                self.zones[to].insert(index, card)
                self.lies[card] = to
                if to not in self.piles or self._owner(source) != self._owner(to):
                    self.found.pop(card, None)
                self._look(source, turn)
                self._look(to, turn)
            case CardFlipped(card, up, _, _):
                self._look(self.lies[card], turn)  # open until now
                self.up = self.up | 1 << card if up else self.up & ~(1 << card)
                self._look(self.lies[card], turn)
            case CardShown(card, seat, _, _):
                if self.lies[card] in self.piles and self.zones[self.lies[card]][-1] == card:
                    self._see(card, (seat,), turn)
            case PileShuffled(zone, _, _):
                for card in self.zones[zone]:
                    self.found.pop(card, None)
                    self.up &= ~(1 << card)
            case CardsForgotten(cards):
                for card in cards:
                    self.found.pop(card, None)

    def _owner(self, zone: Zone) -> Seat | None:
        return self.box.zones[zone].owner if zone in self.piles else None

    def _look(self, zone: Zone, turn: int) -> None:
        """All see the top card of a pile that lies face up."""
        if zone in self.piles and self.zones[zone] and self.up >> self.zones[zone][-1] & 1:
            self._see(self.zones[zone][-1], range(self.box.seats), turn)

    def _see(self, card: CardId, seats: Iterable[Seat], turn: int) -> None:
        turns = list(self.found.get(card, (-1,) * self.box.seats))
        for seat in seats:
            turns[seat] = turn
        self.found[card] = tuple(turns)


def sighted(
    known: Sightings, before: Position[Any], events: Iterable[Event], turn: int
) -> Sightings:
    """What was known before some events, and what they have shown since. `turn` is theirs."""
    if not watched(before.box):
        return known
    watch = _Watch(before, known)
    for event in events:
        watch.follow(event, turn)
    return watch.found if watch.found != known else known


def reminded(pos: Position[Any], seat: Seat, known: Sightings, turn: int) -> View:
    """What may be shown to a seat in `turn`: its view, but of the cards in watched zones only
    faces that it may look at, or that the zone's memory aid brings to mind."""
    seen = view(pos, seat)
    faces = bytearray(seen.position.faces)
    for zone in watched(pos.box):
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
    """May it look at a face-down card there?"""
    return seat >= 0 and bool(pos.box.eyes[zone] >> seat * pos.box.size & 1)


class LogEntry(Protocol):
    """A line of a log."""

    @property
    def events(self) -> tuple[Event, ...]: ...


class Reminders:
    """What has been seen along the log of one match, as far as it has been followed."""

    def __init__(
        self,
        start: Position[Any],
        opening: Iterable[Event],
        turn: Callable[[Position[Any]], int],
    ) -> None:
        """`start` is the position before the events of the `opening`; `turn`: which turn it is."""
        self._turn = turn
        self._found: list[Sightings] = [sighted({}, start, opening, turn(start))]
        self._told: list[tuple[Event, ...]] = []

    def view(
        self,
        seat: Seat,
        moment: int,
        positions: Sequence[Position[Any]],
        log: Sequence[LogEntry],
    ) -> View:
        """What may be shown to a seat before the line `moment` of the log, whose n-th line led from
        `positions[n]` to the next."""
        mine = self._told
        while mine and (len(mine) > len(log) or mine[-1] is not log[len(mine) - 1].events):
            mine.pop()  # taken back since, and played otherwise
            self._found.pop()
        for n in range(len(mine), moment):
            before, events = positions[n], log[n].events
            self._found.append(sighted(self._found[n], before, events, self._turn(before)))
            mine.append(events)
        now = positions[moment]
        return reminded(now, seat, self._found[moment], self._turn(now))
