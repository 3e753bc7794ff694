"""Accuracy and speed of the toss against their bars; exits 1 if one is missed.

    python -m benchmarks toss [--quick]

The toss is compared with published experiments with falling plates and thrown cards, with closed
formulas, with finer computations of itself, with truth tables, and with the clock.
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from math import cos, hypot, pi, radians, sin, sqrt
from multiprocessing.pool import Pool
from pathlib import Path
from random import Random
from time import process_time

import numpy as np

from benchmarks import toss_batch as batch
from benchmarks.flicks import bell_rows, speed_rows, strength_rows
from benchmarks.rows import Row, print_rows
from benchmarks.toss_anchors import (
    POKER,
    descent_rows,
    drift_rows,
    drop_rows,
    range_rows,
    scaling_rows,
    terminal_rows,
    transition_rows,
    water_rows,
)
from benchmarks.toss_batch import lie_down
from castlecards.core.landing import LOB, Limits, Release, Throw
from castlecards.one_toss import standard
from castlecards.toss import flight
from castlecards.toss.contact import Plan, plan
from castlecards.toss.flick import Sample, measure
from castlecards.toss.hand_error import with_hand_error
from castlecards.toss.layers import CardContact, RestingCard, edges_meet
from castlecards.toss.slap import Fall, Flat
from castlecards.toss.slide import MM, FrictionLaw, Slide
from castlecards.toss.stock import FELT, GRAVITY, STANDARD_AIR, STANDARD_STOCK, CardStock
from castlecards.toss.styles import STYLES, release
from castlecards.toss.world import TossWorld, launch

ROOT = Path(__file__).resolve().parents[1]
TOSSES = 100_000
CHUNK = 2_500  # tosses of a job
TUMBLE = 40.0  # rad/s, greatest tumble of a random toss
SPIN = 80.0  # rad/s, greatest spin of a random toss
SPEED = 6.0  # m/s, greatest speed of a random toss
REPLAYS = 100  # tosses that are compared between processes
HASH_SEEDS = ("1", "4711")  # of the other processes
LOBS, FEWER_LOBS = 1000, 250  # whose landing points are compared
TIMED = 1000  # flights of a batch whose speed is measured
CORES = 2
DISC = 0.653  # v/(R w) of a disc as it comes to rest


def any_attitude(count: int, seed: int, stock: CardStock) -> batch.Array:
    """States of random tosses, (13, count): any attitude and direction, 20 to 300 mm above the
    table."""
    rng = np.random.default_rng(seed)
    turn = rng.standard_normal((4, count))
    turn /= np.sqrt((turn * turn).sum(axis=0))
    velocity = rng.standard_normal((3, count))
    velocity *= rng.uniform(0, SPEED, count) / np.sqrt((velocity * velocity).sum(axis=0))
    about, tumble = rng.uniform(0, 2 * pi, count), rng.uniform(0, TUMBLE, count)
    spins = np.stack(
        [tumble * np.cos(about), tumble * np.sin(about), rng.uniform(-SPIN, SPIN, count)]
    )
    place = np.stack([np.zeros(count), np.zeros(count), rng.uniform(0.02, 0.3, count)])
    states = np.concatenate([place, velocity, turn, spins])
    states[2] += np.maximum(2e-3 - batch.lowest(states, stock), 0.0)
    return states


def person_like(count: int, seed: int, style: int = LOB) -> batch.Array:
    """States of throws of a style with the errors of a hand, (13, count)."""
    random = Random(seed)
    plain = release(STYLES[style])
    thrown = (with_hand_error(plain, 1.0, random) for _ in range(count))
    return np.array([launch(one, STANDARD_STOCK, wobble) for one, wobble in thrown]).T.copy()


def _gain(job: tuple[int, int]) -> float:
    """Greatest growth of energy (J) in one step of any of these flights."""
    count, seed = job
    rate = flight.derivative(STANDARD_STOCK, STANDARD_AIR)
    worst = -1.0
    for state in map(tuple, any_attitude(count, seed, STANDARD_STOCK).T.tolist()):
        before = flight.energy(state, STANDARD_STOCK, STANDARD_AIR)
        while state[2] > 0.0:
            state = flight.step(rate, state, flight.STEP)
            after = flight.energy(state, STANDARD_STOCK, STANDARD_AIR)
            worst = max(worst, after - before)
            before = after
    return worst


def energy_rows(pool: Pool, quick: bool) -> list[Row]:
    """Rows on the energy of flights, which must never grow."""
    each = 25 if quick else 100
    worst = max(pool.map(_gain, [(each, seed) for seed in range(6)], 1))
    return [Row(f"energy a flight step, 1 ms, {6 * each} flights", f"{worst:.1e} J gained at most",
                "<= 1e-8 J", worst <= 1e-8)]  # fmt: skip


def _settle(job: tuple[int, int]) -> tuple[int, int, float]:
    """Tosses onto the bare table: number with nan, number not at rest, deepest corner in m."""
    count, seed = job
    landed = batch.fly(any_attitude(count, seed, STANDARD_STOCK), STANDARD_STOCK)
    flat = lie_down(landed.states, STANDARD_STOCK)
    broken = np.isnan(landed.t) | np.isnan(flat.states).any(axis=0)
    return int(broken.sum()), int(np.isnan(flat.t).sum()), float(flat.depth.max())


def _onto_cards(job: tuple[int, int]) -> tuple[int, int, float]:
    """Random tosses of the authoritative simulation onto the standard lay-out; same figures as
    `_settle`."""
    count, seed = job
    pos, limits = standard()
    stock = CardStock.of(limits.field)
    placed = TossWorld.of(pos).cards
    nan = unsettled = 0
    deepest = 0.0
    for state in map(tuple, any_attitude(count, seed, stock).T.tolist()):
        lying = [
            RestingCard(card, _metres(plan(pose, 63.5, 95.0)), pose.level) for card, pose in placed
        ]
        fall = Fall((state[0], state[1] + 0.2, *state[2:]), 99, lying, stock, STANDARD_AIR, FELT)
        flat = fall.run()
        slide = Slide(flat, 99, lying, fall.meetings, stock, FELT, fall.t)
        slide.run()
        x, y, _ = slide.moved(99) or (0.0, 0.0, 0.0)
        nan += not (x == x and y == y)
        unsettled += not flat.settled or any(body.moving for body in slide.bodies.values())
        deepest = max(deepest, fall.depth)
    return nan, unsettled, deepest


def _metres(p: Plan) -> Plan:
    return Plan(p.x / MM, p.y / MM, p.cos, p.sin, p.a / MM, p.b / MM)


def random_rows(pool: Pool, quick: bool) -> list[Row]:
    """Rows on random tosses: errors, rest, depth below the table."""
    count = TOSSES // 10 if quick else TOSSES
    chunk = min(CHUNK, count)
    rows = []
    for what, work, jobs in (
        (
            f"{count} random tosses onto the table",
            _settle,
            [(chunk, n) for n in range(count // chunk)],
        ),
        (f"{count // 100} onto cards, to rest", _onto_cards, [(count // 500, n) for n in range(5)]),
    ):
        results = pool.map(work, jobs, 1)
        nan, unsettled = (sum(part[n] for part in results) for n in (0, 1))
        deepest = max(part[2] for part in results) * MM
        figure = f"{nan} NaN, {unsettled} not at rest, deepest corner {-deepest:.1f} mm"
        rows.append(
            Row(what, figure, "0, 0, above -3 mm", not nan and not unsettled and deepest < 3)
        )
    return rows


def step_rows(pool: Pool, quick: bool) -> list[Row]:
    """Rows that compare landing points of lobs with steps of 2 ms and of 0.5 ms."""
    throws = person_like(FEWER_LOBS if quick else LOBS, 1)
    coarse, fine = batch.fly(throws), batch.fly(throws, dt=5e-4)
    off = 1000 * np.hypot(*(coarse.states[:2] - fine.states[:2]))
    figure = f"{off.mean():.3f} mm mean, {off.max():.2f} mm at most"
    return [Row(f"landing point, 2 ms against 0.5 ms, {off.size} lobs", figure, "0.1 mm, 2 mm",
                bool(off.mean() <= 0.1 and off.max() <= 2))]  # fmt: skip


def slid(speed: float, spin: float, stock: CardStock = STANDARD_STOCK) -> float:
    """Distance (mm) that a flat card slides on the bare table, through pymunk."""
    flat = Flat(
        Plan(0.0, 0.0, 1.0, 0.0, stock.width / 2, stock.length / 2),
        0.0,
        speed,
        spin,
        True,
        0.0,
        True,
    )
    slide = Slide(flat, 0, [], {}, stock, FELT, 0.0)
    slide.run()
    x, y, _ = slide.moved(0) or (0.0, 0.0, 0.0)
    return hypot(x, y)


def coulomb(speed: float, spin: float, stock: CardStock, dt: float = 2e-4) -> float:
    """Sliding distance (mm) by Coulomb's law, summed over a grid of about 1 mm."""
    a, b = stock.width, stock.length
    x, y = np.meshgrid(
        (np.arange(24) + 0.5) / 24 * a - a / 2, (np.arange(34) + 0.5) / 34 * b - b / 2
    )
    grip = FELT.table_friction * GRAVITY
    gyration2 = (a * a + b * b) / 12
    vx, vy, way_x, way_y, turn = 0.0, speed, 0.0, 0.0, 0.0
    while hypot(vx, vy) > 1e-3 or spin * sqrt(gyration2) > 1e-3:
        c, s = cos(turn), sin(turn)
        px, py = c * x - s * y, s * x + c * y
        sx, sy = vx - spin * py, vy + spin * px
        size = np.sqrt(sx * sx + sy * sy + 1e-12)
        fx, fy = -grip * sx / size, -grip * sy / size
        vx, vy = vx + dt * float(fx.mean()), vy + dt * float(fy.mean())
        spin += dt * float((px * fy - py * fx).mean()) / gyration2
        way_x, way_y, turn = way_x + dt * vx, way_y + dt * vy, turn + dt * spin
    return MM * hypot(way_x, way_y)


