"""Tests of hidden faces in every game: the faces that a seat knows, from events and zones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from castlecards.core.cards import NATURE, UNSEEN, Face
from castlecards.core.events import (
    CardFlipped,
    CardMoved,
    CardShown,
    Event,
    PileShuffled,
    begin,
    seen_by,
)
from castlecards.core.game import Game
from castlecards.core.position import Box, Position
from castlecards.core.view import View, view
from tests.depth import Depth
from tests.games.play import (
    cached_game,
    daily_matches,
    every_game,
    every_option,
    opening,
    sample_world,
)


class KnownFaces:
    """Faces that events showed each seat, without bit masks: `faces[seat]` maps cards to faces.

    A seat learns a face when the card is turned up, when it comes to a zone that the seat may look
    into, or when it is shown to it. A shuffle makes all seats forget except those that may look
    there.
    """

    def __init__(self, start: Position[Any]) -> None:
        self.box: Box = start.box
        self.faces: list[dict[int, int]] = [{} for _ in range(self.box.seats)]
        self.lies = {card: zone for zone, cards in enumerate(start.zones) for card in cards}
        self.order = [list(cards) for cards in start.zones]
        assert start.up == 0
        for card, zone in self.lies.items():
            self.learn(self.lookers(zone), card, start.faces[card])

    def lookers(self, zone: int) -> set[int]:
        spec = self.box.zones[zone]
        seats = set(range(self.box.seats))
        return {"all": seats, "owner": seats & {spec.owner}, "none": set()}[spec.sight]

    def learn(self, seats: set[int], card: int, face: int) -> None:
        assert face != UNSEEN
        for seat in seats:
            self.faces[seat][card] = face

    def follow(self, event: Event) -> None:
        match event:
            case CardMoved(card, source, to, index, face, _):
                assert self.lies[card] == source
                self.order[source].remove(card)
                self.order[to].insert(index, card)
                self.lies[card] = to
                self.learn(self.lookers(to), card, face)
            case CardFlipped(card, up, face, _):
                self.learn(set(range(self.box.seats)) if up else set(), card, face)
            case CardShown(card, seat, face, _):
                self.learn({seat}, card, face)
            case PileShuffled(zone, faces, _, kept):
                before = [
                    {known.pop(card, UNSEEN) for card in self.order[zone]} - {UNSEEN}
                    for known in self.faces
                ]
                for card, face in zip(self.order[zone], faces, strict=True):
                    self.learn(self.lookers(zone), card, face)
                for seat, left in kept:  # the seat still knows these faces, wherever they are now
                    for card, face in zip(self.order[zone], left, strict=True):
                        if face != UNSEEN:
                            self.learn({seat}, card, face)
                    assert set(left) - {UNSEEN} == before[seat]
        self.check_told(event)

    def check_told(self, event: Event) -> None:
        """Check that an event shows a seat the faces that it knows by then, and no others."""
        for seat, known in enumerate(self.faces):
            match seen_by(event, seat):
                case CardMoved(card, _, _, _, face, _) | CardFlipped(card, _, face, _):
                    assert face == known.get(card, UNSEEN)
                case CardShown(card, _, face, _):
                    assert face == known.get(card, UNSEEN)
                case PileShuffled(zone, faces, _):
                    assert list(faces) == [known.get(card, UNSEEN) for card in self.order[zone]]

    def check_view(self, pos: Position[Any]) -> None:
        """Check that a view holds the faces that the seat was shown, and no other secret."""
        for seat, known in enumerate(self.faces):
            seen = view(pos, seat)
            told = [known.get(card, UNSEEN) for card in range(self.box.size)]
            assert list(seen.position.faces) == told
            assert seen.position.seed == 0
            mine = pos.decision is not None and pos.decision.seat == seat
            assert seen.decision is (pos.decision if mine else None)
            assert seen.position.decision is seen.decision
        watched = view(pos, NATURE).position.faces
        assert all(face == UNSEEN or pos.up >> card & 1 for card, face in enumerate(watched))

    def public(self) -> set[int]:
        """Return the faces that every seat has been shown on the same card."""
        told = [set(known.items()) for known in self.faces]
        return {face for _, face in set.intersection(*told)}


def positions_with_events(
    game: Game[Any], options: Any, players: int, seed: int
) -> Iterator[tuple[Position[Any], Position[Any], tuple[Event, ...]]]:
    """Yield the start, each position of a match, and the events since the position before."""
    start = game.setup(options, players)
    start.seed = seed
    yield start, *begin(start)
    for _, _, after, events in cached_game(game.id, options, players, seed):
        yield start, after, events


class NameSearch:
    """Cached search for the faces that a text names."""

    def __init__(self) -> None:
        self.read: dict[str, set[int]] = {}

    def by(self, text: str, box: Box) -> set[int]:
        if text not in self.read:
            faces = enumerate(box.faces)
            self.read[text] = {n for n, face in faces if any(w in text for w in self.words(face))}
        return self.read[text]

    def alike(self, faces: set[int], box: Box) -> set[int]:
        """Return these faces and their copies in other decks, which have the same names."""
        words = {word for n in faces for word in self.words(box.faces[n])}
        return {n for n, face in enumerate(box.faces) if self.words(face) & words}

    def words(self, face: Face) -> set[str]:
        return {
            "token": {face.key},  # its title is a number or a common word
            "rampage": {face.title},  # its key may be a common word: "knight"
        }.get(face.deck, {face.key, face.title} - {""})


@every_game
def test_views_and_events_hold_what_a_seat_was_told_and_nothing_else(
    game: Game[Any], depth: Depth
) -> None:
    @settings(max_examples=depth(12, 40))
    @given(daily_matches(game, depth))
    def run(match: tuple[Any, int, int]) -> None:
        known_faces = None
        for start, pos, events in positions_with_events(game, *match):
            known_faces = known_faces or KnownFaces(start)
            for event in events:
                known_faces.follow(event)
            known_faces.check_view(pos)

    run()


@every_game
def test_nobody_can_follow_a_card_that_leaves_a_hand_unseen(game: Game[Any], depth: Depth) -> None:
    """A seat that knew the card and does not see its destination cannot follow it by its id."""

    @settings(max_examples=depth(16, 80))
    @given(daily_matches(game, depth))
    def run(match: tuple[Any, int, int]) -> None:
        for before, _, _, events in cached_game(game.id, *match):
            box, held = before.box, [len(cards) for cards in before.zones]
            for n, event in enumerate(events):
                if not isinstance(event, CardMoved):
                    continue
                held[event.source] -= 1
                held[event.to] += 1
                if box.zones[event.source].shape != "fan" or not held[event.source]:
                    continue  # the only card of a hand can be followed
                holder = box.zones[event.source].owner
                for seat in set(range(box.seats)) - {holder}:
                    told = seen_by(event, seat)
                    assert isinstance(told, CardMoved)
                    looks = box.sight_masks[event.to] >> seat * box.size & 1
                    if looks or told.face == UNSEEN or turned_up_or_mixed(events[n + 1 :], event):
                        continue
                    raise AssertionError(f"seat {seat} follows {event} of seat {holder}")

    run()


def turned_up_or_mixed(events: tuple[Event, ...], moved: CardMoved) -> bool:
    """Return True if the moved card is turned up or shuffled into its zone by the same action."""
    return any(
        (isinstance(event, CardFlipped) and event.card == moved.card and event.up)
        or (isinstance(event, PileShuffled) and event.zone == moved.to)
        for event in events
    )


@every_game
@pytest.mark.long
def test_what_is_said_names_no_card_that_not_all_have_seen(game: Game[Any], depth: Depth) -> None:
    @settings(max_examples=depth(16, 150))
    @given(daily_matches(game, depth))
    def run(match: tuple[Any, int, int]) -> None:
        known_faces, named = None, NameSearch()
        for start, pos, events in positions_with_events(game, *match):
            known_faces = known_faces or KnownFaces(start)
            before = known_faces.public()
            for event in events:
                known_faces.follow(event)
            open_to_all = before | known_faces.public()  # a shuffle may have hidden it again
            said = [pos.decision.prompt] if pos.decision is not None else []
            for text in said:
                assert named.by(text, pos.box) <= named.alike(open_to_all, pos.box), text

    run()


@every_game
def test_the_outcome_follows_from_what_all_see(game: Game[Any], depth: Depth) -> None:
    @settings(max_examples=depth(6, 15))
    @given(daily_matches(game, depth), st.integers(0, 2**32))
    def run(match: tuple[Any, int, int], seed: int) -> None:
        *_, (_, _, pos, _) = cached_game(game.id, *match)
        for seat in range(pos.box.seats):
            assert game.outcome(sample_world(view(pos, seat), seed)) == game.outcome(pos)

    run()


@every_game
def test_nobody_is_handed_what_somebody_else_is_asked(game: Game[Any]) -> None:
    pos = opening(game, *next(every_option(game)), 3)
    asked = pos.decision.seat
    assert View(asked, pos).decision is pos.decision
    for seat in {*range(pos.box.seats), NATURE} - {asked}:
        assert view(pos, seat).decision is None
        with pytest.raises(ValueError, match=f"seat {seat} may not know what seat {asked}"):
            View(seat, pos)
