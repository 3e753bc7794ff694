"""Tests of belief: sampled worlds look to their seat like its view, and agree with all proofs."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from castlecards.content import games
from castlecards.core.belief import (
    EVEN_SHARE,
    MOST_LIKELIHOOD,
    Impossible,
    Resampler,
    Trace,
    Worlds,
    log_linear,
    possible_faces,
    trace,
)
from castlecards.core.cards import UNSEEN
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
from castlecards.core.log_lines import Line
from castlecards.core.position import Position
from castlecards.core.proof import Proof
from castlecards.core.view import View, view
from tests.games.play import GAMES, every_game, matches, random_game

BARE: Game[Any] = games()["castle_rampage"]  # many cards with the same back


def middle(game: Game[Any], match: tuple[Any, int, int], moments: int) -> Position[Any]:
    """Return a moment of a random match."""
    options, players, seed = match
    for n, (before, *_) in enumerate(random_game(game, options, players, seed)):
        if n == moments:
            return before
    return before


@every_game
def test_a_world_looks_like_the_view_that_it_comes_from(game: Game[Any]) -> None:
    @settings(max_examples=25)
    @given(matches(game), st.integers(0, 80), st.integers(0, 2**32))
    def run(match: tuple[Any, int, int], moments: int, seed: int) -> None:
        pos = middle(game, match, moments)
        for seat in range(pos.box.seats):
            seen = view(pos, seat)
            world = Worlds(seen).deal(Random(seed))
            assert sorted(world.faces) == sorted(pos.faces)
            assert view(world, seat).position.faces == seen.position.faces
            assert world.zones == pos.zones
            assert world.faces == Worlds(seen).deal(Random(seed)).faces
            for card, face in enumerate(seen.position.faces):
                if face == UNSEEN:
                    assert pos.box.backs[world.faces[card]] == pos.box.backs[card]

    run()


def toy(game: Game[Any]) -> View:
    """Return a view with many unseen cards of one back."""
    pos = middle(game, (game.options(), 2, 5), 3)
    return view(pos, 0)


@given(st.data(), st.integers(0, 2**32))
def test_what_is_proved_holds_in_every_world(data: Any, seed: int) -> None:
    seen = toy(BARE)
    faces = seen.position.faces
    unseen = [card for card, face in enumerate(faces) if face == UNSEEN]
    truth = middle(BARE, (BARE.options(), 2, 5), 3).faces
    limits = {
        card: data.draw(st.integers(0, 2 ** len(faces) - 1)) | 1 << truth[card]
        for card in data.draw(st.lists(st.sampled_from(unseen), unique=True))
    }
    world = Worlds(seen, limits).deal(Random(seed))
    assert sorted(world.faces) == sorted(truth)
    for card, mask in limits.items():
        assert mask >> world.faces[card] & 1
    for card, face in enumerate(faces):
        assert face in (UNSEEN, world.faces[card])


def test_two_proofs_about_the_same_cards_find_a_world() -> None:
    """Of ten cards at least nine are in one half of the faces, and at least one in the other."""
    seen = toy(BARE)
    faces = seen.position.faces
    cards = bytes([card for card, face in enumerate(faces) if face == UNSEEN][:10])
    missing = [face for face in range(len(faces)) if face not in faces]
    half = sum(1 << face for face in missing[::2])
    proofs = Proof(cards, 9, half), Proof(cards, 1, ~half & (1 << len(faces)) - 1)
    worlds, rng = Worlds(seen, proofs=proofs), Random(3)
    for _ in range(60):
        dealt = worlds.deal(rng).faces
        assert sum(half >> dealt[card] & 1 for card in cards) == 1


def test_without_odds_the_same_worlds_are_dealt() -> None:
    seen = toy(BARE)
    card = seen.position.faces.index(UNSEEN)
    flat = {card: [1.0] * len(seen.position.faces)}
    for seed in range(5):
        plain = Worlds(seen).deal(Random(seed)).faces
        assert Worlds(seen, odds={}).deal(Random(seed)).faces == plain
        assert Worlds(seen, odds=flat).deal(Random(seed)).faces == plain


def test_odds_shift_a_card_but_exclude_nothing() -> None:
    """Odds make a card less likely, but a card with the smallest odds is still dealt sometimes."""
    seen = toy(BARE)
    faces = seen.position.faces
    cards = [card for card, face in enumerate(faces) if face == UNSEEN]
    missing = [face for face in range(len(faces)) if face not in faces]
    few = missing[: len(missing) // 4]
    odds = {cards[3]: [float(face in few) for face in range(len(faces))]}
    worlds, rng = Worlds(seen, odds=odds), Random(1)
    dealt = [worlds.deal(rng).faces for _ in range(1500)]
    assert all(sorted(each) == sorted(dealt[0]) for each in dealt)
    inside = sum(each[cards[3]] in few for each in dealt) / len(dealt)
    share = len(few) / len(missing)
    assert inside == pytest.approx(1 - EVEN_SHARE + EVEN_SHARE * share, abs=0.05)
    other = sum(each[cards[9]] in few for each in dealt) / len(dealt)
    assert other == pytest.approx(share, abs=0.05)


def test_odds_never_break_what_is_proved() -> None:
    seen = toy(BARE)
    faces = seen.position.faces
    cards = [card for card, face in enumerate(faces) if face == UNSEEN]
    missing = [face for face in range(len(faces)) if face not in faces]
    mask = sum(1 << face for face in missing[::2])
    limits = dict.fromkeys(cards[:6], mask)
    odds = {card: [float(face in missing[1::2]) or 0.1 for face in range(len(faces))]
            for card in cards[4:9]}  # fmt: skip
    worlds, rng = Worlds(seen, limits, odds=odds), Random(2)
    for _ in range(200):
        world = worlds.deal(rng)
        assert all(mask >> world.faces[card] & 1 for card in limits)
        assert view(world, seen.seat).position.faces == faces


def test_a_log_linear_model_weighs_the_features_of_each_face() -> None:
    likely = log_linear((2.0, -1.0), [(n, 0.5) for n in (0, 0, 0, 1, 1, 1)])
    assert max(likely) == 1.0
    assert likely[3] / likely[0] == pytest.approx(exp(2))
    assert log_linear((0.0,), [(1.0,), (5.0,)]) == (1.0, 1.0)
    mean = (20 + exp(9)) / 21  # a single large likelihood is limited
    assert log_linear((1.0,), [(0,)] * 20 + [(9,)])[0] == pytest.approx(
        1 / (MOST_LIKELIHOOD * mean)
    )


def test_resampling_prefers_likely_worlds() -> None:
    seen = toy(BARE)
    card = seen.position.faces.index(UNSEEN)
    missing = [face for face in range(len(seen.position.faces)) if face not in seen.position.faces]
    half = missing[::2]
    deal = Resampler(Worlds(seen).deal, lambda world: 1.0 if world.faces[card] in half else 0.05)
    rng = Random(3)
    worlds = [deal.deal(rng) for _ in range(1500)]
    inside = sum(world.faces[card] in half for world in worlds) / len(worlds)
    assert inside == pytest.approx((1 - EVEN_SHARE) * 0.95 + EVEN_SHARE * 0.5, abs=0.06)
    worlds[0].faces = b""  # a world may be changed by its caller
    assert all(deal.deal(rng).faces for _ in range(99))


@pytest.mark.parametrize(
    "game", [game for game in GAMES if game.advice is not None], ids=lambda game: game.id
)
def test_a_belief_is_a_function_of_what_the_seat_saw(game: Game[Any]) -> None:
    """Two positions that look the same to the seat give the same worlds."""
    advice = game.advice
    assert advice is not None
    for seed in range(3):
        start = game.setup(game.options(), 2)
        start.seed = seed
        told = [[seen_by(event, seat) for event in begin(start)[1]] for seat in (0, 1)]
        for n, (_, _, pos, events) in enumerate(random_game(game, game.options(), 2, seed)):
            for seat in (0, 1):
                told[seat] += [seen_by(event, seat) for event in events]
            if n % 23 or pos.decision is None:
                continue
            for seat in (0, 1):
                seen = view(pos, seat)
                other = Worlds(seen).deal(Random(n))
                other.decision = pos.decision
                deal = advice.world_sampler(seen, tuple(told[seat]))
                again = advice.world_sampler(view(other, seat), tuple(told[seat]))
                one, two = Random(seed), Random(seed)
                for _ in range(3):
                    world = deal(one)
                    assert world.faces == again(two).faces
                    assert view(world, seat).position.faces == seen.position.faces


def arrivals(start: Position[Any], told: Sequence[Event]) -> list[int]:
    """Return, by card, the number of the event that last moved or shuffled it."""
    zone_of = {card: zone for zone, cards in enumerate(start.zones) for card in cards}
    numbers = [0] * start.box.size
    for number, event in enumerate(told):
        for card in zone_of:
            if isinstance(event, CardMoved) and card == event.card:
                zone_of[card], numbers[card] = event.to, number
            elif isinstance(event, PileShuffled) and zone_of[card] == event.zone:
                numbers[card] = number
    return numbers


def face_sets(seen: View, told: Sequence[Event], start: Position[Any]) -> dict[int, set[int]]:
    """Return, by unseen card, its possible faces: the events are followed with sets of cards."""
    zone_of = {card: zone for zone, cards in enumerate(start.zones) for card in cards}
    groups: dict[frozenset[int], set[int]] = {}
    seen_at = {face: face for face in range(start.box.size)}
    for event in told:
        joined: dict[frozenset[int], set[int]] = {}
        if isinstance(event, PileShuffled):
            mixed = frozenset(card for card, zone in zone_of.items() if zone == event.zone)
            for cards, faces in groups.items():
                joined.setdefault(cards | mixed if cards & mixed else cards, set()).update(faces)
            for face in [face for face, card in seen_at.items() if card in mixed]:
                del seen_at[face]
                joined.setdefault(mixed, set()).add(face)
            groups = joined
            continue
        if isinstance(event, CardMoved):
            zone_of[event.card] = event.to
        elif not isinstance(event, (CardFlipped, CardShown)):
            continue
        if event.face != UNSEEN and seen_at.get(event.face) != event.card:
            for cards, faces in groups.items():
                joined.setdefault(cards - {event.card}, set()).update(faces - {event.face})
            groups, seen_at[event.face] = joined, event.card
    now = seen.position.faces
    for face, card in seen_at.items():
        groups.setdefault(frozenset({card}), set()).add(face)
    unseen = [card for card, face in enumerate(now) if face == UNSEEN]
    hidden = {cards: faces.difference(now) for cards, faces in groups.items()}
    return {
        card: set().union(*[faces for cards, faces in hidden.items() if card in cards])
        for card in unseen
    }


@every_game
def test_an_extended_trace_is_that_of_all_events(game: Game[Any]) -> None:
    """Traces of two seats in two matches alternate; some moments are left out or undone."""
    past: list[tuple[View, tuple[Event, ...]]] = []
    random = Random(4)
    starts = {seed: game.setup(game.options(), 2) for seed in (4, 5)}
    for seed, start in starts.items():
        start.seed = seed
    told = {
        (seed, seat): [seen_by(event, seat) for event in begin(start)[1]]
        for seed, start in starts.items()
        for seat in (0, 1)
    }
    both = [random_game(game, game.options(), 2, seed) for seed in starts]
    for n, pair in enumerate(zip(*both, strict=False)):
        for seed, (_, _, pos, events) in zip(starts, pair, strict=True):
            for seat in (0, 1):
                told[seed, seat] += [seen_by(event, seat) for event in events]
                if random.random() < 0.2:
                    past.append((view(pos, seat), tuple(told[seed, seat])))
        if not past or n % 3:
            continue
        seen, events_seen = past.pop(random.randrange(len(past)) if n % 5 else -1)
        kept, fresh = trace(seen, events_seen), Trace(seen, events_seen)
        assert kept.allowed(seen.position) == fresh.allowed(seen.position)
        assert [*kept.allowed(seen.position)] == [*fresh.allowed(seen.position)]
        naive = face_sets(seen, events_seen, starts[4])
        backs = starts[4].box.backs
        missing = set(range(starts[4].box.size)).difference(seen.position.faces)
        allowed = {card: {face for face in missing if backs[face] == backs[card]} for card in naive}
        for card, mask in kept.allowed(seen.position).items():
            allowed[card] = {face for face in missing if mask >> face & 1}
        assert allowed == naive
        numbers = arrivals(starts[4], events_seen)
        assert [kept.entered_at(card) for card in range(seen.position.box.size)] == numbers
        turns = [number for number, event in enumerate(events_seen)
                 if isinstance(event, Line) and event.verb == "turn"]  # fmt: skip
        for card, number in enumerate(numbers):
            assert (number < kept.first_line("turn")) == all(number < turn for turn in turns)
            since = kept.lines_since(0, "turn", card) + kept.lines_since(1, "turn", card)
            assert since == sum(number < turn for turn in turns)


def test_possible_faces_are_those_of_now() -> None:
    """At moments of matches; then with one known face fewer; then after another shuffle."""
    mixed = 0
    for game in GAMES:
        start = game.setup(game.options(), 2)
        start.seed = 6
        told = [seen_by(event, 0) for event in begin(start)[1]]
        for n, (_, _, pos, events) in enumerate(random_game(game, game.options(), 2, 6)):
            told += [seen_by(event, 0) for event in events]
            if n % 30 == 0:
                seen, events_seen = view(pos, 0), tuple(told)
                kept = trace(seen, events_seen)
                allowed = kept.allowed(seen.position)
                assert allowed == Trace(seen, events_seen).allowed(seen.position)
                fewer, faces = seen.position.copy(), bytearray(seen.position.faces)
                card = next(card for card, face in enumerate(faces) if face != UNSEEN)
                faces[card] = UNSEEN
                fewer.faces = bytes(faces)
                possible = kept.allowed(fewer)
                assert possible == Trace(seen, events_seen).allowed(fewer)
                assert possible.get(card, -1) >> seen.position.faces[card] & 1
                kept.allowed(seen.position)
                for zone in range(len(pos.zones)):
                    events_seen = (*events_seen, PileShuffled(zone, b"", 0))
                    kept.extend(events_seen)
                    after = kept.allowed(seen.position)
                    assert after == Trace(seen, events_seen).allowed(seen.position)
                    mixed += after != allowed
    assert mixed


def test_a_card_that_may_be_nothing_is_an_error() -> None:
    seen = toy(BARE)
    card = seen.position.faces.index(UNSEEN)
    with pytest.raises(Impossible, match=f"card {card}"):
        Worlds(seen, {card: 0}).deal(Random(1))


def test_two_cards_that_may_be_but_one_face_are_an_error() -> None:
    seen = toy(BARE)
    pos = seen.position
    cards = [card for card, face in enumerate(pos.faces) if face == UNSEEN][:2]
    face = next(face for face in range(pos.box.size) if face not in pos.faces)
    with pytest.raises(Impossible):
        Worlds(seen, dict.fromkeys(cards, 1 << face)).deal(Random(1))


def reference_faces(seen: View, start: Position[Any], told: list[Event]) -> dict[int, int]:
    """Slow reference for `possible_faces`: follow each face with the set of its cards."""
    faces = range(start.box.size)
    lying = [set(cards) for cards in start.zones]
    holders = [{face} for face in faces]
    for event in told:
        if isinstance(event, PileShuffled):
            for cards in holders:
                cards |= lying[event.zone] if cards & lying[event.zone] else set()
            continue
        if isinstance(event, CardMoved):
            lying[event.source].discard(event.card)
            lying[event.to].add(event.card)
        if isinstance(event, (CardMoved, CardFlipped, CardShown)) and event.face != UNSEEN:
            for face, cards in enumerate(holders):
                cards.discard(event.card)
                if face == event.face:
                    holders[face] = {event.card}
    missing = [face for face in faces if face not in seen.position.faces]
    may = {
        card: sum(1 << face for face in missing if card in holders[face])
        for card, face in enumerate(seen.position.faces)
        if face == UNSEEN
    }
    backs = start.box.backs
    alike = {back: sum(1 << face for face in missing if backs[face] == back) for back in backs}
    return {card: mask for card, mask in may.items() if mask != alike[backs[card]]}


@every_game
def test_what_was_told_never_excludes_the_truth(game: Game[Any]) -> None:
    """`possible_faces` agrees with following each face alone, and its worlds look like the view."""

    @settings(max_examples=12)
    @given(matches(game), st.integers(0, 250), st.integers(0, 2**32))
    def run(match: tuple[Any, int, int], moments: int, seed: int) -> None:
        options, players, deal = match
        start = game.setup(options, players)
        start.seed = deal
        pos, opening_events = begin(start)
        events = list(opening_events)
        for n, (_, _, after, new) in enumerate(random_game(game, options, players, deal)):
            pos = after
            events += new
            if n == moments:
                break
        for seat in range(pos.box.seats):
            seen = view(pos, seat)
            told = [seen_by(event, seat) for event in events]
            allowed = possible_faces(seen, told)
            assert allowed == reference_faces(seen, start, told)
            for card, mask in allowed.items():
                assert mask >> pos.faces[card] & 1
            world = Worlds(seen, allowed).deal(Random(seed))
            assert view(world, seat).position.faces == seen.position.faces
            assert all(mask >> world.faces[card] & 1 for card, mask in allowed.items())

    run()


@pytest.mark.long
def test_a_hand_that_was_seen_and_mixed_holds_what_it_held() -> None:
    """CR6: if a hand is shown and then shuffled, its faces stay known, but not their cards."""
    found = 0
    for seed in range(60):
        start = BARE.setup(BARE.options(), 2)
        start.seed = seed
        told = [[seen_by(event, seat) for event in begin(start)[1]] for seat in (0, 1)]
        for before, action, after, events in random_game(BARE, BARE.options(), 2, seed):
            for seat in (0, 1):
                told[seat] += [seen_by(event, seat) for event in events]
            if action.verb != "seen" or before.decision is None:
                continue
            me = before.decision.seat
            seen = view(after, me)
            hand = after.zones[after.box.zone(f"{1 - me}.hand")]
            if not hand or any(after.knows(me, card) for card in hand):
                continue
            found += 1
            true = sorted(after.faces[card] for card in hand)
            for n in range(5):
                world = Worlds(seen, possible_faces(seen, told[me])).deal(Random(n))
                assert sorted(world.faces[card] for card in hand) == true
    assert found > 5
