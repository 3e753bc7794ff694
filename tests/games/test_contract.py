"""Tests of the contract of every game, whatever its rules."""

from __future__ import annotations

import pickle
import re
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from castlecards import paths
from castlecards.core.action import PASS, Action
from castlecards.core.events import (
    CardFlipped,
    CardMarked,
    CardMoved,
    CardPlaced,
    CardShown,
    Event,
    PileShuffled,
    apply,
    seen_by,
)
from castlecards.core.game import Game
from castlecards.core.position import Position
from castlecards.core.table import Table
from castlecards.core.view import view
from castlecards.playout import Robot, opening, option_values, play
from tests.depth import Depth
from tests.games.play import (
    cached_game,
    configurations,
    daily_matches,
    every_game,
    every_option,
    random_game,
    sample_world,
)

MOST_OPTIONS = 300


def check_cards(pos: Position[Any]) -> None:
    """Check that every card lies in exactly one zone, and that the bit masks are right."""
    assert sorted(b"".join(pos.zones)) == list(range(pos.box.size))
    assert sorted(pos.faces) == list(range(pos.box.size))
    assert pos.filled == sum(1 << zone for zone, cards in enumerate(pos.zones) if cards)
    for zone, cards in enumerate(pos.zones):
        for card in cards:
            if pos.poses is not None and pos.poses[card] is not None:
                assert pos.box.zones[zone].shape == "loose"
            eyes = pos.box.sight_masks[zone]
            everyone = pos.box.everyone if pos.up >> card & 1 else 0
            assert pos.known >> card & pos.box.everyone & (eyes | everyone) == eyes | everyone


@every_game
def test_cards_are_conserved_and_games_end(game: Game[Any], depth: Depth) -> None:
    @settings(max_examples=depth(16, 60))
    @given(daily_matches(game, depth))
    def run(match: tuple[Any, int, int]) -> None:
        last = None
        for _, _, after, _ in cached_game(game.id, *match):
            check_cards(after)
            last = after
        assert last.result is not None
        assert len(last.result) == last.box.seats
        assert game.outcome(last)

    run()


@every_game
@pytest.mark.long
def test_bare_table_and_recorder_agree_and_the_old_position_stays(
    game: Game[Any], depth: Depth
) -> None:
    @settings(max_examples=depth(12, 30))
    @given(daily_matches(game, depth))
    def run(match: tuple[Any, int, int]) -> None:
        for n, (before, action, after, _) in enumerate(cached_game(game.id, *match)):
            if n % 3:
                continue
            frozen = pickle.dumps(before.key())
            bare = Table(before.copy())
            bare.play(action)
            assert bare.pos == after
            assert bare.pos.decision == after.decision
            assert pickle.loads(frozen) == before.key()

    run()


@every_game
def test_decisions_are_answerable(game: Game[Any], depth: Depth) -> None:
    """Every option can be applied, the default is an option, and texts can be parsed again."""

    @settings(max_examples=depth(12, 24))
    @given(daily_matches(game, depth), st.integers(0, 10))
    def run(match: tuple[Any, int, int], phase: int) -> None:
        for n, (before, played, _, _) in enumerate(cached_game(game.id, *match)):
            decision = before.decision
            box = before.box
            assert box.parse(box.text(played)) == played
            if decision.seat < 0 or n % 11 != phase:
                continue
            assert decision.prompt
            assert game.windows or not decision.window
            if decision.order >= 0:
                assert all(len(a.cards) == 1 for a in decision.options if a != PASS)
                assert PASS in decision.options
            assert len(decision.options) <= MOST_OPTIONS
            assert len(set(decision.options)) == len(decision.options)
            assert (
                len(decision.options) > 1 or not decision.window
            )  # a single pass is not asked there
            assert decision.allows(decision.default)
            seen = view(before, decision.seat)
            for action in (*decision.options, played):
                assert box.parse(box.text(action)) == action
                assert game.refusal(seen, action) is None
                assert game.describe(action, seen)
                apply(before, action)

    run()


