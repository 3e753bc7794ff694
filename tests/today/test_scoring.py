"""Tests of the points of a card at a station, and of the rivals' points."""

from __future__ import annotations

import pickle
from dataclasses import replace
from datetime import date
from random import Random
from statistics import mean
from typing import Any

import pytest

from castlecards.core.cards import NATURE, Pose
from castlecards.core.landing import RANGES, TABLE, Contact, Landing, Limits, Throw
from castlecards.core.position import Position
from castlecards.today import scoring, stations
from castlecards.today.generator import CARDS, TOTAL, day_of
from castlecards.today.rivals import RivalScore, RivalThrows, rival_session
from castlecards.today.scoring import medal, points
from castlecards.today.stations import CASTLE, Station, start
from castlecards.toss.hand_error import EXPERT, NEWCOMER, PRACTISED
from castlecards.toss.world import TossWorld

MIDDLE = Station("lob", "felt", "calm", "middle")
RELEASES = ((0,) * len(RANGES),) * TOTAL
DAY = day_of(date(2026, 12, 11), stations.load())


@pytest.fixture(scope="module")
def pos() -> Position[Any]:
    return start(MIDDLE).position


def points_of(
    pos: Position[Any],
    on: dict[str, float],
    first: str = "middle",
    covered: int = 0,
    touch: tuple[int, int] = (0, 2000),
) -> int:
    """Return the points of a card that lies on these targets with these shares of its area."""
    cards = {
        "middle": pos.zones[MIDDLE.zone][0],
        "side": pos.zones[Station("lob", "felt", "calm", "side").zone][0],
        "castle": pos.zones[MIDDLE.zone + 3][0],
        "table": TABLE,
    }
    decision = pos.decision
    assert isinstance(decision.aim, Limits)
    field = pos.box.field
    whole = field.card_width * field.card_length / 100
    lies = [Contact(cards[n], round(part * whole), covered) for n, part in on.items()]
    card = decision.aim.cards[0]
    landing = Landing(
        card, Pose(0, 2000, 0, 1), True, False, cards[first],
        tuple(sorted(lies, key=lambda one: one.card)), touch=touch,
    )  # fmt: skip
    return points(pos, landing.action(), MIDDLE.zone)


@pytest.mark.parametrize(
    ("on", "more", "expected"),
    [
        ({"middle": 1.0}, {}, 10),
        ({"middle": 0.5}, {}, 7),
        ({"middle": 0.02}, {}, 5),
        ({"middle": 0.3}, {"covered": 15}, 10),
        ({"middle": 0.3, "castle": 0.2}, {}, 10),
        ({"castle": 0.5}, {"first": "middle"}, 7),
        ({"castle": 0.5}, {"first": "castle"}, 3),
        ({"side": 1.0}, {"first": "side", "covered": 15}, 3),
        ({}, {"first": "middle"}, 2),
        ({}, {"first": "table", "touch": (0, 1400)}, 2),
        ({}, {"first": "table", "touch": (0, 1200)}, 0),
        ({}, {"first": "table", "touch": (500, 2000)}, 2),
        ({}, {"first": "table", "touch": (600, 2000)}, 0),
        ({"middle": 1.0}, {"first": "table", "touch": (0, 1000)}, 0),
    ],
)
def test_points(
    pos: Position[Any], on: dict[str, float], more: dict[str, Any], expected: int
) -> None:
    assert points_of(pos, on, **more) == expected


def test_targets_lie_where_they_are_called() -> None:
    places = {}
    for target in stations.TARGETS:
        match = start(replace_target(target))
        pos = match.position
        places[target] = pos.poses[pos.zones[replace_target(target).zone][0]]
    middle = places["middle"]
    assert places["moved"] == replace(middle, y=middle.y + 200)
    assert places["turned"] == replace(middle, angle=2618)
    assert abs(places["far"].x) > abs(places["side"].x) > 1000
    assert places[CASTLE].y > middle.y


def replace_target(target: str) -> Station:
    return MIDDLE._replace(target=target)


def test_a_gap_is_before_the_castle() -> None:
    assert len(start(replace_target(CASTLE)).position.state.ground.marks) == 10
    assert len(start(MIDDLE).position.state.ground.marks) == 12


