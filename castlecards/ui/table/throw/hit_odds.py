"""Hit odds of the throw being aimed: estimates from the thrower's spread, never the result.

The forecast is centred on the first touch of the aimed throw. The spread around it comes from the
player's recent throws. Until enough are known, it is a newcomer's spread, sampled by simulating one
throw per frame.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from castlecards.core.cards import Field, Pose
from castlecards.core.landing import METHODS, Limits, Release, Throw
from castlecards.core.position import Position
from castlecards.practice.hands import (
    MAX_THROWS,
    MIN_THROWS,
    Habit,
    Place,
    ThrowSpread,
    habit,
    spread_of,
)
from castlecards.store import StoreError
from castlecards.texts import ntr, tr
from castlecards.toss.aim import preview
from castlecards.toss.hand_error import with_hand_error
from castlecards.ui.services import Services
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.input.state import SpeedGauge
from castlecards.ui.table.layout.model import card_mm, side_of
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.playback.state import nearest_card

NEWCOMER_ERROR = 2.0  # multiple of a practised hand's error
SAMPLES = 32  # simulated throws from which a newcomer's spread is estimated
LOFT_STEP = 10.0  # degrees; throws in one step of loft share a spread
SPEED_STEP = 0.02  # m/s between two speeds that are tested against the target
# By method: throws still to make, and throws counted, one and several.
NEEDED = (
    (tr("{n} more lob and you see your odds."), tr("{n} more lobs and you see your odds.")),
    (tr("{n} more Frisbee and you see your odds."), tr("{n} more Frisbees and you see your odds.")),
    (tr("{n} more flip and you see your odds."), tr("{n} more flips and you see your odds.")),
)
COUNTED = (
    (tr("Your last lob:"), tr("Your last {n} lobs:")),
    (tr("Your last Frisbee:"), tr("Your last {n} Frisbees:")),
    (tr("Your last flip:"), tr("Your last {n} flips:")),
)

Spot = tuple[float, float]  # mm on the table
Kind = tuple[int, int]  # method, and loft in tens of degrees


class RulerTick(NamedTuple):
    """Tick of the ruler: a speed (m/s) and its first touch, mm on the table."""

    speed: float
    touch: Spot


@dataclass(frozen=True)
class ThrowForecast:
    """Forecast of the throw being aimed."""

    at: Spot  # mm on the table, of the first touch
    spread: ThrowSpread | None  # spread of throws with this aim; None while unknown
    own: bool  # the spread comes from the player's own throws
    target: Target  # nearest to the first touch
    drift: float  # mm to the right of the hand's direction


class HitTarget(NamedTuple):
    """Shape that a throw can hit, mm on the table: a card (`half` its size) or a circle."""

    target: Target
    x: float
    y: float
    cos: float
    sin: float
    half: tuple[float, float]
    radius: float

    def contains(self, x: float, y: float) -> bool:
        """True if a place on the table, mm, lies inside."""
        dx, dy = x - self.x, y - self.y
        if self.radius:
            return dx * dx + dy * dy <= self.radius * self.radius
        along, across = dx * self.cos + dy * self.sin, dy * self.cos - dx * self.sin
        return abs(along) <= self.half[0] and abs(across) <= self.half[1]


def hit_targets(pos: Position[Any], angle: int, field: Field) -> list[HitTarget]:
    """Targets of a thrower who faces `angle` (mrad): cards built by the other side, and rings."""
    wide, long = card_mm(field)
    other_side = 1 if math.cos(angle / 1000) > 0 else 0
    found: list[HitTarget] = []
    for zone, spec in enumerate(pos.box.zones):
        if spec.rings and spec.mark is not None:
            x, y = spec.mark.x / 10, spec.mark.y / 10
            found.append(
                HitTarget(Target(-1, zone), x, y, 1.0, 0.0, (0.0, 0.0), float(max(spec.rings)))
            )
        if not spec.fortification or side_of(pos, spec) != other_side or pos.poses is None:
            continue
        for card in pos.zones[zone]:
            pose = pos.poses[card]
            if pose is not None:
                turn = math.cos(pose.angle / 1000), math.sin(pose.angle / 1000)
                half = wide / 2, long / 2
                found.append(
                    HitTarget(Target(card, zone), pose.x / 10, pose.y / 10, *turn, half, 0.0)
                )
    return found


class HitOdds:
    """Estimator of hit odds at one table; caches each player's habits and sampled spreads."""

    def __init__(self, app: Services, model: TableModel) -> None:
        self.app = app
        self.model = model
        self._habits: dict[tuple[str, str], Habit] = {}
        self._read_at = -1  # length of the log when `_habits` was read
        # Keyed by player, so that nobody sees what another player aimed.
        self._samples: dict[tuple[int, Kind], list[Place]] = {}
        self._spreads: dict[tuple[int, Kind], ThrowSpread | None] = {}

    def habit(self, method: int) -> Habit:
        """Habit of the deciding player with `method`, read from the records once per log entry."""
        session = self.model.session
        decision = session.decision
        if self._read_at != len(session.log):
            self._habits, self._read_at = {}, len(session.log)
        player = session.name(decision.seat) if decision is not None else ""
        key = player, METHODS[method]
        if key not in self._habits:
            try:
                throws = self.app.throws.recent(*key, MAX_THROWS)
            except StoreError:  # reported when the next throw is recorded
                throws = []
            self._habits[key] = habit(throws)
        return self._habits[key]

    # -- spread ----------------------------------------------------------------------

    def spread(self, release: Release) -> ThrowSpread | None:
        """Spread of such throws: the player's own, else the sampled one, else None."""
        return self.habit(release.method).spread or self._spreads.get(self._key(release))

    def is_settled(self, release: Release) -> bool:
        """True if no more samples are needed for the spread of such throws."""
        return self.habit(release.method).known or self._key(release) in self._spreads

    def _key(self, release: Release) -> tuple[int, Kind]:
        return self.model.input_state.player, _kind(release)

    def sample(self, throw: Throw) -> None:
        """Simulate one throw with a newcomer's error, unless the spread is settled."""
        if self.is_settled(throw.release):
            return
        kind, key = _kind(throw.release), self._key(throw.release)
        places = self._samples.setdefault(key, [])
        random = Random(f"{kind} {len(places)}")
        release = with_hand_error(throw.release, NEWCOMER_ERROR, random)[0]
        touch = preview(Throw(throw.card, throw.start, release, throw.field)).touch
        places.append(to_throw_frame(throw.start, *touch))
        if len(places) >= SAMPLES:
            self._spreads[key] = spread_of(self._samples.pop(key))

    # -- forecast ----------------------------------------------------------------------

    def forecast(self, throw: Throw, touch: Spot) -> ThrowForecast:
        """Forecast of a throw whose first touch on a bare table is `touch`, mm."""
        start, release = throw.start, throw.release
        pos = self.model.session.position
        right, ahead = to_throw_frame(start, *touch)
        heading = release.heading / 1000
        dx, dy = right - release.x, ahead - release.y
        drift = dx * math.cos(heading) - dy * math.sin(heading)
        edge = nearest_card(touch, pos, throw.field, start.angle)
        target = Target(edge.card, pos.zone_of(edge.card)) if edge is not None else Target()
        rings = [goal for goal in hit_targets(pos, start.angle, throw.field) if goal.radius]
        if edge is None and rings:
            target = rings[0].target
        own = self.habit(release.method).known
        return ThrowForecast(touch, self.spread(release), own, target, drift)

    def gauge(
        self, limits: Limits, release: Release, forecast: ThrowForecast, ruler: Sequence[RulerTick]
    ) -> SpeedGauge:
        """Speed gauge of the aimed throw: speeds that reach the target, and the hit rate."""
        known = self.habit(release.method)
        targets = hit_targets(self.model.session.position, limits.start.angle, limits.field)
        aimed = [goal for goal in targets if goal.target == forecast.target]
        zone = _reaching_speeds(ruler, lambda x, y: any(goal.contains(x, y) for goal in aimed))
        if not known.known or known.spread is None:
            needed = max(MIN_THROWS - known.count, 1)
            basis, share = ntr(needed, *NEEDED[release.method]), -1.0
        else:
            basis = ntr(known.count, *COUNTED[release.method])
            share = known.stays * known.spread.share(
                lambda right, far: any(
                    goal.contains(*to_table(limits.start, right, far, forecast.at))
                    for goal in targets
                )
            )
        return SpeedGauge(release.speed / 1000, zone, known.last, basis, share, forecast.drift)


