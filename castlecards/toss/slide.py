"""Flat on the table: sliding, spinning, pushing and dragging in a fresh pymunk space.

Spin and slide share one friction budget, by a limit surface fitted to a rectangle: a spinning card
slides further. Chipmunk moves bodies before it slows them, so both functions of a body apply the
same exact law instead. Units here are mm, g and s; the space is left to one toss and never resumed.
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
from castlecards.toss.slap import Flat, Noise
from castlecards.toss.stock import GRAVITY, CardStock, Feel, edge_lift

STEP = 1 / 240  # s
LONGEST = 4.0  # s; friction stops the fastest card far sooner
MM = 1000.0  # a metre
STILL, CALM = 0.5, 0.02  # mm/s and rad/s: slower is at rest
CARD = 1  # the collision type of every shape
REST = (0.0, 0.0)

Stepped = tuple[tuple[float, float], float, tuple[float, float], float]  # way, turn, velocity, spin

# The limit surface of a poker-size card, in mm [fitted to the Coulomb integral over its area]; the
# lengths grow with the radius of gyration.
SPIN_ARM, TWIST_ARM, TWIST_SHARE, FITTED_GYRATION = 45.0, 29.4, 1.45, 31.54


class Law(NamedTuple):
    """Friction of a flat card of one size."""

    spin_arm: float  # mm
    twist_arm: float  # mm
    gyration2: float  # mm²

    @classmethod
    def of(cls, stock: CardStock) -> Law:
        gyration = stock.gyration * MM
        scale = gyration / FITTED_GYRATION
        return cls(SPIN_ARM * scale, TWIST_ARM * scale, gyration * gyration)

    def slowing(self, speed: float, spin: float) -> tuple[float, float]:
        """Deceleration of slide and of spin, per unit of friction times gravity (mm/s²)."""
        v4, s4 = speed * speed, self.spin_arm * spin
        t4, w4 = TWIST_SHARE * speed, self.twist_arm * spin
        slide = sqrt(sqrt(v4 * v4 + s4 * s4 * s4 * s4))
        twist = sqrt(sqrt(w4 * w4 * w4 * w4 + t4 * t4 * t4 * t4))
        return (
            speed / slide if slide > 0.0 else 0.0,
            self.twist_arm * w4 / twist / self.gyration2 if twist > 0.0 else 0.0,
        )

    def step(self, speed: float, spin: float, grip: float, dt: float) -> tuple[float, ...]:
        """(way, turn, speed, spin) after `dt`: mm, rad, mm/s, rad/s; `spin` must not be negative.

        `grip` is friction coefficient times gravity, mm/s². Exact for pure sliding and spinning.
        """
        slow, calm = self.slowing(speed, spin)
        half = dt * grip / 2
        middle, turning = speed - half * slow, spin - half * calm
        if middle > 0.0 and turning > 0.0:
            slow, calm = self.slowing(middle, turning)
        slow, calm = slow * grip, calm * grip
        way, left = _brake(speed, slow, dt)
        turn, rest = _brake(spin, calm, dt)
        return way, turn, left, rest


def _brake(rate: float, slow: float, dt: float) -> tuple[float, float]:
    """Way and rate after `dt` of constant deceleration to a stop."""
    if rate <= slow * dt:
        return (rate * rate / (2 * slow) if slow > 0.0 else 0.0), 0.0
    return rate * dt - slow * dt * dt / 2, rate - slow * dt


class SlideState(NamedTuple):
    """The sliding thrown card and the lying cards that moved, in the thrower's frame."""

    t: float  # s
    thrown: Lay  # mm
    moved: tuple[Lay, ...]


class Plate(pymunk.Body):
    """A body whose fields are set without the detour that pymunk takes for type checkers: they are
    set four times a step."""

    __setattr__ = object.__setattr__  # type: ignore[assignment]


