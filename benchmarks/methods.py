"""Worth of lob, Frisbee and flip for a mouse hand, in several situations; 1 if a bar is missed.

    python -m benchmarks methods [--quick]

A mouse gives a speed, a heading and a place on the release line, and no more: loft, attitude and
spin have no error, and the card no wobble. A person-like hand (`toss.hand_error`) is shown beside
it, and how often the characters choose each method. Points are cards hit. Tosses of a method in a
situation are made once, with speeds evenly spread in their logarithm, and weighted for each hand
and each strength that it may aim at; its best strength counts, as a player finds it by trial.
"""

from __future__ import annotations

import argparse
import multiprocessing
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import degrees, exp, log
from multiprocessing.pool import Pool
from random import Random
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.hits import verdicts
from benchmarks.rows import Row, print_rows
from castlecards.content import built_in, characters
from castlecards.core.cards import CardId, Pose, Surface
from castlecards.core.landing import FLIP, METHODS, Landing, Release, Throw
from castlecards.core.position import Position
from castlecards.core.session import Session
from castlecards.games.card_barrage.scoring import LEAST_OVERLAP
from castlecards.playout import opening, play_match
from castlecards.toss.aim import ahead, solve
from castlecards.toss.hand_error import (
    HANDS,
    PRACTISED,
    MouseHand,
    flick_release,
    with_hand_error,
)
from castlecards.toss.stock import MATERIAL_OF
from castlecards.toss.styles import STYLES, release
from castlecards.toss.world import TossWorld

CORES = 2
CHUNK = 50  # tosses of a job
TOSSES = 900, 400  # tosses of a method in the standard position, and in each other one
FEWER = 900, 200  # the same with --quick
PERFECT_TOSSES = 1500  # flips of a practised hand that is aimed exactly
PERSON_TOSSES = 300  # tosses of the person-like hand
LOG_LOW, LOG_HIGH = log(0.62), log(1.75)  # strengths that are tossed, in shares of the aimed one
HEADING_SPREAD = 2.6  # degrees, spread of the headings that are tossed
PLACE_SPREAD = 6.5  # mm, spread of the places that are tossed
AIMS = np.linspace(-0.3, 0.4, 71)  # log of the strengths that a hand may aim at
PILOT = 200  # tosses that find the heading to aim at
SWING = 8.0  # degrees, greatest offset of their headings
SMOOTH = 0.15, 3.0  # share and degrees, over which their points are averaged
HEADING_GAIN = 0.1  # points, by which a heading must be better than the solver's
SIDE = 250.0  # mm aside, beyond which a hand throws from beside the middle of its line
BESIDE = 90.0  # mm

MOST_RATIO = 1.25  # greatest ratio of two methods' points in the standard position, practised hand
LEAST_LEAD = 1.10  # least ratio of the best method to the second best in one situation
LEAST_GAIN = 0.02  # points, least gain from one hand to the next better one
PERFECT_RANGE = 1.0, 3.0  # %, range of the rate of perfect hits
LEAST_CHOSEN = 15.0  # %, least share of a method in the throws of the characters
MATCHES = 4  # of each character against itself


class Situation(NamedTuple):
    """Target of a throw in a new match; walls and castles are numbered as in `Ground.targets`."""

    name: str
    seats: int = 2
    target: int = 2
    surface: Surface = "felt"
    back: int = 0  # 0.1 mm by which the target was pushed back
    bare: bool = False  # all walls are gone
    certain: bool = False  # a hit of another card counts nothing


STANDARD, *OTHERS = SITUATIONS = (
    Situation("standard"),
    Situation("side wall", target=1),
    Situation("bare castle", target=5, bare=True),
    Situation("wall 2 cm back", back=200),
    Situation("six seats, slanted", seats=6, target=5),
    Situation("wood", surface="wood"),
    Situation("one certain wall", certain=True),
)


class Aim(NamedTuple):
    """Throw that brings the card onto the target, as the solver finds it."""

    speed: float  # m/s
    heading: float  # degrees
    place: float  # mm


