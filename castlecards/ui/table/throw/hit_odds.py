"""What the throw in the hand is likely to come to, before it is made: odds, never a result.

Its middle is where it would first touch. How far throws stray about that is the thrower's own habit
or, until it is known, that of a newcomer's hand, found by throwing in thought, once a frame.
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
from castlecards.core.plurals import counted
from castlecards.core.position import Position
from castlecards.practice.hands import COUNT, ENOUGH, Habit, Place, Stray, habit, stray
from castlecards.store import StoreError
from castlecards.toss.aim import preview
from castlecards.toss.hand_error import with_hand_error
from castlecards.ui.services import Services
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.input.state import SpeedGauge
from castlecards.ui.table.layout.model import card_mm, side_of
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.playback.state import nearest_card

NEWCOMER = 2.0  # times the error of a practised hand
THOUGHT = 32  # throws in thought that tell how a newcomer's stray
ALIKE = 10.0  # degrees of loft over which that is about the same
FINE = 0.02  # m/s between two speeds of which is asked whether they reach the target
NAMES = {"lob": "lobs", "frisbee": "Frisbees", "flip": "flips"}

Spot = tuple[float, float]  # mm on the table
Kind = tuple[int, int]  # method, and loft in tens of degrees


class RulerTick(NamedTuple):
    """A speed (m/s) and where a throw of that speed would first touch, mm on the table."""

    speed: float
    touch: Spot


@dataclass(frozen=True)
class ThrowForecast:
    """Of the throw in the hand. `at`: mm on the table, where it would first touch; `stray`: how
    throws with that aim spread, None as long as that is not known; `own`: by the thrower's own
    throws; `target`: what lies nearest to the middle; `drift`: mm to the right of the way that the
    hand goes."""

    at: Spot
    stray: Stray | None
    own: bool
    target: Target
    drift: float


class HitTarget(NamedTuple):
    """Something to be hit: a card (half its size), or a circle (`radius`). mm on the table."""

    target: Target
    x: float
    y: float
    cos: float
    sin: float
    half: tuple[float, float]
    radius: float

    def holds(self, x: float, y: float) -> bool:
        dx, dy = x - self.x, y - self.y
        if self.radius:
            return dx * dx + dy * dy <= self.radius * self.radius
        along, across = dx * self.cos + dy * self.sin, dy * self.cos - dx * self.sin
        return abs(along) <= self.half[0] and abs(across) <= self.half[1]


def hit_targets(pos: Position[Any], angle: int, field: Field) -> list[HitTarget]:
    """What whoever looks along `angle` (mrad) may hit."""
    wide, long = card_mm(field)
    foe = 1 if math.cos(angle / 1000) > 0 else 0
    found: list[HitTarget] = []
    for zone, spec in enumerate(pos.box.zones):
        if spec.rings and spec.mark is not None:
            x, y = spec.mark.x / 10, spec.mark.y / 10
            found.append(
                HitTarget(Target(-1, zone), x, y, 1.0, 0.0, (0.0, 0.0), float(max(spec.rings)))
            )
        if not spec.works or side_of(pos, spec) != foe or pos.poses is None:
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
    """Knows the hands that throw at one table."""

    def __init__(self, app: Services, model: TableModel) -> None:
        self.app = app
        self.model = model
        self._habits: dict[tuple[str, str], Habit] = {}
        self._since = -1  # length of the log when these were read
        # By player and kind: they tell the direction and speed that a player aimed with.
        self._thought: dict[tuple[int, Kind], list[Place]] = {}
        self._strays: dict[tuple[int, Kind], Stray | None] = {}

    def habit(self, method: int) -> Habit:
        """Of whoever is asked, read once for every throw."""
        session = self.model.session
        decision = session.decision
        if self._since != len(session.log):
            self._habits, self._since = {}, len(session.log)
        who = session.name(decision.seat) if decision is not None else ""
        key = who, METHODS[method]
        if key not in self._habits:
            try:
                throws = self.app.throws.lately(*key, COUNT)
            except StoreError:  # told when the next throw is recorded
                throws = []
            self._habits[key] = habit(throws)
        return self._habits[key]

    # -- how throws stray ----------------------------------------------------------------------

    def stray(self, release: Release) -> Stray | None:
        return self.habit(release.method).stray or self._strays.get(self._key(release))

    def settled(self, release: Release) -> bool:
        """Is known how such throws stray, as far as it ever will be?"""
        return self.habit(release.method).known or self._key(release) in self._strays

    def _key(self, release: Release) -> tuple[int, Kind]:
        return self.model.input_state.player, _kind(release)

    def think(self, throw: Throw) -> None:
        """One throw in thought, where the thrower's hand is not known."""
        if self.settled(throw.release):
            return
        kind, key = _kind(throw.release), self._key(throw.release)
        places = self._thought.setdefault(key, [])
        random = Random(f"{kind} {len(places)}")
        release = with_hand_error(throw.release, NEWCOMER, random)[0]
        touch = preview(Throw(throw.card, throw.start, release, throw.field)).touch
        places.append(to_throw_frame(throw.start, *touch))
        if len(places) >= THOUGHT:
            self._strays[key] = stray(self._thought.pop(key))

    # -- what is expected ----------------------------------------------------------------------

    def expected(self, throw: Throw, touch: Spot) -> ThrowForecast:
        """Of a throw that would first touch there on a bare table."""
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
        return ThrowForecast(touch, self.stray(release), own, target, drift)

    def band(
        self, limits: Limits, release: Release, here: ThrowForecast, ruler: Sequence[RulerTick]
    ) -> SpeedGauge:
        """How hard, and how surely."""
        known = self.habit(release.method)
        targets = hit_targets(self.model.session.position, limits.start.angle, limits.field)
        aimed = [goal for goal in targets if goal.target == here.target]
        zone = _reaching(ruler, lambda x, y: any(goal.holds(x, y) for goal in aimed))
        name = NAMES[METHODS[release.method]]
        if not known.known or known.stray is None:
            told, share = f"Too few of your {name} yet: {known.count} of {ENOUGH}", -1.0
        else:
            told = f"By your last {counted(known.count, name[:-1], name)}"
            share = known.stays * known.stray.share(
                lambda right, far: any(
                    goal.holds(*to_table(limits.start, right, far, here.at)) for goal in targets
                )
            )
        return SpeedGauge(release.speed / 1000, zone, known.last, told, share, here.drift)


