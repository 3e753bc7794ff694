"""Aiming: the path that a throw will begin with, and the throw that comes to rest on a target."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import atan2, degrees, hypot, sqrt
from random import Random
from typing import NamedTuple

from castlecards.core.cards import CardId, Pose
from castlecards.core.landing import Landing, Release, Throw
from castlecards.toss.contact import direction
from castlecards.toss.film import Toss
from castlecards.toss.flight import corners, derivative, step
from castlecards.toss.hand_error import with_hand_error
from castlecards.toss.stock import STANDARD_AIR, CardStock
from castlecards.toss.styles import STYLES, Style, release
from castlecards.toss.world import TossWorld, air_over, launch

DOT = 0.008  # s between two dots of a preview
PREVIEW_STEP = 4e-3  # s; off by less than 0.1 mm
CLOSE = 1.0  # mm: near enough to the target
TRIES = 12
BANK, YAW, SPIN = 8, 9, 10  # where these stand among the numbers of a release
LEAST_DRIFT = 0.2  # share of the sideways run-on that is always allowed for


class Shot(NamedTuple):
    """A throw that was tried, and by how much it misses its aim (mm)."""

    throw: Throw
    toss: Toss
    miss: float


class Way(NamedTuple):
    """One of the ways to throw at the same target; see `solve`."""

    share: float | None = None
    steeper: float = 0.0  # degrees more loft than the style's own
    mirrored: bool = False
    aside: float = 0.0  # mm from the middle of the release line, to the right


STEEPER = 12.0  # degrees
WAYS = (
    Way(), Way(0.5), Way(1.0), Way(0.0), Way(1.0, STEEPER), Way(0.5, STEEPER), Way(None, STEEPER),
)  # fmt: skip
ASIDE = 90.0  # mm


class Preview(NamedTuple):
    """What is drawn before a throw; mm, table axes."""

    dots: list[tuple[float, ...]]  # the beginning of the flight: x, y, height
    touch: tuple[float, float]  # where the first corner comes down on the bare table


def preview(throw: Throw, part: float = 0.4) -> Preview:
    """Dots along the first `part` of the flight, up to the first touch of a bare table.

    About 1.5 ms of computing.
    """
    stock = CardStock.of(throw.field)
    rate = derivative(stock, air_over(throw, STANDARD_AIR))
    state = launch(throw.release, stock)
    path = [state[:3]]
    now = corners(state, stock)
    while True:
        before, state = now, step(rate, state, PREVIEW_STEP)
        path.append(state[:3])
        now = corners(state, stock)
        lowest = min(range(4), key=lambda n: now[n][2])
        if now[lowest][2] <= 0.0 or len(path) * PREVIEW_STEP > 4.0:
            break
    old, low = before[lowest], now[lowest]
    share = old[2] / (old[2] - low[2]) if old[2] > low[2] else 1.0
    x0, y0 = throw.start.x / 10, throw.start.y / 10
    c, s = direction(throw.start.angle)

    def outside(x: float, y: float) -> tuple[float, float]:
        return x0 + 1000 * (x * c - y * s), y0 + 1000 * (x * s + y * c)

    shown = path[: 1 + int(part * (len(path) - 1)) : round(DOT / PREVIEW_STEP)]
    touch = (old[0] + share * (low[0] - old[0]), old[1] + share * (low[1] - old[1]))
    return Preview([(*outside(x, y), 1000 * z) for x, y, z in shown], outside(*touch))


def ahead(start: Pose, target: Pose) -> tuple[float, float]:
    """A place in the thrower's frame: mm to the right, mm forward."""
    c, s = direction(start.angle)
    dx, dy = (target.x - start.x) / 10, (target.y - start.y) / 10
    return dx * c + dy * s, dy * c - dx * s


