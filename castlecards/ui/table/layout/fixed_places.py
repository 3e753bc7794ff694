"""Layout of piles to which their game gives fixed places, such as castles on one axis.

Places are units of a table of 968 x 800, scaled by one factor. Where the window leaves more height,
the near side keeps to the own hand and the far side to the upper edge, and the field between them
grows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from castlecards.core.cards import Seat, Zone
from castlecards.core.position import Position
from castlecards.ui.table.layout.flow_row import area_at, extent
from castlecards.ui.table.layout.hand_layout import (
    SHOWN,
    TABLE,
    UPPER,
    fixed_table,
    has_outer_places,
)
from castlecards.ui.table.layout.model import Viewport, ZoneArea, screen_side

TITLED = ("tower",)  # buildings that stand in rows, so that their piles need a number


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
    found = []
    for zone in piles:
        spec = pos.box.zones[zone]
        if spec.place is None:
            raise ValueError(f"{spec.name} has no place")
        where = screen_side(pos, spec, viewport, viewer)
        x, y = spec.place.far if where < 0 else spec.place.near
        if where == 0 and viewport.mirrored:
            x = -x
        down = above if where < 0 else below if where > 0 else (above + below) / 2
        at = middle + x * scale, y * scale + down
        size = spec.place.card * scale
        area = area_at(pos, zone, at, extent(pos, zone, viewport), size, where)
        bare = bool(spec.site) or spec.rare
        title = "" if bare and spec.site not in TITLED else area.title
        found.append(replace(area, title=title, ground=not bare))
    return found
