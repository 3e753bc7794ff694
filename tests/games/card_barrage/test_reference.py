"""Tests of Card Barrage against its reference implementation: landings, deals, random matches."""

from __future__ import annotations

from collections.abc import Generator
from random import Random
from typing import Any

import pytest

from castlecards.core.action import Action
from castlecards.core.cards import NATURE, Pose
from castlecards.core.events import PileShuffled
from castlecards.core.landing import FOULS, NOTHING, TABLE, Contact, Landing, Limits
from castlecards.games.card_barrage.scoring import judge
from tests.depth import Depth
from tests.games.card_barrage import reference
from tests.games.card_barrage.build import LIKELY, BarrageMatch, barrage, new_match
from tests.marks import rule

pytestmark = pytest.mark.long

DECKS = {1: (1, 2), 2: (1, 2), 3: (1, 2), 4: (1, 2), 5: (3, 4), 6: (3, 4)}


def options(players: int, decks: int) -> dict[str, int]:
    return {"large_decks": decks} if players > 4 else {"decks": decks}


def dealt_at_random(players: int, decks: int, chance: Random) -> dict[str, list[str]]:
    """Return the zones of a new deal, or of a late position: small decks, gaps, many discards."""
    zones = reference.deal(players, decks, chance)
    for team in "AB":
        zones[f"{team}.discard"], zones[f"{team}.score"] = [], []
    if chance.random() < 0.5:
        for name in list(zones):
            keep = 1.0 if "hand" in name else chance.choice((0.2, 0.7, 1.0))
            if "wall" in name:
                zones[name] = zones[name] if chance.random() < keep else []
                continue
            if "draw" in name:
                deck, team = zones[name], name[0]
                for pile in ("discard", "score"):
                    for _ in range(min(len(deck), chance.randrange(8))):
                        zones[f"{team}.{pile}"].append(deck.pop())
                zones[name] = deck[: chance.randrange(4)] if chance.random() < 0.4 else deck
    return zones


def begin(players: int, decks: int, first: int, zones: dict[str, list[str]]) -> BarrageMatch:
    seats = reference.SEATS[players]
    walls = {
        seat: " ".join(
            (zones[f"{seat}.wall{n}"] or ["-"])[0] for n in range(reference.WALLS[seats])
        )
        for seat in range(seats)
    }  # fmt: skip
    hands = {seat: " ".join(zones[f"{seat}.hand"]) for seat in range(seats)}
    piles = {name: " ".join(cards) for name, cards in zones.items() if name[0] in "AB"}
    return barrage(
        players, hands=hands, walls=walls, piles=piles, first=first, begin_with="Turn",
        strict_fouls=True, **options(players, decks),
    )  # fmt: skip


def at_random(match: BarrageMatch, chance: Random) -> dict[str, Any]:
    """Return a random landing as a dict for the reference, with every kind of contact."""
    ground = match.pos.state.ground
    loose = [match.pos.zones[zone] for zone in ground.loose]
    lying = sorted(cards[0] for cards in loose if cards)
    keys = {card: match.pos.face(card).key for card in lying}
    on = sorted(chance.sample(lying, min(len(lying), chance.choice((0, 1, 1, 1, 2, 3)))))
    first: Any = chance.choice(on or lying) if chance.random() < 0.8 else chance.choice(lying)
    first = keys[first] if chance.random() < 0.85 else chance.choice(("table", "nothing"))
    return {
        "off": chance.random() < 0.05,
        "under": [keys[card] for card in lying if chance.random() < 0.01],
        "first": first,
        "on": [(keys[card], chance.choice((24, 25, 900)), chance.choice((0, 2, 4))) for card in on],
    }


def random_landing(match: BarrageMatch, words: dict[str, Any], chance: Random) -> Landing:
    """Return the same landing as physics would report it; sometimes it pushes a touched card."""
    throw: Any = match.decision.aim
    first = {"table": TABLE, "nothing": NOTHING}.get(words["first"])
    masks = {0: (0,), 2: (3, 5, 9, 12), 4: (15,)}
    assert match.pos.poses is not None
    moved = []
    for key, _, _ in words["on"]:
        pose = match.pose(key)
        if chance.random() < 0.2:
            moved.append((match.card(key), Pose(pose.x + 40, pose.y + 90, pose.angle, pose.level)))
    return Landing(
        throw.card,
        Pose(0, 0, 0, 9),
        chance.random() < 0.5,
        words["off"],
        match.card(words["first"]) if first is None else first,
        tuple(
            Contact(match.card(key), area, chance.choice(masks[covered]))
            for key, area, covered in words["on"]
        ),
        tuple(match.card(key) for key in words["under"]),
        tuple(sorted(moved)),
    )


