"""Layout of the hands: the viewer's fans large at the bottom, other hands small at the edges.

A seat can hold several fans. At a table with a field each hand has a fixed place beside it. Without
a field the fans of a seat lie side by side in the room that the piles leave.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from castlecards.core.cards import Seat, Zone
from castlecards.core.position import Position
from castlecards.core.view import View
from castlecards.ui.table.layout.camera import Camera
from castlecards.ui.table.layout.model import (
    FAR_HAND,
    HAND,
    MATES,
    PANEL,
    RAIL,
    RATIO,
    THROWBAR,
    TOOLS,
    Viewport,
    ZoneArea,
    opposite_seats,
    side_of,
)

APART = 30.0  # units between two fans of one seat
LEAST_APART = 6.0  # the same in a small window
ROOMY = 1.04  # card widths from one card of the own hand to the next, if there is room
RAISED = 0.53  # card heights from the window's edge up to the middle of the own hand
LOWER = 0.47  # the same at a table with a field, where the own castle lies just above
MATE = 130.0  # units from one team mate's hand above the throw bar to the next
LABEL = 44.0  # units, label width of a small hand without its title
SIGN = 20.0  # units of it for the sign of its player
WRAPPED = 104.0  # units, width of the title of an own fan in two lines
NARROW = 48.0  # units, widest small hand beside a building in a narrow window
LETTER = 7.0  # units, width of a letter of the title
SHOWN = 154.0  # units, visible height of the own hand
TABLE = (968.0, 800.0)  # units, size of the table in which a game gives fixed places
UPPER = 80.0  # units of that table beside its tools and far hand, which keep their size
OUTER = -300.0  # units, x of the leftmost place that lies beside the decision corner
LEAST_SCALE = 0.2  # px per unit, so that a tiny window still has a table


def hands_beside_field(
    view: View, hands: Sequence[Zone], camera: Camera, viewport: Viewport
) -> list[ZoneArea]:
    """Hands at a table with a field: the own large at the bottom, team mates' above the throw bar,
    opponents' along the far edge."""
    pos, u = view.position, viewport.u
    near: list[Zone] = []
    far: list[Zone] = []
    own = -1
    for zone in hands:
        spec = pos.box.zones[zone]
        if spec.owner == view.seat:
            own = zone
        else:
            (near if side_of(pos, spec) == viewport.side else far).append(zone)
    areas = []
    if own >= 0:
        count = len(pos.zones[own])
        height = HAND * u
        width = _hand_width(count, height, viewport)
        y = viewport.height - height * LOWER
        spec = pos.box.zones[own]
        areas.append(
            ZoneArea(
                own, hand_middle(pos, viewport), y, width, height, spec.title, count, True, True
            )
        )
    far.sort(key=lambda zone: _screen_order(pos, pos.box.zones[zone].owner, camera))
    step = min(0.14 * viewport.width, _free_top_width(viewport) / max(len(far), 1))
    middle = _far_middle(len(far) * step, viewport)
    for k, zone in enumerate(far):
        x = middle + (k - (len(far) - 1) / 2) * step
        small = small_hand(pos, zone, x, 12 * u, viewport)
        areas.append(replace(small, width=min(small.width, step - 10 * u), label=step - 8 * u))
    first, step = _watched_row(hand_middle(pos, viewport), len(near), viewport)
    for k, zone in enumerate(sorted(near)):
        x, high, label = first + k * step, 12.0, 0.0
        if own >= 0:
            inward, high = MATE * (k + 0.52) * u, THROWBAR + FAR_HAND / 2 - 4
            x = inward if viewport.mirrored else viewport.width - inward
            label = (MATE - 4) * u
        areas.append(
            replace(small_hand(pos, zone, x, viewport.height - high * u, viewport), label=label)
        )
    return areas


def _watched_row(wish: float, count: int, viewport: Viewport) -> tuple[float, float]:
    """Middle x of the first of `count` near hands of others, and the step to the next, px.

    They lie around `wish`, or so far beside it that the decision corner covers none."""
    middle, room = opposite_column(0, 1, viewport)
    room -= MATE * viewport.u
    step = min(0.2 * viewport.width, max(room, 0.0) / max(count - 1, 1))
    spare = max(room - (count - 1) * step, 0.0) / 2
    return min(max(wish, middle - spare), middle + spare) - (count - 1) / 2 * step, step


def _free_top_width(viewport: Viewport) -> float:
    """Width between the score board and the toolbar, px."""
    return max(viewport.width - viewport.hands_left - TOOLS * viewport.u, FAR_HAND * viewport.u)


def _far_middle(width: float, viewport: Viewport) -> float:
    """Middle x of the far hands, px: right of the opposite castle unless they reach the toolbar."""
    free = viewport.hands_left + _free_top_width(viewport) / 2
    wish = 0.57 * viewport.width
    return wish if wish + width / 2 <= viewport.width - TOOLS * viewport.u else free


