"""Solver of practice levels: searches for throws that reach the goal, by simulated physics.

Each throw is the first of a series of tries with growing spread that brings the goal nearer without
exceeding a limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil, exp
from random import Random
from typing import Any, NamedTuple

from castlecards import levels
from castlecards.core.cards import NATURE, CardId, Pose
from castlecards.core.landing import METHODS, RANGES, Limits, Release, Throw, toss
from castlecards.core.session import Session
from castlecards.toss.aim import solve
from castlecards.toss.hand_error import PRACTISED, MouseHand, flick_release
from castlecards.toss.world import TossWorld

TRIES = 700  # most tries for each throw
FLICKS = 300  # of them that a mouse can make; the others also vary height, loft, attitude and spin
FLICK = MouseHand(0.08, 3.0, 20.0)  # spread of those flicks around an aimed throw
CHOICES = 16  # solving throws to find; the one that a hand repeats most often is taken
REPEATS = 40  # throws of a hand by which they are compared
MOST_THROWS = 8  # of a rival in a level without a number of cards
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


class Condition(NamedTuple):
    """Counts that one or all stars need, and the most throws for them; 0 throws: no limit."""

    goal: Mapping[str, int]
    throws: int

    def missing(self, found: levels.Status) -> int:
        """Sum of what the counts still lack."""
        return sum(max(least - found.counts[name], 0) for name, least in self.goal.items())

    def needed(self, now: levels.Status) -> int:
        """Least gain of the next throw with which it can still be met; 0 if it is met or lost."""
        left, throws = self.missing(now), self.throws - now.counts["throws"]
        return ceil(left / throws) if throws > 0 else 0 if self.throws else min(left, 1)


def conditions(loaded: levels.LoadedLevel) -> list[Condition]:
    """Conditions of a level: of its last star, or one for each star of a level with star goals."""
    level, cards = loaded.level, loaded.options.cards
    if not level.star_goals:
        limits = [limit["throws"] for limit in level.stars if "throws" in limit]
        return [Condition(level.goal, min(limits, default=0))]
    return [Condition(goal, never.get("throws", cards)) for goal, never in level.conditions]


def candidate_releases(
    loaded: levels.LoadedLevel, match: Session[Any], world: TossWorld
) -> Iterator[Release]:
    """Throws to try: aimed ones by the methods that are needed, flicks near them, then any throws
    near them."""
    decision, now = match.decision, levels.status(loaded, match)
    assert decision is not None
    aim = decision.aim
    assert isinstance(aim, Limits)
    wanted = {name for each in conditions(loaded) for name, least in each.goal.items()
              if now.counts[name] < least}  # fmt: skip
    methods = [n for n, method in enumerate(METHODS) if f"{method}_hits" in wanted]
    shots = [
        solve(world, aim.cards[0], aim.start, target, method)
        for method in (methods or range(len(METHODS)))
        for target in aim_points(match)
    ]
    shots.sort(key=lambda shot: shot.miss > 30)
    for shot in shots:
        yield shot.throw.release
    rng = Random(len(match.log))
    for n in range(TRIES):
        spread = 0.3 + 1.2 * n / TRIES
        if n < FLICKS:
            strength, heading, place = (rng.gauss(0, spread * sd) for sd in FLICK)
            yield flick_release(shots[n % len(shots)].throw.release, exp(strength), heading, place)
            continue
        args = list(shots[n % len(shots)].throw.release.args())
        for field, sd in SPREAD.items():
            low, high = RANGES[field]
            args[field] = min(max(args[field] + round(rng.gauss(0, spread * sd)), low), high)
        yield Release(*args)


def can_win_stars(loaded: levels.LoadedLevel, found: levels.Status) -> bool:
    """True if every star is still within reach, apart from limits on throws and time."""
    return all(
        found.counts[name] <= most
        for limits in loaded.level.stars
        for name, most in limits.items()
        if name not in ("throws", levels.ACTIONS, levels.SECONDS)
    )


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
    loaded: levels.LoadedLevel,
    report: Report = lambda throws, tried: True,
    hand: MouseHand | None = None,
) -> Session[Any] | None:
    """Search for a match that reaches the goal; None if none is found or `report` gives up.

    `hand`: of several throws that do, the one that this hand repeats most often is taken.
    """
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
        wanted = [(each, each.missing(now), each.needed(now)) for each in conditions(loaded)]
        found: list[Release] = []  # they bring every star nearer
        fallback: Release | None = None  # it brings the goal nearer, but not every star
        for tried, release in enumerate(candidate_releases(loaded, match, world), 1):
            gains, fits = _gains(loaded, match, card, release, wanted)
            if fits:
                found.append(release)
                if len(found) == (CHOICES if hand else 1):
                    break
            elif gains:
                fallback = fallback or release
            if not report(throws, tried):
                return None
            if found and tried >= FLICKS:
                break
        if hand and len(found) > 1:
            found = [_steadiest(loaded, match, card, found, wanted, hand)]
        elif not found and fallback is not None:
            found = [fallback]
        if not found:
            return match if now.reached else None
        _throw(loaded, match, card, found[0])
        throws += 1
    return match if now.reached else None


def _gains(
    loaded: levels.LoadedLevel,
    match: Session[Any],
    card: CardId,
    release: Release,
    wanted: Sequence[tuple[Condition, int, int]],
) -> tuple[bool, bool]:
    """Return whether a throw brings a condition nearer, and whether it brings each as near as
    needed; takes the throw back.

    `wanted`: conditions with what they lack and the gain that they need.
    """
    after = _throw(loaded, match, card, release)
    gains = [(left - each.missing(after), need) for each, left, need in wanted]
    match.jump(match.at - 2)
    if after.failed or not any(gain > 0 for gain, _ in gains):
        return False, False
    return True, all(gain >= need for gain, need in gains) and can_win_stars(loaded, after)


def _steadiest(
    loaded: levels.LoadedLevel,
    match: Session[Any],
    card: CardId,
    found: Sequence[Release],
    wanted: Sequence[tuple[Condition, int, int]],
    hand: MouseHand,
) -> Release:
    """Throw of `found` that most often does as well when this hand aims at it."""

    def often(release: Release) -> int:
        random = Random(len(match.log))
        throws = [hand.throw(release, random) for _ in range(REPEATS)]
        return sum(_gains(loaded, match, card, each, wanted)[1] for each in throws)

    return max(found, key=often)


def rival_stars(loaded: levels.LoadedLevel, character: str, error: float) -> int:
    """Stars of a character in one attempt with its own hand, which aims as the solution does.

    It repeats a throw that missed, and the last one of the solution. The same level and character
    give the same throws.
    """
    random, hand = Random(f"{loaded.id} {character}"), PRACTISED.times(error)
    match = levels.session(loaded)
    steps = [levels.read_step(match, words)[1] for words in loaded.level.solution]
    aims = [Release(*step.args) for step in steps if step.verb == "toss"]
    now = levels.status(loaded, match)
    for _ in range(loaded.options.cards or MOST_THROWS):
        decision = match.decision
        if now.over or decision is None:
            break
        assert isinstance(decision.aim, Limits)
        card = decision.aim.cards[0]
        if match.log:
            match.submit(0, decision.default)
        aim = aims[min(now.counts["hits"], len(aims) - 1)]
        now = _throw(loaded, match, card, hand.throw(aim, random))
    return now.stars
