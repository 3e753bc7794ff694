"""Layout of piles and rows at a table without a field, as large as all of them fit.

A zone gives its place in card sizes; the window gives the px that hands, decision corner and score
board leave. Cards get the largest height at which no two slots overlap. That height depends on the
zones and the window alone, never on the cards, so play does not resize the table. Only a row of
flowing zones (`ZoneSpec.flow`) takes the width that its cards need and shrinks when it is full.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from castlecards.core.cards import Seat, Zone
from castlecards.core.position import Position
from castlecards.texts import capital
from castlecards.ui.table.layout.fixed_places import fixed_areas
from castlecards.ui.table.layout.flow_row import Extent, area_at, extent, flow_row
from castlecards.ui.table.layout.hand_layout import LETTER, SHOWN, far_hands_bottom, opposite_column
from castlecards.ui.table.layout.model import (
    HAND,
    RATIO,
    Viewport,
    ZoneArea,
    is_hand,
    opposite_seats,
    screen_side,
)

LINE = 19.0  # units, height of a title below a pile
NARROW = 34.0  # units, smallest width of a title
WIDE = 150.0  # units, largest width of a title
AIR = 8.0  # units between two rows
RISES = 15.0  # units by which the top card of a thick pile lies above its place
STEP = 0.4  # card heights; smaller differences within a row are levelled
SLIT = 0.02  # card widths of overlap at which two piles still count as side by side
HELD = 0.9  # card heights from the edge; nearer slots can lie beside the hand
ASIDE = 2.4  # card widths from the middle; slots nearer to it lie above the hand
LARGEST = 1.05  # largest height of a card, relative to a card of the own hand
SMALLEST = 0.16  # smallest height of a card, on the same scale
STEPS = 11  # iterations of the search for that height


@dataclass(unsafe_hash=True)
class Slot:
    """Slot of the layout: one pile, or one row of flowing zones. Lengths in card widths, heights.

    Results of the search (`spread`, `size`, `edge`) do not count in comparisons, so equal inputs
    share a cached result.
    """

    zones: tuple[Zone, ...]
    where: int  # screen side: 1 near, -1 far, 0 middle
    x: float  # to the right on the screen, from the middle of the column
    y: float  # inwards from the edge; in the middle: down the screen from the centre
    wide: float
    tall: float
    title: str
    column: tuple[float, float]  # px, middle and width of the slot's column of the table
    aside: bool = False  # lies beside the own hand
    spread: float = field(default=0.0, compare=False)  # px, half the width of a flow
    size: float = field(default=0.0, compare=False)  # px, height of a card
    edge: float = field(default=0.0, compare=False)  # px from the table's edge to the slot
    flow: bool = False
    turned: bool = False  # seen from the other side of the table

    @property
    def line(self) -> float:
        return LINE if self.title else 4.0

    def half(self) -> float:
        """Half the width, px."""
        if self.flow:
            return self.spread
        return self.wide * self.size * RATIO / 2

    def middle(self) -> float:
        """Screen x of the middle, px."""
        return self.column[0] + self.x * self.size * RATIO

    def is_beside(self, other: Slot) -> bool:
        """True if the slots do not overlap horizontally."""
        air = -SLIT * max(self.size, other.size) * RATIO
        return abs(self.middle() - other.middle()) >= self.half() + other.half() + air


def pile_layout(
    pos: Position[object], piles: Sequence[Zone], viewport: Viewport, viewer: Seat
) -> list[ZoneArea]:
    """Areas of the piles as the `viewer` sees them."""
    if any(pos.box.zones[zone].place is not None for zone in piles):
        areas = fixed_areas(pos, piles, viewport, viewer)
    else:
        areas = _solved_areas(pos, piles, viewport, viewer)
    areas = _with_titles_once(pos, areas)
    shown = [area for area in areas if area.width]
    found = []
    for area in areas:
        if not area.title:
            found.append(area)
            continue
        owned = pos.box.zones[area.zone].owner is not None
        title = without_owner(area.title) if owned else area.title
        label = _title_width(area, shown, viewport)
        found.append(replace(area, label=label, title=title))
    return found


def _with_titles_once(pos: Position[object], areas: Sequence[ZoneArea]) -> list[ZoneArea]:
    """Areas in which only the middle one of several equal piles in a row keeps the title."""
    rows: dict[object, list[ZoneArea]] = {}
    for area in areas:
        if area.width and area.title:
            key = area.title, pos.box.zones[area.zone].owner, round(area.y)
            rows.setdefault(key, []).append(area)
    silent: set[Zone] = set()
    for row in rows.values():
        row.sort(key=lambda area: area.x)
        silent |= {area.zone for n, area in enumerate(row) if n != len(row) // 2}
    return [replace(area, title="") if area.zone in silent else area for area in areas]


def _solved_areas(
    pos: Position[object], piles: Sequence[Zone], viewport: Viewport, viewer: Seat
) -> list[ZoneArea]:
    """Areas of piles without fixed places, as large as all of them fit."""
    slots = tuple(_slots(pos, piles, viewport, viewer))
    if not slots:
        return []
    held = any(is_hand(spec) for spec in pos.box.zones)
    _place_slots(slots, _largest_card_height(slots, viewport, held), viewport, held)
    return [area for slot in slots for area in _areas(pos, slot, viewport)]


def without_owner(title: str) -> str:
    """Title of a zone without its owner, whom the place on the screen shows: "Anna’s tricks" is
    "Tricks"."""
    _, owned, name = title.partition("’s ")
    return capital(name) if owned else title


def _title_width(area: ZoneArea, shown: Sequence[ZoneArea], viewport: Viewport) -> float:
    """Width of a title, px, as far as its neighbours allow; `shown`: the areas with a size."""
    left, right = (0.0, viewport.column) if viewport.mirrored else (viewport.column, 0.0)
    room = min(WIDE * viewport.u, 2 * (area.x - left), 2 * (viewport.width - right - area.x))
    low = area.y + area.height / 2
    for other in shown if area.width else ():
        if other is area:
            continue
        top, bottom = other.y - other.height / 2, other.y + other.height / 2 + LINE * viewport.u
        if top < low + LINE * viewport.u and bottom > low:
            apart = abs(other.x - area.x)
            theirs = max(other.width, min(LETTER * viewport.u * len(other.title), apart))
            room = min(room, max(area.width, 2 * apart - theirs))
    return max(room - 6 * viewport.u, NARROW * viewport.u)


# -- slots ----------------------------------------------------------------------------------------


def _slots(
    pos: Position[object], piles: Sequence[Zone], viewport: Viewport, viewer: Seat
) -> list[Slot]:
    specs = pos.box.zones
    others = opposite_seats(pos, viewport, viewer)
    centres: dict[Seat | None, float] = {}
    if pos.box.seats > 2:  # centre the zones of each seat in the column that shows it
        for owner in range(pos.box.seats):
            xs = [specs[zone].at[0] for zone in piles if specs[zone].owner == owner]
            centres[owner] = (min(xs, default=0.0) + max(xs, default=0.0)) / 2
    groups: dict[object, list[Zone]] = {}
    for zone in piles:
        spec = specs[zone]
        row = (spec.owner, spec.side, spec.at[1])  # flows at one height share a slot
        groups.setdefault(row if spec.flow else zone, []).append(zone)
    found = []
    for zones in groups.values():
        spec = specs[zones[0]]
        where = screen_side(pos, spec, viewport, viewer)
        number, columns = 0, 1
        if where < 0 and len(others) > 1 and spec.owner in others:
            number, columns = others.index(spec.owner), len(others)
        turned = viewport.side == 1 if where == 0 else where < 0
        if pos.box.seats > 2 and where == 0:
            turned = False
        x = (-1 if turned else 1) * (spec.at[0] - centres.get(spec.owner, 0.0))
        y = spec.at[1] * ((1 if turned else -1) if where == 0 else 1)
        flows = dict.fromkeys(specs[one].flow for one in zones)
        if len(flows) > 1:
            x = 0.0
        most = _reserved_extent(pos, zones, viewport)
        found.append(
            Slot(
                tuple(zones),
                where,
                x,
                y,
                most.wide,
                most.tall,
                spec.title,
                opposite_column(number, columns, viewport),
                flow=bool(spec.flow),
                turned=turned,
                aside=where != 0 and spec.at[1] < HELD and abs(spec.at[0]) >= ASIDE,
            )
        )
    return found


def _reserved_extent(pos: Position[object], zones: Sequence[Zone], viewport: Viewport) -> Extent:
    """Extent reserved for a slot, in card widths and heights, independent of its cards.

    Only crosswise cards behind a row add to it when they come.
    """
    spec = pos.box.zones[zones[0]]
    x, y = abs(spec.spread[0]), abs(spec.spread[1])
    along = spec.room or 4 * x
    base = Extent(1 / RATIO, 1) if spec.turned else Extent(1, 1)
    behind = max(extent(pos, zone, viewport).behind for zone in zones)
    return Extent(base.wide + (along if x else 0.0), base.tall + 4 * y + behind)


# -- card height ----------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _largest_card_height(slots: tuple[Slot, ...], viewport: Viewport, held: bool) -> float:
    """Largest height of a card, px, at which all slots fit, found by bisection.

    Cached, because play seldom changes it and each step places every slot.
    """
    low, high = SMALLEST * HAND * viewport.u, LARGEST * HAND * viewport.u
    if _place_slots(slots, high, viewport, held):
        return high
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if _place_slots(slots, middle, viewport, held) else (low, middle)
    return low


def _place_slots(slots: Sequence[Slot], size: float, viewport: Viewport, held: bool) -> bool:
    """Place the slots for cards `size` px high; False if two overlap or one leaves the window."""
    u = viewport.u
    for slot in slots:
        slot.size = size
        limit = slot.column[1] - 2 * AIR * u
        if not slot.flow and 2 * abs(slot.x) + slot.wide > limit / (size * RATIO):
            slot.size = limit / (2 * abs(slot.x) + slot.wide) / RATIO
            if slot.column[1] > 0.6 * viewport.width:  # the only column: all cards must shrink
                return False
    near = [slot for slot in slots if slot.where > 0]
    far = [slot for slot in slots if slot.where < 0]
    columns = round(max((slot.column[1] for slot in near), default=1))
    many = any(round(slot.column[1]) < columns for slot in far)
    _stack_side(near, (SHOWN + 5) * u if held else AIR * u, viewport, near=True)
    _stack_side(
        far, far_hands_bottom(2 if many else 1, viewport) if held else AIR * u, viewport, near=False
    )
    for one in near:
        for two in far:
            deep = _depth(one, u) + _depth(two, u)
            if deep > viewport.height - AIR * u and not one.is_beside(two):
                return False
    return _place_middle([slot for slot in slots if slot.where == 0], near, far, viewport)


def _depth(slot: Slot, u: float) -> float:
    """Distance from the table's edge to the inner end of a slot with its title, px."""
    return slot.edge + slot.tall * slot.size + (slot.line * u if slot.where < 0 else 0.0)