def _screen_order(pos: Position[object], owner: Seat | None, camera: Camera) -> tuple[float, int]:
    """Sort key: screen x of a seat's cards, then the seat."""
    specs = pos.box.zones
    marks = [spec.mark for spec in specs if spec.mark is not None and spec.owner == owner]
    shown = [camera.project(mark.x / 10, mark.y / 10)[0] for mark in marks]
    return (sum(shown) / len(shown) if shown else 0.0), owner or 0


def hand_middle(pos: Position[object], viewport: Viewport) -> float:
    """Middle x of the own hand, px: that of the field, or of the table beside the decision
    corner."""
    if pos.box.field is not None:
        return viewport.width / 2
    return (viewport.width + (-viewport.corner if viewport.mirrored else viewport.corner)) / 2


def _hand_width(count: int, height: float, viewport: Viewport) -> float:
    """Width of the own hand, px: cards side by side if they fit between corner and throw bar."""
    card = height * RATIO
    most = viewport.width - 2 * (PANEL + 14) * viewport.u
    return min(card * (1 + 1.04 * max(count - 1, 0)), max(most, card * 1.5))


def small_hand(
    pos: Position[object], zone: Zone, x: float, y: float, viewport: Viewport
) -> ZoneArea:
    """Area of an opponent's hand, small, with its title and number of cards."""
    count = len(pos.zones[zone])
    height = FAR_HAND * viewport.u
    width = height * RATIO * (1 + 0.42 * min(max(count - 1, 0), 8))
    return ZoneArea(zone, x, y, width, height, pos.box.zones[zone].title, count, True)


# -- without a field ------------------------------------------------------------------------------


def hands_around_table(
    view: View, hands: Sequence[Zone], piles: Sequence[ZoneArea], viewport: Viewport
) -> list[ZoneArea]:
    """Hands at a table without a field; they keep clear of `piles`."""
    pos, specs = view.position, view.position.box.zones
    order = sorted(hands, key=lambda zone: (specs[zone].at[0], zone))
    own = [zone for zone in order if specs[zone].owner == view.seat]
    areas = own_fans(pos, own, piles, viewport)
    seats = opposite_seats(pos, viewport, view.seat)
    for k, seat in enumerate(seats):
        fans = [zone for zone in order if specs[zone].owner == seat and zone not in own]
        areas += _far_fans(pos, fans, k, len(seats), viewport)
    near = [zone for zone in order if zone not in own and specs[zone].owner not in seats]
    areas += other_hands_near(pos, near, viewport, bool(own))
    return areas


def free_width(piles: Sequence[ZoneArea], viewport: Viewport) -> tuple[float, float]:
    """Left and right limit of the own hand, px, beside the decision corner and the near piles."""
    u = viewport.u
    corner = viewport.corner + 14 * u
    left = 14 * u if viewport.mirrored else corner
    right = viewport.width - (corner if viewport.mirrored else 14 * u)
    middle = (left + right) / 2
    for area in piles:
        if area.width and area.y + area.height / 2 > viewport.height - (SHOWN - 6) * u:
            title = min(area.label, LETTER * u * len(area.title))
            half = max(area.width / 2 + 18 * u, title / 2 + 6 * u)
            if area.x < middle:
                left = max(left, area.x + half)
            else:
                right = min(right, area.x - half)
    return left, right


def own_fans(
    pos: Position[object], own: Sequence[Zone], piles: Sequence[ZoneArea], viewport: Viewport
) -> list[ZoneArea]:
    """Fans of the viewer side by side at their natural width; if too wide, all shrink alike."""
    if not own:
        return []
    height = HAND * viewport.u
    card = height * RATIO
    left, right = free_width(piles, viewport)
    gap = APART * viewport.u
    least = [_label_width(pos, zone, viewport) if len(own) > 1 else 0.0 for zone in own]
    most = right - left - gap * (len(own) - 1)
    wish = [card * (1 + ROOMY * max(len(pos.zones[zone]) - 1, 0)) for zone in own]
    extra = sum(wish) - card * len(own)
    part = min(1.0, max(most - card * len(own), card * 0.3) / extra) if extra > 0 else 1.0
    widths = [card + (wide - card) * part for wide in wish]
    cells = [max(wide, cell) for wide, cell in zip(widths, least, strict=True)]
    total = sum(cells) + gap * (len(own) - 1)
    if total > right - left:  # titles in two lines
        wrapped = WRAPPED * viewport.u
        cells = [max(w, min(cell, wrapped)) for w, cell in zip(widths, least, strict=True)]
        gap = min(gap, max(right - left - sum(cells), LEAST_APART * viewport.u))
        total = sum(cells) + gap * (len(own) - 1)
    middle = min(max(hand_middle(pos, viewport), left + total / 2), right - total / 2)
    if total > right - left:
        middle = (left + right) / 2
    x = middle - total / 2
    areas = []
    for zone, width, cell in zip(own, widths, cells, strict=True):
        areas.append(
            ZoneArea(
                zone,
                x + cell / 2,
                viewport.height - height * RAISED,
                width,
                height,
                pos.box.zones[zone].title,
                len(pos.zones[zone]),
                True,
                True,
                is_only_hand=len(own) == 1,
            )
        )
        x += cell + gap
    return areas