def slide_rows(pool: Pool, quick: bool) -> list[Row]:
    """Rows that compare sliding distances with Coulomb's law."""
    worst = 0.0
    for speed in (0.05, 0.1, 0.3, 0.5, 1.0, 2.0):
        exact = MM * speed**2 / (2 * FELT.table_friction * GRAVITY)
        worst = max(worst, abs(slid(speed, 0.0) / exact - 1))
    rows = [Row("slide distance, 0.05 to 2 m/s", f"{100 * worst:.3f} % off v²/(2 mu g)",
                "<= 0.5 %", worst <= 0.005)]  # fmt: skip
    cases = ((0.5, 60.0), (0.5, 20.0), (1.0, 30.0), (1.0, 10.0), (0.3, 40.0), (0.8, 8.0))
    for name, stock in (("poker", POKER), ("Tech Deck", STANDARD_STOCK)):
        off = max(
            abs(slid(speed, spin, stock) / coulomb(speed, spin, stock) - 1)
            for speed, spin in (cases[:3] if quick else cases)
        )
        rows.append(Row(f"slide with spin, {name} card", f"{100 * off:.1f} % off the Coulomb sum",
                        "<= 5 %", off <= 0.05))  # fmt: skip
    return rows


def ending_rows(pool: Pool, quick: bool) -> list[Row]:
    """Row on the end of a slide: sliding and spinning stop together, a disc with v/(R w) = 0.653
    from any start (Farkas, Bartels, Unger and Wolf 2003). R: that of the disc with the same radius
    of gyration."""
    law = FrictionLaw.of(STANDARD_STOCK)
    radius = sqrt(2.0) * STANDARD_STOCK.gyration * MM
    ratios = []
    for speed, spin in ((500.0, 20.0), (500.0, 60.0), (1000.0, 10.0), (300.0, 40.0)):
        for _ in range(10_000):  # each step takes a thousandth of the time that is left
            slow, calm = law.slowing(speed, spin)
            part = 1e-3 * speed / slow
            speed, spin = speed - part * slow, spin - part * calm
        ratios.append(speed / (radius * spin))
    good = all(abs(ratio / DISC - 1) <= 0.15 for ratio in ratios)
    figure = f"{min(ratios):.3f} to {max(ratios):.3f} at the end"
    return [Row("slide with spin: both stop together, v/(R w)", figure, f"{DISC} (disc) +- 15 %",
                good)]  # fmt: skip