def _stack_side(slots: Sequence[Slot], base: float, viewport: Viewport, near: bool) -> None:
    """Set the edge distance of each slot of one side so that none overlap."""
    u = viewport.u
    first = min((slot.y for slot in slots if not slot.aside), default=0.0)
    for slot in slots:
        slot.edge = base + (0.0 if slot.aside else (slot.y - first) * slot.size)
        if slot.aside and near:
            slot.edge = AIR * u / 2
        slot.edge += slot.line * u if near else 0.0
        if (
            not near
            and not slot.flow
            and slot.middle() - slot.half() < viewport.score_corner[0] + AIR * u
        ):
            slot.edge = max(slot.edge, viewport.score_corner[1] + AIR * u)
    _set_flow_reach(slots, u)
    placed: list[Slot] = []
    for row in _rows(slots):
        for slot in row:
            for other in placed:
                gap = (slot.line if near else other.line) * u
                end = other.edge + other.tall * other.size + gap
                if end > slot.edge and not slot.is_beside(other):
                    slot.edge = end
        _level_row(row)
        placed += row


def _level_row(row: Sequence[Slot]) -> None:
    """Level a row: if a slot was pushed a little, its row moves with it."""
    least = min(slot.edge for slot in row)
    together = [slot for slot in row if slot.edge - least <= max(STEP * slot.size, 0)]
    edge = max(slot.edge for slot in together)
    for slot in together:
        slot.edge = edge