def _kind(release: Release) -> Kind:
    return release.method, round(math.degrees(release.loft / 1000) / LOFT_STEP)


def to_throw_frame(start: Pose, x: float, y: float) -> Place:
    """Convert table mm to mm to the right and forward of the start."""
    cos, sin = math.cos(start.angle / 1000), math.sin(start.angle / 1000)
    dx, dy = x - start.x / 10, y - start.y / 10
    return dx * cos + dy * sin, dy * cos - dx * sin


def to_table(start: Pose, right: float, far: float, of: Spot) -> Spot:
    """Table mm of a point `right` and `far` mm from `of`, in the thrower's frame."""
    cos, sin = math.cos(start.angle / 1000), math.sin(start.angle / 1000)
    return of[0] + right * cos - far * sin, of[1] + right * sin + far * cos


def _reaching_speeds(
    ruler: Sequence[RulerTick], hits: Callable[[float, float], bool]
) -> tuple[float, float] | None:
    """Slowest and fastest speed on a ruler whose first touch hits, m/s; None if no speed does."""
    found = [speed for speed, x, y in _interpolate(ruler) if hits(x, y)]
    return (found[0], found[-1]) if found else None


def _interpolate(ruler: Sequence[RulerTick]) -> Iterator[tuple[float, float, float]]:
    """Speeds at most about SPEED_STEP apart with their interpolated first touches (speed, x, y)."""
    for one, two in pairwise(ruler):
        steps = max(1, round((two.speed - one.speed) / SPEED_STEP))
        for k in range(steps):
            part = k / steps
            x, y = (a + part * (b - a) for a, b in zip(one.touch, two.touch, strict=True))
            yield one.speed + part * (two.speed - one.speed), x, y