def _firsts(job: tuple[int, int]) -> int:
    """Number of these lobs over a card's edge whose first contact differs between steps of 1 ms and
    0.25 ms."""
    count, seed = job
    random = Random(seed)
    style = STYLES[LOB]
    differ = 0
    for _ in range(count):
        thrown, wobble = with_hand_error(release(style, 1.75), 0.4, random)
        state = launch(thrown, STANDARD_STOCK, wobble)
        wall = Plan(random.uniform(-0.06, 0.06), random.uniform(0.36, 0.42), 1.0, 0.0,
                    STANDARD_STOCK.width / 2, STANDARD_STOCK.length / 2)  # fmt: skip
        first = []
        for dt in (flight.STEP, 2.5e-4):
            fall = Fall(state, 0, [RestingCard(1, wall, 0)], STANDARD_STOCK, STANDARD_AIR, FELT, dt)
            fall.fly()
            first.append(fall.first)
        differ += first[0] != first[1]
    return differ


def contact_rows(pool: Pool, quick: bool) -> list[Row]:
    """Rows that compare first contacts between step sizes."""
    each = 20 if quick else 100
    differ = sum(pool.map(_firsts, [(each, seed) for seed in range(4)], 1))
    share = 100 * differ / (4 * each)
    return [Row(f"first contact against 0.25 ms, {4 * each} lobs", f"{share:.2f} % differ",
                "<= 0.5 %", share <= 0.5)]  # fmt: skip