def solve(
    world: TossWorld,
    card: CardId,
    start: Pose,
    target: Pose,
    method: int,
    *,
    loft: float | None = None,
    share: float | None = None,
    at: tuple[float, float] = (0.0, 0.0),
    mirrored: bool = False,
) -> Shot:
    """The throw that lands on a target, run-on included, found by trying: about 80 ms.

    `share` says what is brought onto the target: 1 where the card rests, 0 where it first touches,
    between them a place between; None: as is best for the method. `at` is the release point (mm,
    thrower's frame), `loft` in degrees; `mirrored`: as the other hand would hold and spin the card.
    Returns the best try, even where none comes close.
    """
    style = STYLES[method]
    x, y = ahead(start, target)
    if share is None:
        share = style.share
        y += style.beyond
    speed, heading = (
        _guess(style, hypot(x - at[0], y - at[1])),
        degrees(atan2(x - at[0], y - at[1])),
    )
    best: Shot | None = None
    for n in range(TRIES):
        thrown = release(style, speed, heading=heading, loft=loft, x=at[0], y=at[1])
        if mirrored:
            thrown = other_hand(thrown)
        throw = Throw(card, start, thrown, world.field)
        toss = world.toss(throw)
        rx, ry = _reached(toss, start, share)
        shot = Shot(throw, toss, hypot(rx - x, ry - y))
        if best is None or shot.miss < best.miss:
            best = shot
        if shot.miss < CLOSE:
            break
        reached = max(hypot(rx - at[0], ry - at[1]), 50.0)
        # the range goes as the square of the speed; later tries go half the way
        wanted = hypot(x - at[0], y - at[1]) / reached
        speed = min(max(speed * wanted ** (0.5 if n < 6 else 0.25), 0.5), 6.0)
        bearing = degrees(atan2(x - at[0], y - at[1]) - atan2(rx - at[0], ry - at[1]))
        heading += bearing * (1.0 if n < 6 else 0.5)
    assert best is not None
    return best


def other_hand(release: Release) -> Release:
    """The same throw with the card held and spun by the other hand: it curves to the other side."""
    args = list(release.args())
    for n in (BANK, YAW, SPIN):
        args[n] = -args[n]
    return Release(*args)


def is_mirrored(release: Release) -> bool:
    """Is the card held and spun as `other_hand` does?"""
    return release.yaw * STYLES[release.method].yaw < 0


def best(
    world: TossWorld,
    card: CardId,
    start: Pose,
    target: Pose,
    method: int,
    worth: Callable[[Landing], float],
    lawful: Callable[[Release], bool] = lambda _: True,
    *,
    tosses: Sequence[int] = (16, 60),
    seed: int = 0,
) -> tuple[Release, float]:
    """The throw that gains most with the error of a practised hand, and its mean `worth`.

    Every way to throw is aimed and tried `tosses[0]` times, the best third of them `tosses[1]`
    times more, and so on: seconds of computing, for tables that are made once. Raises ValueError
    where no throw is lawful.
    """
    style = STYLES[method]
    right, _ = ahead(start, target)
    side = -ASIDE if right < 0 else ASIDE
    ways = [way._replace(mirrored=other) for way in WAYS for other in (False, True)]
    ways += [
        Way(share, 0.0, other, aside)
        for share in (None, 0.5)
        for other in (False, True)
        for aside in (side, 2 * side, -side)
    ]
    thrown = []
    for way in ways:
        loft = style.loft + way.steeper
        shot = solve(
            world, card, start, target, method,
            loft=loft, share=way.share, at=(way.aside, 0.0), mirrored=way.mirrored,
        )  # fmt: skip
        if lawful(shot.throw.release):
            thrown.append(shot.throw.release)
    thrown = list(dict.fromkeys(thrown))
    if not thrown:
        raise ValueError("there is no lawful throw at this target")
    gains = dict.fromkeys(thrown, 0.0)
    random, made = Random(seed), 0
    for count in tosses:
        for release_ in thrown:
            for _ in range(count):
                spoiled, _wobble = with_hand_error(release_, 1.0, random)
                throw = Throw(card, start, spoiled, world.field)
                gains[release_] += worth(world.toss(throw).landing)
        made += count
        thrown = sorted(thrown, key=lambda each: -gains[each])[: max(1, len(thrown) // 3)]
    return thrown[0], gains[thrown[0]] / made


def _guess(style: Style, way: float) -> float:
    """A first speed (m/s) for a distance (mm); the style's own fits the opposite wall row."""
    return style.speed * sqrt(max(way, 50.0) / 352.5)


def _reached(toss: Toss, start: Pose, share: float) -> tuple[float, float]:
    """A place between the first touch and the middle of the card at rest; thrower's frame, mm.

    Across, the rest never counts for much: a spinning card curves off as it slides.
    """
    cue = toss.cues[0]
    c, s = direction(start.angle)
    dx, dy = cue.x - start.x / 10, cue.y - start.y / 10
    right, forward = dx * c + dy * s, dy * c - dx * s
    rest = ahead(start, toss.landing.pose)
    drift = max(share, LEAST_DRIFT) * (rest[0] - right)
    return right + drift, forward + share * (rest[1] - forward)
