"""What a straight flick gives at every strength: farther without jumps, on its line, same face up.

The flicks are dead straight and even, read by the program's own reader, on a bare table.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from multiprocessing.pool import Pool
from typing import NamedTuple

from castlecards.core.cards import Surface
from castlecards.core.landing import FLIP, LOB, METHODS, Landing, Limits, Release, Throw
from castlecards.one_toss import standard
from castlecards.toss.aim import ahead
from castlecards.toss.flick import from_flick, tracked
from castlecards.toss.stock import FEEL_OF
from castlecards.toss.world import TossWorld
from tools.toss_anchors import Row

STRENGTHS = range(800, 2401, 40)  # mm/s of the hand
HARDER = range(2240, 4001, 40)  # as far as the edge of the play area
JUMP = 25.0  # mm: the greatest growth from one strength to the next
ASIDE = 15.0  # mm beside the line, at rest
WALL = 31.75 - 3.0  # mm beside the line: a touch nearer than that is on a wall that stands there
RUN_UP = 280.0  # mm before the release line
READS = 500.0  # Hz


class Thrown(NamedTuple):
    """A straight flick; mm ahead of the release and to the right of the line."""

    strength: int  # mm/s of the hand
    touch: tuple[float, float]  # right, ahead
    rest: tuple[float, float]  # right, ahead
    landing: Landing


def straight(strength: float, limits: Limits) -> list[tuple[float, float, float]]:
    """The hand goes straight ahead at an even speed, over its castle to beyond the line."""
    x, line = limits.start.x / 10, limits.start.y / 10
    forward = 1.0 if line < 0 else -1.0
    count = int((RUN_UP + 5) / strength * READS) + 2
    ways = ((RUN_UP + 5) * n / count for n in range(count + 1))
    return [(way / strength, x, line + forward * (way - RUN_UP)) for way in ways]


def flicked(method: int, strength: float, limits: Limits) -> Release:
    """As the program reads it."""
    found = from_flick(tracked(straight(strength, limits), limits), limits, method)
    assert isinstance(found, Release), found
    return found


def thrown(method: int, strength: int, surface: Surface = "felt", walls: bool = False) -> Thrown:
    """One such flick, from the middle of the standard lay-out; without `walls` on a bare table."""
    pos, limits = standard()
    cards = TossWorld.of(pos).cards if walls else ()
    world = TossWorld(limits.field, cards, FEEL_OF[surface])
    throw = Throw(limits.cards[0], limits.start, flicked(method, strength, limits), limits.field)
    toss = world.toss(throw)
    cue = toss.cues[0]
    touch = (cue.x - limits.start.x / 10, cue.y - limits.start.y / 10)
    return Thrown(strength, touch, ahead(limits.start, toss.landing.pose), toss.landing)


def _thrown(job: tuple[int, int, Surface, bool]) -> Thrown:
    return thrown(*job)


def growth(found: list[Thrown]) -> tuple[float, float]:
    """mm: the least and the greatest growth of the distance from one strength to the next."""
    steps = [two.rest[1] - one.rest[1] for one, two in pairwise(found)]
    return min(steps), max(steps)


def aside(found: list[Thrown]) -> float:
    """mm: farthest from the line at rest."""
    return max(abs(one.rest[0]) for one in found)


def strengths(pool: Pool, quick: bool) -> Iterator[Row]:
    surfaces: tuple[Surface, ...] = ("felt", "wood", "sticky")
    for surface in surfaces:
        for method in (LOB, FLIP):
            name = f"{surface}, straight {METHODS[method]} of 800-2400 mm/s"
            speeds = STRENGTHS[::4] if quick else STRENGTHS
            jobs = [(method, strength, surface, False) for strength in speeds]
            found = pool.map(_thrown, jobs, 4)
            least, most = growth(found)
            jump = JUMP * speeds.step / STRENGTHS.step
            yield Row(f"{name}: growth a step of {speeds.step}", f"{least:.1f} to {most:.1f} mm",
                      f"> 0, <= {jump:g} mm", least > 0 and most <= jump)  # fmt: skip
            side = aside(found)
            yield Row(f"{name}: aside at rest", f"{side:.1f} mm at most", f"<= {ASIDE:g} mm",
                      side <= ASIDE)  # fmt: skip
            up = sum(one.landing.face_up for one in found)
            yield Row(f"{name}: face up", f"{up} of {len(found)}", "all or none",
                      up in (0, len(found)))  # fmt: skip
    for method in range(len(METHODS)):
        yield from _line(pool, method, quick)
    yield _edge(pool, quick)


def _line(pool: Pool, method: int, quick: bool) -> Iterator[Row]:
    """What the aim line points at is hit: the wall straight ahead, at every strength that reaches
    it."""
    speeds = STRENGTHS[::4] if quick else STRENGTHS
    bare = pool.map(_thrown, [(method, strength, "felt", False) for strength in speeds], 4)
    farthest = max(abs(one.touch[0]) for one in bare)
    what = f"straight {METHODS[method]}: first touch beside the line"
    yield Row(what, f"{farthest:.1f} mm at most", f"<= {WALL:g} mm", farthest <= WALL)
    there = [one.strength for one in bare if 310 < one.touch[1] < 395]  # the wall: 305 to 400 mm
    full = pool.map(_thrown, [(method, strength, "felt", True) for strength in there], 4)
    hits = sum(one.landing.first >= 0 and bool(one.landing.on) for one in full)
    yield Row(f"straight {METHODS[method]} at a wall: hits", f"{hits} of {len(there)}", "all",
              hits == len(there) > 0)  # fmt: skip


def _edge(pool: Pool, quick: bool) -> Row:
    """A lob grows until it leaves the play area."""
    speeds = HARDER[::4] if quick else HARDER
    found = pool.map(_thrown, [(LOB, strength, "felt", False) for strength in speeds], 4)
    inside = [one for one in found if not one.landing.off]
    beyond = next((one for one in found if one.landing.off), None)
    least = growth(inside)[0] if len(inside) > 1 else 0.0
    figure = f"{least:.1f} mm a step at least, out at {beyond.strength if beyond else 'no'} mm/s"
    return Row("straight lob above 2200 mm/s: grows to the edge", figure, "> 0, out",
               least > 0 and beyond is not None)  # fmt: skip
