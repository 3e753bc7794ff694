"""Simulation of flat cards on the table: sliding, spinning, pushing and dragging, with pymunk.

Slide and spin share one friction force, by a limit surface fitted to a rectangle: a spinning card
slides farther. Chipmunk moves bodies before it slows them, so the position and the velocity
function of a body both apply the same exact friction law instead. Units here are mm, g and s. Each
toss has a pymunk space of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt
from typing import Any, NamedTuple

import pymunk

from castlecards.core.cards import CardId
from castlecards.core.landing import TABLE
from castlecards.toss.contact import Plan, overlap
from castlecards.toss.film import Lay
from castlecards.toss.layers import CardContact, RestingCard, edges_meet
from castlecards.toss.slap import Flat, LocalCue
from castlecards.toss.stock import GRAVITY, CardStock, ContactMaterial, edge_lift

STEP = 1 / 240  # s
LONGEST = 4.0  # s; friction stops the fastest card far sooner
MM = 1000.0  # mm in a metre
REST_SPEED = 0.5  # mm/s; a slower card is at rest
REST_SPIN = 0.02  # rad/s; a card that spins more slowly is at rest
CARD = 1  # collision type of every shape
REST = (0.0, 0.0)  # no movement, no acceleration

# mm moved, rad turned, velocity (mm/s), spin (rad/s)
StepResult = tuple[tuple[float, float], float, tuple[float, float], float]

# Limit surface of a poker-size card [fitted to the Coulomb integral over its area]; the lengths
# grow with the radius of gyration.
SPIN_ARM = 45.0  # mm
TWIST_ARM = 29.4  # mm
TWIST_SHARE = 1.45  # no unit
FITTED_GYRATION = 31.54  # mm, radius of gyration of the card that was fitted


class FrictionLaw(NamedTuple):
    """Friction of a flat card of one size, by its limit surface."""

    spin_arm: float  # mm
    twist_arm: float  # mm
    gyration2: float  # mm²

    @classmethod
    def of(cls, stock: CardStock) -> FrictionLaw:
        """Friction of cards of this stock, scaled from the fitted poker size."""
        gyration = stock.gyration * MM
        scale = gyration / FITTED_GYRATION
        return cls(SPIN_ARM * scale, TWIST_ARM * scale, gyration * gyration)

    def slowing(self, speed: float, spin: float) -> tuple[float, float]:
        """Deceleration of slide (no unit) and of spin (1/mm), both to be multiplied by `grip`: the
        friction coefficient times gravity, mm/s²."""
        v4, s4 = speed * speed, self.spin_arm * spin
        t4, w4 = TWIST_SHARE * speed, self.twist_arm * spin
        slide = sqrt(sqrt(v4 * v4 + s4 * s4 * s4 * s4))
        twist = sqrt(sqrt(w4 * w4 * w4 * w4 + t4 * t4 * t4 * t4))
        return (
            speed / slide if slide > 0.0 else 0.0,
            self.twist_arm * w4 / twist / self.gyration2 if twist > 0.0 else 0.0,
        )

    def step(self, speed: float, spin: float, grip: float, dt: float) -> tuple[float, ...]:
        """(distance, turn, speed, spin) after `dt` s: mm, rad, mm/s, rad/s.

        `spin` must be 0 or more. `grip` is the friction coefficient times gravity, mm/s². Exact
        for pure sliding and for pure spinning.
        """
        slow, calm = self.slowing(speed, spin)
        half = dt * grip / 2
        middle, turning = speed - half * slow, spin - half * calm
        if middle > 0.0 and turning > 0.0:
            slow, calm = self.slowing(middle, turning)
        slow, calm = slow * grip, calm * grip
        distance, speed_left = _brake(speed, slow, dt)
        turn, spin_left = _brake(spin, calm, dt)
        return distance, turn, speed_left, spin_left


def _brake(rate: float, slow: float, dt: float) -> tuple[float, float]:
    """Distance and speed after `dt` s of constant deceleration, at most to a stop."""
    if rate <= slow * dt:
        return (rate * rate / (2 * slow) if slow > 0.0 else 0.0), 0.0
    return rate * dt - slow * dt * dt / 2, rate - slow * dt


class SlideState(NamedTuple):
    """Poses of the thrown card and of the lying cards that moved, in the thrower's frame."""

    t: float  # s
    thrown: Lay  # mm
    moved: tuple[Lay, ...]


class PlainBody(pymunk.Body):
    """Pymunk body with plain attribute assignment, which is faster: fields are set four times a
    step."""

    __setattr__ = object.__setattr__  # type: ignore[assignment]


