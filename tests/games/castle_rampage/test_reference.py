"""Tests of Castle Rampage against its reference implementation: attacks, matches, sequences."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from copy import copy
from random import Random
from typing import Any

import pytest

from castlecards.core.events import CardMoved, PileShuffled
from castlecards.games.castle_rampage.rules import ActionStep
from castlecards.games.castle_rampage.state import DISCARD, DRAW, HANDS
from castlecards.playout import Robot, perft
from tests.depth import Depth
from tests.games.castle_rampage import reference
from tests.games.castle_rampage.build import GAME, RampageMatch, new_match, rampage
from tests.games.test_perft import COUNTS, Count
from tests.marks import rule

pytestmark = pytest.mark.long

PARTS = ("hand", "gate", "castle", "permanents")
ZONES = [*(f"{seat}.{part}" for seat in (0, 1) for part in PARTS), "draw", "discard", "play"]


def zones_of(match: RampageMatch) -> dict[str, list[str]]:
    """Return every zone, top first."""
    names = [*ZONES, "0.aside", "1.aside"]
    return {name: match.keys(name)[::-1] for name in names}


def tell_orders(match: RampageMatch, model: reference.ReferenceMatch) -> None:
    """Pass on the new draw piles of the last action."""
    faces = match.pos.box.faces
    for event in match.events:
        if isinstance(event, PileShuffled) and event.zone == DRAW:
            model.orders.append([faces[face].key for face in reversed(event.faces)])


def tell_picks(match: RampageMatch, model: reference.ReferenceMatch) -> None:
    """Pass on the hand cards that Archer and Spy took in the last action."""
    active, opponent = model.active, 1 - model.active
    for event in match.events:
        if isinstance(event, CardMoved):
            shot = event.source == HANDS[opponent] and event.to == DISCARD
            spied = event.source == HANDS[active] and event.to == HANDS[opponent]
            if shot or spied:
                model.picks.append(match.pos.box.faces[event.face].key)


def sorted_payment(text: str) -> str:
    """Return an action with the cards of a payment sorted."""
    verb, *rest = text.split()
    if verb == "pay":
        rest[0] = "+".join(sorted(rest[0].split("+")))
    return " ".join([verb, *rest])


def compare(match: RampageMatch, model: reference.ReferenceMatch) -> None:
    there = zones_of(match)
    for name in ZONES:
        ours, theirs = there[name], model.zones[name]
        ordered = "gate" in name or "castle" in name or name == "draw"
        assert (ours if ordered else sorted(ours)) == (theirs if ordered else sorted(theirs)), name
    state = match.state
    assert (state.turn, state.stormy) == (model.turns, model.reshuffled)


class Lockstep:
    """Match in both implementations at once; `course` is the generator of the reference."""

    def __init__(
        self, match: RampageMatch, model: reference.ReferenceMatch, course: reference.Play
    ) -> None:
        self.match = match
        self.model = model
        self.course: Generator[Any, Any, None] = course
        self.reply: str | None = None

    def options(self) -> list[str]:
        """Return the options, which must be the same in both; [] if the match is over."""
        try:
            question = self.course.send(self.reply)
        except StopIteration:
            assert self.match.pos.result == tuple(self.model.result)
            compare(self.match, self.model)
            return []
        assert (self.model.orders, self.model.picks) == ([], [])
        compare(self.match, self.model)
        assert self.match.seat == question["seat"]
        offered = [
            sorted_payment(self.match.text(action)) for action in self.match.decision.options
        ]
        assert sorted(offered) == sorted(question["options"])
        return offered

    def play(self, option: int, offered: list[str]) -> None:
        action = self.match.decision.options[option]
        self.match.submit(action)
        self.reply = offered[option]
        tell_orders(self.match, self.model)
        if self.reply.split()[0] not in ("place", "seen"):  # purple cards, and those of the Priest
            tell_picks(self.match, self.model)


def from_the_deal(seed: int, last_storm: bool) -> Lockstep:
    match = new_match(seed, last_storm=last_storm)
    zones = {name: [] for name in zones_of(match)}
    model = reference.ReferenceMatch(zones, match.state.active, last_storm)
    tell_orders(match, model)
    return Lockstep(match, model, model.whole())


def random_zones(chance: Random) -> dict[str, Any]:
    """Return a random position: any hands and gates, permanents, small draw piles."""
    cards = reference.whole_box()
    chance.shuffle(cards)
    lasting = {0: list(reference.LASTING), 1: list(reference.LASTING)}
    rows = {seat: chance.sample(lasting[seat], chance.choice((0, 0, 1, 2, 4))) for seat in (0, 1)}
    kept = {0: [*rows[0]], 1: [f"{what}.2" for what in rows[1]]}
    cards = [card for card in cards if card not in kept[0] and card not in kept[1]]

    def take(most: int, least: int = 0) -> str:
        return " ".join(cards.pop() for _ in range(chance.randint(least, most)))

    return {
        "hands": {0: take(9, 1), 1: take(6)},
        "gates": {0: take(3), 1: take(5)},
        "castles": {0: take(3, 1), 1: take(4, 1)},
        "permanents": {seat: " ".join(kept[seat]) for seat in (0, 1)},
        "draw": take(6),
        "discard": take(6),
        "rest": chance.choice(("draw", "discard", "0.gate", "0.castle")),
    }


def in_a_turn(match: RampageMatch) -> Lockstep:
    """Return both from a position in which a player begins a turn."""
    assert isinstance(match.pos.steps[0], ActionStep)
    state, faces = match.state, match.pos.box.faces
    model = reference.ReferenceMatch(zones_of(match), state.active, state.ground.last_storm)
    model.turns, model.quiet = state.turn, state.idle
    model.something, model.strengthened, model.reshuffled = state.busy, state.placed, state.stormy
    model.tired = {face.key for n, face in enumerate(faces) if state.spent >> n & 1}
    return Lockstep(match, model, model.turns_from(False))


def from_anywhere(chance: Random) -> Lockstep:
    words = random_zones(chance)
    storm = chance.random() < 0.2
    seed = chance.randrange(2**32)
    return in_a_turn(rampage(**words, last_storm=storm, seed=seed, stormy=chance.random() < 0.3))


def run(both: Lockstep, chance: Random, most: int = 10_000) -> int:
    """Play on at random, cards more often than passes; return the number of questions."""
    for questions in range(most):
        offered = both.options()
        if not offered:
            return questions
        bold = [n for n, text in enumerate(offered) if text[:4] not in ("pass", "stre")]
        every = range(len(offered))
        both.play(chance.choice(bold if bold and chance.random() < 0.6 else every), offered)
    return most


@rule("CR1", "CR2", "CR3", "CR4", "CR5", "CR7", "CR9", "CR13", "CR15", "CR16", "CR19", "CR20",
      "CR21", "CR26", "CR31", "CR32", "CR36")  # fmt: skip
def test_whole_matches_go_as_in_the_reference(depth: Depth) -> None:
    chance, most = Random(1), depth(20, 60)
    counts = [run(from_the_deal(seed, seed % 4 == 0), chance) for seed in range(most)]
    assert sum(counts) > most * 30


@rule("CR11", "CR14", "CR17", "CR18", "CR20", "CR21", "CR22", "CR23", "CR25", "CR26", "CR27",
      "CR28", "CR29", "CR30", "CR33", "CR34", "CR37", "CR40")  # fmt: skip
def test_hundreds_of_odd_positions_go_on_as_in_the_reference(depth: Depth) -> None:
    chance, most = Random(2), depth(200, 500)
    questions = sum(run(from_anywhere(chance), chance, 12) for _ in range(most))
    assert questions > most * 6


def reference_paths(
    make: Callable[[], Lockstep], path: tuple[int, ...], depth: int
) -> Iterator[int]:
    """Yield the number of options at the end of each sequence of `depth` - 1 answers."""
    both = make()
    offered = both.options()
    for option in path:
        both.play(option, offered)
        offered = both.options()
    if len(path) == depth - 1:
        yield len(offered)
        return
    for option in range(len(offered)):
        yield from reference_paths(make, (*path, option), depth)


@pytest.mark.parametrize("seed", range(20, 26))
def test_counted_sequences_are_those_of_the_reference(seed: int) -> None:
    def middle() -> Lockstep:
        return from_anywhere(Random(seed))

    pos = middle().match.pos
    depth = 2 if pos.decision is not None and len(pos.decision.options) > 12 else 3
    assert sum(reference_paths(middle, (), depth)) == perft(pos, depth)


MINE = [count for count in COUNTS if count.game == GAME.id]


@pytest.mark.parametrize("count", MINE, ids=[f"{count.seed}-{count.after}" for count in MINE])
def test_the_stored_counts_are_those_of_the_reference(count: Count) -> None:
    match = new_match(count.seed, **{name: bool(on) for name, on in count.options.items()})
    robot = Robot(count.seed)
    for _ in range(count.after):
        match.submit(robot.answer(match.pos, match.decision))

    def again() -> Lockstep:
        if not count.after:
            return from_the_deal(count.seed, False)
        return in_a_turn(copy(match))

    for depth in (1, 2, 3):
        assert sum(reference_paths(again, (), depth)) == count.counts[depth - 1]
