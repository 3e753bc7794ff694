"""Layout of flowing rows: the extent of a zone's cards, and zones that share one row by need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from castlecards.core.cards import CardId, Zone
from castlecards.core.position import Position
from castlecards.ui.table.layout.model import RATIO, Viewport, ZoneArea

PEEK = 0.17  # card heights: visible strip of a crosswise card behind a row
GAP = 0.3  # card widths between two zones of a row with enough room
LEAST = 0.1  # card widths between two zones of a full row
BETWEEN = 0.5  # card widths between two flows of a row
CLOSE = 0.55  # fraction of the spread that spread cards keep in a full row


@dataclass(frozen=True, slots=True)
class Extent:
    """Extent of a zone's cards: `wide` in card widths, `tall` and `behind` in card heights."""

    wide: float
    tall: float
    behind: float = 0.0  # part of `tall` where crosswise cards show behind the row
    only_crosswise: bool = False  # every card of the zone lies crosswise


def crosswise(pos: Position[object], card: CardId, viewport: Viewport) -> bool:
    """True if the card has a mark that turns it crosswise."""
    return any(pos.marks[kind] >> card & 1 for kind in viewport.sideways)


def extent(pos: Position[object], zone: Zone, viewport: Viewport, squeeze: float = 1.0) -> Extent:
    """Extent of the cards now in a zone; `squeeze` 0..1 scales the spread between cards.

    In a row, crosswise cards lie behind the others and show towards the middle of the table.
    In other zones a crosswise card is turned in place.
    """
    spec, cards = pos.box.zones[zone], pos.zones[zone]
    x, y = abs(spec.spread[0]) * squeeze, abs(spec.spread[1]) * squeeze
    behind = 0
    if spec.shape == "row":
        behind = sum(crosswise(pos, card, viewport) for card in cards)
    steps = max(len(cards) - behind - 1, 0)
    along = min(x * steps, spec.room) if spec.room else x * steps
    wide, tall = (1 / RATIO, 1.0) if spec.turned else (1.0, 1.0)
    peek = PEEK * min(behind, 2)
    wide = max(wide + along, 1 / RATIO if behind else 0.0)
    only_crosswise = bool(cards) and behind == len(cards)
    return Extent(wide, tall + y * steps + peek, peek, only_crosswise)


def area_at(
    pos: Position[object],
    zone: Zone,
    at: tuple[float, float],
    room: Extent,
    size: float,
    where: int,
    title: bool = True,
) -> ZoneArea:
    """Area of a zone centred at `at` (px), with cards `size` px high; `where` as `screen_side`."""
    spec, count = pos.box.zones[zone], len(pos.zones[zone])
    is_spread = abs(spec.spread[0]) >= 0.3 or abs(spec.spread[1]) >= 0.3
    return ZoneArea(
        zone, at[0], at[1], room.wide * size * RATIO, room.tall * size,
        spec.title if title else "", count, card=size, angle=90.0 if spec.turned else 0.0,
        shows_count=not is_spread, only_crosswise=room.only_crosswise,
        behind=room.behind * size * (-1 if where < 0 else 1),
    )  # fmt: skip


Group = tuple[float, Sequence[Zone]]  # one flow: the x of its middle in px, and its zones


@dataclass(frozen=True, slots=True)
class _Measure:
    """Density of a row: card height in px, gap in card widths, and `squeeze` of the spread."""

    size: float
    gap: float
    squeeze: float

    def width(self, rooms: Sequence[Extent]) -> float:
        """Width of zones side by side, px."""
        wide = sum(room.wide for room in rooms) + self.gap * max(len(rooms) - 1, 0)
        return wide * self.size * RATIO


def flow_row(
    pos: Position[object],
    groups: Sequence[Group],
    box: tuple[float, float, float, float],
    size: float,
    where: int,
    viewport: Viewport,
) -> Iterable[ZoneArea]:
    """Areas of zones side by side in `box` (left, top, width, height, px), as wide as each needs.

    A group is centred on its middle unless its neighbours need the space. Only the first empty
    zone of a group is shown. A full row first closes its gaps, then squeezes spread cards, then
    shrinks its cards. A zone that is not shown has an area of size 0 at the end of its group.
    """
    left, top, width, height = box
    shown = [(x, _shown_zones(pos, zones, where)) for x, zones in groups]
    measure = _measure(pos, [zones for _, zones in shown], width, size, viewport)
    rooms = [[extent(pos, zone, viewport, measure.squeeze) for zone in zones] for _, zones in shown]
    wides = [measure.width(group) for group in rooms]
    gap = BETWEEN * measure.size * RATIO
    starts = _without_overlap(
        [x - w / 2 for (x, _), w in zip(shown, wides, strict=True)], wides, gap, box
    )
    card = measure.size * RATIO
    for (_, all_zones), (_, zones), group, x in zip(groups, shown, rooms, starts, strict=True):
        titles: set[str] = set()
        for zone, room in zip(zones, group, strict=True):
            high = min(room.tall * measure.size, height)
            y = top + height - high / 2 if where >= 0 else top + high / 2
            title = pos.box.zones[zone].title
            at = (x + room.wide * card / 2, y)
            yield area_at(pos, zone, at, room, measure.size, where, title not in titles)
            titles.add(title)
            x += (room.wide + measure.gap) * card
        for zone in all_zones:
            if zone not in zones:
                end = min(x, left + width)
                yield ZoneArea(zone, end, top + height / 2, 0, 0, "", 0, card=measure.size)


def _shown_zones(pos: Position[object], zones: Sequence[Zone], where: int) -> list[Zone]:
    """Zones with cards, and the first empty one, unless it is rare and on the far side."""
    empty = [
        zone
        for zone in zones
        if not pos.zones[zone] and not (where < 0 and pos.box.zones[zone].rare)
    ]
    return [zone for zone in zones if pos.zones[zone] or zone in empty[:1]]


def _measure(
    pos: Position[object],
    groups: Sequence[Sequence[Zone]],
    width: float,
    size: float,
    viewport: Viewport,
) -> _Measure:
    """Spread the cards as far apart as the row's `width` (px) allows."""
    spare = BETWEEN * max(len(groups) - 1, 0)  # card widths
    gaps = sum(max(len(zones) - 1, 0) for zones in groups)
    for squeeze in (1.0, CLOSE):
        need = sum(extent(pos, zone, viewport, squeeze).wide for zones in groups for zone in zones)
        free = width / (size * RATIO) - need - spare
        if free >= LEAST * gaps:
            return _Measure(size, min(GAP, free / gaps) if gaps else GAP, squeeze)
    return _Measure(width / ((need + spare + LEAST * gaps) * RATIO), LEAST, CLOSE)


def _without_overlap(
    starts: Sequence[float],
    wides: Sequence[float],
    gap: float,
    box: tuple[float, float, float, float],
) -> list[float]:
    """Left edges of the groups, px, moved so that groups do not overlap and stay in the box."""
    left, _, width, _ = box
    order = sorted(range(len(starts)), key=lambda k: starts[k] + wides[k] / 2)
    moved = list(starts)
    free = left
    for k in order:
        moved[k] = max(moved[k], free)
        free = moved[k] + wides[k] + gap
    free = left + width
    for k in reversed(order):
        moved[k] = min(moved[k], free - wides[k])
        free = moved[k] - gap
    return moved
