"""Builder of the table of stations for the daily task: what mouse hands score there, by physics.

python tools/stations.py [--tosses 240] [--jobs 2]    makes assets/today/stations.yaml
python tools/stations.py --check                       prints whether the file is up to date
python tools/stations.py --days 30 [--tosses 60]       throws days anew and prints their totals

At each station the first half of the tosses finds the strength and heading at which a practised
hand scores most; the second half is thrown by that hand at this aim. Each hand is a weighting of
these tosses. Cells in the file stay if it was made of the same things.
"""

from __future__ import annotations

import argparse
import sys
import zlib
from collections.abc import Iterator
from datetime import date, timedelta
from math import exp
from multiprocessing import Pool
from pathlib import Path
from random import Random
from statistics import NormalDist, mean, pstdev
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from benchmarks.methods import BESIDE, LOG_HIGH, LOG_LOW, SIDE, halton
from castlecards.content import barrage_layout
from castlecards.core.landing import METHODS, Release, Throw
from castlecards.data import DataError, dump
from castlecards.today import scoring, stations
from castlecards.today.generator import CARDS, day_of
from castlecards.today.stations import FILE, TARGETS, WINDS, Cell, Station
from castlecards.toss.aim import ahead, solve
from castlecards.toss.hand_error import EXPERT, HANDS, PRACTISED, MouseHand, flick_release
from castlecards.toss.world import TossWorld
from tools import throw_odds

VERSION = 1
AIM_SPREAD = MouseHand(
    0.0, 3.5, 6.5
)  # spread of the tosses that find the aim; their speeds are even
SMOOTHING = (
    0.7  # times the deviations of a practised hand, over which points are averaged at an aim
)
STRENGTHS = np.linspace(-0.3, 0.4, 36)  # log of the strengths that may be aimed at
HEADINGS = np.linspace(-4.0, 4.0, 17)  # degrees beside the solver's, likewise
HEAD = """# What hands score at the stations of the daily task: made by tools/stations.py.
# A cell: method, surface, wind, target | points a card of a newcomer, a practised hand and an
# expert with a mouse | the release aimed at the target.
"""


def input_checksum() -> str:
    """Checksum of layout, styles, physics, hands and points, on which the table depends."""
    facts: list[Any] = [throw_odds.input_checksum(), HANDS, VERSION, tuple(WINDS.items())]
    facts += [scoring.BEST, scoring.TARGET, scoring.PASSED, scoring.OTHER, scoring.NEAR]
    for target in TARGETS:
        station = Station("lob", "felt", "calm", target)
        facts.append((station.options(barrage_layout()).spots, station.zone))
    return f"{zlib.crc32(repr(facts).encode()):08x}"


class StationField:
    """Station for tosses with any cards of the box."""

    def __init__(self, station: Station) -> None:
        self.station = station
        self.pos = stations.start(station).position
        self.start = self.pos.state.ground.start
        self.world = TossWorld.of(self.pos)
        self.lying = dict(self.world.cards)
        self.target = self.pos.zones[station.zone][0]

    def aim(self) -> Release:
        """Release of the solver at the target."""
        pose = self.lying[self.target]
        right, _ = ahead(self.start, pose)
        place = 0.0 if abs(right) < SIDE else BESIDE if right > 0 else -BESIDE
        card = next(card for card in range(self.pos.box.size) if card not in self.lying)
        method = METHODS.index(self.station.method)
        return solve(self.world, card, self.start, pose, method, at=(place, 0.0)).throw.release

    def points(self, release: Release, random: Random) -> int:
        """Points of a throw of a random card onto random cards."""
        ids = random.sample(range(self.pos.box.size), self.pos.box.size)
        names = {new: card for card, new in enumerate(ids)}
        lying = tuple(sorted((ids[card], pose) for card, pose in self.world.cards))
        world = TossWorld(self.world.field, lying, self.world.material)
        card = random.choice([n for n in range(self.pos.box.size) if n not in self.lying])
        landing = world.toss(Throw(ids[card], self.start, release, world.field)).landing
        return scoring.points(
            self.pos, throw_odds.with_card_ids(landing, names).action(), self.station.zone
        )


Numbers = NDArray[np.float64]


def tossed(
    place: StationField, aim: Release, hand: MouseHand, even: bool, count: int, seed: str
) -> Numbers:
    """Rows of strength (log), heading and place beside the aim, and points; shape (4, count).

    `even`: strengths are evenly spread from LOG_LOW to LOG_HIGH, else by the hand.
    """
    normal, rows = NormalDist(), []
    for n in range(1, count + 1):
        part = halton(n, 2)
        strength = (
            LOG_LOW + (LOG_HIGH - LOG_LOW) * part if even else hand.speed * normal.inv_cdf(part)
        )
        heading = hand.heading * normal.inv_cdf(halton(n, 3))
        aside = hand.place * normal.inv_cdf(halton(n, 5))
        release = flick_release(aim, exp(strength), heading, aside)
        rows.append((strength, heading, aside, place.points(release, Random(f"{seed} {n}"))))
    return np.array(rows, float).T


