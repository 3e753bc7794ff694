"""Tests of Castle Wars against its reference implementation: every question, every position."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from castlecards.core.events import PileShuffled
from castlecards.playout import Robot
from tests.depth import Depth
from tests.games.castle_wars.build import GAME, WarsMatch, new_match
from tests.games.castle_wars.random_play import FACTIONS, options_of, pair_options
from tests.games.castle_wars.reference import ReferenceMatch
from tests.games.castle_wars.reference_table import PILES, is_ordered
from tests.games.test_perft import COUNTS, Count
from tests.marks import rule

pytestmark = pytest.mark.long

MOST = 6000


def kind_of(match: WarsMatch, key: str, zone: str) -> Any:
    """Return the kind of a card: a number, a letter of the court, "dragon" or "joker"."""
    face = match.pos.box.faces[match.cards[key]]
    if 2 <= face.rank <= 10:
        return face.rank
    court = {1: "A", 11: "J", 12: "Q", 13: "K"}
    if face.rank in court and face.suit:
        return court[face.rank]
    return "joker" if zone.endswith(("resources", "sleeve")) else "dragon"


def reference_of(match: WarsMatch, options: Any) -> ReferenceMatch:
    """Return a reference match with the same start; it deals the dealt cards again."""
    zones = {name: match[name] for name in match.pos.box.names}
    kinds = {key: kind_of(match, key, name) for name, keys in zones.items() for key in keys}
    for seat in (0, 1):
        dealt = [key for name in PILES for key in zones.get(f"{seat}.{name}", [])]
        zones[f"{seat}.soldiers"] += reversed(dealt + zones[f"{seat}.hand"])
        for name in (*PILES, "hand"):
            if f"{seat}.{name}" in zones:
                zones[f"{seat}.{name}"] = []
    return ReferenceMatch(
        zones,
        kinds,
        (options.first, options.second),
        match.first,
        epic=options.epic,
        stalemate=options.stalemate_turns,
        arrange=options.arrange_start,
    )


def compare(match: WarsMatch, model: ReferenceMatch) -> None:
    pos = match.pos
    for name, cards in model.zones.items():
        there = match[name]
        ordered = is_ordered(name)
        assert there == cards if ordered else sorted(there) == sorted(cards), name
    for seat in (0, 1):
        for pile in model.piles(seat):
            for key in model.zones[pile]:
                assert match.is_up(key) == (key in model.up), key
                assert match.ill(key) == (key in model.infected), key
        for key in model.kinds:
            assert match.knows(seat, key) == (key in model.seen[seat]), (seat, key)
    assert match.active == model.active
    assert pos.result is None


def tell_shuffles(match: WarsMatch, model: ReferenceMatch) -> None:
    for event in match.events:
        hand = match.pos.box.zones[event.zone].shape if isinstance(event, PileShuffled) else ""
        if isinstance(event, PileShuffled) and hand != "fan":  # the order of a hand does not matter
            model.shuffles.append([match.names[face] for face in event.faces])


def next_question(course: Any, answer: str | None) -> Any:
    """Return the next question of the reference, or {"result": ...} at the end."""
    try:
        return course.send(answer)
    except StopIteration as over:
        return {"result": tuple(over.value)}


def lockstep(options: Any, seed: int, most: int = MOST) -> int:
    """Play a match in both implementations; return the number of questions."""
    match = new_match(options, seed)
    model = reference_of(match, options)
    course = model.play()
    chance = Random(seed)
    answer: Any = None
    for count in range(most):
        question = next_question(course, answer)
        if "result" in question:
            assert match.pos.result == question["result"]
            return count
        assert model.shuffles == []
        assert match.pos.result is None, question
        assert match.seat == question["seat"], question
        offered = set(match.options)
        assert offered == question["options"], (question, offered ^ question["options"])
        assert match.window == question["window"], question
        compare(match, model)
        answer = chance.choice(match.options)
        match.play(answer)
        tell_shuffles(match, model)
    assert most < MOST, "no end"
    return most


@rule("CW6", "CW7", "CW8", "CW9", "CW10", "CW11", "CW12", "CW13", "CW14", "CW15", "CW17", "CW18",
      "CW19", "CW20", "CW21", "CW22", "CW23", "CW24")  # fmt: skip
@pytest.mark.parametrize("epic", [False, True], ids=["short", "epic"])
def test_whole_matches_go_as_in_the_reference(epic: bool, depth: Depth) -> None:
    most = depth(3, 8) if epic else depth(8, 20)
    counts = [lockstep(options_of("none", "none", epic), seed) for seed in range(most)]
    assert sum(counts) > 60 * len(counts)


@rule("CW26", "CW28", "CW29", "CW30", "CW31", "CW32", "CW33", "CW34", "CW35", "CW36", "CW37",
      "CW38", "CW39", "CW40", "CW41", "CW42", "CW43")  # fmt: skip
@pytest.mark.parametrize("first", FACTIONS)
def test_factions_go_as_in_the_reference(first: str, depth: Depth) -> None:
    """Each faction plays some others; over all tests every pair of neighbours meets."""
    every = ("none", *FACTIONS)
    start = every.index(first)
    for n in depth.some((0, 1, 5, 11), 2, first=1):
        second = every[(start + n) % len(every)]
        assert lockstep(options_of(first, second), 100 + n) > 5


def test_any_match_goes_as_in_the_reference(depth: Depth) -> None:
    @settings(max_examples=depth(12, 40))
    @given(pair_options(), st.integers(0, 2**32))
    def run(options: Any, seed: int) -> None:
        lockstep(options, seed, 900)

    run()


ROWS = [row for row in COUNTS if row.game == "castle_wars"]


def reference_counts(row: Count) -> tuple[int, ...]:
    """Return how many sequences of 1, 2, ... answers the reference counts, each from its start."""
    options = GAME.options(**row.options)
    match = new_match(options, row.seed)
    start = reference_of(match, options)
    robot = Robot(row.seed)
    prefix: list[str] = []
    for _ in range(row.after):
        prefix.append(match.text(robot.answer(match.pos, match.decision)))
        match.play(prefix[-1])
        tell_shuffles(match, start)
    counts = [0] * len(row.counts)
    answers = [prefix]
    while answers:
        given = answers.pop()
        course = deepcopy(start).play()
        question = next_question(course, None)
        for text in given:
            question = next_question(course, text)
        depth = len(given) - row.after
        legal = question.get("options", ())
        counts[depth] += len(legal)
        if depth + 1 < len(counts):
            answers += [[*given, text] for text in legal]
    return tuple(counts)


@rule("CW6", "CW7", "CW11", "CW18", "CW23")
@pytest.mark.parametrize("row", ROWS, ids=[f"{r.options}-{r.seed}-{r.after}" for r in ROWS])
def test_the_reference_counts_the_same_sequences(row: Count) -> None:
    deep = sum(count < 500 for count in row.counts)  # the reference is slow
    counts = row.counts[: deep + 1]
    assert reference_counts(replace(row, counts=counts)) == counts
