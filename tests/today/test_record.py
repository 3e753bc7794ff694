"""Tests of the record of daily tasks: nothing is lost or counted twice at any clock time."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest

from castlecards.store import StoreError
from castlecards.today import record, stations
from castlecards.today.generator import TOTAL, day_of
from castlecards.today.record import RESTS, StartOfRun, StoredCard, Streak, append, read, streak

pytestmark = pytest.mark.usefixtures("home")
TABLE = stations.load()
DAY = date(2026, 12, 11)


def card(day: date, index: int, points: int = 7, zone: int = 60) -> StoredCard:
    task = day_of(day, TABLE)
    now = datetime(day.year, day.month, day.day, 20, tzinfo=timezone(timedelta(minutes=zone)))
    release = task.cells[task.station_of(index)].release.args()
    return record.stored_card(task, index, points, release, (0, 2000, 3142), "Ada", now)


def play(day: date, cards: int = TOTAL, points: int = 7) -> None:
    begun = len(read().of(day).cards)
    for index in range(begun, cards):
        append(card(day, index, points))


def test_a_day_is_read_as_it_was_stored() -> None:
    play(DAY)
    attempt = read().of(DAY)
    assert attempt.cards == tuple(card(DAY, n) for n in range(TOTAL))
    assert (attempt.total, attempt.finished, attempt.late) == (70, True, False)
    assert attempt.cards[0].when == "2026-12-11T19:00:00+00:00"
    assert attempt.medal == "gold" if attempt.cards[0].limits[2] <= 70 else "silver"


def test_nothing_was_played_at_first() -> None:
    assert read().of(DAY).cards == ()
    assert read().best == 0
    assert read().streak(DAY) == Streak()


def test_an_attempt_goes_on_where_it_was_cut_off(home: Path) -> None:
    play(DAY, 4)
    path = record.file()
    with path.open("ab") as file:
        file.write(b'{"date":"2026-12-11","card":4,')  # killed in the middle of a line
    assert len(read().of(DAY).cards) == 4
    play(DAY)
    assert read().of(DAY).finished
    assert read().bad == 1


def test_a_killed_program_loses_no_card_that_lay() -> None:
    words = (
        "import sys; from datetime import date; from tests.today.test_record import append, card\n"
        "for n in range(10):\n"
        "    append(card(date(2026, 12, 11), n)); print(n, flush=True)\n"
        "    if n == 5: sys.stdin.read()\n"
    )
    run = subprocess.Popen(
        [sys.executable, "-c", words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        env=dict(os.environ),
    )  # fmt: skip
    assert run.stdout is not None
    for _ in range(6):
        run.stdout.readline()
    run.send_signal(signal.SIGKILL)
    run.communicate()
    assert len(read().of(DAY).cards) == 6
    play(DAY)
    assert read().of(DAY).finished


def test_of_two_windows_one_goes_on() -> None:
    play(DAY, 3)
    append(card(DAY, 3, points=2))
    with pytest.raises(StoreError, match="Another window"):
        append(card(DAY, 3, points=10))
    assert [one.points for one in read().of(DAY).cards] == [7, 7, 7, 2]
    with pytest.raises(StoreError, match="Another window"):
        append(card(DAY, 5))  # this window does not know card 4
    play(DAY)
    with pytest.raises(StoreError, match="Another window"):
        append(card(DAY, TOTAL - 1, points=10))
    assert read().of(DAY).total == 3 * 7 + 2 + 6 * 7


def test_a_date_before_a_finished_one_is_late() -> None:
    play(DAY)
    play(DAY - timedelta(1))  # the clock was moved back
    late = read().of(DAY - timedelta(1))
    assert (late.finished, late.late, late.counts, late.medal) == (True, True, False, "")
    assert read().streak(DAY) == Streak(1, 1)


def test_a_date_that_was_played_ahead_counts_once() -> None:
    play(DAY + timedelta(1))  # the clock was moved forward
    play(DAY)
    assert read().streak(DAY + timedelta(1)) == Streak(1, 1)
    assert read().of(DAY + timedelta(1)).finished
    assert read().best == 70


def test_an_attempt_that_was_begun_in_time_is_not_late() -> None:
    play(DAY, 5)
    play(DAY + timedelta(1))
    play(DAY)
    assert read().of(DAY).counts
    assert read().streak(DAY + timedelta(1)) == Streak(2, 2)


def test_two_local_dates_within_a_day_count_once_each() -> None:
    """A player who travels east finishes two dates within 24 hours."""
    for day, zone in ((DAY, -480), (DAY + timedelta(1), 540)):
        for n in range(TOTAL):
            append(card(day, n, zone=zone))
    assert read().streak(DAY + timedelta(1)) == Streak(2, 2)


@pytest.mark.parametrize(
    ("gaps", "now", "best"),
    [
        ((), 1, 1), ((1, 1), 3, 3), ((1, 2, 1), 4, 4), ((2, 2), 3, 3), ((2, 2, 2), 1, 3),
        ((3,), 1, 1), ((1, 1, 3), 1, 3),
    ],
)  # fmt: skip
def test_two_days_a_month_may_be_missed(gaps: tuple[int, ...], now: int, best: int) -> None:
    assert RESTS == 2
    days = [date(2026, 12, 1)]
    for gap in gaps:
        days.append(days[-1] + timedelta(gap))
    assert streak(days, days[-1]) == Streak(now, best)


def test_a_new_month_has_new_rests() -> None:
    days = [date(2026, 1, 27), date(2026, 1, 29), date(2026, 1, 31), date(2026, 2, 2)]
    assert streak(days, days[-1]).now == 4


def test_a_streak_lives_until_it_cannot_go_on() -> None:
    days = [DAY, DAY + timedelta(1)]
    assert [streak(days, DAY + timedelta(n)).now for n in range(1, 5)] == [2, 2, 2, 0]


def test_a_streak_goes_over_a_leap_day() -> None:
    days = [date(2028, 2, 28), date(2028, 2, 29), date(2028, 3, 1)]
    assert streak(days, days[-1]).now == 3


def test_a_clock_that_runs_ahead_within_a_run_is_seen() -> None:
    noon = datetime(2026, 12, 11, 12).timestamp()
    run = StartOfRun(noon, 1000.0)
    assert not run.is_ahead(DAY, 1000.0)
    assert not run.is_ahead(DAY + timedelta(1), 1000.0)  # a flight to the east
    assert run.is_ahead(DAY + timedelta(2), 1000.0)
    assert not run.is_ahead(DAY + timedelta(2), 1000.0 + 86400)  # the program kept running


def test_the_steady_clock_runs() -> None:
    before = record.steady_seconds()
    time.sleep(0.002)
    assert record.steady_seconds() > before


@pytest.mark.parametrize(
    "line",
    [
        "nonsense", "[]", "{}", "1" * 2000, "[" * 900, '{"date":7}',
        "LINE,", '{"points":11}', '{"card":10}', '{"card":-1}', '{"rest":[1,2]}', '{"date":"soon"}',
        '{"points":true}', '{"player":3}', '{"release":"a"}', '{"zone":1e3}', '{"version":null}',
    ],
)  # fmt: skip
def test_a_bad_line_is_left_out_and_counted(line: str) -> None:
    good = record._line(card(DAY, 0))
    if line.startswith("LINE"):
        line = good + line[4:]
    elif line.startswith("{") and line != "{}":
        line = json.dumps(json.loads(good) | json.loads(line))
    found = record.record_of([line, good])
    assert found.bad == 1
    assert found.of(DAY).cards == (card(DAY, 0),)


def test_an_unreadable_record_is_told(home: Path) -> None:
    record.file().mkdir()
    with pytest.raises(StoreError):
        read()
    with pytest.raises(StoreError):
        append(card(DAY, 0))


def test_when_is_utc() -> None:
    assert datetime.fromisoformat(card(DAY, 0).when).tzinfo == UTC
