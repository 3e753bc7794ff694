"""Tests of invariants in random matches of Card Barrage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from castlecards.core.action import Action, Decision
from castlecards.core.cards import NATURE, Pose
from castlecards.core.events import CardFlipped, CardMoved, PileShuffled, Recorder, seen_by
from castlecards.core.landing import LOB, TABLE, Contact, Landing, Release, Throw, toss
from castlecards.core.position import Position
from castlecards.core.table import Table
from castlecards.core.view import view
from castlecards.games.card_barrage import Options
from castlecards.games.card_barrage.overlaps import overlap
from castlecards.games.card_barrage.rules import Replace
from castlecards.games.card_barrage.scoring import points
from castlecards.games.card_barrage.state import AUTOMATON, Barrage, mover
from tests.games.card_barrage.build import GAME
from tests.games.play import sample_world
from tests.marks import rule

Pos = Position[Barrage]
SOME = Release(LOB, speed=1900, loft=900)


def landing(pos: Pos, throw: Throw, chance: Random) -> Action:
    """Return a landing that hits one to three cards half of the time and sometimes pushes some."""
    ground = pos.state.ground
    opponent = 1 - mover(pos.state) % 2
    lying = [pos.zones[zone][0] for zone in ground.targets[opponent] if pos.zones[zone]]
    hits = chance.sample(lying, min(len(lying), chance.choice((0, 0, 1, 1, 1, 2, 3))))
    contacts = tuple(Contact(card, chance.choice((10, 900, 4000)), chance.choice((3, 15)))
                     for card in sorted(hits))  # fmt: skip
    pushed = tuple(
        (card, nearby_pose(pos, card, chance)) for card in lying if chance.random() < 0.15
    )
    under = tuple(lying[:1]) if chance.random() < 0.05 else ()
    first = hits[0] if hits and chance.random() < 0.9 else TABLE
    rest = Pose(0, 0, 0, 1 if hits else 0)
    return Landing(
        throw.card, rest, chance.random() < 0.5, chance.random() < 0.05, first, contacts, under,
        pushed,
    ).action()  # fmt: skip


def nearby_pose(pos: Pos, card: int, chance: Random) -> Pose:
    pose = pos.poses[card]
    return Pose(
        pose.x + chance.randint(-900, 900), pose.y + chance.randint(-900, 900), pose.angle + 50,
        pose.level,
    )  # fmt: skip


def choose(pos: Pos, decision: Decision, chance: Random) -> Action:
    aim = decision.aim
    if isinstance(aim, Throw):
        return landing(pos, aim, chance)
    if aim is not None and chance.random() < 0.5:
        return toss(chance.choice(aim.cards), SOME)
    return chance.choice(decision.options)


def play(
    players: int, seed: int, options: Options
) -> Iterator[tuple[Pos, Action, Recorder[Barrage]]]:
    """Yield the moments of a random match: position before, action, table after."""
    chance = Random(seed)
    pos = GAME.setup(options, players)
    pos.seed = seed
    Table(pos).settle()
    while pos.decision is not None:
        action = choose(pos, pos.decision, chance)
        assert pos.decision.allows(action)
        table = Recorder(pos.copy())
        table.play(action)
        yield pos, action, table
        pos = table.pos


matches = st.tuples(
    st.integers(1, 6),
    st.integers(0, 2**32),
    st.builds(
        Options,
        decks=st.sampled_from((0, 1, 2)),
        large_decks=st.sampled_from((3, 4)),
        double=st.integers(0, 2),
        double_of_five=st.integers(0, 4),
        strict_fouls=st.booleans(),
    ),
)


def check_cards(pos: Pos) -> None:
    assert sorted(b"".join(pos.zones)) == list(range(pos.box.size))
    ground = pos.state.ground
    assert pos.poses is not None
    for seat in range(ground.seats):
        assert len(pos.zones[ground.castles[seat]]) == 1
        assert not pos.up >> pos.zones[ground.castles[seat]][0] & 1
        for zone in (*ground.walls[seat], ground.castles[seat]):
            assert len(pos.zones[zone]) <= 1
            for card in pos.zones[zone]:
                assert pos.poses[card] is not None
        for card in pos.zones[ground.hands[seat]]:
            assert not pos.up >> card & 1
            assert pos.poses[card] is None
    for pile in (*ground.discards, *ground.scores, *(z for w in ground.walls for z in w)):
        assert all(pos.up >> card & 1 for card in pos.zones[pile])


@pytest.mark.long
@rule("CB3", "CB24", "CB31", "E9")
@settings(max_examples=100)
@given(matches)
def test_cards_stay_in_order_whatever_is_played(match: tuple[int, int, Options]) -> None:
    castles: dict[int, bytes] = {}
    scores = [b"", b""]
    for _, _, table in play(*match):
        pos = table.pos
        check_cards(pos)
        ground = pos.state.ground
        for seat, castle in enumerate(ground.castles):
            assert castles.setdefault(seat, pos.zones[castle]) == pos.zones[castle]
            at = pos.poses[pos.zones[castle][0]]
            mark = ground.mark(castle)
            assert (at.x, at.y, at.angle) == (mark.x, mark.y, mark.angle)
        for team in (0, 1):
            pile = pos.zones[ground.scores[team]]
            assert pile[: len(scores[team])] == scores[team]  # scored cards stay scored
            scores[team] = pile
        if pos.decision is None or pos.decision.seat != NATURE:
            assert not pos.zones[ground.thrown]


@rule("CB24")
@settings(max_examples=60)
@given(matches)
@pytest.mark.long
def test_a_card_put_in_its_place_lies_above_all_that_overlap_it(
    match: tuple[int, int, Options],
) -> None:
    for _, played, table in play(*match):
        if played.verb not in ("build", "replace"):
            continue
        poses = table.pos.poses
        put = poses[played.cards[0]]
        mark = table.pos.state.ground.mark(played.to)
        assert (put.x, put.y) == (mark.x, mark.y)
        for card, pose in enumerate(poses):
            if pose is not None and card != played.cards[0] and overlap(pose, put):
                assert pose.level < put.level


@rule("CB32", "CB33")
@settings(max_examples=60)
@given(matches)
def test_matches_end_after_equal_turns_with_a_reason(match: tuple[int, int, Options]) -> None:
    last = None
    for _, _, table in play(*match):
        last = table.pos
    assert last.state.turn % last.state.ground.seats == 0
    assert last.state.stormed or max(points(last, 0), points(last, 1)) >= 10
    assert len(set(last.result[::2])) == len(set(last.result[1::2])) == 1
    assert sum(last.result) == last.box.seats / 2
    assert GAME.outcome(last)


@rule("CB28")
@settings(max_examples=40)
@given(matches)
def test_effects_are_offered_for_third_cards_only(match: tuple[int, int, Options]) -> None:
    for before, _, table in play(*match):
        decision = table.pos.decision
        if decision is None or decision.options[:1] == () or decision.options[0].verb != "effect":
            continue
        team = decision.seat % 2
        new = [action.cards[0] for action in decision.options if action.verb == "effect"]
        pile = table.pos.zones[table.pos.state.ground.scores[team]]
        assert set(new) <= set(pile)
        assert any((len(pile) - k) % 3 == 0 for k in range(max(len(new), 1))), (
            "the third card is among those just scored"
        )
        assert before.result is None


@rule("CB6", "E5")
@settings(max_examples=40)
@given(matches)
def test_faces_stay_hidden_from_those_who_may_not_see_them(match: tuple[int, int, Options]) -> None:
    for _, _, table in play(*match):
        pos = table.pos
        if any(isinstance(event, PileShuffled) for event in table.events):
            continue
        for event in table.events:
            if isinstance(event, (CardMoved, CardFlipped)):
                for seat in range(pos.box.seats):
                    told = seen_by(event, seat)
                    assert isinstance(told, (CardMoved, CardFlipped))
                    if told.face != 255:
                        assert pos.knows(seat, event.card)


def visible_changes(table: Recorder[Barrage]) -> list[tuple[Any, ...]]:
    """Return the visible changes of an action, without faces."""
    moves: list[tuple[Any, ...]] = []
    for event in table.events:
        if isinstance(event, CardMoved):
            moves.append((event.card, event.source, event.to))
        elif isinstance(event, CardFlipped):
            moves.append((event.card, event.up))
        elif isinstance(event, PileShuffled):
            moves.append((event.zone,))
    return moves


@pytest.mark.long
@rule("CB6")
def test_who_is_asked_what_tells_nobody_what_a_hand_holds() -> None:
    """The same action is played in a world that looks the same to another seat.

    If the visible card moves are the same, the same seat is asked next. Only CB27 shows something
    about a hand: a player who cannot replace a wall does not.
    """
    compared: Counter[str] = Counter()
    for seed in range(60):
        for before, played, table in play(2 + seed % 5, seed, Options()):
            asked = before.decision.seat if before.decision is not None else NATURE
            other = (asked + 1 + seed % 2) % before.box.seats
            if other == asked:
                continue
            imagined = Recorder(sample_world(view(before, other), seed))
            if imagined.pos.decision is None or not imagined.pos.decision.allows(played):
                continue
            imagined.play(played)
            if visible_changes(imagined) != visible_changes(table):
                continue
            nexts = [pos.steps[0] if pos.steps else None for pos in (table.pos, imagined.pos)]
            if any(isinstance(step, Replace) for step in nexts):
                continue
            assert nexts[0] == nexts[1]
            there, here = table.pos.decision, imagined.pos.decision
            assert (there is None) == (here is None)
            assert there is None or here is None or there.seat == here.seat
            compared[played.verb] += 1
    assert min(compared[verb] for verb in ("effect", "decline", "pass", "landed", "toss")) > 20


@settings(max_examples=30)
@given(matches)
def test_steps_and_state_hold_no_faces(match: tuple[int, int, Options]) -> None:
    """Pending steps are public, so they must be the same for all seats."""
    for _, _, table in play(*match):
        pos = table.pos
        for seat in range(pos.box.seats):
            seen = view(pos, seat).position
            assert seen.steps == pos.steps
            assert seen.state == pos.state
        assert "Face" not in repr(pos.steps)


@pytest.mark.long
@settings(max_examples=25)
@given(matches)
def test_every_action_is_described_and_no_legal_one_refused(
    match: tuple[int, int, Options],
) -> None:
    for before, played, _ in play(*match):
        decision = before.decision
        assert len(decision.options) <= 300
        if decision.seat < 0:
            continue
        seen = view(before, decision.seat)
        for action in (*decision.options, played):
            text = GAME.describe(action, seen)
            assert text
            assert "{" not in text
            assert text[0].isupper()
            assert GAME.refusal(seen, action) is None
        for seat in range(before.box.seats):
            if seat != decision.seat:
                refusal = GAME.refusal(view(before, seat), played)
                assert refusal.text


@pytest.mark.parametrize("players", range(1, 7))
def test_the_same_seed_is_the_same_match(players: int) -> None:
    def log(seed: int) -> list[tuple[Any, ...]]:
        return [(action, table.pos.key()) for _, action, table in play(players, seed, Options())]

    assert log(5) == log(5)
    assert log(5) != log(6)


@rule("CB36")
def test_nobody_is_ever_asked_for_the_automaton() -> None:
    for seed in range(10):
        for before, _, table in play(1, seed, Options()):
            assert before.decision.seat != AUTOMATON
            assert table.pos.zones[table.pos.state.ground.hands[AUTOMATON]] == b""
