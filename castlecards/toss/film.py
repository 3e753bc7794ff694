"""Film of a toss: frames to interpolate between and cues for sounds and effects.

A film is only for display and is never saved: the rules read the `Landing`, and replays show a
plain arc to it. Places are in table axes (x east, y north, z up), in mm; times are in seconds since
the release.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Literal, NamedTuple

from castlecards.core.cards import CardId, value
from castlecards.core.landing import Landing

Quaternion = tuple[float, float, float, float]  # w, x, y, z


class Lay(NamedTuple):
    """Pose of a lying card at one moment of a toss."""

    card: CardId
    x: float  # mm
    y: float  # mm
    angle: float  # rad, anticlockwise
    level: int


class Frame(NamedTuple):
    """One moment of the film. `turn` takes the card's own axes (short side, long side, face normal)
    to table axes.

    So `(0, 1, 0)` turned points to the card's top edge, and `(0, 0, 1)` turned is its face normal,
    which points up on a card that is face up. Frames are about 4 ms apart, at uneven times.
    """

    t: float  # s since the release
    x: float  # mm, centre of the thrown card
    y: float  # mm
    z: float  # mm above the table
    turn: Quaternion  # unit length
    moved: tuple[Lay, ...] = ()  # lying cards that have moved, in order of id


CueKind = Literal["touch", "knock", "slap", "slide", "over", "under", "push", "rest"]


class Cue(NamedTuple):
    """Sound or effect at a moment of the film.

    touch: the first contact of the whole toss; `card` is a card id, TABLE or NOTHING.
    knock: a later corner hit, faster than 0.3 m/s.
    slap: the card is flat; `speed` is its fastest corner hit so far.
    slide: it slides on, flat, at `speed`.
    over, under, push: the edge of the thrown card met the edge of `card`.
    rest: all cards are at rest.
    """

    t: float  # s since the release
    kind: CueKind
    card: CardId  # the card touched or met, else TABLE
    x: float  # mm
    y: float  # mm
    speed: float  # mm/s: of the hit for touch, knock, slap; over the table for the others


@value
class Toss:
    """Whole toss: the film and the result. `frames` holds at least two, in order of time."""

    frames: tuple[Frame, ...]
    cues: tuple[Cue, ...]
    landing: Landing

    @property
    def seconds(self) -> float:
        return self.frames[-1].t

    def at(self, t: float) -> Frame:
        """Frame at `t` s, interpolated; the first or the last frame outside the film."""
        return frame_at(self.frames, t)


def frame_at(frames: Sequence[Frame], t: float) -> Frame:
    """Frame at `t` s, interpolated between `frames`: at least one, in order of time."""
    after = bisect_right(frames, t, key=lambda frame: frame.t)
    if after == 0:
        return frames[0]
    if after == len(frames):
        return frames[-1]
    one, two = frames[after - 1], frames[after]
    return _between(one, two, (t - one.t) / (two.t - one.t))


def _between(one: Frame, two: Frame, part: float) -> Frame:
    rest = 1.0 - part
    same = 1.0 if sum(p * q for p, q in zip(one.turn, two.turn, strict=True)) >= 0 else -1.0
    w, x, y, z = (rest * p + same * part * q for p, q in zip(one.turn, two.turn, strict=True))
    size = (w * w + x * x + y * y + z * z) ** 0.5
    before = {lay.card: lay for lay in one.moved}
    moved = tuple(
        Lay(
            lay.card,
            rest * old.x + part * lay.x,
            rest * old.y + part * lay.y,
            rest * old.angle + part * lay.angle,
            lay.level,
        )
        for lay in two.moved
        for old in (before.get(lay.card, lay),)
    )
    return Frame(
        rest * one.t + part * two.t,
        rest * one.x + part * two.x,
        rest * one.y + part * two.y,
        rest * one.z + part * two.z,
        (w / size, x / size, y / size, z / size),
        moved,
    )