def test_wind_and_surface_are_those_of_the_station() -> None:
    field = start(Station("flip", "wood", "head", "moved")).position.box.field
    assert (field.surface, field.wind) == ("wood", (0, -300))


@pytest.mark.parametrize(
    ("total", "expected"), [(45, ""), (46, "bronze"), (61, "silver"), (68, "silver"), (69, "gold")]
)
def test_a_medal_has_its_limit(total: int, expected: str) -> None:
    assert medal(total, (46, 61, 69)) == expected


@pytest.mark.parametrize("station", [MIDDLE, Station("flip", "wood", "left", "moved")])
def test_fresh_throws_score_what_the_table_says(station: Station) -> None:
    """A practised hand, in 40 throws; tools/stations.py --days throws whole days."""
    cell = stations.load().by_station[station]
    match = start(station)
    limits = match.decision.aim  # type: ignore[union-attr]
    assert isinstance(limits, Limits)
    world, random = TossWorld.of(match.position), Random(7)
    found = []
    for _ in range(40):
        thrown = PRACTISED.throw(cell.release, random)
        throw = Throw(limits.cards[0], limits.start, thrown, world.field)
        landing = world.toss(throw).landing
        found.append(points(match.position, landing.action(), station.zone))
    assert abs(mean(found) - cell.points[1]) < 1.5
    assert mean(found) > scoring.OTHER


def test_hands_differ_in_their_errors_only() -> None:
    assert PRACTISED.times(2.0) == (0.2, 4.0, 10.0)
    cell = stations.load().by_station[MIDDLE]
    spread = {}
    for hand in (NEWCOMER, PRACTISED, EXPERT):
        random = Random(3)
        speeds = [hand.throw(cell.release, random).speed for _ in range(200)]
        spread[hand] = mean(abs(speed - cell.release.speed) for speed in speeds)
    assert spread[NEWCOMER] > 1.6 * spread[PRACTISED] > 2.5 * spread[EXPERT]


def test_rivals_throw_the_same_cards_every_time() -> None:
    task = pickle.loads(pickle.dumps(RivalThrows(DAY, (("ines", 0.9), ("tilo", 1.9)))))
    scores = list(task.pieces(lambda: False))
    assert [score.character for score in scores] == ["ines", "tilo"]
    assert scores == list(RivalThrows(DAY, (("ines", 0.9), ("tilo", 1.9))).pieces(lambda: False))
    assert all(task.accepts(score) for score in scores)
    assert scores[0].points != scores[1].points
    assert all(0 < score.total < 100 for score in scores)


def test_the_cards_of_a_rival_can_be_thrown_again() -> None:
    (score,) = RivalThrows(DAY, (("ines", 1.3),)).pieces(lambda: False)
    found = []
    for station, count in enumerate(CARDS):
        match = rival_session(DAY, score, station, "Ines")
        landed = [n for n, line in enumerate(match.log) if line.seat == NATURE]
        assert len(landed) == count
        zone = DAY.cells[station].station.zone
        found += [points(match.positions[n], match.log[n].action, zone) for n in landed]
    assert tuple(found) == score.points


def test_rivals_of_the_same_hand_throw_differently() -> None:
    scores = list(RivalThrows(DAY, (("ines", 1.0), ("roth", 1.0))).pieces(lambda: False))
    assert scores[0].points != scores[1].points


def test_rivals_stop_when_nobody_waits() -> None:
    assert list(RivalThrows(DAY, (("ines", 0.9),)).pieces(lambda: True)) == []


@pytest.mark.parametrize(
    "piece",
    [None, "ines", RivalScore("ines", (3,), RELEASES), RivalScore("x", (3,) * TOTAL, RELEASES),
     RivalScore("ines", (11,) * TOTAL, RELEASES), RivalScore("ines", (3,) * TOTAL, RELEASES[1:]),
     RivalScore("ines", (3,) * TOTAL, ((1, 2),) * TOTAL)],
)  # fmt: skip
def test_nonsense_of_the_worker_is_refused(piece: Any) -> None:
    assert not RivalThrows(DAY, (("ines", 0.9),)).accepts(piece)
