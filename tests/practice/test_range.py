"""Tests of the practice range: verdicts as in the game, any number of cards, and its layouts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from castlecards.content import barrage_layout, tech_deck
from castlecards.core.action import Action
from castlecards.core.cards import NATURE, Pose
from castlecards.core.events import Event, apply
from castlecards.core.landing import FLIP, LOB, TABLE, Contact, Landing, Release, Throw, toss
from castlecards.core.log_lines import Line
from castlecards.core.position import Position
from castlecards.playout import opening
from castlecards.practice import range as practice
from castlecards.practice import verdicts
from castlecards.practice.range import Options, Range, Spot
from castlecards.toss.dice import Dice

GAME = Range(tech_deck(), barrage_layout())


def words_of(events: tuple[Event, ...]) -> list[str]:
    """Return the words of all lines in the events."""
    return [word for e in events if isinstance(e, Line) for word in e.words]


def start(**options: Any) -> Position[Any]:
    return opening(GAME, Options(**options), 1, 1)


def throw(pos: Position[Any], landing: Landing | None = None, method: int = LOB) -> Position[Any]:
    """Throw the card in hand; without a landing it falls short."""
    card = pos.zones[practice.HAND][0]
    pos, _ = apply(pos, toss(card, Release(method)))
    assert isinstance(pos.decision.aim, Throw)
    landing = landing or Landing(card, Pose(0, 0, 0), True, False, TABLE)
    return apply(pos, landing.action())[0]


def onto(pos: Position[Any], *zones: int, covered: int = 3) -> Landing:
    """Return a landing of the card in hand on the targets in these zones."""
    cards = [pos.zones[zone][0] for zone in zones]
    at = pos.poses[cards[0]]
    on = tuple(Contact(card, 900, covered) for card in sorted(cards))
    card = pos.zones[practice.HAND][0]
    return Landing(card, Pose(at.x, at.y, 0, 1), True, False, cards[0], on)


@pytest.mark.parametrize("layout", ["duel", "one", "row", "ladder", "rings"])
def test_any_number_of_cards_may_be_thrown_and_all_stay_in_the_box(layout: str) -> None:
    pos = start(layout=layout, wind=600)
    size = pos.box.size
    for n in range(70):  # more throws than there are cards
        if pos.decision.seat == NATURE:
            assert isinstance(pos.decision.aim, Throw)
            pos, _ = apply(pos, Dice(n).landing(pos, pos.decision.aim))
        else:
            assert len(pos.zones[practice.HAND]) == 1  # the next card is there at once
            pos, _ = apply(pos, toss(pos.zones[practice.HAND][0], Release(n % 3)))
        assert sorted(b"".join(pos.zones)) == list(range(size))
    assert GAME.tallies(pos, 0)["throws"] == 35
    assert pos.result is None


def test_hits_perfect_hits_doubles_castles_and_rows_are_counted() -> None:
    pos = start()
    castle = next(
        z for z in pos.state.ground.targets[1] if not pos.state.ground.wall_mask[1] >> z & 1
    )
    wall = pos.state.ground.targets[1][0]
    pos = throw(pos, onto(pos, wall))
    pos = throw(pos, onto(pos, wall, wall + 1))
    pos = throw(pos, onto(pos, wall, covered=15), FLIP)
    pos = throw(pos)
    pos = throw(pos, onto(pos, castle))
    found = GAME.tallies(pos, 0)
    want = {"throws": 5, "hits": 4, "perfect": 1, "doubles": 1, "castles": 1, "row": 3,
            "lob_hits": 3, "flip_hits": 1, "standing": 5, "fallen": 0}  # fmt: skip
    assert {key: found[key] for key in want} == want
    assert GAME.facts(pos)[0].text == "5"


def test_what_was_pushed_stands_again_for_the_next_throw() -> None:
    pos = start(layout="one")
    wall = pos.zones[practice.SPOTS][0]
    before = pos.poses
    card = pos.zones[practice.HAND][0]
    pushed = Landing(card, Pose(0, 0, 0), True, False, wall, moved=((wall, Pose(50, 9, 7)),))
    pos = throw(pos, pushed)
    assert pos.poses[wall] == Pose(50, 9, 7)
    assert pos.zones[practice.THROWN] == bytes((card,))
    pos, _ = apply(pos, practice.TIDY)
    assert pos.poses[wall] == before[wall]
    assert pos.zones[practice.THROWN] == b""
    assert pos.zones[practice.STOCK][0] == card  # below all others


def test_the_wall_of_the_ladder_stands_elsewhere_for_every_throw() -> None:
    pos = start(layout="ladder")
    places = set()
    for _ in range(len(practice.LADDER_Y)):
        pos, _ = apply(pos, practice.TIDY)
        places.add(pos.poses[pos.zones[practice.SPOTS][0]])
        pos = throw(pos)
    assert len(places) == len(practice.LADDER_Y)


@pytest.mark.parametrize(
    ("off", "points", "perfect"), [(0, 10, 1), (19, 10, 1), (45, 6, 0), (89, 3, 0), (95, 0, 0)]
)
def test_rings_are_worth_points(off: int, points: int, perfect: int) -> None:
    pos = start(layout="rings")
    mark = pos.state.ground.marks[0]
    card = pos.zones[practice.HAND][0]
    pos = throw(pos, Landing(card, Pose(mark.x + 10 * off, mark.y, 0), True, False, TABLE))
    found = GAME.tallies(pos, 0)
    assert (found["points"], found["perfect"], found["hits"]) == (points, perfect, int(points > 0))


def test_a_limited_number_of_cards_ends_the_round() -> None:
    pos = start(layout="row", cards=2, falls=True, strict_fouls=True)
    first = practice.SPOTS
    pos = throw(pos, onto(pos, first))
    assert pos.zones[first] == b""
    assert GAME.tallies(pos, 0)["standing"] == 4
    card = pos.zones[practice.HAND][0]
    pos, events = apply(pos, Action("foul", (card,), args=(1,)))
    assert any("let go too late" in text for text in words_of(events))
    assert pos.result == (1.0, 0.0)
    assert GAME.outcome(pos) == ("No cards left: 1 of 2 hit.",)


def test_fouls_are_offered_only_where_they_count() -> None:
    card = start().zones[practice.HAND][0]
    foul = Action("foul", (card,), args=(0,))
    for strict in (False, True):
        decision = start(strict_fouls=strict).decision
        assert decision.allows(foul) is strict


def test_own_spots_and_levels_lay_out_what_they_say() -> None:
    spots = (Spot("wall", 0, 200), Spot("own", 0, -150), Spot("castle", 50, 300, 90))
    pos = start(spots=spots)
    assert pos.poses is not None
    poses = [pos.poses[pos.zones[practice.SPOTS + n][0]] for n in range(3)]
    assert poses == [Pose(0, 2000, 0), Pose(0, -1500, 0), Pose(500, 3000, 1571)]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"cards": 1000}, "cards"),
        ({"spots": (Spot("wall", 0, 0),) * 30}, "at most 24"),
        ({"spots": (Spot("castle", 0, 0),) * 3}, "at most 2"),
        ({"wind": 9000}, "wind"),
    ],
)
def test_a_range_that_cannot_be_is_refused(options: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Options(**options)
    with pytest.raises(ValueError, match="a place on the table"):
        Spot("wall", 2000, 0)
    with pytest.raises(ValueError, match="no lay-out"):
        practice.preset("moon", barrage_layout())


@settings(max_examples=25)
@given(st.integers(0, 2**32), st.sampled_from(["duel", "row", "rings", "one"]))
def test_the_record_says_what_the_game_counted(seed: int, layout: str) -> None:
    pos = start(layout=layout)
    pos, _ = apply(pos, toss(pos.zones[practice.HAND][0], Release(LOB)))
    aim = pos.decision.aim if pos.decision else None
    assert isinstance(aim, Throw)
    landing = Dice(seed).landing(pos, aim)
    line = verdicts.throw_record(
        pos, 0, aim, landing, time="2026-11-21T10:00:00", layout=layout, level="x"
    )
    after, events = apply(pos, landing)
    tallies = GAME.tallies(after, 0)
    assert line.hit == (tallies["hits"] == 1)
    assert (line.cause == "perfect") == (tallies["perfect"] == 1)
    assert line.words in words_of(events)
    assert (line.layout, line.level, line.release) == (layout, "x", Release(LOB).args())


def test_a_miss_is_told_as_the_thrower_sees_it() -> None:
    pos = start(layout="one")
    wall = pos.poses[pos.zones[practice.SPOTS][0]]
    ground = pos.state.ground
    aim = Throw(0, ground.start, Release(LOB), ground.field)
    rest = Pose(wall.x + 100, wall.y - 250, 0)
    landing = Landing(0, rest, True, False, TABLE).action()
    assert verdicts.target_offset(pos, 0, aim, landing) == verdicts.TargetOffset(
        "", None, (10.0, -25.0)
    )
    south = Throw(0, Pose(0, 1500, 3142), Release(LOB), ground.field)
    right, far = verdicts.target_offset(pos, 0, south, landing).rest or (0, 0)
    assert (right, far) == pytest.approx((-10, 25), abs=0.1)


def test_corner_signs_are_counted_of_the_wall_that_is_covered_best() -> None:
    pos = start(layout="row")
    walls = [practice.SPOTS, practice.SPOTS + 1]
    for covered, counted in ((0b0111, 3), (0b1111, 7), (0b0000, 7)):
        pos = throw(pos, onto(pos, walls[0], covered=covered))
        assert GAME.tallies(pos, 0)["corners"] == counted
    landing = onto(pos, *walls, covered=0b0001)
    low, high = landing.on
    better = Contact(high.card, high.area, 0b0011)
    pos = throw(pos, replace(landing, on=(low, better)))
    assert GAME.tallies(pos, 0)["corners"] == 9
    pos = throw(pos)  # falls short
    assert GAME.tallies(pos, 0)["corners"] == 9
    assert GAME.tallies(pos, 0)["open_corners"] == 4 * 5 - 9


@pytest.mark.parametrize(
    ("layout", "early", "words"),
    [
        ("one", (3.0, -55.5), "Miss: landed 1 cm short of the wall"),
        ("rings", (3.0, -55.5), "10 points!"),
    ],
)
def test_the_record_says_where_the_card_first_touched(
    layout: str, early: tuple[float, float], words: str
) -> None:
    """On rings only the place of rest counts, so the first touch is not recorded."""
    pos = start(layout=layout)
    card, mark = pos.zones[practice.HAND][0], pos.state.ground.marks[0]
    pos, _ = apply(pos, toss(card, Release(LOB)))
    aim = pos.decision.aim if pos.decision else None
    assert isinstance(aim, Throw)
    touch = mark.x + round(10 * early[0]), mark.y + round(10 * early[1])
    rest = Pose(mark.x - 20, mark.y + 120, 0)
    landing = Landing(card, rest, True, False, TABLE, touch=touch).action()
    line = verdicts.throw_record(pos, 0, aim, landing, time="2026-11-21T10:00:00", layout=layout)
    assert (line.touch, (line.touch_right, line.touch_far)) == (touch, early)
    assert (line.right, line.far) == (-2.0, 12.0)
    assert line.words == words
    assert words in words_of(apply(pos, landing)[1])
    assert verdicts.target_offset(pos, 0, aim, landing).where == (
        "1 cm short of the wall" if layout == "one" else ""
    )
