"""Conversion of a landing into a ThrowRecord: its cause, and its offset from the target.

Works for every game whose state has the facts of a verdict (`scoring.ThrowTargets`).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, sin
from typing import Any

from castlecards.core.action import Action
from castlecards.core.cards import Pose, Seat, Zone
from castlecards.core.landing import FOULS, METHODS, Throw, touch_of
from castlecards.core.position import Position
from castlecards.games.card_barrage.first_touch import feedback, first_touch, touch_text
from castlecards.games.card_barrage.scoring import (
    LEFT,
    OWN_FIRST,
    SLID_OFF,
    TABLE_FIRST,
    UNDERNEATH,
    Verdict,
    judge,
    pose_of,
)
from castlecards.practice.range import FOUL_TEXTS, RING_POINTS, Ground, points_text, ring_points
from castlecards.practice.throws import HIT, PERFECT, ThrowRecord

CAUSES = {
    LEFT.word: "left", UNDERNEATH.word: "underneath", TABLE_FIRST.word: "table",
    OWN_FIRST.word: "own", SLID_OFF.word: "slid",
}  # fmt: skip


def cause_of(pos: Position[Any], seat: Seat, landing: Action) -> tuple[str, Verdict]:
    """Cause for the record, and the verdict; `pos` is the position before the landing."""
    verdict = judge(pos, seat, landing)
    if verdict.hits:
        return PERFECT if verdict.perfect else HIT, verdict
    ground = pos.state.ground
    if isinstance(ground, Ground) and (points := ring_points(ground, pose_of(landing.args[:4]))):
        return PERFECT if points == RING_POINTS[0] else HIT, Verdict(points_text(points))
    return CAUSES[verdict.word], verdict


Offset = tuple[float, float]  # mm to the right and too far, as the thrower sees it


@dataclass(frozen=True)
class TargetOffset:
    """Offset of a landing from its target: `where` it first touched, in words, and the offsets of
    the first `touch` and of the card at `rest` from the target's middle; "" and None if unknown."""

    where: str
    touch: Offset | None
    rest: Offset | None


def target_offset(pos: Position[Any], seat: Seat, throw: Throw, landing: Action) -> TargetOffset:
    """Offset of a card that lands in `pos` from its target.

    The target is the one that the card touched, or that is nearest to the first touch. On rings,
    and in logs without a first touch, it is the one nearest to the place of rest.
    """
    ground, poses, rest = pos.state.ground, pos.poses, pose_of(landing.args[:4])
    assert poses is not None
    touch, place = first_touch(pos, seat, throw, landing), touch_of(landing.args)
    targets: tuple[Zone, ...] = ground.targets[1 - seat % 2]
    aims = [pose for zone in targets for card in pos.zones[zone] if (pose := poses[card])]
    rings: list[Pose] = []
    if isinstance(ground, Ground):
        rings = [m for s, m in zip(ground.spots, ground.marks, strict=True) if s.kind == "ring"]
    if not (aims or rings):
        return TargetOffset("", None, None)
    nearest = min((*aims, *rings), key=lambda pose: hypot(rest.x - pose.x, rest.y - pose.y))
    if touch is not None and nearest not in rings:
        at = poses[pos.zones[touch.target][0]]
        assert at is not None
        nearest = at
    where = touch_text(pos, seat, throw, landing) if nearest not in rings else ""
    touch_offset = _offset(*place, nearest, throw) if place is not None else None
    return TargetOffset(where, touch_offset, _offset(rest.x, rest.y, nearest, throw))


def _offset(x: int, y: int, aim: Pose, throw: Throw) -> Offset:
    c, s = cos(throw.start.angle / 1000), sin(throw.start.angle / 1000)
    x, y = x - aim.x, y - aim.y
    return round((x * c + y * s) / 10, 1), round((y * c - x * s) / 10, 1)


def throw_record(
    pos: Position[Any],
    seat: Seat,
    throw: Throw,
    landing: Action,
    *,
    time: str,
    layout: str,
    player: str = "",
    level: str = "",
    assist: str = "",
    trial: str = "",
) -> ThrowRecord:
    """Record of a throw that lands in `pos`."""
    word, verdict = cause_of(pos, seat, landing)
    rings = not verdict.hits and verdict.word not in CAUSES
    rest, offset = pose_of(landing.args[:4]), target_offset(pos, seat, throw, landing)
    rest_offset, touch_offset = offset.rest or (None, None), offset.touch or (None, None)
    release = throw.release
    return ThrowRecord(
        time=time,
        method=METHODS[release.method],
        player=player,
        layout=layout,
        level=level,
        assist=assist,
        release=release.args(),
        rest=(rest.x, rest.y, rest.angle),
        right=rest_offset[0],
        far=rest_offset[1],
        cause=word,
        hits=len(verdict.hits),
        perfect=verdict.perfect.bit_count(),
        words=verdict.word if rings else feedback(pos, seat, throw, landing, verdict),
        touch=touch_of(landing.args) or (),
        touch_right=touch_offset[0],
        touch_far=touch_offset[1],
        trial=trial,
    )


def foul_record(
    method: int,
    kind: int,
    *,
    time: str,
    layout: str,
    player: str = "",
    level: str = "",
    assist: str = "",
    trial: str = "",
) -> ThrowRecord:
    """Record of a foul; `kind`: index into FOULS."""
    word = FOULS[kind]
    return ThrowRecord(
        time, METHODS[method], player, layout, level, assist, cause=word, words=FOUL_TEXTS[word],
        trial=trial,
    )  # fmt: skip
