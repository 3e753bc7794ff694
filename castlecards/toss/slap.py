"""Simulation of a throw from release until the card is flat: flight, first contact, slap-down.

The first contact is sought on the whole face of the card, not only at its corners. It may also be
the raised edge of a lying card, struck from the side. After the contact, each step adds impulses at
the corners that would sink below their surface, the fastest corner first. This ends when the card
is flat and slow enough for `slide`. World axes are the thrower's.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import inf, sqrt
from typing import NamedTuple

from castlecards.core.cards import CardId
from castlecards.core.landing import NOTHING, TABLE
from castlecards.toss.contact import Corner, Plan, centroid, clip, gap, meeting
from castlecards.toss.film import CueKind
from castlecards.toss.flight import STEP, TURN_LIMIT, State, corners, derivative, step
from castlecards.toss.impact import (
    Body,
    Direction,
    Spoke,
    advance,
    rise,
    rows,
    slip,
    strike,
    upward,
)
from castlecards.toss.layers import CardContact, RestingCard, edges_meet
from castlecards.toss.stock import Air, CardStock, ContactMaterial, edge_lift

FLAT = 0.99966  # cosine of 1.5°
LOW = 2.5e-3  # m, greatest height of a corner of a flat card above the cards below it
SLOW = 0.12  # m/s, greatest vertical speed of a flat card
PUSH_OUT = 0.8  # share of a corner's depth that a step removes
SWEEPS = 24  # most impulses in a step
SETTLE_TIMEOUT = 4.0  # s after the first contact, until a card that is not flat counts as flat
LOUD = 0.3  # m/s, least speed of a corner hit that makes a sound
FRAME = 4  # steps between two frames


class Flat(NamedTuple):
    """State of the thrown card at the moment when it is flat: m, m/s, rad/s."""

    plan: Plan
    vx: float
    vy: float
    spin: float  # anticlockwise seen from above
    face_up: bool
    tip: float  # height of its leading edge, m
    settled: bool  # False: not flat yet after `SETTLE_TIMEOUT`


class LocalCue(NamedTuple):
    """Cue in the thrower's frame: s, m, m/s; `world` turns it into a `film.Cue`."""

    t: float
    kind: CueKind
    card: CardId
    x: float
    y: float
    speed: float


# s since the release; state of the thrown card; the lying cards that moved, each with its level
PathPoint = tuple[float, State, tuple[tuple[CardId, Plan, int], ...]]
# m, height of the surface below a corner; the lying card it belongs to, None for the table
Floor = tuple[float, RestingCard | None]


