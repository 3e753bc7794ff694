"""First touch of a thrown card, relative to the card it was thrown at.

A card that touches the table first is a miss however well it comes to rest (CB20), so this, and not
the rest, is what a thrower has to mend.
"""

from __future__ import annotations

from math import cos, hypot, inf, sin
from typing import Any, Literal, NamedTuple

from castlecards.core.action import Action, Illegal
from castlecards.core.cards import Pose, Seat, Zone
from castlecards.core.landing import TABLE, Throw, touch_of
from castlecards.core.position import Position
from castlecards.games.card_barrage.scoring import (
    FARTHEST,
    LEFT,
    OWN_FIRST,
    SLID_OFF,
    TABLE_FIRST,
    UNDERNEATH,
    ThrowTargets,
    Verdict,
)
from castlecards.texts import tr

Where = Literal["before", "behind", "left", "right", "on"]
# Place of the first touch by whether it is at a castle, and where.
NEAR = {
    (False, "before"): tr("just short of the wall"),
    (False, "behind"): tr("just past the wall"),
    (False, "left"): tr("just left of the wall"),
    (False, "right"): tr("just right of the wall"),
    (False, "on"): tr("on the very edge of the wall"),
    (True, "before"): tr("just short of the castle"),
    (True, "behind"): tr("just past the castle"),
    (True, "left"): tr("just left of the castle"),
    (True, "right"): tr("just right of the castle"),
    (True, "on"): tr("on the very edge of the castle"),
}
FAR = {
    (False, "before"): tr("{cm} cm short of the wall"),
    (False, "behind"): tr("{cm} cm past the wall"),
    (False, "left"): tr("{cm} cm left of the wall"),
    (False, "right"): tr("{cm} cm right of the wall"),
    (True, "before"): tr("{cm} cm short of the castle"),
    (True, "behind"): tr("{cm} cm past the castle"),
    (True, "left"): tr("{cm} cm left of the castle"),
    (True, "right"): tr("{cm} cm right of the castle"),
}
ON_CARD = (tr("on the wall"), tr("on the castle"))
ON_EDGE = (NEAR[False, "on"], NEAR[True, "on"])
MISSES = {
    LEFT: tr("Miss: it left the play area"),
    UNDERNEATH: tr("Miss: it ended under a card"),
    TABLE_FIRST: tr("Miss: it hit the table first"),
    OWN_FIRST: tr("Miss: it hit a friendly card first"),
    SLID_OFF: tr("Miss: it slid off"),
}
EDGE = 1.0  # mm from the front edge: a touch within it is called “on the edge”
WITHOUT_PLACE = (LEFT.word, OWN_FIRST.word)  # verdicts told without a place


class Touch(NamedTuple):
    """Place of the first touch in mm, as the thrower sees it: to the right, and ahead."""

    target: Zone  # whose card was nearest to the place, or was touched
    right: float  # from the middle of that card
    far: float
    where: Where
    off: float  # how far from its edge; "on" it: how far past its front edge

    def words(self, castle: bool) -> str:
        """Place in words: `2 cm short of the wall`."""
        key = castle, self.where
        if self.where == "on":
            return NEAR[key] if self.off < EDGE else ON_CARD[castle]
        cm = round(self.off / 10)
        return FAR[key].format(cm=cm) if cm else NEAR[key]


def first_touch(pos: Position[Any], seat: Seat, throw: Throw, landing: Action) -> Touch | None:
    """`pos` is the position that the card lands in, thrown by `seat`.

    None where the landing does not say, and where there is nothing to hit. Raises Illegal for a
    place where nothing can be touched.
    """
    place = touch_of(landing.args)
    if place is None:
        return None
    if max(map(abs, place)) > FARTHEST:
        raise Illegal(tr("no card can touch the table at {place}", place=place))
    ground: ThrowTargets = pos.state.ground
    poses, first = pos.poses, landing.args[5]
    assert poses is not None
    found: Touch | None = None
    least = inf
    for zone in ground.targets[1 - seat % 2]:
        for card in pos.zones[zone]:
            pose = poses[card]
            if pose is None:
                continue
            touch = _touch_on_card(zone, place, pose, throw)
            if card == first:
                return touch if touch.where == "on" else touch._replace(where="on", off=0.0)
            off = 0.0 if touch.where == "on" else touch.off
            if off < least:
                least, found = off, touch
    if found is not None and found.where == "on" and first == TABLE:
        found = found._replace(where="before", off=0.0)  # at its very edge, but for a rounding
    return found


def _touch_on_card(zone: Zone, place: tuple[int, int], pose: Pose, throw: Throw) -> Touch:
    """Touch relative to one card."""
    ahead, own = throw.start.angle / 1000, pose.angle / 1000
    dx, dy = (place[0] - pose.x) / 10, (place[1] - pose.y) / 10
    right, far = _turned(dx, dy, ahead)
    x, y = _turned(dx, dy, own)  # in the card's own axes
    a, b = throw.field.card_width / 20, throw.field.card_length / 20
    out = x - min(max(x, -a), a), y - min(max(y, -b), b)
    if out == (0.0, 0.0):
        back = sin(ahead - own), -cos(ahead - own)  # towards the thrower, in the card's own axes
        ways = ((a, x, back[0]), (b, y, back[1]))
        exits = [((half if way > 0 else -half) - at) / way for half, at, way in ways if way]
        return Touch(zone, right, far, "on", min(exits))
    off_right, off_far = _turned(*out, ahead - own)
    if abs(off_far) >= abs(off_right):
        where: Where = "before" if off_far < 0 else "behind"
    else:
        where = "left" if off_right < 0 else "right"
    return Touch(zone, right, far, where, hypot(*out))


def _turned(x: float, y: float, angle: float) -> tuple[float, float]:
    """A vector in axes that are turned by `angle`, rad anticlockwise."""
    c, s = cos(angle), sin(angle)
    return x * c + y * s, y * c - x * s


def verdict_text(
    pos: Position[Any], seat: Seat, throw: Throw, landing: Action, verdict: Verdict
) -> str:
    """Verdict in words, with the place of the first touch if it is known and not on a card."""
    place = touch_text(pos, seat, throw, landing)
    if not place or place in ON_CARD or verdict.word in WITHOUT_PLACE:
        return verdict.word
    return tr("{verdict}, {place}", verdict=verdict.word, place=place)


def feedback(
    pos: Position[Any], seat: Seat, throw: Throw, landing: Action, verdict: Verdict
) -> str:
    """Feedback to the thrower in words: `Hit!`, `Miss: landed 2 cm short of the wall`."""
    place = touch_text(pos, seat, throw, landing)
    if verdict.hits and place in ON_EDGE:
        return tr("{verdict}, {place}!", verdict=verdict.word, place=place)
    if verdict.hits:
        return tr("{verdict}!", verdict=verdict.word)
    if verdict == TABLE_FIRST and place:
        return tr("Miss: landed {place}", place=place)
    return MISSES[verdict]


def touch_text(pos: Position[Any], seat: Seat, throw: Throw, landing: Action) -> str:
    """Place of the first touch: `2 cm short of the wall`; "" if it is unknown."""
    touch = first_touch(pos, seat, throw, landing)
    if touch is None:
        return ""
    ground: ThrowTargets = pos.state.ground
    return touch.words(not ground.wall_mask[1 - seat % 2] >> touch.target & 1)