TRUTH = (  # heights of the two edges above the table in mm, closing speed in m/s, what happens
    (0.6, 0.2, 0.5, CardContact.OVER),
    (0.2, 0.6, 0.5, CardContact.UNDER),
    (0.3, 0.3, 0.5, CardContact.PUSH),
    (0.3, 0.3, 0.7, CardContact.OVER),
    (0.4, 0.3, 0.7, CardContact.OVER),
    (0.3, 0.4, 0.7, CardContact.UNDER),
    (0.4, 0.3, 0.5, CardContact.PUSH),
    (0.3, 0.4, 0.5, CardContact.PUSH),
    (0.9, 0.2, 2.0, CardContact.OVER),
    (0.2, 0.9, 2.0, CardContact.UNDER),
)


def edge_rows(pool: Pool, quick: bool) -> list[Row]:
    """Rows on the edge rule, and on its effect in pymunk."""
    wrong = sum(
        edges_meet(a / MM, b / MM, v, 0.3e-3, FELT) is not meeting for a, b, v, meeting in TRUTH
    )
    rows = [
        Row("edge rule: truth table", f"{len(TRUTH) - wrong} of {len(TRUTH)}", "exact", not wrong)
    ]
    low, high = 34, 9  # a card that lies flat and one that curls up
    met = [struck(0.5, low, tip)[0] for tip in (0.0, 0.9e-3)] + [struck(0.5, high, 0.0)[0]]
    good = met == [CardContact.PUSH, CardContact.OVER, CardContact.UNDER]
    figure = ", ".join(one.value if one else "missed" for one in met)
    rows.append(
        Row("edges at 0.5 m/s: equal, lead high, lead low", figure, "push, over, under", good)
    )
    return rows


def struck(speed: float, wall: int, tip: float) -> tuple[CardContact | None, float]:
    """Contact of card 0 that slides into a lying card, and the distance (mm) it pushes it."""
    stock = STANDARD_STOCK
    a, b = stock.width / 2, stock.length / 2
    flat = Flat(Plan(0.0, -2 * b - 1e-3, 1.0, 0.0, a, b), 0.0, speed, 0.0, True, tip, True)
    slide = Slide(
        flat, 0, [RestingCard(wall, Plan(0.0, 0.0, 1.0, 0.0, a, b), 0)], {}, stock, FELT, 0.0
    )
    slide.run()
    kinds = [cue.kind for cue in slide.cues if cue.card == wall]
    moved = slide.moved(wall)
    return (CardContact(kinds[0]) if kinds else None), (hypot(moved[0], moved[1]) if moved else 0.0)


def landings(count: int = REPLAYS) -> str:
    """Digest of many whole tosses."""
    pos, limits = standard()
    world = TossWorld.of(pos)
    digest = hashlib.sha256()
    for n in range(count):
        thrown, _ = with_hand_error(release(STYLES[n % 3]), 2.0, Random(n))
        toss = world.toss(Throw(limits.cards[0], limits.start, thrown, limits.field))
        digest.update(repr(toss.landing.action()).encode())
    return digest.hexdigest()


def replay_rows(pool: Pool, quick: bool) -> list[Row]:
    """Rows that compare the same throws in this process and in two with other hash seeds."""
    count = REPLAYS // 5 if quick else REPLAYS
    digests = {landings(count)}
    for seed in HASH_SEEDS:
        done = subprocess.run(
            [sys.executable, "-c",
             f"from benchmarks.toss import landings; print(landings({count}))"],
            cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True,
            check=True,
        )  # fmt: skip
        digests.add(done.stdout.strip())
    same = len(digests) == 1
    figure = f"{count} of {count}" if same else "differs"
    return [Row("bit-identical replay, new processes, other hash seeds", figure, "all", same)]


def swing(rate: float, phase: float, release_at: float) -> Iterator[Sample]:
    """Samples of a flick of 180 mm in 0.24 s at `rate` Hz, released at a share of its course."""
    length, lasting = 180.0, 0.24
    n = 0
    while (t := (n + phase) / rate) <= release_at * lasting:
        part = t / lasting
        yield Sample(t, 0.0, length * (10 - 15 * part + 6 * part * part) * part**3)
        n += 1


