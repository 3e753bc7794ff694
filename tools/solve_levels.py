"""Finds and records solutions of levels at the practice range: throws that physics really makes.

    python tools/solve_levels.py FILE ...

Each throw is the first of a growing circle of tries that brings the goal nearer without passing a
limit. The old `solution` of a file is replaced, its other lines stay. Exits 1 if one is not solved.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from castlecards import levels  # noqa: E402
from castlecards.core.cards import NATURE, Pose  # noqa: E402
from castlecards.core.landing import METHODS, RANGES, Limits, Release, Throw, toss  # noqa: E402
from castlecards.core.session import Session  # noqa: E402
from castlecards.data import read_text  # noqa: E402
from castlecards.toss.aim import solve  # noqa: E402
from castlecards.toss.stock import FEELS, FELT  # noqa: E402
from castlecards.toss.world import TossWorld  # noqa: E402

TRIES = 700  # throws that are tried for each one that is recorded
NEAR = 1700  # 0.1 mm: two targets nearer than that may be hit by one card
SPREAD = {3: 20, 4: 60, 5: 25, 6: 90, 8: 60, 9: 260, 10: 2500, 11: 1500}  # by field of Release


def aims(match: Session[Any]) -> list[Pose]:
    """Targets that stand, middles between two near ones, middles of rings."""
    pos = match.position
    ground = pos.state.ground
    assert pos.poses is not None
    held = [card for zone in ground.targets[1] for card in pos.zones[zone]]
    found = [pose for card in held if (pose := pos.poses[card]) is not None]
    pairs = [
        Pose((a.x + b.x) // 2, (a.y + b.y) // 2, a.angle)
        for n, a in enumerate(found)
        for b in found[:n]
        if abs(a.x - b.x) + abs(a.y - b.y) < NEAR
    ]
    rings = [m for s, m in zip(ground.spots, ground.marks, strict=True) if s.kind == "ring"]
    return [*pairs, *found, *rings]


def tries(loaded: levels.Loaded, match: Session[Any], world: TossWorld) -> Iterator[Release]:
    """The methods that the goal speaks of first; then throws near those that came nearest."""
    decision = match.decision
    assert decision is not None
    aim = decision.aim
    assert isinstance(aim, Limits)
    named = [n for n, method in enumerate(METHODS) if f"{method}_hits" in loaded.level.goal]
    shots = [
        solve(world, aim.cards[0], aim.start, target, method)
        for method in (named or range(len(METHODS)))
        for target in aims(match)
    ]
    shots.sort(key=lambda shot: shot.miss > 30)
    for shot in shots:
        yield shot.throw.release
    rng = Random(len(match.log))
    for n in range(TRIES):
        args = list(shots[n % len(shots)].throw.release.args())
        wide = 0.3 + 1.2 * n / TRIES
        for field, sd in SPREAD.items():
            low, high = RANGES[field]
            args[field] = min(max(args[field] + round(rng.gauss(0, wide * sd)), low), high)
        yield Release(*args)


def progress(loaded: levels.Loaded, found: levels.Status) -> int:
    return sum(min(found.counts[name], least) for name, least in loaded.level.goal.items())


def solved(loaded: levels.Loaded) -> Session[Any] | None:
    """A match that reaches the goal, or None."""
    feel = next((f for f in FEELS if f.name == loaded.level.surface), FELT)
    match = levels.session(loaded)
    while not (now := levels.status(loaded, match)).over:
        decision = match.decision
        if decision is None or not isinstance(decision.aim, Limits):
            return None
        card = decision.aim.cards[0]
        if match.log:  # what lies there now is taken away by the throw
            match.submit(0, decision.default)
        world = TossWorld.of(match.position, feel)
        for release in tries(loaded, match, world):
            at = match.at
            match.submit(0, toss(card, release))
            asked = match.decision
            assert asked is not None
            assert isinstance(asked.aim, Throw)
            match.submit(
                NATURE, TossWorld.of(match.position, feel).toss(asked.aim).landing.action()
            )
            after = levels.status(loaded, match)
            if not after.failed and progress(loaded, after) > progress(loaded, now):
                break
            match.jump(at)
        else:
            return None
    return match if now.reached else None


def main(arguments: list[str]) -> int:
    unsolved = 0
    for name in arguments:
        path = Path(name)
        loaded = levels.load(read_text(path), name)
        match = solved(loaded)
        if match is None:
            print(f"{name}: not solved", flush=True)
            unsolved += 1
            continue
        text = path.read_text(encoding="utf-8").split("\nsolution:")[0].rstrip("\n")
        lines = "".join(f"- '{words}'\n" for words in levels.solution(match))
        path.write_text(f"{text}\nsolution:\n{lines}", encoding="utf-8")
        print(f"{name}: {levels.status(loaded, match).stars} stars", flush=True)
    return 1 if unsolved else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