def _rows(slots: Sequence[Slot]) -> list[list[Slot]]:
    """Rows from the edge inwards: slots of one height together, each slot beside the hand alone."""
    found: dict[object, list[Slot]] = {}
    for slot in sorted(slots, key=lambda slot: (slot.edge, slot.y, abs(slot.x))):
        key = slot.zones if slot.aside else (slot.y, slot.column)
        found.setdefault(key, []).append(slot)
    return list(found.values())


def _set_flow_reach(slots: Sequence[Slot], u: float) -> None:
    """Set the reach of flows: to the next pile at their height, or to the edge of the column."""
    for slot in slots:
        if not slot.flow:
            continue
        x = slot.middle()
        (middle, width), card = slot.column, slot.size * RATIO
        reach = min(x - (middle - width / 2), middle + width / 2 - x) - AIR * u / 2
        for other in slots:
            apart = abs(slot.edge - other.edge) >= 0.8 * slot.tall * slot.size
            free = abs(other.middle() - x) - other.half() - AIR * u
            if not other.flow and not apart and free > 2.2 * card:
                reach = min(reach, free)
        slot.spread = max(reach, card / 2)


def _place_middle(
    slots: Sequence[Slot], near: Sequence[Slot], far: Sequence[Slot], viewport: Viewport
) -> bool:
    """Place the middle slots between the two sides; False if they do not fit.

    `edge` of a middle slot is measured from the top of the window, px.
    """
    u = viewport.u
    if not slots:
        return True
    for slot in slots:
        slot.edge = slot.y * slot.size
    _set_flow_reach(slots, u)
    top = max((_depth(s, u) for s in far if any(not s.is_beside(m) for m in slots)), default=0.0)
    top += max(0.0, RISES - AIR) * u
    low = max((_depth(s, u) for s in near if any(not s.is_beside(m) for m in slots)), default=0.0)
    high = min(slot.y * slot.size - slot.tall * slot.size / 2 for slot in slots)
    deep = max(slot.y * slot.size + slot.tall * slot.size / 2 + slot.line * u for slot in slots)
    room = viewport.height - top - low
    middle = top + (room - (deep - high)) / 2 - high
    for slot in slots:
        slot.edge = middle + slot.y * slot.size - slot.tall * slot.size / 2
    for k, slot in enumerate(slots):
        for other in slots[:k]:
            near_ = abs(slot.edge - other.edge) < (slot.tall + other.tall) / 2 * slot.size
            if near_ and not slot.is_beside(other) and slot.flow == other.flow:
                return False
    return room >= deep - high + 2 * AIR * u


