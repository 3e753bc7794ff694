"""How much room the cards of a zone take, and zones that share a row by what they need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from castlecards.core.cards import CardId, Zone
from castlecards.core.position import Position
from castlecards.ui.table.layout.model import RATIO, Viewport, ZoneArea

PEEK = 0.17  # card heights that is seen of a card lying crosswise behind a row
GAP, LEAST = 0.3, 0.1  # card widths between two zones of a row: where there is room, and not
BETWEEN = 0.5  # card widths between two flows of a row
CLOSE = 0.55  # of its spread: as far as cards of a full row move together


@dataclass(frozen=True, slots=True)
class Extent:
    """In card widths and heights. `behind`: the part of `tall` where crosswise cards look out."""

    wide: float
    tall: float
    behind: float = 0.0
    bare: bool = False  # there are no others


def crosswise(pos: Position[object], card: CardId, viewport: Viewport) -> bool:
    """Does it bear a mark that turns it?"""
    return any(pos.marks[kind] >> card & 1 for kind in viewport.sideways)


def extent(pos: Position[object], zone: Zone, viewport: Viewport, squeeze: float = 1.0) -> Extent:
    """What the cards of a zone take now; `squeeze` 0..1 moves cards that are spread together.

    In a row the cards that a mark turns lie behind the others and look out towards the middle of
    the table; elsewhere a card is turned where it lies.
    """
    spec, cards = pos.box.zones[zone], pos.zones[zone]
    x, y = abs(spec.spread[0]) * squeeze, abs(spec.spread[1]) * squeeze
    behind = 0
    if spec.shape == "row":
        behind = sum(crosswise(pos, card, viewport) for card in cards)
    steps = max(len(cards) - behind - 1, 0)
    along = min(x * steps, spec.room) if spec.room else x * steps
    wide, tall = (1 / RATIO, 1.0) if spec.turned else (1.0, 1.0)
    looks_out = PEEK * min(behind, 2)
    wide = max(wide + along, 1 / RATIO if behind else 0.0)
    bare = bool(cards) and behind == len(cards)
    return Extent(wide, tall + y * steps + looks_out, looks_out, bare)


def area_at(
    pos: Position[object],
    zone: Zone,
    at: tuple[float, float],
    room: Extent,
    size: float,
    where: int,
    title: bool = True,
) -> ZoneArea:
    """A zone round `at`, px, with cards of `size` px; `where` as in `sides_of`."""
    spec, count = pos.box.zones[zone], len(pos.zones[zone])
    apart = abs(spec.spread[0]) >= 0.3 or abs(spec.spread[1]) >= 0.3
    return ZoneArea(
        zone, at[0], at[1], room.wide * size * RATIO, room.tall * size,
        spec.title if title else "", count, card=size, angle=90.0 if spec.turned else 0.0,
        told=count > 1 and not apart, bare=room.bare,
        behind=room.behind * size * (-1 if where < 0 else 1),
    )  # fmt: skip


Group = tuple[float, Sequence[Zone]]  # px of its middle, and the zones of one flow


@dataclass(frozen=True, slots=True)
class _Measure:
    """How tight a row is: card height px, gap in card widths, how far spread cards are squeezed."""

    size: float
    gap: float
    squeeze: float

    def width(self, rooms: Sequence[Extent]) -> float:
        """px of zones side by side."""
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
    """Zones side by side in `box` (left, top, width, height, px), each with the room it needs.

    A group lies about its middle, further aside where others need the place. Of the empty zones of
    a group only the first is shown. A full row closes its gaps, then moves spread cards together,
    then gets smaller. What is hidden has an area without size where the group ends.
    """
    left, top, width, height = box
    shown = [(x, _shown(pos, zones)) for x, zones in groups]
    tight = _measure(pos, [zones for _, zones in shown], width, size, viewport)
    rooms = [[extent(pos, zone, viewport, tight.squeeze) for zone in zones] for _, zones in shown]
    wides = [tight.width(group) for group in rooms]
    aside = BETWEEN * tight.size * RATIO
    starts = _apart([x - w / 2 for (x, _), w in zip(shown, wides, strict=True)], wides, aside, box)
    card = tight.size * RATIO
    for (_, all_), (_, zones), group, x in zip(groups, shown, rooms, starts, strict=True):
        titles: set[str] = set()
        for zone, room in zip(zones, group, strict=True):
            high = min(room.tall * tight.size, height)
            y = top + height - high / 2 if where >= 0 else top + high / 2
            title = pos.box.zones[zone].title
            at = (x + room.wide * card / 2, y)
            yield area_at(pos, zone, at, room, tight.size, where, title not in titles)
            titles.add(title)
            x += (room.wide + tight.gap) * card
        for zone in all_:
            if zone not in zones:
                end = min(x, left + width)
                yield ZoneArea(zone, end, top + height / 2, 0, 0, "", 0, card=tight.size)


def _shown(pos: Position[object], zones: Sequence[Zone]) -> list[Zone]:
    empty = [zone for zone in zones if not pos.zones[zone]]
    return [zone for zone in zones if pos.zones[zone] or zone in empty[:1]]


def _measure(
    pos: Position[object],
    groups: Sequence[Sequence[Zone]],
    width: float,
    size: float,
    viewport: Viewport,
) -> _Measure:
    """As loose as the row allows."""
    spare = BETWEEN * max(len(groups) - 1, 0)  # card widths
    gaps = sum(max(len(zones) - 1, 0) for zones in groups)
    for squeeze in (1.0, CLOSE):
        need = sum(extent(pos, zone, viewport, squeeze).wide for zones in groups for zone in zones)
        free = width / (size * RATIO) - need - spare
        if free >= LEAST * gaps:
            return _Measure(size, min(GAP, free / gaps) if gaps else GAP, squeeze)
    return _Measure(width / ((need + spare + LEAST * gaps) * RATIO), LEAST, CLOSE)


def _apart(
    starts: Sequence[float],
    wides: Sequence[float],
    gap: float,
    box: tuple[float, float, float, float],
) -> list[float]:
    """Where groups begin, px, so that none lies on another and all in the box."""
    left, _, width, _ = box
    order = sorted(range(len(starts)), key=lambda k: starts[k] + wides[k] / 2)
    found = list(starts)
    free = left
    for k in order:
        found[k] = max(found[k], free)
        free = found[k] + wides[k] + gap
    free = left + width
    for k in reversed(order):
        found[k] = min(found[k], free - wides[k])
        free = found[k] - gap
    return found