class SlidingBody:
    """One pymunk body with its card, its level and the friction that slows it.

    Position and speed are copied here as plain numbers, for speed: only `move` moves a body, and
    only `slow` and a step of the space change its velocity.
    """

    __slots__ = (
        "_plan", "_step_input", "_step_result", "angle", "body", "card", "grip", "law", "level",
        "pull", "spin", "start", "vx", "vy", "x", "y",
    )  # fmt: skip

    def __init__(self, card: CardId, body: pymunk.Body, level: int, law: FrictionLaw) -> None:
        self.card = card
        self.body = body
        self.level = level
        self.law = law
        self.grip = 0.0  # mm/s², friction coefficient times gravity
        self.pull = REST  # mm/s², acceleration by a card that slides on top of it
        self.x, self.y = body.position  # mm
        self.angle = body.angle  # rad
        self.vx = self.vy = self.spin = 0.0  # mm/s, mm/s, rad/s
        self._plan: Plan | None = None
        self._step_input: tuple[Any, ...] = ()
        self._step_result: StepResult = (REST, 0.0, REST, 0.0)
        self.start: tuple[float, float, float] | None = None  # x, y, angle before it moved

    def plan(self, a: float, b: float) -> Plan:
        """Outline seen from above, mm; `a` and `b` are half the sides."""
        if self._plan is None:
            turned = self.body.rotation_vector
            self._plan = Plan(self.x, self.y, turned.x, turned.y, a, b)
        return self._plan

    def move(self, body: pymunk.Body, dt: float) -> None:
        """Position function of the body, called by Chipmunk."""
        (x, y), turn, _, _ = self._step(dt)
        if x or y:
            self.x, self.y = body.position = self.x + x, self.y + y
            self._plan = None
        if turn:
            self.angle += turn
            body.angle = self.angle
            self._plan = None

    def slow(self, body: pymunk.Body, gravity: Any, damping: float, dt: float) -> None:
        """Velocity function of the body, called by Chipmunk."""
        if self.vx or self.vy or self.spin or self.pull is not REST:
            _, _, body.velocity, body.angular_velocity = self._step(dt)

    def _step(self, dt: float) -> StepResult:
        """Effect of a step; cached, as `move` and `slow` both need it."""
        given = self.vx, self.vy, self.spin, self.grip, self.pull
        if given == self._step_input:
            return self._step_result
        vx, vy = self.vx + self.pull[0] * dt, self.vy + self.pull[1] * dt
        speed = sqrt(vx * vx + vy * vy)
        distance, turn, speed_left, spin_left = self.law.step(speed, abs(self.spin), self.grip, dt)
        if speed > 0.0:
            distance, speed_left = distance / speed, speed_left / speed
        if self.spin < 0.0:
            turn, spin_left = -turn, -spin_left
        self._step_input = given
        self._step_result = (
            (distance * vx, distance * vy),
            turn,
            (speed_left * vx, speed_left * vy),
            spin_left,
        )
        return self._step_result

    def copy_velocity(self) -> None:
        """Copy the velocity of the body after a step of the space."""
        self.vx, self.vy = self.body.velocity
        self.spin = self.body.angular_velocity

    @property
    def moving(self) -> bool:
        """True if it slides faster than `REST_SPEED` or spins faster than `REST_SPIN`."""
        vx, vy = self.vx, self.vy
        return vx * vx + vy * vy > REST_SPEED * REST_SPEED or abs(self.spin) > REST_SPIN


