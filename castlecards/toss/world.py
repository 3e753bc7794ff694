"""Physics world of a toss: `TossWorld.toss` turns a throw into a film and a landing.

A pure function of its arguments. It works in the thrower's frame (origin at the start, y straight
ahead), so the same throw from the other side of the table is the same computation. It rounds to
integers before anything reaches the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import atan2, cos, sin
from typing import TYPE_CHECKING, Any

from castlecards.core.cards import CardId, Field, Pose
from castlecards.core.landing import NOTHING, TABLE, Contact, Landing, Release, Throw
from castlecards.toss.contact import Plan, contact, direction, plan
from castlecards.toss.film import Cue, Frame, Lay, Quaternion, Toss, frame_at
from castlecards.toss.flight import State, launch_state
from castlecards.toss.layers import RestingCard, lying_above, settle_levels
from castlecards.toss.slap import Fall, LocalCue, PathPoint
from castlecards.toss.stock import FELT, MATERIAL_OF, STANDARD_AIR, Air, CardStock, ContactMaterial

if TYPE_CHECKING:
    from castlecards.core.position import Position
    from castlecards.toss.slide import Slide

FULL_TURN = 6283  # mrad
CLEARANCE = 2e-3  # m, least height of a corner at the release


@dataclass(frozen=True)
class TossWorld:
    """Play area and poses of all lying cards, in order of id."""

    field: Field
    cards: tuple[tuple[CardId, Pose], ...] = ()
    material: ContactMaterial = FELT
    air: Air = STANDARD_AIR

    @classmethod
    def of(cls, position: Position[Any], material: ContactMaterial | None = None) -> TossWorld:
        """World with the loose cards of a position.

        `material` replaces that of the position's surface. Raises ValueError for a game without a
        field.
        """
        field, poses = position.box.field, position.poses
        if field is None or poses is None:
            raise ValueError("this game has no field to throw cards on")
        cards = tuple((card, pose) for card, pose in enumerate(poses) if pose is not None)
        return cls(field, cards, material or MATERIAL_OF[field.surface])

    def toss(self, throw: Throw, wobble: tuple[float, float] = (0.0, 0.0)) -> Toss:
        """Simulate a throw; takes 7 to 8 ms of CPU time.

        `wobble` (rad/s, about the two in-plane axes of the card) models an unsteady hand in
        statistics; a player's toss has none.
        """
        return self.tossing(throw, wobble).finish()

    def tossing(self, throw: Throw, wobble: tuple[float, float] = (0.0, 0.0)) -> IncrementalToss:
        """Toss to be computed in small steps; the result is that of `toss`."""
        return IncrementalToss(
            dict(self.cards), throw, self.material, air_over(throw, self.air), wobble
        )


def preload() -> None:
    """Load pymunk, so that the first toss does not wait for it."""
    import castlecards.toss.slide  # noqa: F401


class IncrementalToss:
    """Toss that is computed in small steps while its film already runs; same result, bit for bit.

    While the card flies freely nothing else moves, so the computed part of the flight can be shown.
    From the first contact on, the film can be shown only when the whole toss is computed.
    """

    def __init__(
        self,
        cards: Mapping[CardId, Pose],
        throw: Throw,
        material: ContactMaterial,
        air: Air,
        wobble: tuple[float, float],
    ) -> None:
        stock = CardStock.of(throw.field)
        self.throw = throw
        self.toss: Toss | None = None  # the result, once it is computed
        self._cards = cards
        self._lying = [
            RestingCard(card, _into_frame(pose, throw.start, stock), pose.level)
            for card, pose in sorted(cards.items())
            if card != throw.card
        ]
        state = launch(throw.release, stock, wobble)
        self._fall = Fall(state, throw.card, self._lying, stock, air, material)
        self._frames: list[Frame] = []
        self._work = self._slices()

    def finish(self) -> Toss:
        """Run the simulation to rest in one call."""
        while self.toss is None:
            self.slice()
        return self.toss

    def slice(self) -> None:
        """Compute for about 0.1 ms more; does nothing once the toss is complete."""
        next(self._work, None)

    @property
    def known(self) -> float:
        """Time up to which `at` can be asked, s since the release: at most the first contact until
        the toss is complete."""
        if self.toss is not None:
            return self.toss.seconds
        path, cues = self._fall.path, self._fall.cues
        touch = cues[0].t if cues else path[-1][0]
        return next(t for t, _, _ in reversed(path) if t <= touch)

    def at(self, t: float) -> Frame:
        """Frame at `t`, s since the release, which must be at most `known`."""
        if self.toss is not None:
            return self.toss.at(t)
        return frame_at(self._flight(), t)

    def _flight(self) -> list[Frame]:
        """Frames from the release until flat, as far as they are computed."""
        new = self._fall.path[len(self._frames) :]
        self._frames += _flight_frames(new, self.throw.start)
        return self._frames

    def _slices(self) -> Iterator[None]:
        from castlecards.toss.slide import Slide  # loads pymunk, which a title screen does without

        throw, fall = self.throw, self._fall
        yield from fall.slices()
        flat = fall.flat
        assert flat is not None
        stock, material = fall.stock, fall.material
        slide = Slide(flat, throw.card, self._lying, fall.meetings, stock, material, fall.t)
        yield
        yield from slide.slices()
        landing = _landing(self._cards, throw, fall, slide, flat.face_up)
        yield
        frames = (*self._flight(), *_slide_frames(fall, slide, throw.start))
        cues = tuple(_cue(cue, throw.start) for cue in (*fall.cues, *slide.cues))
        self.toss = Toss(frames, cues, landing)


def _landing(
    cards: Mapping[CardId, Pose], throw: Throw, fall: Fall, slide: Slide, face_up: bool
) -> Landing:
    card, start, field = throw.card, throw.start, throw.field
    x, y, turned = slide.moved(card) or (0.0, 0.0, 0.0)
    angle = slide.bodies[card].start
    assert angle is not None  # the thrown card slides, if only for an instant
    before = {c: pose for c, pose in cards.items() if c != card}
    poses = dict(before)
    for other in before:
        if (move := slide.moved(other)) is not None:
            px, py = _to_table_units(move[0], move[1], start)
            old = poses[other]
            poses[other] = Pose(px, py, _wrapped(old.angle + round(1000 * move[2])), old.level)
    px, py = _to_table_units(x, y, start)
    poses[card] = Pose(px, py, _wrapped(start.angle + round(1000 * (angle[2] + turned))))
    width, length = field.card_width / 10, field.card_length / 10
    plans = {c: plan(pose, width, length) for c, pose in poses.items()}
    levels = {c: p.level for c, p in poses.items()}
    above = lying_above({c: plans[c] for c in before}, levels, slide.under)
    on, under = _relations(card, plans, above)
    levels = settle_levels(plans, levels, card, above)
    after = {c: Pose(p.x, p.y, p.angle, levels[c]) for c, p in poses.items()}
    off = not _inside(after[card], field)
    first = _first(fall, start, field, off)
    touch = _to_table_units(fall.touch[0] * 1000, fall.touch[1] * 1000, start)
    return Landing(
        card,
        after[card],
        face_up,
        off,
        first,
        on,
        under,
        tuple((c, after[c]) for c in sorted(before) if after[c] != before[c]),
        None if first == NOTHING else touch,
    )


def air_over(throw: Throw, air: Air = STANDARD_AIR) -> Air:
    """Air with the wind of the field, turned into the thrower's frame."""
    east, north = throw.field.wind
    if not east and not north:
        return air
    c, s = direction(throw.start.angle)
    return replace(air, wind=((east * c + north * s) / 1000, (north * c - east * s) / 1000))