class Glide:
    """One body: its card, its level, and what slows it.

    Where it is and how fast is kept here too, in plain numbers: only `move` moves a body, and only
    a step of the space changes its speed otherwise.
    """

    __slots__ = (
        "_answer", "_asked", "_plan", "angle", "body", "card", "grip", "law", "level", "pull",
        "spin", "start", "vx", "vy", "x", "y",
    )  # fmt: skip

    def __init__(self, card: CardId, body: pymunk.Body, level: int, law: Law) -> None:
        self.card = card
        self.body = body
        self.level = level
        self.law = law
        self.grip = 0.0  # mm/s²
        self.pull = REST  # mm/s², by a card that slides on top of it
        self.x, self.y = body.position  # mm
        self.angle = body.angle  # rad
        self.vx = self.vy = self.spin = 0.0  # mm/s, mm/s, rad/s
        self._plan: Plan | None = None
        self._asked: tuple[Any, ...] = ()
        self._answer: Stepped = (REST, 0.0, REST, 0.0)
        self.start: tuple[float, float, float] | None = None  # where it lay

    def plan(self, a: float, b: float) -> Plan:
        """mm; `a` and `b` are half the sides."""
        if self._plan is None:
            turned = self.body.rotation_vector
            self._plan = Plan(self.x, self.y, turned.x, turned.y, a, b)
        return self._plan

    def move(self, body: pymunk.Body, dt: float) -> None:
        """The position function of the body."""
        (x, y), turn, _, _ = self._step(dt)
        if x or y:
            self.x, self.y = body.position = self.x + x, self.y + y
            self._plan = None
        if turn:
            self.angle += turn
            body.angle = self.angle
            self._plan = None

    def slow(self, body: pymunk.Body, gravity: Any, damping: float, dt: float) -> None:
        """The velocity function of the body."""
        if self.vx or self.vy or self.spin or self.pull is not REST:
            _, _, body.velocity, body.angular_velocity = self._step(dt)

    def _step(self, dt: float) -> Stepped:
        """What a step does to it; remembered because both of the above ask for it."""
        asked = self.vx, self.vy, self.spin, self.grip, self.pull
        if asked == self._asked:
            return self._answer
        vx, vy = self.vx + self.pull[0] * dt, self.vy + self.pull[1] * dt
        speed = sqrt(vx * vx + vy * vy)
        way, turn, left, rest = self.law.step(speed, abs(self.spin), self.grip, dt)
        if speed > 0.0:
            way, left = way / speed, left / speed
        if self.spin < 0.0:
            turn, rest = -turn, -rest
        self._asked, self._answer = (
            asked,
            ((way * vx, way * vy), turn, (left * vx, left * vy), rest),
        )
        return self._answer

    def stepped(self) -> None:
        """The space has done a step: how fast its body is now."""
        self.vx, self.vy = self.body.velocity
        self.spin = self.body.angular_velocity

    @property
    def moving(self) -> bool:
        vx, vy = self.vx, self.vy
        return vx * vx + vy * vy > STILL * STILL or abs(self.spin) > CALM


