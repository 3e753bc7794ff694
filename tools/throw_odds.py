"""Builder of the table of odds of Card Barrage: the best aims, and their results by physics.

python tools/throw_odds.py [--seats 2,4,6] [--surface felt] [--tosses 200] [--trials 12,40]
    [--jobs 2] [--check]

From every place, every target that is not too far aside is thrown at with every method, except for
mirror images. Aims known from another number of seats are reused. Cells in the file stay if their
layout, deck, styles and physics are the present ones, so an interrupted run continues.
`--check` only prints whether the file is up to date.
"""

from __future__ import annotations

import argparse
import sys
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, astuple, replace
from math import tan
from multiprocessing import Pool
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from castlecards.content import ODDS, barrage_layout, built_in
from castlecards.core.cards import Pose
from castlecards.core.landing import METHODS, Landing, Release, Throw
from castlecards.core.position import Position
from castlecards.data import DataError, dump, load_file
from castlecards.games.card_barrage.geometry import WALLS
from castlecards.games.card_barrage.outcome_odds import (
    ERRORS,
    Cell,
    OutcomeOdds,
    Spot,
    format_cell,
    format_outcome,
    mirror_image,
    parse_cell,
)
from castlecards.games.card_barrage.scoring import judge
from castlecards.playout import opening
from castlecards.toss.aim import ahead, best
from castlecards.toss.hand_error import with_hand_error
from castlecards.toss.stock import MATERIAL_OF, CardStock
from castlecards.toss.styles import STYLES
from castlecards.toss.world import TossWorld

GATE_MARGIN = 10  # mm that the hand keeps from the posts of the gate
TRIALS = "12,40,100"  # tosses of each variant, of the best third of the variants, and so on
FARTHEST = 420.0  # mm aside of the thrower; targets beyond are left to other seats
SIDE_HIT_WORTH = 0.5  # worth of hitting another card than the target
HEAD = """# Outcomes of throws in Card Barrage: made by tools/throw_odds.py with the game's physics.
# A cell: surface, seats, place of the thrower, number of the target, method | the release | for
# errors of 0.5, 1 and 2: tosses, and how often what was hit. 3: target 3 alone, 3!: perfectly;
# 2>3+9: the target 2 was touched first, 3 and 9 were hit. The rest are misses.
"""


def input_checksum() -> str:
    """Checksum of layout, deck, surfaces, styles and physics, on which the odds depend.

    A few tosses represent the physics, so that a change of its code changes the checksum.
    """
    facts: list[Any] = [asdict(barrage_layout()), astuple(CardStock.of(all_walls(2).box.field))]  # type: ignore[arg-type]
    facts += [astuple(material)[1:] for material in MATERIAL_OF.values()]  # a name changes no throw
    facts += [astuple(style) for style in STYLES]
    for method in range(len(METHODS)):
        for speed in (1500, 1900, 2300):
            landing = probe(method, speed)
            facts.append((landing.first, astuple(landing.pose), landing.moved))
    return f"{zlib.crc32(repr(facts).encode()):08x}"


def probe(method: int, speed: int) -> Landing:
    """Result of one toss straight ahead, as a sample of physics."""
    pos = all_walls(2)
    world = TossWorld.of(pos)
    release = Release(method, speed=speed, loft=850, pitch=-100, yaw=-900, spin=20_000)
    lying = {card for card, _ in world.cards}
    card = next(card for card in range(pos.box.size) if card not in lying)
    throw = Throw(card, pos.state.ground.starts[0], release, world.field)
    return world.toss(throw).landing


def all_walls(seats: int, surface: str = "felt") -> Position[Any]:
    """Position in which all walls stand."""
    game = built_in()["card_barrage"]
    return opening(game, game.options(surface=surface), seats, 1)


def spots(seats: int, surface: str) -> Iterator[Spot]:
    """Yield all spots except mirror images of earlier ones."""
    own = seats // 2
    seen: set[Spot] = set()
    for place in range(own):
        for target in range(own * (WALLS[seats] + 1)):
            for method in range(len(METHODS)):
                spot = Spot(surface, seats, place, target, method)
                if spot not in seen and abs(TargetField(spot).aside[0]) <= FARTHEST:
                    seen |= {spot, mirror_image(spot, Cell((), ()))[0]}
                    yield spot