class Fall:
    """Simulation of one toss from release until flat.

    `run` computes it in one call, `slices` in small steps. Read the fields afterwards; `path` and
    `cues` can also be read between two steps, as far as they go.
    """

    def __init__(
        self,
        state: State,
        card: CardId,
        lying: Sequence[RestingCard],
        stock: CardStock,
        air: Air,
        material: ContactMaterial,
        dt: float = STEP,
    ) -> None:
        self.state = state
        self.dt = dt  # s, time step of the flight
        self.card = card
        self.lying = lying
        self.stock = stock
        self.material = material
        self.t = 0.0
        self.path: list[PathPoint] = [(0.0, state, ())]
        self.cues: list[LocalCue] = []
        self.meetings: dict[CardId, CardContact] = {}
        self.first: CardId = TABLE  # the first thing touched
        self.touch = (0.0, 0.0)  # m, place of the first touch
        self.flat: Flat | None = None  # the result
        self.depth = 0.0  # m, greatest depth of a corner below its surface so far
        self._spots: Sequence[Corner] = ()  # the corners, from the first contact on
        self._rate = derivative(stock, air)
        self._body = Body.of(stock, air)
        self._ceiling = stock.thickness * (1 + max((x.level for x in lying), default=-1))
        self._radius = sqrt(
            stock.width**2 + stock.length**2
        )  # m: cards closer than this may overlap
        self._loudest = 0.0

    def run(self) -> Flat:
        """Compute the whole fall."""
        for _ in self.slices():
            pass
        assert self.flat is not None
        return self.flat

    def slices(self) -> Iterator[None]:
        """Generator form of `run`: yields about every 0.1 ms of CPU time."""
        yield from self._flight()
        touched, steps = self.t, 0
        while not (flat := self._is_flat()) and self.t - touched < SETTLE_TIMEOUT:
            self._fall_step()
            steps += 1
            if steps % FRAME == 0:
                self._record()
            yield
        self.flat = self._result(flat)

    # -- flight and first contact ------

    def fly(self) -> None:
        """Compute the flight alone; `state` is then that of the first contact."""
        for _ in self._flight():
            pass

    def _flight(self) -> Iterator[None]:
        rate, state = self._rate, self.state
        ceiling = self._ceiling + self.material.edge_lift
        upright = ceiling + self._radius / 2  # m: above it no corner can reach the ceiling
        a, b = self.stock.width, self.stock.length
        steps = 0
        while True:
            new = step(rate, state, self.dt)
            z = new[2]
            if z <= upright:
                q0, q1, q2, q3 = new[6:10]
                # the height of the lowest corner: z less its distance below the middle
                if z - abs(q1 * q3 - q0 * q2) * a - abs(q2 * q3 + q0 * q1) * b <= ceiling:
                    hit = self._crossing(corners(state, self.stock), corners(new, self.stock))
                    if hit is not None:
                        break
            self.state = state = new
            steps += 1
            if steps % FRAME == 0:
                self.path.append((steps * self.dt, state, ()))
                yield
        part, self.first, struck = hit
        old = corners(state, self.stock)
        self.state = step(rate, state, part * self.dt)
        self.t = (steps + part) * self.dt
        now = corners(self.state, self.stock)
        low = min(range(4), key=lambda n: now[n][2])
        drop = (old[low][2] - now[low][2]) / (part * self.dt) if part > 0.0 else 0.0
        self.touch = now[low][:2]
        for other in self.lying:
            if other.card == self.first:  # its edge may touch the face, not a corner
                self.touch = meeting(now, other.plan) or self.touch
        self.cues.append(LocalCue(self.t, "touch", self.first, *self.touch, max(drop, 0.0)))
        self._meet(now, {other.card for other in self.lying} - {struck})

    def _crossing(
        self, old: Sequence[Corner], new: Sequence[Corner]
    ) -> tuple[float, CardId, CardId] | None:
        """Find the earliest contact within a step: its time as a share of the step, the card
        touched or TABLE, and the card whose raised edge was struck or NOTHING.

        On a tie a card comes before the table, then the lowest id.
        """
        contacts: list[tuple[float, bool, CardId, CardId]] = []
        if lowest(new) <= 0.0:
            contacts.append((self._when(old, new, None), True, TABLE, NOTHING))
        x, y = (new[0][0] + new[2][0]) / 2, (new[0][1] + new[2][1]) / 2
        far = self._radius + 1e-6
        for other in self.lying:
            if abs(other.plan.x - x) > far or abs(other.plan.y - y) > far:
                continue
            height = gap(new, other.plan, self._top(other))
            if height is None:
                continue
            edge = self._edge(old, new, other) if height < self.material.edge_lift else None
            if edge is not None:
                contacts.append((edge, False, other.card, other.card))
            elif height <= 0.0:
                contacts.append((self._when(old, new, other), False, other.card, NOTHING))
        if not contacts:
            return None
        part, _, card, struck = min(contacts)
        return part, card, struck

    def _edge(
        self, old: Sequence[Corner], new: Sequence[Corner], other: RestingCard
    ) -> float | None:
        """Time, as a share of the step, at which the thrown card strikes the edge of `other` from
        the side; None if it does not, or passes over it."""
        if clip(old, other.plan):
            return None
        when = self._when(old, new, other, inf)
        height = gap(_between(old, new, when), other.plan, self._top(other))
        if height is None or height >= self.material.edge_lift:
            return None
        over = self._rule(other, self._top(other) + height)[0] is CardContact.OVER
        return None if over else when

    def _when(
        self,
        old: Sequence[Corner],
        new: Sequence[Corner],
        other: RestingCard | None,
        above: float = 0.0,
    ) -> float:
        """Time, as a share of the step, at which the card has come down to `above` m over `other`,
        or over the table. Bisection."""
        low, high = 0.0, 1.0
        for _ in range(20):
            part = (low + high) / 2
            spots = _between(old, new, part)
            if other is None:
                height: float | None = lowest(spots)
            else:
                height = gap(spots, other.plan, self._top(other))
            if height is not None and height <= above:
                high = part
            else:
                low = part
        return high

    def _top(self, other: RestingCard) -> float:
        return self.stock.thickness * (other.level + 1)

    # -- contacts with lying cards ------

    def _meet(self, spots: Sequence[Corner], below: Collection[CardId] = ()) -> None:
        """Decide, once for each lying card that the thrown card comes to overlap, whether it passes
        over it, under it, or pushes it.

        `below`: cards that the thrown card reached from above, so that their raised edge does not
        count; it meets all others edge on.
        """
        self._spots = spots
        x, y = self.state[0], self.state[1]
        radius = self._radius
        left, right, near, far = x - radius, x + radius, y - radius, y + radius
        for other in self.lying:
            plan = other.plan
            if not (left <= plan.x <= right and near <= plan.y <= far):
                continue
            part = clip(spots, plan)
            known = self.meetings.get(other.card)
            if not part:
                if known is not None:
                    del self.meetings[other.card]
            elif known is None:
                self._first_meeting(other, part, other.card in below)
            elif known is CardContact.PUSH:
                self._push(other, part)

    def _first_meeting(self, other: RestingCard, part: list[Corner], below: bool) -> None:
        low = min(z for _, _, z in part)
        brim = self._top(other) - 0.2 * self.stock.thickness
        if low >= (brim if below else brim + edge_lift(self.material, other.card)):
            self.meetings[other.card] = CardContact.OVER
            return
        meeting, closing = self._rule(other, low)
        self.meetings[other.card] = meeting
        at = other.plan.outer(*centroid(part))
        self.cues.append(LocalCue(self.t, meeting.value, other.card, *at, closing))
        if meeting is CardContact.PUSH:
            self._push(other, part)

    def _rule(self, other: RestingCard, low: float) -> tuple[CardContact, float]:
        """Result of the edge rule for an edge at height `low` (m), and the closing speed (m/s)."""
        vx, vy, _ = self._velocity()
        closing = sqrt((vx - other.vx) ** 2 + (vy - other.vy) ** 2)
        lead = max(low, 0.0) + edge_lift(self.material, self.card, self._face_up())
        edge = other.level * self.stock.thickness + edge_lift(self.material, other.card)
        return edges_meet(lead, edge, closing, self.stock.thickness, self.material), closing

    def _push(self, other: RestingCard, part: list[Corner]) -> None:
        """Collide two equal cards edge on edge: an impulse in the plane of the table, at the centre
        of the overlap."""
        plan, mass = other.plan, self.stock.mass
        middle = centroid(part)
        depths = (
            (plan.a - middle[0], (plan.cos, plan.sin)),
            (plan.a + middle[0], (-plan.cos, -plan.sin)),
            (plan.b - middle[1], (-plan.sin, plan.cos)),
            (plan.b + middle[1], (plan.sin, -plan.cos)),
        )
        nx, ny = min(depths)[1]  # out of the lying card, at its nearest edge
        at = plan.outer(*middle)
        vx, vy, _ = self._velocity()
        spin = self._yaw_rate()
        rx, ry = at[0] - self.state[0], at[1] - self.state[1]
        sx, sy = at[0] - plan.x, at[1] - plan.y
        closing = (vx - spin * ry - other.vx + other.spin * sy) * nx + (
            vy + spin * rx - other.vy - other.spin * sx
        ) * ny
        if closing >= 0.0:
            return
        inertia = self._body.j3
        arms = (rx * ny - ry * nx) ** 2 + (sx * ny - sy * nx) ** 2
        impulse = -(1 + self.material.push_bounce) * closing / (2 / mass + arms / inertia)
        other.nudge(-impulse * nx, -impulse * ny, at, mass)
        self._kick(impulse * nx, impulse * ny, (rx * ny - ry * nx) * impulse)

    def _kick(self, jx: float, jy: float, twist: float) -> None:
        """Apply a horizontal impulse (kg m/s) to the thrown card, and an angular impulse (kg m²/s)
        about the vertical."""
        s = list(self.state)
        east, north, up = rows(self.state)
        mass, heavy, *inertias, _ = self._body
        for n, (inert, inertia) in enumerate(zip((mass, mass, heavy), inertias, strict=True)):
            s[3 + n] += (east[n] * jx + north[n] * jy) / inert
            s[10 + n] += up[n] * twist / inertia
        self.state = tuple(s)

    # -- slap-down ------

    def _fall_step(self) -> None:
        w1, w2, w3 = self.state[10:13]
        turning = sqrt(w1 * w1 + w2 * w2 + w3 * w3) * STEP
        parts = 1 + int(turning / TURN_LIMIT)
        for _ in range(parts):
            self._part_step(STEP / parts)
        self.t += STEP
        for other in self.lying:
            if other.moved:
                other.slide(self.material.table_friction, STEP)

    def _part_step(self, dt: float) -> None:
        state, spots = self.state, self._spots
        _, _, _, u1, u2, u3, q0, q1, q2, q3, w1, w2, w3 = state
        speed, turning = sqrt(u1 * u1 + u2 * u2 + u3 * u3), sqrt(w1 * w1 + w2 * w2 + w3 * w3)
        reach = (speed + turning * self._radius / 2) * dt
        if lowest(spots) > self._ceiling + 2 * reach + 1e-3:
            self.state = step(self._rate, state, dt)
            self._meet(corners(self.state, self.stock))
            return
        half = dt / 2
        _, _, _, a1, a2, a3, p0, p1, p2, p3, b1, b2, b3 = self._rate(
            u1, u2, u3, q0, q1, q2, q3, w1, w2, w3
        )
        _, _, _, a1, a2, a3, _, _, _, _, b1, b2, b3 = self._rate(
            u1 + half * a1, u2 + half * a2, u3 + half * a3,
            q0 + half * p0, q1 + half * p1, q2 + half * p2, q3 + half * p3,
            w1 + half * b1, w2 + half * b2, w3 + half * b3,
        )  # fmt: skip
        speeds = [
            u1 + dt * a1, u2 + dt * a2, u3 + dt * a3, w1 + dt * b1, w2 + dt * b2, w3 + dt * b3
        ]  # fmt: skip
        below = [x for x in self.lying if self.meetings.get(x.card) is CardContact.OVER]
        near = self._ceiling + reach
        floors = [self._floor(x, y, below) if z <= near else None for x, y, z in spots]
        if any(floors):
            self._impulses(state, spots, floors, speeds, dt)
        new = advance(state, speeds, dt)
        after = corners(new, self.stock)
        deepest = 0.0
        for floor, (_, _, z) in zip(floors, after, strict=True):
            if floor is not None and floor[0] - z > deepest:
                deepest = floor[0] - z
        if deepest > 0.0:
            self.depth = max(self.depth, deepest)
            new = (*new[:2], new[2] + PUSH_OUT * deepest, *new[3:])
            after = corners(new, self.stock)
        self.state = new
        self._meet(after)

    def _floor(self, x: float, y: float, below: Sequence[RestingCard]) -> Floor:
        """Highest surface at a place: the table, or one of the cards in `below`."""
        height, owner = 0.0, None
        for other in below:
            top = self._top(other)
            if top > height and other.plan.holds(x, y):
                height, owner = top, other
        return height, owner

    def _impulses(
        self,
        state: State,
        spots: Sequence[Corner],
        floors: Sequence[Floor | None],
        speeds: list[float],
        dt: float,
    ) -> None:
        """Apply normal impulses with friction, the fastest corner first, until none would sink."""
        up = upward(state)
        material = self.material
        targets = []  # by corner that may touch: wanted upward speed, spoke, card below, place
        for spoke, floor, spot in zip(self._body.spokes, floors, spots, strict=True):
            if floor is None:
                continue
            height, owner = floor
            sink = rise(speeds, spoke, up)
            allowed = -max(spot[2] - height, 0.0) / dt
            if sink < allowed and sink < -material.bounce_speed:
                allowed = -material.bounce * sink
                self._add_knock(spot, owner, -sink)
            targets.append((allowed, spoke, owner, spot))
        for _ in range(SWEEPS):
            worst, which = 1e-5, None
            for target in targets:
                short = target[0] - rise(speeds, target[1], up)
                if short > worst:
                    worst, which = short, target
            if which is None:
                return
            self._hit(state, which[1], up, worst, speeds, which[2], which[3])

    def _hit(
        self,
        state: State,
        spoke: Spoke,
        up: Direction,
        short: float,
        speeds: list[float],
        owner: RestingCard | None,
        spot: Corner,
    ) -> None:
        """Hit one corner: normal impulse that makes up for `short` m/s, then Coulomb friction."""
        material = self.material
        normal = strike(self._body, speeds, spoke, up, short)
        rubbing, back = slip(speeds, spoke, up)
        if not rubbing:
            return
        grip = (material.table_friction if owner is None else material.card_friction) * normal
        used = strike(self._body, speeds, spoke, back, rubbing, grip)
        if owner is None or used <= material.table_friction * normal:
            return
        # the table below holds the lying card with the same normal impulse; the rest drags it
        pull = (used - material.table_friction * normal) * material.drag
        east, north, _ = rows(state)
        x = sum(one * two for one, two in zip(east, back, strict=True))
        y = sum(one * two for one, two in zip(north, back, strict=True))
        owner.nudge(-pull * x, -pull * y, spot[:2], self.stock.mass)

    def _add_knock(self, spot: Corner, owner: RestingCard | None, speed: float) -> None:
        self._loudest = max(self._loudest, speed)
        if speed > LOUD:
            struck = TABLE if owner is None else owner.card
            self.cues.append(LocalCue(self.t, "knock", struck, spot[0], spot[1], speed))

    # -- the end ------

    def _is_flat(self) -> bool:
        s = self.state
        up = upward(s)
        if abs(up[2]) < FLAT:
            return False
        if abs(up[0] * s[3] + up[1] * s[4] + up[2] * s[5]) > SLOW:
            return False
        return max([z for _, _, z in self._spots]) < LOW + self._ceiling

    def _face_up(self) -> bool:
        q0, q1, q2, q3 = self.state[6:10]
        return q0 * q0 - q1 * q1 - q2 * q2 + q3 * q3 > 0.0

    def _velocity(self) -> tuple[float, float, float]:
        u = self.state[3:6]
        x, y, z = (row[0] * u[0] + row[1] * u[1] + row[2] * u[2] for row in rows(self.state))
        return x, y, z

    def _yaw_rate(self) -> float:
        up, w = upward(self.state), self.state[10:13]
        return up[0] * w[0] + up[1] * w[1] + up[2] * w[2]

    def _record(self) -> None:
        moved = tuple((other.card, other.plan, other.level) for other in self.lying if other.moved)
        self.path.append((self.t, self.state, moved))

    def _result(self, settled: bool) -> Flat:
        s, stock = self.state, self.stock
        east, north, _ = rows(s)
        c, d = north[1], -east[1]  # the long side, from above
        size = sqrt(c * c + d * d) or 1.0
        plan = Plan(s[0], s[1], c / size, d / size, stock.width / 2, stock.length / 2)
        vx, vy, _ = self._velocity()
        speed = sqrt(vx * vx + vy * vy)
        ahead = [(x - s[0]) * vx + (y - s[1]) * vy for x, y, _ in corners(s, stock)]
        lead = max(range(4), key=ahead.__getitem__)
        tip = max(corners(s, stock)[lead][2], 0.0)
        self.cues.append(LocalCue(self.t, "slap", TABLE, s[0], s[1], self._loudest))
        self.cues.append(LocalCue(self.t, "slide", TABLE, s[0], s[1], speed))
        self._record()
        return Flat(plan, vx, vy, self._yaw_rate(), self._face_up(), tip, settled)


def lowest(spots: Sequence[Corner]) -> float:
    """Height of the lowest corner of a card."""
    one, two, three, four = spots
    return min(one[2], two[2], three[2], four[2])


def _between(old: Sequence[Corner], new: Sequence[Corner], part: float) -> list[Corner]:
    """Corners at a time within a step, `part` from 0 to 1; linear interpolation."""
    return [
        (x + part * (u - x), y + part * (v - y), z + part * (w - z))
        for (x, y, z), (u, v, w) in zip(old, new, strict=True)
    ]
