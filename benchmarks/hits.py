"""Hit rate of a person-like hand with each method, on every surface; exits 1 if a bar is missed.

    python -m benchmarks hits [--quick]

Every throw is aimed by the solver at the nearest wall of the standard lay-out, from the middle of
the release line, and then changed by the errors of a hand.
"""

from __future__ import annotations

import argparse
import multiprocessing
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.pool import Pool
from random import Random

from benchmarks.rows import Row, print_rows
from castlecards.core.landing import METHODS, Landing, Limits, Release, Throw
from castlecards.games.card_barrage.scoring import ALL_INDICES, LEAST_OVERLAP
from castlecards.one_toss import standard
from castlecards.toss.aim import solve
from castlecards.toss.hand_error import with_hand_error
from castlecards.toss.stock import FELT, MATERIALS, ContactMaterial
from castlecards.toss.world import TossWorld

THROWS = 2000  # throws of a row
FEWER = 1000  # the same at half and double error on the other surfaces
ERRORS = (0.5, 1.0, 2.0)  # errors of the hand; 1: practised
BANDS = {"lob": (60, 85), "frisbee": (40, 70), "flip": (50, 90)}  # %, hit rates at error 1
SKILL_GAIN = 8.0  # percentage points gained at error 0.5, and lost at error 2
LEAST_PERFECT = 0.5  # %, least rate of perfect hits at error 0.5, for one method
MOST_PERFECT = 2.5  # %, greatest rate of perfect hits at error 1
UNDERNEATH = 0.1, 0.8  # %, rate of cards underneath at error 1 (CB20)
CORES = 2
CHUNK = 50  # throws of a job
WILD_THROWS = 200
WILD_SHARE = 25.0  # %, least share of wild throws that leave the play area


@dataclass(frozen=True)
class Tally:
    """Counts of the results of `throws` throws."""

    method: str
    material: str
    error: float
    throws: int
    counts: Counter[str]

    def share(self, what: str) -> float:
        """Share of throws with this result, %."""
        return 100 * self.counts[what] / self.throws


def nearest_wall(limits: Limits) -> int:
    """Id of the wall straight ahead of the start."""
    pos, _ = standard()
    poses = pos.poses or ()
    start = limits.start
    ahead = [
        (abs(pose.y - start.y), card)
        for card, pose in enumerate(poses)
        if pose is not None and abs(pose.x - start.x) < 300 and pose.y * start.y < 0
    ]
    return min(ahead)[1]


def verdicts(landing: Landing, enemies: frozenset[int], walls: frozenset[int]) -> Iterator[str]:
    """Verdict on a landing by the rules (CB20 to CB23)."""
    on = [
        contact
        for contact in landing.on
        if contact.area >= LEAST_OVERLAP and contact.card in enemies
    ]
    if landing.first < 0:
        yield "table first"
    if landing.under:
        yield "underneath"
    if landing.off:
        yield "off"
    if landing.first < 0 or landing.under or landing.off or landing.first not in enemies:
        return
    if not on:
        yield "slid off"
        return
    yield "hit"
    if len(on) > 1:
        yield "double"
    if any(contact.card not in walls for contact in on):
        yield "castle"
    if any(contact.covered == ALL_INDICES and contact.card in walls for contact in on):
        yield "perfect"


def enemies(limits: Limits) -> tuple[frozenset[int], frozenset[int]]:
    """Cards of the other side that lie on the field, and the walls among them."""
    pos, _ = standard()
    theirs = {
        card: pose
        for card, pose in enumerate(pos.poses or ())
        if pose is not None and pose.y * limits.start.y < 0
    }
    row = min(abs(pose.y) for pose in theirs.values())
    walls = frozenset(card for card, pose in theirs.items() if abs(pose.y) == row)
    return frozenset(theirs), walls


def chunk_counts(job: tuple[Release, ContactMaterial, float, int, int]) -> Counter[str]:
    """Results of `count` throws of this release, with random cards; one job of a row."""
    release, material, error, count, seed = job
    pos, limits = standard()
    random = Random(f"{METHODS[release.method]} {error} {seed}")
    ids = random.sample(range(pos.box.size), pos.box.size)
    world = TossWorld.of(pos)
    lying = tuple(sorted((ids[card], pose) for card, pose in world.cards))
    world = TossWorld(world.field, lying, material)
    theirs, walls = (frozenset(ids[card] for card in cards) for cards in enemies(limits))
    hand = sorted(set(ids) - {card for card, _ in lying})
    counts: Counter[str] = Counter()
    for _ in range(count):
        thrown, wobble = with_hand_error(release, error, random)
        throw = Throw(random.choice(hand), limits.start, thrown, limits.field)
        landing = world.toss(throw, wobble).landing
        counts.update(verdicts(landing, theirs, walls))
        counts["moved"] += bool(landing.moved)
    return counts


def aimed(method: int, material: ContactMaterial) -> Release:
    """Throw of the solver at the nearest wall."""
    pos, limits = standard()
    world = TossWorld.of(pos, material)
    wall = nearest_wall(limits)
    target = dict(world.cards)[wall]
    return solve(world, limits.cards[0], limits.start, target, method).throw.release