class Field:
    """Cards of a situation, for tosses with any cards of the box."""

    def __init__(self, situation: Situation) -> None:
        game = built_in()["card_barrage"]
        self.pos: Position[Any] = opening(
            game, game.options(surface=situation.surface), situation.seats, 1
        )
        ground = self.pos.state.ground
        self.start: Pose = ground.starts[0]
        zones = ground.targets[1]
        targets = [self.pos.zones[zone][0] for zone in zones]
        walls = [targets[n] for n, zone in enumerate(zones) if ground.wall_mask[1] >> zone & 1]
        self.target = targets[situation.target]
        self.counted = [self.target] if situation.certain else targets
        self.targets, self.walls = targets, walls
        world = TossWorld.of(self.pos, MATERIAL_OF[situation.surface])
        lying = dict(world.cards)
        pose = lying[self.target]
        away = 1 if pose.y > self.start.y else -1
        lying[self.target] = pose.with_(y=pose.y + away * situation.back)
        if situation.bare:
            for card in walls:
                del lying[card]
        self.world = replace(world, cards=tuple(sorted(lying.items())))
        self.hand = sorted(set(range(self.pos.box.size)) - {card for card, _ in world.cards})

    @cache  # noqa: B019  # a field is made once a process
    def aim(self, method: int, share: float | None = None) -> Aim:
        """Aim of the solver at the target; `share` as in `solve`."""
        pose = dict(self.world.cards)[self.target]
        right, _ = ahead(self.start, pose)
        place = 0.0 if abs(right) < SIDE else BESIDE if right > 0 else -BESIDE
        shot = solve(
            self.world, self.hand[0], self.start, pose, method, share=share, at=(place, 0.0)
        )
        found = shot.throw.release
        aim = Aim(found.speed / 1000, degrees(found.heading / 1000), place)
        return aim if share is not None else self._corrected(method, aim)

    def _corrected(self, method: int, aim: Aim) -> Aim:
        """Aim with the heading at which a card that drifts as it slides hits most often."""
        rows = []
        for n in range(1, PILOT + 1):
            strength = LOG_LOW + (LOG_HIGH - LOG_LOW) * halton(n, 2)
            heading = SWING * (2 * halton(n, 3) - 1)
            thrown = offset_flick(method, aim, exp(strength), heading, 0.0)
            rows.append((strength, heading, self.toss(thrown, Random(n))[0]))
        strengths, headings, points = np.array(rows, dtype=float).T

        def worth(heading: float) -> float:
            near = np.exp(-(((headings - heading) / SMOOTH[1]) ** 2) / 2)
            by = np.exp(-(((strengths - AIMS[:, None]) / SMOOTH[0]) ** 2) / 2) * near
            return float(((by * points).sum(axis=1) / by.sum(axis=1)).max())

        best = max(np.linspace(-SWING + 2, SWING - 2, 25), key=worth)
        return aim._replace(heading=aim.heading + best * (worth(best) > worth(0.0) + HEADING_GAIN))

    def toss(
        self, thrown: Release, random: Random, wobble: tuple[float, float] = (0.0, 0.0)
    ) -> tuple[int, bool]:
        """Points of a throw of a random card onto random cards, and True if it hits perfectly."""
        ids = random.sample(range(self.pos.box.size), self.pos.box.size)
        lying = tuple(sorted((ids[card], pose) for card, pose in self.world.cards))
        world = replace(self.world, cards=lying)
        throw = Throw(ids[random.choice(self.hand)], self.start, thrown, world.field)
        landing = world.toss(throw, wobble).landing
        found = set(verdicts(landing, _named(ids, self.targets), _named(ids, self.walls)))
        counted = _named(ids, self.counted)
        return ("hit" in found) * _covered(landing, counted), "perfect" in found


def _named(ids: list[int], cards: list[CardId]) -> frozenset[CardId]:
    return frozenset(ids[card] for card in cards)


def _covered(landing: Landing, cards: frozenset[CardId]) -> int:
    """Number of these cards that the landed card lies on."""
    return sum(on.card in cards and on.area >= LEAST_OVERLAP for on in landing.on)


@cache
def field(situation: Situation) -> Field:
    return Field(situation)


def offset_flick(method: int, aim: Aim, strength: float, heading: float, place: float) -> Release:
    """Release of a flick: `strength` times the aimed speed of the hand, degrees and mm beside the
    aim."""
    aimed = release(STYLES[method], aim.speed, heading=aim.heading, x=aim.place)
    return flick_release(aimed, strength, heading, place)