@st.composite
def attempts(draw: st.DrawFn, pos: Position[Any]) -> Action:
    """Strategy of actions that a screen may try: any cards or piles, dropped anywhere."""
    cards, zones = st.integers(0, pos.box.size - 1), st.integers(0, len(pos.zones) - 1)
    bare = [zone for zone, held in enumerate(pos.zones) if not held]
    asked = pos.decision.options if pos.decision is not None else ()
    verbs = ["lay", "drop", "toss", "pass", "build", "upgrade", *(a.verb for a in asked[:1])]
    empty = st.sampled_from(bare) if bare else zones
    picks = draw(
        st.one_of(
            st.tuples(st.lists(cards, max_size=2, unique=True), st.just([])),
            st.tuples(st.just([]), st.lists(zones | empty, min_size=1, max_size=2, unique=True)),
        )
    )
    to, onto = draw(
        st.one_of(st.tuples(zones, st.just(-1)), st.tuples(st.just(-1), cards), st.just((-1, -1)))
    )
    return Action(draw(st.sampled_from(verbs)), tuple(picks[0]), tuple(picks[1]), to, onto)


@every_game
def test_refusals_cite_rules_that_exist(game: Game[Any], depth: Depth) -> None:
    text = paths.rules(game.id).read_text(encoding="utf-8")
    ids = set(re.findall(r"^- \*\*([A-Z]+\d+)\*\*", text, re.M))
    assert ids

    @settings(max_examples=depth(12, 30))
    @given(daily_matches(game, depth), st.data())
    def run(match: tuple[Any, int, int], data: st.DataObject) -> None:
        for n, (before, _, _, _) in enumerate(cached_game(game.id, *match)):
            if n % 7 or before.decision is None:
                continue
            action = data.draw(attempts(before))
            for seat in range(before.box.seats):
                seen = view(before, seat)
                refusal = game.refusal(seen, action)
                legal = seen.decision is not None and seen.decision.allows(action)
                assert (refusal is None) == legal
                if refusal is not None:
                    assert refusal.text
                    assert refusal.rule in ids
            if n > 60:
                break

    run()


@every_game
def test_a_view_can_be_guessed_and_seen_again(game: Game[Any], depth: Depth) -> None:
    @settings(max_examples=depth(10, 20))
    @given(daily_matches(game, depth), st.integers(0, 2**32))
    def run(match: tuple[Any, int, int], seed: int) -> None:
        for n, (before, _, _, _) in enumerate(cached_game(game.id, *match)):
            if n % 9:
                continue
            for seat in range(before.box.seats):
                seen = view(before, seat)
                dealt = sample_world(seen, seed)
                check_cards(dealt)
                assert view(dealt, seat) == seen

    run()


@every_game
@pytest.mark.long
def test_a_guess_of_any_seat_can_be_played_to_the_end(game: Game[Any], depth: Depth) -> None:
    @settings(max_examples=depth(10, 20))
    @given(daily_matches(game, depth), st.integers(0, 2**32), st.integers(0, 16))
    def run(match: tuple[Any, int, int], seed: int, phase: int) -> None:
        for n, (before, _, _, _) in enumerate(cached_game(game.id, *match)):
            if n % 17 != phase:
                continue
            for seat in range(before.box.seats):
                table = Table(sample_world(view(before, seat), seed))
                play(table, Robot(seed))
                check_cards(table.pos)
                assert table.pos.result is not None
                assert game.outcome(table.pos)

    run()


def seen_cards(pos: Position[Any], seat: int) -> tuple[Any, ...]:
    seen = view(pos, seat).position
    poses = None if seen.poses is None else tuple(seen.poses)
    return (list(seen.zones), seen.up, seen.faces, seen.marks, poses)