# -- areas ----------------------------------------------------------------------------------------


def _areas(pos: Position[object], slot: Slot, viewport: Viewport) -> Iterable[ZoneArea]:
    """Areas of a slot's zones."""
    tall = slot.tall * slot.size
    top = viewport.height - slot.edge - tall if slot.where > 0 else slot.edge
    if slot.flow:
        yield from _flows(pos, slot, (top, tall), viewport)
        return
    zone = slot.zones[0]
    found = extent(pos, zone, viewport)
    found = Extent(
        min(found.wide, slot.wide), min(found.tall, slot.tall), found.behind, found.only_crosswise
    )
    high = found.tall * slot.size
    y = top + tall / 2
    if slot.where:  # at the outer edge of the reserved extent, not in its middle
        y = top + tall - high / 2 if slot.where > 0 else top + high / 2
    yield area_at(pos, zone, (slot.middle(), y), found, slot.size, slot.where)


def _flows(
    pos: Position[object], slot: Slot, rows: tuple[float, float], viewport: Viewport
) -> Iterable[ZoneArea]:
    """Areas of the flows of a row, each about its own middle. `rows`: top and height, px."""
    groups: dict[str, list[Zone]] = {}
    for zone in slot.zones:
        groups.setdefault(pos.box.zones[zone].flow, []).append(zone)
    sign = -1 if slot.turned else 1
    card, (middle, width) = slot.size * RATIO, slot.column
    placed = [
        (middle + sign * pos.box.zones[zones[0]].at[0] * card, zones) for zones in groups.values()
    ]
    left = slot.middle() - slot.spread
    right = slot.middle() + slot.spread
    if len(placed) > 1:  # several flows use the full width
        left, right = middle - width / 2 + AIR * viewport.u, middle + width / 2 - AIR * viewport.u
    if slot.where < 0 and rows[0] < viewport.score_corner[1]:
        left = max(left, viewport.score_corner[0] + AIR * viewport.u / 2)
    box = (left, rows[0], right - left, rows[1])
    yield from flow_row(pos, placed, box, slot.size, slot.where, viewport)