def launch(release: Release, stock: CardStock, wobble: tuple[float, float] = (0.0, 0.0)) -> State:
    """State of a card at the release, in the thrower's frame (SI units).

    A card that would touch the table in the hand is lifted clear of it.
    """
    r = release
    yaw = atan2(*reversed(direction(r.yaw)))
    state = launch_state(
        r.speed / 1000,
        r.loft / 1000,
        at=(r.x / 1000, r.y / 1000, r.height / 1000),
        heading=r.heading / 1000,
        pitch=r.pitch / 1000,
        bank=r.bank / 1000,
        yaw=yaw,
        spin=r.spin / 1000,
        tumble=r.tumble / 1000,
        wobble=wobble,
    )
    q0, q1, q2, q3 = state[6:10]
    hang = abs(q1 * q3 - q0 * q2) * stock.width + abs(q2 * q3 + q0 * q1) * stock.length
    return (*state[:2], max(state[2], hang + CLEARANCE), *state[3:])


def _into_frame(pose: Pose, start: Pose, stock: CardStock) -> Plan:
    """Outline of a lying card in the thrower's frame, m."""
    c, s = direction(start.angle)
    dx, dy = (pose.x - start.x) * 1e-4, (pose.y - start.y) * 1e-4
    cos, sin = direction(pose.angle - start.angle)
    return Plan(dx * c + dy * s, dy * c - dx * s, cos, sin, stock.width / 2, stock.length / 2)