class Sample(NamedTuple):
    """Tosses of one method in one situation, arrays of shape (n,)."""

    strength: NDArray[np.float64]  # log of the share of the aimed speed of the hand
    heading: NDArray[np.float64]  # degrees beside the aim
    place: NDArray[np.float64]  # mm beside the aim
    points: NDArray[np.float64]

    def mean(self, hand: MouseHand, aim: float) -> float:
        """Points a throw of a hand that aims at a strength (log)."""
        weight = np.exp(-(((self.strength - aim) / hand.speed) ** 2) / 2)
        for off, spread, tossed in (
            (self.heading, hand.heading, HEADING_SPREAD),
            (self.place, hand.place, PLACE_SPREAD),
        ):
            weight *= np.exp(-(off**2) * (spread**-2 - tossed**-2) / 2)
        return float((weight * self.points).sum() / weight.sum())

    def best(self, hand: MouseHand) -> float:
        """Points of the best strength to aim at."""
        return max(self.mean(hand, aim) for aim in AIMS)


def halton(n: int, base: int) -> float:
    """Number `n` of the Halton sequence of this base, in (0, 1)."""
    found, part = 0.0, 1.0
    while n:
        part /= base
        n, digit = divmod(n, base)
        found += digit * part
    return found


def tossed(job: tuple[int, Situation, int, int]) -> list[tuple[float, ...]]:
    """Rows of a `Sample`, from toss `first` up to, not including, toss `end`."""
    method, situation, first, end = job
    place = field(situation)
    aim, normal = place.aim(method), NormalDist()
    rows: list[tuple[float, ...]] = []
    for n in range(first, end):
        strength = LOG_LOW + (LOG_HIGH - LOG_LOW) * halton(n + 1, 2)
        heading = HEADING_SPREAD * normal.inv_cdf(halton(n + 1, 3))
        aside = PLACE_SPREAD * normal.inv_cdf(halton(n + 1, 5))
        thrown = offset_flick(method, aim, exp(strength), heading, aside)
        points, _ = place.toss(thrown, Random(f"{situation} {n}"))
        rows.append((strength, heading, aside, points))
    return rows


def sampled(pool: Pool, method: int, situation: Situation, count: int) -> Sample:
    jobs = [(method, situation, done, min(done + CHUNK, count)) for done in range(0, count, CHUNK)]
    rows = [row for part in pool.imap(tossed, jobs, 1) for row in part]
    return Sample(*np.array(rows, dtype=float).T)


def perfect_count(job: tuple[int, int]) -> int:
    """Number of perfect hits of so many flips of a practised hand that aims at rest."""
    count, seed = job
    place, random, perfect = field(STANDARD), Random(f"perfect {seed}"), 0
    aim = place.aim(FLIP, 1.0)
    for _ in range(count):
        strength, heading, aside = (random.gauss(0.0, spread) for spread in PRACTISED)
        perfect += place.toss(offset_flick(FLIP, aim, exp(strength), heading, aside), random)[1]
    return perfect


def person_throws(job: tuple[int, int, int]) -> tuple[int, int]:
    """Points and perfect hits of `count` throws of a practised person-like hand."""
    method, count, seed = job
    place, random = field(STANDARD), Random(f"person {seed}")
    aimed = offset_flick(method, place.aim(method), 1.0, 0.0, 0.0)
    points = perfect = 0
    for _ in range(count):
        thrown, wobble = with_hand_error(aimed, 1.0, random)
        found = place.toss(thrown, random, wobble)
        points, perfect = points + found[0], perfect + found[1]
    return points, perfect


def chosen_methods(job: tuple[str, int]) -> Counter[int]:
    """Throws by method in a match of a character against itself, landings by the odds."""
    id, seed = job
    game, cast = built_in()["card_barrage"], characters()
    level, name = cast[id].level, cast[id].name
    session = Session(
        game, game.options(), 2, seed, (level, level), (name, name), characters=(id, id)
    )
    play_match(session, cast)
    return Counter(record.action.args[0] for record in session.log if record.action.verb == "toss")


