"""Piles and rows of a table without a field: where the zones say, as large as all of them fit.

A zone says in card sizes where it lies; the window says in px what is left beside hands, corner
and score board. The height of a card is the largest at which nothing lies on something else. It
depends on the zones and the window alone, never on the cards: play does not resize the table. Only
a row of flowing zones (`ZoneSpec.flow`) takes what its cards need and shrinks by itself when it is
full.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from castlecards.core.cards import Seat, Zone
from castlecards.core.position import Position
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

LINE = 19.0  # units for a title below a pile
NARROW, WIDE = 34.0, 150.0  # units: a title gets so much width, and no more
AIR = 8.0  # units between two rows
RISES = 15.0  # units that the top of a thick pile lies higher than its place
STEP = 0.4  # card heights: rows are kept in line over smaller steps
SLIT = 0.02  # card widths: piles that touch lie side by side
HELD = 0.9  # card heights from the edge: what lies nearer lies beside the hand
ASIDE = 2.4  # card widths from the middle: what lies nearer lies above the hand
LARGEST, SMALLEST = 1.05, 0.16  # height of a card, in cards of the own hand
STEPS = 11  # of the search for it


@dataclass(unsafe_hash=True)
class Slot:
    """A pile, or a row of flowing zones, while its place is sought. Units: card widths, heights.

    What is sought takes no part in whether two are equal.
    """

    zones: tuple[Zone, ...]
    where: int  # 1 near, -1 far, 0 between
    x: float  # to the right, on the screen
    y: float  # inwards from the edge; between: down the screen from the middle
    wide: float
    tall: float
    title: str
    column: tuple[float, float]  # px: middle and width of its part of the table
    aside: bool = False  # beside the own hand
    # a flow: px to either side, once it is placed
    spread: float = field(default=0.0, compare=False)
    size: float = field(default=0.0, compare=False)  # px: height of a card
    # px from its edge of the table to where it begins
    edge: float = field(default=0.0, compare=False)
    flow: bool = False
    turned: bool = False  # as the other side has it

    @property
    def line(self) -> float:
        return LINE if self.title else 4.0

    def half(self) -> float:
        """px."""
        if self.flow:
            return self.spread
        return self.wide * self.size * RATIO / 2

    def middle(self) -> float:
        """px."""
        return self.column[0] + self.x * self.size * RATIO

    def beside(self, other: Slot) -> bool:
        """Neither above nor below the other."""
        air = -SLIT * max(self.size, other.size) * RATIO
        return abs(self.middle() - other.middle()) >= self.half() + other.half() + air


def pile_layout(
    pos: Position[object], piles: Sequence[Zone], viewport: Viewport, viewer: Seat
) -> list[ZoneArea]:
    """Where the piles lie for the seat that looks."""
    slots = tuple(_slots(pos, piles, viewport, viewer))
    if not slots:
        return []
    held = any(is_hand(spec) for spec in pos.box.zones)
    _fits(slots, _largest(slots, viewport, held), viewport, held)
    areas: list[ZoneArea] = []
    for slot in slots:
        areas += _areas(pos, slot, viewport)
    shown = [area for area in areas if area.width]
    ends = {owner: common_suffix(pos, owner) for owner in range(pos.box.seats)}
    found = []
    for area in areas:
        owner = pos.box.zones[area.zone].owner
        end = ends[owner] if owner is not None else ""
        label = _label(area, shown, viewport)
        found.append(replace(area, label=label, title=without_suffix(area.title, end)))
    return found


def common_suffix(pos: Position[object], owner: Seat) -> str:
    """The words with which the titles of all places of a seat end: its name, and said enough."""
    titles = [spec.title.split() for spec in pos.box.zones if spec.owner == owner and spec.title]
    end: list[str] = []
    while len(titles) > 1 and all(len(words) > len(end) + 1 for words in titles):
        last = {words[-1 - len(end)] for words in titles}
        if len(last) > 1:
            break
        end.insert(0, last.pop())
    return " ".join(end)


def without_suffix(title: str, end: str) -> str:
    """ "Tokens of North 1" is "Tokens" where all places of that seat end with "North 1"."""
    if not end or not title.endswith(end):
        return title
    words = title.removesuffix(end).split()
    while len(words) > 1 and words[-1] in ("of", "by", "to", "for", "in"):
        words.pop()
    return " ".join(words)


def _label(area: ZoneArea, shown: Sequence[ZoneArea], viewport: Viewport) -> float:
    """px: as much room for its title as its neighbours leave; `shown`: all with a size."""
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
    if pos.box.seats > 2:  # each about a middle of its own, wherever the seat is shown
        for owner in range(pos.box.seats):
            xs = [specs[zone].at[0] for zone in piles if specs[zone].owner == owner]
            centres[owner] = (min(xs, default=0.0) + max(xs, default=0.0)) / 2
    groups: dict[object, list[Zone]] = {}
    for zone in piles:
        spec = specs[zone]
        row = (spec.owner, spec.side, spec.at[1])  # flows at one height share it
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
        most = _most(pos, zones, viewport)
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


def _most(pos: Position[object], zones: Sequence[Zone], viewport: Viewport) -> Extent:
    """The room that is kept for a place, in card widths and heights, whatever lies there.

    Only cards that look out behind a row ask for more as they come.
    """
    spec = pos.box.zones[zones[0]]
    x, y = abs(spec.spread[0]), abs(spec.spread[1])
    along = spec.room or 4 * x
    base = Extent(1 / RATIO, 1) if spec.turned else Extent(1, 1)
    behind = max(extent(pos, zone, viewport).behind for zone in zones)
    return Extent(base.wide + (along if x else 0.0), base.tall + 4 * y + behind)


# -- how large ------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _largest(slots: tuple[Slot, ...], viewport: Viewport, held: bool) -> float:
    """px: the largest height of a card at which all find a place. Kept, as play seldom changes it
    and each try places all."""
    low, high = SMALLEST * HAND * viewport.u, LARGEST * HAND * viewport.u
    if _fits(slots, high, viewport, held):
        return high
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if _fits(slots, middle, viewport, held) else (low, middle)
    return low


def _fits(slots: Sequence[Slot], size: float, viewport: Viewport, held: bool) -> bool:
    """Places the slots for cards of this height, px. False where one lies on another or outside."""
    u = viewport.u
    for slot in slots:
        slot.size = size
        limit = slot.column[1] - 2 * AIR * u
        if not slot.flow and 2 * abs(slot.x) + slot.wide > limit / (size * RATIO):
            slot.size = limit / (2 * abs(slot.x) + slot.wide) / RATIO
            if slot.column[1] > 0.6 * viewport.width:  # there is but one column: all get smaller
                return False
    near = [slot for slot in slots if slot.where > 0]
    far = [slot for slot in slots if slot.where < 0]
    columns = round(max((slot.column[1] for slot in near), default=1))
    many = any(round(slot.column[1]) < columns for slot in far)
    _stack(near, (SHOWN + 5) * u if held else AIR * u, viewport, near=True)
    _stack(
        far, far_hands_bottom(2 if many else 1, viewport) if held else AIR * u, viewport, near=False
    )
    for one in near:
        for two in far:
            deep = _deep(one, u) + _deep(two, u)
            if deep > viewport.height - AIR * u and not one.beside(two):
                return False
    return _between([slot for slot in slots if slot.where == 0], near, far, viewport)


def _deep(slot: Slot, u: float) -> float:
    """px from its edge of the table to its inner end, with its title."""
    return slot.edge + slot.tall * slot.size + (slot.line * u if slot.where < 0 else 0.0)


def _stack(slots: Sequence[Slot], base: float, viewport: Viewport, near: bool) -> None:
    """Gives each slot of one side its distance from the edge: none lies on another."""
    u = viewport.u
    first = min((slot.y for slot in slots if not slot.aside), default=0.0)
    for slot in slots:
        slot.edge = base + (0.0 if slot.aside else (slot.y - first) * slot.size)
        if slot.aside and near:
            slot.edge = AIR * u / 2
        slot.edge += slot.line * u if near else 0.0
        if not near and not slot.flow and slot.middle() - slot.half() < viewport.head[0] + AIR * u:
            slot.edge = max(slot.edge, viewport.head[1] + AIR * u)
    _widen(slots, u)
    placed: list[Slot] = []
    for row in _rows(slots):
        for slot in row:
            for other in placed:
                gap = (slot.line if near else other.line) * u
                end = other.edge + other.tall * other.size + gap
                if end > slot.edge and not slot.beside(other):
                    slot.edge = end
        _align(row)
        placed += row


def _align(row: Sequence[Slot]) -> None:
    """What has been pushed a little takes its row with it: they stay in line."""
    least = min(slot.edge for slot in row)
    together = [slot for slot in row if slot.edge - least <= max(STEP * slot.size, 0)]
    edge = max(slot.edge for slot in together)
    for slot in together:
        slot.edge = edge


def _rows(slots: Sequence[Slot]) -> list[list[Slot]]:
    """From the edge inwards: slots at one height together, but for those beside the hand."""
    found: dict[object, list[Slot]] = {}
    for slot in sorted(slots, key=lambda slot: (slot.edge, slot.y, abs(slot.x))):
        key = slot.zones if slot.aside else (slot.y, slot.column)
        found.setdefault(key, []).append(slot)
    return list(found.values())


def _widen(slots: Sequence[Slot], u: float) -> None:
    """How far rows may reach to either side: to the next pile at their height, or to the edge."""
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


def _between(
    slots: Sequence[Slot], near: Sequence[Slot], far: Sequence[Slot], viewport: Viewport
) -> bool:
    """Places what lies in the middle between what the sides leave. `edge`: px from the top."""
    u = viewport.u
    if not slots:
        return True
    for slot in slots:
        slot.edge = slot.y * slot.size
    _widen(slots, u)
    top = max((_deep(s, u) for s in far if any(not s.beside(m) for m in slots)), default=0.0)
    top += max(0.0, RISES - AIR) * u
    low = max((_deep(s, u) for s in near if any(not s.beside(m) for m in slots)), default=0.0)
    high = min(slot.y * slot.size - slot.tall * slot.size / 2 for slot in slots)
    deep = max(slot.y * slot.size + slot.tall * slot.size / 2 + slot.line * u for slot in slots)
    room = viewport.height - top - low
    middle = top + (room - (deep - high)) / 2 - high
    for slot in slots:
        slot.edge = middle + slot.y * slot.size - slot.tall * slot.size / 2
    for k, slot in enumerate(slots):
        for other in slots[:k]:
            near_ = abs(slot.edge - other.edge) < (slot.tall + other.tall) / 2 * slot.size
            if near_ and not slot.beside(other) and slot.flow == other.flow:
                return False
    return room >= deep - high + 2 * AIR * u


# -- areas ----------------------------------------------------------------------------------------


def _areas(pos: Position[object], slot: Slot, viewport: Viewport) -> Iterable[ZoneArea]:
    """A slot's zones on the screen."""
    tall = slot.tall * slot.size
    top = viewport.height - slot.edge - tall if slot.where > 0 else slot.edge
    if slot.flow:
        yield from _flows(pos, slot, (top, tall), viewport)
        return
    zone = slot.zones[0]
    found = extent(pos, zone, viewport)
    found = Extent(min(found.wide, slot.wide), min(found.tall, slot.tall), found.behind, found.bare)
    high = found.tall * slot.size
    y = top + tall / 2
    if slot.where:  # at its own edge, not in the middle of what is kept for it
        y = top + tall - high / 2 if slot.where > 0 else top + high / 2
    yield area_at(pos, zone, (slot.middle(), y), found, slot.size, slot.where)


def _flows(
    pos: Position[object], slot: Slot, rows: tuple[float, float], viewport: Viewport
) -> Iterable[ZoneArea]:
    """The flows of a row, each about its own middle. `rows`: px from the top, and of height."""
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
    if len(placed) > 1:  # the row is all theirs
        left, right = middle - width / 2 + AIR * viewport.u, middle + width / 2 - AIR * viewport.u
    if slot.where < 0 and rows[0] < viewport.head[1]:
        left = max(left, viewport.head[0] + AIR * viewport.u / 2)
    box = (left, rows[0], right - left, rows[1])
    yield from flow_row(pos, placed, box, slot.size, slot.where, viewport)
