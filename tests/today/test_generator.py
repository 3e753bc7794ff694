"""Tests of the daily task: the same for everybody, of even difficulty, from the date alone."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from datetime import date, timedelta

import pytest

from castlecards.core.landing import METHODS
from castlecards.today import generator, stations
from castlecards.today.generator import CARDS, EXPECTED, TOLERANCE, TOTAL, day_of, deal_of
from castlecards.today.stations import CASTLE, TARGETS, WINDS, Stations, read, write
from tools.stations import input_checksum

FIRST = date(2026, 12, 1)
TABLE = stations.load()


def test_the_table_is_checksum_what_the_program_is() -> None:
    assert TABLE.checksum == input_checksum(), "make it anew: python tools/stations.py"
    assert list(TABLE.by_station) == list(stations.all_stations())


def test_four_hundred_dates_have_a_task_each() -> None:
    for n in range(400):
        task = day_of(FIRST + timedelta(n), TABLE)
        assert abs(task.expected[1] - EXPECTED) <= TOLERANCE
        assert sorted(cell.station.method for cell in task.cells) == sorted(METHODS)
        assert len({cell.station.target for cell in task.cells}) == len(CARDS)
        assert len({cell.station[1:3] for cell in task.cells}) == 1  # one surface, one wind
        assert all(cell.station.method == "lob" for cell in task.cells
                   if cell.station.target == CASTLE)  # fmt: skip
        assert task.expected == tuple(round(points, 2) for points in task.expected)  # no rounding
        assert task.limits[0] < task.limits[1] < task.limits[2]


def test_days_differ_and_use_every_target_and_wind() -> None:
    tasks = [day_of(FIRST + timedelta(n), TABLE) for n in range(120)]
    cells = [cell.station for task in tasks for cell in task.cells]
    assert {cell.target for cell in cells} == set(TARGETS)
    assert {cell.wind for cell in cells} == set(WINDS)
    assert len({tuple(cell.station for cell in task.cells) for task in tasks}) > 80


def test_a_leap_day_is_a_day() -> None:
    assert day_of(date(2028, 2, 29), TABLE).date == date(2028, 2, 29)


def test_another_process_finds_the_same_day() -> None:
    words = (
        "from datetime import date; from castlecards.today import stations, generator; "
        "print(generator.day_of(date(2026, 12, 11), stations.load()))"
    )
    run = subprocess.run(
        [sys.executable, "-c", words], capture_output=True, text=True, check=True,
        env={"PYTHONHASHSEED": "7", "PATH": ""},
    )  # fmt: skip
    assert run.stdout.strip() == str(day_of(date(2026, 12, 11), TABLE))


def test_the_day_is_the_one_that_was_published() -> None:
    """A change of the generator or the table needs a new version, because people compare scores."""
    names = [" ".join(cell.station) for cell in day_of(date(2026, 12, 11), TABLE).cells]
    assert names == PUBLISHED


def test_another_version_has_other_days() -> None:
    other = replace(TABLE, version=TABLE.version + 1)
    assert any(
        day_of(FIRST + timedelta(n), other).cells != day_of(FIRST + timedelta(n), TABLE).cells
        for n in range(3)
    )


def test_without_stations_there_is_no_task() -> None:
    with pytest.raises(ValueError, match="no task"):
        day_of(FIRST, Stations(TABLE.checksum, TABLE.version, ()))


def test_each_card_has_its_station() -> None:
    task = day_of(FIRST, TABLE)
    assert [task.station_of(n) for n in range(TOTAL)] == [0] * 4 + [1] * 3 + [2] * 3
    with pytest.raises(ValueError, match="10 cards"):
        task.station_of(TOTAL)


def test_each_opponent_plays_each_game() -> None:
    days = [deal_of(FIRST + timedelta(n), 4, 8) for n in range(64)]
    assert len({(deal.game, deal.opponent) for deal in days}) == 32
    assert len({deal.seed for deal in days}) == 64
    assert [deal.game for deal in days[:5]] == [(days[0].game + n) % 4 for n in range(5)]
    with pytest.raises(ValueError, match="no game"):
        deal_of(FIRST, 0, 8)


def test_a_cell_survives_writing() -> None:
    assert all(write(read(line)) == line for line in TABLE.cells)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("lob", "roll"), ("felt", "ice"), ("calm", "storm"), ("middle", "moon"),
        (" | 0 0 0", " | 1 0 0"), (" | 0 0 0", " | 0 0"), (" | 0 0 0", " | 0 9999 0"),
        (" | ", " "),
    ],
)  # fmt: skip
def test_a_bad_cell_is_refused(old: str, new: str) -> None:
    line = next(line for line in TABLE.cells if line.startswith("lob felt calm middle"))
    with pytest.raises(ValueError, match=r"cells\[0\]"):
        Stations("0", 1, (line.replace(old, new, 1),))


def test_the_hash_gives_even_numbers() -> None:
    counts = [0] * 6
    for n in range(1200):
        counts[generator.Bits(f"even {n}").below(6)] += 1
    assert min(counts) > 150


PUBLISHED = ["frisbee wood head moved", "flip wood head side", "lob wood head middle"]