def _label_width(pos: Position[object], zone: Zone, viewport: Viewport) -> float:
    """Width of the title and the count of a hand, px."""
    return (LABEL + LETTER * len(pos.box.zones[zone].title)) * viewport.u


def opposite_column(number: int, columns: int, viewport: Viewport) -> tuple[float, float]:
    """Middle and width, px, of the table column of opposite seat `number` of `columns`."""
    rail = RAIL * viewport.u
    left = rail if viewport.mirrored else viewport.corner
    right = viewport.width - (viewport.corner if viewport.mirrored else rail)
    width = (right - left) / max(columns, 1)
    return left + width * (number + 0.5), width


def has_outer_places(pos: Position[object]) -> bool:
    """True if fixed places lie as far left as the decision corner and the score board."""
    places = [spec.place for spec in pos.box.zones if spec.place is not None]
    return min((x for place in places for x in (place.near[0], place.far[0])), default=0.0) < OUTER


def fixed_table(viewport: Viewport, outer: bool = False) -> tuple[float, float]:
    """Middle, px, and scale, px per unit, of a table with fixed places.

    One scale holds for cards and buildings alike: the part above the own hand and below the tools
    must fit, and so must the width. Without a side column and without places as far out as the
    decision corner or the score board (`outer`), the whole width counts.
    """
    u = viewport.u
    middle, width = viewport.width / 2, viewport.width - 2 * RAIL * u
    if viewport.column or outer:
        middle, width = opposite_column(0, 1, viewport)
    if outer and not viewport.column and not viewport.mirrored:  # beside the score board, too
        cut = max(viewport.score_corner[0] - (middle - width / 2), 0.0)
        middle, width = middle + cut / 2, width - cut
    tall = (viewport.height - (SHOWN + UPPER) * u) / (TABLE[1] - SHOWN - UPPER)
    return middle, max(min(u, tall, width / TABLE[0]), LEAST_SCALE)


def far_hands_bottom(columns: int, viewport: Viewport) -> float:
    """Lower end of the far hands, px from the top: far piles begin there."""
    if columns > 1:
        return 144 * viewport.u
    return (104 if viewport.mirrored else 78) * viewport.u


def _far_fans(
    pos: Position[object], fans: Sequence[Zone], number: int, columns: int, viewport: Viewport
) -> list[ZoneArea]:
    """Fans of one opposite seat at the top edge.

    A single seat lies between score board and toolbar; several seats share a row below them.
    """
    u = viewport.u
    middle, width = opposite_column(number, columns, viewport)
    placed = next((pos.box.zones[zone].place for zone in fans if pos.box.zones[zone].place), None)
    if placed is not None:
        middle, scale = fixed_table(viewport, has_outer_places(pos))
        middle += placed.far[0] * scale
    y = 12 * u if columns == 1 else 86 * u
    areas = [small_hand(pos, zone, 0, y, viewport) for zone in fans]
    sole = len(fans) == 1
    cells = [
        max(area.width, 0.0 if sole else _label_width(pos, area.zone, viewport) + SIGN * u)
        for area in areas
    ]
    room = width - 16 * u
    if columns == 1:
        room = viewport.width - viewport.hands_left - (TOOLS + 20) * u
    part = min(1.0, (room - 14 * u * (len(fans) - 1)) / max(sum(cells), 1))
    total = sum(cells) * part + 14 * u * (len(fans) - 1)
    narrow = 0.0  # label beside a building: the count alone
    if columns == 1:
        low, high = viewport.hands_left + 10 * u, viewport.width - (TOOLS + 10) * u
        if placed is not None and low + total / 2 > middle:
            narrow, least = LABEL * u, min(total, NARROW * u)
            part, total = part * least / total, least
        middle = max(min(middle, high - total / 2), low + total / 2)
    x = middle - total / 2
    found = []
    for area, cell in zip(areas, cells, strict=True):
        wide = min(area.width, cell * part)
        label = narrow if sole else cell * part
        found.append(
            replace(area, x=x + cell * part / 2, width=wide, is_only_hand=sole, label=label)
        )
        x += cell * part + 14 * u
    return found


def other_hands_near(
    pos: Position[object], fans: Sequence[Zone], viewport: Viewport, held: bool
) -> list[ZoneArea]:
    """Small hands at the bottom that do not belong to the viewer.

    `held`: the viewer has a hand, so the others lie beside it.
    """
    u = viewport.u
    gap = 200.0 * u
    middle = hand_middle(pos, viewport)
    if held:
        middle += (-MATES if viewport.mirrored else MATES) * u
    found = []
    owners = [pos.box.zones[zone].owner for zone in fans]
    for k, zone in enumerate(fans):
        x = middle + (k - (len(fans) - 1) / 2) * gap
        small = small_hand(pos, zone, x, viewport.height - 12 * u, viewport)
        sole = owners.count(owners[k]) == 1
        found.append(replace(small, is_only_hand=sole, label=0.0 if sole else gap - 8 * u))
    return found
