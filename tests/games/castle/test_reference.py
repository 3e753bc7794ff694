"""Tests of Castle against its reference implementation: random matches, and counted sequences."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from castlecards.games.castle.state import RETURNED, WALL_MARK, knights, peasants, read_plots
from castlecards.playout import Robot
from tests.games.castle.build import CastleMatch, new_match
from tests.games.castle.random_match import random_match
from tests.games.castle.reference import Asking, Question, ReferenceMatch, Side
from tests.games.test_perft import COUNTS, Count
from tests.marks import rule

pytestmark = pytest.mark.long

GREED = {"castle": 40, "commit": 3, "pass": 0.4, "discard": 1, "wall": 0.5, "royalty": 2}
RAID = {"attack": 30, "pass": 0.3, "knight": 20, "barracks": 10, "hovel": 10, "castle": 20}
HOARD = {"pass": 6, "keep": 5, "wall": 0.2, "hovel": 20, "peasant": 20, "barracks": 0.2}
STYLES: tuple[dict[str, float], ...] = ({}, GREED, RAID, HOARD)


def reference_of(match: CastleMatch) -> ReferenceMatch:
    """Return a reference match with the same deal."""
    state = match.pos.state
    market = [match[f"market{n}"][0] for n in range(3)]
    hands = [match["0.hand"], match["1.hand"]]
    return ReferenceMatch(hands, state.red, state.first, market, match["deck"])


def choose(options: list[str], style: dict[str, float], chance: Random) -> str:
    """Return a random option; `style` gives weights to the verbs."""
    by_verb: dict[str, list[str]] = {}
    for text in options:
        by_verb.setdefault(text.split()[0], []).append(text)
    if not style:
        return chance.choice(options)
    verbs = sorted(by_verb)
    verb = chance.choices(verbs, [style.get(verb, 1.0) for verb in verbs])[0]
    return chance.choice(by_verb[verb])


def compare(match: CastleMatch, model: ReferenceMatch) -> None:
    """Check that both positions hold the same cards and the same state."""
    assert match["deck"] == model.deck
    assert sorted(match["discard"]) == sorted(model.discards)
    assert [(match[f"market{n}"] or [None])[0] for n in range(3)] == model.market
    walls = set()
    levels = match.levels()
    for seat, side in enumerate(model.sides):
        assert sorted(match[f"{seat}.hand"]) == sorted(side.hand)
        for n, plot in enumerate(side.plots):
            cards = match[f"{seat}.plot{n}"]
            height = len(plot["wall"])
            walls |= set(plot["wall"])
            assert sorted(cards[:height]) == sorted(plot["wall"])
            assert sorted(cards[height:]) == sorted(plot["cards"])
            assert not plot["cards"] or side.mine(cards[-1])
        for who, pairs in side.people.items():
            for n, pair in enumerate(pairs):
                cards = match[f"{seat}.{who}{n}"]
                assert sorted(cards) == sorted(pair)
                assert not cards or side.mine(cards[-1])
        check_numbers(match, seat, side, levels)
    assert match.marked_cards(WALL_MARK) == walls
    assert match.marked_cards(RETURNED) == model.sides[0].returned | model.sides[1].returned


def check_numbers(match: CastleMatch, seat: int, side: Side, shown: dict[str, str]) -> None:
    pos = match.pos
    assert pos.state.plots[seat] == read_plots(pos, seat)
    assert (knights(pos, seat), peasants(pos, seat)) == (
        side.count("knight"),
        side.count("peasant"),
    )
    levels = {
        f"{seat}.plot{n}": str(side.defence(n)) for n, p in enumerate(side.plots) if p["cards"]
    }
    assert {zone: text for zone, text in shown.items() if zone[0] == str(seat)} == levels
    facts = match.facts(seat)
    assert facts["Points"] == str(side.points())
    assert facts["Hand"] == str(len(side.hand))
    assert facts["Hand limit"] in (str(side.limit()), "none")


def lockstep(
    match: CastleMatch, model: ReferenceMatch, style: dict[str, float], chance: Random
) -> Counter[str]:
    """Play both to the end and compare them at every decision; return the actions."""
    played: Counter[str] = Counter()
    script: Asking = model.play()
    question: Question = next(script)
    while True:
        seat, options = question
        assert match.seat == seat
        there = match.options
        assert len(there) == len(set(there))
        assert set(there) == options
        compare(match, model)
        answer = choose(there, style, chance)
        played[answer.split()[0]] += 1
        action = next(option for option in match.decision.options if match.text(option) == answer)
        match.submit(action)
        try:
            question = script.send(answer)
        except StopIteration as end:
            compare(match, model)
            ours, theirs = end.value
            expected = (float(ours > theirs), float(theirs > ours))
            assert match.pos.result == (expected if ours != theirs else (0.5, 0.5))
            return played


def lockstep_or_over(
    match: CastleMatch, model: ReferenceMatch, style: dict[str, float], seed: int
) -> Counter[str]:
    if match.pos.decision is None:  # no player could act
        return Counter()
    return lockstep(match, model, style, Random(seed))


LAID = 150


@rule(
    "CA11", "CA12", "CA13", "CA16", "CA17", "CA18", "CA19", "CA20", "CA21", "CA22", "CA23",
    "CA25", "CA26",
)  # fmt: skip
def test_matches_from_the_middle_on_agree_with_the_reference() -> None:
    played: Counter[str] = Counter()
    for seed in range(LAID):
        match, model = random_match(Random(seed))
        played += lockstep_or_over(match, model, STYLES[seed % len(STYLES)], seed)
    for verb in ("castle", "attack", "commit", "guard", "lose", "keep", "dismiss", "royalty"):
        assert played[verb] > 4, (verb, played)


@rule(
    "CA3", "CA4", "CA5", "CA7", "CA8", "CA9", "CA10", "CA11", "CA12", "CA13", "CA14", "CA15",
    "CA16", "CA17", "CA18", "CA19", "CA20", "CA21", "CA22", "CA24", "CA25", "CA26",
)  # fmt: skip
@pytest.mark.parametrize("style", range(len(STYLES)))
def test_random_matches_agree_with_the_reference(style: int) -> None:
    played: Counter[str] = Counter()
    for seed in range(6):
        match = new_match(1000 * style + seed)
        played += lockstep(match, reference_of(match), STYLES[style], Random(seed))
    assert played["wall"] > 2
    assert played["royalty"] > 2


def reference_perft(match: CastleMatch, given: tuple[str, ...], depth: int) -> list[int]:
    """Count sequences in the reference: each is played from the start of the match."""

    def after(answers: tuple[str, ...]) -> Question | None:
        script = reference_of(match).play()
        question: Question = next(script)
        for answer in answers:
            try:
                question = script.send(answer)
            except StopIteration:
                return None
        return question

    counts: list[int] = []
    level = [given]
    for _ in range(depth):
        asked = [(answers, question) for answers in level if (question := after(answers))]
        level = [(*answers, text) for answers, (_, texts) in asked for text in texts]
        counts.append(len(level))
    return counts


CONFIRMED = [count for count in COUNTS if count.game == "castle"]


@pytest.mark.parametrize("count", CONFIRMED, ids=[f"{c.seed}-{c.after}" for c in CONFIRMED])
def test_counted_positions_are_confirmed_by_the_reference(count: Count) -> None:
    match, robot, given = new_match(count.seed), Robot(count.seed), []
    start = CastleMatch(match.pos)
    for _ in range(count.after):
        action = robot.answer(match.pos, match.decision)
        given.append(match.text(action))
        match.submit(action)
    depth = 3 if count.after else 4
    assert reference_perft(start, tuple(given), depth) == list(count.counts[:depth])
