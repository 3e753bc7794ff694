"""The line that goes into the record of throws: what a landing was, and by how much it missed.

For every game whose state has the grounds of a verdict (`scoring.Grounds`).
"""

from __future__ import annotations

from math import cos, sin
from typing import Any

from castlecards.core.action import Action
from castlecards.core.cards import Pose, Seat, Zone
from castlecards.core.landing import FOULS, METHODS, Throw
from castlecards.core.position import Position
from castlecards.games.card_barrage.rules import FOUL_WORDS
from castlecards.games.card_barrage.scoring import Verdict, judge, pose_of
from castlecards.practice.range import RING_POINTS, Ground, ring_points
from castlecards.practice.throws import HIT, PERFECT, Thrown

CAUSES = {
    "Left the play area": "left", "Underneath a card": "underneath",
    "First touched the table": "table", "Touched your own card first": "own",
    "Slid off": "slid",
}  # fmt: skip


def cause(pos: Position[Any], seat: Seat, landing: Action) -> tuple[str, Verdict]:
    """The word for the record, and the verdict; `pos` is the position that the card lands in."""
    verdict = judge(pos, seat, landing)
    if verdict.hits:
        return PERFECT if verdict.perfect else HIT, verdict
    ground = pos.state.ground
    if isinstance(ground, Ground) and (points := ring_points(ground, pose_of(landing.args[:4]))):
        return PERFECT if points == RING_POINTS[0] else HIT, Verdict(f"{points} points")
    return CAUSES[verdict.word], verdict


def miss(pos: Position[Any], seat: Seat, throw: Throw, rest: Pose) -> tuple[float, float] | None:
    """By how many mm a card at rest missed the nearest target as it lies in `pos`.

    To the right and too far, as the thrower sees it; None where there is no target.
    """
    ground, poses = pos.state.ground, pos.poses
    assert poses is not None
    targets: tuple[Zone, ...] = ground.targets[1 - seat % 2]
    aims = [poses[card] for zone in targets for card in pos.zones[zone]]
    if isinstance(ground, Ground):
        aims += [m for s, m in zip(ground.spots, ground.marks, strict=True) if s.kind == "ring"]
    found = [(rest.x - pose.x, rest.y - pose.y) for pose in aims if pose is not None]
    if not found:
        return None
    x, y = min(found, key=lambda off: off[0] ** 2 + off[1] ** 2)
    c, s = cos(throw.start.angle / 1000), sin(throw.start.angle / 1000)
    return round((x * c + y * s) / 10, 1), round((y * c - x * s) / 10, 1)


def thrown(
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
) -> Thrown:
    """The line of the record for a card that lands in `pos`."""
    word, verdict = cause(pos, seat, landing)
    rest = pose_of(landing.args[:4])
    off = miss(pos, seat, throw, rest)
    release = throw.release
    return Thrown(
        time=time,
        method=METHODS[release.method],
        player=player,
        layout=layout,
        level=level,
        assist=assist,
        release=release.args(),
        rest=(rest.x, rest.y, rest.angle),
        right=off[0] if off else None,
        far=off[1] if off else None,
        cause=word,
        hits=len(verdict.hits),
        perfect=verdict.perfect.bit_count(),
        words=verdict.word,
    )


def foul(
    method: int,
    kind: int,
    *,
    time: str,
    layout: str,
    player: str = "",
    level: str = "",
    assist: str = "",
) -> Thrown:
    """The line for a hand movement that was no throw; `kind`: index into FOULS."""
    word = FOULS[kind]
    return Thrown(
        time, METHODS[method], player, layout, level, assist, cause=word, words=FOUL_WORDS[word]
    )
