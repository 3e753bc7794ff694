"""Preprocessing of a record's events for the animation: simultaneous flips, flips before a clash,
stagger times and masking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from castlecards.core.cards import NATURE, UNSEEN, CardId, Seat
from castlecards.core.events import CardFlipped, CardMoved, CardShown, Event, PileShuffled, seen_by
from castlecards.core.log_lines import Clash, Line
from castlecards.core.position import Position
from castlecards.ui.table.clash.timeline import cards_of

STAGGER = 0.07  # s from one card to the next,
LONGEST = 1.1  # but all that go the same way within this time
DEAL = 2.4  # and all cards of one script within about this time


def simultaneous_flips(events: Sequence[Event], after: Position[Any]) -> list[Event]:
    """Consecutive events that turn up one card of each of several seats, with their log lines.

    [] if there are none. `after`: the position after the events.
    """
    run: list[Event] = []
    before: Event | None = None
    for event in [*events, None]:
        turns = isinstance(event, CardFlipped) and event.up
        on_its_way = isinstance(before, CardMoved) and turns and before.card == event.card  # type: ignore[union-attr]
        before = event
        if (turns and not on_its_way) or (run and isinstance(event, Line)):
            assert event is not None
            run.append(event)
            continue
        cards = [each.card for each in run if isinstance(each, CardFlipped)]
        owners = [after.box.zones[after.zone_of(card)].owner for card in cards]
        if len(owners) > 1 and len(set(owners) - {None}) == len(owners):
            return run
        run = []
    return []


def flips_before(events: Sequence[Event], at: int) -> dict[int, tuple[CardId, int]]:
    """Flips of a clash's cards right before the clash: index of the event to card and face."""
    clash, found = events[at], {}
    assert isinstance(clash, Clash)
    cards = set(cards_of(clash))
    for n in range(at - 1, -1, -1):
        event = events[n]
        if isinstance(event, CardFlipped):
            moved = events[n - 1] if n else None
            on_its_way = isinstance(moved, CardMoved) and moved.card == event.card
            if event.up and event.card in cards and not on_its_way:
                found[n] = event.card, event.face
        elif not isinstance(event, Line | CardShown):
            break
    return found


def stagger_times(events: Sequence[Event]) -> list[float]:
    """Delay to the next card for each event, s; shorter if many cards take the same path."""
    ways = Counter((e.source, e.to) for e in events if isinstance(e, CardMoved))
    usual = STAGGER
    few = sum(min(count * STAGGER, LONGEST) for count in ways.values())
    if few > DEAL:
        usual = STAGGER * DEAL / few
    return [
        min(usual, LONGEST / ways[e.source, e.to]) if isinstance(e, CardMoved) else usual
        for e in events
    ]


def masked_for(event: Event, seat: Seat) -> Event:
    """Event as this seat sees it; NATURE sees only faces that lie face up."""
    if seat >= 0:
        return seen_by(event, seat)
    match event:
        case CardMoved(card, source, to, index, _, seen):
            return CardMoved(card, source, to, index, UNSEEN, seen)
        case CardFlipped(card, False, _, seen):
            return CardFlipped(card, False, UNSEEN, seen)
        case CardShown(card, seat, _, seen):
            return CardShown(card, seat, UNSEEN, seen)
        case PileShuffled(zone, faces, seen):
            return PileShuffled(zone, bytes([UNSEEN]) * len(faces), seen)
        case Line() | Clash():
            return seen_by(event, NATURE)
    return event