def choice_rows(pool: Pool, quick: bool) -> Iterator[Row]:
    """Rows of the methods that the characters choose, each and together."""
    ids, count = list(characters()), 1 if quick else MATCHES
    played = pool.map(chosen_methods, [(id, seed) for id in ids for seed in range(1, count + 1)], 1)
    total = sum(played, Counter())
    for n, id in enumerate(ids):
        own = sum(played[n * count : (n + 1) * count], Counter())
        yield Row(f"{id} throws lobs, Frisbees, flips", _shares(own), "", True)
    least = min(100 * total[method] / total.total() for method in range(len(METHODS)))
    yield Row(
        "all characters together",
        _shares(total),
        f">= {LEAST_CHOSEN:g} % each",
        least >= LEAST_CHOSEN,
    )


def _shares(counts: Counter[int]) -> str:
    shares = (100 * counts[method] / counts.total() for method in range(len(METHODS)))
    return ", ".join(f"{share:.0f} %" for share in shares)


def pieces(count: int) -> list[tuple[int, int]]:
    """Parts of `count` tosses: how many, and a seed."""
    return [(min(CHUNK, count - done), done) for done in range(0, count, CHUNK)]


def point_table(pool: Pool, quick: bool) -> dict[tuple[int, Situation], tuple[float, ...]]:
    """Points a throw by method and situation, of each of HANDS; prints the table."""
    found: dict[tuple[int, Situation], tuple[float, ...]] = {}
    print("points a throw of a mouse hand with a speed error of 20, 10 and 5 %")
    print(f"{'':22}" + "".join(f"{name:>22}" for name in METHODS))
    for situation in SITUATIONS:
        count = (FEWER if quick else TOSSES)[situation is not STANDARD]
        for method in range(len(METHODS)):
            sample = sampled(pool, method, situation, count)
            found[method, situation] = tuple(sample.best(hand) for hand in HANDS)
        cells = (found[method, situation] for method in range(len(METHODS)))
        texts = (" / ".join(f"{points:.2f}" for points in cell) for cell in cells)
        print(f"{situation.name:22}" + "".join(f"{text:>22}" for text in texts), flush=True)
    return found


def rows(pool: Pool, quick: bool) -> Iterator[Row]:
    """Rows with bars; prints the tables."""
    found = point_table(pool, quick)
    practised = HANDS.index(PRACTISED)
    points = {key: cell[practised] for key, cell in found.items()}
    own = [points[method, STANDARD] for method in range(len(METHODS))]
    ratio = max(own) / min(own)
    what = "standard position, practised hand: most to least"
    yield Row(what, f"{ratio:.2f}", f"<= {MOST_RATIO}", ratio <= MOST_RATIO)
    for method, name in enumerate(METHODS):
        leads = [
            (points[method, one] / max(max(points[n, one] for n in range(3) if n != method), 0.01),
             one.name)
            for one in SITUATIONS
        ]  # fmt: skip
        lead, where = max(leads)
        times = f"{lead:.2f} times the next" if lead < 10 else "alone"
        yield Row(
            f"{name}: best at", f"{where}, {times}", f">= {LEAST_LEAD:.2f}", lead >= LEAST_LEAD
        )
    for method, name in enumerate(METHODS):
        cell = found[method, STANDARD]
        least = min(two - one for one, two in pairwise(cell))
        yield Row(f"{name}: gain of each steadier hand", f"{least:.2f} points at least",
                  f">= {LEAST_GAIN}", least >= LEAST_GAIN)  # fmt: skip
    count = PERFECT_TOSSES // (2 if quick else 1)
    share = 100 * sum(pool.imap_unordered(perfect_count, pieces(count), 1)) / count
    low, high = PERFECT_RANGE
    yield Row("flips of a practised hand aimed exactly: perfect", f"{share:.1f} %",
              f"{low:g}-{high:g} %", low <= share <= high)  # fmt: skip
    for method, name in enumerate(METHODS):
        count = PERSON_TOSSES // (2 if quick else 1)
        jobs = [(method, *piece) for piece in pieces(count)]
        parts = pool.map(person_throws, jobs, 1)
        mean, often = (sum(part[n] for part in parts) / count for n in (0, 1))
        figure = f"{mean:.2f} points, {100 * often:.1f} % perfect"
        yield Row(f"{name} of a person-like hand, standard position", figure, "", True)
    yield from choice_rows(pool, quick)


def main(words: list[str] | None = None) -> int:
    """Run the benchmark. Return 1 if a bar is missed, else 0."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--quick", action="store_true", help="fewer throws, same bars")
    args = parser.parse_args(words)
    with multiprocessing.Pool(CORES) as pool:
        return print_rows(rows(pool, args.quick))
