"""Aiming of throws: preview of the path, and search for the throw that lands on a target."""

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

DOT = 0.008  # s of flight between two dots of a preview
PREVIEW_STEP = 4e-3  # s, time step of a preview; its error is 0.1 mm in the middle, 2 mm at most
CLOSE = 1.0  # mm, miss at which the search ends
TRIES = 12  # throws simulated by one search
BANK, YAW, SPIN = 8, 9, 10  # their indices in `Release.args`
LEAST_DRIFT = 0.2  # least share of the sideways slide that the aim allows for


class Shot(NamedTuple):
    """Throw that was tried, with its toss."""

    throw: Throw
    toss: Toss
    miss: float  # mm from its target


class Variant(NamedTuple):
    """Variant of a throw at one target, with arguments of `solve`."""

    share: float | None = None
    steeper: float = 0.0  # degrees more loft than the style's own
    mirrored: bool = False
    aside: float = 0.0  # mm, release point to the right of the middle


STEEPER = 12.0  # degrees, `Variant.steeper` of the steep variants
VARIANTS = (
    Variant(),
    Variant(0.5),
    Variant(1.0),
    Variant(0.0),
    Variant(1.0, STEEPER),
    Variant(0.5, STEEPER),
    Variant(None, STEEPER),
)
ASIDE = 90.0  # mm, `Variant.aside` of the variants beside the middle


class Preview(NamedTuple):
    """Preview of a throw: mm, table axes."""

    dots: list[tuple[float, ...]]  # beginning of the flight: x, y, height
    touch: tuple[float, float]  # place where the first corner would touch an empty table


def preview(throw: Throw, part: float = 0.4) -> Preview:
    """Preview with dots along the first `part` (0 to 1) of the flight to a bare table.

    Takes about 1.5 ms of CPU time.
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
        if min(corner[2] for corner in now) <= 0.0 or len(path) * PREVIEW_STEP > 4.0:
            break
    # The corner that comes down first need not be the lowest one at the end of the step.
    share, old, low = min(
        (old[2] / (old[2] - low[2]) if low[2] <= 0.0 < old[2] else 1.0, old, low)
        for old, low in zip(before, now, strict=True)
    )
    x0, y0 = throw.start.x / 10, throw.start.y / 10
    c, s = direction(throw.start.angle)

    def outside(x: float, y: float) -> tuple[float, float]:
        return x0 + 1000 * (x * c - y * s), y0 + 1000 * (x * s + y * c)

    shown = path[: 1 + int(part * (len(path) - 1)) : round(DOT / PREVIEW_STEP)]
    touch = (old[0] + share * (low[0] - old[0]), old[1] + share * (low[1] - old[1]))
    return Preview([(*outside(x, y), 1000 * z) for x, y, z in shown], outside(*touch))


def ahead(start: Pose, target: Pose) -> tuple[float, float]:
    """Place of `target` in the thrower's frame: mm to the right, mm forward."""
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
    """Search for the throw that lands on a target, its slide included; about 80 ms of CPU time.

    `share` selects the place that is brought onto the target: 1 the place of rest, 0 that of the
    first touch, a number between them a place in between, None the style's own. `at` is the release
    point (mm, thrower's frame), `loft` is in degrees; `mirrored` holds and spins the card as the
    other hand would. Returns the best try, even if none comes close.
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
        # the range grows as the square of the speed; later tries correct by half, to converge
        wanted = hypot(x - at[0], y - at[1]) / reached
        speed = min(max(speed * wanted ** (0.5 if n < 6 else 0.25), 0.5), 6.0)
        bearing = degrees(atan2(x - at[0], y - at[1]) - atan2(rx - at[0], ry - at[1]))
        heading += bearing * (1.0 if n < 6 else 0.5)
    assert best is not None
    return best


def other_hand(release: Release) -> Release:
    """Mirror a throw: the card is held and spun by the other hand and curves to the other side."""
    args = list(release.args())
    for n in (BANK, YAW, SPIN):
        args[n] = -args[n]
    return Release(*args)


def is_mirrored(release: Release) -> bool:
    """True if the card is held and spun as by `other_hand`."""
    return release.yaw * STYLES[release.method].yaw < 0


def best(
    world: TossWorld,
    card: CardId,
    start: Pose,
    target: Pose,
    method: int,
    worth: Callable[[Landing], float],
    is_legal: Callable[[Release], bool] = lambda _: True,
    *,
    tosses: Sequence[int] = (16, 60),
    seed: int = 0,
) -> tuple[Release, float]:
    """Search for the throw with the greatest mean `worth` for a practised hand; also returns it.

    Each variant is aimed and tossed `tosses[0]` times with that hand's error, the best third of
    them `tosses[1]` times more, and so on. Takes seconds: for tables that are made once. Raises
    ValueError if no throw is legal.
    """
    style = STYLES[method]
    right, _ = ahead(start, target)
    side = -ASIDE if right < 0 else ASIDE
    variants = [result._replace(mirrored=other) for result in VARIANTS for other in (False, True)]
    variants += [
        Variant(share, 0.0, other, aside)
        for share in (None, 0.5)
        for other in (False, True)
        for aside in (side, 2 * side, -side)
    ]
    releases = []
    for variant in variants:
        loft = style.loft + variant.steeper
        shot = solve(
            world, card, start, target, method,
            loft=loft, share=variant.share, at=(variant.aside, 0.0), mirrored=variant.mirrored,
        )  # fmt: skip
        if is_legal(shot.throw.release):
            releases.append(shot.throw.release)
    releases = list(dict.fromkeys(releases))
    if not releases:
        raise ValueError("there is no legal throw at this target")
    totals = dict.fromkeys(releases, 0.0)
    random, made = Random(seed), 0
    for count in tosses:
        for release_ in releases:
            for _ in range(count):
                actual, _wobble = with_hand_error(release_, 1.0, random)
                throw = Throw(card, start, actual, world.field)
                totals[release_] += worth(world.toss(throw).landing)
        made += count
        releases = sorted(releases, key=lambda result: -totals[result])[
            : max(1, len(releases) // 3)
        ]
    return releases[0], totals[releases[0]] / made


def _guess(style: Style, distance: float) -> float:
    """First guess of the speed (m/s) for a distance (mm), from the style's speed to the opposite
    wall row."""
    return style.speed * sqrt(max(distance, 50.0) / 352.5)


def _reached(toss: Toss, start: Pose, share: float) -> tuple[float, float]:
    """Place between the first touch (`share` 0) and the middle of the card at rest (1); thrower's
    frame, mm.

    Sideways at least LEAST_DRIFT of the slide counts, as a spinning card curves while it slides.
    """
    cue = toss.cues[0]
    c, s = direction(start.angle)
    dx, dy = cue.x - start.x / 10, cue.y - start.y / 10
    right, forward = dx * c + dy * s, dy * c - dx * s
    rest = ahead(start, toss.landing.pose)
    drift = max(share, LEAST_DRIFT) * (rest[0] - right)
    return right + drift, forward + share * (rest[1] - forward)