class Slide:
    """From flat to rest. `run` does it all, `slices` bit by bit; the fields are read afterwards."""

    def __init__(
        self,
        flat: Flat,
        card: CardId,
        lying: Sequence[RestingCard],
        meetings: Mapping[CardId, CardContact],
        stock: CardStock,
        feel: Feel,
        t: float,
    ) -> None:
        self.card = card
        self.feel = feel
        self.stock = stock
        self.t = t
        self.meetings = dict(meetings)  # of the thrown card, while they last
        self.moments: list[SlideState] = []
        self.noises: list[Noise] = []
        self.under: set[CardId] = {c for c, m in meetings.items() if m is CardContact.UNDER}
        self._a, self._b = stock.width / 2 * MM, stock.length / 2 * MM
        self._lead = flat.tip + edge_lift(feel, card, flat.face_up)
        self._failure: BaseException | None = None
        self._fresh = True  # within the first step: what touches now lay so before
        self._solid: set[tuple[CardId, CardId]] = set()  # pairs that touch and do not pass
        self._sliding: dict[CardId, Glide] = {}
        self._glide_of: dict[pymunk.Shape, Glide] = {}
        self.space = pymunk.Space()
        self.space.collision_slop = 0.05
        self._law = Law.of(stock)
        self.glides = self._lay_out(flat, lying)
        self._running = False
        self.space.on_collision(
            CARD,
            CARD,
            begin=self._guarded(self._begin),
            pre_solve=self._guarded(self._pre_solve),
            separate=self._guarded(self._separate),
        )

    def run(self) -> None:
        """Raises what a collision callback raised."""
        for _ in self.slices():
            pass

    def slices(self) -> Iterator[None]:
        """All of it, with a pause after every step."""
        end = self.t + LONGEST
        thrown = self.glides[self.card]
        self._let_slide(thrown)
        self._weigh()
        while self.t < end and any(glide.moving for glide in self._sliding.values()):
            self._running = True  # not while this waits: it may be dropped there
            self.space.step(STEP)
            self._running = False
            if self._failure is not None:
                raise self._failure
            self._fresh = False
            for glide in self._sliding.values():
                glide.stepped()
            self.t += STEP
            self._weigh()
            self.moments.append(self._moment())
            yield
        self.noises.append(Noise(self.t, "rest", TABLE, thrown.x / MM, thrown.y / MM, 0.0))

    def plans(self) -> dict[CardId, Plan]:
        """Where all cards are, mm."""
        return {card: glide.plan(self._a, self._b) for card, glide in self.glides.items()}

    def moved(self, card: CardId) -> tuple[float, float, float] | None:
        """x and y in mm and how far it has turned in rad; None for a card that never moved."""
        glide = self.glides[card]
        if glide.start is None:
            return None
        return glide.x, glide.y, glide.angle - glide.start[2]

    def _moment(self) -> SlideState:
        lays = []
        for card, glide in sorted(self._sliding.items()):
            lay = Lay(card, glide.x, glide.y, glide.angle, glide.level)
            if card == self.card:
                thrown = lay
            else:
                lays.append(lay)
        return SlideState(self.t, thrown, tuple(lays))

    # -- setting out ------

    def _lay_out(self, flat: Flat, lying: Sequence[RestingCard]) -> dict[CardId, Glide]:
        """All bodies in order of id: the order is part of the result."""
        over = [x.level for x in lying if self.meetings.get(x.card) is CardContact.OVER]
        me = RestingCard(self.card, flat.plan, 1 + max(over, default=-1))
        me.vx, me.vy, me.spin, me.moved = flat.vx, flat.vy, flat.spin, True
        mass = self.stock.mass * 1000
        moment = mass * self._law.gyration2
        glides = {}
        for piece in sorted([*lying, me], key=lambda piece: piece.card):
            body = Plate(mass, moment)
            body.position = piece.plan.x * MM, piece.plan.y * MM
            body.angle = piece.began + piece.turned()
            shape = pymunk.Poly.create_box(body, (2 * self._a, 2 * self._b))
            shape.collision_type = CARD
            shape.elasticity = sqrt(self.feel.push_bounce)  # Chipmunk multiplies the two
            shape.friction = sqrt(self.feel.push_friction)
            self.space.add(body, shape)
            glide = glides[piece.card] = Glide(piece.card, body, piece.level, self._law)
            self._glide_of[shape] = glide
            if piece.moved:
                body.velocity = piece.vx * MM, piece.vy * MM
                body.angular_velocity = piece.spin
                glide.stepped()
                self._let_slide(glide, piece.began)
        return glides

    def _let_slide(self, glide: Glide, began: float | None = None) -> None:
        if glide.card in self._sliding:
            return
        glide.start = glide.x, glide.y, glide.angle if began is None else began
        glide.grip = self.feel.table_friction * GRAVITY * MM
        glide.body.position_func = self._guarded(glide.move)
        glide.body.velocity_func = self._guarded(glide.slow)
        self._sliding[glide.card] = glide

    def _guarded(self, callback: Callable[..., None]) -> Callable[..., None]:
        """pymunk prints what a callback raises and goes on; here the toss fails.

        It also calls back while a space is being freed, when bodies are already gone: that is
        nobody's business any more.
        """

        def call(*args: Any) -> None:
            if not self._running:
                return
            try:
                callback(*args)
            except BaseException as error:
                self._failure = self._failure or error

        return call

    # -- who carries whom ------

    def _weigh(self) -> None:
        """Friction of the thrown card and of those it lies on or under."""
        feel, g = self.feel, GRAVITY * MM
        thrown = self.glides[self.card]
        if not self.meetings:
            thrown.grip = g * feel.table_friction
            return
        here = thrown.plan(self._a, self._b)
        whole = 4 * self._a * self._b
        carried = laden = 0.0
        for card, meeting in self.meetings.items():
            if meeting is CardContact.PUSH:
                continue
            other = self.glides[card]
            share = overlap(here, other.plan(self._a, self._b)) / whole
            if meeting is CardContact.OVER:
                share = min(share, 1.0 - carried)
                carried += share
                self._drag(thrown, other, share)
            else:
                laden += share
        on_table = 1.0 - carried + laden
        thrown.grip = g * (feel.table_friction * on_table + feel.card_friction * (carried + laden))

    def _drag(self, thrown: Glide, other: Glide, share: float) -> None:
        """The lower card is pressed down by its share, and pulled along by friction."""
        feel, g = self.feel, GRAVITY * MM
        other.grip = g * feel.table_friction * (1.0 + share)
        pull = g * feel.card_friction * share * feel.drag
        if pull <= other.grip and other.card not in self._sliding:
            return
        vx, vy = thrown.vx - other.vx, thrown.vy - other.vy
        speed = sqrt(vx * vx + vy * vy)
        other.pull = (pull * vx / speed, pull * vy / speed) if speed > STILL else REST
        if pull > other.grip and speed > STILL:
            grip = other.grip
            self._let_slide(other)
            other.grip = grip

    # -- edges ------

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

    def _meet(self, mine: Glide, other: Glide, arbiter: pymunk.Arbiter) -> None:
        vx, vy = mine.vx - other.vx, mine.vy - other.vy
        normal = arbiter.contact_point_set.normal
        closing = abs(vx * normal.x + vy * normal.y)
        if mine.level != other.level:
            meeting = CardContact.OVER if mine.level > other.level else CardContact.UNDER
        else:
            edge = edge_lift(self.feel, other.card)
            meeting = edges_meet(self._lead, edge, closing / MM, self.stock.thickness, self.feel)
        self.meetings[other.card] = meeting
        if meeting is CardContact.UNDER:
            self.under.add(other.card)
        elif meeting is CardContact.OVER:
            mine.level = max(mine.level, other.level + 1)
        x, y = arbiter.contact_point_set.points[0].point_a
        self.noises.append(Noise(self.t, meeting.value, other.card, x / MM, y / MM, closing / MM))

    def _pre_solve(self, arbiter: pymunk.Arbiter, space: pymunk.Space, data: Any) -> None:
        """Chipmunk forgets at every step that two shapes shall pass."""
        solid = bool(self._solid) and self._cards(arbiter) in self._solid
        arbiter.process_collision = solid

    def _separate(self, arbiter: pymunk.Arbiter, space: pymunk.Space, data: Any) -> None:
        one, two = self._pair(arbiter)
        self._solid.discard((one.card, two.card))
        if self.card in (one.card, two.card):
            mine, other = (one, two) if one.card == self.card else (two, one)
            self.meetings.pop(other.card, None)
            self.under.discard(other.card)
            other.grip = self.feel.table_friction * GRAVITY * MM
            other.pull = REST
            over = [c for c, m in self.meetings.items() if m is CardContact.OVER]
            mine.level = 1 + max((self.glides[c].level for c in over), default=-1)

    def _pair(self, arbiter: pymunk.Arbiter) -> tuple[Glide, Glide]:
        """Lower id first."""
        shape, against = arbiter.shapes
        one, two = self._glide_of[shape], self._glide_of[against]
        return (one, two) if one.card < two.card else (two, one)

    def _cards(self, arbiter: pymunk.Arbiter) -> tuple[CardId, CardId]:
        one, two = self._pair(arbiter)
        return one.card, two.card
