"""Layout of piles to which their game gives fixed places, such as castles on one axis.

Places are units of a table of 968 x 800, scaled by one factor. Where the window leaves more height,
the near side keeps to the own hand and the far side to the upper edge, and the field between them
grows. Flowing zones of one owner share a row; houses that stand behind it rise up to the piles in
the middle, so no pile of such a table has a title.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from castlecards.core.cards import Seat, Zone
from castlecards.core.position import Position
from castlecards.ui.table.layout.flow_row import PEEK, area_at, extent, flow_row
from castlecards.ui.table.layout.hand_layout import (
    SHOWN,
    TABLE,
    UPPER,
    fixed_table,
    has_outer_places,
)
from castlecards.ui.table.layout.model import Viewport, ZoneArea, screen_side

TITLED = ("tower",)  # buildings that stand in rows, so that their piles need a number
BEHIND = 2 * PEEK  # card heights that crosswise cards of a row show at most
TITLE = 24.0  # units, from a pile down to the lower edge of its title
HEAD = 8.0  # units between the face of a player and the houses beside it


def fixed_areas(
    pos: Position[object], piles: Sequence[Zone], viewport: Viewport, viewer: Seat
) -> list[ZoneArea]:
    """Areas of piles with fixed places as the `viewer` sees them.

    A pile in a building and a rare one have no ground, and most have no title. Raises ValueError
    for a pile without a place.
    """
    middle, scale = fixed_table(viewport, has_outer_places(pos))
    above = UPPER * (viewport.u - scale)
    below = viewport.height - SHOWN * viewport.u - (TABLE[1] - SHOWN) * scale
    if any(pos.box.zones[zone].site in TITLED for zone in piles):  # letters keep their size
        below -= TITLE * (viewport.u - scale)
    found = []
    rows: dict[Seat | None, list[Zone]] = {}
    flows = any(pos.box.zones[zone].flow for zone in piles)
    for zone in piles:
        spec = pos.box.zones[zone]
        if spec.place is None:
            raise ValueError(f"{spec.name} has no place")
        if spec.flow:
            rows.setdefault(spec.owner, []).append(zone)
            continue
        where = screen_side(pos, spec, viewport, viewer)
        x, y = spec.place.far if where < 0 else spec.place.near
        if where == 0 and viewport.mirrored:
            x = -x
        down = above if where < 0 else below if where > 0 else (above + below) / 2
        at = middle + x * scale, y * scale + down
        size = spec.place.card * scale
        area = area_at(pos, zone, at, extent(pos, zone, viewport), size, where)
        bare = bool(spec.site) or spec.rare
        title = "" if flows or (bare and spec.site not in TITLED) else area.title
        found.append(replace(area, title=title, ground=not bare))
    for zones in rows.values():
        where = screen_side(pos, pos.box.zones[zones[0]], viewport, viewer)
        down = above if where < 0 else below
        found += _row(pos, zones, viewport, where, (middle, down, scale))
    return found


def _row(
    pos: Position[object],
    zones: Sequence[Zone],
    viewport: Viewport,
    where: int,
    table: tuple[float, float, float],
) -> Iterator[ZoneArea]:
    """Areas of the flowing zones of one owner. `table`: its middle and its top, px, and its scale.

    An empty rare zone of the near side takes cards, but has no ground."""
    middle, down, scale = table
    groups: dict[str, list[Zone]] = {}
    for zone in zones:
        groups.setdefault(pos.box.zones[zone].flow, []).append(zone)
    placed = []
    left, right = -TABLE[0] / 2 * scale, TABLE[0] / 2 * scale
    top, size = 0.0, 0.0
    for members in groups.values():
        place = pos.box.zones[members[0]].place
        assert place is not None
        x, y = place.far if where < 0 else place.near
        size = place.card * scale
        top = down + y * scale - size / 2 - (0.0 if where < 0 else BEHIND * size)
        right = min(right, place.reach[where < 0] * scale)
        placed.append((middle + x * scale, members))
    if viewport.mirrored:
        left, right = -right, -left
    left, right = middle + left, middle + right
    if where < 0 and not viewport.mirrored:
        left = max(left, viewport.score_corner[0] + HEAD * viewport.u)
    box = (left, top, right - left, (1 + BEHIND) * size)
    for area in flow_row(pos, placed, box, size, where, viewport):
        spec = pos.box.zones[area.zone]
        yield replace(area, title="", ground=not spec.rare or bool(pos.zones[area.zone]))
