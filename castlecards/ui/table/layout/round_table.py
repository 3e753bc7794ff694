"""Layout of a round table: a ring with a place for every seat, and the seats' plates around it.

Zones with `ZoneSpec.ring` are places of the ring. The other zones of a seat lie on its plate, and
its hand behind the plate. Zones without an owner lie in a column at the edge, except the zone in
the middle of the table (the crown pile), which is shown large beside the ring. All lengths are in
design units and shrink together in a small window.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from castlecards.core.cards import Seat, Zone, ZoneSpec
from castlecards.core.position import Position
from castlecards.core.view import View
from castlecards.ui.table.layout.hand_layout import (
    SHOWN,
    hand_middle,
    opposite_column,
    other_hands_near,
    own_fans,
    small_hand,
)
from castlecards.ui.table.layout.model import (
    FAR_HAND,
    RAIL,
    RATIO,
    RoundTable,
    SeatPlate,
    Viewport,
    ZoneArea,
    nearest_seat,
)
from castlecards.ui.table.layout.pile_layout import without_owner

RADIUS = 186.0  # radius of the ring
MIDDLE = 352.0  # from the top of the window to the centre of the ring
LOW = 646.0  # from the top to the own hand at full scale
WIDE = 976.0  # width of the ring, plates and column together
LAID = 138.0  # height of a card in the ring
CROWNED = 104.0  # height of a card of the crown pile
EDGE = 60.0  # height of a card of the piles at the edge
STEP = 88.0  # from one pile at the edge to the next
OUTER = 450.0  # from the centre of the ring to the column at the edge
FIRST = -110.0  # from the centre of the ring to the first pile of the column, below a seal
SMALL = 62.0  # height of a card on a plate
PLATE = (226.0, 84.0)  # width and height of a plate
OWN = (480.0, 46.0)  # width and height of the own plate
TRICKS = (78.0, 277.0)  # from the left edge to the middle of the tricks on it, and on the own plate
TRICK = 32.0  # height of a card of the tricks, which lie crosswise
AROUND = 100.0  # width of the tricks with their title and number
FAN = 31.0  # from the upper edge of a plate to the middle of the fan above it
LABEL = 80.0  # width of a title at the edge
ASIDE = 8.0  # from the right edge of a plate to the middle of a seal beside it
INWARDS = 26.0  # from the left edge of a plate to the middle of a seal below it
BELOW = 6.0  # from the lower edge of that plate to the middle of its wax

Point = tuple[float, float]


class RoundTableLayout(NamedTuple):
    """Positions relative to the centre of the ring, in units."""

    places: tuple[Point, ...]  # of the ring, in turn order from the nearest seat
    plates: tuple[Point, ...]  # in the same order


NEAR: Point = (0.0, 261.0)  # position of the own plate
CROWN: Point = (-412.0, 203.0)
SEATINGS = {
    2: RoundTableLayout(((0, 82), (0, -82)), (NEAR, (0, -243))),
    3: RoundTableLayout(
        ((0, 78), (-112, -48), (112, -48)), (NEAR, (-282, -185), (316, -185))
    ),
    4: RoundTableLayout(
        ((0, 78), (-124, 0), (0, -78), (124, 0)), (NEAR, (-282, -185), (0, -243), (316, -185))
    ),
}  # fmt: skip


def is_round_table(pos: Position[object]) -> bool:
    """True if the game has ring places and a seating for its number of seats."""
    return pos.box.seats in SEATINGS and any(spec.ring for spec in pos.box.zones)


def round_table_layout(
    view: View,
    hands: Sequence[Zone],
    piles: Sequence[Zone],
    unseen: Sequence[Zone],
    viewport: Viewport,
) -> tuple[RoundTable, list[ZoneArea]]:
    """Round table and areas of all zones for the viewer; `unseen`: piles not shown now."""
    pos = view.position
    table = _table(pos, viewport, nearest_seat(pos, viewport, view.seat))
    shown = _piles(pos, piles, table, viewport)
    gone = [_without_size(pos, area, table) for area in _piles(pos, unseen, table, viewport)]
    areas = [*shown, *gone]
    return table, areas + _hands(view, hands, table, viewport)


def _piles(
    pos: Position[object], piles: Sequence[Zone], table: RoundTable, viewport: Viewport
) -> list[ZoneArea]:
    specs, seating = pos.box.zones, SEATINGS[pos.box.seats]
    areas: list[ZoneArea] = []
    turns = {plate.seat: turn for turn, plate in enumerate(table.plates)}
    for zone in piles:
        spec = specs[zone]
        if spec.owner is None and spec.at == (0.0, 0.0):
            areas.append(_crown(pos, zone, table, viewport))
        elif spec.owner is None:
            areas.append(_at_edge(pos, zone, table, viewport))
        elif spec.ring:
            areas.append(_ring_place(pos, zone, table, seating.places[turns[spec.owner]]))
    for plate in table.plates:
        own = [z for z in piles if specs[z].owner == plate.seat and not specs[z].ring]
        areas += _on_plate(pos, own, plate, table.size)
    return areas


def _without_size(pos: Position[object], area: ZoneArea, table: RoundTable) -> ZoneArea:
    """Area of a zone that is not shown: the point that its cards come from and go to.

    It is the seal of a plate, so that cards that leave it cover no other."""
    owner = pos.box.zones[area.zone].owner
    plate = next((plate for plate in table.plates if plate.seat == owner), None)
    x, y = area.x, area.y
    if plate is not None and area.part == "plate":
        x, y = seal_middle(plate, table.size)
    return replace(area, x=x, y=y, width=0.0, height=0.0, title="", part="unseen")


def seal_middle(plate: SeatPlate, size: float) -> Point:
    """Middle of the wax of a seal, px; `size`: px per unit. It hangs below the left end of a plate,
    and beside the right end of the own one and of one at the right."""
    if plate.seal_beside:
        return plate.x + plate.width / 2 + ASIDE * size, plate.y
    return plate.x - plate.width / 2 + INWARDS * size, plate.y + plate.height / 2 + BELOW * size


def _table(pos: Position[object], viewport: Viewport, near: Seat) -> RoundTable:
    """Ring and plates, as large as they fit."""
    u, seats = viewport.u, pos.box.seats
    _, width = opposite_column(0, 1, viewport)
    room = viewport.height / u - SHOWN
    part = min(1.0, room / LOW, width / u / WIDE)
    size = part * u
    x, y = hand_middle(pos, viewport), (max(room - LOW * part, 0.0) / 2 + MIDDLE * part) * u
    seating = SEATINGS[seats]
    flip = -1 if viewport.mirrored else 1
    most = viewport.width / 2 + flip * (viewport.left + viewport.width / 2 - x) - RAIL * u
    x -= flip * max(OUTER * size + LABEL / 2 * u - most, 0.0)  # keep titles at the edge uncut
    plates = []
    for turn in range(seats):
        dx, dy = seating.plates[turn]
        wide, high = PLATE if turn else OWN
        at = x + dx * size, y + dy * size
        seat = (near + turn) % seats
        beside = turn == 0 or dx > 0  # below the left end, a form would cut it
        plates.append(SeatPlate(seat, *at, wide * size, high * size, turn == 0, beside))
    return RoundTable(x, y, RADIUS * size, size, tuple(plates))


def _area(
    pos: Position[object], zone: Zone, at: Point, height: float, wide: float = 0.0
) -> ZoneArea:
    spec, count = pos.box.zones[zone], len(pos.zones[zone])
    title = spec.title
    if spec.owner is not None:
        title = without_owner(title)
    width = height * RATIO + wide
    return ZoneArea(zone, *at, width, height, title, count, card=height)


def _ring_place(pos: Position[object], zone: Zone, table: RoundTable, at: Point) -> ZoneArea:
    """Area of a place in the ring; spread cards keep the same middle."""
    height = LAID * table.size
    spec: ZoneSpec = pos.box.zones[zone]
    wide = abs(spec.spread[0]) * height * RATIO * max(len(pos.zones[zone]) - 1, 0)
    x, y = table.x + at[0] * table.size, table.y + at[1] * table.size
    found = _area(pos, zone, (x, y), height, wide)
    return replace(found, part="ring", title="", shows_count=False)


def _on_plate(
    pos: Position[object], zones: Sequence[Zone], plate: SeatPlate, size: float
) -> list[ZoneArea]:
    """Areas of the zones on a plate: cards from the right edge, tricks in the rest."""
    found: list[ZoneArea] = []
    height = SMALL * size
    pad = 12 * size
    right = plate.x + plate.width / 2 - pad
    low = plate.y + plate.height / 2
    cards = [zone for zone in zones if not pos.box.zones[zone].tricks]
    for zone in sorted(cards, key=lambda zone: -pos.box.zones[zone].at[0]):
        y = low - 48 * size if not plate.own else low - 1 * size - height / 2
        area = _area(pos, zone, (right - height * RATIO / 2, y), height)
        found.append(replace(area, part="plate", shows_count=False))
        right -= height * RATIO + pad / 2
    middle = plate.x - plate.width / 2 + TRICKS[plate.own] * size
    y = low - 19 * size if not plate.own else plate.y + 4 * size
    for zone in zones:
        if zone not in cards:
            area = _area(pos, zone, (middle, y), TRICK * size)
            wide, high = AROUND * size, TRICK * RATIO * size
            area = replace(area, width=wide, height=high, angle=90.0)
            found.append(replace(area, part="unseen", shows_count=False))
    return found


def _crown(pos: Position[object], zone: Zone, table: RoundTable, viewport: Viewport) -> ZoneArea:
    dx, dy = CROWN
    flip = -1 if viewport.mirrored else 1
    x, y = table.x + flip * dx * table.size, table.y + dy * table.size
    found = _area(pos, zone, (x, y), CROWNED * table.size)
    return replace(found, part="crown")


def _at_edge(pos: Position[object], zone: Zone, table: RoundTable, viewport: Viewport) -> ZoneArea:
    """Area of a pile in the column at the edge.

    Each has a place of its own, so that no pile moves when a rare one appears."""
    specs, size = pos.box.zones, table.size
    column = [n for n, spec in enumerate(specs) if _is_at_edge(spec)]
    column.sort(key=lambda zone: (specs[zone].at[0], zone))
    flip = -1 if viewport.mirrored else 1
    x, y = table.x + flip * OUTER * size, table.y + (FIRST + STEP * column.index(zone)) * size
    return replace(_area(pos, zone, (x, y), EDGE * size), label=LABEL * viewport.u)


def _is_at_edge(spec: ZoneSpec) -> bool:
    """True for a pile without an owner, except the crown pile."""
    return spec.owner is None and spec.at != (0.0, 0.0) and not spec.hidden


def _hands(
    view: View, hands: Sequence[Zone], table: RoundTable, viewport: Viewport
) -> list[ZoneArea]:
    """Areas of the hands: the own at the bottom, the others behind their plates."""
    pos, specs = view.position, view.position.box.zones
    own = [zone for zone in hands if specs[zone].owner == view.seat]
    found = own_fans(pos, own, (), viewport)
    height = FAR_HAND * table.size
    for plate in table.plates:
        fans = [zone for zone in hands if specs[zone].owner == plate.seat and zone not in own]
        if plate.own:
            found += other_hands_near(pos, fans, viewport, bool(own))
            continue
        y = plate.y - plate.height / 2 - FAN * table.size
        for k, zone in enumerate(fans):
            x = plate.x + (k - (len(fans) - 1) / 2) * plate.width / len(fans)
            small = small_hand(pos, zone, x, y, viewport)
            part = height / small.height
            found.append(replace(small, width=small.width * part, height=height))
    return found