class TargetField:
    """One target from one seat of a table, for tosses with any cards of the box."""

    def __init__(self, spot: Spot) -> None:
        self.pos = all_walls(spot.seats, spot.surface)
        ground = self.pos.state.ground
        self.seat = 2 * spot.place
        self.zones = ground.targets[1]
        self.target = self.zones[spot.target]
        self.start: Pose = ground.starts[self.seat]
        gate = ground.gates[self.seat]
        self.reach: float = (gate[1] - gate[0]) / 20 - GATE_MARGIN
        self.run: float = (self.start.y - gate[2]) / 10
        self.world = TossWorld.of(self.pos, MATERIAL_OF[ground.field.surface])
        self.hand = sorted(set(range(self.pos.box.size)) - {card for card, _ in self.world.cards})

    @property
    def aside(self) -> tuple[float, float]:
        """Place of the target: mm to the right and ahead."""
        pose = self.pos.poses[self.pos.zones[self.target][0]]  # type: ignore[index]
        assert pose is not None
        return ahead(self.start, pose)

    def is_legal(self, release: Release) -> bool:
        """True if the hand has carried the card over the castle (CB18)."""
        aside = release.x - (self.run + release.y) * tan(release.heading / 1000)
        return abs(aside) <= self.reach

    def result(self, landing: Landing) -> tuple[int, tuple[tuple[int, bool], ...]] | None:
        """Result of a landing: first touch and hits, by numbers of targets; None: a miss."""
        verdict = judge(self.pos, self.seat, landing.action())
        if not verdict.hits:
            return None
        number = self.zones.index
        hits = [(number(zone), bool(verdict.perfect >> zone & 1)) for zone in verdict.hits]
        return number(self.pos.zone_of(landing.first)), tuple(sorted(hits))

    def worth(self, landing: Landing) -> float:
        """Worth of a landing for this target; reduced if another card is touched first."""
        result = self.result(landing)
        if result is None:
            return 0.0
        first, hits = result
        wanted = self.zones.index(self.target)
        points = sum(1.0 if hit == wanted else SIDE_HIT_WORTH for hit, _ in hits)
        return points if first == wanted else SIDE_HIT_WORTH * points

    def best(self, spot: Spot, trials: tuple[int, ...]) -> Release:
        target = self.pos.poses[self.pos.zones[self.target][0]]  # type: ignore[index]
        assert target is not None
        release, _ = best(
            self.world, self.hand[0], self.start, target, spot.method, self.worth, self.is_legal,
            tosses=trials, seed=zlib.crc32(repr(spot).encode()),
        )  # fmt: skip
        return release

    def toss_results(self, release: Release, error: float, tosses: int, seed: str) -> Counter[str]:
        """Number of throws by result; every throw uses random cards."""
        random = Random(seed)
        counts: Counter[str] = Counter()
        box = self.pos.box
        for _ in range(tosses):
            ids = random.sample(range(box.size), box.size)
            original_id = {new_id: card for card, new_id in enumerate(ids)}
            lying = tuple(sorted((ids[card], pose) for card, pose in self.world.cards))
            world = replace(self.world, cards=lying)
            thrown, _ = with_hand_error(release, error, random)  # a toss in play has no wobble
            card = random.choice(self.hand)
            landing = world.toss(Throw(ids[card], self.start, thrown, world.field)).landing
            result = self.result(with_card_ids(landing, original_id))
            if result is not None:
                counts[format_outcome(*result)] += 1
        return counts


def with_card_ids(landing: Landing, names: dict[int, int]) -> Landing:
    """Landing with the ids of its cards replaced."""
    return replace(
        landing,
        card=names[landing.card],
        first=names.get(landing.first, landing.first),
        on=tuple(replace(on, card=names[on.card]) for on in landing.on),
        under=tuple(names[card] for card in landing.under),
        moved=tuple((names[card], pose) for card, pose in landing.moved),
    )


def cell_line(job: tuple[Spot, int, tuple[int, ...], Release | None]) -> str:
    """Line of a cell of the table; "" if no throw is legal."""
    spot, tosses, trials, release = job
    place = TargetField(spot)
    try:
        release = release or place.best(spot, trials)
    except ValueError:
        return ""
    counts = [
        (tosses, place.toss_results(release, error, tosses, f"{spot} {error}")) for error in ERRORS
    ]
    return format_cell(spot, release.args(), counts)


def reusable_cells(checksum: str) -> dict[Spot, str]:
    """Cells of the present file, if it was made from the same inputs."""
    try:
        odds = load_file(ODDS, OutcomeOdds)
    except (OSError, DataError):
        return {}
    return {parse_cell(line)[0]: line for line in odds.cells} if odds.checksum == checksum else {}


def aim_key(spot: Spot) -> tuple[str, int, int, int]:
    """Key that is equal for throws that can be aimed alike."""
    right, far = TargetField(spot).aside
    return spot.surface, round(right), round(far), spot.method


def known_aims(lines: dict[Spot, str]) -> dict[tuple[str, int, int, int], Release]:
    """Aims of these cells, and of their mirror images."""
    aims = {}
    for line in lines.values():
        spot, one = parse_cell(line)
        for variant, cell_ in (mirror_image(spot, one), (spot, one)):
            aims[aim_key(variant)] = Release(*cell_.release)
    return aims


def save(checksum: str, lines: dict[Spot, str]) -> None:
    """Write the file of odds."""
    order = [lines[spot] for spot in sorted(lines)]
    least = min(int(line.split(" | ")[2].split()[0]) for line in order)
    ODDS.parent.mkdir(exist_ok=True)
    text = HEAD + dump(OutcomeOdds(checksum, least, tuple(order)))
    ODDS.with_suffix(".new").write_text(text, encoding="utf-8")
    ODDS.with_suffix(".new").replace(ODDS)


def main(given: list[str] | None = None) -> int:
    """Build the table of odds, or check it. Return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--seats", default="2,4,6")
    parser.add_argument("--surface", default="felt", choices=tuple(MATERIAL_OF))
    parser.add_argument("--tosses", type=int, default=200)
    parser.add_argument("--trials", default=TRIALS)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args(given)
    checksum = input_checksum()
    if args.check:
        same = load_file(ODDS, OutcomeOdds).checksum == checksum
        print(f"{ODDS.name}: {'up to date' if same else 'out of date'}")
        return 0 if same else 1
    lines, begun = reusable_cells(checksum), perf_counter()
    todo = [spot for each in args.seats.split(",") for spot in spots(int(each), args.surface)]
    trials = tuple(int(count) for count in args.trials.split(","))
    todo = [spot for spot in todo if spot not in lines]
    aims = known_aims(lines)
    jobs = [(spot, args.tosses, trials, aims.get(aim_key(spot))) for spot in todo]
    with Pool(args.jobs) as pool:
        for spot, line in zip(todo, pool.imap(cell_line, jobs, 1), strict=True):
            print(line or f"{spot}: no lawful throw", flush=True)
            if line:
                lines[spot] = line
                save(checksum, lines)
    print(f"{len(lines)} cells, {ODDS.stat().st_size} bytes, {perf_counter() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