def explain(pos: Position[Any], seat: int, events: tuple[Event, ...]) -> tuple[Any, ...]:
    """Return what a seat can conclude from the events, starting from what it saw before."""
    zones, up, known, marks, where = seen_cards(pos, seat)
    faces, marks = bytearray(known), list(marks)
    poses = list(where) if where is not None else None
    for event in events:
        match seen_by(event, seat):
            case CardMoved(card, source, to, index, face, _):
                zones[source] = zones[source].replace(bytes([card]), b"")
                zones[to] = zones[to][:index] + bytes([card]) + zones[to][index:]
                faces[card] = face
                if poses is not None:
                    poses[card] = None
            case CardFlipped(card, turned_up, face, _):
                up = up | 1 << card if turned_up else up & ~(1 << card)
                faces[card] = face
            case CardShown(card, _, face, _):
                faces[card] = face
            case CardMarked(card, kind, on):
                marks[kind] = marks[kind] | 1 << card if on else marks[kind] & ~(1 << card)
            case CardPlaced(card, pose):
                poses[card] = pose
            case PileShuffled(zone, shuffled, _):
                for card, face in zip(zones[zone], shuffled, strict=True):
                    faces[card] = face
                    up &= ~(1 << card)
    return (zones, up, bytes(faces), tuple(marks), None if poses is None else tuple(poses))


@every_game
@pytest.mark.long
def test_events_explain_the_change_to_every_seat(game: Game[Any], depth: Depth) -> None:
    @settings(max_examples=depth(12, 40))
    @given(daily_matches(game, depth))
    def run(match: tuple[Any, int, int]) -> None:
        for before, _, after, events in cached_game(game.id, *match):
            for seat in range(before.box.seats):
                assert explain(before, seat, events) == seen_cards(after, seat)

    run()


@every_game
def test_ids_say_nothing_about_hidden_faces(game: Game[Any]) -> None:
    """Over many seeds no face-down card keeps one face: dealing shuffles faces, not ids."""
    options, players = next(every_option(game))
    seen: dict[int, set[int]] = {}
    for seed in range(50):
        pos = opening(game, options, players, seed)
        for card in range(pos.box.size):
            if not pos.up >> card & 1 and pos.known >> card & pos.box.everyone != pos.box.everyone:
                seen.setdefault(card, set()).add(pos.faces[card])
    assert [card for card, faces in seen.items() if len(faces) == 1] == []


@every_game
def test_same_seed_same_game(game: Game[Any]) -> None:
    options, players = next(every_option(game))
    first = [pickle.dumps(after.key()) for _, _, after, _ in random_game(game, options, players, 5)]
    again = [pickle.dumps(after.key()) for _, _, after, _ in random_game(game, options, players, 5)]
    other = [pickle.dumps(after.key()) for _, _, after, _ in random_game(game, options, players, 6)]
    assert first == again
    assert first != other


@every_game
def test_configurations_are_all_options_in_their_order(game: Game[Any]) -> None:
    """The first 3,000 and the last are compared; all, if there are fewer."""
    every = configurations(game)
    assert tuple(every[:3000]) == tuple(islice(every_option(game), 3000))
    last = {name: values[-1] for name, values in option_values(game).items()}
    assert every[-1] == every[len(every) - 1] == (game.options(**last), game.players[-1])
    with pytest.raises(IndexError):
        every[len(every)]


@every_game
def test_facts_and_titles_are_there(game: Game[Any]) -> None:
    every = configurations(game)
    for options, players in every[:: len(every) // 400 + 1]:
        pos = opening(game, options, players, 1)
        assert all(fact.label and (fact.text or fact.side >= 0) for fact in game.facts(pos))
        assert len(game.owners(options, players)) == pos.box.seats
        assert len(set(pos.box.names)) == len(pos.box.names)
        assert {owner for owner in game.owners(options, players) if owner >= 0} == set(
            range(players)
        )
    assert game.title
    assert game.tagline
    assert game.minutes[0] <= game.minutes[1]
