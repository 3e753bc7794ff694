"""Tests of the first touch of a card, measured from the wall it was thrown at."""

from __future__ import annotations

from math import cos, radians, sin

import pytest

from castlecards.core.action import Action, Illegal
from castlecards.core.cards import Pose
from castlecards.core.landing import TABLE, Contact, Landing, Throw
from castlecards.games.card_barrage.first_touch import Touch, first_touch
from tests.games.card_barrage.build import BarrageMatch, barrage
from tests.marks import rule

HANDS = {0: "S12 S13", 1: "V01 V02 V13"}
WIDE, LONG = 63.5, 95.0  # mm


def thrown_card(seat: int = 0) -> BarrageMatch:
    return barrage(hands=HANDS, first=seat).toss("S12" if seat == 0 else "V01")


def flight(match: BarrageMatch) -> Throw:
    decision = match.pos.decision
    assert isinstance(decision.aim, Throw)
    return decision.aim


def landing_at(
    match: BarrageMatch, at: tuple[float, float], first: str = "", rest: str = ""
) -> Action:
    """Return a landing that first touches the table at a place (mm), or the card of a zone."""
    wall = match.pos.zones[match.pos.box.zone(first)][0] if first else TABLE
    on = match.pos.zones[match.pos.box.zone(rest)][0] if rest else None
    contacts = (Contact(on, 900, 5),) if on is not None else ()
    place = round(10 * at[0]), round(10 * at[1])
    thrown = flight(match).card
    return Landing(thrown, Pose(*place, 0, 1), True, False, wall, contacts, touch=place).action()


def touch_of(match: BarrageMatch, landing: Action, seat: int = 0) -> Touch:
    found = first_touch(match.pos, seat, flight(match), landing)
    assert found is not None
    return found


@rule("CB20")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("right", "far", "words"),
    [
        (0.0, -LONG / 2 - 8.0, "1 cm short of the wall"),
        (20.0, -LONG / 2 - 0.3, "just short of the wall"),
        (3.0, LONG / 2 + 20.0, "2 cm past the wall"),
        (-WIDE / 2 - 2.0, 10.0, "just left of the wall"),
        (WIDE / 2 + 2.0, 10.0, "just right of the wall"),
        (WIDE / 2 + 3.0, -LONG / 2 - 4.0, "1 cm short of the wall"),
    ],
)
def test_a_touch_of_the_table_is_told_from_the_edge_of_the_wall(
    seat: int, right: float, far: float, words: str
) -> None:
    match = thrown_card(seat)
    mark = match.mark(f"{1 - seat}.wall2")
    way = 1 if seat == 0 else -1
    landing = landing_at(match, (mark.x / 10 + way * right, mark.y / 10 + way * far))
    found = touch_of(match, landing, seat)
    assert found.words(castle=False) == words
    assert (found.right, found.far) == pytest.approx((right, far), abs=0.2)
    match.submit(landing)
    assert match.verdicts[0] == f"hit the table first, {words}: no point"


@rule("CB20", "CB21")
@pytest.mark.parametrize("far", [-LONG / 2 + 12.0, -LONG / 2, LONG / 2])
def test_a_touch_of_the_wall_is_told_if_it_is_on_the_very_edge(far: float) -> None:
    match = thrown_card()
    mark = match.mark("1.wall2")
    landing = landing_at(match, (mark.x / 10 + 5, mark.y / 10 + far), "1.wall2", "1.wall2")
    on_edge = ", on the very edge of the wall" if far == -LONG / 2 else ""
    match.submit(landing)
    assert match.verdicts[0] == f"hit{on_edge}: 1 point"


def test_a_castle_lies_crosswise_and_is_called_one() -> None:
    match = thrown_card()
    mark = match.mark("1.castle")
    landing = landing_at(match, (mark.x / 10, mark.y / 10 - WIDE / 2 - 6))
    found = touch_of(match, landing)
    assert (found.words(castle=True), round(found.off)) == ("1 cm short of the castle", 6)
    match.submit(landing)
    assert match.verdicts[0] == "hit the table first, 1 cm short of the castle: no point"


@pytest.mark.parametrize("turn", [0, 30, 90, 150, -60])
def test_a_wall_that_lies_askew_is_measured_as_it_lies(turn: int) -> None:
    """10 mm off the middle of a short edge, on a line through the centre of the card."""
    angle, reach = radians(turn), LONG / 2 + 10
    askew = {"1.wall2": Pose(0, 0, round(1000 * angle))}
    match = barrage(hands=HANDS, poses=askew).toss("S12")
    found = touch_of(match, landing_at(match, (-sin(angle) * reach, cos(angle) * reach)))
    assert found.off == pytest.approx(10, abs=0.1)
    sides = {0: "behind", 30: "behind", 90: "left", 150: "before", -60: "right"}
    assert found.where == sides[turn]


def test_a_log_that_does_not_say_where_keeps_its_words() -> None:
    match = thrown_card()
    landing = Landing(flight(match).card, Pose(0, 0, 0), True, False, TABLE).action()
    assert first_touch(match.pos, 0, flight(match), landing) is None
    match.submit(landing)
    assert match.verdicts[0] == "hit the table first: no point"


def test_a_place_that_cannot_be_touched_is_refused_in_words() -> None:
    match = thrown_card()
    landing = Landing(flight(match).card, Pose(0, 0, 0), True, False, TABLE, touch=(10**9, 0))
    with pytest.raises(Illegal, match="no card can touch the table at"):
        match.submit(landing.action())
