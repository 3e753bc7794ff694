"""Solver of practice levels: searches for throws that reach the goal, by simulated physics.

Each throw is the first of a series of tries with growing spread that brings the goal nearer without
exceeding a limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import ceil
from random import Random
from typing import Any

from castlecards import levels
from castlecards.core.cards import NATURE, CardId, Pose
from castlecards.core.landing import METHODS, RANGES, Limits, Release, Throw, toss
from castlecards.core.session import Session
from castlecards.toss.aim import solve
from castlecards.toss.world import TossWorld

TRIES = 700  # most tries for each throw
PAIR_DISTANCE = 1700  # 0.1 mm, greatest distance of two targets that one card may hit
# standard deviation of a number of a Release, by its index
SPREAD = {3: 20, 4: 60, 5: 25, 6: 90, 8: 60, 9: 260, 10: 2500, 11: 1500}
Report = Callable[[int, int], bool]  # throws made, tries for the next one; returns False to give up


def aim_points(match: Session[Any]) -> list[Pose]:
    """Places to aim at: middles between two near targets, standing targets, middles of rings."""
    pos = match.position
    ground = pos.state.ground
    assert pos.poses is not None
    held = [card for zone in ground.targets[1] for card in pos.zones[zone]]
    found = [pose for card in held if (pose := pos.poses[card]) is not None]
    pairs = [
        Pose((a.x + b.x) // 2, (a.y + b.y) // 2, a.angle)
        for n, a in enumerate(found)
        for b in found[:n]
        if abs(a.x - b.x) + abs(a.y - b.y) < PAIR_DISTANCE
    ]
    rings = [m for s, m in zip(ground.spots, ground.marks, strict=True) if s.kind == "ring"]
    return [*pairs, *found, *rings] or [Pose(0, 0, 0)]


def candidate_releases(
    loaded: levels.LoadedLevel, match: Session[Any], world: TossWorld
) -> Iterator[Release]:
    """Throws to try: aimed ones by the methods of the goal, then random variations of them."""
    decision = match.decision
    assert decision is not None
    aim = decision.aim
    assert isinstance(aim, Limits)
    goal_methods = [n for n, method in enumerate(METHODS) if f"{method}_hits" in loaded.level.goal]
    shots = [
        solve(world, aim.cards[0], aim.start, target, method)
        for method in (goal_methods or range(len(METHODS)))
        for target in aim_points(match)
    ]
    shots.sort(key=lambda shot: shot.miss > 30)
    for shot in shots:
        yield shot.throw.release
    rng = Random(len(match.log))
    for n in range(TRIES):
        args = list(shots[n % len(shots)].throw.release.args())
        spread = 0.3 + 1.2 * n / TRIES
        for field, sd in SPREAD.items():
            low, high = RANGES[field]
            args[field] = min(max(args[field] + round(rng.gauss(0, spread * sd)), low), high)
        yield Release(*args)


def needed_progress(loaded: levels.LoadedLevel, now: levels.Status) -> int:
    """Least progress of the next throw with which the last star can still be won."""
    left = sum(loaded.level.goal.values()) - progress(loaded, now)
    most = min((limits["throws"] for limits in loaded.level.stars if "throws" in limits), default=0)
    return ceil(left / (most - now.counts["throws"])) if most > now.counts["throws"] else 1


def can_win_stars(loaded: levels.LoadedLevel, found: levels.Status) -> bool:
    """True if every star is still within reach, apart from limits on throws and time."""
    return all(
        found.counts[name] <= most
        for limits in loaded.level.stars
        for name, most in limits.items()
        if name not in ("throws", levels.ACTIONS, levels.SECONDS)
    )


def progress(loaded: levels.LoadedLevel, found: levels.Status) -> int:
    """Sum of the goal's counts so far, each up to its goal."""
    return sum(min(found.counts[name], least) for name, least in loaded.level.goal.items())


def _throw(
    loaded: levels.LoadedLevel, match: Session[Any], card: CardId, release: Release
) -> levels.Status:
    """Throw a card in the match; returns the status of the level after it."""
    match.submit(0, toss(card, release))
    asked = match.decision
    assert asked is not None
    assert isinstance(asked.aim, Throw)
    match.submit(NATURE, TossWorld.of(match.position).toss(asked.aim).landing.action())
    return levels.status(loaded, match)


def solve_level(
    loaded: levels.LoadedLevel, report: Report = lambda throws, tried: True
) -> Session[Any] | None:
    """Search for a match that reaches the goal; None if none is found or `report` gives up."""
    match = levels.session(loaded)
    throws = 0
    while not (now := levels.status(loaded, match)).over:
        decision = match.decision
        if decision is None or not isinstance(decision.aim, Limits) or not report(throws, 0):
            return None
        card = decision.aim.cards[0]
        if match.log:  # clear the table first, as the next throw would
            match.submit(0, decision.default)
        world = TossWorld.of(match.position)
        need = progress(loaded, now) + needed_progress(loaded, now)
        fallback: Release | None = None  # it brings the goal nearer, but not every star
        for tried, release in enumerate(candidate_releases(loaded, match, world), 1):
            after = _throw(loaded, match, card, release)
            if not after.failed and progress(loaded, after) > progress(loaded, now):
                if progress(loaded, after) >= need and can_win_stars(loaded, after):
                    break
                fallback = fallback or release
            match.jump(match.at - 2)
            if not report(throws, tried):
                return None
        else:
            if fallback is None:
                return None
            _throw(loaded, match, card, fallback)
        throws += 1
    return match if now.reached else None
