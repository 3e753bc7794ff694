"""Tests of flicks by finger: touch tracks of the pad become throws, fouls and a strength."""

from __future__ import annotations

import pytest

from castlecards.core.landing import FOULS, Limits, Release
from castlecards.core.referee import Human, due
from castlecards.phones.answer import ThrowAnswer
from castlecards.phones.choice import choice_of
from castlecards.phones.finger import (
    STRENGTH,
    STRENGTHS,
    flick_speed,
    in_words,
    read_flick,
    strength_of,
)
from castlecards.phones.message import question_id
from castlecards.toss.flick import STANDARD_FLICK, Foul
from tests.games.play import GAME_BY_ID
from tests.phones.table import PhoneTable, phone_table

Track = tuple[tuple[float, float, float], ...]


def straight_track(
    speed: float, right: float = 0.0, rate: int = 60, length: float = 280.0
) -> Track:
    """Return a straight track (mm/s) from behind the castle to the line, at the screen's rate."""
    steps = int(length / speed * rate) + 2
    return tuple((n / rate, right * n / rate, speed * n / rate - length) for n in range(steps))


@pytest.fixture
def table() -> PhoneTable:
    return phone_table(GAME_BY_ID["card_barrage"], 2, 3)


def limits(table: PhoneTable) -> Limits:
    asked = due(table.session)
    assert isinstance(asked, Human)
    assert isinstance(asked.decision.aim, Limits)
    return asked.decision.aim


def test_a_pull_over_the_line_is_a_throw(table: PhoneTable) -> None:
    quick = read_flick(straight_track(3000.0), limits(table), 0, STRENGTH)
    slow = read_flick(straight_track(2000.0), limits(table), 0, STRENGTH)
    assert isinstance(quick, Release)
    assert isinstance(slow, Release)
    assert quick.speed > slow.speed
    assert abs(quick.heading) < 5
    assert read_flick(straight_track(3000.0, 400.0), limits(table), 0, STRENGTH).heading > 50  # type: ignore[union-attr]


def test_a_slow_or_crooked_pull_is_a_foul(table: PhoneTable) -> None:
    assert read_flick(straight_track(100.0), limits(table), 0, STRENGTH) == Foul("slow")
    assert read_flick(((0.0, 0.0, -5.0), (0.0, 1.0, 1.0)), limits(table), 0, 1.0) == Foul("slow")
    aside = tuple((t, x + 300.0, y) for t, x, y in straight_track(3000.0))
    assert read_flick(aside, limits(table), 0, STRENGTH) == Foul("gate")


def test_a_throw_is_judged_by_the_match(table: PhoneTable) -> None:
    seat, now = due(table.session).decision.seat, question_id(table.session, 0)  # type: ignore[union-attr]
    card = limits(table).cards[0]
    choice = choice_of(table.session, seat, ThrowAnswer(now, card, 1, straight_track(3000.0)))
    assert (choice.action.verb, choice.action.cards) == ("toss", (card,))
    assert choice.read == "2.0 m/s, straight ahead"
    slow = choice_of(table.session, seat, ThrowAnswer(now, card, 1, straight_track(100.0)))
    assert slow.action is None
    assert "slow" in slow.refusal
    assert FOULS[slow.foul] == "slow"
    assert slow.rule.startswith("CB")
    for wrong in (
        ThrowAnswer(now, 250, 1, straight_track(3000.0)),
        ThrowAnswer(now, card, 3, straight_track(3e3)),
    ):
        assert choice_of(table.session, seat, wrong) is None


def test_practice_throws_set_the_strength_within_limits() -> None:
    speeds = [flick_speed(straight_track(speed)) for speed in (2000.0, 2500.0, 9000.0)]
    assert speeds == pytest.approx([2000.0, 2500.0, 9000.0], rel=0.02)
    assert strength_of(speeds) == pytest.approx(STANDARD_FLICK / 2500.0, rel=0.02)
    assert strength_of([50_000.0]) == STRENGTHS[0]
    assert strength_of([200.0]) == STRENGTHS[1]
    assert strength_of([]) == strength_of([0.0]) == STRENGTH
    assert flick_speed(((0.0, 0.0, 0.0),)) == 0.0


@pytest.mark.parametrize(
    ("heading", "words"),
    [(3, "2.1 m/s, straight ahead"), (-52, "2.1 m/s, 3° to the left"),
     (52, "2.1 m/s, 3° to the right")],
)  # fmt: skip
def test_what_was_read_in_words(heading: int, words: str) -> None:
    assert in_words(Release(0, speed=2100, heading=heading)) == words