def tally(pool: Pool, method: int, material: ContactMaterial, error: float, throws: int) -> Tally:
    """Results of `throws` throws of a method with this error, played by the pool."""
    release = aimed(method, material)
    jobs = [
        (release, material, error, min(CHUNK, throws - done), done)
        for done in range(0, throws, CHUNK)
    ]
    counts: Counter[str] = Counter()
    for part in pool.imap_unordered(chunk_counts, jobs):
        counts.update(part)
    return Tally(METHODS[method], material.name, error, throws, counts)


def wild(seed: int) -> bool:
    """True if a throw with full power, anywhere forward, leaves the play area."""
    pos, limits = standard()
    random = Random(seed)
    release = Release(
        random.randrange(3),
        speed=random.randrange(3000, 3500),
        heading=random.randrange(-600, 600),
        loft=random.randrange(300, 1000),
        spin=random.randrange(0, 40_000),
    )
    throw = Throw(limits.cards[0], limits.start, release, limits.field)
    return TossWorld.of(pos).toss(throw).landing.off


COLUMNS = (
    "hit", "table first", "underneath", "slid off", "off", "double", "castle", "perfect", "moved",
)  # fmt: skip


def table_line(tally: Tally) -> str:
    """Row of the table of results."""
    cells = "".join(f"{tally.share(name):12.1f}" for name in COLUMNS)
    return f"{tally.method:8} {tally.error:4.1f} {tally.throws:6}{cells}"


def surface_rows(tallies: list[Tally]) -> Iterator[Row]:
    """Yield the rows with bars of one surface."""
    by = {(r.method, r.error): r for r in tallies}
    for method, (low, high) in BANDS.items():
        half, full, double = (by[method, error].share("hit") for error in ERRORS)
        yield Row(f"{method}: hits", f"{full:.1f} %", f"{low}-{high} %", low <= full <= high)
        yield Row(
            f"{method}: skill pays",
            f"half the error {half - full:+.1f}, double {double - full:+.1f} points",
            f"{SKILL_GAIN:+.0f} and {-SKILL_GAIN:+.0f} or more",
            half - full >= SKILL_GAIN and full - double >= SKILL_GAIN,
        )
    best = max(by[method, 0.5].share("perfect") for method in BANDS)
    yield Row(
        "perfect hits at half the error",
        f"{best:.2f} %",
        f">= {LEAST_PERFECT} %",
        best >= LEAST_PERFECT,
    )
    most = max(by[method, 1.0].share("perfect") for method in BANDS)
    yield Row(
        "perfect hits at the full error",
        f"{most:.2f} %",
        f"<= {MOST_PERFECT} %",
        most <= MOST_PERFECT,
    )
    causes: Counter[str] = Counter()
    for measured in tallies:
        causes.update({name: measured.counts[name] for name in COLUMNS[1:5]})
    first, second = (causes[name] for name, _ in causes.most_common(2))
    yield Row(
        "most frequent miss",
        f"{causes.most_common(1)[0][0]}, {first} to {second}",
        "table first",
        causes.most_common(1)[0][0] == "table first",
    )
    at_full = [measured for measured in tallies if measured.error == 1.0]
    under = sum(measured.share("underneath") for measured in at_full) / len(at_full)
    least, often = UNDERNEATH
    good = least <= under <= often
    yield Row("underneath at the full error", f"{under:.2f} %", f"{least}-{often} %", good)


def main(words: list[str] | None = None) -> int:
    """Run the benchmark. Return 1 if a bar is missed, else 0."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--quick", action="store_true", help="fewer throws, same bars")
    args = parser.parse_args(words)
    throws, fewer = (200, 100) if args.quick else (THROWS, FEWER)
    print("percent of throws; person-like error times 0.5, 1, 2; aimed at the nearest wall")
    with multiprocessing.Pool(CORES) as pool:
        return print_rows(
            row for material in MATERIALS for row in rows(pool, material, throws, fewer)
        )


def rows(pool: Pool, material: ContactMaterial, throws: int, fewer: int) -> Iterator[Row]:
    """Print the table of one surface, then yield its rows with bars."""
    friction = f"card on table {material.table_friction}, card on card {material.card_friction}"
    print(f"\n{material.name}: {friction}")
    print("method    err throws" + "".join(f"{name:>12}" for name in COLUMNS))
    tallies = []
    for method in range(len(METHODS)):
        for error in ERRORS:
            count = throws if material is FELT or error == 1.0 else fewer
            tallies.append(tally(pool, method, material, error, count))
            print(table_line(tallies[-1]), flush=True)
    yield from surface_rows(tallies)
    if material is FELT:
        off = 100 * sum(pool.imap_unordered(wild, range(WILD_THROWS), 10)) / WILD_THROWS
        what, bar = "wild throws that leave the play area", f">= {WILD_SHARE:.0f} %"
        yield Row(what, f"{off:.0f} %", bar, off >= WILD_SHARE)