def _to_table(start: Pose) -> Callable[[float, float], tuple[float, float]]:
    """Function that converts a place from the thrower's frame to table axes, both in mm."""
    (c, s), x0, y0 = direction(start.angle), start.x / 10, start.y / 10
    return lambda x, y: (x0 + x * c - y * s, y0 + x * s + y * c)


def _to_table_units(x: float, y: float, start: Pose) -> tuple[int, int]:
    """Convert a place (mm, thrower's frame) to table axes in 0.1 mm.

    Rounds before it adds the start, so that a shifted start shifts the result exactly.
    """
    c, s = direction(start.angle)
    return start.x + round(10 * (x * c - y * s)), start.y + round(10 * (x * s + y * c))


def _wrapped(angle: int) -> int:
    """Angle (mrad) reduced to the range from -3141 to 3141."""
    return (angle + FULL_TURN // 2) % FULL_TURN - FULL_TURN // 2


def _inside(pose: Pose, field: Field) -> bool:
    return abs(pose.x) <= 10 * field.half_width and abs(pose.y) <= 10 * field.half_depth


def _relations(
    card: CardId, plans: Mapping[CardId, Plan], lifted: frozenset[CardId]
) -> tuple[tuple[Contact, ...], tuple[CardId, ...]]:
    """Contacts with the cards that the thrown card lies on, and ids of the cards that lie on it."""
    on, under = [], []
    for other in sorted(plans):
        if other == card:
            continue
        touching = contact(other, plans[card], plans[other])
        if touching is None:
            continue
        if other in lifted:
            under.append(other)
        else:
            on.append(touching)
    return tuple(on), tuple(under)


def _first(fall: Fall, start: Pose, field: Field, off: bool) -> CardId:
    """First thing touched; a touch of the table outside the play area counts only if the card comes
    to rest inside."""
    if fall.first != TABLE or not off:
        return fall.first
    x, y = _to_table_units(fall.touch[0] * 1000, fall.touch[1] * 1000, start)
    return TABLE if _inside(Pose(x, y, 0), field) else NOTHING


# -- the film ------


def _flight_frames(path: Sequence[PathPoint], start: Pose) -> list[Frame]:
    frames = []
    to_table, turned = _to_table(start), _turned(start)
    for t, state, plans in path:
        x, y = to_table(state[0] * 1000, state[1] * 1000)
        moved = tuple(
            Lay(
                card,
                *to_table(p.x * 1000, p.y * 1000),
                atan2(p.sin, p.cos) + start.angle / 1000,
                level,
            )
            for card, p, level in plans
        )
        frames.append(Frame(t, x, y, state[2] * 1000, turned(state[6:10]), moved))
    return frames


def _slide_frames(fall: Fall, slide: Slide, start: Pose) -> list[Frame]:
    """Frames from flat to rest: the card turns about the vertical and sinks onto those below."""
    frames = []
    to_table, turned = _to_table(start), _turned(start)
    last = fall.path[-1][1]
    for moment in slide.moments:
        lay = moment.thrown
        x, y = to_table(lay.x, lay.y)
        height = lay.level * fall.stock.thickness * 1000 + 0.15
        upright = _upright(lay.angle, last)
        moved = tuple(
            Lay(
                other.card,
                *to_table(other.x, other.y),
                other.angle + start.angle / 1000,
                other.level,
            )
            for other in moment.moved
        )
        frames.append(Frame(moment.t, x, y, height, turned(upright), moved))
    return frames


def _upright(angle: float, last: State) -> tuple[float, ...]:
    """Attitude (quaternion) of a flat card at this angle, with the same side up as in `last`."""
    c, s = cos(angle / 2), sin(angle / 2)
    q0, q1, q2, q3 = last[6:10]
    if q0 * q0 - q1 * q1 - q2 * q2 + q3 * q3 > 0.0:
        return c, 0.0, 0.0, s
    return 0.0, -s, c, 0.0


def _turned(start: Pose) -> Callable[[tuple[float, ...]], Quaternion]:
    """Function that converts an attitude from the thrower's frame to table axes."""
    half = start.angle / 2000
    c, s = cos(half), sin(half)

    def turned(q: tuple[float, ...]) -> Quaternion:
        w, x, y, z = q
        return c * w - s * z, c * x - s * y, c * y + s * x, c * z + s * w

    return turned


def _cue(cue: LocalCue, start: Pose) -> Cue:
    x, y = _to_table(start)(cue.x * 1000, cue.y * 1000)
    return Cue(cue.t, cue.kind, cue.card, x, y, cue.speed * 1000)