def weighted_points(
    rows: Numbers, made: MouseHand, hand: MouseHand, aim: tuple[float, float]
) -> float:
    """Mean points of a hand that aims at (log strength, heading), from tosses of spread `made`;
    speed 0 there: even strengths."""
    strength, heading, place, points = rows
    weight = np.exp(-(((strength - aim[0]) / hand.speed) ** 2) / 2)
    if made.speed:
        weight /= np.exp(-((strength / made.speed) ** 2) / 2)
    weight *= np.exp(-(((heading - aim[1]) / hand.heading) ** 2) / 2)
    weight /= np.exp(-((heading / made.heading) ** 2) / 2)
    weight *= np.exp(-(place**2) * (hand.place**-2 - made.place**-2) / 2)
    return float((weight * points).sum() / weight.sum())


def cell_line(job: tuple[Station, int]) -> str:
    """Line of a station of the table."""
    station, count = job
    place = StationField(station)
    aim = place.aim()
    wide = tossed(place, aim, AIM_SPREAD, True, count // 2, f"{station} wide")
    smooth = PRACTISED.times(1 / SMOOTHING)
    best = max(
        ((strength, heading) for strength in STRENGTHS for heading in HEADINGS),
        key=lambda at: weighted_points(wide, AIM_SPREAD, smooth, at),
    )
    newcomer = weighted_points(wide, AIM_SPREAD, HANDS[0], best)
    aim = flick_release(aim, exp(best[0]), best[1], 0.0)
    own = tossed(place, aim, PRACTISED, False, count - count // 2, f"{station} own")
    practised = float(own[3].mean())
    expert = weighted_points(own, PRACTISED, EXPERT, (0.0, 0.0))
    means = min(newcomer, practised), practised, max(practised, expert)
    return stations.write(Cell(station, means, aim))


def reusable_cells(checksum: str) -> dict[Station, str]:
    """Cells of the present file, if it was made of the same things."""
    try:
        table = stations.load()
    except (OSError, DataError):
        return {}
    lines = {stations.read(line).station: line for line in table.cells}
    return lines if table.checksum == checksum else {}


def save(checksum: str, lines: dict[Station, str]) -> None:
    """Write the table of stations in the fixed order, atomically."""
    order = tuple(lines[station] for station in stations.all_stations() if station in lines)
    FILE.parent.mkdir(exist_ok=True)
    text = HEAD + dump(stations.Stations(checksum, VERSION, order))
    FILE.with_suffix(".new").write_text(text, encoding="utf-8")
    FILE.with_suffix(".new").replace(FILE)


def thrown_day(job: tuple[date, int]) -> tuple[float, float]:
    """Points of a day that the table expects of a practised hand, and those of fresh tosses."""
    day, count = job
    task = day_of(day, stations.load())
    fresh = 0.0
    for cards, one in zip(CARDS, task.cells, strict=True):
        place, random = StationField(one.station), Random(f"{day} {one.station}")
        points = [place.points(PRACTISED.throw(one.release, random), random) for _ in range(count)]
        fresh += cards * mean(points)
    return task.expected[1], fresh


def days(first: date, count: int) -> Iterator[date]:
    return (first + timedelta(n) for n in range(count))


def print_days(count: int, tosses: int, jobs: int) -> int:
    """Throw days anew. Return 1 if one is more than 10 % off the points that a day promises."""
    with Pool(jobs) as pool:
        every = pool.map(thrown_day, [(day, tosses) for day in days(date(2026, 12, 1), count)], 1)
    print(" ".join(f"{table:.0f}/{fresh:.0f}" for table, fresh in every))
    found = [fresh for _, fresh in every]
    good = sum(abs(fresh - 60) <= 6 for fresh in found)
    print(f"mean {mean(found):.1f}, sd {pstdev(found):.1f}, {min(found):.1f} to {max(found):.1f}; "
          f"{good} of {count} within 10 %")  # fmt: skip
    return int(good < count)


def main(given: list[str] | None = None) -> int:
    """Build the table, check it, or throw its days. Return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--tosses", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--days", type=int, default=0)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args(given)
    if args.days:
        return print_days(args.days, args.tosses, args.jobs)
    checksum = input_checksum()
    lines, begun = reusable_cells(checksum), perf_counter()
    if args.check:
        print(f"{FILE.name}: {'up to date' if lines else 'out of date'}")
        return 0 if lines else 1
    todo = [station for station in stations.all_stations() if station not in lines]
    with Pool(args.jobs) as pool:
        found = pool.imap(cell_line, [(station, args.tosses) for station in todo], 1)
        for station, line in zip(todo, found, strict=True):
            print(line, flush=True)
            lines[station] = line
            save(checksum, lines)
    print(f"{len(lines)} cells, {FILE.stat().st_size} bytes, {perf_counter() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