def _kind(release: Release) -> Kind:
    return release.method, round(math.degrees(release.loft / 1000) / ALIKE)


def to_throw_frame(start: Pose, x: float, y: float) -> Place:
    """Table mm to mm to the right and forward of the start."""
    cos, sin = math.cos(start.angle / 1000), math.sin(start.angle / 1000)
    dx, dy = x - start.x / 10, y - start.y / 10
    return dx * cos + dy * sin, dy * cos - dx * sin


def to_table(start: Pose, right: float, far: float, of: Spot) -> Spot:
    """Where on the table that is what lies so many mm to the right of, and beyond, `of`."""
    cos, sin = math.cos(start.angle / 1000), math.sin(start.angle / 1000)
    return of[0] + right * cos - far * sin, of[1] + right * sin + far * cos


def _reaching(
    ruler: Sequence[RulerTick], good: Callable[[float, float], bool]
) -> tuple[float, float] | None:
    """The slowest and the quickest speed of a ruler whose touch is good."""
    found = [speed for speed, x, y in _between(ruler) if good(x, y)]
    return (found[0], found[-1]) if found else None


def _between(ruler: Sequence[RulerTick]) -> Iterator[tuple[float, float, float]]:
    """Speeds FINE apart, and where they touch."""
    for one, two in pairwise(ruler):
        steps = max(1, round((two.speed - one.speed) / FINE))
        for k in range(steps):
            part = k / steps
            x, y = (a + part * (b - a) for a, b in zip(one.touch, two.touch, strict=True))
            yield one.speed + part * (two.speed - one.speed), x, y
