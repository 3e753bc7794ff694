"""Positions for layout tests: a field with rows of walls for 2 to 6 seats, and one without."""

from __future__ import annotations

from castlecards.core.cards import Field, Pose, ZoneSpec
from castlecards.core.position import Box, Position, Step
from castlecards.core.view import View, view
from castlecards.games.decks import standard

WALLS = {2: 5, 4: 4, 6: 3}


def position_with_field(seats: int, hand: int = 4, pile: int = 12) -> Position[int]:
    """Return a position of two sides: castle, walls and hand by seat, piles by side."""
    zones: list[ZoneSpec] = []
    cards: dict[int, int] = {}  # number of cards by zone
    walls = WALLS[seats]
    row = (walls - 1) * 158.5 + 63.5
    mates = seats // 2
    for seat in range(seats):
        side, place = seat % 2, seat // 2
        sign = -1 if side == 0 else 1
        middle = (place - (mates - 1) / 2) * (row + 95) * -sign
        turn = 0 if side == 0 else 3142
        zones.append(ZoneSpec(f"{seat}.hand", (0, 0), seat, None, "fan", (0.7, 0), 6, "owner"))
        cards[len(zones) - 1] = hand
        mark = Pose(round(middle * 10), sign * 3542, turn + 1571)
        zones.append(ZoneSpec(f"{seat}.castle", (0, 0), seat, None, "loose", mark=mark))
        cards[len(zones) - 1] = 1
        for k in range(walls):
            x = middle + (k - (walls - 1) / 2) * 158.5
            mark = Pose(round(x * 10), sign * 2000, turn)
            zones.append(ZoneSpec(f"{seat}.wall{k}", (0, 0), seat, None, "loose", mark=mark))
            cards[len(zones) - 1] = 1
    for side, name in enumerate("AB"):
        zones.append(ZoneSpec(f"{name}.draw", (-8, 0.5), None, side, title="Draw deck"))
        cards[len(zones) - 1] = pile
        zones.append(ZoneSpec(f"{name}.discard", (-7, 0.5), None, side, title="Discard"))
        zones.append(ZoneSpec(f"{name}.score", (8, 0.5), None, side, sight="all", title="Score"))
        cards[len(zones) - 1] = 3
    zones.append(ZoneSpec("field", shape="loose"))
    half = (mates * (row + 95) - 95) / 2 + 190
    sides = tuple(seat % 2 for seat in range(seats))
    faces = standard() + standard(back="tower") + standard(back="moat")
    box = Box(faces, tuple(zones), sides, Field(round(half), 500))
    return _deal(box, cards)


def position_without_field() -> Position[int]:
    """Return a position of two seats: hands, rows, and piles in the middle and at the sides."""
    zones = []
    for seat in (0, 1):
        zones += [
            ZoneSpec(f"{seat}.hand", (0, 0.1), seat, None, "fan", (0.7, 0), 5, "owner", "Hand"),
            ZoneSpec(f"{seat}.row", (0, 1.4), seat, None, "row", (1.1, 0), 5, "all", "Row"),
            ZoneSpec(f"{seat}.won", (4, 0.6), seat, sight="all", title="Won"),
        ]
    zones.append(ZoneSpec("deck", (-4, 0), title="Deck"))
    cards = {0: 4, 1: 5, 3: 4, 4: 2, 6: 9}
    return _deal(Box(standard(), tuple(zones), (0, 1)), cards)


def _deal(box: Box, counts: dict[int, int]) -> Position[int]:
    at = 0
    zones = {}
    for zone, count in counts.items():
        zones[zone] = bytes(range(at, at + count))
        at += count
    spare = len(box.zones) - 1
    zones[spare] = zones.get(spare, b"")
    pos = Position.new(box, zones, 0, Step())
    if pos.poses is not None:
        poses = list(pos.poses)
        for zone, spec in enumerate(box.zones):
            for card in pos.zones[zone]:
                poses[card] = spec.mark
        pos.poses = poses
    return pos


def view_of(pos: Position[int], seat: int) -> View:
    return view(pos, seat)