class Slide:
    """Simulation of one toss from flat to rest.

    `run` computes it in one call, `slices` in small steps. Read the fields afterwards.
    """

    def __init__(
        self,
        flat: Flat,
        card: CardId,
        lying: Sequence[RestingCard],
        meetings: Mapping[CardId, CardContact],
        stock: CardStock,
        material: ContactMaterial,
        t: float,
    ) -> None:
        self.card = card
        self.material = material
        self.stock = stock
        self.t = t
        self.meetings = dict(meetings)  # cards that the thrown card overlaps now
        self.moments: list[SlideState] = []
        self.cues: list[LocalCue] = []
        self.under: set[CardId] = {c for c, m in meetings.items() if m is CardContact.UNDER}
        self._a, self._b = stock.width / 2 * MM, stock.length / 2 * MM
        self._lead = flat.tip + edge_lift(material, card, flat.face_up)
        self._failure: BaseException | None = None
        self._fresh = True  # first step: lying cards that touch already lay so before the toss
        self._solid: set[tuple[CardId, CardId]] = set()  # pairs that touch and do not pass
        self._sliding: dict[CardId, SlidingBody] = {}
        self._body_of: dict[pymunk.Shape, SlidingBody] = {}
        self.space = pymunk.Space()
        self.space.collision_slop = 0.05
        self._law = FrictionLaw.of(stock)
        self.bodies = self._add_bodies(flat, lying)
        self._running = False
        self.space.on_collision(
            CARD,
            CARD,
            begin=self._guarded(self._begin),
            pre_solve=self._guarded(self._pre_solve),
            separate=self._guarded(self._separate),
        )

    def run(self) -> None:
        """Compute the whole slide. Raises any error of a collision callback."""
        for _ in self.slices():
            pass

    def slices(self) -> Iterator[None]:
        """Generator form of `run`: yields after every step."""
        end = self.t + LONGEST
        thrown = self.bodies[self.card]
        self._let_slide(thrown)
        self._update_friction()
        while self.t < end and any(sliding.moving for sliding in self._sliding.values()):
            self._running = True  # only during the step: the generator may be dropped at a yield
            self.space.step(STEP)
            self._running = False
            if self._failure is not None:
                raise self._failure
            self._fresh = False
            for sliding in self._sliding.values():
                sliding.copy_velocity()
            self.t += STEP
            self._update_friction()
            self.moments.append(self._moment())
            yield
        self.cues.append(LocalCue(self.t, "rest", TABLE, thrown.x / MM, thrown.y / MM, 0.0))

    def plans(self) -> dict[CardId, Plan]:
        """Outlines of all cards by id, mm."""
        return {card: sliding.plan(self._a, self._b) for card, sliding in self.bodies.items()}

    def moved(self, card: CardId) -> tuple[float, float, float] | None:
        """Final x and y (mm) of a card, and the angle that it has turned by (rad); None if it never
        moved."""
        sliding = self.bodies[card]
        if sliding.start is None:
            return None
        return sliding.x, sliding.y, sliding.angle - sliding.start[2]

    def _moment(self) -> SlideState:
        lays = []
        for card, sliding in sorted(self._sliding.items()):
            lay = Lay(card, sliding.x, sliding.y, sliding.angle, sliding.level)
            if card == self.card:
                thrown = lay
            else:
                lays.append(lay)
        return SlideState(self.t, thrown, tuple(lays))

    # -- set-up ------

    def _add_bodies(self, flat: Flat, lying: Sequence[RestingCard]) -> dict[CardId, SlidingBody]:
        """Create the bodies of all cards in order of id: the order affects the result."""
        over = [x.level for x in lying if self.meetings.get(x.card) is CardContact.OVER]
        me = RestingCard(self.card, flat.plan, 1 + max(over, default=-1))
        me.vx, me.vy, me.spin, me.moved = flat.vx, flat.vy, flat.spin, True
        mass = self.stock.mass * 1000
        moment = mass * self._law.gyration2
        bodies = {}
        for piece in sorted([*lying, me], key=lambda piece: piece.card):
            body = PlainBody(mass, moment)
            body.position = piece.plan.x * MM, piece.plan.y * MM
            body.angle = piece.began + piece.turned()
            shape = pymunk.Poly.create_box(body, (2 * self._a, 2 * self._b))
            shape.collision_type = CARD
            shape.elasticity = sqrt(self.material.push_bounce)  # Chipmunk multiplies the two
            shape.friction = sqrt(self.material.push_friction)
            self.space.add(body, shape)
            sliding = bodies[piece.card] = SlidingBody(piece.card, body, piece.level, self._law)
            self._body_of[shape] = sliding
            if piece.moved:
                body.velocity = piece.vx * MM, piece.vy * MM
                body.angular_velocity = piece.spin
                sliding.copy_velocity()
                self._let_slide(sliding, piece.began)
        return bodies

    def _let_slide(self, sliding: SlidingBody, began: float | None = None) -> None:
        if sliding.card in self._sliding:
            return
        sliding.start = sliding.x, sliding.y, sliding.angle if began is None else began
        sliding.grip = self.material.table_friction * GRAVITY * MM
        sliding.body.position_func = self._guarded(sliding.move)
        sliding.body.velocity_func = self._guarded(sliding.slow)
        self._sliding[sliding.card] = sliding

    def _guarded(self, callback: Callable[..., None]) -> Callable[..., None]:
        """Wrap a callback so that its first error fails the toss; pymunk would print it and go on.

        Calls outside a step are ignored: pymunk also calls back while a space is being freed, when
        bodies are already gone.
        """

        def call(*args: Any) -> None:
            if not self._running:
                return
            try:
                callback(*args)
            except BaseException as error:
                self._failure = self._failure or error

        return call

    # -- friction between cards ------

    def _update_friction(self) -> None:
        """Set the friction of the thrown card and of the cards that it lies on or under."""
        material, g = self.material, GRAVITY * MM
        thrown = self.bodies[self.card]
        if not self.meetings:
            thrown.grip = g * material.table_friction
            return
        outline = thrown.plan(self._a, self._b)
        card_area = 4 * self._a * self._b
        carried = laden = 0.0
        for card, meeting in self.meetings.items():
            if meeting is CardContact.PUSH:
                continue
            other = self.bodies[card]
            share = overlap(outline, other.plan(self._a, self._b)) / card_area
            if meeting is CardContact.OVER:
                share = min(share, 1.0 - carried)
                carried += share
                self._drag(thrown, other, share)
            else:
                laden += share
        on_table = 1.0 - carried + laden
        thrown.grip = g * (
            material.table_friction * on_table + material.card_friction * (carried + laden)
        )

    def _drag(self, thrown: SlidingBody, other: SlidingBody, share: float) -> None:
        """Let the thrown card press on a lower card with `share` of its weight, and pull it along
        by friction."""
        material, g = self.material, GRAVITY * MM
        other.grip = g * material.table_friction * (1.0 + share)
        pull = g * material.card_friction * share * material.drag
        if pull <= other.grip and other.card not in self._sliding:
            return
        vx, vy = thrown.vx - other.vx, thrown.vy - other.vy
        speed = sqrt(vx * vx + vy * vy)
        other.pull = (pull * vx / speed, pull * vy / speed) if speed > REST_SPEED else REST
        if pull > other.grip and speed > REST_SPEED:
            grip = other.grip
            self._let_slide(other)
            other.grip = grip

    # -- collisions ------

    def _begin(self, arbiter: pymunk.Arbiter, space: pymunk.Space, data: Any) -> None:
        one, two = self._pair(arbiter)
        if self.card in (one.card, two.card):
            mine, other = (one, two) if one.card == self.card else (two, one)
            if other.card not in self.meetings:
                self._meet(mine, other, arbiter)
            if self.meetings[other.card] is CardContact.PUSH:
                self._let_slide(other)
                self._solid.add((one.card, two.card))
        elif not self._fresh and one.level == two.level:
            self._let_slide(one)
            self._let_slide(two)
            self._solid.add((one.card, two.card))
        self._pre_solve(arbiter, space, data)

    def _meet(self, mine: SlidingBody, other: SlidingBody, arbiter: pymunk.Arbiter) -> None:
        vx, vy = mine.vx - other.vx, mine.vy - other.vy
        normal = arbiter.contact_point_set.normal
        closing = abs(vx * normal.x + vy * normal.y)
        if mine.level != other.level:
            meeting = CardContact.OVER if mine.level > other.level else CardContact.UNDER
        else:
            edge = edge_lift(self.material, other.card)
            meeting = edges_meet(
                self._lead, edge, closing / MM, self.stock.thickness, self.material
            )
        self.meetings[other.card] = meeting
        if meeting is CardContact.UNDER:
            self.under.add(other.card)
        elif meeting is CardContact.OVER:
            mine.level = max(mine.level, other.level + 1)
        x, y = arbiter.contact_point_set.points[0].point_a
        self.cues.append(LocalCue(self.t, meeting.value, other.card, x / MM, y / MM, closing / MM))

    def _pre_solve(self, arbiter: pymunk.Arbiter, space: pymunk.Space, data: Any) -> None:
        """Tell Chipmunk, which forgets it at every step, whether two cards collide or pass."""
        solid = bool(self._solid) and self._cards(arbiter) in self._solid
        arbiter.process_collision = solid

    def _separate(self, arbiter: pymunk.Arbiter, space: pymunk.Space, data: Any) -> None:
        one, two = self._pair(arbiter)
        self._solid.discard((one.card, two.card))
        if self.card in (one.card, two.card):
            mine, other = (one, two) if one.card == self.card else (two, one)
            self.meetings.pop(other.card, None)
            self.under.discard(other.card)
            other.grip = self.material.table_friction * GRAVITY * MM
            other.pull = REST
            over = [c for c, m in self.meetings.items() if m is CardContact.OVER]
            mine.level = 1 + max((self.bodies[c].level for c in over), default=-1)

    def _pair(self, arbiter: pymunk.Arbiter) -> tuple[SlidingBody, SlidingBody]:
        """Bodies of a collision, the lower card id first."""
        shape, against = arbiter.shapes
        one, two = self._body_of[shape], self._body_of[against]
        return (one, two) if one.card < two.card else (two, one)

    def _cards(self, arbiter: pymunk.Arbiter) -> tuple[CardId, CardId]:
        one, two = self._pair(arbiter)
        return one.card, two.card