def gesture_rows(pool: Pool, quick: bool) -> list[Row]:
    """Rows on the spread of the measured speed over the moments of release and of reading."""
    rows = []
    for rate, bar in ((144.0, 6.0), (60.0, 10.0)):
        measured_speeds = []
        for part in (0.5, 0.55, 0.6, 0.65, 0.7, 0.75):
            for phase in (0.0, 0.25, 0.5, 0.75):
                flick = measure(list(swing(rate, phase, part)))
                if flick is not None:
                    measured_speeds.append(flick.speed)
        spread = 100 * float(np.std(measured_speeds) / np.mean(measured_speeds))
        what = f"gesture speed at {rate:.0f} Hz, let go at 50-75 %"
        rows.append(Row(what, f"{spread:.1f} % spread", f"<= {bar:g} %", spread <= bar))
    return rows


def lob_rows(pool: Pool, quick: bool) -> list[Row]:
    """Rows on the lob with the errors of a hand: place and side at rest."""
    landed = batch.fly(person_like(FEWER_LOBS if quick else LOBS, 2))
    along, across = 1000 * landed.states[1].std(), 1000 * landed.states[0].std()
    flat = lie_down(landed.states)
    q0, q1, q2, q3 = flat.states[6:10]
    up = float((q0**2 - q1**2 - q2**2 + q3**2 > 0).mean())
    good = bool(across <= 25 and along <= 45 and up >= 0.95)
    figure = f"{across:.0f} mm across, {along:.0f} mm along, {up:.3f} face up"
    return [Row("lob: spread at touchdown, same face up", figure, "25, 45 mm, >= 0.95", good)]


def _fastest(job: tuple[Limits, Release], tries: int) -> float:
    """CPU time (s) of a whole toss, the best of several."""
    limits, thrown = job
    pos, _ = standard()
    world = TossWorld.of(pos)
    throw = Throw(limits.cards[0], limits.start, thrown, limits.field)
    clock = [process_time()]
    for _ in range(tries):
        world.toss(throw)
        clock.append(process_time())
    return min(two - one for one, two in pairwise(clock))


def cpu_rows(pool: Pool, quick: bool) -> list[Row]:
    """Rows of CPU times on one core."""
    _, limits = standard()
    throws = person_like(TIMED, 3)
    rates = []
    for _ in range(3):
        begun = process_time()
        batch.fly(throws)
        rates.append(throws.shape[1] / (process_time() - begun))
    rows = [Row("batch flight, 2 ms", f"{max(rates):.0f}/s", ">= 1500/s", max(rates) >= 1500)]
    times = [_fastest((limits, release(style)), 5) for style in STYLES]
    slowest = max(times)
    figure = ", ".join(f"{1000 * t:.1f}" for t in times) + f" ms; {1 / slowest:.0f}/s"
    rows.append(Row("full toss, authoritative: lob, Frisbee, flip", figure, "<= 16 ms, >= 40/s",
                    slowest <= 0.016))  # fmt: skip
    rate = table_rate()
    rows.append(Row("table with 20 cards, all moving", f"{rate:.0f} steps/s", ">= 3000/s",
                    rate >= 3000))  # fmt: skip
    return rows


def table_rate() -> float:
    """Steps a second of CPU time of a space in which 20 cards slide and spin."""
    stock = STANDARD_STOCK
    a, b = stock.width / 2, stock.length / 2
    lying = []
    for n in range(1, 20):
        card = RestingCard(n, Plan(0.3 * (n % 5), 0.3 * (n // 5), 1.0, 0.0, a, b), 0)
        card.vx, card.vy, card.spin, card.moved = 0.05, 3.0, radians(200), True
        lying.append(card)
    flat = Flat(Plan(-0.5, 0.0, 1.0, 0.0, a, b), 0.0, 3.0, 3.0, True, 0.0, True)
    slide = Slide(flat, 0, lying, {}, stock, FELT, 0.0)
    begun = process_time()
    slide.run()
    return len(slide.moments) / (process_time() - begun)


CHECKS: tuple[Callable[[Pool, bool], Iterable[Row]], ...] = (
    water_rows, transition_rows, terminal_rows, drop_rows, scaling_rows, descent_rows, range_rows,
    drift_rows, energy_rows, random_rows, step_rows, slide_rows, ending_rows, contact_rows,
    edge_rows, replay_rows, gesture_rows, speed_rows, bell_rows, lob_rows, strength_rows, cpu_rows,
)  # fmt: skip


def main(words: list[str] | None = None) -> int:
    """Run the benchmark. Return 1 if a bar is missed, else 0."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--quick", action="store_true", help="fewer throws, same bars")
    args = parser.parse_args(words)
    with multiprocessing.Pool(CORES) as pool:
        return print_rows(row for check in CHECKS for row in check(pool, args.quick))