def answer(match: BarrageMatch, question: reference.Question, chance: Random) -> Any:
    """Play a random action in the game. Return it as the reference understands it."""
    if "thrown" in question:
        assert match.seat == NATURE
        words = at_random(match, chance)
        match.land(random_landing(match, words, chance))
        return words
    decision = match.decision
    assert decision.seat == question["seat"]
    assert set(match.options) == question["options"]
    aim = decision.aim
    assert (aim is not None) == bool(question["throwable"])
    if isinstance(aim, Limits):
        keys = [match.pos.face(card).key for card in aim.cards]
        assert set(keys) == question["throwable"]
        roll, key = chance.random(), chance.choice(keys)
        if roll < 0.03:
            match.submit(Action("foul", (match.card(key),), args=(chance.randrange(len(FOULS)),)))
            return f"foul {key}"
        if roll < 0.75:
            match.toss(key, LIKELY)
            return f"toss {key}"
    if any(option.startswith("effect") for option in match.options):
        match.play("pass")
        return "pass"
    chosen = chance.choice(match.options)
    match.play(chosen)
    return chosen


def compare(match: BarrageMatch, model: reference.ReferenceMatch) -> None:
    for name, cards in model.zones.items():
        there = match[name]
        assert there == cards if "draw" in name else sorted(there) == sorted(cards), name
    for team in "AB":
        assert match[f"{team}.discard"] == model.zones[f"{team}.discard"]
    assert match.pos.state.turn == model.turn
    assert {team for team in (0, 1) if match.pos.state.stormed >> team & 1} == model.stormed


def tell_shuffles(match: BarrageMatch, model: reference.ReferenceMatch) -> None:
    for event in match.events:
        if isinstance(event, PileShuffled):
            team = match.pos.box.names[event.zone][0]
            model.shuffles[team].append([match.pos.box.faces[face].key for face in event.faces])


def run(players: int, decks: int, seed: int) -> int:
    """Play a match in both implementations; return the number of questions."""
    chance = Random(seed)
    first = chance.randrange(2)
    zones = dealt_at_random(players, decks, chance)
    model = reference.ReferenceMatch(players, decks, first, zones)
    match = begin(players, decks, first, zones)
    course: Generator[Any, Any, list[float]] = model.play()
    tell_shuffles(match, model)
    reply: Any = None
    questions = 0
    while questions < 20_000:
        try:
            question = course.send(reply)
        except StopIteration as over:
            result = tuple(over.value)
            break
        questions += 1
        assert model.shuffles == {"A": [], "B": []}
        compare(match, model)
        events = []
        reply = answer(match, question, chance)
        events += match.events
        while match.pos.decision is not None and match.options == ["straighten", "stay"]:
            match.play(chance.choice(match.options))  # the reference has no poses
            events += match.events
        match.events = tuple(events)
        tell_shuffles(match, model)
    else:
        raise AssertionError("no end")
    assert match.pos.result == result
    compare(match, model)
    return questions


@rule("CB7", "CB12", "CB13", "CB14", "CB16", "CB25", "CB26", "CB27", "CB28", "CB31", "CB32",
      "CB33", "CB34", "CB35", "CB36", "CB37")  # fmt: skip
@pytest.mark.parametrize("players", range(1, 7))
def test_whole_matches_go_as_in_the_reference(players: int, depth: Depth) -> None:
    most = depth(8, 25)
    counts = [run(players, DECKS[players][seed % 2], 100 * players + seed) for seed in range(most)]
    assert sum(counts) > most * 8


@rule("CB20", "CB21", "CB22", "CB23")
def test_thousands_of_landings_are_judged_as_in_the_reference() -> None:
    chance = Random(23)
    scored = 0
    for players in (1, 2, 4, 6):
        for _ in range(20):
            decks = chance.choice(DECKS[players])
            zones = dealt_at_random(players, decks, chance)
            match = begin(players, decks, 0 if players == 1 else chance.randrange(2), zones)
            if match.decision.aim is None:
                continue
            seat = match.seat
            match.toss(match[f"{seat}.hand"][0])
            places = [match.pos.box.names[zone] for zone in match.ground.loose]
            sides: tuple[dict[str, str], dict[str, str]] = ({}, {})
            for place in places:
                if match[place]:
                    sides[int(place[0]) % 2][place] = match[place][0]
            for _ in range(150):
                words = at_random(match, chance)
                landing = random_landing(match, words, chance)
                said = reference.verdict(words, sides[1 - seat % 2], set(sides[seat % 2].values()))
                found = judge(match.pos, seat, landing.action())
                names = match.pos.box.names
                perfect = {names[zone]: bool(found.perfect >> zone & 1) for zone in found.hits}
                assert perfect == said, words
                scored += bool(said)
    assert scored > 2000


@rule("CB2", "CB3", "CB4", "CB5", "CB6", "TD2")
@pytest.mark.parametrize("players", range(1, 7))
def test_deals_are_as_large_as_in_the_reference(players: int) -> None:
    for decks in DECKS[players]:
        fresh = (new_match(players, seed, **options(players, decks)) for seed in range(20))
        match = next(match for match in fresh if match.pos.state.first == 0)
        zones = reference.deal(players, decks, Random(decks))
        held = {name: len(match[name]) for name in zones}
        assert match.seat == 0
        held["0.hand"] -= 1  # the first turn has begun
        held["A.draw"] += 1
        assert held == {name: len(cards) for name, cards in zones.items()}
        castles = [match[f"{seat}.castle"][0] for seat in range(match.ground.seats)]
        assert castles == reference.castles(players, decks)
        loose = [key for name in zones for key in match[name]] + castles + match["aside"]
        assert sorted(loose) == sorted(reference.whole_box(decks))
