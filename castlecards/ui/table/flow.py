"""How much room the cards of a zone take, and zones that share a row by what they need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from castlecards.core.cards import CardId, Zone
from castlecards.core.position import Position
from castlecards.ui.table.layout import RATIO, Area, Stage

PEEK = 0.17  # card heights that is seen of a card lying crosswise behind a row
GAP, LEAST = 0.3, 0.1  # card widths between two zones of a row: where there is room, and not
CLOSE = 0.55  # of its spread: as far as cards of a full row move together


@dataclass(frozen=True, slots=True)
class Extent:
    """In card widths and heights. `behind`: the part of `tall` where crosswise cards look out."""

    wide: float
    tall: float
    behind: float = 0.0


def crosswise(pos: Position[object], card: CardId, stage: Stage) -> bool:
    """Does it bear a mark that turns it?"""
    return any(pos.marks[kind] >> card & 1 for kind in stage.sideways)


def extent(pos: Position[object], zone: Zone, stage: Stage, squeeze: float = 1.0) -> Extent:
    """What the cards of a zone take now; `squeeze` 0..1 moves cards that are spread together.

    In a row the cards that a mark turns lie behind the others and look out towards the middle of
    the table; elsewhere a card is turned where it lies.
    """
    spec, cards = pos.box.zones[zone], pos.zones[zone]
    x, y = abs(spec.spread[0]) * squeeze, abs(spec.spread[1]) * squeeze
    behind = 0
    if spec.shape == "row":
        behind = sum(crosswise(pos, card, stage) for card in cards)
    steps = max(len(cards) - behind - 1, 0)
    along = min(x * steps, spec.room) if spec.room else x * steps
    wide, tall = (1 / RATIO, 1.0) if spec.turned else (1.0, 1.0)
    looks_out = PEEK * min(behind, 2)
    wide = max(wide + along, 1 / RATIO if behind else 0.0)
    return Extent(wide, tall + y * steps + looks_out, looks_out)


def area_of(
    pos: Position[object],
    zone: Zone,
    at: tuple[float, float],
    room: Extent,
    size: float,
    where: int,
    title: bool = True,
) -> Area:
    """A zone round `at`, px, with cards of `size` px; `where` as in `sides_of`."""
    spec, count = pos.box.zones[zone], len(pos.zones[zone])
    apart = abs(spec.spread[0]) >= 0.3 or abs(spec.spread[1]) >= 0.3
    return Area(
        zone, at[0], at[1], room.wide * size * RATIO, room.tall * size,
        spec.title if title else "", count, card=size, angle=90.0 if spec.turned else 0.0,
        told=count > 1 and not apart, behind=room.behind * size * (-1 if where < 0 else 1),
    )  # fmt: skip


def flowing(
    pos: Position[object],
    zones: Sequence[Zone],
    box: tuple[float, float, float, float],
    size: float,
    where: int,
    stage: Stage,
) -> Iterable[Area]:
    """Zones side by side in `box` (left, top, width, height, px), each with the room it needs.

    Of the empty ones only the first is shown. A full row closes its gaps, then moves spread cards
    together, then gets smaller. What is hidden has an area without size at the end of the row.
    """
    left, top, width, height = box
    empty = [zone for zone in zones if not pos.zones[zone]]
    shown = [zone for zone in zones if pos.zones[zone] or zone in empty[:1]]
    squeeze, gap = 1.0, GAP
    card = size * RATIO
    rooms = [extent(pos, zone, stage) for zone in shown]
    need = sum(room.wide for room in rooms)
    gaps = len(shown) - 1
    if gaps and (need + gap * gaps) * card > width:
        gap = max((width / card - need) / gaps, LEAST)
    if (need + gap * gaps) * card > width:
        squeeze = CLOSE
        rooms = [extent(pos, zone, stage, squeeze) for zone in shown]
        tight = sum(room.wide for room in rooms)
        gap = LEAST
        size *= min(1.0, width / ((tight + gap * gaps) * card))
        card = size * RATIO
        need = tight
    x = left + (width - (need + gap * gaps) * card) / 2
    titles: set[str] = set()
    for zone, room in zip(shown, rooms, strict=True):
        high = min(room.tall * size, height)
        y = top + height - high / 2 if where >= 0 else top + high / 2
        title = pos.box.zones[zone].title
        yield area_of(
            pos, zone, (x + room.wide * card / 2, y), room, size, where, title not in titles
        )
        titles.add(title)
        x += (room.wide + gap) * card
    y = top + height / 2
    for zone in zones:
        if zone not in shown:
            yield Area(zone, min(x, left + width), y, 0, 0, "", 0, card=size)
