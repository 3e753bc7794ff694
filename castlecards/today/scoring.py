"""Points of a thrown card at a station, 0 to 10, and the medal of a day's total."""

from __future__ import annotations

from math import cos, hypot, sin
from typing import Any

from castlecards.core.action import Action
from castlecards.core.cards import Pose, Zone
from castlecards.core.landing import CONTACT, FIXED, touch_of
from castlecards.core.position import Position
from castlecards.games.card_barrage.scoring import judge
from castlecards.texts import tr

BEST = 10  # perfect, or the target and another card
TARGET = 5  # on the target, and up to 5 more for the part of the card that covers it
PASSED = 7  # by way of the target onto another card
OTHER = 3  # on another card
NEAR = 2  # first touch beside the target
NEAR_MM = 20.0  # mm, greatest distance of that touch from the target's edge
GOLD, SILVER, BRONZE = "gold", "silver", "bronze"  # medals
RESULTS = {
    GOLD: tr("Gold: you scored {n} points."), SILVER: tr("Silver: you scored {n} points."),
    BRONZE: tr("Bronze: you scored {n} points."), "": tr("You scored {n} points."),
}  # fmt: skip


def points(pos: Position[Any], landing: Action, target: Zone) -> int:
    """Points of a landing in `pos`, the position before it, at the card in the zone `target`."""
    verdict, args, card = judge(pos, 0, landing), landing.args, pos.zones[target][0]
    if target in verdict.hits:
        if len(verdict.hits) > 1 or verdict.perfect >> target & 1:
            return BEST
        return TARGET + min(round(5 * _covered(pos, args, card)), 5)
    if verdict.hits:
        return PASSED if args[5] == card else OTHER
    touch, poses = touch_of(args), pos.poses
    assert poses is not None
    pose = poses[card]
    if touch is None or pose is None:
        return 0
    return NEAR if _distance(pos, touch, pose) <= NEAR_MM else 0


def _covered(pos: Position[Any], args: tuple[int, ...], card: int) -> float:
    """Part of the thrown card that lies on `card`, 0 to 1."""
    field = pos.box.field
    assert field is not None
    whole = field.card_width * field.card_length / 100  # mm²
    contacts = range(FIXED, FIXED + CONTACT * args[6], CONTACT)
    return sum(args[at + 1] for at in contacts if args[at] == card) / whole


def _distance(pos: Position[Any], touch: tuple[int, int], pose: Pose) -> float:
    """Distance of a place (0.1 mm) from the edge of a lying card, mm; 0 on it."""
    field = pos.box.field
    assert field is not None
    c, s = cos(pose.angle / 1000), sin(pose.angle / 1000)
    x, y = touch[0] - pose.x, touch[1] - pose.y
    aside = abs(x * c + y * s) - field.card_width / 2
    along = abs(y * c - x * s) - field.card_length / 2
    return hypot(max(aside, 0.0), max(along, 0.0)) / 10


def medal(total: int, limits: tuple[int, int, int]) -> str:
    """Medal of a day: GOLD, SILVER, BRONZE or "". `limits`: points for bronze, silver and gold."""
    bronze, silver, gold = limits
    if total >= gold:
        return GOLD
    return SILVER if total >= silver else BRONZE if total >= bronze else ""
